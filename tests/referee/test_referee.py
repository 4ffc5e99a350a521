"""The referee session: bad lines of every kind get their answer, and nothing they say has an effect."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import tapete
from tapete import cards, games
from tapete import referee as referee_module
from tapete.core import codec
from tapete.core.kinds import name_of
from tapete.games.shazamm.bidding import LockBid, RevealBids
from tapete.protocol import json_schema
from tapete.referee import Referee, serve


@pytest.fixture
def referee() -> Referee:
    session = Referee()
    assert session.answer(b'{"start": {"game": "shazamm"}}')["ok"]
    return session


def ask(referee: Referee, **message: Any) -> dict[str, Any]:
    answer = referee.answer(json.dumps(message).encode())
    codec.encode(answer)
    return answer


def codes(answer: dict[str, Any]) -> list[str]:
    assert answer["ok"] is False
    for refusal in answer["refusals"]:
        assert set(refusal) == {"code", "clause", "at", "params", "text", "ruling"}
        assert refusal["text"]["es"]
        assert refusal["text"]["en"]
        assert refusal["text"]["es"] != refusal["text"]["en"]
    return [refusal["code"] for refusal in answer["refusals"]]


def state(referee: Referee) -> Any:
    return ask(referee, ask="position")["position"], ask(referee, ask="log")["log"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b'"start"',
        b"{}",
        b'{"do": {}}',
        b'{"do": {"action": "fly"}}',
        b'{"do": {"action": "lock_bid"}}',
        b'{"do": {"action": "lock_bid", "seat": "A", "colour": 1}}',
        b'{"do": {"action": "lock_bid", "seat": "Z"}}',
        b'{"do": {"action": "declare_cards", "seat": "A", "numbers": ["7"]}}',
        b'{"do": {"action": "declare_cards", "seat": "A", "numbers": [7.0]}}',
        b'{"do": {"action": "concede", "seat": "A"}, "undo": 1}',
        b'{"do": {"action": "concede", "seat": "A"}, "when": "now"}',
        b'{"do": {"action": "concede", "seat": "A"}, "expected_seq": -1}',
        b'{"do": {"action": "concede", "seat": "A"}, "expected_seq": "0"}',
        b'{"undo": 0}',
        b'{"undo": "all"}',
        b'{"jump": -1}',
        b'{"jump": 1e3}',
        b'{"ask": "hands"}',
        b'{"ask": "legal", "seat": "a"}',
        b'{"ask": "state", "draft": {}}',
        b'{"ask": "legal", "seat": "A", "draft": {"action": "lock_bid", "size": 1}}',
        b'{"start": {"game": "shazamm", "seats": "AB"}}',
        b'{"start": {"game": "shazamm", "position": {}}}',
        b'{"start": 7}',
        b"\xff\xfe\x00",
        b'{"do": ' + b'{"a":' * 5000,
        b'{"do": ' + b"[" * 30000 + b"]" * 30000 + b"}",
        b'{"do": {"action": "lock_bid", "seat": "A", "amount": ' + b"9" * 400 + b"}}",
    ],
)
def test_a_line_that_cannot_be_read_changes_nothing(referee: Referee, line: bytes) -> None:
    before = state(referee)
    found = codes(referee.answer(line))
    assert found[0] in {"malformed", "bid_over_mana", "outside"}
    assert state(referee) == before


def test_a_line_of_any_length_is_answered_once_and_the_session_goes_on() -> None:
    lines = b'{"start": {"game": "shazamm"}}\n{"do": "' + b"x" * 300_000 + b'"}\n\n{"ask": "result"}\n{"ask": "result"}'
    out = io.BytesIO()
    serve(io.BytesIO(lines), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, True, True]


def test_an_answer_without_a_plain_form_does_not_end_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    out, answers = io.BytesIO(), iter(({"ok": True, "board": object()}, {"ok": True}))
    monkeypatch.setattr(Referee, "answer", lambda referee, line: next(answers))
    serve(io.BytesIO(b"{}\n{}\n"), out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert (codes(first), second) == (["internal"], {"ok": True})


def test_before_a_start_there_is_no_match() -> None:
    assert codes(ask(Referee(), ask="state")) == ["no_match"]


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "shazamm", "seats": ["A"]}, "seats_not_two"),
        ({"game": "shazamm", "seats": ["A", "B", "C"]}, "seats_not_two"),
        ({"game": "shazamm", "options": {"speed": 1}}, "unknown_option"),
        ({"game": "shazamm", "options": {"full_hand": "yes"}}, "bad_option"),
    ],
)
def test_a_start_that_is_refused_leaves_the_match_as_it_was(referee: Referee, start: dict[str, Any], code: str) -> None:
    before = state(referee)
    assert codes(ask(referee, start=start)) == [code]
    assert state(referee) == before


def test_no_answer_holds_a_bid_before_the_reveal(referee: Referee) -> None:
    """SHZ-034: the amount, an unmistakable number here, is looked for in every answer."""
    assert ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 37})["ok"]
    asked = ["state", "position", "awaiting", "layout", "scene", "view", "result", "log", "legal"]
    answers = [ask(referee, ask=what, seat=seat) for what in asked for seat in ("A", "B")]
    answers.append(ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 12}))
    assert "37" not in "".join(_without_hex(answer) for answer in answers)
    told = ask(referee, do={"action": "lock_bid", "seat": "B", "amount": 12})
    assert "37" in json.dumps(told)


def _without_hex(answer: Any) -> str:
    """The answer's text without its hashes and checksums, which may hold any two digits."""
    text = json.dumps({k: v for k, v in answer.items() if k != "log"})
    for entry in answer.get("log", {}).get("entries", ()):
        text += json.dumps({k: v for k, v in entry.items() if k not in ("crc", "action")}) + json.dumps(
            {**entry.get("action", {}), "seal": None}
        )
    seals = [step.get("seals", {}) for step in _steps(answer)]
    for seal in (s for found in seals for s in found.values()):
        text = text.replace(seal, "")
    return text


