"""What the lobby shows of a game before it is chosen: its picture, its sentence, and house rules that go together."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tapete import games
from tapete.core.game import Game
from tapete.core.texts import Language, Text, _
from tapete.presentation import art, find
from tapete.presentation.base import Voice
from tapete.web import standalone, turn_clocks
from tapete.web.entrance import Pages, in_thread
from tapete.web.errors import PageError

PAGES = Pages()

PRINTED = "printed"
"""The preset in which every house rule is as the rulebook says."""

PRESETS: Mapping[str, Text] = {PRINTED: _("As printed"), "quick": _("Quick"), "tournament": _("Tournament")}

CLOCK = _("Turn clock: {time}")

KEPT_S = 3600
"""How long a browser keeps a picture."""


LONGEST_ID = 200
"""Letters of a card's id that an address may have."""


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
def cover(name: str) -> str:
    """The picture of a game as a file of its own; one that brings none has a sign that its name chooses.

    Args:
        name: of an installed game.
    """
    poster = find(name).poster
    drawn = str(poster() if poster is not None else art.face(art.PLAIN, name))
    return standalone.picture(drawn) or drawn


@PAGES.at("/picture/{game}", "everybody")
async def picture(asked: Request) -> Response:
    """A game's picture; public, there is nothing of a match in it."""
    name = asked.path_params["game"]
    if name not in games.names():
        raise PageError(404, "not_found")
    return drawing(await in_thread(cover, name))


@PAGES.at("/art/{look}/{card}", "everybody")
async def face(asked: Request) -> Response:
    """A card's face, wholly as its address says; public, there is nothing of a match in it."""
    look, card = art.read(asked.path_params["look"]), asked.path_params["card"]
    if look is None or len(card) > LONGEST_ID:
        raise PageError(404, "not_found")
    return drawing(art.face(look, card))


def drawing(drawn: str) -> Response:
    """A picture as an answer that browsers keep."""
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": f"public, max-age={KEPT_S}"})
