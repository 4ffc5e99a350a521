"""Small plots as SVG: bars with their figures in words beside them, so that nothing is said by length or colour alone."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from markupsafe import Markup, escape

WIDE, FIGURE = 300, 70
"""Width of a drawing, and of the figure behind the longest bar, in units of the drawing: about a pixel each."""

LABEL, BAR, GAP = 18, 16, 10
"""Height of a line of a label, of a bar, and of what is left below it."""

LONGEST_LINE, MOST_LINES = 38, 4
"""Characters of a line of a label, and lines that are drawn of one."""

TALL = 110
"""Height of standing bars with their number."""

FEW = 12
"""Days of which each has its number; of more only the largest has."""


def bars(title: str, rows: Sequence[tuple[str, float]], unit: str = "") -> Markup:
    """Draw horizontal bars, one a row, each with its figure.

    Args:
        title: what is shown, for those who do not see it.
        rows: label and figure (0 or more); the longest bar belongs to the largest figure. A long label takes several lines.
        unit: written after each figure.
    """
    most = max((value for _, value in rows), default=0.0) or 1.0
    drawn, top = [], 0
    for label, value in rows:
        lines = textwrap.wrap(label, LONGEST_LINE, max_lines=MOST_LINES, placeholder=" …") or [""]
        length, bar = (WIDE - FIGURE) * value / most, top + LABEL * len(lines)
        figure = f"{value:g}{unit}"
        written = "".join(f'<text x="0" y="{top + LABEL * (number + 1) - 3}">{escape(line)}</text>' for number, line in enumerate(lines))
        drawn.append(
            f"<g><title>{escape(label)}: {escape(figure)}</title>{written}"
            f'<rect class="plot-bar" x="0" y="{bar}" width="{length:.1f}" height="{BAR}"/>'
            f'<text x="{length + 6:.1f}" y="{bar + BAR - 2}">{escape(figure)}</text></g>'
        )
        top = bar + BAR + GAP
    return Markup(f'<svg class="plot" role="img" viewBox="0 0 {WIDE} {max(top, BAR)}"><title>{escape(title)}</title>{"".join(drawn)}</svg>')


def days(title: str, rows: Sequence[tuple[str, int]], span: Sequence[str]) -> Markup:
    """Draw vertical bars, one for each day of a span, empty days included.

    Args:
        title: what is shown, for those who do not see it.
        rows: day and number.
        span: every day that is shown, in order.
    """
    numbers = dict(rows)
    most = max(numbers.values(), default=0) or 1
    step, labelled = WIDE / len(span), False
    drawn = []
    for place, day in enumerate(span):
        number = numbers.get(day, 0)
        height, left = (TALL - 20) * number / most, place * step
        drawn.append(
            f'<g><title>{escape(day)}: {number}</title><rect class="plot-day" x="{left:.1f}" y="0" width="{step:.1f}" height="{TALL}"/>'
        )
        drawn.append(
            f'<rect class="plot-bar" x="{left + step / 10:.1f}" y="{TALL - height:.1f}" width="{step * 0.8:.1f}" height="{height:.1f}"/>'
        )
        if number and (len(span) <= FEW or (number == most and not labelled)):
            labelled = True
            drawn.append(f'<text class="plot-number" x="{left + step / 2:.1f}" y="{TALL - height - 4:.1f}">{number}</text>')
        drawn.append("</g>")
    drawn.append(f'<line class="plot-line" x1="0" y1="{TALL}" x2="{WIDE}" y2="{TALL}"/>')
    drawn.append(f'<text x="0" y="{TALL + 18}">{escape(span[0])}</text>')
    drawn.append(f'<text class="plot-end" x="{WIDE}" y="{TALL + 18}">{escape(span[-1])}</text>')
    view = f"0 0 {WIDE} {TALL + 24}"
    return Markup(f'<svg class="plot" role="img" viewBox="{view}"><title>{escape(title)}</title>{"".join(drawn)}</svg>')
