"""The layout on perfboard has every part of the box, joins what the circuit joins and nothing else."""

from __future__ import annotations

import re

import pytest

from tools.drawing import circuit, perfboard

OUTSIDE = {"R1", "DS1", "C3"}
"""These lie at the bridge strip."""


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
    wanted = {(part.reference, number) for part in circuit.box() if part.reference not in OUTSIDE for number in part.nets}
    assert placed == wanted


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


def test_a_hole_used_twice_and_one_off_the_board_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(perfboard.PLACES, "J6", [perfboard.PLACES["U1"][0], (36, 3)])
    with pytest.raises(ValueError, match="is taken"):
        perfboard.holes()
    monkeypatch.setitem(perfboard.PLACES, "J6", [(34, 3), (39, 3)])
    with pytest.raises(ValueError, match="off the board"):
        perfboard.holes()


def test_drawing_is_to_scale() -> None:
    size = re.search(r'width="([\d.]+)mm"', perfboard.svg())
    assert size
    assert float(size[1]) == pytest.approx((perfboard.COLUMNS + 1) * 2.54, abs=0.01)
    assert (perfboard.COLUMNS - 1) * 2.54 < 100
    assert (perfboard.ROWS - 1) * 2.54 < 80
