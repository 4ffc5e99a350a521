"""MORIHAM's board to be touched: where arguments are on it, which verb weighs most, and its picture in two shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from tapete.core.judge import Offer
from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MonsterCard
from tapete.games.moriham.constants import START_LIFE
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Attr
from tapete.games.moriham.state import Monster, Spell
from tapete.presentation import cards, faced, svg
from tapete.presentation.base import GamePage
from tapete.presentation.moriham import field
from tapete.presentation.moriham.face import effect_of, look
from tapete.presentation.touch import Touch, fitted, played
from tapete.table.question.selection import Argument, Verb

_OWN_MONSTER = frozenset({"tributes", "cost_slots", "slot"})

_AMONG_SPELLS = frozenset({"set_card", "activate_trap"})
"""Actions whose place is one for magic or trap."""

_THINGS = frozenset({f"{seat}.{zone}{slot}" for seat in SEATS for zone in "ms" for slot in SLOTS} | {f"{seat}.player" for seat in SEATS})

_PLACE = _("{seat}'s place {slot} for a monster")
_CARD_PLACE = _("{seat}'s place {slot} for magic or trap")
_PLAYER = _("{seat}: {life} life")
_PILES = _("hand {hand} · deck {deck} · grave {grave}")
_MONSTERS, _SPELLS = _("monsters"), _("magic and traps")
_HIGH = 352.0
"""A phone's picture as it fits above news and bar: beyond that it is drawn smaller."""

_PHONE, _TABLE = 13.5, 19.5
"""Size of the letters on a card."""
_NOTES, _PLATE = 15.0, 22.0
"""The same on a player's plate."""
_TRIBUTE = _("Tribute for {card}, level {level}: touch monsters of yours whose levels add up to {needed}.")
_OFFERED = _("For {card} you offer {offered} as tribute. How does it come?")


