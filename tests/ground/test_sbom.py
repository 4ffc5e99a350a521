"""What a release is made of: the file that `tools/sbom.py` writes is valid, complete and the same each time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import constraints

pytestmark = pytest.mark.release

ROOT = Path(__file__).resolve().parents[2]


def sbom(place: Path) -> dict[str, Any]:
    command = [sys.executable, str(ROOT / "tools" / "sbom.py"), str(place)]
    done = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": "1900000000"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return found


def test_it_is_valid_by_cyclonedxs_own_schema_and_the_judge_judges(tmp_path: Path) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    found = sbom(tmp_path / "sbom.json")
    judge = JsonStrictValidator(SchemaVersion.V1_6)
    assert judge.validate_str(json.dumps(found)) is None
    assert judge.validate_str(json.dumps({**found, "components": [{"name": "x"}]})) is not None


def test_everything_of_an_installation_is_there_in_the_pinned_version(tmp_path: Path) -> None:
    found, pins = sbom(tmp_path / "sbom.json"), constraints.pinned()
    wanted = {name: pins[name] for name in constraints.resolved({"https", "league"})}
    assert {one["name"]: one["version"] for one in found["components"]} == wanted
    assert {"starlette", "msgspec", "cryptography", "sqlalchemy"} <= set(wanted)
    assert found["metadata"]["component"]["name"] == "tapete"
    assert all(one["purl"] == f"pkg:pypi/{one['name']}@{one['version']}" for one in found["components"])
    needed = {one["ref"]: set(one.get("dependsOn", [])) for one in found["dependencies"]}
    assert f"pkg:pypi/starlette@{pins['starlette']}" in needed[found["metadata"]["component"]["bom-ref"]]
    assert f"pkg:pypi/anyio@{pins['anyio']}" in needed[f"pkg:pypi/starlette@{pins['starlette']}"]


def test_the_same_release_gives_the_same_bytes_and_no_place_of_a_computer(tmp_path: Path) -> None:
    sbom(tmp_path / "one.json")
    sbom(tmp_path / "two.json")
    text = (tmp_path / "one.json").read_text(encoding="utf-8")
    assert text == (tmp_path / "two.json").read_text(encoding="utf-8")
    assert str(ROOT) not in text
