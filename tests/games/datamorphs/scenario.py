"""A round of DataMorphs written down as a scenario: cards, plays in their order, and what followed."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.catalogue import Catalogue
from tapete.core.events import Event
from tapete.core.refusals import Illegal, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Both, Seat, rival
from tapete.games import datamorphs
from tapete.games.datamorphs.board import Memory, MorphBoard, laid_of
from tapete.games.datamorphs.cards import Card
from tapete.games.datamorphs.faults import INV_EXCHANGE, INV_LEAD
from tapete.games.datamorphs.scoring import Score, score
from tapete.games.datamorphs.state import SEATS, Joint, Ordering, Player, Playing, State

DOCUMENT: dict[str, Any] = tomllib.loads((files("tapete.games.datamorphs") / "starter.toml").read_text(encoding="utf-8"))
STARTER = datamorphs.read(DOCUMENT)

NONCES: dict[str, None] = {"A": None, "B": None}
SKIP, STOP = "skip_program", "stop"


def printed(
    name: str,
    *,
    bios: tuple[str, int, int, int] = ("cyan", 5, 0, 0),
    program: tuple[str, str, int, int] = ("cyan", "worm", 0, 0),
    program_memory: int = 0,
    program_abilities: tuple[dict[str, Any], ...] = (),
    boost: tuple[str, int, int] = ("cyan", 0, 0),
    boost_memory: int = 0,
    abilities: tuple[dict[str, Any], ...] = (),
    function: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A card as its document has it: bios (colour, memory, attack, defense), program (colour, type, ...), boost (colour, ...)."""
    colour, memory, attack, defense = bios
    shade, kind, power, shield = program
    tint, hits, blocks = boost
    return {
        "id": name,
        "name": {"es": name.title(), "en": name.title()},
        "bios": {"color": colour, "memory": memory, "attack": attack, "defense": defense},
        "program": {
            "color": shade,
            "type": kind,
            "attack": power,
            "defense": shield,
            "memory": program_memory,
            "abilities": list(program_abilities),
        },
        "boost": {"color": tint, "attack": hits, "defense": blocks, "memory": boost_memory, "abilities": list(abilities)},
        "function": function or {"color": "cyan", "benefits": [{"types": ["swarm"], "attack": 0, "defense": 0}], "weaknesses": []},
    }


def catalogue(*cards: dict[str, Any]) -> Catalogue[Card]:
    """The starter set with more cards."""
    return datamorphs.read({**DOCUMENT, "card": [*DOCUMENT["card"], *cards]})


MADE = (INV_EXCHANGE, INV_LEAD)
"""What a table that was made need not keep: as many cards as exchanges, and the lead."""


