"""What lies where on the table, and what the panels show."""

from collections.abc import Iterator

from tapete.core.layout import Place
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.constants import START_LIFE
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Phase

LIFE = _("{seat:seat} has {value} life.")
HAND = _("{seat:seat} holds {value} {value:card|cards}.")
DECK = _("{seat:seat}'s deck has {value} {value:card|cards} left.")
NO_MONSTER = _("{seat:seat}'s monster slot {slot} is empty.")
UPRIGHT = _("In {seat:seat}'s monster slot {slot}: {card:card}, upright (attack).")
SIDEWAYS = _("In {seat:seat}'s monster slot {slot}: {card:card}, sideways (defense).")
NO_SPELL = _("{seat:seat}'s magic and trap slot {slot} is empty.")
FACE_DOWN = _("In {seat:seat}'s magic and trap slot {slot} a card lies face down.")
FACE_UP = _("In {seat:seat}'s magic and trap slot {slot}: {card:card}, face up.")
GRAVEYARD = _("{seat:seat}'s graveyard, from the bottom up: {value:card}.")
REMOVED = _("Out of the game, {seat:seat}'s: {value:card}.")
TURN = _("Turn {value}, {seat:seat}'s.")
PHASE = _("It is {value:phase}.")


def layout(board: Duel) -> Iterator[Place]:
    """Counters, slots and piles of both sides."""
    state = board.state
    if state.active is not None:
        yield Place("turn", state.turn, TURN, {"seat": state.active})
    if isinstance(state.agenda[0], Phase):
        yield Place("phase", state.agenda[0].name, PHASE)
    for seat in SEATS:
        side, whose = board.side(seat), {"seat": seat}
        yield Place(f"life_{seat}", side.life, LIFE, whose)
        yield Place(f"hand_{seat}", side.hand, HAND, whose)
        yield Place(f"deck_{seat}", side.deck, DECK, whose)
        for slot in SLOTS:
            yield _monster(board, seat, slot)
        for slot in SLOTS:
            yield _spell(board, seat, slot)
        yield Place(f"graveyard_{seat}", list(side.graveyard), GRAVEYARD, whose)
        yield Place(f"removed_{seat}", list(side.removed), REMOVED, whose)


def _monster(board: Duel, seat: Seat, slot: int) -> Place:
    monster, name, where = board.monster(seat, slot), f"monster_{seat}{slot}", {"seat": seat, "slot": slot}
    if monster is None:
        return Place(name, None, NO_MONSTER, where)
    says = UPRIGHT if monster.position == "attack" else SIDEWAYS
    return Place(name, [monster.card, monster.position], says, {**where, "card": monster.card})


def _spell(board: Duel, seat: Seat, slot: int) -> Place:
    spell, name, where = board.spell(seat, slot), f"spell_{seat}{slot}", {"seat": seat, "slot": slot}
    if spell is None:
        return Place(name, None, NO_SPELL, where)
    if spell.card is None:
        return Place(name, "face_down", FACE_DOWN, where)
    return Place(name, spell.card, FACE_UP, {**where, "card": spell.card})


def scene(board: Duel, owed: tuple[Owed, ...]) -> Scene:
    """Life on both panels."""
    shown = {seat: min(max(0, board.side(seat).life), 999) for seat in SEATS}
    return Scene(panels=tuple(Panel(seat=seat, value=life, largest=START_LIFE) for seat, life in shown.items()))
