"""Install a station in a booted Debian, as a shop does: `sudo python tools/shop_trial.py bookworm [--mirror ADDRESS] [--tree FOLDER]`.

Makes a tree of that Debian (mmdebstrap), boots it with its own systemd (systemd-nspawn), installs this checkout by
`tapete station install`, and looks whether host and screen run: the screen under cage's headless backend, since a container has no
display, and of which a picture is taken (beside the tree). Then the power is cut, the tree boots again, another version is installed
beside the one that runs and taken back, and the station is removed. Prints a line for each step, and ends with 1 at the
first that fails. Needs root, Debian's packages mmdebstrap and systemd-container, the network for packages, and about 2 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

PACKAGES = ("systemd", "systemd-sysv", "dbus", "libpam-systemd", "python3-venv", "ca-certificates", "procps", "udev", "grim")

HEADLESS = """\
[Service]
TTYPath=
StandardInput=null
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
Environment=WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
"""
"""What the screen's unit gets in place of a display and a terminal; everything else of it stays."""

NEXT = "99.0.0"
"""The version to which the station is brought, and from which it goes back."""

LEAST_COLOURS = 40
"""A screen with fewer shows no page: it is black, or an error's two colours."""

READY_S = 60.0
"""How long the station may take until its screen follows it."""


class TrialFailed(Exception):
    """A step did not come to what it should; the text says to what."""


