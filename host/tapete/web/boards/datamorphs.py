"""DataMorphs' page: both DataMorphs, memory and score, and what its actions and house rules are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from tapete.cards.faces_datamorphs import ability
from tapete.core.events import Event
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, Words
from tapete.games.datamorphs.cards import Ability
from tapete.web.boards import Card, GamePage, HouseRule, Naming, SeatFigures, datamorphs_table

_ROUND = Text("Ronda {round} · {a} a {b}", "Round {round} · {a} to {b}")
_MEMORY = Text("Memoria", "Memory")
_HAND = Text("Mano", "Hand")
_SPENT = Text("Gastada", "Spent")
_WINS = Text("Rondas", "Rounds")
_OUT = Text("Fuera del juego", "Out of the game")
_UNSEEN = Text("una que nadie ha visto", "one that nobody has seen")
_STOPPED = Text("No juega más en esta ronda", "Plays no more this round")
_YES = Text("sí", "yes")
_NO_CARD = Text("boca abajo", "face down")
_NO_CHOICE = Text("no se elige", "not chosen")


def _named(es: str, en: str, button_es: str = "", button_en: str = "", hint: Text | None = None) -> Naming:
    return Naming(title=Text(es, en), button=Text(button_es or es, button_en or en), hint=hint)


class DatamorphsPage(GamePage):
    """See the module."""

    actions = {
        "start_game": _named("Empezar la partida", "Begin the game"),
        "lock_bios": _named(
            "Elige tu Bios",
            "Choose your Bios",
            "Fijar mi Bios",
            "Lock my Bios",
            Text("Nadie la ve hasta que los dos estén listos.", "Nobody sees it until both are ready."),
        ),
        "reveal_bios": _named("Revelar las dos Bios", "Reveal both Bios", "Estas son", "These are they"),
        "unlock": _named("Cambia tu elección", "Change your choice", "Cambiar mi elección", "Change my choice"),
        "reopen_choices": _named("Elegir otra vez", "Choose again"),
        "choose_order": _named("Decide quién juega primero", "Say who plays first", "Así sea", "So be it"),
        "play": _named("Juega una carta", "Play a card", "Jugarla", "Play it"),
        "skip_program": _named("Sin Programa por ahora", "No Program for now"),
        "stop": _named("No jugar más cartas en esta ronda", "Play no more cards this round"),
        "lock_move": _named(
            "Elige tu jugada",
            "Choose your play",
            "Fijar mi jugada",
            "Lock my play",
            Text("Nadie la ve hasta que los dos estén listos.", "Nobody sees it until both are ready."),
        ),
        "joint_play": _named("Revelar las dos jugadas", "Reveal both plays", "Estas son", "These are they"),
        "leave_out": _named("Elige qué cartas se quedan fuera", "Choose which cards stay out", "Se quedan fuera", "They stay out"),
        "leave_out_own": _named(
            "Elige qué carta tuya se queda fuera", "Choose which of your cards stays out", "Se queda fuera", "It stays out"
        ),
        "exchange_cards": _named("Intercambia una carta", "Exchange a card", "Intercambiar", "Exchange"),
        "concede": _named("Rendirse", "Concede", "Me rindo", "I concede"),
        "ruling": _named("Decisión de mesa", "Table ruling", "Aplicar la corrección", "Make the correction"),
        "add_card": _named(
            "Carta que no está en el catálogo",
            "A card that the catalogue lacks",
            "Añadir el elemento",
            "Add the element",
            Text(
                "Copia lo impreso de un elemento. El nombre interno: minúsculas sin tilde, cifras y guiones bajos.",
                "Copy what one element says. Its id: lower-case letters, digits, underscores.",
            ),
        ),
    }
    arguments = {
        "card": Text("Carta", "Card"),
        "bios": Text("Bios", "Bios"),
        "part": Text("Se juega como", "Played as"),
        "slot": Text("Posición", "Position"),
        "choice": Text("Actúa sobre", "Acts on"),
        "ops": Text("Lo que añade el texto", "What the text adds"),
        "ruling.ops": Text("Qué se corrige", "What is put right"),
        "first": Text("Juega primero", "Plays first"),
        "move": Text("Jugada", "Play"),
        "own": Text("Carta tuya", "Card of yours"),
        "rival": Text("Carta de tu rival", "Card of your rival's"),
        "ref": Text("Carta", "Card"),
        "take": Text("Te quedas", "You keep"),
        "give": Text("Das", "You give"),
        "reason": Text("Por qué", "Why"),
        "agreed": Text("De acuerdo", "Agreed"),
        "seat": Text("Jugador", "Player"),
        "n": Text("Cuánto", "How much"),
        "text": Text("Nota", "Note"),
        "id": Text("Nombre interno", "Id"),
        "name": Text("Nombre impreso", "Printed name"),
        "element": Text("Elemento", "Element"),
        "color": Text("Color", "Colour"),
        "type": Text("Tipo", "Type"),
        "memory": Text("Memoria", "Memory"),
        "attack": Text("Ataque", "Attack"),
        "defense": Text("Defensa", "Defense"),
        "abilities": Text("Habilidades", "Abilities"),
        "benefits": Text("Beneficios", "Benefits"),
        "weaknesses": Text("Debilidades", "Weaknesses"),
        "A": Text("A", "A"),
        "B": Text("B", "B"),
        "a": Text("A", "A"),
        "b": Text("B", "B"),
        "@play": Text("Jugar una carta", "Play a card"),
        "@skip_program": Text("Sin Programa por ahora", "No Program for now"),
        "@stop": Text("No jugar más", "Play no more"),
        "@adjust_attack": Text("Ajustar el ataque", "Adjust the attack"),
        "@adjust_defense": Text("Ajustar la defensa", "Adjust the defense"),
        "@adjust_memory": Text("Ajustar la memoria", "Adjust the memory"),
        "@note": Text("Apuntar una nota", "Write a note"),
    }
    house_rules = {
        "tie_mode": HouseRule(
            Text("Rondas en empate", "Tied rounds"),
            Text(
                "Una ronda más al final, o decide la siguiente que no empate.", "One more round at the end, or the next untied one decides."
            ),
            {"extra_round": Text("una ronda más", "one more round"), "sudden_death": Text("decide la siguiente", "the next one decides")},
        ),
        "interrupt_cost": HouseRule(
            Text("Coste de una Interrupción", "Cost of an Interrupt"),
            Text("En memoria; el reglamento no dice nada.", "In memory; the rulebook is silent."),
        ),
        "nullify_counts": HouseRule(
            Text("Qué partes cuenta la anulación", "Whose parts nullification counts"),
            Text("Las de quien anula, o las de su rival.", "Those of the one who nullifies, or the rival's."),
            {"own": Text("las propias", "one's own"), "rival": Text("las del rival", "the rival's")},
        ),
        "exchange": HouseRule(
            Text("Intercambio final", "Final exchange"), Text("Quien gana cambia una carta.", "The winner exchanges a card.")
        ),
    }
    folds = True
    pieces = Text("cinco cartas cada uno", "five cards each")

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        return _ROUND.in_(language).format(round=state.round, a=state.wins("A"), b=state.wins("B")) if state.round else ""

    def board(self, rules: Rules[Any], state: Any, language: Language, words: Words, name: str = "board-picture") -> Markup:
        return datamorphs_table.draw(rules.board(state), language, words, name)  # type: ignore[arg-type]  # its rules make its own board

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
        return datamorphs_table.draw(board, language, words, "board-picture", seat or "A")

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        board: Any = rules.board(state)
        player, memory = board.player(seat), board.memory(seat)
        facts = [
            (_SPENT.in_(language), f"{memory.spent} / {memory.total}"),
            (_HAND.in_(language), str(player.hand)),
            (_WINS.in_(language), str(state.wins(seat))),
        ]
        if player.stopped:
            facts.append((_STOPPED.in_(language), _YES.in_(language)))
        out = tuple(Card(_UNSEEN.in_(language) if card is None else words.show(card, language, "card"), spent=True) for card in player.out)
        return SeatFigures(
            counter=_MEMORY.in_(language),
            value=memory.available,
            largest=0,
            facts=tuple(facts),
            cards=((_OUT.in_(language), out),) if out else (),
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = next((part for part in reversed(path.split("/")) if not part.isdecimal() and not part.startswith("@")), "")
        if value is None and last == "card":
            return _NO_CARD.in_(language)
        if value is None and last == "choice":
            return _NO_CHOICE.in_(language)
        if isinstance(value, dict) and "kind" in value:
            return ability(_ability(value), language)
        if isinstance(value, str):
            return self._word(action, last, value, language, words)
        return super().option(action, path, value, language, words)

    def _word(self, action: str, last: str, value: str, language: Language, words: Words) -> str:
        kinds = {"part": "element", "element": "element", "slot": "slot", "choice": "target", "own": "ref", "rival": "ref", "ref": "ref"}
        if last in {"seat", "first", "agreed"}:
            return words.show(value, language, "seat")
        if last in {"card", "take", "give", "bios"} or (action == "reveal_bios" and last in {"A", "B"}):
            return words.show(value, language, "card")
        return words.show(value, language, kinds[last]) if last in kinds else value


def _ability(plain: dict[str, Any]) -> Ability:
    return msgspec.convert(plain, Ability)  # type: ignore[no-any-return]  # a union is no type to the checker


PAGE = DatamorphsPage()
