"""The contract suite: what every game on the referee contract has to pass, played at random from seeds.

    from tapete.testing import CHECKS, Subject

    @pytest.mark.parametrize("check", CHECKS)
    def test_contract(check):
        check(Subject("nim", 2, 60, (1, 2, 3)))

Nothing here knows a rule of any game. A check raises AssertionError.
"""

from __future__ import annotations

import functools
import random
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete import cards, games
from tapete.core import codec, judge, notation
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.game import Game
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.log import Log
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed, RefereeError
from tapete.core.rules import Rules, bind
from tapete.core.rulings import NextOperation, ops
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import LANGUAGES
from tapete.testing.legal_reader import allowed, mutated, tag
from tapete.testing.translation_checks import untranslated

CHECKS: list[Callable[[Subject], None]] = []
"""All that a game has to pass, in order."""


class Subject(Struct, frozen=True):
    """A game under test.

    Args:
        name: of the game. seats: how many play. bound: the longest that a random match may last, in actions.
        pool: values that mutations draw from. options: house rules.
        matches: how many walks a check takes. least: how many judgements of each kind "legal or not" has to make.
        ends: how many random matches are played to their end. game: it, where it is not installed.
    """

    name: str
    seats: int
    bound: int
    pool: tuple[Any, ...]
    options: dict[str, Any] = {}
    matches: int = 6
    least: int = 20
    ends: int = 5
    game: Game[Any] | None = None


def checks(check: Callable[[Subject], None]) -> Callable[[Subject], None]:
    """Decorator: this is part of the suite."""
    CHECKS.append(check)
    return check


def refused(error: type[RefereeError], call: Callable[[], object]) -> RefereeError:
    """The error that a call raises; it has to."""
    try:
        call()
    except error as fault:
        return fault
    raise AssertionError(f"{error.__name__} was to be raised")


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
        "show_collection",
        "declare_effect",
        "pass_round",
        "pass_mains",
        "ask_again",
    }
)
"""Actions that random play leaves out most of the time, so that matches get somewhere."""


@functools.cache
def _cards(game: str) -> Any:
    return cards.starter(game) if games.need(game).cards is not None else None


def rules_of(subject: Subject) -> Rules[Any]:
    """The game bound to the subject's house rules and its starter set."""
    if subject.game is not None:
        return bind(subject.game, subject.options)
    return bind(games.need(subject.name), subject.options, _cards(subject.name))


def seats_of(subject: Subject) -> tuple[Seat, ...]:
    """Who plays."""
    return SEATS[: subject.seats]


def subject_id(subject: Subject) -> str:
    """A short name of a subject, for reports."""
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
    raise AssertionError(f"no result after {subject.bound} actions, the most that `Subject.bound` lets a random match last")


def played(subject: Subject, seed: int, loud: float = 0.03) -> Match[Any]:
    """A random match, played to its end."""
    match = None
    for match, action in walk(subject, seed, loud=loud):
        assert tag(action)
    assert match is not None
    return match


@checks
def what_is_offered_is_exactly_what_is_accepted(subject: Subject) -> None:
    """legal ⇔ check, for legal actions and for mutants of them, judged by a client that has the descriptions only."""
    rng = random.Random(7)
    agreed = {True: 0, False: 0}
    most = 250 if subject.name == "shazamm" else 500
    for seed in range(subject.matches):
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
    assert agreed[True] > subject.least
    assert agreed[False] > subject.least


@checks
def a_form_is_filled_in_in_any_order(subject: Subject) -> None:
    """Whatever is offered next of a draft is accepted, and every legal action is reached, in whichever order arguments are said; so are the
    operations of a list, argument by argument. With rulings in between.
    """
    rng = random.Random(11)
    filled = 0
    for seed in range(subject.matches):
        for number, (match, action) in enumerate(walk(subject, seed, loud=0.1)):
            if number % 13:
                continue
            rules, state = match.rules, match.state
            given = {name: builtins(getattr(action, name)) for name in action.__struct_fields__}
            _filled_in(rules, state, {"action": tag(action)}, given, rng)
            seat = rng.choice((*state.seats, None))
            if forms := [name for name, offer in match.legal(seat).items() if offer.arguments]:
                form = rng.choice(forms)
                said = {} if seat is None or "seat" not in rules.game.action(form).__struct_fields__ else {"seat": seat}
                made = _filled_in(rules, state, {"action": form}, said, rng)
                assert rules.check(state, rules.read(made)) == (), (made, rules.check(state, rules.read(made)), state)
                filled += 1
    assert filled


