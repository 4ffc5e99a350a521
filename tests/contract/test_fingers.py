"""What a page says about touching agrees with the actions, and no touch means what nobody meant, in every game.

Tables of a page name what actions have; the lit places are those that a question speaks of; a first touch enters nothing; a card is
always named by a player; a seat passes for itself; each button that is offered does something.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import cards, games
from tapete.core import answers
from tapete.core.kinds import name_of, naming
from tapete.core.rulings import Ruling
from tapete.core.seats import Seat
from tapete.presentation import page_of
from tapete.presentation.base import GamePage
from tapete.table import Table, codes
from tapete.table.question.pointer import Pointer
from tapete.table.question.selection import Argument, Selection, Verb
from tapete.table.question.selections import Selections
from tapete.testing.touches import Hands
from tapete.web.board_view import BoardView
from tests.contract.test_contract import Subject, subjects, walk
from tests.moments import golden
from tests.run_forms import by_form
from tools import generate_golden

BY_ARGUMENT = ("asks",)
BY_ACTION = ("short", "order")

MATCHES = generate_golden.files()
matches = pytest.mark.parametrize("path", MATCHES, ids=lambda path: f"{path.parent.name}-{path.stem}")
every_game = pytest.mark.parametrize("game", games.names())


def pages(table: Table) -> Iterator[tuple[Seat | None, Pointer]]:
    """A fresh finger for each seat's own page, and for the table's."""
    page = page_of(table.rules.game.name)
    for seat in (*table.seats, None):
        actor = seat if seat is not None else next((owed.seat for owed in table.awaiting() if owed.seat), None)
        yield seat, Pointer(table.rules, table.state, actor, page, Selection(), shared=seat is None, kept=table.opens())


def again(pointer: Pointer) -> Pointer:
    """The same finger in the same moment, with nothing begun."""
    return Pointer(
        pointer.rules,
        pointer.state,
        pointer.seat,
        pointer.page,
        Selection(),
        shared=pointer.shared,
        kept=pointer.kept,
    )


def sparse(number: int) -> bool:
    """Whether a state is left out: each form of a run looks at as many as it has time for."""
    return bool(number % by_form(30, 12, 2, 1))


# ---- what a page says, against what actions have


def strange(page: GamePage, game: Any) -> Iterator[str]:
    """The entries of a page's tables that no action has."""
    secrets = {(name_of(one.lock), one.secret) for one in game.sealings}
    fields = {name_of(kind): set(kind.__struct_fields__) for kind in game.actions}
    for table in BY_ARGUMENT:
        for entry in getattr(page, table):
            action, _dot, path = entry.partition(".")
            if path.partition("/")[0] not in fields.get(action, ()) and (action, path) not in secrets:
                yield f"{table}: {entry}"
    for table in BY_ACTION:
        yield from (f"{table}: {action}" for action in getattr(page, table, ()) if action not in fields)
    for entry, one in page.by_touch.items():
        action, dot, path = entry.partition(".")
        holders = fields if not dot else {action: fields.get(action, set())}
        if entry not in fields if isinstance(one, Verb) else all((path or action) not in names for names in holders.values()):
            yield f"by_touch: {entry}"


@every_game
def test_the_tables_of_a_page_name_what_actions_have(game: str) -> None:
    assert list(strange(page_of(game), cards.bind(game).game)) == []


def test_a_table_that_names_no_field_is_noticed() -> None:
    page = page_of("moriham")
    more = {"fly": Verb(told_first=True), "set_card.place": Argument(default=True), "spend": Argument(tucked=True)}
    asks = {**page.asks, "activate_trap.source": page.asks["activate_trap.slot"]}
    page_class = type("Strange", (type(page),), {"asks": asks, "by_touch": {**page.by_touch, **more}})
    found = ["asks: activate_trap.source", *(f"by_touch: {entry}" for entry in more)]
    assert list(strange(page_class(), cards.bind("moriham").game)) == found


# ---- the lit places


