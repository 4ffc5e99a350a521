"""Battle: positions, attacks, and what comes of them (MOR-041, 042, 056, 057, 067..081)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat, rival
from tapete.games.moriham.board import Duel
from tapete.games.moriham.chain import wait
from tapete.games.moriham.changes import OfCard
from tapete.games.moriham.figures import SLOTS, Count, MonsterRef, Slot, Spot
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Attack, Item, Monster, Phase
from tapete.games.moriham.timing import NO_SLOT, NOT_YOUR_TURN, SLOT_EMPTY, OnTurn, in_phase, monster_slots

BATTLE = Chapter("battle")
Aim = AnyNumber | Literal["player"]
NOT_YOUR_TURN_POSITION = NOT_YOUR_TURN.citing("MOR-056")
SLOT_EMPTY_POSITION = SLOT_EMPTY.citing("MOR-056")
ALREADY_CHANGED = Code("already_changed", "MOR-056", _("The monster in slot {slot} has changed position this turn."), "set_position")
ALREADY_ATTACKED = Code(
    "already_attacked", "MOR-057", _("The monster in slot {slot} has declared an attack this turn: it keeps its position."), "set_position"
)


@BATTLE.action
class ChangePosition(OnTurn):
    """Each own monster once a turn, unless it has declared an attack (MOR-056, 057; R12, R26..R29)."""

    slot: AnyNumber
    not_your_turn = NOT_YOUR_TURN_POSITION

    def terms(self, board: Duel) -> Terms:
        def unchanged(slot: int, monster: Monster) -> Refusal | None:
            return must(not monster.position_changed, ALREADY_CHANGED, slot=slot)

        def calm(slot: int, monster: Monster) -> Refusal | None:
            return must(not monster.declared, ALREADY_ATTACKED, slot=slot)

        yield "slot", monster_slots(board, self.seat, SLOT_EMPTY_POSITION, unchanged, calm)

    def effect(self, board: Duel) -> None:
        spot = MonsterRef(self.seat, self.slot)
        board.alter(spot, position_changed=True)
        board.turn(spot, "toggle", "MOR-056")


ATTACK_PHASE = Code("wrong_phase", "MOR-041", _("Attacks are declared in the battle phase; this is {phase:phase}."))
NO_WAY_BACK = Code("wrong_phase", "MOR-R68", _("This turn's battle is over: there is no way back from {phase:phase}."))
NO_FIRST_ATTACK = Code("no_first_turn_attack", "MOR-R19", _("By house rule nobody attacks in the first turn."))


@BATTLE.event(_("{seat} attacks {aim} with {card}."))
class AttackDeclared(OfCard, clause="MOR-070"):
    """A monster attacks another, or (`target` None) the player; `aim` is the attacked card, or `player`."""

    slot: Slot
    target: Slot | None
    aim: Annotated[str, Meta(extra={"kind": "aim"})]

    def owners(self) -> Mapping[str, Seat]:
        return {} if self.target is None else {"aim": rival(self.seat)}


@BATTLE.action
class DeclareAttack(OnTurn):
    """With which monster, at which; defenders come first (MOR-041, 068..073; R06, R18, R19, R52..R54, R84)."""

    slot: AnyNumber
    target: Aim

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, NO_WAY_BACK if board.at(Phase).name == "main2" else ATTACK_PHASE, "battle")
        banned = board.state.turn == 1 and not board.options.first_turn_attack
        yield must(not banned, NO_FIRST_ATTACK, turn=board.state.turn)
        yield "slot", board.kept(attackers, self.seat)
        yield "target", board.kept(attack_targets, self.seat, self.slot)

    def effect(self, board: Duel) -> None:
        spot = MonsterRef(self.seat, self.slot)
        monster = board.alter(spot, attacks_used=board.standing(spot).attacks_used + 1)
        aimed = None if self.target == "player" else self.target
        attacked = None if aimed is None else board.standing(MonsterRef(rival(self.seat), aimed))
        aim = "player" if attacked is None else attacked.card
        board.tell(AttackDeclared(seat=self.seat, card=monster.card, slot=self.slot, target=aimed, aim=aim))
        wait(board, Item("attack", self.seat, monster.iid, monster.card, target=None if attacked is None else attacked.iid))


SLOT_EMPTY_ATTACK = SLOT_EMPTY.citing("MOR-070")
DEFENSE_POSITION = Code(
    "defense_position", "MOR-R06", _("The monster in slot {slot} is in defense position and cannot attack."), "set_position"
)
ATTACKS_USED = Code(
    "attacks_used",
    "MOR-068",
    _("The monster in slot {slot} has attacked {used} of {allowed} {allowed:time|times} this turn."),
    "extra_attacks",
)
ATTACK_FORBIDDEN = Code("attack_forbidden", "MOR-069", _("An effect keeps the monster in slot {slot} from attacking ({until:until})."))


def attackers(board: Duel, seat: Seat) -> one_of:
    """Return a monster in attack position with an attack left that nothing forbids (MOR-068, 069, 070; R06, R79)."""

    def upright(slot: int, monster: Monster) -> Refusal | None:
        return must(monster.position == "attack", DEFENSE_POSITION, slot=slot)

    def left(slot: int, monster: Monster) -> Refusal | None:
        used, allowed = monster.attacks_used, 1 + monster.extra_attacks
        return must(used < allowed, ATTACKS_USED, slot=slot, used=used, allowed=allowed)

    def allowed(slot: int, monster: Monster) -> Refusal | None:
        until = next((mod.until for mod in monster.mods if mod.attr == "forbid_attack"), None)
        return must(until is None, ATTACK_FORBIDDEN, slot=slot, until=until)

    return monster_slots(board, seat, SLOT_EMPTY_ATTACK, upright, left, allowed)


ATTACK_TARGET = Code("bad_target", "MOR-072", _("No monster of the rival is there: the target must be {needed:target}."))
DEFENDER_FIRST = Code(
    "defender_first", "MOR-071", _("A monster in defense position comes first; they stand in: {defenders}."), "allow_direct_attack"
)


def attack_targets(board: Duel, seat: Seat, slot: int) -> one_of:
    """Return a defender where there is one; else any monster, or the player (MOR-071..073; R49, R54)."""
    foe = rival(seat)
    first = [slot for slot in board.own(foe) if board.standing(MonsterRef(foe, slot)).position == "defense"]
    attacker = board.monster(seat, slot)
    direct = attacker is not None and attacker.direct_ok

    def there(target: Aim) -> Refusal | None:
        return must(target == "player" or board.monster(foe, target) is not None, ATTACK_TARGET, index=target, needed="chosen_opp_monster")

    def in_turn(target: Aim) -> Refusal | None:
        fits = direct if target == "player" else target in first or board.monster(foe, target) is None
        return must(fits or not first, DEFENDER_FIRST, defenders=first)

    return one_of((*SLOTS, "player"), there, in_turn, otherwise=NO_SLOT)


Outcome = Annotated[Literal["higher", "equal", "lower", "direct"], Meta(extra={"kind": "outcome"})]


@BATTLE.event(_("The attack of {card} comes to nothing."))
class AttackCancelled(OfCard):
    """An attack comes to nothing; it counts as declared all the same."""

    clause: str

    def owners(self) -> Mapping[str, Seat]:
        return {"card": self.seat}


@BATTLE.event(_("{card}: {attack} against {value}; {result}."))
class BattleFought(OfCard, tag="battle"):
    """Values were compared; `damage` is what the loser's owner loses."""

    result: Outcome
    attack: Count
    value: Count
    damage: Count
    clause: str

    def owners(self) -> Mapping[str, Seat]:
        return {"card": self.seat}


