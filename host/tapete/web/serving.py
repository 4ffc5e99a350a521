"""The server that runs the application in this process."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self, cast

import uvicorn
from starlette.applications import Starlette

from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.station.addresses import HERE, group, outward_address
from tapete.table import Hub
from tapete.web import connections, hints, live
from tapete.web.application import app
from tapete.web.coaching import Coaches
from tapete.web.connections import REQUEST_S
from tapete.web.keys import Keys
from tapete.web.request_checks import LOOPBACK_NAMES

if TYPE_CHECKING:  # imported where HTTPS is wanted
    from tapete.web.tls import Certificate

    Secure = tuple[socket.socket, Certificate]
    """The socket for connections over TLS, and their certificate."""

DEFAULT_PORT = 8765
"""Where `tapete play` serves unless told otherwise."""

NO_NETWORK = Code("no_network", "", _("This computer is in no network that a phone could reach. Join the room's network, and try again."))
DOOR_TAKEN = Code("door_taken", "", _("Port {port} is taken in the network ({why}). End the other program, or start with --web-port."))

STOP_S = 2
"""How long open pages are waited for when the server stops."""
CLOSING_S = 0.002
"""How often a server that stops looks whether its last answers have gone out."""
TICKS_PER_S = 10
"""What uvicorn counts in a second; it renews the date at each tenth."""


class GracefulServer(uvicorn.Server):
    """Ends open streams before it stops, so that no event is cut off in the middle; stops as soon as it is told to.

    Uvicorn looks ten times a second whether it should end, and waits for a tenth of a second three times on its way.
    """

    def __init__(self, served: Starlette, secure: Secure | None = None) -> None:
        self._limit: live.StreamLimit = served.state.stream_limit
        self._coaches: Coaches = served.state.coaches
        self._hints: hints.HintGiver = served.state.hints
        self._secure = secure
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._lan_server: asyncio.Server | None = None
        super().__init__(
            uvicorn.Config(
                served,
                log_level="warning",
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=STOP_S,
                **connections.uvicorn_settings(served.state.places),
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take requests, those over TLS at a socket of their own."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self._secure is not None and self.started:
            self._tasks += connections.over_tls(self, *self._secure)

    def add_socket(self, listener: socket.socket) -> None:
        """Take requests at one more socket; called from another thread, returns once they are taken.

        Raises:
            RuntimeError: nothing is served yet.
        """
        if self._loop is None:
            raise RuntimeError("not started")
        asyncio.run_coroutine_threadsafe(self._open_lan(listener), self._loop).result(REQUEST_S)

    async def _open_lan(self, listener: socket.socket) -> None:
        kind = cast("type[connections.Admitted]", self.config.http_protocol_class)
        make = functools.partial(kind, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        loop = asyncio.get_running_loop()
        self._lan_server = await loop.create_server(make, sock=listener, backlog=self.config.backlog)
        self.servers.append(self._lan_server)

    def remove_socket(self) -> None:
        """Take no more requests at the added socket, and end what came by it; called from another thread."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._close_lan(), self._loop).result(REQUEST_S)

    async def _close_lan(self) -> None:
        if self._lan_server is None:
            return
        self._lan_server.close()
        self.servers.remove(self._lan_server)
        self._lan_server = None
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None and group(transport.get_extra_info("peername")[0]) != HERE:
                transport.close()

    def end(self) -> None:
        """Stop soon. Called from any thread, or by a signal."""
        self.should_exit = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._stop.set)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at the second interrupt at once."""
        super().handle_exit(sig, frame)
        self.end()

    async def main_loop(self) -> None:
        """Serve until told to end. Once a second the date in the heads of answers is renewed."""
        ticks = itertools.count(step=TICKS_PER_S)
        while not await self.on_tick(next(ticks)):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), 1.0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking requests, let streams end, wait for the rest, though not for ever."""
        self._coaches.close()
        self._hints.close()
        for task in self._tasks:
            task.cancel()
        self._limit.close()
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                while (self.server_state.connections or self.server_state.tasks) and not self.force_exit:
                    await asyncio.sleep(CLOSING_S)
        for task in self.server_state.tasks:
            task.cancel()
        for sock in sockets or ():
            sock.close()


