"""The end of a match: who won and why, its picture, the file, and the next match with the sides changed. Without scripts."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tapete.core.steps import Over
from tapete.core.texts import Language
from tapete.presentation import endings
from tapete.table import Hub, Table, match_file
from tapete.web import Server, app
from tapete.web.coaching import Coaches
from tests.web.conftest import Visitor

SECRET = b"a secret of sixteen bytes or more"


def conceded(hub: Hub, **options: object) -> Table:
    table = hub.begin("shazamm", options, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "lock_bid", "seat": "A", "amount": 9})
    table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    for seat in ("A", "B"):
        table.submit({"action": "declare_cards", "seat": seat, "numbers": []})
    table.submit({"action": "concede", "seat": "A"})
    return table


@pytest.mark.parametrize(
    ("language", "over", "said"),
    [
        ("en", Over("win", ("A",), "fall"), "Ana wins: Bruno falls into the lava."),
        ("es", Over("win", ("B",), "concession"), "Gana Bruno: Ana se rinde."),
        ("en", Over("draw", (), "fall"), "A draw: Ana and Bruno fall into the lava."),
        ("en", Over("stopped"), "The match was stopped."),
        ("es", Over("win", ("B",), "no word of this game"), "Gana Bruno."),
    ],
)
def test_the_end_is_told_in_one_sentence(table: Table, language: Language, over: Over, said: str) -> None:
    assert endings.sentence(table.rules, over, table.names, language) == said


@pytest.mark.parametrize("place", ["", "/seat/A"])
def test_the_last_page_shows_who_won_why_and_the_way_there(visitor: Visitor, hub: Hub, place: str) -> None:
    table = conceded(hub)
    page = visitor.get(f"/match/{table.id}{place}/end").text
    assert "Bruno wins: Ana gives up." in page
    assert 'class="recap' in page
    assert "Where it turned" in page
    assert f'href="/match/{table.id}{place}/export"' in page
    file = visitor.get(f"/match/{table.id}{place}/export")
    assert file.text.count("\n") == table.seq + 2
    assert "Ana" not in file.text


def test_the_coach_says_on_the_last_page_what_each_bid_was_worth_where_it_knows(visitor: Visitor, hub: Hub) -> None:
    table = conceded(hub)
    page = visitor.get(f"/match/{table.id}/end").text
    assert "What each bid was worth" in page
    assert "The chance of Ana over the match" in page
    assert re.search(r"Bruno: the bids have cost \d+\.\d % in all, and luck has brought", page)
    other = hub.begin("shazamm", {"collapse_order": "collapse_first"}, {"A": "Ana", "B": "Bruno"})
    other.submit({"action": "concede", "seat": "A"})
    assert "What each bid was worth" not in visitor.get(f"/match/{other.id}/end").text


def test_the_coach_plays_on_in_the_background_and_the_page_tells_how_far_it_is(visitor: Visitor, server: Server, hub: Hub) -> None:
    coaches = server.app.state.coaches = Coaches(play_outs=2)
    gate = threading.Event()
    coaches._one.submit(gate.wait)  # nothing is counted before the page has been looked at
    table = hub.begin("shazamm", {"collapse_order": "collapse_first"}, {"A": "Ana", "B": "Bruno"})
    for _turn in range(2):
        for seat, bid in (("A", 20), ("B", 3)):
            table.submit({"action": "lock_bid", "seat": seat, "amount": bid})
        for seat in ("A", "B"):
            table.submit({"action": "declare_cards", "seat": seat, "numbers": []})
    assert "Ask the coach" not in visitor.get(f"/match/{table.id}/end").text
    refused = visitor.enter(f"/match/{table.id}/coach")
    assert refused.status_code == 409
    assert "once it is over" in refused.text
    table.submit({"action": "concede", "seat": "B"})
    assert "Ask the coach" in visitor.get(f"/match/{table.id}/end").text
    page = visitor.enter(f"/match/{table.id}/coach").text
    assert "This one has its turn soon." in page
    assert 'http-equiv="refresh"' in page
    visitor.enter(f"/match/{table.id}/coach")  # asked again: the same review
    gate.set()
    coaches._one.submit(lambda: None).result()
    reviewed = coaches.of(table)
    assert reviewed is not None
    assert 0 < reviewed.counted <= reviewed.most
    page = visitor.get(f"/match/{table.id}/seat/A/end").text
    assert "medium bots played 2 matches on from each moment" in page
    assert "from 2 matches played on from each point" in page
    assert 'http-equiv="refresh"' not in page
    assert "No single move decided for sure." in page or re.search(r"Move \d+ decided:", page)
    assert "El entrenador: bots medios" in visitor.get(f"/match/{table.id}/end?lang=es").text
    coaches.close()


def test_the_coach_says_how_much_of_a_match_of_other_rules_it_knows(
    visitor: Visitor, server: Server, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaches = server.app.state.coaches = Coaches(play_outs=2)
    table = hub.begin("shazamm", {"collapse_order": "collapse_first"}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "concede", "seat": "B"})
    check = match_file.check
    monkeypatch.setattr(match_file, "check", lambda exported: check(replace(exported, entries=exported.entries[:-1])))
    visitor.enter(f"/match/{table.id}/coach")
    coaches._one.submit(lambda: None).result()
    assert "The coach looks at the match up to move 0 of 1: these rules do not come" in visitor.get(f"/match/{table.id}/end").text
    coaches.close()


def test_a_coach_that_fails_or_ends_says_so_and_leaves_the_page(
    visitor: Visitor, server: Server, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaches = server.app.state.coaches = Coaches(play_outs=2)
    table = hub.begin("shazamm", {"collapse_order": "collapse_first"}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "concede", "seat": "B"})

    def review(*given: object, **named: object) -> object:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("tapete.web.coaching.coach.review", review)
    visitor.enter(f"/match/{table.id}/coach")
    coaches._one.submit(lambda: None).result()
    assert "The coach could not read this match." in visitor.get(f"/match/{table.id}/end").text
    coaches.close()
    other = hub.begin("shazamm", {"collapse_order": "collapse_first"}, {"A": "Ana", "B": "Bruno"})
    other.submit({"action": "concede", "seat": "B"})
    coaches.ask(other)
    assert coaches.of(other) is None


def test_while_it_is_played_the_page_shows_how_it_goes_and_begins_nothing(visitor: Visitor, table: Table, hub: Hub) -> None:
    page = visitor.get(f"/match/{table.id}/end").text
    assert "How it goes" in page
    assert "/again" not in page
    answer = visitor.enter(f"/match/{table.id}/again")
    assert answer.status_code == 409
    assert "once this one is over" in answer.text
    assert len(hub.matches()) == 1


def test_playing_again_changes_sides_and_keeps_house_rules(visitor: Visitor, hub: Hub) -> None:
    table = conceded(hub, double_fall="replay")
    answer = visitor.enter(f"/match/{table.id}/again")
    made = hub.table(table.again)
    assert made is not None
    assert answer.url.path in (f"/match/{made.id}", f"/match/{made.id}/list")
    assert made.names == {"A": "Bruno", "B": "Ana"}
    assert made.header.options == table.header.options
    assert made.seq == 0


def test_two_who_play_again_meet_in_one_match(visitor: Visitor, hub: Hub) -> None:
    table = conceded(hub)
    first = visitor.enter(f"/match/{table.id}/seat/A/again")
    second = visitor.enter(f"/match/{table.id}/seat/B/again")
    assert str(first.url.path).startswith(f"/match/{table.again}/seat/B")
    assert str(second.url.path).startswith(f"/match/{table.again}/seat/A")
    assert len(hub.matches()) == 2
    assert "The next match has begun" in visitor.get(f"/match/{table.id}/seat/A").text


def test_the_list_leads_a_phone_on_and_not_to_the_lobby(visitor: Visitor, hub: Hub) -> None:
    table = conceded(hub)
    phone = visitor.get(f"/match/{table.id}/seat/A/list").text
    assert f'href="/match/{table.id}/seat/A/end"' in phone
    assert ">To the lobby<" not in phone
    assert ">To the lobby<" in visitor.get(f"/match/{table.id}/list").text


def test_a_station_begins_its_matches_itself(visitor: Visitor, hub: Hub) -> None:
    hub.shows_what_it_opens = False
    table = conceded(hub)
    assert visitor.enter(f"/match/{table.id}/again").status_code == 409
    assert "/again" not in visitor.get(f"/match/{table.id}/end").text


# ---- with keys


@pytest.fixture
def open_server(hub: Hub) -> Iterator[Server]:
    with Server(app(hub, lan=True, secret=SECRET)) as running:
        yield running


@contextmanager
def phone(server: Server, table: Table, seat: str) -> Iterator[Visitor]:
    """A phone that scanned a seat's code."""
    base = server.address.partition("?")[0]
    with Visitor(base_url=base, headers={"accept-language": "en"}, follow_redirects=True, trust_env=False) as made:
        assert made.get(f"/match/{table.id}/seat/{seat}?token={server.app.state.keys.seat(table.id, seat)}").status_code == 200
        yield made


