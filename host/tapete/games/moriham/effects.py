"""The effects of the ledger's operations: which arguments each takes, and what it does (docs/inside/rules/moriham.md#actions)."""

from operator import itemgetter

from msgspec.structs import replace

from tapete.core.actions import kind_of
from tapete.core.domains import one_of, some, whole
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import Code
from tapete.core.rulings import Operation
from tapete.core.seats import Seat
from tapete.core.steps import Cards
from tapete.games.moriham import changes, operations
from tapete.games.moriham.board import Duel, buried_monsters, refs
from tapete.games.moriham.figures import CHOSEN, GraveRef, MonsterRef, SpellRef, Spot
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Loan, Mod, Phase, Resolving, Stack

EFFECTS = Chapter("effects")


# ---- what may be chosen

NO_TARGET = Code("outside", "CORE", _("It cannot be done to {the_target:ref}: choose a card that is there and that fits.")).knowing(
    the_target=itemgetter("value")
)
NO_CARD = Code("outside", "CORE", _("The catalogue has no “{value}”: type in its printed figures as a new card first."))
TO_NAME = Code("not_so_many", "CORE", _("{least} {least:card has|cards have} to be named; there {value:is|are} {value}."))


@EFFECTS.chooses(operations.OnCards, "target")
def targets(board: Duel, op: operations.OnCards) -> one_of:
    """What a target may be: a word that fits, or a card; a ruling chooses by pointing only (MOR-R87)."""
    words = op.words
    if board.ruled:
        words = tuple(word for word in words if word != "self" and word not in CHOSEN)
    return one_of((*words, *refs(board, op.zones)), otherwise=NO_TARGET)


@EFFECTS.chooses(operations.Revive, "target")
def revivable(board: Duel, op: operations.Revive) -> one_of:
    """A monster in a graveyard (MOR-R63)."""
    return one_of((*(() if board.ruled else op.words), *buried_monsters(board)), otherwise=NO_TARGET)


@EFFECTS.chooses(operations.SummonByEffect, "card")
def monster_cards(board: Duel, op: operations.SummonByEffect) -> one_of:
    """A monster card that is known."""
    return board.cards_of("monster", NO_CARD)


@EFFECTS.chooses(operations.Asking, "n")
def how_many(board: Duel, op: operations.Asking) -> whole:
    """As many as an operation may ask for."""
    return whole(1, op.most)


@EFFECTS.chooses(operations.Asking, "cards")
def named(board: Duel, op: operations.Asking) -> some:
    """The cards that a ruling names where an effect would ask for them; nowhere else are there any."""
    return as_many(board, one_of(board.card_ids, otherwise=NO_CARD), out_of_piles(board, op))


@EFFECTS.chooses(operations.Showing, "cards")
def named_face_down(board: Duel, op: operations.Showing) -> some:
    """The same of cards that lie face down."""
    return as_many(board, board.cards_of("spell", NO_CARD), off_the_field(board, op))


def as_many(board: Duel, cards: one_of, questions: tuple[Cards, ...]) -> some:
    """As many cards as questions ask for, in a ruling."""
    due = sum(question.number for question in questions) if board.ruled else 0
    return some(cards, due, due, ordered=True, repeat=True, count_code=TO_NAME)


# ---- cards that have to be named first


def asks(board: Duel, op: Operation) -> tuple[Cards, ...]:
    """The cards that must be named first, the active player's first (MOR-R73, R89)."""
    if isinstance(op, operations.Asking):
        return out_of_piles(board, op)
    return off_the_field(board, op) if isinstance(op, operations.Showing) else ()


def out_of_piles(board: Duel, op: operations.Asking) -> tuple[Cards, ...]:
    """Cards of hands or decks, as many as there are (MOR-R65)."""
    counts = ((seat, min(op.n, getattr(board.side(seat), op.pile))) for seat in board.who(op))
    return tuple(Cards(seat, number, op.pile, asking(op)) for seat, number in counts if number)


def off_the_field(board: Duel, op: operations.Showing) -> tuple[Cards, ...]:
    """Face-down cards that everybody is to see (MOR-R73)."""
    hidden = (spot for spot in board.spots(op) if isinstance(spot, SpellRef) and board.lying(spot).face_down)
    return tuple(Cards(spot.seat, 1, "field", asking(op)) for spot in hidden)


def asking(op: Operation) -> str:
    """How it is asked for the cards of an operation (`Owed.what`)."""
    return f"show_{name_of(kind_of(op))}"