class TouchedDuel(GamePage):
    """Things: `A.m3` a place for a monster, `A.s3` one for magic or trap, `A.player` a player."""

    by_touch = {
        **dict.fromkeys(("special_summon", "activate_magic", "activate_trap", "use_ability", "use_trigger"), Verb(told_first=True)),
        **dict.fromkeys(("normal_summon.slot", "special_summon.slot"), Argument(default=True, reach=True)),
        "set_card.slot": Argument(default=True),
        **dict.fromkeys(("activate_magic.option", "activate_trap.option"), Argument(explained=True)),
    }
    asks = {
        "start_game.first": _("Who goes first?"),
        "normal_summon.card": _("Summon: which monster?"),
        "normal_summon.tributes": _("Touch the monsters that you offer as tribute."),
        "normal_summon.position": _("How does it come? Touch another place to move it."),
        "special_summon.card": _("Special summon: which monster?"),
        "special_summon.position": _("How does it come? Touch another place to move it."),
        "declare_attack.slot": _("Attack: with which monster?"),
        "declare_attack.target": _("Attack: touch what it attacks."),
        "set_card.slot": _("Set a card face down: touch its place."),
        "change_position.slot": _("Turn a monster: which one?"),
        "activate_magic.source": _("Activate magic: touch your face-down card, or take one from your hand."),
        "activate_magic.ops": _("What does the text do?"),
        "activate_trap.ops": _("What does the text do?"),
        "use_ability.ops": _("What does the text do?"),
        "activate_trap.slot": _("Activate a trap: touch your face-down card."),
        "activate_trap.card": _("Activate a trap: which card is it?"),
        "activate_magic.card": _("Activate magic: which card is it?"),
        "activate_magic.option": _("Which of its effects do you activate?"),
        "activate_trap.option": _("Which of its effects do you activate?"),
        "activate_magic.targets": _("What is the effect aimed at?"),
        "activate_trap.targets": _("What is the effect aimed at?"),
        "use_ability.slot": _("Use an ability: touch the monster that has it."),
        "use_ability.targets": _("What is the ability aimed at?"),
        "use_trigger.targets": _("What is the ability aimed at?"),
        "use_trigger.ops": _("What does the text do?"),
        "special_summon.cost_cards": _("Special summon: which cards pay for it?"),
        "special_summon.cost_slots": _("Special summon: touch the monsters that pay for it."),
        "provide.cards": _("Which cards does the effect take?"),
    }
    short = {
        "next_phase": _("Next phase", "button"),
        "end_turn": _("End turn", "button"),
        "set_card": _("Set", "button"),
        "special_summon": _("Special", "button"),
        "activate_magic": _("Magic", "button"),
        "activate_trap": _("Trap", "button"),
        "change_position": _("Turn it"),
        "use_ability": _("Ability", "button"),
        "use_trigger": _("Use it"),
        "skip_trigger": _("Let it go", "button"),
        "pass_priority": _("Pass"),
    }
    order = (
        "normal_summon",
        "declare_attack",
        "set_card",
        "next_phase",
        "activate_magic",
        "special_summon",
        "change_position",
        "use_ability",
        "activate_trap",
        "end_turn",
    )

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        return _THINGS

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        if action == "start_game":
            return f"{value}.player" if path == "first" else None
        if seat is None:
            return None
        if action == "declare_attack" and path == "target":
            return f"{rival(seat)}.player" if value == "player" else f"{rival(seat)}.m{value}"
        if type(value) is int and path in _OWN_MONSTER:
            return f"{seat}.s{value}" if action in _AMONG_SPELLS else f"{seat}.m{value}"
        if type(value) is int and path == "source":
            return f"{seat}.s{value}"
        return None

    def reached(self, rules: Rules[Any], state: Any, action: str, path: str, thing: str, seat: Seat | None) -> Any:
        whose, _dot, at = thing.partition(".")
        if whose != seat or at[:1] != "m":
            return None
        return int(at[1:]) if _board(rules, state).monster(seat, int(at[1:])) is None else None

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        due = [name for owed in rules.awaiting(state) if owed.meaning == "pass" or len(owed.actions) < 4 for name in owed.actions]
        spent = "normal_summon" not in offers and "declare_attack" not in offers
        return [*due, *(("next_phase", "end_turn") if spent else ()), *self.order]

    def asked(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, language: Language, words: Words) -> str:
        card, board = draft.get("card"), _board(rules, state)
        printed = board.card(card) if draft.get("action") == "normal_summon" and isinstance(card, str) else None
        if not isinstance(printed, MonsterCard) or printed.level < 2 or path not in ("tributes", "position"):
            return ""
        owner = cast("Seat", state.active)
        named = words.show(card, language, "card")
        if path == "tributes":
            return _TRIBUTE.fill(card=named, level=printed.level, needed=printed.level - 1).in_(language)
        offered = [board.monster(owner, slot) for slot in draft.get("tributes", ())]
        shown = words.show([monster.card for monster in offered if monster is not None], language, "card")
        return _OFFERED.fill(offered=shown, card=named).in_(language)

    def explains(self, rules: Rules[Any], state: Any, draft: Mapping[str, Any], path: str, value: Any, language: Language) -> str:
        printed = _board(rules, state).card(draft["card"])
        return "" if isinstance(printed, MonsterCard) else effect_of(printed, value, language)

    def card_at(self, rules: Rules[Any], state: Any, thing: str) -> str | None:
        whose, _dot, at = thing.partition(".")
        board, seat = _board(rules, state), cast("Seat", whose)
        if at == "player":
            return None
        lying = board.monster(seat, int(at[1:])) if at[0] == "m" else board.spell(seat, int(at[1:]))
        return None if lying is None else lying.card

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        whose, _dot, at = thing.partition(".")
        if whose != seat:
            return ("declare_attack",)
        return ("normal_summon", "declare_attack", "change_position") if at[:1] == "m" else ("set_card", "activate_magic", "activate_trap")

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        whose, _dot, at = thing.partition(".")
        seat = cast("Seat", whose)
        board, named = _board(rules, state), words.show(seat, language, "seat")
        if at == "player":
            return words.say(_PLAYER, {"seat": named, "life": field.life_of(board, seat)}).in_(language)
        slot = int(at[1:])
        lying = board.monster(seat, slot) if at[0] == "m" else board.spell(seat, slot)
        if lying is None:
            return words.say(_PLACE if at[0] == "m" else _CARD_PLACE, {"seat": named, "slot": slot}).in_(language)
        return _name(lying, language, words)

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        own: Seat = cast("Seat", touch.seat or SEATS[0])
        drawing = _Drawing(self, rules, state, language, words, touch)
        return drawing.wide(own) if touch.wide else drawing.tall(own)


def _board(rules: Rules[Any], state: Any) -> Duel:
    board: Any = rules.board(state)
    return board  # type: ignore[no-any-return]  # MORIHAM's rules make its own board


def _name(lying: Monster | Spell, language: Language, words: Words) -> str:
    return field.DOWN.in_(language) if lying.card is None else words.show(lying.card, language, "card")


