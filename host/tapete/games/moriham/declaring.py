"""The arguments of an activation: the cards that it points at, and the operations of a text that the catalogue does not structure."""

import random
from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import replace

from tapete.core.actions import Said
from tapete.core.domains import one_of, row
from tapete.core.judge import complete, failed_terms
from tapete.core.refusals import Code, Refusal
from tapete.core.rulings import Note, Operation, bad_operation, ops
from tapete.core.seats import Seat, rival
from tapete.games.moriham.board import Duel, buried_monsters, refs
from tapete.games.moriham.cards import Card, chosen_words, ops_of
from tapete.games.moriham.figures import Bound, GraveRef, MonsterRef, Ref, SpellRef, Target, TargetWord
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Corrections, Operations

EFFECT_KINDS: tuple[type[Operation], ...] = get_args(Operations)
RULING_KINDS: tuple[type[Operation], ...] = get_args(Corrections)


def candidates(board: Duel, seat: Seat, word: TargetWord) -> Iterator[Ref]:
    """The cards that a chosen word allows, seen from a seat."""
    foe = rival(seat)
    if word == "chosen_own_graveyard_monster":
        return buried_monsters(board, (seat,))
    if word == "chosen_opp_facedown":
        return (SpellRef(foe, slot) for slot, spell in enumerate(board.side(foe).spells, start=1) if spell is not None and spell.face_down)
    return refs(board, ("monsters",), {"chosen_own_monster": (seat,), "chosen_opp_monster": (foe,)}.get(word, board.state.seats))


BAD_TARGET = Code("bad_target", "MOR-R43", _("Target {index} must be {needed:target}."))
TARGET_COUNT = Code(
    "bad_target",
    "MOR-R43",
    _("This effect takes {needed} {needed:target|targets}; there are {index}."),
    figures={"index": "value", "needed": "least"},
)


def targets_for(board: Duel, seat: Seat, words: tuple[TargetWord, ...]) -> row:
    """Return one card for each chosen word, in order (MOR-R43)."""
    each = (
        one_of(candidates(board, seat, word), otherwise=BAD_TARGET, index=place, needed=word) for place, word in enumerate(words, start=1)
    )
    return row(*each, count_code=TARGET_COUNT)


def no_operations(board: Duel, card: str, code: Code) -> row:
    """Return the operations of a card whose effect the catalogue says: none."""
    return row(count_code=code, told={"card": card})


def words_of(board: Duel, card: str, option: int | None) -> tuple[TargetWord, ...]:
    """Return the words of a structured effect for which its player names a card."""
    return chosen_words(ops_of(board.card(card), option) or ())


BAD_OPERATION = Code("bad_operation", "MOR-R90", _("Operation {index} ({op:op}) will not do. {the_problem}"))


class EffectOps(ops):
    """Operations declared for a text: each is judged by itself, now; they are done when the effect resolves."""

    __slots__ = ()

    at_once = False

    def __init__(self, board: Duel, seat: Seat, most: int) -> None:
        with board.working(by=seat, ruled=False):
            super().__init__(board.scratch(), EFFECT_KINDS, 0, most)

    def refusals(self, value: Any) -> list[Refusal]:
        judged = ((place, operation, failed_terms(operation, self.board)) for place, operation in enumerate(value))
        return [bad_operation(BAD_OPERATION, place, operation, why[0]).under(str(place)) for place, operation, why in judged if why]

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> tuple[Operation, ...]:
        chosen = (complete(rng.choice(self.kinds), self.board, {}, rng) for _ in range(rng.randint(0, min(2, self.most))))
        return tuple(operation for operation in chosen if operation is not None)

    def values(self) -> Iterator[tuple[Operation, ...]]:
        yield ()
        yield (Note("robot"),)


def declared_terms(board: Duel, draft: Any, card: Card, option: int | None, no_ops: Code) -> Iterator[Said]:
    """The targets of a structured effect; for a declared one its operations, then their targets (MOR-016, 018; R43, R86, R90).

    Args:
        board: the table. draft: the activation. card: whose effect. option: which of two; None: a monster's ability.
        no_ops: what is said of operations where the catalogue says what the effect does.
    """
    structured = ops_of(card, option)
    if structured is not None:
        yield "targets", board.kept(targets_for, draft.seat, board.of_cards(words_of, card.id, option))
        yield "ops", board.kept(no_operations, card.id, no_ops)
    else:
        yield "ops", board.kept(EffectOps, draft.seat, 4)
        yield "targets", targets_for(board, draft.seat, chosen_words(draft.ops))


CHOSEN_AS: dict[type[Ref], TargetWord] = {
    MonsterRef: "chosen_monster",
    SpellRef: "chosen_opp_facedown",
    GraveRef: "chosen_own_graveyard_monster",
}
"""The word that stands for a card pointed at."""


def bound_effect(
    board: Duel, structured: tuple[Operations, ...] | None, targets: tuple[Ref, ...], declared: tuple[Operations, ...]
) -> tuple[tuple[Bound, ...], tuple[Operations, ...]]:
    """The targets of an effect as they are fixed now, and its declared operations with words only.

    A card pointed at in a declared operation becomes a chosen one, so that it too is the very card (MOR-R43).
    """
    if structured is not None:
        return tuple(map(board.bind, targets)), ()
    bound: list[Bound] = []
    rest = iter(targets)
    worded: list[Operations] = []
    for operation in declared:
        target: Target | None = getattr(operation, "target", None)
        if isinstance(target, MonsterRef | SpellRef | GraveRef):
            bound.append(board.bind(target))
            operation = replace(operation, target=CHOSEN_AS[type(target)])
        elif chosen_words((operation,)):
            bound.append(board.bind(next(rest)))
        worded.append(operation)
    return tuple(bound), tuple(worded)
