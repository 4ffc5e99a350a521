"""Positions that no match leaves behind, refused as they are loaded, and questions of real ones, which are not.

Source: docs/inside/rules/mamlejet.md#invariants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.refusals import Illegal
from tapete.core.steps import Cards, Dice, Die, Over, Step
from tapete.games.mamlejet.operations import Discard
from tapete.games.mamlejet.state import (
    Activations,
    Assault,
    Assaults,
    Entries,
    Fall,
    Falls,
    FrenzyChoice,
    Hero,
    Hit,
    Initiative,
    Item,
    Lot,
    Lying,
    Ordering,
    Resolving,
    Round,
    Selecting,
    Setup,
    Shot,
    State,
    Trigger,
    Volley,
    Window,
)
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp, opened

Change = Callable[[State], State]


def camp() -> Camp:
    """Round 4, A's main phase. A: sentinel 1, spear 2, ration 3, singer 4; B: sentinel 5; at the front a warrior 6 and an archer 7."""
    things = ["centinela", "lanza", "racion", "cantor"]
    return Camp(A={"in_play": things}, B={"in_play": ["centinela"]}, front=("e-guerrero", "e-arquero"))


def agenda(*steps: Step, at: str | None = None, **more: Any) -> Change:
    """The round at a step, and these steps on it."""

    def changed(state: State) -> State:
        base = state.agenda[0] if at is None else Round(at, begun=True)  # type: ignore[arg-type]  # steps that exist
        return replace(state, agenda=(base, *steps), **more)

    return changed


def base(*steps: Step, **more: Any) -> Change:
    """The agenda altogether."""
    return lambda state: replace(state, agenda=steps, **more)


def thing(number: int, **fields: Any) -> Change:
    """A permanent with a change."""

    def changed(state: State) -> State:
        return replace(state, permanents=tuple(replace(p, **fields) if p.id == number else p for p in state.permanents))

    return changed


def waiting(**fields: Any) -> Change:
    """Something waits on the stack."""
    return lambda state: replace(state, next_id=9, stack=(Item(id=8, **fields),))


def pair(**fields: Any) -> Change:
    return lambda state: thing(1, opponent=6, **fields)(thing(6, opponent=1)(state))


def player(**fields: Any) -> Change:
    return lambda state: replace(state, players=(replace(state.players[0], **fields), *state.players[1:]))


DIE = Die("attack-1", "A", "attack", 5)
SINGS: dict[str, Any] = {"kind": "trigger", "card": "cantor", "source": 4, "owner": "A", "controller": "A"}
TACTIC: dict[str, Any] = {"kind": "tactic", "card": "trampa", "owner": "A", "controller": "A", "targets": (6,)}
MINE = starter("mamlejet").cards["mina"]
DISCARD = Discard("controller", 1)
LYING = camp().player("A").guenizah

