"""Find the guides (how each game is played, how a console is built) and the examples that come with Tapete."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import tapete
from tapete.core.texts import LANGUAGES, Language, _

MISSING = _("The guides are missing from this installation; install tapete again.")

PARTS = ("play", "build")
"""The folders of guides, in their order; the Spanish ones lie in a folder `es` with the same names."""


class GuidePage(NamedTuple):
    """One page."""

    title: str
    """Its first heading."""
    place: Path


def _place(inside: str, beside: str) -> Path:
    """Say where a folder lies: in the package of an installation, or in a checkout.

    Raises:
        FileNotFoundError: neither holds it (an incomplete installation).
    """
    package = Path(tapete.__file__).resolve().parent
    for place in (package / inside, package.parents[1] / beside):
        if place.is_dir():
            return place
    raise FileNotFoundError(" / ".join(MISSING.in_(language) for language in LANGUAGES))


def examples_path() -> Path:
    """Say where the example programs lie. Raises FileNotFoundError if the installation is not whole."""
    return _place("_examples", "examples")


def guides(language: Language) -> list[GuidePage]:
    """Give the guides in a language, those in English where there are none in it.

    Raises:
        FileNotFoundError: an incomplete installation.
    """
    root = _place("_guides", "docs")
    own = root / language if (root / language).is_dir() else root
    return [GuidePage(_title(page), page) for part in PARTS for page in sorted((own / part).glob("*.md"))]


def copy(folder: Path, over: bool = False) -> None:
    """Copy guides and examples into a folder.

    Args:
        folder: a new or an empty one. over: write into a folder that holds something, over files of the same name.

    Raises:
        FileExistsError: something lies there already.
        OSError: it cannot be written; `FileNotFoundError` also for an incomplete installation.
    """
    if not over and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(folder)
    root, examples = _place("_guides", "docs"), examples_path()
    for part in (*PARTS, *(f"es/{part}" for part in PARTS)):
        shutil.copytree(root / part, folder / "guides" / part, dirs_exist_ok=over)
    shutil.copytree(examples, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=over)


def _title(page: Path) -> str:
    """Give the first heading of a page, without the name of its anchor."""
    lines = page.read_text(encoding="utf-8").splitlines()
    heading = next((line for line in lines if line.startswith("# ")), page.stem)
    return heading.removeprefix("# ").partition(" {#")[0].strip()
