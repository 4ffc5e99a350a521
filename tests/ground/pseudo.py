"""A third language that no person speaks: every letter accented, each sentence 40 % longer.

What is shown in plain letters escaped translation. `make` writes its catalogues into a folder. As a program
(`python -m tests.ground.pseudo PART`, with that folder in `TAPETE_LOCALE`) it shows everything of one part once, as JSON: place, and the
text that a person reads there.
"""

from __future__ import annotations

import contextlib
import html
import importlib
import itertools
import json
import random
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from tapete.core.seats import Seat

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
    from tools import catalogues, translations

    place = folder / LANGUAGE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for domain in translations.domains():
        made = Catalog(locale="es", domain=domain)
        for message in translations.template(domain):
            if message.id:
                said = tuple(map(accented, message.id)) if isinstance(message.id, tuple) else accented(message.id)
                made.add(message.id, said, context=message.context)
        catalogues.write(place / f"{domain}.mo", made)


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


MID_MATCH = (15, 60)
"""After how many entries the pages of a match are read again."""


def pages() -> Iterator[tuple[str, str]]:
    """Every page of a match of each game, at its beginning and in its midst, of the lobby and of the console, as text."""
    import tempfile

    import httpx

    from tapete import Illegal, games
    from tapete.table import Hub, Journal
    from tapete.web import Server, app

    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
        with (
            Server(app(hub)) as running,
            httpx.Client(base_url=running.address, follow_redirects=True, trust_env=False, timeout=None) as visitor,
        ):

            def shown(*places: str) -> Iterator[tuple[str, str]]:
                for place in places:
                    answer = visitor.get(place, params={"lang": LANGUAGE})
                    yield f"{place} {answer.status_code}", read(answer.text)

            yield from shown("/", "/console", "/no-such-page", "/match/none")
            for game in games.BUILT_IN:
                names: dict[Seat, str] = {"A": "Ana", "B": "Bruno"} if game != "mamlejet" else {"A": "Ana"}
                table, actions = hub.begin(game, {}, names), played(game, names, MID_MATCH[-1])
                match = f"/match/{table.id}"
                yield from shown(f"/join/{table.id}", f"{match}/cards", f"/rules/{game}", f"/mat/{game}")
                for number in (0, *(end - start for start, end in itertools.pairwise((0, *MID_MATCH)))):
                    for action in itertools.islice(actions, number):
                        with contextlib.suppress(Illegal):  # a pass where nothing else is possible, which the table has done itself
                            table.submit(action)
                    yield from shown(match, f"{match}/list", f"{match}/log", f"{match}/correct")
                    for seat in names:
                        yield from shown(f"{match}/seat/{seat}", f"{match}/seat/{seat}/list")
        hub.close()


def played(game: str, names: dict[Seat, str], most: int) -> Iterator[dict[str, Any]]:
    """The actions of a match of robots, `most` at the most."""
    import tapete

    match, whims = tapete.play(game, names=list(names.values())), random.Random(3)
    for _ in range(most):
        wish = next((wish for seat in match.seats if (wish := match.robot(seat, whims)) is not None), None)
        if wish is None:
            return
        match.do(wish)
        yield wish


def station() -> Iterator[tuple[str, str]]:
    """Every screen of a station and every page of its staff, each brought about by the station's own means."""
    import logging
    import tempfile

    import httpx

    from tapete.web import Server
    from tools.station_screens import PIN, SCREENS, WRONG_PIN, stand

    logging.getLogger("tapete.table.buffered_journal").setLevel(logging.CRITICAL)  # one screen is of a full disk, which it logs
    with tempfile.TemporaryDirectory() as folder, stand(Path(folder)) as made, Server(made.served) as running:
        made.language = LANGUAGE
        base = f"http://127.0.0.1:{running.port}"
        with httpx.Client(
            base_url=base, headers={"accept-language": LANGUAGE}, follow_redirects=True, trust_env=False, timeout=None
        ) as visitor:
            visitor.get("/station", params={"token": made.served.state.keys.table, "lang": LANGUAGE})
            for name, screen in SCREENS.items():
                made.afresh()
                place = screen.bring(made)
                if screen.door in ("inside", "wrong"):
                    token = re.search(r'name="csrf" value="([^"]+)"', visitor.get("/staff").text)
                    pin = PIN if screen.door == "inside" else WRONG_PIN
                    entered = visitor.post("/staff/enter", data={"csrf": token[1] if token else "", "pin": pin})
                    if screen.door == "wrong":
                        yield name, read(entered.text)
                        continue
                answer = visitor.get(place, params={"lang": LANGUAGE})
                yield f"{name} {answer.status_code}", read(answer.text)


def read(page: str) -> str:
    """What a person reads of a page: its text, and what screen readers and fields say."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.S)
    page = re.sub(r"<([a-z]+)[^>]*\blang=\"(?!xx)[^>]*>.*?</\1>", " ", page, flags=re.S)  # names of other languages
    said = re.findall(r"\b(?:aria-label|title|alt|placeholder)=\"([^\"]*)\"", page)
    return html.unescape(" ".join([re.sub(r"<[^>]+>", " ", page), *said]))


PARTS = {"commands": commands, "refusals": refusals, "stories": stories, "pages": pages, "station": station}

if __name__ == "__main__":
    print(json.dumps(list(PARTS[sys.argv[1]]())))
