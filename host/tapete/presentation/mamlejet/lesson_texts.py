"""What both guides of Mamlejet Kohanim share: an instruction with its answer, and what is said of dice, hits and the fallen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tapete.core.events import Event
from tapete.core.seats import Seat
from tapete.core.texts import Joined, Message, Text
from tapete.games.mamlejet.attack import AttackJudged, CityAttackJudged
from tapete.games.mamlejet.chain import EpicFailure
from tapete.games.mamlejet.changes import AllyFell, CityHit, EnemyDefeated, Healed
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import CityChosen
from tapete.presentation.lesson import Explain, Instruction, Outcome, Pattern, always, with_lock

OPTIONS = {"level": "escudero", "threat_skip_rounds": 0}
"""The mildest level; and the enemy comes at once, not in the third round."""

NAMED = frozenset({"reveal_enemy", "play_resource", "produce", "play_tactic", "assign", "defend"})
"""What a lesson names whole, so that LOCK enters it (`tapete.lessons.lock_shortcut`)."""

STEP = _("What follows in this lesson builds on that step.")

Said = Text | Explain


def does(
    whose: Iterable[Seat],
    says: Said,
    why: Text | None,
    action: str,
    after: Said | None = None,
    *,
    times: int = 1,
    together: bool = False,
    if_owed: tuple[str, ...] = (),
    again: bool = False,
    lock: Pattern | None = None,
    **arguments: Any,
) -> Instruction:
    """One instruction that is declared.

    Args:
        whose: who does it; nobody named: the sentence names them, because a die has decided it.
        says, why, after: as in `Instruction`; an explanation that is the same whatever happens may be a plain text.
        action, arguments: what answers it, as far as it matters.
        times: how often, where several dice are rolled.
        together, if_owed, again, lock: as in `Instruction`.
    """
    return Instruction(
        whose=tuple(whose),
        says=with_lock(says) if action in NAMED else says,
        why=why,
        answers=({"action": action, **arguments},) * times,
        after=always(after) if isinstance(after, Text) else after,
        else_=STEP,
        together=together,
        if_owed=if_owed,
        again=again,
        lock=lock,
    )


def by_hand(whose: Iterable[Seat], says: Said, why: Text) -> Instruction:
    """One instruction that nothing but a touch answers."""
    return Instruction(whose=tuple(whose), says=says, why=why)


def joined(texts: Iterable[Text]) -> Text:
    """Sentences one after the other."""
    found = list(texts)
    return Joined(found)


def each(outcome: Outcome, sentence: Message, kind: type[Event]) -> list[Text]:
    """A sentence for every event of a kind."""
    return [outcome.say(sentence, **{name: getattr(event, name) for name in event.__struct_fields__}) for event in outcome.all(kind)]


ROLLED = _("{card:card} rolls {value} and needs {index}: {hit:hit}.")
EPIC = _("A {NEVER} always fails and is an epic failure: defeating {cards:card} takes {EPIC_LOSS} less this round.")
MORE_DICE = _("They are compared when all the dice are there.")


def epic_text(outcome: Outcome) -> list[Text]:
    """Every 1 that was rolled, in one sentence; nothing without one."""
    failed = list(dict.fromkeys(event.card for event in outcome.all(EpicFailure)))
    return [outcome.say(EPIC, cards=failed)] if failed else []


def dice_text(outcome: Outcome) -> Text:
    """The attack rolls that were compared, each with what it had to reach."""
    judged = each(outcome, ROLLED, AttackJudged)
    return joined([*judged, *epic_text(outcome)]) if judged else MORE_DICE


def city_chosen(outcome: Outcome) -> Text:
    """Which city the die has named."""
    return outcome.say(
        _("The warrior goes for {seat:seat}'s city."),
        seat=outcome.first(CityChosen).seat,
    )


def city_text(outcome: Outcome) -> Text:
    """The attack on a city."""
    spared = () if outcome.first(CityAttackJudged).hit else (_("The city holds."),)
    return joined([*each(outcome, ROLLED, CityAttackJudged), *epic_text(outcome), *spared])


def fallen_text(outcome: Outcome) -> Text:
    """The card that fell from a city."""
    return outcome.say(
        _("{seat:seat}'s city has {city} {city:card|cards} left. The first round and its combat end."),
        seat=outcome.first(CityHit).seat,
        city=outcome.first(CityHit).city,
    )


def healing_text(outcome: Outcome) -> Text:
    """The healing roll."""
    healed = outcome.first(Healed)
    if healed is None:
        return _("The healing fails: the damage takes effect.")
    return outcome.say(_("{card:card} is saved: the damage is gone."), card=healed.card)


TAKEN = (
    _("Put {card:card} in your guenizá."),
    _("{seat:seat}: put {card:card} in your guenizá."),
)
LAID = (
    _("Lay {card:card} sideways in your guenizá."),
    _("{owner:seat}: lay {card:card} sideways in your guenizá."),
)


def burial(alone: bool, nobody: Text) -> Callable[[Outcome], Text]:
    """What hands do with those who have fallen.

    Args:
        alone: whether there is one player, who need not be named.
        nobody: said where nobody has fallen.
    """

    def said(outcome: Outcome) -> Text:
        taken = each(outcome, TAKEN[not alone], EnemyDefeated)
        laid = each(outcome, LAID[not alone], AllyFell)
        return joined([*taken, *laid]) if taken or laid else nobody

    return said


def main_attack(says: Message, whose: Iterable[Seat] = ()) -> tuple[Instruction, ...]:
    """The dice of the main attack, one instruction each: two of the fight that is left, one of a warrior whom the early attack has spared.

    Args:
        says: to the player, {seat}, whose panel rolls the die that is due next: that of {card} against {against}.
        whose: who rolls, where nobody else can.
    """

    def due(outcome: Outcome) -> Text:
        die = outcome.after.agenda[-1].due[0]
        there = {p.id: p for p in outcome.after.permanents}
        roller = next(p for p in there.values() if die.id == f"attack-{p.id}")
        return outcome.say(says, seat=die.panel, card=roller.card, against=there[roller.opponent].card)

    why = _("Main attack: blows fall together, and both in a fight may fall.")
    one, left = (does(whose, due, why, "enter_roll", dice_text, if_owed=owed) for owed in ((), ("roll_attack",)))
    return one, one, left
