"""Put the firmware into a built wheel, as it lies on the Pico (hatchling calls this; see pyproject.toml).

A hook and not a list in pyproject.toml, because hatchling applies such a list to editable installations too: a copy of the firmware would
stay in the environment and grow old beside the real one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("boot.py", "code.py", "safemode.py", "settings.toml", "lib")
"""What is copied to the Pico; `tapete.console.firmware` finds it in the wheel under `tapete/_firmware`."""


class FirmwareInWheel(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own documentation leaves the parameter open
    """Adds `firmware/` to standard wheels only."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to include.

        Args:
            version: "standard" or "editable" (hatchling's word for the kind of wheel).
            build_data: hatchling's description of the build, changed in place.

        Raises:
            FileNotFoundError: a part of the firmware is missing from the checkout.
        """
        if version != "standard":
            return
        for name in SHIPPED:
            source = Path(self.root, "firmware", name)
            if not source.exists():
                raise FileNotFoundError(f"firmware/{name} is missing; a wheel without it could neither simulate nor fill a console")
            build_data["force_include"][str(source)] = f"tapete/_firmware/{name}"
