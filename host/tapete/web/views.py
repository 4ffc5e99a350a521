"""What the pages of one match show, out of the table's state: nothing is decided here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.board import Board
from tapete.core.dice import EnterRoll
from tapete.core.domains import Domain, each, maybe, row, some
from tapete.core.events import Event
from tapete.core.judge import Offer
from tapete.core.kinds import name_of
from tapete.core.log import Entry
from tapete.core.preview import preview
from tapete.core.refusals import Illegal, Malformed, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep
from tapete.core.texts import Language, Text, Words, _
from tapete.presentation import endings, page_of
from tapete.presentation import panel as panels
from tapete.presentation.base import SeatFigures, Voice
from tapete.table import Table
from tapete.table.prompts import lock_says, prompts
from tapete.table.sources import AUTOMATIC
from tapete.table.story import with_names
from tapete.web import clocks, nested, templating
from tapete.web.forms import Builder, DiePad, Form, ShownPreview

HIDDEN = frozenset({"reveal_bids", "ruling"})
"""Actions that have no form on the match page: the table enters them itself, or they have a page of their own."""

UNASKED = frozenset({"seat", "agreed"})
"""Arguments without a control: the form belongs to a seat, and consent is tapped on each seat's page."""

LAST_LINES = 12
"""Entries that the match page shows; the whole story has a page of its own."""

STATUS: Mapping[str, tuple[str, Text]] = {
    "turn": ("▸", _("Your turn")),
    "ready": ("✓", _("Ready")),
    "waiting": ("…", _("Waiting")),
    "won": ("★", _("Wins")),
    "lost": ("–", _("Loses")),
    "drawn": ("=", _("Draw")),
    "dark": ("–", _("Stopped", "console")),
}
"""How a seat is doing: a sign and a word, never a colour alone."""

THEIR_TURN = _("Their turn")
"""What a seat's own page says of another whose turn it is."""

RESULTS: Mapping[str, Text] = {
    "win": _("wins the match"),
    "draw": _("A draw"),
    "loss": _("The match is lost"),
    "stopped": _("The match was stopped"),
}


class SeatBox(Struct, frozen=True, kw_only=True):
    """One seat on a page; `change` says what moved its counter last, and the clause; `presses` what the buttons of its panel do now."""

    seat: Seat
    figures: SeatFigures
    status: str
    status_mark: str
    status_text: str
    step: str
    change: tuple[str, str] | None = None
    presses: str = ""


class Line(Struct, frozen=True, kw_only=True):
    """One entry of the story."""

    seq: int
    told: tuple[tuple[str, str], ...]
    undone: bool
    by_ruling: bool


class ResultBox(Struct, frozen=True):
    """Who won, in words."""

    seats: tuple[Seat, ...]
    text: str


class OfferAsker:
    """Says why a value of an offer is barred, by asking its domain (`forms.Asker`)."""

    def __init__(self, arguments: Mapping[str, Domain]) -> None:
        self.arguments = arguments

    def why(self, path: tuple[str, ...], value: Any) -> Sequence[Refusal]:
        """The refusals of one value of the domain at a path; none where the path leads into an operation or an action."""
        domain: Any = self.arguments.get(path[0])
        for part in path[1:]:
            if isinstance(domain, each):
                domain = domain.keys.get(part)
            elif isinstance(domain, row) and part.isdecimal():
                domain = domain.places[int(part)]
            else:
                return ()
        while isinstance(domain, maybe) or (domain is not None and hasattr(domain, "barred")):
            if hasattr(domain, "barred") and (found := domain.refusals(value)):
                return tuple(found)
            domain = domain.of
        if isinstance(domain, some):
            domain = domain.of
        return tuple(domain.refusals(value)) if isinstance(domain, Domain) else ()


