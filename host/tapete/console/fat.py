"""A FAT12 volume as bytes, with long names: the drive of a Pico, made without mounting anything.

Written after Microsoft's FAT specification (fatgen103). One FAT, sectors of 512 bytes, files in one piece, one date for all: the same
files give the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR = 512
ENTRY = 32
ROOT_ENTRIES = 512
MOST_CLUSTERS = 4084
"""A volume with more of them is FAT16."""
END = 0xFFF
FOLDER, FILE, LABEL, LONG = 0x10, 0x20, 0x08, 0x0F
DATE = (2026 - 1980) << 9 | 1 << 5 | 1
LETTERS_A_PIECE = 13


class TooFull(ValueError):
    """The files do not fit."""


Tree = dict[str, "bytes | Tree"]


def volume(files: Mapping[str, bytes], size: int, label: str) -> bytes:
    """Make a volume.

    Args:
        files: their content by path, with `/` between folders.
        size: bytes of the volume, a multiple of 512.
        label: its name, 1..11 upper-case letters.

    Returns:
        The volume up to the last sector in use.

    Raises:
        TooFull: they do not fit.
    """
    tree: Tree = {}
    for path, octets in files.items():
        *folders, name = path.split("/")
        place = tree
        for folder in folders:
            found = place.setdefault(folder, {})
            if isinstance(found, bytes):
                raise ValueError(f"{folder} is a file and a folder")
            place = found
        place[name] = octets
    return _Volume(size, label).made(tree)


class _Volume:
    def __init__(self, size: int, label: str) -> None:
        self._sectors = size // SECTOR
        self._label = label.encode("ascii").ljust(11)
        root_sectors = ROOT_ENTRIES * ENTRY // SECTOR
        self._cluster_sectors = 1
        while (self._sectors - root_sectors - 1) // self._cluster_sectors > MOST_CLUSTERS:
            self._cluster_sectors *= 2
        self._cluster = SECTOR * self._cluster_sectors
        clusters = (self._sectors - root_sectors - 1) // self._cluster_sectors
        self._fat_sectors = -(-((clusters + 2) * 3) // (2 * SECTOR))
        self._data_at = 1 + self._fat_sectors + root_sectors
        self._most = (self._sectors - self._data_at) // self._cluster_sectors
        self._chains: list[int] = [0xFF8, END]
        self._data = b""

    def made(self, tree: Tree) -> bytes:
        root = self._entry(self._label, LABEL, 0, 0) + self._folder(tree, 0)
        if len(root) > ROOT_ENTRIES * ENTRY:
            raise TooFull("the root folder")
        fat = bytearray(self._fat_sectors * SECTOR)
        for number, following in enumerate(self._chains):
            at = number * 3 // 2
            pair = int.from_bytes(fat[at : at + 2], "little")
            pair |= following << 4 if number % 2 else following
            fat[at : at + 2] = pair.to_bytes(2, "little")
        return self._boot_sector() + bytes(fat) + root.ljust(ROOT_ENTRIES * ENTRY, b"\0") + self._data

    def _boot_sector(self) -> bytes:
        small, large = (self._sectors, 0) if self._sectors < 0x10000 else (0, self._sectors)
        parameters = struct.pack(
            "<HBHBHHBHHHII", SECTOR, self._cluster_sectors, 1, 1, ROOT_ENTRIES, small, 0xF8, self._fat_sectors, 63, 255, 1, large
        )
        more = struct.pack("<BBBI", 0x80, 0, 0x29, 0x54415045) + self._label + b"FAT12   "
        return (b"\xeb\x3c\x90MSDOS5.0" + parameters + more).ljust(510, b"\0") + b"\x55\xaa"

    def _store(self, octets: bytes) -> int:
        """Put content into the next clusters; the first of them, 0 for nothing."""
        if not octets:
            return 0
        count = -(-len(octets) // self._cluster)
        first = len(self._chains)
        if first + count - 2 > self._most:
            raise TooFull("the volume")
        self._chains += [*range(first + 1, first + count), END]
        self._data += octets.ljust(count * self._cluster, b"\0")
        return first

    def _folder(self, tree: Tree, parent: int) -> bytes:
        """The entries of a folder. One below the root has clusters of its own, which begin with itself and its parent."""
        aliases: set[bytes] = set()
        entries = b""
        for name, content in tree.items():
            alias = _alias(name, aliases)
            aliases.add(alias)
            if isinstance(content, bytes):
                made = self._entry(alias, FILE, self._store(content), len(content))
            else:
                made = self._entry(alias, FOLDER, self._subfolder(content, parent), 0)
            entries += _long_entries(name, alias) + made
        return entries

    def _subfolder(self, tree: Tree, parent: int) -> int:
        pieces = sum(1 + -(-len(name) // LETTERS_A_PIECE) for name in tree) + 2
        mine = self._store(b"\0" * (pieces * ENTRY))  # its place comes before that of what it holds
        at = len(self._data) - -(-pieces * ENTRY // self._cluster) * self._cluster
        dots = self._entry(b".".ljust(11), FOLDER, mine, 0) + self._entry(b"..".ljust(11), FOLDER, parent, 0)
        entries = dots + self._folder(tree, mine)
        self._data = self._data[:at] + entries + self._data[at + len(entries) :]
        return mine

    @staticmethod
    def _entry(alias: bytes, kind: int, first: int, size: int) -> bytes:
        return alias + struct.pack("<BBBHHHHHHHI", kind, 0, 0, 0, DATE, DATE, 0, 0, DATE, first, size)


def _alias(name: str, taken: set[bytes]) -> bytes:
    """A short name that nothing else in the folder has."""
    stem, _, extension = name.strip(".").upper().rpartition(".") if "." in name.strip(".") else (name.strip(".").upper(), "", "")
    stem, extension = ("".join(letter for letter in part if letter.isalnum() or letter in "_-") for part in (stem, extension))
    for number in range(1, 1000):
        made = (stem[: 7 - len(str(number))] + f"~{number}").encode().ljust(8) + extension[:3].encode().ljust(3)
        if made not in taken:
            return made
    raise TooFull(name)


def _long_entries(name: str, alias: bytes) -> bytes:
    """The entries that hold a long name, its last piece first."""
    checksum = 0
    for octet in alias:
        checksum = ((checksum & 1) << 7) + (checksum >> 1) + octet & 0xFF
    units = name.encode("utf-16-le") + b"\0\0"
    pieces = -(-len(name) // LETTERS_A_PIECE)
    units = units[: 2 * LETTERS_A_PIECE * pieces].ljust(2 * LETTERS_A_PIECE * pieces, b"\xff")
    made = b""
    for number in range(pieces, 0, -1):
        piece = units[26 * (number - 1) : 26 * number]
        order = number | (0x40 if number == pieces else 0)
        made += bytes([order]) + piece[:10] + bytes([LONG, 0, checksum]) + piece[10:22] + b"\0\0" + piece[22:]
    return made
