"""What a game's pages show beside what the referee says: its picture, its figures, the names of its actions.

`GamePage` is the plain page of any game: what lies where as sentences, the names of actions as they are. A game with a picture of its own
says more. `Voice` asks a page in one language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from tapete.core.events import Event
from tapete.core.judge import Offer
from tapete.core.refusals import Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import NO, NOTHING, YES, Given, Language, Text, Words, _, figure
from tapete.presentation import art
from tapete.presentation.accidents import Accident
from tapete.presentation.art import DrawFace
from tapete.presentation.touch import Touch
from tapete.table.question.selection import Argument, Map, Verb


class ShownCard(Struct, frozen=True):
    """A card by the name it has at the table; `spent` where it is gone."""

    label: str
    spent: bool = False


class Face(Struct, frozen=True, kw_only=True):
    """What is printed on a card: its name, its kind in a word, figures with their labels, and a sentence for each effect."""

    name: str
    kind: str
    figures: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()


class SeatFigures(Struct, frozen=True, kw_only=True):
    """What a seat's box shows: the counter, further figures with their labels, and rows of cards."""

    counter: str
    value: int
    largest: int
    facts: tuple[tuple[str, str], ...] = ()
    cards: tuple[tuple[str, tuple[ShownCard, ...]], ...] = ()


class DeckList(Struct, frozen=True, kw_only=True):
    """A seat's deck that is registered card by card: copies by card, how many there are of how many, and whether more may come."""

    seat: Seat
    rows: tuple[tuple[str, int], ...] = ()
    totals: tuple[tuple[str, int, int], ...] = ()
    open: bool = True


class Stake(Struct, frozen=True, kw_only=True):
    """What a number does that a player puts in: from which value on it does what, and what is left of how much, never less than `least`."""

    marks: tuple[tuple[int, str], ...] = ()
    of: int
    least: int = 0
    leaves: str
    """With `{n}` for what is left."""


class Naming(Struct, frozen=True, kw_only=True):
    """How an action is called on a page: heading, button, and a hint where one helps."""

    title: Text
    button: Text
    hint: Text | None = None


class HouseRule(Struct, frozen=True):
    """A house rule's name, what it changes, and how its values are called."""

    label: Text
    says: Text
    values: Mapping[Any, Text] = {}


ASIDE = frozenset({"concede", "abandon", "add_card", "time_up", "remark"})
"""Actions that nobody is tempted to touch: they stand under *More* alone."""

BY_FORM = frozenset({"add_card"})
"""Actions with so many arguments that they are written in a form, not touched."""

USUAL: Mapping[str, Verb] = {
    "concede": Verb(weight="secondary", confirm=_("Do you give this match up? It is over then.")),
    "abandon": Verb(weight="secondary", confirm=_("Do you all stop here? The match is over then, and nobody wins.")),
}
"""Actions that end a match, in every game: each is asked for once more before it is entered."""

PLAIN_VERB, PLAIN_ARGUMENT = Verb(), Argument()

WHICH = _("Which “{argument}” goes with “{title}”?")

GLANCE = 130
"""Letters that a sentence over the board has room for."""


