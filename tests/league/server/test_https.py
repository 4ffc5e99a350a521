"""An evening over HTTPS: nothing of it can be read from the air, and a table knows its server by the address alone."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

pytest.importorskip("cryptography", reason="the extra `https`")

from tapete.core.refusals import Illegal
from tapete.league.joining.address import JoinAddress, address_for, read_address
from tapete.league.joining.pinned import NotTheServer, pin_of
from tapete.league.joining.server_client import Client, ServerAway
from tapete.league.server.app import app
from tapete.league.server.process import LeagueServer
from tapete.web.tls import CERTIFICATE, Certificate
from tests.league import matches
from tests.league.server.conftest import API, SECRET, Served, Visitor
from tests.league.server.two_tables import KEY, Table, evening, stream

pytestmark = [pytest.mark.league]


class Secure(Served):
    """A running server of events over HTTPS.

    Args:
        folder: of its database and its certificate.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder}/events.sqlite3")
        self.certificate = Certificate(folder, lambda: frozenset({"127.0.0.1"}))
        self.server.stop()
        self.server = LeagueServer(app(self.league, lan=True), certificate=self.certificate)


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Secure]:
    made = Secure(tmp_path)
    with made.server:
        yield made


class Air:
    """What goes over the air between a server and those who speak to it: everything passes here and is kept.

    Args:
        port: of the server.
    """

    def __init__(self, port: int) -> None:
        self._to, self.heard = port, bytearray()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._take)]
        self._threads[0].start()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _address = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [here, there]
                for pair in ((here, there), (there, here)):
                    self._threads.append(threading.Thread(target=self._pass, args=pair))
                    self._threads[-1].start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while octets := source.recv(65_536):
                self.heard += octets
                target.sendall(octets)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for line in (self._listener, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        for thread in self._threads:
            thread.join()


def played(served: Served, scheme: str, air: Air, verify: ssl.SSLContext | bool, pin: bytes) -> list[bytes]:
    """Play an evening through the air; what may not be read there."""
    evening(served)
    base = f"{scheme}://127.0.0.1:{air.port}"
    secrets = [f"Name {number}".encode() for number in range(1, 5)]
    for role in ("organiser", "wall"):
        key = served.link(role)
        secrets.append(key.encode())
        with Visitor(base_url=base, verify=verify, follow_redirects=True, trust_env=False) as visitor:
            page = visitor.get(f"/in/{key}")
            assert page.status_code == 200
            assert "Name 1" in page.text
    table = Table(address_for(base, SECRET, "shop", "table-1", 1, pin))
    with stream(table) as states:
        assert next(states).table == 1
    match = matches.told()
    assert table.lines(match.part(0, 30, KEY)) == (200, {"have": 30})
    secrets += [b"X-Tapete-Signature", b"x-tapete-signature", b"/v1/shops", b"set-cookie", match.lines[3].encode()]
    return secrets


def test_nothing_of_an_evening_over_https_can_be_read(secure: Secure, tmp_path: Path) -> None:
    with contextlib.closing(Air(secure.server.secure_port)) as air:
        secrets = played(secure, "https", air, ssl.create_default_context(cafile=tmp_path / CERTIFICATE), secure.certificate.pin)
    assert len(air.heard) > 20_000
    assert [secret for secret in secrets if secret in air.heard] == []


def test_without_it_everything_can_be_read(served: Served) -> None:
    with contextlib.closing(Air(served.server.port)) as air:
        secrets = played(served, "http", air, True, b"")
    assert len([secret for secret in secrets if secret in air.heard]) >= len(secrets) - 2


def test_the_address_that_the_organiser_shows_names_the_key(secure: Secure) -> None:
    evening(secure)
    base = f"https://127.0.0.1:{secure.server.secure_port}"
    with Visitor(base_url=base, verify=False, follow_redirects=True, trust_env=False) as organiser:
        organiser.get(f"/in/{secure.link('organiser')}")
        shown = organiser.enter("/events/shop/friday", "/events/shop/friday/tables", task="add", place="3").text
        for page in (
            organiser.enter("/events/shop/friday", "/events/shop/friday/links", role="wall").text,
            organiser.get("/events/shop/friday/slips").text,
        ):
            assert secure.certificate.fingerprint in page
        told = next(word for word in shown.replace("<", " ").replace(">", " ").replace('"', " ").split() if word.startswith(f"{base}/v1"))
    address = read_address(told)
    assert address.pin == secure.certificate.pin
    assert read_address(address.text) == address
    assert Client(address).look().table == 3


def test_another_server_is_told_nothing(secure: Secure, tmp_path: Path) -> None:
    """One that sits between with a certificate of its own, and the port without TLS."""
    evening(secure)
    other = tmp_path / "other"
    base = f"https://127.0.0.1:{secure.server.secure_port}"
    stranger = Certificate(other, lambda: frozenset({"127.0.0.1"}))
    assert stranger.pin != secure.certificate.pin
    client = Client(address_for(base, SECRET, "shop", "table-1", 1, stranger.pin))
    with pytest.raises(ServerAway) as away:
        client.look()
    assert isinstance(away.value.__cause__, NotTheServer)
    with pytest.raises(ServerAway):
        Client(address_for(f"https://127.0.0.1:{secure.server.port}", SECRET, "shop", "table-1", 1, secure.certificate.pin)).look()


def test_another_certificate_of_the_same_key_still_fits(tmp_path: Path) -> None:
    first = Certificate(tmp_path, lambda: frozenset({"127.0.0.1"}))
    second = Certificate(tmp_path, lambda: frozenset({"127.0.0.1", "192.168.1.7"}))
    assert first.fingerprint != second.fingerprint
    assert first.pin == second.pin == pin_of(ssl.PEM_cert_to_DER_cert((tmp_path / CERTIFICATE).read_text(encoding="ascii")))
    third = Certificate(tmp_path, lambda: frozenset({"127.0.0.1"}))
    assert third.fingerprint == second.fingerprint, "kept: nobody is warned twice"


@pytest.mark.parametrize("told", [b"", b"\x30", b"\x30\x84\xff\xff\xff\xff", b"\x30\x03\x02\x01\x01"])
def test_what_is_no_certificate_has_no_pin(told: bytes) -> None:
    with pytest.raises(ValueError, match=r"cut off|no public key"):
        pin_of(told)


def test_a_pin_belongs_to_https_alone() -> None:
    pinned = JoinAddress("https://192.168.1.7:8771", "shop", "table-1", 1, b"k" * 32, b"p" * 32)
    assert read_address(pinned.text) == pinned
    for broken in (pinned.text.replace("https", "http"), pinned.text + "x", pinned.text + ".x", pinned.text[:-2]):
        with pytest.raises(Illegal):
            read_address(broken)


def test_the_port_without_tls_is_this_computers_alone(secure: Secure) -> None:
    assert secure.server._listener.getsockname()[0] == "127.0.0.1"
    assert httpx.get(f"{secure.server.address}health", trust_env=False, timeout=None).status_code == 200
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.1:{secure.server.secure_port}/health", trust_env=False, timeout=30)
    assert API.startswith("/v1")
