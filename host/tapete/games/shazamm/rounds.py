"""The end of a turn, of a round and of the match (SHZ-025..033, 049, 056..059, 100..113, R40, R53..R58, R67)."""

from collections.abc import Mapping
from typing import Any

from tapete.core.actions import Terms
from tapete.core.domains import whole
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code
from tapete.core.seats import Both, Seat, rival
from tapete.core.steps import Over
from tapete.games.shazamm.board import DuelAction, DuelChoice, ShazammBoard, towards
from tapete.games.shazamm.constants import DRAWN_EACH_ROUND, REACH
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import QUESTIONS, SEATS, Bidding, ChoosePush, EndingRound, EndingTurn, Mana, Slab

ROUNDS = Chapter("rounds")


@ROUNDS.event(_("The wall reaches {seat}'s wizard."))
class WizardHit(OfSeat, clause="SHZ-025"):
    """The wall has reached a wizard."""


@ROUNDS.event(_("{seat} is out of mana."))
class OutOfMana(OfSeat, clause="SHZ-056"):
    """A wizard has no mana left."""


@ROUNDS.event(_("{seat} pushes the wall to slab {wall}."), hands=_("Slide the wall to slab {wall}."))
class WallPushed(OfSeat, clause="SHZ-057"):
    """The wall is pushed at the wizard without mana."""

    by: int
    wall: Slab

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wall": board.state.wall}


@ROUNDS.event(_("{seat} leaves the wall where it is."))
class PushWaived(OfSeat, clause="SHZ-R54"):
    """The wizard with mana leaves the wall where it is (house rule `exhaustion_push`)."""


@ROUNDS.event(_("{seat}'s resistance stops this push too."))
class PushResisted(OfSeat, clause="SHZ-R48"):
    """Resistance holds against the push too (house rule `resistance_blocks_push`)."""


@ROUNDS.event(_("Round {round} is over."))
class RoundEnded(Event, clause="SHZ-104"):
    """A round is over; the wall stays where it is."""

    round: int
    loser: Seat | None

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"round": board.state.round}


@ROUNDS.event(
    _("The wizards take their places {REACH:words} steps from the wall: {A:seat} on {wizard.A}, {B:seat} on {wizard.B}."),
    hands=_("Place {A:seat}'s wizard on slab {wizard.A} and {B:seat}'s on slab {wizard.B}."),
)
class WizardsPlaced(Event, clause="SHZ-105"):
    """Both wizards stand three steps from the wall again."""

    wizard: Both[Slab]

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wizard": board.state.wizard}


@ROUNDS.event(
    _("Slabs {slabs.A} and {slabs.B} collapse."), hands=_("{A:seat} lays a broken-slab tile on {slabs.A}, {B:seat} one on {slabs.B}.")
)
class SlabsCollapsed(Event, clause="SHZ-102"):
    """The outermost intact slab at each end is gone."""

    slabs: Both[Slab]


@ROUNDS.event(_("{seat}'s wizard falls into the lava from {slab}."))
class WizardFell(OfSeat, clause="SHZ-032"):
    """A wizard stands on a broken slab, or beyond the bridge: he drops into the lava."""

    slab: Slab

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"slab": board.state.wizard.of(self.seat)}


@ROUNDS.event(_("{seat} draws {number} {number:spell|spells} and holds {hand}."), hands=_("{seat}: draw {number} {number:card|cards}."))
class Drew(OfSeat, clause="SHZ-107"):
    """A wizard draws spells for the new round."""

    draws = True

    number: int
    hand: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.state.hand.of(self.seat)}


@ROUNDS.event(_("Mana is back at {mana}."), hands=_("Put both mana markers on {mana}."))
class ManaRestored(Event, clause="SHZ-106"):
    """Both mana markers are back at the top."""

    mana: Mana

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"mana": board.state.mana.A}


