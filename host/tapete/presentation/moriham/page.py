"""MORIHAM's page: both fields, life and piles, and what its actions and house rules are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, Words, capital, ours
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Phase
from tapete.games.moriham.values import VALUES
from tapete.presentation import accidents
from tapete.presentation.accidents import Accident
from tapete.presentation.base import SeatFigures, ShownCard
from tapete.presentation.labels import labels
from tapete.presentation.moriham import field
from tapete.presentation.moriham.touching import TouchedDuel

LABELS = labels(__package__, _)

_TURN = _("Turn {turn}, {seat}'s")
_LIFE = _("Life", "counter")
_HAND = _("Hand")
_DECK = _("Deck")
_SUMMONS = _("Summons")
_GRAVEYARD = _("Graveyard")
_REMOVED = _("Out of the game")
_MONSTER_AT = _("{seat}'s monster {slot}")
_SPELL_AT = _("{seat}'s card {slot}")
_BURIED = _("{card} in {seat}'s graveyard")
_SLOT = _("slot {slot}")
_FROM_HAND = _("from hand")
_DIRECTLY = _("the rival directly", "target")
_EFFECT = _("effect {number}")
_LEVELS = _("Levels")
_WHO = {"own": _("who activates it"), "opponent": _("the rival"), "both": _("both")}
_TOGGLE = _("to the other position")

_SLOTS = frozenset({"slot", "tributes", "cost_slots", "source"})
_CARDS = frozenset({"card", "cards", "cost_cards"})


class Capitalised(Text):
    """A text that begins with a capital."""

    __slots__ = ("text",)

    def __init__(self, text: Text) -> None:
        self.text = text

    def in_(self, language: Language) -> str:
        return capital(self.text.in_(language))


def _one(board: Any, said: Mapping[str, Any]) -> bool:
    """Say whether a target is one card: a word names several, or whoever fits at another moment."""
    return not isinstance(said.get("target"), str)


def _own(board: Any, said: Mapping[str, Any]) -> bool:
    """Say whether a target is a card of the seat whose ruling it is: it comes to that seat's side."""
    return _one(board, said) and ("target" not in said or said["target"]["seat"] == said[accidents.RULING_SEAT])


class MorihamPage(TouchedDuel):
    """See the module."""

    actions, house_rules = LABELS.actions, LABELS.house_rules
    arguments = {**LABELS.arguments, **{f"@{name}": Capitalised(text) for name, text in VALUES["op"].items()}}
    left_out = frozenset({"wrong_card_type"})
    accidents = (
        Accident(name="draw", reason=accidents.FORGOTTEN_DRAW, op="draw", given={"who": "own", "n": 1}, thing=(accidents.RULING_SEAT,)),
        Accident(
            name="fallen", reason=ours(_("A card stayed on the field that should have gone.")), op="destroy", thing=("target",), fits=_one
        ),
        Accident(
            name="hand", reason=ours(_("A card was played that should not be there.")), op="return_to_hand", thing=("target",), fits=_one
        ),
        Accident(
            name="position",
            reason=ours(_("A monster lay in the wrong position.")),
            op="set_position",
            given={"position": "toggle"},
            thing=("target",),
            fits=_one,
        ),
        Accident(
            name="graveyard",
            reason=ours(_("A card lay in the graveyard that should be in hand.")),
            op="recover",
            thing=("target",),
            fits=_one,
        ),
        Accident(
            name="revived",
            reason=ours(_("A monster lay in the graveyard that should be on the field.")),
            op="revive",
            thing=(accidents.RULING_SEAT, "target"),
            value=("position",),
            fits=_own,
        ),
        accidents.PEEK,
    )
    pieces = _("two decks of {DECK_CARDS} cards")

    def pointed_at(self, rules: Rules[Any], state: Any, operation: Mapping[str, Any]) -> str | None:
        target = operation.get("target")
        if not isinstance(target, dict) or target["zone"] == "graveyard":
            return None
        lies = getattr(rules.board(state).side(target["seat"]), target["zone"])[target["slot"] - 1]  # type: ignore[attr-defined]
        return getattr(lies, "card", None)

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        if state.active is None:
            return ""
        said = _TURN.in_(language).format(turn=state.turn, seat=rules.words.show(state.active, language, "seat"))
        base = state.agenda[0]
        return f"{said} · {VALUES['phase'][base.name].in_(language)}" if isinstance(base, Phase) else said

    def told(self, rules: Rules[Any], state: Any, language: Language, words: Words) -> Sequence[str]:
        board: Any = rules.board(state)
        return field.told(board, language, words)

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any]:
        return {"op": "set_life", "seat": seat, "n": value}

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board: Any = rules.board(state)
        side = board.side(seat)
        facts = [(_HAND.in_(language), str(side.hand)), (_DECK.in_(language), str(side.deck))]
        if state.active == seat:
            facts.append((_SUMMONS.in_(language), f"{side.normal_used}\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}{side.normal_allowed}"))
        piles = []
        for label, pile in ((_GRAVEYARD, side.graveyard), (_REMOVED, side.removed)):
            if pile:
                shown = tuple(ShownCard(words.show(card, language, "card"), spent=True) for card in reversed(pile))
                piles.append((label.in_(language), shown))
        return SeatFigures(
            counter=_LIFE.in_(language), value=field.life_of(board, seat), largest=30, facts=tuple(facts), cards=tuple(piles)
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if isinstance(value, dict) and "zone" in value:
            return self._ref(value, language, words)
        if value == "player":
            return _DIRECTLY.in_(language)
        if value == "hand" and last == "source":
            return _FROM_HAND.in_(language)
        if last == "option" and type(value) is int:
            return _EFFECT.in_(language).format(number=value)
        if (last in _SLOTS or (action == "declare_attack" and last == "target")) and type(value) is int:
            return _SLOT.in_(language).format(slot=value)
        if isinstance(value, str):
            return self._word(last, value, language, words)
        return super().option(action, path, value, language, words)

    def _word(self, last: str, value: str, language: Language, words: Words) -> str:
        if last in {"seat", "first", "agreed"}:
            return words.show(value, language, "seat")
        if last in _CARDS:
            return words.show(value, language, "card")
        if value == "toggle":
            return _TOGGLE.in_(language)
        if last == "who":
            return _WHO[value].in_(language)
        known = VALUES.get(last, {})
        return known[value].in_(language) if value in known else value

    def _ref(self, ref: dict[str, Any], language: Language, words: Words) -> str:
        seat = words.show(ref["seat"], language, "seat")
        if ref["zone"] == "graveyard":
            return _BURIED.in_(language).format(card=words.show(ref["card"], language, "card"), seat=seat)
        at = _MONSTER_AT if ref["zone"] == "monsters" else _SPELL_AT
        return at.in_(language).format(slot=ref["slot"], seat=seat)

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        return _LEVELS.in_(language) if name == "levels" else words.show(name, language, "card")


PAGE = MorihamPage()
