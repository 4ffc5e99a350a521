#!/usr/bin/env python3
"""Start Tapete from a checkout with nothing but Python: `python3 run.py demo`, `python3 run.py test`, `python3 run.py WORD ...`.

Makes the environment `.venv` beside this file, installs the project there at the versions of constraints.txt, remembers what it installed
and hands over. The first start needs the internet; later ones do not, until pyproject.toml or constraints.txt change.

Only the standard library is used here, and only syntax that an old Python can read far enough to be told that it is too old.
"""

import signal

if __name__ == "__main__":  # Ctrl-C before anything has begun ends it at once, without a trace
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

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

LOCK = ROOT / ".venv.lock"
"""Held while the environment is made: a second run.py waits. Beside it, because making it anew empties it."""

WHOLE = ("tapete", "click", "msgspec", "starlette", "serial")
"""Modules without which nothing starts: an environment that has lost one is made anew, whatever it remembers."""


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


def texts() -> dict[str, Any]:
    """Read what is said beside the stages: the help, and what to do after a step has failed, by what the step says at its end."""
    import tomllib  # an older Python has none, and has been told so

    return tomllib.loads(Path(__file__).with_name("run.toml").read_text(encoding="utf-8"))


def way_on(said: str) -> str:
    """Say in both languages what to do after a step has failed.

    Args:
        said: the end of what it printed, or the text of an error.
    """
    cause = next(cause for cause in texts()["cause"] if re.search(cause["shows"], said))
    return f"{cause['es']}\n{cause['en']}"


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
    named, arguments = named_extras(arguments)
    if not arguments or arguments[0] in ("-h", "--help", "--with"):
        print(texts()["help"])
        return 0 if arguments and arguments[0] != "--with" else 2
    try:
        prepare(named | extras_for(arguments[0]))
        compile_catalogues()
    except Unprepared as unprepared:
        print(unprepared, file=sys.stderr)
        return 1
    except OSError as fault:  # of our own writing, beside the steps
        print(f"{fault}\n\n{way_on(str(fault))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("Instalación interrumpida; la próxima vez sigue.", "Installation interrupted; the next start goes on.")
        return 130
    return hand_over(command_for(arguments))


def named_extras(arguments: list[str]) -> tuple[frozenset[str], list[str]]:
    """Read `--with EXTRA` from before the word; give the extras and the arguments that are left."""
    named: set[str] = set()
    while len(arguments) > 1 and arguments[0] == "--with":
        named, arguments = named | {arguments[1]}, arguments[2:]
    return frozenset(named), arguments


def extras_for(word: str) -> frozenset[str]:
    """Say which extras of pyproject.toml a word needs; the page's tests are prepared where a browser is."""
    if word == "test":
        from tests.chromium import find_chromium  # the standard library alone

        return frozenset(["dev", "browser"] if find_chromium() else ["dev"])
    return frozenset(["league"] if word == "league" else [])


def command_for(arguments: list[str]) -> list[str]:
    """Say what the environment's Python is to run: pytest for `test`, the measurements for `bench`, else the command `tapete`."""
    word, rest = arguments[0], arguments[1:]
    if word == "bench":
        return ["-m", "benchmarks", *rest]
    if word != "test":
        return ["-m", "tapete", *arguments]
    lean = ["-p", "no:playwright"] if "--quick" in rest else []  # half a second of every start
    return ["-m", "pytest", *lean, "-n", "auto", "--dist", "worksteal", *rest]


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


def environment_version() -> tuple[str | None, bool]:
    """Look at the environment's Python.

    Returns:
        Its version, as "3.11", None when it is missing, broken or too old; and whether what is in WHOLE is there.
    """
    asked = "import sys, importlib.util as u; print('{}.{}'.format(*sys.version_info), all(map(u.find_spec, sys.argv[1:])))"
    found = re.fullmatch(r"(\d+)\.(\d+) (True|False)", answer([str(interpreter()), "-c", asked, *WHOLE]) or "")
    if not found or (int(found[1]), int(found[2])) < OLDEST:
        return None, False
    return f"{found[1]}.{found[2]}", found[3] == "True"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold LOCK: no other run.py works on the environment meanwhile. A second one says that it waits.

    Raises:
        OSError: the file cannot be written.
    """
    with LOCK.open("a") as file:
        if not locked(file, wait=False):
            say("Otro run.py prepara el entorno; espero a que acabe...", "Another run.py is making the environment; waiting for it...")
            while not locked(file, wait=True):
                pass  # Windows gives up after ten seconds
        yield


def locked(file: IO[str], wait: bool) -> bool:
    """Take the lock on an open file; it ends with the file, or with this process. Return whether it was taken.

    Raises:
        OSError: the system cannot lock it.
    """
    if os.name == "nt":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # Windows
        except OSError as held:
            if held.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def prepare(extras: frozenset[str]) -> None:
    """Make the environment and install what is wanted, unless it stands already.

    Args:
        extras: those of pyproject.toml that the word at hand needs.

    Raises:
        Unprepared: no pip on this computer, or the installation failed.
        OSError: nothing can be written here.
    """
    if missing(extras) is None:
        return
    with alone():
        install(extras)


def compile_catalogues() -> None:
    """Compile the translations that have changed since the installation compiled all. Raises what `prepare` raises."""
    pairs = [(path, path.with_suffix(".mo")) for path in ROOT.glob("host/tapete/locale/*/LC_MESSAGES/*.po")]
    if all(made.exists() and made.stat().st_mtime_ns >= path.stat().st_mtime_ns for path, made in pairs):
        return
    command = [str(interpreter()), str(ROOT / "tools" / "catalogues.py")]
    if answer(command) is None:  # babel is not here, or a file is not what it should be
        prepare(frozenset(["catalogues"]))
        run(command)


def missing(extras: frozenset[str]) -> Installed | None:
    """Say what is to be installed into the environment that is there; None when all of it stands. Writes nothing."""
    before = remembered()
    version, whole = environment_version()
    return wanted(extras, version or "", before if whole else None)


def install(extras: frozenset[str]) -> None:
    """Make the environment and install, unless another run.py has done so meanwhile. Arguments and errors as for `prepare`."""
    before = remembered()
    version, whole = environment_version()
    if version is None or (before and not whole):
        say("1/2 Preparo el entorno (.venv)...", "1/2 Making the environment (.venv)...")
        make_environment()
        before, version = None, environment_version()[0]
    if version is None:
        raise Unprepared(texts()["broken"])
    note = wanted(extras, version, before)
    if note is None:
        return
    NOTE.unlink(missing_ok=True)
    say("2/2 Instalo Tapete y lo que usa (la primera vez tarda)...", "2/2 Installing Tapete and what it uses (slow the first time)...")
    target = f"{ROOT}[{','.join(note.extras)}]" if note.extras else str(ROOT)
    run([*installer(), "install", "--quiet", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt"), "-e", target])
    unfinished = NOTE.with_suffix(".new")
    unfinished.write_text(json.dumps(note._asdict(), indent=1), encoding="utf-8")
    unfinished.replace(NOTE)


def installer() -> list[str]:
    """Say which pip installs; an environment that was cut short while pip was put into it is made anew. Raises Unprepared if none does."""
    try:
        return pip_for(str(interpreter()))
    except Unprepared:
        if not importlib.util.find_spec("ensurepip"):
            raise
    make_environment()
    return pip_for(str(interpreter()))


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
    raise Unprepared(texts()["no_pip"])


def run(command: list[str]) -> None:
    """Run one step of the preparation in silence.

    Raises:
        Unprepared: it failed; the text holds the end of what it said.
    """
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        said = "\n".join(done.stdout.decode(errors="replace").splitlines()[-25:])
        raise Unprepared(f"{said}\n\n{way_on(said)}")


def hand_over(command: list[str]) -> int:
    """Run the environment's Python in place of this one, and give its exit status back where the system cannot replace a process.

    A command is told by which words it was started, for the sentences that name commands.
    """
    python = str(interpreter())
    environ = {**os.environ, "TAPETE_STARTED_AS": "py run.py" if os.name == "nt" else "python3 run.py"}
    if os.name != "nt":
        if command[:2] == ["-m", "tapete"]:  # it takes Ctrl-C as soon as it can end without a trace
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.execve(python, [python, *command], environ)
    child = subprocess.Popen([python, *command], env=environ)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C reached the child too: it decides when to end


if __name__ == "__main__":
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
