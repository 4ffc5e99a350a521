"""DataMorphs' five cards of each player, and what lies face down: a Bios, an Interrupt, cards left out unseen (DAT-021, 026, 036..043)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tapete.bots.datamorphs import five_of
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.seats import Seat, rival
from tapete.core.steps import Owed
from tapete.games.datamorphs.board import MorphBoard, faces_of
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.state import FACED, ChoosingBios, Exchanging, Interrupt, Joint, LeavingOutTied
from tapete.simulating.dealer import MOST_VALUES, Card, Dealer, Hidden, Move, names_in
from tapete.simulating.stock import Lies, Stock

IN_SECRET = ("play", "skip_program", "stop")
"""What may be locked where both play at once."""


class DatamorphsDealer(Dealer):
    """See the module."""

    def usual(self, rng: random.Random) -> list[Card]:
        """Five different cards of the catalogue."""
        return list(five_of(self.rules, rng))

    def size(self) -> int:
        """Five, always (DAT-004)."""
        return OWNED

    def lies(self, state: Any, seat: Seat) -> Lies:
        """What lies face up or was left out in the open; Interrupts by their places, cards left out unseen by their rounds."""
        player = state.players.of(seat)
        seen = Counter((*faces_of(player), *(card for card in player.out if card is not None)))
        down: list[Any] = [place for place in FACED if isinstance(getattr(player, place), Interrupt)]
        down += [number for number, card in enumerate(player.out) if card is None]
        return Lies(seen, player.hand, 0, tuple(down))

    def fits(self, state: Any, seat: Seat, place: Any, card: Card) -> bool:
        """A card that was left out unseen was shown in no round since (DAT-R45)."""
        return not isinstance(place, int) or not any(card in faces for faces in state.players.of(seat).shown[place:])

    def supposed(self, state: Any, seat: Seat, stock: Stock, rng: random.Random) -> list[Card]:
        """Cards that were shown before are known; the others could be any, until the loser shows all five (DAT-047)."""
        hidden = super().supposed(state, seat, stock, rng)
        if isinstance(state.agenda[-1], Exchanging):
            return hidden
        player = state.players.of(seat)
        open_now = {*faces_of(player), *player.out}
        known = [card for card in dict.fromkeys(card for faces in player.shown for card in faces) if card in hidden]
        strange = [card for card in sorted(self.rules.catalogue.cards) if card not in known and card not in open_now]
        return [*known, *rng.sample(strange, len(hidden) - len(known))]

    def by_itself(self, state: Any, owed: Owed, hidden: Hidden, rng: random.Random) -> dict[str, Any] | None:
        """Everybody has sat down with five cards."""
        return {"action": "start_game"} if owed.seat is None and "start_game" in owed.actions else None

    def locks(self, state: Any, seat: Seat, hidden: Hidden) -> Iterator[Move]:
        """A Bios out of the hand; or a play face down, judged as if the seat were alone (DAT-026, R24).

        Of a seat that has said already what stays out after a tied round: what that card could be (DAT-043).
        """
        top, stock = state.agenda[-1], hidden.stocks[seat]
        if isinstance(top, LeavingOutTied):
            lying = stock.down.get((top.chosen.of(seat) or "").removeprefix("interrupt:"))
            yield from (Move(None, None, (card,)) for card in (dict.fromkeys(stock.hand) if lying is None else (lying,)))
            return
        lock = self.lock(state, seat)
        if isinstance(top, ChoosingBios):
            yield from (Move(lock, card) for card in dict.fromkeys(stock.hand))
        elif isinstance(top, Joint):
            alone = MorphBoard(self.rules, state).alone(seat, top.exchange).state
            for play in self.rules.moves(alone, seat, tuple(stock.hand), most=MOST_VALUES, names=IN_SECRET):
                yield from (Move(lock, play, cards) for cards in self.unseen(state, play, stock))

    def moves(self, state: Any, seat: Seat, owed: Owed, hidden: Hidden) -> Iterator[Move]:
        """As everywhere; in the final exchange both show their five cards (DAT-047)."""
        if not isinstance(state.agenda[-1], Exchanging):
            yield from super().moves(state, seat, owed, hidden)
            return
        mine, others = hidden.stocks[seat].owned, hidden.stocks[rival(seat)].owned
        for take in sorted(others):
            for give in sorted(mine):
                action = self.rules.read({"action": "exchange_cards", "seat": seat, "take": take, "give": give})
                if self.rules.allows(state, action):
                    yield Move(action)

    def unseen(self, state: Any, action: Action, stock: Stock) -> Iterator[tuple[Card, ...]]:
        """The card of an Interrupt, and one that is left out of the hand."""
        if getattr(action, "part", None) == "interrupt" or getattr(action, "ref", None) == "hand":
            yield from ((card,) for card in dict.fromkeys(stock.hand))
        else:
            yield ()

    def follow(self, before: Any, state: Any, move: Move, hidden: Hidden, actor: Seat | None) -> None:
        """As everywhere; unseen cards that are left out are remembered until all are put aside (DAT-038, 043)."""
        for seat, ref in self._left_out(move.action, actor):
            place = ref.removeprefix("interrupt:")
            hidden.laid[seat] = (hidden.stocks[seat].down[place],) if place in FACED and place != ref else move.cards
        named = {actor: names_in(move.action)} if actor is not None else {}
        for seat, stock in hidden.stocks.items():
            lies = self.lies(state, seat)
            late = actor is None or len(state.players.of(seat).out) > len(before.players.of(seat).out)
            put = hidden.laid.pop(seat, ()) if late else move.cards if seat == actor else ()
            stock.follow(lies, named.get(seat, ()), put)

    def _left_out(self, action: Action | None, actor: Seat | None) -> Iterator[tuple[Seat, str]]:
        """Whose cards an action leaves out, by their places."""
        name = "" if action is None else name_of(type(action))
        if actor is not None and name == "leave_out":
            yield actor, action.own  # type: ignore[union-attr]  # its name says what it is
            yield rival(actor), action.rival  # type: ignore[union-attr]  # as above
        elif actor is not None and name == "leave_out_own":
            yield actor, action.ref  # type: ignore[union-attr]  # as above
