"""A match as a file: anonymous, checked line by line, and saying where it differs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tapete.cli import command_line
from tapete.core.refusals import Illegal
from tapete.table import MessageMark, Source, Table, match_file
from tests import chance
from tests.table.test_resume import play

DOCS = Path(__file__).parents[2] / "docs" / "match-file.md"


def changed(raw: bytes, line: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The same file with one line (from 0) changed."""
    lines = raw.splitlines()
    plain = json.loads(lines[line])
    change(plain)
    lines[line] = json.dumps(plain).encode()
    return b"\n".join(lines) + b"\n"


def test_a_match_is_exported_and_plays_again(fair: Table) -> None:
    play(fair, 30)
    fair.move("jump", 20)
    if fair.asked() is not None:
        for seat in fair.seats:
            fair.agree(seat)
    exported = match_file.read(fair.export())
    match, differences = match_file.check(exported)
    assert differences == ()
    assert (match.state, tuple(match.log.entries)) == (fair.state, fair.entries)


def test_nobody_is_named_unless_asked(duel: Table) -> None:
    duel.rename({"A": "Ana", "B": "Berta"})
    source = Source("console", "A", MessageMark("7f3a91c2", 1))
    duel.submit({"action": "lock_bid", "seat": "A", "seal": "ab" * 32}, source)
    raw = duel.export()
    assert b"Ana" not in raw
    assert b"7f3a91c2" not in raw
    assert b'"source":"console:A"' in raw
    named = match_file.read(duel.export(names=True))
    assert named.names == {"A": "Ana", "B": "Berta"}
    assert named.entries[0].source == "console:A:7f3a91c2"


def test_a_console_that_speaks_for_the_whole_table_is_not_named_either() -> None:
    assert match_file.anonymous("console:7f3a91c2") == "console"
    assert match_file.anonymous("console:B:7f3a91c2 A,B") == "console:B A,B"


def test_a_state_that_does_not_follow_is_found(fair: Table) -> None:
    play(fair, 12)
    raw = changed(fair.export(), 7, lambda entry: entry.update(crc=entry["crc"] ^ 1))
    match, (difference,) = match_file.check(match_file.read(raw))
    assert (difference.seq, difference.what, match.log.seq) == (7, "state", 6)


def test_an_action_that_the_rules_refuse_is_found_with_its_reason(duel: Table) -> None:
    for seat, amount in (("A", 7), ("B", 9)):
        duel.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    raw = changed(duel.export(), 3, lambda entry: entry["action"]["bids"].update(A=8))
    _, (difference,) = match_file.check(match_file.read(raw))
    assert (difference.seq, [refusal.code for refusal in difference.refusals]) == (3, ["seal_broken"])


def test_events_that_are_told_otherwise_are_found(duel: Table) -> None:
    duel.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    raw = changed(duel.export(), 1, lambda entry: entry["events"][0].update(clause="SHZ-001"))
    _, (difference,) = match_file.check(match_file.read(raw))
    assert (difference.seq, difference.what) == (1, "events")


def test_a_result_that_does_not_follow_is_found(duel: Table) -> None:
    duel.submit({"action": "lock_bid", "seat": "A", "amount": 7})
    raw = changed(duel.export(), -1, lambda closing: closing.update(result="A"))
    _, (difference,) = match_file.check(match_file.read(raw))
    assert (difference.seq, difference.what) == (0, "result")


def test_what_is_no_such_file_is_refused_with_the_line(duel: Table) -> None:
    for amount in (7, 9):
        duel.submit({"action": "lock_bid", "seat": "A", "amount": amount})
        duel.submit({"action": "unlock", "seat": "A"})
    raw = duel.export()
    lines = raw.splitlines(keepends=True)
    for wrong, line in (
        (b"", 1),
        (b"{}\n", 1),
        (b"Dear Ana,\n", 1),
        (b"\xff\xfe" + raw, 1),
        (b"".join(lines[:-1]), 5),  # cut off: the last line is an entry
        (b"".join([*lines[:2], *lines[3:]]), 3),  # one is missing
        (b"".join([*lines[:2], b"[]\n", *lines[3:]]), 3),
        (changed(raw, 0, lambda opening: opening.update(colour=1)), 1),
        (changed(raw, 0, lambda opening: opening.update(tapete_match=0)), 1),
        (changed(raw, -1, lambda closing: closing.update(entries=3)), 6),
    ):
        with pytest.raises(Illegal) as fault:
            match_file.read(wrong)
        (refusal,) = fault.value.refusals
        assert (refusal.code, refusal.params["line"]) == ("not_a_match_file", line), wrong[:80]


def test_a_file_of_a_later_format_says_so(duel: Table) -> None:
    later = changed(duel.export(), 0, lambda opening: opening.update(tapete_match=3, secret="x"))
    with pytest.raises(Illegal, match="other_format"):
        match_file.read(later)


def test_the_example_of_the_documentation_plays() -> None:
    text = DOCS.read_text(encoding="utf-8")
    example = text.split("```jsonl\n")[1].split("```")[0]
    match, differences = match_file.check(match_file.read(example.encode()))
    assert differences == ()
    assert match.result is not None


def test_each_of_a_thousand_altered_bytes_is_named(fair: Table) -> None:
    play(fair, 12)
    fair.rename({"A": "Ana", "B": "Berta"})
    raw, rng = fair.export(names=True), random.Random(chance.seed(45))
    assert list(match_file.faults(raw)) == []
    unnoticed = []
    for _ in range(1_000):
        altered, at = bytearray(raw), rng.randrange(len(raw))
        altered[at] ^= rng.randrange(1, 256)
        if not list(match_file.faults(bytes(altered))):
            unnoticed.append(bytes(altered[max(0, at - 20) : at + 20]))
    assert unnoticed == []


def test_a_file_without_a_digest_is_proved_by_its_rules(fair: Table, tmp_path: Path) -> None:
    play(fair, 12)
    raw = changed(fair.export(), -1, lambda closing: closing.pop("digest"))
    lines = raw.splitlines()
    raw = b"\n".join([*lines[:-1], lines[-1].replace(b" ", b"")]) + b"\n"
    assert list(match_file.faults(raw)) == []
    file = tmp_path / "match.tapete"
    file.write_bytes(raw)
    told = CliRunner().invoke(command_line("en"), ["verify", str(file)])
    assert (told.exit_code, "Everything fits: 12 entries" in told.output) == (0, True), told.output
    file.write_bytes(changed(raw, 5, lambda entry: entry.update(crc=entry["crc"] ^ 1)))
    told = CliRunner().invoke(command_line("en"), ["verify", "--json", str(file)])
    assert (told.exit_code, json.loads(told.output)["faults"]) == (1, ["Entry 5: these rules do not come to the state in the file."])
