"""Find the firmware that comes with Tapete."""

from __future__ import annotations

from pathlib import Path

import tapete
from tapete.core.texts import LANGUAGES, _

MISSING = _("The firmware is missing from this installation; install tapete again.")


def firmware_path() -> Path:
    """Say where the firmware lies: the folder with `boot.py`, `code.py`, `settings.toml` and `lib`, as they go to the Pico.

    An installed package carries it inside; a checkout has it beside `host`. Never put this folder itself on `sys.path`, only its `lib`:
    `code.py` would shadow the standard module of that name.

    Raises:
        FileNotFoundError: neither place holds it (an incomplete installation).
    """
    package = Path(tapete.__file__).resolve().parent
    for place in (package / "_firmware", package.parents[1] / "firmware"):
        if (place / "code.py").is_file():
            return place
    raise FileNotFoundError(" / ".join(MISSING.in_(language) for language in LANGUAGES))
