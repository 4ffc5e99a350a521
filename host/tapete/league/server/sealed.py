"""An event as a file that anybody can prove: its record, what follows from it, and a signature. Needs no extra, but for the signature."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tapete.core import codec
from tapete.core.refusals import RefereeError
from tapete.core.texts import Text, _
from tapete.league.deciding import Decision, opened, replay_from
from tapete.league.record import Plain, first_head, head_after, heads, shown
from tapete.league.server.states import standings_of
from tapete.league.tournament import TournamentSettings

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519
except ModuleNotFoundError:
    HAS_CRYPTOGRAPHY = False
else:
    HAS_CRYPTOGRAPHY = True

SEALED = ("digest", "key", "signature")
"""The parts of an export that follow from all others."""

NOT_JSON = _("This is no export of an event: {problem}.")
NO_PART = _("The part “{part}” is missing.")
MORE_PART = _("The part “{part}” is none of an export.")
BAD_SETTINGS = _("The settings were altered.")
BAD_DECISION = _("Decision {number} was altered, or its head.")
UNREADABLE = _("Decision {number} cannot be read ({problem}).")
NOT_DECIDED = _("Decision {number} could not have been made there ({problem}).")
BAD_PART = _("The part “{part}” does not follow from the decisions.")
BAD_DIGEST = _("A name, the name of the shop or that of the event was altered, or the digest.")
BAD_SIGNATURE = _("The signature is not of this content and this key.")
OTHER_BYTES = _("From byte {at} on it is not written as Tapete writes it.")
OTHER_HEAD = _("Decision {number} has another head than the one that was shown ({shown}): {head}.")
NO_SUCH_HEAD = _("No decision {number} is in it, whose head was shown.")


def written(shop: str, event: str, settings: Plain, names: Mapping[str, str], log: Sequence[Plain]) -> dict[str, Any]:
    """An event as a file, without its seal.

    Raises:
        Illegal, Malformed, ValueError: the log cannot be played again.
    """
    tournament = opened(codec.convert(settings, TournamentSettings))
    tournament = replay_from(tournament, (codec.convert(decision, Decision) for decision in log))
    kept = {one.person: names.get(one.person, "") for one in tournament.entrants}
    parts = {"shop": shop, "event": event, "settings": settings, "names": kept, "log": list(log), "heads": heads(settings, log)}
    return parts | standings_of(tournament, names)


def sealed(body: Plain, secret: bytes) -> dict[str, Any]:
    """The same with its digest, and signed where the package is there.

    Args:
        body: of `written`. secret: of the server: the key is derived from it.
    """
    digest = _digest(body)
    key = signature = ""
    if HAS_CRYPTOGRAPHY:
        own = ed25519.Ed25519PrivateKey.from_private_bytes(hmac.new(secret, b"results", hashlib.sha256).digest())
        key = own.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()
        signature = own.sign(digest.encode()).hex()
    return {**body, "digest": digest, "key": key, "signature": signature}


def _digest(body: Plain) -> str:
    return hashlib.sha256(codec.encode({name: part for name, part in body.items() if name not in SEALED})).hexdigest()


# ---- its proof


def faults(raw: bytes, witness: str = "") -> Iterator[Text]:
    """Say what is wrong with an exported event, the most particular first; nothing: all of it fits.

    Args:
        raw: the file. witness: a head as it was shown on the wall or a slip; empty: none.
    """
    try:
        plain = codec.parse(raw, dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        yield NOT_JSON.fill(problem=codec.said(fault)[0])
        return
    parts = ("shop", "event", "settings", "names", "log", "heads", "version", "closed", "standings", *SEALED)
    if missing := [part for part in parts if part not in plain]:
        yield NO_PART.fill(part=missing[0])
        return
    if more := sorted(plain.keys() - set(parts)):
        yield MORE_PART.fill(part=more[0])
        return
    found = list(_content_faults(plain))
    yield from found
    if not found and codec.encode(plain) != raw.rstrip(b"\n"):
        yield OTHER_BYTES.fill(at=_first_difference(codec.encode(plain), raw))
    if not found and witness:
        yield from _witness_faults(plain["heads"], witness)


def _first_difference(one: bytes, other: bytes) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _content_faults(plain: Plain) -> Iterator[Text]:
    settings, log, known = plain["settings"], plain["log"], plain["heads"]
    if not isinstance(log, list) or not isinstance(known, list) or not isinstance(plain["names"], dict):
        yield NOT_JSON.fill(problem="log, heads, names")
        return
    try:
        tournament = opened(codec.convert(settings, TournamentSettings))
        head = first_head(settings)
    except RefereeError:
        yield BAD_SETTINGS
        return
    if known[:1] != [head]:
        yield BAD_SETTINGS
        return
    for number, decision in enumerate(log, 1):
        try:
            entry = codec.convert(decision, Decision)
            head = head_after(head, decision)
        except RefereeError as fault:
            yield UNREADABLE.fill(number=number, problem=fault.refusals[0].text())
            return
        if known[number : number + 1] != [head]:
            yield BAD_DECISION.fill(number=number)
            return
        try:
            tournament = replay_from(tournament, [entry])
        except (RefereeError, ValueError) as fault:
            why = fault.refusals[0].text() if isinstance(fault, RefereeError) else str(fault)
            yield NOT_DECIDED.fill(number=number, problem=why)
            return
    if len(known) != len(log) + 1:
        yield BAD_PART.fill(part="heads")
        return
    names = {person: name for person, name in plain["names"].items() if isinstance(name, str)}
    expected = written(str(plain["shop"]), str(plain["event"]), settings, names, log)
    for part, value in expected.items():
        if codec.encode(value) != codec.encode(plain[part]):
            yield BAD_PART.fill(part=part)
            return
    if plain["digest"] != _digest(plain):
        yield BAD_DIGEST
    elif not is_signed(plain):
        yield BAD_SIGNATURE


def is_signed(plain: Plain) -> bool:
    """Whether the signature of an export is that of its key, or it has neither; where the package is missing it is not looked at."""
    if not plain["key"] and not plain["signature"]:
        return True
    if not HAS_CRYPTOGRAPHY:
        return True
    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(plain["key"]))
        public.verify(bytes.fromhex(plain["signature"]), str(plain["digest"]).encode())
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _witness_faults(known: Sequence[str], witness: str) -> Iterator[Text]:
    number, _dot, digits = witness.replace("·", " ").strip().partition(" ")
    told = "".join(digits.split()).lower()
    if not number.isdecimal() or len(number) > 9 or not int(number) < len(known):
        yield NO_SUCH_HEAD.fill(number=number)
    elif not told or not known[int(number)].startswith(told):
        yield OTHER_HEAD.fill(number=int(number), shown=witness, head=shown(int(number), known[int(number)]))
