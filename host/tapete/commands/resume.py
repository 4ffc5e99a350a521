"""`tapete resume`: go on with an unfinished match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tapete.commands import hosting
from tapete.commands.arguments import MatchId, there
from tapete.commands.output import output_option, refuse_existing, write
from tapete.i18n import N_, _

if TYPE_CHECKING:
    from tapete.bots.strength import Strength
    from tapete.core.seats import Seat
    from tapete.table import Hub, Listing


@click.command(help=N_("Go on with a match (the one played last, when MATCH is left out) and open its page. Ctrl-C ends."))
@click.argument("match", metavar="[MATCH]", required=False, type=MatchId())
@click.option("--list", "as_list", is_flag=True, help=N_("List the matches that are kept."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON (with --list)."))
@output_option(N_("Write the match to a file instead of going on (-: print it)."))
@click.option("--names", is_flag=True, help=N_("With -o: let the file name the players."))
@hosting.robot_option
@hosting.console_options
@hosting.serving_options
def command(
    match: str | None,
    as_list: bool,
    as_json: bool,
    output: Path | None,
    force: bool,
    names: bool,
    robots: tuple[tuple[Seat, Strength], ...],
    port: str | None,
    no_console: bool,
    data: Path | None,
    lan: bool,
    https: bool,
    web_port: int | None,
    no_browser: bool,
) -> None:
    """List, export, or go on and serve until Ctrl-C."""
    from tapete.table.folders import journal_path
    from tapete.table.guests import seated

    if as_json and not as_list:
        raise click.UsageError(_("--json belongs to --list."))
    if names and output is None:
        raise click.UsageError(_("--names belongs to -o FILE."))
    refuse_existing(output, force)
    if data is not None:
        there(data)
    elif as_list and not journal_path().exists():  # nothing has been played here yet: the list is empty, and nothing is made for it
        show((), as_json)
        return
    with hosting.readable(), hosting.hub_at(data) as hub:
        if as_list:
            show(hub.matches(), as_json)
            return
        chosen = match or last_unfinished(hub)
        table = hub.table(chosen, plays=output is None and not robots)
        if output is None and (other := hosting.other_at(hub.journal.path.parent)) is not None:
            raise click.ClickException(hosting.runs_already(other) + " " + _("Open match {match} there, or end it.").format(match=chosen))
        if table is None:
            raise click.ClickException(_("There is no match {match}; `tapete resume --list` names them.").format(match=chosen))
        if output is not None:
            write(table.export(names=names), output, force)
            return
        if not no_console:
            hub.add_console(hosting.console_at(port))
        if robots:
            with hosting.chosen():
                hub.robots.seat(table, seated(table, robots))
        at = _("Match {match}, at move {seq}.").format(match=table.id, seq=table.seq)
        said = "\n".join([*(hosting.said(notice.text) for notice in table.notices), at])
        hosting.serve(hub, f"match/{table.id}", lan=lan, https=https, web_port=web_port, no_browser=no_browser, opening=said)


def last_unfinished(hub: Hub) -> str:
    """The id of the unfinished match that changed last.

    Raises:
        click.ClickException: every match is over.
    """
    for listing in hub.matches():
        if not listing.over:
            return listing.id
    raise click.ClickException(_("There is no unfinished match. `tapete play shazamm` begins one."))


def show(listings: Sequence[Listing], as_json: bool) -> None:
    """Print the matches that are kept."""
    if as_json:
        from tapete.core.codec import builtins

        click.echo(json.dumps(builtins(listings), ensure_ascii=False, indent=2))
        return
    if not listings:
        click.echo(_("No match is kept yet. `tapete play shazamm` begins one."))
    from tapete.core.names import shown

    for listing in listings:
        players = " · ".join(shown(listing.names.get(seat, seat)) for seat in listing.seats)
        state = _("result: {result}").format(result=listing.result) if listing.over else _("unfinished")
        click.echo(f"{listing.id}  {listing.when}  {listing.game}  {players}  {listing.seq}  {state}")
