"""The page of refusals (docs/refusals.md): what its sentences must not hold, for people read them."""

from __future__ import annotations

import functools
import re

import pytest

from tapete import cards, games
from tapete.core.texts import Words
from tests.contract.refused import Refused
from tests.core.refused import CASES
from tools import generate_refusals
from tools.generate_refusals import EVERY, Worked

PYTHON = re.compile(r"[{}\[\]`]|\b(None|True|False)\b|\w+\(\w+=|'\w+'")
RAW_ID = re.compile(r"\b[a-z0-9]+(_[a-z0-9]+)+\b|\b[a-z]+-\d+(\.\d+)?\b")
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|not|cannot|must|your|you|with|play|order|leave|hand|target|source|turn|step|cards?|over|bidding|reveal|phase"
    r"|what|unknown|nothing|none|choose|discard|draw)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"“[^”]*”|«[^»]*»")
"""What a person has typed or named stands in quotation marks."""

TYPED = {"bad_option", "bad_config", "unknown_option"}
"""House rules are typed by their keys and values, so they are named so."""

FIGURES = (
    "limit",
    "needed",
    "available",
    "cost",
    "sum",
    "due",
    "low",
    "high",
    "hand",
    "bid",
    "mana",
    "max",
    "min",
    "total",
    "spent",
    "rank",
)

IN_WORDS = {
    ("moriham", "bad_tribute"),
    ("datamorphs", "slot_taken"),
    ("mamlejet", "cost_not_met"),
}
"""Codes of which one sentence at least says a figure in words, or needs none; no new one comes in."""

THINGS = {
    **dict.fromkeys(("card", "enemy", "soldier", "weapon", "waits"), ("card",)),
    **dict.fromkeys(("seat", "active", "controller", "first", "owed_by", "city", "leader", "priority", "to_play"), ("seat",)),
    "slot": ("slot", "part"),
    **dict.fromkeys(("roll", "roll_id"), ("die",)),
    **dict.fromkeys(("iid", "power", "source", "permanent", "id", "target", "ref"), ("ref", "card")),
}
"""The params that hold a thing, by their word, with the kinds by which its name is shown."""

TOLD = {"roll_id": {"die": "thrown", "the_die": "stray"}, "roll": {"the_seats": "seat"}}
"""The figures beside a param that tell the same thing, each with the kind that shows its name."""

NUMBERED = ("iid", "power", "source", "permanent", "id", "target")
"""Those of them that may be words too, which are no things then."""

SEATED = frozenset(word for word, kinds in THINGS.items() if kinds == ("seat",))

every_game = pytest.mark.parametrize("game", games.names())
every_page = pytest.mark.parametrize("game", [*games.names(), EVERY])


@functools.cache
def worked(game: str) -> tuple[Worked, ...]:
    return tuple(generate_refusals.worked(game))


@every_game
def test_every_code_stands_on_the_page(game: str) -> None:
    codes = {(code.code, code.clause) for code in games.need(game).refusals}
    assert codes == {(one.refusal.code, one.refusal.clause) for one in worked(game)} & codes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_refusal_that_games_share_is_as_it_is_shown(case: Refused) -> None:
    assert [(one.code, one.clause, one.params) for one in case.given()][:1] == [(case.code, case.clause, case.params)]


@every_page
def test_no_sentence_speaks_python_or_names_an_id(game: str) -> None:
    for one in worked(game):
        for text in one.said.values():
            bare = QUOTED.sub("", text)
            assert not PYTHON.search(bare), text
            assert one.refusal.code in TYPED or not RAW_ID.search(bare), text


@every_page
def test_no_english_word_stands_in_a_spanish_sentence(game: str) -> None:
    for one in worked(game):
        assert one.refusal.code in TYPED or not ENGLISH.search(QUOTED.sub("", one.said["es"])), one.said["es"]


@every_page
def test_figures_are_told(game: str) -> None:
    """The figure asked and the figure there, where a refusal has them."""
    for one in worked(game):
        if (game, one.refusal.code) in IN_WORDS:
            continue
        for name, value in one.refusal.params.items():
            if name in FIGURES and type(value) is int:
                for text in one.said.values():
                    assert str(abs(value)) in text, (one.refusal.code, name, value, text)


def names(words: Words, one: Worked, param: str, language: str) -> set[str]:
    """How the thing in a param may be named: by its name, and by its number only where no name stands beside that."""
    held = {**one.refusal.params, **one.refusal.named}
    found = {str(held[param]), *(words.show(held[param], language, kind) for kind in THINGS[param])}
    found |= {words.show(held[word], language, kind) for word, kind in TOLD.get(param, {}).items() if held.get(word)}
    if not isinstance(held[param], int) or "card" not in THINGS[param]:
        return found
    beside = {words.show(value, language, "card") for word, value in held.items() if isinstance(value, str) and word not in SEATED}
    return beside or found


@every_game
def test_things_are_named(game: str) -> None:
    """Every card, seat, being, space and die that a refusal is about."""
    words = cards.bind(game).words
    bare = {
        (game, one.refusal.code, param)
        for one in worked(game)
        for param, value in one.refusal.params.items()
        if param in THINGS and (param not in NUMBERED or isinstance(value, int))
        for language, text in one.said.items()
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names(words, one, param, language))
    }
    assert not bare


def test_the_rule_notices_what_it_is_for() -> None:
    """Sentences of the kind that were there once."""
    for text in ("Falta city-77.0.", "Falla: inv_1.", "Nada en leave_out."):
        assert RAW_ID.search(QUOTED.sub("", text)), text
    for text in ("TerritoryRef(seat='A') no.", "{'action': 'play'} no.", "Se espera `int`.", "Falta None."):
        assert PYTHON.search(text), text
    assert ENGLISH.search("Ahora toca bidding.")
    assert not RAW_ID.search(QUOTED.sub("", "No se conoce «lost_card»."))
