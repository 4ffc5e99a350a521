"""`import tapete`: the API for programs, notebooks and people at a prompt, and the programs that show it."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import json
import pickle
import random
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

import tapete
from tapete import cards, games
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.typed import AnyMatch, ShazammMatch

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
M = TypeVar("M", ShazammMatch, AnyMatch)
CARDS = {"action": "declare_cards", "seat": "A", "numbers": []}


@pytest.fixture
def match() -> ShazammMatch:
    """A match of Shazamm that has just begun."""
    return tapete.play("shazamm", names=["Ana", "Bruno"])


def bids_revealed(match: M) -> M:
    """The same match with both bids on the table."""
    match.lock_bid("Ana", amount=9)
    match.lock_bid("B", 7)
    return match


def test_the_package_offers_just_this() -> None:
    assert dir(tapete) == ["Illegal", "Malformed", "Match", "Stale", "__version__", "load", "play", "rules", "simulate"]
    with pytest.raises(AttributeError, match=r"no attribute 'paly'; it has: .*play"):
        tapete.paly  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_loads_nothing_else() -> None:
    asked = "import sys, tapete; print(sorted(name for name in sys.modules if name.startswith('tapete')))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, encoding="utf-8", check=True)
    assert ast.literal_eval(done.stdout) == ["tapete"]


def test_a_bid_is_offered_with_its_bounds(match: ShazammMatch) -> None:
    assert repr(match.legal("A")) == "lock_bid(amount: 1..50)\nconcede()"
    assert match.legal("A")["lock_bid"].describe()["arguments"]["amount"]["whole"] == [1, 50]
    assert match.legal("Bruno").keys() == match.legal("B").keys()


def test_a_bid_of_datamorphs_is_offered_as_the_cards_of_the_hand() -> None:
    match = tapete.play("datamorphs")
    match.start_game()
    [lock] = match.legal("A", "lock_bios").values()
    assert "..." not in repr(lock)
    assert list(lock.arguments) == ["card"]


@pytest.mark.parametrize(
    ("refused", "english", "spanish"),
    [
        (lambda rules: rules.read({"action": "nope"}), "That cannot be read: ", "No se entiende: "),
        (lambda rules: rules.read_state("[]"), "That cannot be read: ", "No se entiende: "),
        (lambda rules: rules.legal(rules.start(("A", "B")), None, {"action": "nope"}), "That cannot be read: ", "No se entiende: "),
        (lambda rules: rules.why_not(rules.start(("A", "B")), "A", "nope"), "That cannot be read: ", "No se entiende: "),
        (lambda rules: rules.start(("A",)), "Shazamm", "Shazamm"),
        (lambda rules: rules.legal(rules.start(("A", "B")), "C"), r"\(SHZ-", r"\(SHZ-"),
        (lambda rules: rules.apply(rules.start(("A", "B")), rules.read(CARDS)), r"\(SHZ-", r"\(SHZ-"),
    ],
)
def test_rules_alone_print_their_refusals_as_sentences(refused: Callable[[Any], object], english: str, spanish: str) -> None:
    printed = []
    for language, begins in (("en", english), ("es", spanish)):
        rules = tapete.rules("shazamm", language=language)
        for ruled in (rules, pickle.loads(pickle.dumps(rules))):
            with pytest.raises(RefereeError, match=begins) as no:
                refused(ruled)
            assert str(no.value) == no.value.in_(language)
        printed.append(str(no.value))
    assert printed[0] != printed[1]


def test_a_refusal_is_printed_in_the_language_of_the_match(tmp_path: Path) -> None:
    match = tapete.play("shazamm", names=["Ana", "Bruno"], language="es")
    match.save(tmp_path / "m")
    for one in (match, match.copy(), tapete.load(tmp_path / "m", language="es")):
        with pytest.raises(tapete.Illegal, match=r"^Apuestas 51"):
            one.lock_bid("Ana", amount=51)
        with pytest.raises(tapete.Malformed, match=r"^No se entiende: "):
            one.rules.read({"action": "nope"})
    for asked in (lambda: tapete.rules("chess", language="es"), lambda: tapete.play("chess", language="es")):
        with pytest.raises(tapete.Malformed, match=r"^No se entiende: "):
            asked()
    with pytest.raises(tapete.Malformed, match="no language 'xx'"):
        tapete.load(tmp_path / "m", language="xx")


def test_a_refusal_prints_sentence_and_clause_with_the_players_names(match: ShazammMatch) -> None:
    with pytest.raises(tapete.Illegal, match=r"You bid 51 but have 50 mana left.* \(SHZ-035\)$") as no:
        match.lock_bid("Ana", amount=51)
    assert no.value.in_("es").startswith("Apuestas 51")
    bids_revealed(match).declare_cards("Ana", [3])
    with pytest.raises(tapete.Illegal, match=r"\(SHZ-"):
        match.declare_cards("Ana", [3])
    assert match.why_not("declare_cards", "Bruno", [4, 4]) == ["You have each card only once; named twice: 4. (SHZ-R12)"]
    assert match.why_not("declare_cards", "Bruno", [4]) == []


def test_an_error_that_nobody_prints_for_a_person_holds_no_figures() -> None:
    """A bid is a secret of its seat; what the referee raises inside ends up in logs."""
    rules = cards.bind("shazamm")
    with pytest.raises(tapete.Illegal) as no:
        rules.legal(rules.start(("A", "B")), "C")
    assert str(no.value) == "unknown_seat (SHZ-001)"


def test_errors_can_be_sent_to_another_process(match: ShazammMatch) -> None:
    with pytest.raises(tapete.Malformed) as no:
        match.seat("Zoe")
    again = pickle.loads(pickle.dumps(no.value.refusals[0].of))
    assert again == no.value.refusals[0].of


WRONG: Any = 3


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (lambda m: m.lock_bid("Zoe", amount=3), r"no seat 'Zoe'; the seats are Ana \(A\), Bruno \(B\)"),
        (lambda m: m.lock_bid(7, amount=3), "no seat 7; the seats are"),
        (lambda m: m.lock_bid(["A"], amount=3), "no seat"),
        (lambda m: m.legal("C"), "no seat 'C'"),
        (lambda m: m.robot("C"), "no seat 'C'"),
        (lambda m: m.robot("A", strength="divine"), "no robot of strength 'divine' for these house rules; there are: easy, medium"),
        (lambda m: m.lock_bid("A", amount="nine"), r"a whole number is expected, and a text stands there. \(amount\)"),
        (lambda m: m.lock_bid("A", amount=object()), "nothing that an action can hold"),
        (lambda m: m.lock_bid("A", 3, 4), "lock_bid takes seat, amount"),
        (lambda m: m.lock_bid("A", 3, amount=4), "amount is given twice"),
        (lambda m: m.lock_bid("A", mana=4), "no argument 'mana'; it has: seat, amount"),
        (lambda m: m.lock_bid(amount=4), "“seat” is missing"),
        (lambda m: m.do("lock_bod", "A"), "no action 'lock_bod'; there are: lock_bid, unlock"),
        (lambda m: m.do("A lock_bod 3"), "no action “lock_bod”"),
        (lambda m: m.do({"seat": "A"}), "cannot be read"),
        (lambda m: m.do(17), "no action 17; there are: lock_bid"),
        (lambda m: m.do([1]), "no action"),
        (lambda m: m.legal("A", "lock_bod"), "no action 'lock_bod'; there are"),
        (lambda m: m.legal("A", "lock_bid", mana=1), "no argument 'mana'"),
        (lambda m: m.undo("one"), "number of steps"),
        (lambda m: m.redo(0), "number of steps"),
        (lambda m: m.story("xx"), "no language 'xx'; there are: es, en"),
        (lambda m: m.svg("xx"), "no language 'xx'"),
        (lambda _: tapete.play("chess"), "no game 'chess'; there are: shazamm, moriham"),
        (lambda _: tapete.play(WRONG), "no game 3"),
        (lambda _: tapete.rules("chess"), "no game 'chess'"),
        (lambda _: tapete.rules("shazamm", WRONG), "cannot be read"),
        (lambda _: tapete.play("shazamm", names="Ana"), "the names are one text for each seat"),
        (lambda _: tapete.play("shazamm", names=["Ana", "Ana"]), "all different"),
        (lambda _: tapete.play("shazamm", names=["B", "A"]), "what another seat is called"),
        (lambda _: tapete.play("shazamm", names=["Ana", WRONG]), "the names are"),
        (lambda _: tapete.play("shazamm", names={"A": "Ana", "X": "Bo"}), "the names are"),
        (lambda _: tapete.play("shazamm", names=WRONG), "the names are"),
        (lambda _: tapete.play("shazamm", language="xx"), "no language 'xx'"),
        (lambda _: tapete.play("shazamm", position={"game": "shazamm"}), "“rules_version” is missing"),
        (lambda _: tapete.play("shazamm", position=WRONG), "cannot be read"),
    ],
)
def test_what_is_no_action_seat_or_value_is_malformed_and_says_what_there_is(match: ShazammMatch, asked: Any, named: str) -> None:
    with pytest.raises(tapete.Malformed, match=named):
        asked(match)
    assert match.seq == 0


@pytest.mark.parametrize(
    "asked",
    [
        lambda m: m.declare_cards("A", []),
        lambda m: m.undo(),
        lambda m: m.redo(),
        lambda m: m.legal("A", "declare_cards"),
        lambda _: tapete.play("shazamm", names=["a", "b", "c"]),
        lambda _: tapete.play("shazamm", names=["a", "b", "c", "d", "e"][:1]),
        lambda _: tapete.play("shazamm", options={"no_such": 1}),
        lambda _: tapete.play("moriham", catalogue="no-such"),
        lambda _: tapete.play("moriham", position=tapete.play("shazamm").position),
    ],
)
def test_what_the_rules_do_not_allow_is_illegal(match: ShazammMatch, asked: Any) -> None:
    with pytest.raises(tapete.Illegal) as no:
        asked(match)
    assert str(no.value)
    assert "_" not in str(no.value).split(" ")[0]


def test_an_action_for_an_earlier_moment_is_stale(match: ShazammMatch) -> None:
    at = match.seq
    match.do("lock_bid", "A", amount=3, expected_seq=at)
    with pytest.raises(tapete.Stale, match="at step 1 already, not at 0"):
        match.do("lock_bid", "B", amount=3, expected_seq=at)


def test_there_are_four_ways_to_say_an_action(match: ShazammMatch) -> None:
    bids_revealed(match)
    match.declare_cards("Ana", [7])
    after = match.state
    ways: tuple[Callable[[], object], ...] = (
        lambda: match.do("declare_cards", "A", numbers=[7]),
        lambda: match.do("A declare_cards 7"),
        lambda: match.do({"action": "declare_cards", "seat": "Ana", "numbers": [7]}),
        lambda: match.do(match.rules.read({"action": "declare_cards", "seat": "A", "numbers": [7]})),
    )
    for say in ways:
        match.undo()
        say()
        assert match.state == after


def test_what_happened_is_events_and_prints_as_sentences(match: ShazammMatch) -> None:
    match.lock_bid("Ana", amount=9)
    happened = match.lock_bid("Bruno", amount=7)
    assert [name_of(type(event)) for event in happened] == ["bid_locked", "bids_revealed"]
    assert str(happened) == "Bruno has locked a bid.\nBids: Ana 9, Bruno 7."


def test_nothing_that_is_printed_holds_a_locked_bid(match: ShazammMatch, tmp_path: Path) -> None:
    match.lock_bid("Ana", amount=37)
    match.save(tmp_path / "m")
    shown = (repr(match), str(match), "".join(match.story()), repr(match.legal("B")), repr(match.state), (tmp_path / "m").read_text())
    assert not [text for text in shown if re.search(r"\b37\b", text)]


def test_undo_and_redo_give_the_match_back(match: ShazammMatch) -> None:
    before = match.state
    bids_revealed(match)
    after = match.state
    assert match.undo() is match
    assert match.state == before
    assert match.redo().state == after


def test_a_saved_match_goes_on_where_it_was(match: ShazammMatch, tmp_path: Path) -> None:
    bids_revealed(match).save(tmp_path / "evening.tapete")
    again = tapete.load(tmp_path / "evening.tapete")
    assert (again.state, again.names, again.story("es")) == (match.state, match.names, match.story("es"))
    again.declare_cards("Ana", [])


def test_a_lock_that_nobody_can_open_any_more_is_lifted_on_loading(match: ShazammMatch, tmp_path: Path) -> None:
    match.lock_bid("Ana", amount=9)
    match.save(tmp_path / "m")
    again = tapete.load(tmp_path / "m")
    assert repr(again.awaiting()) == "[A: lock_bid, B: lock_bid]"
    bids_revealed(again)


def test_a_file_that_is_no_match_or_was_changed_is_illegal(match: ShazammMatch, tmp_path: Path) -> None:
    (tmp_path / "no").write_text("nothing", encoding="utf-8")
    with pytest.raises(tapete.Illegal, match="Line 1"):
        tapete.load(tmp_path / "no")
    bids_revealed(match).save(tmp_path / "m")
    lines = (tmp_path / "m").read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[1])
    entry["crc"] += 1
    (tmp_path / "m").write_text("\n".join([lines[0], json.dumps(entry), *lines[2:]]) + "\n", encoding="utf-8")
    with pytest.raises(tapete.Illegal, match="entry 1"):
        tapete.load(tmp_path / "m")
    with pytest.raises(FileNotFoundError):
        tapete.load(tmp_path / "none")


def test_a_position_is_gone_on_from(match: ShazammMatch) -> None:
    plain = bids_revealed(match).position.plain()
    again = tapete.play("shazamm", names=["Ana", "Bruno"], position=plain)
    assert again.state == match.state
    plain["state"]["duel"] = plain["state"].get("duel", {})
    with pytest.raises(tapete.Malformed, match="“extra” does not belong here"):
        tapete.play("shazamm", position={**plain, "extra": 1})


def test_the_picture_of_the_board_is_svg(match: ShazammMatch) -> None:
    drawn = ET.fromstring(match._repr_svg_() or "")
    assert drawn.tag.endswith("svg")
    assert "http" not in (match.svg("es") or "").replace("http://www.w3.org/2000/svg", "")


@pytest.mark.slow
@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_game_is_played_by_robots_shown_and_told(game: str, tmp_path: Path) -> None:
    match, whims = tapete.play(game, language="es"), random.Random(5)
    for _ in range(40):
        wish = next((wish for seat in match.seats if (wish := match.robot(seat, whims)) is not None), None)
        if wish is None:
            break
        match.do(wish)
        for seat in (*match.seats, None):
            assert "{'" not in repr(match.legal(seat))
    assert match.seq >= 20
    for language in ("es", "en"):
        assert match.rules.game.name in repr(match).lower() or str(match.rules.game.title) in repr(match)
        assert len(match.text(language).splitlines()) >= 3
        assert match.story(language)
    assert match.story("es") != match.story("en")
    ET.fromstring(match.svg() or "")
    match.save(tmp_path / "m")
    again = tapete.load(tmp_path / "m")
    assert again.state == match.state or match.rules.game.sealing_open(match.state)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_action_of_every_game_is_a_call(game: str) -> None:
    match = tapete.play(game)
    for name, arguments in match.actions.items():
        assert name in dir(match)
        assert not hasattr(tapete.Match, name), f"{game}: {name} would be hidden"
        assert repr(getattr(match, name)).startswith(f"<{name}({', '.join(arguments)}) of <Match of ")


def test_an_attribute_that_is_not_there_is_an_attribute_error(match: ShazammMatch) -> None:
    with pytest.raises(AttributeError, match="lock_bod") as no:
        match.lock_bod("A")  # type: ignore[attr-defined]
    assert (no.value.name, no.value.obj) == ("lock_bod", match)


def test_rules_are_the_pure_functions() -> None:
    rules = tapete.rules("moriham", {"deck_size": 40})
    assert repr(rules).startswith("<Rules of moriham ")
    state = rules.start(("A", "B"))
    assert rules.awaiting(state)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_any_arguments_end_in_one_of_the_three_errors(game: str) -> None:
    """Every action with wild values: what is refused is a `RefereeError`, and the match stays as it was."""
    match, wild, refused = tapete.play(game), random.Random(11), 0
    values: list[Any] = [
        None,
        -1,
        0,
        10**30,
        "",
        "A",
        "Zoe",
        [],
        [1, 1],
        {},
        {"a": [None]},
        True,
        1.5,
        b"x",
        {1, 2},
        object(),
        float("nan"),
    ]
    for name, arguments in match.actions.items():
        for _ in range(25):
            given = {argument: wild.choice(values) for argument in arguments if wild.random() < 0.9}
            before = match.state
            try:
                match.do(name, **given)
            except RefereeError as no:
                refused += bool(str(no)) and match.state is before
            else:
                refused += 1
                match.undo()
    assert refused == 25 * len(match.actions)


# ---- programs that show it


def test_the_readme_s_session_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for page, least in (("README.md", 13), *((f"docs/{es}{name}.md", 10) for es in ("", "es/") for name in ("python", "simulate"))):
        text = (ROOT / page).read_text(encoding="utf-8")
        found = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
        said: list[str] = []
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found, out=said.append)
        assert result.attempted >= least, page
        assert result.failed == 0, "".join(said)


def test_the_readme_is_short_and_its_session_has_fifteen_lines_at_the_most() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120
    assert len([line for line in lines if line.startswith("    >>> ")]) <= 15


def example(name: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run an example as its docstring says."""
    command = ["node" if name.endswith(".mjs") else sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", input=typed, check=False)


def test_every_example_is_tried_here() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    names = [path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".mjs")]
    assert len(names) == 5
    assert not [name for name in names if f'example("{name}"' not in here]


