"""The lobby: begin a match, go on with one, see the consoles."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete import cards, games
from tapete.bots import Strength, strengths_of
from tapete.cards import collections
from tapete.core.codec import builtins
from tapete.core.game import Game
from tapete.core.names import MOST, cut, shown
from tapete.core.refusals import Code, RefereeError, Refusal
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Language, _
from tapete.lessons import led_match
from tapete.presentation import distributions, find, lessons
from tapete.presentation.lesson import Guide
from tapete.table import Listing, Table, collecting
from tapete.table.colours import COLOUR_NAMES, COLOURS, Colour, shared_out
from tapete.table.match_extras import days_left
from tapete.table.robot_seats import must_play
from tapete.web import event_page, phones, templating, tiles, turn_clocks
from tapete.web.entrance import (
    Pages,
    fields,
    file_posted,
    form_posted,
    hub_of,
    in_thread,
    key_to_cookie,
    phones_address,
    wants_json,
    word,
)
from tapete.web.errors import PageError
from tapete.web.house_rules import Rule, house_rules, options_posted
from tapete.web.root import board, under
from tapete.web.stand_ins import STRENGTHS
from tapete.web.view.match import RESULTS
from tapete.web.visits import Visit

PAGES = Pages()

CATALOGUE_GONE = Code(
    "catalogue_gone", "", _("The catalogue “{name}” is not in the folder of catalogues any more. Choose one of those that are there.")
)


class Offered(Struct, frozen=True, kw_only=True):
    """A game of the form: its tile, and what is chosen once it is touched."""

    name: str
    title: str
    says: str
    players: str
    minutes: int | None
    chosen: bool
    seats: tuple[Seat, ...]
    numbers: tuple[tuple[int, bool], ...]
    """For how many it may be, and which number is chosen."""
    robots: tuple[tuple[Strength, str], ...]
    """How well a robot may play it."""
    presets: tuple[tiles.Preset, ...]
    changed: bool
    """Whether a house rule is otherwise than as usual, so that all of them are shown."""
    house_rules: tuple[Rule, ...]
    turns: tuple[tuple[int | str, str, bool], ...]
    """Turn clocks: their seconds, how they are called, and which one is chosen."""
    hints: bool | None
    """Whether hints are chosen; None where no robot could give one."""
    lessons: tuple[tuple[int, int], ...]
    """First matches step by step: for how many they are, and how many minutes they take."""
    catalogues: tuple[tuple[str, bool], ...]
    """Names of catalogues, the first as usual, and which one is chosen; none where the deck is fixed."""


def offered(language: Language, chosen: Mapping[str, str]) -> list[Offered]:
    """Every game that is installed, with its house rules; `chosen` are fields of a form that came back."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    first = next((game.name for game in found if game.name == chosen.get("game")), found[0].name if found else "")
    return [_offered(game, language, chosen, game.name == first) for game in found]


def _offered(game: Game[Any], language: Language, chosen: Mapping[str, str], first: bool) -> Offered:
    shown, rules = find(game.name), tuple(house_rules(game, language, chosen))
    usual = str(min(max(2, game.fewest), game.most))
    number = chosen.get(f"seats.{game.name}", usual)
    return Offered(
        name=game.name,
        title=game.title.in_(language),
        says=shown.says.in_(language),
        players=tiles.players(game),
        minutes=game.minutes,
        chosen=first,
        seats=SEATS[: game.most],
        numbers=tuple((many, str(many) == number) for many in range(game.fewest, game.most + 1)),
        robots=tuple((strength, STRENGTHS[strength].in_(language)) for strength in strengths_of(game.name)),
        presets=tiles.presets(game, language, chosen),
        changed=any(not default and here for rule in rules for _, _, default, here in rule.values),
        house_rules=rules,
        turns=turn_clocks.in_lobby(language, chosen.get(f"turn.{game.name}", ""), bool(find(game.name).presets)),
        hints=chosen.get(f"hints.{game.name}") == "yes" if strengths_of(game.name) else None,
        lessons=tuple((guide.seats, guide.minutes) for guide in lessons.all_of(game.name)),
        catalogues=catalogues(game.name, chosen),
    )


def catalogues(game: str, chosen: Mapping[str, str]) -> tuple[tuple[str, bool], ...]:
    """The catalogues that a game can be played with here: by name, never by a path, for the form may come over the network."""
    there = cards.names(game)
    now = chosen.get(f"cards.{game}", "")
    return tuple((name, name == now or (now not in there and name == cards.STARTER)) for name in there)


@PAGES.at("/", "table")
async def lobby(asked: Request) -> Response:
    """Everything one can begin or go on with."""
    if (to_cookie := key_to_cookie(asked)) is not None:
        return to_cookie
    return await in_thread(_first, asked)


