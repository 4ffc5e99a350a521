"""A console's settings.toml as the board reads it, and what is wrong with it, line by line.

CircuitPython does not read TOML as tomllib does: `os.getenv` looks for the first line that begins with the key, up to the first line in
square brackets, and takes a value in double quotes or one whole number. Measured on CircuitPython 10.0.0 and 10.1.3
(tests/console/test_settings_file.py holds the table).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tapete.console.firmware import firmware_path
from tapete.console.troubles import Finding
from tapete_console.settings_keys import Environment, Wrong
from tapete_console.settings_keys import read as in_use

NAME = "settings.toml"
OURS, INTERPRETERS = "TAPETE_", "CIRCUITPY_"
"""How keys begin: those of the firmware, and those that CircuitPython itself reads."""
RADIO = "CIRCUITPY_WIFI_SSID"
"""With this key CircuitPython switches the radio on."""
BLANK = b" \t\r\v\f"
ESCAPES = {ord(letter): ord(meant) for letter, meant in {"b": "\b", "r": "\r", "n": "\n", "t": "\t", "v": "\v", "f": "\f"}.items()}
QUOTE, ESCAPE, HASH = b'"\\#'


class SettingLine(Struct, frozen=True):
    """One line that sets a key: its number (from 1), the key, the text behind it, and the value, or why it has no value."""

    line: int
    key: str
    stands: str
    value: str | int | None
    fault: str = ""


def entries(octets: bytes) -> tuple[list[SettingLine], list[tuple[int, str]]]:
    """Read a file as the board does: the lines that set a key, the first for each; number and text of those that set nothing."""
    found: dict[str, SettingLine] = {}
    unread: list[tuple[int, str]] = []
    over = False
    for number, raw in enumerate(octets.split(b"\n"), start=1):
        text = raw.strip(BLANK)
        if not text or text.startswith(b"#"):
            continue
        over = over or text.startswith(b"[")
        name, equals, rest = text.partition(b"=")
        key = name.rstrip(BLANK).decode(errors="replace")
        if over or not equals or key in found:
            unread.append((number, text.decode(errors="replace")))
            continue
        stands = rest.strip(BLANK).decode(errors="replace")
        try:
            found[key] = SettingLine(number, key, stands, value(rest.strip(BLANK)))
        except ValueError as fault:
            found[key] = SettingLine(number, key, stands, None, str(fault))
    return list(found.values()), unread


def value(octets: bytes) -> str | int:
    """The value of what stands behind the equals sign. Raises ValueError with the board's words."""
    if octets[:1] == b'"':
        return _quoted(octets)
    number = octets.partition(b"#")[0].strip(BLANK)
    try:
        return int(number.decode("ascii"), 0)
    except ValueError:
        base = 0 if number[:1] == b"0" and number.isdigit() else 10
        raise ValueError(f"invalid syntax for integer with base {base}") from None


def _quoted(octets: bytes) -> str:
    text = bytearray()
    at = 1
    while True:
        if at >= len(octets):
            raise ValueError("Invalid byte '\\n'")
        letter = octets[at]
        at += 1
        if letter == QUOTE:
            rest = octets[at:].lstrip(BLANK)
            if rest and rest[0] != HASH:
                raise ValueError(f"Invalid byte {chr(rest[0])!r}")
            return text.decode()
        if letter == ESCAPE and at < len(octets):
            letter = octets[at]
            at += 1
            if letter in b"uU":
                size = 4 if letter == ord("u") else 8
                text += _letter(octets[at : at + size].ljust(size, b"\n"))
                at += size
                continue
            letter = ESCAPES.get(letter, letter)
        text.append(letter)


def _letter(digits: bytes) -> bytes:
    """The letter with this number in hexadecimal, in UTF-8. Raises ValueError with the board's words."""
    for digit in digits:
        if digit not in b"0123456789abcdefABCDEF":
            raise ValueError(f"Invalid byte {chr(digit)!r}")
    number = int(digits, 16)
    if number > sys.maxunicode:
        raise ValueError("Invalid unicode escape")
    return chr(number).encode()


class OnTheDrive(Environment):
    """The settings that a file gives."""

    def __init__(self, read: list[SettingLine]) -> None:
        self._read = {entry.key: entry for entry in read}

    def getenv(self, key: str) -> str | int | None:
        entry = self._read.get(key)
        if entry is not None and entry.fault:
            raise ValueError(entry.fault)
        return None if entry is None else entry.value

    def stands(self, key: str) -> str:
        return self._read[key].stands


def is_ours(octets: bytes) -> bool:
    """Whether a file is a console's: it sets a key of the firmware's, or none but CircuitPython's own."""
    keys = [entry.key for entry in entries(octets)[0]]
    return any(key.startswith(OURS) for key in keys) or all(key.startswith(INTERPRETERS) for key in keys)


def is_blank(octets: bytes) -> bool:
    """Whether a file sets nothing and explains nothing: CircuitPython puts such a one on each new drive."""
    return not octets.strip(b"\0 \t\r\n")


def as_read(octets: bytes) -> dict[str, object]:
    """What `os.getenv` gives for each key of a file; a ValueError in the place of a value stands for the one it raises."""
    read, _ = entries(octets)
    return {entry.key: ValueError(entry.fault) if entry.fault else entry.value for entry in read}


class GivenSettings(Environment):
    """Settings that were given one by one, in no file."""

    def __init__(self, values: Mapping[str, str | int]) -> None:
        self._values = values

    def getenv(self, key: str) -> str | int | None:
        return self._values.get(key)


def keys() -> list[str]:
    """The keys that the shipped settings.toml explains."""
    return [entry.key for entry in entries((firmware_path() / NAME).read_bytes())[0]]


def unusable(values: Mapping[str, str | int]) -> list[Wrong]:
    """Which of these values no console can use, and what would count in their place. Raises KeyError for a key that there is not."""
    for key in values:
        if key not in keys():
            raise KeyError(key)
    return [wrong for wrong in in_use(GivenSettings(values)).wrong if wrong.key in values]


def judge(octets: bytes) -> list[Finding]:
    """What is wrong with a settings.toml: values that are not used, and lines that the board does not read."""
    read, unread = entries(octets)
    lines = {entry.key: entry for entry in read}
    known = set(keys())
    findings: list[tuple[int, Finding]] = [
        (lines[wrong.key].line, _wrong(wrong, lines[wrong.key])) for wrong in in_use(OnTheDrive(read)).wrong
    ]
    unread = unread + [
        (entry.line, f"{entry.key} = {entry.stands}") for entry in read if entry.key not in known and not entry.key.startswith(INTERPRETERS)
    ]
    radio = next((entry for entry in read if entry.key == RADIO and entry.value), None)
    if radio is not None:
        findings.append((radio.line, Finding("radio_on", {"line": radio.line, "key": RADIO})))
    findings += [(line, Finding("settings_unread", {"line": line, "text": text})) for line, text in unread]
    return [finding for _, finding in sorted(findings, key=lambda found: found[0])]


def _wrong(wrong: Wrong, entry: SettingLine) -> Finding:
    return Finding("settings_line", {"line": entry.line, "key": wrong.key, "stands": entry.stands or "—", "used": wrong.used or '""'})


def judge_drive(drive: Path) -> list[Finding]:
    """Judge the file on a drive; return nothing where there is no file."""
    try:
        return judge((drive / NAME).read_bytes())
    except OSError:
        return []
