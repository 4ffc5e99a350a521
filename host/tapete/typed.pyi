"""The matches of each game as type checkers see them. Made by tools/generate_typed.py from the actions; do not edit."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from tapete.core.position import Position
from tapete.core.texts import Language
from tapete.python_match import Call, Happened, Match

class AnyMatch(Match):
    """A match of which the game is not known beforehand: every name may be an action."""

    def __getattr__(self, name: str) -> Call: ...

class ShazammMatch(Match):
    """A match of Shazamm."""

    def lock_bid(self, seat: str, amount: int | None = ...) -> Happened:
        """SHZ-034..036, 038, R69: bid and face-down cards are ready."""

    def unlock(self, seat: str) -> Happened:
        """SHZ-R68: a bid may be changed until the other seat is ready too."""

    def reveal_bids(self, bids: Mapping[str, int], nonces: Mapping[str, str | None]) -> Happened:
        """SHZ-039, 035, 036: both bids at once, each 1..mana, each with the nonce that opens its seal (None where none was given)."""

    def reopen_bids(self) -> Happened:
        """SHZ-R74: both are ready, but a bid cannot be opened (console lost, seal that does not fit)."""

    def declare_cards(self, seat: str, numbers: Sequence[int]) -> Happened:
        """SHZ-037, 047, 061, R12, R13, R69: the numbers of the cards shown, 0 being the fake; none is allowed."""

    def choose_clone(self, seat: str, number: int | None) -> Happened:
        """SHZ-068..070, R24..R30: the number to copy, or None."""

    def choose_theft(self, seat: str, choices: Sequence[Mapping[str, Any]]) -> Happened:
        """SHZ-071, 072, R30, R32..R35, R72: one decision for each spell that was taken."""

    def choose_recycle(self, seat: str, delta: int) -> Happened:
        """SHZ-080..084, R43, R44: how much is added to the bid, or taken off."""

    def choose_push(self, seat: str, steps: int) -> Happened:
        """SHZ-057, R54: how many slabs, 0 to all that mana and distance allow."""

    def concede(self, seat: str) -> Happened:
        """SHZ-R67: the other wizard wins; what was locked or pending is dropped."""

    def ruling(self, reason: str, *, agreed: Sequence[Literal["A", "B", "C", "D"]] = ..., ops: Sequence[Mapping[str, Any]]) -> Happened:
        """SHZ-R73: mend the public record while bidding; bids that were locked are lifted."""

class MorihamMatch(Match):
    """A match of MORIHAM."""

    def start_game(self, first: Literal["A", "B"]) -> Happened:
        """Decks are shuffled, hands are taken, and the table has decided who begins, dice that are still due or not (MOR-027..032; R21)."""

    def roll_for_start(self) -> Happened:
        """The table lets a D10 on each panel decide (MOR-R21)."""

    def enter_roll(self, roll: str, value: int) -> Happened:
        """A die that was asked for: from the panel, or typed in where the table says so."""

    def next_phase(self, seat: str) -> Happened:
        """One phase forward; after phase 2 the turn ends (MOR-042, 047; R67, R68, R85)."""

    def end_turn(self, seat: str) -> Happened:
        """Straight to the final phase (MOR-046; R67)."""

    def concede(self, seat: str) -> Happened:
        """Giving up, at any time from turn 1 on (MOR-084)."""

    def normal_summon(self, seat: str, card: str, position: Literal["attack", "defense"], *, tributes: Sequence[int] = ..., slot: int) -> Happened:
        """Once a turn, with tributes from level 2 on (MOR-038, 043, 058, 060..066; R07..R12)."""

    def special_summon(self, seat: str, card: str, position: Literal["attack", "defense"], *, cost_slots: Sequence[int] = ..., cost_cards: Sequence[str] = ..., slot: int) -> Happened:
        """By a monster's own first effect, as often as it can be done (MOR-013, 014, 059; R14..R16, R80, R81)."""

    def set_card(self, seat: str, slot: int) -> Happened:
        """A magic or trap card face down; nobody asks which (MOR-020, 040, 045, 050; R61)."""

    def activate_magic(self, seat: str, source: Literal["hand"] | int, card: str, option: int, targets: Sequence[Mapping[str, Any]] = ..., ops: Sequence[Mapping[str, Any]] = ...) -> Happened:
        """From the field, or from hand through a free slot (MOR-018..020, 037, 040, 045, 050, 051; R33..R35, R37, R43)."""

    def activate_trap(self, seat: str, slot: int, card: str, option: int, targets: Sequence[Mapping[str, Any]] = ..., ops: Sequence[Mapping[str, Any]] = ...) -> Happened:
        """From one's field, in any turn, also on top of what waits (MOR-018..020, 052..054; R36, R38..R41, R43)."""

    def use_ability(self, seat: str, slot: int, targets: Sequence[Mapping[str, Any]] = ..., ops: Sequence[Mapping[str, Any]] = ...) -> Happened:
        """A monster's own ability, in the phase it is meant for (MOR-016, 037, 039, 044; R43, R56, R57)."""

    def use_trigger(self, seat: str, targets: Sequence[Mapping[str, Any]] = ..., ops: Sequence[Mapping[str, Any]] = ...) -> Happened:
        """R57, R58, R74: the ability is used; it opens a stack of its own."""

    def skip_trigger(self, seat: str) -> Happened:
        """R58: every ability that is set off is optional."""

    def change_position(self, seat: str, slot: int) -> Happened:
        """Each own monster once a turn, unless it has declared an attack (MOR-056, 057; R12, R26..R29)."""

    def declare_attack(self, seat: str, slot: int, target: int | Literal["player"]) -> Happened:
        """With which monster, at which; defenders come first (MOR-041, 068..073; R06, R18, R19, R52..R54, R84)."""

    def pass_priority(self, seat: str) -> Happened:
        """No trap in answer (MOR-R41)."""

    def provide(self, seat: str, cards: Sequence[str]) -> Happened:
        """The cards that an effect makes a player show; nothing public can contradict them (MOR-R61, R65, R73, R89; R83)."""

    def ruling(self, reason: str, *, agreed: Sequence[Literal["A", "B", "C", "D"]] = ..., seat: str, ops: Sequence[Mapping[str, Any]]) -> Happened:
        """What the table decides, seen from a seat; one unit, applied at once, that sets off no ability (MOR-R16, R59, R87)."""

    def add_card(self, id: str, type: Literal["magic", "monster", "trap"], level: int | None = ..., attack: int | None = ..., defense: int | None = ..., name: str = ...) -> Happened:
        """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (MOR-R86)."""

