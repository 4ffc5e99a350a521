"""`tapete console image`: one UF2 with interpreter and drive. The interpreter here is a stand-in with the marks of the official one.

That the file boots: `python -m benchmarks.emulated_image`, with the official image.
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tapete import cli
from tapete.console import copying, fat, image
from tapete.console.copying import NotCopied

FAMILIES = {"pico": 0xE48BFF56, "pico_w": 0xE48BFF56, "pico2": 0xE48BFF59, "pico2_w": 0xE48BFF59}
DRIVES = {"pico": 0x10100000, "pico_w": 0x10181000, "pico2": 0x10100000, "pico2_w": 0x10181000}
FLASH = {"pico": 2, "pico_w": 2, "pico2": 4, "pico2_w": 4}


def uf2(content: bytes, family: int, base: int = 0x10000000) -> bytes:
    """A UF2 as uf2conv.py writes it."""
    content = content.ljust(-(-len(content) // 256) * 256, b"\0")
    count = len(content) // 256
    blocks = []
    for number in range(count):
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, base + 256 * number, 256, number, count, family)
        blocks.append((head + content[256 * number : 256 * number + 256]).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


def official(board: str, version: str = "10.1.3", size: int = 5000) -> bytes:
    """What an official image says of itself, in a smaller one."""
    words = f"\0Adafruit CircuitPython {version} on 2026-02-20\0raspberry_pi_{board}\0".encode()
    return uf2(words.rjust(size, b"\7"), FAMILIES[board])


def flash_of(octets: bytes, family: int) -> dict[int, bytes]:
    """What the boot loader writes, by address; it takes a file only if its count of blocks is right."""
    blocks = [octets[at : at + 512] for at in range(0, len(octets), 512)]
    heads = [struct.unpack("<8I", block[:32]) for block in blocks]
    ours = [head for head in heads if head[7] == family]
    assert [head[5] for head in ours] == list(range(len(ours)))
    assert {head[6] for head in ours} == {len(ours)}
    assert all(head[3] % 256 == 0 and head[4] == 256 for head in ours)
    written = {head[3]: block[32:288] for head, block in zip(heads, blocks, strict=True) if head[7] == family}
    assert len(written) == len(ours), "no address twice"
    return written


@pytest.fixture(params=list(FAMILIES))
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_interpreter_stays_as_it_is_and_the_drive_begins_where_it_looks_for_it(board: str, tmp_path: Path) -> None:
    source = tmp_path / "official.uf2"
    source.write_bytes(official(board))
    octets, base = image.image(source, board, 2, {})
    assert base.version == "10.1.3"
    written = flash_of(octets, FAMILIES[board])
    original = flash_of(source.read_bytes(), FAMILIES[board])
    assert {at: written[at] for at in original} == original
    drive = b"".join(written[at] for at in sorted(written) if at >= DRIVES[board])
    assert min(at for at in written if at not in original) == DRIVES[board]
    assert max(written) + 256 <= 0x10000000 + FLASH[board] * 1024 * 1024
    assert DRIVES[board] - 4096 not in written, "the nvm keeps what it has"
    assert struct.unpack("<H", drive[19:21])[0] == (0x10000000 + FLASH[board] * 1024 * 1024 - DRIVES[board]) // 512


@pytest.mark.skipif(shutil.which("fsck.fat") is None or shutil.which("mcopy") is None, reason="needs dosfstools and mtools (apt)")
def test_others_find_the_drive_in_order_and_every_file_byte_for_byte(board: str, tmp_path: Path) -> None:
    drive = image.drive(image.BOARDS[board], {"TAPETE_PANELS": 4, "TAPETE_BUDGET_MA": 2000})
    volume = tmp_path / "drive.img"
    volume.write_bytes(drive.ljust(image.BOARDS[board].flash - image.BOARDS[board].drive, b"\0"))
    checked = subprocess.run(["fsck.fat", "-n", "-v", str(volume)], capture_output=True, check=False, encoding="utf-8")
    assert checked.returncode == 0, checked.stdout
    out = tmp_path / "out"
    out.mkdir()
    subprocess.run(
        ["mcopy", "-s", "-n", "-i", str(volume), "::/", str(out)], check=True, env={"MTOOLS_SKIP_CHECK": "1", "PATH": "/usr/bin:/bin"}
    )
    for name, octets in copying.shipped().items():
        if name == "settings.toml":
            assert b"TAPETE_PANELS = 4\n" in (out / name).read_bytes()
        else:
            assert (out / name).read_bytes() == octets, name
    assert (out / ".fseventsd" / "no_log").read_bytes() == b""


@given(
    st.dictionaries(
        st.text("abcdefgh_.", min_size=1, max_size=30).filter(lambda name: name.strip(".") == name), st.binary(max_size=2000), max_size=30
    )
)
def test_a_volume_of_any_files_can_be_read_again(files: dict[str, bytes]) -> None:
    assert read_root(fat.volume(files, 1024 * 1024, "TAPETE")) == files


def read_root(volume: bytes) -> dict[str, bytes]:
    """The files of the root, found by the long names and the chains of the FAT: a reader of its own."""
    cluster, fat_sectors = volume[13], struct.unpack("<H", volume[22:24])[0]
    root_at, data_at = 512 * (1 + fat_sectors), 512 * (1 + fat_sectors) + 512 * 32
    files, long = {}, ""
    for at in range(root_at, data_at, 32):
        entry = volume[at : at + 32]
        if entry[0] == 0:
            break
        if entry[11] == 0x0F:
            long = (entry[1:11] + entry[14:26] + entry[28:32]).decode("utf-16-le").split("\0")[0].rstrip("\uffff") + long
            continue
        if entry[11] == 0x20:
            number, size = struct.unpack("<HI", entry[26:32])
            content = b""
            while number and number < 0xFF8:
                start = data_at + (number - 2) * 512 * cluster
                content += volume[start : start + 512 * cluster]
                pair = struct.unpack("<H", volume[512 + number * 3 // 2 : 514 + number * 3 // 2])[0]
                number = pair >> 4 if number % 2 else pair & 0xFFF
            files[long] = content[:size]
        long = ""
    return files


def test_files_that_do_not_fit_are_refused() -> None:
    with pytest.raises(fat.TooFull):
        fat.volume({"a": bytes(600_000)}, 508 * 1024, "TAPETE")
    with pytest.raises(fat.TooFull):
        fat.volume({f"a long name with number {number}": b"" for number in range(300)}, 1024 * 1024, "TAPETE")


@pytest.mark.parametrize(
    ("octets", "code"),
    [
        (b"", "image_no_uf2"),
        (b"Hello World!", "image_no_uf2"),
        (official("pico")[:-512], "image_no_uf2"),
        (official("pico")[:-1], "image_no_uf2"),
        (official("pico")[512:], "image_no_uf2"),
        (official("pico_w"), "image_other_board"),
        (official("pico2"), "image_other_board"),
        (official("pico", size=1024 * 1024 - 2048), "image_other_board"),
        (official("pico", "9.2.8"), "interpreter_old"),
        (uf2(b"\0some other program\0", FAMILIES["pico"]), "image_other_board"),
    ],
)
def test_what_is_not_the_official_image_for_the_board_is_refused(octets: bytes, code: str) -> None:
    with pytest.raises(NotCopied) as refused:
        image.interpreter(octets, image.BOARDS["pico"], "given.uf2")
    assert refused.value.finding.code == code


def test_a_block_of_another_family_is_kept_as_it_is() -> None:
    """Images for the RP2350 may begin with a block for its boot loader alone (erratum E10)."""
    extra = uf2(b"\xff" * 256, 0xE48BFF57, 0x10FFFF00)
    board = image.BOARDS["pico2"]
    made = image.joined(image.interpreter(extra + official("pico2"), board, "given.uf2"), board, bytes(4096))
    assert made.startswith(extra)
    assert flash_of(made, FAMILIES["pico2"])


def test_the_command_writes_the_file_and_says_what_to_do(tmp_path: Path) -> None:
    source, out = tmp_path / "official.uf2", tmp_path / "console.uf2"
    source.write_bytes(official("pico"))
    arguments = ["console", "image", "--board", "pico", "--panels", "3", "--from", str(source), "-o", str(out)]
    made = CliRunner().invoke(cli.command_line("es"), arguments)
    assert made.exit_code == 0, made.output
    assert "CircuitPython 10.1.3" in made.output
    assert "BOOTSEL" in made.output
    first = out.read_bytes()
    drive = b"".join(octets for at, octets in sorted(flash_of(first, FAMILIES["pico"]).items()) if at >= DRIVES["pico"])
    assert b"\nTAPETE_PANELS = 3\n" in drive
    assert b"\nTAPETE_BUDGET_MA = 2000\n" in drive
    kept = CliRunner().invoke(cli.command_line("en"), arguments)
    assert (kept.exit_code, "--force" in kept.output) == (1, True)
    told = json.loads(CliRunner().invoke(cli.command_line("en"), [*arguments, "--force", "--json"]).stdout)
    assert (told["code"], told["bytes"]) == ("image_made", len(first))
    assert out.read_bytes() == first, "the same files give the same bytes"
    wrong = CliRunner().invoke(cli.command_line("en"), [*arguments, "--force", "--set", "TAPETE_PALETTE=pink"])
    assert wrong.exit_code == 2
    assert "TAPETE_PALETTE cannot be pink; left out it is standard" in wrong.output
    unknown = CliRunner().invoke(cli.command_line("en"), [*arguments, "--force", "--set", "TAPETE_WINGS=2"])
    assert unknown.exit_code == 2
    assert "no key TAPETE_WINGS. It has TAPETE_PANELS, " in unknown.output
    clash = [part for key in ("READER", "DIGITS", "ENCODER") for part in ("--set", f"TAPETE_{key}=1")]
    too_many = CliRunner().invoke(cli.command_line("es"), [*arguments, "--force", *clash])
    assert too_many.exit_code == 2
    assert "TAPETE_ENCODER no puede ser 1" in too_many.output
    assert out.read_bytes() == first
    nowhere = CliRunner().invoke(cli.command_line("en"), [*arguments[:-1], str(tmp_path / "no" / "where.uf2")])
    assert nowhere.exit_code == 1
    assert "cannot be written" in nowhere.output
