"""Read translations at run time. A damaged catalogue file cannot end the program.

English stands in for a missing or broken message, and the log names catalogue and message once. The tools find the same before
(`tools/translations.py check`); a translator's own folder (`TAPETE_LOCALE`) need not have met them.
"""

from __future__ import annotations

import gettext
import os
import re

STARTED_AS = "TAPETE_STARTED_AS"
"""The environment variable with the command that starts this program, if it is not `tapete`; run.py sets it."""

_STARTED = os.environ.get(STARTED_AS, "tapete")

_COMMANDS = r"(?<=[`“«])tapete(?= )"
"""A command in a sentence begins with this, in either kind of marks."""

# `re` compiles these when they are first needed: English needs none of them.
_PERCENT = r"%\((\w+)\)"
_PLURALS = r"nplurals\s*=\s*(\d+)"


def as_started(sentence: str) -> str:
    """Give a sentence with the commands in it as this reader types them: `python3 run.py resume` in place of `tapete resume`."""
    if _STARTED == "tapete" or "tapete " not in sentence:
        return sentence
    return re.sub(_COMMANDS, lambda _found: _STARTED, sentence)


def program() -> str:
    """Return the command that started this program."""
    return _STARTED


class English(gettext.NullTranslations):
    """The sentences of the sources themselves."""

    def gettext(self, message: str) -> str:
        return as_started(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return as_started(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return as_started(message)


class _NoTranslations(gettext.NullTranslations):
    """Answers with an empty text: it tells a missing message from one that is the same in both languages."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


class Translations(gettext.GNUTranslations):
    """The messages of one domain in one language; each is looked at when it is first asked for.

    Args:
        path: of the compiled file.

    Raises:
        OSError, ValueError: it cannot be read, or its plural rule is invalid.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: dict[str, str] = {}
        try:
            with open(path, "rb") as file:
                super().__init__(file)
            found = re.search(_PLURALS, self.info().get("plural-forms", ""))
            self._plurals = int(found[1]) if found else 2
            for number in range(12):
                self.form(number)
        except OSError:
            raise
        except Exception as fault:  # noqa: BLE001 - struct.error and whatever else a foreign file makes of gettext's reader
            raise ValueError(f"{type(fault).__name__}: {fault}") from None
        self.add_fallback(_NoTranslations())

    def form(self, number: int) -> int:
        """Return which of a word's forms a number asks for.

        Raises:
            ArithmeticError: the rule cannot be reckoned with this number.
        """
        return int(self.plural(number))  # type: ignore[attr-defined]  # gettext's own, which its types leave out

    def gettext(self, message: str) -> str:
        known = self._known.get(message)
        if known is None:
            known = self._known[message] = self._checked(super().gettext(message) if message else "", message, (message,))
        return known

    def pgettext(self, context: str, message: str) -> str:
        key = f"{context}\x04{message}"
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._checked(super().pgettext(context, message), message, (message,))
        return known

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        english = msgid1 if n == 1 else msgid2
        key = f"{english}\x00{self.form(abs(n))}"
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._checked(super().ngettext(msgid1, msgid2, n), english, (msgid1, msgid2))
        return known

    def problem(self, message: str, context: str | None = None) -> str | None:
        """Return what is wrong with the translation of a message; None if nothing is."""
        said = super().gettext(message) if context is None else super().pgettext(context, message)
        return self._problem(said, (message,))

    def _checked(self, said: str, english: str, sources: tuple[str, ...]) -> str:
        """Return a translation that can be filled as its message can; else the English, and the log says why."""
        if not english:
            return ""
        problem = self._problem(said, sources)
        if problem is not None:
            complain(f"{self._path}: {english!r}: {problem}; the English stands in")
            return as_started(english)
        return as_started(said)

    def _problem(self, said: str, sources: tuple[str, ...]) -> str | None:
        """Return what is wrong with a translation; None if nothing is."""
        if not said:
            return "not translated"
        if unknown := set(re.findall(_PERCENT, said)) - {name for source in sources for name in re.findall(_PERCENT, source)}:
            return f"no such hole: {', '.join(sorted(unknown))}"
        try:
            asked = [hole for source in sources for hole in _holes(source)]
        except ValueError:
            return None  # no template: it is shown as it stands
        try:
            given = _holes(said)
        except ValueError as fault:
            return str(fault)
        if unknown := {name for name, _ in given} - {name for name, _ in asked}:
            return f"no such hole: {', '.join(sorted(unknown))}"
        shown = {spec for name, spec in given if "|" not in spec and not (name.isupper() and spec == "words")}
        if unknown := shown - {spec for _, spec in asked} - {""}:
            return f"nothing is shown as: {', '.join(sorted(unknown))}"
        bad = sorted({name for name, spec in given if "|" in spec and spec.count("|") + 1 != self._plurals})
        return f"{self._plurals} words are wanted: {', '.join(bad)}" if bad else None


def _holes(text: str) -> list[tuple[str, str]]:
    """Return the holes of a sentence and how each is shown; JSON in a sentence has braces too, but no name in them.

    Raises:
        ValueError: a brace stands alone.
    """
    from string import Formatter  # here, because every import delays `tapete --help`

    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None and name[:1].isidentifier()]


def read(path: str) -> gettext.NullTranslations:
    """Return the translations of a file; none, and a line in the log, where it cannot be read."""
    try:
        return Translations(path)
    except (OSError, ValueError) as fault:
        complain(f"{path}: cannot be read ({fault}); the English stands in")
        return English()


def complain(problem: str) -> None:
    """Put a problem of a catalogue into the log."""
    import logging  # here, because a command that has nothing to complain of is not to wait for it

    logging.getLogger("tapete.texts").warning(problem)
