"""`tapete replay`: check and show an exported match."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import coached, hosting
from tapete.commands.arguments import content
from tapete.commands.output import output_option, refuse_existing, write
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from tapete.coach import PlayedOn, Review, Silence
    from tapete.core.match import Match
    from tapete.table.match_file import Difference, Exported

    Found = Review | PlayedOn | Silence

PLAY_OUTS = 24
"""Matches that the coach plays on from each moment, unless told otherwise."""


@click.command(
    help=N_(
        "Play an exported match again: compare every state and event with what these rules make of the actions, and tell the story.\n\n"
        "Ends with 1 where something differs, and says where."
    )
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
@click.option("--coach", "coach", is_flag=True, help=N_("Say what each decision was worth."))
@click.option("--play-outs", type=click.IntRange(2, 10_000), help=N_("With --coach: matches played on from each moment (default: 24)."))
@click.option("--notation", is_flag=True, help=N_("Give the moves that count as a text, which `tapete replay` reads too."))
@output_option(N_("With --coach: write its curve as an SVG file; with --notation: write the text (-: print it)."))
@click.option("--quiet", is_flag=True, help=N_("Only say whether it fits."))
def command(
    file: Path, as_json: bool, coach: bool, play_outs: int | None, notation: bool, output: Path | None, force: bool, quiet: bool
) -> None:
    """Check, tell, and end with 0 where everything fits."""
    from tapete.presentation import coach_words
    from tapete.table import match_file, match_text

    if not coach and (play_outs is not None or (output is not None and not notation)):
        raise click.UsageError(_("--play-outs belongs to --coach, and -o to --coach or --notation."))
    if notation and (coach or as_json or quiet):
        raise click.UsageError(_("--notation goes with -o alone."))
    if quiet and as_json:
        raise click.UsageError(_("--quiet and --json: give one of the two."))
    refuse_existing(output, force)
    with hosting.readable():
        exported = match_file.read(content(file, match_file.LARGEST))
        match, differences = match_file.check(exported)
    if notation:
        write(match_text.write(match, exported.names), output or Path("-"), force)
        if differences:
            tell(exported, match, differences, quiet=True)
            sys.exit(1)
        return
    found = reviewed(match, play_outs or PLAY_OUTS) if coach else None
    left_out = "" if found is None else coach_words.left_out(match.log.seq, len(exported.entries), hosting.language())
    if as_json:
        as_plain(exported, match, differences, found)
    else:
        tell(exported, match, differences, quiet)
        names = {seat: exported.names.get(seat, seat) for seat in match.state.seats}
        if left_out:
            click.echo(left_out)
        if found is not None and coach:
            for line in coached.told(found, names, match):
                click.echo(line)
    if found is not None and output is not None:
        take_home(found, output, force, exported.names.get("A", "A"))
    if differences:
        sys.exit(1)


def reviewed(match: Match[Any], play_outs: int) -> Found:
    """What the coach says, counted on all cores; the terminal shows the progress."""
    import os

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from tapete.coach import most_moments, review

    counted = TextColumn(_("{done} of at most {most}").format(done="{task.completed:.0f}", most="{task.total:.0f}"))
    columns = TextColumn("{task.description}"), BarColumn(), counted, TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(_("The coach plays the match on. Moments counted:"), total=most_moments(match))
        return review(match, play_outs, workers=os.cpu_count() or 1, tick=lambda: progress.advance(task))


def take_home(found: Found, output: Path, force: bool, name: str) -> None:
    """Write the curve as a picture.

    Raises:
        click.ClickException: the coach is silent, or the file cannot be written.
    """
    from tapete.presentation import coach_picture

    if isinstance(found, str):
        raise click.ClickException(coached.silence(found))
    write(str(coach_picture.draw(found, name, hosting.language())), output, force)


def as_plain(exported: Exported, match: Match[Any], differences: tuple[Difference, ...], found: Found | None) -> None:
    """Print what was found as JSON."""
    words = match.rules.words
    plain = {
        "game": exported.header.game,
        "rules_version": {"file": exported.header.rules_version, "here": match.rules.game.version},
        "entries": len(exported.entries),
        "replayed": match.log.seq,
        "result": exported.result,
        "differences": [
            {"seq": one.seq, "what": one.what, "refusals": [refusal.wire(words) for refusal in one.refusals]} for one in differences
        ],
    }
    if found is not None:
        plain["coach"] = coached.plain(found)
    click.echo(json.dumps(plain, ensure_ascii=False, indent=2))


def tell(exported: Exported, match: Match[Any], differences: tuple[Difference, ...], quiet: bool) -> None:
    """Print the story, then what differs."""
    from tapete.core.seats import SEATS
    from tapete.core.taking_back import seen_before
    from tapete.table import story

    speech, rules = hosting.language(), match.rules
    names = {seat: exported.names.get(seat, seat) for seat in SEATS}
    if not quiet:
        counted = set(match.log.line())
        for entry in match.log.entries:
            for line in story.lines(rules, entry, match.events(entry), speech, names, match.state, seen_before(match.log, entry)):
                click.echo(line if entry.seq in counted or entry.move else f"{line}  " + _("(undone)"))
        if match.result is not None:
            click.echo(story.ending(rules, match.result, speech, names))
    if exported.header.rules_version != rules.game.version:
        click.echo(
            _("Played under rules {theirs}; these are {ours}.").format(theirs=exported.header.rules_version, ours=rules.game.version)
        )
    for one in differences:
        click.echo(difference_in_words(one), err=True)
        for refusal in one.refusals:
            click.echo(f"      {hosting.said(refusal.text(rules.words))} [{refusal.clause or refusal.code}]", err=True)
    if not differences:
        number = len(exported.entries)
        click.echo(ngettext("Everything fits: {entries} entry.", "Everything fits: {entries} entries.", number).format(entries=number))


def difference_in_words(one: Difference) -> str:
    """Where the file and these rules part."""
    if one.what == "events":
        return _("Entry {seq}: these rules tell other events.").format(seq=one.seq)
    if one.what == "result":
        return _("The result in the file does not follow from its entries.")
    return _("Entry {seq}: these rules do not come to the state in the file; what follows was not tried.").format(seq=one.seq)
