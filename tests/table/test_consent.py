"""Undo is free back to the last secret, die or other seat's action; past that every other seat agrees with one tap."""

from __future__ import annotations

import random

import pytest

from tapete import cards
from tapete.core.refusals import Illegal, Stale
from tapete.table import Changed, Journal, NotWritten, Table, codes, page, story
from tapete.web.corrections import COUNTED_WRONG
from tests.contract import fairground
from tests.table.full_disk import fill
from tests.table.test_table import LOCK_A, LOCK_B, buy


def lock(table: Table, seat: str, amount: int = 5) -> None:
    table.submit({"action": "lock_bid", "seat": seat, "amount": amount}, seat)  # type: ignore[arg-type]  # a letter of the test


def say(table: Table, seat: str, words: str) -> None:
    table.submit({"action": "remark", "seat": seat, "words": words})


def test_ones_own_last_action_is_taken_back_at_once(fair: Table) -> None:
    say(fair, "A", "one")
    say(fair, "A", "two")
    (entry,) = fair.move("undo", None, "A")
    assert (entry.move, entry.to, entry.source) == ("undo", 1, "page:A")
    assert fair.asked() is None
    assert fair.can_redo
    (entry,) = fair.move("redo", None, "A")
    assert (entry.move, entry.to) == ("redo", 2)
    assert not fair.can_redo


def test_another_seats_action_needs_that_everybody_agrees(fair: Table) -> None:
    heard: list[Changed] = []
    fair.watch(heard.append)
    say(fair, "B", "one")
    assert fair.move("undo", None, "A") == ()
    asked = fair.asked()
    assert asked is not None
    assert asked.seats == (("A", True), ("B", False), ("C", False))
    assert asked.text.in_("en") == "A wants to take back: B: remark 0"
    assert fair.agree("B") == ()
    (entry,) = fair.agree("C")
    assert (entry.move, entry.to, entry.source) == ("undo", 0, "page:A agreed:A+B+C")
    assert fair.asked() is None
    assert fair.settle()
    assert [changed.what for changed in heard] == ["entries", "asked", "asked", "entries"]


def test_one_no_ends_it(fair: Table) -> None:
    say(fair, "B", "one")
    fair.move("undo", None, "A")
    fair.refuse("C")
    assert (fair.asked(), fair.seq) == (None, 1)
    for answer in (fair.agree, fair.refuse):
        with pytest.raises(Illegal, match="nothing_asked"):
            answer("B")


def test_what_happens_meanwhile_ends_the_question(fair: Table) -> None:
    say(fair, "B", "one")
    fair.move("undo", None, "A")
    say(fair, "C", "two")
    assert fair.asked() is None


def test_a_revealed_secret_is_not_taken_back_alone(duel: Table) -> None:
    lock(duel, "A")
    assert duel.move("undo", None, "A")
    lock(duel, "A")
    lock(duel, "B")
    assert duel.move("undo", None, "B") == ()
    assert duel.agree("A")
    assert (duel.state.agenda[-1].ready, duel.line()) == ((), ())


def test_a_seen_die_is_not_taken_back_alone(fair: Table) -> None:
    fair.submit({"action": "throw", "seat": "A"})
    fair.submit({"action": "enter_roll", "roll": "d0", "value": 3}, "A")
    assert fair.move("undo", None, "A") == ()
    fair.refuse("A")
    fair.submit({"action": "remark", "seat": "A", "words": "oh"})
    assert fair.move("undo", None, "A")


def test_the_tables_page_takes_back_what_one_seat_has_just_done(fair: Table) -> None:
    say(fair, "A", "one")
    say(fair, "B", "two")
    assert fair.move("undo", None, page())
    assert fair.move("undo", 0, page())
    fair.move("redo", None, page())
    fair.move("redo", None, page())
    assert fair.move("undo", 0, page()) == ()
    asked = fair.asked()
    assert asked is not None
    assert [agreed for _, agreed in asked.seats] == [False] * 3
    assert asked.text.in_("es").startswith("La mesa quiere deshacer 2 jugadas, desde esta: ")


def test_a_jump_goes_by_the_same_rule(fair: Table) -> None:
    for words in ("one", "two", "three"):
        say(fair, "A", words)
    assert fair.move("jump", 1, "A")
    assert fair.move("jump", 3, "A")
    assert fair.line() == (1, 2, 3)
    assert fair.move("jump", 1, "B") == ()
    with pytest.raises(Illegal, match="no_such_entry"):
        fair.move("jump", 77, "A")


