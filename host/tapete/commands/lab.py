"""`tapete lab`: many matches between bots, for people who design cards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import hosting
from tapete.commands.arguments import GameName
from tapete.commands.play import read_options
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from tapete.bots.strength import Strength
    from tapete.lab.folder import Folder
    from tapete.lab.matches import Setup
    from tapete.lab.totals import Figures


class Strengths(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """Strengths of bots, with commas."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Strength, ...]:
        """Read them, or say which there are."""
        from tapete.bots.strength import STRENGTHS

        named = tuple(part.strip() for part in str(value).split(","))
        if wrong := [one for one in named if one not in STRENGTHS]:
            self.fail(_("{word} is no strength; there are: {strengths}.").format(word=wrong[0], strengths=", ".join(STRENGTHS)), param, ctx)
        return named  # type: ignore[return-value]  # all of them are strengths


@click.command(
    help=N_(
        "Let bots play many matches of GAME, and count who wins, by seat and by card, how long it takes and how it ends.\n\n"
        "Every match is kept in a folder: after Ctrl-C the same command goes on. It writes figures.json, standings.csv, matches.csv and "
        "page.html, whose plots need the extra `lab` (matplotlib)."
    )
)
@click.argument("game", metavar="GAME", type=GameName())
@click.option("--matches", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help=N_("How many matches in all."))
@click.option(
    "--robots", type=Strengths(), default="medium,medium", help=N_("The bots' strengths, one for each seat (else medium and medium).")
)
@click.option("--catalogue", help=N_("The cards, where the game has several catalogues."))
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help=N_("A house rule; may be given several times."))
@click.option("--seed", type=int, default=1, show_default=True, help=N_("The same seed plays the same matches."))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help=N_("Folder in which the lab is kept (default: lab-GAME).")
)
@click.option("--workers", type=click.IntRange(1, 1024), help=N_("Processes (else one for each core)."))
@click.option("--scheduler", metavar="ADDRESS", help=N_("Play on the workers of this Dask scheduler instead (the extra `cluster`)."))
def command(
    game: str,
    matches: int,
    robots: tuple[Strength, ...],
    catalogue: str | None,
    options: tuple[str, ...],
    seed: int,
    output: Path | None,
    workers: int | None,
    scheduler: str | None,
) -> None:
    """Play what is missing, and write what was found."""
    from tapete.bots.strength import Unplayable
    from tapete.lab import matches as played
    from tapete.lab.folder import Folder

    with hosting.readable():
        try:
            with hosting.chosen(game):
                setup = played.set_up(game, read_options(options), catalogue, robots, seed)
        except Unplayable as fault:
            raise click.UsageError(no_bot(game)) from fault
        try:
            kept = Folder(output or Path(f"lab-{game}"), setup)
            finished = _play(kept, matches, workers or os.cpu_count() or 1, scheduler)
            _hand_over(kept, matches)
        except OSError as fault:
            raise click.ClickException(_failed(fault, scheduler, output or Path(f"lab-{game}"))) from fault
    if not finished:
        raise click.exceptions.Exit(130)


def no_bot(game: str) -> str:
    """Say that a game has no bot of a strength, and which there are."""
    from tapete import games
    from tapete.bots import strengths_of

    title, there = hosting.said(games.need(game).title), ", ".join(strengths_of(game))
    return _("{game} has no such bot under these house rules; its strengths are: {strengths}.").format(game=title, strengths=there)


def _failed(fault: OSError, scheduler: str | None, folder: Path) -> str:
    if scheduler is not None and fault.filename is None:
        return _(
            "No Dask scheduler answers at {address}: start one with `dask scheduler`, and workers with `dask worker {address}`."
        ).format(address=scheduler)
    return _("{file} cannot be written: {why}.").format(file=fault.filename or folder, why=fault.strerror or fault)


def _play(kept: Folder, matches: int, workers: int, scheduler: str | None) -> bool:
    """Play what is missing, with progress; False after Ctrl-C."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    missing = kept.missing(matches)
    if not missing:
        return True
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    done = _tasks(kept.setup, missing, workers, scheduler)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(_("Matches"), total=matches, completed=matches - len(missing))
        try:
            for noted in done:
                progress.advance(task, kept.keep(noted))
        except KeyboardInterrupt:
            done.close()
    left = len(kept.missing(matches))
    if left:
        click.echo(
            ngettext(
                "Interrupted: {left} match is missing. The same command goes on.",
                "Interrupted: {left} matches are missing. The same command goes on.",
                left,
            ).format(left=left),
            err=True,
        )
    return not left


def _tasks(setup: Setup, missing: list[int], workers: int, scheduler: str | None) -> Any:
    from tapete.lab import running

    if scheduler is None:
        return running.on_this_computer(setup, missing, workers, running.several)
    try:
        import distributed as _there  # noqa: F401  # said before anything is played
    except ImportError:
        raise click.ClickException(_("--scheduler needs Dask: pipx install --force '.[cluster]'.")) from None
    return running.on_a_cluster(setup, missing, scheduler)


def _hand_over(kept: Folder, matches: int) -> None:
    """Write tables and page, and say the main thing."""
    from tapete.lab import report, totals
    from tapete.lab.matches import cards_there, rules_of

    rules = rules_of(kept.setup)
    noted = tuple(one for one in kept.matches if one.number < matches)
    cards = cards_there(rules, hosting.language())
    found = totals.counted(noted, len(kept.setup.robots), cards)
    files = report.write(kept.path, kept.setup, found, noted, cards)
    title = rules.game.title if isinstance(rules.game.title, str) else rules.game.title.in_(hosting.language())
    try:
        page = report.page(kept.setup, found, noted, cards, title, hosting.language())
    except ImportError:
        click.echo(_("The page with plots needs matplotlib: pipx install --force '.[lab]'."), err=True)
    else:
        files.append(kept.path / "page.html")
        files[-1].write_text(page, encoding="utf-8")
    for line in told(kept.setup, found):
        click.echo(line)
    click.echo(" ".join(str(file) for file in files))


def told(setup: Setup, found: Figures) -> Iterator[str]:
    """The standings in the terminal."""
    line = _("{who}: {share} (from {low} to {high}) of {matches}")
    rows = [*((f"{n + 1}: {setup.robots[n]}", one) for n, one in enumerate(found.robots)), *found.seats.items()]
    for who, one in rows:
        yield line.format(who=who, share=f"{one.share:.3f}", low=f"{one.low:.3f}", high=f"{one.high:.3f}", matches=one.matches)
    yield _("Cards that nobody showed: {number} of {all}.").format(number=len(found.never), all=len(found.never) + len(found.cards))
