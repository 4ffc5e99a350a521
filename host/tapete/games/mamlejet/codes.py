"""Every refusal of Mamlejet Kohanim: its code, its clause, its sentence in both languages (ledger, section 7)."""

from __future__ import annotations

from typing import Any

from tapete.core.refusals import Code, Refusal
from tapete.games.mamlejet.language import _

# ---- the match, its seats, cards and house rules

GAME_OVER = Code(
    "game_over",
    "MMK-R38",
    _("The match is over: {result:outcome}. You can undo the last action or start another."),
    figures={"result": "result"},
)
UNKNOWN_SEAT = Code("unknown_seat", "MMK-155", _("There is no seat {seat} in this match."))
BAD_SEATS = Code(
    "bad_seats",
    "MMK-155",
    _("Mamlejet Kohanim is for 1 to 4, and the seats are filled in order from A; named here: {seats}."),
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "MMK-157",
    _("Mamlejet Kohanim has no house rule “{key}”."),
)
BAD_CONFIG = Code(
    "bad_config",
    "MMK-157",
    _("The house rule “{key}” cannot be {value}; choose from: {allowed}."),
)
BAD_TOGETHER = Code(
    "bad_config",
    "MMK-157",
    _("The house rule “{key}” ({value}) does not go with “{other}” ({beside}). Change one of the two."),
)
BAD_POSITION = Code(
    "bad_position",
    "MMK-R103",
    _("Play cannot go on from this position; wrong: {broken}."),
)

# ---- decks

DECK_SIZE = Code(
    "deck_size",
    "MMK-148",
    _("The {deck:family} deck must have {expected} {expected:card|cards} and has {given}."),
)
TOO_MANY_COPIES = Code(
    "too_many_copies",
    "MMK-149",
    _("There are {copies} copies of {card:card}; {limit} fit."),
    figures={"card": "card", "copies": "value", "limit": "high"},
)
NOTHING_LISTED = Code(
    "nothing_listed",
    "MMK-156",
    _("You have registered no card yet. Scan those of your deck, or choose a deck of the catalogue."),
    figures={},
)
UNKNOWN_DECK = Code(
    "unknown_deck",
    "MMK-156",
    _("This catalogue has no deck “{deck}”."),
    figures={"deck": "value"},
)
ADVICE = Code(
    "advice",
    "MMK-150",
    _("Of {given} tactic cards {resources} are resources; two in five ({advised}) are advised. It is advice only."),
)

# ---- which step it is

