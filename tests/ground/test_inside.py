"""The book about the inside: every citation of the sources leads to it, and it leads to what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import citations

ROOT = Path(__file__).resolve().parents[2]
INSIDE = ROOT / "docs" / "inside"
LAYERS = ("core", "games", "presentation", "table", "pages", "console", "station", "events")


def test_every_citation_of_the_sources_leads_somewhere() -> None:
    found = list(citations.citations())
    assert len(found) > 250
    assert [one for one in found if not one.found] == []


@pytest.mark.parametrize(
    "line",
    [
        "(ledger, section 7)",
        "docs/inside/nothing.md says it",
        "docs/inside/rules/bhm.md#nothing",
        "docs/inside/rules/bhm.md#turn, #nothing",
        "docs/link.md, section 99",
        "invariants 1 to 40",
    ],
)
def test_a_citation_that_leads_nowhere_is_found(line: str) -> None:
    assert not all(one.found for one in citations.cited("host/tapete/games/bhm/state.py", line))


def test_a_step_of_a_ledger_is_found_by_its_number() -> None:
    found = {one.cites: one.found for one in citations.cited("host/tapete/games/shazamm/state.py", '"""T8 to T99: nobody is asked."""')}
    assert found == {"shazamm, T8": True, "shazamm, T99": False}


@pytest.mark.parametrize("chapter", LAYERS)
def test_a_layer_says_first_what_lives_there_and_what_must_not(chapter: str) -> None:
    title, lives, must_not = (INSIDE / f"{chapter}.md").read_text(encoding="utf-8").split("\n\n")[:3]
    assert title.startswith("# ")
    assert lives.startswith("**What lives here.**")
    assert must_not.startswith("**What must not.**")


@pytest.mark.parametrize("chapter", ["index", *LAYERS])
def test_the_modules_that_a_page_names_are_there(chapter: str) -> None:
    text = (INSIDE / f"{chapter}.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/<>]+\.py)\b", text) if "<game>" not in name}
    everywhere = [
        path.relative_to(ROOT).as_posix() for folder in ("host", "firmware", "tools", "tests") for path in (ROOT / folder).rglob("*.py")
    ]
    assert {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in everywhere)} == set()
    assert named


def test_the_layers_are_those_of_the_import_contract() -> None:
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split('name = "Imports run downwards only"')[1].split("]\n")[0]
    table = (INSIDE / "index.md").read_text(encoding="utf-8").split("{#layers}")[1]
    assert {name for name in re.findall(r"tapete\.(\w+)", contract) if f"`{name}`" not in table} == {"i18n"}


def test_five_questions_are_answered_within_two_clicks() -> None:
    """The front page of the book leads straight to the heading that answers."""
    rows = re.findall(r"^\| (.+\?) \| \[.*?\]\((\w+\.md)#([\w-]+)\) \|$", (INSIDE / "index.md").read_text(encoding="utf-8"), re.M)
    assert {asked.split()[0] for asked, _page, _anchor in rows} == {"Where", "What", "How"}
    assert len(rows) == 5
    for _asked, page, anchor in rows:
        assert f"{{#{anchor}}}" in (INSIDE / page).read_text(encoding="utf-8")


def test_the_book_keeps_the_numbers_of_the_ledgers_that_the_program_cites() -> None:
    """Each clause and ruling of `ledger.toml` has its row in the ledger's page."""
    for game in citations.GAMES:
        ids = set(re.findall(r'^id = "([A-Z]+-R?\d+)"', (ROOT / f"host/tapete/games/{game}/ledger.toml").read_text(encoding="utf-8"), re.M))
        page = (INSIDE / "rules" / f"{game}.md").read_text(encoding="utf-8")
        assert {one for one in ids if not re.search(rf"\b{one}\b", page)} == set(), game
