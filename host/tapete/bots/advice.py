"""What a bot would do with a hand that it is told, and what the first alternatives are worth.

The hand is all it hears of hidden cards: it never learns another seat's, and what it supposes of them is its own guess.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from tapete.bots import Alternative, HeldCard, bot_of, strengths_of
from tapete.bots.deadline import ADVICE_S, Deadline
from tapete.bots.dealing import deal, hand_faults, held
from tapete.bots.driving import FACES
from tapete.bots.forgetful import NOTHING, Forgetful
from tapete.bots.random_answers import by_chance
from tapete.bots.strength import STRENGTHS, Unplayable
from tapete.core.kinds import name_of
from tapete.core.preview import preview
from tapete.core.refusals import Code, Illegal, RefereeError
from tapete.core.rules import Rules, result_word
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.texts import _
from tapete.core.vault import Vault, take_secret

MOST = 5
"""So many alternatives are named."""

MORE = 4
"""So many bots with other whims are asked for alternatives, while there is time."""

USUAL_S = ADVICE_S
LONGEST_S = 60.0
"""Seconds of thought: the usual, and the most that may be asked for."""

NO_STRENGTH = Code(
    "no_strength",
    "",
    _("There is no bot of strength {strength} for {game} under these house rules; there are: {strengths}."),
)
TABLE_OWES_NOTHING = Code("table_owes_nothing", "", _("The table owes nothing now: ask for the seat that is to act."))
NOTHING_OWED = Code("nothing_owed", "", _("{seat:seat} owes nothing now: ask for a seat that is to act."))
HAND_LEFT_OUT = Code("hand_left_out", "", _("{seat:seat} holds {held} {held:card|cards}: name them in the hand."))
NO_TIME = Code("no_time", "", _("A bot needs time to think: say more than 0 and at most {most} seconds."))
NO_ANSWER = Code("no_answer", "", _("No bot and no chance finds an answer here: ask for `legal`, and fill in a draft."))


class Suggestion(Struct, frozen=True):
    """What a bot would do, the first of its alternatives.

    `by` is chance where the bot has no opinion. `unit` says how worths are counted: `match` is the chance of winning against perfect play
    (0..1, a draw is half a match), `table` a figure of the bot's own for how the table would lie if nobody reacted: only differences count.
    """

    by: Literal["bot", "chance"]
    alternatives: tuple[Alternative, ...]
    unit: Literal["match", "table"] | None = None


class Adviser:
    """The bots that advise the seats of one match, and those that play them; they remember what they have laid down.

    Args:
        rules: of the match. rng: their whims.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random) -> None:
        self._rules, self._rng = rules, rng
        self._bots: dict[tuple[Seat, str], Any] = {}
        self._players: dict[str, Any] = {}
        """By strength, the bots that play seats with cards of their own."""
        self._dealt: dict[Seat, tuple[HeldCard, ...]] = {}
        """Hands that were dealt to seats, for bots that are still to come."""

    def deal(self, state: Any, seat: Seat, hand: Sequence[HeldCard]) -> None:
        """Let bots that play a seat from now on hold these cards; what they draw later stays their own guess.

        Args:
            state: where the match stands. seat: whose. hand: all of its cards.

        Raises:
            Illegal: there is no such seat, or it cannot hold these cards.
        """
        if seat not in state.seats:
            raise Illegal((self._rules.game.no_seat_code(seat=seat).under("seat"),))
        if faults := hand_faults(self._rules, state, seat, hand):
            raise Illegal(tuple(fault.under("hand") for fault in faults))
        self._dealt[seat] = tuple(hand)
        for player in self._players.values():
            deal(player, self._rules, state, seat, hand)

    def answer(
        self, state: Any, seat: Seat | None, strength: str = "medium", seconds: float = USUAL_S, vault: Vault | None = None
    ) -> dict[str, Any]:
        """Answer what a seat owes as a bot that plays it; a lock carries its secret.

        Args:
            state: where the match stands. seat: who answers; None: the table (dice, and what belongs to nobody), by chance.
            strength, seconds, vault: as for `suggest`.

        Raises:
            Illegal: the match is over, nothing is owed, or there is no such seat, strength or time.
        """
        rules = self._rules
        if not 0 < seconds <= LONGEST_S:
            raise Illegal((NO_TIME(most=int(LONGEST_S)).under("seconds"),))
        if seat is None:
            self._not_over(state)
            owed = next((one for one in rules.awaiting(state) if one.seat is None or one.meaning == "die"), None)
            if owed is None:
                raise Illegal((TABLE_OWES_NOTHING().under("seat"),))
            wish = None
        else:
            owed = self._owed(state, seat)
            if strength not in self._players:
                self._players[strength] = player = self._made(strength)
                for whose, hand in self._dealt.items():
                    if not hand_faults(rules, state, whose, hand):
                        deal(player, rules, state, whose, hand)
            player = self._players[strength]
            wish = player.decide(state, seat, owed, Deadline(seconds)) if player is not None and owed.meaning != "die" else None
        if owed.meaning == "die":
            return {"action": "enter_roll", "roll": owed.params["roll"], "value": self._rng.randint(1, FACES)}
        who = seat or state.seats[0]
        if wish is not None and self._fits(state, who, owed, wish, vault or Vault()):
            return dict(wish)
        chance = by_chance(rules, state, who, owed, self._rng)
        if chance is None:
            raise Illegal((NO_ANSWER(),))
        return chance

    def suggest(
        self,
        state: Any,
        seat: Seat,
        strength: str = "medium",
        hand: Sequence[HeldCard] | None = None,
        seconds: float = USUAL_S,
        vault: Vault | None = None,
    ) -> Suggestion:
        """What a bot would do, and other things that it would think of.

        Args:
            state: where the match stands. seat: who asks; the first seat asks for the table too.
            strength: of the bot. hand: the cards of the seat, all of them; None: it holds none.
            seconds: of thought, above 0 and up to 60. vault: what the match keeps locked.

        Raises:
            Illegal: the match is over, the seat owes nothing, or there is no such seat, strength or hand, or no time.
        """
        rules = self._rules
        owed = self._owed(state, seat)
        if not 0 < seconds <= LONGEST_S:
            raise Illegal((NO_TIME(most=int(LONGEST_S)).under("seconds"),))
        count = held(rules, state, seat)
        if hand is None and count:
            raise Illegal((HAND_LEFT_OUT(seat=seat, held=count).under("hand"),))
        if faults := hand_faults(rules, state, seat, hand or ()):
            raise Illegal(tuple(fault.under("hand") for fault in faults))
        bot, deadline = self._bot(seat, strength), Deadline(seconds)
        found: list[Alternative] = []
        for thinker in (bot, *(self._made(strength) for _more in range(MORE))):
            if found and (deadline.over or _thoughts(bot, state, seat)):
                break
            deal(thinker, rules, state, seat, hand or ())
            wish = thinker.decide(state, seat, owed, deadline) if thinker is not None else None
            if wish is not None and self._fits(state, seat, owed, wish, vault or Vault()):
                laid = _laid(thinker, state, seat)
                if all((one.action, one.cards) != (wish, laid) for one in found):
                    found.append(Alternative(dict(wish), laid))
        if not found:
            chance = by_chance(rules, state, seat, owed, self._rng)
            if chance is None:
                raise Illegal((NO_ANSWER(),))
            return Suggestion("chance", (Alternative(chance),))
        return self._weighed(bot, state, seat, owed, found)

    def _owed(self, state: Any, seat: Seat) -> Owed:
        rules = self._rules
        if seat not in state.seats:
            raise Illegal((rules.game.no_seat_code(seat=seat).under("seat"),))
        self._not_over(state)
        owing = rules.awaiting(state)
        mine = next((owed for owed in owing if owed.seat == seat), None)
        for_all = next((owed for owed in owing if owed.seat is None), None) if seat == state.seats[0] else None
        if (owed := mine or for_all) is None:
            raise Illegal((NOTHING_OWED(seat=seat).under("seat"),))
        return owed

    def _not_over(self, state: Any) -> None:
        if (over := self._rules.result(state)) is not None:
            raise Illegal((self._rules.game.over_code(result=result_word(over), reason=over.reason),))

    def _bot(self, seat: Seat, strength: str) -> Any:
        if (seat, strength) not in self._bots:
            self._bots[seat, strength] = self._made(strength)
        return self._bots[seat, strength]

    def _made(self, strength: str) -> Any:
        rules = self._rules
        try:
            named = next((one for one in STRENGTHS if one == strength), None)
            if named is None:
                raise Unplayable(strength)
            return bot_of(rules, random.Random(self._rng.random()), named)
        except Unplayable as fault:
            if fault.refusal is not None:
                raise Illegal((fault.refusal.under("strength"),)) from None
            there = [one for one in strengths_of(rules.game.name) if one != strength]
            raise Illegal((NO_STRENGTH(strength=strength, game=rules.game.title, strengths=there).under("strength"),)) from None

    def _fits(self, state: Any, seat: Seat, owed: Owed, wish: Mapping[str, Any], vault: Vault) -> bool:
        """Say whether a wish is this seat's own answer, and legal."""
        if owed.seat is not None and wish.get("seat") != seat:
            return False
        try:
            made = self._rules.read(take_secret(self._rules, state, wish, vault.copy()))
        except RefereeError:
            return False
        return not self._rules.check(state, made)

    # ---- worth

    def _weighed(self, bot: Any, state: Any, seat: Seat, owed: Owed, found: Sequence[Alternative]) -> Suggestion:
        if self._rules.game.name == "shazamm" and _exactly(self._rules, state, seat):
            return self._by_the_table(state, seat, found)
        if thought := _thoughts(bot, state, seat):
            return self._thought(found, thought)
        inner = _inner(bot)
        player = getattr(inner, "players", {}).get(seat)
        worth = getattr(player, "worth", None) or _for(getattr(inner, "worth", None), seat)
        if worth is None or any(name_of(sealing.lock) in owed.actions for sealing in self._rules.game.sealings):
            return Suggestion("bot", tuple(found[:MOST]))
        idle = [self._after(state, one, worth) for one in self._idle(state, seat, owed)]
        first, *others = (self._after(state, one, worth) for one in found)
        nothing = [one for one in idle if one.action != first.action]  # what the others are compared with is never left out
        differing = {_sameness(one): one for one in reversed((first, *(one for one in others if one not in nothing)))}
        others = sorted((one for one in differing.values() if one is not first), key=_worst_last)[: MOST - 1 - len(nothing)]
        return Suggestion("bot", (first, *sorted((*others, *nothing), key=_worst_last)), "table" if first.worth is not None else None)

    def _thought(self, found: Sequence[Alternative], thought: Sequence[Alternative]) -> Suggestion:
        """What the bot itself has weighed, its answer first, then what it holds for the next best."""
        of = {(repr(one.action), one.cards): one.worth for one in thought}
        first = structs.replace(found[0], worth=of.get((repr(found[0].action), found[0].cards)))
        others = [one for one in thought if one.worth is not None and (one.action, one.cards) != (first.action, first.cards)]
        others.sort(key=lambda one: -(one.worth or 0.0))
        return Suggestion("bot", (first, *others[: MOST - 1]), "table" if first.worth is not None else None)

    def _idle(self, state: Any, seat: Seat, owed: Owed) -> Iterable[Alternative]:
        """To do nothing, where that is legal."""
        for name in owed.actions:
            plain = {"action": name, "seat": seat}
            if name in NOTHING and self._fits(state, seat, owed, plain, Vault()):
                yield Alternative(plain)
                return

    def _after(self, state: Any, one: Alternative, worth: Any) -> Alternative:
        try:
            value = float(worth(preview(self._rules, state, self._rules.read(one.action)).state))
        except (RefereeError, Unplayable):  # its outcome is not known, or the bot has no weights
            return one
        return Alternative(one.action, one.cards, value)

    def _by_the_table(self, state: Any, seat: Seat, found: Sequence[Alternative]) -> Suggestion:
        """Every bid of perfect play, the likeliest first after the one that was drawn, with what each is worth."""
        from tapete.bots.shazamm import exact  # here and below: pages of other games do not wait for it
        from tapete.bots.shazamm.perfect_values import stored
        from tapete.bots.shazamm.tableau import worths

        at = exact.moment(state, self._rules.options, seat)
        solved = exact.equilibrium(stored(), at)
        values = worths(exact.stage(stored(), at), solved.columns)
        amount = found[0].action["amount"]
        rest = sorted((bid for bid, share in enumerate(solved.rows, 1) if share and bid != amount), key=lambda bid: -solved.rows[bid - 1])
        return Suggestion(
            "bot",
            tuple(
                Alternative({"action": "lock_bid", "seat": seat, "amount": bid}, (), (1 + values[bid - 1]) / 2, solved.rows[bid - 1])
                for bid in (amount, *rest[: MOST - 1])
            ),
            "match",
        )


