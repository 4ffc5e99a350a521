"""Installing, updating and removing a station: two environments side by side, and a link that says which one runs.

    /opt/tapete/versions/NAME/     an environment (venv) each
    /opt/tapete/current -> versions/NAME
    /opt/tapete/previous -> versions/OLDER
    /var/lib/tapete                the data; never removed

An update builds beside the version that runs, tries the new one, turns the link, restarts the station and asks whether it is well. If it
does not answer, the link is turned back.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tapete import __version__
from tapete.core.texts import _
from tapete.station.service import units
from tapete.station.service.install_plan import InstallStep, InstallTrouble, Point, Remove, Run, Target, WriteFile, carry_out

SCREEN_PACKAGES = ("cage", "xwayland", "chromium")
"""Of the big screen. Debian 12's cage (0.1.4) ends at once where Xwayland is missing, and only recommends it."""

PACKAGES = (*SCREEN_PACKAGES, "python3-venv", "fonts-dejavu-core")
"""Of Debian; Raspberry Pi OS has the same names."""

HEALTHY_S = 60.0
"""How long a new version may take until it says that it is well."""

LISTED = "tapete/station/service/requirements.txt"
"""Where the list lies in a wheel, and below `host` in a checkout."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,60}")


def environment_name(source: str, stamp: int) -> str:
    """Return the name of an environment's folder: what was installed, and when.

    Args:
        source: a wheel, a folder, or a requirement (`tapete==1.2`).
        stamp: seconds since 1970; two installations of one version differ.
    """
    word = re.sub(r"[^A-Za-z0-9.+]+", "-", Path(source).name.removesuffix(".whl")).strip("-.") or "tapete"
    return f"{word[:40]}-{stamp}"


def requirements_of(source: str) -> str:
    """Return the list of all that a version stands on, with a checksum for each wheel: its own, or that of the version that runs.

    Args:
        source: a wheel, a folder, or a requirement, which says its list only once it is there.

    Raises:
        InstallTrouble: the wheel or its list cannot be read.
    """
    try:
        if source.endswith(".whl"):
            with zipfile.ZipFile(source) as wheel:
                return wheel.read(f"{LISTED}").decode()
        inside = Path(source) / "host" / LISTED
        return (inside if inside.is_file() else Path(__file__).with_name("requirements.txt")).read_text(encoding="utf-8")
    except (OSError, KeyError, zipfile.BadZipFile) as fault:
        raise InstallTrouble(
            _("{source} has no list of what it needs ({problem}). Take another wheel, or give the list with --requirements.").fill(
                source=source, problem=str(fault)
            )
        ) from fault


def build_steps(name: str, source: str, requirements: str) -> list[InstallStep]:
    """Return the steps that make an environment and try it.

    A user who owns nothing else installs; from then on the environment is root's, whom its service cannot be. Only wheels are taken, and
    only those whose checksum is listed; a checkout is built by what stands in the list too.

    Args:
        name: of the environment.
        source: what pip installs.
        requirements: the list, as text.
    """
    place = f"{units.PLACE}/versions/{name}"
    listed, wheel = f"{units.PLACE}/requirements.txt", source.endswith(".whl")
    what = f"{units.PLACE}/{Path(source).name}" if wheel else source
    installer, service = (("runuser", "-u", user, "--") for user in (units.INSTALLER, units.USER))
    pip = (*installer, f"{place}/bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir", "--no-deps")

    def there(target: Target) -> bool:
        return (target.at(place) / "bin" / "tapete").exists()

    return [
        WriteFile(units.SYSUSERS_FILE, units.SYSUSERS),
        Run("systemd-sysusers", "tapete.conf", rooted="--root={root}"),
        WriteFile(listed, requirements),
        *([Run("install", "-m", "0644", source, what, unless=there)] if wheel else []),
        Run("install", "-d", "-o", units.INSTALLER, "-g", units.INSTALLER, "-m", "0755", place, unless=there),
        Run(*installer, "python3", "-m", "venv", place, unless=there),
        Run(*pip, "--require-hashes", "--only-binary", ":all:", "--requirement", listed, unless=there),
        Run(*pip, "--no-build-isolation", "--only-binary", "tapete", what, unless=there),
        Run(*installer, "python3", "-I", "-S", "-m", "compileall", "-q", f"{place}/lib"),
        Run("chown", "-R", "-h", "root:root", place),
        Run(*service, f"{place}/bin/tapete", "--version"),
        Run(*service, f"{place}/bin/tapete", "console", "simulate", "--check"),
    ]


def install_steps(name: str, source: str, requirements: str, *, screen: bool = True) -> list[InstallStep]:
    """Return the steps to a new station.

    Args:
        name: of the environment.
        source: what pip installs.
        requirements: the list of what it stands on, as text (`requirements_of`).
        screen: whether this computer shows the big screen itself.
    """
    wanted = PACKAGES if screen else tuple(package for package in PACKAGES if package not in SCREEN_PACKAGES)
    files = [file for file in units.FILES if screen or (units.SCREEN_UNIT not in file[0] and not file[0].endswith("/screen"))]
    chosen = (units.HOST_UNIT, units.SCREEN_UNIT) if screen else (units.HOST_UNIT,)
    return [
        Run("apt-get", "install", "--yes", "--no-install-recommends", *wanted, unless=_has_packages(wanted)),
        *build_steps(name, source, requirements),
        *(WriteFile(path, text, mode) for path, text, mode in files),
        Point(f"{units.PLACE}/current", f"versions/{name}"),
        Run("udevadm", "control", "--reload", unless=_without_udev),
        Run("udevadm", "trigger", "--subsystem-match=tty", unless=_without_udev),
        Run("systemctl", "daemon-reload"),
        Run("systemctl", "enable", *chosen, rooted="--root={root}"),
        Run("systemctl", "restart", *chosen),
    ]


def _without_udev(target: Target) -> bool:
    """Say whether no udev runs: in a container, which has the devices of its host."""
    return target.is_system and not target.at("/run/udev/control").exists()


def _has_packages(wanted: Sequence[str]) -> Callable[[Target], bool]:
    def there(target: Target) -> bool:
        status = target.at("/var/lib/dpkg/status")
        if not status.is_file():
            return False
        text = status.read_text(encoding="utf-8", errors="replace")
        return all(re.search(rf"^Package: {re.escape(name)}\nStatus: install ok installed$", text, re.MULTILINE) for name in wanted)

    return there


def uninstall_steps(target: Target) -> list[InstallStep]:
    """Return the steps that remove an installation, except for the data and the users that own it."""
    present = [unit for unit in (units.SCREEN_UNIT, units.HOST_UNIT) if target.at(f"/etc/systemd/system/{unit}").exists()]
    stop = [Run("systemctl", "disable", "--now", *present)] if present else []
    enabled = [Remove(f"/etc/systemd/system/multi-user.target.wants/{unit}") for unit in present]
    kept = units.SYSUSERS_FILE
    return [
        *stop,
        *enabled,
        *(Remove(path) for path, _, _ in units.FILES if path != kept),
        Remove(units.PLACE),
        Run("systemctl", "daemon-reload"),
        Run("udevadm", "control", "--reload", unless=_without_udev),
    ]


def update_steps(name: str, source: str, requirements: str, target: Target) -> list[InstallStep]:
    """Return the steps that build beside the version that runs, and turn the links.

    Raises:
        InstallTrouble: nothing is installed yet.
    """
    running = linked(target, "current")
    if running is None:
        raise InstallTrouble(_("No station is installed here. Begin with “tapete station install”."))
    return [
        *build_steps(name, source, requirements),
        *(WriteFile(path, text, mode) for path, text, mode in units.FILES if target.at(path).exists()),
        Point(f"{units.PLACE}/previous", f"versions/{running}"),
        Point(f"{units.PLACE}/current", f"versions/{name}"),
        Run("systemctl", "daemon-reload"),
        Run("systemctl", "restart", units.HOST_UNIT),
    ]


def update(
    name: str,
    source: str,
    requirements: str,
    target: Target,
    tell: Callable[[str], None],
    *,
    is_well: Callable[[], bool] | None = None,
) -> bool:
    """Update, and fall back to the previous version if the new one is not well.

    Args:
        name, source, requirements: as for `install_steps`.
        target: where.
        tell: told of each step.
        is_well: asks the new version; waits as long as it may take.

    Returns:
        Whether the new version runs.

    Raises:
        InstallTrouble: a step failed; where the link had been turned already it has been turned back.
    """
    before = linked(target, "current")
    steps = update_steps(name, source, requirements, target)
    try:
        carry_out(steps, target, tell)
        well = target.dry or (is_well or wait_until_well)()
    except InstallTrouble:
        if linked(target, "current") != before:
            fall_back(target, tell)
        raise
    if not well:
        fall_back(target, tell)
        return False
    if not target.dry:
        _remove_older(target, tell)
    return True


def fall_back(target: Target, tell: Callable[[str], None]) -> None:
    """Run the previous version again.

    Raises:
        InstallTrouble: there is no previous version, or a step failed.
    """
    before, now = linked(target, "previous"), linked(target, "current")
    if before is None:
        raise InstallTrouble(_("There is no version before to go back to. Install again with “tapete station install”."))
    tell(f"{now} -> {before}")
    steps: list[InstallStep] = [Point(f"{units.PLACE}/current", f"versions/{before}"), Run("systemctl", "restart", units.HOST_UNIT)]
    carry_out(steps, target, tell)


def _remove_older(target: Target, tell: Callable[[str], None]) -> None:
    """Remove environments that are neither current nor previous."""
    kept = {linked(target, "current"), linked(target, "previous")}
    versions = target.at(f"{units.PLACE}/versions")
    old = [path.name for path in versions.iterdir() if path.name not in kept] if versions.is_dir() else []
    carry_out([Remove(f"{units.PLACE}/versions/{name}") for name in sorted(old)], target, tell)


def linked(target: Target, which: str) -> str | None:
    """Return the environment that `current` or `previous` leads to; None if it leads nowhere."""
    path = target.at(f"{units.PLACE}/{which}")
    return Path(os.readlink(path)).name if path.is_symlink() else None  # noqa: PTH115 - the text of the link


def wait_until_well(port: int = units.PORT, within_s: float = HEALTHY_S) -> bool:
    """Wait until the station on this computer is well. Return whether it is in time."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if (report := health(port)) is not None and report.get("ok"):
            return True
        time.sleep(0.5)
    return False


def health(port: int = units.PORT) -> dict[str, Any] | None:
    """Return what the station on this computer says of its health; None if it does not answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/health")
        found: dict[str, Any] = json.loads(line.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        line.close()
    return found


def default_source(here: Path | None = None) -> str:
    """Return what is installed by default: the checkout that this program runs from, or the release that it is."""
    root = (here or Path(__file__)).resolve().parents[4]
    return str(root) if (root / "pyproject.toml").is_file() else f"tapete=={__version__}"