BROKEN: dict[str, tuple[str, Change]] = {
    # steps that end a program
    "a window over a round that is at its setup": ("inv_agenda", agenda(Window(), at="setup")),
    "a round that is over": ("inv_agenda", agenda(Window(), at="over")),
    "cards that nothing has asked for": ("inv_agenda", agenda(Cards("A", 1, "hand", "clean_up"))),
    "cards out of a zone that is none": ("inv_agenda", agenda(Cards("A", 1, "cellar", "clean_up"), at="4b")),
    "more cards than are due": ("inv_agenda", agenda(Cards("A", 2, "hand", "clean_up"), at="4b")),
    "entries in a main phase": ("inv_agenda", agenda(Entries(("A",)))),
    "entries of nobody": ("inv_agenda", agenda(Activations(), Entries(()), at="1c")),
    "a frenzy that nobody is in": ("inv_agenda", agenda(Window(), FrenzyChoice(), at="3d_frenzy")),
    "a frenzy before combat": ("inv_agenda", agenda(Window(), FrenzyChoice())),
    "attacks in a main phase": ("inv_agenda", agenda(Assaults((Assault(6),)))),
    "attacks by what has left": ("inv_agenda", agenda(Assaults((Assault(99),)), at="3a_defence")),
    "an attack by an ally": ("inv_agenda", agenda(Assaults((Assault(5),)), at="3a_defence")),
    "attacks that are rolled before they are defended": (
        "inv_agenda",
        agenda(Assaults((Assault(6),)), Volley("city", (Shot("assault-6", 6, None, "A"),)), Dice((DIE,)), at="3a_rolls"),
    ),
    "an ability that its card lacks": ("inv_item", waiting(**{**SINGS, "card": "lanza", "ability": 0})),
    "an ability that has triggered on a card without it": (
        "inv_item",
        lambda state: replace(state, next_id=9, triggers=(Trigger(8, 1, "centinela", 0, "A", "A"),)),
    ),
    "a tactic aimed at nothing": ("inv_item", waiting(**{**TACTIC, "targets": ()})),
    "a tactic aimed at a player": ("inv_item", waiting(**{**TACTIC, "targets": ("A",)})),
    "an enemy that is played": ("inv_item", waiting(**{**TACTIC, "card": "e-arquero", "targets": ()})),
    "damage by nothing": ("inv_item", waiting(kind="batch")),
    "an activation without one": ("inv_item", waiting(kind="activation", card="e-guerrero", source=6, owner="A")),
    "dice alone": ("inv_agenda", base(Dice((DIE,)))),
    "dice over a window": ("inv_agenda", agenda(Window(), Dice((DIE,)))),
    "a die of another purpose": (
        "inv_agenda",
        agenda(Initiative((("A", "B"),)), Dice((Die("initiative-A.0", "A", "city"), Die("initiative-B.0", "B", "city"))), at="1b"),
    ),
    "lots of another number": (
        "inv_agenda",
        agenda(Activations((7,), 7, True), Selecting((Lot("aim-7", "A", "city", 9),)), Dice((Die("aim-7.0", "A", "city"),)), at="1c"),
    ),
    "a hero for whom no deck is registered": (
        "inv_agenda",
        lambda state: replace(opened().state, agenda=(Setup(), Hero("A"), Selecting((Lot("hero-A", "A", "hero", 3),)), Dice((DIE,)))),
    ),
    "an effect that its card has not": (
        "inv_agenda",
        agenda(
            Window(),
            Resolving(Item(id=8, ability=0, **SINGS), (DISCARD,)),
            Cards("A", 1, "hand", "discard"),
            next_id=9,
        ),
    ),
    # dead ends
    "a round at hand": ("inv_agenda", agenda(at="2b")),
    "falls at hand": ("inv_agenda", agenda(Window(), Falls((Fall("A", 6),)), at="1c")),
    "a volley at hand": ("inv_agenda", agenda(Window(), Volley("shot", (Shot("shot-8", 7, None, "A", "e-arquero"),)), at="1c")),
    "something that resolves at hand": (
        "inv_agenda",
        agenda(Window(), Resolving(Item(id=8, ability=0, **SINGS), ()), next_id=9),
    ),
    "lots at hand": ("inv_agenda", agenda(Activations((7,), 7, True), Selecting((Lot("aim-7", "A", "city", 2),)), at="1c")),
    "initiative at hand": ("inv_agenda", agenda(Initiative((("A", "B"),)), at="1b")),
    "a hero at hand": ("inv_agenda", base(Setup(), Hero("A"))),
    "a setup after which all hands are kept": ("inv_agenda", base(Setup(), round=0, order=())),
    "an order of abilities that nobody owes": ("inv_agenda", agenda(Window(), Ordering("A", (1, 2)))),
    # the round
    "a round of number 0": ("inv_agenda", lambda state: replace(state, round=0)),
    "no order of play": ("inv_agenda", lambda state: replace(state, order=())),
    "an order of play without somebody": ("inv_seats", lambda state: replace(state, order=("A",))),
    "another's combat": ("inv_agenda", lambda state: replace(state, agenda=(Round("3b", begun=True, active="B"), Window()))),
    "a match that has a result and goes on": ("inv_ended", player(guenizah=(*LYING[8:], *(Lying("escudo", "A", "battle"),) * 8))),
    "a result that the scores deny": ("inv_agenda", base(Over("win", ("A",), "emuna"))),
    "a win of nobody's": ("inv_agenda", base(Over("win", (), "card"))),
    "a defeat that somebody wins": ("inv_agenda", base(Over("loss", ("A",), "card"))),
    # 4, 17, and what is in play
    "a pair that is not dedicated": ("inv_dedicated", pair()),
    "a pair in the first phase": (
        "inv_pairs",
        lambda state: agenda(Activations(), Window(), at="1c")(pair(dedicated="fights")(state)),
    ),
    "a ration with an opponent": ("inv_pairs", lambda state: thing(3, opponent=6, dedicated="pays")(thing(6, opponent=3)(state))),
    "a weapon on an enemy": ("inv_attached", thing(2, attached_to=6)),
    "a weapon on itself": ("inv_attached", thing(2, attached_to=2)),
    "a weapon on a ration": ("inv_attached", thing(2, attached_to=3)),
    "a ration on a soldier": ("inv_attached", thing(3, attached_to=1)),
    "damage on a ration": ("inv_mark", lambda state: thing(3, hits=(Hit(8, "enemy"),))(replace(state, next_id=9))),
    "a defender in a main phase": ("inv_mark", thing(1, defending=True)),
    "a card that fell and cannot come back": (
        "inv_mark",
        lambda state: player(guenizah=(*LYING[1:], Lying("mina", "A", "none", 8)))(replace(state, next_id=9)),
    ),
    "two cards of one number": ("inv_ids", lambda state: replace(state, triggers=(Trigger(1, 4, "cantor", 0, "A", "A"),))),
    "a card typed in under another id": (
        "inv_typed",
        lambda state: replace(state, typed_cards={"otra": starter("mamlejet").cards["mina"]}),
    ),
    "a deck that is not there": ("inv_deck", player(deck="nothing")),
    "a hero that is none": ("inv_deck", player(hero="e-guerrero")),
}


