"""The referee protocol: JSON Lines in, one line out for each (docs/referee-protocol.md). The engine without a table, as UCI is for chess.

{"start": {"game": "shazamm", "seats": ["A", "B"]}}
{"do": {"action": "lock_bid", "seat": "A", "amount": 9}, "expected_seq": 0}
{"ask": "legal", "seat": "B"}
"""

from __future__ import annotations

import random
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from msgspec import Raw

from tapete import __version__, cards, games
from tapete.bots.advice import USUAL_S, Adviser, Suggestion
from tapete.core import codec
from tapete.core.guard import internal
from tapete.core.layout import to_put_right
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.refusals import Code, Illegal, Malformed, RefereeError
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.taking_back import seen_before
from tapete.core.texts import PLAIN, _
from tapete.core.unreadable import missing, unknown
from tapete.core.vault import take_secret
from tapete.declared import sealing_of
from tapete.protocol import json_schema
from tapete.protocol.answer_forms import DoneAnswer, Greeting, MovedAnswer, log_form, place_form, refused, told
from tapete.protocol.requests import ASKED, WORDS, Asked, Deal, Hand, Nothing, PlayedSeat, RequestId, Seconds, Seq, Start, Steps

NO_MATCH = Code("no_match", "", _('There is no match yet: begin one with {{"start": ...}}.'))
SEATS_DIFFER = Code("seats_differ", "", _("The position has the seats {seats}."))
OTHER_VERSION = Code("other_version", "", _("The position was made by version {version} of the rules; these are {ours}."))


class Referee:
    """One session of the protocol: a match at a time, and an answer for every line."""

    def __init__(self) -> None:
        self.match: Match[Any] | None = None
        self.stopped = False
        """Whether it has been asked to end."""
        self._adviser: tuple[Match[Any], Adviser] | None = None

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line; never raises. What fails in the program itself is logged, and leaves the match as it was.

        Args:
            line: one JSON object, UTF-8, at most 65,536 bytes; a byte-order mark before it is read over.
        """
        words = self.match.rules.words if self.match is not None else PLAIN
        named: dict[str, Any] = {}
        try:
            message = codec.decode(line.removeprefix(BOM_UTF8), dict[str, Raw])
            if "id" in message:
                named["id"] = _request_id(bytes(message.pop("id")))
            return {**self._answer(message), **named}
        except RefereeError as fault:
            return {**refused(fault, words), **named}
        except Exception as fault:  # noqa: BLE001  # the last guard: no line ends the session
            return {**refused(internal(fault, "a line of the referee protocol"), words), **named}

    def _answer(self, message: Mapping[str, Raw]) -> Mapping[str, Any]:
        verbs = [key for key in message if key in WORDS]
        if len(verbs) != 1:
            known = ", ".join(WORDS)
            raise codec.malformed(_("one of {known} is expected").fill(known=known))
        verb = verbs[0]
        for key in message:
            if key != verb and key not in WORDS[verb]:
                raise codec.malformed(unknown(key), key)
        if verb in ("hello", "stop"):
            codec.decode(bytes(message[verb]), Nothing)
            self.stopped = verb == "stop"
            return {"ok": True} if self.stopped else {"ok": True, "hello": greeting()}
        if verb == "start":
            return self._start(codec.decode(bytes(message["start"]), Start))
        match = self._match()
        if "expected_seq" in message:
            match.log.expect(codec.decode(bytes(message["expected_seq"]), Seq | None))  # type: ignore[arg-type]  # a union is a type to msgspec
        value = bytes(message[verb])
        if verb == "do":
            return done(match, match.do(codec.decode(value, dict[str, Any]), "referee"))
        if verb == "deal":
            dealt = codec.decode(value, Deal)
            self._advising(match).deal(match.state, dealt.seat, dealt.hand)
            return {"ok": True, "seq": match.log.seq}
        if verb == "play":
            played = codec.decode(value, PlayedSeat)
            wish = self._advising(match).answer(match.state, played.seat, played.strength, played.seconds, match.vault)
            done_by_it = done(match, match.do(wish, "referee"))
            sealing = sealing_of(match.rules, wish["action"])
            return {**done_by_it, "action": {key: one for key, one in wish.items() if sealing is None or key != sealing.secret}}
        if verb == "check":
            return self._check(match, codec.decode(value, dict[str, Any]))
        if verb == "ask":
            seat = codec.decode(bytes(message["seat"]), Seat | None) if "seat" in message else None  # type: ignore[arg-type]  # a union is a type to msgspec
            asked: str = codec.decode(value, Asked)  # type: ignore[arg-type]  # as above
            if asked == "suggest":
                return {"ok": True, "suggest": codec.builtins(self._suggest(match, seat, message))}
            for key in ("strength", "hand", "seconds"):
                if key in message:
                    raise codec.malformed(_("only `suggest` takes this"), key)
            draft = codec.decode(bytes(message["draft"]), dict[str, Any]) if "draft" in message else None
            return self._ask(match, asked, seat, draft)
        return self._move(match, verb, codec.decode(value, Seq if verb == "jump" else Steps))

    def _match(self) -> Match[Any]:
        if self.match is None:
            raise Illegal((NO_MATCH(),))
        return self.match

    def _start(self, start: Start) -> dict[str, Any]:
        try:
            game = games.need(start.game)
        except Illegal as fault:
            raise Illegal(tuple(refusal.under("game") for refusal in fault.refusals)) from None
        position = start.position
        if position is None:
            self.match = Match(cards.bind(start.game, start.options, start.catalogue), start.seats or SEATS[: game.fewest])
            return {"ok": True, "seq": 0, "events": []}
        if position.rules_version != game.version:
            raise Illegal((OTHER_VERSION(version=position.rules_version, ours=game.version).under("position"),))
        options = position.options if start.options is None else start.options
        rules: Rules[Any] = cards.bind(start.game, options, start.catalogue or position.catalogue)
        match = Match(rules, start.seats or (), position)
        if start.seats is not None and start.seats != match.state.seats:
            raise Illegal((SEATS_DIFFER(seats=list(match.state.seats)).under("seats"),))
        self.match = match
        return {"ok": True, "seq": 0, "events": []}

    def _check(self, match: Match[Any], raw: dict[str, Any]) -> dict[str, Any]:
        plain = take_secret(match.rules, match.state, raw, match.vault.copy())
        refusals = match.check(match.rules.read(plain))
        if refusals:
            raise Illegal(refusals)
        return {"ok": True, "seq": match.log.seq}

    def _move(self, match: Match[Any], verb: str, number: int) -> MovedAnswer:
        before = match.rules.layout(match.state)
        moves: dict[str, Callable[[int, str], Entry]] = {"undo": match.undo, "redo": match.redo, "jump": match.jump}
        with match.unit():
            entry = moves[verb](number, "referee")
            hands = to_put_right(match.rules.layout(match.state), before)
        back = done(match, (entry,))
        moved: MovedAnswer = {
            "ok": True,
            "seq": back["seq"],
            "events": back["events"],
            "to": entry.to or 0,
            "put_right": [place_form(place, match.rules.words) for place in hands],
        }
        if seen_before(match.log, entry):
            moved["reveals"] = True
        return moved

    def _suggest(self, match: Match[Any], seat: Seat | None, message: Mapping[str, Raw]) -> Suggestion:
        """What a bot would do in a seat's place."""
        if "draft" in message:
            raise codec.malformed(_("only `legal` takes a draft"), "draft")
        if seat is None:
            raise codec.malformed(missing("seat"), "seat")
        strength = codec.decode(bytes(message["strength"]), str) if "strength" in message else "medium"
        hand = codec.decode(bytes(message["hand"]), Hand) if "hand" in message else None
        seconds = codec.decode(bytes(message["seconds"]), Seconds) if "seconds" in message else USUAL_S
        return self._advising(match).suggest(match.state, seat, strength, hand, seconds, match.vault)

    def _advising(self, match: Match[Any]) -> Adviser:
        """The bots of this match."""
        if self._adviser is None or self._adviser[0] is not match:
            self._adviser = match, Adviser(match.rules, random.Random())
        return self._adviser[1]

    def _ask(self, match: Match[Any], asked: str, seat: Seat | None, draft: dict[str, Any] | None) -> dict[str, Any]:
        rules, state = match.rules, match.state
        if seat is not None and seat not in state.seats:
            raise Illegal((rules.game.no_seat_code(seat=seat).under("seat"),))
        if draft is not None and asked != "legal":
            raise codec.malformed(_("only `legal` takes a draft"), "draft")
        match asked:
            case "log":
                found = log_form(match.header, match.log.entries, match.log.line())
            case "schema":
                found = json_schema.document({rules.game.name: rules})
            case _:
                found = told(rules, state, asked, seat, draft)
        return {"ok": True, asked: found}


