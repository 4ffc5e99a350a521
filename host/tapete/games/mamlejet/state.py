"""Mamlejet's state: players, what is in play, what waits, every step of a match, the house rules (docs/inside/rules/mamlejet.md#state)."""

from typing import Annotated, Literal

from msgspec import Meta, structs

from tapete.core.board import State as CoreState
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Over, Step
from tapete.core.structs import Strict
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.constants import (
    CITY_DIFFICULTY,
    DECK_ENEMIES,
    DECK_TACTICS,
    EPIC_LOSS,
    HAND_LIMIT,
    LEAST_DIFFICULTY,
    LOSS_EMUNA,
    MOST_COPIES,
    MOST_DIFFICULTY,
    MOST_PLAYERS,
    OPENING_HAND,
    QUIET_ROUNDS,
    SHOT_DIFFICULTY,
    SHOT_PENALTY,
    WIN_EMUNA,
)
from tapete.games.mamlejet.figures import By, CardId, Cause, Change, Count, Duration, Fallen, Keyword, Pid, Reason, StepName, Target, Wealth
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.operations import Operations

SmallDifficulty = Annotated[int, Meta(ge=LEAST_DIFFICULTY, le=MOST_DIFFICULTY)]
Many = Annotated[int, Meta(ge=1, le=200)]


class Options(Strict, kw_only=True):
    """House rules; each default is the ledger's. The two city difficulties are ours: the book has lost them (MMK-R04).

    Source: docs/inside/rules/mamlejet.md#config.
    """

    level: Literal["escudero", "guerrero", "heroe", "custom"] = "guerrero"
    mode: Literal["emuna", "clock"] = "emuna"
    win_emuna: Many = WIN_EMUNA
    loss_emuna: Many = LOSS_EMUNA
    city_attack_difficulty: SmallDifficulty = CITY_DIFFICULTY
    projectile_city_difficulty: SmallDifficulty = SHOT_DIFFICULTY
    projectile_penalty: Annotated[int, Meta(ge=0, le=5)] = SHOT_PENALTY
    projectile_penalty_vs_city: bool = True
    threat_skip_rounds: Annotated[int, Meta(ge=0, le=20)] = QUIET_ROUNDS
    enemy_source: Literal["leader", "rotate"] = "leader"
    defend_others: bool = True
    epic_fail_penalty: Annotated[int, Meta(ge=0, le=5)] = EPIC_LOSS
    epic_fail_timing: Literal["batch_first", "after_batch"] = "batch_first"
    epic_fail_scope: Literal["attack_rolls", "all_rolls"] = "attack_rolls"
    dedicated_enemy_strikes_back: bool = True
    dedicated_enemy_attacks_city: bool = False
    dedicated_enemy_attackable: bool = True
    enemy_frenzy_after_city: bool = True
    legendary_enemy_scores: bool = True
    emuna_loss: Literal["defeated", "defeated_and_city", "guenizah_all"] = "defeated"
    solo_skip_first_draw: bool = True
    opening_hand: Annotated[int, Meta(ge=1, le=15)] = OPENING_HAND
    mulligan_floor: Annotated[int, Meta(ge=0, le=15)] = 0
    hand_limit: Annotated[int, Meta(ge=1, le=30)] = HAND_LIMIT
    deck_tactics: Many = DECK_TACTICS
    deck_enemies: Annotated[int, Meta(ge=0, le=60)] = DECK_ENEMIES
    max_copies: Annotated[int, Meta(ge=1, le=60)] = MOST_COPIES
    deck_check: Literal["strict", "warn", "off"] = "strict"
    exhausted_enemies: Literal["continue", "draw", "best_score"] = "continue"
    heal_from_guenizah: bool = False
    clock_minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    clock_finish_round: bool = True
    clock_keeps_threshold: bool = False
    custom_fixed: Annotated[int, Meta(ge=0, le=10)] = 0
    custom_per_player: Annotated[int, Meta(ge=0, le=5)] = 1
    custom_cap_per_player: Annotated[int, Meta(ge=0, le=20)] | None = None


ONLY_WITH: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("custom_fixed", "custom_per_player", "custom_cap_per_player"), ("level", "custom")),
    **dict.fromkeys(("clock_minutes", "clock_finish_round", "clock_keeps_threshold"), ("mode", "clock")),
}
"""House rules that say nothing unless another has this value; changing one of them alone is an oversight (MMK-162, R40)."""

