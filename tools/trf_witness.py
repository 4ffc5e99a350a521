"""Let another program read what events export: `python tools/trf_witness.py PROGRAM [--number 100] [--seed 1]`.

PROGRAM is bbpPairings (https://github.com/BieremaBoyzProgramming/bbpPairings), built elsewhere. Random Swiss evenings with late entrants,
absences, drops, draws and double losses, names with accents and four kinds of points are exported; the program reads each file, reckons
every score anew and checks the pairs. Ends with 1 where it refuses one.
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
from tapete.league.tournament import LeaguePoints, Tournament, TournamentSettings

POINTS = {
    "3-1-0": LeaguePoints(),
    "2-1-0": LeaguePoints(2, 1, 0, 2),
    "2-1-0, half bye": LeaguePoints(2, 1, 0, 1),
    "5-2-1": LeaguePoints(5, 2, 1, 3),
}
NAMES = ("José Antonio García Martínez", "Łukasz Őri", "Ana", "Zoë Núñez")
AT_MS = 1_790_000_000_000


def decided(tournament: Tournament, what: object) -> Tournament:
    """Decide one thing."""
    return decide(tournament, what, who="o", at_ms=AT_MS, why="x")[0]  # type: ignore[arg-type]  # any decision


def evening(rng: random.Random, points: LeaguePoints) -> tuple[Tournament, dict[str, str]]:
    """Play a random evening to its last round; give it with the names of its persons."""
    rounds = rng.randint(3, 6)
    settings = TournamentSettings(name="Torneo de Año Nuevo", game="shazamm", seed=str(rng.random()), rounds=rounds, points=points)
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
                tournament = decided(tournament, DropEntrant(one.number) if chance < 0.05 else MarkAbsent(one.number))
        try:
            proposal = propose(tournament)
        except Illegal:  # nobody is left who has not met
            break
        for what in (proposal.what, PublishRound(number), StartRound(number)):
            tournament = decided(tournament, what)
        for placed in tournament.rounds[-1].placed:
            if placed.pairing.kind == "match":
                word = rng.choices(["A", "B", "draw", "loss"], [45, 43, 8, 4])[0]
                tournament = decided(tournament, SetResult(number, placed.number, word))
        tournament = decided(tournament, CloseRound(number))
    return tournament, names


def evenings(number: int, seed: int) -> Iterator[tuple[str, str]]:
    """Give the reports of random evenings, each with the points that it was played for."""
    rng = random.Random(seed)
    for n in range(number):
        kind = list(POINTS)[n % len(POINTS)]
        yield kind, trf_of(*evening(rng, POINTS[kind]))


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.trf"
        for kind, report in evenings(given.number, given.seed):
            file.write_text(report, encoding="utf-8", newline="")
            done = subprocess.run([given.program, "--dutch", file, "-c"], capture_output=True, text=True, check=False)
            if done.returncode:
                refused += 1
                print(f"{kind}: {done.returncode} {done.stderr.strip()}")
    print(f"{given.number - refused} of {given.number} reports read and checked")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
