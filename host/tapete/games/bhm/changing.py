"""Changes of what stands on the field: attributes, rank, keywords, what is attached (ledger, sections 3.4 and 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.seats import Seat
from tapete.games.bhm import changes
from tapete.games.bhm.beings import Attr, Being, Held, Space
from tapete.games.bhm.figures import ATTRS, AttrName, Guard
from tapete.games.bhm.seen import Seen


def clamped(value: int) -> int:
    """A maximum inside its bounds (BHM-R18)."""
    return min(99_999, max(0, value))


def refitted(being: Being, *, ending: bool) -> Being:
    """A being whose maxima follow what changes them (BHM-R18, R79).

    Args:
        being: as it is now, with its attachments and changes already as they shall be.
        ending: a change has ended, so that a maximum that falls takes nothing off what is below it.
    """
    fitted: dict[str, Attr] = {}
    for name in ATTRS:
        attr = being.attr(name)
        if attr is None:
            continue
        most = clamped(attr.base + added_to(being, name))
        rise = most - attr.max
        if rise:
            now = attr.cur + rise if rise > 0 else min(attr.cur, most) if ending else max(0, attr.cur + rise)
            fitted[name] = Attr(attr.base, most, now)
    return replace(being, **fitted) if fitted else being


def added_to(being: Being, name: AttrName) -> int:
    """What attached cards and changes until the end of the turn add to an attribute."""
    carried = sum(held.mods.get(name, 0) for held in (*being.powers, *being.objects) if held.mods)
    return carried + sum(temp.delta for temp in being.temp if temp.what == name)


class Changing(Seen):
    """The board with the verbs that change what stands on it."""

    __slots__ = ()

    # ---- plain changes

    def put_space(self, seat: Seat, slot: int, space: Space) -> None:
        """Something lies in a space, or nothing."""
        field = self.player(seat).field
        self.change(seat, field=(*field[:slot], space, *field[slot + 1 :]))

    def put_being(self, being: Being) -> Being:
        """A being on the field is now like this."""
        self.put_space(*self.where(being.iid), being)
        return being

    def alter(self, iid: int, **fields: Any) -> Being:
        """Change fields of a being on the field."""
        return self.put_being(replace(self.standing(iid), **fields))

    def next_seq(self) -> int:
        """The next activation number (BHM-102)."""
        self.set(seq=self.state.seq + 1)
        return self.state.seq

    def tell_of(self, kind: Any, iid: int, **figures: Any) -> None:
        """An event about a being on the field."""
        self.tell(kind(seat=self.controller(iid), card=self.standing(iid).card, **figures))

    # ---- whether an effect takes hold

    def no_effect(self, seat: Seat, card: str | None, reason: changes.Reason, clause: str) -> None:
        """Say that something does nothing, and why."""
        self.tell(changes.NoEffect(seat=seat, card=card, reason=reason, clause=clause))

    def affected(self, iid: int, *, beings_only: bool = False) -> bool:
        """Say whether an effect reaches a being: there, no entity where beings are named, not immune (BHM-107, 148, R68, R107)."""
        being = self.find(iid)
        if being is None:
            self.no_effect(self.by or self.active, self.card_at_work, "gone", "BHM-R107")
            return False
        seat = self.controller(iid)
        if beings_only and being.is_entity:
            self.no_effect(seat, being.card, "entity", "BHM-107")
            return False
        if self.by is not None and self.by != seat and self.rank is not None:
            immune = being.figure("inmune")
            if immune is not None and immune >= self.rank:
                self.no_effect(seat, being.card, "immune", "BHM-148")
                return False
        return True

    def still_seen(self, seat: Seat, iid: int) -> bool:
        """Say whether a player may still choose a being that was chosen before others could react (BHM-142, R89)."""
        being = self.find(iid)
        hidden = being is not None and self.controller(iid) != seat and being.has("invisible")
        if being is not None and hidden:
            self.no_effect(self.controller(iid), being.card, "invisible", "BHM-R89")
        return not hidden

    def protected(self, iid: int, keywords: Mapping[Guard, str]) -> bool:
        """Say whether a keyword in force keeps an effect from working; `keywords` gives the clause of each."""
        being = self.standing(iid)
        for word, clause in keywords.items():
            if being.has(word):
                self.no_effect(self.controller(iid), being.card, word, clause)
                return True
        return False

    # ---- attributes

    def tell_attr(self, iid: int, name: AttrName, clause: str = "BHM-R18") -> None:
        """Say how an attribute stands."""
        attr = self.standing(iid).attr(name)
        if attr is not None:
            self.tell_of(changes.AttributeChanged, iid, attr=name, now=attr.cur, most=attr.max, clause=clause)

    def lacks(self, iid: int) -> None:
        """Say that a being has no such attribute to change (BHM-R109)."""
        self.no_effect(self.controller(iid), self.standing(iid).card, "no_attribute", "BHM-R109")

    def shift(self, iid: int, name: AttrName, delta: int, clause: str = "BHM-R18") -> None:
        """The current value moves inside its bounds (BHM-R18)."""
        attr = self.standing(iid).attr(name)
        if attr is None:
            self.lacks(iid)
        else:
            self.alter(iid, **{name: Attr(attr.base, attr.max, min(attr.max, max(0, attr.cur + delta)))})
            self.tell_attr(iid, name, clause)

    def thaw(self, iid: int, clause: str) -> None:
        """A frozen being thaws (BHM-132)."""
        if self.standing(iid).frozen:
            self.alter(iid, frozen=False)
            self.tell_of(changes.Thawed, iid, clause=clause)

    # ---- what is attached

    def attach(self, iid: int, held: Held, where: str) -> None:
        """A card is attached, and what it changes takes hold of the attributes that are there (BHM-R79, R109)."""
        being = self.standing(iid)
        mods = {name: delta for name, delta in self.card(held.card).mods.items() if being.attr(name) is not None}
        held = replace(held, mods=mods)
        being = replace(being, **{where: (*getattr(being, where), held)})
        self.put_being(refitted(being, ending=False))
        clause = "BHM-093" if where == "powers" else "BHM-096"
        self.tell(changes.Equipped(seat=self.controller(iid), bearer=being.card, card=held.card, clause=clause))

    def detach(self, iid: int, held: Held, where: str, clause: str = "BHM-R79") -> None:
        """Take a card off and end what it changed (BHM-R79)."""
        being = self.standing(iid)
        rest = tuple(other for other in getattr(being, where) if other != held)
        self.put_being(refitted(replace(being, **{where: rest}), ending=True))
        self.tell(changes.Detached(seat=self.controller(iid), bearer=being.card, card=held.card, clause=clause))

    def without_temp(self, being: Being) -> Being:
        """A being for which the turn's changes have ended (BHM-R14, R29)."""
        return refitted(replace(being, temp=()), ending=True) if being.temp else being
