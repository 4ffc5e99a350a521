"""The story of each event, and the next physical deed where there is one, in both languages."""

from __future__ import annotations

from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.games.mamlejet import events, opening
from tapete.games.mamlejet.language import _

SENTENCES: dict[type[Event], Told] = {
    Rolled: ROLLED,
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
    opening.DeckRegistered: Told(
        _("{seat} registers the deck {deck:deck}."),
        _("{seat}: shuffle your tactics and your enemies, apart."),
    ),
    opening.HeroDrawn: Told(
        _("{seat}'s enemy hero is {card}."),
        _("{seat}: put {card} among your enemies."),
    ),
    opening.FirstRound: Told(
        _("Round {round}."),
    ),
    opening.CardListed: Told(
        _("{seat} registers {copies} of {card}; that makes {tactics} tactics and {enemies} enemies."),
    ),
    opening.ListClosed: Told(
        _("{seat}'s deck: {kept:listed}."),
        _("{seat}: shuffle your tactics and your enemies, apart."),
    ),
    opening.HandDrawnAgain: Told(
        _("{seat} takes a mulligan: {hand} {hand:card|cards}."),
        _("{seat}: shuffle your hand into your city and draw {hand}."),
    ),
    opening.HandKept: Told(
        _("{seat} keeps a hand of {hand}."),
    ),
    events.RoundStarted: Told(
        _("Round {round}."),
        _("Free every dedicated card, the enemies' too."),
    ),
    events.OrderSet: Told(
        _("Order of this round: {order}."),
    ),
    events.StepBegun: Told(
        _("{seat}: {step}."),
    ),
    events.EnemyEntered: Told(
        _("{card} enters, from {owner}'s deck."),
        _("{owner}: put {card} at the battle front."),
    ),
    events.RoundPassed: Told(
        _("The table passes for the rest of round {round}{mains}."),
    ),
    events.AskedAgain: Told(
        _("Every window is asked again."),
    ),
    events.NoEnemy: Told(
        _("No enemy enters."),
    ),
    events.EnemyActs: Told(
        _("{card} acts."),
        _("{keeper}: turn {card}; it is dedicated."),
    ),
    events.CityChosen: Told(
        _("{card} goes for {seat}'s city."),
    ),
    events.CardsDrawn: Told(
        _("{seat} draws {n}."),
        _("{seat}: draw {n} {n:card|cards}."),
    ),
    events.CityEmpty: Told(
        _("{seat} has to draw and has no cards left."),
    ),
    events.ResourcePlayed: Told(
        _("{seat} puts {card} into play."),
    ),
    events.Produced: Told(
        _("{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality."),
        _("{seat}: turn {card}."),
    ),
    events.Paid: Told(
        _("{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality."),
    ),
    events.WealthGained: Told(
        _("{seat} has {n} more {colour}."),
    ),
    events.TacticPlayed: Told(
        _("{seat} plays {card}."),
        _("{seat}: show {card} in your majané."),
    ),
    events.AbilityPlayed: Told(
        _("{seat} uses the ability of {card}."),
        _("{seat}: turn {card}: it is dedicated."),
    ),
    events.EquipPlayed: Told(
        _("{seat} equips {soldier} with {card}."),
    ),
    events.Triggered: Told(
        _("The ability of {card} triggers."),
    ),
    events.Resolved: Told(
        _("{card} resolves."),
    ),
    events.Fizzled: Told(
        _("{card} has no legal target any more and does nothing."),
    ),
    events.Countered: Told(
        _("What waited is cancelled ({card})."),
    ),
    events.EnteredPlay: Told(
        _("{card} enters play with {seat}."),
    ),
    events.LeftPlay: Told(
        _("{card} leaves play: {to} of {owner}."),
        _("{owner}: put {card} in {to}, on your side."),
    ),
    events.Attached: Told(
        _("{card} is now with: {to}."),
    ),
    events.Assigned: Told(
        _("{seat} assigns {soldier} to {enemy}."),
        _("{seat}: put {soldier} opposite {enemy}."),
    ),
    events.Unassigned: Told(
        _("{seat} takes {soldier} out of the plan."),
    ),
    events.PlanConfirmed: Told(
        _("{seat} settles the plan: {n} {n:soldier|soldiers} to combat."),
    ),
    events.Defended: Told(
        _("{seat}'s {soldier} defends {city}'s city against {enemy}."),
        _("{seat}: put {soldier} opposite {enemy}."),
    ),
    events.Undefended: Told(
        _("{seat} does not defend against {enemy}."),
    ),
    events.FrenzyTaken: Told(
        _("Frenzy: {seat}'s {soldier} against {enemy}."),
    ),
    events.AttackJudged: Told(
        _("{card} against {against}: {value} for an index of {index}, {hit}."),
    ),
    events.CityAttackJudged: Told(
        _("{card} against {city}'s city: {value} for an index of {index}, {hit}."),
    ),
    events.EpicFailure: Told(
        _("Epic failure of {card}: its index is {n} lower until the end of the turn."),
    ),
    events.DieJudged: Told(
        _("{card}: {value} against {index}, {hit}."),
    ),
    events.DamageWaits: Told(
        _("Damage waiting: {n}."),
    ),
    events.Healed: Told(
        _("One damage to {card} is healed."),
    ),
    events.AllyFell: Told(
        _("{owner}'s {card} falls; {lost} emuná lost."),
        _("{owner}: lay {card} sideways in your guenizá."),
    ),
    events.EnemyDefeated: Told(
        _("{seat} defeats {card}: {score} emuná."),
        _("{seat}: put {card} in your guenizá."),
    ),
    events.CityHit: Told(
        _("A card falls from {seat}'s city: {card}; {city} left."),
        _("{seat}: put the top card of your city in your guenizá."),
    ),
    events.CitySpared: Told(
        _("{seat}'s city is empty already: nothing falls."),
    ),
    events.Modified: Told(
        _("{card}: {what} {n} by {cause}, {until}."),
    ),
    events.KeywordChanged: Told(
        _("{card} {gained} {keyword} by {cause}, {until}."),
    ),
    events.CityModified: Told(
        _("{seat}'s city: difficulty {n} by {cause}, {until}."),
    ),
    events.Dedicated: Told(
        _("{card} is dedicated ({reason})."),
        _("{keeper}: turn {card}."),
    ),
    events.Freed: Told(
        _("{card} is freed."),
        _("{keeper}: turn {card} back."),
    ),
    events.Discarded: Told(
        _("{seat} discards {cards}."),
    ),
    events.Commanded: Told(
        _("{seat} commands {card} now."),
    ),
    events.Readied: Told(
        _("{card} may act now."),
    ),
    events.CardMoved: Told(
        _("{owner}'s {card}: from {source} to {to}."),
        _("Move {card} to {to} of {owner}."),
    ),
    events.CountAdjusted: Told(
        _("{seat}: {n} in {pile}."),
    ),
    events.CardIdentified: Told(
        _("The unnamed card in {seat}'s guenizá is {card}."),
    ),
    events.FallenMarked: Told(
        _("{card}, in {seat}'s guenizá: {mark}."),
    ),
    events.CardAdded: Told(
        _("New card: {card}."),
    ),
    events.TimeUp: Told(
        _("Time is up in round {round}."),
    ),
    events.EnemiesExhausted: Told(
        _("No enemies are left anywhere."),
    ),
    events.MatchEnded: Told(
        _("The match ends: {result} ({reason}). {winners}"),
    ),
}
