"""Cards with stickers: laid on a reader or held to a phone they are a scanner's line; unknown ones are asked for once; decks are laid."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tapete.cards import tags
from tapete.cards.label_codes import code
from tapete.console.reports import Tagged
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.table import Hub, Table
from tapete.web import Server
from tapete.web.match_pages import MatchPages
from tests.web.conftest import Visitor
from tests.web.test_board_page import Reader

UID, OTHER = "04a1b2c3d4e580", "04ffeeddccbb80"
COLONS = "04:a1:b2:c3:d4:e5:80"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAPETE_CARDS", str(tmp_path / "cards"))
    return tmp_path / "cards"


@pytest.fixture
def duel(hub: Hub) -> Table:
    """MORIHAM's first main phase."""
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


NUMBERS = itertools.count(1)


def lay(hub: Hub, table: Table, uid: str, code: str = "", seat: Seat | None = "A") -> None:
    """A reader tells of a card."""
    assert hub._on_sticker is not None
    hub._on_sticker(table, seat, Tagged(boot="7f3a91c2", number=next(NUMBERS), reader=0, uid=uid, code=code))


def pages(server: Server, table: Table) -> MatchPages:
    found = server.app.state.page_cache.looked_at(table)
    assert isinstance(found, MatchPages)
    return found


def draft(server: Server, table: Table) -> Any:
    return pages(server, table).selections.of("A").draft


def test_a_card_on_the_reader_begins_what_takes_it_and_enters_nothing(visitor: Visitor, server: Server, hub: Hub, duel: Table) -> None:
    Reader(visitor, duel, "A")
    before = duel.seq
    lay(hub, duel, UID, "MOR.REED.SCOUT")
    assert draft(server, duel)["card"] == "reed_scout"
    assert duel.seq == before


def test_an_unknown_sticker_is_asked_for_once_and_speaks_from_then_on(
    visitor: Visitor, server: Server, hub: Hub, duel: Table, folder: Path
) -> None:
    reader = Reader(visitor, duel, "A")
    lay(hub, duel, UID)
    page = visitor.get(reader.place).text
    assert "Which card is it?" in page
    assert UID not in page
    assert COLONS not in page
    answered = visitor.enter(f"{reader.place}/sticker", card="reed_scout")
    assert answered.status_code == 200
    assert (folder / "tags.toml").read_text(encoding="utf-8") == f'[tags]\n{UID} = "MOR.REED.SCOUT"\n'
    assert draft(server, duel)["card"] == "reed_scout"
    assert "Which card is it?" not in visitor.get(reader.place).text
    pages(server, duel).selections.press("A", "back", None, duel.question, "A")  # type: ignore[arg-type]  # nothing is entered
    lay(hub, duel, UID)
    assert draft(server, duel)["card"] == "reed_scout"


def test_the_list_counts_before_what_is_written_on_the_sticker(
    visitor: Visitor, server: Server, hub: Hub, duel: Table, folder: Path
) -> None:
    Reader(visitor, duel, "A")
    tags.learn(COLONS, "MOR.MUDLING")
    lay(hub, duel, UID, "MOR.REED.SCOUT")
    assert draft(server, duel)["card"] == "mudling"


def test_a_card_of_another_game_is_refused_with_its_reason(visitor: Visitor, server: Server, hub: Hub, duel: Table) -> None:
    reader = Reader(visitor, duel, "A")
    lay(hub, duel, UID, "DAT.GLINT.LOOM")
    assert draft(server, duel) == {}
    assert "is no label of a card of this game" in visitor.get(reader.place).text


def test_a_phone_s_line_has_number_and_text(visitor: Visitor, server: Server, duel: Table, folder: Path) -> None:
    reader = Reader(visitor, duel, "A")
    assert reader.press("card", f"{COLONS} MOR.REED.SCOUT").status_code == 200
    assert draft(server, duel)["card"] == "reed_scout"
    reader.press("back")
    refused = reader.press("card", "04:ff:ee:dd:cc:bb:80")
    assert refused.json()["refusals"][0]["code"] == "unknown_sticker"
    assert 'id="b-sticker"' in refused.json()["fragments"]["bar"]


