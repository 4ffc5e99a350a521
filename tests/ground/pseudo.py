"""A third language that no person speaks: every letter accented, each sentence 40 % longer.

What is shown in plain letters escaped translation. `make` writes its catalogues into a folder. As a program
(`python -m tests.ground.pseudo PART`, with that folder in `TAPETE_LOCALE`) it shows everything of one part once, as JSON: place, and the
text that a person reads there.
"""

from __future__ import annotations

import html
import importlib
import json
import random
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

LANGUAGE = "xx"

PLAIN = string.ascii_letters
ACCENTED = "àƀćďéƒǵĥíĵķĺɱńóƥɋŕśťúṽŵẋýźÀƁĆĎÉƑǴĤÍĴĶĹḾŃÓƤɊŔŚŤÚṼŴẊÝŹ"
TABLE = str.maketrans(PLAIN, ACCENTED)

_HOLE = re.compile(r"(\{\{|\}\}|%\(\w+\)[sd]|\{[^{}]*\})")


def accented(text: Any) -> str:
    """A message in the language: holes stay, the words that a hole chooses among are accented too."""
    parts = _HOLE.split(text)
    changed = [_hole(part) if _HOLE.fullmatch(part) else part.translate(TABLE) for part in parts]
    return "".join(changed) + "~" * (len(text) * 2 // 5)


def _hole(hole: str) -> str:
    name, colon, spec = hole[1:-1].partition(":")
    return hole if "|" not in spec or hole.startswith("%") else f"{{{name}{colon}{spec.translate(TABLE)}}}"


def make(folder: Path) -> None:
    """Write the compiled catalogue of every domain."""
    from tools import translations

    place = folder / LANGUAGE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for domain in translations.domains():
        made = Catalog(locale="es", domain=domain)
        for message in translations.template(domain):
            if message.id:
                said = tuple(map(accented, message.id)) if isinstance(message.id, tuple) else accented(message.id)
                made.add(message.id, said, context=message.context)
        (place / f"{domain}.mo").write_bytes(translations.compiled(made))


# ---- what is shown


def commands() -> Iterator[tuple[str, str]]:
    """The help of every command and its sub-commands, and what a wrong word is answered."""
    import click
    from click.testing import CliRunner

    from tapete import cli

    def walk(group: click.Command, words: tuple[str, ...], context: click.Context) -> Iterator[tuple[str, ...]]:
        yield words
        if isinstance(group, click.Group):
            for name in group.list_commands(context):
                member = group.get_command(context, name)
                if member is not None:
                    yield from walk(member, (*words, name), context)

    tapete = cli.command_line(LANGUAGE)
    for words in walk(tapete, (), click.Context(tapete)):
        for more in ("--help", "--no-such-option"):
            done = CliRunner().invoke(tapete, [*words, more], prog_name="tapete")
            yield " ".join(("tapete", *words, more)), done.output
    for asked in (["rules"], ["rules", "shazamm"], ["rules", "chess"], ["cards", "check", "moriham", "none"], ["replay", __file__]):
        yield " ".join(("tapete", *asked)), CliRunner().invoke(tapete, asked, prog_name="tapete").output


def refusals() -> Iterator[tuple[str, str]]:
    """Every refusal that a game has a worked case for."""
    from tapete import games

    for game in games.BUILT_IN:
        words = rules_of(game).words
        for case in importlib.import_module(f"tests.games.{game}.refused").CASES:
            for refusal in case.given():
                yield f"{game} {case.id}", refusal.text(words).in_(LANGUAGE)


def rules_of(game: str) -> Any:
    """A game with its starter set."""
    import tapete

    return tapete.rules(game)


def stories() -> Iterator[tuple[str, str]]:
    """What matches of robots tell: events, what hands must do, prompts, what lies where, the ledger."""
    import tapete
    from tapete import games

    for game in games.BUILT_IN:
        match, whims = tapete.play(game, language=LANGUAGE), random.Random(3)
        for entry in range(70):
            wish = next((wish for seat in match.seats if (wish := match.robot(seat, whims)) is not None), None)
            if wish is None:
                break
            for event in match.do(wish):
                yield f"{game} {entry} event", match.rules.sentence(event).in_(LANGUAGE)
                if (hands := match.rules.instruction(event)) is not None:
                    yield f"{game} {entry} hands", hands.in_(LANGUAGE)
            for owed in match.awaiting():
                for prompt in match.rules.prompts(owed):
                    yield f"{game} {entry} prompt {owed.what}", prompt.in_(LANGUAGE)
        for place in match.rules.layout(match.state):
            yield f"{game} layout {place.name}", place.text(match.rules.words).in_(LANGUAGE)
        yield f"{game} text", match.text()
        for clause in match.rules.game.clauses:
            yield f"{game} {clause.id}", clause.says.in_(LANGUAGE)


def pages() -> Iterator[tuple[str, str]]:
    """Every page of a match of each game, of the lobby, the console and the station, as text."""
    import tempfile

    import httpx

    from tapete import games
    from tapete.table import Hub, Journal
    from tapete.web import Server, app

    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
        tables = {game: hub.begin(game, {}, {"A": "Ana", "B": "Bruno"} if game != "mamlejet" else {"A": "Ana"}) for game in games.BUILT_IN}
        with (
            Server(app(hub)) as running,
            httpx.Client(base_url=running.address, follow_redirects=True, trust_env=False, timeout=None) as visitor,
        ):
            places = ["/", "/console", "/no-such-page", "/match/none"]
            for game, table in tables.items():
                mine = [f"/match/{table.id}", f"/match/{table.id}/log", f"/match/{table.id}/correct", f"/match/{table.id}/join"]
                mine += [f"/match/{table.id}/seat/A", f"/match/{table.id}/cards", f"/rules/{game}", f"/mat/{game}"]
                places += mine
            for place in places:
                answer = visitor.get(place, params={"lang": LANGUAGE})
                yield f"{place} {answer.status_code}", read(answer.text)
        hub.close()


def read(page: str) -> str:
    """What a person reads of a page: its text, and what screen readers and fields say."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.S)
    page = re.sub(r"<([a-z]+)[^>]*\blang=\"(?!xx)[^>]*>.*?</\1>", " ", page, flags=re.S)  # names of other languages
    said = re.findall(r"\b(?:aria-label|title|alt|placeholder)=\"([^\"]*)\"", page)
    return html.unescape(" ".join([re.sub(r"<[^>]+>", " ", page), *said]))


PARTS = {"commands": commands, "refusals": refusals, "stories": stories, "pages": pages}

if __name__ == "__main__":
    print(json.dumps(list(PARTS[sys.argv[1]]())))
