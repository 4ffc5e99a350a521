"""`tapete station install`, `status`, `update`, `uninstall`, `set-pin`: a station as a service of this computer."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import hosting
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from tapete.station.service.install_plan import Target


@contextmanager
def readable() -> Iterator[None]:
    """Turn what can be wrong with an installation into the error of a command, in its language."""
    from tapete.station.service.install_plan import InstallTrouble

    try:
        with hosting.readable():
            yield
    except InstallTrouble as trouble:
        raise click.ClickException(hosting.said(trouble.text)) from trouble


def where(command: hosting.Command) -> hosting.Command:
    """`--root` and `--dry-run`."""
    for option in (
        click.option(
            "--root",
            type=click.Path(path_type=Path, file_okay=False),
            default=Path("/"),
            help=N_("Folder that stands for / (to prepare an image; nothing is started there)."),
        ),
        click.option("--dry-run", "dry", is_flag=True, help=N_("Only say everything that would be done.")),
    ):
        command = option(command)
    return command


def target_of(root: Path, dry: bool) -> Target:
    """Where is installed; a system must be Linux with systemd.

    Raises:
        click.ClickException: this is another system.
    """
    from tapete.station.service.install_plan import Target

    if not sys.platform.startswith("linux") and not dry:
        raise click.ClickException(_("A station can be installed on Debian or Raspberry Pi OS (64-bit). Elsewhere run `tapete station`."))
    return Target(root=root.absolute(), dry=dry)


def source_option(command: hosting.Command) -> hosting.Command:
    """`--source` and `--requirements`."""
    for option in (
        click.option("--source", help=N_("What pip installs: a wheel, a folder, a name with its version (else this very Tapete).")),
        click.option(
            "--requirements",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help=N_("List of everything else with its checksums (else the one that comes with it)."),
        ),
    ):
        command = option(command)
    return command


def listed(requirements: Path | None, source: str) -> str:
    """Return the list of what is installed beside Tapete: the one that was given, or that of the source."""
    from tapete.station.service import install as plan

    return requirements.read_text(encoding="utf-8") if requirements is not None else plan.requirements_of(source)


@click.command(help=N_("Install the station on this computer: service, screen, device rule, user, log limits. May be repeated."))
@click.option("--no-screen", is_flag=True, help=N_("Another computer, or none, shows the big screen."))
@source_option
@where
def install(no_screen: bool, source: str | None, requirements: Path | None, root: Path, dry: bool) -> None:
    """Install, or say what would be done."""
    from tapete.station.service import install as plan
    from tapete.station.service.install_plan import carry_out

    with readable():
        target = target_of(root, dry)
        wanted = source or plan.default_source()
        name = plan.linked(target, "current") or plan.environment_name(wanted, int(time.time()))
        steps = plan.install_steps(name, wanted, listed(requirements, wanted), screen=not no_screen)
        done = carry_out(steps, target, click.echo)
    if dry:
        said = ngettext("Nothing has been done; this is the step.", "Nothing has been done; these are the {number} steps.", done)
        click.echo(said.format(number=done))
        return
    click.echo(_("Installed. Set the PIN of staff: sudo -u tapete /opt/tapete/current/bin/tapete station set-pin --data /var/lib/tapete"))


@click.command(help=N_("Show version, services and health."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@where
def status(as_json: bool, root: Path, dry: bool) -> None:
    """Ask systemd and the station itself; ends with 1 when it is not well."""
    from tapete.station.service import install as plan
    from tapete.station.service import units

    with readable():
        target = target_of(root, dry)
        found: dict[str, Any] = {
            "current": plan.linked(target, "current"),
            "previous": plan.linked(target, "previous"),
            "services": {
                unit: service_state(unit) if target.is_system else "unknown"
                for unit in (units.HOST_UNIT, units.SCREEN_UNIT)
                if target.at(f"/etc/systemd/system/{unit}").exists()
            },
            "health": plan.health() if target.is_system else None,
        }
    health = found["health"]
    found["screen"] = screen_state(found["services"].get(units.SCREEN_UNIT), health)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        show(found)
    if target.is_system and (not (health and health.get("ok")) or found["screen"] == "dark"):
        raise SystemExit(1)


def screen_state(service: str | None, health: dict[str, Any] | None) -> str | None:
    """Say whether the big screen shows the station: `lit`, `dark`, or None where this computer has none.

    Args:
        service: what systemd says of the screen's service; a service that is started again and again is `active` for moments, so the pages
            that are open count too.
        health: what the station says of itself.
    """
    if service in (None, "unknown"):
        return None
    return "lit" if service == "active" and health is not None and health.get("open_pages", 0) > 0 else "dark"


def service_state(unit: str) -> str:
    """What systemd says of a service: `active`, `failed`, ..."""
    import subprocess

    try:
        said = subprocess.run(["systemctl", "is-active", unit], capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return said.stdout.strip() or "unknown"


def show(found: dict[str, Any]) -> None:
    """Print it for people."""
    if found["current"] is None:
        click.echo(_("No station is installed here. Begin with “tapete station install”."))
        return
    click.echo(_("Version: {current} (before: {previous})").format(current=found["current"], previous=found["previous"] or "-"))
    for unit, state in found["services"].items():
        click.echo(f"{unit}: {state}")
    if (health := found["health"]) is None:
        click.echo(_("The station does not answer. Look at its log: journalctl --namespace=tapete -u tapete"))
        return
    if found["screen"] == "dark":
        click.echo(_("The screen shows nothing. Look at its log: journalctl --namespace=tapete -u tapete-screen"))
    troubles = ", ".join(health["troubles"]) or _("all is well")
    click.echo(
        _("Up for {minutes} min, {memory} MiB: {troubles}").format(
            minutes=health["uptime_s"] // 60, memory=health["memory_bytes"] // 2**20, troubles=troubles
        )
    )


@click.command(help=N_("Install another version beside the one that runs, turn to it, and back again if it is not well."))
@click.option("--back", is_flag=True, help=N_("Go back to the version before."))
@source_option
@where
def update(back: bool, source: str | None, requirements: Path | None, root: Path, dry: bool) -> None:
    """Update or go back; ends with 1 when the new version was not well."""
    from tapete.station.service import install as plan

    with readable():
        target = target_of(root, dry)
        if back:
            plan.fall_back(target, click.echo)
            return
        wanted = source or plan.default_source()
        name = plan.environment_name(wanted, int(time.time()))
        well = plan.update(
            name, wanted, listed(requirements, wanted), target, click.echo, is_well=None if target.is_system else lambda: True
        )
    if not well:
        raise click.ClickException(_("The new version did not say that it is well; the one before runs again."))


@click.command(help=N_("Remove services, rules and programs. The data stays."))
@where
def uninstall(root: Path, dry: bool) -> None:
    """Uninstall, or say what would be done."""
    from tapete.station.service import install as plan
    from tapete.station.service import units
    from tapete.station.service.install_plan import carry_out

    with readable():
        target = target_of(root, dry)
        carry_out(plan.uninstall_steps(target), target, click.echo)
    click.echo(_("The data stays in {folder}, with the user it belongs to.").format(folder=units.DATA))


@click.command(help=N_("Set the PIN of staff (6 digits or more). It is kept as a hash."))
@click.option("--pin", help=N_("The PIN, for scripts; asked for when left out."))
@hosting.data_option
def set_pin(pin: str | None, data: Path | None) -> None:
    """Ask twice, keep it."""
    from tapete.station.operations import pin as pins
    from tapete.table.folders import folder

    if pin is None and (sys.stdin is None or not sys.stdin.isatty()):
        raise click.UsageError(_("There is no terminal to type the PIN in: give --pin."))
    with readable():
        pins.keep(folder(data), pin if pin is not None else click.prompt(_("PIN"), hide_input=True, confirmation_prompt=True))
    click.echo(_("The PIN is set."))


def add_to(group: click.Group) -> None:
    """Give `tapete station` its subcommands."""
    for name, command in (("install", install), ("status", status), ("update", update), ("uninstall", uninstall), ("set-pin", set_pin)):
        group.add_command(command, name)
