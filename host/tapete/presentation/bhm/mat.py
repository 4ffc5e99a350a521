"""The play mat of BHM: ten spaces, six named zones, and the call counter."""

from __future__ import annotations

from tapete.core.texts import Language, Text
from tapete.games.bhm.language import _
from tapete.presentation import svg
from tapete.presentation.art import CardLook
from tapete.presentation.bhm.face import LOOKS
from tapete.presentation.mat import CARD, WIDTH, Mat, sheet, track, zone

_TITLE = _("BHM play mat")
_TOLD = _(
    "The call counter from 0 to {LOSING}; {SPACES:words} spaces for beings in two rows; beside them "
    "deck, dead zone, deserters and summons, below them {MOST_TERRITORIES:words} territories and the "
    "strategy zone."
)
_SPACE = _("Space {n}")
_COUNTER = _("Call counter")
_DECK = _("Main deck")
_DEAD = _("Dead zone")
_DESERTERS = _("Deserters")
_SUMMONS = _("Summons")
_TEN = _("face down, {MOST_SUMMONS:words} at most")
_TERRITORY = _("Territory {n}")
_STRATEGY = _("Strategy")
_UP = _("face up")
_DOWN = _("face down")
_UNTIL = _("until the next initial phase")

MOST = 32
"""Who reaches it is out (BHM-029)."""


def mat(language: Language) -> Mat:
    """BHM-085, 110, 117, 118, 119: sixteen zones besides the counter; a player's two territories lie in one of them."""

    def say(text: Text, n: int = 0) -> str:
        return text.in_(language).format(n=n)

    wide, tall = CARD
    parts = [
        svg.element("text", say(_TITLE), x=WIDTH / 2, y=6.5, class_="line"),
        svg.element("text", say(_COUNTER), x=1.0, y=8.0, class_="small start"),
        track(9.5, 9, range(MOST + 1)),
    ]
    for space in range(10):
        row, column = divmod(space, 5)
        x, y = 2 + column * (wide + 3), 22 + row * (tall + 3)
        parts.append(zone(x, y, wide, tall, say(_SPACE, space), shows=(CardLook("creature"), f"space{space}")))
    side = 2 + 5 * (wide + 3) + 2
    for at, (name, hint) in enumerate(((_DEAD, _UP), (_DESERTERS, _UNTIL), (_SUMMONS, _TEN), (_DECK, _DOWN))):
        parts.append(zone(side, 22 + at * 42, 46, 39, say(name), say(hint)))
    parts += [zone(2 + (n - 1) * 75, 148, 72, 40, say(_TERRITORY, n), shows=(LOOKS["territory"], f"t{n}")) for n in (1, 2)]
    parts.append(zone(152, 148, 72, 40, say(_STRATEGY), shows=(LOOKS["strategy"], "zone")))
    return Mat(say(_TITLE), sheet("mat-bhm", say(_TITLE), say(_TOLD), *parts))
