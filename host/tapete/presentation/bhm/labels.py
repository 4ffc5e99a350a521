"""What BHM's actions, their arguments and its house rules are called on a page."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Text
from tapete.games.bhm.language import _
from tapete.games.bhm.values import VALUES
from tapete.presentation.base import HouseRule, Naming


def _named(title: Text, button: Text | None = None, hint: Text | None = None) -> Naming:
    return Naming(title=title, button=button or title, hint=hint)


ACTIONS: Mapping[str, Naming] = {
    "setup_player": _named(_("Your deck"), _("Ready")),
    "exchange": _named(
        _("Exchange cards of your hand"),
        _("Exchange"),
        _("Once only; with 0 you keep the hand."),
    ),
    "enter_roll": _named(_("Enter a roll"), _("This is it")),
    "draw_mandatory": _named(_("Draw the card of the turn")),
    "draw_optional": _named(_("Draw one more card?"), _("Decided")),
    "return_deserter": _named(_("Place a deserter"), _("It returns here")),
    "end_phase": _named(_("End the phase")),
    "discard": _named(_("Discard", "heading"), _("Discard")),
    "call_being": _named(
        _("Call a being"),
        _("Call"),
        _("Its rank fits your counter and what is left to call."),
    ),
    "instant_call": _named(_("Instant call"), _("Call")),
    "choose_terror": _named(_("Whom does TERROR strike?"), _("Choose")),
    "assign_summon_points": _named(_("Give summon points"), _("Give them")),
    "summon": _named(_("Summon", "heading"), _("Summon")),
    "play_strategy": _named(_("Play a strategy"), _("Play")),
    "play_power": _named(_("Execute a power"), _("Execute")),
    "play_reaction": _named(_("React", "heading"), _("React")),
    "equip_object": _named(_("Equip an object"), _("Equip")),
    "reattach_object": _named(_("Pick up an object"), _("Equip")),
    "play_territory": _named(_("Play a territory"), _("Play")),
    "declare_physical": _named(_("Physical attack"), _("Attack")),
    "declare_power": _named(_("Power attack"), _("Attack with POD")),
    "resolve_combat": _named(_("Nobody else attacks: resolve")),
    "resolve_next_attack": _named(_("Resolve the next attack")),
    "no_reaction": _named(_("I do not react")),
    "pass_all": _named(_("Nobody reacts")),
    "use_effect": _named(_("Use a being's effect"), _("Use it")),
    "declare_effect": _named(
        _("Declare the effect of a card"),
        _("Apply"),
        _("What its text says, step by step."),
    ),
    "judge_conflict": _named(
        _("Two cards contradict each other"),
        _("Which prevails?"),
        _("The higher rank; between equals the later one."),
    ),
    "ruling": _named(_("Table ruling"), _("Make the correction")),
    "add_card": _named(
        _("A card that the catalogue lacks"),
        _("Add the card"),
        _("Copy the printed figures; leave blank what the card lacks. Its id: lower-case letters, digits, underscores."),
    ),
    "concede": _named(_("Concede"), _("I concede")),
}

ARGUMENTS: Mapping[str, Text] = {
    "deck_size": _("Cards in the deck"),
    "summons": _("Summons"),
    "exchange.n": _("How many you exchange"),
    "roll": _("Die"),
    "enter_roll.value": _("It shows"),
    "take": _("Draw", "operation"),
    "iid": _("Being"),
    "slot": _("Space"),
    "card": _("Card"),
    "cards": _("Cards"),
    "grant": _("What allows it"),
    "source": _("Whose"),
    "choose_terror.source": _("Who terrifies"),
    "target": _("Target"),
    "targets": _("Targets"),
    "summoner": _("Summoner"),
    "power": _("Power played"),
    "sources": _("Summoners who pay, in order"),
    "executor": _("Who executes it"),
    "being": _("Who carries it"),
    "index": _("Object"),
    "destroy": _("Enemy territory that is destroyed"),
    "replace": _("Territory of yours that goes"),
    "attacker": _("Attacker"),
    "declare_power.pod": _("POD that you put in"),
    "effect_index": _("Effect"),
    "first": _("One card"),
    "second": _("The other"),
    "activates": _("It is an ability being activated"),
    "targeted": _("The text chooses whom"),
    "ops": _("What the text does"),
    "ruling.ops": _("What is put right"),
    "reason": _("Why"),
    "agreed": _("Agreed"),
    "seat": _("Player"),
    "delta": _("Change"),
    "attr": _("Attribute"),
    "until": _("Until when"),
    "value": _("Value"),
    "amount": _("How much"),
    "keyword": _("Keyword"),
    "figure": _("Figure"),
    "origin": _("From where"),
    "what": _("What"),
    "to": _("Where to"),
    "n": _("How many"),
    "mandatory": _("Mandatory"),
    "rank_max": _("Rank at most"),
    "elements": _("Elements"),
    "types": _("Types"),
    "text": _("Note"),
    "id": _("Id"),
    "kind": _("Kind"),
    "rank": _("Rank"),
    "pod": _("POD"),
    "fue": _("FUE"),
    "res": _("RES"),
    "val": _("VAL"),
    "salud": _("Salud"),
    "traits": _("What else it says"),
    "keywords": _("Keywords"),
    "terror": _("TERROR"),
    "inmune": _("INMUNE"),
    "pod_cost": _("POD that it costs"),
    **{f"@{name}": text for name, text in VALUES["op"].items()},
}

TRAITS: Mapping[str, Text] = {
    "summoner": _("is an INVOCADOR (summoner)"),
    "god": _("is a god"),
    "demigod": _("is a demigod"),
    "instant": _("may be called instantly"),
    "survives_pod": _("survives without POD"),
    "survives_salud": _("survives without Salud"),
    "can_attack": _("can attack"),
    "reaction": _("is a reaction"),
    "stays": _("stays in play"),
    "equips": _("stays equipped"),
    "later": _("its POD is paid later"),
    "indestructible": _("INDESTRUCTIBLE"),
}

ELEMENTS: Mapping[str, Text] = {
    "rayo": _("lightning"),
    "fuego": _("fire"),
    "tierra": _("earth"),
    "agua": _("water"),
    "aire": _("air"),
}


def _rule(label: Text, says: Text, **values: Text) -> HouseRule:
    return HouseRule(label, says, values)


HOUSE_RULES: Mapping[str, HouseRule] = {
    "starting_counter": _rule(_("Counter at the start"), _("The rulebook does not say.")),
    "armagedon": _rule(
        _("ARMAGEDON threshold"),
        _("Up to this counter you add 1 as your turn ends."),
        off=_("no ARMAGEDON"),
    ),
    "deckout": _rule(
        _("Running out of cards"),
        _("When somebody without cards loses."),
        on_mandatory_draw=_("when a draw is due"),
        on_empty=_("as soon as it is empty"),
    ),
    "first_turn_draw": _rule(_("Draw of the first turn"), _("The first player draws too.")),
    "deserters_return": _rule(
        _("Return of deserters"),
        _("In whose initial phase they return."),
        next_turn=_("in the next one"),
        controllers_turn=_("in their player's"),
    ),
    "terror_on_return": _rule(_("TERROR on return"), _("Returning counts as coming into play.")),
    "flee_attachments": _rule(
        _("What a fleeing being carries"),
        _("Where its cards go."),
        discard=_("to the dead zone"),
        travel=_("along with it"),
    ),
    "second_flight_deck": _rule(
        _("Second flight"),
        _("How the card goes into the deck."),
        shuffle=_("shuffled"),
        top=_("on top"),
        bottom=_("at the bottom"),
    ),
    "call_budget": _rule(
        _("Call points"),
        _("Which counter they follow."),
        live=_("that of the moment"),
        snapshot=_("that of the turn's start"),
    ),
    "second_strategy": _rule(
        _("Second strategy phase"),
        _("What is allowed in it."),
        full=_("everything"),
        calls_and_strategies=_("calls and strategies"),
    ),
    "strategy_pool": _rule(
        _("Rank of strategies"),
        _("What is compared with the counter."),
        per_card=_("each card"),
        per_turn_sum=_("the turn's sum"),
    ),
    "instant_call_rank_limit": _rule(_("Rank of instant calls"), _("It looks at the counter too.")),
    "attacks_per_being": _rule(
        _("Attacks of a being"),
        _("How many a turn."),
        one=_("one"),
        one_of_each=_("one physical and one of power"),
    ),
    "attack_scope": _rule(
        _("Who is attacked"),
        _("With three or four players."),
        any=_("anybody"),
        direct=_("the direct adversary"),
    ),
    "combat_mode": _rule(
        _("Resolving attacks"),
        _("When they take effect."),
        batch=_("all at the end"),
        immediate=_("at once"),
    ),
    "restore_scope": _rule(
        _("POD and RES are restored"),
        _("Whose, as each turn ends."),
        all=_("everybody's"),
        active=_("the active player's"),
    ),
    "petrified_counts": _rule(_("Petrified beings count"), _("When fields are compared.")),
    "invisible_in_superiority": _rule(_("INVISIBLE in superiority"), _("It counts for it.")),
    "direct_adversary": _rule(
        _("Direct adversary"),
        _("With three or four players."),
        next=_("the next one"),
        previous=_("the one before"),
    ),
    "territory_destroys": _rule(
        _("Destroying with a territory"),
        _("Where an enemy one can be destroyed."),
        mandatory=_("mandatory"),
        optional=_("if you wish"),
    ),
    "third_territory": _rule(
        _("Third territory"),
        _("With two in play."),
        reject=_("is not played"),
        replace=_("replaces one"),
    ),
    "entity_death_points": _rule(_("Points for a fallen entity"), _("Its player adds them.")),
    "reaction_windows": _rule(
        _("Reactions"),
        _("Whether each action asks for them."),
        ask=_("ask"),
        off=_("do not ask"),
    ),
    "reaction_uses_slot": _rule(
        _("Reactions and the phase's strategy"),
        _("One's own reaction uses up the strategy."),
    ),
}
