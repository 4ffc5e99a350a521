"""BHM's picture that can be touched: what is on it, in which size, and what its buttons say."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tapete.core.position import dump
from tapete.core.texts import LANGUAGES
from tapete.presentation import page_of
from tapete.presentation.bhm import drawing
from tapete.presentation.touch import Touch
from tapete.table import Hub, Table
from tapete.table.question.asking import Asking
from tapete.table.question.selection import Selection
from tapete.testing.contract import QUIET
from tests.games.bhm.scenario import Desk
from tests.run_forms import by_form
from tests.web.conftest import Visitor
from tests.web.test_board_page import Reader

CROWD = ("howl_hound", "moss_bear", "reed_archer", "bell_summoner", "tide_scribe") * 2
BEINGS = {"field": ("howl_hound", "moss_bear")}


def drawn(desk: Desk, language: Any = "en", seat: str | None = "A") -> str:
    """The picture as a seat's phone shows it, or the table (None)."""
    page, words = page_of("bhm"), desk.rules.words
    touch = Touch(seat=seat, wide=seat is None)
    return str(page.drawn(desk.rules, desk.state, language, page.words_at(desk.rules, desk.state, words), touch))


def things(picture: str) -> list[str]:
    return re.findall(r'data-value="([^"]+)"', picture)


def inside(picture: str, thing: str) -> list[str]:
    """The texts of a thing."""
    part = picture.partition(f'id="t-{thing}"')[2].partition('<g id="t-')[0]
    return re.findall(r"<text[^>]*>([^<]*)</text>", part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forty_beings_fit_a_phone_in_letters_that_can_be_read(language: Any) -> None:
    desk = Desk(*[{"field": CROWD, "territories": ("granite_keep",)}] * 4)
    picture = drawn(desk, language)
    width, height = (float(size) for size in re.findall(r'viewBox="-3 -3 (\S+) (\S+)"', picture)[0])
    assert width == 366
    assert height <= 377, "the picture is shown as wide as the phone"
    for size, said in re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)<', picture):
        assert float(size) * 352 / width >= 14, said
    found = things(picture)
    assert len(found) == len(set(found))
    assert {f"{seat}.{slot}" for seat in "ABCD" for slot in range(10)} <= set(found)
    assert set(found) <= set(page_of("bhm").things(desk.rules, desk.state))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_shows_every_space_and_a_phone_what_matters(seats: int) -> None:
    desk = Desk(*[BEINGS] * seats)
    wide, phone = things(drawn(desk, seat=None)), things(drawn(desk))
    everything = {f"{seat}.{spot}" for seat in "ABCD"[:seats] for spot in (*range(10), "player")}
    assert set(wide) == everything
    assert set(phone) == {thing for thing in everything if thing[0] == "A" or thing[2:] in ("0", "1", "player")}
    assert phone[-1] == "A.9", "one's own field lies nearest"


@pytest.mark.parametrize("seat", ["A", None])
def test_attacks_have_their_place_on_both_beings(seat: str | None) -> None:
    desk = Desk(BEINGS, BEINGS, phase="combat")
    mine, theirs = ([being.iid for being in desk.board().beings(seat)] for seat in "AB")
    desk.do("declare_physical", attacker=mine[0], target=theirs[1])
    desk.do("declare_physical", attacker=mine[1], target=theirs[1])
    picture = drawn(desk, seat=seat)
    places = {
        thing: [
            line for text in inside(picture, thing) if (line := text.removeprefix("attacks ").removeprefix("target ")) in ("1", "2", "1 2")
        ]
        for thing in ("A.0", "A.1", "B.0", "B.1")
    }
    assert places == {"A.0": ["1"], "A.1": ["2"], "B.0": [], "B.1": ["1 2"]}
    assert "2 attacks declared" in picture


@pytest.mark.parametrize(("language", "named"), [("en", "Howl Hound → Moss Bear"), ("es", "Sabueso del Alarido → Oso de Musgo")])
def test_what_is_pending_can_be_touched(language: Any, named: str) -> None:
    desk = Desk(BEINGS, BEINGS, phase="combat", windows=True)
    assert "top" not in things(drawn(desk, language))
    mine, theirs = ([being.iid for being in desk.board().beings(seat)] for seat in "AB")
    desk.do("declare_physical", attacker=mine[0], target=theirs[1])
    for seat in ("A", None):
        picture = drawn(desk, language, seat)
        assert "top" in things(picture)
        assert named in " ".join(inside(picture, "top"))


def test_a_stone_and_what_lies_without_a_bearer_are_drawn() -> None:
    desk = Desk({"field": (("moss_bear", {"stone": True}), ("everbell", {"pile": True}))}, {})
    for seat in ("A", "B", None):
        picture = drawn(desk, seat=seat)
        assert " ".join(inside(picture, "A.0")).startswith("Moss Bear stone")
        assert " ".join(inside(picture, "A.1")).startswith("Everbell")


def test_short_verbs_are_short() -> None:
    page = page_of("bhm")
    long = {(name, language): said for name, text in page.short.items() for language in LANGUAGES if len(said := text.in_(language)) > 11}
    assert long == {}


def war(hub: Hub, desk: Desk) -> Table:
    """A table at which a match goes on from where a desk stands."""
    return hub.begin("bhm", desk.rules.plain_options, {"A": "Ana", "B": "Bruno"}, position=dump(desk.rules, desk.state))


