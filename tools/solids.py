"""Turn the mesh of a printed part into a solid with plane faces, as STEP: OpenSCAD draws the parts and writes no STEP itself.

Needs the extra `hardware` (trimesh, and the Open CASCADE kernel by `cadquery-ocp-novtk`).
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FLAT_MM = 0.001
"""How far a corner may lie off the plane of its face: OpenSCAD writes six digits."""
ALIKE = 0.99
"""Cosine between two facets of one plane."""
SLIVER_MM = 0.0005
"""A facet that is lower than this is a line: OpenSCAD closes with it what meets in the middle of an edge."""
VOLUME_ERROR = 0.0001
"""By so much the solid may differ from the mesh."""
MADE_AT = "2000-01-01T00:00:00"
"""Every file says so: the same part gives the same bytes."""


def without_slivers(mesh: Any) -> Any:
    """Return a mesh without facets that are lines: the facet beyond the long edge of one is cut in two at its middle corner."""
    import numpy
    import trimesh

    places = mesh.vertices
    facets = [tuple(map(int, facet)) for facet in mesh.faces]
    owner = {(facet[k], facet[(k + 1) % 3]): facet for facet in facets for k in range(3)}
    waiting = list(facets)
    while waiting:
        facet = waiting.pop()
        if owner.get((facet[0], facet[1])) != facet:
            continue  # cut meanwhile
        lengths = [float(numpy.linalg.norm(places[facet[(k + 1) % 3]] - places[facet[k]])) for k in range(3)]
        long = lengths.index(max(lengths))
        tail, head, middle = facet[long], facet[(long + 1) % 3], facet[(long + 2) % 3]
        edge = places[head] - places[tail]
        if float(numpy.linalg.norm(numpy.cross(edge, places[middle] - places[tail]))) > SLIVER_MM * lengths[long]:
            continue
        other = owner[head, tail]
        far = next(corner for corner in other if corner not in (head, tail))
        for gone in (facet, other):
            for k in range(3):
                del owner[gone[k], gone[(k + 1) % 3]]
        for fresh in ((head, middle, far), (middle, tail, far)):
            for k in range(3):
                owner[fresh[k], fresh[(k + 1) % 3]] = fresh
            waiting.append(fresh)
    return trimesh.Trimesh(places, sorted(set(owner.values())), process=False)


def faces_of(mesh: Any) -> list[tuple[int, list[int]]]:
    """Return the plane faces of a mesh: the facet whose plane it is (the largest), and all its facets."""
    beside: dict[int, list[int]] = defaultdict(list)
    for one, other in mesh.face_adjacency:
        beside[int(one)].append(int(other))
        beside[int(other)].append(int(one))
    normals, areas, corners = mesh.face_normals, mesh.area_faces, mesh.triangles
    left = set(range(len(mesh.faces)))
    found = []
    for first in sorted(left, key=lambda facet: (-round(float(areas[facet]), 6), facet)):
        if first not in left:
            continue
        normal, origin = normals[first], corners[first][0]
        left.discard(first)
        group, waiting = [first], [first]
        while waiting:
            for facet in beside[waiting.pop()]:
                flat = abs((corners[facet] - origin) @ normal).max() < FLAT_MM
                if facet in left and flat and normals[facet] @ normal > ALIKE:
                    left.discard(facet)
                    group.append(facet)
                    waiting.append(facet)
        found.append((first, group))
    return found


def loops_of(mesh: Any, group: list[int]) -> list[list[int]]:
    """Return the rims of a face as loops of corners, in their direction; rims that touch in a corner are loops of their own."""
    edges = {(int(facet[k]), int(facet[(k + 1) % 3])) for facet in mesh.faces[group] for k in range(3)}
    following: dict[int, list[int]] = defaultdict(list)
    for tail, head in sorted(edge for edge in edges if edge[::-1] not in edges):
        following[tail].append(head)
    loops = []
    while following:
        path = [min(following)]
        while following.get(path[-1]):
            tail = path[-1]
            head = following[tail].pop()
            if not following[tail]:
                del following[tail]
            if head in path:  # a loop is closed: what led to it goes on from there
                loops.append(path[path.index(head) :])
                del path[path.index(head) + 1 :]
            else:
                path.append(head)
    return loops


def solid(mesh: Any) -> Any:
    """Return a mesh as a compound of solids, one for each of its bodies.

    Raises:
        ValueError: the solid is not sound, or its volume is not that of the mesh.
    """
    from OCP.BRep import BRep_Builder
    from OCP.BRepBuilderAPI import (
        BRepBuilderAPI_MakeEdge,
        BRepBuilderAPI_MakeFace,
        BRepBuilderAPI_MakeSolid,
        BRepBuilderAPI_MakeVertex,
        BRepBuilderAPI_MakeWire,
    )
    from OCP.BRepCheck import BRepCheck_Analyzer
    from OCP.BRepGProp import BRepGProp
    from OCP.gp import gp_Dir, gp_Pln, gp_Pnt
    from OCP.GProp import GProp_GProps
    from OCP.ShapeFix import ShapeFix_ShapeTolerance
    from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Shell

    corners = [BRepBuilderAPI_MakeVertex(gp_Pnt(*map(float, place))).Vertex() for place in mesh.vertices]
    edges: dict[tuple[int, int], Any] = {}

    def edge(tail: int, head: int) -> Any:
        low, high = sorted((tail, head))
        if (low, high) not in edges:
            edges[low, high] = BRepBuilderAPI_MakeEdge(corners[low], corners[high]).Edge()
        return edges[low, high] if tail < head else TopoDS.Edge(edges[low, high].Reversed())

    def wire(loop: list[int]) -> Any:
        maker = BRepBuilderAPI_MakeWire()
        for tail, head in zip(loop, [*loop[1:], loop[0]], strict=True):
            maker.Add(edge(tail, head))
        return maker.Wire()

    def faces(first: int, group: list[int]) -> Iterator[Any]:
        normal, origin = mesh.face_normals[first], mesh.triangles[first][0]
        plane = gp_Pln(gp_Pnt(*map(float, origin)), gp_Dir(*map(float, normal)))
        loops = sorted(loops_of(mesh, group), key=lambda loop: -enclosed(mesh, normal, loop))
        maker = BRepBuilderAPI_MakeFace(plane, wire(loops[0]), True)
        for hole in loops[1:]:
            maker.Add(wire(hole))
        face = maker.Face()
        ShapeFix_ShapeTolerance().SetTolerance(face, FLAT_MM)
        touching = len({corner for loop in loops for corner in loop}) < sum(map(len, loops))
        if len(group) > 1 and (touching or not BRepCheck_Analyzer(face).IsValid()):  # rims that touch are no rims for the kernel
            for part in halves(mesh, group):
                yield from faces(first, part)
        else:
            yield face

    builder, body_of = BRep_Builder(), bodies(mesh)
    shells: dict[int, Any] = {}
    for first, group in faces_of(mesh):
        shell = shells.get(body_of[first])
        if shell is None:
            shell = shells[body_of[first]] = TopoDS_Shell()
            builder.MakeShell(shell)
        for face in faces(first, group):
            builder.Add(shell, face)
    whole = TopoDS_Compound()
    builder.MakeCompound(whole)
    for shell in shells.values():
        shell.Closed(True)
        builder.Add(whole, BRepBuilderAPI_MakeSolid(shell).Solid())
    if not BRepCheck_Analyzer(whole).IsValid():
        raise ValueError("the solid is not sound")
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(whole, properties)
    if abs(properties.Mass() - mesh.volume) > VOLUME_ERROR * mesh.volume:
        raise ValueError(f"the solid has {properties.Mass():.1f} cubic millimetres, the mesh {mesh.volume:.1f}")
    return whole


def halves(mesh: Any, group: list[int]) -> list[list[int]]:
    """Return the facets of a face, cut across in the middle, each part in one piece."""
    middles = mesh.triangles_center[group]
    across = int((middles.max(axis=0) - middles.min(axis=0)).argmax())
    ordered = [group[place] for place in middles[:, across].argsort(kind="stable")]
    cut = len(ordered) // 2
    side = {facet: place < cut for place, facet in enumerate(ordered)}
    beside: dict[int, list[int]] = defaultdict(list)
    for one, other in mesh.face_adjacency:
        if side.get(int(one), 0) is side.get(int(other), 1):
            beside[int(one)].append(int(other))
            beside[int(other)].append(int(one))
    left, parts = set(group), []
    for start in ordered:
        part = [start] if start in left else []
        left.discard(start)
        for facet in part:
            fresh = [other for other in beside[facet] if other in left]
            left.difference_update(fresh)
            part += fresh
        parts += [part] if part else []
    return parts


def enclosed(mesh: Any, normal: Any, loop: list[int]) -> float:
    """Return the area in a loop, negative for the rim of a hole."""
    import numpy

    places = mesh.vertices[loop]
    crossed = numpy.cross(places, numpy.roll(places, -1, axis=0)).sum(axis=0)
    return float(crossed @ normal) / 2


def bodies(mesh: Any) -> list[int]:
    """Return for each facet the number of the body that it belongs to."""
    parent = list(range(len(mesh.faces)))

    def root(facet: int) -> int:
        while parent[facet] != facet:
            parent[facet] = parent[parent[facet]]
            facet = parent[facet]
        return facet

    for one, other in mesh.face_adjacency:
        parent[root(int(one))] = root(int(other))
    return [root(facet) for facet in range(len(mesh.faces))]


def write_step(stl: Path) -> Path:
    """Write the part in an STL file as STEP beside it, and return the path. Raises ValueError with what is wrong with the solid."""
    import trimesh
    from OCP.Interface import Interface_Static
    from OCP.Message import Message
    from OCP.STEPControl import STEPControl_AsIs, STEPControl_Writer

    Message.DefaultMessenger_s().ChangePrinters().Clear()  # the kernel tells on stdout how it goes
    mesh = trimesh.load_mesh(stl)
    mesh.merge_vertices()
    mesh = without_slivers(mesh)
    path = stl.with_suffix(".step")
    writer = STEPControl_Writer()
    Interface_Static.SetCVal_s("write.step.product.name", stl.stem)
    try:
        writer.Transfer(solid(mesh), STEPControl_AsIs)
    except ValueError as wrong:
        raise ValueError(f"{path.name}: {wrong}") from wrong
    writer.Write(str(path))
    text = re.sub(r"FILE_NAME\('[^']*','[^']*'", f"FILE_NAME('{stl.stem}','{MADE_AT}'", path.read_text(encoding="utf-8"), count=1)
    text = re.sub(rf"'{stl.stem} \d+(\.\d+)?'", rf"'{stl.stem}\1'", text)  # the kernel counts what its process has written
    count = itertools.count(1)
    text = re.sub(r"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\()'\d+'", lambda found: f"{found[1]}'{next(count)}'", text)  # the same
    path.write_text(text, encoding="utf-8")
    return path
