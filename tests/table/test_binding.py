"""A console bound to seats: presses become actions, once each, and the panels show how the match is."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Literal

import pytest
from msgspec.structs import replace

from tapete.console import reports
from tapete.console.abilities import Abilities
from tapete.console.troubles import Finding
from tapete.core.scene import Bounds
from tapete.table import Changed, Hub, Journal, NotWritten, Table, resume
from tapete.table.binding import ConsoleBinding
from tests.table.fake_console import FakeConsole
from tests.table.full_disk import fill

LONG_S = 60.0


class Desk:
    """A table with a console that the test plays."""

    def __init__(self, table: Table, patience_s: float = LONG_S, held_s: float = LONG_S, boot: str = "7f3a91c2") -> None:
        self.table = table
        self.made: list[FakeConsole] = []

        def open_console(on_report: object, kept: object) -> FakeConsole:
            self.made.append(FakeConsole(on_report, kept, boot))  # type: ignore[arg-type]  # what the binding gives
            return self.made[-1]

        self.binding = ConsoleBinding(open_console, lambda boot: 0, patience_s=patience_s, held_s=held_s)
        self.console = self.made[0]
        self.binding.serve(table, {0: "A", 1: "B"})

    def drawn(self) -> FakeConsole:
        """The console, when it has been shown everything so far."""
        assert self.table.settle()
        return self.console

    def actions(self) -> list[str]:
        return [str((entry.action or {}).get("action", entry.move)) for entry in self.table.entries]

    def notices(self) -> list[str]:
        return [notice.text.in_("en") for notice in self.table.notices]


@pytest.fixture
def desk(duel: Table) -> Iterator[Desk]:
    made = Desk(duel)
    yield made
    made.binding.close()


def wait_until(table: Table, what: str) -> threading.Event:
    """Set when the table has told of something."""
    happened = threading.Event()

    def heard(changed: Changed) -> None:
        if changed.what == what:
            happened.set()

    table.watch(heard)
    return happened


def test_two_locks_and_two_bids_are_one_reveal(desk: Desk) -> None:
    desk.console.lock(0, 7)
    assert desk.drawn().reveals == []
    desk.console.lock(1, 9)
    assert desk.drawn().reveals == [desk.console.request]
    desk.console.open(0, 7)
    assert desk.table.seq == 2
    desk.console.open(1, 9)
    assert desk.actions() == ["lock_bid", "lock_bid", "reveal_bids"]
    assert (desk.table.entries[2].action or {})["bids"] == {"A": 7, "B": 9}
    assert [desk.drawn().panel(number).shown for number in (0, 1)] == [7, 9]
    assert desk.table.entries[0].source == "console:A:7f3a91c2"


def test_a_locked_bid_stays_asked_so_that_the_console_keeps_it(desk: Desk) -> None:
    request = desk.console.request
    desk.console.lock(0, 7)
    console = desk.drawn()
    assert (console.request, console.panel(0).bid, console.panel(1).bid) == (request, Bounds(1, 50), Bounds(1, 50))
    desk.console.unlock(0)
    assert (desk.drawn().request, desk.table.state.agenda[-1].ready) == (request, ())


def test_a_bid_of_a_phone_is_not_asked_on_the_panel(desk: Desk) -> None:
    """Else the console would wait for it, and never reveal the other."""
    desk.table.submit({"action": "lock_bid", "seat": "A", "amount": 7}, "A")
    assert (desk.drawn().panel(0).bid, desk.console.panel(1).bid) == (None, Bounds(1, 50))
    desk.console.lock(1, 9)
    assert desk.drawn().reveals == [desk.console.request]
    desk.console.open(1, 9)
    assert (desk.table.entries[-1].action or {})["bids"] == {"A": 7, "B": 9}


def test_a_bid_that_nobody_sealed_is_revealed_with_the_consoles(desk: Desk) -> None:
    """A sits without phone and console: A's bid is said aloud, B's nonce comes from the console."""
    desk.table.submit({"action": "lock_bid", "seat": "A"})
    desk.console.lock(1, 9)
    desk.drawn()
    desk.console.open(1, 9)
    assert desk.table.seq == 2
    desk.table.submit({"action": "reveal_bids", "bids": {"A": 4}})
    assert (desk.table.entries[-1].action or {})["bids"] == {"A": 4, "B": 9}


def test_a_message_that_is_told_twice_happens_once(desk: Desk) -> None:
    desk.console.lock(0, 7, message=5)
    desk.console.lock(0, 7, message=5)
    assert desk.actions() == ["lock_bid"]
    assert desk.notices() == []


def test_an_answer_to_another_question_is_passed_over(desk: Desk) -> None:
    desk.console.lock(0, 7, request="xx1")
    desk.console.roll(0, 5, die="d1")
    assert desk.table.seq == 0


def test_a_bid_that_does_not_open_its_seal_opens_the_bidding_again(desk: Desk) -> None:
    desk.console.lock(0, 7)
    desk.console.lock(1, 9)
    request = desk.drawn().request
    desk.console.open(0, 8)
    assert desk.actions()[-1] == "reopen_bids"
    assert desk.notices() == ["The bid of A does not open its seal. Bid again."]
    assert desk.drawn().request != request
    desk.console.open(1, 9, request=request)  # on its way when the bidding was opened
    assert desk.table.seq == 3


def test_a_revealed_bid_out_of_bounds_opens_the_bidding_again(desk: Desk) -> None:
    desk.console.lock(0, 51)
    desk.console.lock(1, 9)
    desk.drawn()
    desk.console.open(0, 51)
    desk.console.open(1, 9)
    assert desk.actions()[-1] == "reopen_bids"
    (notice,) = desk.notices()
    assert notice.startswith("The bid that the console revealed does not hold: ")
    assert "51" in notice
    desk.drawn()
    desk.console.lock(0, 7)
    assert desk.actions()[-1] == "lock_bid"


def test_a_console_that_no_longer_holds_the_bids_is_not_waited_for(duel: Table) -> None:
    desk = Desk(duel, patience_s=0.01)
    told_of_it = wait_until(duel, "notice")
    desk.console.lock(0, 7)
    desk.console.lock(1, 9)
    assert told_of_it.wait(30)
    assert desk.actions()[-1] == "reopen_bids"
    assert desk.notices() == ["The console no longer holds the bid of A and B. Bid again."]
    desk.binding.close()


def test_a_console_pulled_out_in_the_middle_of_a_bid_comes_back_with_it(desk: Desk) -> None:
    desk.console.lock(0, 7)
    desk.console.vanish()
    assert desk.notices()[-1].startswith("The console is away. The match goes on from the page; the sealed bid of A waits")
    desk.table.submit({"action": "lock_bid", "seat": "B", "amount": 9}, "B")
    desk.console.connect()
    assert desk.notices()[-1] == "The console is back."
    assert desk.drawn().reveals[-1] == desk.console.request
    desk.console.open(0, 7)
    assert (desk.table.entries[-1].action or {})["bids"] == {"A": 7, "B": 9}


def test_without_the_console_the_match_goes_on_from_the_page(desk: Desk) -> None:
    desk.console.lock(0, 7)
    desk.console.vanish()
    desk.table.submit({"action": "lock_bid", "seat": "B", "amount": 9}, "B")
    assert "reopen_bids" in desk.table.legal(None)
    desk.table.submit({"action": "reopen_bids"})
    for seat in ("A", "B"):
        desk.table.submit({"action": "lock_bid", "seat": seat, "amount": 3}, seat)
    assert desk.actions()[-1] == "reveal_bids"


@pytest.mark.parametrize("both", [False, True])
def test_a_console_that_was_restarted_holds_no_bids(desk: Desk, both: bool) -> None:
    desk.console.lock(0, 7)
    if both:
        desk.console.lock(1, 9)
    desk.console.vanish()
    desk.console.connect(boot="00000001")
    assert desk.actions()[-1] == ("reopen_bids" if both else "unlock")
    assert desk.notices()[-1].startswith("The console no longer holds the bid of A")
    desk.drawn()
    desk.console.lock(0, 8)
    assert desk.table.holder("A") == "00000001"


def test_a_resumed_program_finds_the_bids_that_the_console_holds(desk: Desk, journal: Journal) -> None:
    desk.console.lock(0, 7)
    desk.console.lock(1, 9)
    request = desk.drawn().request
    again = Desk(resume(journal, desk.table.id))
    again.console.numbers = itertools.count(3)
    again.console.connect()
    assert (again.drawn().request, again.console.reveals[-1]) == (request, request)
    again.console.open(0, 7)
    again.console.open(1, 9)
    assert again.actions()[-1] == "reveal_bids"
    again.binding.close()


@pytest.mark.parametrize("state", ["locked", "open", None])
def test_a_console_that_came_back_is_asked_what_it_holds(duel: Table, state: Literal["locked", "open"] | None) -> None:
    """Another program may have shown it other questions meanwhile, and the bid is forgotten."""
    desk = Desk(duel, held_s=0.01)
    desk.console.lock(0, 7)
    desk.console.vanish()
    status = reports.Status(free=1, turn=1, rate=1, queue=0, resent=0, bad=0, dropped=0, limited=0, draw=0, up=1)
    held = (reports.HeldBid(0, duel.question, state),) if state else ()
    desk.console.state = replace(desk.console.state, held=held, status=status)
    desk.console.connect()
    assert desk.binding.settle(10)
    assert (duel.state.agenda[-1].ready == ()) == (state != "locked")
    assert desk.notices()[-1] == ("The console is back." if state == "locked" else "The console no longer holds the bid of A. Bid again.")
    desk.binding.close()


def test_a_console_that_has_not_said_yet_what_it_holds_is_waited_for(duel: Table) -> None:
    """Its figures of the session before say nothing about this one: a busy computer must not cost a good bid."""
    desk = Desk(duel, held_s=0.01)
    desk.console.lock(0, 7)
    desk.console.vanish()
    status = reports.Status(free=1, turn=1, rate=1, queue=0, resent=0, bad=0, dropped=0, limited=0, draw=0, up=1)
    desk.console.state = replace(desk.console.state, status=status)
    desk.console.connect()
    for _ in range(3):
        assert desk.binding.settle(30)
    assert (duel.state.agenda[-1].ready, desk.notices()[-1]) == (("A",), "The console is back.")
    assert duel.settle()
    reopened = wait_until(duel, "entries")
    desk.console.state = replace(desk.console.state, held=(reports.HeldBid(0, duel.question, "open"),))
    assert reopened.wait(30)
    assert duel.state.agenda[-1].ready == ()
    desk.binding.close()


def revealed(desk: Desk) -> None:
    for seat, bid in (("A", 7), ("B", 9)):
        desk.table.submit({"action": "lock_bid", "seat": seat, "amount": bid}, seat)  # type: ignore[arg-type]  # letters
    desk.drawn()


def test_cards_are_picked_one_by_one_and_shown_as_a_draft(desk: Desk) -> None:
    revealed(desk)
    desk.console.pick(0, 4, 11, 4)
    assert desk.table.drafts == {"A": {"action": "declare_cards", "seat": "A", "numbers": [11]}}
    desk.console.pick(1, 2)
    desk.console.finish(0)
    assert desk.table.entries[-1].action == {"action": "declare_cards", "seat": "A", "numbers": [11]}
    assert desk.table.drafts == {"B": {"action": "declare_cards", "seat": "B", "numbers": [2]}}
    request = desk.console.request
    assert desk.drawn().request == request
    desk.console.finish(1)
    assert (desk.table.entries[-1].action or {})["numbers"] == [2]


def test_what_others_declare_leaves_a_choice_alone(desk: Desk) -> None:
    revealed(desk)
    desk.console.pick(0, 4)
    desk.table.submit({"action": "declare_cards", "seat": "B", "numbers": []}, "B")
    assert desk.table.drafts == {"A": {"action": "declare_cards", "seat": "A", "numbers": [4]}}
    desk.table.move("undo", None, "B")
    assert desk.table.drafts == {}


def test_a_refused_card_is_told_and_left_out(desk: Desk) -> None:
    revealed(desk)
    desk.console.pick(0, 15)
    assert desk.table.drafts == {}
    assert desk.notices()[-1].startswith("A: card 15 does not hold. ")


def test_a_refused_choice_begins_anew(desk: Desk) -> None:
    revealed(desk)
    request = desk.console.request
    desk.console.pick(0, 1, 2, 3, 4, 5, 6)
    desk.console.pick(1, 9)
    desk.console.finish(0)
    assert desk.table.seq == 3
    assert desk.notices()[-1].startswith("A: those cards do not hold. ")
    assert desk.drawn().request != request
    assert desk.table.drafts == {"B": {"action": "declare_cards", "seat": "B", "numbers": [9]}}
    desk.console.pick(0, 1)
    desk.console.finish(0)
    assert (desk.table.entries[-1].action or {})["numbers"] == [1]


def test_dice_come_from_the_panels_that_owe_them(fair: Table) -> None:
    desk = Desk(fair)
    fair.submit({"action": "throw", "seat": "A"})
    console = desk.drawn()
    desk.console.roll(1, 10, die="d1")
    desk.console.roll(1, 4, die="d1")  # the same die once more: it was rolled already
    desk.console.roll(0, 3, die="d0", request=console.request[:-1])
    assert [(entry.action or {}).get("value") for entry in fair.entries] == [None, 10, 3]
    assert [entry.source for entry in fair.entries[1:]] == ["console:B:7f3a91c2", "console:A:7f3a91c2"]
    desk.binding.close()


def test_lock_passes_where_a_pass_is_asked_for(fair: Table) -> None:
    desk = Desk(fair)
    fair.submit({"action": "buy", "seat": "A", "stall": "hoop", "tickets": [2], "hook": None})
    desk.drawn()
    desk.console.press_lock(0)
    desk.console.press_lock(1)
    assert desk.actions() == ["buy", "pass"]
    assert [owed.seat for owed in fair.awaiting()] == ["C"]
    desk.binding.close()


def test_a_late_or_held_press_of_lock_answers_no_later_question(fair: Table) -> None:
    desk = Desk(fair)
    asked_first = desk.console.request
    fair.submit({"action": "buy", "seat": "A", "stall": "hoop", "tickets": [2], "hook": None})
    desk.drawn()
    desk.console.press_lock(1, request=asked_first)
    desk.console.press_lock(1, request="")  # a scene that an earlier host had shown
    desk.console.press_lock(1, long=True)  # the press of another question, still held
    assert desk.actions() == ["buy"]
    desk.console.press_lock(1)
    assert desk.actions() == ["buy", "pass"]
    desk.binding.close()


def test_what_cannot_be_written_is_told_again(desk: Desk, journal: Journal) -> None:
    """The console acknowledges a press only when `on_report` returns."""
    fill(journal)
    journal.close()
    with pytest.raises(NotWritten):
        desk.console.lock(0, 7)
    assert desk.table.seq == 0


def test_counters_that_ran_alone_and_reports_are_told(desk: Desk) -> None:
    desk.console.say(reports.AloneCounters(boot="7f3a91c2", number=90, values=(36, 50)))
    assert desk.notices()[-1].startswith("While it was alone the console counted 36 and 50.")
    broke = Finding("firmware_error", {"kind": "ValueError", "place": "panel.py:120", "firmware": "0.2.0"})
    words = ("ValueError", "panel.py:120", "0.2.0")
    desk.console.say(reports.Reported(boot="7f3a91c2", number=91, code="error", words=words, finding=broke))
    assert desk.binding.findings == [broke]


def test_at_the_end_the_panels_go_dark(duel: Table) -> None:
    desk = Desk(duel)
    desk.binding.close()
    assert (desk.console.dark, desk.console.closed) == (True, True)
    duel.submit({"action": "concede", "seat": "A"})
    assert duel.settle()
    assert len(desk.console.scenes) == 1


def test_panels_serve_the_match_that_was_begun_last(journal: Journal) -> None:
    hub = Hub(journal)
    consoles: list[FakeConsole] = []

    def open_console(on_report: object, kept: object) -> FakeConsole:
        consoles.append(FakeConsole(on_report, kept))  # type: ignore[arg-type]  # what the hub gives
        return consoles[-1]

    hub.add_console(open_console)
    first = hub.begin("shazamm")
    second = hub.begin("fairground", {}, {}, 3)
    hub.add_console(open_console)
    assert hub.panel_seats() == {0: "A", 1: "B"}
    assert consoles[1].scenes[-1][1] == {0: "C"}
    (console, _) = hub.consoles()
    assert console.connected
    shown = len(consoles[0].scenes)
    first.submit({"action": "concede", "seat": "A"})
    assert first.settle()
    assert len(consoles[0].scenes) == shown
    second.submit({"action": "remark", "seat": "A", "words": "hi"})
    assert second.settle()
    assert len(consoles[0].scenes) == shown + 1
    hub.close()


def test_a_bid_that_a_panel_cannot_show_is_asked_on_the_page(desk: Desk) -> None:
    desk.console.state = replace(desk.console.state, able=Abilities(private=0))
    desk.console.connect("00000002")
    assert desk.table.asked_on_page == {"A", "B"}
    assert desk.table.chosen_on_page == {"A", "B"}
    desk.console.state = replace(desk.console.state, able=Abilities(private=0, parts=frozenset({"digits"})))
    desk.console.connect("00000004")
    assert desk.table.asked_on_page == {"A", "B"}
    assert desk.table.chosen_on_page == frozenset()
    desk.console.state = replace(desk.console.state, able=Abilities())
    desk.console.connect("00000003")
    assert desk.table.asked_on_page == frozenset()
