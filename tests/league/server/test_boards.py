"""The wall at a touch: a table's live board out of the lines that it sent, and the moments in which the matches of a round turned."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tapete.league.decisions import SetResult
from tapete.league.protocol import PairingKey
from tapete.league.server import boards
from tapete.league.server.boards import CannotShow, PlayedMatch
from tests.league import matches
from tests.league.server.conftest import FRIDAY, Served
from tests.league.server.two_tables import decide, evening

pytestmark = [pytest.mark.league]

KEY = PairingKey("friday", 1, 1, 2)
TABLE = f"{FRIDAY}/wall/tables/2"

MOST_BYTES = 60_000
"""Of everything but the pictures that a phone loads to show a table."""


def drawn(answer: httpx.Response) -> list[ET.Element]:
    """The parts of a picture."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ET.fromstring(answer.text).findall(".//*")


def over(served: Served, word: str) -> None:
    """A judge notes the result of table 2."""
    served.within(lambda league: decide(league, SetResult(1, 2, word)))


def test_a_touch_on_the_wall_shows_the_tables_board_and_it_goes_on(served: Served) -> None:
    table, match = evening(served)(2), matches.told()
    with served.visitor("wall") as wall:
        assert f'href="{TABLE}"' in wall.get(f"{FRIDAY}/wall").text
        assert "No move of this table has come yet." in wall.get(TABLE).text
        assert wall.get(f"{TABLE}/board.svg").status_code == 404
        assert table.lines(match.part(0, 12, KEY))[0] == 200
        page = wall.get(TABLE).text
        assert "Shazamm" in page
        assert "move 12" in page
        found = re.search(r'<img class="board" src="([^"]+)"', page)
        assert found is not None
        before = wall.get(found[1].replace("&amp;", "&"))
        assert len(drawn(before)) > 50
        assert table.lines(match.part(12, 30))[0] == 200
        assert "move 30" in wall.get(TABLE).text
        assert wall.get(f"{TABLE}/board.svg").text != before.text
        assert wall.get(f"{TABLE}/board.svg?after=12").text == before.text, "an earlier line is the same picture again"
        assert wall.get(f"{TABLE}?lang=es").text.count("Volver a la pantalla") == 1


def test_the_wall_has_a_tables_board_with_its_figures_and_nothing_secret(served: Served) -> None:
    table, match = evening(served)(2), matches.told()
    with served.visitor("wall") as wall, served.visitor() as stranger:
        assert wall.get(f"{TABLE}/face").status_code == 404, "no line has come"
        table.lines(match.part(0, 12, KEY))
        face = wall.get(f"{TABLE}/face?lang=es")
        assert '<figure class="face" data-moves="12">' in face.text
        assert re.search(r'<img src="[^"]+/board\.svg\?after=12&amp;lang=es" alt="El tablero', face.text)
        found = PlayedMatch(match.opening.decode())
        found.go_on(match.lines[:12])
        shown = boards.board_view(found, {}, "es")
        assert shown.headline in face.text
        assert re.findall(r"<b>(\d+)</b>", face.text) == [value for _seat, value, _counter in shown.figures]
        assert wall.get(f"{FRIDAY}/wall/tables/9/face").status_code == 404
        assert stranger.get(f"{TABLE}/face").status_code == 401
        page = wall.get(f"{FRIDAY}/wall").text
        assert f'data-faces="{FRIDAY}/wall/tables/"' in page
        assert "spotlight" not in page, "a small room has each board in its line"


def test_a_match_that_is_over_tells_its_story_and_the_moments_that_turned_it(served: Served) -> None:
    table, match = evening(served)(2), matches.told()
    with served.visitor("wall") as wall:
        assert "No match of this round that a table has sent is over yet." in wall.get(f"{FRIDAY}/wall/moments").text
        table.lines(match.part(0, None, KEY))
        over(served, match.result)
        page = wall.get(TABLE).text
        assert "The story of the match" in page
        moments = re.findall(r'/board\.svg\?after=(\d+)&amp;lang=en" alt="The board after move', page)
        assert 1 <= len(moments) <= 3
        assert len(drawn(wall.get(f"{TABLE}/story.svg"))) > 10
        decisive = wall.get(f"{TABLE}/moment.svg")
        assert decisive.text in [wall.get(f"{TABLE}/board.svg?after={seq}").text for seq in moments]
        listed = wall.get(f"{FRIDAY}/wall/moments").text
        assert listed.count("/moment.svg") == 1
        assert f'href="{TABLE}"' in listed
        assert f"{FRIDAY}/wall/moments" in wall.get(f"{FRIDAY}/wall").text


