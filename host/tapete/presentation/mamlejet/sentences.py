"""Mamlejet's front and camps in words: the picture's description, the stack, and the list that says why each index is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, listed
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import COLOURS
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Assaults, Item, Permanent, Selecting
from tapete.games.mamlejet.values import VALUES

_PRINTED = _("{n} printed")
_ATTACK = _("its attack: {why}")
_CITY_BASE = _("{n} by the house rules")

_FRONT = _("At the front: {enemies}.")
_FRONT_EMPTY = _("Nobody is at the front.")
_ENEMY = _("{card}, index {now}")
_BASE = _(", printed {base}: {why}")
_FACES = _(", facing {seat}'s {card}")
_GOES = _(", goes for {seat}'s city")
_DEDICATED = _(", dedicated")
_HURT = _(", with {n} damage pending")
_CAMP = _(
    "{seat}: {score} emuná taken and {lost} lost; {city} in the city, {hand} in hand, {foes} in the enemy city. Free wealth: {wealth}. "
    "In the camp: {cards}."
)
_WAITING = _("On the stack, the top first: {items}.")
_NOTHING = _("nothing")
_NUMBERED = _("{card} (no. {n})")

_ITEMS = {
    "tactic": _("{who}: {card}"),
    "ability": _("{who}: ability of {card}"),
    "trigger": _("{card} has triggered"),
    "damage": _("Damage: {hurt}"),
    "batch": _("Damage: {hurt}"),
    "equip": _("{who}: equipping with {card}"),
    "activation": _("{card} acts"),
    "shot": _("{card} shoots"),
}
_THE_ENEMY = _("The enemy")


def index_of(board: Front, p: Permanent) -> tuple[int, int] | None:
    """A permanent's index now and the printed one; None where it does not fight (MMK-130, R31)."""
    base = board.card(p.card).difficulty
    return None if base is None else (board.difficulty(p), base)


def reasons(board: Front, p: Permanent, language: Language, words: Words) -> list[str]:
    """What makes a permanent's index another than the printed one, the printed figure first, and what changes its attack."""
    base, shifts, attack = board.card(p.card).difficulty, list(board.shifts(p)), list(board.attack_shifts(p))
    if base is None or not (shifts or attack):
        return []
    said = [_PRINTED.in_(language).format(n=base), *(words.show(shift, language, "shift") for shift in shifts)]
    return [*said, _ATTACK.in_(language).format(why=words.show(attack, language, "shift"))] if attack else said


def of_city(board: Front, seat: Seat, language: Language, words: Words) -> list[str]:
    """What makes the index of a city another than that of the house rules."""
    if not (shifts := list(board.city_shifts(seat))):
        return []
    base = _CITY_BASE.in_(language).format(n=board.options.city_attack_difficulty)
    return [base, *(words.show(shift, language, "shift") for shift in shifts)]


def numbered(board: Front, p: Permanent, language: Language, words: Words) -> str:
    """A permanent's name; with its number where there are several of the same card."""
    name = words.show(p.card, language, "card")
    several = sum(other.card == p.card for other in board.state.permanents) > 1
    return _NUMBERED.in_(language).format(card=name, n=p.id) if several else name


# ---- the stack


def item_text(board: Front, item: Item, language: Language, words: Words) -> str:
    """One thing that waits on the stack."""
    who = words.show(item.controller, language, "seat") if item.controller is not None else _THE_ENEMY.in_(language)
    card = words.show(item.card, language, "card") if item.card is not None else ""
    hurt = [words.show(p.card, language, "card") for p in board.state.permanents if any(hit.id in item.hits for hit in p.hits)]
    said = _ITEMS[item.kind].in_(language).format(who=who, card=card, hurt=listed(hurt, language) or _NOTHING.in_(language))
    aims = [
        words.show(target, language, "seat") if isinstance(target, str) else numbered(board, board.at_id(target), language, words)
        for target in item.targets
        if isinstance(target, str) or (isinstance(target, int) and board.in_play(target))
    ]
    return f"{said} → {listed(aims, language)}" if aims else said


def stack(board: Front, language: Language, words: Words) -> list[str]:
    """What waits on the stack, the top first."""
    return [item_text(board, item, language, words) for item in reversed(board.state.stack)]


# ---- the description


def under_way(board: Front) -> Mapping[int, Seat]:
    """The city that each enemy is on its way to, once the dice have chosen it and while nobody stands in the way (MMK-201)."""
    agenda = board.state.agenda
    if any(isinstance(step, Assaults) and isinstance(above, Selecting) for step, above in pairwise(agenda)):
        return {}
    attacks = (attack for step in agenda if isinstance(step, Assaults) for attack in step.attacks)
    return {attack.enemy: attack.city for attack in attacks if not attack.defended}


def front(board: Front, language: Language, words: Words) -> str:
    """The front and the stack, in sentences."""
    enemies = "; ".join(_enemy_text(board, enemy, language, words) for enemy in board.enemies)
    said = _FRONT.in_(language).format(enemies=enemies) if enemies else _FRONT_EMPTY.in_(language)
    waiting = stack(board, language, words)
    return f"{said} {_WAITING.in_(language).format(items='; '.join(waiting))}" if waiting else said


def camps(board: Front, language: Language, words: Words) -> list[str]:
    """Every camp, in sentences."""
    return [_camp_text(board, seat, language, words) for seat in board.state.seats]


def _enemy_text(board: Front, enemy: Permanent, language: Language, words: Words) -> str:
    said = _marks(board, enemy, language, words)
    facing = next((pid for pid in (enemy.opponent, enemy.frenzy_opponent) if pid is not None and board.in_play(pid)), None)
    if facing is not None:
        ally = board.at_id(facing)
        seat = words.show(ally.controller, language, "seat")
        return said + _FACES.in_(language).format(card=words.show(ally.card, language, "card"), seat=seat)
    city = under_way(board).get(enemy.id)
    return said if city is None else said + _GOES.in_(language).format(seat=words.show(city, language, "seat"))


def _marks(board: Front, p: Permanent, language: Language, words: Words) -> str:
    """A card by name with its index, and how it stands."""
    name, figures = words.show(p.card, language, "card"), index_of(board, p)
    said = name
    if figures is not None:
        now, base = figures
        said = _ENEMY.in_(language).format(card=name, now=now)
        if why := list(board.shifts(p)):
            said += _BASE.in_(language).format(base=base, why=words.show(why, language, "shift"))
    said += _DEDICATED.in_(language) if p.dedicated is not None else ""
    return said + (_HURT.in_(language).format(n=len(p.hits)) if p.hits else "")


def _camp_text(board: Front, seat: Seat, language: Language, words: Words) -> str:
    player = board.player(seat)
    have = player.pool
    for p in board.of(seat):
        if p.dedicated is None:
            have = have.plus(board.yields(p.id))
    wealth = ", ".join(f"{VALUES['colour'][colour].in_(language)} {getattr(have, colour)}" for colour in COLOURS)
    own = "; ".join(_marks(board, p, language, words) for p in board.of(seat))
    return _CAMP.in_(language).format(
        seat=words.show(seat, language, "seat"),
        score=board.score(seat),
        lost=board.lost(seat),
        city=player.city,
        hand=player.hand,
        foes=player.enemy_city,
        wealth=wealth,
        cards=own or _NOTHING.in_(language),
    )
