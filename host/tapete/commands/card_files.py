"""`tapete cards`: schemas for editors, cards out of spreadsheets, and packs: sets that travel with their pictures in one signed file."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import hosting
from tapete.commands.arguments import GameName
from tapete.commands.output import output_option, refuse_existing, write
from tapete.i18n import N_, _, ngettext

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.core.catalogue import CardError, Catalogue
    from tapete.core.game import CardReader
    from tapete.core.refusals import Refusal

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
KEY = "publisher.pem"
"""The publisher's private key, in the folder of catalogues."""


def json_option(command: Callable[..., None]) -> Callable[..., None]:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help=N_("Print JSON."))(command)


def reader_of(game: str) -> CardReader:
    """What reads the catalogues of a game.

    Raises:
        click.UsageError: it is always played with the same cards.
    """
    from tapete import games

    reader = games.need(game).cards
    if reader is None:
        title = hosting.said(games.need(game).title)
        said = _("{title} is always played with the same cards: `tapete cards labels {game}` prints them, `tapete rules {game}` explains.")
        raise click.UsageError(said.format(title=title, game=game))
    return reader


def tell_faults(file: Path, found: CardError, as_json: bool) -> None:
    """Print every fault of a catalogue: file, line, card and key, and what is wrong."""
    if as_json:
        faults = [{"line": f.line, "card": f.card, "key": f.key, "text": f.problem.wire()} for f in found.faults]
        print_json({"file": str(file), "ok": False, "faults": faults})
        return
    for fault in found.faults:
        where = ".".join(part for part in (fault.card, fault.key) if part) or "catalogue"
        click.echo(f"{file}:{fault.line or 1}: {where}: {hosting.said(fault.problem)}", err=True)
    number = len(found.faults)
    click.echo(ngettext("{n} fault. Mend it and check again.", "{n} faults. Mend them and check again.", number).format(n=number), err=True)


@click.command(
    help=N_(
        "Write a JSON Schema of the catalogues of GAME, by which an editor completes keys and marks faults.\n\n"
        "What one key demands of another no schema says: `tapete cards check` does."
    )
)
@click.argument("game", metavar="GAME", type=GameName())
@output_option(N_("Write to this file (else, or with -, print)."))
def schema(game: str, output: Path | None, force: bool) -> None:
    """Write the schema of a game."""
    import json

    from tapete.cards import catalogue_schema as schemas

    reader_of(game)
    refuse_existing(output, force)
    with hosting.readable():
        made = schemas.of_game(game)
    write(json.dumps(made, ensure_ascii=False, indent=2) + "\n", output, force)


@click.command(
    "import",
    help=N_(
        "Make a catalogue of GAME from a spreadsheet, CSV or ODS: a row a card, a column a key. Every fault is named by its cell.\n\n"
        "The first row has the keys of a catalogue (id, name.fr, effect[1].when), or other words, for which --column gives the key. "
        "Ends with 1 where there is any fault."
    ),
)
@click.argument("game", metavar="GAME", type=GameName())
@click.argument("file", metavar="FILE", type=_FILE)
@click.option(
    "--column", "columns", multiple=True, metavar="WORD=KEY", help=N_("The key for a column by its first cell; KEY - leaves it out.")
)
@click.option(
    "--head",
    "heads",
    multiple=True,
    metavar="KEY=VALUE",
    help=N_("A key of [catalogue], its value as TOML has it; may be given several times."),
)
@click.option("--sheet", help=N_("The sheet of an ODS file (else the first)."))
@json_option
@output_option(N_("Write to this file (else, or with -, print)."))
def from_sheet(
    game: str,
    file: Path,
    columns: tuple[str, ...],
    heads: tuple[str, ...],
    sheet: str | None,
    as_json: bool,
    output: Path | None,
    force: bool,
) -> None:
    """Read rows, and write the catalogue that they make."""
    from tapete.cards import spreadsheet
    from tapete.core.catalogue import CardError

    reader = reader_of(game)
    refuse_existing(output, force)
    head = {"game": game, "schema": 2, "name": file.stem[:60], **_head(heads)}
    with hosting.readable():
        try:
            with file.open("rb") as opened:
                raw = opened.read(spreadsheet.MOST_BYTES + 1)
            made = spreadsheet.convert(raw, file.name, reader, head, dict(_pair(one) for one in columns), sheet)
        except OSError as fault:
            raise click.ClickException(_("{file} cannot be read: {why}.").format(file=file, why=fault.strerror or fault)) from fault
        except CardError as fault:
            tell_cells(file, fault, as_json)
            sys.exit(1)
    number = len(made.catalogue.cards)
    if as_json:
        if output is not None:
            write(made.text, output, force)
        print_json({"file": str(file), "ok": True, "cards": number, "hash": made.catalogue.hash})
        return
    write(made.text, output, force)
    click.echo(
        ngettext("{n} card of {game} from {file}.", "{n} cards of {game} from {file}.", number).format(n=number, game=game, file=file),
        err=True,
    )


