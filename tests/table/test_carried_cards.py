"""A match file carries the cards that it was played with: it opens where nobody has the catalogue, and files of before open as ever."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from msgspec import UNSET

import tapete
from tapete import cards
from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.cards.finding import FOLDER
from tapete.coach.play_outs import PlayOuts
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.table import Hub, Journal, match_file
from tests.cards.test_format_2 import raised, reworded
from tests.contract.test_bent_catalogues import printed
from tests.table.test_match_file import changed


@pytest.fixture
def own_set(tmp_path: Path) -> Path:
    """The Lantern Marsh as a French set of its own, with one card more, in a folder that only its owner has."""
    folder = tmp_path / "ana" / "secret plans"
    folder.mkdir(parents=True)
    plain = reworded(raised("moriham"), "fr")
    plain["card"].append({**plain["card"][0], "id": "ferryman", "name": {"fr": "Passeur"}})
    (folder / "five cards.toml").write_bytes(tomli_w.dumps(plain).encode())
    return folder / "five cards.toml"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A friend's computer, with a folder of catalogues in which there is nothing."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "friend"))
    made = Hub(Journal(tmp_path / "friend.sqlite3"))
    yield made
    made.close()


def played(own_set: Path) -> bytes:
    """A duel as its owner sends it; the catalogue is nowhere then."""
    rules = cards.bind("moriham", {"deck_size": 40}, own_set)
    match, rng = Match(rules, ("A", "B")), random.Random(4)
    play_on(match, dict.fromkeys(match.seats, bot_of(rules, rng, "easy")), rng)
    raw = match_file.export(match.header, match.log.entries, {"A": "Ana", "B": "Bruno"}, match.result, rules.catalogue)
    own_set.unlink()
    own_set.with_name("evening.tapete").write_bytes(raw)
    return raw


def test_a_match_opens_at_a_friend_s_without_the_catalogue(own_set: Path, hub: Hub, tmp_path: Path) -> None:
    raw = played(own_set)
    assert b"secret plans" not in raw, "a path is nobody's business"
    header = json.loads(raw.splitlines()[0])["header"]
    assert header["catalogue"] == "five cards.toml"
    assert match_file.check(match_file.read(raw))[1] == ()
    assert list(match_file.faults(raw)) == []
    table = hub.load(raw)
    assert table.rules.catalogue.cards["ferryman"].name.text.in_("es") == "Passeur"
    hub.let_go(table.id)
    again = hub.table(table.id)
    assert again is not None
    assert again.rules.catalogue_hash == header["catalogue_hash"], "the journal keeps the cards, for the next start"
    once_more = hub.begin_again(again)
    hub.let_go(once_more.id)
    kept = hub.journal.match(once_more.id)
    assert kept is not None
    assert kept.header.cards == header["cards"], "another match with the same cards keeps them too"
    assert again.export().splitlines()[0] == raw.splitlines()[0].replace(b',"names":{"A":"Ana","B":"Bruno"}', b"")
    file = tmp_path / "again.tapete"
    tapete.load(own_set.with_name("evening.tapete")).save(file)
    assert file.read_bytes() == raw


def test_play_outs_in_other_processes_know_the_cards(own_set: Path) -> None:
    match, _differences = match_file.check(match_file.read(played(own_set)))
    counts = PlayOuts(match.rules, workers=2)
    try:
        assert 0 <= counts.worth(match.log.after(20), 1).share <= 1
    finally:
        counts.close()


def test_cards_that_are_here_are_kept_once(hub: Hub, tmp_path: Path) -> None:
    friend = tmp_path / "friend" / "moriham"
    friend.mkdir(parents=True)
    (friend / "marsh.toml").write_bytes(tomli_w.dumps(raised("moriham")).encode())
    for name, carries in (("marsh", False), ("starter", False)):
        table = hub.begin("moriham", catalogue=name)
        raw = table.export()
        assert ('"cards":{' in raw.decode()) is True
        kept = hub.load(raw)
        hub.let_go(kept.id)
        found = hub.journal.match(kept.id)
        assert found is not None
        assert (found.header.cards is not UNSET) is carries
    (friend / "marsh.toml").write_bytes(tomli_w.dumps({**raised("moriham"), "card": raised("moriham")["card"][:-1]}).encode())
    other = hub.load(hub.begin("moriham", catalogue="marsh").export().replace(b'"catalogue":"marsh"', b'"catalogue":"gone"'))
    assert len(other.rules.catalogue.cards) == len(raised("moriham")["card"]) - 1


def test_files_of_before_are_read_and_need_their_catalogue(hub: Hub) -> None:
    raw = hub.begin("moriham").export()
    before = changed(raw, 0, bare)
    assert match_file.check(match_file.read(before))[1] == ()
    hub.load(before)
    elsewhere = changed(before, 0, lambda opening: opening["header"].update(catalogue="gone"))
    with pytest.raises(Illegal, match="other_cards"):
        hub.load(elsewhere)
    assert json.loads(hub.begin("shazamm").export().splitlines()[0])["tapete_match"] == 1


def bare(opening: dict[str, Any]) -> None:
    opening["tapete_match"] = 1
    del opening["header"]["cards"]


def deep(opening: dict[str, Any]) -> None:
    opening["header"]["cards"]["card"][0]["name"] = json.loads("[" * 40 + "]" * 40)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda opening: opening["header"]["cards"]["card"][0].update(level=2), "cards_altered"),
        (lambda opening: opening["header"]["cards"]["card"][0].update(level=99), "bad_card"),
        (lambda opening: opening["header"].update(catalogue_hash="0" * 64), "cards_altered"),
        (lambda opening: opening["header"].update(game="shazamm"), "fixed_deck"),
        (lambda opening: opening["header"]["cards"].update(card=["x" * 1_100_000]), "catalogue_too_large"),
        (deep, "catalogue_too_large"),
        (lambda opening: opening.update(tapete_match=1), "not_a_match_file"),
        (lambda opening: opening["header"].update(cards=[]), "not_a_match_file"),
    ],
)
def test_cards_that_are_not_those_of_the_match_are_refused(change: Any, code: str, hub: Hub) -> None:
    wrong = changed(hub.begin("moriham").export(), 0, change)
    with pytest.raises(Illegal) as refused:
        hub.load(wrong)
    (refusal, *_more) = refused.value.refusals
    assert refusal.code == code
    assert refusal.text().in_("es") != refusal.text().in_("en")


@pytest.mark.parametrize("game", ["moriham", "datamorphs", "bhm", "mamlejet"])
def test_a_file_grows_by_less_than_its_catalogue_has(game: str, hub: Hub) -> None:
    raw = hub.begin(game).export()
    header = json.loads(raw.splitlines()[0])["header"]
    assert header["cards"] == json.loads(json.dumps(printed(game)))
    assert len(json.dumps(header["cards"])) < 12_000
    assert cards.carried(game, header["cards"], "starter").cards == cards.starter(game).cards
