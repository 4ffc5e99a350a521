"""The recap of a match in figures: what is in it, where it turned, and the picture of it."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from tapete import cards
from tapete.core.seats import SEATS
from tapete.presentation import recap_picture
from tapete.presentation.recap import LEAST_TURN, MOST_TURNING_POINTS, Moment, recap_of, weight
from tapete.station.kiosk.show import Show
from tapete.table import Table

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def duel() -> Iterator[Table]:
    made = Table.begin(None, cards.bind("shazamm"), ("A", "B"))
    yield made
    made.close()


def turn(table: Table, a: int, b: int, *cards_of_a: int) -> None:
    for seat, amount in (("A", a), ("B", b)):
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    table.submit({"action": "declare_cards", "seat": "A", "numbers": list(cards_of_a)})
    table.submit({"action": "declare_cards", "seat": "B", "numbers": []})


def test_every_change_of_a_counter_or_the_wall_is_a_moment(duel: Table) -> None:
    turn(duel, 9, 6)
    turn(duel, 4, 8)
    recap = recap_of(duel)
    assert [(moment.values, moment.wall) for moment in recap.moments] == [((50, 50), 0), ((41, 44), 1), ((37, 36), 0)]
    assert recap.seats == ("A", "B")
    assert recap.largest == 50


def test_what_was_undone_is_not_in_the_story(duel: Table) -> None:
    turn(duel, 9, 6)
    duel.move("jump", 0)
    for seat in "AB" if duel.asked() is not None else "":
        duel.answer(seat, True)  # type: ignore[arg-type]  # a seat's letter
    assert len(recap_of(duel).moments) == 1


def test_the_match_turns_where_most_changes_between_the_seats(duel: Table) -> None:
    turn(duel, 5, 5)  # a tie: both pay alike
    turn(duel, 2, 30)
    turn(duel, 5, 4)
    recap = recap_of(duel)
    assert 1 <= len(recap.turning) <= MOST_TURNING_POINTS
    heaviest = max(range(1, len(recap.moments)), key=lambda place: weight(recap.moments[place - 1], recap.moments[place], recap.largest))
    assert heaviest in [point.moment for point in recap.turning]
    assert recap.moments[heaviest].values == (43, 15)
    assert [point.seq for point in recap.turning] == sorted(point.seq for point in recap.turning)
    told = next(point.text for point in recap.turning if point.moment == heaviest)
    assert "The wall moves to slab −1" in told.in_("en")
    assert "El muro avanza a la losa −1" in told.in_("es")


def test_the_end_is_told_as_the_end_and_a_round_by_what_ended_it(duel: Table) -> None:
    for _ in range(6):
        turn(duel, 8, 2)
    assert duel.result is not None
    told = [point.text.in_("en") for point in recap_of(duel).turning]
    assert told[-1] == "B's wizard falls into the lava from +9. A wins the match."
    assert any(text.startswith("The wall reaches B's wizard. Round 1 is over.") for text in told)


def test_a_change_that_is_alike_for_all_turns_nothing() -> None:
    before = Moment(seq=1, values=(10, 10), wall=0)
    assert weight(before, Moment(seq=2, values=(50, 50), wall=0), 50) == 0
    assert weight(before, Moment(seq=2, values=(50, 10), wall=0), 50) > LEAST_TURN
    assert weight(before, Moment(seq=2, values=(10, 10), wall=2), 50) > LEAST_TURN
    assert weight(Moment(seq=1, values=(10,), wall=None), Moment(seq=2, values=(40,), wall=None), 50) == pytest.approx(0.6)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"])
def test_every_game_has_a_picture_that_stands_alone(game: str) -> None:
    show = Show(game, random.Random(3))
    for _ in range(60):
        show.step()
    drawn = recap_picture.draw(recap_of(show.table), "es")
    root = ET.fromstring(str(drawn))
    assert root.tag == f"{SVG}svg"
    lines = root.findall(f".//{SVG}polyline")
    assert len(lines) == len(show.table.seats) + (1 if game == "shazamm" else 0)
    colours = [(line.get("stroke"), line.get("stroke-dasharray")) for line in lines]
    assert len(set(colours)) == len(colours)
    assert {element.tag for element in root.iter()} <= {f"{SVG}{tag}" for tag in TAGS}
    assert "href" not in str(drawn)
    assert "class=" not in str(drawn).replace('class="recap"', "")
    show.close()


TAGS = ("svg", "title", "desc", "rect", "line", "circle", "text", "polyline", "polygon", "g")


def test_labels_that_would_lie_on_each_other_stand_below_each_other(duel: Table) -> None:
    turn(duel, 9, 9)
    root = ET.fromstring(str(recap_picture.draw(recap_of(duel), "en")))
    labels = {text.text: float(text.get("y", "0")) for text in root.findall(f".//{SVG}text") if (text.text or "")[:2] in ("A ", "B ")}
    assert set(labels) == {"A 41", "B 41"}
    assert abs(labels["A 41"] - labels["B 41"]) >= 34


def test_a_match_of_four_has_four_lines_and_shapes() -> None:
    table = Table.begin(None, cards.bind("mamlejet"), SEATS)
    root = ET.fromstring(str(recap_picture.draw(recap_of(table), "es")))
    assert len(root.findall(f".//{SVG}polyline")) == 4
    table.close()
