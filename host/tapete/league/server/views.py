"""An event as the pages of staff and players show it: rounds, tables, standings and the log in a reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Given, Text, Words, _
from tapete.i18n import Language
from tapete.league.brackets import lines_of as bracket_lines
from tapete.league.brackets import round_title, rounds_due, rounds_of, seeds_of
from tapete.league.deciding import Decision, replay_from
from tapete.league.league_codes import STATES
from tapete.league.server.sentences import NOBODY_CAME, decision_text, named, result_text, said_result
from tapete.league.standings import StandingLine, by_division, standings
from tapete.league.store.said import Sits
from tapete.league.tournament import FORFEIT, Placed, SanctionGiven, Tournament, TournamentRound

STAFF_ONLY = _("only staff sees it")
WINS = _("{name} wins")
ALL_WIN = _("the table wins")
DRAW = _("draw")
NOBODY = _("nobody won")
STOPPED = _("stopped, for a judge")
NO_SHOW = _("{name} did not come")
BOTH_LOSE = _("both lose")


class SeatView(Struct, frozen=True):
    """Who sits where."""

    seat: Seat
    entrant: int
    name: str


class TableView(Struct, frozen=True, kw_only=True):
    """A pairing of a round, with the results that can be said of it and what players have said."""

    number: int
    kind: str
    seats: tuple[SeatView, ...]
    word: str
    result: str
    open: bool
    choices: tuple[tuple[str, str], ...]
    rarer: tuple[tuple[str, str], ...]
    remaining_ms: int | None
    extra_min: int
    reported: tuple[tuple[str, str], ...] = ()
    called: bool = False
    here: int = 0
    strangers: tuple[str, ...] = ()
    lost_games: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody who is paired here says so by phone, and nobody says otherwise."""
        return self.kind == "match" and self.here == len(self.seats) and not self.strangers


class NameView(Struct, frozen=True, kw_only=True):
    """Where one sits in a round: the table, or what stands in its place; and with whom."""

    name: str
    table: int
    says: str
    others: tuple[str, ...]


class RoundView(Struct, frozen=True, kw_only=True):
    """A round with its tables."""

    number: int
    title: str
    state: str
    says: str
    paused: bool
    running: bool
    remaining_ms: int | None
    tables: tuple[TableView, ...]
    missing: int
    heard: bool = False
    by_name: tuple[NameView, ...] = ()

    @property
    def complete(self) -> int:
        """How many tables are complete."""
        return sum(table.complete for table in self.tables)


class LineView(Struct, frozen=True, kw_only=True):
    """A line of the standings, its tie-breaks as sums that one can do by hand."""

    place: int
    entrant: int
    name: str
    points: int
    score: str
    lost: str
    penalty: int
    breaks: tuple[tuple[str, str, str], ...]
    sums: tuple[str, ...]
    how: str
    drawn: bool
    playing: bool
    division: str = ""


class LogView(Struct, frozen=True, kw_only=True):
    """A decision as the log shows it."""

    number: int
    at_ms: int
    who: str
    says: str
    why: str


def result_choices(tournament: Tournament, names: Mapping[str, str], round_number: int, placed: Placed) -> list[tuple[str, Text]]:
    """The results that can be chosen for a match, each with its words."""
    who = placed.pairing.entrants
    if tournament.settings.together:
        everybody = ",".join(SEATS[: len(who)])
        return [(everybody, ALL_WIN), ("loss", NOBODY), ("stopped", STOPPED)]
    settings, decisive = tournament.settings, tournament.is_bracket(round_number)
    if settings.best_of > 1 and len(who) == 2:
        most, level = settings.needed, settings.needed - 1
        words = [f"A {most}-{lost}" for lost in range(most)] + [f"B {lost}-{most}" for lost in reversed(range(most))]
        if not decisive:
            words[most:most] = [f"draw {level}-{level}-1"]
            words.append(f"draw 0-0-{settings.best_of}")
        return [*((word, said_result(tournament, names, placed, word)) for word in words), ("stopped", STOPPED)]
    found: list[tuple[str, Text]] = [
        (seat, WINS.fill(name=named(tournament, names, entrant))) for seat, entrant in zip(SEATS, who, strict=False)
    ]
    if not decisive:
        found.append(("draw", DRAW))
    return [*found, ("stopped", STOPPED)]


