"""The pictures on one console's panels, and the revision under which each was sent (docs/link.md, section 5).

A picture is a whole and the newest one counts. At most one is on the way without an answer; until the answer comes nobody knows which of
two is on show. Times are milliseconds of any clock that does not go back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tapete_console import wire

REMEMBERED = 256
"""Entries that a memory of this link keeps; those of the open question are a few, and the journal knows older boots."""


class Picture(NamedTuple):
    """What one scene says. The same words for another question or after an answer are another picture: a press tells only which it saw."""

    request: str
    words: list[str]
    answers: int = 0


class _SentPicture(NamedTuple):
    revision: int
    picture: Picture
    at: int


class Pictures:
    """The pictures of one console, over as many sessions as there are."""

    def __init__(self) -> None:
        self._wanted: Picture | None = None
        self._on_the_way: _SentPicture | None = None
        self._drawn: Picture | None = None
        self._refused: Picture | None = None
        self._unanswered: tuple[int, Picture] | None = None
        self._asked_by: dict[int, str] = {}
        self._revision = 0

    @property
    def current(self) -> bool:
        """Whether the panels show the newest picture that was asked for."""
        return self._wanted is not None and self._wanted == self._drawn

    @property
    def settled(self) -> bool:
        """Whether the newest picture is shown or refused, or none was asked for."""
        return self._wanted is None or self._wanted in (self._drawn, self._refused)

    def asked_by(self, revision: int) -> str:
        """The request that this revision showed; empty if it is not known any more."""
        return self._asked_by.get(revision, "")

    def want(self, picture: Picture) -> None:
        """From now on this is the picture to be shown."""
        self._wanted = picture

    def due(self, now: int) -> _SentPicture | None:
        """The picture to send now; None where the newest is shown, on its way or refused."""
        if self._wanted is None or self._on_the_way is not None or self.settled:
            return None
        if self._unanswered != (self._revision, self._wanted):
            self._revision += 1
            self._unanswered = (self._revision, self._wanted)
        bound(self._asked_by)
        self._asked_by[self._revision] = self._wanted.request
        self._on_the_way = _SentPicture(self._revision, self._wanted, now)
        self._drawn = None  # its panels may show either of the two until the console answers
        return self._on_the_way

    def overdue(self, now: int) -> bool:
        """Whether the answer is late: then the newest picture is due again."""
        if self._on_the_way is None or now - self._on_the_way.at < wire.RESEND_MS:
            return False
        self._on_the_way = None
        return True

    def hurry(self) -> None:
        """Wait no longer for the answer to an older picture than the newest one."""
        if self._on_the_way is not None and self._on_the_way.picture != self._wanted:
            self._on_the_way = None

    def shown(self, revision: int) -> bool:
        """The console has answered; tells whether it shows the newest picture since just now."""
        was = self.current
        if self._on_the_way is not None and revision >= self._on_the_way.revision:
            if revision == self._on_the_way.revision:
                self._drawn = self._on_the_way.picture
            self._on_the_way = None
        self.go_above(revision)
        return self.current and not was

    def refused(self) -> None:
        """The console will not take what is on the way at the second try either: wait for another picture."""
        if self._on_the_way is not None:
            self._refused = self._on_the_way.picture
            self._on_the_way = None

    def go_above(self, revision: int) -> None:
        """Another host has used revisions up to this one: go on above it."""
        if revision > self._revision:
            self._revision = revision
            self._on_the_way = self._drawn = None

    def begin(self, shown: int, *, same_boot: bool) -> None:
        """A session begins: a new revision even of the same picture takes the lead again from a console that was alone.

        Args:
            shown: the newest revision that the console has taken.
            same_boot: whether it is the console of the last session and has not been restarted.
        """
        if not same_boot:
            self._asked_by.clear()
            self._revision = 0
        self._revision = max(self._revision, shown)
        self._on_the_way = self._drawn = self._refused = self._unanswered = None

    def end(self) -> None:
        """Forget what the panels show: the session is over."""
        self._on_the_way = self._drawn = None


def bound(memory: dict[Any, Any]) -> None:
    """Forget the oldest entries, so that nothing grows while a console runs for a year."""
    while len(memory) > REMEMBERED:
        del memory[next(iter(memory))]
