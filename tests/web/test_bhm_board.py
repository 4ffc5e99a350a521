"""BHM's picture: every being with its figures, signs and words, what is pending, the counter's last change; nothing unreadably small."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tapete.bots import bot_of
from tapete.core.kinds import field_types, name_of
from tapete.core.position import dump
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language
from tapete.games.bhm.beings import Being
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.presentation.bhm.field import LETTERS
from tapete.presentation.bhm.signs import SIGNS, WORDS
from tapete.table import Table
from tapete.web.view import MatchView
from tests.games.bhm.desk import Desk

LANGUAGES: tuple[Language, ...] = ("es", "en")
PAGE = page_of("bhm")


def drawn(desk: Desk, language: Language = "en", seat: Seat | None = None) -> ET.Element:
    """The whole picture as a tree."""
    words = PAGE.words_at(desk.rules, desk.state, desk.rules.words)
    return ET.fromstring(f"<div>{PAGE.picture(desk.rules, desk.state, language, words, seat=seat)}</div>")


def field(picture: ET.Element, seat: str) -> ET.Element:
    return next(svg for svg in picture.iter("svg") if f"field-{seat}" in svg.get("class", ""))


def written(svg: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in svg.iter("text")]


def full(n: int = 10) -> tuple[Any, ...]:
    return tuple(("howl_hound", {"salud": 100, "objects": ("oak_lance",), "frozen": slot == 2}) for slot in range(n))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_being_is_drawn_with_what_it_is_and_can_be(language: Language) -> None:
    hound = ("howl_hound", {"salud": 100, "objects": ("oak_lance",), "frozen": True, "physical_used": True})
    picture = drawn(Desk({"counter": 14, "field": (hound, None, "silent_orbit")}, {"territories": ("fog_fen",)}), language)
    shown = written(field(picture, "A"))
    for text in ("100/220", "400/400", "150/150", "200/200", "TERROR 120", "14", "/ 32", "400/400"):
        assert text in shown, text
    for sign in ("frozen", "attacked"):
        assert any(text[:5] in WORDS[sign].in_(language) for text in shown if text)
    assert any("Oak L" in text or "Lanza" in text for text in shown), "what it carries"
    classes = {path.get("class") for path in picture.iter("path")}
    assert {"war-sign war-terror", "war-sign war-frozen", "war-sign war-attacked", "war-sign war-object", "war-sign war-changed"} <= classes
    assert any("Fog Fen" in text or "Marjal de Niebla" in text for text in written(field(picture, "B")))


def test_a_crowded_table_has_signs_with_a_legend_and_loses_no_figure() -> None:
    desk = Desk(*({"field": full()} for _ in range(4)))
    picture = drawn(desk)
    for seat in "ABCD":
        shown = written(field(picture, seat))
        assert shown.count("100/220") == 10, "what is lost stands with what can be"
        assert shown.count("120") == 10, "the figure of TERROR"
        told = field(picture, seat).findtext("desc") or ""
        assert told.count("Salud 100/220") == 10
        assert told.count("It carries: Oak Lance") == 10
    legend = next(ul for ul in picture.iter("ul") if ul.get("class") == "war-legend")
    said = " ".join("".join(li.itertext()) for li in legend.iter("li"))
    for word in ("TERROR", "frozen", "object", "P POD"):
        assert word in said


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("beings", [1, 10])
def test_nothing_is_outside_or_smaller_than_can_be_read(seats: int, beings: int) -> None:
    picture = drawn(Desk(*({"field": full(beings), "territories": ("fog_fen", "granite_keep")} for _ in range(seats))))
    for svg in (svg for svg in picture.iter("svg") if "field" in svg.get("class", "")):
        _, _, width, height = map(float, svg.get("viewBox", "").split())
        for text in svg.iter("text"):
            said = "".join(text.itertext())
            assert float(text.get("font-size", "0")) >= (LETTERS * 0.88 if re.search(r"\d", said) else LETTERS) or not said
        for rect in (rect for rect in svg.iter("rect") if rect.get("class")):  # a seat's shape stands around its own middle
            x, y, w, h = (float(rect.get(name, "0")) for name in ("x", "y", "width", "height"))
            assert x >= -1, rect.attrib
            assert x + w <= width, rect.attrib
            assert y + h <= height, rect.attrib
        for place in svg.iter("g"):
            if moved := re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", place.get("transform", "")):
                assert float(moved[2]) <= height


def test_what_is_pending_and_who_attacks_whom_stand_above_the_fields() -> None:
    desk = Desk({"field": ("moss_bear", "ember_goat")}, {"field": ("reed_archer",)}, phase="combat", windows=True)
    desk.hit("moss_bear", "reed_archer").passed().hit("ember_goat", "reed_archer")
    ahead = " ".join(next(div for div in drawn(desk).iter("div") if div.get("class") == "ahead").itertext())
    assert "the attack: Ember Goat → Reed Archer, B 0; FUE 200" in ahead
    assert "to answer: B, A" in ahead
    assert "Moss Bear, A 0 → Reed Archer, B 0 FUE 320" in re.sub(r"\s+", " ", ahead)
    shown = written(field(drawn(desk), "A"))
    assert "attacks 1" in shown
    assert "attacks ?" in shown
    assert "target 1 ?" in written(field(drawn(desk), "B"))


def test_a_called_being_is_seen_coming_and_a_stone_is_one() -> None:
    desk = Desk({"counter": 12, "field": (None, ("moss_bear", {"stone": True}), ("everbell", {"pile": True}))}, {}, windows=True)
    desk.call("howl_hound")
    shown = written(field(drawn(desk), "A"))
    for text in ("Howl Hound", "coming …", "Moss Bear", "stone", "Everbell", "no bearer"):
        assert text in shown, text


def test_ones_own_field_is_the_last_on_ones_own_page() -> None:
    desk = Desk({}, {}, {}, {})
    orders = {
        seat: [svg.get("class", "")[-1] for svg in drawn(desk, seat=seat).iter("svg") if "field" in svg.get("class", "")] for seat in SEATS
    }
    assert orders == {"A": list("BCDA"), "B": list("CDAB"), "C": list("DABC"), "D": list("ABCD")}


def test_who_is_out_has_no_field_any_more() -> None:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("moss_bear",)}, {}).do("concede", "B")
    assert "out of the match" in written(field(drawn(desk), "B"))
    assert "Moss Bear" not in written(field(drawn(desk), "B"))


def test_a_seats_box_says_what_moved_its_counter_last() -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"field": ("reed_archer",)})
    table = Table.begin(None, desk.rules, desk.state.seats, names={"A": "Ana", "B": "Bruno"})
    assert all(MatchView(table, "en").boxes.box(seat).change is None for seat in SEATS[:2])
    rng = random.Random(2)
    bot = bot_of(table.rules, rng)
    assert bot is not None
    while table.state.turn < 4:
        owed = table.awaiting()[0]
        plain = bot.decide(table.state, owed.seat, owed) if owed.seat else None
        action = plain or table.rules.sample(table.state, rng, avoid=frozenset({"concede", "add_card", "exchange"}))
        assert action is not None
        table.submit(action)
    moved = [event for seq in table.line() for event in table.events(seq) if name_of(type(event)) == "counter_changed"]
    last: Any = moved[-1]
    change = MatchView(table, "en").boxes.box(last.seat).change
    assert change is not None
    assert f"from {last.was} to {last.now}" in change[0]
    assert change[1] == last.clause
    picture = ET.fromstring(f"<div>{MatchView(table, 'en').drawing()}</div>")
    assert any(path.get("class") == "war-change" for path in picture.iter("path"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_argument_and_house_rule_has_a_name(language: Language) -> None:
    desk = Desk({}, {})
    voice = Voice(PAGE, language, desk.rules.words)
    for kind in desk.rules.game.actions:
        assert name_of(kind) in PAGE.actions, name_of(kind)
        for argument in field_types(kind):
            assert voice.argument(name_of(kind), argument) != argument, (name_of(kind), argument)
    assert set(desk.rules.plain_options) == set(PAGE.house_rules)
    assert set(SIGNS) == set(WORDS)


def test_a_being_is_called_by_its_card_and_its_place() -> None:
    desk = Desk({"field": (None, "moss_bear")}, {"territories": ("fog_fen",)})
    words = PAGE.words_at(desk.rules, desk.state, desk.rules.words)
    bear = desk.iid("moss_bear")
    for path in ("attacker", "target", "executor", "being", "sources/0"):
        assert PAGE.option("declare_physical", path, bear, "en", words) == "Moss Bear, A 1"
    assert PAGE.option("choose_terror", "target", None, "es", words) == "nadie"
    assert PAGE.option("play_territory", "destroy", {"seat": "B", "index": 0}, "en", words) == "Fog Fen, B"
    assert PAGE.option("call_being", "slot", 3, "es", words) == "casilla 3"
    assert isinstance(desk.being("moss_bear"), Being)


def test_a_choice_of_cards_shows_none_of_another_kind() -> None:
    desk = Desk({"counter": 6, "field": ("moss_bear",)}, {"field": ("reed_archer",)})
    table = Table.begin(None, desk.rules, desk.state.seats, names={}, position=dump(desk.rules, desk.state))
    forms = {form.action: form for form in MatchView(table, "en", "A").asking.forms()}
    called = {option.label for option in forms["call_being"].controls[0].options}
    assert {"Moss Bear", "Silent Orbit", "Dawn Mother"} <= called, "those of too high a rank are shown, and why not"
    assert not called & {"Spark", "Oak Lance", "Fog Fen", "Undermine", "Salt Sprite"}
    table.submit({"action": "end_phase", "seat": "A"})
    attack = next(form for form in MatchView(table, "en", "A").asking.forms() if form.action == "declare_physical")
    assert [[option.label for option in control.options] for control in attack.controls] == [["Moss Bear, A 0"], ["Reed Archer, B 0"]]
