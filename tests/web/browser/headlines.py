"""The headline of entries of one golden match a game, written by hand in both languages: what a person would say of that turn."""

from __future__ import annotations

from collections.abc import Mapping

HEADLINES: Mapping[str, Mapping[int, Mapping[str, str]]] = {
    "shazamm": {
        3: {"en": "Ana bids 9, Bruno 7.", "es": "Ana apuesta 9; Bruno, 7."},
        5: {"en": "Ana 9, Bruno 7: the wall is on +1.", "es": "Ana 9, Bruno 7: el muro está en +1."},
        8: {"en": "Ana bids 6, Bruno 5.", "es": "Ana apuesta 6; Bruno, 5."},
        10: {"en": "Ana casts Theft (3).", "es": "Ana lanza Hurto (3)."},
        11: {"en": "Ana 13, Bruno 5: the wall is on +2.", "es": "Ana 13, Bruno 5: el muro está en +2."},
        17: {
            "en": "Ana 12, Bruno 4: the wall reaches Bruno. Round 1 is over.",
            "es": "Ana 12, Bruno 4: el muro llega a Bruno. Termina la ronda 1.",
        },
        20: {"en": "Ana bids 5, Bruno 9.", "es": "Ana apuesta 5; Bruno, 9."},
        23: {"en": "Ana 10, Bruno 9: the wall is on +4.", "es": "Ana 10, Bruno 9: el muro está en +4."},
        27: {"en": "Bruno casts Silence (1).", "es": "Bruno lanza Silencio (1)."},
        28: {"en": "Ana 8, Bruno 3: the wall is on +5.", "es": "Ana 8, Bruno 3: el muro está en +5."},
        33: {"en": "Ana wins: the rival's wizard falls from slab +9.", "es": "Gana Ana: el mago rival cae desde la losa +9."},
    },
}