@matches
def test_lit_places_hold_what_the_question_speaks_of(path: Any) -> None:
    """Of two places or more each stands for another value, and a touch of the real card answers with it."""
    for number, table in enumerate(golden(path)):
        if sparse(number) or table.result is not None:
            continue
        for _seat, pointer in pages(table):
            for action in pointer.everything():
                finger = again(pointer)
                finger.press("verb", action)
                asked = finger.ask()
                free = {thing: value for thing, (value, why) in asked.lit.items() if not why}
                if asked.kind not in ("place", "several") or len(free) < 2:
                    continue
                if card_asked(finger, action, asked.path):
                    continue
                for thing, value in free.items():
                    held = finger.page.thing(table.rules, table.state, action, asked.path, value, finger.seat)
                    assert held == thing, f"{action}.{asked.path}: {value} is at {held}, and {thing} is lit"
                    there = lies(table, thing)
                    speaks = f"{action}.{asked.path}" not in EMPTY
                    assert there in (None, speaks), (
                        f"{action}.{asked.path}: {thing} is lit, and {'nothing' if speaks else 'a card'} lies there"
                    )
                    touched = again(pointer)
                    touched.press("verb", action)
                    made = touched.press("thing", thing)
                    assert touched.selection.said == (), f"{action}: the touch of {thing} is refused: {touched.selection.said}"
                    answered = (made or touched.selection.draft).get(asked.path, touched.selection.picked)
                    assert value == answered or value in answered, f"{action}.{asked.path}: {thing} stands for {answered}, not {value}"


def card_asked(finger: Pointer, action: str, path: str) -> bool:
    """Whether a question speaks of cards by name, which no place holds."""
    return finger.names_card(action, path)


EMPTY = frozenset(
    f"{action}.slot"
    for action in ("normal_summon", "special_summon", "set_card", "call_being", "instant_call", "summon", "return_deserter", "play")
)
"""Questions about places that are free; DataMorphs' columns take several cards."""


def lies(table: Table, thing: str) -> bool | None:
    """Whether something lies at a place, as the state has it; None: the thing is no place."""
    whose, _dot, at = thing.partition(".")
    board: Any = table.rules.board(table.state)
    match table.rules.game.name:
        case "moriham" if at[0] in "ms" and at[1:].isdecimal():
            return (board.monster if at[0] == "m" else board.spell)(whose, int(at[1:])) is not None
        case "bhm" if at.isdecimal():
            return board.space(whose, int(at)) is not None
    return None


# ---- nothing is entered by a first touch


@matches
@pytest.mark.slow
def test_a_walk_that_touches_each_thing_once_enters_nothing(path: Any) -> None:
    touched = 0
    for number, table in enumerate(golden(path)):
        if sparse(number) or table.result is not None:
            continue
        for seat, pointer in pages(table):
            for thing in sorted(pointer.page.things(table.rules, table.state)):
                finger = again(pointer)
                finger.ask()
                made = finger.press("thing", thing)
                assert made is None, f"{path.stem} {table.seq}: {seat or 'the table'} touches {thing}, which enters {made}"
                touched += 1
    assert touched > by_form(0, 5, 10, 10)


# ---- a card is always named


@pytest.mark.slow
@subjects
def test_every_card_of_a_hand_is_asked_for(subject: Subject) -> None:
    """Whatever else is said, an action with a card is not whole before a player has named it."""
    asked_for = 0
    for seed in range(by_form(1, 1, 3, 20)):
        for match, action in walk(subject, seed):
            named = naming(type(action), "card")
            if not named or isinstance(action, Ruling):
                continue
            hands = Hands(match.rules, match.state, action, shared=True)
            if hands.name not in hands.pointer.offers or hands.pointer.sealing(hands.name) is not None:
                continue
            hands.enter()
            for name in sorted(named & set(hands.selection.draft)):
                said = hands.selection.draft[name]
                if said in (None, [], ()) or hands.pointer.settled(hands.name, name):
                    continue
                assert name in hands.selection.by_hand, f"{hands.name}.{name}: {said} was named by nobody"
                asked_for += 1
    assert asked_for > 0 or not any(naming(kind, "card") for kind in match.rules.game.actions if name_of(kind) != "add_card")


@pytest.mark.parametrize("only", ["puddle_frog"])
def test_the_one_being_that_can_be_called_names_itself_to_nobody(only: str) -> None:
    """BHM, no call points, one card of the catalogue is free: it is asked for all the same, and the others say why they cannot come."""
    path = next(path for path in MATCHES if path.stem == "three_1" and path.parent.name == "bhm")
    for table in golden(path):
        for seat, pointer in pages(table):
            if seat is None or "call_being" not in pointer.offers:
                continue
            domain = pointer.offers["call_being"].arguments["card"]
            free = [value for value, why in answers.judged(domain) if not why]
            if free != [only]:
                continue
            finger = again(pointer)
            assert finger.press("verb", "call_being") is None
            asked = finger.ask()
            assert (asked.path, asked.kind) == ("card", "sheet")
            barred = {value for value, why in asked.values if why}
            assert len(barred) > 10
            return
    pytest.fail("no such moment")


# ---- a seat passes for itself


