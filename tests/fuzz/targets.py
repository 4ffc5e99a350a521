"""What takes bytes from outside, as functions of bytes: whatever they are, they are read or refused, and nothing else is raised.

`hunt` searches each by coverage; `test_corpus` plays what it has kept.
"""

from __future__ import annotations

import functools
import random
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, TypeVar

from starlette.datastructures import Headers
from starlette.formparsers import FormParser

from tapete import cards, games
from tapete.cards import finding
from tapete.console.host_link import HostLink
from tapete.core.catalogue import CardError
from tapete.core.match import Match
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.seats import SEATS
from tapete.core.texts import LANGUAGES
from tapete.table import match_file
from tapete.web import entrance, forms
from tapete_console import far_end, wire

T = TypeVar("T")

GAMES = tuple(sorted(games.BUILT_IN))
WITH_CARDS = tuple(name for name in GAMES if games.need(name).cards is not None)

HELLO = (
    b"- hello console proto=1 fw=1 boot=aaaa0001 panels=2 pixels=50,20,10 bridge=0 pins=90c2aa51 "
    b"window=1024 first=1 shown=0 free=9 why=power"
)


def catalogue(raw: bytes) -> None:
    """A file of cards. The first byte chooses the game."""
    reader = games.need(WITH_CARDS[raw[0] % len(WITH_CARDS)] if raw else WITH_CARDS[0]).cards
    assert reader is not None
    try:
        finding._read_once.__wrapped__(reader.read, raw[1:], "mine")
    except (Illegal, CardError) as fault:
        str(fault)


def match(raw: bytes) -> None:
    """A file of a match, read and played again."""
    try:
        match_file.check(match_file.read(raw))
    except RefereeError as fault:
        said(fault)


def line(raw: bytes) -> None:
    """What a console sends: the first byte says whether a sum that fits is put behind each line. A host goes on whatever it is."""
    lines = raw[1:].split(b"\n")
    if raw[:1] > b"0":
        lines = [framed(one) for one in lines]
    link = HostLink("1")
    link.open(0)
    link.receive(framed(HELLO) + b"\n", 0)
    for now, one in enumerate(lines, 1):
        for event in link.receive(one + b"\n", now):
            link.keep(event, now)
        link.output()
        for reads in (far_end.read_console, far_end.read_host):
            try:
                found = reads(one)
            except (wire.BadLine, wire.Malformed):
                continue
            if found.kind == "scene":
                try:
                    far_end.read_picture(found.fields)
                except wire.Malformed:
                    continue


def framed(body: bytes) -> bytes:
    """A line with the sum that fits."""
    return body + b"*" + wire.checksum(body).encode()


def form(raw: bytes) -> None:
    """What a browser posts of an action. The first byte chooses the game, and how far its match has gone."""
    number = raw[0] if raw else 0
    played = _played(GAMES[number % len(GAMES)], number // len(GAMES) % 4 * 6)

    async def body() -> AsyncGenerator[bytes, None]:
        yield raw[1:]
        yield b""

    posted = at_once(FormParser(Headers(), body()).parse())
    try:
        entered = forms.read(entrance.fields(posted))
        seat = str(posted.get("seat", ""))
        plain: dict[str, Any] = {**entered, "action": str(posted.get("action", "")), **({"seat": seat} if seat else {})}
        played.legal("A", plain)
        played.check(played.rules.read(plain))
    except RefereeError as fault:
        said(fault)


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives that waits for nothing: no loop is needed, and none that runs is in the way."""
    try:
        work.send(None)
    except StopIteration as ended:
        found: T = ended.value
        return found
    finally:
        work.close()
    raise AssertionError("it waits for something")


def said(fault: RefereeError) -> None:
    """Put a refusal into words, in both languages: they may fail too."""
    for refusal in fault.refusals:
        for language in LANGUAGES:
            refusal.text().in_(language)


@functools.lru_cache
def _played(game: str, steps: int) -> Match[Any]:
    """A match after so many actions."""
    rules = cards.bind(game)
    made: Match[Any] = Match(rules, SEATS[: games.need(game).fewest])
    rng = random.Random(steps)
    for _ in range(steps):
        action = rules.sample(made.state, rng, avoid=frozenset({"concede", "ruling", "stop_match", "abandon"}))
        if action is None:
            break
        made.do(action)
    return made


TARGETS: dict[str, Callable[[bytes], None]] = {one.__name__: one for one in (catalogue, match, line, form)}
