"""Put what plays Shazamm in the visitor's browser into a built site: Python (Pyodide) and the rules, nothing from elsewhere.

    python tools/site_try.py prepare       # fetches Pyodide by npm and msgspec for it by pip, into build/pyodide
    mkdocs build --strict                  # tools/site_hook.py calls `write`

Without the first command the site is whole except this page, which says so. Of the sources it gets what a round of Shazamm loads, no more.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PREPARED = ROOT / "build" / "pyodide"
HERE = ROOT / "docs" / "try"
PYODIDE = "314.0.7"
TAGS = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp", "--abi", "cp314")
"""What this Pyodide runs: the version of Python and of the interface under it."""

LIMIT = 15_000_000
"""Bytes of everything that the page needs, as it lies on the disk of a host."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
DATA = (
    "games/shazamm/ledger.toml",
    "locale/es/LC_MESSAGES/tapete.mo",
    "locale/es/LC_MESSAGES/tapete-shazamm.mo",
    "web/static/tapete.css",
)
"""What the modules read, in the folder of the package."""

LOADED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import referee
referee.begin("es", 1); referee.do('{"action": "lock_bid", "amount": 9}')
while referee.robot(): pass
referee.shown()
print(json.dumps({name: found.__file__ for name, found in sys.modules.items()
    if name.split(".")[0] in ("tapete", "markupsafe") and getattr(found, "__file__", None)}))
"""
"""A round in a process of its own, so that nothing but what it needs is loaded."""


class Unprepared(RuntimeError):
    """The page cannot be made; says what is missing."""


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
        raise Unprepared("the page that plays in the browser is left out: python tools/site_try.py prepare")
    return folder / "node_modules" / "pyodide", wheels[-1]


def loaded() -> dict[str, Path]:
    """Give every Python file that a round loads, by its place in the archive."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TAPETE_")}
    done = subprocess.run([sys.executable, "-c", LOADED, HERE], env=environ, capture_output=True, encoding="utf-8", check=True)
    files = {}
    for name, found in json.loads(done.stdout).items():
        path = Path(found)
        if path.suffix == ".py":
            place = name.replace(".", "/")
            files[f"{place}/__init__.py" if path.name == "__init__.py" else f"{place}.py"] = path
    files["markupsafe/_native.py"] = Path(json.loads(done.stdout)["markupsafe"]).with_name("_native.py")
    return files


def pack(wheel: Path, target: Path) -> None:
    """Write the archive of the rules: the page's own module, Tapete's, MarkupSafe in plain Python, and msgspec out of its wheel."""
    package = ROOT / "host" / "tapete"
    files = {"referee.py": HERE / "referee.py", **loaded(), **{f"tapete/{name}": package / name for name in DATA}}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive, zipfile.ZipFile(wheel) as compiled:
        parts = {name: path.read_bytes() for name, path in files.items()}
        parts.update({name: compiled.read(name) for name in compiled.namelist() if name.endswith((".py", ".so"))})
        for name in sorted(parts):
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, parts[name])


def write(site: Path, folder: Path = PREPARED) -> int:
    """Write what the page needs into a built site.

    Args:
        site: the folder of the site; try/ in it holds the scripts already.
        folder: of what `prepare` fetched.

    Returns:
        The bytes of all of it.

    Raises:
        Unprepared: it is not there, or would be larger than LIMIT.
    """
    pyodide, wheel = prepared(folder)
    target = site / "try"
    runtime = target / "pyodide"
    runtime.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, runtime / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (runtime / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    pack(wheel, target / "rules.zip")
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    if size > LIMIT:
        raise Unprepared(f"the page that plays in the browser would need {size} bytes, and may need {LIMIT}")
    return size


def main(arguments: list[str]) -> int:
    """Run the command line; 0 when it is done."""
    parser = argparse.ArgumentParser(prog="tools/site_try.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("prepare",))
    parser.add_argument("--folder", type=Path, default=PREPARED)
    given = parser.parse_args(arguments)
    prepare(given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