def rarer_results(tournament: Tournament, names: Mapping[str, str], round_number: int, placed: Placed) -> list[tuple[str, Text]]:
    """What else staff can decide about a match: that somebody did not come, that both lose, a match that time cut off."""
    who, settings = placed.pairing.entrants, tournament.settings
    if settings.together:
        return []
    found: list[tuple[str, Text]] = []
    if len(who) == 2:
        found += [
            (f"{there} {FORFEIT}", NO_SHOW.fill(name=named(tournament, names, gone))) for there, gone in (("B", who[0]), ("A", who[1]))
        ]
        if settings.best_of > 1:
            found += [(word, said_result(tournament, names, placed, word)) for word in ("A 1-0", "B 0-1")]
    if not tournament.is_bracket(round_number):
        found += [("loss", BOTH_LOSE)]
        found += [(f"loss {FORFEIT}", NOBODY_CAME)] if len(who) == 2 else []
    return found


def table_view(
    tournament: Tournament,
    names: Mapping[str, str],
    one: TournamentRound,
    placed: Placed,
    language: Language,
    now_ms: int,
    reported: Mapping[int, str],
    calls: Mapping[int, int],
    sits: Mapping[int, str],
) -> TableView:
    """One table; `reported` are the words of those who sit here, by their numbers, `sits` what they say of their seats."""
    who = placed.pairing.entrants
    word = placed.result.said if placed.result else ""
    said = result_text(tournament, names, one.number, placed.number, word or None)
    told = [(n, result_text(tournament, names, one.number, placed.number, reported[n])) for n in who if n in reported]
    return TableView(
        number=placed.number,
        kind=placed.pairing.kind,
        seats=tuple(SeatView(seat, n, named(tournament, names, n)) for seat, n in zip(SEATS, who, strict=False)),
        word=word,
        result=said.in_(language) if placed.pairing.kind == "match" else "",
        open=placed.open,
        choices=tuple((value, text.in_(language)) for value, text in result_choices(tournament, names, one.number, placed)),
        rarer=tuple((value, text.in_(language)) for value, text in rarer_results(tournament, names, one.number, placed)),
        remaining_ms=one.remaining_ms(now_ms, tournament.settings.round_ms, placed.extra_ms),
        extra_min=placed.extra_ms // 60_000,
        reported=tuple((named(tournament, names, n), text.in_(language)) for n, text in told),
        called=any(n in calls for n in who),
        here=sum(sits.get(n) == "here" for n in who),
        strangers=tuple(named(tournament, names, n) for n in who if sits.get(n) == "other"),
        lost_games=tuple(named(tournament, names, gave.entrant) for gave in tournament.sanctions if _is_game_of(gave, one, placed)),
    )


def _is_game_of(gave: SanctionGiven, one: TournamentRound, placed: Placed) -> bool:
    return placed.open and gave.sanction == "game_loss" and gave.round == one.number and gave.entrant in placed.pairing.entrants


def round_view(
    tournament: Tournament,
    names: Mapping[str, str],
    one: TournamentRound,
    language: Language,
    now_ms: int,
    reports: Mapping[tuple[int, int, int], str],
    calls: Mapping[int, int],
    seated: Iterable[Sits] = (),
) -> RoundView:
    """One round; `reports` are what players said, by round, attempt and entrant; `seated` what they say of their seats."""
    mine = {entrant: word for (number, attempt, entrant), word in reports.items() if (number, attempt) == (one.number, one.attempt)}
    newest = one.number == len(tournament.rounds)
    called = calls if newest else {}
    sits = {word.entrant: word.says for word in seated if (word.round, word.attempt) == (one.number, one.attempt)}
    tables = tuple(table_view(tournament, names, one, placed, language, now_ms, mine, called, sits) for placed in one.placed)
    return RoundView(
        number=one.number,
        title=round_title(tournament, one.number).in_(language),
        state=one.state,
        says=(STAFF_ONLY if one.state == "paired" else STATES[one.state]).in_(language),
        paused=one.paused_ms is not None,
        running=one.state == "running" and one.paused_ms is None,
        remaining_ms=one.remaining_ms(now_ms, tournament.settings.round_ms) if one.state == "running" else None,
        tables=tables,
        missing=sum(table.open for table in tables),
        heard=bool(sits),
        by_name=tuple(sorted(_by_name(tables, language), key=lambda who: (folded(who.name), who.table))),
    )


def _by_name(tables: Iterable[TableView], language: Language) -> Iterator[NameView]:
    for table in tables:
        says = KINDS[table.kind].in_(language) if table.kind in KINDS else ""
        for seat in table.seats:
            others = tuple(other.name for other in table.seats if other is not seat)
            yield NameView(name=seat.name, table=0 if says else table.number, says=says, others=others)


