"""What a run costs, in seconds of a processor: of each test, of each group of docs/proofs.toml, and of the whole form.

A test that takes longer than its marker allows fails, and so does a run that takes more than its form may (docs/testing.md). What child
processes use counts once they have ended; a browser that stays counts at the end of the run.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Generator
from typing import Any, Final

import pytest

from tests import run_forms
from tools import proofs

TEST: Final = {"quick": 2.9, "usual": 40.0, "long": 300.0}
"""Seconds of a processor for one test of a form. A busy computer needs up to three times what a quiet one does."""

FORM: Final = {"quick": 130.0, "usual": 900.0, "long": 5000.0}
"""Seconds of a processor for all tests of a form."""

SPENT = pytest.StashKey[float]()
NOT_INPUTS = pytest.StashKey[set[str]]()
"""Files that the tests of the run's one group read, and that are no inputs of it."""

INCOMPLETE = pytest.StashKey[set[str]]()
"""Groups of which a test was left out, because something that it needs is not here."""


def used() -> float:
    """Give the seconds of a processor that this process and its ended children have used."""
    if sys.platform == "win32":
        return time.process_time()
    import resource

    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def too_much(form: str, seconds: float) -> str | None:
    """Say that one test used more than its form allows; None if it did not."""
    most = TEST.get(form)
    if most is None or seconds <= most:
        return None
    marker = next(
        (marker for marker, first in run_forms.FIRST.items() if run_forms.FORMS.index(first) > run_forms.FORMS.index(form)), "nightly"
    )
    return f"this test took {seconds:.1f} s of a processor, and the {form} form allows {most:.1f}: make it cheaper, or mark it `{marker}`"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Begin to count."""
    item.stash[SPENT] = used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the report what the test used so far, and let it fail where that is too much."""
    report = yield
    spent = used() - item.stash[SPENT]
    if report.when == "call" and report.passed and (said := too_much(run_forms.form(), spent)):
        report.outcome, report.longrepr = "failed", said
    if report.when == "teardown":
        report.user_properties.append(("cpu_s", round(spent, 3)))
    return report


class Counting:
    """Sums up, in the process that is asked for the run, what its workers report."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.groups: dict[str, Counter[str]] = {}
        self.cpu_s: dict[str, float] = {}
        self.total = 0.0
        self.begun = used()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a report for the group of its test, and name a failure at once: a run that is stopped has told it."""
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            terminal.ensure_newline()
            terminal.write_line(f"{report.nodeid}: {crash.message if crash else report.longrepr}"[:400].replace("\n", " "), red=True)
        name = proofs.group_of(report.nodeid) or ""
        counted = self.groups.setdefault(name, Counter())
        if report.failed or (report.when == "call" and report.passed):
            counted["failed" if report.failed else "passed"] += 1
        spent = (
            next((float(str(value)) for what, value in report.user_properties if what == "cpu_s"), 0.0)
            if report.when == "teardown"
            else 0.0
        )
        self.cpu_s[name] = self.cpu_s.get(name, 0.0) + spent
        self.total += spent

    def all_used(self) -> float:
        """Give what the run used: with ended workers and their browsers where the system counts them."""
        return max(self.total, used() - self.begun)

    def is_whole(self, name: str) -> bool:
        """Whether the run was asked for all tests of a group, in a form that has them all, and left none out."""
        config = self.config
        if run_forms.form() not in ("long", "nightly") or name in config.stash[INCOMPLETE]:
            return False
        if any(config.getoption(option, None) for option in ("keyword", "markexpr", "deselect", "lf", "ignore", "ignore_glob", "maxfail")):
            return False
        asked = [os.path.relpath(config.invocation_params.dir / argument, proofs.ROOT) for argument in config.args]
        places = {place.partition("::")[0] for place in proofs.register()[name].tests}
        return all(any(proofs.within(place, one) for one in asked) for place in places)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write what each group did; fail a run that used more than its form may."""
        proofs.BUILD.mkdir(parents=True, exist_ok=True)
        names = {
            name: {"passed": one["passed"], "failed": one["failed"], "cpu_s": self.cpu_s[name], "whole": self.is_whole(name)}
            for name, one in self.groups.items()
            if name
        }
        (proofs.BUILD / "session.json").write_text(json.dumps(names), encoding="utf-8")
        most = FORM.get(run_forms.form())
        too_much = most is not None and self.all_used() > most
        if (too_much or self.config.stash[NOT_INPUTS]) and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what the run used, and what it may."""
        read = self.config.stash[NOT_INPUTS]
        for name in sorted(read):
            terminalreporter.write_line(f"{name} was read and is no input of the group (docs/proofs.toml)", red=True)
        most = FORM.get(run_forms.form())
        if most is None:
            return
        said = f"processor seconds: {self.all_used():.0f} of {most:.0f} that the {run_forms.form()} form may use"
        terminalreporter.write_line(said, red=self.all_used() > most)


class Tracing:
    """Notes which files of the repository the tests of one group open and load; what is no input of it ends the run with an error."""

    def __init__(self, name: str) -> None:
        self.name, self.opened, self.begun = name, set[str](), False
        sys.addaudithook(self.heard)

    def heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note a file that is opened (an audit hook of Python)."""
        if event == "open" and self.begun and isinstance(arguments[0], str):
            self.opened.add(arguments[0])

    def pytest_runtest_setup(self) -> None:
        """Begin with the first test: reading all tests is no part of what they depend on."""
        self.begun = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Compare what was opened and loaded with the inputs; a worker tells the controller."""
        if not self.begun:
            return
        self.begun = False
        loaded = {path for module in [*sys.modules.values()] if (path := getattr(module, "__file__", None))}
        read = {os.path.relpath(path, proofs.ROOT) for path in self.opened | loaded if path.startswith(f"{proofs.ROOT}{os.sep}")}
        missing = sorted(read & set(proofs.files()) - set(proofs.inputs(proofs.register()[self.name])))
        session.config.stash[NOT_INPUTS] |= set(missing)
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output["not_inputs"] = missing
