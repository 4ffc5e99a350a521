"""Change every constant of a game's rules by one and list the sentences that go on stating the old figure.

    python tools/constants.py                          # 0 sentences: every text follows its rule
    python tools/constants.py --set shazamm BOOST=8    # what page, sheet and ledger say by other rules

A constant is a whole number of `games/<game>/constants.py`; its docstring names its clauses. A text shows it by a hole in capitals
(`{BOOST}`). A text near those clauses, or one without a clause (a lesson, a label), is stale when it states the old figure outside its
holes, in digits or in words, in any language. The ledgers' pages state figures as they are; `docs/inside/rules/figures.toml` binds them,
and `--write` puts the constants' figures into those rows. `tools/constants.toml` names the figures that are no constant's.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
import types
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "host" / "tapete"
PAGES = ROOT / "docs" / "inside" / "rules"
BOUND = PAGES / "figures.toml"
ALLOWED = ROOT / "tools" / "constants.toml"
GAMES = ("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")
CLAUSE = re.compile(r"[A-Z]{3}-(?:R\d+|S?\d+)")
HOLE = re.compile(r"\{[^{}]*\}")
NAMED_HOLE = re.compile(r"\{([A-Z][A-Z0-9_]+)[:}]")


class Constant(NamedTuple):
    """A constant of the rules.

    Args:
        name: in `constants.py`. value: its figure. clauses: in its docstring. derived: whether it follows from other constants.
        label: whether it is the number of a card, which is never written in words.
    """

    name: str
    value: int
    clauses: frozenset[str]
    derived: bool
    label: bool


class Said(NamedTuple):
    """A text of a game: where it stands, the clauses beside it (none: it may speak of anything), and its English with its context."""

    place: str
    clauses: frozenset[str]
    english: str
    context: str | None


class Stale(NamedTuple):
    """A sentence that states the old figure of a constant."""

    game: str
    constant: str
    place: str
    language: str
    says: str

    def __str__(self) -> str:
        return f"{self.game}, {self.constant}: {self.place} ({self.language}): {self.says}"


def path_of(game: str) -> Path:
    """Give the module of a game's constants."""
    return SOURCES / "games" / game / "constants.py"


def values(game: str, changes: Mapping[str, int] | None = None) -> dict[str, int]:
    """Reckon the constants of a game, with some of them changed.

    Raises:
        KeyError: a change names none that stands for itself.
    """
    tree = ast.parse(path_of(game).read_text(encoding="utf-8"))
    left = dict(changes or {})
    for node in ast.walk(tree):
        for name, value in _given(node):
            if name in left:
                value.value = left.pop(name)
    if left:
        raise KeyError(f"{game} has no constant {', '.join(left)} that is a plain number")
    found: dict[str, Any] = {}
    exec(compile(tree, str(path_of(game)), "exec"), found)
    return {name: value for name, value in found.items() if name.isupper() and isinstance(value, int)}


def _given(node: ast.AST) -> Iterator[tuple[str, ast.Constant]]:
    """Give the names that a statement sets to plain numbers."""
    if not isinstance(node, ast.Assign):
        return
    target, value = node.targets[0], node.value
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    given = value.elts if isinstance(value, ast.Tuple) else [value]
    for name, one in zip(names, given, strict=False):
        if isinstance(name, ast.Name) and isinstance(one, ast.Constant) and isinstance(one.value, int):
            yield name.id, one


@cache
def constants(game: str) -> tuple[Constant, ...]:
    """Give the constants of a game with the clauses of their docstrings."""
    now, found = values(game), []
    body = ast.parse(path_of(game).read_text(encoding="utf-8")).body
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if not isinstance(node, ast.Assign):
            continue
        said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
        plain = {name for name, _ in _given(node)}
        target = node.targets[0]
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            name = getattr(one, "id", "")
            if name in now:
                label = str(said).startswith("The number")
                found.append(Constant(name, now[name], frozenset(_clauses(str(said))), name not in plain, label))
    return tuple(found)


