"""KiCad's file format: parentheses, bare words and quoted strings."""

from __future__ import annotations

import re
from collections.abc import Sequence

TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


class Word(str):
    """A bare word; every other string is written in quotes."""

    __slots__ = ()


Node = Sequence["Node"] | str | int | float


def number(value: float) -> str:
    """Return a length in millimetres with at most four decimals and no superfluous zero."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def written(node: Node, depth: int = 0) -> str:
    """Return a node as KiCad's text: one line for what is short, else one line a child.

    Raises TypeError for anything but lists, strings and numbers.
    """
    if isinstance(node, Word):
        return str(node)
    if isinstance(node, str):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(node, int | float):
        return number(node)
    if not isinstance(node, Sequence):
        raise TypeError("only lists, strings and numbers can be written")
    parts = [written(child, depth + 1) for child in node]
    flat = "(" + " ".join(parts) + ")"
    if len(flat) + 2 * depth <= 120 and "\n" not in flat:
        return flat
    lines = [parts[0]]
    rest = parts[1:]
    while rest and not rest[0].startswith("("):
        lines[0] += " " + rest.pop(0)
    pad = "\n" + "  " * (depth + 1)
    return "(" + pad.join([*lines, *rest]) + "\n" + "  " * depth + ")"


def parsed(text: str) -> list[Node]:
    """Return the first list in a text. Raises ValueError if its parentheses do not close."""
    stack: list[list[Node]] = [[]]
    for match in TOKEN.finditer(text):
        bracket, quoted, bare = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("a closing parenthesis too many")
            done = stack.pop()
            stack[-1].append(done)
        elif bare is not None:
            stack[-1].append(Word(bare))
        else:
            stack[-1].append(re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], quoted))
    if len(stack) != 1 or not stack[0] or not isinstance(stack[0][0], list):
        raise ValueError("parentheses do not close")
    return stack[0][0]


def children(node: Sequence[Node], head: str) -> list[list[Node]]:
    """Return the direct children of a list that begin with a word."""
    return [child for child in node if isinstance(child, list) and child and child[0] == head]
