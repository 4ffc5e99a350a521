"""The card in the box: what it says, in both languages, with a game's own words, and strips that fit the windows."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tapete import cli, games
from tapete.core.texts import LANGUAGES, Language
from tapete.presentation import legend, legend_card

ROOT = Path(__file__).parents[2]


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter() if element.tag == "text"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *games.names()])
def test_the_card_has_twelve_states_and_fits_its_paper(language: Language, game: str) -> None:
    picture = str(legend_card.card(language, game))
    said = texts(picture)
    assert len(legend.STATES) == 12
    for state in legend.STATES:
        assert any(one.startswith(state.title.in_(language)) for one in said)
        assert state.says.in_(language) in " ".join(said)
    root = ElementTree.fromstring(picture)
    for element in root.iter():
        if element.tag == "text":
            assert float(element.get("y", "0")) <= legend_card.HEIGHT - 4
            width = 0.62 * float(element.get("font-size", "0")) * len(element.text or "")
            if element.get("text-anchor") != "middle":
                assert float(element.get("x", "0")) + width <= legend_card.WIDTH, element.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_lights_the_windows_that_the_table_says(language: Language) -> None:
    root = ElementTree.fromstring(str(legend_card.card(language)))
    windows = [element.get("fill") for element in root.iter() if element.tag == "rect"]
    for place, state in enumerate(legend.STATES):
        row = windows[10 * place : 10 * place + 10]
        assert [at + 1 for at, fill in enumerate(row) if fill == "#000"] == list(state.lit)


@pytest.mark.parametrize("game", games.names())
def test_each_game_has_words_of_its_own(game: str) -> None:
    if game not in legend_card.GAME_WORDS:
        pytest.fail(f"{game} has no words for the card")
    plain, own = texts(str(legend_card.card("es"))), texts(str(legend_card.card("es", game)))
    assert len(set(own) - set(plain)) == len(legend_card.GAME_WORDS[game])


def test_the_strips_fit_the_windows_of_the_enclosure() -> None:
    measures = (ROOT / "hardware" / "enclosure" / "dimensions.scad").read_text(encoding="utf-8")
    pitch = re.search(r"^pitch = ([\d.]+);", measures, re.M)
    window = re.search(r"^window = ([\d.]+);", measures, re.M)
    assert pitch is not None
    assert window is not None
    assert (float(pitch[1]), float(window[1])) == (legend_card.PITCH, legend_card.WINDOW)
    digits = [element for element in ElementTree.fromstring(str(legend_card.strips("en"))).iter() if (element.text or "").isdigit()]
    rows = ["".join(one.text or "" for one in digits[start : start + 10]) for start in range(0, len(digits), 10)]
    assert rows == ["1234567890", "0123456789", "0123456789"] * 2
    places = [float(one.get("x", "0")) for one in digits[:10]]
    assert all(abs(after - before - legend_card.PITCH) < 0.01 for before, after in itertools.pairwise(places))


def test_the_command_writes_both_languages(tmp_path: Path) -> None:
    out = tmp_path / "legend.html"
    done = CliRunner().invoke(cli.command_line("es"), ["console", "legend", "--game", "shazamm", "-o", str(out)])
    assert done.exit_code == 0, done.output
    page = out.read_text(encoding="utf-8")
    for language in LANGUAGES:
        assert legend.STATES[0].title.in_(language) in page
    assert "http" not in page.replace("http://www.w3.org", "")
    again = CliRunner().invoke(cli.command_line("es"), ["console", "legend", "-o", str(out)])
    assert again.exit_code != 0, "a file that is there is not written over"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_lists_what_the_card_says(language: Language) -> None:
    """In letters of the page, which no phone has to move sideways; only the lights are drawn."""
    shown = ElementTree.fromstring(str(legend_card.listed(language, "shazamm")))
    rows = shown.findall("ul/li")
    assert len(rows) == len(legend.STATES)
    for row, state in zip(rows, legend.STATES, strict=True):
        said = "".join(row.itertext())
        assert state.title.in_(language) in said
        assert state.says.in_(language) in said
        lit = [place for place, window in enumerate(row.iter("rect"), 1) if window.get("fill") == "#000"]
        assert lit == list(state.lit)
    assert not [
        word for word in texts(str(legend_card.card(language, "shazamm"))) if word.isalpha() and word not in "".join(shown.itertext())
    ]
