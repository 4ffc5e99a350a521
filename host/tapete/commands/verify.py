"""`tapete verify`: prove an exported match or an exported event, without any network."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from tapete.commands import hosting
from tapete.commands.arguments import content
from tapete.core.texts import Text
from tapete.i18n import N_, _, ngettext

MATCH = b'{"tapete_match":'
"""How the file of a match begins."""


@click.command(
    help=N_(
        "Prove an exported match (rules, seals, order, end) or an exported event (decisions, heads, standings, signature).\n\n"
        "Needs no network. Ends with 1 where something was altered, and says what."
    )
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--head", "witness", default="", metavar="WORDS", help=N_("Of an event: the head that the wall or a slip showed."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def command(file: Path, witness: str, as_json: bool) -> None:
    """Prove it, and end with 0 where everything fits."""
    from tapete.league.server import sealed
    from tapete.table import match_file

    raw = content(file, match_file.LARGEST)
    if not raw:
        raise click.ClickException(_("{file} is empty.").format(file=file))
    is_match = raw.startswith(MATCH)
    if is_match and witness:
        raise click.UsageError(_("--head belongs to an event."))
    with hosting.readable():
        found = list(match_file.faults(raw) if is_match else sealed.faults(raw, witness))
    said = [_said(one) for one in found]
    if as_json:
        click.echo(json.dumps({"kind": "match" if is_match else "event", "fits": not said, "faults": said}, ensure_ascii=False))
    elif said:
        for line in said:
            click.echo(line, err=True)
    elif is_match:
        number = len(match_file.read(raw).entries)
        click.echo(ngettext("Everything fits: {entries} entry.", "Everything fits: {entries} entries.", number).format(entries=number))
    else:
        _tell(raw)
    if said:
        sys.exit(1)


def _tell(raw: bytes) -> None:
    """Say what fits, and what to compare it with."""
    from tapete.league import record
    from tapete.league.server.sealed import HAS_CRYPTOGRAPHY

    plain = json.loads(raw)
    number = len(plain["log"])
    click.echo(ngettext("Everything fits: {number} decision.", "Everything fits: {number} decisions.", number).format(number=number))
    click.echo(_("Compare this with the wall or a slip: {head}").format(head=record.shown(number, plain["heads"][-1])))
    if not plain["key"]:
        click.echo(_("It is not signed: its server lacks the extra “https”."))
    elif HAS_CRYPTOGRAPHY:
        click.echo(_("Signed with the key {key}").format(key=plain["key"][:16]))
    else:
        click.echo(_("Its signature was not looked at: that needs the extra “https”."))


def _said(one: Text) -> str:
    return hosting.said(one)