def _pair(given: str) -> tuple[str, str]:
    """Part WORD=KEY at its last sign, since a word may hold one too.

    Raises:
        click.UsageError: it has none.
    """
    word, sign, key = given.rpartition("=")
    if not sign or not word:
        raise click.UsageError(_("--column is given as WORD=KEY: {given}").format(given=given))
    return word, key.strip()


def _head(given: tuple[str, ...]) -> dict[str, Any]:
    """Read keys of [catalogue] with their values.

    Raises:
        click.UsageError: one is no key with a value as TOML has it; a word needs no quotes.
    """
    import tomllib

    read: dict[str, Any] = {}
    for one in given:
        key, sign, said = one.partition("=")
        if not sign or not key:
            raise click.UsageError(_("--head is given as KEY=VALUE: {given}").format(given=one))
        try:
            read[key] = tomllib.loads(f"value = {said}")["value"] if said[:1] in tuple('[{"') else said
        except ValueError:
            raise click.UsageError(_("--head is given as KEY=VALUE: {given}").format(given=one)) from None
    return read


def tell_cells(file: Path, found: CardError, as_json: bool) -> None:
    """Print every fault of a spreadsheet: the cell, the key where the cell is not its own, and what is wrong."""
    if as_json:
        faults = [{"cell": fault.card, "key": fault.key, "text": fault.problem.wire()} for fault in found.faults]
        print_json({"file": str(file), "ok": False, "faults": faults})
        return
    for fault in found.faults:
        place = ": ".join(part for part in (fault.card, fault.key) if part)
        click.echo(f"{file}: {place}: {hosting.said(fault.problem)}", err=True)
    number = len(found.faults)
    told = ngettext("{n} fault. Mend it and import again.", "{n} faults. Mend them and import again.", number)
    click.echo(told.format(n=number), err=True)


def wrong_pictures(catalogue: Catalogue[Any], file: Path) -> tuple[Refusal, ...]:
    """What is wrong with the pictures that a catalogue names; nothing for a pack, which has been looked at as a whole."""
    from tapete.cards.finding import PACK

    if file.suffix == PACK or not any(printed.picture for printed in catalogue.printings.values()):
        return ()
    from tapete.cards import named_pictures

    _found, wrong = named_pictures.named(catalogue, file.parent)
    return tuple(refusal for fault in wrong for refusal in fault.refusals)


@click.command(
    help=N_(
        "Pack a catalogue with its pictures into one signed file, for `tapete cards add`, stations and matches elsewhere.\n\n"
        "The same cards make the same bytes. The key is made at the first call and stays in the folder of catalogues: keep it, for only "
        "its owner can renew the set."
    )
)
@click.argument("catalogue", metavar="CATALOGUE", type=_FILE)
@click.option("--key", "key", type=_FILE, help=N_("Sign with this Ed25519 key (PEM) instead."))
@click.option("--tags", "with_tags", is_flag=True, help=N_("Take along which sticker belongs to which of its cards."))
@hosting.data_option
@output_option(N_("Write to this file (else CATALOGUE with the ending .tapete-cards; -: print it)."))
def pack(catalogue: Path, key: Path | None, with_tags: bool, data: Path | None, output: Path | None, force: bool) -> None:
    """Write the pack of a catalogue."""
    from tapete import cards
    from tapete.cards import named_pictures, packs, tags
    from tapete.cards.finding import PACK
    from tapete.cards.label_codes import code
    from tapete.core.catalogue import CardError

    output = output or catalogue.with_suffix(PACK).relative_to(catalogue.parent)
    refuse_existing(output, force)
    place = hosting.cards_folder(data)
    with hosting.readable():
        try:
            found = cards.read_file(catalogue)
        except CardError as fault:
            tell_faults(catalogue, fault, False)
            sys.exit(1)
        shown, wrong = named_pictures.named(found, catalogue.parent)
        for refusal in (refusal for fault in wrong for refusal in fault.refusals):
            click.echo(hosting.said(refusal.text()), err=True)
        if wrong:
            sys.exit(1)
        codes = {code(found.game, card) for card in found.cards}
        known = {uid: said for uid, said in tags.known().items() if said in codes} if with_tags else {}
        written = "".join(f'{uid} = "{said}"\n' for uid, said in sorted(known.items()))
        secret, name = _secret(key, place)
        made = packs.write(found, catalogue.read_bytes(), shown, f"[tags]\n{written}".encode() if known else b"", secret, name)
        write(made, output, force)
        told = _("Cards: {cards}. Pictures: {pictures}. {bytes} B, signed by {key}.")
        by = packs.read(made, catalogue.name).fingerprint
    click.echo(told.format(cards=len(found.cards), pictures=len(shown), bytes=len(made), key=by), err=True)


