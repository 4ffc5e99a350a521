"""Scripted dialogues with the host's end of the link (docs/link.md): what is lost, doubled, cut or flipped on the way changes nothing."""

from __future__ import annotations

import msgspec
import pytest

from tapete.console import host_link, pictures
from tapete.console.host_link import HostLink
from tapete.console.reports import (
    AloneCounters,
    BidLocked,
    BidRevealed,
    BidUnlocked,
    Connected,
    ConsoleReport,
    FreeRoll,
    HeldBid,
    LineRefused,
    Lost,
    PickDone,
    Picked,
    Pressed,
    ProtocolMismatch,
    Reported,
    Rolled,
    Sampled,
)
from tapete.console.scenes import seal_binding
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.sealing import seal_of
from tapete_console import far_end, wire
from tests.firmware.rig import Desk, simhw
from tests.link.dialogue import BINDING, BOOT, DUEL, HELLO, STATUS, Dialogue, framed


def test_hello_opens_a_session_and_says_what_the_host_keeps() -> None:
    dialogue = Dialogue(kept={BOOT: 5})
    dialogue.open()
    (connected,) = dialogue.says(f"- hello console {HELLO.format(boot=BOOT, first=4, shown=41)}")
    assert isinstance(connected, Connected)
    assert (connected.boot, connected.firmware, connected.panels, connected.pixels) == (BOOT, "0.1.0", 2, (50, 20, 10))
    assert dialogue.heard == [f"hello host proto=1 sw=0.1.0 boot={BOOT} have=5 reads=tag,tagged"]


def test_the_host_asks_a_silent_port_who_is_there_each_second() -> None:
    dialogue = Dialogue()
    dialogue.open()
    assert dialogue.heard == []
    dialogue.wait(300)
    assert dialogue.heard == ["who"]
    dialogue.wait(2000)
    assert dialogue.heard == ["who"] * 3


def test_messages_below_first_were_taken_by_another_host() -> None:
    dialogue = Dialogue()
    dialogue.greet(first=8)
    (pressed,) = dialogue.says(f"{BOOT}.8 press 0 plus 41")
    assert isinstance(pressed, Pressed)
    assert dialogue.heard == [f"ack {BOOT}.8"]


def test_a_message_is_acknowledged_only_when_it_is_kept() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    (pressed,) = dialogue.says(f"{BOOT}.1 press 0 plus 41", keep=False)
    assert dialogue.heard == []
    dialogue.link.keep(pressed, dialogue.now)
    dialogue.wait(100)
    assert dialogue.heard == [f"ack {BOOT}.1"]


def test_what_was_not_kept_comes_again_after_the_interruption() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    first = dialogue.says(f"{BOOT}.1 press 0 plus 41", keep=False)
    dialogue.close()
    dialogue.greet()
    assert dialogue.says(f"{BOOT}.1 press 0 plus 41") == first


def test_a_doubled_message_is_acknowledged_again_and_told_once() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    line = f"{BOOT}.1 press 0 plus 41"
    assert len(dialogue.says(line, line, line)) == 1
    assert dialogue.says(line) == []
    assert set(dialogue.heard) == {f"ack {BOOT}.1"}
    assert dialogue.link.counters.doubled == 3


def test_a_gap_is_not_jumped_over() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    assert dialogue.says(f"{BOOT}.2 press 0 lock 41") == []
    assert dialogue.heard == [f"ack {BOOT}.0"]
    told = dialogue.says(f"{BOOT}.1 press 0 plus 41", f"{BOOT}.2 press 0 lock 41")
    assert [(event.number, event.button) for event in told if isinstance(event, Pressed)] == [(1, "plus"), (2, "lock")]
    assert dialogue.heard[-1] == f"ack {BOOT}.2"
    assert dialogue.link.counters.gaps == 1


@pytest.mark.parametrize("damage", ["flip", "cut", "garbage", "endless"])
def test_a_damaged_line_is_counted_and_passed_over_in_silence(damage: str) -> None:
    dialogue = Dialogue()
    dialogue.greet()
    line = framed(f"{BOOT}.1 press 0 plus 41")
    damaged = {
        "flip": line.replace(b"plus", b"plut"),
        "cut": line[:12] + b"\n",
        "garbage": b"\x00\xff\xfe*\n",
        "endless": b"x" * 5000 + b"\n",
    }[damage]
    assert dialogue.raw(damaged) == []
    assert dialogue.heard == []
    assert dialogue.link.counters.bad == 1
    assert len(dialogue.raw(line)) == 1, "the same message whole is taken"


def test_a_line_may_arrive_byte_by_byte() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    events = [event for octet in framed(f"{BOOT}.1 free 0 4") for event in dialogue.raw(bytes((octet,)))]
    assert events == [FreeRoll(boot=BOOT, number=1, panel=0, face=4)]


