"""MORIHAM's words: how its values are shown, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.catalogue import Catalogue
from tapete.core.dice import ROLLED, Rolled
from tapete.core.events import Event
from tapete.core.game import Told
from tapete.core.kinds import shown_as
from tapete.core.rulings import NOTED_LOG, RULED_LOG, Noted, Ruled
from tapete.core.texts import Joined, Language, Message, Show, Text, Words
from tapete.games.moriham import events
from tapete.games.moriham.cards import Card
from tapete.games.moriham.language import _

TITLE = _("MORIHAM")

VALUES: dict[str, dict[str, Text]] = {
    "position": {"attack": _("attack"), "defense": _("defense")},
    "type": {
        "monster": _("monster"),
        "magic": _("magic"),
        "trap": _("trap"),
        "spell": _("magic or trap"),
    },
    "phase": {
        "initial": _("the initial phase"),
        "main1": _("phase 1"),
        "battle": _("the battle phase"),
        "main2": _("phase 2"),
    },
    "until": {
        "end_of_turn": _("until the turn ends"),
        "until_my_next_turn": _("until its controller's next turn"),
        "while_on_field": _("while it stays on the field"),
    },
    "where": {
        "hand": _("to the hand"),
        "top": _("to the top of the deck"),
        "bottom": _("to the bottom of the deck"),
        "shuffle": _("to the deck, which is shuffled"),
    },
    "item": {
        "attack": _("the attack"),
        "magic": _("the magic"),
        "trap": _("the trap"),
        "ability": _("the ability"),
    },
    "attr": {"attack": _("attack"), "defense": _("defense"), "level": _("level")},
    "source": {"field": _("the field"), "hand": _("the hand"), "deck": _("the deck")},
    "counted": {
        "life": _("Life"),
        "hand": _("Cards in hand"),
        "deck": _("Cards in the deck"),
    },
    "outcome": {
        "higher": _("the attacker wins"),
        "equal": _("both fall"),
        "lower": _("the attacked one wins"),
        "direct": _("a direct hit"),
    },
    "reason": {
        "life": _("the rival is out of life"),
        "deck": _("the rival is out of cards"),
        "concede": _("the rival gives up"),
    },
    "advised": {
        "level1": _("monsters of level 1"),
        "level2": _("monsters of level 2"),
        "level3": _("monsters of level 3"),
        "level4": _("monsters of level 4"),
        "magic": _("magic cards"),
        "trap": _("traps"),
    },
    "winner": {"A": _("A wins"), "B": _("B wins"), "draw": _("a draw")},
    "when": {
        "main": _("in phase 1 or phase 2"),
        "any": _("at any moment"),
        "attack_declared": _("in answer to a rival's attack"),
        "trap_on_stack": _("in answer to a rival's trap"),
        "magic_on_stack": _("in answer to a rival's magic"),
        "ability_on_stack": _("in answer to a rival's ability"),
    },
    "target": {
        "self": _("this monster"),
        "attacker": _("the attacker"),
        "attack_target": _("the one attacked"),
        "all_own_monsters": _("all your monsters"),
        "all_opp_monsters": _("all the rival's monsters"),
        "chosen_own_monster": _("a monster of yours"),
        "chosen_opp_monster": _("a monster of the rival's"),
        "chosen_monster": _("a monster on the field"),
        "chosen_opp_facedown": _("a face-down card of the rival's"),
        "chosen_own_graveyard_monster": _("a monster in your graveyard"),
    },
    "condition": {
        "own_monsters_at_most": _("at most so many monsters of yours"),
        "own_monsters_at_least": _("at least so many monsters of yours"),
        "opp_monsters_at_least": _("at least so many monsters of the rival's"),
        "own_graveyard_at_least": _("at least so many cards in your graveyard"),
        "own_hand_at_least": _("at least so many other cards in your hand"),
        "own_life_at_most": _("at most so much life of yours"),
        "own_life_below_opp": _("less life than your rival"),
    },
    "cost": {
        "discard": _("discarding cards"),
        "pay_life": _("paying life"),
        "tribute": _("offering monsters"),
        "banish_graveyard": _("removing cards of your graveyard from the game"),
    },
    "problem": {
        "outside": _("it points at something that is not there or does not fit"),
        "wrong_card_type": _("the card is not of the type it takes"),
        "not_so_many": _("there are not as many cards as are due"),
        "breaks_invariant": _("the table would no longer add up"),
        "text_length": _("the text is missing or too long"),
    },
    "op": {
        "life_lose": _("lose life"),
        "life_gain": _("gain life"),
        "draw": _("draw"),
        "discard": _("discard"),
        "mill": _("deck to graveyard"),
        "search": _("search the deck"),
        "destroy": _("destroy"),
        "return_to_hand": _("return to hand"),
        "return_to_deck": _("return to the deck"),
        "recover": _("take back from the graveyard"),
        "revive": _("revive"),
        "summon_from_hand": _("summon from hand"),
        "summon_from_deck": _("summon from the deck"),
        "remove_from_game": _("remove from the game"),
        "modify_attack": _("change attack"),
        "modify_defense": _("change defense"),
        "modify_level": _("change level"),
        "set_position": _("change position"),
        "extra_attacks": _("give more attacks"),
        "forbid_attack": _("forbid attacking"),
        "allow_direct_attack": _("allow a direct attack"),
        "negate_attack": _("negate the attack"),
        "negate_link": _("negate the item below"),
        "end_battle": _("end the battle"),
        "extra_normal_summon": _("give more normal summons"),
        "take_control": _("take control"),
        "note": _("note"),
        "set_life": _("put life right"),
        "set_hand": _("put the hand right"),
        "set_deck": _("put the deck right"),
    },
}
"""Every word that stands for a value, by its kind."""


def _shows(values: Mapping[str, Text]) -> Show:
    def show(value: Any, language: Language) -> str:
        return values[value].in_(language) if value in values else str(value)

    return show


def card_id(value: Any, _: Language) -> str:
    """A card that is in no catalogue: its id, readably."""
    return str(value).replace("_", " ").capitalize()


RIVAL = _("the rival directly")
"""A player who is attacked without a monster between."""


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by the names that the catalogue gives them."""

    def card(value: Any, language: Language) -> str:
        known = catalogue.cards.get(value)
        if known is None:
            return card_id(value, language)
        return known.name.text.in_(language)

    def aim(value: Any, language: Language) -> str:
        return RIVAL.in_(language) if value == "player" else card(value, language)

    return {"card": card, "aim": aim}


