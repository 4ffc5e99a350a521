"""Operations are data: the type of an argument says its domain where no chapter does, and chapters say what they do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from tapete.core.board import Board, State
from tapete.core.choices import by_type, looked_up
from tapete.core.domains import Domain, one_of
from tapete.core.game import Chapter, Game
from tapete.core.judge import Offer, failed_terms, offer
from tapete.core.refusals import OUTSIDE, Code, Refusal, must
from tapete.core.rulings import Note, Operation, bad_operation, unit
from tapete.core.scene import Scene
from tapete.core.seats import Seat
from tapete.core.steps import Step
from tapete.core.texts import Given
from tapete.core.zones import CardBoard

BAD = Code("bad", "T-1", Given("{index} {op} {problem}"))
LOST = Code("lost", "T-2", Given("lost"))
HEAVY = Code("heavy", "T-3", Given("heavy"))


class Player(Struct, frozen=True):
    hand: int = 2
    deck: int = 3
    out: tuple[str, ...] = ()


class Idle(Step):
    """Nothing goes on."""


class Table(State, frozen=True, kw_only=True, forbid_unknown_fields=True):
    agenda: tuple[Idle, ...] = (Idle(),)
    players: tuple[Player, ...] = (Player(), Player())
    typed_cards: dict[str, int] = {}
    settled: int = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        return ("A", "B")


class Desk(CardBoard[Table, Player]):
    __slots__ = ("by",)
    at_work = __slots__

    def __init__(self, rules: Any, state: Table) -> None:
        super().__init__(rules, state)
        self.by: Seat = "A"

    def settle(self) -> None:
        self.set(settled=self.state.settled + 1)


class OnSeats(Operation):
    who: Literal["own", "both"]


class Draw(OnSeats):
    n: Annotated[int, Meta(ge=1, le=3)]


class Lose(OnSeats):
    """A pile is counted wrong."""


class Burn(Operation):
    seat: Seat
    card: str


class Quick(Burn):
    """As Burn, with its own effect."""


OPS = Chapter("operations")


def seats(board: Desk, op: OnSeats) -> tuple[Seat, ...]:
    return board.state.seats if op.who == "both" else (board.by,)


@OPS.does(Draw, seats)
def draw(board: Desk, op: Draw, seat: Seat) -> None:
    board.pass_on(seat, "deck", "hand", op.n)


@OPS.does(Lose, seats)
def lose(board: Desk, op: Lose, seat: Seat) -> None:
    board.count(seat, "deck", -1)


@OPS.chooses(Burn, "card")
def cards(board: Desk, op: Burn) -> one_of:
    return one_of(board.player(op.seat).out)


@OPS.does(Burn)
def burn(board: Desk, op: Burn) -> None:
    board.take(op.seat, "out", op.card)


@OPS.does(Quick)
def quick(board: Desk, op: Quick) -> None:
    board.change(op.seat, out=())


def sound(board: Desk) -> Any:
    for player in board.state.players:
        yield must(player.hand + player.deck == 5, LOST)


GAME: Game[Table] = Game(
    name="desk", title=Given("desk"), version="1", players=(2, 2), clauses=(), state=Table, board=Desk, chapters=(OPS,),
    start=lambda rules, seats: Table(), layout=lambda board: (), scene=lambda board, owed: Scene(panels=()), faults=sound,
)  # fmt: skip


class Bound:
    """The little of rules that a board reads."""

    game, options = GAME, None

    catalogue = SimpleNamespace(cards={"fox": 1})

    def faults(self, state: Table) -> tuple[Refusal, ...]:
        return tuple(fault for fault in sound(Desk(self, state)) if fault is not None)


def desk(**fields: Any) -> Desk:
    return Desk(Bound(), Table(**fields))


def open_cards(*names: str) -> Desk:
    return desk(players=(Player(out=names), Player()))


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        (Literal["x", "y"], {"one_of": ["x", "y"], "barred": {}}),
        (bool, {"one_of": [True, False], "barred": {}}),
        (Annotated[int, Meta(ge=-2, le=9)], {"whole": [-2, 9]}),
        (Annotated[str, Meta(max_length=40)], {"text": [0, 40]}),
        (Annotated[int, Meta(ge=1, le=2)] | None, {"maybe": {"whole": [1, 2]}}),
    ],
)
def test_a_type_says_what_may_be_chosen(hint: Any, shown: dict[str, Any]) -> None:
    assert by_type(hint)(None, None).describe() == shown


def test_several_words_are_bounded_by_their_type() -> None:
    domain: Domain = by_type(Annotated[tuple[Literal["x", "y", "z"], ...], Meta(max_length=2)])(None, None)
    assert not domain.refusals(("x", "z"))
    assert [refusal.code for refusal in domain.refusals(("x", "y", "z"))] == ["not_so_many"]


@pytest.mark.parametrize("hint", [int, str, Literal["each"] | Player, Player])
def test_a_type_that_does_not_say_it_is_named(hint: Any) -> None:
    with pytest.raises(TypeError, match="does not say what may be chosen"):
        by_type(hint)


def test_an_argument_waits_for_the_one_that_its_domain_reads() -> None:
    board = open_cards("fox", "owl")
    first = offer(Burn, board, {})
    assert isinstance(first, Offer)
    assert list(first.arguments) == ["seat"]
    assert first.wait == ("card",)
    then = offer(Burn, board, {"seat": "A"})
    assert isinstance(then, Offer)
    assert then.arguments["card"].describe()["one_of"] == ["fox", "owl"]


def test_what_is_refused_stands_in_the_order_of_the_fields() -> None:
    assert [(r.code, r.at) for r in failed_terms(Draw("all", 9), desk())] == [("outside", "who"), ("outside", "n")]  # type: ignore[arg-type]


def test_an_operation_is_done_to_each_that_it_names() -> None:
    board = desk()
    Draw("both", 2).effect(board)
    assert [(p.hand, p.deck) for p in board.state.players] == [(4, 1), (4, 1)]
    with board.working(by="B"):
        Draw("own", 3).effect(board)
    assert [(p.hand, p.deck) for p in board.state.players] == [(4, 1), (5, 0)]


def test_one_that_is_made_of_another_does_the_same_unless_a_chapter_says_otherwise() -> None:
    board = open_cards("fox", "owl", "fox")
    Burn("A", "fox").effect(board)
    assert board.player("A").out == ("fox", "owl"), "the topmost copy goes"
    Quick("A", "fox").effect(board)
    assert board.player("A").out == ()
    assert list(GAME.arguments(Quick)) == ["seat", "card"]


def test_what_is_at_work_goes_with_a_scratch_and_ends() -> None:
    board = desk()
    with board.working(by="B", ruled=True):
        copy = board.scratch()
    assert (copy.by, copy.ruled) == ("B", True)
    assert (board.by, board.ruled) == ("A", False)


def test_cards_go_as_far_as_there_are_any_and_lie_in_order() -> None:
    board = desk()
    assert board.pass_on("A", "deck", "hand", 9) == 3
    assert board.count("A", "hand", -1) == 4
    board.lay("A", "out", "fox", "owl")
    assert board.state.players == (Player(hand=4, deck=0, out=("fox", "owl")), Player())


def test_a_card_is_known_from_the_catalogue_or_typed_in() -> None:
    board = desk(typed_cards={"owl": 2})
    assert board.card_ids == ("fox", "owl")
    assert [board.knows(card) for card in ("fox", "owl", "elk")] == [True, True, False]


def test_a_place_is_judged_by_what_lies_there() -> None:
    weights = {1: 5, 2: None, 3: 9}

    def light(place: int, weight: int) -> Refusal | None:
        return must(weight < 8, HEAVY, place=place)

    domain = looked_up((1, 2, 3), [*map(weights.get, (1, 2, 3))], light, empty=lambda place: LOST(), otherwise=BAD)
    assert domain.options() == (1,)
    assert [[r.code for r in domain.refusals(place)] for place in (1, 2, 3, 4)] == [[], ["lost"], ["heavy"], ["bad"]]


def judged(*made: Operation, breaks: Code | None = None, at_once: bool = True) -> list[tuple[str, str | None]]:
    board: Board[Any] = desk()
    return [(r.code, r.at) for r in unit(board, (Draw, Lose, Burn, Note), BAD, breaks, at_once=at_once).refusals(made)]


def test_a_unit_is_judged_in_order_and_by_what_it_comes_to() -> None:
    assert judged(Draw("own", 1)) == []
    assert judged(Draw("own", 1), Burn("A", "fox")) == [("bad", "1")]
    assert judged(Draw("own", 1), Lose("own")) == [("bad", None), ("lost", None)]
    assert judged(Lose("own"), breaks=HEAVY) == [("heavy", None), ("lost", None)]


def test_operations_that_wait_are_judged_each_by_itself() -> None:
    assert judged(Lose("own"), Lose("own"), at_once=False) == []
    assert judged(Lose("own"), Burn("A", "fox"), at_once=False) == [("bad", "1")]


def test_an_operation_is_named_with_its_place() -> None:
    assert bad_operation(BAD, 1, Lose("own"), OUTSIDE(value=3)).params == {"index": 2, "op": "lose", "problem": "outside"}
