"""Put the table that runs in a visitor's browser into a built site: Python (Pyodide), Tapete and what it stands on, nothing from elsewhere.

    python tools/site_table.py prepare     # fetches Pyodide by npm and msgspec for it by pip, into build/pyodide
    mkdocs build --strict                  # tools/site_hook.py calls `write`
    python tools/site_table.py build       # the table alone, into build/table: any server of static files serves it
    python tools/site_table.py measure     # start, touch and bytes of that, in Chromium (TAPETE_CHROMIUM)
    python tools/site_table.py measure --slow 4   # and where each process has a fourth of a processor (Debian's cpulimit)
    python tools/site_table.py soak        # robots play there by turns: so many --moves; fails where memory grows by more than 20 MB

Without the first command the site is whole except for the table, whose page says so.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.metadata
import io
import json
import lzma
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import jinja2  # noqa: E402 - the line above finds what follows, wherever this is called

from tapete.web import templating  # noqa: E402
from tools import catalogues, lighthouse  # noqa: E402 - the line above finds them, wherever this is called

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PREPARED = ROOT / "build" / "pyodide"
HERE = ROOT / "docs" / "table"
PYODIDE = "314.0.7"
TAGS = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp", "--abi", "cp314")
"""What this Pyodide runs: the version of Python and of the interface under it."""

LIMIT = 8_000_000
"""Bytes of everything that the table needs, compressed as servers do it (gzip)."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
SHELL = ("index.html", "shell.css", "shell.mjs", "worker.mjs", "python.mjs", "board.mjs", "manifest.webmanifest")
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")

ADAFRUITS = ("adafruit-circuitpython-neopixel", "adafruit-circuitpython-pixelbuf")
"""What the firmware stands on."""

STANDS_ON = ("starlette", "anyio", "idna", "typing_extensions", "Jinja2", "python-multipart", "segno", "pyserial", *ADAFRUITS)
"""Pure Python that the pages import, and the simulated console; uvicorn and what only it needs stay at home."""

TEMPLATES, STANDARD = "tapete/web/templates/", "stdlib/"
"""Beginnings of places: of pages, and of what Python itself needs only once Tapete begins, for it is packed tighter there."""

FIRMWARE = ("boot.py", "code.py", "settings.toml", "lib/tapete_stopped.py")
"""What the simulated console runs; its modules are there for the link already."""

AS_THEY_ARE = ("tapete/_firmware/", "anyio/__init__.py")
"""Beginnings of places of Python files that are not compiled: the one is run as on a Pico, the other one reads itself."""

UNUSED = (
    *("serial/tools/", "serial/urlhandler/", "serial/rfc2217", "serial/serialwin32", "serial/win32", "serial/serialjava"),
    "anyio/_backends/_trio",
    *("starlette/testclient", "starlette/schemas", "starlette/middleware/wsgi", "starlette/templating", "jinja2/sandbox", "jinja2/meta"),
)
"""Parts of these libraries for other systems and servers."""

LEFT_OUT = (
    *(
        "__main__.py",
        "cli.py",
        "commands/",
        "lab/",
        "league/",
        "openspiel.py",
        "referee.py",
        "testing/",
    ),
    *("station/operations/", "station/service/"),
    *("web/station/", "web/serving.py", "web/connections.py", "web/tls.py", "web/templates/league/", "web/templates/station/"),
    *("web/templates/staff/", "web/static/league", "web/static/station", "web/static/staff", "web/static/wall"),
)
"""Beginnings of places in the package that no table in a tab comes to: commands, stations, events, laboratories."""

CODE_PAGES = (
    "cp",
    "mac_",
    "iso",
    "big5",
    "euc_",
    "gb",
    "hz",
    "johab",
    "koi8",
    "kz1048",
    "palmos",
    "ptcp",
    "shift_",
    "tis_",
    "hp_roman8",
    "oem",
    "mbcs",
)

