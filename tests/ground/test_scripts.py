"""Scripts of one page share their top level: a name that two of them declare stops the second one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "host/tapete/web"
TEMPLATES = WEB / "templates"
PAGES = [
    path.relative_to(TEMPLATES).as_posix()
    for path in sorted(TEMPLATES.rglob("*.html"))
    if len(re.findall(r"asset\('[\w/]+\.js'\)", path.read_text(encoding="utf-8"))) > 1
]


def loaded(page: str) -> list[str]:
    """The scripts of ours that a template loads, those of what it includes or extends too."""
    text = (TEMPLATES / page).read_text(encoding="utf-8")
    parts = re.findall(r"{%-? *(?:include|extends) \"([\w/.]+)\"", text)
    return [*re.findall(r"asset\('(\w+\.js)'\)", text), *(name for part in parts for name in loaded(part))]


def declared(script: str) -> set[str]:
    """What a script declares at its top level."""
    text = (WEB / "static" / script).read_text(encoding="utf-8")
    return set(re.findall(r"^(?:const|let|class|(?:async )?function\*?) +(\w+)", text, re.MULTILINE))


def test_there_are_pages_with_several_scripts() -> None:
    assert {"board.html", "station/match.html"} <= set(PAGES)
    assert "follow" in declared("board.js")


@pytest.mark.parametrize("template", PAGES)
def test_no_two_scripts_of_a_page_declare_the_same_name(template: str) -> None:
    named = Counter(name for script in set(loaded(template)) for name in declared(script))
    assert [name for name, times in named.items() if times > 1] == []


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
