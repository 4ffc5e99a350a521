"""Whether an action is legal in a position, and why not.

    python examples/check_position.py POSITION ACTION

POSITION is a JSON file (`match.position.plain()`, or the answer of `{"ask": "position"}`), ACTION one action in its text form
("A declare_cards 7,13") or as JSON. Ends with 0 where it is legal, with 1 where it is not, with 2 where it cannot be read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import tapete


def main(file: str, written: str) -> int:
    """Print the reasons, or what would happen."""
    try:
        position = json.loads(Path(file).read_text(encoding="utf-8"))
        action = json.loads(written) if written.startswith("{") else written
        match = tapete.play(position["game"], position=position)
        print(match.do(action))
    except tapete.Illegal as no:
        print(no)
        return 1
    except (OSError, ValueError, TypeError, KeyError, tapete.Malformed) as fault:
        print(fault, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
