"""An event by the rules that shops know: the form, games of a match by phone, a no-show by one touch, what an infraction brings."""

from __future__ import annotations

import re

import pytest

from tapete.league.decisions import PublishRound
from tapete.league.pairing import propose
from tapete.league.server.shared import League
from tapete.league.tournament import Placed, Reckoning, Tournament
from tests.league.server.conftest import FRIDAY, Served, Visitor

pytestmark = [pytest.mark.league]

NEW = {"name": "Friday", "game": "other", "table": "two", "system": "swiss", "rounds": "3", "minutes": "50"}
PLAYER = f"{FRIDAY}/player"


def now(served: Served) -> Tournament:
    found: Tournament = served.within(lambda league: league.store.load("shop", "friday"))
    return found


def first(served: Served) -> Placed:
    return now(served).rounds[0].placed[0]


def begun(served: Served, page: Visitor, preset: Reckoning, names: str = "Ana\nBruno") -> tuple[int, int]:
    """Begin by a preset, enter two, and publish their round."""
    assert page.enter("/", "/events/shop", **NEW, preset=preset).url.path == FRIDAY
    page.enter(FRIDAY, f"{FRIDAY}/entrants", names=names)

    async def pair(league: League) -> tuple[int, ...]:
        found = propose(await league.store.load("shop", "friday")).what
        for what in (found, PublishRound(1)):
            await league.decide("shop", "friday", what, who="organiser")
        return found.pairings[0].entrants

    a, b = served.within(pair)
    return a, b


@pytest.mark.parametrize(
    ("preset", "best_of", "tiebreaks"),
    [
        ("friday", 3, ("opponents_wins", "games", "opponents_games")),
        ("pokemon", 3, ("opponents_wins", "opponents_opponents_wins", "direct")),
        ("chess", 1, ("buchholz", "sonneborn_berger", "direct")),
    ],
)
def test_a_preset_sets_everything_at_once(served: Served, preset: Reckoning, best_of: int, tiebreaks: tuple[str, ...]) -> None:
    with served.visitor("organiser", None) as page:
        begun(served, page, preset)
    settings = now(served).settings
    assert (settings.reckoning, settings.best_of, settings.tiebreaks) == (preset, best_of, tiebreaks)
    assert settings.game == "other"


def test_phones_tell_the_games_of_a_match(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        a, b = begun(served, page, "friday")
        with served.visitor(key=served.player(a)) as one, served.visitor(key=served.player(b)) as other:
            shown = one.get(PLAYER).text
            assert re.search(r'value="A 2-1"[^>]*>\s*\w+ wins 2–1<', shown)
            assert 'value="draw 0-0-3"' in shown
            assert "forfeit" not in shown, "that somebody did not come is said by staff"
            one.enter(PLAYER, f"{PLAYER}/result", result="A 2-1")
            other.enter(PLAYER, f"{PLAYER}/result", result="A 2-0")
            assert first(served).result is None, "they agree on who won and not on the games"
            other.enter(PLAYER, f"{PLAYER}/result", result="A 2-1")
        found = first(served).result
        assert found is not None
        assert (found.word, found.games, found.source) == ("A", "2-1", "players")
        standings = page.get(f"{FRIDAY}/standings").text
        assert "66.67 %" in standings
        assert "OMW %" in standings


def test_who_does_not_come_loses_by_one_touch(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        begun(served, page, "friday")
        form = re.search(r'<form method="post"[^>]*class="results">.*?</form>', page.get(FRIDAY).text, re.S)
        assert form is not None
        assert len(re.findall(r'value="[AB] forfeit"[^>]*>\w+ did not come<', form[0])) == 2
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=1, result="B forfeit", go="do")
        found = first(served).result
        assert found is not None
        assert found.forfeit
        assert "the other one did not come" in page.get(FRIDAY).text
        trf = page.get(f"{FRIDAY}/export.trf").text
        assert re.search(r"   \d [wb] \+", trf)
        assert re.search(r"   \d [wb] -", trf)


@pytest.mark.parametrize("sanction", ["warning", "game_loss", "match_loss", "disqualification"])
def test_an_infraction_brings_what_the_judge_chooses(served: Served, sanction: str) -> None:
    with served.visitor("organiser", None) as page:
        a, b = begun(served, page, "friday")
        given = {"do": "penalize_infraction", "entrant": a, "sanction": sanction, "infraction": "slow"}
        looked = page.enter(FRIDAY, f"{FRIDAY}/decide", **given)
        assert "slow play" in looked.text
        page.enter(FRIDAY, f"{FRIDAY}/decide", **given, go="do", why="warned before")
        found, result = now(served), first(served).result
        assert [one.sanction for one in found.sanctions] == [sanction]
        assert (result is not None and result.word == "B") is (sanction in ("match_loss", "disqualification"))
        assert found.entrants[a - 1].playing is (sanction != "disqualification")
        with served.visitor(key=served.player(b)) as other:
            assert ("One game counts as lost" in other.get(PLAYER).text) is (sanction == "game_loss")
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="lift_penalty", decision=found.sanctions[0].decision, go="do", why="a mistake")
        assert now(served).sanctions == ()


