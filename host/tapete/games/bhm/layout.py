"""What lies where on the table, and what the panels show."""

from collections.abc import Iterator

from tapete.core.layout import Place
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed
from tapete.games.bhm.beings import Being, Orphans, Petrified
from tapete.games.bhm.board import War
from tapete.games.bhm.constants import LOSING
from tapete.games.bhm.figures import ATTRS, SLOTS, named
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import carried_by
from tapete.games.bhm.timing import phase_of

TURN = _("Turn {value}, {seat:seat}'s.")
PHASE = _("Phase: {value:phase}.")
COUNTER = _("{seat:seat}'s call counter shows {value} of {LOSING}.")
OUT = _("{seat:seat} is out of the match.")
HAND = _("{seat:seat} holds {value} {value:card|cards}.")
DECK = _("{seat:seat}'s deck has {value} {value:card|cards} left.")
SUMMONS = _("{seat:seat} has {value} face-down summons.")
DEAD = _("{seat:seat}'s dead zone, from the bottom up: {value:card}.")
DESERTERS = _("{seat:seat}'s deserters: {value:card}.")
TERRITORIES = _("{seat:seat}'s territories: {value:card}.")
STRATEGIES = _("{seat:seat}'s strategy zone: {value:card}.")
NOTHING = _("{seat:seat}'s space {slot} is free.")
STONE = _("In {seat:seat}'s space {slot}: {card:card}, turned to stone. With it: {carried:card}.")
PILE = _("In {seat:seat}'s space {slot}, without a bearer: {carried:card}.")
STANDS = _("In {seat:seat}'s space {slot}: {card:card}, rank {rank}; {figures:figure}. State: {marks:mark}. It carries: {carried:card}.")


def layout(board: War) -> Iterator[Place]:
    """Counters, piles and spaces of everybody."""
    state = board.state
    if state.active is not None:
        yield Place("turn", state.turn, TURN, {"seat": state.active})
    if not isinstance(board.top, Over):
        yield Place("phase", phase_of(board), PHASE)
    for seat in state.seats:
        player, whose = board.player(seat), {"seat": seat}
        yield Place(f"counter_{seat}", player.counter, COUNTER, whose)
        if not player.alive:
            yield Place(f"out_{seat}", player.out, OUT, whose)
            continue
        yield Place(f"hand_{seat}", player.hand, HAND, whose)
        yield Place(f"deck_{seat}", player.deck, DECK, whose)
        yield Place(f"summons_{seat}", player.summons, SUMMONS, whose)
        yield Place(f"dead_{seat}", list(player.dead), DEAD, whose)
        yield Place(f"deserters_{seat}", [being.card for being in player.deserters], DESERTERS, whose)
        yield Place(f"territories_{seat}", [held.card for held in player.territories], TERRITORIES, whose)
        yield Place(f"strategies_{seat}", [held.card for held in player.strategies], STRATEGIES, whose)
        for slot in SLOTS:
            yield space(board, seat, slot)


def space(board: War, seat: Seat, slot: int) -> Place:
    """One of the ten spaces of a field."""
    lies, name = board.space(seat, slot), f"space_{seat}{slot}"
    where = {"seat": seat, "slot": slot, "carried": [held.card for held in carried_by(lies)]}
    if lies is None:
        return Place(name, None, NOTHING, where)
    if isinstance(lies, Orphans):
        return Place(name, {"pile": where["carried"]}, PILE, where)
    if isinstance(lies, Petrified):
        return Place(name, {"stone": lies.card, "carried": where["carried"]}, STONE, {**where, "card": lies.card})
    attrs = {name: [attr.cur, attr.max] for name in ATTRS if (attr := lies.attr(name)) is not None}
    figures, states = [f"{attr} {now} {most}" for attr, (now, most) in attrs.items()], marks(lies)
    value = {"iid": lies.iid, "card": lies.card, "rank": lies.rank, "attrs": attrs, "marks": states, "carried": where["carried"]}
    return Place(name, value, STANDS, {**where, "card": lies.card, "rank": lies.rank, "figures": figures, "marks": states})


def marks(being: Being) -> list[str]:
    """Keywords and states of what stands in a space, in words."""
    words = dict.fromkeys((*being.keywords, *(temp.keyword for temp in being.temp if temp.keyword)))
    states = {
        "frozen": being.frozen,
        "inactive": being.inactive,
        "returned": being.returned,
        "attacked": being.physical_used or being.power_used,
        "drained": being.drained,
    }
    return [*(word for word in words if being.has(named(word))), *(word for word, holds in states.items() if holds)]


def scene(board: War, owed: tuple[Owed, ...]) -> Scene:
    """The counter of 32 on each panel; who is out has lost."""
    panels = (
        Panel(seat=seat, value=min(player.counter, 999), largest=LOSING, lamp="waiting" if player.alive else "lost")
        for seat, player in zip(board.state.seats, board.state.players, strict=True)
    )
    return Scene(panels=tuple(panels))
