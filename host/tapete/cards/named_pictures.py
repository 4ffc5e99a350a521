"""The pictures that a catalogue of format 2 names: JPEGs beside it, each with the SHA-256 of its bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from tapete.cards import photos
from tapete.cards.toml import bytes_of
from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

NO_PICTURE = Code(
    "no_such_picture", "", _("The picture “{file}” of “{card}” is not beside the catalogue. Put it there, or take its key away.")
)
OTHER_PICTURE = Code(
    "other_picture",
    "",
    _("The picture “{file}” of “{card}” is another one: its SHA-256 is {found}. Write that, or bring the picture back."),
)


def named(catalogue: Catalogue[Any], folder: Path) -> tuple[dict[str, bytes], tuple[Illegal, ...]]:
    """Return the pictures that a catalogue names, by file, and what is wrong with the others.

    Args:
        catalogue: read from a document of format 2. folder: where it lies.
    """
    found: dict[str, bytes] = {}
    wrong: list[Illegal] = []
    for card, printed in catalogue.printings.items():
        if (picture := printed.picture) is None:
            continue
        path = folder / picture.file
        try:
            raw = bytes_of(path, photos.MOST_BYTES) if path.resolve().is_relative_to(folder.resolve()) else None
            if raw is None:
                raise Illegal((NO_PICTURE(card=card, file=picture.file),))
            photos.cleaned(raw)
            if (digest := hashlib.sha256(raw).hexdigest()) != picture.sha256:
                raise Illegal((OTHER_PICTURE(card=card, file=picture.file, found=digest),))
        except Illegal as fault:
            wrong.append(fault)
        else:
            found[picture.file] = raw
    return found, tuple(wrong)
