"""Staff's figures speak staff's language: every end and every refusal of every game has words in both."""

from __future__ import annotations

from typing import get_args

import pytest

from tapete import games, presentation
from tapete.core.texts import LANGUAGES
from tapete.games.mamlejet.figures import EndReason
from tapete.web.station.operations import wording

ENDS = {
    "shazamm": {"fall", "concession"},
    "moriham": {"life", "deck", "concede"},
    "datamorphs": {"two_wins", "tie_break", "more_wins", "concession", "all_tied", "level"},
    "bhm": {"counter", "deckout", "concede"},
    "mamlejet": set(get_args(get_args(EndReason)[0])),
}


@pytest.mark.parametrize("game", games.names())
def test_every_end_is_told_in_both_languages(game: str) -> None:
    for reason in ENDS[game]:
        told = [wording.ended(game, "win", reason, language) for language in LANGUAGES]
        assert told[0].startswith("Victoria: ")
        assert told[1].startswith("Win: ")
        assert told[0].removeprefix("Victoria: ") != told[1].removeprefix("Win: "), reason
        assert not any("_" in one for one in told)


@pytest.mark.parametrize("game", games.names())
def test_every_refusal_is_told_in_both_languages(game: str) -> None:
    found = games.find(game)
    assert found is not None
    for code in found.refusals:
        spanish, english = (wording.refused(game, code.code, code.clause, language) for language in LANGUAGES)
        assert spanish != english, code.code
        assert "{" not in spanish + english
        assert code.code not in (spanish, english)


@pytest.mark.parametrize("game", games.names())
def test_every_step_that_a_match_can_be_left_at_is_told_in_both_languages(game: str) -> None:
    """A match waits at the steps that owe something, and at no others (`Rules.awaiting`)."""
    found = games.find(game)
    assert found is not None
    steps = [str(step.__struct_config__.tag) for step in found.owes]
    assert steps
    told = {step: [wording.asked(game, step, language) for language in LANGUAGES] for step in steps}
    for step, (spanish, english) in told.items():
        assert spanish != english, step
        assert step not in (spanish, english)
        assert "_" not in spanish + english
        assert spanish.lstrip("¿")[0].isupper(), spanish
        assert english[0].isupper(), english
    for place, _ in enumerate(LANGUAGES):
        assert len({both[place] for both in told.values()}) == len(steps)


@pytest.mark.parametrize("game", games.names())
def test_no_step_is_worded_that_the_game_does_not_have(game: str) -> None:
    found = games.find(game)
    assert found is not None
    assert set(presentation.find(game).asked) <= {str(step.__struct_config__.tag) for step in found.owes}


def test_a_step_has_the_words_that_its_game_has_for_it() -> None:
    assert wording.asked("shazamm", "bidding", "es") == "Fija tu apuesta"
    assert wording.asked("shazamm", "choose_theft", "en") == "Theft: decide on each spell"
    assert wording.asked("bhm", "window", "es") == "Una ventana de reacción"
    assert wording.asked("mamlejet", "setup", "en") == "Setup"


def test_words_that_nobody_knows_any_more_stand_as_they_are() -> None:
    assert wording.ended("chess", "mate", "fool", "es") == "mate: fool"
    assert wording.refused("chess", "no_queen", "", "en") == "no_queen"
    assert wording.asked("chess", "check", "es") == "check"
    assert wording.asked("shazamm", "guide: the wall moves", "en") == "guide: the wall moves"
    assert wording.ended("shazamm", "stopped", "", "es") == "Se detuvo"
