"""How a turn of DataMorphs is told: what is shown, what it costs, and the icons of both added up until one attack gets through."""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.games.datamorphs import bios, board, plays, rounds, scoring
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import SEATS
from tapete.presentation.telling import GameTelling, Sums, SumsRow, Term, ToldMoment, beat, phrase

_ATTACK, _DEFENSE, _THROUGH = _("attack"), _("defense"), _("through")


def _icons(m: ToldMoment) -> Sums:
    """The icons of both as they are added up; once both are there, what gets through."""
    counted = dict.fromkeys(SEATS, (0, 0))
    for event in (*m.told, m.event):
        if isinstance(event, scoring.Tally):
            counted[event.seat] = event.attack, event.defense
    scored = m.event if isinstance(m.event, rounds.RoundScored) else m.last(rounds.RoundScored)

    def row(seat: Seat) -> SumsRow:
        attack, defense = counted[seat] if scored is None else (scored.attack.of(seat), scored.defense.of(seat))
        terms = (Term(str(attack), _ATTACK.in_(m.language)), Term(str(defense), _DEFENSE.in_(m.language)))
        through = "" if scored is None else str(scored.inflicted.of(seat))
        return SumsRow(name=m.name(seat), seat=seat, terms=terms, figure=through, of="" if scored is None else _THROUGH.in_(m.language))

    return Sums(tuple(row(seat) for seat in SEATS))


ACCOUNT = GameTelling(
    beats=(
        beat(bios.CollectionShown, weight=1, says=_("{seat} shows the {OWNED:words} cards of this match.")),
        beat(bios.BiosRevealed, weight=2, cue="reveal", says=_("{seat}: {card}, memory {memory}."), joins=(bios.BiosRevealed,)),
        beat(plays.MemoryTied, weight=2, cue="tick", ring=phrase(_("{available} each"), _("both play in secret"))),
        beat(plays.JointRevealed, weight=2, cue="reveal"),
        beat(plays.Played, plays.Interrupted, weight=2, cue="reveal"),
        beat(scoring.Recolored, weight=2, cue="void"),
        beat(scoring.Tally, weight=2, cue="count", ring=_icons),
        beat(
            rounds.RoundScored, weight=3, cue="slam", ring=_icons,
            says=_("{inflicted.A} of {A:seat}'s and {inflicted.B} of {B:seat}'s get through."), joins=(rounds.RoundWon, rounds.RoundTied),
        ),
        beat(rounds.RoundWon, rounds.RoundTied, weight=3, cue="win"),
        beat(rounds.LeftOut, rounds.LeftOutUnseen, weight=1),
        beat(bios.RoundStarted, weight=2, cue="tick", ring=phrase(_("Round {round}"))),
        beat(rounds.GameWon, weight=3, cue="win", ring=phrase(_("{seat} wins"))),
        beat(rounds.GameDrawn, weight=3, cue="fall", ring=phrase(_("A draw"))),
        beat(rounds.CardsExchanged, weight=3, cue="slide"),
    ),
    headlines=(
        (rounds.GameWon, _("{seat} wins the match: {reason}.")),
        (rounds.GameDrawn, _("The match has no winner: {reason}.")),
        (rounds.RoundWon, _("{A:seat} {inflicted.A}, {B:seat} {inflicted.B} get through: {seat} wins the round, {wins} so far.")),
        (rounds.RoundTied, _("{A:seat} {inflicted.A}, {B:seat} {inflicted.B} get through: the round is tied.")),
        (rounds.CardsExchanged, _("{seat} keeps {take} and gives {give}.")),
        (plays.MemoryTied, _("Both have {available} memory left: both play in secret.")),
        (plays.Played, _("{seat} plays {card} {slot:as}; it costs {cost}.")),
        (bios.RoundStarted, _("Round {round} begins, with {cards} {cards:card|cards} each.")),
    ),
    silent=frozenset({bios.BiosLocked, bios.Unlocked, plays.MoveLocked, board.MemoryNow}),
)  # fmt: skip
"""See the module."""
