"""What a sound position has: the invariants that the ledger demands of one (section 8)."""

from collections.abc import Iterator

from tapete.core.kinds import mentioned, name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.typed_cards import mistyped
from tapete.games.moriham.board import Duel, Spot
from tapete.games.moriham.cards import MonsterCard
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.pending import idle, items, misfits, question, stands, summoned_cards, triggers
from tapete.games.moriham.rulings import AddCard
from tapete.games.moriham.state import Setup, Spell, Unit

INV_STACK = Code("inv_stack", "MOR-R40", _("{card:card} cannot wait to be resolved like this."))
INV_AGENDA = Code("inv_agenda", "MOR-047", _("A duel cannot be at this point: {step:moment}."))
INV_QUESTION = Code("inv_question", "MOR-R89", _("Cards are asked for that no effect asks for now."))


def faults(board: Duel) -> Faults:
    """Every broken invariant of a position."""
    yield from _typed(board)
    known = [INV_CARD(card=card) for card in dict.fromkeys(_strange_cards(board))]
    yield from known
    yield must(stands(board), INV_AGENDA, step=name_of(type(board.top)))
    if known or isinstance(board.state.agenda[0], Setup):
        return
    for seat in SEATS:
        yield from _side(board, seat)
    yield from _instances(board)
    stuck = [INV_STACK(card=card) for card in misfits(board)]
    yield from stuck
    yield must(stuck or question(board), INV_QUESTION)


INV_TYPED = Code("inv_typed", "MOR-R86", _("The typed-in figures of “{card}” do not fit together."))


def _typed(board: Duel) -> Faults:
    """Monsters have all three figures, other cards none; no id twice (MOR-R86)."""
    yield from (INV_TYPED(card=card) for card in mistyped(board, AddCard))


INV_CARD = Code("inv_card", "MOR-R86", _("“{card}” is no card that can be there: not of the catalogue, nor typed in, or of another type."))


def _strange_cards(board: Duel) -> Iterator[str]:
    """8: cards that lie open or wait are known, and of the type that lies there."""
    strange = [card for card in mentioned(board.state, "card") if not board.knows(card)]
    yield from strange
    if strange:
        return
    for side in map(board.side, SEATS):
        yield from (monster.card for monster in side.monsters if monster is not None and not board.is_a(monster.card, "monster"))
        yield from (spell.card for spell in side.spells if spell is not None and spell.card and board.is_a(spell.card, "monster"))
    for item in items(board):
        if not board.is_a(item.card, item.kind if item.kind in ("magic", "trap") else "monster"):
            yield item.card
    due = (*(trigger.card for trigger in triggers(board)), *summoned_cards(board))
    yield from (card for card in due if not board.is_a(card, "monster"))


INV_COUNTS = Code(
    "inv_cards", "MOR-004", _("{seat:seat}'s cards add to {sum} and must be {due}: look at hand, deck, field, graveyard and removed cards.")
)
INV_LIFE = Code("inv_life", "MOR-082", _("{seat:seat} cannot go on with {life} life."))
INV_SUMMONS = Code(
    "inv_summons",
    "MOR-058",
    _("{seat:seat} has made {used} normal {used:summon|summons} this turn, and {allowed} {allowed:is|are} allowed."),
)
INV_ATTACKS = Code(
    "inv_attacks", "MOR-068", _("The monster in {seat:seat}'s slot {slot} has attacked or used its ability more often than it can have.")
)
INV_CONTROL = Code("inv_control", "MOR-R88", _("The monster in {seat:seat}'s slot {slot} is not on loan."))
INV_SPELL = Code("inv_spell", "MOR-R33", _("The card in {seat:seat}'s magic and trap slot {slot} cannot lie there like this."))


def _side(board: Duel, seat: Seat) -> Faults:
    """1, 3, 5, 6: all cards are somewhere, life, and what is counted in a turn."""
    side, state = board.side(seat), board.state
    field = (card for other in SEATS for card in (*board.side(other).monsters, *board.side(other).spells))
    owned = sum(card is not None and card.owner == seat for card in field)
    total = side.deck + side.hand + owned + len(side.graveyard) + len(side.removed)
    yield must(total == board.options.deck_size, INV_COUNTS, seat=seat, sum=total, due=board.options.deck_size)
    inside = any(isinstance(step, Unit) for step in state.agenda)
    over = isinstance(board.top, Over)
    yield must(inside or side.life > 0 or (over and side.life == 0), INV_LIFE, seat=seat, life=side.life)
    yield must(side.normal_used <= side.normal_allowed, INV_SUMMONS, seat=seat, used=side.normal_used, allowed=side.normal_allowed)
    for slot in SLOTS:
        monster, spell = board.monster(seat, slot), board.spell(seat, slot)
        if monster is not None:
            yield must(idle(board, Spot(seat, "monsters", slot), monster), INV_ATTACKS, seat=seat, slot=slot)
            yield must(monster.control is None or monster.owner != seat, INV_CONTROL, seat=seat, slot=slot)
        if spell is not None:
            yield must(spell.owner == seat and spell.set_turn <= state.turn and _lies(board, spell), INV_SPELL, seat=seat, slot=slot)


def _lies(board: Duel, spell: Spell) -> bool:
    """9: face up lie the cards that wait, and those whose text stays; where the duel has ended, any (MOR-R33, R69)."""
    if spell.on_stack:
        return not spell.face_down and any(item.source == spell.iid and item.kind in ("magic", "trap") for item in items(board))
    if spell.card is None:
        return True
    printed = board.card(spell.card)
    return isinstance(board.top, Over) or (not isinstance(printed, MonsterCard) and printed.stays)


INV_INSTANCES = Code(
    "inv_instances", "MOR-R55", _("Cards on the field bear the same number, or one that has not been given out: {numbers}.")
)


def _instances(board: Duel) -> Faults:
    """15: every card on the field has a number of its own, and no number is named that has not been given out."""
    on_field = [card.iid for seat in SEATS for card in (*board.side(seat).monsters, *board.side(seat).spells) if card is not None]
    twice = {number for number in on_field if on_field.count(number) > 1}
    wrong = sorted(twice | {number for number in mentioned(board.state, "number") if number >= board.state.next_iid})
    yield must(not wrong, INV_INSTANCES, numbers=wrong)
