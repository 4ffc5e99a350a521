"""What people see of DataMorphs."""

from __future__ import annotations

from tapete.games.datamorphs.language import _
from tapete.presentation import Presentation
from tapete.presentation.datamorphs import lesson
from tapete.presentation.datamorphs.account import ACCOUNT
from tapete.presentation.datamorphs.face import face, look, poster
from tapete.presentation.datamorphs.mat import mat
from tapete.presentation.datamorphs.page import PAGE
from tapete.presentation.datamorphs.teaching import TEACHING

PRESENTATION = Presentation(
    page=PAGE,
    teaching=TEACHING,
    face=face,
    mat=mat,
    lessons=(lesson.GUIDE,),
    says=_("Each rival builds a program of {OWNED:words} cards; the one that does more harm wins the round."),
    presets={"quick": {"tie_mode": "sudden_death", "exchange": False}, "tournament": {"exchange": False}},
    look=look,
    poster=poster,
    asked={
        "setup": "start_game",
        "bios": "lock_bios",
        "joint": "lock_move",
        "order": "choose_order",
        "leave_out_tie": "leave_out_own",
        "exchange": "exchange_cards",
    },
    account=ACCOUNT,
)
"""Page, lesson and words of DataMorphs."""
