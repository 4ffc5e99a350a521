"""`tapete rules`: the clauses and rulings of a game, in short words."""

from __future__ import annotations

import click

from tapete.commands.arguments import ClauseId, GameName
from tapete.i18n import N_, _, spoken


@click.command(
    help=N_(
        "Show the clauses and rulings of a game, all of them or those named.\n\n"
        "CLAUSE is an id (SHZ-035, SHZ-R54), a part of one (035, R54) or a word to look for. Without GAME the games are listed."
    )
)
@click.argument("game", metavar="[GAME]", required=False, type=GameName())
@click.argument("clause", metavar="[CLAUSE]...", nargs=-1, type=ClauseId())
@click.option("--reasons", is_flag=True, help=N_("Say what is asked, why so and not otherwise, where it is printed, and an example."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def command(game: str | None, clause: tuple[str, ...], reasons: bool, as_json: bool) -> None:
    """List the games, or show clauses of one."""
    from tapete import games
    from tapete.core.codec import encode
    from tapete.presentation import distributions
    from tapete.table import arguing

    if game is None:
        titles = {name: games.need(name).title for name in games.names()}
        if as_json:
            click.echo(encode({name: title.wire() for name, title in titles.items()}).decode())
        for name, title in () if as_json else titles.items():
            click.echo(f"{name:12} {title.in_(spoken())}")
        for fault in distributions.faults():
            click.echo(fault.text().in_(spoken()), err=True)
        return
    clauses = games.need(game).clauses
    found = [one for one in clauses if not clause or any(one.meant(word) for word in clause)]
    if not found:
        raise click.ClickException(_("No clause of this game has “%(words)s” in its id or text.") % {"words": " ".join(clause)})
    if as_json:
        click.echo(encode([arguing.wire(one) if reasons else {"id": one.id, **one.says.wire()} for one in found]).decode())
        return
    for one in found:
        click.echo(arguing.said(game, one, spoken()) + "\n" if reasons else f"{one.id:8}  {one.says.in_(spoken())}")
