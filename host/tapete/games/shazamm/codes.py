"""Every refusal of Shazamm: its code, its clause, its sentence in both languages (ledger, section 6)."""

from __future__ import annotations

from tapete.core.refusals import Code
from tapete.games.shazamm.language import _

# ---- the match, its seats and house rules

MATCH_OVER = Code(
    "match_over",
    "SHZ-R70",
    _("The match is over: {result:result}. You can undo the last action or start a new match."),
    figures={"result": "result"},
)
UNKNOWN_SEAT = Code(
    "unknown_seat",
    "SHZ-001",
    _("There is no seat {seat} in this duel, only A and B."),
    figures={"seat": "seat"},
)
SEATS_NOT_TWO = Code(
    "seats_not_two",
    "SHZ-001",
    _("Shazamm is for two, in the seats A and B; named here: {seats}."),
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "SHZ-S3",
    _("Shazamm has no house rule “{key}”."),
    figures={"key": "key"},
)
BAD_OPTION = Code(
    "bad_option",
    "SHZ-S3",
    _("The house rule “{key}” cannot be {value}; choose from: {allowed}."),
    figures={"key": "key", "value": "value", "allowed": "allowed"},
)
BAD_CATALOGUE = Code(
    "unknown_catalogue",
    "SHZ-008",
    _("Shazamm is always played with the same fifteen cards; it takes no catalogue “{catalogue}”. Leave it out."),
)
BAD_POSITION = Code(
    "bad_position",
    "SHZ-S7",
    _("Play cannot go on from this position; wrong: {broken}."),
    figures={"broken": "broken"},
)

# ---- bidding

BIDDING_ONLY = Code(
    "wrong_phase",
    "SHZ-039",
    _("This turn's bids are already on the table; you can bid in the next one."),
    figures={"phase": "phase"},
)
UNLOCK_LATE = Code(
    "wrong_phase",
    "SHZ-R68",
    _("Both are ready, so your bid can no longer be changed."),
    figures={"phase": "phase"},
)
ALREADY_LOCKED = Code(
    "already_locked",
    "SHZ-R68",
    _("Your bid is locked already. To change it, unlock it while your rival is not ready."),
)
NOT_LOCKED = Code(
    "not_locked",
    "SHZ-R68",
    _("You have no bid locked: just change it and press LOCK."),
)
NOT_BOTH_READY = Code(
    "not_both_ready",
    "SHZ-039",
    _("Still to lock a bid: {waiting:seat}. Wait until both are ready."),
)
BIDS_OF_BOTH = Code(
    "bids_of_both",
    "SHZ-039",
    _("Both bids are revealed at once: give A's and B's."),
    figures={},
)
SEAL_BROKEN = Code(
    "seal_broken",
    "SHZ-R68",
    _("The bid revealed by {seat:seat} is not the one that was sealed. Open the bidding again and lock once more."),
)
BID_BELOW_ONE = Code(
    "bid_below_one",
    "SHZ-036",
    _("You bid {bid}; the smallest bid is {min}."),
    figures={"bid": "value", "min": "low"},
)
BID_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-035",
    _("You bid {bid} but have {mana} mana left. Choose from 1 to {mana}."),
    figures={"bid": "value", "mana": "high"},
)
RECYCLED_BELOW_ONE = Code(
    "bid_below_one",
    "SHZ-R43",
    _("With that change the bid would be {bid}; the smallest is {min}. Take off less."),
    figures={"bid": "value", "min": "low"},
)
RECYCLED_OVER_MANA = Code(
    "bid_over_mana",
    "SHZ-R43",
    _("With that change the bid would be {bid}, and there is only {mana} mana. Add less."),
    figures={"bid": "value", "mana": "high"},
)

# ---- showing the cards

DECLARE_EARLY = Code(
    "wrong_phase",
    "SHZ-039",
    _("Cards are shown once both are ready and the bids are revealed."),
    figures={"phase": "phase"},
)
DECLARE_LATE = Code(
    "wrong_phase",
    "SHZ-R69",
    _("This turn's cards have been shown; none can be added."),
    figures={"phase": "phase"},
)
ALREADY_DECLARED = Code(
    "already_declared",
    "SHZ-R69",
    _("You have shown your cards for this turn. If that was a mistake, undo it."),
)
UNKNOWN_CARD = Code(
    "unknown_card",
    "SHZ-008",
    _("There is no card of that number: {numbers}. They go from 0 (the fake) to 14."),
)
CARD_TWICE = Code(
    "card_twice",
    "SHZ-R12",
    _("You have each card only once; named twice: {numbers}."),
    figures={"numbers": "twice"},
)
SPELL_ALREADY_USED = Code(
    "spell_already_used",
    "SHZ-047",
    _("Each spell is cast once in a match, and you have used {numbers:spell}. Put the card back and show the others."),
)
MORE_SPELLS_THAN_HAND = Code(
    "more_spells_than_hand",
    "SHZ-R13",
    _("You show {spells} {spells:spell|spells} but had {hand} in hand."),
    figures={"spells": "sum", "hand": "high"},
)

# ---- choices while spells resolve

