"""Positions: a moment of a match as a document of its own, strict on the way in, the same bytes each time on the way out."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from tapete.core import codec
from tapete.core.board import State
from tapete.core.in_full import left_out
from tapete.core.locating import located, strangers
from tapete.core.refusals import OUT_OF_BOUNDS, Code, Illegal, Malformed, Refusal
from tapete.core.rules import Rules, step_name
from tapete.core.steps import Owed
from tapete.core.structs import Strict
from tapete.core.texts import _

S = TypeVar("S", bound=State)

OTHER_GAME = Code("other_game", "", _("The position belongs to another game ({game})."))
OTHER_OPTIONS = Code("other_options", "", _("The position was saved under other house rules."))
OTHER_CATALOGUE = Code("other_catalogue", "", _("The position was saved with another card catalogue."))

NOBODY_ASKED = Code("nobody_asked", "CORE", _("Nobody is asked for anything here, and there is no result yet."))
NO_ANSWER = Code("no_answer", "CORE", _("Nothing legal answers what would be asked: “{asked}”"))

NO_STEP = Code("malformed", "", _("That cannot be read: the agenda is empty, and a match is always at some step."))


class Position(Strict, kw_only=True):
    """A game, the version of its rules, house rules, the catalogue's hash, and the state (with the cards typed in)."""

    game: str
    rules_version: str
    options: dict[str, Any]
    catalogue: str | None
    catalogue_hash: str | None
    state: dict[str, Any]

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        plain: dict[str, Any] = codec.builtins(self)
        return plain


def dump(rules: Rules[S], state: S) -> Position:
    """Return the position of a state."""
    return Position(
        game=rules.game.name,
        rules_version=rules.game.version,
        options=rules.plain_options,
        catalogue=rules.catalogue_name,
        catalogue_hash=rules.catalogue_hash,
        state=codec.whole(state),
    )


def read(raw: bytes | str | dict[str, Any]) -> Position:
    """Return a position out of JSON or plain data.

    Raises:
        Malformed: not a position; the refusal's `at` is the path.
    """
    return codec.convert(raw, Position) if isinstance(raw, dict) else codec.decode(raw, Position)


def load(rules: Rules[S], position: Position) -> S:
    """Return the state of a position.

    Raises:
        Malformed: the state is not one of this game's, or fields of it are left out: all of them, with their paths.
        Illegal: another game, other house rules or cards, a number that cannot be, broken invariants, all of them named, or nobody could
            go on from there.
    """
    if position.game != rules.game.name:
        raise Illegal((OTHER_GAME(game=position.game),))
    if position.options != rules.plain_options:
        raise Illegal((OTHER_OPTIONS(),))
    if position.catalogue_hash != rules.catalogue_hash:
        raise Illegal((OTHER_CATALOGUE(),))
    if position.state.get("agenda") == []:  # whatever bounds a game's own type has: core always looks at the step at hand
        raise Malformed((replace(NO_STEP(), at="state.agenda"),))
    try:
        state = codec.convert(position.state, rules.game.state, judged=True)
    except Malformed as fault:
        found = tuple(refusal.under("state") for refusal in fault.refusals)
        if all(refusal.of is OUT_OF_BOUNDS for refusal in found):
            raise Illegal(rules.game.bad_position(found)) from None
        raise Malformed(found) from None
    if missing := tuple(left_out(position.state, codec.whole(state), "state")):
        raise Malformed(missing)
    if faults := strangers(rules, state) or rules.faults(state):
        raise Illegal((*rules.game.bad_position(faults)[:1], *located(rules, state, faults)))
    if faults := unanswered(rules, state):
        raise Illegal(rules.game.bad_position(faults))
    return state


def completed(rules: Rules[S], position: Position) -> Position:
    """Return a position as it is written today: match files of earlier versions leave out what has its default deep inside a state.

    Only what the states themselves are logged without is filled in; what cannot be read stays as it is, for `load` to refuse.
    """
    try:
        state = codec.convert(position.state, rules.game.state)
    except Malformed:
        return position
    if any(left_out(position.state, codec.builtins(state), "state")):
        return position
    return replace(position, state=codec.whole(state))


def unanswered(rules: Rules[S], state: S) -> tuple[Refusal, ...]:
    """Return what keeps a sound state from being played on.

    Its step would have run by itself, nothing is asked before there is a result, or nothing legal answers.
    """
    if rules.result(state) is not None:
        return ()
    if rules.runs_on(state) or not (asked := rules.awaiting(state)):
        return (NOBODY_ASKED(step=step_name(state.agenda[-1])),)
    return tuple(
        NO_ANSWER(seat=owed.seat, what=owed.what, asked=rules.prompts(owed)[0]) for owed in asked if not _answerable(rules, state, owed)
    )


def _answerable(rules: Rules[S], state: S, owed: Owed) -> bool:
    """Say whether what is owed has a legal answer."""
    return any(next(rules.possible(state, seat, owed.actions), None) for seat in dict.fromkeys((owed.seat, None)))
