"""What CircuitPython makes of a line of settings.toml, and what the doctor and `copy-firmware` say about one.

The table is what `os.getenv("K")` gave on the official images of CircuitPython 10.0.0 and 10.1.3, which agree; a ValueError is its words.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapete import cli
from tapete.console import copying, doctor, settings_file
from tapete.console.clock import OwnedClock
from tapete.console.reports import Connected, Reported
from tapete.console.simulator import SimulatedConsole
from tests.console.altered import altered
from tests.console.bench import Heard

NUMBER = ValueError("invalid syntax for integer with base 10")
END = ValueError("Invalid byte '\\n'")

TABLE: list[tuple[bytes, object]] = [
    (b"K = 2\n", 2),
    (b"K = two\n", NUMBER),
    (b"K = 22:00-09:00\n", NUMBER),
    (b'K = "two"\n', "two"),
    (b"K = 3.0\n", NUMBER),
    (b"K = 3 # three\n", 3),
    (b'K = "3" # three\n', "3"),
    (b"K=3", 3),
    (b"K = 3\r\n", 3),
    (b'K = "GRB"\r\n', "GRB"),
    (b"A = 1\r\nK = 3\r\n", 3),
    (b"\xef\xbb\xbfK = 3\n", None),
    (b"\xef\xbb\xbfA = 1\nK = 3\n", 3),
    (b"K = \xe2\x80\x9cGRB\xe2\x80\x9d\n", NUMBER),
    (b"K = 'GRB'\n", NUMBER),
    (b"K = 2\nK = 3\n", 2),
    (b"K = two\nK = 3\n", NUMBER),
    (b"K =\n", NUMBER),
    (b"K = \n", NUMBER),
    (b'K = "\n', END),
    (b'K = "GRB\n', END),
    (b'K = "GRB" x\n', ValueError("Invalid byte 'x'")),
    (b'K = "GRB"#c\n', "GRB"),
    (b"K\n", None),
    (b"K 3\n", None),
    (b"K := 3\n", None),
    (b"k = 3\n", None),
    (b"[section]\nK = 3\n", None),
    (b" K = 3\n", 3),
    (b"\tK\t=\t3\t\n", 3),
    (b"K = 0x10\n", 16),
    (b'K = "\\UFFFFFFFF"\n', ValueError("Invalid unicode escape")),
    (b'K = "\\U00110000"\n', ValueError("Invalid unicode escape")),
    (b'K = "\\U0001F600"\n', "\U0001f600"),
    (b'K = "\\uzzzz"\n', ValueError("Invalid byte 'z'")),
    (b'K = "\\u12"\n', ValueError("Invalid byte '\"'")),
    (b"K = 010\n", ValueError("invalid syntax for integer with base 0")),
    (b"K = 1_000\n", 1000),
    (b"K = +3\n", 3),
    (b"K = -3\n", -3),
    (b"K = 3 4\n", NUMBER),
    (b"K = 3,\n", NUMBER),
    (b"K = true\n", NUMBER),
    (b'"K" = 3\n', None),
    (b"# K = 3\n", None),
    (b"KK = 1\nK = 3\n", 3),
    (b"K = 99999999999\n", 99999999999),
    (b"K = 0b11\n", 3),
    (b'K = "\\u00e9"\n', "é"),
    (b'K = "\\q"\n', "q"),
    (b'K = """x"""\n', ValueError("Invalid byte '\"'")),
    (b"\n\n\nK = 3\n", 3),
    (b"K = 3\rA = 1\r", NUMBER),
    (b'K = "a\rb"\n', "a\rb"),
    (b"K = \xc2\xa03\n", NUMBER),
    (b"K = 3;\n", NUMBER),
    (b"K = [1]\n", NUMBER),
    (b"K = 2 panels\n", NUMBER),
    (b"X\x00Y\nK = 3\n", 3),
    (b'A = "x\nK = 3\n', 3),
    (b"", None),
    (b"K = 2 #\xc3\xa9\n", 2),
    (b"K.A = 3\n", None),
    (b"K = 1e3\n", NUMBER),
    (b'K = ""\n', ""),
    (b"K = 3 \n", 3),
    (b"K = \xef\xbc\x93\n", NUMBER),
]


@pytest.mark.parametrize(("octets", "value"), TABLE)
def test_a_file_is_read_as_the_board_reads_it(octets: bytes, value: object) -> None:
    read = settings_file.as_read(octets).get("K")
    if isinstance(value, ValueError):
        assert isinstance(read, ValueError)
        assert str(read) == str(value)
    else:
        assert read == value


@pytest.mark.parametrize("octets", [b'K = "\\u12"\n', b'K = "\\ud800"\n', b'K = "\xff"\n', b'K = "\\'])
def test_text_that_is_none_is_a_fault_whatever_the_words(octets: bytes) -> None:
    assert isinstance(settings_file.as_read(octets)["K"], ValueError)


@pytest.mark.parametrize(
    ("octets", "found"),
    [
        (b"TAPETE_PANELS = 4\n", []),
        (b"# all of this\nTAPETE_PANELS = two\n", [("settings_line", 2, "TAPETE_PANELS = two cannot be used. 2 counts")]),
        (b"TAPETE_NIGHT = 22:00-09:00", [("settings_line", 1, 'TAPETE_NIGHT = 22:00-09:00 cannot be used. "" counts')]),
        (b'TAPETE_NIGHT = "25:00-09:00"', [("settings_line", 1, "25:00-09:00")]),
        (b"TAPETE_PANELS = 7\r\n", [("settings_line", 1, "TAPETE_PANELS = 7 cannot")]),
        (b"TAPETE_PANELS = 2 panels\n", [("settings_line", 1, "2 panels")]),
        (b"TAPETE_PANELS =\n", [("settings_line", 1, "—")]),
        (b"TAPETE_PANEL = 3\n", [("settings_unread", 1, "TAPETE_PANEL = 3")]),
        (b"TAPETE_PANELS = 2\nTAPETE_PANELS = 3\n", [("settings_unread", 2, "TAPETE_PANELS = 3")]),
        (b"[console]\nTAPETE_PANELS = 3\n", [("settings_unread", 1, "[console]"), ("settings_unread", 2, "TAPETE_PANELS = 3")]),
        (b"\xef\xbb\xbfTAPETE_PANELS = 3\n", [("settings_unread", 1, "TAPETE_PANELS = 3")]),
        (b"TAPETE_PANELS: 3\n", [("settings_unread", 1, "TAPETE_PANELS: 3")]),
        (
            b"TAPETE_ZIGZAG = 2\nrubbish\nTAPETE_PANELS = 0",
            [("settings_line", 1, ""), ("settings_unread", 2, ""), ("settings_line", 3, "")],
        ),
    ],
)
def test_every_line_that_counts_for_nothing_is_named(octets: bytes, found: list[tuple[str, int, str]]) -> None:
    findings = settings_file.judge(octets)
    assert [(finding.code, finding.params["line"]) for finding in findings] == [(code, line) for code, line, _ in found]
    for finding, (_, line, words) in zip(findings, found, strict=True):
        assert words in finding.what.in_("en")
        assert f"línea {line}" in finding.what.in_("es")


def test_the_shipped_file_is_without_fault() -> None:
    assert settings_file.judge_drive(Path(__file__).parents[2] / "firmware") == []


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A drive that is up to date, with a typing error in its settings."""
    root = tmp_path / "TAPETE"
    root.mkdir()
    (root / "boot_out.txt").write_text("Adafruit CircuitPython 10.1.3 on 2026-02-20; x\nBoard ID:raspberry_pi_pico\n", encoding="utf-8")
    copying.copy(root)
    text = (root / "settings.toml").read_text(encoding="utf-8")
    (root / "settings.toml").write_text(text.replace("TAPETE_PANELS = 2", "TAPETE_PANELS = two"), encoding="utf-8")
    return root


