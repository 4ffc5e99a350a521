"""What is shipped, what is pinned, what is named: the wheel, constraints.txt, docs/dependencies.md, and no path of anyone's computer."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import tapete
from tapete import guides
from tapete.console import firmware
from tools import constraints, station_requirements

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert built.returncode == 0, built.stderr
    [path] = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tracked(*patterns: str) -> list[Path]:
    """Files of the repository, by git's patterns."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.slow
def test_wheel_holds_the_package_whole(wheel: dict[str, bytes]) -> None:
    here = {path.relative_to(ROOT / "host").as_posix() for path in tracked("host/tapete")}
    assert here <= set(wheel)
    catalogues = {name for name in here if name.endswith(".po")}
    assert len(catalogues) >= 6
    assert {name.removesuffix(".po") + ".mo" for name in catalogues} <= set(wheel), "compiled by the build"
    assert "tapete/py.typed" in wheel


@pytest.mark.slow
def test_wheel_holds_the_firmware_as_it_lies_on_the_pico(wheel: dict[str, bytes]) -> None:
    shipped = [
        path
        for path in tracked("firmware/lib", "firmware/*.py", "firmware/settings.toml")
        if "lib" in path.parts or path.parent == FIRMWARE
    ]
    names = {f"tapete/_firmware/{path.relative_to(FIRMWARE).as_posix()}": path for path in shipped}
    assert {f"tapete/_firmware/{name}" for name in ("boot.py", "code.py", "safemode.py", "settings.toml")} <= set(names)
    for name, path in names.items():
        assert wheel[name] == path.read_bytes()


def test_wheel_holds_the_guides_and_the_examples(wheel: dict[str, bytes]) -> None:
    for inside, folder in {
        "_guides/play": "docs/play",
        "_guides/build": "docs/build",
        "_guides/es/play": "docs/es/play",
        "_examples": "examples",
    }.items():
        files = {f"tapete/{inside}/{path.relative_to(ROOT / folder).as_posix()}": path for path in tracked(folder)}
        assert len(files) >= 5
        assert {name: wheel.get(name) for name in files} == {name: path.read_bytes() for name, path in files.items()}


def test_host_and_console_speak_by_the_same_file(wheel: dict[str, bytes]) -> None:
    assert wheel["tapete_console/wire.py"] == wheel["tapete/_firmware/lib/tapete_console/wire.py"]


def test_wheel_puts_nothing_else_on_the_path(wheel: dict[str, bytes]) -> None:
    """In particular no `code.py`: it would shadow the standard module of that name."""
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"tapete", "tapete_console"}
    shared = {name.partition(".data/")[2] for name in wheel if ".data/" in name}
    assert shared == {"data/share/man/man1/tapete.1", "data/share/man/es/man1/tapete.1"}
    assert not [name for name in wheel if "__pycache__" in name or name.endswith(".pyc")]


def test_wheel_carries_the_licences(wheel: dict[str, bytes]) -> None:
    licences = {name.split("/licenses/")[1] for name in wheel if "/licenses/" in name}
    assert licences == {
        "LICENSE",
        "LICENSES/MIT.txt",
        "LICENSES/OFL-1.1.txt",
        "LICENSES/CC-BY-SA-4.0.txt",
        "LICENSES/CERN-OHL-P-2.0.txt",
        "LICENSES/0BSD.txt",
        "LICENSES/Apache-2.0.txt",
    }
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").endswith((ROOT / "LICENSES/MIT.txt").read_text(encoding="utf-8"))