def given(board: Duel, op: Operation, seat: Seat, cards: tuple[str, ...]) -> None:
    """Go on with the cards that a player has named."""
    if isinstance(op, operations.Showing):
        take(board, op, cards[0])
    elif isinstance(op, operations.Search):
        board.pass_on(seat, "deck", "hand", len(cards))
        board.tell(changes.Searched(seat=seat, cards=cards, hand=board.side(seat).hand))
    elif isinstance(op, operations.Asking):
        board.bury(seat, cards, op.pile, "MOR-R65" if isinstance(op, operations.Discard) else "MOR-R73")


def answered(board: Duel, op: operations.Asking | operations.Showing) -> None:
    """Go on with the cards that a ruling names for all who would be asked (MOR-R87)."""
    cards = op.cards
    for question in asks(board, op):
        given(board, op, question.seat, cards[: question.number])
        cards = cards[question.number :]


EFFECTS.does(operations.Asking)(answered)


@EFFECTS.does(operations.Showing)
def shown(board: Duel, op: operations.Showing) -> None:
    """Nothing had to be named, or a ruling has named it."""
    if op.cards:
        answered(board, op)
    else:
        take(board, op, None)


def take(board: Duel, op: operations.Showing, card: str | None) -> None:
    """Take every target; `card` is what a face-down one has turned out to be."""
    for spot in board.spots(op):
        if isinstance(op, operations.Destroy):
            board.destroy(spot, card, "MOR-R57")
        elif isinstance(spot, GraveRef):
            board.banish(spot.seat, spot.card)
        else:
            gone = board.lift(spot)
            board.remove(gone.owner, gone.card or card or "")


# ---- players


@EFFECTS.does(operations.LifeLose, Duel.who)
def life_lose(board: Duel, op: operations.LifeLose, seat: Seat) -> None:
    """Life is lost (MOR-R32)."""
    board.change_life(seat, -op.n, "MOR-R32")


@EFFECTS.does(operations.LifeGain, Duel.who)
def life_gain(board: Duel, op: operations.LifeGain, seat: Seat) -> None:
    """Life is gained (MOR-R30)."""
    board.change_life(seat, op.n, "MOR-R30")


@EFFECTS.does(operations.Draw, Duel.who)
def draw(board: Duel, op: operations.Draw, seat: Seat) -> None:
    """Cards are drawn, as many as there are (MOR-R25)."""
    board.draw(seat, op.n, "MOR-R25")


@EFFECTS.does(operations.ExtraNormalSummon, Duel.who)
def grant_summons(board: Duel, op: operations.ExtraNormalSummon, seat: Seat) -> None:
    """A player may make more normal summons this turn (MOR-R71)."""
    allowed = board.count(seat, "normal_allowed", op.n)
    board.tell(changes.SummonsGranted(seat=seat, allowed=allowed))


@EFFECTS.does(operations.SetCount)
def set_count(board: Duel, op: operations.SetCount) -> None:
    """A ruling puts a count right (MOR-R87)."""
    board.change(op.seat, **{op.what: op.n})
    board.tell(changes.CountSet(seat=op.seat, what=op.what, n=op.n))


# ---- cards that come and go


@EFFECTS.does(operations.GiveBack, Duel.spots)
def give_back(board: Duel, op: operations.GiveBack, spot: Spot) -> None:
    """To its owner's hand or deck; a face-down one stays unknown (MOR-R64; MOR-R73)."""
    card = board.lift(spot)
    board.count(card.owner, "deck" if isinstance(op, operations.ReturnToDeck) else "hand", 1)
    board.tell(changes.Returned(seat=card.owner, card=card.card, to=op.where if isinstance(op, operations.ReturnToDeck) else "hand"))


@EFFECTS.does(operations.Recover, Duel.spots)
def recover(board: Duel, op: operations.Recover, spot: GraveRef) -> None:
    """From a graveyard to its owner's hand (MOR-R70)."""
    board.take(spot.seat, "graveyard", spot.card)
    board.tell(changes.Recovered(seat=spot.seat, card=spot.card, hand=board.count(spot.seat, "hand", 1)))


@EFFECTS.does(operations.Revive, Duel.spots)
def revive(board: Duel, op: operations.Revive, spot: GraveRef) -> None:
    """To the zone of whose operation it is (MOR-R63)."""
    free = board.free(board.by)
    if free and board.is_a(spot.card, "monster"):
        board.take(spot.seat, "graveyard", spot.card)
        board.summon(board.by, spot.card, op.position, free[0], "effect", "MOR-R63", spot.seat)


