"""The rules for people: pages that teach, reference sheets, clauses with a search, and the way back to the seat."""

from __future__ import annotations

import html
import random
import re

import pytest

from tapete import games, presentation
from tapete.core.texts import LANGUAGES
from tapete.presentation import PLAIN, taught
from tapete.presentation.teaching import clauses, spans
from tapete.table import Hub, Table, worked
from tapete.testing.contract import QUIET
from tapete.web import templating
from tests.web.conftest import Visitor

GAMES = games.BUILT_IN


@pytest.mark.parametrize("game", GAMES)
def test_a_page_names_clauses_that_exist_and_draws_positions_that_the_referee_accepts(game: str) -> None:
    teaching, found = presentation.find(game).teaching, games.need(game)
    assert teaching is not None
    assert not set(teaching.clauses()) - {clause.id for clause in found.clauses}
    told = taught.played(game, teaching, len(teaching.script))
    for passage in teaching.passages:
        assert passage.clauses, passage.title.in_("en")
        if passage.after is not None:
            state = told.states[passage.after]
            assert not told.rules.faults(state), passage.title.in_("en")
            assert set(passage.lit) <= set(presentation.page_of(game).things(told.rules, state)), passage.title.in_("en")
            assert told.say(passage.look, passage.after).in_("en")


@pytest.mark.parametrize("game", GAMES)
def test_ids_of_clauses_are_read_as_pages_write_them(game: str) -> None:
    teaching = presentation.find(game).teaching
    assert teaching is not None
    named = [one.clauses for one in teaching.passages] + [entry.clauses for chart in teaching.sheet for entry in chart.entries]
    assert any("–" in " ".join(spans(ids)) for ids in named)
    for ids in filter(None, named):
        assert clauses(", ".join(spans(ids))) == ids


@pytest.mark.parametrize("game", GAMES)
def test_its_boards_can_only_be_looked_at_and_no_name_is_there_twice(game: str) -> None:
    for language in LANGUAGES:
        boards = "".join(str(shown.board) for shown in taught.passages(games.need(game), language) if shown.board is not None)
        assert boards.count("<svg") >= 5
        assert "tabindex" not in boards
        assert "data-press" not in boards
        ids = re.findall(r' id="([^"]+)"', boards)
        assert len(ids) == len(set(ids))


def test_every_page_is_there_in_both_languages(visitor: Visitor) -> None:
    for game in GAMES:
        for path in ("", "/sheet", "/clauses", "/lights"):
            spanish, english = (visitor.get(f"/rules/{game}{path}?lang={language}") for language in ("es", "en"))
            assert (spanish.status_code, english.status_code) == (200, 200)
            texts = [set(re.findall(r"<(?:h1|h2|figcaption)[^>]*>([^<]+)<", page.text)) for page in (spanish, english)]
            assert texts[0]
            assert not texts[0] & texts[1], (game, path)
    assert visitor.get("/rules/chess/sheet").status_code == 404


def test_clauses_are_found_by_words_of_both_languages_without_accents(visitor: Visitor) -> None:
    whole = visitor.get("/rules/shazamm/clauses").text.count("<dt>")
    for sought, clause in (("marcador mana", "SHZ-014"), ("mana markers", "SHZ-014"), ("PUENTE", "SHZ-003"), ("035", "SHZ-035")):
        page = visitor.get("/rules/shazamm/clauses", params={"q": sought}).text
        assert f'id="{clause}"' in page, sought
        assert 0 < page.count("<dt>") < whole / 4, sought


def test_what_is_not_found_is_said_with_what_to_do(visitor: Visitor) -> None:
    page = visitor.get("/rules/shazamm/clauses", params={"q": "<b>chess", "lang": "es"}).text
    assert "Ninguna cláusula tiene «&lt;b&gt;chess». Prueba con una sola palabra" in page
    assert "<dt>" not in page


def test_a_phone_comes_back_to_its_seat_and_to_nowhere_else(visitor: Visitor, table: Table) -> None:
    seat = f"/match/{table.id}/seat/B"
    for path in ("", "/sheet", "/clauses", "/lights"):
        page = visitor.get(f"/rules/shazamm{path}", params={"at": seat}).text
        assert f'<a class="back" href="{seat}">' in page
        assert f"/rules/shazamm/clauses?at={seat}" in page
    for elsewhere in ("//evil.example", "https://evil.example/match/x", "/match/x/../..", "javascript:alert(1)"):
        assert "evil" not in (page := visitor.get("/rules/shazamm", params={"at": elsewhere}).text.partition("<main")[2])
        assert 'class="back"' not in page
    assert f'href="/rules/shazamm?at={seat}"' in visitor.get(f"{seat}/list").text


def test_clauses_of_the_story_open_where_they_stand(visitor: Visitor, table: Table) -> None:
    table.submit({"action": "concede", "seat": "A"})
    story = visitor.get(f"/match/{table.id}/log").text
    opened = re.search(r'<details class="clause-here"><summary>.*?(SHZ-\w+).*?</summary>(.*?)</details>', story, re.S)
    assert opened is not None
    says = next(clause.says.in_("en") for clause in table.rules.game.clauses if clause.id == opened[1])
    assert says in opened[2]