def greeting() -> Greeting:
    """Who answers: program, version, the games that can be begun, and the words with what each may carry besides."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    return {
        "program": "tapete",
        "version": __version__,
        "games": [{"name": game.name, "version": game.version, "seats": [game.fewest, game.most]} for game in found],
        "words": {word: sorted({"id", *fields}) for word, fields in WORDS.items()},
        "ask": list(ASKED),
    }


def _request_id(raw: bytes) -> str | int | None:
    """The name that a request gives itself.

    Raises:
        Malformed: neither a text of at most 200 characters nor a whole number.
    """
    try:
        return codec.decode(raw, RequestId)  # type: ignore[arg-type]  # a union is a type to msgspec
    except Malformed as fault:
        raise Malformed(tuple(reason.under("id") for reason in fault.refusals)) from None


def done(match: Match[Any], entries: Iterable[Entry]) -> DoneAnswer:
    """The answer to what was done: the newest number, and every event."""
    return {"ok": True, "seq": match.log.seq, "events": [event for entry in entries for event in entry.events]}


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the input ends or `stop` is said; each answer is flushed at once.

    Args:
        lines: where the lines come from; one longer than 65,536 bytes is read to its end and refused.
        answers: where the answers go.
    """
    referee = Referee()
    while line := lines.readline(codec.MOST_BYTES + 2):
        rest = line
        while not rest.endswith(b"\n") and len(rest) >= codec.MOST_BYTES + 2:
            rest = lines.readline(codec.MOST_BYTES + 2)
        try:
            answer = codec.encode(referee.answer(line.rstrip(b"\r\n")))
        except Exception as fault:  # noqa: BLE001  # an answer that has no plain form ends no session either
            answer = codec.encode(refused(internal(fault, "an answer of the referee protocol"), PLAIN))
        answers.write(answer + b"\n")
        answers.flush()
        if referee.stopped:
            return
