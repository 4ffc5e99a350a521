"""A clause or ruling as an argument: question, answer, what else it could be and why not, where it is printed, what shows it."""

from __future__ import annotations

from typing import Any

from tapete import games
from tapete.core.clauses import Clause, PrintedPlace
from tapete.core.texts import Language, Text, _
from tapete.table import worked

ASKS, ANSWER, OTHERS, WHY = _("Question"), _("Answer"), _("What else it could be"), _("Why")
PRINTED, HOUSE, READ_BY, SHOWN = _("In the rulebook"), _("House rule"), _("Rulings on it"), _("An example")
_AT = _("“{chapter}”, paragraph {paragraph}")
_UNDER = _("“{chapter}”")
_SILENT = _("Nothing: the rulebook is silent here.")
_ITSELF = _("The rulebook says so itself; what it leaves open stands in the rulings on it.")


def at(place: PrintedPlace) -> Text:
    """Say where something is printed; the heading as the rulebook has it."""
    return (_AT if place.paragraph else _UNDER).fill(chapter=place.chapter, paragraph=place.paragraph)


def points(game: str, clause: Clause, language: Language) -> list[tuple[str, str]]:
    """Return a clause point by point, each with its heading.

    Args:
        game: its name. clause: one of its ledger. language: of the words.
    """
    argument = clause.argument
    found: list[tuple[Text, str]] = []
    if argument is not None:
        found += [(ASKS, argument.asks.in_(language)), (ANSWER, argument.answer.in_(language))]
        found += [(OTHERS, argument.others.in_(language)), (WHY, argument.why.in_(language))]
    elif not clause.ruling:
        if clause.question is not None:
            found += [(ASKS, clause.question.in_(language)), (ANSWER, clause.says.in_(language))]
        found.append((WHY, _ITSELF.in_(language)))
    if clause.places:
        found.append((PRINTED, "; ".join(at(place).in_(language) for place in clause.places)))
    elif argument is not None:
        found.append((PRINTED, _SILENT.in_(language)))
    if clause.option:
        found.append((HOUSE, clause.option))
    if rulings := [one.id for one in games.need(game).clauses if clause.id in one.on]:
        found.append((READ_BY, ", ".join(rulings)))
    return [(heading.in_(language), text) for heading, text in found]


def wire(clause: Clause) -> dict[str, Any]:
    """Return a clause as plain data; what it has no words for is left out."""
    plain: dict[str, Any] = {"id": clause.id, **clause.says.wire()}
    if clause.question is not None and clause.argument is None:
        plain["asks"] = clause.question.wire()
    if (argument := clause.argument) is not None:
        words = {"asks": argument.asks, "answer": argument.answer, "others": argument.others, "why": argument.why}
        plain["argument"] = {name: text.wire() for name, text in words.items()}
    if clause.on:
        plain["on"] = clause.on
    if clause.places:
        plain["places"] = [{"chapter": place.chapter, "paragraph": place.paragraph} for place in clause.places]
    if clause.option:
        plain["option"] = clause.option
    return plain


def said(game: str, clause: Clause, language: Language) -> str:
    """Return all of it for a terminal, with its example."""
    lines = [f"{clause.id}  {clause.says.in_(language)}", *(f"{heading}: {text}" for heading, text in points(game, clause, language))]
    example = worked.said(worked.example(game, clause.id), language)
    return "\n".join([*lines, f"{SHOWN.in_(language)}: {example}", f"tapete play {game} --worked {clause.id}"])
