"""Read the board: who has what, how well each thing fights, what may be aimed at. Nothing here changes the board."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tapete.core.decks import registered, strict
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import SEATS, Seat
from tapete.core.turns import TurnBoard
from tapete.games.mamlejet.cards import Aim, Card
from tapete.games.mamlejet.constants import ALWAYS, NEVER
from tapete.games.mamlejet.figures import UNKNOWN, By, Cost, Shift, StepName, Wealth
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Item, Lying, Mod, Options, Permanent, Player, Resolving, Round, Setup, State

NOTHING = Wealth()
HURT = Aim("damaged_ally")
COPIES_EXCEEDED = Code(
    "copies_exceeded", "MMK-R70", _("The registered deck has {listed} of {card:card}, and {visible} {visible:has|have} been seen.")
)
NOT_LISTED = Code("copies_exceeded", "MMK-R70", _("{card:card} is not in the registered deck."))


class _PermanentIndex:
    """What is in play, as lookups need it: by number, by who commands it, and what bears what."""

    __slots__ = ("_under", "_worn", "acting", "all", "place", "usable")

    def __init__(self, board: TurnBoard[State, Player]) -> None:
        self.all = board.state.permanents
        self.place = {p.id: place for place, p in enumerate(self.all)}
        self._worn: dict[int, list[Permanent]] | None = None
        self._under: dict[Seat | None, tuple[Permanent, ...]] = {}
        self.acting: dict[Seat, Sequence[tuple[Permanent, Sequence[Any]]]] = {}
        """Of seats: what is free to act, each with the action-abilities that it has."""
        self.usable: dict[Seat, tuple[Any, Any, bool]] = {}
        """Of seats: the players and the stack that were there, and whether an ability could be used then."""

    def worn(self, pid: int) -> Sequence[Permanent]:
        """Return what is attached to a permanent."""
        if self._worn is None:
            found: dict[int, list[Permanent]] = {}
            for p in self.all:
                if p.attached_to is not None:
                    found.setdefault(p.attached_to, []).append(p)
            self._worn = found
        return self._worn.get(pid, ())

    def under(self, seat: Seat | None) -> tuple[Permanent, ...]:
        """Return what a player commands; None: the front."""
        found = self._under.get(seat)
        if found is None:
            found = self._under[seat] = tuple([p for p in self.all if p.controller == seat])
        return found


class Field(TurnBoard[State, Player]):
    """A state being read. `by` and `item` say whose operation is at work, and of which item of the stack."""

    __slots__ = ("_index", "by", "item")
    at_work = ("by", "item")

    def __init__(self, rules: Any, state: State) -> None:
        super().__init__(rules, state)
        self._index: _PermanentIndex | None = None
        self.by: By = "none"
        self.item: Item | None = None

    # ---- the match

    @property
    def options(self) -> Options:
        """Return the house rules of this match."""
        options: Options = self.rules.options
        return options

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """This round's initiative; before there is one, the order of the seats (MMK-R02)."""
        return self.state.order or self.state.seats

    @property
    def leader(self) -> Seat:
        """First in the order of play (MMK-R02)."""
        return (self.state.order or self.state.seats)[0]

    @property
    def at_round(self) -> Round | None:
        """Return the round at the bottom of the agenda; None before the first, and when the match is over."""
        base = self.state.agenda[0]
        return base if isinstance(base, Round) else None

    @property
    def active(self) -> Seat:
        """Return whose main phase it is; the leader in the phases that all share (MMK-R02)."""
        return self.leader if (base := self.at_round) is None else base.active

    @property
    def at_step(self) -> StepName:
        """Return the step of the round, by the ledger's name (docs/inside/rules/mamlejet.md#turn)."""
        base = self.state.agenda[0]
        return base.at if isinstance(base, Round) else "setup" if isinstance(base, Setup) else "over"

    @property
    def quiet(self) -> bool:
        """Say whether the table has passed for the rest of the round (MMK-R84)."""
        base = self.state.agenda[0]
        return isinstance(base, Round) and base.quiet

    @property
    def mains_passed(self) -> bool:
        """Say whether the table has passed for the main phases of this round too (MMK-R84)."""
        return (base := self.at_round) is not None and base.mains

    @property
    def main_phase(self) -> bool:
        """Say whether the active player may play anything: 2b with nothing on the stack (MMK-194)."""
        return self.at_step == "2b" and not self.state.stack

    # ---- cards

    def card(self, card: str) -> Card:
        """Return what is printed on a card; KeyError: it is neither in the catalogue nor typed in."""
        found: Card | None = self.rules.catalogue.cards.get(card)
        return found if found is not None else self.state.typed_cards[card]

    @property
    def tactic_ids(self) -> tuple[str, ...]:
        """Return all known cards with a blue back."""
        return tuple(card for card in self.card_ids if self.card(card).type != "enemigo")

    @property
    def enemy_ids(self) -> tuple[str, ...]:
        """Return all known cards with a red back."""
        return tuple(card for card in self.card_ids if self.card(card).type == "enemigo")

    def is_enemy(self, card: str) -> bool:
        """Say whether a card has a red back."""
        return card != UNKNOWN and self.card(card).type == "enemigo"

    def seen(self, owner: Seat, card: str) -> int:
        """Return copies of a card that lie in public zones now (MMK-R70)."""
        lying = sum(x.card == card and x.owner == owner for player in self.state.players for x in player.guenizah)
        out = sum(x == card for x in self.player(owner).enemy_out)
        waiting = sum(item.card == card and item.owner == owner and item.kind == "tactic" for item in self.waiting())
        return lying + out + waiting + sum(p.card == card and p.owner == owner for p in self.state.permanents)

    def waiting(self) -> Iterator[Item]:
        """Everything on the stack, and what is being resolved."""
        yield from self.state.stack
        for step in self.state.agenda:
            if isinstance(step, Resolving):
                yield step.item

    def within_list(self, owner: Seat, card: str) -> Refusal | None:
        """No more copies than the registered list has; one that a ruling has outgrown says nothing of its enemies any more (MMK-R70)."""
        if card == UNKNOWN or not strict(self) or (copies := self._registered(owner)) is None:
            return None
        listed, visible = copies.get(card, 0), self.seen(owner, card)
        if visible < listed:
            return None
        if self.is_enemy(card) and not any(self.is_enemy(one) and self.seen(owner, one) < n for one, n in copies.items()):
            return None
        return (COPIES_EXCEEDED if listed else NOT_LISTED)(card=card, listed=listed, visible=visible)

    def _registered(self, owner: Seat) -> Mapping[str, int] | None:
        """Return the copies of each card in a registered deck, with the hero that the dice have drawn for it (MMK-154)."""
        player, copies = self.player(owner), registered(self, owner)
        if copies is None or player.deck is None or player.hero is None:
            return copies
        return {**copies, player.hero: 1} if self.rules.catalogue.extras["decks"][player.deck].random_hero else copies

    # ---- what is in play

    def at_id(self, pid: int) -> Permanent:
        """Return the permanent of this number; KeyError: it is not in play."""
        return self.state.permanents[self._standing.place[pid]]

    def card_of(self, pid: int) -> str:
        """Return the card of a permanent."""
        return self.at_id(pid).card

    def in_play(self, pid: object) -> bool:
        """Say whether a permanent of this number is in play."""
        return pid in self._standing.place

    @property
    def _standing(self) -> _PermanentIndex:
        index = self._index
        if index is None or index.all is not self.state.permanents:
            index = self._index = self.of_part(self.state.permanents, _PermanentIndex)
        return index

    def worn(self, pid: int) -> Sequence[Permanent]:
        """Return what is attached to a permanent."""
        return self._standing.worn(pid)

    def attaches(self, card: str) -> bool:
        """Say whether a card can be attached to a permanent: a weapon, or a strategy that affects one (MMK-026, 081)."""
        printed = self.card(card)
        return printed.subtype == "arma" or (printed.type == "estrategia" and bool(printed.targets))

    def bears(self, pid: int, attached: int) -> bool:
        """Say whether a permanent can bear another: a soldier a weapon, anything else in play a strategy (MMK-026, 081)."""
        if pid == attached or not self.in_play(pid) or not self.attaches(self.card_of(attached)):
            return False
        return self.card(self.card_of(attached)).type == "estrategia" or self.soldier(self.at_id(pid))

    @property
    def enemies(self) -> tuple[Permanent, ...]:
        """Return the battle front, in order of entry."""
        return self._standing.under(None)

    def of(self, seat: Seat) -> tuple[Permanent, ...]:
        """Return what a player commands."""
        return self._standing.under(seat)

    @property
    def standing_ids(self) -> tuple[int, ...]:
        """Return the numbers of what is in play: where they are the same, the cards and their owners are."""
        return tuple(self._standing.place)

    def soldier(self, p: Permanent) -> bool:
        """Say whether it is an ally's soldier."""
        return p.controller is not None and self.card(p.card).type == "soldado"

    def figure(self, pid: int) -> int | None:
        """Return the printed difficulty of a permanent; None: it cannot fight or be damaged (MMK-010, R77, R95)."""
        return self.card(self.at_id(pid).card).difficulty if self.in_play(pid) else None

    def has(self, p: Permanent, keyword: str) -> bool:
        """Say whether a permanent has a keyword now: printed, from what it bears, given or taken (MMK-120)."""
        if p.mods:
            kinds = [m.kind for m in p.mods if m.keyword == keyword]
            if "lose" in kinds:
                return False
            if "grant" in kinds:
                return True
        if keyword in self.card(p.card).keywords:
            return True
        for other in self._standing.worn(p.id):
            bearer = self.card(other.card).bearer
            if bearer is not None and keyword in bearer.keywords:
                return True
        return False

    def difficulty(self, p: Permanent) -> int:
        """Return the index of a permanent before the attacker's own bonuses (MMK-130, R31)."""
        return (self.card(p.card).difficulty or 0) + sum(shift.n for shift in self.shifts(p))

    def shifts(self, p: Permanent) -> Iterator[Shift]:
        """Why the index of a permanent is not its printed difficulty: what it bears, effects, and its defence (MMK-011, 130)."""
        yield from self._borne(p, "difficulty")
        yield from _modified(p.mods, "difficulty")
        if p.defending and p.controller is not None:
            for x in self.of(p.controller):
                if bonus := self.card(x.card).defender_bonus:
                    yield Shift(bonus, x.card, "defending")

    def attack_bonus(self, p: Permanent) -> int:
        """Return what a permanent takes off the index it rolls against (MMK-130)."""
        return sum(shift.n for shift in self.attack_shifts(p))

    def attack_shifts(self, p: Permanent) -> Iterator[Shift]:
        """Why a permanent rolls against less, or more, than its opponent's index (MMK-130)."""
        if printed := self.card(p.card).attack_bonus:
            yield Shift(printed, p.card, "printed")
        yield from self._borne(p, "attack_bonus")
        yield from _modified(p.mods, "attack")

    def _borne(self, p: Permanent, figure: str) -> Iterator[Shift]:
        """Return what a permanent bears changes a figure of it (MMK-026, 081)."""
        for other in self.worn(p.id):
            if n := getattr(self.card(other.card).bearer, figure, 0):
                yield Shift(n, other.card, "attached")

    def index(self, attacker: Permanent, defender: Permanent, *, projectile: bool = False) -> int:
        """Return what the attacker has to roll against a permanent; no floor and no ceiling (MMK-130, 231, R31; R29)."""
        penalty = self.options.projectile_penalty if projectile else 0
        return self.difficulty(defender) - self.attack_bonus(attacker) + penalty

    def city_index(self, attacker: Permanent, seat: Seat, *, projectile: bool = False) -> int:
        """Return what an enemy has to roll against a city (MMK-186, 202, R04, R05, R26)."""
        options = self.options
        base = options.projectile_city_difficulty if projectile else options.city_attack_difficulty
        if projectile and options.projectile_penalty_vs_city:
            base += options.projectile_penalty
        return base + sum(shift.n for shift in self.city_shifts(seat)) - self.attack_bonus(attacker)

    def city_shifts(self, seat: Seat) -> Iterator[Shift]:
        """Why a city is harder or easier to hit than the table's number says: effects, and what its player has in play (MMK-R26)."""
        yield from _modified(self.player(seat).city_mods, "city")
        for p in self.of(seat):
            if bonus := self.card(p.card).city_difficulty:
                yield Shift(bonus, p.card, "in_play")

    def passes(self, value: int, index: int) -> bool:
        """A 10 always succeeds, a 1 never; else at least the index (MMK-131..134, R30, R32)."""
        return value == ALWAYS or (value != NEVER and value >= index)

    def lacking(self, attacker: Permanent, defender: Permanent, *, projectile: bool = False) -> str | None:
        """Return the keyword without which the attacker cannot harm the other (MMK-127, 244, 245, 249); None: it is a valid opponent."""
        if self.has(defender, "robustez") and not self.has(attacker, "dano_catastrofico"):
            return "dano_catastrofico"
        if not projectile and self.has(defender, "infundir_miedo") and not self.has(attacker, "coraje"):
            return "coraje"
        return None

    def free_enemy(self, p: Permanent) -> bool:
        """An enemy that can be fought and has no opponent (MMK-125, R77, R88)."""
        return p.controller is None and self.card(p.card).difficulty is not None and p.opponent is None and p.frenzy_opponent is None

    # ---- wealth

    def yields(self, pid: int) -> Wealth:
        """Return what a permanent makes when it is dedicated for wealth (MMK-035, 036)."""
        return self.made(self.at_id(pid))

    def made(self, p: Permanent) -> Wealth:
        """Return the same of the permanent itself."""
        return self.card(p.card).produces or NOTHING

    def means(self, seat: Seat, but: int | None = None) -> Wealth:
        """Return what pool and free resources of a player come to, without the one that is to be paid for."""
        have = self.player(seat).pool
        for p in self.of(seat):
            if p.dedicated is None and p.id != but and (produces := self.card(p.card).produces) is not None:
                have = have.plus(produces)
        return have

    def affordable(self, seat: Seat, cost: Cost) -> bool:
        """Say whether pool and free resources can pay a cost."""
        have = self.means(seat)
        return have.white >= cost.white and have.red >= cost.red and have.blue >= cost.blue and have.total >= cost.total

    # ---- targets

    def fits(self, aim: Aim, seat: Seat, target: Any) -> bool:
        """Say whether something is a legal target of this class, for this player (MMK-084, 088)."""
        return target in self.targets_of(aim, seat)

    def targets_of(self, aim: Aim, seat: Seat) -> list[Any]:
        """Return everything that may be aimed at."""
        return list(self.aimable(aim, seat))

    def aimable(self, aim: Aim, seat: Seat) -> Iterator[Any]:
        """Yield everything that may be aimed at, so that who asks whether there is anything looks no further than the first."""
        if aim.kind in ("city", "player"):
            yield from self.state.seats
        elif aim.kind == "stack_item":
            yield from (item.id for item in self.state.stack)
        else:
            test = CLASSES.get(aim.kind)
            for p in self.state.permanents:
                if test is None or test(self, p, seat):
                    yield p.id
            if aim.kind == "damaged_ally":
                yield from self.curable

    def has_target(self, aim: Aim, seat: Seat) -> bool:
        """Say whether anything may be aimed at."""
        return next((True for _ in self.aimable(aim, seat)), False)

    @property
    def curable(self) -> dict[int, tuple[Seat, Lying]]:
        """Return who fell in this round and may still be healed, by the number each had; none but under its house rule (MMK-R52)."""
        if not self.options.heal_from_guenizah:
            return {}
        return {x.was: (player.seat, x) for player in self.state.players for x in player.guenizah if x.was is not None}

    def shootable(self, shooter: Permanent) -> list[int]:
        """Return enemies in play that a shot of this soldier can harm (MMK-230, 245, 249, R54)."""
        fightable = (e for e in self.enemies if self.card(e.card).difficulty is not None)
        return [e.id for e in fightable if self.lacking(shooter, e, projectile=True) is None]

    def waits(self, p: Permanent) -> bool:
        """Say whether a permanent is a soldier that has just entered (MMK-199)."""
        return p.entered and self.card(p.card).type == "soldado"

    def at_hand(self, p: Permanent) -> bool:
        """Say whether a permanent may act: not dedicated, and no soldier that has just entered (MMK-118, 199)."""
        return p.dedicated is None and not self.waits(p)

    def abilities(self, p: Permanent) -> list[Any]:
        """Return the action-abilities that a permanent has now, by name or place."""
        card = self.card(p.card)
        named: list[Any] = ["shoot"] if self.has(p, "disparar_proyectiles") else []
        named += ["heal"] if card.heal_difficulty is not None and self.has(p, "curar") else []
        return [*named, *(place for place, ability in enumerate(card.abilities) if ability.kind == "action")]

    def acting(self, seat: Seat) -> Sequence[tuple[Permanent, Sequence[Any]]]:
        """Return what a player has that is free to act, each with its action-abilities; what has none is left out."""
        known = self._standing.acting
        found = known.get(seat)
        if found is None:
            plain = self.of_cards(_unskilled)
            skilled = [p for p in self.of(seat) if p.dedicated is None and (p.card not in plain or p.mods or self.worn(p.id))]
            able = [(p, self.abilities(p)) for p in skilled if not self.waits(p)]
            found = known[seat] = [(p, names) for p, names in able if names]
        return found

    def can_use(self, p: Permanent, seat: Seat, names: Sequence[Any]) -> bool:
        """Say whether any of these action-abilities of a permanent could be played now by the player who commands it."""
        for name in names:
            if name == "shoot":
                able = bool(self.shootable(p))
            elif name == "heal":
                able = self.has_target(HURT, seat)
            else:
                ability = self.card(p.card).abilities[name]
                able = self.affordable(seat, ability.cost) and all(aim.optional or self.has_target(aim, seat) for aim in ability.targets)
            if able:
                return True
        return False

    def idle(self, seat: Seat) -> bool:
        """Public knowledge says that a player has nothing to play: no card in hand and no ability to use (MMK-R84)."""
        if self.player(seat).hand or (self.main_phase and seat == self.active and self.equippable(seat)):
            return False
        return not self._usable(seat)

    def _usable(self, seat: Seat) -> bool:
        """Say whether a player has an action-ability to use: kept while what is in play, what players have and the stack are the same."""
        state, known = self.state, self._standing.usable
        players, stack, found = known.get(seat, (None, None, False))
        if players is not state.players or stack is not state.stack:
            found = any(self.can_use(p, seat, names) for p, names in self.acting(seat))
            known[seat] = state.players, state.stack, found
        return found

    def equippable(self, seat: Seat) -> bool:
        """Say whether a player could equip a weapon."""
        own = self.of(seat)
        soldiers = [p.id for p in own if self.soldier(p)]
        weapons = ((p, cost) for p in own if (cost := self.card(p.card).equip_cost) is not None)
        return any(self.affordable(seat, cost) and any(s != p.attached_to for s in soldiers) for p, cost in weapons)

    # ---- score

    def score(self, seat: Seat) -> int:
        """Emuná of the enemy cards in a player's guenizá (MMK-165)."""
        return self.of_part(self.player(seat).guenizah, _taken, seat)

    def lost(self, seat: Seat) -> int:
        """Return what a player has lost, by the own soldiers that lie in a guenizá (MMK-167, R34, R78)."""
        return sum([self.of_part(player.guenizah, _fallen, player.seat).get(seat, 0) for player in self.state.players])

    # ---- for operations

    def _target(self, number: Any) -> Any:
        """Return the target of this number that the item at work has; None where it has none."""
        if self.item is None or not isinstance(number, int) or number > len(self.item.targets):
            return None
        return self.item.targets[number - 1]

    def whose(self, player: Any) -> tuple[Seat, ...]:
        """Return the seats that an operation means."""
        if player in self.state.seats:
            return (player,)
        if self.ruled or self.item is None:
            return ()
        if player == "each":
            return self.in_order
        words: dict[Any, Seat | None] = {"controller": self.item.controller, "owner": self.item.owner, "leader": self.leader}
        found = words.get(player) if isinstance(player, str) else self._target(player)
        return (found,) if found in SEATS else ()

    def aimed(self, target: Any) -> tuple[int, ...]:
        """Return the permanents that an operation means and that are in play."""
        if self.ruled or self.item is None:
            return (target,) if self.in_play(target) else ()
        if target == "other_enemies":
            return tuple(p.id for p in self.enemies if p.id != self.item.source)
        found = self.item.source if target == "self" else self._target(target)
        return (found,) if isinstance(found, int) and self.in_play(found) else ()

    def cured(self, target: Any) -> int | None:
        """Return the number of the fallen soldier that a healing means; None where it means none (MMK-R52)."""
        found = None if self.ruled else self._target(target)
        return found if isinstance(found, int) and not self.in_play(found) and found in self.curable else None


