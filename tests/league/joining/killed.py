"""A server or a table of an event that is killed: run by test_kills.py, one child after the other.

Each line on standard input starts a child; when it is killed "gone" is printed, and the next line is awaited. A server prints "ready"; a
table prints what its players were told, and on the line `drain` sends all that it owes and prints "drained".
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

from tapete.core.codec import encode
from tapete.games import shazamm
from tapete.league.joining.address import read_address
from tapete.league.joining.outbox import Addressee, Outbox
from tapete.league.joining.server_client import Client
from tapete.league.server.app import app
from tapete.league.server.process import LeagueServer
from tapete.league.server.shared import League
from tapete.league.store.database import engine
from tapete.league.store.store import EventStore
from tapete.table import Journal, Table, resume
from tests.league.matches import RARE

SECRET = b"a secret of thirty-two bytes ...."


def serve(url: str, port: str) -> None:
    """Serve until the end of this process."""
    with LeagueServer(app(League(EventStore(engine(url)), secret=SECRET)), port=int(port)):
        say("ready")
        signal.pause()


def play(journal: str, address: str, word: str) -> None:
    """Play match after match until the end of this process, or only send what is owed."""
    rng, kept, to = random.Random(word), Journal(Path(journal)), read_address(address)
    outbox = Outbox(kept, Client(to), to)
    outbox.start()
    if word == "drain":
        while not outbox.settle(60):
            say("waiting")
        say("drained")
        return
    while True:
        unfinished = kept.matches(unfinished=True)
        addressee = encode(Addressee(to.shop, to.host)).decode()
        table = resume(kept, unfinished[0].id) if unfinished else Table.begin(kept, shazamm.rules(), ("A", "B"), addressee=addressee)
        while table.result is None:
            action = table.rules.sample(table.state, rng, avoid=RARE)
            assert action is not None
            for entry in table.submit(action):
                say(f"told {table.id} {entry.seq} {entry.crc}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Fork a child for every line, and say when it is gone."""
    role, *words = sys.argv[1:]
    for line in sys.stdin:
        child = os.fork()
        if not child:
            say(f"child {os.getpid()}")  # said by the child itself, so that it comes before all else that it says
            if role == "serve":
                serve(*words)
            else:
                play(words[0], words[1], line.strip())
            os._exit(0)
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main()