class Desk:
    """A match on the table, at the choice of the Bios of round 1.

    Args:
        options: house rules. cards: more cards than the starter set has. started: False leaves it before the start.
    """

    def __init__(self, options: dict[str, Any] | None = None, *cards: dict[str, Any], started: bool = True) -> None:
        self.rules: Rules[State] = datamorphs.rules(options, catalogue(*cards) if cards else STARTER)
        self.state: State = self.rules.start(SEATS)
        self.events: tuple[Event, ...] = ()
        self.story: list[Event] = []
        self.made = False
        if started:
            self.do("start_game")

    # ---- acting

    def action(self, name: str, seat: Seat | None = None, **arguments: Any) -> Action:
        return self.rules.read({"action": name, **({"seat": seat} if seat else {}), **arguments})

    def do(self, name: str, seat: Seat | None = None, **arguments: Any) -> Desk:
        self.state, self.events = self.rules.apply(self.state, self.action(name, seat, **arguments))
        self.story += self.events
        faults = [fault for fault in self.rules.faults(self.state) if not (self.made and fault.of in MADE)]
        assert not faults, faults
        return self

    def bios(self, a: str, b: str) -> Desk:
        return self.do("reveal_bios", bios={"A": a, "B": b}, nonces=NONCES)

    def first(self, seat: Seat) -> Desk:
        """The leader says who plays first."""
        top = self.state.agenda[-1]
        assert isinstance(top, Ordering)
        return self.do("choose_order", top.leader, first=seat)

    def plays(self, *moves: Any) -> Desk:
        """Plays in their order, by who is due: `program glint_loom`, `boost_a hollow_thread own`, `interrupt boost_a`, SKIP, STOP."""
        for words in moves:
            top = self.state.agenda[-1]
            assert isinstance(top, Playing), top
            move = self.move(top.left[0], words)
            self.do(move.pop("action"), **move)
        return self

    def joint(self, a: str, b: str) -> Desk:
        return self.do("joint_play", a=self.move("A", a), b=self.move("B", b), nonces=NONCES)

    @staticmethod
    def move(seat: Seat, words: str) -> dict[str, Any]:
        """A play as plain data."""
        if words in (SKIP, STOP):
            return {"action": words, "seat": seat}
        first, *rest = words.split()
        if first == "interrupt":
            return {"action": "play", "seat": seat, "part": "interrupt", "slot": rest[0], "card": None}
        part = "boost" if first.startswith("boost") else first
        return {
            "action": "play",
            "seat": seat,
            "part": part,
            "slot": first,
            "card": rest[0],
            "choice": rest[1] if len(rest) > 1 else None,
        }

    def out(self) -> Desk:
        """Everybody stops until the round is over."""
        while isinstance(top := self.state.agenda[-1], Ordering | Playing | Joint):
            if isinstance(top, Ordering):
                self.first("A")
            elif isinstance(top, Playing):
                self.plays(SKIP if top.exchange == 1 else STOP)
            else:
                word = SKIP if top.exchange == 1 else STOP
                self.joint(word, word)
        return self

    # ---- refusals

    def refusals(self, name: str, seat: Seat | None = None, **arguments: Any) -> tuple[Refusal, ...]:
        action = self.action(name, seat, **arguments)
        found = self.rules.check(self.state, action)
        if found:
            with pytest.raises(Illegal):
                self.rules.apply(self.state, action)
        return found

    def codes(self, name: str, seat: Seat | None = None, **arguments: Any) -> list[str]:
        return [refusal.code for refusal in self.refusals(name, seat, **arguments)]

    def refused(self, seat: Seat, words: str) -> list[str]:
        """The codes with which a play is refused."""
        move = self.move(seat, words)
        return self.codes(move.pop("action"), **move)

    # ---- reading

    @property
    def board(self) -> MorphBoard:
        return MorphBoard(self.rules, self.state)

    @property
    def step(self) -> str:
        return str(self.state.agenda[-1].__struct_config__.tag)

    def player(self, seat: Seat) -> Player:
        return self.state.players.of(seat)

    def memory(self, seat: Seat) -> Memory:
        return self.board.memory(seat)

    def available(self) -> tuple[int, int]:
        return self.memory("A").available, self.memory("B").available

    def score(self) -> Both[Score]:
        return score(self.board)

    def told(self, name: str) -> list[Any]:
        return [event for event in self.story if event.__struct_config__.tag == name]

    # ---- a table that is made, not played

    def lay(self, *lines: str) -> Desk:
        """Cards in their order of play, the one who has the initiative: `A program glint_loom`, `B interrupt boost_a`."""
        self.made = True
        for line in lines:
            seat, _, words = line.partition(" ")
            assert seat in SEATS
            free = replace(self.player(seat), stopped=False)
            self.state = replace(self.state, agenda=(Playing(2, (seat,)),), players=self.state.players.giving(seat, free))
            self.plays(words)
        return self

    def due(self, seat: Seat, exchange: int = 2) -> Desk:
        """It is this seat's card now, and it alone plays, in an exchange that its cards have come to."""
        self.made = True
        players = self.state.players.giving(seat, replace(self.player(seat), stopped=False))
        other = rival(seat)
        players = players.giving(other, replace(self.player(other), stopped=True))
        laid = sum(1 for _ in laid_of(self.player(seat)))
        self.state = replace(self.state, players=players, agenda=(Playing(max(exchange, laid), (seat,)),))
        return self
