"""`tapete guides`: where the guides and the examples are that come along."""

from __future__ import annotations

from pathlib import Path

import click

from tapete.i18n import N_, _, spoken


@click.command(
    help=N_(
        "Say where the guides lie that come with Tapete: how each game is played, how a console is built; and the example programs.\n\n"
        "With --copy all of them are written to a folder of yours."
    )
)
@click.option("--copy", "folder", type=click.Path(path_type=Path), help=N_("Write guides and examples to this new folder."))
def command(folder: Path | None) -> None:
    """List, or copy."""
    from tapete import guides

    try:
        if folder is None:
            for guide in guides.guides(spoken()):
                click.echo(f"{guide.title}\n    {guide.place}")
            click.echo(_("Example programs:") + f"\n    {guides.examples_path()}")
            return
        guides.copy(folder)
    except FileExistsError:
        raise click.ClickException(_("{folder} is there already and not empty; name a new folder.").format(folder=folder)) from None
    except OSError as fault:
        raise click.ClickException(str(fault)) from fault
    click.echo(_("Guides and examples are in {folder}.").format(folder=folder))
