"""SHA-256 by the interpreter's own `hashlib`, or in plain Python where it has none (CircuitPython 10.0)."""

from __future__ import annotations

import hashlib


def built_in() -> bool:
    """Tell whether this interpreter's hashlib has SHA-256."""
    try:
        hashlib.new("sha256", b"")
    except (ValueError, AttributeError):
        return False
    return True


def sha256(message: bytes) -> str:
    """Return the SHA-256 of `message` as 64 lower-case hexadecimal digits."""
    if built_in():
        return hashlib.new("sha256", message).digest().hex()
    from tapete_console.sha256_plain import digest

    return digest(message)


if not built_in():
    sha256(b"")  # load the other one now: at the first lock it would make that turn longer
