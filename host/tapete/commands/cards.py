"""`tapete cards`: check, show and begin card catalogues, keep typed-in cards, check decks, print labels and play mats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands import card_files, hosting
from tapete.commands.arguments import CardId, GameName, MatchId, content
from tapete.commands.arguments import there as data_there
from tapete.commands.card_files import json_option, print_json, reader_of, tell_faults
from tapete.commands.output import output_option, refuse_existing, show_page, write
from tapete.commands.words import nearest
from tapete.i18n import N_, _, ngettext, spoken

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.core.catalogue import Catalogue
    from tapete.core.refusals import Refusal

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group(help=N_("Check, write and print card catalogues."), no_args_is_help=True)
def command() -> None:
    """Group the subcommands."""


@command.command(
    help=N_(
        "Check a catalogue: every fault at once, each with its line. Ends with 1 where there is any.\n\n"
        "FILE may be a game, for its starter set."
    )
)
@click.argument("file", metavar="FILE", callback=lambda *given: game_or_file(*given))
@json_option
def check(file: str, as_json: bool) -> None:
    """Read a catalogue strictly, and tell all that is wrong with it."""
    from tapete.core.catalogue import CardError
    from tapete.core.refusals import Illegal

    try:
        catalogue = catalogue_named(file)
    except CardError as fault:
        tell_faults(Path(file), fault, as_json)
        sys.exit(1)
    except Illegal as fault:
        if as_json:
            print_json({"file": file, "ok": False, "refusals": [refusal.wire() for refusal in fault.refusals]})
            sys.exit(1)
        raise hosting.refused(fault) from fault
    if wrong := card_files.wrong_pictures(catalogue, Path(file)):
        if as_json:
            print_json({"file": file, "ok": False, "refusals": [refusal.wire() for refusal in wrong]})
        for refusal in () if as_json else wrong:
            click.echo(hosting.said(refusal.text()), err=True)
        sys.exit(1)
    if as_json:
        described = {"game": catalogue.game, "name": catalogue.title, "cards": len(catalogue.cards), "hash": catalogue.hash}
        print_json({"file": file, "ok": True, **described})
        return
    number = len(catalogue.cards)
    told = ngettext("{file}: sound, {n} card of {game} (“{title}”).", "{file}: sound, {n} cards of {game} (“{title}”).", number)
    click.echo(told.format(file=file, n=number, game=catalogue.game, title=catalogue.title))


@command.command(help=N_("Show the cards of GAME, or one CARD with its effects. The starter set, unless --catalogue names another."))
@click.argument("game", metavar="GAME", type=GameName())
@click.argument("card", metavar="[CARD]", required=False, type=CardId())
@click.option("--catalogue", default="starter", help=N_("A file, or a name in the folder of catalogues."))
@json_option
def show(game: str, card: str | None, catalogue: str, as_json: bool) -> None:
    """List the cards of a catalogue, or tell one of them."""
    from tapete import cards
    from tapete.cards.label_codes import card_of, code
    from tapete.core.codec import builtins

    reader_of(game)
    with hosting.readable(), hosting.chosen():
        found = cards.open(game, catalogue)
    wanted = card and (cards.card_called(found, card) or card_of(card, game))
    if card is not None and wanted not in found.cards:
        raise click.ClickException(
            _("There is no card “{card}” in “{title}”. `tapete cards show {game}` lists them.").format(
                card=card, title=found.title, game=game
            )
            + nearest(card, found.cards)
        )
    if as_json:
        print_json(builtins(found.cards[wanted] if wanted else list(found.cards.values())))
        return
    from tapete.presentation.faces import face_of

    for name in [wanted] if wanted else found.cards:
        face = face_of(found, name, spoken())
        figures = "  ".join(f"{label} {value}" for label, value in face.figures)
        click.echo(f"{name:20} {face.name:24} {face.kind}" + (f"  {figures}" if figures else ""))
        if wanted:
            for label, line in face.lines:
                click.echo(f"  {label}: {line}")
            click.echo("  " + _("Label: {code}").format(code=code(game, name)))


@command.command(help=N_("Begin a catalogue of GAME: a commented file with one sound card of each kind."))
@click.argument("game", metavar="GAME", type=GameName())
@output_option(N_("Write to this file (else, or with -, print)."))
def new(game: str, output: Path | None, force: bool) -> None:
    """Write the template of a game."""
    from importlib.resources import files

    folder = files("tapete.cards") / "templates"
    template = folder / f"{game}.{spoken()}.toml" if game.isidentifier() else None
    if template is None or not template.is_file():
        known = ", ".join(sorted({place.name.partition(".")[0] for place in folder.iterdir()}))
        message = _("There is no template for “{game}”; there are templates for: {known}.").format(game=game, known=known)
        raise click.BadParameter(message, param_hint="GAME")
    refuse_existing(output, force)
    write(template.read_text(encoding="utf-8"), output, force)


@command.command(
    help=N_(
        "Keep cards that were typed in during MATCH in your own catalogue, for other matches: the CARDs named, or all of them.\n\n"
        "What is in the catalogue already stays as it was. `tapete play GAME --catalogue starter+own` plays with it. "
        "Ends with 1 where a card that was named could not be kept."
    )
)
@click.argument("match", metavar="MATCH", type=MatchId())
@click.argument("card", metavar="[CARD]...", nargs=-1, type=CardId())
@hosting.data_option
@json_option
def keep(match: str, card: tuple[str, ...], data: Path | None, as_json: bool) -> None:
    """Do for some cards, or for all, what the button on the page of the match does for one."""
    from tapete import cards
    from tapete.core.refusals import RefereeError
    from tapete.table import looked_at
    from tapete.table.typed_in import typed_cards, with_typed

    data_there(data)
    with hosting.readable(), hosting.hub_at(data) as hub:
        found = looked_at(hub.journal, match)
        typed, game, words = typed_cards(found.state), found.rules.game.name, with_typed(found.rules.words, found.state)
        if found.rules.catalogue is None:
            title = hosting.said(found.rules.game.title)
            raise click.ClickException(_("{game} is always played with the same cards: there are none to keep.").format(game=title))
        wanted = known_cards(match, card or tuple(typed), tuple(typed))
        there = frozenset() if card else cards.kept(game)
        kept: list[str] = []
        refused: dict[str, tuple[Refusal, ...]] = {}
        for one in wanted:
            if one in there:
                continue
            try:
                cards.save_own(found.rules.catalogue, one, typed[one])
            except RefereeError as fault:
                refused[one] = fault.refusals
            else:
                kept.append(one)
        file = cards.own_file(game)
    if as_json:
        why = {one: [refusal.wire(words) for refusal in refusals] for one, refusals in refused.items()}
        print_json({"ok": not refused, "match": match, "game": game, "file": str(file), "kept": kept, "refused": why})
    else:
        for one in kept:
            name = words.show(one, spoken(), "card")
            click.echo(_("“{card}” is kept in {file}. Play with it: --catalogue starter+own").format(card=name, file=file))
        reasons = (hosting.said(refusal.text(words)) for refusals in refused.values() for refusal in refusals)
        for reason in dict.fromkeys(reasons):  # faults of the catalogue are the same for every card
            click.echo(reason, err=True)
        if not kept and not refused:
            click.echo(_("All that was typed in is in {file} already.").format(file=file))
    if refused:
        sys.exit(1)


def known_cards(match: str, wanted: tuple[str, ...], typed: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that were asked for, each once.

    Raises:
        click.ClickException: none was typed in, or not all of these.
    """
    if not typed:
        nothing = _(
            "No card has been typed in. Where a card on the table is in no catalogue, “Add the card” on the match page takes its figures."
        )
        raise click.ClickException(nothing)
    if unknown := [one for one in wanted if one not in typed]:
        raise click.ClickException(
            _("Nobody has typed in {cards} during match {match}; what was typed in: {typed}.").format(
                cards=", ".join(unknown), match=match, typed=", ".join(typed)
            )
        )
    return tuple(dict.fromkeys(wanted))


