"""The page of refusals (docs/refusals.md): what its sentences must not hold, for people read them."""

from __future__ import annotations

import functools
import re

import pytest

from tapete import games
from tools import generate_refusals
from tools.generate_refusals import Worked

PYTHON = re.compile(r"[{}\[\]`]|\b(None|True|False)\b|\w+\(\w+=|'\w+'")
RAW_ID = re.compile(r"\b[a-z0-9]+(_[a-z0-9]+)+\b|\b[a-z]+-\d+(\.\d+)?\b")
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|not|cannot|must|your|you|with|play|order|leave|hand|target|source|turn|step|cards?|over|bidding|reveal|phase"
    r"|what|unknown|nothing|none|choose|discard|draw)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"“[^”]*”|«[^»]*»")
"""What somebody has typed or named stands in quotation marks."""

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
    ("bhm", "hand_full"),
    ("bhm", "strategy_pool_exceeded"),
    ("mamlejet", "cost_not_met"),
}
"""Codes of which one sentence at least says a figure in words, or needs none; no new one comes in."""

every_game = pytest.mark.parametrize("game", games.names())


@functools.cache
def worked(game: str) -> tuple[Worked, ...]:
    return tuple(generate_refusals.worked(game))


@every_game
def test_every_code_stands_on_the_page(game: str) -> None:
    codes = {(code.code, code.clause) for code in games.need(game).refusals}
    assert codes == {(one.refusal.code, one.refusal.clause) for one in worked(game)} & codes


@every_game
def test_no_sentence_speaks_python_or_names_an_id(game: str) -> None:
    for one in worked(game):
        for text in one.said.values():
            bare = QUOTED.sub("", text)
            assert not PYTHON.search(bare), text
            assert one.refusal.code in TYPED or not RAW_ID.search(bare), text


@every_game
def test_no_english_word_stands_in_a_spanish_sentence(game: str) -> None:
    for one in worked(game):
        assert one.refusal.code in TYPED or not ENGLISH.search(QUOTED.sub("", one.said["es"])), one.said["es"]


@every_game
def test_figures_are_told(game: str) -> None:
    """The figure asked and the figure there, where a refusal has them."""
    for one in worked(game):
        if (game, one.refusal.code) in IN_WORDS:
            continue
        for name, value in one.refusal.params.items():
            if name in FIGURES and type(value) is int:
                for text in one.said.values():
                    assert str(abs(value)) in text, (one.refusal.code, name, value, text)


def test_the_rule_notices_what_it_is_for() -> None:
    """Sentences of the kind that were there once."""
    for text in ("Falta city-77.0.", "Falla: inv_1.", "Nada en leave_out."):
        assert RAW_ID.search(QUOTED.sub("", text)), text
    for text in ("TerritoryRef(seat='A') no.", "{'action': 'play'} no.", "Se espera `int`.", "Falta None."):
        assert PYTHON.search(text), text
    assert ENGLISH.search("Ahora toca bidding.")
    assert not RAW_ID.search(QUOTED.sub("", "No se conoce «lost_card»."))