class GamePage(Map):
    """The plain page of any game; games with a picture of their own say more."""

    actions: Mapping[str, Naming] = {}
    arguments: Mapping[str, Text] = {}
    house_rules: Mapping[str, HouseRule] = {}
    left_out: frozenset[str] = frozenset()
    """Codes of refusals that say: this is no such thing at all. Values barred by them are not shown in a choice."""

    by_touch: Mapping[str, Verb | Argument] = {}
    """How actions are begun, and how arguments are said: by `action.argument`, or by the argument alone where it is so in every action."""

    asks: Mapping[str, Text] = {}
    """The question of an argument, by `action.argument`, where its heading and label do not say it well."""

    short: Mapping[str, Text] = {}
    """An action as a button of at most eleven letters: five of them share the width of a phone."""

    gathered: Text = _("Play a card", "button")
    """The button that opens the list of cards of all actions that begin with one."""

    accidents: Sequence[Accident] = ()
    """What goes wrong at a table of this game and is mended by a touch or two."""

    pieces: Text = NOTHING

    def verb(self, action: str) -> Verb:
        """How an action is begun and entered."""
        found = self.by_touch.get(action)
        return found if isinstance(found, Verb) else USUAL.get(action, PLAIN_VERB)

    def argument(self, action: str, name: str) -> Argument:
        """How an argument is said."""
        found = self.by_touch.get(f"{action}.{name}", self.by_touch.get(name))
        return found if isinstance(found, Argument) else PLAIN_ARGUMENT

    @property
    def gathers(self) -> Sequence[str]:
        """The actions that each begin with a card, by their weight: one button opens one list with the cards of all of them."""
        return tuple(name for name, one in self.by_touch.items() if isinstance(one, Verb) and one.gathered)

    def words_at(self, rules: Rules[Any], state: Any, words: Words) -> Words:
        """The words of this moment: with kinds for what only the position can name, such as a card in play by its number.

        They are what `option` is asked with.
        """
        return words

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        """The actions by their weight now: the first that is on offer is the primary one; those left out are one touch further away.

        Left alone: what holds the match up first, then all others but those that end or correct a match.
        """
        due = [name for owed in rules.awaiting(state) if owed.seat in (seat, None) for name in owed.actions]
        return [*due, *(name for name in offers if name not in ASIDE and self.verb(name).weight == "main")]

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        """The picture of the board: the one that every page, file and print of it shows. A game without one says what lies where."""
        lines = (place.text(words).in_(language) for place in rules.layout(state))
        return Markup("<ul>{}</ul>").format(Markup("").join(Markup("<li>{}</li>").format(escape(line)) for line in lines))

    def told(self, rules: Rules[Any], state: Any, language: Language, words: Words) -> Sequence[str]:
        """What lies where, in sentences; of places where nothing lies nothing is said."""
        return [place.text(words).in_(language) for place in rules.layout(state) if place.value not in (None, [])]

    def still(
        self,
        rules: Rules[Any],
        state: Any,
        language: Language,
        words: Words,
        *,
        seat: Seat | None = None,
        wide: bool = True,
        face: DrawFace = art.within,
    ) -> Markup:
        """The picture to look at: nothing on it is a button, and a screen reader is told what lies where.

        Args:
            rules, state, language, words: as for `drawn`. seat, wide, face: see `Touch`.
        """
        told = " ".join(self.told(rules, state, language, words))
        return self.drawn(rules, state, language, words, Touch(seat=seat, wide=wide, still=True, told=told, face=face))

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        """What a thing is called, in the strip and by screen readers."""
        return thing

    def asked(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, language: Language, words: Words) -> str:
        """The question of an argument where it needs figures of the draft; empty: `asks` has it.

        Args:
            rules, state: of the moment. draft: the action and its arguments so far, as plain data. path: the open argument.
        """
        return ""

    def passes_for(self, rules: Rules[Any], state: Any, action: str) -> Sequence[Seat]:
        """The seats over which the whole table passes by an action, so that it names them; none where an action passes over nobody."""
        return ()

    def card_at(self, rules: Rules[Any], state: Any, thing: str) -> str | None:
        """The id of the card that a thing shows, so that a touch tells what is printed on it; None: none that everybody sees."""
        return None

    def stake(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, language: Language, words: Words) -> Stake | None:
        """What the number of an argument does, told beside its digits; None: nothing is told.

        Args:
            rules, state: of the moment. draft: the action and its arguments so far, as plain data. path: the argument.
        """
        return None

    def standing(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> Sequence[str]:
        """Why the figures of a thing are not the printed ones, in short sentences; it is told beside what is printed on its card."""
        return ()

    def will(
        self, rules: Rules[Any], state: Any, action: Mapping[str, Any], events: Sequence[Event], language: Language, words: Words
    ) -> str:
        """What an action of `told_first` will do, before it counts. Left alone: the sentences of what happens, as far as a glance takes.

        Args:
            rules, state: of the moment. action: as plain data. events: what it causes.
        """
        said = [rules.sentence(event).in_(language) for event in events]
        kept = [one for at, one in enumerate(said) if at == 0 or sum(map(len, said[: at + 1])) <= GLANCE]
        return " ".join(kept)

    def because(self, rules: Rules[Any], state: Any, action: Mapping[str, Any], language: Language, words: Words) -> str:
        """What speaks for an action whose effect nobody sees at once, in sentences; empty: its effect says enough.

        Args:
            rules, state: of the moment. action: as plain data.
        """
        return ""

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        """Where the match stands, in a few words."""
        return ""

    def counted(self, event: Event) -> Seat | None:
        """Return the seat whose counter an event moves, so that the page can say what moved it last; None for no seat."""
        return None

    def counters(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> Sequence[tuple[str, str, int]]:
        """The counters of a seat that a number puts right: each with its name in the rules, its label, and how it stands.

        Left as it is: the counter of `figures` alone, without a name.
        """
        shown = self.figures(rules, state, seat, language, words)
        return (("", shown.counter, shown.value),)

    def put_right(self, seat: Seat, counter: str, now: int, value: int) -> Mapping[str, Any] | None:
        """The operation of a ruling that puts a seat's counter right, as plain data; None where the game has none.

        Args:
            seat: whose. counter: which, as `counters` names it. now: how it stands. value: how it should stand.
        """
        return None

    def pointed_at(self, rules: Rules[Any], state: Any, operation: Mapping[str, Any]) -> str | None:
        """The id of the card that an operation of an accident points at by its place; None: its arguments name it, or nobody knows it.

        Args:
            rules, state: of the moment. operation: as plain data, as far as it is said.
        """
        return None

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        """What a seat's box shows."""
        panel = next((panel for panel in rules.scene(state).panels if panel.seat == seat), None)
        return SeatFigures(counter="", value=panel.value if panel else 0, largest=panel.largest if panel else 0)

    def deck(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> DeckList | None:
        """The list that a seat scans its deck into; None in a game that registers no decks card by card."""
        return None

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        """The label of one value of an argument."""
        if value is None:
            return _("nothing").in_(language)
        if isinstance(value, bool):
            return (YES if value else NO).in_(language)
        if isinstance(value, dict):
            return " · ".join(str(part) for part in value.values())
        return figure(value) if isinstance(value, int) else str(value)

    def explains(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, value: Any, language: Language) -> str:
        """What a value of an argument that is `explained` does, in a sentence.

        Args:
            rules, state: of the moment. draft: the action and its arguments so far, as plain data. path, value: the argument and its value.
        """
        return ""

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        """What the weights of a choice add up to."""
        return name


class Voice:
    """A game's page in one language, as pages and templates ask it."""

    def __init__(self, page: GamePage, language: Language, words: Words) -> None:
        self.page, self.language, self.words = page, language, words

    def title(self, action: str) -> str:
        """An action as a heading."""
        naming = self.page.actions.get(action)
        return naming.title.in_(self.language) if naming else _plain(action)

    def button(self, action: str) -> str:
        """An action as the word on its button."""
        naming = self.page.actions.get(action)
        return naming.button.in_(self.language) if naming else _plain(action)

    def verb(self, action: str) -> str:
        """An action as a short word in the action bar."""
        short = self.page.short.get(action)
        return short.in_(self.language) if short is not None else self.button(action)

    def question(self, action: str, path: str) -> str:
        """What is asked when an argument is open."""
        asked = self.page.asks.get(f"{action}.{path}")
        if asked is not None:
            return asked.in_(self.language)
        if "@" in path:  # an argument of an operation
            operation = path.rpartition("@")[2].partition("/")[0]
            return self._which(self.variant(action, path, operation), self.argument(action, path))
        return self._which(self.title(action), self.argument(action, path)) if path else self.title(action)

    def _which(self, title: str, argument: str) -> str:
        """A question where the game has none of its own."""
        return WHICH.in_(self.language).format(title=title, argument=argument)

    def hint(self, action: str) -> str:
        """Return the hint that helps to decide; empty where the heading says all."""
        naming = self.page.actions.get(action)
        return naming.hint.in_(self.language) if naming and naming.hint else ""

    def argument(self, action: str, path: str) -> str:
        """The label of an argument: of its full path, else of its last word."""
        words = [part for part in path.split("/") if not part.startswith("@")]
        for name in (f"{action}.{'.'.join(words)}", f"{action}.{words[-1]}", words[-1]):
            if name in self.page.arguments:
                return self.page.arguments[name].in_(self.language)
        return words[-1] if not words[-1].isdecimal() else str(int(words[-1]) + 1)

    def option(self, action: str, path: str, value: Any) -> str:
        """The label of one value."""
        return self.page.option(action, path, value, self.language, self.words)

    def variant(self, action: str, path: str, name: str) -> str:
        """The label of an operation, or of an action inside an action."""
        label = self.page.arguments.get(f"@{name}")
        return label.in_(self.language) if label else self.title(name)

    def sum(self, action: str, path: str, name: str) -> str:
        """What the weights of a choice add up to."""
        return self.page.sum(action, path, name, self.language, self.words)

    def leaves_out(self, refusals: Sequence[Refusal]) -> bool:
        """Say whether a barred value is not even shown."""
        return any(refusal.code in self.page.left_out for refusal in refusals)

    def house_rule(self, key: str) -> HouseRule:
        """A house rule's texts."""
        plain = _plain(key)
        return self.page.house_rules.get(key, HouseRule(Given(plain), NOTHING))


def _plain(name: str) -> str:
    return name.replace("_", " ").capitalize()
