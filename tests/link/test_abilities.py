"""What hello says is honoured: for each of its keys, what its extremes change in what the host sends or tells (docs/link.md, section 3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.console.client import ConsoleState
from tapete.console.doctor import judge
from tapete.console.reports import Connected, ProtocolMismatch, Status
from tapete.console.scenes import seal_binding
from tapete.core.scene import Bounds, Bridge, Panel, Scene, Tell
from tapete_console import wire
from tests.link.dialogue import BINDING, BOOT, DUEL, HELLO, Dialogue

FULL = Scene(
    panels=(
        Panel(seat="A", value=37, largest=50, lamp="turn", pick=Bounds(0, 14)),
        Panel(seat="B", value=50, largest=50, lamp="turn", shown=7, dice=tuple(f"attack-{die}" for die in range(8)), purpose="attack"),
    ),
    bridge=Bridge(wall=0, wizard_a=-3, wizard_b=3, broken=0),
)


def greeted(scene: Scene = DUEL, **changed: str) -> tuple[Dialogue, list[str]]:
    """A host that wants a scene meets a console whose hello differs in these keys; the words of the scenes that it sends."""
    dialogue = Dialogue()
    dialogue.show(scene)
    dialogue.open()
    hello = dict(field.split("=") for field in HELLO.format(boot=BOOT, first=1, shown=0).split(" ")) | changed
    dialogue.says("- hello console " + " ".join(f"{key}={value}" for key, value in hello.items()))
    return dialogue, dialogue.said("scene")


def test_a_panel_without_a_private_display_is_asked_for_no_number_and_shown_none() -> None:
    for scene, parts in ((DUEL, ("bid=",)), (FULL, ("pick=", "show="))):
        _, (whole,) = greeted(scene)
        _, (blind,) = greeted(scene, pixels="50,0,10")
        _, (narrow,) = greeted(scene, pixels="50,19,10")
        assert all(part in whole for part in parts)
        assert not any(part in blind + narrow for part in parts)
        assert "A,37,50,turn" in blind


def test_an_open_number_is_asked_where_four_digits_show_it_and_a_secret_one_is_not() -> None:
    _, (chosen,) = greeted(FULL, pixels="50,0,10", parts="digits")
    assert "pick=" in chosen
    assert "show=" not in chosen
    _, (secret,) = greeted(DUEL, pixels="50,0,10", parts="digits")
    assert "bid=" not in secret


def test_a_locked_bid_that_was_never_asked_is_not_revealed() -> None:
    seeing, _ = greeted()
    seeing.reveal()
    assert seeing.said("reveal") == ["reveal s12"]
    blind, _ = greeted(pixels="50,0,10")
    blind.reveal()
    blind.wait(2000)
    assert blind.said("reveal") == []


def test_the_same_scene_is_written_anew_for_a_console_that_can_show_less() -> None:
    """Another console is plugged in while the question is open; and the first one comes back."""
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    assert "bid=s12:1:37" in dialogue.said("scene")[-1]
    other, back = HELLO.format(boot="00000001", first=1, shown=0), HELLO.format(boot=BOOT, first=1, shown=9)
    dialogue.says("- hello console " + other.replace("50,20,10", "10,0,10"))
    assert "bid=" not in dialogue.said("scene")[-1]
    dialogue.says("- shown 2")
    dialogue.says(f"- hello console {back}")
    assert "bid=s12:1:37" in dialogue.said("scene")[-1]


def test_panels_and_a_strip_that_are_not_there_get_nothing() -> None:
    _, (one,) = greeted(FULL, panels="1")
    assert "B,50" not in one
    _, (two,) = greeted(FULL, panels="2")
    assert "B,50" in two
    _, (bare,) = greeted(FULL, bridge="0")
    assert "bridge=" not in bare
    _, (strip,) = greeted(FULL, bridge="60")
    assert "bridge=0,-3,3,0" in strip


@pytest.mark.parametrize("window", [110, 150, 200, 256, 1024])
def test_no_scene_is_longer_than_the_console_takes(window: int) -> None:
    _, (scene,) = greeted(FULL, window=str(window))
    line = wire.write("scene", scene.split(" ")[1:])
    assert len(line) <= window
    _, (widest,) = greeted(FULL, window="1024")
    assert ("attack-7" in scene) is (len(wire.write("scene", widest.split(" ")[1:])) <= window)
    assert ("for=attack" in scene) is ("dice=" in scene)


def test_the_keys_that_name_a_session_change_what_is_said_in_it() -> None:
    mismatch = Dialogue()
    mismatch.open()
    (event,) = mismatch.says(f"- hello console {HELLO.format(boot=BOOT, first=1, shown=0)}".replace("proto=1", "proto=2"))
    assert isinstance(event, ProtocolMismatch)
    assert mismatch.said("refuse") == ["refuse protocol hello 1"]
    assert mismatch.said("hello") == []
    other, _ = greeted(boot="00000000")
    assert "boot=00000000" in other.said("hello")[-1]
    for first, taken in (("1", 1), ("999999", 999999)):
        dialogue, _ = greeted(first=first)
        dialogue.says(f"{BOOT}.{taken} press 0 plus 1")
        assert dialogue.said("ack")[-1] == f"ack {BOOT}.{taken}"
    for shown in (0, 900_000_000):
        _, (scene,) = greeted(shown=str(shown))
        assert scene.startswith(f"scene {shown + 1} ")


def test_the_keys_that_change_no_line_are_told() -> None:
    """`fw`, `free`, `why`, `pins` and `faults`: the doctor and the pages have them; nothing on the wire depends on them."""
    usual, scenes = greeted()
    for key, value in {"fw": "9.9.9", "free": "0", "why": "watchdog", "pins": "00000000", "faults": "bridge:_GP21_is_reserved"}.items():
        changed, same = greeted(DUEL, **{key: value})
        assert same == scenes
        assert changed.heard == usual.heard
        assert changed.link.hello is not None
        told = getattr(changed.link.hello, {"fw": "firmware"}.get(key, key))
        assert str(told) == str({"faults": ("bridge: GP21 is reserved",), "free": 0}.get(key, value))
    status = Status(**dict.fromkeys(Status.__struct_fields__, 1))
    state = ConsoleState(firmware="9.9.9", why="watchdog", faults=("bridge: GP21 is reserved",), status=status)
    assert {"firmware_differs", "started_by_watchdog", "wiring_wrong", "memory_low"} <= {finding.code for finding in judge(state)}


def test_every_key_of_hello_is_spoken_of_here() -> None:
    """Those of a console; what a console makes of a host's (`sw`, `have`, `reads`) is in tests/firmware (test_session, test_tags)."""
    told = {"proto", "boot", "first", "shown", "fw", "free", "why", "pins"}
    assert set(wire.CONSOLE_HELLO) == told | {"panels", "pixels", "bridge", "window"}
    page = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8").split("## 3.")[1].split("## 4.")[0]
    keys = {key for row in re.findall(r"^\| ((?:`\w+` ?)+)\|", page, re.MULTILINE) for key in re.findall(r"\w+", row)}
    assert keys == {*wire.CONSOLE_HELLO, *wire.HOST_HELLO, "can", "parts", "faults", "reads"}