NO_CLONE_OWED = Code(
    "no_choice_owed",
    "SHZ-068",
    _("No Clone is being resolved now."),
    figures={"phase": "phase"},
)
NO_THEFT_OWED = Code(
    "no_choice_owed",
    "SHZ-071",
    _("No Theft is being resolved now."),
    figures={"phase": "phase"},
)
NO_RECYCLE_OWED = Code(
    "no_choice_owed",
    "SHZ-080",
    _("No Recycle is being resolved now."),
    figures={"phase": "phase"},
)
NO_PUSH_OWED = Code(
    "no_choice_owed",
    "SHZ-R54",
    _("There is no push to decide now."),
    figures={"phase": "phase"},
)
NOT_YOUR_CHOICE = Code(
    "not_your_choice",
    "SHZ-R71",
    _("It is for {owed_by:seat} to choose now. Wait for the answer."),
)
CLONE_ITSELF = Code(
    "clone_itself",
    "SHZ-R26",
    _("Clone cannot copy a Clone. Choose another spell, or none."),
    figures={},
)
NOT_CLONEABLE = Code(
    "not_cloneable",
    "SHZ-R25",
    _("Your rival did not cast {number:spell} on the previous turn. You can choose: {options:spell}."),
    figures={"number": "value", "options": "options"},
)
NOT_PREY = Code(
    "not_prey",
    "SHZ-R32",
    _("Theft has nothing to decide on {number:spell}, {source:source}: it is not pending on your rival's side, or you have decided it."),
    figures={"number": "number", "source": "source"},
)
PREY_MISSING = Code(
    "prey_missing",
    "SHZ-R34",
    _("Still to decide: {number:spell}, {source:source}. Apply it or discard it."),
    figures={"number": "number", "source": "source"},
)
RECYCLE_OVER_FIVE = Code(
    "recycle_over_five",
    "SHZ-082",
    _("Recycle changes the bid by {limit} at most; you ask for {delta}."),
    figures={"delta": "value", "limit": "limit"},
)
PUSH_OUT_OF_RANGE = Code(
    "push_out_of_range",
    "SHZ-057",
    _("The wall can be pushed {max} {max:slab|slabs} at most, or none; you ask for {steps}."),
    figures={"steps": "value", "max": "high"},
)
REVEAL_PENDING = Code(
    "reveal_pending",
    "SHZ-R67",
    _("The bids are revealed and cards are still to be shown. Show them first; then you can concede."),
    figures={},
)

# ---- table rulings

RULING_PHASE = Code(
    "wrong_phase",
    "SHZ-R73",
    _("The table is corrected between turns. Finish this turn, or undo, and correct while bidding."),
    figures={"phase": "phase"},
)
REASON_MISSING = Code("reason_missing", "SHZ-R73", _("Say why it is corrected."), figures={})
BREAKS_INVARIANT = Code(
    "breaks_invariant",
    "SHZ-R73",
    _("The table would not add up. Change what is missing in the same correction."),
    figures={"broken": "broken"},
)
POSITION_NOT_BIDDING = Code(
    "position_not_bidding",
    "SHZ-R73",
    _("The position to be set must be at the start of a turn, with the bidding open."),
)
NOT_SPELLS = Code(
    "not_spells",
    "SHZ-R73",
    _("Give spell numbers from 1 to 14, each once."),
    figures={},
)
OUT_OF_BOUNDS = Code(
    "out_of_bounds",
    "SHZ-R73",
    _("{value} does not fit: it goes from {low} to {high}."),
)

# ---- what a sound position has (ledger, section 7)

INV_COUNTS = Code(
    "inv_1",
    "SHZ-R14",
    _("{seat:seat}: hand ({hand}), deck ({deck}) and used spells ({used}) must add up to 14."),
)
INV_SORTED = Code(
    "inv_1",
    "SHZ-047",
    _("{seat:seat}: used spells stand in order, each once."),
)
INV_WIZARDS = Code(
    "inv_2",
    "SHZ-013",
    _("Each wizard stands three steps from where the wall began ({centre:slab})."),
)
INV_BETWEEN = Code(
    "inv_2",
    "SHZ-R10",
    _("The wall ({wall:slab}) must stand between the two wizards."),
)
INV_BROKEN = Code(
    "inv_2",
    "SHZ-030",
    _("In round {round} there must be {due} broken slabs at each end, not {broken}."),
)
INV_INTACT = Code(
    "inv_2",
    "SHZ-032",
    _("{seat:seat} stands on a broken slab."),
)
INV_MANA = Code(
    "inv_2",
    "SHZ-036",
    _("{seat:seat} has no mana to bid."),
)
INV_CENTRE = Code(
    "inv_3",
    "SHZ-R07",
    _("In round {round} the wall cannot have begun on {centre:slab}."),
)
INV_ROUND = Code(
    "inv_4",
    "SHZ-R07",
    _("On this bridge there is no round {round}, nor {broken} broken slabs at each end."),
)
INV_AGENDA = Code(
    "inv_16",
    "SHZ-R71",
    _("These steps cannot stand like this: {steps}."),
)
INV_READY = Code(
    "inv_16",
    "SHZ-R74",
    _("Those ready are A or B, each once, and only they have a seal."),
)
INV_BID = Code(
    "inv_16",
    "SHZ-035",
    _("The bid of {seat:seat} ({bid}) is over the mana ({mana})."),
)
INV_DECLARED = Code(
    "inv_16",
    "SHZ-R69",
    _("The cards shown by {seat:seat} cannot be: {numbers}."),
)
INV_PENDING = Code(
    "inv_16",
    "SHZ-052",
    _("The pending spells are not in order, or not of this turn."),
)
INV_QUESTION = Code(
    "inv_16",
    "SHZ-R71",
    _("The question is not the one that the spell at hand asks: {step}."),
)
INV_RESULT = Code(
    "inv_16",
    "SHZ-R67",
    _("A duel is won by one wizard, or drawn."),
)
INV_CAST = Code(
    "inv_17",
    "SHZ-R26",
    _("{seat:seat}: what was cast ({numbers:spell}) must be used up, but for what Clone copied."),
)
INV_SAME_NUMBER = Code(
    "inv_18",
    "SHZ-R71",
    _("Both wizards have {numbers:spell} pending."),
)
