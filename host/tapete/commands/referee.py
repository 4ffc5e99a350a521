"""`tapete referee`: judge a game over JSON Lines, for other programs."""

from __future__ import annotations

import sys

import click

from tapete.i18n import N_, _


@click.command(
    help=N_(
        "Judge a game over JSON Lines: one question a line on standard input, one answer a line on standard output.\n\n"
        'Begin with {"start": {"game": "shazamm"}}; docs/referee-protocol.md has the rest. Ends with the input.'
    )
)
def command() -> None:
    """Serve standard input until it ends."""
    from tapete.referee import serve  # the games are not needed to write the help

    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(_("The referee reads lines from standard input and answers on standard output; one of them is closed."))
    serve(sys.stdin.buffer, sys.stdout.buffer)
