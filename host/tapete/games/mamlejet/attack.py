"""Attack rolls and what they bring: hits, epic failures, frenzy, cards that fall from cities, damage (MMK-129..146, 206..215, 231)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Terms, kind_of
from tapete.core.domains import maybe, one_of
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, must
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Die, Owed
from tapete.core.turns import TurnAction
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.chain import CARDS, epic_failure
from tapete.games.mamlejet.changes import DamageWaits, OfTheirs
from tapete.games.mamlejet.choosing import alone, commanded, foe, harmed_by, standing
from tapete.games.mamlejet.figures import AnyPid, CardId, Change, Count, Hit
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import DICE, NAMES, ROLLS, CityChosen, chosen, city_lot, draw_lots
from tapete.games.mamlejet.state import Fall, Falls, FrenzyChoice, Item, Lot, Permanent, Shot, Volley, Window
from tapete.games.mamlejet.timing import NOT_ACTIVE, Timed, begins, unsettled

ATTACK = Chapter("attack")
CitySpared = ATTACK.simple_event("CitySpared", OfSeat, "MMK-R79", _("{seat}'s city is empty already: nothing falls."))


# ---- who rolls


def shots_due(board: Front, *, early: bool) -> tuple[Shot, ...]:
    """Return who rolls against its opponent in 3b or in 3d, both sides alike (MMK-129, 140, 206, 211, R19, R24, R86)."""

    def rolls(p: Permanent) -> bool:
        if p.opponent is None or p.attacked or not board.in_play(p.opponent) or (early and not board.has(p, "zerizut")):
            return False
        tied = p.controller is None and p.dedicated is not None and not board.options.dedicated_enemy_strikes_back
        return not tied and board.lacking(p, board.at_id(p.opponent)) is None

    return tuple(Shot(f"attack-{p.id}", p.id, p.opponent) for p in board.state.permanents if rolls(p))


@begins("3b")
def early_attack(board: Front) -> None:
    """3b, only soldiers with zerizut; without any the step is skipped (MMK-140, 206, R65)."""
    if shots := shots_due(board, early=True):
        board.put(Window(), Volley("early", shots))


@begins("3d")
def main_attack(board: Front) -> None:
    """3d, everybody who has not attacked yet, then the frenzied (MMK-142, 211, 212, R65)."""
    if shots := shots_due(board, early=False):
        board.put(Window(), FrenzyChoice(), Volley("main", shots))
    elif frenzied(board) or any(e.frenzy_due for e in board.enemies):
        board.put(Window(), FrenzyChoice())


@begins("3c", "3e")
def damage_batch(board: Front) -> None:
    """All pending damage goes on the stack together (MMK-136, 207, 208, 215, R65)."""
    waiting = {number for item in board.state.stack for number in item.hits}
    hits = tuple(hit.id for p in board.state.permanents for hit in p.hits if hit.id not in waiting)
    if hits:
        board.push(Item(id=board.new_id(), kind="batch", hits=tuple(sorted(hits))))
        board.tell(DamageWaits(n=len(hits)))


# ---- the dice


def roller(board: Front, shot: Shot) -> Permanent:
    """Return who rolls; a shooter that has left play counts as printed (MMK-117)."""
    if board.in_play(shot.roller):
        return board.at_id(shot.roller)
    return Permanent(id=shot.roller, card=shot.card or "", owner=shot.controller or board.leader, controller=shot.controller)


def attacker(board: Front, shot: Shot) -> Seat | None:
    """Return whose attack it is, None: the enemy's. A shot is of the one who used it (MMK-235), though the soldier changed sides since; in
    combat it is of the one who commands the soldier now (MMK-R78, R93).
    """
    return shot.controller if shot.card is not None else roller(board, shot).controller


def still_on(board: Front, shot: Shot) -> bool:
    """Say whether both sides are still there and, in combat, still against each other (MMK-R49, R50); a shot outlives its source."""
    there = shot.against is None or board.in_play(shot.against)
    if shot.card is not None or not there or not board.in_play(shot.roller):
        return there and shot.card is not None
    who = board.at_id(shot.roller)
    return shot.against in (None, who.opponent, who.frenzy_opponent)


def index_of(board: Front, shot: Shot, kind: str) -> int:
    """Return what has to be rolled (MMK-130)."""
    who = roller(board, shot)
    if shot.city is not None:
        return board.city_index(who, shot.city, projectile=kind == "shot")
    return board.index(who, board.at_id(shot.against or 0), projectile=kind == "shot")


@ATTACK.runs(Volley)
def ask(board: Front, step: Volley) -> None:
    """One die each, all of them together (MMK-129, 136)."""
    if dice := volley_dice(board, step):
        board.put(Dice(dice))
    else:
        board.done()


@DICE.asks(Volley)
def volley_dice(board: Front, step: Volley) -> tuple[Die, ...]:
    """Return the dice of a volley with what each needs now; an enemy's is rolled by the seat that it attacks (MMK-129, R07, R31)."""

    def die(shot: Shot) -> Die:
        target = board.at_id(shot.against).controller if shot.against is not None else shot.city
        panel = attacker(board, shot) or target or board.leader
        return Die(shot.id, panel, PURPOSES[step.kind == "shot", shot.city is not None], index_of(board, shot, step.kind))

    return tuple(die(shot) for shot in step.shots if still_on(board, shot))


