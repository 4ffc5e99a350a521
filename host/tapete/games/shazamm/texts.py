"""Shazamm's words: spells, slabs, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Language, Sentence, Text, Words, figure
from tapete.games.shazamm import bidding, choices, corrections, movement, resolution, rounds, showing

TITLE = Text("Shazamm", "Shazamm")

SPELLS: tuple[Text, ...] = (
    Text("Carta falsa", "Fake card"),
    Text("Silencio", "Silence"),
    Text("Clonar", "Clone"),
    Text("Hurto", "Theft"),
    Text("Fin de ronda", "End of round"),
    Text("Medio", "Middle"),
    Text("Reciclar", "Recycle"),
    Text("Potenciador de ataque", "Attack boost"),
    Text("Dosis doble", "Double dose"),
    Text("El ganador pierde", "Winner loses"),
    Text("Infierno", "Inferno"),
    Text("Resistencia", "Resistance"),
    Text("Mal perdedor", "Sore loser"),
    Text("Refuerzo de reserva", "Reserve boost"),
    Text("Succión", "Suction"),
)
"""The names of the cards by their number."""


def spell(number: Any, language: Language) -> str:
    """A card by name and number."""
    known = isinstance(number, int) and 0 <= number < len(SPELLS)
    return f"{SPELLS[number].in_(language)} ({number})" if known else str(number)


def signed(number: Any, _: Language) -> str:
    """A slab, or a change, with its sign: −3, 0, +2."""
    return figure(number, signed=True)


def result(word: Any, language: Language) -> str:
    """How a match has ended: `A wins`, `a draw`."""
    if word == "draw":
        return "empate" if language == "es" else "a draw"
    return f"gana {word}" if language == "es" else f"{word} wins"


_SOURCES = {"hand": Text("la carta", "the card"), "clone": Text("la copia", "the copy")}


def source(word: Any, language: Language) -> str:
    """Where a spell that Theft takes came from."""
    return _SOURCES[word].in_(language) if word in _SOURCES else str(word)


SENTENCES: dict[type[Event], Told] = {
    bidding.BidLocked: Told(Sentence("{seat} ya ha fijado su apuesta.", "{seat} has locked a bid.")),
    bidding.BidUnlocked: Told(Sentence("{seat} vuelve a pensar su apuesta.", "{seat} thinks again about the bid.")),
    bidding.BidsRevealed: Told(
        Sentence("Apuestas: {A:seat} {bids.A}, {B:seat} {bids.B}.", "Bids: {A:seat} {bids.A}, {B:seat} {bids.B}."),
        Sentence("Den la vuelta a sus cartas.", "Turn your cards face up."),
    ),
    bidding.BidsReopened: Told(
        Sentence("Una apuesta no se pudo abrir; se apuesta otra vez.", "A bid could not be opened; both bid again."),
        Sentence("Fijen otra vez sus apuestas; las cartas se quedan boca abajo.", "Lock your bids again; the cards stay face down."),
    ),
    showing.CardsRevealed: Told(
        Sentence("{seat} lanza {spells}.", "{seat} casts {spells}."),
        Sentence(
            "{seat}: al acabar el turno, deja en tus descartes {spells}.",
            "{seat}: when the turn is over, put {spells} on your discard pile.",
        ),
    ),
    showing.NoSpells: Told(Sentence("{seat} no lanza ningún hechizo.", "{seat} casts no spell.")),
    showing.FakeReturned: Told(
        Sentence("{seat} había puesto la carta falsa.", "{seat} had laid the fake card."),
        Sentence("{seat}: recupera tu carta falsa.", "{seat}: take back your fake card."),
    ),
    resolution.SpellCancelled: Told(
        Sentence("Los dos lanzan {number}: se anulan.", "Both cast {number}: they cancel each other."),
    ),
    resolution.SpellLostSilence: Told(
        Sentence("La ronda está en silencio: {seat} pierde {number}.", "The round is silent: {seat} loses {number}."),
    ),
    resolution.SilenceOn: Told(
        Sentence(
            "{seat} impone silencio: ningún hechizo tiene efecto en lo que queda de ronda.",
            "{seat} calls for silence: no spell works for the rest of this round.",
        ),
    ),
    resolution.SpellVoid: Told(Sentence("{number}, de {seat}, queda sin efecto.", "{seat}'s {number} has no effect.")),
    resolution.CloneNone: Told(
        Sentence("{seat} no encuentra nada que clonar.", "{seat} finds nothing to clone."),
    ),
    resolution.TheftNone: Told(Sentence("{seat} no encuentra nada que hurtar.", "{seat} finds nothing to steal.")),
    resolution.RoundEndedByCard: Told(
        Sentence("{seat} pone fin a la ronda; el muro se queda donde está.", "{seat} ends the round; the wall stays where it is."),
    ),
    resolution.WallToMiddle: Told(
        Sentence("{seat} devuelve el muro al medio, la losa {wall}.", "{seat} returns the wall to the middle, slab {wall}."),
        Sentence("Corre el muro a la losa {wall}.", "Slide the wall to slab {wall}."),
    ),
    resolution.MiddleNone: Told(
        Sentence("{seat} lanza Medio, pero el muro ya está en el medio.", "{seat} casts Middle, but the wall is in the middle already."),
    ),
    choices.Cloned: Told(Sentence("{seat} clona {number}.", "{seat} clones {number}.")),
    choices.CloneDeclined: Told(Sentence("{seat} decide no clonar nada.", "{seat} chooses to clone nothing.")),
    choices.CloneCancelled: Told(
        Sentence(
            "La copia de {number} se anula con la carta del rival.",
            "The copy of {number} and the rival's card cancel each other.",
        ),
    ),
    choices.Stolen: Told(Sentence("{seat} hurta {number} y lo aplica a su favor.", "{seat} steals {number} and applies it.")),
    choices.StolenDiscarded: Told(
        Sentence("{seat} hurta {number} y lo descarta.", "{seat} steals {number} and discards it."),
    ),
    choices.BidRecycled: Told(Sentence("{seat} reajusta su apuesta a {bid}.", "{seat} readjusts the bid to {bid}.")),
    movement.PowerChanged: Told(
        Sentence("{number}: el poder de {seat} sube a {power}.", "{number}: {seat}'s power rises to {power}."),
    ),
    movement.Power: Told(
        Sentence("Poder de ataque: {A:seat} {power.A}, {B:seat} {power.B}.", "Attack power: {A:seat} {power.A}, {B:seat} {power.B}.")
    ),
    movement.Tie: Told(Sentence("Empatan; el muro no se mueve.", "A tie; the wall does not move.")),
    movement.MovementReversed: Told(
        Sentence("{seat} invierte el empuje.", "{seat} reverses the push."),
    ),
    movement.MovementBlocked: Told(
        Sentence("{seat} resiste: el muro no se mueve.", "{seat} resists: the wall does not move."),
    ),
    movement.WallMoved: Told(
        Sentence("El muro avanza a la losa {wall}.", "The wall moves to slab {wall}."),
        Sentence("Corre el muro a la losa {wall}.", "Slide the wall to slab {wall}."),
    ),
    movement.Paid: Told(
        Sentence("{seat} paga {bid} y le quedan {mana}.", "{seat} pays {bid} and has {mana} left."),
        Sentence("{seat}: baja tu marcador de maná a {mana}.", "{seat}: move your mana marker down to {mana}."),
    ),
    movement.NotPaid: Told(
        Sentence(
            "{seat}, mal perdedor, no paga su apuesta de {bid}; sigue con {mana}.",
            "{seat}, a sore loser, does not pay the bid of {bid} and keeps {mana}.",
        ),
    ),
    movement.ManaGained: Told(
        Sentence("{seat} gana {amount} de maná y tiene {mana}.", "{seat} gains {amount} mana and has {mana}."),
        Sentence("{seat}: sube tu marcador de maná a {mana}.", "{seat}: move your mana marker up to {mana}."),
    ),
    rounds.WizardHit: Told(Sentence("El muro alcanza al mago de {seat}.", "The wall reaches {seat}'s wizard.")),
    rounds.OutOfMana: Told(Sentence("{seat} se queda sin maná.", "{seat} is out of mana.")),
    rounds.WallPushed: Told(
        Sentence("{seat} empuja el muro a la losa {wall}.", "{seat} pushes the wall to slab {wall}."),
        Sentence("Corre el muro a la losa {wall}.", "Slide the wall to slab {wall}."),
    ),
    rounds.PushWaived: Told(Sentence("{seat} deja el muro donde está.", "{seat} leaves the wall where it is.")),
    rounds.PushResisted: Told(
        Sentence("La resistencia de {seat} frena también este empujón.", "{seat}'s resistance stops this push too."),
    ),
    rounds.RoundEnded: Told(Sentence("Termina la ronda {round}.", "Round {round} is over.")),
    rounds.WizardsPlaced: Told(
        Sentence(
            "Los magos se colocan a tres pasos del muro: {A:seat} en {wizard.A}, {B:seat} en {wizard.B}.",
            "The wizards take their places three steps from the wall: {A:seat} on {wizard.A}, {B:seat} on {wizard.B}.",
        ),
        Sentence(
            "Coloca al mago de {A:seat} en la losa {wizard.A} y al de {B:seat} en la losa {wizard.B}.",
            "Place {A:seat}'s wizard on slab {wizard.A} and {B:seat}'s on slab {wizard.B}.",
        ),
    ),
    rounds.SlabsCollapsed: Told(
        Sentence("Se derrumban las losas {slabs.A} y {slabs.B}.", "Slabs {slabs.A} and {slabs.B} collapse."),
        Sentence(
            "{A:seat} pone una losa rota en {slabs.A} y {B:seat} otra en {slabs.B}.",
            "{A:seat} lays a broken-slab tile on {slabs.A}, {B:seat} one on {slabs.B}.",
        ),
    ),
    rounds.WizardFell: Told(
        Sentence("El mago de {seat} cae a la lava desde {slab}.", "{seat}'s wizard falls into the lava from {slab}."),
    ),
    rounds.ManaRestored: Told(
        Sentence("El maná vuelve a 50.", "Mana is back at 50."),
        Sentence("Pongan los dos marcadores de maná en 50.", "Put both mana markers on 50."),
    ),
    rounds.Drew: Told(
        Sentence(
            "{seat} roba {number} {number:hechizo|hechizos} y tiene {hand} en la mano.",
            "{seat} draws {number} {number:spell|spells} and holds {hand}.",
        ),
        Sentence("{seat}: roba {number} {number:carta|cartas}.", "{seat}: draw {number} {number:card|cards}."),
    ),
    rounds.RoundStarted: Told(Sentence("Empieza la ronda {round}.", "Round {round} begins.")),
    rounds.MatchWon: Told(Sentence("{seat} gana la partida.", "{seat} wins the match.")),
    rounds.MatchDrawn: Told(Sentence("Caen los dos a la vez: empate.", "Both fall at once: a draw.")),
    rounds.ReplayDue: Told(
        Sentence("El empate se juega de nuevo.", "The draw is played again."),
        Sentence("Empiecen una partida nueva con los mismos asientos.", "Start a new match in the same seats."),
    ),
    rounds.Conceded: Told(Sentence("{seat} se rinde.", "{seat} concedes.")),
    corrections.ManaSet: Told(
        Sentence("El maná de {seat} pasa a ser {mana}.", "{seat}'s mana becomes {mana}."),
        Sentence("{seat}: pon tu marcador de maná en {mana}.", "{seat}: put your mana marker on {mana}."),
    ),
    corrections.WallSet: Told(
        Sentence("El muro pasa a la losa {wall}.", "The wall is put on slab {wall}."),
        Sentence("Pon el muro en la losa {wall}.", "Put the wall on slab {wall}."),
    ),
    corrections.HandSet: Told(
        Sentence(
            "{seat} tiene {hand} {hand:hechizo|hechizos} en la mano.",
            "{seat} holds {hand} {hand:spell|spells}.",
        ),
    ),
    corrections.DeckSet: Told(
        Sentence("En el mazo de {seat} {deck:queda|quedan} {deck}.", "{seat}'s draw pile has {deck} left."),
    ),
    corrections.UsedSet: Told(
        Sentence("Los descartes de {seat} pasan a ser: {spells}.", "{seat}'s discard pile becomes: {spells}."),
        Sentence("{seat}: en tus descartes debe haber: {spells}.", "{seat}: on your discard pile there must be: {spells}."),
    ),
    corrections.LastCastSet: Told(
        Sentence("Lo que {seat} lanzó en el turno anterior: {spells}.", "What {seat} cast on the previous turn: {spells}."),
    ),
    corrections.PositionSet: Told(
        Sentence(
            "La mesa se pone en otra posición: ronda {round}, turno {turn}.",
            "The table is set to another position: round {round}, turn {turn}.",
        ),
    ),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}

PROMPTS: dict[str, tuple[Sentence, Sentence]] = {
    "bid": (
        Sentence(
            "Coloca tus cartas boca abajo, fija tu apuesta (de {low} a {mana}) y pulsa LOCK.",
            "Place your cards face down, set your bid ({low} to {mana}) and press LOCK.",
        ),
        Sentence("{seat:seat} prepara su apuesta.", "{seat:seat} is preparing a bid."),
    ),
    "bid_under_silence": (
        Sentence(
            "Hay silencio: los hechizos de esta ronda se pierden. Fija tu apuesta (de {low} a {mana}) y pulsa LOCK.",
            "Silence holds: spells of this round are lost. Set your bid ({low} to {mana}) and press LOCK.",
        ),
        Sentence("{seat:seat} prepara su apuesta.", "{seat:seat} is preparing a bid."),
    ),
    "reveal": (
        Sentence("Los dos están listos. Revelen las apuestas.", "Both are ready. Reveal the bids."),
        Sentence("Los dos están listos; se revelan las apuestas.", "Both are ready; the bids are being revealed."),
    ),
    "declare": (
        Sentence(
            "Descubre tus cartas e indica sus números; si no jugaste ninguna, confirma sin números.",
            "Turn your cards face up and enter their numbers; if you played none, confirm without numbers.",
        ),
        Sentence("{seat:seat} descubre sus cartas.", "{seat:seat} is showing cards."),
    ),
    "choose_clone": (
        Sentence(
            "Elige qué hechizo del turno anterior clonas, o ninguno: {options:spell}.",
            "Choose which spell of the previous turn you clone, or none: {options:spell}.",
        ),
        Sentence("{seat:seat} elige qué clonar.", "{seat:seat} is choosing what to clone."),
    ),
    "choose_theft": (
        Sentence(
            "Decide, hechizo por hechizo, si lo aplicas a tu favor o lo descartas: {prey:spell}.",
            "Decide for each spell whether you apply it or discard it: {prey:spell}.",
        ),
        Sentence("{seat:seat} decide qué hacer con lo hurtado.", "{seat:seat} is deciding about the stolen spells."),
    ),
    "choose_recycle": (
        Sentence(
            "Reajusta tu apuesta de {bid}: puedes cambiarla de {low:change} a {high:change}.",
            "Readjust your bid of {bid}: change it by {low:change} to {high:change}.",
        ),
        Sentence("{seat:seat} reajusta su apuesta.", "{seat:seat} is readjusting a bid."),
    ),
    "choose_push": (
        Sentence(
            "Tu rival no tiene maná. Elige cuántas losas empujas el muro, de 0 a {most}.",
            "Your rival is out of mana. Choose how many slabs you push the wall, 0 to {most}.",
        ),
        Sentence("{seat:seat} decide cuánto empuja el muro.", "{seat:seat} is deciding how far to push the wall."),
    ),
}

WORDS = Words(
    {"spell": spell, "slab": signed, "change": signed, "result": result, "source": source}, {kind: shown_as(kind) for kind in SENTENCES}
)
