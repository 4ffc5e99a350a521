"""Every trouble has its sentences in both languages and its section on the troubleshooting pages, and the reverse."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from tapete.console.troubles import TROUBLES, UDEV_RULE, Finding, reported, wired
from tapete_console import pins, wiring

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "troubleshooting.md", "es": DOCS / "es" / "troubleshooting.md"}
LINK_PAGE = DOCS / "link.md"


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", TROUBLES)
def test_both_languages_say_the_same_with_the_same_figures(code: str) -> None:
    trouble = TROUBLES[code]
    assert holes(trouble.what.in_("es")) == holes(trouble.what.in_("en"))
    assert holes(trouble.next.in_("es")) == holes(trouble.next.in_("en"))
    finding = Finding(code, dict.fromkeys(holes(trouble.what.in_("es")) | holes(trouble.next.in_("es")), 7))
    for text in (finding.what, finding.next):
        assert "{" not in text.in_("es") + text.in_("en")
        assert text.in_("es") != text.in_("en")
        assert text.in_("es").endswith((".", 'uaccess"', "7"))


@pytest.mark.parametrize("language", PAGES)
def test_the_page_has_one_section_for_each_trouble_and_no_other(language: str) -> None:
    sections = re.findall(r"^### `(\w+)`$", PAGES[language].read_text(encoding="utf-8"), re.MULTILINE)
    assert sections == list(TROUBLES), "in the order of the code"


@pytest.mark.parametrize("language", PAGES)
def test_the_page_says_what_the_doctor_says(language: str) -> None:
    page = " ".join(PAGES[language].read_text(encoding="utf-8").split()).replace(f"`{UDEV_RULE}`", "‹udev›")
    for code, trouble in TROUBLES.items():
        for sentence in (trouble.what, trouble.next):
            said = re.sub(r"\{\w+:[^{}|]*\|([^{}|]*)\}", r"\1", sentence.in_(language))  # of two words the one for several
            said = re.sub(r"\{(\w+)\}", r"‹\1›", said)
            assert said in page, f"{code}: {said}"


def test_every_report_of_the_protocol_has_its_own_words() -> None:
    table = LINK_PAGE.read_text(encoding="utf-8").split("`report <code> [words]`", 1)[1]
    codes = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert {"error", "restart", "safe", "limited", "pixels", "keys", "selftest"} <= set(codes)
    assert [code for code in codes if reported(code, ("a", "b", "c")).code == "other_report"] == []


def test_a_report_with_too_few_words_or_an_unknown_code_is_still_said() -> None:
    assert reported("error", ()).what.in_("en") == "Firmware ? failed: ? at ?. It restarted by itself."
    assert reported("smoke", ("a", "lot")).what.in_("en") == "The console reports: smoke a lot."


@pytest.mark.parametrize(
    ("fault", "spanish"),
    [
        (wiring.faults(pins.BUTTONS, (18, 19, 20, 2), 22, 4)[0], "el panel 3, píxeles: GP2 ya lo usa el panel 0, botón 0"),
        (wiring.faults(pins.BUTTONS, pins.CHAINS, 0, 4)[0], "el puente: GP0 está reservado"),
        (wiring.faults(pins.BUTTONS, pins.CHAINS, 25, 4)[0], "el puente: GP25 no está en el conector"),
        (wiring.faults(((2, 3, 4), *pins.BUTTONS[1:]), pins.CHAINS, 22, 4)[0], "el panel 0 tiene 3 botones y no 4"),
        (wiring.faults(pins.BUTTONS, pins.CHAINS, 22, 5)[0], "se piden 5 paneles y el mapa alcanza para 4"),
        ("the moon is full", "the moon is full"),
    ],
)
def test_every_fault_of_the_pin_map_is_said_in_both_languages(fault: str, spanish: str) -> None:
    finding = wired(fault)
    assert finding.what.in_("en") == f"The console's pin map cannot be built: {fault}."
    assert finding.what.in_("es") == f"El mapa de pines de la consola no se puede construir: {spanish}."
    assert reported("wiring", tuple(fault.split(" "))) == finding


def test_a_supply_too_small_is_one_finding_whichever_way_it_is_told() -> None:
    (fault,) = wiring.power_faults(400, 4, 19)
    assert wired(fault) == reported("power", ("517", "400"))
