"""A card is typed in by its name and its figures: every game's page asks for them, makes the id, and says what is wrong beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tapete.table import Hub, Table
from tapete.web.new_cards import id_of
from tests.web.conftest import Visitor

PRINTED: dict[str, tuple[str, str, dict[str, str], dict[str, Any]]] = {
    "moriham": ("Fire Lynx", "monster", {"level": "2", "attack": "7", "defense": "3"}, {"level": 2, "attack": 7, "defense": 3}),
    "datamorphs": ("Fire Lynx", "bios", {"memory": "5", "attack": "1", "defense": "2"}, {}),
    "mamlejet": ("Fire Lynx", "soldado", {"red": "2", "generic": "1", "difficulty": "6"}, {"difficulty": 6}),
    "bhm": (
        "Fire Lynx",
        "being",
        {"rank": "1", "pod": "2", "fue": "30", "res": "20", "val": "4", "salud": "50"},
        {"rank": 1, "pod": 2, "fue": 30, "res": 20, "val": 4, "salud": 50},
    ),
}
"""For each game a card as it is printed: name, what it is, its figures as they are typed, and what the match then knows."""


def begun(hub: Hub, game: str) -> Table:
    table = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"})
    if game in ("moriham", "datamorphs"):
        table.submit({"action": "start_game", **({"first": "A"} if game == "moriham" else {})})
    return table


def said(kind: str, figures: dict[str, str]) -> dict[str, str]:
    """The figures as fields of the form."""
    return {f"n:card/@{kind}/{name}": value for name, value in figures.items()}


def posted(visitor: Visitor, place: str, name: str, kind: str, fields: dict[str, str]) -> str:
    page = visitor.get(place).text
    data = {"csrf": visitor.token(), "t:name": name, "v:card": kind}
    for field in re.findall(r'type="number"[^>]* name="([^"]+)" value="', page):
        data[field] = ""  # a browser sends what was left blank too
    chosen = dict(re.findall(rf'type="radio" [^>]*name="(j:card/@{kind}/[^"]+)" value="([^"]+)"', page))
    data |= {field: value.replace("&#34;", '"') for field, value in chosen.items()}
    return visitor.post(place, data={**data, **fields}).text


@pytest.mark.parametrize("game", PRINTED)
@pytest.mark.parametrize("seat", ["", "/seat/B"])
def test_a_name_and_the_figures_make_a_card(game: str, seat: str, visitor: Visitor, hub: Hub) -> None:
    table, (name, kind, figures, known) = begun(hub, game), PRINTED[game]
    posted(visitor, f"/match/{table.id}{seat}/card", name, kind, said(kind, figures))
    card = "fire-lynx" if game == "mamlejet" else "fire_lynx"
    typed = table.state.typed_cards[card]
    for figure, value in known.items():
        assert getattr(typed, figure) == value
    assert table.entries[-1].action["action"] == "add_card"  # type: ignore[index]  # no move
    assert "Fire" in visitor.get(f"/match/{table.id}/log").text


def test_colours_and_types_are_the_readers_words(visitor: Visitor, hub: Hub) -> None:
    page = visitor.get(f"/match/{begun(hub, 'datamorphs').id}/card?lang=es").text
    shown = {text.strip() for text in re.findall(r">([^<>]+)<", page)}
    assert {"cian", "ámbar", "incoloro"} & {one.lower() for one in shown} >= {"cian", "ámbar"}
    assert not {"cyan", "amber", "none", "worm"} & shown


@pytest.mark.parametrize("game", PRINTED)
def test_what_is_missing_or_wrong_stands_beside_what_was_typed(game: str, visitor: Visitor, hub: Hub) -> None:
    table, (name, kind, figures, _known) = begun(hub, game), PRINTED[game]
    place, last = f"/match/{table.id}/seat/A/card", list(figures)[-1]
    page = posted(visitor, place, name, kind, said(kind, {**figures, last: "99999"}))
    assert f'value="{name}"' in page
    assert re.search(rf'name="n:card/@{kind}/{last}" value="99999"[^>]*aria-invalid="true"', page) or re.search(
        rf'name="N:card/@{kind}/{last}" value="99999"[^>]*aria-invalid="true"', page
    ), "the field itself is marked"
    assert posted(visitor, place, "", kind, said(kind, figures))
    before = table.seq
    if game == "moriham":
        page = posted(visitor, place, name, kind, said(kind, {**figures, last: ""}))
        assert "a number is missing" in page
        assert posted(visitor, place, "Reed Scout", kind, said(kind, figures)).count("Not possible:") == 1
    assert table.seq == before


def test_a_card_may_be_typed_in_at_a_table_where_nobody_can(visitor: Visitor, table: Table) -> None:
    assert visitor.get(f"/match/{table.id}/card").status_code == 404, "Shazamm's cards are all known"


@pytest.mark.parametrize(
    ("name", "game", "made"),
    [
        ("Reed Scout", "moriham", "reed_scout"),
        ("Águila Ñoña — 2", "moriham", "aguila_nona_2"),
        ("El guerrero", "mamlejet", "el-guerrero"),
        ("9 vidas", "datamorphs", "card_9_vidas"),
        ("🧙‍♀️", "bhm", "card"),
        ("X", "moriham", "card_x"),
        ("a" * 60, "moriham", "a" * 32),
    ],
)
def test_an_id_is_made_from_the_name(name: str, game: str, made: str) -> None:
    assert id_of(name, game) == made
