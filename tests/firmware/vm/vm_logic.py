"""Run in MicroPython: bid locker, dice, clock, queue, budget and patterns, without any board."""

import os

from tapete_console import far_end, lights, power, sha256
from tapete_console.dice import DieRoller, Entropy, throw
from tapete_console.locker import LOCKED, OPEN, REVEALED, BidLocker, seal
from tapete_console.outbox import Outbox
from tapete_console.picture import Request
from tapete_console.sha256_plain import digest
from tapete_console.ticks import Clock

# FIPS 180-4 examples, and a block boundary
assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
assert digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
assert (
    digest(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
    == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
)
assert sha256.sha256(b"abc") == digest(b"abc")

# Bid locker
locker = BidLocker()
starts = set()
for turn in range(200):
    locker.ask(Request(f"s{turn}", 1, 9), "A", Entropy())
    starts.add(locker.bid)
assert len(starts) == 9
assert min(starts) == 1
assert max(starts) == 9
locker.change(9 - locker.bid)
locker.change(1)
assert (locker.stage, locker.bid) == (OPEN, 1)
locker.change(-1)
assert (locker.stage, locker.bid) == (OPEN, 9)
mark = locker.lock(Entropy())
locker.change(-3)
assert (locker.stage, locker.bid) == (LOCKED, 9)
bid, nonce = locker.reveal()
assert locker.stage == REVEALED
assert seal(nonce, "A", bid) == mark
locker.unlock()
assert locker.stage == REVEALED


# Dice: each byte below 250 gives its face, those above give the next byte's
class OneThenSeven(Entropy):
    def __init__(self, octet: int) -> None:
        self.octets = [octet, 7]

    def urandom(self, count: int) -> bytes:
        return bytes([self.octets.pop(0)])


faces = [throw(OneThenSeven(octet)) for octet in range(256)]
assert [faces[:250].count(face) for face in range(1, 11)] == [25] * 10
assert faces[250:] == [7] * 6
assert faces[0] == 10
assert faces[249] == 9
roller = DieRoller()
roller.ask(["r1", "r2"])
roller.rolled("r1")
assert roller.owed == "r2"

# The tick counter wraps
clock = Clock(536805376)
ticks = 536805376
for second in range(200):
    ticks = (ticks + 1000) % (1 << 29)
    assert clock.read(ticks) == 1000 * (second + 1)
assert clock.at((ticks - 5) % (1 << 29)) == clock.now - 5

# Queue
outbox = Outbox("00000000")
taken = [outbox.accept("press", ["0", "plus", "1"], 0) for _ in range(50)]
assert taken.count(True) == 40
assert outbox.dropped == 10
assert outbox.accept("locked", ["0", "s1", mark], 0)
lines = []
while True:
    line = outbox.due(0)
    if not line:
        break
    lines.append(far_end.read_console(line[:-1]).number)
assert lines == [1, 2, 3, 4, 5, 6, 7, 8]
assert outbox.acknowledge(3, 1) == [0, 0, 0]
assert outbox.first == 4

# Light
for number in range(100):
    shown = lights.digits(number, "open", 400 * number, 20)
    assert 20 - shown.count(lights.BLACK) == power.PRIVATE_LIT
shares = power.Shares(400, 2, 50, 20, 10, 19)
assert shares.enough
assert power.milliamperes(2 * shares.panel + shares.bridge + 2 * shares.private) + shares.dark <= 400
assert len(os.urandom(16)) == 16
print("logic: ok")
