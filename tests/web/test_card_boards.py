"""The boards of MORIHAM and DataMorphs: what lies on the table is in the picture, in its description, and in both languages."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import cards
from tapete.core.kinds import field_types, name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.presentation.cards import wrapped
from tests.run_forms import by_form

GAMES = ("moriham", "datamorphs")
LANGUAGES: tuple[Language, ...] = ("es", "en")


EACH = by_form(quick=3, usual=3, long=1, nightly=1)
"""Of so many states one is drawn, where every drawing is looked at."""


def played(game: str, seed: int, most: int = 120) -> Iterator[tuple[Rules[Any], Any]]:
    """The states of a match by chance."""
    rules = cards.bind(game)
    rng, state = random.Random(seed), rules.start(("A", "B"))
    for _ in range(most):
        yield rules, state
        action = rules.sample(state, rng, avoid=frozenset({"ruling", "concede", "add_card", "show_collection"}))
        if action is None:
            return
        state, _events = rules.apply(state, action)


def drawing(rules: Rules[Any], state: Any, language: Language) -> ET.Element:
    return ET.fromstring(str(page_of(rules.game.name).still(rules, state, language, rules.words)))


def told(picture: ET.Element) -> str:
    return picture.attrib["aria-label"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_card_on_the_table_is_drawn_and_told(game: str) -> None:
    seen: set[str] = set()
    for rules, state in itertools.islice(played(game, 5), 0, None, EACH):
        for language in LANGUAGES:
            picture = drawing(rules, state, language)
            drawn = " ".join(picture.itertext())
            for place in rules.layout(state):
                value = place.value[0] if place.name.startswith("monster") and isinstance(place.value, list) else place.value
                if place.name.startswith(("monster", "spell", "bios", "program")) and value not in (None, "face_down"):
                    name = rules.words.show(value, language, "card")
                    assert name in told(picture), place.name
                    assert all(word in drawn for word in name.split()), place.name
                    seen.add(str(value))
    assert len(seen) >= 4


def test_current_figures_and_what_changed_them_are_in_the_picture() -> None:
    for rules, state in played("moriham", 3, 300):
        board: Any = rules.board(state)
        for seat in "AB":
            for monster in filter(None, board.side(seat).monsters):
                if (now := board.value(monster)) != getattr(board.printed(monster.card), monster.position):
                    shown = [text.text for text in drawing(rules, state, "en").iter("text") if "card-change" in text.get("class", "")]
                    assert str(now) in shown
                    return
    raise AssertionError("no monster was changed in this match: choose another seed")


def test_a_nullified_part_is_crossed_and_told() -> None:
    for rules, state in played("datamorphs", 3):
        board: Any = rules.board(state)
        hit = [
            (seat, slot)
            for seat in "AB"
            for slot in ("boost_a", "boost_b", "function")
            if board.interrupted(seat, slot) and (there := getattr(board.player(seat), slot)) and type(there).__name__ != "Interrupt"
        ]
        if hit:
            picture = drawing(rules, state, "en")
            assert sum(path.get("class") == "crossed" for path in picture.iter("path")) == len(hit)
            assert "(nullified)" in told(picture)
            return
    raise AssertionError("no part was nullified in this match: choose another seed")


@pytest.mark.parametrize("game", GAMES)
def test_every_action_argument_and_house_rule_has_a_name_in_both_languages(game: str) -> None:
    rules, page = cards.bind(game), page_of(game)
    sealed = {"seal", "nonces"}
    for kind in rules.game.actions:
        action = name_of(kind)
        assert action in page.actions, action
        for language in LANGUAGES:
            voice = Voice(page, language, rules.words)
            for argument in set(field_types(kind)) - sealed:
                label = voice.argument(action, argument)
                assert label not in (argument, "") or argument in ("A", "B"), (action, argument)
    assert set(page.house_rules) == set(field_types(rules.game.options))


@pytest.mark.parametrize("game", GAMES)
def test_no_option_of_a_form_shows_an_inner_word(game: str) -> None:
    inner = re.compile(r"\b(own_|chosen_|boost_[ab]|[a-z]+_[a-z_]+)")
    for rules, state in played(game, 4, 60):
        for seat in ("A", "B"):
            for action, offer in rules.legal(state, seat).items():
                voice = Voice(page_of(game), "es", rules.words)
                for name, domain in offer.arguments.items():
                    for value in list(getattr(domain, "options", list)())[:30]:
                        plain = value if isinstance(value, (str, int, type(None))) else None
                        assert not inner.search(voice.option(action, name, plain)), (action, name, value)


def test_a_long_name_is_parted_between_words() -> None:
    assert wrapped("Cangrejo de Hojalata", 10) == ("Cangrejo", "de Hojalata")
    assert wrapped("Mudling", 10) == ("Mudling",)
    assert wrapped("Extraordinariamente", 5) == ("Extraordinariamente",)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_their_own_side_below(game: str) -> None:
    """The table's page has A's side below, as each phone has its own; both pictures show the same."""
    ((rules, state),) = itertools.islice(played(game, 5), 12, 13)
    shown: dict[Seat | None, list[str]] = {}
    whose: tuple[Seat | None, ...] = (None, "A", "B")
    for seat in whose:
        picture = ET.fromstring(str(page_of(game).still(rules, state, "en", rules.words, seat=seat)))
        shown[seat] = [text.text or "" for text in picture.iter("text")]
    assert shown[None] == shown["A"]
    assert shown["B"] != shown["A"], "from above: the rival's side first"
    assert sorted(shown["B"]) == sorted(shown["A"])
