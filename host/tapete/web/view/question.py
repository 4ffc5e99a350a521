"""What may be entered now: a form for every offer, the dice that are due, and why the rest is barred."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tapete.core.answers import bare
from tapete.core.domains import Domain, each, maybe, row, some
from tapete.core.judge import Offer
from tapete.core.kinds import name_of
from tapete.core.refusals import Illegal, Malformed, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.web import nested
from tapete.web.forms import Builder, DiePad, Form
from tapete.web.view.glance import Glance

HIDDEN = frozenset({"reveal_bids", "ruling"})
"""Actions that have no form on the match page: the table enters them itself, or they have a page of their own."""

UNASKED = frozenset({"seat", "agreed"})
"""Arguments without a control: the form belongs to a seat, and consent is tapped on each seat's page."""


class OfferAsker:
    """Says why a value of an offer is barred, by asking its domain (`forms.Asker`)."""

    def __init__(self, arguments: Mapping[str, Domain]) -> None:
        self.arguments = arguments

    def why(self, path: tuple[str, ...], value: Any) -> Sequence[Refusal]:
        """The refusals of one value of the domain at a path; none where the path leads into an operation or an action."""
        domain: Any = self.arguments.get(path[0])
        for part in path[1:]:
            domain = None if domain is None else bare(domain)
            if isinstance(domain, each):
                domain = domain.keys.get(part)
            elif isinstance(domain, row) and part.isdecimal():
                domain = domain.places[int(part)]
            else:
                return ()
        while isinstance(domain, maybe) or (domain is not None and hasattr(domain, "barred")):
            if hasattr(domain, "barred") and not isinstance(bare(domain), some) and (found := domain.refusals(value)):
                return tuple(found)
            domain = domain.of
        if isinstance(domain, some):
            domain = domain.of
        return tuple(domain.refusals(value)) if isinstance(domain, Domain) else ()


