"""What every test run shares: its form, repeatable hypothesis, and an honest account of what it did not try.

Tests that need something which is not here (a Chromium, OpenSpiel, KiCad) and those too slow for the form of the run are left out of it and
named in its last line but one, never counted as passed. `TAPETE_REQUIRE=browser,oracle` turns the absence of what is needed into an error;
CI sets it.
"""

from __future__ import annotations

import functools
import gc
import importlib.util
import os
import shutil
import signal
import ssl
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import budget, chance, chromium, disk, run_forms
from tools import catalogues, proofs

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts a run in the background lets it ignore Ctrl-C; what tests start and interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What tests start speaks as an installed Tapete does, finds the browser that the tests use, and compiles what it imports once: they start
# hundreds of programs. Where the computer's owner wants no compiled modules beside the sources, they lie in the environment.
os.environ.pop("TAPETE_STARTED_AS", None)
if found := chromium.find_chromium():
    os.environ["TAPETE_CHROMIUM"] = found
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(sys.prefix, "compiled"))

# httpx reads the world's certificates for each client that is made, which takes longer than most tests; none of them speaks TLS.
ssl.create_default_context = functools.cache(ssl.create_default_context)  # type: ignore[assignment]  # the same except its memory

# What reading the tests makes stays: garbage is looked for when they are read (`pytest_collection_finish`).
gc.disable()

EXAMPLES = {"quick": 20, "usual": 40, "long": 100, "nightly": 1000}
"""How many examples hypothesis tries where a test does not say; at night they are others each time."""

MICROPYTHON = "@micropython/micropython-webassembly-pyscript"
MARKUP = "html-validate"
TYPESCRIPT = "typescript"
PUPPETEER = "puppeteer-core"

LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests were left out, by the marker that is the reason; 0 where nobody counted them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be of another form than the usual one."""
    group = parser.getgroup("tapete", "the form of the run (docs/testing.md)")
    for name, what in {
        "quick": "the edit loop: leave out what takes long, try less at random",
        "long": "as CI runs it: with the long forms",
        "nightly": "everything: millions of lines, thousands of matches, mutants, kills (hours)",
    }.items():
        group.addoption(f"--{name}", action="store_const", const=name, dest="form", help=what)
    group.addoption("--held", default="", help="groups of docs/proofs.toml whose lines hold: their tests are left out")
    group.addoption(
        "--group", default="", help="one group of docs/proofs.toml: its tests alone, and what they read is compared with its inputs"
    )


def _no_terminal() -> str:
    """Say why a simulated console cannot have a pseudo-terminal; empty where it can, or where it needs none (Windows)."""
    if not hasattr(os, "openpty"):
        return ""
    try:
        ends = os.openpty()
    except OSError as refused:
        return f"the system gives none ({refused.strerror}); close some, or raise kernel.pty.max"
    for end in ends:
        os.close(end)
    return ""


@functools.cache
def absences() -> dict[str, str]:
    """Say, by marker, what is missing on this computer and how to get it."""
    missing: dict[str, str] = {}
    if importlib.util.find_spec("pytest_playwright") is None:
        missing["browser"] = "a Chromium, or the extra `browser`"
    elif not Path(os.environ.get("TAPETE_CHROMIUM", "")).is_file():
        missing["browser"] = "a Chromium: install one, or name it with TAPETE_CHROMIUM"
    if importlib.util.find_spec("pyspiel") is None:
        missing["oracle"] = "OpenSpiel: the extra `openspiel`"
    if not all(importlib.util.find_spec(name) for name in ("pettingzoo", "gymnasium")):
        missing["environments"] = "PettingZoo and Gymnasium: the extra `environments`"
    if importlib.util.find_spec("numpy") is None:
        missing["numpy"] = "numpy: the extra `solver`"
    if not all(importlib.util.find_spec(name) for name in ("rustworkx", "alembic", "aiosqlite", "asyncpg")):
        missing["league"] = "rustworkx, SQLAlchemy and the like: the extra `league`"
    if not shutil.which("pg_ctl") and not any(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")):
        missing["postgresql"] = "PostgreSQL (Debian's package `postgresql`)"
    if shutil.which("kicad-cli") is None:
        missing["kicad"] = "KiCad 9 (kicad-cli)"
    if "kicad" in missing or importlib.util.find_spec("InteractiveHtmlBom") is None:
        missing["ibom"] = "KiCad 9, and InteractiveHtmlBom: pip install --no-deps InteractiveHtmlBom"
    if shutil.which("ngspice") is None:
        missing["spice"] = "ngspice"
    if shutil.which("soffice") is None:
        missing["office"] = "LibreOffice (soffice)"
    if shutil.which("mandoc") is None:
        missing["manual"] = "mandoc"
    if shutil.which("gerbv") is None or importlib.util.find_spec("PIL") is None:
        missing["gerber"] = "gerbv (Debian's package), and Pillow: the extra `browser`"
    if shutil.which("openscad") is None:
        missing["openscad"] = "OpenSCAD"
    elif not all(importlib.util.find_spec(name) for name in ("trimesh", "OCP")):
        missing["openscad"] = "the extra `hardware`"
    if importlib.util.find_spec("schemathesis") is None:
        missing["api"] = "Schemathesis: the extra `api`"
    if not all(importlib.util.find_spec(name) for name in ("cyclonedx", "twine", "pyroma", "uv", "pipx")):
        missing["release"] = "CycloneDX, twine, uv and the like: the extra `release`"
    if not all(importlib.util.find_spec(name) for name in ("mkdocs", "mkdocstrings", "material")):
        missing["site"] = "MkDocs: the extra `docs`"
    if importlib.util.find_spec("cosmic_ray") is None:
        missing["mutants"] = "cosmic-ray: the extra `mutants`"
    if reason := _no_terminal():
        missing["pty"] = f"a pseudo-terminal: {reason}"
    if shutil.which("node") is None:
        missing["firefox"] = missing["markup"] = missing["micropython"] = missing["node"] = missing["sdk"] = "Node"
    elif not (Path(os.environ.get("TAPETE_VM_MODULES", "/nowhere")) / MICROPYTHON).is_dir():
        missing["micropython"] = f"npm install {MICROPYTHON}@1.27.0, and its node_modules in TAPETE_VM_MODULES"
    if "node" not in missing and not (Path(os.environ.get("TAPETE_MARKUP_MODULES", "/nowhere")) / MARKUP).is_dir():
        missing["markup"] = f"npm install {MARKUP}@9.7.1, and its node_modules in TAPETE_MARKUP_MODULES"
    if "node" not in missing and not (Path(os.environ.get("TAPETE_SDK_MODULES", "/nowhere")) / TYPESCRIPT).is_dir():
        missing["sdk"] = f"npm install {TYPESCRIPT}@5.9.3, and its node_modules in TAPETE_SDK_MODULES"
    if shutil.which("firefox-esr") is None:
        missing["firefox"] = "Firefox (Debian's package `firefox-esr`)"
    elif "node" not in missing and not (Path(os.environ.get("TAPETE_FIREFOX_MODULES", "/nowhere")) / PUPPETEER).is_dir():
        missing["firefox"] = f"npm install {PUPPETEER}@24.43.1, and its node_modules in TAPETE_FIREFOX_MODULES"
    return missing


def pytest_configure(config: pytest.Config) -> None:
    """Settle the form before any test is read, and refuse to start without what `TAPETE_REQUIRE` names."""
    config.stash[LEFT_OUT] = Counter()
    config.stash[budget.NOT_INPUTS], config.stash[budget.INCOMPLETE] = set(), set()
    config.pluginmanager.register(budget, "budget")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        catalogues.renew()
        config.pluginmanager.register(budget.Counting(config), "counting")
    if (name := config.getoption("group")) in proofs.register():
        config.pluginmanager.register(budget.Tracing(name), "tracing")
    os.environ[run_forms.VARIABLE] = config.getoption("form") or os.environ.get(run_forms.VARIABLE, "usual")
    os.environ.setdefault(run_forms.TURN, str(run_forms.turn_of(str(config.rootpath))))
    if run_forms.form() not in run_forms.FORMS:
        raise pytest.UsageError(f"{run_forms.VARIABLE} is {run_forms.form()!r} and must be one of: {', '.join(run_forms.FORMS)}")
    chance.settle()
    disk.hurry()
    examples = EXAMPLES[run_forms.form()]
    settings.register_profile("tapete", derandomize=run_forms.form() != "nightly", deadline=None, max_examples=examples, print_blob=True)
    settings.load_profile("tapete")
    required = {name for name in os.environ.get("TAPETE_REQUIRE", "").split(",") if name}
    lacking = {name: why for name, why in absences().items() if name in required}
    if lacking:
        raise pytest.UsageError("; ".join(f"{name} is required: {why} is missing" for name, why in lacking.items()))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Say how many workers `-n auto` is: some more than processors, because half the tests wait for programs or a browser."""
    return None if config.getoption("form") == "quick" else (os.cpu_count() or 1) + 2


