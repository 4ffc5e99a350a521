"""The process: Uvicorn over a league's application, in this thread or in one of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

import uvicorn
from starlette.applications import Starlette

from tapete.league.server.shared import League
from tapete.station.addresses import outward_address
from tapete.web import connections, limits

if TYPE_CHECKING:  # imported where HTTPS is wanted
    from tapete.web.tls import Certificate

KEEP_ALIVE_S = 75
"""A table sends a line now and then: with the usual 5 s it would connect anew all the time."""

CONNECTIONS = 4_000
"""Most connections at one time: a thousand tables, their pages and walls."""

TICK_S = 1.0
"""How often the time is written anew that answers carry."""

STOP_S = 2
"""How long open requests are waited for when the server stops."""

OF_ONE_ADDRESS = 400
"""Most connections of one address: a shop's tables may all come from one. Behind a balancer everybody does, and it has all places."""


class _GracefulServer(uvicorn.Server):
    """Ends every stream before it stops, so that no event is cut off in the middle."""

    def __init__(self, config: uvicorn.Config, league: League, secure: tuple[socket.socket, Certificate] | None) -> None:
        super().__init__(config)
        self._secure = secure
        self._beside: list[asyncio.Task[None]] = []
        self.ready = threading.Event()
        self._ending = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._league = league

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._secure is not None and self.started:
            self._beside = connections.over_tls(self, *self._secure)
        self.ready.set()

    async def main_loop(self) -> None:
        """Wait until it is to end. Uvicorn's own looks ten times a second, which costs more than the lines of a small evening."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):  # it has the time of answers, in seconds
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._ending.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._beside:
            task.cancel()
        self._league.close()
        await super().shutdown(sockets)

    def end(self) -> None:
        """Stop soon; called from any thread."""
        self.should_exit = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(self._ending.set)


class LeagueServer:
    """A running server; stop it, or use it in a `with` block.

    Args:
        served: the application of `app.app`.
        host: the address to listen at; port: 0 for any free one.
        proxies: addresses of proxies that may say for whom they ask; none are believed when left out.
        certificate: of HTTPS. Others reach the port after this one over TLS then, and this one is this computer's alone.

    Raises:
        OSError: a port is taken.
    """

    def __init__(
        self,
        served: Starlette,
        host: str = "127.0.0.1",
        port: int = 0,
        proxies: tuple[str, ...] = (),
        certificate: Certificate | None = None,
    ) -> None:
        self.app, self.host, self.certificate = served, host, certificate
        self._listener = connections.listening("127.0.0.1" if certificate is not None else host, port)
        self.port = int(self._listener.getsockname()[1])
        self._secure: tuple[socket.socket, Certificate] | None = None
        self.secure_port = 0
        if certificate is not None:
            try:
                listener = connections.listening(host, port and port + 1)
            except OSError:
                self._listener.close()
                raise
            listener.setblocking(False)
            self.secure_port = int(listener.getsockname()[1])
            self._secure = listener, certificate
            served.state.address = lambda asked: f"https://{self._outward}:{self.secure_port}"
            served.state.certificate, served.state.pin = certificate, certificate.pin
        most = connections.room_for(CONNECTIONS)
        served.state.places = limits.connection_places(most if proxies else min(OF_ONE_ADDRESS, most // 2), most)
        config = uvicorn.Config(
            served,
            log_level="warning",
            access_log=False,
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=STOP_S,
            **connections.uvicorn_settings(served.state.places, keep_alive_s=KEEP_ALIVE_S, proxies=proxies),
        )
        self._server = _GracefulServer(config, served.state.league, self._secure)
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where this computer finds it, with a slash at its end; not over HTTPS, of whose certificate its own browser would warn."""
        if self.certificate is not None:
            return f"http://127.0.0.1:{self.port}/"
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, f"[{self.host}]" if ":" in self.host else self.host)
        return f"http://{name}:{self.port}/"

    @property
    def _outward(self) -> str:
        return outward_address() if self.host in {"0.0.0.0", "::"} else f"[{self.host}]" if ":" in self.host else self.host

    def run(self) -> None:
        """Serve in this thread until it is interrupted."""
        self._server.run(sockets=[self._listener])

    @property
    def failed(self) -> bool:
        """Whether it could not start: the database cannot be opened."""
        return not self._server.started

    def start(self) -> Self:
        """Serve in a thread of its own; returns once the database is open and requests are answered.

        Raises:
            RuntimeError: it could not start; the log says why.
        """
        self._thread = threading.Thread(target=self._run, daemon=True, name="tapete-league")
        self._thread.start()
        self._server.ready.wait()
        if self.failed:
            raise RuntimeError("the league's server did not start")
        return self

    def _run(self) -> None:
        try:
            self._server.run(sockets=[self._listener])
        finally:
            self._server.ready.set()

    def stop(self) -> None:
        """Stop taking requests, and wait until open ones are done."""
        self._server.end()
        if self._thread is not None:
            self._thread.join()
        self._listener.close()
        if self._secure is not None:
            self._secure[0].close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
