"""`tapete cards` as people use it: sound and broken catalogues, decks, templates, labels, mats; in both languages."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tapete import cards, cli, games
from tapete.cards.finding import FOLDER
from tapete.cards.label_codes import card_of, code
from tapete.cards.toml import MOST_BYTES
from tapete.core.refusals import Illegal
from tapete.core.texts import LANGUAGES
from tapete.i18n import Language
from tapete.table import Journal, Table, journal_path

DATA = "TAPETE_DATA"
ROOT = Path(__file__).parents[2]
STARTER = ROOT / "host/tapete/games/moriham/starter.toml"
HEAD = '[catalogue]\ngame = "moriham"\nschema = 1\nname = "Mine"\n'
MONSTER = """
[[card]]
id = "{id}"
name = {{ es = "Uno", en = "One" }}
type = "monster"
level = {level}
attack = 3
defense = 2
special = {{ mode = "never" }}
ability = {ability}
"""
PLAIN = '{ mode = "none" }'


def monster(name: str, level: object = 1, ability: str = PLAIN) -> str:
    return MONSTER.format(id=name, level=level, ability=ability)


@pytest.fixture(autouse=True)
def _language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def run(*arguments: str | Path, language: Language = "en") -> Result:
    return CliRunner().invoke(cli.command_line(language), ["cards", *map(str, arguments)], prog_name="tapete")


def catalogue(folder: Path, *parts: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(HEAD + "".join(parts), encoding="utf-8")
    return path


# ---- check


def test_a_sound_catalogue_is_said_to_be_sound() -> None:
    said = run("check", STARTER)
    assert said.exit_code == 0
    assert said.output.endswith("sound, 20 cards of moriham (“Lantern Marsh”).\n")
    assert "correcto, 20 cartas de moriham («Lantern Marsh»)." in run("check", STARTER, language="es").output
    plain = json.loads(run("check", STARTER, "--json").output)
    assert (plain["ok"], plain["game"], plain["cards"], plain["hash"]) == (True, "moriham", 20, cards.starter("moriham").hash)


def test_every_fault_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    path = catalogue(
        tmp_path,
        monster("one", level='"high"'),
        monster("two"),
        monster("two"),
        'colour = "red"\n',
        monster("three", level=12),
    )
    said = run("check", path)
    assert said.exit_code == 1
    lines = [line for line in said.output.splitlines() if line.startswith(str(path))]
    assert [int(line[len(str(path)) + 1 :].partition(":")[0]) for line in lines] == [10, 27, 35, 41]
    assert [re.sub(r"^.*?:\d+: ", "", line).partition(": ")[0] for line in lines] == ["one.level", "two.id", "two.colour", "three.level"]
    assert said.output.splitlines()[-1] == "4 faults. Mend them and check again."
    assert run("check", path, language="es").output.splitlines()[-1] == "4 faltas. Corrígelas y vuelve a comprobar."
    plain = json.loads(run("check", path, "--json").output)
    assert plain["ok"] is False
    assert [fault["line"] for fault in plain["faults"]] == [10, 27, 35, 41]
    assert all(fault["text"]["es"] != fault["text"]["en"] for fault in plain["faults"])


def test_a_file_of_a_gigabyte_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(2**30)
    said = run("check", path)
    assert said.exit_code == 1
    assert f"at most {MOST_BYTES} are read" in said.output


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_zip_text_nonsense_and_other_documents_are_refused_in_words(tmp_path: Path, language: Language) -> None:
    path = tmp_path / "cards.toml"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("cards.toml", STARTER.read_text(encoding="utf-8") * 3)
    raws = [path.read_bytes(), b"\x00\xff", b"not toml", b"a = " + b"[" * 5_000, b"", b"x = 1", b'[catalogue]\ngame = "chess"\n']
    for raw in raws:
        path.write_bytes(raw)
        said = run("check", path, language=language)
        assert said.exit_code == 1, raw[:20]
        assert "Traceback" not in said.output
        assert ("El catálogo" in said.output or "juego" in said.output) == (language == "es"), raw[:20]


def test_cards_that_name_each_other_in_a_circle_are_sound(tmp_path: Path) -> None:
    calls = '{{ mode = "structured", timing = "summoned", ops = [{{ op = "summon_from_hand", card = "{0}", position = "attack" }}] }}'
    path = catalogue(tmp_path, monster("one", 1, calls.format("two")), monster("two", 1, calls.format("one")))
    assert run("check", path).exit_code == 0
    path = catalogue(tmp_path, monster("one", 1, calls.format("three")))
    assert "one.ability.ops[1].card: must be a monster of this catalogue" in run("check", path).output


def test_what_is_no_file_ends_as_a_wrong_use(tmp_path: Path) -> None:
    assert run("check", tmp_path / "nothing.toml").exit_code == 2
    assert run("check", tmp_path).exit_code == 2
    assert run("check").exit_code == 2
    assert "same cards" in run("check", "shazamm").stderr


# ---- show, new


def test_cards_are_listed_and_told_in_both_languages() -> None:
    listed = run("show", "moriham").output.splitlines()
    assert len(listed) == 20
    assert listed[0].split() == ["mudling", "Mudling", "monster", "Level", "1", "Attack", "3", "Defense", "2"]
    told = run("show", "moriham", "forge_song", language="es").output
    assert "Efecto 1: en la fase 1 o la fase 2: cambiar el ataque (un monstruo tuyo, +3, hasta que acabe el turno)" in told
    assert "Etiqueta: MOR.FORGE.SONG" in told
    assert run("show", "moriham", "MOR.FORGE.SONG").output.startswith("forge_song")
    assert json.loads(run("show", "datamorphs", "glint_loom", "--json").output)["bios"]["memory"] == 5
    assert "Boost: amber; attack 1, defense 1; costs 2" in run("show", "datamorphs", "glint_loom").output
    for unknown in (run("show", "moriham", "nobody"), run("show", "chess"), run("show", "shazamm")):
        assert unknown.exit_code in (1, 2)
        assert "Error" in unknown.output


@pytest.mark.parametrize("game", ["bhm", "datamorphs", "mamlejet", "moriham"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_new_catalogue_is_sound_as_it_is(game: str, language: Language, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert run("new", game, "-o", path, language=language).exit_code == 0
    assert run("check", path).exit_code == 0
    written = path.read_text(encoding="utf-8")
    assert written.startswith({"es": "# Un catálogo", "en": "# A catalogue"}[language])
    again = run("new", game, "-o", path, language=language)
    assert again.exit_code == 1
    assert path.read_text(encoding="utf-8") == written
    assert run("new", game, language=language).output == written
    assert run("new", "shazamm").exit_code == 2


# ---- decks


def test_a_deck_is_judged_by_its_game(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("# mine\n10 mudling\n8 bog_piper\n6 storm_heron\n4 tide_colossus\n10 forge_song\n12 x silent_bell\n", encoding="utf-8")
    good = run("check-deck", "moriham", deck)
    assert good.exit_code == 0
    assert "50 cards, the deck may be played." in good.output
    assert "The rulebook advises 12 (magic cards); here there are 10." in good.output
    capped = run("check-deck", "moriham", deck, "--option", "max_copies=10", "--json")
    assert capped.exit_code == 1
    assert [fault["params"]["card"] for fault in json.loads(capped.output)["faults"]] == ["silent_bell"]
    deck.write_text("mudling\nnobody\n", encoding="utf-8")
    bad = run("check-deck", "moriham", deck, language="es")
    assert bad.exit_code == 1
    assert "El catálogo no tiene «nobody»." in bad.output
    assert "Un mazo tiene 50 cartas; este tiene 2. [MOR-004]" in bad.output


def test_a_datamorphs_player_owns_five_cards(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("2 glint_loom\nrust_oracle\nfern_cache\nhollow_thread\n", encoding="utf-8")
    assert run("check-deck", "datamorphs", deck).exit_code == 0
    deck.write_text("6 glint_loom\nnobody\n", encoding="utf-8")
    bad = run("check-deck", "datamorphs", deck)
    assert bad.exit_code == 1
    assert "exactly 5 cards; here are 7. [DAT-004]" in bad.output
    assert "no “nobody”" in bad.output
    assert "Nobody builds a deck in Shazamm" in run("check-deck", "shazamm", deck).output


def test_lines_of_a_deck_that_name_no_card_are_all_told(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("mudling\nthree mudling\n0 mudling\n999 mudling\nMud ling!\n", encoding="utf-8")
    said = run("check-deck", "moriham", deck)
    assert said.exit_code == 1
    assert re.findall(r"Line (\d+):", said.output) == ["2", "3", "4", "5"]
    for raw in (b"\xff\xfe\x00", b"mudling\n" * 20_000):
        deck.write_bytes(raw)
        said = run("check-deck", "moriham", deck)
        assert said.exit_code == 1
        assert "The deck is" in said.output


# ---- labels and mats


def test_every_label_has_the_code_in_letters_beneath_its_symbol(tmp_path: Path) -> None:
    sheet = run("labels", "moriham", language="es").output
    known = cards.starter("moriham").cards
    assert re.findall(r'class="code">([^<]+)<', sheet.replace("<wbr>", "")) == [code("moriham", card) for card in known]
    assert sheet.count('class="qr"') == len(known)
    for card in known.values():
        assert f"<h2>{card.name.es}</h2>" in sheet
    assert "@page" in sheet
    assert "http" not in sheet.replace("http://www.w3.org/2000/svg", "")
    some = run("labels", STARTER, "mudling", "tin_crab", "--copies", "3").output
    assert re.findall(r'class="code">([^<]+)<', some.replace("<wbr>", "")) == ["MOR.MUDLING"] * 3 + ["MOR.TIN.CRAB"] * 3
    refused = run("labels", STARTER, "nobody", "no_one")
    assert refused.exit_code == 1
    assert "nobody" in refused.output
    assert "no_one" in refused.output
    path = tmp_path / "sheet.html"
    assert run("labels", "datamorphs", "-o", path).exit_code == 0
    assert path.read_text(encoding="utf-8").rstrip().endswith("</html>")


def test_a_label_names_its_card_whatever_the_scanners_keyboard() -> None:
    for game in ("moriham", "datamorphs"):
        for card in cards.starter(game).cards:
            label = code(game, card)
            assert re.fullmatch(r"[A-Z0-9.]+", label), "signs that a Spanish keyboard types as well"
            assert {card_of(label, game), card_of(f" {label.lower()}\r\n", game), card_of(card, game)} == {card}
    assert card_of("DAT.GLINT.LOOM", "moriham") is None
    for nonsense in ("", "MOR.", "MOR.1X", "12345", "<script>", "MOR.A" + "B" * 40):
        assert card_of(nonsense, "moriham") is None


ZONES = {
    "shazamm": ({"Draw pile": 2, "Cards of this turn": 2, "Discard pile": 2, "Mana": 2, "−9": 1, "0": 3, "+9": 1}, "Mazo"),
    "moriham": ({"Monster 5": 1, "Magic or trap 5": 1, "Graveyard": 1, "Deck": 1, "Removed": 1}, "Cementerio"),
    "datamorphs": ({"Bios": 1, "Program": 1, "Boost A": 1, "Boost B": 1, "Extra Boost": 2, "Function": 1, "Out": 1}, "Programa"),
    "mamlejet": (
        {
            "City": 1,
            "Enemy city": 1,
            "Guenizá": 1,
            "Resources": 1,
            "Soldiers and objects": 1,
            "Strategies": 1,
            "Stack": 1,
            "Enemy 5": 1,
            "Soldier 5": 1,
        },
        "Ciudad enemiga",
    ),
    "bhm": (
        {
            "Space 0": 1,
            "Space 9": 1,
            "Main deck": 1,
            "Dead zone": 1,
            "Deserters": 1,
            "Summons": 1,
            "Strategy": 1,
            "Territory 1": 1,
            "Territory 2": 1,
            "Call counter": 1,
            "32": 1,
        },
        "Zona de muertos",
    ),
}
"""What each mat must show, and how often, and one of its words in Spanish."""


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_mat_shows_every_zone_of_its_game_inside_the_sheet(game: str) -> None:
    zones, spanish = ZONES[game]
    for language in LANGUAGES:
        sheet = run("mat", game, language=language).output
        written = Counter(re.findall(r"<text[^>]*>([^<]+)</text>", sheet))
        boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', sheet)
        assert len(boxes) >= 8
        assert all(float(x) + float(w) <= 277.01 and float(y) + float(h) <= 190 for x, y, w, h in boxes)
        if language == "en":
            assert {zone: written[zone] for zone in zones} == zones
        else:
            assert written[spanish]
    assert sheet.count('viewBox="0 0 277 190"') == sheet.count("<section>")


# ---- keeping what was typed in


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A match of MORIHAM in the journal, in which two cards were typed in; its own catalogue is kept beside it."""
    monkeypatch.setenv(DATA, str(tmp_path))
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    with Journal(journal_path(tmp_path)) as journal:
        table = Table.begin(journal, cards.bind("moriham"), ("A", "B"))
        table.submit({"action": "start_game", "first": "A"})
        table.submit({"action": "add_card", "id": "red_rite", "type": "magic", "name": "Red Rite"})
        table.submit({"action": "add_card", "id": "old_door", "type": "trap", "name": ""})
        table.close()
    return table