def folded(name: str) -> str:
    """A name as a list orders it: without accents, small and large letters alike."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign)).casefold()


def line_view(tournament: Tournament, names: Mapping[str, str], line: StandingLine, language: Language) -> LineView:
    """One line of the standings."""
    from tapete.league.tiebreaks import NAMES, SHORT, figure, how

    settings = tournament.settings
    return LineView(
        place=line.place,
        entrant=line.entrant,
        name=named(tournament, names, line.entrant),
        points=line.points,
        score=settings.written(line.points),
        lost=settings.written(line.penalty),
        penalty=line.penalty,
        breaks=tuple(
            (NAMES[value.name].in_(language), SHORT[value.name].in_(language), figure(value.name, value.value, 2)) for value in line.breaks
        ),
        sums=tuple(value.says().in_(language) for value in line.breaks),
        how=" ".join(f"{SHORT[one.name].in_(language)}: {how(settings.reckoning, one.name).in_(language)}" for one in line.breaks),
        drawn=line.drawn,
        playing=tournament.entrants[line.entrant - 1].playing,
        division=tournament.entrants[line.entrant - 1].division,
    )


def groups_of(tournament: Tournament, names: Mapping[str, str], language: Language) -> list[tuple[str, list[LineView]]]:
    """The standings, a list for each division with the places in it; one list without a name where there are none."""
    found = by_division(tournament, standings(tournament))
    return [(name, [line_view(tournament, names, line, language) for line in lines]) for name, lines in found.items()]


class BracketSide(Struct, frozen=True):
    """One of the two of a match in a bracket; an empty name: not known yet, or nobody."""

    name: str = ""
    seed: int = 0
    won: bool = False


class BracketMatch(Struct, frozen=True):
    """A match of a bracket, from top to bottom; `table` is 0 before it is paired, `score` its games."""

    sides: tuple[BracketSide, BracketSide]
    table: int = 0
    score: str = ""
    free: bool = False


def bracket_view(tournament: Tournament, names: Mapping[str, str], language: Language) -> list[tuple[str, list[BracketMatch]]]:
    """The bracket, a list of matches for each of its rounds with its title; empty: there is none yet."""
    rounds = [one for one in rounds_of(tournament) if one.counts]
    if not rounds:
        return []
    lines, seeds = bracket_lines(tournament), {number: seed for seed, number in enumerate(seeds_of(tournament), 1)}
    found, count, first = list[tuple[str, list[BracketMatch]]](), len(lines[0]) // 2, rounds[0].number
    for index in range(len(lines[0]).bit_length() - 1):
        line = lines[index] if index < len(lines) else []
        goes_on = lines[index + 1] if index + 1 < len(lines) and index < len(rounds) else []
        placed = {n: one for one in (rounds[index].placed if index < len(rounds) else ()) for n in one.pairing.entrants}
        matches = []
        for at in range(count):
            both = line[2 * at : 2 * at + 2] or [None, None]
            on = goes_on[at] if at < len(goes_on) else None
            above, below = (_side(tournament, names, seeds, number, on) for number in both)
            here = next((placed[number] for number in both if number in placed), None)
            games = here.result.games if here is not None and here.result is not None and here.result.games != FORFEIT else ""
            if games and here is not None and both[0] != here.pairing.entrants[0]:
                a, b, *drawn = games.split("-")
                games = "-".join((b, a, *drawn))
            free = index == 0 and None in both and index < len(rounds)
            table = here.number if here is not None and here.pairing.kind == "match" else 0
            matches.append(BracketMatch((above, below), table, games.replace("-", "–"), free))
        found.append((round_title(tournament, first + index).in_(language), matches))
        count //= 2
    return found


def _side(tournament: Tournament, names: Mapping[str, str], seeds: Mapping[int, int], number: int | None, won: int | None) -> BracketSide:
    if number is None:
        return BracketSide()
    return BracketSide(named(tournament, names, number), seeds.get(number, 0), number == won)


class CrossRow(Struct, frozen=True):
    """A line of the cross table: a cell for each round, `+ 5` for a win against the player in place 5, `○` for a bye."""

    place: int
    name: str
    cells: tuple[str, ...]
    score: str
    playing: bool


def cross_view(tournament: Tournament, names: Mapping[str, str]) -> list[CrossRow]:
    """Who met whom with what result; empty where more than two sit at a table, or nothing is played yet."""
    rounds = list(dict.fromkeys(one.number for one, _placed in tournament.counted()))
    if not rounds or tournament.settings.seats != 2 or tournament.settings.together:
        return []
    lines = standings(tournament)
    places = {line.entrant: line.place for line in lines}
    cells = {(one.number, n): _cell(placed, n, places) for one, placed in tournament.counted() for n in placed.pairing.entrants}
    return [
        CrossRow(
            line.place,
            named(tournament, names, line.entrant),
            tuple(cells.get((number, line.entrant), "") for number in rounds),
            tournament.settings.written(line.points),
            tournament.entrants[line.entrant - 1].playing,
        )
        for line in lines
    ]


def _cell(placed: Placed, entrant: int, places: Mapping[int, int]) -> str:
    if placed.pairing.kind != "match":
        return "½" if placed.pairing.half else "○" if placed.pairing.kind == "bye" else "–"
    other = places[next(n for n in placed.pairing.entrants if n != entrant)]
    if placed.open or placed.result is None:
        return f"· {other}"
    sign = "=" if placed.result.word == "draw" else "+" if entrant in placed.winners() else "−"
    return f"{sign} {other}"


def leaders(tournament: Tournament, names: Mapping[str, str]) -> Text | None:
    """Who leads by points; None while nobody has any, or the event is over."""
    lines = standings(tournament)
    if tournament.closed or tournament.cut_rounds or not lines or lines[0].points <= 0:
        return None
    first = [named(tournament, names, line.entrant) for line in lines if line.points == lines[0].points]
    given = {"who": first, "count": len(first), "points": lines[0].points, "said": Given(tournament.settings.written(lines[0].points))}
    return Words().say(LEAD if len(first) <= MOST_LEADERS else MANY_LEAD, given)


LEAD = _("{who} {who:leads|lead} with {said} {points:point|points}")
MANY_LEAD = _("{count} {count:leads|lead} with {said} {points:point|points}")
MOST_LEADERS = 2
"""So many leaders are named; more are counted."""


def points_sum(tournament: Tournament, names: Mapping[str, str], entrant: int, language: Language) -> list[tuple[int, str, str | None]]:
    """Where the points of an entrant come from: the round, what came of it, and what it gave (None: not yet)."""
    found: list[tuple[int, str, str | None]] = []
    for one, placed in tournament.counted():
        if entrant in placed.pairing.entrants:
            got = tournament.points_of(placed)
            word = placed.result.said if placed.result else None
            kind = "half" if placed.pairing.half else placed.pairing.kind
            said = KINDS.get(kind) or result_text(tournament, names, one.number, placed.number, word)
            found.append((one.number, said.in_(language), None if got is None else tournament.settings.written(got[entrant])))
    return found


KINDS: dict[str, Text] = {"bye": _("bye"), "absent": _("absent"), "half": _("absent, half a win")}


def log_view(start: Tournament, names: Mapping[str, str], log: Iterable[Decision], language: Language) -> list[LogView]:
    """The log, the newest first; each decision in the words of the event as it then stood."""
    found, tournament = [], start
    for entry in log:
        after = replay_from(tournament, [entry])
        said = decision_text(after if len(after.rounds) >= len(tournament.rounds) else tournament, names, entry.what)
        found.append(LogView(number=entry.number, at_ms=entry.at_ms, who=entry.who, says=said.in_(language), why=entry.why))
        tournament = after
    return found[::-1]


NEXT: dict[str, Text] = {
    "enter": _("Enter who plays, then pair round 1."),
    "pair": _("Pair round {round}."),
    "publish": _("Look at the pairs of round {round}, then publish them."),
    "start": _("Everybody is seated? Start the clock of round {round}."),
    "results": _("Round {round}: {missing} {missing:table plays|tables play} still."),
    "close_round": _("All results of round {round} are there. Close it."),
    "close": _("All rounds are played. Close the event: the places are final then."),
    "over": _("The event is closed. These are the final places."),
}
"""What staff do next, in one sentence."""


def next_step(tournament: Tournament) -> tuple[str, Text]:
    """What staff do next: its word, and the sentence."""
    if tournament.closed:
        return "over", NEXT["over"]
    last = tournament.rounds[-1] if tournament.rounds else None
    missing = sum(placed.open for placed in last.placed) if last else 0
    if last is None or last.state == "closed":
        if last is None and len(tournament.playing()) < 2:
            word = "enter"
        else:
            word = "close" if last is not None and len(tournament.rounds) >= rounds_due(tournament) else "pair"
    elif last.state == "paired":
        word = "publish"
    elif not missing:
        word = "close_round"
    else:
        word = "start" if last.state == "published" and tournament.settings.round_ms else "results"
    number = tournament.next_round if word in ("pair", "enter") else len(tournament.rounds)
    return word, Words().say(NEXT[word], {"round": number, "missing": missing})
