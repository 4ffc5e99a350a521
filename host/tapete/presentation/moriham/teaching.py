"""How MORIHAM is taught: the three turns of the first duel, with a summon of each price and a chain of two traps."""

from __future__ import annotations

from tapete.games.moriham.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching

MATCH = first_match.read(__package__)
"""A's first turn ends with action 8, B's with action 14."""


PASSAGES = (
    Passage(
        title=_("A duel of summoners"),
        says=_(
            "Each has a deck of {DECK_CARDS} cards of their own and {START_LIFE} life. Take your rival's life away; a turn that begins "
            "with an empty deck is lost as well."
        ),
        clauses=(
            "MOR-001",
            "MOR-004",
            "MOR-028",
            "MOR-082",
            "MOR-083",
        ),
        after=1,
        look=_("Your half is below: {ZONE:words} places for monsters and, behind them, {ZONE:words} for magic and traps."),
        lit=(
            "A.m1",
            "A.m2",
            "A.m3",
            "A.m4",
            "A.m5",
        ),
    ),
    Passage(
        title=_("Three kinds of card"),
        says=_(
            "Monsters have a level, attack and defense. A magic or a trap has {CARD_EFFECTS:words} effects, and "
            "you choose one of them when you activate it."
        ),
        clauses=(
            "MOR-007",
            "MOR-010",
            "MOR-011",
            "MOR-012",
            "MOR-017",
            "MOR-018",
            "MOR-020",
        ),
    ),
    Passage(
        title=_("A turn"),
        says=_(
            "Draw until you hold {FULL_HAND:words}. Then come the initial phase, phase 1, the battle, phase 2 and the end, always in "
            "this order. In phases 1 and 2 you summon monsters and set or activate cards."
        ),
        clauses=(
            "MOR-034",
            "MOR-035",
            "MOR-037",
            "MOR-038",
            "MOR-040",
            "MOR-041",
            "MOR-043",
            "MOR-046",
            "MOR-047",
        ),
    ),
    Passage(
        title=_("Summon a monster"),
        says=_("There is one normal summon a turn, and level 1 is free. Lay the monster upright to attack, or sideways to defend."),
        clauses=(
            "MOR-058",
            "MOR-060",
            "MOR-061",
            "MOR-062",
        ),
        after=3,
        look=_("Reed Scout, level 1, upright in the first place."),
        lit=("A.m1",),
    ),
    Passage(
        title=_("Attack"),
        says=_("In the battle each upright monster may attack once. If your rival has no defender, attack any monster, or the player."),
        clauses=(
            "MOR-041",
            "MOR-067",
            "MOR-068",
            "MOR-072",
            "MOR-073",
        ),
        after=5,
        look=_("B had no monster: Reed Scout's {battle.attack} attack came straight off B's life."),
        lit=(
            "A.m1",
            "B.player",
        ),
    ),
    Passage(
        title=_("Set something face down"),
        says=_("Magic works in your own turn. A trap works in anybody's turn, but it must lie set on the field first."),
        clauses=(
            "MOR-040",
            "MOR-051",
            "MOR-052",
            "MOR-053",
        ),
        after=13,
        look=_("Both have a card face down, and B's Lamp Moth lies sideways: it defends."),
        lit=(
            "A.s3",
            "B.s1",
            "B.m1",
        ),
    ),
    Passage(
        title=_("Higher levels cost tributes"),
        says=_(
            "Level 2 takes a level-1 monster as its tribute. From level 3 on, the levels of the tributes add up to one "
            "less than its own. Special summons are not limited: the card says what they cost."
        ),
        clauses=(
            "MOR-013",
            "MOR-059",
            "MOR-063",
            "MOR-064",
            "MOR-065",
            "MOR-066",
        ),
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
        clauses=(
            "MOR-054",
            "MOR-055",
            "MOR-071",
        ),
        after=19,
        look=_("B's Tangle Net answers the attack. Now A may answer with what lies face down."),
        lit=(
            "B.s1",
            "A.s3",
        ),
    ),
    Passage(
        title=_("Who falls"),
        says=_(
            "Attack is compared with what the target's position shows. The lower one goes to the graveyard, and its "
            "player loses the difference as life. If they are equal both fall, and nobody loses life."
        ),
        clauses=(
            "MOR-074",
            "MOR-075",
            "MOR-077",
            "MOR-078",
            "MOR-079",
            "MOR-080",
            "MOR-081",
        ),
        after=20,
        look=_("A's Silent Bell stopped the net. Lamp Moth fell, and B lost the difference."),
        lit=(
            "A.m1",
            "B.player",
        ),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(
                _("A deck of {DECK_CARDS}; {START_LIFE} life; draw {START_HAND:words}."),
                (
                    "MOR-004",
                    "MOR-028",
                    "MOR-031",
                ),
            ),
            Reminder(
                _("{ZONE:words} places for monsters, {ZONE:words} for magic and traps."),
                (
                    "MOR-049",
                    "MOR-050",
                ),
            ),
        ),
    ),
    Chart(
        _("A turn"),
        (
            Reminder(
                _("Draw up to {FULL_HAND:words}. An empty deck at the start of your turn: you lose."),
                (
                    "MOR-035",
                    "MOR-083",
                ),
            ),
            Reminder(_("Initial phase: effects that say so."), ("MOR-037",)),
            Reminder(
                _("Phase 1: summon, abilities, set or activate magic and traps."),
                (
                    "MOR-038",
                    "MOR-039",
                    "MOR-040",
                ),
            ),
            Reminder(
                _("Battle: each upright monster once; attacking is up to you."),
                (
                    "MOR-041",
                    "MOR-042",
                    "MOR-068",
                ),
            ),
            Reminder(
                _("Phase 2: as phase 1. Then the turn ends."),
                (
                    "MOR-043",
                    "MOR-044",
                    "MOR-045",
                    "MOR-046",
                ),
            ),
        ),
    ),
    Chart(
        _("Summons"),
        (
            Reminder(
                _("One normal summon a turn, upright or sideways."),
                (
                    "MOR-058",
                    "MOR-060",
                    "MOR-061",
                ),
            ),
            Reminder(_("Level 1: free."), ("MOR-062",)),
            Reminder(_("Level 2: one level-1 monster as tribute."), ("MOR-063",)),
            Reminder(
                _("Level 3 and up: tributes whose levels add up to one less."),
                (
                    "MOR-064",
                    "MOR-066",
                ),
            ),
            Reminder(
                _("Special: as often as the cards allow, from the hand."),
                (
                    "MOR-013",
                    "MOR-014",
                    "MOR-059",
                ),
            ),
            Reminder(
                _("Change of position: once a turn each; not after attacking."),
                (
                    "MOR-056",
                    "MOR-057",
                ),
            ),
        ),
    ),
    Chart(
        _("Battle"),
        (
            Reminder(
                _("Defenders first. Without any: a monster, or the player."),
                (
                    "MOR-071",
                    "MOR-072",
                    "MOR-073",
                ),
            ),
            Reminder(
                _("Attack against attack (upright) or defense (sideways)."),
                (
                    "MOR-067",
                    "MOR-081",
                ),
            ),
            Reminder(
                _("Higher attack: the target falls, its player loses the difference."),
                (
                    "MOR-074",
                    "MOR-075",
                ),
            ),
            Reminder(
                _("Lower attack: the attacker falls, its player loses the difference."),
                (
                    "MOR-079",
                    "MOR-080",
                ),
            ),
            Reminder(
                _("Equal: both fall, no life is lost."),
                (
                    "MOR-077",
                    "MOR-078",
                ),
            ),
        ),
    ),
    Chart(
        _("Magic and traps"),
        (
            Reminder(
                _("{CARD_EFFECTS:words} effects each: choose one on activating."),
                (
                    "MOR-017",
                    "MOR-018",
                    "MOR-020",
                ),
            ),
            Reminder(
                _("Magic: in your own turn. Trap: in any turn, once it is set."),
                (
                    "MOR-051",
                    "MOR-052",
                    "MOR-053",
                ),
            ),
            Reminder(
                _("Trap upon trap is a chain: the last one resolves first."),
                (
                    "MOR-054",
                    "MOR-055",
                ),
            ),
        ),
    ),
    Chart(
        _("The end"),
        (
            Reminder(
                _("No life left: you lose. Both at once: a draw."),
                (
                    "MOR-082",
                    "MOR-R31",
                ),
            ),
        ),
    ),
    Chart(
        _("A good first deck"),
        (
            Reminder(
                _(
                    "Monsters: {ADVISED_1:words} of level 1, {ADVISED_2:words} of 2, {ADVISED_3:words} of 3, "
                    "{ADVISED_4:words} of 4; {ADVISED_MAGIC:words} magic cards, {ADVISED_TRAPS:words} traps."
                ),
                (
                    "MOR-021",
                    "MOR-022",
                    "MOR-023",
                    "MOR-024",
                    "MOR-025",
                    "MOR-026",
                ),
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
