"""The table's own photos of cards: what is kept of a file that came from a camera, and what is refused, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cards import photos
from tapete.cards.finding import FOLDER
from tapete.core.refusals import Illegal
from tapete.core.texts import LANGUAGES

WHERE, COMMENT = b"Exif\0\0 N 40.4168 W 3.7038", b"made by a camera"


def segment(kind: int, said: bytes) -> bytes:
    return bytes((0xFF, kind)) + (len(said) + 2).to_bytes(2, "big") + said


def jpeg(width: int = 320, height: int = 240, points: bytes = b"\x12\xff\x00\x34\xff\xd0\x56", end: bytes = b"\xff\xd9") -> bytes:
    """A file with the parts of a JPEG: what a camera writes beside the picture, its size, two scans."""
    frame = segment(0xC2, b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x01\x01\x11\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + points
    return b"\xff\xd8" + segment(0xE1, WHERE) + segment(0xFE, COMMENT) + frame + scan + b"\xff" + scan + end


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))


def code(photo: bytes, card: str = "moss_bear") -> str:
    with pytest.raises(Illegal) as told:
        photos.keep("bhm", card, photo)
    assert photos.kept("bhm") == {}, "nothing has been changed"
    (refusal,) = told.value.refusals
    assert all(refusal.text().in_(language) for language in LANGUAGES)
    assert refusal.text().in_("es") != refusal.text().in_("en")
    return refusal.code


def test_a_photo_is_kept_without_place_and_device_and_nothing_follows_its_end() -> None:
    before = photos.version("bhm")
    photos.keep("bhm", "moss_bear", jpeg() + b"<script>alert(1)</script>")
    found = photos.file("bhm", "moss_bear")
    assert found is not None
    kept = found.read_bytes()
    assert not any(part in kept for part in (WHERE, COMMENT, b"script"))
    assert kept == jpeg().replace(segment(0xE1, WHERE), b"").replace(segment(0xFE, COMMENT), b"").replace(b"\xff\xff\xda", b"\xff\xda")
    assert photos.cleaned(kept) == kept
    assert photos.version("bhm") != before
    photos.keep("bhm", "moss_bear", jpeg(300, 200))
    assert list(photos.kept("bhm")) == ["moss_bear"], "the newer one stands in its place"
    photos.remove("bhm", "moss_bear")
    photos.remove("bhm", "moss_bear")
    assert photos.file("bhm", "moss_bear") is None


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        jpeg(end=b""),
        jpeg()[:60],
        jpeg(width=0),
        b"\xff\xd8" + segment(0xDA, b"\x01") + b"\x01\xff\xd9",
        b"\xff\xd8\xff\xe1\x00\x00" + b"\xff\xd9",
        b"\xff\xd8\xff\xda\x00\x08" + b"\xff" * 9,
    ],
    ids=("empty", "gif", "head", "svg", "no end", "cut", "no width", "no frame", "no length", "endless"),
)
def test_what_is_no_photo_is_refused(bad: bytes) -> None:
    assert code(bad) == "not_a_photo"


def test_a_photo_of_forty_megabytes_and_one_of_very_many_points_are_refused() -> None:
    assert code(jpeg() + b"\0" * 40_000_000) == "photo_too_large"
    assert code(jpeg(width=20_000)) == "photo_too_large"


def test_no_name_leads_out_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code(jpeg(), "../moss_bear") == "no_photo_folder"
    assert photos.file("bhm", "../own") is None
    monkeypatch.setattr(photos, "MOST_PHOTOS", 0)
    assert code(jpeg()) == "too_many_photos"
    monkeypatch.delenv(FOLDER)
    assert code(jpeg()) == "no_photo_folder"
    assert (photos.version("bhm"), photos.kept("bhm")) == (0, {})


def test_a_disk_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert code(jpeg()) == "photo_not_kept"
