"""A small router for boards of two copper layers: shortest paths on a grid, and whoever is in the way is laid anew (after Lee, 1961).

Lengths in millimetres. Pads go through the board and join both layers; the ground is not routed, it is poured.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

STEP = 0.635
"""A quarter of the common pitch: a track fits exactly between two pins of a package."""
CLEARANCE = 0.2
THIN, WIDE_CLEARANCE = 0.25, 0.6
"""A track of more than this radius may come so near to a pad that asks for more room: it must pass between the pins of a socket."""
EDGE = 0.5
"""Copper stays so far from the edge of the board."""
VIA = 0.8
VIA_DRILL = 0.4
VIA_COST = 6.0
OTHER_LAYER = 1.6
"""How much dearer the second layer is than the first, so that the ground there stays whole."""
BEND_COST = 0.4
RIP_COST = 8.0
"""What crossing another net costs; it grows each time, until one of them finds another way."""

Point = tuple[float, float]
Node = tuple[int, int, int]
"""Layer (0 front, 1 back), column and row of the grid."""


@dataclass(frozen=True)
class Copper:
    """Copper that others keep clear of: a capsule from `start` to `end` of a `radius`, on `layers`."""

    net: str
    start: Point
    end: Point
    radius: float
    layers: tuple[int, ...] = (0, 1)
    clearance: float = CLEARANCE


@dataclass(frozen=True)
class Task:
    """A net to be routed: where its pads are, and how wide its track to each must be."""

    net: str
    ends: tuple[Point, ...]
    widths: tuple[float, ...]


@dataclass
class Route:
    """The copper of one net: tracks (layer, start, end, width) and vias."""

    tracks: list[tuple[int, Point, Point, float]] = field(default_factory=list)
    vias: list[Point] = field(default_factory=list)

    def copper(self, net: str) -> list[Copper]:
        """Return its tracks and vias as copper."""
        found = [Copper(net, start, end, width / 2, (layer,)) for layer, start, end, width in self.tracks]
        return found + [Copper(net, via, via, VIA / 2) for via in self.vias]


class Unroutable(ValueError):
    """A net for which no way was found; says which."""


def distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


class Board:
    """A board of `width` x `height` with fixed copper, on which nets are routed."""

    def __init__(self, width: float, height: float, fixed: Iterable[Copper]) -> None:
        self.width, self.height = width, height
        self.fixed = list(fixed)
        self.columns, self.rows = int(width / STEP) + 1, int(height / STEP) + 1
        # Twice as fine as the grid, so that the middle of a step can be looked up too.
        self.fine_columns, self.fine_rows = 2 * self.columns, 2 * self.rows
        self.routes: dict[str, Route] = {}
        self._past: dict[int, float] = {}
        self._edges: dict[float, bytes] = {}
        self._near: dict[tuple[Point, Point, float, tuple[int, ...]], tuple[int, ...]] = {}

    def route(self, tasks: Iterable[Task], patience: int = 400) -> dict[str, Route]:
        """Route every net, in the order given; a net that must be crossed is taken up and laid again later.

        Raises Unroutable if a net is walled in by fixed copper, or if nets displace each other more than `patience` times.
        """
        by_net = {task.net: task for task in tasks}
        queue = list(by_net.values())
        tries = 0
        while queue:
            task = queue.pop(0)
            tries += 1
            if tries > patience + len(by_net):
                raise Unroutable(f"{task.net}: no way after {patience} displacements")
            route = self._whole(task)
            for net in self._crossed(task.net, route):
                del self.routes[net]
                queue.append(by_net[net])
            self.routes[task.net] = route
        return {net: self.routes[net] for net in by_net}

    def _whole(self, task: Task) -> Route:
        """Join the ends of a net one by one: those that need the widest track first, and of these the nearest."""
        route = Route()
        joined, left = [task.ends[0]], list(range(1, len(task.ends)))
        maps: dict[float, tuple[bytearray, bytearray, dict[int, str]]] = {}
        while left:
            near = min(left, key=lambda place: (-task.widths[place], min(math.dist(task.ends[place], end) for end in joined)))
            width = task.widths[near]
            if width not in maps:
                maps[width] = self._maps(task.net, width / 2)
            self._path(task, width, maps[width], joined, task.ends[near], route)
            joined.append(task.ends[near])
            left.remove(near)
        return route

    def _maps(self, net: str, radius: float) -> tuple[bytearray, bytearray, dict[int, str]]:
        """Return where copper of that radius must not lie, where a via must not, and where other nets lie (soft)."""
        hard, vias = self._edge(radius), self._edge(VIA / 2)
        soft: dict[int, str] = {}
        for copper in self.fixed:
            for cell in self._cells(copper, copper.radius + VIA / 2 + copper.clearance + 0.1, (0, 1)):
                vias[cell] = 1
            if copper.net != net:
                clearance = min(copper.clearance, WIDE_CLEARANCE) if radius > THIN else copper.clearance
                for cell in self._cells(copper, copper.radius + radius + clearance, copper.layers):
                    hard[cell] = 1
        for other, route in self.routes.items():
            if other != net:
                for copper in route.copper(other):
                    for cell in self._cells(copper, copper.radius + radius + copper.clearance, copper.layers):
                        soft[cell] = other
                    for cell in self._cells(copper, copper.radius + VIA / 2 + copper.clearance, (0, 1)):
                        vias[cell] |= 2
        return hard, vias, soft

    def _edge(self, radius: float) -> bytearray:
        """Return a map with only the edge of the board, for copper of that radius."""
        if radius not in self._edges:
            xs = [column * STEP / 2 for column in range(self.fine_columns)]
            free = bytes(min(x, self.width - x) < radius + EDGE for x in xs)
            none = bytes([1]) * self.fine_columns
            ys = [row * STEP / 2 for row in range(self.fine_rows)]
            one_side = b"".join(none if min(y, self.height - y) < radius + EDGE else free for y in ys)
            self._edges[radius] = one_side * 2
        return bytearray(self._edges[radius])

    def _cells(self, copper: Copper, reach: float, layers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cells nearer to some copper than `reach`; remembered, for the same copper is asked for again and again."""
        key = copper.start, copper.end, reach, layers
        if key not in self._near:
            half = STEP / 2
            xs, ys = sorted((copper.start[0], copper.end[0])), sorted((copper.start[1], copper.end[1]))
            rows = range(max(0, math.floor((ys[0] - reach) / half)), min(self.fine_rows, math.ceil((ys[1] + reach) / half) + 1))
            columns = range(max(0, math.floor((xs[0] - reach) / half)), min(self.fine_columns, math.ceil((xs[1] + reach) / half) + 1))
            near = [
                row * self.fine_columns + column
                for row in rows
                for column in columns
                if distance((column * half, row * half), copper.start, copper.end) < reach - 1e-6
            ]
            side = self.fine_columns * self.fine_rows
            self._near[key] = tuple(layer * side + cell for layer in layers for cell in near)
        return self._near[key]

    def _cell(self, layer: int, fine_column: int, fine_row: int) -> int:
        return (layer * self.fine_rows + fine_row) * self.fine_columns + fine_column

    def _landings(self, end: Point, hard: bytearray) -> dict[Node, Point]:
        """Return the nodes from which a pad is reached."""
        column, row = round(end[0] / STEP), round(end[1] / STEP)
        found = {}
        for layer in (0, 1):
            for dc in (-1, 0, 1):
                for dr in (-1, 0, 1):
                    at = (column + dc) * STEP, (row + dr) * STEP
                    if math.dist(at, end) <= 0.46 and not hard[self._cell(layer, 2 * (column + dc), 2 * (row + dr))]:
                        found[layer, column + dc, row + dr] = end
        return found

    def _path(
        self, task: Task, width: float, maps: tuple[bytearray, bytearray, dict[int, str]], joined: list[Point], goal: Point, route: Route
    ) -> None:
        """Find the cheapest way from what is joined already to one more pad, and lay it."""
        hard, vias, soft = maps
        starts: dict[Node, Point | None] = {}
        for end in joined:
            starts |= self._landings(end, hard)
        for layer, first, last, wide in route.tracks:
            # A thin branch may leave a wide track anywhere; a wide one may not hang on a thin one.
            if wide >= width:
                starts |= {node: None for node in self._along(layer, first, last) if not hard[self._cell(layer, 2 * node[1], 2 * node[2])]}
        goals = self._landings(goal, hard)
        if not starts or not goals:
            raise Unroutable(f"{task.net}: the pad at {goal} is walled in")
        if width > VIA:
            # A via is thinner than such a track; it changes sides in a pad.
            vias = bytearray(b"\x01") * len(vias)
        came = self._search(starts, goals, hard, vias, soft)
        if came is None:
            raise Unroutable(f"{task.net}: no way to the pad at {goal}")
        self._lay(came, starts, goals, width, route)

    def _search(
        self, starts: dict[Node, Point | None], goals: dict[Node, Point], hard: bytearray, vias: bytearray, soft: dict[int, str]
    ) -> list[Node] | None:
        aim = next(iter(goals))
        best = dict.fromkeys(starts, 0.0)
        came: dict[Node, Node] = {}
        heap = [(0.0, node) for node in sorted(starts)]
        done: set[Node] = set()
        moves = [(dc, dr, math.hypot(dc, dr)) for dc in (-1, 0, 1) for dr in (-1, 0, 1) if dc or dr]
        while heap:
            _, node = heapq.heappop(heap)
            if node in done:
                continue
            done.add(node)
            if node in goals:
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            layer, column, row = node
            here = best[node]
            dear = OTHER_LAYER if layer else 1.0
            before = came.get(node)
            way = (column - before[1], row - before[2]) if before is not None and before[0] == layer else None
            following = []
            for dc, dr, length in moves:
                c, r = column + dc, row + dr
                if not (0 <= c < self.columns and 0 <= r < self.rows):
                    continue
                middle, cell = self._cell(layer, 2 * column + dc, 2 * row + dr), self._cell(layer, 2 * c, 2 * r)
                if hard[middle] or hard[cell]:
                    continue
                cost = length * dear + (BEND_COST if way is not None and way != (dc, dr) else 0.0)
                for one in (middle, cell):
                    if one in soft:
                        cost += RIP_COST + self._past.get(one, 0.0)
                following.append(((layer, c, r), cost))
            at = self._cell(0, 2 * column, 2 * row), self._cell(1, 2 * column, 2 * row)
            if not (vias[at[0]] & 1) and not hard[at[1 - layer]]:
                crossing = sum(RIP_COST + self._past.get(one, 0.0) for one in at if vias[one] & 2 or one in soft)
                following.append(((1 - layer, column, row), VIA_COST + crossing))
            for there, cost in following:
                total = here + cost
                if total < best.get(there, math.inf) - 1e-9:
                    best[there] = total
                    came[there] = node
                    heapq.heappush(heap, (total + math.hypot(there[1] - aim[1], there[2] - aim[2]) * 0.99, there))
        return None

    def _along(self, layer: int, first: Point, last: Point) -> list[Node]:
        """Return the nodes on a track; none for the short end inside a pad."""
        steps = max(abs(last[0] - first[0]), abs(last[1] - first[1])) / STEP
        if steps < 0.99:
            return []
        count = round(steps)
        return [
            (
                layer,
                round((first[0] + (last[0] - first[0]) * part / count) / STEP),
                round((first[1] + (last[1] - first[1]) * part / count) / STEP),
            )
            for part in range(count + 1)
        ]

    def _lay(self, path: list[Node], starts: dict[Node, Point | None], goals: dict[Node, Point], width: float, route: Route) -> None:
        """Turn nodes into tracks; straight runs become one."""
        points: list[tuple[int, Point]] = [(layer, (column * STEP, row * STEP)) for layer, column, row in path]
        begin = starts[path[0]]
        if begin is not None:
            points.insert(0, (path[0][0], begin))
        points.append((path[-1][0], goals[path[-1]]))
        first = points[0]
        for place in range(1, len(points)):
            before, here = points[place - 1], points[place]
            if here[0] != before[0]:
                route.vias.append(here[1])
                first = here
                continue
            following = points[place + 1] if place + 1 < len(points) else None
            if following and following[0] == here[0] and _straight(first[1], here[1], following[1]):
                continue
            if math.dist(first[1], here[1]) > 1e-9:
                route.tracks.append((here[0], first[1], here[1], width))
            first = here

    def _crossed(self, net: str, route: Route) -> list[str]:
        """Return the nets that a new route crosses, and make the place dearer for the next time."""
        found = []
        mine = route.copper(net)
        for other, theirs in self.routes.items():
            for copper in theirs.copper(other):
                hits = [
                    one
                    for one in mine
                    if set(one.layers) & set(copper.layers) and gap(one, copper) < one.radius + copper.radius + CLEARANCE - 1e-6
                ]
                if hits:
                    found.append(other)
                    for one in hits:
                        for cell in self._cells(one, one.radius + CLEARANCE, one.layers):
                            self._past[cell] = self._past.get(cell, 0.0) + 1.0
                    break
        return found


def _straight(first: Point, middle: Point, last: Point) -> bool:
    cross = (middle[0] - first[0]) * (last[1] - middle[1]) - (middle[1] - first[1]) * (last[0] - middle[0])
    return abs(cross) < 1e-6 and math.dist(first, last) > math.dist(first, middle)


def gap(one: Copper, other: Copper) -> float:
    """Return the distance between the middle lines of two coppers; 0 where they cross."""
    if _cross(one.start, one.end, other.start, other.end):
        return 0.0
    return min(
        distance(one.start, other.start, other.end),
        distance(one.end, other.start, other.end),
        distance(other.start, one.start, one.end),
        distance(other.end, one.start, one.end),
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
