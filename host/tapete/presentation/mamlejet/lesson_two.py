"""First rounds of Mamlejet Kohanim for two camps: one to enlist, here, and a second with every step (`mamlejet_second`).

The initiative of the first round is settled before it begins, A first; whatever the dice say, the instructions that follow stay possible.
"""

from __future__ import annotations

from typing import Any

from tapete import cards
from tapete.core import position
from tapete.core.texts import Message, Text
from tapete.games.mamlejet.constants import OPENING_HAND
from tapete.games.mamlejet.figures import UNKNOWN
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Assaults
from tapete.presentation.lesson import Explain, Guide, Outcome, told
from tapete.presentation.mamlejet.lesson_second import BOTH, MINE, SECOND_ROUND, STUDY
from tapete.presentation.mamlejet.lesson_texts import OPTIONS, by_hand, city_chosen, city_text, does, fallen_text

SETTLED: tuple[dict[str, Any], ...] = (
    {"action": "keep_hand", "seat": "A"},
    {"action": "keep_hand", "seat": "B"},
    {"action": "enter_roll", "roll": "initiative-A.0", "value": 9},
    {"action": "enter_roll", "roll": "initiative-B.0", "value": 4},
)
"""What is settled before the lesson begins: hands are kept, and A rolled higher."""


def opening() -> dict[str, Any]:
    """The start of the first round, A before B."""
    rules = cards.bind("mamlejet", OPTIONS, "starter")
    state = rules.start(BOTH)
    for action in SETTLED:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


# ---- whom the dice have named


def to_city(sentence: Message, *, other: bool = False) -> Explain:
    """A sentence to the player whose city was chosen last, {seat}; or to the other one."""

    def said(outcome: Outcome) -> Text:
        city = next(step for step in outcome.after.agenda if isinstance(step, Assaults)).attacks[0].city
        return outcome.say(sentence, seat=next(seat for seat in BOTH if (seat == city) != other))

    return said


def to_fallen(sentence: Message) -> Explain:
    """A sentence to the player from whose city a card falls, {seat}."""
    return lambda outcome: outcome.say(sentence, seat=outcome.after.agenda[-1].seat)


SETTING_OUT = (
    by_hand(
        ("A",),
        told(_("{A:seat}: take Mine, Field Smith, Night Forge and {more} more cards of your deck into your hand."), more=OPENING_HAND - 3),
        _("In a real campaign you draw {OPENING_HAND:words} by chance."),
    ),
    by_hand(
        ("B",),
        told(
            _("{B:seat}: take Torah Study, Swift Messenger, Plea for Healing and {more} more cards of your deck into your hand."),
            more=OPENING_HAND - 3,
        ),
        _("Each has a deck and a camp; the enemy is everybody's."),
    ),
    by_hand(
        BOTH,
        _("{both:seat}: shuffle the rest of your deck and lay it face down: it is your city."),
        _("You draw from it. A draw from an empty city loses it for both."),
    ),
    by_hand(
        BOTH,
        _("{both:seat}: put two Philistine Warriors on top of your enemy deck, face down."),
        _("The referee runs the enemy. In a real campaign it does not come before round {FIRST_THREAT}."),
    ),
)

FIRST_ROUND = (
    does(
        ("A",),
        _("{A:seat}: turn over the top card of your enemy deck, Philistine Warrior, and put it in the middle."),
        _("Threat: the middle is the battle front. {A:seat} opens this round, having rolled higher for initiative."),
        "reveal_enemy",
        _("The warrior is at the front. A 5 or more on the die defeats it, and it gives 5 emuná, the spirit of its army."),
        owner="A",
        card="e-guerrero",
    ),
    does(
        ("A",),
        _("{A:seat}: play the resource Mine."),
        _("Enlistment: one resource each round. They bring the wealth that pays for everything.", "for two"),
        "play_resource",
        _("The Mine is in {A:seat}'s camp."),
        seat="A",
        card="mina",
    ),
    does(
        ("A",),
        _("{A:seat}: turn the Mine to dedicate it."),
        _("What is dedicated cannot be used again until next round."),
        "produce",
        _("{A:seat} has one point of materials."),
        seat="A",
        permanent=MINE,
    ),
    does(
        ("A",),
        _("{A:seat}: play the soldier Field Smith."),
        _("It costs that point. It adds 1 to its attacks."),
        "play_tactic",
        _("The smith is in {A:seat}'s camp. Who has just entered does not attack, but may defend. It is {B:seat}'s turn."),
        seat="A",
        card="herrero",
    ),
    by_hand(
        ("B",),
        _("{B:seat}: draw the top card of your city."),
        _("The draw: every main phase begins like this, except the first of the campaign."),
    ),
    does(
        ("B",),
        _("{B:seat}: play the resource Torah Study."),
        _("Each pays with their own resources."),
        "play_resource",
        _("Torah Study is in {B:seat}'s camp."),
        seat="B",
        card="estudio",
    ),
    does(
        ("B",),
        _("{B:seat}: turn Torah Study to dedicate it."),
        None,
        "produce",
        _("{B:seat} has one point of spirituality."),
        seat="B",
        permanent=STUDY,
    ),
    does(
        ("B",),
        _("{B:seat}: play the soldier Swift Messenger."),
        _("It costs that point. It has zerizut: in combat it strikes before the others."),
        "play_tactic",
        _("The messenger is in {B:seat}'s camp. Combat begins: the warrior has no opponent and goes for a city."),
        seat="B",
        card="mensajero",
    ),
    does(
        ("A",),
        _("{A:seat}: roll the D10 (ROLL on the console): it names the city."),
        _("1 to 5 is {A:seat}'s, 6 to 10 is {B:seat}'s."),
        "enter_roll",
        city_chosen,
    ),
    does(
        (),
        to_city(
            _("{seat:seat}: this time do not defend your city (LOCK on the console)."),
        ),
        _("Your soldier might fall, and you need it."),
        "decline_defence",
        _("The other player might defend it too."),
    ),
    does(
        (),
        to_city(
            _("{seat:seat}: do not defend it either (LOCK on the console)."),
            other=True,
        ),
        _("Both soldiers are kept for the next round."),
        "decline_defence",
        _("Nobody stands in the warrior's way."),
    ),
    does(
        (),
        to_city(
            _("{seat:seat}: roll the warrior's D10 (ROLL on the console)."),
        ),
        _("With {CITY_DIFFICULTY} or more it hits the city."),
        "enter_roll",
        city_text,
    ),
    does(
        (),
        to_fallen(
            _("{seat:seat}: put the top card of your city in your guenizá and say which it is (on the console LOCK, unnamed)."),
        ),
        _("The guenizá is your discard pile, face up."),
        "declare_card",
        fallen_text,
        if_owed=("fall",),
        lock={"cards": [UNKNOWN]},
    ),
)

GUIDE = Guide(
    game="mamlejet",
    title=_("Your first two rounds together"),
    minutes=15,
    seats=2,
    options=OPTIONS,
    catalogue="starter",
    position=opening(),
    instructions=(*SETTING_OUT, *FIRST_ROUND, *SECOND_ROUND),
    ending=_(
        "Now you know a whole round. At its end unused wealth is lost, and hands go down to "
        "{HAND_LIMIT:words} cards. The campaign goes on.",
        "for two",
    ),
)
