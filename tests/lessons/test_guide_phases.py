"""Whether a guide meets every phase that its game has, and leaves none of them to the referee alone where a person has a part in it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from tapete import games
from tapete.core.seats import SEATS
from tapete.games.bhm.board import War
from tapete.games.bhm.figures import PhaseName
from tapete.games.bhm.timing import phase_of
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.changes import StepBegun
from tapete.games.mamlejet.figures import StepName
from tapete.games.mamlejet.rounds import OrderSet, RoundStarted
from tapete.games.moriham.figures import PHASES
from tapete.games.moriham.state import Phase
from tapete.lessons.guide import where
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.table import Table
from tapete.table.sources import AUTOMATIC
from tests.lessons.walks import Faces, begun, through

STEPS = frozenset(get_args(get_args(StepName)[0]))
"""The steps of Mamlejet's turn machine (docs/inside/rules/mamlejet.md#turn)."""

UNATTENDED = {"1a", "2d", "4b"}
"""Steps at which the ledger has the referee alone act (4b: while nobody holds too many cards): the table never stands there."""

NEEDS_A_HIT = {"3c", "3e"}
"""Steps that are skipped where no blow landed (MMK-R65)."""


def steps_of(table: Table) -> set[str]:
    """The steps of Mamlejet at which a match has stood, and those that its events prove."""
    found = {Front(table.rules, table.after(seq)).at_step for seq in range(table.seq + 1)}
    told = [event for seq in range(1, table.seq + 1) for event in table.events(seq)]
    rounds = [event.round for event in told if isinstance(event, RoundStarted)]
    combats = [event for event in told if isinstance(event, StepBegun) and event.step == "3a_w1"]
    # Each of these begins where a step without anybody's part has ended.
    return found | ({"1a", "4b"} if rounds and max(rounds) > 1 else set()) | ({"2d"} if combats else set())


def expected_of(guide: Guide) -> set[str]:
    """The steps of Mamlejet that a guide for so many players can meet."""
    alone = {"1b", "3a_targets"} if guide.seats == 1 else set()  # MMK-R06, R09: one player rolls for neither
    settled = {"setup"} if guide.position is not None else set()
    return set(STEPS) - {"over"} - alone - settled


def walked(guide: Guide, face: Faces) -> Table:
    """A match that a guide has led to its end."""
    table = begun(guide)
    steps = [progress for progress, _ in through(guide, table, face=face)]
    assert steps[-1].instruction is None
    assert all(progress.off_script is None for progress in steps)
    return table


MAMLEJET = lessons.all_of("mamlejet")


@pytest.fixture(params=MAMLEJET, ids=lambda guide: f"mamlejet-{guide.seats}")
def guide(request: pytest.FixtureRequest) -> Guide:
    found: Guide = request.param
    return found


def test_mamlejet_has_a_guide_for_one_and_for_two() -> None:
    assert [guide.seats for guide in MAMLEJET] == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("face", [6, 10])
def test_every_step_of_mamlejets_round_is_met(guide: Guide, face: int) -> None:
    table = walked(guide, face)
    assert expected_of(guide) - steps_of(table) == set()
    table.close()


@pytest.mark.slow
@pytest.mark.parametrize("face", range(1, 6))
def test_where_blows_miss_only_the_damage_is_not_met(guide: Guide, face: int) -> None:
    table = walked(guide, face)
    assert expected_of(guide) - steps_of(table) <= NEEDS_A_HIT
    table.close()


def test_people_have_a_part_in_every_step_that_is_theirs(guide: Guide) -> None:
    """A step that goes by with passes alone is not one that anybody has learned."""
    table = walked(guide, 6)
    theirs = {
        Front(table.rules, table.after(entry.seq - 1)).at_step
        for entry in table.entries
        if entry.source != AUTOMATIC.text and entry.action is not None
    }
    # The windows of 2a, 2c, 3a_w2, 3g and 4a, and those in which damage may be answered, need nobody who has nothing to play.
    assert theirs >= expected_of(guide) - UNATTENDED - NEEDS_A_HIT - {"2a", "2c", "3a_w1", "3a_w2", "3g", "4a"}
    acts = {entry.action["action"] for entry in table.entries if entry.action is not None}
    assert acts >= {"assign", "confirm_plan", "defend", "decline_defence", "declare_card", "play_resource", "produce", "play_tactic"}
    table.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_dice_that_fall_as_they_like_lead_to_the_end(guide: Guide, seed: int) -> None:
    table = walked(guide, random.Random(seed))
    assert expected_of(guide) - steps_of(table) <= NEEDS_A_HIT
    table.close()


@pytest.mark.long
def test_whoever_wins_the_initiative_attacks_and_the_other_defends() -> None:
    led = {}
    for seed in range(12):
        table = walked(MAMLEJET[1], random.Random(seed))
        acts = {entry.action["action"]: entry.action for entry in table.entries if entry.action is not None}
        second = next(event for seq in range(1, table.seq + 1) for event in table.events(seq) if isinstance(event, OrderSet))
        assert (acts["assign"]["seat"], acts["defend"]["seat"]) == second.order
        led[second.order] = seed
        table.close()
    assert len(led) == 2, "both have led"