MORE_MATCHES = 8
"""So many more are walked where none of the first has met what a check looks for."""


@checks
def any_draft_is_refused_or_leads_to_a_legal_action(subject: Subject) -> None:
    """Some arguments of an action of another moment, without those before them: the draft is refused, or what is offered completes it."""
    rng, filled, barred = random.Random(13), 0, 0
    for seed in range(subject.matches + MORE_MATCHES):
        if seed >= subject.matches and filled and barred:
            break
        seen: dict[str, list[Any]] = {}
        for number, (match, action) in enumerate(walk(subject, seed, loud=0.1)):
            seen.setdefault(tag(action), []).append(action)
            if number % 5:
                continue
            for _ in range(5):
                draft = _some_arguments(match, rng.choice(seen[rng.choice(sorted(seen.keys() & {*match.legal(None), tag(action)}))]), rng)
                try:
                    match.rules.legal(match.state, draft.get("seat"), draft)
                except Illegal:
                    barred += 1
                    continue
                made = _filled_in(match.rules, match.state, draft, {}, rng)
                assert match.check(match.rules.read(made)) == (), (draft, made, match.check(match.rules.read(made)), match.state)
                filled += 1
    assert filled
    assert barred


def _some_arguments(match: Match[Any], action: Any, rng: random.Random) -> dict[str, Any]:
    """A draft with the seat of an action, and with some of its arguments."""
    whole = {name: builtins(getattr(action, name)) for name in action.__struct_fields__}
    return {"action": tag(action), **{name: value for name, value in whole.items() if name == "seat" or rng.random() < 0.4}}


def _listed(domain: ops, known: Sequence[Any], rng: random.Random) -> list[dict[str, Any]]:
    """A list of operations said argument by argument: those that are known, or else one by chance; each is judged when it is whole."""
    said: list[dict[str, Any]] = []
    for operation in known or [None]:
        following = NextOperation(domain, said)
        name = rng.choice(sorted(following.offers())) if operation is None else name_of(type(operation))
        draft: dict[str, Any] = {}
        while (offer := following.left(name, draft)).arguments:
            argument, inside = rng.choice(sorted(offer.arguments.items()))
            draft[argument] = builtins(inside.sample(rng) if operation is None else getattr(operation, argument))
            typed = judge.read_arguments(following.kind(name), {argument: draft[argument]})[argument]
            assert not inside.refusals(typed), (name, draft, argument)
        assert not offer.wait, (name, draft, offer.wait)
        said.append({"op": name, **draft})
        assert not following.refusals(said[-1]), (said, following.refusals(said[-1]))
    return said


