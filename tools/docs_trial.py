"""Do what README and docs say, to the letter, in a fresh Debian: `sudo python tools/docs_trial.py run bookworm [--page docs/data.md]`.

Takes every command of README and of the pages, fenced, indented and inline, in the order of the navigation, and types it in a terminal
of a tree that mmdebstrap made, as a user with nothing but Debian's packages and this checkout. A command has to end with 0, or serve until
Ctrl-C; nothing may end in a trace, and no page of HTML may stand in the terminal. What cannot be typed there (another system, hardware,
a name that stands for a value) is in tools/docs_trial.toml, the one place, with the reason and what proves it instead.

`list` prints the commands and what becomes of each, and needs neither root nor a tree. `run` needs root, Debian's packages mmdebstrap and
systemd-container, the network for packages, and about 4 GB; it ends with 1 where a command is false.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_suffix(".toml")
INSIDE = Path(__file__).with_name("docs_trial_inside.py")

PACKAGES = (
    *("bash-completion", "ca-certificates", "curl", "git", "iproute2", "less", "man-db", "pipx"),
    *("procps", "python3", "python3-pip", "python3-venv", "sudo", "ufw", "udev"),
)
"""What stands in the fresh Debian: what the docs take for granted, and nothing of Tapete's own."""

PROGRAMS = (
    "apt|apt-get|bash|brew|cat|cd|chmod|cp|curl|dask|docker|echo|export|git|gpg|head|journalctl|ls|man|mandb|mkdir|mkdocs|mv|node|npm|npx|openssl"
    "|pg_dump|pip|pipx|pre-commit|printf|psql|py|python|python3|rm|sleep|source|sudo|systemctl|tapete|tar|tr|uv|wget"
)
"""First words by which a line is a command, beside paths to programs of the checkout."""

COMMAND = re.compile(
    rf"(?:[A-Z_]+=\S+ +)*(?:{PROGRAMS}|(?:\.|\.ci|\.venv/bin|try/bin|prueba/bin|/opt/tapete/current/bin|deploy)/\S+)(?: |$)"
)

USER = "ana"


@dataclass
class Step:
    """A command of the docs.

    Attributes:
        page: where it stands.
        line: in which line, from 1.
        said: as it stands there.
        typed: what is typed for it; empty: nothing, for the `reason`.
        reason: why nothing is typed, or why another ending is right.
        instead: what proves the command, where it is not typed.
        ends: statuses that are right.
        serves: it goes on until Ctrl-C.
        before: what the page takes for granted, typed first; not judged by what it prints.
        answers: what a person types when it asks.
    """

    page: str
    line: int
    said: str
    typed: str
    reason: str = ""
    instead: str = ""
    ends: list[int] = field(default_factory=lambda: [0])
    serves: bool = False
    before: str = ""
    answers: str = ""


def pages() -> list[str]:
    """Give README, CONTRIBUTING and the pages in the order of the navigation."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return ["README.md", *(f"docs/{place}" for place in re.findall(r": ((?:[\w-]+/)*[\w-]+\.md)$", nav, re.M)), "CONTRIBUTING.md"]


def commands(text: str) -> Iterator[tuple[int, str]]:
    """Give the commands of a page with their lines: of fences and indented blocks, and inline ones that have an argument."""
    fence: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        opens = re.match(r"\s*```(\w*)", line)
        if opens:
            fence = opens[1] if fence is None else None
        elif fence in ("", "sh", "bash", "console", "text") or (fence is None and re.match(r"    \S", line)):
            said = re.sub(r"^\s*(?:\$ )?", "", line)
            if COMMAND.match(said):
                yield number, said
        elif fence is None:
            yield from ((number, said) for said in re.findall(r"`([^`]+)`", line) if COMMAND.match(said) and " " in said)


def steps(only: list[str] | None = None) -> Iterator[Step]:
    """Give every command with what becomes of it.

    Args:
        only: these pages; all where it is left out.
    """
    kept = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    seen: Counter[str] = Counter()
    for page in only or pages():
        befores = [one["run"] for one in kept["before"] if re.fullmatch(one["page"], page)]
        for number, said in commands((ROOT / page).read_text(encoding="utf-8")):
            command = re.sub(r"\s+#.*", "", said).strip()
            step = Step(page, number, said, command, before="\n".join(befores))
            befores = []
            for put in kept["put"]:
                if re.fullmatch(put.get("page", ".*"), page):
                    step.typed = re.sub(put["for"], put["type"], step.typed)
            for one in kept["aside"]:
                if re.fullmatch(one.get("page", ".*"), page) and re.fullmatch(one["line"], command):
                    seen[one["line"] + page] += 1
                    if seen[one["line"] + page] > one.get("but", 0):
                        step.typed, step.reason, step.instead = "", one["reason"], one["instead"]
            for one in kept["ends"]:
                if re.fullmatch(one["line"], command):
                    step.ends, step.reason = one["with"], step.reason or one["reason"]
            step.serves = any(re.fullmatch(line, said) for line in kept["serves"]["lines"] for said in (command, step.typed))
            step.answers = next((one["type"] for one in kept["answers"] if re.fullmatch(one["line"], command)), "")
            yield step


def made(suite: str, mirror: str | None, tree: Path) -> None:
    """Make a tree of a Debian, unless it is there."""
    if not (tree / "etc/debian_version").exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        asked = ["mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(tree), *([mirror] if mirror else [])]
        subprocess.run(asked, check=True)


def furnished(tree: Path, plan: list[Step]) -> None:
    """Put a person with this checkout, the settings of this computer's package index, and the plan into a tree."""
    settings = [
        (Path("/etc/resolv.conf"), "etc"),
        (Path("/etc/pip.conf"), "etc"),
        (Path("/etc/ssl/certs/ca-certificates.crt"), "etc/ssl/certs"),
    ]
    home = tree / "home" / USER
    for file, folder in [*settings, (Path.home() / ".config/pip/pip.conf", f"home/{USER}/.config/pip")]:
        if file.exists():
            (tree / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, tree / folder / file.name)
    (tree / "etc/sudoers.d/tapete").write_text(f"{USER} ALL=(ALL) NOPASSWD: ALL\n", encoding="utf-8")
    (home / "tapete").mkdir(parents=True)
    archive = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(home / "tapete")], input=archive, check=True)
    git = ["git", "-C", str(home / "tapete"), "-c", f"user.name={USER}", "-c", f"user.email={USER}@localhost"]
    for words in (("init", "--quiet"), ("add", "--force", "--all"), ("commit", "--quiet", "--message", "As it is")):
        subprocess.run([*git, *words], check=True)  # CONTRIBUTING is for people with a clone
    shutil.copy(INSIDE, tree / "srv/inside.py")
    (tree / "srv/plan.json").write_text(json.dumps([asdict(step) for step in plan]), encoding="utf-8")