STDLIB_LEFT_OUT = (
    *(f"encodings/{name}" for name in CODE_PAGES),
    *(f"encodings/cp{digit}" for digit in "01235678"),  # cp437 stays: zipfile names it
    *("_pydatetime.py", "_pydecimal.py", "_pyio.py", "statistics.py", "configparser.py"),  # the first three are compiled here
    *("ctypes/", "bdb.py", "optparse.py", "pickletools.py"),
    *("pydoc_data/", "idlelib/", "lib2to3/", "ensurepip/", "venv/", "tkinter/", "turtledemo/", "unittest/", "test/", "curses/", "dbm/"),
    *("wsgiref/", "xmlrpc/", "_pyrepl/", "profiling/", "turtle.py", "pydoc.py", "doctest.py", "pdb.py", "mailbox.py", "imaplib.py"),
    *("xml/dom/", "xml/etree/", "xml/parsers/", "xml/sax/expatreader.py", "http/server.py", "http/cookiejar.py", "urllib/robotparser.py"),
    *("multiprocessing/managers.py", "multiprocessing/shared_memory.py", "multiprocessing/forkserver.py", "multiprocessing/dummy/"),
    *(
        "asyncio/windows_",
        "asyncio/proactor_events.py",
        "logging/config.py",
        "logging/handlers.py",
        "pyodide/console.py",
        "zipfile/__main__.py",
    ),
    *("cmd.py", "code.py", "colorsys.py", "compileall.py", "filecmp.py", "fileinput.py", "modulefinder.py", "netrc.py", "nturl2path.py"),
    *("plistlib.py", "pyclbr.py", "rlcompleter.py", "sched.py", "shelve.py", "socketserver.py", "symtable.py", "sysconfig/__main__.py"),
    *("tabnanny.py", "timeit.py", "trace.py", "tracemalloc.py", "tty.py", "wave.py", "zipapp.py", "pty.py"),
    *("ftplib.py", "poplib.py", "smtplib.py", "nntplib.py", "antigravity.py", "this.py", "cProfile.py", "profile.py", "pstats.py"),
)
"""Parts of the standard library that nothing here imports."""

KINDS = {
    ".bin",
    ".css",
    ".html",
    ".js",
    ".json",
    ".jsonl",
    ".md",
    ".mo",
    ".mp4",
    ".png",
    ".py",
    ".svg",
    ".toml",
    ".txt",
    ".typed",
    ".webm",
    ".woff2",
}
"""Ends of the files that are packed: not of sources of translations."""


class Unprepared(RuntimeError):
    """The table cannot be built; says what is missing."""


def prepare(folder: Path) -> None:
    """Fetch Pyodide and msgspec for it. Raises CalledProcessError if npm or pip fails."""
    folder.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm") or "npm"
    quiet = ("--silent", "--no-save", "--no-package-lock", "--no-audit", "--no-fund")
    subprocess.run([npm, "install", *quiet, "--prefix", folder, f"pyodide@{PYODIDE}"], check=True)
    wheel = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-c", ROOT / "constraints.txt")
    subprocess.run([*wheel, *TAGS, "-d", folder, "msgspec"], check=True)


def prepared(folder: Path) -> tuple[Path, Path]:
    """Give the folder of Pyodide and the wheel of msgspec.

    Raises:
        Unprepared: one of them is not there.
    """
    wheels = sorted(folder.glob("msgspec-*-cp314-*_wasm32.whl"))
    if not wheels or not (folder / "node_modules" / "pyodide" / RUNTIME[0]).is_file():
        raise Unprepared("the table that runs in the browser is left out: python tools/site_table.py prepare")
    return folder / "node_modules" / "pyodide", wheels[-1]


def _package() -> Iterator[tuple[str, Path]]:
    """Every file of Tapete that a table needs, by its place in the archive."""
    catalogues.renew(ROOT)
    package = ROOT / "host" / "tapete"
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package).as_posix()
        if path.is_file() and path.suffix in KINDS and "__pycache__" not in path.parts and not place.startswith(LEFT_OUT):
            yield f"tapete/{place}", path
    firmware = ROOT / "firmware"
    for path in sorted((firmware / "lib" / "tapete_console").glob("*.py")):
        yield f"tapete_console/{path.name}", path
    for name in FIRMWARE:
        yield f"tapete/_firmware/{name}", firmware / name


