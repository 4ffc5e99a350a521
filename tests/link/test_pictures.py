"""Scripted dialogues about scenes: which picture goes out, when, and under which revision."""

from __future__ import annotations

from tapete.console.reports import LineRefused, Pressed, Rolled, Shown
from tapete.core.scene import Bridge, Panel, Scene
from tests.link.dialogue import BOOT, Dialogue

PLAIN = Scene(panels=(Panel(seat="A", value=34, largest=50),))


def test_the_newest_scene_wins_and_one_is_on_the_way_at_a_time() -> None:
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    dialogue.show()
    assert dialogue.heard == ["scene 41 A,37,50,turn,bid=s12:1:37 B,50,50,turn,bid=s12:1:50"]
    for value in (36, 35, 34):
        dialogue.show(Scene(panels=(Panel(seat="A", value=value, largest=50),)), "s13")
    assert len(dialogue.heard) == 1, "the first one is not answered yet"
    dialogue.says("- shown 41")
    assert dialogue.heard[1:] == ["scene 42 A,34,50,dark -"]
    dialogue.says("- shown 42")
    dialogue.show(Scene(panels=(Panel(seat="A", value=34, largest=50),)), "s13")
    assert len(dialogue.heard) == 2, "what is shown already is not sent again"


def test_a_press_names_the_question_that_it_saw_even_where_the_pictures_are_alike() -> None:
    alike = Scene(panels=(Panel(seat="A", value=34, largest=50),))
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    dialogue.show(alike, "s13A")
    dialogue.says("- shown 41")
    dialogue.show(alike, "s14A")
    assert [line.split(" ")[1] for line in dialogue.said("scene")] == ["41", "42"]
    pressed = dialogue.says(f"{BOOT}.1 press 0 lock 41", f"{BOOT}.2 press 0 lock 42", f"{BOOT}.3 press 0 lock 40")
    assert [event.request for event in pressed if isinstance(event, Pressed)] == ["s13A", "s14A", ""]


def test_a_scene_without_an_answer_comes_again_under_its_number() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.wait(700)
    first, *again = dialogue.said("scene")
    assert again == [first, first]
    assert dialogue.link.counters.scenes_repeated == 2


def test_a_changed_scene_takes_a_new_number_even_if_the_old_one_was_never_answered() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    dialogue.show(Scene(panels=()), "s13")
    dialogue.wait(400)
    assert [line.split(" ")[1] for line in dialogue.said("scene")] == ["1", "2"]


def test_a_scene_that_the_console_refuses_is_told_and_not_repeated() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    dialogue.show()
    assert dialogue.says("- refuse panels scene 2") == [LineRefused("panels", "scene", ("2",))]
    dialogue.wait(1000)
    assert len(dialogue.said("scene")) == 1
    dialogue.show(Scene(panels=(Panel(seat="A", value=1, largest=50),)), "s12")
    assert len(dialogue.said("scene")) == 2


def test_revisions_go_on_above_those_of_another_host() -> None:
    dialogue = Dialogue()
    dialogue.greet(shown=41)
    dialogue.show()
    dialogue.says("- shown 900")
    assert [line.split(" ")[1] for line in dialogue.said("scene")] == ["42", "901"]


def test_the_whole_picture_names_bridge_dice_choice_and_lock() -> None:
    dialogue = Dialogue()
    dialogue.greet()
    scene = Scene(
        panels=(
            Panel(seat="A", value=1200, largest=50, lamp="won", shown=7, lock="ready"),
            Panel(seat="B", value=30, largest=0, lamp="waiting", dice=("d1", "a die with a long name"), shown=120),
        ),
        bridge=Bridge(0, -3, 3, 1),
    )
    dialogue.show(scene, "s3")
    (line,) = dialogue.said("scene")
    assert line.startswith("scene 1 A,999,50,won,show=7,lock=ready B,30,1,waiting,dice=s3.d1:s3.")
    assert line.endswith(" bridge=0,-3,3,1")
    die = line.split("dice=s3.d1:")[1].split(" ")[0]
    (rolled,) = dialogue.says(f"{BOOT}.1 rolled 1 {die} 9")
    assert rolled == Rolled(boot=BOOT, number=1, panel=1, request="s3", die="a die with a long name", face=9)


def test_shown_is_told_when_the_newest_picture_is_on_the_panels() -> None:
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    dialogue.show(request="s12")
    dialogue.show(PLAIN, "s13")
    assert (dialogue.says("- shown 41"), dialogue.link.current) == ([], False), "a newer one is wanted"
    assert (dialogue.says("- shown 42"), dialogue.link.current) == ([Shown("s13")], True)
    assert dialogue.says("- shown 42") == [], "once"


def test_after_an_answer_the_same_words_are_shown_under_a_new_revision() -> None:
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    for answers in (0, 0, 1, 1):
        dialogue.link.show(PLAIN, {0: "A"}, "s12", dialogue.now, answers)
        dialogue.wait(100)
        dialogue.says(f"- shown {40 + len(dialogue.said('scene'))}")
    assert [line.split(" ")[1] for line in dialogue.said("scene")] == ["41", "42"]


def test_the_picture_before_is_sent_anew_where_the_answer_to_the_last_one_is_missing() -> None:
    """Nobody knows which of the two is on the panels."""
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    dialogue.show(PLAIN, "s12")
    dialogue.says("- shown 41")
    dialogue.show(request="s12")
    dialogue.show(PLAIN, "s12")
    dialogue.wait(400)
    assert [line.split(" ")[1] for line in dialogue.said("scene")] == ["41", "42", "43"]
    dialogue.says("- shown 43")
    assert dialogue.link.settled


def test_who_leaves_does_not_wait_for_an_answer_before_the_last_picture() -> None:
    dialogue = Dialogue()
    dialogue.greet(shown=40)
    dialogue.show()
    dialogue.link.show_nothing(dialogue.now)
    assert len(dialogue.said("scene")) == 1
    dialogue.link.show_at_once(dialogue.now)
    dialogue.wait(100)
    assert dialogue.said("scene")[1:] == ["scene 42"]
    assert not dialogue.link.settled
    dialogue.says("- shown 42")
    assert dialogue.link.settled
