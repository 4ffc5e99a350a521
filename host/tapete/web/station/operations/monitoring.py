"""`/health` (JSON) and `/metrics` (Prometheus text): for this computer, for staff's monitor with its token, and for nobody else."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tapete.core import codec
from tapete.station.operations.health import Health, HealthReport
from tapete.web.entrance import Pages, in_thread

PAGES = Pages()


async def _report(asked: Request) -> HealthReport:
    health: Health = asked.app.state.health
    return await in_thread(health.report)


@PAGES.at("/health", "monitor")
async def health(asked: Request) -> Response:
    """Answer with the whole report as JSON; 503 when the station cannot do its work."""
    report = await _report(asked)
    return Response(codec.encode(report), 200 if report.ok else 503, media_type="application/json")


@PAGES.at("/metrics", "monitor")
async def metrics(asked: Request) -> Response:
    """Answer with the figures in the text format of Prometheus, version 0.0.4."""
    from tapete.web.station.operations.prometheus_text import KIND, written  # here: a start does not wait for it

    return Response(written(await _report(asked)), headers={"content-type": KIND})
