"""Types of command arguments: they check a value, complete it in a shell, and suggest the name that was meant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tapete.commands.words import nearest
from tapete.i18n import _, spoken

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _items(names: Any, begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(begun)]


class GameName(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """The name of a game that is there."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a name, in any case, or say which there are."""
        from tapete import games

        name = str(value).lower()
        if name not in games.names():
            from tapete.core.refusals import Illegal

            try:
                games.need(str(value))
            except Illegal as fault:
                raise click.UsageError(fault.refusals[0].text().in_(spoken()) + nearest(name, games.names()), ctx) from None
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the games."""
        from tapete import games

        return _items(games.names(), incomplete)


class MatchId(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """The id of a match; whether it is kept is the command's to say."""

    name = "match"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take it as it is."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the matches that are kept."""
        from tapete.table import Journal, journal_path

        path = journal_path(ctx.params.get("data"))
        if not path.exists():
            return []
        with Journal(path) as journal:
            return _items([row.id for row in journal.matches()], incomplete)


class CardId(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """A card of a game by its id or name; whether it is there is the command's to say."""

    name = "card"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take it as it is."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the starter set's cards of the game that was named."""
        from tapete import cards, games

        game = ctx.params.get("game") or ctx.params.get("catalogue")
        if game not in games.names() or games.need(game).cards is None:
            return []
        return _items(cards.starter(game).cards, incomplete)


class ClauseId(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """A clause of a game by its id, a part of one, or a word."""

    name = "clause"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take it as it is."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the clauses of the game that was named."""
        from tapete import games

        game = ctx.params.get("game")
        return _items([clause.id for clause in games.need(game).clauses], incomplete.upper()) if game in games.names() else []


class ServerAddress(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """The address of a server, as others reach it."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take one that a browser could open, without anything behind its host and path."""
        from urllib.parse import urlsplit

        try:
            parts = urlsplit(str(value))
            whole = parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment) and parts.port != 0
        except ValueError:  # of a port that is none
            whole = False
        if not whole:
            self.fail(
                _("“{value}” is no address of a server. Write it like this: http://192.168.1.20:8770").format(value=value), param, ctx
            )
        return str(value)


class LeagueName(click.ParamType):  # type: ignore[type-arg]  # only newer versions of click take an argument
    """The name that a shop, an event or a season has in addresses."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take what may stand in an address."""
        from tapete.core import codec
        from tapete.core.refusals import Malformed
        from tapete.league.protocol import Id

        try:
            return codec.convert(str(value), Id)
        except Malformed:
            said = _("“{value}” cannot be a name here: take letters without accents and digits, at most 64, and - in place of spaces.")
            self.fail(said.format(value=value), param, ctx)


def content(file: Path, most: int) -> bytes:
    """Read a file that a person names, and no more of it than is needed to say that it is too large.

    Args:
        file: by name. most: bytes that such a file may have.

    Raises:
        click.ClickException: it cannot be read, or is larger.
    """
    try:
        with file.open("rb") as opened:
            raw = opened.read(most + 1)
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be read: {why}.").format(file=file, why=fault.strerror or fault)) from fault
    if len(raw) > most:
        raise click.ClickException(_("{file} is not such a file: it is larger than {size}.").format(file=file, size=size_of(most)))
    return raw


def size_of(number: int) -> str:
    """A number of bytes as people say it."""
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number} {unit}"
        number = round(number / 1000)
    return f"{number} GB"


def there(data: Path | None) -> Path:
    """Give the folder of data of a command that only reads: reading makes none.

    Raises:
        click.ClickException: nothing is kept there.
    """
    from tapete.table.folders import folder, journal_path

    if not journal_path(data).exists():
        raise click.ClickException(
            _("There are no matches in {folder}. Is it the right folder? `tapete data` says where this computer keeps them.").format(
                folder=folder(data)
            )
        )
    return folder(data)
