"""The texts of this game: English in the code, every other language in the catalogue `tapete-datamorphs`."""

from tapete.core.texts import TextDomain
from tapete.games.datamorphs import constants

__all__ = ["_"]
_ = TextDomain("tapete-datamorphs", constants=vars(constants))