def _first(asked: Request) -> Response:
    """The lobby; while the table takes part in an event, the event's match, or the page on which it is waited for."""
    found = event_page.in_event_of(asked)
    state = None if found is None or event_page.LOBBY in asked.query_params else found.now()
    if state is None:
        return _lobby(asked, _wished(asked), ())
    if state.match and not state.over and hub_of(asked).table(state.match) is not None:
        return RedirectResponse(board(state.match), 303)
    return event_page.shown(asked, state)


@PAGES.at("/event", "table", methods=["POST"])
async def event(asked: Request) -> Response:
    """Let the table join an event, or leave it."""
    posted = await form_posted(asked)
    found = event_page.in_event_of(asked)
    if found is None:
        raise PageError(404, "not_found")
    does, told, anyway = word(posted, "do"), word(posted, "address")[: event_page.MOST_TYPED], bool(word(posted, "anyway"))
    if does not in ("join", "leave"):
        raise PageError(400, "malformed")

    def work() -> Response:
        try:
            found.leave(anyway=anyway) if does == "leave" else found.join(told, anyway=anyway)
        except RefereeError as fault:
            return _lobby(asked, {}, (), 409, event_page.in_lobby(asked, told, fault.refusals, does))
        return RedirectResponse(under("/"), 303)

    return await in_thread(work)


def _wished(asked: Request) -> dict[str, str]:
    """The game and the one house rule that an address asks for (`otherwise`), as a posted form has them; what no rule knows is left out."""
    wished = asked.query_params
    game = games.find(wished.get("game", ""))
    rule, value = wished.get("rule", ""), wished.get("value", "")
    if game is None:
        return {}
    found = next((one for one in house_rules(game, Visit(asked).language, {}) if one.key == rule), None)
    known = found is not None and value in [said for said, *_more in found.values]
    return {"game": game.name, **({f"rule.{game.name}.{rule}": value} if known else {})}


def _lobby(
    asked: Request, chosen: Mapping[str, str], faults: tuple[Refusal, ...], status: int = 200, in_event: dict[str, Any] | None = None
) -> Response:
    language, hub = Visit(asked).language, hub_of(asked)
    hub.empty_bin()
    listed = [_listed(listing, language) for listing in hub.matches()]
    now = hub.journal.time()
    binned = [
        {**_listed(listing, language), "days": days_left(hub.extras.of(listing.id).binned, now)} for listing in hub.matches(binned=True)
    ]
    wrong = (*(alert.text for alert in hub.alerts.standing), *(fault.text() for fault in distributions.faults()))
    return templating.page(
        asked,
        "lobby.html",
        status,
        games=offered(language, chosen),
        names={name.removeprefix("name."): value for name, value in chosen.items() if name.startswith("name.")},
        colours=[(colour, text.in_(language)) for colour, text in COLOUR_NAMES.items()],
        wishes={name.removeprefix("colour."): value for name, value in chosen.items() if name.startswith("colour.")},
        plays={name.removeprefix("plays."): value for name, value in chosen.items() if name.startswith("plays.")},
        most_name=MOST,
        faults=faults,
        event=in_event or event_page.in_lobby(asked),
        may_open=phones.may_open(asked),
        may_shut=phones.may_shut(asked),
        binned=binned,
        unfinished=[match for match in listed if not match["over"]],
        finished=[match for match in listed if match["over"]],
        alerts=[text.in_(language) for text in wrong],
        in_tab=asked.app.state.in_tab,
        waits=asked.app.state.waits,
        tried=asked.app.state.in_tab and hub.simulator is not None,
        consoles=[{"mark": "●" if console.connected else "○", "text": console.text.in_(language)} for console in hub.consoles()],
    )


def _listed(listing: Listing, language: Language) -> dict[str, Any]:
    game = games.find(listing.game)
    title = game.title.in_(language) if game is not None else listing.game
    seats = " · ".join(shown(listing.names.get(seat, seat)) for seat in listing.seats)
    when = datetime.fromisoformat(listing.when).astimezone().strftime("%Y-%m-%d %H:%M")
    return {**builtins(listing), "title": title, "seats": seats, "when": when, "result": _result(listing, language)}


def _result(listing: Listing, language: Language) -> str:
    """The result in words: who won, or the word for another end."""
    if not listing.result:
        return ""
    if listing.result in RESULTS:
        return RESULTS[listing.result].in_(language)
    return ", ".join(shown(listing.names.get(seat, seat)) for seat in SEATS if seat in listing.result.split(",")) + " ★"


@PAGES.at("/new", "table", methods=["POST"])
async def begin(asked: Request) -> Response:
    """Begin a match out of the lobby's form."""
    posted = await form_posted(asked)
    return await in_thread(_begin, asked, posted)


