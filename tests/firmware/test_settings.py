"""What a builder may write into settings.toml, and what a console makes of what cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete_console import settings_keys, wire
from tapete_console.settings_keys import Environment
from tests.firmware.rig import ROOT, WORKSHOP, Desk, simhw


class Unreadable(Environment):
    """A file in which these keys have something behind them that CircuitPython cannot read."""

    def __init__(self, written: dict[str, str]) -> None:
        self.written = written

    def getenv(self, key: str) -> str | int | None:
        if key in self.written:
            raise ValueError("invalid syntax for integer with base 10")
        return None

    def stands(self, key: str) -> str:
        return self.written[key]


@pytest.mark.parametrize(
    ("key", "stands", "words"),
    [
        ("TAPETE_PANELS", "two", "2 two"),
        ("TAPETE_NIGHT", "22:00-09:00", "- 22:00-09:00"),
        ("TAPETE_PALETTE", "“green-red”", "standard ?green-red?"),
        ("TAPETE_BUDGET_MA", "3.0 # three", "400 3.0 # three"),
        ("TAPETE_TURNED", "", "-"),
        ("TAPETE_HIDE_DRIVE", "yes", "0 yes"),
        ("TAPETE_BRIGHTNESS", "x" * 500, "100 " + "x" * 40),
    ],
)
def test_a_value_that_the_board_cannot_read_is_told_and_its_default_counts(key: str, stands: str, words: str) -> None:
    settings = settings_keys.read(Unreadable({key: stands}))
    assert [wrong.words() for wrong in settings.wrong] == [[key, *words.split(" ")]]
    wire.write("report", ["setting", *settings.wrong[0].words()], "00000000", 1)
    usual = vars(settings_keys.read(Environment()))
    assert {**vars(settings), "wrong": []} == usual


def test_every_key_may_be_unreadable_at_once() -> None:
    known = [
        line.split(" ")[0]
        for line in (ROOT / "firmware" / "settings.toml").read_text(encoding="utf-8").splitlines()
        if "TAPETE_" in line[:7]
    ]
    settings = settings_keys.read(Unreadable(dict.fromkeys(known, "?!")))
    assert sorted(wrong.key for wrong in settings.wrong) == sorted(known)
    assert len(known) == 23


def test_an_interpreter_that_reads_quoted_values_only_gets_its_numbers_from_the_file() -> None:
    settings = settings_keys.read(Unreadable({"TAPETE_PANELS": "3 # three", "TAPETE_BUDGET_MA": "99999999"}))
    assert settings.panels == 3
    assert [wrong.words() for wrong in settings.wrong] == [["TAPETE_BUDGET_MA", "400", "99999999"]]


@pytest.mark.parametrize(
    ("octets", "stands"),
    [
        (b"TAPETE_PANELS = two\n", "two"),
        (b"# TAPETE_PANELS = 3\r\n\tTAPETE_PANELS=\ttwo # II\r\n", "two # II"),
        (b"TAPETE_PANELS = two\nTAPETE_PANELS = 3\n", "two"),
        (b"TAPETE_PANELS = \xf1\xff\n", "ñÿ"),
        (b"TAPETE_PANELS_ = 3\n", ""),
        (None, ""),
    ],
)
def test_what_stands_in_the_file_is_found(octets: bytes | None, stands: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.toml"
    if octets is not None:
        file.write_bytes(octets)
    monkeypatch.setattr(WORKSHOP.start, "SETTINGS", str(file))
    assert WORKSHOP.opening.Toml().stands("TAPETE_PANELS") == stands


def test_the_path_of_the_file_is_two_folders_up_on_any_drive() -> None:
    assert str(ROOT / "firmware" / "settings.toml") == WORKSHOP.start.SETTINGS


def test_the_fake_raises_where_the_board_does() -> None:
    simhw.restart("power")
    simhw.SETTINGS["TAPETE_PANELS"] = ValueError("invalid syntax for integer with base 10")
    with pytest.raises(ValueError, match="invalid syntax"):
        simhw.getenv("TAPETE_PANELS")


def test_a_wrong_setting_is_told_to_the_host_with_what_counts_in_its_place() -> None:
    desk = Desk(panels="two")
    desk.greet()
    assert desk.told() == [("report", "setting", "TAPETE_PANELS", "2", "two")]


def test_every_key_has_its_line_in_the_file_that_comes_along() -> None:
    """A builder reads what there is to set in settings.toml itself."""
    lines = (ROOT / "firmware" / "settings.toml").read_text(encoding="utf-8").splitlines()
    written = {line.partition(" = ")[0] for line in lines if line.startswith("TAPETE_")}
    known = {key for key, *_ in (*settings_keys.WHOLE, *settings_keys.WORDS)} | {settings_keys.NIGHT, settings_keys.TURNED}
    assert written == known
