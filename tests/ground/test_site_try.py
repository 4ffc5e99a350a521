"""What plays Shazamm in a visitor's browser: its module beside the rules here, and what it is packed of."""

from __future__ import annotations

import importlib.util
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tools import site_try

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def referee() -> Any:
    """The module as the browser imports it, from docs/try."""
    spec = importlib.util.spec_from_file_location("referee_of_the_page", site_try.HERE / "referee.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("language", "high", "twice"),
    [
        (
            "en",
            "You bid 99 but have 50 mana left. Choose from 1 to 50. (SHZ-035)",
            "You have each card only once; named twice: 4. (SHZ-R12)",
        ),
        (
            "es",
            "Apuestas 99, pero te quedan 50 de maná. Elige entre 1 y 50. (SHZ-035)",
            "Tienes cada carta una sola vez, y aquí se repite: 4. (SHZ-R12)",
        ),
    ],
)
def test_a_round_in_the_page_refuses_by_clauses_and_goes_on(referee: Any, language: str, high: str, twice: str) -> None:
    first = json.loads(referee.begin(language, 1))
    assert first["picture"].startswith("<svg")
    bid = next(form for form in first["forms"] if form["owed"])
    assert [(field["kind"], field["range"]) for field in bid["fields"]] == [("number", "1–50")]
    assert json.loads(referee.do('{"action": "lock_bid", "amount": 99}'))["refused"] == [high]
    assert json.loads(referee.do('{"action": "lock_bid", "amount": 9}'))["refused"] == []
    while referee.robot():
        pass
    cards = next(form for form in json.loads(referee.shown())["forms"] if form["owed"])
    assert [option["value"] for option in cards["fields"][0]["options"]] == list(range(15))
    assert json.loads(referee.do('{"action": "declare_cards", "numbers": [4, 4]}'))["refused"] == [twice]
    assert json.loads(referee.do('{"action": "declare_cards", "numbers": [7]}'))["refused"] == []
    now = json.loads(referee.shown())
    assert any("(7)" in line for line in now["story"])
    assert not now["over"]


def test_every_form_of_a_whole_match_can_be_filled_in_by_what_it_offers(referee: Any) -> None:
    """The first value of each field, until a person has won: what a spell asks has a form too."""
    match = json.loads(referee.begin("es", 2))
    asked = set()
    for turn in range(400):
        if match["over"]:
            break
        while referee.robot():
            pass
        match = json.loads(referee.shown())
        owed = next((form for form in match["forms"] if form["owed"]), None)
        if owed is None:
            continue
        wish: dict[str, Any] = {"action": owed["action"]}
        for field in owed["fields"]:
            assert field["label"]
            values = [option["value"] for option in field.get("options", [])]
            stolen = {value["number"]: value for value in values if isinstance(value, dict)}
            chosen = [*stolen.values()] if stolen else values[3:4] if turn % 2 else values[6:7]  # theft, recycling
            wish[field["name"]] = field["value"] if field["kind"] == "number" else chosen if field["kind"] == "some" else values[0]
        asked.add(owed["action"])
        refused = json.loads(referee.do(json.dumps(wish)))["refused"]
        if refused and owed["action"] == "declare_cards":  # the spell is spent
            refused = json.loads(referee.do('{"action": "declare_cards", "numbers": []}'))["refused"]
        assert refused == []
    assert match["over"]
    assert match["forms"] == []
    assert {"lock_bid", "declare_cards", "choose_recycle"} <= asked


@pytest.mark.slow
def test_the_archive_holds_what_a_round_loads_and_no_server(tmp_path: Path) -> None:
    wheel = tmp_path / "msgspec-1-cp314-cp314-x_wasm32.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("msgspec/__init__.py", "")
        made.writestr("msgspec/_core.so", "")
        made.writestr("msgspec-1.dist-info/RECORD", "")
    site_try.pack(wheel, tmp_path / "rules.zip")
    with zipfile.ZipFile(tmp_path / "rules.zip") as packed:
        names = set(packed.namelist())
    assert {"referee.py", "msgspec/_core.so", "markupsafe/_native.py", "tapete/playing.py", "tapete/games/shazamm/ledger.toml"} <= names
    assert not {name for name in names if name.startswith(("tapete/console/", "tapete/station/", "tapete/web/serving"))}
    assert not {name for name in names if name.startswith("tapete/games/") and "shazamm" not in name and name.count("/") > 2}
    assert "tapete/locale/es/LC_MESSAGES/tapete-shazamm.mo" in names


def test_what_has_not_been_fetched_is_told_with_its_command(tmp_path: Path) -> None:
    with pytest.raises(site_try.Unprepared, match=r"left out: python tools/site_try\.py prepare"):
        site_try.write(tmp_path, tmp_path)
