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
from tapete.games.bhm.language import _
from tapete.presentation.lesson import Guide, Instruction, Pattern, always, told, with_lock

OPTIONS = {"starting_counter": 8, "reaction_windows": "off"}

MOSS_BEAR, TIDE_SCRIBE, HOWL_HOUND, VEIL_STALKER = 5, 7, 14, 17
"""The beings of this lesson by their numbers on the table, in the order in which they are called."""

SETTLED: tuple[dict[str, Any], ...] = (
    {"action": "setup_player", "seat": "A", "deck_size": 40, "summons": 0},
    {"action": "setup_player", "seat": "B", "deck_size": 40, "summons": 0},
    {"action": "exchange", "seat": "A", "n": 0},
    {"action": "exchange", "seat": "B", "n": 0},
    {"action": "enter_roll", "roll": "start1", "value": 9},
    {"action": "enter_roll", "roll": "start2", "value": 4},
)
"""What is settled before the lesson begins: decks, hands, and A's higher die."""


def opening() -> dict[str, Any]:
    """The start of A's first turn."""
    rules = cards.bind("bhm", OPTIONS, "starter")
    state = rules.start(("A", "B"))
    for action in SETTLED:
        state, _ = rules.apply(state, rules.read(action))
    return position.dump(rules, state).plain()


def take(seat: Seat, hand: Text) -> Instruction:
    """A prepared hand, and the card that will be drawn."""
    return Instruction(
        whose=(seat,),
        says=told(
            _("{seat:seat}: take {hand} into your hand. Shuffle the other 35 cards of your deck and lay them face down beside you."),
            seat=seat,
            hand=hand,
        ),
        why=_("In a real war you draw five by chance and may exchange those you do not want; a die says who begins."),
    )


def does(
    seat: Seat,
    says: Text,
    why: Text | None,
    action: str,
    after: Text | None = None,
    lock: Pattern | None = None,
    enters: Text | None = None,
    **arguments: Any,
) -> Instruction:
    """One instruction of one player.

    Args:
        seat, says, why: as in `Instruction`. after: the same, whatever has happened.
        action, arguments: what answers it, as far as it matters.
        lock, enters: what LOCK says of the rest, and how that is told (`with_lock`).
    """
    return Instruction(
        whose=(seat,),
        says=with_lock(told(_("{seat:seat}: {says}"), seat=seat, says=says), enters),
        why=why,
        answers=({"action": action, "seat": seat, **arguments},),
        after=None if after is None else always(after),
        else_=_("What follows in this lesson builds on that step."),
        lock=lock,
    )


