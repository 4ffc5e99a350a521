"""Guided matches: a prepared match that people play with their hands, led by one instruction at a time.

A guide is plain data. It has no rules, no journal and no state of its own: the match is an ordinary one on an ordinary table, and where a
guide stands follows from the entries that count in that match's log (and from the touches that answered instructions without an action). So
a match that is undone, resumed after a power cut or played from three devices at once is always led from where it really is.

    bid = Instruction(whose=("A",), says=..., answers=({"action": "lock_bid", "seat": "A"},))
    guide = Guide(game="shazamm", ..., instructions=(bid, ...))
    progress = where(guide, table, touched=frozenset())
    progress.instruction.says                    # what is to be done now; None: the guide has nothing more to say
    progress.explained                           # what the instruction before has changed, made from its events
    progress.off_script                          # a person did something else: where to go back to, and what to say

**What becomes of a legal action that the guide did not ask for.** Patterns in `answers` say how much of the action matters to the
instructions that follow. What they leave out is free: whatever people choose there is taken, and the explanation, which is made from the
real events, is right all the same. What differs in a part that matters is taken back kindly: the table goes back to where the instructions
in question began, and people are told that it was legal, and why this lesson needs the other thing. What ends the match (giving up) stands.
An illegal action never gets so far: the referee refuses it with its reasons, as ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.core.events import Event
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Joined, Text, _
from tapete.presentation.lesson import Either, Guide, Instruction, Outcome, Pattern
from tapete.table import Table
from tapete.table.prompts import UNLOCK
from tapete.table.sources import AUTOMATIC
from tapete.table.story import with_names


class OffScript(Struct, frozen=True, kw_only=True):
    """A legal action that the guide did not ask for.

    Args:
        seq: the entry. back_to: the entry after whose position the instructions in question began.
        number: of the instruction that was asked for; those before it are done. why: what people are told.
    """

    seq: int
    back_to: int
    number: int
    why: Text


class Progress(Struct, frozen=True, kw_only=True):
    """Where a guide stands.

    Args:
        number: of the instruction at hand, from 0; `len(guide.instructions)` when all are done.
        instruction: it; None when all are done.
        says: what is to be done, in words; the guide's ending when all is.
        why: what it is good for.
        waits_for: the seats whose part of it is still missing.
        explained: what the instruction before has changed; None before the first.
        off_script: what has to be taken back, or None.
    """

    number: int
    instruction: Instruction | None
    says: Text
    why: Text | None = None
    waits_for: tuple[Seat, ...] = ()
    explained: Text | None = None
    off_script: OffScript | None = None


def fits(pattern: Pattern, action: Mapping[str, Any]) -> bool:
    """Return whether an action, as the log keeps it, is what a pattern asks for."""
    return all(name in action and _agrees(value, action[name]) for name, value in pattern.items())


def _agrees(wanted: Any, given: Any) -> bool:
    if isinstance(wanted, Either):
        return any(_agrees(one, given) for one in wanted.values)
    return bool(plain(wanted) == plain(given))


def plain(value: Any) -> Any:
    """Return a value as the log writes it: lists for tuples, words for keys."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


