"""The scenes that the five games send a console, and which of them are the heaviest.

    python -m benchmarks.scenes [--json]

Replays every golden match, writes the scene of every state as the wire has it (with request names of the longest kind, a panel for each
seat), and prints how many different ones there are and the longest of each game. `--json` prints the fields of all scenes of different
shape, one array to a line, for a measurement of the console's loop on the real interpreter (firmware/README.md, Measured). Numbers of a
shape are replaced by the largest that has as many digits: what a scene costs the console depends on letters, not on values.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tapete import cards
from tapete.console.scenes import write_scene
from tapete.core import notation
from tapete.core import position as positions
from tapete.core.actions import Action
from tapete.core.rules import Rules
from tapete.core.seats import SEATS

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
REQUEST = "zz99zz9"
BINDING = dict(enumerate(SEATS))


def replayed(path: Path) -> Iterator[tuple[Rules[Any], Any, Action | None]]:
    """Replay one golden match: its rules, with each state in turn and what is declared there; None at the end."""
    head: dict[str, str] = {}
    actions = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            actions.append(line[2:])
        elif not actions and not line.startswith(" "):
            word, _, rest = line.partition(" ")
            head.setdefault(word, rest)
    rules = cards.bind(head["game"], json.loads(head.get("options", "{}")), head.get("catalogue"))
    if "position" in head:
        state = positions.load(rules, positions.read(head["position"]))
    else:
        state = rules.start(SEATS[: int(head.get("seats", "2"))])
    for line in actions:
        action = notation.read(rules, line)
        yield rules, state, action
        state, _ = rules.apply(state, action)
    yield rules, state, None


def states(path: Path) -> Iterator[tuple[Rules[Any], Any]]:
    """Replay one golden match: its rules, with each state in turn."""
    for rules, state, _ in replayed(path):
        yield rules, state


def every_scene() -> dict[str, list[list[str]]]:
    """The fields of every different scene, by game."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(GOLDEN.glob("*/*.txt")):
        if not path.read_text(encoding="utf-8").startswith("game "):
            continue
        for rules, state in states(path):
            scene = rules.scene(state)
            fields = write_scene(scene, {place: seat for place, seat in BINDING.items() if seat in [p.seat for p in scene.panels]}, REQUEST)
            found.setdefault(path.parent.name, {}).setdefault(" ".join(fields), fields)
    return {game: list(different.values()) for game, different in found.items()}


def scenes() -> dict[str, dict[str, list[str]]]:
    """The fields of every scene of different shape, by game and by shape."""
    found: dict[str, dict[str, list[str]]] = {}
    for game, different in every_scene().items():
        for fields in different:
            found.setdefault(game, {}).setdefault(re.sub(r"\d", "9", " ".join(fields)), fields)
    return found


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print all scenes of different shape")
    chosen = parser.parse_args()
    for game, shapes in scenes().items():
        if chosen.json:
            for fields in shapes.values():
                print(json.dumps(fields))
            continue
        longest = max(shapes.values(), key=lambda fields: len(" ".join(fields)))
        dice = max(text.count(REQUEST + ".") for text in shapes)
        print(f"{game:<12}{len(shapes):>4} shapes, longest {len(' '.join(longest)):>4} letters, most dice {dice}: {' '.join(longest)}")


if __name__ == "__main__":
    main()
