"""A card that nobody here knows is typed in from its print, on one page and from any phone: its name, what it is, and its figures.

Its id is made from the name. What is hardly ever printed is folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo
from msgspec.structs import fields as fields_of
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.cards.label_codes import joint
from tapete.core import answers
from tapete.core.codec import builtins
from tapete.core.domains import Domain, maybe, one_of, whole, within
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import capital, plain_letters
from tapete.table import Table
from tapete.web import forms, templating
from tapete.web.entrance import Pages, fields, form_posted, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.forms import Builder, FormControl
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

ACTION = "add_card"
"""How every game that lets cards be typed in calls it."""

CARD = "card"
"""Under this name a posted form has what depends on what the card is."""

UNUSED = "zz0"
"""An id that no catalogue has, to ask what is printed on a card."""

MOST_NAME, SHORTEST_ID, LONGEST_ID = 40, 2, 32


class Kind(Struct, frozen=True, kw_only=True):
    """What a card may be, and what is printed on one: figures, what has to be chosen beside them, and what few cards have."""

    name: str
    label: str
    figures: tuple[FormControl, ...] = ()
    chosen: tuple[FormControl, ...] = ()
    seldom: tuple[FormControl, ...] = ()


@PAGES.each("/card", "table", methods=["GET", "POST"])
async def card(asked: Request) -> Response:
    """The page; a card that is posted is entered, and what is wrong with it stands beside what was typed."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked) if asked.method == "POST" else FormData()
    return await in_thread(_card, asked, table, seat, posted)


def _card(asked: Request, table: Table, seat: Seat | None, posted: FormData) -> Response:
    view = MatchView(table, Visit(asked).language, seat)
    if not any(name_of(kind) == ACTION for kind in view.rules.game.actions):
        raise PageError(404, "not_found")
    refusals: tuple[Refusal, ...] = view.rules.why_not(view.state, None, ACTION)
    kinds: list[Kind] = []
    argument, entered, left = "", dict[str, Any](), refusals
    if not refusals:
        argument, names = _names_of_kinds(view)
        try:
            entered = forms.read(_said(view, posted))
            if posted:
                table.submit(_typed(view, argument, entered), seat)
                return RedirectResponse(view.place, 303)
        except RefereeError as fault:
            refusals = fault.refusals
        said = entered.get(CARD) or {}
        chosen = str(said.get("action") or word(posted, f"v:{CARD}") or names[0])
        known = {field.name for field in fields_of(view.rules.game.action(ACTION))}
        placed = [one.under(CARD) if one.at is not None and one.at.partition(".")[0] in known - {"id", "name"} else one for one in refusals]
        for name in names:
            made = _Print(view, argument, name, said if name == chosen else {}, placed if name == chosen else ())
            kinds.append(made.kind())
            left = tuple(made.left()) if name == chosen else left
    context = {
        **view.context(),
        "kinds": kinds,
        "chosen": chosen if kinds else "",
        "asks": view.voice.argument(ACTION, argument) if kinds else "",
        "name": (word(posted, "t:name") or asked.query_params.get("name", ""))[:MOST_NAME],
        "left": left,
        "most_name": MOST_NAME,
    }
    return templating.page(asked, "new_card.html", 409 if refusals else 200, **context)


def _names_of_kinds(view: MatchView) -> tuple[str, list[str]]:
    """What decides which figures a card has, and its values."""
    offer = view.rules.legal(view.state, None, {"action": ACTION, "id": UNUSED})[ACTION]
    for name, domain in offer.arguments.items():
        values = [value for value, why in answers.judged(domain) if not why] if isinstance(answers.bare(domain), one_of) else []
        if values and all(isinstance(value, str) for value in values):
            return name, values
    raise LookupError(ACTION)


def _said(view: MatchView, posted: FormData) -> Iterator[tuple[str, str]]:
    """What was posted, without numbers that were left blank where the rules know what that means."""
    known = {field.name: field for field in fields_of(view.rules.game.action(ACTION))}
    for name, value in fields(posted):
        path = name.partition(":")[2].split("/")
        field = known.get(path[2]) if len(path) > 2 else None
        blank = name.startswith("n:") and not value.strip()
        if not (blank and (len(path) > 3 or (field is not None and isinstance(field.default, int)))):
            yield name, value


def _typed(view: MatchView, argument: str, entered: Mapping[str, Any]) -> dict[str, Any]:
    """The action that a form says."""
    said = dict(entered.get(CARD) or {})
    name = str(entered.get("name", ""))
    raw = {"action": ACTION, "id": id_of(name, view.rules.game.name), argument: said.pop("action", ""), **said}
    if any(field.name == "name" for field in fields_of(view.rules.game.action(ACTION))):
        raw["name"] = name
    return raw


