"""Packs: a set that travels in one signed file, made of the same bytes each time, and refused when any of them is another."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
import tomli_w

from tapete import cards
from tapete.cards import packs, photos, tags
from tapete.cards.finding import FOLDER
from tapete.core.refusals import Illegal
from tests.cards.test_format_2 import marsh
from tests.cards.test_photos import jpeg
from tests.commands.test_cards import run

KEY = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
"""
"""The first key of RFC 8032, 7.1, test 1."""

PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A French set with a picture, as its publisher has it."""
    folder = tmp_path / "publisher"
    (folder / "art").mkdir(parents=True)
    (folder / "art" / "ferryman.jpg").write_bytes(jpeg())
    picture = {"file": "art/ferryman.jpg", "sha256": hashlib.sha256(jpeg()).hexdigest(), "licence": "CC-BY-4.0"}
    (folder / "marais.toml").write_bytes(tomli_w.dumps(marsh({"fr": "Passeur"}, picture=picture)).encode())
    (folder / "key.pem").write_text(KEY)
    return folder / "marais.toml"


def packed(source: Path, name: str = "marais", *more: str) -> Path:
    made = source.parent / f"{name}.tapete-cards"
    done = run("pack", source, "--key", source.parent / "key.pem", "-o", made, "--force", *more)
    assert done.exit_code == 0, done.output
    return made


def test_a_pack_is_the_same_bytes_each_time_and_its_key_is_that_of_the_standard(source: Path) -> None:
    first, second = packed(source).read_bytes(), packed(source, "again").read_bytes()
    assert first == second
    found = packs.read(first, "marais")
    assert found.manifest.key == PUBLIC
    assert found.files["pictures/art/ferryman.jpg"] == jpeg()
    with zipfile.ZipFile(io.BytesIO(first)) as archive:  # another hand's reader
        assert archive.testzip() is None
        assert set(archive.namelist()) == {"catalogue.toml", "pack.json", "pack.sig", "pictures/art/ferryman.jpg"}


def test_a_pack_is_added_played_shown_and_taken_away(source: Path) -> None:
    tags.learn("04a1b2c3d4e580", "MOR.FERRYMAN")
    tags.learn("04a1b2c3d4e581", "MOR.MUDLING")
    made = packed(source, "marais", "--tags")
    tags.learn("04a1b2c3d4e580", "MOR.OTHER")
    done = run("add", made)
    assert done.exit_code == 0, done.output
    assert packs.fingerprint(PUBLIC) in done.output
    assert cards.names("moriham") == ("starter", "marais")
    rules = cards.bind("moriham", None, "marais")
    assert rules.catalogue.cards["ferryman"].name.text.in_("es") == "Passeur"
    assert rules.catalogue_hash == cards.read_file(source).hash == cards.open("moriham", made).hash
    assert photos.file("moriham", "ferryman") is not None
    assert tags.known() == {"04a1b2c3d4e580": "MOR.OTHER", "04a1b2c3d4e581": "MOR.MUDLING"}, "what is known here stays, and no other set's"
    assert json.loads(run("add", made, "--json").stdout)["pictures"] == 0, "once more changes nothing"
    assert run("check", made).exit_code == 0
    assert run("remove", "moriham", "marais").exit_code == 0
    assert cards.names("moriham") == ("starter",)
    assert "there are: –" in run("remove", "moriham", "marais").stderr


def test_the_first_pack_makes_a_key_for_its_owner_alone(source: Path, tmp_path: Path) -> None:
    first = run("pack", source, "-o", tmp_path / "one.tapete-cards")
    assert first.exit_code == 0, first.output
    key = tmp_path / "cards" / "publisher.pem"
    assert key.stat().st_mode & 0o077 == 0
    assert str(key) in first.stderr
    assert run("pack", source, "-o", tmp_path / "two.tapete-cards").exit_code == 0
    assert (tmp_path / "one.tapete-cards").read_bytes() == (tmp_path / "two.tapete-cards").read_bytes()


def test_another_set_of_the_same_name_is_not_overwritten(source: Path) -> None:
    made = packed(source)
    assert run("add", made).exit_code == 0
    source.write_bytes(source.read_bytes().replace(b"Marais", b"Marais 2"))
    other = packed(source)
    done = run("add", other)
    assert done.exit_code == 1
    assert "--name" in done.stderr
    assert cards.open("moriham", "marais").title == "Marais"
    assert run("add", other, "--name", "marais2").exit_code == 0
    assert run("add", other, "--force").exit_code == 0
    assert cards.open("moriham", "marais").title == "Marais 2"
    assert run("add", other, "--name", "../x").exit_code == 2
    assert run("add", other, "--name", "own").exit_code == 2


def problem(raw: bytes) -> str:
    with pytest.raises(Illegal) as refused:
        packs.read(raw, "marais")
    (refusal,) = refused.value.refusals
    assert refusal.code == "not_a_pack"
    assert refusal.text().in_("es") != refusal.text().in_("en")
    return refusal.text().in_("en")


def archive(files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as opened:
        for name, raw in files.items():
            opened.writestr(zipfile.ZipInfo(name), raw, method)
    return made.getvalue()


def members(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_wrong_signature_is_refused(source: Path) -> None:
    raw = packed(source).read_bytes()
    files = members(raw)
    for other in (b"0" * 128, b"", b"zz", files["pack.sig"][:-2] + b"00"):
        assert "its signature is not of this content and this key" in problem(archive(files | {"pack.sig": other}))
    forged = json.loads(files["pack.json"])
    forged["title"] = "Mine"
    assert "signature" in problem(archive(files | {"pack.json": json.dumps(forged, separators=(",", ":")).encode()}))
    assert "“catalogue.toml” was altered" in problem(archive(files | {"catalogue.toml": files["catalogue.toml"] + b"\n"}))


def test_no_byte_can_be_altered(source: Path) -> None:
    raw = packed(source).read_bytes()
    for at in range(0, len(raw), 37):
        problem(raw[:at] + bytes((raw[at] ^ 1,)) + raw[at + 1 :])
    for other in (raw[:-1], raw + b"\n", b"\n" + raw, raw * 2, b"", b"PK"):
        problem(other)


@pytest.mark.parametrize(
    "path", ["../evil.jpg", "/etc/evil.jpg", "pictures/../../evil.jpg", "pictures//evil.jpg", "C:\\evil.jpg", "run.py", "pictures/run.sh"]
)
def test_a_path_outside_is_refused(path: str, source: Path) -> None:
    assert "at a path that is not taken" in problem(archive(members(packed(source).read_bytes()) | {path: b"x"}))


def test_what_grows_when_it_is_read_is_refused(source: Path) -> None:
    files = members(packed(source).read_bytes())
    problem(archive(files | {"pictures/a.jpg": b"\0" * 50_000_000}, zipfile.ZIP_DEFLATED))
    problem(archive({f"pictures/{n}.jpg": b"" for n in range(packs.MOST_MEMBERS + 1)}))
    assert "larger than" in problem(b"PK" + b"\0" * packs.MOST_BYTES)
    later = files["pack.json"].replace(b'"tapete_cards":1', b'"tapete_cards":2')
    assert "its format is 2" in problem(archive(files | {"pack.json": later}))


def test_pictures_that_are_not_as_the_catalogue_says_are_named(source: Path) -> None:
    art = source.parent / "art" / "ferryman.jpg"
    art.write_bytes(jpeg(300, 200))
    done = run("check", source)
    assert done.exit_code == 1
    assert hashlib.sha256(jpeg(300, 200)).hexdigest() in done.stderr
    art.unlink()
    assert "is not beside the catalogue" in run("pack", source, "-o", "-").stderr
    art.symlink_to("/etc/hostname")
    assert run("check", source).exit_code == 1


def test_without_the_package_for_signatures_the_way_there_is_said(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = packed(source)
    monkeypatch.setattr(packs, "HAS_CRYPTOGRAPHY", False)
    done = run("add", made)
    assert done.exit_code == 1
    assert "'.[https]'" in done.stderr
    assert cards.names("moriham") == ("starter",)


@pytest.mark.parametrize("key", ["", "no key", KEY.replace("MC4CAQAw", "MC4CAQBw")])
def test_what_is_no_key_signs_nothing(key: str, source: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.pem").write_text(key)
    done = run("pack", source, "--key", tmp_path / "bad.pem", "-o", tmp_path / "x.tapete-cards")
    assert done.exit_code == 1
    assert "bad.pem" in done.stderr
    assert not (tmp_path / "x.tapete-cards").exists()
