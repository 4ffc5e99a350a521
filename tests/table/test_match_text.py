"""A match as a text: every golden match reads back equal, and one bad sign is named with its line."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete import games
from tapete.bots.driving import play_on
from tapete.cards import bind
from tapete.core import codec
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS
from tapete.table import match_file, match_text
from tests.commands.test_tables import tapete as called

ROOT = Path(__file__).resolve().parents[2]
SEALED = re.compile(rb'"seals?":("[0-9a-f]{64}"|\{[^}]*\})')
PAGE = re.search(r"```text\n(.*?)```", (ROOT / "docs/match-file.md").read_text(encoding="utf-8"), re.DOTALL)
assert PAGE is not None
SHOWN = PAGE[1]


def bare(state: Any) -> bytes:
    """A state without its seals."""
    return SEALED.sub(b'"seals":0', codec.encode(state))


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_match_reads_back_equal(game: str) -> None:
    match, rng = Match(bind(game), SEATS[:2]), random.Random(3)
    play_on(match, {}, rng)
    text = match_text.write(match, {"A": "Ana «la roja»", "B": 'Bo "]\\'})
    again, names = match_text.read(text.encode())
    assert names == {"A": "Ana «la roja»", "B": 'Bo "]\\'}
    assert match_text.write(again, names) == text
    assert again.result == match.result
    ours, theirs = ([bare(one.log.after(seq)) for seq in one.log.line()] for one in (match, again))
    assert ours == theirs
    assert not re.search(r"[0-9a-f]{32}", text.partition("\n\n")[2]), "no seal and no nonce"


def test_the_page_s_example_is_played_and_written_the_same() -> None:
    match, names = match_text.read(SHOWN.encode())
    assert match_text.write(match, names) == SHOWN


def test_house_rules_positions_and_undone_moves(tmp_path: Path) -> None:
    match = tapete.play("shazamm", options={"mana": 40, "full_hand": True})
    match.lock_bid("A", 5), match.lock_bid("B", 6)
    match.declare_cards("A", [])
    match.undo()
    match.declare_cards("A", [3])
    later = tapete.play("shazamm", position=match.position)
    later.declare_cards("B", [])
    for one in (match, later):
        file = tmp_path / "one.txt"
        file.write_text(one.notation(), encoding="utf-8")
        again = tapete.load(file)
        assert again.state == one.state
        assert again.rules.options == one.rules.options
        assert again.notation() == one.notation()
    assert "[Options {" in match.notation()
    assert "[Position {" in later.notation()
    assert match.notation().count("declare_cards A") == 0
    assert match.notation().count("A declare_cards") == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("7,", "x,", 10, "JSON"),
        ("B declare_cards 7", "B declare_cards 77", 12, ""),
        ("4. A", "5. A", 11, "4"),
        ("declare_cards ()", "declare_card ()", 11, ""),
        ('[Game "shazamm"]', '[Game "chess"]', 1, "chess"),
        ('[Game "shazamm"]\n', "", 1, "Game"),
        ('[Seats "AB"]', '[Seats "BA"]', 3, "BA"),
        ('[Seats "AB"]', '[Seats "AB"]\n[Seats "AB"]', 4, "Seats"),
        ('[Result "A"]', '[Result "B"]', 6, "B"),
        ('[Rules "1.0"]', '[Ruler "1.0"]', 2, "Ruler"),
        ('{"mana":40}', '{"mana":400}', 5, ""),
        ('{"mana":40}', '{"mana":40', 5, "mana"),
        ("6. B concede", "6. B concede\nhello", 14, "hello"),
        ("1. A lock", "1A lock", 8, "1A lock"),
    ],
)
def test_one_bad_sign_is_named_with_its_line(old: str, new: str, line: int, says: str) -> None:
    assert old in SHOWN
    with pytest.raises(Illegal) as refused:
        match_file.read(SHOWN.replace(old, new, 1).encode())
    (refusal,) = refused.value.refusals
    assert refusal.code in ("not_a_match_file", "not_a_move")
    assert refusal.params["line"] == line
    assert ".." not in refusal.text().in_("en")
    assert says in refusal.text().in_("en")
    assert refusal.text().in_("es") != refusal.text().in_("en")


@pytest.mark.parametrize("raw", [b"[", b"[\xff", b"\xef\xbb\xbf[Game", b"[]", b"[" * 5_000, b"[Game " + b'"x' * 600_000])
def test_what_is_no_text_is_refused_and_nothing_hangs(raw: bytes) -> None:
    with pytest.raises(Illegal):
        match_file.read(raw)


@pytest.mark.slow
def test_the_command_writes_it_and_reads_it(tmp_path: Path) -> None:
    text = tmp_path / "shown.txt"
    text.write_text(SHOWN, encoding="utf-8")
    told = called(tmp_path, "replay", "--notation", str(text))
    assert told.returncode == 0, told.stderr
    assert told.stdout == SHOWN
    assert called(tmp_path, "replay", "--quiet", str(text)).returncode == 0
    written = called(tmp_path, "replay", "--notation", "-o", str(text), str(text))
    assert written.returncode == 1, "a file that is there is not overwritten"
    assert called(tmp_path, "replay", "--notation", "--json", str(text)).returncode == 2
