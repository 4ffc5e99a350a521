"""The drawn faces of cards: every card has one, the same everywhere, whatever it is called."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tapete import cards, games, presentation
from tapete.presentation import art, mat, mats
from tapete.presentation.faces import look_in, look_of
from tapete.web import tiles
from tests.web.conftest import Visitor


def faces(game: str) -> dict[str, str]:
    """Every card of a game's starter set or fixed deck, with its face."""
    rules = cards.bind(game)
    printed = rules.catalogue.cards if rules.catalogue is not None else rules.game.deck
    return {card: str(art.face(look_in(game, one), card)) for card, one in printed.items()}


@pytest.mark.parametrize("game", [name for name in games.names() if presentation.find(name).look is not None])
def test_every_card_has_a_face_of_its_own(game: str) -> None:
    drawn = faces(game)
    assert len(drawn) >= 12
    assert len(set(drawn.values())) == len(drawn), "two cards look alike"
    for card, face in drawn.items():
        root = ET.fromstring(face)
        assert len(root.findall(".//*")) > 5, card
        assert len(face) < 4_000, "a face is small"


@pytest.mark.parametrize("game", mats.names())
def test_a_mat_shows_faces_of_the_kinds_of_cards_that_lie_on_it(game: str) -> None:
    """Each over its label, and within its zone."""
    shown = set[str]()
    for drawing, _copies in mats.mat_of(game, "es").sheets:
        for zone in ET.fromstring(str(drawing)).iter("g"):
            face, edge, label = (zone.find(name) for name in ("{http://www.w3.org/2000/svg}svg", "rect", "text"))
            if face is None or edge is None or label is None:
                continue
            x, y, wide, tall = (float(face.get(name, "")) for name in ("x", "y", "width", "height"))
            left, top, width = (float(edge.get(name, "")) for name in ("x", "y", "width"))
            assert left < x < x + wide < left + width
            assert top < y < y + tall < float(label.get("y", "")) - mat.LETTERS * 0.8
            shown.add(ET.tostring(face, "unicode"))
    assert len(shown) >= 2


def test_a_face_is_the_same_on_every_computer() -> None:
    """The numbers behind it are written here: they follow from the letters of the id alone."""
    dice = art._Dice("creature:moss_bear")
    assert [dice(100) for _ in range(6)] == [10, 36, 62, 47, 77, 95]


def test_a_card_without_hints_has_the_sign_that_its_id_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from elsewhere need not say what its cards show; a card of ours may have an id of which nobody thought."""
    catalogue = cards.starter("moriham")
    shown = presentation.find("moriham").look
    assert shown is not None
    strange = {card: str(art.face(shown(catalogue.cards["reed_scout"]), card)) for card in ("x", "zzz_9", "1")}
    assert len(set(strange.values())) == 3
    monkeypatch.setattr(presentation, "find", lambda game: presentation.PLAIN)
    plain = {card: str(art.face(look_of(catalogue, card), card)) for card in catalogue.cards}
    assert len(set(plain.values())) == len(plain)
    assert all(len(ET.fromstring(face).findall(".//*")) > 2 for face in plain.values())


def test_the_address_of_a_face_says_all_of_it(visitor: Visitor) -> None:
    look = art.CardLook("creature", ("tide", "moss"))
    address = art.address(look, "two words/and a slash")
    assert art.read(address.split("/")[2]) == look
    answer = visitor.get(art.address(look, "moss_bear"))
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]
    assert answer.text == str(art.face(look, "moss_bear"))


@pytest.mark.parametrize(
    "place", ["/art/dragon/moss_bear", "/art/creature-gold/moss_bear", "/art/creature/" + "x" * (tiles.LONGEST_ID + 1)]
)
def test_an_address_that_says_no_face_is_not_there(visitor: Visitor, place: str) -> None:
    assert visitor.get(place).status_code == 404
