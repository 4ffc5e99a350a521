"""Shazamm on a bridge of fifteen slabs, with forty mana a round: a variant is a game of its own, made from another one."""

from typing import Annotated

from msgspec import Meta

from tapete.core.texts import Given
from tapete.games.shazamm import GAME as SHAZAMM
from tapete.games.shazamm.state import Options


class ShortBridge(Options, kw_only=True):
    """The house rules of Shazamm, with other defaults."""

    bridge_half: Annotated[int, Meta(ge=4, le=9)] = 7
    mana: Annotated[int, Meta(ge=10, le=50)] = 40


GAME = SHAZAMM.variant("short_bridge", Given({"en": "Short bridge", "es": "Puente corto"}), options=ShortBridge)
