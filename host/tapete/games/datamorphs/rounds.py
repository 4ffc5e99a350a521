"""The end of a round and of the match: scores, cards left out, the exchange, concession (DAT-002, 003, 025, 032..049, R33..R47)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.refusals import Code, must
from tapete.core.seats import Both, Seat, rival
from tapete.core.steps import Over, Owed
from tapete.core.turns import AskedAction, TurnCode
from tapete.games.datamorphs.board import MorphAction, MorphBoard, refs_of
from tapete.games.datamorphs.cards import CardId
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.scoring import ENDS, Recolored, Tally, ending, score, winner_of
from tapete.games.datamorphs.state import (
    IN_ROUND,
    SEATS,
    ChoosingBios,
    Exchanging,
    LeavingOut,
    LeavingOutTied,
    NewRound,
    Owned,
    Player,
    Ref,
    Result,
    Scoring,
    ScoringAgain,
    WonBy,
)

ROUNDS_CHAPTER = Chapter("rounds")
ROUNDS_CHAPTER.tells(Recolored, _("{seat}: {parts} {before} {parts:part counts|parts count} as {after}."))
ROUNDS_CHAPTER.tells(Tally, _("{seat}, {step}: attack {attack}, defense {defense}."))

Reason = Annotated[WonBy, Meta(extra={"kind": "reason"})]
DrawReason = Annotated[Literal["all_tied", "level"], Meta(extra={"kind": "reason"})]


@ROUNDS_CHAPTER.event(
    _(
        "{A:seat}: attack {attack.A}, defense {defense.A}. {B:seat}: attack {attack.B}, defense {defense.B}. "
        "{inflicted.A} of {A:seat}'s and {inflicted.B} of {B:seat}'s get through."
    )
)
class RoundScored(Event, clause="DAT-032"):
    """The icons of both after all modifiers, and the attack that gets through."""

    attack: Both[int]
    defense: Both[int]
    inflicted: Both[int]


@ROUNDS_CHAPTER.event(_("{seat} wins the round: {wins} so far."))
class RoundWon(OfSeat, clause="DAT-034"):
    """A player has inflicted more attack; `wins` are that player's by now."""

    wins: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"wins": board.state.wins(self.seat)}


@ROUNDS_CHAPTER.event(_("The round is tied."))
class RoundTied(Event, clause="DAT-R38"):
    """Both have inflicted as much."""


@ROUNDS_CHAPTER.event(_("{seat}'s {card} stays out."), hands=_("{seat}: put {card} aside; it does not come back until the end."))
class LeftOut(OfSeat, clause="DAT-036"):
    """A card stays out for the rest of the match."""

    card: CardId


@ROUNDS_CHAPTER.event(_("Of {seat}'s cards, {ref} stays out; nobody has seen it."), hands=_("{seat}: put aside {ref} without showing it."))
class LeftOutUnseen(OfSeat, clause="DAT-038"):
    """An unseen card stays out for the rest of the match."""

    ref: Ref


@ROUNDS_CHAPTER.event(_("{seat} leaves out {ref}."))
class ChoiceNoted(OfSeat, clause="DAT-043"):
    """After a tie a player has said which own card stays out."""

    ref: Ref


@ROUNDS_CHAPTER.event(_("The other cards are picked up: {cards} in each hand."), hands=_("Pick up the other cards on your side."))
class PickedUp(Event, clause="DAT-039"):
    """The other cards go back to the hands."""

    cards: int


@ROUNDS_CHAPTER.event(_("{seat} concedes."))
class Conceded(OfSeat, clause="DAT-R47"):
    """A player gives the match up."""


@ROUNDS_CHAPTER.event(_("{seat} wins the match: {reason}."), hands=_("If you lost, show the winner your {OWNED:words} cards."))
class GameWon(OfSeat, clause="DAT-044"):
    """The game has a winner."""

    reason: Reason


@ROUNDS_CHAPTER.event(_("The match has no winner: {reason}."))
class GameDrawn(Event, clause="DAT-046"):
    """The game has no winner."""

    reason: DrawReason


@ROUNDS_CHAPTER.event(_("{seat} keeps {take} and gives {give}."), hands=_("{seat}: take {take} and hand over {give}."))
class CardsExchanged(OfSeat, clause="DAT-047"):
    """The winner keeps a card of the rival and gives one back; both own five again."""

    take: CardId
    give: CardId


# ---- who has won


@ROUNDS_CHAPTER.runs(Scoring)
def _scoring(board: MorphBoard, step: Scoring) -> None:
    """DAT-032..035, R20, R43: icons, then the round's result, then the match's or the next removal."""
    winner = _count(board)
    board.set(results=(*board.state.results, winner or "tie"))
    _round_over(board, winner)


