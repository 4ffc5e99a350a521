"""The turn: phases in order, the deserters' return, the seven steps of the final phase; giving up (BHM-004..006, 010..012, 026..045)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of, some
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, First, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.bhm.beings import Being, Petrified, rested, without_temp
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import OfCard
from tapete.games.bhm.constants import ARMAGEDON_ADDS, HAND_LIMIT
from tapete.games.bhm.figures import CardId, Count, PhaseName, SaidIid, Slot
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import NOT_THERE
from tapete.games.bhm.state import Declaring, DrawPlan, Final, Initial, NextTurn, Strategy, Window
from tapete.games.bhm.timing import ALWAYS, InTurn, Seated, wrong_phase
from tapete.games.bhm.windows import PhaseChanged, announce, resolves

TURN = Chapter("turn")


def enter_phase(board: War, phase: PhaseName) -> None:
    """Say which phase it is now (BHM-010)."""
    board.tell(PhaseChanged(seat=board.active, phase=phase))


@TURN.event(_("Turn {turn}: {seat} plays."))
class TurnStarted(OfSeat, clause="BHM-010"):
    """A player's turn begins."""

    turn: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"turn": board.state.turn}


@TURN.runs(NextTurn)
def next_turn(board: War, step: NextTurn) -> None:
    """The next living player, and everything that counts by turns begins anew (BHM-010, R06, R09, R98)."""
    turn = board.state.turn + 1
    active = board.state.starter if turn == 1 else board.after(board.active)[0]
    board.set(turn=turn, active=active)
    for seat in board.living:
        player = board.player(seat)
        field = tuple([rested(space) if type(space) is Being else space for space in player.field])
        field = player.field if field == player.field else field  # what is made of a field is kept while that very one is there
        snapshot = player.counter if board.options.call_budget == "snapshot" else None
        board.change(seat, field=field, call_spent=0, call_snapshot=snapshot, strategy_used=False, strategy_sum=0, powers=(), grants=())
    board.tell(TurnStarted(seat=board.active, turn=turn))
    enter_phase(board, "initial")
    board.become(Initial("draw" if turn > 1 or board.options.first_turn_draw else "return"))


# ---- initial phase


DRAWN_ALREADY = Code("wrong_phase", "BHM-011", _("This turn's mandatory draw has been made."))


@TURN.action
class DrawMandatory(InTurn):
    """The draw that opens the turn, whatever the hand (BHM-004, 006, 011, 120)."""

    during = (Initial,)
    clause = "BHM-011"

    def terms(self, board: War) -> Terms:
        yield None if board.at(Initial).at == "draw" else First(wrong_phase(board, "BHM-011", Initial, of=DRAWN_ALREADY))

    def effect(self, board: War) -> None:
        board.become(Initial("return"))
        announce(board, self.seat, DrawPlan(mandatory=True))


@resolves(DrawPlan)
def draw(board: War, window: Window, plan: DrawPlan) -> None:
    """A card is drawn (BHM-004..006, R05)."""
    board.draw(window.seat, 1, mandatory=plan.mandatory, clause="BHM-004" if plan.mandatory else "BHM-005")


def returning(board: War, seat: Seat) -> list[Being]:
    """Return a player's deserters that may come back now (BHM-012, R11, R12)."""
    if board.options.deserters_return == "controllers_turn" and seat != board.active:
        return []
    return [being for being in board.player(seat).deserters if being.fled_turn is not None and being.fled_turn < board.state.turn]


def next_to_return(board: War) -> Seat | None:
    """Return whose deserters come back next: in turn order, where there is room (BHM-012, R12)."""
    return next((seat for seat in board.in_order if returning(board, seat) and board.free_slots(seat)), None)


WaitsToReturn = TURN.simple_event("WaitsToReturn", OfCard, "BHM-R12", _("{card} finds no free space and waits among {seat}'s deserters."))