def test_a_bid_is_bound_to_match_and_question_only_where_the_console_says_that_it_can() -> None:
    lines = []
    for can in ("", "tell", "tell,sing", "bind", "bind,tell"):
        dialogue, _ = greeted(can=can)
        dialogue.says("- shown 1")
        dialogue.link.show(DUEL, BINDING, "q2", dialogue.now, match="mw9m")
        dialogue.wait(400)
        lines.append(dialogue.said("scene")[-1])
    assert [seal_binding("mw9m", "q2") in line for line in lines] == [False, False, False, True, True]
    assert all("bid=q2:1:37" in line for line in lines)


@pytest.mark.parametrize("parts", ["", ",", "reader", "digits,digits", "laser", ",".join(["part"] * 100)])
def test_no_word_of_what_was_added_changes_what_is_asked_or_opens_a_line_that_the_console_does_not_know(parts: str) -> None:
    _, scenes = greeted(FULL)
    dialogue, same = greeted(FULL, parts=parts)
    assert same == scenes
    assert dialogue.said("hello")[-1].endswith(" reads=tag,tagged")
    assert dialogue.link.hello is not None
    assert dialogue.link.hello.able.parts == set(parts.split(",")) - {""}


def test_a_console_that_says_more_than_we_know_is_taken_as_it_is() -> None:
    dialogue, (scene,) = greeted(reader="1", wings="2")
    assert "bid=" in scene
    assert dialogue.link.stage == "session"
    assert BINDING == {0: "A", 1: "B"}
    assert isinstance(dialogue.greet()[0], Connected)


def test_what_happened_is_told_only_where_the_console_says_that_it_can() -> None:
    scene = Scene(panels=(Panel(seat="A", value=37, largest=50, lamp="turn", tell=Tell(id="47.2", sign="wins", number=50)),))
    _, (old,) = greeted(scene)
    _, (new,) = greeted(scene, can="bind,tell")
    assert (old, new) == ("scene 1 A,37,50,turn -", "scene 1 A,37,50,turn,tell=47.2:wins:50 -")


def test_what_a_builder_has_added_is_known_and_said_by_doctor_in_words() -> None:
    from tapete.commands.console import parts_beside

    dialogue, _ = greeted(parts="reader,digits,laser")
    assert dialogue.link.hello is not None
    assert dialogue.link.hello.able.parts == {"reader", "digits", "laser"}
    assert parts_beside(dialogue.link.hello.able.parts) == ["four digits a panel", "laser", "reader of stickers"]
    assert parts_beside(greeted()[0].link.hello.able.parts) == []  # type: ignore[union-attr]  # it was greeted
