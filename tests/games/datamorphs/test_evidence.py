"""What public knowledge refutes, against a search through all hands (DAT-R44, R45, R35, R38)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.games.datamorphs.evidence import possible
from tests.games.datamorphs.scenario import NONCES, Desk

IDS = ("a", "b", "c", "d", "e", "f", "g", "h")
"""Enough names that a card nobody has shown is always among them."""

Round = tuple[tuple[str, ...], str | None]


def found_by_search(shown: tuple[tuple[str, ...], ...], out: tuple[str | None, ...]) -> bool:
    """Some five cards, and some way to leave them out round by round, that show what was shown."""
    return any(_plays(Counter(hand), shown, out) for hand in itertools.combinations_with_replacement(IDS, 5))


def _plays(pool: Counter[str], shown: tuple[tuple[str, ...], ...], out: tuple[str | None, ...]) -> bool:
    if not shown:
        return True
    faces = Counter(shown[0])
    if faces - pool:
        return False
    if not out:
        return True
    card, rest = out[0], out[1:]
    leaving = [card] if card is not None else list(pool - faces)
    return any(pool[name] and _plays(pool - Counter((name,)), shown[1:], rest) for name in leaving)


@st.composite
def histories(draw: st.DrawFn) -> tuple[tuple[tuple[str, ...], ...], tuple[str | None, ...]]:
    """Up to four rounds of face-up cards, and what was left out between them, as counts allow."""
    rounds = draw(st.integers(1, 4))
    shown: list[tuple[str, ...]] = []
    out: list[str | None] = []
    for number in range(rounds):
        faces = draw(st.lists(st.sampled_from(IDS[:6]), min_size=1, max_size=5 - number))
        shown.append(tuple(sorted(faces)))
        if number < rounds - 1:
            unseen = len(faces) < 5 - number and draw(st.booleans())
            out.append(None if unseen else draw(st.sampled_from(sorted(set(faces)))))
    return tuple(shown), tuple(out)


@pytest.mark.clause("DAT-R44", "DAT-R45")
@given(histories())
def test_a_history_is_possible_exactly_if_some_five_cards_can_have_it(
    history: tuple[tuple[tuple[str, ...], ...], tuple[str | None, ...]],
) -> None:
    assert possible(*history) == found_by_search(*history)


@pytest.mark.clause("DAT-R44")
@pytest.mark.parametrize(
    ("shown", "out", "also", "verdict"),
    [
        ([["a", "a", "b", "c", "d"]], [], None, True),
        ([["a", "b", "c", "d"], ["e"]], ["a"], None, True),
        ([["a", "b", "c", "d", "e"], ["a"]], ["a"], None, False),
        ([["a", "b", "c", "d"], ["e"]], [None], None, False),
        ([["a", "b", "c"], ["d"]], [None], None, True),
        ([["a", "b", "c"], ["d"], ["e"]], [None, None], None, False),
        ([["a", "b", "c", "d"]], [], "e", True),
        ([["a", "b", "c", "d", "e"]], [], "f", False),
        ([["a", "b", "c", "d", "e"], ["b"]], ["a"], "a", True),
    ],
)
def test_worked_histories(shown: list[list[str]], out: list[str | None], also: str | None, verdict: bool) -> None:
    assert possible(tuple(map(tuple, shown)), tuple(out), also) is verdict


@pytest.mark.clause("DAT-R44")
def test_two_cards_may_have_the_same_id() -> None:
    desk = Desk().bios("glint_loom", "velvet_stack").due("A").plays("boost_a glint_loom")
    assert desk.due("A").refused("A", "function glint_loom") == []


@pytest.mark.clause("DAT-R35", "DAT-043", "DAT-038")
def test_after_a_tie_a_card_from_the_hand_stays_out_unseen() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack").out()
    assert desk.step == "leave_out_tie"
    desk.do("leave_out_own", "A", ref="hand").do("leave_out_own", "B", ref="bios")
    assert (desk.player("A").out, desk.player("B").out) == ((None,), ("velvet_stack",))
    for bios in ("brine_socket", "glint_loom"):
        assert desk.codes("reveal_bios", bios={"A": bios, "B": "glint_loom"}, nonces=NONCES) == []
