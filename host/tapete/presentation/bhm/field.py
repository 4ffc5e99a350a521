"""One player's field of BHM as a picture: the call counter, the zones in figures, and the ten spaces with all that stands in them.

A being is drawn in lines: rank and name, one line for each attribute with what it is and what it can be, then its signs, each with its
word. On a crowded table attributes stand in pairs, by their initial, and one that is whole has a single figure; the signs stand in one
row, and the legend under the fields says what initials and signs mean; the head of a field is a single line then, and names no territories.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.games.bhm.beings import Being
from tapete.games.bhm.board import War
from tapete.games.bhm.language import _
from tapete.games.bhm.layout import marks
from tapete.games.bhm.state import AttackPlan, CallPlan, Declaring, Fighting, SummonPlan, TerrorPlan
from tapete.presentation.bhm.signs import Mark

HAND = _("hand {n}")
DECK = _("deck {n}")
DEAD = _("dead {n}")
DESERTERS = _("deserters {n}")
SUMMONS = _("summons {n}")
OUT = _("out of the match")
STONE = _("stone")
LOOSE = _("no bearer")
COMING = _("coming")


class Roles:
    """What beings are about to do or to suffer: the places of attacks in their order, and what pending actions aim at."""

    def __init__(self, board: War) -> None:
        self.marks: dict[int, list[Mark]] = {}
        self.coming: dict[tuple[Seat, int], str] = {}
        bottom = board.state.agenda[0]
        queue = bottom.queue if isinstance(bottom, Declaring | Fighting) else ()
        self.striking: set[int] = set()
        for place, attack in enumerate(queue, start=1):
            self._attack(attack, str(place))
        for window in board.windows():
            plan = window.plan
            if isinstance(plan, AttackPlan):
                self._attack(plan, "?")
            elif isinstance(plan, TerrorPlan):
                self._add(plan.target, Mark("struck", "?"))
            elif isinstance(plan, CallPlan | SummonPlan):
                self.coming[window.seat, plan.slot] = plan.card
            for target in getattr(plan, "targets", ()):
                if isinstance(target, int):
                    self._add(target, Mark("struck", "?"))

    def of(self, iid: int) -> tuple[object, ...]:
        """All that is said here of a being, to be compared with what was said of it in an earlier picture."""
        return (iid in self.striking, *((mark.sign, mark.figure) for mark in self.marks.get(iid, ())))

    def _attack(self, attack: AttackPlan, place: str) -> None:
        self.striking.add(attack.attacker)
        self._add(attack.attacker, Mark("strikes", place))
        self._add(attack.target, Mark("struck", place))

    def _add(self, iid: int, mark: Mark) -> None:
        """One mark of a kind, with all its figures."""
        mine = self.marks.setdefault(iid, [])
        alike = next((one for one in mine if one.sign == mark.sign), None)
        if alike is None:
            mine.append(mark)
        else:
            alike.figure += f" {mark.figure}"


def marks_of(being: Being, roles: Roles, language: Language, words: Words) -> list[Mark]:
    """The signs of a being: what it is about to do, its keywords and states, what it carries."""
    found = list(roles.marks.get(being.iid, ()))
    for word in marks(being):
        name, _, figure = word.partition(":")
        if name != "attacked" or being.iid not in roles.striking:
            found.append(Mark(name, figure))
    if being.points:
        found.append(Mark("fed", str(being.points)))
    for name, held in (("object", being.objects), ("power", being.powers), ("beside", being.beside)):
        found += [Mark(name, name=words.show(one.card, language, "card")) for one in held]
    return found