def _count(board: MorphBoard) -> Seat | None:
    """Add up and tell the icons of both; return who inflicted more."""
    scores = score(board, board.tell)
    a, b = (scores.of(seat) for seat in SEATS)
    board.tell(RoundScored(attack=Both(a.attack, b.attack), defense=Both(a.defense, b.defense), inflicted=Both(a.inflicted, b.inflicted)))
    return winner_of(scores)


def _round_over(board: MorphBoard, winner: Seat | None) -> None:
    """Tell who won the round; the match is over by the results, or cards are left out."""
    board.tell(RoundTied() if winner is None else RoundWon(seat=winner, wins=board.state.wins(winner)))
    if not _match_over(board):
        board.become(LeavingOutTied() if winner is None else LeavingOut(winner))


def _match_over(board: MorphBoard) -> bool:
    """Say whether the results end the match; if they do, end it."""
    end = ending(board.state.results, board.options.tie_mode)
    if end is None:
        return False
    if end.winner is None:
        board.tell(GameDrawn(reason=end.reason, clause=ENDS[end.reason]))
        board.over(Over("draw", reason=end.reason))
    else:
        _win(board, end.winner, end.reason)
    return True


@ROUNDS_CHAPTER.runs(ScoringAgain)
def _scored_again(board: MorphBoard, again: ScoringAgain) -> None:
    """Score the round again whose cards still lie there, or end the match, where a ruling has changed what that depends on (DAT-R60)."""
    board.done()
    step, state = board.top, board.state
    if isinstance(step, ChoosingBios) and state.results:
        if ending(state.results, board.options.tie_mode) is not None:
            board.set(round=len(state.results))
            _match_over(board)
    elif isinstance(step, LeavingOut | LeavingOutTied) or (isinstance(step, Exchanging) and step.reason != "concession"):
        winner = winner_of(score(board))
        last: Result = "A" if winner == "A" else "B" if winner == "B" else "tie"
        results = (*state.results[:-1], last)
        end = ending(results, board.options.tie_mode)
        by_now = (end.winner, end.reason) if end is not None else None
        before = (step.winner, step.reason) if isinstance(step, Exchanging) else None
        if (results[-1], by_now) != (state.results[-1], before):
            _count(board)
            board.set(results=results)
            _round_over(board, winner)


def _win(board: MorphBoard, seat: Seat, reason: WonBy) -> None:
    """The game is won; the exchange is still due unless the house has none (DAT-047, R46)."""
    board.tell(GameWon(seat=seat, reason=reason, clause=ENDS[reason]))
    if board.options.exchange:
        board.become(Exchanging(seat, reason))
    else:
        board.over(Over("win", (seat,), reason))


# ---- cards left out


def own_refs(player: Player) -> dict[Ref, str | None]:
    """Return what a player may leave out after a tie: a card on the table, or in hand if there is any (DAT-R35)."""
    return {**refs_of(player), "hand": None} if player.hand else refs_of(player)


def _leave(board: MorphBoard, refs: dict[Seat, Ref], clause: str) -> None:
    """One card of each stays out; the others are picked up, and the next round begins (DAT-036, 039..042, R36, R42)."""
    for seat in SEATS:
        card = own_refs(board.player(seat))[refs[seat]]
        if card is None:
            board.tell(LeftOutUnseen(seat=seat, ref=refs[seat], clause="DAT-038" if clause == "DAT-036" else clause))
        else:
            board.tell(LeftOut(seat=seat, card=card, clause=clause))
        board.pick_up(seat, card)
    board.tell(PickedUp(cards=board.player("A").hand))
    board.become(NewRound())


NOT_WINNER = TurnCode("not_winner", "DAT-036", _("{winner:seat} decides, having won the round."), whose="winner")
_REF = {"ref": "value"}
BAD_REF = Code(
    "bad_ref",
    "DAT-037",
    _("{seat:seat} has not played this in the round: {ref:ref}. Choose one of those cards on the table."),
    figures=_REF,
)
BAD_OWN_REF = BAD_REF.citing("DAT-R34")


@ROUNDS_CHAPTER.action
class LeaveOut(AskedAction, MorphAction):
    """DAT-036..038, R33, R34: the winner of the round names one own and one rival card that was played in it."""

    own: Ref
    rival: Ref
    during = (LeavingOut,)
    of = "winner"
    not_your_turn = NOT_WINNER

    def terms(self, board: MorphBoard) -> Terms:
        for name, seat, code in (("own", self.seat, BAD_OWN_REF), ("rival", rival(self.seat), BAD_REF)):
            yield name, one_of(refs_of(board.player(seat)), otherwise=code, seat=seat)

    def effect(self, board: MorphBoard) -> None:
        _leave(board, {self.seat: self.own, rival(self.seat): self.rival}, "DAT-036")


