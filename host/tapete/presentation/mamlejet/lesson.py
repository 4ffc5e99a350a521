"""A first campaign of Mamlejet Kohanim for one camp: a round to enlist, and one with every step: an attack, a defence, a healing.

Nobody can foretell the dice: whatever they say, the instructions that follow stay possible, and what only some faces ask for is asked only
then. All wealth is taken at the start of the second round, so that nobody has to pass where nothing could be played.
"""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.games.mamlejet.constants import OPENING_HAND
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.games.mamlejet.language import _
from tapete.presentation.lesson import Guide, told
from tapete.presentation.mamlejet.lesson_texts import (
    OPTIONS,
    burial,
    by_hand,
    city_text,
    dice_text,
    does,
    fallen_text,
    healing_text,
    main_attack,
)

FIRST_ENEMY, STUDY, MESSENGER = 1, 2, 4
SECOND_ENEMY, MINE, SMITH = 5, 6, 8
"""What comes into play, by its number on the table, in the order of the lesson."""

SOLO: tuple[Seat, ...] = ("A",)

GUIDE = Guide(
    game="mamlejet",
    title=_("Your first campaign"),
    minutes=12,
    seats=1,
    options=OPTIONS,
    catalogue="starter",
    instructions=(
        by_hand(
            SOLO,
            told(
                _("Take Torah Study, Swift Messenger, Mine, Field Smith, Plea for Healing and {more} more cards into your hand."),
                more=OPENING_HAND - 5,
            ),
            _(
                "In a real campaign you draw {OPENING_HAND:words} by chance. Up to {MOST_PLAYERS:words} people play "
                "together against the enemy."
            ),
        ),
        by_hand(
            SOLO,
            _("Shuffle the other {CITY_START} cards and lay them face down: your city."),
            _("You draw from it. If you have to draw and it is empty, you lose."),
        ),
        by_hand(
            SOLO,
            _("Put two Philistine Warriors on top of your enemy deck, face down."),
            _("The referee runs the enemy: it says which card comes, whom it attacks and which die to roll."),
        ),
        does(
            SOLO,
            _("Keep this hand (LOCK on the console)."),
            _("If you did not like it, you could shuffle it back and draw one card fewer."),
            "keep_hand",
            _("Round 1 begins. In a real campaign the enemy does not come before round {FIRST_THREAT}."),
            seat="A",
        ),
        does(
            SOLO,
            _("Turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle."),
            _("Threat: the middle is the battle front."),
            "reveal_enemy",
            _("The warrior is at the front. A 5 or more on the die defeats it, and gives you 5 emuná, the spirit of its army."),
            card="e-guerrero",
        ),
        does(
            SOLO,
            _("Play the resource Torah Study."),
            _("Enlistment: one resource each round. They bring the wealth that pays for everything."),
            "play_resource",
            _("Torah Study is in your camp."),
            seat="A",
            card="estudio",
        ),
        does(
            SOLO,
            _("Turn Torah Study to dedicate it."),
            _("What is dedicated cannot be used again until next round."),
            "produce",
            _("You have one point of spirituality."),
            seat="A",
            permanent=STUDY,
        ),
        does(
            SOLO,
            _("Play the soldier Swift Messenger."),
            _("It costs that point. It has zerizut: in combat it strikes before the others."),
            "play_tactic",
            _("The messenger is in your camp; who has just entered does not attack. The warrior has no opponent: it goes for your city."),
            seat="A",
            card="mensajero",
        ),
        does(
            SOLO,
            _("This time do not defend the city (LOCK on the console)."),
            _("The messenger might fall, and you need it for an attack."),
            "decline_defence",
            _("Nobody stands in the warrior's way."),
            seat="A",
        ),
        does(
            SOLO,
            _("Roll the warrior's D10 (ROLL on the console)."),
            _("With {CITY_DIFFICULTY} or more it hits the city."),
            "enter_roll",
            city_text,
        ),
        does(
            SOLO,
            _("Put the top card of your city in your guenizá and say which it is (on the console LOCK, unnamed)."),
            _("The guenizá is your discard pile, face up."),
            "declare_card",
            fallen_text,
            if_owed=("fall",),
            lock={"cards": [UNKNOWN]},
        ),
        by_hand(
            SOLO,
            _("Turn Torah Study upright."),
            _("Round 2. Every round begins by freeing what is dedicated, so that it can be used again."),
        ),
        does(
            SOLO,
            _("Turn over the top card of your enemy deck, another Philistine Warrior, and put it in the middle."),
            None,
            "reveal_enemy",
            _("Now there are two warriors at the front."),
            card="e-guerrero",
        ),
        does(
            SOLO,
            _("Turn Torah Study."),
            _("Its point waits for you until the end of the round."),
            "produce",
            _("You have one point of spirituality, and your main phase begins."),
            seat="A",
            permanent=STUDY,
        ),
        by_hand(
            SOLO,
            _("Draw the top card of your city."),
            _("The draw: every main phase begins like this, except the first of the campaign."),
        ),
        does(
            SOLO,
            _("Play the resource Mine."),
            None,
            "play_resource",
            _("The Mine is in your camp."),
            seat="A",
            card="mina",
        ),
        does(
            SOLO,
            _("Turn the Mine to dedicate it."),
            None,
            "produce",
            _("You have one point of materials too."),
            seat="A",
            permanent=MINE,
        ),
        does(
            SOLO,
            _("Play the soldier Field Smith."),
            _("It costs one point of materials. It adds 1 to its attacks."),
            "play_tactic",
            _("The smith is in your camp: this round it may only defend."),
            seat="A",
            card="herrero",
        ),
        does(
            SOLO,
            _("End the enlistment: pass (LOCK on the console)."),
            _("Keep the Plea for Healing: it may be needed."),
            "pass",
            _("Dedication: now you say which soldier goes against which enemy."),
            seat="A",
        ),
        does(
            SOLO,
            _("Put Swift Messenger opposite the first warrior."),
            _("It has been in your camp for a round: it may attack."),
            "assign",
            _("A fight is always one against one."),
            seat="A",
            soldier=MESSENGER,
            enemy=FIRST_ENEMY,
        ),
        does(
            SOLO,
            _("Confirm the plan (LOCK on the console)."),
            _("Until now you could change it."),
            "confirm_plan",
            _("The messenger is dedicated to combat, turned. The other warrior is free: it goes for your city."),
            seat="A",
        ),
        does(
            SOLO,
            _("Defend the city: put Field Smith opposite the second warrior."),
            _("A defender fights in the city's place."),
            "defend",
            _("There are two fights. Swift Messenger, with zerizut, strikes first."),
            seat="A",
            enemy=SECOND_ENEMY,
            soldier=SMITH,
        ),
        does(
            SOLO,
            _("Roll Swift Messenger's die (ROLL on the console)."),
            _("Early attack: 5 or more is a success."),
            "enter_roll",
            dice_text,
        ),
        by_hand(
            SOLO,
            burial(
                True,
                _("Leave the messenger where it is: the warrior will answer."),
            ),
            _("First assignment of damage: who falls here strikes no more. You win with {WIN_EMUNA} emuná in your guenizá."),
        ),
        *main_attack(
            _("Roll {card:card}'s die against {against:card} (ROLL on the console)."),
            SOLO,
        ),
        does(
            SOLO,
            _("Play Plea for Healing on a soldier that was hit."),
            _("A tefilá may be played at any moment: the damage has not taken effect yet."),
            "play_tactic",
            _("You paid with your point of spirituality. A die says whether it heals."),
            if_owed=("window",),
            lock={},
            seat="A",
            card="sanacion",
        ),
        does(
            SOLO,
            _("Roll the die of the healing (ROLL on the console)."),
            _("It heals with 5 or more. Then the tefilá goes to your guenizá."),
            "enter_roll",
            healing_text,
            if_owed=("answer", "roll_heal"),
        ),
        by_hand(
            SOLO,
            burial(True, _("Leave the cards as they are: nobody else falls.")),
            _("Second assignment of damage. Your fallen soldiers cost you spirit: with {LOSS_EMUNA} emuná lost all is over."),
        ),
    ),
    ending=_(
        "Now you know a whole round. At its end unused wealth is lost, and hands go down to {HAND_LIMIT:words} cards. The campaign goes on."
    ),
)
