"""MORIHAM's page: both fields, life and piles, and what its actions and house rules are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from tapete.core.events import Event
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, Words
from tapete.games.moriham.state import Phase
from tapete.games.moriham.texts import VALUES
from tapete.web.boards import Card, GamePage, HouseRule, Naming, SeatFigures, moriham_field

_TURN = Text("Turno {turn}, de {seat}", "Turn {turn}, {seat}'s")
_LIFE = Text("Vida", "Life")
_HAND = Text("Mano", "Hand")
_DECK = Text("Mazo", "Deck")
_SUMMONS = Text("Convocaciones", "Summons")
_GRAVEYARD = Text("Cementerio", "Graveyard")
_REMOVED = Text("Fuera de la partida", "Out of the game")
_MONSTER_AT = Text("monstruo {slot} de {seat}", "{seat}'s monster {slot}")
_SPELL_AT = Text("carta {slot} de {seat}", "{seat}'s card {slot}")
_BURIED = Text("{card}, en el cementerio de {seat}", "{card} in {seat}'s graveyard")
_SLOT = Text("hueco {slot}", "slot {slot}")
_FROM_HAND = Text("de la mano", "from hand")
_DIRECTLY = Text("a su rival, directo", "the rival directly")
_EFFECT = Text("efecto {number}", "effect {number}")
_LEVELS = Text("Niveles", "Levels")
_WHO = {"own": Text("quien lo activa", "who activates it"), "opponent": Text("su rival", "the rival"), "both": Text("los dos", "both")}
_TOGGLE = Text("a la otra posición", "to the other position")

_SLOTS = frozenset({"slot", "tributes", "cost_slots", "source"})
_CARDS = frozenset({"card", "cards", "cost_cards"})


def _named(es: str, en: str, button_es: str = "", button_en: str = "", hint: Text | None = None) -> Naming:
    return Naming(title=Text(es, en), button=Text(button_es or es, button_en or en), hint=hint)


class MorihamPage(GamePage):
    """See the module."""

    actions = {
        "start_game": _named("¿Quién empieza?", "Who goes first?", "Empezar el duelo", "Begin the duel"),
        "roll_for_start": _named("¿Quién empieza? A los dados", "Who goes first? Roll for it", "Tirar los dados", "Roll the dice"),
        "enter_roll": _named("Apunta una tirada", "Enter a roll", "Esto ha salido", "This is it"),
        "next_phase": _named("Pasar a la fase siguiente", "Go on to the next phase"),
        "end_turn": _named("Terminar el turno", "End the turn"),
        "normal_summon": _named(
            "Convoca un monstruo",
            "Summon a monster",
            "Convocar",
            "Summon",
            Text("Uno por turno; los de nivel 2 o más piden tributos.", "One a turn; level 2 and above take tributes."),
        ),
        "special_summon": _named("Convocación especial", "Special summon", "Convocar", "Summon"),
        "set_card": _named(
            "Coloca una carta boca abajo",
            "Set a card face down",
            "Colocar",
            "Set it",
            Text("Magia o trampa; nadie dice cuál es.", "Magic or trap; nobody says which."),
        ),
        "activate_magic": _named("Activa una magia", "Activate a magic card", "Activar", "Activate"),
        "activate_trap": _named("Activa una trampa", "Activate a trap", "Activar", "Activate"),
        "use_ability": _named("Usa la habilidad de un monstruo", "Use a monster's ability", "Usar", "Use it"),
        "use_trigger": _named("Usa la habilidad que espera", "Use the waiting ability", "Usar", "Use it"),
        "skip_trigger": _named("Dejar pasar la habilidad", "Let the ability go by"),
        "change_position": _named("Cambia la posición de un monstruo", "Change a monster's position", "Girar", "Turn it"),
        "declare_attack": _named("Ataca", "Attack", "Atacar", "Attack"),
        "pass_priority": _named("Pasar", "Pass"),
        "provide": _named("Indica las cartas", "Name the cards", "Son estas", "These are they"),
        "ruling": _named("Decisión de mesa", "Table ruling", "Aplicar la corrección", "Make the correction"),
        "add_card": _named(
            "Carta que no está en el catálogo",
            "A card that the catalogue lacks",
            "Añadir la carta",
            "Add the card",
            Text(
                "Copia las cifras impresas. El nombre interno: minúsculas sin tilde, cifras y guiones bajos.",
                "Copy the printed figures. Its id: lower-case letters, digits, underscores.",
            ),
        ),
        "concede": _named("Rendirse", "Concede", "Me rindo", "I concede"),
    }
    arguments = {
        "first": Text("Empieza", "First"),
        "roll": Text("Dado", "Die"),
        "value": Text("Ha salido", "It shows"),
        "card": Text("Carta", "Card"),
        "cards": Text("Cartas", "Cards"),
        "position": Text("Posición", "Position"),
        "tributes": Text("Tributos", "Tributes"),
        "slot": Text("Hueco", "Slot"),
        "cost_slots": Text("Monstruos que paga", "Monsters it costs"),
        "cost_cards": Text("Cartas que paga", "Cards it costs"),
        "source": Text("De dónde", "From where"),
        "option": Text("Efecto", "Effect"),
        "targets": Text("Objetivos", "Targets"),
        "target": Text("Objetivo", "Target"),
        "declare_attack.slot": Text("Atacante", "Attacker"),
        "ops": Text("Lo que dice el texto", "What the text does"),
        "ruling.ops": Text("Qué se corrige", "What is put right"),
        "reason": Text("Por qué", "Why"),
        "agreed": Text("De acuerdo", "Agreed"),
        "seat": Text("Jugador", "Player"),
        "id": Text("Nombre interno", "Id"),
        "name": Text("Nombre impreso", "Printed name"),
        "type": Text("Tipo", "Type"),
        "level": Text("Nivel", "Level"),
        "attack": Text("Ataque", "Attack"),
        "defense": Text("Defensa", "Defense"),
        "n": Text("Cuántos", "How many"),
        "who": Text("Quién", "Who"),
        "delta": Text("Cambio", "Change"),
        "until": Text("Hasta cuándo", "Until when"),
        "where": Text("Adónde", "Where to"),
        "text": Text("Nota", "Note"),
        **{f"@{name}": Text(text.es[0].upper() + text.es[1:], text.en[0].upper() + text.en[1:]) for name, text in VALUES["op"].items()},
    }
    house_rules = {
        "deck_size": HouseRule(Text("Cartas del mazo", "Cards in a deck"), Text("El reglamento dice 50.", "The rulebook says 50.")),
        "max_copies": HouseRule(
            Text("Copias de una carta", "Copies of a card"),
            Text("Lo mira quien comprueba mazos; 0: sin límite.", "What the deck checker allows; 0: no limit."),
        ),
        "tribute_rule": HouseRule(
            Text("Niveles de los tributos", "Levels of the tributes"),
            Text("Suman justo el nivel menos uno, o al menos eso.", "They add to the level less one exactly, or at least."),
            {"exact": Text("justo", "exactly"), "at_least": Text("al menos", "at least")},
        ),
        "first_turn_attack": HouseRule(
            Text("Atacar en el primer turno", "Attack in the first turn"),
            Text("Quien empieza ya puede atacar.", "The first player may attack."),
        ),
        "deck_out": HouseRule(
            Text("Quedarse sin mazo", "Running out of cards"),
            Text(
                "Se pierde al empezar sin mazo, o también si no alcanza para robar.",
                "Lost when a turn starts without a deck, or also when it is too small to draw.",
            ),
            {
                "before_draw": Text("al empezar sin mazo", "starting without a deck"),
                "incomplete_draw": Text("también si no alcanza", "also when it is too small"),
            },
        ),
        "magic_in_battle": HouseRule(
            Text("Magia en la batalla", "Magic in battle"), Text("La ya colocada puede activarse.", "What is set may be activated.")
        ),
        "trap_same_turn": HouseRule(
            Text("Trampa recién colocada", "A trap just set"),
            Text("Se puede activar en el mismo turno.", "It may be activated in the same turn."),
        ),
    }
    folds = True
    pieces = Text("dos mazos de 50 cartas", "two decks of 50 cards")

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        if state.active is None:
            return ""
        said = _TURN.in_(language).format(turn=state.turn, seat=rules.words.show(state.active, language, "seat"))
        base = state.agenda[0]
        return f"{said} · {VALUES['phase'][base.name].in_(language)}" if isinstance(base, Phase) else said

    def board(self, rules: Rules[Any], state: Any, language: Language, words: Words, name: str = "board-picture") -> Markup:
        return moriham_field.draw(rules.board(state), language, words, name)  # type: ignore[arg-type]  # MORIHAM's rules make its own board

    def picture(
        self,
        rules: Rules[Any],
        state: Any,
        language: Language,
        words: Words,
        *,
        seat: Seat | None = None,
        changes: Mapping[Seat, Event] | None = None,
    ) -> Markup:
        board: Any = rules.board(state)
        return moriham_field.draw(board, language, words, "board-picture", seat or "A")

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board: Any = rules.board(state)
        side = board.side(seat)
        facts = [(_HAND.in_(language), str(side.hand)), (_DECK.in_(language), str(side.deck))]
        if state.active == seat:
            facts.append((_SUMMONS.in_(language), f"{side.normal_used}\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}{side.normal_allowed}"))
        piles = []
        for label, pile in ((_GRAVEYARD, side.graveyard), (_REMOVED, side.removed)):
            if pile:
                shown = tuple(Card(words.show(card, language, "card"), spent=True) for card in reversed(pile))
                piles.append((label.in_(language), shown))
        return SeatFigures(
            counter=_LIFE.in_(language), value=moriham_field.life_of(board, seat), largest=30, facts=tuple(facts), cards=tuple(piles)
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if isinstance(value, dict) and "zone" in value:
            return self._ref(value, language, words)
        if value == "player":
            return _DIRECTLY.in_(language)
        if value == "hand" and last == "source":
            return _FROM_HAND.in_(language)
        if last == "option" and type(value) is int:
            return _EFFECT.in_(language).format(number=value)
        if (last in _SLOTS or (action == "declare_attack" and last == "target")) and type(value) is int:
            return _SLOT.in_(language).format(slot=value)
        if isinstance(value, str):
            return self._word(last, value, language, words)
        return super().option(action, path, value, language, words)

    def _word(self, last: str, value: str, language: Language, words: Words) -> str:
        if last in {"seat", "first", "agreed"}:
            return words.show(value, language, "seat")
        if last in _CARDS:
            return words.show(value, language, "card")
        if value == "toggle":
            return _TOGGLE.in_(language)
        if last == "who":
            return _WHO[value].in_(language)
        known = VALUES.get(last, {})
        return known[value].in_(language) if value in known else value

    def _ref(self, ref: dict[str, Any], language: Language, words: Words) -> str:
        seat = words.show(ref["seat"], language, "seat")
        if ref["zone"] == "graveyard":
            return _BURIED.in_(language).format(card=words.show(ref["card"], language, "card"), seat=seat)
        at = _MONSTER_AT if ref["zone"] == "monsters" else _SPELL_AT
        return at.in_(language).format(slot=ref["slot"], seat=seat)

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        return _LEVELS.in_(language) if name == "levels" else words.show(name, language, "card")


PAGE = MorihamPage()
