"""What asks for a judge: results without proof, two histories of one match, words of players, a file from a stick."""

from __future__ import annotations

import re
from itertools import takewhile

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tapete.core.codec import encode
from tapete.core.refusals import Illegal
from tapete.league.decisions import LeaveAside, PlayAgain, SetResult, TakeBackRound
from tapete.league.heads import first_head, head_after
from tapete.league.protocol import MatchLines
from tapete.table.match_file import FORMAT, Closing, Opening
from tests.league import matches
from tests.league.server.conftest import FRIDAY, Served, Visitor
from tests.league.server.two_tables import KEY, decide, evening, result_of

pytestmark = [pytest.mark.league, pytest.mark.slow]

JUDGE, TABLE = f"{FRIDAY}/judge", f"{FRIDAY}/rounds/1/tables/1"


def file_of(match: matches.Told, **header: object) -> bytes:
    """A match as a file with another header."""
    first = encode(Opening(tapete_match=FORMAT, header=replace(match.header, **header)))
    return first + match.file[match.file.index(b"\n") :]


def told_wrongly(match: matches.Told) -> MatchLines:
    """A whole match whose lines come to another result than is told."""
    part = match.part(0, None, KEY)
    return replace(part, closing=Closing(entries=len(match.lines), result="B" if match.result == "A" else "A"))


def proved(served: Served, count: int) -> None:
    """Wait until so many matches were looked at: the server proves what is over as soon as it is there."""

    async def work(league: object) -> int:
        from tapete.league.server.shared import League
        from tapete.league.store.proven import Prover

        assert isinstance(league, League)
        prover = Prover(league.store.engine, league.store, league.now_ms)
        await prover.work()
        from tapete.league.store.lines import LineStore

        found = await LineStore(league.store.engine).tellings("shop", "friday")
        return sum(one.proof not in ("open", "waiting") for one in found)

    assert served.within(work) >= count


def bring(page: Visitor, raw: bytes, **fields: str) -> httpx.Response:
    """Send a file from the page of table 1."""
    token = re.search(r'name="csrf" value="([^"]+)"', page.get(TABLE).text)
    assert token is not None
    return page.post(f"{TABLE}/file", data={"csrf": token[1], **fields}, files={"file": ("match.jsonl", raw, "application/x-ndjson")})


def chosen(page: Visitor, says: str, **fields: str) -> httpx.Response:
    """Press a button of the list by its words, and decide it."""
    shown = page.get(JUDGE).text
    form = next(form for form in re.findall(r"<form.*?</form>", shown, re.S) if says in form)
    given = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    looked = page.post(f"{FRIDAY}/decide", data=given)
    assert looked.status_code == 200
    return page.post(f"{FRIDAY}/decide", data={**given, "go": "do", **fields})


def test_a_result_that_is_not_proved_asks_until_a_judge_has_looked(served: Served) -> None:
    table, match = evening(served)(1), matches.told()
    assert table.lines(told_wrongly(match))[0] == 200
    result_of(served)
    proved(served, 1)
    with served.visitor("judge") as page:
        shown = page.get(JUDGE).text
        assert "Asks for you" in shown
        assert "It counts as told." in shown
        assert "not proved: no match by the rules" in shown
        assert chosen(page, "Leave it as it is").status_code == 422, "a reason is needed"
        after = chosen(page, "Leave it as it is", why="looked at each line").text
        assert "Asks for you" not in after
        assert "looked at each line" in after
    now = served.within(lambda league: league.store.load("shop", "friday"))
    assert now.rounds[0].placed[0].result.source == "judge"


def test_a_judge_chooses_between_two_histories_and_both_are_kept(served: Served) -> None:
    table = evening(served)(1)
    first, second = matches.told(1), next(matches.told(n) for n in range(2, 40) if matches.told(n).result != matches.told(1).result)
    assert table.lines(first.part(0, None, KEY))[0] == 200
    assert result_of(served) == first.result
    path = "/v1/shops/shop/files?event=friday&round=1&attempt=1&pairing=1"
    assert table.client.post(path, second.file).status == 200
    proved(served, 2)
    with served.visitor("judge") as page:
        shown = page.get(JUDGE).text
        assert "Two histories of this match were told." in shown
        same = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(first.lines, second.lines, strict=False)))
        assert f"the same as the first up to move {same}" in shown
        for place in re.findall(r'href="([^"]+/tellings/[^"]+)"', shown):
            assert page.get(place).content in (first.file, second.file)
        assert "Asks for you" not in chosen(page, "Take it", why="the first card broke").text
        assert page.get(TABLE).text.count("looked at") >= 2, "nothing is erased"
    now = served.within(lambda league: league.store.load("shop", "friday"))
    assert (now.rounds[0].placed[0].result.word, now.rounds[0].placed[0].result.source) == (second.result, "judge")
    assert len(now.seen) == 2


def test_a_match_that_is_played_again_begins_without_words_and_is_taken(served: Served) -> None:
    join, first = evening(served), matches.told(1)
    assert join(1).lines(told_wrongly(first))[0] == 200
    result_of(served)
    proved(served, 1)
    with served.visitor("judge") as page:
        assert "Asks for you" not in chosen(page, "Let it be played again", why="the cards were marked").text
        assert served.within(lambda league: league.store.load("shop", "friday")).rounds[0].placed[0].result is None
        assert page.enter(JUDGE, f"{FRIDAY}/decide", do="play_again", round=1, pairing=2, go="do", why="x").status_code == 422
        second = matches.told(2)
        assert bring(page, second.file).status_code == 200
        proved(served, 2)
        assert result_of(served) == second.result
        assert "Asks for you" not in page.get(JUDGE).text