NO_WINDOW = Code(
    "no_window",
    "MMK-R66",
    _("Nothing is played now. Due first: {expect:expected}."),
)
NO_WINDOW_CLEANUP = NO_WINDOW.citing("MMK-221")
WRONG_STEP = Code(
    "wrong_step",
    "MMK-174",
    _("That is not due now; the round is at: {step:step}."),
)
WRONG_STEP_HISHTADLUT = Code(
    "wrong_step",
    "MMK-016",
    _("A hishtadlut is played in your enlistment (2b) or at the start of combat (3a); the round is at: {step:step}."),
    ruling="move_card",
)
WRONG_STEP_MAIN = Code(
    "wrong_step",
    "MMK-077",
    _("Soldiers, objects, strategies and resources go in your enlistment (2b); the round is at: {step:step}."),
    ruling="move_card",
)
WRONG_STEP_EQUIP = Code(
    "wrong_step",
    "MMK-242",
    _("A weapon is equipped in your enlistment (2b); the round is at: {step:step}."),
    ruling="attach",
)
WRONG_STEP_PLAN = WRONG_STEP.citing("MMK-197")
WRONG_STEP_DEFENCE = WRONG_STEP.citing("MMK-203")
WRONG_STEP_FRENZY = WRONG_STEP.citing("MMK-143")
NOT_PENDING = Code(
    "not_pending",
    "MMK-082",
    _("Nobody has asked for that. Due now: {expect:expected}."),
)
OTHER_ATTACKER = Code(
    "not_pending",
    "MMK-082",
    _("Now it is decided who stops {enemy:card}; the other attacks come later."),
)
OTHER_OWNER = Code(
    "not_pending",
    "MMK-082",
    _("Now an enemy of {due:seat}'s deck enters."),
)
NOT_ACTIVE = Code(
    "not_active_player",
    "MMK-196",
    _("It is {expected:seat}'s turn to do that."),
)
NOT_ACTIVE_PLAY = NOT_ACTIVE.ruled_by("move_card")
NOT_ACTIVE_DEFENCE = NOT_ACTIVE.citing("MMK-R23")
NOT_ACTIVE_FRENZY = NOT_ACTIVE.citing("MMK-R48")
NOT_ACTIVE_DISCARD = NOT_ACTIVE.citing("MMK-218")
NOT_ACTIVE_SHOWN = NOT_ACTIVE.citing("MMK-R73")
NOT_ACTIVE_ORDER = NOT_ACTIVE.citing("MMK-R64")
ALREADY_PASSED = Code(
    "already_passed",
    "MMK-R63",
    _("You have passed; you decide again when somebody plays something."),
    figures={},
)
ROUND_PASSED = Code(
    "already_passed",
    "MMK-R84",
    _("The table has passed for the rest of the round already."),
    figures={},
)
ROUND_OPEN = Code(
    "not_passed",
    "MMK-R84",
    _("The table has not passed for the rest of the round: every window is asked already."),
    figures={},
)
ALREADY_KEPT = Code(
    "already_kept",
    "MMK-171",
    _("{seat:seat} has kept a hand already."),
    ruling="adjust_count",
)
NOT_CONTROLLER = Code(
    "not_controller",
    "MMK-125",
    _("You do not command that card."),
    ruling="change_controller",
)
NOT_CONTROLLER_WEAPON = NOT_CONTROLLER.citing("MMK-026")
STACK_NOT_EMPTY = Code(
    "stack_not_empty",
    "MMK-077",
    _("That is played while nothing waits on the stack, and something does."),
    ruling="move_card",
)
STACK_NOT_EMPTY_HISHTADLUT = STACK_NOT_EMPTY.citing("MMK-017")
STACK_NOT_EMPTY_EQUIP = STACK_NOT_EMPTY.citing("MMK-242")
STACK_NOT_EMPTY_RESOURCE = STACK_NOT_EMPTY.citing("MMK-R58")
HAND_EMPTY = Code(
    "hand_empty",
    "MMK-079",
    _("{seat:seat} has no cards in hand."),
    ruling="adjust_count",
)
UNKNOWN_CARD = Code(
    "unknown_card",
    "MMK-R73",
    _("The card “{card}” is not in the catalogue. Type it in from its print."),
    figures={"card": "value"},
)
WRONG_TYPE = Code(
    "wrong_card_type",
    "MMK-076",
    _("{card:card} is of the type {type:type} and is not played that way."),
)
WRONG_TYPE_RESOURCE = WRONG_TYPE.citing("MMK-032")
WRONG_TYPE_ENEMY = WRONG_TYPE.citing("MMK-062")
WRONG_BACK = Code(
    "wrong_card_type",
    "MMK-014",
    _("{card:card} is an enemy card; a tactic card is named here."),
)
NOT_SOLDIER = Code(
    "wrong_card_type",
    "MMK-029",
    _("{card:card} is of the type {type:type}; a soldier is chosen here."),
)
NO_SUCH_PERMANENT = Code(
    "no_such_permanent", "MMK-251", _("No card in play has the number {id}."),
    figures={"id": "value"},
)  # fmt: skip
NO_SUCH_ABILITY = Code(
    "no_such_ability", "MMK-104", _("That card has no ability {ability:ability}."),
    figures={"ability": "value"},
)  # fmt: skip
NOT_WEAPON = Code("not_weapon", "MMK-026", _("{card:card} is not a weapon."), ruling="attach")
COPIES_EXCEEDED = Code(
    "copies_exceeded",
    "MMK-R70",
    _("The registered deck has {listed} of {card:card}, and {visible} {visible:has|have} been seen."),
)
NOT_LISTED = Code("copies_exceeded", "MMK-R70", _("{card:card} is not in the registered deck."))