@command.command(
    help=N_(
        "Make a sheet of labels for sleeves, with name, figures and QR code, to be printed from the browser.\n\n"
        "CATALOGUE is a file, or a game for its starter set. CARD names some cards; without it every card has a label."
    )
)
@click.argument("catalogue", metavar="CATALOGUE", callback=lambda *given: game_or_file(*given))
@click.argument("card", metavar="[CARD]...", nargs=-1, type=CardId())
@click.option("--copies", type=click.IntRange(1, 120), default=1, help=N_("How many labels of each card."))
@output_option(N_("Write to this file (else open the browser; -: print)."))
def labels(catalogue: str, card: tuple[str, ...], copies: int, output: Path | None, force: bool) -> None:
    """Write the sheet as one HTML file."""
    refuse_existing(output, force)
    with hosting.readable():
        from tapete import games
        from tapete.table.colours import COLOURS
        from tapete.web.sheets import deck_sheet, label_sheet

        fixed = games.find(catalogue) if catalogue in games.names() else None
        if fixed is not None and fixed.deck:
            if card:
                raise click.UsageError(_("{game} has one deck for each player: it prints whole.").format(game=hosting.said(fixed.title)))
            sheet, name = deck_sheet(fixed, spoken(), COLOURS[: fixed.most], copies), fixed.name
        else:
            found = catalogue_named(catalogue)
            sheet, name = label_sheet(found, spoken(), card, copies), found.game
    hand_over(sheet, output, force, f"labels-{name}")


