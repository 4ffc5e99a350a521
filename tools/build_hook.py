"""Adds what lies outside host/ to a built wheel: the firmware as it lies on the Pico, the guides, the examples (hatchling calls this).

A hook and not a list in pyproject.toml, because hatchling applies such a list to editable installations too: a copy would stay in the
environment and grow old beside the real one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = {
    **{f"firmware/{name}": f"_firmware/{name}" for name in ("boot.py", "code.py", "safemode.py", "settings.toml", "lib")},
    **{f"docs/{folder}": f"_guides/{folder}" for folder in ("play", "build", "es/play", "es/build")},
    "examples": "_examples",
}
"""Place in the checkout, and place in the wheel's folder `tapete`, where `tapete.console.firmware` and `tapete.guides` find it."""


class ShippedInWheel(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own documentation leaves the parameter open
    """Adds SHIPPED to standard wheels only."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to include.

        Args:
            version: "standard" or "editable" (hatchling's word for the kind of wheel).
            build_data: hatchling's description of the build, changed in place.

        Raises:
            FileNotFoundError: a part is missing from the checkout.
        """
        if version != "standard":
            return
        for here, there in SHIPPED.items():
            source = Path(self.root, here)
            if not source.exists():
                raise FileNotFoundError(f"{here} is missing; `tapete` from such a wheel could not do all that a checkout does")
            build_data["force_include"][str(source)] = f"tapete/{there}"
