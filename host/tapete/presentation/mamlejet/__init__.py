"""What people see of Mamlejet Kohanim."""

from __future__ import annotations

from tapete.games.mamlejet.language import _
from tapete.presentation import Presentation
from tapete.presentation.mamlejet import lesson, lesson_two
from tapete.presentation.mamlejet.account import ACCOUNT
from tapete.presentation.mamlejet.face import face, look, poster
from tapete.presentation.mamlejet.mat import mat
from tapete.presentation.mamlejet.page import PAGE
from tapete.presentation.mamlejet.teaching import TEACHING

PRESENTATION = Presentation(
    page=PAGE,
    face=face,
    teaching=TEACHING,
    mat=mat,
    lessons=(lesson.GUIDE, lesson_two.GUIDE),
    says=_("Everybody together against an army that nobody plays: hold the camps and win emuná."),
    presets={
        "quick": {"level": "escudero", "win_emuna": 30, "loss_emuna": 30},
        "tournament": {"level": "heroe", "mode": "clock", "clock_minutes": 60},
    },
    look=look,
    poster=poster,
    asked={
        "dice": "enter_roll",
        "entries": "reveal_enemy",
        "window": _("Play something, or pass"),
        "ordering": "choose",
        "cards": "declare_card",
        "plan": "assign",
        "assaults": "defend",
        "frenzy_choice": "assign_frenzy",
    },
    account=ACCOUNT,
)
"""Page, lesson and words of Mamlejet Kohanim."""
