"""What Mamlejet's actions, their arguments and its house rules are called on a page. The Hebrew terms stand as the rulebook writes them."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Text
from tapete.games.mamlejet.language import _
from tapete.presentation.base import HouseRule, Naming


def _named(title: Text, button: Text | None = None, hint: Text | None = None) -> Naming:
    return Naming(title=title, button=button or title, hint=hint)


ACTIONS: Mapping[str, Naming] = {
    "register_deck": _named(
        _("Register your deck"),
        _("This is it"),
        _("So it is known how many copies there are of each card."),
    ),
    "register_card": _named(
        _("Register a card of your deck"),
        _("Write it down"),
        _("How many copies your deck has."),
    ),
    "register_list": _named(_("That is my whole deck")),
    "mulligan": _named(_("Mulligan: one card fewer")),
    "keep_hand": _named(_("I keep this hand")),
    "enter_roll": _named(
        _("Enter a die"),
        _("This came up"),
        _("A 0 on the die counts 10."),
    ),
    "reveal_enemy": _named(_("Which enemy enters?"), _("This one enters")),
    "pass": _named(_("Pass")),
    "pass_all": _named(_("Everybody passes")),
    "pass_round": _named(_("Everybody passes for the rest of the round")),
    "pass_mains": _named(
        _("Nobody plays anything more in this round"),
        hint=_("Main phases are passed too; plans, dice and cards are still asked for."),
    ),
    "ask_again": _named(_("Ask again")),
    "play_tactic": _named(_("Play a tactic"), _("Play it")),
    "play_ability": _named(_("Use an action-ability"), _("Use it")),
    "play_resource": _named(_("Put a resource into play"), _("Into play")),
    "produce": _named(_("Dedicate a resource for its wealth"), _("Dedicate")),
    "equip": _named(_("Equip a soldier"), _("Equip")),
    "choose": _named(_("Put your triggered abilities in order"), _("In this order")),
    "discard": _named(_("Discard", "heading"), _("Discard")),
    "declare_card": _named(_("Which card is it?"), _("This is it", "card")),
    "assign": _named(_("Assign a soldier to an enemy"), _("Assign")),
    "unassign": _named(_("Take a soldier out of the plan"), _("Take out")),
    "confirm_plan": _named(_("The plan is settled")),
    "defend": _named(_("Defend the city"), _("Defend")),
    "decline_defence": _named(_("Send nobody"), _("No defence")),
    "assign_frenzy": _named(_("Frenzy: attack another enemy"), _("Attack")),
    "skip_frenzy": _named(_("Let frenzy go by"), _("Let it be")),
    "ruling": _named(_("Table ruling"), _("Make the correction")),
    "add_card": _named(
        _("A card that the catalogue lacks"),
        _("Add the card"),
        _("Copy the printed figures. Its id: lower-case letters, digits, hyphens."),
    ),
    "time_up": _named(_("Time is up")),
    "abandon": _named(_("Stop without a result")),
}

OPERATIONS: Mapping[str, Text] = {
    "wealth": _("Give wealth"),
    "draw": _("Draw"),
    "discard": _("Discard"),
    "mill": _("From the city to the guenizá"),
    "damage": _("Damage"),
    "heal": _("Heal"),
    "eliminate": _("Eliminate"),
    "mod_difficulty": _("Change a difficulty index"),
    "mod_attack": _("Change an attack"),
    "mod_city": _("Change a city's difficulty"),
    "grant_keyword": _("Give a special ability"),
    "lose_keyword": _("Take a special ability away"),
    "dedicate": _("Dedicate"),
    "liberate": _("Free"),
    "attach": _("Attach a card to another"),
    "detach": _("Detach a card"),
    "move_card": _("Move a card"),
    "change_controller": _("Change who commands"),
    "counter_item": _("Cancel what waits on the stack"),
    "enemy_enters": _("An enemy enters"),
    "roll": _("Roll a die"),
    "adjust_count": _("Correct a count"),
    "identify": _("Name a card of a guenizá"),
    "mark_fallen": _("Mark how a card fell"),
    "ready": _("Let it act already"),
    "end_game": _("End the match"),
    "note": _("Write a note"),
}

ARGUMENTS: Mapping[str, Text] = {
    "deck": _("Deck"),
    "roll": _("Die"),
    "value": _("Number"),
    "choose.value": _("Order"),
    "owner": _("Whose"),
    "card": _("Card"),
    "cards": _("Cards"),
    "targets": _("Targets"),
    "target": _("Target"),
    "copies": _("Copies"),
    "spend": _("What you pay the part of any colour with"),
    "dedicate": _("Resources you dedicate"),
    "permanent": _("Permanent"),
    "produce.permanent": _("Resource"),
    "ability": _("Ability"),
    "weapon": _("Weapon"),
    "soldier": _("Soldier"),
    "enemy": _("Enemy"),
    "ops": _("What is put right"),
    "reason": _("Why"),
    "agreed": _("Agreed"),
    "cause": _("Because of"),
    "seat": _("Player"),
    "player": _("Player"),
    "id": _("Id"),
    "type": _("Type"),
    "white": _("Sustenance"),
    "red": _("Materials"),
    "blue": _("Spirituality"),
    "generic": _("Of any colour"),
    "difficulty": _("Difficulty"),
    "keywords": _("Special abilities"),
    "heal_difficulty": _("Healing difficulty"),
    "subtype": _("Kind of object"),
    "equip": _("Cost of equipping"),
    "legendary": _("Legendary"),
    "colour": _("Wealth"),
    "n": _("How much"),
    "duration": _("Until when"),
    "keyword": _("Special ability"),
    "stack_item": _("On the stack"),
    "source": _("From where"),
    "to": _("Where to"),
    "pile": _("What is counted"),
    "delta": _("Change"),
    "index": _("Place in the guenizá, from 0"),
    "mark": _("How it fell"),
    "result": _("Result"),
    "winners": _("Who wins"),
    "then": _("On a success"),
    "otherwise": _("On a failure"),
    "text": _("Note"),
    **{f"@{name}": text for name, text in OPERATIONS.items()},
}

_NUMBERS_OURS = _("The rulebook has lost this number; ours is 6.")


def _rule(label: Text, says: Text, **values: Text) -> HouseRule:
    return HouseRule(label, says, values)


HOUSE_RULES: Mapping[str, HouseRule] = {
    "level": _rule(
        _("Challenge level"),
        _("How many enemies enter in each round."),
        escudero=_("Escudero (squire): one, unless there are too many"),
        guerrero=_("Guerrero (warrior): one"),
        heroe=_("Héroe (hero): one for each player"),
        custom=_("your own"),
    ),
    "mode": _rule(
        _("How it is won"),
        _("By the enemy's emuná, or against the clock."),
        emuna=_("by emuná"),
        clock=_("against the clock", "house rule"),
    ),
    "win_emuna": _rule(_("Emuná to win"), _("The rulebook says 50.")),
    "loss_emuna": _rule(_("Emuná to lose"), _("The rulebook says 50.")),
    "city_attack_difficulty": HouseRule(_("Difficulty against a city"), _NUMBERS_OURS),
    "projectile_city_difficulty": HouseRule(_("Difficulty of a shot at a city"), _NUMBERS_OURS),
    "projectile_penalty": _rule(_("Penalty of a shot"), _("The rulebook says 1.")),
    "projectile_penalty_vs_city": _rule(
        _("Against cities too"),
        _("The penalty holds for shots at cities."),
    ),
    "threat_skip_rounds": _rule(_("Rounds without threat"), _("At the start of the match.")),
    "enemy_source": _rule(
        _("Whose enemy enters"),
        _("Where one enters in a round."),
        leader=_("the leader's"),
        rotate=_("in turn"),
    ),
    "defend_others": _rule(_("Defend the others"), _("Anybody defends any city.")),
    "epic_fail_penalty": _rule(_("Epic failure"), _("How much a 1 lowers the index.")),
    "epic_fail_timing": _rule(
        _("When an epic failure counts"),
        _("Before the other dice of the batch are judged, or after."),
        batch_first=_("before"),
        after_batch=_("after"),
    ),
    "epic_fail_scope": _rule(
        _("In which rolls"),
        _("Where a 1 is an epic failure."),
        attack_rolls=_("attack rolls"),
        all_rolls=_("all rolls"),
    ),
    "dedicated_enemy_strikes_back": _rule(_("A dedicated enemy strikes back"), _("It rolls its die too.")),
    "dedicated_enemy_attacks_city": _rule(_("A dedicated enemy attacks cities"), _("Even if it has acted.")),
    "dedicated_enemy_attackable": _rule(_("A dedicated enemy may be met"), _("It counts as a free enemy.")),
    "enemy_frenzy_after_city": _rule(
        _("Frenzy after a city"),
        _("An enemy that hit a city attacks again."),
    ),
    "legendary_enemy_scores": _rule(_("Equal legends"), _("Two equal legendary enemies score.")),
    "emuna_loss": _rule(
        _("What counts as lost"),
        _("Which soldiers in the guenizá cost emuná."),
        defeated=_("the defeated"),
        defeated_and_city=_("the defeated and those fallen from the city"),
        guenizah_all=_("all of them"),
    ),
    "solo_skip_first_draw": _rule(
        _("No first draw alone"),
        _("One player alone does not draw in round 1."),
    ),
    "opening_hand": _rule(_("Opening hand"), _("The rulebook says 7.")),
    "mulligan_floor": _rule(_("Mulligan down to"), _("The smallest hand.")),
    "hand_limit": _rule(_("Hand limit"), _("At the end of the round; the rulebook says 7.")),
    "deck_tactics": _rule(_("Tactics in a deck"), _("The rulebook says 60.")),
    "deck_enemies": _rule(_("Enemies in a deck"), _("The rulebook says 15.")),
    "max_copies": _rule(_("Copies of a card"), _("The rulebook says 4.")),
    "deck_check": _rule(
        _("Check the decks"),
        _("Whether a registered deck has to follow the rules."),
        strict=_("yes"),
        warn=_("only warn"),
        off=_("no"),
    ),
    "exhausted_enemies": _rule(
        _("No enemies left"),
        _("What happens when none is left."),
        **{
            "continue": _("play goes on"),
            "draw": _("a draw"),
            "best_score": _("the best score wins"),
        },
    ),
    "heal_from_guenizah": _rule(
        _("Heal from the guenizá"),
        _("Until the end of the round a soldier that has fallen already may be healed too; it comes back as a new card."),
    ),
    "clock_minutes": _rule(
        _("Minutes of play"),
        _("Against the clock: the table keeps the time and says when it is up. Without a number, you keep it."),
    ),
    "clock_finish_round": _rule(_("The clock finishes the round"), _("It is played to its end.")),
    "clock_keeps_threshold": _rule(_("Win before the clock"), _("Reaching the emuná wins too.")),
    "custom_fixed": _rule(_("Own level: fixed"), _("Enemies in each round.")),
    "custom_per_player": _rule(_("Own level: for each player"), _("Enemies for each player.")),
    "custom_cap_per_player": _rule(
        _("Own level: cap"),
        _("None enters beyond so many for each player."),
    ),
}
