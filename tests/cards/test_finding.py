"""Catalogues as files: found, bounded, read, and every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete import cards
from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal

HEAD = '[catalogue]\ngame = "moriham"\nschema = 1\nname = "Three"\n'
TRAP = """
[[card]]
id = "{id}"
name = {{ es = "Uno", en = "One" }}
type = "trap"
[[card.effect]]
mode = "structured"
when = "{when}"
ops = [{{ op = "draw", who = "own", n = 1 }}]
[[card.effect]]
mode = "structured"
when = "any"
ops = [{{ op = "draw", who = "own", n = 2 }}]
"""


def trap(name: str, when: str = "any") -> str:
    return TRAP.format(id=name, when=when)


def codes(fault: pytest.ExceptionInfo[Illegal]) -> list[str]:
    return [refusal.code for refusal in fault.value.refusals]


def test_the_starter_set_comes_with_its_game() -> None:
    catalogue = cards.starter("moriham")
    assert (catalogue.game, catalogue.name, catalogue.title) == ("moriham", "starter", "Lantern Marsh")
    assert cards.open("moriham") == catalogue
    assert len(catalogue.cards) == 20


def test_a_catalogue_is_opened_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(HEAD + trap("one") + trap("two"), encoding="utf-8")
    catalogue = cards.open("moriham", path)
    assert (catalogue.name, catalogue.title, list(catalogue.cards)) == (str(path), "Three", ["one", "two"])
    assert cards.bind("moriham", {"deck_size": 40}, str(path)).catalogue_hash == catalogue.hash


def test_a_catalogue_is_opened_by_its_name_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "moriham").mkdir()
    (tmp_path / "moriham" / "three.toml").write_text(HEAD + trap("one"), encoding="utf-8")
    monkeypatch.setenv("TAPETE_CARDS", str(tmp_path))
    assert cards.open("moriham", "three").name == "three"
    for wrong in ("four", "../moriham/three", "..", ""):
        with pytest.raises(Illegal) as fault:
            cards.open("moriham", wrong)
        assert codes(fault) == ["no_such_catalogue"]


def test_the_folder_is_listed_after_the_starter_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPETE_CARDS", raising=False)
    assert cards.names("moriham") == ("starter",)
    assert cards.names("shazamm") == ()
    monkeypatch.setenv("TAPETE_CARDS", str(tmp_path))
    assert cards.names("moriham") == ("starter",)
    (tmp_path / "moriham").mkdir()
    for name in ("b.toml", "a.toml", "starter.toml", "notes.txt"):
        (tmp_path / "moriham" / name).write_text(HEAD + trap("one"), encoding="utf-8")
    assert cards.names("moriham") == ("starter", "a", "b")
    assert [cards.open("moriham", name).name for name in cards.names("moriham")] == ["starter", "a", "b"]
    with pytest.raises(Illegal):
        cards.names("chess")


def test_what_is_not_there_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPETE_CARDS", raising=False)
    for name in ("three", str(tmp_path / "three.toml"), tmp_path):
        with pytest.raises(Illegal) as fault:
            cards.open("moriham", name)
        assert codes(fault) == ["no_such_catalogue"]
    with pytest.raises(Illegal) as fault:
        cards.bind("chess")
    assert codes(fault) == ["unknown_game"]


def test_a_game_with_a_fixed_deck_has_no_catalogue(tmp_path: Path) -> None:
    assert cards.bind("shazamm").catalogue is None
    assert cards.bind("shazamm", {"full_hand": True}, "starter").options.full_hand
    with pytest.raises(Illegal) as fault:
        cards.starter("shazamm")
    assert codes(fault) == ["fixed_deck"]
    with pytest.raises(Illegal) as fault:
        cards.open("shazamm", tmp_path / "x.toml")
    assert codes(fault) == ["fixed_deck"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"#" * (cards.MOST_BYTES + 1), "catalogue_too_large"),
        (b'name = "\xff"', "catalogue_not_utf8"),
        (b"[catalogue\n", "catalogue_not_toml"),
        (b"x = " + b"[" * 5000, "catalogue_too_deep"),
        (b"x = " + b"9" * 5000, "catalogue_not_toml"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path, raw: bytes, code: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(raw)
    with pytest.raises(Illegal) as fault:
        cards.open("moriham", path)
    assert codes(fault) == [code]
    text = fault.value.refusals[0].text()
    assert "bad.toml" in text.in_("es")
    assert "bad.toml" in text.in_("en")


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    raw = (HEAD + trap("one")).encode()
    path.write_bytes(raw + b"#" * (cards.MOST_BYTES - len(raw)))
    assert list(cards.open("moriham", path).cards) == ["one"]


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD, encoding="utf-8")

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(Illegal) as fault:
        cards.open("moriham", path)
    assert codes(fault) == ["catalogue_not_readable"]


def test_every_fault_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "faults.toml"
    nameless = '\n[[card]]\ntype = "trap"\n'
    path.write_text(HEAD.replace("schema = 1", "schema = 7") + trap("one", "main") + trap("one") + nameless, encoding="utf-8")
    with pytest.raises(CardError) as fault:
        cards.open("moriham", path)
    found = {(one.card, one.key): one.line for one in fault.value.faults}
    assert found == {
        (None, "catalogue.schema"): 3,
        ("one", "id"): 20,
        ("card[3]", "id"): 32,
        ("card[3]", "name"): 32,
        ("card[3]", "effect"): 32,
        ("one", "effect[1].when"): 10,
    }
    assert fault.value.refusals[0].text().in_("en").startswith("3: catalogue.schema: ")
