"""Shared by the commands of `tapete console`: findings as a person or a program reads them, and the one console that is meant."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tapete.i18n import language_of

if TYPE_CHECKING:  # what a command needs is imported when it is called
    from tapete.console.troubles import Finding
    from tapete.core.texts import Text


def show_finding(finding: Finding) -> None:
    """Print what was found and what to do next, in the language spoken."""
    mark = {"fault": "✗", "warning": "!", "note": "·", "good": "✓"}[finding.weight]
    click.echo(f"{mark} {spoken(finding.what)}")
    if finding.weight != "good":
        click.echo(f"  → {spoken(finding.next)}")


def spoken(text: Text) -> str:
    """A text in the language of this process."""
    return text.in_(language_of(os.environ.get("LANGUAGE", "")) or "en")


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    import msgspec

    from tapete.core.codec import encode

    click.echo(msgspec.json.format(encode(value), indent=2).decode())


def the_port() -> str:
    """Return the port of the one console that is plugged in; without one end the command and say what to do."""
    from tapete.console import find

    port = find.any_console()
    if port is None:
        fail(find.missing(), as_json=False)
    return port


def worded(finding: Finding) -> dict[str, Any]:
    """A finding with its sentences, for JSON."""
    return {"code": finding.code, "what": finding.what, "next": finding.next}


def fail(finding: Finding, as_json: bool) -> NoReturn:
    """Say what stands in the way and what to do, and end with 1."""
    if as_json:
        print_json(worded(finding))
    else:
        show_finding(finding)
    sys.exit(1)
