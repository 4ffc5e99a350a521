"""Every refusal of DataMorphs: its code, its clause, its sentence in both languages (ledger, section 7)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tapete.core.refusals import Code, Refusal
from tapete.core.texts import Message
from tapete.games.datamorphs.language import _

# ---- the game, its seats, house rules and cards


class _GameOver(Code, frozen=True):
    """What ended the game is the clause that a late action meets (DAT-044, 045, 046, R40, R47)."""

    def __call__(self, **params: Any) -> Refusal:
        clause = _ENDINGS.get(params.get("reason", ""), self.clause)
        return Refusal(self.citing(clause), {"winner": params["result"]})


_ENDINGS = {
    "two_wins": "DAT-044",
    "tie_break": "DAT-045",
    "all_tied": "DAT-046",
    "more_wins": "DAT-R40",
    "level": "DAT-R40",
    "concession": "DAT-R47",
}

GAME_OVER = _GameOver(
    "game_over",
    "DAT-044",
    _("The game is over: {winner:winner}. You can undo the last action or start a new game."),
)
UNKNOWN_SEAT = Code(
    "unknown_seat",
    "DAT-R01",
    _("DataMorphs has the seats A and B only; there is no seat {seat}."),
    figures={"seat": "seat"},
)
SEATS_NOT_TWO = Code(
    "seats_not_two",
    "DAT-R01",
    _("DataMorphs is for two, in the seats A and B; named here: {seats}."),
    figures={"seats": "seats"},
)
UNKNOWN_OPTION = Code(
    "unknown_option",
    "CORE",
    _("DataMorphs has no house rule “{key}”."),
    figures={"key": "key"},
)
BAD_OPTION = Code(
    "bad_option",
    "CORE",
    _("The house rule “{key}” cannot be {value}; choose from: {allowed}."),
    figures={"key": "key", "value": "value", "allowed": "allowed"},
)
BAD_POSITION = Code(
    "bad_position",
    "DAT-R60",
    _("Play cannot go on from this position; wrong: {broken}."),
    figures={"broken": "broken"},
)
CARD_KNOWN = Code(
    "card_known",
    "DAT-R64",
    _("“{card:card}” is in the catalogue already: use it without typing its figures."),
    figures={"card": "card"},
)
ELEMENT_KNOWN = Code(
    "element_known",
    "DAT-R64",
    _("Of “{card:card}” this is typed in already: {element:element}. If those figures are wrong, undo."),
    figures={"card": "card", "element": "element"},
)
NO_FIGURE = Code(
    "bad_figure",
    "DAT-R64",
    _("That figure does not belong to this element ({element:element}), or it cannot be {value}. See what the card says."),
)
ONE_CHOICE = Code(
    "one_choice",
    "DAT-R30",
    _("Only one ability of a Boost may leave open on whom it acts."),
    figures={},
)


# ---- another step is due


def _wrong_step(clause: str, says: Message) -> Code:
    return Code("wrong_step", clause, says, figures={"step": "step"})


WRONG_STEP = {
    "setup": _wrong_step("DAT-026", _("The game has not begun yet: start it.")),
    "bios": _wrong_step(
        "DAT-026",
        _("Now each lays a Bios face down, and both are turned over together."),
    ),
    "order": _wrong_step(
        "DAT-057",
        _("First the player with more memory says who plays first."),
    ),
    "play": _wrong_step("DAT-029", _("Now a card is played, or somebody stops.")),
    "joint": _wrong_step(
        "DAT-058",
        _("With equal memory both play face down and reveal together."),
    ),
    "leave_out": _wrong_step(
        "DAT-036",
        _("First the winner of the round says which card of each stays out."),
    ),
    "leave_out_tie": _wrong_step(
        "DAT-043",
        _("The round was tied: each leaves out one own card."),
    ),
    "exchange": _wrong_step(
        "DAT-047",
        _("Only the exchange is left: the winner takes a card and gives one."),
    ),
}

# ---- secret choices

ALREADY_LOCKED = Code(
    "already_locked",
    "DAT-026",
    _("{seat:seat} is ready already. To change the card, take back what you laid."),
    figures={"seat": "seat"},
)
MOVE_LOCKED = ALREADY_LOCKED.citing("DAT-058")
NOT_LOCKED = Code(
    "not_locked",
    "DAT-026",
    _("{seat:seat} has nothing to take back."),
    figures={"seat": "seat"},
)
UNLOCK_LATE = Code(
    "unlock_late",
    "DAT-027",
    _("Both are ready: now it is revealed. If something cannot be opened, both choose again."),
    figures={},
)
NOT_BOTH_READY = Code(
    "not_both_ready",
    "DAT-027",
    _("{waiting:seat} is still to choose: whoever laid a card can take it back."),
)
BOTH_AT_ONCE = Code(
    "both_at_once",
    "DAT-027",
    _("Both are revealed at once: give A's and B's."),
    figures={},
)
SEAL_BROKEN = Code(
    "seal_broken",
    "DAT-027",
    _("What {seat:seat} reveals is not what was sealed. Both choose again."),
)
MOVE_SEAL_BROKEN = SEAL_BROKEN.citing("DAT-058")

# ---- playing

NOT_LEADER = Code(
    "not_leader",
    "DAT-057",
    _("{leader:seat} decides the order, having more memory."),
    figures={"leader": "leader"},
)
NOT_LEADER_LATER = NOT_LEADER.citing("DAT-060")
NOT_YOUR_TURN = Code(
    "not_your_turn",
    "DAT-029",
    _("{to_play:seat} plays now; wait for that card."),
    figures={"to_play": "to_play"},
)
ALREADY_STOPPED = Code(
    "already_stopped",
    "DAT-R18",
    _("{seat:seat} has stopped for this round and plays no more cards until the next."),
    figures={"seat": "seat"},
)
PROGRAM_FIRST = Code(
    "part_not_now",
    "DAT-057",
    _("The first card after the Bios is a Program; if you cannot or will not, skip it. Not now: {part:element}."),
    figures={"part": "part", "exchange": "exchange"},
)
STOP_NOT_NOW = Code(
    "part_not_now",
    "DAT-R18",
    _("You cannot stop yet: play a Program or skip it."),
    figures={"part": "part", "exchange": "exchange"},
)
SKIP_NOT_NOW = Code(
    "part_not_now",
    "DAT-R17",
    _("The Program is skipped in the first exchange only; now (exchange {exchange}) play a card or stop."),
    figures={"part": "part", "exchange": "exchange"},
)
UNKNOWN_CARD = Code(
    "unknown_card",
    "DAT-R64",
    _("It is not known what “{card:card}” says for this use. Type in the card's figures first."),
    figures={"seat": "seat", "card": "value"},
)
NOT_OWNED = Code(
    "not_owned",
    "DAT-R45",
    _("{seat:seat} cannot have “{card:card}” now: with all that has been seen it would be more than five cards."),
    figures={"seat": "seat", "card": "card"},
)
NOT_OWNED_AT_ALL = Code(
    "not_owned",
    "DAT-R46",
    _("“{card:card}” cannot be {seat:seat}'s: with all that has been seen it would be more than five cards."),
    figures={"seat": "seat", "card": "card"},
)


def _wrong_slot(clause: str, says: Message) -> Code:
    return Code("wrong_slot", clause, says, figures={"part": "part", "slot": "slot"})


WRONG_SLOT = {
    "program": _wrong_slot("DAT-018", _("The Program goes amid the Boosts, not in {slot:slot}.")),
    "boost": _wrong_slot("DAT-018", _("A Boost goes beside the Program, not in {slot:slot}.")),
    "function": _wrong_slot("DAT-022", _("A Function goes in its own position, not in {slot:slot}.")),
    "interrupt": _wrong_slot(
        "DAT-R52",
        _("An Interrupt goes in a Boost or Function position: neither Bios nor Program is nullified."),
    ),
}

_TAKEN = {"slot": "slot", "held": "held", "limit": "limit"}
SECOND_PROGRAM = Code(
    "slot_taken",
    "DAT-015",
    _("You have a Program already: there is one to a DataMorph."),
    figures=_TAKEN,
)
SECOND_FUNCTION = Code(
    "slot_taken",
    "DAT-R03",
    _("You have a Function already: there is one to a DataMorph."),
    figures=_TAKEN,
)
COLUMN_FULL = Code(
    "slot_taken",
    "DAT-017",
    _("There {held:is|are} {held} in {slot:slot} already, and room for {limit}. Try the other side."),
    figures=_TAKEN,
)
COLUMN_NULLIFIED = Code(
    "slot_taken",
    "DAT-R50",
    _("An Interrupt nullifies {slot:slot}: its extra-Boost icon opens no room below."),
    figures=_TAKEN,
)
ONE_USE = Code(
    "slot_taken",
    "DAT-R07",
    _("There is a card in {slot:slot} already: a position takes a Boost, a Function or an Interrupt, not two things."),
    figures=_TAKEN,
)
MEMORY_SHORT = Code(
    "memory_short",
    "DAT-056",
    _("It costs {cost} and you have {available} memory left (total {total}, spent {spent}). Choose something cheaper, or stop."),
    ruling="adjust_memory",
    figures={"cost": "cost", "available": "available", "total": "total", "spent": "spent"},
)
MEMORY_SHORT_FIRST = replace(
    MEMORY_SHORT,
    says=_("It costs {cost} and you have {available} memory left (total {total}, spent {spent}). Choose another Program, or skip it."),
)
"""In the first exchange nobody can stop yet (DAT-R17, R18)."""
CHOICE_NEEDED = Code(
    "bad_choice",
    "DAT-R30",
    _("Say on whom this Boost acts: on your own DataMorph or on the rival's."),
    figures={"needed": "needed"},
)
NO_CHOICE = Code(
    "bad_choice",
    "DAT-R30",
    _("This card leaves no choice on whom it acts: say nothing."),
    figures={"needed": "needed"},
)
BAD_OPERATION = Code(
    "bad_operation",
    "DAT-R65",
    _("Effect no. {index:place} ({op:operation}) cannot be: {problem:problem}."),
    figures={"index": "index", "op": "op", "problem": "problem"},
)
RULING_BAD_OPERATION = BAD_OPERATION.citing("DAT-R66")
REASON_MISSING = Code(
    "reason_missing",
    "DAT-R66",
    _("Say in a few words why the table decides so."),
    figures={},
)

# ---- after a round

NOT_WINNER = Code(
    "not_winner",
    "DAT-036",
    _("{winner:seat} decides, having won the round."),
    figures={"winner": "winner"},
)
NOT_GAME_WINNER = Code(
    "not_winner",
    "DAT-047",
    _("{winner:seat} makes the exchange, having won the game."),
    figures={"winner": "winner"},
)
ALREADY_CHOSEN = Code(
    "already_chosen",
    "DAT-043",
    _("{seat:seat} has already said which card stays out."),
    figures={"seat": "seat"},
)
_REF = {"seat": "seat", "ref": "value"}
BAD_REF = Code(
    "bad_ref",
    "DAT-037",
    _("{seat:seat} has not played this in the round: {ref:ref}. Choose one of those cards on the table."),
    figures=_REF,
)
BAD_OWN_REF = BAD_REF.citing("DAT-R34")
BAD_TIED_REF = Code(
    "bad_ref",
    "DAT-R35",
    _("{seat:seat} has no card in {ref:ref}. Choose one on the table, or in hand if there is any."),
    figures=_REF,
)

# ---- broken invariants (ledger, section 8); a position that has one is refused


def _invariant(number: int, clause: str, says: Message) -> Code:
    return Code(f"inv_{number}", clause, says)


INV_CARDS = _invariant(
    1,
    "DAT-004",
    _("{seat:seat} must have five cards in hand ({hand}), on the table ({table}) and out ({out})."),
)
INV_BIOS = _invariant(2, "DAT-011", _("{seat:seat} must have a Bios, or no card."))
INV_COLUMN = _invariant(
    2,
    "DAT-067",
    _("{seat:seat}: {slot:slot} has more Boosts than there was room for."),
)
INV_COST = _invariant(3, "DAT-051", _("{seat:seat}: “{card:card}” does not cost {cost} but {due}."))
INV_INTERRUPT_COST = _invariant(3, "DAT-R08", _("An Interrupt costs {due}, not {cost}."))
INV_CHOICE = _invariant(
    6,
    "DAT-R30",
    _("{seat:seat}: “{card:card}” lacks on whom it acts, or says it needlessly."),
)
INV_SEQ = _invariant(6, "DAT-R67", _("The cards cannot have been played in that order."))
INV_RESULTS = _invariant(
    8,
    "DAT-R40",
    _("The results ({results:result}) do not lead to round {round}."),
)
INV_UNKNOWN = _invariant(
    9,
    "DAT-R64",
    _("{seat:seat}: nothing is known of “{card:card}” as {element:element}."),
)
INV_EVIDENCE = _invariant(
    9,
    "DAT-R44",
    _("{seat:seat} would have shown more than five different cards."),
)
INV_STOPPED = _invariant(
    9,
    "DAT-R19",
    _("{seat:seat} cannot play on: no hand or no room means stopped."),
)
INV_AGENDA = _invariant(10, "DAT-029", _("The table is not as this step asks: {step}."))
INV_TYPED = _invariant(
    9,
    "DAT-R64",
    _("The card typed in as “{card:card}” cannot be: impossible figures, or it is in the catalogue."),
)
