"""What a page loads beside itself: kept by the browser under the hash of what is in it, compressed, and little."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import httpx
import pytest

from tapete.core.seats import SEATS
from tapete.core.texts import LANGUAGES
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tapete.web.assets import FOLDER, KEPT, lean
from tapete.web.packing import packed
from tests.web.conftest import Visitor

MOST_BYTES = 30_000
"""Of a page with all that it loads but its letter, when a browser comes for the first time."""

GZIP = {"accept-encoding": "gzip"}
OWN = [path for path in FOLDER.iterdir() if path.suffix in {".js", ".css"}]

LINKED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
IMPORTED = re.compile(r'^import (?:{[^}]*} from )?"./([^"]+)"', re.MULTILINE)


def first_load(browser: httpx.Client, place: str) -> int:
    """Weigh a page, all that it links, and all that its scripts import when they begin; a picture is no part of it, nor is the letter."""
    page = browser.get(place, headers=GZIP)
    assert page.status_code == 200, place
    weight, wanted = {place: int(page.headers["content-length"])}, LINKED.findall(page.text)
    while wanted:
        address = wanted.pop()
        if address in weight or address.endswith(".woff2"):
            continue
        sent = browser.get(address, headers=GZIP)
        assert sent.status_code == 200, address
        weight[address] = int(sent.headers["content-length"])
        if address.endswith(".js"):
            wanted += [f"{address.rpartition('/')[0]}/{name}" for name in IMPORTED.findall(sent.text)]
    print(f"{sum(weight.values()):>6} bytes: {place}")
    return sum(weight.values())


def test_a_file_is_kept_for_as_long_as_it_is_the_same(visitor: Visitor, table: Table) -> None:
    linked = LINKED.findall(visitor.get(f"/match/{table.id}").text)
    assert len(linked) > 4
    for address in linked:
        assert visitor.get(address).headers["cache-control"] == KEPT, address
    name = linked[0].split("/", 3)[3]
    for other in (f"/static/{name}", f"/static/0123456789ab/{name}"):
        assert visitor.get(other).headers["cache-control"] == "no-cache", "what the address does not name may be another tomorrow"


def test_a_kept_file_is_asked_for_once(visitor: Visitor) -> None:
    first = visitor.get("/static/tapete.css")
    again = visitor.get("/static/tapete.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_compressed(visitor: Visitor) -> None:
    style = visitor.get("/static/tapete.css", headers=GZIP)
    assert style.headers["content-encoding"] == "gzip"
    assert int(style.headers["content-length"]) < (FOLDER / "tapete.css").stat().st_size / 3
    plain = visitor.get("/static/tapete.css", headers={"accept-encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == style.text
    assert style.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_pages_come_packed_where_the_browser_takes_it(visitor: Visitor, table: Table) -> None:
    for place in ("/", "/rules/shazamm", f"/match/{table.id}", f"/match/{table.id}/seat/A", f"/match/{table.id}/list"):
        sent, plain = visitor.get(place, headers=GZIP), visitor.get(place, headers={"accept-encoding": "identity"})
        assert sent.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert sent.text == plain.text
        assert int(sent.headers["content-length"]) < len(plain.content) / 3
        assert "Accept-Encoding" in sent.headers["vary"]


def test_what_answers_a_form_is_not_packed(visitor: Visitor) -> None:
    """What was typed comes back with it."""
    answer = visitor.enter("/new", game="shazamm", **{"name.shazamm.A": "Ana", "name.shazamm.B": "ana"})
    assert answer.status_code == 409
    assert 'value="Ana"' in answer.text
    assert "content-encoding" not in answer.headers


def test_the_length_of_a_packed_page_says_nothing_of_its_secret() -> None:
    """What somebody else typed is as long where it is the secret as where it is not, before the secret and behind it (BREACH)."""
    secret, guesses = b"t3PSecretOfThisVisit_-xy", (b"t3PSecretOfThisVisit_-xy", b"t3PSecretOfZhwkZqmjp_-xy", b"-_yxFieV3TsqhZfOzercSk-P")

    def page(typed: bytes) -> bytes:
        return b"<main><h1>" + typed + b'</h1><p data-token="' + secret + b'">' + typed + b"</p></main>"

    alone = re.compile(rb'(?<=data-token=")[^"]+')
    assert all(gzip.decompress(packed(page(typed), alone)) == page(typed) for typed in guesses)
    as_a_whole = [len(gzip.compress(page(typed))) for typed in guesses]
    assert as_a_whole[0] < as_a_whole[1] < as_a_whole[2], "the nearer the guess, the shorter"
    pieces = [len(packed(page(typed), alone)) for typed in guesses]
    assert max(pieces) - min(pieces) <= 1, "their own letters are packed a bit more or less well"


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_lean_file_says_what_the_whole_one_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    left = lean(path.name, text)
    if path.suffix == ".css":
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        quoted = r'"[^"]*"'
        assert re.findall(quoted, left) == re.findall(quoted, bare), "a text in it is no place of signs"
        assert re.sub(r"[\s;]", "", left) == re.sub(r"[\s;]", "", bare)
        return
    assert not [line for line in text.splitlines() if line.count("`") % 2], "a text that goes over a line would lose its indents"
    said, notes = list[str](), 0
    for line in text.splitlines():
        before, note, _ = f" {line}".partition(" // ")
        assert before.count('"') % 2 == 0 or not note, f"a text looks like a note: {line}"
        notes += bool(note)
        said += [before.strip()] if before.strip() else []
    assert left.splitlines() == said
    assert notes
    assert " //" not in left
    assert left.count("/*") == left.count("*/")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 4), ("mamlejet", 4)])
def test_the_first_load_is_small(visitor: Visitor, hub: Hub, game: str, seats: int) -> None:
    table = hub.begin(game, {}, {seat: f"Somebody with a name {seat}" for seat in SEATS[:seats]})
    rng = random.Random(1)
    for _ in range(100):
        if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
            table.submit(action)
    match = f"/match/{table.id}"
    boards = match, f"{match}/seat/A"
    pages = (
        *boards,
        *(f"{place}/list" for place in boards),
        f"{match}/log",
        f"{match}/end",
        "/",
        f"/rules/{game}",
        f"/rules/{game}/clauses",
    )
    heavy = {place: weight for place in pages for lang in LANGUAGES if (weight := first_load(visitor, f"{place}?lang={lang}")) > MOST_BYTES}
    assert heavy == {}


OF_BOTH = ("#link", "#camera[hidden]")
"""What a page and a board both have, and what a board's own sheet says all of."""