def _stands_on() -> Iterator[tuple[str, Path]]:
    """Every Python file of the libraries, by its place; MarkupSafe without its compiled part, which PyPI has for no browser."""
    for name in STANDS_ON:
        for file in importlib.metadata.files(name) or ():
            if file.suffix == ".py" and ".." not in file.parts and not file.as_posix().startswith(UNUSED):
                yield file.as_posix(), Path(str(file.locate()))
    for file in importlib.metadata.files("MarkupSafe") or ():
        if file.suffix == ".py":
            yield file.as_posix(), Path(str(file.locate()))


def _library(source: Path) -> dict[str, bytes]:
    """The standard library without what nothing here imports, by place."""
    with zipfile.ZipFile(source) as library:
        return {name: library.read(name) for name in library.namelist() if not name.startswith(STDLIB_LEFT_OUT) and name[-1] != "/"}


def _templates(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Templates of pages as Python modules, by place: Jinja takes a second for those of the first page."""
    made = templating.environment("en")
    found = {}
    for place, source in parts.items():
        if place.startswith(TEMPLATES):
            name = place.removeprefix(TEMPLATES)
            module = jinja2.ModuleLoader.get_module_filename(name)
            found[f"tapete/web/{templating.COMPILED.name}/{module}"] = made.compile(
                source.decode(), name, raw=True, defer_init=True
            ).encode()
    return found


def compiled(parts: Mapping[str, bytes], pyodide: Path) -> dict[str, bytes]:
    """Compile Python files, by their places, with the Python that runs them. Raises CalledProcessError with what it says."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(Path(folder, "sources.zip"), "w") as sources:
            for name, content in sorted(parts.items()):
                sources.writestr(name, content)
        subprocess.run([shutil.which("node") or "node", ROOT / "tools" / "site_compile.mjs", pyodide, folder], check=True)
        with zipfile.ZipFile(Path(folder, "compiled.zip")) as made:
            return {name: made.read(name) for name in made.namelist()}


def _split(parts: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What is compiled, and what stays as it is."""
    code = {name: content for name, content in parts.items() if name.endswith(".py") and not name.startswith(AS_THEY_ARE)}
    return code, {name: content for name, content in parts.items() if name not in code}


def _zip(parts: Mapping[str, bytes], target: Path) -> None:
    """Write an archive that Python imports from; the same whenever its parts are."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(parts):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, parts[name])


FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 16 << 20},)
"""A browser's Python takes the memory of the whole dictionary to unpack, and never gives it back: the preset's own has 64 MiB."""


def pack(pyodide: Path, wheel: Path, library: Path, target: Path) -> None:
    """Write the standard library, and the archive of Tapete, the libraries, and msgspec; compiled, and the same whenever their parts are.

    Args:
        pyodide: its folder. wheel: of msgspec. library, target: where the two archives go.
    """
    parts = {name: path.read_bytes() for name, path in (*_package(), *_stands_on())}
    with zipfile.ZipFile(wheel) as packed:
        parts |= {name: packed.read(name) for name in packed.namelist() if name.endswith((".py", ".so"))}
    parts |= _templates(parts)
    code, parts = _split({name: content for name, content in parts.items() if not name.startswith(TEMPLATES)})
    standard, others = _split(_library(pyodide / RUNTIME[3]))
    made = compiled(code | {f"{STANDARD}{name}": content for name, content in standard.items()}, pyodide)
    begins = frozenset(made.pop("begins").decode().split())
    parts |= made | {f"{STANDARD}{name}": content for name, content in others.items()}
    first = [name for name in parts if name.startswith(STANDARD) and Path(name.removeprefix(STANDARD)).parts[0].partition(".")[0] in begins]
    _zip({name.removeprefix(STANDARD): parts.pop(name) for name in first}, library)
    with lzma.open(target, "wb", filters=FILTERS) as file, tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(parts, key=lambda name: (Path(name).suffix, name)):
            entry = tarfile.TarInfo(name)
            entry.size = len(parts[name])
            archive.addfile(entry, io.BytesIO(parts[name]))


