"""The cards that a game is tested with: its own starter set, read as the game reads it."""

from __future__ import annotations

import functools
import importlib
import tomllib
from importlib.resources import files
from typing import Any


@functools.cache
def starter(name: str) -> Any:
    """The starter set of a game; None where its deck is fixed."""
    package = f"tapete.games.{name}"
    document = files(package) / "starter.toml"
    if not document.is_file():
        return None
    return importlib.import_module(f"{package}.cards").read(tomllib.loads(document.read_text(encoding="utf-8")))