def own_cards() -> list[str]:
    return list(cards.open("moriham", "own").cards)


def test_cards_of_a_match_are_kept_all_or_by_name(duel: Table, tmp_path: Path) -> None:
    one = run("keep", duel.id, "old_door")
    assert (one.exit_code, own_cards()) == (0, ["old_door"])
    file = tmp_path / "cards" / "moriham" / "own.toml"
    rest = run("keep", duel.id, language="es")
    assert rest.exit_code == 0
    assert rest.output == f"«Red Rite» queda guardada en {file}. Para jugar con ella: --catalogue starter+own\n"
    assert own_cards() == ["old_door", "red_rite"]
    assert cards.open("moriham", "starter+own").cards["red_rite"].name.en == "Red Rite"
    before = file.read_bytes()
    again = run("keep", duel.id)
    assert (again.exit_code, again.output) == (0, f"All that was typed in is in {file} already.\n")
    named = run("keep", duel.id, "red_rite", "red_rite")
    assert named.exit_code == 1
    assert named.output == "“red_rite” is in your catalogue already; it stays as it was. Change it in own.toml.\n"
    assert file.read_bytes() == before


def test_what_was_kept_is_told_as_json(duel: Table, tmp_path: Path) -> None:
    plain = json.loads(run("keep", duel.id, "red_rite", "--json").output)
    file = str(tmp_path / "cards" / "moriham" / "own.toml")
    assert plain == {"ok": True, "match": duel.id, "game": "moriham", "file": file, "kept": ["red_rite"], "refused": {}}
    said = run("keep", duel.id, "red_rite", "old_door", "--json")
    assert said.exit_code == 1
    plain = json.loads(said.output)
    assert (plain["ok"], plain["kept"], list(plain["refused"])) == (False, ["old_door"], ["red_rite"])
    assert plain["refused"]["red_rite"][0]["code"] == "card_saved_already"


