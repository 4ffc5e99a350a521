"""HTTPS in the room, over real TLS on loopback: who is served, what is kept, and when another certificate is made."""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from tapete.cli import command_line
from tapete.commands import hosting
from tapete.core.refusals import Illegal
from tapete.table import Hub, Table
from tapete.web import Server, app, connections, entrance, tls
from tapete.web.keys import Keys
from tapete.web.limits import ConcurrencyLimit
from tapete.web.tls import CERTIFICATE, EARLY, KEY, VALID, Certificate
from tests import loops
from tests.web.conftest import Visitor

SECRET = b"a secret of sixteen bytes or more"


class Days:
    """A clock on the wall that the test owns, and the addresses of a computer that moves."""

    def __init__(self) -> None:
        self.now = datetime(2030, 5, 1, 12, tzinfo=UTC)
        self.addresses = frozenset({"192.168.1.2", "127.0.0.1", "::1", "localhost"})

    def certificate(self, folder: Path) -> Certificate:
        return Certificate(folder, lambda: self.addresses, lambda: self.now)


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def secure(hub: Hub, tmp_path: Path) -> Iterator[Server]:
    certificate = Certificate(tmp_path, lambda: frozenset({"127.0.0.1", "localhost"}))
    with Server(app(hub, lan=True, secret=SECRET), certificate=certificate) as running:
        yield running


def trusting(folder: Path) -> ssl.SSLContext:
    """Trust the certificate of this folder and no other, and insist on the address."""
    return ssl.create_default_context(cafile=folder / CERTIFICATE)


