"""One match of the lab: who plays with which rules and cards, and what is noted of it."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from tapete.bots import Strength, bot_of
from tapete.bots.driving import play_on
from tapete.cards import bind
from tapete.core import codec
from tapete.core.course import Course
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Illegal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Given, Language, _
from tapete.games.shazamm.state import DECK

OTHER_CARDS_HERE = Code(
    "other_cards_here", "", _("The catalogue {catalogue} is another one on this computer: copy the same file to every computer of the lab.")
)


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played. `robots` change seats with every match; `options` are all house rules, `cards` is the hash of the catalogue."""

    game: str
    rules_version: str
    options: dict[str, Any]
    catalogue: str | None
    cards: str | None
    robots: tuple[Strength, ...]
    seed: int


class LabMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match: its number, which robot (by its place in the setup) sat where, how it ended, and the cards that each seat showed."""

    number: int
    sat: dict[Seat, int]
    result: str
    winners: tuple[Seat, ...]
    reason: str
    actions: int
    cards: dict[Seat, tuple[str, ...]]


def set_up(game: str, options: Mapping[str, Any], catalogue: str | None, robots: tuple[Strength, ...], seed: int) -> Setup:
    """What is to be played, with everything said that it depends on.

    Raises:
        Malformed, Illegal: no such game, house rules or cards, or not for so many.
        Unplayable: no bot of such a strength under these house rules.
    """
    rules = bind(game, options, catalogue)
    rules.start(SEATS[: len(robots)])
    for strength in robots:
        bot_of(rules, random.Random(0), strength)
    return Setup(
        game=game,
        rules_version=rules.game.version,
        options=rules.plain_options,
        catalogue=catalogue,
        cards=rules.catalogue_hash,
        robots=robots,
        seed=seed,
    )


def played(setup: Setup, number: int) -> LabMatch:
    """Play the match of this number; the same on any computer.

    Raises:
        Illegal: the cards of this computer are others.
    """
    rules = rules_of(setup)
    rng = random.Random(f"{setup.seed} {number}")
    seats = SEATS[: len(setup.robots)]
    sat = {seat: (place + number) % len(seats) for place, seat in enumerate(seats)}
    made = {strength: bot_of(rules, random.Random(rng.random()), strength) for strength in sorted(set(setup.robots))}
    course = Course(rules, rules.start(seats))
    over = play_on(course, {seat: made[setup.robots[robot]] for seat, robot in sat.items()}, rng)
    shown: dict[Seat, set[str]] = {seat: set() for seat in seats}
    for action in course.actions:
        for seat, card in cards_in(rules, codec.builtins(action)):
            shown[seat].add(card)
    return LabMatch(
        number=number,
        sat=sat,
        result="unfinished" if over is None else over.kind,
        winners=() if over is None else tuple(over.seats),
        reason="" if over is None else over.reason,
        actions=len(course.actions),
        cards={seat: tuple(sorted(cards)) for seat, cards in shown.items()},
    )


def rules_of(setup: Setup) -> Rules[Any]:
    """The rules of a setup, as they are on this computer.

    Raises:
        Illegal: its cards are others here.
    """
    rules = _bound(setup.game, codec.encode(setup.options), setup.catalogue)
    if rules.catalogue_hash != setup.cards:
        raise Illegal((OTHER_CARDS_HERE(catalogue=setup.catalogue or "starter"),))
    return rules


@functools.lru_cache(maxsize=4)
def _bound(game: str, options: bytes, catalogue: str | None) -> Rules[Any]:
    return bind(game, codec.decode(options, dict[str, Any]), catalogue)


def cards_there(rules: Rules[Any], language: Language = "en") -> dict[str, str]:
    """Every card of a game by its id (in Shazamm its number), with its name."""
    if rules.catalogue is not None:
        return {card: rules.words.say(Given("{card:card}"), {"card": card}).in_(language) for card in rules.catalogue.cards}
    deck = DECK if rules.game.name == "shazamm" else ()
    return {str(card): rules.words.say(Given("{card:spell}"), {"card": card}).in_(language) for card in deck}


def cards_in(rules: Rules[Any], plain: Mapping[str, Any]) -> Iterator[tuple[Seat, str]]:
    """The cards that an action names, each with the seat whose action it is; what a reveal opens belongs to who had locked it."""
    for sealing in rules.game.sealings:
        if plain.get("action") == name_of(sealing.reveal):
            opened = {seat: plain.get(name) for seat, name in sealing.parts.items()} or plain.get(sealing.argument, {})
            for seat, value in opened.items():
                yield from ((seat, card) for card in _named(rules, value))
            return
    if (seat := plain.get("seat")) is not None:
        yield from (
            (seat, card) for card in _named(rules, {name: value for name, value in plain.items() if name not in ("action", "seat")})
        )


def _named(rules: Rules[Any], value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if rules.catalogue is not None and value in rules.catalogue.cards:
            yield value
    elif isinstance(value, Mapping):
        if rules.catalogue is None and isinstance(numbers := value.get("numbers"), (list, tuple)):
            yield from map(str, numbers)
        for inner in value.values():
            yield from _named(rules, inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _named(rules, inner)
