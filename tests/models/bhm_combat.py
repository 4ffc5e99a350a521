"""BHM's combat phase, written from its ledger (BHM-046..062, 105, 137..142; R31..R38, R47..R50, R64, R65): attacks declared in a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Fighter:
    """A card on the field; an attribute that it lacks is None."""

    number: int
    seat: str
    kind: str
    divine: bool
    words: frozenset[str]
    pod: int | None
    fue: int | None
    res: int | None
    salud: int | None
    attacked: bool = False

    def has(self, word: str) -> bool:
        """Whether a keyword is in force: without POD all of them sleep."""
        return word in self.words and self.pod != 0


@dataclass
class Combat:
    """Both fields, what is declared in its order, and the counters."""

    fighters: dict[int, Fighter]
    counter: dict[str, int]
    queue: list[tuple[int, int, int | None]]

    def may_strike(self, attacker: int, target: int, pod: int | None) -> bool:
        """Whether A may declare this: physically (`pod` None), or with so much POD by VÍNCULO DE PODER."""
        one, other = self.fighters[attacker], self.fighters[target]
        if one.seat != "A" or other.seat != "B" or one.attacked or one.kind == "entity":
            return False
        if other.salud is None or other.has("invisible"):
            return False
        if pod is None:
            return one.fue is not None
        return one.has("vinculo_de_poder") and one.pod is not None and 1 <= pod <= one.pod

    def declare(self, attacker: int, target: int, pod: int | None) -> None:
        """It waits; POD is paid now, and putting in all of it leaves 1."""
        one = self.fighters[attacker]
        one.attacked = True
        if pod is not None and one.pod is not None:
            one.pod = 1 if pod == one.pod else one.pod - pod
        self.queue.append((attacker, target, pod))

    def resolve(self) -> None:
        """One attack after the other, in the declared order."""
        for attacker, target, pod in self.queue:
            if attacker not in self.fighters or target not in self.fighters:
                continue
            one, other = self.fighters[attacker], self.fighters[target]
            if pod is None and other.has("intangible"):
                continue
            strength: int = (one.fue or 0) if pod is None else pod
            if pod is None or other.has("resistencia_magica"):
                over = max(0, strength - (other.res or 0))
                other.res = None if other.res is None else max(0, other.res - strength)
            else:
                over = strength
            other.salud = max(0, (other.salud or 0) - over)
            if other.salud == 0 and not other.has("inmortal") and not other.has("eterno"):
                del self.fighters[target]
                if other.kind != "entity":
                    self.counter[other.seat] += 2 + other.divine
        self.queue = []


def seen(plain: dict[str, Any], divine: frozenset[str]) -> dict[int, Fighter]:
    """Every card on the fields of a state as plain data."""
    found = {}
    for seat, player in zip("AB", plain["players"], strict=False):
        for space in player["field"]:
            if space is not None and space["type"] == "being":
                figures = {name: space[name] and space[name]["cur"] for name in ("pod", "fue", "res", "salud")}
                words = frozenset(word.partition(":")[0] for word in space["keywords"])
                used = space["physical_used"] or space["power_used"]
                found[space["iid"]] = Fighter(space["iid"], seat, space["kind"], space["card"] in divine, words, attacked=used, **figures)
    return found