def id_of(name: str, game: str) -> str:
    """The id of a card, made from its name: small letters without accents, and digits.

    Args:
        name: as it is printed. game: whose card it is.
    """
    between = joint(game)
    words = re.sub(r"[^a-z0-9]+", between, plain_letters(name)).strip(between)
    whole_id = words if words[:1].isalpha() and len(words) >= SHORTEST_ID else between.join(filter(None, ("card", words)))
    return whole_id[:LONGEST_ID].rstrip(between)


class _Print:
    """What is printed on a card of one kind, as controls.

    Args:
        view: the match. argument, kind: what the card is. said: what was typed before. refusals: what was refused of it.
    """

    def __init__(self, view: MatchView, argument: str, kind: str, said: Mapping[str, Any], refusals: Sequence[Refusal]) -> None:
        self._view, self._argument, self._name = view, argument, kind
        self._known = {field.name: field for field in fields_of(view.rules.game.action(ACTION))}
        lists = {name for name, field in self._known.items() if isinstance(field.default, tuple) or field.default_factory is not NODEFAULT}
        shapes = {name: list | dict if name in lists else str | int | None for name in self._known}
        self._said = {name: value for name, value in said.items() if name in shapes and isinstance(value, shapes[name])}
        self._builder = Builder(f"new-{kind}", ACTION, view.voice, {CARD: self._said}, refusals)

    def kind(self) -> Kind:
        """Ask for everything, the figures on which others depend first."""
        figures, chosen, seldom = list[FormControl](), list[FormControl](), list[FormControl]()
        for name, domain in self._asked():
            path = (CARD, f"@{self._name}", name)
            bounds = _bounds(domain)
            if bounds is not None:
                low, high, optional = bounds
                typed = self._builder.number(path, low, high, optional=optional)
                (seldom if optional and self._view.page.argument(ACTION, name).tucked else figures).append(typed)
            elif (made := self._builder.control(path, domain)) is not None:
                (seldom if self._has_usual(name, domain) else chosen).append(made)
        label = capital(self._view.voice.option(ACTION, self._argument, self._name))
        return Kind(name=self._name, label=label, figures=tuple(figures), chosen=tuple(chosen), seldom=tuple(seldom))

    def left(self) -> tuple[Refusal, ...]:
        """What was refused and belongs to no control."""
        return self._builder.left()

    def _asked(self) -> Iterator[tuple[str, Domain]]:
        """Each argument that leaves a choice; those that wait for others follow, with the usual answers to these."""
        draft: dict[str, Any] = {"action": ACTION, "id": UNUSED, self._argument: self._name}
        for _ in self._known:  # one after the other: what one says bounds the next
            offer = self._view.rules.legal(self._view.state, None, draft)[ACTION]
            fresh = next(((name, domain) for name, domain in offer.arguments.items() if name not in draft and name != "name"), None)
            if fresh is None:
                return
            if answers.only(fresh[1]) is None:
                yield fresh
            draft[fresh[0]] = self._answer(*fresh)

    def _answer(self, name: str, domain: Domain) -> Any:
        """What was typed, if it can be; else what the rules take where nothing is said; else the first that can be."""
        said = [self._said[name]] if name in self._said else []
        for plain in (*said, *_usual(self._known[name])):
            if not answers.refusals(domain, plain):
                return plain
        return builtins(answers.first(domain))

    def _has_usual(self, name: str, domain: Domain) -> bool:
        """Say whether nothing has to be chosen."""
        return any(not answers.refusals(domain, plain) for plain in _usual(self._known[name]))


def _usual(field: FieldInfo) -> tuple[Any, ...]:
    """What the rules take where nothing is said, as plain data; nothing where something has to be said."""
    if field.default_factory is not NODEFAULT:
        return (builtins(field.default_factory()),)
    return () if field.default is NODEFAULT else (builtins(field.default),)


def _bounds(domain: Domain) -> tuple[int, int, bool] | None:
    """The lowest and the highest of a domain of numbers, and whether there may be none; None where it has others."""
    inner = answers.bare(domain)
    optional = isinstance(domain, maybe)
    if isinstance(inner, whole | within):
        return (*inner.bounds, optional)
    if not isinstance(inner, one_of):
        return None
    numbers = sorted(value for value in inner.all if type(value) is int)
    lacks = None in inner.all
    if len(numbers) < 2 or len(numbers) + lacks != len(inner.all) or numbers[-1] - numbers[0] != len(numbers) - 1:
        return None
    return numbers[0], numbers[-1], optional or lacks