def _clauses(said: str) -> Iterator[str]:
    """Read the clauses in a docstring: `(SHZ-085, 086..088, R45)`."""
    for group in re.findall(r"\(([A-Z]{3}-[^()]*)\)", said):
        prefix = group[:4]
        for part in re.split("[,;] ", group.replace(prefix, "")):
            low, _to, high = part.partition("..")
            if re.fullmatch(r"R?\d+\.\.R?\d+", part):
                ruling = "R" if low.startswith("R") else ""
                width = len(low) - len(ruling)
                yield from (f"{prefix}{ruling}{n:0{width}d}" for n in range(int(low.lstrip("R")), int(high.lstrip("R")) + 1))
            elif re.fullmatch(r"R?\d+", part):
                yield prefix + part


@cache
def texts(game: str) -> tuple[Said, ...]:
    """Give every text of a game: what its modules and its presentation mark, their words that are data, and its ledger."""
    from tapete.core.value_words import words_of

    found: list[Said] = []
    for folder in (SOURCES / "games" / game, SOURCES / "presentation" / game):
        for path in sorted(folder.glob("*.py")):
            _marked(ast.parse(path.read_text(encoding="utf-8")), f"{folder.parent.name}/{game}/{path.name}", frozenset(), found)
        for path in (*folder.glob("words.toml"), *folder.glob("labels.toml")):
            place = f"{folder.parent.name}/{game}/{path.name}"
            found += [Said(place, frozenset(), *word) for word in words_of(tomllib.loads(path.read_text(encoding="utf-8")))]
    ledger = tomllib.loads((SOURCES / "games" / game / "ledger.toml").read_text(encoding="utf-8"))
    for entry in (*ledger["clause"], *ledger["ruling"]):
        near = frozenset((entry["id"], *entry.get("on", ())))
        found += [Said(entry["id"], near, entry[key], None) for key in ("says", "asks", "answer", "others", "why") if key in entry]
    return tuple(found)


def _marked(node: ast.AST, place: str, near: frozenset[str], found: list[Said]) -> None:
    """Collect the marked sentences below a node, each with the clauses of the innermost call that names some."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "_":
            said = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if said and isinstance(said[0], str):
                found.append(Said(f"{place}:{node.lineno}", near, said[0], str(said[1]) if len(said) > 1 else None))
            return
        own = [
            one for one in (*node.args, *(word.value for word in node.keywords)) if isinstance(one, ast.Constant | ast.Tuple) or _short(one)
        ]
        parts = [part for one in own for part in ast.walk(one)]
        named = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        named += [clause for part in parts for clause in _short(part)]
        near = frozenset(one for one in named if CLAUSE.fullmatch(one)) or near
    for below in ast.iter_child_nodes(node):
        _marked(below, place, near, found)


def _short(node: ast.AST) -> tuple[str, ...]:
    """The clauses that `clauses("SHZ-034–036")` of a lesson names; none of anything else."""
    match node:
        case ast.Call(func=ast.Name(id="clauses"), args=[ast.Constant(value=str(said))]):
            from tapete.presentation.teaching import clauses

            return clauses(said)
    return ()


def stale(game: str) -> list[Stale]:
    """Change each constant of a game by one, and give every sentence near it that goes on stating the old figure."""
    from tapete.core.texts import LANGUAGES, TextDomain

    by_name = {one.name: one for one in constants(game)}
    domain = TextDomain(f"tapete-{game}")
    known = tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get(game, {})
    allowed = {(one["says"], one["figure"]) for one in known.get("sentence", ())}
    names = re.compile("|".join([*known.get("names", ()), BOTH]))
    found: dict[Stale, None] = {}
    for constant in (one for one in by_name.values() if not one.derived):
        changed = values(game, {constant.name: constant.value + 1})
        moved = [one for one in by_name.values() if changed[one.name] != one.value]
        for said in texts(game):
            near = [one for one in moved if not said.clauses or said.clauses & one.clauses]
            if not near:
                continue
            for language in LANGUAGES:
                shown = HOLE.sub("{}", domain(said.english, said.context).in_(language))
                looked_at = names.sub("", shown)
                for one in near:
                    if states(looked_at, one, language, cited=bool(said.clauses)) and (said.english, one.value) not in allowed:
                        found[Stale(game, one.name, said.place, language, shown)] = None
    return list(found)


BOTH = r"\b[Ll][oa]s dos\b(?! \w+s\b)|\bthe two\b|\bdos veces\b"
"""How both of two are called, and `twice`."""


ORDINALS = {
    "en": {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"},
    "es": {3: "tercer[oa]?", 4: "cuart[oa]", 5: "quint[oa]", 6: "sext[oa]", 7: "séptim[oa]"},
}
"""`First` and `second` say little, and higher ones nobody writes."""


def states(shown: str, constant: Constant, language: str, *, cited: bool) -> bool:
    """Say whether a sentence states the figure of a constant, in digits or in words.

    Args:
        shown: the sentence, its holes empty. constant: as it was. language: of the sentence.
        cited: whether a clause of the constant stands beside it. If not, small figures say little: 0, 1, `one` and `two` do not count.
    """
    from tapete.core.texts import in_words

    words = [str(constant.value)] if cited or constant.value >= 2 else []
    if constant.value >= (2 if cited else 3) and not constant.label:
        words.append(in_words(constant.value, language))
    if (ordinal := ORDINALS.get(language, {}).get(constant.value)) is not None and not constant.label:
        shown = re.sub(rf"\b{ordinal}\b", str(constant.value), shown, flags=re.IGNORECASE)
    return any(re.search(rf"(?<![\w.]){re.escape(word)}(?!\w|[.]\d)", shown, re.IGNORECASE) for word in words)


def unknown(game: str) -> list[str]:
    """Give the holes in capitals that no constant fills."""
    names = set(values(game))
    return [f"{said.place}: {name}" for said in texts(game) for name in NAMED_HOLE.findall(said.english) if name not in names]


WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMERAL = re.compile(rf"(?<![\w{{#])(?:\d{{1,2}}|{'|'.join(WORDS[2:])})(?![\w}}])(?!\.\d)", re.IGNORECASE)
"""A figure in a page: one or two digits, or a word from `two` on. Three digits are a clause."""


class Row(NamedTuple):
    """A row of a ledger's page: its number in the file, its first cell, and its figures with their places."""

    line: int
    anchor: str
    figures: tuple[re.Match[str], ...]


