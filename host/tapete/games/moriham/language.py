"""The texts of this game: English in the code, every other language in the catalogue `tapete-moriham`."""

from tapete.core.texts import TextDomain
from tapete.games.moriham import constants

__all__ = ["_"]
_ = TextDomain("tapete-moriham", constants=vars(constants))
