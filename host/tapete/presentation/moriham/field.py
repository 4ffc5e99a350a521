"""MORIHAM's board: two fields of five monsters and five magic or trap cards, life and piles beside, the stack between (MOR-006, 033)."""

from __future__ import annotations

from markupsafe import Markup

from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words, figure
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Item, Monster, Spell
from tapete.presentation import cards, shapes

_CELL, _GAP = 160.0, 6.0
_SPELL, _MONSTER, _ROW = 70.0, 142.0, 8.0
_SIDE = _SPELL + _MONSTER + _ROW
_LEFT = 5 * (_CELL + _GAP) + 8

_TITLE = _("MORIHAM fields")
_SIDE_TEXT = _(
    "{seat}: {life} life, {hand} in hand, {deck} in the deck, {grave} in the graveyard. Monsters: {monsters}. Magic and traps: {spells}."
)
_NONE = _("none", "monsters")
_NO_SPELLS = _("none", "magic and traps")
_MONSTER_TEXT = _("{slot}, {card}, in {position}, attack {attack}, defense {defense}")
_STACK_TEXT = _("On the stack, from the bottom up: {items}.")
DOWN = _("face down")
_LIFE = _("life")
_HAND = _("Hand")
_DECK = _("Deck")
_GRAVE = _("Grave")
_LEVEL = _("Lv")
_STACK = _("Stack")
_PLAYER = _("direct")
_NEGATED = _("negated")


def draw(board: Duel, language: Language, words: Words, name: str, own: Seat = "A") -> Markup:
    """The picture of a duel.

    Args:
        board: the duel. language: of its words. words: how seats and cards are called. name: the id of the picture on its page.
        own: whose side lies below, nearest to the reader.
    """
    stack = board.stack()
    between = 18.0 + 40.0 * len(stack)
    far = 0.0
    near = _SIDE + between
    parts = [
        _side(board, rival(own), far, language, words, mirrored=True),
        shapes.element("path", d=f"M0 {_SIDE + between / 2:g}H{cards.WIDTH}", class_="midline") if not stack else Markup(""),
        *(_item(board, item, place, _SIDE + 42 + 40 * place, language, words) for place, item in enumerate(reversed(stack))),
        _side(board, own, near, language, words, mirrored=False),
    ]
    return shapes.picture(
        name,
        _TITLE.in_(language),
        description(board, language, words),
        cards.WIDTH + 4,
        near + _SIDE + 4,
        shapes.group(*parts, x=2, y=2),
        class_="board wide",
    )


def description(board: Duel, language: Language, words: Words) -> str:
    """What lies where, in sentences."""
    said = [_side_text(board, seat, language, words) for seat in SEATS]
    if stack := board.stack():
        said.append(_STACK_TEXT.in_(language).format(items="; ".join(item_text(board, item, language, words) for item in stack)))
    return " ".join(said)


def _side_text(board: Duel, seat: Seat, language: Language, words: Words) -> str:
    side = board.side(seat)
    monsters, spells = [], []
    for slot in SLOTS:
        if (monster := board.monster(seat, slot)) is not None:
            monsters.append(
                _MONSTER_TEXT.in_(language).format(
                    slot=slot,
                    card=words.show(monster.card, language, "card"),
                    position=words.show(monster.position, language, "position"),
                    attack=board.figure(monster, "attack"),
                    defense=board.figure(monster, "defense"),
                )
            )
        if (spell := board.spell(seat, slot)) is not None:
            spells.append(f"{slot}, {_spell_name(spell, language, words)}")
    return _SIDE_TEXT.in_(language).format(
        seat=words.show(seat, language, "seat"),
        life=life_of(board, seat),
        hand=side.hand,
        deck=side.deck,
        grave=len(side.graveyard),
        monsters="; ".join(monsters) or _NONE.in_(language),
        spells="; ".join(spells) or _NO_SPELLS.in_(language),
    )


def life_of(board: Duel, seat: Seat) -> int:
    """Life as it is shown, never below 0."""
    return max(0, board.side(seat).life)


def _spell_name(spell: Spell, language: Language, words: Words) -> str:
    return DOWN.in_(language) if spell.card is None else words.show(spell.card, language, "card")


