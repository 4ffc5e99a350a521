"""Tapete: the referee under your cards.

The version stands here alone; packaging, `tapete --version` and the link's hello read it from this place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__version__ = "0.1.0.dev0"


def firmware_path() -> Path:
    """Say where the firmware lies: the folder with `boot.py`, `code.py`, `settings.toml` and `lib`, as they go to the Pico.

    An installed package carries it inside; a checkout has it beside `host`. Never put this folder itself on `sys.path`, only its `lib`:
    `code.py` would shadow the standard module of that name.

    Raises:
        FileNotFoundError: neither place holds it (an incomplete installation).
    """
    from pathlib import Path  # here, because `tapete --help` needs no paths and every import delays it

    package = Path(__file__).resolve().parent
    for place in (package / "_firmware", package.parents[1] / "firmware"):
        if (place / "code.py").is_file():
            return place
    raise FileNotFoundError(
        "Falta el firmware en esta instalación; vuelve a instalar tapete. / "
        "The firmware is missing from this installation; install tapete again."
    )
