"""Effects that stand on the card of a being and need no typing: those of its coming, and those it may be told to use (section 7).

They are declared effects (BHM-155, R105, R107) that the catalogue has filled in already; whoever controls the being names the target.
"""

from __future__ import annotations

from tapete.core.actions import Terms
from tapete.core.domains import Test, one_of
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.games.bhm.abilities import ability_plan, at_work, awake
from tapete.games.bhm.aiming import aimed_at
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import Effect
from tapete.games.bhm.figures import SaidIid, Target
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import NOT_THERE
from tapete.games.bhm.timing import IN_TURN, Seated
from tapete.games.bhm.windows import announce, thawed

READY = Chapter("ready")


def effects_of(board: War, iid: int) -> dict[int, Effect]:
    """The ready-made effects of what stands on the field, by their place on its card; those of playing it are no longer any."""
    return {index: effect for index, effect in enumerate(board.card(board.standing(iid).card).effects) if effect.when != "on_play"}


ENTERED_EARLIER = Code(
    "entered_earlier", "BHM-R105", _("That effect belongs to {card:card} coming into play: it is applied in that turn, once.")
)
NO_EFFECT_READY = Code("no_such_card", "BHM-R107", _("{the_being:card} has no effect number {ref} to use."), figures={"ref": "value"})


@READY.action
class UseEffect(Seated):
    """An effect out of the catalogue, declared with its target and nothing else (BHM-060, 129, 155; R62, R105, R107).

    One of its coming is applied at once, in the turn in which the being came, each once; one that is used is an activated ability, which
    opens a window and may be refused.
    """

    source: SaidIid
    effect_index: AnyNumber
    target: Target
    during = IN_TURN

    def terms(self, board: War) -> Terms:
        ready = [being.iid for being in board.beings(self.seat) if effects_of(board, being.iid)]
        yield "source", one_of(ready, otherwise=NOT_THERE)
        being, effects = board.standing(self.source), effects_of(board, self.source)

        def fresh(index: int) -> Refusal | None:
            due = effects[index].when != "on_enter" or (being.fresh and index not in being.applied)
            return must(due, ENTERED_EARLIER, card=being.card)

        def using(test: Test) -> Test:
            """What is asked of a being that uses an ability, and not of an effect of its coming."""
            return lambda index: None if effects[index].when == "on_enter" else test(being.iid)

        tests = (using(thawed(board)), using(awake(board)), fresh)
        yield "effect_index", one_of(effects, *tests, otherwise=NO_EFFECT_READY, the_being=being.card)
        word = effects[self.effect_index].target
        yield "target", aimed_at(board, self.seat, word, self.source, board.seen_by(self.seat))

    def effect(self, board: War) -> None:
        being, effect = board.standing(self.source), effects_of(board, self.source)[self.effect_index]
        operation = effect.aimed(self.target)
        if effect.when == "declared":
            announce(board, self.seat, ability_plan(board, self.source, (operation,), True), being.rank)
            return
        board.alter(self.source, applied=(*being.applied, self.effect_index))
        with at_work(board, self.seat, self.source, True):
            operation.effect(board)
        board.settle()
