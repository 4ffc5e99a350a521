"""Our own games pass the contract suite (`tapete.testing`). A game joins by its entry in `SUBJECTS`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tapete.testing.contract import CHECKS, QUIET, Subject, subject_id, walk
from tests.contract import fairground
from tests.run_forms import by_form, matches

__all__ = ["QUIET", "SUBJECTS", "Subject", "subject_id", "subjects", "walk"]

DATAMORPHS = ("glint_loom", "fern_cache", "brine_socket", "boost", "boost_a", "interrupt", "own", "bios", "interrupt:function", "hand", 3)

MORIHAM = (
    "mudling",
    "bog_piper",
    "wicker_hound",
    "tide_colossus",
    "grave_ferry",
    "mirror_pool",
    "hand",
    "player",
    "defense",
    "main2",
    1,
    2,
    3,
    5,
)

BHM = (
    "moss_bear",
    "howl_hound",
    "bell_summoner",
    "spark",
    "tidal_lash",
    "everbell",
    "rally_call",
    "sudden_hush",
    "fog_fen",
    "salt_sprite",
    "top",
    "val",
    1,
    2,
    3,
    5,
)

MAMLEJET = ("centinela", "hondero", "racion", "trampa", "lanza", "e-guerrero", "demo", "shoot", "heal", "enemy", "A", "B", 1, 2, 3, 7, 12)

SUBJECTS = [
    Subject("fairground", 2, 900, (1, 2, 3, "hoop", "ducks", "A", "B"), game=fairground.GAME),
    Subject("fairground", 4, 1500, (1, 2, 3, "hoop", "wheel", "C", "D"), game=fairground.GAME),
    Subject("shazamm", 2, 3000, tuple(range(16)), matches=3),
    Subject("shazamm", 2, 3000, tuple(range(16)), {"full_hand": True, "exhaustion_push": "ask"}, matches=2),
    Subject("datamorphs", 2, 400, DATAMORPHS),
    Subject("datamorphs", 2, 400, DATAMORPHS, {"tie_mode": "sudden_death", "interrupt_cost": 1, "exchange": False}, matches=3),
    Subject("moriham", 2, 2500, MORIHAM, matches=2),
    Subject(
        "moriham",
        2,
        2500,
        MORIHAM,
        {"deck_size": 20, "tribute_rule": "at_least", "magic_in_battle": True, "trap_same_turn": False},
        matches=3,
    ),
    Subject("bhm", 2, 3000, BHM, matches=2),
    Subject("bhm", 3, 3000, BHM, {"reaction_windows": "off", "combat_mode": "immediate", "third_territory": "replace"}, matches=2),
    Subject("bhm", 4, 3000, BHM, matches=1),
    Subject("mamlejet", 2, 4000, MAMLEJET, {"deck_tactics": 18, "deck_check": "warn", "win_emuna": 20, "threat_skip_rounds": 1}, matches=2),
    Subject(
        "mamlejet",
        3,
        6000,
        MAMLEJET,
        {"level": "heroe", "deck_tactics": 12, "deck_check": "off", "defend_others": False, "epic_fail_scope": "all_rolls"},
        matches=1,
    ),
    Subject("mamlejet", 1, 3000, MAMLEJET, {"level": "escudero", "mode": "clock", "deck_tactics": 24, "loss_emuna": 30}, matches=2),
]


def quick(subject: Subject) -> bool:
    """Whether the edit loop plays a game so: with its usual rules, by the fewest."""
    return subject is next(other for other in SUBJECTS if other.name == subject.name)


def marks(subject: Subject, turn: int = 0) -> tuple[pytest.MarkDecorator, ...]:
    """The quick form tries one check of three, the usual form every check with the usual rules and each third with others, by turns.

    BHM among four takes as long as half of the others together.
    """
    if quick(subject):
        return (pytest.mark.slow,) if turn % 3 else ()
    return (pytest.mark.long,) if turn % 3 or (subject.name, subject.seats) == ("bhm", 4) else (pytest.mark.slow,)


subjects = pytest.mark.parametrize(
    "subject",
    [pytest.param(subject, id=subject_id(subject), marks=marks(subject)) for subject in SUBJECTS],
)


@pytest.mark.parametrize(
    ("check", "subject"),
    [
        pytest.param(check, subject, id=f"{check.__name__}-{subject_id(subject)}", marks=marks(subject, turn))
        for number, check in enumerate(CHECKS)
        for turn, subject in enumerate(SUBJECTS, number)
    ],
)
def test_a_game_keeps_the_contract(check: Callable[[Subject], None], subject: Subject) -> None:
    """As often as the form of the run says; TAPETE_MATCHES says how many matches are played to their end."""
    walks, least = by_form(1, 1, *[subject.matches] * 2), by_form(quick=20, usual=20, long=100, nightly=100)
    check(replace(subject, matches=walks, least=least, ends=matches(quick=1, usual=3, long=20, nightly=1_000)))


def test_the_suite_has_all_its_checks() -> None:
    assert len(CHECKS) == 21
