"""What pages call the actions and arguments that games share; a game adds its own words, and says otherwise where its rulebook does."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Text, _
from tapete.presentation.base import Naming, named

ARGUMENTS: Mapping[str, Text] = {
    "agreed": _("Agreed"),
    "attack": _("Attack", "figure"),
    "card": _("Card"),
    "cards": _("Cards"),
    "defense": _("Defense"),
    "delta": _("Change"),
    "id": _("Id"),
    "reason": _("Why"),
    "roll": _("Die"),
    "ruling.ops": _("What is put right"),
    "seat": _("Player"),
    "target": _("Target"),
    "targets": _("Targets"),
    "text": _("Note"),
    "to": _("Where to"),
    "type": _("Type"),
    "until": _("Until when"),
}
"""Labels of arguments by their names."""

CONCEDE: Naming = named(_("Concede"), _("I concede"))

RULING: Naming = named(_("Table ruling"), _("Make the correction"))
