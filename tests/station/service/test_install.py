"""Installing into a folder: what is written, that it is right for systemd, that it may be repeated, and that an update can fall back."""

from __future__ import annotations

import os
import re
import shutil
import socket
import stat
import subprocess
import threading
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tapete import __version__
from tapete.cli import command_line
from tapete.commands.station_service import screen_state
from tapete.core.texts import LANGUAGES
from tapete.station.service import install as plan
from tapete.station.service import systemd, units
from tapete.station.service.install_plan import InstallTrouble, Target, carry_out
from tests.two_languages import both

LIST = "click==1 --hash=sha256:00\n"
SYSTEMD = shutil.which("systemd-analyze")


class Programs:
    """Stands for the programs that are started: notes them, and makes what the real ones would have made."""

    def __init__(self, root: Path, failing: str = "") -> None:
        self.root, self.failing = root, failing
        self.started: list[str] = []

    def __call__(self, command: Sequence[str]) -> None:
        line = " ".join(command)
        self.started.append(line)
        if self.failing and self.failing in line:
            raise InstallTrouble(both("mal", "bad"))


def target(root: Path, failing: str = "", *, dry: bool = False) -> tuple[Target, Programs]:
    programs = Programs(root, failing)
    return Target(root=root, run=programs, dry=dry), programs


def tapete(*arguments: str, language: str = "en") -> Result:
    return CliRunner().invoke(command_line(language), ["station", *arguments], prog_name="tapete")


@pytest.fixture(autouse=True)
def _language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def everything(root: Path) -> dict[str, tuple[int, bytes]]:
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder) / name
            found[str(path.relative_to(root))] = (path.lstat().st_mode, b"" if path.is_symlink() else path.read_bytes())
    return found


def install(root: Path, name: str = "one", failing: str = "") -> Programs:
    where, programs = target(root, failing)
    carry_out(plan.install_steps(name, "tapete==1", LIST), where, lambda said: None)
    return programs


def test_a_dry_run_says_everything_and_does_nothing(tmp_path: Path) -> None:
    for language in LANGUAGES:
        said = tapete("install", "--root", str(tmp_path), "--dry-run", "--source", "tapete==1.0", language=language)
        assert said.exit_code == 0, said.output
        for path, text, _ in units.FILES:
            assert str(tmp_path) + path in said.output
            assert all(line in said.output for line in text.splitlines())
        for word in (
            "apt-get install",
            "--only-binary tapete tapete==1.0",
            "--require-hashes --only-binary :all:",
            "systemd-sysusers",
            "systemctl",
            "udevadm control --reload",
        ):
            assert word in said.output, word
    assert everything(tmp_path) == {}


def test_everything_is_written_where_it_belongs(tmp_path: Path) -> None:
    install(tmp_path)
    for path, text, mode in units.FILES:
        written = tmp_path / path.lstrip("/")
        assert written.read_text(encoding="utf-8") == text
        assert stat.S_IMODE(written.stat().st_mode) == mode
    assert (tmp_path / "opt/tapete/current").readlink() == Path("versions/one")


def test_repeated_it_changes_nothing(tmp_path: Path) -> None:
    install(tmp_path)
    before = everything(tmp_path)
    times = {name: (tmp_path / name).lstat().st_mtime_ns for name in before}
    where, _ = target(tmp_path)
    said: list[str] = []
    carry_out(plan.install_steps("one", "tapete==1", LIST), where, said.append)
    assert everything(tmp_path) == before
    assert {name: (tmp_path / name).lstat().st_mtime_ns for name in before} == times
    assert not [line for line in said if line.startswith(("write", "link"))]


def test_in_another_root_nothing_of_this_system_is_touched(tmp_path: Path) -> None:
    programs = install(tmp_path)
    assert programs.started
    assert all(f"--root={tmp_path}" in line for line in programs.started), programs.started
    assert not any("restart" in line or "apt-get" in line for line in programs.started)


def test_on_the_system_itself_services_are_started_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Target, "is_system", True)
    programs = install(tmp_path)
    order = [
        next(n for n, line in enumerate(programs.started) if word in line) for word in ("apt-get", "venv", "pip", "simulate", "enable")
    ]
    assert order == sorted(order)
    assert programs.started[-1] == "systemctl restart tapete.service tapete-screen.service"


