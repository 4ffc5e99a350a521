"""The types of the npm package, sdk/js/protocol.d.ts: made from the JSON Schema of the referee protocol.

    python tools/generate_sdk.py [--check]

Every part of the schema is a type of its name; what differs from game to game (`Action`, `Event`, `State`, `Options`, `Draft`) takes the
game as its argument: `DoneAnswer<"shazamm">`. `--check` only says whether the file would change.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete import cards, games
from tapete.core import codec
from tapete.core.seats import SEATS
from tapete.protocol import json_schema
from tools.generated import finish  # the line above makes `tools` importable when this runs as a program

HEAD = """// The referee protocol in types. Made by tools/generate_sdk.py from the JSON Schema of the protocol; do not edit.
"""

OF_A_GAME = """
export type Seat = "A" | "B" | "C" | "D";
/** The games that come with Tapete, each with what is its own. */
export interface Games {
%s}
export type Game = keyof Games;
export type Action<G extends Game = Game> = Games[G]["action"];
export type Event<G extends Game = Game> = Games[G]["event"];
export type State<G extends Game = Game> = Games[G]["state"];
export type Options<G extends Game = Game> = Games[G]["options"];
/** An action of which only its name has to be said, and of an action within it likewise. */
export type Draft<G extends Game = Game> = Half<Action<G>>;
export type Half<T> = T extends { action: string } ? Pick<T, "action"> & { [K in Exclude<keyof T, "action">]?: T[K] | Half<T[K]> } : T;
"""

GENERIC = frozenset(json_schema.OF_A_GAME)


def types() -> str:
    """The whole file."""
    bound = {name: cards.bind(name) for name in games.BUILT_IN}
    defs = json.loads(codec.encode(json_schema.document(bound)["$defs"]))
    common = {
        name: shape for name, shape in defs.items() if name not in GENERIC and not name.startswith(tuple(f"{game}_" for game in bound))
    }
    generic = set(_generic(common))
    parts = [HEAD, *(f"\n{_declared(name, shape, generic, '')}" for name, shape in common.items())]
    rows = (
        f"  {game}: {{ " + "; ".join(f"{name.lower()}: {game}.{name}" for name in ("Action", "Event", "State", "Options")) + " };\n"
        for game in bound
    )
    parts.append(OF_A_GAME % "".join(rows))
    for game in bound:
        prefix = f"{game}_"
        own = {name.removeprefix(prefix): shape for name, shape in defs.items() if name.startswith(prefix) and not name.endswith("Draft")}
        lines = (_declared(name, shape, set(), prefix) for name, shape in own.items())
        parts.append(f"\nexport namespace {game} {{\n" + "".join(lines) + "}\n")
    return "".join(parts)


def _generic(shapes: Mapping[str, Any]) -> Iterator[str]:
    """The names of the shapes that hold something of a game, themselves or through others."""
    leads = {name: {place.removeprefix(json_schema.DEFS) for place in _places(shape)} for name, shape in shapes.items()}
    found = set(GENERIC)
    while more := {name for name, to in leads.items() if to & found} - found:
        found |= more
        yield from more


def _places(shape: Any) -> Iterator[str]:
    for key, part in shape.items() if isinstance(shape, dict) else enumerate(shape) if isinstance(shape, list) else ():
        if key == "$ref":
            yield part
        elif key not in ("allOf", "discriminator"):  # what stands there follows from the game
            yield from _places(part)


def _declared(name: str, shape: Mapping[str, Any], generic: set[str], prefix: str) -> str:
    """One type: an interface for an object, else a name for what it is."""
    said = re.split(r"(?<=\.)\s", str(shape.get("description", "")).strip())[0]
    about = f"/** {' '.join(said.split())} */\n" if said and not prefix else ""
    given = "<G extends Game = Game>" if name in generic else ""
    write = _Writer(generic, prefix)
    if "properties" in shape and "anyOf" not in shape:
        return f"{about}export interface {name}{given} {write.members(shape)}\n"
    return f"{about}export type {name}{given} = {write.type(shape)};\n"


class _Writer:
    """Writes schemas as types.

    Args:
        generic: the names that take the game. prefix: of the names of the game whose types are written; empty for what all share.
    """

    def __init__(self, generic: set[str], prefix: str) -> None:
        self._generic, self._prefix = generic, prefix

    def members(self, shape: Mapping[str, Any]) -> str:
        required = shape["properties"] if "event" in shape["properties"] else shape.get("required", ())  # events are written in full
        fields = (f"{name}{'' if name in required else '?'}: {self.type(part)}" for name, part in sorted(shape["properties"].items()))
        return "{ " + "; ".join(fields) + " }"

    def type(self, shape: Mapping[str, Any]) -> str:
        if "$ref" in shape:
            name = shape["$ref"].removeprefix(json_schema.DEFS)
            return name.removeprefix(self._prefix) if self._prefix else f"{name}<G>" if name in self._generic | GENERIC else name
        if shape.get("enum") == list(SEATS):
            return "Seat"
        if "const" in shape or "enum" in shape:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in shape.get("enum", [shape.get("const")]))
        if "anyOf" in shape:
            return " | ".join(dict.fromkeys(map(self.type, shape["anyOf"])))
        match shape.get("type"):
            case "array":
                return self._list(shape)
            case "object" if "properties" in shape:
                return self.members(shape)
            case "object":
                of = shape.get("additionalProperties")
                return f"Record<string, {self.type(of) if isinstance(of, dict) else 'unknown'}>"
            case "integer" | "number":
                return "number"
            case "string" | "boolean" | "null" as plain:
                return str(plain)
        return "unknown"

    def _list(self, shape: Mapping[str, Any]) -> str:
        if "prefixItems" in shape:
            return f"[{', '.join(map(self.type, shape['prefixItems']))}]"
        of = self.type(shape["items"]) if isinstance(shape.get("items"), dict) else "unknown"
        return f"({of})[]" if " " in of else f"{of}[]"


if __name__ == "__main__":
    sys.exit(finish({"sdk/js/protocol.d.ts": types()}, "tools/generate_sdk.py"))
