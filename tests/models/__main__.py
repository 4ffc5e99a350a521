"""Hunt: referee and second models side by side, with new chance each time, for so many minutes of a processor.

python -m tests.models --minutes 60
python -m tests.models --model shazamm --seed "1234 shazamm 17"
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable

from tests.models import test_bhm_combat, test_datamorphs_scoring, test_mamlejet_combat, test_moriham_battle, test_shazamm

TRIALS: dict[str, Callable[[random.Random], Counter[str]]] = {
    "shazamm": test_shazamm.trial,
    "datamorphs": test_datamorphs_scoring.trial,
    "moriham": test_moriham_battle.trial,
    "bhm": test_bhm_combat.trial,
    "mamlejet": test_mamlejet_combat.trial,
}
SHOWN = 3
"""Differences of a model that are shown whole."""


def hunted(name: str, minutes: float, night: str) -> int:
    """Compare one model until its minutes are used up; print what was compared, and return how many trials differ."""
    found: Counter[str] = Counter()
    until, trials, differ = time.process_time() + 60 * minutes, 0, 0
    while time.process_time() < until:
        seed = f"{night} {name} {trials}"
        trials += 1
        try:
            found += TRIALS[name](random.Random(seed))
        except Exception:  # noqa: BLE001  # a crash of either side is a find as well
            differ += 1
            if differ <= SHOWN:
                print(f'{name}: python -m tests.models --model {name} --seed "{seed}"')
                traceback.print_exc(file=sys.stdout)
    compared = ", ".join(f"{number:,} {what}" for what, number in found.items())
    print(f"{name}: {trials:,} trials, {compared}; {differ} differ", flush=True)
    return differ


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.models", description="Hold the referee against the second models.")
    asked.add_argument("--minutes", type=float, default=1.0, help="of a processor, for all models together (1)")
    asked.add_argument("--model", choices=sorted(TRIALS), help="one model alone")
    asked.add_argument("--seed", help="one trial of a model again, as a find says it")
    said = asked.parse_args()
    if said.seed is not None:
        if said.model is None:
            asked.error("--seed belongs to a model: add --model")
        print(dict(TRIALS[said.model](random.Random(said.seed))))
        return 0
    chosen = [said.model] if said.model else list(TRIALS)
    night = os.environ.get("TAPETE_SEED") or str(random.SystemRandom().getrandbits(32))
    print(f"chance: TAPETE_SEED={night}")
    return 1 if sum(hunted(name, said.minutes / len(chosen), night) for name in chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
