"""The texts of this game: English in the code, every other language in the catalogue `tapete-shazamm`."""

from tapete.core.texts import TextDomain
from tapete.games.shazamm import constants

__all__ = ["_"]
_ = TextDomain("tapete-shazamm", constants=vars(constants))