class QuestionView:
    """What a match asks one reader, and what the reader may enter."""

    def __init__(self, glance: Glance) -> None:
        self._now = glance

    def forms(self) -> list[Form]:
        """A form for everything that may be entered here; what holds the match up comes first."""
        now = self._now
        # A seat's own page has what its seat may do; dice belong to nobody, so those of its panel come beside, and what the game says.
        who: tuple[Seat | None, ...] = (now.seat, None) if now.seat else (*now.state.seats, None)
        owing = now.rules.awaiting(now.state)
        # What one seat owes, the table may enter for it where the action belongs to nobody ("nobody reacts").
        due = {(seat, action): place for owed in owing for place, action in enumerate(owed.actions) for seat in (owed.seat, None)}
        found = []
        for seat in who:
            for action, offer in now.rules.legal(now.state, seat).items():
                here = now.seat is None or seat is not None or (self.dice() if now.rolls(action) else action in now.page.on_seats)
                if here and action not in HIDDEN and (form := self.form(action, seat, offer)).complete:
                    found.append((due.get((seat, action), len(due)), form))
        found.sort(key=lambda pair: pair[0])
        return [form for _, form in found]

    def form(
        self,
        action: str,
        seat: Seat | None,
        offer: Offer,
        values: Mapping[str, Any] | None = None,
        refusals: Iterable[Refusal] = (),
        given: Sequence[tuple[str, str]] = (),
        halves: Mapping[str, Any] | None = None,
    ) -> Form:
        """The form of one offered action.

        Args:
            action: its name.
            seat: whose it is; None for one that belongs to nobody.
            offer: the domains of its arguments.
            values: what was entered before.
            refusals: what was refused; each stands at its control.
            given: arguments chosen in an earlier step, as hidden fields.
            halves: actions inside the action that are half chosen; what comes next of them is asked.

        Raises:
            Malformed, Illegal: a half cannot be.
        """
        name = f"form-{seat or 'table'}-{action}"
        if self._now.rolls(action):
            return Form(id=name, action=action, seat=None, pads=self.dice(), refusals=tuple(refusals))
        arguments = dict(offer.arguments)
        secret = self._secret(action, seat, arguments)
        for at in set(arguments) & set(halves or {}):
            arguments[at] = nested.drafted(arguments[at], (halves or {})[at])
        reveals = self._revealed_elsewhere(action, arguments)
        builder = Builder(name, action, self._now.voice, OfferAsker(arguments), values, refusals, secret)
        made = [builder.control((at,), domain.describe()) for at, domain in arguments.items() if self._is_asked(action, at)]
        controls = tuple(control for control in made if control.kind != "fixed")
        waits = tuple(at for at in offer.wait if at not in UNASKED)
        return Form(
            id=name,
            action=action,
            seat=seat,
            controls=controls,
            given=tuple(given),
            waits=waits,
            refusals=builder.left(),
            complete=len(controls) == len(made),
            secret=secret is not None or reveals,
        )

    def dice(self) -> tuple[DiePad, ...]:
        """The dice that are due here, in their order: all of them on the table's page, its own on a seat's."""
        due = (owed for owed in self._now.rules.awaiting(self._now.state) if owed.meaning == "die" and self._now.seat in (None, owed.seat))
        return tuple(DiePad(json.dumps(owed.params["roll"]), owed.seat, self._die(owed)) for owed in due)

    def _die(self, owed: Owed) -> str:
        """What a die is for: as the game's page says it, with the faces that choose what; else as its prompt does."""
        if "die" in self._now.words.kinds:
            return self._now.words.show(owed.params["roll"], self._now.language, "die")
        return self._now.rules.prompts(owed)[0].in_(self._now.language)

    def _is_asked(self, action: str, argument: str) -> bool:
        """Say whether an argument has a control."""
        return argument not in UNASKED and f"{action}.{argument}" not in self._now.page.unasked

    def domains(self, action: str, seat: Seat | None, offer: Offer) -> dict[str, Domain]:
        """The domains that a form is made from: those of the offer, a secret's own in the place of its seal."""
        arguments = dict(offer.arguments)
        self._secret(action, seat, arguments)
        return arguments

    def unfinished(self, action: str, seat: Seat | None, entered: Mapping[str, Any]) -> bool:
        """Say whether an action inside this one is only half chosen: then the next step is asked.

        Raises:
            Malformed, Illegal: a half cannot be, or the action is not offered.
        """
        now = self._now
        inner = {name: value for name, value in entered.items() if isinstance(value, Mapping) and "action" in value}
        if not inner or (offer := now.rules.legal(now.state, seat).get(action)) is None:
            return False
        arguments = self.domains(action, seat, offer)
        return any(nested.unfinished(arguments[name], half) for name, half in inner.items() if name in arguments)

    def _secret(self, action: str, seat: Seat | None, arguments: dict[str, Domain]) -> str | None:
        """Where an action locks a secret: put the secret's own domain in the place of its seal."""
        for sealing in self._now.rules.game.sealings:
            if seat is not None and action == name_of(sealing.lock):
                domain = sealing.domain(self._now.board, seat)
                arguments.pop("seal", None)
                if domain is not None:
                    arguments[sealing.secret] = domain
                return sealing.secret
        return None

    def _revealed_elsewhere(self, action: str, arguments: dict[str, Domain]) -> bool:
        """Say whether an action reveals secrets. What a phone or a console keeps is not asked: it comes to light together with the rest.

        So it is not shown in advance either, or the one who turns the other card over could look before choosing it.
        """
        for sealing in self._now.rules.game.sealings:
            top = self._now.state.agenda[-1]
            if action != name_of(sealing.reveal) or not isinstance(top, sealing.step):
                continue
            arguments.pop("nonces", None)
            for seat in top.seals:
                arguments.pop(sealing.parts.get(seat, ""), None)
            together = arguments.get(sealing.argument)
            if isinstance(together, each):
                arguments[sealing.argument] = each({seat: one for seat, one in together.keys.items() if seat not in top.seals})
            return True
        return False

    def why_not(self, offered: Sequence[Form]) -> list[tuple[str, Seat | None, tuple[Refusal, ...]]]:
        """Every action that is not offered here, and why."""
        now = self._now
        if now.rules.result(now.state) is not None:
            return []
        there = {(form.seat, form.action) for form in offered}
        found: list[tuple[str, Seat | None, tuple[Refusal, ...]]] = []
        who: tuple[Seat, ...] = (now.seat,) if now.seat else now.state.seats
        for kind in now.rules.game.actions:
            action = name_of(kind)
            if action in HIDDEN or "seat" not in kind.__struct_fields__:
                continue
            missing = ((seat, now.rules.why_not(now.state, seat, action)) for seat in who if (seat, action) not in there)
            found += [(now.voice.title(action), seat, reasons[:3]) for seat, reasons in missing if reasons]
        if now.seat is None:
            found = _once(found)
        return found

    def refused(self, action: str, seat: Seat | None, values: Mapping[str, Any], fault: RefereeError) -> Form | None:
        """The form of a refused action with its reasons in place; None where the action is not offered any more."""
        now = self._now
        try:
            offer = now.rules.legal(now.state, seat).get(action)
        except (Illegal, Malformed):
            return None
        return self.form(action, seat, offer, values, fault.refusals) if offer is not None else None

    def waiting(self) -> list[str]:
        """What the table itself owes (anybody may enter it)."""
        owing = [owed for owed in self._now.rules.awaiting(self._now.state) if owed.seat is None]
        return [self._now.rules.prompts(owed)[0].in_(self._now.language) for owed in owing]

    def drafts(self) -> list[tuple[Seat, str]]:
        """What seats are putting together on their panels, in words."""
        now = self._now
        found = []
        for seat, draft in now.table.drafts.items():
            action = str(draft.get("action", ""))
            for argument, value in draft.items():
                if argument not in ("action", "seat"):
                    shown = [now.voice.option(action, argument, one) for one in (value if isinstance(value, (list, tuple)) else (value,))]
                    found.append((seat, f"{now.voice.argument(action, argument)}: {', '.join(shown) or '–'}"))
        return found


def _once(
    found: list[tuple[str, Seat | None, tuple[Refusal, ...]]],
) -> list[tuple[str, Seat | None, tuple[Refusal, ...]]]:
    """The same reason for every seat is said once."""
    said: dict[tuple[str, tuple[str, ...]], tuple[str, Seat | None, tuple[Refusal, ...]]] = {}
    for label, seat, reasons in found:
        at = (label, tuple(r.text().in_("en") for r in reasons))
        said[at] = (label, None if at in said else seat, reasons)
    return list(said.values())
