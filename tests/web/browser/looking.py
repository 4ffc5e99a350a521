"""How a test looks at a page: at every size, in a theme, and through the eyes of axe.

Sizes are CSS alone, so that a page that is made larger shows what a page that was opened larger does. The long forms of a run open each
page at each size, and show it to axe in each look; the others open it once, and show each third page to axe, in a look that changes from
page to page.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tapete.i18n import Language
from tests.forms import by_form
from tests.web.browser.screens import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS: tuple[tuple[str, str], ...] = (("lamplight", "phone"), ("paper", "tablet"), ("lamplight", "television"))
"""Themes, each with a size."""

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def thorough() -> bool:
    """Whether the form of the run opens every page in every look."""
    return bool(by_form(quick=0, usual=0, long=1, nightly=1))


def in_both_languages(first: Language) -> pytest.MarkDecorator:
    """Let a test be run in both languages; the usual form runs it in the first one alone."""
    second: Language = "en" if first == "es" else "es"
    return pytest.mark.parametrize("language", [first, pytest.param(second, marks=pytest.mark.long)])


@cache
def _axe() -> str:
    return importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def resize(page: Page, size: str) -> None:
    """Give a page one of the sizes."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def looks(number: int) -> tuple[tuple[str, str], ...]:
    """Give the themes and sizes in which axe looks at the page of this number: one for each twelfth page in the usual form."""
    turn, skipped = divmod(number, 12)
    return LOOKS if thorough() else () if skipped else (LOOKS[turn % len(LOOKS)],)


def at_every_size(page: Page, address: str) -> Iterator[str]:
    """Show an address at each size; gives the size's name while it is shown."""
    for number, size in enumerate(SIZES):
        resize(page, size)
        if number == 0 or thorough():
            page.goto(address)
        yield size


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """Let axe look at what a page shows, with everything unfolded.

    Returns:
        The rules that are broken, each with the beginnings of the elements that break it.
    """
    page.evaluate("for (const e of document.querySelectorAll('details')) e.open = true")
    page.evaluate(_axe())
    found = page.evaluate("axe.run({resultTypes: ['violations'], selectors: false}).then(found => found.violations)")
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]
