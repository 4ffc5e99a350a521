"""`tapete rules`: clauses by id, by number and by word, in both languages."""

from __future__ import annotations

import json

import pytest

from tapete.cli import main


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--lang", "en", "rules")
    assert code == 0
    assert "shazamm" in out


@pytest.mark.parametrize("word", ["SHZ-035", "shz-035", "035"])
def test_a_clause_is_found_by_its_id(capsys: pytest.CaptureFixture[str], word: str) -> None:
    code, out, _ = said(capsys, "--lang", "en", "rules", "shazamm", word)
    assert (code, out) == (0, "SHZ-035   Any part of the mana left may be bid.\n")
    assert "maná" in said(capsys, "--lang", "es", "rules", "shazamm", word)[1]


def test_clauses_are_found_by_a_word_in_either_language(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("bridge", "puente"):
        assert "SHZ-003" in said(capsys, "--lang", "en", "rules", "shazamm", word)[1]


def test_all_of_them_come_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "rules", "shazamm", "--json")[1])
    assert len(found) > 180
    assert set(found[0]) == {"id", "es", "en"}


def test_a_ruling_is_said_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--lang", "es", "rules", "shazamm", "R16", "--reasons")
    assert code == 0
    for words in ("Pregunta: ", "Qué más podría ser: ", "En el reglamento: ", "--worked SHZ-R16"):
        assert words in out
    found = json.loads(said(capsys, "rules", "shazamm", "R16", "--reasons", "--json")[1])
    assert set(found[0]["argument"]) == {"asks", "answer", "others", "why"}


def test_what_is_not_there_is_said_with_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "--lang", "es", "rules", "chess")
    assert (code, out) == (2, "")
    assert "chess" in err
    assert "shazamm" in err
    code, out, err = said(capsys, "--lang", "es", "rules", "shazamm", "SHZ-999")
    assert (code, out) == (1, "")
    assert "SHZ-999" in err
