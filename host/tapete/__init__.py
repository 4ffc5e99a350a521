"""Tapete: the referee under your cards.

    import tapete

    match = tapete.play("shazamm", names=["Ana", "Bruno"])
    match.lock_bid("Ana", amount=9)

What a program needs is here by name and loaded when it is first used. The version stands here alone; packaging, `tapete --version` and the
link's hello read it from this place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapete.core.refusals import Illegal, Malformed, Stale
    from tapete.python_match import Match, rules
    from tapete.simulating import simulate
    from tapete.typed import load, play

__version__ = "1.0.0"

__all__ = ["Illegal", "Malformed", "Match", "Stale", "load", "play", "rules", "simulate"]

_PLACES = {"Illegal": "core.refusals", "Malformed": "core.refusals", "Stale": "core.refusals", "simulate": "simulating"}


if not TYPE_CHECKING:  # a type checker knows the names above, and finds those that are none

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'tapete' has no attribute {name!r}; it has: {', '.join(__all__)}")
        from importlib import import_module  # here, because every import delays `tapete --help`

        value = globals()[name] = getattr(import_module(f"tapete.{_PLACES.get(name, 'python_match')}"), name)
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
