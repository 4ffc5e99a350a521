"""A console that floods: it fills its own buffers, not the host's memory, and the next hello is heard."""

from __future__ import annotations

import os
import threading
import tty

import pytest

from tapete.console.client import MOST_UNREAD, Console
from tapete.console.reports import Connected, ConsoleReport
from tests.link.dialogue import HELLO, framed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")

FLOOD = 8 * MOST_UNREAD


def hello(boot: str) -> bytes:
    return framed(f"- hello console {HELLO.format(boot=boot, first=1, shown=0)}")


def test_a_flood_waits_at_the_port_and_the_next_hello_is_heard() -> None:
    master, slave = os.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    connected, go_on, boots = threading.Event(), threading.Event(), list[str]()

    def hear(event: ConsoleReport) -> None:
        if isinstance(event, Connected):
            boots.append(event.boot)
            connected.set()
            assert go_on.wait(20)

    def answer() -> None:
        heard = b""
        try:
            while b" who" not in heard:
                heard += os.read(master, 65_536)
            os.write(master, hello("0000aaaa"))
            while os.read(master, 65_536):
                pass
        except OSError:  # the terminal is closed: the test has ended
            return

    def flood() -> None:
        noise = framed("- status nonsense")
        for _ in range(FLOOD // len(noise)):
            os.write(master, noise)
        os.write(master, hello("0000bbbb"))

    console = Console(os.ttyname(slave), hear)
    threads = [threading.Thread(target=answer, daemon=True), threading.Thread(target=flood, daemon=True)]
    try:
        threads[0].start()
        assert connected.wait(20)
        connected.clear()
        threads[1].start()
        with console._room:
            assert console._room.wait_for(lambda: console._unread >= MOST_UNREAD, 20), "the flood has not come"
            # One read of the port may exceed the bound, never more: then the reader waits.
            assert console._unread < 2 * MOST_UNREAD
        assert threads[1].is_alive(), "the rest of the flood waits at the port"
        go_on.set()
        assert connected.wait(20)
        assert boots == ["0000aaaa", "0000bbbb"]
    finally:
        go_on.set()
        console.close()
        os.close(slave)
        os.close(master)
        for thread in threads:
            thread.join(20)