@TURN.runs(Initial)
def initial(board: War, step: Initial) -> None:
    """Once nobody can return any more, the first strategy phase begins (BHM-012, R12)."""
    if step.at == "draw" or next_to_return(board) is not None:
        return
    for seat in board.in_order:
        for being in returning(board, seat):
            board.tell(WaitsToReturn(seat=seat, card=being.card))
    board.become(Strategy(1))
    enter_phase(board, "strategy_1")


TURN.prompt("draw", _("Your turn begins: draw a card."), _("{seat:seat} plays."))
TURN.prompt("return", _("Your deserters return ({cards:card}): say to which space."), _("{seat:seat} is placing deserters."))
TURN.prompt(
    "strategy_1", _("First strategy phase: you have {left} call {left:point|points} left. Then on to combat."), _("{seat:seat} plays.")
)
TURN.prompt(
    "strategy_2", _("Second strategy phase: you have {left} call {left:point|points} left. Then the final phase."), _("{seat:seat} plays.")
)


@TURN.owes(Initial)
def initial_owed(board: War, step: Initial) -> Iterator[Owed]:
    """The draw; then, in turn order, each player with deserters that come back."""
    if step.at == "draw":
        yield Owed(seat=board.active, actions=("draw_mandatory",), what="draw", params={"turn": board.state.turn})
    elif (seat := next_to_return(board)) is not None:
        cards = [being.card for being in returning(board, seat)]
        yield Owed(seat=seat, actions=("return_deserter",), what="return", params={"cards": cards})


DRAW_FIRST = Code("wrong_phase", "BHM-012", _("The draw comes first; deserters return after it."))
NOT_RETURNING = Code(
    "not_returning",
    "BHM-012",
    _("{the_being:card} fled in turn {fled_turn} and does not return yet: it will in an initial phase after that turn."),
)
RETURNS_LATER = Code("not_your_answer", "BHM-012", _("They return in turn order: first {first:seat}'s deserters have to come back."))
NO_SPACE = Code("no_space", "BHM-R12", _("{the_being:card} finds no free space, and waits among the deserters."))
NO_DESERTER = NOT_THERE.saying(_("None of {the_seat:seat}'s deserters has the number {ref}."))


@TURN.event(_("{card} comes back from the deserters to {seat}'s space {slot}."), hands=_("Put {card} on {seat}'s space {slot}."))
class Returned(OfCard, clause="BHM-012"):
    """A being comes back from the deserters."""

    slot: Slot


@TURN.action
class ReturnDeserter(Seated):
    """A deserter comes back to a space of its controller's choice (BHM-012, 076; R11..R14)."""

    iid: SaidIid
    slot: AnyNumber
    during = (Initial,)
    clause = "BHM-012"

    def terms(self, board: War) -> Terms:
        yield None if board.at(Initial).at == "return" else First(wrong_phase(board, "BHM-012", Initial, of=DRAW_FIRST))
        first = next_to_return(board) or self.seat
        yield must(first == self.seat or not returning(board, self.seat), RETURNS_LATER, first=first)
        player = board.player(self.seat)
        due, free = {being.iid for being in returning(board, self.seat)}, board.free_slots(self.seat)
        fled = {being.iid: being for being in player.deserters}

        def now(iid: int) -> Refusal | None:
            being = fled[iid]
            return must(iid in due, NOT_RETURNING, iid=iid, fled_turn=being.fled_turn, the_being=being.card)

        def room(iid: int) -> Refusal | None:
            return must(free, NO_SPACE, iid=iid, the_being=fled[iid].card)

        yield "iid", one_of(fled, now, room, otherwise=NO_DESERTER, the_seat=self.seat)
        yield "slot", board.spaces_for(self.seat)

    def effect(self, board: War) -> None:
        being = board.pick_deserter(self.seat, self.iid)
        seq = board.next_seq()
        full = {name: a.at(a.max) for name in ("pod", "res", "val") if (a := getattr(being, name)) is not None}
        board.put_space(self.seat, self.slot, replace(being, fled_turn=None, returned=True, seq=seq, since=seq, **full))
        board.tell(Returned(seat=self.seat, card=being.card, slot=self.slot))
        if board.options.terror_on_return:
            board.owe_terror(being.iid)
        board.settle()


