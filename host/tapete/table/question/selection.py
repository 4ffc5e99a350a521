"""What a player points at on a picture, the question that is open, and what a game says about touching: plain data and its form.

What one seat points at (`Selection`) lives in the table's memory, one for each seat, so that its phone, the table's page and its panel show
the same finger. No secret is ever kept here.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, field, structs

from tapete.core import answers
from tapete.core.codec import encode
from tapete.core.domains import Domain, some
from tapete.core.judge import Offer
from tapete.core.refusals import Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Text

Kind = Literal["", "place", "several", "sheet", "buttons", "number", "text", "secret", "die", "form"]
"""How the open question is asked.

On the picture (one thing, several), from a sheet, by buttons, as a number, as words, as a secret that the page alone keeps, as a die; by a
form of its own where none of these fits.
"""

Press = Literal["thing", "verb", "value", "card", "enter", "done", "back", "sheet", "seat"]
"""A touch: a thing on the picture; a verb; a value of the open question; a card that was scanned; the button that enters what is whole;
that is all; back; a sheet opened or closed; for which seat the table's page acts."""


class Verb(Struct, frozen=True, kw_only=True):
    """How an action is begun and entered.

    Args:
        weight: `secondary` where its button does not call for attention; `seldom` where it is one touch further away.
        told_first: whether it spends, announces or gives away: what it will do is shown, and a button enters it.
        confirm: what is asked once more before it is entered, where it has no question of its own.
        gathered: whether it begins with a card: one button opens one list with the cards of all such actions.
    """

    weight: Literal["main", "secondary", "seldom"] = "main"
    told_first: bool = False
    confirm: Text | None = None
    gathered: bool = False


class Argument(Struct, frozen=True, kw_only=True):
    """How an argument is said.

    Args:
        default: whether any value will do: the first is marked, and another may be touched; of a choice of several the leanest is marked,
            and each touch adds one or takes one off.
        reach: whether it waits for an earlier answer and may be touched first all the same.
        highest: whether it is a number that is mostly entered at its highest.
        opens: whether it is hardly ever said, and a button opens it; `tucked`: so, where a page has room for such a button.
        unasked: whether nobody is asked for it, for what is asked says it already.
        explained: whether its values need a sentence each: they are asked for on a sheet, however few they are.
    """

    default: bool = False
    reach: bool = False
    highest: bool = False
    opens: bool = False
    tucked: bool = False
    unasked: bool = False
    explained: bool = False


