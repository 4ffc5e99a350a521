#!/usr/bin/env python3
"""Start Tapete from a checkout with nothing but Python: `python3 run.py demo`, `python3 run.py test`, `python3 run.py WORD ...`.

Makes the environment `.venv` beside this file, installs the project there at the versions of constraints.txt, remembers what it installed
and hands over. The first start needs the internet; later ones do not, until pyproject.toml or constraints.txt change.

Only the standard library is used here, and only syntax that an old Python can read far enough to be told that it is too old.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "Tapete necesita Python 3.11 o más nuevo y este es {0}.{1}. Instala uno y repite la orden con él: python3.11 run.py ...\n"
        "Tapete needs Python 3.11 or newer and this is {0}.{1}. Install one and repeat the command with it: python3.11 run.py ...".format(
            *sys.version_info
        )
    )

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
NOTE = ENVIRONMENT / "tapete-installed.json"
"""What stands in the environment; written last, so that an interrupted installation is done again."""

HELP = """\
python3 run.py demo [OPCIONES]     Una partida entera de Shazamm en una consola simulada, con su página.
python3 run.py test [OPCIONES]     Las pruebas (las opciones, las de pytest); --quick: las rápidas; --long, --nightly: también las largas.
python3 run.py bench [NOMBRE...]   Las mediciones: todas, o las que nombres.
python3 run.py ORDEN [...]         Cualquier otra orden de tapete: play, resume, referee, console...

