"""What holds of every module of rules: which are chapters that never import each other, and that none works out types while it judges."""

import ast
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


def within_functions(text: str) -> list[str]:
    """The functions with types that are made within another one."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    inner = [node for outer in functions for node in ast.walk(outer) if isinstance(node, ast.FunctionDef) and node is not outer]
    return [node.name for node in inner if node.returns is not None or any(one.annotation is not None for one in node.args.args)]


def test_no_function_works_out_the_types_of_one_within_it() -> None:
    """Without that import Python does so each time the outer one runs: a search runs rules ten thousand times a second."""
    assert within_functions("def rule(board) -> None:\n    def test(slot: int): ...") == ["test"]
    modules = {path: path.read_text(encoding="utf-8") for path in (ROOT / "host" / "tapete").rglob("*.py")}
    slow = {
        path.name: found
        for path, text in modules.items()
        if "\nfrom __future__ import annotations\n" not in text and (found := within_functions(text))
    }
    assert slow == {}, "begin them with `from __future__ import annotations`"