def _filled_in(rules: Rules[Any], state: Any, draft: dict[str, Any], known: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A whole action out of a draft, its arguments said by chance one after the other: each as it is known, or else by chance."""
    if "seat" in known:
        draft = {**draft, "seat": known["seat"]}
    while True:
        (offer,) = rules.legal(state, draft.get("seat"), draft).values()
        if not offer.arguments:
            assert not offer.wait, (draft, offer.wait, state)
            return draft
        name = rng.choice(list(offer.arguments))
        draft[name] = known[name] if name in known else builtins(offer.arguments[name].sample(rng))
        if isinstance(domain := offer.arguments[name], ops):
            whole = judge.read_arguments(rules.game.action(draft["action"]), {name: draft[name]})[name]
            _listed(domain, whole if name in known else (), rng)
        typed = judge.read_arguments(rules.game.action(draft["action"]), {name: draft[name]})[name]
        assert not offer.arguments[name].refusals(typed), (draft, name, state)


@checks
def every_state_is_sound_and_comes_back_from_its_bytes(subject: Subject) -> None:
    """A state has no fault, and comes back from its bytes as it was."""
    for seed in range(subject.matches):
        for match, _ in walk(subject, seed):
            state = match.state
            assert match.rules.faults(state) == ()
            raw = codec.encode(state)
            again = match.rules.read_state(raw)
            assert again == state
            assert codec.encode(again) == raw


@checks
def positions_are_loaded_and_played_on(subject: Subject) -> None:
    """A position that was written is read and played on."""
    for seed in range(subject.matches):
        for number, (match, action) in enumerate(walk(subject, seed)):
            if number % 7 or match.rules.game.sealing_open(match.state):
                continue
            position = positions.read(codec.encode(positions.dump(match.rules, match.state)))
            other = Match(match.rules, match.seats, position)
            assert other.state == match.state
            assert other.check(action) == ()


@checks
def a_position_at_no_step_at_all_is_malformed(subject: Subject) -> None:
    """A position without a step is refused, with the place."""
    match, _ = next(walk(subject, 0))
    plain = positions.dump(match.rules, match.state).plain()
    plain["state"]["agenda"] = []
    fault = refused(Malformed, lambda: positions.load(match.rules, positions.read(plain)))
    assert [refusal.at for refusal in fault.refusals] == ["state.agenda"]


@checks
def who_is_awaited_can_answer(subject: Subject) -> None:
    """A seat owes something exactly when there is no result; it may answer, and so may its LOCK."""
    for seed in range(subject.matches):
        match = None
        for number, (match, _) in enumerate(walk(subject, seed)):
            if number % 5:
                continue
            owed = match.awaiting()
            assert owed
            for one in owed:
                own = set(match.rules.legal(match.state, one.seat))
                assert set(match.rules.possible(match.state, one.seat, one.actions)) == own & set(one.actions)
                offers = set(match.legal(one.seat))
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


@checks
def a_match_is_undone_to_its_start_and_redone_to_its_end(subject: Subject) -> None:
    """Undo leads to the start, redo to the end again."""
    match = played(subject, 3, loud=0.1)
    end, start = match.state, match.log.after(0)
    undos = 0
    while match.log.head:
        match.undo()
        undos += 1
    assert match.state == start
    match.redo(undos)
    assert match.state == end


@checks
def a_log_is_replayed_entry_by_entry(subject: Subject) -> None:
    """A log with jumps and undone entries is replayed to the same state and events."""
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


@checks
def the_same_action_gives_the_same_bytes(subject: Subject) -> None:
    """The rules are a function: no clock, no chance."""
    for match, action in walk(subject, 2):
        first, told = match.rules.apply(match.state, action)
        second, told_again = match.rules.apply(match.state, action, checked=True)
        assert codec.encode(first) == codec.encode(second)
        assert told == told_again


@checks
def a_refused_action_changes_nothing(subject: Subject) -> None:
    """A refusal leaves state and log as they were, and says why in each language."""
    rng, number_refused = random.Random(1), 0
    for number, (match, action) in enumerate(walk(subject, 4)):
        if number > 200:
            break
        before, seq = codec.encode(match.state), match.log.seq
        mutant = mutated(action, rng, list(subject.pool))
        if mutant is None or not match.check(mutant):
            continue
        fault = refused(Illegal, functools.partial(match.do, mutant))
        assert (codec.encode(match.state), match.log.seq) == (before, seq)
        assert fault.refusals
        number_refused += 1
        for refusal in fault.refusals:
            text = refusal.text(match.rules.words)
            assert text.in_("es")
            assert text.in_("en")
            assert codec.encode(refusal.wire(match.rules.words))
    assert number_refused


@checks
def every_action_has_one_text_form(subject: Subject) -> None:
    """An action is written as a line and read from it, and nothing else is."""
    for match, action in walk(subject, 6, loud=0.2):
        line = notation.write(action)
        assert notation.read(match.rules, line) == action
        for wrong in (f"{line} extra", line.rsplit(" ", 1)[0] if " " in line else "", f"Z{line}"):
            refused(Malformed, functools.partial(notation.read, match.rules, wrong))


@checks
def what_happened_is_told_in_both_languages(subject: Subject) -> None:
    """Every event has its sentence."""
    for match, action in walk(subject, 8, loud=0.1):
        _, events = match.rules.apply(match.state, action)
        for event in events:
            assert codec.convert(codec.builtins(event), type(event)) == event, "an event keeps to its own types"
            sentence, instruction = match.rules.sentence(event), match.rules.instruction(event)
            for language in LANGUAGES:
                assert sentence.in_(language).strip()
                assert instruction is None or instruction.in_(language).strip()


@checks
def events_are_told_once_their_state_is_set(subject: Subject) -> None:
    """Each event was told in a state in which its figures stand: a page draws what happened event by event."""
    for seed in (8, 12):
        for match, action in walk(subject, seed, loud=0.1):
            told = match.rules.told(match.state, action)
            assert tuple(event for event, _ in told) == match.rules.apply(match.state, action)[1]
            for event, state in told:
                for name, value in event.stands(match.rules.board(state)).items():
                    assert getattr(event, name) == value, f"{type(event).__name__}.{name} was told before it stood"


@checks
def every_text_is_translated(subject: Subject) -> None:
    """Every sentence of the game's package, its ledger and its words is in the catalogue of each language, with the holes that it has."""
    if subject.game is None:
        missing = untranslated(rules_of(subject).game)
        assert not missing, "\n\n".join(["these texts are not translated; each as a catalogue has it:", *missing])


@checks
def sentences_use_only_what_their_events_have(subject: Subject) -> None:
    """The holes of a sentence are fields of its event."""
    game = rules_of(subject).game
    for kind in game.events:
        told = game.sentences[kind]
        for sentence in filter(None, (told.log, told.table)):
            for language in LANGUAGES:
                assert set(sentence.holes(language)) <= {*kind.__struct_fields__, *SEATS}, (kind, language)
    assert set(game.sentences) == set(game.events)


@checks
def layout_and_scene_show_every_seat(subject: Subject) -> None:
    """Places have names of their own, and each seat has a panel."""
    for match, _ in walk(subject, 9):
        layout = match.rules.layout(match.state)
        names = [place.name for place in layout]
        assert len(set(names)) == len(names)
        assert all(place.text(match.rules.words).in_("es") for place in layout)
        scene = match.rules.scene(match.state)
        assert tuple(panel.seat for panel in scene.panels) == match.state.seats


@checks
def names_are_lower_snake_case_and_documented(subject: Subject) -> None:
    """Actions and events are named and documented."""
    game = rules_of(subject).game
    letters = set(string.ascii_lowercase + string.digits + "_")
    for kind in (*game.actions, *game.events):
        assert set(tag_of(kind)) <= letters
        assert kind.__doc__ or subject.game is not None


def tag_of(kind: Any) -> str:
    """The name of an action or event in JSON."""
    name = kind.__struct_config__.tag
    assert isinstance(name, str)
    return name


@checks
def house_rules_are_checked_with_every_fault_named(subject: Subject) -> None:
    """Unknown house rules and values are refused, all of them."""
    game = rules_of(subject).game
    fault = refused(Illegal, lambda: game.read_options({"no_such_rule": 1, "another": 2}))
    assert [r.at for r in fault.refusals] == ["no_such_rule", "another"]
    for key in game.options.__struct_fields__:
        fault = refused(Illegal, functools.partial(game.read_options, {key: {"not": "a value"}}))
        assert fault.refusals[0].at == key
        assert fault.refusals[0].params["allowed"]


@checks
def the_number_of_seats_is_checked(subject: Subject) -> None:
    """Too few, none or other seats are refused."""
    rules = rules_of(subject)
    alone: tuple[tuple[Seat, ...], ...] = (("A",),) if rules.game.fewest > 1 else ()
    for seats in (*alone, (), ("B", "A"), ("A", "C")):
        refused(Illegal, functools.partial(rules.start, seats))


@checks
def random_matches_end_soundly(subject: Subject) -> None:
    """Every random match comes to a result that has no fault."""
    for seed in range(1000, 1000 + subject.ends):
        match = played(subject, seed)
        assert match.result is not None
        assert match.rules.faults(match.state) == ()
