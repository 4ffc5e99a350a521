"""Every refusal of BHM: its code, its clause, its sentence in both languages (ledger, section 6)."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.games.bhm import broken
from tapete.games.bhm.language import _

# ---- the match, its seats, cards and house rules

GAME_OVER = Code(
    "game_over",
    "BHM-029",
    _("The match is over. You can undo the last action or start another."),
    figures={"result": "result"},
)
SEAT_OUT = Code(
    "seat_out",
    "BHM-R110",
    _("{seat:seat} is out of this match."),
)
UNKNOWN_SEAT = Code(
    "unknown_seat",
    "BHM-R01",
    _("There is no seat {seat} in this match."),
)
BAD_SEATS = Code(
    "bad_seats",
    "BHM-R01",
    _("BHM is for two, three or four, and the seats are filled in order from A; named here: {seats}."),
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "BHM-R01",
    _("BHM has no house rule “{key}”."),
)
BAD_OPTION = Code(
    "bad_option",
    "BHM-R01",
    _("The house rule “{key}” cannot be {value}; choose from: {allowed}."),
)
BAD_POSITION = Code(
    "bad_position",
    "BHM-R107",
    _("Play cannot go on from this position; wrong: {broken}."),
)
REASON_MISSING = Code("reason_missing", "BHM-R105", _("Say why it is decided so."), figures={})
BAD_OPERATION = Code(
    "bad_operation",
    "BHM-R105",
    _("Operation {index}, “{op:op}”, cannot be: {problem:problem}."),
)
TOO_MANY_TYPED = Code(
    "too_many_typed",
    "BHM-R106",
    _("There are {number} typed-in cards already; there is no room for more."),
)
CARD_KNOWN = Code(
    "card_known",
    "BHM-R106",
    _("There is a card called “{card}” already."),
)
NO_FIGURE = Code(
    "no_figure",
    "BHM-080",
    _("A card of this kind cannot have {value} here."),
    figures={"value": "value"},
)

# ---- which step it is

WRONG_PHASE = Code(
    "wrong_phase",
    "BHM-010",
    _("That belongs to {allowed:moment}; now it is the {phase:phase}."),
)
SECOND_STRATEGY = Code(
    "wrong_phase",
    "BHM-013",
    _("By house rule the second strategy phase is for calls and strategy cards only."),
)
DRAWN_ALREADY = Code(
    "wrong_phase",
    "BHM-011",
    _("This turn's mandatory draw has been made."),
)
DRAW_FIRST = Code(
    "wrong_phase",
    "BHM-012",
    _("The draw comes first; deserters return after it."),
)
DISCARD_LATER = Code(
    "wrong_phase",
    "BHM-123",
    _("Not yet: the optional draw and the comparison of the fields come first."),
)
NOT_ACTIVE = Code("not_active", "BHM-010", _("It is {active:seat}'s turn."))
STACK_NOT_EMPTY = Code(
    "stack_not_empty",
    "BHM-157",
    _("What was announced must be resolved first ({top:what})."),
)
NO_WINDOW = Code(
    "no_window",
    "BHM-156",
    _("Nothing has been announced to react to."),
    figures={},
)
WINDOWS_OFF = Code(
    "no_window",
    "BHM-R113",
    _("This table opens no reaction windows; enter the effect as a table ruling."),
    figures={},
)
NOT_YOUR_ANSWER = Code(
    "not_your_answer",
    "BHM-R111",
    _("It is {first:seat}'s turn to answer."),
)
CHOICE_OWED = Code(
    "choice_owed",
    "BHM-R112",
    _("First {seat:seat} has to choose whom TERROR strikes."),
)

# ---- cards, beings, spaces

NO_SUCH_CARD = Code(
    "no_such_card",
    "BHM-R107",
    _("That is not there: {ref:ref}."),
    figures={"ref": "value"},
)
WRONG_KIND = Code(
    "wrong_kind",
    "BHM-080",
    _("{card:card} is not of that kind: it is a {kind:card_kind}."),
)
ENTITY_WONT_ATTACK = Code(
    "wrong_kind",
    "BHM-R54",
    _("{card:card} is a celestial entity that does not attack."),
)
NOT_A_BEING = Code(
    "not_a_being",
    "BHM-018",
    _("{card:card} is no being that can be called."),
)
NOT_CONTROLLER = Code(
    "not_controller",
    "BHM-R74",
    _("That being is controlled by {controller:seat}."),
)
HAND_EMPTY = Code(
    "hand_empty",
    "BHM-018",
    _("{seat:seat} has no cards in hand."),
)
SLOT_TAKEN = Code(
    "slot_taken",
    "BHM-119",
    _("Space {slot} is taken; choose another."),
    figures={"slot": "slot"},
)
FIELD_FULL = Code(
    "field_full",
    "BHM-119",
    _("{seat:seat} has no free space."),
)
INVISIBLE = Code(
    "invisible",
    "BHM-142",
    _("It is INVISIBLE: an adversary cannot choose it."),
)
BAD_TARGET = Code(
    "bad_target",
    "BHM-R33",
    _("That cannot be the target: {target}."),
    figures={"target": "value"},
)
BAD_VICTIM = Code(
    "bad_target",
    "BHM-R67",
    _("TERROR strikes an enemy being on the field; {target} is none."),
    figures={"target": "value"},
)
TARGET_COUNT = Code(
    "bad_target",
    "BHM-R108",
    _("The text asks for {most} {most:target|targets}; there are {value}."),
    figures={"value": "value", "most": "most"},
)

# ---- setup

BAD_DECK_SIZE = Code(
    "bad_deck_size",
    "BHM-149",
    _("A deck has {min} to {max} cards; {size} cannot be."),
    figures={"size": "value", "min": "low", "max": "high"},
)
TOO_MANY_SUMMONS = Code(
    "too_many_summons",
    "BHM-110",
    _("There may be 0 to {max} summons; {n} cannot be."),
    figures={"n": "value", "max": "high"},
)
ALREADY_SET_UP = Code(
    "already_set_up",
    "BHM-001",
    _("{seat:seat} is set up already."),
)
BAD_EXCHANGE = Code(
    "bad_exchange",
    "BHM-007",
    _("0 to {max} cards may be exchanged; {n} cannot be."),
    figures={"n": "value", "max": "high"},
)
EXCHANGE_USED = Code(
    "exchange_used",
    "BHM-007",
    _("{seat:seat} has made the exchange already."),
)
NOT_SETUP = Code(
    "not_setup",
    "BHM-007",
    _("The opening cards are exchanged at the start only, once all have their hands and before the die."),
)

# ---- the turn

HAND_FULL = Code(
    "hand_full",
    "BHM-122",
    _("With {hand} cards in hand there is no optional draw."),
)
DECK_EMPTY = Code(
    "deck_empty",
    "BHM-R30",
    _("{seat:seat}'s deck is empty."),
)
WRONG_NUMBER = Code(
    "wrong_number",
    "BHM-123",
    _("{due} must be discarded; there are {given}."),
    figures={"due": "least", "given": "value"},
)
NOT_RETURNING = Code(
    "not_returning",
    "BHM-012",
    _("That being does not return yet: it will in an initial phase after the turn in which it fled."),
)
RETURNS_LATER = Code(
    "not_your_answer",
    "BHM-012",
    _("They return in turn order: first {first:seat}'s deserters have to come back."),
)
NO_SPACE = Code(
    "no_space",
    "BHM-R12",
    _("There is no free space: it waits among the deserters."),
)

# ---- calls and summons

RANK_OVER_COUNTER = Code(
    "rank_over_counter",
    "BHM-036",
    _("Its rank is {rank} and the counter shows {counter}."),
)
BUDGET_EXCEEDED = Code(
    "budget_exceeded",
    "BHM-038",
    _("{left} call points are left this turn ({spent} used of {counter}); its rank is {rank}."),
)
ENTERED_EARLIER = Code(
    "entered_earlier",
    "BHM-R105",
    _("That effect belongs to {card:card} coming into play: it is applied in that turn, once."),
)
NO_GRANT = Code(
    "no_grant",
    "BHM-R27",
    _("No card allows that instant call now."),
    figures={"card": "card"},
)
NO_SUCH_GRANT = Code(
    "no_grant",
    "BHM-R27",
    _("You hold no leave for an instant call of that number."),
    figures={"grant": "value"},
)
NOT_A_SUMMONER = Code("not_a_summoner", "BHM-113", _("That being is no INVOCADOR."))
ALREADY_FED = Code(
    "already_fed",
    "BHM-115",
    _("That summoner has accumulated points this turn already."),
)
POWER_ALREADY_ASSIGNED = Code(
    "power_already_assigned",
    "BHM-R80",
    _("That power has fed a summoner already."),
)
POWER_NOT_THIS_TURN = Code(
    "power_not_this_turn",
    "BHM-R80",
    _("That power was not played this turn."),
    figures={"power": "value"},
)
POWER_CANCELLED = Code("power_cancelled", "BHM-R80", _("That power was cancelled."))
SUMMONER_CAME_LATER = Code(
    "summoner_came_later",
    "BHM-R80",
    _("That summoner came after the power was played."),
)
POINTS_SHORT = Code(
    "points_short",
    "BHM-114",
    _("{needed} summon points are needed; there are {points}."),
    figures={"needed": "low", "points": "sum"},
)
NOT_FED = Code(
    "points_short",
    "BHM-113",
    _("That summoner has accumulated no points this turn: a power has to be played and assigned to it first."),
    figures={"iid": "iid"},
)
NO_SOURCE = Code(
    "points_short",
    "BHM-113",
    _("Say which INVOCADOR of yours gives the points; it takes at least one."),
    figures={},
)
SOURCE_ATTACKED = Code(
    "source_attacked",
    "BHM-R82",
    _("That summoner has declared an attack this turn."),
)
SUMMON_ZONE_EMPTY = Code(
    "summon_zone_empty",
    "BHM-110",
    _("{seat:seat} has no summons left."),
)

# ---- strategies, powers, objects, territories

STRATEGY_SLOT_USED = Code(
    "strategy_slot_used",
    "BHM-099",
    _("A strategy has been played in this phase already."),
)
STRATEGY_POOL_EXCEEDED = Code(
    "strategy_pool_exceeded",
    "BHM-R24",
    _("This turn's strategies would add to {sum} and the counter shows {counter}."),
)
NOT_A_REACTION = Code(
    "not_a_reaction",
    "BHM-156",
    _("{card:card} is no REACTION."),
)
RANK_OVER_BEING = Code(
    "rank_over_being",
    "BHM-089",
    _("The card's rank is {rank} and the being's {being_rank}."),
)
POWER_CAPACITY = Code(
    "power_capacity",
    "BHM-090",
    _("The being, of rank {being_rank}, uses {used} already; a power of rank {rank} does not fit."),
)
OBJECT_CAPACITY = Code(
    "object_capacity",
    "BHM-097",
    _("The being, of rank {being_rank}, carries {used} already; an object of rank {rank} does not fit."),
)
POD_SHORT = Code(
    "pod_short",
    "BHM-069",
    _("The power costs {cost} POD and the being has {pod}."),
)
NO_POD = Code("no_pod", "BHM-R44", _("That being has no POD to pay with."))
NO_POD_ATTACK = Code(
    "no_pod",
    "BHM-104",
    _("That being has no POD to attack with."),
)
BAD_EXECUTOR = Code(
    "bad_executor",
    "BHM-R74",
    _("That cannot execute powers: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)
NO_EXECUTOR = Code(
    "bad_executor",
    "BHM-156",
    _("No being executes a strategy card: leave that empty."),
    figures={"iid": "value"},
)
BAD_BEARER = Code(
    "bad_bearer",
    "BHM-R76",
    _("That cannot carry objects: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)
TERRITORY_LIMIT = Code(
    "territory_limit",
    "BHM-085",
    _("You have {count} territories already; the most is {max}."),
)
MUST_CHOOSE = Code(
    "must_choose",
    "BHM-R69",
    _("An enemy territory must be chosen and destroyed."),
)
REPLACE_ONE = Code(
    "must_choose",
    "BHM-R70",
    _("You have two territories already: choose which of them gives way to the new one."),
    figures={},
)
NOTHING_REPLACED = Code(
    "bad_target",
    "BHM-R70",
    _("No territory of one's own is replaced here."),
    figures={"target": "value"},
)
INDESTRUCTIBLE = Code("indestructible", "BHM-084", _("That territory is INDESTRUCTIBLE."))

# ---- combat

NO_FUE = Code(
    "no_fue",
    "BHM-020",
    _("That being has no FUE: it makes no physical attacks."),
)
NO_SALUD = Code("no_salud", "BHM-103", _("Without Salud it cannot be attacked."))
PETRIFIED = Code("petrified", "BHM-128", _("It is petrified: it counts for nothing."))
NOT_ENEMY = Code(
    "not_enemy",
    "BHM-R33",
    _("That being is your own, or of one whom you cannot attack."),
)
ATTACK_USED = Code(
    "attack_used",
    "BHM-R31",
    _("That being has declared its attack of this turn."),
)
SUMMONED_THIS_TURN = Code(
    "summoned_this_turn",
    "BHM-116",
    _("It has summoned this turn, so it does not attack."),
)
DECLARATIONS_CLOSED = Code(
    "declarations_closed",
    "BHM-R36",
    _("Attacks are being resolved already; no more are declared."),
    figures={},
)
NO_POWER_CONDITION = Code(
    "no_power_condition",
    "BHM-050",
    _("A power attack needs a power executed this turn, an equipped one, or VÍNCULO DE PODER."),
)
BAD_AMOUNT = Code(
    "bad_amount",
    "BHM-054",
    _("1 to {pod} POD may be put in; {given} cannot be."),
    figures={"pod": "high", "given": "value"},
)
FROZEN = Code(
    "frozen",
    "BHM-129",
    _("It is frozen until the final phase of whoever controls it: it neither attacks nor summons nor uses its abilities."),
)
ABILITIES_INACTIVE = Code(
    "abilities_inactive",
    "BHM-060",
    _("Without POD its abilities are inactive."),
)

# ---- broken invariants of a position (section 8): they are written down beside, and are refusals like the others

INV_AGENDA = broken.INV_AGENDA
INV_CARD = broken.INV_CARD
INV_COUNTS = broken.INV_COUNTS
INV_SUMMONS = broken.INV_SUMMONS
INV_COUNTER = broken.INV_COUNTER
INV_ATTR = broken.INV_ATTR
INV_ZERO = broken.INV_ZERO
INV_INSTANCES = broken.INV_INSTANCES
INV_ATTACKS = broken.INV_ATTACKS
INV_OUT = broken.INV_OUT
