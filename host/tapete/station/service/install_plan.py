"""The steps of an installation: each says what it would do, does it once, and does nothing when it is done already."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from tapete.core.texts import Text, _


class InstallTrouble(Exception):
    """A step could not be done; `text` says which, why, and what to do next."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.in_("en"))
        self.text = text


class Target(Struct, frozen=True, kw_only=True):
    """The system on which is installed.

    Args:
        root: the folder that stands for `/`; in any other than `/` itself nothing is started, and the system's programs are only told of
            that folder (`--root`) where they can be.
        dry: say everything and do nothing.
        run: starts a program; tests look at what would be started.
    """

    root: Path = Path("/")
    dry: bool = False
    run: Callable[[Sequence[str]], None] = lambda command: run(command)

    def at(self, path: str | Path) -> Path:
        """Return a path of the installed system, below the root."""
        return self.root / Path(path).relative_to("/")

    @property
    def is_system(self) -> bool:
        """Whether it is the running system."""
        return self.root.resolve() == Path("/")


def run(command: Sequence[str]) -> None:
    """Start a program and wait for it.

    Raises:
        InstallTrouble: it is not there, or failed; with the end of what it said.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as fault:
        raise InstallTrouble(
            _("“{command}” cannot be started ({strerror}). Install it with apt, and repeat the command.").fill(
                command=command[0], strerror=fault.strerror
            )
        ) from fault
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-600:]
        raise InstallTrouble(
            _("“{join}” failed ({returncode}): {said}. Mend it and repeat the command; what is done stays done.").fill(
                join=" ".join(command), returncode=done.returncode, said=said
            )
        )


class InstallStep:
    """One step: `says` describes it in a line; `carry_out` does it."""

    def says(self, target: Target) -> str:
        """Return what it does, as a line of a dry run."""
        raise NotImplementedError  # each subclass says

    def carry_out(self, target: Target) -> bool:
        """Do it. Return whether anything was to be done.

        Raises:
            InstallTrouble: it could not be done.
        """
        raise NotImplementedError  # each subclass says


class WriteFile(InstallStep):
    """A file with this text, whole or not at all.

    Args:
        path: in the installed system.
        text: of it.
        mode: its permissions.
    """

    def __init__(self, path: str, text: str, mode: int = 0o644) -> None:
        self.path, self.text, self.mode = path, text, mode

    def says(self, target: Target) -> str:
        shown = "".join(f"    | {line}\n" for line in self.text.splitlines())
        return f"write {target.at(self.path)} (mode {self.mode:o})\n{shown}".rstrip()

    def carry_out(self, target: Target) -> bool:
        path = target.at(self.path)
        try:
            if path.is_file() and path.read_text(encoding="utf-8") == self.text and path.stat().st_mode & 0o777 == self.mode:
                return False
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f".{path.name}.new")
            fresh.write_text(self.text, encoding="utf-8")
            fresh.chmod(self.mode)
            fresh.replace(path)
        except OSError as fault:
            raise unwritable(path, fault) from fault
        return True


class Remove(InstallStep):
    """No such file or folder any more.

    Args:
        path: in the installed system.
    """

    def __init__(self, path: str) -> None:
        self.path = path

    def says(self, target: Target) -> str:
        return f"remove {target.at(self.path)}"

    def carry_out(self, target: Target) -> bool:
        path = target.at(self.path)
        try:
            if path.is_symlink() or path.is_file():
                path.unlink()
            elif path.is_dir():
                shutil.rmtree(path)
            else:
                return False
        except OSError as fault:
            raise unwritable(path, fault) from fault
        return True


class Point(InstallStep):
    """A symbolic link, put in place in one move: it leads to the old or the new target, never to none.

    Args:
        path: of the link, in the installed system.
        to: what it leads to, as it is written in the link.
    """

    def __init__(self, path: str, to: str) -> None:
        self.path, self.to = path, to

    def says(self, target: Target) -> str:
        return f"link {target.at(self.path)} -> {self.to}"

    def carry_out(self, target: Target) -> bool:
        path = target.at(self.path)
        try:
            if path.is_symlink() and os.readlink(path) == self.to:  # noqa: PTH115 - the text of the link, not a path of here
                return False
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f".{path.name}.new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(self.to)
            fresh.replace(path)
        except OSError as fault:
            raise unwritable(path, fault) from fault
        return True


class Run(InstallStep):
    """A program of the system.

    Args:
        command: with its arguments.
        rooted: the argument that tells it of another root (`--root={root}`), where it has one; without it the step is left out there.
        unless: says that there is nothing to do.
    """

    def __init__(self, *command: str, rooted: str | None = None, unless: Callable[[Target], bool] = lambda target: False) -> None:
        self.command, self.rooted, self.unless = command, rooted, unless

    def _command(self, target: Target) -> tuple[str, ...] | None:
        if target.is_system:
            return self.command
        if self.rooted is None:
            return None
        return (self.command[0], self.rooted.format(root=target.root), *self.command[1:])

    def says(self, target: Target) -> str:
        command = self._command(target)
        return f"run {' '.join(command)}" if command is not None else f"leave out (another root): {' '.join(self.command)}"

    def carry_out(self, target: Target) -> bool:
        command = self._command(target)
        if command is None or self.unless(target):
            return False
        target.run(command)
        return True


def unwritable(path: Path, fault: OSError) -> InstallTrouble:
    """A file of the system cannot be written."""
    return InstallTrouble(
        _("{path} cannot be written ({strerror}). Repeat the command with sudo; if it is, see whether the disk has room.").fill(
            path=path, strerror=fault.strerror
        )
    )


def carry_out(steps: Sequence[InstallStep], target: Target, tell: Callable[[str], None]) -> int:
    """Do steps one after the other, or (dry) say them.

    Args:
        steps: in order.
        target: where.
        tell: told of each step that was to be done.

    Returns:
        How many had to be done.

    Raises:
        InstallTrouble: a step could not be done; those before it are.
    """
    done = 0
    for step in steps:
        if target.dry:
            tell(step.says(target))
            done += 1
        elif step.carry_out(target):
            tell(step.says(target).splitlines()[0])
            done += 1
    return done
