"""How BHM is taught: two turns of the first war, with every phase. Counters begin at 8, a house rule, so that something can be called."""

from __future__ import annotations

from tapete.games.bhm.language import _
from tapete.presentation import first_match
from tapete.presentation.teaching import Chart, Passage, Reminder, Teaching, clauses

MATCH = first_match.read(__package__)
"""The first six actions settle decks, hands and who begins; A's first turn ends with action 16."""

PASSAGES = (
    Passage(
        title=_("A war of beings"),
        says=_(
            "Two to four players put beings on their fields of {SPACES:words} spaces. One number says how you fare, the call "
            "counter: the higher it is the stronger the beings you may call, and at {LOSING} you are out."
        ),
        clauses=clauses("BHM-018, 029, 036, 119, R01"),
        after=6,
        look=_(
            "Here both counters begin at {now.players[0].counter} so that something happens at once; as printed "
            "they begin at {START_COUNTER}."
        ),
        lit=("A.player", "B.player"),
    ),
    Passage(
        title=_("A turn has five phases"),
        says=_("Draw a card in the initial phase. Then come strategy, combat, a second strategy phase, and the final phase."),
        clauses=clauses("BHM-004, 010, 011, 024"),
    ),
    Passage(
        title=_("Call beings"),
        says=_(
            "A being's rank must not be above your counter, and neither may the ranks that you call in one turn when they"
            " are added up. Calling does not change the counter."
        ),
        clauses=clauses("BHM-018, 019, 036, 038, 039"),
        after=9,
        look=_(
            "A has called Moss Bear, rank 4, and Tide Scribe, rank 3: together {now.players[0].call_spent} of {now.players[0].counter}."
        ),
        lit=("A.1", "A.2"),
    ),
    Passage(
        title=_("Arm them"),
        says=_(
            "In the strategy phases you also equip objects, execute powers and play territories, and in each of them one "
            "strategy card. An object or a power needs a being of its rank or above."
        ),
        clauses=clauses("BHM-013–016, 089, 096, 097, 099"),
        after=11,
        look=_("Moss Bear carries Oak Lance: it has 150 FUE more."),
        lit=("A.1",),
    ),
    Passage(
        title=_("The final phase counts beings"),
        says=_(
            "You may draw one more card. Then the player with fewer beings adds the difference to the counter, "
            "and your own rises by {ARMAGEDON_ADDS:words} while it is at {ARMAGEDON_UP_TO} or less: that is "
            "ARMAGEDON. Keep {HAND_LIMIT:words} cards at most."
        ),
        clauses=clauses("BHM-026–028, 042, 121"),
        after=16,
        look=_("A has {compared.own} beings and B none: B's counter goes up to {counter_changed_B.now}."),
        lit=("A.player", "B.player"),
    ),
    Passage(
        title=_("What a being is made of"),
        says=_(
            "FUE (strength) hits, RES (resistance) protects, POD (power) feeds powers, VAL (courage) keeps it on the "
            "field, Salud (health) is its life. Without VAL it flees, until its player's next initial phase. POD and RES "
            "come back at the end of the turn."
        ),
        clauses=clauses("BHM-012, 063, 067, 071–074, 078, 144"),
        after=21,
        look=_("Howl Hound's TERROR and a power took all its VAL: Tide Scribe has fled."),
        lit=("B.1", "A.2"),
    ),
    Passage(
        title=_("Combat"),
        says=_(
            "A physical attack wears down RES, and what is left over comes off Salud. A power attack takes the POD you "
            "put in straight off Salud, if the being has used a power or bears one. All attacks are declared first, then "
            "resolved in that order."
        ),
        clauses=clauses("BHM-020, 047–051, 053, 062"),
        after=24,
        look=_("Howl Hound and Veil Stalker both attack Moss Bear: the first uses up its RES, the second its Salud."),
        lit=("B.1", "B.2", "A.1"),
    ),
    Passage(
        title=_("What your losses cost"),
        says=_(
            "Your counter rises by {FLED} when a being of yours flees or you lose a territory, by {KILLED} when "
            "one is killed or petrified, and by {ANNIHILATED} when one is annihilated."
        ),
        clauses=clauses("BHM-031–035, 058, 127"),
        after=27,
        look=_("Moss Bear has fallen: A's counter went up to {counter_changed_A.now}."),
        lit=("A.player",),
    ),
    Passage(
        title=_("Territories"),
        says=_("You may hold {MOST_TERRITORIES:words}. Playing one destroys a territory of an enemy, unless it is INDESTRUCTIBLE."),
        clauses=clauses("BHM-083–087"),
        after=28,
        look=_("B's Wind Terrace has destroyed A's Fog Fen: one more on A's counter."),
        lit=("B.t0", "A.player"),
    ),
    Passage(
        title=_("Reactions, and the end"),
        says=_(
            "Whatever is announced may be answered: reactions come right after it and take effect before it. Who "
            "reaches {LOSING}, or must draw from an empty deck, is out; the last one in wins."
        ),
        clauses=clauses("BHM-006, 029, 030, 155–157"),
    ),
)