def again(visitor: Visitor, table: Table, seat: str) -> httpx.Response:
    page = visitor.get(f"/match/{table.id}/seat/{seat}/end").text
    token = page.partition('name="csrf" value="')[2].partition('"')[0]
    return visitor.post(f"/match/{table.id}/seat/{seat}/again", data={"csrf": token})


def test_a_phone_gets_the_key_of_its_new_seat_and_of_no_other(open_server: Server, hub: Hub) -> None:
    table = conceded(hub)
    with phone(open_server, table, "A") as ana:
        assert again(ana, table, "A").status_code == 200
        assert ana.get(f"/match/{table.again}/seat/B/list").status_code == 200
        assert ana.get(f"/match/{table.again}/seat/A/list").status_code == 403
        assert ana.get(f"/match/{table.id}/seat/B/end").status_code == 403
        assert ana.post(f"/match/{table.id}/again", data={"csrf": "x"}).status_code == 403


def test_a_phone_takes_the_file_home_by_a_code_only_where_it_can_come(hub: Hub, tmp_path: Path) -> None:
    table = conceded(hub)
    served = app(hub, lan=True, secret=SECRET)
    with Server(served) as running, Visitor(base_url=running.address.partition("?")[0], follow_redirects=True, trust_env=False) as screen:
        screen.get("/", params={"token": served.state.keys.table})
        served.state.address = lambda asked: "http://192.168.7.5:8765"
        page = screen.get(f"/match/{table.id}/end").text
        home = f"http://192.168.7.5:8765/record/{table.id}?token="
        assert home in page
        served.state.address = lambda asked: "http://127.0.0.1:8765"  # no network: a phone cannot reach this
        assert "/record/" not in screen.get(f"/match/{table.id}/end").text
        key = page.partition(home)[2].partition('"')[0]
    with Server(served) as running, Visitor(base_url=running.address.partition("?")[0], follow_redirects=True, trust_env=False) as taker:
        record = taker.get(f"/record/{table.id}", params={"token": key})
        assert record.status_code == 200
        assert 'class="recap' in record.text
        assert taker.get(f"/record/{table.id}/log").status_code == 200
        assert taker.get(f"/match/{table.id}").status_code == 403
