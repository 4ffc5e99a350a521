"""BHM's page: every field with its call counter, what is pending and what will be resolved, and what its actions are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.events import Event
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, ours
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import CounterChanged
from tapete.games.bhm.conflicts import in_play
from tapete.games.bhm.constants import LOSING
from tapete.games.bhm.language import _
from tapete.games.bhm.state import Strategy
from tapete.games.bhm.timing import phase_of
from tapete.games.bhm.values import VALUES
from tapete.presentation import accidents
from tapete.presentation.accidents import Accident
from tapete.presentation.base import SeatFigures, ShownCard
from tapete.presentation.bhm.pending import SLOT, being_told
from tapete.presentation.bhm.signs import WORDS
from tapete.presentation.bhm.touching import TouchedWar
from tapete.presentation.labels import labels

LABELS = labels(__package__, _)

_TURN = _("Turn {turn}, {seat}'s")
_COUNTER = _("call counter")
_HAND = _("Hand")
_DECK = _("Deck")
_SUMMONS = _("Summons")
_LEFT = _("Left to call")
_TERRITORIES = _("Territories")
_STRATEGIES = _("Strategies in play")
_DESERTERS = _("Deserters")
_DEAD = _("Dead zone")
_ITSELF = _("the card itself")
_GRANT = _("grant {number}")
_TOP = _("what is pending")
_NOBODY = _("nobody")
_EFFECT = _("effect {number}")
_PILE = _("object {number}")
_ZONE = _("{seat}'s {zone}")

_CARDS = frozenset({"card", "cards"})
_BEINGS = frozenset({"iid", "executor", "being", "attacker", "target", "targets", "source", "sources", "summoner", "what"})


def _open(board: Any, said: Mapping[str, Any]) -> bool:
    """Say whether a card is moved that everybody sees: of hands and decks any card could be meant."""
    return "origin" not in said or said["origin"]["zone"] not in ("hand", "deck")


class BhmPage(TouchedWar):
    """See the module."""

    actions, house_rules = LABELS.actions, LABELS.house_rules
    arguments = {**LABELS.arguments, **{f"@{name}": text for name, text in VALUES["op"].items()}}
    left_out = frozenset({"wrong_kind", "not_a_being", "not_a_reaction", "not_controller", "not_enemy"})
    accidents = (
        Accident(name="draw", reason=accidents.FORGOTTEN_DRAW, op="draw", given={"n": 1, "mandatory": False}, thing=("seat",)),
        Accident(name="fled", reason=accidents.WRONG_DIE, op="force_flee", thing=("iid",)),
        Accident(name="killed", reason=ours(_("A being stayed that should have died.")), op="kill", thing=("iid",)),
        Accident(name="figure", reason=accidents.FIGURE, op="attr_set", thing=("iid", "attr"), value=("value",)),
        Accident(name="moved", reason=accidents.ELSEWHERE, op="move_card", thing=("origin", "what"), value=("to", "slot"), fits=_open),
        accidents.PEEK,
    )
    pieces = _("a deck of {SMALLEST_DECK} to {LARGEST_DECK} cards and up to {MOST_SUMMONS} summons for each player")

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        if state.active is None:
            return ""
        said = _TURN.in_(language).format(turn=state.turn, seat=rules.words.show(state.active, language, "seat"))
        board: Any = rules.board(state)
        return said if rules.result(state) else f"{said} · {VALUES['phase'][phase_of(board)].in_(language)}"

    def words_at(self, rules: Rules[Any], state: Any, words: Words) -> Words:
        board: Any = rules.board(state)
        return words.with_kinds(
            {
                "iid": lambda iid, language: being_told(board, iid, language, words),
                "played": lambda seq, language: _played(board, seq, language, words),
                "in_play": lambda number, language: _in_play(board, number, language, words),
                "territory": lambda ref, language: _territory(board, ref, language, words),
            }
        )

    def counted(self, event: Event) -> Seat | None:
        return event.seat if isinstance(event, CounterChanged) else None

    # ---- a seat's figures

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any]:
        return {"op": "counter_change", "seat": seat, "delta": value - now}

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board: Any = rules.board(state)
        player = board.player(seat)
        facts = [(_HAND, player.hand), (_DECK, player.deck), (_SUMMONS, player.summons)]
        if state.active == seat and isinstance(state.agenda[0], Strategy):
            budget = player.counter if player.call_snapshot is None else player.call_snapshot
            facts.append((_LEFT, max(0, budget - player.call_spent)))
        rows = [
            (_TERRITORIES, [held.card for held in player.territories], False),
            (_STRATEGIES, [held.card for held in player.strategies], False),
            (_DESERTERS, [being.card for being in player.deserters], True),
            (_DEAD, list(reversed(player.dead)), True),
        ]
        return SeatFigures(
            counter=_COUNTER.in_(language),
            value=player.counter,
            largest=LOSING,
            facts=tuple((label.in_(language), str(value)) for label, value in facts) if player.alive else (),
            cards=tuple(
                (label.in_(language), tuple(ShownCard(words.show(card, language, "card"), spent=spent) for card in pile))
                for label, pile, spent in rows
                if pile
            ),
        )

    # ---- the labels of values

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if value is None and last in {"target", "targets", "destroy"}:
            return _NOBODY.in_(language)
        if last == "grant":
            return _ITSELF.in_(language) if value is None else _GRANT.in_(language).format(number=value + 1)
        if value == "top":
            return _TOP.in_(language)
        if isinstance(value, dict):
            return self._ref(value, language, words)
        if type(value) is int:
            return self._number(last, value, language, words)
        if isinstance(value, str):
            return self._word(last, value, language, words)
        return super().option(action, path, value, language, words)

    def _number(self, last: str, value: int, language: Language, words: Words) -> str:
        if last == "slot":
            return SLOT.in_(language).format(slot=value)
        if last == "power":
            return words.show(value, language, "played")
        if last in {"first", "second"}:
            return words.show(value, language, "in_play")
        if last == "effect_index":
            return _EFFECT.in_(language).format(number=value + 1)
        if last == "index":
            return _PILE.in_(language).format(number=value + 1)
        return words.show(value, language, "iid") if last in _BEINGS else str(value)

    def _word(self, last: str, value: str, language: Language, words: Words) -> str:
        if value in {"A", "B", "C", "D"}:
            return words.show(value, language, "seat")
        if last in _CARDS or last == "what":
            return words.show(value, language, "card")
        if last in {"attr", "until"}:
            return words.show(value, language, last)
        if last in {"keyword", "keywords"}:
            return words.show(value, language, "keyword")
        if last == "kind":
            return words.show(value, language, "card_kind")
        known = LABELS.values.get(last, {})
        return known[value].in_(language) if value in known else value

    def _ref(self, ref: dict[str, Any], language: Language, words: Words) -> str:
        """A territory, a zone, or a card and whose it is."""
        seat = words.show(ref.get("seat"), language, "seat")
        if "zone" in ref:
            return _ZONE.in_(language).format(zone=words.show(ref["zone"], language, "zone"), seat=seat)
        if "card" in ref:
            return words.show(ref["card"], language, "card")
        return words.show(f"{ref['seat']}{ref['index']}", language, "territory")

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        return WORDS["fed"].in_(language)


PAGE = BhmPage()


def _played(board: War, seq: Any, language: Language, words: Words) -> str:
    """A power by its card."""
    found = next((power for p in board.state.players for power in p.powers if power.seq == seq), None)
    return str(seq) if found is None else words.show(found.card, language, "card")


def _in_play(board: War, number: Any, language: Language, words: Words) -> str:
    """A card in play by its name and its player."""
    there = in_play(board).get(number)
    return str(number) if there is None else f"{words.show(there.card, language, 'card')}, {words.show(there.seat, language, 'seat')}"


def _territory(board: War, ref: Any, language: Language, words: Words) -> str:
    """A territory by its card and its player; `ref` is the seat with the place."""
    seat, index = ref[0], int(ref[1:])
    held = board.player(seat).territories
    card = words.show(held[index].card, language, "card") if index < len(held) else str(index)
    return f"{card}, {words.show(seat, language, 'seat')}"
