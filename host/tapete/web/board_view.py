"""The view of the page whose board is the form: the board, the news, the action bar and the sheet over the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from tapete.core import answers
from tapete.core.codec import builtins
from tapete.core.domains import one_of, whole, within
from tapete.core.judge import action as whole_action
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.refusals import Refusal
from tapete.core.texts import LANGUAGES, _, capital, lower, plain_letters
from tapete.presentation.base import BY_FORM
from tapete.presentation.faces import face_of
from tapete.presentation.touch import Mark, Touch
from tapete.table.question.asking import BUTTONS
from tapete.table.question.pointer import STEPS
from tapete.table.question.selection import Question
from tapete.web import clocks, photographed, templating
from tapete.web.action_bar import Button, Pad, Sheet
from tapete.web.board_question import BoardQuestion
from tapete.web.hints import HINT, may_be_given
from tapete.web.root import under
from tapete.web.seals import seals

ZONES = ("strip", "board", "news", "sheet", "lesson", "bar", "account")
"""The parts of the page, each pushed whole when it has changed."""

MOST_VERBS = 8
"""More of them are found by name."""

OTHERS = 3
"""Verbs beside the primary one."""

GO_ON = _("Go on", "button")
SEE_MINE = _("See mine", "button")
HOLD = _("hold it down", "button")
FACE_DOWN = _("It lies face down")
WHICH_CARD = _("Play a card: which one?")
ONCE_ASKED, TAKE_BACK = _("before you are asked"), _("touch again to be asked")
CARDS = "cards"
"""The sheet with the cards of all actions that begin with one; no action is called so."""

ROLL = _("Roll", "button")
LOCK_TICKS = _("LOCK: done")
BY_STEPS = _("By steps", "button")
TOUCH_LIT = _("Touch one of those that are lit on the board.")


class BoardView(BoardQuestion):
    """The parts of a board's page: the board, the action bar and the sheet, beside what is asked."""

    # ---- the board

    def board(self) -> Markup:
        """The picture, with everything marked that may be touched."""
        return self.page.drawn(
            self.match.rules,
            self.match.state,
            self.language,
            self.words,
            Touch(
                marks=self._marks(),
                ghosts=self._ghosts(),
                seat=self.seat or (None if self.wide else self.actor),
                wide=self.wide,
                face=photographed.drawing(self.match.place, self.match.rules.game.name),
            ),
        )

    def _marks(self) -> dict[str, Mark]:
        if self.result is not None or self.idle or self.asked.kind == "die":
            return {}
        if self.action is None:
            return {thing: "wanted" if self._begins(thing) else "can" for thing in self.pointer.can()}
        marks: dict[str, Mark] = {
            thing: "barred" if why else "wanted" if self._wanted(value) else "lit" for thing, (value, why) in self.asked.lit.items()
        }
        marks |= dict.fromkeys(self.asked.aimed, "picked")
        marks |= dict.fromkeys((thing for thing, (value, _) in self.asked.lit.items() if value in self.finger.picked), "picked")
        for path, value in self.selection.defaults.items():
            if path in self.asked.defaults and isinstance(value, list):
                marks |= dict.fromkeys((thing for thing, (one, _) in self.asked.lit.items() if one in value), "picked")
        if self.selection.held is not None:
            marks[self.selection.held] = "held"
        return marks

    def _wanted(self, value: Any) -> bool:
        """Whether a lesson waits for this answer to the open question."""
        picked = self.finger.picked if self.asked.several is not None else ()
        return self.hosted.wants(self.action or "", self.asked.path, value, at=self.asked.at, picked=picked)

    def _begins(self, thing: str) -> bool:
        """Whether a touch of a thing begins what a lesson waits for."""
        if not self.hosted.answers:
            return False
        found = self.pointer.touching(thing).found[:1]
        return any(self.hosted.wants(action, path, value) for action, path, value in found)

    def _ghosts(self) -> dict[str, str]:
        """What is about to lie somewhere: the card of the draft, where its place has a default."""
        action = self.action
        if action is None or not self.asked.defaults:
            return {}
        card = self.voice.option(action, "card", self.selection.draft["card"]) if "card" in self.selection.draft else "·"
        found = {}
        for path, value in self.selection.defaults.items():
            if (thing := self.page.thing(self.match.rules, self.match.state, action, path, value, self.actor)) is not None:
                found[thing] = card
        return found

    # ---- the bar

    def bar(self) -> list[list[Button]]:
        """Two rows: the primary verb (or what answers the open question), and what else may be done."""
        if self.result is not None or self.idle:
            return [[], []]
        if self.asked.kind == "die":
            faces = [Button(label=str(face), press="value", value=face, class_="face") for face, _ in self.asked.values]
            rolls = [] if self.actor in self.panels else [Button(label=ROLL.in_(self.language), press="roll", class_="primary roll")]
            return [[*rolls, *faces[:5]], faces[5:]]
        if self.more or (self.action is None and self.sheet is not None):
            return [[], []]
        return self._verbs() if self.action is None else self._draft(self.action)

    def hint(self) -> str:
        """How to answer where no button does; empty where one does."""
        if self.result is not None or self.action is None or self.more or self.sheet is not None or self.bar()[0]:
            return ""
        if self.asked.kind not in ("place", "several") or self.idle:
            return ""
        return TOUCH_LIT.in_(self.language) if self.begun else self._asks(self.action)

    def _back(self) -> Button | None:
        """What takes the last touch back; None where nothing is begun."""
        if self.more:
            return Button(label=_("Close").in_(self.language), press="sheet", value="")
        return Button(label=_("Back").in_(self.language), press="back") if self.begun or (self.sheet is not None) else None

    def _early(self) -> list[Button]:
        """What a seat that is asked after others may say before its turn comes."""
        said = self.early
        if said is None or self.seat is None:
            return []
        owed = next(owed for owed in self.pointer.owed if owed.meaning == "pass")
        label = self.voice.button(name_of(type(passing))) if (passing := single_touch(self.match.rules, owed)) is not None else ""
        note = (TAKE_BACK if said else ONCE_ASKED).in_(self.language)
        return [Button(label=f"{label} ✓" if said else label, press="early", class_="" if said else "primary", note=note)]

    def _verbs(self) -> list[list[Button]]:
        verbs = sorted(self._weighed(), key=lambda verb: verb not in self.hosted.actions)
        loud = [verb for verb in verbs if self.page.verb(verb).weight != "secondary" or verb in self.hosted.actions]
        primary = loud[: 1 if self.seat is None or self._acts() else 0]  # who waits has no primary verb, and may take a lock back
        rest = [verb for verb in verbs if verb not in primary][:OTHERS]
        own = [Button(label=SEE_MINE.in_(self.language), press="peek", note=HOLD.in_(self.language))] if self.seat in self.locked else []
        return [
            [self._begin(verb, self.voice.button, "primary") for verb in primary] or self._early(),
            [*(self._begin(verb, self.voice.verb) for verb in rest), *own],
        ]

    def _weighed(self) -> list[str]:
        """The verbs by their weight; those that begin with a card are one, but while a lesson waits for one of them."""
        verbs = self.pointer.verbs()
        cards = [verb for verb in verbs if verb in self.page.gathers]
        if len(cards) < 2 or self.hosted.actions & set(cards):
            return verbs
        return [CARDS if verb == cards[0] else verb for verb in verbs if verb not in cards[1:]]

    def _begin(self, verb: str, named: Callable[[str], str], class_: str = "") -> Button:
        """A verb as a button."""
        if verb == CARDS:
            return Button(label=self.page.gathered.in_(self.language), press="sheet", value=CARDS, class_=class_)
        return Button(label=named(verb), press="verb", value=verb, class_=class_, note=self._note(verb))

    def _note(self, verb: str) -> str:
        """What stands small on a verb: the button of a console that says it, or for whom the table passes."""
        if verb == self.hosted.lock:
            return _("LOCK").in_(self.language)
        return ", ".join(self.match.names[seat] for seat in self.page.passes_for(self.match.rules, self.match.state, verb))

    def _acts(self) -> bool:
        """Say whether this page's seat is asked for something."""
        return any(owed.seat in (self.actor, None) for owed in self.pointer.owed)

    def _draft(self, action: str) -> list[list[Button]]:
        asked, free = self.asked, [value for value, why in self.asked.values if not why]
        main: list[Button] = []
        if asked.kinds:
            if asked.enough:
                main = [Button(label=self._all(len(self.listing.picked)), press="done", class_="primary")]
        elif asked.kind == "buttons":
            press = "value" if asked.more else "enter"
            wanted = [value for value in free if self._wanted(value)]
            main = [
                Button(
                    label=capital(self.voice.option(action, asked.path, value)),
                    press=press,
                    value=value,
                    class_="primary" if value in wanted or not wanted else "",
                )
                for value in free[:BUTTONS]
            ]
        elif asked.several is not None:
            if asked.enough:
                led = self.hosted.enough(action, asked.path, self.finger.picked)
                main = [Button(label=self._all(len(self.finger.picked)), press="done", class_="primary" if led else "")]
            elif asked.kind == "sheet" and self.sheet is None:
                main = [self._opens(action)]
        elif (field := self._field()) is not None:
            press = "enter" if asked.kind == "secret" or not asked.more else "value"
            label = GO_ON.in_(self.language) if press == "value" else self.voice.button(action)
            main = [Button(label=label, press=press, source=field, class_="primary")]
        elif asked.kind == "secret" and self.sheet is not None:  # that it is no card is a choice like any other
            main = [
                Button(label=self.voice.option(action, asked.path, one), press="enter", value=one, class_="primary")
                for one in self._cardless()
            ]
        elif asked.kind in ("sheet", "number", "text", "secret", "form"):
            main = [self._opens(action)] if self.sheet is None else []
        elif asked.kind == "place":
            main = [
                Button(label=capital(self.voice.option(action, asked.path, value)), press="value", value=value, class_="primary")
                for value in asked.beside()
            ]
        elif asked.ready:
            ends = self.page.verb(action).confirm is not None  # nobody takes that for the button of every turn
            main = [Button(label=self.voice.button(action), press="enter", class_="grave" if ends else "primary")]
        others = []
        if asked.kind == "secret" and self.sheet is not None and self.seat is None:
            others.append(self._face_down())
        held = self.selection.held
        names = dict.fromkeys(name for name, *_ in self.pointer.touching(held).found) if held else {}
        others += [Button(label=self.voice.verb(name), press="verb", value=name) for name in names if name != action]
        others += self._opening()
        return [main, others[:OTHERS]]

    def _opening(self, *, roomy: bool = False) -> Iterator[Button]:
        """What opens an argument that is hardly ever said, and an action inside this one to be put together; `roomy`: all of them."""
        begun = self.finger.action or ""
        kind = next((kind for kind in self.match.rules.game.actions if name_of(kind) == begun), None)
        for name in () if kind is None else kind.__struct_fields__:
            said = self.page.argument(begun, name)
            if (said.opens or (roomy and said.tucked and name in self.finger.draft)) and name not in self.finger.opened:
                yield Button(label=self.voice.argument(begun, name), press="sheet", value=name)
        if self.pointer.by_steps(self.asked):
            yield Button(label=BY_STEPS.in_(self.language), press="sheet", value=STEPS)

    def _face_down(self) -> Button:
        """At the table a card may lie face down: nobody names it as yet."""
        return Button(label=FACE_DOWN.in_(self.language), press="enter")

    def _field(self) -> str | None:
        """The field of the open sheet out of which the primary button takes its value."""
        sheet = self.sheet
        if sheet is None:
            return None
        return "number" if sheet.pad is not None else "words" if sheet.words else None

    def _opens(self, action: str) -> Button:
        return Button(label=f"{self.voice.verb(action)} …", press="sheet", value=self.asked.path, class_="primary")

    # ---- the sheet

    @cached_property
    def sheet(self) -> Sheet | None:
        """What lies over the board; None: nothing."""
        if self.result is not None or (self.idle and not self.more):
            return None
        if self.more:
            return self._more()
        action, asked = self.action, self.asked
        if action is None:
            return self._gathered() if self.selection.sheet == CARDS else None
        # A secret is asked where one person looks: on the table's page the board stays in view until a person wants to set it there.
        itself = asked.asks_itself and not self.selection.by_hand and (self.seat is not None or asked.kind != "secret")
        opened = itself or asked.inside or self.selection.sheet == asked.path
        if asked.kind == "number" or (asked.kind == "secret" and opened):
            return self._number(action, asked)
        if asked.kind == "text":
            return Sheet(title=self._asks(action), words=True)
        if asked.kind == "form" and opened:
            return self._form(action)
        if asked.kind != "sheet" or not opened:
            return None
        return Sheet(
            title=self._asks(action),
            buttons=tuple(self._cards(action, asked.values)),
            find=len(asked.values) > MOST_VERBS,
            add=self._adds(),
            camera=not asked.kinds and any(self._figures(value) for value, _ in asked.values),
        )

    def _gathered(self) -> Sheet | None:
        """The cards of every action that begins with one, of all kinds: those at hand first, and why the others are not."""
        found = {action: [one for one in self.pointer.gathered() if one[0] == action] for action in self.page.gathers}
        cards = [
            Button(
                label=self.voice.option(action, "card", card),
                press="card",
                value=card,
                class_="barred" if why else "",
                note=self.why(why) if why else self._figures(card),
                names=" ".join(dict.fromkeys(plain_letters(self.page.option(action, "card", card, one, self.words)) for one in LANGUAGES)),
            )
            for action in self.page.gathers
            for _action, card, why in found[action]
        ]
        if not cards:
            return None
        lately = {card: place for place, card in enumerate(self.lately)}
        cards.sort(key=lambda one: (one.class_ == "barred", lately.get(one.value, len(lately))))
        add = f"{self.match.place}/card" if BY_FORM & set(self.pointer.offers) else ""
        return Sheet(title=WHICH_CARD.in_(self.language), buttons=tuple(cards), find=len(cards) > MOST_VERBS, add=add, camera=True)

    def _adds(self) -> str:
        """Where a card is typed in that nobody finds here; empty where none can be, or no card is asked for."""
        asks_card = self.action is not None and self.pointer.names_card(self.action, self.asked.path)
        secret = self.asked.kind == "secret"
        return f"{self.match.place}/card" if (asks_card or secret) and BY_FORM & set(self.pointer.offers) else ""

    def _form(self, action: str) -> Sheet:
        label = _("Enter it in a form").in_(self.language)
        return Sheet(title=self.voice.title(action), drawers=((f"{self.match.place}/card", label),))

    def _number(self, action: str, asked: Question) -> Sheet:
        secret = asked.kind == "secret"
        domain = dict(answers.places(asked.domain)).get(asked.at, asked.domain) if asked.domain is not None else None
        inner = answers.bare(domain) if domain is not None else None
        title = self._asks(action)
        if (seat := next((one for one in self.match.state.seats if one == asked.at), None)) is not None:
            title = f"{self.match.names[seat]}: {title}"
        if isinstance(inner, whole | within):
            low, high = inner.bounds
            value = None if secret else high if self.page.argument(action, asked.path).highest else max(low, min(high, 0))
            draft = self.selection.draft
            stake = None if secret else self.page.stake(self.match.rules, self.match.state, draft, asked.path, self.language, self.words)
            return Sheet(title=title, pad=Pad(low=low, high=high, value=value, secret=secret, stake=stake))
        if asked.domain is not None and isinstance(
            inner, one_of | whole_action
        ):  # its press carries it to the vault: nothing keeps it here
            values = [(builtins(value), why) for value, why in answers.judged(asked.domain)]
            cardless = self._cardless()
            cards = tuple(self._cards(action, [(value, why) for value, why in values if value not in cardless], "enter"))
            return Sheet(title=self._asks(action), buttons=cards, find=len(cards) > MOST_VERBS, add=self._adds())
        return self._form(action)

    def _cardless(self) -> list[Any]:
        """The values of a secret that are no card: each is a large button."""
        domain = self.asked.domain
        if domain is None or isinstance(answers.bare(domain), whole | within):
            return []
        values = [builtins(value) for value, why in answers.judged(domain) if not why]
        found = [value for value in values if value is None or (isinstance(value, Mapping) and value.get("card") is None)]
        found.sort(key=lambda value: isinstance(value, Mapping) and "card" in value)  # to play nothing comes before what lies face down
        return found[:BUTTONS] if len(found) < len(values) else []

    def _cards(self, action: str, values: Sequence[tuple[Any, list[Refusal]]], press: str = "value") -> Iterator[Button]:
        """Every candidate as a button: named lately first, barred last with its one reason; found by its names in every language."""
        asked = self.asked
        lately = {card: place for place, card in enumerate(self.lately)}

        # The order stays as it was when the sheet opened, whatever is picked: a place means the same until it is gone.
        picks = asked.several is not None and asked.domain is not None
        opened = [builtins(value) for value, why in answers.judged(asked.domain) if why] if picks and asked.domain is not None else None

        def weight(pair: tuple[Any, list[Refusal]]) -> tuple[bool, bool, int]:
            value, why = pair
            barred = bool(why) if opened is None else value in opened
            led = self.hosted.wants(action, asked.path, value, at=asked.at, picked=())
            return barred, not led, lately.get(value, len(lately)) if isinstance(value, str) else len(lately)

        meant = [(value, why) for value, why in values if not self.voice.leaves_out(why)]
        ordered = sorted(meant, key=weight)
        for value, why in ordered:
            label = self.voice.variant(action, asked.path, value) if asked.kinds else self.voice.option(action, asked.path, value)
            named = (label,) if asked.kinds else (self.page.option(action, asked.path, value, lang, self.words) for lang in LANGUAGES)
            names = " ".join(dict.fromkeys(plain_letters(name) for name in named))
            mark = "barred" if why else "picked" if value in self.finger.picked else "wanted" if self._wanted(value) else ""
            told = why and (opened is None or value in opened)  # a reason that came since would move what lies below: a touch tells it
            note = self.why(why) if told else self._explains(action, value) or self._figures(value)
            yield Button(label=label, press=press, value=value, class_=mark, note=note, names=names)

    def _explains(self, action: str, value: Any) -> str:
        """What a value does, where the page has a sentence for each."""
        path, draft = self.asked.path, self.selection.draft
        if not self.page.argument(action, path).explained:
            return ""
        return self.page.explains(self.match.rules, self.match.state, draft, path, value, self.language)

    def _figures(self, value: Any) -> str:
        """What is printed on a card, in figures; nothing where a value is no card."""
        catalogue, card = self.match.rules.catalogue, value.get("card") if isinstance(value, Mapping) else value
        if catalogue is None or not isinstance(card, str) or card not in catalogue.cards:
            return ""
        printed = face_of(catalogue, card, self.language)
        return " · ".join(filter(None, (printed.kind, *(f"{label} {figure}" for label, figure in printed.figures))))

    def _more(self) -> Sheet:
        bar = self._weighed()[: 1 + OTHERS] if self.action is None else []
        shown = {*bar, *(self.page.gathers if CARDS in bar else ())}
        rest = [verb for verb in self.pointer.everything() if verb not in BY_FORM | shown]
        verbs = [self._named(self.voice.title(verb), verb) for verb in rest]
        return Sheet(
            title=_("What else can be done").in_(self.language),
            buttons=(*self._leaves(), *self._turn_back(), *verbs),
            find=len(verbs) > MOST_VERBS,
            links=tuple(self._links()),
            drawers=tuple(self._drawers()),
        )

    def _leaves(self) -> Iterator[Button]:
        """The way out of a lesson, where no station has it beside the board."""
        if self.hosted.leaves:
            label = _("Go on without the guide").in_(self.language)
            yield Button(label=label, press="free", names=plain_letters(label))

    def _turn_back(self) -> Iterator[Button]:
        """One request for the whole turn, where more than its last declaration can be taken back."""
        if self.match.table.can_undo and (to := self.match.table.turn_to_take_back()) is not None:
            label = _("Take the whole turn back").in_(self.language)
            yield Button(label=label, press="undo", value=to, names=plain_letters(label))

    @staticmethod
    def _named(label: str, verb: str) -> Button:
        return Button(label=label, press="verb", value=verb, names=plain_letters(label))

    def _links(self) -> Iterator[tuple[str, str]]:
        yield f"{self.match.place}/list", _("Everything as a list").in_(self.language)

    def _drawers(self) -> Iterator[tuple[str, str]]:
        """What opens over the board: pages beside the match."""
        place = self.match.place
        if self.seat is not None and self.table.hints and may_be_given(self.table, self.seat):
            yield f"{place}/hint", HINT.in_(self.language)
        yield f"{place}/log", _("Story").in_(self.language)
        for action in sorted(BY_FORM & set(self.pointer.offers)):
            yield f"{place}/card", self.voice.title(action)
        yield f"{place}/seats", _("Everybody's seat").in_(self.language)
        yield under(f"/rules/{self.match.rules.game.name}?at={place}"), _("Rules").in_(self.language)
        yield f"{place}/end", _("How it goes").in_(self.language)
        yield f"{place}/correct", _("Correct the record").in_(self.language)
        if self.seat is None:
            yield under(f"/join/{self.table.id}"), _("Join with a phone").in_(self.language)
        yield f"{place}/screen", _("This screen").in_(self.language)

    def next(self) -> str:
        """What waits once the last turn was told, as the words of the button that goes on to it."""
        if self.result is not None:
            return _("On: how it ended").in_(self.language)
        if self.consent is not None or not self._acts():
            return _("Back to the board").in_(self.language)
        verb = self.action or next(iter(self._weighed()), None)
        if verb is None:
            return _("Go on").in_(self.language)
        what = self.page.gathered.in_(self.language) if verb == CARDS else self.voice.title(verb)
        return self.say(_("On: {what}"), what=lower(what))

    def notices(self) -> list[str]:
        """What the table has to say of this moment."""
        told = (notice.text.in_(self.language) for notice in self.table.notices if notice.seq >= self.match.seq)
        return [one for one in told if one != self.hosted.told]

    def steps(self) -> list[str]:
        """What hands have to do with the cards on the table; a lesson says that itself, one step at a time."""
        if corrected := self.table.to_put_right():
            return [text.in_(self.language) for text in corrected]
        steps = self.match.story.instructions()
        return [] if self.hosted.says else [step for step, _clause in steps]

    def ticks(self) -> str:
        """What a console's LOCK does with the steps for hands; empty where it answers something else, or nobody has a panel."""
        means = self.table.lock_means if self.panels and not self.table.led else None
        return "" if means is None else LOCK_TICKS.in_(self.language)

    # ---- rendering

    @cached_property
    def context(self) -> dict[str, Any]:
        """Everything that the templates of the zones ask for."""
        sentence, meant = self.sentence()
        main, others = self.bar()
        mine = self.seat is not None and self.result is None and self._acts()
        return {
            "sentence": sentence,
            "has_cards": self.match.rules.catalogue is not None or bool(self.match.rules.game.deck),
            "meant": meant,
            "mine": mine,
            "calls": ("die" if self.asked.kind == "die" else "turn") if mine else "",
            "clause": self.barred[0].clause if self.barred else "",
            "sign": self.sign(meant),
            "seats_asked": self.seats_asked(),
            "clocks": [clock for of in (clocks.of_match, clocks.of_turn) if (clock := of(self.table, self.language)) is not None],
            "drawing": self.board(),
            "digits": [(panel.seat, self.match.names[panel.seat], panel.value) for panel in self.match.scene.panels],
            "asking": self.action is not None and self.asked.kind in ("place", "several"),
            "told": self.match.story.told(),
            "look": self.looked[0],
            "look_card": self.looked[1],
            "undone": self.match.story.undone(),
            "ring": self.match.story.ring() if not self.hosted.lesson else None,
            "notices": self.notices(),
            "steps": list(enumerate(self.steps(), start=1)),
            "steps_at": self.match.by_hand.at,
            "ticked": self.match.ticked,
            "ticks": self.ticks(),
            "main": main,
            "hint": self.hint(),
            "others": others,
            "back": self._back(),
            "beside": not self.more and not self.begun,
            "lesson": self.hosted.lesson,
            "doings": self.hosted.buttons if self.idle and not self.more else (),
            "consent": self.consent,
            "result": self.result,
            "sheet": self.sheet,
            "game": self.match.rules.game.name,
            "seq": self.match.seq,
            "question": self.match.question,
            "stamp": self.stamp,
            "account": None if self.hosted.lesson else self.match.story.account,
            "next": self.next(),
            "place": self.match.place,
            "is_seat": self.seat is not None,
            "visit_seat": self.seat or "",
            "seat_names": self.match.names,
            "can_undo": self.table.can_undo,
            "again": self.table.again,
            "may_begin": self.may_begin,
            "phones": self.phones,
            "words": self.words,
            "which": self.which,
            "seals": seals(self.table, self.seat) if self.seat is not None and self.match.rules.game.sealings else None,
        }

    def zones(self) -> Mapping[str, str]:
        """The zones, rendered."""
        return {zone: templating.fragment(f"play/{zone}.html", self.language, **self.context) for zone in ZONES}
