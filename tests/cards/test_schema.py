"""The JSON Schema of catalogues, judged by another hand's validator: what it refuses the reader refuses too, and it takes what is sound."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from jsonschema import Draft202012Validator

from tapete import cards, games
from tapete.cards import catalogue_schema
from tapete.cards.toml import document
from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal
from tests.cards.test_format_2 import GAMES, marsh, raised, reworded
from tests.contract.test_bent_catalogues import VALUES, places, printed, with_value

TEMPLATES = Path(cards.__file__).parent / "templates"


def validator(game: str) -> Draft202012Validator:
    made = catalogue_schema.of_game(game)
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(made)


@pytest.mark.parametrize("game", GAMES)
def test_every_catalogue_of_ours_is_valid(game: str) -> None:
    judge, files = validator(game), sorted(TEMPLATES.glob(f"{game}.*.toml"))
    assert len(files) == 2
    for plain in (printed(game), raised(game), reworded(raised(game), "fr"), *(document(file.read_bytes(), file.name) for file in files)):
        assert [error.json_path for error in judge.iter_errors(plain)] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("catalogue", "schema"), 3),
        (("catalogue", "game"), "chess"),
        (("catalogue", "publisher"), 3),
        (("catalogue", "colour"), "red"),
        (("card",), []),
        (("card", 0, "name"), {}),
        (("card", 0, "name"), {"french": "Passeur"}),
        (("card", 0, "name", "fr"), "P" * 41),
        (("card", 0, "level"), 10),
        (("card", 0, "attack"), "5"),
        (("card", 0, "type"), "monstre"),
        (("card", 0, "foil"), True),
        (("card", 0, "rarity"), ""),
        (("card", 0, "picture"), {"file": "../a.jpg", "sha256": "0" * 64, "licence": "CC0"}),
        (("card", 0, "picture"), {"file": "a.jpg", "sha256": "0", "licence": "CC0"}),
        (("card", 0, "special", "mode"), "always"),
        (("card", 0, "ability", "ops"), [{"op": "draw", "who": "me", "n": 1}]),
    ],
)
def test_schema_and_reader_refuse_the_same_bad_set(path: tuple[str | int, ...], value: Any) -> None:
    plain = marsh({"fr": "Passeur"})
    reader = games.need("moriham").cards
    assert reader is not None
    assert validator("moriham").is_valid(plain)
    reader.read(plain)
    here: Any = plain
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    assert not validator("moriham").is_valid(plain)
    with pytest.raises(CardError):
        reader.read(plain)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_the_schema_refuses_the_reader_refuses(game: str, tmp_path: Path) -> None:
    rng, judge, file, seen = random.Random(game), validator(game), tmp_path / "bent.toml", 0
    plain = raised(game)
    plain["card"] = plain["card"][:3]
    plain.pop("deck", None)
    everywhere = list(places(plain))
    for _number in range(40):
        at, value = rng.choice(everywhere), rng.choice(VALUES)
        bent = with_value(plain, at, value)
        file.write_bytes(tomli_w.dumps(bent).encode())
        if judge.is_valid(bent):
            continue
        seen += 1
        with pytest.raises((CardError, Illegal)):
            cards.read_file(file)
    assert seen > 10


def test_a_fixed_deck_has_no_schema() -> None:
    with pytest.raises(Illegal) as refused:
        catalogue_schema.of_game("shazamm")
    assert refused.value.refusals[0].code == "fixed_deck"
