"""What a page loads beside itself: kept by the browser under the hash of what is in it, compressed, and little."""

from __future__ import annotations

import random
import re

import pytest

from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tapete.web.assets import FOLDER, KEPT
from tests.web.conftest import Visitor

MOST_BYTES = 110_000
"""Of a page with all that it loads, when a browser comes for the first time."""

LINKED = re.compile(r'(?:src|href)="(/static/[^"]+)"')


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


def test_files_are_compressed_and_pages_with_their_tokens_are_not(visitor: Visitor, table: Table) -> None:
    style = visitor.get("/static/tapete.css", headers={"accept-encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"
    assert int(style.headers["content-length"]) < (FOLDER / "tapete.css").stat().st_size / 2
    page = visitor.get(f"/match/{table.id}", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in page.headers


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 4), ("mamlejet", 4)])
def test_the_first_load_is_small(visitor: Visitor, hub: Hub, game: str, seats: int) -> None:
    table = hub.begin(game, {}, {seat: f"Somebody with a name {seat}" for seat in SEATS[:seats]})
    rng = random.Random(1)
    for _ in range(100):
        if (action := table.rules.sample(table.state, rng, avoid=QUIET)) is not None:
            table.submit(action)
    page = visitor.get(f"/match/{table.id}")
    files = [visitor.get(address, headers={"accept-encoding": "gzip"}) for address in set(LINKED.findall(page.text))]
    assert len(page.content) + sum(int(file.headers["content-length"]) for file in files) < MOST_BYTES


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