class _Drawing:
    """One picture of a duel whose places can be touched."""

    def __init__(self, page: GamePage, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> None:
        self.page, self.rules, self.state, self.language, self.words, self.touch = page, rules, state, language, words, touch
        self.board = _board(rules, state)

    def tall(self, own: Seat) -> Markup:
        """For a phone: 360 units wide, the own half below."""
        cell, gap, spell, line = 70.4, 2.0, 32.0, 37.0
        other, stack = rival(own), self._stack(360)
        monster = max(74.0, min(100.0, (_HIGH - 2 * (spell + line) - 21 - 22 * len(stack)) / 2))
        y = 0.0
        parts = [self._player(other, 0, y, 360, line)]
        y += line + 3
        for zone, tall in (("s", spell), ("m", monster)):
            parts += self._row(other, zone, y, cell, gap, tall, _PHONE)
            y += tall + 3
        y += 3
        for text in stack:
            parts.append(svg.group(text, y=y))
            y += 22
        for zone, tall in (("m", monster), ("s", spell)):
            parts += self._row(own, zone, y, cell, gap, tall, _PHONE)
            y += tall + 3
        parts.append(self._player(own, 0, y, 360, line))
        return played(self.touch, 360, y + line, *parts)

    def wide(self, own: Seat) -> Markup:
        """For a table or a television: both halves with the players on the left, the names of the rows on the right."""
        cell, gap, monster, spell, plate = 158.0, 6.0, 150.0, 58.0, 210.0
        other, left, across = rival(own), plate + 10, 5 * (cell + gap)
        y = 0.0
        parts = []
        for seat, zones in ((other, ("s", "m")), (own, ("m", "s"))):
            top = y
            for zone in zones:
                tall = monster if zone == "m" else spell
                parts += [svg.group(one, x=left) for one in self._row(seat, zone, y, cell, gap, tall, _TABLE)]
                lines = cards.wrapped((_MONSTERS if zone == "m" else _SPELLS).in_(self.language), 10)
                first = y + tall / 2 + 7 - 11 * (len(lines) - 1)
                parts += [fitted(line, left + across + 4, first + 22 * n, 112, 20, "start dim") for n, line in enumerate(lines)]
                y += tall + 6
            parts.append(self._player(seat, 0, top + 2, plate, y - top - 10))
            y += 8
            if seat == other:
                for text in self._stack(left + across + 112):
                    parts.append(svg.group(text, y=y))
                    y += 34
        return played(self.touch, left + across + 116, y - 14, *parts)

    def _stack(self, width: float) -> list[Markup]:
        """What waits, the top of the stack first: one line each."""
        size = 26 if width > 400 else 15
        told = [field.item_text(self.board, item, self.language, self.words) for item in reversed(self.board.stack())]
        return [fitted(line, width / 2, size, width - 12, size, "card-text") for line in told]

    def _row(self, seat: Seat, zone: str, y: float, cell: float, gap: float, tall: float, size: float) -> list[Markup]:
        return [self._cell(seat, zone, slot, (slot - 1) * (cell + gap), y, cell, tall, size) for slot in SLOTS]

    def _cell(self, seat: Seat, zone: str, slot: int, x: float, y: float, w: float, h: float, size: float) -> Markup:
        name, middle = f"{seat}.{zone}{slot}", x + w / 2
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        lying = self.board.monster(seat, slot) if zone == "m" else self.board.spell(seat, slot)
        box, inside = (x, y, w, h), Markup("")
        if isinstance(lying, Monster):
            if lying.position == "defense":  # a card that lies across: as broad, and lower
                low = h * 0.88
                box = (x, y + (h - low if self._below(seat) else 0.0), w, low)
            class_, inside = f"card edge-{seat} {lying.position}", self._monster(lying, box, size)
        elif isinstance(lying, Spell) and lying.card is not None:
            class_ = f"card edge-{seat}"
            inside = faced.card(self.touch, look(self.board.card(lying.card)), lying.card, label, box, size)
        elif isinstance(lying, Spell):
            class_, said = "card back", fitted(label, middle, y + h / 2 + size * 0.38, w - 18, size, "on-back")
            inside = svg.element("g", *cards.back(box), said if h > 40 else cards.diamond(middle, y + h / 2), class_="face-up")
        else:
            box = (x + w * 0.14, y + h * 0.1, w * 0.72, h * 0.8)
            class_, inside = "place", fitted(str(slot), middle, y + h / 2 + size * 0.4, w * 0.6, size, "place-name")
        return self.touch.frame(name, label, box, class_, inside, size=size)

    def _below(self, seat: Seat) -> bool:
        """Whether a player's half is the lower one: there a card that lies across lies farther from the rival."""
        return seat == (self.touch.seat or SEATS[0])

    def _monster(self, monster: Monster, box: tuple[float, float, float, float], size: float) -> Markup:
        """A monster: its face, attack and defense, the one that counts larger, its level."""
        counting: Attr = "attack" if monster.position == "attack" else "defense"
        printed = self.board.printed(monster.card)
        figures = []
        for sign in ("attack", "defense"):
            now = self.board.figure(monster, sign)
            figures.append(faced.Figure(sign, str(now), sign == counting, now != getattr(printed, sign)))
        level = str(self.board.figure(monster, "level"))
        named = _name(monster, self.language, self.words)
        return faced.card(self.touch, look(printed), monster.card, named, box, size, figures, level)

    def _player(self, seat: Seat, x: float, y: float, w: float, h: float) -> Markup:
        side, name = self.board.side(seat), f"{seat}.player"
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        life = field.life_of(self.board, seat)
        piles = _PILES.fill(hand=side.hand, deck=side.deck, grave=len(side.graveyard)).in_(self.language).split(" · ")
        size, box = (_PLATE if h > 60 else _NOTES), (x, y, w, h)
        goal = f"/{START_LIFE}"
        inside = faced.plate(
            seat,
            box,
            size,
            self.words.show(seat, self.language, "seat"),
            str(life),
            goal,
            piles,
            f"{seat}.life",
            life / START_LIFE,
        )
        return self.touch.frame(name, label, box, "seat-box", *inside)
