"""The builder's guide: the same in both languages, with a picture and something to see in every step, and figures that are true."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

from tapete_console import settings_keys
from tests.firmware.rig import Desk
from tests.hardware import test_enclosure
from tools import generate_guide_tables
from tools.drawing import board_words, circuit, guide_tables, pcb_rules, power_table, procedure, step_pictures

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path.name for path in (DOCS / "build").glob("*.md"))
GAMES = sorted(path.stem for path in (DOCS / "play").glob("*.md"))
PAIRS = [*(f"build/{name}" for name in PAGES), *(f"play/{game}.md" for game in GAMES), "contribute.md"]
SEE = {"": "> You should now see: ", "es/": "> Ahora deberías ver: "}


def page(language: str, name: str) -> str:
    return (DOCS / language / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_have_the_same_headings_and_tables(name: str) -> None:
    shapes = []
    for language in SEE:
        text = page(language, name)
        headings = re.findall(r"^(#+) .*\{#([a-z-]+)\}$", text, re.M)
        assert len(headings) == len(re.findall(r"^#+ ", text, re.M)), "every heading has its name in braces"
        tables = re.findall(r"<!-- table ([a-z0-9-]+) -->", text)
        pictures = [re.sub(r"-(en|es)\.svg$", ".svg", Path(picture).name) for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)]
        steps = len(re.findall(r"^\d+\. ", text, re.M))
        shapes.append((headings, tables, pictures, steps))
    assert shapes[0] == shapes[1]


def test_both_folders_have_the_same_pages() -> None:
    assert sorted(path.name for path in (DOCS / "es" / "build").glob("*.md")) == PAGES
    assert {
        "index.md",
        "board.md",
        "parts.md",
        "first-light.md",
        "local.md",
        "panel-board.md",
        "perfboard.md",
        "reader.md",
        "small.md",
        "test-procedure.md",
        "mistakes.md",
        "panels.md",
    } == set(PAGES)


@pytest.mark.parametrize("language", SEE)
def test_every_step_says_what_you_should_see(language: str) -> None:
    steps = re.split(r"^## ", page(language, "build/index.md"), flags=re.M)
    steps = [step for step in steps if re.match(r"(Step|Paso) \d", step)]
    assert len(steps) == 10
    for step in steps:
        assert step.count(SEE[language]) == 1, step.splitlines()[0]


@pytest.mark.parametrize(("language", "word"), [("", "Step"), ("es/", "Paso")])
def test_every_step_has_its_picture_and_the_picture_is_there(language: str, word: str) -> None:
    steps = {step.splitlines()[0]: step for step in re.split(rf"^## {word} ", page(language, "build/index.md"), flags=re.M)[1:]}
    assert len(steps) == 10
    for title, step in steps.items():
        pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", step.split("\n## ")[0])
        assert pictures, title
        for picture in pictures:
            assert (DOCS / language / "build" / picture).resolve().is_file(), picture


def test_the_drive_is_called_what_the_firmware_calls_it() -> None:
    label = re.search(r'^LABEL = "(\w+)"', (ROOT / "firmware" / "boot.py").read_text(encoding="utf-8"), re.M)
    assert label
    assert step_pictures.DRIVES[-1] == label[1]
    assert f"the drive is called {label[1]}" in page("", "build/index.md")
    assert f"la unidad se llama {label[1]}" in page("es/", "build/index.md")


@pytest.mark.parametrize("language", SEE)
def test_findings_and_settings_exist(language: str) -> None:
    text = page(language, "build/index.md")
    findings = set(re.findall(r"^### `([a-z_]+)`", page(language, "troubleshooting.md"), re.M))
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", text)) - {f"raspberry_pi_pico{kind}" for kind in ("", "_w", "2", "2_w")}
    assert len(named) > 8
    assert named - findings == set()
    keys = {key for key, *_ in (*settings_keys.WHOLE, *settings_keys.WORDS)}
    assert set(re.findall(r"TAPETE_[A-Z_]+", text)) - keys == set()


def test_figures_in_the_text_come_from_their_sources() -> None:
    two = power_table.Build(2, True, power_table.supply("usb"))
    assert f"{two.unlimited / 1000:.1f} A with two panels" in page("", "build/index.md")
    assert f"{two.unlimited / 1000:.1f}".replace(".", ",") + " A con dos paneles" in page("es/", "build/index.md")
    for language in SEE:
        assert f"{power_table.LARGEST_DROP_MV} mV" in page(language, "build/index.md")
        assert f"{int(test_enclosure.BED)} × {int(test_enclosure.BED)} mm" in page(language, "build/index.md")
    low, high, aside = test_enclosure.PLAYER_LOOKS[0], test_enclosure.PLAYER_LOOKS[-1], test_enclosure.PLAYER_ASIDE
    others, steepest = test_enclosure.OTHERS_ASIDE[0], test_enclosure.OTHERS_LOOK[-1]
    english, spanish = page("", "build/index.md"), page("es/", "build/index.md")
    assert f"{low} to {high} degrees, up to {aside} degrees" in english
    assert f"entre {low} y {high} grados, hasta {aside} grados" in spanish
    assert f"From {others} degrees to the side" in english
    assert f"up to {steepest} degrees above the table" in english
    assert f"{others} grados" in spanish
    assert f"{steepest} grados" in spanish


def test_figures_of_the_printed_board_come_from_their_sources() -> None:
    english, spanish = page("", "build/board.md"), page("es/", "build/board.md")
    figures = [
        f"{pcb_rules.WIDTH:g} × {pcb_rules.HEIGHT:g} mm",
        f"{pcb_rules.COPPER_MM * 1000:g} µm",
        circuit.kinds()["pull_down"].value.split(" × ")[1],
    ]
    figures += [f"{pcb_rules.CLEARANCE:g} mm", f"{pcb_rules.VIA_DRILL:g} mm"]
    assert pcb_rules.SIGNAL.width >= pcb_rules.CLEARANCE, "the finest that the maker is told"
    for figure in figures:
        assert figure in english, figure
        assert figure.replace(".", ",") in spanish, figure


def test_advice_of_the_pages_is_that_of_the_table() -> None:
    for panels, supply in {1: "400", 2: "5 V 3 A", 3: "5 V 3 A", 4: "5 V 4 A"}.items():
        english, spanish = (page(language, "build/panels.md").split("\n=== ")[panels] for language in SEE)
        assert supply in english.split("<!-- table")[0]
        assert f"TAPETE_PANELS = {panels}`" in spanish
    assert power_table.Build(3, True, power_table.supply("usb")).limits_in_play
    assert not power_table.Build(2, True, power_table.supply("usb")).limits_in_play
    assert not power_table.Build(1, True, power_table.supply("usb")).limits_in_play


def test_a_number_changed_by_hand_is_found() -> None:
    text = page("", "build/index.md")
    spoilt = text.replace("| 4800 |", "| 480 |", 1)
    assert spoilt != text
    blocks = guide_tables.blocks(0)
    assert generate_guide_tables.filled(text, blocks) == text
    assert generate_guide_tables.filled(spoilt, blocks) == text


def test_prices_of_the_text_are_those_of_the_list() -> None:
    assert 20 < guide_tables.small_price() < 30, "a strip is sold by the metre, and the cable counts"
    assert 105 <= guide_tables.price(2, bridge=False, brick=False) <= 145
    for language, words in (("", "under 30 EUR"), ("es/", "menos de 30 EUR")):
        assert words in page(language, "build/small.md")
        assert guide_tables.PRICES_OF in page(language, "build/index.md")
    buttons = 4 * float(circuit.kinds()["button"].price)
    assert 0.1 < 2 * buttons / guide_tables.price(2, bridge=False, brick=True) < 0.2, "a fifth of it at most"


def test_bounds_of_the_test_procedure_hold_what_the_circuit_is_reckoned_to_give() -> None:
    every = [*procedure.cold(), *procedure.warm(), *procedure.alive()]
    assert len(every) > 20
    points = {f"TP{place} {name}" for place, name in enumerate(("+5V", "3V3", "GND", "BRICK", "VSYS", "L0", "D0"), 1)}
    for one in every:
        assert one.low is None or one.low < one.nominal, one
        assert one.high is None or one.nominal < one.high, one
        assert any(point in one.red[0] + one.black[0] for point in points) or "J1" in one.red[0], one


@pytest.mark.parametrize("language", SEE)
def test_settings_of_the_small_build_are_accepted_by_the_firmware(language: str) -> None:
    given = dict(re.findall(r"^    (TAPETE_\w+) = (\d+)$", page(language, "build/small.md"), re.M))
    assert given["TAPETE_COUNTER_PIXELS"] == given["TAPETE_DIE_PIXELS"] == "10"
    settings: dict[str, Any] = {key.removeprefix("TAPETE_").lower(): int(value) for key, value in given.items()}
    desk = Desk(**settings)
    desk.greet()
    hello = dict(field.split("=") for field in desk.answers("hello")[0][1:])
    assert "faults" not in hello
    assert (hello["panels"], hello["pixels"], hello["bridge"]) == ("1", "10,0,10", "0")


def test_english_words_on_the_board_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    assert board_words.unexplained() == []
    for language in SEE:
        words = page(language, "build/board.md").split("{#words}")[1]
        assert all(f"`{word}`" in words for word in board_words.SILK)
    monkeypatch.delitem(board_words.SILK, "rail has 5 V")
    assert board_words.unexplained() == ["rail has 5 V"]


PLACES = {"left": 270, "right": 90, "opposite": 180, "opposite left": 225, "opposite right": 135, "opposite standing up": 180}
"""The six places from which the secret is photographed, and where they lie from the player's side on, in degrees."""


