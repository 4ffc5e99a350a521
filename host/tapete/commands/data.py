"""`tapete data`: list, back up, restore and delete all that Tapete keeps on this computer."""

from __future__ import annotations

import errno
import gzip
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete.commands import hosting
from tapete.commands.arguments import MatchId, size_of, there
from tapete.commands.output import FORCE, reason, refuse_existing, whole
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from tapete.table.hub import Hub
    from tapete.table.journal import MatchRow

DATABASES = {".sqlite3"}
"""Endings of files that are copied by SQLite's own backup, so that a copy is whole even while it is written."""

PASSING = (".sqlite3-wal", ".sqlite3-shm", ".sqlite3-journal", ".sqlite3.tails")
"""Files beside a database that belong to no copy."""

OF_A_RUN = ("running", "page-address", "league-link")
"""Files that are there while a Tapete runs, with the keys of that run."""

MOST_LISTED = 20
"""Matches that are named before they are deleted."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EFBIG, errno.ENOTDIR, errno.EEXIST)
"""Why a folder cannot be written, as against a backup that cannot be read."""

AT_ONCE = 1 << 20
"""Bytes of a backup that are in memory at once."""


@click.group(
    help=N_("Show where everything is that Tapete keeps on this computer; back it up, restore it, delete it."), invoke_without_command=True
)
@hosting.data_option
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@click.pass_context
def command(context: click.Context, data: Path | None, as_json: bool) -> None:
    """Show the folder where no subcommand is named."""
    context.obj = data
    if context.invoked_subcommand is None:
        show(data, as_json)


def _chosen_folder(context: click.Context, data: Path | None) -> Path:
    """The folder that a subcommand is about: its own `--data`, else that before it."""
    return there(data or context.obj)


def show(data: Path | None, as_json: bool) -> None:
    """Say which files there are, how large they are, and what for."""
    from tapete.table.folders import folder

    kept = folder(data)
    files = sorted(path for path in kept.rglob("*") if path.is_file()) if kept.is_dir() else []
    rows = [(path.relative_to(kept), path.stat().st_size) for path in files]
    if as_json:
        click.echo(
            json.dumps(
                {
                    "folder": str(kept),
                    "there": kept.is_dir(),
                    "files": [{"file": name.as_posix(), "bytes": size, "what": _purpose(name)} for name, size in rows],
                },
                ensure_ascii=False,
            )
        )
        return
    click.echo(str(kept))
    if not files:
        click.echo(_("Nothing is kept there yet. `tapete play` begins a match."))
    for name, size in rows:
        click.echo(f"{size_of(size):>9}  {name.as_posix()}  {_purpose(name)}".rstrip())
    click.echo(_("`tapete data backup FILE` copies all of it; TAPETE_DATA or --data names another folder."))


def _purpose(file: Path) -> str:
    """What a file of the folder is for."""
    said = {
        "tapete.sqlite3": _("all matches"),
        "league.sqlite3": _("events"),
        "page-keys": _("secret of the pages' keys"),
        "league-keys": _("secret of the events' keys"),
        "tapete.sqlite3-matches": _("which matches there are"),
        "tapete.sqlite3.tails": _("how far each match is"),
        "tapete.sqlite3-beside.json": _("clocks, robots, the bin"),
        "running": _("there while Tapete runs"),
        "page-address": _("there while Tapete runs"),
        "league-link": _("there while Tapete runs"),
    }
    return said.get(file.name, _("cards of yours") if file.parts[0] == "cards" else "")


@command.command(help=N_("Copy everything into FILE (.tar.gz), also while Tapete runs. Secrets of keys are in it: keep it to yourself."))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help=FORCE)
@hosting.data_option
@click.pass_context
def backup(context: click.Context, file: Path, force: bool, data: Path | None) -> None:
    """Copy databases by SQLite's own backup, other files as they are."""
    kept = _chosen_folder(context, data)
    refuse_existing(file, force)
    try:
        with tempfile.TemporaryDirectory(prefix="tapete-") as passing, whole(file) as place, tarfile.open(place, "w:gz") as archive:
            place.chmod(0o600)
            for path in sorted(kept.rglob("*")):
                if not path.is_file() or path.name.endswith(PASSING) or path.name in OF_A_RUN:
                    continue
                if path.resolve() in (file.resolve(), place):
                    continue
                copied = Path(passing) / "copy"
                if path.suffix in DATABASES:
                    copied.unlink(missing_ok=True)
                    with closing(sqlite3.connect(_read_only_uri(path), uri=True)) as here, closing(sqlite3.connect(copied)) as other:
                        here.backup(other)
                archive.add(copied if path.suffix in DATABASES else path, arcname=path.relative_to(kept).as_posix())
    except (OSError, sqlite3.Error) as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=file, why=reason(fault))) from fault
    click.echo(_("Everything is in {file} now; `tapete data restore {file}` brings it back.").format(file=file))


def _read_only_uri(path: Path) -> str:
    """Return the URI that opens a database for reading alone. In a folder that takes no writes SQLite may suppose that it never changes."""
    unchanging = "" if os.access(path.parent, os.W_OK) else "&immutable=1"
    return f"{path.resolve().as_uri()}?mode=ro{unchanging}"


