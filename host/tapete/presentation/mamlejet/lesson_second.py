"""The second round of the lesson for two in Mamlejet Kohanim: initiative, two main phases, an attack, a defence, a healing.

The initiative is rolled: who leads attacks, and the other defends, so what is asked of a player is made from the state. Whatever the
dice say, the instructions that follow stay possible. All wealth is taken at the start, so that nobody has to pass where nothing could be
played.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Message, Text
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.rounds import OrderSet
from tapete.presentation.lesson import Explain, Outcome
from tapete.presentation.mamlejet.lesson_texts import burial, by_hand, city_chosen, dice_text, does, healing_text, main_attack

FIRST_ENEMY, MINE, SMITH, STUDY, SECOND_ENEMY = 1, 2, 4, 5, 8
"""What comes into play and is named again, by its number on the table, in the order of the lesson."""

BOTH: tuple[Seat, ...] = ("A", "B")
SOLDIERS: dict[Seat, str] = {"A": "herrero", "B": "mensajero"}
"""Whom each player enlists in the first round."""


# ---- whom the dice have named


def to_leader(sentence: Message) -> Explain:
    """A sentence about the first in this round's initiative, {seat}, the other one, {other}, and their soldiers, {soldier} and {second}."""

    def said(outcome: Outcome) -> Text:
        first, second = outcome.after.order
        values = {"seat": first, "other": second, "soldier": SOLDIERS[first], "second": SOLDIERS[second]}
        return outcome.say(sentence, **values)

    return said


def order_text(outcome: Outcome) -> Text:
    """Who leads this round, or that there is a tie."""
    told = outcome.first(OrderSet)
    if told is None:
        return _("It is a tie.")
    return outcome.say(
        _("{seat:seat} rolls higher: this round {seat:seat} plays first, and the enemy comes from {seat:seat}'s deck."),
        seat=told.order[0],
    )


TIED = does(
    BOTH,
    _("{both:seat}: roll again (ROLL on the console)."),
    _("Ties are rolled again."),
    "enter_roll",
    order_text,
    times=2,
    if_owed=("roll_initiative",),
    again=True,
)

MAIN_PHASES = (
    by_hand(
        BOTH,
        _("{both:seat}: turn your resource upright."),
        _("Round 2. Every round begins by freeing what is dedicated, so that it can be used again."),
    ),
    does(
        BOTH,
        _("{both:seat}: roll one D10 each (ROLL on the console)."),
        _("Initiative: the higher roll plays first."),
        "enter_roll",
        order_text,
        times=2,
    ),
    TIED,
    does(
        (),
        to_leader(
            _("{seat:seat}: turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle."),
        ),
        _("Threat: another one comes each round."),
        "reveal_enemy",
        _("Now there are two warriors at the front."),
        card="e-guerrero",
    ),
    does(
        ("A",),
        _("{A:seat}: turn the Mine."),
        _("The point it gives waits for you until the end of the round."),
        "produce",
        seat="A",
        permanent=MINE,
    ),
    does(
        ("B",),
        _("{B:seat}: turn Torah Study."),
        _("The point it gives waits for you until the end of the round."),
        "produce",
        to_leader(
            _("{A:seat} has one point of materials, and {B:seat} one of spirituality. {seat:seat}'s main phase begins."),
        ),
        together=True,
        seat="B",
        permanent=STUDY,
    ),
    by_hand(
        (),
        to_leader(_("{seat:seat}: draw the top card of your city.")),
        _("The draw: every main phase begins like this."),
    ),
    does(
        (),
        to_leader(
            _("{seat:seat}: end the enlistment and play nothing (LOCK on the console)."),
        ),
        _("Here resources and soldiers are played, if you can pay for them."),
        "pass",
        to_leader(
            _("Dedication: {seat:seat} says which soldier goes against which enemy."),
        ),
    ),
    does(
        (),
        to_leader(
            _("{seat:seat}: put {soldier:card} opposite the first warrior."),
        ),
        _("It has been in your camp for a round: it may attack."),
        "assign",
        _("A fight is always one against one."),
        enemy=FIRST_ENEMY,
    ),
    does(
        (),
        to_leader(_("{seat:seat}: confirm the plan (LOCK on the console).")),
        _("Until now you could change it."),
        "confirm_plan",
        to_leader(
            _("{soldier:card} is dedicated to combat, turned. {other:seat}'s main phase begins."),
        ),
    ),
    by_hand(
        (),
        to_leader(_("{other:seat}: draw the top card of your city.")),
        _("The draw: every main phase begins like this."),
    ),
    does(
        (),
        to_leader(
            _("{other:seat}: end the enlistment and play nothing (LOCK on the console)."),
        ),
        _("Keep your cards for the combat."),
        "pass",
        to_leader(_("{second:card} might go against the second warrior.")),
    ),
    does(
        (),
        to_leader(
            _("{other:seat}: confirm the plan and assign nobody (LOCK on the console)."),
        ),
        _("Your soldier stays free to defend."),
        "confirm_plan",
        _("Combat begins. Before the attacks a hishtadlut, which acts once, may still be played."),
    ),
)

COMBAT = (
    does(
        ("A",),
        _("{A:seat}: play Night Forge on Field Smith."),
        _("It costs your point of materials. Then it goes to your guenizá."),
        "play_tactic",
        _("Until the end of the round the smith adds 2 more to its attacks. The second warrior has no opponent: it goes for a city."),
        seat="A",
        card="forja",
        targets=[SMITH],
    ),
    does(
        (),
        to_leader(
            _("{seat:seat}: roll the D10 (ROLL on the console): it names the city."),
        ),
        _("1 to 5 is {A:seat}'s, 6 to 10 is {B:seat}'s."),
        "enter_roll",
        city_chosen,
    ),
    does(
        (),
        to_leader(
            _("{other:seat}: put {second:card} opposite the second warrior to defend it."),
        ),
        _("You may defend your own city, and the other one too."),
        "defend",
        _("There are two fights, and no city in danger. Swift Messenger, with zerizut, strikes first."),
        enemy=SECOND_ENEMY,
    ),
    does(
        ("B",),
        _("{B:seat}: roll Swift Messenger's die (ROLL on the console)."),
        _("Early attack: 5 or more is a success."),
        "enter_roll",
        dice_text,
    ),
    by_hand(
        ("B",),
        burial(
            False,
            _("{B:seat}: leave the messenger where it is: its warrior will answer."),
        ),
        _("First assignment of damage: who falls here strikes no more. The first to {WIN_EMUNA} emuná wins."),
    ),
    *main_attack(_("{seat:seat}: roll {card:card}'s die against {against:card} (ROLL on the console).")),
    does(
        ("B",),
        _("{B:seat}: play Plea for Healing on a soldier that was hit."),
        _("A tefilá may be played at any moment: the damage has not taken effect yet."),
        "play_tactic",
        _("{B:seat} paid with the point of spirituality. A die says whether it heals."),
        if_owed=("window",),
        lock={},
        seat="B",
        card="sanacion",
    ),
    does(
        ("B",),
        _("{B:seat}: roll the die of the healing (ROLL on the console)."),
        _("It heals with 5 or more. Then the tefilá goes to your guenizá."),
        "enter_roll",
        healing_text,
        if_owed=("answer", "roll_heal"),
    ),
    by_hand(
        BOTH,
        burial(
            False,
            _("{both:seat}: leave the cards as they are: nobody else falls."),
        ),
        _("Second assignment of damage. Fallen soldiers cost spirit: if one player loses {LOSS_EMUNA} emuná, both lose."),
    ),
)

SECOND_ROUND = (*MAIN_PHASES, *COMBAT)
