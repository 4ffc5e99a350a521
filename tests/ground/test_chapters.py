"""The contract that chapters never import each other names every chapter of every game, and no other module."""

import re
import sys
import tomllib
from pathlib import Path

from tapete import games

ROOT = Path(__file__).parents[2]


def named() -> set[str]:
    """The modules that the contract names."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract["name"].startswith("Chapters of a rulebook"))
    assert set(contract["containers"]) == {f"tapete.games.{name}" for name in games.names()}
    layers = contract["layers"]
    return set(re.findall(r"\w+", " ".join([*layers[: layers.index("board")], "changes"])))


def with_chapters() -> set[str]:
    """The modules in which a chapter of a game is made."""
    found = set()
    for name in games.names():
        root = f"tapete.games.{name}."
        for chapter in games.need(name).chapters:
            made = [module for module in sys.modules if module.startswith(root) and written(module, chapter)]
            assert len(made) == 1, (chapter.name, made)
            found.add(made[0].removeprefix(root))
    return found


def written(module: str, chapter: object) -> bool:
    """Whether a module makes this chapter, and does not only import it."""
    names = [name for name, value in vars(sys.modules[module]).items() if value is chapter]
    text = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    return any(re.search(rf"^{name} = ", text, re.MULTILINE) for name in names)


def test_the_contract_names_every_chapter() -> None:
    assert named() == with_chapters()
