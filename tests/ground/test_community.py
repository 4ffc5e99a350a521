"""What GitHub and pre-commit read: actions by commits, few rights, one list of checks. `.ci/checks community` judges their form."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def test_every_action_is_named_by_its_whole_commit_and_its_version() -> None:
    used = [
        line.strip() for path in WORKFLOWS for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"\s*(- )?uses:", line)
    ]
    assert len(used) >= 7
    loose = [line for line in used if not re.fullmatch(r"(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)]
    assert loose == []


def test_a_release_is_published_by_one_job_that_has_no_other_right() -> None:
    """Trusted publishing: no password stands anywhere, and the job that builds cannot publish."""
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert "secrets." not in text
    jobs = dict(re.findall(r"^  (\w+):\n((?:(?:    .*)?\n)+)", text[text.index("\njobs:") :], re.MULTILINE))
    assert set(jobs) == {"make", "publish", "page"}
    rights = {job: re.findall(r"^      ([\w-]+): (read|write)", body, re.MULTILINE) for job, body in jobs.items()}
    assert rights == {"make": [("contents", "read")], "publish": [("id-token", "write")], "page": [("contents", "write")]}
    assert "tools/release.py build/release" in jobs["make"]
    assert "needs: make" in jobs["publish"]


def test_ci_and_pre_commit_run_the_same_checks() -> None:
    script = (ROOT / ".ci/checks").read_text(encoding="utf-8")
    named = set(re.findall(r"^(\w+)\(\)", script, re.MULTILINE))
    [run_by_ci] = re.findall(r"^for check in ([a-z ]+); do", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    hooks = re.findall(r"entry: \.ci/checks (\w+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert named == set(run_by_ci.split()) == set(hooks)
    assert len(hooks) == len(named) == 5


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script of bash")
@pytest.mark.parametrize("words", [[], ["lints"]])
def test_a_check_that_is_none_is_told(words: list[str]) -> None:
    done = subprocess.run([ROOT / ".ci/checks", *words], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "lint types imports generated community" in done.stderr