def selectors(name: str) -> list[list[str]]:
    """Return each selector of a style sheet as the parts that lie inside each other, without what they ask for in brackets."""
    text = re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = (re.sub(r":?:[\w-]+\([^()]*(?:\([^()]*\)[^()]*)*\)", "", head) for head in re.findall(r"([^{};]+){", text) if "@" not in head)
    return [re.sub(r"::?[\w-]+", "", one).replace(">", " ").replace("+", " ").split() for head in heads for one in head.split(",")]


def fits(part: str, tags: list[tuple[str, str]]) -> bool:
    """Whether a tag of a page has the name, the id, the classes and the attributes that a part of a selector asks for."""
    bare = re.sub(r"\[[^]]*\]", "", part)
    name, said = re.match(r"[\w-]*", bare)[0], [f" {one.replace(chr(39), chr(34))}" for one in re.findall(r"\[([^]]*)\]", part)]  # type: ignore[index]
    asked = [rf'\sid="{one}"' for one in re.findall(r"#([\w-]+)", bare)] + [
        rf'\sclass="(?:[^"]* )?{one}[ "]' for one in re.findall(r"\.([\w-]+)", bare)
    ]
    return any(
        name in ("", tag) and all(one in attributes for one in said) and all(re.search(one, attributes) for one in asked)
        for tag, attributes in tags
    )


def worn(text: str) -> list[list[str]]:
    """Name the selectors of the pages' sheet that something in a text of HTML fits."""
    tags = [tag for tag in set(re.findall(r"<(\w+)([^>]*)>", text)) if tag[0] not in {"html", "link", "meta", "script"}]
    return [parts for parts in selectors("pages.css") if parts and parts[0] not in OF_BOTH and all(fits(part, tags) for part in parts)]


@pytest.mark.parametrize(("game", "seats"), [("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 4), ("mamlejet", 4)])
def test_a_board_wears_nothing_of_the_pages_sheet(visitor: Visitor, hub: Hub, game: str, seats: int) -> None:
    table = hub.begin(game, {}, {seat: f"Somebody {seat}" for seat in SEATS[:seats]})
    rng, said = random.Random(2), ""
    for turn in range(60):
        if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
            table.submit(action)
        for place in (f"/match/{table.id}", f"/match/{table.id}/seat/A") if not turn % 10 else ():
            said += visitor.get(place).text
    tags = re.findall(r"<(\w+)([^>]*)>", said)
    assert all(fits(part, tags) for part in ("main#main", "#bar", ".field", "[data-press]"))
    assert worn(said) == []


def test_whatever_is_no_board_links_the_pages_sheet_behind_the_first() -> None:
    """Rules of one weight win by their order: the sheet of all comes first, then the pages', then what a kind of page has of its own."""
    folder = FOLDER.parent / "templates"
    templates = [(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")]
    linked = {name: re.findall(r"asset\('(\w+\.css)'\)", text) for name, text in templates if "asset('tapete.css')" in text}
    boards = {name for name, sheets in linked.items() if sheets[:2] != ["tapete.css", "pages.css"]}
    assert boards == {"board.html", "facing.html", "station/match.html"}
    assert linked["station/match.html"] == ["tapete.css", "board.css", "hosted.css"]


DRAWN = re.compile(r"^\.(mat|plot|board|slab-number|gap-number|wizard-name)\b")
"""What styles letters inside a drawing, which grow with it."""


def test_letters_follow_the_size_that_a_browser_is_set_to() -> None:
    """No letters outside a drawing are sized in pixels."""
    there = [path for root in (FOLDER, FOLDER.parent / "templates") for path in root.rglob("*") if path.suffix in {".css", ".html"}]
    assert there
    for path in there:
        for selector, rule in re.findall(r"([^{};]+){([^{}]*)}", path.read_text(encoding="utf-8")):
            sized = re.findall(r"\bfont(?:-size)?:[^;]*\dpx", rule)
            assert not sized or DRAWN.search(selector.strip()), (path.name, selector.strip(), sized)
        assert not re.search(r'style="[^"]*font[^"]*px', path.read_text(encoding="utf-8")), path.name
