"""DataMorphs' scoring, written from its ledger (scoring procedure, DAT-R27..R32, R53..R56): plain data in, attack and defense out."""

from __future__ import annotations

from typing import Any

FOE = {"A": "B", "B": "A"}
ICONS = ("attack", "defense")


def laid(player: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Every face-up card with its slot and the element that it is used as."""
    found = [(slot, slot, player[slot]) for slot in ("bios", "program") if player[slot]]
    for column in ("boost_a", "boost_b"):
        found += [(column, "boost", part) for part in player[column]] if isinstance(player[column], list) else []
    function = player["function"]
    return found + ([("function", "function", function)] if function and function["face"] == "up" else [])


def hidden(player: dict[str, Any], slot: str) -> bool:
    """Whether a card lies face down there."""
    return isinstance(player[slot], dict) and player[slot]["face"] == "down"


def scored(players: dict[str, Any], cards: dict[str, Any], nullify_counts: str = "own") -> dict[str, dict[str, int]]:
    """Both players' attack and defense at the end of a round."""
    used: dict[str, list[dict[str, Any]]] = {}
    for seat in "AB":
        used[seat] = [
            {"slot": slot, "seq": part["seq"], "choice": part.get("choice"), **cards[part["card"]][element], "owner": seat}
            for slot, element, part in laid(players[seat])
            if not hidden(players[FOE[seat]], slot)
        ]
    abilities = [
        (part["seq"], part["owner"], place, ability, part)
        for seat in "AB"
        for part in used[seat]
        for place, ability in enumerate(part.get("abilities", ()))
    ]

    def acting(kinds: tuple[str, ...], on: str) -> list[dict[str, Any]]:
        """The abilities of these kinds that act on a DataMorph, in the order played; of a joint play the rival's before the owner's."""
        found = []
        for seq, owner, place, ability, part in abilities:
            if ability["kind"] not in kinds:
                continue
            target = ability.get("target", "choice" if ability["kind"] == "change_color" else "own")
            target = part["choice"] if target == "choice" else target
            if (owner if target == "own" else FOE[owner]) == on:
                found.append((seq, owner == on, place, ability))
        return [ability for *_order, ability in sorted(found, key=lambda one: one[:3])]

    def having(seat: str, kind: str) -> list[dict[str, Any]]:
        return [ability for _seq, owner, _place, ability, _part in abilities if owner == seat and ability["kind"] == kind]

    for seat in "AB":
        for ability in acting(("change_color",), seat):
            for part in used[seat]:
                part["color"] = ability["to"] if part["color"] == ability["from"] else part["color"]
    for seat in "AB":
        gone = {ability["color"] for ability in having(FOE[seat], "nullify_color")}
        for part in used[seat]:
            part["color"] = "none" if part["color"] in gone else part["color"]

    def of_colour(seat: str, colour: str) -> int:
        return sum(part["color"] == colour for part in used[seat])

    def given(seat: str, what: str, of: str) -> dict[str, int]:
        """What a seat's active Function gives by the type of a player's Program."""
        types = [part["type"] for part in used[of] if part["slot"] == "program"]
        functions = [part for part in used[seat] if part["slot"] == "function"]
        rows = [row for part in functions for row in part.get(what, ()) if types and types[0] in row["types"]]
        return {icon: sum(row[icon] for row in rows) for icon in ICONS}

    result = {}
    for seat in "AB":
        foe, benefits, weak = FOE[seat], given(seat, "benefits", seat), given(FOE[seat], "weaknesses", seat)
        total = {icon: sum(part.get(icon, 0) for part in used[seat]) + benefits[icon] for icon in ICONS}
        for ability in having(seat, "color_sum"):
            total[ability["icon"]] += of_colour(seat, ability["color"])
        for ability in acting(("change_icons", "swap_icons"), seat):
            if ability["kind"] == "swap_icons":
                total = {"attack": total["defense"], "defense": total["attack"]}
            else:
                total[ability["to"]] += total[ability["from"]]
                total[ability["from"]] = 0
        for ability in having(foe, "nullify_icons"):
            total[ability["icon"]] -= of_colour(foe if nullify_counts == "own" else seat, ability["color"])
        adjust = players[seat]["adjust"]
        result[seat] = {icon: max(0, total[icon] - weak[icon] + adjust[icon]) for icon in ICONS}
    return result


def winner(score: dict[str, dict[str, int]]) -> str:
    """Who inflicts more; `tie` if both inflict the same."""
    inflicted = {seat: max(0, score[seat]["attack"] - score[FOE[seat]]["defense"]) for seat in "AB"}
    return "tie" if inflicted["A"] == inflicted["B"] else max(inflicted, key=lambda seat: inflicted[seat])