# ---- the source

RESOURCE_PLAYED = Code(
    "resource_already_played",
    "MMK-034",
    _("{seat:seat} has played this round's resource already."),
    ruling="move_card",
)
ALREADY_DEDICATED = Code(
    "already_dedicated",
    "MMK-072",
    _("{card:card} is dedicated already ({reason:reason})."),
    ruling="liberate",
)
PAID_TWICE = Code(
    "already_dedicated",
    "MMK-072",
    _("The same resource does not pay twice."),
    figures={},
    ruling="liberate",
)
ALREADY_DEDICATED_ABILITY = ALREADY_DEDICATED.citing("MMK-118")
ALREADY_DEDICATED_ENEMY = ALREADY_DEDICATED.citing("MMK-R88")
ENTERED = Code(
    "entered_this_round",
    "MMK-199",
    _("{card:card} entered in this round and does not act yet."),
    ruling="ready",
)
NO_FRENZY = Code(
    "no_frenzy_success",
    "MMK-143",
    _("{card:card} has no frenzy roll to make."),
)
FRENZY_USED = Code(
    "frenzy_used",
    "MMK-145",
    _("{card:card} has used its frenzy of this round."),
)
ALREADY_ATTACHED = Code("already_attached", "MMK-R61", _("{weapon:card} is with {soldier:card} already."))
NO_OPPONENT = Code("no_opponent_to_remove", "MMK-125", _("{card:card} is not in your plan."))
MULLIGAN_FLOOR = Code(
    "mulligan_floor",
    "MMK-R69",
    _("That makes {mulligans} {mulligans:mulligan|mulligans}, and no hand goes below {floor} {floor:card|cards}. Keep it."),
    ruling="adjust_count",
)

# ---- targets

NO_LEGAL_TARGET = Code("no_legal_target", "MMK-086", _("There is nothing to aim at."), figures={})
ILLEGAL_TARGET = Code("illegal_target", "MMK-084", _("That target will not do; asked for: {needed:target}."))
ILLEGAL_TARGET_SHOT = ILLEGAL_TARGET.citing("MMK-R54")
ILLEGAL_TARGET_ROBUST = Code(
    "illegal_target",
    "MMK-R54",
    _("The shot of {soldier:card} cannot damage {enemy:card}: it lacks {lacks:keyword}."),
    ruling="grant_keyword",
)
NO_FIGHTER = Code(
    "illegal_target",
    "MMK-R77",
    _("{enemy:card} has no difficulty: it does not fight, and leaves by effects only."),
)
ILLEGAL_TARGET_EQUIP = ILLEGAL_TARGET.citing("MMK-026")
TARGET_TWICE = Code("illegal_target", "MMK-R90", _("The same target cannot be there twice."), figures={})
TARGET_COUNT = Code(
    "illegal_target",
    "MMK-080",
    _("{least} {least:target is|targets are} asked for; given: {value}."),
)
HAS_OPPONENT = Code(
    "already_has_opponent",
    "MMK-126",
    _("{card:card} has an opponent already: all combat is one against one."),
    ruling="liberate",
)
INVALID_ROBUST = Code(
    "invalid_opponent",
    "MMK-249",
    _("{soldier:card} cannot damage {enemy:card}: it lacks {lacks:keyword}."),
    ruling="grant_keyword",
)
INVALID_FEAR = INVALID_ROBUST.citing("MMK-244")
CANNOT_DEFEND = Code(
    "cannot_defend",
    "MMK-R23",
    _("Under this house rule only its owner ({city:seat}) defends a city."),
)

# ---- paying, values


class _Short(Code, frozen=True):
    """`cost_not_met` says how much is missing of the part that is short, and of which colour where it is one."""

    def __call__(self, **params: Any) -> Refusal:
        missing = (params["low"] or 0) - params["sum"]
        figures = {"cost": params["cost"], "available": params["sum"], "missing": missing}
        return Refusal(self, {**(self.known or {}), **figures})