def test_nothing_is_fetched_or_built_as_root_and_only_what_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is taken over gets at an empty user: root runs neither pip nor its files, and the service cannot change them."""
    monkeypatch.setattr(Target, "is_system", True)
    programs = install(tmp_path)
    pip = [line for line in programs.started if " pip install " in line]
    assert len(pip) == 2
    for line in pip:
        assert line.startswith("runuser -u tapete-install -- ")
        assert "--no-deps" in line
    assert f"--require-hashes --only-binary :all: --requirement {units.PLACE}/requirements.txt" in pip[0]
    assert "--no-build-isolation --only-binary tapete" in pip[1]
    started = [line.split() for line in programs.started]
    assert not [words for words in started if words[0].endswith("/bin/tapete")], "its own program is tried as the service's user"
    assert f"chown -R -h root:root {units.PLACE}/versions/one" in programs.started
    assert (tmp_path / "opt/tapete/requirements.txt").read_text() == LIST
    assert "u tapete-install " in units.SYSUSERS


def test_the_list_is_that_of_what_is_installed(tmp_path: Path) -> None:
    wheel = tmp_path / "tapete-9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr(plan.LISTED, "of the wheel")
    assert plan.requirements_of(str(wheel)) == "of the wheel"
    (tmp_path / "host" / plan.LISTED).parent.mkdir(parents=True)
    (tmp_path / "host" / plan.LISTED).write_text("of the checkout")
    assert plan.requirements_of(str(tmp_path)) == "of the checkout"
    assert "starlette==" in plan.requirements_of("tapete==9")
    wheel.write_bytes(b"no wheel")
    with pytest.raises(InstallTrouble, match="--requirements"):
        plan.requirements_of(str(wheel))


def test_a_station_without_a_screen(tmp_path: Path) -> None:
    where, programs = target(tmp_path)
    carry_out(plan.install_steps("one", "x", LIST, screen=False), where, lambda said: None)
    assert not (tmp_path / "etc/systemd/system/tapete-screen.service").exists()
    assert (tmp_path / "etc/systemd/system/tapete.service").exists()
    assert not any("tapete-screen" in line for line in programs.started)


def test_uninstalling_leaves_the_data_alone(tmp_path: Path) -> None:
    install(tmp_path)
    data = tmp_path / "var/lib/tapete"
    data.mkdir(parents=True)
    (data / "tapete.sqlite3").write_bytes(b"matches")
    said = tapete("uninstall", "--root", str(tmp_path))
    assert said.exit_code == 0, said.output
    assert "/var/lib/tapete" in said.output
    assert everything(tmp_path).keys() == {"var/lib/tapete/tapete.sqlite3", "etc/sysusers.d/tapete.conf"}
    again = tapete("uninstall", "--root", str(tmp_path))
    assert again.exit_code == 0


# ---- updates


def test_an_update_turns_the_link_and_remembers_the_one_before(tmp_path: Path) -> None:
    install(tmp_path)
    for name in ("one", "zero"):
        (tmp_path / "opt/tapete/versions" / name).mkdir(parents=True)
    where, _ = target(tmp_path)
    assert plan.update("two", "tapete==2", LIST, where, lambda said: None, is_well=lambda: True)
    assert (plan.linked(where, "current"), plan.linked(where, "previous")) == ("two", "one")
    assert [path.name for path in (tmp_path / "opt/tapete/versions").iterdir()] == ["one"], "older ones are removed"


def test_a_version_that_is_not_well_is_left_again(tmp_path: Path) -> None:
    install(tmp_path)
    where, _ = target(tmp_path)
    assert not plan.update("two", "tapete==2", LIST, where, lambda said: None, is_well=lambda: False)
    assert plan.linked(where, "current") == "one"


@pytest.mark.parametrize(("failing", "current"), [("--require-hashes", "one"), ("simulate --check", "one"), ("restart", "one")])
def test_a_step_that_fails_leaves_the_version_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, current: str
) -> None:
    install(tmp_path)
    monkeypatch.setattr(Target, "is_system", True)
    where, programs = target(tmp_path, failing)
    with pytest.raises(InstallTrouble):
        plan.update("two", "tapete==2", LIST, where, lambda said: None, is_well=lambda: True)
    assert plan.linked(where, "current") == current
    assert programs.started


def test_one_can_go_back_by_hand(tmp_path: Path) -> None:
    install(tmp_path)
    where, _ = target(tmp_path)
    plan.update("two", "tapete==2", LIST, where, lambda said: None, is_well=lambda: True)
    said = tapete("update", "--back", "--root", str(tmp_path))
    assert said.exit_code == 0, said.output
    assert plan.linked(where, "current") == "one"


def test_without_an_installation_there_is_nothing_to_update(tmp_path: Path) -> None:
    said = tapete("update", "--root", str(tmp_path), language="es")
    assert said.exit_code == 1
    assert "tapete station install" in said.output
    assert "No station is installed here" in tapete("status", "--root", str(tmp_path)).output


def test_status_as_json(tmp_path: Path) -> None:
    install(tmp_path)
    said = tapete("status", "--json", "--root", str(tmp_path))
    assert '"current": "one"' in said.output
    assert '"tapete.service": "unknown"' in said.output


def test_a_program_that_is_missing_or_fails_is_told(tmp_path: Path) -> None:
    from tapete.station.service.install_plan import run

    with pytest.raises(InstallTrouble, match="no-such-program"):
        run(["no-such-program"])
    with pytest.raises(InstallTrouble) as trouble:
        run(["sh", "-c", "echo it hurts >&2; exit 3"])
    assert "it hurts" in trouble.value.text.in_("en")
    assert "(3)" in trouble.value.text.in_("es")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("a file where a folder should be")
    with pytest.raises(InstallTrouble, match="cannot be written"):
        install(tmp_path)


def test_the_real_thing_in_a_folder(tmp_path: Path) -> None:
    """systemd's own programs, run for another root: users are made, units enabled."""
    if SYSTEMD is None or shutil.which("systemd-sysusers") is None:
        pytest.fail("systemd's programs are missing: install Debian's systemd")
    said = tapete("install", "--root", str(tmp_path), "--source", "tapete==1.0")
    assert said.exit_code == 0, said.output
    assert "tapete:x:" in (tmp_path / "etc/passwd").read_text(encoding="utf-8")
    assert (tmp_path / "etc/systemd/system/multi-user.target.wants/tapete.service").is_symlink()