@functools.cache
def _slow_folders(config: pytest.Config) -> set[Path]:
    """Give the folders that the quick form leaves unread, except one that is asked for."""
    asked = [Path(argument).resolve() for argument in config.args]
    folders = (config.rootpath / name for name in run_forms.SLOW_FOLDERS)
    return {folder for folder in folders if not any(folder in (path, *path.parents) for path in asked)}


def _named(config: pytest.Config) -> bool:
    """Whether a test is asked for by its own name."""
    return any("::" in argument for argument in config.args)


def pytest_report_header() -> list[str]:
    """Say how the chance of a night is had again."""
    return [chance.told()] if chance.told() else []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the folder of page tests unread where what it imports is not installed."""
    if collection_path.name == "browser" and collection_path.is_dir() and importlib.util.find_spec("pytest_playwright") is None:
        config.stash[LEFT_OUT]["browser"] = 0
        return True
    if run_forms.form() == "quick" and collection_path in _slow_folders(config) and not _named(config):
        config.stash[LEFT_OUT]["slow"] += 0
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out what cannot be tried here and what is too slow for the form, except for a test that is asked for by its own name."""
    missing, counted, incomplete = absences(), config.stash[LEFT_OUT], config.stash[budget.INCOMPLETE]
    named = _named(config)
    kept, left_out = [], []
    held, wanted = set(filter(None, config.getoption("held").split(","))), config.getoption("group")
    cases = Counter[str]()
    for item in items:
        group = proofs.group_of(item.nodeid)
        if group in held or (wanted and (group or "rest") != wanted):
            left_out.append(item)
            counted["held"] += group in held
            continue
        markers = {marker.name for marker in item.iter_markers()}
        if item.path.relative_to(config.rootpath).as_posix().startswith(run_forms.ON_A_TERMINAL):
            markers.add("pty")
        slow = None if named else run_forms.too_slow(markers)
        absent = next((name for name in missing if name in markers), None)
        why = absent or slow
        if why is None and "halves" in markers and not named:
            test = item.nodeid.partition("[")[0]
            why = "nightly" if run_forms.waits(test, cases[test]) else None
            cases[test] += 1
        if why is None:
            kept.append(item)
        else:
            left_out.append(item)
            counted[why] += 1
            if absent and group and not slow:
                incomplete.add(group)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = kept if workers == 1 else run_forms.longest_first(kept, lambda item: item.get_closest_marker("long") is not None, workers)


def pytest_collection_finish() -> None:
    """Let the collections of garbage, the simulated boards' above all, look at what the tests make and not at the tests themselves."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give the test its own chance; let it wait for the disk if it is about that, or if the form has time."""
    chance.serve(item.nodeid)
    disk.waits = run_forms.form() in ("long", "nightly") or item.get_closest_marker("disk") is not None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker tell the controller what it left out."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        counted = session.config.stash[LEFT_OUT]
        output["left_out"] = dict(counted)
        incomplete = session.config.stash[budget.INCOMPLETE]
        output["incomplete"] = sorted(incomplete)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from the first worker that ends what it left out; all leave out the same."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[budget.NOT_INPUTS] |= set(told.get("not_inputs", ()))
    node.config.stash[budget.INCOMPLETE] |= set(told.get("incomplete", ()))
    if not node.config.stash[LEFT_OUT]:
        node.config.stash[LEFT_OUT].update(told.get("left_out", {}))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Generator[None]:
    """Name in the last line but one what was not tried, and what would bring it."""
    yield
    counted, missing = config.stash[LEFT_OUT], absences()
    told = [f"{counted[marker]} {marker} ({run_forms.command(marker)})" for marker in run_forms.FIRST if counted[marker]]
    if run_forms.form() == "quick" and (folders := sorted(folder.name for folder in _slow_folders(config))):
        told.insert(0, f"the folders {', '.join(folders)} ({run_forms.command('slow')})")
    if counted["held"]:
        told.append(f"{counted['held']} held by docs/proofs-held.toml (python tools/proofs.py state)")
    told += [f"{counted[name] or 'all'} {name} (needs {missing[name]})" for name in missing if name in counted]
    if told:
        terminalreporter.write_line(f"left out: {'; '.join(told)}", yellow=True)


@pytest.fixture(autouse=True)
def _english_before_each_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that runs within a test chooses the language of the whole process: no later test is to meet that."""
    monkeypatch.setenv("LANGUAGE", "en")
