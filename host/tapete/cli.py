"""The command `tapete`: a frame that finds its commands in `tapete.commands` and imports only the one that is called.

`tapete --help` imports no command: the list below says what each is for. Cold start matters on a small computer.
"""

from __future__ import annotations

import codecs
import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from tapete import __version__
from tapete.core.translated import program
from tapete.i18n import LANGUAGES, N_, Language, _, language_of, preferred_language, speak

SUMMARIES = {
    "demo": N_("Play a match on a simulated console, alone or with robots."),
    "play": N_("Start a match and open its page."),
    "resume": N_("Go on with an unfinished match."),
    "referee": N_("Judge a game over JSON Lines, for other programs."),
    "journal": N_("Check and repair the file in which matches are kept."),
    "replay": N_("Check and show an exported match."),
    "console": N_("Find, simulate and examine consoles."),
    "cards": N_("Check, write and print card catalogues."),
    "lab": N_("Let bots play many matches, and count what decides."),
    "rules": N_("Show the clauses and rulings of a game."),
    "station": N_("Run a demo station."),
    "league": N_("Run events of many tables."),
    "guides": N_("Say where the guides and the examples are."),
}
"""What each command is for, in the order of the list."""


METAVARS = {N_("[OPTIONS]"), N_("COMMAND [ARGS]...")}
"""What click writes in the first line of the help without asking gettext."""


TYPES = {
    **dict.fromkeys(("integer", "integer range", "float", "float range"), N_("NUMBER")),
    "text": N_("TEXT"),
    "path": N_("PATH"),
}
"""What stands for the value of an option that has no word of its own, by click's name of its type."""


class CommandsByName(click.Group):
    """A group whose commands are modules of `tapete.commands`, imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, without importing them."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command by its name; None when there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"tapete.commands.{cmd_name}").command
        return in_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their summaries."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(summary)) for name, summary in SUMMARIES.items()])


def in_language(command: click.Command) -> click.Command:
    """Give a copy of a command whose help is in the language spoken; the texts it was declared with are message ids (`N_`)."""
    import copy  # here, because every import delays `tapete --help`

    spoken = copy.copy(command)
    spoken.help, spoken.short_help, spoken.epilog = (text and _(text) for text in (command.help, command.short_help, command.epilog))
    spoken.options_metavar = _metavar(command.options_metavar)
    spoken.params = []
    for parameter in command.params:
        shown = copy.copy(parameter)
        if isinstance(shown, click.Option) and shown.help:
            shown.help = _(shown.help)
        if isinstance(shown, click.Option) and shown.metavar is None and not shown.is_flag and not shown.count and shown.type.name in TYPES:
            shown.metavar = _(TYPES[shown.type.name])
        spoken.params.append(shown)
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = _metavar(spoken.subcommand_metavar) or ""
        spoken.commands = {name: in_language(member) for name, member in spoken.commands.items()}
    return spoken


def _metavar(metavar: str | None) -> str | None:
    return _(metavar) if metavar in METAVARS else metavar


def command_line(language: Language) -> click.Group:
    """Build the command `tapete`, and let this process speak a language.

    Args:
        language: of help, messages and refusals.
    """
    speak(language)
    return CommandsByName(
        "tapete",
        help=_("The referee under your cards: rules, a table, and a console on a Raspberry Pi Pico."),
        epilog=_("`tapete COMMAND --help` says more about each."),
        no_args_is_help=True,
        options_metavar=_("[OPTIONS]"),
        context_settings={"terminal_width": help_width()},
        subcommand_metavar=_("COMMAND [ARGS]..."),
        callback=lambda lang: None,  # `--lang` was read before the help was written, see `main`
        params=[
            click.Option(
                ["--lang"],
                type=click.Choice(LANGUAGES),
                help=_("Language of all texts (else that of the environment: TAPETE_LANG, LANGUAGE, LC_ALL, LC_MESSAGES, LANG)."),
            ),
            version_option(),
        ],
    )


WIDEST, NARROWEST = 78, 50
"""Columns of a line of help at the most and at the least."""


def help_width() -> int:
    """Return how many columns a line of help has, as click would: `shutil`, which click asks, takes a twentieth of the time of `--help`."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        wide = int(columns)
    else:
        try:
            wide = os.get_terminal_size(1).columns
        except OSError:  # a file or a pipe
            wide = WIDEST + 2
    return max(min(wide - 2, WIDEST), NARROWEST)


def version_option() -> click.Option:
    """Make the option that shows the version and ends."""

    def show(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            click.echo(f"tapete {__version__}")
            ctx.exit()

    help_text = _("Show the version and exit.")
    return click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=show, help=help_text)


def language_in(arguments: Sequence[str]) -> Language | None:
    """Read `--lang` from before the first word of a command line; None when it is absent or names no language of Tapete's.

    It is read ahead of click because the help that click writes is in that language already.
    """
    waiting = iter(arguments)
    for argument in waiting:
        if not argument.startswith("-"):
            return None
        name, given, value = argument.partition("=")
        if name == "--lang":
            return language_of(value if given else next(waiting, ""))
    return None


LIKENESS = {"−": "-", "→": ">", "“": '"', "”": '"'}
"""What stands for a character that an output cannot show."""


def plainer(fault: UnicodeError) -> tuple[str, int]:
    """Replace a character that an output's encoding lacks by a similar one, else by a question mark (a handler for `codecs`).

    Raises:
        UnicodeError: it is another fault than of writing.
    """
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(LIKENESS.get(character, "?") for character in fault.object[fault.start : fault.end]), fault.end


def forgive_outputs() -> None:
    """Let no output of this process end a command for a character that it lacks: a file or pipe on Windows knows no minus sign."""
    codecs.register_error("plainer", plainer)
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, io.TextIOWrapper) and output.errors in ("strict", "backslashreplace"):
            output.reconfigure(errors="plainer")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process.

    Args:
        arguments: without the program's name; those of the process when left out.
    """
    forgive_outputs()
    given = sys.argv[1:] if arguments is None else list(arguments)
    command_line(language_in(given) or preferred_language())(given, prog_name=program())
