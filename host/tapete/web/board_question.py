"""The strip over a board: what is asked in one sentence, of whom, and what the reader looks at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from tapete.core.refusals import RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, _
from tapete.presentation.base import Face
from tapete.presentation.faces import face_of
from tapete.table import Table
from tapete.table.prompts import prompts
from tapete.table.question.pointer import Pointer
from tapete.table.question.selection import Question
from tapete.table.question.selections import Selections
from tapete.web.hosted import ALONE, Hosted
from tapete.web.view import MatchView

THAT_IS_ALL, NONE_OF_THEM = _("That is all ({n})"), _("None of them")
IS_THAT_RIGHT = _("{title}: {things}. Is that right?")
STANDS = _("Now", "figures")
OVER = _("The match is over.")
TOUCH_WHERE = _("Touch where, or take the place that is marked.")


class BoardQuestion:
    """One match for one reader who may touch it, and what it asks.

    Args:
        table: the match. selections: what is pointed at. language: the reader's.
        seat: whose own page; None: the page of the whole table.
        may_begin: whether a match that is over may be played once more from here.
        phones: how many have this seat's page open. panels: the seats that have a console's panel.
        hosted: what a lesson or a station adds to this page.
        wide: whether the whole table's picture is as wide as a television, or as a phone: then the one who acts is the nearest.
    """

    def __init__(
        self,
        table: Table,
        selections: Selections,
        language: Language,
        seat: Seat | None,
        *,
        may_begin: bool = True,
        phones: int = 0,
        panels: frozenset[Seat] = frozenset(),
        hosted: Hosted = ALONE,
        wide: bool = True,
    ) -> None:
        self.table, self.language, self.seat, self.may_begin, self.phones = table, language, seat, may_begin, phones
        self.panels, self.hosted, self.wide = panels, hosted, wide and seat is None
        with table.still():
            self.match = MatchView(table, language, seat)
            self.pointer: Pointer = selections.pointer(seat)
            self.asked: Question = self.pointer.ask()
            self.lately = selections.lately(self.pointer.seat)
            self.more = selections.shows_more(seat)
            self.stamp = self.pointer.stamp
            self.locked = table.opens()
            self.early = None if seat is None else table.passes_early(seat)
            self.selection = self.pointer.selection = self.pointer.selection.copied()  # the finger moves while a page is drawn
            self.barred = selections.barred(seat) or self.selection.said
            self.looked_at = selections.looked_at(seat)
            self.which = selections.which(seat) != ""
        self.actor = self.pointer.seat
        self.finger = self.listing = self.selection
        while self.asked.inside and self.finger.inside is not None:
            self.listing, self.finger = self.finger, self.finger.inside
        self.voice, self.words, self.page = self.match.voice, self.match.words, self.match.page
        self.action = self.selection.action
        self.begun = self.action is not None and not (self.asked.asks_itself and not self.selection.by_hand)
        self.idle = bool(hosted.buttons) and not self.begun
        self.result = self.match.result()
        self.consent = self.match.asked()

    def say(self, text: Text, **values: Any) -> str:
        """A sentence of ours with values, in the reader's language and the game's words."""
        return self.words.with_seats({str(seat): name for seat, name in self.match.names.items()}).say(text, values).in_(self.language)

    # ---- the strip: what is asked, in one sentence

    def sentence(self) -> tuple[str, str]:
        """What is asked, and how it is meant: `no` is why the last touch was barred."""
        return (self.why(self.barred), "no") if self.barred else self.what_is_asked()

    def what_is_asked(self) -> tuple[str, str]:
        """What is asked in one sentence, whether the last touch was barred or not, and how it is meant."""
        if self.consent is not None:
            return str(self.consent["head"]), "asked"
        if self.result is not None:
            return self.match.ended(), "over"
        if self.hosted.no:
            return self.hosted.no, "no"
        if self.hosted.says and not self.begun and (self.idle or self.asked.kind != "die"):
            return self.hosted.says, ""
        if self.asked.kind == "die":
            says = next((self.match.die(owed) for owed in self.pointer.owed if owed.params.get("roll") == self.asked.path), "")
            return says if not says or says[-1] in ".?!…" else f"{says}.", ""
        if self.action is not None and self.begun:
            return self._question(self.action), ""
        found = prompts(self.match.rules, self.match.state)
        waiting = next((one for one in found.values() if not one.acts), None)  # where a robot thinks, the table waits
        mine = found.get(self.actor) if self.actor is not None else waiting or found.get(self.match.state.seats[0])
        if mine is None:
            return self.say(OVER), ""
        return mine.text.in_(self.language), "" if mine.acts else "waits"

    def sign(self, meant: str) -> Seat | None:
        """Whose sign stands beside the sentence: the winner's at the end, else of who is asked; nobody's where there is no one seat."""
        if self.result is not None:
            return self.result.seats[0] if len(self.result.seats) == 1 else None
        asked = next((owed.seat for owed in self.pointer.owed if owed.seat is not None), None)
        return asked if meant == "waits" else self.actor

    def _question(self, action: str) -> str:
        draft = {**self.selection.draft, **({self.asked.path: self.selection.picked} if self.asked.path and self.selection.picked else {})}
        if said := self.page.asked(self.match.rules, self.match.state, draft, self.asked.path, self.language, self.words):
            return said
        if self.asked.ready and (warning := self.page.verb(action).confirm) is not None:
            return self.say(warning)
        if self.asked.ready and self.pointer.tells_first(action) and (told := self._will()):
            return told
        things = " → ".join(self._label(thing) for thing in self._pointed(action))
        if self.asked.path:
            said = self._asks(action)
            if self.asked.inside:
                done = [self.voice.variant(action, self.asked.path, one["op"]) for one in self.selection.picked]
                return f"{', '.join(done)}. {said}" if done else said
            # What is pointed at stands lit on the board; before the question it stands only where the two read as one sentence.
            return f"{things}: {said}" if self.asked.aimed and things and ":" not in things + said else said
        if self.asked.defaults:
            own = (self.page.asks.get(f"{action}.{path}") for path in self.asked.defaults)
            return self.say(next((text for text in own if text is not None), TOUCH_WHERE))
        title = self.voice.title(action)
        return self.say(IS_THAT_RIGHT, title=title, things=things.rstrip(".")) if things else title

    def _will(self) -> str:
        """What the action that is put together will do; empty where nothing can be told of it."""
        made, rules, state = self.pointer.whole(), self.match.rules, self.match.state
        try:
            events = rules.apply(state, rules.read(made))[1]
        except RefereeError:
            return ""
        return self.page.will(rules, state, made, tuple(events), self.language, self.words)

    @cached_property
    def looked(self) -> tuple[Face | None, str]:
        """What is printed on the card that is named, or that was touched, and its id; None: there is none."""
        named = self.selection.draft.get("card") if self.begun else None
        card = named if isinstance(named, str) else None
        thing = (self.selection.held if self.begun else None) or self.looked_at
        rules, state, standing = self.match.rules, self.match.state, ""
        if card is None and self.result is None and thing in self.page.things(rules, state):
            card = self.page.card_at(rules, state, thing)
            standing = "; ".join(self.page.standing(rules, state, thing, self.language, self.words))
        lines = ((STANDS.in_(self.language), standing),) if standing else ()
        if card is None or rules.catalogue is None or card not in rules.catalogue.cards:
            return (Face(name=self._label(thing), kind="", lines=lines) if lines and thing is not None else None), ""
        face = face_of(rules.catalogue, card, self.language)
        return replace(face, lines=(*lines, *face.lines)), card

    def _asks(self, action: str) -> str:
        """What the open question asks, in words; of the next operation of a list what the list is."""
        return self.voice.question(action, self.asked.path.partition("/")[0] if self.asked.kinds else self.asked.path)

    def _all(self, number: int) -> str:
        """What ends a choice of several, as a button: how many are chosen, or that none is."""
        return self.say(THAT_IS_ALL, n=number) if number else self.say(NONE_OF_THEM)

    def _pointed(self, action: str) -> Iterator[str]:
        """The things that the draft names, in its order."""
        for path, value in self.selection.draft.items():
            for one in value if isinstance(value, list | tuple) else (value,):
                if path == "action" or (isinstance(one, Mapping) and "op" in one):
                    continue
                if (thing := self.page.thing(self.match.rules, self.match.state, action, path, one, self.actor)) is not None:
                    yield thing

    def _label(self, thing: str) -> str:
        return self.page.label(self.match.rules, self.match.state, thing, self.language, self.words)

    def why(self, refusals: tuple[Refusal, ...] | list[Refusal]) -> str:
        """The first reason, in a sentence."""
        return refusals[0].text(self.words).in_(self.language) if refusals else ""

    def seats_asked(self) -> list[tuple[Seat, str, bool]]:
        """On the table's page, where several are asked at once: each with its name, and whether the page acts for it."""
        asked = list(dict.fromkeys(owed.seat for owed in self.pointer.owed if owed.seat is not None))
        if self.seat is not None or self.idle or len(asked) < 2:
            return []
        return [(seat, self.match.names[seat], seat == self.actor) for seat in asked]
