"""`tapete console image`: one UF2 file with the interpreter and a drive that holds the firmware, for a Pico that is new.

The interpreter is CircuitPython's official image, which its user gives: nothing of it is in Tapete. Families and addresses are those of
CircuitPython's ports/raspberrypi (mpconfigport.h and the boards' mpconfigboard.mk) and of the chips' boot loaders.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from tapete.console import copying, fat, settings_file
from tapete.console.copying import NotCopied
from tapete.console.troubles import Finding

BLOCK, PAYLOAD = 512, 256
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
FAMILY_FLAG = 0x2000
FLASH = 0x10000000
ERASED = 4096
"""The boot loader erases so many bytes at once."""

MEGABYTE = 1024 * 1024
MOST_BYTES = 32 * MEGABYTE
"""Longer than any image: UF2 takes twice the flash, and the largest board has 16 MB."""
LABEL = "TAPETE"
QUIET = {".fseventsd/no_log": b"", ".metadata_never_index": b"", ".Trashes": b"", ".Trash-1000": b""}
"""Lets no system write its own things onto the drive."""

LARGE_BUDGET = 2000
"""mA for three and four panels, which an ordinary USB port does not feed (docs/build)."""


class PicoBoard(Struct, frozen=True):
    """What differs between the boards: CircuitPython's id, the UF2 family, where the drive begins in the flash, and how large that is."""

    id: str
    family: int
    drive: int
    flash: int


RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
PLAIN, WITH_RADIO = 1024 * 1024, 1540 * 1024
"""Where the drive begins: behind 1020 KB of interpreter (1536 with the radio's) and 4 KB of nvm."""

BOARDS = {
    "pico": PicoBoard("raspberry_pi_pico", RP2040, PLAIN, 2 * MEGABYTE),
    "pico_w": PicoBoard("raspberry_pi_pico_w", RP2040, WITH_RADIO, 2 * MEGABYTE),
    "pico2": PicoBoard("raspberry_pi_pico2", RP2350, PLAIN, 4 * MEGABYTE),
    "pico2_w": PicoBoard("raspberry_pi_pico2_w", RP2350, WITH_RADIO, 4 * MEGABYTE),
}


class Interpreter(Struct, frozen=True):
    """An official image: its blocks as they are, and what it says of itself."""

    blocks: tuple[bytes, ...]
    version: str


def interpreter(octets: bytes, board: PicoBoard, name: str) -> Interpreter:
    """Read an official image and prove that it is the one for this board.

    Args:
        octets: the file's content. board: for which it is to be. name: of the file, for messages.

    Raises:
        NotCopied: it is no UF2, is cut short, is for another board or too old.
    """
    blocks = [octets[at : at + BLOCK] for at in range(0, len(octets), BLOCK)]
    if not blocks or any(len(block) != BLOCK or (*_words(block)[:2], _last(block)) != MAGIC for block in blocks):
        raise NotCopied(Finding("image_no_uf2", {"file": name}))
    main = [block for block in blocks if _words(block)[7] == board.family and _words(block)[2] & FAMILY_FLAG]
    if {_words(block)[5] for block in main} != set(range(len(main))) or any(_words(block)[6] != len(main) for block in main):
        raise NotCopied(Finding("image_no_uf2" if main else "image_other_board", {"file": name, "board": board.id}))
    content = b"".join(block[32 : 32 + _words(block)[4]] for block in main)
    version = re.search(rb"Adafruit CircuitPython ((\d+)\.(\d+)[\w.+-]*)", content) or re.search(
        rb"\0((\d+)\.(\d+)\.\d[\w.+-]*)\0", content
    )
    boards = set(re.findall(rb"raspberry_pi_pico[a-z0-9_]*", content)) & {known.id.encode() for known in BOARDS.values()}
    top = max((_words(block)[3] + _words(block)[4] for block in main), default=0)
    if board.id.encode() not in boards or len(boards) > 1 or top > FLASH + board.drive - ERASED:
        raise NotCopied(Finding("image_other_board", {"file": name, "board": board.id}))
    if version is None or (int(version[2]), int(version[3])) < copying.OLDEST:
        theirs = "?" if version is None else version[1].decode()
        raise NotCopied(Finding("interpreter_old", {"theirs": theirs, "oldest": ".".join(map(str, copying.OLDEST))}))
    return Interpreter(tuple(blocks), version[1].decode())


def settings(changed: Mapping[str, str | int]) -> bytes:
    """The shipped settings.toml with other values. Raises NotCopied for a key that it does not have and for a value that cannot be used."""
    text = copying.shipped()[copying.SETTINGS].decode()
    for key, value in changed.items():
        stands = str(value) if isinstance(value, int) else f'"{value}"'
        text, found = re.subn(rf"(?m)^{re.escape(key)} = .*$", lambda _: f"{key} = {stands}", text)  # noqa: B023 - used at once
        if found != 1:
            raise NotCopied(Finding("settings_unread", {"line": 0, "text": key}))
    wrong = settings_file.judge(text.encode())
    if wrong:
        raise NotCopied(wrong[0])
    return text.encode()


def drive(board: PicoBoard, changed: Mapping[str, str | int]) -> bytes:
    """The drive of a console, with these settings. Raises NotCopied."""
    files = {**QUIET, **copying.shipped(), copying.SETTINGS: settings(changed)}
    return fat.volume(files, board.flash - board.drive, LABEL)


def joined(base: Interpreter, board: PicoBoard, volume: bytes) -> bytes:
    """One UF2 with the interpreter's blocks as they are, except their count, and the drive's behind them."""
    whole = volume.ljust(-(-len(volume) // ERASED) * ERASED, b"\xff")
    main = [block for block in base.blocks if _words(block)[7] == board.family]
    rest = [block for block in base.blocks if _words(block)[7] != board.family]
    total = len(main) + len(whole) // PAYLOAD
    blocks = [block[:24] + struct.pack("<I", total) + block[28:] for block in main]
    for at in range(0, len(whole), PAYLOAD):
        head = struct.pack("<8I", *MAGIC[:2], FAMILY_FLAG, FLASH + board.drive + at, PAYLOAD, len(blocks), total, board.family)
        blocks.append((head + whole[at : at + PAYLOAD]).ljust(BLOCK - 4, b"\0") + struct.pack("<I", MAGIC[2]))
    return b"".join([*rest, *blocks])


def image(source: Path, board_name: str, panels: int, changed: Mapping[str, str | int]) -> tuple[bytes, Interpreter]:
    """Make the file for a board.

    Args:
        source: CircuitPython's official image for it.
        board_name: a key of BOARDS.
        panels: 1..4; more than two get the budget of a supply of their own, unless `changed` says another.
        changed: further keys of settings.toml.

    Raises:
        NotCopied: the image is not the one for this board, or a setting cannot be used.
        OSError: the image cannot be read.
    """
    board = BOARDS[board_name]
    base = interpreter(_read(source), board, source.name)
    wanted: dict[str, str | int] = {"TAPETE_PANELS": panels}
    if panels > 2:
        wanted["TAPETE_BUDGET_MA"] = LARGE_BUDGET
    return joined(base, board, drive(board, {**wanted, **changed})), base


def _read(source: Path) -> bytes:
    with source.open("rb") as file:
        octets = file.read(MOST_BYTES + 1)
    if len(octets) > MOST_BYTES:
        raise NotCopied(Finding("image_no_uf2", {"file": source.name}))
    return octets


def _words(block: bytes) -> tuple[int, ...]:
    return struct.unpack("<8I", block[:32])


def _last(block: bytes) -> int:
    return int(struct.unpack("<I", block[-4:])[0])
