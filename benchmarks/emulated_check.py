"""The whole firmware walked through once on an emulated Pico with the real CircuitPython, step by step, each judged.

    python -m benchmarks.emulated_check --rig RIG [--uf2 IMAGE.uf2] [--parts 2,4,hang,settings]

RIG is described in `benchmarks/_emulated.py`; `--uf2` is another image of the interpreter than the one that it holds. The host is the
benchmarks' own, written from docs/link.md, and lives in emulated time: a busy computer makes it slower, never different. Parts: a walk with
2 and with 4 panels, a program that hangs, and settings.toml with mistakes. Ends with an error if any step fails.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks._emulated import firmware_tree, image_of, interpreter, told

LONGEST_MS, LEAST_FREE = 20, {2: 80_000, 4: 70_000}
PARTS = ("2", "4", "hang", "settings")
CHI_SQUARE = 27.88
"""With nine degrees of freedom one in a thousand good dice lies above."""

HANG = (
    '        elif kind == "clock":\n',
    '        elif kind == "clock":\n            while line.fields[0] == "777":\n                pass\n',
)
SETTINGS = {
    "a word for a number": ("TAPETE_PANELS = 2", "TAPETE_PANELS = two", True),
    "a bare time": ('TAPETE_NIGHT = ""', "TAPETE_NIGHT = 22:00-09:00", True),
    "out of range": ("TAPETE_PANELS = 2", "TAPETE_PANELS = 7", True),
    "a comment": ("TAPETE_PANELS = 2", "TAPETE_PANELS = 2 # two", False),
}
"""Mistakes in settings.toml: what stands there, what in its place, and whether it is reported."""

Verdict = tuple[bool, str, object]


def within(times: list[float | None], most: float) -> bool:
    """Whether each of these came, in so many ms at most."""
    return bool(times) and all(one is not None and one <= most for one in times)


def chi_square(counts: list[int]) -> float:
    """How far throws are from all faces being as likely."""
    each = sum(counts) / len(counts)
    return sum((count - each) ** 2 / each for count in counts)


def judged(step: dict[str, Any], panels: int) -> Verdict:
    """What a step of the walk shows: whether it is good, what it is, what was measured."""
    match step:
        case {"step": "hello", "open": opened, "ms": ms, "cdcs": cdcs}:
            return opened and cdcs == 2, "boots from the drive, hello on the second channel", f"{ms} ms {step['prompt']}"
        case {"step": "turns", "during": during, "turn": turn, "free": free}:
            return turn <= LONGEST_MS, f"longest turn, {during}", f"{turn} ms, {free} bytes free"
        case {"step": "scenes", "times": times}:
            return within(times, 100), "scenes are answered", times
        case {"step": "pixels", "times": times, "told": lines}:
            return within(times, 30) and not lines, "a press lights its own pixel, and no line tells of an open bid", (times, lines)
        case {"step": "seals", "refused": refused, "fit": fit}:
            return fit == [True] * panels and refused == ["notlocked reveal"], "seals fit, a wrong reveal is refused", step
        case {"step": "lines", "times": times}:
            return within(times, 50), "a press is told", times
        case {"step": "rolls", "faces": faces}:
            return len(faces) == panels and all(1 <= face <= 10 for face in faces), "owed dice are rolled", faces
        case {"step": "rubbish", "bad": bad, "refused": refused, "session": session}:
            return bad == 8 and refused == 4 and session, "eight damaged or malformed lines are counted, the session lives", step
        case {"step": "stalls", "told": lines, "gaps": gaps, "resets": resets}:
            return (lines, gaps, resets) == (12, 0, 0), "12 presses of a host that stalls for 11 s arrive, no watchdog", step
        case {"step": "vanishes", "still": still, "freed": freed, "told": alone, "session": session}:
            good = (still, freed) == (37, 36) and alone[:2] == ["alone", "36"] and session
            return good, "host vanishes: the counter stands still until MINUS and PLUS are held, and is told on return", step
        case {"step": "wraps", "held": held, "at": at}:
            tens = all(later == (one // 10 * 10 + 10) % 100 for one, later in itertools.pairwise(held[1:]))
            return len(held) > 6 and tens and at > 67_000, "a button is held across the wrap of ticks_ms at 65.5 s", held
        case {"step": "samples", "counts": counts}:
            return sum(counts) == 3000 and chi_square(counts) < CHI_SQUARE, "chi-square of 3000 throws", f"{chi_square(counts):.2f}"
        case {"step": "end", "resets": resets, "bad": bad, "reports": reports, "free": free}:
            zero, one = step["short"], step["long"]
            bits = all(220 <= ns <= 480 for ns in zero) and all(580 <= ns <= 1000 for ns in one)
            return (
                not (resets or bad or reports) and bits and free >= LEAST_FREE[panels],
                "no reset, no bad line, no report, sound bits",
                step,
            )
    return False, "a step that nobody judges", step


def walked(rig: Path, uf2: Path, panels: int, folder: Path) -> Iterator[Verdict]:
    """Walk with so many panels."""
    tree = firmware_tree(folder, panels)
    for step in told(Path(__file__).with_suffix(".mjs"), rig, image_of(tree, rig), str(panels), uf2=uf2):
        good, what, measured = judged(step, panels)
        yield good, f"{panels} panels: {what}", measured


def hung(rig: Path, uf2: Path, folder: Path) -> Iterator[Verdict]:
    """Let the program hang with a locked bid."""
    tree = firmware_tree(folder)
    edit(tree / "lib" / "tapete_console" / "link.py", *HANG)
    for step in told(Path(__file__).with_suffix(".mjs"), rig, image_of(tree, rig), "hang", uf2=uf2):
        good = (
            7000 < (step["ms"] or 0) < 8600
            and step["anew"]
            and step["left"] == "-" != step["bid"]
            and "restart watchdog" in step["reports"]
        )
        yield good, "a hang with a locked bid: the watchdog after 8 s, another boot, no bid, told", step


def mistaken(rig: Path, uf2: Path, folder: Path) -> Iterator[Verdict]:
    """Start with mistakes in settings.toml."""
    for what, (stands, instead, reported) in SETTINGS.items():
        shutil.rmtree(folder / "drive", ignore_errors=True)
        tree = firmware_tree(folder)
        edit(tree / "settings.toml", stands, instead)
        for step in told(Path(__file__).with_suffix(".mjs"), rig, image_of(tree, rig), "boot", uf2=uf2):
            said = any(report.startswith("setting ") for report in step["reports"])
            yield step["open"] and not step["resets"] and said == reported, f"settings.toml with {what}: the console starts", step


def edit(path: Path, stands: str, instead: str) -> None:
    """Put something in the place of what stands in a file."""
    text = path.read_text(encoding="utf-8")
    if stands not in text:
        sys.exit(f"{path.name} does not contain {stands!r}")
    path.write_text(text.replace(stands, instead), encoding="utf-8")


def verdicts(rig: Path, uf2: Path, part: str, folder: Path) -> Iterator[Verdict]:
    """What a part shows, step by step."""
    if part == "hang":
        return hung(rig, uf2, folder)
    return mistaken(rig, uf2, folder) if part == "settings" else walked(rig, uf2, int(part), folder)


def main() -> None:
    """Walk and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rig", type=Path, required=True, help="folder of the emulator")
    parser.add_argument("--uf2", type=Path, help="image of the interpreter; the rig's own when left out")
    parser.add_argument("--parts", default=",".join(PARTS), help="what to walk through, with commas")
    chosen = parser.parse_args()
    failed = 0
    for part in chosen.parts.split(","):
        if part not in PARTS:
            parser.error(f"no part {part}; there are {', '.join(PARTS)}")
        with tempfile.TemporaryDirectory(prefix="tapete-emulated-") as name:
            for good, what, measured in verdicts(chosen.rig, chosen.uf2 or interpreter(chosen.rig), part, Path(name)):
                failed += not good
                print(f"{'PASS' if good else 'FAIL'}  {what}  [{measured}]", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