SENTENCES: dict[type[Event], Told] = {
    events.GameStarted: Told(
        _("The duel begins; {first} goes first."),
        _("Each of you: shuffle your deck and draw five cards."),
    ),
    events.StartTied: Told(
        _("Level at {value}: both roll again."),
    ),
    Rolled: ROLLED,
    events.TurnStarted: Told(_("Turn {turn}: {seat}.")),
    events.CardsDrawn: Told(
        _("{seat} draws {n} {n:card|cards} and holds {hand}."),
        _("{seat}: draw {n} {n:card|cards}."),
    ),
    events.PhaseChanged: Told(_("{seat} goes on to {phase}.")),
    events.Summoned: Told(
        _("{seat} summons {card} in {position} position."),
        _("{seat}: place {card} in slot {slot}, in {position} position."),
    ),
    events.Tributed: Told(
        _("{seat} offers {card} as a tribute."),
        _("{seat}: take {card} off slot {slot}."),
    ),
    events.CardSet: Told(
        _("{seat} sets a card face down."),
        _("{seat}: lay the card face down in slot {slot}."),
    ),
    events.Activated: Told(
        _("{seat} activates {kind}: {card}."),
    ),
    events.CardShown: Told(
        _("{seat} turns up {card}."),
        _("{seat}: lay {card} face up in slot {slot}."),
    ),
    events.AttackDeclared: Told(_("{seat} attacks {aim} with {card}.")),
    events.AttackCancelled: Told(_("The attack of {card} comes to nothing.")),
    events.BattleFought: Told(
        _("{card}: {attack} against {value}; {result}."),
    ),
    events.LifeChanged: Told(
        _("{seat}'s life goes from {before} to {life}."),
    ),
    events.Destroyed: Told(_("{card} on {seat}'s side is destroyed.")),
    events.ToGraveyard: Told(
        _("To {seat}'s graveyard: {cards}."),
        _("{seat}: put {cards} face up on your graveyard."),
    ),
    events.Returned: Told(
        _("A card of {seat}'s goes back {to}."),
        _("{seat}: take your card {to}."),
    ),
    events.Recovered: Told(
        _("{seat} takes {card} back from the graveyard."),
        _("{seat}: take {card} from your graveyard to your hand."),
    ),
    events.Searched: Told(
        _("{seat} searches the deck: {cards}."),
        _("{seat}: show {cards}, take it to your hand and shuffle your deck."),
    ),
    events.Removed: Told(
        _("Out of the game goes, of {seat}'s: {cards}."),
        _("{seat}: put {cards} aside, out of the game."),
    ),
    events.PositionChanged: Told(
        _("{card} changes to {position} position."),
        _("{seat}: turn {card} in slot {slot}."),
    ),
    events.Modified: Told(
        _("{card}: {attr} {now}, {until}."),
    ),
    events.AttackForbidden: Told(_("{card} cannot attack {until}.")),
    events.AttacksGranted: Told(
        _("{card} may attack {attacks} {attacks:time|times} this turn."),
    ),
    events.DirectAllowed: Told(
        _("{card} may attack the player directly this turn."),
    ),
    events.SummonsGranted: Told(
        _("{seat} may make {allowed} normal {allowed:summon|summons} this turn."),
    ),
    events.ControlChanged: Told(
        _("{card} goes over to {seat}'s side."),
        _("Move {card} to {seat}'s slot {slot}."),
    ),
    events.LinkResolved: Told(_("Takes effect: {kind} of {seat}'s {card}.")),
    events.LinkNegated: Told(_("Negated: {kind} of {seat}'s {card}.")),
    events.BattleEnding: Told(_("The battle phase ends here.")),
    events.TriggerWaiting: Told(
        _("{card} offers its ability to {seat}."),
    ),
    events.TriggerSkipped: Told(_("{seat} does not use the ability of {card}.")),
    events.ChoiceWaiting: Told(
        _("{seat} has to show {n} {n:card|cards}."),
    ),
    events.CardAdded: Told(_("A new card at the table: {card} ({type}).")),
    events.CountSet: Told(_("{what} of {seat}: {n}.")),
    events.TurnEnded: Told(
        _("Turn {turn}, {seat}'s, ends."),
    ),
    events.Conceded: Told(_("{seat} concedes.")),
    events.GameOver: Told(_("{winner} wins the duel ({reason}).")),
    events.GameDrawn: Told(_("Both are out of life: a draw.")),
    Ruled: Told(RULED_LOG),
    Noted: Told(NOTED_LOG),
}


