"""A refused position says where to look: a path that is there, in the refusal and in its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.locating import MOST_TRIED
from tapete.core.refusals import Illegal, Malformed
from tests.contract import bent
from tests.run_forms import by_form

GAMES = ("shazamm", "datamorphs", "bhm", "mamlejet", "moriham")
NUMBER = by_form(20, 40, 60, 1000)


def there(plain: Any, path: str) -> bool:
    """Say whether a path leads to something."""
    at: Any = {"state": plain}
    for part in path.replace("[", ".[").split("."):
        try:
            at = at[int(part[1:-1])] if part.startswith("[") else at[part]
        except (LookupError, TypeError):
            return False
    return True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_a_fault_names_a_place_that_is_there(game: str) -> None:
    found, vague = 0, 0
    for _number, rules, state, _changes, _rng in bent.bent_positions(game, 7, range(NUMBER), 1):
        position = positions.dump(rules, state)
        try:
            positions.load(rules, position)
        except Malformed:
            continue
        except Illegal as refused:
            head, *faults = refused.refusals
            assert head.at is None
            for fault in faults:
                if fault.code in ("nobody_asked", "no_answer"):
                    continue
                assert fault.at is not None
                assert there(position.state, fault.at), fault.at
                for language in ("es", "en"):
                    assert fault.text(rules.words).in_(language).endswith(f"{fault.at}.")
                found += 1
                vague += fault.at == "state"
    assert found
    assert vague <= found / 6, "few name the state as a whole"
    assert MOST_TRIED < 1_000


def test_the_one_whose_turn_is_none_is_named() -> None:
    source = bent.sources("mamlejet", 1)[0]
    states = [state for group in source.states.values() for state in group]
    state = next(one for one in states if one.order and type(one.agenda[0]).__name__ == "Round")
    plain = codec.whole(state)
    plain["agenda"][0]["active"] = next(seat for seat in ("A", "B", "C", "D") if seat not in state.order)
    position = positions.read({**positions.dump(source.rules, state).plain(), "state": plain})
    with pytest.raises(Illegal) as refused:
        positions.load(source.rules, position)
    assert "state.agenda[0].active" in [refusal.at for refusal in refused.value.refusals]