def write(site: Path, folder: Path = PREPARED) -> int:
    """Write the table into a built site, under `table/`.

    Args:
        site: the folder of the site.
        folder: of what `prepare` fetched.

    Returns:
        The bytes of all of it, compressed.

    Raises:
        Unprepared: it is not there, or would be larger than LIMIT.
    """
    pyodide, wheel = prepared(folder)
    target = site / "table"
    runtime = target / "pyodide"
    runtime.mkdir(parents=True, exist_ok=True)
    for name in SHELL:
        shutil.copyfile(HERE / name, target / name)
    for name in ICONS:
        shutil.copyfile(ROOT / "host" / "tapete" / "web" / "static" / name, target / name)
    for name in RUNTIME[:3]:
        shutil.copyfile(pyodide / name, runtime / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (runtime / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    pack(pyodide, wheel, runtime / RUNTIME[3], target / "app.tar.xz")
    size = stamp(target)
    if size > LIMIT:
        raise Unprepared(f"the table that runs in the browser would take {size} bytes, and may take {LIMIT}")
    return size


def stamp(target: Path) -> int:
    """Write the service worker of a table that is there: it names the files, and the version that they are together.

    Returns:
        The bytes of all of it, compressed.
    """
    names = [*SHELL, *ICONS, "app.tar.xz", *(f"pyodide/{name}" for name in (*RUNTIME, "pyodide-lock.json"))]
    contents = {name: (target / name).read_bytes() for name in names}
    files = {name: (len(content), hashlib.sha256(content).hexdigest()) for name, content in contents.items()}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    program = (HERE / "sw.js").read_text(encoding="utf-8")
    stamped = f"const VERSION = {json.dumps(version)}, FILES = {json.dumps(files)};"
    (target / "sw.js").write_text(program.replace('const VERSION = "unbuilt", FILES = {};', stamped, 1), encoding="utf-8")
    return sum(len(gzip.compress(content, 6)) for content in contents.values())


# ---- measuring


def start(page: Page, address: str) -> dict[str, float]:
    """Open the table, and say in seconds when each part of its start was done. Raises Unprepared with what the page says instead."""
    page.goto(f"{address}/table/index.html?lang=en", wait_until="commit")
    page.locator("html[data-ready], #progress[hidden]").first.wait_for(state="attached", timeout=240_000)
    if page.locator("#progress[hidden]").count() and page.locator("#start").is_visible():
        raise Unprepared(page.locator("#said").inner_text())
    told = json.loads(page.evaluate("document.documentElement.dataset.ready"))
    told["shown"] = page.evaluate("performance.getEntriesByName('tapete-shown')[0].startTime")
    return {name: round(ms / 1000, 2) for name, ms in told.items()}


def main(arguments: Sequence[str]) -> int:
    """Run the command line; 0 when it is done."""
    parser = argparse.ArgumentParser(prog="tools/site_table.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("prepare", "build", "measure", "soak"))
    parser.add_argument("--slow", type=int, default=1, choices=range(1, 11), metavar="N", help="measure N times slower too, 1..10")
    parser.add_argument("--moves", type=int, default=10_000, help="entries that robots are to make (soak)")
    parser.add_argument("--folder", type=Path, default=PREPARED, help="what `prepare` fetched")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "table", help="where the table is built")
    given = parser.parse_args(arguments)
    if given.what == "prepare":
        prepare(given.folder)
        return 0
    size = write(given.to, given.folder)
    files = [path for path in (given.to / "table").rglob("*") if path.is_file()]
    print(f"{size / 1e6:.2f} MB compressed, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB on the disk: {given.to / 'table'}")
    if given.what == "measure":
        for slow in sorted({1, given.slow}):
            print(f"{slow} times slower:")
            measure(given.to, slow)
    return 0 if given.what != "soak" or soak(given.to, given.moves) else 1


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """Let each process of a browser have so small a part of a processor; 1: all that it wants.

    The browser's own throttling does not reach workers. Raises Unprepared without cpulimit.
    """
    if times == 1:
        yield
        return
    if (program := shutil.which("cpulimit")) is None:
        raise Unprepared("--slow takes Debian's package cpulimit")
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    own = next(str(one["id"]) for one in processes if one["type"] == "browser")
    limit = subprocess.Popen([program, "-m", "-q", "-p", own, "-l", str(100 // times)])
    try:
        yield
        if limit.poll() is not None:
            raise Unprepared("cpulimit ended before the measuring did")
    finally:
        limit.terminate()
        limit.wait()


def measure(site: Path, slow: int = 1) -> None:
    """Print how long the first start, one from what is kept, and touches take; `slow`: with so small a part of a processor a process."""
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with lighthouse.served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["TAPETE_CHROMIUM"], args=["--no-sandbox"] if root else [])
        with slowed(browser, slow):
            page = browser.new_page()
            print("first start, s:", start(page, address))
            page.goto("about:blank")
            print("start from what is kept, s:", start(page, address))
            frame = page.frame_locator("#table")
            frame.locator("#begin").click()
            frame.locator("main[data-place]").wait_for()
            touches = page.frames[1].evaluate(TOUCHES)
            print(f"touch, ms: median {statistics.median(touches):.0f}, longest {max(touches):.0f} of {len(touches)}")
        browser.close()


WARM, GROWS = 5, 20_000_000
"""So many matches fill what is kept; from then on memory may grow by so many bytes. It does by a fifth at a time: 11 MB were measured."""


def soak(site: Path, moves: int) -> bool:
    """Let robots play matches in the tab, each watched by its page, and print how memory grows; gives whether it stayed within its bounds.

    Args:
        site: a built one. moves: entries of all matches together.
    """
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    made, heaps, crashed = 0, list[tuple[int, int]](), list[str]()
    with lighthouse.served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["TAPETE_CHROMIUM"], args=["--no-sandbox"] if root else [])
        page = browser.new_page()
        page.on("crash", lambda _page: crashed.append("the tab crashed"))
        start(page, address)
        worker = page.workers[0]
        worker.evaluate(QUICK)
        while made < moves and not crashed:
            frame = page.frames[1]
            frame.goto(f"{address}/table/app/")
            for seat in ("A", "B"):
                frame.locator(f"[name='plays.shazamm.{seat}']").evaluate("(field) => { field.value = 'medium'; }")
            frame.locator("#begin").click()
            frame.locator("#bar a[href$='/export']").first.wait_for(timeout=600_000)
            made += frame.evaluate(ENTRIES)
            heaps.append((made, worker.evaluate("python._module.HEAPU8.length")))
            print(f"{made} moves, {heaps[-1][1] / 1e6:.1f} MB", flush=True)
        browser.close()
    (before, low), (after, high) = heaps[min(WARM, len(heaps)) - 1], heaps[-1]
    print(f"{len(heaps)} matches; memory grew by {(high - low) / 1e6:.1f} MB in {after - before} moves", *crashed)
    return not crashed and high - low < GROWS


QUICK = """() => python.runPythonAsync(`
from tapete.table.players import Pace
table.hub.robots.pace = Pace(0.0, 0)
`)"""

ENTRIES = """async () => {
  const told = await (await fetch(`${document.querySelector("main").dataset.place}/export`)).text();
  return JSON.parse(told.trim().split("\\n").at(-1)).entries;
}"""

TOUCHES = """async () => {
  const main = document.querySelector("main"), took = [];
  for (let i = 0; i < 40; i++) {
    const since = performance.now(), body = new URLSearchParams({ csrf: main.dataset.token, press: "sheet", value: '""' });
    await (await fetch(`${main.dataset.place}/touch`, { method: "POST", body, headers: { Accept: "application/json" } })).text();
    took.push(performance.now() - since);
  }
  return took;
}"""


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Unprepared as reason:
        sys.exit(str(reason))
