"""Every sentence that people read of the games, in one file that can be compared after texts or rules have been moved.

    python tools/sentences.py before.txt
    ... change the program ...
    python tools/sentences.py --against before.txt

A line is the language, where the sentence comes from and the sentence, with tabs between them; the lines are sorted, each is there once.
`--part` picks some of the parts: `golden` (what golden matches tell, ask and lay out), `examples` (what the worked examples of the ledgers
tell and refuse, while pytest runs them), `refused` (the worked refusals), `prompts` (every sentence that a game declares, with its
holes open), `pages` (lobby, rules and the pages of one golden match a game). `--against` prints the difference from a file and ends with 1
if there is any.
"""

from __future__ import annotations

import argparse
import contextlib
import html.parser
import importlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the matches and the cases are the tests'

from tapete import cards, games  # noqa: E402
from tapete.core import notation  # noqa: E402
from tapete.core import position as positions  # noqa: E402
from tapete.core.kinds import name_of  # noqa: E402
from tapete.core.refusals import Illegal, RefereeError, Refusal  # noqa: E402
from tapete.core.rules import Rules  # noqa: E402
from tapete.core.seats import SEATS  # noqa: E402
from tapete.core.texts import PLAIN, Text  # noqa: E402
from tools import generate_golden  # noqa: E402

LANGUAGES = ("en", "es")

Sentence = tuple[str, str, str]
"""A language, where the sentence comes from, and the sentence."""


def both(place: str, text: Text) -> Iterator[Sentence]:
    """A text in each language."""
    for language in LANGUAGES:
        yield language, place, text.in_(language)


# ---- golden matches