def _unskilled(board: Field) -> frozenset[str]:
    """Return the cards that print no action-ability; effects and what is attached may give one all the same."""
    cards = ((card, board.card(card)) for card in board.card_ids)
    return frozenset(
        card
        for card, printed in cards
        if "disparar_proyectiles" not in printed.keywords
        and (printed.heal_difficulty is None or "curar" not in printed.keywords)
        and all(ability.kind != "action" for ability in printed.abilities)
    )


def _taken(board: Field, seat: Seat) -> int:
    """Return the emuná of the enemies in a player's guenizá."""
    known = [x.card for x in board.player(seat).guenizah if x.card != UNKNOWN]
    return sum([card.worth for one in known if (card := board.card(one)).type == "enemigo"])


COUNTED = {"defeated": ("battle",), "defeated_and_city": ("battle", "city"), "guenizah_all": ("battle", "city", "none")}
"""How soldiers came to a guenizá whose emuná counts as lost, by the house rule (MMK-R34)."""


def _fallen(board: Field, where: Seat) -> dict[Seat, int]:
    """Return the emuná of the soldiers in a player's guenizá that their owners have lost."""
    marks, lost = COUNTED[board.options.emuna_loss], dict[Seat, int]()
    for x in board.player(where).guenizah:
        if x.fallen in marks and x.card != UNKNOWN and (card := board.card(x.card)).type == "soldado":
            lost[x.owner] = lost.get(x.owner, 0) + card.worth
    return lost


def _modified(mods: tuple[Mod, ...], kind: str) -> Iterator[Shift]:
    """Return what effects change of a figure."""
    for mod in mods:
        if mod.kind == kind and mod.n:
            yield Shift(mod.n, mod.cause, mod.until)


CLASSES: dict[str, Callable[[Field, Permanent, Seat], bool]] = {
    "enemy": lambda board, p, seat: p.controller is None,
    "ally": lambda board, p, seat: board.soldier(p),
    "own_ally": lambda board, p, seat: p.controller == seat and board.soldier(p),
    "soldier": lambda board, p, seat: board.soldier(p) or (p.controller is None and board.card(p.card).difficulty is not None),
    "structure": lambda board, p, seat: board.card(p.card).subtype == "estructura",
    "damaged_ally": lambda board, p, seat: bool(p.hits) and board.soldier(p),
    "dedicated_ally": lambda board, p, seat: p.dedicated is not None and board.soldier(p),
}
"""The classes of permanents that may be aimed at, and what one of each must be; any other is any permanent (MMK-084)."""
