"""What can be proved here about Windows and macOS, where the project has not been run: `docs/testing.md` lists what nobody has tried."""

from __future__ import annotations

import ast
import errno
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import run
from tapete.console import find
from tapete.console.simulator import SimulatedConsole

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "host" / "tapete"

POSIX_MODULES = {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_CALLS = {"chown", "fork", "geteuid", "getpgid", "getuid", "killpg", "mkfifo", "openpty", "posix_fadvise", "setsid", "statvfs"}

GUARDED = {
    "console/port.py": {"termios", "grp"},
    "console/simulated_port.py": {"tty", "openpty"},
    "console/copying.py": {"posix_fadvise", "fcntl"},
    "table/occupant.py": {"fcntl"},
    "web/connections.py": {"resource"},
    "web/tls.py": {"getuid"},
}
"""Where POSIX is used, each behind a question that Windows answers with no. The station's service is for Linux alone."""

WINDOWS = """
import importlib, json, os, pkgutil, sys
import tapete
names = [one.name for one in pkgutil.walk_packages(tapete.__path__, "tapete.") if not one.name.startswith(LEFT_OUT)]
lacking = []
for name in names:  # so that everything from elsewhere is there, made for this system
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as fault:
        if fault.name not in OF_EXTRAS:
            raise
        lacking.append(name)
names = [name for name in names if name not in lacking]
for name in [name for name in sys.modules if name.split(".")[0] in ("tapete", "tapete_console")]:
    del sys.modules[name]
for name in POSIX_MODULES:
    sys.modules[name] = None
for name in POSIX_CALLS:
    if hasattr(os, name):
        delattr(os, name)
sys.platform = SYSTEM
failed = {}
for name in names:
    try:
        importlib.import_module(name)
    except Exception as fault:
        failed[name] = repr(fault)
print(json.dumps({"tried": len(names), "failed": failed, "lacking": lacking}))
"""

LEFT_OUT = ("tapete.__main__", "tapete.console.fakes", "tapete.openspiel")
"""What is no module of the host: the program itself, CircuitPython's modules, and what needs OpenSpiel."""

OF_EXTRAS = ["aiosqlite", "alembic", "asyncpg", "rustworkx", "sqlalchemy"]
"""What a newcomer's environment lacks: modules that need it are tried where it is, as in CI."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_every_module_is_imported_where_no_module_of_posix_is(system: str) -> None:
    told = {"SYSTEM": system, "LEFT_OUT": LEFT_OUT, "OF_EXTRAS": OF_EXTRAS, "POSIX_MODULES": POSIX_MODULES, "POSIX_CALLS": POSIX_CALLS}
    script = "".join(f"{name} = {value!r}\n" for name, value in told.items()) + WINDOWS
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["failed"] == {}
    assert not found["lacking"] or not all(map(importlib.util.find_spec, OF_EXTRAS))
    assert found["tried"] > 250


def posix(source: str) -> Iterator[str]:
    """What a source uses of POSIX: modules, and functions of `os`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from {alias.name.split(".")[0] for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in POSIX_MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os" and node.attr in POSIX_CALLS:
            yield node.attr


@pytest.mark.long
def test_posix_is_used_in_its_guarded_places_alone() -> None:
    assert set(posix("import os, fcntl\nfrom termios import error\nos.openpty()\n")) == {"fcntl", "termios", "openpty"}
    paths = (path for path in SOURCES.rglob("*.py") if not path.is_relative_to(SOURCES / "station/service"))
    used = {path.relative_to(SOURCES).as_posix(): found for path in paths if (found := set(posix(path.read_text(encoding="utf-8"))))}
    assert used == GUARDED


@pytest.mark.long
def test_paths_are_put_together_by_pathlib() -> None:
    """A path with a slash in the middle of its text would be wrong on Windows; `os.path` stays where every command waits for it."""
    used = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and ast.unparse(node.value) == "os.path"
    }
    assert used <= {"core/texts.py", "core/translated.py"}


def test_where_there_is_no_pseudo_terminal_the_simulated_console_is_a_tcp_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "openpty", raising=False)
    with SimulatedConsole(panels=2) as board:
        assert board.url.startswith("socket://127.0.0.1:")
        import serial

        with serial.serial_for_url(board.url, timeout=10) as line:
            assert line.read_until(b"hello console").endswith(b"hello console")


@pytest.mark.parametrize(
    ("data", "prompt"),
    [
        ("/dev/ttyACM1", "/dev/ttyACM0"),
        ("/dev/cu.usbmodem11303", "/dev/cu.usbmodem11301"),
        ("COM11", "COM9"),
    ],
)
def test_a_console_is_found_under_the_port_names_of_each_system(data: str, prompt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    about = {"serial_number": "E6616408", "product": "Tapete console", "description": "Tapete", "vid": 0x239A, "pid": 0x80F4}
    ports = [
        SimpleNamespace(device=prompt, interface="CircuitPython CDC control", **about),
        SimpleNamespace(device=data, interface="CircuitPython CDC2 control", **about),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert find.any_console() == data
    assert find.prompts() == []


class Windows:
    """`run.py` as Windows has it: its own name for the system, its folder of programs, its locks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        monkeypatch.setattr(run, "os", SimpleNamespace(**{**vars(os), "name": "nt"}))
        monkeypatch.setattr(run, "ENVIRONMENT", root / ".venv")
        monkeypatch.setattr(run, "LOCK", root / ".venv.lock")
        self.locks: list[tuple[int, int]] = []
        self.held: list[OSError] = []
        msvcrt = ModuleType("msvcrt")
        vars(msvcrt).update(LK_LOCK=1, LK_NBLCK=2, locking=self.locking)
        monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)

    def locking(self, number: int, kind: int, count: int) -> None:
        self.locks.append((kind, count))
        if self.held:
            raise self.held.pop(0)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Windows:
    return Windows(monkeypatch, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="there it is no layout to be mocked")
def test_run_py_starts_the_program_of_windows_layout_and_gives_its_status_back(windows: Windows, tmp_path: Path) -> None:
    scripts = tmp_path / ".venv" / "Scripts"
    scripts.mkdir(parents=True)
    (scripts / "python.exe").symlink_to(sys.executable)
    assert run.interpreter() == scripts / "python.exe"
    assert run.environment_version()[0] == "{}.{}".format(*sys.version_info)
    assert run.hand_over(["-c", "import os, sys; sys.exit(7 if os.environ['TAPETE_STARTED_AS'] == 'py run.py' else 1)"]) == 7


def test_run_py_waits_for_another_one_by_the_lock_of_windows(windows: Windows, capsys: pytest.CaptureFixture[str]) -> None:
    denied, tired = OSError(13, "Permission denied"), OSError(36, "Resource deadlock avoided")
    tired.errno = errno.EDEADLK
    windows.held = [denied, tired]
    with run.alone():
        pass
    assert windows.locks == [(2, 1), (1, 1), (1, 1)]
    assert "Another run.py is making the environment" in capsys.readouterr().err
    windows.held = [OSError(5, "Input/output error")]
    with pytest.raises(OSError, match="Input/output"), run.alone():
        pytest.fail("a fault of the disk is no other run.py")
