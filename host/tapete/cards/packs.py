"""A pack: a catalogue with its pictures and stickers in one file that its publisher signs.

A pack is a zip archive whose members are stored as they are, in one order and with one date, so that the same cards make the same
bytes, and nothing in it can grow when it is read. `pack.json` names every member with its SHA-256 and the publisher's public key;
`pack.sig` is the Ed25519 signature (RFC 8032) of `pack.json`. Nothing of a pack is run, and it is kept whole: no member of it becomes a
path. Only the bytes that Tapete would write are read.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct

from tapete.cards.toml import MOST_BYTES as MOST_TOML
from tapete.cards.toml import bytes_of
from tapete.core import codec
from tapete.core.catalogue import PICTURE_FILE, Catalogue
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import Text, _

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519
except ModuleNotFoundError:
    HAS_CRYPTOGRAPHY = False
else:
    HAS_CRYPTOGRAPHY = True

MOST_BYTES = 33_554_432
"""Largest pack: 32 MiB, some eight hundred pictures."""

MOST_MEMBERS = 2_003
CATALOGUE, TAGS, MANIFEST, SIGNATURE, PICTURES = "catalogue.toml", "tags.toml", "pack.json", "pack.sig", "pictures/"
_SIGNED = b"Tapete cards 1\n"
"""Stands before what is signed, so that no signature for another purpose fits."""

_DATE = (1980, 1, 1, 0, 0, 0)

NOT_A_PACK = Code("not_a_pack", "", _("“{name}” is no pack of cards that is taken here: {problem}. Ask whoever made it for a sound one."))
NO_CRYPTOGRAPHY = Code(
    "packs_need_cryptography", "", _("A pack is signed, which needs the package cryptography: pipx install --force '.[https]'.")
)
NOT_A_KEY = Code("not_a_key", "", _("“{name}” is no private Ed25519 key (PEM, without a password). Leave --key out, and Tapete makes one."))
_LARGE = _("it is larger than {most} bytes")
_DAMAGED = _("it is damaged, or was not written by Tapete")
_LATER = _("its format is {format}; here 1 is known, so a newer Tapete is needed")
_PATH = _("it holds a file at a path that is not taken: {path}")
_ALTERED = _("“{path}” was altered")
_UNSIGNED = _("its signature is not of this content and this key")


class Member(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of a pack: the SHA-256 of its bytes, and how many there are."""

    sha256: str
    bytes: int


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `pack.json` says: the format, whose cards, the set's name, the public key, and all members but itself and its signature."""

    tapete_cards: int
    game: str
    title: str
    key: str
    files: dict[str, Member]


class Pack(Struct, frozen=True, kw_only=True):
    """A pack whose signature fits: its bytes, what `pack.json` says, and its members by name."""

    raw: bytes
    manifest: Manifest
    files: Mapping[str, bytes]

    @property
    def toml(self) -> bytes:
        """The document of the catalogue."""
        return self.files[CATALOGUE]

    @property
    def fingerprint(self) -> str:
        """The publisher's key, short enough to be compared by two people."""
        return fingerprint(self.manifest.key)


def fingerprint(key: str) -> str:
    """Return the first sixteen digits of the SHA-256 of a public key, in fours."""
    digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:16]
    return " ".join(digits[at : at + 4] for at in range(0, 16, 4))


# ---- writing


def write(catalogue: Catalogue[Any], toml: bytes, shown: Mapping[str, bytes], tags: bytes, secret: bytes, key_name: str = "key") -> bytes:
    """Return a pack; the same cards and the same key make the same bytes.

    Args:
        catalogue: as it was read. toml: its document. shown: pictures by file. tags: the file of stickers; empty: none.
        secret: the private key as PEM. key_name: what refusals call it.

    Raises:
        Illegal: the key cannot be read, or the pack would be too large.
    """
    own = _private(secret, key_name)
    files = {CATALOGUE: toml, **({TAGS: tags} if tags else {}), **{PICTURES + name: raw for name, raw in shown.items()}}
    key = own.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()
    listed = {name: Member(hashlib.sha256(raw).hexdigest(), len(raw)) for name, raw in sorted(files.items())}
    manifest = codec.encode(Manifest(tapete_cards=1, game=catalogue.game, title=catalogue.title, key=key, files=listed))
    made = _zipped({**files, MANIFEST: manifest, SIGNATURE: own.sign(_SIGNED + manifest).hex().encode()})
    if len(made) > MOST_BYTES:
        raise _none(catalogue.title, _LARGE.fill(most=MOST_BYTES))
    return made


