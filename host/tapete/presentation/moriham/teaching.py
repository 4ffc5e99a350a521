"""How MORIHAM is taught: the three turns of the first duel, with a summon of each price and a chain of two traps."""

from __future__ import annotations

from tapete.games.moriham.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching, clauses

MATCH = first_match.read(__package__)
"""A's first turn ends with action 8, B's with action 14."""


PASSAGES = (
    Passage(
        title=_("A duel of summoners"),
        says=_(
            "Each has a deck of {DECK_CARDS} cards of their own and {START_LIFE} life. Take your rival's life away; a turn that begins "
            "with an empty deck is lost as well."
        ),
        clauses=clauses("MOR-001, 004, 028, 082, 083"),
        after=1,
        look=_("Your half is below: {ZONE:words} places for monsters and, behind them, {ZONE:words} for magic and traps."),
        lit=("A.m1", "A.m2", "A.m3", "A.m4", "A.m5"),
    ),
    Passage(
        title=_("Three kinds of card"),
        says=_(
            "Monsters have a level, attack and defense. A magic or a trap has {CARD_EFFECTS:words} effects, and "
            "you choose one of them when you activate it."
        ),
        clauses=clauses("MOR-007, 010–012, 017, 018, 020"),
    ),
    Passage(
        title=_("A turn"),
        says=_(
            "Draw until you hold {FULL_HAND:words}. Then come the initial phase, phase 1, the battle, phase 2 and the end, always in "
            "this order. In phases 1 and 2 you summon monsters and set or activate cards."
        ),
        clauses=clauses("MOR-034, 035, 037, 038, 040, 041, 043, 046, 047"),
    ),
    Passage(
        title=_("Summon a monster"),
        says=_("There is one normal summon a turn, and level 1 is free. Lay the monster upright to attack, or sideways to defend."),
        clauses=clauses("MOR-058, 060–062"),
        after=3,
        look=_("Reed Scout, level 1, upright in the first place."),
        lit=("A.m1",),
    ),
    Passage(
        title=_("Attack"),
        says=_("In the battle each upright monster may attack once. If your rival has no defender, attack any monster, or the player."),
        clauses=clauses("MOR-041, 067, 068, 072, 073"),
        after=5,
        look=_("B had no monster: Reed Scout's {battle.attack} attack came straight off B's life."),
        lit=("A.m1", "B.player"),
    ),
    Passage(
        title=_("Set something face down"),
        says=_("Magic works in your own turn. A trap works in anybody's turn, but it must lie set on the field first."),
        clauses=clauses("MOR-040, 051–053"),
        after=13,
        look=_("Both have a card face down, and B's Lamp Moth lies sideways: it defends."),
        lit=("A.s3", "B.s1", "B.m1"),
    ),
    Passage(
        title=_("Higher levels cost tributes"),
        says=_(
            "Level 2 takes a level-1 monster as its tribute. From level 3 on, the levels of the tributes add up to one "
            "less than its own. Special summons are not limited: the card says what they cost."
        ),
        clauses=clauses("MOR-013, 059, 063–066"),
        after=16,
        look=_("Bog Piper is of level 2: Reed Scout went to the graveyard for it."),
        lit=("A.m1",),
    ),
    Passage(
        title=_("A chain"),
        says=_(
            "Monsters that defend are attacked first. A trap may answer an attack, and another trap may answer that one: "
            "they form a chain, and the last one takes effect first."
        ),
        clauses=clauses("MOR-054, 055, 071"),
        after=19,
        look=_("B's Tangle Net answers the attack. Now A may answer with what lies face down."),
        lit=("B.s1", "A.s3"),
    ),
    Passage(
        title=_("Who falls"),
        says=_(
            "Attack is compared with what the target's position shows. The lower one goes to the graveyard, and its "
            "player loses the difference as life. If they are equal both fall, and nobody loses life."
        ),
        clauses=clauses("MOR-074, 075, 077–081"),
        after=20,
        look=_("A's Silent Bell stopped the net. Lamp Moth fell, and B lost the difference."),
        lit=("A.m1", "B.player"),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(_("A deck of {DECK_CARDS}; {START_LIFE} life; draw {START_HAND:words}."), clauses("MOR-004, 028, 031")),
            Reminder(_("{ZONE:words} places for monsters, {ZONE:words} for magic and traps."), clauses("MOR-049, 050")),
        ),
    ),
    Chart(
        _("A turn"),
        (
            Reminder(_("Draw up to {FULL_HAND:words}. An empty deck at the start of your turn: you lose."), clauses("MOR-035, 083")),
            Reminder(_("Initial phase: effects that say so."), clauses("MOR-037")),
            Reminder(_("Phase 1: summon, abilities, set or activate magic and traps."), clauses("MOR-038–040")),
            Reminder(_("Battle: each upright monster once; attacking is up to you."), clauses("MOR-041, 042, 068")),
            Reminder(_("Phase 2: as phase 1. Then the turn ends."), clauses("MOR-043–046")),
        ),
    ),
    Chart(
        _("Summons"),
        (
            Reminder(_("One normal summon a turn, upright or sideways."), clauses("MOR-058, 060, 061")),
            Reminder(_("Level 1: free."), clauses("MOR-062")),
            Reminder(_("Level 2: one level-1 monster as tribute."), clauses("MOR-063")),
            Reminder(_("Level 3 and up: tributes whose levels add up to one less."), clauses("MOR-064, 066")),
            Reminder(_("Special: as often as the cards allow, from the hand."), clauses("MOR-013, 014, 059")),
            Reminder(_("Change of position: once a turn each; not after attacking."), clauses("MOR-056, 057")),
        ),
    ),
    Chart(
        _("Battle"),
        (
            Reminder(_("Defenders first. Without any: a monster, or the player."), clauses("MOR-071–073")),
            Reminder(_("Attack against attack (upright) or defense (sideways)."), clauses("MOR-067, 081")),
            Reminder(_("Higher attack: the target falls, its player loses the difference."), clauses("MOR-074, 075")),
            Reminder(_("Lower attack: the attacker falls, its player loses the difference."), clauses("MOR-079, 080")),
            Reminder(_("Equal: both fall, no life is lost."), clauses("MOR-077, 078")),
        ),
    ),
    Chart(
        _("Magic and traps"),
        (
            Reminder(_("{CARD_EFFECTS:words} effects each: choose one on activating."), clauses("MOR-017, 018, 020")),
            Reminder(_("Magic: in your own turn. Trap: in any turn, once it is set."), clauses("MOR-051–053")),
            Reminder(_("Trap upon trap is a chain: the last one resolves first."), clauses("MOR-054, 055")),
        ),
    ),
    Chart(
        _("The end"),
        (Reminder(_("No life left: you lose. Both at once: a draw."), clauses("MOR-082, R31")),),
    ),
    Chart(
        _("A good first deck"),
        (
            Reminder(
                _(
                    "Monsters: {ADVISED_1:words} of level 1, {ADVISED_2:words} of 2, {ADVISED_3:words} of 3, "
                    "{ADVISED_4:words} of 4; {ADVISED_MAGIC:words} magic cards, {ADVISED_TRAPS:words} traps."
                ),
                clauses("MOR-021–026"),
            ),
        ),
    ),
)

TEACHING = Teaching(
    passages=PASSAGES,
    sheet=SHEET,
    script=MATCH.actions,
    options={"deck_size": 20},
)
"""The page and the sheet."""