class Golden:
    """A golden match: its rules, where it begins, and its actions."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        words = (line.partition(" ") for line in text.splitlines())
        self.head = {word: rest for word, _, rest in words if word in generate_golden.HEAD}
        self.game, self.name = self.head["game"], f"{self.head['game']} {path.stem}"
        self.rules = cards.bind(self.game, json.loads(self.head.get("options", "{}")), self.head.get("catalogue"))
        self.position = positions.read(self.head["position"]) if "position" in self.head else None
        self.seats = SEATS[: int(self.head.get("seats", "2"))]
        self.actions = tuple(line[2:] for line in text.splitlines() if line.startswith("> "))

    def start(self) -> Any:
        """The state before the first action."""
        return self.rules.start(self.seats) if self.position is None else positions.load(self.rules, self.position)


def golden() -> Iterator[Sentence]:
    """What golden matches tell and ask, and what lies where after each action."""
    for path in generate_golden.files():
        match = Golden(path)
        state = match.start()
        yield from lying(match.name, match.rules, state)
        for line in match.actions:
            state, events = match.rules.apply(state, notation.read(match.rules, line))
            yield from told(match.name, match.rules, events)
            yield from lying(match.name, match.rules, state)


def told(place: str, rules: Rules[Any], events: Sequence[Any]) -> Iterator[Sentence]:
    """What events say, for the log and for hands."""
    for event in events:
        yield from both(f"{place} {event.clause}", rules.sentence(event))
        if (hands := rules.instruction(event)) is not None:
            yield from both(f"{place} hands", hands)


def asked(place: str, rules: Rules[Any], state: Any) -> Iterator[Sentence]:
    """What is asked for, of those who act and of those who wait."""
    for owed in rules.awaiting(state):
        for prompt in rules.prompts(owed):
            yield from both(f"{place} {owed.what}", prompt)


def lying(place: str, rules: Rules[Any], state: Any) -> Iterator[Sentence]:
    """What is asked for, and what lies where."""
    yield from asked(place, rules, state)
    for thing in rules.layout(state):
        yield from both(f"{place} layout", thing.text(rules.words))


# ---- worked examples and refusals


class Listener:
    """A plugin of pytest that notes what rules tell and refuse while a test runs."""

    def __init__(self) -> None:
        self.found: set[Sentence] = set()
        self.test = ""

    def pytest_runtest_setup(self, item: Any) -> None:
        """A test begins."""
        self.test = f"{item.path.parent.name} {item.path.stem} {item.originalname}"

    def refusals(self, rules: Rules[Any], refusals: Sequence[Refusal]) -> None:
        """Note why something is refused."""
        for refusal in refusals:
            self.found |= set(both(f"{self.test} {refusal.code} {refusal.clause}", refusal.text(rules.words)))

    def applying(self, apply: Callable[..., Any]) -> Callable[..., Any]:
        """`Rules.apply` that notes what follows, or why nothing does."""

        def noted(rules: Rules[Any], *given: Any, **more: Any) -> Any:
            try:
                state, events = apply(rules, *given, **more)
            except Illegal as no:
                self.refusals(rules, no.refusals)
                raise
            self.found |= {*told(self.test, rules, events), *asked(self.test, rules, state)}
            return state, events

        return noted

    def checking(self, check: Callable[..., Any]) -> Callable[..., Any]:
        """`Rules.check` that notes what it answers."""

        def noted(rules: Rules[Any], *given: Any) -> Any:
            found = check(rules, *given)
            self.refusals(rules, found)
            return found

        return noted


def examples() -> Iterator[Sentence]:
    """What the worked examples of the ledgers tell, ask and refuse.

    Raises:
        RuntimeError: one of them fails.
    """
    import pytest

    listener, said = Listener(), io.StringIO()
    files = [str(place) for place in sorted(ROOT.glob("tests/games/*/test_examples.py"))]
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
        patch.setattr(Rules, "apply", listener.applying(Rules.apply))
        patch.setattr(Rules, "check", listener.checking(Rules.check))
        ended = pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", f"--rootdir={ROOT}", *files], plugins=[listener])
    if ended != 0:
        raise RuntimeError(f"the worked examples fail:\n{said.getvalue()}")
    yield from listener.found


def refused() -> Iterator[Sentence]:
    """What the worked refusals say, those of each game and those that all games share."""
    for game in (*games.BUILT_IN, "core"):
        words = PLAIN if game == "core" else cards.bind(game).words
        for case in importlib.import_module("tests.core.refused" if game == "core" else f"tests.games.{game}.refused").CASES:
            for refusal in case.given():
                yield from both(f"{game} refused {case.what} {refusal.code} {refusal.clause}", refusal.text(words))


# ---- prompts


def prompts() -> Iterator[Sentence]:
    """Every sentence that a game declares, with its holes open: prompts, events, refusals, the ledger, what it is called."""
    for name in games.BUILT_IN:
        game = games.need(name)
        for text in (game.title, game.blurb):
            yield from both(f"{name} title", text)
        for what, asked_for in game.prompts.items():
            for text in asked_for:
                yield from both(f"{name} prompt {what}", text)
        for kind, texts in game.sentences.items():
            for said in filter(None, (texts.log, texts.table)):
                yield from both(f"{name} event {name_of(kind)}", said)
        for code in game.refusals:
            yield from both(f"{name} refusal {code.code} {code.clause}", code.says)
        for clause in game.clauses:
            yield from both(f"{name} ledger {clause.id}", clause.says)


# ---- pages


class Reader(html.parser.HTMLParser):
    """What a person reads of a page: its text, and what screen readers and fields say."""

    SAID = frozenset({"aria-label", "title", "alt", "placeholder"})
    SILENT = frozenset({"script", "style"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what attributes say."""
        self.silent += tag in self.SILENT
        self.found += [value for name, value in attrs if name in self.SAID and value]

    def handle_endtag(self, tag: str) -> None:
        """What is silent ends."""
        self.silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self.silent:
            self.found.append(data)


CHANGING = ((re.compile(r"127\.0\.0\.1(:|%3A)\d+"), "HOST"), (re.compile(r"\b\d?\d:\d\d(:\d\d)?\b"), "TIME"))
"""What a page shows otherwise each time, and what stands for it."""

MOMENTS = 4
"""How often the pages of a match are read, at its beginning, on its way and at its end."""


