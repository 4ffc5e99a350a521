"""Tables at which refusals are worked, and how a case is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core.refusals import Refusal
from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Assault, Assaults, Plan, State
from tests.contract.refused import Refused, case
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp, opened, with_cards

Make = Callable[[], Camp]

RICH = Wealth(9, 9, 9)
DUE: dict[str, Any] = {"frenzy_due": True, "attacked": True, "dedicated": "fights"}


def act(camp: Make, what: str, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any) -> Refused:
    seat = arguments.pop("by", "A")
    return case(what, code, clause, params, lambda: camp().refused(what, seat, **arguments), alone=alone)


def broken(code: str, clause: str, params: dict[str, Any], make: Callable[[State], State]) -> Refused:
    """A position that cannot be: A's main phase with a change."""

    def faults() -> tuple[Refusal, ...]:
        camp = main()
        return camp.rules.faults(make(camp.state))

    return case("position", code, clause, params, faults, alone=False)


def with_player(state: State, **changes: Any) -> State:
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))


def with_permanent(state: State, place: int, **changes: Any) -> State:
    made = replace(state.permanents[place], **changes)
    return replace(state, permanents=(*state.permanents[:place], made, *state.permanents[place + 1 :]))


# ---- tables at each step


def main(**options: Any) -> Camp:
    """A's main phase. A: sentinel 1, smith 2, spear 3, ration 4, slinger 5 (dedicated), lookout 6 (just entered); B: sentinel 7;
    at the front a warrior 8, a ram 9, an elephant 10."""
    things = ["centinela", "herrero", "lanza", "racion", ("hondero", {"dedicated": "acts"}), ("vigia", {"entered": True})]
    return Camp(
        options=options,
        A={"in_play": things, "pool": RICH},
        B={"in_play": ["centinela"], "pool": RICH},
        front=("e-guerrero", "e-ariete", "e-elefante"),
    )


def at(step: str, **options: Any) -> Make:
    def made() -> Camp:
        camp = main(**options)
        camp.state = replace(camp.state, agenda=(replace(camp.state.agenda[0], at=step), *camp.state.agenda[1:]))
        return camp

    return made


def plan(**options: Any) -> Camp:
    camp = at("2c_plan", **options)()
    camp.state = replace(camp.state, agenda=(camp.state.agenda[0], Plan()))
    return camp


def planned() -> Camp:
    return plan().do("assign", "A", soldier=1, enemy=8)


def assaulted(**options: Any) -> Camp:
    """The warrior goes for A's city, and A is asked."""
    camp = at("3a_defence", **options)()
    camp.state = replace(camp.state, agenda=(camp.state.agenda[0], Assaults((Assault(8),))))
    return camp


def frenzied() -> Camp:
    """A spearman with a frenzy roll to make, another that has used its own, and a sentinel; B's spearman has one too."""
    camp = Camp(
        at="3b",
        A={"in_play": [("lancero", DUE), ("lancero", {**DUE, "frenzy_due": False, "frenzy_used": True}), "centinela"]},
        B={"in_play": [("lancero", DUE)]},
        front=("e-guerrero", "e-arquero"),
    )
    return camp.until()


def poor() -> Camp:
    return Camp(A={"hand": 0, "in_play": ["mina", "trompeta", "centinela"]})


def ready_slinger() -> Camp:
    return main().change("hondero", dedicated=None)


SHOT: dict[str, Any] = {"permanent": 5, "ability": "shoot", "dedicate": []}


def two_rations() -> Camp:
    return Camp(A={"in_play": ["racion", "racion"]})


def stacked() -> Camp:
    return main().play("A", "cosecha")


def solo(*things: str, **more: Any) -> Camp:
    """One player; an altar makes wealth, and has an ability that costs some."""
    ability = {"kind": "action", "cost": {"white": 1}, "effects": [{"op": "draw", "player": "controller", "n": 1}]}
    altar = {"id": "altar", "type": "recurso", "produces": {"white": 1}, "name": {"es": "Altar"}, "abilities": [ability]}
    return Camp(1, catalogue=with_cards(altar), A={"in_play": list(things), "pool": RICH, **more})


def ordering() -> Camp:
    """Two singers of A's have triggered at once."""
    camp = Camp(A={"in_play": ["cantor", "cantor"], "pool": RICH})
    board = camp.board
    board.fire("enters_self", 1)
    board.fire("enters_self", 2)
    camp.state = board.state
    return camp.do("pass", "A")


def triggers() -> list[int]:
    return [trigger.id for trigger in ordering().state.triggers]


def tower() -> Camp:
    """A sentinel's plan; at the front a warrior, and a tower without a difficulty."""
    cards = with_cards({"id": "e-torre", "type": "enemigo", "kind": "objeto", "name": {"es": "Torre"}})
    return Camp(at="2c_plan", catalogue=cards, A={"in_play": ["centinela"]}, front=("e-guerrero", "e-torre"))


def clean_up() -> Camp:
    return Camp(at="4a", A={"hand": 9}).all_pass()


def fallen() -> Camp:
    """A card falls from A's city."""
    return Camp(at="3a_w1", front=("e-guerrero",)).all_pass().roll(3).until("3a_rolls").roll(9)


def initiative() -> Camp:
    return Camp(at="4a").all_pass()


def entries(**more: Any) -> Camp:
    return Camp(at="4a", **more).all_pass().roll(9, 2)


def twins() -> Camp:
    """A card with two targets is at hand."""
    more: dict[str, Any] = {
        "id": "bendicion", "type": "tefila", "name": {"es": "Bendición"}, "targets": [{"class": "ally"}, {"class": "ally"}],
        "effects": [{"op": "mod_difficulty", "target": k, "n": 1, "duration": "eot"} for k in (1, 2)],
    }  # fmt: skip
    return Camp(1, catalogue=with_cards(more), A={"in_play": ["centinela", "herrero"]})


def registered() -> Camp:
    """A has shown the one trap of the registered demo deck."""
    camp = Camp(1, A={"pool": RICH, "guenizah": ("trampa",)}, front=("e-guerrero",))
    camp.state = with_player(camp.state, deck="demo", hero="e-heroe-campeon")
    return camp


def kept() -> Camp:
    return opened().do("keep_hand", "A")


def over() -> Camp:
    return main().do("abandon")


def typed() -> Camp:
    camp = main()
    cards = {f"t{n:03}": replace(starter("mamlejet").cards["mina"], id=f"t{n:03}") for n in range(200)}
    camp.state = replace(camp.state, typed_cards=cards)
    return camp


PLAIN: dict[str, Any] = {"targets": [], "dedicate": []}
NOTE: dict[str, Any] = {"reason": "x", "agreed": [], "cause": "none", "ops": [{"op": "note", "text": "x"}]}
BLANK: dict[str, Any] = {
    "white": 0, "red": 0, "blue": 0, "generic": 0, "difficulty": None, "keywords": [], "heal_difficulty": None, "subtype": None,
    "equip": None, "legendary": False,
}  # fmt: skip
GONE = 999
FAR = 123_456_789


def without(card: str) -> Any:
    """The demo deck without a card."""
    deck = starter("mamlejet").extras["decks"]["demo"]
    return replace(deck, tactics={name: n for name, n in deck.tactics.items() if name != card})


def busy(camp: Camp) -> Camp:
    """The warrior has acted."""
    return camp.change("e-guerrero", dedicated="acts")