python3 run.py demo [OPTIONS]      A whole match of Shazamm on a simulated console, with its page.
python3 run.py test [OPTIONS]      The tests (the options are pytest's); --quick: the fast ones; --long, --nightly: the long ones too.
python3 run.py bench [NAME...]     The measurements: all, or those that you name.
python3 run.py WORD [...]          Any other command of tapete: play, resume, referee, console...
"""

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""In order of preference: without windows a page takes a third of the processor time."""

CHROMIUM_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


class Installed(NamedTuple):
    """What an environment was made from."""

    digest: str
    """Of pyproject.toml and constraints.txt."""
    root: str
    """Where the checkout lay: an editable installation names the place, so a moved folder is installed again."""
    python: str
    """The environment's Python, as "3.11": its packages are lost when the system's Python moves on under it."""
    extras: tuple[str, ...]
    """Extras of pyproject.toml, sorted."""


class Unprepared(Exception):
    """The environment could not be made; the text says what to do, in both languages."""


def say(es: str, en: str) -> None:
    """Tell one stage of the preparation, in both languages, on standard error (standard output belongs to the command)."""
    print(f"{es} / {en}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Prepare what the first word needs and hand over.

    Args:
        arguments: the command line without the program's name.

    Returns:
        The exit status: of the command, or 1 when the environment could not be prepared, or 2 when no word was given.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(HELP)
        return 0 if arguments else 2
    chromium = find_chromium() if arguments[0] == "test" else None
    try:
        prepare(extras_for(arguments[0], chromium))
    except Unprepared as unprepared:
        print(unprepared, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("Instalación interrumpida; la próxima vez sigue.", "Installation interrupted; the next start goes on.")
        return 130
    return hand_over(command_for(arguments), environment_for(arguments[0], chromium))


def extras_for(word: str, chromium: str | None) -> frozenset[str]:
    """Say which extras of pyproject.toml a word needs; `chromium` is where a browser for the page's tests was found."""
    if word != "test":
        return frozenset()
    if chromium is None:
        say(
            "No hay Chromium: quedan fuera las pruebas de página (instálalo, o di dónde está con TAPETE_CHROMIUM).",
            "There is no Chromium: the page's tests are left out (install it, or say where it is with TAPETE_CHROMIUM).",
        )
        return frozenset(["dev"])
    return frozenset(["dev", "browser"])


def command_for(arguments: list[str]) -> list[str]:
    """Say what the environment's Python is to run: pytest for `test`, the measurements for `bench`, else the command `tapete`."""
    word, rest = arguments[0], arguments[1:]
    if word == "bench":
        return ["-m", "benchmarks", *rest]
    if word != "test":
        return ["-m", "tapete", *arguments]
    alone = any(option.startswith(("-n", "--numprocesses", "--pdb", "--collect-only", "--co")) for option in rest)
    lean = ["-p", "no:playwright"] if "--quick" in rest else []  # half a second of every start
    return ["-m", "pytest", *lean, *([] if alone else ["-n", "auto", "--dist", "worksteal"]), *rest]


def environment_for(word: str, chromium: str | None) -> dict[str, str]:
    """Give the variables for the command.

    The tests keep compiled modules within `.venv` where the computer's owner wants none beside the sources: they start hundreds of
    programs, and a program that compiles all that it imports takes a second longer.

    A command of Tapete is told by which words it was started, for the sentences that name commands.

    Args:
        word: the first word of the command line.
        chromium: where a browser for the page's tests was found.
    """
    environ = dict(os.environ)
    if word not in ("test", "bench"):
        environ["TAPETE_STARTED_AS"] = "py run.py" if os.name == "nt" else "python3 run.py"
    if chromium:
        environ["TAPETE_CHROMIUM"] = chromium
    if word == "test" and environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        environ["PYTHONPYCACHEPREFIX"] = str(ENVIRONMENT / "compiled")
    return environ


def find_chromium() -> str | None:
    """Find a Chromium: TAPETE_CHROMIUM first, then the usual names and places; None when there is none."""
    named = os.environ.get("TAPETE_CHROMIUM")
    if named:
        return named
    for name in CHROMIUM_NAMES:
        found = shutil.which(name)
        if found:
            return found
    return next((place for place in CHROMIUM_PLACES if Path(place).is_file()), None)


def digest() -> str:
    """Sum up the two files that say what is to be installed (SHA-256, hexadecimal)."""
    total = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        content = (ROOT / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(b"%s %d\n" % (name.encode(), len(content)) + content)
    return total.hexdigest()


def wanted(extras: frozenset[str], version: str, before: Installed | None) -> Installed | None:
    """Say what is to be installed, or None when all of it stands already.

    Args:
        extras: those that the word at hand needs.
        version: the environment's Python, as "3.11".
        before: what the environment remembers.

    Returns:
        What to remember afterwards. Extras that stood there stay, so that `demo` after `test` installs nothing.
    """
    together = extras.union(before.extras if before else ())
    after = Installed(digest(), str(ROOT), version, tuple(sorted(together)))
    return None if after == before else after


def remembered() -> Installed | None:
    """Read what the environment holds; None when there is no environment, no note, or one cut short or of another form."""
    try:
        note = json.loads(NOTE.read_text(encoding="utf-8"))
        return Installed(note["digest"], note["root"], note["python"], tuple(note["extras"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def interpreter() -> Path:
    """Say where the environment's Python is."""
    return ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def answer(command: list[str]) -> str | None:
    """Give what a command prints; None when it cannot be started or fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()


def environment_version() -> str | None:
    """Give the version of the environment's Python, as "3.11"; None when it is missing, broken or too old."""
    version = answer([str(interpreter()), "-c", "import sys; print('{}.{}'.format(*sys.version_info))"])
    return version if version and tuple(int(part) for part in version.split(".")) >= OLDEST else None


def prepare(extras: frozenset[str]) -> None:
    """Make the environment and install what is wanted, unless it stands already.

    Args:
        extras: those of pyproject.toml that the word at hand needs.

    Raises:
        Unprepared: no pip on this computer, or the installation failed.
    """
    before = remembered()
    version = environment_version()
    if version is None:
        say("1/2 Preparo el entorno (.venv)...", "1/2 Making the environment (.venv)...")
        make_environment()
        before, version = None, environment_version()
    if version is None:
        raise Unprepared(
            "El Python del entorno .venv no arranca: borra esa carpeta y repite la orden.\n"
            "The Python of the environment .venv does not start: delete that folder and repeat the command."
        )
    note = wanted(extras, version, before)
    if note is None:
        return
    NOTE.unlink(missing_ok=True)
    say("2/2 Instalo Tapete y lo que usa (la primera vez tarda)...", "2/2 Installing Tapete and what it uses (slow the first time)...")
    target = f"{ROOT}[{','.join(note.extras)}]" if note.extras else str(ROOT)
    run(
        [
            *pip_for(str(interpreter())),
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-c",
            str(ROOT / "constraints.txt"),
            "-e",
            target,
        ]
    )
    unfinished = NOTE.with_suffix(".new")
    unfinished.write_text(json.dumps(note._asdict(), indent=1), encoding="utf-8")
    unfinished.replace(NOTE)


def make_environment() -> None:
    """Make `.venv` anew, with pip where this Python can (Debian's cannot without the package python3-venv)."""
    pip = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
    run([sys.executable, "-m", "venv", "--clear", *pip, str(ENVIRONMENT)])


def pip_for(python: str) -> list[str]:
    """Say which pip installs into the environment: its own, or this Python's.

    Args:
        python: the environment's Python.

    Raises:
        Unprepared: there is neither, or this Python's is too old to install elsewhere (before 22.3).
    """
    own = [python, "-m", "pip"]
    if answer([*own, "--version"]):
        return own
    lent = [sys.executable, "-m", "pip", "--python", python]
    if answer([*lent, "--version"]):
        return lent
    raise Unprepared(
        "Este Python no trae pip. En Debian, Ubuntu o Raspberry Pi OS: sudo apt install python3-venv; en otros, instala Python desde\n"
        "python.org. Luego repite la orden.\n"
        "This Python has no pip. On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv; elsewhere install Python from\n"
        "python.org. Then repeat the command."
    )


def run(command: list[str]) -> None:
    """Run one step of the preparation in silence.

    Raises:
        Unprepared: it failed; the text holds the end of what it said.
    """
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        said = "\n".join(done.stdout.decode(errors="replace").splitlines()[-25:])
        raise Unprepared(
            f"{said}\n\n"
            "No se pudo preparar el entorno; arriba está el motivo. ¿Hay internet? La primera vez hace falta. Luego repite.\n"
            "The environment could not be prepared; the reason is above. Is there internet? The first start needs it. Then repeat."
        )


def hand_over(command: list[str], environ: dict[str, str]) -> int:
    """Run the environment's Python in place of this one, and give its exit status back where the system cannot replace a process."""
    python = str(interpreter())
    if os.name != "nt":
        os.execve(python, [python, *command], environ)
    child = subprocess.Popen([python, *command], env=environ)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C reached the child too: it decides when to end


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