@pytest.mark.long
def test_every_licence_that_is_named_lies_here_with_its_text(tmp_path: Path) -> None:
    """Also in the archive of the sources, which passes the hardware on."""
    named = set(re.findall(r"LICENSES/\S+?\.txt", (ROOT / "LICENSE").read_text(encoding="utf-8")))
    assert named == {f"LICENSES/{path.name}" for path in (ROOT / "LICENSES").iterdir()}
    hardware = (ROOT / "LICENSES/CERN-OHL-P-2.0.txt").read_text(encoding="utf-8")
    assert hardware.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    assert "../LICENSES/CERN-OHL-P-2.0.txt" in (ROOT / "hardware/README.md").read_text(encoding="utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert built.returncode == 0, built.stderr
    [path] = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert named | {"LICENSE", "hardware/README.md", "hardware/tapete.kicad_pcb"} <= names


def test_firmware_is_found_in_a_checkout() -> None:
    assert firmware.firmware_path() == FIRMWARE


def test_firmware_is_found_in_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "site-packages" / "tapete"
    package.mkdir(parents=True)
    monkeypatch.setattr(tapete, "__file__", str(package / "__init__.py"))
    with pytest.raises(FileNotFoundError, match=r"vuelve a instalar.*install tapete again"):
        firmware.firmware_path()
    (package / "_firmware").mkdir()
    (package / "_firmware" / "code.py").touch()
    assert firmware.firmware_path() == package / "_firmware"


def test_guides_and_examples_are_found_copied_and_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout, by language; an installation without them says what to do."""
    titles = {language: [guide.title for guide in guides.guides(language)] for language in ("es", "en")}
    assert len(titles["es"]) == len(titles["en"]) == len(tracked("docs/play/*.md", "docs/build/*.md"))
    assert set(titles["es"]).isdisjoint(titles["en"])
    assert not [title for title in titles["es"] if "{" in title or not title]
    guides.copy(tmp_path / "copied")
    assert (tmp_path / "copied/examples/house_rule.py").is_file()
    assert (tmp_path / "copied/guides/es/build/index.md").is_file()
    with pytest.raises(FileExistsError):
        guides.copy(tmp_path / "copied")
    monkeypatch.setattr(tapete, "__file__", str(tmp_path / "lib/site-packages/tapete/__init__.py"))
    with pytest.raises(FileNotFoundError, match=r"vuelve a instalar.*install tapete again"):
        guides.guides("en")


def test_constraints_hold_names_and_versions_only() -> None:
    pins = constraints.pinned()
    assert pins, "an empty file would prove nothing"
    for name, version in pins.items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert re.fullmatch(r"[0-9][0-9a-z.+]*", version)


@pytest.mark.parametrize("line", ["click>=8", "click @ file:somewhere", "click", "--find-links=here", "click==8 ; python_version > '3'"])
def test_constraints_of_another_form_are_refused(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "constraints.txt").write_text(f"# comment\n\n{line}\n", encoding="utf-8")
    monkeypatch.setattr(constraints, "CONSTRAINTS", tmp_path / "constraints.txt")
    with pytest.raises(ValueError, match="is not name==version"):
        constraints.pinned()


def test_everything_installed_for_tapete_is_pinned() -> None:
    """Of every extra, as far as it is installed here; the extras that `run.py test` installs must be."""
    resolved = constraints.resolved(set(constraints.declared()))
    pins = constraints.pinned()
    assert set(resolved) <= set(pins), "a name without its pin: tools/constraints.py write"
    assert [name for name, version in constraints.resolved({"dev"}).items() if version is None] == []
    assert len(resolved) > 30, "the walk through requirements finds what they need in turn"


def test_what_is_pinned_runs_on_the_first_python_that_is_promised() -> None:
    """Debian 12 has 3.11.2: a version that wants 3.11.5 cannot be installed there. Of every extra, as far as it is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = project["requires-python"].removeprefix(">=") + ".0"
    here = {name for name, version in constraints.resolved(set(constraints.declared())).items() if version}
    wanted = {name: said["Requires-Python"] for name in here if "Requires-Python" in (said := metadata.metadata(name))}
    assert {name: pythons for name, pythons in wanted.items() if promised not in SpecifierSet(pythons)} == {}


def test_the_list_of_a_station_is_that_of_the_constraints() -> None:
    """With a checksum for every wheel of both processors; pip takes nothing else (`--require-hashes`)."""
    listed = station_requirements.listed()
    assert listed == station_requirements.wanted()
    assert {"starlette", "cryptography", "hatchling"} <= set(listed)
    assert not set(listed) & {"pytest", "mypy", "cyclonedx-python-lib"}
    text = station_requirements.LIST.read_text(encoding="utf-8")
    compiled = text[text.index("msgspec==") :].partition("==")[2].partition("==")[0]
    assert compiled.count("--hash=sha256:") == len(station_requirements.PYTHONS) * len(station_requirements.PROCESSORS)


@pytest.mark.parametrize("line", ["click==8", "click --hash=sha256:00", "click==8 --hash=md5:0", "click @ file:somewhere"])
def test_a_line_without_a_whole_checksum_is_refused(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list").write_text(f"# comment\n{line}\n", encoding="utf-8")
    monkeypatch.setattr(station_requirements, "LIST", tmp_path / "list")
    with pytest.raises(ValueError, match="is not name==version with checksums"):
        station_requirements.listed()


def test_every_dependency_has_its_line() -> None:
    document = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = {
        canonicalize_name(row[0]): row
        for line in document.splitlines()
        if len(row := [cell.strip() for cell in line.split("|")[1:-1]]) == 3
    }
    named = {canonicalize_name(requirement.name) for lines in constraints.declared().values() for requirement in lines}
    assert named - set(rows) == set(), "docs/dependencies.md lacks a dependency of pyproject.toml"
    assert set(rows) - named - {"name", "-"} == set(), "docs/dependencies.md names what is no dependency"
    assert all(all(row) for row in rows.values())


def test_entry_points_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"tapete": "tapete.__main__:main"}
    for place in project["entry-points"]["tapete.games"].values():
        module, _, name = place.partition(":")
        assert (ROOT / "host" / Path(*module.split("."))).is_dir()
        assert name == "GAME"


@pytest.mark.slow
def test_no_path_of_a_computer_is_tracked() -> None:
    """Nor the host of a package index: where people get packages from is theirs."""
    places = {str(ROOT), str(ROOT.parent), str(Path.home()), sys.prefix, sys.base_prefix}
    here = [re.escape(f"{place}/") for place in sorted(places - {"/", "/home", "/opt", "/srv", "/tmp", "/usr", "/usr/local"})]
    anywhere = [
        "/home/[a-z]",
        "/root/[.a-z]",
        "/Users/[A-Z]",
        r"[A-Z]:\\Users",
        "index" + "-url",
        "/simple" + "/",
        "files.python" + "hosted",
    ]
    wrong = re.compile("|".join([*here, *anywhere]).encode())
    assert wrong.search(f"a line with {ROOT}/run.py in it".encode()), "the pattern sees what it is for"
    itself = Path(__file__).resolve()
    found = [
        f"{path.relative_to(ROOT)}: {match[0]!r}" for path in tracked() if path != itself for match in wrong.finditer(path.read_bytes())
    ]
    assert found == []


def test_tools_of_the_repository_are_tracked() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in tracked()}
    assert [name for name in names if name.endswith((".mo", ".pot"))] == [], "made by the build (tools/catalogues.py)"
    assert {"run.py", ".ci/run", "constraints.txt", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"} <= names
