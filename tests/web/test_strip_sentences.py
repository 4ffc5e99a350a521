"""What the strip says, met by chance in both languages, is a sentence in the reader's language: no label, no command."""

from __future__ import annotations

import random
import re

import pytest

from tapete import cards
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language
from tapete.presentation import page_of
from tapete.table import Table
from tapete.table.question.selections import Selections
from tapete.table.sources import page as page_source
from tapete.testing.contract import QUIET
from tapete.web.board_view import BoardView
from tests.run_forms import by_form
from tests.web.test_touch_fuzz import GAMES, by_chance, on_the_page

NAMES = dict(zip(SEATS, ("Ana", "Bo", "Cleo", "Dani"), strict=True))
ENDED = re.compile(r"[.?!…][”»]?$")
COMMAND = re.compile(r"\btapete [a-z]|--[a-z]|[“«]tapete")
OTHERS: dict[Language, re.Pattern[str]] = {
    "es": re.compile(r"\b(?:the|of|your|which|with|and|is|are|from|this|that|touch|card)\b"),
    "en": re.compile(r"\b(?:el|los|las|del|que|para|una|con|tu|tus|su|carta|toca|elige)\b"),
}
"""Words that stand in nearly every sentence of a language, and in none of the other one; names of cards begin with capitals."""


def faults(said: str, language: Language) -> list[str]:
    """What is wrong with a text of the strip."""
    found = []
    if not ENDED.search(said):
        found.append("is no sentence")
    if " · " in said:
        found.append("joins labels")
    if re.search(r": [^?.]*\?", said) and re.search(r":[^?.:]*:[^?.:]*\?", said):
        found.append("has a label before a label before a question")
    if COMMAND.search(said):
        found.append("is for a command line")
    if word := OTHERS[language].search(said):
        found.append(f"says “{word[0]}”")
    return found


@pytest.mark.parametrize(
    ("said", "language", "count"),
    [
        ("Who plays first?", "en", 0),
        ("¿Quién empieza? · Empieza", "es", 2),
        ("Elige tu Bios · Carta", "es", 2),
        ("La mesa propone una decisión de mesa: A counter of the table.", "es", 1),
        ("“tapete replay” shows it.", "en", 1),
        ("Bo: Program, empty: Which card do you play?", "en", 1),
    ],
)
def test_the_rule_finds_what_people_stumbled_over(said: str, language: Language, count: int) -> None:
    assert len(faults(said, language)) == count, faults(said, language)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_strip_speaks_in_sentences(game: str, seats: int) -> None:
    """Every question that presses by chance open, at the table and at the seats; refusals are sentences by their own tests."""
    wrong: dict[str, list[str]] = {}
    for seed in range(by_form(1, 3, 12, 100)):
        rng = random.Random(seed)
        table = Table.begin(None, cards.bind(game), SEATS[:seats], names={seat: NAMES[seat] for seat in SEATS[:seats]})
        selections = Selections(table, page_of(game))
        for _ in range(rng.randrange(60)):
            if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
                table.submit(action)
        for _ in range(by_form(20, 60, 100, 200)):
            seat: Seat | None = rng.choice((None, *SEATS[:seats]))
            for language in ("en", "es"):
                view = BoardView(table, selections, language, seat)
                said, meant = view.sentence()
                if meant != "no" and (found := faults(said, language)):
                    wrong[said] = found
            press, value = by_chance(on_the_page(BoardView(table, selections, "en", seat), rng), rng)
            selections.press(seat, press, value, table.question, page_source(seat))  # type: ignore[arg-type]  # as a page posts it
    assert wrong == {}
