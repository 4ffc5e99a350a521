"""Turn legal actions into questions, for any game: what is open, which things on the picture answer it, and what each can do.

A seat's selection (`tapete.table.question.selection`) is read against the rules. No rule is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

from msgspec import NODEFAULT
from msgspec.structs import fields

from tapete.core import answers
from tapete.core.codec import builtins
from tapete.core.dice import EnterRoll
from tapete.core.domains import Domain, one_of, some, whole, within
from tapete.core.domains import text as words_of
from tapete.core.judge import Offer
from tapete.core.judge import action as whole_action
from tapete.core.kinds import name_of, naming
from tapete.core.refusals import RefereeError, Refusal
from tapete.core.rules import Rules
from tapete.core.rulings import NextOperation, Ruling, ops
from tapete.core.seats import Seat
from tapete.table.question.offering import Actions, InnerAction, Offering
from tapete.table.question.selection import Map, Question, Selection, Touching

BUTTONS = 3
"""Most values that stand in the action bar as buttons."""

ROUNDS = 20
"""Arguments that may answer themselves one after the other; no action has as many."""


SAID = some | one_of | whole | within | whole_action
"""Domains whose values are said one by one."""


def _can_be_entered(domain: Domain) -> bool:
    """Say whether a person can give a value: a whole position comes over the referee protocol."""
    return isinstance(answers.bare(domain), SAID | words_of | ops) or bool(answers.places(domain))


def _is_operation(plain: Any) -> bool:
    """Say whether a plain value is an operation of a list."""
    return isinstance(plain, Mapping) and "op" in plain


class Asking:
    """What is open in one position for one seat, and what can be done with each thing on its picture.

    Args:
        rules, state: the position.
        seat: the one that points; None: the table itself, when no seat is asked.
        page: what the game says about touching.
        selection: what the seat points at; changed by `press`, and by `ask` where an answer is the only one.
        shared: whether the whole table's page points. It may do what belongs to no seat, and what a seat's own page may not.
        within: the list whose next operation is pointed at, or the argument that takes an action; None: a whole action.
        kept: the seats whose secret the table itself can open; it is not asked again.
    """

    def __init__(
        self,
        rules: Rules[Any],
        state: Any,
        seat: Seat | None,
        page: Map,
        selection: Selection,
        *,
        shared: bool = False,
        within: Offering | None = None,
        kept: frozenset[Seat] = frozenset(),
    ) -> None:
        self.rules, self.state, self.seat, self.page, self.selection, self.shared = rules, state, seat, page, selection, shared
        self.kept = kept
        self.actions = Actions(rules, state, seat, shared=shared, kept=kept)
        self.inside = within is not None
        self.offering: Offering = within or self.actions
        self.owed = () if self.inside else rules.awaiting(state)
        self.offers = self.offering.offers()
        self.fault: tuple[Refusal, ...] = ()
        self._answer_index: dict[str, list[tuple[str, str, Any, Callable[[], list[Refusal]]]]] | None = None

    def whose(self, action: str) -> Seat | None:
        """The seat that declares an action; None where it names none."""
        return None if self.inside else self.actions.whose(action)

    def verbs(self) -> list[str]:
        """The actions on offer that weigh something now, the primary one first."""
        ordered = dict.fromkeys(self.page.verbs(self.rules, self.state, self.seat, self.offers))
        return [name for name in ordered if name in self.offers and not self._has_own_page(name)]

    def everything(self) -> list[str]:
        """All actions on offer, those that weigh most first."""
        return [name for name in dict.fromkeys((*self.verbs(), *self.offers)) if not self._has_own_page(name)]

    def _has_own_page(self, name: str) -> bool:
        """Say whether an action is begun elsewhere: a ruling has a page of its own, and a die is asked for."""
        return issubclass(self.rules.game.action(name), Ruling | EnterRoll)

    # ---- what is open

    def dice(self) -> tuple[str, ...]:
        """The dice that are due at this seat's panel (at any, for the whole table), in their order."""
        return tuple(
            str(owed.params["roll"]) for owed in self.owed if owed.meaning == "die" and (self.seat in (None, owed.seat) or self.shared)
        )

    @property
    def stamp(self) -> str:
        """A stamp of the selection so far and the die that is asked for: a button enters what its page showed, or nothing."""
        return "".join((self.selection.stamp, *self.dice()[:1]))

    def ask(self) -> Question:
        """Fill in what has one answer, and return what is open."""
        selection = self.selection
        if self.inside and selection.action is None:
            kinds = [name for name, offer in self.offers.items() if all(map(_can_be_entered, offer.arguments.values()))]
            return Question(kind="sheet", values=[(name, []) for name in kinds], inside=True, kinds=True, more=True)
        if selection.action is not None:
            asked = self._open(asks_itself=selection.action == self._only_owed_action())
            if selection.action is not None:
                return asked
        if dice := self.dice():
            return Question(path=dice[0], kind="die", values=[(face, []) for face in range(1, 11)], asks_itself=True)
        if (itself := self._implied_action()) is None:
            return Question()
        said = selection.said
        selection.begin(itself)
        selection.said = said
        return self._open(asks_itself=True)

    def _implied_action(self) -> str | None:
        """The action that is asked without its verb: nothing else answers what is owed, and it was not put aside."""
        single = self._only_owed_action()
        return None if single is None or self.selection.declined == single else single

    def _only_owed_action(self) -> str | None:
        due = [owed for owed in self.owed if owed.seat == self.seat or (owed.seat is None and self.shared)]
        if not due:
            return None
        anew = {name_of(sealing.reopen) for sealing in self.rules.game.sealings}
        actions = [name for name in due[0].actions if name in self.offers and name not in anew]
        if len(actions) != 1 or not (self.offers[actions[0]].arguments or self.offers[actions[0]].wait):
            return None
        return None if self._is_all_optional(actions[0]) else actions[0]

    def _is_all_optional(self, action: str) -> bool:
        """Say whether every argument may be left out: then the verb alone says it."""
        if self.sealing(action) is not None:
            return False
        known = {one.name: one for one in fields(self.offering.kind(action))}
        asked = (*self.offers[action].arguments, *self.offers[action].wait)
        return all(not known[name].required and self.settled(action, name) for name in asked)

    def settled(self, action: str, name: str) -> bool:
        """Say whether an argument takes its default until a button opens it."""
        if self.opens(action, name):
            return name not in self.selection.opened
        if name in self._kept_arguments(action):
            return True
        return not self.inside and (self.page.argument(action, name).unasked or name == "agreed")

    def opens(self, action: str, name: str) -> bool:
        """Say whether a button opens an argument that otherwise takes its default."""
        said = self.page.argument(action, name)
        return said.opens or (not self.inside and said.tucked)

    def _kept_arguments(self, action: str) -> frozenset[str]:
        """The arguments of a reveal that the table fills in itself, because it keeps what they say."""
        sealing = next((one for one in self.rules.game.sealings if name_of(one.reveal) == action), None)
        if sealing is None or not self.kept or self.inside:
            return frozenset()
        parts = frozenset(sealing.parts[seat] for seat in self.kept) if sealing.parts else frozenset()
        return parts | {"nonces"}

    def places(self, action: str, domain: Domain) -> tuple[tuple[str, Domain], ...]:
        """The places of a row, or the keys of an `each`, that a player has to say."""
        places = answers.places(domain)
        return tuple(one for one in places if one[0] not in self.kept) if self._kept_arguments(action) else places

    def sealing(self, action: str) -> Any:
        """How a secret of this action is sealed; None where it locks none."""
        return next((one for one in self.rules.game.sealings if name_of(one.lock) == action), None)

    def _open(self, *, asks_itself: bool) -> Question:
        selection, action = self.selection, self.selection.action
        if action is None:
            return Question()
        offer = self._open_offer(action)
        if offer is None:
            return Question()
        if (sealing := self.sealing(action)) is not None and self.seat is not None:
            board = self.rules.board(self.state)
            return Question(path=sealing.secret, kind="secret", domain=sealing.domain(board, self.seat), asks_itself=asks_itself)
        defaults = {name: domain for name, domain in offer.arguments.items() if self.page.argument(action, name).default}
        for name, domain in defaults.items():
            if name not in selection.defaults or answers.refusals(domain, selection.defaults[name]):
                selection.defaults[name] = builtins(answers.first(domain))
        opened = self._kept_arguments(action)
        due = [name for name in offer.arguments if name not in defaults and name not in opened and name not in selection.draft]
        aimed = self._selected_things(action, all_of_it=not due)
        if not due:
            if set(offer.wait) - opened:  # what waits depends on a default: take it as it stands
                selection.draft |= selection.defaults
                return self._open(asks_itself=asks_itself)
            return Question(ready=True, defaults=defaults, lit=self._default_things(action, defaults), aimed=aimed, asks_itself=asks_itself)
        questions = [self._question(action, path, offer.arguments[path]) for path in due]
        asked = next((one for one in questions if one.kind != "buttons"), questions[0])  # buttons come last: they enter the action
        payment = any(isinstance(answers.bare(domain), some) for domain in defaults.values())  # shown last, when all else is said
        asked.more = len(due) > 1 or bool(set(offer.wait) - opened) or payment or self.tells_first(action)
        asked.defaults = {} if asked.more else defaults
        for thing, said in self._default_things(action, asked.defaults).items():
            asked.lit.setdefault(thing, said)
        asked.aimed, asked.asks_itself = aimed, asks_itself
        return asked

    def _open_offer(self, action: str) -> Offer | None:
        """The offer that is left after wishes and single values are filled in; None: the action cannot be declared any more."""
        selection = self.selection
        for _ in range(ROUNDS):
            try:
                offer = self._left(action)
            except RefereeError as fault:  # another player went on meanwhile: the seat that had begun to answer is told
                said = self.fault = fault.refusals
                said = said if selection.by_hand or selection.picked or selection.held else ()
                selection.begin()
                selection.said = said
                return None
            if not self._fill_one(action, offer):
                return offer
        raise RuntimeError(f"the arguments of {action} do not come to an end")

    def _left(self, action: str) -> Offer:
        """What is left to choose of what is begun."""
        said = {name: value for name, value in self.selection.draft.items() if name != "action"}
        if self._kept_arguments(action):  # of what the table completes, the rules judge the whole when it is entered
            said = {name: value for name, value in said.items() if not isinstance(value, dict) or not set(value) <= set(self.state.seats)}
        return self.offering.left(action, said)

    def _fill_one(self, action: str, offer: Offer) -> bool:
        """Say whether an argument could be answered without asking."""
        selection, before = self.selection, len(self.selection.draft)
        if self.sealing(action) is not None:
            return False
        for name, domain in offer.arguments.items():
            if name in self._kept_arguments(action):
                continue
            if name in selection.wishes and self._take_wish(name, domain, selection.wishes.pop(name)):
                continue
            if self.settled(action, name):
                selection.draft[name] = self._default(action, name)
            elif (one := self._only_value(action, name, domain)) is not None:
                selection.draft[name] = builtins(one[0])
        return len(selection.draft) > before

    def _only_value(self, action: str, name: str, domain: Domain) -> tuple[Any] | None:
        """The one value that is left, if it may be filled in: never words and never a card, but "none" may."""
        one = None if isinstance(domain, words_of) else answers.only(domain)
        return one if one is None or one[0] in (None, ()) or not self.names_card(action, name) else None

    def _take_wish(self, name: str, domain: Domain, wish: Any) -> bool:
        """Take an early answer if it holds now: whole, or as the first of several."""
        selection, inner = self.selection, answers.bare(domain)
        if isinstance(inner, some):
            if not answers.adding(inner, (), one := answers.native(inner.of, wish)):
                selection.picked = [wish]
                if answers.closed(inner, [one]):
                    selection.draft[name], selection.picked = [wish], []
                    selection.by_hand.append(name)
            return name in selection.draft
        if answers.refusals(domain, wish):
            return False
        selection.draft[name] = wish
        selection.by_hand.append(name)
        return True

    def _default(self, action: str, name: str) -> Any:
        """The value of an argument that is left out."""
        known = next(one for one in fields(self.offering.kind(action)) if one.name == name)
        if known.default_factory is not NODEFAULT:
            return builtins(known.default_factory())
        return None if known.default is NODEFAULT else builtins(known.default)

    def _question(self, action: str, path: str, domain: Domain) -> Question:
        """The question for one argument."""
        asked = Question(path=path, domain=domain)
        if places := self.places(action, domain):
            asked.at, domain = places[min(len(self.selection.picked), len(places) - 1)]
        inner = answers.bare(domain)
        if isinstance(inner, words_of):
            asked.kind = "text"
            return asked
        if isinstance(inner, ops) or (isinstance(inner, whole_action) and self.selection.inside is not None):
            return self._nested_question(path, inner)
        if not isinstance(inner, SAID):
            asked.kind = "form"
            return asked
        number = isinstance(inner, whole | within)
        picked = [answers.native(inner.of, one) for one in self.selection.picked] if isinstance(inner, some) else []
        for value, why in answers.judged(domain, picked):
            asked.values.append((plain := builtins(value), why))
            if (thing := self._place(action, path, plain)) is not None:
                asked.lit[thing] = (plain, why)
        asked.enough = isinstance(inner, some) and not inner.refusals(tuple(picked))
        free = [value for value, why in asked.values if not why]
        beside = asked.beside()
        if asked.lit and len(beside) <= (0 if isinstance(inner, some) else BUTTONS):
            asked.kind = "several" if isinstance(inner, some) else "place"
        elif number:
            asked.kind = "number"
        else:
            many = isinstance(inner, some) or len(free) > BUTTONS
            listed = many or self.names_card(action, path) or self.page.argument(action, path).explained
            asked.kind = "sheet" if listed else "buttons"
        return asked

    def _next(self, domain: ops | whole_action) -> Self:
        """An `Asking` for the next operation of a list, or for an action inside this one."""
        selection = self.selection
        selection.inside = selection.inside or Selection()
        within = NextOperation(domain, selection.picked) if isinstance(domain, ops) else InnerAction(domain)
        return type(self)(self.rules, self.state, self.seat, self.page, selection.inside, within=within, kept=self.kept)

    def _nested_question(self, path: str, domain: ops | whole_action) -> Question:
        """The question for the next operation of a list, or for an action inside this one."""
        picked, inner = self.selection.picked, self._next(domain)
        asked, begun = inner.ask(), inner.selection.action
        at = f"{path}/{len(picked)}" if isinstance(domain, ops) else path
        asked.path = at if begun is None else f"{at}/@{begun}/{asked.path}"
        asked.inside = asked.more = True
        asked.enough = asked.enough or (begun is None and isinstance(domain, ops) and len(picked) >= domain.least)
        return asked

    def by_steps(self, asked: Question) -> bool:
        """Say whether an action inside an action may be put together by steps instead of being chosen whole; a secret never is."""
        return asked.kind == "sheet" and asked.domain is not None and isinstance(answers.bare(asked.domain), whole_action)

    def names_card(self, action: str, path: str) -> bool:
        """Say whether an argument names a card. Hands are not known here, so it is always asked, even with one candidate."""
        return path.partition("/")[0] in naming(self.offering.kind(action), "card")

    def tells_first(self, action: str | None) -> bool:
        """Say whether what an action will do is shown before it counts: then only a button enters it."""
        return not self.inside and action is not None and self.page.verb(action).told_first

    def _selected_things(self, action: str, *, all_of_it: bool) -> frozenset[str]:
        """The things that were filled in, or all that are selected."""
        selection = self.selection
        found: set[str] = set()
        for path, value in selection.draft.items():
            if path == "action" or (path in selection.by_hand and not all_of_it):
                continue
            for one in value if isinstance(value, list | tuple) else (value,):
                if (thing := self._place(action, path, one)) is not None:
                    found.add(thing)
        return frozenset(found)

    def _default_things(self, action: str, defaults: Mapping[str, Domain]) -> dict[str, tuple[Any, list[Refusal]]]:
        """The things at which an argument with a default may be put."""
        found = {}
        for path, domain in defaults.items():
            for value, why in self._default_values(path, domain):
                if (thing := self._place(action, path, plain := builtins(value))) is not None:
                    found[thing] = (plain, why)
        return found

    def _default_values(self, path: str, domain: Domain) -> Iterator[tuple[Any, list[Refusal]]]:
        """The values that can be touched of an argument with a default; of several, one more or one less while the answer stays whole."""
        inner = answers.bare(domain)
        if not isinstance(inner, some):
            yield from answers.judged(domain)
            return
        picked = answers.native(inner, self.selection.defaults[path])
        yield from ((one, inner.refusals(answers.toggled(inner, picked, one))) for one in inner.of.all)

    def _place(self, action: str, path: str, plain: Any) -> str | None:
        if self.inside or _is_operation(plain):  # a picture knows where the arguments of actions are
            return None
        return self.page.thing(self.rules, self.state, action, path, plain, self.seat)

    # ---- what a thing can do

    def touching(self, thing: str) -> Touching:
        """What may be done with a thing, and why nothing."""
        found: list[tuple[str, str, Any]] = []
        barred: list[Refusal] = []
        served = self._answers_by_thing().get(thing, [])
        for action in self.everything():
            for name, path, value, why in served:
                if name != action:
                    continue
                if not (refused := why()):
                    found.append((action, path, value))
                    break
                barred += refused
            else:
                if (reached := self._reached_value(action, thing)) is not None:
                    found.append((action, *reached))
        if not found:
            barred = self._why_not_meant(thing) or barred
        if not found and not barred:
            for action in self.page.would(self.rules, self.state, thing, self.seat):
                if action not in self.offers and (why_not := self.rules.why_not(self.state, self.whose(action), action)):
                    barred += why_not
                    break
        return Touching(tuple(found), tuple(barred))

    def _why_not_meant(self, thing: str) -> list[Refusal]:
        """Why the action that a touch means does not take the thing; empty if the page names no such action."""
        draft = self.page.meant(self.rules, self.state, thing, self.seat)
        if draft is None:
            return []
        declared = self.whose(draft["action"])
        try:
            self.rules.legal(self.state, declared, draft if declared is None else {"seat": declared, **draft})
        except RefereeError as fault:
            return [refusal for refusal in fault.refusals if refusal.code not in self.page.left_out]
        return []

    def _reached_value(self, action: str, thing: str) -> tuple[str, Any] | None:
        for path in sorted(self.offers[action].wait):
            if self.page.argument(action, path).reach:
                value = self.page.reached(self.rules, self.state, action, path, thing, self.seat)
                if value is not None:
                    return path, value
        return None

    def _answers_by_thing(self) -> dict[str, list[tuple[str, str, Any, Callable[[], list[Refusal]]]]]:
        """By thing: the first answers that it can give, in the order of the actions' arguments, each with its judge."""
        if self._answer_index is None:
            self._answer_index = {}
            for action, path, domain in self._first_answers():
                for value, why in answers.candidates(domain):
                    if (thing := self._place(action, path, plain := builtins(value))) is not None:
                        self._answer_index.setdefault(thing, []).append((action, path, plain, why))
        return self._answer_index

    def _first_answers(self) -> Iterator[tuple[str, str, Domain]]:
        """The first questions of the actions that a thing could answer."""
        for action, offer in self.offers.items():
            if self.sealing(action) is None:
                for path, domain in offer.arguments.items():
                    if isinstance(answers.bare(domain), some | one_of | whole | within):
                        yield action, path, domain

    def can(self) -> frozenset[str]:
        """The things that can begin something now: they stand for an open answer.

        Each is judged until one answer takes it: a field of many beings is marked in half the time, and none is asked why not.
        """
        found: set[str] = set()
        for action, path, domain in self._first_answers():
            for value, _why in answers.candidates(domain):
                thing = self._place(action, path, builtins(value))
                if thing is not None and thing not in found and answers.may_begin(domain, value):
                    found.add(thing)
        return frozenset(found)
