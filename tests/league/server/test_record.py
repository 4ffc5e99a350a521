"""The record of an event: chained, shown, exported, proved without any network, and examined in the database."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from tapete.cli import command_line
from tapete.core import codec
from tapete.league import record
from tapete.league.decisions import CloseRound, DropEntrant, SetResult, StartRound
from tapete.league.server import sealed
from tapete.league.server.shared import League, utc_ms
from tapete.league.store.database import engine
from tapete.league.store.doctor import examine
from tests import chance, loops
from tests.league.server.conftest import FRIDAY, Served
from tests.league.server.two_tables import decide, evening

pytestmark = [pytest.mark.league]


def played(served: Served) -> bytes:
    """An evening with results, as its export."""
    evening(served)

    async def play(league: League) -> None:
        await decide(league, StartRound(1), SetResult(1, 1, "A"), SetResult(1, 2, "draw"), CloseRound(1), DropEntrant(2))

    served.within(play)
    with served.visitor("organiser") as organiser:
        return organiser.get(f"{FRIDAY}/export.json").content


def said(raw: bytes, witness: str = "") -> list[str]:
    return [one.in_("en") for one in sealed.faults(raw, witness)]


def test_an_export_proves_itself_and_its_head_stands_on_wall_and_slips(served: Served, tmp_path: Path) -> None:
    raw = played(served)
    assert said(raw) == []
    plain: dict[str, Any] = msgspec.json.decode(raw)
    head = record.shown(len(plain["log"]), plain["heads"][-1])
    assert said(raw, head) == []
    with served.visitor("organiser") as organiser:
        for page in ("wall", "slips"):
            assert head in organiser.get(f"{FRIDAY}/{page}").text
    earlier = record.shown(3, plain["heads"][3])
    assert said(raw, earlier) == [], "a slip that was printed at the beginning"
    assert said(raw, "3 · 0123 4567 89ab cdef")[0].startswith("Decision 3 has another head")
    assert said(raw, "99 · 0123") == ["No decision 99 is in it, whose head was shown."]
    assert said(raw, f"{'9' * 5_000} · 0123")[0].startswith("No decision 999")
    file = tmp_path / "friday.json"
    file.write_bytes(raw)
    told = CliRunner().invoke(command_line("en"), ["verify", str(file), "--head", head])
    assert (told.exit_code, "Everything fits: 11 decisions" in told.output) == (0, True), told.output
    assert head in told.output
    file.write_bytes(raw.replace(b'"result":"A"', b'"result":"B"'))
    told = CliRunner().invoke(command_line("en"), ["verify", str(file)])
    assert (told.exit_code, "was altered" in told.output) == (1, True), told.output


def test_each_of_a_thousand_altered_bytes_is_named(served: Served) -> None:
    raw, rng = played(served), random.Random(chance.seed(45))
    unnoticed = []
    for _ in range(1_000):
        at = rng.randrange(len(raw))
        altered = bytearray(raw)
        altered[at] ^= rng.randrange(1, 256)
        if not said(bytes(altered)):
            unnoticed.append((at, bytes(altered[at - 20 : at + 20])))
    assert unnoticed == []


def test_a_decision_that_was_altered_is_named_by_its_number(served: Served) -> None:
    plain: dict[str, Any] = msgspec.json.decode(played(served))
    for number in (1, 7, 11):
        forged = msgspec.json.decode(codec.encode(plain))
        forged["log"][number - 1]["who"] = "somebody else"
        assert said(codec.encode(forged)) == [f"Decision {number} was altered, or its head."]
    forged = msgspec.json.decode(codec.encode(plain))
    forged["names"][next(iter(forged["names"]))] = "Another"
    assert len(said(codec.encode(forged))) == 1


def test_an_export_that_was_sealed_anew_has_another_key_and_another_head(served: Served) -> None:
    plain: dict[str, Any] = msgspec.json.decode(played(served))
    forged = msgspec.json.decode(codec.encode(plain))
    forged["log"][8]["who"] = "somebody else"
    body = sealed.written("shop", "friday", forged["settings"], forged["names"], forged["log"])
    again = sealed.sealed(body, b"a secret of a stranger, thirty-two")
    assert said(codec.encode(again)) == []
    assert again["key"] != plain["key"]
    shown = record.shown(len(plain["log"]), plain["heads"][-1])
    assert said(codec.encode(again), shown)[0].startswith("Decision 11 has another head"), "the wall tells them apart"
    again["key"], again["signature"] = plain["key"], plain["signature"]
    assert said(codec.encode(again)) == ["The signature is not of this content and this key."]


def test_a_decision_that_was_forged_behind_dropped_triggers_is_found(served: Served) -> None:
    played(served)
    path = served.url.partition("///")[2]
    assert findings(served.url) == []
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE decision SET who = 'judge Eva' WHERE number = 9")
    assert findings(served.url) == ["Decision 9 of event shop/friday is not what was decided: it was altered in the database."]


def findings(url: str) -> list[str]:
    """What the doctor finds wrong with the logs of a database."""

    async def all_of_it() -> list[str]:
        made = engine(url)
        try:
            return [one.says.in_("en") async for one in examine(made, utc_ms() + 10**12) if not one.well and one.what in ("log", "record")]
        finally:
            await made.dispose()

    return list(loops.run(all_of_it()))


def test_a_record_goes_on_after_decisions_of_an_earlier_version(served: Served) -> None:
    """They left the head empty."""
    evening(served)
    path = served.url.partition("///")[2]
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE decision SET head = NULL")
    served.within(lambda league: decide(league, StartRound(1)))
    assert findings(served.url) == []
    with closing(sqlite3.connect(path)) as connection:
        kept = [head for (head,) in connection.execute("SELECT head FROM decision ORDER BY number")]
    assert [head is None for head in kept] == [True] * (len(kept) - 1) + [False]


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b"\xff", b"{" * 10_000, b'{"shop":1}', b'{"tapete_match":1}'])
def test_what_is_no_export_is_said(raw: bytes) -> None:
    assert len(said(raw)) == 1


def test_parts_of_any_kind_are_judged(served: Served) -> None:
    plain: dict[str, Any] = msgspec.json.decode(played(served))
    rng = random.Random(7)
    for part in plain:
        odd: Any
        for odd in (None, 1, "x", [], {}, [1], {"a": 1}, [{}], True):
            if codec.encode(plain[part]) != codec.encode(odd) and rng.random() < 0.7:
                assert said(codec.encode({**plain, part: odd})), (part, odd)