PURPOSES = {(False, False): "attack", (False, True): "city_attack", (True, False): "shot", (True, True): "city_shot"}
"""What an attack roll is called, by whether it is a shot and whether it goes against a city."""


@DICE.about(Volley)
def about_attack(board: Front, step: Volley, die: Die) -> Mapping[str, Any]:
    """Return who rolls, and against whom or whose city."""
    shot = next(shot for shot in step.shots if shot.id == die.id)
    against = board.card_of(shot.against) if shot.against is not None and board.in_play(shot.against) else None
    return {"card": roller(board, shot).card, "against": against, "city": shot.city}


@ATTACK.event(_("{card} against {against}: {value} for an index of {index}, {hit}."))
class AttackJudged(OfTheirs, clause="MMK-131"):
    """An attack roll against a card is judged; `facing` is whose that card is, as `whose` is for the one that rolls."""

    against: CardId
    facing: Seat | None
    value: Count
    index: Change
    hit: Hit

    def owners(self) -> Mapping[str, Seat]:
        return super().owners() if self.facing is None else {**super().owners(), "against": self.facing}


@ATTACK.event(_("{card} against {city}'s city: {value} for an index of {index}, {hit}."))
class CityAttackJudged(OfTheirs, clause="MMK-202"):
    """An attack roll against a city is judged."""

    city: Seat
    value: Count
    index: Change
    hit: Hit


@DICE.rolled(Volley)
def judged(board: Front, step: Volley, dice: tuple[Die, ...]) -> None:
    """The batch is closed: epic failures, then every die against the index of now (MMK-131..137, R27, R31)."""
    board.done()
    values = {die.id: die.value or 0 for die in dice}
    falls: list[Fall] = []
    for shot, index in weighed(board, step, values):
        success = board.passes(values[shot.id], index)
        by, value = roller(board, shot), values[shot.id]
        clause = judged_by(value, index, success)
        if shot.city is not None:
            board.tell(
                CityAttackJudged(card=by.card, whose=by.controller, city=shot.city, value=value, index=index, hit=success, clause=clause)
            )
        else:
            met = board.at_id(shot.against or 0)
            board.tell(
                AttackJudged(
                    card=by.card,
                    whose=by.controller,
                    against=met.card,
                    facing=met.controller,
                    value=value,
                    index=index,
                    hit=success,
                    clause=clause,
                )
            )
        _note(board, shot, step.kind, success)
        if success:
            falls += _landed(board, shot, step.kind)
    if falls:
        board.put(Falls(tuple(falls)))


def judged_by(value: int, index: int, success: bool) -> str:
    """Return the clause that decides a die: a 10 above which the index lies, a 1, or the index itself."""
    if success:
        return "MMK-132" if value == 10 and index > 10 else "MMK-131"
    return "MMK-134" if value == 1 else "MMK-133"


def weighed(board: Front, step: Volley, values: Mapping[str, int]) -> list[tuple[Shot, int]]:
    """Return each attack whose die is there (`values`) with what it had to reach; epic failures change the board (MMK-135, R27, R31)."""
    shots = [shot for shot in step.shots if shot.id in values and still_on(board, shot)]
    failures = [shot.roller for shot in shots if values[shot.id] == 1 and board.figure(shot.roller) is not None]
    first = board.options.epic_fail_timing == "batch_first"
    results = [] if first else [(shot, index_of(board, shot, step.kind)) for shot in shots]
    for pid in failures:
        epic_failure(board, pid)
    return [(shot, index_of(board, shot, step.kind)) for shot in shots] if first else results


def _note(board: Front, shot: Shot, kind: str, success: bool) -> None:
    """Note who has attacked, and whose success opens a second roll (MMK-143, 145, 239, R45)."""
    if kind == "shot" or not board.in_play(shot.roller):
        return
    p = board.at_id(shot.roller)
    opens = success and not p.frenzy_used and board.has(p, "frenesi") and (kind != "city" or board.options.enemy_frenzy_after_city)
    if kind == "frenzy":
        board.alter(p.id, frenzy_due=False, frenzy_used=True)
    else:
        board.alter(p.id, attacked=True, frenzy_due=p.frenzy_due or opens)


