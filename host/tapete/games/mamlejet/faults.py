"""Find the faults of a position: what the ledger demands, by the numbers of its invariants.

Source: docs/inside/rules/mamlejet.md#invariants.
"""

from itertools import pairwise, permutations

from tapete.core.decks import misregistered
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Cards, Over
from tapete.core.typed_cards import mistyped
from tapete.games.mamlejet.agenda import misfit, seated, whole
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.deck import DECK
from tapete.games.mamlejet.figures import EPIC, RULED, UNKNOWN
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import called
from tapete.games.mamlejet.rulings import AddCard
from tapete.games.mamlejet.state import Falls, Mod, Permanent, Plan, Resolving

LAST_NUMBER = 90_000
"""The highest number of a card from which a match can still go on: numbers end at 99,999, and none is used twice."""

INV_SEATS = Code(
    "inv_seats", "MMK-155", _("The seats ({seats:seat}) go from A on, and the order of the round ({order:seat}) names each once, or none.")
)


def faults(board: Front) -> Faults:
    """Return every broken invariant of a position; what rests on others is looked at once those hold."""
    state = board.state
    placed = state.seats == SEATS[: len(state.seats)] and state.order in ((), *permutations(state.seats))
    yield must(placed, INV_SEATS, seats=list(state.seats), order=list(state.order))
    if not placed or not state.agenda:
        return
    for look in ((_known, _numbers), (_players, _standing, _pairs, _marks, _waiting), (_agenda, _legends, _open)):
        found = [fault for fault in (fault for one in look for fault in one(board)) if fault is not None]
        yield from found
        if found:
            return


# ---- what is known, and has a number


INV_TYPED = Code(
    "inv_typed", "MMK-R73", _("The card typed in as “{card}” cannot be: it has another id or impossible figures, or is in the catalogue.")
)
INV_CARD = Code("inv_card", "MMK-005", _("There is no such card, or it cannot lie there: {card}."))


def _known(board: Front) -> Faults:
    """What was typed in has the figures of its type; cards that lie open are known, on the right side, and a player's who plays."""
    yield from (INV_TYPED(card=card) for card in mistyped(board, AddCard))
    for p in board.state.permanents:
        there = seated(board, p.card, p.owner, p.controller) and board.card(p.card).type not in ("tefila", "hishtadlut")
        yield must(there, INV_CARD, card=p.card)
    for player in board.state.players:
        for lying in player.guenizah:
            yield must(lying.card == UNKNOWN or board.knows(lying.card), INV_CARD, card=lying.card)
        for card in player.enemy_out:
            yield must(board.knows(card) and board.is_enemy(card), INV_CARD, card=card)


INV_IDS = Code(
    "inv_ids", "MMK-251", _("Numbers of cards are used once each, in the order of entry, below {next} (at most {most}); wrong: {wrong}.")
)


def _numbers(board: Front) -> Faults:
    """No number is there twice, and every one is below the next; permanents lie in the order of entry."""
    state = board.state
    pids = [p.id for p in state.permanents]
    lying = [x.was for player in state.players for x in player.guenizah if x.was is not None]
    used = [*pids, *lying, *(hit.id for p in state.permanents for hit in p.hits)]
    used += [item.id for item in board.waiting()] + [trigger.id for trigger in state.triggers]
    meant = [item.source for item in board.waiting()] + [trigger.source for trigger in state.triggers]
    wrong = {number for number in (*used, *(pid for pid in meant if pid is not None)) if number >= state.next_id}
    wrong |= {number for number in used if used.count(number) > 1} | {after for before, after in pairwise(pids) if after < before}
    wrong |= {state.next_id} if state.next_id > LAST_NUMBER else set()
    yield must(not wrong, INV_IDS, next=state.next_id, most=LAST_NUMBER, wrong=sorted(wrong))


# ---- players


