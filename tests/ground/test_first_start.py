"""`run.py` itself on a bad computer: the first start fails, says in both languages what to do, and the next one repairs it.

The checkout is a small one in a folder with spaces and accents; it is built by a backend of its own, so that no start needs the network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import run

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="rights and locks of POSIX; tests/ground/test_run.py has Windows' layout"),
]

ROOT = Path(__file__).resolve().parents[2]

BACKEND = """
import os, zipfile
def build_editable(folder, config_settings=None, metadata_directory=None):
    if os.environ.get("FULL"):
        raise OSError(28, "No space left on device")
    name = "tapete-1-py3-none-any.whl"
    about = "Metadata-Version: 2.1\\nName: tapete\\nVersion: 1\\n" + os.environ.get("NEEDS", "")
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr("tapete-1.dist-info/METADATA", about)
        wheel.writestr("tapete-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("tapete-1.dist-info/RECORD", "")
        wheel.writestr("tapete.pth", os.getcwd() + "\\n")
    return name
"""
PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n[project]\nname = "tapete"\nversion = "1"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "Mesa de Ñuño y Émile"
    (root / "tapete").mkdir(parents=True)
    for name in ("run.py", "run.toml"):
        shutil.copy(ROOT / name, root)
    (root / "constraints.txt").touch()
    (root / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (root / "backend.py").write_text(BACKEND, encoding="utf-8")
    (root / "tapete/__init__.py").touch()
    (root / "tapete/__main__.py").write_text("import sys; print('played', *sys.argv[1:])", encoding="utf-8")
    for name in set(run.WHOLE) - {"tapete"}:
        (root / f"{name}.py").touch()
    return root


def environ(**more: str) -> dict[str, str]:
    """The environment of a start: the system's, without pip's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
    return {**kept, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_RETRIES": "0", **more}


def start(checkout: Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / "run.py"), "play", "ñ"]
    return subprocess.run(command, env=environ(**more), capture_output=True, encoding="utf-8", check=False)


def plays(checkout: Path, **more: str) -> bool:
    started = start(checkout, **more)
    assert started.returncode == 0, started.stderr
    return started.stdout == "played play ñ\n"


@pytest.fixture
def portal() -> Iterator[str]:
    """The address of something that answers every request with a page to sign in."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = b"<!DOCTYPE html><html><body><form>Room and name, please</form></body></html>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *words: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_first_start_in_a_folder_with_spaces_and_accents_and_what_repairs_it(checkout: Path) -> None:
    """Then with an old environment, a half-installed one, and one that has lost a package."""
    assert plays(checkout)
    assert start(checkout).stderr == "", "the second start has nothing to do"
    environment = checkout / ".venv"
    (environment / "tapete-installed.json").write_text("{", encoding="utf-8")
    assert "2/2" in start(checkout).stderr
    assert start(checkout).stderr == ""
    (environment / "bin/python").unlink()
    (environment / "bin/python").write_text("#!/bin/sh\necho 3.10 True\n", encoding="utf-8")
    (environment / "bin/python").chmod(0o755)
    assert "1/2" in start(checkout).stderr
    next(environment.glob("lib/*/site-packages")).joinpath("tapete.pth").unlink()
    (checkout / "msgspec.py").rename(checkout / "gone.py")
    assert "1/2" in start(checkout).stderr
    (checkout / "gone.py").rename(checkout / "msgspec.py")
    assert plays(checkout)


def test_a_full_disk_no_network_and_a_page_to_sign_in_are_told_and_the_next_start_goes_on(checkout: Path, portal: str) -> None:
    needs = "Requires-Dist: something-that-is-fetched\n"
    index = {"PIP_NO_INDEX": "0", "NEEDS": needs, "NO_PROXY": "*", "PIP_RETRIES": "1"}
    for more, es, en in (
        ({"FULL": "1"}, "El disco está lleno", "The disk is full"),
        ({**index, "PIP_INDEX_URL": "http://127.0.0.1:9"}, "No hay internet", "There is no internet"),
        ({**index, "PIP_INDEX_URL": portal}, "identifícate", "sign in if it asks"),
    ):
        failed = start(checkout, **more)
        assert (failed.returncode, failed.stdout) == (1, "")
        assert es in failed.stderr
        assert en in failed.stderr
        assert not (checkout / ".venv/tapete-installed.json").exists()
    assert plays(checkout)


def bound_by_rights() -> list[str]:
    """What starts a program so that rights bind it: root loses its own rule over them."""
    return ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []


@pytest.mark.skipif(os.name != "nt" and os.geteuid() == 0 and not shutil.which("setpriv"), reason="root without setpriv may write anywhere")
def test_a_checkout_that_cannot_be_written_is_told_and_one_that_is_prepared_starts(checkout: Path) -> None:
    command = [*bound_by_rights(), sys.executable, str(checkout / "run.py"), "play", "ñ"]

    def bound() -> subprocess.CompletedProcess[str]:
        checkout.chmod(0o555)
        try:
            return subprocess.run(command, env=environ(), capture_output=True, encoding="utf-8", check=False)
        finally:
            checkout.chmod(0o755)

    told = bound()
    assert told.returncode == 1
    assert "Aquí no se puede escribir. Copia la carpeta" in told.stderr
    assert "Nothing can be written here. Copy Tapete's folder" in told.stderr
    assert "Traceback" not in told.stderr
    assert plays(checkout)
    assert bound().stdout == "played play ñ\n", "what stands needs no writing"


def test_the_second_of_two_starts_waits_and_finds_it_done(checkout: Path) -> None:
    import fcntl

    command = [sys.executable, str(checkout / "run.py"), "play", "ñ"]
    with (checkout / ".venv.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        second = subprocess.Popen(command, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        assert second.stderr is not None
        assert (
            second.stderr.readline()
            == "Otro run.py prepara el entorno; espero a que acabe... / Another run.py is making the environment; waiting for it...\n"
        )
        assert second.poll() is None
    out, err = second.communicate()
    assert (second.returncode, out) == (0, "played play ñ\n")
    assert "2/2" in err
    both = [subprocess.Popen(command, env=environ(), stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    assert [one.communicate()[0] for one in both] == ["played play ñ\n"] * 2
