"""Put a hint into words: what the bot would do, and why.

The reason says what anybody at the table can check: what the action changes, what it leaves, or what is printed on the card; then how the
bot compares it with the next best, where it counts that in figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tapete.bots import Alternative, HeldCard
from tapete.bots.advice import Suggestion
from tapete.bots.forgetful import NOTHING
from tapete.coach.review import percent
from tapete.core.refusals import RefereeError
from tapete.core.texts import _
from tapete.presentation.faces import face_of
from tapete.web.view.glance import Glance
from tapete.web.view.previewing import shown_preview

MOST_CHANGES = 4
"""So many changes, or sentences of what follows, are told."""

IT_WOULD = _("The robot would do this: {what}.")
NO_OPINION = _("The robot has no opinion here: whatever is allowed will do.")
CHANGES = _("If nobody reacts, this changes: {changes}.")
FOLLOWS = _("If nobody reacts, this follows: {events}")
PRINTED = _("What is printed on it: {face}.")
WAITS = _("Nothing that could be done now looks better to it than to wait.")
BY_PERFECT = _("Against perfect play that wins {chance} of the match, and perfect play does so {share} of the time.")
BY_WORTH = _("It holds the table after it for better than after this: {other}.")
BY_DEPTH = _("It has played on from there and prefers that to this: {other}.")
BY_ITSELF = _("It is the robot's own choice, which it does not count in figures.")


def told(view: Glance, found: Suggestion) -> str:
    """A hint in sentences, with its reasons.

    Args:
        view: the match, for one reader. found: what the bot would do.
    """
    if found.by == "chance":
        return NO_OPINION.in_(view.language)
    first = found.alternatives[0]
    reasons = [*_reasons(view, first.action), *_comparison(view, found)] or [BY_ITSELF.in_(view.language)]
    return " ".join((IT_WOULD.fill(what=_suggested(view, first)).in_(view.language), *reasons))


def shown_card(view: Glance, card: HeldCard) -> str:
    """The name of a card that a hand can hold."""
    return view.words.show(card, view.language, "card" if isinstance(card, str) else "spell")


def _reasons(view: Glance, plain: Mapping[str, Any]) -> Iterator[str]:
    """What there is to see of an action: what it leaves, changes, or is followed by; else what is printed on its card."""
    if plain["action"] in NOTHING:
        yield WAITS.in_(view.language)
    if said := view.page.because(view.rules, view.state, plain, view.language, view.words):
        yield said
        return
    try:
        comes = shown_preview(view, view.rules.read(plain))
    except RefereeError:  # what it locks is not known to the match
        comes = None
    if comes is not None and (changed := comes.changed[:MOST_CHANGES]):
        yield CHANGES.fill(changes="; ".join(one.rstrip(".") for one in changed)).in_(view.language)
    elif comes is not None and (follows := [sentence for sentence, _clause in (*comes.events[1:], *comes.then)][:MOST_CHANGES]):
        yield FOLLOWS.fill(events=" ".join(follows)).in_(view.language)
    elif printed := list(_card_figures(view, plain)):
        yield PRINTED.fill(face="; ".join(printed)).in_(view.language)


def _card_figures(view: Glance, plain: Mapping[str, Any]) -> Iterator[str]:
    """The figures of the cards that an action names, and of the action in it."""
    catalogue = view.rules.catalogue
    for value in plain.values():
        if isinstance(value, Mapping):
            yield from _card_figures(view, value)
        elif catalogue is not None and isinstance(value, str) and value in catalogue.cards:
            face = face_of(catalogue, value, view.language)
            figures = ", ".join(f"{label} {figure}" for label, figure in face.figures)
            yield f"{face.name}, {figures or face.kind}"


def _comparison(view: Glance, found: Suggestion) -> Iterator[str]:
    first, others = found.alternatives[0], [one for one in found.alternatives[1:] if one.worth is not None]
    if first.worth is None or not others:
        return
    if found.unit == "match":
        yield BY_PERFECT.fill(chance=percent(first.worth), share=percent(first.share or 0.0)).in_(view.language)
        return
    best = max(others, key=lambda one: one.worth or 0.0)
    if first.worth != best.worth:
        yield (BY_WORTH if first.worth > (best.worth or 0.0) else BY_DEPTH).fill(other=_suggested(view, best)).in_(view.language)


def _suggested(view: Glance, one: Alternative) -> str:
    """What would be done, in the words of the page; with the cards that go face down beside it."""
    said = _action(view, one.action)
    return f"{said} + {', '.join(shown_card(view, card) for card in one.cards)}" if one.cards else said


def _action(view: Glance, plain: Mapping[str, Any]) -> str:
    name = str(plain["action"])
    parts = [
        _with_label(view.voice.argument(name, path), ", ".join(values))
        for path, value in plain.items()
        if path not in ("action", "seat") and (values := list(_values(view, name, path, value)))
    ]
    return f"{view.voice.title(name)} ({'; '.join(parts)})" if parts else view.voice.title(name)


def _with_label(label: str, said: str) -> str:
    """A value after its label, which stays away where the value says it already: “space 1”, not “Space: space 1”."""
    return said if said.casefold().startswith(f"{label} ".casefold()) else f"{label}: {said}"


def _values(view: Glance, action: str, path: str, value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _values(view, action, path, one)
    elif isinstance(value, Mapping) and "action" in value:
        yield _action(view, value)
    elif isinstance(value, Mapping) and "op" in value:
        yield view.voice.variant(action, path, str(value["op"]))
    elif value is not None:
        yield view.voice.option(action, path, value)
