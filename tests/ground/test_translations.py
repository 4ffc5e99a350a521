"""The catalogues are complete and current, and the check that says so sees what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import translations


def test_catalogues_are_complete_and_current() -> None:
    assert translations.faults() == []


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources and catalogue of one message, in a folder of their own; the message is without its Spanish."""
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    monkeypatch.setattr(translations, "CLICK", tmp_path / "no click")
    for name, path in (("TEMPLATE", "tapete.pot"), ("SPANISH", "tapete.po"), ("COMPILED", "tapete.mo")):
        monkeypatch.setattr(translations, name, tmp_path / path)
    (tmp_path / "source.py").write_text('_("Hello, {name}.")\n', encoding="utf-8")
    renew()
    return tmp_path


def renew() -> None:
    translations.TEMPLATE.write_bytes(translations.written(translations.template()))
    spanish = translations.spanish()
    spanish.update(translations.template(), no_fuzzy_matching=True)
    translations.SPANISH.write_bytes(translations.written(spanish))
    translations.COMPILED.write_bytes(translations.compiled(spanish))


def translate(text: str) -> None:
    spanish = translations.spanish()
    message = spanish.get("Hello, {name}.")
    assert message is not None
    message.string = text
    translations.SPANISH.write_bytes(translations.written(spanish))


def test_message_without_spanish_is_named(catalogue: Path) -> None:
    assert translations.faults() == ["without Spanish: 'Hello, {name}.'"]


def test_compiled_file_of_an_older_text_is_named(catalogue: Path) -> None:
    translate("Hola, {name}.")
    assert translations.faults() == ["tapete.mo is not current: tools/translations.py compile"]
    renew()
    assert translations.faults() == []


def test_lost_placeholder_is_named(catalogue: Path) -> None:
    translate("Hola, {nombre}.")
    renew()
    assert translations.faults() == ["'Hello, {name}.': not in both languages: name, nombre"]


def test_new_message_is_named(catalogue: Path) -> None:
    translate("Hola, {name}.")
    renew()
    (catalogue / "other.py").write_text('_("Bye.")\n', encoding="utf-8")
    assert translations.faults() == [
        "tapete.pot is not current: tools/translations.py update",
        "not in the Spanish catalogue: 'Bye.' (tools/translations.py update)",
    ]


def test_messages_of_pages_are_found(catalogue: Path) -> None:
    page = catalogue / "web" / "templates" / "lobby.html"
    page.parent.mkdir(parents=True)
    page.write_text("<h1>{% trans %}New match{% endtrans %}</h1> {{ _('Resume') }}", encoding="utf-8")
    assert {message.id for message in translations.template() if message.id} == {"Hello, {name}.", "New match", "Resume"}


def test_catalogue_is_written_the_same_each_time(catalogue: Path) -> None:
    before = translations.SPANISH.read_bytes()
    renew()
    assert translations.SPANISH.read_bytes() == before