class DatamorphsMatch(Match):
    """A match of DataMorphs."""

    def start_game(self) -> Happened:
        """DAT-025, 042: five cards each, and the first round begins."""

    def show_collection(self, seat: str, cards: Sequence[str]) -> Happened:
        """DAT-004, R68: the five cards of a player, before the match begins; from then on only these are accepted from that player."""

    def lock_bios(self, seat: str, card: str | None = ...) -> Happened:
        """DAT-026: a Bios lies face down."""

    def reveal_bios(self, bios: Mapping[str, str], nonces: Mapping[str, str | None]) -> Happened:
        """DAT-005, 007, 011, 027, R44, R45, R64: both Bios at once, each with the nonce that opens its seal (None where none was given)."""

    def unlock(self, seat: str) -> Happened:
        """DAT-026, 058: a face-down choice may be changed until the other seat is ready too."""

    def reopen_choices(self) -> Happened:
        """DAT-027, 058, R24: both are ready, but a choice cannot be opened (phone lost, seal that does not fit)."""

    def choose_order(self, seat: str, first: Literal["A", "B", "C", "D"]) -> Happened:
        """DAT-028, 057, 060, R22: the one with more memory names who plays first in this exchange."""

    def play(self, seat: str, part: Literal["boost", "function", "interrupt", "program"], slot: Literal["boost_a", "boost_b", "function", "program"], card: str | None = ..., choice: Literal["own", "rival"] | None = ..., ops: Sequence[Mapping[str, Any]] = ...) -> Happened:
        """DAT-005, 011..024, 029, 050..056, R03, R07, R08, R13, R30, R50, R51, R64, R65: one card, as one of its elements."""

    def skip_program(self, seat: str) -> Happened:
        """DAT-R17: no Program in the first exchange; it may be played later."""

    def stop(self, seat: str) -> Happened:
        """DAT-031, R18: no more cards in this round."""

    def lock_move(self, seat: str, move: Mapping[str, Any] | None = ...) -> Happened:
        """DAT-058, R23: a play is chosen and its card lies face down."""

    def joint_play(self, a: Mapping[str, Any], b: Mapping[str, Any], nonces: Mapping[str, str | None]) -> Happened:
        """DAT-058, R23..R25, R67: both plays at once, each judged on the state before; their cards share one number in the order of play."""

    def leave_out(self, seat: str, own: str, rival: str) -> Happened:
        """DAT-036..038, R33, R34: the winner of the round names one own and one rival card that was played in it."""

    def leave_out_own(self, seat: str, ref: str) -> Happened:
        """DAT-043, R35: after a tie each names an own card of this round's, played or not."""

    def exchange_cards(self, seat: str, take: str, give: str) -> Happened:
        """DAT-003, 047..049, R37, R46: the winner keeps one card of the rival's five and gives one of the own five."""

    def concede(self, seat: str) -> Happened:
        """DAT-R47: the rival wins the match; the exchange applies."""

    def add_card(self, id: str, element: Literal["bios", "boost", "function", "program"], color: str, type: str | None = ..., memory: int | None = ..., attack: int | None = ..., defense: int | None = ..., abilities: Sequence[Mapping[str, Any]] = ..., benefits: Mapping[str, Mapping[str, int]] = ..., weaknesses: Mapping[str, Mapping[str, int]] = ..., name: str = ...) -> Happened:
        """DAT-R64: the printed figures of a card that the catalogue lacks, one element at a time."""

    def ruling(self, reason: str, *, agreed: Sequence[Literal["A", "B", "C", "D"]] = ..., ops: Sequence[Mapping[str, Any]]) -> Happened:
        """DAT-R60, R65, R66: what a printed text adds that the catalogue does not cover, or what was declared wrongly."""

