"""The file of every sentence: what is in it, and that a changed one is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete import games
from tools import sentences
from tools.sentences import LANGUAGES, PARTS


def test_declared_sentences_are_there_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "before.txt"
    assert sentences.main([str(kept), "--part", "prompts"]) == 0
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert "en\tbhm refusal not_active BHM-010\tIt is {active:seat}'s turn." in lines
    assert {tuple(line.split("\t")[1].split()[:1]) for line in lines} == {(game,) for game in games.BUILT_IN}
    counts = [sum(line.startswith(f"{language}\t") for line in lines) for language in LANGUAGES]
    assert min(counts) > 1500
    assert sentences.main(["--against", str(kept), "--part", "prompts"]) == 0
    assert capsys.readouterr().out == f"the same {len(lines)} sentences\n"


def test_a_changed_sentence_is_printed_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "before.txt"
    lines = sentences.lines(["prompts"])
    changed = lines.index("es\tshazamm title\tShazamm")
    kept.write_text("\n".join((*lines[:changed], "es\tshazamm title\tShazam", *lines[changed + 1 :], "")), encoding="utf-8")
    assert sentences.main(["--against", str(kept), "--part", "prompts"]) == 1
    assert capsys.readouterr().out == "- es\tshazamm title\tShazam\n+ es\tshazamm title\tShazamm\n"


def test_nothing_to_write_or_compare_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        sentences.main([])
    assert ended.value.code == 2
    assert "--against" in capsys.readouterr().err


def test_worked_refusals_are_there() -> None:
    lines = sentences.lines(["refused"])
    assert "en\tshazamm refused reveal_bids bid_over_mana SHZ-035\tYou bid 51 but have 50 mana left. Choose from 1 to 50." in lines
    assert not [line for line in lines if re.search(r"\{\w+(:\w+)?\}", line.split("\t")[2])]
    assert {line.split()[1] for line in lines} == {*games.BUILT_IN, "core"}


@pytest.mark.long
def test_golden_matches_and_pages_speak_of_every_game_and_repeat_themselves() -> None:
    first = sentences.lines(["golden", "pages"])
    for game in games.BUILT_IN:
        assert [line for line in first if line.split("\t")[1].startswith(f"{game} ")]
        assert f"page /rules/{game}" in {line.split("\t")[1] for line in first}
    assert sentences.difference(first, sentences.lines(["golden", "pages"])) == []


def test_a_page_is_read_as_a_person_reads_it() -> None:
    page = '<p title="Why?">Match <b>k3</b>, 12:30</p><script>hidden()</script><img alt="A board"><i>42</i>'
    assert list(sentences.read(page, "k3")) == ["Why?", "Match ", "MATCH", ", TIME", "A board"]


def test_every_part_is_told_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sentences.main(["--help"])
    told = capsys.readouterr().out
    assert all(part in told for part in PARTS)
