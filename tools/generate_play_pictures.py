"""Draw the boards of the play pages, docs/play/pictures/<game>-<language>.svg: a moment of a golden match, as the match page shows it.

    python tools/generate_play_pictures.py [--check]

Colours are those of the pages' paper theme, out of their style sheet, so that a picture stands alone. `--check` writes nothing and fails
if a picture is not current.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete import cards
from tapete.core import notation
from tapete.core import position as positions
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.texts import Language
from tapete.presentation import page_of
from tapete.web import standalone
from tools.generated import ROOT, finish  # the line above makes `tools` importable when this runs as a program

MOMENTS = {
    "shazamm": ("fall_by_hit.txt", 12),
    "moriham": ("life.txt", 22),
    "datamorphs": ("tie_break_in_round_four.txt", 24),
    "bhm": ("counter.txt", 55),
    "mamlejet": ("every_action.txt", 60),
}
"""For each game a golden match and how many of its actions have been done."""


def moment(game: str) -> tuple[Rules[Any], Any]:
    """Return rules and state of a game's moment. Raises RefereeError if the golden match no longer goes so."""
    name, count = MOMENTS[game]
    lines = (ROOT / "tests" / "golden" / game / name).read_text(encoding="utf-8").splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines if not line.startswith((" ", ">")))}
    rules = cards.bind(game, json.loads(head.get("options", "{}")), head.get("catalogue"))
    if "position" in head:
        state = positions.load(rules, positions.read(head["position"]))
    else:
        state = rules.start(SEATS[: int(head.get("seats", "2"))])
    for line in [line[2:] for line in lines if line.startswith("> ")][:count]:
        state, _ = rules.apply(state, notation.read(rules, line))
    return rules, state


def picture(game: str, language: Language) -> str:
    """Return a game's board as a file of its own."""
    rules, state = moment(game)
    page = page_of(game)
    shown = str(page.still(rules, state, language, page.words_at(rules, state, rules.words)))
    if (drawn := standalone.picture(shown)) is None:
        raise ValueError(f"{game} has no board to draw")
    return drawn


def files() -> dict[str, str]:
    """Return every picture by its path."""
    languages: tuple[Language, Language] = ("en", "es")
    return {f"docs/play/pictures/{game}-{language}.svg": picture(game, language) for game in MOMENTS for language in languages}


if __name__ == "__main__":
    sys.exit(finish(files(), "tools/generate_play_pictures.py"))
