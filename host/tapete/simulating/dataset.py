"""Data sets: simulated matches of a game as compressed JSON Lines, each with its notation, and a card that says how they were made.

The same seed, version and strengths make the same lines on every computer. Bots play as in the lab: each supposes the cards that nobody
has seen; a match is one that the rules of the table allow from its first action to its last.
"""

from __future__ import annotations

import gzip
import hashlib
import random
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from tapete import __version__, games
from tapete.bots import Strength, bot_of
from tapete.bots.driving import play_on
from tapete.core import codec
from tapete.core.match import Match
from tapete.core.rules import result_word
from tapete.core.seats import SEATS, Seat
from tapete.lab import running
from tapete.lab.matches import Setup, rules_of
from tapete.table import match_text

LICENCE = "CC0-1.0"
"""Of the data: what programs play by rules is nobody's work, so people may use it without asking."""

SUMS, CARD, ABOUT = "SHA256SUMS", "README.md", "dataset.json"


class SetMatch(Struct, frozen=True, kw_only=True):
    """A line: one match. `notation` is the whole of it as `tapete replay` reads it; the rest can be reckoned from it."""

    game: str
    number: int
    robots: dict[Seat, Strength]
    result: str
    winners: tuple[Seat, ...]
    reason: str
    moves: int
    notation: str


class PlayedGame(Struct, frozen=True, kw_only=True):
    """What the file of one game holds, with the SHA-256 of its lines before they were compressed."""

    game: str
    rules_version: str
    catalogue_hash: str | None
    matches: int
    moves: int
    results: dict[str, int]
    bytes: int
    compressed: int
    lines_sha256: str


def played(setup: Setup, number: int) -> SetMatch:
    """Play the match of this number; the same on any computer.

    Args:
        setup: as of a lab; its robots change seats with every match. number: from 0 on.
    """
    rules, rng = rules_of(setup), random.Random(f"{setup.seed} {number}")
    seats = SEATS[: len(setup.robots)]
    sat = {seat: setup.robots[(place + number) % len(seats)] for place, seat in enumerate(seats)}
    made = {strength: bot_of(rules, random.Random(rng.random()), strength) for strength in sorted(set(setup.robots))}
    match = Match(rules, seats)
    over = play_on(match, {seat: made[strength] for seat, strength in sat.items()}, rng)
    return SetMatch(
        game=setup.game,
        number=number,
        robots=sat,
        result="" if over is None else result_word(over),
        winners=() if over is None else tuple(over.seats),
        reason="" if over is None else over.reason,
        moves=len(match.log.line()),
        notation=match_text.write(match),
    )


def several(setup: Setup, numbers: Sequence[int]) -> list[SetMatch]:
    """Play some matches."""
    return [played(setup, number) for number in numbers]


def in_order(setup: Setup, matches: int, workers: int) -> Generator[SetMatch, None, None]:
    """Play so many matches in processes, and give them by their numbers.

    Args:
        setup: what is played. matches: how many. workers: processes.
    """
    waiting: dict[int, SetMatch] = {}
    due = 0
    for done in running.on_this_computer(setup, range(matches), workers, several):
        waiting.update((one.number, one) for one in done)
        while due in waiting:
            yield waiting.pop(due)
            due += 1


def write_game(file: Path, setup: Setup, lines: Iterator[SetMatch]) -> PlayedGame:
    """Write the matches of one game, and count them.

    Args:
        file: for the compressed lines. setup: what is played. lines: the matches, by their numbers.

    Raises:
        OSError: the file cannot be written.
    """
    digest, size, moves, results = hashlib.sha256(), 0, 0, Counter[str]()
    matches = 0
    with file.open("wb") as opened, gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=opened, mtime=0) as packed:
        for one in lines:
            line = codec.encode(one) + b"\n"
            packed.write(line)
            digest.update(line)
            matches, size, moves = matches + 1, size + len(line), moves + one.moves
            results[one.result or "unfinished"] += 1
    return PlayedGame(
        game=setup.game,
        rules_version=setup.rules_version,
        catalogue_hash=setup.cards,
        matches=matches,
        moves=moves,
        results=dict(sorted(results.items())),
        bytes=size,
        compressed=file.stat().st_size,
        lines_sha256=digest.hexdigest(),
    )