@pytest.mark.slow
def test_the_tournament_gives_a_point_a_match() -> None:
    done = example("tournament.py", "shazamm", "2")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert sum(float(line.split()[0]) for line in lines[2:]) == 2


@pytest.mark.slow
def test_a_replay_is_a_picture_for_each_action(match: ShazammMatch, tmp_path: Path) -> None:
    bids_revealed(match).declare_cards("Ana", [])
    match.save(tmp_path / "m")
    done = example("replay_pictures.py", str(tmp_path / "m"), str(tmp_path / "pictures"), "es")
    assert (done.returncode, done.stderr) == (0, "")
    drawn = sorted((tmp_path / "pictures").iterdir())
    assert len(drawn) == 3  # locks land before the first one
    for path in drawn:
        ET.fromstring(path.read_text(encoding="utf-8"))
    assert example("replay_pictures.py", str(tmp_path / "none"), str(tmp_path)).returncode == 1


@pytest.mark.slow
def test_a_position_is_judged(match: ShazammMatch, tmp_path: Path) -> None:
    place = tmp_path / "position.json"
    place.write_text(json.dumps(bids_revealed(match).position.plain()), encoding="utf-8")
    done = example("check_position.py", str(place), "A declare_cards 7,7")
    assert (done.returncode, done.stdout) == (1, "You have each card only once; named twice: 7. (SHZ-R12)\n")
    assert example("check_position.py", str(place), "A declare_cards 7").returncode == 0
    assert example("check_position.py", str(place), "A declare_cords 7").returncode == 2
    place.write_text("[]", encoding="utf-8")
    assert example("check_position.py", str(place), "A declare_cards 7").returncode == 2