@pytest.mark.parametrize(
    ("language", "unknown", "nowhere"),
    [
        ("en", "Nobody has typed in mudling, nothing during match", "There is no match “nothing”. “tapete resume --list” names them."),
        ("es", "Nadie ha anotado mudling, nothing en la partida", "No hay ninguna partida «nothing». «tapete resume --list» las nombra."),
    ],
)
def test_what_cannot_be_kept_is_said_with_what_can(duel: Table, language: Language, unknown: str, nowhere: str) -> None:
    said = run("keep", duel.id, "mudling", "red_rite", "nothing", language=language)
    assert said.exit_code == 1
    assert unknown in said.output
    assert "old_door, red_rite" in said.output
    said = run("keep", "nothing", language=language)
    assert (said.exit_code, nowhere in said.output) == (1, True)
    with pytest.raises(Illegal):
        own_cards()


def test_a_broken_own_catalogue_is_named_and_left_alone(duel: Table, tmp_path: Path) -> None:
    file = tmp_path / "cards" / "moriham" / "own.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[catalogue]\ngame = 7\n", encoding="utf-8")
    said = run("keep", duel.id)
    assert said.exit_code == 1
    assert said.output.count("has faults. Mend them (“tapete cards check” names them all)") == 1
    assert file.read_text(encoding="utf-8") == "[catalogue]\ngame = 7\n"