# ---- strategy phases


_PLAYS = ("call_being", "equip_object", "play_power", "assign_summon_points", "summon", "play_strategy", "play_territory")
IN_STRATEGY = (*_PLAYS, "reattach_object", "end_phase")
"""What the active player may do in a strategy phase, by name."""


@TURN.owes(Strategy)
def strategy_owed(board: War, step: Strategy) -> Iterator[Owed]:
    """The active player calls, plays, or ends the phase."""
    left = max(0, board.player(board.active).counter - board.player(board.active).call_spent)
    yield Owed(seat=board.active, actions=IN_STRATEGY, what=f"strategy_{step.nth}", params={"left": left})


@TURN.action
class EndPhase(InTurn):
    """On to combat, or to the final phase; what was not used is lost (BHM-010, R25, R108)."""

    during = (Strategy,)

    def effect(self, board: War) -> None:
        board.change(self.seat, strategy_used=False)
        if board.at(Strategy).nth == 1:
            board.become(Declaring())
            enter_phase(board, "combat")
        else:
            board.become(Final())
            enter_phase(board, "final")


# ---- final phase


@TURN.runs(Final)
def final(board: War, step: Final) -> None:
    """The steps F0 to F6, each atomic; F1 and F5 wait where there is something to decide (BHM-R29)."""
    seat, player = board.active, board.player(board.active)
    if step.at == "F0":
        board.become(Final("F1"))
        for being in board.beings(seat):
            board.thaw(being.iid, "BHM-132")
    elif step.at == "F1":
        if player.hand >= HAND_LIMIT or player.deck == 0:
            board.become(Final("F2"))
    elif step.at == "F2":
        board.become(Final("F3"))
        compare(board, seat)
        board.settle()
    elif step.at == "F3":
        board.become(replace(step, at="F4"))
        put_away(board)
        board.settle()
    elif step.at == "F4":
        board.become(NextTurn() if step.cut else Final("F5"))
        restore(board)
        board.settle()
    elif step.at == "F5":
        if player.hand <= HAND_LIMIT:
            board.become(Final("F6"))
    else:
        board.become(NextTurn())
        armagedon(board, seat)
        board.settle()


def counted(board: War, seat: Seat, *, invisible: bool) -> int:
    """Return the beings that a player is seen to control (BHM-106, 128, 143; R57, R58, R61)."""
    number = len([being for being in board.beings(seat) if being.kind != "entity" and (invisible or not being.has("invisible"))])
    if not board.options.petrified_counts:
        return number
    return number + sum(isinstance(space, Petrified) for space in board.player(seat).field)


@TURN.event(_("Fields are compared: {seat} {own}, {other} {theirs}."))
class Compared(OfSeat, clause="BHM-027"):
    """The fields of two adversaries were compared."""

    other: Seat
    own: Count
    theirs: Count


def compare(board: War, seat: Seat) -> None:
    """The side with fewer beings takes the difference (BHM-027, 028; R57, R59, R60)."""
    other = board.direct_adversary(seat)
    shown = board.options.invisible_in_superiority
    own, theirs = counted(board, seat, invisible=False), counted(board, other, invisible=False)
    board.tell(Compared(seat=seat, other=other, own=own, theirs=theirs))
    more = counted(board, seat, invisible=True) - counted(board, other, invisible=True) if shown else own - theirs
    if more > 0:
        board.raise_counter(other, more, "superiority", "BHM-027")
    if theirs > own:
        board.raise_counter(seat, theirs - own, "inferiority", "BHM-028")


def put_away(board: War) -> None:
    """The powers that are not equipped go to their owners' dead zones (BHM-092, R75)."""
    for _space, being in list(board.every()):
        if being.beside:
            board.alter(being.iid, beside=())
            for held in being.beside:
                board.home(held.owner, held.card, "BHM-092")


Restored = TURN.simple_event("Restored", OfSeat, "BHM-073", _("POD and RES of {seat}'s beings are restored."))


