"""Joint plays and sealed choices: nothing is known before both are ready (DAT-026, 027, 058; R23..R25, R56, R67)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec, judge, notation
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.vault import revealed
from tapete.games import datamorphs
from tapete.games.datamorphs.state import SEATS, Joint, State
from tests.games.datamorphs.scenario import NONCES, SKIP, STARTER, STOP, Desk


def match() -> Match[State]:
    made = Match(datamorphs.rules({}, STARTER), SEATS)
    made.do({"action": "start_game"})
    return made


def joint_match() -> Match[State]:
    """Equal Bios: the Programs are played together."""
    made = match()
    made.do({"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}, "nonces": NONCES})
    return made


def everything(made: Match[State]) -> bytes:
    """All that anybody can read of a match: its log, state, layout, scene, awaiting and offers."""
    rules, state = made.rules, made.state
    offers = {f"{seat}": {name: offer.describe() for name, offer in made.legal(seat).items() if name.startswith("lock")} for seat in SEATS}
    return codec.encode([made.header, made.log.entries, state, rules.layout(state), rules.scene(state), made.awaiting(), offers])


@pytest.mark.clause("DAT-026", "DAT-027")
def test_two_phones_choose_their_bios_and_nobody_can_read_it_before_both_are_ready() -> None:
    made = match()
    made.do({"action": "lock_bios", "seat": "B", "card": "velvet_stack"})
    assert b"velvet_stack" not in everything(made)
    entries = made.do({"action": "lock_bios", "seat": "A", "card": "quill_daemon"})
    assert [entry.action["action"] for entry in entries if entry.action] == ["lock_bios", "reveal_bios"]
    bios = {seat: made.state.players.of(seat).bios for seat in SEATS}
    assert {seat: part.card for seat, part in bios.items() if part} == {"A": "quill_daemon", "B": "velvet_stack"}


@pytest.mark.clause("DAT-058", "DAT-R24")
def test_two_phones_play_together() -> None:
    made = joint_match()
    move = {"action": "play", "seat": "B", "part": "program", "slot": "program", "card": "moth_kernel"}
    made.do({"action": "lock_move", "seat": "B", "move": move})
    assert b"moth_kernel" not in everything(made)
    made.do({"action": "lock_move", "seat": "A", "move": {"action": "skip_program", "seat": "A"}})
    program = made.state.players.B.program
    assert program is not None
    assert program.card == "moth_kernel"
    assert made.state.players.A.program is None


@pytest.mark.clause("DAT-R24")
def test_a_secret_that_cannot_be_is_refused_before_it_is_kept() -> None:
    made = joint_match()
    dear = {"action": "play", "seat": "A", "part": "boost", "slot": "boost_a", "card": "glint_loom"}
    with pytest.raises(Illegal) as fault:
        made.do({"action": "lock_move", "seat": "A", "move": dear})
    assert [(refusal.code, refusal.at) for refusal in fault.value.refusals] == [("part_not_now", "move.part")]
    assert fault.value.refusals[0].params["seat"] == "A"
    with pytest.raises(Malformed) as nonsense:
        made.do({"action": "lock_move", "seat": "A", "move": {"action": "dance"}})
    assert nonsense.value.refusals[0].at == "move.action"
    with pytest.raises(Illegal):
        made.do({"action": "lock_move", "seat": "A", "move": {"action": "skip_program", "seat": "B"}})
    step = made.state.agenda[-1]
    assert isinstance(step, Joint)
    assert step.ready == ()
    other = match()
    with pytest.raises(Malformed):
        other.do({"action": "lock_bios", "seat": "A", "card": 7})
    with pytest.raises(Illegal) as unknown:
        other.do({"action": "lock_bios", "seat": "A", "card": "no_such_card"})
    assert [(refusal.code, refusal.at) for refusal in unknown.value.refusals] == [("unknown_card", "card")]


@pytest.mark.clause("DAT-R24", "DAT-027")
def test_a_seal_that_nobody_can_open_is_withdrawn() -> None:
    made = match()
    made.do({"action": "lock_bios", "seat": "A", "card": "velvet_stack"})
    made.vault.drop()
    made.do({"action": "lock_bios", "seat": "B", "card": "glint_loom"})
    assert revealed(made.rules, made.state, made.vault) is None
    with pytest.raises(Illegal):
        made.do({"action": "reveal_bios", "bios": {"A": "velvet_stack", "B": "glint_loom"}, "nonces": NONCES})
    made.do({"action": "reopen_choices"})
    made.do({"action": "lock_bios", "seat": "A", "card": "velvet_stack"})
    made.do({"action": "lock_bios", "seat": "B", "card": "glint_loom"})
    assert made.state.players.A.bios is not None


@pytest.mark.clause("DAT-026")
def test_a_choice_is_taken_back_until_the_other_is_ready() -> None:
    desk = Desk().do("lock_bios", "A").do("unlock", "A").do("lock_bios", "A").do("lock_bios", "B")
    assert desk.codes("unlock", "A") == ["unlock_late"]
    assert [owed.actions for owed in desk.rules.awaiting(desk.state)] == [("reveal_bios", "reopen_choices")]


@pytest.mark.clause("DAT-R66", "DAT-R24")
def test_a_ruling_lifts_what_was_locked_before_it() -> None:
    desk = Desk().bios("glint_loom", "ash_router").do("lock_move", "A")
    desk.do("ruling", reason="more memory", ops=[{"op": "adjust_memory", "seat": "A", "n": 1}])
    step = desk.state.agenda[-1]
    assert isinstance(step, Joint)
    assert (step.ready, step.exchange) == ((), 1)


@pytest.mark.clause("DAT-R23", "DAT-R62")
def test_later_ties_are_played_together_too() -> None:
    desk = Desk().bios("glint_loom", "ash_router").joint("program pebble_mux", "program glint_loom")
    assert desk.available() == (2, 2)
    assert desk.step == "joint"
    (_, tie) = desk.told("memory_tied")
    assert (tie.available, tie.clause) == (2, "DAT-R23")
    desk.joint(STOP, "boost_a moth_kernel")
    assert desk.step == "play"
    assert desk.available() == (2, 0)


@pytest.mark.clause("DAT-R24")
def test_one_illegal_half_rejects_both() -> None:
    desk = Desk().bios("glint_loom", "ash_router")
    before = desk.state
    refusals = desk.refusals("joint_play", a=desk.move("A", "program rust_oracle"), b=desk.move("B", "boost_a moth_kernel"), nonces=NONCES)
    assert [(refusal.code, refusal.at, refusal.params["seat"]) for refusal in refusals] == [("part_not_now", "b.part", "B")]
    assert desk.state is before


@pytest.mark.clause("DAT-R24", "DAT-R05", "DAT-R50", "DAT-R67")
def test_both_are_judged_on_the_table_as_it_was() -> None:
    """B's Interrupt and A's extra Boost meet in the same moment: the room below was open when both were laid."""
    desk = Desk().bios("fern_cache", "brine_socket").lay("A boost_a fern_cache")
    desk.state = replace(desk.state, agenda=(Joint(exchange=3),))
    desk.joint("boost_a rust_oracle", "interrupt boost_a")
    column = desk.player("A").boost_a
    assert isinstance(column, tuple)
    assert [part.card for part in column] == ["fern_cache", "rust_oracle"]
    interrupt = desk.player("B").boost_a
    assert not isinstance(interrupt, tuple)
    assert interrupt.seq == column[1].seq


@pytest.mark.clause("DAT-R25", "DAT-021")
def test_an_interrupt_in_a_joint_play_stays_face_down() -> None:
    desk = Desk().bios("glint_loom", "ash_router").joint(SKIP, SKIP).joint("interrupt boost_a", "interrupt function")
    places = {place.name: place.value for place in desk.rules.layout(desk.state)}
    assert (places["boost_a_A"], places["function_B"]) == ("face_down", "face_down")
    assert [event.slot for event in desk.told("interrupted")] == ["boost_a", "function"]


@pytest.mark.clause("DAT-058")
def test_a_joint_play_has_one_text_form() -> None:
    desk = Desk().bios("glint_loom", "ash_router")
    arguments: dict[str, Any] = {"a": desk.move("A", "program rust_oracle"), "b": desk.move("B", SKIP), "nonces": NONCES}
    action = desk.action("joint_play", **arguments)
    assert notation.read(desk.rules, notation.write(action)) == action


@pytest.mark.clause("DAT-058", "DAT-R24")
def test_a_half_filled_play_is_offered_step_by_step() -> None:
    """A form asks for the arguments of a play inside the joint play, one after the other."""
    made = joint_match()

    def offered(**half: Any) -> dict[str, Any]:
        domain = made.legal(None, {"action": "joint_play", "a": half})["joint_play"].arguments["a"].describe()
        (one,) = domain["action"].values()
        return dict(one)

    first = offered(action="play", part="program")
    assert first["arguments"]["slot"]["one_of"] == ["program"]
    assert first["wait"] == ["choice", "ops"]
    assert set(first["arguments"]["card"]["one_of"]) == set(made.rules.catalogue.cards)
    then = offered(action="play", part="program", card="glint_loom", slot="program")
    assert (then["arguments"]["choice"]["one_of"], then["wait"]) == ([None], [])
    for half, at in (
        ({"action": "dance"}, "a.action"),
        ({"action": "play", "tune": 1}, "a.tune"),
        ({"action": "play", "part": "hat"}, "a.part"),
    ):
        with pytest.raises(Malformed) as nonsense:
            made.legal(None, {"action": "joint_play", "a": half})
        assert nonsense.value.refusals[0].at == at
    for half, at in (({"action": "play", "part": "boost"}, "a.part"), ({"action": "play", "seat": "B", "part": "program"}, "a.seat")):
        with pytest.raises(Illegal) as fault:
            made.legal(None, {"action": "joint_play", "a": half})
        assert fault.value.refusals[0].at == at
    secret = made.rules.game.sealings[1].domain(made.rules.board(made.state), "B")
    assert isinstance(secret, judge.action)
    assert secret.drafted({"action": "play", "part": "program"}).offers()["play"].wait == ("choice", "ops")


def test_a_play_that_is_none_of_those_asked_for_is_refused_with_these() -> None:
    made = joint_match()
    one_of = "“dance” cannot be declared here. Declare one of these: “play”, “skip_program” and “stop”."
    for ask in (
        lambda: made.legal(None, {"action": "joint_play", "a": {"action": "dance"}}),
        lambda: made.do({"action": "joint_play", "a": {"action": "dance"}, "b": {"action": "stop", "seat": "B"}, "nonces": NONCES}),
    ):
        with pytest.raises(Malformed) as nonsense:
            ask()
        said = nonsense.value.refusals[0].text().in_("en")
        assert nonsense.value.refusals[0].at == "a.action"
        assert said in (one_of, "That cannot be read: “dance” is none of these: “play”, “skip_program” and “stop”.")
    skip = {"action": "skip_program", "seat": "B"}
    with pytest.raises(Illegal) as fault:
        made.do({"action": "joint_play", "a": skip, "b": skip, "nonces": NONCES})
    (refusal,) = fault.value.refusals
    assert (refusal.at, refusal.text(made.rules.words).in_("en")) == ("a.seat", "B is not one of the choices: A.")


@pytest.mark.clause("DAT-026", "DAT-058")
def test_one_has_a_phone_and_the_other_turns_a_card_over() -> None:
    """What the phone keeps comes out of the vault in the very action that says what lay on the table."""
    made = match()
    made.do({"action": "lock_bios", "seat": "A", "card": "glint_loom"})
    made.do({"action": "reveal_bios", "bios": {"B": "ash_router"}})
    bios = {seat: made.state.players.of(seat).bios for seat in SEATS}
    assert {seat: part.card for seat, part in bios.items() if part} == {"A": "glint_loom", "B": "ash_router"}
    move = {"action": "play", "seat": "B", "part": "program", "slot": "program", "card": "moth_kernel"}
    made.do({"action": "lock_move", "seat": "B", "move": move})
    with pytest.raises(Malformed):
        made.do({"action": "joint_play"})
    made.do({"action": "joint_play", "a": {"action": "skip_program", "seat": "A"}, "nonces": {"A": None}})
    program = made.state.players.B.program
    assert program is not None
    assert program.card == "moth_kernel"