def test_a_match_without_typed_in_cards_has_none_to_keep(tmp_path: Path) -> None:
    with Journal(journal_path(tmp_path)) as journal:
        plain, fixed = (Table.begin(journal, cards.bind(game), ("A", "B")) for game in ("moriham", "shazamm"))
        for table in (plain, fixed):
            table.close()
    assert "“Add the card” on the match page takes its figures." in run("keep", plain.id, "--data", tmp_path).output
    said = run("keep", fixed.id, "--data", tmp_path, language="es")
    assert said.exit_code == 1
    assert "Shazamm se juega siempre con las mismas cartas: no hay ninguna que guardar." in said.output


def test_a_match_that_is_being_played_is_only_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones hold their choices in the program that serves them: another one that looks must not ask for them again."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cards"))
    with Journal(journal_path(tmp_path)) as journal:
        table = Table.begin(journal, cards.bind("datamorphs"), ("A", "B"))
        table.submit({"action": "start_game"})
        table.submit({"action": "lock_bios", "seat": "A", "card": "glint_loom"})
        seq = table.seq
        assert run("keep", table.id, "--data", tmp_path).exit_code == 1
        kept = journal.match(table.id)
        assert kept is not None
        assert (len(kept.entries), table.state.agenda[-1].ready) == (seq, ("A",))
        table.close()