@ROUNDS.event(_("Round {round} begins."))
class RoundStarted(Event, clause="SHZ-110"):
    """A new round begins."""

    round: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"round": board.state.round}


@ROUNDS.event(_("{seat} wins the match."))
class MatchWon(OfSeat, clause="SHZ-032"):
    """A wizard has won the match."""


@ROUNDS.event(_("Both fall at once: a draw."))
class MatchDrawn(Event, clause="SHZ-R06"):
    """Both wizards fell at the same moment."""


@ROUNDS.event(_("The draw is played again."), hands=_("Start a new match in the same seats."))
class ReplayDue(Event, clause="SHZ-R06"):
    """House rule `double_fall` = `replay`: the draw is played again."""


@ROUNDS.event(_("{seat} concedes."))
class Conceded(OfSeat, clause="SHZ-R67"):
    """A wizard gives up."""


# ---- the end of a turn


@ROUNDS.runs(EndingTurn)
def _end_turn(board: ShazammBoard, step: EndingTurn) -> None:
    """T11: a hit first (R55), then mana (R53): both without end the round (R56), one without is pushed at; else the next turn."""
    hit = board.hit()
    if hit is not None:
        board.tell(WizardHit(seat=hit))
        board.become(EndingRound())
        return
    mana = board.state.mana
    if mana.A and mana.B:
        board.set(turn=board.state.turn + 1, agenda=(Bidding(),))
        return
    exhausted = [seat for seat in SEATS if not mana.of(seat)]
    board.tell(*(OutOfMana(seat=seat) for seat in exhausted))
    if len(exhausted) == len(SEATS):
        board.become(EndingRound())
    elif exhausted[0] in step.resisting and board.options.resistance_blocks_push:
        board.tell(PushResisted(seat=exhausted[0]))
        board.become(EndingRound())
    else:
        pusher = rival(exhausted[0])
        most = longest_push(board, pusher)
        if board.options.exhaustion_push == "ask":
            board.put(ChoosePush(pusher, most))
        else:
            _push(board, pusher, most)


def longest_push(board: ShazammBoard, pusher: Seat) -> int:
    """SHZ-057, 058: a step for each mana point in reserve, until the wall reaches the other wizard."""
    return min(board.state.mana.of(pusher), board.room(towards(rival(pusher))))


def _push(board: ShazammBoard, pusher: Seat, steps: int) -> None:
    """Move the wall at the exhausted wizard; the round ends whether it reaches him or not (SHZ-059, R57, R58)."""
    by = steps * towards(rival(pusher))
    wall = board.state.wall + by
    board.set(wall=wall)
    board.tell(WallPushed(seat=pusher, by=by, wall=wall) if steps else PushWaived(seat=pusher))
    hit = board.hit()
    if hit is not None:
        board.tell(WizardHit(seat=hit))
    board.become(EndingRound())


NO_PUSH_OWED = Code("no_choice_owed", "SHZ-R54", _("There is no push to decide now."))
PUSH_OUT_OF_RANGE = Code(
    "push_out_of_range",
    "SHZ-057",
    _("The wall can be pushed {max} {max:slab|slabs} at most, or none; you ask for {steps}."),
    figures={"steps": "value", "max": "high"},
)


@ROUNDS.action
class ChosenPush(DuelChoice, tag="choose_push"):
    """SHZ-057, R54: how many slabs, 0 to all that mana and distance allow."""

    steps: AnyNumber
    during = (ChoosePush,)
    elsewhere = NO_PUSH_OWED

    def terms(self, board: ShazammBoard) -> Terms:
        yield "steps", whole(0, board.at(ChoosePush).most, PUSH_OUT_OF_RANGE, PUSH_OUT_OF_RANGE)

    def effect(self, board: ShazammBoard) -> None:
        board.done()
        _push(board, self.seat, self.steps)


