"""`tapete guides`: say where the installed guides and examples are."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tapete.commands.output import output_option, reason, refuse_existing
from tapete.i18n import N_, _, spoken


@click.command(
    help=N_(
        "Say where the guides lie that come with Tapete: how each game is played, how a console is built; and the example programs.\n\n"
        "With -o all of them are written to a folder of yours."
    )
)
@output_option(N_("Write guides and examples to this new folder."), folder=True)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def command(output: Path | None, force: bool, as_json: bool) -> None:
    """List, or copy."""
    from tapete import guides

    try:
        if output is None and as_json:
            plain = {
                "guides": {guide.title: str(guide.place) for guide in guides.guides(spoken())},
                "examples": str(guides.examples_path()),
            }
            click.echo(json.dumps(plain, ensure_ascii=False))
            return
        refuse_existing(output, force)
        if output is None:
            for guide in guides.guides(spoken()):
                click.echo(f"{guide.title}\n    {guide.place}")
            click.echo(_("Example programs:") + f"\n    {guides.examples_path()}")
            return
        guides.copy(output, over=force)
    except OSError as fault:
        if output is None:
            raise click.ClickException(str(fault)) from fault
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=output, why=reason(fault))) from fault
    click.echo(_("Guides and examples are in {folder}.").format(folder=output))
