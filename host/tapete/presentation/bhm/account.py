"""How a turn of BHM is told: what is announced, each blow against RES and Salud, who dies, and how every counter runs."""

from __future__ import annotations

from tapete.core.texts import figure
from tapete.games.bhm import calling, changes, combat, playing, turn, windows
from tapete.games.bhm.constants import LOSING
from tapete.games.bhm.language import _
from tapete.games.bhm.state import Fighting
from tapete.presentation.telling import ROLLED, Banner, GameTelling, Side, Sums, SumsRow, Term, ToldMoment, Versus, beat, phrase

_BEINGS = _("beings")
_STRIKES = _("{card} strikes {target}: RES {res}, Salud {salud} left.")


def _blow(m: ToldMoment) -> Versus | None:
    """Strength against RES and Salud, as they were before."""
    struck, bottom = m.event, m.before.agenda[0]
    fighting = next((step for step in (bottom, m.start.agenda[0]) if isinstance(step, Fighting) and step.queue), None)
    if not isinstance(struck, combat.AttackResolved) or fighting is None:
        return None
    board, plan = m.rules.board(m.start), fighting.queue[0]
    by, at = board.find(plan.attacker), board.find(plan.target)  # type: ignore[attr-defined]  # BHM's board
    if by is None or at is None:
        return None
    strength = by.now("fue") if plan.pod is None else plan.pod
    shield, salud = at.now("res") if plan.pod is None else 0, at.now("salud")
    attack = "fue" if plan.pod is None else "pod"
    against = [Term(str(salud), m.show("salud", "attr"))]
    if shield:
        against.insert(0, Term(str(shield), m.show("res", "attr")))
    deadly = strength >= shield + salud
    left = Side(
        name=m.show(struck.card, "card"),
        figure=str(strength),
        seat=struck.seat,
        terms=(Term(str(strength), m.show(attack, "attr")),),
        wins=deadly,
    )
    owner = board.controller(plan.target)  # type: ignore[attr-defined]  # as above
    right = Side(name=m.show(struck.target, "card"), figure=str(shield + salud), seat=owner, terms=tuple(against), wins=not deadly)
    return Versus(left, right, ">" if strength > shield + salud else "=" if deadly else "<")


def _counter(m: ToldMoment) -> Banner | None:
    """How far a counter has run, and at how many its player is out."""
    if not isinstance(m.event, changes.CounterChanged):
        return None
    return Banner(f"{m.event.was} → {m.event.now} / {LOSING}", m.show(m.event.cause, "cause"), m.event.seat)


def _fields(m: ToldMoment) -> Sums | None:
    """How many beings stand on the two fields that are compared."""
    if not isinstance(m.event, turn.Compared):
        return None
    of = _BEINGS.in_(m.language)
    sides = ((m.event.seat, m.event.own), (m.event.other, m.event.theirs))
    return Sums(tuple(SumsRow(name=m.name(seat), seat=seat, terms=(), figure=figure(number), of=of) for seat, number in sides))


ACCOUNT = GameTelling(
    beats=(
        ROLLED,
        beat(windows.Announced, weight=2, cue="reveal"),
        beat(changes.Cancelled, changes.NoEffect, combat.AttackLost, weight=2, cue="void"),
        beat(changes.Entered, weight=2, cue="slide", says=_("{card} enters {seat}'s space {slot}.")),
        beat(changes.Equipped, playing.TerritoryEntered, weight=2, cue="slide"),
        beat(changes.AttributeChanged, changes.KeywordChanged, weight=2, cue="count"),
        beat(combat.AttackQueued, weight=2, cue="tick"),
        beat(combat.AttackResolved, weight=3, cue="slam", ring=_blow, says=_STRIKES),
        beat(
            changes.Killed, changes.Annihilated, changes.Fled, changes.TerritoryDestroyed, changes.PetrifiedEvent, weight=3, cue="fall",
            joins=(changes.CounterChanged,), ring=_counter,
        ),
        beat(calling.TerrorChosen, weight=2, cue="slam"),
        beat(turn.Compared, weight=2, cue="count", ring=_fields),
        beat(
            changes.CounterChanged, weight=3, cue="count", ring=_counter, says=_("{seat}'s counter: {was} to {now}, {cause}."),
            joined=_("{seat}'s counter: {was} to {now}."),
        ),
        beat(changes.Eliminated, weight=3, cue="fall"),
        beat(turn.TurnStarted, weight=1, joins=(windows.PhaseChanged,)),
        beat(changes.GameOver, weight=3, cue="win", ring=phrase(_("{winner} wins"))),
        beat(changes.MatchDrawn, weight=3, cue="fall", ring=phrase(_("A draw"))),
    ),
    headlines=(
        (changes.GameOver, _("{winner} wins the match.")),
        (changes.MatchDrawn, _("Nobody is left: the match is a draw.")),
        (changes.Eliminated, _("{seat} is out: {reason}.")),
        (changes.Killed, _("{seat}'s {card} is killed: the counter goes from {was} to {now}.")),
        (changes.Annihilated, _("{seat}'s {card} is annihilated: the counter goes from {was} to {now}.")),
        (changes.Fled, _("{seat}'s {card} flees: the counter goes from {was} to {now}.")),
        (changes.TerritoryDestroyed, _("{seat} loses the territory {card}: the counter goes from {was} to {now}.")),
        (combat.AttackResolved, _STRIKES),
        (changes.CounterChanged, _("{seat}'s counter goes from {was} to {now}: {cause}.")),
        (changes.Cancelled, _("What {seat} announced is cancelled: {what}.")),
        (changes.Entered, _("{seat} puts {card} on space {slot}.")),
        (turn.TurnStarted, _("Turn {turn}: {seat} plays.")),
    ),
    silent=frozenset({windows.DrawAnnounced, changes.WentTo, changes.Detached, turn.Restored}),
)  # fmt: skip
"""See the module."""
