"""Shazamm's board to be touched: the bridge drawn near to, both reserves, and the spells as tiles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from markupsafe import Markup

from tapete.core.judge import Offer
from tapete.core.rules import Rules
from tapete.core.scene import Bridge
from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words
from tapete.games.shazamm.board import towards
from tapete.games.shazamm.constants import MOST_MANA
from tapete.games.shazamm.language import _
from tapete.games.shazamm.showing import CARDS
from tapete.games.shazamm.state import SEATS
from tapete.presentation import faced, svg
from tapete.presentation.base import GamePage
from tapete.presentation.letters import parted
from tapete.presentation.shazamm import bridge
from tapete.presentation.touch import Touch, fitted, played
from tapete.table.question.selection import Verb

_EDGE = 2
"""What is shown beside the last slab, in units of the bridge."""

_NUMBERS = range(-bridge.HALF, bridge.HALF + 1)

_SLAB = _("slab {slab}")
_MANA = _("{seat}: {mana} mana")
_PILES = _("hand {hand} · pile {deck}")
_BID = _("bid {bid}")
_SPENT = _("{spell}, spent")


class TouchedBridge(GamePage):
    """Things: `A.mana` a wizard's reserve, `A.7` a spell of a wizard, `slab.-3` a slab."""

    by_touch = dict.fromkeys(("reopen_bids", "unlock"), Verb(weight="secondary"))
    asks = {
        "lock_bid.amount": _("How much mana do you bid? Nobody sees it."),
        "reveal_bids.bids": _("Say both bids, seat A first."),
        "declare_cards.numbers": _("Touch the spells you turned up."),
        "choose_clone.number": _("Clone: touch the spell you copy."),
        "choose_theft.choices": _("Theft: what becomes of each spell?"),
        "choose_recycle.delta": _("Recycle: by how much do you change your bid?"),
        "choose_push.steps": _("Touch the slab on which the wall will stand."),
    }
    short = {"declare_cards": _("My cards", "button"), "unlock": _("Change bid", "button"), "reopen_bids": _("Bid again")}

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        slabs = {f"slab.{number}" for number in _NUMBERS}
        return slabs | {f"{seat}.{what}" for seat in SEATS for what in ("mana", *CARDS)}

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        if seat is None or type(value) is not int:
            return None
        if action == "choose_push":
            return f"slab.{state.wall + towards(rival(seat)) * value}"
        return f"{seat}.{value}" if path in ("numbers", "number") else None

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        whose, _dot, what = thing.partition(".")
        return ("declare_cards",) if what.isdecimal() and whose == seat else ()

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        return [*(name for owed in rules.awaiting(state) if owed.seat in (seat, None) for name in owed.actions), "unlock", "reopen_bids"]

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        whose, _dot, what = thing.partition(".")
        if whose == "slab":
            return _SLAB.fill(slab=bridge.signed(int(what))).in_(language)
        seat = cast("Seat", whose)
        if what == "mana":
            return _MANA.fill(seat=words.show(seat, language, "seat"), mana=state.mana.of(seat)).in_(language)
        named = words.show(int(what), language, "spell")
        return _SPENT.fill(spell=named).in_(language) if int(what) in state.used.of(seat) else named

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        drawing = _Drawing(self, rules, state, language, words, touch)
        return drawing.wide() if touch.wide else drawing.tall(cast("Seat", touch.seat or "A"))


@lru_cache(maxsize=32)  # most presses leave the bridge as it was, and each page has it; it takes 17 KB
def _near(shown: Bridge, touched: tuple[tuple[int, Markup], ...], width: float, height: float) -> Markup:
    """The part of the bridge that matters: both wizards with two whole slabs behind each, and more where there is room."""
    low = max(-bridge.HALF, min(shown.wizard_a, shown.wizard_b, shown.wall) - 2)
    high = min(bridge.HALF, max(shown.wizard_a, shown.wizard_b, shown.wall) + 2)
    room = int((276 * width / height - 2 * _EDGE) / (bridge.place(1) - bridge.place(0)))
    while high - low + 1 < room and high - low < 2 * bridge.HALF:
        low, high = max(-bridge.HALF, low - 1), min(bridge.HALF, high + 1)
    left, right = bridge.place(low) - 25 - _EDGE, bridge.place(high) + 25 + _EDGE
    scale = min(width / (right - left), height / 276)
    over = (width - (right - left) * scale) / 2
    box = f"{left:g} 24 {right - left:g} 276"
    return svg.element(
        "svg",
        *bridge.parts(shown, dict(touched)),
        viewBox=box,
        x=over,
        y=0,
        width=(right - left) * scale,
        height=276 * scale,
        overflow="hidden",
    )


