"""What a sound position has: the invariants that the ledger demands of one (section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Permanent, Round, Setup, Window

Faults = Iterator[Refusal | None]


INV_AGENDA = Code("inv_agenda", "MMK-172", _("The steps that are due do not fit together."))

INV_PAIRS = Code("inv_pairs", "MMK-126", _("Combat pairs are not one against one."))

INV_IDS = Code("inv_ids", "MMK-251", _("Numbers of cards are there twice or too high."))

INV_ATTACHED = Code("inv_attached", "MMK-027", _("Something is attached to a card that is not there."))

INV_LEGENDARY = Code("inv_legendary", "MMK-246", _("Two copies of {card:card} are in play."))

INV_ENDED = Code("inv_ended", "MMK-R38", _("The match should have ended."))

INV_SEATS = Code("inv_seats", "MMK-155", _("The seats or their order are not right."))


def faults(board: Front) -> Faults:
    """Every broken invariant of a position."""
    state = board.state
    known = list(_unknown(board))
    yield from known
    seats = state.seats
    ordered = sorted(state.order) == sorted(seats) or not state.order
    yield must(seats == SEATS[: len(seats)] and ordered, INV_SEATS)
    base = state.agenda[0] if state.agenda else None
    right = isinstance(base, Setup | Round | Over) and not any(isinstance(step, Setup | Round | Over) for step in state.agenda[1:])
    yield must(right, INV_AGENDA)
    if known or not right or seats != SEATS[: len(seats)]:
        return
    ids = [p.id for p in state.permanents]
    yield must(ids == sorted(set(ids)) and all(number < state.next_id for number in ids), INV_IDS)
    for seat in seats:
        yield from _counts(board, seat)
    yield must(all(_paired(board, p) for p in state.permanents), INV_PAIRS)
    yield must(all(p.attached_to is None or board.in_play(p.attached_to) for p in state.permanents), INV_ATTACHED)
    if isinstance(board.top, Window):
        for card in {p.card for p in state.permanents if board.card(p.card).legendary}:
            yield must(sum(p.card == card for p in state.permanents) == 1, INV_LEGENDARY, card=card)
    if isinstance(board.top, Window):
        aim = board.options.mode == "emuna" or board.options.clock_keeps_threshold
        won = aim and any(board.score(seat) >= board.options.win_emuna for seat in seats)
        yield must(not won and all(board.lost(seat) < board.options.loss_emuna for seat in seats), INV_ENDED)


INV_CARD = Code("inv_card", "MMK-005", _("There is no such card, or it cannot lie there: {card}."))


def _unknown(board: Front) -> Iterator[Refusal]:
    """Cards that lie open are known, and on the right side."""
    for p in board.state.permanents:
        seated = p.owner in board.state.seats and (p.controller is None or p.controller in board.state.seats)
        if not seated or not board.knows(p.card) or board.is_enemy(p.card) != (p.controller is None):
            yield INV_CARD(card=p.card)
    for player in board.state.players:
        for lying in player.guenizah:
            if lying.card != UNKNOWN and not board.knows(lying.card):
                yield INV_CARD(card=lying.card)
        for card in player.enemy_out:
            if not board.knows(card) or not board.is_enemy(card):
                yield INV_CARD(card=card)
    for item in board.waiting():
        whole = item.kind != "tactic" or None not in (item.card, item.owner, item.controller)
        if not whole or (item.card is not None and not board.knows(item.card)):
            yield INV_CARD(card=item.card)


INV_TACTICS = Code("inv_tactics", "MMK-148", _("{seat:seat}'s tactics add to {sum} and are {due}."))

INV_ENEMIES = Code("inv_enemies", "MMK-148", _("{seat:seat}'s enemies add to {sum} and are {due}."))


def _counts(board: Front, seat: Seat) -> Faults:
    """1, 2: every card of a deck is somewhere."""
    player, state, options = board.player(seat), board.state, board.options
    lying = [x.card for other in state.players for x in other.guenizah if x.owner == seat]
    standing = [p.card for p in state.permanents if p.owner == seat]
    waiting = sum(item.kind == "tactic" and item.owner == seat for item in board.waiting())
    tactics = player.hand + player.city + waiting + sum(not board.is_enemy(card) for card in (*lying, *standing))
    enemies = player.enemy_city + len(player.enemy_out) + sum(board.is_enemy(card) for card in (*lying, *standing))
    more, more_enemies = state.ruled_counts.get(seat, (0, 0))
    due, due_enemies = options.deck_tactics + more, options.deck_enemies + more_enemies
    yield must(tactics == due, INV_TACTICS, seat=seat, sum=tactics, due=due)
    yield must(enemies == due_enemies, INV_ENEMIES, seat=seat, sum=enemies, due=due_enemies)


def _paired(board: Front, p: Permanent) -> bool:
    """3: pairs are mutual, one ally and one enemy; no enemy has both kinds of opponent."""
    if p.controller is None and p.opponent is not None and p.frenzy_opponent is not None:
        return False
    for mine in ("opponent", "frenzy_opponent"):
        other = getattr(p, mine)
        if other is not None:
            if not board.in_play(other):
                return False
            there = board.at_id(other)
            if getattr(there, mine) != p.id or (there.controller is None) == (p.controller is None):
                return False
    return True