def restore(board: War) -> None:
    """What lasted until the end of the turn is over, and POD and RES are whole again (BHM-067, 073; R45, R46)."""
    for seat in board.in_order if board.player(board.active).alive else board.living:
        whole, before = board.options.restore_scope == "all" or seat == board.active, board.player(seat).field
        field = tuple([restored(space, whole) if type(space) is Being else space for space in before])
        if field != before:
            board.change(seat, field=field)
            board.tell(Restored(seat=seat))


def restored(being: Being, whole: bool) -> Being:
    """A being for which the turn is over; `whole`: with all its POD and RES."""
    being = without_temp(being)
    pod, res = being.pod, being.res
    if not whole or ((pod is None or pod.cur == pod.max) and (res is None or res.cur == res.max)):
        return being
    return replace(being, pod=pod and pod.at(pod.max), res=res and res.at(res.max))


def armagedon(board: War, seat: Seat) -> None:
    """One point more for a player at the threshold or below, after the comparison (BHM-042, 044, 045; R28)."""
    threshold = board.options.armagedon
    if threshold != "off" and board.player(seat).counter <= threshold:
        board.raise_counter(seat, ARMAGEDON_ADDS, "armagedon", "BHM-042")


TURN.prompt("draw_optional", _("Final phase: you may draw one more card."), _("{seat:seat} plays."))
TURN.prompt("discard", _("Discard {number} {number:card|cards}, and name {number:it|them}."), _("{seat:seat} plays."))


@TURN.owes(Final)
def final_owed(board: War, step: Final) -> Iterator[Owed]:
    """The optional draw, or the cards above the limit."""
    if step.at == "F1":
        yield Owed(seat=board.active, actions=("draw_optional",), what="draw_optional")
    else:
        over = board.player(board.active).hand - HAND_LIMIT
        yield Owed(seat=board.active, actions=("discard",), what="discard", params={"number": over})


HAND_FULL = Code("hand_full", "BHM-122", _("With {hand} {hand:card|cards} in hand there is no optional draw: it takes fewer than {limit}."))
DECK_EMPTY = Code("deck_empty", "BHM-R30", _("{seat:seat}'s deck is empty."))


@TURN.action
class DrawOptional(InTurn):
    """One card more, if wished (BHM-005, 026, 122; R30)."""

    take: bool
    during = (Final,)
    clause = "BHM-026"

    def terms(self, board: War) -> Terms:
        player = board.player(self.seat)
        if board.at(Final).at != "F1":  # it was not offered, and cards above the limit are asked for
            yield must(player.hand < HAND_LIMIT, HAND_FULL, hand=player.hand, limit=HAND_LIMIT)
            yield must(player.deck > 0, DECK_EMPTY, seat=self.seat)
        yield "take", one_of((False, True))

    def effect(self, board: War) -> None:
        board.become(Final("F2"))
        if self.take:
            announce(board, self.seat, DrawPlan(mandatory=False))


DISCARD_LATER = Code("wrong_phase", "BHM-123", _("Not yet: the optional draw and the comparison of the fields come first."))
WRONG_NUMBER = Code(
    "wrong_number", "BHM-123", _("Discard exactly {due} {due:card|cards}; you name {given}."), figures={"due": "least", "given": "value"}
)


@TURN.action
class Discard(InTurn):
    """Exactly the cards above the limit, face up (BHM-121, 123; R85)."""

    cards: tuple[CardId, ...]
    during = (Final,)
    clause = "BHM-123"

    def terms(self, board: War) -> Terms:
        yield None if board.at(Final).at == "F5" else First(wrong_phase(board, "BHM-123", Final, of=DISCARD_LATER))
        due = board.player(self.seat).hand - HAND_LIMIT
        yield "cards", some(board.main_cards(), due, due, ordered=True, repeat=True, count_code=WRONG_NUMBER)

    def effect(self, board: War) -> None:
        board.become(Final("F6"))
        board.discard(self.seat, self.cards, "BHM-123")
        board.settle()


@TURN.action
class Concede(Seated):
    """Giving up, at any time (BHM-R99)."""

    during = ALWAYS

    def effect(self, board: War) -> None:
        board.eliminate({self.seat: "concede"})
