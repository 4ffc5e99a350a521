"""What people see of Shazamm."""

from __future__ import annotations

from tapete.games.shazamm.language import _
from tapete.presentation import Presentation
from tapete.presentation.shazamm import lesson
from tapete.presentation.shazamm.page import PAGE

PRESENTATION = Presentation(
    page=PAGE,
    lessons=(lesson.GUIDE,),
    reasons={
        "fall": _("a wizard falls into the lava"),
        "concession": _("the rival gives up"),
    },
    asked={"bidding": "lock_bid", "reveal": "declare_cards"},
)
"""Page, lesson and words of Shazamm."""