class BhmMatch(Match):
    """A match of BHM."""

    def setup_player(self, seat: str, deck_size: int, summons: int) -> Happened:
        """How large the deck and the summon zone are; five cards are drawn (BHM-001..003, 110, 149; R02)."""

    def exchange(self, seat: str, n: int) -> Happened:
        """Cards set aside, as many drawn, only then shuffled back; the counts stay as they were (BHM-007, 008; R07)."""

    def enter_roll(self, roll: str, value: int) -> Happened:
        """A die that was asked for: from the panel, or typed in where the table says so."""

    def draw_mandatory(self, seat: str) -> Happened:
        """The draw that opens the turn, whatever the hand (BHM-004, 006, 011, 120)."""

    def return_deserter(self, seat: str, iid: int, slot: int) -> Happened:
        """A deserter comes back to a space of its controller's choice (BHM-012, 076; R11..R14)."""

    def end_phase(self, seat: str) -> Happened:
        """On to combat, or to the final phase; what was not used is lost (BHM-010, R25, R108)."""

    def draw_optional(self, seat: str, take: bool) -> Happened:
        """One card more, if wished (BHM-005, 026, 122; R30)."""

    def discard(self, seat: str, cards: Sequence[str]) -> Happened:
        """Exactly the cards above the limit, face up (BHM-121, 123; R85)."""

    def concede(self, seat: str) -> Happened:
        """Giving up, at any time (BHM-R99)."""

    def call_being(self, seat: str, card: str, slot: int) -> Happened:
        """A war call, within the counter and within the turn's budget (BHM-017..019, 024, 036, 038, 039; R19..R22, R104)."""

    def instant_call(self, seat: str, card: str, slot: int, grant: int | None) -> Happened:
        """In any phase, by any player, because a card allows it; no points are spent (BHM-040, 041; R26, R27, R111)."""

    def choose_terror(self, seat: str, source: int, target: int | None) -> Happened:
        """Choose the enemy being that TERROR strikes, or nobody (BHM-144; R66, R67, R112)."""

    def assign_summon_points(self, seat: str, summoner: int, power: int) -> Happened:
        """A power played this turn feeds one summoner, once per turn; `power` is its activation number (BHM-113..115, 131; R80, R84)."""

    def summon(self, seat: str, card: str, slot: int, sources: Sequence[int]) -> Happened:
        """A summon comes for the points of summoners, drained in the order in which they are named (BHM-109..116; R81, R82, R84)."""

    def play_strategy(self, seat: str, card: str, targets: Sequence[int | Literal["A", "B", "C", "D", "top"] | Mapping[str, Any] | None]) -> Happened:
        """One in each of one's own strategy phases (BHM-015, 025, 037, 098..100; R23..R25)."""

    def play_power(self, seat: str, executor: int, card: str, targets: Sequence[int | Literal["A", "B", "C", "D", "top"] | Mapping[str, Any] | None]) -> Happened:
        """A being executes a power; it stays equipped exactly if the card says so (BHM-013, 050, 069, 088..094, 130; R41..R44, R73, R74)."""

    def play_reaction(self, seat: str, card: str, targets: Sequence[int | Literal["A", "B", "C", "D", "top"] | Mapping[str, Any] | None], executor: int | None) -> Happened:
        """A reaction goes before what it answers; a power needs its executor, a strategy has none (BHM-156, 157; R86..R88, R111)."""

    def equip_object(self, seat: str, being: int, card: str) -> Happened:
        """An object for a being (BHM-014, 096, 097; R76)."""

    def reattach_object(self, seat: str, slot: int, index: int, being: int) -> Happened:
        """An object that could not be destroyed goes to another being (BHM-135, R78)."""

    def play_territory(self, seat: str, card: str, destroy: Mapping[str, Any] | None, replace: int | None) -> Happened:
        """A territory comes, and destroys an enemy's where there is one that can be destroyed (BHM-016, 083..087; R69..R71)."""

    def declare_physical(self, seat: str, attacker: int, target: int) -> Happened:
        """A normal attack (BHM-020, 046, 061, 103, 129, 142; R31..R34, R64)."""

    def declare_power(self, seat: str, attacker: int, target: int, pod: int) -> Happened:
        """A power attack, with the POD that is put into it (BHM-021, 046, 050..057, 061, 103, 131, 142; R31, R38..R40)."""

    def resolve_combat(self, seat: str) -> Happened:
        """No more declarations; with nothing declared the phase is over (BHM-062, R36, R108)."""

    def resolve_next_attack(self, seat: str) -> Happened:
        """The attack that was declared first of those left (BHM-062, R36)."""

    def no_reaction(self, seat: str) -> Happened:
        """No reaction (BHM-156, R111)."""

    def pass_all(self) -> Happened:
        """The table says that nobody reacts to what is on top (BHM-R111)."""

    def declare_effect(self, seat: str, source: int | Mapping[str, Any], activates: bool, ops: Sequence[Mapping[str, Any]], targeted: bool) -> Happened:
        """What the text of a card does, in operations (BHM-040, 060, 129, 142, 148, 155; R27, R62, R68, R105)."""

    def ruling(self, reason: str, *, agreed: Sequence[Literal["A", "B", "C", "D"]] = ..., ops: Sequence[Mapping[str, Any]]) -> Happened:
        """What the table decides; one atomic action, applied at once (BHM-R105)."""

    def add_card(self, id: str, kind: Literal["being", "entity", "object", "power", "special", "strategy", "summon", "territory"], rank: int, pod: int | None = ..., fue: int | None = ..., res: int | None = ..., val: int | None = ..., salud: int | None = ..., traits: Sequence[str] = ..., keywords: Sequence[str] = ..., terror: int | None = ..., inmune: int | None = ..., elements: Sequence[str] = ..., pod_cost: int = ...) -> Happened:
        """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (BHM-079..082, R106)."""

    def use_effect(self, seat: str, source: int, effect_index: int, target: int | Literal["A", "B", "C", "D", "top"] | Mapping[str, Any] | None) -> Happened:
        """An effect out of the catalogue, declared with its target and nothing else (BHM-060, 129, 155; R62, R105, R107)."""

    def judge_conflict(self, first: int, second: int) -> Happened:
        """Which of two cards that contradict each other prevails (BHM-101, 102; R88, R90)."""

