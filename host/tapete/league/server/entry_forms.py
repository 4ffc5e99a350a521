"""What people type in the forms of an event: decisions, lists of names, pairs by hand, and the settings of a new one."""

from __future__ import annotations

import csv
import re
import secrets
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct

from tapete import games
from tapete.core import codec, names
from tapete.core.codec import builtins, malformed
from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.texts import _, typed
from tapete.league.decisions import AnyDecision, Deciding
from tapete.league.presets import PRESETS
from tapete.league.tournament import Pairing, Tiebreak, TournamentSettings
from tapete.table.house_rules import option_of
from tapete.web.house_rules import options_posted

MOST_NAMES = 500
"""Most lines of one list."""

PERSON = "tapete-person:"
"""So begins what a person's own QR code says; a scanner types it like a name."""

NOT_A_NUMBER = _("“{said}” is not a whole number")
TOO_MANY_NAMES = Code("too_many_names", "", _("That list has more than {most} lines: enter it in parts."))
BAD_PAIRS = Code("bad_pairs", "", _("Line {line} is no table: write the numbers that sit together, “bye” or “absent” and one number."))
NO_SUCH_GAME = Code("no_such_game", "", _("Choose a game from the list."))

KINDS: dict[str, type[Deciding]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyDecision)}
"""Every decision by its word."""

WHAT: Any = AnyDecision


def whole(said: str, at: str) -> int:
    """A whole number out of a field.

    Raises:
        Malformed: it is none.
    """
    plain = typed(said.strip())
    if not plain.isdecimal() or len(plain) > 8:
        raise malformed(NOT_A_NUMBER.fill(said=said[:20]), at)
    return int(plain)


def decision_posted(posted: Mapping[str, str]) -> Deciding:
    """The decision of a form: `do` names it, and its fields have their own names.

    Raises:
        Malformed: no such decision, or a field that cannot be read. Illegal: the pairs by hand cannot be read.
    """
    word = posted.get("do", "")
    kind = KINDS.get(word)
    given: dict[str, Any] = {"do": word}
    for name in kind.__struct_fields__ if kind is not None else ():
        said = posted.get(name, "")
        if name == "pairings":
            given[name] = builtins(pairs_typed(said))
        elif name == "seen":
            given[name] = said.split()
        elif name in ("repeats", "half"):
            given[name] = said == "yes"
        elif name == "extra_ms" and "minutes" in posted:
            given[name] = whole(posted["minutes"], "minutes") * 60_000
        elif name in ("person", "result", "source", "sanction", "infraction", "division"):
            if said:
                given[name] = said
        elif said:
            given[name] = whole(said, name)
    made: Deciding = codec.convert(given, WHAT)
    return made


def pairs_typed(said: str) -> tuple[Pairing, ...]:
    """Pairs by hand, one table a line: `3 5`, `bye 4`, `absent 2`.

    Raises:
        Illegal: a line is not one of these.
    """
    found = []
    for number, line in enumerate((line for line in said.splitlines() if line.strip()), 1):
        words = re.split(r"[\s,;:–-]+", typed(line.strip()).lower())
        kind = words[0] if words[0] in ("bye", "absent", "half") else "match"
        numbers = words if kind == "match" else words[1:]
        if not numbers or len(numbers) > 4 or not all(one.isdecimal() and int(one[:6]) > 0 for one in numbers):
            raise Illegal((BAD_PAIRS(line=number),))
        plain = {"kind": "absent", "half": True} if kind == "half" else {"kind": kind}
        found.append(codec.convert({**plain, "entrants": [int(one[:6]) for one in numbers]}, Pairing))
    return tuple(found)


def pairs_shown(pairings: Collection[Pairing]) -> str:
    """Pairs as they are typed."""
    kinds = ("" if one.kind == "match" else "half " if one.half else f"{one.kind} " for one in pairings)
    return "\n".join(kind + " ".join(map(str, one.entrants)) for kind, one in zip(kinds, pairings, strict=True))


class Named(Struct, frozen=True):
    """One line of a list: a name with the strength behind it, or a person's code with the name that it says."""

    name: str = ""
    strength: int = 0
    person: str = ""
    division: str = ""


class TypedLine(Struct, frozen=True):
    """A line of a list as it was typed: whom it names, or why it names nobody who could be entered."""

    text: str
    named: Named = Named("")
    fault: Refusal | None = None


