"""The play mats of Mamlejet Kohanim: a camp for each player, and the battle front between them."""

from __future__ import annotations

from tapete.core.texts import Language, Text
from tapete.games.mamlejet.language import _
from tapete.presentation import svg
from tapete.presentation.mamlejet.face import LOOKS
from tapete.presentation.mat import CARD, WIDTH, Mat, sheet, zone

_CAMP = _("Mamlejet Kohanim: camp")
_CAMP_TOLD = _("Above, soldiers and objects; below, resources and strategies; beside them city, enemy city and guenizá.")
_FRONT = _("Mamlejet Kohanim: battle front")
_FRONT_TOLD = _("Five places for enemies, below each the soldier that meets it; beside them the stack and the order of the round.")
_SOLDIERS = _("Soldiers and objects")
_DEDICATED = _("upright free · sideways dedicated")
_RESOURCES = _("Resources")
_STRATEGIES = _("Strategies")
_CITY = _("City")
_ENEMY_CITY = _("Enemy city")
_GUENIZA = _("Guenizá")
_DOWN = _("face down")
_UP = _("face up")
_ENEMY = _("Enemy {n}")
_SOLDIER = _("Soldier {n}")
_STACK = _("Stack")
_TOP = _("the last one on top")
_ORDER = _("Order of the round")
_ONE_EACH = _("The camp: one for each player.")
_ONE_FRONT = _("The front: one for one or two players; two side by side for three or four.")


def mat(language: Language) -> Mat:
    """MMK-024, 038, 041, 049, 050, 054, 055, 059, 125, 181: what lies in a camp, and what lies between all of them."""

    def say(text: Text, n: int = 0) -> str:
        return text.in_(language).format(n=n)

    wide, _tall = CARD
    camp = [
        svg.element("text", say(_CAMP), x=WIDTH / 2, y=11, class_="name"),
        zone(2, 18, 222, 82, say(_SOLDIERS), say(_DEDICATED), shows=(LOOKS["soldado"], "camp")),
        zone(2, 104, 152, 84, say(_RESOURCES), say(_DEDICATED), shows=(LOOKS["recurso"], "camp")),
        zone(158, 104, 66, 84, say(_STRATEGIES), shows=(LOOKS["estrategia"], "camp")),
        zone(228, 18, 47, 54, say(_GUENIZA), say(_UP)),
        zone(228, 76, 47, 54, say(_ENEMY_CITY), say(_DOWN)),
        zone(228, 134, 47, 54, say(_CITY), say(_DOWN)),
    ]
    front = [svg.element("text", say(_FRONT), x=WIDTH / 2, y=11, class_="name")]
    for n in range(1, 6):
        x = 2 + (n - 1) * (wide + 3)
        front.append(zone(x, 18, wide, 82, say(_ENEMY, n), shows=(LOOKS["enemigo"], f"front{n}")))
        front.append(zone(x, 104, wide, 84, say(_SOLDIER, n), shows=(LOOKS["soldado"], f"front{n}")))
    front.append(zone(229, 18, 46, 110, say(_STACK), say(_TOP), shows=(LOOKS["tefila"], "stack")))
    front.append(zone(229, 132, 46, 56, say(_ORDER)))
    return Mat(
        say(_CAMP),
        sheet("mat-mamlejet", say(_CAMP), say(_CAMP_TOLD), *camp),
        say(_ONE_EACH),
        sheet("mat-mamlejet-front", say(_FRONT), say(_FRONT_TOLD), *front),
        say(_ONE_FRONT),
    )
