"""Find a catalogue: the starter set inside a game's package, a name in the folder of catalogues, or a path."""

from __future__ import annotations

import functools
import os
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tapete import games
from tapete.cards import own
from tapete.cards.toml import MOST_BYTES, TOO_LARGE, document, too_deep, with_lines
from tapete.core import rules
from tapete.core.catalogue import FIXED_DECK, CardError, Catalogue
from tapete.core.codec import builtins, encode
from tapete.core.game import CardReader
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

MOST_READ = 16
"""Catalogues that are kept as they were read: a house has a few, and each page and match asks for one again."""

PACK = ".tapete-cards"
ENDINGS = (".toml", PACK)
"""What names of catalogues end in: a document, and a pack of one with its pictures. Where both have a name, the document is meant."""

STARTER = "starter"
"""The name of the set that comes with a game."""

FOLDER = "TAPETE_CARDS"
"""The environment variable that names the folder of catalogues: `<folder>/<game>/<name>.toml`."""

NO_CATALOGUE = Code(
    "no_such_catalogue",
    "",
    _("There is no catalogue “{name}”. Write “starter”, the path of a .toml file, or a name out of the folder of catalogues."),
)
NOT_READABLE = Code("catalogue_not_readable", "", _("The catalogue “{name}” cannot be read: {problem}."))

NO_HEAD = Code(
    "catalogue_without_game",
    "",
    _('“{name}” does not say which game it is for. Begin the file with [catalogue] and game = "…"; there are: {games}.'),
)


def names(game: str) -> tuple[str, ...]:
    """The catalogues that can be asked for without a path: the starter set, then those in the folder of catalogues.

    What comes from elsewhere (a page, the network) should be one of these; paths are for the one who sits at this computer.

    Raises:
        Illegal: no such game.
    """
    if games.need(game).cards is None:
        return ()
    folder = os.environ.get(FOLDER)
    found = [path for ending in ENDINGS for path in (Path(folder) / game).glob(f"*{ending}")] if folder else []
    named = sorted({path.stem for path in found if path.is_file() and path.stem != STARTER})
    return (STARTER, *named, *([f"{STARTER}+{own.OWN}"] if own.OWN in named else []))


def starter(game: str) -> Catalogue[Any]:
    """The starter set that comes with a game.

    Raises:
        Illegal: no such game, or its deck is fixed.
    """
    reader = _reader(game)
    return _read(reader, reader.starter.read_bytes(), STARTER)


def open(game: str, name: str | os.PathLike[str] = STARTER) -> Catalogue[Any]:  # noqa: A001  # a catalogue is opened, as a file is
    """A catalogue of a game.

    Args:
        game: whose cards they are.
        name: `starter`; a path, of a file that ends in `.toml` or `.tapete-cards`; or a name in the folder of catalogues (`TAPETE_CARDS`).

    Raises:
        Illegal: no such game or file, a file that cannot be read, or a game with a fixed deck.
        CardError: a catalogue with faults, all of them, with their lines.
    """
    if os.fspath(name) == STARTER:
        return starter(game)
    if (parts := own.parts(os.fspath(name))) is not None:
        return _with_own(game, *parts)
    reader = _reader(game)
    place = _place(game, name)
    if place is None or not place.is_file():
        raise Illegal((NO_CATALOGUE(name=os.fspath(name)),))
    return _read(reader, _toml(place, os.fspath(name)), os.fspath(name))


def carried(game: str, plain: Mapping[str, Any], name: str) -> Catalogue[Any]:
    """The catalogue that a match carries with it.

    Args:
        game: whose cards they are. plain: the document. name: what the match asks for it by.

    Raises:
        Illegal: no such game, its deck is fixed, or the document is too long or too deep. CardError: it has faults.
    """
    reader, raw = _reader(game), encode(plain)
    if len(raw) > MOST_BYTES or too_deep(plain):
        raise Illegal((TOO_LARGE(name=name, bytes=len(raw), most=MOST_BYTES),))
    return replace(reader.read(plain), name=name, document=raw, carried=True)


def _with_own(game: str, base: str, most: int | None) -> Catalogue[Any]:
    """A catalogue together with the user's own cards."""
    reader, file = _reader(game), own_file(game)
    open(game, base)  # its own faults are its own
    place = reader.starter if base == STARTER else _place(game, base)
    raw = _toml(place, base) if isinstance(place, Path) else reader.starter.read_bytes()
    if file is None or not file.is_file():
        kept: dict[str, Any] = {}
    else:
        mine = _bytes(file, file.name)
        own.checked(reader, mine, file)
        kept = document(mine, file.name)
    plain, number = own.merged(document(raw, base), kept, most, file or Path(f"{own.OWN}.toml"))
    return replace(reader.read(plain), name=f"{base}+{own.OWN}:{number}", document=encode(plain))


def own_file(game: str) -> Path | None:
    """Where the user's own cards of a game are kept, there or not; None without a folder of catalogues."""
    folder = os.environ.get(FOLDER)
    return Path(folder) / game / f"{own.OWN}.toml" if folder else None


def kept(game: str) -> frozenset[str]:
    """The ids in the user's own catalogue; empty if the catalogue is missing or cannot be read now."""
    try:
        return frozenset(open(game, own.OWN).cards)
    except Illegal:
        return frozenset()


