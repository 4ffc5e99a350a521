"""Golden matches of every game: regenerated and compared; each way to end is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete import games
from tools import generate_golden

FILES = generate_golden.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_match_is_told_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert generate_golden.rendered(text) == text


def endings(game: str) -> set[str]:
    """The results of a game's golden matches, each with its reason."""
    found = set()
    for path in FILES:
        if path.parent.name == game:
            found |= {line.strip(" =") for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("  = ")}
    return found


def test_shazamm_ends_in_every_way() -> None:
    """Fall by a hit, by the exhaustion push, by a card; both at once; concession."""
    assert endings("shazamm") == {"A (fall)", "draw (fall)", "A (concession)"}
    told = {path.stem: path.read_text(encoding="utf-8") for path in FILES if path.parent.name == "shazamm"}
    assert "SHZ-025   " in told["fall_by_hit"].rpartition("> ")[2]
    assert "SHZ-057   " in told["fall_by_exhaustion_push"].rpartition("> ")[2]
    assert "SHZ-073   " in told["fall_by_end_of_round"].rpartition("> ")[2]


def test_datamorphs_ends_in_every_way() -> None:
    """Two rounds won, the tie-break round, more rounds won, concession; three ties, and level after the tie-break."""
    reasons = {ending.partition(" ")[2] for ending in endings("datamorphs")}
    assert reasons == {"(two_wins)", "(tie_break)", "(more_wins)", "(concession)", "(all_tied)", "(level)"}
    assert {"draw (all_tied)", "draw (level)"} <= endings("datamorphs")


def test_moriham_ends_in_every_way() -> None:
    """Out of life, both at once, out of cards, concession."""
    assert endings("moriham") == {"A (life)", "draw (life)", "B (deck)", "A (concede)"}


def test_bhm_ends_in_every_way() -> None:
    """32 points, a draw that cannot be made, everybody at once, concession."""
    assert {ending.partition(" ")[2] for ending in endings("bhm")} == {"(counter)", "(deckout)", "(concede)"}
    assert "draw (counter)" in endings("bhm")


def test_mamlejet_ends_in_every_way() -> None:
    """The aim, too much lost, an empty city, both at once, the clock, no enemies left, a card, giving up."""
    assert {ending.partition(" ")[2] for ending in endings("mamlejet")} == {
        "(emuna)", "(lost)", "(empty_city)", "(both)", "(clock)", "(exhausted)", "(card)", "(abandoned)",
    }  # fmt: skip
    assert {"loss (lost)", "loss (empty_city)", "draw (both)", "draw (exhausted)", "stopped (abandoned)"} <= endings("mamlejet")


def test_every_game_has_golden_matches_of_its_own_folder() -> None:
    assert {path.parent.name for path in FILES} <= set(games.names())
    assert len([path for path in FILES if path.parent.name == "shazamm"]) >= 5


def test_a_match_that_is_told_otherwise_is_noticed() -> None:
    text = FILES[-1].read_text(encoding="utf-8")
    assert generate_golden.rendered(text.replace("  do ", "  don't ", 1)) == text
    first = next(line for line in text.splitlines() if line.startswith("> "))
    with pytest.raises(ValueError, match="concede"):
        generate_golden.rendered(text.replace(first, f"{first}\n> A concede\n> A concede", 1))
