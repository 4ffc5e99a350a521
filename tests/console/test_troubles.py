"""Every trouble has its sentences in both languages and its section on the troubleshooting pages, and the reverse."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from tapete.console.troubles import TROUBLES, UDEV_RULE, Finding, reported

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "troubleshooting.md", "es": DOCS / "es" / "troubleshooting.md"}
LINK_PAGE = DOCS / "link.md"


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", TROUBLES)
def test_both_languages_say_the_same_with_the_same_figures(code: str) -> None:
    trouble = TROUBLES[code]
    assert holes(trouble.what.es) == holes(trouble.what.en)
    assert holes(trouble.next.es) == holes(trouble.next.en)
    finding = Finding(code, dict.fromkeys(holes(trouble.what.es) | holes(trouble.next.es), 7))
    for text in (finding.what, finding.next):
        assert "{" not in text.es + text.en
        assert text.es != text.en
        assert text.es.endswith((".", 'uaccess"', "7"))


@pytest.mark.parametrize("language", PAGES)
def test_the_page_has_one_section_for_each_trouble_and_no_other(language: str) -> None:
    sections = re.findall(r"^### `(\w+)`$", PAGES[language].read_text(encoding="utf-8"), re.MULTILINE)
    assert sections == list(TROUBLES), "in the order of the code"


@pytest.mark.parametrize("language", PAGES)
def test_the_page_says_what_the_doctor_says(language: str) -> None:
    page = " ".join(PAGES[language].read_text(encoding="utf-8").split()).replace(f"`{UDEV_RULE}`", "‹udev›")
    for code, trouble in TROUBLES.items():
        for sentence in (trouble.what, trouble.next):
            said = re.sub(r"\{(\w+)\}", r"‹\1›", getattr(sentence, language))
            assert said in page, f"{code}: {said}"


def test_every_report_of_the_protocol_has_its_own_words() -> None:
    table = LINK_PAGE.read_text(encoding="utf-8").split("`report <code> [words]`", 1)[1]
    codes = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert {"error", "restart", "safe", "limited", "pixels", "keys", "selftest"} <= set(codes)
    assert [code for code in codes if reported(code, ("a", "b", "c")).code == "other_report"] == []


def test_a_report_with_too_few_words_or_an_unknown_code_is_still_said() -> None:
    assert reported("error", ()).what.en == "Firmware ? failed: ? at ?. It restarted by itself."
    assert reported("smoke", ("a", "lot")).what.en == "The console reports: smoke a lot."
