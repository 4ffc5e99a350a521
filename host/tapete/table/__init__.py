"""A match in progress: seats, journal, prompts, consent, consoles bound to seats, robots.

    hub = Hub(Journal(journal_path()))
    table = hub.begin("shazamm", {}, {"A": "Ana"})
    table.watch(lambda changed: ...)               # on another thread, after the commit
    table.submit({"action": "lock_bid", "seat": "A", "amount": 7}, page("A"), expected_seq=table.seq)

How pages use it:

- Draw from `table.state` (a value that never changes), `table.rules`, `table.prompts()`, `table.by_hand()`, `table.to_put_right()`,
  `table.notices`, `table.drafts` (what panels are picking), `table.asked()`; `table.seq` says which moment it was.
- Enter with `submit(action or plain mapping, source, expected_seq)`. `page()` is the page of the whole table, `page("A")` (or just `"A"`)
  the phone of seat A, which may act for A alone. A lock may carry its `amount`: it goes into the vault, and only its seal is written.
- `move("undo" | "redo" | "jump", to, source)` acts at once where it is free, else asks; `asked()` shows it, `answer(seat, yes)` taps.
  A ruling of one seat goes through `ask_ruling`; one of the whole table's page through `submit`, with the seats that agreed.
- Every refusal is a `RefereeError` with refusals in both languages; `NotWritten` is one of them: the journal was full or closed, nothing
  has changed, reading goes on. What is acknowledged is on the disk.
- `hub.matches()` lists, `hub.table(id)` resumes, `hub.consoles()` tells how the consoles are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.table.consent import Asked, MoveName
    from tapete.table.folders import journal_path
    from tapete.table.hub import ConsoleFace, Hub, Listing
    from tapete.table.journal import Journal
    from tapete.table.journal_troubles import JournalTrouble
    from tapete.table.prompts import Prompt
    from tapete.table.resuming import looked_at, resume
    from tapete.table.sources import AUTOMATIC, MessageMark, Source, page
    from tapete.table.submitting import NotWritten
    from tapete.table.table import Table
    from tapete.table.watchers import Changed, Notice

__all__ = [
    "AUTOMATIC",
    "Asked",
    "Changed",
    "ConsoleFace",
    "Hub",
    "Journal",
    "JournalTrouble",
    "Listing",
    "MessageMark",
    "MoveName",
    "NotWritten",
    "Notice",
    "Prompt",
    "Source",
    "Table",
    "journal_path",
    "looked_at",
    "page",
    "resume",
]


if not TYPE_CHECKING:  # a match without a journal needs no table
    _PLACES = {
        "consent": ("Asked", "MoveName"),
        "submitting": ("NotWritten",),
        "folders": ("journal_path",),
        "hub": ("ConsoleFace", "Hub", "Listing"),
        "journal": ("Journal",),
        "journal_troubles": ("JournalTrouble",),
        "prompts": ("Prompt",),
        "resuming": ("looked_at", "resume"),
        "sources": ("AUTOMATIC", "MessageMark", "Source", "page"),
        "table": ("Table",),
        "watchers": ("Changed", "Notice"),
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for place, there in _PLACES.items():
            if name in there:
                return getattr(import_module(f"tapete.table.{place}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
