"""Keep the catalogues of pages and commands: `update` after a text has changed, translate es/LC_MESSAGES/tapete.po, `compile`.

`check` proves what CI wants: nothing in the sources is missing from the catalogue, nothing lacks its Spanish, every placeholder stands in
both, and the compiled file is that of the text. Click's own sentences (usage, errors) are extracted too, so that help is in one language.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "host" / "tapete"
CATALOGUES = SOURCES / "locale"
TEMPLATE = CATALOGUES / "tapete.pot"
SPANISH = CATALOGUES / "es" / "LC_MESSAGES" / "tapete.po"
COMPILED = SPANISH.with_suffix(".mo")

METHODS = [("**/templates/**.html", "jinja2"), ("**/templates/**.svg", "jinja2"), ("**.py", "python")]
OPTIONS = {"**/templates/**": {"silent": "false"}}
CLICK = Path(click.__file__).parent
CLICK_METHODS = [(f"{module}.py", "python") for module in ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")]
"""The modules of click that speak to the person at the command line."""

PLACEHOLDER = re.compile(r"\{([a-z_]\w*)(?:![rsa])?(?::[^{}]*)?\}|%\((\w+)\)[sd]")

FIXED = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands for every date in the files: what a catalogue holds depends on its texts alone."""


def messages() -> Iterator[tuple[str, str | tuple[str, ...], list[str], str | None]]:
    """Extract every message: file, message id (or singular and plural), comments for translators, context."""
    for folder, methods, label in ((SOURCES, METHODS, "host/tapete"), (CLICK, CLICK_METHODS, "click")):
        for name, _line, message, said, context in extract_from_dir(folder, methods, OPTIONS, comment_tags=("Translators:",)):
            yield f"{label}/{Path(name).as_posix()}", message, said, context


def empty(locale: str | None) -> Catalog:
    """Begin a catalogue; `locale` is None for the template."""
    return Catalog(
        locale=locale,
        project="Tapete",
        version="1",
        charset="utf-8",
        fuzzy=False,
        creation_date=FIXED,
        revision_date=FIXED,
        last_translator="Tapete",
        language_team="Tapete",
        msgid_bugs_address="Tapete",
        header_comment="# Messages of Tapete's pages and commands, and of click, which writes the help.",
    )


def template() -> Catalog:
    """Build the catalogue of all messages, without line numbers: they would change with every edit."""
    catalogue = empty(None)
    for name, message, said, context in messages():
        catalogue.add(message, locations=[(name, 0)], auto_comments=said, context=context)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Write a catalogue as text, the same bytes each time."""
    output = io.BytesIO()
    write_po(output, catalogue, width=120, sort_output=True, include_lineno=False)
    return output.getvalue()


def spanish() -> Catalog:
    """Read the Spanish catalogue; an empty one when there is none yet."""
    catalogue = empty("es")
    if SPANISH.exists():
        with SPANISH.open("rb") as file:
            for message in read_po(file, locale="es"):
                if message.id:
                    catalogue[message.id] = message
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue for gettext."""
    output = io.BytesIO()
    write_mo(output, catalogue)
    return output.getvalue()


def placeholders(texts: str | Iterable[str] | None) -> set[str]:
    """Give the names that a message, or all its plural forms together, puts values in for: `{name}` and `%(name)s`."""
    together = texts if isinstance(texts, str) else "\n".join(texts or ())
    return {name for pair in PLACEHOLDER.findall(together) for name in pair if name}


def faults() -> list[str]:
    """Name everything that is not as it should be; empty when the catalogues are complete and current."""
    found: list[str] = []
    current, catalogue = template(), spanish()
    if not TEMPLATE.exists() or TEMPLATE.read_bytes() != written(current):
        found.append("tapete.pot is not current: tools/translations.py update")
    for message in current:
        if not message.id:
            continue
        translated = catalogue.get(message.id, message.context)
        if translated is None:
            found.append(f"not in the Spanish catalogue: {message.id!r} (tools/translations.py update)")
        elif translated.fuzzy or not (all(translated.string) if isinstance(translated.string, tuple) else translated.string):
            found.append(f"without Spanish: {message.id!r}")
        elif lost := placeholders(translated.id) ^ placeholders(translated.string):
            found.append(f"{message.id!r}: not in both languages: {', '.join(sorted(lost))}")
    if not COMPILED.exists() or COMPILED.read_bytes() != compiled(catalogue):
        found.append("tapete.mo is not current: tools/translations.py compile")
    return found


def main() -> int:
    """Run the command line; 0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("update", "compile", "check"))
    task = parser.parse_args().task
    if task == "check":
        found = faults()
        print("\n".join(found) or "the catalogues are complete and current", file=sys.stderr if found else sys.stdout)
        return 1 if found else 0
    SPANISH.parent.mkdir(parents=True, exist_ok=True)
    if task == "update":
        TEMPLATE.write_bytes(written(template()))
        catalogue = spanish()
        catalogue.update(template(), no_fuzzy_matching=True)
        SPANISH.write_bytes(written(catalogue))
    if task == "compile":
        COMPILED.write_bytes(compiled(spanish()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
