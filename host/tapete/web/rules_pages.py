"""The rules for people: the page that teaches a game, its reference sheet, its clauses with a search, and what a console's lights say."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete import games
from tapete.core.clauses import Clause
from tapete.core.game import Game
from tapete.core.texts import Language, _
from tapete.presentation import find, legend_card, mats, taught
from tapete.table import arguing, worked
from tapete.web import house_rules, templating
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread
from tapete.web.errors import PageError
from tapete.web.root import board, without
from tapete.web.visits import Visit

PAGES = Pages()

MOST_SOUGHT = 80
"""Letters of what is looked for; more are cut off."""

_BOARD = re.compile(r"/match/[A-Za-z0-9_-]{1,64}(/seat/[A-D])?(/list)?")
"""Where a reader may have come from: the page of a match or of a seat."""

_RULEBOOK = _("Clauses of the rulebook")
_RULINGS = _("Rulings on what the rulebook leaves open")


def game_asked(asked: Request) -> Game[Any]:
    """The game of the address.

    Raises:
        PageError: no such game (404).
    """
    game = games.find(asked.path_params["game"])
    if game is None:
        raise PageError(404, "not_found")
    return game


def _shown(asked: Request, here: str, game: Game[Any], **context: Any) -> Response:
    """A page of rules, with the way to the others and the way back."""
    language, said = Visit(asked).language, asked.query_params.get("at", "")
    place = said if _BOARD.fullmatch(without(said)) else ""
    given: dict[str, Any] = {
        "here": here,
        "game": game.name,
        "game_title": game.title.in_(language),
        "place": place,
        "at": f"?at={quote(place)}" if place else "",
        "has_sheet": bool(taught.charts(game.name)),
        "has_mat": game.name in mats.names(),
    }
    return templating.page(asked, f"rules_{here}.html", **given, **context)


@PAGES.at("/rules/{game}", "everybody")
async def learn(asked: Request) -> Response:
    """The page that teaches a game; public, as all rules are: there is nothing of a match in them."""
    game = game_asked(asked)
    return await in_thread(_learn, asked, game)


def _learn(asked: Request, game: Game[Any]) -> Response:
    language, shown = Visit(asked).language, find(game.name)
    says = shown.says.in_(language) or game.blurb.in_(language)
    return _shown(asked, "learn", game, sentence=says, passages=taught.passages(game, language))


@PAGES.at("/rules/{game}/sheet", "everybody")
async def sheet(asked: Request) -> Response:
    """The reference sheet of a game, which prints on one side."""
    game, language = game_asked(asked), Visit(asked).language
    found = taught.charts(game.name)
    if not found:
        raise PageError(404, "not_found")
    charts = [(chart.title.in_(language), [(one.says.in_(language), one.clauses) for one in chart.entries]) for chart in found]
    return _shown(asked, "sheet", game, charts=charts)


@PAGES.at("/rules/{game}/clauses", "everybody")
async def clauses(asked: Request) -> Response:
    """The clauses and rulings of a game, all of them or those with certain words."""
    game, sought = game_asked(asked), asked.query_params.get("q", "")[:MOST_SOUGHT].strip()
    found = tuple(one for one in game.clauses if all(one.meant(word) for word in sought.split()))
    return _shown(asked, "clauses", game, sought=sought, number=len(found), chapters=chapters(found, Visit(asked).language))


@PAGES.at("/rules/{game}/lights", "everybody")
async def lights(asked: Request) -> Response:
    """What the lights of a console's panel say, in the words of a game: the card that lies in the box."""
    game = game_asked(asked)
    return _shown(asked, "lights", game, card=legend_card.listed(Visit(asked).language, game.name))


def chapters(found: tuple[Clause, ...], language: Language) -> list[tuple[str, list[dict[str, Any]]]]:
    """Clauses and rulings under their headings; a heading without any is left out."""
    told = []
    for heading, ruling in ((_RULEBOOK, False), (_RULINGS, True)):
        lines = [
            {"id": one.id, "text": one.says.in_(language), "duty": one.duty, "option": one.option} for one in found if one.ruling == ruling
        ]
        if lines:
            told.append((heading.in_(language), lines))
    return told


@PAGES.at("/rules/{game}/clauses/{which}", "everybody")
async def clause(asked: Request) -> Response:
    """One clause or ruling as an argument, with the board that shows it."""
    return await in_thread(_clause, asked, game_asked(asked))


def _clause(asked: Request, game: Game[Any]) -> Response:
    one, language = clause_asked(asked, game), Visit(asked).language
    example = worked.example(game.name, one.id)
    told = [(text.in_(language), cited) for text, cited in example.told]
    shown = {
        "sentence": one.says.in_(language),
        "points": arguing.points(game.name, one, language),
        "declared": example.declared,
        "refused": example.refused,
        "told": told,
        "board": taught.still(example.rules, example.state, language),
        "clause": one,
        "otherwise": [] if one.option is None else house_rules.otherwise(game, one.option, language),
    }
    return _shown(asked, "clause", game, **shown)


@PAGES.at("/rules/{game}/clauses/{which}/play", "table", methods=["POST"])
async def play(asked: Request) -> Response:
    """Begin a match at the worked position of a clause."""
    game = game_asked(asked)
    await form_posted(asked)
    one = clause_asked(asked, game)

    def work() -> Response:
        example = worked.example(game.name, one.id)
        table = hub_of(asked).begin(game.name, example.rules.plain_options, position=example.position)
        return RedirectResponse(board(table.id), 303)

    return await in_thread(work)


def clause_asked(asked: Request, game: Game[Any]) -> Clause:
    """The clause of the address.

    Raises:
        PageError: no such clause (404).
    """
    found = next((one for one in game.clauses if one.id == asked.path_params["which"]), None)
    if found is None:
        raise PageError(404, "not_found")
    return found
