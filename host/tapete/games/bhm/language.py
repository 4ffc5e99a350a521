"""The texts of this game: English in the code, every other language in the catalogue `tapete-bhm`."""

from tapete.core.texts import TextDomain
from tapete.games.bhm import constants

__all__ = ["_"]

_ = TextDomain("tapete-bhm", constants=vars(constants))
