"""The files of `deploy/league` for a chain: valid, and in step with the command line. Nothing is downloaded or started."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.commands.league import command

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy" / "league"
SYSTEMD = shutil.which("systemd-analyze")


def test_every_option_of_the_files_is_one_of_the_command() -> None:
    options = {name: {word for one in found.params for word in one.opts} for name, found in command.commands.items()}
    seen = set()
    for path in DEPLOY.iterdir():
        for name, words in re.findall(r"tapete league (\w+)([^\n]*)", path.read_text(encoding="utf-8")):
            for word in re.findall(r"(?<!\S)--[a-z-]+", words):
                assert word in options[name], (path.name, name, word)
                seen.add((name, word))
    assert {("serve", "--lan"), ("serve", "--secret"), ("backup", "--data")} <= seen


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not here")
def test_the_units_are_what_systemd_takes(tmp_path: Path) -> None:
    """The programs that they start are put where this computer has some, so that systemd judges the rest."""
    for path in DEPLOY.glob("*.*"):
        if path.suffix in (".service", ".timer"):
            said = path.read_text(encoding="utf-8").replace("/opt/tapete/league/bin/tapete", "/bin/true")
            (tmp_path / path.name).write_text(said, encoding="utf-8")
    units = sorted(str(path) for path in tmp_path.iterdir())
    assert len(units) == 3
    found = subprocess.run([str(SYSTEMD), "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    ours = [line for line in found.stderr.splitlines() if "tapete-league" in line]
    assert ours == [], found.stderr


@pytest.mark.slow
def test_the_compose_file_is_what_compose_takes() -> None:
    pytest.importorskip("check_jsonschema", reason="the extra `community`")
    found = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_secret_stands_in_the_files() -> None:
    for path in DEPLOY.iterdir():
        said = path.read_text(encoding="utf-8")
        assert not re.search(r"postgresql://\w+:(?!\$)[^@\s\"]+@", said), path.name
        assert "PASSWORD:" not in said, path.name