class Map(Protocol):
    """What a game says about touching its picture: left alone, that nothing can be touched.

    A thing is a word that stays the same from picture to picture: `A.m3`, `slab.4`.
    """

    left_out: frozenset[str]
    """Codes of refusals that say: this is no such thing at all."""

    @property
    def gathers(self) -> Sequence[str]:
        """Actions that begin with a card, by their weight (`Verb.gathered`)."""
        ...

    def verb(self, action: str) -> Verb:
        """How an action is begun and entered."""
        ...

    def argument(self, action: str, name: str) -> Argument:
        """How an argument is said."""
        ...

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        """All things on the picture that can be touched."""
        return ()

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        """Which thing on the picture stands for a value (as plain data) of an argument; None: none does, it is asked beside the picture.

        A thing is a word that stays the same from picture to picture: `A.m3`, `slab.4`.
        """
        return None

    def reached(self, rules: Rules[Any], state: Any, action: str, path: str, thing: str, seat: Seat | None) -> Any:
        """The value that a thing stands for in an argument that may be touched first (`Argument.reach`); None: for none."""
        return None

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        """The actions on offer by their weight now: the first is the primary one."""
        ...

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        """The actions that a thing could serve at another moment, the likeliest first: the first says why not now."""
        return ()

    def meant(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Mapping[str, Any] | None:
        """The action that a touch of a thing means now, with the thing as its argument; None: what it serves says why it does not.

        With it, why nothing can be done is judged by that action, and not by others that happen to be on offer.
        """
        return None


class Selection(Struct):
    """What one seat points at.

    Args:
        draft: the action and its arguments so far, as plain data; empty: nothing is begun.
        wishes: answers that were given before their question was open.
        picked: of a choice of several, so far.
        defaults: arguments for which any value will do, as they are marked.
        by_hand: the arguments that a player answered, in order; the others answered themselves.
        held: the thing that was touched first.
        said: why the touch that is taken now is barred, or what was begun cannot go on; the first is told.
        sheet: which sheet is open: an argument, or a word of the page's own.
        declined: the question that was asked without a touch and put aside.
        acting: for which seat the table's page acts, where a player chose.
        opened: arguments that are hardly ever said, and that a player wants to say.
        inside: what is pointed at of the next operation of a list; those before it are `picked`.
    """

    draft: dict[str, Any] = field(default_factory=dict)
    wishes: dict[str, Any] = field(default_factory=dict)
    picked: list[Any] = field(default_factory=list)
    defaults: dict[str, Any] = field(default_factory=dict)
    by_hand: list[str] = field(default_factory=list)
    held: str | None = None
    said: tuple[Refusal, ...] = ()
    sheet: str = ""
    declined: str = ""
    acting: Seat | None = None
    opened: list[str] = field(default_factory=list)
    inside: Selection | None = None

    def copied(self) -> Selection:
        """Return it as it is now: what is drawn from the copy does not change under the pen."""
        own: dict[str, Any] = {name: type(value)(value) for name, value in structs.asdict(self).items() if isinstance(value, dict | list)}
        return structs.replace(self, **own, inside=None if self.inside is None else self.inside.copied())

    @property
    def stamp(self) -> str:
        """A word for what is said so far."""
        said = self.draft, self.picked, self.defaults, None if self.inside is None else self.inside.stamp
        return f"{zlib.crc32(encode(said)):x}"

    @property
    def action(self) -> str | None:
        """The action that is begun."""
        return self.draft.get("action")

    def begin(self, action: str | None = None, *, held: str | None = None, wishes: Mapping[str, Any] | None = None) -> None:
        """Begin anew: with an action, or with nothing."""
        self.draft = {} if action is None else {"action": action}
        self.wishes, self.held = dict(wishes or {}), held
        self.picked, self.defaults, self.by_hand, self.said, self.sheet, self.opened, self.inside = [], {}, [], (), "", [], None

    def back(self) -> None:
        """Take the last answer that a player gave back; without one, what was begun."""
        inside = self.inside
        if inside is not None and inside.action is not None:
            if inside.by_hand or inside.picked:
                inside.back()
            else:
                self.inside = None
            return
        self.held = None
        if self.picked:
            self.picked.pop()
            return
        while self.by_hand:
            name = self.by_hand.pop()
            if name in self.draft:
                said = list(self.draft)
                for later in said[said.index(name) :]:
                    self.draft.pop(later)
                return
        self.declined = self.action or self.declined
        self.begin()


class Question(Struct):
    """The one question that is open.

    Args:
        path: the argument; empty: none.
        kind: how it is asked.
        domain: its values.
        at: which place of a row (or of an `each`) is asked now.
        values: each candidate as plain data, and why it is barred.
        lit: the things that answer: the value each stands for, and why it is barred.
        defaults: arguments for which any value will do, offered beside the question.
        aimed: things that the draft points at by itself, because nothing else was left; once it is ready all that it points at.
        ready: nothing is open any more: a yes enters it.
        more: something is open beside it.
        asks_itself: nobody had to touch a verb.
        inside: it is about the next operation of a list; `kinds`: about which one that is.
        enough: what was chosen of several, or said in a list, may be all.
    """

    path: str = ""
    kind: Kind = ""
    domain: Domain | None = None
    at: str = ""
    values: list[tuple[Any, list[Refusal]]] = field(default_factory=list)
    lit: dict[str, tuple[Any, list[Refusal]]] = field(default_factory=dict)
    defaults: dict[str, Domain] = field(default_factory=dict)
    aimed: frozenset[str] = frozenset()
    ready: bool = False
    more: bool = False
    asks_itself: bool = False
    inside: bool = False
    kinds: bool = False
    enough: bool = False

    def beside(self) -> list[Any]:
        """Return the values that may be chosen and that no thing on the picture stands for."""
        shown = [value for value, _why in self.lit.values()]
        return [value for value, why in self.values if not why and value not in shown]

    @property
    def several(self) -> some | None:
        """The choice of several that is asked, if it is one."""
        inner = answers.bare(self.domain) if self.domain is not None else None
        return inner if isinstance(inner, some) else None


class Touching(Struct, frozen=True):
    """What may be done with a thing: (action, argument, value) in the order of the verbs; and why nothing, where nothing may."""

    found: tuple[tuple[str, str, Any], ...] = ()
    barred: tuple[Refusal, ...] = ()
