"""The texts of this game: English in the code, every other language in the catalogue `tapete-moriham`."""

from tapete.core.texts import TextDomain

__all__ = ["_"]
_ = TextDomain("tapete-moriham")