class _Drawing:
    """One picture of a duel on the bridge whose things can be touched."""

    def __init__(self, page: GamePage, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> None:
        self.page, self.rules, self.state, self.language, self.words, self.touch = page, rules, state, language, words, touch
        shown = rules.scene(state).bridge
        self.shown: Bridge = (
            shown if shown is not None else Bridge(wall=state.wall, wizard_a=state.wizard.A, wizard_b=state.wizard.B, broken=state.broken)
        )
        bids = next((step.bids for step in reversed(state.agenda) if hasattr(step, "bids")), None)
        self.bids = {seat: None if bids is None else bids.of(seat) for seat in SEATS}

    def tall(self, own: Seat) -> Markup:
        """For a phone: 360 units wide, the own reserve and spells below."""
        parts = [self._reserve(rival(own), 0, 0, 360, 46)]
        parts.append(svg.group(self._bridge(360, 118), y=54))
        parts.append(self._reserve(own, 0, 178, 360, 46))
        parts += self._spells(own, 0, 230, 360, 4, 34)
        return played(self.touch, 360, 230 + 4 * 37, *parts)

    def wide(self) -> Markup:
        """For a table or a television: the bridge over both reserves with their spells."""
        parts = [self._bridge(1000, 260)]
        for at, seat in enumerate(SEATS):
            x = at * 504.0
            parts.append(self._reserve(seat, x, 270, 496, 62))
            parts += self._spells(seat, x, 338, 496, 5, 40)
        return played(self.touch, 1000, 338 + 3 * 43, *parts)

    def _bridge(self, width: float, height: float) -> Markup:
        """The bridge as far as it matters, and in words."""
        touched = tuple((number, self._touched(number)) for number in _NUMBERS if f"slab.{number}" in self.touch.marks)
        told = bridge.description(self.shown, self.words).in_(self.language)
        return svg.element("g", _near(self.shown, touched, width, height), role="img", aria_label=told)

    def _touched(self, number: int) -> Markup:
        """A slab that answers the open question."""
        name, stone = f"slab.{number}", bridge.stone(self.shown, number)
        edge = svg.element("rect", x=-24, y=-6, width=48, height=60, rx=5, class_="slab-mark")
        return self.touch.thing(name, self.page.label(self.rules, self.state, name, self.language, self.words), edge, stone)

    def _reserve(self, seat: Seat, x: float, y: float, w: float, h: float) -> Markup:
        """A wizard's name, mana, bid once it is open, and piles."""
        state, name, k = self.state, f"{seat}.mana", h / 46
        label = self.page.label(self.rules, state, name, self.language, self.words)
        piles = _PILES.fill(hand=state.hand.of(seat), deck=state.deck.of(seat)).in_(self.language)
        bid = self.bids[seat]
        said = piles if bid is None else f"{_BID.fill(bid=bid).in_(self.language)} · {piles}"
        mana, box = state.mana.of(seat), (x, y, w, h)
        named = self.words.show(seat, self.language, "seat")
        inside = faced.plate(seat, box, 16 * k, named, str(mana), f"/{MOST_MANA}", said.split(" · "), f"{seat}.mana", mana / MOST_MANA)
        return self.touch.frame(name, label, box, "seat-box", *inside)

    def _spells(self, seat: Seat, x: float, y: float, w: float, across: int, h: float) -> list[Markup]:
        """The spells of a wizard and the fake card as tiles; those that are spent are dim."""
        wide = (w - 3 * (across - 1)) / across
        tiles = []
        for at, number in enumerate(CARDS):
            name, spent = f"{seat}.{number}", number in self.state.used.of(seat)
            left, top = x + (at % across) * (wide + 3), y + (at // across) * (h + 3)
            label = self.page.label(self.rules, self.state, name, self.language, self.words)
            shown = self.words.show(number, self.language, "spell")
            lines = parted(shown, wide - 6, 14)
            first = top + h / 2 + 5 - 7.5 * (len(lines) - 1)
            text = [fitted(line, left + wide / 2, first + 15 * at_line, wide - 6, 14, "tile-name") for at_line, line in enumerate(lines)]
            tiles.append(self.touch.frame(name, label, (left, top, wide, h), "tile spent" if spent else "tile", *text))
        return tiles
