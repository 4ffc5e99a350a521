"""Write what click knows of the commands: `docs/commands.md`, the manual `man/man1/tapete.1`, and both in Spanish (`--check` compares)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import click

from tapete import __version__, cli
from tapete.commands.examples import EXAMPLES
from tapete.core.texts import LANGUAGES, Language
from tools.generated import finish  # the line above makes `tools` importable when this runs as a program

HEADS = {
    "en": "# Commands {#commands}\n\nEvery command, as `--help` says it. In a checkout write `python3 run.py` instead of `tapete`.\n",
    "es": "# Órdenes {#commands}\n\nCada orden, como lo dice `--help`. En una copia escribe `python3 run.py` en vez de `tapete`.\n",
}

DATE = "2026-11-27"
"""Of the manual pages: when what stands here beside the commands was last read."""


class Part(NamedTuple):
    """A part of the manual page."""

    title: str
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    """A word, and what it means."""


MANUAL: dict[Language, dict[str, Part]] = {
    "en": {
        "section": Part("User Commands"),
        "name": Part("NAME", "the referee under your cards"),
        "synopsis": Part("SYNOPSIS"),
        "description": Part(
            "DESCRIPTION",
            "People play with their own cards at a real table. Tapete knows the rules, keeps the counters and locks "
            "secret bids, and it tells which rule forbids an illegal move. Without a word it lists its commands; "
            "tapete play opens the lobby.",
        ),
        "commands": Part("COMMANDS"),
        "options": Part("OPTIONS"),
        "ends": Part(
            "EXIT STATUS",
            rows=(
                ("0", "It is done."),
                ("1", "Tapete said no; the sentence says why, and what to do."),
                ("2", "It was called wrongly."),
                ("130", "Ctrl-C ended it."),
            ),
        ),
        "environment": Part(
            "ENVIRONMENT",
            rows=(
                ("TAPETE_DATA", "The folder of matches and settings, as --data names it."),
                ("TAPETE_CARDS", "The folder of card catalogues; cards below that of the matches where it is not set."),
                ("TAPETE_LANG", "The language, es or en, ahead of LANGUAGE, LC_ALL, LC_MESSAGES and LANG."),
                ("TAPETE_LOCALE", "A folder of catalogues of a language that is being translated."),
                ("TAPETE_READER", "The port of a reader of card stickers."),
                ("NO_COLOR, COLUMNS, BROWSER", "As elsewhere."),
            ),
        ),
        "files": Part(
            "FILES",
            rows=(
                ("~/.local/share/tapete", "Everything that is kept, on Linux (or below XDG_DATA_HOME); tapete data says where."),
                ("tapete.sqlite3", "All matches. cards/ holds the card catalogues, league.sqlite3 the events."),
            ),
        ),
        "examples": Part("EXAMPLES"),
        "see": Part("SEE ALSO", "tapete guides says where the guides lie: how each game is played, how a console is built."),
    },
    "es": {
        "section": Part("Órdenes de usuario"),
        "name": Part("NOMBRE", "el árbitro bajo tus cartas"),
        "synopsis": Part("SINOPSIS"),
        "description": Part(
            "DESCRIPCIÓN",
            "Se juega con cartas propias en una mesa de verdad. Tapete sabe las reglas, lleva los contadores, guarda "
            "las apuestas secretas y dice qué regla impide lo que no vale. Sin ninguna palabra dice sus órdenes; "
            "tapete play abre el vestíbulo.",
        ),
        "commands": Part("ÓRDENES"),
        "options": Part("OPCIONES"),
        "ends": Part(
            "CÓDIGO DE SALIDA",
            rows=(
                ("0", "Está hecho."),
                ("1", "Tapete ha dicho que no; la frase dice por qué y qué hacer."),
                ("2", "Se ha llamado mal."),
                ("130", "Lo ha acabado Ctrl-C."),
            ),
        ),
        "environment": Part(
            "ENTORNO",
            rows=(
                ("TAPETE_DATA", "La carpeta de partidas y ajustes, como la nombra --data."),
                ("TAPETE_CARDS", "La carpeta de los catálogos de cartas; si no está puesta, cards dentro de la de las partidas."),
                ("TAPETE_LANG", "El idioma, es o en, por delante de LANGUAGE, LC_ALL, LC_MESSAGES y LANG."),
                ("TAPETE_LOCALE", "Una carpeta de catálogos de un idioma que se está traduciendo."),
                ("TAPETE_READER", "El puerto de un lector de pegatinas de cartas."),
                ("NO_COLOR, COLUMNS, BROWSER", "Como en otros programas."),
            ),
        ),
        "files": Part(
            "ARCHIVOS",
            rows=(
                ("~/.local/share/tapete", "Todo lo que se guarda, en Linux (o dentro de XDG_DATA_HOME); tapete data dice dónde."),
                ("tapete.sqlite3", "Todas las partidas. cards/ tiene los catálogos de cartas; league.sqlite3, los eventos."),
            ),
        ),
        "examples": Part("EJEMPLOS"),
        "see": Part(
            "VÉASE TAMBIÉN",
            "tapete guides dice dónde están las guías: cómo se juega a cada juego y cómo se construye una consola.",
        ),
    },
}
"""What the manual page says beside the commands."""


def tree(command: click.Command, above: click.Context | None, words: str) -> Iterator[tuple[str, click.Context]]:
    """Give the words and the context of a command and of all below it."""
    context = click.Context(command, parent=above, info_name=words.rpartition(" ")[2], terminal_width=100, max_content_width=100)
    yield words, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            if member is not None:
                yield from tree(member, context, f"{words} {name}")


def page(language: Language) -> str:
    """Write the page of a language."""
    parts = [HEADS[language]]
    for words, context in tree(cli.command_line(language), None, "tapete"):
        parts.append(f"## {words} {{#{words.replace(' ', '-')}}}\n\n```text\n{context.get_help().rstrip()}\n```\n")
    return "\n".join(parts)


def roff(text: str) -> str:
    """Give a text as the reader of manual pages takes it for letters: one line, without commands of its own."""
    safe = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "")
    return f"\\&{safe}" if safe.startswith((".", "\\(aq")) else safe


def manual(language: Language) -> str:
    """Write the manual page of a language."""
    said = MANUAL[language]
    frame, *commands = tree(cli.command_line(language), None, "tapete")
    lines = [f'.TH TAPETE 1 "{DATE}" "Tapete {__version__}" "{said["section"].title}"']
    lines += [f".SH {said['name'].title}", f"tapete \\- {roff(said['name'].text)}"]
    lines += [f".SH {said['synopsis'].title}", ".B tapete", roff(" ".join(frame[1].command.collect_usage_pieces(frame[1])))]
    lines += [f".SH {said['description'].title}", roff(said["description"].text)]
    lines += [f".SH {said['options'].title}", *options(frame[1]), f".SH {said['commands'].title}"]
    for words, context in commands:
        lines += [f".SS {roff(' '.join([words, *context.command.collect_usage_pieces(context)]))}"]
        paragraphs = [roff(part) for part in re.split(r"\n\s*\n", context.command.help or "")]
        lines += [line for part in paragraphs for line in (".PP", part)][1:]
        lines += options(context)
    for part in (said["ends"], said["environment"], said["files"]):
        lines += [f".SH {part.title}", *(line for name, text in part.rows for line in (".TP", f".B {roff(name)}", roff(text)))]
    lines += [f".SH {said['examples'].title}", ".nf", *(roff(line) for shown in EXAMPLES.values() for line in shown), ".fi"]
    lines += [f".SH {said['see'].title}", roff(said["see"].text)]
    return "\n".join(lines) + "\n"


def options(context: click.Context) -> list[str]:
    """Write the options of a command but `--help`."""
    shown = [one for one in context.command.get_params(context) if isinstance(one, click.Option) and "--help" not in one.opts]
    rows = [found for one in shown if (found := one.get_help_record(context))]
    return [line for name, text in rows for line in (".TP", f".B {roff(name)}", roff(text) or "\\&")]


def files() -> dict[str, str]:
    """Return pages and manuals of both languages, by their paths."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        below = "" if language == "en" else f"{language}/"
        found |= {f"docs/{below}commands.md": page(language), f"man/{below}man1/tapete.1": manual(language)}
    return found


if __name__ == "__main__":
    sys.exit(finish(files(), "tools/generate_commands.py"))
