"""Evenings that others have reckoned, typed in: the standings come out as they were published.

Sources: a Friday of 27 players, four rounds, best of three (melee.gg, tournament 107511, 14 June 2024; here players are their final
places); FIDE's exercises in tie-breaking (Technical Commission, 2024) with the values of the rules of March 2026; the examples of the
Play! Pokémon tournament rules handbook.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.league.decisions import CloseRound, DropEntrant, MarkAbsent, PairRound, PublishRound, SetResult
from tapete.league.presets import PRESETS
from tapete.league.standings import standings
from tapete.league.tiebreaks import Scores, breaks_of, figure
from tapete.league.tournament import LeaguePoints, Pairing, Reckoning, Tiebreak
from tests.league.written_events import Evening


def evening(reckoning: Reckoning, players: int, rounds: int, **settings: object) -> Evening:
    """An event by a preset."""
    preset = dict(PRESETS[reckoning])
    points = LeaguePoints(**preset.pop("points"))
    return Evening(players, rounds=rounds, reckoning=reckoning, points=points, **{**preset, **settings})


def round_of(at: Evening, tables: str) -> None:
    """Play a round: `1-15 2-0` a table, `20` a bye, `4 half` and `4 absent` without a match; an empty second word is a win of A."""
    number, pairings, words = at.now.next_round, list[Pairing](), dict[int, str]()
    for table, said in enumerate(tables.split("; "), 1):
        who, _, word = said.partition(" ")
        seats = tuple(map(int, who.split("-")))
        if word in ("half", "absent"):
            at.do(MarkAbsent(seats[0], word == "half"))
        kind = "match" if len(seats) == 2 else "absent" if word else "bye"
        pairings.append(Pairing(kind, seats, word == "half"))  # type: ignore[arg-type]
        if kind == "match":
            words[table] = word
    at.do(PairRound(number, tuple(pairings), repeats=True)).do(PublishRound(number))
    for table, word in words.items():
        at.do(SetResult(number, table, word))
    at.do(CloseRound(number))


FRIDAY = [
    (
        "1-15 A 2-0; 2-21 A 2-1; 3-26 A 1-0; 4-25 A 2-1; 5-12 A 2-0; 6-14 A 2-0; 7-22 A 2-0; 13-8 A 2-0; 9-18 A 2-1; 10-20 A 2-0; "
        "11-16 A 2-1; 17-27 A 2-1; 23-24 A 2-1; 19"
    ),
    (
        "1-23 A 2-0; 2-7 A 2-1; 3-10 A 1-0-1; 4-19 A 2-0; 5-6 A 2-1; 8-25 A 2-1; 9-13 A 2-0; 11-17 A 1-0; 12-15 A 2-1; 14-27 A 2-1; "
        "16-21 A 2-0; 18-20 A 2-0; 24-26 A 2-0; 22"
    ),
    (
        "1-5 A 2-0; 2-11 A 2-1; 3-16 A 2-0; 4-9 A 2-0; 6-17 A 2-1; 7-19 A 2-0; 8-20 A 2-1; 10-22 A 2-0; 12-18 A 2-1; 13-23 A 2-0; "
        "14-24 A 2-0; 15-26 A 2-0; 21"
    ),
    (
        "2-1 draw 0-0-3; 3-4 draw 0-0-3; 5-14 A 2-0; 6-11 A 2-1; 7-13 A 2-0; 8-12 A 2-1; 10-9 draw 1-1-1; 15-21 A 2-0; 16-23 A 2-0; "
        "17-19 A 2-0; 18-22 A 2-0; 20"
    ),
]
GONE = {3: (25, 27), 4: (24, 26)}
"""Who dropped before a round."""

PUBLISHED = """\
10 60.42 77.78 53.47|10 60.42 58.33 59.72|10 56.25 66.67 55.46|10 52.08 70.00 46.67|9 64.58 66.67 57.83|9 56.25 63.64 54.17
9 50.00 77.78 43.75|9 41.67 54.55 40.53|7 60.42 53.33 60.74|7 52.08 62.96 46.67|6 64.58 50.00 58.27|6 62.50 45.45 59.19
6 60.42 50.00 54.75|6 54.17 44.44 51.62|6 50.00 55.56 47.47|6 50.00 55.56 45.83|6 47.92 55.56 45.08|6 43.75 60.00 41.36
3 69.44 25.00 67.78|3 61.11 33.33 59.17|3 61.11 33.33 56.48|3 61.11 25.00 66.91|3 54.17 22.22 56.55|3 38.89 42.86 37.04
0 79.17 33.33 62.27|0 55.56 0.00 55.03|0 50.00 33.33 50.00"""
"""Points, OMW, GW and OGW in percent, by places."""


def test_a_friday_comes_out_as_it_was_published() -> None:
    at = evening("friday", 27, 4)
    for number, tables in enumerate(FRIDAY, 1):
        for gone in GONE.get(number, ()):
            at.do(DropEntrant(gone))
        round_of(at, tables)
    lines = standings(at.now)
    found = [f"{line.points} {' '.join(figure(one.name, one.value, 2)[:-2] for one in line.breaks)}" for line in lines]
    assert found == PUBLISHED.replace("\n", "|").split("|")
    assert [line.entrant for line in lines] == list(range(1, 28))
    assert not any(line.drawn for line in lines), "no lot was needed"


CROSS = """\
9w1 13b= 2w= 15b1 4w=|10b1 7w1 1b= 16w1 3b=|11w= 6b1 8w1 4b= 2w=|12b1 H 13w1 3w= 1b=|13w0 15b0 11w1 7b= 10w1|14b0 3w0 U 10w1 8b1
15w1 2b0 16b0 5w= 11b0|16b= 14w1 3b0 13w1 6w0|1b0 10w0 H 11b- U|2w0 9b1 15w0 6b0 5b0|3b= 16w0 5b0 9w+ 7w1|4w0 U 14b+ Z Z
5b1 1w= 4b0 8b0 14w0|6w1 8b0 12w- Z 13b1|7b0 5w1 10b1 1w0 16b0|8w= 11b1 7w1 2b0 15w1"""
"""FIDE's cross table: a line for each player by number, a cell a round: opponent, colour, and what came of it."""

