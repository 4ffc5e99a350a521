"""What Mamlejet's actions, their arguments and its house rules are called on a page. The Hebrew terms stand as the rulebook writes them."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Text
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.values import VALUES
from tapete.presentation import shared_labels
from tapete.presentation.base import HouseRule, Naming, house_rule, named

ACTIONS: Mapping[str, Naming] = {
    "register_deck": named(
        _("Register your deck"),
        _("This is it"),
        _("So it is known how many copies there are of each card."),
    ),
    "register_card": named(
        _("Register a card of your deck"),
        _("Write it down"),
        _("How many copies your deck has."),
    ),
    "register_list": named(_("That is my whole deck")),
    "mulligan": named(_("Mulligan: one card fewer")),
    "keep_hand": named(_("I keep this hand")),
    "enter_roll": named(
        _("Enter a die"),
        _("This came up"),
        _("A 0 on the die counts {ALWAYS}."),
    ),
    "reveal_enemy": named(_("Which enemy enters?"), _("This one enters")),
    "pass": named(_("Pass")),
    "pass_all": named(_("Everybody passes")),
    "pass_round": named(_("Everybody passes for the rest of the round")),
    "pass_mains": named(
        _("Nobody plays anything more in this round"),
        hint=_("Main phases are passed too; plans, dice and cards are still asked for."),
    ),
    "ask_again": named(_("Ask again")),
    "play_tactic": named(_("Play a tactic"), _("Play it")),
    "play_ability": named(_("Use an action-ability"), _("Use it")),
    "play_resource": named(_("Put a resource into play"), _("Into play")),
    "produce": named(_("Dedicate a resource for its wealth"), _("Dedicate")),
    "equip": named(_("Equip a soldier"), _("Equip")),
    "choose": named(_("Put your triggered abilities in order"), _("In this order")),
    "discard": named(_("Discard", "heading"), _("Discard")),
    "declare_card": named(_("Which card is it?"), _("This is it", "card")),
    "assign": named(_("Assign a soldier to an enemy"), _("Assign")),
    "unassign": named(_("Take a soldier out of the plan"), _("Take out")),
    "confirm_plan": named(_("The plan is settled")),
    "defend": named(_("Defend the city"), _("Defend")),
    "decline_defence": named(_("Send nobody"), _("No defence")),
    "assign_frenzy": named(_("Frenzy: attack another enemy"), _("Attack")),
    "skip_frenzy": named(_("Let frenzy go by"), _("Let it be")),
    "ruling": shared_labels.RULING,
    "add_card": named(
        _("A card that the catalogue lacks"),
        _("Add the card"),
        _("Copy the printed figures. Its id: lower-case letters, digits, hyphens."),
    ),
    "time_up": named(_("Time is up")),
    "abandon": named(_("Stop without a result")),
}

ARGUMENTS: Mapping[str, Text] = {
    **shared_labels.ARGUMENTS,
    "deck": _("Deck"),
    "value": _("Number"),
    "choose.value": _("Order"),
    "owner": _("Whose"),
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
    "cause": _("Because of"),
    "player": _("Player"),
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
    "pile": _("What is counted"),
    "index": _("Place in the guenizá, from 0"),
    "mark": _("How it fell"),
    "result": _("Result"),
    "winners": _("Who wins"),
    "then": _("On a success"),
    "otherwise": _("On a failure"),
    **{f"@{name}": text for name, text in VALUES["op"].items()},
}

_NUMBERS_OURS = _("The rulebook has lost this number; ours is {CITY_DIFFICULTY}.")


HOUSE_RULES: Mapping[str, HouseRule] = {
    "level": house_rule(
        _("Challenge level"),
        _("How many enemies enter in each round."),
        escudero=_("Escudero (squire): one, unless there are too many"),
        guerrero=_("Guerrero (warrior): one"),
        heroe=_("Héroe (hero): one for each player"),
        custom=_("your own"),
    ),
    "mode": house_rule(
        _("How it is won"),
        _("By the enemy's emuná, or against the clock."),
        emuna=_("by emuná"),
        clock=_("against the clock", "house rule"),
    ),
    "win_emuna": house_rule(_("Emuná to win"), _("The rulebook says {WIN_EMUNA}.")),
    "loss_emuna": house_rule(_("Emuná to lose"), _("The rulebook says {LOSS_EMUNA}.")),
    "city_attack_difficulty": HouseRule(_("Difficulty against a city"), _NUMBERS_OURS),
    "projectile_city_difficulty": HouseRule(_("Difficulty of a shot at a city"), _NUMBERS_OURS),
    "projectile_penalty": house_rule(_("Penalty of a shot"), _("The rulebook says {SHOT_PENALTY}.")),
    "projectile_penalty_vs_city": house_rule(
        _("Against cities too"),
        _("The penalty holds for shots at cities."),
    ),
    "threat_skip_rounds": house_rule(_("Rounds without threat"), _("At the start of the match.")),
    "enemy_source": house_rule(
        _("Whose enemy enters"),
        _("Where one enters in a round."),
        leader=_("the leader's"),
        rotate=_("in turn"),
    ),
    "defend_others": house_rule(_("Defend the others"), _("Anybody defends any city.")),
    "epic_fail_penalty": house_rule(_("Epic failure"), _("How much a {NEVER} lowers the index.")),
    "epic_fail_timing": house_rule(
        _("When an epic failure counts"),
        _("Before the other dice of the batch are judged, or after."),
        batch_first=_("before"),
        after_batch=_("after"),
    ),
    "epic_fail_scope": house_rule(
        _("In which rolls"),
        _("Where a {NEVER} is an epic failure."),
        attack_rolls=_("attack rolls"),
        all_rolls=_("all rolls"),
    ),
    "dedicated_enemy_strikes_back": house_rule(_("A dedicated enemy strikes back"), _("It rolls its die too.")),
    "dedicated_enemy_attacks_city": house_rule(_("A dedicated enemy attacks cities"), _("Even if it has acted.")),
    "dedicated_enemy_attackable": house_rule(_("A dedicated enemy may be met"), _("It counts as a free enemy.")),
    "enemy_frenzy_after_city": house_rule(
        _("Frenzy after a city"),
        _("An enemy that hit a city attacks again."),
    ),
    "legendary_enemy_scores": house_rule(_("Equal legends"), _("Two equal legendary enemies score.")),
    "emuna_loss": house_rule(
        _("What counts as lost"),
        _("Which soldiers in the guenizá cost emuná."),
        defeated=_("the defeated"),
        defeated_and_city=_("the defeated and those fallen from the city"),
        guenizah_all=_("all of them"),
    ),
    "solo_skip_first_draw": house_rule(
        _("No first draw alone"),
        _("One player alone does not draw in round 1."),
    ),
    "opening_hand": house_rule(_("Opening hand"), _("The rulebook says {OPENING_HAND}.")),
    "mulligan_floor": house_rule(_("Mulligan down to"), _("The smallest hand.")),
    "hand_limit": house_rule(_("Hand limit"), _("At the end of the round; the rulebook says {HAND_LIMIT}.")),
    "deck_tactics": house_rule(_("Tactics in a deck"), _("The rulebook says {DECK_TACTICS}.")),
    "deck_enemies": house_rule(_("Enemies in a deck"), _("The rulebook says {DECK_ENEMIES}.")),
    "max_copies": house_rule(_("Copies of a card"), _("The rulebook says {MOST_COPIES}.")),
    "deck_check": house_rule(
        _("Check the decks"),
        _("Whether a registered deck has to follow the rules."),
        strict=_("yes"),
        warn=_("only warn"),
        off=_("no"),
    ),
    "exhausted_enemies": house_rule(
        _("No enemies left"),
        _("What happens when none is left."),
        **{
            "continue": _("play goes on"),
            "draw": _("a draw"),
            "best_score": _("the best score wins"),
        },
    ),
    "heal_from_guenizah": house_rule(
        _("Heal from the guenizá"),
        _("Until the end of the round a soldier that has fallen already may be healed too; it comes back as a new card."),
    ),
    "clock_minutes": house_rule(
        _("Minutes of play"),
        _("Against the clock: the table keeps the time and says when it is up. Without a number, you keep it."),
    ),
    "clock_finish_round": house_rule(_("The clock finishes the round"), _("It is played to its end.")),
    "clock_keeps_threshold": house_rule(_("Win before the clock"), _("Reaching the emuná wins too.")),
    "custom_fixed": house_rule(_("Own level: fixed"), _("Enemies in each round.")),
    "custom_per_player": house_rule(_("Own level: for each player"), _("Enemies for each player.")),
    "custom_cap_per_player": house_rule(
        _("Own level: cap"),
        _("None enters beyond so many for each player."),
    ),
}
