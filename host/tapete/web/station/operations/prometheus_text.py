"""The figures of a station in the text format of Prometheus; imported when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from tapete.station.operations.health import HealthReport

KIND = CONTENT_TYPE_PLAIN_0_0_4
"""The content type of what `written` makes."""

GAUGES = {
    "uptime_s": ("tapete_uptime_seconds", "Seconds since the start."),
    "memory_bytes": ("tapete_memory_bytes", "Resident memory of the host program."),
    "threads": ("tapete_threads", "Threads of the host program."),
    "open_files": ("tapete_open_files", "File descriptors that the host program has open."),
    "disk_free_bytes": ("tapete_disk_free_bytes", "Free bytes where the journal lies."),
    "open_matches": ("tapete_open_matches", "Matches in memory."),
    "open_pages": ("tapete_open_pages", "Event streams that are open."),
    "ok": ("tapete_ok", "1 when nothing keeps the station from its work."),
}
JOURNAL = {
    "readable": ("tapete_journal_readable", "1 when the journal can be read."),
    "matches": ("tapete_journal_matches", "Matches in the journal."),
    "unfinished": ("tapete_journal_unfinished_matches", "Those without a result."),
    "bytes": ("tapete_journal_bytes", "Size of the journal's files."),
    "behind": ("tapete_journal_behind", "Commits in memory that wait for room on the disk."),
}
CONSOLE_GAUGES = {
    "connected": ("tapete_console_connected", "1 while the console answers."),
    "panels": ("tapete_console_panels", "Panels of the console."),
    "free_bytes": ("tapete_console_free_bytes", "Free memory of the board."),
}
CONSOLE_COUNTERS = {
    "sessions": ("tapete_link_sessions", "Times that the console was greeted."),
    "losses": ("tapete_link_losses", "Times that the link was lost."),
    "received": ("tapete_link_lines_received", "Lines received."),
    "sent": ("tapete_link_lines_sent", "Lines sent."),
    "bad": ("tapete_link_lines_bad", "Lines with a wrong checksum."),
    "resent": ("tapete_link_messages_resent", "Messages that the board sent again."),
    "dropped": ("tapete_link_presses_dropped", "Presses that the board could not keep."),
}


class _HealthCollector(Collector):
    """One report, as Prometheus asks for it."""

    def __init__(self, report: HealthReport) -> None:
        self._report = report

    def collect(self) -> Iterator[Metric]:
        report = self._report
        yield InfoMetricFamily("tapete", "The program.", {"version": report.version})
        yield from _gauges(report, GAUGES)
        yield from _gauges(report.journal, JOURNAL)
        yield CounterMetricFamily("tapete_errors", "Errors in the log.", report.errors)
        yield CounterMetricFamily("tapete_statistics_lost", "Rows of the statistics that could not be written.", report.statistics_lost)
        trouble = GaugeMetricFamily("tapete_trouble", "1 for each thing that is not well.", labels=["code"])
        for code in report.troubles:
            trouble.add_metric([code], 1)
        yield trouble
        if report.last_error is not None:
            last = GaugeMetricFamily("tapete_last_error_after_seconds", "When the last error came.", labels=["kind", "where"])
            last.add_metric([report.last_error.kind, report.last_error.where], report.last_error.after_s)
            yield last
        for kind, families in ((GaugeMetricFamily, CONSOLE_GAUGES), (CounterMetricFamily, CONSOLE_COUNTERS)):
            for field, (name, says) in families.items():
                family = kind(name, says, labels=["console"])
                for number, console in enumerate(report.consoles):
                    family.add_metric([str(number)], float(getattr(console, field)))
                yield family


def _gauges(of: Struct, named: dict[str, tuple[str, str]]) -> Iterator[Metric]:
    for field, (name, says) in named.items():
        yield GaugeMetricFamily(name, says, float(getattr(of, field)))


def written(report: HealthReport) -> bytes:
    """Write a report as figures.

    Args:
        report: what they tell.
    """
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_HealthCollector(report))
    return bytes(generate_latest(registry))