def index_settings() -> list[str]:
    """Give pip's and uv's settings of this computer that hold in a tree too."""
    names = (
        "PIP_CERT",
        "PIP_INDEX_URL",
        "PIP_DEFAULT_TIMEOUT",
        "SSL_CERT_FILE",
        "UV_DEFAULT_INDEX",
        "NO_PROXY",
        "HTTPS_PROXY",
        "HTTP_PROXY",
    )
    found = {name: os.environ[name] for name in names if os.environ.get(name)}
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False).stdout
    if (named := re.search(r"^global\.index.url='(.*)'$", listed, re.M)) and "UV_DEFAULT_INDEX" not in found:
        found["UV_DEFAULT_INDEX"] = named[1]
    return [f"--setenv={name}={value}" for name, value in found.items()]


def run(suite: str, mirror: str | None, base: Path, only: list[str] | None, report: Path) -> int:
    """Make the tree, do what the docs say in a copy of it, and tell; 1 where something is false."""
    made(suite, mirror, base)
    fresh = base.with_name(f"{base.name}-fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(base), str(fresh)], check=True)
    try:
        furnished(fresh, list(steps(only)))
        inside = ["python3", "/srv/inside.py", USER]
        nspawn = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--as-pid2", "--resolv-conf=off", f"--directory={fresh}"]
        subprocess.run([*nspawn, *index_settings(), *inside], check=False)  # what came out stands in its results
        results = json.loads((fresh / "srv/results.json").read_text(encoding="utf-8"))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")
    return told(results)


def told(results: list[dict[str, object]]) -> int:
    """Print what came out; 1 where something is false."""
    typed = [one for one in results if one["typed"]]
    false = [one for one in typed if one["wrong"]]
    for one in false:
        print(f"{one['page']}:{one['line']}: {one['said']}\n    {one['wrong']}\n    {str(one['end'])[-600:]}")
    figures = {kind: sum(kind in str(one["wrong"]) for one in false) for kind in ("trace", "HTML")}
    pages_of = len({one["page"] for one in results})
    print(
        f"{len(results)} commands on {pages_of} pages: {len(typed)} typed, {len(results) - len(typed)} proved elsewhere; "
        f"{len(false)} fail, {figures['trace']} traces, {figures['HTML']} HTML in the terminal; "
        f"{sum(float(str(one['seconds'])) for one in typed):.0f} s"
    )
    return 1 if false else 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("list", "run"))
    parser.add_argument("suite", nargs="?", default="bookworm", help="bookworm, trixie")
    parser.add_argument("--mirror", help="of Debian's packages; this computer's own where it is left out")
    parser.add_argument("--tree", type=Path, help="where the tree lies (kept; made where it is not there)")
    parser.add_argument("--page", action="append", help="only this page (may be repeated)")
    parser.add_argument("--report", type=Path, default=ROOT / "build/docs-trial.json", help="where all results are written")
    given = parser.parse_args()
    if given.task == "list":
        for step in steps(given.page):
            becomes = step.typed + (" (until Ctrl-C)" if step.serves else "") if step.typed else f"-- {step.reason}: {step.instead}"
            print(f"{step.page}:{step.line}: {step.said}\n    {becomes}")
        return 0
    return run(given.suite, given.mirror, given.tree or Path(f"/var/tmp/tapete-docs/{given.suite}"), given.page, given.report)


if __name__ == "__main__":
    sys.exit(main())
