"""The tables. `shop` begins every key, so that a statement concerns one shop; times are milliseconds UTC of the server's clock.

The revisions in `versions` say them again: a revision is frozen once it is released, these tables go on.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from tapete.core import names

LONGEST_ID = 64
"""Letters of a shop's, an event's or a person's id."""

metadata = MetaData()

shop = Table("shop", metadata, Column("shop", String(LONGEST_ID), primary_key=True), Column("name", String(80), nullable=False))

event = Table(
    "event",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
    ForeignKeyConstraint(["shop"], ["shop.shop"]),
)
"""Settings are JSON and stay; `version` is the number of decisions, and guards what two people do at once."""

person = Table(
    "person",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("person", String(LONGEST_ID), primary_key=True),
    Column("name", String(names.MOST), nullable=False),
    Column("forgotten_ms", BigInteger),
    ForeignKeyConstraint(["shop"], ["shop.shop"]),
)
"""The only place of a name."""

decision = Table(
    "decision",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("who", String(80), nullable=False),
    Column("what", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("head", String(64)),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)
"""The log: a trigger refuses every change and removal.

`head` is that of the record up to this decision (`league.record`); an earlier version left it empty.
"""

entrant = Table(
    "entrant",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("person", String(LONGEST_ID), nullable=False),
    Column("playing", Boolean, nullable=False),
    Column("from_round", Integer, nullable=False),
    Column("strength", Integer, nullable=False),
    UniqueConstraint("shop", "event", "person"),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
    ForeignKeyConstraint(["shop", "person"], ["person.shop", "person.person"]),
)

forbidden = Table(
    "forbidden",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("a", Integer, primary_key=True, autoincrement=False),
    Column("b", Integer, primary_key=True, autoincrement=False),
    Column("why", Text, nullable=False),
    CheckConstraint("a < b", name="lower_first"),
    ForeignKeyConstraint(["shop", "event", "a"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
    ForeignKeyConstraint(["shop", "event", "b"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
)

round_ = Table(
    "round",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("state", String(16), nullable=False),
    Column("started_ms", BigInteger),
    Column("paused_ms", BigInteger),
    CheckConstraint("state IN ('paired', 'published', 'running', 'closed', 'taken_back')", name="known_state"),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)
"""A round that was taken back stays with its attempt; the next one of its number has another."""

pairing = Table(
    "pairing",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("pairing", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("extra_ms", Integer, nullable=False),
    CheckConstraint("kind IN ('match', 'bye', 'absent')", name="known_kind"),
    ForeignKeyConstraint(["shop", "event", "round", "attempt"], ["round.shop", "round.event", "round.round", "round.attempt"]),
)

_PAIRING = ["shop", "event", "round", "attempt", "pairing"]

seat = Table(
    "seat",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("pairing", Integer, nullable=False),
    Column("seat", String(1), nullable=False),
    UniqueConstraint(*_PAIRING, "seat"),
    ForeignKeyConstraint(_PAIRING, [f"pairing.{name}" for name in _PAIRING]),
    ForeignKeyConstraint(["shop", "event", "entrant"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
)
"""The key sees to it that an entrant sits once in a round."""

result = Table(
    "result",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("pairing", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("result", String(16), nullable=False),
    Column("source", String(16), nullable=False),
    ForeignKeyConstraint(_PAIRING, [f"pairing.{name}" for name in _PAIRING]),
)
"""Every result that was ever said; `version` is the number of its decision. The highest counts, unless the match is played again."""

access = Table(
    "access",
    metadata,
    Column("hash", String(LONGEST_ID), primary_key=True),
    Column("shop", String(LONGEST_ID), nullable=False),
    Column("event", String(LONGEST_ID)),
    Column("entrant", Integer),
    Column("role", String(16), nullable=False),
    Column("label", String(80), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("made_ms", BigInteger),
    Column("used_ms", BigInteger),
    CheckConstraint("role IN ('organiser', 'judge', 'wall', 'player', 'chain')", name="known_role"),
    ForeignKeyConstraint(["shop"], ["shop.shop"]),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)
"""What a link opens, by the SHA-256 of its key: a stolen copy of the database opens nothing. Without an event it opens all of a shop.

One that was ended has `until_ms` 0 and stays, so that a derived key is not made again.
"""

report = Table(
    "report",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("result", String(16), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["shop", "event", "entrant"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
)
"""What a player says came of the match, until all at the table have said the same."""

seated = Table(
    "seated",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("says", String(8), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("says IN ('here', 'other')", name="known_says"),
    ForeignKeyConstraint(["shop", "event", "entrant"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
)
"""Who says by phone that they sit where the round has them (`here`), or that another person sits there (`other`). Nothing waits for it."""

call = Table(
    "call",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["shop", "event", "entrant"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
)
"""Who waits for a judge; the row goes when one has been there."""

host = Table(
    "host",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("host", String(LONGEST_ID), primary_key=True),
    Column("label", String(80), nullable=False),
    Column("key_no", Integer, nullable=False),
    Column("event", String(LONGEST_ID)),
    Column("place", Integer),
    Column("seen_ms", BigInteger),
    Column("retired_ms", BigInteger),
    UniqueConstraint("shop", "event", "place"),
    ForeignKeyConstraint(["shop"], ["shop.shop"]),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)
"""A computer at a table. It plays the pairings of one event that have the number of its place; `key_no` counts its keys, none is stored."""

match = Table(
    "match",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("match", String(LONGEST_ID), primary_key=True),
    Column("host", String(LONGEST_ID), nullable=False),
    Column("source", String(16), nullable=False),
    Column("event", String(LONGEST_ID)),
    Column("round", Integer),
    Column("attempt", Integer),
    Column("pairing", Integer),
    Column("opening", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("result", String(16), nullable=False),
    Column("proof", String(16), nullable=False),
    Column("asks", String(24), nullable=False),
    CheckConstraint("proof IN ('open', 'waiting', 'proved', 'differs', 'unprovable')", name="known_proof"),
    ForeignKeyConstraint(["shop"], ["shop.shop"]),
)
"""A match as its table tells it: the number of its last line and the head there. `asks` is why a judge must look; empty: nothing."""

Index("match_waiting", match.c.shop, match.c.match, sqlite_where=match.c.proof == "waiting", postgresql_where=match.c.proof == "waiting")
Index("match_pairing", match.c.shop, match.c.event, match.c.round, match.c.attempt, match.c.pairing)

entry = Table(
    "entry",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("match", String(LONGEST_ID), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""The lines of matches, as they came. No foreign key: each is written beside its match, in one transaction."""

season = Table(
    "season",
    metadata,
    Column("season", String(LONGEST_ID), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("closed", Boolean, nullable=False),
)
"""A season of events of one or several shops; its settings are JSON."""

season_event = Table(
    "season_event",
    metadata,
    Column("season", String(LONGEST_ID), primary_key=True),
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    ForeignKeyConstraint(["season"], ["season.season"]),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)

season_place = Table(
    "season_place",
    metadata,
    Column("season", String(LONGEST_ID), primary_key=True),
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("person", String(LONGEST_ID), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    ForeignKeyConstraint(["season", "shop", "event"], [f"season_event.{name}" for name in ("season", "shop", "event")]),
)
"""What an event gave to whom, written when it closes: the only thing that a season's table reads."""

relay = Table(
    "relay",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("host", String(LONGEST_ID), primary_key=True),
    ForeignKeyConstraint(["shop", "host"], ["host.shop", "host.host"]),
)
"""Hosts that are no tables: servers of shops, which send what tables sent them."""

mirror = Table(
    "mirror",
    metadata,
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("event", String(LONGEST_ID), primary_key=True),
    Column("host", String(LONGEST_ID), nullable=False),
    Column("head", String(64), nullable=False),
    ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
)
"""Events that another server decides; `head` is that of their log, as far as it has come."""

relayed = Table(
    "relayed",
    metadata,
    Column("chain", String(200), primary_key=True),
    Column("shop", String(LONGEST_ID), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("name", String(LONGEST_ID), primary_key=True),
    Column("acked", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("told", String(64), nullable=False),
    Column("refused", String(64), nullable=False),
    CheckConstraint("kind IN ('match', 'event')", name="known_kind_relayed"),
)
"""What a chain's server has of a match or an event of this one; `told`: the result, or the names, that it was told."""
