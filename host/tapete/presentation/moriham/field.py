"""MORIHAM's board: two fields of five monsters and five magic or trap cards, life and piles beside, the stack between (MOR-006, 033)."""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Item, Spell

_SIDE_TEXT = _(
    "{seat}: {life} life, {hand} in hand, {deck} in the deck, {grave} in the graveyard. Monsters: {monsters}. Magic and traps: {spells}."
)
_NONE = _("none", "monsters")
_NO_SPELLS = _("none", "magic and traps")
_MONSTER_TEXT = _("{slot}, {card}, in {position}, attack {attack}, defense {defense}")
_STACK_TEXT = _("On the stack, from the bottom up: {items}.")
DOWN = _("face down")
_PLAYER = _("direct")
_NEGATED = _("negated")


def told(board: Duel, language: Language, words: Words) -> list[str]:
    """What lies where, in sentences."""
    said = [_side_text(board, seat, language, words) for seat in SEATS]
    if stack := board.stack():
        said.append(_STACK_TEXT.in_(language).format(items="; ".join(item_text(board, item, language, words) for item in stack)))
    return said


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


def item_text(board: Duel, item: Item, language: Language, words: Words) -> str:
    """One item that waits on the stack, in words."""
    card = words.show(item.card, language, "card")
    said = f"{words.show(item.controller, language, 'seat')} · {words.show(item.kind, language, 'item')}: {card}"
    if item.kind == "attack":
        spot = board.locate(item.target) if item.target is not None else None
        aim = words.show(board.standing(spot).card, language, "card") if spot is not None else _PLAYER.in_(language)
        said += f" → {aim}"
    return f"{said} ({_NEGATED.in_(language)})" if item.negated else said
