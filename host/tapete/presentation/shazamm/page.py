"""Shazamm's page: the bridge, both reserves, cards cast and spent, and what its actions are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words, ours
from tapete.games.shazamm.language import _
from tapete.presentation import accidents, shared_labels
from tapete.presentation.accidents import Accident
from tapete.presentation.base import HouseRule, Naming, SeatFigures, ShownCard, named
from tapete.presentation.shazamm.bridge import description, signed
from tapete.presentation.shazamm.touching import TouchedBridge

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

    secondary = frozenset({"concede", "reopen_bids", "unlock"})
    actions = {
        "lock_bid": Naming(
            title=_("Set your bid"),
            button=_("Lock the bid"),
            hint=_("Nobody sees it until both are ready."),
        ),
        "unlock": Naming(title=_("Change your bid"), button=_("Change my bid")),
        "reopen_bids": Naming(title=_("Open the bidding again"), button=_("Bid again")),
        "reveal_bids": named(_("Reveal the bids")),
        "declare_cards": Naming(
            title=_("Declare the cards you turned up"),
            button=_("These are my cards"),
            hint=_("Tick none if you played no card."),
        ),
        "choose_clone": Naming(
            title=_("Clone: choose a spell"),
            button=_("Clone"),
            hint=_("One that your rival cast last turn."),
        ),
        "choose_theft": Naming(title=_("Theft: decide on each spell"), button=_("Confirm")),
        "choose_recycle": Naming(
            title=_("Recycle: change your bid"),
            button=_("Recycle"),
            hint=_("Points added or taken off; 0 leaves it."),
        ),
        "choose_push": Naming(title=_("Push the wall"), button=_("Push")),
        "concede": Naming(
            title=_("Concede"),
            button=_("I concede"),
            hint=_("Your rival wins the match."),
        ),
        "ruling": Naming(
            title=_("Table ruling"),
            button=_("Make the correction"),
            hint=_("Put right what differs from the table; it is logged as a table ruling."),
        ),
    }
    arguments = {
        **shared_labels.ARGUMENTS,
        "amount": _("Your bid"),
        "numbers": _("Cards turned up"),
        "number": _("Spell"),
        "choices": _("What becomes of each"),
        "delta": _("Change of your bid"),
        "steps": _("Slabs"),
        "ops": _("What is put right"),
        "seat": _("Wizard"),
        "mana": _("Mana"),
        "value": _("Value"),
        "wall": _("Slab of the wall"),
        "slab": _("Slab"),
        "hand": _("Cards in hand"),
        "deck": _("Cards in the pile"),
        "count": _("How many"),
        "used": _("Spells spent"),
        "spells": _("Spells spent"),
        "last_cast": _("Spells of last turn"),
        "spell": _("Spell"),
        "now": _("It was"),
        "n": _("How many"),
        "@peek": accidents.PEEK_LABEL,
        "@draw_spells": _("Draw spells, or put them back"),
        "@take_spell_back": _("Take a spell back from the discard pile"),
        "@correct_spell": _("A spell is another one"),
        "@note": _("Write a note"),
        "@set_mana": _("Set a wizard's mana"),
        "@set_wall": _("Put the wall on a slab"),
        "@set_hand": _("Set the cards in hand"),
        "@set_deck": _("Set the cards in the pile"),
        "@set_used": _("Set the spells spent"),
        "@set_last_cast": _("Set the spells of last turn"),
        "@set_position": _("Set a whole position"),
    }
    house_rules = {
        "full_hand": HouseRule(
            _("The whole deck in hand"),
            _("Begin with all {SPELLS} spells and draw none (variant 1)."),
        ),
        "ordered_deck": HouseRule(
            _("Deck in your own order"),
            _("Each wizard orders the pile before the match (variant 2)."),
        ),
        "reserve_gain": HouseRule(
            _("Mana gained"),
            _("Whether Reserve boost and Suction add before or after the bid is paid."),
            {"after_payment": _("after paying"), "before_payment": _("before paying")},
        ),
        "exhaustion_push": HouseRule(
            _("Push at a wizard without mana"),
            _("The wall goes as far as it can by itself, or the one with mana decides."),
            {
                "auto": _("by itself, as far as it can"),
                "ask": _("the pusher decides"),
            },
        ),
        "resistance_blocks_push": HouseRule(
            _("Resistance stops the push"),
            _("Also against the push at a wizard without mana."),
        ),
        "clone_across_rounds": HouseRule(
            _("Clone across rounds"),
            _("The last turn of the round before counts."),
        ),
        "clone_of_clone": HouseRule(
            _("Clone what was cloned"),
            _("The spell that your rival got by Clone counts."),
        ),
        "clone_copy_cancels": HouseRule(
            _("The copy cancels"),
            _("The copy and the rival's same spell cancel each other."),
        ),
        "clone_stolen": HouseRule(
            _("Clone what was stolen"),
            _("What your rival applied by Theft counts."),
        ),
        "collapse_order": HouseRule(
            _("When the slab collapses"),
            _("At the end, or before the wizards move."),
            {"final": _("at the end"), "collapse_first": _("collapse first")},
        ),
        "double_fall": HouseRule(
            _("Both fall"),
            _("A draw, or a draw and a new match."),
            {"draw": _("draw"), "replay": _("play again")},
        ),
        "bridge_half": HouseRule(_("Half a bridge"), _("Slabs on each side of the central one.")),
        "mana": HouseRule(_("Mana each round"), _("What each wizard has when a round begins, and never more.")),
    }
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
