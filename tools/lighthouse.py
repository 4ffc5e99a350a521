"""Let Lighthouse judge the built site, or Tapete's own pages, in Chromium, and fail if any of its fields falls below 95.

    python tools/lighthouse.py [SITE]
    python tools/lighthouse.py --table

SITE is what `mkdocs build --strict` wrote (build/site); each page of PAGES is asked for as a phone on a slow line asks, Lighthouse's own
measure. With `--table` a server of Tapete's own shows a war of BHM for four: the lobby and the table's page as a computer asks for them, a
seat's page as a phone does; search engines see none of them, so that field is left out. Needs Node, Chromium (TAPETE_CHROMIUM) and
Lighthouse:

    npm install --no-save --prefix build/lighthouse lighthouse@12.8.2

It measures time, and on a busy computer it measures that: the speed that it found stands beside the points.
The site is served from this computer, compressed and to be kept, as every host of static pages serves it; no other machine is asked.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
MODULES = ROOT / "build" / "lighthouse" / "node_modules"
LEAST = 95
"""Of a hundred, in every field."""

FIELDS = ("performance", "accessibility", "best-practices", "seo")
PAGES = ("index.html", "es/index.html", "play/shazamm.html", "es/play/shazamm.html")
ACTIONS = 120
"""Of the match whose pages are judged."""

COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", ".xml"}
KEPT = "public, max-age=31536000"


class Unmeasured(RuntimeError):
    """Lighthouse cannot run or has not measured; says why and what to do."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, compressed where that helps."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def do_GET(self) -> None:
        """Answer with a file, or with 404."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Cache-Control", KEPT)
        if path.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        """Say nothing: only the scores matter."""


class Serving(http.server.ThreadingHTTPServer):
    """A server that a browser may leave in the middle of an answer."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell what went wrong, unless nobody listens any more."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on a free port of this computer; gives its address."""
    handler = functools.partial(Files, directory=os.fspath(site))
    with Serving(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def of_site(site: Path, pages: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Serve the built site; gives the address and the pages.

    Raises:
        Unmeasured: it is not built.
    """
    if not (site / "index.html").is_file():
        raise Unmeasured(f"no site in {site}: mkdocs build --strict")
    with served(site) as address:
        yield address, pages


@contextmanager
def at_a_table() -> Iterator[tuple[str, Sequence[str]]]:
    """Serve a war of BHM for four, in its middle, as Tapete does; gives the address and the pages: lobby, table, a phone's."""
    from tapete.core.seats import SEATS
    from tapete.table import Hub, Journal
    from tapete.testing.contract import QUIET
    from tapete.web import Server, app

    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
        match = hub.begin("bhm", {}, dict(zip(SEATS, ("Ana", "Bruno", "Carla", "Diego"), strict=True)), len(SEATS))
        chance = random.Random(1)
        for _ in range(ACTIONS):
            if (action := match.rules.sample(match.state, chance, avoid=QUIET)) is not None:
                match.submit(action)
        with Server(app(hub)) as server:
            yield server.address.rstrip("/"), ("", f"match/{match.id}", f"match/{match.id}/seat/A")
        hub.close()


def measured(address: str, modules: Path, chromium: str, fields: Sequence[str] = FIELDS, wide: bool = False) -> dict[str, Any]:
    """Give Lighthouse's report of a page.

    Args:
        address: of the page.
        modules: the folder `node_modules` with Lighthouse.
        chromium: the browser's path.
        fields: that are judged. wide: as a computer asks, not a phone on a slow line.

    Raises:
        Unmeasured: Lighthouse is not there or failed.
    """
    program = modules / "lighthouse" / "cli" / "index.js"
    if not program.is_file():
        raise Unmeasured(f"no Lighthouse in {modules}: npm install --no-save --prefix {modules.parent} lighthouse@12.8.2")
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch, "report.json")
        flags = "--headless=new --disable-gpu" + (" --no-sandbox" if hasattr(os, "geteuid") and os.geteuid() == 0 else "")
        command = ["node", os.fspath(program), address, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={flags}"]
        environ = {**os.environ, "CHROME_PATH": chromium, "TMPDIR": scratch}
        command += [f"--only-categories={','.join(fields)}", *(["--preset=desktop"] if wide else [])]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        if done.returncode or not report.is_file():
            raise Unmeasured(f"Lighthouse ended with {done.returncode} at {address}:\n{(done.stdout + done.stderr)[-2000:]}")
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return found


def scores(report: dict[str, Any]) -> dict[str, int]:
    """Give a report's points of a hundred, by field; a field that was not judged has none."""
    return {field: round(100 * (report["categories"][field]["score"] or 0)) for field in FIELDS if field in report["categories"]}


def costs(report: dict[str, Any], field: str) -> list[str]:
    """Name what took points from a field, the heaviest first."""
    weighed = [
        (one["weight"] * (1 - found), one["id"])
        for one in report["categories"][field]["auditRefs"]
        if one["weight"] and (found := report["audits"][one["id"]]["score"]) is not None and found < 1
    ]
    return [f"{name} {report['audits'][name].get('displayValue', '')}".strip() for _, name in sorted(weighed, reverse=True)]


def main(arguments: list[str]) -> int:
    """Print each page's points; 0 when none is too low."""
    parser = argparse.ArgumentParser(prog="tools/lighthouse.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, nargs="?", default=SITE)
    parser.add_argument("--table", action="store_true", help="judge the pages of a match, not the site")
    parser.add_argument("--pages", nargs="+", default=PAGES)
    parser.add_argument("--keep", type=Path, help="a folder for the whole reports")
    given = parser.parse_args(arguments)
    chromium = os.environ.get("TAPETE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
    modules = Path(os.environ.get("TAPETE_LIGHTHOUSE_MODULES") or MODULES)
    low = False
    try:
        fields = FIELDS[:-1] if given.table else FIELDS
        with at_a_table() if given.table else of_site(given.site, given.pages) as (address, pages):
            for page in pages:
                report = measured(f"{address}/{page}", modules, chromium, fields, wide=given.table and "seat" not in page)
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{page.replace('/', '-')}.json").write_text(json.dumps(report), encoding="utf-8")
                found = scores(report)
                told = "  ".join(f"{field} {points}" for field, points in found.items())
                print(f"{page or 'lobby':24} {told}  (speed of this computer {report['environment']['benchmarkIndex']:.0f})", flush=True)
                for field, points in found.items():
                    if points < LEAST:
                        low = True
                        print(f"  {field} may not be under {LEAST}; what costs: {'; '.join(costs(report, field))}", flush=True)
    except Unmeasured as reason:
        print(reason, file=sys.stderr)
        return 2
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
