"""A bid's seal stands on the phone from the lock on, and what opens it comes with the reveal."""

from __future__ import annotations

import hashlib
import json

from tapete.core.sealing import seal_of
from tapete.table import Hub, Table
from tapete.web.seals import letters, seals
from tests.table.fake_console import NONCE


def locked(table: Table, **amounts: int) -> None:
    for seat, amount in amounts.items():
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})


def test_the_letters_of_a_seal_stand_on_its_own_phone_and_every_seal_comes_with_them(hub: Hub) -> None:
    table = hub.begin("shazamm")
    assert seals(table, "A").letters == ""
    locked(table, A=9)
    seal = table.state.agenda[-1].seals["A"]
    mine, theirs = seals(table, "A"), seals(table, "B")
    assert mine.letters == letters(seal)
    assert len(mine.letters.replace(" ", "")) == 10
    assert mine.letters.replace(" ", "").isalpha()
    assert theirs.letters == ""
    assert json.loads(mine.standing) == json.loads(theirs.standing) == {"A": seal}
    assert mine.opened == "[]"


def test_a_bid_of_a_console_is_sealed_on_the_phone_too(hub: Hub) -> None:
    table = hub.begin("shazamm")
    table.submit({"action": "lock_bid", "seat": "A", "seal": seal_of(NONCE, "A", 9)})
    assert seals(table, "A").letters == letters(seal_of(NONCE, "A", 9))


def test_after_the_reveal_the_phone_has_what_opens_each_seal_until_the_next_lock(hub: Hub) -> None:
    table = hub.begin("shazamm")
    locked(table, A=9)
    standing = json.loads(seals(table, "B").standing)
    locked(table, B=6)
    found = seals(table, "A")
    opened = {seat: (value, nonce) for seat, value, nonce in json.loads(found.opened)}
    assert found.standing == "{}"
    assert {seat: value for seat, (value, _) in opened.items()} == {"A": "9", "B": "6"}
    value, nonce = opened["A"]
    assert hashlib.sha256(f"{nonce}:A:{value}".encode()).hexdigest() == standing["A"]


def test_a_game_without_secrets_has_no_seals(hub: Hub) -> None:
    assert seals(hub.begin("moriham"), "A").opened == "[]"
