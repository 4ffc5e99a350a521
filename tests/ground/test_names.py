"""One name means one thing: a module's name stands once, follows a scheme, or is listed here with the one thing that it means."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = "bhm|datamorphs|mamlejet|moriham|shazamm"

ANYWHERE = {"__init__", "__main__", "conftest"}
"""Names that Python and pytest ask for."""

SHARED = {
    "accidents": "what goes wrong at a table: the kinds, the page that mends it, the cases",
    "api": "the interface for programs; each of the two servers has its own",
    "beside": "parts that hang beside a console",
    "board": "where a match stands; and CircuitPython's own module, which the simulator stands in for",
    "buttons": "the console's buttons: pressed, and what each means on a station",
    "clock": "a clock that may be moved",
    "constants": "the figures of a game's rules, and what changes each of them",
    "corrections": "a record that is put right: Shazamm's operations, the page",
    "dice": "dice: thrown by the console, judged by the rules, drawn",
    "doctor": "what looks at a thing and says what to do about each fault",
    "errors": "what a server answers when something is wrong; each of the two has its own",
    "exact": "perfect play of Shazamm without spells: the bot's, the coach's",
    "health": "how well a thing runs: a console, a station",
    "hosts": "the computers at the tables of an event: kept, and served",
    "house_rules": "house rules: as words, as fields of a form",
    "in_event": "a table that takes part in an event: the table, its station",
    "killed": "the program that a test kills",
    "lesson": "a guided match: its type, each game's, the one on a station",
    "lights": "what the panels' lights say",
    "match": "one match: the rules' value, its pages, its refusals",
    "matches": "matches that programs play",
    "mirrors": "events that another server decides: kept, and taken in",
    "monitoring": "figures for Prometheus; each of the two servers has its own",
    "openapi": "an interface for programs described; each of the two servers has its own",
    "outbox": "what is kept until the other side has it",
    "panel": "one panel of the console: run, and drawn",
    "photos": "a table's own photos of its cards: kept, and on the page",
    "playing": "cards that are played",
    "positions": "positions that no match leaves",
    "refused": "worked refusals",
    "seats": "the places at the table: their names, how each is doing",
    "sentences": "what people read, as whole sentences",
    "serving": "how pages are served; a station comes before all others",
    "settings": "what may be set: on a console, on a station",
    "staff": "what staff does with a station: done, and asked for",
    "tags": "stickers in cards: read, and known",
    "timing": "actions out of place, and their refusals",
    "turn": "one turn of a game: by its rules, as a bot reckons with it",
    "visits": "a visitor, and a visitor of tests",
    "wiring": "pins and wires of a console: checked, and drawn",
    "worked": "worked positions of clauses: opened, and found",
}
"""What each name means in all of its places."""


def scheme(path: str) -> str:
    """Return the place of a module with what a scheme repeats left out.

    Each game has the same files: rules, what people see, robots, tests. What they share lies above them: `core/board.py` is the board of
    every game, `games/bhm/board.py` that of one.
    """
    path = re.sub(rf"/(?:{GAMES})/refusals/|/(?:{GAMES})/", "/", path)
    path = re.sub(rf"/(?:\w+/)*(?:{GAMES})\.py$", "/game.py", path)
    return re.sub(r"^host/tapete/(?:core|games|presentation)/", "host/tapete/games/", path)


def places() -> dict[str, set[str]]:
    """Return for each name of a module the places where it stands, one for each scheme; a command is named after what it is about."""
    listed = subprocess.run(["git", "ls-files", "host", "firmware", "tests", "tools"], cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, set[str]] = defaultdict(set)
    for path in listed.stdout.split():
        name = Path(path).stem
        if path.endswith(".py") and name not in ANYWHERE and not name.startswith("test_") and not path.startswith("host/tapete/commands/"):
            found[name].add(scheme(path))
    return found


def test_a_name_that_stands_in_several_places_means_one_thing_in_all_of_them() -> None:
    twice = {name for name, where in places().items() if len(where) > 1}
    assert sorted(twice - SHARED.keys()) == [], "rename one, or say in SHARED what the name means in all of its places"
    assert sorted(SHARED.keys() - twice) == [], "these stand once: take their lines out of SHARED"
