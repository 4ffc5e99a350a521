"""`tapete replay --coach`, in words and as JSON, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tapete.coach import review
from tapete.commands.coached import lines
from tapete.table.match_file import export
from tests.coach.test_exact import begun, turn
from tests.commands.test_tables import tapete


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match of two turns that B concedes."""
    match = begun()
    turn(match, 11, 44)
    turn(match, 20, 3)
    match.do({"action": "concede", "seat": "B"})
    path = tmp_path / "match.jsonl"
    path.write_bytes(export(match.header, match.log.entries, {"A": "Ana", "B": "Bruno"}, match.result))
    return path


def test_the_coach_tells_the_dearest_bid_with_what_perfect_play_bids(file: Path) -> None:
    told = tapete(file.parent, "--lang", "en", "replay", "--quiet", "--coach", str(file))
    assert told.returncode == 0, told.stdout
    said = told.stdout.splitlines()
    assert said[1] == "The coach: no card was left, so this is exact. Chances are Ana's, and a draw is half a match."
    assert said[2].startswith("Round 1, turn 1: 50.0 % → ")
    assert "Bruno bids 44 of 50 (costs " in said[2]
    start = next(n for n, line in enumerate(said) if line.startswith("Round 1, turn 1: the 44 of Bruno has cost "))
    bars = said[start + 1 :]
    assert "█" in bars[0]
    assert any(line.strip().startswith("44 ") and line.endswith("0.0 % ◀") for line in bars)
    assert said[-2].startswith("Ana: the bids have cost ")


def test_the_coach_speaks_spanish(file: Path) -> None:
    told = tapete(file.parent, "--lang", "es", "replay", "--quiet", "--coach", str(file))
    assert told.returncode == 0, told.stdout
    assert "El entrenador: no quedaba ninguna carta, así que esto es exacto." in told.stdout
    assert "Bruno apuesta 44 de 50 (cuesta " in told.stdout


@pytest.mark.slow
def test_as_json_the_figures_stand_beside_the_differences(file: Path) -> None:
    told = tapete(file.parent, "replay", "--json", "--coach", str(file))
    assert told.returncode == 0, told.stdout
    found = json.loads(told.stdout)
    coach = found["coach"]
    assert found["differences"] == []
    assert [one["turn"] for one in coach["turns"]] == [1, 2]
    assert coach["turns"][0]["costs"]["B"] == pytest.approx(coach["turns"][0]["bids"][1]["costs"][43])
    assert coach["cost"]["B"] == pytest.approx(sum(one["costs"]["B"] for one in coach["turns"]))
    assert coach["moments"][0]["seat"] == "B"
    assert "coach" not in json.loads(tapete(file.parent, "replay", "--json", str(file)).stdout)


def test_silence_is_told_with_its_reason() -> None:
    assert list(lines(review(begun()), {"A": "A", "B": "B"})) == ["The coach is silent: no turn was played to its end."]  # type: ignore[arg-type]  # nothing to sample


@pytest.mark.slow
def test_the_exact_curve_is_a_picture_with_a_number_at_each_moment(file: Path) -> None:
    picture = file.parent / "curve.svg"
    told = tapete(file.parent, "--lang", "en", "replay", "--quiet", "--coach", "-o", str(picture), str(file))
    assert told.returncode == 0, told.stderr
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    words = ["".join(part.itertext()) for part in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:2] == ["The chance of Ana over the match", "exact; a draw is half a match"]
    assert {"0 %", "50 %", "100 %", "1"} <= set(words)
    assert "http" not in picture.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")


def test_a_match_of_other_rules_is_looked_at_as_far_as_these_come(file: Path) -> None:
    opening, *entries, closing = file.read_bytes().splitlines()
    header = json.loads(opening)
    header["header"]["rules_version"] = "0.9"
    middle = json.loads(entries[5])
    middle["crc"] ^= 1
    file.write_bytes(b"\n".join([json.dumps(header).encode(), *entries[:5], json.dumps(middle).encode(), *entries[6:], closing, b""]))
    told = tapete(file.parent, "--lang", "en", "replay", "--quiet", "--coach", str(file))
    assert told.returncode == 1
    assert "Played under rules 0.9; these are " in told.stdout
    assert f"The coach looks at the match up to move 5 of {len(entries)}: these rules do not come to the state after that" in told.stdout
    spanish = tapete(file.parent, "--lang", "es", "replay", "--quiet", "--coach", str(file)).stdout
    assert "El entrenador mira la partida hasta la jugada 5 de " in spanish
    assert "The coach looks" not in tapete(file.parent, "--lang", "en", "replay", "--quiet", str(file)).stdout, "nobody asked for it"
