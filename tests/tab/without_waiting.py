"""A program without threads, as a browser without stack switching has it: a table in a folder, where two robots play a match to its end.

It is a program of its own because `strands.install` changes the whole of one.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from tapete.tab import strands


def refused(thread: threading.Thread) -> None:
    raise AssertionError(f"a thread begins: {thread.name}")


async def main(folder: Path) -> None:
    """Play, and print what came of it."""
    strands.begin(strands.NoSwitching())
    strands.install()
    setattr(threading.Thread, "start", refused)  # noqa: B010 - this Python has threads, and is to do without

    from tapete.tab.begin import TableInTab  # only now, as in a browser
    from tapete.table.players import Pace
    from tapete.table.watchers import Changed
    from tests.tab.test_bridge import Page, ask

    async def write(changed: Mapping[str, bytes | None]) -> None:
        pass

    table = TableInTab(folder, "/app", "example.org", write)
    await table.open()
    lobby = {language: (await ask(table, Page(f"/app/?lang={language}"))).text for language in ("en", "es")}
    played, over, heard = table.hub.begin("shazamm", turn_s=60), asyncio.Event(), list[int]()

    def hear(changed: Changed) -> None:
        heard.append(changed.seq)
        if played.result is not None:
            over.set()

    played.watch(hear)
    table.hub.robots.pace = Pace(0.0, 0)
    table.hub.robots.seat(played, {"A": "medium", "B": "medium"})
    await over.wait()
    may_look = table.bridge._app.state.coaches.may_look(played)  # type: ignore[attr-defined]  # an application has a state
    told = {"lobby": lobby, "heard": heard, "exported": played.export().decode(), "may_look": may_look}
    table.hub.close()
    print(json.dumps(told))


asyncio.run(main(Path(sys.argv[1])))
