"""What Mamlejet's actions, their arguments and its house rules are called on a page. The Hebrew terms stand as the rulebook writes them."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Text
from tapete.web.boards import HouseRule, Naming


def _named(es: str, en: str, button_es: str = "", button_en: str = "", hint: Text | None = None) -> Naming:
    return Naming(title=Text(es, en), button=Text(button_es or es, button_en or en), hint=hint)


ACTIONS: Mapping[str, Naming] = {
    "register_deck": _named(
        "Registra tu mazo",
        "Register your deck",
        "Es este",
        "This is it",
        Text("Así se sabe cuántas copias hay de cada carta.", "So it is known how many copies there are of each card."),
    ),
    "register_card": _named(
        "Registra una carta de tu mazo",
        "Register a card of your deck",
        "Apuntar",
        "Write it down",
        Text("Cuántas copias lleva tu mazo.", "How many copies your deck has."),
    ),
    "register_list": _named("Ese es todo mi mazo", "That is my whole deck"),
    "mulligan": _named("Mulligan: una carta menos", "Mulligan: one card fewer"),
    "keep_hand": _named("Me quedo con esta mano", "I keep this hand"),
    "enter_roll": _named(
        "Apunta un dado",
        "Enter a die",
        "Ha salido esto",
        "This came up",
        Text("Un 0 en el dado vale 10.", "A 0 on the die counts 10."),
    ),
    "reveal_enemy": _named("¿Qué enemigo entra?", "Which enemy enters?", "Entra este", "This one enters"),
    "pass": _named("Pasar", "Pass"),
    "pass_all": _named("Pasan todos", "Everybody passes"),
    "pass_round": _named("Pasan todos hasta el final de la ronda", "Everybody passes for the rest of the round"),
    "pass_mains": _named(
        "Nadie juega nada más en esta ronda",
        "Nobody plays anything more in this round",
        hint=Text(
            "También se pasan las fases principales; los planes, los dados y las cartas se siguen pidiendo.",
            "Main phases are passed too; plans, dice and cards are still asked for.",
        ),
    ),
    "ask_again": _named("Volver a preguntar", "Ask again"),
    "play_tactic": _named("Juega una táctica", "Play a tactic", "Jugar", "Play it"),
    "play_ability": _named("Usa una habilidad-acción", "Use an action-ability", "Usar", "Use it"),
    "play_resource": _named("Pon en juego un recurso", "Put a resource into play", "Poner en juego", "Into play"),
    "produce": _named("Dedica un recurso por su riqueza", "Dedicate a resource for its wealth", "Dedicar", "Dedicate"),
    "equip": _named("Guarnece a un soldado", "Equip a soldier", "Guarnecer", "Equip"),
    "choose": _named("Ordena tus habilidades provocadas", "Put your triggered abilities in order", "En este orden", "In this order"),
    "discard": _named("Descarta", "Discard", "Descartar", "Discard"),
    "declare_card": _named("¿Qué carta es?", "Which card is it?", "Es esta", "This is it"),
    "assign": _named("Asigna un soldado a un enemigo", "Assign a soldier to an enemy", "Asignar", "Assign"),
    "unassign": _named("Retira un soldado del plan", "Take a soldier out of the plan", "Retirar", "Take out"),
    "confirm_plan": _named("El plan está listo", "The plan is settled"),
    "defend": _named("Defiende la ciudad", "Defend the city", "Defender", "Defend"),
    "decline_defence": _named("No mandes a nadie", "Send nobody", "No defender", "No defence"),
    "assign_frenzy": _named("Frenesí: ataca a otro enemigo", "Frenzy: attack another enemy", "Atacar", "Attack"),
    "skip_frenzy": _named("Deja pasar el frenesí", "Let frenzy go by", "Dejarlo", "Let it be"),
    "ruling": _named("Decisión de mesa", "Table ruling", "Aplicar la corrección", "Make the correction"),
    "add_card": _named(
        "Carta que no está en el catálogo",
        "A card that the catalogue lacks",
        "Añadir la carta",
        "Add the card",
        Text(
            "Copia las cifras impresas. El nombre interno: minúsculas sin tilde, cifras y guiones.",
            "Copy the printed figures. Its id: lower-case letters, digits, hyphens.",
        ),
    ),
    "time_up": _named("Se acabó el tiempo", "Time is up"),
    "abandon": _named("Dejarlo sin resultado", "Stop without a result"),
}

OPERATIONS: Mapping[str, Text] = {
    "wealth": Text("Dar riquezas", "Give wealth"),
    "draw": Text("Robar", "Draw"),
    "discard": Text("Descartar", "Discard"),
    "mill": Text("De la ciudad a la guenizá", "From the city to the guenizá"),
    "damage": Text("Dañar", "Damage"),
    "heal": Text("Curar", "Heal"),
    "eliminate": Text("Eliminar", "Eliminate"),
    "mod_difficulty": Text("Cambiar el índice de dificultad", "Change a difficulty index"),
    "mod_attack": Text("Cambiar el ataque", "Change an attack"),
    "mod_city": Text("Cambiar la dificultad de una ciudad", "Change a city's difficulty"),
    "grant_keyword": Text("Dar una habilidad especial", "Give a special ability"),
    "lose_keyword": Text("Quitar una habilidad especial", "Take a special ability away"),
    "dedicate": Text("Dedicar", "Dedicate"),
    "liberate": Text("Liberar", "Free"),
    "attach": Text("Unir una carta a otra", "Attach a card to another"),
    "detach": Text("Separar una carta", "Detach a card"),
    "move_card": Text("Mover una carta", "Move a card"),
    "change_controller": Text("Cambiar quién manda", "Change who commands"),
    "counter_item": Text("Anular lo que espera en la pila", "Cancel what waits on the stack"),
    "enemy_enters": Text("Entra un enemigo", "An enemy enters"),
    "roll": Text("Tirar un dado", "Roll a die"),
    "adjust_count": Text("Corregir una cuenta", "Correct a count"),
    "identify": Text("Nombrar una carta de una guenizá", "Name a card of a guenizá"),
    "mark_fallen": Text("Marcar cómo cayó una carta", "Mark how a card fell"),
    "ready": Text("Dejar actuar ya", "Let it act already"),
    "end_game": Text("Terminar la partida", "End the match"),
    "note": Text("Apuntar una nota", "Write a note"),
}

ARGUMENTS: Mapping[str, Text] = {
    "deck": Text("Mazo", "Deck"),
    "roll": Text("Dado", "Die"),
    "value": Text("Número", "Number"),
    "choose.value": Text("Orden", "Order"),
    "owner": Text("De quién", "Whose"),
    "card": Text("Carta", "Card"),
    "cards": Text("Cartas", "Cards"),
    "targets": Text("Objetivos", "Targets"),
    "target": Text("Objetivo", "Target"),
    "copies": Text("Copias", "Copies"),
    "spend": Text("Con qué pagas lo que es de cualquier color", "What you pay the part of any colour with"),
    "dedicate": Text("Recursos que dedicas", "Resources you dedicate"),
    "permanent": Text("Permanente", "Permanent"),
    "produce.permanent": Text("Recurso", "Resource"),
    "ability": Text("Habilidad", "Ability"),
    "weapon": Text("Arma", "Weapon"),
    "soldier": Text("Soldado", "Soldier"),
    "enemy": Text("Enemigo", "Enemy"),
    "ops": Text("Qué se corrige", "What is put right"),
    "reason": Text("Por qué", "Why"),
    "agreed": Text("De acuerdo", "Agreed"),
    "cause": Text("Por causa de", "Because of"),
    "seat": Text("Jugador", "Player"),
    "player": Text("Jugador", "Player"),
    "id": Text("Nombre interno", "Id"),
    "type": Text("Tipo", "Type"),
    "white": Text("Sustento", "Sustenance"),
    "red": Text("Materiales", "Materials"),
    "blue": Text("Espiritualidad", "Spirituality"),
    "generic": Text("De cualquier color", "Of any colour"),
    "difficulty": Text("Dificultad", "Difficulty"),
    "keywords": Text("Habilidades especiales", "Special abilities"),
    "heal_difficulty": Text("Dificultad de curación", "Healing difficulty"),
    "subtype": Text("Clase de objeto", "Kind of object"),
    "equip": Text("Coste de guarnecer", "Cost of equipping"),
    "legendary": Text("Legendaria", "Legendary"),
    "colour": Text("Riqueza", "Wealth"),
    "n": Text("Cuánto", "How much"),
    "duration": Text("Hasta cuándo", "Until when"),
    "keyword": Text("Habilidad especial", "Special ability"),
    "stack_item": Text("En la pila", "On the stack"),
    "source": Text("De dónde", "From where"),
    "to": Text("Adónde", "Where to"),
    "pile": Text("Qué se cuenta", "What is counted"),
    "delta": Text("Cambio", "Change"),
    "index": Text("Puesto en la guenizá, desde 0", "Place in the guenizá, from 0"),
    "mark": Text("Cómo cayó", "How it fell"),
    "result": Text("Resultado", "Result"),
    "winners": Text("Quién gana", "Who wins"),
    "then": Text("Si acierta", "On a success"),
    "otherwise": Text("Si falla", "On a failure"),
    "text": Text("Nota", "Note"),
    **{f"@{name}": text for name, text in OPERATIONS.items()},
}

_NUMBERS_OURS = Text("El reglamento ha perdido este número; el nuestro es 6.", "The rulebook has lost this number; ours is 6.")


def _rule(es: str, en: str, says_es: str, says_en: str, **values: Text) -> HouseRule:
    return HouseRule(Text(es, en), Text(says_es, says_en), values)


HOUSE_RULES: Mapping[str, HouseRule] = {
    "level": _rule(
        "Nivel de desafío",
        "Challenge level",
        "Cuántos enemigos entran en cada ronda.",
        "How many enemies enter in each round.",
        escudero=Text("Escudero: uno, si no hay demasiados", "Escudero (squire): one, unless there are too many"),
        guerrero=Text("Guerrero: uno", "Guerrero (warrior): one"),
        heroe=Text("Héroe: uno por jugador", "Héroe (hero): one for each player"),
        custom=Text("propio", "your own"),
    ),
    "mode": _rule(
        "Cómo se gana",
        "How it is won",
        "Por la emuná del enemigo, o Contra el Reloj.",
        "By the enemy's emuná, or against the clock.",
        emuna=Text("por emuná", "by emuná"),
        clock=Text("Contra el Reloj", "against the clock"),
    ),
    "win_emuna": _rule("Emuná para ganar", "Emuná to win", "El reglamento dice 50.", "The rulebook says 50."),
    "loss_emuna": _rule("Emuná para perder", "Emuná to lose", "El reglamento dice 50.", "The rulebook says 50."),
    "city_attack_difficulty": HouseRule(Text("Dificultad contra una ciudad", "Difficulty against a city"), _NUMBERS_OURS),
    "projectile_city_difficulty": HouseRule(Text("Dificultad de un disparo a una ciudad", "Difficulty of a shot at a city"), _NUMBERS_OURS),
    "projectile_penalty": _rule("Penalización por disparar", "Penalty of a shot", "El reglamento dice 1.", "The rulebook says 1."),
    "projectile_penalty_vs_city": _rule(
        "También contra ciudades",
        "Against cities too",
        "La penalización vale en los disparos a ciudades.",
        "The penalty holds for shots at cities.",
    ),
    "threat_skip_rounds": _rule("Rondas sin amenaza", "Rounds without threat", "Al empezar la partida.", "At the start of the match."),
    "enemy_source": _rule(
        "De quién es el enemigo",
        "Whose enemy enters",
        "Si entra uno solo en la ronda.",
        "Where one enters in a round.",
        leader=Text("de quien empieza la ronda", "the leader's"),
        rotate=Text("por turnos", "in turn"),
    ),
    "defend_others": _rule(
        "Defender a los demás", "Defend the others", "Cualquiera defiende cualquier ciudad.", "Anybody defends any city."
    ),
    "epic_fail_penalty": _rule("Fracaso épico", "Epic failure", "Lo que baja el índice con un 1.", "How much a 1 lowers the index."),
    "epic_fail_timing": _rule(
        "Cuándo vale el fracaso épico",
        "When an epic failure counts",
        "Antes de mirar los demás dados de la tanda, o después.",
        "Before the other dice of the batch are judged, or after.",
        batch_first=Text("antes", "before"),
        after_batch=Text("después", "after"),
    ),
    "epic_fail_scope": _rule(
        "En qué tiradas",
        "In which rolls",
        "Dónde un 1 es un fracaso épico.",
        "Where a 1 is an epic failure.",
        attack_rolls=Text("en las de ataque", "attack rolls"),
        all_rolls=Text("en todas", "all rolls"),
    ),
    "dedicated_enemy_strikes_back": _rule(
        "El enemigo dedicado se defiende", "A dedicated enemy strikes back", "Tira también su dado.", "It rolls its die too."
    ),
    "dedicated_enemy_attacks_city": _rule(
        "El enemigo dedicado ataca ciudades", "A dedicated enemy attacks cities", "Aunque ya haya actuado.", "Even if it has acted."
    ),
    "dedicated_enemy_attackable": _rule(
        "Se puede ir contra el dedicado", "A dedicated enemy may be met", "Cuenta como enemigo libre.", "It counts as a free enemy."
    ),
    "enemy_frenzy_after_city": _rule(
        "Frenesí tras una ciudad",
        "Frenzy after a city",
        "Un enemigo que acierta a una ciudad vuelve a atacar.",
        "An enemy that hit a city attacks again.",
    ),
    "legendary_enemy_scores": _rule(
        "Legendarios repetidos", "Equal legends", "Dos enemigos legendarios iguales puntúan.", "Two equal legendary enemies score."
    ),
    "emuna_loss": _rule(
        "Qué cuenta como perdido",
        "What counts as lost",
        "Qué soldados de la guenizá restan emuná.",
        "Which soldiers in the guenizá cost emuná.",
        defeated=Text("los vencidos", "the defeated"),
        defeated_and_city=Text("los vencidos y los caídos de la ciudad", "the defeated and those fallen from the city"),
        guenizah_all=Text("todos", "all of them"),
    ),
    "solo_skip_first_draw": _rule(
        "En solitario, sin primer robo",
        "No first draw alone",
        "Quien juega solo no roba en la primera ronda.",
        "One player alone does not draw in round 1.",
    ),
    "opening_hand": _rule("Mano inicial", "Opening hand", "El reglamento dice 7.", "The rulebook says 7."),
    "mulligan_floor": _rule("Mulligan hasta", "Mulligan down to", "La mano más pequeña.", "The smallest hand."),
    "hand_limit": _rule(
        "Límite de la mano", "Hand limit", "Al final de la ronda; el reglamento dice 7.", "At the end of the round; the rulebook says 7."
    ),
    "deck_tactics": _rule("Tácticas del mazo", "Tactics in a deck", "El reglamento dice 60.", "The rulebook says 60."),
    "deck_enemies": _rule("Enemigos del mazo", "Enemies in a deck", "El reglamento dice 15.", "The rulebook says 15."),
    "max_copies": _rule("Copias de una carta", "Copies of a card", "El reglamento dice 4.", "The rulebook says 4."),
    "deck_check": _rule(
        "Comprobar los mazos",
        "Check the decks",
        "Si un mazo registrado tiene que cumplir las reglas.",
        "Whether a registered deck has to follow the rules.",
        strict=Text("sí", "yes"),
        warn=Text("solo avisar", "only warn"),
        off=Text("no", "no"),
    ),
    "exhausted_enemies": _rule(
        "Sin más enemigos",
        "No enemies left",
        "Qué pasa cuando no queda ninguno.",
        "What happens when none is left.",
        **{
            "continue": Text("se sigue", "play goes on"),
            "draw": Text("empate", "a draw"),
            "best_score": Text("gana quien más tiene", "the best score wins"),
        },
    ),
    "heal_from_guenizah": _rule(
        "Curar desde la guenizá",
        "Heal from the guenizá",
        "Hasta el final de la ronda se puede curar también a un soldado que ya ha caído; vuelve como carta nueva.",
        "Until the end of the round a soldier that has fallen already may be healed too; it comes back as a new card.",
    ),
    "clock_minutes": _rule(
        "Minutos de juego",
        "Minutes of play",
        "Contra el Reloj: la mesa lleva la cuenta y avisa al final. Sin número, la llevan ustedes.",
        "Against the clock: the table keeps the time and says when it is up. Without a number, you keep it.",
    ),
    "clock_finish_round": _rule(
        "El reloj acaba la ronda", "The clock finishes the round", "Se juega hasta el final.", "It is played to its end."
    ),
    "clock_keeps_threshold": _rule(
        "Ganar antes del reloj", "Win before the clock", "Llegar a la emuná también gana.", "Reaching the emuná wins too."
    ),
    "custom_fixed": _rule("Nivel propio: fijos", "Own level: fixed", "Enemigos por ronda.", "Enemies in each round."),
    "custom_per_player": _rule(
        "Nivel propio: por jugador", "Own level: for each player", "Enemigos por jugador.", "Enemies for each player."
    ),
    "custom_cap_per_player": _rule(
        "Nivel propio: tope",
        "Own level: cap",
        "No entra ninguno con más que estos por jugador.",
        "None enters beyond so many for each player.",
    ),
}
