"""The user's own catalogue: what was typed in is kept, validated, never overwritten, and merged when it is asked for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete import cards
from tapete.cards.finding import FOLDER
from tapete.core.kinds import name_of
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.table import Journal, Table, resume
from tests.run_forms import by_form

NAME = 'Bestia "rara" \\ ñ\x7f'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    return tmp_path / "cards"


def typed_in(game: str, *actions: dict[str, Any]) -> Match[Any]:
    match: Match[Any] = Match(cards.bind(game), ("A", "B"))
    for action in ({"action": "start_game", **({"first": "A"} if game == "moriham" else {})}, *actions):
        match.do(action)
    return match


BEAST = {"action": "add_card", "id": "odd_beast", "type": "monster", "level": 2, "attack": 7, "defense": 3, "name": NAME}
RITE = {"action": "add_card", "id": "red_rite", "type": "magic"}
NET = {"action": "add_card", "id": "red_net", "type": "trap"}


def element(kind: str, **figures: Any) -> dict[str, Any]:
    return {"action": "add_card", "id": "odd_chip", "element": kind, "color": "cyan", **figures}


CHIP = (
    element("bios", memory=5, attack=1, defense=0, name="Chip raro"),
    element("program", type="worm", memory=1, attack=1, defense=1),
    element("boost", memory=0, attack=0, defense=1, abilities=[{"kind": "memory_boost"}]),
    element(
        "function",
        benefits={kind: {"attack": int(kind == "worm"), "defense": 0} for kind in ("worm", "shield", "probe", "swarm")},
        weaknesses={kind: {"attack": 0, "defense": 0} for kind in ("worm", "shield", "probe", "swarm")},
    ),
)


def save(match: Match[Any], card: str) -> Path:
    return cards.save_own(match.rules.catalogue, card, match.state.typed_cards[card])


def test_every_kind_of_card_is_kept_and_read_back(folder: Path) -> None:
    match = typed_in("moriham", BEAST, RITE, NET)
    for card in ("odd_beast", "red_rite", "red_net"):
        assert save(match, card) == folder / "moriham" / "own.toml"
    read = cards.open("moriham", "own")
    assert list(read.cards) == ["odd_beast", "red_rite", "red_net"]
    beast = read.cards["odd_beast"]
    assert (beast.name.es, beast.level, beast.attack, beast.defense, beast.special.mode) == (NAME, 2, 7, 3, "declared")
    assert read.cards["red_rite"].name.en == "Red rite"


def test_a_card_of_datamorphs_is_kept_once_all_its_elements_are_known(folder: Path) -> None:
    match = typed_in("datamorphs", *CHIP[:2])
    with pytest.raises(Illegal) as refused:
        save(match, "odd_chip")
    assert (refused.value.refusals[0].code, refused.value.refusals[0].params["missing"]) == ("card_incomplete", ["boost", "function"])
    assert not folder.exists()
    for action in CHIP[2:]:
        match.do(action)
    save(match, "odd_chip")
    chip = cards.open("datamorphs", "starter+own").cards["odd_chip"]
    typed = match.state.typed_cards["odd_chip"]
    assert (chip.bios, chip.program, chip.boost, chip.function) == (typed.bios, typed.program, typed.boost, typed.function)
    assert chip.name.en == "Chip raro"


def test_nothing_is_ever_overwritten(folder: Path) -> None:
    match = typed_in("moriham", BEAST, RITE)
    file = save(match, "odd_beast")
    before = file.read_bytes()
    other = typed_in("moriham", {**BEAST, "attack": 30})
    with pytest.raises(Illegal) as refused:
        save(other, "odd_beast")
    assert refused.value.refusals[0].code == "card_saved_already"
    assert file.read_bytes() == before
    with file.open("ab") as opened:
        opened.write("# una nota mía\n".encode())
    save(match, "red_rite")
    assert file.read_bytes().startswith(before)
    assert "# una nota mía" in file.read_text(encoding="utf-8")
    assert not list(folder.rglob("*.new"))


def test_a_match_with_own_cards_goes_on_after_more_were_saved(tmp_path: Path) -> None:
    match = typed_in("moriham", BEAST, RITE)
    save(match, "odd_beast")
    rules = cards.bind("moriham", {}, "starter+own")
    assert rules.catalogue_name == "starter+own:1"
    assert set(cards.starter("moriham").cards) | {"odd_beast"} == set(rules.catalogue.cards)
    with Journal(tmp_path / "m.sqlite3") as journal:
        table = Table.begin(journal, rules, ("A", "B"))
        table.submit({"action": "start_game", "first": "A"})
        save(match, "red_rite")
        again = resume(journal, table.id)
        assert again.seq == 1
        assert "red_rite" not in again.rules.catalogue.cards
        assert "red_rite" in cards.open("moriham", "starter+own").cards
        for one in (table, again):
            one.close()


def test_cards_that_were_taken_away_are_missed_by_number(folder: Path) -> None:
    save(typed_in("moriham", BEAST), "odd_beast")
    (folder / "moriham" / "own.toml").unlink()
    with pytest.raises(Illegal) as refused:
        cards.open("moriham", "starter+own:1")
    assert refused.value.refusals[0].code == "own_cards_missing"
    assert cards.open("moriham", "starter+own").hash == cards.starter("moriham").hash


@pytest.mark.parametrize("spoil", ["level = 99", "tune = 1", "= broken ["])
def test_a_broken_own_catalogue_is_named_and_left_alone(folder: Path, spoil: str) -> None:
    """No match begins with it, none is stopped by it, and nothing is saved into it."""
    match = typed_in("moriham", BEAST, RITE)
    file = save(match, "odd_beast")
    file.write_text(file.read_text(encoding="utf-8").replace("level = 2", spoil), encoding="utf-8")
    before = file.read_bytes()
    for attempt in (lambda: cards.bind("moriham", {}, "starter+own"), lambda: save(match, "red_rite")):
        with pytest.raises(Illegal) as refused:
            attempt()
        assert refused.value.refusals[0].code == "own_catalogue_broken"
        assert "--catalogue starter" in refused.value.refusals[0].text().in_("en")
        assert len(refused.value.refusals) >= 2, "every fault is named after it"
    assert file.read_bytes() == before
    assert cards.bind("moriham").catalogue_name == "starter"


def test_a_card_of_the_match_needs_no_saving_and_no_folder_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match = typed_in("moriham", RITE)
    with pytest.raises(Illegal) as known:
        cards.save_own(match.rules.catalogue, "mudling", match.state.typed_cards["red_rite"])
    assert known.value.refusals[0].code == "card_known"
    monkeypatch.delenv(FOLDER)
    with pytest.raises(Illegal) as nowhere:
        save(match, "red_rite")
    assert nowhere.value.refusals[0].code == "no_card_folder"


def test_own_cards_are_offered_by_name_once_there_are_any() -> None:
    assert cards.names("moriham") == ("starter",)
    save(typed_in("moriham", RITE), "red_rite")
    assert cards.names("moriham") == ("starter", "own", "starter+own")


DEAREST = 20
"""What a card of Mamlejet's costs at most in a catalogue."""