def pages() -> Iterator[Sentence]:
    """The lobby, the rules and the mat of each game, and all pages of its longest golden match."""
    import httpx

    from tapete.table import Hub, Journal
    from tapete.web import Server, app

    longest: dict[str, Golden] = {}
    for match in map(Golden, generate_golden.files()):
        if match.position is None and len(match.actions) > (len(longest[match.game].actions) if match.game in longest else 0):
            longest[match.game] = match
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Journal(Path(folder) / "matches.sqlite3"))
        with (
            Server(app(hub)) as running,
            httpx.Client(base_url=running.address, follow_redirects=True, trust_env=False, timeout=None) as visitor,
        ):

            def shown(match: str, *places: str) -> Iterator[Sentence]:
                for place in places:
                    for language in LANGUAGES:
                        page = visitor.get(place.replace("MATCH", match), params={"lang": language}).text
                        yield from ((language, f"page {place}", said) for said in read(page, match))

            yield from shown("none", "/", "/console", "/no-such-page", "/match/MATCH")
            for name, match in longest.items():
                options = json.loads(match.head.get("options", "{}"))
                named = dict(zip(match.seats, ("Ana", "Bruno", "Carla", "David"), strict=False))
                table = hub.begin(name, options, named, catalogue=match.head.get("catalogue"))
                yield from shown(table.id, f"/rules/{name}", f"/mat/{name}", "/join/MATCH", "/match/MATCH/cards")
                seats = [place for seat in named for place in (f"/match/MATCH/seat/{seat}", f"/match/MATCH/seat/{seat}/list")]
                for moment in range(MOMENTS):
                    yield from shown(table.id, *(f"/match/MATCH{page}" for page in ("", "/list", "/log", "/correct")), *seats)
                    part = slice(*(len(match.actions) * n // (MOMENTS - 1) for n in (moment, moment + 1)))
                    for line in match.actions[part]:
                        with contextlib.suppress(RefereeError):  # a pass where nothing else is possible, which the table has done itself
                            table.submit(notation.read(table.rules, line))
        hub.close()


def read(page: str, match: str) -> Iterator[str]:
    """What a person reads of a page, without what is another each time."""
    reader = Reader()
    reader.feed(page)
    for said in reader.found:
        said = said.replace(match, "MATCH")
        for changing, name in CHANGING:
            said = changing.sub(name, said)
        if any(letter.isalpha() for letter in said):
            yield said


PARTS: dict[str, Callable[[], Iterator[Sentence]]] = {
    "golden": golden,
    "examples": examples,
    "refused": refused,
    "prompts": prompts,
    "pages": pages,
}


def lines(parts: Sequence[str] = tuple(PARTS)) -> list[str]:
    """The sorted lines of some parts; a sentence stands on one line."""
    found = {sentence for part in parts for sentence in PARTS[part]()}
    return sorted("\t".join((language, place, " ".join(said.split()))) for language, place, said in found)


def difference(before: list[str], now: list[str]) -> list[str]:
    """What is gone (`-`) and what is new (`+`), sorted as the lines are."""
    marked = [(line, "-") for line in set(before) - set(now)] + [(line, "+") for line in set(now) - set(before)]
    return [f"{mark} {line}" for line, mark in sorted(marked)]


def main(given: Sequence[str] | None = None) -> int:
    """Write or compare; 1 where something differs."""
    parser = argparse.ArgumentParser(description="Write every sentence that people read of the games, or compare with those of before.")
    parser.add_argument("file", nargs="?", type=Path, help="where to write them; left out with --against")
    parser.add_argument("--against", type=Path, metavar="FILE", help="print what differs from an earlier file; end with 1 if anything does")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part, may be given again (all)")
    asked = parser.parse_args(given)
    if asked.file is None and asked.against is None:
        parser.error("name a file to write, or one to compare with by --against")
    now = lines(asked.part or tuple(PARTS))
    if asked.file is not None:
        asked.file.write_text("\n".join((*now, "")), encoding="utf-8")
    if asked.against is None:
        return 0
    changed = difference(asked.against.read_text(encoding="utf-8").splitlines(), now)
    print("\n".join(changed) or f"the same {len(now)} sentences")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
