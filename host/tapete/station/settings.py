"""The settings of a station that staff decides: games, times, language, quiet hours. Kept as TOML in the data folder.

settings = read(folder)                                  # defaults where nobody has set anything yet
write(folder, replace(settings, idle_s=240))             # judged first, then written whole or not at all
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from tapete import cards, games
from tapete.core.refusals import Code, Illegal, RefereeError, Refusal
from tapete.core.structs import ready
from tapete.core.texts import _
from tapete.i18n import LANGUAGES, Language
from tapete.table.folders import write_whole

FILE = "station.toml"
"""The name of the file in the data folder."""

MOST_BYTES = 65_536
"""Longest file that is read."""

UNREADABLE = Code(
    "settings_unreadable",
    "",
    _("The station's settings ({file}) cannot be understood: {problem}. Mend that line, or delete the file to have the defaults."),
)
NOT_KEPT = Code(
    "settings_not_kept",
    "",
    _("The settings could not be kept in {file}: {problem}. See whether the disk has room and the folder may be written."),
)
NO_SUCH_GAME = Code("no_such_game", "", _("“{game}” is not installed. These can be offered: {games}."))
QUIET_HALF = Code("quiet_half_set", "", _("Quiet hours need a beginning and an end. Write both times, or neither."))

LEAST_BRIGHTNESS = 70
"""Percent: with less, words and their ground come too near to each other in one of the themes."""

QUIET_BRIGHTNESS, QUIET_CONSOLE = 70, 30
"""Percent of screen and console in quiet hours, while nobody is here."""

HourMinute = Annotated[str, Meta(pattern=r"^(|([01]\d|2[0-3]):[0-5]\d)$")]
"""A time of day as `22:00`; empty: none."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What staff decides; every value has a default, so that a station works before anybody has been there.

    Args:
        games: names of the games that are offered, in their order; empty: all that are installed.
        house_rules: for a game, its house rules by key; those left out stay as the game has them.
        catalogues: for a game, the name of the catalogue that is played with.
        language: in which the screen begins; visitors may change it for their visit.
        first_match: whether a first match, led step by step, is proposed before a free one.
        attract: whether two robots play while nobody is here.
        idle_s: seconds without a touch, press or declaration after which the station asks whether a person is still here.
        still_there_s: seconds that it waits for an answer before it goes back to the beginning.
        choose_s: seconds without a touch after which choosing goes back to the beginning.
        end_s: seconds for which the result is shown.
        brightness: of the screen and of the console's pixels, in percent; no lower than what everything can be read at (4.5 : 1).
        https: whether phones are let in over HTTPS alone, from the next start on.
        league: the address with which this station joins an event as a table; empty: it joins none. It holds the table's key.
        quiet_from, quiet_to: time of day between which no robots play and screen and console are dim; both empty: never.
    """

    games: tuple[str, ...] = ()
    house_rules: dict[str, dict[str, Any]] = {}
    catalogues: dict[str, str] = {}
    language: Annotated[Language, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")] = "es"
    first_match: bool = True
    attract: bool = True
    idle_s: Annotated[int, Meta(ge=20, le=7200)] = 180
    still_there_s: Annotated[int, Meta(ge=10, le=600)] = 45
    choose_s: Annotated[int, Meta(ge=10, le=600)] = 60
    end_s: Annotated[int, Meta(ge=10, le=1800)] = 90
    brightness: Annotated[int, Meta(ge=LEAST_BRIGHTNESS, le=100)] = 100
    https: bool = False
    league: Annotated[str, Meta(max_length=4096)] = ""
    quiet_from: HourMinute = ""
    quiet_to: HourMinute = ""

    def light(self, resting: bool) -> tuple[int, int]:
        """Return how bright the screen and the console's pixels are, in percent.

        Args:
            resting: it is a quiet hour and nobody is here.
        """
        if not resting:
            return self.brightness, self.brightness
        return min(self.brightness, QUIET_BRIGHTNESS), min(self.brightness, QUIET_CONSOLE)

    def offered(self) -> tuple[str, ...]:
        """Return the games that visitors can choose: those that staff wants and that are installed; all of them if that leaves none."""
        installed = games.names()
        return tuple(name for name in self.games if name in installed) or installed

    def is_quiet(self, minute: int) -> bool:
        """Return whether it is quiet at a minute of the day (0..1439); the hours may go past midnight."""
        if not self.quiet_from or not self.quiet_to:
            return False
        start, end = _minute(self.quiet_from), _minute(self.quiet_to)
        return start <= minute < end if start <= end else minute >= start or minute < end


def _minute(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)


def faults(settings: Settings) -> tuple[Refusal, ...]:
    """Return what is wrong with settings: a game that is not there, house rules or a catalogue that it refuses, half a night."""
    return tuple(_faults(settings))


def _faults(settings: Settings) -> Iterator[Refusal]:
    installed = games.names()
    named = dict.fromkeys((*settings.games, *settings.house_rules, *settings.catalogues))
    for game in named:
        if game not in installed:
            yield NO_SUCH_GAME(game=game, games=list(installed)).under("games")
            continue
        try:
            cards.bind(game, settings.house_rules.get(game), settings.catalogues.get(game))
        except RefereeError as refused:
            yield from (refusal.under(game) for refusal in refused.refusals)
    if bool(settings.quiet_from) != bool(settings.quiet_to):
        yield QUIET_HALF().under("quiet_from")


def made(values: dict[str, Any]) -> Settings:
    """Return settings made of plain values, as a form or a file brings them.

    Raises:
        Illegal: a value of the wrong kind or out of its bounds, or one that does not hold (`faults`).
    """
    try:
        settings = msgspec.convert(values, ready(Settings))
    except msgspec.ValidationError as fault:
        raise Illegal((UNREADABLE(file=FILE, problem=str(fault)),)) from None
    if refusals := faults(settings):
        raise Illegal(refusals)
    return settings


def path_in(folder: Path) -> Path:
    """Return the file of a data folder."""
    return folder / FILE


def read(folder: Path) -> Settings:
    """Return the settings of a data folder; the defaults if there is no file.

    A game that was taken away since, or whose house rules have changed, is no fault here: it is simply not offered, or `faults` says it.

    Raises:
        Illegal: the file is there and cannot be read, is no TOML, or holds a value out of its bounds.
    """
    path = path_in(folder)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as fault:
        raise Illegal((UNREADABLE(file=FILE, problem=fault.strerror or str(fault)),)) from fault
    if len(raw) > MOST_BYTES:
        raise Illegal((UNREADABLE(file=FILE, problem=f"> {MOST_BYTES} bytes"),))
    try:
        return msgspec.toml.decode(raw, type=ready(Settings))
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise Illegal((UNREADABLE(file=FILE, problem=str(fault)),)) from None


def write(folder: Path, settings: Settings) -> None:
    """Write settings: the file is replaced as a whole once it is on the disk, so that a power cut leaves the old or the new one.

    Raises:
        Illegal: they do not hold (`faults`), or the file cannot be written; then the old one stands.
    """
    if refusals := faults(settings):
        raise Illegal(refusals)
    path = path_in(folder)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, msgspec.toml.encode(settings))
    except OSError as fault:
        raise Illegal((NOT_KEPT(file=FILE, problem=fault.strerror or str(fault)),)) from fault
