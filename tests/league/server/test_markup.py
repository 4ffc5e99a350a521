"""Every page of an evening through the eyes of html-validate: organiser, judge, player, wall and seasons, before, during and after."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `league`")

from tests.league.server.chains import begun, played, with_season
from tests.league.server.conftest import FRIDAY, Served, served
from tests.web.conftest import Visitor
from tests.web.test_markup import Pages

__all__ = ["served"]

pytestmark = [pytest.mark.league, pytest.mark.markup, pytest.mark.long]

PLACES = (
    "/",
    FRIDAY,
    f"{FRIDAY}/judge",
    f"{FRIDAY}/player",
    f"{FRIDAY}/standings",
    f"{FRIDAY}/slips",
    f"{FRIDAY}/wall",
    f"{FRIDAY}/wall/moments",
    f"{FRIDAY}/wall/tables/1",
    f"{FRIDAY}/rounds/1/tables/1",
    f"{FRIDAY}/rounds/1/tickets",
    f"{FRIDAY}/signs",
    "/seasons",
    "/nowhere",
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_of_an_evening_is_sound(language: str, served: Served, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    pages = Pages(Visitor(), folder)

    def look() -> None:
        for role in ("organiser", "judge", "wall", None):
            visitor = served.visitor(role) if role is not None else served.visitor(key=served.player(1))
            with visitor:
                for place in PLACES:
                    pages.keep(visitor.get(place, headers={"accept-language": language}).text)
        with served.visitor() as stranger:
            pages.keep(stranger.get(FRIDAY, headers={"accept-language": language}).text)

    served.within(lambda league: begun(league, "shop", "friday", ["ana", "bea", "ciro"]))
    look()
    served.within(lambda league: with_season(league, "shop", "friday"))
    served.within(lambda league: played(league, "shop", "friday"))
    look()
    assert len(list(folder.iterdir())) > 20
    assert pages.faults() == {}
