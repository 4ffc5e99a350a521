"""House rules as people and events write them: as words."""

from __future__ import annotations

import re
from typing import Any

from tapete.core.texts import typed


def option_of(word: str) -> Any:
    """A house rule as the game has it: numbers and true or false as such, anything else as a word."""
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    return int(typed(word)) if re.fullmatch(r"-?\d{1,9}", typed(word)) else word
