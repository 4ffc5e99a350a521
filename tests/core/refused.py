"""Refusals that every game shares, at work: what cannot be read, values that cannot be, moves in the log, foreign positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete import cards
from tapete.core import position as positions
from tapete.core.catalogue import gather, of_game
from tapete.core.domains import Domain, each, one_of, some, text, whole
from tapete.core.match import Match
from tapete.core.refusals import RefereeError
from tapete.core.seats import SEATS
from tests.contract.refused import Given, Refused, case

RULES = cards.bind("shazamm")
JOINT = cards.bind("datamorphs")
POSITION = positions.dump(RULES, RULES.start(SEATS[:2]))


def raised(make: Callable[[], Any]) -> Given:
    """Give the refusals of what fails."""

    def refusals() -> tuple[Any, ...]:
        try:
            make()
        except RefereeError as fault:
            return fault.refusals
        return ()

    return refusals


def read(code: str, raw: bytes, /, **params: Any) -> Refused:
    """An action that cannot be read."""
    given = raised(lambda: RULES.read(raw))
    return case("action", code, given()[0].clause, {**given()[0].params, **params}, given)


def outside(code: str, domain: Domain, value: Any, /, **params: Any) -> Refused:
    """A value that lies outside its domain."""
    return case("argument", code, "CORE", params, lambda: tuple(domain.refusals(value)))


def other(code: str, **changes: Any) -> Refused:
    """A position of another match."""
    params = {name: value for name, value in changes.items() if name == "game"}
    return case("position", code, "", params, raised(lambda: positions.load(RULES, replace(POSITION, **changes))))


def catalogue(code: str, given: Any, /, **params: Any) -> Refused:
    """Cards with which MORIHAM cannot be played."""
    return case("catalogue", code, "CORE", {"game": "MORIHAM", **params}, raised(lambda: of_game(given, "moriham", "MORIHAM")))


def moved(code: str, move: Callable[[Match[Any]], Any], **params: Any) -> Refused:
    """A move in the log of a match in which a bid was locked."""

    def made() -> Any:
        match = Match(RULES, SEATS[:2])
        match.do({"action": "lock_bid", "seat": "A", "amount": 7})
        return move(match)

    return case("log", code, "", params, raised(made))


def half(plain: dict[str, Any]) -> Given:
    """What is said of a play inside a joint play."""

    def made() -> Any:
        match = Match(JOINT, SEATS[:2])
        match.do({"action": "start_game"})
        match.do({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}, "nonces": {"A": None, "B": None}})
        return match.legal(None, {"action": "joint_play", "a": plain})

    return raised(made)


CASES: tuple[Refused, ...] = (
    read("malformed", b"bid seven"),
    read("malformed", b'{"action": "lock_bid"'),
    read("malformed", b'{"action": "bid"}'),
    read("malformed", b'{"action": "choose_recycle", "seat": "A"}'),
    read("malformed", b'{"action": "choose_recycle", "seat": "A", "delta": 2, "mana": 50}'),
    read("malformed", b'{"action": "choose_recycle", "seat": "A", "delta": "2"}'),
    read("malformed", b'{"action": "ruling", "reason": "x", "ops": [' + b",".join([b'{"op": "note", "text": "x"}'] * 9) + b"]}"),
    read("out_of_bounds", b'{"action": "ruling", "reason": "x", "ops": [{"op": "set_position", "position": {"wall": 99}}]}', value=99),
    case("argument", "outside", "CORE", {"name": "dance"}, half({"action": "dance"})),
    outside("outside", one_of((2, 4, 6)), 5, value=5),
    outside("outside", whole(1, 6), 7, value=7, low=1, high=6),
    outside("outside", whole(1, 6), "seven", low=1, high=6),
    outside("outside", each({"A": whole(1, 6), "B": whole(1, 6)}), {"A": 3}, value=["A"], due=["A", "B"]),
    outside("not_so_many", some(one_of((2, 4, 6)), 1, 2), [2, 4, 6], value=3, least=1, most=2),
    outside("twice", some(one_of((2, 4, 6))), [2, 2]),
    outside("text_length", text(20, 1), "", least=1, most=20),
    other("other_game", game="moriham"),
    other("other_options", options={}),
    other("other_catalogue", catalogue_hash="0" * 64),
    moved("nothing_to_undo", lambda match: match.undo(2)),
    moved("nothing_to_redo", lambda match: match.redo()),
    moved("no_such_entry", lambda match: match.jump(9), seq=9),
    case("catalogue", "fixed_deck", "", {"game": RULES.game.title}, raised(lambda: cards.starter("shazamm"))),
    catalogue("catalogue_needed", None),
    catalogue("catalogue_of_another_game", gather("bhm", "Ember Court", {}), title="Ember Court", of="bhm"),
    moved("stale", lambda match: match.do({"action": "unlock", "seat": "A"}, expected_seq=0), seq=1, expected=0),
)