def _exactly(rules: Rules[Any], state: Any, seat: Seat) -> bool:
    """Say whether perfect play is known here: bids, with no spell left, under rules that were solved."""
    from tapete.bots.shazamm import exact
    from tapete.bots.shazamm.perfect_values import stored
    from tapete.games.shazamm.state import Bidding

    if not isinstance(state.agenda[-1], Bidding) or not exact.without_spells(state) or not exact.applies(rules.options):
        return False
    return stored().knows(exact.moment(state, rules.options, seat).start)


def _laid(bot: Any, state: Any, seat: Seat) -> tuple[HeldCard, ...]:
    """The cards that a bot lays face down with its answer, where its game has such (Shazamm)."""
    found: tuple[HeldCard, ...] = bot.laid(state, seat) if hasattr(bot, "laid") else ()
    return found


def _for(worth: Callable[[Any, Seat], float] | None, seat: Seat) -> Callable[[Any], float] | None:
    """What tables are worth to one seat, by a bot that says it for each."""
    return None if worth is None else lambda state: worth(state, seat)


def _sameness(one: Alternative) -> tuple[Any, ...]:
    """What two weighed alternatives have in common that differ in a place alone, and are worth the same."""
    if one.worth is None:
        return (id(one),)
    return one.worth, one.cards, *(f"{name}={value}" for name, value in sorted(one.action.items()) if not isinstance(value, int))


def _worst_last(one: Alternative) -> float:
    """Where an alternative stands among others, those of unknown worth amid them."""
    return -one.worth if one.worth is not None else 0.0


def _inner(bot: Any) -> Any:
    """The bot that thinks, where another one forgets for it."""
    return bot.bot if isinstance(bot, Forgetful) else bot


def _thoughts(bot: Any, state: Any, seat: Seat) -> Sequence[Alternative]:
    """What a bot has weighed for its last answer; empty where it does not say it."""
    inner = _inner(bot)
    return inner.alternatives(state, seat) if hasattr(inner, "alternatives") else ()