def list_typed(said: str, known: Iterable[str], divisions: Collection[str] = ()) -> list[TypedLine]:
    """A list as people paste it or a program writes it: a name a line, a number behind it is the strength.

    Each line is judged by itself, so that one bad line keeps nobody out. Of two lines with one name the first counts.

    Args:
        said: the list. known: the names of those who are entered already. divisions: of the event; one of them may stand in a line.

    Raises:
        Illegal: the list is empty, or too long.
    """
    lines = [line for line in said.replace("\ufeff", "").splitlines() if line.strip()]
    if not lines:
        raise Illegal((names.NO_NAME(),))
    if len(lines) > MOST_NAMES:
        raise Illegal((TOO_MANY_NAMES(most=MOST_NAMES),))
    delimiter = next((sign for sign in "\t;," if any(sign in line for line in lines)), ",")
    found, taken = list[TypedLine](), list(known)
    for line in lines:
        named = _named([names.tidy(cell) for cell in next(csv.reader([line], delimiter=delimiter))], divisions)
        fault = None
        if not named.person:
            fault = names.fault(named.name) or next(doubles([named], taken), None)
            taken.append(named.name)
        found.append(TypedLine(line, named, fault))
    return found


def _named(words: list[str], divisions: Collection[str]) -> Named:
    """Whom the cells of a line name."""
    division = next((name for name in divisions for word in words[1:] if word.casefold() == name.casefold()), "")
    if words[0].startswith(PERSON):
        known = words[1] if len(words) > 1 and names.fault(words[1]) is None else ""
        return Named(known, person=words[0].removeprefix(PERSON)[:64], division=division)
    strength = next((int(typed(word)) for word in words[1:] if typed(word).isdecimal() and len(word) < 5), 0)
    return Named(words[0], strength, division=division)


def doubles(wanted: Iterable[Named], known: Iterable[str]) -> Iterator[Refusal]:
    """Say which names stand in a list twice, or are entered already; those that look alike count as one."""
    yield from names.doubles([one.name for one in wanted if one.name and not one.person], known)


def new_person() -> str:
    """The id of a person: a random one, so that it says nothing."""
    return secrets.token_urlsafe(9)


OTHER_GAME = "other"
"""In the place of a game: one that Tapete does not referee. Its results are told by phone or at the desk."""

TABLES: dict[str, dict[str, Any]] = {
    "two": {"seats": 2, "fewest": 2},
    "four": {"seats": 4, "fewest": 3},
    "together": {"seats": 4, "fewest": 1, "together": True},
}
"""How many sit at a table, by the word of the form."""


def settings_posted(posted: Mapping[str, str]) -> TournamentSettings:
    """The settings of a new event.

    Raises:
        Malformed: a field cannot be read. Illegal: no such game.
    """
    game = games.find(posted.get("game", ""))
    if game is None and posted.get("game") != OTHER_GAME:
        raise Illegal((NO_SUCH_GAME(),))
    usual = {} if game is None else builtins(game.options())
    chosen = {} if game is None else options_posted(game, posted)
    options = {key: option_word(value) for key, value in chosen.items() if value is not None and value != usual[key]}
    reckoning = posted.get("preset", "house")
    preset = next((preset for name, preset in PRESETS.items() if name == reckoning), None) or {
        "points": {name: whole(posted.get(f"points.{name}", ""), name) for name in ("win", "draw", "loss", "bye", "absent")},
        "best_of": whole(posted.get("best_of") or "1", "best_of"),
        "turns": whole(posted.get("turns") or "0", "turns"),
        "tiebreaks": [name for _place, name in sorted(_tiebreaks(posted))],
    }
    given: dict[str, Any] = {
        "name": " ".join(posted.get("name", "").split()),
        "game": OTHER_GAME if game is None else game.name,
        "seed": secrets.token_hex(8),
        "options": options,
        "system": posted.get("system", "swiss"),
        "rounds": whole(posted.get("rounds", "4"), "rounds"),
        "hints": posted.get("hints") == "yes",
        "reach": whole(posted.get("reach") or "3", "reach"),
        "round_ms": whole(posted.get("minutes") or "0", "minutes") * 60_000,
        "reckoning": reckoning,
        "cut": whole(posted.get("cut") or "0", "cut"),
        "divisions": [names.tidy(one) for one in re.split(r"[,;\n]", posted.get("divisions", "")) if one.strip()],
        **preset,
        **TABLES.get(posted.get("table", "two"), TABLES["two"]),
    }
    return codec.convert(given, TournamentSettings)


def check_game(settings: TournamentSettings) -> None:
    """See to it that a table could play by the settings.

    Raises:
        Illegal: no such game. Malformed: its house rules cannot be so.
    """
    game = games.find(settings.game)
    if game is None and settings.game != OTHER_GAME:
        raise Illegal((NO_SUCH_GAME(),))
    if game is not None:
        codec.convert({key: option_of(word) for key, word in settings.options.items()}, game.options)


def _tiebreaks(posted: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for name in get_args(Tiebreak):
        if said := posted.get(f"tiebreak.{name}", ""):
            yield whole(said, name), name


def option_word(value: Any) -> str:
    """A house rule as `--option` takes it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def slug(name: str) -> str:
    """The id of an event by its name: letters and digits of the Latin alphabet, at most 40."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "event"