@pytest.mark.clause("MMK-172", "MMK-R38", "MMK-126", "MMK-027", "MMK-109")
@pytest.mark.parametrize("what", BROKEN)
def test_a_position_that_no_match_leaves_behind_is_refused(what: str) -> None:
    code, change = BROKEN[what]
    match = camp()
    state = change(match.state)
    assert state != match.state
    with pytest.raises(Illegal) as refused:
        positions.load(match.rules, positions.dump(match.rules, state))
    assert code in [refusal.code for refusal in refused.value.refusals]
    assert code in refused.value.refusals[0].params["broken"]


STRANGE: dict[str, Change] = {
    "the third seat of two": base(Round("2b", begun=True, active="C"), Window()),
    "a card of a third": player(guenizah=(*LYING[1:], Lying("mina", "C"))),
    "a third who wins": base(Over("win", ("C",), "card")),
}


@pytest.mark.clause("MMK-155")
@pytest.mark.parametrize("what", STRANGE)
def test_a_position_that_names_who_does_not_play_is_refused(what: str) -> None:
    match = camp()
    with pytest.raises(Illegal) as refused:
        positions.load(match.rules, positions.dump(match.rules, STRANGE[what](match.state)))
    assert "unknown_seat" in [refusal.code for refusal in refused.value.refusals]


QUESTIONS: dict[str, Callable[[], Camp]] = {
    "a hand": opened,
    "a hero": lambda: opened(1).do("register_deck", "A", deck="demo"),
    "initiative": lambda: Camp(at="4a").all_pass(),
    "an enemy": lambda: Camp(at="4a").all_pass().roll(9, 2),
    "a city for a shot": lambda: Camp(at="4a", front=("e-arquero",)).all_pass().roll(9, 2).do("reveal_enemy", owner="A", card="e-guerrero"),
    "a city for an attack": lambda: Camp(at="3a_w1", front=("e-guerrero",)).all_pass(),
    "a defence": lambda: Camp(at="3a_w1", A={"in_play": ["centinela"]}, front=("e-guerrero",)).all_pass().roll(3),
    "dice against cities": lambda: Camp(at="3a_w1", front=("e-guerrero",)).all_pass().roll(3).until("3a_rolls"),
    "a card that falls": lambda: Camp(at="3a_w1", front=("e-guerrero",)).all_pass().roll(3).until("3a_rolls").roll(9),
    "a structure": lambda: (
        Camp(at="3a_w1", A={"in_play": ["muralla", "muralla"]}, front=("e-ariete",))
        .all_pass()
        .roll(3)
        .until("3a_rolls")
        .roll(10)
        .declare("mina")
    ),
    "a discard": lambda: Camp(at="4a", A={"hand": 9}).all_pass(),
    "a trap": lambda: (
        Camp(A={"in_play": ["mina", "mina"]}, front=("e-guerrero",))
        .play("A", "trampa", "e-guerrero", dedicate=("mina", "mina+"))
        .all_pass()
    ),
    "a plan": lambda: Camp(at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",)),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_a_question_is_loaded_and_asked_again(what: str) -> None:
    match = QUESTIONS[what]()
    loaded = positions.load(match.rules, positions.dump(match.rules, match.state))
    assert match.rules.awaiting(loaded) == match.rules.awaiting(match.state) != ()