def test_a_whole_line_outside_the_grammar_is_refused_by_name() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    assert dialogue.says(f"{BOOT}.1 press 7 plus 41", "- dance", f"{BOOT}.1 rolled 0 r7 11") == []
    assert dialogue.heard == ["refuse malformed press range", "refuse malformed dance kind", "refuse malformed rolled range"]
    assert dialogue.link.counters.malformed == 3


def test_every_precious_kind_has_its_event() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    seal, nonce = "ab" * 32, "cd" * 16
    told = dialogue.says(
        f"{BOOT}.1 press 1 lock 41 long",
        f"{BOOT}.2 locked 0 s12 {seal}",
        f"{BOOT}.3 unlocked 0 s12",
        f"{BOOT}.4 revealed 0 s12 7 {nonce}",
        f"{BOOT}.5 picked 0 p3 4",
        f"{BOOT}.6 done 0 p3",
        f"{BOOT}.7 rolled 1 r7.d1 10",
        f"{BOOT}.8 free 1 3",
        f"{BOOT}.9 alone 36 50",
        f"{BOOT}.10 report error ValueError panel.py:120 0.1.0",
    )
    assert told[:9] == [
        Pressed(boot=BOOT, number=1, panel=1, button="lock", revision=41, long=True),
        BidLocked(boot=BOOT, number=2, panel=0, request="s12", seal=seal),
        BidUnlocked(boot=BOOT, number=3, panel=0, request="s12"),
        BidRevealed(boot=BOOT, number=4, panel=0, request="s12", bid=7, nonce=nonce, fits=None),
        Picked(boot=BOOT, number=5, panel=0, request="p3", choice=4),
        PickDone(boot=BOOT, number=6, panel=0, request="p3"),
        Rolled(boot=BOOT, number=7, panel=1, request="r7", die="d1", face=10),
        FreeRoll(boot=BOOT, number=8, panel=1, face=3),
        AloneCounters(boot=BOOT, number=9, values=(36, 50)),
    ]
    reported = told[9]
    assert isinstance(reported, Reported)
    assert (reported.finding.code, reported.finding.params["place"]) == ("firmware_error", "panel.py:120")
    assert dialogue.says("- sampled 5030") == [Sampled((5, 10, 3, 10))]


def test_events_can_be_kept_in_a_journal_and_read_again() -> None:
    event = BidLocked(boot=BOOT, number=2, panel=0, request="s12", seal="ab" * 32)
    assert msgspec.json.decode(msgspec.json.encode(event), type=BidLocked | Pressed) == event


def test_reveal_is_repeated_until_every_answer_is_there_and_the_seals_are_proved() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    nonce_a, nonce_b = "00" * 16, "11" * 16
    dialogue.says("- shown 1")
    dialogue.says(f"{BOOT}.1 locked 0 s12 {seal_of(nonce_a, 'A', 7)}", f"{BOOT}.2 locked 1 s12 {seal_of(nonce_b, 'B', 50)}")
    dialogue.reveal()
    dialogue.wait(500)
    assert dialogue.said("reveal") == ["reveal s12"] * 2
    (right,) = dialogue.says(f"{BOOT}.3 revealed 0 s12 7 {nonce_a}")
    assert isinstance(right, BidRevealed)
    assert right.fits is True
    dialogue.wait(500)
    assert len(dialogue.said("reveal")) == 3
    (wrong,) = dialogue.says(f"{BOOT}.4 revealed 1 s12 49 {nonce_b}")
    assert isinstance(wrong, BidRevealed)
    assert wrong.fits is False, "49 is not what was sealed"
    dialogue.wait(1500)
    assert len(dialogue.said("reveal")) == 3


def test_a_seal_made_for_another_seat_does_not_fit() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    nonce = "22" * 16
    *_, revealed = dialogue.says(f"{BOOT}.1 locked 0 s12 {seal_of(nonce, 'B', 7)}", f"{BOOT}.2 revealed 0 s12 7 {nonce}")
    assert isinstance(revealed, BidRevealed)
    assert revealed.fits is False


def test_another_question_ends_the_reveal() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.reveal()
    dialogue.show(DUEL, "s13")
    dialogue.wait(1000)
    assert dialogue.said("reveal") == ["reveal s12"]


def test_a_reveal_that_comes_too_early_is_told_and_asked_again() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.reveal()
    assert dialogue.says("- refuse notlocked reveal") == [LineRefused("notlocked", "reveal", ())]
    dialogue.wait(500)
    assert dialogue.said("reveal") == ["reveal s12"] * 2