IN_PLACE = re.compile(r'<details class="clause-here">.*?</details>|<button[^>]*class="clause".*?</button>|<p id="clause-says".*?</p>', re.S)
OUTSIDE = re.compile(r">[^<]*\b([A-Z]{3}-R?\d+)\b")


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_clause_that_a_page_names_opens_where_it_stands(game: str, visitor: Visitor, hub: Hub) -> None:
    table, rng = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"}), random.Random(4)
    for _ in range(40):
        if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
            table.submit(action)
    seen = 0
    whose = ("/seat/A", "/seat/A/list", "/seat/B/list")
    places = ("", "/list", "/log", "/seats", f"/at?entry={table.seq}", "/end", "/correct", "/cards", *whose)
    for place in (f"/rules/{game}", f"/rules/{game}/sheet", *(f"/match/{table.id}{place}" for place in places)):
        page = visitor.get(place).text
        seen += len(IN_PLACE.findall(page))
        assert OUTSIDE.findall(IN_PLACE.sub("", page).partition("<main")[2]) == [], place
    assert seen > 40


def test_why_a_touch_was_barred_opens_where_it_stands(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    place = f"/match/{table.id}/seat/A"
    visitor.enter(f"{place}/touch", press="thing", value='"B.m1"', question=table.question)
    page = visitor.get(place).text
    named = re.search(r'<button[^>]*popovertarget="clause-says">([A-Z]{3}-R?\d+)</button>', page)
    opened = re.search(r'<p id="clause-says" popover>.*?</p>', page, re.S)
    assert named is not None
    assert opened is not None
    clause = next(clause for clause in table.rules.game.clauses if clause.id == named[1])
    assert clause.says.in_("en") in html.unescape(opened[0])


def test_a_ruling_argues_at_the_first_touch_where_a_touch_was_barred() -> None:
    """So a dispute needs no second page: the answer, what else it could be, and why not stand where the refusal does."""
    said = templating.environment("en").from_string("{{ clause_says(game, clause) }} {{ clause_argues(game, clause) }}")
    game = games.need("shazamm")
    ruling = next(clause for clause in game.clauses if clause.argument is not None)
    assert ruling.argument is not None
    told = html.unescape(said.render(game="shazamm", clause=ruling.id))
    for text in (ruling.says, ruling.argument.answer, ruling.argument.others, ruling.argument.why):
        assert text.in_("en") in told
    plain = next(clause for clause in game.clauses if clause.argument is None)
    assert html.unescape(said.render(game="shazamm", clause=plain.id)).strip() == plain.says.in_("en")


def test_a_game_that_brings_no_page_shows_its_sentence_and_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presentation, "find", lambda game: PLAIN)
    taught.passages.cache_clear()
    try:
        (shown,) = taught.passages(games.need("shazamm"), "en")
        assert shown.board is not None
        assert "The wall of fire stands on slab 0." in shown.board
        assert taught.charts("shazamm") == ()
    finally:
        taught.passages.cache_clear()


def test_a_ruling_argues_on_a_page_of_its_own_and_its_example_is_played_on(visitor: Visitor, hub: Hub, table: Table) -> None:
    page = visitor.get("/rules/shazamm/clauses/SHZ-R16", params={"lang": "es", "at": f"/match/{table.id}"}).text
    for words in ("Pregunta", "¿Qué pasa si los dos ataques son iguales?", "Qué más podría ser", "párrafo 3", "<svg"):
        assert words in page
    assert f"/match/{table.id}/correct?clause=SHZ-R16" in page
    assert "SHZ-R16" in visitor.get(f"/match/{table.id}/correct?clause=SHZ-R16").text
    begun = visitor.enter("/rules/shazamm/clauses/SHZ-R16/play")
    assert begun.status_code == 200
    other = hub.table(begun.url.path.rpartition("/")[2])
    assert other is not None
    assert other.state == worked.example("shazamm", "SHZ-R16").state
    assert visitor.get("/rules/shazamm/clauses/SHZ-R99").status_code == 404


DISPUTES = (
    ("shazamm", "ataques iguales", "SHZ-R16"),
    ("shazamm", "dos veces hurto", "SHZ-R72"),
    ("shazamm", "gana maná pagar", "SHZ-R50"),
    ("shazamm", "caen los dos", "SHZ-R06"),
    ("moriham", "defensa protege vida", "MOR-R04"),
    ("moriham", "iguala cementerio", "MOR-R03"),
    ("moriham", "trampa turno coloca", "MOR-R36"),
    ("moriham", "ejecutar efectos inicial", "MOR-R85"),
    ("datamorphs", "jugar frente interrupción", "DAT-R51"),
    ("datamorphs", "desempata defensa", "DAT-R39"),
    ("bhm", "destruir territorio", "BHM-R69"),
    ("bhm", "invisible cuenta comparación", "BHM-R57"),
    ("bhm", "infectado", "BHM-R64"),
    ("mamlejet", "fallo épico", "MMK-R27"),
    ("mamlejet", "dedicado ataca ciudad", "MMK-R18"),
)


@pytest.mark.parametrize(("game", "words", "ruling"), DISPUTES)
def test_the_words_of_a_dispute_lead_to_the_ruling_that_settles_it(game: str, words: str, ruling: str) -> None:
    found = [one.id for one in games.need(game).clauses if all(one.meant(word) for word in words.split())]
    assert ruling in found
    assert len(found) <= 4, "few to read"