def test_what_another_seat_lays_leaves_this_one_s_draft(visitor: Visitor, server: Server, hub: Hub, duel: Table) -> None:
    Reader(visitor, duel, "A")
    lay(hub, duel, UID, "MOR.REED.SCOUT", "B")
    assert draft(server, duel) == {}


def test_the_number_is_on_no_page_in_no_file_and_in_no_answer_of_the_api(visitor: Visitor, hub: Hub, duel: Table, folder: Path) -> None:
    readers = [Reader(visitor, duel, seat) for seat in ("A", "B", "")]
    lay(hub, duel, UID, "MOR.REED.SCOUT")
    lay(hub, duel, OTHER)
    places = [*(reader.place for reader in readers), f"/match/{duel.id}/export", f"/api/match/{duel.id}", f"/match/{duel.id}/log"]
    for place in places:
        text = visitor.get(place).text
        assert not any(number in text.casefold().replace(":", "") for number in (UID, OTHER)), place


def test_without_a_folder_or_with_a_broken_file_the_reason_says_what_to_do(
    visitor: Visitor, hub: Hub, duel: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TAPETE_CARDS", raising=False)
    with pytest.raises(Illegal, match="no_card_folder"):
        tags.learn(UID, "MOR.MUDLING")
    monkeypatch.setenv("TAPETE_CARDS", str(tmp_path))
    for broken, why in (("[tags", ""), ('[tags]\nxyz = "MOR.X"\n', "tag_line_wrong"), ("tags = 3\n", "tag_line_wrong")):
        (tmp_path / "tags.toml").write_text(broken, encoding="utf-8")
        with pytest.raises(Illegal) as raised:
            tags.known()
        assert raised.value.refusals[0].of.code == why or not why
        reader = Reader(visitor, duel, "A")
        lay(hub, duel, UID)
        assert "tags.toml" in visitor.get(reader.place).text
        assert (tmp_path / "tags.toml").read_text(encoding="utf-8") == broken


def test_a_second_word_for_a_sticker_takes_the_place_of_the_first_and_comments_stay(folder: Path) -> None:
    folder.mkdir()
    (folder / "tags.toml").write_text(f'# ours\n[tags]\n"{UID}" = "MOR.X"  # old\n{OTHER} = "MOR.Y"\n', encoding="utf-8")
    tags.learn(UID, "MOR.Z")
    assert tags.known() == {UID: "MOR.Z", OTHER: "MOR.Y"}
    assert "# ours" in (folder / "tags.toml").read_text(encoding="utf-8")


def test_a_deck_is_listed_by_laying_and_the_same_sticker_counts_once(visitor: Visitor, hub: Hub) -> None:
    rules = {"deck_tactics": 3, "deck_enemies": 1, "opening_hand": 2, "mulligan_floor": 0}
    table = hub.begin("mamlejet", rules, {"A": "Ana", "B": "Bruno"})
    place, ration = f"/match/{table.id}/seat/A/deck", code("mamlejet", "racion")
    lay(hub, table, UID, ration)
    assert table.seq == 0, "nobody lists a deck yet: nothing is entered by laying"
    visitor.get(place)
    lay(hub, table, UID, ration)
    lay(hub, table, UID, ration)
    assert table.state.players[0].listed == {"racion": 1}, "the same sticker is the same card"
    lay(hub, table, OTHER, ration)
    assert table.state.players[0].listed == {"racion": 2}
    visitor.enter(place, back="1")
    assert table.state.players[0].listed == {"racion": 1}
    lay(hub, table, OTHER, ration)
    assert table.state.players[0].listed == {"racion": 2}, "what was taken back may be laid again"
    assert "the list already" in visitor.enter(place, code=f"{COLONS} {ration}").text, "held to a phone it is the same sticker too"
