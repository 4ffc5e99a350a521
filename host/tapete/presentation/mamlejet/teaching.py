"""How Mamlejet Kohanim is taught: two rounds of two camps. One enemy comes at once, by a house rule, so that there is a player to fight."""

from __future__ import annotations

from tapete.games.mamlejet.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching, clauses

MATCH = first_match.read(__package__)
"""Two rounds; the second one ends in blood: one warrior and one soldier fall."""

PASSAGES = (
    Passage(
        title=_("Together against an army"),
        says=_(
            "One to {MOST_PLAYERS:words} of you hold your camps against an army that nobody plays: the rules and the dice drive it. The "
            "first one to win {WIN_EMUNA} emuná, the spirit of that army, wins; if anybody loses {LOSS_EMUNA}, all have lost."
        ),
        clauses=clauses("MMK-001, 002, 122, 155, 163, 164, 167"),
        after=4,
        look=_("Each has a city and a camp. The battle front is still empty."),
        lit=("A.city", "B.city"),
    ),
    Passage(
        title=_("Two decks each"),
        says=_(
            "{DECK_TACTICS} tactic cards are your city, {DECK_ENEMIES:words} enemies your enemy city. Resources, soldiers, objects and "
            "strategies stay in your camp; a hishtadlut and a tefilá are used once and go to the guenizá, your discard "
            "pile. Draw {OPENING_HAND:words}."
        ),
        clauses=clauses("MMK-014, 018, 019, 021, 022, 025, 038, 041, 148, 169"),
    ),
    Passage(
        title=_("A round begins"),
        says=_(
            "Everything is freed, that is turned upright, and a D10 says who begins. From round {FIRST_THREAT} "
            "on enemies enter at the front."
        ),
        clauses=clauses("MMK-010, 012, 059, 074, 179, 182, 183"),
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
        clauses=clauses("MMK-034, 035, 063, 068, 070–072, 191, 194, 195"),
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
        clauses=clauses("MMK-055–057, 092–095, 199"),
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
        clauses=clauses("MMK-201–204"),
        after=32,
        look=_("The die says A: the warrior goes for A's city."),
        lit=("p1", "A.city"),
    ),
    Passage(
        title=_("One against one"),
        says=_(
            "In your main phase you also say which of your soldiers meets which enemy. Every fight is one against one, "
            "and who fights is dedicated."
        ),
        clauses=clauses("MMK-031, 071, 125–127, 197"),
        after=60,
        look=_("Field Smith meets the first warrior, Swift Messenger the second."),
        lit=("p1", "p4", "p7", "p8"),
    ),
    Passage(
        title=_("A D10 each"),
        says=_(
            "Soldier and enemy roll a D10: the other's index or more beats it. A {ALWAYS} always does, a {NEVER} never. All strike at"
            " once, but those with zerizut strike earlier."
        ),
        clauses=clauses("MMK-129–134, 136, 140, 206"),
        after=69,
        look=_(
            "Swift Messenger has zerizut. It rolled {attack_judged.value}, needed {attack_judged.index}, and "
            "the second warrior is gone: {enemy_defeated.score} emuná for B."
        ),
        lit=("p7", "B.city"),
    ),
    Passage(
        title=_("Won and lost"),
        says=_(
            "An enemy goes to the guenizá of the player who beats it, and its emuná is won. A soldier that falls goes to yours, "
            "and its emuná is lost."
        ),
        clauses=clauses("MMK-052, 139, 141, 165"),
        after=77,
        look=_("Field Smith rolled a {attack_judged.value} and fell: A has lost emuná, B has won some."),
        lit=("A.city", "B.city"),
    ),
    Passage(
        title=_("The end"),
        says=_(
            "At the end of a round keep {HAND_LIMIT:words} cards at most. It goes on until a player has won "
            "{WIN_EMUNA}, has lost {LOSS_EMUNA}, or must draw from an empty city."
        ),
        clauses=clauses("MMK-164, 167, 168, 218, 222, 236"),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(
                _("{DECK_TACTICS} tactics and {DECK_ENEMIES} enemies each, shuffled, face down; draw {OPENING_HAND:words}."),
                clauses("MMK-148, 152, 169"),
            ),
            Reminder(_("Don't like your hand? Shuffle it back, draw one fewer."), clauses("MMK-170, 171")),
            Reminder(_("Level: escudero and guerrero, one enemy a round; héroe, one for each player."), clauses("MMK-158, 160, 161")),
        ),
    ),
    Chart(
        _("1 · Threat"),
        (
            Reminder(_("Free everything. Nothing is played."), clauses("MMK-176, 178")),
            Reminder(_("D10 for initiative: the highest begins; ties roll again."), clauses("MMK-179, 180")),
            Reminder(_("From round {FIRST_THREAT} on enemies enter; shooters shoot at a city."), clauses("MMK-182–185")),
        ),
    ),
    Chart(
        _("2 · Main phase, one after the other"),
        (
            Reminder(_("Draw one; not who begins round 1."), clauses("MMK-191, 193")),
            Reminder(_("One resource; whatever you can pay for, the stack empty for what stays."), clauses("MMK-077, 194, 195")),
            Reminder(_("Say which soldier meets which enemy. New soldiers wait."), clauses("MMK-197, 199")),
        ),
    ),
    Chart(
        _("3 · Combat"),
        (
            Reminder(_("Free enemies attack a city that a die names; soldiers may defend it."), clauses("MMK-201, 203, 204")),
            Reminder(_("Zerizut strikes first, and its damage falls."), clauses("MMK-206, 207, 252")),
            Reminder(_("Then all others, at once; frenzy rolls once more after a success."), clauses("MMK-136, 211, 212, 239")),
            Reminder(_("Index or more: success. {ALWAYS} always, {NEVER} never."), clauses("MMK-131, 132, 134")),
            Reminder(_("Index: printed number, plus penalties, less bonuses."), clauses("MMK-130")),
        ),
    ),
    Chart(
        _("4 · End"),
        (Reminder(_("Down to {HAND_LIMIT:words} cards; what lasted the round ends."), clauses("MMK-218, 219")),),
    ),
    Chart(
        _("Cards"),
        (
            Reminder(_("Resource: one a round; not a tactic, no stack."), clauses("MMK-032–034")),
            Reminder(_("Soldier, object, strategy: stay in play."), clauses("MMK-022, 025, 031")),
            Reminder(_("Hishtadlut: before combat, empty stack. Tefilá: at any moment."), clauses("MMK-016, 017, 020")),
            Reminder(_("Cost: colour by its colour, grey by anything; unused wealth is lost."), clauses("MMK-007, 065, 068")),
            Reminder(_("Dedicated: turned; it does nothing else until freed."), clauses("MMK-069, 072")),
        ),
    ),
    Chart(
        _("Abilities"),
        (
            Reminder(_("Fixed: while in play. Triggered: by itself. Action: dedicates its card."), clauses("MMK-105, 106, 113")),
            Reminder(_("Robustness: only catastrophic damage beats it. Fear: only courage attacks it."), clauses("MMK-228, 244, 249")),
            Reminder(_("Projectiles: without combat, dedicated, index +{SHOT_PENALTY}."), clauses("MMK-230, 231")),
            Reminder(_("Equip: pay, in your phase, on an empty stack."), clauses("MMK-240, 242")),
        ),
    ),
    Chart(
        _("The end of the match"),
        (
            Reminder(
                _("{WIN_EMUNA} emuná won: you win. {LOSS_EMUNA} lost, or an empty city: all lose. Both: a draw."),
                clauses("MMK-164, 167, 168, 236"),
            ),
            Reminder(_("The card wins over the rule."), clauses("MMK-153")),
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
