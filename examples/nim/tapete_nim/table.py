"""What people see of Nim: the heaps, the words of its form, the page that teaches it, and a first match."""

from typing import Any

from markupsafe import Markup

from tapete.core.seats import Seat
from tapete.presentation import Presentation
from tapete.presentation.base import GamePage, Naming
from tapete.presentation.lesson import Guide, Instruction, with_lock
from tapete.presentation.svg import element
from tapete.presentation.teaching import Passage, Teaching
from tapete.presentation.touch import Touch, played
from tapete_nim import _


class NimPage(GamePage):
    """The heaps as rows of counters."""

    actions = {"take": Naming(title=_("Take counters"), button=_("Take them"))}
    arguments = {"heap": _("Heap"), "counters": _("How many counters")}

    def drawn(self, rules: Any, state: Any, language: str, words: Any, touch: Touch) -> Markup:
        """Draw the counters of each heap."""
        rows = []
        for heap, counters in enumerate(state.heaps, 1):
            rows.append(element("text", _("Heap {n}").fill(n=heap).in_(language), x=45, y=heap * 40 - 4, class_="small"))
            rows += [element("circle", cx=float(100 + n * 30), cy=float(heap * 40 - 10), r=11.0, class_="slab") for n in range(counters)]
        return played(touch, 260, 130, *rows)


def takes(seat: Seat, heap: int, counters: int, says: Any) -> Instruction:
    """One instruction of the lesson."""
    return Instruction(whose=(seat,), says=with_lock(says), answers=({"action": "take", "seat": seat, "heap": heap, "counters": counters},))


LESSON = Guide(
    game="nim",
    title=_("Your first Nim"),
    minutes=2,
    seats=2,
    instructions=(
        Instruction(says=with_lock(_("Lay three heaps of counters: three, four and five."))),
        takes("A", 1, 2, _("{A:seat}: take two counters from heap 1. What is left is balanced.")),
        takes("B", 3, 5, _("{B:seat}: take all five from heap 3.")),
        takes("A", 2, 3, _("{A:seat}: take three from heap 2. Two heaps of one counter are left.")),
        takes("B", 1, 1, _("{B:seat}: take the last counter of heap 1.")),
        takes("A", 2, 1, _("{A:seat}: take the last counter. You win.")),
    ),
    ending=_("That was Nim."),
)

TEACHING = Teaching(
    passages=(
        Passage(title=_("Three heaps"), says=_("Who takes the last counter wins."), clauses=("NIM-001", "NIM-003"), after=0),
        Passage(title=_("Your turn"), says=_("In turn each takes one counter or more, all from one heap."), clauses=("NIM-002",), after=1),
    ),
    script=({"action": "take", "seat": "A", "heap": 1, "counters": 2},),
)

TABLE = Presentation(page=NimPage(), teaching=TEACHING, lessons=(LESSON,))