def rows(text: str) -> Iterator[Row]:
    """Give the rows of the tables of a ledger's page by their first cell (a clause, the name of a constant), and its invariants."""
    section = ""
    for number, line in enumerate(text.splitlines()):
        section = line if line.startswith("## ") else section
        if "{#invariants}" in section and (invariant := re.match(r"(\d+)\. ", line)) is not None:
            yield Row(number, f"invariant {invariant[1]}", tuple(NUMERAL.finditer(line, invariant.end())))
        elif line.startswith("| ") and not line.startswith("| --"):
            anchor = line[2:].partition(" |")[0].strip()
            yield Row(number, anchor, tuple(NUMERAL.finditer(line, len(anchor) + 3)))


def read(figure: str) -> int:
    """Read a figure as a page has it."""
    return int(figure) if figure.isdigit() else WORDS.index(figure.lower())


def written(number: int, like: str) -> str:
    """Write a figure as the one was whose place it takes: digits, or words."""
    if like.isdigit() or number >= len(WORDS):
        return str(number)
    return WORDS[number].capitalize() if like[0].isupper() else WORDS[number]


def bound(game: str) -> dict[str, list[str]]:
    """Give what binds the figures of a ledger's page: to the anchor of a row a constant for each figure in it, `-` for none."""
    found = tomllib.loads(BOUND.read_text(encoding="utf-8")).get(game, {})
    return {anchor: names.split() for anchor, names in found.items()}


