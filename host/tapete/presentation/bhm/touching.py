"""BHM's board to be touched: where arguments are on it, and which verb weighs most at each moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from tapete.core.events import Event
from tapete.core.judge import Offer
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.games.bhm.beings import STANDING, Being, Orphans
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import AttributeChanged
from tapete.games.bhm.constants import LOSING, MOST_TERRITORIES
from tapete.games.bhm.figures import SLOTS
from tapete.games.bhm.language import _
from tapete.presentation.base import GamePage, Stake
from tapete.presentation.bhm.drawing import WarPicture
from tapete.presentation.touch import Touch
from tapete.table.question.selection import Argument, Verb

_BEINGS = frozenset({"attacker", "target", "targets", "executor", "being", "summoner", "source", "sources"})

_BY_NAME = frozenset({"declare_effect", "judge_conflict"})
"""Their cards may lie anywhere: they are found by name."""

_SPACE = _("{seat}'s space {slot}")
_PLAYER = _("{seat}: call counter {counter} of {losing}")
_PENDING = _("what is pending")
_SPENDS = _("{card} on {being}: POD {was} to {now}.")
_ON = _("{card} on {being}.")
_KILLS, _LEAVES = _("{number} kills"), _("leaves POD {n}")


class TouchedWar(GamePage):
    """Things: `A.3` a space and what stands in it, `A.player` a player, `A.t0` a territory, `top` what is pending."""

    by_touch = {
        "judge_conflict": Verb(weight="secondary"),
        "call_being": Verb(gathered=True),
        "play_power": Verb(gathered=True, told_first=True),
        "play_strategy": Verb(gathered=True, told_first=True),
        "equip_object": Verb(gathered=True, told_first=True),
        "play_territory": Verb(gathered=True, told_first=True),
        "play_reaction": Verb(told_first=True),
        "use_effect": Verb(told_first=True),
        **dict.fromkeys(("call_being.slot", "instant_call.slot", "summon.slot", "return_deserter.slot"), Argument(default=True)),
        **dict.fromkeys(("play_power.executor", "play_reaction.executor", "equip_object.being"), Argument(reach=True)),
        "declare_power.pod": Argument(highest=True),
    }
    asks = {
        "setup_player.deck_size": _("How many cards has your deck?"),
        "setup_player.summons": _("How many summons has your deck?"),
        "exchange.n": _("How many cards of your hand do you exchange? With 0 you keep them all."),
        "call_being.card": _("Call: which being?"),
        "instant_call.card": _("Instant call: which being?"),
        "return_deserter.iid": _("Which deserter returns? Touch another space to move it."),
        "declare_physical.attacker": _("Attack: with which being?"),
        "declare_physical.target": _("Attack: touch the enemy being."),
        "declare_power.attacker": _("Power attack: with which being?"),
        "declare_power.target": _("Power attack: touch the enemy being."),
        "declare_power.pod": _("Power attack: how many POD do you put in?"),
        "choose_terror.source": _("TERROR: which being of yours strikes?"),
        "choose_terror.target": _("TERROR: touch the enemy being that it strikes, or nobody."),
        "play_power.card": _("Which power is executed?"),
        "play_power.executor": _("Touch the being that executes it."),
        "play_power.targets": _("The power: touch what it is aimed at."),
        "play_strategy.card": _("Which strategy do you play?"),
        "play_strategy.targets": _("The strategy: touch what it is aimed at."),
        "play_reaction.card": _("With which card do you react?"),
        "play_reaction.executor": _("Touch the being that executes it."),
        "play_reaction.targets": _("The reaction: touch what it is aimed at."),
        "judge_conflict.first": _("Two cards contradict each other: which is one of them?"),
        "judge_conflict.second": _("Which is the other card?"),
        "equip_object.card": _("Which object?"),
        "equip_object.being": _("Touch the being that carries it."),
        "reattach_object.slot": _("Touch the space in which the object lies."),
        "reattach_object.being": _("Touch the being that picks it up."),
        "play_territory.card": _("Which territory do you play?"),
        "play_territory.destroy": _("Touch the enemy territory that is destroyed."),
        "play_territory.replace": _("Touch the territory of yours that goes."),
        "assign_summon_points.summoner": _("Touch the summoner that takes the points."),
        "assign_summon_points.power": _("Which power feeds it?"),
        "summon.card": _("Which summon comes?"),
        "summon.sources": _("Touch the summoners that pay, in order."),
        "declare_effect.activates": _("Does a being activate its own ability, to which others may react?"),
        "declare_effect.targeted": _("Does the text let its player choose whom it reaches?"),
        "declare_effect.source": _("Whose text is it?"),
        "declare_effect.ops": _("What does the text do?"),
        "use_effect.source": _("Touch the being whose effect you use."),
        "use_effect.effect_index": _("Which of its effects?"),
        "use_effect.target": _("The effect: touch what it is aimed at."),
        "draw_optional.take": _("Do you draw one more card?"),
    }
    short = {
        "exchange": _("Exchange", "button"),
        "draw_mandatory": _("Draw", "button"),
        "end_phase": _("End phase", "button"),
        "instant_call": _("Instant", "button"),
        "declare_power": _("With POD", "button"),
        "resolve_combat": _("Resolve", "button"),
        "resolve_next_attack": _("Next attack", "button"),
        "no_reaction": _("Pass", "button"),
        "pass_all": _("All pass", "button"),
        "play_reaction": _("React", "button"),
        "play_power": _("Power", "button"),
        "play_strategy": _("Strategy", "button"),
        "play_territory": _("Territory", "button"),
        "reattach_object": _("Pick up", "button"),
        "assign_summon_points": _("Points", "button"),
        "use_effect": _("Effect", "button"),
        "declare_effect": _("Card text", "button"),
    }
    order = (
        "call_being",
        "declare_physical",
        "end_phase",
        "resolve_combat",
        "declare_power",
        "summon",
        "play_power",
        "play_strategy",
        "equip_object",
        "assign_summon_points",
        "play_territory",
        "use_effect",
        "reattach_object",
        "instant_call",
        "declare_effect",
    )

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        board = _board(rules, state)
        spots = ("player", *SLOTS, *(f"t{place}" for place in range(MOST_TERRITORIES)))
        return {f"{seat}.{spot}" for seat in state.seats for spot in spots} | ({"top"} if board.windows() else set())

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        if action in _BY_NAME or seat is None:
            return None
        last = path.partition("/")[0]
        if isinstance(value, dict):
            return f"{value['seat']}.t{value['index']}" if "index" in value else None
        if type(value) is int:
            if last == "slot":
                return f"{seat}.{value}"
            if last == "replace":
                return f"{seat}.t{value}"
            spot = _board(rules, state).spot(value) if last in _BEINGS else None
            return None if spot is None else f"{spot.seat}.{spot.slot}"
        if last in ("target", "targets") and isinstance(value, str):
            if value != "top":
                return f"{value}.player"
            return "top" if _board(rules, state).windows() else None
        return None

    def reached(self, rules: Rules[Any], state: Any, action: str, path: str, thing: str, seat: Seat | None) -> Any:
        whose, _dot, at = thing.partition(".")
        space = _board(rules, state).space(seat, int(at)) if seat is not None and whose == seat and at.isdecimal() else None
        return space.iid if isinstance(space, Being) else None

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        due = [name for owed in rules.awaiting(state) if owed.seat in (seat, None) for name in owed.actions]
        place = {name: at for at, name in enumerate(self.order)}
        return [*sorted(due, key=lambda name: place.get(name, -1)), *(name for name in self.order if due or name != "declare_effect")]

    def passes_for(self, rules: Rules[Any], state: Any, action: str) -> Sequence[Seat]:
        return state.agenda[-1].waiting if action == "pass_all" else ()

    def card_at(self, rules: Rules[Any], state: Any, thing: str) -> str | None:
        whose, _dot, at = thing.partition(".")
        if at[:1] == "t":
            held = _board(rules, state).player(cast("Seat", whose)).territories[int(at[1:]) :][:1]
            return held[0].card if held else None
        space = _board(rules, state).space(cast("Seat", whose), int(at)) if at.isdecimal() else None
        return space.card if isinstance(space, STANDING) else None

    def stake(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, language: Language, words: Words) -> Stake | None:
        board = _board(rules, state)
        by, at = (board.find(draft.get(name, -1)) for name in ("attacker", "target"))
        if path != "pod" or by is None or at is None:
            return None
        fatal = at.now("salud") + (at.now("res") if at.has("resistencia_magica") else 0)
        stays = at.salud is None or at.has("eterno") or at.has("inmortal") or "salud" in board.card(at.card).survives_zero
        marks = () if stays or fatal > by.now("pod") else ((fatal, _KILLS.fill(number=fatal).in_(language)),)
        return Stake(marks=marks, of=by.now("pod"), least=1, leaves=_LEAVES.in_(language))

    def will(
        self, rules: Rules[Any], state: Any, action: Mapping[str, Any], events: Sequence[Event], language: Language, words: Words
    ) -> str:
        board, named = _board(rules, state), action.get("executor", action.get("being"))
        bearer = board.find(named) if isinstance(named, int) else None
        if "card" not in action or bearer is None:
            return super().will(rules, state, action, events, language, words)
        said = {"card": words.show(action["card"], language, "card"), "being": words.show(bearer.card, language, "card")}
        paid = [event.now for event in events if isinstance(event, AttributeChanged) and event.attr == "pod"]
        if paid:
            return _SPENDS.fill(was=bearer.now("pod"), now=paid[-1], **said).in_(language)
        return f"{_ON.fill(**said).in_(language)} {super().will(rules, state, action, events, language, words)}"

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        whose, _dot, at = thing.partition(".")
        if not at.isdecimal():
            return ()
        if whose != seat:
            return ("declare_physical",)
        return ("declare_physical", "play_power") if _stands(rules, state, thing) else ("call_being", "instant_call")

    def meant(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Mapping[str, Any] | None:
        whose, _dot, at = thing.partition(".")
        space = _board(rules, state).space(seat, int(at)) if at.isdecimal() and whose == seat else None
        return {"action": "declare_physical", "attacker": space.iid} if isinstance(space, Being) else None

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        if thing == "top":
            return _PENDING.in_(language)
        whose, _dot, at = thing.partition(".")
        board, seat = _board(rules, state), cast("Seat", whose)
        named = words.show(seat, language, "seat")
        player = board.player(seat)
        if at == "player":
            return _PLAYER.fill(seat=named, counter=player.counter, losing=LOSING).in_(language)
        if at[0] == "t":
            held = player.territories[int(at[1:]) :][:1]
            return words.show(held[0].card, language, "card") if held else named
        space = board.space(seat, int(at))
        if isinstance(space, STANDING):
            return words.show(space.card, language, "card")
        if isinstance(space, Orphans):
            return ", ".join(words.show(held.card, language, "card") for held in space.objects)
        return _SPACE.fill(seat=named, slot=int(at)).in_(language)

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        drawing = WarPicture(self, rules, state, language, words, touch)
        return drawing.wide() if touch.wide else drawing.tall(cast("Seat", touch.seat or state.seats[0]))


_newest: tuple[Rules[Any], Any, War] | None = None


def _board(rules: Rules[Any], state: Any) -> War:
    """The board of a state, which is only read here: that of the state asked about last is kept, with where everything stands."""
    global _newest
    kept = _newest
    if kept is None or kept[0] is not rules or kept[1] is not state:
        board: Any = rules.board(state)
        _newest = kept = (rules, state, board)
    return kept[2]


def _stands(rules: Rules[Any], state: Any, thing: str) -> bool:
    """Whether a being stands in a space."""
    whose, _dot, at = thing.partition(".")
    return isinstance(_board(rules, state).space(cast("Seat", whose), int(at)), Being)
