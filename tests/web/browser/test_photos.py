"""A card's photo in a real browser: a picture of a camera is made small there, and what is kept another program can open."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tapete.cards import photos
from tapete.cards.finding import FOLDER
from tapete.core.position import dump
from tapete.table import Hub
from tests.games.bhm.scenario import Desk
from tests.web.browser.conftest import NewContext

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_photo_of_a_camera_is_made_small_and_shown(
    address: str, hub: Hub, new_context: NewContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    desk = Desk({"field": ("moss_bear",)}, {}, phase="strategy_1")
    table = hub.begin("bhm", desk.rules.plain_options, {"A": "Ana", "B": "Bruno"}, position=dump(desk.rules, desk.state))
    taken = Image.effect_noise((1_600, 1_200), 90).convert("RGB")
    exif = Image.Exif()
    exif[271] = "a camera of ours"
    raw = io.BytesIO()
    taken.save(raw, "jpeg", quality=95, exif=exif)
    page = new_context(locale="en", viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("[id='t-A.0']").click()
    page.locator("#b-photo").click()
    page.locator("#photo-file").set_input_files({"name": "no.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    page.get_by_text("This is no photo that can be shown here").wait_for()
    page.locator("#photo-file").set_input_files({"name": "bear.jpg", "mimeType": "image/jpeg", "buffer": raw.getvalue()})
    page.locator("#photo-keep").click()
    page.locator("#photo-remove").wait_for()
    found = photos.file("bhm", "moss_bear")
    assert found is not None
    with Image.open(found) as kept:
        kept.load()
        assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (320, 240), {})
    assert found.stat().st_size <= photos.MOST_BYTES < len(raw.getvalue())
    page.locator("#drawer .back").click()
    image = page.locator("[id='t-A.0'] image[href*='/photo/']")
    image.wait_for()
    assert page.evaluate("async href => (await fetch(href)).headers.get('content-type')", image.get_attribute("href")) == "image/jpeg"