SHEET = (
    Chart(
        _("Lay out"),
        (
            Reminder(
                _("A deck of {SMALLEST_DECK} to {LARGEST_DECK}; up to {MOST_SUMMONS:words} summons, face down."),
                clauses("BHM-110, 112, 149"),
            ),
            Reminder(_("Draw {OPENING_HAND:words}; exchange some of them once. The highest die begins."), clauses("BHM-003, 007–009")),
        ),
    ),
    Chart(
        _("A turn"),
        (
            Reminder(_("Initial: draw one; deserters come back."), clauses("BHM-011, 012")),
            Reminder(_("Strategy: calls, powers, objects, territories, one strategy card."), clauses("BHM-013–017, 099")),
            Reminder(_("Combat: declare all attacks, then resolve them in order."), clauses("BHM-062")),
            Reminder(_("Second strategy: with the call points that are left, and another strategy card."), clauses("BHM-024, 025")),
            Reminder(
                _(
                    "Final: one more card if you hold fewer than {HAND_LIMIT:words}; compare beings; POD and RES "
                    "recover; {HAND_LIMIT:words} cards at most; ARMAGEDON."
                ),
                clauses("BHM-026, 027, 042, 067, 073, 121, 122"),
            ),
        ),
    ),
    Chart(
        _("What ranks allow"),
        (
            Reminder(_("Being: rank up to your counter; a turn's calls add up to it at most."), clauses("BHM-036, 038")),
            Reminder(_("Strategy: rank up to your counter; it costs no call points."), clauses("BHM-037, 039")),
            Reminder(_("Power: rank up to its being's; a turn's powers add up to it at most."), clauses("BHM-089, 090")),
            Reminder(_("Objects of a being: ranks add up to its own at most."), clauses("BHM-096, 097")),
            Reminder(_("Instant call: in any phase, without points."), clauses("BHM-040, 041")),
        ),
    ),
    Chart(
        _("Combat"),
        (
            Reminder(_("Physical: FUE off RES, the rest off Salud."), clauses("BHM-047, 048")),
            Reminder(_("Power: POD straight off Salud; once a being and turn; a power used or borne."), clauses("BHM-049–051, 053")),
            Reminder(_("No POD or no Salud: killed. No VAL: it flees."), clauses("BHM-058, 063")),
            Reminder(_("Second flight in the turn of its return: into the deck."), clauses("BHM-077")),
        ),
    ),
    Chart(
        _("The counter rises"),
        (
            Reminder(_("{FLED}: a being flees; a territory is lost."), clauses("BHM-031, 032")),
            Reminder(_("{KILLED}: a being is killed or petrified. {ANNIHILATED}: annihilated."), clauses("BHM-033, 035, 127")),
            Reminder(_("The difference, if you have fewer beings in the final phase."), clauses("BHM-027, 028")),
            Reminder(_("ARMAGEDON: {ARMAGEDON_ADDS} at the end of your turn, up to {ARMAGEDON_UP_TO}."), clauses("BHM-042")),
        ),
    ),
    Chart(
        _("Words on cards"),
        (
            Reminder(_("CONGELAR: no attacks, no abilities; powers yes."), clauses("BHM-129, 130")),
            Reminder(_("INDESTRUCTIBLE: stays in play."), clauses("BHM-134")),
            Reminder(_("INMORTAL: neither ASESINAR nor lost Salud kill it."), clauses("BHM-136, 137")),
            Reminder(_("VÍNCULO DE PODER: power attacks without a power."), clauses("BHM-139")),
            Reminder(_("RESISTENCIA MÁGICA: power attacks meet RES first."), clauses("BHM-140")),
            Reminder(_("INTANGIBLE: no physical attacks. INVISIBLE: enemies cannot choose it."), clauses("BHM-141, 142")),
            Reminder(_("TERROR: on coming, an enemy may lose VAL."), clauses("BHM-144")),
            Reminder(_("ETERNO: does not leave the field. INMUNE: to enemy abilities of that rank or less."), clauses("BHM-145, 146, 148")),
        ),
    ),
    Chart(
        _("The end"),
        (
            Reminder(
                _("{LOSING} on the counter, or drawing from an empty deck: you are out. The last one in wins."),
                clauses("BHM-006, 029, 030"),
            ),
        ),
    ),
)

TEACHING = Teaching(
    passages=PASSAGES,
    sheet=SHEET,
    script=MATCH.actions,
    options={"starting_counter": 8, "reaction_windows": "off"},
)
"""The page and the sheet."""
