"""An evening by its decisions: what each does, what it is refused for, and that nothing is ever erased."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tapete.core import codec
from tapete.core.refusals import Illegal, Malformed, Stale
from tapete.league.deciding import Decision, PlaceChange, changes, decide, opened, replay
from tapete.league.decisions import (
    AllowPair,
    AnyDecision,
    CloseRound,
    CloseTournament,
    DropEntrant,
    EnterEntrant,
    ForbidPair,
    GiveTime,
    LiftPenalty,
    MarkAbsent,
    MarkPresent,
    PairRound,
    PauseRound,
    Penalize,
    PublishRound,
    ReopenTournament,
    ResumeRound,
    ReturnEntrant,
    SetResult,
    StartRound,
    TakeBackRound,
)
from tapete.league.standings import standings
from tapete.league.tournament import LeaguePoints, Pairing, TournamentSettings
from tests.league.written_events import Evening


def codes(evening: Evening, what: AnyDecision, why: str = "said so") -> list[str]:
    """Why a decision is refused; each reason has a whole sentence in both languages, with every hole filled."""
    with pytest.raises(Illegal) as refused:
        evening.do(what, why)
    for refusal in refused.value.refusals:
        said = [refusal.text().in_(language) for language in ("en", "es")]
        assert said[0] != said[1]
        assert not any("{" in one or "}" in one for one in said)
    return [refusal.code for refusal in refused.value.refusals]


def match(*entrants: int) -> Pairing:
    return Pairing("match", entrants)


def test_an_evening_from_beginning_to_end() -> None:
    evening = Evening(5, rounds=2)
    evening.paired((1, 2), (3, 4), byes=(5,)).results("A", "draw")
    assert evening.points() == {1: 3, 2: 0, 3: 1, 4: 1, 5: 3}
    evening.paired((1, 5), (3, 2), byes=(4,)).results("B", "A").do(CloseTournament())
    assert evening.points() == {1: 3, 2: 0, 3: 4, 4: 4, 5: 6}
    assert evening.order()[0] == 5
    assert evening.order()[-1] == 2
    assert codes(evening, EnterEntrant("late")) == ["event_over"]
    evening.do(ReopenTournament()).do(SetResult(2, 1, "A"))
    assert evening.points()[1] == 6


def test_staff_look_first() -> None:
    """Before the pairs are published neither a bye nor anything else of the round counts, and no result comes."""
    evening = Evening(3).do(PairRound(1, (match(1, 2), Pairing("bye", (3,)))))
    assert evening.points() == {1: 0, 2: 0, 3: 0}
    assert codes(evening, SetResult(1, 1, "A")) == ["round_is"]
    assert evening.do(PublishRound(1)).points() == {1: 0, 2: 0, 3: 3}


def test_two_who_decide_at_once() -> None:
    evening = Evening(2)
    seen = evening.now.version
    evening.do(EnterEntrant("third"))
    with pytest.raises(Stale, match="behind"):
        decide(evening.now, DropEntrant(1), who="organiser", at_ms=0, why="left", expected=seen)
    assert decide(evening.now, DropEntrant(1), who="organiser", at_ms=0, why="left", expected=seen + 1)[0].entrants[0].playing is False


def test_what_people_ask_why_of_needs_a_reason() -> None:
    evening = Evening(4).paired((1, 2), (3, 4))
    asked: list[AnyDecision] = [
        EnterEntrant("late"), DropEntrant(1), MarkAbsent(1), ForbidPair(1, 3), Penalize(1, 1), GiveTime(1, 1, 60_000), TakeBackRound(1),
        CloseTournament(),
    ]  # fmt: skip
    for what in asked:
        assert "reason_needed" in codes(evening, what, "  ")
    evening.do(SetResult(1, 1, "A"), "")
    assert codes(evening, SetResult(1, 1, "B"), "") == ["reason_needed"]


def test_late_entry_drop_return_and_absence() -> None:
    evening = Evening(4).paired((1, 2), (3, 4)).do(EnterEntrant("late")).do(DropEntrant(2))
    assert evening.now.entrants[4].from_round == 2
    evening.results("A", "A").do(MarkAbsent(3))
    assert evening.now.playing() == (1, 4, 5)
    assert codes(evening, PairRound(2, (match(1, 4), match(5, 2)))) == ["not_due", "not_seated"]
    assert codes(evening, PairRound(2, (match(1, 4), match(3, 5)))) == ["not_due"]
    evening.paired((1, 4), byes=(5,), absent=(3,)).results("A").do(ReturnEntrant(2))
    assert evening.now.playing() == (1, 2, 3, 4, 5)
    assert evening.points() == {1: 6, 2: 0, 3: 3, 4: 0, 5: 3}
    assert codes(evening, ReturnEntrant(2)) == ["playing_already"]
    assert codes(evening, EnterEntrant("late")) == ["entered_already"]
    assert codes(evening.do(MarkAbsent(1)), MarkAbsent(1)) == ["absent_already"]
    assert codes(evening.do(MarkPresent(1)), MarkPresent(1)) == ["not_absent"]
    assert codes(evening, DropEntrant(99)) == ["unknown_entrant"]
    assert codes(evening.do(DropEntrant(1)), DropEntrant(1)) == ["not_playing"]
    assert codes(evening, MarkAbsent(1)) == ["not_playing"]


def test_two_who_are_kept_apart() -> None:
    evening = Evening(4).do(ForbidPair(3, 1), "brothers")
    with pytest.raises(Illegal) as refused:
        evening.paired((3, 1), (2, 4))
    assert [refusal.text().in_("en") for refusal in refused.value.refusals] == ["Numbers 1 and 3 are kept apart: brothers"]
    assert codes(evening, PairRound(1, (match(1, 3), match(2, 4)), True)) == ["forbidden_pair"]
    assert codes(evening, ForbidPair(1, 3)) == ["forbidden_already"]
    assert codes(evening, AllowPair(1, 2)) == ["not_forbidden"]
    assert codes(evening, ForbidPair(2, 2)) == ["with_oneself"]
    assert codes(Evening(3, system="round_robin"), ForbidPair(1, 2)) == ["nobody_apart"]
    evening.do(AllowPair(1, 3)).paired((1, 3), (2, 4))
    assert len(evening.now.rounds) == 1


def test_a_round_made_by_hand_is_judged_like_every_other() -> None:
    evening = Evening(5).paired((1, 2), (3, 4), byes=(5,)).results("A", "A")
    assert codes(evening, PairRound(2, (match(1, 3), match(1, 4), Pairing("bye", (2,))))) == ["twice_in_round", "not_seated"]
    assert codes(evening, PairRound(2, (match(1, 2), match(3, 5), Pairing("bye", (4,))))) == ["rematch"]
    assert codes(evening, PairRound(2, (match(1, 3), match(2, 4), Pairing("bye", (5,))))) == ["second_bye"]
    assert codes(evening, PairRound(2, (match(1, 3), *(Pairing("bye", (n,)) for n in (2, 4, 5))))) == ["too_many_byes", "second_bye"]
    assert codes(evening, PairRound(2, (match(1, 4, 5), match(2, 3)))) == ["wrong_size"]
    assert codes(evening, PairRound(3, ())) == ["other_round"]
    assert codes(evening, PairRound(2, (match(1, 2), match(3, 5), Pairing("bye", (4,))), True), "") == ["reason_needed"]
    evening.paired((1, 2), (3, 5), byes=(4,), repeats=True)
    assert codes(evening, PairRound(3, ())) == ["round_open"]
    assert codes(Evening(1), PairRound(1, (Pairing("bye", (1,)),))) == ["too_few"]
    assert codes(Evening(2, rounds=1).paired((1, 2)).results("A"), PairRound(2, (match(1, 2),))) == ["no_more_rounds"]


def test_results_are_corrected_and_say_beforehand_what_changes() -> None:
    evening = Evening(4).paired((1, 2), (3, 4)).results("A", "A").paired((1, 3), (2, 4)).results("A", "A")
    correction = SetResult(1, 2, "B")
    told = changes(evening.now, correction, "the slip was read wrongly")
    assert PlaceChange(4, 4, evening.do(correction).line(4).place, 0, 3) in told
    assert {one.entrant for one in told} >= {3, 4}
    assert evening.points() == {1: 6, 2: 3, 3: 0, 4: 3}
    assert changes(evening.now, Penalize(1, 1), "late")[0].points_after == 5
    said = [entry.what for entry in evening.log if isinstance(entry.what, SetResult) and (entry.what.round, entry.what.pairing) == (1, 2)]
    assert said == [SetResult(1, 2, "A", "table"), correction], "the log keeps what was said before"


@pytest.mark.parametrize("word", ["C", "B,A", "", "win", "A,A", "A, B", "A,C"])
def test_what_is_no_result(word: str) -> None:
    assert codes(Evening(2).paired((1, 2)), SetResult(1, 1, word)) == ["bad_result"]


def test_a_stopped_match_waits_for_a_judge() -> None:
    evening = Evening(2).paired((1, 2)).results("stopped", close=False)
    assert evening.points() == {1: 0, 2: 0}
    assert codes(evening, CloseRound(1)) == ["results_missing"]
    evening.do(SetResult(1, 1, "loss")).do(CloseRound(1))
    assert evening.points() == {1: 0, 2: 0}
    assert codes(evening, SetResult(1, 2, "A")) == ["no_such_pairing"]
    assert codes(evening, SetResult(2, 1, "A")) == ["no_such_round"]


def test_a_round_is_taken_back_and_the_log_keeps_it() -> None:
    evening = Evening(4).paired((1, 2), (3, 4)).results("A", "A").do(MarkAbsent(4)).paired((1, 3), byes=(2,), absent=(4,))
    assert codes(evening, TakeBackRound(1)) == ["not_the_last"]
    evening.do(TakeBackRound(2))
    assert len(evening.now.rounds) == 1
    assert evening.now.absent == {4}, "who was away is away in the next attempt too"
    evening.do(MarkPresent(4)).paired((1, 3), (2, 4))
    assert evening.now.rounds[-1].attempt == 2
    assert [type(entry.what).__name__ for entry in evening.log].count("PairRound") == 3
    assert replay(evening.settings, evening.log) == evening.now


def test_penalties_and_their_lifting() -> None:
    evening = Evening(2).paired((1, 2)).results("A").do(Penalize(1, 2))
    assert evening.points() == {1: 1, 2: 0}
    assert (evening.line(1).penalty, evening.line(2).breaks[1].value) == (2, Fraction(3)), "a penalty harms only who gets it"
    given = evening.now.version
    assert codes(evening, LiftPenalty(given - 1)) == ["no_such_penalty"]
    assert evening.do(LiftPenalty(given)).points() == {1: 3, 2: 0}
    assert codes(evening, LiftPenalty(given)) == ["no_such_penalty"]


def test_the_clock_of_a_round() -> None:
    evening = Evening(2, round_ms=60_000).paired((1, 2))
    one = evening.now.rounds[0]
    assert one.remaining_ms(0, 60_000) is None
    began = 1000 * (len(evening.log) + 1)
    evening.do(StartRound(1)).do(PauseRound(1))
    assert evening.now.rounds[0].remaining_ms(began + 50_000, 60_000) == 59_000
    assert codes(evening, PauseRound(1)) == ["round_is"]
    evening.do(ResumeRound(1)).do(GiveTime(1, 1, 5_000))
    extra = evening.now.rounds[0].placed[0].extra_ms
    assert evening.now.rounds[0].remaining_ms(began + 62_000, 60_000, extra) == 4_000
    assert evening.now.rounds[0].remaining_ms(began + 62_000, 60_000) == -1_000
    assert codes(evening, ResumeRound(1)) == ["round_is"]


def test_a_log_is_json_and_is_judged_again_when_it_is_played() -> None:
    evening = Evening(3).paired((1, 2), byes=(3,)).results("A").do(Penalize(1, 1))
    lines = [codec.encode(entry) for entry in evening.log]
    log = [codec.decode(line, Decision) for line in lines]
    assert replay(evening.settings, log) == evening.now
    assert codec.decode(codec.encode(evening.settings), TournamentSettings) == evening.settings
    with pytest.raises(ValueError, match="decision 3 follows decision 1"):
        replay(evening.settings, [log[0], *log[2:]])
    forged = [entry if entry.number != 4 else msgspec.structs.replace(entry, what=PairRound(1, (match(1, 3),))) for entry in log]
    with pytest.raises(Illegal, match="not_seated"):
        replay(evening.settings, forged)
    for wrong in (
        b'{"do":"erase"}',
        b'{"do":"drop_entrant","entrant":0}',
        b'{"do":"set_result","round":1,"pairing":1,"result":"A","by":1}',
    ):
        with pytest.raises(Malformed):
            codec.decode(b'{"number":1,"at_ms":0,"who":"x","what":' + wrong + b"}", Decision)


@pytest.mark.parametrize(
    "settings",
    [
        {"seats": 2, "fewest": 3},
        {"system": "elimination", "seats": 4},
        {"system": "round_robin", "seats": 4, "fewest": 3},
        {"fewest": 1},
        {"tiebreaks": ("wins", "wins")},
        {"points": LeaguePoints(win=1, draw=2)},
    ],
)
def test_settings_that_do_not_go_together(settings: dict[str, object]) -> None:
    with pytest.raises(Illegal, match="bad_setting"):
        Evening(**settings)  # type: ignore[arg-type]  # what is wrong is meant


def test_a_table_that_plays_together_scores_together() -> None:
    """Mamlejet: nobody is anybody's opponent, so tie-breaks from opponents give nothing."""
    evening = Evening(7, seats=4, fewest=1, together=True).paired((1, 2, 3, 4), (5, 6, 7)).results("A,B,C,D", "loss")
    assert evening.points() == {1: 3, 2: 3, 3: 3, 4: 3, 5: 0, 6: 0, 7: 0}
    assert {value.value for one in standings(evening.now) for value in one.breaks if value.name != "wins"} == {0}


def test_four_to_a_table_have_one_winner() -> None:
    evening = Evening(4, seats=4, game="bhm").paired((2, 4, 1, 3)).results("C")
    assert evening.points() == {1: 3, 2: 0, 3: 0, 4: 0}
    assert opened(evening.settings).version == 0
