"""What people read: names of spells, slabs and players, in both languages (look and voice)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.texts import LANGUAGES
from tapete.games.shazamm import GAME
from tapete.games.shazamm.values import SPELLS
from tests.games.shazamm.duel import Duel

NAMED = GAME.words.with_seats({"A": "Ana", "B": "Bruno"})


def told(duel: Duel, tag: str) -> tuple[str, str]:
    """The log's line of an event in both languages, with the players' names."""
    (event,) = duel.told(tag)
    values: dict[str, Any] = {"A": "A", "B": "B", **{name: getattr(event, name) for name in event.__struct_fields__}}
    text = NAMED.say(GAME.sentences[type(event)].log, values, type(event))
    return text.in_("es"), text.in_("en")


@pytest.mark.clause("SHZ-005", "SHZ-006")
def test_players_are_called_by_their_names() -> None:
    duel = Duel(wall=2).turn(9, 7)
    assert told(duel, "bids_revealed") == ("Apuestas: Ana 9, Bruno 7.", "Bids: Ana 9, Bruno 7.")
    assert told(duel, "wizards_placed")[0] == "Los magos se colocan a tres pasos del muro: Ana en 0, Bruno en +6."
    assert told(duel, "wizard_hit") == ("El muro alcanza al mago de Bruno.", "The wall reaches Bruno's wizard.")


@pytest.mark.clause("SHZ-046")
def test_spells_are_called_by_name_and_number() -> None:
    duel = Duel().turn(9, 7, [8, 10])
    assert told(duel, "cards_revealed") == ("Ana lanza Dosis doble (8) e Infierno (10).", "Ana casts Double dose (8) and Inferno (10).")
    assert len(SPELLS) == 15
    assert len({spell.in_("es") for spell in SPELLS}) == len({spell.in_("en") for spell in SPELLS}) == 15


def test_refusals_say_figures_names_and_what_to_do() -> None:
    duel = Duel(used=((7, 8), ())).bids(5, 5)
    (refusal,) = duel.refused("declare_cards", "A", numbers=[7, 8])
    assert refusal.text(NAMED).in_("es") == (
        "Cada hechizo se lanza una vez por partida, y ya has gastado Potenciador de ataque (7) y Dosis doble (8). "
        "Devuelve la carta y muestra las demás."
    )
    (refusal,) = Duel().turn(5, 5, [6]).refused("choose_recycle", "B", delta=0)
    assert refusal.text(NAMED).in_("en") == "It is for Ana to choose now. Wait for the answer."


def test_every_event_and_prompt_exists_in_both_languages() -> None:
    assert set(GAME.sentences) == set(GAME.events)
    for told_as in GAME.sentences.values():
        for sentence in filter(None, (told_as.log, told_as.table)):
            assert sentence.in_("es") != sentence.in_("en")
            assert set(sentence.holes("es")) == set(sentence.holes("en"))
    for pair in GAME.prompts.values():
        for sentence in pair:
            assert sentence.in_("es") != sentence.in_("en")
            for language in LANGUAGES:
                assert sentence.in_(language).endswith(".") or sentence.in_(language).endswith("}")


def test_every_question_has_its_prompt() -> None:
    asked = set()
    for duel in (
        Duel(),
        Duel(turn=2, silence=True, used=((1,), ())),
        Duel().do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None),
        Duel().bids(5, 5),
        Duel(turn=2, used=((), (8,)), last_cast=((), (8,))).turn(5, 4, [2]),
        Duel().turn(5, 4, [3], [7]),
        Duel().turn(5, 4, [6]),
        Duel({"exhaustion_push": "ask"}, mana=(5, 7)).turn(5, 3),
    ):
        for owed in duel.rules.awaiting(duel.state):
            acting, waiting = duel.rules.prompts(owed)
            assert acting.in_("es") != waiting.in_("es")
            asked.add(owed.what)
    assert asked == set(GAME.prompts)


def test_a_bid_is_readjusted_within_five_and_within_the_mana() -> None:
    duel = Duel(mana=(42, 50)).turn(38, 3, [6])
    (owed,) = duel.rules.awaiting(duel.state)
    assert (owed.what, owed.params) == ("choose_recycle", {"bid": 38, "low": -5, "high": 4})
