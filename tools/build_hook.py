"""Compiles the catalogues, adds to a wheel what lies outside host/ (firmware, guides, examples), and names the repository: for hatchling.

What is added is no list in pyproject.toml, because hatchling applies such a list to editable installations too: a copy would stay in the
environment and grow old beside the real one. The catalogues are compiled for an editable installation too, where they lie.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SHIPPED = {
    **{f"firmware/{name}": f"_firmware/{name}" for name in ("boot.py", "code.py", "safemode.py", "settings.toml", "lib")},
    **{f"docs/{folder}": f"_guides/{folder}" for folder in ("play", "build", "es/play", "es/build")},
    "examples": "_examples",
}
"""Place in the checkout, and place in the wheel's folder `tapete`, where `tapete.console.firmware` and `tapete.guides` find it."""


REPOSITORY = "TAPETE_REPOSITORY"
"""The environment variable with which a publisher of Tapete names the address of the sources; it stands nowhere in them."""


class AddressOfTheSources(MetadataHookInterface):
    """Names the repository in what a release builds."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill `[project.urls]`; empty where no address is named.

        Args:
            metadata: of the project, changed in place.

        Raises:
            ValueError: what is named is no address of a page.
        """
        address = os.environ.get(REPOSITORY, "").rstrip("/")
        if address and not address.startswith("https://"):
            raise ValueError(f"{REPOSITORY} is {address!r}, and begins with https:// where it names a repository")
        metadata["urls"] = {"Source": address, "Changelog": f"{address}/blob/main/CHANGELOG.md"} if address else {}


class ShippedInWheel(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own documentation leaves the parameter open
    """Compiles the catalogues for every wheel, and adds SHIPPED to standard ones only."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues and name the files to include.

        Args:
            version: "standard" or "editable" (hatchling's word for the kind of wheel).
            build_data: hatchling's description of the build, changed in place.

        Raises:
            FileNotFoundError: a part is missing from the checkout.
        """
        self.compile_catalogues(build_data["force_include"] if version == "standard" else None)
        if version != "standard":
            return
        for here, there in SHIPPED.items():
            source = Path(self.root, here)
            if not source.exists():
                raise FileNotFoundError(f"{here} is missing; `tapete` from such a wheel could not do all that a checkout does")
            build_data["force_include"][str(source)] = f"tapete/{there}"

    def compile_catalogues(self, included: dict[str, str] | None) -> None:
        """Run `tools/catalogues.py`, which is on no path during a build. Raises what `catalogues.renew` raises.

        Args:
            included: of a standard wheel, by place: where the checkout cannot be written (a station is installed by a user without rights),
                what is not compiled yet is compiled elsewhere and included from there. None: the checkout has to be written.
        """
        spec = importlib.util.spec_from_file_location("catalogues", Path(self.root, "tools", "catalogues.py"))
        assert spec is not None
        assert spec.loader is not None
        catalogues = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(catalogues)
        root = Path(self.root)
        try:
            catalogues.renew(root, everything=True)
        except PermissionError:
            if included is None:
                raise
            for path in catalogues.compiled_elsewhere(root, Path(tempfile.mkdtemp(prefix="tapete-"))):
                included[str(path)] = f"tapete/locale/{path.parents[1].name}/LC_MESSAGES/{path.name}"
