"""The catalogues are complete and current, and the check that says so sees what is wrong."""

from __future__ import annotations

import doctest
import gettext
import os
import re
from pathlib import Path

import pytest

from tools import catalogues, constants, translations


@pytest.mark.long
def test_catalogues_are_complete_and_current() -> None:
    assert translations.faults() == []


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources and catalogues of one message, in a folder of their own; the message is not translated yet."""
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    monkeypatch.setattr(translations, "CATALOGUES", tmp_path / "locale")
    monkeypatch.setattr(translations, "CLICK", tmp_path / "no click")
    (tmp_path / "source.py").write_text('_("{n} {n:card|cards} for {name}.")\n', encoding="utf-8")
    translations.place("es", "tapete").parent.mkdir(parents=True)
    renew()
    return tmp_path


def renew() -> None:
    for task in ("update", "compile"):
        translations.run(task)


def translate(text: str, message: str = "{n} {n:card|cards} for {name}.") -> None:
    spanish = translations.translated("es", "tapete")
    found = spanish.get(message)
    assert found is not None
    found.string = text
    translations.place("es", "tapete").write_bytes(translations.written(spanish))
    translations.run("compile")


def test_a_message_that_is_not_translated_is_named(catalogue: Path) -> None:
    assert translations.faults() == ["es/tapete: not translated: '{n} {n:card|cards} for {name}.'"]


def test_a_compiled_file_that_is_older_than_its_text_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / catalogues.LOCALE / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    path, made = folder / "tapete.po", folder / "tapete.mo"

    def says(text: str, at: int) -> str:
        path.write_text(
            f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Bye."\nmsgstr "{text}"\n', encoding="utf-8"
        )
        os.utime(path, (at, at))
        catalogues.renew(tmp_path)
        with made.open("rb") as file:
            return gettext.GNUTranslations(file).gettext("Bye.")

    later = 4_000_000_000
    assert says("Adiós.", 1) == "Adiós."
    assert says("Hasta luego.", 2) == "Adiós.", "the compiled file is the younger one"
    assert says("Hasta luego.", later) == "Hasta luego."
    os.utime(made, (later, later))
    assert catalogues.renew(tmp_path) == []
    assert catalogues.renew(tmp_path, everything=True) == [made]
    made.unlink()
    assert catalogues.renew(tmp_path) == [made]
    assert sorted(folder.iterdir()) == [made, path]


def test_a_message_that_is_no_longer_said_is_named(catalogue: Path) -> None:
    translate("{n} {n:carta|cartas} para {name}.")
    assert translations.faults() == []
    place = translations.place("es", "tapete")
    place.write_text(place.read_text(encoding="utf-8") + '\nmsgid "Gone."\nmsgstr "Ido."\n', encoding="utf-8")
    assert translations.faults() == ["es/tapete: not current: tools/translations.py update"]
    renew()
    assert translations.faults() == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{n} {n:carta|cartas} para {nombre}.", "no such hole: nombre"),
        ("{n} {n:carta|cartas}.", "holes left out: name"),
        ("{n} {n:carta} para {name:una|dos|tres}.", "2 words are wanted: name"),
        ("{n} {n:carta|cartas} para {name.", "a brace stands alone (expected '}' before end of string)"),
    ],
)
def test_a_broken_hole_is_named(catalogue: Path, text: str, fault: str) -> None:
    translate(text)
    assert translations.faults() == [f"es/tapete: '{{n}} {{n:card|cards}} for {{name}}.': {fault}"]


def test_a_new_message_is_named(catalogue: Path) -> None:
    translate("{n} {n:carta|cartas} para {name}.")
    (catalogue / "other.py").write_text('_("Bye.", "leaving")\n', encoding="utf-8")
    assert translations.faults() == ["es/tapete: missing: 'Bye.' (tools/translations.py update)"]


def test_a_file_that_is_not_utf_8_is_named(catalogue: Path) -> None:
    place = translations.place("es", "tapete")
    place.write_bytes(place.read_bytes() + b'\nmsgid "x"\nmsgstr "\xff"\n')
    assert [fault for fault in translations.faults() if "es/tapete: cannot be read" in fault]


def test_messages_of_pages_are_found(catalogue: Path) -> None:
    page = catalogue / "web" / "templates" / "lobby.html"
    page.parent.mkdir(parents=True)
    page.write_text("<h1>{% trans %}New match{% endtrans %}</h1> {{ _('Resume') }}", encoding="utf-8")
    found = {message.id for message in translations.template("tapete") if message.id}
    assert found == {"{n} {n:card|cards} for {name}.", "New match", "Resume"}


def test_a_game_has_messages_and_a_ledger_of_its_own(catalogue: Path) -> None:
    game = catalogue / "games" / "nim"
    game.mkdir(parents=True)
    (game / "__init__.py").write_text('from tapete.games.nim.language import _\n_("Take some.")\n', encoding="utf-8")
    (game / "ledger.toml").write_text('[[clause]]\nid = "NIM-001"\nsays = "Counters lie in heaps."\n', encoding="utf-8")
    assert translations.domains() == ("tapete", "tapete-nim")
    assert {message.id for message in translations.template("tapete-nim") if message.id} == {"Take some.", "Counters lie in heaps."}


def test_a_catalogue_is_written_the_same_each_time(catalogue: Path) -> None:
    before = translations.place("es", "tapete").read_bytes()
    renew()
    assert translations.place("es", "tapete").read_bytes() == before


FIXED_PLURAL = re.compile(
    r"\{(\w[\w.]*)\}\s+(?!\{)(?!(?:más|menos|es|los|las|mientras|tras|ms|permitidos)\b)([a-záéíóúñ]+s)\b", re.IGNORECASE
)

NEVER_ONE = {
    "tapete": {"all", "most", "minutes", "parts", "nargs", "due", "number", "bytes", "count", "restarts", "buttons", "rolls", "wanted"},
    "tapete-bhm": {"most", "max", "number", "wanted", "more", "left", "compared.own"},
    "tapete-datamorphs": {"MOST_CARDS", "due", "needed"},
    "tapete-mamlejet": {"given", "most", "number", "more"},
    "tapete-moriham": {"due", "deck", "limit", "number", "offered"},
}
"""Figures before a fixed plural: bounds and limits above one, and counts that are only told when they are large."""


@pytest.mark.parametrize("domain", translations.domains())
def test_no_number_that_may_be_one_stands_before_a_fixed_plural(domain: str) -> None:
    said = [text for message in translations.translated("es", domain) if isinstance(text := message.string, str)]
    found = {(name, text) for text in said for name, _plural in FIXED_PLURAL.findall(text)}
    game = domain.partition("-")[2]
    several = {name for name, value in constants.values(game).items() if value != 1} if game else set()
    found = {(name, text) for name, text in found if name not in several}
    assert [text for name, text in found if name not in NEVER_ONE.get(domain, ())] == []


def test_the_examples_of_the_translators_page_are_true() -> None:
    text = (translations.ROOT / "docs" / "translate.md").read_text(encoding="utf-8")
    found = doctest.DocTestParser().get_doctest(text, {}, "translate.md", "translate.md", 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(found, out=said.append)
    assert result.attempted >= 8
    assert result.failed == 0, "".join(said)
