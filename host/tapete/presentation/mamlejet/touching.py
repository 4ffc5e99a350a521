"""Mamlejet's front and camps to be touched: where arguments are on the picture, and which verb weighs most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from tapete.core.judge import Offer
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language, Words
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Plan
from tapete.presentation.base import ASIDE, GamePage
from tapete.presentation.mamlejet import sentences
from tapete.presentation.mamlejet.bands import Drawing
from tapete.presentation.touch import Touch
from tapete.table.question.selection import Argument, Verb

_CITY = _("{seat}'s city")

_NUMBERED = frozenset({"permanent", "soldier", "enemy", "weapon", "dedicate", "targets"})
"""Arguments that name something on the table by its number."""

_SEATED = frozenset({"targets", "owner"})
"""Arguments that may name a player: the city is touched."""

_PAY = _("Its payment is marked. Touch resources to pay otherwise.")


class TouchedFront(GamePage):
    """Things: `p7` what has the number 7 in play or on the stack, `A.city` a player's city."""

    by_touch = {
        **dict.fromkeys(("add_card", "register_card", "time_up"), Verb(weight="seldom")),
        **dict.fromkeys(("play_tactic", "play_ability", "equip"), Verb(told_first=True)),
        **dict.fromkeys(("play_tactic.dedicate", "play_ability.dedicate", "equip.dedicate"), Argument(default=True)),
        **dict.fromkeys(("assign.enemy", "assign_frenzy.enemy", "equip.soldier"), Argument(reach=True)),
        **dict.fromkeys(("decline_defence.enemy", "skip_frenzy.soldier"), Argument(unasked=True)),
        "spend": Argument(tucked=True),
    }
    asks = {
        "play_tactic.card": _("Play a tactic: which card?"),
        "play_tactic.targets": _("Touch its target."),
        "play_tactic.dedicate": _PAY,
        "play_ability.permanent": _("Touch the card whose ability you use."),
        "play_ability.ability": _("Which of its abilities?"),
        "play_ability.targets": _("Touch the target of the ability."),
        "play_ability.dedicate": _PAY,
        "play_resource.card": _("Which resource do you put into play?"),
        "produce.permanent": _("Touch the resource that you dedicate."),
        "equip.weapon": _("Equip: touch the weapon."),
        "equip.soldier": _("Equip: touch the soldier that gets it."),
        "equip.dedicate": _PAY,
        "assign.soldier": _("Assign: touch your soldier."),
        "assign.enemy": _("Touch the enemy that it fights."),
        "unassign.soldier": _("Take out of the plan: touch your soldier."),
        "register_deck.deck": _("Which deck do you register?"),
        "reveal_enemy.owner": _("From whose deck does the enemy come?"),
        "defend.enemy": _("Touch the enemy that it meets."),
        "defend.soldier": _("Touch the soldier that defends the city."),
        "assign_frenzy.soldier": _("Frenzy: touch your soldier."),
        "assign_frenzy.enemy": _("Frenzy: touch the next enemy."),
        "reveal_enemy.card": _("Which enemy enters?"),
        "choose.value": _("Touch your triggered abilities in their order."),
        "discard.cards": _("Which cards do you discard?"),
        "declare_card.cards": _("Which card fell?"),
    }
    short = {
        "pass": _("Pass"),
        "pass_all": _("All pass", "button"),
        "pass_round": _("Pass round", "button"),
        "pass_mains": _("End round", "button"),
        "ask_again": _("Ask again", "button"),
        "play_tactic": _("Tactic", "button"),
        "play_ability": _("Ability", "button"),
        "play_resource": _("Into play", "button"),
        "produce": _("Dedicate"),
        "equip": _("Equip"),
        "assign": _("Assign"),
        "unassign": _("Take out"),
        "confirm_plan": _("Plan is set", "button"),
        "defend": _("Defend"),
        "decline_defence": _("No defence"),
        "assign_frenzy": _("Frenzy", "button"),
        "skip_frenzy": _("Let it be"),
        "register_deck": _("Deck", "button"),
        "register_card": _("Card by card", "button"),
        "register_list": _("Whole deck", "button"),
        "mulligan": _("Mulligan", "button"),
        "keep_hand": _("Keep hand", "button"),
        "reveal_enemy": _("It enters", "button"),
        "discard": _("Discard"),
        "declare_card": _("This is it", "card"),
        "choose": _("My order", "button"),
    }
    passes = ("pass_mains", "pass_round", "pass_all")
    order = (
        "keep_hand",
        "mulligan",
        "register_deck",
        "pass",
        "play_tactic",
        "play_resource",
        "pass_mains",
        "play_ability",
        "equip",
        "pass_round",
        "pass_all",
        "produce",
        "ask_again",
    )

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        numbered = {f"p{one.id}" for one in (*state.permanents, *state.stack)}
        return numbered | {f"{seat}.city" for seat in state.seats}

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        last = path.rpartition("/")[2]
        if last in _SEATED and value in SEATS:
            return f"{value}.city"
        if last not in _NUMBERED or type(value) is not int:
            return None
        return f"p{value}" if any(one.id == value for one in (*state.permanents, *state.stack)) else None

    def reached(self, rules: Rules[Any], state: Any, action: str, path: str, thing: str, seat: Seat | None) -> Any:
        one = _lying(state, thing)
        if one is None or (path == "enemy") != (one.controller is None):
            return None
        if path == "soldier":
            return one.id if one.controller == seat and Front(rules, state).soldier(one) else None
        return one.id if one.opponent is None else None

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        due = [name for owed in rules.awaiting(state) if owed.seat in (seat, None) for name in owed.actions]
        ways = self.passes[::-1] if state.stack else self.passes  # of those that pass for all, the one for this moment
        passing = next((name for name in ways if name in offers), "")
        known = [name for name in self.order if name in offers and (name == passing or name not in self.passes)]
        rest = [name for name in offers if name not in ASIDE | set(self.passes) and self.verb(name).weight == "main"]
        return [*(() if "pass" in due or "keep_hand" in due else due), *known, *due, *rest]

    def passes_for(self, rules: Rules[Any], state: Any, action: str) -> Sequence[Seat]:
        if action == "pass_all":
            return [owed.seat for owed in rules.awaiting(state) if owed.seat is not None]
        return list(state.seats) if action in ("pass_round", "pass_mains") else ()

    def card_at(self, rules: Rules[Any], state: Any, thing: str) -> str | None:
        one = _lying(state, thing)
        return None if one is None else str(one.card)

    def standing(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> Sequence[str]:
        board, one = Front(rules, state), _lying(state, thing)
        if one is not None:
            return sentences.reasons(board, one, language, words)
        return sentences.of_city(board, cast("Seat", thing[0]), language, words) if thing.endswith(".city") else ()

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        one = _lying(state, thing)
        if one is None:
            return ("defend",) if thing == f"{seat}.city" else ()
        if one.controller is None:
            return ("assign",)
        if one.controller != seat:
            return ()
        board = Front(rules, state)
        return ("assign", "play_ability") if board.soldier(one) else ("produce", "play_ability", "equip")

    def meant(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Mapping[str, Any] | None:
        one = _lying(state, thing)
        if one is None or not isinstance(state.agenda[-1], Plan) or one.controller not in (seat, None):
            return None
        return {"action": "assign", "enemy" if one.controller is None else "soldier": one.id}

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        if not thing.startswith("p"):
            return _CITY.in_(language).format(seat=words.show(thing[0], language, "seat"))
        board = Front(rules, state)
        if (one := _lying(state, thing)) is not None:
            return sentences.numbered(board, one, language, words)
        waiting = next((item for item in state.stack if f"p{item.id}" == thing), None)
        return thing if waiting is None else sentences.item_text(board, waiting, language, words)

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        drawing = Drawing(self, rules, state, language, words, touch)
        return drawing.wide() if touch.wide else drawing.tall(cast("Seat", touch.seat or state.seats[0]))


def _lying(state: Any, thing: str) -> Any:
    """What is in play under the number of a thing; None: nothing is."""
    return next((one for one in state.permanents if f"p{one.id}" == thing), None)
