"""Stickers in cards: a PN532 on two serial pins (HSU, 115200), asked without ever waiting.

The chip lists up to two ISO 14443 A tags each 60 ms; of one that was just laid down the first NDEF text is read, four pages a turn. Frames,
commands and wake-up: PN532 user manual UM0701-02, chapters 6.2 and 7; tags: NTAG213/215/216 data sheet; text: NFC Forum NDEF 1.0, RTD Text.
"""

from __future__ import annotations

from tapete_console.shapes import Serial

WAKE = b"\x55\x55" + bytes(14)
SAM = b"\x14\x01\x00\x01"
"""SAMConfiguration: normal mode."""
TRIES = b"\x32\x05\xff\x01\x02"
"""RFConfiguration: three tries to find a tag, then say "none" instead of looking for ever."""
LIST = b"\x4a\x02\x00"
"""InListPassiveTarget: two at most, 106 kbit/s type A."""
POLL_MS = 60
MUTE_MS = 120
"""An answer that has not come after this time does not come any more."""
SILENT_MS = 5000
"""A reader that has not answered for so long is reported."""
GONE = 3
"""A tag that is not listed so many times in a row has been taken away: single misses are usual."""
TRIES_TO_READ = 2
"""A tag of which nothing can be read so often is told without text."""
PAGES = (4, 8, 12, 16)
LONGEST_CODE = 40
CODE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789."
LYING = ("none", "one", "two")


def framed(command: bytes) -> bytes:
    """Return the frame that carries a command."""
    length = len(command) + 1
    return b"\x00\x00\xff" + bytes((length, -length & 255, 0xD4)) + command + bytes((-(0xD4 + sum(command)) & 255, 0))


def record_at(memory: bytes) -> int:
    """Return where the NDEF message begins in the memory from page 4 on; -1 if there is none. Other TLVs (lock control) are passed over."""
    at = 0
    while at + 1 < len(memory):
        if memory[at] == 3:
            return at
        if memory[at] == 0xFE:
            return -1
        if memory[at] == 0:  # an empty sticker is all zeros
            at = len(memory) - len(memory[at:].lstrip(b"\x00"))
        else:
            at += 2 + memory[at + 1]
    return -1


def code_of(memory: bytes) -> str:
    """Return the card's code in the first record, a plain text; empty if it is none."""
    at = record_at(memory)
    if at < 0 or len(memory) < at + 7:
        return ""
    flags, name, length, kind, status = memory[at + 2], memory[at + 3], memory[at + 4], memory[at + 5], memory[at + 6]
    if flags & 0x17 != 0x11 or name != 1 or kind != 0x54 or status & 0x80:
        return ""
    begin = at + 7 + (status & 63)
    octets = memory[begin : at + 6 + length]
    if not 0 < len(octets) <= LONGEST_CODE or len(octets) != at + 6 + length - begin:
        return ""
    text = "".join([chr(octet) for octet in octets]).upper()
    return "" if text.strip(CODE) else text


class Reader:
    """One reader on a `port` with a timeout of 0.

    `laid` is (uid, code) of a card that was just laid down, until it is taken from there; `lying` says what lies there now (`LYING`).
    """

    def __init__(self, port: Serial) -> None:
        self.laid: tuple[str, str] | None = None
        self.lying = LYING[0]
        self._port = port
        self._rest = b""
        self._stage = 0  # 0: to be woken; 1: awake; 2: at work
        self._asked_at = -MUTE_MS
        self._asked = False
        self._heard_at = -1
        self._there: list[str] = []
        self._missed = 0
        self._reading = ""
        self._failed = 0
        self._memory = b""

    def silent(self, now: int) -> bool:
        """Tell whether the reader has not answered for 5 s."""
        return now - self._heard_at >= SILENT_MS

    def turn(self, now: int) -> bool:
        """Take what has come, ask for what is due; True if that was work."""
        if self._heard_at < 0:
            self._heard_at = now
            self._asked_at = now - MUTE_MS
        port = self._port
        waiting = port.in_waiting
        if waiting:
            answer = self._answer(port.read(waiting) or b"")
            if answer:
                self._asked = False
                self._heard_at = now
                self._took(answer, now)
            return True
        if self._asked and now - self._asked_at >= MUTE_MS:
            self._asked = False
            self._stage = 0
            if self._reading:
                self._unread()
        elif not self._asked and not self._stage:
            port.write(WAKE)
            self._ask(SAM, now)
            return True
        elif not self._asked and now - self._asked_at >= POLL_MS:
            self._ask(LIST, now)
            return True
        return False

    def _ask(self, command: bytes, now: int) -> None:
        self._port.write(framed(command))
        self._asked_at = now
        self._asked = True

    def _answer(self, received: bytes) -> bytes:
        """Return the data of a whole answer whose checksums fit; empty while there is none. An ACK is passed over."""
        rest = self._rest + received
        at = rest.find(b"\x00\xff")
        while at >= 0 and len(rest) >= at + 4:
            length = rest[at + 2]
            if length == 0:
                rest = rest[at + 4 :]
            elif (length + rest[at + 3]) & 255 or length > 64:
                rest = rest[at + 2 :]
            elif len(rest) < at + 5 + length:
                break
            else:
                data = rest[at + 4 : at + 5 + length]
                rest = rest[at + 5 + length :]
                if length > 1 and not sum(data) & 255 and data[0] == 0xD5:
                    self._rest = rest
                    return data[1:-1]
            at = rest.find(b"\x00\xff")
        self._rest = rest[-80:]
        return b""

    def _took(self, answer: bytes, now: int) -> None:
        kind = answer[0]
        if kind == 0x15:
            self._stage = 1
            self._ask(TRIES, now)
        elif kind == 0x33:
            self._stage = 2
        elif kind == 0x4B:
            self._listed(answer, now)
        elif kind == 0x41 and self._reading:
            self._read(answer, now)

    def _listed(self, answer: bytes, now: int) -> None:
        there = []
        at = 2
        for _ in range(min(answer[1], 2) if len(answer) > 1 else 0):
            length = answer[at + 4] if len(answer) > at + 4 else 0
            uid = answer[at + 5 : at + 5 + length]
            if not 4 <= length <= 10 or len(uid) < length:
                return  # no answer of a reader
            there.append(uid.hex())
            at += 5 + length
        if not there:
            self._missed += 1
            if self._missed >= GONE:
                self._there = []
                self._failed = 0
                self.lying = LYING[0]
            return
        self._missed = 0
        if len(there) == 1 and there[0] in self._there:
            self._there = there
            self.lying = LYING[1]
        elif there != self._there:
            self.lying = LYING[len(there)]
            if len(there) > 1:
                self._there = there
            else:
                self._reading = there[0]
                self._memory = b""
                self._ask(bytes((0x40, 1, 0x30, PAGES[0])), now)

    def _read(self, answer: bytes, now: int) -> None:
        if len(answer) != 18 or answer[1]:
            self._unread()
            return
        memory = self._memory = self._memory + answer[2:]
        pages = len(memory) // 16
        at = record_at(memory)
        if pages < len(PAGES) and at >= 0 and len(memory) < at + 2 + memory[at + 1]:
            self._ask(bytes((0x40, 1, 0x30, PAGES[pages])), now)
        else:
            self._tell(code_of(memory))

    def _unread(self) -> None:
        """It was lifted, or cannot be read: the next list says which."""
        self._failed += 1
        if self._failed >= TRIES_TO_READ:
            self._tell("")
        else:
            self._reading = ""

    def _tell(self, code: str) -> None:
        self.laid = (self._reading, code)
        self._there = [self._reading]
        self._reading = ""
        self._failed = 0