def _landed(board: Front, shot: Shot, kind: str) -> list[Fall]:
    """Return what a success does (MMK-028, 131, 188, 202, 208, R43, R51)."""
    board.fire("hits_self", shot.roller)
    if shot.city is not None:
        return [Fall(shot.city, shot.roller, board.has(roller(board, shot), "dano_catastrofico"))]
    if shot.against is not None:
        by = attacker(board, shot)
        if kind == "shot":
            board.hurt_alone(shot.against, by)
        else:
            board.hurt(shot.against, by or "enemy")
    return []


# ---- what falls


@ATTACK.runs(Falls)
def fall(board: Front, step: Falls) -> None:
    """A card falls, and a structure where the damage is catastrophic; then the match is judged (MMK-028, 188, 202, R43, R79; R38)."""
    if not step.left:
        board.done()
        board.settle()
        return
    first, rest = step.left[0], step.left[1:]
    if not first.fallen:
        board.become(Falls((replace(first, fallen=True), *rest)))
        if cards := falling(board, step):
            board.put(cards)
        else:
            board.tell(CitySpared(seat=first.seat))
    elif first.catastrophic and structures(board, first.seat):
        board.become(Falls((replace(first, catastrophic=False), *rest)))
        draw_lots(board)
    else:
        board.become(Falls(rest))


@CARDS.asks(Falls)
def falling(board: Front, step: Falls) -> Cards | None:
    """Return the top card of the city that was hit, unless it is empty (MMK-R79)."""
    seat = step.left[0].seat
    return Cards(seat, 1, "city", "fall") if board.player(seat).city else None


def structures(board: Front, seat: Seat) -> list[Permanent]:
    """Return a player's structures, in order of entry."""
    return [p for p in board.of(seat) if board.card(p.card).subtype == "estructura"]


def structure_lot(board: Front, step: Falls) -> tuple[Lot, ...]:
    """Return one of the structures of the player whose city was hit (MMK-028, R43)."""
    first = step.left[0]
    return (Lot(f"structure-{first.by}", first.seat, "structure", len(structures(board, first.seat))),)


@chosen(Falls, structure_lot)
def structure_chosen(board: Front, step: Falls, lots: tuple[Lot, ...]) -> None:
    """The dice have chosen a structure; it goes to its owner's guenizá (MMK-028)."""
    lost = structures(board, step.left[0].seat)[lots[0].chosen or 0]
    board.leave(lost.id, "guenizah", lost.owner, clause="MMK-028")


# ---- frenzy


def frenzied(board: Front) -> list[Permanent]:
    """Return soldiers with a second roll and an enemy for it, in initiative order of their players (MMK-143, R46, R48)."""
    due = (p for seat in board.state.order for p in board.of(seat) if p.frenzy_due and not p.frenzy_used and p.frenzy_opponent is None)
    return [p for p in due if any(board.free_enemy(e) and board.lacking(p, e) is None for e in board.enemies)]


@ATTACK.runs(FrenzyChoice)
def choose_frenzy(board: Front, step: FrenzyChoice) -> None:
    """Players choose, then the frenzied enemies go for a random city; all roll in one batch (MMK-143..146, 212, 214, R44, R47)."""
    if unsettled(board):
        return
    board.go_on(at="3d_frenzy")
    if frenzied(board):
        return
    enemies = tuple(e.id for e in board.enemies if e.frenzy_due and not e.frenzy_used)
    if enemies:
        board.become(FrenzyChoice(enemies, allies_done=True))
        draw_lots(board)
    else:
        second_rolls(board, ())


@chosen(FrenzyChoice, lambda board, step: tuple(city_lot(board, "frenzy", pid) for pid in step.enemies))
def frenzy_cities(board: Front, step: FrenzyChoice, lots: tuple[Lot, ...]) -> None:
    """The dice have chosen a city for each frenzied enemy."""
    cities = [(pid, board.state.seats[lot.chosen or 0]) for pid, lot in zip(step.enemies, lots, strict=True) if board.in_play(pid)]
    board.tell(*(CityChosen(card=board.card_of(pid), seat=seat, clause="MMK-214") for pid, seat in cities))
    second_rolls(board, tuple(Shot(f"frenzy-{pid}", pid, None, seat) for pid, seat in cities))


