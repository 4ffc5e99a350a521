"""Lines by chance against the referee session: each is answered by one line, none fails in the program, and memory stays flat.

python -m tests.referee.test_fuzz GAME [--lines N] [--seed S]
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import games
from tapete.core import codec
from tapete.core.kinds import name_of
from tapete.protocol.requests import ASKED
from tapete.referee import Referee
from tests.run_forms import by_form

LINES = by_form(150, 400, 3_000, 200_000)

MATCH = 400
"""Lines after which a new match begins; what a match remembers grows with it."""

JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 1000, 10**12, 2**70, 1.5),
    *("", "A", "B", "Z", "pass", "interrupt:function", "a" * 300, "ñ", "\u202e"),
    *([], [[]], [None], ["A", "A"], {}, {"action": "x"}, {"op": "note"}, {"A": 1, "B": 2}, {"seat": "A"}),
)


class Fuzzer:
    """Lines for one match: what is legal, what nearly is, and what is nothing at all.

    Args:
        game: its name. rng: the chance.
    """

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game, self.rng, self.referee = game, rng, Referee()
        self.answers: Counter[str] = Counter()

    def begin(self) -> bytes:
        """A start; now and then with house rules or a catalogue that mostly cannot be."""
        rng = self.rng
        start: dict[str, Any] = {"game": self.game, "seats": ["A", "B", "C", "D"][: rng.choice((1, 2, 2, 2, 3, 4))]}
        if rng.random() < 0.2:
            options = games.need(self.game).options
            names = [*options.__struct_fields__, "", "colour"]
            start["options"] = rng.choice((*JUNK, {rng.choice(names): rng.choice(JUNK)}, {rng.choice(names): rng.choice((True, False))}))
        if rng.random() < 0.1:
            start["catalogue"] = rng.choice((*JUNK, "starter", "starter+own", "starter+own:1", "../starter.toml", "/", ".toml", "\0"))
        return json.dumps({"start": start}).encode()

    def line(self) -> bytes:
        """The next line."""
        if self.referee.match is None or self.rng.random() < 1 / MATCH:
            return self.begin()
        plain: Any = self.message()
        for _ in range(self.rng.choice((0, 0, 0, 0, 1, 2))):
            plain = self.spoiled(plain)
        raw = json.dumps(plain, ensure_ascii=self.rng.random() < 0.5).encode()
        return self.damaged(raw) if self.rng.random() < 0.05 else raw

    def message(self) -> dict[str, Any]:
        """Something that the protocol knows."""
        assert self.referee.match is not None
        match, rng = self.referee.match, self.rng
        way = rng.random()
        if way < 0.45:
            action = match.rules.sample(match.state, rng, avoid=frozenset({"concede", "abandon", "time_up"} if rng.random() < 0.9 else ()))
            plain = {} if action is None else codec.builtins(action)
            verb = rng.choice(("do", "do", "do", "check"))
            return {verb: plain, **({"expected_seq": match.log.seq} if rng.random() < 0.2 else {})}
        if way < 0.75:
            return {"ask": "legal", "draft": self.draft(), **({"seat": rng.choice(match.seats)} if rng.random() < 0.7 else {})}
        if way < 0.88:
            return {"ask": rng.choice(ASKED), **({"seat": rng.choice(match.seats)} if rng.random() < 0.5 else {})}
        if way < 0.95:
            return {rng.choice(("undo", "redo", "jump")): rng.choice((1, 1, 2, 3, match.log.seq))}
        return {"start": {"game": self.game, "position": self.position()}}

    def draft(self) -> dict[str, Any]:
        """Some arguments of an action, of one that is legal or of any."""
        assert self.referee.match is not None
        match, rng = self.referee.match, self.rng
        made = match.rules.sample(match.state, rng) if rng.random() < 0.9 else None
        kind = rng.choice(match.rules.game.actions)
        whole = codec.builtins(made) if made is not None else {"action": name_of(kind), **dict.fromkeys(kind.__struct_fields__, 1)}
        return {name: value for name, value in whole.items() if name == "action" or rng.random() < 0.6}

    def position(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.referee.answer(b'{"ask": "position"}')
        plain: dict[str, Any] = codec.builtins(answer["position"])
        if self.rng.random() < 0.7:
            plain["state"] = self.spoiled(plain["state"])
        return plain

    def spoiled(self, value: Any) -> Any:
        """The same with one part another: junk, gone, twice, or with a stranger beside it."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.85:
            key = rng.choice(list(value))
            if rng.random() < 0.1:
                return {name: part for name, part in value.items() if name != key}
            if rng.random() < 0.05:
                return {**value, rng.choice(("seat", "action", "op", "extra", "")): rng.choice(JUNK)}
            return {**value, key: self.spoiled(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.8:
            place = rng.randrange(len(value))
            if rng.random() < 0.3:
                return rng.choice((value[:place] + value[place + 1 :], [*value, value[place]], value * 9))
            return [*value[:place], self.spoiled(value[place]), *value[place + 1 :]]
        if type(value) is int and rng.random() < 0.5:
            return value + rng.choice((-1, 1, 1000, -(10**6)))
        return rng.choice(JUNK)

    def damaged(self, raw: bytes) -> bytes:
        place = self.rng.randrange(len(raw) + 1)
        return self.rng.choice((raw[:place], raw[:place] + bytes([self.rng.randrange(256)]) + raw[place:], b"", b"\x00" * 9, raw * 2))

    def run(self, lines: int) -> Iterator[bytes]:
        """Ask so many lines; yields each that the program failed on, or whose answer is none."""
        for number in range(lines):
            line = self.begin() if number % MATCH == 0 else self.line()
            answer = self.referee.answer(line)
            raw = codec.encode(answer)
            codes = {refusal["code"] for refusal in answer.get("refusals", ())}
            self.answers.update(codes or {"ok"})
            if "internal" in codes or b"\n" in raw or answer["ok"] not in (True, False) or (not answer["ok"] and not codes):
                yield line


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game == "shazamm" else pytest.mark.slow) for game in games.names()])
def test_no_line_fails_in_the_program(game: str) -> None:
    fuzzer = Fuzzer(game, random.Random(f"{game} 16"))
    assert list(fuzzer.run(LINES)) == []
    assert fuzzer.answers["ok"] > LINES / 10
    assert fuzzer.answers["malformed"] > LINES / 30
    assert len(fuzzer.answers) > 5


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow if game == "shazamm" else pytest.mark.nightly) for game in games.names()]
)
def test_memory_stays_flat(game: str) -> None:
    """What is kept after many lines is what is kept after a third of them."""
    fuzzer = Fuzzer(game, random.Random(1))
    kept = []
    for _ in range(3):
        list(fuzzer.run(by_form(400, 800, 3_000, 60_000)))
        fuzzer.referee.answer(json.dumps({"start": {"game": game}}).encode())
        gc.collect()
        kept.append(len(gc.get_objects()))
    assert kept[2] < kept[1] * 1.02


def main() -> int:
    """Ask lines from the command line; 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    fuzzer, failed = Fuzzer(asked.game, random.Random(f"{asked.game} {asked.seed}")), 0
    for line in fuzzer.run(asked.lines):
        failed += 1
        print(line.decode(errors="replace")[:2000], flush=True)
    print(f"{asked.game}: {asked.lines} lines, {failed} failed; {dict(fuzzer.answers.most_common(12))}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