ALREADY_CHOSEN = Code("already_chosen", "DAT-043", _("{seat:seat} has already said which card stays out."))
BAD_TIED_REF = Code(
    "bad_ref", "DAT-R35", _("{seat:seat} has no card in {ref:ref}. Choose one on the table, or in hand if there is any."), figures=_REF
)


@ROUNDS_CHAPTER.action
class LeaveOutOwn(MorphAction):
    """DAT-043, R35: after a tie each names an own card of this round's, played or not."""

    seat: Seat
    ref: Ref
    during = (LeavingOutTied,)

    def terms(self, board: MorphBoard) -> Terms:
        yield must(board.at(LeavingOutTied).chosen.of(self.seat) is None, ALREADY_CHOSEN, seat=self.seat)
        yield "ref", one_of(own_refs(board.player(self.seat)), otherwise=BAD_TIED_REF, seat=self.seat)

    def effect(self, board: MorphBoard) -> None:
        board.become(LeavingOutTied(board.at(LeavingOutTied).chosen.giving(self.seat, self.ref)))
        board.tell(ChoiceNoted(seat=self.seat, ref=self.ref))


@ROUNDS_CHAPTER.runs(LeavingOutTied)
def _both_left_out(board: MorphBoard, step: LeavingOutTied) -> None:
    """When both have said which card stays out, the next round begins."""
    if step.chosen.A is not None and step.chosen.B is not None:
        _leave(board, {"A": step.chosen.A, "B": step.chosen.B}, "DAT-043")


# ---- the end of the match


NOT_GAME_WINNER = TurnCode("not_winner", "DAT-047", _("{winner:seat} makes the exchange, having won the match."), whose="winner")


@ROUNDS_CHAPTER.action
class ExchangeCards(AskedAction, MorphAction):
    """DAT-003, 047..049, R37, R46: the winner keeps one card of the rival's five and gives one of the own five."""

    take: CardId
    give: CardId
    during = (Exchanging,)
    of = "winner"
    not_your_turn = NOT_GAME_WINNER

    def terms(self, board: MorphBoard) -> Terms:
        yield "take", board.cards_for(rival(self.seat), anywhere=True)
        yield "give", board.cards_for(self.seat, anywhere=True)

    def effect(self, board: MorphBoard) -> None:
        step = board.at(Exchanging)
        board.tell(CardsExchanged(seat=self.seat, take=self.take, give=self.give))
        board.set(players=Both(Player(), Player()))
        if (owned := board.state.owned) is not UNSET:
            moves = {self.seat: (self.give, self.take), rival(self.seat): (self.take, self.give)}
            board.set(owned={seat: _exchanged(five, *moves[seat]) for seat, five in owned.items()})
        board.over(Over("win", (step.winner,), step.reason))


def _exchanged(five: Owned, gone: CardId, come: CardId) -> Owned:
    """Five cards after one has gone and one has come."""
    left = list(five)
    left.remove(gone)
    return tuple(sorted((*left, come)))


@ROUNDS_CHAPTER.action
class Concede(MorphAction):
    """DAT-R47: the rival wins the match; the exchange applies."""

    seat: Seat
    during = IN_ROUND

    def effect(self, board: MorphBoard) -> None:
        board.tell(Conceded(seat=self.seat))
        _win(board, rival(self.seat), "concession")


ROUNDS_CHAPTER.question(
    LeavingOut,
    "leave_out",
    _("{seat:seat}: choose one card of yours and one of your rival's, played this round, that stay out."),
    _("{seat:seat} is choosing which cards stay out."),
    of="winner",
)
ROUNDS_CHAPTER.prompt(
    "leave_out_tie", _("{seat:seat}: choose one of your cards to stay out."), _("{seat:seat} is choosing which own card stays out.")
)


@ROUNDS_CHAPTER.owes(LeavingOutTied)
def _owes_leave_out_own(board: MorphBoard, step: LeavingOutTied) -> Iterator[Owed]:
    for seat in SEATS:
        if step.chosen.of(seat) is None:
            yield Owed(seat=seat, actions=("leave_out_own",), what="leave_out_tie")


ROUNDS_CHAPTER.question(
    Exchanging,
    "exchange",
    _("{seat:seat}: look at your rival's {OWNED:words} cards, keep one and give one of yours."),
    _("{seat:seat} is choosing the exchange. Show your {OWNED:words} cards."),
    "exchange_cards",
    of="winner",
)
