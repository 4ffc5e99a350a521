"""What a game from another distribution is tested with: `CHECKS` is the contract suite, each a function of a `Subject`."""

from tapete.testing.contract import CHECKS, Subject

__all__ = ["CHECKS", "Subject"]
