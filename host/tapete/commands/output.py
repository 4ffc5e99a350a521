"""Where a command writes: one option for all of them, `-o FILE`, which overwrites nothing unless `--force` says so; `-` prints."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from tapete.i18n import N_, _

Command = Callable[..., Any]

FORCE = N_("With -o: overwrite a file that is there.")


def output_option(said: str, *, folder: bool = False) -> Callable[[Command], Command]:
    """`-o/--output` and `--force`: the command takes `output` (a Path or None) and `force`.

    Args:
        said: what is written, as a message id. folder: a folder is written, which need not be empty with `--force`.
    """

    def add(command: Command) -> Command:
        kind = click.Path(path_type=Path, file_okay=not folder, dir_okay=folder, allow_dash=not folder)
        command = click.option("--force", is_flag=True, help=FORCE)(command)
        return click.option("-o", "--output", "output", type=kind, help=said)(command)

    return add


def refuse_existing(output: Path | None, force: bool) -> None:
    """Refuse a file that is there, before anything is worked out for it; also `--force` without a file.

    Raises:
        click.ClickException: the file is there. click.UsageError: there is nothing to force.
    """
    if output is None and force:
        raise click.UsageError(_("--force belongs to -o FILE."))
    if output is None or str(output) == "-" or force:
        return
    if output.exists() and (output.is_file() or any(output.iterdir())):
        raise click.ClickException(
            _("{file} is there already; it is left as it is. Choose another name, or overwrite it with --force.").format(file=output)
        )


@contextmanager
def whole(output: Path) -> Iterator[Path]:
    """Give a place beside a file to write to. When the block ends well it takes the file's place; else it is gone, and the file as it was.

    Args:
        output: the file. What is no file (a pipe, /dev/stdout) is written as it is.

    Raises:
        click.ClickException: it cannot be written.
    """
    target = output.resolve()
    plain = not target.exists() or target.is_file()
    place = target.with_name(f".{target.name}.part") if plain else target
    try:
        yield place
        if plain:
            if target.exists():
                shutil.copymode(target, place)
            place.replace(target)
    except OSError as fault:
        raise click.ClickException(_("{file} cannot be written: {why}.").format(file=output, why=reason(fault))) from fault
    finally:
        if plain:
            with suppress(OSError):
                place.unlink(missing_ok=True)


def reason(fault: Exception) -> str:
    """Say why a file cannot be read or written, without numbers and names of functions."""
    if isinstance(fault, shutil.Error) and fault.args and fault.args[0]:  # of a whole folder: each file has its own
        first = str(fault.args[0][0][-1])
        return re.sub(r"^\[Errno \d+\] ([^:]+).*", r"\1", first)
    return getattr(fault, "strerror", None) or str(fault)


def write(text: str | bytes, output: Path | None, force: bool = False) -> None:
    """Print a text (no file, or `-`), or write it to a file.

    Raises:
        click.ClickException: the file is there already, or cannot be written.
    """
    raw = text.encode() if isinstance(text, str) else text
    if output is None or str(output) == "-":
        click.echo(raw, nl=not raw.endswith(b"\n"), file=sys.stdout)
        return
    refuse_existing(output, force)
    with whole(output) as place:
        place.write_bytes(raw)
    click.echo(_("Written: {file}").format(file=output), err=True)


def show_page(html: str, name: str) -> None:
    """Write a page to print into a temporary file and open it in the browser; on a pipe print it.

    Args:
        name: of the file, without its ending.
    """
    import tempfile
    import webbrowser

    if not sys.stdout.isatty():
        write(html, None)
        return
    file = Path(tempfile.mkdtemp(prefix="tapete-")) / f"{name}.html"
    file.write_text(html, encoding="utf-8")
    if webbrowser.open(file.as_uri()):
        click.echo(_("To print it, the browser shows {file}.").format(file=file))
    else:
        click.echo(_("Open {file} in a browser and print it.").format(file=file))
