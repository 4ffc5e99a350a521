"""Framing: what arrives damaged is never believed, what arrives whole is never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete_console import far_end, wire
from tapete_console.far_end import read_picture, write_picture
from tapete_console.picture import PanelPicture, Picture, Request

WORDS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=12)
BEAT = wire.write("beat", [])


@given(kind=WORDS, fields=st.lists(WORDS, max_size=6), number=st.integers(1, wire.LARGEST_NUMBER))
def test_what_is_written_is_read(kind: str, fields: list[str], number: int) -> None:
    line = wire.unframe(wire.write(kind, fields, "7f3a91c2", number)[:-1])
    assert (line.kind, line.fields, line.boot, line.number) == (kind, fields, "7f3a91c2", number)


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_one_flipped_bit_never_passes(place: int, bit: int) -> None:
    sent = wire.write("press", ["0", "plus", "41"], "7f3a91c2", 12)[:-1]
    flipped = bytearray(sent)
    flipped[place % len(sent)] ^= 1 << bit
    with pytest.raises(wire.BadLine):
        wire.unframe(bytes(flipped))


@given(length=st.integers(0, 40))
def test_a_cut_line_never_passes(length: int) -> None:
    sent = wire.write("press", ["0", "plus", "41"], "7f3a91c2", 12)[:-1]
    with pytest.raises(wire.BadLine):
        wire.unframe(sent[: min(length, len(sent) - 1)])


@given(st.binary(max_size=200))
def test_any_bytes_are_a_line_or_an_error_of_the_link(raw: bytes) -> None:
    for reader in (far_end.read_host, far_end.read_console):
        with pytest.raises((wire.BadLine, wire.Malformed)):
            reader(raw)


@given(st.lists(WORDS, max_size=8))
def test_any_sound_scene_is_read_or_refused(fields: list[str]) -> None:
    try:
        scene = read_picture(["1", *fields])
    except wire.Malformed:
        return
    assert read_picture(write_picture(scene)).revision == 1


@given(st.data())
def test_lines_are_found_however_the_stream_is_cut(data: st.DataObject) -> None:
    lines = [wire.write("press", [str(n % 4), "plus", "41"], "7f3a91c2", n + 1) for n in range(6)]
    stream = b"\n" + b"".join(lines)
    buffer, found = wire.LineBuffer(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        found += buffer.feed(stream[:cut])
        stream = stream[cut:]
    assert [line + b"\n" for line in found] == lines


@pytest.mark.parametrize("chunk", [1, 100, 5000])
def test_an_endless_line_is_thrown_away_and_the_next_one_is_found(chunk: int) -> None:
    buffer, found = wire.LineBuffer(), []
    stream = b"x" * 5000 + b"\n" + BEAT
    for at in range(0, len(stream), chunk):
        found += buffer.feed(stream[at : at + chunk])
    assert found == [BEAT[:-1]]
    assert buffer.overlong == 1


def test_the_longest_line_passes_and_one_byte_more_does_not() -> None:
    room = wire.MAX_LINE - len(wire.write("x", [""]))
    longest = wire.write("x", ["y" * room])
    assert len(longest) == wire.MAX_LINE
    assert wire.LineBuffer().feed(longest) == [longest[:-1]]
    with pytest.raises(wire.Malformed):
        wire.write("x", ["y" * (room + 1)])


@pytest.mark.parametrize("text", ["", "-", "01", "-0", "+1", "1.0", "1e3", " 1", "１", "9999999999"])
def test_only_plain_decimal_is_a_number(text: str) -> None:
    with pytest.raises(wire.Malformed):
        wire.whole(text, -(10**12), 10**12)


def test_the_largest_scene_fits_a_line() -> None:
    panels: list[PanelPicture | None] = []
    for seat in "ABCD":
        panel = PanelPicture(seat, 999, 999, "waiting")
        panel.bid = Request("x" * 16, 99, 99)
        panel.shown = 99
        panel.dice = [f"{n:016d}" for n in range(wire.MAX_DICE)]
        panel.lock = "ready"
        panels.append(panel)
    scene = Picture(wire.LARGEST_NUMBER, panels, (-9, -9, -9, 9))
    assert len(wire.write("scene", write_picture(scene))) <= wire.MAX_LINE


def test_dice_beyond_the_eighth_are_left_for_a_later_scene() -> None:
    panel = PanelPicture("A", 1, 1, "turn")
    panel.dice = [f"r{n}" for n in range(20)]
    scene = read_picture(write_picture(Picture(1, [panel], None)))
    assert scene.panels[0] is not None
    assert scene.panels[0].dice == [f"r{n}" for n in range(8)]
