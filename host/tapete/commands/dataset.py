"""`tapete dataset`: simulated matches of the games as a data set, with its card."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import hosting
from tapete.commands.arguments import GameName
from tapete.commands.lab import Strengths, no_bot
from tapete.commands.output import output_option, refuse_existing
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from tapete.bots.strength import Strength
    from tapete.lab.matches import Setup


@click.command(
    help=N_(
        "Let bots play matches of each GAME (else of all), and write them as a data set: compressed JSON Lines with the notation of every "
        "match, a card (README.md) and sums.\n\n"
        "The same version, seed and strengths make the same lines. After Ctrl-C nothing is written."
    )
)
@click.argument("games", metavar="[GAME]...", nargs=-1, type=GameName())
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help=N_("How many matches of each game."))
@click.option(
    "--robots", type=Strengths(), default="medium,medium", help=N_("The bots' strengths, one for each seat (else medium and medium).")
)
@click.option("--seed", type=int, default=1, show_default=True, help=N_("The same seed plays the same matches."))
@click.option("--workers", type=click.IntRange(1, 1024), help=N_("Processes (else one for each core)."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@output_option(N_("Folder for the data set (else tapete-dataset)."), folder=True)
def command(
    games: tuple[str, ...],
    matches: int,
    robots: tuple[Strength, ...],
    seed: int,
    workers: int | None,
    as_json: bool,
    output: Path | None,
    force: bool,
) -> None:
    """Play, write beside the folder, and put it into its place as a whole."""
    from tapete import games as known
    from tapete.bots.strength import Unplayable
    from tapete.lab import matches as lab
    from tapete.simulating import dataset

    folder = output or Path("tapete-dataset")
    refuse_existing(folder, force)
    chosen = tuple(dict.fromkeys(games)) or known.names()
    setups: list[Setup] = []
    with hosting.readable():
        for game in chosen:
            try:
                setups.append(lab.set_up(game, {}, None, robots, seed))
            except Unplayable as fault:
                raise click.UsageError(no_bot(game)) from fault
    words = " ".join(["tapete dataset", *games, f"--matches {matches} --robots {','.join(robots)} --seed {seed}"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=folder) as place:
            fresh = Path(place)
            made = dataset.about(setups, _play(fresh, setups, matches, workers or os.cpu_count() or 1), seed)
            (fresh / dataset.ABOUT).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
            (fresh / dataset.CARD).write_text(dataset.card(made, words), encoding="utf-8")
            names = sorted(path.name for path in fresh.iterdir())
            (fresh / dataset.SUMS).write_text(dataset.sums(fresh, names), encoding="utf-8")
            for name in (*names, dataset.SUMS):
                (fresh / name).replace(folder / name)
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=folder, why=fault.strerror or fault)) from fault
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            folder.rmdir()  # only if nothing else is in it
        raise
    _tell(folder, made, as_json)


def _play(folder: Path, setups: list[Setup], matches: int, workers: int) -> list[Any]:
    """Play and write every game, with progress."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tapete.simulating import dataset

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    found = []
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for setup in setups:
            task = progress.add_task(setup.game, total=matches)
            # Closed where Ctrl-C comes while a line is written: else the program waits at its end for all matches that are due.
            with contextlib.closing(dataset.in_order(setup, matches, workers)) as played:
                lines = progress.track(played, total=matches, task_id=task)
                found.append(dataset.write_game(folder / f"{setup.game}.jsonl.gz", setup, iter(lines)))
    return found


def _tell(folder: Path, made: dict[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"folder": str(folder), **made}))
        return
    for one in made["games"]:
        told = ngettext("{game}: {n} match, {moves} moves, {bytes} B", "{game}: {n} matches, {moves} moves, {bytes} B", one["matches"])
        click.echo(told.format(game=one["game"], n=one["matches"], moves=one["moves"], bytes=one["compressed"]))
    click.echo(_("Written: {file}").format(file=folder), err=True)
