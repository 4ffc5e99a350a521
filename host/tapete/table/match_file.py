"""A match as one JSON Lines file: exported for friends and bug reports, checked and shown by `tapete replay` (docs/match-file.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PureWindowsPath
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from tapete import cards, games
from tapete.core import codec, position
from tapete.core.catalogue import Catalogue
from tapete.core.codec import parse
from tapete.core.log import Entry, Header, history
from tapete.core.match import Match
from tapete.core.refusals import Illegal, Malformed, Refusal
from tapete.core.rules import Rules, bind, result_word
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over
from tapete.core.texts import Text, _
from tapete.table import codes, match_text

FORMAT = 1
"""Of a file without cards, and of the lines that tables send to an event."""

CARRYING = 2
"""Of a file that carries the cards of its match; a higher one is refused."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that are read; a long match has less than one thousandth of them."""


class Opening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: the format, with what the match was begun, and, where they wanted it, the players' names."""

    tapete_match: int
    header: Header
    names: dict[Seat, str] | None = None


class Closing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: how many entries there are, and the result in one word (empty: unfinished). Without it the file was cut off.

    `digest` is the SHA-256 of all lines before it; empty: by an earlier version, or of a match that a server keeps.
    """

    entries: int
    result: str
    digest: str = ""


class _FormatLine(Struct, frozen=True):
    tapete_match: int = 0


class Exported(Struct, frozen=True, kw_only=True):
    """What a file holds."""

    header: Header
    names: dict[Seat, str]
    entries: tuple[Entry, ...]
    result: str


class Difference(Struct, frozen=True, kw_only=True):
    """Where these rules do not do what the file says. `seq` is 0 where it is not about one entry."""

    seq: int
    refusals: tuple[Refusal, ...] = ()
    what: str = "state"


def export(
    header: Header,
    entries: Sequence[Entry],
    names: Mapping[Seat, str] | None,
    over: Over | None,
    catalogue: Catalogue[Any] | None = None,
) -> bytes:
    """The file of a match.

    Args:
        header, entries: of its log.
        names: what the players are called; None: nobody is named, and no console either.
        over: its result, None while it has none.
        catalogue: its cards, which the file carries; None: those of its header, or none.
    """
    named = dict(names) if names else None
    if catalogue is not None and catalogue.document:
        header = replace(header, cards=codec.decode(catalogue.document, dict[str, Any]))
    header = without_folders(header)
    number = FORMAT if header.cards is UNSET else CARRYING
    first = codec.encode(Opening(tapete_match=number, header=header, names=named))
    told = entries if named else [replace(entry, source=anonymous(entry.source)) for entry in entries]
    before = first + b"\n" + history(told)
    result = "" if over is None else result_word(over)
    last = codec.encode(Closing(entries=len(entries), result=result, digest=hashlib.sha256(before).hexdigest()))
    return before + last + b"\n"


def without_folders(header: Header) -> Header:
    """Return a header in which a catalogue that was asked for by its path has the name of its file alone."""
    named = header if header.catalogue is None else replace(header, catalogue=PureWindowsPath(header.catalogue).name)
    if named.position is not None and isinstance(of := named.position.get("catalogue"), str):
        named = replace(named, position={**named.position, "catalogue": PureWindowsPath(of).name})
    return named


def anonymous(source: str) -> str:
    """Return where an entry came from, without the name of a console's boot."""
    place, *agreed = source.split(" ")
    kind, *rest = place.split(":")
    return " ".join([":".join([kind, *(seat for seat in rest[:1] if seat in SEATS)]), *agreed])


def read(raw: bytes) -> Exported:
    """What a file holds, read strictly; the text of a match (`match_text`) is played first.

    Raises:
        Illegal: no such file, one of a later format, or one that was cut off; with the line.
    """
    if len(raw) > LARGEST:
        raise _unreadable(1, f"> {LARGEST} bytes")
    if match_text.looks_like(raw):
        match, names = match_text.read(raw)
        result = "" if match.result is None else result_word(match.result)
        return Exported(header=match.header, names=names, entries=tuple(match.log.entries), result=result)
    lines = raw.splitlines()
    if not any(lines):
        raise _unreadable(1, _("the file is empty"))
    first = _line(lines, 1, _FormatLine)
    if first.tapete_match > CARRYING:
        raise Illegal((codes.OTHER_FORMAT(format=first.tapete_match, ours=CARRYING),))
    opening = _line(lines, 1, Opening)
    if opening.tapete_match != (FORMAT if opening.header.cards is UNSET else CARRYING):
        raise _unreadable(1, f"tapete_match: {opening.tapete_match}")
    closing = _line(lines, len(lines), Closing)
    entries = tuple(_line(lines, number, Entry) for number in range(2, len(lines)))
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise _unreadable(number + 1, f"seq {entry.seq}")
    if closing.entries != len(entries):
        raise _unreadable(len(lines), f"entries: {closing.entries} ≠ {len(entries)}")
    return Exported(header=opening.header, names=opening.names or {}, entries=entries, result=closing.result)