# ---- every game


@pytest.mark.parametrize("game", ["bhm", "datamorphs", "mamlejet", "moriham"])
def test_every_starter_set_is_checked_and_labelled_by_its_file(game: str, tmp_path: Path) -> None:
    """BHM's says its game without a table."""
    file = ROOT / f"host/tapete/games/{game}/starter.toml"
    for named in (file, game):
        checked = run("check", named)
        assert checked.exit_code == 0, checked.stderr
        assert str(len(cards.starter(game).cards)) in checked.stdout
    made = run("labels", file, "-o", tmp_path / "labels.html")
    assert made.exit_code == 0, made.stderr
    assert (tmp_path / "labels.html").read_text(encoding="utf-8").count("<svg") >= len(cards.starter(game).cards)


@pytest.mark.parametrize(
    ("game", "said", "card"),
    [
        ("bhm", "Ember Goat", "ember_goat"),
        ("bhm", "cabra de ascuas", "ember_goat"),
        ("bhm", "SILENCIO SUBITO", "sudden_hush"),
        ("bhm", "BHM.EMBER.GOAT", "ember_goat"),
        ("mamlejet", "centinela del porton", "centinela"),
        ("mamlejet", "Gate Sentinel", "centinela"),
        ("moriham", "reed  scout", "reed_scout"),
        ("datamorphs", "telar destello", "glint_loom"),
    ],
)
def test_a_card_is_found_by_its_name_in_either_language_without_accents(game: str, said: str, card: str) -> None:
    shown = run("show", game, said)
    assert shown.exit_code == 0, shown.stderr
    assert shown.stdout.split()[0] == card
    assert run("show", game, f"no {said}").exit_code == 1


def test_a_label_of_bhm_has_name_figures_and_text_in_the_readers_language(tmp_path: Path) -> None:
    for language, told in (
        ("en", ("Undermine", "Rank", "Destroy an enemy territory.")),
        ("es", ("Minar los Cimientos", "Rango", "Destruye un")),
    ):
        path = tmp_path / f"{language}.html"
        assert run("labels", "bhm", "undermine", "-o", path, language=language).exit_code == 0
        label = path.read_text(encoding="utf-8")
        assert all(word in label for word in told), label
    assert "POD 60  FUE 200  RES 120  VAL 150  Salud 150" in run("show", "bhm", "ember_goat").output
    assert "RESISTENCIA" in run("show", "bhm", "granite_keep").output or "INDESTRUCTIBLE" in run("show", "bhm", "granite_keep").output


@pytest.mark.parametrize(
    ("card", "spanish", "english"),
    [
        ("trampa", ("Trampa en el Paso", "1 Materiales y 1 de cualquier color", "un enemigo", "Dañar"), ("Trap in the Pass", "Damage")),
        ("aguador", ("Aguador de la Columna", "Dificultad", "curar"), ("Column Water-bearer", "Healing", "heal")),
        ("lanza", ("Lanza de Acacia", "Bono de ataque +1"), ("Acacia Spear", "Attack bonus +1", "1 of any colour")),
    ],
)
def test_a_label_of_mamlejet_has_name_figures_and_what_the_card_does(card: str, spanish: tuple[str, ...], english: tuple[str, ...]) -> None:
    for language, told in (("es", spanish), ("en", english)):
        label = run("labels", "mamlejet", card, language=language).output
        assert [word for word in told if word not in label] == []
