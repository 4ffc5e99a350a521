"""The texts of this game: English in the code, every other language in the catalogue `tapete-mamlejet`."""

from tapete.core.texts import TextDomain
from tapete.games.mamlejet import constants

__all__ = ["_"]

_ = TextDomain("tapete-mamlejet", constants=vars(constants))