def test_a_silent_host_beats_and_a_silent_console_is_lost() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    assert dialogue.wait(2900) == []
    assert dialogue.said("beat") == ["beat"] * 2
    assert dialogue.wait(200) == [Lost("port")]
    dialogue.wait(500)
    assert dialogue.said("who") == ["who"]


def test_any_sound_line_keeps_the_session() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    for _ in range(5):
        assert dialogue.wait(2000) == []
        dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=0, bids='-')}")
    assert dialogue.link.counters.losses == 0


def test_status_tells_figures_and_the_bids_that_are_held() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=0, bids='0:s12:locked,1:s12:open')}")
    assert dialogue.link.held == (HeldBid(0, "s12", "locked"), HeldBid(1, "s12", "open"))
    assert dialogue.link.status is not None
    assert (dialogue.link.status.free, dialogue.link.status.draw) == (91234, 391)
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=0, bids='0:s12:eaten')}")
    assert dialogue.said("refuse") == ["refuse malformed status bids"]


def test_what_the_console_holds_is_unknown_in_each_session_until_it_says_so() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    assert dialogue.link.held is None
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=0, bids='0:s12:locked')}")
    dialogue.link.close()
    dialogue.link.open(dialogue.now)
    dialogue.greet()
    assert dialogue.link.held is None
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=0, bids='-')}")
    assert dialogue.link.held == ()


def test_a_second_hello_of_the_same_boot_begins_the_session_anew_without_a_word_to_the_table() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.says(f"{BOOT}.1 press 0 plus 1", "- shown 1")
    dialogue.heard.clear()
    assert dialogue.says(f"- hello console {HELLO.format(boot=BOOT, first=2, shown=1)}") == []
    assert " have=1 " in dialogue.heard[0]
    assert dialogue.heard[1].startswith("scene 2 ")


def test_a_restarted_console_is_another_boot_and_holds_nothing() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=1, bids='0:s12:locked')}")
    (connected,) = dialogue.says(f"- hello console {HELLO.format(boot='00000002', first=1, shown=0)}")
    assert isinstance(connected, Connected)
    assert connected.restarted
    assert dialogue.link.held is None, "it has not said yet what it holds"
    assert dialogue.said("scene")[-1].startswith("scene 1 ")
    (pressed,) = dialogue.says("00000002.1 press 0 plus 0")
    assert isinstance(pressed, Pressed)
    assert dialogue.says(f"{BOOT}.2 press 0 plus 0") == [], "a late line of the earlier boot is not of this session"


@pytest.mark.parametrize(("theirs", "code"), [(0, "console_older"), (9, "host_older")])
def test_a_protocol_that_does_not_fit_is_refused_with_the_command_that_mends_it(theirs: int, code: str) -> None:
    dialogue = Dialogue()
    dialogue.open()
    hello = f"- hello console proto={theirs} fw=3.0.0 and=more"
    (refused,) = dialogue.says(hello)
    assert isinstance(refused, ProtocolMismatch)
    assert (refused.protocol, refused.firmware, refused.finding.code) == (theirs, "3.0.0", code)
    command = {"console_older": ("copy-firmware",) * 2, "host_older": ("Bring this program up to date", "Actualiza este programa")}[code]
    assert command[0] in refused.finding.next.in_("en")
    assert command[1] in refused.finding.next.in_("es")
    assert dialogue.says(hello) == [], "told once"
    assert dialogue.heard == ["refuse protocol hello 1"] * 2
    dialogue.show()
    dialogue.wait(1000)
    assert dialogue.said("scene") == []


def test_a_console_that_refuses_our_protocol_ends_the_session() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    events = dialogue.says("- refuse protocol hello 2")
    assert [type(event) for event in events] == [Lost, ProtocolMismatch]
    assert dialogue.link.stage == "refused"


def test_a_console_that_knows_of_no_session_is_asked_for_hello() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    assert dialogue.says("- refuse session scene") == []
    assert dialogue.heard[-1] == "who"


def test_a_bid_of_three_digits_and_a_request_with_a_dot_are_refused_before_anything_is_sent() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    too_large = Scene(panels=(Panel(seat="A", value=37, largest=50, bid=Bounds(0, 100)),))
    with pytest.raises(ValueError, match="two digits"):
        dialogue.show(too_large)
    for request in ("s.1", "", "toolongname"):
        with pytest.raises(ValueError, match=r"request|id"):
            dialogue.show(DUEL, request)
    assert dialogue.heard == []