def test_copy_firmware_names_the_line_in_place_of_nothing_to_do(drive: Path) -> None:
    tried = CliRunner().invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive)])
    assert tried.exit_code == 1
    assert "TAPETE_PANELS = two cannot be used. 2 counts instead." in tried.output
    assert "nothing to do" not in tried.output
    told = json.loads(CliRunner().invoke(cli.command_line("es"), ["console", "copy-firmware", str(drive), "--dry-run", "--json"]).stdout)
    assert told["settings"][0]["code"] == "settings_line"
    assert "no sirve" in told["settings"][0]["what"]["es"]


def test_the_doctor_names_the_line_whether_a_console_answers_or_not(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "mounted", lambda: iter([drive]))
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert [finding.code for finding in doctor.examine().findings] == ["no_console", "settings_line"]
    assert [finding.code for finding in doctor.examine("/nowhere/console").findings] == ["port_gone", "settings_line"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("TAPETE_PANELS = 2", "TAPETE_PANELS = two", ("TAPETE_PANELS", "two", "2")),
        ('TAPETE_NIGHT = ""', "TAPETE_NIGHT = 22:00-09:00", ("TAPETE_NIGHT", "22:00-09:00", "-")),
    ],
)
def test_a_console_with_a_typing_error_starts_and_tells_of_it(tmp_path: Path, old: str, new: str, told: tuple[str, str, str]) -> None:
    firmware = altered(tmp_path)
    settings = firmware / "settings.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with OwnedClock() as clock, SimulatedConsole(firmware=firmware, clock=clock) as board:
        heard = Heard(clock)
        console = board.open(heard)
        try:
            assert heard.next(Connected).panels == 2
            finding = heard.next(Reported).finding
        finally:
            console.close()
    assert finding.code == "setting_wrong"
    assert (finding.params["key"], finding.params["stands"], finding.params["used"]) == told


def test_the_interpreters_own_keys_are_no_fault_and_the_radio_is_told() -> None:
    found = settings_file.judge(b'CIRCUITPY_WEB_API_PASSWORD = "x"\nCIRCUITPY_WIFI_SSID = "home"\nTAPETE_PANELS = 2\n')
    assert [(finding.code, finding.weight, finding.params["line"]) for finding in found] == [("radio_on", "note", 2)]
    assert settings_file.judge(b'CIRCUITPY_WIFI_SSID = ""\n') == []
