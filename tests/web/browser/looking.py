"""How a test looks at a page: at every size, in a theme, and through the eyes of axe.

Sizes are CSS alone, so that a page that is made larger shows what a page that was opened larger does. The long forms of a run open each
page at each size, and show it to axe in each look; the others open it once, and show each third page to axe, in a look that changes from
page to page. Contrast follows from the theme and from what is shown: axe measures it once for both, and at night at each size too.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tapete.i18n import Language
from tests.run_forms import by_form, form, in_turn
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
    """Let a test be run in both languages at night; the usual form runs it in the first one, the long form in one by the commit's turn."""
    return pytest.mark.parametrize("language", languages(first))


def languages(first: Language = "es") -> list[Any]:
    """Give the cases of a test's language as `in_both_languages` takes them."""
    return in_turn(["es", "en"], first=int(first == "en"))


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


_measured: set[str] = set()
"""What was shown, with its theme, when axe measured its contrast."""

SHOWN = """() => {
    for (const e of document.querySelectorAll('details')) e.open = true;
    const theme = getComputedStyle(document.documentElement).colorScheme + getComputedStyle(document.body).backgroundColor;
    const classes = [...document.querySelectorAll('[class]')].map(e => e.getAttribute('class')).join();
    return [theme, document.title, document.body.innerText, classes].join('\\n');
}"""
"""Unfolds everything; says what a page shows, and in which theme."""

LOOK = """(colours) => axe.run(document.querySelector('#drawer:not([hidden])') || document, {
    resultTypes: ['violations'], selectors: false, rules: {'color-contrast': {enabled: colours}},
}).then(found => found.violations)"""
"""Lets axe look; where a drawer is open, at the drawer."""


def violations(page: Page, colours: bool = True) -> list[tuple[str, list[str]]]:
    """Let axe look at what a page shows, with everything unfolded.

    Args:
        page: that is open.
        colours: whether contrast is measured too, where it was not yet for the same text in the same theme.

    Returns:
        The rules that are broken, each with the beginnings of the elements that break it.
    """
    shown = page.evaluate(SHOWN)
    if not page.evaluate("!!window.axe"):
        page.evaluate(_axe())
    asked = form() == "nightly" or (colours and shown not in _measured)
    if asked:
        _measured.add(shown)
    found = page.evaluate(LOOK, asked)
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]