@pytest.mark.slow
def test_a_house_rule_changes_the_match() -> None:
    done = example("house_rule.py")
    assert (done.returncode, done.stderr) == (0, "")
    book, house = (int(line.split(": ")[1].split()[0]) for line in done.stdout.splitlines() if line.startswith(("By", "With")))
    assert house < book
    assert "(SHZ-S3)" in example("house_rule.py", "bridge_half", "1").stderr


@pytest.mark.slow
@pytest.mark.node
def test_a_front_end_in_another_language_plays_over_the_protocol() -> None:
    assert shutil.which("node")
    typed = ['{"action": "lock_bid", "seat": "A", "amount": 51}', '{"action": "lock_bid", "seat": "A", "amount": 9}', "A", "no", "undo"]
    typed.append('{"action": "concede", "seat": "A"}')
    done = example("front_end.mjs", "shazamm", sys.executable, "-m", "tapete", "referee", typed="\n".join([*typed, "", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "(SHZ-035)" in done.stdout
    assert "bid_locked" in done.stdout
    assert "write an action as JSON" in done.stdout
    assert done.stdout.splitlines()[-1] == 'result: {"reason":"concession","result":"win","seats":["B"]}'
    lost = example("front_end.mjs", "shazamm", "no-such-program")
    assert lost.returncode == 1
    assert "cannot be started" in lost.stderr


def test_pictures_and_pages_stay_unloaded_for_commands() -> None:
    """`tapete --help` must not pay for the API."""
    assert importlib.util.find_spec("tapete.python_match") is not None
    asked = "import sys; from tapete import cli; sys.argv = ['tapete', '--help']\ntry:\n    cli.main()\nexcept SystemExit: pass"
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}\nprint('tapete.cli' in sys.modules, 'tapete.python_match' in sys.modules)"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "True False"
