"""Shazamm's words: spells, slabs, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Language, Message, Text, Words, figure
from tapete.games.shazamm import bidding, choices, corrections, movement, resolution, rounds, showing
from tapete.games.shazamm.language import _

TITLE = _("Shazamm")

SPELLS: tuple[Text, ...] = (
    _("Fake card"),
    _("Silence"),
    _("Clone"),
    _("Theft"),
    _("End of round"),
    _("Middle"),
    _("Recycle"),
    _("Attack boost"),
    _("Double dose"),
    _("Winner loses"),
    _("Inferno"),
    _("Resistance"),
    _("Sore loser"),
    _("Reserve boost"),
    _("Suction"),
)
"""The names of the cards by their number."""


def spell(number: Any, language: Language) -> str:
    """A card by name and number."""
    known = isinstance(number, int) and 0 <= number < len(SPELLS)
    return f"{SPELLS[number].in_(language)} ({number})" if known else str(number)


def signed(number: Any, _: Language) -> str:
    """A slab, or a change, with its sign: −3, 0, +2."""
    return figure(number, signed=True)


def result(word: Any, language: Language) -> str:
    """How a match has ended: `A wins`, `a draw`."""
    if word == "draw":
        return _("a draw").in_(language)
    return _("{word} wins").fill(word=word).in_(language)


_SOURCES = {"hand": _("the card"), "clone": _("the copy")}


def source(word: Any, language: Language) -> str:
    """Where a spell that Theft takes came from."""
    return _SOURCES[word].in_(language) if word in _SOURCES else str(word)


SENTENCES: dict[type[Event], Told] = {
    bidding.BidLocked: Told(_("{seat} has locked a bid.")),
    bidding.BidUnlocked: Told(_("{seat} thinks again about the bid.")),
    bidding.BidsRevealed: Told(
        _("Bids: {A:seat} {bids.A}, {B:seat} {bids.B}."),
        _("Turn your cards face up."),
    ),
    bidding.BidsReopened: Told(
        _("A bid could not be opened; both bid again."),
        _("Lock your bids again; the cards stay face down."),
    ),
    showing.CardsRevealed: Told(
        _("{seat} casts {spells}."),
        _("{seat}: when the turn is over, put {spells} on your discard pile."),
    ),
    showing.NoSpells: Told(_("{seat} casts no spell.")),
    showing.FakeReturned: Told(
        _("{seat} had laid the fake card."),
        _("{seat}: take back your fake card."),
    ),
    resolution.SpellCancelled: Told(
        _("Both cast {number}: they cancel each other."),
    ),
    resolution.SpellLostSilence: Told(
        _("The round is silent: {seat} loses {number}."),
    ),
    resolution.SilenceOn: Told(
        _("{seat} calls for silence: no spell works for the rest of this round."),
    ),
    resolution.SpellVoid: Told(_("{seat}'s {number} has no effect.")),
    resolution.CloneNone: Told(
        _("{seat} finds nothing to clone."),
    ),
    resolution.TheftNone: Told(_("{seat} finds nothing to steal.")),
    resolution.RoundEndedByCard: Told(
        _("{seat} ends the round; the wall stays where it is."),
    ),
    resolution.WallToMiddle: Told(
        _("{seat} returns the wall to the middle, slab {wall}."),
        _("Slide the wall to slab {wall}."),
    ),
    resolution.MiddleNone: Told(
        _("{seat} casts Middle, but the wall is in the middle already."),
    ),
    choices.Cloned: Told(_("{seat} clones {number}.")),
    choices.CloneDeclined: Told(_("{seat} chooses to clone nothing.")),
    choices.CloneCancelled: Told(
        _("The copy of {number} and the rival's card cancel each other."),
    ),
    choices.Stolen: Told(_("{seat} steals {number} and applies it.")),
    choices.StolenDiscarded: Told(
        _("{seat} steals {number} and discards it."),
    ),
    choices.BidRecycled: Told(_("{seat} readjusts the bid to {bid}.")),
    movement.PowerChanged: Told(
        _("{number}: {seat}'s power rises to {power}."),
    ),
    movement.Power: Told(_("Attack power: {A:seat} {power.A}, {B:seat} {power.B}.")),
    movement.Tie: Told(_("A tie; the wall does not move.")),
    movement.MovementReversed: Told(
        _("{seat} reverses the push."),
    ),
    movement.MovementBlocked: Told(
        _("{seat} resists: the wall does not move."),
    ),
    movement.WallMoved: Told(
        _("The wall moves to slab {wall}."),
        _("Slide the wall to slab {wall}."),
    ),
    movement.Paid: Told(
        _("{seat} pays {bid} and has {mana} left."),
        _("{seat}: move your mana marker down to {mana}."),
    ),
    movement.NotPaid: Told(
        _("{seat}, a sore loser, does not pay the bid of {bid} and keeps {mana}."),
    ),
    movement.ManaGained: Told(
        _("{seat} gains {amount} mana and has {mana}."),
        _("{seat}: move your mana marker up to {mana}."),
    ),
    rounds.WizardHit: Told(_("The wall reaches {seat}'s wizard.")),
    rounds.OutOfMana: Told(_("{seat} is out of mana.")),
    rounds.WallPushed: Told(
        _("{seat} pushes the wall to slab {wall}."),
        _("Slide the wall to slab {wall}."),
    ),
    rounds.PushWaived: Told(_("{seat} leaves the wall where it is.")),
    rounds.PushResisted: Told(
        _("{seat}'s resistance stops this push too."),
    ),
    rounds.RoundEnded: Told(_("Round {round} is over.")),
    rounds.WizardsPlaced: Told(
        _("The wizards take their places three steps from the wall: {A:seat} on {wizard.A}, {B:seat} on {wizard.B}."),
        _("Place {A:seat}'s wizard on slab {wizard.A} and {B:seat}'s on slab {wizard.B}."),
    ),
    rounds.SlabsCollapsed: Told(
        _("Slabs {slabs.A} and {slabs.B} collapse."),
        _("{A:seat} lays a broken-slab tile on {slabs.A}, {B:seat} one on {slabs.B}."),
    ),
    rounds.WizardFell: Told(
        _("{seat}'s wizard falls into the lava from {slab}."),
    ),
    rounds.ManaRestored: Told(
        _("Mana is back at 50."),
        _("Put both mana markers on 50."),
    ),
    rounds.Drew: Told(
        _("{seat} draws {number} {number:spell|spells} and holds {hand}."),
        _("{seat}: draw {number} {number:card|cards}."),
    ),
    rounds.RoundStarted: Told(_("Round {round} begins.")),
    rounds.MatchWon: Told(_("{seat} wins the match.")),
    rounds.MatchDrawn: Told(_("Both fall at once: a draw.")),
    rounds.ReplayDue: Told(
        _("The draw is played again."),
        _("Start a new match in the same seats."),
    ),
    rounds.Conceded: Told(_("{seat} concedes.")),
    corrections.ManaSet: Told(
        _("{seat}'s mana becomes {mana}."),
        _("{seat}: put your mana marker on {mana}."),
    ),
    corrections.WallSet: Told(
        _("The wall is put on slab {wall}."),
        _("Put the wall on slab {wall}."),
    ),
    corrections.HandSet: Told(
        _("{seat} holds {hand} {hand:spell|spells}."),
    ),
    corrections.DeckSet: Told(
        _("{seat}'s draw pile has {deck} left."),
    ),
    corrections.UsedSet: Told(
        _("{seat}'s discard pile becomes: {spells}."),
        _("{seat}: on your discard pile there must be: {spells}."),
    ),
    corrections.LastCastSet: Told(
        _("What {seat} cast on the previous turn: {spells}."),
    ),
    corrections.PositionSet: Told(
        _("The table is set to another position: round {round}, turn {turn}."),
    ),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}

PROMPTS: dict[str, tuple[Message, Message]] = {
    "bid": (
        _("Place your cards face down, set your bid ({low} to {mana}) and press LOCK."),
        _("{seat:seat} is preparing a bid."),
    ),
    "bid_under_silence": (
        _("Silence holds: spells of this round are lost. Set your bid ({low} to {mana}) and press LOCK."),
        _("{seat:seat} is preparing a bid."),
    ),
    "reveal": (
        _("Both are ready. Reveal the bids."),
        _("Both are ready; the bids are being revealed."),
    ),
    "declare": (
        _("Turn your cards face up and enter their numbers; if you played none, confirm without numbers."),
        _("{seat:seat} is showing cards."),
    ),
    "choose_clone": (
        _("Choose which spell of the previous turn you clone, or none: {options:spell}."),
        _("{seat:seat} is choosing what to clone."),
    ),
    "choose_theft": (
        _("Decide for each spell whether you apply it or discard it: {prey:spell}."),
        _("{seat:seat} is deciding about the stolen spells."),
    ),
    "choose_recycle": (
        _("Readjust your bid of {bid}: change it by {low:change} to {high:change}."),
        _("{seat:seat} is readjusting a bid."),
    ),
    "choose_push": (
        _("Your rival is out of mana. Choose how many slabs you push the wall, 0 to {most}."),
        _("{seat:seat} is deciding how far to push the wall."),
    ),
}

WORDS = Words(
    {"spell": spell, "slab": signed, "change": signed, "result": result, "source": source}, {kind: shown_as(kind) for kind in SENTENCES}
)
