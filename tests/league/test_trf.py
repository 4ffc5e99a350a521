"""What events export is read by a program of others: TRF by caissify-pairings, CSV by a spreadsheet's rules.

`tools/trf_witness.py` lets bbpPairings read as many random evenings as you like.
"""

from __future__ import annotations

import csv
import io
import os
import random
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from caissify_pairings.trf import parse_trf

from tapete.league.server.exports import cell, csv_of, trf_of
from tapete.league.standings import standings
from tapete.league.tournament import Tournament
from tests.run_forms import by_form
from tools.trf_witness import RULES, evening, evenings, fault_of

pytestmark = pytest.mark.league


BBP = os.environ.get("TAPETE_BBPPAIRINGS") or shutil.which("bbpPairings.exe")
"""bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings), where it is built."""

SOFFICE = shutil.which("soffice")

DATE = re.compile(r"^\s*\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?\s*$")
"""What a spreadsheet takes for a date."""


def played(kind: str, seed: int) -> tuple[Tournament, dict[str, str]]:
    return evening(random.Random(f"{kind} {seed}"), kind)


@pytest.mark.parametrize("kind", RULES)
def test_another_program_reads_names_results_and_points(kind: str) -> None:
    for seed in range(by_form(2, 5, 15, 100)):
        tournament, names = played(kind, seed)
        read = parse_trf(trf_of(tournament, names))
        scale = 2 if kind.startswith("2") or kind == "chess" else 1
        points = tournament.match_points()
        assert len(read["players"]) == len(tournament.entrants)
        for one, found in zip(tournament.entrants, read["players"], strict=True):
            assert found["name"] == names[one.person]
            missed = sum(one.number not in {n for placed in r.placed for n in placed.pairing.entrants} for r in tournament.rounds)
            assert float(found["score"]) == (points[one.number] + missed * tournament.settings.points.absent) / scale


@pytest.mark.skipif(BBP is None, reason="TAPETE_BBPPAIRINGS does not name bbpPairings")
def test_bbppairings_reads_checks_and_pairs_twenty_random_evenings() -> None:
    marks, known = set[str](), Path(str(BBP))
    for kind, tournament, report in evenings(24, 20261127):
        marks |= set(re.findall(r" ([HUZ+=-])(?=  |\r)", report))
        assert fault_of(known, tournament, report) == "", kind
    assert marks == set("HUZ+=-"), "every mark of a report was among them"


@pytest.mark.skipif(BBP is None, reason="TAPETE_BBPPAIRINGS does not name bbpPairings")
def test_bbppairings_notices_a_report_that_lies() -> None:
    _kind, tournament, report = next(evenings(1, 1))
    assert fault_of(Path(str(BBP)), tournament, re.sub(r"(001 {4}1 .{74})....", r"\g<1>99.0", report))


def test_a_report_names_its_points_where_they_are_not_those_of_chess() -> None:
    chess, cards = (trf_of(*played(kind, 1)) for kind in ("2-1-0", "3-1-0"))
    assert "BB" not in chess
    assert "BBW  3.0\r\nBBD  1.0\r\n" in cards


def test_no_cell_of_a_csv_can_be_taken_for_a_date() -> None:
    for seed in range(5):
        tournament, names = played("3-1-0", seed)
        rows = list(csv.reader(io.StringIO(csv_of(tournament, names))))
        assert [cell for row in rows for cell in row if DATE.match(cell)] == []
        share = rows[0].index("opponents_wins")
        assert all(re.fullmatch(r"\d{1,3}\.\d\d %", row[share]) for row in rows[1:])


def test_a_share_is_told_in_percent_with_its_sum() -> None:
    tournament, _names = played("3-1-0", 3)
    said = [value.says().in_("en") for line in standings(tournament) for value in line.breaks if value.name == "opponents_wins"]
    assert all(re.search(r"= \d+\.\d %$", one) or one.endswith("%") for one in said)


@pytest.mark.parametrize("name", ["3/8", "3-8", "8.3.", "12", "1:30"])
def test_a_name_that_looks_like_a_date_is_text(name: str) -> None:
    assert cell(name) == f"'{name}"
    assert cell(f"Ana {name}") == f"Ana {name}"


@pytest.mark.nightly
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not here")
def test_libreoffice_opens_a_csv_without_a_date_or_a_formula(tmp_path: Path) -> None:
    """With numbers detected, as the box of its dialog says: percentages are figures, names are text."""
    tournament, names = played("friday", 1)
    for one, name in zip(tournament.entrants, ("=1+1", "3/8", "José Ñandú"), strict=False):
        names[one.person] = name
    file = tmp_path / "event.csv"
    file.write_text(csv_of(tournament, names), encoding="utf-8-sig", newline="")
    words = [
        str(SOFFICE),
        "--headless",
        f"-env:UserInstallation={(tmp_path / 'own').as_uri()}",
        "--infilter=CSV:44,34,76,1,,1033,false,true",
    ]
    subprocess.run([*words, "--convert-to", "fods", "--outdir", str(tmp_path), str(file)], check=True, capture_output=True)
    sheet = (tmp_path / "event.fods").read_text(encoding="utf-8").partition("<office:spreadsheet>")[2]
    kinds = Counter(re.findall(r'office:value-type="(\w+)"', sheet))
    assert set(kinds) == {"string", "float", "percentage"}
    assert kinds["percentage"] >= len(tournament.entrants)
    assert "table:formula" not in sheet
    assert "José Ñandú" in sheet


@pytest.mark.parametrize("sign", [*"=+-@\t\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_a_cell_that_begins_as_a_formula_is_text(sign: str) -> None:
    assert cell(f"{sign}cmd|1") == f"'{sign}cmd|1"
    assert cell(f"Ann{sign}") == f"Ann{sign}"
