"""`tapete console doctor`: look at one console from the port to the last counter, and say what to do about each thing found.

It only listens: presses and locked bids that wait for a match stay on the console.
"""

from __future__ import annotations

import platform
import queue
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from tapete import __version__
from tapete.console import copying, find, settings_file
from tapete.console.client import Console, ConsoleState
from tapete.console.clock import REAL_TIME, Clock, Mail
from tapete.console.firmware import firmware_path
from tapete.console.port import OpenPort, Port
from tapete.console.reports import Connected, ConsoleReport, ProtocolMismatch, Reported, Unreachable
from tapete.console.troubles import Finding, wired
from tapete_console import wire

PATIENCE_S = 6.0
"""A console says hello within a second of the port's opening, after a reset within three."""

STATUS_S = 1.5
"""`status` comes each second."""

LOW_MEMORY = 30_000
"""Bytes. With less a long scene may no longer find a place in one piece."""

SLOW_TURN_MS = 50
"""A redraw of four panels takes 13 ms; a press is felt as late from about 100 ms."""


class Examination(Struct, frozen=True):
    """What the doctor found: the findings, the worst first, and the figures they rest on."""

    port: str | None
    healthy: bool
    findings: tuple[Finding, ...]
    versions: dict[str, str | int]
    state: ConsoleState


def shipped_firmware() -> str:
    """The version of the firmware that comes with this program. Raises FileNotFoundError."""
    text = (firmware_path() / "lib" / "tapete_console" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^VERSION = "([^"]+)"', text, re.MULTILINE)
    return found.group(1) if found else "?"


def examine(
    port: str | None = None, say: Callable[[str], None] = lambda step: None, *, clock: Clock = REAL_TIME, open_port: OpenPort = Port
) -> Examination:
    """Examine the console at a port (any that `serial_for_url` takes), or the first one found.

    Args:
        port: where; None: look for it.
        say: gets "port", "hello" and "status" as each step begins, to show progress.
        clock: whose time counts.
        open_port: opens the port.
    """
    findings: list[Finding] = []
    say("port")
    if port is None:
        found = [console for console in find.consoles() if console.named or console.unnamed]
        if not found:
            return _report(None, [find.missing(), *drive_findings()], ConsoleState())
        port = find.any_console() or found[0].port
        if len(found) > 1:
            findings.append(Finding("several_consoles", {"count": len(found), "port": port}))
    events: Mail[ConsoleReport] = clock.mail()
    console = Console(port, events.put, acknowledge=False, clock=clock, open_port=open_port)
    try:
        say("hello")
        findings += _greet(events, port, clock)
        if console.state.connected:
            say("status")
            console.ask_status()
            findings += _listen(events, STATUS_S, clock)
            findings += [finding for finding in judge(console.state) if finding not in findings]
    finally:
        state = console.state
        console.close()
    return _report(port, findings + drive_findings(), state)


def drive_findings(drives: Callable[[], Iterable[Path]] = lambda: copying.drives()) -> list[Finding]:
    """What is wrong on the drives of consoles that are in reach: files, the start's own words, settings.toml line by line."""
    ours = [drive for drive in drives() if (drive / copying.PACKAGE).is_dir()]
    findings = []
    for drive in ours:
        findings += copying.compared(drive)
        if (failed := copying.boot_trouble(drive)) is not None:
            findings.append(failed)
        findings += settings_file.judge_drive(drive)
    return findings


def _greet(events: Mail[ConsoleReport], port: str, clock: Clock) -> list[Finding]:
    """Wait for hello, or for the reason why none comes."""
    until = clock.now() + PATIENCE_S
    while (left := until - clock.now()) > 0:
        try:
            event = events.get(timeout=left)
        except queue.Empty:
            break
        match event:
            case Connected():
                return []
            case Unreachable(finding) | ProtocolMismatch(finding=finding):
                return [finding]
    return [Finding("no_answer", {"port": port})]


def _listen(events: Mail[ConsoleReport], seconds: float, clock: Clock) -> list[Finding]:
    """What the console reports meanwhile."""
    findings: list[Finding] = []
    until = clock.now() + seconds
    while (left := until - clock.now()) > 0:
        try:
            event = events.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(event, Reported) and event.finding not in findings:
            findings.append(event.finding)
    return findings


def judge(state: ConsoleState) -> list[Finding]:
    """What the figures of the console and of our end of the link mean."""
    findings = []
    shipped = shipped_firmware()
    if state.firmware != shipped:
        findings.append(Finding("firmware_differs", {"theirs": state.firmware, "ours": shipped}))
    findings += [wired(fault) for fault in state.faults]
    if state.why == "watchdog":
        findings.append(Finding("started_by_watchdog"))
    status = state.status
    if status is None:
        return [*findings, Finding("no_answer", {"port": state.url})]
    if 0 < status.free < LOW_MEMORY:  # 0: a simulated console, which has no memory to speak of
        findings.append(Finding("memory_low", {"free": status.free}))
    if status.free and status.turn > SLOW_TURN_MS:  # the turns of a simulated one tell how busy this computer is
        findings.append(Finding("loop_slow", {"turn": status.turn, "limit": SLOW_TURN_MS}))
    if status.bad or state.counters.bad:
        findings.append(Finding("lines_damaged", {"host": state.counters.bad, "console": status.bad}))
    if status.resent:
        findings.append(Finding("lines_repeated", {"resent": status.resent}))
    if status.dropped:
        findings.append(Finding("presses_dropped", {"dropped": status.dropped}))
    if status.limited:
        findings.append(Finding("power_limited", {"limited": status.limited}))
    return findings


_ORDER = ("fault", "warning", "note", "good")


def _report(port: str | None, findings: list[Finding], state: ConsoleState) -> Examination:
    healthy = not any(finding.weight in ("fault", "warning") for finding in findings)
    if healthy:
        findings = [*findings, Finding("healthy", {"port": port or ""})]
    ordered = tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.weight)))
    return Examination(port, healthy, ordered, versions(state), state)


def versions(state: ConsoleState) -> dict[str, str | int]:
    """What is known of the software on either end; of this computer its system and Python, and nothing that identifies it."""
    told: dict[str, str | int] = {"tapete": __version__, "protocol": wire.PROTOCOL, "firmware_shipped": shipped_firmware()}
    told |= {"system": f"{platform.system()} {platform.release()}", "machine": platform.machine(), "python": platform.python_version()}
    return told | ({"firmware": state.firmware} if state.firmware else {})
