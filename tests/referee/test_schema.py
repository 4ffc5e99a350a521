"""The one JSON Schema of the referee protocol, held by another hand's validator against every line of the pages and the golden matches."""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tapete import cards, games, presentation
from tapete.core import codec, notation
from tapete.core.kinds import name_of
from tapete.presentation import first_match
from tapete.protocol import json_schema
from tapete.protocol.answer_forms import ANSWERS
from tapete.protocol.requests import ASKED, REQUESTS, WORDS
from tapete.referee import Referee
from tapete.web import openapi
from tests.referee.test_protocol_page import PAGE, dialogue
from tests.run_forms import by_form
from tools import generate_golden

MATCHES = generate_golden.files(taught=True)
TRIED = by_form(5, 10, 23, len(MATCHES))
"""So many golden matches are read: of every game some."""

QUESTIONS = [asked for asked in ASKED if asked not in ("schema", "suggest", "cards")]


@functools.cache
def document(game: str) -> dict[str, Any]:
    return json_schema.document({game: cards.bind(game)})


@functools.cache
def validator(game: str, name: str) -> Draft202012Validator:
    """Judges what has to be of one part of the schema."""
    return Draft202012Validator({"$ref": json_schema.DEFS + name, "$defs": document(game)["$defs"]})


def holds(game: str, name: str, value: Any) -> None:
    """Fail with the reason of the validator where a value is not what it has to be."""
    judge = validator(game, name)
    if not judge.is_valid(value):
        faults = [found for fault in judge.iter_errors(value) for found in (fault.context or [fault])]
        raise AssertionError(f"{game} {name}: {min(faults, key=lambda fault: -len(fault.path))}\n{json.dumps(value)[:600]}")


def say(referee: Referee, request: dict[str, Any]) -> dict[str, Any]:
    """The answer, as a reader of its JSON has it."""
    return dict(codec.builtins(referee.answer(json.dumps(request).encode())))


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_it_is_a_schema_of_its_dialect(game: str) -> None:
    Draft202012Validator.check_schema(document(game))
    assert document(game)["$schema"] == Draft202012Validator.META_SCHEMA["$schema"]
    defs = document(game)["$defs"]
    named = set(re.findall(r'"#/\$defs/([^"]+)"', codec.encode(document(game)).decode()))
    assert named <= defs.keys()
    assert all(name.isidentifier() for name in defs)


def test_every_line_of_the_page_is_valid_and_every_malformed_one_is_not() -> None:
    referee, judged = Referee(), 0
    for line, _shown in dialogue():
        request, answer = json.loads(line), codec.builtins(referee.answer(line.encode()))
        holds("shazamm", "Answer", answer)
        malformed = any(refusal["code"] == "malformed" for refusal in answer.get("refusals", ()))
        if "9.0" not in line:  # a whole number to JSON Schema
            assert validator("shazamm", "Request").is_valid(request) is not malformed, line
        judged += 1
    assert judged > 15


def golden(path: Path) -> tuple[dict[str, Any], Iterator[Mapping[str, Any]]]:
    """How a golden match is begun, and its actions as plain data."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = {word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in generate_golden.HEAD}
    start: dict[str, Any] = {"game": head["game"], "catalogue": head.get("catalogue")}
    if "position" in head:
        start["position"] = json.loads(head["position"])
    else:
        start |= {"options": json.loads(head.get("options", "{}")), "seats": list("ABCD"[: int(head.get("seats", "2"))])}
    rules = cards.bind(head["game"], json.loads(head.get("options", "{}")), head.get("catalogue"))
    if "script" in head:
        script = first_match.read(presentation.find(head["game"]).page.__module__.rpartition(".")[0])
        return start, iter(script.actions)
    return start, (codec.builtins(notation.read(rules, line[2:])) for line in lines if line.startswith("> "))


@pytest.mark.slow
@pytest.mark.parametrize("path", MATCHES[:: -(-len(MATCHES) // TRIED)], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_request_answer_and_event_of_a_golden_match_is_valid(path: Path) -> None:
    start, actions = golden(path)
    game, referee, whims = start["game"], Referee(), random.Random(path.stem)
    holds(game, "Request", {"start": start})
    holds(game, "Answer", say(referee, {"start": start}))
    for number, action in enumerate(actions):
        request = {"do": action, "expected_seq": number, "id": number}
        holds(game, "Request", request)
        answer = say(referee, request)
        assert answer["ok"], answer
        holds(game, "Answer", answer)
        if number % 8 == 0:
            asked = {"ask": QUESTIONS[number // 8 % len(QUESTIONS)], "seat": whims.choice("AB"), "id": "q"}
            holds(game, "Request", asked)
            holds(game, "Answer", say(referee, asked))
    for asked in ({"ask": word} for word in QUESTIONS):
        holds(game, "Answer", say(referee, asked))
    holds(game, "Answer", say(referee, {"undo": 1}))


def planted(game: str) -> list[dict[str, Any]]:
    """Ten wrong requests of a game: what its own actions, with an argument of another type, and the protocol's words do not allow."""
    rules = cards.bind(game)
    seated = [kind for kind in rules.game.actions if "seat" in kind.__struct_fields__]
    names = [name_of(kind) for kind in seated]
    wrong: list[dict[str, Any]] = [{"do": {"action": name, "seat": "E"}} for name in names[:2]]
    wrong += [{"do": {"action": name, "seat": "A", "by": "magic"}} for name in names[:2]]
    wrong += [{"check": {"action": names[0], "seat": 1}}, {"do": {"action": f"{names[0]}d", "seat": "A"}}, {"do": {"seat": "A"}}]
    wrong += [{"ask": "legal", "draft": {"action": names[0], "seat": ["A"]}}, {"do": names[0]}, {"undo": 0}]
    return wrong


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_ten_wrong_requests_are_refused_by_the_schema_and_by_the_referee(game: str) -> None:
    referee = Referee()
    say(referee, {"start": {"game": game}})
    wrong = planted(game)
    assert len(wrong) == 10
    for request in wrong:
        assert not validator(game, "Request").is_valid(request), request
        answer = say(referee, request)
        assert answer["refusals"][0]["code"] == "malformed", (request, answer)
        holds(game, "Answer", answer)