def test_what_players_say_against_the_table_asks(served: Served) -> None:
    join, match = evening(served), matches.told()
    entrants = served.within(lambda league: league.store.load("shop", "friday")).rounds[0].placed[0].pairing.entrants
    other = "B" if match.result == "A" else "A"
    with served.visitor(key=served.player(entrants[0])) as player:
        player.enter(f"{FRIDAY}/player", f"{FRIDAY}/player/result", result=other)
    assert join(1).lines(match.part(0, None, KEY))[0] == 200
    result_of(served)
    with served.visitor("judge") as page:
        assert "Players said something else than the table." in page.get(JUDGE).text
        assert "Asks for you" not in chosen(page, "Take it", why="both say so").text
    now = served.within(lambda league: league.store.load("shop", "friday"))
    assert now.rounds[0].placed[0].result.word == other


def test_a_result_for_a_round_that_was_taken_back_is_left_aside(served: Served) -> None:
    join, match = evening(served), matches.told()
    assert join(1).lines(match.part(0, 20, KEY))[0] == 200
    served.within(lambda league: decide(league, TakeBackRound(1)))
    assert join(1).lines(match.part(20))[0] == 200
    proved(served, 1)
    with served.visitor("organiser") as page, served.visitor("judge") as judge:
        assert "whose round was taken back" in page.get(FRIDAY).text
        assert "Asks for you" not in chosen(judge, "Leave it aside", why="paired anew").text
        assert page.enter(FRIDAY, f"{FRIDAY}/decide", do="leave_aside", seen="f" * 9, go="do", why="x").status_code == 400


def test_a_file_from_a_stick_counts_once_it_is_proved(served: Served) -> None:
    evening(served)
    match = matches.told()
    with served.visitor("judge") as page:
        assert "played again by the rules." in bring(page, match.file).text
        proved(served, 1)
        assert result_of(served) == match.result
        assert bring(page, match.file).status_code == 200, "the same file changes nothing"
    now = served.within(lambda league: league.store.load("shop", "friday"))
    assert now.rounds[0].placed[0].result.source == "file"


def test_a_file_of_other_rules_is_taken_and_asks(served: Served) -> None:
    evening(served)
    match = matches.told()
    with served.visitor("judge") as page:
        assert "so it cannot be proved" in bring(page, file_of(match, rules_version="0.0.1")).text
        proved(served, 1)
        assert result_of(served) == match.result
        assert "The result cannot be proved here" in page.get(JUDGE).text


def test_a_file_with_other_names_is_asked_about_first(served: Served) -> None:
    evening(served)
    match = matches.told()
    first = encode(Opening(tapete_match=FORMAT, header=match.header, names={"A": "Zoe", "B": "Yul"}))
    named = first + match.file[match.file.index(b"\n") :]
    with served.visitor("judge") as page:
        said = bring(page, named)
        assert said.status_code == 422
        assert "This file names Zoe and Yul" in said.text
        assert 'name="names"' in said.text
        assert bring(page, named, names="yes").status_code == 200
        proved(served, 1)
        assert result_of(served) == match.result


def test_a_file_that_is_not_this_tables_match_is_refused_with_the_next_step(served: Served) -> None:
    join, match = evening(served), matches.told()
    lines = match.file.splitlines(keepends=True)
    unfinished = b"".join([*lines[:11], encode(Closing(entries=10, result="")) + b"\n"])
    swapped = msgspec.json.decode(lines[5])
    altered = b"".join([*lines[:5], encode({**swapped, "crc": swapped["crc"] ^ 1}) + b"\n", *lines[6:]])
    assert join(2).lines(matches.told(3).part(0, None, replace(KEY, pairing=2)))[0] == 200
    cases = [
        (b"", 422, "No file came."),
        (b"a shopping list", 422, "does not belong to an exported match"),
        (match.file[:-40], 422, "does not belong to an exported match"),
        (unfinished, 422, "The match in this file is not over."),
        (altered, 422, "From line 6 on this file is no match by the rules"),
        (matches.told(1, "mamlejet", 2).file, 422, "This file is a match of"),
        (matches.told(3).file, 422, "This match is that of round 1, table 2"),
        (b"x" * (4 * 1024 * 1024 + 1), 413, "This file is too large for a match."),
    ]
    with served.visitor("judge") as page:
        for raw, status, says in cases:
            said = bring(page, raw)
            assert (said.status_code, says in said.text) == (status, True), (says, said.text)
    assert served.within(lambda league: league.store.load("shop", "friday")).rounds[0].placed[0].result is None


def test_who_is_no_staff_sees_and_sends_nothing(served: Served) -> None:
    evening(served)
    for visitor in (served.visitor("wall"), served.visitor(key=served.player(1))):
        with visitor:
            assert visitor.get(TABLE).status_code == 403
            assert visitor.post(f"{TABLE}/file", files={"file": ("x", b"x", "text/plain")}).status_code == 403
            assert visitor.get(f"{FRIDAY}/tellings/match1").status_code == 403
    with served.visitor("judge") as page:
        assert page.get(f"{FRIDAY}/rounds/9/tables/1").status_code == 422
        assert page.get(f"{FRIDAY}/tellings/match1").status_code == 404


def test_the_log_says_what_was_looked_at() -> None:
    from tapete.league.deciding import replay
    from tests.league.written_events import Evening

    head = head_after(first_head(b"{}"), ["{}"])
    evening = Evening(4).paired((1, 2), (3, 4)).do(SetResult(1, 1, "A", "table")).do(SetResult(1, 1, "A", seen=(head,)))
    evening.do(PlayAgain(1, 1)).do(SetResult(1, 1, "B", "players"))
    assert evening.now.seen == {head}
    with pytest.raises(Illegal, match="aside_already"):
        evening.do(LeaveAside((head,)))
    assert replay(evening.settings, evening.log) == evening.now
