"""What the browser tests share: every screen of the pages, and ways to wait for what a page shows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tapete.core.codec import builtins
from tapete.table import Hub, Table

SIZES: Mapping[str, tuple[int, int]] = {"phone": (360, 740), "tablet": (1024, 768), "television": (1920, 1080)}


def bid(table: Table, **amounts: int) -> None:
    """Both seats lock a bid."""
    for seat, amount in amounts.items():
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})


def play_on(table: Table, turns: int, seed: int = 3) -> None:
    """So many turns by chance."""
    rng = random.Random(seed)
    for _ in range(turns):
        if table.result is not None:
            return
        bid(table, **{seat: rng.randint(1, min(9, table.state.mana.of(seat))) for seat in table.seats})
        while table.result is None and type(table.state.agenda[-1]).__name__ != "Bidding":
            action = table.rules.sample(table.state, rng, avoid=frozenset({"ruling", "concede"}))
            table.submit(builtins(action))


def all_screens(hub: Hub) -> dict[str, str]:
    """Matches in every step that looks different, each with the address of its page."""
    names: dict[Any, str] = {"A": "Ana", "B": "Bruno"}
    new = hub.begin("shazamm", {}, names)
    bidding = hub.begin("shazamm", {}, names)
    play_on(bidding, 9)
    bid(bidding, A=3)
    showing = hub.begin("shazamm", {}, names)
    play_on(showing, 4)
    bid(showing, A=3, B=5)
    theft = hub.begin("shazamm", {}, names)
    bid(theft, A=6, B=5)
    theft.submit({"action": "declare_cards", "seat": "A", "numbers": [0, 3]})
    theft.submit({"action": "declare_cards", "seat": "B", "numbers": [7, 13]})
    asked = hub.begin("shazamm", {}, names)
    bid(asked, A=6, B=5)
    asked.move("undo", None, "A")
    over = hub.begin("shazamm", {}, names)
    play_on(over, 200, seed=5)
    return {
        "lobby": "/",
        "match-new": f"/match/{new.id}/list",
        "match-bidding": f"/match/{bidding.id}/list",
        "match-showing": f"/match/{showing.id}/list",
        "match-theft": f"/match/{theft.id}/list",
        "match-asked": f"/match/{asked.id}/list",
        "match-over": f"/match/{over.id}/list",
        "seat-bidding": f"/match/{bidding.id}/seat/B/list",
        "seat-locked": f"/match/{bidding.id}/seat/A/list",
        "seat-showing": f"/match/{showing.id}/seat/A/list",
        "seat-theft": f"/match/{theft.id}/seat/A/list",
        "correct": f"/match/{bidding.id}/correct",
        "join": f"/join/{new.id}",
        "log": f"/match/{over.id}/log",
        "rules": "/rules/shazamm",
        "rules-sheet": "/rules/mamlejet/sheet",
        "rules-clauses": "/rules/moriham/clauses",
        "console": "/console",
        "error": "/nowhere",
    }
