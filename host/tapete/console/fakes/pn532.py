"""A PN532 that reads stickers, at the other end of a UART: frames, ACK and the commands that list and read type 2 tags (UM0701-02).

Its answers come when a real one's would, after `simhw.now_ms`. What can go wrong is set by tests: `mute`, `misses` every other list,
`noise` (one byte in so many is flipped), `lifts` (the tag goes between list and read).
"""

import simhw

LISTS_MS, READS_MS, NONE_MS = 13, 5, 16


def type2(uid, text=None, factory=True):
    """The memory of an NTAG213: uid, capability, and an NDEF text after the lock control TLV that it leaves the factory with."""
    memory = bytearray(180)
    memory[12:16] = b"\xe1\x10\x12\x00"
    message = b"\x01\x03\xa0\x0c\x34" if factory else b""
    if text is not None:
        payload = b"\x02en" + text.encode()
        record = b"\xd1\x01" + bytes((len(payload),)) + b"T" + payload
        message += b"\x03" + bytes((len(record),)) + record
    else:
        message += b"\x03\x00"
    message += b"\xfe"
    memory[16 : 16 + len(message)] = message
    return bytes(memory)


class PN532:
    """One reader; `lay` what lies on it."""

    def __init__(self):
        self.tags = []
        self.memory = {}
        self.mute = self.misses = False
        self.lifts = 0
        self.noise = 0
        self.commands = 0
        self._received = b""
        self._due = []
        self._odd = False
        self._sent = 0
        self._listed = []

    def lay(self, *tags):
        """These (uid, text or None) lie there from now on."""
        self.tags = [uid for uid, _ in tags]
        for uid, text in tags:
            self.memory[uid] = type2(uid, text)

    def take(self, octets):
        """Bytes from the Pico."""
        self._received += octets
        while (at := self._received.find(b"\x00\xff")) >= 0:
            rest = self._received[at + 2 :]
            if len(rest) < 2 or len(rest) < rest[0] + 3:
                return
            length, data = rest[0], rest[2 : 2 + rest[0]]
            self._received = rest[length + 3 :]
            if (rest[0] + rest[1]) & 255 == 0 and length and (sum(data) + rest[2 + length]) & 255 == 0 and data[0] == 0xD4:
                self._command(data[1:])

    def give(self):
        """Bytes that have reached the Pico by now."""
        now = simhw.now_ms()
        due = b"".join(octets for at, octets in self._due if at <= now)
        self._due = [one for one in self._due if one[0] > now]
        return self._noisy(due)

    def _noisy(self, octets):
        heard = bytearray(octets)
        for place in range(len(heard)):
            self._sent += 1
            if self.noise and self._sent * 7919 % self.noise == 0:
                heard[place] ^= 1 << self._sent % 8
        return bytes(heard)

    def _answer(self, data, after):
        now = simhw.now_ms()
        data = b"\xd5" + data
        frame = b"\x00\x00\xff" + bytes((len(data), -len(data) & 255)) + data + bytes((-sum(data) & 255, 0))
        self._due.append((now + 1, b"\x00\x00\xff\x00\xff\x00"))
        self._due.append((now + after, frame))

    def _command(self, command):
        self.commands += 1
        self._due = []
        if self.mute:
            return
        kind = command[0]
        if kind == 0x14:
            self._answer(b"\x15", 2)
        elif kind == 0x32:
            self._answer(b"\x33", 2)
        elif kind == 0x4A:
            self._odd = not self._odd
            seen = [] if self.misses and self._odd else self.tags[: command[1]]
            self._listed = list(seen)
            listed = b"".join(bytes((n + 1, 0, 0x44, 0, len(uid) // 2)) + bytes.fromhex(uid) for n, uid in enumerate(seen))
            self._answer(b"\x4b" + bytes((len(seen),)) + listed, LISTS_MS if seen else NONE_MS)
            if seen and self.lifts:
                self.lifts -= 1
                self.tags = []
        elif kind == 0x40 and command[2] == 0x30:
            uid = self._listed[command[1] - 1] if command[1] <= len(self._listed) else None
            if uid not in self.tags:
                self._answer(b"\x41\x01", 20)
            else:
                at = 4 * command[3]
                self._answer(b"\x41\x00" + (self.memory[uid] + bytes(16))[at : at + 16], READS_MS)
        else:
            self._answer(b"\x7f", 2)