AT_MOST: tuple[tuple[str, str], ...] = (("mulligan_floor", "opening_hand"), ("opening_hand", "deck_tactics"))
"""A hand cannot be drawn again for more cards than it had, nor hold more than the deck has (MMK-169, R69)."""


BAD_TOGETHER = Code(
    "bad_config", "MMK-157", _("The house rule “{key}” ({value}) does not go with “{other}” ({beside}). Change one of the two.")
)


def clashes(options: Options) -> tuple[Refusal, ...]:
    """Return every pair of house rules, each within its bounds already, that contradict each other, at the one that gives way."""
    chosen, plain = structs.asdict(options), structs.asdict(Options())
    found = [(key, most) for key, most in AT_MOST if chosen[key] > chosen[most]]
    found += [(key, other) for key, (other, needed) in ONLY_WITH.items() if chosen[key] != plain[key] and chosen[other] != needed]
    return tuple(BAD_TOGETHER(key=key, value=chosen[key], other=other, beside=chosen[other]).under(key) for key, other in found)


class Mod(Strict, omit_defaults=True):
    """What an effect has done to a permanent or a city, because of what, and for how long."""

    kind: Literal["difficulty", "attack", "grant", "lose", "city"]
    until: Duration
    cause: Cause
    n: Change = 0
    keyword: Keyword | None = None
    source: Pid | None = None


class Hit(Strict):
    """Pending damage: fixed, even if its source leaves play (MMK-208); `by` is who scores."""

    id: Pid
    by: By


class Permanent(Strict, kw_only=True, omit_defaults=True):
    """A card in play; the order of ids is the order of entry. Without a controller it is an enemy at the front (MMK-059, 100)."""

    id: Pid
    card: CardId
    owner: Seat
    controller: Seat | None = None
    dedicated: Reason | None = None
    entered: bool = False
    mods: tuple[Mod, ...] = ()
    attached_to: Pid | None = None
    opponent: Pid | None = None
    frenzy_opponent: Pid | None = None
    hits: tuple[Hit, ...] = ()
    attacked: bool = False
    frenzy_due: bool = False
    frenzy_used: bool = False
    defending: bool = False

    @property
    def keeper(self) -> Seat:
        """Return who handles the card at the table: its controller, or the one from whose deck an enemy came."""
        return self.controller or self.owner


class Lying(Strict, omit_defaults=True):
    """A card in a guenizá: whose it is, and how it came there where that counts (MMK-053, R34).

    `was`: the number it had in play, as long as a healing roll may still bring it back (MMK-R52, under its house rule).
    """

    card: CardId
    owner: Seat
    fallen: Fallen = "none"
    was: Pid | None = None


class Player(Strict, kw_only=True, omit_defaults=True):
    """One player's piles and wealth; hand and cities are counts only (MMK-037..044)."""

    seat: Seat
    hand: Count = 0
    city: Count = 0
    enemy_city: Count = 0
    guenizah: tuple[Lying, ...] = ()
    enemy_out: tuple[CardId, ...] = ()
    pool: Wealth = Wealth()
    resource_played: bool = False
    mulligans: Count = 0
    kept: bool = False
    drawn_out: bool = False
    city_mods: tuple[Mod, ...] = ()
    deck: CardId | None = None
    hero: CardId | None = None
    listed: dict[CardId, Many] = {}
    listing: bool = False
    """Cards registered one by one, with their copies; while `listing` the list is not complete yet (MMK-148, R70)."""


class Item(Strict, kw_only=True, omit_defaults=True):
    """Something that waits on the stack (MMK-055); without a controller it is the enemy's. It keeps what it needs (MMK-109)."""

    id: Pid
    kind: Literal["tactic", "ability", "trigger", "damage", "batch", "equip", "activation", "shot"]
    controller: Seat | None = None
    card: CardId | None = None
    source: Pid | None = None
    ability: Annotated[int, Meta(ge=0, le=9)] | None = None
    targets: tuple[Target, ...] = ()
    hits: tuple[Pid, ...] = ()
    owner: Seat | None = None

    @property
    def by(self) -> By:
        """Return whose doing it is."""
        return self.controller or "enemy"


class Trigger(Strict, omit_defaults=True):
    """An ability that has triggered and is not on the stack yet (MMK-107, R64)."""

    id: Pid
    source: Pid
    card: CardId
    ability: Annotated[int, Meta(ge=0, le=9)]
    controller: Seat | None
    owner: Seat

    @property
    def item(self) -> Item:
        """Return it as it waits on the stack (MMK-108)."""
        return Item(kind="trigger", **structs.asdict(self))


