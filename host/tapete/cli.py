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
from tapete.commands.words import COMPLETING, nearest
from tapete.core.translated import program
from tapete.i18n import LANGUAGES, N_, Language, _, language_of, preferred_language, speak

SUMMARIES = {
    "demo": N_("Play a match on a simulated console, alone or with robots."),
    "play": N_("Start a match and open its page."),
    "resume": N_("Go on with an unfinished match."),
    "referee": N_("Judge a game over JSON Lines, for other programs."),
    "data": N_("Show where everything is kept; back up, restore, delete."),
    "journal": N_("Check and repair the file in which matches are kept."),
    "replay": N_("Check and show an exported match."),
    "verify": N_("Prove an exported match or event."),
    "console": N_("Find, simulate and examine consoles."),
    "cards": N_("Check, write and print card catalogues."),
    "lab": N_("Let bots play many matches, and count what decides."),
    "dataset": N_("Let bots play a data set of matches, for research."),
    "games": N_("List the games and who brings them; switch one off."),
    "rules": N_("Show the clauses and rulings of a game."),
    "station": N_("Run a demo station."),
    "league": N_("Run events of many tables."),
    "guides": N_("Say where the guides and the examples are."),
    "completion": N_("Let the shell complete words of tapete."),
}
"""What each command is for, in the order of the list."""


METAVARS = {
    *(
        N_("[OPTIONS]"),
        N_("COMMAND [ARGS]..."),
        N_("GAME"),
        N_("[GAME]"),
        N_("[GAME]..."),
        N_("[CLAUSE]..."),
        N_("FILE"),
        N_("FOLDER"),
        N_("[FOLDER]"),
    ),
    *(N_("MATCH"), N_("[MATCH]"), N_("[MATCH]..."), N_("CARD"), N_("[CARD]"), N_("[CARD]..."), N_("DECK"), N_("CATALOGUE"), N_("PORT")),
    *(
        N_("KEY=VALUE"),
        N_("WORD=KEY"),
        N_("NAME"),
        N_("SECONDS"),
        N_("ADDRESS"),
        N_("WORDS"),
        N_("SEAT[:STRENGTH]"),
        N_("EXTRA"),
        N_("SHELL"),
        N_("DAYS"),
        N_("BOARD"),
    ),
    *(N_("BOARD"), N_("EVENT"), N_("SEASON"), N_("SHOP"), N_("CLAUSE"), N_("PATH"), N_("LIST"), N_("FILE.uf2")),
}
"""What stands for arguments and values in usage and help, which click writes without asking gettext."""

EXTRAS = {
    **dict.fromkeys(("aiosqlite", "alembic", "asyncpg", "rustworkx", "sqlalchemy"), "league"),
    **dict.fromkeys(("board", "digitalio", "adafruit_blinka", "neopixel_write"), "local"),
    "cryptography": "https",
    "distributed": "cluster",
    "matplotlib": "lab",
    "pyspiel": "openspiel",
}
"""By module, the extra of pyproject.toml that brings it."""

INTERRUPTED = 130
"""How a command ends that Ctrl-C has ended: 128 and the number of the signal, as a shell says it."""


TYPES = {
    **dict.fromkeys(("integer", "integer range", "float", "float range"), N_("NUMBER")),
    "text": N_("TEXT"),
    **dict.fromkeys(("path", "file", "filename"), N_("FILE")),
    "directory": N_("FOLDER"),
}
"""What stands for the value of an option that has no word of its own, by click's name of its type."""