def test_a_power_attack_stands_at_all_pod(visitor: Visitor, hub: Hub) -> None:
    table = war(hub, Desk({"field": ("tide_scribe",)}, BEINGS, phase="combat"))
    phone = Reader(visitor, table, "A")
    phone.zones("thing", "A.0")
    zones = phone.zones("thing", "B.0")
    assert 'value="250"' in zones["sheet"]
    phone.zones("enter", 250)
    assert table.state.agenda[0].queue[0].pod == 250


def test_the_digits_of_a_power_attack_say_what_kills_and_what_is_left(visitor: Visitor, hub: Hub) -> None:
    table = war(hub, Desk({"field": ("tide_scribe",)}, BEINGS, phase="combat"))
    phone = Reader(visitor, table, "A")
    phone.zones("thing", "A.0")
    bear = phone.zones("thing", "B.1")["sheet"]
    assert "kills" not in bear, "300 of Salud are more than 250 POD"
    assert re.search(r'data-of="250" data-least="1"[^>]*>leaves POD 1<', bear)
    weak = war(
        hub, Desk({"field": ("tide_scribe",)}, {"field": (("moss_bear", {"salud": 100}), ("iron_cantor", {"salud": 60}))}, phase="combat")
    )
    for place, kills in (("B.0", ["100"]), ("B.1", [])):
        phone = Reader(visitor, weak, "A")
        phone.zones("thing", "A.0")
        assert re.findall(r'data-set="(\d+)">\1 kills<', phone.zones("thing", place)["sheet"]) == kills, place
        phone.zones("back")


def test_one_button_opens_one_list_with_the_cards_of_every_kind(visitor: Visitor, hub: Hub) -> None:
    table = war(hub, Desk({"counter": 4, "field": ("moss_bear",)}, BEINGS, phase="strategy_1"))
    phone = Reader(visitor, table, "A")
    bar = phone.zones("back")["bar"]
    assert re.search(r'class="primary"[^>]*data-press="sheet"[^>]*data-value="&#34;cards&#34;"[^>]*>Play a card<', bar)
    assert 'data-value="&#34;play_power' not in bar
    sheet = phone.zones("sheet", "cards")["sheet"]
    cards = re.findall(r'class="(\w*)" data-press="card" data-value="&#34;(\w+)&#34;[^>]*>([^<]*)<small>([^<]*)', sheet)
    kinds = {note.split(" ")[0] for mark, _card, _name, note in cards if not mark}
    assert {"being", "power", "object", "strategy", "territory"} <= kinds
    assert [mark for mark, *_ in cards] == sorted(mark for mark, *_ in cards), "what cannot be played now comes last"
    dear = next(card for mark, card, _name, note in cards if mark and "rank 8" in note)
    assert "is of rank 8, and the counter shows 4" in phone.zones("card", dear)["strip"]
    phone.zones("sheet", "cards")
    phone.zones("card", "spark")
    assert table.seq == 0
    shown = phone.zones("back")
    assert "Play a card" in shown["bar"]


def test_a_space_says_why_nothing_is_called_there_now(visitor: Visitor, hub: Hub) -> None:
    phone = Reader(visitor, war(hub, Desk(BEINGS, BEINGS, phase="combat")), "A")
    assert "combat" in phone.zones("thing", "A.5")["strip"]


def test_what_is_kept_from_picture_to_picture_is_what_would_be_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, rng = Desk(*[BEINGS] * 4, windows=True), random.Random(5)
    rules, state, page, kept = desk.rules, desk.state, page_of("bhm"), dict[Any, Any]()
    monkeypatch.setattr(drawing, "_KEPT", kept)  # its own: what other tests have drawn says nothing here
    reused: set[int] = set()
    for _ in range(by_form(quick=40, usual=60, long=120, nightly=400)):
        if (action := rules.sample(state, rng, avoid=QUIET)) is None:
            break
        state, _events = rules.apply(state, action)
        for language, names in (("en", {"A": "Ana"}), ("es", {}), ("en", {"A": "Eva"})):
            words, before = page.words_at(rules, state, rules.words.with_seats(names)), set(map(id, kept.values()))
            later = page.drawn(rules, state, language, words, Touch(wide=True))
            reused |= before & set(map(id, kept.values()))
            with monkeypatch.context() as anew:
                anew.setattr(drawing, "_KEPT", {})
                assert page.drawn(rules, state, language, words, Touch(wide=True)) == later
    assert reused


@pytest.mark.parametrize(
    ("phase", "said"), [("strategy_1", "first strategy phase"), ("strategy_2", "second strategy phase"), ("combat", "")]
)
def test_a_touch_on_an_own_being_tells_what_keeps_it_from_attacking(phase: str, said: str) -> None:
    """It is no space to be filled: what is free beside it helps nobody."""
    desk = Desk({"field": ("howl_hound",), "hand": 0}, BEINGS, phase=phase)
    found = Asking(desk.rules, desk.state, "A", page_of("bhm"), Selection()).touching("A.0")
    assert [action for action, *_ in found.found] == ([] if said else ["declare_physical"])
    told = [refusal.text(desk.rules.words).in_("en") for refusal in found.barred[:1]]
    assert told == ([f"That belongs to the declaration of attacks; now it is the {said}."] if said else [])
