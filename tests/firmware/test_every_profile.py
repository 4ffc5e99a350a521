"""Golden matches on every profile: what a match tells is seen on each kind of panel, with each part beside it, on one to four panels."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.scenes import GOLDEN, replayed
from tapete.console.scenes import write_scene
from tapete.core.scene import Scene, Tell
from tapete.core.seats import SEATS, Seat
from tapete.presentation import find, lamps
from tapete.presentation.telling import account
from tapete.table.panel_telling import seen
from tapete_console import lights
from tests.firmware.rig import Desk, simhw

GAMES = ("bhm", "datamorphs", "mamlejet", "moriham", "shazamm")

PROFILES: dict[str, dict[str, str | int]] = {
    "one panel": {"panels": 1},
    "two panels": {},
    "three panels": {"panels": 3, "budget_ma": 2000},
    "four panels": {"panels": 4, "budget_ma": 2000},
    "digits": {"digits": 1},
    "knob": {"encoder": 1},
    "buzzer": {"buzzer": 1},
    "white light": {"pixel_order": "GRBW"},
    "small": {"counter_pixels": 10, "private_pixels": 0},
    "all at once": {"digits": 1, "reader": 1, "buzzer": 1, "panels": 4, "budget_ma": 2500, "bridge_pixels": 19},
}
FILM_MS, STEP_MS = 800, 20


@functools.cache
def moments(game: str) -> tuple[tuple[tuple[Seat, Tell | None], ...], ...]:
    """What each main event of a game's golden matches is for each seat, each once."""
    found: dict[tuple[tuple[Seat, Tell | None], ...], None] = {}
    for scene in told_scenes(game):
        found[tuple((panel.seat, panel.tell) for panel in scene.panels)] = None
    return tuple(found)


def told_scenes(game: str) -> Iterator[Scene]:
    for path in sorted((GOLDEN / game).glob("*.txt")):
        if not path.read_text(encoding="utf-8").startswith("game "):
            continue
        for rules, state, action in replayed(path):
            pairs = rules.told(state, action) if action is not None else ()
            made = account(find(game).account, rules, pairs, state, 7, "en") if pairs else None
            if made is None or max((beat.weight for beat in made.beats), default=0) < lamps.FIGURE:
                continue
            turn = lamps.told(rules, made)
            yield from (one.scene for one in turn.scenes)
            if not turn.scenes:
                assert action is not None
                scene = rules.scene(rules.apply(state, action)[0])
                yield replace(scene, panels=tuple(replace(panel, tell=turn.signs.get(panel.seat)) for panel in scene.panels))


@pytest.mark.parametrize("panels", [1, 2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_each_main_event_is_told_by_a_panel_however_many_there_are(game: str, panels: int) -> None:
    bound: Collection[Seat] = SEATS[:panels]
    told = [seen({seat: tell for seat, tell in moment if tell is not None}, bound) for moment in moments(game)]
    assert len(told) > 5
    assert [one for one in told if not any(tell.sign != "step" or tell.number is not None for tell in one.values())] == []


def kinds() -> dict[str, str]:
    """Panels of all games that tell something, as the wire has them: one for each sign, what it counts, and what is asked beside it."""
    found: dict[str, str] = {}
    for game in GAMES:
        for scene in told_scenes(game):
            for field in write_scene(scene, dict(enumerate(panel.seat for panel in scene.panels)), "abc12"):
                if "tell=" not in field:
                    continue
                seat, value, _, lamp, *parts = field.split(",")
                sign, *number = parts[-1].split(":")[1:]
                more = ["counts" if int(one) != int(value) else "stands" for one in number] if sign != "bid" else number and ["bids"]
                found.setdefault(" ".join([sign, *more, lamp, *(part.split("=")[0] for part in parts[:-1])]), field.replace(seat, "A", 1))
    return found


KINDS = functools.cache(kinds)


def lit(desk: Desk, octets: int) -> tuple[tuple[bytes, ...], tuple[bool, ...]]:
    """The counter of the first panel in its colours, and which windows of its strip are lit."""
    colours = [bytes(one) for one in (simhw.LIT[18][at : at + octets] for at in range(0, len(simhw.LIT[18]), octets))]
    return tuple(colours[: desk.settings.counter]), tuple(any(one) for one in colours[desk.settings.counter : desk.settings.public])


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_told_is_seen_on_every_profile(profile: str) -> None:
    settings: dict[str, Any] = PROFILES[profile]
    desk = Desk(**settings)
    simhw.DISPLAYS.update({address: [] for address in range(0x70, 0x74)})
    desk.greet()
    octets = len(str(settings.get("pixel_order", "GRB")))
    dark = []
    for number, (kind, field) in enumerate(KINDS().items()):
        plain, tell = field.rsplit(",tell=", 1)
        _, sign, *rest = tell.split(":")
        seat, value, *more = plain.split(",")
        was = rest[0] if rest and sign != "bid" else value
        desk.send("scene", str(2 * number + 1), ",".join([seat, was, *more]))
        desk.stay(1200)
        before = lit(desk, octets)
        desk.send("scene", str(2 * number + 2), f"{plain},tell={number}.1:{':'.join([sign, *rest])}")
        film = []
        for _ in range(FILM_MS // STEP_MS):
            desk.wait(STEP_MS)
            film.append(lit(desk, octets))
        ways = {tuple(bool(one) for one in told) for since in range(0, lights.TELL_MS, STEP_MS) if (told := lights.told(sign, since, 10))}
        moved = len({windows for _, windows in film} & ways) >= min(2, len(ways)) if ways else False
        if not moved and all(counter == before[0] for counter, _ in film):
            dark.append(kind)
    assert len(KINDS()) > 8
    assert set(dark) <= {kind for kind in KINDS() if kind.startswith("step") and "counts" not in kind}, "what happened at another panel"
