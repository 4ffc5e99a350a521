"""What people see of DataMorphs."""

from __future__ import annotations

from tapete.presentation import Presentation
from tapete.presentation.datamorphs import lesson
from tapete.presentation.datamorphs.face import face
from tapete.presentation.datamorphs.mat import mat
from tapete.presentation.datamorphs.page import PAGE

PRESENTATION = Presentation(
    page=PAGE,
    face=face,
    mat=mat,
    lessons=(lesson.GUIDE,),
    asked={
        "setup": "start_game",
        "bios": "lock_bios",
        "joint": "lock_move",
        "order": "choose_order",
        "leave_out_tie": "leave_out_own",
        "exchange": "exchange_cards",
    },
)
"""Page, lesson and words of DataMorphs."""
