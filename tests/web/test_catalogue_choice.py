"""The lobby's choice of cards: the starter set alone, with one's own cards, a file of the folder; gone and broken ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.cards.finding import FOLDER
from tapete.table import Hub
from tests.web.conftest import Visitor

OWN = (Path(__file__).parents[2] / "host/tapete/cards/templates/moriham.en.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    made = tmp_path / "cards" / "moriham"
    made.mkdir(parents=True)
    return made


def offered(page: str) -> list[tuple[str, bool]]:
    """The catalogues of MORIHAM that a lobby offers, and which one is chosen."""
    select = page.partition('name="cards.moriham"')[2].partition("</select>")[0]
    return [(name, bool(rest)) for name, rest in re.findall(r'value="([^"]+)"( selected)?', select)]


def catalogue_of(hub: Hub, answer: str) -> str | None:
    table = hub.table(answer.rpartition("/")[2])
    assert table is not None
    return table.rules.catalogue_name


def test_without_own_cards_there_is_nothing_to_choose_and_the_page_says_so(visitor: Visitor, folder: Path) -> None:
    page = visitor.get("/")
    assert offered(page.text) == []
    assert page.text.count("Played with the starter set.") >= 2
    spanish = visitor.get("/", headers={"accept-language": "es"}).text
    assert "Se juega con las cartas de inicio." in spanish


def test_own_cards_and_files_of_the_folder_are_chosen_by_name(visitor: Visitor, hub: Hub, folder: Path) -> None:
    for name in ("own", "friday"):
        (folder / f"{name}.toml").write_text(OWN, encoding="utf-8")
    page = visitor.get("/").text
    assert offered(page) == [("starter", True), ("friday", False), ("own", False), ("starter+own", False)]
    for name, kept in (("starter", "starter"), ("friday", "friday"), ("starter+own", r"starter[+]own:\d+")):
        begun = visitor.enter("/new", game="moriham", **{"cards.moriham": name})
        assert re.fullmatch(kept, catalogue_of(hub, str(begun.url)) or ""), name


def test_a_broken_catalogue_is_named_and_the_choice_stays(visitor: Visitor, hub: Hub, folder: Path) -> None:
    (folder / "own.toml").write_text("[catalogue]\ngame = 7\n", encoding="utf-8")
    answer = visitor.enter("/new", game="moriham", **{"cards.moriham": "starter+own"})
    assert answer.status_code == 409
    assert "has faults. Mend them" in answer.text
    assert ("starter+own", True) in offered(answer.text)
    assert hub.matches() == []


@pytest.mark.parametrize("name", ["gone", "../../moriham/own", "/etc/hosts.toml", "own.toml"])
def test_only_what_is_offered_can_be_chosen(visitor: Visitor, hub: Hub, folder: Path, name: str) -> None:
    (folder / "own.toml").write_text(OWN, encoding="utf-8")
    answer = visitor.enter("/new", game="moriham", **{"cards.moriham": name})
    assert answer.status_code == 409
    assert "Choose one of those that are there." in answer.text
    assert ("starter", True) in offered(answer.text)
    assert hub.matches() == []
