"""Pages without scripts: what they show, what they take, what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest

from tapete.table import Hub, Table
from tapete.web import Server
from tapete.web.request_checks import HEADERS, MOST_BYTES
from tests.web.conftest import Visitor


def hidden_seq(page: httpx.Response) -> str:
    found = re.search(r'name="expected_seq" value="(\d+)"', page.text)
    assert found is not None
    return found[1]


def both_locked(table: Table, a: int = 7, b: int = 5) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": a})
    table.submit({"action": "lock_bid", "seat": "B", "amount": b})


def test_an_empty_lobby_says_what_to_do(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert page.status_code == 200
    assert "No match is waiting. Begin one" in page.text
    assert "No console is connected. Plug one in" in page.text
    assert 'href="/rules/shazamm"' in page.text


def test_a_tab_that_reaches_no_console_asks_for_none(visitor: Visitor, server: Server) -> None:
    """Without JSPI no console can be used there: the sentence that says so stands alone."""
    server.app.state.in_tab, server.app.state.waits = True, False
    page = visitor.get("/").text
    assert 'id="one-thing"' in page
    assert "Plug one in" not in page


def test_the_form_of_a_new_match_lists_every_house_rule_with_its_default(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert re.search(r'name="rule\.shazamm\.exhaustion_push" value="auto" checked', page)
    assert re.search(r'name="rule\.shazamm\.full_hand" value="no" checked', page)
    assert "Begin with all 14 spells and draw none" in page


def test_a_match_begins_with_names_and_house_rules(visitor: Visitor, hub: Hub) -> None:
    page = visitor.enter(
        "/new", game="shazamm", **{"name.shazamm.A": "  Ana  María ", "rule.shazamm.full_hand": "yes", "rule.shazamm.bridge_half": "9"}
    )
    (listed,) = hub.matches()
    table = hub.table(listed.id)
    assert table is not None
    assert page.url.path == f"/match/{table.id}"
    assert table.names["A"] == "Ana María"
    assert table.rules.options.full_hand
    assert table.state.hand.A == 14
    assert "Ana María" in page.text


def test_a_house_rule_out_of_bounds_is_refused_and_what_was_entered_stays(visitor: Visitor, hub: Hub) -> None:
    page = visitor.enter("/new", game="shazamm", **{"name.shazamm.B": "Bea", "rule.shazamm.exhaustion_push": "never"})
    assert page.status_code == 409
    assert "exhaustion_push" in page.text
    assert 'value="Bea"' in page.text
    assert not hub.matches()


def test_the_lobby_offers_unfinished_matches_and_keeps_finished_ones_apart(visitor: Visitor, hub: Hub) -> None:
    going, over = hub.begin("shazamm", {}, {"A": "Ana"}), hub.begin("shazamm", {}, {"A": "Eva"})
    over.submit({"action": "concede", "seat": "B"})
    page = visitor.get("/").text
    unfinished, _, finished = page.partition('id="finished"')
    assert f'/match/{going.id}"' in unfinished
    assert f'/match/{over.id}"' not in unfinished
    assert f'/match/{over.id}"' in finished


def test_the_match_page_shows_board_counters_steps_and_forms(visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/match/{table.id}/list").text
    assert "The wall of fire is on slab 0; Ana on −3; Bruno on +3." in page
    assert page.count('class="slab-number"') == 19
    assert 'data-count="A">50<' in page
    assert 'id="form-answer"' in page
    assert "Nothing has happened yet" in page


def test_a_bid_can_be_set_without_scripts_and_is_shown_nowhere(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}"
    page = visitor.press(place, "enter:", number="37")
    assert page.status_code == 200
    assert page.url.path == f"{place}/list"
    assert table.state.agenda[-1].ready == ("A",)
    assert not re.search(r">\s*37\b|\"37\"", page.text)  # test_secrecy looks harder


def test_a_refused_bid_comes_back_with_numbers_clause_and_what_is_possible(visitor: Visitor, table: Table) -> None:
    page = visitor.press(f"/match/{table.id}", "enter:", number="51")
    assert page.status_code == 409
    asked = page.text.partition('id="actions"')[2]
    assert "You bid 51 but have 50 mana left. Choose from 1 to 50." in asked
    assert f'href="/rules/shazamm/clauses/SHZ-035?at=/match/{table.id}"' in asked
    assert 'aria-invalid="true"' in asked.partition('id="answer"')[2].partition(">")[0]
    assert table.seq == 0


def test_a_number_that_is_none_is_said_beside_its_field(visitor: Visitor, table: Table) -> None:
    page = visitor.press(f"/match/{table.id}", "enter:", number="seven")
    assert page.status_code == 409
    assert "is not a whole number" in page.text.partition('id="actions"')[2].partition('id="answer"')[0]


def test_what_was_meant_for_another_moment_enters_nothing(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}/seat/A"
    page = visitor.get(f"{place}/list").text
    found = {name: re.search(rf'name="{name}" value="([^"]+)"', page) for name in ("csrf", "question")}
    sent = {name: one[1] for name, one in found.items() if one is not None}
    both_locked(table)
    before = table.seq
    late = visitor.post(f"{place}/touch", data={**sent, "back": "list", "says": "enter:", "number": "7"})
    assert late.status_code == 409
    assert "went on meanwhile" in late.text.partition('id="actions"')[2]
    assert table.seq == before


def test_cards_are_pressed_one_by_one_and_used_ones_stay_visible_with_their_reason(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}"
    both_locked(table)
    before = table.seq
    for number in ("13", "0"):
        page = visitor.press(place, f"value:{number}").text
    assert page.partition('id="form-answers"')[2].count('aria-pressed="true"') == 2
    shown = visitor.press(place, "done:")
    assert table.seq == before, "what is whole is shown before it counts"
    assert "This would happen" in shown.text
    visitor.press(place, "enter:")
    table.submit({"action": "declare_cards", "seat": "B", "numbers": []})
    assert table.state.used.A == (13,)
    both_locked(table)
    page = visitor.get(f"{place}/list").text
    barred = page.partition('id="b-value-13"')[2].partition("</button>")[0]
    assert 'aria-disabled="true"' in barred
    refused = visitor.press(place, "value:13")
    assert refused.status_code == 409
    assert "SHZ-047" in refused.text.partition('id="actions"')[2]


def test_a_seat_page_shows_and_does_only_what_that_seat_may(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}/seat/B"
    page = visitor.get(f"{place}/list").text
    assert 'id="form-answer"' in page
    assert 'id="form-whose"' not in page
    assert "/correct" not in page
    visitor.press(place, 'seat:"A"')
    visitor.press(place, "enter:", number="4")
    assert table.state.agenda[-1].ready == ("B",), "a seat's own page acts for nobody else"


def test_undone_lines_are_struck_through_and_stay(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "concede", "seat": "A"})
    place = f"/match/{table.id}"
    page = visitor.enter(f"{place}/move", move="undo", expected_seq="1")
    assert page.status_code == 200
    assert page.text.count('class="undone') == 1
    assert "Undone, back to move 0." in page.text
    stale = visitor.enter(f"{place}/move", move="redo", expected_seq="1")
    assert stale.status_code == 409


def test_a_jump_needs_a_number(visitor: Visitor, table: Table) -> None:
    assert visitor.enter(f"/match/{table.id}/move", move="jump", to="").status_code == 400
    assert visitor.enter(f"/match/{table.id}/move", move="jump", to="99").status_code == 409
    assert visitor.enter(f"/match/{table.id}/move", move="burn").status_code == 400


def test_consent_is_one_tap_of_each_seat(visitor: Visitor, table: Table) -> None:
    both_locked(table)
    table.move("undo", None, "A")
    page = visitor.get(f"/match/{table.id}/list").text
    assert "Ana wants to take back" in page
    assert 'id="consent-B"' in page
    assert 'id="consent-A"' not in page
    assert 'id="consent-B"' not in visitor.get(f"/match/{table.id}/seat/A/list").text
    visitor.enter(f"/match/{table.id}/seat/B/consent", answer="yes")
    assert table.asked() is None
    assert table.line() == ()


def test_a_correction_is_asked_change_by_change_and_looked_at_before_it_is_made(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}"
    without_reason = visitor.enter(f"{place}/correct", reason="")
    assert visitor.press(place, "back:").status_code == 200, "without a reason it is asked for"
    assert without_reason.url.path == place
    visitor.enter(f"{place}/correct", reason="miscounted")
    assert "set_mana" in visitor.get(f"{place}/list").text
    for says in ('value:"set_mana"', "value:44", 'value:"A"'):
        visitor.press(place, says)
    looked = visitor.press(place, "done:").text
    assert "This would happen" in looked
    assert "SHZ-R73" in looked
    assert table.seq == 0
    visitor.press(place, "enter:")
    assert table.seq == 0
    visitor.enter(f"{place}/seat/A/consent", answer="yes")
    made = visitor.enter(f"{place}/consent", seat="B", answer="yes")
    assert table.state.mana.A == 44
    assert "Table ruling: miscounted" in made.text


def test_why_not_says_what_bars_each_action_that_is_not_offered(visitor: Visitor, table: Table) -> None:
    page = visitor.get(f"/match/{table.id}/seat/A/list").text.partition('id="why-not"')[2]
    assert "Cards are shown once both are ready and the bids are revealed." in page
    assert "SHZ-039" in page


def test_the_result_stands_on_the_page(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "concede", "seat": "A"})
    page = visitor.get(f"/match/{table.id}/list").text
    assert "wins the match" in page
    assert "★ Wins" in page
    assert "– Loses" in page


def test_language_and_theme_change_at_any_moment_and_are_kept(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}"
    spanish = visitor.get(f"{place}?lang=es&theme=paper").text
    assert '<html lang="es" data-theme="paper">' in spanish
    assert "El Muro de Fuego está en la losa 0" in spanish
    assert '<html lang="es" data-theme="paper">' in visitor.get(f"{place}/list").text
    assert '<html lang="en" data-theme="lamplight">' in visitor.get(f"{place}?lang=en&theme=lamplight").text


def test_rules_have_an_anchor_for_every_clause(visitor: Visitor) -> None:
    page = visitor.get("/rules/shazamm/clauses?lang=es").text
    for clause in ("SHZ-001", "SHZ-113", "SHZ-R01", "SHZ-R74"):
        assert f'id="{clause}"' in page
    assert "Decisiones sobre lo que el reglamento deja abierto" in page
    assert visitor.get("/rules/chess").status_code == 404


def test_phones_join_by_qr(visitor: Visitor, server: Server, table: Table) -> None:
    server.app.state.keys.open()
    server.app.state.address = lambda asked: "http://192.168.7.5:8765"
    page = visitor.get(f"/join/{table.id}").text
    addresses = re.findall(r'href="(http[^"]+/seat/[AB]\?token=[^"]+)"', page)
    assert len(addresses) == 2
    assert page.count("<svg xmlns") + page.count('class="segno"') >= 2
    seat = visitor.get(addresses[0].removeprefix("http://192.168.7.5:8765"))
    assert seat.status_code == 200
    assert "token" not in str(seat.url)


def test_a_match_is_saved_as_a_file(visitor: Visitor, table: Table) -> None:
    saved = visitor.get(f"/match/{table.id}/export")
    assert saved.headers["content-disposition"] == f'attachment; filename="shazamm-{table.id}.jsonl"'
    assert all(json.loads(line) for line in saved.text.splitlines())
    assert '"shazamm"' in saved.text
    assert "Ana" not in saved.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/match/none", 404),
        ("/match/none/seat/A", 404),
        ("/static/", 404),
        ("/static/../app.py", 404),
        ("/match/x/seat/Z", 404),
    ],
)
@pytest.mark.parametrize(("language", "words"), [("es", "Eso no ha salido"), ("en", "That did not work")])
def test_errors_are_pages_in_both_languages(visitor: Visitor, path: str, status: int, language: str, words: str) -> None:
    page = visitor.get(path, headers={"accept-language": language})
    assert page.status_code == status
    assert words in page.text
    assert "Traceback" not in page.text


def test_a_failure_shows_no_trace(visitor: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "names", {})  # a table that has lost its names breaks every page of it
    page = visitor.get(f"/match/{table.id}/list")
    assert page.status_code == 500
    assert "Something failed in the program." in page.text
    assert "KeyError" not in page.text


def test_every_answer_has_the_strict_headers(visitor: Visitor, server: Server, table: Table) -> None:
    for path in ("/", f"/match/{table.id}", "/static/tapete.css", "/nowhere", "/api/match/none", "/rules/shazamm"):
        answered = visitor.get(path).headers
        assert {name: answered.get(name) for name in HEADERS} == HEADERS, path
        assert "server" not in answered


def test_bodies_are_limited_and_typed(visitor: Visitor, table: Table) -> None:
    place = f"/match/{table.id}/touch"
    assert visitor.enter(place, press="enter", value="x" * MOST_BYTES).status_code == 413
    assert visitor.post(place, content=b"{}", headers={"content-type": "application/json"}).status_code == 415
    assert visitor.post(place, files={"f": b"x"}, data={"csrf": visitor.token()}).status_code == 415
    many = [("csrf", visitor.token())] + [(f"s:numbers~{i}", "1") for i in range(2_000)]
    body = "&".join(f"{name}={value}" for name, value in many)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.post(place, content=body, headers=kind).status_code == 400

    def chunks() -> Iterator[bytes]:
        for _ in range(80):
            yield b"x" * 1024

    assert visitor.post(place, content=chunks(), headers=kind).status_code == 413
    assert table.seq == 0


def test_foreign_pages_cannot_post(visitor: Visitor, table: Table) -> None:
    place, mine = f"/match/{table.id}/touch", {"csrf": visitor.token(), "says": "enter:", "number": "7", "question": table.question}
    for headers in (
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
    ):
        assert visitor.post(place, data=mine, headers=headers).status_code == 403, headers
    assert visitor.post(place, data={**mine, "csrf": "wrong"}).status_code == 403
    assert visitor.post(place, data={**mine, "csrf": ""}, headers={"origin": "null"}).status_code == 403
    assert table.seq == 0
    own = {"origin": str(visitor.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert visitor.post(place, data=mine, headers=own).status_code == 200
    assert table.seq == 1


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.5", "", "[", "localhost.evil"])
def test_only_the_loopback_names_are_known(visitor: Visitor, host: str) -> None:
    page = visitor.get("/", headers={"host": host})
    assert page.status_code in {400, 403}
    assert "New match" not in page.text


def test_methods_that_an_address_does_not_take(visitor: Visitor, table: Table) -> None:
    assert visitor.get(f"/match/{table.id}/touch").status_code == 405
    assert visitor.request("DELETE", f"/match/{table.id}").status_code == 405
