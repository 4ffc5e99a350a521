"""MORIHAM's words: how its values are shown, the story of each event, and what each one at the table is asked to do."""

from __future__ import annotations

from typing import Any

from tapete.core.catalogue import Catalogue, by_name, readable
from tapete.core.texts import Language, Show, Text, Words, among
from tapete.games.moriham.cards import Card
from tapete.games.moriham.language import _

TITLE = _("MORIHAM")

VALUES: dict[str, dict[str, Text]] = {
    "position": {"attack": _("attack"), "defense": _("defense")},
    "type": {"monster": _("monster"), "magic": _("magic"), "trap": _("trap"), "spell": _("magic or trap")},
    "phase": {"initial": _("the initial phase"), "main1": _("phase 1"), "battle": _("the battle phase"), "main2": _("phase 2")},
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
    "item": {"attack": _("the attack"), "magic": _("the magic"), "trap": _("the trap"), "ability": _("the ability")},
    "attr": {"attack": _("attack"), "defense": _("defense"), "level": _("level")},
    "source": {"field": _("the field"), "hand": _("the hand"), "deck": _("the deck")},
    "counted": {"life": _("Life"), "hand": _("Cards in hand"), "deck": _("Cards in the deck")},
    "outcome": {
        "higher": _("the attacker wins"),
        "equal": _("both fall"),
        "lower": _("the attacked one wins"),
        "direct": _("a direct hit"),
    },
    "reason": {"life": _("the rival is out of life"), "deck": _("the rival is out of cards"), "concede": _("the rival gives up")},
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


RIVAL = _("the rival directly")
"""A player who is attacked without a monster between."""


def naming(catalogue: Catalogue[Card]) -> dict[str, Show]:
    """Cards by the names that the catalogue gives them."""

    card = by_name(catalogue)

    def aim(value: Any, language: Language) -> str:
        return RIVAL.in_(language) if value == "player" else card(value, language)

    return {"card": card, "aim": aim}


WORDS = Words({"card": lambda card, language: readable(card), **{kind: among(values) for kind, values in VALUES.items()}})