ROUNDS.question(
    ChoosePush,
    "choose_push",
    _("Your rival is out of mana. Choose how many slabs you push the wall, 0 to {most}."),
    _("{seat:seat} is deciding how far to push the wall."),
    params=lambda board, step: {"most": step.most},
)


# ---- the end of a round


@ROUNDS.runs(EndingRound)
def _end_round(board: ShazammBoard, step: EndingRound) -> None:
    """R40: the wall stays, wizards move, slabs collapse, a player may fall; else everything is set for the next round."""
    state = board.state
    loser = board.hit()
    board.set(round_loser=loser)
    board.tell(RoundEnded(round=state.round, loser=loser))
    if board.options.collapse_order == "collapse_first":
        _collapse(board)
        if _fallen(board):
            return
        _place(board)
    else:
        _place(board)
        _collapse(board)
    if not _fallen(board):
        _next_round(board)


def _place(board: ShazammBoard) -> None:
    """SHZ-029, 104, 105: where the wall stopped is the new centre."""
    wall = board.state.wall
    wizard = Both(wall - REACH, wall + REACH)
    board.set(centre=wall, wizard=wizard)
    board.tell(WizardsPlaced(wizard=wizard))


def _collapse(board: ShazammBoard) -> None:
    """SHZ-030, 102, R03: A lays a tile on the negative end, B on the positive one."""
    edge = board.edge(board.state.broken)
    board.set(broken=board.state.broken + 1)
    board.tell(SlabsCollapsed(slabs=Both(-edge, edge)))


def _fallen(board: ShazammBoard) -> bool:
    """SHZ-032, 033, R04..R06: the one who stands on no intact slab falls, and the match is over."""
    edge, wizard = board.edge(board.state.broken), board.state.wizard
    fallen = [seat for seat in SEATS if abs(wizard.of(seat)) > edge]
    board.tell(*(WizardFell(seat=seat, slab=wizard.of(seat)) for seat in fallen))
    if len(fallen) == len(SEATS):
        board.tell(MatchDrawn())
        if board.options.double_fall == "replay":
            board.tell(ReplayDue())
        board.over(Over("draw", (), "fall"))
    elif fallen:
        winner = rival(fallen[0])
        board.tell(MatchWon(seat=winner))
        board.over(Over("win", (winner,), "fall"))
    return bool(fallen)


def _next_round(board: ShazammBoard) -> None:
    """SHZ-031, 106..110, R40, R60: mana, silence, cards, count."""
    state = board.state
    drawn = Both(min(DRAWN_EACH_ROUND, state.deck.A), min(DRAWN_EACH_ROUND, state.deck.B))
    board.set(
        mana=Both(board.options.mana, board.options.mana),
        silence=False,
        hand=Both(state.hand.A + drawn.A, state.hand.B + drawn.B),
        deck=Both(state.deck.A - drawn.A, state.deck.B - drawn.B),
        round=state.round + 1,
        turn=1,
        agenda=(Bidding(),),
    )
    board.tell(ManaRestored(mana=board.options.mana))
    for seat in SEATS:
        if drawn.of(seat):
            board.tell(Drew(seat=seat, number=drawn.of(seat), hand=board.state.hand.of(seat)))
    board.tell(RoundStarted(round=state.round + 1))


# ---- giving up


REVEAL_PENDING = Code(
    "reveal_pending",
    "SHZ-R67",
    _("The bids are revealed and cards are still to be shown. Show them first; then you can concede."),
    figures={},
)


@ROUNDS.action
class Concede(DuelAction):
    """SHZ-R67: the other wizard wins; what was locked or pending is dropped."""

    seat: Seat
    during = (Bidding, *QUESTIONS, ChoosePush)
    elsewhere = REVEAL_PENDING

    def effect(self, board: ShazammBoard) -> None:
        winner = rival(self.seat)
        board.tell(Conceded(seat=self.seat), MatchWon(seat=winner, clause="SHZ-R67"))
        board.over(Over("win", (winner,), "concession"))