def test_chess_counts_in_halves_and_grants_half_a_win(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        begun(served, page, "chess", "Ana\nBruno\nCarla\nDora")
        for table, word in ((1, "draw"), (2, "A")):
            page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=table, result=word, go="do")
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_round", round=1, go="do")
        assert "has half a win next round" in page.get(FRIDAY).text
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="mark_absent", entrant=1, half="yes", go="do", why="asked for it")
        proposed = page.enter(FRIDAY, f"{FRIDAY}/decide", do="propose")
        pairs = re.search(r'<textarea id="pairings"[^>]*>([^<]+)</textarea>', proposed.text)
        assert pairs is not None
        assert "half 1" in pairs[1]
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="pair_round", round=2, pairings=pairs[1], go="do")
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="publish_round", round=2, go="do")
        standings = page.get(f"{FRIDAY}/standings").text
        assert re.search(r"<strong>1?½</strong>", standings)
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=2, pairing=1, result="draw", go="do")
        assert re.search(r"^001    1 .*  0000 - H", page.get(f"{FRIDAY}/export.trf").text, re.M)
        rows = page.get(f"{FRIDAY}/export.csv").text
        assert re.search(r",(0\.5|1\.5),0,", rows)


def test_a_cut_is_drawn_on_page_wall_phone_and_paper(served: Served) -> None:
    """Four of five go on: the semifinals are paired and drawn, with seeds, tables, games and who goes on."""
    from tapete.league.decisions import AnyDecision, CloseRound, SetResult

    served.friday(5, rounds=1, cut=4, best_of=3)

    async def play(league: League) -> None:
        for words in (("A 2-0", "A 2-1"), ("A 2-1", "B 1-2")):
            found = propose(await league.store.load("shop", "friday")).what
            decided: list[AnyDecision] = [
                found,
                PublishRound(found.round),
                *(SetResult(found.round, n, word) for n, word in enumerate(words, 1)),
            ]
            for what in decided:
                await league.decide("shop", "friday", what, who="organiser")
            if found.round == 1:
                await league.decide("shop", "friday", CloseRound(1), who="organiser")

    served.within(play)
    with served.visitor("organiser") as page, served.visitor(key=served.player(1)) as player:
        for shown in (page.get(FRIDAY), page.get(f"{FRIDAY}/wall"), page.get(f"{FRIDAY}/standings"), player.get(PLAYER)):
            assert shown.status_code == 200, shown.text
            assert shown.text.count('<div class="bracket-match') == 3, "two semifinals and the final"
            assert re.search(r"<h3>Semifinals</h3>.*<h3>Final</h3>", shown.text, re.S)
            assert shown.text.count('<p class="won">') == 2
            assert re.search(r'class="score">2–1<', shown.text)
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="close_round", round=2, go="do")
        assert "Look at the pairs of round 3" in page.get(FRIDAY).text
        assert "draw" not in page.get(f"{FRIDAY}/rounds/2/tables/1").text


def test_divisions_come_from_the_list_and_stand_apart(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        page.enter("/", "/events/shop", **NEW, preset="pokemon", divisions="Junior, Senior", cut="4")
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Ana, junior\nBruno, 1200, SENIOR\nCarla, Junior\nDora")
        found = now(served)
        assert found.settings.cut == 4
        assert [one.division for one in found.entrants] == ["Junior", "Senior", "Junior", ""]
        standings = page.get(f"{FRIDAY}/standings").text
        assert re.findall(r"<h3>([^<]+)</h3>", standings) == ["Junior", "Senior", "No division"]
        page.enter(FRIDAY, f"{FRIDAY}/decide", do="move_division", entrant=4, division="Senior", go="do")
        assert "No division</h3>" not in page.get(f"{FRIDAY}/standings").text
        assert ",Junior," in page.get(f"{FRIDAY}/export.csv").text
