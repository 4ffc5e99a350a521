"""Languages of the site as languages: MkDocs calls this for every page (`hooks` in mkdocs.yml).

The navigation of mkdocs.yml has one part a language. A page shows the part of its own, speaks it in the theme's words, and its button for
languages leads to the same page in the other one, or to that one's front page. Its search finds pages of its language first.
"""

from __future__ import annotations

import html
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import site_table  # the line above makes `tools` importable when MkDocs loads this

log = logging.getLogger("mkdocs.hooks.tapete")

NAMES = {"en": "English", "es": "Español"}
"""The parts of the navigation."""

OTHER = 1e-5
"""What a hit in the other language counts in a search: enough to be found where the own one has none."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lead to the sources from the foot of every page, where who publishes the site names their address."""
    if address := os.environ.get("TAPETE_REPOSITORY"):
        config.copyright = f'<a href="{html.escape(address)}">Sources · Código</a>'
    return config


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
    if language_of(page.file.src_uri) == "es":  # the theme looks for search/search_index.json below its base, for nothing else
        named = re.sub(r'(<script id="__config"[^>]*>\{.*?"base": ")([^"]+)"', r'\1\2/es/"', named, count=1, flags=re.S)
    return re.sub(r'<link rel="alternate"[^>]*>\s*', "", named)


def found_first(index: dict[str, Any], language: str) -> dict[str, Any]:
    """Give the index of the search for readers of a language: pages of the other one count little.

    Args:
        index: of every page, by its place from the front.
        language: whose readers search; the Spanish index stands in `es`, and its places begin there.
    """

    def counted(section: dict[str, Any]) -> dict[str, Any]:
        place, own = section["location"], language_of(section["location"]) == language
        if language == "es":
            place = place.removeprefix("es/") if own else f"../{place}"
        return {**section, "location": place, "boost": section.get("boost", 1) * (1 if own else OTHER)}

    return {**index, "docs": [counted(section) for section in index["docs"]]}


@event_priority(-100)  # after the search has written its index
def on_post_build(*, config: MkDocsConfig) -> None:
    """Give each language its search, and add the table that runs in the visitor's browser, if it has been fetched."""
    written = Path(config.site_dir, "search", "search_index.json")
    index = json.loads(written.read_text(encoding="utf-8"))
    for language, place in (("en", written), ("es", Path(config.site_dir, "es", "search", written.name))):
        place.parent.mkdir(exist_ok=True)
        place.write_text(json.dumps(found_first(index, language), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    try:
        site_table.write(Path(config.site_dir))
    except site_table.Unprepared as reason:
        log.info(str(reason))
