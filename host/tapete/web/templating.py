"""Templates in the visitor's language, with the few words that every page needs."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from tapete import games
from tapete.core.refusals import Refusal
from tapete.core.texts import Text, Words, figure
from tapete.i18n import Language, translator
from tapete.presentation.svg import SEAT_SHAPES, seat_sign
from tapete.presentation.teaching import spans
from tapete.station.addresses import HERE, group
from tapete.table import Hub
from tapete.web import refilled
from tapete.web.assets import asset
from tapete.web.keys import Keys
from tapete.web.packing import pack
from tapete.web.root import root
from tapete.web.visits import PAGE_PART, Visit

if TYPE_CHECKING:
    from tapete.web.tls import Certificate


COMPILED = Path(__file__).with_name("compiled_templates")
"""Templates as Python modules, where a build has made them (tools/site_table.py); elsewhere each is read when it is first asked for."""


class _Environment(jinja2.Environment):
    """Templates that find what all of them share in one plain dictionary: Jinja's chain of mappings is read anew for every part."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows beside its context; nothing is added to the environment once a template is read."""
        return {**self.globals, **(d or {})}


@functools.cache
def environment(language: Language) -> jinja2.Environment:
    """The templates in one language; strict about names that nobody gave."""
    made = _Environment(
        loader=jinja2.ModuleLoader(COMPILED) if COMPILED.is_dir() else jinja2.PackageLoader("tapete.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every part of every picture asks the disk whether its file is another
    )
    made.install_gettext_translations(translator(language), newstyle=True)  # type: ignore[attr-defined]  # the extension's own method
    made.filters["idword"] = lambda value: re.sub(r"[^A-Za-z0-9-]", "_", str(value))
    made.filters["figure"] = figure
    made.filters["code"] = _code
    made.filters["spans"] = spans
    made.globals["clause_says"] = functools.partial(_clause_says, language)
    made.globals["clause_argues"] = functools.partial(_clause_argues, language)
    made.globals.update(asset=asset, root=root, seat_sign=seat_sign, shapes=SEAT_SHAPES, now=lambda: round(time.time() * 1000))
    return made


@functools.lru_cache(maxsize=4096)
def _clause_says(language: Language, game: str, clause: str) -> str:
    """What a clause of a game says, a ruling with the sentence that stands alone; empty for an unknown id."""
    found = games.find(game)
    one = next((one for one in (found.clauses if found else ()) if one.id == clause), None)
    said = () if one is None else (one.says, one.argument.answer) if one.argument is not None else (one.says,)
    return " ".join(text.in_(language) for text in said)


@functools.lru_cache(maxsize=4096)
def _clause_argues(language: Language, game: str, clause: str) -> str:
    """What else a ruling could be, and why it is not; nothing of other clauses."""
    found = games.find(game)
    argued = next((one.argument for one in (found.clauses if found else ()) if one.id == clause), None)
    return "" if argued is None else " ".join(text.in_(language) for text in (argued.others, argued.why))


def _code(said: str) -> Markup:
    """A sentence in which what stands between backticks is typed in a terminal."""
    pieces = (escape(piece) for piece in str(said).split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def fragment(template: str, language: Language, **context: Any) -> Markup:
    """A part of a page.

    Args:
        template: its file under `templates`.
        language: the reader's.
        context: what it shows; `words` (a game's) serve refusals, plain ones when left out.
    """
    words: Words = context.pop("words", None) or Words()

    def says(refusal: Refusal) -> str:
        return refusal.text(words).in_(language)

    def in_language(text: Text) -> str:
        return text.in_(language)

    return Markup(environment(language).get_template(template).render(says=says, in_language=in_language, language=language, **context))


def page(
    asked: Request, template: str, status: int = 200, *, language: Language | None = None, secrets: Iterable[str] = (), **context: Any
) -> HTMLResponse:
    """A whole page as an answer, packed where its browser takes that.

    Args:
        asked: the request. template: its file under `templates`. status: of HTTP.
        language: the visitor's when left out; a station's screen is everybody's.
        secrets: words on it that a key is made of, beside the token of its forms and the keys in addresses (`tapete.web.packing`).
        context: what it shows.
    """
    visit = Visit(asked)
    is_table = keys_of(asked).is_table(asked)
    at_station = is_table and getattr(asked.app.state, "station", None) is not None
    keys, here = keys_of(asked), asked.client is not None and group(asked.client.host) == HERE
    shared_air = keys.lan and asked.url.scheme == "http" and not here
    given = {"lan": keys.reached, "fingerprint": fingerprint(asked), "shared_air": shared_air}
    given["layout"] = "drawer.html" if asked.headers.get(PAGE_PART) == "drawer" else "base.html"
    hub: Hub = asked.app.state.hub
    given["seat_colours"] = hub.extras.of(str(asked.path_params.get("match", ""))).colours
    given |= {"visit": visit, "form_token": form_token(asked), "is_table": is_table, "at_station": at_station, **context}
    response = HTMLResponse(as_answer(asked, status, fragment(template, language or visit.language, **given), context), status)
    pack(asked, response, (str(given["form_token"]), *secrets))
    visit.remember(response)
    return response


def as_answer(asked: Request, status: int, shown: str, context: Mapping[str, Any]) -> str:
    """A page as the answer to a request: one that refuses a form holds what was typed in it (`tapete.web.refilled`).

    Args:
        asked: the request. status: of the answer. shown: the page. context: what it shows; its refusals mark their fields.
    """
    if status < 400 or not (sent := refilled.sent_by(asked)):
        return shown
    refusals = [one for name in ("refused", "reasons", "faults") for one in context.get(name, ())]
    return refilled.refilled(shown, asked.url.path, sent, refusals)


def fingerprint(asked: Request) -> str:
    """Of the certificate that phones see; empty without HTTPS."""
    certificate: Certificate | None = asked.app.state.certificate
    return "" if certificate is None else certificate.fingerprint


def form_token(asked: Request) -> str:
    """What the forms of this visitor's pages carry."""
    return keys_of(asked).form_of(Visit(asked).session)


def keys_of(asked: Request) -> Keys:
    """The keys of this server."""
    keys: Keys = asked.app.state.keys
    return keys
