"""The release folder is complete, the same bytes each time, and says when it is older than hardware/."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.hardware import kicad
from tools import release_hardware
from tools.drawing import circuit, pcb

DOCS = Path(__file__).parents[2] / "docs"


def test_every_line_of_the_list_has_maker_number_dealer_and_price() -> None:
    bare = {"test_point", "screws", "feet", "diffuser", "tie", "tabs", "socket_board", "wire_20", "wire_24", "wire_26"}
    for kind in circuit.kinds().values():
        assert re.fullmatch(r"\d+(\.\d\d)?", kind.price), kind.part
        if kind.part not in bare:
            assert kind.maker, kind.part
            assert kind.mpn, kind.part
            assert len(kind.distributor.split()) >= 2, f"{kind.part}: dealer and number"


@pytest.fixture(name="scratch")
def scratch_fixture(tmp_path: Path) -> Path:
    """A release with every file, made of nothing: what a check needs to be tried on."""
    for name in release_hardware.FILES:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name, encoding="utf-8")
    (tmp_path / "SOURCES").write_text(release_hardware.sources() + "\n", encoding="utf-8")
    names = (*release_hardware.FILES, "SOURCES")
    sums = [f"{hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (tmp_path / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    return tmp_path


def test_a_check_finds_what_is_missing_spoilt_or_old(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert release_hardware.faults(scratch) == []
    (scratch / "tapete.step").write_text("spoilt", encoding="utf-8")
    (scratch / "ibom.html").unlink()
    assert sorted(release_hardware.faults(scratch)) == ["ibom.html is missing", "tapete.step is not what was released"]
    monkeypatch.setattr(release_hardware, "sources", lambda: "other")
    assert any("has changed since" in fault for fault in release_hardware.faults(scratch))
    assert release_hardware.main(["--check", str(scratch)]) == 1


def test_what_is_no_release_and_what_is_not_empty_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release_hardware.main(["--check", str(tmp_path)]) == 1
    assert "is no release" in capsys.readouterr().err
    (tmp_path / "something").touch()
    assert release_hardware.main([str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert release_hardware.main([str(tmp_path / "new")]) == 1
    assert "KiCad 9 is needed" in capsys.readouterr().err


@pytest.mark.ibom
def test_the_interactive_bill_in_the_guide_is_that_of_the_board(tmp_path: Path) -> None:
    release_hardware.interactive(tmp_path / "ibom.html")
    assert (tmp_path / "ibom.html").read_bytes() == (DOCS / "build" / "ibom.html").read_bytes(), "copy it: see docs/build/board.md"


@pytest.mark.long
@pytest.mark.ibom
@pytest.mark.openscad
def test_a_release_is_complete_and_the_same_each_time(tmp_path: Path) -> None:
    release_hardware.make(tmp_path / "one")
    assert release_hardware.faults(tmp_path / "one") == []
    found = {path.relative_to(tmp_path / "one").as_posix() for path in (tmp_path / "one").rglob("*") if path.is_file()}
    assert found == {*release_hardware.FILES, "SOURCES", "SHA256SUMS"}
    with zipfile.ZipFile(tmp_path / "one" / "gerber.zip") as archive:
        names = archive.namelist()
        plated = archive.read("tapete-PTH.drl").decode()
        bare = archive.read("tapete-NPTH.drl").decode()
    assert len([name for name in names if re.search(r"\.g\w\w$", name)]) >= 8
    board = pcb.committed()
    drilled = re.compile(r"^X[-\d.]+Y[-\d.]+$", re.M)
    assert len(drilled.findall(plated)) == sum(1 for pad in board.pads if pad.drill) + len(board.vias)
    assert len(drilled.findall(bare)) == len(list(board.holes))
    (tmp_path / "two").mkdir()
    release_hardware.electronics(tmp_path / "two")
    for path in (tmp_path / "two").iterdir():
        assert path.read_bytes() == (tmp_path / "one" / path.name).read_bytes(), path.name
    shutil.copytree(tmp_path / "one", tmp_path / "spoilt")
    (tmp_path / "spoilt" / "bom.csv").write_text("", encoding="utf-8")
    assert release_hardware.faults(tmp_path / "spoilt") == ["bom.csv is not what was released"]


@pytest.mark.long
@pytest.mark.kicad
def test_sheets_and_board_are_exported_by_the_commands_of_the_release(tmp_path: Path) -> None:
    for name in ("schematic.pdf", "assembly.pdf", "fabrication.pdf"):
        arguments = [str(tmp_path / name) if word == "{}" else word for word in release_hardware.COMMANDS[name]]
        assert kicad.kicad(*arguments).returncode == 0, name
        release_hardware.timeless(tmp_path / name, "2026-01-01")
        made = (tmp_path / name).read_bytes()
        assert made.startswith(b"%PDF")
        assert b"D:20260101000000Z" in made or b"CreationDate" not in made
