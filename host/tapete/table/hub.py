"""`Hub`: all matches of this computer, and the consoles at its table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tapete import cards, games
from tapete.console.clock import REAL_TIME, Clock
from tapete.console.reports import Precious
from tapete.core.codec import encode
from tapete.core.log import Header
from tapete.core.names import checked, fitted
from tapete.core.position import Position
from tapete.core.refusals import DIFFERS, Illegal, RefereeError
from tapete.core.scene import Scene
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import Text, _
from tapete.table import codes, match_file
from tapete.table.alerts import Alerts
from tapete.table.binding import ConsoleBinding, OpenConsole, StickerListener
from tapete.table.journal import Journal
from tapete.table.journal_troubles import JournalTrouble, damage_text
from tapete.table.match_extras import MatchExtras, days_left
from tapete.table.open_tables import MOST_SPARE, OpenTables
from tapete.table.panel_telling import Teller
from tapete.table.resuming import resume
from tapete.table.robot_seats import RobotSeats
from tapete.table.submitting import new_id
from tapete.table.table import Table
from tapete.table.timekeeper import Timekeeping

if TYPE_CHECKING:
    from tapete.bots.strength import Strength
    from tapete.console.client import ConsoleState
    from tapete.console.simulator import SimulatedConsole
    from tapete.table.colours import Colour


_log = logging.getLogger(__name__)

TAIL_LOST = _(
    "The disk lost the end of match {match}: {has} of {had} {had:entry|entries} left. Compare it with the table, and put it right."
)
JOURNAL_GONE = _("{file} was empty or gone, and a new journal is begun. Matches that are lost, unless a copy has them: {number}.")


class Listing(Struct, frozen=True, kw_only=True):
    """A match as the lobby lists it; `when` is the last change, UTC in ISO 8601; `result` is one word, empty while unfinished."""

    id: str
    game: str
    names: Mapping[Seat, str]
    seats: tuple[Seat, ...]
    when: str
    seq: int
    over: bool
    result: str = ""


class ConsoleFace(Struct, frozen=True, kw_only=True):
    """A console as pages tell of it."""

    connected: bool
    text: Text
    figures: tuple[tuple[Text, str], ...] = ()
    findings: tuple[Text, ...] = ()


class Hub:
    """Tables that are open, a journal for all, and the consoles.

    Args:
        journal: of this computer.
        simulator: the simulated console, when there is one; pages press its buttons and show its pixels.
        clock: whose time counts at its tables and consoles.
        spare: so many matches stay in memory that are not needed (`OpenTables`).

    `shows_what_it_opens` says whether the consoles turn to a match that begins or is opened; a station decides that itself.
    """

    def __init__(
        self, journal: Journal, simulator: SimulatedConsole | None = None, clock: Clock = REAL_TIME, spare: int = MOST_SPARE
    ) -> None:
        self.journal, self.simulator, self.clock = journal, simulator, clock
        self.alerts = Alerts()
        """What is wrong, for lobby, staff and /health."""
        if journal.gone is not None:
            self.alerts.say("journal_gone", JOURNAL_GONE.fill(file=journal.path.name, number=journal.gone))
        for lost in journal.lost_tails:
            said = TAIL_LOST.fill(match=lost.match, had=lost.had, has=lost.has)
            self.alerts.say("journal_tail_lost", said, lost.match)
        self.extras = MatchExtras(journal.path, self.alerts)
        """What is kept of matches beside the journal: turn clocks and the bin."""
        self._lock = threading.RLock()
        self._open = OpenTables(spare)
        self._bindings: list[ConsoleBinding] = []
        self._shown: Table | None = None
        self._presented: Scene | None = None
        self._on_person: Callable[[Precious], None] | None = None
        self._on_sticker: StickerListener | None = None
        self._timekeeping = Timekeeping(clock)
        self.teller: Teller | None = None
        """What consoles tell of what happened, for those that are added from now on."""
        self._percent = 100
        self.shows_what_it_opens = True
        self.robots = RobotSeats(remember=self._seated)
        """The robots in empty chairs."""

    def matches(self, *, unfinished: bool = False, binned: bool = False) -> Sequence[Listing]:
        """Every match that is kept, or every unfinished one, the one that changed last first; or those that lie in the bin.

        Raises:
            JournalTrouble: the journal cannot be read.
        """
        listed = self.journal.matches(unfinished=unfinished)
        for damage in list(self.journal.damaged.values()):
            self.alerts.say("match_damaged", damage_text(damage), damage.match)
        return [
            Listing(
                id=row.id, game=row.game, names=row.names, seats=row.seats, when=row.changed, seq=row.seq, over=row.over, result=row.result
            )
            for row in listed
            if bool(self.extras.of(row.id).binned) == binned
        ]

    def table(self, match: str, *, plays: bool = False) -> Table | None:
        """A match by its name, resumed if need be; None where there is no such match.

        As long as anybody uses the match's table, everybody gets that same object.

        Args:
            match: its name. plays: whether people go on with it, so that the robots that sat at it sit down again.

        Raises:
            Illegal, Malformed: it is there, and cannot go on here (see `resume`).
            JournalTrouble: the journal cannot be read.
        """
        with self._lock:
            table = self._open.find(match)
            opens = table is None or not self._open.keeps(table)
            if table is None:
                try:
                    table = resume(self.journal, match, self.clock)
                except Illegal as fault:
                    if any(refusal.code == codes.NO_MATCH.code for refusal in fault.refusals):
                        return None
                    raise
                table.time_turns(self.extras.of(match).turn_s)
                self._keep_hints(table)
            self._open.use(table)
            if plays:
                self._seat_again(table)
            if self._timekeeping.wants(table) and (kept := self.journal.match(match)) is not None:
                self._timekeeping.keep(table, kept.times)
            if opens and self.shows_what_it_opens and table.result is None and (self._shown is None or self._shown.result is not None):
                self.show_on_console(table)
        self._open.put_away(self._is_needed)
        return table

    def _seated(self, match: str, robots: Mapping[Seat, Strength]) -> None:
        """Remember which seats of a match robots take."""
        if dict(self.extras.of(match).robots) != dict(robots):
            self.extras.change(match, robots=dict(robots))

    def _seat_again(self, table: Table) -> None:
        """Seat the robots that sat at a match before this program began; a station seats its own."""
        kept = self.extras.of(table.id).robots
        if kept and self.shows_what_it_opens and table.result is None and not self.robots.at(table):
            try:
                self.robots.seat(table, kept)
            except RefereeError as fault:  # another version of Tapete sat them down
                _log.warning("the robots of match %s cannot sit down again: %s", table.id, fault)
                self.extras.change(table.id, robots={})

    def _is_needed(self, table: Table) -> bool:
        """Say whether a match must stay in memory because people would see it go or lose something of it."""
        return table is self._shown or table.watched or table.only_here or not self.journal.has_all(table.id)

    def begin(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        names: Mapping[Seat, str] | None = None,
        seats: int | None = None,
        catalogue: str | None = None,
        position: Position | None = None,
        turn_s: int = 0,
        hints: bool = False,
        hints_barred: bool = False,
        addressee: str = "",
        shown: bool = True,
    ) -> Table:
        """Begin a match, and show it on the consoles.

        Args:
            game: its name.
            options: house rules by key.
            names: what the players are called.
            seats: how many play; as many as are named, or the fewest the game is for, when left out.
            catalogue: the cards, where the game has catalogues.
            position: where it begins; the start of the game when left out.
            turn_s: seconds of the turn clock, which only shows; 0: no turn clock.
            hints: whether a seat's own page may ask a bot what it would do. hints_barred: its event bars that.
            addressee: to whom its lines are owed (`deliveries`); empty: nobody.
            shown: whether the consoles turn to it.

        Raises:
            Illegal: no such game, house rules that are not offered, not for so many, a position with faults, or names that are no names
                (`core.names.checked`).
            NotWritten: the journal could not be written.
        """
        names = checked(names or {})
        fewest = games.need(game).fewest
        rules = cards.bind(game, options, catalogue)
        named = max((SEATS.index(seat) + 1 for seat in names), default=0)
        number = seats if seats is not None else max(fewest, named)
        table = Table.begin(self.journal, rules, SEATS[:number], names=names, position=position, clock=self.clock, addressee=addressee)
        self.time_turns(table, turn_s)
        if hints_barred:
            self.extras.change(table.id, hints_barred=True)
        self._keep_hints(table, hints)
        with self._lock:
            self._open.use(table)
            self._timekeeping.keep(table)
            if shown and self.shows_what_it_opens:
                self.show_on_console(table)
        self._open.put_away(self._is_needed)
        return table

    def begin_again(self, table: Table) -> Table:
        """Play once more with the same people, house rules and cards, and the sides changed: everybody moves on by one seat.

        The one who asks a second time is led to the same match, as long as this table is in memory.

        Raises:
            Illegal: the match is not over, or this computer's matches are begun by its station alone.
            NotWritten: the journal could not be written.
        """
        with self._lock:
            if table.result is None or not self.shows_what_it_opens:
                raise Illegal((codes.NOT_OVER(),))
            if table.again and (there := self.table(table.again)) is not None:
                return there
            said = table.said_names
            names = fitted({moved_on(table.seats, seat): name for seat, name in said.items()})
            made = Table.begin(self.journal, table.rules, table.seats, names=names, clock=self.clock)
            self.time_turns(made, table.turn_s)
            self._keep_hints(made, table.hints)
            self.colour(made, {moved_on(table.seats, seat): colour for seat, colour in self.extras.of(table.id).colours.items()})
            self._open.use(made)
            self._timekeeping.keep(made)
            self.show_on_console(made)
        robots = self.robots.at(table)
        self.robots.seat(table, {})
        self.robots.seat(made, {moved_on(table.seats, seat): strength for seat, strength in robots.items()})
        table.lead_on(made.id)
        self._open.put_away(self._is_needed)
        return made

    def colour(self, table: Table, colours: Mapping[Seat, Colour]) -> None:
        """Give the seats of a match their colours (`tapete.table.colours.shared_out`)."""
        if colours:
            self.extras.change(table.id, colours=dict(colours))

    def time_turns(self, table: Table, turn_s: int) -> None:
        """Let a turn clock of so many seconds run in a match, and remember it; 0: none."""
        table.time_turns(turn_s)
        if turn_s != self.extras.of(table.id).turn_s:
            self.extras.change(table.id, turn_s=turn_s)

    def _keep_hints(self, table: Table, allowed: bool | None = None) -> None:
        """Let a match have hints or none (None: as it is remembered), and remember what its seats agree on."""
        match, extras = table.id, self.extras  # and not the table, which nobody else keeps in memory
        table.hints = extras.of(match).hints if allowed is None else allowed
        table.hints_barred = extras.of(match).hints_barred
        if table.hints != extras.of(match).hints:
            extras.change(match, hints=table.hints)
        table.on_hints = lambda agreed: extras.change(match, hints=agreed)

    def load(self, raw: bytes) -> Table:
        """Go on with a match out of a file: it is played again entry by entry, compared, and kept as a match of its own here.

        Args:
            raw: the file (`match_file`).

        Raises:
            Illegal, Malformed: it is no match, its game or cards are not here, or these rules do not come to what it says.
            JournalTrouble: the journal could not be written.
        """
        found = match_file.read(raw)
        catalogue = found.header.catalogue
        there = not catalogue or catalogue in cards.names(found.header.game)  # by name alone: the file may come over the network
        if not there and found.header.cards is UNSET:
            raise Illegal((codes.OTHER_CARDS(catalogue=str(catalogue)[:40]),))
        match, differences = match_file.check(found)
        for one in differences:
            raise Illegal((DIFFERS(seq=one.seq), *one.refusals))
        name, log = new_id(), match.log
        names = fitted({seat: said for seat, said in found.names.items() if seat in found.header.seats})
        self.journal.begin(name, _with_cards(found.header, there=there), names)
        entries = [replace(entry, source=match_file.anonymous(entry.source)) for entry in found.entries]
        state = encode(log.state)
        self.journal.commit(name, entries, snapshots={log.seq: state}, state=state, result=found.result)
        table = self.table(name)
        if table is None:
            raise Illegal((codes.NO_MATCH(match=name),))
        return table

    # ---- the bin

    def bin(self, match: str) -> None:
        """Lay a match into the bin: the lobby names it no more, and after a week it is deleted. Who plays it there plays on."""
        self.extras.change(match, binned=self.journal.time())
        table = self._open.find(match)
        if table is not None and table is self._shown:
            self.let_go(match)

    def unbin(self, match: str) -> None:
        """Bring a match back out of the bin."""
        self.extras.change(match, binned="")

    def empty_bin(self) -> None:
        """Delete the matches whose week in the bin is over and that nobody looks at. What cannot be deleted now lies there longer."""
        now = self.journal.time()
        over = [match for match, kept in self.extras.all().items() if kept.binned and not days_left(kept.binned, now)]
        with self._lock:
            gone = [match for match in over if self._open.find(match) is None]
            if not gone:
                return
            try:
                deleted = self.journal.delete(gone)
            except JournalTrouble as trouble:
                _log.warning("the bin cannot be emptied: %s", trouble)
                return
        self.extras.forget(deleted)

    def let_go(self, match: str) -> None:
        """Nobody plays this match here now; it stays in the journal, and `table` opens it again.

        The one who still follows it (a phone) goes on to: its table stays in memory for as long, and is the one that `table` opens.
        """
        with self._lock:
            table = self._open.find(match)
            if self.journal.has_all(match):  # else it would come back without what could not be written yet
                self._open.let_go(match)
            self._timekeeping.let_go(match)
            if table is not None and table is self._shown:
                self._shown = None
                for binding in self._bindings:
                    binding.rest()
        if table is not None:
            table.rest()

    # ---- consoles

    def add_console(self, open_console: OpenConsole) -> ConsoleBinding:
        """Use one more console; its panels are bound to the seats that no console before it serves.

        Args:
            open_console: makes it, given what hears its events and what says how much of a boot is kept already.
        """
        with self._lock:
            binding = ConsoleBinding(open_console, self.journal.kept, self._console_came, clock=self.clock, teller=self.teller)
            binding.on_person, binding.on_sticker = self._on_person, self._on_sticker
            binding.console.dim(self._percent)
            self._bindings.append(binding)
            self._console_came()
            return binding

    def show_on_console(self, table: Table) -> None:
        """Let the panels serve this match: the first panel is A's, and so on."""
        with self._lock:
            self._shown, self._presented = table, None
            for binding, panels in self._spread(table.seats):
                binding.serve(table, panels)

    def present(self, scene: Scene) -> None:
        """Let the panels show a scene that belongs to no match and asks nothing (a station that waits for people)."""
        with self._lock:
            self._shown, self._presented = None, scene
            for binding, panels in self._spread([panel.seat for panel in scene.panels]):
                binding.present(scene, panels)

    def hear_people(self, listener: Callable[[Precious], None]) -> None:
        """Tell this one of everything that people do at consoles, on the console's thread, before the match hears of it."""
        with self._lock:
            self._on_person = listener
            for binding in self._bindings:
                binding.on_person = listener

    def hear_stickers(self, listener: StickerListener) -> None:
        """Tell this one of every card that is laid on a console's reader, on the console's thread."""
        with self._lock:
            self._on_sticker = listener
            for binding in self._bindings:
                binding.on_sticker = listener

    def dim(self, percent: int) -> None:
        """Let every console shine with so much (1..100) of its light, those that come later too."""
        with self._lock:
            self._percent = percent
            for binding in self._bindings:
                binding.console.dim(percent)

    def _spread(self, seats: Sequence[Seat]) -> list[tuple[ConsoleBinding, dict[int, Seat]]]:
        """Which seat sits at which panel: the first panel is A's, and so on over all consoles."""
        found, left = [], list(seats)
        for binding in self._bindings:
            panels = binding.panels_there()
            found.append((binding, dict(enumerate(left[:panels]))))
            left = left[panels:]
        return found

    def _console_came(self) -> None:
        """Now it is known how many panels a console has."""
        if self._shown is not None:
            self.show_on_console(self._shown)
        elif self._presented is not None:
            self.present(self._presented)

    def shown_match(self) -> Table | None:
        """The match that the consoles serve."""
        return self._shown

    def panels_at(self, table: Table) -> Mapping[Seat, int]:
        """The seats of a match whose panel is there now, each with its number, from 1 on over all consoles."""
        with self._lock:
            if table is not self._shown:
                return {}
            found: dict[Seat, int] = {}
            before = 0
            for binding in self._bindings:
                if binding.console.state.connected:
                    found |= {seat: before + panel + 1 for panel, seat in binding.panels.items()}
                before += binding.panels_there()
            return found

    def panel_seats(self) -> Mapping[int, Seat]:
        """Which seat sits at which panel of the first console."""
        return self._bindings[0].panels if self._bindings else {}

    def consoles(self) -> Sequence[ConsoleFace]:
        """How the consoles are."""
        return [_face(binding) for binding in self._bindings]

    def table_in_memory(self, match: str) -> Table | None:
        """Return the table of a match that is in memory, else None. The journal is not read."""
        return self._open.find(match)

    def in_memory(self) -> frozenset[str]:
        """The ids of the matches whose tables are in memory."""
        return frozenset(table.id for table in self._open.all())

    @property
    def open_tables(self) -> int:
        """How many matches are in memory."""
        return len(self._open)

    def console_states(self) -> Sequence[ConsoleState]:
        """How the link to each console is, in figures."""
        return [binding.console.state for binding in self._bindings]

    def close(self) -> None:
        """Let the consoles go dark, end all threads, close the journal."""
        self.robots.close()
        self._timekeeping.close()
        for binding in self._bindings:
            binding.close()
        for table in self._open.all():
            table.close()
        self.journal.close()


