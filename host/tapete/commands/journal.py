"""`tapete journal`: check the file in which matches are kept, repair it, and read what was set aside."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from tapete.commands import hosting
from tapete.commands.arguments import there
from tapete.i18n import N_, _


@click.group(help=N_("Check and repair the journal in which matches are kept. A station does both by itself."))
def command() -> None:
    """Hold the subcommands."""


@command.command(
    help=N_(
        "Follow the checksums of every match. Exits with status 1 if one is damaged; `tapete journal repair` mends it. Changes nothing."
    )
)
@hosting.data_option
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def check(data: Path | None, as_json: bool) -> None:
    """Say which matches are damaged, and what of them counts."""
    from tapete.table import Journal, journal_path
    from tapete.table.journal_troubles import damage_text

    there(data)
    with hosting.readable(), Journal(journal_path(data)) as journal:
        damages = journal.check_all()
        number = journal.count()[0]
    if as_json:
        told = [{"match": one.match, "kept": one.kept, "of": one.of, "lost": one.lost} for one in damages]
        click.echo(json.dumps({"matches": number, "damaged": told}))
    elif not damages:
        click.echo(_("Every match is whole ({number}).").format(number=number))
    for damage in () if as_json else damages:
        click.echo(hosting.said(damage_text(damage)))
    if damages:
        sys.exit(1)


@command.command(
    help=N_("Let damaged matches go on up to their last whole entry. What was damaged is set aside. No other Tapete may be running.")
)
@hosting.data_option
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def repair(data: Path | None, as_json: bool) -> None:
    """Mend what is damaged, as a station does when it starts."""
    from tapete.table import journal_path
    from tapete.table.journal_repair import open_journal
    from tapete.table.journal_troubles import mended_text

    if (other := hosting.other_at(there(data))) is not None:
        raise click.ClickException(hosting.runs_already(other) + " " + _("End it, then repair."))
    with hosting.readable():
        journal, done = open_journal(journal_path(data))
        with journal:
            if not journal.opened:
                raise click.ClickException(_("The journal cannot be written. See whether the disk has room and the folder may be written."))
    if as_json:
        told = [] if done is None else [{"match": one.match, "kept": one.kept, "of": one.of, "lost": one.lost} for one in done.damages]
        click.echo(json.dumps({"damaged": told, "text": None if done is None else done.text.wire()}, ensure_ascii=False))
        return
    if done is None:
        click.echo(_("Nothing is damaged."))
        return
    click.echo(hosting.said(done.text))
    for damage in done.damages:
        click.echo(hosting.said(mended_text(damage)))


@command.command(help=N_("List the matches that are set aside, or print one of them as lines of JSON."))
@click.argument("match", metavar="[MATCH]", required=False)
@hosting.data_option
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def aside(match: str | None, data: Path | None, as_json: bool) -> None:
    """Show what is kept for a week before it is deleted."""
    from tapete.table import Journal, journal_path

    there(data)
    with hosting.readable(), Journal(journal_path(data)) as journal:
        kept = journal.set_aside()
    if match is None and as_json:
        click.echo(json.dumps([{"match": name, "why": why, "lines": len(lines.splitlines())} for name, why, lines in kept]))
        return
    if match is None:
        for name, why, lines in kept:
            click.echo(f"{name}  {why}  {len(lines.splitlines())}")
        return
    found = [lines for name, _why, lines in kept if name == match]
    if not found:
        raise click.ClickException(_("There is no match {match} set aside; `tapete journal aside` lists them.").format(match=match))
    click.echo(found[-1])
