"""HTTPS to a server whose public key is known: no authority is asked, and its certificate may be made anew."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ssl

_SEQUENCE, _VERSION = 0x30, 0xA0
"""Tags of DER: a sequence, and the version of a certificate, which may be left out."""

_BEFORE_KEY = 5
"""Fields of a certificate between its version and its public key: number, algorithm, issuer, validity, subject (RFC 5280, 4.1)."""


class NotTheServer(ssl.SSLCertVerificationError):
    """Another key answers than that of the address."""


def pin_of(certificate: bytes) -> bytes:
    """The SHA-256 of a certificate's public key.

    Args:
        certificate: in DER.

    Raises:
        ValueError: it is no certificate.
    """
    _tag, begin, _end = _element(certificate, 0)
    _tag, at, _end = _element(certificate, begin)
    tag, _begin, end = _element(certificate, at)
    at = end if tag == _VERSION else at
    for _ in range(_BEFORE_KEY):
        at = _element(certificate, at)[2]
    tag, _begin, end = _element(certificate, at)
    if tag != _SEQUENCE:
        raise ValueError("no public key")
    return hashlib.sha256(certificate[at:end]).digest()


def _element(der: bytes, at: int) -> tuple[int, int, int]:
    """Tag, begin and end of the content of an element."""
    head = der[at : at + 2]
    if len(head) < 2:
        raise ValueError("cut off")
    tag, length, begin = head[0], head[1], at + 2
    if length >= 0x80:
        more = length - 0x80
        length, begin = int.from_bytes(der[begin : begin + more], "big"), begin + more
    if begin + length > len(der):
        raise ValueError("cut off")
    return tag, begin, begin + length


class PinnedConnection(http.client.HTTPSConnection):
    """A connection that sends nothing before the other side has shown that it has the key.

    Args:
        host, port, timeout: as of `http.client`. pin: of the key.
    """

    def __init__(self, host: str, port: int | None, timeout: float, pin: bytes) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the pin says more than a name
        super().__init__(host, port, timeout=timeout, context=context)
        self._pin = pin

    def connect(self) -> None:
        """Connect.

        Raises:
            NotTheServer: another key answers.
        """
        super().connect()
        shown = self.sock.getpeercert(binary_form=True) or b""
        try:
            fits = hmac.compare_digest(pin_of(shown), self._pin)
        except ValueError:
            fits = False
        if not fits:
            self.close()
            raise NotTheServer("another key than that of the address")
