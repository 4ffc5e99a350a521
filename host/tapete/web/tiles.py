"""What the lobby shows of a game before anybody chooses it: its picture, its sentence, and house rules that go together."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete import cards, games
from tapete.core.game import Game
from tapete.core.refusals import RefereeError
from tapete.core.seats import SEATS
from tapete.core.texts import Language, Text, _
from tapete.presentation import find
from tapete.presentation.base import Voice
from tapete.web import standalone, turn_clocks
from tapete.web.entrance import in_thread, route
from tapete.web.errors import Wrong
from tapete.web.visits import Visit

PRINTED = "printed"
"""The preset in which every house rule is as the rulebook says."""

PRESETS: Mapping[str, Text] = {PRINTED: _("As printed"), "quick": _("Quick"), "tournament": _("Tournament")}

CLOCK = _("Turn clock: {time}")

LEAST_DRAWING = 200.0
"""Narrower drawings of a board are signs between its lines, in their own units."""

KEPT_S = 3600
"""How long a browser keeps a picture."""

NOTHING_DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 170"><rect width="300" height="170" fill="#f4eee0"/></svg>\n'
"""The picture of a game that draws no board."""


class Preset(Struct, frozen=True, kw_only=True):
    """House rules that go together: their name, what is otherwise than printed, and whether they are chosen."""

    key: str
    label: str
    says: str
    chosen: bool


def presets(game: Game[Any], language: Language, chosen: Mapping[str, str]) -> tuple[Preset, ...]:
    """The presets of a game; none where it has nothing but what is printed.

    Args:
        game: its rules. language: the reader's. chosen: fields of a form that came back.
    """
    offered = find(game.name).presets
    now = chosen.get(f"preset.{game.name}", PRINTED)
    voice = Voice(find(game.name).page, language, game.words)
    return tuple(
        Preset(
            key=key,
            label=label.in_(language),
            says=" · ".join(
                [*(_rule(voice, rule, value, language) for rule, value in offered.get(key, {}).items()), *_clock(key, language)]
            ),
            chosen=now == key,
        )
        for key, label in PRESETS.items()
        if offered and (key == PRINTED or key in offered)
    )


def _clock(preset: str, language: Language) -> tuple[str, ...]:
    """The turn clock that a preset brings along."""
    seconds = turn_clocks.read("", preset)
    return (CLOCK.fill(time=turn_clocks.said(seconds)).in_(language),) if seconds else ()


def _rule(voice: Voice, key: str, value: Any, language: Language) -> str:
    """A house rule with its value, in words."""
    rule = voice.house_rule(key)
    named = rule.values.get(value)
    said = named.in_(language) if named is not None else voice.option("house_rules", key, value)
    return f"{rule.label.in_(language)}: {said}"


def preset_of(game: Game[Any], key: str) -> Mapping[str, Any]:
    """The house rules of a preset; none for what is printed, or for a name that the game has not."""
    return find(game.name).presets.get(key, {})


def players(game: Game[Any]) -> str:
    """For how many a game is, as figures."""
    return str(game.fewest) if game.fewest == game.most else f"{game.fewest}–{game.most}"


@functools.lru_cache(maxsize=64)
def cover(name: str, language: Language) -> str:
    """The picture of a game: its board in the middle of a match by chance, as a file of its own.

    Args:
        name: of an installed game. language: of the words in it.
    """
    shown = find(name)
    try:
        rules = cards.bind(name)
        state, rng = rules.start(SEATS[: max(2, rules.game.fewest)]), random.Random(1)
        for _step in range(shown.cover):
            action = rules.sample(state, rng, avoid=AVOIDED)
            if action is None:
                break
            state, _events = rules.apply(state, action)
    except RefereeError:  # a game without cards here
        return NOTHING_DRAWN
    drawn = str(shown.page.board(rules, state, language, shown.page.words_at(rules, state, rules.words), name=f"cover-{name}"))
    return standalone.picture(drawn, LEAST_DRAWING) or NOTHING_DRAWN


AVOIDED: frozenset[str] = frozenset({"concede", "abandon", "ruling", "remark", "time_up", "add_card"})
"""What no picture of a match should show."""


async def picture(asked: Request) -> Response:
    """A game's picture; public, there is nothing of a match in it."""
    name = asked.path_params["game"]
    if name not in games.names():
        raise Wrong(404, "not_found")
    drawn = await in_thread(cover, name, Visit(asked).language)
    return Response(
        drawn, media_type="image/svg+xml", headers={"cache-control": f"public, max-age={KEPT_S}", "vary": "accept-language, cookie"}
    )


def routes() -> Sequence[Route]:
    """The address of the pictures."""
    return [route("/picture/{game}", picture)]
