"""The results of a lab: tables as CSV, all figures as JSON, and a page with plots that needs no other computer."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from tapete.core import codec
from tapete.core.texts import Language, Words, _
from tapete.lab.matches import LabMatch, Setup
from tapete.lab.totals import Figures, Standing

MOST_CARDS = 40
"""So many cards are drawn: those with the best and the worst share."""

STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#24201a;background:#fffdf8}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #d9cfb8}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"
)

_TITLE = _("Lab: {game}")
_MATCHES = _("{matches} {matches:match|matches}, seed {seed}. Bots: {robots}. A draw is half a point; intervals of 95 %.")
_WHO, _WON, _DRAWN, _LOST, _SHARE, _FROM, _TO, _PLAYED = (
    _("who"),
    _("won"),
    _("drawn"),
    _("lost"),
    _("share"),
    _("from"),
    _("to"),
    _("matches"),
)
_BY_ROBOT, _BY_SEAT, _BY_CARD = _("By bot"), _("By seat"), _("By card: who showed it")
_LENGTH, _ENDS, _NEVER = _("Length in actions"), _("Ends"), _("Cards that nobody showed")
_LENGTHS = _("Half of the matches have {low} to {high} actions; the one in the middle has {middle}.")
_EVERY_CARD = _("Every card was shown.")
_SHOWN = _("A card counts where an action of its seat named it. That its owner won does not say that the card did it.")


def write(folder: Path, setup: Setup, figures: Figures, matches: Sequence[LabMatch], cards: Mapping[str, str]) -> list[Path]:
    """Write the tables and figures of a lab.

    Args:
        folder: where to. setup, figures, matches: of the lab. cards: their names by id.

    Raises:
        OSError: a file cannot be written.
    """
    files = [folder / "figures.json", folder / "standings.csv", folder / "matches.csv"]
    files[0].write_bytes(codec.encode({"setup": setup, "figures": figures}))
    files[1].write_text(_standings(figures, setup, cards), encoding="utf-8")
    files[2].write_text(_matches(matches), encoding="utf-8")
    return files


def _standings(figures: Figures, setup: Setup, cards: Mapping[str, str]) -> str:
    """One line for each robot, seat and card."""
    text = io.StringIO(newline="")
    out = csv.writer(text)
    out.writerow(["kind", "id", "name", *Standing.__struct_fields__])
    rows: list[tuple[str, str, str, Standing]] = [("robot", str(n), setup.robots[n], one) for n, one in enumerate(figures.robots)]
    rows += [("seat", seat, seat, one) for seat, one in figures.seats.items()]
    rows += [("card", card, cards.get(card, card), one) for card, one in figures.cards.items()]
    for kind, key, name, one in rows:
        out.writerow([kind, key, name, *(getattr(one, field) for field in Standing.__struct_fields__)])
    out.writerows(["never", card, cards[card], 0, 0, 0, 0, "", "", ""] for card in figures.never)
    return text.getvalue()


def _matches(matches: Sequence[LabMatch]) -> str:
    """One line for each match."""
    text = io.StringIO(newline="")
    out = csv.writer(text)
    out.writerow(["number", "sat", "result", "winners", "reason", "actions"])
    for one in matches:
        sat = " ".join(f"{seat}:{robot}" for seat, robot in one.sat.items())
        out.writerow([one.number, sat, one.result, " ".join(one.winners), one.reason, one.actions])
    return text.getvalue()


def page(setup: Setup, figures: Figures, matches: Sequence[LabMatch], cards: Mapping[str, str], title: str, language: Language) -> str:
    """The page of a lab, plots included; it loads nothing.

    Args:
        setup, figures, matches: of the lab. cards: their names by id. title: of the game. language: of the words.

    Raises:
        ImportError: matplotlib is missing (the extra `lab`).
    """
    words = Words()

    def say(text: Any, **values: Any) -> str:
        return words.say(text, values).in_(language)

    robots = [(f"{n + 1}: {setup.robots[n]}", one) for n, one in enumerate(figures.robots)]
    seats = list(figures.seats.items())
    shown = [(cards.get(card, card), one) for card, one in figures.cards.items()]
    drawn = shown if len(shown) <= MOST_CARDS else [*shown[: MOST_CARDS // 2], *shown[-MOST_CARDS // 2 :]]
    low, middle, high = figures.lengths
    head = [say(one) for one in (_WHO, _PLAYED, _WON, _DRAWN, _LOST, _SHARE, _FROM, _TO)]
    never = ", ".join(cards[card] for card in figures.never) or say(_EVERY_CARD)
    return str(
        Markup(
            '<!doctype html><html lang="{}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            "<title>{}</title><style>{}</style><h1>{}</h1><p>{}</p>"
        ).format(language, say(_TITLE, game=title), Markup(STYLE), say(_TITLE, game=title), _told(setup, figures, say))
        + _section(say(_BY_ROBOT), intervals(robots, say(_SHARE)), _table(head, robots))
        + _section(say(_BY_SEAT), intervals(seats, say(_SHARE)), _table(head, seats))
        + _section(say(_BY_CARD), _paragraph(say(_SHOWN)), intervals(drawn, say(_SHARE)), _table(head, shown))
        + _section(say(_NEVER), _paragraph(never))
        + _section(
            say(_LENGTH),
            lengths([one.actions for one in matches], say(_LENGTH), say(_PLAYED)),
            _paragraph(say(_LENGTHS, low=round(low), high=round(high), middle=round(middle))),
        )
        + _section(say(_ENDS), bars(figures.ends, say(_PLAYED)))
        + Markup("</html>\n")
    )


def _told(setup: Setup, figures: Figures, say: Any) -> str:
    told: str = say(_MATCHES, matches=figures.matches, seed=setup.seed, robots=", ".join(setup.robots))
    return told


def _section(title: str, *parts: Markup) -> Markup:
    return Markup("<section><h2>{}</h2>{}</section>").format(title, Markup("").join(parts))


def _paragraph(text: str) -> Markup:
    return Markup("<p>{}</p>").format(text)


def _table(head: Sequence[str], rows: Sequence[tuple[str, Standing]]) -> Markup:
    lines = [Markup("").join(Markup("<th>{}</th>").format(one) for one in head)]
    for name, one in rows:
        cells = [name, one.matches, one.won, one.drawn, one.lost, f"{one.share:.3f}", f"{one.low:.3f}", f"{one.high:.3f}"]
        lines.append(Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells))
    return Markup("<table>{}</table>").format(Markup("").join(Markup("<tr>{}</tr>").format(line) for line in lines))


# ---- plots


def _figure(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> Markup:
    import matplotlib as mpl

    text = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "tapete", "svg.fonttype": "none", "font.family": ["sans-serif"]}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    drawn = text.getvalue()
    return Markup(drawn[drawn.index("<svg") :])


def intervals(rows: Sequence[tuple[str, Standing]], label: str) -> Markup:
    """Shares as points with their intervals, a line at one half."""
    if not rows:
        return Markup("")
    figure, axes = _figure(0.9 + 0.28 * len(rows))
    shares = [one.share for _name, one in rows]
    errors = [[one.share - one.low for _name, one in rows], [one.high - one.share for _name, one in rows]]
    axes.errorbar(shares, range(len(rows)), xerr=errors, fmt="o", color="#8a5f00", ecolor="#8a5f00", capsize=3)
    axes.axvline(0.5, color="#b9ad96", linestyle="--")
    axes.set_yticks(range(len(rows)), [name.replace("$", r"\$") for name, _one in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel(label)
    return _svg(figure)


def lengths(values: Sequence[int], label: str, number: str) -> Markup:
    """How long matches are."""
    figure, axes = _figure(3.2)
    axes.hist(values, bins=min(30, max(1, len(set(values)))), color="#8a5f00")
    axes.set_xlabel(label)
    axes.set_ylabel(number)
    return _svg(figure)


def bars(values: Mapping[str, int], label: str) -> Markup:
    """How matches end."""
    figure, axes = _figure(0.9 + 0.35 * len(values))
    axes.barh(range(len(values)), list(values.values()), color="#8a5f00")
    axes.set_yticks(range(len(values)), list(values))
    axes.invert_yaxis()
    axes.set_xlabel(label)
    return _svg(figure)
