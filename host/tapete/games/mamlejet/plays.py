"""Windows and what is played in them: tactics, abilities, resources, weapons, and passing (MMK-033, 066..118, 194..199, 240..243)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Owed
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.chain import HEALING, begin
from tapete.games.mamlejet.changes import OfHand, OfRound, OfSeatAndCard
from tapete.games.mamlejet.choosing import NOT_WEAPON, Spending, aims, makes_wealth, named, own, standing, undedicated, waited, within_shot
from tapete.games.mamlejet.figures import TACTICS, AbilityName, AnyPid, AnyTarget, CardId, Cost, Mains
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ALREADY_DEDICATED, NOT_CONTROLLER
from tapete.games.mamlejet.state import Assaults, Entries, FrenzyChoice, Item, Ordering, Permanent, Plan, Window
from tapete.games.mamlejet.timing import NO_WINDOW, STACK_NOT_EMPTY, WRONG_STEP_MAIN, Play, Timed, own_main, stack_triggers, timing

PLAYS = Chapter("plays")

ASKED_AT = (Window, Plan, Assaults, FrenzyChoice, Entries, Ordering, Cards, Dice)
"""Wherever a player is asked for something after the first hand is kept."""


# ---- the window itself


@PLAYS.runs(Window)
def ask(board: Front, step: Window) -> None:
    """All have passed: the top item resolves and the window is fresh; with nothing left it closes (MMK-056, 057, 095, 101, 102, R63, R84).

    Who publicly has nothing to play is not asked, nor is anybody when the table has passed for the round, but in the own main phase.
    """
    if board.state.triggers:
        board.become(Window())
        stack_triggers(board)
        return
    seats = board.state.seats
    out = tuple([seat for seat in seats if seat in step.passed or hushed(board, seat) or board.idle(seat)])
    if len(out) < len(seats):
        if out != step.passed:
            board.become(Window(out))
    elif board.state.stack:
        item = board.state.stack[-1]
        board.set(stack=board.state.stack[:-1])
        board.become(Window())
        begin(board, item)
    else:
        board.done()


def hushed(board: Front, seat: Seat) -> bool:
    """Say whether the table has passed for a player, who is still asked in the own main phase unless that is passed too (MMK-R84)."""
    return board.quiet and (board.mains_passed or not (board.main_phase and seat == board.active))


PLAYS.prompt("main", _("Your enlistment: play what you can pay for and one resource, or go on."), _("{seat:seat} is in the main phase."))
THINKS = _("{seat:seat} is thinking about an answer.")
COUNTERS = _("{seat:seat} is thinking about countering the damage.")
PLAYS.prompt("answer", _("{card:card} waits on the stack: answer with a tefilá or an ability, or pass."), THINKS)
PLAYS.prompt("answer_ability", _("Ability of {card:card}: answer with a tefilá or an ability, or pass."), THINKS)
PLAYS.prompt("answer_trigger", _("Triggered by {card:card}: answer with a tefilá or an ability, or pass."), THINKS)
PLAYS.prompt(
    "answer_damage",
    _("Damage is pending ({cards:card}): counter it, or let it take effect."),
    COUNTERS,
)
PLAYS.prompt("answer_damage_to_many", _("Damage is pending on {number} cards: counter it, or let it take effect."), COUNTERS)
PLAYS.prompt(
    "window", _("Round {round}, {step:step}: play a tefilá or an ability, or pass."), _("{seat:seat} is deciding whether to play.")
)


@PLAYS.owes(Window)
def window_owed(board: Front, step: Window) -> Iterator[Owed]:
    """Everybody who has not passed."""
    waiting, params = waits(board)
    for seat in board.state.seats:
        if seat not in step.passed:
            main = board.main_phase and seat == board.active
            actions = ("pass_all", "pass", "play_tactic", "play_ability", "produce", *(("play_resource", "equip") if main else ()))
            yield Owed(seat=seat, actions=actions, what="main" if main else waiting, params=params, button="lock", meaning="pass")


ANSWERED = {"tactic": "answer", "equip": "answer", "trigger": "answer_trigger", "damage": "answer_damage", "batch": "answer_damage"}
"""What may be answered, by the kind of item on top of the stack; the rest are abilities that a player uses."""
MOST_NAMED = 2
"""So many cards with pending damage are named; of more a phone shows how many, and the board which."""


def waits(board: Front) -> tuple[str, dict[str, Any]]:
    """Return the word for what may be answered, and its figures: a card, or those that damage is pending on (MMK-093, 096, 209)."""
    params: dict[str, Any] = {"step": board.at_step, "round": board.state.round}
    if not board.state.stack:
        return "window", params
    item = board.state.stack[-1]
    struck = [p.card for p in board.state.permanents if any(hit.id in item.hits for hit in p.hits)]
    what = ANSWERED.get(item.kind, "answer_ability")
    if what == "answer_damage" and not struck:  # all of it is healed, or its targets are gone
        return "window", params
    if what == "answer_damage" and len(struck) > MOST_NAMED:
        what = "answer_damage_to_many"
    return what, {**params, "card": item.card, "cards": struck, "number": len(struck)}


@PLAYS.action
class Pass(Play):
    """Nothing to play for now (MMK-095, 175, R63)."""

    def effect(self, board: Front) -> None:
        passed = (*board.at(Window).passed, self.seat)
        board.become(Window(tuple(seat for seat in board.state.seats if seat in passed)))


class _TableAction(Timed):
    """What the whole table says in a window."""

    during = (Window,)
    elsewhere = NO_WINDOW


@PLAYS.action
class PassAll(_TableAction):
    """The whole table passes (MMK-R84)."""

    def effect(self, board: Front) -> None:
        board.become(Window(board.state.seats))


ROUND_PASSED = Code(
    "already_passed", "MMK-R84", _("The table has passed for the rest of round {round} already; it can ask to be asked again.")
)


@PLAYS.event(_("The table passes for the rest of round {round}{mains}."))
class RoundPassed(OfRound, clause="MMK-R84"):
    """The table has passed for the rest of the round; `mains`: for its main phases too."""

    mains: Mains


class _PassUntilRoundEnds(_TableAction):
    """What the table says once for the rest of the round; `mains`: of its main phases too."""

    mains: ClassVar[bool]

    def effect(self, board: Front) -> None:
        board.go_on(quiet=True, mains=self.mains)
        board.tell(RoundPassed(round=board.state.round, mains=self.mains))


@PLAYS.action
class PassRound(_PassUntilRoundEnds):
    """The whole table passes for the rest of the round; main phases are still asked for, and a play ends it (MMK-R84)."""

    mains = False

    def terms(self, board: Front) -> Terms:
        yield must_first(not board.quiet, ROUND_PASSED, round=board.state.round)


@PLAYS.action
class PassMains(_PassUntilRoundEnds):
    """The whole table plays nothing more in this round, its main phases included; plans, dice and cards are still asked for (MMK-R84)."""

    mains = True


ROUND_OPEN = Code("not_passed", "MMK-R84", _("The table has not passed for the rest of round {round}: every window is asked already."))
AskedAgain = PLAYS.simple_event("AskedAgain", OfRound, "MMK-R84", _("Every window is asked again."))


@PLAYS.action
class AskAgain(Timed):
    """A player wants to play after all; from now on everybody is asked in every window again (MMK-R84)."""

    during = ASKED_AT

    def terms(self, board: Front) -> Terms:
        yield must_first(board.quiet, ROUND_OPEN, round=board.state.round)

    def effect(self, board: Front) -> None:
        board.go_on(quiet=False, mains=False)
        if isinstance(board.top, Window):
            board.become(Window())
        board.tell(AskedAgain(round=board.state.round))


# ---- tactics


HAND_EMPTY = Code("hand_empty", "MMK-079", _("{seat:seat} has no cards in hand."), ruling="adjust_count")
WRONG_TYPE = Code(
    "wrong_card_type",
    "MMK-076",
    _("{card:card} is of the type {type:type}; soldiers, objects, strategies, hishtadluyot and tefilot are played as tactics."),
)
RESOURCE_NO_TACTIC = Code(
    "wrong_card_type", "MMK-032", _("{card:card} is a resource: it is put into play without cost, as your one resource of the round.")
)
TacticPlayed = PLAYS.simple_event(
    "TacticPlayed", OfHand, "MMK-092", _("{seat} plays {card}."), hands=_("{seat}: show {card} in your majané.")
)


@PLAYS.action
class PlayTactic(Spending, omit_defaults=True):
    """A tactic is shown, aimed, paid for at once, and waits on the stack (MMK-076..094)."""

    card: CardId
    targets: tuple[AnyTarget, ...]
    dedicate: tuple[AnyPid, ...]

    def terms(self, board: Front) -> Terms:
        seat, hand = self.seat, board.player(self.seat).hand

        def tactic(card: str) -> Refusal | None:
            kind = board.card(card).type
            code = RESOURCE_NO_TACTIC if kind == "recurso" else WRONG_TYPE
            return must(kind in TACTICS, code, card=card, type=kind, action="play_tactic")

        def held(card: str) -> Refusal | None:
            return must(hand, HAND_EMPTY, seat=seat)

        yield "card", named(board, seat, tactic, lambda card: timing(board, seat, board.card(card).type), held)
        card = board.card(self.card)
        yield "targets", aims(board, seat, self.card, card.targets)
        yield from self.paid(board, self.card, card.cost)

    def effect(self, board: Front) -> None:
        board.tell(TacticPlayed(seat=self.seat, card=self.card, hand=board.count(self.seat, "hand", -1)))
        board.pay(self.seat, board.card(self.card).cost, self.dedicate, self.spend)
        board.push(Item(id=board.new_id(), kind="tactic", controller=self.seat, card=self.card, targets=self.targets, owner=self.seat))
        board.played()


# ---- abilities


NO_SUCH_ABILITY = Code(
    "no_such_ability",
    "MMK-104",
    _("{card:card} has no ability {ability:ability} to use; it has: {has:ability}."),
    figures={"permanent": "permanent", "ability": "value"},
)
ALREADY_DEDICATED_ABILITY = ALREADY_DEDICATED.citing("MMK-118")
AbilityPlayed = PLAYS.simple_event(
    "AbilityPlayed", OfSeatAndCard, "MMK-116", _("{seat} uses the ability of {card}."), hands=_("{seat}: turn {card}: it is dedicated.")
)


@PLAYS.action
class PlayAbility(Spending, omit_defaults=True):
    """An action-ability, which always dedicates; wealth from it is there at once (MMK-112..119, 147, 227, 230)."""

    permanent: AnyPid
    ability: AbilityName
    targets: tuple[AnyTarget, ...]
    dedicate: tuple[AnyPid, ...]

    def terms(self, board: Front) -> Terms:
        seat = self.seat
        yield "permanent", standing(board, own(seat), lambda p: undedicated(p, ALREADY_DEDICATED_ABILITY), waited(board))
        p = board.at_id(self.permanent)
        has = board.abilities(p)
        yield "ability", one_of(has, otherwise=NO_SUCH_ABILITY, permanent=p.id, card=p.card, has=has or [""])
        printed = board.card(p.card).abilities[self.ability] if isinstance(self.ability, int) else None
        if self.ability == "shoot":
            yield "targets", within_shot(board, p)
        else:
            yield "targets", aims(board, seat, p.card, HEALING if printed is None else printed.targets)
        yield from self.paid(board, p.card, Cost() if printed is None else printed.cost, self.permanent)

    def effect(self, board: Front) -> None:
        p = board.at_id(self.permanent)
        place = self.ability if isinstance(self.ability, int) else None
        printed = None if place is None else board.card(p.card).abilities[place]
        board.alter(p.id, dedicated="acts")
        clause = {"shoot": "MMK-230", "heal": "MMK-147"}.get(str(self.ability), "MMK-116")
        board.tell(AbilityPlayed(seat=self.seat, card=p.card, clause=clause))
        board.pay(self.seat, Cost() if printed is None else printed.cost, self.dedicate, self.spend)
        kind = "shot" if self.ability == "shoot" else "ability"
        item = board.used(p, kind, controller=self.seat, ability=place, targets=self.targets)
        if printed is not None and printed.at_once:
            board.do_at_once(item, printed)
        else:
            board.push(item)
        board.played()


# ---- resources and weapons


NO_RESOURCE = Code("wrong_card_type", "MMK-076", _("{card:card} is of the type {type:type}; a resource is put into play here."))
STACK_NOT_EMPTY_RESOURCE = STACK_NOT_EMPTY.citing("MMK-R58")
RESOURCE_PLAYED = Code("resource_already_played", "MMK-034", _("{seat:seat} has played this round's resource already."), ruling="move_card")
ResourcePlayed = PLAYS.simple_event("ResourcePlayed", OfHand, "MMK-033", _("{seat} puts {card} into play."))


@PLAYS.action
class PlayResource(Play):
    """One resource a round, straight into play; nobody can answer the act itself (MMK-032..034, 046, 195, R58)."""

    card: CardId

    def terms(self, board: Front) -> Terms:
        yield from own_main(board, self.seat, "play_resource", WRONG_STEP_MAIN, STACK_NOT_EMPTY_RESOURCE)
        player = board.player(self.seat)
        yield must(player.hand, HAND_EMPTY, seat=self.seat)
        yield must(not player.resource_played, RESOURCE_PLAYED, seat=self.seat)

        def resource(card: str) -> Refusal | None:
            kind = board.card(card).type
            return must(kind == "recurso", NO_RESOURCE, card=card, type=kind, action="play_resource")

        yield "card", named(board, self.seat, resource)

    def effect(self, board: Front) -> None:
        player = board.change(self.seat, hand=board.player(self.seat).hand - 1, resource_played=True)
        board.tell(ResourcePlayed(seat=self.seat, card=self.card, hand=player.hand))
        board.enter(self.card, self.seat, self.seat)
        board.become(Window())


@PLAYS.action
class Produce(Play):
    """A resource is dedicated before anything is paid; this clears no passes (MMK-004, 071, R56; R63)."""

    permanent: AnyPid

    def terms(self, board: Front) -> Terms:
        yield "permanent", standing(board, own(self.seat), makes_wealth(board), undedicated)

    def effect(self, board: Front) -> None:
        board.produce(self.seat, self.permanent)


WRONG_STEP_EQUIP = Code(
    "wrong_step", "MMK-242", _("A weapon is equipped in your enlistment; the round is at: {step:step}."), ruling="attach"
)
NOT_CONTROLLER_WEAPON = NOT_CONTROLLER.citing("MMK-026")
STACK_NOT_EMPTY_EQUIP = STACK_NOT_EMPTY.citing("MMK-242")
ALREADY_ATTACHED = Code("already_attached", "MMK-R61", _("{card:card} is with {bearer:card} already; equip another soldier with it."))
ILLEGAL_TARGET_EQUIP = Code(
    "illegal_target",
    "MMK-026",
    _("{card:card} goes to a soldier of {seat:seat}'s, and {met:card} is none."),
    known={"class": "own_ally", "reason": "class"},
)


@PLAYS.event(_("{seat} equips {soldier} with {card}."))
class EquipPlayed(OfSeatAndCard, clause="MMK-240"):
    """A weapon is about to be equipped."""

    soldier: CardId


@PLAYS.action
class Equip(Spending, omit_defaults=True):
    """A weapon goes to an own soldier, wherever it was; it waits on the stack (MMK-026, 240..243, R61, R62)."""

    weapon: AnyPid
    soldier: AnyPid
    dedicate: tuple[AnyPid, ...]

    def terms(self, board: Front) -> Terms:
        yield from own_main(board, self.seat, "equip", WRONG_STEP_EQUIP, STACK_NOT_EMPTY_EQUIP)
        mine = own(self.seat, NOT_CONTROLLER_WEAPON)
        yield "weapon", standing(board, mine, lambda p: must(board.card(p.card).subtype == "arma", NOT_WEAPON, card=p.card))
        held = board.at_id(self.weapon)

        def soldier(p: Permanent) -> Refusal | None:
            fits = board.soldier(p) and p.controller == self.seat
            return must(fits, ILLEGAL_TARGET_EQUIP, target=p.id, card=held.card, met=p.card, seat=self.seat)

        def elsewhere(p: Permanent) -> Refusal | None:
            return must(held.attached_to != p.id, ALREADY_ATTACHED, weapon=held.id, soldier=p.id, card=held.card, bearer=p.card)

        yield "soldier", standing(board, soldier, elsewhere)
        yield from self.paid(board, held.card, board.card(held.card).equip_cost or Cost())

    def effect(self, board: Front) -> None:
        held, there = board.at_id(self.weapon), board.at_id(self.soldier)
        board.tell(EquipPlayed(seat=self.seat, card=held.card, soldier=there.card))
        board.pay(self.seat, board.card(held.card).equip_cost or Cost(), self.dedicate, self.spend)
        board.push(board.used(held, "equip", controller=self.seat, targets=(self.soldier,)))
        board.played()
