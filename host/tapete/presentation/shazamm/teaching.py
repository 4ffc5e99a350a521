"""How Shazamm is taught: a match of two rounds, from the first bid to the fall."""

from __future__ import annotations

from tapete.games.shazamm.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching, clauses

MATCH = first_match.read(__package__)
"""Two rounds: the first one ends with action 20, the match with action 35."""


PASSAGES = (
    Passage(
        title=_("A duel on a bridge"),
        says=_(
            "Two wizards stand on a bridge over lava, with a wall of fire between them. Push the wall onto your rival, "
            "round after round, until there is no bridge left under those feet."
        ),
        clauses=clauses("SHZ-002, 003, 010–012, 014"),
        after=0,
        look=_("The wall is on slab 0. Each wizard stands {REACH:words} steps from it, with {MOST_MANA} mana."),
        lit=("slab.0",),
    ),
    Passage(
        title=_("Your cards"),
        says=_(
            "You have {SPELLS:words} spells, numbered {SILENCE} to {SPELLS}, and the fake card, {FAKE}. Shuffle "
            "the spells and draw {OPENING_HAND:words}; the fake card is always in your hand and is good for a "
            "bluff. Each spell is cast once in the whole match."
        ),
        clauses=clauses("SHZ-008, 017–019, 047, 061"),
    ),
    Passage(
        title=_("Cards and bids, in secret"),
        says=_(
            "Lay the spells that you cast face down, or the fake card alone. Then bid mana in secret: at least {LEAST_BID}, at most"
            " all that you have left."
        ),
        clauses=clauses("SHZ-034–038"),
        after=2,
        look=_("Both have locked their bids. Nobody knows the other's yet."),
        lit=("A.mana", "B.mana"),
    ),
    Passage(
        title=_("The stronger one pushes"),
        says=_(
            "Bids and cards are turned over together. The higher power moves the wall one slab towards the other wizard, "
            "however big the difference; equal powers leave it where it is. Both pay their bid."
        ),
        clauses=clauses("SHZ-039, 040, 042–045, 048"),
        after=5,
        look=_(
            "A bid {bids_revealed.bids.A} and B bid {bids_revealed.bids.B}: the wall is on {now.wall:slab}. A "
            "has {now.mana.A} mana left, B has {now.mana.B}."
        ),
        lit=("slab.1", "A.mana", "B.mana"),
    ),
    Passage(
        title=_("Spells go by their number"),
        says=_(
            "Spells take effect in the order of their numbers, no matter who casts them. If both cast the same one, the two "
            "cancel each other. A spell changes the power, the wall or the mana, but you always pay what you bid."
        ),
        clauses=clauses("SHZ-041, 050–053, 085, 086"),
        after=10,
        look=_(
            "A bid only {bids_revealed.bids.A} against {bids_revealed.bids.B}, but with Attack boost "
            "({ATTACK_BOOST}) it was {power.power.A} against {power.power.B}: the wall is on {now.wall:slab}."
        ),
        lit=("slab.2", "A.7"),
    ),
    Passage(
        title=_("One card turns it round"),
        says=_(
            "A low bid with the right spell may be worth more than a high one. Middle ({MIDDLE}) takes the wall back to where "
            "the round began, before the powers are compared."
        ),
        clauses=clauses("SHZ-078, 079"),
        after=15,
        look=_("A won {power.power.A} against {power.power.B}, and yet the wall stands on {now.wall:slab} only: B had cast Middle."),
        lit=("slab.1", "B.5"),
    ),
    Passage(
        title=_("A round ends"),
        says=_(
            "When the wall reaches a wizard the round is over. The wall stays, both wizards stand {REACH:words} "
            "steps from it again, and the outermost whole slab of each end falls. Mana is back at {MOST_MANA}, "
            "and each draws {DRAWN_EACH_ROUND:words} spells."
        ),
        clauses=clauses("SHZ-025, 029, 030, 102, 104, 106, 107"),
        after=20,
        look=_(
            "Inferno ({INFERNO}) moved the wall {INFERNO_PUSH:words} slabs, onto B's wizard on {now.wall:slab}. "
            "Now A stands on {now.wizard.A:slab} and B on {now.wizard.B:slab}."
        ),
        lit=("slab.3",),
    ),
    Passage(
        title=_("Do not run out of mana"),
        says=_(
            "Who has no mana left ends the round too, and before that the rival pushes the wall one step for each mana "
            "point, as far as the exhausted wizard."
        ),
        clauses=clauses("SHZ-056–059, 101"),
    ),
    Passage(
        title=_("The fall"),
        says=_("A wizard who has to stand on a broken slab falls into the lava and loses the match."),
        clauses=clauses("SHZ-032, 033"),
        after=35,
        look=_("B's place is on {now.wizard.B:slab}, but that slab fell after the first round: A wins."),
        lit=("slab.9",),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(_("Wall on slab 0, wizards on −{REACH} and +{REACH}, mana on {MOST_MANA}."), clauses("SHZ-011, 012, 014")),
            Reminder(
                _("Each: {SPELLS:words} shuffled spells, {OPENING_HAND:words} of them drawn; the fake card in hand."),
                clauses("SHZ-016–019"),
            ),
        ),
    ),
    Chart(
        _("A turn"),
        (
            Reminder(_("Cards face down: spells, the fake card, or both."), clauses("SHZ-037, 038, 061")),
            Reminder(_("Bid in secret, from {LEAST_BID} to all your mana; both reveal together."), clauses("SHZ-034–036, 039")),
            Reminder(_("Equal spells cancel. The others count from the lowest number to the highest."), clauses("SHZ-050, 052")),
            Reminder(_("Higher power: the wall goes one slab towards the other. Equal: it stays."), clauses("SHZ-042, 044, 045")),
            Reminder(_("Both pay their bid. Cast spells are discarded; the fake card comes back."), clauses("SHZ-046, 048, 062")),
        ),
    ),
    Chart(
        _("A round ends"),
        (
            Reminder(_("When the wall reaches a wizard, or a player has no mana left."), clauses("SHZ-025, 056, 101")),
            Reminder(
                _("Without mana: the rival first pushes one step for each mana point, at most to the wizard."), clauses("SHZ-057, 058")
            ),
            Reminder(_("The wall stays; the wizards stand {REACH:words} steps either side."), clauses("SHZ-104, 105")),
            Reminder(_("One slab falls at each end, from outside."), clauses("SHZ-102")),
            Reminder(_("Mana {MOST_MANA}; draw {DRAWN_EACH_ROUND:words} spells, or what is left."), clauses("SHZ-106, 107, 109")),
        ),
    ),
    Chart(
        _("The match ends"),
        (
            Reminder(
                _("A wizard on a broken slab, or beyond the bridge, falls and loses; both at once is a draw."),
                clauses("SHZ-032, 033, R05, R06"),
            ),
        ),
    ),
    Chart(
        _("The spells"),
        (
            Reminder(_("{FAKE} Fake card: nothing; back to your hand."), clauses("SHZ-060, 062")),
            Reminder(_("{SILENCE} Silence: no other spell works for the rest of the round."), clauses("SHZ-064, 065")),
            Reminder(_("{CLONE} Clone: copies a spell that the rival cast last turn."), clauses("SHZ-068, 070")),
            Reminder(_("{THEFT} Theft: the rival's waiting spells come to you; use or discard each."), clauses("SHZ-071, 072")),
            Reminder(_("{END_ROUND} End of round: it ends now; the wall stays."), clauses("SHZ-073, 074")),
            Reminder(_("{MIDDLE} Middle: the wall goes back to where the round began."), clauses("SHZ-078")),
            Reminder(
                _("{RECYCLE} Recycle: change your bid by up to {MOST_RECYCLED:words}, and pay the new one."), clauses("SHZ-080, 082, 084")
            ),
            Reminder(_("{ATTACK_BOOST} Attack boost: power +{BOOST}."), clauses("SHZ-085")),
            Reminder(_("{DOUBLE_DOSE} Double dose: power × {DOUBLE}."), clauses("SHZ-087")),
            Reminder(_("{WINNER_LOSES} Winner loses: the wall goes towards the stronger one."), clauses("SHZ-089")),
            Reminder(_("{INFERNO} Inferno: the wall moves {INFERNO_PUSH:words} slabs."), clauses("SHZ-091")),
            Reminder(_("{RESISTANCE} Resistance: the wall does not move at you."), clauses("SHZ-093")),
            Reminder(_("{SORE_LOSER} Sore loser: if the wall moves at you, you do not pay."), clauses("SHZ-094")),
            Reminder(_("{RESERVE_BOOST} Reserve boost: mana +{RESERVE}, up to {MOST_MANA}."), clauses("SHZ-095, 096")),
            Reminder(_("{SUCTION} Suction: mana + the rival's bid, up to {MOST_MANA}."), clauses("SHZ-097, 099")),
        ),
    ),
)

TEACHING = Teaching(
    passages=PASSAGES,
    sheet=SHEET,
    script=MATCH.actions,
)
"""The page and the sheet."""
