"""Shazamm's page: the bridge, both reserves, cards cast and spent, and what its actions are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words, ours
from tapete.games.shazamm.language import _
from tapete.presentation import accidents
from tapete.presentation.accidents import Accident
from tapete.presentation.base import SeatFigures, ShownCard
from tapete.presentation.labels import labels
from tapete.presentation.shazamm.bridge import description, signed
from tapete.presentation.shazamm.touching import TouchedBridge

LABELS = labels(__package__, _)

_ROUND = _("Round {round} · turn {turn}")
_SILENCE = _(" · silence")
_MANA = _("Mana")
_HAND = _("Hand")
_PILE = _("Pile")
_BID = _("Bid")
_SPELL_COUNT = _("Spells")
_CAST = _("This turn")
_LAST = _("Last turn")
_SPENT = _("Spent")
_NO_CLONE = _("None")
_FROM_CLONE = _("Clone's copy")
_APPLY = _("Apply it")
_DISCARD = _("Discard it")
_LEAVES = _(
    "{left} of {mana} mana stay for later, and {rival:seat} has {rivals}. "
    "The wall stands {own} {own:step|steps} from {seat:seat} and {theirs} from {rival:seat}."
)


class ShazammPage(TouchedBridge):
    """See the module."""

    actions, arguments, house_rules = LABELS.actions, LABELS.arguments, LABELS.house_rules
    accidents = (
        Accident(name="draw", reason=ours(_("Spells were not drawn, or too many.")), op="draw_spells", thing=("seat",), value=("n",)),
        Accident(name="back", reason=accidents.TAKEN_BACK, op="take_spell_back", thing=("seat", "spell")),
        Accident(name="other", reason=accidents.OTHER_CARD, op="correct_spell", thing=("seat", "spell"), value=("now",)),
        Accident(name="wall", reason=ours(_("The wall stood on the wrong slab.")), op="set_wall", value=("wall",)),
        accidents.PEEK,
    )
    pieces = _("one bridge, three pawns, two decks of {DECK_CARDS} cards")

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        said = _ROUND.in_(language).format(round=state.round, turn=state.turn)
        return said + (_SILENCE.in_(language) if state.silence else "")

    def told(self, rules: Rules[Any], state: Any, language: Language, words: Words) -> Sequence[str]:
        bridge = rules.scene(state).bridge
        return super().told(rules, state, language, words) if bridge is None else (description(bridge, words).in_(language),)

    def because(self, rules: Rules[Any], state: Any, action: Mapping[str, Any], language: Language, words: Words) -> str:
        if action["action"] != "lock_bid":
            return ""
        seat = action["seat"]
        foe = rival(seat)
        return words.say(
            _LEAVES,
            {
                "left": state.mana.of(seat) - action["amount"],
                "mana": state.mana.of(seat),
                "seat": seat,
                "own": abs(state.wizard.of(seat) - state.wall),
                "rival": foe,
                "theirs": abs(state.wizard.of(foe) - state.wall),
                "rivals": state.mana.of(foe),
            },
        ).in_(language)

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any]:
        return {"op": "set_mana", "seat": seat, "mana": value}

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        facts = [
            (_HAND.in_(language), str(state.hand.of(seat))),
            (_PILE.in_(language), str(state.deck.of(seat))),
        ]
        cast: tuple[int, ...] | None = None
        for step in state.agenda:
            if (bids := getattr(step, "bids", None)) is not None:
                facts.insert(0, (_BID.in_(language), str(bids.of(seat))))
            for name in ("cast", "declared"):
                if (shown := getattr(step, name, None)) is not None and shown.of(seat) is not None:
                    cast = shown.of(seat)
        cards = []
        if cast is not None:
            cards.append((_CAST.in_(language), self._cards(cast, language, words)))
        elif state.last_cast.of(seat):
            cards.append((_LAST.in_(language), self._cards(state.last_cast.of(seat), language, words)))
        cards.append((_SPENT.in_(language), self._cards(state.used.of(seat), language, words, spent=True)))
        return SeatFigures(
            counter=_MANA.in_(language), value=state.mana.of(seat), largest=50, facts=tuple(facts), cards=tuple(c for c in cards if c[1])
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = path.rsplit("/", 1)[-1]
        if action == "choose_clone" and value is None:
            return _NO_CLONE.in_(language)
        if action == "choose_theft" and isinstance(value, dict):
            use = (_APPLY if value["use"] == "apply" else _DISCARD).in_(language)
            source = f" ({_FROM_CLONE.in_(language)})" if value["source"] == "clone" else ""
            return f"{self._spell(value['number'], language, words)}{source}: {use}"
        if last in {"numbers", "number", "used", "last_cast", "spell", "now"} and type(value) is int:
            return self._spell(value, language, words)
        if last in {"wall", "slab", "n"} and type(value) is int:
            return signed(value)
        if last in {"seat", "agreed"} and isinstance(value, str):
            return words.show(value, language, "seat")
        return super().option(action, path, value, language, words)

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        number, _, source = name.partition(" ")
        if number.isdecimal():  # one of Theft's prey: its number and where it came from
            return self._spell(int(number), language, words) + (f" ({_FROM_CLONE.in_(language)})" if source == "clone" else "")
        return _SPELL_COUNT.in_(language) if name == "spells" else name

    def _spell(self, number: int, language: Language, words: Words) -> str:
        return words.show(number, language, "spell")

    def _cards(self, numbers: tuple[int, ...], language: Language, words: Words, *, spent: bool = False) -> tuple[ShownCard, ...]:
        return tuple(ShownCard(self._spell(number, language, words), spent) for number in numbers)


PAGE = ShazammPage()
