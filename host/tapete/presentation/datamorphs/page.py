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
from tapete.presentation import accidents, shared_labels
from tapete.presentation.accidents import Accident
from tapete.presentation.base import HouseRule, SeatFigures, ShownCard, named
from tapete.presentation.datamorphs import places
from tapete.presentation.datamorphs.face import WORDS, ability, colour
from tapete.presentation.datamorphs.touching import TouchedMorphs

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

    secondary = frozenset({"concede", "unlock", "reopen_choices"})
    seldom = frozenset({"show_collection"})
    actions = {
        "show_collection": named(
            _("Show your {OWNED:words} cards"),
            _("These are mine"),
            _("From then on only these are accepted from you, and an exchange moves them. Everybody can read them."),
        ),
        "start_game": named(_("Begin the match")),
        "lock_bios": named(
            _("Choose your Bios"),
            _("Lock my Bios"),
            _("Nobody sees it until both are ready."),
        ),
        "reveal_bios": named(_("Reveal both Bios"), _("Reveal")),
        "unlock": named(_("Change your choice"), _("Change my choice")),
        "reopen_choices": named(_("Choose again")),
        "choose_order": named(_("Say who plays first"), _("Confirm")),
        "play": named(_("Play a card"), _("Play it")),
        "skip_program": named(_("No Program for now")),
        "stop": named(_("Play no more cards this round")),
        "lock_move": named(
            _("Choose your play"),
            _("Lock my play"),
            _("Nobody sees it until both are ready."),
        ),
        "joint_play": named(_("Reveal both plays"), _("Reveal")),
        "leave_out": named(_("Choose which cards stay out"), _("They stay out")),
        "leave_out_own": named(_("Choose which of your cards stays out"), _("It stays out")),
        "exchange_cards": named(_("Exchange a card"), _("Exchange")),
        "concede": shared_labels.CONCEDE,
        "ruling": shared_labels.RULING,
        "add_card": named(
            _("A card that the catalogue lacks"),
            _("Add the element"),
            _("Copy what one element says. Its id: lower-case letters, digits, underscores."),
        ),
    }
    arguments = {
        **shared_labels.ARGUMENTS,
        "bios": _("Bios"),
        "show_collection.cards": _("Your {OWNED:words} cards"),
        "part": _("Played as"),
        "slot": _("Position"),
        "choice": _("Acts on"),
        "ops": _("What the text adds"),
        "first": _("Plays first"),
        "move": _("Play"),
        "own": _("Card of yours"),
        "rival": _("Card of your rival's"),
        "ref": _("Card"),
        "take": _("You keep"),
        "give": _("You give"),
        "n": _("How much"),
        "to": _("Goes to"),
        "place": _("Place in the column"),
        "round": _("Round"),
        "result": _("Won by"),
        "now": _("It was"),
        "name": _("Printed name"),
        "element": _("Element"),
        "color": _("Colour"),
        "memory": _("Memory"),
        "abilities": _("Abilities"),
        "benefits": _("Benefits"),
        "weaknesses": _("Weaknesses"),
        "A": _("A"),
        "B": _("B"),
        "a": _("A"),
        "b": _("B"),
        **WORDS,
        "@play": _("Play a card", "part"),
        "@skip_program": _("No Program for now"),
        "@stop": _("Play no more"),
        "@adjust_attack": _("Adjust the attack"),
        "@adjust_defense": _("Adjust the defense"),
        "@adjust_memory": _("Adjust the memory"),
        "@correct_card": _("It is another card"),
        "@move_laid": _("It lies elsewhere"),
        "@take_back": _("Take a card back"),
        "@change_sides": _("It is the rival's"),
        "@add_laid": _("A card lies there"),
        "@correct_result": _("A round ended otherwise"),
        "@correct_seen": _("A card of an earlier round"),
        "@peek": accidents.PEEK_LABEL,
        "@note": _("Write a note"),
    }
    house_rules = {
        "tie_mode": HouseRule(
            _("Tied rounds"),
            _("One more round at the end, or the next untied one decides."),
            {"extra_round": _("one more round"), "sudden_death": _("the next one decides")},
        ),
        "interrupt_cost": HouseRule(
            _("Cost of an Interrupt"),
            _("In memory; the rulebook is silent."),
        ),
        "nullify_counts": HouseRule(
            _("Whose parts nullification counts"),
            _("Those of the one who nullifies, or the rival's."),
            {"own": _("one's own"), "rival": _("the rival's")},
        ),
        "exchange": HouseRule(_("Final exchange"), _("The winner exchanges a card.")),
    }
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
    folds = True
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