class Server:
    """A running server; stop it, or use it in a `with` block.

    Args:
        served: the application.
        host: the address to listen at.
        port: 0 for any free one.
        certificate: of HTTPS. The room reaches the port after this one over TLS then, and this one is this computer's alone.

    Raises:
        OSError: a port is taken.
    """

    def __init__(self, served: Starlette, host: str = "127.0.0.1", port: int = 0, certificate: Certificate | None = None) -> None:
        self.app, self.certificate = served, certificate
        self.listener = connections.listening("127.0.0.1" if certificate is not None else host, port)
        self.host, self.port = host, int(self.listener.getsockname()[1])
        self._listeners, self.secure_port = [self.listener], 0
        secure: Secure | None = None
        if certificate is not None:
            try:
                secure = connections.listening(host, port and port + 1), certificate
            except OSError:
                self.listener.close()
                raise
            secure[0].setblocking(False)
            self._listeners.append(secure[0])
            self.secure_port = int(secure[0].getsockname()[1])
            served.state.address = lambda asked: f"https://{self._outward}:{self.secure_port}"
            served.state.certificate = certificate
        self._server = GracefulServer(served, secure)
        self._opening = threading.Lock()
        if (
            certificate is None
            and not served.state.keys.lan
            and self.host in LOOPBACK_NAMES
            and getattr(served.state, "station", None) is None
        ):
            served.state.let_phones_in, served.state.shut_phones_out = self.let_phones_in, self.shut_phones_out
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where the room finds the lobby, with the table's key where one is needed."""
        scheme, port = ("https", self.secure_port) if self.certificate is not None else ("http", self.port)
        return f"{scheme}://{self._outward}:{port}/{self._key}"

    @property
    def address_here(self) -> str:
        """Where this computer finds it: not over HTTPS, of whose certificate its own browser would warn."""
        return f"http://127.0.0.1:{self.port}/{self._key}" if self.certificate is not None else self.address

    @property
    def _outward(self) -> str:
        return outward_address() if self.host in {"0.0.0.0", "::"} else f"[{self.host}]" if ":" in self.host else self.host

    @property
    def _key(self) -> str:
        keys: Keys = self.app.state.keys
        return f"?token={keys.table}" if keys.lan else ""

    def run(self) -> None:
        """Serve in this thread until it is interrupted."""
        self._server.run(sockets=[self.listener])

    def start(self) -> Self:
        """Serve in a thread of its own; returns once connections are taken (the socket listens already)."""
        for listener in self._listeners:
            listener.listen(128)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self.listener]}, daemon=True, name="tapete-pages")
        self._thread.start()
        return self

    def let_phones_in(self) -> None:
        """Let phones of the room's network in, each by its key, while pages are served. The one who asks again changes nothing.

        From the same moment on keys are asked for from everybody but this computer itself.

        Raises:
            Illegal: this computer is in no network, or its port is taken there.
        """
        keys: Keys = self.app.state.keys
        with self._opening:
            if keys.reached:
                return
            name = outward_address()
            if name in LOOPBACK_NAMES:
                raise Illegal((NO_NETWORK(),))
            try:
                listener = connections.listening(name, self.port)
            except OSError as fault:
                raise Illegal((DOOR_TAKEN(port=self.port, why=fault.strerror or str(fault)),)) from fault
            listener.setblocking(False)
            self._listeners.append(listener)
            keys.open()  # before anybody can come
            hosts: set[str] | None = self.app.state.hosts
            if hosts is not None:
                hosts.add(name)
            self._server.add_socket(listener)

    def shut_phones_out(self) -> None:
        """Let nobody in but this computer again. Every key stays as it is, so that phones fit when they are let in once more."""
        keys: Keys = self.app.state.keys
        with self._opening:
            if keys.reached:
                keys.shut()  # a visitor who is still connected has no rights from now on
                self._server.remove_socket()

    def stop(self) -> None:
        """Stop taking requests, and wait until open ones are done."""
        self._server.end()
        if self._thread is not None:
            self._thread.join(STOP_S + 3)
        for listener in self._listeners:
            listener.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def serve(
    hub: Hub,
    host: str | None = None,
    port: int = DEFAULT_PORT,
    *,
    lan: bool = False,
    secret: bytes | None = None,
    path: str = "",
    open_browser: bool = True,
    on_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve the pages in this thread until the process is interrupted.

    Args:
        hub: where the matches and consoles are.
        host: the address to listen at; this computer only when left out, every one with `lan`.
        port: 0 for any free one.
        lan: let phones of the same network in, by key.
        secret: what the keys are made from.
        path: the page to open, without its first slash.
        open_browser: show it in the system's browser.
        on_ready: told the address once the port is ours.

    Raises:
        OSError: the port is taken.
    """
    server = Server(app(hub, lan=lan, secret=secret), host or ("0.0.0.0" if lan else "127.0.0.1"), port)
    lobby_address, _, key = server.address.partition("?")
    address = f"{lobby_address}{path}" + (f"?{key}" if key else "")
    if on_ready is not None:
        on_ready(address)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    server.run()
