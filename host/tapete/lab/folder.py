"""The folder in which a lab is kept: what is played, and a line for every match, so that it goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from tapete.core import codec
from tapete.core.codec import parse
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.lab.matches import LabMatch, Setup

OTHER_SETUP = Code("other_setup", "", _("The folder {folder} holds another lab ({differs}): name another folder, or remove this one."))
NO_LAB = Code("no_lab", "", _("The folder {folder} holds something that is no lab ({file}): name another folder."))


class Folder:
    """A lab on disk.

    Args:
        path: of the folder; it is made if need be.
        setup: what is played.

    Raises:
        Illegal: the folder holds another lab, or a file that is none. OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, setup: Setup) -> None:
        self.path, self.setup = path, setup
        path.mkdir(parents=True, exist_ok=True)
        self._lines = path / "matches.jsonl"
        kept = path / "setup.json"
        if kept.exists():
            self._compare(kept)
        elif other := next(path.iterdir(), None):
            raise Illegal((NO_LAB(folder=str(self.path), file=other.name),))
        else:
            kept.write_bytes(codec.encode(setup))
        self._matches: dict[int, LabMatch] = {}
        self._mend()

    def _compare(self, kept: Path) -> None:
        try:
            found = parse(kept.read_bytes(), Setup)
        except msgspec.DecodeError:
            raise Illegal((NO_LAB(folder=str(self.path), file=kept.name),)) from None
        differs = [name for name in Setup.__struct_fields__ if getattr(found, name) != getattr(self.setup, name)]
        if differs:
            raise Illegal((OTHER_SETUP(folder=str(self.path), differs=differs),))

    def _mend(self) -> None:
        """Read what was played; a last line that was cut off while it was written is taken away, and its match is played again."""
        if not self._lines.exists():
            return
        raw = self._lines.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        for line in whole.splitlines():
            try:
                noted = parse(line, LabMatch)
            except msgspec.DecodeError:
                raise Illegal((NO_LAB(folder=str(self.path), file=self._lines.name),)) from None
            self._matches.setdefault(noted.number, noted)
        if whole != raw:
            self._lines.write_bytes(whole)

    @property
    def matches(self) -> tuple[LabMatch, ...]:
        """Every match once, by its number."""
        return tuple(noted for _number, noted in sorted(self._matches.items()))

    def missing(self, matches: int) -> list[int]:
        """The numbers that have not been played yet, of so many."""
        return [number for number in range(matches) if number not in self._matches]

    def keep(self, noted: Iterable[LabMatch]) -> int:
        """Write down matches; one that is there already counts once. Return how many are new."""
        new = [one for one in noted if one.number not in self._matches]
        with self._lines.open("ab") as file:
            file.write(b"".join(codec.encode(one) + b"\n" for one in new))
        self._matches.update((one.number, one) for one in new)
        return len(new)
