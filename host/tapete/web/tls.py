"""HTTPS in the room: a certificate that this host makes for its own addresses, keeps, and makes anew before it fails anybody.

No authority knows the host, so browsers warn once: who compares the fingerprint that they show with the one on the table's page knows
that nobody sits between. The key is made once, and is its owner's alone; the certificate changes with the addresses.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import os
import socket
import ssl
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.table.folders import sync_folder

try:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
except ModuleNotFoundError:
    HAS_CRYPTOGRAPHY = False
else:
    HAS_CRYPTOGRAPHY = True

KEY, CERTIFICATE = "page-tls.key", "page-tls.crt"
"""Files in the data folder; the key is readable by its owner alone."""

VALID = timedelta(days=397)
"""How long a certificate holds; browsers refuse those of more than 398 days."""

EARLY = timedelta(days=30)
"""So long before its end another is made."""

BEFORE = timedelta(days=1)
"""A certificate holds from a day ago on: phones' clocks differ."""

LARGEST = 16_384
"""Longest file that is read, in bytes."""

NOT_INSTALLED = Code(
    "https_not_installed",
    "",
    _("HTTPS needs one package more. Install it with “pipx install --force '.[https]'” and start again, or start without --https."),
)
KEY_UNREADABLE = Code(
    "https_key_unreadable",
    "",
    _("The key of HTTPS ({file}) cannot be read: {problem}. Delete it, and a new one is made at the next start."),
)
KEY_OPEN = Code(
    "https_key_open",
    "",
    _("The key of HTTPS ({file}) is not this user's alone: others may have read it. Delete it, and a new one is made at the next start."),
)
NOT_KEPT = Code(
    "https_not_kept",
    "",
    _("The certificate of HTTPS could not be kept in {file}: {problem}. See whether the disk has room and the folder may be written."),
)

_log = logging.getLogger(__name__)


def own_addresses(outward: str) -> frozenset[str]:
    """The names under which phones may reach this computer: its address in the room, loopback, its name in the room.

    Args:
        outward: its address in the room.
    """
    name = socket.gethostname().partition(".")[0].lower()
    local = {f"{name}.local"} if name and name.isascii() and name.replace("-", "").isalnum() else set()
    return frozenset({outward, "127.0.0.1", "::1", "localhost", *local})


class Certificate:
    """The certificate of a data folder, ready for use; `look` keeps it good.

    Args:
        folder: where key and certificate are kept.
        addresses: asked for the names and addresses that it must hold for.
        now: the time on the wall (UTC). One that is wrong makes a certificate that does not hold; it is made anew when the time is right.

    Raises:
        Illegal: the package is missing, the key cannot be read or is not its owner's alone, or nothing can be written.
    """

    def __init__(self, folder: Path, addresses: Callable[[], frozenset[str]], now: Callable[[], datetime] | None = None) -> None:
        if not HAS_CRYPTOGRAPHY:
            raise Illegal((NOT_INSTALLED(),))
        self._folder, self._addresses, self._now = folder, addresses, now or (lambda: datetime.now(UTC))
        self._key = self._kept_key() or self._new_key()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.set_alpn_protocols(["http/1.1"])
        kept = self._kept()
        self._held = kept if kept is not None and self._is_good(kept) else self._made()
        self._load()

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate in pairs, as browsers show it."""
        return self._held.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def pin(self) -> bytes:
        """SHA-256 of its public key, which stays when another certificate is made."""
        form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        return hashlib.sha256(self._key.public_key().public_bytes(*form)).digest()

    @property
    def ends(self) -> datetime:
        """When it stops to hold."""
        return self._held.not_valid_after_utc

    def look(self) -> bool:
        """Make another certificate where this one is due: connections from now on get it. True if it was made.

        Raises:
            Illegal: it could not be kept; the old one is still used.
        """
        if self._is_good(self._held):
            return False
        self._held = self._made()
        self._load()
        _log.warning("HTTPS has another certificate now: %s", self.fingerprint)
        return True

    def _is_good(self, held: x509.Certificate) -> bool:
        begins, ends, now = held.not_valid_before_utc, held.not_valid_after_utc, self._now()
        return begins <= now < ends - EARLY and self._addresses() <= _named(held)

    # ---- files

    def _kept_key(self) -> ec.EllipticCurvePrivateKey | None:
        path = self._folder / KEY
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                raw = file.read(LARGEST)
        except FileNotFoundError:
            return None
        except OSError as fault:
            raise Illegal((KEY_UNREADABLE(file=str(path), problem=fault.strerror or str(fault)),)) from fault
        if os.name == "posix" and (status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077):
            raise Illegal((KEY_OPEN(file=str(path)),))
        try:
            key = serialization.load_pem_private_key(raw, None)
        except (ValueError, TypeError) as fault:
            raise Illegal((KEY_UNREADABLE(file=str(path), problem=str(fault).partition("\n")[0][:80]),)) from fault
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise Illegal((KEY_UNREADABLE(file=str(path), problem=type(key).__name__),))
        return key

    def _new_key(self) -> ec.EllipticCurvePrivateKey:
        key = ec.generate_private_key(ec.SECP256R1())
        encoded = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self._write(KEY, encoded, 0o600)
        return key

    def _kept(self) -> x509.Certificate | None:
        """The kept certificate; None if none is whole and of this key."""
        try:
            with (self._folder / CERTIFICATE).open("rb") as file:
                found = x509.load_pem_x509_certificate(file.read(LARGEST))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as fault:
            _log.warning("%s cannot be read, and is made anew: %s", CERTIFICATE, fault)
            return None
        return found if found.public_key() == self._key.public_key() else None

    def _made(self) -> x509.Certificate:
        now = self._now()
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tapete")])
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - BEFORE)
            .not_valid_after(now - BEFORE + VALID)
            .add_extension(x509.SubjectAlternativeName([_general(one) for one in sorted(self._addresses())]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        self._write(CERTIFICATE, made.public_bytes(serialization.Encoding.PEM), 0o644)
        return made

    def _load(self) -> None:
        self.context.load_cert_chain(self._folder / CERTIFICATE, self._folder / KEY)

    def _write(self, name: str, content: bytes, mode: int) -> None:
        """Whole or not at all, and on the disk when it returns."""
        path = self._folder / name
        fresh = path.with_name(f".{name}.new")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
            sync_folder(self._folder)
        except OSError as fault:
            raise Illegal((NOT_KEPT(file=str(path), problem=fault.strerror or str(fault)),)) from fault


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _named(held: x509.Certificate) -> frozenset[str]:
    """The names and addresses that a certificate holds for."""
    try:
        names = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return frozenset()
    return frozenset({*names.get_values_for_type(x509.DNSName), *(str(one) for one in names.get_values_for_type(x509.IPAddress))})
