"""Every page through the eyes of html-validate: all addresses, all games, in the middle of a match and at its end, refused forms too."""

from __future__ import annotations

import atexit
import functools
import json
import os
import random
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tapete import games
from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.markup, pytest.mark.long]

RULES = Path(__file__).with_name("markup.json")
PLACES = (
    "",
    "/list",
    "/log",
    "/seats",
    "/join",
    "/correct",
    "/at?entry=3",
    "/screen",
    "/cards",
    "/labels",
    "/facing",
    "/end",
    "/card",
    "/deck",
)


def played(hub: Hub, game: str, actions: int) -> Table:
    """A match by chance, as far as it comes."""
    found = games.find(game)
    assert found is not None
    seats = SEATS[: found.most]
    table = hub.begin(game, {}, dict(zip(seats, ("Ana", "Íñigo & Co", '"C" <b>', "D" * 40), strict=False)), len(seats))
    rng = random.Random(3)
    for _ in range(actions):
        if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is None:
            break
        table.submit(action)
    return table


SEVERAL = "s:"
"""So begins the name under which a form sends each value of a list (`tapete.web.forms`)."""


@functools.cache
def _judge() -> subprocess.Popen[str]:
    """The process that judges the pages of all tests of this worker; it ends with it."""
    module = Path(os.environ["TAPETE_MARKUP_MODULES"]) / "html-validate" / "dist" / "es" / "index.js"
    command = ["node", str(Path(__file__).with_name("markup.mjs")), str(module), str(RULES)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def end() -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        process.wait()

    atexit.register(end)
    return process


def judged(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Let html-validate judge pages. Gives what it says of each with a fault."""
    process = _judge()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps([str(path) for path in files]) + "\n")
    process.stdin.flush()
    found: list[dict[str, Any]] = json.loads(process.stdout.readline())
    return found


class Pages:
    """The pages that a visitor has seen, as files."""

    def __init__(self, visitor: Visitor, folder: Path) -> None:
        self.visitor, self.folder, self.kept = visitor, folder, set[str]()

    def keep(self, text: str) -> None:
        if text.startswith("<!doctype html>") and text not in self.kept:
            self.kept.add(text)
            (self.folder / f"{len(list(self.folder.iterdir())):04}.html").write_text(text, encoding="utf-8")

    def get(self, place: str) -> None:
        for language in ("en", "es"):
            self.keep(self.visitor.get(place, headers={"accept-language": language}).text)

    def faults(self) -> dict[str, list[str]]:
        """What html-validate says, by rule, each with the element and the page."""
        found: dict[str, list[str]] = {}
        for page in judged(sorted(self.folder.iterdir())):
            title = re.search(r"<title>(.*?)</title>", Path(page["filePath"]).read_text(encoding="utf-8"))
            for one in page["messages"]:
                if one["ruleId"] == "form-dup-name" and one["context"]["name"].startswith(SEVERAL):
                    continue  # the rule knows shared names of inputs alone, and not of selects
                found.setdefault(one["ruleId"], []).append(f"{one['message']} {one['selector']} ({title and title[1]})")
        return found


@pytest.fixture
def pages(visitor: Visitor, tmp_path: Path) -> Pages:
    folder = tmp_path / "pages"
    folder.mkdir()
    return Pages(visitor, folder)


def test_a_page_with_faults_is_not_sound(pages: Pages) -> None:
    pages.keep("<!doctype html><html lang='en'><head><title>A</title></head><body><p><b>Bold<p id='a'><i id='a'></body></html>")
    assert {"close-order", "no-dup-id"} <= pages.faults().keys()


@pytest.mark.parametrize("game", sorted(games.names()))
def test_every_page_of_a_match_is_sound(game: str, hub: Hub, pages: Pages) -> None:
    for actions in (0, 25, 120):
        table = played(hub, game, actions)
        for whose in ("", "/seat/A", "/seat/B"):
            for place in PLACES:
                pages.get(f"/match/{table.id}{whose}{place}")
        for action in [*table.rules.legal(table.state, "A")][:3]:  # questions as they are asked
            pages.keep(pages.visitor.press(f"/match/{table.id}/seat/A", f'verb:"{action}"').text)
        pages.keep(pages.visitor.press(f"/match/{table.id}", "enter:", number="none").text)
        pages.keep(pages.visitor.press(f"/match/{table.id}", "card:", words="no such card").text)
    for name in sorted({"abandon", "concede"} & set(table.rules.legal(table.state, "A"))):
        if table.result is None:
            table.submit({"action": name, "seat": "A"})
    for place in ("", "/seat/A", "/seat/B", "/end", "/log", "/list"):
        pages.get(f"/match/{table.id}{place}")
    assert pages.faults() == {}


def test_every_other_page_is_sound(pages: Pages) -> None:
    for place in ("/", "/console", "/nowhere", "/?game=bhm", "/match/nothing"):
        pages.get(place)
    for game in sorted(games.names()):
        for place in (f"/rules/{game}", f"/rules/{game}/clauses", f"/rules/{game}/clauses?q=a", f"/rules/{game}/sheet", f"/mat/{game}"):
            pages.get(place)
    assert pages.faults() == {}
