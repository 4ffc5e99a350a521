"""MORIHAM's battle phase, written from its ledger (MOR-056, 057, 067..082; R03..R06, R53): numbers and lists, no effects of cards."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Fighter:
    """A monster: its figures, whether it stands in attack position, and what it has done this turn."""

    attack: int
    defense: int
    attacking: bool
    attacked: bool = False
    changed: bool = False

    @property
    def value(self) -> int:
        """What counts of it where it is attacked."""
        return self.attack if self.attacking else self.defense


@dataclass
class Battle:
    """Both sides by slot (1..5), and both players' life; A attacks."""

    mine: dict[int, Fighter]
    theirs: dict[int, Fighter]
    life: dict[str, int] = field(default_factory=lambda: {"A": 30, "B": 30})

    @property
    def over(self) -> bool:
        """Whether a player is without life."""
        return min(self.life.values()) <= 0

    def may_attack(self, slot: int, target: int | str) -> bool:
        """Whether A's monster there may attack this."""
        fighter = self.mine.get(slot)
        if self.over or fighter is None or not fighter.attacking or fighter.attacked:
            return False
        defenders = [one for one in self.theirs.values() if not one.attacking]
        if target == "player":
            return not defenders
        struck = self.theirs.get(int(target))
        return struck is not None and (not struck.attacking or not defenders)

    def may_change(self, slot: int) -> bool:
        """Whether A may turn the monster there."""
        fighter = self.mine.get(slot)
        return not self.over and fighter is not None and not fighter.attacked and not fighter.changed

    def attack(self, slot: int, target: int | str) -> None:
        """Fight it out."""
        fighter = self.mine[slot]
        fighter.attacked = True
        if target == "player":
            self.lose("B", fighter.attack)
            return
        difference = fighter.attack - self.theirs[int(target)].value
        if difference >= 0:
            del self.theirs[int(target)]
        if difference <= 0:
            del self.mine[slot]
        self.lose("B" if difference > 0 else "A", abs(difference))

    def lose(self, seat: str, points: int) -> None:
        """Take life, down to 0."""
        self.life[seat] = max(0, self.life[seat] - points)

    def change(self, slot: int) -> None:
        """Turn a monster."""
        fighter = self.mine[slot]
        fighter.attacking, fighter.changed = not fighter.attacking, True
