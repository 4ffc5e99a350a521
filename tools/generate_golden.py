"""Golden matches: scripts of whole matches with all that was said about them, in both languages.

    python tools/generate_golden.py [--check]

A file under tests/golden/<game>/ begins with `game`, `about` and, where needed, `options`, `catalogue` (the starter set where it is left
out) and `position` lines, then has the actions of the match, one to a line after `> `, in the text notation. With a `script` line the
actions are those of the first match that page and lesson teach (`first_match.jsonl` of the presentation). Everything else in it is
written by this program: the events with their clauses, the instructions for the table, the questions that are open, and the result.
`--check` only says which files would change.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete import cards, presentation
from tapete.core import notation
from tapete.core import position as positions
from tapete.core.refusals import RefereeError
from tapete.core.rules import Rules, result_word
from tapete.core.seats import SEATS
from tapete.core.texts import Text
from tapete.presentation import first_match
from tools.generated import ROOT, finish  # the line above makes `tools` importable when this runs as a program

GOLDEN = ROOT / "tests" / "golden"

HEAD = ("game", "about", "script", "seats", "options", "catalogue", "position")


TAUGHT = "first_match.txt"
"""The golden match that page and lesson teach."""


def files(*, taught: bool = False) -> list[Path]:
    """List the golden matches; `taught`: those of the first matches too, whose states the tests of pages and lessons see."""
    return sorted(
        path for path in GOLDEN.glob("*/*.txt") if (taught or path.name != TAUGHT) and path.read_text(encoding="utf-8").startswith("game ")
    )


def rendered(text: str) -> str:
    """The file as it has to be: its head and its actions, with what they bring about.

    Args:
        text: a golden file, finished or only head and actions.

    Raises:
        ValueError: no such game, or an action that is refused; with the line.
    """
    lines = text.splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in HEAD}
    rules, state = _begun(head)
    out = [f"{word} {head[word]}" for word in HEAD if word in head]
    out += ["", *_open(rules, state)]
    if "script" in head:
        match = first_match.read(presentation.find(head["game"]).page.__module__.rpartition(".")[0])
        lines = [f"> {notation.write(rules.read(action))}" for action in match.actions]
    for line in lines:
        if not line.startswith("> "):
            continue
        try:
            state, events = rules.apply(state, notation.read(rules, line[2:]))
        except RefereeError as refused:
            raise ValueError(f"{line}: {refused}") from None
        out += ["", line]
        for event in events:
            ruled = " (ruling)" if event.by_ruling else ""
            out.append(f"  {event.clause:<10}{_both(rules.sentence(event))}{ruled}")
            if (instruction := rules.instruction(event)) is not None:
                out.append(f"  {'do':<10}{_both(instruction)}")
        out += _open(rules, state)
    out.append("")
    for place in rules.layout(state):
        out.append(f"{place.name}: {_both(place.text(rules.words))}")
    if faults := rules.faults(state):
        raise ValueError(f"the match ends in a position with faults: {faults}")
    return "\n".join(out) + "\n"


def states(text: str) -> Iterator[Any]:
    """Every state of a finished golden match, from its first on."""
    lines = text.splitlines()
    rules, state = _begun({word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in HEAD})
    yield state
    for line in lines:
        if line.startswith("> "):
            state, _events = rules.apply(state, notation.read(rules, line[2:]))
            yield state


def _begun(head: Mapping[str, str]) -> tuple[Rules[Any], Any]:
    """The rules and the first state of a match.

    Raises:
        ValueError: it cannot be set up.
    """
    try:
        rules = cards.bind(head["game"], json.loads(head.get("options", "{}")), head.get("catalogue"))
    except RefereeError as refused:
        raise ValueError(f"the match cannot be set up: {refused}") from None
    if "position" in head:
        return rules, positions.load(rules, positions.read(head["position"]))
    return rules, rules.start(SEATS[: int(head.get("seats", "2"))])


def _open(rules: Rules[Any], state: Any) -> Iterator[str]:
    """What is owed now, or the result."""
    over = rules.result(state)
    if over is not None:
        yield f"  = {result_word(over)} ({over.reason})"
    for owed in rules.awaiting(state):
        yield f"  ? {owed.seat or 'table':<6}{_both(rules.prompts(owed)[0])}"


def _both(text: Text) -> str:
    return f"{text.in_('es')} / {text.in_('en')}"


if __name__ == "__main__":
    matches = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files(taught=True)}
    sys.exit(finish({path: rendered(text) for path, text in matches.items()}, "tools/generate_golden.py"))