@command.command(
    help=N_("Write the cards that each player of DataMorphs owns after an exported match, for `tapete play datamorphs --collection`.")
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@output_option(N_("Write to this file (-: print it)."))
def collection(file: Path, output: Path | None, force: bool) -> None:
    """Replay the match, and write what its end left."""
    refuse_existing(output, force)
    with hosting.readable():
        from tapete.cards import collections
        from tapete.table import match_file

        exported = match_file.read(content(file, match_file.LARGEST))
        match, _differences = match_file.check(exported)
        written = collections.write(collections.of(match.state, exported.names))
    write(written, output, force)


@command.command(help=N_("Make a play mat with the zones of GAME, to be printed from the browser on A4."))
@click.argument("game", metavar="GAME", type=GameName())
@output_option(N_("Write to this file (else open the browser; -: print)."))
def mat(game: str, output: Path | None, force: bool) -> None:
    """Write the mat as one HTML file."""
    refuse_existing(output, force)
    from tapete.web.sheets import mat_sheet

    with hosting.readable():
        sheet = mat_sheet(game, spoken())
    hand_over(sheet, output, force, f"mat-{game}")


@command.command(
    "check-deck",
    help=N_(
        "Check a deck of GAME: a text with a card a line, “3 reed_scout” for three copies.\n\n"
        "Ends with 1 where it may not be played. What the rulebook only advises is told and counts for nothing."
    ),
)
@click.argument("game", metavar="GAME", type=GameName())
@click.argument("file", metavar="DECK", type=_FILE)
@click.option("--catalogue", default=None, help=N_("A file, or a name in the folder of catalogues."))
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help=N_("A house rule; may be given several times."))
@json_option
def check_deck(game: str, file: Path, catalogue: str | None, options: tuple[str, ...], as_json: bool) -> None:
    """Judge a deck by the game's own deck rules."""
    from tapete import cards
    from tapete.cards import deck_text
    from tapete.commands.play import read_options

    with hosting.readable():
        with hosting.chosen(game):
            rules = cards.bind(game, read_options(options), catalogue)
        with file.open("rb") as opened:
            deck = deck_text.read(opened.read(deck_text.MOST_BYTES + 1))
        verdict = deck_text.check(rules, deck)
    if as_json:
        both = {"faults": verdict.faults, "advice": verdict.advice}
        print_json(
            {"ok": not verdict.faults, "cards": sum(deck.values()), **{k: [r.wire(rules.words) for r in v] for k, v in both.items()}}
        )
    else:
        tell_verdict(file, sum(deck.values()), verdict.faults, verdict.advice, rules.words)
    if verdict.faults:
        sys.exit(1)


def tell_verdict(file: Path, number: int, faults: tuple[Refusal, ...], advice: tuple[Refusal, ...], words: Any) -> None:
    """Print what is wrong with a deck, and what is advised."""
    for refusal in faults:
        click.echo(f"{hosting.said(refusal.text(words))} [{refusal.clause}]", err=True)
    for refusal in advice:
        click.echo("· " + hosting.said(refusal.text(words)))
    if not faults:
        said = ngettext("{file}: {n} card, the deck may be played.", "{file}: {n} cards, the deck may be played.", number)
        click.echo(said.format(file=file, n=number))


def game_or_file(context: click.Context, given: click.Parameter, name: str) -> str:
    """The name of a game, or that of a file that there is.

    Raises:
        click.BadParameter: there is no such file.
    """
    from tapete import games

    if name in games.names():
        return name
    try:
        return str(_FILE.convert(name, given, context))
    except click.BadParameter as fault:
        raise click.BadParameter(fault.message + nearest(name, games.names()), context, given) from None


def catalogue_named(name: str) -> Catalogue[Any]:
    """A catalogue by its file, or the starter set of a game."""
    from tapete import cards, games

    return cards.starter(name) if name in games.names() else cards.read_file(Path(name))


def hand_over(sheet: str, output: Path | None, force: bool, name: str) -> None:
    """Write a sheet where it was asked for; without a word of it show it in the browser."""
    if output is None:
        show_page(sheet, name)
    else:
        write(sheet, output, force)


for one in (card_files.schema, card_files.from_sheet, card_files.pack, card_files.add, card_files.remove):
    command.add_command(one)
