"""`tapete completion`: let a shell complete commands, options, games, matches, cards and clauses."""

from __future__ import annotations

import click

from tapete.commands.words import COMPLETING
from tapete.core.translated import program
from tapete.i18n import N_, _

SHELLS = ("bash", "zsh", "fish")

FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/tapete.fish"}


@click.command(
    help=N_(
        "Print the script by which SHELL completes commands, options, games, matches, cards and clauses.\n\n"
        "In bash: echo 'eval \"$(tapete completion bash)\"' >> ~/.bashrc"
    )
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script, and where it goes if a person reads it."""
    import sys

    from click.shell_completion import get_completion_class

    if program() != "tapete":
        raise click.ClickException(
            _("A shell completes the command tapete, not {program}. Install it (`pipx install .` in the folder), then: {command}").format(
                program=program(), command=f"tapete completion {shell}"
            )
        )
    kind = get_completion_class(shell)
    if kind is None:
        raise click.ClickException(_("There is no completion for {shell}.").format(shell=shell))
    click.echo(kind(click.get_current_context().find_root().command, {}, program(), COMPLETING).source())
    if sys.stdout.isatty():
        click.echo(_("Put this into {file}.").format(file=FILES[shell]), err=True)