@BATTLE.runs(Attack)
def resolve(board: Duel, step: Attack) -> None:
    """An attack that does not come to nothing is fought out, as one unit (MOR-R32)."""
    board.done()
    item = step.item
    at, aimed = board.locate(item.source), None if item.target is None else board.locate(item.target)
    if clause := comes_to_nothing(board, item, at, aimed):
        board.tell(AttackCancelled(seat=item.controller, card=item.card, clause=clause))
    elif at is not None:  # else it had come to nothing
        fight(board, item, at, aimed)
        board.settle()


def comes_to_nothing(board: Duel, item: Item, at: Spot | None, aimed: Spot | None) -> str | None:
    """The ruling by which an attack does nothing: it is negated, or one of the two is gone, turned or another's (R46, R47, R50, R77)."""
    if item.negated:
        return "MOR-R77"
    if at is None:
        return "MOR-R46"
    if at.seat != item.controller:
        return "MOR-R50"
    if board.standing(at).position != "attack":
        return "MOR-R46"
    if item.target is None or (aimed is not None and aimed.seat != item.controller):
        return None
    return "MOR-R47" if aimed is None else "MOR-R50"


FOUGHT: dict[Outcome, str] = {"direct": "MOR-R05", "higher": "MOR-074", "equal": "MOR-077", "lower": "MOR-079"}
"""The clause of each outcome."""


def fight(board: Duel, item: Item, at: Spot, aimed: Spot | None) -> None:
    """The difference is lost; the lower one goes to the graveyard, both where they are equal (MOR-067, 074..081; R03..R05, R48, R72)."""
    attack = board.value(board.standing(at))
    value = 0 if aimed is None else board.value(board.standing(aimed))
    result: Outcome = "direct" if aimed is None else "higher" if attack > value else "lower" if attack < value else "equal"
    clause, damage = FOUGHT[result], abs(attack - value)
    told = BattleFought(seat=item.controller, card=item.card, result=result, attack=attack, value=value, damage=damage, clause=clause)
    board.tell(told)
    if damage:
        board.change_life(at.seat if result == "lower" else rival(at.seat), -damage, clause)
    if aimed is not None and attack >= value:
        board.destroy(aimed, None, "MOR-075" if attack > value else clause)
    if aimed is not None and attack <= value:
        board.destroy(at, None, "MOR-080" if attack < value else clause)
