"""What `docs/add-a-game.md` tells is there: modules, names, files, and everything that a `Game` may be given."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest

from tapete import games
from tapete.core.game import Game
from tapete.core.scene import Panel
from tapete.core.steps import Owed
from tapete.presentation.base import GamePage
from tests.contract import fairground

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8").partition("For a larger game")[2]
"""What follows the small game, which `test_nim.py` follows literally."""

WORDS = set(re.findall(r"`([^`\n]+)`", TEXT))
SAID = {part for word in WORDS for part in re.findall(r"[A-Za-z_]+", word)}

OF_CORE = frozenset({"name", "title", "version", "players", "options", "chapters", "start", "board", "state"})
"""Arguments of a game that speak for themselves, or of which the document speaks in plain words."""


def resolve(dotted: str) -> object:
    """The object of a dotted name: a module, or something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(dotted)


def there(dotted: str) -> bool:
    """Whether something has this name."""
    try:
        return resolve(dotted) is not None
    except (AttributeError, ModuleNotFoundError):
        return False


DOTTED = sorted(word for word in WORDS if re.fullmatch(r"(tapete\.)?core(\.[A-Za-z_]+)+|tapete(\.[A-Za-z_<>]+)+", word))


@pytest.mark.parametrize("word", DOTTED)
def test_every_name_that_it_gives_is_there(word: str) -> None:
    """What a game may have, and need not, at least one of them has."""
    dotted = word if word.startswith("tapete") else f"tapete.{word}"
    found = [game for game in games.BUILT_IN if there(dotted.replace("<game>", game))]
    assert found if "<game>" in dotted else found == list(games.BUILT_IN)


def test_it_gives_names_of_every_part() -> None:
    assert len(DOTTED) >= 15


@pytest.mark.parametrize("word", sorted(word for word in WORDS if "/" in word and re.fullmatch(r"[\w./<>-]+\.(py|md)", word)))
def test_every_file_that_it_names_is_there(word: str) -> None:
    for game in games.BUILT_IN if "<game>" in word else ("",):
        assert (ROOT / word.replace("<game>", game)).exists()


def test_every_file_of_a_game_in_its_table_is_one_that_a_game_has() -> None:
    table = TEXT.partition("## 2. The files")[2].partition("A game imports")[0]
    for name in re.findall(r"^\| `([a-z_]+\.py)`", table, re.MULTILINE):
        assert any((ROOT / "host/tapete/games" / game / name).exists() for game in games.BUILT_IN), name


def test_everything_that_a_game_may_be_given_is_told() -> None:
    arguments = {name for name in inspect.signature(Game.__init__).parameters if name != "self"}
    assert arguments - SAID - OF_CORE == set()
    assert arguments >= OF_CORE


def test_what_owed_panels_and_pages_have_is_called_as_they_have_it() -> None:
    assert {"what", "params", "button", "meaning", "actions"} <= set(Owed.__struct_fields__) & SAID
    assert {"value", "largest", "shown", "shows", "lamp"} <= set(Panel.__struct_fields__) & SAID
    assert {"left_out", "by_touch"} <= set(vars(GamePage)) & SAID


def test_the_actions_of_a_game_that_it_points_to_are_there() -> None:
    found = games.find("mamlejet")
    assert found is not None
    for name in ("pass_all", "pass_round", "pass_mains", "ask_again"):
        assert f"`{name}`" in TEXT
        assert found.action(name)


def test_its_example_is_python_and_its_smallest_game_is_as_long_as_it_says() -> None:
    example = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    assert isinstance(ast.parse(example[1]).body[0], ast.ClassDef)
    told = re.search(r"`tests/contract/fairground.py`: (\d+) lines", TEXT)
    assert told is not None
    assert abs(len(Path(fairground.__file__).read_text(encoding="utf-8").splitlines()) - int(told[1])) < 30


def test_our_own_games_are_announced_as_any_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["tapete.games"] == {name: f"tapete.games.{name}:GAME" for name in games.BUILT_IN}
