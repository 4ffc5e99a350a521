"""Turn touches into actions, for any game: what a press of a thing, a verb or a value means (`asking` says what is open)."""

from __future__ import annotations

from typing import Any

from tapete.core import answers
from tapete.core.codec import builtins
from tapete.core.dice import EnterRoll
from tapete.core.domains import maybe, one_of, some
from tapete.core.judge import action as whole_action
from tapete.core.kinds import name_of
from tapete.core.refusals import Refusal
from tapete.core.rulings import ops
from tapete.table import codes
from tapete.table.question.asking import Asking
from tapete.table.question.offering import InnerAction
from tapete.table.question.selection import Press, Question, Selection

STEPS = "steps"
"""The sheet in which an action inside an action is put together by steps."""


class Pointer(Asking):
    """One position as one seat touches it (arguments as for `Asking`)."""

    _at_first = False
    """Whether the touch that is taken is the first: that of a thing shows it and may begin something, and enters nothing."""

    stale = False
    """Whether the page showed something else when the finger went down: then nothing is entered."""

    looks = False
    """Whether an action is shown before it counts: for a page whose reader cannot see what a press will enter."""

    def press(self, press: Press, value: Any = None) -> dict[str, Any] | None:
        """Take one touch; the action that it completes, as plain data, or None."""
        selection = self.selection
        sheet, selection.said, selection.sheet = selection.sheet, (), ""
        self._at_first = False
        match press:
            case "sheet" if value == STEPS and self.by_steps(self.ask()):
                selection.inside = Selection()
            case "sheet" if selection.inside is not None and selection.inside.action is not None:
                return self._listed(self.ask(), press, value)
            case "sheet":
                selection.sheet = str(value or "")
                if selection.action is not None and self.opens(selection.action, str(value)) and value not in selection.opened:
                    selection.opened.append(str(value))
                    selection.draft.pop(value, None)
            case "back":
                selection.back()
            case "value" | "enter" | "done" if (asked := self.ask()).inside and selection.inside is not None:
                return self._listed(asked, press, value)
            case "verb":
                return self._verb(str(value))
            case "thing":
                return self._thing(str(value))
            case "card":
                return self._card(str(value))
            case "value":
                asked = self.ask()
                if not self._answers(asked, value):
                    selection.said = (codes.NOTHING_TO_DO(),)
                    return None
                if asked.kinds:
                    selection.begin(value)
                    return self.whole() if self._open(asks_itself=False).ready else None
                return self._rolled(asked, value) if asked.kind == "die" else self._answer(asked, value)
            case "done":
                asked = self.ask()
                return self._give(asked, list(selection.picked)) if asked.several is not None else None
            case "enter":
                return self._entered(value, sheet)
        return None

    def _listed(self, asked: Question, press: Press, value: Any) -> dict[str, Any] | None:
        """A touch that is about an action inside this one or the next operation of a list, or says that these are all."""
        selection = self.selection
        path = asked.path.partition("/")[0]
        domain = answers.bare(self._left(selection.draft["action"]).arguments[path])
        if not isinstance(domain, ops | whole_action) or selection.inside is None:
            return None
        if press != "done" or selection.inside.action is not None or not isinstance(domain, ops):
            inner = self._next(domain)
            made = inner.press(press, value)
            selection.said, inner.selection.said = inner.selection.said, ()
            if made is None:
                return None
            selection.inside = None
            if isinstance(inner.offering, InnerAction):
                return self._give(Question(path=path, domain=domain, asks_itself=asked.asks_itself), inner.offering.seated(made))
            selection.picked.append(made)
            if isinstance(domain, ops) and len(selection.picked) < domain.most:
                return None
        elif not asked.enough:
            return None
        selection.inside = None
        return self._give(Question(path=path, domain=domain, asks_itself=asked.asks_itself), list(selection.picked))

    @staticmethod
    def _answers(asked: Question, value: Any) -> bool:
        """Whether a value is an answer to the open question at all, barred or not; a page of an earlier moment may send any other."""
        if asked.kind in ("number", "text"):
            wanted = int if asked.kind == "number" else str
            return type(value) is wanted or (value is None and isinstance(asked.domain, maybe))
        return any(value == one and type(value) is type(one) for one, _why in asked.values)

    def _rolled(self, asked: Question, value: Any) -> dict[str, Any] | None:
        return {"action": name_of(EnterRoll), "roll": asked.path, "value": value}

    def _entered(self, value: Any, sheet: str) -> dict[str, Any] | None:
        """The button that enters what is whole; one with a value answers the last question too. A secret goes with it and stays nowhere.

        Args:
            value: of the question; None: none. sheet: which was open.
        """
        asked = self.ask()
        if asked.kind == "secret":
            self.selection.sheet = sheet if sheet == asked.path else ""  # refused, it stays open; else what was begun is over
            if value is None and not self.shared:  # only at the table it may lie face down, where all see that it does
                self.selection.said = (codes.SAY_IT_FIRST(),)
                return None
            return self.whole(**({} if value is None else {asked.path: value}))
        if asked.path:
            if not self._answers(asked, value):
                self.selection.said = (codes.NOTHING_TO_DO(),)
                return None
            made = self._answer(asked, value)
            if made is not None or self.selection.said or self._shown_first():
                return made
            asked = self.ask()
        return self.whole() if asked.ready else None

    def _verb(self, action: str) -> dict[str, Any] | None:
        selection, offer = self.selection, self.offers.get(action)
        if offer is None:
            selection.begin()
            selection.said = self.rules.why_not(self.state, self.whose(action), action)
            return None
        held = selection.held
        wishes = {path: value for name, path, value in self.touching(held).found if name == action} if held else {}
        selection.begin(action, held=held, wishes=wishes)
        asked = self._open(asks_itself=False)
        bare = self._is_all_optional(action) or not (offer.arguments or offer.wait)
        if selection.action is None:  # it cannot go on, and the seat that touched it is told why
            selection.said = selection.said or self.fault
            return None
        told = self.page.verb(action).confirm is not None or self.tells_first(action)
        if asked.ready and bare and not selection.by_hand and not asked.defaults and not told:
            return self.whole()  # a bare verb enters itself
        selection.sheet = asked.path if asked.kind in ("sheet", "secret", "form") else ""
        return None

    def _thing(self, thing: str) -> dict[str, Any] | None:
        selection = self.selection
        if thing not in self.page.things(self.rules, self.state):  # of a picture that is gone, or made up
            selection.said = (codes.NOTHING_TO_DO(),)
            return None
        if selection.draft:
            asked = self.ask()
            self._at_first = asked.asks_itself and not (selection.by_hand or selection.picked or selection.held)
            if asked.ready and thing in asked.aimed and not self._shown_first():
                return self.whole()  # what it points at already: that is a yes
            if thing in asked.lit or (self._at_first and thing in asked.aimed):
                selection.held = thing if self._at_first else selection.held
                return self._lit(asked, thing) if thing in asked.lit else None
        self._at_first = True
        touching = self.touching(thing)
        if not touching.found:
            selection.said = touching.barred[:1] or (codes.NOTHING_TO_DO(),)
            return None
        action, path, value = touching.found[0]
        selection.begin(action, held=thing, wishes={path: value})
        asked = self._open(asks_itself=False)
        if asked.kind == "several" and thing in asked.lit:  # one of several: it is picked at once
            return self._lit(asked, thing)
        selection.sheet = asked.path if asked.kind == "sheet" and len({name for name, *_ in touching.found}) == 1 else ""
        return None

    def _card(self, card: str) -> dict[str, Any] | None:
        """A card that was scanned: it answers the open question, or begins the first action that takes it."""
        value: Any = self.rules.game.deck.get(card, card)
        if self.selection.draft:
            asked = self.ask()
            if any(one == value and not why for one, why in asked.values):
                return self._answer(asked, value)
        taking = self.taking(value)
        if not taking:
            barred = next((why for _action, one, why in self.gathered() if one == value), [])
            self.selection.said = tuple(barred[:1]) or (codes.NOTHING_TAKES_IT(),)
            return None
        action, path = taking[0]
        self.selection.begin(action, wishes={path: value})
        asked = self._open(asks_itself=False)
        self.selection.sheet = asked.path if asked.kind == "sheet" else ""
        return None

    def taking(self, card: Any) -> tuple[tuple[str, str], ...]:
        """The actions on offer that take a card, by their weight, each with its argument."""
        found = []
        for action in self.everything():
            if self.sealing(action) is not None:
                continue
            for path, domain in self.offers[action].arguments.items():
                if isinstance(answers.bare(domain), one_of | some) and any(
                    value == card and not why for value, why in answers.judged(domain)
                ):
                    found.append((action, path))
                    break
        return tuple(found)

    def gathered(self) -> list[tuple[str, Any, list[Refusal]]]:
        """The cards of all actions that begin with one (`Verb.gathered`): the action that takes each, and why that is barred."""
        found: dict[Any, tuple[str, Any, list[Refusal]]] = {}
        for action in self.page.gathers:
            offer = self.offers.get(action)
            domain = None if offer is None else next(iter(offer.arguments.values()), None)
            for value, why in () if domain is None else answers.judged(domain):
                plain = builtins(value)
                strange = any(refusal.code in self.page.left_out for refusal in why)
                if not strange and (plain not in found or (found[plain][2] and not why)):
                    found[plain] = (action, plain, why)
        return list(found.values())

    def _lit(self, asked: Question, thing: str) -> dict[str, Any] | None:
        selection, action = self.selection, self.selection.draft["action"]
        value, refused = asked.lit[thing]
        if refused:
            selection.said = tuple(refused[:1])
            return None
        for path, domain in asked.defaults.items():
            if self._place(action, path, value) == thing:
                inner = answers.bare(domain)
                if isinstance(inner, some):
                    picked = answers.toggled(inner, answers.native(inner, selection.defaults[path]), answers.native(inner.of, value))
                    selection.defaults[path] = builtins(picked)
                    return None
                selection.defaults[path] = value
                selection.by_hand.append(path)
                return self.whole() if asked.ready and not self._shown_first() else None
        return self._answer(asked, value)

    def _answer(self, asked: Question, value: Any) -> dict[str, Any] | None:
        """A value of the open question: one more of several, the next place of a row, or the whole answer."""
        selection, domain = self.selection, asked.domain
        if domain is None:
            return None
        if (several := asked.several) is not None:
            picked = [answers.native(several.of, one) for one in selection.picked]
            if refused := answers.adding(several, picked, answers.native(several.of, value)):
                selection.said = tuple(refused[:1])
                return None
            if value in selection.picked and not several.repeat:
                selection.picked.remove(value)
            else:
                selection.picked.append(value)
            now = [answers.native(several.of, one) for one in selection.picked]
            selection.sheet = asked.path if asked.kind == "sheet" else ""
            return self._give(asked, list(selection.picked)) if answers.closed(several, now) else None
        if places := self.places(selection.draft["action"], domain):
            del selection.picked[len(places) - 1 :]  # a place that another seat has locked since is asked for no more
            _name, place = places[len(selection.picked)]
            if refused := answers.refusals(place, value):
                selection.said = tuple(refused[:1])
                return None
            selection.picked.append(value)
            if len(selection.picked) < len(places):
                selection.sheet = asked.path if asked.kind == "sheet" else ""
                return None
            names = [name for name, _ in places]
            value = list(selection.picked) if names[0] == "0" else dict(zip(names, selection.picked, strict=True))
        return self._give(asked, value)

    def _give(self, asked: Question, value: Any) -> dict[str, Any] | None:
        selection = self.selection
        completed = bool(self._kept_arguments(selection.draft["action"]))  # the table adds what it keeps before it judges
        if not completed and asked.domain is not None and (refused := answers.refusals(asked.domain, value)):
            selection.said = tuple(refused[:1])
            return None
        selection.draft[asked.path], selection.picked = value, []
        selection.by_hand.append(asked.path)
        after = self._open(asks_itself=asked.asks_itself)
        if after.ready and not after.defaults and not self._shown_first():
            return self.whole()
        selection.sheet = after.path if after.kind == "sheet" else ""
        return None

    def _shown_first(self) -> bool:
        """Say whether what is whole is only shown as yet: after the first touch of a thing, and where an action tells what it will do."""
        return self._at_first or self.looks or self.tells_first(self.selection.action)

    def whole(self, **secret: Any) -> dict[str, Any]:
        """The action with all that is said of it."""
        said = dict(self.selection.draft)
        action = said.pop("action")
        seated = {"seat": self.seat} if self.whose(action) is not None else {}
        return {self.offering.tag: action, **seated, **said, **self.selection.defaults, **secret}
