"""What an intake asks of the database, and when: hosts together, and a second transaction only for a crowd."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

import pytest

from tapete.league.server.intake import CROWD, Intake
from tapete.league.store.hosts import HostRow
from tapete.league.store.lines import Answer, SentLines
from tests import loops
from tests.league import matches

pytestmark = pytest.mark.league


class Idle:
    """Nothing waits for its proof."""

    async def work(self) -> int:
        """Prove nothing."""
        return 0


def test_hosts_are_read_together_and_again_when_what_is_known_is_old() -> None:
    class Hosts:
        """A table of hosts that answers when it is let."""

        def __init__(self) -> None:
            self.asked: list[frozenset[tuple[str, str]]] = []
            self.answers, self.fails = asyncio.Event(), False

        async def find_all(self, keys: Collection[tuple[str, str]]) -> tuple[HostRow, ...]:
            self.asked.append(frozenset(keys))
            await self.answers.wait()
            if self.fails:
                raise OSError("the database is away")
            return tuple(HostRow(shop, host, host, len(self.asked), None, None, None, None) for shop, host in keys if host != "nobody")

    async def scene() -> None:
        hosts = Hosts()
        intake = Intake(None, hosts, None, lambda: 0, 0)  # type: ignore[arg-type]  # nobody writes
        names = ["a", "b", "c", "nobody", "b"]
        tasks = [asyncio.create_task(intake.host("shop", name)) for name in names]
        await asyncio.sleep(0)
        hosts.answers.set()
        found = [row and (row.host, row.key_no) for row in await asyncio.gather(*tasks)]
        assert len(hosts.asked) == 2, "who came while the first was read is read for in the next, all together"
        assert found == [("a", 1), ("b", 2), ("c", 2), None, ("b", 2)]
        for _ in range(2):
            assert await intake.host("shop", "nobody") is None
            assert hosts.asked[-1] == {("shop", "nobody")}, "what was read just now is not read again for a stranger"
        intake.known_s = 0.0
        row = await intake.host("shop", "a")
        assert row is not None
        assert row.key_no == 5, "what is known is too old"
        assert hosts.asked[-1] == {("shop", name) for name in "abc"}, "the others are old too, and are read along"
        hosts.fails = True
        tries = [asyncio.create_task(intake.host("shop", name)) for name in ("b", "b", "c")]
        assert [str(fault) for fault in await asyncio.gather(*tries, return_exceptions=True)] == ["the database is away"] * 3
        hosts.fails = False
        row = await intake.host("shop", "b")
        assert row is not None
        assert row.key_no == len(hosts.asked), "a read that failed leaves nothing behind"
        assert not intake._wanted

    loops.run(scene())


@pytest.mark.parametrize(("waiting", "at_once"), [(1 + CROWD - 1, 1), (1 + CROWD, 2)])
def test_a_second_transaction_begins_where_a_crowd_waits(waiting: int, at_once: int) -> None:
    class Lines:
        """A database whose transactions end when they are let."""

        def __init__(self) -> None:
            self.sizes: list[int] = []
            self.ends = asyncio.Event()

        def begin(self, *_: object) -> bool:
            return False

        async def take(self, told: Sequence[SentLines], at_ms: int) -> list[Answer]:
            self.sizes.append(len(told))
            await self.ends.wait()
            return [Answer(1, "") for _ in told]

    async def scene() -> None:
        lines = Lines()
        intake = Intake(lines, None, Idle(), lambda: 0, 3)  # type: ignore[arg-type]  # no database
        sent = SentLines("shop", "match1", "table-1", matches.told().part(0, 1))
        async with intake.working():
            tasks = [asyncio.create_task(intake.take(sent))]
            while not lines.sizes:
                await asyncio.sleep(0)
            tasks += [asyncio.create_task(intake.take(sent)) for _ in range(waiting - 1)]
            for _ in range(20):
                await asyncio.sleep(0)
            assert len(lines.sizes) == at_once
            lines.ends.set()
            await asyncio.gather(*tasks)
        assert sum(lines.sizes) == waiting

    loops.run(scene())
