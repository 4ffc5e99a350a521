"""Collections by page: the lobby begins a match from one, the last page gives the next."""

from __future__ import annotations

from tapete.table import Hub
from tests.cards.test_collections import SOUND, ended
from tests.web.conftest import Visitor


def test_a_match_begins_from_a_collection_and_leaves_the_next(visitor: Visitor, hub: Hub) -> None:
    begun = visitor.post("/load", data={"csrf": visitor.token()}, files={"file": ("collection.toml", SOUND.encode())})
    assert begun.status_code == 200, begun.text
    place = "/match/" + str(begun.url).rpartition("/match/")[2].partition("/")[0].partition("?")[0]
    table = hub.table(place.rpartition("/")[2])
    assert table is not None
    assert visitor.get(f"{place}/collection").status_code == 404
    ended(table)
    assert f'href="{place}/collection" download' in visitor.get(f"{place}/end").text
    left = visitor.get(f"{place}/collection")
    assert "velvet_stack" in left.text.partition("Bruno")[0]
    again = visitor.post("/load", data={"csrf": visitor.token()}, files={"file": ("next.toml", left.content)})
    assert again.status_code == 200


def test_a_bad_collection_is_refused_on_the_lobby(visitor: Visitor) -> None:
    answer = visitor.post(
        "/load", data={"csrf": visitor.token()}, files={"file": ("c.toml", SOUND.replace("glint_loom", "glint_loon").encode())}
    )
    assert answer.status_code == 409
    assert "glint_loon" in answer.text
