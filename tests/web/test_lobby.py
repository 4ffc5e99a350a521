"""The lobby: games as tiles, how many play, robots in empty chairs, house rules that go together. Without scripts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import httpx
import pytest

from tapete import games
from tapete.station.kiosk.stage import Choosing, choices
from tapete.station.settings import Settings
from tapete.table import Hub, Table
from tapete.web import tiles
from tests.web.conftest import Visitor


def begun(hub: Hub) -> Table:
    (listed,) = hub.matches()
    table = hub.table(listed.id)
    assert table is not None
    return table


def test_every_game_has_a_tile_with_picture_players_minutes_and_a_sentence(visitor: Visitor) -> None:
    page = visitor.get("/").text
    for name in games.names():
        tile = page.partition(f'src="/picture/{name}"')[2].partition("</label>")[0]
        assert games.need(name).title.in_("en") in tile
        assert re.search(r"\d players · about \d+ min", tile), name
        settings = page.partition(f'data-game="{name}" class="settings"')[2].partition("</p>")[0]
        assert re.search(r'<span class="fact">[A-Z].{20,}\.</span>', settings), name


def test_every_game_has_a_picture_of_its_own(visitor: Visitor) -> None:
    drawn = {}
    for name in games.names():
        answer = visitor.get(f"/picture/{name}")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert len(ET.fromstring(answer.text).findall(".//*")) > 8
        drawn[answer.text] = name
    assert len(drawn) == len(games.names())
    assert visitor.get("/picture/chess").status_code == 404


def test_so_many_play_as_the_lobby_says(visitor: Visitor, hub: Hub) -> None:
    visitor.enter("/new", game="bhm", **{"seats.bhm": "3", "name.bhm.B": "Bea"})
    assert begun(hub).seats == ("A", "B", "C")


def test_a_name_of_a_further_seat_counts_more_than_the_number(visitor: Visitor, hub: Hub) -> None:
    visitor.enter("/new", game="bhm", **{"seats.bhm": "2", "name.bhm.C": "Carla"})
    assert begun(hub).seats == ("A", "B", "C")


@pytest.mark.parametrize("said", ["5", "1", "0", "two", "22"])
def test_a_number_that_no_button_says_begins_nothing(visitor: Visitor, hub: Hub, said: str) -> None:
    assert visitor.enter("/new", game="bhm", **{"seats.bhm": said}).status_code == 400
    assert not hub.matches()


def test_a_robot_takes_an_empty_chair(visitor: Visitor, hub: Hub) -> None:
    visitor.enter("/new", game="shazamm", **{"name.shazamm.A": "Ana", "plays.shazamm.B": "easy"})
    table = begun(hub)
    assert hub.robots.at(table) == {"B": "easy"}
    assert table.names == {"A": "Ana", "B": "Robot B"}
    table.submit({"action": "concede", "seat": "A"})
    again = hub.begin_again(table)
    assert hub.robots.at(again) == {"A": "easy"}
    assert not hub.robots.at(table)


def test_a_robot_that_a_game_has_not_is_refused_before_anything_is_kept(visitor: Visitor, hub: Hub) -> None:
    page = visitor.enter("/new", game="moriham", **{"name.moriham.A": "Ana", "plays.moriham.B": "exact"})
    assert page.status_code == 409
    assert 'value="Ana"' in page.text
    assert not hub.matches()
    assert visitor.enter("/new", game="moriham", **{"plays.moriham.B": "godlike"}).status_code == 400


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_every_preset_can_be_played(hub: Hub, visitor: Visitor, name: str) -> None:
    game = games.need(name)
    keys = [preset.key for preset in tiles.presets(game, "en", {})]
    assert keys[0] == tiles.PRINTED
    for key in keys:
        assert visitor.enter("/new", game=name, **{f"preset.{name}": key}).status_code == 200
        options = type(hub.begin(name).rules.options)()
        table = hub.table(hub.matches()[1].id)
        assert table is not None
        for rule, value in tiles.preset_of(game, key).items():
            assert getattr(table.rules.options, rule) == value
            assert getattr(options, rule) != value, "a preset says only what is otherwise than printed"


def test_what_is_chosen_by_itself_counts_more_than_a_preset(visitor: Visitor, hub: Hub) -> None:
    visitor.enter(
        "/new",
        game="shazamm",
        **{
            "preset.shazamm": "tournament",
            "rule.shazamm.full_hand": "no",  # as usual: nobody has touched it
            "rule.shazamm.double_fall": "draw",
            "rule.shazamm.bridge_half": "5",
        },
    )
    options = begun(hub).rules.options
    assert (options.full_hand, options.double_fall, options.bridge_half) == (True, "replay", 5)


def test_what_is_typed_in_a_terminal_stands_apart(visitor: Visitor, hub: Hub) -> None:
    from tapete.core.texts import Given

    hub.alerts.say("a_test", Given({"en": "Try `tapete console doctor` <now>.", "es": "-"}))
    page = visitor.get("/").text
    assert "Try <code>tapete console doctor</code> &lt;now&gt;." in page
    assert "`" not in page


def test_a_match_lies_in_the_bin_until_it_is_brought_back(visitor: Visitor, table: Table) -> None:
    link = f'href="/match/{table.id}"'
    assert link in visitor.get("/").text
    page = visitor.enter("/bin", match=table.id).text
    assert link not in page
    assert "7 days left" in page
    assert link in visitor.enter("/bin", match=table.id, back="yes").text
    assert visitor.enter("/bin", match="nothing").status_code == 404


def test_a_match_goes_on_out_of_a_file(visitor: Visitor, hub: Hub, table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    saved = visitor.get(f"/match/{table.id}/export").content
    token = visitor.token()

    def loads(raw: bytes, csrf: str = token) -> httpx.Response:
        return visitor.post("/load", data={"csrf": csrf}, files={"file": ("match.jsonl", raw)})

    loaded = loads(saved)
    assert loaded.url.path != f"/match/{table.id}"
    assert loaded.status_code == 200
    assert len(hub.matches()) == 2
    wrong = loads(b"\xff\xd8" * 40_000)
    assert wrong.status_code == 409
    assert "line 1" in wrong.text.lower()
    large = loads(b"x" * (4 * 1024 * 1024 + 1))
    assert (large.status_code, "larger than 4 MiB" in large.text) == (413, True)
    assert loads(saved, "forged").status_code == 403
    long = visitor.post("/new", content=b"x" * 70_000, headers={"content-type": "text/plain"})
    assert long.status_code == 413, "no other page takes as much"
    assert len(hub.matches()) == 2


@pytest.mark.parametrize("name", games.names())
def test_lobby_and_station_tell_the_same_duration(visitor: Visitor, name: str) -> None:
    """A game and its first matches take as many minutes on one page as on the other."""
    page, settings = visitor.get("/").text, Settings()
    tile = page.partition(f'src="/picture/{name}"')[2].partition("</label>")[0]
    (told,) = re.findall(r"about (\d+) min", tile)
    (offered,) = [one for one in choices(Choosing(), settings, "en", can_resume=False) if one.value == name]
    assert f"· {told} min" in offered.facts.in_("en")
    game = games.need(name)
    for number in range(game.fewest, game.most + 1):
        at = Choosing(question="lesson", game=name, seats=number)
        minutes = {one.value: one.facts.in_("en") for one in choices(at, settings, "en", can_resume=False)}
        assert minutes["free"] == f"{told} min"
        led = re.findall(rf'id="guided-{name}-{number}".*?about (\d+) min', page)
        assert [said for value, said in minutes.items() if value == "guided"] == [f"{one} min" for one in led]
