"""`tapete games`: list the installed games and their distributions, and switch a game of another distribution off or on."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tapete.commands import hosting
from tapete.i18n import N_, _

FILE = "games-off"
"""The file in the folder of data with the names of games that are switched off, one a line."""

MOST_NAMES = 1_000
"""Lines of it that are read."""


def switched_off(folder: Path) -> frozenset[str]:
    """The games that are switched off in a folder of data; none where the file cannot be read."""
    try:
        lines = (folder / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    return frozenset(line.strip() for line in lines[:MOST_NAMES] if line.strip())


@click.command(
    help=N_(
        "List the games, each with the distribution that brings it.\n\n"
        "A game of another distribution is a program: it may do whatever you may. Install only what you trust; one that is switched off "
        "is not even loaded."
    )
)
@click.option("--off", metavar="NAME", help=N_("Switch a game of another distribution off."))
@click.option("--on", metavar="NAME", help=N_("Switch it on again."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@hosting.data_option
def command(off: str | None, on: str | None, as_json: bool, data: Path | None) -> None:
    """Switch, then list."""
    from tapete import __version__, games
    from tapete.core.announced import GameSource
    from tapete.table.folders import folder

    kept = folder(data)
    left_out = switched_off(kept)
    places = games.places()
    others = {place.game for place in places if not place.ours}
    if off is not None and on is not None:
        raise click.UsageError(_("--off and --on: give one of the two."))
    name = off or on
    if name is not None:
        if name not in others | left_out:
            raise click.ClickException(_("“{game}” is no game of another distribution: Tapete's own games stay.").format(game=name))
        left_out = left_out | {name} if off is not None else left_out - {name}
        _keep(kept, left_out)

    def word(place: GameSource) -> str:
        if place.game in left_out and not place.ours:
            return "off"
        return "on" if off is not None or on is not None or games.find(place.game) is not None else "broken"

    rows = [(place, word(place)) for place in places]
    if as_json:
        plain = [
            {"game": one.game, "distribution": one.distribution, "version": one.version or __version__, "state": state}
            for one, state in rows
        ]
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    words = {"on": "", "off": _("switched off"), "broken": _("cannot be used: `tapete rules` says why")}
    for one, state in rows:
        click.echo(f"{one.game:12} {one.distribution} {one.version or __version__}  {words[state]}".rstrip())


def _keep(kept: Path, names: frozenset[str]) -> None:
    """Write down what is switched off.

    Raises:
        click.ClickException: it cannot be written.
    """
    from tapete.table.folders import write_whole

    try:
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(kept / FILE, "".join(f"{name}\n" for name in sorted(names)).encode())
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=kept / FILE, why=fault.strerror or fault)) from fault
