"""How a round of Mamlejet Kohanim is told: who comes, each die against its index, who falls, and what that is worth."""

from __future__ import annotations

from tapete.games.mamlejet import attack, chain, changes, combat, lots, plays, rounds, setup
from tapete.games.mamlejet.language import _
from tapete.presentation.telling import ROLLED, GameTelling, RingDice, RingDie, ToldMoment, beat, phrase

_NEEDS = _("needs {index}")


def _judged(m: ToldMoment) -> RingDice:
    """Every die of the batch that is judged so far: what it shows, what it needed, how it went."""
    judged = (attack.AttackJudged, attack.CityAttackJudged, chain.DieJudged)
    found = [event for event in (*m.told, m.event) if isinstance(event, judged)][-2:]
    return RingDice(
        tuple(
            RingDie(
                figure=str(event.value),
                name=m.show(event.card, "card"),
                need=_NEEDS.fill(index=event.index).in_(m.language),
                word=m.show(event.hit, "hit"),
                hit=event.hit,
            )
            for event in found
        )
    )


ACCOUNT = GameTelling(
    beats=(
        ROLLED,
        beat(changes.EnemyEntered, weight=2, cue="reveal"),
        beat(lots.CityChosen, weight=2, cue="slide"),
        beat(rounds.OrderSet, weight=2, cue="reveal"),
        beat(plays.TacticPlayed, plays.AbilityPlayed, plays.EquipPlayed, weight=2, cue="reveal"),
        beat(chain.EpicFailure, changes.Countered, chain.Fizzled, weight=2, cue="void"),
        beat(combat.Defended, combat.Undefended, weight=2, cue="tick"),
        beat(attack.AttackJudged, attack.CityAttackJudged, chain.DieJudged, weight=3, cue="slam", ring=_judged),
        beat(attack.FrenzyTaken, weight=2, cue="reveal", ring=phrase(_("Frenzy"))),
        beat(changes.EnemyDefeated, weight=3, cue="win"),
        beat(changes.AllyFell, weight=3, cue="fall"),
        beat(changes.CityHit, weight=3, cue="fall", says=_("{seat}'s city: {card} falls; {city} left.")),
        beat(rounds.RoundStarted, setup.FirstRound, weight=2, cue="tick", ring=phrase(_("Round {round}"))),
        beat(changes.MatchEnded, weight=3, cue="win", ring=phrase(_("{result}"))),
    ),
    headlines=(
        (changes.MatchEnded, _("The match ends: {result} ({reason}). Winners: {winners}.")),
        (changes.EnemyDefeated, _("{seat} defeats {card}: {score} emuná.")),
        (changes.AllyFell, _("{owner}'s {card} falls; {lost} emuná lost.")),
        (changes.CityHit, _("A card falls from {seat}'s city: {card}; {city} left.")),
        (attack.AttackJudged, _("{card} against {against}: {value}, needs {index}; {hit}.")),
        (attack.CityAttackJudged, _("{card} against {city}'s city: {value}, needs {index}; {hit}.")),
        (chain.DieJudged, _("{card}: {value}, needs {index}; {hit}.")),
        (rounds.OrderSet, _("Order of the round: {order}.")),
        (rounds.RoundStarted, _("Round {round}.")),
    ),
    silent=frozenset({changes.Produced, changes.Dedicated, changes.EnteredPlay, changes.LeftPlay, changes.Triggered}),
)
"""See the module."""
