"""The matches of each game for type checkers, host/tapete/typed.pyi: every action is a method with its arguments, made from the actions.

    python tools/generate_typed.py [--check]

`--check` only says whether the file would change.
"""

from __future__ import annotations

import inspect
import keyword
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import fields

from tapete import cards, games
from tapete.core.kinds import name_of
from tapete.declared import arguments_of, sealing_of
from tools.generated import finish  # the line above makes `tools` importable when this runs as a program

HEAD = '''"""The matches of each game as type checkers see them. Made by tools/generate_typed.py from the actions; do not edit."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from tapete.core.position import Position
from tapete.core.texts import Language
from tapete.python_match import Call, Happened, Match

class AnyMatch(Match):
    """A match of which the game is not known beforehand: every name may be an action."""

    def __getattr__(self, name: str) -> Call: ...
'''

PLAY = '''
@overload
def play({note}
    game: {game},
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> {match}:
    """Begin a match (`tapete.python_match.play`)."""
'''

LOAD = '''
def load(file: str | os.PathLike[str], *, language: Language = "en") -> AnyMatch:
    """Read a match (`tapete.python_match.load`)."""
'''


def types() -> str:
    """The whole file."""
    parts = [HEAD]
    for game in games.BUILT_IN:
        rules = cards.bind(game)
        title = rules.game.title.in_("en")
        parts.append(f'\nclass {game.title()}Match(Match):\n    """A match of {title}."""\n')
        for kind in rules.game.actions:
            if keyword.iskeyword(name_of(kind)):  # `pass` is declared by its name alone, through `do`
                continue
            sealing = sealing_of(rules, name_of(kind))
            types_by_name = {one.name: one for one in fields(kind)}
            given, optional = ["self"], False
            for name in arguments_of(rules, kind):
                secret = sealing is not None and name == sealing.secret
                hint = sealing.value_type if secret and sealing is not None else types_by_name[name].type
                may = secret or types_by_name[name].default is not NODEFAULT or types_by_name[name].default_factory is not NODEFAULT
                written = "str" if name == "seat" else written_type(hint) + (" | None" if secret else "")
                if optional and not may and "*" not in given:  # what stands after an argument that may be left out is given by name
                    given.insert(next(place for place, one in enumerate(given) if one.endswith("= ...")), "*")
                optional = optional or may
                given.append(f"{name}: {written}{' = ...' if may else ''}")
            head = ", ".join(given)
            about = " ".join(re.split(r"(?<=\.)\s", inspect.getdoc(kind) or "")[0].split()).replace('"', "'")
            parts.append(f'\n    def {name_of(kind)}({head}) -> Happened:\n        """{about}"""\n')
    beginnings = [
        PLAY.format(game=f'Literal["{game}"]', match=f"{game.title()}Match", note="  # type: ignore[overload-overlap]")
        for game in games.BUILT_IN
    ]
    return "".join((*parts, *beginnings, PLAY.format(game="str", match="AnyMatch", note=""), LOAD))


def written_type(hint: Any) -> str:
    """A type as a caller in Python gives it: lists for tuples, plain data for structs."""
    found = msgspec.json.schema(hint)
    return _written({key: part for key, part in found.items() if key != "$defs"}, found.get("$defs", {}))


def _written(shape: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    if "$ref" in shape:
        target = defs[shape["$ref"].rpartition("/")[2]]
        return "Mapping[str, Any]" if target.get("type") == "object" else _written(target, defs)
    if "enum" in shape:
        return f"Literal[{', '.join(map(_literal, shape['enum']))}]"
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(_written(part, defs) for part in shape["anyOf"]))
    match shape.get("type"):
        case "array":
            of = shape.get("items")
            return f"Sequence[{_written(of, defs) if isinstance(of, dict) else 'Any'}]"
        case "object":
            of = shape.get("additionalProperties")
            return f"Mapping[str, {_written(of, defs) if isinstance(of, dict) else 'Any'}]"
        case "integer":
            return "int"
        case "number":
            return "float"
        case "string":
            return "str"
        case "boolean":
            return "bool"
        case "null":
            return "None"
    return "Any"


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


if __name__ == "__main__":
    sys.exit(finish({"host/tapete/typed.pyi": types()}, "tools/generate_typed.py"))
