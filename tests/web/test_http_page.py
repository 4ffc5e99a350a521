"""The page docs/http-api.md is run against a server, and what it says of the description is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tapete.table import Table
from tapete.web import openapi
from tests.referee.test_protocol_page import shown_is_true
from tests.web.conftest import Visitor

PAGE = (Path(__file__).parents[2] / "docs" / "http-api.md").read_text(encoding="utf-8")


def test_every_example_on_the_page_is_true(visitor: Visitor, table: Table) -> None:
    examples = re.findall(r"^> (GET|POST) (\S+)(?: (.*))?\n< (.*)$", PAGE, re.MULTILINE)
    assert len(examples) >= 6
    for method, path, body, shown in examples:
        said = visitor.request(method, path.replace("ID", table.id), json=json.loads(body) if body else None)
        assert shown_is_true(json.loads(shown), said.json()), (path, said.text[:400])


def test_the_page_names_every_question_and_every_status() -> None:
    assert set(openapi.QUESTIONS) <= set(re.findall(r"`(\w+)`", PAGE))
    table = PAGE.partition("| status |")[2].partition("\n\n")[0]
    assert {int(status) for status in re.findall(r"\b[2-5]\d\d\b", table)} == {200, *openapi.SAYS} - {408}


@pytest.mark.parametrize("path", ["/match/{match}/events", "/match/{match}/seat/{seat}/events"])
def test_the_streams_of_the_description_say_that_something_is_new(path: str, visitor: Visitor, table: Table) -> None:
    assert "text/event-stream" in openapi.described([])["paths"][path]["get"]["responses"]["200"]["content"]
    with visitor.stream("GET", path.format(match=table.id, seat="A")) as heard:
        assert heard.headers["content-type"].startswith("text/event-stream")
        lines = heard.iter_lines()
        next(line for line in lines if line == "event: here")
        table.submit({"action": "lock_bid", "seat": "A", "amount": 9})
        assert "event: picture" in lines
