"""Write what a release is made of: Tapete and all that an installation brings, as CycloneDX 1.6 in JSON.

`python tools/sbom.py FILE` in an environment with the extras `https`, `league` and `release`. Names and versions are those of
constraints.txt, who needs whom is read from what is installed here, and the file is judged by CycloneDX's own schema before it is written.
`SOURCE_DATE_EPOCH` sets its time, so that the same release gives the same bytes.
"""

from __future__ import annotations

import argparse
import os
import sys
import uuid
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import constraints  # noqa: E402 - after the path, as this is run as a script

EXTRAS = {"https", "league"}
"""Extras that an installation of a release may have."""

SPACE = uuid.UUID("5b0f3c2e-54a5-4b57-9a0e-6f6a7c9d1f10")
"""Of the serial numbers, which follow from the content."""


def component(name: str, version: str, kind: ComponentType = ComponentType.LIBRARY) -> Component:
    """One distribution, with the licence that it declares."""
    said = metadata.metadata(name)
    expressed, named = said.get_all("License-Expression") or [""], said.get_all("License") or [""]
    licence = expressed[0] or next((line for line in named[0].splitlines() if 0 < len(line) < 64), "")
    if not licence:
        kinds = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or () if line.startswith("License ::")]
        licence = kinds[0] if kinds else ""
    made = LicenseFactory().make_from_string(licence) if licence else None
    link = PackageURL("pypi", name=name, version=version)
    return Component(name=name, version=version, type=kind, bom_ref=str(link), purl=link, licenses=[made] if made is not None else [])


def needs(name: str, there: set[str]) -> set[str]:
    """The distributions among those that are there which this one needs."""
    found = (Requirement(line) for line in metadata.requires(name) or ())
    extras = ("", *EXTRAS) if name == "tapete" else ("",)
    due = [one for one in found if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras)]
    return {str(canonicalize_name(one.name)) for one in due} & there


def made(at: datetime) -> Bom:
    """The bill of materials.

    Args:
        at: when it is made.

    Raises:
        LookupError: something is not installed here, or in another version than constraints.txt names.
    """
    versions, pins = constraints.resolved(EXTRAS), constraints.pinned()
    wrong = sorted(name for name, version in versions.items() if version is None or pins.get(name) != version)
    if wrong:
        raise LookupError(f"not installed here as constraints.txt names it: {', '.join(wrong)}")
    bom = Bom()
    root = component("tapete", metadata.version("tapete"), ComponentType.APPLICATION)
    parts = {name: component(name, pins[name]) for name in versions}
    bom.metadata.component, bom.metadata.timestamp = root, at
    bom.components = set(parts.values())
    for name, part in {"tapete": root, **parts}.items():
        bom.register_dependency(part, [parts[other] for other in sorted(needs(name, set(parts)))])
    content = "\n".join(sorted(f"{name}=={pins[name]}" for name in parts))
    bom.serial_number = uuid.uuid5(SPACE, f"{root.version}\n{content}")
    return bom


def written(bom: Bom) -> str:
    """The bill as JSON.

    Raises:
        ValueError: CycloneDX's own schema refuses it.
    """
    text = JsonV1Dot6(bom).output_as_string(indent=1) + "\n"
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise ValueError(str(fault))
    return str(text)


def main() -> int:
    """Run the command line; 0 when the file is written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    place: Path = parser.parse_args().file
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    at = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    try:
        place.write_text(written(made(at)), encoding="utf-8")
    except LookupError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