@pytest.mark.parametrize(
    ("game", "seats", "together"), [("bhm", 3, {"pass_all"}), ("mamlejet", 2, {"pass_all", "pass_round", "pass_mains"})]
)
@pytest.mark.slow
def test_a_seat_passes_for_itself_and_the_table_for_all(game: str, seats: int, together: set[str]) -> None:
    met: set[str] = set()
    for table in by_chance_or_golden(game, seats):
        for seat, pointer in pages(table):
            if seat is not None:
                assert not together & set(pointer.offers), f"{seat} is offered to pass for others"
                continue
            for action in together & set(pointer.offers):
                met.add(action)
                over = page_of(game).passes_for(table.rules, table.state, action)
                view = BoardView(table, Selections(table, page_of(game)), "en", None)
                view.more = False
                shown = [button for row in view.bar() for button in row if button.value == action]
                assert over, f"{action} passes over nobody"
                for button in shown:
                    assert all(table.names[one] in button.note for one in over)
    assert met == together


def by_chance_or_golden(game: str, seats: int) -> Iterator[Table]:
    for path in MATCHES:
        if path.parent.name == game and (game != "bhm" or path.stem.startswith("three")):
            for number, table in enumerate(golden(path)):
                if not number % 7 and table.result is None:
                    yield table


# ---- every button does something


def offered(view: BoardView) -> list[tuple[str, Any]]:
    """The buttons of bar and sheet that are not barred, each with its value; a number goes with the button that takes it."""
    shown = {zone: html for zone, html in view.zones().items() if zone in ("bar", "sheet")}
    found = []
    for tag in re.findall(r"<button[^>]*>", "".join(shown.values())):
        data = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "data-press" in data and "disabled" not in tag:
            value = json.loads(data["data-value"].replace("&#34;", '"').replace("&quot;", '"').replace("&#39;", "'").replace("&amp;", "&"))
            if data.get("data-from") == "number" and view.sheet is not None and view.sheet.pad is not None:
                value = view.sheet.pad.low
            elif "data-from" in data:
                value = "words"
            found.append((data["data-press"], value))
    return found


TRIED = ("verb", "value", "enter", "done", "back", "sheet")


@pytest.mark.halves
@matches
@pytest.mark.slow
def test_every_button_that_is_offered_does_something(path: Any) -> None:
    """It enters what the rules take, or the finger moves; none brings nothing but a word that nothing can be done."""
    pressed = 0
    for number, table in enumerate(golden(path)):
        if sparse(number) or table.result is not None:
            continue
        rng = random.Random(number)
        for seat in (*table.seats, None):
            selections = Selections(table, page_of(table.rules.game.name))
            for _step in range(4):
                view = BoardView(table, selections, "en", seat)
                buttons = [(press, value) for press, value in offered(view) if press in TRIED]
                for press, value in buttons:
                    if press == "sheet" or press == "back":
                        continue
                    pointer = selections.pointer(seat)
                    pointer.selection = pointer.selection.copied()
                    pointer.ask()
                    before = pointer.selection.copied()
                    made = pointer.press(press, value)  # type: ignore[arg-type]
                    said = [one.code for one in pointer.selection.said]
                    moved = pointer.selection != before
                    where = f"{path.stem} {table.seq} {seat or 'table'} {before.draft}: {press} {value}"
                    assert made is not None or moved or said, f"{where} does nothing"
                    assert codes.NOTHING_TO_DO.code not in said, f"{where} is offered, and nothing can be done with it"
                    if made is None:
                        assert not said or "barred" in str(view.sheet), f"{where}: {pointer.selection.said}"
                    pressed += 1
                begins = [(press, value) for press, value in buttons if press in ("verb", "value") and value != "concede"]
                if not begins:
                    break
                press, value = rng.choice(begins)
                pointer = selections.pointer(seat)
                if pointer.press(press, value) is not None:  # type: ignore[arg-type]
                    break
    assert pressed > by_form(0, 2, 5, 5)


@matches
def test_whoever_is_asked_sees_how_to_answer(path: Any) -> None:
    """A button, a sheet, or a sentence about what is to be touched: in each state, on the page of each seat that owes something."""
    for number, table in enumerate(golden(path)):
        if sparse(number) or table.result is not None:
            continue
        for seat in dict.fromkeys(owed.seat for owed in table.awaiting()):
            view = BoardView(table, Selections(table, page_of(table.rules.game.name)), "en", seat)
            waits = all(name not in view.pointer.offers for owed in table.awaiting() if owed.seat == seat for name in owed.actions)
            if waits:  # a console reveals what it keeps
                continue
            assert any(view.bar()) or view.sheet is not None or view.hint(), f"{path.stem} {table.seq}: {seat or 'the table'} sees no way"