class MamlejetMatch(Match):
    """A match of Mamlejet Kohanim."""

    def register_deck(self, seat: str, deck: str) -> Happened:
        """A deck of the catalogue, so that copies can be counted; its random hero is drawn by a die (MMK-148, 149, 154, 156, R70)."""

    def register_card(self, seat: str, card: str, copies: int) -> Happened:
        """How many copies of a card the own deck has, one card after the other, as their labels are scanned (MMK-148, 149, R70)."""

    def register_list(self, seat: str) -> Happened:
        """The list is the whole deck; from now on no card may be seen more often than it says (MMK-148, 149, 156, R70)."""

    def mulligan(self, seat: str) -> Happened:
        """The hand is shuffled back, and one card fewer is drawn (MMK-170, 171, R69)."""

    def keep_hand(self, seat: str) -> Happened:
        """The hand is kept; the last one begins round 1, in which there is nothing to free (MMK-177)."""

    def enter_roll(self, roll: str, value: int) -> Happened:
        """A die of the players or of the enemy, thrown at a panel or typed in (MMK-010, 122)."""

    def reveal_enemy(self, owner: Literal["A", "B", "C", "D"], card: str) -> Happened:
        """The enemy that enters, as its card says; anybody may enter it (MMK-059, 061, 183, R70, R73)."""

    def pass_all(self) -> Happened:
        """The whole table passes (MMK-R84)."""

    def pass_round(self) -> Happened:
        """The whole table passes for the rest of the round; main phases are still asked for, and a play ends it (MMK-R84)."""

    def pass_mains(self) -> Happened:
        """The whole table plays nothing more in this round, its main phases included; plans, dice and cards are still asked for (MMK-R84)."""

    def ask_again(self) -> Happened:
        """A player wants to play after all; from now on everybody is asked in every window again (MMK-R84)."""

    def play_tactic(self, seat: str, card: str, targets: Sequence[int | Literal["A", "B", "C", "D"] | None], dedicate: Sequence[int], spend: Mapping[str, Any] | None = ...) -> Happened:
        """A tactic is shown, aimed, paid for at once, and waits on the stack (MMK-076..094)."""

    def play_ability(self, seat: str, permanent: int, ability: int | Literal["heal", "shoot"], targets: Sequence[int | Literal["A", "B", "C", "D"] | None], dedicate: Sequence[int], spend: Mapping[str, Any] | None = ...) -> Happened:
        """An action-ability, which always dedicates; wealth from it is there at once (MMK-112..119, 147, 227, 230)."""

    def play_resource(self, seat: str, card: str) -> Happened:
        """One resource a round, straight into play; nobody can answer the act itself (MMK-032..034, 046, 195, R58)."""

    def produce(self, seat: str, permanent: int) -> Happened:
        """A resource is dedicated before anything is paid; this clears no passes (MMK-004, 071, R56; R63)."""

    def equip(self, seat: str, weapon: int, soldier: int, dedicate: Sequence[int], spend: Mapping[str, Any] | None = ...) -> Happened:
        """A weapon goes to an own soldier, wherever it was; it waits on the stack (MMK-026, 240..243, R61, R62)."""

    def choose(self, seat: str, value: Sequence[int]) -> Happened:
        """The order in which own triggered abilities resolve, the first one first (MMK-R64)."""

    def discard(self, seat: str, cards: Sequence[str]) -> Happened:
        """The cards that a player chooses to discard; they are named because the guenizá is public (MMK-218, 229, R68)."""

    def declare_card(self, seat: str, cards: Sequence[str]) -> Happened:
        """The card that has fallen from a city; a card nobody could name is `unknown` (MMK-053, 188, 202, R73)."""

    def assign(self, seat: str, soldier: int, enemy: int) -> Happened:
        """An own soldier against an enemy without opponent; a table that has passed settles a full plan (MMK-125..128, 197, 199, R22, R84)."""

    def unassign(self, seat: str, soldier: int) -> Happened:
        """Until the plan is settled a soldier may be taken back (MMK-R22)."""

    def confirm_plan(self, seat: str) -> Happened:
        """The plan is final; the assigned soldiers are dedicated (MMK-071, 197, 200, R22)."""

    def defend(self, seat: str, enemy: int, soldier: int) -> Happened:
        """A soldier meets the attacker, even an opponent it cannot harm, even just entered; no city roll (MMK-126, 203, 204, R23, R107)."""

    def decline_defence(self, seat: str, enemy: int | None = ...) -> Happened:
        """Nobody is sent against the enemy that is asked about; it may be named (MMK-203, R23)."""

    def assign_frenzy(self, seat: str, soldier: int, enemy: int) -> Happened:
        """A frenzied soldier goes on to an enemy without opponent; that one makes no roll for it (MMK-143, 144, 146, R46, R48)."""

    def skip_frenzy(self, seat: str, soldier: int | None = ...) -> Happened:
        """Frenzy is optional for players; the soldier that is asked about, unless another is named (MMK-143, R47)."""

    def ruling(self, reason: str, *, agreed: Sequence[Literal["A", "B", "C", "D"]] = ..., ops: Sequence[Mapping[str, Any]], cause: Literal["A", "B", "C", "D"] | Literal["enemy", "none"] = ...) -> Happened:
        """What the table decides, with its cause: a seat whose card says so, the enemy, or nobody; one unit, at once (MMK-153, R75, R103)."""

    def add_card(self, id: str, type: Literal["enemigo", "estrategia", "hishtadlut", "objeto", "recurso", "soldado", "tefila"], white: int = ..., red: int = ..., blue: int = ..., generic: int = ..., difficulty: int | None = ..., keywords: Sequence[Literal["coraje", "curar", "dano_catastrofico", "disparar_proyectiles", "frenesi", "infundir_miedo", "robustez", "zerizut"]] = ..., heal_difficulty: int | None = ..., subtype: Literal["arma", "estructura", "reliquia"] | None = ..., equip: int | None = ..., legendary: bool = ...) -> Happened:
        """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (MMK-R73)."""

    def time_up(self) -> Happened:
        """The time of a clock game has run out; the round is finished, then the best score wins (MMK-166, R40)."""

    def abandon(self) -> Happened:
        """The table stops; there is no result (MMK-R80)."""

@overload
def play(  # type: ignore[overload-overlap]
    game: Literal["shazamm"],
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> ShazammMatch:
    """Begin a match (`tapete.python_match.play`)."""

@overload
def play(  # type: ignore[overload-overlap]
    game: Literal["moriham"],
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> MorihamMatch:
    """Begin a match (`tapete.python_match.play`)."""

@overload
def play(  # type: ignore[overload-overlap]
    game: Literal["datamorphs"],
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> DatamorphsMatch:
    """Begin a match (`tapete.python_match.play`)."""

@overload
def play(  # type: ignore[overload-overlap]
    game: Literal["bhm"],
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> BhmMatch:
    """Begin a match (`tapete.python_match.play`)."""

@overload
def play(  # type: ignore[overload-overlap]
    game: Literal["mamlejet"],
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> MamlejetMatch:
    """Begin a match (`tapete.python_match.play`)."""

@overload
def play(
    game: str,
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> AnyMatch:
    """Begin a match (`tapete.python_match.play`)."""

def load(file: str | os.PathLike[str], *, language: Language = "en") -> AnyMatch:
    """Read a match (`tapete.python_match.load`)."""
