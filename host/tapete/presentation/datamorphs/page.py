"""DataMorphs' page: both DataMorphs, memory and score, and what its actions and house rules are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.structs import ready
from tapete.core.texts import Language, Words, capital, ours
from tapete.games.datamorphs.cards import Ability
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import SEATS
from tapete.presentation import accidents
from tapete.presentation.accidents import Accident
from tapete.presentation.base import SeatFigures, ShownCard
from tapete.presentation.datamorphs import places
from tapete.presentation.datamorphs.face import WORDS, ability, colour
from tapete.presentation.datamorphs.touching import TouchedMorphs
from tapete.presentation.labels import labels

LABELS = labels(__package__, _)

_ROUND = _("Round {round} · {a} to {b}")
_ROUND_OF = _("round {number}")
_MEMORY = _("Memory")
_HAND = _("Hand")
_SPENT = _("Spent")
_WINS = _("Rounds")
_OUT = _("Out of the game")
_UNSEEN = _("one that nobody has seen")
_STOPPED = _("Plays no more this round")
_YES = _("yes")
_NO_CARD = _("face down")
_NO_CHOICE = _("not chosen")


class DatamorphsPage(TouchedMorphs):
    """See the module."""

    actions, house_rules = LABELS.actions, LABELS.house_rules
    arguments = {**LABELS.arguments, **WORDS}
    accidents = (
        Accident(name="other", reason=accidents.OTHER_CARD, op="correct_card", thing=("seat", "slot", "place"), value=("card", "choice")),
        Accident(name="elsewhere", reason=accidents.ELSEWHERE, op="move_laid", thing=("seat", "slot"), value=("to",)),
        Accident(name="back", reason=accidents.TAKEN_BACK, op="take_back", thing=("seat", "slot")),
        Accident(name="sides", reason=ours(_("A card was noted for the wrong player.")), op="change_sides", thing=("seat", "slot")),
        Accident(
            name="unnoted",
            reason=ours(_("A card lies there that nobody noted.")),
            op="add_laid",
            thing=("seat", "slot"),
            value=("card", "choice"),
        ),
        Accident(
            name="result",
            reason=ours(_("A round was noted for the wrong player.")),
            op="correct_result",
            thing=("round",),
            value=("result",),
        ),
        Accident(
            name="earlier",
            reason=ours(_("A card of an earlier round was declared as another one.")),
            op="correct_seen",
            thing=("seat", "round", "card"),
            value=("now",),
        ),
        accidents.PEEK,
    )
    pieces = _("{OWNED:words} cards each")

    def pointed_at(self, rules: Rules[Any], state: Any, operation: Mapping[str, Any]) -> str | None:
        if "seat" not in operation or "slot" not in operation:
            return None
        there = getattr(state.players.of(operation["seat"]), operation["slot"])
        if isinstance(there, tuple):
            there = there[operation.get("place", -1)] if there else None
        return getattr(there, "card", None)

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        return _ROUND.in_(language).format(round=state.round, a=state.wins("A"), b=state.wins("B")) if state.round else ""

    def told(self, rules: Rules[Any], state: Any, language: Language, words: Words) -> Sequence[str]:
        board: Any = rules.board(state)
        return places.told(board, language, words)

    def counters(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> Sequence[tuple[str, str, int]]:
        return super().counters(rules, state, seat, language, words) if state.players.of(seat).bios is not None else ()

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any]:
        return {"op": "adjust_memory", "seat": seat, "n": value - now}

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board: Any = rules.board(state)
        player, memory = board.player(seat), board.memory(seat)
        facts = [
            (_SPENT.in_(language), f"{memory.spent} / {memory.total}"),
            (_HAND.in_(language), str(player.hand)),
            (_WINS.in_(language), str(state.wins(seat))),
        ]
        if player.stopped:
            facts.append((_STOPPED.in_(language), _YES.in_(language)))
        names = (_UNSEEN.in_(language) if card is None else words.show(card, language, "card") for card in player.out)
        out = tuple(ShownCard(name, spent=True) for name in names)
        return SeatFigures(
            counter=_MEMORY.in_(language),
            value=memory.available,
            largest=0,
            facts=tuple(facts),
            cards=((_OUT.in_(language), out),) if out else (),
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if value is None and last == "card":
            return _NO_CARD.in_(language)
        if value is None and last == "choice":
            return _NO_CHOICE.in_(language)
        if isinstance(value, dict) and "action" in value:
            return self._move(value, language, words)
        if last == "round" and type(value) is int:
            return _ROUND_OF.in_(language).format(number=value)
        if isinstance(value, dict) and "kind" in value:
            return ability(_ability(value), language)
        if isinstance(value, str):
            return self._word(action, last, value, language, words)
        return super().option(action, path, value, language, words)

    def _move(self, move: Mapping[str, Any], language: Language, words: Words) -> str:
        """A whole play in a line: the card, its place where there are several, and on whom it acts."""
        if move["action"] != "play":
            return self.arguments[f"@{move['action']}"].in_(language)
        names = ("card" if move["card"] is not None else "part", "slot", *(("choice",) if move["choice"] is not None else ()))
        return " · ".join(capital(self.option("play", name, move[name], language, words)) for name in names)

    def _word(self, action: str, last: str, value: str, language: Language, words: Words) -> str:
        kinds = {"part": "element", "element": "element", "slot": "slot", "to": "slot", "choice": "target", "result": "result"}
        kinds |= dict.fromkeys(("own", "rival", "ref"), "ref")
        if last in {"seat", "first", "agreed"} or (last == "result" and value in SEATS):
            return words.show(value, language, "seat")
        if last in {"card", "take", "give", "bios", "now"} or (action == "reveal_bios" and last in {"A", "B"}):
            return words.show(value, language, "card")
        if last in {"color", "type", "types"}:
            return colour(value, language)
        return words.show(value, language, kinds[last]) if last in kinds else value


def _ability(plain: dict[str, Any]) -> Ability:
    kind: Any = Ability  # to the checker a union is no type
    found: Ability = msgspec.convert(plain, ready(kind))
    return found


PAGE = DatamorphsPage()