@pytest.mark.parametrize(
    "request_", [{"ask": "state", "draft": {}}, {"play": {}}, {"deal": {"seat": "A"}}, {"hello": {"a": 1}}, {}, {"do": {}, "check": {}}]
)
def test_wrong_words_are_refused_by_the_schema_and_by_the_referee(request_: dict[str, Any]) -> None:
    referee = Referee()
    say(referee, {"start": {"game": "shazamm"}})
    assert not validator("shazamm", "Request").is_valid(request_)
    assert say(referee, request_)["refusals"][0]["code"] == "malformed"


@pytest.mark.parametrize(
    "sealed", [("shazamm", "LockBid", "amount"), ("datamorphs", "LockBios", "card"), ("datamorphs", "LockMove", "move")]
)
def test_the_secret_that_a_host_keeps_is_an_argument_of_its_lock(sealed: tuple[str, str, str]) -> None:
    game, lock, secret = sealed
    assert secret in document(game)["$defs"][f"{game}_{lock}"]["properties"]
    assert secret in document(game)["$defs"][f"{game}_{lock}Draft"]["properties"]


def test_legal_offers_the_secret_with_its_bounds() -> None:
    referee = Referee()
    say(referee, {"start": {"game": "shazamm"}})
    answer = say(referee, {"ask": "legal", "seat": "A"})
    holds("shazamm", "Answer", answer)
    assert answer["legal"]["lock_bid"] == {"arguments": {"amount": {"whole": [1, 50]}}, "wait": []}


def test_the_page_names_every_key_of_the_protocol() -> None:
    """What a game does not say itself: `under`, `over` and `otherwise` were keys of domains that no page named."""
    named = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    keys = {key for shape in json_schema.document({})["$defs"].values() for key in shape.get("properties", ())}
    assert keys <= named
    assert not {"under", "over", "otherwise"} & keys
    whole = {"whole": [1, 50]}
    holds("shazamm", "Domain", whole)
    assert not validator("shazamm", "Domain").is_valid({**whole, "under": "bid_below_one", "over": "bid_over_mana"})


def test_every_word_and_question_has_a_type() -> None:
    assert {word for kind in REQUESTS for word in kind.__struct_fields__} >= WORDS.keys()
    assert {asked for kind in ANSWERS for asked in kind.__annotations__} >= set(ASKED)


@pytest.mark.slow
def test_the_openapi_description_holds_the_same_schema() -> None:
    described = codec.builtins(openapi.described())["components"]["schemas"]
    assert all(name.isidentifier() for name in described)
    for game in games.BUILT_IN:
        ours = document(game)["$defs"]
        for name in (f"{game}_Action", f"{game}_Event", f"{game}_State", f"{game}_Options"):
            assert described[name] == json.loads(codec.encode(ours[name]).decode().replace(json_schema.DEFS, openapi.COMPONENTS)), name
    assert {"PictureEvent", "HereEvent"} <= described.keys()
    judge = Draft202012Validator({"$ref": openapi.COMPONENTS + "Request", "components": {"schemas": described}})
    assert judge.is_valid({"do": {"action": "lock_bid", "seat": "A", "amount": 9}, "expected_seq": 0})
    assert not judge.is_valid({"do": {"action": "lock_bid", "seat": "A", "amount": "nine"}})
    assert not judge.is_valid({"start": {"game": "shazamm"}})
