"""What a house rule changes: a match of Shazamm with the same bids, by the book and on a shorter bridge.

    python examples/house_rule.py [KEY VALUE]

`tapete rules shazamm` lists the keys and the clauses that they change.
"""

from __future__ import annotations

import json
import sys

import tapete


def played(options: dict[str, object]) -> list[str]:
    """Play a match in which Ana always bids one more than Bruno, and return its story."""
    match = tapete.play("shazamm", names=["Ana", "Bruno"], options=options)
    while match.result is None:
        for owed in match.awaiting():
            if owed.seat is None:
                continue
            if "lock_bid" in owed.actions:
                match.lock_bid(owed.seat, amount=2 if owed.seat == "A" else 1)
            elif "declare_cards" in owed.actions:
                match.declare_cards(owed.seat, [])
    return match.story()


def main(key: str = "bridge_half", value: str = "6") -> None:
    """Print how long each match was, and how it ended."""
    try:
        book, house = played({}), played({key: json.loads(value)})
    except (tapete.Illegal, tapete.Malformed) as no:
        sys.exit(str(no))
    for name, story in (("By the book", book), (f"With {key} = {value}", house)):
        print(f"{name}: {len(story)} sentences, and in the end:")
        for line in story[-3:]:
            print(f"  {line}")


if __name__ == "__main__":
    main(*sys.argv[1:])
