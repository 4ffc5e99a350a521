"""Battle: positions, attacks, and what comes of them (MOR-041, 042, 056, 057, 067..081)."""

from __future__ import annotations

from typing import Literal

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.refusals import Refusal, must
from tapete.core.seats import Seat
from tapete.games.moriham import codes, events
from tapete.games.moriham.board import Duel, Spot
from tapete.games.moriham.figures import SLOTS, Slot, rival
from tapete.games.moriham.slots import monster_slots
from tapete.games.moriham.state import Item, Monster, Phase, Stack, Triggers
from tapete.games.moriham.timing import OnTurn, in_phase, on_turn

BATTLE = Chapter("battle")

Aim = Slot | Literal["player"]


@BATTLE.action
class ChangePosition(OnTurn):
    """MOR-056, 057; R12, R26..R29: each own monster once a turn, unless it has declared an attack."""

    slot: Slot

    def terms(self, board: Duel) -> Terms:
        yield on_turn(board, self.seat, codes.NOT_YOUR_TURN_POSITION)

        def unchanged(slot: int) -> Refusal | None:
            monster = board.monster(self.seat, slot)
            return must(monster is None or not monster.position_changed, codes.ALREADY_CHANGED, slot=slot)

        def calm(slot: int) -> Refusal | None:
            monster = board.monster(self.seat, slot)
            return must(monster is None or not monster.declared, codes.ALREADY_ATTACKED, slot=slot)

        yield "slot", monster_slots(board, self.seat, codes.SLOT_EMPTY_POSITION, unchanged, calm)

    def effect(self, board: Duel) -> None:
        spot = Spot(self.seat, "monsters", self.slot)
        board.alter(spot, position_changed=True)
        board.turn(spot, "toggle", "MOR-056")


def attack_phase(board: Duel) -> Refusal | None:
    """MOR-041; R68: the battle phase, to which there is no way back."""
    late = board.at(Phase).name == "main2"
    return in_phase(board, codes.NO_WAY_BACK if late else codes.ATTACK_PHASE, "battle")


def defenders(board: Duel, seat: Seat) -> list[int]:
    """The slots in which a player has monsters in defense position."""
    return [slot for slot in board.own(seat) if (monster := board.monster(seat, slot)) is not None and monster.position == "defense"]


@BATTLE.action
class DeclareAttack(OnTurn):
    """MOR-041, 068..073; R06, R18, R19, R52..R54, R84: with which monster, at which; defenders come first."""

    slot: Slot
    target: Aim

    def terms(self, board: Duel) -> Terms:
        yield on_turn(board, self.seat)
        yield attack_phase(board)
        banned = board.state.turn == 1 and not board.options.first_turn_attack
        yield must(not banned, codes.NO_FIRST_ATTACK, turn=board.state.turn)
        yield "slot", attackers(board, self.seat)
        yield "target", attack_targets(board, self.seat, self.slot)

    def effect(self, board: Duel) -> None:
        spot = Spot(self.seat, "monsters", self.slot)
        monster = board.standing(spot)
        board.alter(spot, attacks_used=monster.attacks_used + 1)
        aimed = None if self.target == "player" else self.target
        attacked = None if aimed is None else board.standing(Spot(rival(self.seat), "monsters", aimed))
        aim = "player" if attacked is None else attacked.card
        board.tell(events.AttackDeclared(seat=self.seat, card=monster.card, slot=self.slot, target=aimed, aim=aim))
        item = Item("attack", self.seat, monster.iid, monster.card, target=None if attacked is None else attacked.iid)
        board.put(Triggers(), Stack((item,), rival(self.seat)))


