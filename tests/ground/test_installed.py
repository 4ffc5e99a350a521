"""The wheel in empty environments, by pip, pipx and uv, on each Python of this computer: `tapete` does there what a checkout does."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.ground.test_lean import NEEDED, PLAYED

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "constraints.txt"
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")

pytestmark = [pytest.mark.release, pytest.mark.long]


def run(*command: str | Path, more: dict[str, str] | None = None, given: str = "", cwd: Path | None = None) -> str:
    """What a program prints; it must succeed."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAPETE_", "VIRTUAL_ENV"))}
    done = subprocess.run(
        list(map(str, command)), env={**environ, **(more or {})}, input=given, cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@functools.cache
def pythons() -> dict[str, str]:
    """Each supported Python of this computer that starts, by its version: on the path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, str] = {}
    for version in SUPPORTED:
        asked = f"import sys; sys.exit(sys.version_info[:2] != ({version.replace('.', ', ')}))"
        for place in (shutil.which(f"python{version}"), sys.executable, *sorted(map(str, kept.glob(f"{version}.*/bin/python{version}")))):
            if place and subprocess.run([place, "-c", asked], capture_output=True, check=False).returncode == 0:
                found.setdefault(version, place)
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.whl"))


def does_what_a_checkout_does(tapete: Path, python: Path, scratch: Path) -> None:
    """Firmware, guides, catalogues, games, examples: all from the installation, in a folder that is no checkout."""
    call = functools.partial(run, cwd=scratch, more={"TAPETE_DATA": str(scratch / "data"), "COLUMNS": "100"})
    assert call(tapete, "--version").startswith("tapete ")
    assert "Uso: tapete" in call(tapete, "--lang", "es", "--help")
    call(tapete, "console", "simulate", "--check")
    guides = call(tapete, "--lang", "es", "guides")
    assert str(ROOT) not in guides
    call(tapete, "guides", "-o", scratch / "mine")
    assert (scratch / "mine/guides/build/index.md").is_file()
    ET.parse(scratch / "mine/guides/play/pictures/shazamm-es.svg")
    assert "With bridge_half = 6" in call(python, scratch / "mine/examples/house_rule.py")
    begin = [json.dumps({"start": {"game": game}}) for game in ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")]
    answers = [json.loads(line) for line in call(tapete, "referee", given="\n".join(begin) + "\n").splitlines()]
    assert [answer["ok"] for answer in answers] == [True] * 5
    assert "wins the match" in call(tapete, "--lang", "en", "demo", "shazamm", "--auto", "--fast")


@pytest.mark.parametrize("version", SUPPORTED)
def test_uv_installs_it_into_an_empty_environment_of_each_python(version: str, wheel: Path, tmp_path: Path) -> None:
    if version not in pythons():
        pytest.skip(f"no Python {version} on this computer")
    uv = (sys.executable, "-m", "uv")
    run(*uv, "venv", "--quiet", "--python", pythons()[version], tmp_path / "venv")
    python = tmp_path / "venv" / BIN / f"python{EXE}"
    run(*uv, "pip", "install", "--quiet", "--python", python, "--constraints", CONSTRAINTS, wheel)
    does_what_a_checkout_does(python.with_name(f"tapete{EXE}"), python, tmp_path)


def test_pip_installs_it(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / BIN / f"python{EXE}"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", CONSTRAINTS, wheel)
    does_what_a_checkout_does(python.with_name(f"tapete{EXE}"), python, tmp_path)


def test_rules_cards_and_bots_are_three_packages(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / BIN / f"python{EXE}"
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", wheel)
    run(*pip, "install", "--quiet", "-c", CONSTRAINTS, *NEEDED)
    there = {one["name"].lower() for one in json.loads(run(*pip, "list", "--format", "json"))}
    assert there - {"pip", "setuptools"} == {"tapete", *NEEDED}
    for game in ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet"):
        assert run(python, "-c", PLAYED.format(allowed=("tapete", *NEEDED)), game, cwd=tmp_path).strip() == "win"


def test_pipx_installs_it(wheel: Path, tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "PIPX_MAN_DIR": str(tmp_path / "man")}
    run(sys.executable, "-m", "pipx", "install", "--quiet", "--python", sys.executable, f"--pip-args=-c {CONSTRAINTS}", wheel, more=places)
    assert run(tmp_path / "bin" / f"tapete{EXE}", "--version").startswith("tapete ")


def test_uv_installs_it_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    places = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    command = ("tool", "install", "--quiet", "--python", sys.executable, "--constraints", CONSTRAINTS, wheel)
    run(sys.executable, "-m", "uv", *command, more=places)
    assert run(tmp_path / "bin" / f"tapete{EXE}", "--version").startswith("tapete ")
