"""What people see of Shazamm."""

from __future__ import annotations

from tapete.games.shazamm.language import _
from tapete.presentation import Presentation
from tapete.presentation.shazamm import lesson
from tapete.presentation.shazamm.account import ACCOUNT
from tapete.presentation.shazamm.bridge import poster
from tapete.presentation.shazamm.face import look
from tapete.presentation.shazamm.mat import mat
from tapete.presentation.shazamm.page import PAGE
from tapete.presentation.shazamm.teaching import TEACHING

PRESENTATION = Presentation(
    page=PAGE,
    teaching=TEACHING,
    mat=mat,
    lessons=(lesson.GUIDE,),
    reasons={
        "fall": _("a wizard falls into the lava"),
        "concession": _("the rival gives up"),
    },
    reasons_of={
        "fall": _("{losers:seat} {losers:falls|fall} into the lava"),
        "concession": _("{losers:seat} {losers:gives|give} up"),
    },
    says=_("Two wizards on a bridge bid their mana to push a wall of fire at each other."),
    presets={"quick": {"bridge_half": 6}, "tournament": {"full_hand": True, "double_fall": "replay"}},
    look=look,
    poster=poster,
    asked={"bidding": "lock_bid", "reveal": "declare_cards"},
    account=ACCOUNT,
)
"""Page, lesson and words of Shazamm."""
