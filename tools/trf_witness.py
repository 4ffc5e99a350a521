"""Let another program read what events export: `python tools/trf_witness.py PROGRAM [--number 100] [--seed 1]`.

PROGRAM is bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings), built elsewhere. Random Swiss evenings with late entrants,
absences (some announced, for half a win), drops, draws, double losses and forfeits, names with accents, four kinds of points and the rules
of cards and chess are exported. The program reads each file, reckons every score anew, checks the pairs, and pairs the next round. Ends
with 1 where it refuses one.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tapete.core.refusals import Illegal
from tapete.league.deciding import decide, opened
from tapete.league.decisions import CloseRound, DropEntrant, EnterEntrant, MarkAbsent, PublishRound, SetResult, StartRound
from tapete.league.pairing import propose
from tapete.league.server.exports import trf_of
from tapete.league.tournament import FORFEIT, LeaguePoints, Tournament, TournamentSettings

POINTS = {
    "3-1-0": LeaguePoints(),
    "2-1-0": LeaguePoints(2, 1, 0, 2),
    "2-1-0, half bye": LeaguePoints(2, 1, 0, 1),
    "5-2-1": LeaguePoints(5, 2, 1, 3),
}
RULES: dict[str, dict[str, object]] = {
    **{kind: {"points": points} for kind, points in POINTS.items()},
    "friday": {"reckoning": "friday", "best_of": 3, "points": LeaguePoints(3, 1, 0, 3)},
    "chess": {"reckoning": "chess", "points": LeaguePoints(2, 1, 0, 2)},
}
"""The settings of each kind of evening."""

NAMES = ("José Antonio García Martínez", "Łukasz Őri", "Ana", "Zoë Núñez")
NO_PAIRING = 1
"""How bbpPairings ends where nobody is left whom everybody could meet."""

AT_MS = 1_790_000_000_000


def decided(tournament: Tournament, what: object) -> Tournament:
    """Decide one thing."""
    return decide(tournament, what, who="o", at_ms=AT_MS, why="x")[0]  # type: ignore[arg-type]  # any decision


def evening(rng: random.Random, kind: str) -> tuple[Tournament, dict[str, str]]:
    """Play a random evening to its last round but one; give it with the names of its persons."""
    rounds = rng.randint(3, 6)
    settings = TournamentSettings(
        name="Torneo de Año Nuevo",
        game="shazamm",
        seed=str(rng.random()),
        rounds=rounds + 1,
        **RULES[kind],  # type: ignore[arg-type]
    )
    tournament, names = opened(settings), dict[str, str]()

    def enter() -> Tournament:
        person = f"p{len(names)}"
        names[person] = f"{rng.choice(NAMES)} {len(names)}"
        return decided(tournament, EnterEntrant(person, rng.randint(0, 2000)))

    for _ in range(rng.choice([5, 6, 7, 8, 9, 12, 13, 20, 33])):
        tournament = enter()
    for number in range(1, rounds + 1):
        if number > 1 and rng.random() < 0.3:
            tournament = enter()
        for one in tournament.entrants if number > 1 else ():
            if tournament.may_play(one.number) and len(tournament.playing()) > 4 and (chance := rng.random()) < 0.1:
                leaves = chance < 0.04
                half = kind == "chess" and chance < 0.08
                tournament = decided(tournament, DropEntrant(one.number) if leaves else MarkAbsent(one.number, half))
        try:
            proposal = propose(tournament)
        except Illegal:  # nobody is left who has not met
            break
        for what in (proposal.what, PublishRound(number), StartRound(number)):
            tournament = decided(tournament, what)
        for placed in tournament.rounds[-1].placed:
            if placed.pairing.kind == "match":
                words = ("A 2-1", "B 0-2", "draw 1-1-1") if settings.best_of > 1 else ("A", "B", "draw")
                forfeits = (f"A {FORFEIT}", f"B {FORFEIT}", f"loss {FORFEIT}")
                word = rng.choices([*words, "loss", *forfeits], [43, 41, 8, 2, 2, 2, 2])[0]
                tournament = decided(tournament, SetResult(number, placed.number, word))
        tournament = decided(tournament, CloseRound(number))
    return tournament, names


def evenings(number: int, seed: int) -> Iterator[tuple[str, Tournament, str]]:
    """Give random evenings with their kind and their report."""
    rng = random.Random(seed)
    for n in range(number):
        kind = list(RULES)[n % len(RULES)]
        tournament, names = evening(rng, kind)
        yield kind, tournament, trf_of(tournament, names)


def fault_of(program: Path, tournament: Tournament, report: str) -> str:
    """What bbpPairings says against a report, or is wrong with its pairs of the next round; empty: nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "event.trf", Path(folder) / "pairs"
        file.write_text(report, encoding="utf-8", newline="")
        for words in (("-c",), ("-p", str(out))):
            done = subprocess.run([program, "--dutch", file, *words], capture_output=True, text=True, check=False)
            if done.returncode == NO_PAIRING and words[0] == "-p":
                return ""
            if done.returncode:
                return f"{words[0]}: {done.returncode} {done.stderr.strip()}"
        lines = out.read_text(encoding="utf-8").split("\n")[1:]
    pairs = [tuple(int(number) for number in line.split()) for line in lines if line]
    known = {number for pair in pairs for number in pair if number}
    if known != {one.number for one in tournament.entrants}:
        return f"it does not know {sorted({one.number for one in tournament.entrants} - known)}"
    played = {  # after a forfeit two may meet by FIDE's rules
        placed.pairing.entrants
        for one in tournament.rounds
        for placed in one.placed
        if placed.result is not None and not placed.result.forfeit and placed.result.word != "loss"
    }
    return next((f"{pair} have met before" for pair in pairs if played & {pair, pair[::-1]}), "")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    refused = 0
    for kind, tournament, report in evenings(given.number, given.seed):
        if fault := fault_of(given.program, tournament, report):
            refused += 1
            print(f"{kind}: {fault}")
    print(f"{given.number - refused} of {given.number} reports read, checked and paired on")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
