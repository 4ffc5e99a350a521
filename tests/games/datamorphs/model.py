"""A second DataMorphs, written from the ledger alone and as plainly as possible: memory and score of a table, as dicts and numbers.

It reads a position as JSON and a catalogue as its document, judges nothing and tells nothing. The referee is compared with it.
"""

from __future__ import annotations

from typing import Any

FOE = {"A": "B", "B": "A"}
Plain = dict[str, Any]


def cost(element: str, card: Plain | None, interrupt_cost: int) -> int:
    """docs/inside/rules/datamorphs.md#catalogue: derived cost."""
    if card is None:
        return interrupt_cost
    if element == "function":
        return 1
    if element == "bios":
        return 0
    changes = {"change_icons", "swap_icons", "change_color"}
    if element == "boost" and any(a["kind"] in changes for a in card["boost"].get("abilities", ())):
        return 1
    return int(card[element]["attack"] + card[element]["defense"])


def lying(player: Plain) -> list[tuple[str, str, Plain]]:
    """Position, element and card of everything face up."""
    found = [(slot, slot, player[slot]) for slot in ("bios", "program") if player[slot]]
    for slot in ("boost_a", "boost_b"):
        if isinstance(player[slot], list):
            found += [(slot, "boost", part) for part in player[slot]]
    if player["function"] and player["function"]["face"] == "up":
        found.append(("function", "function", player["function"]))
    return found


def face_down(there: Any) -> bool:
    return isinstance(there, dict) and there.get("face") == "down"


class Table:
    """A position and the cards it is played with."""

    def __init__(self, state: Plain, cards: dict[str, Plain], options: Plain) -> None:
        self.players, self.cards, self.options = state["players"], cards, options

    def active(self, seat: str) -> list[tuple[str, Plain, Plain]]:
        """Element, printed table and part, of all that faces no Interrupt."""
        facing = self.players[FOE[seat]]
        return [
            (element, self.cards[part["card"]][element], part)
            for slot, element, part in lying(self.players[seat])
            if slot in ("bios", "program") or not face_down(facing[slot])
        ]

    def abilities(self, seat: str, kind: str) -> list[tuple[Plain, Plain]]:
        return [(a, part) for _, table, part in self.active(seat) for a in table.get("abilities", ()) if a["kind"] == kind]

    def spent(self, seat: str) -> int:
        player = self.players[seat]
        paid = sum(cost(element, self.cards[part["card"]], 0) for _, element, part in lying(player))
        downs = sum(face_down(player[slot]) for slot in ("boost_a", "boost_b", "function"))
        return paid + downs * int(self.options["interrupt_cost"])

    def total(self, seat: str) -> int:
        """DAT-R14."""
        total = sum(table.get("memory", 0) for element, table, _ in self.active(seat) if element != "function")
        total += len(self.abilities(seat, "memory_boost"))
        total -= sum(a.get("n", 1) for a, _ in self.abilities(FOE[seat], "nullify_memory"))
        return int(total + self.players[seat]["adjust"]["memory"])

    def acting(self, seat: str) -> list[Plain]:
        """The changes that act on a DataMorph, in order (DAT-R30, R56, R67)."""
        found: list[tuple[int, int, Plain]] = []
        for owner in (FOE[seat], seat):
            for kind, default in (("change_icons", "own"), ("swap_icons", "own"), ("change_color", "choice")):
                for a, part in self.abilities(owner, kind):
                    target = a.get("target", default)
                    target = part.get("choice") if target == "choice" else target
                    if target == ("own" if owner == seat else "rival"):
                        place = self.cards[part["card"]]
                        printed = [x for element in ("program", "boost") for x in place[element].get("abilities", ())].index(a)
                        found.append((part.get("seq", 0) * 10 + (owner == seat), printed, a))
        return [a for _, _, a in sorted(found, key=lambda change: change[:2])]

    def colours(self, seat: str) -> list[str]:
        """Steps 1 and 2."""
        colours = [table["color"] for _, table, _ in self.active(seat)]
        for a in self.acting(seat):
            if a["kind"] == "change_color":
                colours = [a["to"] if colour == a["from"] else colour for colour in colours]
        gone = {a["color"] for a, _ in self.abilities(FOE[seat], "nullify_color")}
        return ["none" if colour in gone else colour for colour in colours]

    def kind(self, seat: str) -> str | None:
        program = self.players[seat]["program"]
        return self.cards[program["card"]]["program"]["type"] if program else None

    def score(self, seat: str) -> tuple[int, int]:
        """Steps 3 to 6: attack and defense."""
        icons = {"attack": 0, "defense": 0}
        foe = FOE[seat]
        for icon in icons:
            icons[icon] += sum(table.get(icon, 0) for _, table, _ in self.active(seat))
            for element, table, _ in self.active(seat):
                if element == "function":
                    icons[icon] += sum(gain[icon] for gain in table.get("benefits", ()) if self.kind(seat) in gain["types"])
            icons[icon] += sum(self.colours(seat).count(a["color"]) for a, _ in self.abilities(seat, "color_sum") if a["icon"] == icon)
        for a in self.acting(seat):
            if a["kind"] == "change_icons":
                icons = {a["to"]: icons["attack"] + icons["defense"], a["from"]: 0}
            if a["kind"] == "swap_icons":
                icons = {"attack": icons["defense"], "defense": icons["attack"]}
        counted = self.colours(foe if self.options["nullify_counts"] == "own" else seat)
        for icon in icons:
            icons[icon] -= sum(counted.count(a["color"]) for a, _ in self.abilities(foe, "nullify_icons") if a["icon"] == icon)
            for element, table, _ in self.active(foe):
                if element == "function":
                    icons[icon] -= sum(loss[icon] for loss in table.get("weaknesses", ()) if self.kind(seat) in loss["types"])
            icons[icon] += self.players[seat]["adjust"][icon]
        return max(0, icons["attack"]), max(0, icons["defense"])

    def inflicted(self) -> dict[str, int]:
        """Step 7."""
        return {seat: max(0, self.score(seat)[0] - self.score(FOE[seat])[1]) for seat in FOE}
