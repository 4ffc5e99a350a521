"""A card that is scanned or typed on the match page: every action at hand that takes it, as a form with the card filled in.

A scanner is a keyboard: it types the code of a label (`tapete.cards.label_codes`) into the line and ends it with Enter. Nothing is entered
by scanning alone; a person looks at the form and presses its button.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tapete.cards import tags
from tapete.cards.label_codes import card_of, colour_of
from tapete.core.domains import Domain, each, maybe, one_of, some
from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.table import Table
from tapete.table.colours import usual
from tapete.table.typed import typed_cards
from tapete.web import templating
from tapete.web.entrance import form_posted, hub_of, in_thread, match_asked, route, word
from tapete.web.forms import Form
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.view.question import HIDDEN
from tapete.web.visits import Visit

MOST_TYPED = 80
"""Longest line that is looked at."""

NO_CODE = Code(
    "no_card_code",
    "",
    _("“{typed}” is no label of a card of this game. Scan it again, or type the card's id."),
)
STRANGE = Code(
    "unknown_card",
    "",
    _("Nobody here knows the card “{card}”. If it lies on the table, type it in as a new card."),
)


STRANGE_STICKER = Code(
    "unknown_sticker",
    "",
    _("Nobody here knows this sticker. Say which card it is, then lay it down again."),
)
OTHER_WIZARD = Code(
    "other_deck",
    "",
    _("This card is of the {colour} deck, and nobody here plays that colour. Take the card with your own colour, or type its number."),
)


async def scan(asked: Request) -> Response:
    """The forms that take a card."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked)
    return await in_thread(_scanned, asked, MatchView(table, Visit(asked).language, seat), posted)


def _scanned(asked: Request, view: MatchView, posted: FormData) -> Response:
    typed = word(posted, "code").strip()[:MOST_TYPED]
    card = card_of(typed, view.rules.game.name)
    known = card is not None and knows(view.table, card)
    forms = list(forms_taking(view, card)) if card is not None and known else []
    refusals: tuple[Refusal, ...] = ()
    if card is None:
        refusals = (NO_CODE(typed=typed),)
    elif not known:
        refusals = (STRANGE(card=card),)
        forms = [_with_id(view, form, card) for form in view.asking.forms() if form.action == "add_card"]
    elif colour := colour_of(typed):
        theirs = [seat for seat, own in colours_of(asked, view.table).items() if own == colour]
        refusals = () if theirs else (OTHER_WIZARD(colour=colour.upper()),)
        forms = [form for form in forms if form.seat in theirs]
    keys = keys_of(asked)
    shared = {"form_token": templating.form_token(asked), "is_table": keys.is_table(asked) and view.seat is None}
    name = shown(view, card) if known and card is not None else typed
    context = {**view.context(), **shared, "scanned": name, "forms": forms, "reasons": refusals}
    return templating.page(asked, "scanned.html", 200 if known else 409, **context)


def card_read(table: Table, typed: str) -> str:
    """The card that a scanner's line names; that of a reader begins with a sticker's number, and may end with a code (`tapete.cards.tags`).

    Raises:
        Illegal: it is no label of this game, nobody knows the card or the sticker, or the list of stickers has faults.
    """
    number, _space, written = typed.strip()[:MOST_TYPED].casefold().partition(" ")
    if tags.UID.fullmatch(number):
        typed = tags.known().get(number.replace(":", ""), written)
        if not typed:
            raise Illegal((STRANGE_STICKER(),))
    card = card_of(typed.strip()[:MOST_TYPED], table.rules.game.name)
    if card is None:
        raise Illegal((NO_CODE(typed=typed[:MOST_TYPED]),))
    if not knows(table, card):
        raise Illegal((STRANGE(card=card),))
    return card


def knows(table: Table, card: str) -> bool:
    """Say whether the catalogue has a card, or a person has typed it in."""
    catalogue = table.rules.catalogue
    deck = table.rules.game.deck
    return card in deck if deck else (catalogue is not None and card in catalogue.cards) or card in typed_cards(table.state)


def shown(view: MatchView, card: str) -> str:
    """A card by its name, also of a fixed deck."""
    deck = view.rules.game.deck
    return view.words.show(deck[card], view.language, "spell") if card in deck else view.words.show(card, view.language, "card")


def colours_of(asked: Request, table: Table) -> dict[Seat, str]:
    """Every seat's colour."""
    chosen = hub_of(asked).extras.of(table.id).colours
    return {seat: chosen.get(seat, usual(seat)) for seat in table.seats}


def forms_taking(view: MatchView, card: str) -> Iterator[Form]:
    """Every form of this page that takes the card, with the card filled in where it first fits; what holds the match up comes first."""
    for form in view.asking.forms():
        if form.action in HIDDEN:
            continue
        seat = cast("Seat | None", form.seat)
        offer = view.rules.legal(view.state, seat)[form.action]
        arguments = view.asking.domains(form.action, seat, offer)
        value_of = view.rules.game.deck.get(card, card)
        filled = next(((name, value) for name, domain in arguments.items() for value in filling(domain, value_of)), None)
        if filled is not None:
            yield _rest(view, form, *filled) or view.asking.form(form.action, seat, offer, dict([filled]))


def _rest(view: MatchView, form: Form, name: str, value: Any) -> Form | None:
    """The form of all that is left to choose once the card is given, where one form holds it; nobody has to press Next for that."""
    if not form.waits or not isinstance(value, str):
        return None
    seat = cast("Seat | None", form.seat)
    offer = view.rules.legal(view.state, seat, {"action": form.action, name: value})[form.action]
    return None if offer.wait else view.asking.form(form.action, seat, offer, given=[(f"j:{name}", json.dumps(value))])


def filling(domain: Domain, card: Any) -> Iterator[Any]:
    """How a card fits into a domain: as the value, as one of several, or not at all."""
    inner: Domain | None = getattr(domain, "of", None)
    if hasattr(domain, "barred") and inner is not None:  # an offer's own look-ahead around the domain
        yield from (value for value in filling(inner, card) if not domain.refusals(value))
    elif isinstance(domain, maybe):
        yield from filling(domain.of, card)
    elif isinstance(domain, one_of):
        if not domain.refusals(card):
            yield card
    elif isinstance(domain, some):
        if not domain.of.refusals(card):
            yield [card]
    elif isinstance(domain, each):
        for key, part in domain.keys.items():
            for value in filling(part, card):
                yield {key: value}


def _with_id(view: MatchView, form: Form, card: str) -> Form:
    """The form of a new card, with its id."""
    values: Mapping[str, Any] = {"id": card}
    seat = cast("Seat | None", form.seat)
    offer = view.rules.legal(view.state, seat)[form.action]
    return view.asking.form(form.action, seat, offer, values)


def routes() -> list[Route]:
    """The addresses of the line."""
    return [route(f"{place}/scan", scan, methods=["POST"]) for place in ("/match/{match}", "/match/{match}/seat/{seat}")]
