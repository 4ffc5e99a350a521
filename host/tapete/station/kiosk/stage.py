"""The stages of a station, as values, and the questions of choosing: what can be chosen, and what follows from a choice.

attract → choose → play → end → attract. Nothing here reads a clock or touches a match; `kiosk.py` does.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tapete import games
from tapete.core.texts import NOTHING, Given, Text, _
from tapete.i18n import LANGUAGES, Language
from tapete.presentation import lessons
from tapete.station.kiosk import resume_code
from tapete.station.settings import Settings

Question = Literal["game", "players", "lesson", "code"]

LED = _("With a first match, step by step.")
"""Said of a number of players that a guide is for."""


class Choice(Struct, frozen=True, kw_only=True):
    """One thing that can be chosen. `value` is its name in forms; `says` tells more in a sentence; `facts` are players and minutes."""

    value: str
    title: Text
    says: Text = NOTHING
    facts: Text = NOTHING


class Attract(Struct, frozen=True, kw_only=True, tag="attract"):
    """Nobody is here."""


class Choosing(Struct, frozen=True, kw_only=True, tag="choose"):
    """A person chooses: a question, the place of the cursor, and what was chosen so far. `said` tells what went wrong last."""

    question: Question = "game"
    cursor: int = 0
    game: str = ""
    seats: int = 0
    spelled: str = ""
    said: Text | None = None


class Playing(Struct, frozen=True, kw_only=True, tag="play"):
    """A match is on the screen.

    Args:
        match: its name. asked: people are being asked if they are still there. stopping: they are being asked if they stop here.
    """

    match: str
    asked: bool = False
    stopping: bool = False


class Ended(Struct, frozen=True, kw_only=True, tag="end"):
    """The result is shown, or where the match stopped."""

    match: str


Stage = Attract | Choosing | Playing | Ended


def choices(stage: Choosing, settings: Settings, language: Language, *, can_resume: bool) -> tuple[Choice, ...]:
    """Return what can be chosen now.

    Args:
        stage: with the question.
        settings: what staff offers.
        language: of the screen; the other one can be chosen.
        can_resume: whether a match waits for its people.
    """
    match stage.question:
        case "game":
            return tuple(_games(settings, language, can_resume))
        case "players":
            fewest, most = _seats(stage.game)
            return tuple(
                Choice(value=str(number), title=_players(number, number), says=LED if has_lesson(stage.game, number) else NOTHING)
                for number in range(fewest, most + 1)
            )
        case "lesson":
            return tuple(_lessons(stage, settings))
        case "code":
            return tuple(Choice(value=letter, title=Given(letter)) for letter in resume_code.LETTERS)


def _games(settings: Settings, language: Language, can_resume: bool) -> list[Choice]:
    found = []
    for name in settings.offered():
        game = games.find(name)
        if game is None:
            continue
        facts = _players(game.fewest, game.most)
        if game.minutes is not None:
            facts = _("{facts} · {minutes} min").fill(facts=facts, minutes=game.minutes)
        found.append(Choice(value=name, title=game.title, says=game.blurb, facts=facts))
    if can_resume:
        found.append(
            Choice(
                value="resume",
                title=_("Go on with a match"),
                says=_("With the code that the screen showed."),
            )
        )
    other = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    found.append(
        Choice(
            value=f"language-{other}",
            title=Given(OWN_NAME.in_(other)),
            says=_("Change the language of the screen."),
        )
    )
    return found


OWN_NAME = _("English", "the name of this language")


def _players(fewest: int, most: int) -> Text:
    number = str(fewest) if fewest == most else f"{fewest}–{most}"
    return _("{number} {most:player|players}").fill(number=number, most=most)


def _seats(game: str) -> tuple[int, int]:
    found = games.find(game)
    return (found.fewest, found.most) if found is not None else (1, 1)


def only_number(game: str) -> int:
    """Return how many play a game for a single number of players; 0 if people can choose."""
    fewest, most = _seats(game)
    return fewest if fewest == most else 0


def _lessons(stage: Choosing, settings: Settings) -> list[Choice]:
    guide = lessons.find(stage.game, stage.seats)
    found = []
    if guide is not None:
        found.append(
            Choice(
                value="guided",
                title=_("A first match, step by step"),
                says=_("The screen says what to do, and explains what it changes."),
                facts=_("{minutes} min").fill(minutes=guide.minutes),
            )
        )
    game = games.find(stage.game)
    minutes = None if game is None else game.minutes
    free = Choice(
        value="free",
        title=_("A free match"),
        says=_("By the full rules; the table is the referee."),
        facts=_("{minutes} min").fill(minutes=minutes) if minutes else NOTHING,
    )
    return [*found, free] if settings.first_match else [free, *found]


def follows(stage: Choosing, value: str) -> Choosing | Language | None:
    """Return what a choice leads to: the next question or another language; None if it leads to a match."""
    match stage.question:
        case "game" if value == "resume":
            return Choosing(question="code")
        case "game" if value.startswith("language-"):
            return value.removeprefix("language-")
        case "game":
            seats = only_number(value)
            return Choosing(question="lesson" if seats else "players", game=value, seats=seats)
        case "players":
            return Choosing(question="lesson", game=stage.game, seats=int(value))
        case _:
            return None


def has_lesson(game: str, seats: int) -> bool:
    """Return whether a game has a guided first match for so many players."""
    return lessons.find(game, seats) is not None


def back(stage: Choosing) -> Choosing | Attract:
    """Return the question before; before the first one, the beginning."""
    match stage.question:
        case "game":
            return Attract()
        case "code" if stage.spelled:
            return replace(stage, spelled=stage.spelled[:-1], said=None)
        case "lesson" if len(set(_seats(stage.game))) > 1:
            return Choosing(question="players", game=stage.game)
        case _:
            return Choosing()


def moved(stage: Choosing, by: int, number: int) -> Choosing:
    """Return the stage with its cursor `by` places on, round and round among `number` choices."""
    return replace(stage, cursor=(stage.cursor + by) % max(number, 1), said=None)
