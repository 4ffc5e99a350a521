"""Every action of random matches can be entered by touches, in at most two more than it has choices; one more where it is told first."""

from __future__ import annotations

import collections

import pytest

from tapete.core import codec
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.core.rulings import Ruling
from tapete.testing.touches import Hands
from tests.contract.test_contract import Subject, subjects, walk
from tests.run_forms import by_form

BESIDE = frozenset({"add_card"})
"""Actions with a page of their own."""


@pytest.mark.slow
@subjects
def test_every_action_is_entered_by_touches(subject: Subject) -> None:
    entered: collections.Counter[str] = collections.Counter()
    for seed in range(by_form(1, 1, 3, 30)):
        for number, (match, action) in enumerate(walk(subject, seed)):
            if number % by_form(5, 5, 1, 1) or isinstance(action, Ruling) or name_of(type(action)) in BESIDE:
                continue
            for shared in (True, False):
                hands = Hands(match.rules, match.state, action, shared=shared)
                if hands.name not in hands.pointer.offers:
                    assert not shared, f"{hands.wanted} is not offered at the table"
                    continue
                found = hands.enter()
                assert found.made is not None, f"{hands.name}.{found.form} keeps a form"
                entered[hands.name] += 1
                plain, made = builtins(action), builtins(codec.convert(dict(found.made), type(action)))
                said = {name: value for name, value in made.items() if not hands.pointer.settled(hands.name, name)}
                assert {**plain, **said} == plain, f"{plain} came out as {found.made}"
                most = 2 + found.choices + hands.pointer.tells_first(hands.name)  # to see what it will do costs one touch
                assert found.touches <= most, f"{plain} took {found.touches} touches for {found.choices} choices"
    assert entered.total() > 10
