"""What people mistype, and files that are not what they should be: one sentence, the right number at the end, and nothing is left."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import webbrowser
from functools import partial
from pathlib import Path

import pytest

from tapete import cli
from tapete.commands.arguments import size_of
from tapete.table import Hub, Journal, journal_path
from tapete.table.match_file import LARGEST
from tests.commands.test_tables import environment
from tests.loops import apart

WRONG, NO = 2, 1
"""How a command ends that is used wrongly, and one that says no."""

CASES = [
    # a game, a house rule, seats, robots, a catalogue, names: the words of the command
    (WRONG, "play chess", "There is no game “chess”"),
    (WRONG, "demo morihm", "Did you mean moriham?"),
    (WRONG, "rules shazam", "Did you mean shazamm?"),
    (WRONG, "lab chess", "There is no game “chess”"),
    (WRONG, "cards new chess", "There is no game “chess”"),
    (WRONG, "cards mat chess", "There is no game “chess”"),
    (WRONG, "cards show chess", "There is no game “chess”"),
    (WRONG, "cards check-deck chess {deck}", "There is no game “chess”"),
    (WRONG, "console legend --game chess", "There is no game “chess”"),
    (WRONG, "league season final winter final --game chess", "There is no game “chess”"),
    (WRONG, "cards labels morihm", "Did you mean moriham?"),
    (WRONG, "cards check bmh", "Did you mean bhm?"),
    (WRONG, "play shazamm --option bridge_hal=7", "Did you mean bridge_half?"),
    (WRONG, "play shazamm --option mana", "key=value"),
    (WRONG, "play shazamm --option mana=lots", "mana"),
    (WRONG, "lab shazamm --option foo=1", "Its house rules: "),
    (WRONG, "cards check-deck moriham {deck} --option foo=1", "Its house rules: "),
    (WRONG, "play shazamm --seats 4", "[SHZ-001]"),
    (WRONG, "demo shazamm --seats 4", "[SHZ-001]"),
    (WRONG, "lab shazamm --robots medium", "[SHZ-001]"),
    (WRONG, "lab bhm --robots exact,exact", "easy, medium, strong"),
    (WRONG, "lab bhm --robots fierce,easy", "easy, medium, strong"),
    (WRONG, "play bhm --robot Z", "A, B, C, D"),
    (WRONG, "play bhm --robot B:exact --no-console", "easy, medium and strong"),
    (WRONG, "play moriham --catalogue nope", "starter"),
    (WRONG, "cards show moriham --catalogue nope", "starter"),
    *((WRONG, f"cards {words}", "tapete cards labels shazamm") for words in ("show shazamm", "schema shazamm", "import shazamm {deck}")),
    (WRONG, "play shazamm --name Ana --name Ana", "what tells the two apart"),
    (WRONG, "play shazamm --worked SHZ-999", "SHZ-999"),
    (WRONG, "demo --auto --seed x", "x"),
    (WRONG, "lab shazamm --seed x", "x"),
    (WRONG, "league demo --seed x", "x"),
    (WRONG, "play shazamm --web-port 99999", "65535"),
    (WRONG, "console image --board pico3 --from {deck}", "pico"),
    (WRONG, "console local --rehearse --set x", "KEY=VALUE"),
    (WRONG, "completion tcsh", "tcsh"),
    (WRONG, "league season begin winter --points 5,ten", "ten"),
    (WRONG, "league relay north --address x", "http://192.168.1.20:8770"),
    (WRONG, "league join friday --count 2 --address ftp://x", "http://192.168.1.20:8770"),
    (WRONG, "league season table 'so so'", "so so"),
    (WRONG, "league serve --shop 'my shop'", "my shop"),
    *((WRONG, f"{words} nowhere", "organiser") for words in ("play --league", "station --league", "league serve --chain")),
    # files and folders that are not there
    *(
        (WRONG, f"{words} nowhere", "nowhere")
        for words in (
            *("replay", "verify", "cards collection", "cards check", "cards labels", "cards check-deck moriham"),
            *("cards add", "cards pack", "cards import moriham"),
            *("data restore", "play shazamm --position", "play datamorphs --collection", "console copy-firmware"),
            "console image --board pico --from",
        )
    ),
    *((NO, f"{words} --data {{typo}}", "typo") for words in ("journal check", "data backup copy.tar.gz", "league doctor", "resume")),
    # what is looked for and not found: a match, a card, a clause
    *((NO, f"{words} mw9m", "mw9m") for words in ("resume", "data delete", "cards keep", "journal aside")),
    (NO, "rules shazamm SHZ-999", "SHZ-999"),
    (NO, "cards show moriham bog_pipr", "Did you mean bog_piper?"),
    (NO, "cards labels moriham bog_pipr", "bog_pipr"),
    (NO, "cards check-deck shazamm {deck}", "nothing to check"),
    (NO, "games --off chess", "chess"),
    # files that are empty, huge, or of a later version
    *((NO, f"{words} {{empty}}", "empty") for words in ("replay", "verify", "cards collection", "cards check", "data restore")),
    (NO, "play shazamm --position {empty}", "empty.txt: "),
    (NO, "play datamorphs --collection {empty}", "empty.txt: "),
    (NO, "cards check-deck moriham {empty}", "[MOR-004]"),
    (NO, "console image --board pico --from {empty}", "circuitpython.org"),
    (NO, "console copy-firmware {folder}", "boot_out.txt"),
    (NO, "league serve --secret {empty}", "16"),
    *((NO, f"{words} {{huge}}", size_of(LARGEST)) for words in ("replay", "verify", "cards collection")),
    (NO, "cards check {huge}", "1048576"),
    (NO, "cards check-deck moriham {huge}", "65536"),
    (NO, "play shazamm --position {huge}", "65536"),
    (NO, "play datamorphs --collection {huge}", "16384"),
    (NO, "console image --board pico --from {huge}", "circuitpython.org"),
    (NO, "league serve --secret {huge}", "huge.txt"),
    (NO, "data restore {huge}", "huge.txt"),
    *((NO, f"{words} {{{file}}}", file) for file in ("huge", "empty") for words in ("cards add", "cards pack", "cards import moriham")),
    *((NO, f"{words} {{tomorrow}}", "99") for words in ("replay", "verify", "cards collection")),
]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Files that are not what they should be, and a folder of data with one match, which is this process's own."""
    found = {name: tmp_path / f"{name}.txt" for name in ("empty", "huge", "tomorrow", "deck")} | {"typo": tmp_path / "typo"}
    found["empty"].touch()
    with found["huge"].open("wb") as file:
        file.truncate(LARGEST + 1_000_000_000)  # of holes: it takes no room
    found["tomorrow"].write_text('{"tapete_match": 99, "game": "shazamm"}\n', encoding="utf-8")
    found["deck"].write_text("1 bog_piper\n", encoding="utf-8")
    found["folder"] = tmp_path / "folder"
    found["folder"].mkdir()
    data = tmp_path / "data"
    hub = Hub(Journal(journal_path(data)))
    hub.begin("shazamm", {})
    hub.close()
    monkeypatch.setenv("TAPETE_DATA", str(data))
    monkeypatch.setenv("TAPETE_CARDS", str(tmp_path / "cards"))
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.chdir(tmp_path)
    return found


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("status", "words", "said"),
    [pytest.param(*case, marks=pytest.mark.league if case[1].startswith("league serve") else (), id=case[1]) for case in CASES],
)
def test_bad_input_is_told_in_a_sentence(
    status: int, words: str, said: str, places: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = shlex.split(words.format(**places))
    before = left(tmp_path)
    told = {}
    for language in ("en", "es"):
        assert apart(partial(cli.ended, cli.command_line(language), given)) == status
        out = capsys.readouterr()
        told[language] = out.out + out.err
        assert "Traceback" not in told[language]
        assert "Errno" not in told[language]
    assert said in told["en"]
    assert told["es"] != told["en"], "in both languages"
    assert left(tmp_path) <= before | {"cards"}
    with Journal(journal_path()) as journal:
        assert journal.count()[0] == 1, "no match is left of what failed"


@pytest.mark.parametrize("words", ["play shazamm --no-console", "play shazamm --worked SHZ-035 --no-console", "resume --no-console"])
def test_a_taken_port_begins_no_match_and_names_none(words: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.ended(cli.command_line("en"), [*words.split(), "--web-port", str(port)]) == NO
    out = capsys.readouterr()
    assert "--web-port" in out.err
    assert "Match " not in out.out
    with Journal(journal_path()) as journal:
        assert journal.count()[0] == 1


def test_without_a_browser_the_address_is_said(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no browser can be opened a page to print says where it is."""
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert cli.ended(cli.command_line("en"), ["cards", "mat", "shazamm"]) == 0
    assert ".html in a browser" in capsys.readouterr().out


@pytest.mark.slow
def test_without_a_home_a_folder_has_to_be_named(tmp_path: Path) -> None:
    """The home cannot be made: what is read says that nothing is kept, what is written says how to name another folder."""
    settings = {name: value for name, value in environment(tmp_path).items() if name != "TAPETE_DATA" and not name.startswith("XDG_")}
    settings |= {"HOME": "/dev/null/nobody"}
    command = [sys.executable, "-m", "tapete"]
    read = subprocess.run([*command, "resume", "--list"], env=settings, capture_output=True, encoding="utf-8", check=False)
    assert (read.returncode, read.stderr) == (0, "")
    written = subprocess.run(
        [*command, "play", "shazamm", "--no-browser"], env=settings, capture_output=True, encoding="utf-8", check=False
    )
    assert written.returncode == NO
    assert "TAPETE_DATA" in written.stderr


INTERRUPTING = """
import os, runpy, signal, sys
class Ctrl_C:
    def find_spec(self, name, path=None, target=None):
        if name == {at!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Ctrl_C())
sys.argv = ["tapete", "rules", "shazamm", "SHZ-035"]
runpy.run_module("tapete", run_name="__main__")
"""
"""`python -m tapete`, interrupted when a module is imported."""


@pytest.mark.parametrize("at", ["click", "tapete.commands.rules", "tapete.games.shazamm"])
@pytest.mark.slow
def test_ctrl_c_while_it_is_loaded_ends_without_a_trace(at: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING.format(at=at)], env=environment(tmp_path), capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows holds no signal back")
@pytest.mark.slow
def test_ctrl_c_before_python_has_begun_is_held_back(tmp_path: Path) -> None:
    """As `run.py` hands over: Ctrl-C waits until it can end without a trace."""

    def interrupted() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.kill(os.getpid(), signal.SIGINT)

    done = subprocess.run(
        [sys.executable, "-m", "tapete", "--help"],
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        check=False,
        preexec_fn=interrupted,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
