"""Nim, a game from outside: `docs/add-a-game.md` followed literally, in an environment of its own, without a change in Tapete."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import tokenize
import venv
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tapete.core.texts import LANGUAGES

ROOT = Path(__file__).parents[2]
NIM = ROOT / "examples" / "nim"
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
"""The files that the page shows, by their path."""

COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()]
"""The commands that the page gives, in order."""


class Place:
    """A folder with the game in it, and an environment in which it is installed beside what is here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "nim"
        builder = venv.EnvBuilder(with_pip=False)
        builder.create(folder / "env")
        context = builder.ensure_directories(folder / "env")
        self.python = str(context.env_exe)
        packages = sysconfig.get_path("purelib", vars={"base": str(folder / "env"), "platbase": str(folder / "env")})
        ours = sysconfig.get_path("purelib")
        (Path(packages) / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
        for name, text in SHOWN.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for command in COMMANDS[:2]:  # its words, and the game itself
            self.said(command)

    def said(self, command: str) -> str:
        """Run a command that the page gives; return what it printed."""
        assert command in COMMANDS
        return self.run(*command.split()[1:])

    def run(self, *words: str, given: str = "", language: str = "en") -> str:
        """Run Python in the environment, in the game's folder; return what it printed."""
        environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": f"{language}.UTF-8", "LANGUAGE": language, "PIP_NO_INDEX": "1"}
        done = subprocess.run(
            [self.python, *words], cwd=self.folder, input=given, capture_output=True, encoding="utf-8", env=environ, check=False
        )
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("outside"))


def test_the_page_shows_every_file_as_it_is() -> None:
    tracked = subprocess.run(["git", "ls-files", "."], cwd=NIM, capture_output=True, encoding="utf-8", check=True).stdout.split()
    assert set(SHOWN) == set(tracked)
    for name, text in SHOWN.items():
        assert text == (NIM / name).read_text(encoding="utf-8"), name


def test_it_is_less_than_150_lines_of_python() -> None:
    """Blank lines, comments and docstrings left out."""
    number = 0
    for path in sorted((NIM / "tapete_nim").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
        said = {line for node in nodes for line in range(node.lineno, (node.end_lineno or 0) + 1)}
        empty = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)
        tokens = [token for token in tokenize.tokenize(io.BytesIO(source.encode()).readline) if token.type not in empty]
        number += len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - said)
    assert 0 < number < 150


def test_all_its_texts_are_translated() -> None:
    with (NIM / "tapete_nim/locale/es/LC_MESSAGES/tapete-nim.po").open("rb") as file:
        spanish = {message.id: message.string for message in read_po(file, locale="es")}
    marked = {
        str(node.args[0].value)
        for path in (NIM / "tapete_nim").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_" and isinstance(node.args[0], ast.Constant)
    }
    said = set(re.findall(r'^says = "(.*)"$', (NIM / "tapete_nim/ledger.toml").read_text(encoding="utf-8"), re.MULTILINE))
    assert len(marked) > 15
    assert marked | said == {message for message in spanish if message}
    assert all(spanish[text] for text in marked | said)


@pytest.mark.long
def test_its_own_tests_pass_as_the_page_says(place: Place) -> None:
    assert re.search(r"\d\d passed", place.said("python -m pytest -q"))


@pytest.mark.long
def test_its_rules_are_listed_and_shown(place: Place) -> None:
    assert "nim" in place.said("python -m tapete rules")
    assert "NIM-002" in place.said("python -m tapete rules nim")
    clauses = json.loads(place.run("-m", "tapete", "rules", "nim", "--json"))
    assert {language for clause in clauses for language in clause if language != "id"} == set(LANGUAGES)
    assert all(clause["es"] != clause["en"] for clause in clauses)


@pytest.mark.slow
def test_robots_play_it(place: Place) -> None:
    said = place.said("python -m tapete demo nim --auto --fast --seed 1")
    assert "Nim" in said
    assert "from heap" in said


@pytest.mark.slow
def test_the_referee_knows_it(place: Place) -> None:
    lines = [
        {"start": {"game": "nim"}},
        {"do": {"action": "take", "seat": "A", "heap": 2, "counters": 9}},
        {"do": {"action": "take", "seat": "A", "heap": 2, "counters": 4}},
    ]
    said = place.run("-m", "tapete", "referee", given="".join(json.dumps(line) + "\n" for line in lines))
    started, refused, done = (json.loads(line) for line in said.splitlines())
    assert started["ok"]
    assert refused["refusals"][0]["clause"] == "NIM-002"
    assert refused["refusals"][0]["text"] == {
        "es": "El montón 2 tiene 4 fichas; no puedes tomar 9.",
        "en": "Heap 2 has 4 counters; you cannot take 9.",
    }
    assert done["events"][0]["left"] == 8


LOOKS = """
import sys, tempfile, httpx
from pathlib import Path
from tapete.presentation import lessons, page_of
from tapete.lessons.guide import where
from tapete.station.settings import Settings
from tapete.station.kiosk.stage import Choosing, choices
from tapete.table import Hub, Journal, Table
from tapete.web import Server, app
with tempfile.TemporaryDirectory() as folder:
    hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
    table = hub.begin("nim", {}, {"A": "Ana", "B": "Bruno"})
    with Server(app(hub)) as server:
        settings = {"headers": {"accept-language": "es"}, "follow_redirects": True, "trust_env": False, "timeout": None}
        with httpx.Client(base_url=server.address, **settings) as client:
            for page in ("/", "/rules/nim", "/rules/nim/clauses", f"/match/{table.id}", f"/match/{table.id}/list"):
                answer = client.get(page)
                print(f"== {page} {answer.status_code}")
                print(answer.text)
    hub.close()
settings = Settings()
print("== station")
for choice in choices(Choosing(), settings, "es", can_resume=False):
    print(choice.title.in_("es"), "|", choice.says.in_("es"), "|", choice.facts.in_("es"))
guide = lessons.find("nim", 2)
from tapete import cards
table = Table.begin(None, cards.bind("nim"), ("A", "B"))
done = {0}
for number, instruction in enumerate(guide.instructions):
    progress = where(guide, table, frozenset(done))
    if instruction.answers:
        assert progress.number == number and progress.off_script is None, progress
        table.submit(dict(instruction.answers[0]))
print("== lesson", table.result, where(guide, table, frozenset(done)).says.in_("es"))
"""


@pytest.mark.slow
def test_lobby_match_rules_and_station_show_it(place: Place) -> None:
    said = place.run("-c", LOOKS)
    lobby, rules, clauses, match, listed, station, lesson = re.split(r"^== ", said, flags=re.MULTILINE)[1:]
    assert lobby.startswith("/ 200")
    assert "Nim" in lobby
    assert rules.startswith("/rules/nim 200")
    assert "Gana quien toma la última ficha." in rules
    assert (rules.count("<svg"), rules.count('class="slab"')) == (2, 12 + 10)
    assert "Tu turno" in rules
    assert 'id="NIM-R01"' in clauses
    assert " 200" in match.splitlines()[0]
    assert match.count('class="slab"') >= 12
    assert "Tomar fichas" in listed
    assert "Nim | Toma fichas de uno de tres montones; gana quien toma la última. | 2 jugadores · 3 min" in station
    assert "win" in lesson
    assert "Eso era el Nim." in lesson


def test_it_is_not_here() -> None:
    """What the tests above show is the other environment's."""
    done = subprocess.run(
        [sys.executable, "-c", "import tapete_nim"], cwd=ROOT.parent, capture_output=True, check=False, env={**os.environ, "PYTHONPATH": ""}
    )
    assert done.returncode != 0