@EFFECTS.does(operations.SummonByEffect)
def summon_by_effect(board: Duel, op: operations.SummonByEffect) -> None:
    """Skipped where the zone is full or the pile empty (MOR-R63, R90)."""
    free = board.free(board.by)
    if free and getattr(board.side(board.by), op.pile):
        board.count(board.by, op.pile, -1)
        board.summon(board.by, op.card, op.position, free[0], "effect", "MOR-R63")


@EFFECTS.does(operations.TakeControl, Duel.spots)
def take_control(board: Duel, op: operations.TakeControl, spot: MonsterRef) -> None:
    """To the zone of whose operation it is (MOR-R62, R88)."""
    monster, by = board.standing(spot), board.by
    loan = None if monster.owner == by else Loan(op.until, by)
    if spot.seat == by:
        if loan is not None:
            board.alter(spot, control=loan)
    elif free := board.free(by):
        board.fill(spot, None)
        board.fill(MonsterRef(by, free[0]), replace(monster, control=loan))
        board.tell(changes.ControlChanged(seat=by, slot=free[0], card=monster.card, clause="MOR-R62"))


# ---- monsters on the field


@EFFECTS.does(operations.Modify, Duel.spots)
def modify(board: Duel, op: operations.Modify, spot: MonsterRef) -> None:
    """A figure counts differently for a while (MOR-R60)."""
    monster = board.alter(spot, mods=(*board.standing(spot).mods, Mod(op.attr, op.delta, op.until, board.by)))
    now = board.figure(monster, op.attr)
    board.tell(changes.Modified(seat=spot.seat, slot=spot.slot, card=monster.card, attr=op.attr, delta=op.delta, now=now, until=op.until))


@EFFECTS.does(operations.SetPosition, Duel.spots)
def set_position(board: Duel, op: operations.SetPosition, spot: MonsterRef) -> None:
    """A monster is turned (MOR-R29)."""
    board.turn(spot, op.position, "MOR-R29")


@EFFECTS.does(operations.ExtraAttacks, Duel.spots)
def grant_attacks(board: Duel, op: operations.ExtraAttacks, spot: MonsterRef) -> None:
    """A monster may attack more often this turn (MOR-R54, R79)."""
    monster = board.alter(spot, extra_attacks=board.standing(spot).extra_attacks + op.n)
    board.tell(changes.AttacksGranted(seat=spot.seat, slot=spot.slot, card=monster.card, attacks=1 + monster.extra_attacks))


@EFFECTS.does(operations.ForbidAttack, Duel.spots)
def forbid_attack(board: Duel, op: operations.ForbidAttack, spot: MonsterRef) -> None:
    """A monster may not declare attacks (MOR-069)."""
    monster = board.alter(spot, mods=(*board.standing(spot).mods, Mod("forbid_attack", 0, op.until, board.by)))
    board.tell(changes.AttackForbidden(seat=spot.seat, slot=spot.slot, card=monster.card, until=op.until))


@EFFECTS.does(operations.AllowDirectAttack, Duel.spots)
def allow_direct(board: Duel, op: operations.AllowDirectAttack, spot: MonsterRef) -> None:
    """A monster may attack the player, whatever stands there (MOR-069)."""
    monster = board.alter(spot, direct_ok=True)
    board.tell(changes.DirectAllowed(seat=spot.seat, slot=spot.slot, card=monster.card))


# ---- what waits


@EFFECTS.does(operations.NegateAttack)
def negate_attack(board: Duel, op: operations.NegateAttack) -> None:
    """The attack at the bottom of the stack (MOR-R77)."""
    if board.waiting_attack() is not None:
        negate(board, 0, "MOR-R77")


@EFFECTS.does(operations.NegateLink)
def negate_link(board: Duel, op: operations.NegateLink) -> None:
    """The item directly below the one at work (MOR-R44)."""
    if items := board.stack():
        negate(board, -1, "MOR-R77" if items[-1].kind == "attack" else "MOR-R44")


def negate(board: Duel, place: int, clause: str) -> None:
    """An item of the stack will do nothing."""
    step = next(step for step in reversed(board.state.agenda) if isinstance(step, Stack | Resolving))
    items = list(step.items)
    item = items[place] = replace(items[place], negated=True)
    board.swap(step, replace(step, items=tuple(items)))
    board.tell(changes.LinkNegated(seat=item.controller, kind=item.kind, card=item.card, clause=clause))


@EFFECTS.does(operations.EndBattle)
def end_battle(board: Duel, op: operations.EndBattle) -> None:
    """Skipped in another phase (MOR-R78)."""
    phase = board.state.agenda[0]
    if isinstance(phase, Phase) and phase.name == "battle" and not phase.ending:
        board.swap(phase, replace(phase, ending=True))
        board.tell(changes.BattleEnding())
