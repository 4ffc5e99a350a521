"""How bright the walls of a lit private tunnel look from the seats of others: the light that has bounced, in candela a square metre.

From no other seat does one see a point that a pixel lights directly (test_enclosure.py). What comes to the visible walls is light that has
met lid, mask or funnel below, and goes through the hole of the mask. It is traced backwards: from a visible point through the hole to what
lies behind it, and from there to the pixel. A third bounce (from the white strip) adds less than a fifth, and is within the limit.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from tapete_console import power
from tests.hardware.test_enclosure import SEATS_LOOK, measure, met, rays, shell
from tools import print_parts

pytestmark = [pytest.mark.openscad, pytest.mark.long]

DULL_BLACK = 0.06
"""What black PLA reflects, all ways alike."""
CANDELA = 0.72 * power.PRIVATE_LEVEL / 255
"""A lit private pixel straight ahead, if all its levels were green, the brightest (WS2812B data sheet: 0.66 to 0.72 cd at 255)."""
SEATS = (90, 105, 120, 135, 150, 165, 180)
"""The other half is its mirror image."""
ROOM_LUX = 10.0
"""A table by candlelight; in the dark each lamp's glow is seen on faces and walls."""
SEEN = 0.05
"""The least contrast of a patch of a degree and less that an eye finds at such a luminance (Blackwell, 1946: 3 to 6 percent)."""


