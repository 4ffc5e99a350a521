"""The layout on perfboard has every part of the box, joins what the circuit joins and nothing else."""

from __future__ import annotations

import math
import re

import pytest

from tools.drawing import circuit, hardware_review, perfboard, socket_board

OUTSIDE = {"R1", "DS1", "SW1"}
"""These lie at the bridge strip, or in the wall of the box."""
FLAT = (
    {"Q1", "R16", "D3", "D11", "D12"}
    | {"Q2", "Q3", "U4", "C5", *(f"R{place}" for place in range(18, 23))}
    | {"Q4", "R23", "C6", "C7", "D4"}
)
"""Soldered on the surface, and what serves these alone: not for a perfboard."""
PRINTED = {"J7", *(f"TP{place}" for place in range(1, 16))}
"""Only on the printed board: a jack with wide pins, and pads to measure at."""


def of_panels_2_and_3(reference: str) -> bool:
    return bool(re.fullmatch(r"J[34]|[FRD]1[34]|RN[12][34]|C[34][1-4]", reference))


def joined() -> dict[perfboard.Hole, perfboard.Hole]:
    """Follow the wires: for each hole one hole that stands for all it is joined to."""
    parent: dict[perfboard.Hole, perfboard.Hole] = {}

    def root(hole: perfboard.Hole) -> perfboard.Hole:
        while parent.setdefault(hole, hole) != hole:
            hole = parent[hole]
        return hole

    for _, start, end in perfboard.wires():
        # Every hole of a rail's row is the rail.
        one, other = root(start), root((0, end[1]) if end[1] in perfboard.RAILS.values() else end)
        parent[one] = other
    return {hole: root(hole) for hole in perfboard.holes()}


def test_every_pin_of_the_box_has_a_hole_of_its_own() -> None:
    placed = {(reference, number) for reference, number, _ in perfboard.holes().values()}
    left_out = OUTSIDE | FLAT | PRINTED
    every = [part for part in circuit.box() if part.reference not in left_out and not of_panels_2_and_3(part.reference)]
    assert placed == {(part.reference, number) for part in every for number in part.nets}


def test_posts_and_screw_heads_of_the_box_clear_the_parts_on_top_and_the_pins_below() -> None:
    inset, post = hardware_review.measures()["post_inset"], hardware_review.measures()["post"]
    for x, y in ((inset, inset), (100 - inset, inset), (inset, 100 - inset), (100 - inset, 100 - inset)):
        for hole, (reference, number, _) in perfboard.holes().items():
            at = perfboard.MARGIN_MM + (hole[0] - 1) * 2.54, perfboard.MARGIN_MM + (hole[1] - 1) * 2.54
            assert math.dist(at, (x, y)) > post / 2 + 0.8, f"{reference}.{number}"
        for reference, (left, top, wide, high) in perfboard.OUTLINES.items():
            box = [perfboard.MARGIN_MM + (value - 1) * 2.54 for value in (left, top, left + wide, top + high)]
            near = max(box[0], min(x, box[2])), max(box[1], min(y, box[3]))
            assert math.dist(near, (x, y)) > 3.0, reference


def test_no_two_bodies_are_in_the_same_place() -> None:
    boxes = list(perfboard.OUTLINES.items())
    for place, (one, (left, top, wide, high)) in enumerate(boxes):
        for other, (left2, top2, wide2, high2) in boxes[place + 1 :]:
            apart = left + wide <= left2 or left2 + wide2 <= left or top + high <= top2 or top2 + high2 <= top
            assert apart, f"{one} and {other}"
    holder = perfboard.OUTLINES["F1"]
    assert holder[3] * 2.54 >= 9.6, "Schurter OGN: 9.6 mm wide"


def test_holes_are_joined_exactly_where_the_circuit_joins_pins() -> None:
    roots = joined()
    by_root: dict[perfboard.Hole, set[str]] = {}
    by_net: dict[str, set[perfboard.Hole]] = {}
    for hole, (_, _, net) in perfboard.holes().items():
        if net is not None:
            by_root.setdefault(roots[hole], set()).add(net)
            by_net.setdefault(net, set()).add(roots[hole])
    assert all(len(nets) == 1 for nets in by_root.values())
    assert all(len(holes) == 1 for holes in by_net.values())


def test_open_pins_stay_open() -> None:
    ends = {hole for _, start, end in perfboard.wires() for hole in (start, end)}
    assert [pin for hole, pin in perfboard.holes().items() if pin[2] is None and hole in ends] == []


def test_packages_have_their_real_width() -> None:
    left, right = perfboard.PLACES["U1"][0], perfboard.PLACES["U1"][39]
    assert (right[0] - left[0]) * 2.54 == pytest.approx(17.78), "rows of a Pico"
    assert perfboard.PLACES["U1"][19][1] - left[1] == 19
    for chip in ("U2", "U3"):
        assert (perfboard.PLACES[chip][13][0] - perfboard.PLACES[chip][0][0]) * 2.54 == pytest.approx(7.62), "DIP"


def test_drawing_is_to_scale() -> None:
    size = re.search(r'width="([\d.]+)mm"', perfboard.svg())
    assert size
    assert float(size[1]) == pytest.approx((perfboard.COLUMNS + 1) * 2.54, abs=0.01)
    assert (perfboard.COLUMNS - 1) * 2.54 < 100
    assert (perfboard.ROWS - 1) * 2.54 < 100


def test_the_board_of_a_panels_socket_fits_its_posts_and_is_what_the_guide_says() -> None:
    (one, row), (other, same) = socket_board.SCREWS
    assert row == same
    assert hardware_review.measures()["socket_pitch"] == pytest.approx((other - one) * 2.54)
    assert socket_board.BEYOND * 2.54 > socket_board.SCREW_MM / 2 + 1, "the drill leaves a bridge of board"
    assert len(socket_board.PINS) == len(circuit.CABLE)
    assert not set(socket_board.PINS) & set(socket_board.SCREWS)
    for guide in ("docs/build/index.md", "docs/es/build/index.md"):
        text = (circuit.ROOT / guide).read_text(encoding="utf-8")
        step = next(line for line in text.splitlines() if line.startswith("1. J101"))
        assert f"{socket_board.COLUMNS} × {socket_board.ROWS}" in step
        for hole in (socket_board.PINS[0], socket_board.PINS[-1], *socket_board.SCREWS):
            assert f"{hole[0]},{hole[1]}" in step


def test_perfboard_refuses_a_hole_used_twice_and_one_off_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(perfboard.PLACES, "J6", [perfboard.PLACES["U1"][0], (4, 3)])
    with pytest.raises(ValueError, match="is taken"):
        perfboard.holes()
    monkeypatch.setitem(perfboard.PLACES, "J6", [(6, 3), (39, 3)])
    with pytest.raises(ValueError, match="off the board"):
        perfboard.holes()