def test_a_tie_is_rolled_again_as_often_as_it_comes() -> None:
    guide = MAMLEJET[1]
    table = begun(guide)
    ties = 0
    for progress, _ in through(guide, table, face=6):
        if (
            ties
            or progress.instruction is None
            or not any(owed.what == "roll_initiative" for owed in table.awaiting())
            or not progress.instruction.answers
        ):
            continue
        while ties < 6:
            for seat in table.seats:
                table.submit({"action": "enter_roll", "roll": f"initiative-{seat}.{ties}", "value": 5})
            ties += 1
            now = where(guide, table, frozenset(range(progress.number + 1)))
            assert (now.number, now.off_script) == (progress.number + 1, None)
            assert now.says.in_("en").startswith("A and B: roll again")
            assert now.explained is not None
            assert now.explained.in_("en") == "It is a tie."
    assert ties == 6
    assert progress.instruction is None
    table.close()


# ---- what is said


LETTERS = re.compile(r"(?<!Boost )\b(B|A's|(?<!^)(?<![.:] )A)\b|[{}]|Player [AB]|Jugador [AB]|y Inés")
"""A seat by its letter, an open hole, or what stood there before names did."""


@pytest.mark.parametrize("guide", [guide for name in games.names() for guide in lessons.all_of(name)], ids=lambda g: f"{g.game}-{g.seats}")
def test_a_guide_calls_players_by_their_names(guide: Guide) -> None:
    names = {"A": "Ana {B}", "B": "Inés"}  # the one who likes braces may have them
    table = begun(guide, names={seat: names[seat] for seat in SEATS[: guide.seats]})
    seen = set()
    for progress, _ in through(guide, table, face=3):
        for text in filter(None, (progress.says, progress.why, progress.explained)):
            for language in ("en", "es"):
                said = text.in_(language)
                assert not LETTERS.search(said.replace(names["A"], "Ana")), said
                seen |= {name for name in names.values() if name in said}
    assert seen == ({*names.values()} if guide.seats > 1 else set())
    table.close()


def test_every_instruction_for_two_names_a_player() -> None:
    table = begun(MAMLEJET[1])
    for progress, _ in through(MAMLEJET[1], table, face=3):
        if progress.instruction is not None:
            assert progress.says.in_("en").startswith(("A:", "B:", "A and B:"))
            assert progress.says.in_("es").startswith(("A:", "B:", "A y B:"))
            assert set(progress.waits_for) <= set("AB")
            if progress.instruction.answers:  # what hands do with the fallen may be both players'
                assert all(seat in progress.says.in_("en").partition(":")[0] for seat in progress.waits_for)
            assert (
                progress.waits_for
                or not progress.instruction.answers
                or progress.instruction.answers[0]["action"] in {"enter_roll", "reveal_enemy"}
            )
    table.close()


@pytest.mark.slow
def test_whoever_is_named_owes_the_instruction() -> None:
    """Where a die has decided whose it is, too."""
    for seed in range(4):
        table = begun(MAMLEJET[1])
        for progress, answers in through(MAMLEJET[1], table, face=random.Random(seed)):
            owing = {owed.seat for owed in table.awaiting()}
            if progress.instruction is not None and answers and None not in owing:
                named = {seat for seat in table.seats if seat in progress.says.in_("en").partition(":")[0]}
                assert named & owing, progress.says.in_("en")
        table.close()


# ---- the other games


def phases_of_moriham(table: Table, state: Any) -> set[str]:
    return {step.name for step in state.agenda if isinstance(step, Phase)}


def phases_of_bhm(table: Table, state: Any) -> set[str]:
    return {phase_of(War(table.rules, state))}


def steps_at_hand(table: Table, state: Any) -> set[str]:
    return {type(step).__struct_config__.tag for step in state.agenda}


OTHERS: dict[str, tuple[Callable[[Table, Any], set[str]], set[str]]] = {
    "moriham": (phases_of_moriham, set(PHASES)),
    "bhm": (phases_of_bhm, set(get_args(get_args(PhaseName)[0])) - {"setup"}),
    "shazamm": (steps_at_hand, {"bidding", "reveal"}),
    "datamorphs": (steps_at_hand, {"setup", "bios", "order", "play", "leave_out"}),
}
"""How the phases of each game are read off a state, and those that a first match has to meet: where people have a part in every turn."""


def test_no_game_with_a_guide_is_left_out() -> None:
    assert {name for name in games.names() if lessons.all_of(name)} == {*OTHERS, "mamlejet"}


@pytest.mark.parametrize("game", sorted(OTHERS))
def test_every_phase_of_the_other_games_is_met(game: str) -> None:
    read, expected = OTHERS[game]
    for guide in lessons.all_of(game):
        table = walked(guide, None)
        met = set().union(*(read(table, table.after(seq)) for seq in range(table.seq + 1)))
        assert expected - met == set()
        table.close()
