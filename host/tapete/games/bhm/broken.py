"""What can be wrong with a position of BHM: a code for each invariant that is broken (ledger, section 8)."""

from __future__ import annotations

from tapete.core.refusals import Code

INV_AGENDA = Code(
    "inv_agenda",
    "BHM-010",
    "Los pasos de la partida no encajan.",
    "The steps of the match do not fit together.",
    figures={},
)
INV_CARD = Code(
    "inv_card",
    "BHM-R106",
    "Una carta no existe o no va donde está.",
    "A card does not exist or does not belong where it lies.",
    figures={},
)
INV_COUNTS = Code(
    "inv_counts",
    "BHM-R91",
    "A un jugador le sobran o le faltan cartas.",
    "A player has too many or too few cards.",
    figures={},
)
INV_SUMMONS = Code(
    "inv_summons",
    "BHM-R83",
    "A un jugador le sobran o le faltan invocaciones.",
    "A player has too many or too few summons.",
    figures={},
)
INV_COUNTER = Code(
    "inv_counter",
    "BHM-029",
    "Un contador no puede estar ahí.",
    "A counter cannot be there.",
    figures={},
)
INV_ATTR = Code(
    "inv_attr",
    "BHM-R18",
    "Un atributo no cuadra con lo que lo cambia.",
    "An attribute does not fit what changes it.",
    figures={},
)
INV_ZERO = Code(
    "inv_zero",
    "BHM-R47",
    "Un ser sigue en el campo con un atributo a cero.",
    "A being is still on the field with an attribute at zero.",
    figures={},
)
INV_INSTANCES = Code(
    "inv_instances",
    "BHM-102",
    "Dos cosas llevan el mismo número de activación, o uno que aún no existe.",
    "Two things share an activation number, or have one that is not there yet.",
    figures={},
)
INV_ATTACKS = Code(
    "inv_attacks",
    "BHM-R31",
    "Un ser ha atacado más de lo permitido.",
    "A being has attacked more than it may.",
    figures={},
)
INV_OUT = Code(
    "inv_out",
    "BHM-R110",
    "Un jugador eliminado conserva cartas.",
    "A player who is out still has cards.",
    figures={},
)
