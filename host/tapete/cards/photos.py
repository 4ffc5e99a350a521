"""The table's own photos of its cards: `<folder of catalogues>/<game>/photos/<card>.jpg`, each shown in the place of the card's drawn face.

A photo is made small where it is taken. What comes here is read and never run: a JPEG of few bytes and few points, written anew without
what cameras write beside a picture (place, time, device), and without anything that follows its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tapete.cards.finding import own_file
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

MOST_BYTES = 40_000
"""Longest photo; one of 320 by 240 points has about half of it."""

MOST_POINTS = 1_024
"""Widest and highest photo."""

MOST_PHOTOS = 2_000
"""Most photos of one game."""

FOLDER = "photos"

_CARD = re.compile(r"[A-Za-z0-9_-]{1,64}")

NOT_A_PHOTO = Code(
    "not_a_photo", "", _("This is no photo that can be shown here. Take it anew, or choose a picture of type JPEG, PNG or WebP.")
)
PHOTO_TOO_LARGE = Code(
    "photo_too_large",
    "",
    _("This photo is too large: more than {bytes} B, or than {points} × {points} px. The page of the card makes it small by itself."),
)
TOO_MANY_PHOTOS = Code("too_many_photos", "", _("There are {most} photos of this game already. Take one away first."))
NO_FOLDER = Code(
    "no_photo_folder", "", _("There is no folder to keep photos in. Name one with the variable TAPETE_CARDS, and start again.")
)
NOT_KEPT = Code("photo_not_kept", "", _("The photo could not be kept ({why}). Nothing has been changed."))


def folder(game: str) -> Path | None:
    """Where the photos of a game's cards are kept, there or not; None without a folder of catalogues."""
    own = own_file(game)
    return None if own is None else own.parent / FOLDER


def file(game: str, card: str) -> Path | None:
    """The photo of a card; None if it has no photo."""
    where = folder(game)
    found = where / f"{card}.jpg" if where is not None and _CARD.fullmatch(card) else None
    return found if found is not None and found.is_file() else None


def version(game: str) -> int:
    """A number that changes when a photo of a game's cards comes, changes or goes; 0 where there never was one."""
    where = folder(game)
    try:
        return 0 if where is None else where.stat().st_mtime_ns
    except OSError:
        return 0


def kept(game: str) -> Mapping[str, int]:
    """The cards with a photo, each with a number that changes with it."""
    where = folder(game)
    try:
        return {} if where is None else {one.stem: one.stat().st_mtime_ns for one in where.glob("*.jpg")}
    except OSError:
        return {}


def keep(game: str, card: str, photo: bytes) -> None:
    """Keep a photo of a card, in the place of one that is there.

    Args:
        game: whose card. card: its id. photo: as it came.

    Raises:
        Illegal: it is no photo, too large, one too many, or cannot be written; nothing has been changed.
    """
    clean, where = cleaned(photo), folder(game)
    if where is None or not _CARD.fullmatch(card):
        raise Illegal((NO_FOLDER(),))
    there = kept(game)
    if card not in there and len(there) >= MOST_PHOTOS:
        raise Illegal((TOO_MANY_PHOTOS(most=MOST_PHOTOS),))
    new = where / f"{card}.new"
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        new.write_bytes(clean)
        new.replace(where / f"{card}.jpg")
    except OSError as fault:
        new.unlink(missing_ok=True)
        raise Illegal((NOT_KEPT(why=fault.strerror or str(fault)),)) from fault


def remove(game: str, card: str) -> None:
    """Take the photo of a card away; its drawn face is back then.

    Raises:
        Illegal: it cannot be taken away.
    """
    try:
        if (there := file(game, card)) is not None:
            there.unlink()
    except OSError as fault:
        raise Illegal((NOT_KEPT(why=fault.strerror or str(fault)),)) from fault


def cleaned(photo: bytes) -> bytes:
    """A JPEG as it is kept: without what stands beside the picture, and without what follows its end.

    Raises:
        Illegal: it is no photo, it is cut off, or it is too large.
    """
    if len(photo) > MOST_BYTES:
        raise Illegal((PHOTO_TOO_LARGE(bytes=MOST_BYTES, points=MOST_POINTS),))
    size: tuple[int, int] | None = None
    kept_parts, scanned = [b"\xff\xd8"], False
    for kind, part in _parts(photo):
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):  # a frame: its height and width
            size = int.from_bytes(part[5:7], "big"), int.from_bytes(part[7:9], "big")
        scanned = scanned or kind == 0xDA
        if not (0xE0 <= kind <= 0xEF or kind == 0xFE):
            kept_parts.append(part)
    if size is None or not scanned or 0 in size:
        raise Illegal((NOT_A_PHOTO(),))
    if max(size) > MOST_POINTS:
        raise Illegal((PHOTO_TOO_LARGE(bytes=MOST_BYTES, points=MOST_POINTS),))
    return b"".join((*kept_parts, b"\xff\xd9"))


def _parts(photo: bytes) -> Iterator[tuple[int, bytes]]:
    """The segments of a JPEG up to its end, each with its kind (ITU-T T.81, B.1); the points follow the head of their scan.

    Raises:
        Illegal: it is no JPEG, or it is cut off.
    """
    at = 2
    if photo[:3] != b"\xff\xd8\xff":
        raise Illegal((NOT_A_PHOTO(),))
    while True:
        while photo[at : at + 2] == b"\xff\xff":  # filling
            at += 1
        if len(photo) < at + 2 or photo[at] != 0xFF:
            raise Illegal((NOT_A_PHOTO(),))
        kind = photo[at + 1]
        if kind == 0xD9:
            return
        end = at + 2 + int.from_bytes(photo[at + 2 : at + 4], "big")
        if kind == 0xDA:
            while photo[end : end + 1] != b"\xff" or photo[end + 1 : end + 2] == b"\x00" or 0xD0 <= photo[end + 1 : end + 2][0] <= 0xD7:
                end += 1
                if end + 1 >= len(photo):
                    raise Illegal((NOT_A_PHOTO(),))
        if end > len(photo) or end < at + 4:
            raise Illegal((NOT_A_PHOTO(),))
        yield kind, photo[at:end]
        at = end
