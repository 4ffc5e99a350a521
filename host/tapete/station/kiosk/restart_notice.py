"""Tells people after a power cut or a crash that the match goes on, and how the table must lie."""

from __future__ import annotations

from tapete.core.texts import Joined, _
from tapete.table import Table

AGAIN = _("The station was restarted, and the match goes on where it was. See that the table lies like this. {why}")


def tell(table: Table) -> None:
    """Show on every page of a match where everything lies, until the next action."""
    words = table.rules.words.with_seats(dict(table.names.items()))
    places = [place.text(words) for place in table.rules.layout(table.state)]
    table.say(AGAIN, Joined(places))
