"""Keep the catalogues of every text: `update` after a text has changed, translate the `.po` files, `compile`.

    python tools/translations.py update | compile | check
    python tools/translations.py template FOLDER

There is one domain a game (`tapete-shazamm`: its package, its ledger and words, and what people see of it) and `tapete` for the rest;
click's own sentences (usage, errors) are extracted too, so that help is in one language. `check` proves what CI wants: nothing in the
sources is missing from a catalogue, nothing lacks a translation, every hole of a translation is a hole of its sentence and chooses among as
many words as there are forms. `template` writes what a translator into another language begins with, one `.pot` a domain. Compiled files
(`.mo`) are made anew by `tools/catalogues.py`; neither kind is in the repository.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import string
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tapete.core.value_words import words_of
from tools import catalogues

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "host" / "tapete"
CATALOGUES = SOURCES / "locale"

MARKS = {"_": 2, "N_": 1, "ngettext": 2}
"""What marks messages in Python, with how many texts each takes at the most."""

METHODS = [("**/templates/**.html", "jinja2"), ("**/templates/**.svg", "jinja2")]
OPTIONS = {"**/templates/**": {"silent": "false"}}
CLICK = Path(click.__file__).parent
CLICK_METHODS = [(f"{module}.py", "python") for module in ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types")]
"""The modules of click that speak to the person at the command line."""

PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")

FIXED = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands for every date in the files: what a catalogue holds depends on its texts alone."""


class Found(NamedTuple):
    """A message in the sources."""

    place: str
    message: str | tuple[str, ...]
    comments: list[str]
    context: str | None


def games() -> tuple[str, ...]:
    """The games of this distribution, by their packages."""
    return tuple(sorted(path.parent.name for path in SOURCES.glob("games/*/__init__.py")))


def domains() -> tuple[str, ...]:
    """Every domain of this distribution."""
    return ("tapete", *(f"tapete-{game}" for game in games()))


IMPORTS = re.compile(r"^from tapete\.games\.(\w+)\.language import .*\b_\b", re.M)


def domain_of(path: Path) -> str:
    """The domain in which a module marks its sentences: that of the game whose `_` it imports."""
    found = IMPORTS.search(path.read_text(encoding="utf-8")) if path.suffix == ".py" else None
    return f"tapete-{found[1]}" if found is not None else "tapete"


def messages(domain: str) -> Iterator[Found]:
    """Extract every message of a domain."""
    if domain == "tapete":
        for name, _line, message, said, context in extract_from_dir(CLICK, CLICK_METHODS, OPTIONS, comment_tags=("Translators:",)):
            yield Found(f"click/{Path(name).as_posix()}", message, said, context)
        yield from of_words(SOURCES / "presentation" / "labels.toml")
    else:
        yield from of_game(SOURCES / "games" / domain.removeprefix("tapete-"))
    for path in sorted(SOURCES.rglob("*.py")):
        if domain_of(path) == domain:
            yield from marked(path)
    if domain == "tapete":
        for name, _line, message, said, context in extract_from_dir(SOURCES, METHODS, OPTIONS, comment_tags=("Translators:",)):
            yield Found(f"host/tapete/{Path(name).as_posix()}", message, said, context)


def of_game(package: Path) -> Iterator[Found]:
    """The messages of a game that are data: the clauses of its ledger, and the words of its values and of its page."""
    label = f"host/tapete/{package.relative_to(SOURCES).as_posix()}"
    ledger = tomllib.loads((package / "ledger.toml").read_text(encoding="utf-8"))
    for entry in (*ledger.get("clause", ()), *ledger.get("ruling", ())):
        for word in ("says", "asks", "answer", "others", "why"):
            if word in entry:
                yield Found(f"{label}/ledger.toml", entry[word], [entry["id"]], None)
    yield from of_words(package / "words.toml")
    yield from of_words(SOURCES / "presentation" / package.name / "labels.toml")


def of_words(path: Path) -> Iterator[Found]:
    """The messages of a file of words; none where there is no such file."""
    if path.exists():
        for kind, words in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for says, context in words_of(words):
                yield Found(
                    f"host/tapete/{path.relative_to(SOURCES).as_posix()}", says, [kind] if path.name == "words.toml" else [], context
                )


