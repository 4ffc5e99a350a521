"""Mamlejet's page: the battle front and the camps, the dice that come in, and what its actions and house rules are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language, Words, ours
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import COLOURS, UNKNOWN
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Setup
from tapete.games.mamlejet.values import VALUES
from tapete.presentation import accidents
from tapete.presentation.accidents import Accident
from tapete.presentation.base import DeckList, SeatFigures, ShownCard
from tapete.presentation.labels import labels
from tapete.presentation.mamlejet import camps, dice, sentences
from tapete.presentation.mamlejet.touching import TouchedFront

LABELS = labels(__package__, _)

_ROUND = _("Round {round} · {step}")
_TAKEN = _("Emuná taken")
_LOST = _("Emuná lost")
_CITY = _("City")
_HAND = _("Hand")
_FOES = _("Enemy city")
_TACTICS = _("Tactics")
_ENEMIES = _("Enemies")
_GUENIZAH = _("Guenizá")
_FALLEN = _("{card} (fallen)")
_UNKNOWN = _("an unnamed card")
_NO_TARGET = _("no target")
_NOTHING = _("none")
_BY_ITSELF = _("as it comes: from the colour of which most is left")
_SHOOT = _("shoot projectiles")
_HEAL = _("heal")
_ABILITY = _("ability {n}")
_NUMBER = _("card no. {n}")
_WHO = {
    "controller": _("who controls it"),
    "owner": _("its owner"),
    "each": _("each player"),
    "leader": _("the leader of the round"),
    "enemy": _("the enemy"),
    "none": _("nobody"),
    "self": _("itself"),
    "other_enemies": _("the other enemies"),
}
_SUBTYPES = {
    "arma": _("weapon"),
    "estructura": _("structure"),
    "reliquia": _("relic"),
}
_POINTS = _("Points")

_KINDS = {
    "colour": "colour",
    "keyword": "keyword",
    "keywords": "keyword",
    "duration": "duration",
    "type": "type",
    "source": "where",
    "to": "where",
    "pile": "where",
    "mark": "fallen",
    "result": "result",
}
"""Arguments whose values are words of the game: the kind that shows them."""

_PERMANENTS = frozenset({"permanent", "soldier", "enemy", "weapon", "dedicate", "targets", "target", "value", "stack_item", "card"})
"""Arguments that name something on the table by its number."""

_CARDS = frozenset({"card", "cards"})


def _ally(board: Front, said: Mapping[str, Any]) -> bool:
    if "target" not in said:
        return True
    return board.at_id(said["target"]).controller is not None and board.card(board.card_of(said["target"])).difficulty is not None


def _enemy(board: Front, said: Mapping[str, Any]) -> bool:
    return "target" not in said or board.at_id(said["target"]).controller is None


def _dedicated(board: Front, said: Mapping[str, Any]) -> bool:
    return "target" not in said or board.at_id(said["target"]).dedicated is not None


def _free(board: Front, said: Mapping[str, Any]) -> bool:
    return "target" not in said or board.at_id(said["target"]).dedicated is None


def _lies_open(board: Front, said: Mapping[str, Any]) -> bool:
    """Say whether a card is moved that everybody sees: of hands and cities any card could be meant."""
    return said.get("source") not in ("hand", "city", "enemy_city")


class MamlejetPage(TouchedFront):
    """See the module."""

    actions = {name: naming for name, naming in LABELS.actions.items() if name != "concede"}  # a match is abandoned
    house_rules = LABELS.house_rules
    arguments = {**LABELS.arguments, **{f"@{name}": text for name, text in VALUES["op"].items()}}
    left_out = frozenset(
        {"not_controller", "not_active_player", "illegal_target", "cannot_produce", "not_weapon", "wrong_card_type", "wrong_step"}
    )
    accidents = (
        Accident(name="draw", reason=accidents.FORGOTTEN_DRAW, op="draw", given={"n": 1}, thing=("player",)),
        Accident(name="fallen", reason=accidents.WRONG_DIE, op="eliminate", ruling={"cause": "enemy"}, thing=("target",), fits=_ally),
        Accident(
            name="taken",
            reason=ours(_("A die was read wrongly: the enemy is defeated.")),
            op="eliminate",
            thing=(accidents.RULING_CAUSE, "target"),
            fits=_enemy,
        ),
        Accident(
            name="count", reason=ours(_("A pile was counted wrongly.")), op="adjust_count", thing=("player", "pile"), value=("delta",)
        ),
        Accident(name="named", reason=accidents.OTHER_CARD, op="identify", thing=("seat", "index"), value=("card",)),
        Accident(name="dedicated", reason=ours(_("A card was not turned sideways.")), op="dedicate", thing=("target",), fits=_free),
        Accident(name="liberated", reason=ours(_("A card stayed turned sideways.")), op="liberate", thing=("target",), fits=_dedicated),
        Accident(
            name="moved",
            reason=accidents.ELSEWHERE,
            op="move_card",
            thing=("owner", "card", "source"),
            value=("to", "permanent"),
            fits=_lies_open,
        ),
        accidents.PEEK,
    )
    pieces = _("a deck of {DECK_TACTICS} cards and {DECK_ENEMIES} enemies each")

    def words_at(self, rules: Rules[Any], state: Any, words: Words) -> Words:
        board = Front(rules, state)

        def there(value: Any, language: Language) -> str:
            return _there(board, value, language, words)

        def die(value: Any, language: Language) -> str:
            return dice.labels(board, language, words).get(value, str(value))

        return words.with_kinds({"there": there, "die": die})

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        if not state.round:
            return ""
        step = VALUES["step"][Front(rules, state).at_step].in_(language)
        return _ROUND.in_(language).format(round=state.round, step=step)

    def told(self, rules: Rules[Any], state: Any, language: Language, words: Words) -> Sequence[str]:
        board = Front(rules, state)
        return (sentences.front(board, language, words), *sentences.camps(board, language, words))

    def counters(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> Sequence[tuple[str, str, int]]:
        """What a seat holds uncounted by the rules: hand, city and enemy city. What was taken and lost follows from its cards."""
        player = Front(rules, state).player(seat)
        piles = (("hand", _HAND, player.hand), ("city", _CITY, player.city), ("enemy_city", _FOES, player.enemy_city))
        return tuple((pile, label.in_(language), n) for pile, label, n in piles)

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any]:
        return {"op": "adjust_count", "player": seat, "pile": counter, "delta": value - now}

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board = Front(rules, state)
        player, wealth = board.player(seat), camps.available(board, seat)
        facts = [
            (_LOST.in_(language), f"{board.lost(seat)} / {board.options.loss_emuna}"),
            (_CITY.in_(language), str(player.city)),
            (_HAND.in_(language), str(player.hand)),
            (_FOES.in_(language), str(player.enemy_city)),
            *((VALUES["colour"][colour].in_(language), str(getattr(wealth, colour))) for colour in COLOURS),
        ]
        lying = []
        for one in reversed(player.guenizah):
            name = _UNKNOWN.in_(language) if one.card == UNKNOWN else words.show(one.card, language, "card")
            lying.append(ShownCard(_FALLEN.in_(language).format(card=name) if one.fallen == "battle" else name, spent=True))
        return SeatFigures(
            counter=_TAKEN.in_(language),
            value=board.score(seat),
            largest=board.options.win_emuna,
            facts=tuple(facts),
            cards=((_GUENIZAH.in_(language), tuple(lying)),) if lying else (),
        )

    def deck(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> DeckList | None:
        board = Front(rules, state)
        player, options = board.player(seat), board.options
        enemies = sum(n for card, n in player.listed.items() if board.is_enemy(card))
        rows = sorted((words.show(card, language, "card"), n) for card, n in player.listed.items())
        return DeckList(
            seat=seat,
            rows=tuple(rows),
            totals=(
                (_TACTICS.in_(language), sum(player.listed.values()) - enemies, options.deck_tactics),
                (_ENEMIES.in_(language), enemies, options.deck_enemies),
            ),
            open=isinstance(board.top, Setup) and not player.kept,
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if last == "spend":
            points = [f"{n} {VALUES['colour'][colour].in_(language)}" for colour, n in (value or {}).items()]
            return " + ".join(points) or _BY_ITSELF.in_(language)
        if value is None:
            return (_NO_TARGET if last in ("targets", "target") else _NOTHING).in_(language)
        if type(value) is int:
            if last == "ability":
                return _ABILITY.in_(language).format(n=value + 1)
            return words.show(value, language, "there") if last in _PERMANENTS and "there" in words.kinds else str(value)
        if isinstance(value, str):
            return self._word(last, value, language, words)
        return super().option(action, path, value, language, words)

    def _word(self, last: str, value: str, language: Language, words: Words) -> str:
        if last == "roll":
            return words.show(value, language, "die")
        if last == "deck":
            return words.show(value, language, "deck")
        if last in _CARDS:
            return _UNKNOWN.in_(language) if value == UNKNOWN else words.show(value, language, "card")
        if value in SEATS:
            return words.show(value, language, "seat")
        if last == "ability":
            return {"shoot": _SHOOT, "heal": _HEAL}[value].in_(language)
        if last == "subtype":
            return _SUBTYPES[value].in_(language)
        if last in _KINDS and value in VALUES[_KINDS[last]]:
            return VALUES[_KINDS[last]][value].in_(language)
        return _WHO[value].in_(language) if value in _WHO else value

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        return VALUES["colour"][name].in_(language) if name in COLOURS else _POINTS.in_(language)


def _there(board: Front, number: int, language: Language, words: Words) -> str:
    """What has a number: a permanent, something on the stack, or an ability that has triggered."""
    if board.in_play(number):
        p = board.at_id(number)
        name = sentences.numbered(board, p, language, words)
        return f"{name}, {words.show(p.controller, language, 'seat')}" if p.controller is not None and len(board.state.seats) > 1 else name
    item = next((item for item in board.state.stack if item.id == number), None)
    if item is not None:
        return sentences.item_text(board, item, language, words)
    if number in board.curable:
        where, lying = board.curable[number]
        name = _FALLEN.in_(language).format(card=words.show(lying.card, language, "card"))
        return f"{name}, {words.show(where, language, 'seat')}" if len(board.state.seats) > 1 else name
    trigger = next((one for one in board.state.triggers if one.id == number), None)
    return words.show(trigger.card, language, "card") if trigger is not None else _NUMBER.in_(language).format(n=number)


PAGE = MamlejetPage()
"""What the pages of a match of Mamlejet show."""
