"""What survives a restart: how often the console broke down in a row, and why.

Kept in the first bytes of `microcontroller.nvm`, which holds 4,096 bytes and is written whole sectors at a time (about 45 ms and
100,000 times in its life). So nothing is written but after a breakdown, at most four times in a row, and once after recovery.
"""

from __future__ import annotations

from tapete_console.shapes import Memory

MARK = 0x55
TEXT_LENGTH = 60
HEAD_LENGTH = 7
RECORD_LENGTH = HEAD_LENGTH + TEXT_LENGTH
TOO_MANY = 3
"""Breakdowns in a row after which only counters and dice run."""
AT_LAST = 4
"""Breakdowns in a row after which nothing runs any more (`tapete_stopped.py`). None is counted beyond."""
HEALTHY_MS = 60000
"""After this time without one the row is over."""


class Breakdowns:
    """`count` breakdowns in a row and the `text` of the last one (empty once it was told).

    Arguments: the `memory` (None: nothing survives); `of`, four bytes that stand for settings and firmware: breakdowns of others count no
    more, for they have been mended.
    """

    def __init__(self, memory: Memory | None, of: bytes = b"----") -> None:
        self._memory = memory
        self._of = of
        self.count = 0
        self.text = ""
        record = bytes(memory[0:RECORD_LENGTH]) if memory is not None else b""
        if len(record) == RECORD_LENGTH and record[0] == MARK and record[2] <= TEXT_LENGTH:
            text = record[HEAD_LENGTH : HEAD_LENGTH + record[2]]
            if not text or (min(text) >= 0x20 and max(text) <= 0x7E):
                self.count = record[1] if record[3:HEAD_LENGTH] == of else 0
                self.text = text.decode()

    @property
    def safe(self) -> bool:
        """Tell whether only counters and dice may run."""
        return self.count >= TOO_MANY

    @property
    def last(self) -> bool:
        """Tell whether nothing may run any more."""
        return self.count >= AT_LAST

    def begin(self, why: str) -> None:
        """Take the reason of a start: power ends the row, the watchdog's bite is one breakdown more."""
        if why == "power":
            self.forget()
        elif why == "watchdog":
            self.note(self.text)  # a program that hangs at once must come to its end too

    def note(self, text: str) -> None:
        """Count one more breakdown; of `text` the printable ASCII characters are kept, up to 60. Past the last nothing is written."""
        if not self.last:
            kept = "".join([letter for letter in text if " " <= letter <= "~"])[:TEXT_LENGTH]
            self._write(self.count + 1, kept)

    def told(self) -> None:
        """The host has the text. In safe mode it is kept for the next host: the flash must not wear then."""
        if self.text and not self.safe:
            self._write(self.count, "")

    def forget(self) -> None:
        """The row is over: the console has run well for a minute, or its power was cycled."""
        if self.count:
            self._write(0, "")

    def _write(self, count: int, text: str) -> None:
        self.count = count
        self.text = text
        if self._memory is not None:
            octets = bytes((MARK, count, len(text))) + self._of + text.encode()
            self._memory[0:RECORD_LENGTH] = octets + bytes(RECORD_LENGTH - len(octets))


def described(error: Exception, trace: list[str], version: str) -> str:
    """Return type, place and firmware version of an exception in one line, for `report error`.

    `trace` is what `traceback.format_exception` returned; the place is the innermost file and line named there.
    """
    place = "?"
    for line in "".join(trace).split("\n"):
        head, quote, rest = line.partition('File "')
        if quote and not head.strip():
            path, _, after = rest.partition('", line ')
            place = path.split("/")[-1] + ":" + after.split(",")[0].strip()
    return "%s %s %s" % (type(error).__name__, place, version)
