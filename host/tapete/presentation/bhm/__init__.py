"""What people see of BHM."""

from __future__ import annotations

from tapete.games.bhm.language import _
from tapete.presentation import Presentation
from tapete.presentation.bhm import lesson
from tapete.presentation.bhm.account import ACCOUNT
from tapete.presentation.bhm.face import face, look, poster
from tapete.presentation.bhm.mat import mat
from tapete.presentation.bhm.page import PAGE
from tapete.presentation.bhm.teaching import TEACHING

PRESENTATION = Presentation(
    page=PAGE,
    teaching=TEACHING,
    mat=mat,
    face=face,
    lessons=(lesson.GUIDE,),
    reasons={
        "counter": _("a counter reaches {LOSING}"),
        "deckout": _("a player has no cards left to draw"),
        "concede": _("the rival gives up"),
    },
    says=_("A war of beings on fields of {SPACES:words} spaces: a player whose counter reaches {LOSING} is out."),
    presets={
        "quick": {"starting_counter": 10, "reaction_windows": "off"},
        "tournament": {"first_turn_draw": False, "instant_call_rank_limit": True},
    },
    look=look,
    poster=poster,
    asked={"setup_draw": "setup_player", "setup_exchange": "exchange"},
    account=ACCOUNT,
)
"""Page, lesson and words of BHM."""
