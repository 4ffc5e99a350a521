"""A card's photo on the pages: taken on its sheet, shown in the place of the drawn face, by those with a key alone."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tapete import cards
from tapete.cards import photos
from tapete.cards.finding import FOLDER
from tapete.core.position import dump
from tapete.table import Hub, Table
from tapete.web.sheets import label_sheet
from tests.cards.test_photos import jpeg
from tests.games.bhm.scenario import Desk
from tests.web.conftest import Visitor
from tests.web.test_board_page import Reader


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))


@pytest.fixture
def war(hub: Hub) -> Table:
    desk = Desk({"field": ("moss_bear",)}, {"field": ("howl_hound",)}, phase="strategy_1")
    return hub.begin("bhm", desk.rules.plain_options, {"A": "Ana", "B": "Bruno"}, position=dump(desk.rules, desk.state))


def said(photo: bytes) -> str:
    return base64.b64encode(photo).decode()


def test_a_photo_stands_in_the_place_of_the_drawn_face_on_every_page(war: Table, visitor: Visitor) -> None:
    phone = Reader(visitor, war, "A")
    drawn = phone.zones("thing", "A.0")
    (sheet,) = re.findall(r'data-drawer href="([^"]+)">Photo<', drawn["news"])
    assert sheet == f"{phone.place}/photo/moss_bear/sheet"
    assert "/art/" in drawn["board"]
    assert "/photo/" not in drawn["board"]
    answer = visitor.enter(sheet, do="keep", photo=said(jpeg()))
    assert answer.status_code == 200
    assert "Back to the drawn face" in answer.text
    board = phone.zones("back")["board"]
    (where,) = re.findall(r'href="([^"]+/photo/[^"]+)"', board)
    assert "/art/" in board, "the hound has none"
    kept = visitor.get(where)
    assert (kept.status_code, kept.headers["content-type"], kept.headers["x-content-type-options"]) == (200, "image/jpeg", "nosniff")
    assert kept.content == photos.cleaned(jpeg())
    for place in (
        f"/match/{war.id}",
        f"/match/{war.id}/list",
        f"{phone.place}/list",
        f"/match/{war.id}/at?entry=0",
        f"/match/{war.id}/labels",
    ):
        assert "photo/moss_bear?v=" in visitor.get(place).text, place
    assert "data:image/jpeg;base64," in label_sheet(war.rules.catalogue, "en", ("moss_bear",)), "a file has it inside"
    visitor.enter(sheet, do="remove")
    assert "/photo/" not in phone.zones("back")["board"]
    assert visitor.get(where).status_code == 404


@pytest.mark.parametrize(
    ("photo", "words"),
    [
        ("", "no photo that can be shown"),
        ("<script>", "no photo that can be shown"),
        (said(b"GIF89a"), "no photo that can be shown"),
        (said(jpeg() + b"\0" * photos.MOST_BYTES), "This photo is too large"),
    ],
)
def test_what_is_no_photo_is_refused_in_words_and_the_face_stays(war: Table, visitor: Visitor, photo: str, words: str) -> None:
    answer = visitor.enter(f"/match/{war.id}/photo/moss_bear/sheet", do="keep", photo=photo)
    assert answer.status_code == 409
    assert words in answer.text
    assert photos.kept("bhm") == {}


def test_forty_megabytes_are_not_even_read(war: Table, visitor: Visitor) -> None:
    answer = visitor.enter(f"/match/{war.id}/photo/moss_bear/sheet", do="keep", photo="A" * 40_000_000)
    assert answer.status_code == 413
    assert "Send less" in answer.text


def test_a_card_that_nobody_knows_has_no_sheet_and_a_match_that_nobody_has_no_photos(war: Table, visitor: Visitor) -> None:
    photos.keep("bhm", "moss_bear", jpeg())
    for place in (f"/match/{war.id}/photo/dragon/sheet", f"/match/{war.id}/photo/dragon", f"/match/{war.id}/photo/..%2fown"):
        assert visitor.get(place).status_code == 404, place


def test_every_label_has_a_face() -> None:
    sheet = label_sheet(cards.starter("moriham"), "es")
    assert sheet.count('<div class="picture"><svg') == len(cards.starter("moriham").cards)
