"""The effects of the ledger's operations: which arguments each takes, and what it does (docs/inside/rules/mamlejet.md#actions)."""

from typing import Any

from msgspec.structs import replace

from tapete.core.domains import one_of, some, whole
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.refusals import Code, must
from tapete.core.rulings import Operation
from tapete.core.seats import Seat
from tapete.games.mamlejet import operations as ops
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.changes import CardMoved, Countered, OfCardAndSeat, OfKept, OfSeatAndCard, OfTheirs
from tapete.games.mamlejet.choosing import NOT_WEAPON, standing
from tapete.games.mamlejet.figures import RULED, UNKNOWN, Cause, Colour, Count, Duration, Fallen, Gained, Keyword, Signed, What, Where
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Lying, Mod

EFFECTS = Chapter("effects")

CANNOT_BEAR = Code(
    "illegal_target",
    "MMK-026",
    _("{met:card} cannot bear {card:card}: a weapon goes to an ally's soldier, nothing to itself."),
    known={"class": "own_ally", "reason": "cannot_bear"},
)

RULED_DURATIONS = ("eot", "in_play")
"""How long a ruling's change lasts: it has no source that could leave play."""


# ---- what may be chosen; of an argument that is not here its type says it all

kind: type[Operation]

EFFECTS.chooses(ops.Heal, "value")(lambda board, op: whole(1, 10))
EFFECTS.chooses(ops.Detach, "card")(lambda board, op: one_of(p.id for p in board.state.permanents if p.attached_to is not None))
EFFECTS.chooses(ops.MoveCard, "card")(lambda board, op: one_of((*board.card_ids, UNKNOWN)))
EFFECTS.chooses(ops.MoveCard, "permanent")(lambda board, op: one_of(copies_in_play(board, op) if op.source == "play" else (None,)))
EFFECTS.chooses(ops.CounterItem, "stack_item")(lambda board, op: one_of(item.id for item in board.state.stack))
EFFECTS.chooses(ops.EnemyEnters, "owner")(lambda board, op: one_of(seat for seat in board.state.seats if board.player(seat).enemy_city))
EFFECTS.chooses(ops.EnemyEnters, "card")(lambda board, op: one_of(board.enemy_ids))
EFFECTS.chooses(ops.Identify, "card")(lambda board, op: one_of(board.tactic_ids))
EFFECTS.chooses(ops.AdjustCount, "delta")(lambda board, op: whole(-min(30, getattr(board.player(op.player), op.pile)), 30))
EFFECTS.chooses(ops.Identify, "index")(
    lambda board, op: one_of(n for n, x in enumerate(board.player(op.seat).guenizah) if x.card == UNKNOWN)
)
EFFECTS.chooses(ops.MarkFallen, "index")(
    lambda board, op: one_of(n for n, x in enumerate(board.player(op.seat).guenizah) if not board.is_enemy(x.card))
)
EFFECTS.chooses(ops.OnPermanents, "target")(lambda board, op: standing(board))
for kind in (ops.OnPlayers, ops.ChangeController):
    EFFECTS.chooses(kind, "player")(lambda board, op: one_of(board.state.seats))
for kind in (ops.Figured, ops.Worded, ops.ModCity):
    EFFECTS.chooses(kind, "duration")(lambda board, op: one_of(RULED_DURATIONS))


@EFFECTS.chooses(ops.Asking, "cards")
def named_at_once(board: Front, op: ops.Asking) -> some:
    """Return the cards that a ruling names where an effect would ask for them; as many as there are."""
    number = min(max(0, op.n), getattr(board.player(board.whose(op.player)[0]), op.pile))
    return some(one_of((*board.tactic_ids, UNKNOWN)), number, number, ordered=True, repeat=True)


@EFFECTS.chooses(ops.Attach, "card")
def attachable(board: Front, op: ops.Attach) -> one_of:
    """Only weapons and strategies go to a permanent."""
    cards = {p.id: p.card for p in board.state.permanents}
    return one_of(cards, lambda pid: must(board.attaches(cards[pid]), NOT_WEAPON, card=cards[pid]))


