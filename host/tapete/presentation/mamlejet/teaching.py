"""How Mamlejet Kohanim is taught: two rounds of two camps. One enemy comes at once, by a house rule, so that there is a player to fight."""

from __future__ import annotations

from tapete.games.mamlejet.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching

MATCH = first_match.read(__package__)
"""Two rounds; the second one ends in blood: one warrior and one soldier fall."""

PASSAGES = (
    Passage(
        title=_("Together against an army"),
        says=_(
            "One to {MOST_PLAYERS:words} of you hold your camps against an army that nobody plays: the rules and the dice drive it. The "
            "first one to win {WIN_EMUNA} emuná, the spirit of that army, wins; if anybody loses {LOSS_EMUNA}, all have lost."
        ),
        clauses=(
            "MMK-001",
            "MMK-002",
            "MMK-122",
            "MMK-155",
            "MMK-163",
            "MMK-164",
            "MMK-167",
        ),
        after=4,
        look=_("Each has a city and a camp. The battle front is still empty."),
        lit=(
            "A.city",
            "B.city",
        ),
    ),
    Passage(
        title=_("Two decks each"),
        says=_(
            "{DECK_TACTICS} tactic cards are your city, {DECK_ENEMIES:words} enemies your enemy city. Resources, soldiers, objects and "
            "strategies stay in your camp; a hishtadlut and a tefilá are used once and go to the guenizá, your discard "
            "pile. Draw {OPENING_HAND:words}."
        ),
        clauses=(
            "MMK-014",
            "MMK-018",
            "MMK-019",
            "MMK-021",
            "MMK-022",
            "MMK-025",
            "MMK-038",
            "MMK-041",
            "MMK-148",
            "MMK-169",
        ),
    ),
    Passage(
        title=_("A round begins"),
        says=_(
            "Everything is freed, that is turned upright, and a D10 says who begins. From round {FIRST_THREAT} "
            "on enemies enter at the front."
        ),
        clauses=(
            "MMK-010",
            "MMK-012",
            "MMK-059",
            "MMK-074",
            "MMK-179",
            "MMK-182",
            "MMK-183",
        ),
        after=5,
        look=_("Here the first one comes at once. Its number is what a die has to reach, and the emuná that it is worth."),
        lit=("p1",),
    ),
    Passage(
        title=_("Pay and enlist"),
        says=_(
            "In your main phase draw a card, put one resource down and play what you can pay for. Turn a resource to "
            "dedicate it: it gives its wealth now, and does nothing else this round."
        ),
        clauses=(
            "MMK-034",
            "MMK-035",
            "MMK-063",
            "MMK-068",
            "MMK-070",
            "MMK-071",
            "MMK-072",
            "MMK-191",
            "MMK-194",
            "MMK-195",
        ),
        after=12,
        look=_("The Mine is turned. What it gave has paid for Field Smith, who waits on the stack."),
        lit=("p2",),
    ),
    Passage(
        title=_("The stack"),
        says=_(
            "What you play waits on the stack, and anybody may answer with something on top of it. When all pass, the top"
            " one resolves; a soldier then enters your camp, but it does not fight before the next round."
        ),
        clauses=(
            "MMK-055",
            "MMK-056",
            "MMK-057",
            "MMK-092",
            "MMK-093",
            "MMK-094",
            "MMK-095",
            "MMK-199",
        ),
        after=14,
        look=_("Nobody answered: Field Smith is in A's camp."),
        lit=("p4",),
    ),
    Passage(
        title=_("They go for the cities"),
        says=_(
            "In combat an enemy that nobody meets attacks a city, which a die chooses. Anybody may send a soldier to "
            "defend it. If it gets through, the top card of that city falls."
        ),
        clauses=(
            "MMK-201",
            "MMK-202",
            "MMK-203",
            "MMK-204",
        ),
        after=32,
        look=_("The die says A: the warrior goes for A's city."),
        lit=(
            "p1",
            "A.city",
        ),
    ),
    Passage(
        title=_("One against one"),
        says=_(
            "In your main phase you also say which of your soldiers meets which enemy. Every fight is one against one, "
            "and who fights is dedicated."
        ),
        clauses=(
            "MMK-031",
            "MMK-071",
            "MMK-125",
            "MMK-126",
            "MMK-127",
            "MMK-197",
        ),
        after=60,
        look=_("Field Smith meets the first warrior, Swift Messenger the second."),
        lit=(
            "p1",
            "p4",
            "p7",
            "p8",
        ),
    ),
    Passage(
        title=_("A D10 each"),
        says=_(
            "Soldier and enemy roll a D10: the other's index or more beats it. A {ALWAYS} always does, a {NEVER} never. All strike at"
            " once, but those with zerizut strike earlier."
        ),
        clauses=(
            "MMK-129",
            "MMK-130",
            "MMK-131",
            "MMK-132",
            "MMK-133",
            "MMK-134",
            "MMK-136",
            "MMK-140",
            "MMK-206",
        ),
        after=69,
        look=_(
            "Swift Messenger has zerizut. It rolled {attack_judged.value}, needed {attack_judged.index}, and "
            "the second warrior is gone: {enemy_defeated.score} emuná for B."
        ),
        lit=(
            "p7",
            "B.city",
        ),
    ),
    Passage(
        title=_("Won and lost"),
        says=_(
            "An enemy goes to the guenizá of the player who beats it, and its emuná is won. A soldier that falls goes to yours, "
            "and its emuná is lost."
        ),
        clauses=(
            "MMK-052",
            "MMK-139",
            "MMK-141",
            "MMK-165",
        ),
        after=77,
        look=_("Field Smith rolled a {attack_judged.value} and fell: A has lost emuná, B has won some."),
        lit=(
            "A.city",
            "B.city",
        ),
    ),
    Passage(
        title=_("The end"),
        says=_(
            "At the end of a round keep {HAND_LIMIT:words} cards at most. It goes on until a player has won "
            "{WIN_EMUNA}, has lost {LOSS_EMUNA}, or must draw from an empty city."
        ),
        clauses=(
            "MMK-164",
            "MMK-167",
            "MMK-168",
            "MMK-218",
            "MMK-222",
            "MMK-236",
        ),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(
                _("{DECK_TACTICS} tactics and {DECK_ENEMIES} enemies each, shuffled, face down; draw {OPENING_HAND:words}."),
                (
                    "MMK-148",
                    "MMK-152",
                    "MMK-169",
                ),
            ),
            Reminder(
                _("Don't like your hand? Shuffle it back, draw one fewer."),
                (
                    "MMK-170",
                    "MMK-171",
                ),
            ),
            Reminder(
                _("Level: escudero and guerrero, one enemy a round; héroe, one for each player."),
                (
                    "MMK-158",
                    "MMK-160",
                    "MMK-161",
                ),
            ),
        ),
    ),
    Chart(
        _("1 · Threat"),
        (
            Reminder(
                _("Free everything. Nothing is played."),
                (
                    "MMK-176",
                    "MMK-178",
                ),
            ),
            Reminder(
                _("D10 for initiative: the highest begins; ties roll again."),
                (
                    "MMK-179",
                    "MMK-180",
                ),
            ),
            Reminder(
                _("From round {FIRST_THREAT} on enemies enter; shooters shoot at a city."),
                (
                    "MMK-182",
                    "MMK-183",
                    "MMK-184",
                    "MMK-185",
                ),
            ),
        ),
    ),
    Chart(
        _("2 · Main phase, one after the other"),
        (
            Reminder(
                _("Draw one; not who begins round 1."),
                (
                    "MMK-191",
                    "MMK-193",
                ),
            ),
            Reminder(
                _("One resource; whatever you can pay for, the stack empty for what stays."),
                (
                    "MMK-077",
                    "MMK-194",
                    "MMK-195",
                ),
            ),
            Reminder(
                _("Say which soldier meets which enemy. New soldiers wait."),
                (
                    "MMK-197",
                    "MMK-199",
                ),
            ),
        ),
    ),
    Chart(
        _("3 · Combat"),
        (
            Reminder(
                _("Free enemies attack a city that a die names; soldiers may defend it."),
                (
                    "MMK-201",
                    "MMK-203",
                    "MMK-204",
                ),
            ),
            Reminder(
                _("Zerizut strikes first, and its damage falls."),
                (
                    "MMK-206",
                    "MMK-207",
                    "MMK-252",
                ),
            ),
            Reminder(
                _("Then all others, at once; frenzy rolls once more after a success."),
                (
                    "MMK-136",
                    "MMK-211",
                    "MMK-212",
                    "MMK-239",
                ),
            ),
            Reminder(
                _("Index or more: success. {ALWAYS} always, {NEVER} never."),
                (
                    "MMK-131",
                    "MMK-132",
                    "MMK-134",
                ),
            ),
            Reminder(_("Index: printed number, plus penalties, less bonuses."), ("MMK-130",)),
        ),
    ),
    Chart(
        _("4 · End"),
        (
            Reminder(
                _("Down to {HAND_LIMIT:words} cards; what lasted the round ends."),
                (
                    "MMK-218",
                    "MMK-219",
                ),
            ),
        ),
    ),
    Chart(
        _("Cards"),
        (
            Reminder(
                _("Resource: one a round; not a tactic, no stack."),
                (
                    "MMK-032",
                    "MMK-033",
                    "MMK-034",
                ),
            ),
            Reminder(
                _("Soldier, object, strategy: stay in play."),
                (
                    "MMK-022",
                    "MMK-025",
                    "MMK-031",
                ),
            ),
            Reminder(
                _("Hishtadlut: before combat, empty stack. Tefilá: at any moment."),
                (
                    "MMK-016",
                    "MMK-017",
                    "MMK-020",
                ),
            ),
            Reminder(
                _("Cost: colour by its colour, grey by anything; unused wealth is lost."),
                (
                    "MMK-007",
                    "MMK-065",
                    "MMK-068",
                ),
            ),
            Reminder(
                _("Dedicated: turned; it does nothing else until freed."),
                (
                    "MMK-069",
                    "MMK-072",
                ),
            ),
        ),
    ),
    Chart(
        _("Abilities"),
        (
            Reminder(
                _("Fixed: while in play. Triggered: by itself. Action: dedicates its card."),
                (
                    "MMK-105",
                    "MMK-106",
                    "MMK-113",
                ),
            ),
            Reminder(
                _("Robustness: only catastrophic damage beats it. Fear: only courage attacks it."),
                (
                    "MMK-228",
                    "MMK-244",
                    "MMK-249",
                ),
            ),
            Reminder(
                _("Projectiles: without combat, dedicated, index +{SHOT_PENALTY}."),
                (
                    "MMK-230",
                    "MMK-231",
                ),
            ),
            Reminder(
                _("Equip: pay, in your phase, on an empty stack."),
                (
                    "MMK-240",
                    "MMK-242",
                ),
            ),
        ),
    ),
    Chart(
        _("The end of the match"),
        (
            Reminder(
                _("{WIN_EMUNA} emuná won: you win. {LOSS_EMUNA} lost, or an empty city: all lose. Both: a draw."),
                (
                    "MMK-164",
                    "MMK-167",
                    "MMK-168",
                    "MMK-236",
                ),
            ),
            Reminder(_("The card wins over the rule."), ("MMK-153",)),
        ),
    ),
)

TEACHING = Teaching(
    passages=PASSAGES,
    sheet=SHEET,
    script=MATCH.actions,
    options={"level": "escudero", "threat_skip_rounds": 0},
)
"""The page and the sheet."""
