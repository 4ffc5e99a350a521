"""What holds in every match (docs/inside/rules/mamlejet.md#invariants), in random matches of one to four at every level: as many of each
as the form of the run or TAPETE_MATCHES says.

Every second match is played with more cards: one for each event that an ability may wait for, so that triggers come at any moment.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core import codec
from tapete.core.dice import EnterRoll
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.steps import Dice
from tapete.games import mamlejet
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.combat import Assign, Defend
from tapete.games.mamlejet.plays import Equip, PlayAbility, PlayResource, PlayTactic, Produce
from tapete.games.mamlejet.rounds import RevealEnemy
from tapete.games.mamlejet.rulings import Ruling
from tapete.games.mamlejet.state import Entries, Options, State
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import with_cards
from tests.run_forms import matches, usually

MATCHES = matches(quick=2, usual=2, long=4, nightly=2_500)
QUIET = frozenset({"abandon", "time_up", "mulligan", "ruling", "add_card", "pass_round", "pass_mains", "ask_again"})
HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"level": "heroe", "threat_skip_rounds": 0, "epic_fail_scope": "all_rolls", "heal_from_guenizah": True},
    {"level": "escudero", "enemy_source": "rotate", "emuna_loss": "guenizah_all", "legendary_enemy_scores": False},
    {
        "level": "custom",
        "custom_fixed": 2,
        "custom_cap_per_player": 3,
        "epic_fail_timing": "after_batch",
        "exhausted_enemies": "best_score",
    },
    {"level": "heroe", "threat_skip_rounds": 0, "mode": "clock", "loss_emuna": 200, "dedicated_enemy_attacks_city": True},
    {"threat_skip_rounds": 0, "dedicated_enemy_strikes_back": False, "defend_others": False, "win_emuna": 9, "loss_emuna": 60},
    {"level": "heroe", "threat_skip_rounds": 0, "win_emuna": 60, "loss_emuna": 8, "emuna_loss": "defeated_and_city"},
)
EVENTS = ("enters_self", "leaves_self", "enters_ally", "enters_enemy", "combat_start", "hits_self", "defeated_self", "end_of_turn")
ATTACKING = {"3a_rolls", "3b", "3d", "3d_frenzy"}


@functools.cache
def cards(more: bool) -> Any:
    """The starter set, or with a herald for each event, on both sides."""
    if not more:
        return starter("mamlejet")

    def herald(card: str, card_type: str, event: str, op: dict[str, Any], **keys: Any) -> dict[str, Any]:
        ability = {"kind": "triggered", "on": event, "effects": [op]}
        return {"id": card, "type": card_type, "name": {"es": card}, "difficulty": 4, "abilities": [ability], **keys}

    mine: dict[str, Any] = {"op": "wealth", "player": "controller", "colour": "red", "n": 1}
    slow: dict[str, Any] = {"op": "mod_attack", "target": "self", "n": 1, "duration": "eot"}
    theirs: dict[str, Any] = {"op": "mod_difficulty", "target": "other_enemies", "n": -1, "duration": "eot"}
    made = [herald(f"h-{event.replace('_', '-')}", "soldado", event, slow) for event in EVENTS]
    made += [herald(f"g-{event.replace('_', '-')}", "soldado", event, mine) for event in EVENTS]
    made += [herald(f"x-{event.replace('_', '-')}", "enemigo", event, theirs) for event in EVENTS]
    made.append(herald("h-city", "soldado", "city_hit_self", {"op": "mill", "player": "controller", "n": 1}))
    return with_cards(*made)


def ruleset(seed: int) -> Rules[State]:
    """The house rules and cards of a match."""
    return mamlejet.rules({"deck_tactics": 20, "deck_check": "off", **HOUSE[seed % len(HOUSE)]}, cards(more=seed % 2 == 1))


def walk(rules: Rules[State], seats: int, seed: int) -> Iterator[tuple[State, Any, State, tuple[Any, ...]]]:
    """A random match: before, action, after, what happened."""
    rng = random.Random(seed)
    state = rules.start(SEATS[:seats])
    for number in range(12_000):
        if rules.result(state) is not None:
            return
        loud = rng.random() > 0.96 or number > 6_000
        action = rules.sample(state, rng, avoid=frozenset({"abandon"}) if loud else QUIET)
        assert action is not None, state.agenda
        after, events = rules.apply(state, action, checked=True)
        yield state, action, after, events
        state = after
    raise AssertionError("no result")


def name(event: Any) -> str:
    return str(event.__struct_config__.tag)


def due_of_level(options: Options, seats: int) -> int:
    """How many enemies a level sends in a round at most (MMK-158, 160..162)."""
    custom = options.custom_fixed + options.custom_per_player * seats
    return {"escudero": 1, "guerrero": 1, "heroe": seats, "custom": custom}[options.level]


class Watch:
    """The invariants, held against every action of one match."""

    def __init__(self, rules: Rules[State]) -> None:
        self.rules = rules
        self.rolled: set[tuple[int, str]] = set()
        self.resources: Counter[tuple[int, str]] = Counter()
        self.ruled = 0  # the last round in which the table moved cards by a ruling

    def see(self, before: State, action: Any, after: State, events: tuple[Any, ...]) -> None:
        assert self.rules.faults(after) == (), (before, action)  # 1, 2, 3, 16, 17
        over = self.rules.result(after) is not None
        assert over or self.rules.awaiting(after), after.agenda  # 22
        for event in events:
            if name(event) in ("attack_judged", "city_attack_judged", "die_judged"):  # 7
                assert event.hit == (event.value == 10 or (event.value != 1 and event.value >= event.index))
        if isinstance(action, Ruling):
            self.ruled = before.round
        self.acting(Front(self.rules, before), action)
        self.entering(Front(self.rules, before), action)
        self.standing(after, over)
        if not isinstance(action, Ruling):
            self.falling(before, after, events)
        if after.round > before.round > 0 and not over:
            self.cleaned(after)

    def acting(self, board: Front, action: Any) -> None:
        """5, 6, 12, 13, 18, and attack rolls in combat only (MMK-031)."""
        for pid in _actors(action):
            p = board.at_id(pid)
            assert p.dedicated is None
            if isinstance(action, Assign | PlayAbility) and board.soldier(p):
                assert not p.entered
        if board.state.stack and isinstance(action, PlayTactic | PlayResource | Equip):
            assert isinstance(action, PlayTactic)
            assert board.card(action.card).type == "tefila"
        if isinstance(action, PlayResource):
            self.resources[board.state.round, action.seat] += 1
            assert self.resources[board.state.round, action.seat] == 1
        if isinstance(action, EnterRoll):
            die = next(die for die in board.at(Dice).dice if die.id == action.roll)
            assert (board.state.round, die.id) not in self.rolled, "nothing is rolled twice"
            self.rolled.add((board.state.round, die.id))
            assert die.purpose not in ("attack", "city_attack") or board.at_step in ATTACKING

    def entering(self, board: Front, action: Any) -> None:
        """14, 15: the level's enemies, and no more."""
        if isinstance(action, RevealEnemy) and board.at_step == "1c" and not any(name(s) == "resolving" for s in board.state.agenda):
            assert board.state.round > board.options.threat_skip_rounds
            assert len(board.at(Entries).due) <= due_of_level(board.options, len(board.state.seats))
            if self.ruled != board.state.round:  # who is due was settled when 1c began; a ruling may bring more (MMK-R87)
                assert board.options.level != "escudero" or len(board.enemies) <= 2 * len(board.state.seats)

    def standing(self, after: State, over: bool) -> None:
        """4, 9; in the middle of a unit what it brings is not judged yet (MMK-R38)."""
        board = Front(self.rules, after)
        kinds = {name(step) for step in after.agenda}
        if not over and "plan" not in kinds:
            for p in after.permanents:
                assert p.controller is None or p.opponent is None or p.dedicated is not None
        if not over and not kinds & {"falls", "resolving", "cards"}:
            aim = board.options.mode == "emuna"
            for seat in after.seats:
                assert 0 <= board.score(seat) < (board.options.win_emuna if aim else 9_999)
                assert 0 <= board.lost(seat) < board.options.loss_emuna

    def falling(self, before: State, after: State, events: tuple[Any, ...]) -> None:
        """19: only what an enemy struck has fallen in battle, and only healing takes it back (MMK-R52)."""

        def fallen(state: State) -> int:
            return sum(x.fallen == "battle" for player in state.players for x in player.guenizah)

        back = [event for event in events if name(event) == "card_moved"]
        assert not back or self.rules.options.heal_from_guenizah
        fell = sum(name(event) == "ally_fell" for event in events)
        assert fell - len(back) <= fallen(after) - fallen(before) <= fell

    def cleaned(self, after: State) -> None:
        """10, 11: a new round begins clean; alone, its player has drawn already."""
        alone = len(after.seats) == 1
        for player in after.players:
            assert alone or player.pool.total == 0
            assert player.hand <= 7 + alone
            assert alone or not any(lying.was for lying in player.guenizah)
            assert not any(mod.until == "eot" for mod in player.city_mods)
            assert not player.resource_played
        assert alone or not any(mod.until == "eot" for p in after.permanents for mod in p.mods)
        assert alone or not any(p.dedicated or p.opponent for p in after.permanents)


def _actors(action: Any) -> tuple[int, ...]:
    """The permanents that an action is the action of."""
    if isinstance(action, PlayAbility):
        return (action.permanent, *action.dedicate)
    if isinstance(action, Produce):
        return (action.permanent,)
    if isinstance(action, Assign | Defend):
        return (action.soldier,)
    return action.dedicate if isinstance(action, PlayTactic | Equip) else ()


@pytest.mark.slow
@pytest.mark.clause("MMK-031", "MMK-172", "MMK-222", "MMK-223", "MMK-165", "MMK-048", "MMK-R38", "MMK-R65", "MMK-R92", "MMK-R64")
@pytest.mark.parametrize("seats", usually((1, 2, 3, 4), 2))
def test_what_holds_in_every_match(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        rules = ruleset(seed)
        watch, after = Watch(rules), None
        for before, action, after, events in walk(rules, seats, seed):
            watch.see(before, action, after, events)
            seen.update(map(name, events))
        assert after is not None
        assert rules.read_state(codec.encode(after)) == after
    assert {"enemy_entered", "attack_judged", "city_hit", "triggered", "match_ended"} <= set(seen)