def test_passes_that_nobody_made_go_back_with_their_cause(fair: Table) -> None:
    emptied = [{"op": "set_tickets", "seat": seat, "tickets": 0} for seat in ("B", "C")]
    fair.submit({"action": "ruling", "reason": "they lost them", "ops": [*emptied, {"op": "set_spent", "spent": 12}]})
    buy(fair)
    assert fair.seq == 4
    (entry,) = fair.move("undo", None, "A")
    assert (entry.to, fair.line()) == (1, (1,))
    (entry,) = fair.move("redo", None, "A")
    assert (entry.to, fair.line()) == (4, (1, 2, 3, 4))


def test_hands_are_told_what_to_put_right_after_a_move(fair: Table) -> None:
    buy(fair)
    assert fair.to_put_right() == ()
    fair.move("undo", None, "A")
    assert [text.in_("en") for text in fair.to_put_right()] == ["A: 6 tickets."]
    buy(fair)
    assert fair.to_put_right() == ()


def test_hands_are_told_what_to_put_right_after_a_ruling(fair: Table) -> None:
    fair.submit({"action": "ruling", "reason": "lost", "agreed": ["A"], "ops": [
        {"op": "set_tickets", "seat": "B", "tickets": 4}, {"op": "set_spent", "spent": 2},
    ]})  # fmt: skip
    assert [text.in_("es") for text in fair.to_put_right()] == ["B: 4 boletos."]


def test_a_ruling_of_one_seat_waits_for_the_others_and_says_who_agreed(fair: Table) -> None:
    ruling = {"action": "ruling", "reason": "lost", "ops": [{"op": "note", "text": "a draw of cards was forgotten"}]}
    with pytest.raises(Illegal, match="ask_first"):
        fair.submit(ruling, "A")
    assert fair.ask_ruling(ruling, "A") == ()
    asked = fair.asked()
    assert asked is not None
    assert asked.text.in_("en") == "A proposes a table ruling: lost"
    fair.agree("C")
    (entry,) = fair.agree("B")
    assert entry.action is not None
    assert entry.action["agreed"] == ["A", "B", "C"]


def test_a_ruling_that_would_not_hold_is_not_asked(fair: Table) -> None:
    with pytest.raises(Illegal, match="breaks_invariant"):
        fair.ask_ruling({"action": "ruling", "reason": "lost", "ops": [{"op": "set_spent", "spent": 9}]}, "A")
    with pytest.raises(Illegal, match="reason_missing"):
        fair.ask_ruling({"action": "ruling", "reason": "", "ops": [{"op": "note", "text": "x"}]}, "A")
    assert fair.asked() is None


def test_there_is_nothing_before_the_start(duel: Table) -> None:
    assert not duel.can_undo
    with pytest.raises(Illegal, match="nothing_to_undo"):
        duel.move("undo", None, "A")
    with pytest.raises(Illegal, match="nothing_to_redo"):
        duel.move("redo", None, "A")


def test_a_move_meant_for_another_moment_is_stale(duel: Table) -> None:
    duel.submit(LOCK_A)
    with pytest.raises(Stale):
        duel.move("undo", None, "A", expected_seq=0)


def test_a_move_forgets_what_phones_had_locked(duel: Table) -> None:
    duel.submit(LOCK_A)
    duel.move("undo", None, "A")
    duel.submit({"action": "lock_bid", "seat": "A"})
    entries = duel.submit(LOCK_B)
    assert len(entries) == 1
    assert duel.prompts()["A"].waits_for == (None,)


def test_a_move_that_cannot_be_written_leaves_the_question(fair: Table, journal: Journal) -> None:
    say(fair, "B", "one")
    fair.move("undo", None, "A")
    fair.agree("B")
    fill(journal)
    journal.close()
    with pytest.raises(NotWritten):
        fair.agree("C")
    assert fair.seq == 1
    assert fair.asked() is not None
    assert fair.state.agenda[-1] == fairground.Turn("A")


def test_hints_begin_and_end_when_every_seat_agrees(fair: Table) -> None:
    heard: list[bool] = []
    fair.on_hints = heard.append
    fair.ask_hints(False, "A")
    assert fair.asked() is None, "they are off already"
    fair.ask_hints(True, "A")
    asked = fair.asked()
    assert asked is not None
    assert asked.text.in_("en") == "A asks to allow hints: a phone may then ask the robot what it would do."
    fair.agree("B")
    assert not fair.hints
    assert fair.agree("C") == ()
    assert (fair.hints, fair.asked(), heard, fair.seq) == (True, None, [True], 0)
    fair.ask_hints(False)
    asked = fair.asked()
    assert asked is not None
    assert asked.seats == (("A", False), ("B", False), ("C", False)), "the table's page agrees for nobody"
    fair.refuse("B")
    assert fair.hints