@pytest.fixture(name="parts", scope="module")
def parts_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parts that light meets."""
    folder = tmp_path_factory.mktemp("stl")
    for part in ("lid", "funnel", "mask", "hood"):
        print_parts.make("panel", part, folder)
    return folder


class Tunnel:
    """One private pixel and the patches of its tunnel: `points` on walls and mask, their `normals` inwards and `areas` in mm2."""

    def __init__(self, parts: Path, row: int, column: int) -> None:
        import numpy

        lean, self.thick = math.tan(math.radians(measure("hood_tilt"))), measure("mask")
        left = (measure("width") - (measure("columns") - 1) * measure("pitch")) / 2
        self.x, self.y = left + column * measure("pitch"), measure("private_y") + row * measure("row_pitch")
        down = measure("deck_below") - 2 + measure("lid")
        self.pixel = numpy.array([self.x, self.y + lean * down, -down])
        self.hole = numpy.array([self.x, self.y - lean * self.thick / 2, self.thick / 2])
        triangles = shell(parts)
        beside = (triangles[:, :, 0].min(1) < self.x + 25) & (triangles[:, :, 0].max(1) > self.x - 25)
        self.triangles = triangles[beside]
        self.points, self.normals, self.areas = self._patches(lean)

    def _patches(self, lean: float) -> tuple[Any, Any, Any]:
        import numpy

        wide, deep, step = measure("hood_cell"), measure("hood_cell_deep"), 1.2
        upright = 1 / math.hypot(1, lean)
        found: list[tuple[tuple[float, float, float], tuple[float, float, float], float]] = []
        for z in numpy.arange(self.thick + step / 2, self.thick + measure("hood_height"), step):
            middle = self.y - lean * float(z)
            for along in (numpy.arange(5) + 0.5) / 5 - 0.5:
                for side in (-1, 1):
                    wall = (self.x + along * wide, middle + side * (deep / 2 - 0.02), float(z))
                    found.append((wall, (0.0, -side * upright, -side * lean * upright), wide / 5 * step / upright))
                    found.append(((self.x + side * (wide / 2 - 0.02), middle + along * deep, float(z)), (-side, 0.0, 0.0), deep / 5 * step))
        for dx in ((numpy.arange(9) + 0.5) / 9 - 0.5) * (wide - 0.04):
            for dy in ((numpy.arange(8) + 0.5) / 8 - 0.5) * (deep - 0.04):
                if abs(dx) > measure("mask_wide") / 2 or abs(dy) > measure("mask_deep") / 2:
                    floor = (self.x + float(dx), self.y - lean * self.thick + float(dy), self.thick + 0.02)
                    found.append((floor, (0.0, 0.0, 1.0), wide * deep / 72))
        return tuple(numpy.array(column) for column in zip(*found, strict=True))  # type: ignore[return-value]  # three of them

    def direct(self, points: Any, normals: Any) -> Any:
        """Return the illuminance in lux that comes straight from the pixel."""
        import numpy

        lux = numpy.zeros(len(points))
        spots = [(dx, dy) for dx in (-2.0, 0.0, 2.0) for dy in (-2.0, 0.0, 2.0)]
        for dx, dy in spots:
            start = self.pixel + numpy.array([dx, dy, 0.0])
            way = points - start
            far = numpy.linalg.norm(way, axis=1)
            way /= far[:, None]
            free = ~rays(numpy.broadcast_to(start, points.shape), way, far, self.triangles)
            falls = numpy.clip(way[:, 2], 0, None) * numpy.clip(-(way * normals).sum(1), 0, None)
            lux += free * CANDELA / len(spots) * falls / (far / 1000) ** 2
        return lux

    def views(self) -> list[Any]:
        """Return for each seat which points it has in view."""
        import numpy

        found = []
        for azimuth in SEATS:
            for elevation in SEATS_LOOK:
                angle, rise = math.radians(azimuth), math.radians(elevation)
                eye = numpy.array([math.sin(angle) * math.cos(rise), -math.cos(angle) * math.cos(rise), math.sin(rise)])
                faces = self.normals @ eye > 0
                seen = numpy.zeros(len(self.points), bool)
                there = self.points[faces]
                seen[faces] = ~rays(there, numpy.broadcast_to(eye, there.shape), numpy.full(len(there), 1e9), self.triangles)
                found.append(seen)
        return found

    def through_the_hole(self, points: Any, normals: Any) -> Any:
        """Return the illuminance in lux that comes through the hole from what the pixel lights below."""
        import numpy

        one, other = self.triangles[:, 1] - self.triangles[:, 0], self.triangles[:, 2] - self.triangles[:, 0]
        faces = numpy.cross(one, other)
        faces /= numpy.maximum(numpy.linalg.norm(faces, axis=1), 1e-9)[:, None]
        lux, wide, deep = numpy.zeros(len(points)), measure("mask_wide"), measure("mask_deep")
        for dx in (-wide / 3, 0.0, wide / 3):
            for dy in (-deep / 3, 0.0, deep / 3):
                way = self.hole + numpy.array([dx, dy, 0.0]) - points
                far = numpy.linalg.norm(way, axis=1)
                way /= far[:, None]
                falls = numpy.clip((way * normals).sum(1), 0, None) * numpy.clip(-way[:, 2], 0, None)
                distance, which = met(points, way, self.triangles)
                below = (falls > 0) & numpy.isfinite(distance) & (distance > far)
                if not below.any():
                    continue
                hit = points[below] + way[below] * (distance[below] - 0.02)[:, None]
                normal = faces[which[below]]
                normal = numpy.where(((normal * way[below]).sum(1) > 0)[:, None], -normal, normal)
                shines = DULL_BLACK * self.direct(hit, normal) / math.pi
                lux[below] += shines * falls[below] * (wide * deep / 9) / far[below] ** 2
        return lux


def brightest(parts: Path, row: int, column: int) -> tuple[float, float]:
    """Return the luminance of the brightest visible patch, and the greatest mean over what one seat sees, in cd/m2."""
    import numpy

    tunnel = Tunnel(parts, row, column)
    views = tunnel.views()
    some = numpy.any(views, axis=0)
    assert some.any(), "every seat sees something of the tunnel: else nothing was measured"
    lux = numpy.zeros(len(tunnel.points))
    lux[some] = tunnel.direct(tunnel.points[some], tunnel.normals[some])
    lux[some] += tunnel.through_the_hole(tunnel.points[some], tunnel.normals[some])
    shines = DULL_BLACK * lux / math.pi
    means = [float((shines[seen] * tunnel.areas[seen]).sum() / tunnel.areas[seen].sum()) for seen in views if seen.any()]
    return float(shines[some].max()), max(means)


def test_bounced_light_is_less_than_an_eye_finds(parts: Path) -> None:
    around = DULL_BLACK * ROOM_LUX / math.pi
    point, mean = brightest(parts, 0, 4)
    print(f"brightest patch {point:.4f} cd/m2, mean {mean:.5f} cd/m2; the hood around it {around:.2f} cd/m2")
    assert 0 < point < SEEN * around
    assert 0 < mean < SEEN * around / 10


def test_without_the_mask_an_eye_would_find_it(parts: Path, tmp_path: Path) -> None:
    for part in ("hood", "lid", "funnel"):
        (tmp_path / f"panel-{part}.stl").write_bytes((parts / f"panel-{part}.stl").read_bytes())
    point, mean = brightest(tmp_path, 0, 4)
    assert point > 2 * SEEN * DULL_BLACK * ROOM_LUX / math.pi
    assert mean > SEEN * DULL_BLACK * ROOM_LUX / math.pi / 10
