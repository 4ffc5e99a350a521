"""What `.ci/run` runs beside its tests fails it, whatever ran before."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def beside(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script with the functions of .ci/prepare that start something beside it."""
    functions = (ROOT / ".ci/prepare").read_text(encoding="utf-8").partition("\nwaiting=()\n")[2]
    assert "gather()" in functions
    begin = "set -euo pipefail\nlogs=logs\nmkdir -p logs\nwaiting=()\n"
    return subprocess.run(["bash", "-c", begin + functions + script], cwd=folder, capture_output=True, encoding="utf-8", check=False)


def test_what_succeeds_is_told_in_one_line_each(tmp_path: Path) -> None:
    done = beside(tmp_path, "beside one echo fine\nbeside two true\ngather\necho after")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["one: fine", "two: ", "after"]


def test_what_fails_ends_the_run_with_its_words(tmp_path: Path) -> None:
    bad = "bad() { echo worse; return 3; }\nfatal() { set -e; false; }\n"
    for name in ("bad", "fatal"):
        done = beside(tmp_path, f"{bad}beside it true\ngather\nbeside it {name}\nbeside other echo fine\ngather\necho after")
        assert done.returncode == 1
        assert "== it has failed" in done.stdout
        assert "other: fine" in done.stdout
        assert "after" not in done.stdout
        assert "failed: it" in done.stderr


def test_each_firmware_check_counts(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "check_a.sh").write_text("exit 1\n", encoding="utf-8")
    (tools / "check_b.sh").write_text("exit 0\n", encoding="utf-8")
    assert beside(tmp_path, "beside it firmware_checks\ngather").returncode == 1