class Machine:
    """A booted tree.

    Args:
        tree: its folder.
    """

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.program = subprocess.Popen(
            ["systemd-nspawn", "--directory", str(tree), "--boot", "--register=no", "--keep-unit", "--resolv-conf=off", "--quiet"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: bool(self._init()) and self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"))

    def _init(self) -> str:
        """The process that is the machine's first."""
        children = Path(f"/proc/{self.program.pid}/task/{self.program.pid}/children")
        return children.read_text().split()[0] if children.exists() and children.read_text().split() else ""

    def run(self, *words: str, check: bool = True) -> str:
        """Run a program in the machine; give what it printed.

        Raises:
            TrialFailed: it failed.
        """
        inside = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        certificate = os.environ.get("PIP_CERT")
        settings = [f"{key}={value}" for key, value in {**inside, **({"PIP_CERT": certificate} if certificate else {})}.items()]
        done = subprocess.run(
            ["nsenter", "--target", self._init(), "--all", "--", "env", "-i", *settings, *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise TrialFailed(f"{' '.join(words)}: {done.returncode}\n{done.stdout[-800:]}{done.stderr[-800:]}")
        return done.stdout

    def cut_the_power(self) -> None:
        """End everything at once."""
        os.kill(int(self._init()), signal.SIGKILL)
        self.program.wait()


def until(holds: Callable[[], bool], most_s: float = READY_S) -> float:
    """Wait until something holds; give the seconds that it took.

    Raises:
        TrialFailed: it does not.
    """
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > most_s:
            raise TrialFailed(f"not within {most_s:.0f} s")
        time.sleep(0.5)
    return time.monotonic() - begun


def made(suite: str, mirror: str | None, tree: Path) -> None:
    """Make a tree of a Debian, with this checkout in it."""
    if not (tree / "etc/debian_version").exists():
        asked = ["mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(tree), *([mirror] if mirror else [])]
        subprocess.run(asked, check=True)
    for file in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(file, tree / file.lstrip("/"))
    shutil.rmtree(tree / "opt/tapete", ignore_errors=True)  # of a trial that failed
    checkout(tree / "src")
    unit = tree / "etc/systemd/system/tapete-screen.service.d/headless.conf"
    unit.parent.mkdir(parents=True, exist_ok=True)
    unit.write_text(HEADLESS, encoding="utf-8")


def checkout(source: Path) -> None:
    """Put what is committed here into a folder, in the place of what is there."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(source)], input=archive, check=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Say what a step does, and how long it took."""
    begun = time.monotonic()
    print(f"{name} ...", flush=True)
    yield
    print(f"{name}: well, {time.monotonic() - begun:.0f} s", flush=True)


def shows(machine: Machine) -> bool:
    """Say whether the station says of itself that its screen shows it."""
    said = machine.run("/opt/tapete/current/bin/tapete", "station", "status", "--json", check=False)
    found = json.loads(said) if said.startswith("{") else {}
    return bool(found.get("screen") == "lit")


def picture(machine: Machine) -> Path:
    """Take a picture of what the screen shows, by its own compositor.

    Raises:
        TrialFailed: nothing is on it.
    """
    own = "env XDG_RUNTIME_DIR=/run/tapete-screen WAYLAND_DISPLAY=wayland-0"
    machine.run(*f"runuser -u tapete-screen -- {own} grim -t ppm /var/lib/tapete-screen/screen.ppm".split())
    raw = (machine.tree / "var/lib/tapete-screen/screen.ppm").read_bytes()
    kept = machine.tree.with_name(f"{machine.tree.name}-screen.ppm")
    kept.write_bytes(raw)
    head, pixels = re.match(rb"P6\s+\d+\s+\d+\s+255\s", raw), set[bytes]()
    if head is not None:
        pixels = {raw[at : at + 3] for at in range(head.end(), len(raw) - 2, 3)}
    if len(pixels) < LEAST_COLOURS:
        raise TrialFailed(f"{len(pixels)} colours on the screen: {kept}")
    return kept


def drawn(machine: Machine) -> bool:
    """Whether a page is on the screen by now."""
    try:
        picture(machine)
    except TrialFailed:
        return False
    return True


def version(machine: Machine) -> str:
    """The version that runs."""
    said = machine.run("/opt/tapete/current/bin/tapete", "station", "status", "--json", check=False)
    health = json.loads(said).get("health") if said.startswith("{") else None
    return str(health["version"]) if health else ""


def trial(suite: str, mirror: str | None, tree: Path) -> None:
    """Go through a station's life.

    Raises:
        TrialFailed: at the first step that is not well.
    """
    with step(f"a tree of {suite}"):
        made(suite, mirror, tree)
    with step("boot"):
        machine = Machine(tree)
    try:
        with step("install"):
            machine.run("sh", "-c", "cd /src && python3 -m venv /try && /try/bin/pip install -q -c constraints.txt .")
            machine.run("sh", "-c", "apt-get update -qq && cd /src && /try/bin/tapete station install --source /src")
        with step("the screen shows the station"):
            until(lambda: shows(machine))
            restarts = machine.run("systemctl", "show", "tapete-screen", "--property=NRestarts").strip()
            if restarts != "NRestarts=0":
                raise TrialFailed(f"the screen was started again: {restarts}")
            machine.run("sh", "-c", "command -v grim || apt-get install -y -qq grim >/dev/null")
            until(lambda: drawn(machine))
        with step("power cut, and boot"):
            machine.cut_the_power()
            machine = Machine(tree)
            until(lambda: shows(machine))
        with step("another version, and back"):
            before = version(machine)
            machine.run(
                "sh",
                "-c",
                f"rm -rf /next && cp -r /src /next && sed -i 's/^__version__ = .*/__version__ = \"{NEXT}\"/' /next/host/tapete/__init__.py",
            )
            machine.run("/opt/tapete/current/bin/tapete", "station", "update", "--source", "/next")
            until(lambda: shows(machine) and version(machine) == NEXT)
            machine.run("/opt/tapete/current/bin/tapete", "station", "update", "--back")
            until(lambda: shows(machine) and version(machine) == before)
        with step("a screen that cannot start is told"):
            machine.run("systemctl", "stop", "tapete-screen")
            if shows(machine):
                raise TrialFailed("status says that a stopped screen shows the station")
        with step("remove"):
            machine.run("/try/bin/tapete", "station", "uninstall")
            if machine.run("sh", "-c", "ls /opt/tapete /etc/systemd/system/tapete*.service 2>/dev/null || true").strip():
                raise TrialFailed("something is left")
    finally:
        machine.cut_the_power()


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", help="bookworm, trixie")
    parser.add_argument("--mirror", help="of Debian's packages; this computer's own where it is left out")
    parser.add_argument("--tree", type=Path, help="where the tree lies (kept; made where it is not there)")
    given = parser.parse_args()
    try:
        trial(given.suite, given.mirror, given.tree or Path(f"/var/tmp/tapete-{given.suite}"))
    except TrialFailed as failed:
        print(f"failed: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
