"""A match as a text that people read and write, as PGN is for chess: what it was begun with, then the moves that count, one a line.

    [Game "shazamm"]
    [Rules "1.0"]
    [Seats "AB"]
    [Result "A"]

    1. A lock_bid -
    2. B lock_bid -
    3. reveal_bids {"A":7,"B":9}

A move is written as on the keyboard (`core.notation`). Seals and nonces are left out, and so is what was taken back: the states are those
of the match wherever nothing is locked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tapete import cards, games
from tapete.core import codec, notation, position
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.match import Match
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.rules import Rules, bind, result_word
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import PLAIN, Text, _
from tapete.table import codes

LARGEST = 1024 * 1024
"""Bytes of a text that are read and played; a long match has less than one tenth of them."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) (".*"|\{.*\})\]')
_MOVE = re.compile(r"([0-9]+)\. (\S.*)")
_KNOWN = ("Game", "Rules", "Seats", "Names", "Options", "Catalogue", "Position", "Result")

_NO_LINE = _('neither [Tag "value"] nor a move such as “1. A pass”: {line}')
_NO_TAG = _("there is no tag {tag}; there are: {tags}")
_TWICE = _("the tag {tag} stands twice")
_LACKS = _("the tag {tag} is missing")
_NUMBER = _("move {given} stands where move {due} is due")
_SEATS = _("the seats are letters from A on, not {seats}")
_RESULT = _("the moves end with {found}, and the tag Result says {said}")
_OTHER_CARDS = _("the cards are of another edition: {given}; here are {ours}")


def looks_like(raw: bytes) -> bool:
    """Say whether a file is such a text, by its first sign."""
    return raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def write(match: Match[Any], names: Mapping[Seat, str] | None = None) -> str:
    """Return the text of a match.

    Args:
        match: the whole of it. names: what the players are called, where they want it said.
    """
    rules, header = match.rules, match.header
    usual = bind(rules.game, None, rules.catalogue).plain_options
    options = {key: value for key, value in rules.plain_options.items() if usual.get(key) != value}
    tags: list[tuple[str, Any]] = [("Game", header.game), ("Rules", header.rules_version), ("Seats", "".join(match.seats))]
    tags += [("Names", dict(names))] if names else []
    tags += [("Options", options)] if options else []
    tags += [("Catalogue", f"{header.catalogue} {header.catalogue_hash}")] if header.catalogue is not None else []
    tags += [("Position", codec.builtins(header.position))] if header.position is not None else []
    tags.append(("Result", "" if match.result is None else result_word(match.result)))
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}]" for name, value in tags]
    moves = (match.log.entries[seq - 1].action or {} for seq in match.log.line())
    return "\n".join([*lines, "", *(f"{n}. {move(rules, rules.read(plain))}" for n, plain in enumerate(moves, 1)), ""])


def move(rules: Rules[Any], action: Action) -> str:
    """Return one move, without seals and nonces."""
    return notation.write(rules.read(_bare(rules, codec.builtins(action)))).removesuffix(_NONCES)


_NONCES = " {}"
"""What is left of the nonces of a reveal."""


def _bare(rules: Rules[Any], plain: dict[str, Any]) -> dict[str, Any]:
    """An action without what a machine keeps."""
    for sealing in rules.game.sealings:
        if plain["action"] == name_of(sealing.lock):
            return {**plain, "seal": None}
        if plain["action"] == name_of(sealing.reveal):
            return {**plain, "nonces": {}}
    return plain


