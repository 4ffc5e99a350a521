"""What every test run shares: repeatable hypothesis, and an honest account of what this computer cannot try.

Tests that need something which is not here (a Chromium, OpenSpiel, KiCad) are left out of the run and named at its end, never counted as
passed. `TAPETE_REQUIRE=browser,oracle` turns their absence into an error; CI sets it.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("TAPETE_HYPOTHESIS", "repeatable"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts a run in the background lets it ignore Ctrl-C; what tests start and interrupt would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def absences() -> dict[str, str]:
    """Say, by marker, what is missing on this computer and how to get it."""
    missing: dict[str, str] = {}
    chromium = os.environ.get("TAPETE_CHROMIUM", "")
    if importlib.util.find_spec("pytest_playwright") is None:
        missing["browser"] = "the extra `browser` is not installed"
    elif not Path(chromium).is_file():
        missing["browser"] = "TAPETE_CHROMIUM does not name a Chromium"
    if importlib.util.find_spec("pyspiel") is None:
        missing["oracle"] = "OpenSpiel is not installed (the extra `oracle`)"
    if shutil.which("kicad-cli") is None:
        missing["kicad"] = "KiCad 9 is not installed (kicad-cli)"
    if shutil.which("openscad") is None:
        missing["openscad"] = "OpenSCAD is not installed"
    elif importlib.util.find_spec("trimesh") is None:
        missing["openscad"] = "the extra `hardware` is not installed"
    if importlib.util.find_spec("schemathesis") is None:
        missing["api"] = "the extra `api` is not installed (schemathesis)"
    if importlib.util.find_spec("mkdocs") is None:
        missing["site"] = "MkDocs is not installed (the extra `docs`)"
    return missing


def pytest_configure() -> None:
    """Refuse to start without what `TAPETE_REQUIRE` names."""
    required = {name for name in os.environ.get("TAPETE_REQUIRE", "").split(",") if name}
    lacking = {name: why for name, why in absences().items() if name in required}
    if lacking:
        raise pytest.UsageError("; ".join(f"{name} is required: {why}" for name, why in lacking.items()))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave the folder of page tests unread where what it imports is not installed."""
    if collection_path.name == "browser" and collection_path.is_dir() and importlib.util.find_spec("pytest_playwright") is None:
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out what cannot be tried here."""
    missing = absences()
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in missing)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was not tried."""
    for name, why in absences().items():
        terminalreporter.write_line(f"not tried on this computer: tests marked {name} ({why})", yellow=True)