BAD_INPUT: dict[str, tuple[bytes, int, list[str]]] = {
    "a line too long": (b"- status " + b"x" * 5000 + b"\n", 1, []),
    "an unknown kind": (framed("- dance"), 0, ["refuse malformed dance kind"]),
    "a number out of range": (framed(f"{BOOT}.1 rolled 0 r7 11"), 0, ["refuse malformed rolled range"]),
    "a panel that no console has": (framed(f"{BOOT}.1 press 4 plus 41"), 0, ["refuse malformed press range"]),
    "figures that are none": (framed("- status boot=7f3a91c2 free=many"), 0, ["refuse malformed status missing"]),
    "a hello without its keys": (framed("- hello console proto=1"), 0, ["refuse malformed hello missing"]),
    "NULs": (b"\0" * 50 + b"\n", 1, []),
    "half a UTF-8 letter": (b"- beat \xc3\n", 1, []),
    "half a UTF-8 letter whose checksum fits": (b"- beat \xc3*" + wire.checksum(b"- beat \xc3").encode() + b"\n", 1, []),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_input_that_makes_no_sense_is_counted_and_the_next_press_is_taken(name: str) -> None:
    octets, bad, answers = BAD_INPUT[name]
    dialogue = Dialogue()
    dialogue.greet()
    assert dialogue.raw(octets) == []
    assert dialogue.heard == answers
    assert (dialogue.link.counters.bad, dialogue.link.counters.malformed) == (bad, len(answers))
    assert len(dialogue.says(f"{BOOT}.1 press 0 plus 41")) == 1
    assert dialogue.link.stage == "session"


# ---- a console that lies or floods


def test_a_revision_beyond_what_can_be_claimed_is_refused_and_the_next_hello_is_not() -> None:
    dialogue = Dialogue()
    dialogue.open()
    assert dialogue.says(f"- hello console {HELLO.format(boot=BOOT, first=1, shown=999999999)}") == []
    assert dialogue.heard == ["refuse malformed hello range"]
    dialogue.greet()
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=999999999, bids='-')}", f"- shown {wire.LARGEST_NUMBER}")
    assert dialogue.heard == ["refuse malformed status range", "refuse malformed shown range"]
    dialogue.says(f"- status {STATUS.format(boot=BOOT, shown=host_link.HIGHEST_CLAIM, bids='-')}")
    dialogue.link.show(DUEL, BINDING, "s1", dialogue.now)
    for raw in dialogue.link.output().splitlines():
        assert far_end.read_host(raw).kind in {"hello", "refuse", "scene"}


def test_endless_boots_are_forgotten_and_the_newest_is_not() -> None:
    dialogue = Dialogue()
    dialogue.greet(boot="0000ffff", first=1)
    dialogue.says("0000ffff.1 press 0 plus 1")
    for number in range(3 * pictures.REMEMBERED):
        dialogue.says(f"- hello console {HELLO.format(boot=f'{number:08x}', first=1, shown=0)}")
        if number % 100 == 0:
            dialogue.says(f"- hello console {HELLO.format(boot='0000ffff', first=1, shown=0)}")
            assert "have=1" in next(line for line in reversed(dialogue.heard) if line.startswith("hello host"))
    assert len(dialogue.link._safe) <= pictures.REMEMBERED + 1


def test_what_waits_for_a_port_that_takes_nothing_is_bounded() -> None:
    link = host_link.HostLink("1")
    link.open(0)
    link.receive(b"".join(framed(f"- nonsense {number}") for number in range(20_000)), 0)
    assert len(link.output()) <= host_link.MOST_OUTPUT + wire.MAX_LINE
    link.receive(framed(f"- hello console {HELLO.format(boot=BOOT, first=1, shown=0)}"), 1)
    assert link.stage == "session"
    assert b"hello host" in link.output()


def test_a_seal_is_bound_to_match_and_question_where_the_console_can() -> None:
    desk = Desk()
    link = HostLink("test")
    now = 0
    events: list[ConsoleReport] = []
    link.open(now)

    def run(ms: int) -> None:
        nonlocal now
        for _ in range(ms // 5):
            now += 5
            simhw.DATA.host_write(link.output())
            simhw.advance(5)
            desk.console.turn(simhw.ticks_ms())
            for event in link.receive(simhw.DATA.host_read(), now):
                events.append(event)
                link.keep(event, now)
            link.tick(now)

    run(500)
    assert link.hello is not None
    assert "bind" in link.hello.can
    bid = Panel(seat="A", value=9, largest=9, lamp="turn", bid=Bounds(1, 9))
    link.show(Scene(panels=(bid,)), {0: "A"}, "q1", now, match="mw9m")
    run(200)
    desk.press(0, "lock")
    run(50)
    desk.release(0, "lock")
    run(100)
    link.reveal(now)
    run(200)
    (opened,) = [event for event in events if isinstance(event, BidRevealed)]
    assert opened.nonce.endswith(seal_binding("mw9m", "q1"))
    assert opened.fits is True
    assert seal_binding("mw9m", "q2") != seal_binding("mw9m", "q1") != seal_binding("other", "q1")
