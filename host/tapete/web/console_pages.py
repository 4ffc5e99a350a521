"""The console's page: both panels of the simulator with buttons that work, what the panels show in words, and the figures of the link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.console.simulated_fingers import SHORTEST_MS
from tapete.console.simulator import CODE, Button, Pixels, SimulatedConsole, SimulationFailed, sticker
from tapete.core.texts import Language
from tapete.presentation import legend_card
from tapete.presentation import panel as panels
from tapete.table import Hub
from tapete.web import live, templating
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, wants_json, word
from tapete.web.errors import PageError
from tapete.web.root import under
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

LOOK_S = 0.03
"""How often the pixels of the simulator are looked at while a page shows them."""

WORDS_S = 0.25
"""How often words and figures are looked at."""

PRESS_MS, LONGEST_PRESS_MS = 120, 400
"""How long a button is pressed by a browser without scripts, and the longest press that comes whole: before it would repeat."""

NAMES = tuple(name for name, _, _ in panels.BUTTONS)


@PAGES.at("/console", "table")
async def console(asked: Request) -> Response:
    """The page of the console."""
    return await in_thread(_console, asked)


def _console(asked: Request) -> Response:
    language, hub, look = Visit(asked).language, hub_of(asked), _look(asked)
    pixels = _pixels(hub.simulator)
    shown = []
    table = hub.shown_match()
    for number, one in enumerate(pixels.panels if pixels else ()):
        seat = hub.panel_seats().get(number)
        counts = [len(getattr(one, name)) for name, _, _ in panels.DISPLAYS]
        name = table.names.get(seat, seat) if table is not None and seat is not None else seat
        shown.append({"number": number, "seat": seat, "name": name, "drawing": panels.draw(number, counts, language)})
    parts = _parts(hub, language)
    return templating.page(
        asked,
        "console.html",
        simulated=pixels is not None,
        beside=asked.app.state.in_tab and pixels is not None and "beside" in asked.query_params,
        reader=pixels is not None and hub.simulator is not None and hub.simulator.has_reader,
        live=True,
        look=look,
        rooms=[(room, label.in_(language)) for room, label in panels.ROOMS.items()],
        sights=[(sight, label.in_(language)) for sight, label in panels.SIGHTS.items()],
        panels=shown,
        buttons=[(name, sign, label.in_(language)) for name, sign, label in panels.BUTTONS],
        bridge=panels.draw_strip(len(pixels.bridge), language) if pixels and pixels.bridge else "",
        card=legend_card.listed(language, table.rules.game.name if table is not None else ""),
        shows=parts["shows"],
        doctor=parts["doctor"],
    )


def _pixels(simulator: SimulatedConsole | None) -> Pixels | None:
    if simulator is None:
        return None
    try:
        return simulator.pixels()
    except SimulationFailed:
        return None


def _parts(hub: Hub, language: Language) -> dict[str, str]:
    """What the panels show in words, and the figures."""
    told: list[str] = []
    if (table := hub.shown_match()) is not None:
        view, there = MatchView(table, language), hub.panels_at(table)
        words = table.rules.words.with_seats(dict(table.names.items()))
        scene = view.scene if (means := table.lock_means) is None else means.lit(view.scene)
        shown = [panel for panel in scene.panels if panel.seat in there or not there]
        told = [panels.description(panel, view.boxes.presses(panel.seat), language, words) for panel in shown]
        if view.scene.bridge is not None:
            told.append(panels.strip_text(view.scene.bridge, language))
    consoles = [
        {
            "mark": "●" if one.connected else "○",
            "text": one.text.in_(language),
            "figures": [(label.in_(language), value) for label, value in one.figures],
            "findings": [finding.in_(language) for finding in one.findings],
        }
        for one in hub.consoles()
    ]
    return {
        "shows": templating.fragment("parts/shows.html", language, told=told),
        "doctor": templating.fragment("parts/doctor.html", language, consoles=consoles),
    }


@PAGES.at("/console/events", "table")
async def events(asked: Request) -> Response:
    """Pixels as they shine, and what they mean when it changes."""
    beside = "beside" in asked.query_params
    return live.stream(asked, _watch(hub_of(asked), asked.app.state.stream_limit, Visit(asked).language, _look(asked), in_words=not beside))


def _look(asked: Request) -> panels.Look:
    """In which light and with whose eyes the panels are drawn (`?room=1000&sight=protanopia`); the usual ones for anything else."""
    room = next((room for room in panels.ROOMS if str(room) == asked.query_params.get("room")), panels.Look().lux)
    sight = next((sight for sight in panels.SIGHTS if sight == asked.query_params.get("sight")), panels.Look().sight)
    return panels.Look(room, sight)


async def _watch(hub: Hub, limit: live.StreamLimit, language: Language, look: panels.Look, *, in_words: bool) -> AsyncIterator[bytes]:
    picture, number, sent = None, 0, dict[str, str]()
    turns = round(WORDS_S / LOOK_S)
    yield b"retry: %d\n\n" % live.RETRY_MS
    while not limit.closing:
        if number % turns == 0:
            parts = await in_thread(_parts, hub, language) if in_words else {}
            changed = {name: str(html) for name, html in parts.items() if sent.get(name) != html}
            if changed or not number:
                sent.update(changed)
                yield live.message("picture", number, {"seq": number, "fragments": changed})
        pixels = await in_thread(_pixels, hub.simulator)
        if pixels is not None and pixels.picture != picture:
            picture = pixels.picture
            yield live.message("pixels", number, {"groups": _groups(pixels, look)})
        number += 1
        await asyncio.sleep(LOOK_S)


def _groups(pixels: Pixels, look: panels.Look) -> dict[str, list[str]]:
    groups = {
        f"pixels-{number}-{name}": [panels.colour(pixel, look) for pixel in getattr(one, name)]
        for number, one in enumerate(pixels.panels)
        for name, _, _ in panels.DISPLAYS
    }
    groups["pixels-bridge"] = [panels.colour(pixel, look) for pixel in pixels.bridge]
    return groups


@PAGES.at("/console/press", "table", methods=["POST"])
async def press(asked: Request) -> Response:
    """A button of the simulated console goes down, comes up, or is pressed for a moment of `ms` milliseconds."""
    posted = await form_posted(asked)
    simulator = hub_of(asked).simulator
    if simulator is None:
        raise PageError(404, "no_simulator")
    panel, _, button = (
        word(posted, "press").partition(" ") if word(posted, "press") else (word(posted, "panel"), "", word(posted, "button"))
    )
    if panel not in {"0", "1", "2", "3"} or button not in NAMES:
        raise PageError(400, "malformed")
    edge, ms = word(posted, "edge"), word(posted, "ms") or str(PRESS_MS)
    if not (ms.isdecimal() and len(ms) <= 9):
        raise PageError(400, "malformed")
    await in_thread(_press, simulator, int(panel), cast("Button", button), edge, min(int(ms), LONGEST_PRESS_MS))
    return JSONResponse({"ok": True}) if wants_json(asked) else RedirectResponse(under("/console"), 303)


def _press(simulator: SimulatedConsole, panel: int, button: Button, edge: str, ms: int) -> None:
    try:
        if edge == "down":
            simulator.hold(panel, button)
        elif edge == "up":
            simulator.release(panel, button)
        else:
            simulator.press(panel, button, max(ms, SHORTEST_MS))
    except SimulationFailed as fault:
        raise PageError(404, "no_simulator") from fault


@PAGES.at("/console/lay", "table", methods=["POST"])
async def lay(asked: Request) -> Response:
    """A card is laid on the simulated reader, by its code (an empty one: a bare sticker), or what lies there is lifted."""
    posted = await form_posted(asked)
    simulator = hub_of(asked).simulator
    if simulator is None or not simulator.has_reader:
        raise PageError(404, "no_simulator")
    code = word(posted, "code").strip().upper()
    if word(posted, "lift"):
        stickers = []
    elif CODE.fullmatch(code) or not code:
        stickers = [sticker(code)]
    else:
        raise PageError(400, "malformed")
    await in_thread(_lay, simulator, stickers)
    return RedirectResponse(under("/console"), 303)


def _lay(simulator: SimulatedConsole, stickers: list[tuple[str, str]]) -> None:
    try:
        simulator.lay(*stickers)
    except SimulationFailed as fault:
        raise PageError(404, "no_simulator") from fault
