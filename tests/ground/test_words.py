"""Words that people stumbled over stay away from every text, in both languages; beside each stands what is said instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parents[2] / "host/tapete"
TEMPLATES = PACKAGE / "web/templates"

GONE: tuple[tuple[str, str], ...] = (
    (r"Enter here|Nothing is to be entered", "There is nothing to do here now."),
    (r"Back to after entry|Back to entry", "Back to move {to}."),
    (r"Undone back to entry|Undone, back to entry", "Undone, back to move {to}."),
    (r"No console is to be seen", "No console is connected."),
    (r"How it is\b(?! won)", "How it goes"),
    (r"The PIN that holds now", "Current PIN"),
    (r"These are they", "That is all ({n})"),
    (r"^Decided\.?$", "Done"),
    (r"^Leave it\.?$", "Close"),
    (r"Nobody else attacks", "No more attacks"),
    (r"[Tt]he rulebook has lost them", "Pass"),
    (r"^A takes", "You keep"),
    (r"Any button goes at once", "The screen goes back by itself in %(left)s seconds, or at once with any button."),
    (r"No match is shown on a console", "The panels show no match now."),
    (r"Volver a la entrada|vuelve a la entrada", "Se vuelve a la jugada {to}."),
    (r"Den la vuelta .* y di\b", "Den la vuelta a las dos Bios a la vez y digan cuáles son."),
    (r"Así sea", "De acuerdo"),
    (r"Con cualquier botón, ya", "La pantalla vuelve sola en %(left)s segundos, o enseguida con cualquier botón."),
    (r"\bMENOS\b|\bMÁS\b", "MINUS"),
    (r"Ninguna consola muestra una partida", "Los paneles no muestran ahora ninguna partida."),
    (r"[Tt]el[eé]fono", "lo pidió por móvil"),
    (r"[Pp]uesto de demostración", "Atiende una estación de demostración."),
    (r"[Ff]ichero", "archivo"),
    (r"[Cc]onf[ií]rma(lo)? sin números", "Descubre tus cartas e indica sus números; si no jugaste ninguna, confirma igualmente."),
)
"""Patterns of what was seen, each with the words that stand instead."""


def texts() -> dict[str, str]:
    """Every text of every catalogue, in both languages, with the catalogue that has it."""
    found: dict[str, str] = {}
    for path in sorted((PACKAGE / "locale/es/LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                for said in (message.id, message.string):
                    found |= dict.fromkeys((said,) if isinstance(said, str) else said or (), path.name)
    return found


TEXTS = texts()
WRITTEN = {path.name: path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.rglob("*.html"))}


@pytest.mark.parametrize(("seen", "instead"), GONE, ids=[instead for _seen, instead in GONE])
def test_what_was_stumbled_over_is_said_in_other_words(seen: str, instead: str) -> None:
    assert instead in TEXTS
    assert [(text, where) for text, where in TEXTS.items() if re.search(seen, text)] == []
    assert [name for name, text in WRITTEN.items() if re.search(seen.strip("^$"), text) and seen[0] != "^"] == []


def test_the_lobby_shows_no_backticks_and_a_log_no_entries() -> None:
    """What is typed in a terminal becomes code (`templating`), and what people did is a move, *jugada*."""
    assert "code" in (PACKAGE / "web/templating.py").read_text(encoding="utf-8")
    log = {text for text in TEXTS if re.match(r"(Undone|Back to|Done again)", text)}
    assert len(log) > 1
    assert not [text for text in log if "entry" in text or "step" in text]


def test_nobody_is_addressed_as_usted_or_vosotros() -> None:
    formal = re.compile(r"\b(usted|vosotros|vosotras|vuestr[oa]s?)\b", re.IGNORECASE)
    assert [text for text in TEXTS if formal.search(text)] == []
