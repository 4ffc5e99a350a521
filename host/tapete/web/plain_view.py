"""The question that a board asks, as buttons and fields of plain forms: for readers without scripts or without sight of the picture.

What is pressed is what the board's own buttons press, kept in the same selection. One thing is otherwise: what is put together is shown
with all that follows before it counts (`Pointer.looks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.presentation.base import BY_FORM
from tapete.web.action_bar import Button, Sheet
from tapete.web.board_view import BoardView
from tapete.web.view import question
from tapete.web.view.previewing import ShownPreview, shown_preview

VALUES = frozenset({"place", "several", "sheet", "buttons"})
"""Kinds of questions whose values are told one by one."""


class PlainView(BoardView):
    """One match for one reader who presses buttons of plain forms (arguments as for `BoardView`)."""

    @cached_property
    def plain(self) -> Mapping[str, Any]:
        """What the template of the question asks for."""
        sentence, meant = self.what_is_asked()
        verbs = [] if self.begun or self.result is not None else self._everything()
        main = [verb for verb in verbs if self.page.verb(verb.value).weight == "main"]
        preview = self._preview()
        everybody = self.match.state.seats if self.seat is None else (self.seat,)
        return {
            "sentence": sentence,
            "meant": meant,
            "doing": self.action,
            "barred": self.barred,
            "whose": self._whose(),
            "face": self.looked[0],
            "field": self._asked_field(),
            "answers": self._answers(),
            "preview": preview,
            "verbs": main,
            "aside": [verb for verb in verbs if verb not in main],
            "things": self._things(),
            "typed_in": [self.voice.title(action) for action in sorted(BY_FORM & set(self.pointer.offers))],
            "beside": self._beside(),
            "why_not": question.why_not(self.match, everybody),
            "stamp": f"{self.stamp}@{self.match.seq}" if preview is not None else self.stamp,
        }

    def _whose(self) -> list[tuple[Seat, str, bool]]:
        """For whom the table's page may act, each with its name, and whether it does."""
        if self.seat is not None or self.result is not None or len(self.match.state.seats) < 2:
            return []
        return [(seat, self.match.names[seat], seat == self.actor) for seat in self.match.state.seats]

    def _everything(self) -> list[Button]:
        """All that may be begun."""
        actions = (action for action in self.pointer.everything() if action not in BY_FORM | {self.action})
        return [Button(label=self.voice.title(action), press="verb", value=action, note=self._note(action)) for action in actions]

    def _things(self) -> list[Button]:
        """Everything on the picture: a press shows it, and begins what can be done with it or says why nothing can."""
        if self.result is not None:
            return []
        things = sorted(self.page.things(self.match.rules, self.match.state))
        return [Button(label=label, press="thing", value=thing) for thing in things if (label := self._label(thing))]

    def _asked_field(self) -> Sheet | None:
        """The number or the words that are asked for; None: neither is."""
        action, asked = self.action, self.asked
        if action is None or self.result is not None:
            return None
        if asked.kind == "text":
            return Sheet(title=self._asks(action), words=True)
        made = self._number(action, asked) if asked.kind in ("number", "secret") else None
        return made if made is not None and made.pad is not None else None

    def _answers(self) -> list[Button]:
        """What answers the open question, each with why it is barred; what is whole is entered by the first."""
        action, asked = self.action, self.asked
        if self.result is not None:
            return []
        if asked.kind == "die":
            return [button for row in self.bar() for button in row]
        if action is None:
            return []
        if asked.kind == "secret":
            cards = () if (made := self._number(action, asked)).pad is not None else made.buttons
            named = [Button(label=self.voice.option(action, asked.path, one), press="enter", value=one) for one in self._cardless()]
            return [*named, *cards, *([] if self.seat is not None else [self._face_down()])]
        found = list(self._cards(action, asked.values)) if asked.kind in VALUES else []
        if asked.enough and (asked.kinds or asked.several is not None):
            found.insert(0, Button(label=self._all(len(self.finger.picked if not asked.kinds else self.listing.picked)), press="done"))
        if asked.ready:
            found = [Button(label=self.voice.button(action), press="enter"), *self._otherwise(action)]
        return found

    def naming(self, card: str) -> list[Button]:
        """The buttons that lock a card as the secret that is asked; none where no secret is."""
        found = self._answers() if self.asked.kind == "secret" else []
        return [one for one in found if (one.value.get("card") if isinstance(one.value, Mapping) else one.value) == card]

    def _otherwise(self, action: str) -> Iterator[Button]:
        """Where else an argument may be put whose first value is taken as it stands, or what else may be paid."""
        said = {thing for path, value in self.selection.defaults.items() for thing in self._at(action, path, value)}
        for thing, (_value, why) in self.asked.lit.items():
            mark = "barred" if why else "picked" if thing in said else ""
            yield Button(label=self._label(thing), press="thing", value=thing, class_=mark, note=self.why(why))

    def _at(self, action: str, path: str, value: Any) -> Iterator[str]:
        """The things that stand for a value, or for each of several."""
        for one in value if isinstance(value, list) else (value,):
            if (thing := self.page.thing(self.match.rules, self.match.state, action, path, one, self.actor)) is not None:
                yield thing

    def _beside(self) -> list[Button]:
        """What else may be said of what is begun, and the way back."""
        if self.action is None or self.result is not None:
            return []
        return [*self._opening(roomy=True), *([Button(label=_("Back").in_(self.language), press="back")] if self.begun else [])]

    def _preview(self) -> ShownPreview | None:
        """What would come of what is whole; None where it is not, and where it would bring to light what a phone or a console keeps."""
        action = self.action
        if action is None or not self.asked.ready or any(action == name_of(one.reveal) for one in self.match.rules.game.sealings):
            return None
        try:
            made = self.match.rules.read(builtins(self.pointer.whole()))
            if isinstance(made, Ruling):
                made = replace(made, agreed=self.match.state.seats)
            return shown_preview(self.match, made)
        except RefereeError:  # it is refused in words when it is entered
            return None
