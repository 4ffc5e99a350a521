"""What can be wrong with a position of BHM: a code for each invariant that is broken (ledger, section 8)."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.games.bhm.language import _

INV_AGENDA = Code(
    "inv_agenda",
    "BHM-010",
    _("The steps of the match do not fit together."),
    figures={},
)
INV_CARD = Code(
    "inv_card",
    "BHM-R106",
    _("A card does not exist or does not belong where it lies."),
    figures={},
)
INV_COUNTS = Code(
    "inv_counts",
    "BHM-R91",
    _("A player has too many or too few cards."),
    figures={},
)
INV_SUMMONS = Code(
    "inv_summons",
    "BHM-R83",
    _("A player has too many or too few summons."),
    figures={},
)
INV_COUNTER = Code(
    "inv_counter",
    "BHM-029",
    _("A counter cannot be there."),
    figures={},
)
INV_ATTR = Code(
    "inv_attr",
    "BHM-R18",
    _("An attribute does not fit what changes it."),
    figures={},
)
INV_ZERO = Code(
    "inv_zero",
    "BHM-R47",
    _("A being is still on the field with an attribute at zero."),
    figures={},
)
INV_INSTANCES = Code(
    "inv_instances",
    "BHM-102",
    _("Two things share an activation number, or have one that is not there yet."),
    figures={},
)
INV_ATTACKS = Code(
    "inv_attacks",
    "BHM-R31",
    _("A being has attacked more than it may."),
    figures={},
)
INV_OUT = Code(
    "inv_out",
    "BHM-R110",
    _("A player who is out still has cards."),
    figures={},
)
