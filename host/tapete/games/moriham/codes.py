"""Every refusal of MORIHAM: its code, its clause, its sentence in both languages (ledger, section 7)."""

from __future__ import annotations

from typing import Any

from tapete.core.refusals import Code, Refusal
from tapete.core.texts import Message
from tapete.games.moriham.language import _

# ---- the match, its seats, cards and house rules


class _Ended(Code, frozen=True):
    """`game_over` cites what ended the duel: life (MOR-082), deck (MOR-083) or a concession (MOR-084)."""

    def __call__(self, **params: Any) -> Refusal:
        clause = {"deck": "MOR-083", "concede": "MOR-084"}.get(params["reason"], "MOR-082")
        return Refusal(self.citing(clause), {"winner": params["result"], "reason": params["reason"]})


GAME_OVER = _Ended(
    "game_over",
    "MOR-082",
    _("The duel is over ({winner:winner}). You can undo the last action or start a new duel."),
)
UNKNOWN_SEAT = Code(
    "unknown_seat",
    "MOR-001",
    _("There is no seat {seat} in this duel, only A and B."),
)
BAD_SEATS = Code(
    "bad_seats",
    "MOR-001",
    _("MORIHAM is played one against one, in the seats A and B; named here: {seats}."),
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "MOR-R01",
    _("MORIHAM has no house rule “{key}”."),
)
BAD_OPTION = Code(
    "bad_option",
    "MOR-R01",
    _("The house rule “{key}” cannot be {value}; choose from: {allowed}."),
)
BAD_POSITION = Code(
    "bad_position",
    "MOR-R87",
    _("Play cannot go on from this position; wrong: {broken}."),
)

# ---- decks

DECK_SIZE = Code(
    "deck_size",
    "MOR-004",
    _("A deck has {due} cards; this one has {number}."),
)
TOO_MANY_COPIES = Code(
    "too_many_copies",
    "MOR-R02",
    _("There are {number} copies of {card:card}; this house rule allows {most}."),
)
ADVICE = Code(
    "advice",
    "MOR-021",
    _("The rulebook advises {advised} ({kind:advised}); here there are {number}. It is advice only, and its numbers add to 52."),
)

# ---- which step it is

NOT_STARTED = Code(
    "not_started",
    "MOR-027",
    _("The duel has not started: shuffle, draw five cards and say who goes first."),
    figures={},
)
ALREADY_STARTED = Code(
    "already_started",
    "MOR-027",
    _("The duel has started already; it is at turn {turn}."),
)
START_DICE_DUE = Code(
    "start_dice_due",
    "MOR-R21",
    _("The dice are asked for already; still to roll: {seats:seat}. You can also say who goes first without them."),
)
CHOICE_WAITS = Code(
    "choice_waits",
    "MOR-R89",
    _("First {seat:seat} has to show {n} {n:card|cards}."),
)
CHOICE_WAITS_SHOWN = CHOICE_WAITS.citing("MOR-R73")
NOT_YOUR_TURN = Code(
    "not_your_turn",
    "MOR-048",
    _("It is {active:seat}'s turn. Wait for yours."),
)
NOT_YOUR_TURN_MAGIC = Code(
    "not_your_turn",
    "MOR-051",
    _("Magic is activated in your own turn only, and it is {active:seat}'s."),
)
NOT_YOUR_TURN_POSITION = NOT_YOUR_TURN.citing("MOR-056")
TRIGGER_WAITS = Code(
    "trigger_waits",
    "MOR-R58",
    _("First {seat:seat} decides whether to use the ability of {card:card}."),
)
TRIGGER_WAITS_TRAP = TRIGGER_WAITS.citing("MOR-R38")
TRIGGER_WAITS_PHASE = TRIGGER_WAITS.citing("MOR-R82")
STACK_WAITS = Code(
    "stack_waits",
    "MOR-R40",
    _("Something waits to be resolved, and {priority:seat} may answer: only traps fit in now, or a pass."),
)
STACK_WAITS_TRIGGER = STACK_WAITS.citing("MOR-R58")
STACK_WAITS_PHASE = STACK_WAITS.citing("MOR-R82")
NOTHING_TO_PASS = Code(
    "nothing_waits",
    "MOR-R41",
    _("Nothing waits to be resolved, so there is nothing to pass on."),
    figures={},
)
NO_CARDS_ASKED = Code("nothing_waits", "MOR-R73", _("No cards are asked for now."), figures={})
NO_TRIGGER = Code("nothing_waits", "MOR-R58", _("No ability waits now."))
NOT_YOUR_PRIORITY = Code(
    "not_your_priority",
    "MOR-R41",
    _("It is for {priority:seat} to answer. Wait for that."),
)
NOT_ASKED = Code(
    "not_asked",
    "MOR-R58",
    _("This is for {seat:seat} to decide."),
)
NOT_ASKED_CARDS = Code(
    "not_asked",
    "MOR-R89",
    _("It is {seat:seat} who shows the cards."),
    figures={"seat": "asked"},
)