def save_own(catalogue: Catalogue[Any], card: str, typed: Any) -> Path:
    """Keep a card that was typed in during a match in the user's own catalogue; see `tapete.cards.own`.

    Args:
        catalogue: of the match. card: its id. typed: what was typed in.

    Returns:
        The file.

    Raises:
        Illegal: nothing has been changed, and why.
    """
    file, reader = own_file(catalogue.game), _reader(catalogue.game)
    if file is None:
        raise Illegal((own.NO_FOLDER(card=card),))
    own.save(file, reader, catalogue, card, typed)
    return file


def read_file(path: Path) -> Catalogue[Any]:
    """The catalogue in a file, of the game that its head names.

    Args:
        path: any regular file, a pack (`tapete.cards.packs`) by its ending; at most `MOST_BYTES` of a document are read.

    Raises:
        Illegal: no such file, not a TOML document that names a game of ours, or a pack that is refused.
        CardError: a catalogue with faults, all of them, with their lines.
    """
    name = os.fspath(path)
    raw = _toml(path, name)
    plain = document(raw, name)
    head = plain.get("catalogue", plain)  # some games' files have a head without a table
    game = head.get("game") if isinstance(head, Mapping) else None
    if not isinstance(game, str):
        raise Illegal((NO_HEAD(name=name, games=list(games.names())),))
    return _read(_reader(game), raw, name)


def of_document(game: str, raw: bytes, name: str) -> Catalogue[Any]:
    """The catalogue of a game in a document.

    Args:
        game: whose cards they should be. raw: its bytes. name: what refusals call it.

    Raises:
        Illegal: no such game, its deck is fixed, or no TOML document. CardError: faults, all of them, with their lines.
    """
    return _read(_reader(game), raw, name)


def bind(game: str, options: Mapping[str, Any] | None = None, catalogue: str | os.PathLike[str] | None = None) -> rules.Rules[Any]:
    """A game bound to house rules and to a catalogue that is named.

    Args:
        game: its name.
        options: house rules by key; left-out keys take their default.
        catalogue: as for `open`; left out, the starter set, or nothing for a game whose deck is fixed.

    Raises:
        Illegal: with every fault of the options, or as for `open`.
        CardError: as for `open`.
    """
    found = games.need(game)
    if found.cards is None:
        return rules.bind(found, options, None if catalogue is None else os.fspath(catalogue))
    return rules.bind(found, options, open(game, STARTER if catalogue is None else catalogue))


def card_called(catalogue: Catalogue[Any], said: str) -> str | None:
    """The id of the card that a person means by its id, or by its name in any language; accents, capitals and spaces do not count.

    Args:
        catalogue: where it is looked for. said: the id or the name.

    Returns:
        None where no card is called so, or more than one.
    """
    if said in catalogue.cards:
        return said
    wanted = _plain(said)
    found = [name for name, card in catalogue.cards.items() if wanted in {_plain(name), *map(_plain, _names(card))}]
    return found[0] if len(found) == 1 else None


def _names(card: Any) -> list[str]:
    """What a card is called, in every language that its catalogue has."""
    name = builtins(getattr(card, "name", ""))
    if not isinstance(name, dict):
        return [name]
    return [*(text for language, text in name.items() if language not in ("gender", "more")), *name.get("more", {}).values()]


def _plain(said: str) -> str:
    """A name without accents, capitals, and what stands between its words."""
    letters = unicodedata.normalize("NFKD", said.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _toml(path: Path, name: str) -> bytes:
    """The document in a file, or in the pack that it is."""
    if path.suffix != PACK:
        return _bytes(path, name)
    try:
        seen = path.stat()
    except OSError:
        raise Illegal((NO_CATALOGUE(name=name),)) from None
    return _packed(path, seen.st_mtime_ns, seen.st_size)


@functools.lru_cache(MOST_READ)
def _packed(path: Path, _changed: int, _size: int) -> bytes:
    """The document in a pack, whose signature is looked at once while it stays as it is."""
    from tapete.cards import packs  # brings a large package, which few need

    return packs.read_file(path).toml


def _bytes(path: Path, name: str) -> bytes:
    """What a file holds, up to one byte more than is taken; a pipe or a device is not waited for."""
    if not path.is_file():
        raise Illegal((NO_CATALOGUE(name=name),))
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise Illegal((NOT_READABLE(name=name, problem=fault.strerror or type(fault).__name__),)) from None


def _reader(game: str) -> CardReader:
    """How a game reads its cards.

    Raises:
        Illegal: no such game, or its deck is fixed.
    """
    found = games.need(game)
    if found.cards is None:
        raise Illegal((FIXED_DECK(game=found.title),))
    return found.cards


def _place(game: str, name: str | os.PathLike[str]) -> Path | None:
    """Where a catalogue should be: at its path, or under its name in the folder of catalogues."""
    path = Path(name)
    if path.suffix in ENDINGS:
        return path
    folder = os.environ.get(FOLDER)
    if not folder or path.name != os.fspath(name) or path.name in ("", ".", ".."):
        return None
    found = [Path(folder) / game / f"{path.name}{ending}" for ending in ENDINGS]
    return next((one for one in found if one.is_file()), found[0])


def _read(reader: CardReader, raw: bytes, name: str) -> Catalogue[Any]:
    """A catalogue out of a file's bytes, asked for by a name."""
    return _read_once(reader.read, raw, name)


@functools.lru_cache(MOST_READ)
def _read_once(read: Callable[[Any], Catalogue[Any]], raw: bytes, name: str) -> Catalogue[Any]:
    """The same; a catalogue never changes, so the same bytes are read once. Faults are not kept."""
    plain = document(raw, name)
    try:
        return replace(read(plain), name=name, document=encode(plain))
    except CardError as fault:
        raise with_lines(fault, raw) from None