def read(raw: bytes) -> tuple[Match[Any], dict[Seat, str]]:
    """Return the match that a text holds, played move by move, and its players' names.

    Args:
        raw: UTF-8; a byte-order mark is read over.

    Raises:
        Illegal: no such text, with the line; or its game, cards or a move are not to be had here.
    """
    if len(raw) > LARGEST:
        raise _at(1, f"> {LARGEST} bytes")
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as fault:
        raise _at(raw[: fault.start].count(b"\n") + 1, str(fault.reason)) from None
    tags, moves = _parted(lines)
    rules, match = _begun(tags)
    for due, (line, number, said) in enumerate(moves, 1):
        if number != due:
            raise _at(line, _NUMBER.fill(given=number, due=due))
        try:
            match.log.do(_action(match, said), "program")
        except RefereeError as fault:
            raise Illegal((codes.NOT_A_MOVE(line=line, problem=fault.refusals[0].text(rules.words)),)) from None
    found = "" if match.result is None else result_word(match.result)
    if found != tags["Result"][1]:
        raise _at(tags["Result"][0], _RESULT.fill(found=repr(found), said=repr(tags["Result"][1])))
    return match, dict(tags["Names"][1]) if "Names" in tags else {}


def _action(match: Match[Any], said: str) -> Action:
    """Read a move; a reveal opens what was locked without a seal."""
    rules = match.rules
    for sealing in rules.game.sealings:
        if said.split(" ")[0] == name_of(sealing.reveal):
            action = notation.read(rules, said + _NONCES)
            return rules.read({**codec.builtins(action), "nonces": dict.fromkeys(match.seats)})
    return notation.read(rules, said)


def _parted(lines: list[str]) -> tuple[dict[str, tuple[int, Any]], list[tuple[int, int, str]]]:
    """The tags of a text by name, each with its line, and its moves with their lines and numbers."""
    tags: dict[str, tuple[int, Any]] = {}
    moves: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if found := _MOVE.fullmatch(line):
            if len(found[1]) > 9:
                raise _at(number, _NO_LINE.fill(line=line[:60]))
            moves.append((number, int(found[1]), found[2]))
        elif (found := _TAG.fullmatch(line)) and not moves:
            if found[1] not in _KNOWN:
                raise _at(number, _NO_TAG.fill(tag=found[1], tags=", ".join(_KNOWN)))
            if found[1] in tags:
                raise _at(number, _TWICE.fill(tag=found[1]))
            try:
                tags[found[1]] = number, json.loads(found[2])
            except (ValueError, RecursionError):
                raise _at(number, _NO_LINE.fill(line=line[:60])) from None
        else:
            raise _at(number, _NO_LINE.fill(line=line[:60]))
    for tag in ("Game", "Seats", "Result"):
        if not isinstance(tags.get(tag, (0, None))[1], str):
            raise _at(1, _LACKS.fill(tag=tag))
    return tags, moves


def _begun(tags: Mapping[str, tuple[int, Any]]) -> tuple[Rules[Any], Match[Any]]:
    """The match at its beginning, as the tags say."""
    line, game = tags["Game"]
    seats: tuple[Seat, ...] = SEATS[: len(tags["Seats"][1])]
    if "".join(seats) != tags["Seats"][1]:
        raise _at(tags["Seats"][0], _SEATS.fill(seats=repr(tags["Seats"][1])))
    named = _name_and_hash(str(tags["Catalogue"][1])) if "Catalogue" in tags else []
    try:
        games.need(game)
        line = tags.get("Options", tags.get("Catalogue", tags["Game"]))[0]
        rules = cards.bind(game, tags["Options"][1] if "Options" in tags else None, named[0] if named else None)
        given = None
        if "Position" in tags:
            line = tags["Position"][0]
            given = position.completed(rules, position.read(codec.encode(tags["Position"][1])))
        match = Match(rules, seats, given)
    except RefereeError as fault:
        raise Illegal((codes.NOT_A_MOVE(line=line, problem=fault.refusals[0].text(PLAIN)),)) from None
    if named[1:] and named[1] != rules.catalogue_hash:
        raise _at(tags["Catalogue"][0], _OTHER_CARDS.fill(given=named[1][:12], ours=str(rules.catalogue_hash)[:12]))
    return rules, match


def _name_and_hash(said: str) -> list[str]:
    """The name of a catalogue, which may have spaces, and the hash of its cards where it is given."""
    name, _space, last = said.rpartition(" ")
    return [name, last] if name and len(last) == 64 else [said]


def _at(line: int, problem: str | Text) -> Illegal:
    return Illegal((codes.NOT_A_MATCH(line=line, problem=problem),))
