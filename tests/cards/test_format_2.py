"""Catalogues of format 2: names and texts in any languages, where a card was printed, and the same cards whatever their words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tapete import cards, games
from tapete.cards.finding import FOLDER
from tapete.core.catalogue import CardError
from tapete.presentation.faces import face_of
from tapete.web.sheets import label_sheet

GAMES = ("datamorphs", "bhm", "mamlejet", "moriham")
TEXTS = ("name", "text")


def raised(game: str) -> dict[str, Any]:
    """The starter set of a game as a document of format 2."""
    reader = games.need(game).cards
    assert reader is not None
    plain = tomllib.loads(reader.starter.read_text(encoding="utf-8"))
    head = plain.pop("catalogue", {}) or {key: plain.pop(key) for key in ("game", "name")}
    plain.pop("format", None)
    return {"catalogue": {**head, "schema": 2}, **plain}


def reworded(plain: Any, language: str, key: str = "") -> Any:
    """The same document with its texts in one language only."""
    if isinstance(plain, dict) and key in TEXTS and ("es" in plain or "en" in plain):
        return {language: plain.get("en") or plain["es"]}
    if isinstance(plain, dict):
        return {name: reworded(inner, language, name) for name, inner in plain.items()}
    return [reworded(inner, language) for inner in plain] if isinstance(plain, list) else plain


def read(plain: dict[str, Any], folder: Path) -> Any:
    file = folder / "set.toml"
    file.write_bytes(tomli_w.dumps(plain).encode())
    return cards.read_file(file)


def marsh(name: Any, **more: Any) -> dict[str, Any]:
    """A set of MORIHAM with one card."""
    card = {"id": "ferryman", "name": name, "type": "monster", "level": 2, "attack": 5, "defense": 6}
    does = {"special": {"mode": "never"}, "ability": {"mode": "declared", "timing": "main", "text": {"fr": "Comme imprimé."}}}
    return {"catalogue": {"game": "moriham", "schema": 2, "name": "Marais"}, "card": [{**card, **does, **more}]}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_reads_both_formats_and_one_language_is_enough(game: str, tmp_path: Path) -> None:
    first, plain = cards.starter(game), raised(game)
    found = read(plain, tmp_path)
    assert found.cards == first.cards, "the same cards, to the letter"
    french = read(reworded(plain, "fr"), tmp_path)
    assert list(french.cards) == list(first.cards)
    assert french.hash == found.hash, "no rule depends on a word"
    assert french.hash != first.hash
    plain["card"].pop()
    plain.pop("deck", None)
    assert read(plain, tmp_path).hash != found.hash


def test_other_languages_fall_back_in_one_order(tmp_path: Path) -> None:
    asked = ("fr", "pt-BR", "pt_BR", "de", "en", "es")
    for name, expected in (
        ({"de": "Fährmann", "fr": "Passeur"}, "Passeur Fährmann Fährmann Fährmann Fährmann Fährmann"),
        ({"fr": "Passeur", "en": "Ferryman", "pt": "Balseiro"}, "Passeur Balseiro Balseiro Ferryman Ferryman Ferryman"),
        ({"es": "Barquero", "fr": "Passeur"}, "Passeur Barquero Barquero Barquero Barquero Barquero"),
        ("Charon", "Charon Charon Charon Charon Charon Charon"),
    ):
        catalogue = read(marsh(name), tmp_path)
        text = catalogue.cards["ferryman"].name.text
        assert " ".join(text.in_(language) for language in asked) == expected
        assert cards.card_called(catalogue, "passeur" if isinstance(name, dict) else "charon") == "ferryman"


def test_a_french_card_is_french_where_it_is_shown(tmp_path: Path) -> None:
    catalogue = read(marsh({"fr": "Passeur"}), tmp_path)
    for language in ("es", "en"):
        face = face_of(catalogue, "ferryman", language)
        assert face.name == "Passeur"
        assert any(line.endswith(": Comme imprimé.") for _label, line in face.lines)
        assert "Passeur" in label_sheet(catalogue, language)
    both = read(marsh({"fr": "Passeur", "en": "Ferryman"}), tmp_path)
    assert (face_of(both, "ferryman", "fr").name, face_of(both, "ferryman", "es").name) == ("Passeur", "Ferryman")


def test_where_a_card_was_printed_is_kept_and_plays_no_part(tmp_path: Path) -> None:
    picture = {"file": "art/ferryman.jpg", "sha256": "0" * 64, "licence": "CC-BY-4.0", "by": "Ana"}
    plain = marsh({"fr": "Passeur"}, number="7a", rarity="rare", picture=picture)
    plain["catalogue"] |= {"publisher": "Les Passeurs", "licence": "CC-BY-SA-4.0", "set": "Marais I"}
    catalogue = read(plain, tmp_path)
    printed = catalogue.printings["ferryman"]
    assert (printed.set, printed.number, printed.rarity, printed.picture.file) == ("Marais I", "7a", "rare", "art/ferryman.jpg")
    assert (catalogue.credits.publisher, catalogue.credits.licence) == ("Les Passeurs", "CC-BY-SA-4.0")
    assert catalogue.hash == read(marsh("Charon"), tmp_path).hash


@pytest.mark.parametrize(
    ("change", "place", "english"),
    [
        ({"name": {}}, "ferryman.name", "must be a text, or a table with a text in one language at least"),
        ({"name": {"fr": ""}}, "ferryman.name.fr", "at least 1"),
        ({"name": {"fr": "P" * 41}}, "ferryman.name.fr", "at most 40"),
        ({"name": {"french": "Passeur"}}, "ferryman.name.french", "is no tag of a language; write fr, de or pt-BR"),
        ({"name": 7}, "ferryman.name", "must be a text"),
        ({"picture": {"file": "../key.jpg", "sha256": "0" * 64, "licence": "CC0"}}, "ferryman.picture.file", "path of a JPEG"),
        ({"picture": {"file": "/etc/key.jpg", "sha256": "0" * 64, "licence": "CC0"}}, "ferryman.picture.file", "path of a JPEG"),
        ({"picture": {"file": "a.jpg", "sha256": "0" * 64}}, "ferryman.picture.licence", "missing"),
        ({"rarity": 3}, "ferryman.rarity", "text"),
        ({"edition": "first"}, "ferryman.edition", "there is no such key here"),
    ],
)
def test_faults_name_card_and_key_in_both_languages(change: dict[str, Any], place: str, english: str, tmp_path: Path) -> None:
    with pytest.raises(CardError) as refused:
        read(marsh({"fr": "Passeur"}) | {"card": [marsh({"fr": "Passeur"})["card"][0] | change]}, tmp_path)
    (fault,) = refused.value.faults
    assert fault.place.partition(": ")[2] == place
    assert fault.line is not None
    assert english in fault.problem.in_("en")
    assert fault.problem.in_("es") not in ("", fault.problem.in_("en"))


@pytest.mark.parametrize("game", GAMES)
def test_another_format_says_what_is_needed(game: str, tmp_path: Path) -> None:
    plain = raised(game)
    plain["catalogue"]["schema"] = 3
    with pytest.raises(CardError) as refused:
        read(plain, tmp_path)
    (fault,) = refused.value.faults
    assert (fault.key, fault.problem.in_("en")) == ("catalogue.schema", "must be 1 or 2; a later format needs a newer Tapete")


def test_format_1_stays_as_strict_and_names_the_way_out(tmp_path: Path) -> None:
    plain = marsh({"es": "Barquero", "en": "Ferryman", "fr": "Passeur"})
    plain["catalogue"]["schema"] = 1
    plain["card"][0]["ability"] = {"mode": "none"}
    with pytest.raises(CardError) as refused:
        read(plain, tmp_path)
    (fault,) = refused.value.faults
    assert (fault.card, fault.key) == ("ferryman", "name.fr")
    assert "schema = 2" in fault.problem.in_("es")
    plain["card"][0]["name"] = {"es": "Barquero", "en": "Ferryman", "more": {"fr": "Passeur"}}
    with pytest.raises(CardError):
        read(plain, tmp_path)


@pytest.mark.parametrize("game", ["moriham", "bhm"])
def test_own_cards_of_one_format_join_a_set_of_the_other(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    folder = tmp_path / game
    folder.mkdir()
    plain = raised(game)
    mine = {**plain, "card": [{**plain["card"][0], "id": "mine", "name": {"fr": "La mienne"}}]}
    mine.pop("deck", None)
    (folder / "own.toml").write_bytes(tomli_w.dumps(mine).encode())
    (folder / "french.toml").write_bytes(tomli_w.dumps(reworded(plain, "fr")).encode())
    for base in ("starter", "french"):
        joined = cards.open(game, f"{base}+own")
        assert joined.cards["mine"].name.text.in_("fr") == "La mienne"
        assert len(joined.cards) == len(plain["card"]) + 1
        assert cards.open(game, joined.name).hash == joined.hash
