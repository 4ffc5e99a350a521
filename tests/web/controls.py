"""What a form on a page would send, as a browser reads it."""

from __future__ import annotations

from html.parser import HTMLParser


class _Forms(HTMLParser):
    """Reads every form of a page: its address, and what each control would send."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self._select, self._chosen, self._options = "", False, list[str]()
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self.forms.append((given.get("action") or "", {}))
        elif not self.forms:
            return
        elif tag == "input" and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self._add(name, value)
        elif tag == "select":
            self._select, self._chosen, self._options = name, False, []
        elif tag == "option":
            self._options.append(value)
            if "selected" in given:
                self._chosen = True
                self._add(self._select, value)
        elif tag == "textarea":
            self._area = ""
            self._select = name

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and not self._chosen and self._options and self.forms:
            self._add(self._select, self._options[0])
        if tag == "textarea" and self._area is not None:
            self._add(self._select, self._area.removeprefix("\n"))
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area += data

    def _add(self, name: str, value: str) -> None:
        if name:
            self.forms[-1][1].setdefault(name, []).append(value)


def controls(page: str, action: str, **fixed: str) -> dict[str, list[str]]:
    """What the one form of a page with this address and these fields would send, by the names of its controls."""
    reader = _Forms()
    reader.feed(page)
    found = [
        form for address, form in reader.forms if address == action and all(value in form.get(name, ()) for name, value in fixed.items())
    ]
    assert len(found) == 1, (action, fixed, [address for address, _form in reader.forms])
    return found[0]
