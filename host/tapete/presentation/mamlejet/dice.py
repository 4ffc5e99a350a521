"""The dice of Mamlejet: what each is thrown for, what it has to show, and the faces that have come in (MMK-129, 179, 185, R06, R30)."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.steps import Dice, Die, Step
from tapete.core.texts import Language, Words
from tapete.games.mamlejet.attack import structures
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.chain import about_check
from tapete.games.mamlejet.figures import lot_value
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import subject
from tapete.games.mamlejet.setup import heroes
from tapete.games.mamlejet.state import Falls, Lot, Resolving, Selecting, Shot, Volley
from tapete.games.mamlejet.values import reach
from tapete.presentation.mamlejet import sentences

_INITIATIVE = _("Initiative: the highest goes first")
_AGAINST = _("{who} attacks {whom}")
_SHOOTS = _("{who} shoots at {whom}")
_CITY = _("{who} attacks {seat}'s city")
_SHOT_CITY = _("{who} shoots at {seat}'s city")
_CHECK = _("Roll of {who}")
_CHECK_ON = _("Roll of {who} on {whom}")
_HEALS = _("{who} heals {whom}")
_WHICH_CITY = _("Which city does {who} go for?")
_WHICH_STRUCTURE = _("Which structure falls?")
_WHICH_HERO = _("Which enemy hero is in the deck?")
_AGAIN = _("again")


def due(board: Front) -> Dice | None:
    """The batch of dice that is being thrown."""
    return board.top if isinstance(board.top, Dice) else None


def asking(board: Front) -> Step | None:
    """The step that has asked for the dice."""
    return board.state.agenda[-2] if due(board) is not None and len(board.state.agenda) > 1 else None


def target(die: Die, language: Language) -> str:
    """What a die has to show; empty where any face counts."""
    return "" if die.needs is None else reach(die.needs, language)


def purpose(board: Front, die: Die, language: Language, words: Words) -> str:
    """What a die is thrown for, with the cards it is about."""
    step = asking(board)
    if isinstance(step, Volley):
        shot = next((shot for shot in step.shots if shot.id == die.id), None)
        return "" if shot is None else _attack(board, step, shot, language, words)
    if isinstance(step, Selecting):
        lot = next((lot for lot in step.lots if die.id.startswith(f"{lot.id}.")), None)
        return "" if lot is None else _choice(board, lot, language, words)
    if isinstance(step, Resolving):
        told = about_check(board, step, die)
        who, whom = (words.show(told[name], language, "card") for name in ("card", "against"))
        said = _HEALS if die.purpose == "heal" else _CHECK_ON if told["against"] else _CHECK
        return said.in_(language).format(who=who, whom=whom)
    return _INITIATIVE.in_(language)


def _attack(board: Front, step: Volley, shot: Shot, language: Language, words: Words) -> str:
    card = board.at_id(shot.roller).card if board.in_play(shot.roller) else shot.card
    who = words.show(card, language, "card")
    if shot.city is not None:
        seat = words.show(shot.city, language, "seat")
        return (_SHOT_CITY if step.kind == "shot" else _CITY).in_(language).format(who=who, seat=seat)
    whom = words.show(board.at_id(shot.against or 0).card, language, "card") if board.in_play(shot.against) else "–"
    return (_SHOOTS if step.kind == "shot" else _AGAINST).in_(language).format(who=who, whom=whom)


def _choice(board: Front, lot: Lot, language: Language, words: Words) -> str:
    """What is chosen by chance, and which faces choose what (MMK-R06)."""
    said = {"structure": _WHICH_STRUCTURE, "hero": _WHICH_HERO}.get(lot.purpose, _WHICH_CITY)
    asked = said.in_(language).format(who=words.show(subject(board, lot), language, "card"))
    return f"{asked} {ranges(choices(board, lot, language, words), language)}".strip()


def choices(board: Front, lot: Lot, language: Language, words: Words) -> list[str]:
    """What is chosen from, in the order of the faces (MMK-R06)."""
    if lot.purpose == "structure":
        falls = next((step for step in board.state.agenda if isinstance(step, Falls)), None)
        standing = structures(board, falls.left[0].seat) if falls is not None else []
        return [sentences.numbered(board, p, language, words) for p in standing]
    if lot.purpose == "hero":
        return [words.show(card, language, "card") for card in heroes(board)]
    return [words.show(seat, language, "seat") for seat in board.state.seats]


def ranges(names: list[str], language: Language) -> str:
    """Which faces of one D10 choose what, as `1–3 Ana, 4–6 Bruno, 10 again.`; empty beyond ten things."""
    if not 1 <= len(names) <= 10:
        return ""
    by_name: dict[str, list[int]] = {}
    for face in range(1, 11):
        chosen = lot_value((face,), len(names))
        by_name.setdefault(_AGAIN.in_(language) if chosen is None else names[chosen], []).append(face)
    spans = {name: (f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0])) for name, faces in by_name.items()}
    return ", ".join(f"{span} {name}" for name, span in spans.items()) + "."


def label(board: Front, die: Die, language: Language, words: Words) -> str:
    """A die as an option of a form: what for, and what it has to show."""
    return ", ".join(filter(None, (purpose(board, die, language, words), target(die, language))))


def labels(board: Front, language: Language, words: Words) -> Mapping[str, str]:
    """Every die of the batch by its id."""
    batch = due(board)
    return {} if batch is None else {die.id: label(board, die, language, words) for die in batch.dice}