def _phase(acting: Message) -> tuple[Message, Message]:
    return acting, _("{seat:seat} is playing.")


def _answer(acting: Message) -> tuple[Text, Message]:
    return Joined((acting, _("Activate a trap, or press LOCK to pass."))), _("{seat:seat} is thinking about a trap in answer.")


def _show(acting: Message) -> tuple[Message, Message]:
    return acting, _("{seat:seat} is showing {number} {number:card|cards}.")


PROMPTS: dict[str, tuple[Text, Message]] = {
    "setup": (
        _("Each of you: shuffle your deck of {deck} cards and draw five. Then say who goes first, or roll for it."),
        _("Say who goes first."),
    ),
    "roll_start": (
        _("Roll the die: the higher begins."),
        _("{seat:seat} rolls the die."),
    ),
    "initial": _phase(_("Initial phase: use the effects you want, then go on to phase 1.")),
    "main1": _phase(_("Phase 1: summon, set or activate cards, then go on to battle.")),
    "battle": _phase(_("Battle: choose who attacks and whom, or go on.")),
    "main2": _phase(
        _("Phase 2: you can still summon, set or activate; then end your turn."),
    ),
    "answer_attack": _answer(_("{by:seat} attacks with {card:card}.")),
    "answer": _answer(_("{by:seat} has activated {card:card}.")),
    "trigger": (
        _("You may use the ability of {card:card}, or press LOCK to let it go by."),
        _("{seat:seat} is deciding about the ability of {card:card}."),
    ),
    "show_discard": _show(
        _("Discard {number} {number:card|cards} from your hand, and name {number:it|them}."),
    ),
    "show_mill": _show(
        _("Put the top {number:card|cards} of your deck ({number}) on your graveyard, and name {number:it|them}."),
    ),
    "show_search": _show(
        _("Look for {number} {number:card|cards} in your deck, show {number:it|them} to your rival, and name {number:it|them}."),
    ),
    "show_destroy": _show(
        _("Your face-down card is destroyed: turn it over and name it."),
    ),
    "show_remove_from_game": _show(
        _("Your face-down card leaves the game: turn it over and name it."),
    ),
}

WORDS = Words({"card": card_id, **{kind: _shows(values) for kind, values in VALUES.items()}}, {kind: shown_as(kind) for kind in SENTENCES})