INV_TACTICS = Code("inv_tactics", "MMK-148", _("{seat:seat}'s tactics add to {sum} and are {due}."))
INV_ENEMIES = Code("inv_enemies", "MMK-148", _("{seat:seat}'s enemies add to {sum} and are {due}."))
INV_DECK = Code("inv_deck", "MMK-156", _("{seat:seat}'s registered deck cannot be: the deck, its hero or one of its cards is unknown."))


def _players(board: Front) -> Faults:
    """1, 2: every card of a deck is somewhere; a registered deck is known."""
    state, options = board.state, board.options
    for player in state.players:
        seat = player.seat
        own = [x.card for other in state.players for x in other.guenizah if x.owner == seat]
        own += [p.card for p in state.permanents if p.owner == seat]
        red = sum(board.is_enemy(card) for card in own)
        waiting = sum(item.kind == "tactic" and item.owner == seat for item in board.waiting())
        tactics, enemies = player.hand + player.city + waiting + len(own) - red, player.enemy_city + len(player.enemy_out) + red
        more, more_enemies = state.ruled_counts.get(seat, (0, 0))
        due, due_enemies = options.deck_tactics + more, options.deck_enemies + more_enemies
        yield must(tactics == due, INV_TACTICS, seat=seat, sum=tactics, due=due)
        yield must(enemies == due_enemies, INV_ENEMIES, seat=seat, sum=enemies, due=due_enemies)
        yield must(_registered(board, seat), INV_DECK, seat=seat)


def _registered(board: Front, seat: Seat) -> bool:
    player = board.player(seat)
    hero = player.hero is None or (board.knows(player.hero) and board.card(player.hero).hero)
    return hero and not (player.listing and player.kept) and not misregistered(board, seat, DECK)


# ---- what is in play


INV_ATTACHED = Code("inv_attached", "MMK-027", _("{card:card} is attached to what cannot bear it, or is not there."))
INV_MARK = Code("inv_mark", "MMK-011", _("{card:card} bears what it cannot bear now: damage, a changed figure, or a mark of combat."))
INV_MODS = Code("inv_mark", "MMK-R26", _("{seat:seat}'s city has a changed difficulty that it cannot have."))


def _standing(board: Front) -> Faults:
    """17: what is attached goes to a soldier, or to what a strategy affects; figures are changed by what is there."""
    for p in board.state.permanents:
        yield must(p.attached_to is None or board.bears(p.attached_to, p.id), INV_ATTACHED, card=p.card)
        yield must(_changed(board, p.mods, city=False), INV_MARK, card=p.card)
    for player in board.state.players:
        yield must(_changed(board, player.city_mods, city=True), INV_MODS, seat=player.seat)


def _changed(board: Front, mods: tuple[Mod, ...], *, city: bool) -> bool:
    return all(
        (mod.kind == "city") == city
        and (mod.keyword is not None) == (mod.kind in ("grant", "lose"))
        and (board.in_play(mod.source) if mod.until == "while_source" else mod.source is None)
        and (mod.cause in (EPIC, RULED) or board.knows(mod.cause))
        for mod in mods
    )


INV_PAIRS = Code("inv_pairs", "MMK-126", _("Combat is one against one, each the other's opponent: {card:card} and {met:thing} are not."))
INV_DEDICATED = Code("inv_dedicated", "MMK-071", _("{card:card} has an opponent and is not dedicated."))

COMBAT = ("3a_w1", "3a_targets", "3a_defence", "3a_w2", "3a_rolls", "3b", "3c", "3d", "3d_frenzy", "3e", "3g")
"""The steps of the combat phase (MMK-253)."""


def _pairs(board: Front) -> Faults:
    """3, 4: pairs are mutual, one soldier and one enemy that fights; after the plan the one who has an opponent is dedicated."""
    planning = isinstance(board.top, Plan)
    paired = (*COMBAT, "2a", "2b", "2c_plan", "2c", "2d")
    for p in board.state.permanents:
        sound = _paired(board, p) and (p.opponent is None or board.at_step in paired or isinstance(board.top, Over))
        met = called(board, p.frenzy_opponent if p.opponent is None else p.opponent)
        yield must(sound, INV_PAIRS, permanent=p.id, card=p.card, met=met)
        yield must(planning or p.controller is None or p.opponent is None or p.dedicated is not None, INV_DEDICATED, card=p.card)