COST_NOT_MET = _Short(
    "cost_not_met",
    "MMK-225",
    _("{missing} {missing:point is|points are} missing: {available} {available:is|are} paid. Dedicate more resources."),
    ruling="wealth",
)
COST_COLOUR = _Short(
    "cost_not_met",
    "MMK-065",
    _("{missing} {missing:point|points} of {colour:colour} {missing:is|are} missing: {available} {available:is|are} paid."),
    ruling="wealth",
)


class _Split(Code, frozen=True):
    """`cost_not_met` of a split that does not add up, or the colour that one which adds up is short of."""

    def __call__(self, **params: Any) -> Refusal:
        short: Refusal | None = params["short"]
        return Refusal(self, {"due": params["due"]}) if short is None else short


SPEND = _Split(
    "cost_not_met",
    "MMK-R56",
    _("Exactly {due} of any colour are to be paid; share them out by colour, or leave that to the referee."),
)
CANNOT_PRODUCE = Code("cannot_produce", "MMK-066", _("{card:card} makes no wealth."), ruling="wealth")
BAD_CHOICE = Code("bad_choice", "MMK-082", _("Order exactly the abilities that wait."), figures={})
WRONG_DISCARD = Code(
    "wrong_discard_count", "MMK-218", _("{owed} must be discarded; given: {given}."),
    figures={"owed": "least", "given": "value"},
)  # fmt: skip
WRONG_SHOWN = Code(
    "wrong_discard_count", "MMK-188", _("{owed} {owed:card is|cards are} asked for; given: {given}."),
    figures={"owed": "least", "given": "value"},
)  # fmt: skip
BAD_RULING = Code(
    "bad_ruling",
    "MMK-R75",
    _("Point {place} of the ruling cannot be done like that."),
)
REASON_MISSING = Code("bad_ruling", "MMK-R103", _("Say why it is decided so."), figures={})
NO_WEALTH = Code(
    "bad_card",
    "MMK-036",
    _("A resource gives 1 to 5 points; say how many {card} gives."),
)
TOO_MANY_TYPED = Code(
    "too_many_typed",
    "MMK-R73",
    _("There are {number} typed-in cards already; there is no room for more."),
)
CARD_KNOWN = Code("card_known", "MMK-005", _("There is a card “{card}” already."))
NOT_CLOCK = Code(
    "wrong_step", "MMK-R40", _("This match is not against the clock, or time is up already."),
    figures={},
)  # fmt: skip

# ---- dice

UNEXPECTED_ROLL = Code(
    "unexpected_roll",
    "MMK-122",
    _("The die “{roll_id:die}” is not asked for now; asked for: {asked:die}."),
    figures={"roll_id": "value", "asked": "asked"},
)
BAD_ROLL = Code(
    "bad_roll_value",
    "MMK-010",
    _("“{roll_id:die}”: a D10 shows 1 to 10 (a 0 counts 10); {value} cannot be."),
    figures={"roll_id": "roll", "value": "value"},
)

# ---- broken invariants (section 8)

INV_AGENDA = Code("inv_agenda", "MMK-172", _("The steps that are due do not fit together."))
INV_TACTICS = Code("inv_tactics", "MMK-148", _("{seat:seat}'s tactics add to {sum} and are {due}."))
INV_ENEMIES = Code("inv_enemies", "MMK-148", _("{seat:seat}'s enemies add to {sum} and are {due}."))
INV_PAIRS = Code("inv_pairs", "MMK-126", _("Combat pairs are not one against one."))
INV_IDS = Code("inv_ids", "MMK-251", _("Numbers of cards are there twice or too high."))
INV_CARD = Code("inv_card", "MMK-005", _("There is no such card, or it cannot lie there: {card}."))
INV_ATTACHED = Code("inv_attached", "MMK-027", _("Something is attached to a card that is not there."))
INV_LEGENDARY = Code("inv_legendary", "MMK-246", _("Two copies of {card:card} are in play."))
INV_ENDED = Code("inv_ended", "MMK-R38", _("The match should have ended."))
INV_SEATS = Code("inv_seats", "MMK-155", _("The seats or their order are not right."))
