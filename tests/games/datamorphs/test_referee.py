"""DataMorphs over the referee protocol: no answer holds a secret before both are ready (DAT-026, 058)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tapete.referee import Referee

ASKED = ("state", "position", "awaiting", "layout", "scene", "view", "result", "log")


def ask(referee: Referee, **message: Any) -> dict[str, Any]:
    return referee.answer(json.dumps(message).encode())


def started() -> Referee:
    referee = Referee()
    assert ask(referee, start={"game": "datamorphs"})["ok"]
    assert ask(referee, do={"action": "start_game"})["ok"]
    return referee


def answers(referee: Referee) -> str:
    """All that a session can be asked, except what may be chosen: that names every card."""
    found = [ask(referee, ask=what, seat=seat) for what in ASKED for seat in ("A", "B")]
    for answer in found:
        answer.pop("legal", None)
        answer.get("view", {}).pop("legal", None)
    return json.dumps(found)


@pytest.mark.clause("DAT-026", "DAT-027")
def test_no_answer_names_a_bios_before_both_are_ready() -> None:
    referee = started()
    assert ask(referee, do={"action": "lock_bios", "seat": "A", "card": "quill_daemon"})["ok"]
    assert "quill_daemon" not in answers(referee)
    refused = ask(referee, do={"action": "lock_bios", "seat": "B", "card": "nobody"})
    assert [(refusal["code"], refusal["at"]) for refusal in refused["refusals"]] == [("unknown_card", "card")]
    assert ask(referee, check={"action": "lock_bios", "seat": "B", "card": "ash_router"})["ok"]
    assert "ash_router" not in answers(referee)
    told = ask(referee, do={"action": "lock_bios", "seat": "B", "card": "ash_router"})
    assert [event["card"] for event in told["events"] if event["event"] == "bios_revealed"] == ["quill_daemon", "ash_router"]


@pytest.mark.clause("DAT-058", "DAT-R23")
def test_no_answer_names_a_play_before_both_are_ready() -> None:
    referee = started()
    assert ask(referee, do={"action": "reveal_bios", "bios": {"A": "glint_loom", "B": "ash_router"}, "nonces": {"A": None, "B": None}})[
        "ok"
    ]
    move = {"action": "play", "seat": "B", "part": "program", "slot": "program", "card": "moth_kernel"}
    assert ask(referee, do={"action": "lock_move", "seat": "B", "move": move})["ok"]
    assert "moth_kernel" not in answers(referee)
    told = ask(referee, do={"action": "lock_move", "seat": "A", "move": {"action": "skip_program", "seat": "A"}})
    assert [event["event"] for event in told["events"]][:4] == ["move_locked", "joint_revealed", "skipped", "played"]


@pytest.mark.clause("DAT-R30", "DAT-R64")
def test_a_form_is_filled_in_step_by_step() -> None:
    referee = started()
    assert ask(referee, do={"action": "reveal_bios", "bios": {"A": "brine_socket", "B": "fern_cache"}, "nonces": {"A": None, "B": None}})[
        "ok"
    ]
    assert ask(referee, do={"action": "choose_order", "seat": "A", "first": "A"})["ok"]
    for seat in ("A", "B"):
        assert ask(referee, do={"action": "skip_program", "seat": seat})["ok"]
    assert ask(referee, do={"action": "choose_order", "seat": "A", "first": "A"})["ok"]
    draft: dict[str, Any] = {"action": "play", "part": "boost"}
    offered = ask(referee, ask="legal", seat="A", draft=draft)["legal"]["play"]
    assert offered["arguments"]["slot"]["one_of"] == ["boost_a", "boost_b"]
    assert offered["wait"] == ["choice", "ops"]
    for card, choices in (("quill_daemon", ["own", "rival"]), ("moth_kernel", [None])):
        offered = ask(referee, ask="legal", seat="A", draft={**draft, "slot": "boost_a", "card": card})["legal"]["play"]
        assert offered["arguments"]["choice"]["one_of"] == choices
