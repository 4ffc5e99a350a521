"""Staff's brightness lies over every stage, takes no touch, and leaves everything readable at the lowest value that is offered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.station.settings import LEAST_BRIGHTNESS
from tests.web.browser.conftest import NewContext
from tests.web.browser.stations import at_stage, stand

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

READABLE = 4.5
"""Contrast of words and their ground (look.md; WCAG 2.2, 1.4.3)."""

VEIL = """() => {
    const veil = getComputedStyle(document.body, "::after");
    const box = [veil.top, veil.right, veil.bottom, veil.left, veil.position, veil.pointerEvents].join(" ");
    const above = [...document.querySelectorAll("*")].every(e => !(parseInt(getComputedStyle(e).zIndex) >= parseInt(veil.zIndex)));
    const button = [...document.querySelectorAll("button")].find(e => e.getClientRects().length && !e.disabled);
    const last = document.querySelector(".still button") || button, r = last.getBoundingClientRect();
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return { box, above, light: 1 - parseFloat(veil.opacity), hit: last.contains(hit) };
}"""

CONTRAST = """light => {
    const root = getComputedStyle(document.documentElement), probe = document.body.appendChild(document.createElement("i"));
    const shade = name => {
        probe.style.setProperty("color", root.getPropertyValue("--" + name));
        return getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map(c => linear(Number(c) / 255 * light));
    };
    const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const bright = rgb => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const pair = (a, b) => {
        const [x, y] = [bright(shade(a)), bright(shade(b))].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
    };
    const found = {};
    for (const ground of ["ground", "surface", "raised"])
        for (const word of ["ink", "muted", "link"]) found[word + " on " + ground] = pair(word, ground);
    found["good on surface"] = pair("good", "surface");
    found["button"] = pair("button-ink", "button");
    probe.remove();
    return found;
}"""


def looked_at(page: Page, kind: str) -> None:
    """The veil lies over the stage that is shown; the page goes from stage to stage by itself."""
    at_stage(page, kind)
    found = page.evaluate(VEIL)
    assert found["box"] == "0px 0px 0px 0px fixed none"
    assert found["above"]
    assert found["light"] == pytest.approx(LEAST_BRIGHTNESS / 100)
    assert found["hit"], kind


def test_less_light_lies_over_every_stage_and_takes_no_touch(tmp_path: Path, page: Page) -> None:
    with stand(tmp_path, "en", simulated=False, brightness=LEAST_BRIGHTNESS) as made:
        page.goto(f"{made.address}/station")
        looked_at(page, "attract")
        made.station.visitors.touch()
        looked_at(page, "choose")
        made.station.visitors.choose("shazamm")
        made.station.visitors.choose("guided")
        looked_at(page, "play")
        made.station.visitors.hold()
        looked_at(page, "play")
        page.locator("#still-stop").click()
        looked_at(page, "end")


@pytest.mark.parametrize("theme", ["lamplight", "paper"])
def test_everything_can_be_read_at_the_lowest_value(theme: str, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, "en", simulated=False, brightness=LEAST_BRIGHTNESS) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station?theme={theme}")
        at_stage(page, "attract")
        found = page.evaluate(CONTRAST, LEAST_BRIGHTNESS / 100)
        assert {pair: round(contrast, 2) for pair, contrast in found.items() if contrast < READABLE} == {}
        brighter = page.evaluate(CONTRAST, 1)
        assert all(brighter[pair] > contrast for pair, contrast in found.items())
