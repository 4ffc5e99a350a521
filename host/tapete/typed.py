"""The matches of each game for type checkers, which read `typed.pyi` (made by tools/generate_typed.py): every action with its arguments.

    from tapete.typed import ShazammMatch

    def bid(match: ShazammMatch) -> None:
        match.lock_bid("A", amount=9)

When a program runs, each of them is `tapete.Match`.
"""

from __future__ import annotations

from tapete.python_match import Match, load, play

AnyMatch = ShazammMatch = MorihamMatch = DatamorphsMatch = BhmMatch = MamlejetMatch = Match

__all__ = ["AnyMatch", "BhmMatch", "DatamorphsMatch", "MamlejetMatch", "MorihamMatch", "ShazammMatch", "load", "play"]
