"""A first round of DataMorphs: every element once, an Interrupt, the score, and the card that stays out (ledger, worked example 13).

B leads all the way with more memory; the Interrupt in B's Boost A switches off A's change, and one point of attack gets through.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.rounds import RoundScored
from tapete.presentation.datamorphs.teaching import MATCH
from tapete.presentation.lesson import Guide, Instruction, Outcome, always, told, with_lock

HAND_A = _("Rust Oracle, Glint Loom, Cinder Port, Hollow Thread and Pebble Mux")
HAND_B = _("Velvet Stack, Moth Kernel, Ash Router, Tern Buffer and Brine Socket")

OTHER_ROUND = _("The sums of this round need just that play.")


def take(seat: Seat, hand: Text) -> Instruction:
    """A player's five cards."""
    return Instruction(
        whose=(seat,),
        says=told(_("{seat:seat}: your {OWNED:words} cards are {hand}."), seat=seat, hand=hand),
        why=_("Each card serves as a Bios, a Program, a Boost, a Function or, face down, an Interrupt."),
    )


def order(first: Seat, why: Text) -> Instruction:
    """B has more memory and names who plays first."""
    return Instruction(
        whose=("B",),
        says=with_lock(told(_("{B:seat}: you have more memory. Say that {first:seat} plays first."), first=first)),
        why=why,
        answers=({"action": "choose_order", "seat": "B", "first": first},),
        else_=OTHER_ROUND,
    )


def plays(name: str, says: Text, why: Text) -> Instruction:
    """One card of the first match, as one of its elements."""
    answer = MATCH.answer(name)
    seat = answer["seat"]
    return Instruction(
        whose=(seat,),
        says=with_lock(told(_("{seat:seat}: {says}"), seat=seat, says=says)),
        why=why,
        answers=(answer,),
        else_=OTHER_ROUND,
    )


FREE_ORDER = _("In a free match it is your choice, and waiting may pay.")
FUNCTION = _(
    "A Function gives icons to its own Program if it is of a type that it names, and takes some from a rival Program that is vulnerable."
)


def scored(outcome: Outcome) -> Text:
    """The round's sums."""
    score = outcome.first(RoundScored)
    return outcome.say(
        _(
            "The icons of active parts are added. {A:seat}: {a} attack and {ad} defense. {B:seat}: {b} attack and {bd} defense. "
            "Defense cancels the rival's attack: {ai} of {A:seat}'s and {bi} of {B:seat}'s get through, and {B:seat} wins the round."
        ),
        a=score.attack.A,
        ad=score.defense.A,
        b=score.attack.B,
        bd=score.defense.B,
        ai=score.inflicted.A,
        bi=score.inflicted.B,
    )


GUIDE = Guide(
    game="datamorphs",
    title=_("Your first DataMorph"),
    minutes=10,
    seats=2,
    catalogue="starter",
    instructions=(
        take("A", HAND_A),
        take("B", HAND_B),
        Instruction(
            says=with_lock(_("When you are ready, start the match.")),
            why=_("{WINS_NEEDED:words} rounds of {ROUNDS:words} win the match."),
            answers=(MATCH.answer("begin"),),
            after=always(_("Round 1: {OWNED:words} cards each.")),
        ),
        Instruction(
            says=with_lock(_("Lay your Bios face down: {A:seat}, Rust Oracle; {B:seat}, Velvet Stack. Turn both over together.")),
            why=_("The Bios says how much memory you have for the round."),
            answers=(MATCH.answer("bios", "nonces"),),
            else_=OTHER_ROUND,
        ),
        order(
            "A",
            _("More memory is the initiative: you decide each exchange's order."),
        ),
        plays(
            "glint_loom",
            _("play Glint Loom as the Program."),
            _("It costs as much memory as it has attack and defense icons: 3."),
        ),
        plays(
            "moth_kernel",
            _("play Moth Kernel as the Program."),
            _("It costs 2, and brings 1 memory from now on."),
        ),
        order("B", FREE_ORDER),
        plays(
            "ash_router",
            _("play Ash Router as Boost B."),
            _("Two defense for two memory."),
        ),
        plays(
            "cinder_port",
            _("play Cinder Port as Boost A."),
            _("A change Boost costs only {CHANGE_COST}: it would turn your defense into attack."),
        ),
        order("A", FREE_ORDER),
        plays(
            "hollow_thread",
            _("play Hollow Thread as Boost B."),
            _("One attack, and its memory pays for itself."),
        ),
        plays(
            "interrupt",
            _("lay Brine Socket face down in your Boost A: an Interrupt."),
            _("It switches off what faces it: {A:seat}'s change is gone. Nobody has to say which card it is."),
        ),
        order("B", FREE_ORDER),
        plays(
            "tern_buffer",
            _("play Tern Buffer as the Function."),
            FUNCTION,
        ),
        Instruction(
            whose=("A",),
            says=with_lock(_("{A:seat}: play Pebble Mux as the Function.")),
            why=_("It does not fit your type, but it was your last card: the round ends and is scored."),
            answers=(MATCH.answer("mux"),),
            after=scored,
            else_=OTHER_ROUND,
        ),
        Instruction(
            whose=("B",),
            says=with_lock(
                _("{B:seat}: choose one card of yours and one of {A:seat}'s to stay out."),
                _("your Interrupt and {A:seat}'s Program"),
            ),
            why=_("The winner of the round chooses. It may be your Interrupt: nobody will see it."),
            answers=(MATCH.answer("left_out", "own", "rival"),),
            lock={"own": "interrupt:boost_a", "rival": "program"},
        ),
    ),
    ending=_("Now you know all five elements. Round 2 follows, with {ROUND_2:words} cards each and the ordinary rules."),
)
