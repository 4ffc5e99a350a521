"""Languages of the site as languages: MkDocs calls this for every page (`hooks` in mkdocs.yml).

The navigation of mkdocs.yml has one part a language. A page shows the part of its own, speaks it in the theme's words, and its button for
languages leads to the same page in the other one, or to that one's front page.
"""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import site_table  # the line above makes `tools` importable when MkDocs loads this

log = logging.getLogger("mkdocs.hooks.tapete")

NAMES = {"en": "English", "es": "Español"}
"""The parts of the navigation."""


def language_of(path: str) -> str:
    """Say in which language a page is, by its place in docs/."""
    return "es" if path.startswith("es/") else "en"


def twin(path: str, there: set[str]) -> str:
    """Give the page in the other language, else its front page.

    Args:
        path: of the page in docs/.
        there: every page.
    """
    other = path.removeprefix("es/") if language_of(path) == "es" else f"es/{path}"
    return other if other in there else "index.md" if language_of(path) == "es" else "es/index.md"


def on_page_context(context: dict[str, Any], *, page: Page, config: MkDocsConfig, nav: Navigation) -> dict[str, Any]:
    """Let a page be wholly in its language."""
    path, pages = page.file.src_uri, {one.file.src_uri: one for one in nav.pages}
    language = language_of(path)
    part = next(item for item in nav.items if isinstance(item, Section) and item.title == NAMES[language])
    own = Navigation(part.children, [one for one in nav.pages if language_of(one.file.src_uri) == language])
    own.homepage = pages["index.md" if language == "en" else "es/index.md"]
    config.theme["language"] = language
    places = {language: path, "en" if language == "es" else "es": twin(path, set(pages))}
    config.extra["alternate"] = [
        {"name": name, "link": pages[places[tag]].url, "lang": tag} for tag, name in NAMES.items() if places[tag] in pages
    ]
    return {**context, "nav": own}


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Name the search for those who hear the page, and leave out addresses of languages that only a published site has."""
    name = {"en": "Search", "es": "Buscar"}[language_of(page.file.src_uri)]
    named = output.replace('data-md-component="search" role="dialog"', f'data-md-component="search" role="dialog" aria-label="{name}"', 1)
    return re.sub(r'<link rel="alternate"[^>]*>\s*', "", named)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Add the table that runs in the visitor's browser, if it has been fetched."""
    try:
        site_table.write(Path(config.site_dir))
    except site_table.Unprepared as reason:
        log.info(str(reason))