@pytest.mark.parametrize("game", ["bhm", "datamorphs", "mamlejet", "moriham"])
def test_every_game_has_a_board_on_the_wall(game: str) -> None:
    match = matches.told(1, game, 2)
    played = PlayedMatch(match.opening.decode())
    played.go_on(match.lines)
    assert played.seq == len(match.lines)
    for language in ("en", "es"):
        assert ET.fromstring(played.picture(language, played.decisive())).tag.endswith("svg")
        assert boards.board_view(played, {"A": "Ana"}, language).headline is not None


def test_lines_that_are_no_match_here_are_said(served: Served) -> None:
    table, match = evening(served)(2), matches.told(1, "bhm", 2)
    strange = replace(match, header=replace(match.header, catalogue_hash="0" * 64))
    with served.visitor("wall") as wall:
        assert table.lines(strange.part(0, 3, KEY))[0] == 200
        page = wall.get(TABLE)
        assert page.status_code == 200
        assert "This match cannot be shown here" in page.text
        assert wall.get(f"{TABLE}/board.svg").status_code == 404
    played = PlayedMatch(matches.told().opening.decode())
    for line in ("{", msgspec.json.encode({"seq": 1}).decode(), matches.told().lines[-1]):
        with pytest.raises(CannotShow):
            played.go_on((line,))


@pytest.mark.parametrize("place", ["wall/tables/9", "wall/tables/x", "wall/tables/2/else.svg", "wall/tables/99999999999999/board.svg"])
def test_what_is_not_there_is_not_found(served: Served, place: str) -> None:
    table = evening(served)(2)
    table.lines(matches.told().part(0, 3, KEY))
    with served.visitor("wall") as wall:
        assert wall.get(f"{FRIDAY}/{place}").status_code == 404


def test_who_may_read_the_event_may_look_and_nobody_else(served: Served) -> None:
    evening(served)(2).lines(matches.told().part(0, 3, KEY))
    places = (TABLE, f"{TABLE}/board.svg", f"{FRIDAY}/wall/moments")
    with served.visitor() as stranger:
        assert {stranger.get(place).status_code for place in places} == {401}
    for role in ("judge", "wall"):
        with served.visitor(role) as reader:
            assert {reader.get(place).status_code for place in places} == {200}


def test_a_phone_loads_little_and_nothing_from_elsewhere(served: Served) -> None:
    match = matches.told()
    evening(served)(2).lines(match.part(0, None, KEY))
    over(served, match.result)
    with served.visitor("wall") as wall:
        for place in (TABLE, f"{FRIDAY}/wall/moments"):
            page = wall.get(place)
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert " style=" not in page.text
            linked = re.findall(r'(?:href|src)="([^"]+)"', page.text)
            assert all(one.startswith("/") for one in linked)
            static = {one for one in linked if one.startswith("/static/")}
            assert len(page.content) + sum(len(wall.get(one).content) for one in static) < MOST_BYTES


def test_a_server_keeps_so_many_matches_and_plays_the_others_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MOST_KEPT", 1)
    at, match = evening(served), matches.told()
    at(1).lines(match.part(0, 10, PairingKey("friday", 1, 1, 1)), "match1")
    at(2).lines(match.part(0, 12, KEY), "match2")
    with served.visitor("wall") as wall:
        first = wall.get(f"{FRIDAY}/wall/tables/1/board.svg?after=10").text
        assert wall.get(f"{TABLE}/board.svg?after=10").text == first
        assert wall.get(f"{FRIDAY}/wall/tables/1/board.svg?after=10").text == first
        assert len(served.league.boards._kept) == 1