BUCHHOLZ = {
    2: 13,
    3: 15.5,
    4: 14,
    1: 12.5,
    16: 12.5,
    6: 11.5,
    8: 13.5,
    11: 12.5,
    5: 8.5,
    15: 12,
    12: 11.5,
    14: 11,
    7: 14.5,
    13: 14,
    9: 9,
    10: 13,
}
CUT = {5: 7.5, 8: 12, 11: 11, 7: 12.5, 9: 7.5, 13: 12, 1: 11, 3: 13, 4: 11.5, 16: 11, 12: 9.5, 14: 9, 15: 11}
SONNEBORN = {
    2: 9.5,
    3: 10.5,
    4: 9.25,
    1: 8,
    16: 7.25,
    6: 6,
    11: 4.75,
    8: 5.25,
    5: 4.25,
    14: 4.5,
    12: 4,
    15: 3.5,
    13: 4.25,
    7: 3.25,
    9: 2.25,
    10: 1.5,
}
POINTS = {2: 4, 1: 3.5, 3: 3.5, 4: 3.5, 16: 3.5, 6: 3, 5: 2.5, 8: 2.5, 11: 2.5, 12: 2, 14: 2, 15: 2, 7: 1.5, 9: 1.5, 13: 1.5, 10: 1}


def fide() -> Evening:
    """FIDE's exercise, round by round."""
    rows = [row.split() for row in CROSS.replace("\n", "|").split("|")]
    at = evening("chess", 16, 5, tiebreaks=("buchholz", "buchholz_cut", "sonneborn_berger", "direct"))
    words = {"1": "A", "0": "B", "=": "draw", "+": "A forfeit", "-": "B forfeit"}
    for number in range(5):
        tables = []
        for me, row in enumerate(rows, 1):
            cell = row[number]
            if cell in ("U", "H", "Z"):
                tables.append(f"{me} {({'U': '', 'H': 'half', 'Z': 'absent'})[cell]}".rstrip())
            elif cell[-2] == "w":
                tables.append(f"{me}-{cell[:-2]} {words[cell[-1]]}")
        round_of(at, "; ".join(tables))
    return at


def test_fides_exercise_comes_out_by_the_rules_of_2026() -> None:
    at = fide()
    scores = Scores.of(at.now)
    assert {number: points / 2 for number, points in at.points().items()} == POINTS
    wanted: dict[Tiebreak, dict[int, float]] = {"buchholz": BUCHHOLZ, "buchholz_cut": CUT, "sonneborn_berger": SONNEBORN}
    for name, values in wanted.items():
        assert {number: float(breaks_of(scores, name, number).value) for number in values} == values, name
    assert at.settings.written(7) == "3½"
    assert at.settings.written(1) == "½"
    assert breaks_of(scores, "buchholz", 4).sum == "3 + 2.5 + 1.5 + 3.5 + 3.5"


def test_pokemon_reckons_as_its_handbook_says() -> None:
    """4-3 with a bye counts as 3-3; 1-3 and gone counts of four; at least a quarter, and three quarters where a player has dropped."""
    at = evening("pokemon", 5, 3)
    round_of(at, "1-2 A; 3-4 A; 5")
    round_of(at, "1-3 A; 5-2 A; 4")
    at.do(DropEntrant(1)).do(DropEntrant(2))
    round_of(at, "3-5 draw; 4")
    share = {number: Scores.of(at.now).share(number) for number in range(1, 6)}
    assert share[1] == Fraction(3, 4), "two of two, and gone"
    assert share[2] == Fraction(1, 4), "none of two"
    assert share[3] == Fraction(1, 2), "one and a half of three"
    assert share[4] == Fraction(1, 4), "none of one; byes do not count"
    assert share[5] == Fraction(3, 4), "one and a half of two"
    assert breaks_of(Scores.of(at.now), "opponents_wins", 3).value == (Fraction(1, 4) + Fraction(3, 4) + Fraction(3, 4)) / 3


@pytest.mark.parametrize(
    ("word", "fits"),
    [
        ("A 2-1", True),
        ("B 1-2", True),
        ("A 1-0", True),
        ("draw 1-1-1", True),
        ("draw 0-0-3", True),
        ("A forfeit", True),
        ("loss forfeit", True),
        ("A 1-2", False),
        ("A 3-0", False),
        ("draw 2-2", False),
        ("draw forfeit", False),
        ("loss 0-2", False),
        ("A 2-1 ", False),
        ("A two", False),
    ],
)
def test_games_have_to_lead_to_the_result(word: str, fits: bool) -> None:
    from tapete.league.deciding import judge

    at = evening("friday", 2, 1)
    at.paired((1, 2))
    assert (judge(at.now, SetResult(1, 1, word)) == ()) is fits