def _phase(clause: str, says: Message, ruling: str | None = None) -> Code:
    return Code("wrong_phase", clause, says, ruling)


_SUMMON = _("Monsters are summoned in phase 1 or phase 2; this is {phase:phase}.")
SUMMON_PHASE = _phase("MOR-038", _SUMMON, "summon_from_hand")
SPECIAL_PHASE = _phase("MOR-R14", _SUMMON, "summon_from_hand")
SET_PHASE = _phase(
    "MOR-040",
    _("Cards are set in phase 1 or phase 2; this is {phase:phase}."),
)
MAGIC_HAND_PHASE = _phase(
    "MOR-R34",
    _("Magic is activated from the hand in phase 1 or phase 2; this is {phase:phase}."),
)
MAGIC_PHASE = _phase(
    "MOR-R35",
    _("No magic is activated in {phase:phase}; wait for {allowed:phase}."),
)
ABILITY_PHASE = _phase(
    "MOR-039",
    _("No abilities are used in {phase:phase}; wait for {allowed:phase}."),
)
ABILITY_TIMING = _phase(
    "MOR-R57",
    _("That ability is used in {allowed:phase}; this is {phase:phase}."),
)
ATTACK_PHASE = _phase(
    "MOR-041",
    _("Attacks are declared in the battle phase; this is {phase:phase}."),
)
NO_WAY_BACK = _phase(
    "MOR-R68",
    _("This turn's battle is over: there is no way back from {phase:phase}."),
)

# ---- hands, zones and cards

_HAND = _("That takes {needed} {needed:card|cards} in hand, and there are {hand}.")
HAND_EMPTY = Code("hand_empty", "MOR-R07", _HAND)
HAND_EMPTY_SPECIAL = HAND_EMPTY.citing("MOR-014")
HAND_EMPTY_SET = HAND_EMPTY.citing("MOR-040")
HAND_EMPTY_MAGIC = HAND_EMPTY.citing("MOR-R34")
ZONE_FULL = Code(
    "zone_full",
    "MOR-049",
    _("The zone holds {limit} cards already: a place has to be free first."),
)
ZONE_FULL_SPECIAL = ZONE_FULL.citing("MOR-R15")
ZONE_FULL_SPELLS = ZONE_FULL.citing("MOR-050")
SLOT_TAKEN = Code(
    "slot_taken",
    "MOR-049",
    _("Slot {slot} is taken; choose another."),
)
SLOT_TAKEN_SPELLS = SLOT_TAKEN.citing("MOR-050")
SLOT_EMPTY = Code("slot_empty", "MOR-R11", _("You have no card in slot {slot}."))
SLOT_EMPTY_MAGIC = SLOT_EMPTY.citing("MOR-051")
SLOT_EMPTY_TRAP = SLOT_EMPTY.citing("MOR-053")
SLOT_EMPTY_ABILITY = SLOT_EMPTY.citing("MOR-R57")
SLOT_EMPTY_POSITION = SLOT_EMPTY.citing("MOR-056")
SLOT_EMPTY_ATTACK = SLOT_EMPTY.citing("MOR-070")
UNKNOWN_CARD = Code(
    "unknown_card",
    "MOR-R86",
    _("The catalogue has no “{card}”. Type in its printed figures as a new card, then try again."),
    figures={"card": "value"},
)
WRONG_TYPE = Code(
    "wrong_card_type",
    "MOR-007",
    _("{card:card} is a {type:type} card; this takes a {needed:type} card."),
)
WRONG_TYPE_SHOWN = WRONG_TYPE.citing("MOR-R61")

# ---- summoning

