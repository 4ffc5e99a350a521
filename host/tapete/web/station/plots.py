"""Small plots as SVG: bars with their figures in words beside them, so that nothing is said by length or colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

ROW, LABEL, BAR, FIGURE = 26, 210, 300, 70
"""Height of a row; widths of its label, its bar and its figure, in units of the drawing."""

LONGEST_LABEL = 30
"""Characters of a label that are drawn."""


def bars(title: str, rows: Sequence[tuple[str, float]], unit: str = "") -> Markup:
    """Lying bars, one a row, each with its figure.

    Args:
        title: what is shown, for those who do not see it.
        rows: label and figure (0 or more); the longest bar belongs to the largest figure.
        unit: written after each figure.
    """
    most = max((value for _, value in rows), default=0.0) or 1.0
    drawn = []
    for number, (label, value) in enumerate(rows):
        top, length = number * ROW, BAR * value / most
        figure = f"{value:g}{unit}"
        short = label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
        drawn.append(
            f"<g><title>{escape(label)}: {escape(figure)}</title>"
            f'<text class="plot-label" x="{LABEL - 8}" y="{top + 18}">{escape(short)}</text>'
            f'<rect class="plot-bar" x="{LABEL}" y="{top + 4}" width="{length:.1f}" height="{ROW - 8}"/>'
            f'<text class="plot-figure" x="{LABEL + length + 6:.1f}" y="{top + 18}">{escape(figure)}</text></g>'
        )
    width, height = LABEL + BAR + FIGURE, max(1, len(rows)) * ROW
    return Markup(f'<svg class="plot" role="img" viewBox="0 0 {width} {height}"><title>{escape(title)}</title>{"".join(drawn)}</svg>')


def days(title: str, rows: Sequence[tuple[str, int]], span: Sequence[str]) -> Markup:
    """Standing bars, one for each day of a span, days without anything too.

    Args:
        title: what is shown, for those who do not see it.
        rows: day and number.
        span: every day that is shown, in order.
    """
    numbers = dict(rows)
    most = max(numbers.values(), default=0) or 1
    step, tall = 18, 110
    drawn = []
    for place, day in enumerate(span):
        number = numbers.get(day, 0)
        height = (tall - 20) * number / most
        left = place * step
        drawn.append(f'<g><title>{escape(day)}: {number}</title><rect class="plot-day" x="{left}" y="0" width="{step}" height="{tall}"/>')
        drawn.append(f'<rect class="plot-bar" x="{left + 2}" y="{tall - height:.1f}" width="{step - 4}" height="{height:.1f}"/>')
        if number:
            drawn.append(f'<text class="plot-number" x="{left + step / 2}" y="{tall - height - 4:.1f}">{number}</text>')
        drawn.append("</g>")
    drawn.append(f'<line class="plot-line" x1="0" y1="{tall}" x2="{len(span) * step}" y2="{tall}"/>')
    for place in (0, len(span) - 1):
        anchor = "start" if place == 0 else "end"
        x = place * step + (0 if place == 0 else step)
        drawn.append(f'<text class="plot-date" text-anchor="{anchor}" x="{x}" y="{tall + 20}">{escape(span[place])}</text>')
    view = f"0 0 {len(span) * step} {tall + 26}"
    return Markup(f'<svg class="plot" role="img" viewBox="{view}"><title>{escape(title)}</title>{"".join(drawn)}</svg>')
