"""Folders that take long to make are made once in a run: its workers and its modules share them, and only read them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of that name; the first test that asks for it lets `make` fill it, and the others wait for it.

    What `make` raises goes to the test that asked; the next one tries again.
    """
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"once-{name}"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            begun = folder.with_suffix(".begun")
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir()
            make(begun)
            begun.rename(folder)
    return folder
