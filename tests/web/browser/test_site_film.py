"""The film of the site's front page is played on real pages: here each of its scenes is, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.core.texts import Language
from tools import site_film

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scene_comes_in_its_order_on_pages_of_one_language(browser: Browser, language: Language, tmp_path: Path) -> None:
    """A page in another language ends it, and a turn that goes otherwise never reaches its last scene."""
    pictures = list(site_film.played(browser, language, tmp_path))
    assert [scene for scene, _ in pictures] == list(site_film.TOLD)
    assert len({picture for _, picture in pictures}) == len(pictures)
    assert all(picture.startswith(b"\x89PNG") for _, picture in pictures)
