"""A first duel of MORIHAM: three turns with every phase, a summon of each price, a magic, and a chain of two traps.

A opens with a direct attack, B heals and puts up a defender, and A comes back with a tribute. B's net and A's bell make a chain.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.games.moriham.battle import BattleFought
from tapete.games.moriham.changes import LifeChanged
from tapete.games.moriham.constants import START_HAND
from tapete.games.moriham.language import _
from tapete.presentation.lesson import Guide, Instruction, Outcome, always, told, with_lock
from tapete.presentation.moriham.teaching import MATCH

DECK = 20
"""Cards of each deck in this lesson; a duel has more."""


def take(seat: Seat, hand: Text) -> Instruction:
    """A prepared hand."""
    return Instruction(
        whose=(seat,),
        says=told(
            _("{seat:seat}: take {hand} into your hand. Shuffle the other {left} and lay them face down: they are your deck."),
            seat=seat,
            hand=hand,
            left=DECK - START_HAND,
        ),
        why=_("In a real duel a deck has {DECK_CARDS} cards and the hand is drawn by chance."),
    )


def phase(seat: Seat, to: Text, why: Text) -> Instruction:
    """Going on to the next phase."""
    return Instruction(
        whose=(seat,),
        says=with_lock(told(_("{seat:seat}: go on {to}."), seat=seat, to=to)),
        why=why,
        answers=({"action": "next_phase", "seat": seat},),
        else_=_("Now we want to see the next phase."),
    )


INITIAL = _("In the initial phase effects act whose cards say so. Today there are none.")

BATTLE = _("Each monster in attack position (card upright) may attack once.")

FIRST_SLOT = _("first free slot")
"""Where LOCK puts what may lie anywhere."""

KEEP = _("Keep the trap: you will need it soon.")

THIS_CARD = _("The next turns count on that card.")


def direct_text(outcome: Outcome) -> Text:
    """The direct attack."""
    lost = outcome.first(LifeChanged)
    return outcome.say(
        _("{seat:seat} had no monsters: the attack goes straight to their life, from {before} to {after}."),
        seat=lost.seat,
        before=lost.before,
        after=lost.life,
    )


def chain_text(outcome: Outcome) -> Text:
    """The chain and the battle beneath it."""
    battle, lost = outcome.first(BattleFought), outcome.first(LifeChanged)
    return outcome.say(
        _(
            "A chain resolves from its last card: the bell silences the net, and the attack goes on. It is {attack} attack against "
            "{value} defense: the defender goes to the graveyard and {seat:seat} loses the difference, {damage}."
        ),
        attack=battle.attack,
        value=battle.value,
        seat=lost.seat,
        damage=battle.damage,
    )


GUIDE = Guide(
    game="moriham",
    title=_("Your first duel of monsters"),
    minutes=10,
    seats=2,
    options={"deck_size": DECK},
    catalogue="starter",
    instructions=(
        take(
            "A",
            _("Reed Scout, Bog Piper, Silent Bell, Tin Crab and Second Wind"),
        ),
        take(
            "B",
            _("Lamp Moth, Tangle Net, Second Wind, Mudling and Kiln Golem"),
        ),
        Instruction(
            says=with_lock(_("Say that {A:seat} goes first.")),
            why=_("You lose with no life left, or no deck when your turn starts."),
            answers=(MATCH.answer("begin"),),
            after=always(_("Each has {START_LIFE} life. A turn begins by drawing up to {FULL_HAND:words} cards: {A:seat} draws one.")),
        ),
        phase("A", _("to phase 1"), INITIAL),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: summon Reed Scout in slot 1, in attack position (card upright).")),
            why=_("Level 1: it costs nothing. There is one normal summon a turn."),
            answers=(MATCH.answer("scout"),),
            else_=THIS_CARD,
        ),
        phase("A", _("to battle"), BATTLE),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: attack {B:seat} with Reed Scout.")),
            why=_("It has 4 attack."),
            answers=(MATCH.answer("direct", "slot"),),
            after=direct_text,
        ),
        phase(
            "A",
            _("to phase 2"),
            _("After battle you may set and activate cards again."),
        ),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: set Silent Bell face down."), FIRST_SLOT),
            why=_("Only you see it. A set trap may act in anybody's turn."),
            answers=(MATCH.answer("bell", "slot"),),
            lock={},
            else_=THIS_CARD,
        ),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: end the turn.")),
            answers=(MATCH.answer("end_a"),),
        ),
        phase("B", _("to phase 1"), _("{B:seat} has already drawn up to {FULL_HAND:words} cards.")),
        Instruction(
            whose=("B",),
            says=with_lock(_("{B:seat}: activate the magic Second Wind, effect 1: regain 4 life.")),
            why=_("Every magic and trap has {CARD_EFFECTS:words} effects: you choose one."),
            answers=(MATCH.answer("wind"),),
            after=always(_("Before it takes effect, a player with face-down cards may answer with a trap.")),
            else_=THIS_CARD,
        ),
        Instruction(
            whose=("A",),
            says=_("{A:seat}: let the magic go by (LOCK on the console)."),
            why=_("Your bell silences traps, and this is a magic."),
            answers=(MATCH.answer("no_answer"),),
            else_=KEEP,
        ),
        Instruction(
            whose=("B",),
            says=with_lock(_("{B:seat}: summon Lamp Moth in slot 1, in defense position (card sideways).")),
            why=_("While you have a defender, your rival can attack nothing else."),
            answers=(MATCH.answer("moth"),),
            else_=THIS_CARD,
        ),
        Instruction(
            whose=("B",),
            says=with_lock(_("{B:seat}: set Tangle Net face down."), FIRST_SLOT),
            why=_("When {A:seat} attacks, it will stop the attack. Or so you think."),
            answers=(MATCH.answer("net", "slot"),),
            lock={},
            else_=THIS_CARD,
        ),
        Instruction(
            whose=("B",),
            says=with_lock(_("{B:seat}: end the turn.")),
            why=_("In defense the moth does not attack."),
            answers=(MATCH.answer("end_b"),),
        ),
        phase("A", _("to phase 1"), INITIAL),
        Instruction(
            whose=("A",),
            says=with_lock(
                _("{A:seat}: summon Bog Piper in attack position, with Reed Scout as the tribute."),
                FIRST_SLOT,
            ),
            why=_("Level 2 is paid with a level-1 monster; higher levels with tributes whose levels add up to one less."),
            answers=(MATCH.answer("piper", "slot"),),
            lock={},
            else_=THIS_CARD,
        ),
        phase("A", _("to battle"), BATTLE),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: attack Lamp Moth with Bog Piper.")),
            why=_("It stands in defense, and must be beaten before {B:seat} can be reached."),
            answers=(MATCH.answer("attack", "slot"),),
        ),
        Instruction(
            whose=("B",),
            says=with_lock(_("{B:seat}: turn up Tangle Net and activate effect 1: the attack is to be negated.")),
            answers=(MATCH.answer("net_up", "slot"),),
            after=always(_("The net waits on top of the attack: a chain begins.")),
            else_=_("We want to see a chain of traps."),
        ),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: answer with Silent Bell, effect 1: it negates the trap beneath it.")),
            answers=(MATCH.answer("bell_up", "slot"),),
            after=chain_text,
            else_=_("We want to see a chain of traps."),
        ),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: end the turn.")),
            answers=(MATCH.answer("end"),),
        ),
    ),
    ending=_("Now you know every phase. The duel goes on by the ordinary rules: it is {B:seat}'s turn."),
)