class _LogScan:
    """A walk along the entries that count, from run to run: instructions that go together are one run, all others each their own."""

    def __init__(self, guide: Guide, table: Table, touched: frozenset[int]) -> None:
        self.guide, self.table, self.touched = guide, table, touched
        self.runs = _runs(guide.instructions)
        self.run = 0
        self.begun = self.last = 0  # the entry before the first of this run; the newest that belongs to the guide
        self.done: tuple[Instruction, int, int] | None = None  # what is to be explained: instruction, entry before, last entry
        self.missing: dict[int, list[Pattern]] = {}
        self._sealings = table.rules.game.sealings
        self._begin(0)

    def _begin(self, run: int) -> None:
        self.run = run
        self.missing = {number: list(self.guide.instructions[number].answers) for number in self.runs[run]} if run < len(self.runs) else {}

    def pass_touched(self) -> None:
        """Go past instructions that people have marked as done."""
        while self.run < len(self.runs) and not self._asks(self.run) and set(self.runs[self.run]) <= self.touched:
            self._begin(self.run + 1)

    def _asks(self, run: int) -> bool:
        return any(self.guide.instructions[number].answers for number in self.runs[run])

    @property
    def over(self) -> bool:
        """Whether nothing is left to be done."""
        return self.run >= len(self.runs)

    @property
    def number(self) -> int:
        """The instruction at hand."""
        if self.over:
            return len(self.guide.instructions)
        return next((number for number, missing in self.missing.items() if missing), self.runs[self.run][0])

    @property
    def asked(self) -> int:
        """The instruction that waits for an action."""
        run = next((run for run in range(self.run, len(self.runs)) if self._asks(run)), self.run)
        return self.number if run == self.run else self.runs[run][0]

    @property
    def untouched(self) -> bool:
        """Whether nothing of the run at hand has been done."""
        return all(len(missing) == len(self.guide.instructions[number].answers) for number, missing in self.missing.items())

    def take(self, seq: int, action: Mapping[str, Any]) -> bool:
        """Cross off what an entry answers. Return whether it answers anything."""
        # Who plays on has read what was to be read: a touch that was never made holds nobody up.
        run = next((run for run in range(self.run, len(self.runs)) if self._asks(run)), None)
        if run is None:
            return False
        patterns = self._patterns(run)
        found = next(((number, pattern) for number, pattern in patterns if fits(pattern, action)), None)
        if found is None:
            return self._leads_to_a_reveal(action, patterns) or self._taken_back(action)
        if run != self.run:
            self._begin(run)
        number, pattern = found
        self.missing[number].remove(pattern)
        if not any(self.missing.values()):
            said = [self.guide.instructions[one] for one in self.runs[run]]
            self.done = next((instruction for instruction in reversed(said) if instruction.after is not None), said[-1]), self.begun, seq
            self.begun = seq
            self._begin(run if self._asked_again(run, seq) else run + 1)
            self.pass_touched()
        return True

    def _asked_again(self, run: int, seq: int) -> bool:
        return all(self.guide.instructions[number].again for number in self.runs[run]) and self._owed(self.runs[run], seq)

    def _patterns(self, run: int) -> list[tuple[int, Pattern]]:
        """Return what answers a run and has not been done yet."""
        patterns = [(number, pattern) for number in self.runs[run] for pattern in self.guide.instructions[number].answers]
        return [(number, pattern) for number, pattern in patterns if run != self.run or pattern in self.missing[number]]

    @property
    def by_chance(self) -> bool:
        """Whether the run at hand is asked for only where the match asks for it."""
        return not self.over and all(self.guide.instructions[number].if_owed for number in self.runs[self.run])

    def pass_not_owed(self, seq: int) -> None:
        """Go past instructions that the match did not ask for after an entry."""
        while self.by_chance and not self._owed(self.runs[self.run], seq):
            self._begin(self.run + 1)
            self.pass_touched()

    def _owed(self, run: Sequence[int], seq: int) -> bool:
        owed = {owed.what for owed in self.table.rules.awaiting(self.table.after(seq))}
        return any(not owed.isdisjoint(self.guide.instructions[number].if_owed) for number in run)

    def needless(self, action: Mapping[str, Any]) -> bool:
        """Return whether an automatic entry answers nothing, as a pass that nobody was asked for; only what secrets bring may answer."""
        return action["action"] not in {UNLOCK, *(name_of(kind) for sealing in self._sealings for kind in (sealing.reveal, sealing.reopen))}

    def _leads_to_a_reveal(self, action: Mapping[str, Any], patterns: Sequence[tuple[int, Pattern]]) -> bool:
        """Return whether a seat lays a card face down before the reveal that is asked for: some do, others turn both over at once."""
        asked = {pattern["action"] for _, pattern in patterns}
        return any(action["action"] == name_of(sealing.lock) and name_of(sealing.reveal) in asked for sealing in self._sealings)

    def _taken_back(self, action: Mapping[str, Any]) -> bool:
        """Ask for locks again if a person thinks again about a secret. Return whether that was so."""
        if action["action"] not in {UNLOCK, *(name_of(sealing.reopen) for sealing in self._sealings)}:
            return False
        locks, seats = {name_of(sealing.lock) for sealing in self._sealings}, (action["seat"],) if "seat" in action else self.table.seats
        for number, missing in self.missing.items():
            for pattern in self.guide.instructions[number].answers:
                if pattern.get("action") in locks and pattern.get("seat") in seats and pattern not in missing:
                    missing.append(pattern)
        return True

    def follow(self, seq: int) -> None:
        """Count an entry to what was done before it."""
        self.last = seq
        if self.untouched:
            self.begun = seq
            if self.done is not None:
                self.done = (*self.done[:2], seq)


