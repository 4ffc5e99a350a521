"""A first match of Shazamm: one round of four turns, with bids, the reveal, the wall, and spells one at a time.

The wall walks 0, +1, +2, back to 0 and on to +1, +3, where B's wizard stands: the round is over, and people go on by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.core.seats import Seat
from tapete.core.texts import Joined, Message, Text
from tapete.games.shazamm.constants import (
    ATTACK_BOOST,
    CLONE,
    DOUBLE_DOSE,
    FAKE,
    INFERNO,
    MIDDLE,
    RESERVE_BOOST,
    RESISTANCE,
    SORE_LOSER,
    SUCTION,
    WINNER_LOSES,
)
from tapete.games.shazamm.language import _
from tapete.games.shazamm.movement import NotPaid, Paid, Power, PowerChanged, WallMoved
from tapete.games.shazamm.resolution import WallToMiddle
from tapete.games.shazamm.rounds import RoundStarted, SlabsCollapsed, WizardHit
from tapete.presentation.lesson import Either, Guide, Instruction, Outcome, hands, told
from tapete.presentation.shazamm.teaching import MATCH

HAND_A = (ATTACK_BOOST, DOUBLE_DOSE, INFERNO, RESISTANCE, RESERVE_BOOST)
HAND_B = (CLONE, MIDDLE, WINNER_LOSES, SORE_LOSER, SUCTION)
"""The five spells with which each wizard begins; the other nine lie in the order of their numbers, the lowest on top (SHZ-112)."""

NOTHING = Either(((), (FAKE,)))
"""No spell: no card at all, or the fake one."""


def lay_out(seat: Seat, hand: tuple[int, ...]) -> Instruction:
    """A wizard's prepared cards."""
    numbers = ", ".join(map(str, hand[:-1]))
    return Instruction(
        whose=(seat,),
        says=told(
            _(
                "{seat:seat}: take the spells {numbers} and {last} into your hand, with the fake card ({FAKE}). "
                "Stack the others face down in order, the lowest number on top."
            ),
            seat=seat,
            numbers=numbers,
            last=hand[-1],
        ),
        why=_("In a free match you shuffle all {SPELLS:words} and draw {OPENING_HAND:words}."),
    )


def place(seat: Seat, card: int | None) -> Instruction:
    """Laying a card face down; the fake card where there is no spell."""
    if card is None:
        return Instruction(
            whose=(seat,),
            says=told(_("{seat:seat}: lay the fake card ({FAKE}) in front of you, face down."), seat=seat),
            why=_("Your rival cannot tell it from a spell: that is a bluff."),
        )
    return Instruction(
        whose=(seat,),
        says=told(_("{seat:seat}: lay spell {card} in front of you, face down."), seat=seat, card=card),
    )


SAME_BIDS = _("The sums of the next turns need just these bids.")
SAME_CARDS = _("The next turns count on those cards.")


def bids(a: int, b: int, after: Message) -> tuple[Instruction, Instruction]:
    """Both bids, in any order; the reveal follows by itself."""
    first = Instruction(
        whose=("A",),
        says=told(_("{A:seat}: set a bid of {a} in secret and lock it."), a=a),
        why=_("On the console with MINUS and PLUS; on a phone on your page."),
        answers=({"action": "lock_bid", "seat": "A"},),
    )
    second = Instruction(
        whose=("B",),
        says=told(_("{B:seat}: set a bid of {b} in secret and lock it."), b=b),
        why=_("When both are ready, the bids are shown at once."),
        answers=({"action": "lock_bid", "seat": "B"}, {"action": "reveal_bids", "bids": {"A": a, "B": b}}),
        after=lambda outcome: outcome.say(after),
        else_=SAME_BIDS,
        together=True,
    )
    return first, second


def shows(seat: Seat, card: int | None) -> Text:
    """How a card is shown and entered."""
    if card is None:
        return told(_("{seat:seat}: you cast no spell. Touch “That is all” (on the console: ROLL)."), seat=seat)
    return told(
        _("{seat:seat}: turn your card face up and enter {card} (on the console: go to {card}, LOCK, then ROLL)."), seat=seat, card=card
    )


def cards(a: int | None, b: int | None) -> tuple[Instruction, Instruction]:
    """Both show their cards; then the wall moves and the bids are paid."""
    return (
        Instruction(
            whose=("A",),
            says=shows("A", a),
            answers=({"action": "declare_cards", "seat": "A", "numbers": NOTHING if a is None else Either(((a,), (FAKE, a)))},),
            else_=SAME_CARDS,
        ),
        Instruction(
            whose=("B",),
            says=shows("B", b),
            answers=({"action": "declare_cards", "seat": "B", "numbers": NOTHING if b is None else Either(((b,), (FAKE, b)))},),
            after=turn_text,
            else_=SAME_CARDS,
            together=True,
        ),
    )