def test_the_secret_is_photographed_from_six_places_that_are_traced() -> None:
    (said,) = re.findall(r"from six places an arm's length away, the phone 30 cm above the table: ([^.]+)\.", page("", "build/index.md"))
    assert [re.sub("^and ", "", place) for place in said.split(", ")] == list(PLACES)
    (dicho,) = re.findall(
        r"desde seis sitios a un brazo de distancia, con el móvil a 30 cm de la mesa: ([^.]+)\.", page("es/", "build/index.md")
    )
    assert len(re.split(", | y ", dicho)) == len(PLACES)
    assert set(PLACES.values()) <= set(test_enclosure.SEATS)
    sitting = math.degrees(math.atan2(300, 650))
    assert test_enclosure.SEATS_LOOK[0] <= sitting <= test_enclosure.SEATS_LOOK[-1]


def test_the_fuse_of_every_list_goes_with_the_brick_of_that_list() -> None:
    """Of four panels too, whose brick is the one that is listed."""
    listed = circuit.kinds()["fuse"].value, circuit.kinds()["brick"].value
    supply = next(one for one in power_table.SUPPLIES if one.en.startswith(listed[1]))
    assert supply.fuse == f"{listed[0]} (F1)"
    assert power_table.advised(4).supply == supply
    for language in SEE:
        four = page(language, "build/panels.md").split("\n=== ")[4]
        assert f"{listed[0]} (F1)".replace(".", "," if language and f"{listed[0]} (F1)" not in four else ".") in four
