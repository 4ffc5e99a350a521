"""Make the page of the ladder: its tables and its plot, out of docs/ladder.json, where `tools/bot_ladder.py --keep` keeps what was played.

Words and heads of tables are the pages' own; this writes the rows, and docs/ladder.svg (extra `lab`: matplotlib).
`--check` writes nothing, needs no matplotlib, and fails if a page is not current or the plot shows other results.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete.cards import bind
from tapete.core.codec import crc
from tapete.core.odds import elo
from tools.bot_ladder import LEAST, LOWEST, Result, at_once, read_kept
from tools.generated import ROOT, parser, settle

PROGRAM = "tools/generate_ladder.py"
BLOCK = re.compile(r"(<!-- ladder -->\n\n\|[^\n]*\n\|[^\n]*\n).*?(\n?<!-- end -->)", re.S)
PAGES = {"docs/ladder.md": "not measured", "docs/es/ladder.md": "no se ha medido"}
"""Each page, and what stands there where nothing was measured."""

PLOT = "docs/ladder.svg"
INK, FAINT = "#8a5f00", "#b9ad96"


def rows(results: Sequence[Result], unmeasured: str) -> str:
    """The rows of the table.

    Args:
        unmeasured: what stands where nothing was measured at a quarter of the thoughts.
    """
    return "".join(
        f"| {_game(one)} | {one.first} | {one.second} | {_played(one)} | {one.won} | {one.drawn} | {one.lost} | {one.score.odds.share:.3f}"
        f" | {one.score.odds.low:.3f}..{one.score.odds.high:.3f}"
        f" | {_elo(one)} | {_quarter(one, unmeasured)} | `{_command(one)}` |\n"
        for one in results
    )


def _elo(one: Result) -> str:
    odds = one.score.odds
    return f"{elo(odds.share):+.0f} ({elo(odds.low):+.0f}..{elo(odds.high):+.0f})"


def _played(one: Result) -> str:
    return f"2 × {one.score.played // 2}"


def _quarter(one: Result, unmeasured: str) -> str:
    if at_once(one):
        return "="
    if one.quarter is None:
        return unmeasured
    odds = one.quarter.odds
    return f"{odds.share:.3f} ({odds.low:.3f}..{odds.high:.3f}; {one.quarter.played})"


def _game(one: Result) -> str:
    title = bind(one.game).game.title.in_("en")
    return f"{title} (0)" if one.without_spells else title


def _command(one: Result) -> str:
    parts = [f"{one.game} {one.first} {one.second}"]
    parts += [f"--matches {one.score.played}"] if one.score.played != 400 else []
    parts += ["--without-spells"] if one.without_spells else []
    parts += [f"--seed {' '.join(map(str, one.seeds))}"] if one.seeds != (1,) else []
    return " ".join(parts)


def mark(results: Sequence[Result]) -> str:
    """What tells the results of a plot from all others."""
    return f"<!-- results {crc(list(results)):08x} -->"


def plot(results: Sequence[Result]) -> str:
    """Scores as points with their intervals, one below the other; lines at one half, and where a step is proved."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.9 + 0.32 * len(results)), layout="constrained")
    axes: Any = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    odds = [one.score.odds for one in results]
    errors = [[one.share - one.low for one in odds], [one.high - one.share for one in odds]]
    axes.errorbar([one.share for one in odds], range(len(odds)), xerr=errors, fmt="o", color=INK, ecolor=INK, capsize=3)
    axes.axvline(0.5, color=FAINT, linestyle="--")
    axes.axvline(LOWEST, color=FAINT, linestyle=":")
    axes.axvline(LEAST, color=FAINT, linestyle="-.")
    axes.set_yticks(range(len(results)), [f"{_game(one)}: {one.first} – {one.second}" for one in results])
    axes.set_ylim(len(results) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    text = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "tapete", "svg.fonttype": "none", "font.family": ["sans-serif"]}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    drawn = text.getvalue()
    return f"{mark(results)}\n{drawn[drawn.index('<svg') :]}"


def _filled(page: str, table: str) -> str:
    return BLOCK.sub(lambda found: found[1] + table + found[2].lstrip("\n"), page)


def main() -> int:
    """Write or check pages and plot; return the exit code."""
    results = read_kept()
    pages = {}
    for page, unmeasured in PAGES.items():
        before = (ROOT / page).read_text(encoding="utf-8")
        if BLOCK.search(before) is None:
            print(f"{page} has no table between <!-- ladder --> and <!-- end -->", file=sys.stderr)
            return 1
        pages[page] = _filled(before, rows(results, unmeasured))
    drawn = ROOT / PLOT
    there = drawn.read_text(encoding="utf-8") if drawn.is_file() else ""
    check = parser(PROGRAM).parse_args().check
    pages[PLOT] = there if there.startswith(mark(results)) else "" if check else plot(results)  # compared without matplotlib
    return settle(pages, PROGRAM, check=check)


if __name__ == "__main__":
    sys.exit(main())