RAISED = _("With {number:spell}, {seat:seat}'s power rises to {power}.")


def turn_text(outcome: Outcome) -> Text:
    """What a turn did, from its own events: spells, powers, wall, payment, end of the round."""
    parts: list[Text] = []
    if (back := outcome.first(WallToMiddle)) is not None:
        parts.append(
            outcome.say(
                _("Spells go in the order of their numbers. Middle ({MIDDLE}) puts the wall back on slab {wall:slab}, before the push."),
                wall=back.wall,
            )
        )
    parts += [outcome.say(RAISED, number=event.number, seat=event.seat, power=event.power) for event in outcome.all(PowerChanged)]
    power, moved = outcome.first(Power), outcome.first(WallMoved)
    if power is not None and moved is not None:
        by = abs(moved.by)
        parts.append(
            outcome.say(
                _("Power {a} against {b}: the wall of fire moves {by} {by:slab|slabs} towards {threatened:seat}, to {wall:slab}."),
                a=power.power.A,
                b=power.power.B,
                by=by,
                threatened="B" if moved.by > 0 else "A",
                wall=moved.wall,
            )
        )
    parts += [_paid(outcome, event) for event in (*outcome.all(Paid), *outcome.all(NotPaid))]
    if (hit := outcome.first(WizardHit)) is not None:
        parts.append(_round_text(outcome, hit.seat))
    return Joined(parts)


def _paid(outcome: Outcome, event: Paid | NotPaid) -> Text:
    if isinstance(event, NotPaid):
        sentence = _("{seat:seat} loses the turn, but Sore loser ({SORE_LOSER}) spares the bid: {mana} are left.")
    else:
        sentence = _("{seat:seat} pays {bid} and has {mana} left.")
    return outcome.say(sentence, seat=event.seat, bid=event.bid, mana=event.mana)


def _round_text(outcome: Outcome, hit: Seat) -> Text:
    """The end of the round."""
    collapsed, started = outcome.first(SlabsCollapsed), outcome.first(RoundStarted)
    if collapsed is None or started is None:
        return outcome.say(_("The wall reaches {seat:seat}."), seat=hit)
    return outcome.say(
        _(
            "The wall reaches {seat:seat}: the round is over. The wizards stand {REACH:words} slabs from the "
            "wall again, slabs {a:slab} and {b:slab} collapse, mana is back at {MOST_MANA}, and each draws "
            "{DRAWN_EACH_ROUND:words} cards. A wizard without a slab falls into the lava, and loses."
        ),
        seat=hit,
        a=collapsed.slabs.A,
        b=collapsed.slabs.B,
    )


MOVE_PIECES = Instruction(
    says=hands,
    why=_("The figures on the screen and the console stand like this already."),
)
"""After a turn hands do what has happened."""

PER_TURN = 5
"""Actions of a turn without questions: two locks, the reveal, and both wizards' cards."""

AFTER_BIDS = (
    _("The bids lie open: the higher one pushes the wall, but both pay their own."),
    _("{B:seat}'s bid is higher. Now see what the cards say: a spell works in this turn and is spent."),
    _("{A:seat} bids more again, and the wall is close to {B:seat}. But {B:seat} has a card on the table."),
    _("Now there are two spells: they are resolved in order, the lowest number first, no matter who cast it."),
)
"""What is said of the bids of each turn; the lesson is as long as these."""


def _turn(actions: Sequence[Mapping[str, Any]], says: Message) -> Iterator[Instruction]:
    """One turn of the first match: cards face down, both bids, both cards, and what hands do then."""
    _lock_a, _lock_b, revealed, *shown = actions
    cast = {one["seat"]: next((number for number in one["numbers"] if number != FAKE), None) for one in shown}
    yield from (place(one["seat"], cast[one["seat"]]) for one in shown if one["numbers"])
    yield from bids(revealed["bids"]["A"], revealed["bids"]["B"], says)
    yield from cards(cast["A"], cast["B"])
    yield MOVE_PIECES


GUIDE = Guide(
    game="shazamm",
    title=_("Your first duel"),
    minutes=10,
    seats=2,
    options={"ordered_deck": True},
    instructions=(
        Instruction(
            says=_("Put the wall on slab 0, {A:seat}'s wizard on −{REACH}, {B:seat}'s on +{REACH}, and both mana markers on {MOST_MANA}."),
            why=_("You win by pushing the wall of fire onto your rival, round after round, until the bridge ends under those feet."),
        ),
        lay_out("A", HAND_A),
        lay_out("B", HAND_B),
        *(step for number, says in enumerate(AFTER_BIDS) for step in _turn(MATCH.actions[PER_TURN * number :][:PER_TURN], says)),
    ),
    ending=_("Now you know how to play. The match goes on by the ordinary rules: bid and cast as you like."),
)