def _secret(key: Path | None, folder: Path) -> tuple[bytes, str]:
    """The private key, and what refusals call it; a missing key is made."""
    from tapete.cards import packs

    own = key or folder / KEY
    try:
        if key is None and not own.exists():
            made = packs.new_key()
            folder.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(made)
            click.echo(_("Your key was made: {file}. Keep a copy: only with it can you renew your sets.").format(file=own), err=True)
        return own.read_bytes()[:10_000], own.name
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be read: {why}.").format(file=own, why=fault.strerror or fault)) from fault


@click.command(
    help=N_(
        "Add a pack of cards to the folder of catalogues, so that `tapete play GAME --catalogue NAME`, the lobby and stations offer it.\n\n"
        "Its signature is looked at, and nothing of it is run. Its pictures stand in the place of drawn faces where you have no photo."
    )
)
@click.argument("file", metavar="FILE", type=_FILE)
@click.option("--name", help=N_("What the set is asked for by (else the name of FILE)."))
@click.option("--force", is_flag=True, help=N_("Put it in the place of another set of this name."))
@hosting.data_option
@json_option
def add(file: Path, name: str | None, force: bool, data: Path | None, as_json: bool) -> None:
    """Look at a pack, and keep it."""
    from tapete import cards
    from tapete.cards import packs, photos, tags
    from tapete.cards.finding import PACK, STARTER
    from tapete.cards.own import OWN, replace_file
    from tapete.core.refusals import Illegal

    called = name or file.stem
    if not _NAME.fullmatch(called) or called in (STARTER, OWN):
        raise click.UsageError(
            _("“{name}” cannot be the name of a set: give one of letters, digits, - and _ with --name.").format(name=called)
        )
    folder = hosting.cards_folder(data)
    with hosting.readable():
        found = packs.read_file(file)
        game = found.manifest.game
        catalogue = cards.of_document(game, found.toml, file.name)
        place = folder / game / f"{called}{PACK}"
        other = place.is_file() and place.read_bytes() != found.raw
        if (other and not force) or place.with_suffix(".toml").is_file():
            there = _(
                "There is another set “{name}” of {game}. Give this one a name with --name; matches that are under way go on with theirs."
            )
            raise click.ClickException(there.format(name=called, game=game))
        replace_file(place, found.raw)
        kept, full = 0, ""
        own_photos = photos.kept(game)
        for card, printed in catalogue.printings.items():
            shown = found.files.get(packs.PICTURES + printed.picture.file) if printed.picture is not None else None
            if shown is None or card in own_photos or full:
                continue
            try:
                photos.keep(game, card, shown)
                kept += 1
            except Illegal as fault:
                full = hosting.said(fault.refusals[0].text())
        learnt = tags.learn_all(found.files.get(packs.TAGS, b""))
    if as_json:
        print_json(
            {"ok": True, "game": game, "name": called, "file": str(place), "cards": len(catalogue.cards), "pictures": kept, "tags": learnt}
            | {"hash": catalogue.hash, "key": found.manifest.key}
        )
        return
    number = len(catalogue.cards)
    told = ngettext(
        "“{title}”: {n} card of {game}, signed by {key}. Play with it: --catalogue {name}",
        "“{title}”: {n} cards of {game}, signed by {key}. Play with it: --catalogue {name}",
        number,
    )
    click.echo(told.format(title=catalogue.title, n=number, game=game, key=found.fingerprint, name=called))
    if full:
        click.echo(full, err=True)


@click.command(
    help=N_("Take a pack that was added out of the folder of catalogues. Matches that use it stay, and go on when it is added again.")
)
@click.argument("game", metavar="GAME", type=GameName())
@click.argument("name", metavar="NAME")
@hosting.data_option
@json_option
def remove(game: str, name: str, data: Path | None, as_json: bool) -> None:
    """Take a pack away; pictures that it brought stay as photos."""
    from tapete.cards.finding import PACK

    folder = hosting.cards_folder(data) / game
    place = folder / f"{name}{PACK}"
    there = sorted(path.stem for path in folder.glob(f"*{PACK}"))
    if name not in there:
        raise click.ClickException(
            _("There is no pack “{name}” of {game}; there are: {names}.").format(name=name, game=game, names=", ".join(there) or "–")
        )
    try:
        place.unlink()
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=place, why=fault.strerror or fault)) from fault
    if as_json:
        print_json({"ok": True, "game": game, "name": name})
        return
    click.echo(_("“{name}” is gone. `tapete cards add` brings it back.").format(name=name))


def print_json(plain: Any) -> None:
    """Print plain data as one line of JSON."""
    from tapete.core.codec import encode

    click.echo(encode(plain).decode())