def _line(lines: Sequence[bytes], number: int, kind: Any) -> Any:
    try:
        return parse(lines[number - 1], kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError) as fault:
        raise _unreadable(max(number, 1), codec.said(fault)[0]) from None


def _unreadable(line: int, problem: str | Text) -> Illegal:
    return Illegal((codes.NOT_A_MATCH(line=line, problem=problem),))


def rules_of(header: Header) -> Rules[Any]:
    """Return the rules under which a match was begun, as installed here.

    Raises:
        Illegal: the game is not installed, its cards are another edition, or it has such house rules no more.
    """
    if games.find(header.game) is None:
        raise Illegal((codes.GAME_MISSING(game=header.game),))
    if header.cards is UNSET:
        rules = cards.bind(header.game, header.options, header.catalogue)
        if rules.catalogue_hash != header.catalogue_hash:
            raise Illegal((codes.OTHER_CARDS(catalogue=header.catalogue),))
        return rules
    catalogue = cards.carried(header.game, header.cards, header.catalogue or "")
    if catalogue.hash != header.catalogue_hash:
        raise Illegal((codes.CARDS_ALTERED(catalogue=catalogue.title),))
    return bind(games.need(header.game), header.options, catalogue)


def opened(header: Header, rules: Callable[[Header], Rules[Any]] = rules_of) -> Match[Any]:
    """A match at its beginning, as its header says.

    Args:
        header: of its log. rules: gives the rules for a header.

    Raises:
        Malformed, Illegal: see `rules_of` and `position.load`.
    """
    bound = rules(header)
    given = None if header.position is None else position.completed(bound, position.read(header.position))
    return Match(bound, header.seats, given)


def check(exported: Exported, rules: Callable[[Header], Rules[Any]] = rules_of) -> tuple[Match[Any], tuple[Difference, ...]]:
    """Play a file again, comparing every state and every event.

    Args:
        exported: what it holds. rules: as of `opened`.

    Returns:
        The match as far as it goes, and what differs: at most one entry that does not replay (the rest is not tried), events that are told
        otherwise, and a result that does not follow.

    Raises:
        Malformed, Illegal: the match cannot be begun here at all.
    """
    match = opened(exported.header, rules)
    differences: list[Difference] = []
    for entry in exported.entries:
        try:
            match.log.replay((entry,))
        except (Illegal, Malformed) as fault:
            cause = fault.__cause__
            why = cause.refusals if isinstance(cause, (Illegal, Malformed)) else fault.refusals
            differences.append(Difference(seq=entry.seq, refusals=why))
            break
        if [codec.builtins(event) for event in match.log.events(entry.seq)] != list(entry.events):
            differences.append(Difference(seq=entry.seq, what="events"))
    else:
        found = "" if match.result is None else result_word(match.result)
        if found != exported.result:
            differences.append(Difference(seq=0, what="result"))
    return match, tuple(differences)


NOT_WRITTEN_SO = _("Line {line} is not written as Tapete writes it.")
OTHER_STATE = _("Entry {seq}: these rules do not come to the state in the file.")
OTHER_EVENTS = _("Entry {seq}: these rules tell other events.")
OTHER_RESULT = _("The result in the file does not follow from its entries.")
OTHER_DIGEST = _("A name or a source was altered, or the digest in the last line.")


def faults(raw: bytes, rules: Callable[[Header], Rules[Any]] = rules_of) -> Iterator[Text]:
    """Say what is wrong with the file of a match, the most particular first; nothing: rules, seals, order and end fit.

    Args:
        raw: the file. rules: as of `opened`.
    """
    try:
        exported = read(raw)
        _match, differences = check(exported, rules)
    except (Illegal, Malformed) as fault:
        yield fault.refusals[0].text()
        return
    told = {"state": OTHER_STATE, "events": OTHER_EVENTS, "result": OTHER_RESULT}
    for one in differences:
        yield told[one.what].fill(seq=one.seq)
    if differences:
        return
    lines = raw.splitlines(keepends=True)
    kinds: list[Any] = [Opening, *(Entry for _entry in exported.entries), Closing]
    for number, (line, kind) in enumerate(zip(lines, kinds, strict=True), 1):
        if codec.encode(parse(line, kind)) + b"\n" != line:
            yield NOT_WRITTEN_SO.fill(line=number)
            return
    closing: Closing = parse(lines[-1], Closing)
    if closing.digest and closing.digest != hashlib.sha256(b"".join(lines[:-1])).hexdigest():
        yield OTHER_DIGEST