def _paired(board: Front, p: Permanent) -> bool:
    if p.controller is None and p.opponent is not None and p.frenzy_opponent is not None:
        return False
    for mine in ("opponent", "frenzy_opponent"):
        other = getattr(p, mine)
        if other is not None:
            there = board.at_id(other) if board.in_play(other) else p
            fights = board.soldier(p) if p.controller is not None else board.figure(p.id) is not None
            if getattr(there, mine) != p.id or (there.controller is None) == (p.controller is None) or not fights:
                return False
    return True


def _marks(board: Front) -> Faults:
    """5, 19: damage waits on what can be damaged, marks of combat stand in combat only, and a card falls as its owner's."""
    over = isinstance(board.top, Over)
    fighting = over or board.at_step in COMBAT
    carried = {number for item in board.waiting() for number in item.hits}
    for p in board.state.permanents:
        fought = p.attacked or p.frenzy_due or p.frenzy_used or p.defending or p.frenzy_opponent is not None
        harmed = board.figure(p.id) is not None
        struck = all(harmed and hit.by != "none" and (fighting or hit.id in carried) for hit in p.hits)
        yield must(struck and (fighting or not fought) and not (p.defending and p.controller is None), INV_MARK, card=p.card)
    for player in board.state.players:
        for lying in player.guenizah:
            soldier = lying.card != UNKNOWN and board.card(lying.card).type == "soldado"
            back = lying.was is None or (soldier and board.options.heal_from_guenizah)
            yield must(back and not (lying.fallen != "none" and board.is_enemy(lying.card)), INV_MARK, card=lying.card)


# ---- what waits, and what is due


INV_ITEM = Code("inv_item", "MMK-109", _("What waits as number {id} is not whole: its card, whose it is, or what it is aimed at."))


def _waiting(board: Front) -> Faults:
    """Everything on the stack, and every ability that has triggered, has what it needs to resolve."""
    for item in (*board.state.stack, *(trigger.item for trigger in board.state.triggers)):
        yield must(whole(board, item), INV_ITEM, id=item.id)


INV_AGENDA = Code("inv_agenda", "MMK-172", _("The steps that are due do not fit together: {step:expected}."))


def _agenda(board: Front) -> Faults:
    """22: the steps that are due fit, and the last of them waits for a player."""
    step = misfit(board)
    yield must(step is None, INV_AGENDA, step=None if step is None else name_of(type(step)))


INV_LEGENDARY = Code("inv_legendary", "MMK-246", _("Two copies of {card:card} are in play."))


def _legends(board: Front) -> Faults:
    """16: one copy of a legend is in play."""
    in_play = [p.card for p in board.state.permanents]
    for card in dict.fromkeys(in_play):
        yield must(in_play.count(card) == 1 or not board.card(card).legendary, INV_LEGENDARY, card=card)


INV_ENDED = Code(
    "inv_ended",
    "MMK-R38",
    _("The match should have ended. Emuná taken, seat by seat: {taken}, lost: {lost}; {win} are enough to win, and {loss} to lose."),
)
INV_LATE = Code("inv_ended", "MMK-R40", _("The match should have ended: time was up in round {round}."))


def _open(board: Front) -> Faults:
    """9: what decides a match has ended it; in the middle of a unit it is not judged yet (MMK-R38)."""
    state, options = board.state, board.options
    late = state.clock_expired and (options.mode != "clock" or not options.clock_finish_round) and not isinstance(board.top, Over)
    judged = any(isinstance(step, Over | Falls | Resolving | Cards) for step in state.agenda) or not board.scratch().settle()
    taken, lost = [[count(seat) for seat in state.seats] for count in (board.score, board.lost)]
    yield must(judged, INV_ENDED, taken=taken, lost=lost, win=options.win_emuna, loss=options.loss_emuna)
    yield must(not late, INV_LATE, round=state.round)
