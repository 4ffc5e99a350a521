"""Windows and what is played in them: tactics, abilities, resources, weapons, and passing (MMK-033, 066..118, 194..199, 240..243)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tapete.core.actions import Terms, so_far
from tapete.core.domains import Domain, Sum, maybe, one_of, row, some
from tapete.core.game import Chapter
from tapete.core.refusals import First, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Owed
from tapete.games.mamlejet import codes, events
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Aim
from tapete.games.mamlejet.chain import begin
from tapete.games.mamlejet.figures import COLOURS, TACTICS, AbilityName, CardId, Cost, Pid, Target, Wealth
from tapete.games.mamlejet.state import Assaults, Entries, FrenzyChoice, Item, Ordering, Permanent, Plan, Window
from tapete.games.mamlejet.timing import Play, Timed
from tapete.games.mamlejet.triggers import stack_triggers

PLAYS = Chapter("plays")

ASKED_AT = (Window, Plan, Assaults, FrenzyChoice, Entries, Ordering, Cards, Dice)
"""Wherever somebody is asked for something after the first hand is kept."""

DAMAGED = Aim("damaged_ally")


# ---- the window itself


@PLAYS.runs(Window)
def ask(board: Front, step: Window) -> None:
    """MMK-056, 057, 095, 101, 102, R63, R84: all have passed: the top item resolves and the window is fresh; with nothing left it closes.

    Who publicly has nothing to play is not asked, nor is anybody when the table has passed for the round, but in the own main phase.
    """
    if board.state.triggers:
        board.become(Window())
        stack_triggers(board)
        return
    out = tuple(seat for seat in board.state.seats if seat in step.passed or hushed(board, seat) or board.idle(seat))
    if len(out) < len(board.state.seats):
        if out != step.passed:
            board.become(Window(out))
        return
    if not board.state.stack:
        board.done()
        return
    item = board.state.stack[-1]
    board.set(stack=board.state.stack[:-1])
    board.become(Window())
    begin(board, item)


def hushed(board: Front, seat: Seat) -> bool:
    """MMK-R84: whether the table has passed for a player, who is still asked in the own main phase unless that is passed too."""
    return board.quiet and (board.mains_passed or not (board.main_phase and seat == board.active))


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
"""What may be answered, by the kind of item on top of the stack; the rest are abilities that somebody uses."""


def waits(board: Front) -> tuple[str, dict[str, Any]]:
    """MMK-093, 096, 209: the word for what may be answered, and its figures: a card, or those that damage is pending on."""
    params: dict[str, Any] = {"step": board.at_step, "round": board.state.round}
    if not board.state.stack:
        return "window", params
    item = board.state.stack[-1]
    struck = [p.card for p in board.state.permanents if any(hit.id in item.hits for hit in p.hits)]
    what = ANSWERED.get(item.kind, "answer_ability")
    if what == "answer_damage" and not struck:  # all of it is healed, or its targets are gone
        return "window", params
    return what, {**params, "card": item.card, "cards": struck}


@PLAYS.action
class Pass(Play):
    """MMK-095, 175, R63: nothing to play for now."""

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)

    def effect(self, board: Front) -> None:
        passed = (*board.at(Window).passed, self.seat)
        board.become(Window(tuple(seat for seat in board.state.seats if seat in passed)))


@PLAYS.action
class PassAll(Timed):
    """MMK-R84: the whole table passes."""

    during = (Window,)
    elsewhere = codes.NO_WINDOW

    def terms(self, board: Front) -> Terms:
        yield None

    def effect(self, board: Front) -> None:
        board.become(Window(board.state.seats))


@PLAYS.action
class PassRound(Timed):
    """MMK-R84: the whole table passes for the rest of the round; main phases are still asked for, and a play ends it."""

    during = (Window,)
    elsewhere = codes.NO_WINDOW

    def terms(self, board: Front) -> Terms:
        yield must_first(not board.quiet, codes.ROUND_PASSED)

    def effect(self, board: Front) -> None:
        board.hush(True)
        board.tell(events.RoundPassed(round=board.state.round, mains=False))


@PLAYS.action
class PassMains(Timed):
    """MMK-R84: the whole table plays nothing more in this round, its main phases included; plans, dice and cards are still asked for."""

    during = (Window,)
    elsewhere = codes.NO_WINDOW

    def terms(self, board: Front) -> Terms:
        yield None

    def effect(self, board: Front) -> None:
        board.hush(True, mains=True)
        board.tell(events.RoundPassed(round=board.state.round, mains=True))


@PLAYS.action
class AskAgain(Timed):
    """MMK-R84: somebody wants to play after all; from now on everybody is asked in every window again."""

    during = ASKED_AT

    def terms(self, board: Front) -> Terms:
        yield must_first(board.quiet, codes.ROUND_OPEN)

    def effect(self, board: Front) -> None:
        board.hush(False)
        if isinstance(board.top, Window):
            board.become(Window())
        board.tell(events.AskedAgain(round=board.state.round))


def still_in(board: Front, seat: Seat) -> First | None:
    """MMK-R63: who has passed waits until something new is played."""
    return must_first(seat not in board.at(Window).passed, codes.ALREADY_PASSED)


# ---- paying and aiming


def payment(board: Front, seat: Seat, cost: Cost, but: int | None = None) -> some:
    """MMK-007, 065, 069, 091, 225: pool and own free resources cover each colour, and the whole."""
    pool = board.player(seat).pool

    def own(pid: int) -> Refusal | None:
        return must(board.at_id(pid).controller == seat, codes.NOT_CONTROLLER)

    def makes_wealth(pid: int) -> Refusal | None:
        return must(board.yields(pid).total and pid != but, codes.CANNOT_PRODUCE, card=board.at_id(pid).card)

    def free(pid: int) -> Refusal | None:
        p = board.at_id(pid)
        return must(p.dedicated is None, codes.ALREADY_DEDICATED, card=p.card, reason=p.dedicated)

    resources = one_of((p.id for p in board.state.permanents), own, makes_wealth, free, otherwise=codes.NO_SUCH_PERMANENT)
    plain = cost.plain()
    sums = [
        Sum(
            colour,
            _weigher(board, colour),
            getattr(cost, colour),
            None,
            codes.COST_COLOUR.knowing(colour=colour),
            have=getattr(pool, colour),
            cost=plain,
        )
        for colour in COLOURS
        if getattr(cost, colour)
    ]
    if cost.generic:  # without a grey part the colours are the whole cost
        sums.append(Sum("points", lambda pid: board.yields(pid).total, cost.total, None, codes.COST_NOT_MET, have=pool.total, cost=plain))
    return some(resources, 0, None, *sums, twice_code=codes.PAID_TWICE)


def spending(board: Front, seat: Seat, cost: Cost, but: int | None = None) -> maybe:
    """MMK-007, 065, R56: how the grey part is paid, by colour; left out, it comes from the colour of which most is left.

    Every way is there that pool and free resources could pay; which of them are dedicated is judged with `dedicate`.
    """
    have = board.player(seat).pool
    for p in board.of(seat):
        if p.dedicated is None and p.id != but:
            have = have.plus(board.yields(p.id))

    def short(split: Wealth) -> Refusal | None:
        whole = cost.coloured(split)
        for colour in COLOURS:
            points, low = getattr(have, colour), getattr(whole, colour)
            if whole.generic == 0 and getattr(split, colour) and low > points:
                return codes.COST_COLOUR.knowing(colour=colour)(sum=points, low=low, cost=whole.plain())
        return None

    return maybe(one_of((split for split in cost.splits() if short(split) is None), otherwise=codes.SPEND, due=cost.generic, short=short))


class Spending(Play, kw_only=True, omit_defaults=True):
    """A play that costs wealth; `spend` says how its grey part is paid, where the player wants to say so (MMK-R56)."""

    spend: Wealth | None = None

    def paid(self, board: Front, cost: Cost, but: int | None = None) -> Terms:
        """How the cost is paid: the grey part by colour, and the resources that are dedicated for it."""
        yield "spend", spending(board, self.seat, cost, but)
        yield "dedicate", payment(board, self.seat, cost.coloured(stated(self)), but)


def stated(play: Any) -> Wealth | None:
    """What is said of the grey part so far; a form on which nobody has said it yet pays as if nothing were said."""
    said: Wealth | None = so_far(play, "spend")
    return said


def _weigher(board: Front, colour: str) -> Any:
    def weigh(pid: int) -> int:
        points: int = getattr(board.yields(pid), colour)
        return points

    return weigh


def aims(board: Front, seat: Seat, wanted: Iterable[Aim]) -> row:
    """MMK-080, 083..086, R90: one target for each that is asked for; the optional ones may be left out."""
    places: list[Domain] = []
    count = codes.TARGET_COUNT
    for aim in wanted:
        found = board.targets_of(aim, seat)
        if not found and not aim.optional:  # whatever is named, or nothing: there is none
            count = codes.NO_LEGAL_TARGET
        code = codes.ILLEGAL_TARGET.knowing(needed=aim.kind) if found else codes.NO_LEGAL_TARGET
        places.append(maybe(one_of(found, otherwise=code)) if aim.optional else one_of(found, otherwise=code))
    return row(*places, different=True, count_code=count, twice_code=codes.TARGET_TWICE)


def within_shot(board: Front, shooter: Permanent) -> row:
    """MMK-086, 245, 249, R54: an enemy that the shot can harm; one that it cannot is named with what the shooter lacks."""
    if not board.shootable(shooter):
        return row(one_of((), otherwise=codes.NO_LEGAL_TARGET), count_code=codes.NO_LEGAL_TARGET)

    def harmed(pid: int) -> Refusal | None:
        enemy = board.at_id(pid)
        if board.card(enemy.card).difficulty is None:
            return codes.NO_FIGHTER(enemy=enemy.card)
        lacks = board.lacking(shooter, enemy, projectile=True)
        return must(lacks is None, codes.ILLEGAL_TARGET_ROBUST, soldier=shooter.card, enemy=enemy.card, lacks=lacks)

    enemies = one_of([e.id for e in board.enemies], harmed, otherwise=codes.ILLEGAL_TARGET_SHOT.knowing(needed="enemy"))
    return row(enemies, count_code=codes.TARGET_COUNT)


# ---- tactics


@PLAYS.action
class PlayTactic(Spending, omit_defaults=True):
    """MMK-076..094: a tactic is shown, aimed, paid for at once, and waits on the stack."""

    card: CardId
    targets: tuple[Target, ...]
    dedicate: tuple[Pid, ...]

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)
        seat, hand = self.seat, board.player(self.seat).hand

        def tactic(card: str) -> Refusal | None:
            kind = board.card(card).type
            code = codes.WRONG_TYPE_RESOURCE if kind == "recurso" else codes.WRONG_TYPE
            return must(kind in TACTICS, code, card=card, type=kind)

        def timely(card: str) -> Refusal | None:
            return timing(board, seat, board.card(card).type)

        def held(card: str) -> Refusal | None:
            return must(hand, codes.HAND_EMPTY, seat=seat)

        def listed(card: str) -> Refusal | None:
            return board.within_list(seat, card)

        yield "card", one_of(board.card_ids, tactic, timely, held, listed, otherwise=codes.UNKNOWN_CARD)
        card = board.card(self.card)
        yield "targets", aims(board, seat, card.targets)
        yield from self.paid(board, card.cost)

    def effect(self, board: Front) -> None:
        hand = board.player(self.seat).hand - 1
        board.change_player(self.seat, hand=hand)
        board.tell(events.TacticPlayed(seat=self.seat, card=self.card, hand=hand))
        board.pay(self.seat, board.card(self.card).cost, self.dedicate, self.spend)
        board.push(Item(id=board.new_id(), kind="tactic", controller=self.seat, card=self.card, targets=self.targets, owner=self.seat))
        board.played()


def timing(board: Front, seat: Seat, kind: str) -> Refusal | None:
    """MMK-016, 017, 020, 023, 077, 196, R20, R59: when a tactic of this type may be played."""
    if kind == "tefila":
        return None
    step, stack = board.at_step, board.state.stack
    if kind == "hishtadlut":
        if step not in ("2b", "3a_w1"):
            return codes.WRONG_STEP_HISHTADLUT(step=step)
        if step == "2b" and seat != board.active:
            return codes.NOT_ACTIVE_PLAY(expected=board.active)
        return must(not stack, codes.STACK_NOT_EMPTY_HISHTADLUT)
    if step != "2b":
        return codes.WRONG_STEP_MAIN(step=step)
    if seat != board.active:
        return codes.NOT_ACTIVE_PLAY(expected=board.active)
    return must(not stack, codes.STACK_NOT_EMPTY)


# ---- abilities


@PLAYS.action
class PlayAbility(Spending, omit_defaults=True):
    """MMK-112..118, 147, 227, 230: an action-ability, which always dedicates; wealth from it is there at once (119)."""

    permanent: Pid
    ability: AbilityName
    targets: tuple[Target, ...]
    dedicate: tuple[Pid, ...]

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)
        seat = self.seat

        def own(pid: int) -> Refusal | None:
            return must(board.at_id(pid).controller == seat, codes.NOT_CONTROLLER)

        def free(pid: int) -> Refusal | None:
            p = board.at_id(pid)
            return must(p.dedicated is None, codes.ALREADY_DEDICATED_ABILITY, card=p.card, reason=p.dedicated)

        def waited(pid: int) -> Refusal | None:
            p = board.at_id(pid)
            return must(not (p.entered and board.card(p.card).type == "soldado"), codes.ENTERED, card=p.card)

        yield "permanent", one_of((p.id for p in board.state.permanents), own, free, waited, otherwise=codes.NO_SUCH_PERMANENT)
        p = board.at_id(self.permanent)
        yield "ability", one_of(abilities(board, p), otherwise=codes.NO_SUCH_ABILITY)
        cost = Cost()
        if self.ability == "shoot":
            yield "targets", within_shot(board, p)
        elif self.ability == "heal":
            yield "targets", aims(board, seat, (DAMAGED,))
        else:
            ability = board.card(p.card).abilities[self.ability]
            cost = ability.cost
            yield "targets", aims(board, seat, ability.targets)
        yield from self.paid(board, cost, self.permanent)

    def effect(self, board: Front) -> None:
        p = board.at_id(self.permanent)
        card = board.card(p.card)
        board.change(p.id, dedicated="acts")
        clause = {"shoot": "MMK-230", "heal": "MMK-147"}.get(str(self.ability), "MMK-116")
        board.tell(events.AbilityPlayed(seat=self.seat, card=p.card, clause=clause))
        place = self.ability if isinstance(self.ability, int) else None
        board.pay(self.seat, card.abilities[place].cost if place is not None else Cost(), self.dedicate, self.spend)
        item = Item(
            id=board.new_id(),
            kind="shot" if self.ability == "shoot" else "ability",
            controller=self.seat,
            card=p.card,
            source=p.id,
            ability=place,
            targets=self.targets,
            owner=p.owner,
        )
        if place is not None and card.abilities[place].at_once:
            board.item, board.by = item, self.seat
            for op in card.abilities[place].effects:
                op.effect(board)
            board.item, board.by = None, "none"
        else:
            board.push(item)
        board.played()


def abilities(board: Front, p: Permanent) -> list[Any]:
    """The action-abilities that a permanent has now, by name or place."""
    card = board.card(p.card)
    named = ["shoot"] if board.has(p, "disparar_proyectiles") else []
    named += ["heal"] if card.heal_difficulty is not None and board.has(p, "curar") else []
    return [*named, *(place for place, ability in enumerate(card.abilities) if ability.kind == "action")]


# ---- resources and weapons


def own_main(board: Front, seat: Seat, off_step: Any, on_stack: Any) -> Iterator[Refusal | First | None]:
    """Only in the own main phase, with nothing on the stack."""
    yield must_first(board.at_step == "2b", off_step, step=board.at_step)
    yield must_first(board.active == seat, codes.NOT_ACTIVE_PLAY, expected=board.active)
    yield must_first(not board.state.stack, on_stack)


@PLAYS.action
class PlayResource(Play):
    """MMK-032..034, 046, 195, R58: one resource a round, straight into play; nobody can answer the act itself."""

    card: CardId

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)
        yield from own_main(board, self.seat, codes.WRONG_STEP_MAIN, codes.STACK_NOT_EMPTY_RESOURCE)
        player = board.player(self.seat)
        yield must(player.hand, codes.HAND_EMPTY, seat=self.seat)
        yield must(not player.resource_played, codes.RESOURCE_PLAYED, seat=self.seat)

        def resource(card: str) -> Refusal | None:
            return must(board.card(card).type == "recurso", codes.WRONG_TYPE, card=card, type=board.card(card).type)

        yield "card", one_of(board.card_ids, resource, lambda card: board.within_list(self.seat, card), otherwise=codes.UNKNOWN_CARD)

    def effect(self, board: Front) -> None:
        hand = board.player(self.seat).hand - 1
        board.change_player(self.seat, hand=hand, resource_played=True)
        board.tell(events.ResourcePlayed(seat=self.seat, card=self.card, hand=hand))
        board.enter(self.card, self.seat, self.seat)
        board.become(Window())


@PLAYS.action
class Produce(Play):
    """MMK-004, 071, R56: a resource is dedicated before anything is paid; this clears no passes (R63)."""

    permanent: Pid

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)

        def own(pid: int) -> Refusal | None:
            return must(board.at_id(pid).controller == self.seat, codes.NOT_CONTROLLER)

        def makes_wealth(pid: int) -> Refusal | None:
            return must(board.yields(pid).total, codes.CANNOT_PRODUCE, card=board.at_id(pid).card)

        def free(pid: int) -> Refusal | None:
            p = board.at_id(pid)
            return must(p.dedicated is None, codes.ALREADY_DEDICATED, card=p.card, reason=p.dedicated)

        yield "permanent", one_of((p.id for p in board.state.permanents), own, makes_wealth, free, otherwise=codes.NO_SUCH_PERMANENT)

    def effect(self, board: Front) -> None:
        board.produce(self.seat, self.permanent)


@PLAYS.action
class Equip(Spending, omit_defaults=True):
    """MMK-026, 240..243, R61, R62: a weapon goes to an own soldier, wherever it was; it waits on the stack."""

    weapon: Pid
    soldier: Pid
    dedicate: tuple[Pid, ...]

    def terms(self, board: Front) -> Terms:
        yield still_in(board, self.seat)
        yield from own_main(board, self.seat, codes.WRONG_STEP_EQUIP, codes.STACK_NOT_EMPTY_EQUIP)

        def weapon(pid: int) -> Refusal | None:
            card = board.card(board.at_id(pid).card)
            return must(card.subtype == "arma", codes.NOT_WEAPON, card=card.id)

        def own(pid: int) -> Refusal | None:
            return must(board.at_id(pid).controller == self.seat, codes.NOT_CONTROLLER_WEAPON)

        def soldier(pid: int) -> Refusal | None:
            return must(board.soldier(board.at_id(pid)), codes.ILLEGAL_TARGET_EQUIP, needed="own_ally")

        everything = [p.id for p in board.state.permanents]
        yield "weapon", one_of(everything, weapon, own, otherwise=codes.NO_SUCH_PERMANENT)

        held = board.at_id(self.weapon)

        def elsewhere(pid: int) -> Refusal | None:
            there = board.at_id(pid)
            return must(held.attached_to != pid, codes.ALREADY_ATTACHED, weapon=held.card, soldier=there.card)

        yield "soldier", one_of(everything, soldier, own, elsewhere, otherwise=codes.NO_SUCH_PERMANENT)
        yield from self.paid(board, board.card(board.at_id(self.weapon).card).equip_cost or Cost())

    def effect(self, board: Front) -> None:
        held, there = board.at_id(self.weapon), board.at_id(self.soldier)
        board.tell(events.EquipPlayed(seat=self.seat, card=held.card, soldier=there.card))
        board.pay(self.seat, board.card(held.card).equip_cost or Cost(), self.dedicate, self.spend)
        board.push(
            Item(
                id=board.new_id(),
                kind="equip",
                controller=self.seat,
                card=held.card,
                source=held.id,
                targets=(self.soldier,),
                owner=held.owner,
            )
        )
        board.played()
