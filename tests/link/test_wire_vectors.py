"""The examples of docs/link.md are what the code writes and reads, byte for byte."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from tapete_console import far_end, wire

LINK_PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")


def examples(language: str) -> list[str]:
    """Return the lines of every fenced block of this language in docs/link.md."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", LINK_PAGE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


SOUND = examples("link")
BAD = examples("link-bad")
MALFORMED = examples("link-malformed")


def read(sender: str, raw: bytes) -> wire.Line:
    line = far_end.read_console(raw) if sender == "console" else far_end.read_host(raw)
    if line.kind == "scene":
        far_end.read_picture(line.fields)
    return line


def test_the_page_has_examples_of_every_kind_in_both_directions() -> None:
    told = {(sender, line.split(" ")[1].split("*")[0]) for sender, _, line in (entry.partition(": ") for entry in SOUND)}
    assert told == {("console", kind) for kind in far_end.PRECIOUS | far_end.FROM_CONSOLE} | {("host", kind) for kind in wire.FROM_HOST}


@pytest.mark.parametrize("example", SOUND)
def test_an_example_is_read_and_written_again_to_the_same_bytes(example: str) -> None:
    sender, _, text = example.partition(": ")
    line = read(sender, text.encode())
    assert wire.write(line.kind, line.fields, line.boot, line.number) == text.encode() + b"\n"


@pytest.mark.parametrize("example", [entry for entry in SOUND if entry.startswith("host: - scene ")])
def test_a_scene_is_written_again_to_the_same_fields(example: str) -> None:
    line = far_end.read_host(example.partition(": ")[2].encode())
    assert far_end.write_picture(far_end.read_picture(line.fields)) == line.fields


@pytest.mark.parametrize("example", BAD)
def test_a_bad_example_is_refused_for_the_reason_given(example: str) -> None:
    reason, _, text = example.partition(": ")
    raw = text.replace("\\t", "\t").encode()
    for reader in (far_end.read_host, far_end.read_console):
        with pytest.raises(wire.BadLine) as refused:
            reader(raw)
        assert refused.value.args == (reason,)


@pytest.mark.parametrize("example", MALFORMED)
def test_a_malformed_example_is_refused_for_the_reason_given(example: str) -> None:
    reason, sender, text = example.split(": ", 2)
    with pytest.raises(wire.Malformed) as refused:
        read(sender, text.encode())
    assert refused.value.args == (reason,)


@pytest.mark.parametrize(("sender", "required"), [("console", wire.CONSOLE_HELLO), ("host", wire.HOST_HELLO)])
def test_every_hello_has_the_keys_that_it_must_have(sender: str, required: tuple[str, ...]) -> None:
    hellos = [entry.partition(": ")[2] for entry in SOUND if entry.startswith(f"{sender}: - hello")]
    assert hellos
    for hello in hellos:
        line = read(sender, hello.encode())
        assert line.fields[0] == sender
        assert next(iter(wire.keyed(line.fields[1:], required))) == "proto"


def test_every_status_has_the_keys_that_it_must_have() -> None:
    reports = [entry.partition(": ")[2] for entry in SOUND if entry.startswith("console: - status")]
    assert reports
    for report in reports:
        assert set(wire.keyed(far_end.read_console(report.encode()).fields, wire.STATUS)) == set(wire.STATUS)


def test_the_revealed_bids_fit_the_seals_of_the_example() -> None:
    lines = [far_end.read_console(entry.partition(": ")[2].encode()) for entry in SOUND if entry.startswith("console: ")]
    seals = {line.fields[0]: line.fields[2] for line in lines if line.kind == "locked"}
    seats = {"0": "A", "1": "B"}
    revealed = [line.fields for line in lines if line.kind == "revealed"]
    assert len(revealed) == 2
    for panel, _, bid, nonce in revealed:
        assert hashlib.sha256(f"{nonce}:{seats[panel]}:{bid}".encode("ascii")).hexdigest() == seals[panel]
