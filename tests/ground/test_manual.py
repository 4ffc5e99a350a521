"""The manual page `man tapete`: mandoc, which nobody here wrote, reads it without a complaint; every command stands in it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tapete import cli
from tapete.i18n import Language

ROOT = Path(__file__).resolve().parents[2]
PAGES: dict[Language, Path] = {"en": ROOT / "man/man1/tapete.1", "es": ROOT / "man/es/man1/tapete.1"}


def read(language: Language, *options: str) -> subprocess.CompletedProcess[str]:
    """Let mandoc read a page."""
    return subprocess.run(["mandoc", *options, str(PAGES[language])], capture_output=True, encoding="utf-8", check=False)


def words(command: click.Command, above: str) -> Iterator[str]:
    """Name every command below one."""
    for name, member in command.commands.items() if isinstance(command, click.Group) else ():
        yield f"{above} {name}"
        yield from words(member, f"{above} {name}")


@pytest.mark.manual
@pytest.mark.parametrize("language", PAGES)
def test_mandoc_has_nothing_to_say_against_the_page(language: Language) -> None:
    checked = read(language, "-Tlint", "-Wwarning")
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


@pytest.mark.manual
@pytest.mark.parametrize("language", PAGES)
def test_every_command_and_option_stands_in_it(language: Language) -> None:
    shown = read(language, "-Tutf8", "-Owidth=300").stdout
    plain = "".join(letter for at, letter in enumerate(shown) if letter != "\b" and shown[at + 1 : at + 2] != "\b")
    frame = cli.command_line(language)
    context = click.Context(frame)
    for name in frame.list_commands(context):
        command = frame.get_command(context, name)
        assert command is not None
        for called in (f"tapete {name}", *words(command, f"tapete {name}")):
            assert f"   {called}" in plain, called
    assert "TAPETE_DATA" in plain
    assert "130" in plain
    assert ("DESCRIPTION" if language == "en" else "DESCRIPCIÓN") in plain


def test_help_in_spanish_names_what_its_usage_names() -> None:
    """Where the usage says JUEGO, no sentence says GAME."""
    frame = cli.command_line("es")
    context = click.Context(frame)
    spoken = {
        "GAME",
        "MATCH",
        "FILE",
        "FOLDER",
        "CARD",
        "DECK",
        "CATALOGUE",
        "CLAUSE",
        "EVENT",
        "SEASON",
        "SHOP",
        "ADDRESS",
        "PORT",
        "NUMBER",
        "COUNT",
    }
    left = []
    for name in frame.list_commands(context):
        waiting = [frame.get_command(context, name)]
        while waiting:
            command = waiting.pop()
            assert command is not None
            waiting += command.commands.values() if isinstance(command, click.Group) else []
            said = " ".join([command.help or "", *(one.help or "" for one in command.params if isinstance(one, click.Option))])
            left += [f"{name}: {word}" for word in spoken & set(said.replace(".", " ").replace(",", " ").replace("`", " ").split())]
    assert left == []