def _steps(answer: dict[str, Any]) -> list[dict[str, Any]]:
    state = answer.get("state") or answer.get("position", {}).get("state") or {}
    return list(state.get("agenda", ()))


def test_check_keeps_nothing(referee: Referee) -> None:
    assert ask(referee, check={"action": "lock_bid", "seat": "A", "amount": 9})["ok"]
    assert ask(referee, ask="log")["log"]["entries"] == []
    assert ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 8})["ok"]
    assert ask(referee, check={"action": "lock_bid", "seat": "B", "amount": 9})["ok"]
    told = ask(referee, do={"action": "lock_bid", "seat": "B", "amount": 7})
    assert told["seq"] == 3


def test_a_position_goes_on_in_another_session(referee: Referee) -> None:
    ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 9})
    ask(referee, do={"action": "lock_bid", "seat": "B", "amount": 7})
    position = ask(referee, ask="position")["position"]
    other = Referee()
    assert ask(other, start={"game": "shazamm", "position": position})["ok"]
    assert ask(other, ask="state") == ask(referee, ask="state")
    position["state"]["wall"] = 5
    assert "bad_position" in codes(ask(Referee(), start={"game": "shazamm", "position": position}))
    position["state"]["wand"] = 5
    assert codes(ask(Referee(), start={"game": "shazamm", "position": position})) == ["malformed"]
    del position["state"]["wand"]
    position["rules_version"] = "0"
    assert codes(ask(Referee(), start={"game": "shazamm", "position": position})) == ["other_version"]


def test_the_schema_describes_every_action(referee: Referee) -> None:
    schema = ask(referee, ask="schema")["schema"]
    assert {"Request", "Answer", "Domain", "RefusalForm", "Action", "Event", "State", "Options"} <= set(schema["$defs"])
    assert "lock_bid" in json.dumps(schema["$defs"]["shazamm_Action"])