def _side(board: Duel, seat: Seat, y: float, language: Language, words: Words, *, mirrored: bool) -> Markup:
    """One player's half; the monsters stand towards the middle."""
    spells, monsters = (y, y + _SPELL + _ROW) if mirrored else (y + _MONSTER + _ROW, y)
    parts = []
    for slot in SLOTS:
        x = (slot - 1) * (_CELL + _GAP)
        monster, spell = board.monster(seat, slot), board.spell(seat, slot)
        if monster is None:
            parts.append(cards.empty(x, monsters, _CELL, _MONSTER, str(slot)))
        else:
            parts.append(_monster(board, monster, seat, x, monsters, language, words))
        if spell is None:
            parts.append(cards.empty(x, spells, _CELL, _SPELL, str(slot)))
        elif spell.card is None:
            parts.append(cards.down(x, spells, _CELL, _SPELL, DOWN.in_(language)))
        else:
            ground = cards.up(x, spells, _CELL, _SPELL, f"edge-{seat}")
            shown = cards.name(_spell_name(spell, language, words), x + _CELL / 2, spells + 30, _CELL - 10)
            parts.append(shapes.element("g", ground, shown, class_="face-up"))
    side = board.side(seat)
    piles = [
        f"{_HAND.in_(language)} {side.hand}",
        f"{_DECK.in_(language)} {side.deck}",
        f"{_GRAVE.in_(language)} {len(side.graveyard)}",
    ]
    parts += [
        shapes.seat_sign(seat, 40, _LEFT + 24, y + 44),
        shapes.element("text", str(life_of(board, seat)), x=_LEFT + 54, y=y + 64, font_size=60.0, class_="card-figure start"),
        cards.line(_LIFE.in_(language), _LEFT + 4, y + 102, 150, anchor="start"),
        cards.rows(piles, _LEFT + 4, y + 140, cards.WIDTH - _LEFT - 8),
    ]
    return shapes.element("g", *parts)


def _monster(board: Duel, monster: Monster, seat: Seat, x: float, y: float, language: Language, words: Words) -> Markup:
    """A monster: its name, how it is turned, the figure that counts now and what changed it, the other figure and its level."""
    middle = x + _CELL / 2
    attack, defense = board.figure(monster, "attack"), board.figure(monster, "defense")
    printed = board.printed(monster.card)
    counts, other = ("attack", "defense") if monster.position == "attack" else ("defense", "attack")
    values = {"attack": attack, "defense": defense}
    change = values[counts] - getattr(printed, counts)
    level = board.figure(monster, "level")
    changed = figure(change, signed=True) if change else ""
    return shapes.element(
        "g",
        cards.up(x, y, _CELL, _MONSTER, f"edge-{seat} {monster.position}"),
        cards.name(words.show(monster.card, language, "card"), middle, y + 30, _CELL - 10),
        cards.turned(monster.position, x + 24, y + 86, seat),
        shapes.group(shapes.element("path", d=cards.SIGNS[counts], class_=f"icon icon-{counts}"), x=x + 58, y=y + 88),
        shapes.element("text", str(values[counts]), x=x + 74, y=y + 102, font_size=44.0, class_="card-figure start"),
        cards.line(changed, x + _CELL - 6, y + 100, 44, class_="card-change", anchor="end") if changed else Markup(""),
        cards.icons(((other, str(values[other])),), x + 40, y + 134),
        cards.line(f"{_LEVEL.in_(language)} {level}", x + _CELL - 8, y + 134, 72, anchor="end"),
        class_="face-up",
    )


def item_text(board: Duel, item: Item, language: Language, words: Words) -> str:
    """One item that waits on the stack, in words."""
    card = words.show(item.card, language, "card")
    said = f"{words.show(item.controller, language, 'seat')} · {words.show(item.kind, language, 'item')}: {card}"
    if item.kind == "attack":
        spot = board.locate(item.target) if item.target is not None else None
        aim = words.show(board.standing(spot).card, language, "card") if spot is not None else _PLAYER.in_(language)
        said += f" → {aim}"
    return f"{said} ({_NEGATED.in_(language)})" if item.negated else said


def _item(board: Duel, item: Item, place: int, y: float, language: Language, words: Words) -> Markup:
    """One item that waits, the top of the stack first."""
    text = cards.line(item_text(board, item, language, words), 120, y, cards.WIDTH - 130, anchor="start")
    label = cards.line(_STACK.in_(language), 8, y, 80, anchor="start") if place == 0 else Markup("")
    return shapes.element("g", label, shapes.seat_sign(item.controller, 24, 100, y - 10), text)
