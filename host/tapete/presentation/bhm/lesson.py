"""A first war of BHM: two turns with every phase, and the start of a third in which a deserter comes back.

A calls a bear and a scribe and arms the bear; B frightens the scribe away, brings the bear down with two attacks and takes the territory.
Counters begin at 8, a house rule, so that something can be called at once; who begins has been decided.
"""

from __future__ import annotations

from typing import Any

from tapete import cards
from tapete.core import position
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.games.bhm.constants import OPENING_HAND
from tapete.games.bhm.language import _
from tapete.games.bhm.turn import Compared
from tapete.presentation.bhm.teaching import MATCH
from tapete.presentation.lesson import Explain, Guide, Instruction, Outcome, Pattern, always, told, with_lock

START, AHEAD = 8, 2
"""Where the counters begin, and how many beings A has more when they are compared."""

OPTIONS = {"starting_counter": START, "reaction_windows": "off"}

DECK = 40
"""Cards of each deck in this lesson, before a hand is drawn."""

SETTLED = 6
"""So many actions of the first match are done before the lesson begins: decks, hands, and A's higher die."""


def opening() -> dict[str, Any]:
    """The start of A's first turn."""
    rules = cards.bind("bhm", OPTIONS, "starter")
    state = rules.start(("A", "B"))
    for action in MATCH.actions[:SETTLED]:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


def take(seat: Seat, hand: Text) -> Instruction:
    """A prepared hand, and the card that will be drawn."""
    return Instruction(
        whose=(seat,),
        says=told(
            _("{seat:seat}: take {hand} into your hand. Shuffle the other {left} cards of your deck and lay them face down beside you."),
            seat=seat,
            hand=hand,
            left=DECK - OPENING_HAND,
        ),
        why=_("In a real war you draw {OPENING_HAND:words} by chance and may exchange those you do not want; a die says who begins."),
    )


def does(
    name: str,
    says: Text,
    why: Text | None,
    *,
    after: Explain | None = None,
    lock: Pattern | None = None,
    enters: Text | None = None,
    free: tuple[str, ...] = (),
) -> Instruction:
    """One action of the first match.

    Args:
        name: of the action. says, why, after: as in `Instruction`.
        lock, enters: what LOCK says of the rest, and how that is told (`with_lock`).
        free: the arguments that people may choose for themselves.
    """
    answer = MATCH.answer(name, *free)
    seat = answer["seat"]
    return Instruction(
        whose=(seat,),
        says=with_lock(told(_("{seat:seat}: {says}"), seat=seat, says=says), enters),
        why=why,
        answers=(answer,),
        after=after,
        else_=_("What follows in this lesson builds on that step."),
        lock=lock,
    )


def first_free(name: str, says: Text, why: Text) -> Instruction:
    """One action that puts a being on whichever space its player likes."""
    return does(name, says, why, lock={}, enters=_("first free space"), free=("slot",))


def compared(outcome: Outcome) -> Text:
    """The comparison of the fields at the end of a turn."""
    fields = outcome.first(Compared)
    return outcome.say(
        _(
            "Fields are compared: {A:seat} has {more} more, so {B:seat}'s counter rises by {more}. "
            "At {ARMAGEDON_UP_TO} or less {A:seat}'s own rises by {ARMAGEDON_ADDS}: that is ARMAGEDON."
        ),
        more=fields.own - fields.theirs,
    )