class CommandsByName(click.Group):
    """A group whose commands are modules of `tapete.commands`, imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, without importing them."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command by its name; None if no command has that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        _leave_games_out()
        command: click.Command = importlib.import_module(f"tapete.commands.{cmd_name}").command
        return in_language(command, cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; where there is none, name the nearest one.

        Raises:
            click.UsageError: no command has that name.
        """
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise click.UsageError(_("There is no command “{word}”.").format(word=args[0]) + nearest(args[0], self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their summaries."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(summary)) for name, summary in SUMMARIES.items()])


def _leave_games_out() -> None:
    """Load no game that was switched off (`tapete games --off`); where no other distribution brings any, nothing is read for it."""
    from importlib.metadata import entry_points

    if all(point.dist is None or point.dist.name == "tapete" for point in entry_points(group="tapete.games")):
        return
    from tapete.commands.games import switched_off
    from tapete.core.announced import leave_out
    from tapete.table.folders import folder

    leave_out(switched_off(folder()))


def in_language(command: click.Command, words: str) -> click.Command:
    """Give a copy of a command whose help is in the language spoken; the texts it was declared with are message ids (`N_`).

    Args:
        command: as it is declared. words: its name as typed after `tapete`; the examples are listed under it.
    """
    import copy  # here, because every import delays `tapete --help`

    from tapete.commands.examples import EXAMPLES

    spoken = copy.copy(command)
    spoken.help, spoken.short_help, spoken.epilog = (text and _(text) for text in (command.help, command.short_help, command.epilog))
    if examples := EXAMPLES.get(words):
        spoken.epilog = "\b\n" + "\n".join([_("Examples:"), *(f"  {line}" for line in examples)])
    spoken.options_metavar = _metavar(command.options_metavar)
    spoken.params = []
    for parameter in command.params:
        shown = copy.copy(parameter)
        if isinstance(shown, click.Option) and shown.help:
            shown.help = _(shown.help)
        shown.metavar = _metavar(shown.metavar)
        if isinstance(shown, click.Option) and shown.metavar is None and not shown.is_flag and not shown.count and shown.type.name in TYPES:
            shown.metavar = _(TYPES[shown.type.name])
        if TYPES.get(shown.type.name) == "NUMBER":  # click names it in its refusals
            shown.type = copy.copy(shown.type)
            shown.type.name = _("number")
            if isinstance(shown.type, click.IntRange | click.FloatRange) and shown.type.min is not None and shown.type.max is not None:
                vars(shown.type)["_describe_range"] = f"{shown.type.min}–{shown.type.max}".__str__  # click writes 1<=x<=4
        spoken.params.append(shown)
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = _metavar(spoken.subcommand_metavar) or ""
        spoken.commands = {name: in_language(member, f"{words} {name}") for name, member in spoken.commands.items()}
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
        epilog=_("`tapete COMMAND --help` says more about each. A game of others is a program with all your rights: see `tapete games`."),
        no_args_is_help=True,
        options_metavar=_("[OPTIONS]"),
        context_settings={"terminal_width": help_width(), "help_option_names": ["-h", "--help"]},
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


WIDEST, NARROWEST = 78, 36
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
    return click.Option(["--version", "-V"], is_flag=True, is_eager=True, expose_value=False, callback=show, help=help_text)


def language_taken(arguments: Sequence[str]) -> tuple[Language | None, list[str]]:
    """Read `--lang` wherever it stands, and give the other words.

    It is read ahead of click, which writes its help in that language already. What follows `--` is left alone. A language that Tapete
    does not speak is left to click, which refuses it.
    """
    found, left, waiting = None, list[str](), list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if argument == "--":
            return found, [*left, argument, *waiting]
        name, given, value = argument.partition("=")
        spoken = language_of(value if given else next(iter(waiting), "")) if name == "--lang" else None
        if spoken is None and name == "--lang" and left:  # after the command click knows no --lang: let the frame refuse it
            left[:0] = [argument] if given else [argument, *waiting[:1]]
            waiting = waiting if given else waiting[1:]
        elif spoken is None:
            left.append(argument)
        else:
            found = spoken
            waiting = waiting if given else waiting[1:]
    return found, left


LIKENESS = {"−": "-", "–": "-", "→": ">", "“": '"', "”": '"'}
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
    """Run the command line and end the process: with 0, 1 (said no), 2 (used wrongly) or 130 (interrupted).

    Args:
        arguments: without the program's name; those of the process when left out.
    """
    forgive_outputs()
    language, given = language_taken(sys.argv[1:] if arguments is None else list(arguments))
    if {"-V", "--version"} & set(given[: given.index("--")] if "--" in given else given):
        given = ["--version"]
    sys.exit(ended(command_line(language or preferred_language()), given))


def ended(command: click.Command, arguments: list[str]) -> int:
    """Run a command to its end, and return the exit code."""
    try:
        try:
            code = _run(command, arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except click.exceptions.Exit as end:
            code = end.exit_code
        except click.ClickException as fault:
            fault.show()
            code = fault.exit_code
        except (KeyboardInterrupt, click.Abort):
            click.echo(err=True)
            code = INTERRUPTED
        except ModuleNotFoundError as fault:
            code = _lacking(fault)
        for output in (sys.stdout, sys.stderr):
            if output is not None:
                output.flush()
    except BrokenPipeError:  # the reader has had enough: `| head`
        _silence()
        return 0
    except OSError as fault:
        if fault.filename is not None or sys.stdout is None:
            raise
        _silence()
        click.echo(_("Error: the output cannot be written ({why}).").format(why=fault.strerror or fault), err=True)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(command: click.Command, arguments: list[str]) -> int:
    """Call the command; not by click's own `main`, which ends otherwise than we say. A shell may only ask how a word goes on."""
    if asked := os.environ.get(COMPLETING):
        from click.shell_completion import shell_complete

        return shell_complete(command, {}, program(), COMPLETING, asked)
    with command.make_context(program(), arguments) as context:
        command.invoke(context)
    return 0


def _lacking(fault: ModuleNotFoundError) -> int:
    """Say which extra brings a module that is not installed.

    Raises:
        ModuleNotFoundError: no extra does.
    """
    extra = EXTRAS.get((fault.name or "").partition(".")[0])
    if extra is None:
        raise fault
    said = _("This needs the extra “{extra}”, which is not installed. In a checkout: python3 run.py --with {extra} …; else: {pip}")
    click.echo(_("Error: {what}").format(what=said.format(extra=extra, pip=f"pipx install --force '.[{extra}]'")), err=True)
    return 1


def _silence() -> None:
    """Let what is left in an output that takes nothing more go nowhere, so that the end of Python does not fail on it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
