"""Rules as a value: drafts, look-ahead, loops that do not end, and three errors that are never mixed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.board import Board
from tapete.core.game import Chapter
from tapete.core.kinds import mentioned
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules
from tapete.core.texts import Words
from tests.contract import fairground
from tests.contract.fairground import Buy, Fair, Pick, Purchase, Swap, Turn, Window
from tests.two_languages import both

RULES = fairground.rules()
START = RULES.start(("A", "B"))


def test_an_argument_waits_for_the_one_it_depends_on() -> None:
    first = RULES.legal(START, "A", {"action": "buy"})["buy"]
    assert (list(first.arguments), first.wait) == (["stall"], ("tickets", "hook"))
    second = RULES.legal(START, "A", {"action": "buy", "stall": "ducks"})["buy"]
    assert (list(second.arguments), second.wait) == (["tickets"], ("hook",))
    third = RULES.legal(START, "A", {"action": "buy", "stall": "ducks", "tickets": [1, 2]})["buy"]
    assert third.arguments["hook"].describe() == {"maybe": {"whole": [1, 3]}}


def poor(tickets: int) -> Fair:
    stands = (replace(START.stands[0], tickets=tickets), START.stands[1])
    return replace(START, stands=stands, spent=6 - tickets)


def test_an_option_that_leads_nowhere_is_barred_with_the_reason() -> None:
    offered = RULES.legal(poor(2), "A")["buy"].describe()["arguments"]["stall"]
    assert offered["one_of"] == ["hoop"]
    assert offered["barred"] == {"ducks": ["tokens_wrong"], "wheel": ["tokens_wrong"]}


def test_an_action_that_cannot_be_completed_is_not_offered() -> None:
    assert "buy" not in RULES.legal(poor(1), "A")
    assert [r.code for r in RULES.why_not(poor(1), "A", "buy")] == ["tokens_wrong"] * 3
    assert [r.code for r in RULES.why_not(START, "B", "buy")] == ["not_your_turn"]
    assert RULES.why_not(START, "A", "buy") == ()


def test_an_action_inside_an_action_may_be_half_filled_in() -> None:
    offered = RULES.legal(START, None, {"action": "race", "a": {"action": "swap"}})["race"]
    shown = [list(offered.arguments[name].describe()["action"]) for name in "ab"]
    assert shown == [["swap"], ["swap", "throw"]], "what is left of the half, and all of the other"
    with pytest.raises(Malformed):
        RULES.legal(START, None, {"action": "race", "a": {"action": "swap", "gifts": "many"}})


def test_a_draft_outside_its_domain_is_refused() -> None:
    with pytest.raises(Illegal) as fault:
        RULES.legal(START, "A", {"action": "buy", "stall": "ducks", "tickets": [1]})
    assert [(r.code, r.at) for r in fault.value.refusals] == [("tokens_wrong", "tickets")]


@pytest.mark.parametrize(
    "draft", [{"action": "fly"}, {}, {"action": "buy", "colour": 1}, {"action": "buy", "stall": 7}, {"action": "buy", "tickets": [1.5]}]
)
def test_a_draft_of_no_such_form_is_malformed(draft: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        RULES.legal(START, "A", draft)


def test_all_reasons_are_given_and_dependent_arguments_are_left_out() -> None:
    bad = Swap("A", {"B": 9}, ("ducks", "ducks"))
    assert [(r.code, r.at) for r in RULES.check(START, bad)] == [("over", "gifts.B"), ("twice", "named")]
    assert [(r.code, r.at) for r in RULES.check(START, Buy("A", "moon", (9,), 99))] == [("outside", "stall")]


def test_a_seat_that_does_not_play_is_refused_alone() -> None:
    assert [r.code for r in RULES.check(START, Buy("D", "hoop", (2,), None))] == ["unknown_seat"]


def test_steps_that_never_end_are_refused_with_their_names() -> None:
    spin = Chapter("spin")

    @spin.runs(Turn)
    def again(board: Board[Fair], step: Turn) -> None:
        board.become(Turn("B" if step.seat == "A" else "A"))

    game = fairground.GAME
    rules: Rules[Fair] = fairground.rules()
    runs: dict[Any, Any] = {**game.runs, Turn: again}
    rules.game = type(game).__new__(type(game))
    rules.game.__dict__.update({**game.__dict__, "runs": runs})
    with pytest.raises(Illegal) as fault:
        rules.apply(START, Swap("A", {"B": 0}, ("hoop", "ducks")))
    assert fault.value.refusals[0].code == "endless"
    assert fault.value.refusals[0].params == {"steps": ["turn"]}


def every_action(match: Match[Fair]) -> Iterator[Any]:
    return match.rules.every(match.state)


def test_every_lists_each_legal_action_once() -> None:
    match = Match(RULES, ("A", "B"))
    listed = [a for a in every_action(match) if isinstance(a, (Buy, Swap))]
    assert len({repr(a) for a in listed}) == len(listed)
    assert all(match.check(a) == () for a in listed)
    assert Buy("A", "hoop", (2,), None) in listed
    assert Buy("A", "hoop", (3,), None) in listed
    assert Buy("A", "hoop", (1, 2), None) not in listed  # the 1 is superfluous


def test_a_sentence_chooses_its_word_by_number_and_lists_in_each_language() -> None:
    words = Words({"slab": lambda n, language: f"<{n}>"})
    sentence = both("{n} {n:losa|losas}: {them:slab}; {none}", "{n} {n:slab|slabs}: {them:slab}; {none}")
    said = words.say(sentence, {"n": 1, "them": (1, 2, 3), "none": []})
    assert said.in_("es") == "1 losa: <1>, <2> y <3>; ninguno"
    assert said.in_("en") == "1 slab: <1>, <2> and <3>; none"
    assert words.say(sentence, {"n": 2, "them": (), "none": None}).in_("en") == "2 slabs: none; -"


def begun(state: Fair) -> list[str]:
    """The codes that refuse a position."""
    with pytest.raises(Illegal) as no:
        positions.load(RULES, positions.dump(RULES, state))
    return [refusal.code for refusal in no.value.refusals]


def test_every_value_of_a_kind_is_found_inside_a_state() -> None:
    sealed = replace(START, agenda=(Turn("A"), Purchase("B", "hoop", 2), Window(("B", "A"))))
    assert list(mentioned(sealed, "seat")) == ["A", "B", "B", "A", "A", "B"]
    assert list(mentioned(Swap(seat="A", gifts={"B": 1}, named=("hoop", "ducks")), "seat")) == ["A", "B"]


def test_a_position_names_nobody_who_does_not_play() -> None:
    assert begun(replace(START, agenda=(Turn("D"),))) == ["bad_position", "unknown_seat"]
    assert begun(replace(START, agenda=(Turn("A"), Purchase("A", "hoop", 2), Window(("C",))))) == ["bad_position", "unknown_seat"]


def test_a_position_stands_where_somebody_is_asked() -> None:
    assert positions.load(RULES, positions.dump(RULES, START)) == START
    assert begun(replace(START, agenda=(Turn("A"), Purchase("A", "hoop", 2), Window(("A", "B"))))) == ["bad_position", "nobody_asked"]


def test_a_position_asks_for_what_somebody_can_do() -> None:
    assert begun(replace(START, agenda=(Turn("A"), Pick("A", ())))) == ["bad_position", "no_answer"]