def _begin(asked: Request, posted: FormData) -> Response:
    chosen = dict(fields(posted))
    game = games.find(word(posted, "game"))
    if game is None:
        raise PageError(400, "malformed")
    catalogue = word(posted, f"cards.{game.name}") or None
    if catalogue is not None and catalogue not in cards.names(game.name):
        return _lobby(asked, chosen, (CATALOGUE_GONE(name=cut(catalogue)),), 409)
    names = {seat: name for seat in SEATS[: game.most] if (name := word(posted, f"name.{game.name}.{seat}").strip())}
    if (led := word(posted, f"guided.{game.name}")) and _lesson(game, led) is None:
        raise PageError(400, "malformed")
    robots = _robots(game, chosen)
    least = max((SEATS.index(seat) + 1 for seat in (*names, *robots)), default=0)
    for seat in robots:
        names.setdefault(seat, f"Robot {seat}")
    wishes = _colours(game, chosen)
    try:
        if (guide := _lesson(game, led)) is not None:
            colours = shared_out(SEATS[: guide.seats], wishes, names)
            sit = {seat: name for seat, name in names.items() if seat in SEATS[: guide.seats]}
            table = led_match.begin(hub_of(asked), guide, sit)
            hub_of(asked).colour(table, colours)
            return _begun(asked, table)
        options = options_posted(game, chosen)
        for strength in set(robots.values()):
            must_play(cards.bind(game.name, options, catalogue), strength)
        number = max(least, game.fewest, _number(game, word(posted, f"seats.{game.name}")))
        turn_s = turn_clocks.read(word(posted, f"turn.{game.name}"), word(posted, f"preset.{game.name}"))
        colours = shared_out(SEATS[:number], wishes, names)
        hints = word(posted, f"hints.{game.name}") == "yes" and bool(strengths_of(game.name))
        table = hub_of(asked).begin(game.name, options, names, number, catalogue=catalogue, turn_s=turn_s, hints=hints)
        hub_of(asked).colour(table, colours)
        hub_of(asked).robots.seat(table, robots)
    except RefereeError as fault:
        if wants_json(asked):
            return JSONResponse({"ok": False, "refusals": [refusal.wire(game.words) for refusal in fault.refusals]}, 409)
        return _lobby(asked, chosen, fault.refusals, 409)
    return _begun(asked, table)


def _lesson(game: Game[Any], said: str) -> Guide | None:
    """The first match step by step that a form asks for, by how many play it."""
    return lessons.find(game.name, int(said)) if said.isdecimal() and len(said) == 1 else None


def _begun(asked: Request, table: Table) -> Response:
    """To the match; where phones come in, to their codes first, unless robots play alone."""
    people = set(table.state.seats) - set(hub_of(asked).robots.at(table))
    place = phones.codes_page(table.id) if people and phones_address(asked) is not None else board(table.id)
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


@PAGES.at("/bin", "table", methods=["POST"])
async def bin_it(asked: Request) -> Response:
    """Lay a match into the bin, or bring it back out of it."""
    posted = await form_posted(asked)
    hub, match, back = hub_of(asked), word(posted, "match"), bool(word(posted, "back"))

    def work() -> None:
        if match not in {listing.id for listing in hub.matches(binned=back)}:
            raise PageError(404, "no_such_match")
        (hub.unbin if back else hub.bin)(match)

    await in_thread(work)
    return JSONResponse({"ok": True, "go": under("/")}) if wants_json(asked) else RedirectResponse(under("/"), 303)


@PAGES.at("/load", "table", methods=["POST"])
async def load(asked: Request) -> Response:
    """Go on with a match out of a file that some page or `tapete` has written."""
    raw = await file_posted(asked, "file")

    def work() -> Response:
        try:
            table = collecting.begin(hub_of(asked), raw) if collections.is_one(raw) else hub_of(asked).load(raw)
        except RefereeError as fault:
            return _lobby(asked, {}, fault.refusals, 409)
        return RedirectResponse(board(table.id), 303)

    return await in_thread(work)


def _robots(game: Game[Any], posted: Mapping[str, str]) -> dict[Seat, Strength]:
    """The seats of a posted form that robots take.

    Raises:
        PageError: no strength of ours (400).
    """
    found: dict[Seat, Strength] = {}
    for seat in SEATS[: game.most]:
        if said := posted.get(f"plays.{game.name}.{seat}", ""):
            strength = next((one for one in STRENGTHS if one == said), None)
            if strength is None:
                raise PageError(400, "malformed")
            found[seat] = strength
    return found


def _colours(game: Game[Any], posted: Mapping[str, str]) -> dict[Seat, Colour]:
    """The colours that a posted form chooses.

    Raises:
        PageError: no colour of ours (400).
    """
    said = {seat: value for seat in SEATS[: game.most] if (value := posted.get(f"colour.{game.name}.{seat}", ""))}
    if any(value not in COLOURS for value in said.values()):
        raise PageError(400, "malformed")
    return {seat: next(one for one in COLOURS if one == value) for seat, value in said.items()}


def _number(game: Game[Any], said: str) -> int:
    """How many play by a posted form; 0 where nobody says.

    Raises:
        PageError: not a number of players (400).
    """
    if said and not (said.isdecimal() and len(said) == 1 and game.fewest <= int(said) <= game.most):
        raise PageError(400, "malformed")
    return int(said or 0)
