"""Cards out of spreadsheets: the same rows as CSV and as ODS, which LibreOffice wrote; every planted fault by its cell."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from tapete import games
from tapete.cards import spreadsheet
from tapete.cards.toml import document
from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal
from tests.commands.test_cards import run

SHEETS = Path(__file__).parent / "sheets"
HEAD = {"game": "moriham", "schema": 2, "name": "Marais"}
COLUMNS = {"Nom": "name.fr", "Notes": "-"}
PLANTED = ("E3", "H3", "B4", "D4", "C5")


def convert(raw: bytes, columns: dict[str, str] | None = None, sheet: str | None = None) -> spreadsheet.Imported:
    reader = games.need("moriham").cards
    assert reader is not None
    return spreadsheet.convert(raw, "cards.csv", reader, HEAD, COLUMNS if columns is None else columns, sheet)


@pytest.mark.parametrize("file", ["five_faults.csv", "five_faults.ods"])
def test_five_planted_faults_are_found_at_once_each_at_its_cell(file: str) -> None:
    with pytest.raises(CardError) as refused:
        convert((SHEETS / file).read_bytes())
    faults = refused.value.faults
    assert tuple(fault.card for fault in faults) == PLANTED
    assert all(fault.problem.in_("es") != fault.problem.in_("en") for fault in faults)
    told = dict(zip(PLANTED, (fault.problem.in_("en") for fault in faults), strict=True))
    assert "at most 9" in told["D4"]
    assert told["B4"] == "this id is there already"
    assert "monster, magic, trap" in told["C5"]


MENDED = (
    "Nom;id;type;level;attack;defense;special;ability;number;effect[1].mode;effect[1].when;effect[1].ops;effect[2].mode;effect[2].when;"
    'effect[2].text.fr\nPasseur;ferryman;monster;2;5;6;{ mode = "never" };{ mode = "none" };1\n\n'
    'Reflux;ebb;trap;;;;;;2a;structured;attack_declared;[{ op = "negate_attack" }];declared;any;Défaussez tout.\n'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_sound_rows_become_a_catalogue_that_reads_back_equal(encoding: str) -> None:
    made = convert(MENDED.encode(encoding), {"Nom": "name.fr"})
    reader = games.need("moriham").cards
    assert reader is not None
    assert reader.read(document(made.text, "made.toml")) == made.catalogue
    assert [card.name.text.in_("fr") for card in made.catalogue.cards.values()] == ["Passeur", "Reflux"]
    assert made.catalogue.cards["ebb"].effect[1].text.text.in_("fr") == "Défaussez tout."
    assert [made.catalogue.printings[card].number for card in ("ferryman", "ebb")] == [1, "2a"]


def test_columns_without_a_key_and_two_of_one_key_are_faults_of_the_first_row() -> None:
    with pytest.raises(CardError) as refused:
        convert(b"id,name,cost,level,Stufe\nwolf,Loup,1,2,3\n", {"Stufe": "level"})
    assert [fault.card for fault in refused.value.faults][:2] == ["C1", "E1"]
    assert "--column" in refused.value.faults[0].problem.in_("es")


def ods(content: str, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as packed:
        packed.writestr("content.xml", content)
    return made.getvalue()


SPACES = " ".join(f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"' for word in ("office", "table", "text"))


def sheet(rows: str) -> str:
    return f'<a {SPACES}><table:table table:name="One">{rows}</table:table></a>'


CELL = "<table:table-cell {0}><text:p>wolf</text:p></table:table-cell>"
BOMBS = {
    "text": b"\xff\x00id",
    "no zip": b"PK\x03\x04 no zip",
    "no content": ods("").replace(b"content.xml", b"kontent.xml"),
    "no xml": ods("<a>"),
    "entities": ods('<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'),
    "wide": ods(sheet("<table:table-row>" + CELL.format('table:number-columns-repeated="1000000"') + "</table:table-row>")),
    "long": ods(sheet('<table:table-row table:number-rows-repeated="1000000000">' + CELL.format("") + "</table:table-row>")),
    "grows": ods("<a>" + " " * (4 * spreadsheet.MOST_BYTES) + "</a>"),
    "large": b"id\n" + b"x" * spreadsheet.MOST_BYTES,
    "empty": b"",
    "empty sheet": ods(sheet("")),
}


@pytest.mark.parametrize("sort", BOMBS)
def test_what_is_no_spreadsheet_is_refused_in_words(sort: str) -> None:
    with pytest.raises(Illegal) as refused:
        convert(BOMBS[sort], {})
    (refusal,) = refused.value.refusals
    assert refusal.code == "not_a_spreadsheet"
    assert "ODS" in refusal.text().in_("es") != refusal.text().in_("en")


def test_a_sheet_or_a_column_that_is_not_there_is_named_with_those_that_are() -> None:
    for raw, columns, wanted, named in (
        ((SHEETS / "five_faults.ods").read_bytes(), {}, "Two", "five_faults"),
        (b"id,Nom\nwolf,Loup\n", {"Name": "name.fr"}, None, "Nom"),
    ):
        with pytest.raises(Illegal) as refused:
            convert(raw, columns, wanted)
        assert named in refused.value.refusals[0].text().in_("en")


def test_cells_are_named_as_spreadsheets_name_them() -> None:
    assert [spreadsheet.cell(6, column) for column in (0, 1, 25, 26, 701, 702)] == ["A7", "B7", "Z7", "AA7", "ZZ7", "AAA7"]


@pytest.mark.nightly
@pytest.mark.office
def test_what_libreoffice_writes_today_is_read(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(MENDED.replace(";", "\t"), encoding="utf-8")
    office, filtered = f"-env:UserInstallation=file://{tmp_path}/office", '--infilter=CSV:"Text - txt - csv (StarCalc)":9,34,76'
    command = ("soffice", office, "--headless", filtered, "--convert-to", "ods", "--outdir", tmp_path, tmp_path / "cards.csv")
    subprocess.run(command, check=True, capture_output=True)
    assert convert((tmp_path / "cards.ods").read_bytes(), {"Nom": "name.fr"}) == convert(MENDED.encode(), {"Nom": "name.fr"})


def test_the_command_writes_the_catalogue_or_tells_the_cells(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(MENDED, encoding="utf-8")
    made = tmp_path / "made.toml"
    done = run("import", "moriham", tmp_path / "cards.csv", "--column", "Nom=name.fr", "-o", made)
    assert (done.exit_code, done.stdout) == (0, ""), done.stderr
    assert run("check", made).exit_code == 0
    wrong = ("import", "moriham", SHEETS / "five_faults.ods", "--column", "Nom=name.fr", "--column", "Notes=-")
    told = run(*wrong, "--json")
    assert told.exit_code == 1
    assert [fault["cell"] for fault in json.loads(told.stdout)["faults"]] == list(PLANTED)
    assert "five_faults.ods: D4: " in run(*wrong, language="es").stderr
    assert run("import", "moriham", tmp_path / "cards.csv", "--column", "Nom").exit_code == 2
    assert run("import", "moriham", tmp_path / "cards.csv", "--head", 'name="').exit_code == 2
    assert run("import", "shazamm", tmp_path / "cards.csv").exit_code == 2