# ---- the files themselves


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    assert SYSTEMD is not None, "install Debian's systemd"
    install(tmp_path)
    for path in ("opt/tapete/versions/one/bin/tapete",):  # what ExecStart names must be there for the judgement
        made = tmp_path / path
        made.parent.mkdir(parents=True)
        made.write_text("#!/bin/sh\n")
        made.chmod(0o755)
    for unit in (
        "getty@.service",
        "systemd-user-sessions.service",
        "multi-user.target",
        "network.target",
        "sysinit.target",
        "basic.target",
    ):
        source = Path("/lib/systemd/system") / unit
        if source.exists():
            copy = tmp_path / "lib/systemd/system" / unit
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    names = [str(tmp_path / "etc/systemd/system" / unit) for unit in (units.HOST_UNIT, units.SCREEN_UNIT)]
    said = subprocess.run(
        [SYSTEMD, "verify", "--recursive-errors=no", "--man=no", f"--root={tmp_path}", *(Path(name).name for name in names)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    ours = [line for line in said.stderr.splitlines() if "tapete" in line]
    assert (said.returncode, ours) == (0, []), said.stderr


@pytest.mark.parametrize("unit", [units.HOST_UNIT, units.SCREEN_UNIT])
def test_a_unit_is_hardened_by_systemds_own_measure(tmp_path: Path, unit: str) -> None:
    """The exposure level is under 2.5 (of 10); systemd counts in tenths, and 25 of them are refused already."""
    assert SYSTEMD is not None, "install Debian's systemd"
    install(tmp_path)
    said = subprocess.run(
        [SYSTEMD, "security", "--offline=true", "--no-pager", "--threshold=24", f"--root={tmp_path}", unit],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert said.returncode == 0, said.stdout[-400:] + said.stderr
    found = re.search(r"exposure level for (\S+): ([\d.]+)", said.stdout)
    assert found is not None, said.stdout[-400:]
    assert found[1] == unit
    assert float(found[2]) < 2.5


def test_the_screens_script_is_sound_and_its_user_cannot_read_the_data() -> None:
    subprocess.run(["sh", "-n"], input=units.SCREEN_SCRIPT, encoding="utf-8", check=True)
    assert f"file://{units.RUNTIME}/{systemd.SCREEN}" in units.SCREEN_SCRIPT, "the key stands on no command line"
    for unit in (units.HOST, units.SCREEN):
        assert "LimitCORE=0\n" in unit, "a core file would hold the keys"
    assert f"InaccessiblePaths=-{units.DATA}" in units.SCREEN
    assert "StateDirectoryMode=0700" in units.HOST
    assert f"User={units.USER}\n" in units.HOST
    assert "User=root" not in units.HOST + units.SCREEN


# ---- what the service tells systemd


def test_systemd_hears_that_it_is_ready_and_the_screen_finds_its_address(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(30)
        environ = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(tmp_path), "WATCHDOG_USEC": "20000"}
        before = os.umask(0o077)  # as the unit has it
        systemd.announce("http://127.0.0.1:8765/station?token=x", environ)
        systemd.announce("http://127.0.0.1:8765/station?token=y", environ)
        assert heard.recv(200).startswith(b"READY=1")
        assert heard.recv(200).startswith(b"READY=1")
        path = tmp_path / systemd.SCREEN
        assert 'content="0;url=http://127.0.0.1:8765/station?token=y"' in path.read_text(encoding="utf-8")
        os.umask(before)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640, "the screen's group must read the table's key, and nobody else"
        asked = threading.Event()
        with systemd.alive(1, environ, lambda port: asked.set() or True):  # type: ignore[func-returns-value]  # set returns None
            assert heard.recv(200) == b"WATCHDOG=1"
        assert asked.is_set()


def test_a_server_that_hangs_is_not_called_alive(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(30)
        environ = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000"}
        asked = threading.Semaphore(0)

        def hangs(port: int) -> bool:
            asked.release()
            return False

        with systemd.alive(1, environ, hangs):
            for _ in range(3):
                assert asked.acquire(timeout=30)
        assert heard.recv(200) == b"STOPPING=1"
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        assert not systemd.answers(nobody.getsockname()[1])


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    systemd.announce("http://x", {})
    assert not systemd.notify("READY=1", {})
    assert not systemd.notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})
    assert systemd.interval_s({"WATCHDOG_USEC": "x"}) is None


def test_the_pin_is_set_from_the_command_line(tmp_path: Path) -> None:
    said = tapete("set-pin", "--data", str(tmp_path), "--pin", "274951")
    assert said.exit_code == 0, said.output
    assert (tmp_path / "staff-pin").exists()
    refused = tapete("set-pin", "--data", str(tmp_path), "--pin", "1234", language="es")
    assert refused.exit_code == 1
    assert "El PIN tiene de 6" in refused.output


def test_a_checkout_installs_itself() -> None:
    assert plan.default_source() == str(Path(__file__).resolve().parents[3])


def test_a_release_installs_the_version_that_it_is(tmp_path: Path) -> None:
    module = tmp_path / "lib" / "tapete" / "station" / "service" / "install.py"
    assert plan.default_source(module) == f"tapete=={__version__}"


def test_the_screen_has_what_its_compositor_needs() -> None:
    """Debian 12's cage ends at once without Xwayland, and `ProtectHome` would hide the socket below /run/user."""
    assert "xwayland" in plan.SCREEN_PACKAGES
    assert "RuntimeDirectory=tapete-screen" in units.SCREEN.splitlines()
    assert "export XDG_RUNTIME_DIR=/run/tapete-screen" in units.SCREEN_SCRIPT.splitlines()


@pytest.mark.parametrize(
    ("service", "health", "screen"),
    [
        ("active", {"open_pages": 1}, "lit"),
        ("active", {"open_pages": 0}, "dark"),
        ("activating", {"open_pages": 1}, "dark"),
        ("failed", None, "dark"),
        ("active", None, "dark"),
        (None, {"open_pages": 3}, None),
        ("unknown", None, None),
    ],
)
def test_a_screen_that_shows_nothing_is_told(service: str | None, health: dict[str, Any] | None, screen: str | None) -> None:
    assert screen_state(service, health) == screen
