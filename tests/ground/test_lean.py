"""Rules, cards, bots and pictures need two packages beside Python, and install no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("markupsafe", "msgspec")
"""What a lean install has beside Tapete; docs/python.md and docs/es/python.md say so."""

PLAYED = """
import random, sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {allowed!r} and not top.startswith("_"):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Nothing())
import tapete
from tapete import cards
from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.core.match import Match
from tapete.table import match_file
game = sys.argv[1]
rules, rng = cards.bind(game), random.Random(7)
match = Match(rules, ("A", "B"))
over = play_on(match, dict.fromkeys(match.seats, bot_of(rules, rng, "easy")), rng)
raw = match_file.export(match.header, match.log.entries, None, over, rules.catalogue)
assert match_file.check(match_file.read(raw))[1] == ()
assert tapete.rules(game).game.name == game
assert "<svg" in tapete.play(game)._repr_svg_()
assert tapete.simulate(game, seed=1).moves()
print(over.kind)
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["shazamm", "moriham", "datamorphs", "bhm", "mamlejet"])
def test_every_game_is_played_by_bots_with_two_packages(game: str) -> None:
    program = PLAYED.format(allowed=("tapete", *NEEDED))
    done = subprocess.run([sys.executable, "-S", "-c", program, game], capture_output=True, encoding="utf-8", env=_paths(), check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "win"), done.stderr


def _paths() -> dict[str, str]:
    """Without the site module nothing of an environment starts by itself; so its packages are named."""
    import msgspec

    return {"PYTHONPATH": f"{ROOT / 'host'}:{Path(msgspec.__file__).parents[1]}".replace(":", ";" if sys.platform == "win32" else ":")}


def test_the_docs_say_how_and_what() -> None:
    for page in ("docs/python.md", "docs/es/python.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert f"pip install --no-deps . && pip install -c constraints.txt {' '.join(NEEDED)}" in text, page