def attackers(board: Duel, seat: Seat) -> one_of:
    """MOR-068, 069, 070; R06, R79: a monster in attack position with an attack left that nothing forbids."""

    def upright(slot: int) -> Refusal | None:
        monster = board.monster(seat, slot)
        return must(monster is None or monster.position == "attack", codes.DEFENSE_POSITION, slot=slot)

    def left(slot: int) -> Refusal | None:
        monster = board.monster(seat, slot)
        used, extra = (0, 0) if monster is None else (monster.attacks_used, monster.extra_attacks)
        return must(used < 1 + extra, codes.ATTACKS_USED, slot=slot, used=used, allowed=1 + extra)

    def allowed(slot: int) -> Refusal | None:
        monster = board.monster(seat, slot)
        mods = () if monster is None else monster.mods
        until = next((mod.until for mod in mods if mod.attr == "forbid_attack"), None)
        return must(until is None, codes.ATTACK_FORBIDDEN, slot=slot, until=until)

    return monster_slots(board, seat, codes.SLOT_EMPTY_ATTACK, upright, left, allowed)


def attack_targets(board: Duel, seat: Seat, slot: int) -> one_of:
    """MOR-071..073; R49, R54: a defender where there is one; else any monster, or the player."""
    foe = rival(seat)
    first = defenders(board, foe)
    attacker = board.monster(seat, slot)
    direct = attacker is not None and attacker.direct_ok

    def there(target: Aim) -> Refusal | None:
        return must(
            target == "player" or board.monster(foe, target) is not None, codes.ATTACK_TARGET, index=target, needed="chosen_opp_monster"
        )

    def in_turn(target: Aim) -> Refusal | None:
        if target == "player":
            return must(direct or not first, codes.DEFENDER_FIRST, defenders=first)
        empty = board.monster(foe, target) is None
        return must(empty or not first or target in first, codes.DEFENDER_FIRST, defenders=first)

    return one_of((*SLOTS, "player"), there, in_turn)


def fight(board: Duel, item: Item) -> None:
    """MOR-067, 074..081; R03..R05, R46..R50, R72: the values at resolution decide, unless one of the two is gone."""
    at, foe = board.locate(item.source), rival(item.controller)
    attacker = _still(board, item, at)
    if attacker is None or at is None:
        clause = "MOR-R46" if at is None or at.seat == item.controller else "MOR-R50"
        board.tell(events.AttackCancelled(seat=item.controller, card=item.card, clause=clause))
        return
    attack = board.attack(attacker)
    if item.target is None:
        told = events.BattleFought(
            seat=item.controller, card=item.card, result="direct", attack=attack, value=0, damage=attack, clause="MOR-R05"
        )
        board.tell(told)
        if attack:
            board.change_life(foe, -attack, "MOR-R05")
        return
    aimed = board.locate(item.target)
    if aimed is None or aimed.seat != foe:
        clause = "MOR-R47" if aimed is None else "MOR-R50"
        board.tell(events.AttackCancelled(seat=item.controller, card=item.card, clause=clause))
        return
    compare(board, item, at, aimed)


def _still(board: Duel, item: Item, at: Spot | None) -> Monster | None:
    """The attacker, if it is still there, still its player's and still in attack position (R46, R50)."""
    if at is None or at.zone != "monsters" or at.seat != item.controller:
        return None
    monster = board.standing(at)
    return monster if monster.position == "attack" else None


def compare(board: Duel, item: Item, at: Spot, aimed: Spot) -> None:
    """MOR-074, 075, 077..080: the lower one goes to the graveyard, both where they are equal, and the difference is lost."""
    attack, value = board.attack(board.standing(at)), board.value(board.standing(aimed))
    result: events.Outcome = "higher" if attack > value else "lower" if attack < value else "equal"
    clause = {"higher": "MOR-074", "equal": "MOR-077", "lower": "MOR-079"}[result]
    damage = abs(attack - value)
    told = events.BattleFought(
        seat=item.controller, card=item.card, result=result, attack=attack, value=value, damage=damage, clause=clause
    )
    board.tell(told)
    if damage:
        board.change_life(aimed.seat if attack > value else at.seat, -damage, clause)
    if attack >= value:
        board.destroy(aimed, None, "MOR-075" if attack > value else "MOR-077")
    if attack <= value:
        board.destroy(at, None, "MOR-080" if attack < value else "MOR-077")
