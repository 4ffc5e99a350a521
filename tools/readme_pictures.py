"""Make the pictures of README.md and the front page's film from today's pages, and know when they are older than what they show.

    TAPETE_CHROMIUM=/usr/bin/chromium python tools/readme_pictures.py    # makes those that are old; --all: every one
    python tools/readme_pictures.py --check                              # names those that are old; needs no browser

Needs a Chromium and the extra `browser`, for the film `film` too. docs/pictures/made.json holds for each picture the hash of what it shows:
the pages as they are served for the same match, without addresses and keys, and their stylesheets.
"""

from __future__ import annotations

import argparse
import hashlib
import http.client
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete.core.texts import LANGUAGES, Language
from tapete.table import Hub, Journal, Table
from tapete.web import Server, app
from tools import site_film  # the line above makes `tools` importable when this runs as a program
from tools.station_pictures import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
MADE = PICTURES / "made.json"
STATIC = ROOT / "host" / "tapete" / "web" / "static"
WIDTH, HEIGHT = 1280, 720

TURNS = ((9, 7), (4, 6), (8, 3))
"""Bids of Ana and Bruno before the picture is taken; then Ana has locked one more."""

CHANGING = re.compile(r"""127\.0\.0\.1:\d+| (data-[\w-]+|href|src|action|value|content|nonce)="[^"]*"|(?<=class="seal">)[^<]*""")
"""What may differ from run to run in a page that shows the same: addresses, keys, the letters of a seal, and what only scripts read."""


@contextmanager
def served() -> Iterator[tuple[str, Table]]:
    """Serve a match of Shazamm in its fourth turn; gives the address of the server and the match."""
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder:
        hub = Hub(Journal(Path(folder) / "pictures.sqlite3"))
        try:
            table = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
            actions: list[dict[str, Any]] = []
            for ana, bruno in TURNS:
                for seat, amount in (("A", ana), ("B", bruno)):
                    actions.append({"action": "lock_bid", "seat": seat, "amount": amount})
                actions += [{"action": "declare_cards", "seat": seat, "numbers": []} for seat in ("A", "B")]
            for action in (*actions, {"action": "lock_bid", "seat": "A", "amount": 5}):
                table.submit(action)
            with Server(app(hub)) as server:
                yield server.address.rstrip("/"), table
        finally:
            hub.close()


def shown(address: str, place: str, language: Language) -> str:
    """Give a page as it is served, with its stylesheets, and without what changes from run to run."""
    host, _, port = address.removeprefix("http://").partition(":")
    asking = http.client.HTTPConnection(host, int(port), timeout=60)
    try:
        asking.request("GET", place, headers={"accept-language": language})
        answer = asking.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"{place} answers {answer.status}")
        text = answer.read().decode()
    finally:
        asking.close()
    sheets = sorted(set(re.findall(r"/static/(?:[0-9a-f]{12}/)?([\w/.-]+\.css)", text)))
    return "\n".join([CHANGING.sub("", text), *((STATIC / sheet).read_text(encoding="utf-8") for sheet in sheets)])


def names() -> dict[str, Language]:
    """Give every picture of README.md and the film, with its language."""
    return {name.format(language=language): language for language in LANGUAGES for name in ("match-{language}.png", "film-{language}.webm")}


def keys() -> dict[str, str]:
    """Give the hash of what each picture shows today."""
    found = {}
    with served() as (address, table):
        match = f"/match/{table.id}"
        for name, language in names().items():
            pages = (match,) if name.startswith("match") else (match, f"{match}/seat/A", "/console")
            texts = [shown(address, place, language) for place in pages]
            if name.startswith("film"):
                texts.append(Path(site_film.__file__).read_text(encoding="utf-8"))
            found[name] = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    return found


def old() -> dict[str, str]:
    """Name the pictures that are not there or older than what they show, each with the hash of that."""
    made: dict[str, str] = json.loads(MADE.read_text(encoding="utf-8")) if MADE.exists() else {}
    return {name: key for name, key in keys().items() if made.get(name) != key or not (PICTURES / name).exists()}


def take(browser: Browser, language: Language) -> bytes:
    """Photograph the table's page for README.md, as a PNG."""
    with served() as (address, table):
        look = {"width": WIDTH, "height": HEIGHT}
        context = browser.new_context(viewport=look, locale=language, reduced_motion="reduce", color_scheme="dark")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{address}/match/{table.id}")
        page.locator("body.has-script").wait_for()
        page.wait_for_function("seq => Number(document.querySelector('[data-seq-shown]')?.dataset.seqShown) >= seq", arg=table.seq)
        picture = page.screenshot()
        context.close()
        return picture


def main() -> int:
    """Make or check the pictures; 0 when all are as they should be."""
    parser = argparse.ArgumentParser(
        prog="tools/readme_pictures.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="name the old ones and make none")
    parser.add_argument("--all", action="store_true", help="make those too that are current")
    given = parser.parse_args()
    due = keys() if given.all else old()
    if given.check:
        for name in due:
            print(f"docs/pictures/{name} is older than what it shows: python tools/readme_pictures.py", file=sys.stderr)
        return 1 if due else 0
    if due and "TAPETE_CHROMIUM" not in os.environ:
        print("name a Chromium: TAPETE_CHROMIUM=/usr/bin/chromium", file=sys.stderr)
        return 2
    made = json.loads(MADE.read_text(encoding="utf-8")) if MADE.exists() else {}
    with chromium() as browser:
        for name in due:
            language = names()[name]
            if name.startswith("match"):
                (PICTURES / name).write_bytes(take(browser, language))
            else:
                site_film.make(browser, language)
            made[name] = due[name]
            MADE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(f"docs/pictures/{name}", (PICTURES / name).stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())