@EFFECTS.chooses(ops.Attach, "target")
def bearer(board: Front, op: ops.Attach) -> one_of:
    """Return the permanents that can bear the card: soldiers a weapon, anything else a strategy."""
    card: Any = op.card
    return standing(board, lambda p: must(board.bears(p.id, card), CANNOT_BEAR, target=p.id, card=board.card_of(card), met=p.card))


@EFFECTS.chooses(ops.MoveCard, "source")
def zones_with(board: Front, op: ops.MoveCard) -> one_of:
    """Return the zones of a player from which a card can come."""
    owner, card = op.owner, op.card
    player = board.player(owner)
    lying = any(x.card == card and x.owner == owner for other in board.state.players for x in other.guenizah)
    found = ["guenizah"] if lying else []
    if board.is_enemy(card):
        found += ["enemy_city"] if player.enemy_city else []
        found += ["enemy_out"] if card in player.enemy_out else []
    else:
        found += [zone for zone in ("hand", "city") if getattr(player, zone)]
    return one_of((*found, "play") if copies_in_play(board, op) else found)


@EFFECTS.chooses(ops.MoveCard, "to")
def zones_for(board: Front, op: ops.MoveCard) -> one_of:
    """Return the zones where a card may go."""
    if board.is_enemy(op.card):
        zones = ["guenizah", "enemy_city", "enemy_out", "play"]
    else:
        stays = op.card != UNKNOWN and board.card(op.card).type not in ("tefila", "hishtadlut")
        zones = ["hand", "city", "guenizah", *(["play"] if stays else [])]
    return one_of(zone for zone in zones if zone != op.source)


def copies_in_play(board: Front, op: ops.MoveCard) -> tuple[int, ...]:
    """Return a player's copies of a card in play."""
    return tuple(p.id for p in board.state.permanents if p.owner == op.owner and p.card == op.card)


@EFFECTS.chooses(ops.EndGame, "winners")
def winners(board: Front, op: ops.EndGame) -> some:
    """Return who has won, where it is a win."""
    most = len(board.state.seats) if op.result == "win" else 0
    return some(one_of(board.state.seats), min(1, most), most)


# ---- players


def players(board: Front, op: ops.OnPlayers) -> tuple[Seat, ...]:
    """Return who is meant."""
    return board.whose(op.player)


@EFFECTS.event(_("{seat} has {n} more {colour}."))
class WealthGained(OfSeat, clause="MMK-066"):
    """Wealth is at a player's disposal."""

    colour: Colour
    n: Count


@EFFECTS.does(ops.GainWealth, players)
def gain(board: Front, op: ops.GainWealth, seat: Seat) -> None:
    """Points at a player's disposal until clean-up (MMK-066, 068)."""
    pool = board.player(seat).pool
    board.change(seat, pool=replace(pool, **{op.colour: getattr(pool, op.colour) + op.n}))
    board.tell(WealthGained(seat=seat, colour=op.colour, n=op.n))


EFFECTS.does(ops.Draw, players)(lambda board, op, seat: board.draw(seat, op.n))


@EFFECTS.does(ops.Asking, players)
def asked(board: Front, op: ops.Asking, seat: Seat) -> None:
    """A ruling has named the cards; an effect asks for them first (`chain`)."""
    if board.ruled:
        given(board, op, seat, op.cards)


def given(board: Front, op: ops.Asking, seat: Seat, cards: tuple[str, ...]) -> None:
    """Go on with the cards that are named (MMK-229, R34, R39)."""
    if isinstance(op, ops.Discard):
        board.discard(seat, cards, "MMK-229")
    else:
        for card in cards:
            board.fall(seat, card, "city" if board.by == "enemy" else "none", "MMK-R39")


# ---- permanents