@command.command(help=N_("Bring back what `tapete data backup` has copied. What is there now stays beside it under another name."))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@hosting.data_option
@click.pass_context
def restore(context: click.Context, file: Path, data: Path | None) -> None:
    """Unpack beside the folder first, so that a broken file changes nothing."""
    from tapete.table.folders import JOURNAL, folder

    kept = folder(data or context.obj)
    if kept.is_dir() and (other := hosting.other_at(kept)) is not None:
        raise click.ClickException(hosting.runs_already(other) + " " + _("End it, then restore."))
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tapete-", dir=kept.parent) as passing:
            unpacked = Path(passing) / "data"
            with gzip.open(file) as octets:  # to its end: the checksum stands there
                while octets.read(AT_ONCE):
                    pass
            with tarfile.open(file, "r:gz") as archive:
                _unpack(archive, unpacked)
            if not (unpacked / JOURNAL).is_file():
                raise click.ClickException(_("{file} is no backup of Tapete: there are no matches in it.").format(file=file))
            before = next(path for n in range(1, 10_000) if not (path := kept.with_name(f"{kept.name}.before-{n}")).exists())
            if kept.exists():
                kept.rename(before)
            shutil.move(unpacked, kept)
    except (OSError, tarfile.TarError, EOFError, zlib.error) as fault:
        said = _("{file} is no backup of Tapete, or is damaged ({why}).")
        if isinstance(fault, OSError) and fault.errno in FULL:
            raise click.ClickException(_("{file} cannot be written: {why}.").format(file=kept, why=reason(fault))) from fault
        raise click.ClickException(said.format(file=file, why=reason(fault))) from fault
    click.echo(_("Everything is back in {folder}.").format(folder=kept))
    if before.exists():
        click.echo(_("What was there is in {folder}; delete it when you do not need it.").format(folder=before))


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Write the plain files of an archive, none of them outside the folder.

    Raises:
        tarfile.TarError: it holds something else.
    """
    folder.mkdir(mode=0o700)
    for member in archive.getmembers():
        target = folder / member.name
        if not member.isfile() or not target.resolve().is_relative_to(folder.resolve()):
            raise tarfile.ExtractError(member.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        opened = archive.extractfile(member)
        if opened is None:
            raise tarfile.ExtractError(member.name)
        with opened, target.open("wb") as file:
            shutil.copyfileobj(opened, file)
        target.chmod(0o600)


@command.command(help=N_("Delete matches for good: those named, or with --all every one. `tapete resume --list` names them."))
@click.argument("match", metavar="[MATCH]...", nargs=-1, type=MatchId())
@click.option("--all", "every", is_flag=True, help=N_("Delete every match."))
@click.option("--yes", is_flag=True, help=N_("Do not ask."))
@hosting.data_option
@click.pass_context
def delete(context: click.Context, match: tuple[str, ...], every: bool, yes: bool, data: Path | None) -> None:
    """Ask once, then delete."""
    if bool(match) == every:
        raise click.UsageError(_("Name the matches, or give --all."))
    _delete(_chosen_folder(context, data), lambda there: tuple(there) if every else match, yes)


@command.command(help=N_("Delete finished matches and those without a move that nobody has touched for some days."))
@click.option("--days", type=click.IntRange(0, 36500), default=30, show_default=True, metavar="DAYS", help=N_("For how many days."))
@click.option("--yes", is_flag=True, help=N_("Do not ask."))
@hosting.data_option
@click.pass_context
def prune(context: click.Context, days: int, yes: bool, data: Path | None) -> None:
    """Delete what is over, and what never began."""
    from datetime import UTC, datetime, timedelta

    oldest = datetime.now(UTC) - timedelta(days=days)
    _delete(
        _chosen_folder(context, data),
        lambda there: tuple(
            name for name, row in there.items() if (row.over or row.seq == 0) and datetime.fromisoformat(row.changed) <= oldest
        ),
        yes,
    )


def _delete(kept: Path, which: Callable[[Mapping[str, MatchRow]], Collection[str]], yes: bool) -> None:
    """Delete matches of a folder.

    Args:
        kept: the folder. which: of the matches that are there. yes: without asking.

    Raises:
        click.ClickException: a match is not there, or another Tapete runs.
    """
    from tapete.table import journal_path

    if (other := hosting.other_at(kept)) is not None:
        raise click.ClickException(hosting.runs_already(other) + " " + _("End it, then delete."))
    with hosting.readable(), hosting.hub_at(kept) as hub:
        rows = {row.id: row for row in hub.journal.matches()}
        names = tuple(which(rows))
        if unknown := [name for name in names if name not in rows]:
            raise click.ClickException(_("There is no match {match}; `tapete resume --list` names them.").format(match=unknown[0]))
        if not names:
            click.echo(_("There is nothing to delete."))
            return
        if not yes:
            _list(hub, names)
            asked = ngettext("Delete {n} match for good?", "Delete {n} matches for good?", len(names)).format(n=len(names))
            if not _confirmed(asked):
                click.echo(_("Nothing is deleted."))
                return
        deleted = hub.journal.delete(names)
        hub.extras.forget(deleted)
    with closing(sqlite3.connect(journal_path(kept))) as connection:
        connection.execute("VACUUM")
    click.echo(ngettext("Deleted: {n} match.", "Deleted: {n} matches.", len(deleted)).format(n=len(deleted)))


def _list(hub: Hub, names: Collection[str]) -> None:
    """Print which matches are meant, the one that changed last first."""
    from tapete.commands.resume import show

    meant = [one for binned in (False, True) for one in hub.matches(binned=binned) if one.id in names]
    show(meant[:MOST_LISTED], as_json=False)
    if (more := len(meant) - MOST_LISTED) > 0:
        click.echo(ngettext("… and {n} more.", "… and {n} more.", more).format(n=more))


def _confirmed(question: str) -> bool:
    """Ask a person.

    Raises:
        click.ClickException: nobody can answer, since the input is closed or at its end.
    """
    try:
        return click.confirm(question)
    except click.Abort as ended:
        if not isinstance(ended.__context__, EOFError):
            raise
        click.echo()
        raise click.ClickException(_("Nobody can answer here, so nothing is deleted. Give --yes to delete without being asked.")) from None