def differing(game: str, changes: Mapping[str, int] | None = None) -> tuple[list[str], str]:
    """Hold the figures of a ledger's page to the constants.

    Args:
        game: whose page. changes: constants with other values, to see that the page would be found wrong.

    Returns:
        what differs, and the page as it has to be.
    """
    path = PAGES / f"{game}.md"
    text, now, faults = path.read_text(encoding="utf-8"), values(game, changes), []
    lines, table = text.splitlines(), bound(game)
    for row in rows(text):
        names = table.pop(row.anchor, None)
        if names is None:
            continue
        if len(names) != len(row.figures):
            faults.append(f"{path.name}:{row.line + 1}: {row.anchor} has {len(row.figures)} figures, and figures.toml names {len(names)}")
            continue
        for name, figure in reversed(list(zip(names, row.figures, strict=True))):
            if name != "-" and read(figure[0]) != now[name]:
                faults.append(f"{path.name}:{row.line + 1}: {row.anchor} says {figure[0]}, and {name} is {now[name]}")
                lines[row.line] = lines[row.line][: figure.start()] + written(now[name], figure[0]) + lines[row.line][figure.end() :]
    faults += [f"{path.name}: there is no row {anchor}" for anchor in table]
    return faults, "\n".join(lines) + "\n"


def unbound(game: str) -> list[str]:
    """Give the rows and sentences of a ledger's page that state the figure of a constant of their clause, and that nothing binds.

    The tests play the worked examples, and are red where a figure of one is old.
    """
    text, table, found = (PAGES / f"{game}.md").read_text(encoding="utf-8"), bound(game), []
    rowed, section = {row.line for row in rows(text)}, ""
    for number, line in enumerate(text.splitlines()):
        section = line if line.startswith("## ") else section
        cited = set(_clauses(line))
        near = {one.value for one in constants(game) if cited & one.clauses}
        if number not in rowed and "{#examples}" not in section and any(read(figure[0]) in near for figure in NUMERAL.finditer(line)):
            found.append(f"{game}.md:{number + 1}: a sentence: say it without the figure")
    for row in rows(text):
        clause = row.anchor if CLAUSE.fullmatch(row.anchor) else None
        near = {one.value for one in constants(game) if clause in one.clauses}
        if row.anchor not in table and any(read(figure[0]) in near for figure in row.figures):
            found.append(f"{game}.md:{row.line + 1}: {row.anchor}")
    return found


def set_constants(game: str, changes: Mapping[str, int]) -> None:
    """Let this process play by other rules: put the changed constants where the game's modules will import them from.

    Args:
        game: not imported yet. changes: by name.
    """
    name = f"tapete.games.{game}.constants"
    if f"tapete.games.{game}" in sys.modules:
        raise RuntimeError(f"{game} is imported already")
    module = types.ModuleType(name)
    vars(module).update(values(game, changes))
    sys.modules[name] = module


def told(game: str) -> Iterator[str]:
    """Give what the five-minute page, the sheet, the lesson's fixed sentences and the ledger say, in every language."""
    from tapete import games, presentation
    from tapete.core.texts import LANGUAGES, Text
    from tapete.presentation import taught

    for language in LANGUAGES:
        for passage in taught.passages(games.need(game), language):
            yield f"page {language}: {passage.title}: {passage.says} {passage.look}"
        for chart in taught.charts(game):
            yield from (f"sheet {language}: {entry.says.in_(language)}" for entry in chart.entries)
        for guide in presentation.find(game).lessons:
            yield from (f"lesson {language}: {one.says.in_(language)}" for one in guide.instructions if isinstance(one.says, Text))
        for clause in games.need(game).clauses:
            yield f"ledger {language}: {clause.id}: {clause.says.in_(language)}"


def main() -> int:
    """Run the command line; 0 where no sentence states an old figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", nargs="+", metavar="WORD", help="a game, then NAME=NUMBER: print what it says by these rules")
    parser.add_argument("--write", action="store_true", help="put the constants' figures into the ledgers' pages")
    asked = parser.parse_args()
    if asked.set:
        game, *given = asked.set
        changes = {name: int(number) for name, _, number in (one.partition("=") for one in given)}
        set_constants(game, changes)
        print("\n".join(told(game)))
        return 0
    faults: list[str] = []
    for game in (game for game in GAMES if path_of(game).exists()):
        differ, page = differing(game)
        if asked.write:
            (PAGES / f"{game}.md").write_text(page, encoding="utf-8")
            continue
        faults += [str(one) for one in stale(game)] + unknown(game) + differ + [f"nothing binds {one}" for one in unbound(game)]
    print("\n".join(faults))
    print(f"{len(faults)} sentences state a figure that their rule may leave behind", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