def about(setups: Sequence[Setup], found: Sequence[PlayedGame], seed: int) -> dict[str, Any]:
    """What was made and how, as plain data."""
    robots = list(setups[0].robots) if setups else []
    plain: list[Any] = codec.builtins(list(found))
    return {"tapete": __version__, "licence": LICENCE, "seed": seed, "robots": robots, "games": plain}


def sums(folder: Path, names: Sequence[str]) -> str:
    """The list with which `sha256sum --check` proves the files of a folder."""
    return "".join(f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(names))


_CARD = """\
---
license: cc0-1.0
task_categories: [reinforcement-learning]
tags: [card-games, board-games, game-records]
pretty_name: Simulated matches of {n} card games
size_categories: [{size}]
configs:
{configs}
---

# Simulated matches of {n} card games

{total:,} matches that bots of Tapete {version} played by themselves: {games}. Each was judged by the rules of a table from the
first action to the last. `{command}` makes the same lines again.

| game | rules | matches | moves | bytes | compressed | results |
|---|---|---|---|---|---|---|
{rows}

## A line

`<game>.jsonl.gz` has one match a line, JSON in UTF-8, compressed by gzip.

| field | holds |
|---|---|
| `game` | the game's name |
| `number` | of the match, from 0 on; with the seed it fixes all chance |
| `robots` | the strength of the bot at each seat; they change seats with every match |
| `result` | one word, as in the tag `Result`: the winners, `draw`, `loss`, `stopped`; empty: unfinished after 20,000 actions |
| `winners`, `reason` | the seats that won, and why the match ended, in the words of the rules |
| `moves` | how many actions the match has |
| `notation` | the whole match as text, as PGN is for chess: tags, then a move a line |

```sh
zcat {first}.jsonl.gz | head -n 1 | jq -r .notation > match.txt
tapete replay match.txt
```

```python
import pandas
matches = pandas.read_json("{first}.jsonl.gz", lines=True)
```

## How it was made

- Seed {seed}; the chance of match *n* is Python's `random.Random("{seed} n")`.
- Bots of strength {robots}, with their usual thoughts and no clock.
- House rules of the rulebooks, and the starter sets that come with the version (the hash of the cards is in each notation).
- Nobody shuffles at a referee's table: what a seat shows comes from the cards that its bot supposes. For games that are dealt and
  hidden see `tapete.simulate`.
- No person took part, so there are no names, no times and nothing personal.

## Sums

`SHA256SUMS` proves the files (`sha256sum --check SHA256SUMS`). Another version of zlib may compress otherwise; these are the sums of
the lines themselves (`zcat <game>.jsonl.gz | sha256sum`):

```text
{lines}
```

## Licence

[CC0-1.0](https://creativecommons.org/publicdomain/zero/1.0/): do with it what you like. The rules of the games belong to their authors;
no sentence of a rulebook is in here.
"""


def card(made: Mapping[str, Any], command: str) -> str:
    """The data set's card: how it was made, what a line holds, seeds, counts, sums and licence; its head is what Hugging Face reads.

    Args:
        made: of `about`. command: that makes it again.
    """
    found = made["games"]
    total = sum(one["matches"] for one in found)
    steps = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    rows = (
        f"| {one['game']} | {one['rules_version']} | {one['matches']:,} | {one['moves']:,} | {one['bytes']:,} | {one['compressed']:,} | "
        + ", ".join(f"{word} {number:,}" for word, number in one["results"].items())
        + " |"
        for one in found
    )
    titles = (games.need(one["game"]).title.in_("en") for one in found)
    return _CARD.format(
        n=len(found),
        size=next((word for most, word in steps if total < most), "1M<n<10M"),
        configs="\n".join(f"- config_name: {one['game']}\n  data_files: {one['game']}.jsonl.gz" for one in found),
        total=total,
        version=made["tapete"],
        games=", ".join(titles),
        command=command,
        rows="\n".join(rows),
        first=found[0]["game"],
        seed=made["seed"],
        robots=" and ".join(made["robots"]),
        lines="\n".join(f"{one['lines_sha256']}  {one['game']}.jsonl" for one in found),
    )