class Setup(Step):
    """Decks are registered, hands drawn and perhaps drawn again (MMK-148..171)."""


class Round(Step):
    """The bottom of the agenda: at which step the round is, whether that step has begun, and whose main phase it is (MMK-172).

    `quiet`: the table has passed for the rest of the round (MMK-R84); it holds until a player plays, or asks to be asked. `mains`: for
    its main phases too.
    """

    at: StepName
    begun: bool = False
    active: Seat = "A"
    quiet: bool = False
    mains: bool = False


class Initiative(Step):
    """The order of play in the making: groups in order; those of more than one roll again (MMK-179..181, R08)."""

    groups: tuple[tuple[Seat, ...], ...]
    times: Count = 0


class Lot(Strict, omit_defaults=True):
    """One thing out of `number`, chosen by dice (MMK-R06)."""

    id: str
    panel: Seat
    purpose: str
    number: Annotated[int, Meta(ge=1, le=100)]
    chosen: Count | None = None


class Selecting(Step):
    """Dice choose at random; the step below goes on with what they chose."""

    lots: tuple[Lot, ...]
    times: Count = 0


class Hero(Step):
    """The random hero of a registered deck (MMK-154, R70)."""

    seat: Seat


class Entries(Step):
    """Enemies that are still to be revealed, by the deck they come from (MMK-161, 183)."""

    due: tuple[Seat, ...]


class Activations(Step):
    """Enemies shoot and use their dice abilities, one at a time (MMK-184, R17)."""

    acted: tuple[Pid, ...] = ()
    now: Pid | None = None
    closed: bool = False


class Window(Step):
    """Players may play; it closes when all have passed and nothing waits (MMK-056, 175, R63)."""

    passed: tuple[Seat, ...] = ()


class Ordering(Step):
    """A player says in which order own triggered abilities resolve (MMK-R64)."""

    seat: Seat
    triggers: tuple[Pid, ...]


class Resolving(Step):
    """An item in the middle of its operations (MMK-098, R38)."""

    item: Item
    left: tuple[Operations, ...]
    asked: bool = False


class Shot(Strict, omit_defaults=True):
    """One attack roll: who rolls, against whom or whose city; a shot keeps card and controller, its source may be gone (MMK-117)."""

    id: str
    roller: Pid
    against: Pid | None = None
    city: Seat | None = None
    card: CardId | None = None
    controller: Seat | None = None


class Volley(Step):
    """Attack rolls that belong together (MMK-136); judged when the last die is there."""

    kind: Literal["early", "main", "frenzy", "city", "shot"]
    shots: tuple[Shot, ...]


class Fall(Strict, omit_defaults=True):
    """A city that was hit: its top card falls, and a structure where the damage is catastrophic (MMK-028, R43)."""

    seat: Seat
    by: Pid
    catastrophic: bool = False
    fallen: bool = False


class Falls(Step):
    """What falls from cities, in order (MMK-188, 202)."""

    left: tuple[Fall, ...]


class Plan(Step):
    """The active player assigns soldiers to enemies (MMK-125, 197, R22)."""


class Assault(Strict, omit_defaults=True):
    """An enemy on its way to a city (MMK-201)."""

    enemy: Pid
    city: Seat = "A"
    declined: tuple[Seat, ...] = ()
    defended: bool = False


class Assaults(Step):
    """The attacks on cities of 3a: their defence, and then their dice (MMK-R21)."""

    attacks: tuple[Assault, ...]
    stage: Literal["defence", "window", "rolls"] = "defence"


class FrenzyChoice(Step):
    """Players choose an enemy for their frenzied soldiers; enemies with frenzy attack a city (MMK-143, 146, 214)."""

    enemies: tuple[Pid, ...] = ()
    allies_done: bool = False


AnyStep = (
    Setup | Round | Initiative | Selecting | Hero | Entries | Activations | Window | Ordering | Resolving | Volley | Falls | Plan | Assaults
    | FrenzyChoice | Dice | Cards | Over
)  # fmt: skip


class State(CoreState, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment of a match."""

    agenda: tuple[AnyStep, ...] = (Setup(),)
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    permanents: tuple[Permanent, ...] = ()
    stack: tuple[Item, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    order: tuple[Seat, ...] = ()
    round: Count = 0
    next_id: Pid = 1
    clock_expired: bool = False
    typed_cards: dict[CardId, Card] = {}
    ruled_counts: dict[Seat, tuple[int, int]] = {}
    """How far rulings have moved the number of a seat's tactic and enemy cards (invariant 1)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple([player.seat for player in self.players])