Freed = EFFECTS.simple_event("Freed", OfKept, "MMK-248", _("{card} is freed."), hands=_("{keeper}: turn {card} back."))
Commanded = EFFECTS.simple_event("Commanded", OfCardAndSeat, "MMK-R93", _("{seat} commands {card} now."))
Readied = EFFECTS.simple_event("Readied", OfTheirs, "MMK-199", _("{card} may act now."))


def permanents(board: Front, op: ops.OnPermanents) -> tuple[int, ...]:
    """Return what is meant and in play."""
    return board.aimed(op.target)


@EFFECTS.does(ops.Damage, permanents)
def damage(board: Front, op: ops.Damage, pid: int) -> None:
    """Damage waits on the stack, or takes effect at once in a ruling (MMK-R51, R95, R103)."""
    if board.ruled:
        board.strike(pid, board.by)
    elif board.figure(pid) is not None:
        board.hurt_alone(pid, board.item.controller if board.item else None)


@EFFECTS.does(ops.Heal, permanents)
def heal(board: Front, op: ops.Heal, pid: int) -> None:
    """A ruling has given the die (MMK-227, R53)."""
    if op.value is not None and board.passes(op.value, op.difficulty):
        board.cure(pid)


@EFFECTS.does(ops.Eliminate, permanents)
def eliminate(board: Front, op: ops.Eliminate, pid: int) -> None:
    """Without combat (MMK-232, 234, 235, R83)."""
    gone = board.at_id(pid)
    if gone.controller is None:
        board.defeat(gone, board.by, "MMK-235")
    else:
        lost = board.by == "enemy" and board.soldier(gone)
        board.leave(pid, "guenizah", gone.owner, fallen="battle" if lost else "none", clause="MMK-232")


@EFFECTS.event(_("{card}: {what} {n} by {cause}, {until}."))
class Modified(OfTheirs, clause="MMK-011"):
    """Something about a permanent counts differently for a while."""

    what: What
    n: Signed
    until: Duration
    cause: Cause


@EFFECTS.event(_("{card} {gained} {keyword} by {cause}, {until}."))
class KeywordChanged(OfTheirs, clause="MMK-120"):
    """A permanent gains or loses a keyword."""

    keyword: Keyword
    gained: Gained
    until: Duration
    cause: Cause


@EFFECTS.event(_("{seat}'s city: difficulty {n} by {cause}, {until}."))
class CityModified(OfSeat, clause="MMK-R26"):
    """A city is harder or easier to hit."""

    n: Signed
    until: Duration
    cause: Cause


def lasting(board: Front, kind: Any, until: Duration, n: int = 0, keyword: Keyword | None = None) -> Mod | None:
    """Return what an effect changes for a while; None where its time is over before it begins: its source has left play (MMK-117, 250)."""
    item = board.item
    source = item.source if item is not None and until == "while_source" else None
    if until == "while_source" and not board.in_play(source):
        return None
    cause = item.card if item is not None and item.card is not None else RULED
    return Mod(kind, until, cause, n, keyword, source)


@EFFECTS.does(ops.Figured, permanents)
def figured(board: Front, op: ops.Figured, pid: int) -> None:
    """A figure counts differently for a while (MMK-011, 130, R31)."""
    if (mod := lasting(board, op.what, op.duration, op.n)) is not None:
        p = board.alter(pid, mods=(*board.at_id(pid).mods, mod))
        board.tell(Modified(card=p.card, whose=p.controller, what=op.what, n=op.n, until=op.duration, cause=mod.cause))


@EFFECTS.does(ops.Worded, permanents)
def worded(board: Front, op: ops.Worded, pid: int) -> None:
    """A permanent has or lacks a keyword for a while (MMK-120)."""
    if (mod := lasting(board, op.kind, op.duration, keyword=op.keyword)) is not None:
        p = board.alter(pid, mods=(*board.at_id(pid).mods, mod))
        board.tell(
            KeywordChanged(
                card=p.card, whose=p.controller, keyword=op.keyword, gained=op.kind == "grant", until=op.duration, cause=mod.cause
            )
        )