class MatchView:
    """One match for one reader.

    Args:
        table: the match.
        language: the reader's.
        seat: whose own page; None: the page of the whole table.
    """

    def __init__(self, table: Table, language: Language, seat: Seat | None = None) -> None:
        self.table, self.language, self.seat = table, language, seat
        self.names = table.names
        with table.still():  # one moment: other threads add entries
            self.seq, self.question, self.state = table.seq, table.question, table.state
            self.entries, self.line = table.entries, table.line()
        self.rules = with_names(table.rules, self.names, self.state)
        self.page = page_of(self.rules.game.name)
        self.words: Words = self.page.words_at(self.rules, self.state, self.rules.words)
        self.voice = Voice(self.page, language, self.words)
        self.board: Board[Any] = self.rules.board(self.state)
        self.scene = self.rules.scene(self.state)
        self._changes: dict[Seat, Event] | None = None

    # ---- what is shown

    def context(self) -> dict[str, Any]:
        """Everything that the templates of a match's parts ask for."""
        boxes = [self.seat_box(seat) for seat in self.state.seats]
        mine = [box for box in boxes if self.seat in (None, box.seat)]
        offered = self.forms()
        quiet = [form for form in offered if form.action in self.page.quiet | self.page.seldom]
        lines = self.lines()
        put_right = [text.in_(self.language) for text in self.table.to_put_right()]
        return {
            "game": self.rules.game.name,
            "title": self.title,
            "headline": self.page.headline(self.rules, self.state, self.language),
            "drawing": self.drawing(),
            "told": self.told(),
            "seats": mine,
            "rivals": [self._rival(box) for box in boxes if box not in mine],
            "seat_names": self.names,
            "instructions": [] if put_right else self.instructions(),
            "instructions_were": self.instructions_were(),
            "put_right": put_right,
            "waiting": self.waiting(),
            "result": self.result(),
            "ended": self.ended(),
            "forms": [form for form in offered if form not in quiet],
            "more_forms": quiet,
            "show_seats": self.seat is None,
            "why_not": self.why_not(offered),
            "speech": self.voice,
            "quiet_actions": self.page.quiet,
            "goes_on": self.page.goes_on,
            "words": self.words,
            "lines": lines[: LAST_LINES // (2 if self.seat else 1)],
            "more_lines": len(lines) if len(lines) > LAST_LINES else 0,
            "seq": self.seq,
            "question": self.question,
            "match_id": self.table.id,
            "place": self.place,
            "consent": self.asked(),
            "clock": clocks.of_match(self.table, self.language),
            "notices": [notice.text.in_(self.language) for notice in self.table.notices if notice.seq >= self.seq],
            "drafts": self.drafts(),
            "can_undo": self.table.can_undo,
            "can_redo": self.table.can_redo,
            "move_refusals": (),
            "refused": (),
            "deck_seats": [seat for seat in self.state.seats if self.seat in (None, seat) and self._scans_deck(seat)],
            "has_cards": self.table.rules.catalogue is not None and self.result() is None,
        }

    def _scans_deck(self, seat: Seat) -> bool:
        """Say whether a seat may register its deck card by card now."""
        listed = self.page.deck(self.rules, self.state, seat, self.language, self.words)
        return listed is not None and listed.open

    @property
    def title(self) -> str:
        """The game's name."""
        return self.rules.game.title.in_(self.language)

    @property
    def place(self) -> str:
        """The address of the board, under which everything of the match lies."""
        return f"/match/{self.table.id}" + (f"/seat/{self.seat}" if self.seat else "")

    def asked(self) -> dict[str, Any] | None:
        """The move that waits for consent; a seat's own page answers for that seat alone."""
        asked = self.table.asked()
        if asked is None:
            return None
        seats = [(seat, agreed) for seat, agreed in asked.seats if agreed or self.seat in (None, seat)]
        change = self.preview(asked.ruling) if asked.ruling is not None else None
        return {"text": asked.text.in_(self.language), "seats": seats, "preview": change}

    def drafts(self) -> list[tuple[Seat, str]]:
        """What seats are putting together on their panels, in words."""
        found = []
        for seat, draft in self.table.drafts.items():
            action = str(draft.get("action", ""))
            for argument, value in draft.items():
                if argument not in ("action", "seat"):
                    shown = [self.voice.option(action, argument, one) for one in (value if isinstance(value, (list, tuple)) else (value,))]
                    found.append((seat, f"{self.voice.argument(action, argument)}: {', '.join(shown) or '–'}"))
        return found

    def drawing(self) -> Markup:
        """The picture of the board."""
        return self.page.picture(self.rules, self.state, self.language, self.words, seat=self.seat, changes=self.changes())

    def changes(self) -> Mapping[Seat, Event]:
        """What moved each seat's counter last, in games that say so."""
        if self._changes is None:
            self._changes = {}
            for seq in reversed(self.line):
                for event in reversed(self.table.events(seq)):
                    if (seat := self.page.counted(event)) is not None:
                        self._changes.setdefault(seat, event)
                if len(self._changes) == len(self.state.seats):
                    break
        return self._changes

    def seat_box(self, seat: Seat) -> SeatBox:
        """One seat's figures, how it is doing, and its next step."""
        status = self.status(seat)
        mark, text = STATUS[status]
        said = text.in_(self.language)
        return SeatBox(
            seat=seat,
            figures=self.page.figures(self.rules, self.state, seat, self.language, self.words),
            status=status,
            status_mark=mark,
            status_text=said,
            step=self.step(seat),
            change=self.sentence(self.changes()[seat]) if seat in self.changes() else None,
            presses=self.presses(seat),
        )

    def _rival(self, box: SeatBox) -> SeatBox:
        """Another seat as a seat's own page tells of it: not as if the reader were meant."""
        return replace(box, status_text=THEIR_TURN.in_(self.language)) if box.status == "turn" else box

    def presses(self, seat: Seat) -> str:
        """What the buttons of a seat's panel do at this moment."""
        panel = next(panel for panel in self.scene.panels if panel.seat == seat)
        says = lock_says(self.rules, self.state, seat)
        does = self.voice.button(name_of(type(says))) if says is not None else ""
        return panels.presses(panel, does, self.language, self.words, bid=self._bid(seat))

    def _bid(self, seat: Seat) -> panels.BidState:
        """Where a seat's bid is: a panel opens only what lies on it, and while somebody has not locked yet."""
        step = self.state.agenda[-1]
        if not isinstance(step, SealingStep) or seat not in step.ready:
            return "open"
        return "locked" if self.table.holder(seat) is not None and len(step.ready) < len(self.state.seats) else "away"

    def step(self, seat: Seat) -> str:
        """The one next step of a seat; empty once there is a result."""
        prompt = prompts(self.rules, self.state).get(seat)
        return prompt.text.in_(self.language) if prompt is not None else ""

    def status(self, seat: Seat) -> str:
        """A key of `STATUS`: what the lamp of its panel says."""
        return next(panel.lamp for panel in self.scene.panels if panel.seat == seat)

    def result(self) -> ResultBox | None:
        """The end of the match, once it is there."""
        over = self.rules.result(self.state)
        if over is None:
            return None
        return ResultBox(over.seats if over.kind == "win" else (), RESULTS[over.kind].in_(self.language))

    def ended(self) -> str:
        """Who won and why, in one sentence; empty while there is no result."""
        over = self.rules.result(self.state)
        return "" if over is None else endings.sentence(self.rules, over, self.names, self.language)

    def waiting(self) -> list[str]:
        """What the table itself owes (anybody may enter it)."""
        owing = [owed for owed in self.rules.awaiting(self.state) if owed.seat is None]
        return [self.rules.prompts(owed)[0].in_(self.language) for owed in owing]

    def told(self) -> str:
        """The last thing that happened, in a sentence."""
        for entry in reversed(self.entries):
            if told := self._told(entry):
                return told[-1][0]
        return ""

    def instructions(self) -> list[tuple[str, str]]:
        """What hands must do, in order: because of the newest thing declared that asks for something. It stands until another one does."""
        return self.newest_instructions()[0]

    def instructions_were(self) -> bool:
        """Say whether more was declared since hands had to do something: then it is done, or was forgotten. Dice come in by themselves."""
        instructions, since = self.newest_instructions()
        return bool(instructions) and any(not self._rolls(str((entry.action or {}).get("action"))) for entry in since)

    def newest_instructions(self) -> tuple[list[tuple[str, str]], list[Entry]]:
        """The newest instructions, with those of what followed by itself; and what was declared since."""
        by_seq = {entry.seq: entry for entry in self.entries}
        instructions: list[tuple[str, str]] = []
        since: list[Entry] = []
        for seq in reversed(self.line):
            told = ((self.rules.instruction(event), event.clause) for event in self.table.events(seq))
            instructions[:0] = [(instruction.in_(self.language), clause) for instruction, clause in told if instruction is not None]
            if by_seq[seq].source != AUTOMATIC.text:
                if instructions:
                    break
                since.append(by_seq[seq])
        return instructions, since

    def lines(self) -> list[Line]:
        """The story, newest first."""
        counted = set(self.line)
        found = []
        for entry in reversed(self.entries):
            if told := self._told(entry):
                undone = entry.move is None and entry.seq not in counted
                found.append(
                    Line(seq=entry.seq, told=told, undone=undone, by_ruling=any(e.by_ruling for e in self.table.events(entry.seq)))
                )
        return found

    def told_in(self, seq: int) -> tuple[tuple[str, str], ...]:
        """What happened in an entry, each sentence with its clause; nothing at the beginning (0)."""
        return self._told(self.entries[seq - 1]) if seq else ()

    def _told(self, entry: Entry) -> tuple[tuple[str, str], ...]:
        if entry.move is not None:
            return ((MOVES[entry.move].in_(self.language).format(to=entry.to), ""),)
        return tuple(self.sentence(event) for event in self.table.events(entry.seq))

    def sentence(self, event: Event) -> tuple[str, str]:
        """An event's line and its clause."""
        return self.rules.sentence(event).in_(self.language), event.clause

    # ---- forms

    def forms(self) -> list[Form]:
        """A form for everything that may be entered here; what holds the match up comes first."""
        # A seat's own page has what its seat may do; dice belong to nobody, so those of its panel come beside, and what the game says.
        who: tuple[Seat | None, ...] = (self.seat, None) if self.seat else (*self.state.seats, None)
        owing = self.rules.awaiting(self.state)
        # What one seat owes, the table may enter for it where the action belongs to nobody ("nobody reacts").
        due = {(seat, action): place for owed in owing for place, action in enumerate(owed.actions) for seat in (owed.seat, None)}
        found = []
        for seat in who:
            for action, offer in self.rules.legal(self.state, seat).items():
                here = self.seat is None or seat is not None or (self.dice() if self._rolls(action) else action in self.page.on_seats)
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
        if self._rolls(action):
            return Form(id=name, action=action, seat=None, pads=self.dice(), refusals=tuple(refusals))
        arguments = dict(offer.arguments)
        secret = self._secret(action, seat, arguments)
        for at in set(arguments) & set(halves or {}):
            arguments[at] = nested.drafted(arguments[at], (halves or {})[at])
        reveals = self._revealed_elsewhere(action, arguments)
        builder = Builder(name, action, self.voice, OfferAsker(arguments), values, refusals, secret)
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

    def _rolls(self, action: str) -> bool:
        """Say whether an action enters a die."""
        return issubclass(self.rules.game.action(action), EnterRoll)

    def dice(self) -> tuple[DiePad, ...]:
        """The dice that are due here, in their order: all of them on the table's page, its own on a seat's."""
        due = (owed for owed in self.rules.awaiting(self.state) if owed.meaning == "die" and self.seat in (None, owed.seat))
        return tuple(DiePad(json.dumps(owed.params["roll"]), owed.seat, self._die(owed)) for owed in due)

    def _die(self, owed: Owed) -> str:
        """What a die is for: as the game's page says it, with the faces that choose what; else as its prompt does."""
        if "die" in self.words.kinds:
            return self.words.show(owed.params["roll"], self.language, "die")
        return self.rules.prompts(owed)[0].in_(self.language)

    def _is_asked(self, action: str, argument: str) -> bool:
        """Say whether an argument has a control."""
        return argument not in UNASKED and f"{action}.{argument}" not in self.page.unasked

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
        inner = {name: value for name, value in entered.items() if isinstance(value, Mapping) and "action" in value}
        if not inner or (offer := self.rules.legal(self.state, seat).get(action)) is None:
            return False
        arguments = self.domains(action, seat, offer)
        return any(nested.unfinished(arguments[name], half) for name, half in inner.items() if name in arguments)

    def _secret(self, action: str, seat: Seat | None, arguments: dict[str, Domain]) -> str | None:
        """Where an action locks a secret: put the secret's own domain in the place of its seal."""
        for sealing in self.rules.game.sealings:
            if seat is not None and action == name_of(sealing.lock):
                domain = sealing.domain(self.board, seat)
                arguments.pop("seal", None)
                if domain is not None:
                    arguments[sealing.secret] = domain
                return sealing.secret
        return None

    def _revealed_elsewhere(self, action: str, arguments: dict[str, Domain]) -> bool:
        """Say whether an action reveals secrets. What a phone or a console keeps is not asked: it comes to light together with the rest.

        So it is not shown in advance either, or whoever turns the other card over could look before choosing it.
        """
        for sealing in self.rules.game.sealings:
            top = self.state.agenda[-1]
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
        if self.rules.result(self.state) is not None:
            return []
        there = {(form.seat, form.action) for form in offered}
        found: list[tuple[str, Seat | None, tuple[Refusal, ...]]] = []
        who: tuple[Seat, ...] = (self.seat,) if self.seat else self.state.seats
        for kind in self.rules.game.actions:
            action = name_of(kind)
            if action in HIDDEN or "seat" not in kind.__struct_fields__:
                continue
            missing = ((seat, self.rules.why_not(self.state, seat, action)) for seat in who if (seat, action) not in there)
            found += [(self.voice.title(action), seat, reasons[:3]) for seat, reasons in missing if reasons]
        if self.seat is None:
            found = _once(found)
        return found

    def refused(self, action: str, seat: Seat | None, values: Mapping[str, Any], fault: RefereeError) -> Form | None:
        """The form of a refused action with its reasons in place; None where the action is not offered any more."""
        try:
            offer = self.rules.legal(self.state, seat).get(action)
        except (Illegal, Malformed):
            return None
        return self.form(action, seat, offer, values, fault.refusals) if offer is not None else None

    # ---- what would be

    def preview(self, action: Action) -> ShownPreview:
        """What would follow from an action, in words: what happens, then if everybody passes, and what would be otherwise afterwards.

        Raises:
            Illegal: it cannot be entered at all.
        """
        found = preview(self.rules, self.state, action)
        places = tuple(place.text(self.words).in_(self.language) for place in found.changed)
        return ShownPreview(
            events=tuple(self.sentence(event) for event in found.events),
            then=tuple(self.sentence(event) for event in found.then),
            changed=(*self._otherwise(found.state), *places),
        )

    def _otherwise(self, after: Any) -> Iterator[str]:
        """What a seat's box would show otherwise: its counter, and what stands below."""
        for seat in self.state.seats:
            before = dict(self._shown(self.state, seat))
            for label, value in self._shown(after, seat):
                if label in before and before[label] != value:
                    whose = self.names[seat] + (f", {label}" if label else "")
                    yield f"{whose}: {before[label]} → {value}"

    def _shown(self, state: Any, seat: Seat) -> Iterator[tuple[str, str]]:
        figures = self.page.figures(self.rules, state, seat, self.language, self.words)
        yield figures.counter, str(figures.value)
        yield from figures.facts

    # ---- rendering

    def fragments(self, parts: Sequence[str], **context: Any) -> dict[str, str]:
        """The parts of the page, rendered."""
        shown = {**self.context(), **context}
        return {part: templating.fragment(f"parts/{part}.html", self.language, **shown) for part in parts}


MOVES: Mapping[str, Text] = {
    "undo": _("Undone, back to move {to}."),
    "redo": _("Redone up to entry {to}."),
    "jump": _("Back to entry {to}."),
}


def _once(
    found: list[tuple[str, Seat | None, tuple[Refusal, ...]]],
) -> list[tuple[str, Seat | None, tuple[Refusal, ...]]]:
    """The same reason for every seat is said once."""
    said: dict[tuple[str, tuple[str, ...]], tuple[str, Seat | None, tuple[Refusal, ...]]] = {}
    for label, seat, reasons in found:
        at = (label, tuple(r.text().in_("en") for r in reasons))
        said[at] = (label, None if at in said else seat, reasons)
    return list(said.values())
