"""Before the reveal a bid is nowhere but in the vault: not in the journal's bytes, nor in anything that anybody is told."""

from __future__ import annotations

import gc
import logging
from pathlib import Path

import msgspec
import pytest

from tapete.core.codec import encode
from tapete.core.refusals import Illegal
from tapete.table import Changed, Journal, Table, resume

BIDS = {"A": 918_273_645_546, "B": 564_738_291_019, "C": 102_938_475_665}


def bytes_of(journal: Journal) -> bytes:
    """Everything in the journal's folder: the file, its log and its index."""
    return b"".join(path.read_bytes() for path in sorted(Path(journal.path.parent).iterdir()))


def told(table: Table, heard: list[Changed]) -> bytes:
    """All that a table tells anybody."""
    parts = [
        encode(table.state),
        encode(table.entries),
        table.export(names=True),
        encode([prompt.text for prompt in table.prompts().values()]),
        encode(list(table.notices)),
        encode(table.drafts),
        encode(table.rules.scene(table.state)),
        encode([offer.describe() for seat in (*table.seats, None) for offer in table.legal(seat).values()]),
        repr([table, vars(table), heard]).encode(),
        encode([event for entry in table.entries for event in table.events(entry.seq)]),
    ]
    return b"\n".join(parts)


def test_a_bid_is_nowhere_before_the_reveal(hall: Table, journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Changed] = []
    hall.watch(heard.append)
    with caplog.at_level(logging.DEBUG):
        for seat in ("A", "B"):
            hall.submit({"action": "lock_bid", "seat": seat, "amount": BIDS[seat]}, seat)
            if seat == "A":
                hall.submit({"action": "unlock", "seat": "A"}, "A")
                hall.submit({"action": "lock_bid", "seat": "A", "amount": BIDS["A"]}, "A")
        with pytest.raises(Illegal):
            hall.submit({"action": "lock_bid", "seat": "B", "amount": BIDS["B"]}, "B")
        with pytest.raises(Illegal) as out:
            hall.submit({"action": "lock_bid", "seat": "C", "amount": 10 * BIDS["C"]}, "C")
        assert hall.settle()
    assert str(10 * BIDS["C"]) in out.value.refusals[0].text().in_("en")  # its owner is told
    everything = told(hall, heard) + bytes_of(journal) + caplog.text.encode()
    for bid in BIDS.values():
        assert str(bid).encode() not in everything
        assert msgspec.msgpack.encode(bid)[1:] not in everything  # nor as a binary number

    hall.submit({"action": "lock_bid", "seat": "C", "amount": BIDS["C"]}, "C")
    assert hall.settle()
    everything = told(hall, heard) + bytes_of(journal)
    for bid in BIDS.values():
        assert str(bid).encode() in everything


def test_a_bid_that_was_never_revealed_stays_nowhere(hall: Table, journal: Journal) -> None:
    hall.submit({"action": "lock_bid", "seat": "A", "amount": BIDS["A"]}, "A")
    hall.move("undo", None, "A")
    again = resume(journal, hall.id)
    hall.close()
    gc.collect()
    everything = told(again, []) + bytes_of(journal)
    assert str(BIDS["A"]).encode() not in everything
