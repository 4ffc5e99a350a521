"""The language of this process's commands, and of each request of a page.

Catalogues are those of `tapete.core.texts`: the English sentences are the messages, made by Babel (tools/translations.py). A command speaks
one language for its whole life (`speak`), so its `_` translates at once; everywhere else `_` only marks (`tapete.core.texts`).
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Mapping

from tapete.core.texts import LANGUAGES, Language, place_of, translations
from tapete.core.translated import Translations

__all__ = ["LANGUAGES", "N_", "Language", "_", "language_of", "ngettext", "preferred_language", "speak", "spoken", "translator"]

DOMAIN = "tapete"

_SETTINGS = ("TAPETE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment's words on language, the strongest first (gettext's order, after our own)."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a message for extraction where it is not shown yet; the code that shows it translates it."""
    return message


def _(message: str) -> str:
    """Translate a message of a command into the language that it speaks."""
    return translations(DOMAIN, spoken()).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Translate a message of a command that depends on a number."""
    return translations(DOMAIN, spoken()).ngettext(singular, plural, number)


def language_of(tag: str) -> Language | None:
    """Read a language tag or locale name; None for a language that Tapete does not speak.

    Args:
        tag: "es", "es-MX", "es_ES.UTF-8", "English_United States", "C" ...
    """
    start = tag.replace("-", "_").split("_")[0].split(".")[0].strip().lower()
    named = {"spanish": "es", "english": "en"}.get(start, start)
    return named if named in LANGUAGES else None


def preferred_language(environ: Mapping[str, str] = os.environ) -> Language:
    """Say which language the person at this computer reads: that of the first setting that says so, else English.

    Args:
        environ: the environment. LANGUAGE may hold several, separated by colons: the first one that Tapete speaks counts.
    """
    for name in _SETTINGS:
        for tag in environ.get(name, "").split(":"):
            if tag and (language := language_of(tag)):
                return language
            if tag and name != "LANGUAGE":
                return "en"
    if sys.platform == "win32":
        import locale  # only here is it needed: Windows sets no variable

        return language_of(locale.getlocale()[0] or "") or "en"
    return "en"


def translator(language: Language) -> gettext.NullTranslations:
    """Give the catalogue of a language, for one request of a page.

    Args:
        language: one of `LANGUAGES`.
    """
    return translations(DOMAIN, language)


def speak(language: Language) -> None:
    """Choose the language of this process's commands, click's own sentences included (they ask gettext's current domain).

    Args:
        language: one of `LANGUAGES`.
    """
    os.environ["LANGUAGE"] = language
    if (place := place_of(DOMAIN, language)) is None or not isinstance(translations(DOMAIN, language), Translations):
        return  # click's gettext would raise on a file that cannot be read
    gettext.bindtextdomain(DOMAIN, place)
    gettext.textdomain(DOMAIN)


def spoken() -> Language:
    """Say which language this process's commands speak (English before `speak`)."""
    return language_of(os.environ.get("LANGUAGE", "").partition(":")[0]) or "en"
