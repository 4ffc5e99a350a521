"""BHM's sentences: the story of each event, the next deed at the table, and what each one is asked to do."""

from __future__ import annotations

from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Message, Words
from tapete.games.bhm import events
from tapete.games.bhm.language import _
from tapete.games.bhm.words import KINDS

TITLE = _("BHM")


def _told(log: Message, table: Message | None = None) -> Told:
    return Told(log, table)


SENTENCES: dict[type[Event], Told] = {
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
    Rolled: ROLLED,
    events.SetUp: _told(
        _("{seat} has {deck} cards in the deck after drawing five, and {summons} summons."),
        _("{seat}: shuffle, draw five cards, and lay your summons face down."),
    ),
    events.Exchanged: _told(
        _("{seat} exchanges {n} {n:card|cards}."),
        _("{seat}: set {n} aside, draw as many, and only then shuffle those back."),
    ),
    events.TurnStarted: _told(_("Turn {turn}: {seat} plays.")),
    events.PhaseChanged: _told(_("{seat}: {phase}.")),
    events.Drawn: _told(
        _("{seat} draws {n} {n:card|cards}: {hand} in hand, {deck} in the deck."),
        _("{seat}: draw {n}."),
    ),
    events.Returned: _told(
        _("{card} comes back from the deserters to {seat}'s space {slot}."),
        _("Put {card} on {seat}'s space {slot}."),
    ),
    events.WaitsToReturn: _told(
        _("{card} finds no free space and waits among {seat}'s deserters."),
    ),
    events.Announced: _told(_("{seat} announces {what}: {card}.")),
    events.Cancelled: _told(
        _("What {seat} announced is cancelled: {what}."),
    ),
    events.Entered: _told(
        _("{card} enters {seat}'s space {slot}, {how}."),
        _("Put {card} on {seat}'s space {slot}."),
    ),
    events.NoEffect: _told(_("It has no effect: {reason}.")),
    events.TerrorChosen: _told(
        _("TERROR {figure}: {card} strikes {victim}."),
    ),
    events.Equipped: _told(
        _("{bearer} carries {card}."),
        _("Put {card} under {bearer}, {seat}'s."),
    ),
    events.Detached: _told(_("{bearer} no longer carries {card}.")),
    events.TerritoryEntered: _told(
        _("{seat} plays the territory {card}."),
        _("Put {card} in {seat}'s territory zone."),
    ),
    events.TerritoryDestroyed: _told(_("{seat} loses the territory {card}.")),
    events.AttackQueued: _told(
        _("{card} is to attack {target}."),
    ),
    events.AttackLost: _told(_("An attack of {seat}'s is lost: {reason}.")),
    events.AttackResolved: _told(
        _("{card} strikes {target}, left with RES {res} and Salud {salud}."),
    ),
    events.AttributeChanged: _told(_("{card}: {attr} {now} of {most}.")),
    events.KeywordChanged: _told(_("The keywords of {card} change ({keyword}).")),
    events.Killed: _told(_("{card}, {seat}'s, is killed.")),
    events.Annihilated: _told(_("{card}, {seat}'s, is annihilated.")),
    events.PetrifiedEvent: _told(
        _("{card}, {seat}'s, changes between flesh and stone."),
        _("Turn {card} around on its space."),
    ),
    events.Fled: _told(_("{card}, {seat}'s, flees.")),
    events.WentTo: _told(
        _("{card} goes to {seat}'s {zone}."),
        _("Take {card} to {seat}'s {zone}."),
    ),
    events.FrozenEvent: _told(_("{card}, {seat}'s, is frozen.")),
    events.Thawed: _told(_("{card}, {seat}'s, thaws.")),
    events.ControlChanged: _told(
        _("{seat} takes control of {card} from {was}."),
        _("Move {card} to {seat}'s space {slot}."),
    ),
    events.Granted: _told(_("{seat} {what}.")),
    events.PointsAssigned: _told(
        _("{card} accumulates {points} summon points with {power}."),
    ),
    events.PointsDrained: _told(
        _("{card} spends {points} summon points; {left} left."),
    ),
    events.CounterChanged: _told(
        _("{seat}'s counter goes from {was} to {now}: {cause}."),
        _("Set {seat}'s counter to {now}."),
    ),
    events.Compared: _told(
        _("Fields are compared: {seat} {own}, {other} {theirs}."),
    ),
    events.Restored: _told(_("POD and RES of {seat}'s beings are restored.")),
    events.Discarded: _told(
        _("{seat} discards: {cards}."),
        _("{seat}: lay {cards} on your dead zone."),
    ),
    events.Eliminated: _told(
        _("{seat} is out: {reason}."),
        _("{seat}: take your cards off the table."),
    ),
    events.GameOver: _told(_("{winner} wins the match.")),
    events.MatchDrawn: _told(_("Nobody is left: the match is a draw.")),
    events.NameLost: _told(_("{card} loses its name.")),
    events.DrawAnnounced: _told(_("{seat} is about to draw.")),
    events.ConflictJudged: _told(
        _("{card}, {seat}'s, prevails: rank {rank}, against {over}, of rank {other}."),
    ),
    events.CardAdded: _told(_("A new card is noted: {card}, of rank {rank}.")),
}


def _asked(acting: Message, waiting: Message) -> tuple[Message, Message]:
    return acting, waiting


_PLAYS = _("{seat:seat} plays.")

PROMPTS: dict[str, tuple[Message, Message]] = {
    "setup_draw": _asked(
        _("Shuffle, draw five cards, and say how many cards your deck has and how many summons you bring."),
        _("{seat:seat} is getting ready."),
    ),
    "setup_exchange": _asked(
        _("You may exchange up to five cards of your hand, once."),
        _("{seat:seat} is deciding how many cards to exchange."),
    ),
    "roll_start": _asked(
        _("Roll the die: the highest begins."),
        _("{seat:seat} rolls the die."),
    ),
    "draw": _asked(_("Your turn begins: draw a card."), _PLAYS),
    "return": _asked(
        _("Your deserters return ({cards:card}): say to which space."),
        _("{seat:seat} is placing deserters."),
    ),
    "strategy_1": _asked(
        _("First strategy phase: you have {left} call {left:point|points} left. Then on to combat."),
        _PLAYS,
    ),
    "strategy_2": _asked(
        _("Second strategy phase: you have {left} call {left:point|points} left. Then the final phase."),
        _PLAYS,
    ),
    "declare": _asked(
        _("Combat: declare your attacks ({number} so far), then resolve them."),
        _PLAYS,
    ),
    "fight": _asked(_("Resolve the next attack; {number} left."), _PLAYS),
    "draw_optional": _asked(_("Final phase: you may draw one more card."), _PLAYS),
    "discard": _asked(
        _("Discard {number} {number:card|cards}, and name {number:it|them}."),
        _PLAYS,
    ),
    "terror": _asked(
        _("{card:card} brings TERROR {figure}: choose an enemy being, or nobody."),
        _("{seat:seat} is choosing whom TERROR strikes."),
    ),
    "react": _asked(
        _("{by:seat} announces {action:what}. React, or press LOCK to let it pass."),
        _("{seat:seat} is deciding whether to react."),
    ),
    "react_card": _asked(
        _("{by:seat} announces {action:what} ({card:card}). React, or press LOCK to let it pass."),
        _("{seat:seat} is deciding whether to react."),
    ),
}

WORDS = Words(KINDS, {kind: shown_as(kind) for kind in SENTENCES})
