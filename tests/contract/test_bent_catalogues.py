"""Catalogues of every game with values deleted and replaced are refused with their faults, or read: never an exception."""

from __future__ import annotations

import datetime
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tapete import cards, games
from tapete.core import rules
from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal
from tests.chance import seed
from tests.run_forms import by_form

GAMES = ("datamorphs", "bhm", "mamlejet", "moriham")

NUMBER = by_form(60, 150, 300, 20_000)
"""Bent catalogues of each game, by form."""

SEED = seed(43)
"""The same catalogues each time, but at night."""

GONE = object()
"""Stands for a value that is deleted."""

VALUES: tuple[Any, ...] = (
    *(GONE, GONE, [], {}, [[]], [{}], {"a": {}}, {"id": []}, "", "x", "A" * 700, "á\x00", 0, -1, 9, 10**18, True),
    *(1.5, float("nan"), float("inf"), datetime.date(2026, 11, 27), datetime.time(1), ["x", "x"], [1, "x", {}]),
)
"""What is put in the place of a value: each type of TOML, empty and full."""

Path_ = tuple[str | int, ...]


def printed(game: str) -> dict[str, Any]:
    """The starter set of a game, as plain data."""
    reader = games.need(game).cards
    assert reader is not None
    return tomllib.loads(reader.starter.read_text(encoding="utf-8"))


def places(plain: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Every value of a document, by its path."""
    if at:
        yield at
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in pairs:
        yield from places(value, (*at, key))


def with_value(plain: Any, at: Path_, value: Any) -> Any:
    """The same document with another value at a path, or without it."""
    changed = dict(enumerate(plain)) if isinstance(plain, list) else dict(plain)
    key, rest = at[0], at[1:]
    if rest:
        changed[key] = with_value(changed[key], rest, value)
    elif value is GONE:
        del changed[key]
    else:
        changed[key] = value
    return list(changed.values()) if isinstance(plain, list) else changed


def judged(game: str, plain: Any, file: Path) -> bool:
    """Whether a document is read; each fault must be said in both languages, and what is read must be played."""
    file.write_bytes(tomli_w.dumps(plain).encode())
    try:
        catalogue = cards.read_file(file)
    except (CardError, Illegal) as refused:
        said = [refusal.text() for refusal in refused.refusals]
        assert said
        assert all(text.in_("es") and text.in_("en") for text in said)
        return False
    if catalogue.game == game:
        rules.bind(games.need(game), {}, catalogue)
    return True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_a_bent_catalogue_is_refused_or_read(game: str, tmp_path: Path) -> None:
    rng = random.Random(f"{game} {SEED}")
    plain = printed(game)
    kinds: dict[Path_, list[Path_]] = {}
    for at in places(plain):
        kinds.setdefault(tuple("" if isinstance(key, int) else key for key in at), []).append(at)
    read = 0
    for number in range(NUMBER):
        at, value = rng.choice(kinds[rng.choice(list(kinds))]), rng.choice(VALUES)
        try:
            read += judged(game, with_value(plain, at, value), tmp_path / "bent.toml")
        except Exception as fault:
            raise AssertionError(f"number {number}: {at} = {value!r}: {type(fault).__name__}: {fault}") from fault
    assert read < NUMBER
    assert read or NUMBER < 100, "the quick form may bend every one beyond reading"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["card", "deck"])
@pytest.mark.parametrize("value", [[], {}, [[]], 3, True, 1.5, datetime.date(2026, 11, 27), GONE])
def test_an_id_of_another_type_is_a_fault_of_its_card(game: str, kind: str, value: Any, tmp_path: Path) -> None:
    plain = printed(game)
    if kind not in plain:
        plain["deck"] = [{"id": "mine"}]  # the others have no decks, and say so
    file = tmp_path / "ids.toml"
    file.write_bytes(tomli_w.dumps(with_value(plain, (kind, 0, "id"), value)).encode())
    with pytest.raises(CardError) as refused:
        cards.read_file(file)
    assert any(kind in f"{fault.card}.{fault.key}" for fault in refused.value.faults)


@pytest.mark.parametrize("game", ["bhm", "mamlejet"])
def test_an_id_that_is_there_twice_is_a_fault(game: str, tmp_path: Path) -> None:
    for kind in ("card", "deck"):
        plain = printed(game)
        plain[kind].append(plain[kind][0])
        (tmp_path / "twice.toml").write_bytes(tomli_w.dumps(plain).encode())
        with pytest.raises(CardError) as refused:
            cards.read_file(tmp_path / "twice.toml")
        assert any(fault.key.rpartition(".")[2] == "id" for fault in refused.value.faults)


@pytest.mark.parametrize(("word", "divine"), [("dios", "god"), ("Diosa", "god"), ("semidios", "demigod"), ("demigod", "demigod")])
def test_a_printed_god_that_is_none_is_refused_with_the_key_that_counts(word: str, divine: str, tmp_path: Path) -> None:
    plain = printed("bhm")
    card = next(card for card in plain["card"] if card["kind"] == "being" and "divine" not in card)
    card["types"] = [word]
    file = tmp_path / "gods.toml"
    file.write_bytes(tomli_w.dumps(plain).encode())
    with pytest.raises(CardError) as refused:
        cards.read_file(file)
    (fault,) = refused.value.faults
    assert (fault.card, fault.key) == (card["id"], "types")
    assert f'divine = "{divine}"' in fault.problem.in_("es")
    card["divine"] = divine
    file.write_bytes(tomli_w.dumps(plain).encode())
    assert cards.read_file(file).cards[card["id"]].divine == divine