def new_key() -> bytes:
    """Return a new private key as PEM.

    Raises:
        Illegal: the package for it is missing.
    """
    if not HAS_CRYPTOGRAPHY:
        raise Illegal((NO_CRYPTOGRAPHY(),))
    made = ed25519.Ed25519PrivateKey.generate()
    plain = serialization.NoEncryption()
    return made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def _private(pem: bytes, name: str) -> ed25519.Ed25519PrivateKey:
    if not HAS_CRYPTOGRAPHY:
        raise Illegal((NO_CRYPTOGRAPHY(),))
    try:
        found = serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Illegal((NOT_A_KEY(name=name),)) from None
    if not isinstance(found, ed25519.Ed25519PrivateKey):
        raise Illegal((NOT_A_KEY(name=name),))
    return found


def _zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, raw in sorted(files.items()):
            member = zipfile.ZipInfo(name, _DATE)
            member.create_system = 3
            member.external_attr = 0o644 << 16
            archive.writestr(member, raw)
    return made.getvalue()


# ---- reading


def read(raw: bytes, name: str) -> Pack:
    """Return a pack whose signature fits.

    Args:
        raw: its bytes, at most `MOST_BYTES` and one more. name: what refusals call it.

    Raises:
        Illegal: it is too large, damaged, altered, of a later format, holds what no pack holds, or its signature is wrong.
    """
    if not HAS_CRYPTOGRAPHY:
        raise Illegal((NO_CRYPTOGRAPHY(),))
    if len(raw) > MOST_BYTES:
        raise _none(name, _LARGE.fill(most=MOST_BYTES))
    files = _members(raw, name)
    try:
        manifest = codec.parse(files[MANIFEST], Manifest)
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        later = re.match(rb'\{"tapete_cards":(\d{1,6})', files.get(MANIFEST, b""))
        raise _none(name, _LATER.fill(format=int(later[1])) if later and later[1] != b"1" else _DAMAGED) from None
    if manifest.tapete_cards != 1:
        raise _none(name, _LATER.fill(format=manifest.tapete_cards))
    if files.keys() != {*manifest.files, MANIFEST, SIGNATURE} or CATALOGUE not in files or len(files[CATALOGUE]) > MOST_TOML:
        raise _none(name, _DAMAGED)
    for path, member in manifest.files.items():
        if member != Member(hashlib.sha256(files[path]).hexdigest(), len(files[path])):
            raise _none(name, _ALTERED.fill(path=path))
    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(manifest.key))
        public.verify(bytes.fromhex(files[SIGNATURE].decode("ascii")), _SIGNED + files[MANIFEST])
    except (InvalidSignature, ValueError):
        raise _none(name, _UNSIGNED) from None
    if _zipped(files) != raw:
        raise _none(name, _DAMAGED)
    return Pack(raw=raw, manifest=manifest, files={path: files[path] for path in manifest.files})


def read_file(path: Path) -> Pack:
    """Return the pack in a file.

    Raises:
        Illegal: as `read`, or the file cannot be read.
    """
    raw = bytes_of(path, MOST_BYTES)
    if raw is None:
        raise _none(path.name, _DAMAGED)
    return read(raw, path.name)


def _members(raw: bytes, name: str) -> dict[str, bytes]:
    """Return what an archive holds: stored members at paths that a pack may have, each once."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_MEMBERS:
                raise _none(name, _DAMAGED)
            for one in listed:
                own = one.filename.removeprefix(PICTURES)
                picture = own != one.filename and re.fullmatch(PICTURE_FILE, own)
                if not picture and one.filename not in (CATALOGUE, TAGS, MANIFEST, SIGNATURE):
                    raise _none(name, _PATH.fill(path=one.filename[:80]))
                if one.compress_type != zipfile.ZIP_STORED or one.file_size != one.compress_size or one.flag_bits & 1:
                    raise _none(name, _DAMAGED)
            if sum(one.file_size for one in listed) > len(raw) or len({one.filename for one in listed}) < len(listed):
                raise _none(name, _DAMAGED)
            return {one.filename: archive.read(one) for one in listed}
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, OverflowError):
        raise _none(name, _DAMAGED) from None


def _none(name: str, problem: Text) -> Illegal:
    return Illegal((NOT_A_PACK(name=PurePath(name).name, problem=problem),))
