"""What people see of MORIHAM."""

from __future__ import annotations

from tapete.games.moriham.language import _
from tapete.presentation import Presentation
from tapete.presentation.moriham import lesson
from tapete.presentation.moriham.account import ACCOUNT
from tapete.presentation.moriham.face import face, look, poster
from tapete.presentation.moriham.mat import mat
from tapete.presentation.moriham.page import PAGE
from tapete.presentation.moriham.teaching import TEACHING

PRESENTATION = Presentation(
    page=PAGE,
    teaching=TEACHING,
    face=face,
    mat=mat,
    lessons=(lesson.GUIDE,),
    says=_("A duel of summoners: monsters, magic and traps against the rival's {START_LIFE} life."),
    presets={"quick": {"deck_size": 30}, "tournament": {"max_copies": 3, "first_turn_attack": False}},
    asked={
        "setup": "start_game",
        "dice": "roll_for_start",
        "phase": _("A phase of the turn"),
        "stack": _("Does anybody answer the chain?"),
        "triggers": "use_trigger",
        "cards": "provide",
    },
    look=look,
    poster=poster,
    account=ACCOUNT,
)
"""Page, lesson and words of MORIHAM."""