def told(table: Table) -> list[str]:
    return [notice.text.in_("en") for notice in table.notices]


def test_a_request_names_what_it_takes_back_and_whose_lock_goes_with_it(duel: Table) -> None:
    duel.rename({"A": "Ana", "B": "Bo"})
    lock(duel, "A")
    duel.move("undo", None, "B")
    asked = duel.asked()
    assert asked is not None
    assert asked.text.in_("en") == "Bo wants to take back: Ana has locked a bid."
    assert asked.text.in_("es") == "Bo quiere deshacer esto: Ana ya ha fijado su apuesta."
    assert (asked.by, asked.to) == ("B", 0)
    lock(duel, "B")
    duel.move("undo", 0, "B")
    asked = duel.asked()
    assert asked is not None
    assert asked.text.in_("en") == (
        "Bo wants to take back 3 moves, from this one on: Ana has locked a bid. "
        "What Ana has locked goes with it. What was secret has been seen."
    )


def test_a_no_a_withdrawal_and_play_that_goes_on_are_told_to_everybody(duel: Table) -> None:
    duel.rename({"A": "Ana", "B": "Bo"})
    lock(duel, "A")
    duel.move("undo", None, "B")
    duel.refuse("A", "A")
    duel.move("undo", None, "B")
    with pytest.raises(Illegal, match="not_yours_to_withdraw"):
        duel.withdraw_request("A")
    duel.withdraw_request("B")
    with pytest.raises(Illegal, match="nothing_asked"):
        duel.withdraw_request("B")
    duel.move("undo", None, "B")
    lock(duel, "B")
    wants = "Bo wants to take back: Ana has locked a bid."
    assert told(duel) == [
        f"Ana said no, so nothing changes. {wants}",
        f"Bo withdrew that, so nothing changes. {wants}",
        f"Play went on meanwhile, so this is off. {wants}",
    ]


def test_the_log_marks_what_had_been_seen(duel: Table) -> None:
    lock(duel, "A")
    (entry,) = duel.move("undo", None, "A")
    assert duel.seen_before(entry) == ()
    lock(duel, "A")
    lock(duel, "B")
    duel.move("undo", None, "A")
    (entry,) = duel.agree("B")
    assert duel.seen_before(entry) == ("secret",)
    (line,) = story.lines(duel.rules, entry, (), "en", duel.names, seen=duel.seen_before(entry))
    assert line.endswith("This was taken back after the secrets had been seen.")


def test_a_drawn_card_is_not_taken_back_alone(journal: Journal) -> None:
    table = Table.begin(journal, cards.bind("moriham"), ("A", "B"))
    table.submit({"action": "start_game", "first": "A"})
    while not any(getattr(event, "draws", False) for event in table.events(table.seq)):
        action = table.rules.sample(table.state, random.Random(1), avoid=frozenset({"concede", "add_card", "ruling"}))
        assert action is not None
        table.submit(action)
    assert table.move("undo", None, "A") == ()
    asked = table.asked()
    assert asked is not None
    assert "Cards have been drawn or shown." in asked.text.in_("en")


def test_one_request_takes_the_whole_turn_back(duel: Table) -> None:
    assert duel.turn_to_take_back() is None
    lock(duel, "A")
    assert duel.turn_to_take_back() is None, "a plain undo does it"
    lock(duel, "B")
    duel.submit({"action": "declare_cards", "seat": "A", "numbers": []})
    assert duel.turn_to_take_back() == 0
    duel.move("undo", 0, "A")
    duel.agree("B")
    assert duel.line() == ()


def test_nobody_is_asked_to_draw_for_a_duel_that_is_over(journal: Journal) -> None:
    table = Table.begin(journal, cards.bind("moriham"), ("A", "B"))
    table.submit({"action": "start_game", "first": "A"})
    while not table.by_hand().events or not table.by_hand().events[-1].draws:
        action = table.rules.sample(table.state, random.Random(1), avoid=frozenset({"concede", "add_card", "ruling"}))
        assert action is not None
        table.submit(action)
    table.submit({"action": "concede", "seat": "B"})
    assert table.result is not None
    assert not any(event.draws for event in table.by_hand().events)


def test_tapetes_own_reason_is_told_in_each_readers_language(duel: Table) -> None:
    said = COUNTED_WRONG.english
    for language in ("en", "es"):
        assert codes.ASKED_RULING.fill(by="Ana", reason=said).in_(language).endswith(COUNTED_WRONG.in_(language))
    assert codes.ASKED_RULING.fill(by="Ana", reason="we forgot").in_("es").endswith("we forgot")
