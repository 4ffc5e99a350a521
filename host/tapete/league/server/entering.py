"""How people come into an event, from a page or from a program; and what a form brings with a file."""

from __future__ import annotations

from starlette.datastructures import UploadFile
from starlette.requests import Request

from tapete.core.refusals import Illegal, Refusal
from tapete.league.decisions import EnterEntrant
from tapete.league.server import entry_forms
from tapete.league.server.shared import League
from tapete.web.errors import PageError
from tapete.web.keys import Keys
from tapete.web.visits import session_of


async def enter_one(league: League, shop: str, event: str, one: entry_forms.Named, who: str, why: str) -> Refusal | None:
    """Enter one of a list; why that was not possible."""
    person = one.person or entry_forms.new_person()
    try:
        if one.person:
            await league.store.know(shop, person, one.name)
        else:
            await league.store.name_person(shop, person, one.name)
        await league.decide(shop, event, EnterEntrant(person, one.strength, one.division), who=who, why=why)
    except Illegal as fault:
        return fault.refusals[0]
    return None


async def with_file(asked: Request, field: str = "names") -> dict[str, str]:
    """The fields of a form with a file, whose text stands behind that of `field`; a file that is no text stays the field `file`.

    Raises:
        PageError: not one of our forms.
    """
    async with asked.form(max_files=1, max_fields=20) as posted:
        keys: Keys = asked.app.state.keys
        if not keys.is_form(str(posted.get("csrf", "")), session_of(asked)):
            raise PageError(403, "old_form")
        found = {name: value for name, value in posted.items() if isinstance(value, str)}
        file = posted.get("file")
        if isinstance(file, UploadFile) and file.filename:
            try:
                found[field] = f"{found.get(field, '')}\n{(await file.read()).decode('utf-8-sig')}"
            except UnicodeDecodeError:
                found["file"] = "no text"
    return found
