"""How figures stand in a sentence."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal
from tapete.core.texts import Range, TextDomain, Words, figure, translations, typed
from tapete.games import mamlejet, shazamm
from tapete.games.mamlejet import cards as mamlejet_cards
from tapete.games.mamlejet.lots import ALREADY_DEDICATED
from tapete.games.shazamm.resolution import RECYCLE_OVER_FIVE
from tests.contract.starter_cards import starter
from tests.two_languages import both


def test_spanish_says_e_where_a_word_that_begins_with_an_i_follows() -> None:
    for name, word in (("Inés", "e"), ("Íñigo", "e"), ("hierro", "y"), ("Hilda", "e"), ("Ana", "y")):
        assert both("{a} en la 0 y {b} en la 6", "").fill(a="Bo", b=name).in_("es") == f"Bo en la 0 {word} {name} en la 6"


def test_a_row_of_numbers_is_not_shown_as_a_choice_of_two() -> None:
    assert Words().say(both("{n}", "{n}"), {"n": Range((2, 10))}) == both("2 a 10", "2 to 10")
    with pytest.raises(Illegal) as refused:
        mamlejet.rules({"city_attack_difficulty": 11}, starter("mamlejet"))
    refusal = refused.value.refusals[0]
    assert refusal.params["allowed"] == [2, 10]
    assert refusal.text().in_("en").endswith("choose from: 2 to 10.")
    with pytest.raises(Illegal) as refused:
        shazamm.rules({"reserve_gain": "never"})
    assert refused.value.refusals[0].text().in_("en").endswith("choose from: after_payment and before_payment.")


def test_people_read_a_minus_sign_and_machines_a_hyphen() -> None:
    assert [figure(n) for n in (-12, 0, 7)] == ["−12", "0", "7"]
    assert [figure(n, signed=True) for n in (-12, 0, 7)] == ["−12", "0", "+7"]
    said = both("De {before} a {now}: {all}. {word} {nothing}", "From {before} to {now}: {all}. {word} {nothing}")
    values = {"before": 3, "now": -1, "all": [-2, Range((-4, 5))], "word": "e-arquero", "nothing": None}
    assert Words().say(said, values) == both("De 3 a −1: −2 y −4 a 5. e-arquero -", "From 3 to −1: −2 and −4 to 5. e-arquero -")
    refused = RECYCLE_OVER_FIVE(value=-6, limit=5).wire()
    assert refused["params"] == {"delta": -6, "limit": 5}
    assert refused["text"]["es"].endswith("pides −6.")
    assert refused["text"]["en"].endswith("you ask for −6.")


def test_a_minus_sign_copied_from_a_sentence_may_be_typed() -> None:
    assert [int(typed(text)) for text in (figure(-3), "-3", "3")] == [-3, -3, 3]


# ---- words that a name's gender chooses


def test_the_gender_of_a_spanish_name_chooses_the_word_beside_it() -> None:
    words = mamlejet.rules({}, starter("mamlejet")).words
    said = ALREADY_DEDICATED(card="mina", reason="payment").text(words).in_("es")
    assert said.startswith("Mina ya está dedicada (")
    assert ALREADY_DEDICATED(card="estudio", reason="payment").text(words).in_("es").startswith("Estudio de Torá ya está dedicado (")
    assert ALREADY_DEDICATED(card="none-such", reason="payment").text(words).in_("es").split(" (")[0].endswith("dedicado")
    assert ALREADY_DEDICATED(card="mina", reason="payment").text(words).in_("en").startswith("Mine is dedicated already (")


def test_a_gender_does_not_change_what_a_catalogue_is() -> None:
    """An older match, begun before the gender was written down, is played with the same cards."""
    document = tomllib.loads((files("tapete.games.mamlejet") / "starter.toml").read_text(encoding="utf-8"))
    named = mamlejet_cards.read(document)
    for card in document["card"]:
        card["name"].pop("gender", None)
    assert mamlejet_cards.read(document).hash == named.hash
    assert mamlejet.rules({}, named).words.kinds["gender"]("mina", "es") == "1"


def test_a_gender_that_is_none_is_a_fault_of_the_card() -> None:
    document = tomllib.loads((files("tapete.games.mamlejet") / "starter.toml").read_text(encoding="utf-8"))
    document["card"][1]["name"]["gender"] = "x"
    with pytest.raises(CardError) as found:
        mamlejet_cards.read(document)
    assert found.value.faults[0].place == "mina.name.gender"


# ---- catalogues that are not as they should be


class Said(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def log() -> Iterator[list[str]]:
    handler = Said()
    logging.getLogger("tapete.texts").addHandler(handler)
    yield handler.lines
    logging.getLogger("tapete.texts").removeHandler(handler)


SENTENCE = "{n} {n:card|cards} for {name}."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues beside our own."""
    monkeypatch.setenv("TAPETE_LOCALE", str(tmp_path))
    translations.cache_clear()
    (tmp_path / "es" / "LC_MESSAGES").mkdir(parents=True)
    yield tmp_path / "es" / "LC_MESSAGES" / "tapete-try.mo"
    translations.cache_clear()