def fails(*_given: Any, **_named: Any) -> Any:
    """A rule with a fault in it."""
    raise ZeroDivisionError("nine divided by nothing")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((LockBid, "effect"), {"do": {"action": "lock_bid", "seat": "B", "amount": 7}}),
        ((LockBid, "terms"), {"check": {"action": "lock_bid", "seat": "B", "amount": 7}}),
        ((LockBid, "terms"), {"ask": "legal", "seat": "B"}),
        ((RevealBids, "effect"), {"do": {"action": "lock_bid", "seat": "B", "amount": 7}}),
        ((referee_module, "to_put_right"), {"undo": 1}),
    ],
)
def test_a_rule_that_fails_is_answered_and_the_match_is_kept(
    referee: Referee, place: tuple[Any, str], line: dict[str, Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer has a reference, the log has the trace under it, and the same line goes through once the rule is mended."""
    assert ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 9})["ok"]
    before = state(referee)
    with monkeypatch.context() as broken:
        broken.setattr(*place, fails)
        answer = ask(referee, **line)
    assert codes(answer) == ["internal"]
    reference = answer["refusals"][0]["params"]["reference"]
    (record,) = caplog.records
    assert reference in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert state(referee) == before
    assert ask(referee, **line)["ok"]


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seat", [{}, {"seat": None}, {"seat": {}}, {"seat": {"action": "unlock"}}, {"seat": ["A"]}, {"seat": "D"}])
def test_a_draft_without_its_seat_is_answered(game: str, seat: dict[str, Any]) -> None:
    """Of every action of every game; with the seat beside the draft, and without."""
    referee = Referee()
    assert ask(referee, start={"game": game, "seats": ["A", "B"]})["ok"]
    assert referee.match is not None
    for kind in referee.match.rules.game.actions:
        for asker in ({}, {"seat": "A"}):
            answer = ask(referee, ask="legal", draft={"action": name_of(kind), **seat}, **asker)
            assert answer["ok"] or "internal" not in codes(answer), answer
    nameless: list[dict[str, Any]] = [{}, {"action": None}, {"action": {}}, {"action": []}, {"action": "unlock", **seat}]
    for draft in nameless:
        answer = ask(referee, ask="legal", draft=draft)
        assert answer["ok"] or "internal" not in codes(answer), answer


def test_an_interrupt_with_a_card_named_before_it_is_answered() -> None:
    """A draft may name the card before what it is played as."""
    referee = Referee()
    for line in (
        {"start": {"game": "datamorphs"}},
        {"do": {"action": "start_game"}},
        {"do": {"action": "lock_bios", "seat": "A", "card": "brine_socket"}},
        {"do": {"action": "lock_bios", "seat": "B", "card": "fern_cache"}},
        {"do": {"action": "choose_order", "seat": "A", "first": "B"}},
        {"do": {"action": "skip_program", "seat": "B"}},
        {"do": {"action": "skip_program", "seat": "A"}},
        {"do": {"action": "choose_order", "seat": "A", "first": "B"}},
    ):
        assert ask(referee, **line)["ok"], line
    answer = ask(referee, ask="legal", seat="B", draft={"action": "play", "slot": "function", "card": "cinder_port", "choice": None})
    assert "part" in answer["legal"]["play"]["arguments"]


@pytest.mark.parametrize("amount", [51, 999, 1_000, 999_999_999])
def test_a_bid_however_high_is_over_the_mana(referee: Referee, amount: int) -> None:
    answer = ask(referee, do={"action": "lock_bid", "seat": "A", "amount": amount})
    assert codes(answer) == ["bid_over_mana"]
    assert answer["refusals"][0]["params"] == {"bid": amount, "mana": 50}


def test_a_bot_suggests_within_the_session(referee: Referee) -> None:
    answer = ask(referee, ask="suggest", seat="A", strength="medium", hand=[1, 2, 3, 4, 5])
    assert answer["ok"], answer
    found = answer["suggest"]
    assert found["by"] == "bot"
    assert found["unit"] is None
    first = found["alternatives"][0]
    assert first["worth"] is None
    assert set(first["cards"]) <= {1, 2, 3, 4, 5}
    assert ask(referee, do=first["action"])["ok"]


@pytest.mark.parametrize(
    ("message", "code", "at"),
    [
        ({"ask": "suggest"}, "malformed", "seat"),
        ({"ask": "suggest", "seat": "C", "hand": []}, "unknown_seat", "seat"),
        ({"ask": "suggest", "seat": "A", "hand": "1,2"}, "malformed", None),
        ({"ask": "suggest", "seat": "A", "hand": [1.5]}, "malformed", "[0]"),
        ({"ask": "suggest", "seat": "A", "hand": [1]}, "hand_size", "hand"),
        ({"ask": "suggest", "seat": "A", "hand": [1, 2, 3, 4, 5], "seconds": 0}, "no_time", "seconds"),
        ({"ask": "suggest", "seat": "A", "hand": [1, 2, 3, 4, 5], "strength": "sturdy"}, "no_strength", "strength"),
        ({"ask": "suggest", "seat": "A", "draft": {}}, "malformed", "draft"),
        ({"ask": "legal", "seat": "A", "hand": []}, "malformed", "hand"),
    ],
)
def test_a_suggestion_that_cannot_be_is_refused(referee: Referee, message: dict[str, Any], code: str, at: str | None) -> None:
    answer = ask(referee, **message)
    assert codes(answer) == [code]
    assert answer["refusals"][0]["at"] == at


def test_an_undo_of_what_people_have_seen_says_so(referee: Referee) -> None:
    ask(referee, do={"action": "lock_bid", "seat": "A", "amount": 5})
    assert "reveals" not in ask(referee, undo=1)
    for seat in "AB":
        ask(referee, do={"action": "lock_bid", "seat": seat, "amount": 5})
    assert ask(referee, undo=1)["reveals"] is True


@pytest.mark.parametrize("name", [1, -7, "aé", None])
def test_an_answer_repeats_the_id_of_its_request(name: str | int | None) -> None:
    referee = Referee()
    for message in ({"start": {"game": "shazamm"}}, {"ask": "legal", "seat": "A"}, {"frobnicate": 1}, {"do": {"action": "nope"}}):
        answer = referee.answer(codec.encode({**message, "id": name}))
        assert answer["id"] == name
        assert "id" not in referee.answer(codec.encode(message))


@pytest.mark.parametrize("name", [1.5, True, {}, [1], "x" * 201])
def test_an_id_of_another_kind_is_malformed(name: Any) -> None:
    answer = Referee().answer(codec.encode({"hello": {}, "id": name}))
    assert (answer["ok"], answer["refusals"][0]["at"]) == (False, "id")
    assert "id" not in answer


def test_hello_names_version_games_and_words() -> None:
    answer = Referee().answer(b'\xef\xbb\xbf{"hello": {}}')
    assert answer["hello"]["version"] == tapete.__version__
    assert [game["name"] for game in answer["hello"]["games"]][:5] == list(games.BUILT_IN)
    assert answer["hello"]["words"]["do"] == ["expected_seq", "id"]
    assert codes(Referee().answer(b'{"hello": {"more": 1}}')) == ["malformed"]


def test_stop_is_answered_and_ends_the_session() -> None:
    answers = io.BytesIO()
    serve(io.BytesIO(b'{"stop": {}, "id": 4}\n{"hello": {}}\n'), answers)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [{"ok": True, "id": 4}]


@pytest.mark.parametrize(("game", "lock", "secret"), [("shazamm", "lock_bid", "amount"), ("datamorphs", "lock_bios", "card")])
def test_a_lock_shows_its_secret_in_schema_and_offers(game: str, lock: str, secret: str) -> None:
    referee = Referee()
    referee.answer(codec.encode({"start": {"game": game}}))
    match = referee.match
    assert match is not None
    if game == "datamorphs":
        match.do({"action": "start_game"})
    [offer] = [x for name, x in referee.answer(b'{"ask": "legal", "seat": "A"}')["legal"].items() if name == lock]
    assert secret in offer["arguments"]
    assert "seal" not in offer["arguments"]
    assert secret in referee.answer(b'{"ask": "view", "seat": "A"}')["view"]["legal"][lock]["arguments"]
    named = "".join(part.title() for part in lock.split("_"))
    shape = referee.answer(b'{"ask": "schema"}')["schema"]["$defs"][f"{game}_{named}"]
    assert secret in shape["properties"]


def test_a_draft_takes_the_secret_and_judges_it() -> None:
    referee = Referee()
    referee.answer(b'{"start": {"game": "shazamm"}}')
    asked = '{"ask": "legal", "seat": "A", "draft": {"action": "lock_bid", "amount": %d}}'
    assert referee.answer((asked % 9).encode()) == {"ok": True, "legal": {"lock_bid": {"arguments": {}, "wait": []}}}
    assert referee.answer((asked % 51).encode())["refusals"][0]["code"] == "bid_over_mana"
    assert referee.match is not None
    assert "9" not in repr(referee.match.vault)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_lock_of_every_game_carries_its_secret_in_the_schema(game: str) -> None:
    rules = cards.bind(game)
    shapes = json_schema.document({game: rules})["$defs"]
    for sealing in rules.game.sealings:
        assert sealing.secret in shapes[f"{game}_{sealing.lock.__name__}"]["properties"]


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_two_bots_play_a_game_to_its_end_by_words_alone(referee: Referee, game: str) -> None:
    assert ask(referee, start={"game": game, "seats": ["A", "B"]})["ok"]
    played: set[str | None] = set()
    for _word in range(3_000):
        awaiting = ask(referee, ask="awaiting")["awaiting"]
        if not awaiting:
            break
        seat = None if awaiting[0]["meaning"] == "die" else awaiting[0]["seat"]
        answer = ask(referee, play={"seat": seat, "strength": "easy", "seconds": 0.01})
        assert answer["ok"], answer
        assert not {"amount", "bid", "secret", "move"} & set(answer["action"]), "a secret stays in the session"
        played.add(seat)
    assert ask(referee, ask="result")["result"] is not None
    assert {"A", "B"} <= played


def test_a_bot_plays_with_the_cards_that_it_was_dealt(referee: Referee) -> None:
    ask(referee, start={"game": "datamorphs"})
    ask(referee, play={"seat": None})
    cards_of = ask(referee, ask="cards")["cards"]
    hand = sorted(cards_of)[:5]
    assert ask(referee, deal={"seat": "A", "hand": hand})["ok"]
    assert ask(referee, play={"seat": "A"})["ok"]
    assert ask(referee, play={"seat": "B"})["ok"]
    shown = ask(referee, ask="state")["state"]["players"]["A"]["bios"]["card"]
    assert shown in hand


@pytest.mark.parametrize(
    ("word", "code", "at"),
    [
        ({"play": {"seat": "C"}}, "bad_seat", "seat"),
        ({"play": {"seat": "A", "strength": "godlike"}}, "no_strength", "strength"),
        ({"play": {"seat": "A", "seconds": 0}}, "no_time", "seconds"),
        ({"play": {}}, "malformed", None),
        ({"play": {"seat": "A", "hand": [1]}}, "malformed", None),
        ({"deal": {"seat": "A", "hand": [1, 2]}}, "hand_size", "hand"),
        ({"deal": {"seat": "A", "hand": [1, 2, 3, 4, 99]}}, "hand_cards", "hand"),
        ({"deal": {"seat": "C", "hand": []}}, "bad_seat", "seat"),
        ({"deal": {"seat": "A"}}, "malformed", None),
        ({"deal": 1}, "malformed", None),
    ],
)
def test_what_no_bot_can_play_is_refused_with_its_place(referee: Referee, word: dict[str, Any], code: str, at: str | None) -> None:
    before = state(referee)
    answer = ask(referee, **word)
    assert code in codes(answer) or (code == "bad_seat" and answer["refusals"][0]["at"] == "seat"), answer
    assert answer["refusals"][0]["at"] == at
    assert state(referee) == before


def test_a_bot_of_a_match_that_is_over_is_refused(referee: Referee) -> None:
    ask(referee, do={"action": "concede", "seat": "A"})
    for seat in ("A", None):
        assert ask(referee, play={"seat": seat})["ok"] is False


def test_a_game_without_a_catalogue_has_no_cards(referee: Referee) -> None:
    assert ask(referee, ask="cards") == {"ok": True, "cards": None}