NORMAL_USED = Code(
    "normal_summon_used",
    "MOR-058",
    _("You have made {used} of {allowed} normal {allowed:summon|summons} this turn."),
    "extra_normal_summon",
)


def _tribute(problem: str, says: Message) -> Code:
    return Code(
        "bad_tribute",
        "MOR-064",
        says,
        "summon_from_hand",
        figures={"level": "level", "needed": "needed", "sum": "sum", "problem": "problem"},
        known={"problem": problem, "sum": None},
    )


TRIBUTE_SUM = _tribute(
    "sum",
    _("For level {level} the tributes must add to {needed}; they add to {sum}."),
)
TRIBUTE_LEAST = _tribute(
    "sum",
    _("For level {level} the tributes must add to {needed} or more; they add to {sum}."),
)
TRIBUTE_NOT_LOWER = _tribute(
    "not_lower",
    _("Only monsters of a level below {level} can be offered."),
)
TRIBUTE_SPARE = _tribute(
    "superfluous",
    _("Some tribute is superfluous: fewer of them reach {needed} too."),
)
TRIBUTE_TWICE = _tribute("twice", _("Each monster can be offered only once."))
NO_SPECIAL = Code(
    "no_special_summon",
    "MOR-013",
    _("{card:card} cannot be summoned specially."),
    "summon_from_hand",
)
REQUIREMENT = Code(
    "requirement_not_met",
    "MOR-013",
    _("{card:card} asks for: {kind:condition} ({n}); there are {have}."),
    "summon_from_hand",
)
COST = Code(
    "cost_not_payable",
    "MOR-013",
    _("{card:card} costs: {kind:cost} ({n}); there are {have}."),
    "summon_from_hand",
)
COST_LIFE = Code(
    "cost_not_payable",
    "MOR-R80",
    _("{card:card} costs {n} life, and you have {have}: some must be left after paying."),
    "summon_from_hand",
)
BAD_COST = Code(
    "bad_cost",
    "MOR-R81",
    _("The cost of {card:card} is {kind:cost}: {n}; given here: {given}."),
    figures={"card": "card", "kind": "kind", "n": "n", "given": "value"},
)
BAD_COST_COUNT = Code(
    BAD_COST.code, BAD_COST.clause, BAD_COST.says, figures={"card": "card", "kind": "kind", "n": "least", "given": "value"}
)
BAD_COST_COPIES = Code(BAD_COST.code, BAD_COST.clause, BAD_COST.says, figures={"card": "card", "kind": "kind", "n": "high", "given": "sum"})
BAD_COST_TWICE = Code(
    BAD_COST.code,
    BAD_COST.clause,
    _("The cost of {card:card} is {n} different monsters."),
    figures={"card": "card", "kind": "kind", "n": "n", "given": "value"},
    known={"kind": "tribute"},
)

# ---- activating

NOT_FACE_DOWN = Code(
    "not_face_down",
    "MOR-R33",
    _("The card in slot {slot} is face up already: it is not activated again."),
)
SET_THIS_TURN = Code(
    "set_this_turn",
    "MOR-R36",
    _("The trap in slot {slot} was set in this turn ({turn}); under this house rule it has to wait for the next."),
)
BAD_EFFECT = Code(
    "bad_effect",
    "MOR-018",
    _("A card has two effects and one is used: choose 1 or 2, not {effect}."),
    figures={"effect": "value"},
)
TIMING = Code(
    "timing_not_met",
    "MOR-R38",
    _("Effect {effect} is activated only {when:when}."),
)
TIMING_STACK = TIMING.citing("MOR-R39")
BAD_TARGET = Code(
    "bad_target",
    "MOR-R43",
    _("Target {index} must be {needed:target}."),
    figures={"index": "index", "needed": "needed"},
)
TARGET_COUNT = Code(
    "bad_target",
    "MOR-R43",
    _("This effect takes {needed} {needed:target|targets}; there are {index}."),
    figures={"index": "value", "needed": "least"},
)
OPS_NOT_ALLOWED = Code(
    "ops_not_allowed",
    "MOR-018",
    _("The catalogue says what this effect does: declare no operations."),
    figures={},
)
ABILITY_OPS_NOT_ALLOWED = OPS_NOT_ALLOWED.citing("MOR-016")
BAD_OPERATION = Code(
    "bad_operation",
    "MOR-R90",
    _("Operation {index} ({op:op}) will not do: {problem:problem}."),
)
BAD_RULING = BAD_OPERATION.citing("MOR-R87")
NO_ABILITY = Code(
    "no_ability",
    "MOR-016",
    _("The monster in slot {slot} has no ability to use in this way."),
)
ABILITY_USED = Code(
    "ability_used",
    "MOR-R56",
    _("The ability in slot {slot} has been used {used} of {allowed} {allowed:time|times} this turn."),
)

