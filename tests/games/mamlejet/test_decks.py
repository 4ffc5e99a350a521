"""Decks: registered from the catalogue or card by card as their labels are scanned, and checked without a match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from tapete import cards, cli
from tapete.cards.label_codes import card_of, code
from tapete.i18n import Language
from tests.games.mamlejet.camp import Camp, opened

SMALL = {"deck_tactics": 8, "deck_enemies": 2, "hand_limit": 8}


def listed(camp: Camp, *, close: bool = True) -> Camp:
    """A registers six rations, two sentinels and two warriors."""
    for card, copies in (("racion", 6), ("centinela", 2), ("e-guerrero", 2)):
        camp.do("register_card", "A", card=card, copies=copies)
    return camp.do("register_list", "A") if close else camp


@pytest.mark.clause("MMK-148", "MMK-149", "MMK-156", "MMK-R70", "MMK-014")
def test_a_deck_is_registered_card_by_card() -> None:
    camp = listed(opened(1, SMALL), close=False)
    assert [(event.tactics, event.enemies) for event in camp.told("card_listed")] == [(8, 2)]
    camp.do("register_card", "A", card="centinela", copies=1)
    assert camp.codes("register_list", "A") == ["deck_size"]
    camp.do("register_card", "A", card="centinela", copies=2).do("register_card", "A", card="lanza", copies=1)
    assert camp.codes("register_list", "A") == ["deck_size"]
    camp.do("register_card", "A", card="lanza", copies=0).do("register_list", "A")
    assert camp.player("A").listed == {"centinela": 2, "e-guerrero": 2, "racion": 6}
    assert camp.codes("register_list", "A") == ["nothing_listed"]


@pytest.mark.clause("MMK-R70", "MMK-149", "MMK-R73")
def test_a_card_that_is_not_in_the_registered_deck_is_not_seen_in_play() -> None:
    camp = listed(opened(1, {**SMALL, "threat_skip_rounds": 0})).do("keep_hand", "A")
    assert camp.codes("reveal_enemy", owner="A", card="e-ariete") == ["copies_exceeded"]
    camp.do("reveal_enemy", owner="A", card="e-guerrero").all_pass(2)
    assert camp.step == "2b"
    refused = camp.refused("play_resource", "A", card="mina")[0]
    assert (refused.code, refused.params) == ("copies_exceeded", {"card": "mina", "listed": 0, "visible": 0})
    assert refused.text(camp.rules.words).in_("es") == "Mina no está en el mazo registrado."
    camp.do("play_resource", "A", card="racion").until("3a_rolls").roll(9)
    assert camp.codes("declare_card", "A", cards=["lancero"]) == ["copies_exceeded"]
    assert camp.legal("declare_card", "A", cards=["unknown"])
    camp.do("declare_card", "A", cards=["centinela"])


@pytest.mark.clause("MMK-R73", "MMK-R70")
def test_a_card_that_the_catalogue_lacks_is_typed_in_and_registered() -> None:
    camp = opened(1, SMALL)
    assert camp.codes("register_card", "A", card="levita", copies=2) == ["unknown_card"]
    camp.do("add_card", id="levita", type="soldado", white=1, difficulty=5)
    camp.do("register_card", "A", card="levita", copies=2).do("register_card", "A", card="racion", copies=6)
    camp.do("register_card", "A", card="e-guerrero", copies=2).do("register_list", "A").do("keep_hand", "A")
    camp.all_pass().do("play_resource", "A", card="racion").named("racion", "racion")
    camp.play("A", "levita", dedicate=("racion",))
    assert [item.card for item in camp.state.stack] == ["levita"]


@pytest.mark.clause("MMK-171", "MMK-R70")
def test_a_list_that_is_not_finished_is_dropped_with_the_first_hand() -> None:
    camp = listed(opened(1, SMALL), close=False).do("keep_hand", "A")
    assert [event.kept for event in camp.told("list_closed")] == [False]
    assert camp.player("A").listed == {}
    assert camp.all_pass().legal("play_resource", "A", card="mina")
    camp = opened().do("register_card", "A", card="mina", copies=1)
    camp.do("register_deck", "A", deck="demo").roll(2)
    assert (camp.player("A").deck, camp.player("A").listed, camp.player("A").listing) == ("demo", {}, False)


@pytest.mark.clause("MMK-R70")
@pytest.mark.parametrize(("check", "closes"), [("strict", False), ("warn", True), ("off", True)])
def test_how_strictly_a_list_is_taken_is_a_house_rule(check: str, closes: bool) -> None:
    camp = opened(1, {"deck_check": check}).do("register_card", "A", card="mina", copies=3)
    assert camp.legal("register_list", "A") == closes
    assert camp.legal("register_card", "A", card="centinela", copies=5) == closes
    assert camp.legal("register_card", "A", card="mina", copies=60)


@pytest.mark.clause("MMK-R70", "MMK-R75")
@pytest.mark.parametrize(("listed", "free"), [(3, True), (4, False)])
def test_a_list_that_a_ruling_has_outgrown_lets_any_enemy_enter(listed: int, free: bool) -> None:
    """All listed warriors are at the front; with none left to come the list says nothing of an archer any more."""
    camp = Camp(1, front=("e-guerrero",) * 3)
    camp.state = replace(camp.state, players=(replace(camp.player("A"), listed={"e-guerrero": listed}),))
    assert (camp.board.within_list("A", "e-arquero") is None) == free


def test_registering_again_draws_no_other_hero() -> None:
    camp = opened(1).do("register_deck", "A", deck="demo").roll(4)
    first = camp.player("A").hero
    camp.do("register_deck", "A", deck="demo")
    assert (camp.top, camp.player("A").hero) == ("setup", first)
    camp.do("register_card", "A", card="mina", copies=3).do("register_deck", "A", deck="demo")
    assert (camp.top, camp.player("A").hero) == ("setup", first)


# ---- without a match


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """The demo deck as a text, its hero named."""
    deck = cards.starter("mamlejet").extras["decks"]["demo"]
    lines = [f"{n} {card}" for card, n in {**deck.tactics, **deck.enemies, "e-heroe-senor": 1}.items()]
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def run(*words: str | Path, language: Language = "en") -> tuple[int, str]:
    result = CliRunner().invoke(cli.command_line(language), ["cards", "check-deck", "mamlejet", *map(str, words)], prog_name="tapete")
    return result.exit_code, result.output


@pytest.mark.clause("MMK-148", "MMK-149", "MMK-150", "MMK-151")
def test_the_deck_checker_knows_mamlejet(demo: Path) -> None:
    code_of, said = run(demo)
    assert (code_of, "75 cards, the deck may be played." in said) == (0, True)
    demo.write_text(demo.read_text(encoding="utf-8").replace("8 mina", "3 mina\n5 centinela\nnadie"), encoding="utf-8")
    code_of, said = run(demo, "--json")
    assert code_of == 1
    verdict = json.loads(said)
    assert {fault["code"] for fault in verdict["faults"]} == {"deck_size", "too_many_copies", "unknown_card"}
    assert [found["code"] for found in verdict["advice"]] == ["advice"]
    code_of, said = run(demo, language="es")
    assert "Hay 7 copias de Centinela del Portón; caben 4. [MMK-149]" in said


def test_every_card_of_the_starter_set_has_a_label_to_scan() -> None:
    known = cards.starter("mamlejet").cards
    assert [card_of(code("mamlejet", card), "mamlejet") for card in known] == list(known)
    assert len(known) == 39


@pytest.mark.clause("MMK-154", "MMK-R70")
def test_the_hero_that_the_die_chose_is_named_and_put_among_the_enemies() -> None:
    camp = opened().do("register_deck", "A", deck="demo").roll(5)
    drawn = camp.told("hero_drawn")[0]
    assert drawn.card == camp.player("A").hero == "e-heroe-capitana"
    instruction = camp.rules.instruction(drawn)
    assert instruction is not None
    assert instruction.in_("es") == "A: pon Capitana de la Costa entre tus enemigos."


@pytest.mark.clause("MMK-177")
def test_nobody_is_told_to_free_anything_in_the_first_round() -> None:
    camp = opened().do("keep_hand", "A").do("keep_hand", "B")
    assert [camp.rules.instruction(event) for event in camp.events] == [None] * len(camp.events)
    camp = Camp(at="4a").all_pass()
    instruction = camp.rules.instruction(camp.told("round_started")[0])
    assert instruction is not None
    assert instruction.in_("en") == "Free every dedicated card, the enemies' too."
