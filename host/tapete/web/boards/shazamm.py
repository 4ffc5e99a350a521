"""Shazamm's page: the bridge, both reserves, cards cast and spent, and what its actions are called."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, Words
from tapete.web.boards import Card, GamePage, HouseRule, Naming, SeatFigures, shazamm_bridge

_ROUND = Text("Ronda {round} · turno {turn}", "Round {round} · turn {turn}")
_SILENCE = Text(" · silencio", " · silence")
_MANA = Text("Maná", "Mana")
_HAND = Text("Mano", "Hand")
_PILE = Text("Mazo", "Pile")
_BID = Text("Apuesta", "Bid")
_SPELL_COUNT = Text("Hechizos", "Spells")
_CAST = Text("Este turno", "This turn")
_LAST = Text("Turno anterior", "Last turn")
_SPENT = Text("Gastados", "Spent")
_NO_CLONE = Text("Ninguno", "None")
_FROM_CLONE = Text("copia de Clonar", "Clone's copy")
_APPLY = Text("Lo aplico", "Apply it")
_DISCARD = Text("Se descarta", "Discard it")


class ShazammPage(GamePage):
    """See the module."""

    actions = {
        "lock_bid": Naming(
            title=Text("Fija tu apuesta", "Set your bid"),
            button=Text("Fijar apuesta", "Lock the bid"),
            hint=Text("Nadie la ve hasta que los dos estén listos.", "Nobody sees it until both are ready."),
        ),
        "unlock": Naming(title=Text("Cambia tu apuesta", "Change your bid"), button=Text("Cambiar mi apuesta", "Change my bid")),
        "reopen_bids": Naming(
            title=Text("Abre otra vez las apuestas", "Open the bidding again"), button=Text("Volver a apostar", "Bid again")
        ),
        "declare_cards": Naming(
            title=Text("Declara las cartas que has mostrado", "Declare the cards you turned up"),
            button=Text("Estas son mis cartas", "These are my cards"),
            hint=Text("Sin marcar ninguna: no has jugado cartas.", "Tick none if you played no card."),
        ),
        "choose_clone": Naming(
            title=Text("Clonar: elige un hechizo", "Clone: choose a spell"),
            button=Text("Clonar", "Clone"),
            hint=Text("De los que tu rival lanzó el turno anterior.", "One that your rival cast last turn."),
        ),
        "choose_theft": Naming(
            title=Text("Hurto: decide sobre cada hechizo", "Theft: decide on each spell"), button=Text("Así queda", "So be it")
        ),
        "choose_recycle": Naming(
            title=Text("Reciclar: cambia tu apuesta", "Recycle: change your bid"),
            button=Text("Reciclar", "Recycle"),
            hint=Text("Puntos que sumas o restas; 0 la deja igual.", "Points added or taken off; 0 leaves it."),
        ),
        "choose_push": Naming(title=Text("Empuja el muro", "Push the wall"), button=Text("Empujar", "Push")),
        "concede": Naming(
            title=Text("Rendirse", "Concede"),
            button=Text("Me rindo", "I concede"),
            hint=Text("La partida la gana tu rival.", "Your rival wins the match."),
        ),
        "ruling": Naming(
            title=Text("Decisión de mesa", "Table ruling"),
            button=Text("Aplicar la corrección", "Make the correction"),
            hint=Text(
                "Corrige lo que no coincide con la mesa; queda escrito como decisión de mesa.",
                "Put right what differs from the table; it is logged as a table ruling.",
            ),
        ),
    }
    arguments = {
        "amount": Text("Tu apuesta", "Your bid"),
        "numbers": Text("Cartas mostradas", "Cards turned up"),
        "number": Text("Hechizo", "Spell"),
        "choices": Text("Qué haces con cada uno", "What becomes of each"),
        "delta": Text("Cambio de tu apuesta", "Change of your bid"),
        "steps": Text("Losas", "Slabs"),
        "reason": Text("Por qué", "Why"),
        "agreed": Text("De acuerdo", "Agreed"),
        "ops": Text("Qué se corrige", "What is put right"),
        "text": Text("Nota", "Note"),
        "seat": Text("Mago", "Wizard"),
        "mana": Text("Maná", "Mana"),
        "value": Text("Valor", "Value"),
        "wall": Text("Losa del muro", "Slab of the wall"),
        "slab": Text("Losa", "Slab"),
        "hand": Text("Cartas en mano", "Cards in hand"),
        "deck": Text("Cartas en el mazo", "Cards in the pile"),
        "count": Text("Cuántas", "How many"),
        "used": Text("Hechizos gastados", "Spells spent"),
        "last_cast": Text("Hechizos del turno anterior", "Spells of last turn"),
        "@note": Text("Apuntar una nota", "Write a note"),
        "@set_mana": Text("Poner el maná de un mago", "Set a wizard's mana"),
        "@set_wall": Text("Poner el muro en una losa", "Put the wall on a slab"),
        "@set_hand": Text("Poner las cartas en mano", "Set the cards in hand"),
        "@set_deck": Text("Poner las cartas del mazo", "Set the cards in the pile"),
        "@set_used": Text("Poner los hechizos gastados", "Set the spells spent"),
        "@set_last_cast": Text("Poner los hechizos del turno anterior", "Set the spells of last turn"),
        "@set_position": Text("Poner una posición entera", "Set a whole position"),
    }
    house_rules = {
        "full_hand": HouseRule(
            Text("Toda la baraja en mano", "The whole deck in hand"),
            Text("Se empieza con los 14 hechizos y no se roba (variante 1).", "Begin with all 14 spells and draw none (variant 1)."),
        ),
        "ordered_deck": HouseRule(
            Text("Mazo a tu gusto", "Deck in your own order"),
            Text("Cada mago ordena su mazo antes de empezar (variante 2).", "Each wizard orders the pile before the match (variant 2)."),
        ),
        "reserve_gain": HouseRule(
            Text("Maná ganado", "Mana gained"),
            Text(
                "Si Refuerzo de reserva y Succión suman antes o después de pagar la apuesta.",
                "Whether Reserve boost and Suction add before or after the bid is paid.",
            ),
            {"after_payment": Text("después de pagar", "after paying"), "before_payment": Text("antes de pagar", "before paying")},
        ),
        "exhaustion_push": HouseRule(
            Text("Empujón al mago sin maná", "Push at a wizard without mana"),
            Text(
                "El muro corre solo todo lo que puede, o lo decide quien aún tiene maná.",
                "The wall goes as far as it can by itself, or the one with mana decides.",
            ),
            {
                "auto": Text("solo, todo lo posible", "by itself, as far as it can"),
                "ask": Text("lo decide quien empuja", "the pusher decides"),
            },
        ),
        "resistance_blocks_push": HouseRule(
            Text("Resistencia frena el empujón", "Resistance stops the push"),
            Text("También contra el empujón al quedarse sin maná.", "Also against the push at a wizard without mana."),
        ),
        "clone_across_rounds": HouseRule(
            Text("Clonar entre rondas", "Clone across rounds"),
            Text("Vale el último turno de la ronda anterior.", "The last turn of the round before counts."),
        ),
        "clone_of_clone": HouseRule(
            Text("Clonar lo clonado", "Clone what was cloned"),
            Text("Vale el hechizo que tu rival obtuvo con Clonar.", "The spell that your rival got by Clone counts."),
        ),
        "clone_copy_cancels": HouseRule(
            Text("La copia se anula", "The copy cancels"),
            Text("La copia y el mismo hechizo del rival se anulan.", "The copy and the rival's same spell cancel each other."),
        ),
        "clone_stolen": HouseRule(
            Text("Clonar lo robado", "Clone what was stolen"),
            Text("Vale lo que tu rival aplicó con Hurto.", "What your rival applied by Theft counts."),
        ),
        "collapse_order": HouseRule(
            Text("Cuándo se hunde la losa", "When the slab collapses"),
            Text("Al final, o antes de que los magos se muevan.", "At the end, or before the wizards move."),
            {"final": Text("al final", "at the end"), "collapse_first": Text("primero se hunde", "collapse first")},
        ),
        "double_fall": HouseRule(
            Text("Caen los dos", "Both fall"),
            Text("Empate, o empate y partida nueva.", "A draw, or a draw and a new match."),
            {"draw": Text("empate", "draw"), "replay": Text("se repite la partida", "play again")},
        ),
        "bridge_half": HouseRule(
            Text("Medio puente", "Half a bridge"), Text("Losas a cada lado de la central.", "Slabs on each side of the central one.")
        ),
    }
    pieces = Text("un puente, tres fichas, dos barajas de 15 cartas", "one bridge, three pawns, two decks of 15 cards")

    def headline(self, rules: Rules[Any], state: Any, language: Language) -> str:
        said = _ROUND.in_(language).format(round=state.round, turn=state.turn)
        return said + (_SILENCE.in_(language) if state.silence else "")

    def board(self, rules: Rules[Any], state: Any, language: Language, words: Words, name: str = "board-picture") -> Markup:
        bridge = rules.scene(state).bridge
        if bridge is None:
            return super().board(rules, state, language, words, name)
        return shazamm_bridge.draw(bridge, language, words, name)

    def figures(self, rules: Rules[Any], state: Any, seat: Seat, language: Language, words: Words) -> SeatFigures:
        facts = [
            (_HAND.in_(language), str(state.hand.of(seat))),
            (_PILE.in_(language), str(state.deck.of(seat))),
        ]
        cast: tuple[int, ...] | None = None
        for step in state.agenda:
            if (bids := getattr(step, "bids", None)) is not None:
                facts.insert(0, (_BID.in_(language), str(bids.of(seat))))
            for name in ("cast", "declared"):
                if (shown := getattr(step, name, None)) is not None and shown.of(seat) is not None:
                    cast = shown.of(seat)
        cards = []
        if cast is not None:
            cards.append((_CAST.in_(language), self._cards(cast, language, words)))
        elif state.last_cast.of(seat):
            cards.append((_LAST.in_(language), self._cards(state.last_cast.of(seat), language, words)))
        cards.append((_SPENT.in_(language), self._cards(state.used.of(seat), language, words, spent=True)))
        return SeatFigures(
            counter=_MANA.in_(language), value=state.mana.of(seat), largest=50, facts=tuple(facts), cards=tuple(c for c in cards if c[1])
        )

    def option(self, action: str, path: str, value: Any, language: Language, words: Words) -> str:
        last = path.rsplit("/", 1)[-1]
        if action == "choose_clone" and value is None:
            return _NO_CLONE.in_(language)
        if action == "choose_theft" and isinstance(value, dict):
            use = (_APPLY if value["use"] == "apply" else _DISCARD).in_(language)
            source = f" ({_FROM_CLONE.in_(language)})" if value["source"] == "clone" else ""
            return f"{self._spell(value['number'], language, words)}{source}: {use}"
        if last in {"numbers", "number", "used", "last_cast"} and type(value) is int:
            return self._spell(value, language, words)
        if last in {"wall", "slab"} and type(value) is int:
            return shazamm_bridge.signed(value)
        if last in {"seat", "agreed"} and isinstance(value, str):
            return words.show(value, language, "seat")
        return super().option(action, path, value, language, words)

    def sum(self, action: str, path: str, name: str, language: Language, words: Words) -> str:
        number, _, source = name.partition(" ")
        if number.isdecimal():  # one of Theft's prey: its number and where it came from
            return self._spell(int(number), language, words) + (f" ({_FROM_CLONE.in_(language)})" if source == "clone" else "")
        return _SPELL_COUNT.in_(language) if name == "spells" else name

    def _spell(self, number: int, language: Language, words: Words) -> str:
        return words.show(number, language, "spell")

    def _cards(self, numbers: tuple[int, ...], language: Language, words: Words, *, spent: bool = False) -> tuple[Card, ...]:
        return tuple(Card(self._spell(number, language, words), spent) for number in numbers)


PAGE = ShazammPage()
