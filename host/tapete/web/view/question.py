"""Say in words what a match asks one reader: its dice, what the table owes, what panels pick, and why the rest is barred."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from tapete.core.dice import EnterRoll
from tapete.core.kinds import name_of
from tapete.core.refusals import Refusal
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.web.view.glance import Glance

MOST_REASONS = 3
"""Reasons that are told of one action."""


class WhyNot(Struct, frozen=True):
    """An action that is not offered, by its heading; whose it is (None: the same reason was said of another seat), and why."""

    label: str
    seat: Seat | None
    reasons: tuple[Refusal, ...]


def die(now: Glance, owed: Owed) -> str:
    """What a die is for: as the game's page says it, with the faces that choose what; else as its prompt does."""
    if "die" in now.words.kinds:
        return now.words.show(owed.params["roll"], now.language, "die")
    return now.rules.prompts(owed)[0].in_(now.language)


def waiting(now: Glance) -> list[str]:
    """What the table itself owes (anybody may enter it)."""
    return [now.rules.prompts(owed)[0].in_(now.language) for owed in now.rules.awaiting(now.state) if owed.seat is None]


def picked(now: Glance) -> list[tuple[Seat, str]]:
    """What seats are putting together on their panels, in words."""
    found = []
    for seat, draft in now.table.drafts.items():
        action = str(draft.get("action", ""))
        for argument, value in draft.items():
            if argument not in ("action", "seat"):
                shown = [now.voice.option(action, argument, one) for one in (value if isinstance(value, (list, tuple)) else (value,))]
                found.append((seat, f"{now.voice.argument(action, argument)}: {', '.join(shown) or '–'}"))
    return found


def why_not(now: Glance, seats: Collection[Seat]) -> list[WhyNot]:
    """Every action that some seats are not offered, and why; the same reason for every seat is said once."""
    if now.rules.result(now.state) is not None:
        return []
    found: list[WhyNot] = []
    offered = {seat: now.rules.legal(now.state, seat) for seat in seats}
    for kind in now.rules.game.actions:
        action = name_of(kind)
        if issubclass(kind, Ruling | EnterRoll) or "seat" not in kind.__struct_fields__:
            continue
        said: set[tuple[str, ...]] = set()
        for seat in seats:
            if action not in offered[seat] and (reasons := now.rules.why_not(now.state, seat, action)):
                words = tuple(reason.text().in_("en") for reason in reasons)
                found.append(WhyNot(now.voice.title(action), None if words in said else seat, reasons[:MOST_REASONS]))
                said.add(words)
    return found
