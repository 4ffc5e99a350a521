"""Write the reference of the commands, out of click: `docs/commands.md` and `docs/es/commands.md` (`--check` compares)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from tapete import cli
from tapete.core.texts import LANGUAGES, Language

ROOT = Path(__file__).resolve().parents[1]

HEADS = {
    "en": "# Commands {#commands}\n\nEvery command, as `--help` says it. In a checkout write `python3 run.py` instead of `tapete`.\n",
    "es": "# Órdenes {#commands}\n\nCada orden, como lo dice `--help`. En una copia escribe `python3 run.py` en vez de `tapete`.\n",
}


def helps(command: click.Command, above: click.Context | None, words: str) -> Iterator[tuple[str, str]]:
    """Give the words and the help of a command and of all below it."""
    context = click.Context(command, parent=above, info_name=words.rpartition(" ")[2], terminal_width=100, max_content_width=100)
    yield words, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            member = command.get_command(context, name)
            if member is not None:
                yield from helps(member, context, f"{words} {name}")


def page(language: Language) -> str:
    """Write the page of a language."""
    parts = [HEADS[language]]
    for words, text in helps(cli.command_line(language), None, "tapete"):
        parts.append(f"## {words} {{#{words.replace(' ', '-')}}}\n\n```text\n{text.rstrip()}\n```\n")
    return "\n".join(parts)


def main() -> int:
    """Write both pages, or say which is not current."""
    stale = 0
    for language in LANGUAGES:
        path = ROOT / "docs" / ("commands.md" if language == "en" else f"{language}/commands.md")
        text = page(language)
        if "--check" in sys.argv[1:]:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                print(f"{path.relative_to(ROOT)} is not current: tools/generate_commands.py", file=sys.stderr)
                stale = 1
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.relative_to(ROOT)}: written")
    return stale


if __name__ == "__main__":
    sys.exit(main())
