from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tapete import games
from tapete.core.refusals import Illegal
from tapete.station import settings
from tapete.station.settings import Settings


def test_a_station_works_before_anybody_has_set_anything(tmp_path: Path) -> None:
    assert settings.read(tmp_path) == Settings()
    assert settings.read(tmp_path).offered() == games.names()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    kept = Settings(games=("datamorphs", "shazamm"), language="en", idle_s=240, quiet_from="22:00", quiet_to="08:30")
    settings.write(tmp_path / "new" / "folder", kept)
    assert settings.read(tmp_path / "new" / "folder") == kept
    assert settings.read(tmp_path / "new" / "folder").offered() == ("datamorphs", "shazamm")
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == [settings.FILE]


@pytest.mark.parametrize(
    "text", ["idle_s = 5", "idle_s = 'long'", "wish = 1", "language = 'fr'", "quiet_from = '25:00'", "[[[", "games = 'shazamm'", "\xff"]
)
def test_a_file_that_is_wrong_is_said_with_its_place_and_never_guessed(tmp_path: Path, text: str) -> None:
    settings.path_in(tmp_path).write_bytes(text.encode("latin-1"))
    with pytest.raises(Illegal) as refused:
        settings.read(tmp_path)
    (refusal,) = refused.value.refusals
    assert refusal.code == "settings_unreadable"
    assert settings.FILE in refusal.text().in_("es")


def test_a_file_beyond_all_measure_is_not_read(tmp_path: Path) -> None:
    settings.path_in(tmp_path).write_bytes(b"#" * (settings.MOST_BYTES + 1))
    with pytest.raises(Illegal, match="settings_unreadable"):
        settings.read(tmp_path)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Settings(games=("chess",)), "no_such_game"),
        (Settings(house_rules={"shazamm": {"spells": 3}}), "unknown_option"),
        (Settings(catalogues={"shazamm": "gold"}), "unknown_catalogue"),
        (Settings(quiet_from="22:00"), "quiet_half_set"),
    ],
)
def test_settings_that_do_not_hold_are_not_written(tmp_path: Path, wrong: Settings, code: str) -> None:
    assert [refusal.code for refusal in settings.faults(wrong)] == [code]
    with pytest.raises(Illegal, match=code):
        settings.write(tmp_path, wrong)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_said_and_the_old_file_stands(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder")
    with pytest.raises(Illegal, match="settings_not_kept"):
        settings.write(taken, Settings())
    assert taken.read_text() == "no folder"


def test_a_form_makes_settings_or_says_what_is_wrong() -> None:
    assert settings.made({"idle_s": 60, "games": ["shazamm"]}) == Settings(idle_s=60, games=("shazamm",))
    with pytest.raises(Illegal, match="settings_unreadable"):
        settings.made({"idle_s": 0})
    with pytest.raises(Illegal, match="no_such_game"):
        settings.made({"games": ["chess"]})


def test_a_game_that_was_taken_away_is_not_offered_and_never_nothing_at_all() -> None:
    assert Settings(games=("chess", "moriham")).offered() == ("moriham",)
    assert Settings(games=("chess",)).offered() == games.names()


@pytest.mark.parametrize(
    ("start", "end", "minute", "quiet"),
    [
        ("22:00", "08:00", 23 * 60, True),
        ("22:00", "08:00", 7 * 60 + 59, True),
        ("22:00", "08:00", 8 * 60, False),
        ("22:00", "08:00", 12 * 60, False),
        ("13:00", "14:00", 13 * 60, True),
        ("13:00", "14:00", 14 * 60, False),
        ("", "", 0, False),
    ],
)
def test_quiet_hours_may_go_past_midnight(start: str, end: str, minute: int, quiet: bool) -> None:
    assert Settings(quiet_from=start, quiet_to=end).is_quiet(minute) is quiet


def test_every_default_is_within_its_own_bounds() -> None:
    assert settings.faults(Settings()) == ()
    assert settings.made({}) == replace(Settings())
