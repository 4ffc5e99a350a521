"""The contract suite: what every game on the referee contract has to pass, played at random from seeds.

A game joins by its entry in `SUBJECTS`; nothing here knows a rule of any game.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from tapete import games
from tapete.core import codec, notation
from tapete.core import position as positions
from tapete.core.log import Log
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules, bind
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import LANGUAGES
from tapete.core.touch import single_touch
from tests.contract import fairground
from tests.contract.catalogues import starter
from tests.contract.client import allowed, mutated, tag
from tests.forms import by_form, matches


class Subject(Struct, frozen=True):
    """A game under test: how many play, the longest a random match may last, and values that mutations draw from."""

    name: str
    seats: int
    bound: int
    pool: tuple[Any, ...]
    options: dict[str, Any] = {}
    matches: int = 6


DATAMORPHS = ("glint_loom", "fern_cache", "brine_socket", "boost", "boost_a", "interrupt", "own", "bios", "interrupt:function", "hand", 3)

MORIHAM = (
    "mudling",
    "bog_piper",
    "wicker_hound",
    "tide_colossus",
    "grave_ferry",
    "mirror_pool",
    "hand",
    "player",
    "defense",
    "main2",
    1,
    2,
    3,
    5,
)

BHM = (
    "moss_bear",
    "howl_hound",
    "bell_summoner",
    "spark",
    "tidal_lash",
    "everbell",
    "rally_call",
    "sudden_hush",
    "fog_fen",
    "salt_sprite",
    "top",
    "val",
    1,
    2,
    3,
    5,
)

MAMLEJET = ("centinela", "hondero", "racion", "trampa", "lanza", "e-guerrero", "demo", "shoot", "heal", "enemy", "A", "B", 1, 2, 3, 7, 12)

SUBJECTS = [
    Subject("fairground", 2, 900, (1, 2, 3, "hoop", "ducks", "A", "B")),
    Subject("fairground", 4, 1500, (1, 2, 3, "hoop", "wheel", "C", "D")),
    Subject("shazamm", 2, 3000, tuple(range(16)), matches=3),
    Subject("shazamm", 2, 3000, tuple(range(16)), {"full_hand": True, "exhaustion_push": "ask"}, matches=2),
    Subject("datamorphs", 2, 400, DATAMORPHS),
    Subject("datamorphs", 2, 400, DATAMORPHS, {"tie_mode": "sudden_death", "interrupt_cost": 1, "exchange": False}, matches=3),
    Subject("moriham", 2, 2500, MORIHAM, matches=2),
    Subject(
        "moriham",
        2,
        2500,
        MORIHAM,
        {"deck_size": 20, "tribute_rule": "at_least", "magic_in_battle": True, "trap_same_turn": False},
        matches=3,
    ),
    Subject("bhm", 2, 3000, BHM, matches=2),
    Subject("bhm", 3, 3000, BHM, {"reaction_windows": "off", "combat_mode": "immediate", "third_territory": "replace"}, matches=2),
    Subject("bhm", 4, 3000, BHM, matches=1),
    Subject("mamlejet", 2, 4000, MAMLEJET, {"deck_tactics": 18, "deck_check": "warn", "win_emuna": 20, "threat_skip_rounds": 1}, matches=2),
    Subject(
        "mamlejet",
        3,
        6000,
        MAMLEJET,
        {"level": "heroe", "deck_tactics": 12, "deck_check": "off", "defend_others": False, "epic_fail_scope": "all_rolls"},
        matches=1,
    ),
    Subject("mamlejet", 1, 3000, MAMLEJET, {"level": "escudero", "mode": "clock", "deck_tactics": 24, "loss_emuna": 30}, matches=2),
]
QUIET = frozenset(
    {
        "concede",
        "abandon",
        "time_up",
        "mulligan",
        "ruling",
        "unlock",
        "reopen_bids",
        "reopen_choices",
        "remark",
        "add_card",
        "declare_effect",
        "pass_round",
        "pass_mains",
        "ask_again",
    }
)
"""Actions that random play leaves out most of the time, so that matches get somewhere."""


def rules_of(subject: Subject) -> Rules[Any]:
    if subject.name == "fairground":
        return fairground.rules(subject.options)
    return bind(games.need(subject.name), subject.options, starter(subject.name))


def seats_of(subject: Subject) -> tuple[Seat, ...]:
    return SEATS[: subject.seats]


def subject_id(subject: Subject) -> str:
    return f"{subject.name}-{subject.seats}" + ("-house" if subject.options else "")


CHOSEN: dict[tuple[str, int, frozenset[str], float], list[Any]] = {}
"""The actions of the walks that came to their end: many tests take the same walk, and choosing takes far longer than doing."""

SHARED = range(1000)
"""Seeds of walks that several tests take."""


def walk(subject: Subject, seed: int, quiet: frozenset[str] = QUIET, loud: float = 0.03) -> Iterator[tuple[Match[Any], Any]]:
    """A random match, action by action: yields the match and the legal action that it is about to do, and does it."""
    rng, key = random.Random(seed), (repr(subject), seed, quiet, loud)
    match, chosen = Match(rules_of(subject), seats_of(subject)), CHOSEN.get(key)
    actions: list[Any] = []
    for number in range(subject.bound):
        if match.result is not None:
            if seed in SHARED:
                CHOSEN[key] = actions
            return
        if chosen is not None:
            action = chosen[number]
        else:
            avoid = quiet if rng.random() >= loud else frozenset({"concede", "abandon"})
            action = match.rules.sample(match.state, rng, avoid=avoid)
        assert action is not None, f"nobody can do anything in {match.state.agenda}"
        actions.append(action)
        yield match, action
        match.do(action)
    raise AssertionError(f"no result after {subject.bound} actions")


def played(subject: Subject, seed: int, loud: float = 0.03) -> Match[Any]:
    """A random match, played to its end."""
    match = None
    for match, action in walk(subject, seed, loud=loud):
        assert tag(action)
    assert match is not None
    return match


def quick(subject: Subject) -> bool:
    """Whether the edit loop plays a game so: with its usual rules, by the fewest."""
    return subject is next(other for other in SUBJECTS if other.name == subject.name)


subjects = pytest.mark.parametrize(
    "subject",
    [pytest.param(subject, id=subject_id(subject), marks=() if quick(subject) else pytest.mark.slow) for subject in SUBJECTS],
)


@subjects
def test_what_is_offered_is_exactly_what_is_accepted(subject: Subject) -> None:
    """legal ⇔ check, for legal actions and for mutants of them, judged by a client that has the descriptions only."""
    rng = random.Random(7)
    agreed = {True: 0, False: 0}
    most = 250 if subject.name == "shazamm" else 500
    for seed in range(by_form(1, *[subject.matches] * 3)):
        for number, (match, action) in enumerate(walk(subject, seed)):
            if number > most:
                break
            rules, state = match.rules, match.state
            assert rules.check(state, action) == ()
            assert allowed(rules, state, action), (action, state)
            agreed[True] += 1
            for _ in range(3):
                mutant = mutated(action, rng, list(subject.pool))
                if mutant is not None:
                    verdict = rules.check(state, mutant) == ()
                    assert allowed(rules, state, mutant) == verdict, (mutant, rules.check(state, mutant), state)
                    agreed[verdict] += 1
    least = by_form(quick=20, usual=100, long=100, nightly=100)
    assert agreed[True] > least
    assert agreed[False] > least


@subjects
def test_every_state_is_sound_and_comes_back_from_its_bytes(subject: Subject) -> None:
    for seed in range(by_form(1, *[subject.matches] * 3)):
        for match, _ in walk(subject, seed):
            state = match.state
            assert match.rules.faults(state) == ()
            raw = codec.encode(state)
            again = match.rules.read_state(raw)
            assert again == state
            assert codec.encode(again) == raw


@subjects
def test_positions_are_loaded_and_played_on(subject: Subject) -> None:
    for seed in range(by_form(1, *[subject.matches] * 3)):
        for number, (match, action) in enumerate(walk(subject, seed)):
            if number % 7 or match.rules.game.sealing_open(match.state):
                continue
            position = positions.read(codec.encode(positions.dump(match.rules, match.state)))
            other = Match(match.rules, match.seats, position)
            assert other.state == match.state
            assert other.check(action) == ()


@subjects
def test_a_position_at_no_step_at_all_is_malformed(subject: Subject) -> None:
    match, _ = next(walk(subject, 0))
    plain = positions.dump(match.rules, match.state).plain()
    plain["state"]["agenda"] = []
    with pytest.raises(Malformed) as refused:
        positions.load(match.rules, positions.read(plain))
    assert [refusal.at for refusal in refused.value.refusals] == ["state.agenda"]


@subjects
def test_who_is_awaited_can_answer(subject: Subject) -> None:
    """Somebody owes something exactly when there is no result, and whoever owes may answer; so may their LOCK."""
    for seed in range(by_form(1, *[subject.matches] * 3)):
        match = None
        for number, (match, _) in enumerate(walk(subject, seed)):
            if number % 5:
                continue
            owed = match.awaiting()
            assert owed
            for one in owed:
                offers = set(match.legal(one.seat)) | set(match.legal(None))
                assert set(one.actions) & offers, (one, sorted(offers))
                if one.button == "lock" and one.meaning in ("ready", "pass"):  # a bid's LOCK is the console's own
                    touch = single_touch(match.rules, one)
                    assert touch is not None, f"LOCK is lit and says nothing: {one}"
                    assert tag(touch) in one.actions
                    assert not match.rules.check(match.state, touch), (one, touch)
                acting, waiting = match.rules.prompts(one)
                assert acting.in_("es") != acting.in_("en") or waiting.in_("es") != waiting.in_("en")
            for seat in (*match.state.seats, None):
                view = match.rules.view(match.state, seat)
                assert set(view.legal) == set(match.legal(seat))
        assert match is not None
        assert match.result is not None
        assert match.awaiting() == ()


@subjects
def test_a_match_is_undone_to_its_start_and_redone_to_its_end(subject: Subject) -> None:
    match = played(subject, 3, loud=0.1)
    end, start = match.state, match.log.after(0)
    undos = 0
    while match.log.head:
        match.undo()
        undos += 1
    assert match.state == start
    match.redo(undos)
    assert match.state == end


@subjects
def test_a_log_is_replayed_entry_by_entry(subject: Subject) -> None:
    rng = random.Random(11)
    match = Match(rules_of(subject), seats_of(subject))
    while match.log.seq < 400:
        action = match.rules.sample(match.state, rng, avoid=QUIET)
        if action is None or rng.random() < 0.02:
            match.jump(rng.randint(0, match.log.seq))
            continue
        match.do(action)
        if rng.random() < 0.1:
            match.undo(rng.randint(1, 2) if len(match.log.line()) > 4 else 1)
            if rng.random() < 0.5 and match.log.redoable:
                match.redo()
            assert not match.rules.game.sealing_open(match.state), "a move ends outside every open sealing"
    again: Log[Any] = Log(match.rules, match.log.after(0))
    assert again.replay([codec.decode(codec.encode(entry), type(entry)) for entry in match.log.entries]) is None
    assert again.state == match.state
    assert again.line() == match.log.line()
    assert [e.events for e in again.entries] == [e.events for e in match.log.entries]


@subjects
def test_the_same_action_gives_the_same_bytes(subject: Subject) -> None:
    for match, action in walk(subject, 2):
        first, told = match.rules.apply(match.state, action)
        second, told_again = match.rules.apply(match.state, action, checked=True)
        assert codec.encode(first) == codec.encode(second)
        assert told == told_again


@subjects
def test_a_refused_action_changes_nothing(subject: Subject) -> None:
    rng, refused = random.Random(1), 0
    for number, (match, action) in enumerate(walk(subject, 4)):
        if number > 200:
            break
        before, seq = codec.encode(match.state), match.log.seq
        mutant = mutated(action, rng, list(subject.pool))
        if mutant is None or not match.check(mutant):
            continue
        with pytest.raises(Illegal) as fault:
            match.do(mutant)
        assert (codec.encode(match.state), match.log.seq) == (before, seq)
        assert fault.value.refusals
        refused += 1
        for refusal in fault.value.refusals:
            text = refusal.text(match.rules.words)
            assert text.in_("es")
            assert text.in_("en")
    assert refused


@subjects
def test_every_action_has_one_text_form(subject: Subject) -> None:
    for match, action in walk(subject, 6, loud=0.2):
        line = notation.write(action)
        assert notation.read(match.rules, line) == action
        for wrong in (f"{line} extra", line.rsplit(" ", 1)[0] if " " in line else "", f"Z{line}"):
            with pytest.raises(Malformed):
                notation.read(match.rules, wrong)


@subjects
def test_what_happened_is_told_in_both_languages(subject: Subject) -> None:
    for match, action in walk(subject, 8, loud=0.1):
        _, events = match.rules.apply(match.state, action)
        for event in events:
            sentence, deed = match.rules.sentence(event), match.rules.deed(event)
            for language in LANGUAGES:
                assert sentence.in_(language).strip()
                assert deed is None or deed.in_(language).strip()


@subjects
def test_sentences_use_only_what_their_events_have(subject: Subject) -> None:
    game = rules_of(subject).game
    for kind in game.events:
        told = game.sentences[kind]
        for sentence in filter(None, (told.log, told.table)):
            for language in LANGUAGES:
                assert set(sentence.holes(language)) <= {*kind.__struct_fields__, *SEATS}, (kind, language)
    assert set(game.sentences) == set(game.events)


@subjects
def test_layout_and_scene_show_every_seat(subject: Subject) -> None:
    for match, _ in walk(subject, 9):
        layout = match.rules.layout(match.state)
        names = [place.name for place in layout]
        assert len(set(names)) == len(names)
        assert all(place.text(match.rules.words).in_("es") for place in layout)
        scene = match.rules.scene(match.state)
        assert tuple(panel.seat for panel in scene.panels) == match.state.seats


@subjects
def test_names_are_lower_snake_case_and_documented(subject: Subject) -> None:
    game = rules_of(subject).game
    letters = set(string.ascii_lowercase + string.digits + "_")
    for kind in (*game.actions, *game.events):
        assert set(tag_of(kind)) <= letters
        assert kind.__doc__ or subject.name == "fairground"


def tag_of(kind: Any) -> str:
    name = kind.__struct_config__.tag
    assert isinstance(name, str)
    return name


@subjects
def test_house_rules_are_checked_with_every_fault_named(subject: Subject) -> None:
    game = rules_of(subject).game
    with pytest.raises(Illegal) as fault:
        game.read_options({"no_such_rule": 1, "another": 2})
    assert [r.at for r in fault.value.refusals] == ["no_such_rule", "another"]
    for key in game.options.__struct_fields__:
        with pytest.raises(Illegal) as fault:
            game.read_options({key: {"not": "a value"}})
        assert fault.value.refusals[0].at == key
        assert fault.value.refusals[0].params["allowed"]


@subjects
def test_the_number_of_seats_is_checked(subject: Subject) -> None:
    rules = rules_of(subject)
    alone: tuple[tuple[Seat, ...], ...] = (("A",),) if rules.game.fewest > 1 else ()
    for seats in (*alone, (), ("B", "A"), ("A", "C")):
        with pytest.raises(Illegal):
            rules.start(seats)


@subjects
def test_random_matches_end_soundly(subject: Subject) -> None:
    """As many as the form of the run says, or TAPETE_MATCHES."""
    for seed in range(1000, 1000 + matches(quick=1, usual=5, long=20, nightly=1_000)):
        match = played(subject, seed)
        assert match.result is not None
        assert match.rules.faults(match.state) == ()
