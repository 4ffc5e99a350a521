"""Every argument that fingers are asked for has a question of its own, not two labels put together."""

from __future__ import annotations

import random

import pytest

from tapete import games
from tapete.cards import finding
from tapete.core.rulings import Ruling
from tapete.core.seats import SEATS
from tapete.presentation import page_of
from tapete.table.question.asking import Asking
from tapete.table.question.selection import Selection
from tapete.testing.contract import QUIET
from tests.run_forms import by_form

ON_A_FORM = {"add_card", "register_card"}
"""What is written on a page of its own, where each control has its label."""

OF_NOBODY = {"seal", "nonces"}
"""What the table fills in itself."""


@pytest.mark.parametrize("game", games.names())
def test_every_argument_is_asked_for_in_a_question_of_its_own(game: str) -> None:
    rules, page = finding.bind(game), page_of(game)
    met, missing = 0, set[str]()
    for seed in range(by_form(1, 2, 6, 30)):
        state, rng = rules.start(SEATS[: 2 + seed % 2 if game in ("bhm", "mamlejet") else 2]), random.Random(seed)
        for _ in range(by_form(60, 150, 300, 600)):
            for seat in (*state.seats, None):
                asking = Asking(rules, state, seat, page, Selection(), shared=seat is None)
                for name in asking.everything():
                    if name in ON_A_FORM or issubclass(rules.game.action(name), Ruling):
                        continue
                    offer = asking.offers[name]
                    for path in (*offer.arguments, *offer.wait):
                        if asking.settled(name, path) or page.argument(name, path).default or path in OF_NOBODY:
                            continue
                        met += 1
                        if f"{name}.{path}" not in page.asks and page.asked(rules, state, {"action": name}, path, "en", rules.words) == "":
                            missing.add(f"{name}.{path}")
            action = rules.sample(state, rng, avoid=QUIET)
            if action is None:
                break
            state, _events = rules.apply(state, action)
    assert met > 10
    assert missing == set()
