"""How a turn of MORIHAM is told: what comes in, what answers what, the blow with both figures, and the life that is left."""

from __future__ import annotations

from typing import Any

from tapete.games.moriham import activation, battle, beginning, chain, changes, summoning, turn
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Item
from tapete.presentation.telling import ROLLED, Chain, ChainLink, GameTelling, Side, ToldMoment, Versus, beat, phrase

_WAITS, _DONE, _VOID = _("waits"), _("took effect"), _("negated")
_SIGNS: dict[str, Any] = {"higher": ">", "lower": "<", "equal": "=", "direct": ">"}


def _chain(m: ToldMoment) -> Chain | None:
    """What was laid one on the other, and what has become of each."""
    items: tuple[Item, ...] = m.rules.board(m.state).stack()  # type: ignore[attr-defined]  # MORIHAM's board
    before: tuple[Item, ...] = m.rules.board(m.start).stack()  # type: ignore[attr-defined]  # as above
    told = [event for event in (*m.told, m.event) if isinstance(event, changes.LinkNegated | chain.LinkResolved)]
    of = {(event.seat, event.card): isinstance(event, chain.LinkResolved) for event in told}

    def link(item: Item) -> ChainLink:
        done = of.get((item.controller, item.card))
        word = _WAITS if done is None else _DONE if done else _VOID
        stands: Any = "waits" if done is None else "done" if done else "void"
        return ChainLink(name=m.show(item.card, "card"), seat=item.controller, word=word.in_(m.language), stands=stands)

    shown = before if len(before) > len(items) else items
    return Chain(tuple(link(item) for item in shown)) if shown else None


def _blow(m: ToldMoment) -> Versus | None:
    """Attack against what stood there."""
    fought = m.event
    if not isinstance(fought, battle.BattleFought):
        return None
    gone = next((item for item in m.rules.board(m.start).stack() if item.kind == "attack"), None)  # type: ignore[attr-defined]
    declared = m.last(battle.AttackDeclared)
    board = m.rules.board(m.before)
    target = None if gone is None or gone.target is None else board.locate(gone.target)  # type: ignore[attr-defined]
    if target is not None:
        name = m.show(board.standing(target).card, "card")  # type: ignore[attr-defined]
    elif declared is not None:
        name = m.show(declared.aim, "aim")
    else:
        name = _("the player").in_(m.language)
    win = None if fought.result == "equal" else fought.result != "lower"
    left = Side(name=m.show(fought.card, "card"), figure=str(fought.attack), seat=fought.seat, wins=win)
    right = Side(name=name, figure=str(fought.value), wins=None if win is None else not win)
    return Versus(left, right, _SIGNS[fought.result])


ACCOUNT = GameTelling(
    beats=(
        ROLLED,
        beat(beginning.GameStarted, weight=3, cue="reveal"),
        beat(turn.TurnStarted, joins=(changes.CardsDrawn,)),
        beat(changes.Summoned, weight=2, cue="reveal"),
        beat(summoning.CardSet, weight=1, cue="slide"),
        beat(activation.Activated, weight=2, cue="reveal", ring=_chain),
        beat(chain.LinkResolved, weight=2, cue="slam", ring=_chain),
        beat(changes.LinkNegated, weight=2, cue="void", ring=_chain),
        beat(battle.AttackDeclared, weight=2, cue="tick"),
        beat(battle.AttackCancelled, weight=3, cue="void"),
        beat(battle.BattleFought, weight=3, cue="slam", ring=_blow),
        beat(changes.LifeChanged, weight=3, cue="count"),
        beat(changes.Destroyed, weight=2, cue="fall"),
        beat(changes.Modified, changes.PositionChanged, changes.ControlChanged, weight=2, cue="slide"),
        beat(changes.GameOver, weight=3, cue="win", ring=phrase(_("{winner} wins"))),
        beat(changes.GameDrawn, weight=3, cue="fall", ring=phrase(_("A draw"))),
    ),
    headlines=(
        (changes.GameOver, _("{winner} wins the duel ({reason}).")),
        (changes.GameDrawn, _("Both are out of life: a draw.")),
        (changes.LifeChanged, _("{card:card}, {attack} against {value}: {seat} has {life} life left.")),
        (battle.BattleFought, _("{card}, {attack} against {value}: {result}.")),
        (battle.AttackCancelled, _("The attack of {card} comes to nothing.")),
        (changes.LifeChanged, _("{seat}'s life goes from {before} to {life}.")),
        (changes.Summoned, _("{seat} summons {card} in {position} position.")),
        (beginning.GameStarted, _("The duel begins; {first} goes first.")),
        (turn.TurnStarted, _("Turn {turn}: {seat}.")),
    ),
    silent=frozenset({turn.TurnEnded, changes.ToGraveyard, activation.CardShown, chain.TriggerWaiting}),
)
"""See the module."""