# ---- battle

DEFENSE_POSITION = Code(
    "defense_position",
    "MOR-R06",
    _("The monster in slot {slot} is in defense position and cannot attack."),
    "set_position",
)
ATTACKS_USED = Code(
    "attacks_used",
    "MOR-068",
    _("The monster in slot {slot} has attacked {used} of {allowed} {allowed:time|times} this turn."),
    "extra_attacks",
)
ATTACK_FORBIDDEN = Code(
    "attack_forbidden",
    "MOR-069",
    _("An effect keeps the monster in slot {slot} from attacking ({until:until})."),
)
NO_FIRST_ATTACK = Code(
    "no_first_turn_attack",
    "MOR-R19",
    _("By house rule nobody attacks in the first turn."),
)
ATTACK_TARGET = Code(
    "bad_target",
    "MOR-072",
    _("No monster of the rival is there: the target must be {needed:target}."),
)
DEFENDER_FIRST = Code(
    "defender_first",
    "MOR-071",
    _("A monster in defense position comes first; they stand in: {defenders}."),
    "allow_direct_attack",
)
ALREADY_CHANGED = Code(
    "already_changed",
    "MOR-056",
    _("The monster in slot {slot} has changed position this turn."),
    "set_position",
)
ALREADY_ATTACKED = Code(
    "already_attacked",
    "MOR-057",
    _("The monster in slot {slot} has declared an attack this turn: it keeps its position."),
    "set_position",
)

# ---- cards that are shown, typed in or ruled about

WRONG_COUNT = Code(
    "wrong_count",
    "MOR-R65",
    _("{needed} {needed:card has|cards have} to be shown; there are {given}."),
    figures={"needed": "least", "given": "value"},
)
CARD_KNOWN = Code(
    "card_known",
    "MOR-R86",
    _("“{card}” is a card of this match already; use that one or choose another name."),
)
TOO_MANY_TYPED = Code(
    "too_many_typed",
    "MOR-R86",
    _("There are {number} typed-in cards already; put them into a catalogue."),
)
NO_FIGURE = Code(
    "no_figure",
    "MOR-R86",
    _("Level, attack and defense belong to monsters, and only to them."),
    figures={},
)
REASON_MISSING = Code("reason_missing", "MOR-R87", _("Say why it is decided so."), figures={})

# ---- invariants of a position (ledger, section 8)

INV_COUNTS = Code(
    "inv_cards",
    "MOR-004",
    _("{seat:seat}'s cards add to {sum} and must be {due}: look at hand, deck, field, graveyard and removed cards."),
)
INV_LIFE = Code(
    "inv_life",
    "MOR-082",
    _("{seat:seat} cannot go on with {life} life."),
)
INV_SUMMONS = Code(
    "inv_summons",
    "MOR-058",
    _("{seat:seat} has summoned more often than allowed."),
)
INV_ATTACKS = Code(
    "inv_attacks",
    "MOR-068",
    _("The monster in {seat:seat}'s slot {slot} has attacked more often than allowed."),
)
INV_CARD = Code(
    "inv_card",
    "MOR-R86",
    _("“{card}” is no such card of the catalogue, nor typed in."),
)
INV_STACK = Code("inv_stack", "MOR-R40", _("What waits to be resolved does not fit together."))
INV_AGENDA = Code("inv_agenda", "MOR-047", _("A duel cannot be at this point."))
INV_QUESTION = Code(
    "inv_question",
    "MOR-R89",
    _("Cards are asked for that no effect asks for now."),
)
INV_INSTANCES = Code(
    "inv_instances",
    "MOR-R55",
    _("Two cards on the field bear the same number, or one that is too high."),
)
INV_CONTROL = Code(
    "inv_control",
    "MOR-R88",
    _("The monster in {seat:seat}'s slot {slot} is not on loan."),
)
INV_TYPED = Code(
    "inv_typed",
    "MOR-R86",
    _("The typed-in figures of “{card}” do not fit together."),
)
