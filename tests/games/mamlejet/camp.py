"""A match of Mamlejet Kohanim written down as a scenario: camps, the front, what was declared, and what followed."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.events import Event
from tapete.core.refusals import Illegal, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Cards, Dice, Over
from tapete.games import mamlejet
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import read
from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Lying, Permanent, Plan, Player, Round, State, Window
from tests.contract.starter_cards import starter

FILLER = "racion"


class Camp:
    """A match in the middle of a round.

    Args:
        seats: how many play. options: house rules. at: the step, with its window open (its plan, at `2c_plan`).
        active: whose main phase it is. order: the initiative; seat order when left out. round: which round.
        front: enemies in order of entry, as `"e-guerrero"` or `("e-guerrero", {"dedicated": "acts"})`, with owner A when not said.
        camps: for each seat `in_play` (likewise), `hand`, `city`, `pool`, `guenizah`.
    """

    def __init__(
        self,
        seats: int = 2,
        options: dict[str, Any] | None = None,
        *,
        at: str = "2b",
        active: Seat = "A",
        order: str = "",
        round: int = 4,  # noqa: A002  # the game's own word
        front: tuple[Any, ...] = (),
        catalogue: Any = None,
        **camps: dict[str, Any],
    ) -> None:
        self.rules: Rules[State] = mamlejet.rules(options, catalogue or starter("mamlejet"))
        self.names: dict[str, int] = {}
        permanents: list[Permanent] = []
        for seat in SEATS[:seats]:
            permanents += [
                self._standing(shape, seat, len(permanents) + k + 1) for k, shape in enumerate(camps.get(seat, {}).get("in_play", ()))
            ]
        for shape in front:
            permanents.append(self._standing(shape, None, len(permanents) + 1))
        chosen = order or "".join(SEATS[:seats])
        order_of_play = tuple(seat for letter in chosen for seat in SEATS if seat == letter)
        top = Plan() if at == "2c_plan" else Window()
        players = tuple(self._player(seat, permanents, **camps.get(seat, {})) for seat in SEATS[:seats])
        fallen = (lying.was or 0 for player in players for lying in player.guenizah)
        self.state = State(
            agenda=(Round(at, begun=True, active=active if at[0] == "2" else order_of_play[0]), top),  # type: ignore[arg-type]  # steps that exist
            players=players,
            permanents=tuple(permanents),
            order=order_of_play,
            round=round,
            next_id=max([len(permanents), *(hit.id for p in permanents for hit in p.hits), *fallen]) + 1,
        )
        if isinstance(top, Window):  # who publicly has nothing to play is not asked (MMK-R84)
            idle = tuple(seat for seat in self.state.seats if self.board.idle(seat))
            self.state = replace(self.state, agenda=(self.state.agenda[0], Window(idle)))
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        self.events: tuple[Event, ...] = ()

    def _standing(self, shape: Any, seat: Seat | None, number: int) -> Permanent:
        card, fields = (shape, {}) if isinstance(shape, str) else shape
        name = card
        while name in self.names:
            name += "+"
        self.names[name] = number
        return Permanent(**{"id": number, "card": card, "owner": seat or "A", "controller": seat, **fields})

    def _player(self, seat: Seat, permanents: list[Permanent], **given: Any) -> Player:
        options, catalogue = self.rules.options, self.rules.catalogue.cards
        lying = tuple(x if isinstance(x, Lying) else Lying(x, seat) for x in given.get("guenizah", ()))
        own = [p.card for p in permanents if p.owner == seat] + [x.card for x in lying if x.owner == seat]
        red = sum(card in catalogue and catalogue[card].type == "enemigo" for card in own)
        hand, city = given.get("hand", 5), given.get("city", 20)
        filler = options.deck_tactics - hand - city - (len(own) - red)
        return Player(
            seat=seat,
            hand=hand,
            city=city,
            enemy_city=options.deck_enemies - red - len(given.get("out", ())),
            guenizah=lying + (Lying(FILLER, seat),) * filler,
            enemy_out=tuple(given.get("out", ())),
            pool=given.get("pool", Wealth()),
            kept=True,
        )

    # ---- acting

    def action(self, name: str, seat: str | None = None, **arguments: Any) -> Action:
        plain = {key: self._ids(value) if key in NAMED else value for key, value in arguments.items()}
        return self.rules.read({"action": name, **({"seat": seat} if seat else {}), **plain})

    def _ids(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._ids(x) for x in value]
        return self.names.get(value, value) if isinstance(value, str) else value

    def do(self, name: str, seat: str | None = None, **arguments: Any) -> Camp:
        self.state, self.events = self.rules.apply(self.state, self.action(name, seat, **arguments))
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        return self

    def refused(self, name: str, seat: str | None = None, **arguments: Any) -> tuple[Refusal, ...]:
        """The refusals of an action; it must be illegal, and must leave everything as it is."""
        action = self.action(name, seat, **arguments)
        refusals = self.rules.check(self.state, action)
        assert refusals, f"{name} is legal"
        with pytest.raises(Illegal):
            self.rules.apply(self.state, action)
        return refusals

    def codes(self, name: str, seat: str | None = None, **arguments: Any) -> list[str]:
        return [refusal.code for refusal in self.refused(name, seat, **arguments)]

    def legal(self, name: str, seat: str | None = None, **arguments: Any) -> bool:
        return not self.rules.check(self.state, self.action(name, seat, **arguments))

    def play(self, seat: str, card: str, *targets: Any, dedicate: tuple[Any, ...] = ()) -> Camp:
        return self.do("play_tactic", seat, card=card, targets=list(targets), dedicate=list(dedicate))

    def use(self, seat: str, permanent: str, ability: Any, *targets: Any) -> Camp:
        return self.do("play_ability", seat, permanent=permanent, ability=ability, targets=list(targets), dedicate=[])

    def all_pass(self, times: int = 1) -> Camp:
        for _ in range(times):
            assert isinstance(self.state.agenda[-1], Window), self.state.agenda
            self.do("pass_all")
        return self

    def roll(self, *faces: int) -> Camp:
        """Enter the dice that are asked for, in their order."""
        for face in faces:
            top = self.state.agenda[-1]
            assert isinstance(top, Dice), self.state.agenda
            self.do("enter_roll", roll=top.due[0].id, value=face)
        return self

    def rolls(self, **faces: int) -> Camp:
        """Enter a die for each permanent by its name."""
        for name, face in faces.items():
            number = self.names[name.replace("_", "-")] if name.replace("_", "-") in self.names else self.names[name]
            roll = next(die.id for die in self.due() if die.id.rpartition("-")[2].partition(".")[0] == str(number))
            self.do("enter_roll", roll=roll, value=face)
        return self

    def declare(self, *cards: str) -> Camp:
        """Name cards that are asked for."""
        top = self.state.agenda[-1]
        assert isinstance(top, Cards), self.state.agenda
        return self.do("discard" if top.source == "hand" else "declare_card", top.seat, cards=list(cards))

    def until(self, *steps: str) -> Camp:
        """Everybody passes until the round is at one of these steps, or something else is asked."""
        while isinstance(self.state.agenda[-1], Window) and (self.step not in steps or self.state.stack):
            self.do("pass_all")
        return self

    # ---- looking

    def due(self) -> tuple[Any, ...]:
        top = self.state.agenda[-1]
        assert isinstance(top, Dice), self.state.agenda
        return top.due

    @property
    def board(self) -> Front:
        return Front(self.rules, self.state)

    @property
    def step(self) -> str:
        return self.board.at_step

    @property
    def top(self) -> str:
        return str(self.state.agenda[-1].__struct_config__.tag)

    @property
    def result(self) -> tuple[str, tuple[Seat, ...], str] | None:
        over = self.state.agenda[-1]
        return (over.kind, over.seats, over.reason) if isinstance(over, Over) else None

    def there(self, name: str) -> bool:
        return self.board.in_play(self.names[name])

    def at(self, name: str) -> Permanent:
        return self.board.at_id(self.names[name])

    def player(self, seat: str) -> Player:
        return self.state.players["ABCD".index(seat)]

    def score(self, seat: Seat) -> int:
        return self.board.score(seat)

    def lost(self, seat: Seat) -> int:
        return self.board.lost(seat)

    def index(self, attacker: str, defender: str) -> int:
        return self.board.index(self.at(attacker), self.at(defender))

    def told(self, name: str) -> list[Any]:
        return [event for event in self.events if event.__struct_config__.tag == name]

    def named(self, name: str, card: str) -> Camp:
        """From now on the newest copy of a card goes by this name."""
        self.names[name] = max(p.id for p in self.state.permanents if p.card == card)
        return self

    def change(self, name: str, **fields: Any) -> Camp:
        board = self.board
        board.alter(self.names[name], **fields)
        self.state = replace(board.state)
        return self


NAMED = ("permanent", "soldier", "enemy", "weapon", "targets", "dedicate")
"""Arguments that name permanents."""


def with_cards(*more: dict[str, Any]) -> Any:
    """The starter set and some more cards, each as its catalogue would have it."""
    document = tomllib.loads((files("tapete.games.mamlejet") / "starter.toml").read_text(encoding="utf-8"))
    return read({**document, "card": [*document["card"], *more]})


def opened(seats: int = 2, options: dict[str, Any] | None = None) -> Camp:
    """A match before anybody has kept a hand."""
    nothing: dict[str, Any] = {seat: {"hand": 1, "city": 0} for seat in SEATS[:seats]}
    camp = Camp(seats, options, **nothing)
    camp.state = camp.rules.start(SEATS[:seats])
    return camp
