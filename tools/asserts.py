"""Find asserts of tests that never ran: a test that passes without reaching its assert proves nothing, and the assert may be wrong.

    python tools/asserts.py [PYTEST ARGUMENTS...]     # without arguments: all tests, in the long form

Needs the extra `coverage`. Runs the tests while the lines of tests/ are counted; then names each assert that no test reached, in every
function that began. Of several tests in one function (`parametrize`) any one counts. An assert that only another form of the run reaches
says so behind it: `# nightly`, or the system on which it is reached: `# Windows`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = ("# nightly", "# Windows", "# macOS")


def reached(arguments: list[str], folder: Path) -> tuple[int, dict[str, set[int]]]:
    """Run tests and give pytest's exit status, with the lines that ran, by file.

    Args:
        arguments: of pytest. folder: for what is counted.
    """
    import coverage

    data = folder / "counted"
    settings = folder / "coverage.ini"
    lines = ["[run]", "patch = subprocess, _exit", "parallel = true", f"source = {ROOT / 'tests'}", f"data_file = {data}"]
    settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
    counting = [sys.executable, "-m", "coverage"]
    tests = subprocess.run(
        [*counting, "run", f"--rcfile={settings}", "-m", "pytest", *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, check=False
    )
    subprocess.run([*counting, "combine", "--quiet", f"--rcfile={settings}"], cwd=ROOT, check=True)
    read = coverage.CoverageData(str(data))
    read.read()
    return tests.returncode, {file: set(read.lines(file) or ()) for file in read.measured_files()}


def dead(source: str, ran: set[int]) -> Iterator[tuple[int, str]]:
    """Give line and function of each assert that did not run in a function that did.

    Args:
        source: of a module.
        ran: its lines that ran.
    """
    text = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or not any(one.lineno in ran for one in function.body):
            continue
        for node in _own(function.body):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if not ran & set(lines) and not any(text[line - 1].endswith(ELSEWHERE) for line in lines):
                yield node.lineno, function.name


def _own(body: Iterable[ast.AST]) -> Iterator[ast.Assert]:
    """The asserts of a function, those of functions within it left out: these are looked at by themselves."""
    waiting = [*body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assert):
            yield node
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def main(arguments: list[str]) -> int:
    """Run and report; 0 when every assert ran and every test passed."""
    asked = arguments or ["-q", "--long", "-n", "3", "--dist", "worksteal"]
    with tempfile.TemporaryDirectory(prefix="tapete-") as folder:
        status, ran = reached(asked, Path(folder))
    found = [
        f"{Path(file).relative_to(ROOT)}:{line}: {name}: this assert never ran"
        for file, lines in sorted(ran.items())
        for line, name in sorted(dead(Path(file).read_text(encoding="utf-8"), lines))
    ]
    print("\n".join(found) or "every assert ran")
    return status or bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