def first_free(seat: Seat, says: Text, why: Text, action: str, **arguments: Any) -> Instruction:
    """One instruction that puts a being on whichever space its player likes."""
    enters = _("first free space")
    return does(seat, says, why, action, lock={}, enters=enters, **arguments)


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
            says=_("Look at your call counters: today both begin at 8."),
            why=_("They say which beings you may call, and how badly you fare: at 32 you lose."),
        ),
        does("A", _("your turn begins: draw a card."), None, "draw_mandatory"),
        first_free(
            "A",
            _("call Moss Bear to your field."),
            _("Its rank, 4, is not above your counter. The ranks called in a turn add up to what it shows, at most."),
            "call_being",
            card="moss_bear",
        ),
        first_free(
            "A",
            _("call Tide Scribe as well."),
            _("Rank 3: you had 4 points left. Calling does not lower the counter."),
            "call_being",
            card="tide_scribe",
        ),
        does(
            "A",
            _("equip Moss Bear with Oak Lance."),
            _("An object needs a being of its rank or above; this one gives 150 FUE."),
            "equip_object",
            being=MOSS_BEAR,
            card="oak_lance",
        ),
        does(
            "A",
            _("play the strategy Rally Call."),
            _("One in each strategy phase, of a rank not above your counter."),
            "play_strategy",
            lock={"targets": ["A"]},
            enters=_("you draw a card"),
            card="rally_call",
        ),
        does("A", _("go on to combat."), None, "end_phase"),
        does(
            "A",
            _("{B:seat} has no beings: close combat without an attack."),
            _("Players are not attacked; their beings are beaten."),
            "resolve_combat",
        ),
        does(
            "A",
            _("in the second strategy phase, play the territory Fog Fen."),
            _("Each may hold two; losing one raises the counter."),
            "play_territory",
            card="fog_fen",
        ),
        does("A", _("end the phase."), None, "end_phase"),
        does(
            "A",
            _("final phase: draw one more card."),
            _("This draw is up to you: you may with fewer than seven in hand."),
            "draw_optional",
            _(
                "Fields are compared: {A:seat} has two more, so {B:seat}'s counter rises by 2. "
                "At 20 or less {A:seat}'s own rises by 1: that is ARMAGEDON."
            ),
            take=True,
        ),
        does("B", _("your turn begins: draw a card."), None, "draw_mandatory"),
        first_free(
            "B",
            _("call Howl Hound."),
            _("Your counter rose to 10: now you may call for 10."),
            "call_being",
            card="howl_hound",
        ),
        does(
            "B",
            _("its TERROR 120 frightens an enemy: choose Tide Scribe."),
            _("It takes 120 VAL away. A being without VAL flees."),
            "choose_terror",
            target=TIDE_SCRIBE,
        ),
        first_free(
            "B",
            _("call Veil Stalker."),
            _("5 and 5 make 10, just enough. It is INVISIBLE: nobody can choose it as a target."),
            "call_being",
            card="veil_stalker",
        ),
        does(
            "B",
            _("Howl Hound executes the power Tidal Lash on Tide Scribe."),
            _("It costs 60 POD and takes 80 VAL: the scribe had 20 left."),
            "play_power",
            executor=HOWL_HOUND,
            card="tidal_lash",
            targets=[TIDE_SCRIBE],
        ),
        does("B", _("go on to combat."), None, "end_phase"),
        does(
            "B",
            _("declare a physical attack by Howl Hound on Moss Bear."),
            _("FUE 300 against RES 250: it uses up the RES, and what is left goes to the Salud (health)."),
            "declare_physical",
            attacker=HOWL_HOUND,
            target=MOSS_BEAR,
        ),
        does(
            "B",
            _("declare another, by Veil Stalker on the same bear."),
            _("Attacks add up, and are resolved in the order in which they are declared."),
            "declare_physical",
            attacker=VEIL_STALKER,
            target=MOSS_BEAR,
        ),
        does(
            "B",
            _("close the declarations."),
            None,
            "resolve_combat",
            _("Nobody declares any more attacks: now they are resolved."),
        ),
        does("B", _("resolve the first attack."), None, "resolve_next_attack"),
        does(
            "B",
            _("resolve the second."),
            _("No RES is left: all 350 FUE go to the Salud (health)."),
            "resolve_next_attack",
        ),
        does(
            "B",
            _("play the territory Wind Terrace: it destroys Fog Fen."),
            _("That is how an enemy territory is taken, unless it is INDESTRUCTIBLE."),
            "play_territory",
            card="wind_terrace",
            destroy={"seat": "A", "index": 0},
        ),
        does("B", _("end the phase."), None, "end_phase"),
        does(
            "B",
            _("say whether you draw one more card."),
            None,
            "draw_optional",
            lock={"take": True},
            enters=_("you draw"),
        ),
        does("A", _("draw your turn's card."), None, "draw_mandatory"),
        first_free(
            "A",
            _("Tide Scribe comes back from the deserters: put it on a space."),
            _("If it flees again this turn it goes to the deck."),
            "return_deserter",
            iid=TIDE_SCRIBE,
        ),
    ),
    ending=_("Now you know all five phases. The war goes on by the ordinary rules: a player who reaches 32 loses."),
)
