"""The referee protocol: JSON Lines in, one line out for each (docs/referee-protocol.md). The engine without a table, as UCI is for chess.

{"start": {"game": "shazamm", "seats": ["A", "B"]}}
{"do": {"action": "lock_bid", "seat": "A", "amount": 9}, "expected_seq": 0}
{"ask": "legal", "seat": "B"}
"""

from __future__ import annotations

import random
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, BinaryIO, Literal, get_args

from msgspec import Meta, Raw, Struct

from tapete import __version__, cards, games
from tapete.bots.advice import USUAL_S, Adviser, Suggestion
from tapete.core import codec
from tapete.core import position as positions
from tapete.core.guard import internal
from tapete.core.judge import Offer
from tapete.core.layout import Place, to_put_right
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.refusals import Code, Illegal, Malformed, RefereeError
from tapete.core.rules import Rules, schema
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over, Owed
from tapete.core.taking_back import seen_before
from tapete.core.texts import PLAIN, Words, _
from tapete.core.unreadable import missing, unknown
from tapete.core.vault import Vault, take_secret
from tapete.declared import sealing_of, with_secret

Steps = Annotated[int, Meta(ge=1, le=100_000)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]

NO_MATCH = Code("no_match", "", _('There is no match yet: begin one with {{"start": ...}}.'))
SEATS_DIFFER = Code("seats_differ", "", _("The position has the seats {seats}."))
OTHER_VERSION = Code(
    "other_version",
    "",
    _("The position was made by version {version} of the rules; these are {ours}."),
)

Asked = Literal["state", "position", "awaiting", "layout", "scene", "view", "result", "log", "schema", "legal", "suggest", "cards"]
ASKED: tuple[str, ...] = get_args(Asked)

_VERBS: dict[str, frozenset[str]] = {
    "hello": frozenset(),
    "stop": frozenset(),
    "start": frozenset(),
    "do": frozenset({"expected_seq"}),
    "check": frozenset({"expected_seq"}),
    "undo": frozenset({"expected_seq"}),
    "redo": frozenset({"expected_seq"}),
    "jump": frozenset({"expected_seq"}),
    "deal": frozenset({"expected_seq"}),
    "play": frozenset({"expected_seq"}),
    "ask": frozenset({"seat", "draft", "strength", "hand", "seconds"}),
}

Hand = Annotated[list[Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=1_000)]], Meta(max_length=1_000)]
Seconds = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]


RequestId = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a word carries that needs nothing: `{}`."""


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a seat that a bot is to play."""

    seat: Seat
    hand: Hand


class PlayedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays by itself: a seat by a bot, or the table (null) by chance."""

    seat: Seat | None
    strength: str = "medium"
    seconds: Seconds = USUAL_S


class Start(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a match begins: at the start of a game, or in the middle, out of a position (which brings its own options and cards)."""

    game: str
    seats: tuple[Seat, ...] | None = None
    options: dict[str, Any] | None = None
    catalogue: str | None = None
    position: positions.Position | None = None


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
        except RefereeError as refused:
            return {**refusal(refused, words), **named}
        except Exception as fault:  # noqa: BLE001  # the last guard: no line ends the session
            return {**refusal(internal(fault, "a line of the referee protocol"), words), **named}

    def _answer(self, message: Mapping[str, Raw]) -> dict[str, Any]:
        verbs = [key for key in message if key in _VERBS]
        if len(verbs) != 1:
            known = ", ".join(_VERBS)
            raise codec.malformed(_("one of {known} is expected").fill(known=known))
        verb = verbs[0]
        for key in message:
            if key != verb and key not in _VERBS[verb]:
                raise codec.malformed(unknown(key), key)
        if verb in ("hello", "stop"):
            codec.decode(bytes(message[verb]), Nothing)
            self.stopped = verb == "stop"
            return {"ok": True} if self.stopped else {"ok": True, "hello": greeting()}
        if verb == "start":
            return self._start(codec.decode(bytes(message["start"]), Start))
        match = self._match()
        if "expected_seq" in message:
            match.log.expect(codec.decode(bytes(message["expected_seq"]), Seq))
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
            told = done(match, match.do(wish, "referee"))
            sealing = sealing_of(match.rules, wish["action"])
            return {**told, "action": {key: one for key, one in wish.items() if sealing is None or key != sealing.secret}}
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

    def _move(self, match: Match[Any], verb: str, number: int) -> dict[str, Any]:
        before = match.rules.layout(match.state)
        moves: dict[str, Callable[[int, str], Entry]] = {"undo": match.undo, "redo": match.redo, "jump": match.jump}
        with match.unit():
            entry = moves[verb](number, "referee")
            hands = to_put_right(match.rules.layout(match.state), before)
        reveals = {"reveals": True} if seen_before(match.log, entry) else {}
        return {**done(match, (entry,)), **reveals, "to": entry.to, "put_right": [place_form(place, match.rules.words) for place in hands]}

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
        rules, state, words = match.rules, match.state, match.rules.words
        if seat is not None and seat not in state.seats:
            raise Illegal((rules.game.no_seat_code(seat=seat).under("seat"),))
        if draft is not None and asked != "legal":
            raise codec.malformed(_("only `legal` takes a draft"), "draft")
        found: Any
        match asked:
            case "state":
                found = codec.builtins(state)
            case "position":
                found = positions.dump(rules, state).plain()
            case "awaiting":
                found = [owed_form(rules, owed) for owed in rules.awaiting(state)]
            case "layout":
                found = [place_form(place, words) for place in rules.layout(state)]
            case "scene":
                found = codec.builtins(rules.scene(state))
            case "result":
                found = result_form(rules.result(state))
            case "log":
                found = {
                    "header": codec.builtins(match.header),
                    "entries": codec.builtins(match.log.entries),
                    "line": list(match.log.line()),
                }
            case "cards":
                found = None if rules.catalogue is None else {card.id: codec.builtins(card) for card in rules.catalogue.cards.values()}
            case "schema":
                found = schema(rules)
            case "legal":
                found = legal_form(_legal(match, seat, draft))
            case _:
                view = rules.view(state, seat)
                found = {
                    "layout": [place_form(place, words) for place in view.layout],
                    "awaiting": [owed_form(rules, owed) for owed in view.awaiting],
                    "legal": legal_form({name: with_secret(rules, state, seat, name, offer) for name, offer in view.legal.items()}),
                }
        return {"ok": True, asked: found}


