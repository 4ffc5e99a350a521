"""The npm package sdk/js, as a stranger's program has it: packed, installed, taken by TypeScript, and run in Node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tapete import __version__, games
from tapete.table import Table
from tapete.web import Server

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "sdk" / "js"

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of someone else's that has installed the package, with a copy of its examples."""
    place = tmp_path_factory.mktemp("project")
    npm = shutil.which("npm") or "npm"
    packed = subprocess.run([npm, "pack", str(PACKAGE), "--silent"], cwd=place, capture_output=True, encoding="utf-8", check=True)
    module = place / "node_modules" / "tapete"
    module.mkdir(parents=True)
    shutil.unpack_archive(place / packed.stdout.strip(), module, "gztar")
    for part in (module / "package").iterdir():
        part.rename(module / part.name)
    shutil.copytree(module / "examples", place / "examples")
    shutil.copy(PACKAGE / "tsconfig.json", place)
    return place


def node(project: Path, program: str, *arguments: str, **environment: str) -> str:
    """What a program prints; `tapete` is on its path."""
    found = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])), **environment}
    done = subprocess.run(["node", program, *arguments], cwd=project, env=found, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def tsc(project: Path, *files: str) -> tuple[int, str]:
    """What TypeScript says, strict, of programs of this project."""
    settings = json.loads((PACKAGE / "tsconfig.json").read_text(encoding="utf-8")) | {"files": list(files)}
    (project / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    compiler = Path(os.environ["TAPETE_SDK_MODULES"]) / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", compiler, "-p", "."], cwd=project, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout


def test_the_package_is_of_this_version_depends_on_nothing_and_holds_what_it_names(project: Path) -> None:
    told = json.loads((project / "node_modules" / "tapete" / "package.json").read_text(encoding="utf-8"))
    assert told["version"] == __version__
    assert not [key for key in told if "ependencies" in key]
    assert all((project / "node_modules" / "tapete" / name).exists() for name in (*told["files"], "index.d.ts", "protocol.d.ts"))


def test_the_examples_are_as_short_as_the_page_says() -> None:
    assert len((PACKAGE / "examples" / "two-bots.mjs").read_text(encoding="utf-8").splitlines()) <= 30
    front_end = (PACKAGE / "examples" / "front-end").iterdir()
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in front_end) <= 100


@pytest.mark.sdk
@pytest.mark.slow
def test_typescript_takes_the_programs_and_refuses_ten_wrong_requests(project: Path) -> None:
    programs = ("examples/two-bots.mjs", "examples/wrong.mjs", "examples/front-end/page.mjs")
    assert tsc(project, *programs) == (0, "")
    wrong = (project / "examples" / "wrong.mjs").read_text(encoding="utf-8")
    (project / "examples" / "told.mjs").write_text(re.sub(r"\n  // @ts-expect-error .*", "", wrong), encoding="utf-8")
    status, said = tsc(project, "examples/told.mjs")
    lines = [int(line) for line in re.findall(r"^examples/told\.mjs\((\d+),", said, re.MULTILINE)]
    assert status != 0
    assert len(lines) == len(set(lines)) == wrong.count("@ts-expect-error") == 10


@pytest.mark.slow
def test_two_bots_play_each_game_to_its_end(project: Path) -> None:
    told = node(project, "examples/two-bots.mjs").splitlines()
    played = [re.fullmatch(r"(\w+): (win|draw|loss|stopped) .*after (\d+) answers", line) for line in told[:-1]]
    assert [one and one[1] for one in played] == list(games.BUILT_IN)
    assert all(int(one[3]) > 10 for one in played if one)
    assert told[-1] == "refused: You bid 51 but have 50 mana left. Choose from 1 to 50. (SHZ-035)"


def test_the_referee_refuses_the_same_ten(project: Path) -> None:
    told = node(project, "examples/wrong.mjs").splitlines()
    assert told == [*["refused: malformed"] * 9, "refused: unknown_option"]


NO_REFEREE = """
import { Pipe } from "tapete";
const ended = await Pipe.open({ command: ["node", "-e", "process.exit(3)"] });
const said = [await ended.hello().catch((no) => no.message), await ended.close().then(() => "closed")];
console.log(JSON.stringify([...said, await Pipe.open({ command: ["no-such-referee"] }).catch((no) => no.code)]));
"""


def test_a_referee_that_is_not_there_or_ends_is_said(project: Path) -> None:
    (project / "ended.mjs").write_text(NO_REFEREE, encoding="utf-8")
    assert json.loads(node(project, "ended.mjs")) == ["the referee has ended", "closed", "ENOENT"]


AT_A_TABLE = """
import { Refused, Table } from "tapete";
const url = process.argv[2];
const [newest] = await Table.matches({ url });
const table = new Table({ url, match: newest.id });
const stream = table.events();
async function picture() {
  for (let next = await stream.next(); !next.done; next = await stream.next()) if (next.value.event === "picture") return next.value.data;
}
const begun = await picture();
const offered = (await table.legal("A")).lock_bid.arguments.amount.whole;
const first = await table.do({ action: "lock_bid", seat: "A", amount: 9 }, { expectedSeq: 0 });
const late = await table.do({ action: "lock_bid", seat: "B", amount: 7 }, { expectedSeq: 0 }).catch((no) => no);
const draft = Object.keys(await table.legal("B", { action: "lock_bid", amount: 7 }));
await table.do({ action: "lock_bid", seat: "B", amount: 7 });
const later = await picture();
await stream.return();
const owed = (await table.ask("awaiting")).map((one) => one.actions);
const back = await table.undo();
console.log(JSON.stringify({
  offered, draft, owed, seq: back.seq,
  events: first.events.map((one) => one.event),
  late: [late instanceof Refused, late.refusals[0].code],
  heard: later.seq > begun.seq && later.run === begun.run,
}));
"""


@pytest.mark.slow
def test_a_program_plays_at_a_table_and_hears_what_is_new(project: Path, server: Server, table: Table) -> None:
    (project / "table.mjs").write_text(AT_A_TABLE, encoding="utf-8")
    assert json.loads(node(project, "table.mjs", server.address.rstrip("/"))) == {
        "offered": [1, 50],
        "events": ["bid_locked"],
        "late": [True, "stale"],
        "draft": ["lock_bid"],
        "owed": [["declare_cards"], ["declare_cards"]],
        "seq": 3,  # what all have seen is taken back when the others agree
        "heard": True,
    }


@pytest.fixture
def front_end(project: Path, server: Server, table: Table) -> Iterator[str]:
    """The address of the example's front end, which stands before a table."""
    program = project / "node_modules" / "tapete" / "examples" / "front-end" / "server.mjs"
    asked = ["node", str(program), server.address.rstrip("/")]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, encoding="utf-8", env={**os.environ, "PORT": "0"}) as run:
        assert run.stdout is not None
        yield run.stdout.readline().strip()
        run.terminate()


@pytest.mark.slow
def test_the_front_end_lets_its_own_page_in_and_no_other(front_end: str, table: Table) -> None:
    with httpx.Client(base_url=front_end, trust_env=False, timeout=None) as client:
        assert "page.mjs" in client.get("/").text
        assert "class Table" in client.get("/tapete.mjs").text
        assert client.get("/api/matches").json()["matches"][0]["id"] == table.id
        lock = {"do": {"action": "lock_bid", "seat": "A", "amount": 9}}
        for head in ({"host": "evil.example"}, {"sec-fetch-site": "cross-site"}):
            assert client.post(f"/api/match/{table.id}", json=lock, headers=head).status_code == 403
        assert table.seq == 0
        assert client.post(f"/api/match/{table.id}", json=lock).json()["ok"]
        assert client.get("/etc/passwd").status_code == 404
    assert table.seq == 1
