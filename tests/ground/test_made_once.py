"""A folder is made once for all workers of a run, and a folder that was not finished is made anew."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.made_once import made_once


def worker(folder: Path) -> Any:
    return SimpleNamespace(getbasetemp=lambda: folder)


def test_workers_share_what_one_of_them_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    made: list[Path] = []

    def make(folder: Path) -> None:
        (folder / "part.stl").write_text(f"the {len(made)}th", encoding="utf-8")
        made.append(folder)
        if len(made) == 1:
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        made_once(worker(tmp_path / "gw0"), "parts", make)
    folders = {made_once(worker(tmp_path / name), "parts", make) for name in ("gw0", "gw1")}
    assert len(folders) == 1
    assert len(made) == 2
    assert (folders.pop() / "part.stl").read_text(encoding="utf-8") == "the 1th"


def test_a_run_without_workers_has_folders_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    (tmp_path / "one").mkdir()
    assert made_once(worker(tmp_path / "one"), "parts", Path.is_dir).parent == tmp_path / "one"