def greeting() -> dict[str, Any]:
    """Who answers: program, version, the games that can be begun, and the words with what each may carry besides."""
    found = [game for name in games.names() if (game := games.find(name)) is not None]
    return {
        "program": "tapete",
        "version": __version__,
        "games": [{"name": game.name, "version": game.version, "seats": [game.fewest, game.most]} for game in found],
        "words": {word: sorted({"id", *fields}) for word, fields in _VERBS.items()},
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


def _legal(match: Match[Any], seat: Seat | None, draft: Mapping[str, Any] | None) -> dict[str, Offer]:
    """What a seat may do; a lock shows, and in a draft takes, its secret in the place of the seal.

    Raises:
        Malformed, Illegal: see `Rules.legal`; the secret is judged as any argument.
    """
    rules, state = match.rules, match.state
    sealing = sealing_of(rules, draft.get("action")) if draft is not None else None
    if draft is None or sealing is None or sealing.secret not in draft:
        return {name: with_secret(rules, state, seat, name, offer) for name, offer in match.legal(seat, draft).items()}
    plain = {"seat": seat, **draft} if seat is not None else dict(draft)
    take_secret(rules, state, plain, Vault())
    offers = match.legal(seat, {name: value for name, value in draft.items() if name != sealing.secret})
    return {name: _without_seal(offer) for name, offer in offers.items()}


def _without_seal(offer: Offer) -> Offer:
    return Offer({key: one for key, one in offer.arguments.items() if key != "seal"}, offer.wait, lambda: offer.together)


def done(match: Match[Any], entries: Iterable[Entry]) -> dict[str, Any]:
    """The answer to what was done: the newest number, and every event."""
    return {"ok": True, "seq": match.log.seq, "events": [event for entry in entries for event in entry.events]}


def refusal(refused: RefereeError, words: Words = PLAIN) -> dict[str, Any]:
    """The answer to what was refused."""
    return {"ok": False, "refusals": [reason.wire(words) for reason in refused.refusals]}


def place_form(place: Place, words: Words) -> dict[str, Any]:
    """A place of the layout, with the sentence that tells hands how to make it so."""
    text = place.text(words)
    return {"name": place.name, "value": codec.builtins(place.value), "text": text.wire()}


def owed_form(rules: Rules[Any], owed: Owed) -> dict[str, Any]:
    """Who owes what, with both prompts."""
    acting, waiting = rules.prompts(owed)
    plain: dict[str, Any] = codec.builtins(owed)
    return {**plain, "acting": acting.wire(), "waiting": waiting.wire()}


def legal_form(legal: Mapping[str, Offer]) -> dict[str, Any]:
    """What may be declared, as plain data."""
    return {name: offer.describe() for name, offer in legal.items()}


def result_form(over: Over | None) -> dict[str, Any] | None:
    """The result, once there is one."""
    return None if over is None else {"result": over.kind, "seats": list(over.seats), "reason": over.reason}


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
            answer = codec.encode(refusal(internal(fault, "an answer of the referee protocol"), PLAIN))
        answers.write(answer + b"\n")
        answers.flush()
        if referee.stopped:
            return
