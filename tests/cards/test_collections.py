"""Collections of DataMorphs: five cards a player, from match to match, by file, page and command; what is no collection says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tapete import cards, cli
from tapete.cards import collections
from tapete.core.refusals import Illegal
from tapete.core.texts import LANGUAGES
from tapete.table import Hub, Journal, Table, collecting

ANA = ("ash_router", "brine_socket", "cinder_port", "fern_cache", "glint_loom")
BRUNO = ("hollow_thread", "moth_kernel", "pebble_mux", "quill_daemon", "velvet_stack")
SOUND = collections.write([collections.Owner("Ana", ANA), collections.Owner("Bruno", BRUNO)])
CATALOGUE = cards.starter("datamorphs")


@pytest.fixture
def table(hub: Hub) -> Table:
    return collecting.begin(hub, SOUND.encode())


@pytest.fixture
def hub(tmp_path: Path) -> Any:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield hub
    hub.close()


def do(table: Table, name: str, **said: Any) -> None:
    table.submit({"action": name, **said})


def ended(table: Table) -> None:
    """B gives up, and A takes Velvet Stack for Glint Loom."""
    do(table, "start_game")
    do(table, "concede", seat="B")
    do(table, "exchange_cards", seat="A", take="velvet_stack", give="glint_loom")


@pytest.mark.clause("DAT-R68", "DAT-049")
def test_the_next_match_begins_where_the_last_one_ended(table: Table, hub: Hub) -> None:
    ended(table)
    written = collections.write(collections.of(table.state, table.names))
    after = collecting.begin(hub, written.encode())
    assert dict(after.names) == {"A": "Ana", "B": "Bruno"}
    assert after.state.owned == {
        "A": ("ash_router", "brine_socket", "cinder_port", "fern_cache", "velvet_stack"),
        "B": ("glint_loom", "hollow_thread", "moth_kernel", "pebble_mux", "quill_daemon"),
    }


@pytest.mark.clause("DAT-R68")
def test_a_sixth_card_is_not_accepted(table: Table) -> None:
    do(table, "start_game")
    reveal = {"nonces": {"A": None, "B": None}}
    with pytest.raises(Illegal) as refused:
        do(table, "reveal_bios", bios={"A": "rust_oracle", "B": "moth_kernel"}, **reveal)
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.clause, refusal.at) == ("not_owned", "DAT-R68", "bios.A")
    do(table, "reveal_bios", bios={"A": "glint_loom", "B": "moth_kernel"}, **reveal)
    do(table, "concede", seat="A")
    with pytest.raises(Illegal):
        do(table, "exchange_cards", seat="B", take="rust_oracle", give="moth_kernel")


BAD: list[tuple[str, bytes, str]] = [
    ("another game", SOUND.replace('"datamorphs"', '"bhm"').encode(), "other_game"),
    ("four cards", SOUND.replace('"ash_router", ', "").encode(), "collection_size"),
    ("six cards", SOUND.replace('["ash_router", ', '["ash_router", "ash_router", ').encode(), "collection_size"),
    ("no such card", SOUND.replace("ash_router", "ash_rooter").encode(), "unknown_card"),
    ("changed", SOUND.replace("ash_router", "rust_oracle").encode(), "collection_changed"),
    ("huge", SOUND.encode() + b"#" * collections.MOST_BYTES, "collection_too_large"),
    ("one player", SOUND.rpartition("[[player]]")[0].encode(), "not_a_collection"),
    ("three players", (SOUND + SOUND.partition("\n\n")[2]).encode(), "not_a_collection"),
    ("no cards", SOUND.replace("cards", "cars").encode(), "not_a_collection"),
    ("numbers", SOUND.replace('"ash_router"', "7").encode(), "not_a_collection"),
    ("a name of nothing", SOUND.replace('"Ana"', '""').encode(), "not_a_collection"),
    ("no head", b"[player]\n", "not_a_collection"),
    ("no TOML", b"[collection\n", "catalogue_not_toml"),
    ("no text", b"[collection]\n\xff", "catalogue_not_utf8"),
]


@pytest.mark.parametrize(("raw", "code"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_is_no_collection_says_why_in_both_languages(raw: bytes, code: str, hub: Hub) -> None:
    with pytest.raises(Illegal) as refused:
        collecting.begin(hub, raw)
    refusal = refused.value.refusals[0]
    assert refusal.code == code
    said = [refusal.text().in_(language) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)


def test_hand_written_files_need_no_sum_and_may_have_a_mark_of_notepads() -> None:
    without = "\n".join(line for line in SOUND.splitlines() if not line.startswith("sum"))
    assert (
        collections.read(b"\xef\xbb\xbf" + without.replace("ash_router", "rust_oracle").encode(), CATALOGUE)["A"].cards[0] == "rust_oracle"
    )


def test_a_match_without_collections_leaves_none(hub: Hub) -> None:
    table = hub.begin("datamorphs", {}, {"A": "Ana", "B": "Bruno"})
    ended(table)
    with pytest.raises(Illegal, match="collection_open"):
        collections.of(table.state, table.names)


def test_by_command(table: Table, tmp_path: Path) -> None:
    ended(table)
    (tmp_path / "match.jsonl").write_bytes(table.export())
    runner = CliRunner()
    printed = runner.invoke(cli.command_line("en"), ["cards", "collection", str(tmp_path / "match.jsonl")], prog_name="tapete")
    assert printed.exit_code == 0, printed.output
    assert collections.read(printed.output.encode(), CATALOGUE)["A"].cards[-1] == "velvet_stack"
    wrong = runner.invoke(cli.command_line("es"), ["play", "moriham", "--collection", str(tmp_path / "match.jsonl")], prog_name="tapete")
    assert wrong.exit_code == 2