def _runs(instructions: Sequence[Instruction]) -> list[list[int]]:
    """Return the numbers of the instructions, those that go together in one list."""
    found: list[list[int]] = []
    for number, instruction in enumerate(instructions):
        if instruction.together and found:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def where(guide: Guide, table: Table, touched: frozenset[int] = frozenset()) -> Progress:
    """Return where a guide stands in a match.

    Args:
        guide: what leads it.
        table: the match.
        touched: numbers of the instructions without an action that people have said are done.
    """
    with table.still():
        walk = _LogScan(guide, table, touched)
        walk.pass_touched()
        off_script: tuple[int, Instruction, str] | None = None  # the entry, what was asked for, who did something else
        for seq in table.line():
            entry = table.entries[seq - 1]
            itself = entry.source == AUTOMATIC.text
            walk.pass_not_owed(seq - 1)
            if entry.action is None or (walk.over and not itself):
                break
            if not walk.over and not (itself and walk.needless(entry.action)) and walk.take(seq, entry.action):
                walk.last = seq
            elif itself:
                walk.follow(seq)
            else:
                if table.result is None:
                    asked = guide.instructions[walk.asked]
                    who = ", ".join(table.names[seat] for seat in _who(asked, entry.action))
                    off_script = seq, asked, who
                break
        if off_script is None:
            walk.pass_not_owed(table.seq)
        instruction = None if walk.over else guide.instructions[walk.number]
        outcome = _outcome(walk)
        says = guide.ending if instruction is None else instruction.says
        why = None if instruction is None else instruction.why
        return Progress(
            number=walk.number,
            instruction=instruction,
            says=outcome.spoken(says if isinstance(says, Text) else says(outcome)),
            why=None if why is None else outcome.spoken(why),
            waits_for=_waits_for(walk, instruction),
            explained=_explained(walk, outcome),
            off_script=None if off_script is None else _off_script(walk, outcome, *off_script),
        )


DONE = _("Done.")
"""Where an action has changed nothing that anybody could see."""

WAS_LEGAL = _("That is legal too, and in a free match it stands. For this lesson we go back.")


WAS_LEGAL_OF = _("{who}: that is legal too, and in a free match it stands. For this lesson we go back.")


def _who(instruction: Instruction, action: Mapping[str, Any]) -> list[Seat]:
    """Return the seats that did something else: the one that declared it, or those whose revealed secret is not the lesson's."""
    if "seat" in action:
        return [action["seat"]]
    for pattern in instruction.answers:
        if pattern["action"] == action["action"]:
            pairs = [(wanted, action.get(name)) for name, wanted in pattern.items() if isinstance(wanted, Mapping)]
            return [seat for wanted, given in pairs for seat in wanted if not _agrees(wanted[seat], (given or {}).get(seat))]
    return []


def _off_script(walk: _LogScan, outcome: Outcome, seq: int, asked: Instruction, who: str) -> OffScript:
    legal = WAS_LEGAL_OF.fill(who=who) if who else WAS_LEGAL
    why = legal if asked.else_ is None else Joined((legal, outcome.spoken(asked.else_)))
    return OffScript(seq=seq, back_to=walk.begun, number=walk.asked, why=why)


def _waits_for(walk: _LogScan, instruction: Instruction | None) -> tuple[Seat, ...]:
    if instruction is None:
        return ()
    named = {pattern.get("seat") for pattern in walk.missing[walk.number]}
    return tuple(seat for seat in walk.table.seats if seat in named) or instruction.whose or _owing(walk)


def _owing(walk: _LogScan) -> tuple[Seat, ...]:
    """Return the seat that must follow an instruction after a die has decided: the only one that owes it; none if several do."""
    asked = {pattern["action"] for pattern in walk.missing[walk.number]}
    owing = {owed.seat for owed in walk.table.awaiting() if not asked.isdisjoint(owed.actions)}
    return tuple(seat for seat in walk.table.seats if owing == {seat})


def _outcome(walk: _LogScan) -> Outcome:
    """Return what was done last."""
    table, (_, before, last) = walk.table, walk.done or (None, 0, 0)
    events = tuple(event for seq in table.line() if before < seq <= last for event in table.events(seq))
    after = table.after(last)
    return Outcome(rules=with_names(table.rules, table.names, after), before=table.after(before), after=after, events=events)


def _explained(walk: _LogScan, outcome: Outcome) -> Text | None:
    if walk.done is None:
        return None
    after = walk.done[0].after
    return _sentences(outcome.rules, outcome.events) if after is None else outcome.spoken(after(outcome))


def _sentences(rules: Rules[Any], events: Sequence[Event]) -> Text:
    """Return what the log says of these events."""
    sentences = [rules.sentence(event) for event in events] or [DONE]
    return Joined(sentences)


def told_number(guide: Guide, rules: Rules[Any], number: int, seat: Seat) -> int | None:
    """Return the number that an instruction lets a seat set on its panel: its bid, or the first card that it enters; None: none.

    Args:
        guide: of the instruction. rules: of the match. number: of the instruction. seat: the one whose number is asked.
    """
    asked = [pattern for pattern in guide.instructions[number].answers if pattern.get("seat") == seat]
    for sealing in rules.game.sealings:
        if any(pattern["action"] == name_of(sealing.lock) for pattern in asked):
            reveals = (pattern for one in guide.instructions[number:] for pattern in one.answers)
            shown = next((pattern for pattern in reveals if pattern["action"] == name_of(sealing.reveal)), {})
            values = shown.get(sealing.argument)
            return values.get(seat) if isinstance(values, Mapping) and isinstance(values.get(seat), int) else None
    for pattern in asked:
        for value in pattern.values():
            one = value.values[0] if isinstance(value, Either) else value
            if isinstance(one, (list, tuple)) and one and isinstance(one[0], int):
                return one[0]
    return None
