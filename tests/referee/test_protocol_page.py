"""The page docs/referee-protocol.md is run line by line against a real `tapete referee` process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "referee-protocol.md"


def dialogue() -> Iterator[tuple[str, Any]]:
    """Each line that goes in, with the answer that the page shows."""
    asked: str | None = None
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```jsonl"
        elif inside and line.startswith("> "):
            assert asked is None, f"the page shows no answer to {asked}"
            asked = line[2:]
        elif inside and line.startswith("< "):
            assert asked is not None
            yield asked, json.loads(line[2:])
            asked = None


def shown_is_true(shown: Any, answer: Any) -> bool:
    """Whether what the page shows agrees with the answer; `"..."` leaves something out."""
    if shown == "...":
        return True
    if isinstance(shown, dict):
        if not isinstance(answer, dict) or ("..." not in shown and set(shown) != set(answer)):
            return False
        return all(key in answer and shown_is_true(value, answer[key]) for key, value in shown.items() if key != "...")
    if isinstance(shown, list):
        return isinstance(answer, list) and len(shown) == len(answer) and all(map(shown_is_true, shown, answer))
    return bool(shown == answer)


def test_every_example_on_the_page_is_true() -> None:
    examples = list(dialogue())
    assert len(examples) > 15
    asked = "".join(line + "\n" for line, _ in examples)
    done = subprocess.run([sys.executable, "-m", "tapete", "referee"], input=asked, capture_output=True, encoding="utf-8", check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == len(examples)
    for (line, shown), answer in zip(examples, answers, strict=True):
        assert shown_is_true(shown, json.loads(answer)), f"{line}\n  page:   {json.dumps(shown)}\n  answer: {answer}"
