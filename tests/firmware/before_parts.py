"""A session of a console without parts beside, and what it sent and showed: recorded once with the firmware before there were such parts.

That firmware is the one of commit 895fa120, the last before the reader of stickers. To record anew, put this file into its tree, where
`rig.py` was named `desk.py`:

    git worktree add OLD 895fa120
    sed 's/[.]rig/.desk/' tests/firmware/before_parts.py > OLD/tests/firmware/before_parts.py
    (cd OLD && PYTHONPATH=.:firmware/lib python -m tests.firmware.before_parts) > tests/firmware/before_parts.trace

It uses nothing of the desk that was not there then. Each line of the link stands with its millisecond; frames as one line for each second
and chain: how many, and the CRC-32 of all their times and bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from tests.firmware.rig import Desk, simhw

TWO: dict[str, Any] = {"panels": 2, "bridge_pixels": 19}
PROFILES: dict[str, dict[str, Any]] = {
    "one small panel": {"panels": 1, "counter_pixels": 10, "private_pixels": 0, "die_pixels": 10},
    "two panels and a bridge": TWO,
    "two panels at night": {**TWO, "night": "22:00-07:00", "palette": "green-red"},
    "four panels and a bridge": {"panels": 4, "bridge_pixels": 19, "budget_ma": 2000},
}
SIGNS = ("wins:30", "loses:44", "acts", "void", "step:20")


class Session:
    """A host and hands at a desk; `lines` are what the console sent, with the millisecond."""

    def __init__(self, **settings: Any) -> None:
        self.desk = Desk(entropy=bytes((7 * one + one // 256) % 256 for one in range(8192)), **settings)
        self.desk.board.millivolts = lambda: (5000, 4700)
        self.lines: list[tuple[int, bytes]] = []
        self.rest = b""
        self.revision = 0
        read = simhw.DATA.host_read

        def noted() -> bytes:
            octets: bytes = read()
            *lines, self.rest = (self.rest + octets).split(b"\n")
            self.lines += [(simhw.now_ms(), line) for line in lines if line]
            return octets

        self.desk.read = lambda: _read(self.desk, noted)  # type: ignore[method-assign]
        self.panels = self.desk.settings.panels
        self.desk.greet()

    def scene(self, text: str, ms: int = 400) -> None:
        """Show the first panels of this scene."""
        self.revision += 1
        fields = [field for at, field in enumerate(text.split()) if at < self.panels or (self.panels > 1 and field.startswith("bridge"))]
        self.desk.send("scene", str(self.revision), *fields)
        self.desk.stay(ms)

    def tap(self, panel: int, button: str, times: int = 1, ms: int = 0) -> None:
        self.desk.tap(min(panel, self.panels - 1), button, times)
        if ms:
            self.desk.stay(ms)

    def hold(self, panel: int, *buttons: str, ms: int) -> None:
        """Hold these buttons for so long, without a word of the host if it is away."""
        panel = min(panel, self.panels - 1)
        for button in buttons:
            self.desk.press(panel, button)
        (self.desk.stay if simhw.DATA.open else self.desk.wait)(ms)
        for button in buttons:
            self.desk.release(panel, button)


def _read(desk: Desk, noted: Callable[[], bytes]) -> None:
    """Read as the desk does, and note what came."""
    read, simhw.DATA.host_read = simhw.DATA.host_read, noted
    try:
        Desk.read(desk)
    finally:
        simhw.DATA.host_read = read


def match(one: Session) -> None:
    """Everything of the link once: bids, what is told, numbers, dice, presses, refusals, rubbish, a stall, a host that goes and comes."""
    desk = one.desk
    desk.send("clock", "1290")
    desk.stay(1500)
    one.scene("A,37,50,turn,bid=s1:1:37 B,50,50,turn,bid=s1:1:50:0123456789ab bridge=0,-3,3,0")
    one.tap(0, "plus", 3)
    one.tap(1, "minus", 2)
    one.hold(1, "plus", ms=1300)
    one.tap(0, "roll", ms=500)
    one.tap(0, "lock", ms=700)
    one.tap(0, "lock", ms=700)
    one.tap(0, "lock")
    one.tap(1, "lock", ms=300)
    desk.send("reveal", "s1")
    desk.stay(2000)
    one.scene("A,36,50,waiting,tell=1.1:bid:9 B,44,50,turn,lock=pass,tell=1.1:bid:6 bridge=1,-3,3,0", 3500)
    one.tap(1, "lock", ms=300)
    for at, sign in enumerate(SIGNS):
        panels = f"A,{30 + at},50,turn,tell={at + 2}.1:{sign} B,{40 - at},50,waiting,tell={at + 2}.1:{sign}"
        one.scene(f"{panels} bridge={at - 2},-3,3,{at}", 1500)
    one.scene("A,30,50,turn,pick=p3:1:14,show=7 B,50,50,ready,lock=ready bridge=0,-3,3,1")
    one.tap(0, "plus", 4)
    one.tap(0, "lock")
    one.tap(0, "minus", 2, ms=500)
    for button in ("lock", "roll"):
        one.tap(0, button)
    one.tap(1, "lock", ms=900)
    one.scene("A,30,120,turn,dice=r1:r2,for=attack B,128,200,waiting,dice=r3,for=defence")
    one.tap(0, "roll", ms=1500)
    one.hold(0, "roll", ms=900)
    one.tap(1, "roll", ms=1500)
    one.tap(0, "plus")
    one.tap(1, "minus")
    one.hold(0, "lock", ms=1300)
    one.hold(0, "minus", "plus", ms=1300)
    desk.send("sample", "12")
    desk.send("ask")
    simhw.DATA.host_write(b"rubbish\n- beat*00000000\n")
    desk.send("dance")
    desk.send("scene", "9999", "A,1,50,turn,bid=s9:9:3")
    desk.stay(1500)
    for panels in ("A,0,50,lost B,50,50,won", "A,5,50,drawn B,5,50,drawn", "A,30,50,turn B,20,50,waiting bridge=2,-3,3,0"):
        one.scene(panels, 1500)
    one.tap(0, "roll", ms=1500)
    simhw.DATA.host_stall(True)
    one.tap(0, "plus", 12)
    desk.wait(2000)
    simhw.DATA.host_stall(False)
    desk.stay(1500)
    desk.unplug()
    desk.wait(4000)
    one.tap(0, "plus", 2)
    one.hold(0, "minus", "plus", ms=2300)
    desk.wait(200)
    one.tap(0, "minus")
    one.tap(0, "roll")
    desk.wait(5000)
    desk.plug()
    desk.greet()
    desk.send("clock", "1290", "40")
    desk.send("test")
    desk.stay(12000)
    desk.send("who")
    desk.wait(50)
    desk.greet()
    desk.stay(1200)


def alone(one: Session, *buttons: str, ms: int) -> None:
    """Count to 31 without a host, then hold these buttons of the first panel, the first of them a little longer than the others."""
    desk = one.desk
    desk.unplug()
    desk.wait(4000)
    one.tap(0, "plus")
    desk.wait(2000)
    desk.press(0, buttons[0])
    desk.wait(30)
    if buttons[1:]:
        one.hold(0, *buttons[1:], ms=ms)
    desk.wait(ms)
    desk.release(0, buttons[0])
    desk.wait(2500)


ALONE: dict[str, tuple[str, ...]] = {
    "LOCK changes to a second counter": ("lock",),
    "LOCK held, PLUS chooses another die": ("lock", "plus"),
    "MINUS and PLUS held take the last change back": ("minus", "plus"),
    "ROLL held draws who begins": ("roll",),
}
"""What a console alone does since then, and did not before: the buttons, the first held with the others."""


def traced(one: Session) -> list[str]:
    """What the console has sent and shown, in lines."""
    found = [(ms, 0, f"{ms} {line.decode('ascii')}") for ms, line in one.lines]
    chains: dict[tuple[int, int], list[bytes]] = {}
    for ms, pin, octets in simhw.FRAMES:
        chains.setdefault((ms // 1000, pin), []).append(b"%d %s " % (ms, octets.hex().encode()))
    for (second, pin), frames in chains.items():
        found.append((second * 1000 + 999, pin, f"{second} s GP{pin}: {len(frames)} frames {zlib.crc32(b''.join(frames)):08x}"))
    return [text for _, _, text in sorted(found)]


def recorded(profile: str) -> list[str]:
    """Play the session with the console of a profile; returns its trace."""
    one = Session(**PROFILES[profile])
    match(one)
    return traced(one)


def recorded_alone(name: str) -> list[str]:
    """What a console alone shows when these buttons are held."""
    one = Session(**TWO)
    alone(one, *ALONE[name], ms=1200)
    return traced(one)


if __name__ == "__main__":
    for name in PROFILES:
        print(f"# {name}", *recorded(name), sep="\n")
    for name in ALONE:
        print(f"# {name}", *recorded_alone(name), sep="\n")