def moved_on(seats: Sequence[Seat], seat: Seat) -> Seat:
    """Where a player sits in the next match: the player who went second goes first."""
    return seats[seats.index(seat) - 1]


def _face(binding: ConsoleBinding) -> ConsoleFace:
    state = binding.console.state
    if state.connected:
        text = _("Console connected at {url}").fill(url=state.url)
    elif state.trouble is not None:
        what, then = state.trouble.what, state.trouble.next
        text = _("{what} {then}").fill(what=what, then=then)
    else:
        text = _("Looking for the console…")
    figures: list[tuple[Text, str]] = []
    if state.firmware:
        figures += [
            (_("Firmware"), state.firmware),
            (_("Panels"), str(state.panels)),
            (_("Sessions"), str(state.counters.sessions)),
            (_("Lines received"), str(state.counters.received)),
            (_("Lines damaged"), str(state.counters.bad)),
        ]
    if (status := state.status) is not None:
        figures += [
            (_("Free memory"), f"{status.free} B" if status.free else "—"),
            (_("Loops per second"), str(status.rate)),
            (_("Messages resent"), str(status.resent)),
            (_("Presses dropped"), str(status.dropped)),
            (_("Estimated current"), f"{status.draw} mA"),
        ]
    findings = tuple(_("{what} {next}").fill(what=told.what, next=told.next) for told in binding.findings)
    return ConsoleFace(connected=state.connected, text=text, figures=tuple(figures), findings=findings)


def _with_cards(header: Header, *, there: bool) -> Header:
    """Return the header of a match as it is kept here: it carries its cards unless this computer has the same ones by that name.

    Args:
        header: as the file has it. there: whether there is a catalogue of that name here.
    """
    if header.cards is UNSET or not there or header.catalogue is None:
        return header
    try:
        same = cards.open(header.game, header.catalogue).hash == header.catalogue_hash
    except Illegal:
        same = False
    return replace(header, cards=UNSET) if same else header
