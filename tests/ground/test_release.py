"""`tools/release.py` makes a release that is the same twice, judges it, says what is wrong, and publishes nothing."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools import release

ROOT = Path(__file__).resolve().parents[2]


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, check=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small project that hatchling builds, committed."""
    root = tmp_path / "checkout"
    package = root / "host" / "tapete"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""Small."""\n__version__ = "1.2.3"\n', encoding="utf-8")
    (root / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3\n\nChanges:\n\n* One.\n", encoding="utf-8")
    (root / ".gitignore").write_text("*.pyc\n", encoding="utf-8")
    (root / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "tapete"\nversion = "1.2.3"\nrequires-python = ">=3.11"\n'
        '[tool.hatch.build.targets.wheel]\npackages = ["host/tapete"]\n',
        encoding="utf-8",
    )
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "All of it")
    return root


CHANGELOG = (
    "# Changelog\n\n## 1.0.0, not published yet\n\nChanges:\n\n* (none)\n\nNew features:\n\n* Dice.\n  Two lines.\n\n## 0.9\n\n* Old.\n"
)


def test_the_changelog_s_part_leaves_out_what_is_empty_and_what_is_older() -> None:
    assert release.notes(CHANGELOG, "1.0.0") == "# Tapete 1.0.0\n\nNew features:\n\n* Dice.\n  Two lines.\n"
    with pytest.raises(release.Unfinished, match=r"no part “## 2\.0\.0”"):
        release.notes(CHANGELOG, "2.0.0")
    with pytest.raises(release.Unfinished, match="says nothing"):
        release.notes("## 1.0.0\n\nChanges:\n\n* (none)\n", "1.0.0")


def test_this_version_has_its_part() -> None:
    told = release.notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), release.version())
    assert "(none" not in told
    assert told.count("\n* ") > 20


@pytest.mark.parametrize(("line", "why"), [('__version__ = "1.1.0.dev0"', "no version to release"), ("", "has no __version__")])
def test_what_is_no_version_to_release_is_told(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "host/tapete").mkdir(parents=True)
    (tmp_path / release.VERSION_PLACE).write_text(line, encoding="utf-8")
    with pytest.raises(release.Unfinished, match=why):
        release.version(tmp_path)


def test_what_is_not_committed_is_named(checkout: Path) -> None:
    assert int(release.committed(checkout)) > 0
    (checkout / "loose.py").touch()
    with pytest.raises(release.Unfinished, match=r"1 files differ(.|\n)*loose\.py"):
        release.committed(checkout)


@pytest.mark.long
def test_both_archives_are_the_same_twice_and_a_difference_is_named(checkout: Path, tmp_path: Path) -> None:
    time = release.committed(checkout)
    made = release.built_twice(checkout, tmp_path / "first", time)
    assert {path.name for path in made.values()} == {"tapete-1.2.3.tar.gz", "tapete-1.2.3-py3-none-any.whl"}
    # A file that lies here and was never committed would be shipped from this computer alone.
    (checkout / "host/tapete/loose.py").touch()
    with pytest.raises(release.Unfinished, match=r"whl is not the same twice: tapete-1\.2\.3\.dist-info/RECORD, tapete/loose\.py"):
        release.built_twice(checkout, tmp_path / "second", time)


def test_a_packed_folder_is_the_same_twice_and_complete(tmp_path: Path) -> None:
    folder = tmp_path / "hardware"
    (folder / "print").mkdir(parents=True)
    for name in ("print/lid.stl", "board.zip"):
        (folder / name).write_bytes(name.encode())
    for archive in ("first.zip", "second.zip"):
        release.packed(folder, tmp_path / archive, "1700000000")
        os.utime(folder / "board.zip", (1, 1))
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "first.zip") as found:
        assert found.namelist() == ["hardware/board.zip", "hardware/print/lid.stl"]
        assert found.read("hardware/print/lid.stl") == b"print/lid.stl"


@pytest.mark.slow
def test_a_folder_that_is_not_empty_is_refused_before_any_work(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "kept.txt").touch()
    with pytest.raises(release.Unfinished, match="is not empty"):
        release.make(tmp_path, checkout)
    said = subprocess.run([sys.executable, ROOT / "tools/release.py", tmp_path], capture_output=True, encoding="utf-8", check=False)
    assert said.returncode == 1
    assert "name a new folder" in said.stderr
    assert "Traceback" not in said.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkout", "kept.txt"]


@pytest.mark.release
@pytest.mark.long
def test_a_release_of_this_checkout_is_judged_and_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources as they are committed, without the hardware, which tests/hardware makes."""
    sources = tmp_path / "sources"
    sources.mkdir()
    release.copy_of(ROOT, sources)
    git(sources, "init", "-q")
    git(sources, "add", "-A")
    git(sources, "commit", "-qm", "All of it")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.fspath(tmp_path))
    folder = tmp_path / "release"
    number = release.make(folder, sources, with_hardware=False, with_dataset=False)
    wheel = f"tapete-{number}-py3-none-any.whl"
    listed = {line[66:]: line[:64] for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    assert set(listed) == {wheel, f"tapete-{number}.tar.gz", "NOTES.md", "sbom.json"}
    assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in listed.items())
    (folder / wheel).write_bytes((folder / wheel).read_bytes()[:100_000])
    with pytest.raises(release.Unfinished, match="twine check"):
        release.checked({"wheel": folder / wheel, "sdist": folder / f"tapete-{number}.tar.gz"})