@EFFECTS.does(ops.ModCity, players)
def city(board: Front, op: ops.ModCity, seat: Seat) -> None:
    """A city is harder or easier to hit for a while (MMK-R26)."""
    if (mod := lasting(board, "city", op.duration, op.n)) is not None:
        board.change(seat, city_mods=(*board.player(seat).city_mods, mod))
        board.tell(CityModified(seat=seat, n=op.n, until=op.duration, cause=mod.cause))


@EFFECTS.does(ops.Dedicate, permanents)
def dedicate(board: Front, op: ops.Dedicate, pid: int) -> None:
    """A permanent takes no other action; a soldier that was only planned for combat leaves the plan (MMK-073, R22)."""
    p = board.at_id(pid)
    if board.at_step == "2c_plan" and p.controller is not None and p.dedicated is None:
        board.part(pid)
    board.dedicate(pid, "ruling" if board.ruled else "effect", "MMK-073")


@EFFECTS.does(ops.Liberate, permanents)
def liberate(board: Front, op: ops.Liberate, pid: int) -> None:
    """What a permanent is dedicated to ends; a soldier leaves combat, and its frenzy roll is lost (MMK-248, R50, R98).

    An enemy is dedicated to a shot or an ability, never to its combat: freed, it keeps the opponent it has.
    """
    p = board.at_id(pid)
    if p.dedicated is not None:
        if p.controller is not None:
            board.part(pid)
            board.alter(pid, frenzy_due=False, defending=False)
        board.alter(pid, dedicated=None)
        board.tell(Freed(card=p.card, whose=p.controller, keeper=p.keeper))


@EFFECTS.does(ops.Attach)
def attach(board: Front, op: ops.Attach) -> None:
    """A weapon or a strategy goes to what can bear it (MMK-026, 081)."""
    for card in board.aimed(op.card):
        for pid in board.aimed(op.target):
            if board.bears(pid, card):
                board.attach(card, pid)


@EFFECTS.does(ops.Detach)
def detach(board: Front, op: ops.Detach) -> None:
    """A weapon is attached to nothing any more (MMK-027)."""
    for card in board.aimed(op.card):
        board.attach(card, None)


@EFFECTS.does(ops.ChangeController, permanents)
def command(board: Front, op: ops.ChangeController, pid: int) -> None:
    """Another player commands an ally (MMK-R78, R93)."""
    for seat in board.whose(op.player):
        if board.at_id(pid).controller is not None:
            p = board.alter(pid, controller=seat)
            board.tell(Commanded(card=p.card, seat=seat))


@EFFECTS.does(ops.Ready, permanents)
def ready(board: Front, op: ops.Ready, pid: int) -> None:
    """The waiting of a soldier that has just entered is lifted (MMK-199)."""
    p = board.alter(pid, entered=False)
    board.tell(Readied(card=p.card, whose=p.controller))


@EFFECTS.does(ops.EnemyEnters)
def enemy(board: Front, op: ops.EnemyEnters) -> None:
    """A ruling has named the card; an effect asks for it first (`chain`; MMK-059)."""
    if op.card is not None and op.owner in board.state.seats:
        board.enemy(board.whose(op.owner)[0], op.card)


# ---- the stack, and the match


@EFFECTS.does(ops.CounterItem)
def counter(board: Front, op: ops.CounterItem) -> None:
    """An item is cancelled; its card goes to its owner's guenizá, its damage is gone (MMK-R91)."""
    number: Any = op.stack_item
    if not board.ruled and board.item is not None and number <= len(board.item.targets):
        number = board.item.targets[number - 1]
    for item in [x for x in board.state.stack if x.id == number]:
        board.set(stack=tuple(x for x in board.state.stack if x is not item))
        board.use_up(item)
        for p in board.state.permanents:
            if any(hit.id in item.hits for hit in p.hits):
                board.alter(p.id, hits=tuple(hit for hit in p.hits if hit.id not in item.hits))
        board.tell(Countered(card=item.card))