def shown_by(server: Server) -> str:
    """The fingerprint of the certificate that a new connection gets."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", server.secure_port), timeout=30) as line, context.wrap_socket(line) as talking:
        der = talking.getpeercert(binary_form=True)
    assert der is not None
    return hashlib.sha256(der).hexdigest()


def plain(fingerprint: str) -> str:
    return fingerprint.replace(":", "").lower()


def test_phones_come_over_tls_and_cookies_go_over_nothing_else(secure: Server, tmp_path: Path, table: Table) -> None:
    keys: Keys = secure.app.state.keys
    assert secure.address.startswith(f"https://127.0.0.1:{secure.secure_port}/?token=")
    base = f"https://127.0.0.1:{secure.secure_port}"
    with Visitor(base_url=base, verify=trusting(tmp_path), follow_redirects=True, trust_env=False) as phone:
        first = phone.get(f"/match/{table.id}/seat/A?token={keys.seat(table.id, 'A')}")
        assert first.status_code == 200
        kept = [line for answer in (*first.history, first) for line in answer.headers.get_list("set-cookie")]
        assert len(kept) >= 2
        assert all(line.endswith("; Secure") for line in kept), kept
        assert phone.get(f"/match/{table.id}/seat/B").status_code == 403
        long = phone.post(f"/match/{table.id}/seat/A/touch", content=b"x" * 70_000)
        assert (long.status_code, long.headers["connection"]) == (413, "close")
        assert "Secure" not in long.headers["content-security-policy"]


def test_the_fingerprint_stands_beside_the_codes_and_on_the_consoles_page(
    secure: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "NO_PHONE", frozenset())  # this server has loopback alone
    assert secure.certificate is not None
    shown = secure.certificate.fingerprint
    assert plain(shown) == shown_by(secure)
    with Visitor(base_url=f"http://127.0.0.1:{secure.port}", follow_redirects=True, trust_env=False) as screen:
        screen.get(secure.address_here)
        join = screen.get(f"/join/{table.id}").text
        assert f"https://127.0.0.1:{secure.secure_port}/match/{table.id}/seat/A?token=" in join, "phones are sent over HTTPS"
        for page in (join, screen.get("/console").text):
            assert shown in page


def test_the_port_without_tls_is_this_computers_alone(secure: Server) -> None:
    assert secure.listener.getsockname()[0] == "127.0.0.1"
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.1:{secure.secure_port}/rules/shazamm", trust_env=False, timeout=30)
    with pytest.raises(httpx.ConnectError, match=r"certificate|verify"):
        httpx.get(f"https://127.0.0.1:{secure.secure_port}/rules/shazamm", trust_env=False, timeout=30)


# ---- what is kept


def test_key_and_certificate_are_kept_and_the_key_is_the_owners_alone(days: Days, tmp_path: Path) -> None:
    made = days.certificate(tmp_path)
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    days.now += timedelta(days=300)
    again = days.certificate(tmp_path)
    assert (again.fingerprint, again.ends) == (made.fingerprint, made.ends)
    assert made.ends - days.now > EARLY


@pytest.mark.parametrize("passed", [VALID - EARLY, timedelta(days=900), timedelta(days=-40)])
def test_another_is_made_near_the_end_and_after_a_clock_that_was_wrong(days: Days, tmp_path: Path, passed: timedelta) -> None:
    made, key = days.certificate(tmp_path), (tmp_path / KEY).read_bytes()
    before = made.fingerprint
    assert not made.look()
    days.now += passed
    assert made.look()
    assert made.fingerprint != before
    assert made.ends > days.now + EARLY
    assert days.certificate(tmp_path).fingerprint == made.fingerprint, "it is on the disk"
    assert (tmp_path / KEY).read_bytes() == key
    assert not made.look()


def test_another_is_made_when_the_addresses_change_and_new_connections_get_it(hub: Hub, days: Days, tmp_path: Path) -> None:
    certificate = days.certificate(tmp_path)
    with Server(app(hub, lan=True, secret=SECRET), certificate=certificate) as running:
        before = shown_by(running)
        days.addresses |= {"10.0.0.7"}
        assert certificate.look()
        assert shown_by(running) == plain(certificate.fingerprint) != before
        days.addresses -= {"10.0.0.7"}
        assert not certificate.look(), "one that holds for more than is needed is good"


def test_a_certificate_that_is_torn_or_of_another_key_is_made_anew(days: Days, tmp_path: Path) -> None:
    first = days.certificate(tmp_path).fingerprint
    (tmp_path / CERTIFICATE).write_bytes((tmp_path / CERTIFICATE).read_bytes()[:200])
    second = days.certificate(tmp_path).fingerprint
    (tmp_path / KEY).unlink()
    third = days.certificate(tmp_path).fingerprint
    assert len({first, second, third}) == 3


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_that_others_can_read_is_said_and_not_used(days: Days, tmp_path: Path, mode: int) -> None:
    days.certificate(tmp_path)
    (tmp_path / KEY).chmod(mode)
    with pytest.raises(Illegal) as refused:
        days.certificate(tmp_path)
    assert refused.value.refusals[0].code == "https_key_open"
    assert "Delete it" in refused.value.refusals[0].text().in_("en")
    assert str(tmp_path / KEY) in refused.value.refusals[0].text().in_("es")


def test_the_key_of_another_user_is_not_used(days: Days, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days.certificate(tmp_path)
    mine = os.getuid()
    monkeypatch.setattr("tapete.web.tls.os.getuid", lambda: mine + 1)
    with pytest.raises(Illegal, match="https_key_open"):
        days.certificate(tmp_path)


@pytest.mark.parametrize("spoil", ["folder", "empty", "torn", "link"])
def test_a_key_that_cannot_be_read_is_said(days: Days, tmp_path: Path, spoil: str) -> None:
    days.certificate(tmp_path)
    path = tmp_path / KEY
    whole = path.read_bytes()
    path.unlink()
    if spoil == "folder":
        path.mkdir()
    elif spoil == "link":
        (tmp_path / "elsewhere").write_bytes(whole)
        path.symlink_to(tmp_path / "elsewhere")
    else:
        path.write_bytes(b"" if spoil == "empty" else whole[:100])
        path.chmod(0o600)
    with pytest.raises(Illegal) as refused:
        days.certificate(tmp_path)
    assert refused.value.refusals[0].code == "https_key_unreadable"
    assert str(path) in refused.value.refusals[0].text().in_("en")


def test_without_the_package_it_says_how_to_get_it(days: Days, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls, "HAS_CRYPTOGRAPHY", False)
    with pytest.raises(Illegal) as refused:
        days.certificate(tmp_path)
    assert "pipx install --force '.[https]'" in refused.value.refusals[0].text().in_("es")


# ---- who takes long to agree on TLS


def test_connections_that_say_nothing_have_a_place_each_and_an_end(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.5)
    served = app(hub, lan=True, secret=SECRET)
    places = served.state.places = ConcurrencyLimit(3, 3)
    with Server(served, certificate=Certificate(tmp_path, lambda: frozenset({"127.0.0.1"}))) as running:
        where = ("127.0.0.1", running.secure_port)
        silent = [socket.create_connection(where, timeout=30) for _ in range(3)]
        with socket.create_connection(where, timeout=30) as one_more:
            assert one_more.recv(1) == b"", "there is no place for it"
        assert places.tally["refused"] == 1
        assert [line.recv(1) for line in silent] == [b""] * 3, "they are not waited for"
        for line in silent:
            line.close()
        base = f"https://127.0.0.1:{running.secure_port}"
        assert httpx.get(f"{base}/rules/shazamm", verify=trusting(tmp_path), trust_env=False, timeout=30).status_code == 200
    assert places.tally["slow"] == 3
    assert places.taken == 0


# ---- what is said


@pytest.mark.parametrize(
    ("scheme", "address", "told"), [("http", "192.168.1.5", True), ("https", "192.168.1.5", False), ("http", "127.0.0.1", False)]
)
def test_a_phones_page_says_what_is_missing_without_https(hub: Hub, table: Table, scheme: str, address: str, told: bool) -> None:
    served = app(hub, lan=True, secret=SECRET)
    keys: Keys = served.state.keys

    async def page() -> str:
        transport = httpx.ASGITransport(served, client=(address, 5000))
        async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://127.0.0.1", follow_redirects=True) as phone:
            place = f"/match/{table.id}/seat/A/list?token={keys.seat(table.id, 'A')}"
            return (await phone.get(place, headers={"accept-language": "en"})).text

    shown = loops.run(page())
    assert ("does not let it use the phone's camera" in shown) is told
    assert "/awake.js" in shown, "its script asks for it where the browser lets it"


def test_https_alone_lets_nobody_in() -> None:
    said = CliRunner().invoke(command_line("en"), ["play", "shazamm", "--https", "--no-console", "--no-browser"], prog_name="tapete")
    assert said.exit_code == 2
    assert "--lan" in said.output


def test_a_station_whose_key_is_open_says_so_and_lets_no_phone_in(hub: Hub, days: Days, tmp_path: Path) -> None:
    """The journal's folder holds the key; a command ends, a station goes on for its own screen."""
    days.certificate(hub.journal.path.parent)
    (hub.journal.path.parent / KEY).chmod(0o644)
    assert hosting.certificate_of(hub, True) is None
    (alert,) = hub.alerts.standing
    assert "no phone is let in" in alert.text.in_("en")
    assert str(hub.journal.path.parent / KEY) in alert.text.in_("en")
    with pytest.raises(Exception, match="not this user's alone"):
        hosting.certificate_of(hub, False)
