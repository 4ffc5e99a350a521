"""Let robots play match after match at a real `tapete station`, kill its parts at random, and measure whether anything grows.

    python tools/soak.py --matches 1000 --data build/soak

The station runs as a process of its own; its console is the simulated one, whose board is another process and whose clock runs fast.
The robots are people to it: they choose a game on the big screen, declare on the phones of seats over HTTP, press the console, take the
record home. What is legal they learn from the position that the station tells. A screen keeps its event stream open all the while: with
`--browser` it is a Chromium, which must show the newest entry by itself after each kill and at each end, and must not grow either.

While the first part of the matches is played the station is killed (-9) now and then; console and screen are, all the time. After each kill
the same match must be on the screen again within ten seconds, with every entry that was acknowledged. Memory is compared within one life of
the process, since a new one begins small. Ends with 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import httpx
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # started as a file, this folder is no package

from tapete import cards, games
from tapete.core import codec
from tapete.core import position as positions
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tools.soak_parts import BrowserPart, ConsolePart, HostPart, ScreenPart

LONGEST = 220
"""Entries after which a seat gives up, so that no match by chance takes for ever; another number by --longest."""

PRESSED = 0.3
"""The share of what a button can say that is said by a button; the rest comes from phones, which are faster."""

PATIENCE_S = 60.0
"""How long a station may take to show what is waited for before the soak calls it stuck."""

BACK_S = 10.0
"""Within so long of the restart the match must be on the screen again."""

PRESS_S = 0.3
"""How long a press may take to become an entry; then it is pressed again, as people do: the panel may not have shown its question yet."""

PRESSING_S = 20.0
"""How long a button that the table waits for may mean nothing: a console that was killed has to come back first."""

GROWTH = 1.05
"""How much memory may grow within one life after its first hundred matches."""

LONG_LIFE = 130
"""Matches of a life of which memory is judged."""


class Stuck(Exception):
    """The station does not come to what is waited for."""


class Tally(Struct):
    """What happened."""

    matches: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    given_up: Counter[str] = Counter()
    pressed: int = 0
    refused: Counter[str] = Counter()
    faults: list[str] = []
    back_s: list[float] = []
    seen_s: list[float] = []
    kills: Counter[str] = Counter()
    lives: list[list[dict[str, int]]] = []


class Soak:
    """One run.

    Args:
        data: folder of the station.
        matches: how many.
        of: which games, in turn.
        kills: how often, on the average, in a hundred matches: host (in the first part), console, screen.
        speed: of the console's clock.
        back_s: within how many seconds of the host's restart the match must be on the screen again.
        longest: entries after which a seat gives up.
        browser: a Chromium that is the screen; without it the screen is its event stream alone.
        seed: of all whims.
        said: told what happens, line by line.
    """

    def __init__(
        self,
        data: Path,
        matches: int,
        of: Sequence[str],
        *,
        kills: tuple[int, int, int] = (20, 5, 10),
        speed: float = 8.0,
        back_s: float = BACK_S,
        longest: int = LONGEST,
        browser: str | None = None,
        seed: int = 1,
        said: Callable[[str], None] = print,
    ) -> None:
        self.tally = Tally(
            matches=Counter(),
            entries=Counter(),
            given_up=Counter(),
            refused=Counter(),
            faults=[],
            back_s=[],
            seen_s=[],
            kills=Counter(),
            lives=[[]],
        )
        self._data, self._matches, self._of, self._kills, self._said = data, matches, of, kills, said
        self._rng, self._back_s, self._longest = random.Random(seed), back_s, longest
        self._rules: dict[str, Rules[Any]] = {}
        self._console = ConsolePart(data / "console", speed)
        self._host = HostPart(data, self._console.link)
        self._browser = browser
        self._screen: ScreenPart | BrowserPart | None = None
        self._match, self._acknowledged = "", 0

    def run(self) -> Tally:
        """Play them all; everything that was started is ended."""
        with self._console, self._host:
            self._screen = BrowserPart(self._host, self._browser, self._data / "browser") if self._browser else ScreenPart(self._host)
            try:
                for number in range(self._matches):
                    self._one(number, self._of[number % len(self._of)])
            finally:
                self._screen.close()
        return self.tally

    # ---- one match

    def _one(self, number: int, game: str) -> None:
        self._sit_down(game)
        self._match = self._wait(self._match_on_screen, "a match on the screen")
        due = self._due(number)
        turn = 0
        self._acknowledged = 0
        while True:
            told = self._ask("position")
            self._seen(told["seq"])
            rules, state = self._understood(told["position"])
            if rules.result(state) is not None:
                break
            for what, at in due:
                if at == turn:
                    self._kill(what)
            due = [(what, at) for what, at in due if at != turn]
            if told["seq"] <= self._longest:
                self._act(rules, state, told["seq"])
            elif not self._give_up(rules, state, told["seq"]):
                break
            turn += 1
        self.tally.matches[game] += 1
        self.tally.entries[game] += told["seq"]
        self._go_home(ended=rules.result(state) is not None)
        self._measure(number)

    def _due(self, number: int) -> list[tuple[str, int]]:
        """Which parts are killed during this match, and at which turn."""
        found = []
        for what, often in zip(("host", "console", "screen"), self._kills, strict=True):
            lasting = what == "host" or (what == "screen" and self._browser is not None)
            if lasting and number >= max(1, self._matches * 15 // 100):  # memory is judged within one life
                continue
            if self._rng.randrange(100) < often:
                found.append((what, self._rng.randrange(3, 25)))
        return found

    def _sit_down(self, game: str) -> None:
        """Choose on the screen, as fingers do; again from the beginning where a late press of the console has chosen something else."""
        for _ in range(5):
            self._wait(self._begun_anew, "the beginning")
            self._host.press_screen(do="here")
            self._host.press_screen(choose=game)
            for _ in range(2):
                values = re.findall(r'name="choose" value="([^"]+)"', self._host.screen())
                if not values or "free" in values or self._match_on_screen():
                    break
                self._host.press_screen(choose=self._rng.choice([value for value in values if value.isdecimal()] or values))
            if not self._match_on_screen():
                self._host.press_screen(choose="free")
            if self._match_on_screen():
                return

    def _begun_anew(self) -> bool:
        """Whether nobody is at the station; else people go back, from a question or from a result."""
        if 'data-station="attract"' in self._host.screen():
            return True
        self._host.press_screen(do="back")
        return False

    def _seen_by_people(self, stage: str) -> None:
        """The browser shows the newest entry in time."""
        if not isinstance(self._screen, BrowserPart):
            return
        screen, seq, began = self._screen, self._acknowledged, time.monotonic()
        self._wait(lambda: screen.shows(stage, self._match, seq), f"entry {seq} in the browser")
        took = time.monotonic() - began
        self.tally.seen_s.append(took)
        if took > self._back_s:
            self._fault(f"{self._match}: entry {seq} was seen in the browser after {took:.1f} s")

    def _go_home(self, ended: bool) -> None:
        """Take the record, look at the end, leave."""
        self._seen_by_people("end")
        last = json.loads(self._host.get(f"/match/{self._match}/export").text.splitlines()[-1])
        if bool(last["result"]) != ended or last["entries"] < self._acknowledged:
            self._fault(f"{self._match}: the record ends with {last}")
        self._host.screen()
        self._host.press_screen(do="back")

    def _match_on_screen(self) -> str:
        found = re.search(r"/match/([a-z2-9]{8})", self._host.screen())
        return found[1] if found else ""

    # ---- acting

    def _understood(self, plain: dict[str, Any]) -> tuple[Rules[Any], Any]:
        position = positions.read(plain)
        of = json.dumps([position.game, position.options, position.catalogue], sort_keys=True)
        if of not in self._rules:
            self._rules[of] = cards.bind(position.game, position.options, position.catalogue)
        return self._rules[of], positions.load(self._rules[of], position)

    def _act(self, rules: Rules[Any], state: Any, seq: int) -> None:
        """One thing that a person owes: by a button of the console, or on a phone."""
        owed = self._rng.choice(rules.awaiting(state))
        buttons = {"die": "roll", "ready": "lock", "pass": "lock", "bid": "lock"}
        if owed.seat is not None and owed.meaning in buttons and self._rng.random() < PRESSED:
            self._press(state.seats.index(owed.seat), buttons[owed.meaning], seq)
        else:
            self._declare(rules, state, owed)

    def _press(self, panel: int, button: str, seq: int) -> None:
        """Press until something happens."""
        until = time.monotonic() + PRESSING_S
        while time.monotonic() < until:
            if self._console.press(panel, button) and self._moved(seq):
                self.tally.pressed += 1
                return
        self._fault(f"{self._match}: {button} of panel {panel} means nothing after entry {seq}, and is waited for")

    def _moved(self, seq: int) -> bool:
        """Whether a press becomes an entry in time."""
        until = time.monotonic() + PRESS_S
        while time.monotonic() < until:
            if self._ask("result")["seq"] > seq:
                return True
            time.sleep(0.02)
        return False

    def _declare(self, rules: Rules[Any], state: Any, owed: Owed) -> None:
        for sealing in rules.game.sealings:
            if name_of(sealing.lock) in owed.actions and owed.seat is not None:
                domain = sealing.domain(rules.board(state), owed.seat)
                if domain is not None:
                    secret = codec.builtins(domain.sample(self._rng))
                    self._do({"action": name_of(sealing.lock), "seat": owed.seat, sealing.secret: secret}, owed.seat)
                    return
        others = frozenset(name_of(kind) for kind in rules.game.actions) - set(owed.actions)
        action = rules.sample(state, self._rng, owed.seat, avoid=others)
        if action is None:  # what it needs is not public (a seal that the console holds): a person lifts the locks
            action = rules.sample(state, self._rng, None, avoid=others)
        if action is None:
            time.sleep(0.02)
            return
        plain = {"action": name_of(type(action)), **codec.builtins(action)}
        self._do(plain, cast("Seat | None", plain.get("seat")))

    def _give_up(self, rules: Rules[Any], state: Any, seq: int) -> bool:
        """A seat concedes as soon as it may; where nobody ever can, people press "finish here", and the match has no result (False)."""
        if not any(name_of(kind) == "concede" for kind in rules.game.actions):
            self.tally.given_up[rules.game.name] += 1
            self._host.press_screen(do="stop")
            return False
        willing = [seat for seat in state.seats if "concede" in rules.legal(state, seat)]
        if willing:
            seat = self._rng.choice(willing)
            self.tally.given_up[rules.game.name] += 1
            self._do({"action": "concede", "seat": seat}, seat)
        else:
            self._act(rules, state, seq)
        return True

    def _do(self, action: dict[str, Any], seat: Seat | None) -> None:
        said = self._host.api(f"/api/match/{self._match}", {"do": action}, self._match, seat)
        if said["ok"]:
            self._seen(said["seq"])
        else:
            self.tally.refused[said["refusals"][0]["code"]] += 1

    def _ask(self, what: str) -> dict[str, Any]:
        return cast("dict[str, Any]", self._host.get(f"/api/match/{self._match}", ask=what).json())

    def _fault(self, what: str) -> None:
        """Something is wrong: noted, and said at once."""
        if what not in self.tally.faults:
            self._said(f"FAULT {what} (load of this computer: {os.getloadavg()[0]:.1f})")
        self.tally.faults.append(what)

    def _seen(self, seq: int) -> None:
        if seq < self._acknowledged:
            self._fault(f"{self._match}: entry {self._acknowledged} was acknowledged, and now there are {seq}")
        self._acknowledged = seq

    # ---- killing

    def _kill(self, what: str) -> None:
        self.tally.kills[what] += 1
        if what == "console":
            self._console.kill_and_start()
            return
        if what == "screen":
            assert self._screen is not None
            self._screen.kill_and_start()
            self._seen_by_people("play")
            return
        self._host.kill()
        began = time.monotonic()
        self._host.start()
        self._wait(lambda: self._match_on_screen() == self._match, "the same match on the screen")
        took = time.monotonic() - began
        self.tally.back_s.append(took)
        self.tally.lives.append([])
        if took > self._back_s:
            self._fault(f"{self._match}: back on the screen after {took:.1f} s")
        self._seen(self._ask("result")["seq"])
        self._seen_by_people("play")

    def _wait(self, happened: Callable[[], Any], what: str) -> Any:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                if found := happened():
                    return found
            except httpx.TransportError:
                time.sleep(0.02)
        raise Stuck(f"no {what} within {PATIENCE_S:.0f} s; match {self._match}; {self._host.output()}")

    # ---- measuring

    def _measure(self, number: int) -> None:
        health = self._host.get("/health").json()
        files = sum(path.stat().st_size for path in self._data.iterdir() if path.is_file())
        now = {name: health[name] for name in ("memory_bytes", "threads", "open_files", "open_matches", "open_pages", "errors")}
        if isinstance(self._screen, BrowserPart):
            now |= self._screen.figures()
        self.tally.lives[-1].append({**now, "journal_bytes": health["journal"]["bytes"], "data_bytes": files})
        if health["errors"]:
            self._fault(
                f"{self._match}: {health['errors']} errors in the log, the last: {health['last_error']}; it said {self._host.output()}"
            )
        if number % 10 == 9 or number + 1 == self._matches:
            self._said(
                f"{number + 1:5} matches  {now['memory_bytes'] / 2**20:6.1f} MiB  {now['threads']:3} threads  {now['open_files']:3} files"
                f"  {files / 2**20:6.1f} MiB on disk  kills {dict(self.tally.kills)}  faults {len(self.tally.faults)}"
            )


def growth(life: Sequence[dict[str, int]], name: str) -> float:
    """By what factor a figure grew within a life: the mean of the last tenth over that of the ten after the hundredth."""
    first = [one[name] for one in life[100:110]]
    last = [one[name] for one in life[-max(10, len(life) // 10) :]]
    return (sum(last) / len(last)) / (sum(first) / len(first))


def judged(tally: Tally) -> list[str]:
    """Everything that was wrong."""
    faults = list(dict.fromkeys(tally.faults))
    for life in tally.lives:
        if len(life) >= LONG_LIFE:
            judged = ("memory_bytes", "threads", "open_files", "page_heap_bytes", "page_nodes", "page_listeners")
            grown = {name: growth(life, name) for name in judged if name in life[-1]}
            faults += [
                f"{name} grew by a factor of {factor:.3f} over {len(life)} matches" for name, factor in grown.items() if factor > GROWTH
            ]
    return faults


def told(tally: Tally) -> str:
    """The table."""
    lines = ["game         matches  entries  given up"]
    lines += [f"{game:12} {number:7} {tally.entries[game]:8} {tally.given_up[game]:9}" for game, number in sorted(tally.matches.items())]
    lines.append(f"{'all':12} {tally.matches.total():7} {tally.entries.total():8} {tally.given_up.total():9}")
    lines.append(f"killed: {dict(tally.kills)}; entries by the console's buttons: {tally.pressed}; refused: {dict(tally.refused)}")
    if tally.back_s:
        slowest = max(tally.back_s)
        lines.append(
            f"back on the screen after a kill of the host: {sorted(tally.back_s)[len(tally.back_s) // 2]:.1f} s, slowest {slowest:.1f} s"
        )
    if tally.seen_s:
        lines.append(f"seen in the browser: {sorted(tally.seen_s)[len(tally.seen_s) // 2]:.1f} s, slowest {max(tally.seen_s):.1f} s")
    for number, life in enumerate(tally.lives):
        if len(life) >= LONG_LIFE:
            first, last = life[100], life[-1]
            lines.append(
                f"life {number}, {len(life)} matches: memory {first['memory_bytes'] / 2**20:.1f} -> {last['memory_bytes'] / 2**20:.1f} MiB"
                f" (x {growth(life, 'memory_bytes'):.3f}), files open {first['open_files']} -> {last['open_files']},"
                f" threads {first['threads']} -> {last['threads']},"
                f" data {first['data_bytes'] / 2**20:.1f} -> {last['data_bytes'] / 2**20:.1f} MiB"
            )
            if "page_nodes" in last:
                lines.append(
                    f"  the page: heap {first['page_heap_bytes'] / 2**20:.2f} -> {last['page_heap_bytes'] / 2**20:.2f} MiB,"
                    f" nodes {first['page_nodes']} -> {last['page_nodes']},"
                    f" listeners {first['page_listeners']} -> {last['page_listeners']}"
                )
    return "\n".join(lines)


def main() -> int:
    """Run the command line; 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--games", default=",".join(games.names()), help="names, with commas (all that are installed)")
    parser.add_argument("--data", type=Path, help="folder of the station, new or empty (a passing one)")
    parser.add_argument("--browser", help="a Chromium that is the screen (needs the extra `browser`); without it the screen is its line")
    parser.add_argument("--longest", type=int, default=LONGEST, help="entries after which a seat gives up")
    parser.add_argument("--speed", type=float, default=8.0, help="of the console's clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", default="20,5,10", help="of host, console and screen in a hundred matches")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is ended too
    host, console, screen = (int(part) for part in chosen.kills.split(","))
    with tempfile.TemporaryDirectory(prefix="tapete-soak-", ignore_cleanup_errors=True) as passing:
        data = chosen.data or Path(passing)
        data.mkdir(parents=True, exist_ok=True)
        soak = Soak(
            data,
            chosen.matches,
            chosen.games.split(","),
            kills=(host, console, screen),
            speed=chosen.speed,
            longest=chosen.longest,
            browser=chosen.browser,
            seed=chosen.seed,
        )
        try:
            soak.run()
        except Stuck as stuck:
            soak.tally.faults.append(str(stuck))
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
    print(told(soak.tally))
    faults = judged(soak.tally)
    for fault in faults:
        print(f"FAULT {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