EFFECTS.does(ops.EndGame)(lambda board, op: board.end(op.result, op.winners, "card", "MMK-153"))


# ---- corrections


def without(pile: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """Return a pile less the lowest that is like this one."""
    place = pile.index(one)
    return (*pile[:place], *pile[place + 1 :])


@EFFECTS.does(ops.MoveCard)
def move(board: Front, op: ops.MoveCard) -> None:
    """A ruling moves a card between zones of its owner (MMK-R75)."""
    if op.source == "play" and op.permanent is not None:
        board.leave(op.permanent, op.to, op.owner, quiet=True)
    else:
        take(board, op)
        if op.to == "play":
            board.enter(op.card, op.owner, None if board.is_enemy(op.card) else op.owner)
        else:
            board.lie(op.owner, op.to, Lying(op.card, op.owner))
    board.tell(CardMoved(owner=op.owner, card=op.card, source=op.source, to=op.to))


def take(board: Front, op: ops.MoveCard) -> None:
    """The card leaves the zone where it is."""
    if op.source == "guenizah":
        lying = ((player, x) for player in board.state.players for x in player.guenizah if (x.card, x.owner) == (op.card, op.owner))
        player, found = next(lying)
        board.change(player.seat, guenizah=without(player.guenizah, found))
    elif op.source == "enemy_out":
        board.change(op.owner, enemy_out=without(board.player(op.owner).enemy_out, op.card))
    else:
        board.count(op.owner, op.source, -1)


@EFFECTS.event(_("{seat}: {n} in {pile}."))
class CountAdjusted(OfSeat, clause="MMK-R75"):
    """A pile was counted again."""

    pile: Where
    n: Count


@EFFECTS.does(ops.AdjustCount)
def adjust(board: Front, op: ops.AdjustCount) -> None:
    """A pile is counted again; from now on so many cards more or fewer belong to it (MMK-R75)."""
    now = board.count(op.player, op.pile, op.delta)
    tactics, enemies = board.state.ruled_counts.get(op.player, (0, 0))
    moved = (tactics, enemies + op.delta) if op.pile == "enemy_city" else (tactics + op.delta, enemies)
    board.set(ruled_counts={**board.state.ruled_counts, op.player: moved})
    board.tell(CountAdjusted(seat=op.player, pile=op.pile, n=now))


CardIdentified = EFFECTS.simple_event("CardIdentified", OfSeatAndCard, "MMK-R73", _("The unnamed card in {seat}'s guenizá is {card}."))


@EFFECTS.does(ops.Identify)
def identify(board: Front, op: ops.Identify) -> None:
    """An unknown card of a guenizá is named (MMK-R73)."""
    known = correct(board, op, card=op.card)
    board.tell(CardIdentified(seat=op.seat, card=known.card))


@EFFECTS.event(_("{card}, in {seat}'s guenizá: {mark}."))
class FallenMarked(OfSeatAndCard, clause="MMK-R34"):
    """How a card came to a guenizá was corrected."""

    mark: Fallen


@EFFECTS.does(ops.MarkFallen)
def mark(board: Front, op: ops.MarkFallen) -> None:
    """How a card came to a guenizá is corrected (MMK-R34)."""
    marked = correct(board, op, fallen=op.mark)
    board.tell(FallenMarked(seat=op.seat, card=marked.card, mark=op.mark))


def correct(board: Front, op: ops.OnBuried, **fields: Any) -> Lying:
    """Change how a card lies in a guenizá, and give it as it lies then."""
    pile = board.player(op.seat).guenizah
    lying = replace(pile[op.index], **fields)
    board.change(op.seat, guenizah=(*pile[: op.index], lying, *pile[op.index + 1 :]))
    return lying
