"""The story of each event, and the next physical deed where there is one, in both languages."""

from __future__ import annotations

from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Sentence
from tapete.games.mamlejet import events, opening

SENTENCES: dict[type[Event], Told] = {
    Rolled: ROLLED,
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
    opening.DeckRegistered: Told(
        Sentence("{seat} registra el mazo {deck:deck}.", "{seat} registers the deck {deck:deck}."),
        Sentence("{seat}: baraja por separado tus tácticas y tus enemigos.", "{seat}: shuffle your tactics and your enemies, apart."),
    ),
    opening.HeroDrawn: Told(
        Sentence("El héroe enemigo de {seat} es {card}.", "{seat}'s enemy hero is {card}."),
        Sentence("{seat}: pon {card} entre tus enemigos.", "{seat}: put {card} among your enemies."),
    ),
    opening.FirstRound: Told(
        Sentence("Ronda {round}.", "Round {round}."),
    ),
    opening.CardListed: Told(
        Sentence(
            "{seat} registra {copies} de {card}; van {tactics} tácticas y {enemies} enemigos.",
            "{seat} registers {copies} of {card}; that makes {tactics} tactics and {enemies} enemies.",
        ),
    ),
    opening.ListClosed: Told(
        Sentence("Mazo de {seat}: {kept:listed}.", "{seat}'s deck: {kept:listed}."),
        Sentence("{seat}: baraja por separado tus tácticas y tus enemigos.", "{seat}: shuffle your tactics and your enemies, apart."),
    ),
    opening.HandDrawnAgain: Told(
        Sentence("{seat} hace mulligan: {hand} {hand:carta|cartas}.", "{seat} takes a mulligan: {hand} {hand:card|cards}."),
        Sentence("{seat}: baraja tu mano en la ciudad y roba {hand}.", "{seat}: shuffle your hand into your city and draw {hand}."),
    ),
    opening.HandKept: Told(
        Sentence("{seat} se queda con su mano de {hand}.", "{seat} keeps a hand of {hand}."),
    ),
    events.RoundStarted: Told(
        Sentence("Ronda {round}.", "Round {round}."),
        Sentence("Liberen todas las cartas dedicadas, también las enemigas.", "Free every dedicated card, the enemies' too."),
    ),
    events.OrderSet: Told(
        Sentence("Orden de la ronda: {order}.", "Order of this round: {order}."),
    ),
    events.StepBegun: Told(
        Sentence("{seat}: {step}.", "{seat}: {step}."),
    ),
    events.EnemyEntered: Told(
        Sentence("Entra {card}, del mazo de {owner}.", "{card} enters, from {owner}'s deck."),
        Sentence("{owner}: pon {card} en el frente de batalla.", "{owner}: put {card} at the battle front."),
    ),
    events.RoundPassed: Told(
        Sentence("La mesa pasa hasta el final de la ronda {round}{mains}.", "The table passes for the rest of round {round}{mains}."),
    ),
    events.AskedAgain: Told(
        Sentence("Se vuelve a preguntar en cada ventana.", "Every window is asked again."),
    ),
    events.NoEnemy: Told(
        Sentence("No entra ningún enemigo.", "No enemy enters."),
    ),
    events.EnemyActs: Told(
        Sentence("{card} actúa.", "{card} acts."),
        Sentence("{keeper}: gira {card}; queda dedicado.", "{keeper}: turn {card}; it is dedicated."),
    ),
    events.CityChosen: Told(
        Sentence("{card} va contra la ciudad de {seat}.", "{card} goes for {seat}'s city."),
    ),
    events.CardsDrawn: Told(
        Sentence("{seat} roba {n}.", "{seat} draws {n}."),
        Sentence("{seat}: roba {n} {n:carta|cartas}.", "{seat}: draw {n} {n:card|cards}."),
    ),
    events.CityEmpty: Told(
        Sentence("{seat} tiene que robar y no le quedan cartas.", "{seat} has to draw and has no cards left."),
    ),
    events.ResourcePlayed: Told(
        Sentence("{seat} pone en juego {card}.", "{seat} puts {card} into play."),
    ),
    events.Produced: Told(
        Sentence(
            "{seat} dedica {card}: {white} de Sustento, {red} de Materiales, {blue} de Espiritualidad.",
            "{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality.",
        ),
        Sentence("{seat}: gira {card}.", "{seat}: turn {card}."),
    ),
    events.Paid: Told(
        Sentence(
            "{seat} paga; le quedan {white} de Sustento, {red} de Materiales y {blue} de Espiritualidad.",
            "{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality.",
        ),
    ),
    events.WealthGained: Told(
        Sentence("{seat} dispone de {n} más de {colour}.", "{seat} has {n} more {colour}."),
    ),
    events.TacticPlayed: Told(
        Sentence("{seat} juega {card}.", "{seat} plays {card}."),
        Sentence("{seat}: muestra {card} en tu majané.", "{seat}: show {card} in your majané."),
    ),
    events.AbilityPlayed: Told(
        Sentence("{seat} usa la habilidad de {card}.", "{seat} uses the ability of {card}."),
        Sentence("{seat}: gira {card}: queda dedicada.", "{seat}: turn {card}: it is dedicated."),
    ),
    events.EquipPlayed: Told(
        Sentence("{seat} guarnece a {soldier} con {card}.", "{seat} equips {soldier} with {card}."),
    ),
    events.Triggered: Told(
        Sentence("Se provoca la habilidad de {card}.", "The ability of {card} triggers."),
    ),
    events.Resolved: Told(
        Sentence("Se resuelve {card}.", "{card} resolves."),
    ),
    events.Fizzled: Told(
        Sentence("{card} ya no tiene objetivo y no hace nada.", "{card} has no legal target any more and does nothing."),
    ),
    events.Countered: Told(
        Sentence("Queda anulado lo que esperaba ({card}).", "What waited is cancelled ({card})."),
    ),
    events.EnteredPlay: Told(
        Sentence("{card} entra en juego con {seat}.", "{card} enters play with {seat}."),
    ),
    events.LeftPlay: Told(
        Sentence("{card} sale del juego: {to} de {owner}.", "{card} leaves play: {to} of {owner}."),
        Sentence("{owner}: pon {card} en {to}, de tu lado.", "{owner}: put {card} in {to}, on your side."),
    ),
    events.Attached: Told(
        Sentence("{card} queda con: {to}.", "{card} is now with: {to}."),
    ),
    events.Assigned: Told(
        Sentence("{seat} asigna {soldier} a {enemy}.", "{seat} assigns {soldier} to {enemy}."),
        Sentence("{seat}: pon {soldier} frente a {enemy}.", "{seat}: put {soldier} opposite {enemy}."),
    ),
    events.Unassigned: Told(
        Sentence("{seat} retira a {soldier} del plan.", "{seat} takes {soldier} out of the plan."),
    ),
    events.PlanConfirmed: Told(
        Sentence(
            "{seat} cierra su plan: {n} {n:soldado|soldados} al combate.", "{seat} settles the plan: {n} {n:soldier|soldiers} to combat."
        ),
    ),
    events.Defended: Told(
        Sentence(
            "{soldier}, de {seat}, defiende la ciudad de {city} contra {enemy}.",
            "{seat}'s {soldier} defends {city}'s city against {enemy}.",
        ),
        Sentence("{seat}: pon {soldier} frente a {enemy}.", "{seat}: put {soldier} opposite {enemy}."),
    ),
    events.Undefended: Told(
        Sentence("{seat} no defiende contra {enemy}.", "{seat} does not defend against {enemy}."),
    ),
    events.FrenzyTaken: Told(
        Sentence("Frenesí: {soldier}, de {seat}, contra {enemy}.", "Frenzy: {seat}'s {soldier} against {enemy}."),
    ),
    events.AttackJudged: Told(
        Sentence(
            "{card} contra {against}: {value} para un índice de {index}, {hit}.",
            "{card} against {against}: {value} for an index of {index}, {hit}.",
        ),
    ),
    events.CityAttackJudged: Told(
        Sentence(
            "{card} contra la ciudad de {city}: {value} para un índice de {index}, {hit}.",
            "{card} against {city}'s city: {value} for an index of {index}, {hit}.",
        ),
    ),
    events.EpicFailure: Told(
        Sentence(
            "Fracaso épico de {card}: su índice baja {n} hasta el final del turno.",
            "Epic failure of {card}: its index is {n} lower until the end of the turn.",
        ),
    ),
    events.DieJudged: Told(
        Sentence("{card}: {value} contra {index}, {hit}.", "{card}: {value} against {index}, {hit}."),
    ),
    events.DamageWaits: Told(
        Sentence("Daño pendiente: {n}.", "Damage waiting: {n}."),
    ),
    events.Healed: Told(
        Sentence("{card} queda curado de un daño.", "One damage to {card} is healed."),
    ),
    events.AllyFell: Told(
        Sentence("Cae {card}, de {owner}; ha perdido {lost} de emuná.", "{owner}'s {card} falls; {lost} emuná lost."),
        Sentence("{owner}: pon {card} de lado en tu guenizá.", "{owner}: lay {card} sideways in your guenizá."),
    ),
    events.EnemyDefeated: Told(
        Sentence("{seat} vence a {card}: {score} de emuná.", "{seat} defeats {card}: {score} emuná."),
        Sentence("{seat}: pon {card} en tu guenizá.", "{seat}: put {card} in your guenizá."),
    ),
    events.CityHit: Told(
        Sentence("Cae una carta de la ciudad de {seat}: {card}; quedan {city}.", "A card falls from {seat}'s city: {card}; {city} left."),
        Sentence("{seat}: pon la carta de encima de tu ciudad en tu guenizá.", "{seat}: put the top card of your city in your guenizá."),
    ),
    events.CitySpared: Told(
        Sentence("La ciudad de {seat} ya está vacía: no cae nada.", "{seat}'s city is empty already: nothing falls."),
    ),
    events.Modified: Told(
        Sentence("{card}: {what} {n} por {cause}, {until}.", "{card}: {what} {n} by {cause}, {until}."),
    ),
    events.KeywordChanged: Told(
        Sentence("{card} {gained} {keyword} por {cause}, {until}.", "{card} {gained} {keyword} by {cause}, {until}."),
    ),
    events.CityModified: Told(
        Sentence("La ciudad de {seat}: dificultad {n} por {cause}, {until}.", "{seat}'s city: difficulty {n} by {cause}, {until}."),
    ),
    events.Dedicated: Told(
        Sentence("{card} queda dedicado ({reason}).", "{card} is dedicated ({reason})."),
        Sentence("{keeper}: gira {card}.", "{keeper}: turn {card}."),
    ),
    events.Freed: Told(
        Sentence("{card} queda libre.", "{card} is freed."),
        Sentence("{keeper}: endereza {card}.", "{keeper}: turn {card} back."),
    ),
    events.Discarded: Told(
        Sentence("{seat} descarta {cards}.", "{seat} discards {cards}."),
    ),
    events.Commanded: Told(
        Sentence("{seat} pasa a mandar a {card}.", "{seat} commands {card} now."),
    ),
    events.Readied: Told(
        Sentence("{card} ya puede actuar.", "{card} may act now."),
    ),
    events.CardMoved: Told(
        Sentence("{card}, de {owner}: de {source} a {to}.", "{owner}'s {card}: from {source} to {to}."),
        Sentence("Pasen {card} a {to} de {owner}.", "Move {card} to {to} of {owner}."),
    ),
    events.CountAdjusted: Told(
        Sentence("{seat}: {n} en {pile}.", "{seat}: {n} in {pile}."),
    ),
    events.CardIdentified: Told(
        Sentence("La carta sin nombre de la guenizá de {seat} es {card}.", "The unnamed card in {seat}'s guenizá is {card}."),
    ),
    events.FallenMarked: Told(
        Sentence("{card}, en la guenizá de {seat}: {mark}.", "{card}, in {seat}'s guenizá: {mark}."),
    ),
    events.CardAdded: Told(
        Sentence("Nueva carta: {card}.", "New card: {card}."),
    ),
    events.TimeUp: Told(
        Sentence("Se acabó el tiempo en la ronda {round}.", "Time is up in round {round}."),
    ),
    events.EnemiesExhausted: Told(
        Sentence("No quedan enemigos en ninguna parte.", "No enemies are left anywhere."),
    ),
    events.MatchEnded: Told(
        Sentence("Fin de la partida: {result} ({reason}). {winners}", "The match ends: {result} ({reason}). {winners}"),
    ),
}
