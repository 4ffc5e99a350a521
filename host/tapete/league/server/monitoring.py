"""For those who keep the server running: whether it is well, its figures for Prometheus, and one JSON object a line as its log."""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime

from msgspec import structs
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete import __version__
from tapete.league.server.access import admitted, league_of
from tapete.league.server.incoming import intake_of

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds of answers, as the figures count them."""


DATABASE_WORDS = {"database_full": "full", "database_read_only": "read_only"}
"""What `/health` says of a database that answers and takes nothing."""


class ServerFigures:
    """What one server counts since it began."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._counted: dict[tuple[str, int], Counter] = {}
        self.answers = Counter("tapete_league_answers_total", "Answers by method and status.", ("method", "status"), registry=self.registry)
        self.seconds = Histogram(
            "tapete_league_answer_seconds", "Seconds to the head of an answer.", buckets=BUCKETS, registry=self.registry
        )
        self.streams = Gauge("tapete_league_streams", "Event streams that are open.", registry=self.registry)
        self.watched = Gauge("tapete_league_watched_events", "Events that a stream shows.", registry=self.registry)
        self.waiting = Gauge("tapete_league_intake_waiting", "Requests of tables that wait to be written.", registry=self.registry)

    def answered(self, method: str, status: int, seconds: float) -> None:
        """Count an answer.

        Args:
            method: of HTTP, or `STREAM` for a request within a stream. status: of HTTP. seconds: to its head.
        """
        self.seconds.observe(seconds)
        if (counted := self._counted.get((method, status))) is None:
            counted = self._counted[method, status] = self.answers.labels(method, str(status))
        counted.inc()


class Counted:
    """ASGI: counts answers, how long they took, and the streams that are open."""

    def __init__(self, app: ASGIApp, figures: ServerFigures) -> None:
        self.app, self.figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, streaming = time.perf_counter(), False

        async def noted(message: Message) -> None:
            nonlocal streaming
            if message["type"] == "http.response.start":
                self.figures.answered(scope["method"], message["status"], time.perf_counter() - begun)
                kind = next((value for name, value in message["headers"] if name == b"content-type"), b"")
                if kind.startswith(b"text/event-stream"):
                    streaming = True
                    self.figures.streams.inc()
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            if streaming:
                self.figures.streams.dec()


async def health(asked: Request) -> Response:
    """Say whether the database answers and takes what is written, and how it stands with the lines of tables; no link is needed.

    A caller such as a balancer is told nothing of any event. Walls and pages still show what a full database, or one that is read-only,
    has: such a server is asked on.
    """
    league = league_of(asked)
    trouble = await league.examined()
    intake = intake_of(asked)
    told = {"waiting": intake.waiting, "proves": intake.proves, "refused": intake.refused and structs.asdict(intake.refused)}
    if trouble is None:
        return JSONResponse({"ok": intake.well, "database": "ok", "intake": told, "version": __version__})
    word = DATABASE_WORDS.get(trouble.code, "away")
    return JSONResponse({"ok": False, "database": word, "intake": told}, 503 if word == "away" else 200, {"retry-after": "2"})


async def metrics(asked: Request) -> Response:
    """The figures for Prometheus, for organisers and chains."""
    await admitted(asked, frozenset({"organiser", "chain"}))
    figures: ServerFigures = asked.app.state.figures
    figures.watched.set(len(league_of(asked).watches))
    figures.waiting.set(intake_of(asked).waiting)
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


class JsonLines(logging.Formatter):
    """One JSON object a line; what a record carries under `told` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "at": at,
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_as_json() -> None:
    """Write what this process logs as lines of JSON to its error output."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tapete.league").setLevel(logging.INFO)


def routes() -> list[Route]:
    """The addresses of this module."""
    return [Route("/health", health, methods=["GET"]), Route("/metrics", metrics, methods=["GET"])]
