"""Mamlejet's front and camps in words: the picture's description, the stack, and the list that says why each index is what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, listed
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import COLOURS, KEYWORDS, Shift
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Assaults, Item, Permanent, Selecting
from tapete.games.mamlejet.values import VALUES, signed
from tapete.presentation import shapes

_PRINTED = _("{n} printed")
_ATTACK = _("its attack: {why}")
_CITY_BASE = _("{n} by the house rules")
_OF_CITY = _("{seat}'s city")

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
_WITH = _("{card} on {bearer}")
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

MOST_STEPS = 2
"""Steps that are said above the picture; more of them stand with the players."""

_WHY = _("Indices and abilities, and why")


def index_of(board: Front, p: Permanent) -> tuple[int, int] | None:
    """A permanent's index now and the printed one; None where it does not fight (MMK-130, R31)."""
    base = board.card(p.card).difficulty
    return None if base is None else (board.difficulty(p), base)


def reasons(board: Front, p: Permanent, language: Language, words: Words) -> Iterator[str]:
    """What makes a permanent's index what it is, and what changes its attack: the printed figure first."""
    base = board.card(p.card).difficulty
    if base is None:
        return
    yield _PRINTED.in_(language).format(n=base)
    for shift in board.shifts(p):
        yield words.show(shift, language, "shift")
    if attack := list(board.attack_shifts(p)):
        yield _ATTACK.in_(language).format(why=words.show(attack, language, "shift"))


def changes(board: Front, language: Language, words: Words) -> list[str]:
    """Why indices at the front and in combat are not the printed ones: a line for each cause, with those it touches."""
    met = {e.opponent for e in board.enemies} | {e.frenzy_opponent for e in board.enemies}
    touched: dict[Shift, list[str]] = {}
    for p in board.state.permanents:
        if p.controller is None or p.id in met:
            for shift, times in Counter(board.shifts(p)).items():
                touched.setdefault(replace(shift, n=shift.n * times), []).append(numbered(board, p, language, words))
    return [f"{listed(names, language)}: {words.show(shift, language, 'shift')}" for shift, names in touched.items()]


def in_camp(board: Front, p: Permanent, language: Language, words: Words) -> tuple[str, str]:
    """A line of a camp: the card, and with whom it is; its index, with what changed it."""
    name = words.show(p.card, language, "card")
    if p.attached_to is not None and board.in_play(p.attached_to):
        name = _WITH.in_(language).format(card=name, bearer=words.show(board.at_id(p.attached_to).card, language, "card"))
    figures = index_of(board, p)
    if figures is None:
        return name, ""
    now, base = figures
    return name, str(now) if now == base else f"{now} ({base}{signed(now - base, language)})"


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


def camps(board: Front, language: Language, words: Words) -> str:
    """Every camp, in sentences."""
    return " ".join(_camp_text(board, seat, language, words) for seat in board.state.seats)


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


# ---- above the picture, for a television


def step(rules: Rules[Any], state: Any, language: Language, words: Words) -> Markup:
    """Who does what next, in one line for each thing to be done; a television shows it above the picture, the other screens beside it."""
    steps: dict[str, list[str]] = {}
    for owed in rules.awaiting(state):
        if owed.meaning == "die":
            continue  # the tray of dice says it
        said = rules.prompts(owed)[0].in_(language)
        who = f"{shapes.SEAT_SHAPES[owed.seat]} {words.show(owed.seat, language, 'seat')}" if owed.seat is not None else ""
        steps.setdefault(said, [])
        if who and who not in steps[said]:
            steps[said].append(who)
    lines = [
        shapes.element("p", shapes.element("strong", f"{' '.join(who)}: " if who else ""), said)
        for said, who in list(steps.items())[:MOST_STEPS]
    ]
    return shapes.element("div", *lines, class_="far next") if lines else Markup("")


# ---- the list under the picture


def why(board: Front, language: Language, words: Words) -> Markup:
    """Every card that fights or has a special ability: its index part by part, and its abilities in words; nothing where nobody fights."""
    lines = []
    for p in [*board.enemies, *(p for seat in board.state.seats for p in board.of(seat))]:
        keywords = [VALUES["keyword"][word].in_(language) for word in KEYWORDS if board.has(p, word)]
        parts = list(reasons(board, p, language, words))
        if parts or keywords:
            figures = index_of(board, p)
            index = f" {figures[0]}" if figures is not None else ""
            told = "; ".join([*parts, *keywords])
            whose = shapes.SEAT_SHAPES[p.controller] + " " if p.controller is not None else ""
            lines.append(
                shapes.element("li", shapes.element("strong", f"{whose}{numbered(board, p, language, words)}{index}"), f": {told}")
            )
    for seat in board.state.seats:
        if shifts := list(board.city_shifts(seat)):
            base = board.options.city_attack_difficulty
            name = f"{_OF_CITY.in_(language).format(seat=words.show(seat, language, 'seat'))} {base + sum(shift.n for shift in shifts)}"
            told = "; ".join([_CITY_BASE.in_(language).format(n=base), *(words.show(shift, language, "shift") for shift in shifts)])
            lines.append(shapes.element("li", shapes.element("strong", f"{shapes.SEAT_SHAPES[seat]} {name}"), f": {told}"))
    if not lines:
        return Markup("")
    return shapes.element(
        "details", shapes.element("summary", _WHY.in_(language)), shapes.element("ul", *lines, class_="why"), id="why-indices"
    )
