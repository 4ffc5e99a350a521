"""The MicroPython of these tests: named where it is missing, required where CI says so."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

PACKAGE = "@micropython/micropython-webassembly-pyscript"


def vm_missing() -> str:
    """Say what the tests in a MicroPython lack on this computer; empty if nothing."""
    if shutil.which("node") is None:
        return "Node is not installed"
    folder = os.environ.get("TAPETE_VM_MODULES", "")
    if not folder or not (Path(folder) / PACKAGE).is_dir():
        return f"TAPETE_VM_MODULES does not name a folder with {PACKAGE} (npm install {PACKAGE}@1.27.0)"
    return ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the tests in a MicroPython out where there is none; refuse to run without it where TAPETE_REQUIRE_VM=1."""
    missing = vm_missing()
    if not missing:
        return
    if os.environ.get("TAPETE_REQUIRE_VM") == "1":
        raise pytest.UsageError(f"a MicroPython is required: {missing}")
    left_out = [item for item in items if item.path.name == "test_micropython.py"]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what was not tried."""
    missing = vm_missing()
    if missing:
        terminalreporter.write_line(f"not tried on this computer: the firmware in a MicroPython ({missing})")