def second_rolls(board: Front, cities: tuple[Shot, ...]) -> None:
    """The second batch of 3d: allies and enemies together; an unused roll is lost."""
    due = [p for p in board.state.permanents if p.controller is not None and p.frenzy_due]
    allies = tuple(Shot(f"frenzy-{p.id}", p.id, p.frenzy_opponent) for p in due if p.frenzy_opponent is not None)
    for p in due:
        if p.frenzy_opponent is None:
            board.alter(p.id, frenzy_due=False)
    if allies or cities:
        board.become(Volley("frenzy", (*allies, *cities)))
    else:
        board.done()


ATTACK.prompt("frenzy", _("Frenzy of {card:card}: choose another enemy, or let it be."), _("{seat:seat} is deciding about frenzy."))
ATTACK.prompt("fall", _("The top card of your city falls: put it in your guenizá and name it."), NAMES)
ATTACK.prompt("roll_structure", _("Roll a D10: it chooses which of your structures falls."), ROLLS)
ATTACK.prompt("roll_attack", _("{card:card} attacks {against:card}: {needs:reach}."), ROLLS)
ATTACK.prompt("roll_city_attack", _("{card:card} attacks {city:seat}'s city: {needs:reach}."), ROLLS)
ATTACK.prompt("roll_shot", _("{card:card} shoots at {against:card}: {needs:reach}."), ROLLS)
ATTACK.prompt("roll_city_shot", _("{card:card} shoots at {city:seat}'s city: {needs:reach}."), ROLLS)


@ATTACK.owes(FrenzyChoice)
def frenzy_owed(board: Front, step: FrenzyChoice) -> Iterator[Owed]:
    """The first player with a frenzied soldier."""
    first = frenzied(board)[0]
    actions, params = ("assign_frenzy", "skip_frenzy"), {"card": first.card}
    yield Owed(seat=first.controller, actions=actions, what="frenzy", params=params, button="lock", meaning="pass")


WRONG_STEP_FRENZY = Code(
    "wrong_step", "MMK-143", _("Frenzy is decided after the main attack (3d); the round is at: {step:step}. Due now: {expect:expected}.")
)
NOT_ACTIVE_FRENZY = NOT_ACTIVE.citing("MMK-R48")
NO_FRENZY = Code("no_frenzy_success", "MMK-143", _("{card:card} has no frenzy roll to make."))
FRENZY_USED = Code("frenzy_used", "MMK-145", _("{card:card} has used its frenzy of this round."))


class _FrenzyAction(TurnAction, Timed):
    """What the first player with a frenzied soldier decides, in initiative order (MMK-146, R48)."""

    during = (FrenzyChoice,)
    elsewhere = WRONG_STEP_FRENZY
    not_your_turn = NOT_ACTIVE_FRENZY

    @classmethod
    def whose(cls, board: Front) -> Seat | None:
        return frenzied(board)[0].controller

    def due(self, board: Front) -> one_of:
        """Return the soldiers of which one has a roll to make."""
        return standing(
            board,
            commanded(board, self.seat, name_of(kind_of(self))),
            lambda p: must(p.frenzy_due or p.frenzy_used, NO_FRENZY, soldier=p.id, card=p.card),
            lambda p: must(not p.frenzy_used and p.frenzy_opponent is None, FRENZY_USED, soldier=p.id, card=p.card),
        )


@ATTACK.event(_("Frenzy: {seat}'s {soldier} against {enemy}."))
class FrenzyTaken(OfSeat, clause="MMK-143"):
    """A frenzied soldier goes on to another enemy, or to none."""

    soldier: CardId
    enemy: CardId | None


@ATTACK.action
class AssignFrenzy(_FrenzyAction):
    """A frenzied soldier goes on to an enemy without opponent; that one makes no roll for it (MMK-143, 144, 146, R46, R48)."""

    soldier: AnyPid
    enemy: AnyPid

    def terms(self, board: Front) -> Terms:
        yield "soldier", self.due(board)
        yield "enemy", standing(board, foe(board, self.soldier), alone(board), harmed_by(board, self.soldier))

    def effect(self, board: Front) -> None:
        board.alter(self.soldier, frenzy_opponent=self.enemy)
        board.alter(self.enemy, frenzy_opponent=self.soldier)
        board.tell(FrenzyTaken(seat=self.seat, soldier=board.card_of(self.soldier), enemy=board.card_of(self.enemy)))


@ATTACK.action
class SkipFrenzy(_FrenzyAction):
    """Frenzy is optional for players; the soldier that is asked about, unless another is named (MMK-143, R47)."""

    soldier: AnyPid | None = None

    def terms(self, board: Front) -> Terms:
        yield "soldier", maybe(self.due(board))

    def effect(self, board: Front) -> None:
        calm = frenzied(board)[0].id if self.soldier is None else self.soldier
        board.alter(calm, frenzy_due=False)
        board.tell(FrenzyTaken(seat=self.seat, soldier=board.card_of(calm), enemy=None))
