"""What lies where on the table, and what the panels show."""

from collections.abc import Iterator

from tapete.core.layout import Place
from tapete.core.scene import Bounds, Bridge, Panel, Scene
from tapete.core.seats import Both, Seat
from tapete.core.steps import Owed
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.constants import FAKE, HALF, SPELLS
from tapete.games.shazamm.language import _
from tapete.games.shazamm.state import SEATS, Bidding, EndingTurn, Resolving, Revealing

WALL = _("The wall of fire stands on slab {value:slab}.")
WIZARD = _("{seat:seat}'s wizard stands on slab {value:slab}.")
BROKEN = _("{count} broken {count:slab|slabs} at each end: {value:slab}.")
UNBROKEN = _("The bridge is whole.")
MANA = _("{seat:seat}'s mana marker stands on {value}.")
HAND = _("{seat:seat} holds {value} {value:spell|spells} and the fake card.")
DECK = _("{seat:seat}'s draw pile, shuffled, has {value} left.")
ORDERED_DECK = _("{seat:seat}'s draw pile, in the order of its owner's choice, has {value} left.")
USED = _("On {seat:seat}'s discard pile: {value:spell}.")


def layout(board: ShazammBoard) -> Iterator[Place]:
    """Pawns, tiles, markers and piles."""
    state = board.state
    yield Place("wall", state.wall, WALL)
    for seat in SEATS:
        yield Place(f"wizard_{seat}", state.wizard.of(seat), WIZARD, {"seat": seat})
    edge = board.edge(state.broken)
    gone = [slab for slab in range(-board.options.bridge_half, board.options.bridge_half + 1) if abs(slab) > edge]
    yield Place("broken", gone, BROKEN if gone else UNBROKEN, {"count": state.broken})
    pile = ORDERED_DECK if board.options.ordered_deck and not board.options.full_hand else DECK
    for seat in SEATS:
        whose = {"seat": seat}
        yield Place(f"mana_{seat}", state.mana.of(seat), MANA, whose)
        yield Place(f"hand_{seat}", state.hand.of(seat), HAND, whose)
        yield Place(f"deck_{seat}", state.deck.of(seat), pile, whose)
        yield Place(f"used_{seat}", list(state.used.of(seat)), USED, whose)


def scene(board: ShazammBoard, owed: tuple[Owed, ...]) -> Scene:
    """Both panels and the bridge."""
    state = board.state
    bridge = Bridge(state.wall, state.wizard.A, state.wizard.B, state.broken + HALF - board.options.bridge_half)
    return Scene(panels=tuple(_panel(board, seat, owed) for seat in SEATS), bridge=bridge)


def _panel(board: ShazammBoard, seat: Seat, owed: tuple[Owed, ...]) -> Panel:
    """A counter of mana; the bid while it is asked for, then open until the turn is over; a card number where cards are shown."""
    mana = board.state.mana.of(seat)
    meanings = {due.meaning for due in owed if due.seat == seat}
    bids = open_bids(board)
    return Panel(
        seat=seat,
        value=mana,
        largest=board.options.mana,
        lamp="ready" if isinstance(board.top, Revealing) else "waiting",
        bid=Bounds(1, mana) if isinstance(board.top, Bidding) else None,
        pick=Bounds(FAKE, SPELLS) if "pick" in meanings else None,
        shown=None if bids is None else bids.of(seat),
        shows=None if bids is None else "bid",
    )


def open_bids(board: ShazammBoard) -> Both[int] | None:
    """The bids from the reveal to the end of the turn (SHZ-R15); None while they are secret or nobody bids."""
    below = board.state.agenda[0]
    return below.bids if isinstance(below, Revealing | Resolving | EndingTurn) else None