GUIDE = Guide(
    game="bhm",
    title=_("Your first war"),
    minutes=12,
    seats=2,
    options=OPTIONS,
    catalogue="starter",
    position=opening(),
    instructions=(
        take(
            "A",
            _("Moss Bear, Tide Scribe, Oak Lance, Rally Call and Fog Fen"),
        ),
        take(
            "B",
            _("Howl Hound, Veil Stalker, Tidal Lash, Wind Terrace and Puddle Frog"),
        ),
        Instruction(
            says=told(_("Look at your call counters: today both begin at {start}."), start=START),
            why=_("They say which beings you may call, and how badly you fare: at {LOSING} you lose."),
        ),
        does(
            "draw_a",
            _("your turn begins: draw a card."),
            None,
        ),
        first_free(
            "moss_bear",
            _("call Moss Bear to your field."),
            _("Its rank, 4, is not above your counter. The ranks called in a turn add up to what it shows, at most."),
        ),
        first_free(
            "tide_scribe",
            _("call Tide Scribe as well."),
            _("Rank 3: you had 4 points left. Calling does not lower the counter."),
        ),
        does(
            "oak_lance",
            _("equip Moss Bear with Oak Lance."),
            _("An object needs a being of its rank or above; this one gives 150 FUE."),
        ),
        does(
            "rally_call",
            _("play the strategy Rally Call."),
            _("One in each strategy phase, of a rank not above your counter."),
            lock={"targets": ["A"]},
            enters=_("you draw a card"),
            free=("targets",),
        ),
        does(
            "combat_a",
            _("go on to combat."),
            None,
        ),
        does(
            "no_attack",
            _("{B:seat} has no beings: close combat without an attack."),
            _("Players are not attacked; their beings are beaten."),
        ),
        does(
            "fog_fen",
            _("in the second strategy phase, play the territory Fog Fen."),
            _("Each may hold {MOST_TERRITORIES:words}; losing one raises the counter."),
            free=("destroy", "replace"),
        ),
        does(
            "end_a",
            _("end the phase."),
            None,
        ),
        does(
            "one_more_a",
            _("final phase: draw one more card."),
            _("This draw is up to you: you may with fewer than {HAND_LIMIT:words} in hand."),
            after=compared,
        ),
        does(
            "draw_b",
            _("your turn begins: draw a card."),
            None,
        ),
        first_free(
            "howl_hound",
            _("call Howl Hound."),
            told(_("Your counter rose to {now}: now you may call for {now}."), now=START + AHEAD),
        ),
        does(
            "terror",
            _("its TERROR 120 frightens an enemy: choose Tide Scribe."),
            _("It takes 120 VAL away. A being without VAL flees."),
            free=("source",),
        ),
        first_free(
            "veil_stalker",
            _("call Veil Stalker."),
            _("5 and 5 make 10, just enough. It is INVISIBLE: nobody can choose it as a target."),
        ),
        does(
            "tidal_lash",
            _("Howl Hound executes the power Tidal Lash on Tide Scribe."),
            _("It costs 60 POD and takes 80 VAL: the scribe had 20 left."),
        ),
        does(
            "combat_b",
            _("go on to combat."),
            None,
        ),
        does(
            "first_attack",
            _("declare a physical attack by Howl Hound on Moss Bear."),
            _("FUE 300 against RES 250: it uses up the RES, and what is left goes to the Salud (health)."),
        ),
        does(
            "second_attack",
            _("declare another, by Veil Stalker on the same bear."),
            _("Attacks add up, and are resolved in the order in which they are declared."),
        ),
        does(
            "declared",
            _("close the declarations."),
            None,
            after=always(_("Nobody declares any more attacks: now they are resolved.")),
        ),
        does(
            "first_falls",
            _("resolve the first attack."),
            None,
        ),
        does(
            "second_falls",
            _("resolve the second."),
            _("No RES is left: all 350 FUE go to the Salud (health)."),
        ),
        does(
            "wind_terrace",
            _("play the territory Wind Terrace: it destroys Fog Fen."),
            _("That is how an enemy territory is taken, unless it is INDESTRUCTIBLE."),
            free=("replace",),
        ),
        does(
            "end_b",
            _("end the phase."),
            None,
        ),
        does(
            "one_more_b",
            _("say whether you draw one more card."),
            None,
            lock={"take": True},
            enters=_("you draw"),
            free=("take",),
        ),
        does(
            "draw_again",
            _("draw your turn's card."),
            None,
        ),
        first_free(
            "scribe_back",
            _("Tide Scribe comes back from the deserters: put it on a space."),
            _("If it flees again this turn it goes to the deck."),
        ),
    ),
    ending=_("Now you know all five phases. The war goes on by the ordinary rules: a player who reaches {LOSING} loses."),
)
