"""A match as pictures: one SVG file of the board for each action.

    python examples/replay_pictures.py MATCH FOLDER [LANGUAGE]

MATCH is a file that a page, `tapete play` or `match.save` has written.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tapete


def main(file: str, folder: str, language: str = "en") -> None:
    """Go back to the beginning, then forward, and draw each moment."""
    match = tapete.load(file, language=language)
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    steps = 0
    try:
        while True:
            match.undo()
            steps += 1
    except tapete.Illegal:  # nothing left to undo: this is the beginning
        pass
    for number in range(steps + 1):
        picture = match.svg()
        if picture is None:
            raise SystemExit(f"{match.rules.game.name} draws no board")
        (place / f"{number:04}.svg").write_text(picture, encoding="utf-8")
        if number < steps:
            match.redo()
    print(f"{steps + 1} pictures in {place}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (OSError, tapete.Illegal, tapete.Malformed) as fault:
        sys.exit(str(fault))
