"""Keep what was typed in a refused form: the page with the reasons shows the form with what was sent.

One place for every form: whatever page answers a form with a refusal passes through here, and the form that was sent is found in it by its
address and its hidden fields. Passwords, files and hidden fields are never filled in, and neither is what the page has decided itself
(`keep`).
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping
from html.parser import HTMLParser
from typing import NamedTuple

from starlette.requests import Request

from tapete.core.refusals import Refusal
from tapete.web.root import without

_SENT = "tapete.sent"
"""Where the fields of a form lie in the scope of its request."""

OURS = frozenset({"csrf", "session", "expected_version", "expected_seq"})
"""Hidden fields that are another's with each page."""

NEVER = frozenset({"hidden", "password", "file", "submit", "button", "image", "reset"})
"""Types of controls that are not filled in."""

Attributes = dict[str, str | None]


def keep(asked: Request, sent: Iterable[tuple[str, str]]) -> None:
    """Remember what a form has sent, for the page that refuses it; what is remembered later counts instead.

    Args:
        asked: the request. sent: its fields in their order.
    """
    asked.scope[_SENT] = tuple((name, said) for name, said in sent if name not in OURS)


def sent_by(asked: Request) -> tuple[tuple[str, str], ...]:
    """What the form of this request has sent; nothing where it was no form."""
    found: tuple[tuple[str, str], ...] = asked.scope.get(_SENT, ())
    return found


def refilled(markup: str, address: str, sent: Collection[tuple[str, str]], refusals: Iterable[Refusal] = ()) -> str:
    """A page in which the form that was sent holds what was sent; the same page where it has no such form.

    Args:
        markup: the page. address: to which the form was sent, a path. sent: its fields. refusals: whose fields are marked.
    """
    page = _Page(markup)
    said: dict[str, list[str]] = {}
    for name, value in sent:
        said.setdefault(name, []).append(value)
    form = max((one for one in page.forms if one.sends(address, said)), key=lambda one: len(one.names & said.keys()), default=None)
    if form is None:
        return markup
    wrong = {refusal.at.partition(".")[0] for refusal in refusals if refusal.at}
    edits = {one.start: one for one in _edits(form, said, wrong)}
    opened = {at for one in form.controls if one.start in edits for at in one.within} | set(form.within)
    for at in opened:
        tag = page.details[at]
        edits[tag.start] = _Edit(tag.start, tag.end, _tag("details", {**tag.given, "open": None}))
    pieces, at = [], 0
    for edit in sorted(edits.values()):
        pieces += [markup[at : edit.start], edit.text]
        at = edit.end
    return "".join((*pieces, markup[at:]))


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


class _Tag(NamedTuple):
    """A start tag (of a text area: with its text), and the `details` around it."""

    name: str
    given: Attributes
    start: int
    end: int
    within: tuple[int, ...] = ()
    of: str = ""
    """The name of the select that an option belongs to."""

    @property
    def called(self) -> str:
        return self.of or self.given.get("name") or ""

    @property
    def type(self) -> str:
        return self.name if self.name != "input" else (self.given.get("type") or "text").lower()


class _Form:
    """A form of a page: where it goes, and its controls."""

    def __init__(self, given: Attributes, within: tuple[int, ...]) -> None:
        self.given, self.within = given, within
        self.controls: list[_Tag] = []

    @property
    def names(self) -> set[str]:
        return {one.called for one in self.controls}

    def sends(self, address: str, said: Mapping[str, list[str]]) -> bool:
        """Say whether this form sends such fields to an address: it has them all, and what is fixed in it was sent."""
        if (self.given.get("method") or "").lower() != "post" or without((self.given.get("action") or "").partition("?")[0]) != without(
            address
        ):
            return False
        fixed: dict[str, set[str]] = {}
        for one in self.controls:
            if one.type in ("hidden", "button") and one.called and one.called not in OURS:
                fixed.setdefault(one.called, set()).add(one.given.get("value") or "")
        return said.keys() <= self.names and all(values & set(said.get(name, ())) for name, values in fixed.items() if name in said)


def _edits(form: _Form, said: Mapping[str, list[str]], wrong: Collection[str]) -> Iterable[_Edit]:
    """What becomes other in the controls of a form."""
    written: dict[str, list[_Tag]] = {}
    offered: dict[str, set[str]] = {}
    for one in form.controls:
        if one.type in ("radio", "option"):
            offered.setdefault(one.called, set()).add(one.given.get("value") or "")
    for one in form.controls:
        given, mark = dict(one.given), {"aria-invalid": "true"} if one.called in wrong and one.name != "option" else {}
        if one.type in NEVER or not one.called:
            continue
        if one.type in ("checkbox", "radio", "option"):
            word = "selected" if one.name == "option" else "checked"
            here = (one.given.get("value") or ("on" if one.type == "checkbox" else "")) in said.get(one.called, ())
            # What is not offered cannot be kept: then the choice stays as the page has it.
            if (one.type == "checkbox" or offered[one.called] & set(said.get(one.called, ()))) and (here != (word in given) or mark):
                given.pop(word, None)
                yield _Edit(one.start, one.end, _tag(one.name, {**given, **({word: None} if here else {}), **mark}))
            continue
        if one.name == "select":
            if mark:
                yield _Edit(one.start, one.end, _tag(one.name, {**given, **mark}))
            continue
        written.setdefault(one.called, []).append(one)
    for name, controls in written.items():
        mark = {"aria-invalid": "true"} if name in wrong else {}
        for one, value in zip(controls, said.get(name, ()), strict=False) if len(controls) == len(said.get(name, ())) else ():
            if one.name == "textarea":
                yield _Edit(one.start, one.end, f"{_tag(one.name, {**one.given, **mark})}\n{html.escape(value, quote=False)}")
            elif (one.given.get("value") or "") != value or mark:
                yield _Edit(one.start, one.end, _tag(one.name, {**one.given, "value": value, **mark}))


def _tag(name: str, given: Mapping[str, str | None]) -> str:
    said = "".join(f" {key}" if value is None else f' {key}="{html.escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>"


class _Page(HTMLParser):
    """The forms of a page and the `details` in it, with where their tags stand."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[_Form] = []
        self.details: list[_Tag] = []
        self._inside: list[int] = []
        self._form: _Form | None = None
        self._select = ""
        self._area: _Tag | None = None
        self._lines = [0]
        for line in markup.split("\n")[:-1]:
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.feed(markup)
        self.close()

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._at()
        found = _Tag(tag, dict(attrs), start, start + len(self.get_starttag_text() or ""), tuple(self._inside))
        if tag == "details":
            self._inside.append(len(self.details))
            self.details.append(found)
        elif tag == "form":
            self._form = _Form(found.given, found.within)
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "textarea":
            self._area = found
        elif tag == "option":
            self._form.controls.append(found._replace(of=self._select))
        elif tag in ("input", "select", "button"):
            self._form.controls.append(found)
            self._select = found.called if tag == "select" else self._select

    def handle_endtag(self, tag: str) -> None:
        if tag == "details" and self._inside:
            self._inside.pop()
        elif tag == "form":
            self._form = None
        elif tag == "textarea" and self._area is not None and self._form is not None:
            self._form.controls.append(self._area._replace(end=self._at()))
            self._area = None