def compiled(messages: dict[str, str], plurals: str = "nplurals=2; plural=(n != 1);") -> bytes:
    """What gettext reads."""
    catalogue = Catalog(locale="es", domain="tapete-try")
    for english, spanish in messages.items():
        catalogue.add(english, spanish)
    output = io.BytesIO()
    write_mo(output, catalogue)
    return output.getvalue().replace(b"nplurals=2; plural=(n != 1);", plurals.encode().ljust(28)[:28])


def test_a_sound_translation_is_said(folder: Path, log: list[str]) -> None:
    folder.write_bytes(compiled({SENTENCE: "{n} {n:carta|cartas} para {name}."}))
    mark = TextDomain("tapete-try")
    assert [mark(SENTENCE).fill(n=n, name="Ana").in_("es") for n in (1, 2)] == ["1 carta para Ana.", "2 cartas para Ana."]
    assert log == []


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (compiled({"another": "otra"}), "not translated"),
        (compiled({SENTENCE: "{n} cartas para {nombre}."}), "no such hole: nombre"),
        (compiled({SENTENCE: "{n} {n:carta|cartas|cartones} para {name}."}), "2 words are wanted: n"),
        (compiled({SENTENCE: "{n} {n:cartas} para {name}."}), "nothing is shown as: cartas"),
        (compiled({SENTENCE: "{n cartas para {name}."}), ""),
        (compiled({SENTENCE: "{n} %(x)s cartas para {name}."}), "no such hole: x"),
        (compiled({SENTENCE: "{n} {n:carta|cartas} para {name}."}, "nplurals=2; plural=(n % 0);"), "cannot be read"),
        (compiled({SENTENCE: "{n} {n:carta|cartas} para {name}."}, "nplurals=2; plural=nonsense("), "cannot be read"),
        (compiled({SENTENCE: "{n} {n:carta|cartas} para {name}."})[:60], "cannot be read"),
        (compiled({SENTENCE: "ÑÑÑ {n} {n:carta|cartas} {name}"}).replace("Ñ".encode(), b"\xff\xfe"), "cannot be read"),
        (b"", "cannot be read"),
        (b"no catalogue at all", "cannot be read"),
    ],
)
def test_a_broken_translation_gives_way_to_the_english_and_is_logged_once(folder: Path, log: list[str], made: bytes, why: str) -> None:
    folder.write_bytes(made)
    mark = TextDomain("tapete-try")
    for _ in range(3):
        assert mark(SENTENCE).fill(n=2, name="Ana").in_("es") == "2 cards for Ana."
    assert len(log) == 1
    assert str(folder) in log[0]
    assert why in log[0]
    if why != "cannot be read":
        assert SENTENCE in log[0]


def test_a_domain_without_a_file_is_logged_once(folder: Path, log: list[str]) -> None:
    for _ in range(3):
        assert TextDomain("tapete-try")(SENTENCE).fill(n=1, name="Ana").in_("es") == "1 card for Ana."
    assert log == ["es/tapete-try.mo is not there; the English stands in"]


@pytest.mark.slow
@pytest.mark.parametrize("made", [b"no catalogue", compiled({"x": "y"})])
def test_no_command_and_no_page_ends_by_a_broken_catalogue(folder: Path, made: bytes) -> None:
    (folder.parent / "tapete.mo").write_bytes(made)
    for words in (["--lang", "es", "--help"], ["--lang", "es", "no-such-command"], ["--lang", "es", "rules", "shazamm"]):
        done = subprocess.run([sys.executable, "-m", "tapete", *words], capture_output=True, encoding="utf-8", check=False)
        assert "Traceback" not in done.stderr
        assert done.returncode == (2 if "no-such-command" in words else 0)
        assert done.stdout + done.stderr
