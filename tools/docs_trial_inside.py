"""The part of tools/docs_trial.py that runs within the fresh Debian: `inside.py USER` types /srv/plan.json, writes /srv/results.json.

It uses the standard library alone. Each command is typed in a terminal of its own, by a login shell of the user, as after a new terminal
window. A command of the project is typed in the checkout; every other one in a folder of its page.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

OF_THE_CHECKOUT = re.compile(
    r"run\.py|pipx install|uv tool|tools/|(?:^| )\.(?:$| )|'\.\[|deploy|try/bin|prueba/bin|-m venv|\.ci/|\.venv"
    r"|benchmarks|tests[./]|mkdocs|examples|npm "
)
PATIENCE_S = 600.0
"""How long a command that ends by itself may take."""

SERVING = re.compile(r"https?://|Ctrl-C|\d/\d+|\d+ ?%|tcp://|/dev/pts|/console\b")
SETTLED_S = 2.0
"""How long a command that serves is left alone once it has said so, before Ctrl-C."""


def typed(command: str, user: str, folder: Path, language: str, serves: bool, answers: str) -> tuple[int | None, str]:
    """Type a command; give its status (None: it did not end) and what the terminal showed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    settings = f"export LANG=C.UTF-8 LANGUAGE={language} TERM=xterm-256color"
    script = f"{settings}; mkdir -p {folder}; cd {folder}; {command}"
    kept = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_")) or name.endswith("_PROXY")]

    def with_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    program = subprocess.Popen(
        [
            "runuser",
            "-u",
            user,
            "--",
            "env",
            "-i",
            f"HOME=/home/{user}",
            f"USER={user}",
            "PATH=/usr/bin:/bin",
            *kept,
            "bash",
            "-lc",
            script,
        ],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=with_terminal,
    )
    os.close(theirs)
    shown, begun, serving, interrupted = "", time.monotonic(), 0.0, False
    if answers:
        os.write(ours, answers.encode())
    while True:
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                read = os.read(ours, 65536)
            except OSError:
                read = b""
            if not read:
                break
            shown = (shown + read.decode("utf-8", "replace"))[-200_000:]
        elif program.poll() is not None:
            break
        now = time.monotonic()
        if serves and not interrupted:
            if not serving and (SERVING.search(shown) or now - begun > 60):
                serving = now
            if serving and now - serving > SETTLED_S:
                os.write(ours, b"\x03")
                interrupted, begun = True, now
        if now - begun > (30 if interrupted else PATIENCE_S):
            os.killpg(program.pid, signal.SIGKILL)
            program.wait()
            os.close(ours)
            return None, shown
    program.wait()
    os.close(ours)
    return program.returncode, shown


def wrong_with(step: dict[str, object], status: int | None, shown: str) -> str:
    """Say what is false about what came; empty: nothing."""
    faults = []
    right = [0, 130, -signal.SIGINT] if step["serves"] else step["ends"]
    if status not in right:  # type: ignore[operator]
        faults.append("did not end" if status is None else f"ended with {status}")
    if "Traceback (most recent call last)" in shown:
        faults.append("a trace")
    if re.search(r"<!doctype|<html|<svg ", shown, re.I):
        faults.append("HTML in the terminal")
    return ", ".join(faults)


def main(user: str) -> None:
    """Go through the plan."""
    subprocess.run(
        ["useradd", "--create-home", "--shell", "/bin/bash", "--non-unique", "--uid", "1000", user], check=False, capture_output=True
    )
    home = Path("/home", user)
    for file in Path("/etc/skel").iterdir():
        if not (home / file.name).exists():
            (home / file.name).write_bytes(file.read_bytes())
    subprocess.run(["chown", "-R", f"{user}:", str(home)], check=True)
    plan = json.loads(Path("/srv/plan.json").read_text(encoding="utf-8"))
    results, prepared = [], Path("/srv/results.json")
    for number, step in enumerate(plan, 1):
        page = step["page"]
        language = "es" if page.startswith("docs/es/") else "en"
        folder = home / "pages" / re.sub(r"\W+", "-", page.removesuffix(".md"))
        begun = time.monotonic()
        if step["before"]:
            status, shown = typed(f"set -e; {step['before']}", user, folder, language, False, "")
            if status:
                print(f"{page}: what it takes for granted ended with {status}: {shown[-400:]}", flush=True)
        result = {**step, "wrong": "", "status": None, "end": "", "seconds": 0.0}
        if step["typed"]:
            place = home / "tapete" if OF_THE_CHECKOUT.search(step["typed"]) else folder
            status, shown = typed(step["typed"], user, place, language, step["serves"], step["answers"])
            result.update(
                status=status, end=shown[-3000:], wrong=wrong_with(step, status, shown), seconds=round(time.monotonic() - begun, 1)
            )
            mark = "FALSE" if result["wrong"] else "well"
            print(
                f"{number}/{len(plan)} {page}:{step['line']}: {step['typed'].splitlines()[0]}: {mark} ({result['seconds']} s)", flush=True
            )
        results.append(result)
        prepared.write_text(json.dumps(results), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
