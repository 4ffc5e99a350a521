"""The pages' scripts are modules: each has names of its own, and takes those of another by an import that says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "host/tapete/web"
STATIC = WEB / "static"
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
SCRIPTS = sorted(STATIC.glob("*.js"))

CLASSIC = {"vendor/idiomorph.min.js"}
"""Scripts of others that are no modules: they keep one name of their own in what all scripts share."""

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|let|(?:async )?function) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(WEB / "templates").as_posix())
def test_a_page_loads_modules_alone(path: Path) -> None:
    for attributes, name in re.findall(r"<script ([^>]*)asset\('([\w/.]+)'\)", path.read_text(encoding="utf-8")):
        assert ('type="module"' in attributes) == (name not in CLASSIC), name


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_what_a_module_imports_is_exported(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(IMPORT.findall(text)) == text.count("import {"), "an import is written in one line"
    for names, source in IMPORT.findall(text):
        exported = EXPORT.findall((STATIC / source).read_text(encoding="utf-8"))
        assert set(names.split(", ")) <= set(exported), source


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_module_declares_no_name_that_it_imports(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    declared = re.findall(r"^(?:export )?(?:const|let|class|(?:async )?function\*?) +(\w+)", text, re.MULTILINE)
    assert [name for names, _ in IMPORT.findall(text) for name in names.split(", ") if name in declared] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_module_takes_no_other_name_of_ours(path: Path) -> None:
    """A name that another module exports, and that this one neither declares nor imports, would be found in no page."""
    text = path.read_text(encoding="utf-8")
    exported = {name for other in SCRIPTS if other != path for name in EXPORT.findall(other.read_text(encoding="utf-8"))}
    known = {name for names, _ in IMPORT.findall(text) for name in names.split(", ")}
    known |= set(re.findall(r"(?:const|let|function\*?|class|,|\(|\{) *(\w+) *(?==|,|\(|\)|\})", text))
    called = set(re.findall(r"(?<![\w.$])(\w+)\(", text))
    assert (called & exported) <= known


def test_browser_tests_wait_for_functions_alone() -> None:
    """The pages' policy forbids `eval`, which an expression that is asked for a second time needs."""
    waiting = re.compile(r"wait_for_function\(\s*f?\"([^\"]*)")
    waited = [
        (path.name, told)
        for path in sorted((WEB.parents[2] / "tests/web/browser").glob("*.py"))
        for told in waiting.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(waited) > 10
    assert [one for one in waited if not re.match(r"\(\) =>|\w+ =>|\(\w+(, \w+)*\) =>", one[1])] == []
