"""Tables at each step of a duel, at which something is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.moriham.scenario import Desk, spell_ref

Make = Callable[[], Desk]


def before() -> Desk:
    desk = Desk()
    desk.state = desk.rules.start(("A", "B"))
    return desk


def dicing() -> Desk:
    return before().do("roll_for_start")


def table(phase: str = "main1", options: dict[str, Any] | None = None, **sides: Any) -> Make:
    return lambda: Desk(options, phase=phase, **sides)


def attacked(**b: Any) -> Desk:
    """A's 6/4 attacks B, who may answer."""
    return Desk(phase="battle", a={"monsters": ("6/4 atk",), "spells": ("down",)}, b={"spells": ("down", "down"), **b}).attack(1, "player")


def triggered() -> Desk:
    """B's mudling has fallen; B may draw."""
    return (
        Desk(phase="battle", a={"monsters": ("9/7 atk", "5/5 atk")}, b={"monsters": ("mudling atk",), "spells": ("down",)})
        .attack(1, 1)
        .passed()
    )


def asked() -> Desk:
    """A has drawn two and is to discard one."""
    return Desk(a={"spells": ("down",)}).trap("A", "last_bargain", 2)


def exposed() -> Desk:
    """B's face-down card is destroyed: which is it?"""
    desk = Desk(a={"spells": ("down",)}, b={"spells": ("down",)})
    return desk.trap("A", "silent_bell", 2, targets=[spell_ref("B", 1)]).passed()


def over() -> Desk:
    return Desk().do("concede", "B")
