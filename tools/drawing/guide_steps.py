"""The steps of the builder's guide as data (hardware/steps.toml, hardware/tools.csv), and the pages that are made of them."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.drawing.circuit import ROOT

STEPS = ROOT / "hardware" / "steps.toml"
PANEL_STEPS = ROOT / "hardware" / "panel-steps.toml"
"""How a panel as one printed board is built: one step."""
TOOLS = ROOT / "hardware" / "tools.csv"

HEADS = ("Step {}: {}", "Paso {}: {}")
SEE = ("> You should now see: {}", "> Ahora deberías ver: {}")
PICTURES = ("pictures/", "../../build/pictures/")
KINDS = ("picture", "text", "do", "see")


@dataclass(frozen=True)
class Block:
    """A piece of a step. `words` and `alt` in English and Spanish; the lists as hardware/steps.toml explains them."""

    kind: str
    words: tuple[str, str]
    file: str = ""
    alt: tuple[str, str] = ("", "")
    build: str = ""
    parts: tuple[str, ...] = ()
    mounts: tuple[str, ...] = ()
    reach: tuple[tuple[str, str], ...] = ()
    cuts: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A step: anchor, title in English and Spanish, and its blocks in order."""

    key: str
    title: tuple[str, str]
    blocks: tuple[Block, ...]

    @property
    def actions(self) -> tuple[Block, ...]:
        """What is done and seen, in order."""
        return tuple(block for block in self.blocks if block.kind in ("do", "see"))


@dataclass(frozen=True)
class Tool:
    """A tool, or a supply that is used up: key, and its name in English and Spanish."""

    key: str
    kind: str
    name: tuple[str, str]


def _block(table: dict[str, Any]) -> Block:
    if table["kind"] not in KINDS:
        raise ValueError(f"hardware/steps.toml: {table['kind']!r} is none of {', '.join(KINDS)}")
    lists: dict[str, Any] = {name: tuple(table.get(name, ())) for name in ("parts", "mounts", "cuts", "tools")}
    lists["reach"] = tuple((what, way) for what, way in table.get("reach", ()))
    alt = (table.get("picture_en", ""), table.get("picture_es", ""))
    file = table.get("file", table.get("picture", ""))
    return Block(table["kind"], (table["en"], table["es"]), file, alt, table.get("build", ""), **lists)


@cache
def steps(path: Path = STEPS) -> tuple[Step, ...]:
    """Return the steps in order. Raises ValueError for a block of an unknown kind, KeyError where a language lacks."""
    with path.open("rb") as file:
        tables = tomllib.load(file)["step"]
    return tuple(Step(one["key"], (one["en"], one["es"]), tuple(_block(block) for block in one["block"])) for one in tables)


@cache
def tools(path: Path = TOOLS) -> dict[str, Tool]:
    """Return tools and supplies by key. Raises ValueError for a line with too many or too few fields."""
    found = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if None in row or None in row.values():
                raise ValueError(f"{path.name}: {row['key']} has not as many fields as the first line")
            found[row["key"]] = Tool(row["key"], row["kind"], (row["en"], row["es"]))
    return found


def _picture(file: str, alt: str, lang: int) -> str:
    return f"![{alt}]({PICTURES[lang]}{file.format(lang=('en', 'es')[lang])})"


def page(lang: int, of: tuple[Step, ...] | None = None) -> str:
    """Return the ten steps, or those of another list, as Markdown; `lang` 0 English, 1 Spanish."""
    out = []
    for number, step in enumerate(steps() if of is None else of, 1):
        out.append(f"## {HEADS[lang].format(number, step.title[lang])} {{#{step.key}}}")
        out += _blocks(step, lang)
    return "\n\n".join(out) + "\n"


def panel_page(lang: int) -> str:
    """Return how a panel as one board is built, as Markdown without a title."""
    return "\n\n".join(text for step in steps(PANEL_STEPS) for text in _blocks(step, lang)) + "\n"


def _blocks(step: Step, lang: int) -> list[str]:
    """Return the blocks of a step as Markdown; what is done has numbers if there is more than one such block."""
    out: list[str] = []
    numbered = sum(block.kind == "do" for block in step.blocks) > 1
    place = 0
    for block in step.blocks:
        words = block.words[lang].strip("\n")
        if block.kind == "picture":
            words = _picture(block.file, words, lang)
        elif block.kind == "see":
            words = SEE[lang].format(words)
        elif block.kind == "do" and numbered:
            place += 1
            words = f"{place}. {words}"
            if block.file:
                words += f"\n\n   {_picture(block.file, block.alt[lang], lang)}"
        out.append(words)
    return out


def tool_table(lang: int) -> str:
    """Return the tools and supplies, each with the steps that use it."""
    heads = ("tool or supply|steps", "herramienta o material|pasos")[lang].split("|")
    lines = ["| " + " | ".join(heads) + " |", "|---|---|"]
    for tool in tools().values():
        used = [str(number) for number, step in enumerate(steps(), 1) if any(tool.key in block.tools for block in step.blocks)]
        lines.append(f"| {tool.name[lang]} | {', '.join(used)} |")
    return "\n".join(lines) + "\n"
