"""Stickers and their cards: `tags.toml` in the folder of catalogues, one line a sticker.

    [tags]
    04a1b2c3d4e580 = "MOR.REED.SCOUT"

A sticker has a number of its own, which cannot be changed. The file gives it the code of a card's label; it only ever grows by a line, or
changes one, and a person may write in it.
"""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

from tapete.cards.finding import FOLDER
from tapete.cards.own import NO_FOLDER, NOT_SAVED
from tapete.cards.toml import MOST_BYTES, document
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

FILE = "tags.toml"

UID = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){3,9}")
"""A sticker's number as phones say it; that of a console is the same without colons."""

_CODE = re.compile(r"[A-Za-z0-9._-]{1,60}")

WRONG_LINE = Code(
    "tag_line_wrong", "", _('In {file} “{key}” is no sticker with a card\'s code. Write a line such as 04a1b2c3d4e580 = "MOR.REED.SCOUT".')
)

_lock = threading.Lock()


def known() -> dict[str, str]:
    """The code behind each sticker, by its number in small letters without colons; none where there is no file.

    Raises:
        Illegal: the file cannot be read, with the place.
    """
    path = _path()
    if path is None or not path.is_file():
        return {}
    with path.open("rb") as opened:
        return read(opened.read(MOST_BYTES + 1), path.name)


def read(raw: bytes, name: str = FILE) -> dict[str, str]:
    """The code behind each sticker in such a file.

    Args:
        raw: its bytes. name: what refusals call it.

    Raises:
        Illegal: it cannot be read, with the place.
    """
    found = document(raw, name).get("tags", {})
    if not isinstance(found, dict):
        raise Illegal((WRONG_LINE(file=name, key="tags"),))
    for key, value in found.items():
        if not re.fullmatch(r"(?:[0-9a-f]{2}){4,10}", key) or not isinstance(value, str) or not _CODE.fullmatch(value):
            raise Illegal((WRONG_LINE(file=name, key=key),))
    return found


def learn_all(raw: bytes) -> int:
    """Remember the stickers of a pack that are not known yet, and say how many these were.

    Raises:
        Illegal: as `read` and `learn`.
    """
    before, new = known(), read(raw, FILE) if raw else {}
    fresh = {uid: code for uid, code in new.items() if uid not in before}
    for uid, code in fresh.items():
        learn(uid, code)
    return len(fresh)


def learn(uid: str, code: str) -> None:
    """Remember that a sticker belongs to a card.

    Args:
        uid: its number, with or without colons. code: of the card's label.

    Raises:
        Illegal: there is no folder of catalogues, the file has faults, or it cannot be written; nothing has changed then.
    """
    path, number = _path(), uid.replace(":", "").casefold()
    if path is None:
        raise Illegal((NO_FOLDER(card=code),))
    with _lock:
        before = known()
        text = path.read_text(encoding="utf-8-sig") if path.is_file() else "[tags]\n"
        line = f'{number} = "{code}"'
        if number in before:
            text = re.sub(rf'^[ \t]*"?{number}"?[ \t]*=.*$', line, text, flags=re.MULTILINE)
        else:
            text = f"{text.rstrip()}\n{line}\n"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(path)
        except OSError as fault:
            raise Illegal((NOT_SAVED(file=path.name, why=fault.strerror or type(fault).__name__),)) from fault


def _path() -> Path | None:
    folder = os.environ.get(FOLDER)
    return Path(folder) / FILE if folder else None
