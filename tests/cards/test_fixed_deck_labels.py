"""The spells of Shazamm have codes: labels print them with their wizard's colour, scanner and camera read them."""

from __future__ import annotations

import re

import pytest

from tapete import games
from tapete.cards.label_codes import card_of, code, colour_of
from tapete.web.sheets import deck_sheet

SHAZAMM = games.need("shazamm")


@pytest.mark.parametrize("number", range(15))
def test_every_spell_has_a_code_that_reads_back(number: int) -> None:
    assert code("shazamm", str(number)) == f"SHZ.{number}"
    for colour in ("", "amber", "sky"):
        label = code("shazamm", str(number), colour)
        assert (card_of(label.lower(), "shazamm"), colour_of(label)) == (str(number), colour)
        assert re.fullmatch(r"[0-9A-Z $%*+\-./:]+", label), "the alphanumeric alphabet of QR codes"


@pytest.mark.parametrize("typed", ["SHZ.15", "SHZ.", "SHZ.-1", "MOR.7", "SHZ.7.!", "², ", "7.5", "seven", "SHZ.777"])
def test_what_is_no_spell_is_none(typed: str) -> None:
    assert card_of(typed, "shazamm") is None


def test_a_number_alone_is_the_spell_and_other_games_read_no_numbers() -> None:
    assert card_of(" 07 ", "shazamm") == "7"
    assert card_of("SHZ.7", "moriham") is None


def test_the_sheet_has_a_deck_for_each_colour() -> None:
    sheet = deck_sheet(SHAZAMM, "es", ("amber", "sky")).replace("<wbr>", "")
    assert len(re.findall(r'class="label"', sheet)) == 30
    drawn = re.findall(r'<div class="picture">(<svg.*?</svg>)</div>', sheet)
    assert len(drawn) == 30
    assert len(set(drawn)) == 15, "a spell has the same face in each colour"
    assert sheet.count('class="qr"') == 30
    for words in ("SHZ.14.SKY", "SHZ.0.AMBER", "Silencio (1)"):
        assert words in sheet
