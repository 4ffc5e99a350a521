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
    "moriham": {
        1: {"en": "The duel begins; Ana goes first.", "es": "Empieza el duelo; comienza Ana."},
        5: {"en": "Ana summons Lamp Moth in defense position.", "es": "Ana convoca Polilla Farolera en defensa."},
        8: {"en": "Bruno summons Tin Crab in attack position.", "es": "Bruno convoca Cangrejo de Hojalata en ataque."},
        11: {
            "en": "Bruno's Tin Crab, 1 against 5: Bruno has 26 life left.",
            "es": "Cangrejo de Hojalata de Bruno, 1 contra 5: a Bruno le quedan 26 de vida.",
        },
        15: {"en": "Ana summons Tin Crab in attack position.", "es": "Ana convoca Cangrejo de Hojalata en ataque."},
        17: {"en": "Ana summons Ember Regent in attack position.", "es": "Ana convoca Regente de Brasas en ataque."},
        20: {"en": "Ana's life goes from 30 to 24.", "es": "La vida de Ana pasa de 30 a 24."},
        22: {
            "en": "Ana's Storm Heron, 11 against 0: Bruno has 15 life left.",
            "es": "Garza de Tormenta de Ana, 11 contra 0: a Bruno le quedan 15 de vida.",
        },
        23: {
            "en": "Ana's Ember Regent, 12 against 0: Bruno has 3 life left.",
            "es": "Regente de Brasas de Ana, 12 contra 0: a Bruno le quedan 3 de vida.",
        },
        24: {"en": "Ana wins the duel (the rival is out of life).", "es": "Ana gana el duelo (su rival se queda sin vida)."},
    },
    "datamorphs": {
        1: {"en": "Ana shows the five cards of this match.", "es": "Ana enseña las cinco cartas de esta partida."},
        2: {"en": "Bruno shows the five cards of this match.", "es": "Bruno enseña las cinco cartas de esta partida."},
        3: {"en": "Round 1 begins, with 5 cards each.", "es": "Empieza la ronda 1, con 5 cartas cada uno."},
        4: {
            "en": "Ana: Pebble Mux, memory 5. Bruno: Rust Oracle, memory 6.",
            "es": "Ana: Mux Guijarro, memoria 5. Bruno: Oráculo de Óxido, memoria 6.",
        },
        5: {"en": "Bruno decides: Bruno plays first.", "es": "Bruno decide: primero juega Bruno."},
        7: {"en": "Ana plays Moth Kernel as the Program; it costs 2.", "es": "Ana juega Núcleo Polilla como Programa; cuesta 2."},
        10: {
            "en": "Ana 1, Bruno 0 get through: Ana wins the round, 1 so far.",
            "es": "Pasan 1 de Ana y 0 de Bruno: la ronda es de Ana, que lleva 1.",
        },
        11: {"en": "Round 2 begins, with 4 cards each.", "es": "Empieza la ronda 2, con 4 cartas cada uno."},
        14: {"en": "Bruno plays Pebble Mux as the Program; it costs 3.", "es": "Bruno juega Mux Guijarro como Programa; cuesta 3."},
        18: {
            "en": "Ana 0, Bruno 2 get through: Bruno wins the round, 1 so far.",
            "es": "Pasan 0 de Ana y 2 de Bruno: la ronda es de Bruno, que lleva 1.",
        },
        19: {"en": "Round 3 begins, with 3 cards each.", "es": "Empieza la ronda 3, con 3 cartas cada uno."},
        20: {"en": "Both have 6 memory left: both play in secret.", "es": "A los dos les quedan 6 de memoria: juegan en secreto."},
        22: {"en": "Ana wins the match: two rounds won.", "es": "Ana gana la partida: dos rondas ganadas."},
        23: {"en": "Ana keeps Rust Oracle and gives Hollow Thread.", "es": "Ana se queda Oráculo de Óxido y da Hilo Hueco."},
    },
    "bhm": {
        6: {"en": "Turn 1: Ana plays.", "es": "Turno 1: juega Ana."},
        8: {"en": "Ana puts Puddle Frog on space 8.", "es": "Ana pone Rana de Charco en la casilla 8."},
        14: {"en": "Ana plays the territory Fog Fen.", "es": "Ana juega el territorio Marjal de Niebla."},
        17: {"en": "Ana's counter goes from 0 to 1: ARMAGEDON.", "es": "El contador de Ana pasa de 0 a 1: ARMAGEDON."},
        20: {
            "en": "Ana loses the territory Fog Fen: the counter goes from 1 to 2.",
            "es": "Ana pierde el territorio Marjal de Niebla: su contador pasa de 1 a 2.",
        },
        24: {"en": "Bruno's counter goes from 8 to 9: ARMAGEDON.", "es": "El contador de Bruno pasa de 8 a 9: ARMAGEDON."},
        42: {
            "en": "Bruno loses the territory Wind Terrace: the counter goes from 20 to 21.",
            "es": "Bruno pierde el territorio Terraza del Viento: su contador pasa de 20 a 21.",
        },
        44: {
            "en": "Ana's Puddle Frog is to attack Bruno's Silent Orbit.",
            "es": "Rana de Charco de Ana va a atacar a Órbita Silente de Bruno.",
        },
        46: {
            "en": "Puddle Frog strikes Silent Orbit: RES 0, Salud 340 left.",
            "es": "Rana de Charco golpea a Órbita Silente: le quedan RES 0 y Salud 340.",
        },
        57: {
            "en": "Bruno's counter goes from 26 to 30: numerical inferiority.",
            "es": "El contador de Bruno pasa de 26 a 30: inferioridad numérica.",
        },
        61: {
            "en": "Bruno loses the territory Wind Terrace: the counter goes from 30 to 31.",
            "es": "Bruno pierde el territorio Terraza del Viento: su contador pasa de 30 a 31.",
        },
        63: {"en": "Ana wins the match.", "es": "Ana gana la partida."},
    },
    "mamlejet": {
        57: {
            "en": "Champion of the Plain against Bruno's city: 2, needs 6; a failure.",
            "es": "Campeón de la Llanura contra la ciudad de Bruno: saca 2 y necesita 6; falla.",
        },
        68: {"en": "Necromancer: 2, needs 7; a failure.", "es": "Necromante: saca 2 y necesita 7; falla."},
        85: {
            "en": "Champion of the Plain against Ana's city: 8, needs 6; a success.",
            "es": "Campeón de la Llanura contra la ciudad de Ana: saca 8 y necesita 6; acierta.",
        },
        86: {
            "en": "A card falls from Ana's city: Stone Wall; 13 left.",
            "es": "Cae una carta de la ciudad de Ana: Muralla de Piedra; quedan 13.",
        },
        88: {
            "en": "Champion of the Plain against Bruno's city: 9, needs 6; a success.",
            "es": "Campeón de la Llanura contra la ciudad de Bruno: saca 9 y necesita 6; acierta.",
        },
        89: {
            "en": "A card falls from Bruno's city: Swift Messenger; 12 left.",
            "es": "Cae una carta de la ciudad de Bruno: Mensajero Veloz; quedan 12.",
        },
        106: {
            "en": "Lord of the Tower against Bruno's city: 5, needs 7; a failure.",
            "es": "Señor de la Torre contra la ciudad de Bruno: saca 5 y necesita 7; falla.",
        },
        122: {
            "en": "Champion of the Plain against Ana's city: 9, needs 6; a success.",
            "es": "Campeón de la Llanura contra la ciudad de Ana: saca 9 y necesita 6; acierta.",
        },
        125: {
            "en": "Champion of the Plain against Ana's city: 10, needs 6; a success.",
            "es": "Campeón de la Llanura contra la ciudad de Ana: saca 10 y necesita 6; acierta.",
        },
        126: {
            "en": "A card falls from Ana's city: Acacia Spear; 10 left.",
            "es": "Cae una carta de la ciudad de Ana: Lanza de Acacia; quedan 10.",
        },
        138: {"en": "Necromancer: 7, needs 7; a success.", "es": "Necromante: saca 7 y necesita 7; acierta."},
        139: {
            "en": "The match ends: a win (the enemy's emuná). Winners: Bruno.",
            "es": "Fin de la partida: victoria (la emuná del enemigo). Ganadores: Bruno.",
        },
    },
}
