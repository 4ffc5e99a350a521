"""How DataMorphs is taught: one round with every element, an Interrupt, and its score."""

from __future__ import annotations

from tapete.games.datamorphs.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching, clauses

MATCH = first_match.read(__package__)
"""The last card ends the round, and it is scored."""


PASSAGES = (
    Passage(
        title=_("Build a program out of {OWNED:words} cards"),
        says=_(
            "Each builds a DataMorph that attacks and protects. The one that does more damage wins the round, "
            "and {WINS_NEEDED:words} rounds win the match."
        ),
        clauses=clauses("DAT-001, 004, 025, 034, 044"),
        after=1,
        look=_("Your side is below: Boosts on both sides of the Program, the Function, and behind them the Bios."),
        lit=("A.program",),
    ),
    Passage(
        title=_("One card, five elements"),
        says=_(
            "Every card has five elements, and each time you play it for just one of them: Bios, Program, Boost, Function"
            " or, face down, Interrupt."
        ),
        clauses=clauses("DAT-005, 006, 021"),
    ),
    Passage(
        title=_("The Bios"),
        says=_(
            "Both choose a Bios in secret and turn it over together. It gives the memory that you can spend in this "
            "round, and attack and defense to begin with."
        ),
        clauses=clauses("DAT-007–010, 026, 027"),
        after=2,
        look=_("Velvet Stack gives more memory than Rust Oracle: B has the initiative."),
        lit=("A.bios", "B.bios"),
    ),
    Passage(
        title=_("Who lays first"),
        says=_(
            "You lay one card each, again and again. Before every exchange the one with more memory says who goes first; "
            "with equal memory both lay theirs together, in secret."
        ),
        clauses=clauses("DAT-028, 029, 057–060"),
    ),
    Passage(
        title=_("What it costs"),
        says=_(
            "A Program or a Boost costs one memory for each attack or defense icon. A Boost that changes icons costs {CHANGE_COST}, "
            "and so does a Function. Memory icons on it are yours from then on."
        ),
        clauses=clauses("DAT-050, 052–056, 061, 062"),
        after=5,
        look=_("Glint Loom cost A {played_A.cost}. Moth Kernel cost B {played_B.cost}, and brought 1 memory back."),
        lit=("A.program", "B.program"),
    ),
    Passage(
        title=_("Boosts"),
        says=_(
            "There is room for one Boost on each side of the Program. They bring attack, defense or an ability; some "
            "change the icons of other parts."
        ),
        clauses=clauses("DAT-016–018, 068, 069"),
        after=10,
        look=_("Cinder Port would turn A's defense into attack. Hollow Thread adds an attack."),
        lit=("A.boost_a", "A.boost_b"),
    ),
    Passage(
        title=_("The Interrupt"),
        says=_(
            "Any card may be laid face down where a Boost or the Function goes. It costs nothing and switches off what "
            "faces it. You may have {INTERRUPTS:words}."
        ),
        clauses=clauses("DAT-021–024, R08"),
        after=11,
        look=_("B's Interrupt faces Cinder Port: A's change is gone."),
        lit=("B.boost_a", "A.boost_a"),
    ),
    Passage(
        title=_("The score"),
        says=_(
            "When nobody can or wants to lay another card, add up the icons. Each defense cancels one attack of the "
            "rival; the player who gets more attack through wins the round."
        ),
        clauses=clauses("DAT-030–034, 063, 065"),
        after=14,
        look=_("Only one attack gets through, and it is B's: B wins the round."),
        lit=("A.player", "B.player"),
    ),
    Passage(
        title=_("The next round, and the end"),
        says=_(
            "The winner says which card of each, of those just played, stays out: the next round is played with one card "
            "fewer. Who wins the match keeps a card of the rival and gives one away."
        ),
        clauses=clauses("DAT-036, 037, 039, 041, 042, 044, 047–049"),
    ),
)

SHEET = (
    Chart(
        _("Each round"),
        (
            Reminder(_("{OWNED:words} cards, then {ROUND_2:words}, then {ROUND_3:words}."), clauses("DAT-042")),
            Reminder(_("Bios face down, turned over together: memory, base attack and defense."), clauses("DAT-008–010, 026, 027")),
            Reminder(_("More memory: you say who lays first. Equal: both together, in secret."), clauses("DAT-057, 058, 060")),
            Reminder(_("One card each; memory is counted anew after each card."), clauses("DAT-029, 059")),
            Reminder(_("Who can still lay cards may go on alone."), clauses("DAT-031")),
        ),
    ),
    Chart(
        _("Places"),
        (
            Reminder(_("One Bios, one Program, one Function."), clauses("DAT-011, 015, 019")),
            Reminder(_("{BOOSTS:words} Boosts, one on each side of the Program."), clauses("DAT-017, 018")),
            Reminder(_("Interrupts, {INTERRUPTS:words} at most, in the place of a Boost or the Function."), clauses("DAT-022, 024")),
        ),
    ),
    Chart(
        _("Cost in memory"),
        (
            Reminder(_("Program or Boost: its attack and defense icons; other icons are free."), clauses("DAT-052, 053")),
            Reminder(_("Boost that changes icons or colours: {CHANGE_COST}."), clauses("DAT-054")),
            Reminder(_("Function: {FUNCTION_COST}. Bios and Interrupts: nothing."), clauses("DAT-055, R08, R09")),
            Reminder(_("Never more than your memory in all."), clauses("DAT-056")),
        ),
    ),
    Chart(
        _("What icons do"),
        (
            Reminder(_("Memory: one more from that moment on."), clauses("DAT-061, 062")),
            Reminder(_("Attack: one point against the rival."), clauses("DAT-063")),
            Reminder(_("Defense: cancels one attack."), clauses("DAT-065")),
            Reminder(_("Extra memory and Boost: one more memory, and one more Boost below."), clauses("DAT-066, 067")),
            Reminder(_("Change: all icons of one type become another."), clauses("DAT-068")),
            Reminder(_("Swap: attack becomes defense and the reverse."), clauses("DAT-069")),
            Reminder(_("Colour change: one colour becomes another on all parts."), clauses("DAT-070")),
            Reminder(_("Colour sum: one icon for each part of that colour."), clauses("DAT-071")),
            Reminder(_("Cancelling: rival icons, a colour of the rival, or a memory."), clauses("DAT-072, 073, 075")),
            Reminder(_("Function: helps affine Programs, weakens vulnerable ones of the rival."), clauses("DAT-019, 020")),
            Reminder(_("Interrupt: switches off what faces it."), clauses("DAT-023")),
        ),
    ),
    Chart(
        _("The end of a round"),
        (
            Reminder(_("More attack that gets through wins it."), clauses("DAT-033, 034, 064")),
            Reminder(_("The winner leaves one played card of each out; after a tie each leaves an own one."), clauses("DAT-036, 037, 043")),
        ),
    ),
    Chart(
        _("The end of the match"),
        (
            Reminder(
                _("{WINS_NEEDED:words} rounds win it. If one was tied one more decides; {ROUNDS:words} ties: nobody wins."),
                clauses("DAT-044–046"),
            ),
            Reminder(_("The winner keeps a rival card and gives one: {OWNED:words} each."), clauses("DAT-047–049")),
        ),
    ),
)

TEACHING = Teaching(
    passages=PASSAGES,
    sheet=SHEET,
    script=MATCH.actions,
)
"""The page and the sheet."""
