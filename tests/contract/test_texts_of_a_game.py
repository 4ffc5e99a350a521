"""The contract suite names every text of a game from outside that a catalogue lacks or has with a fault, as an entry to paste."""

import importlib
import io
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tapete.core import texts
from tapete.testing.translation_checks import untranslated

NIM = Path(__file__).parents[2] / "examples" / "nim" / "tapete_nim"
PO = (NIM / "locale" / "es" / "LC_MESSAGES" / "tapete-nim.po").read_text(encoding="utf-8")
Found = Callable[[str], list[str]]


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Found]:
    """What is wrong with Nim, by the text of its Spanish catalogue."""
    shutil.copytree(NIM, tmp_path / "tapete_nim", ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)

    def wrong(po: str) -> list[str]:
        with (tmp_path / "tapete_nim/locale/es/LC_MESSAGES/tapete-nim.mo").open("wb") as file:
            write_mo(file, read_po(io.BytesIO(po.encode()), locale="es"))
        texts.translations.cache_clear()
        game: Any = importlib.import_module("tapete_nim").GAME
        return [entry for entry in untranslated(game) if entry.startswith("# es,")]

    yield wrong
    texts.translations.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "tapete_nim"]:
        del sys.modules[name]


def test_nothing_is_missing_of_nim(found: Found) -> None:
    assert found(PO) == []


def test_a_missing_sentence_is_shown_as_an_entry(found: Found) -> None:
    entry = 'msgid "Take counters from one heap."\nmsgstr '
    assert found(PO.replace(f'{entry}"Toma fichas de un montón."', "")) == [f'# es, tapete-nim.po: not translated\n{entry}""']


def test_a_missing_sentence_of_the_ledger_is_shown_too(found: Found) -> None:
    (entry,) = found(PO.replace('msgstr "Una posición tiene tres montones, ninguno mayor que al principio."', 'msgstr ""'))
    assert 'msgid "A position has three heaps, none larger than at the start."' in entry


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("El montón {heap} está vacío", "El montón {pile} está vacío", "no such hole: pile"),
        ("{high} {high:ficha|fichas}; no", "{high} {high:ficha|fichas|ficha}; no", "2 words are wanted: high"),
    ],
)
def test_a_hole_that_cannot_be_filled_is_named(found: Found, right: str, wrong: str, said: str) -> None:
    (entry,) = found(PO.replace(right, wrong))
    assert said in entry.splitlines()[0]