def marked(path: Path) -> Iterator[Found]:
    """The messages that a module marks: `_("...")`, `_("...", "context")`, `N_("...")`, `ngettext("...", "...", n)`.

    Raises:
        ValueError: what is marked is no constant, so that no catalogue could hold it.
    """
    label = f"host/tapete/{path.relative_to(SOURCES).as_posix()}"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in MARKS:
            continue
        given = node.args[: MARKS[node.func.id]]
        if any(isinstance(arg, ast.JoinedStr | ast.BinOp) for arg in given):
            raise ValueError(f"{path}:{node.lineno}: only a constant can be marked")
        said = [arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if not said:  # translates what is marked elsewhere
            continue
        if node.func.id == "ngettext":
            yield Found(label, (said[0], said[1]), [], None)
        else:
            yield Found(label, said[0], [], said[1] if len(said) > 1 else None)


def empty(locale: str | None, domain: str) -> Catalog:
    """Begin a catalogue; `locale` is None for the template."""
    return Catalog(
        locale=locale,
        domain=domain,
        project="Tapete",
        version="1",
        charset="utf-8",
        fuzzy=False,
        creation_date=FIXED,
        revision_date=FIXED,
        last_translator="Tapete",
        language_team="Tapete",
        msgid_bugs_address="Tapete",
        header_comment="# Messages of Tapete: docs/translate.md says how holes are written.",
    )


def template(domain: str) -> Catalog:
    """Build the catalogue of all messages, without line numbers: they would change with every edit."""
    catalogue = empty(None, domain)
    for found in messages(domain):
        catalogue.add(found.message, locations=[(found.place, 0)], auto_comments=found.comments, context=found.context)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Write a catalogue as text, the same bytes each time."""
    output = io.BytesIO()
    write_po(output, catalogue, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return output.getvalue()


def languages() -> tuple[str, ...]:
    """The languages that have a folder of catalogues."""
    return tuple(sorted(path.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES")))


def place(language: str, domain: str) -> Path:
    """Where the translations of a domain are."""
    return CATALOGUES / language / "LC_MESSAGES" / f"{domain}.po"


def translated(language: str, domain: str) -> Catalog:
    """Read the translations of a domain; an empty catalogue when there is none yet."""
    catalogue = empty(language, domain)
    path = place(language, domain)
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                if message.id:
                    catalogue[message.id] = message
    return catalogue


def holes(text: str) -> dict[str, tuple[str, ...]]:
    """The holes of a sentence: by name the words that each one chooses among, at least of which one writing of it does.

    Raises:
        ValueError: a brace stands alone.
    """
    found: dict[str, tuple[str, ...]] = dict.fromkeys(PLACEHOLDER.findall(text), ())
    for _literal, name, spec, _conversion in string.Formatter().parse(text):
        if name is not None:
            forms = tuple(spec.split("|")) if spec and "|" in spec else ()
            found[name] = forms if len(forms) > len(found.get(name, ())) else found.get(name, ())
    return found


def _all(texts: Any) -> tuple[str, ...]:
    """One text, or the forms of one that depends on a number."""
    return tuple(texts) if isinstance(texts, (list, tuple)) else (texts,)


def wrong(message: Message, plurals: int) -> str | None:
    """What is wrong with the holes of a translation; None: nothing is.

    Args:
        message: with its translation.
        plurals: how many forms a number has in the language.
    """
    sources, targets = _all(message.id), _all(message.string)
    try:
        asked = {name for source in sources for name in holes(source)}
        given = [holes(target) for target in targets]
    except ValueError as fault:
        return f"a brace stands alone ({fault})"
    names = {name for one in given for name in one}
    if unknown := names - asked:
        return f"no such hole: {', '.join(sorted(unknown))}"
    if lost := asked - names:
        return f"holes left out: {', '.join(sorted(lost))}"
    bad = [name for one in given for name, forms in one.items() if forms and len(forms) != plurals]
    return f"{plurals} words are wanted: {', '.join(sorted(bad))}" if bad else None


def faults() -> list[str]:
    """Name everything that is not as it should be; empty when the catalogues are complete and current."""
    found: list[str] = []
    for domain in domains():
        current = template(domain)
        for language in languages():
            path = place(language, domain)
            try:
                catalogue = translated(language, domain)
            except (UnicodeDecodeError, PoFileError) as fault:
                found.append(f"{language}/{domain}: cannot be read: {fault}")
                continue
            wrong_here = [*_faults(current, catalogue)]
            if not wrong_here and path.read_bytes() != updated(catalogue, current):
                wrong_here = ["not current: tools/translations.py update"]
            found += [f"{language}/{domain}: {fault}" for fault in wrong_here]
    return found


def _faults(current: Catalog, catalogue: Catalog) -> Iterator[str]:
    for message in current:
        if not message.id:
            continue
        known = catalogue.get(message.id, message.context)
        if known is None:
            yield f"missing: {message.id!r} (tools/translations.py update)"
        elif known.fuzzy or not (all(known.string) if isinstance(known.string, tuple) else known.string):
            yield f"not translated: {message.id!r}"
        elif (fault := wrong(known, catalogue.num_plurals)) is not None:
            yield f"{message.id!r}: {fault}"


def updated(catalogue: Catalog, current: Catalog) -> bytes:
    """Bring a catalogue up to date with the messages of the sources; return it as text.

    Args:
        catalogue: the translations, changed in place.
        current: the template.
    """
    catalogue.update(current, no_fuzzy_matching=True)
    return written(catalogue)


def main() -> int:
    """Run the command line; 0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("update", "compile", "check", "template"))
    parser.add_argument("folder", nargs="?", type=Path, help="where `template` writes")
    given = parser.parse_args()
    if (given.task == "template") != (given.folder is not None):
        parser.error("`template` needs a folder, the other tasks take none")
    if given.task == "check":
        found = faults()
        print("\n".join(found) or "the catalogues are complete and current", file=sys.stderr if found else sys.stdout)
        return 1 if found else 0
    if given.task == "template":
        given.folder.mkdir(parents=True, exist_ok=True)
        for domain in domains():
            (given.folder / f"{domain}.pot").write_bytes(written(template(domain)))
    else:
        run(given.task)
    return 0


def run(task: str) -> None:
    """Do one task for every domain and language.

    Args:
        task: `update` takes new messages over from the sources, `compile` writes what gettext reads.
    """
    for domain in domains():
        current = template(domain) if task == "update" else None
        for language in languages():
            path = place(language, domain)
            catalogue = translated(language, domain)
            if current is not None:
                path.write_bytes(updated(catalogue, current))
            else:
                catalogues.write(path.with_suffix(".mo"), catalogue)


if __name__ == "__main__":
    sys.exit(main())