def typed_by_chance(game: str, number: int) -> tuple[Match[Any], dict[str, Any]]:
    """A match in which cards can be typed in, and so many of them with figures that the referee takes."""
    match, rng, typed = Match(cards.bind(game), ("A", "B")), random.Random(11), dict[str, Any]()
    while "add_card" not in match.rules.legal(match.state, None):
        action = match.rules.sample(match.state, rng)
        assert action is not None
        match.do(action)
    others = frozenset(name_of(kind) for kind in match.rules.game.actions) - {"add_card"}
    while len(typed) < number:
        action = match.rules.sample(match.state, rng, avoid=others)
        assert action is not None
        after, _ = match.rules.apply(match.state, replace(action, id=f"card{len(typed)}"))
        if game != "mamlejet" or all(card.cost.total <= DEAREST for card in after.typed_cards.values()):
            typed |= after.typed_cards
    return match, typed


@pytest.mark.parametrize("game", ["bhm", "mamlejet"])
def test_whatever_is_typed_in_at_bhm_and_mamlejet_can_be_kept(folder: Path, game: str) -> None:
    """What the referee takes at the table its catalogue takes too, with the same figures; then it is played with."""
    number = by_form(quick=6, usual=20, long=60, nightly=60)
    match, typed = typed_by_chance(game, number)
    assert len(typed) == number
    for card, figures in typed.items():
        assert cards.save_own(match.rules.catalogue, card, figures) == folder / game / "own.toml"
    kept = cards.open(game, "own").cards
    assert [replace(kept[card], name=figures.name) for card, figures in typed.items()] == list(typed.values())
    assert all(kept[card].name for card in typed)
    rules = cards.bind(game, {}, "starter+own")
    assert rules.catalogue_name == f"starter+own:{number}"
    assert set(rules.catalogue.cards) == {*cards.starter(game).cards, *typed}
    assert rules.catalogue.extras == cards.starter(game).extras, "the decks to begin with are still there"
    with pytest.raises(Illegal) as refused:
        cards.save_own(match.rules.catalogue, "card0", typed["card0"])
    assert refused.value.refusals[0].code == "card_saved_already"


def test_a_name_that_is_made_of_an_id_is_one(folder: Path) -> None:
    match, typed = typed_by_chance("mamlejet", 1)
    cards.save_own(match.rules.catalogue, "red-net", replace(typed["card0"], id="red-net"))
    assert cards.open("mamlejet", "own").cards["red-net"].name.es == "Red net"


def test_a_card_that_no_catalogue_takes_is_refused_with_the_reason(folder: Path) -> None:
    match, typed = typed_by_chance("mamlejet", 12)
    dear = next(card for card in typed.values() if card.cost.total)
    with pytest.raises(Illegal) as refused:
        cards.save_own(match.rules.catalogue, dear.id, replace(dear, cost=replace(dear.cost, white=9, red=9, blue=9)))
    assert "at most 20 points in all" in " ".join(refusal.text().in_("en") for refusal in refused.value.refusals)
    assert not (folder / "mamlejet" / "own.toml").exists()
