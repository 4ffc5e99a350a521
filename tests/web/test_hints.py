"""A hint in a match: both sides ask for the rule, one phone asks the robot, the table hears that it did and not what it said."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from tapete.bots import Alternative
from tapete.bots.advice import Adviser, Suggestion
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.table import Hub, Journal, Table
from tapete.web import Server
from tapete.web.hint_words import told
from tapete.web.hints import MOST_KEPT, HintGiver
from tapete.web.view import MatchView
from tests.web.conftest import Visitor

HAND = [3, 5, 7, 9, 11]


def notices(table: Table) -> list[str]:
    return [notice.text.in_("en") for notice in table.notices]


def _alternative(action: dict[str, str], worth: float | None, share: float | None = None) -> Alternative:
    return Alternative(dict(action), (), worth, share)


def allows(table: Table) -> bool:
    """What the rule is now: a function, since what it says changes under way."""
    return table.hints


def sheet(visitor: Visitor, table: Table, seat: Seat) -> str:
    """What lies under *More* on a seat's page."""
    place = f"/match/{table.id}/seat/{seat}"
    question = re.search(r'data-question="([^"]+)"', visitor.get(place).text)
    assert question is not None
    visitor.enter(f"{place}/touch", press="sheet", value='"more"', question=question[1])
    return visitor.get(place).text


@pytest.fixture
def quick(server: Server) -> HintGiver:
    """Hints that take no more thought than a first answer."""
    found: HintGiver = server.app.state.hints
    found._seconds = 1e-9
    return found


@pytest.fixture
def allowed(hub: Hub) -> Table:
    return hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"}, hints=True)


def test_hints_are_off_until_both_sides_agree(visitor: Visitor, table: Table) -> None:
    here = f"/match/{table.id}"
    assert not allows(table)
    assert f'href="{here}/seat/A/hint"' not in sheet(visitor, table, "A")
    refused = visitor.enter(f"{here}/seat/A/hint", hand="3")
    assert refused.status_code == 409
    assert "Hints are off in this match. Ask for them under “Everybody&#39;s seat”" in refused.text
    assert "Ask for hints" in visitor.get(f"{here}/seat/A/seats").text

    visitor.enter(f"{here}/seat/A/hints", hints="yes")
    asked = table.asked()
    assert asked is not None
    assert asked.text.in_("en") == "Ana asks to allow hints: a phone may then ask the robot what it would do."
    assert asked.seats == (("A", True), ("B", False))
    assert not allows(table), "one side alone changes nothing"
    visitor.enter(f"{here}/seat/B/consent", answer="no")
    assert not allows(table)
    visitor.enter(f"{here}/seat/A/hints", hints="yes")
    visitor.enter(f"{here}/seat/B/consent", answer="yes")
    assert allows(table)
    assert notices(table)[-1].startswith("Hints are allowed now")
    assert f'href="{here}/seat/A/hint"' in sheet(visitor, table, "A")

    visitor.enter(f"{here}/seat/B/hints", hints="no")
    assert allows(table), "it takes both to forbid them too"
    visitor.enter(f"{here}/seat/A/consent", answer="yes")
    assert (allows(table), notices(table)[-1]) == (False, "Hints are off now.")


def test_a_phone_gets_a_sentence_with_its_reason_and_the_table_hears_that_it_asked(
    visitor: Visitor, allowed: Table, quick: HintGiver
) -> None:
    place = f"/match/{allowed.id}/seat/A"
    assert "0 of 5 are named" in visitor.get(f"{place}/hint").text
    answer = visitor.enter(f"{place}/hint", hand=HAND)
    said = re.search(r'id="hint" role="status">([^<]+)<', answer.text)
    assert said is not None
    assert said[1].startswith("The robot would do this: Set your bid (Your bid: ")
    assert re.search(r"\d+ of 50 mana stay for later, and Bruno has 50. The wall stands 3 steps from Ana and 3 from Bruno\.", said[1])
    assert notices(allowed) == ["Ana has asked the robot for a hint."]
    assert said[1] not in visitor.get(f"/match/{allowed.id}").text
    assert allowed.seq == 0, "a hint is no part of the match"
    assert b"hint" not in allowed.export()
    spanish = visitor.post(f"{place}/hint", data={"csrf": visitor.token(), "hand": HAND}, headers={"accept-language": "es"}).text
    assert "El robot haría esto: " in spanish


def test_others_see_of_a_hint_that_it_was_taken_and_nothing_else(visitor: Visitor, allowed: Table, quick: HintGiver) -> None:
    pages = [f"/match/{allowed.id}", f"/match/{allowed.id}/seat/B", f"/match/{allowed.id}/log"]
    before, file = [visitor.get(page).text for page in pages], allowed.export()
    visitor.enter(f"/match/{allowed.id}/seat/A/hint", hand=HAND)
    after = [visitor.get(page).text.replace("Ana has asked the robot for a hint. ", "") for page in pages]
    assert after == before
    assert allowed.export() == file


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ([], "A holds 5 cards"),
        ([3, 5, 7, 9], "A holds 5 cards, and the hand names 4"),
        ([3, 3, 5, 7, 9], "A cannot hold 3"),
        ([3, 5, 7, 9, "dragon"], "A cannot hold dragon"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_what_to_do(
    visitor: Visitor, allowed: Table, quick: HintGiver, hand: list[object], said: str
) -> None:
    answer = visitor.post(f"/match/{allowed.id}/seat/A/hint", data={"csrf": visitor.token(), "hand": hand})
    assert answer.status_code == 409
    assert said in answer.text.replace("Ana", "A")
    assert notices(allowed) == [], "no hint was taken"


def test_who_has_nothing_to_decide_gets_no_hint(visitor: Visitor, allowed: Table, quick: HintGiver) -> None:
    allowed.submit({"action": "lock_bid", "seat": "A", "amount": 5}, "A")
    assert f'href="/match/{allowed.id}/seat/A/hint"' not in sheet(visitor, allowed, "A")
    refused = visitor.enter(f"/match/{allowed.id}/seat/A/hint", hand=HAND)
    assert refused.status_code == 409
    assert "There is nothing to choose for Ana now" in refused.text


def test_the_rivals_secret_changes_no_hint(hub: Hub, quick: HintGiver) -> None:
    """Two matches that differ in what the rival has locked alone: the same thought, since the bot is told nothing of the vault."""
    found = []
    for secret in (1, 49):
        table = hub.begin("shazamm", hints=True)
        table.submit({"action": "lock_bid", "seat": "B", "amount": secret}, "B")
        table.id = "thesame"  # of which the bot's whims are made
        found.append(quick.of(table, "A", HAND))
    assert found[0] == found[1]


def test_a_hint_that_is_under_way_is_not_asked_for_twice(allowed: Table, quick: HintGiver) -> None:
    gate, heard = threading.Event(), list[str]()
    quick._one.submit(gate.wait)

    def ask() -> None:
        try:
            quick.of(allowed, "A", HAND)
        except Illegal as fault:
            heard.append(fault.refusals[0].code)

    first = threading.Thread(target=ask)
    first.start()
    while not quick._waiting:
        first.join(0.001)
    ask()
    assert heard == ["hint_under_way"]
    gate.set()
    first.join()
    assert notices(allowed) == ["Ana has asked the robot for a hint."]


def test_a_hint_that_somebody_overtook_is_not_told(allowed: Table, quick: HintGiver, monkeypatch: pytest.MonkeyPatch) -> None:
    suggest = Adviser.suggest

    def overtaken(*given: Any) -> Suggestion:
        found = suggest(*given)
        allowed.submit({"action": "lock_bid", "seat": "B", "amount": 5}, "B")
        return found

    monkeypatch.setattr(Adviser, "suggest", overtaken)
    with pytest.raises(Illegal, match="went_on"):
        quick.of(allowed, "A", HAND)
    assert notices(allowed) == []


def test_the_rule_is_chosen_in_the_lobby_kept_over_a_restart_and_by_the_next_match(visitor: Visitor, hub: Hub, tmp_path: Path) -> None:
    fields = {"game": "shazamm", "hints.shazamm": "yes"}
    assert 'name="hints.shazamm"' in visitor.get("/").text
    place = visitor.enter("/new", **fields).url.path
    match = place.rpartition("/")[2]
    table = hub.table(match)
    assert table is not None
    assert table.hints
    with_none = hub.table(visitor.enter("/new", game="shazamm").url.path.rpartition("/")[2])
    assert with_none is not None
    assert not with_none.hints
    table.submit({"action": "concede", "seat": "A"})
    assert hub.begin_again(table).hints
    again = Hub(Journal(tmp_path / "matches.sqlite3"))
    try:
        kept = again.table(match)
        assert kept is not None
        assert kept.hints
    finally:
        again.close()


def test_a_hint_compares_with_what_else_could_be_done(hub: Hub) -> None:
    table = hub.begin("moriham", hints=True)
    view = MatchView(table, "en", "A")
    one, other = ({"action": name, "seat": "A"} for name in ("next_phase", "end_turn"))
    for first, second, why in ((2.0, 1.0, "holds the table after it for better"), (1.0, 2.0, "has played on from there")):
        found = Suggestion("bot", (_alternative(one, first), _alternative(other, second)), "table")
        assert told(view, found).startswith("The robot would do this: Go on to the next phase. ")
        assert "looks better to it than to wait. It h" in told(view, found)
        assert why in told(view, found)
        assert told(view, found).endswith(": End the turn.")
    exact = Suggestion("bot", (_alternative(one, 0.5, 0.25), _alternative(other, 0.5)), "match")
    assert "wins 50.0 % of the match, and perfect play does so 25.0 % of the time" in told(view, exact)
    as_good = Suggestion("bot", (_alternative(one, 2.0), _alternative(other, 2.0)), "table")
    assert "End the turn" not in told(view, as_good), "what is as good was not rejected"
    assert told(view, Suggestion("chance", (_alternative(one, None),))).startswith("The robot has no opinion here")


@pytest.mark.parametrize(("language", "place"), [("en", "; space 1)"), ("es", "; casilla 1)")])
def test_a_hint_names_a_place_as_people_do(hub: Hub, language: Language, place: str) -> None:
    """“space 1”, and not the word of a form before it once more."""
    view = MatchView(hub.begin("bhm", hints=True), language, "A")
    call = Alternative({"action": "call_being", "seat": "A", "card": "moss_bear", "slot": 1})
    said = told(view, Suggestion("bot", (call,), None))
    assert place in said
    assert f": {place[2:-1]}" not in said


def named(page: str) -> list[str]:
    """The cards of the hand that a page shows."""
    return re.findall(r'name="hand" value="([^"]+)"', page)


def test_a_hand_is_named_card_by_card_found_by_name_and_kept(visitor: Visitor, server: Server, allowed: Table, quick: HintGiver) -> None:
    place = f"/match/{allowed.id}/seat/A/hint"
    page = visitor.enter(place, look="yes", find="théft").text
    assert re.findall(r'name="with" value="(\d+)"', page) == ["3"], "without scripts the field narrows too"
    assert 'value="théft"' in page
    none = visitor.enter(place, look="yes", find="dragon").text
    assert '<p class="no-hit" role="status">Nothing here is called that.' in none
    hand: list[str] = []
    for card in map(str, HAND):
        page = visitor.post(place, data={"csrf": visitor.token(), "hand": hand, "with": card}).text
        hand = named(page)
    assert hand == list(map(str, HAND))
    assert 'name="with"' not in page, "the hand is whole"
    assert notices(allowed) == [], "nobody has asked yet"
    assert named(visitor.get(place).text) == hand, "the next question begins with the hand of the last"
    page = visitor.post(place, data={"csrf": visitor.token(), "hand": hand, "without": "1"}).text
    assert named(page) == ["3", "7", "9", "11"]
    page = visitor.post(place, data={"csrf": visitor.token(), "hand": named(page), "without": "9" * 5_000}).text
    assert named(page) == ["3", "7", "9", "11"]
    refused = visitor.post(place, data={"csrf": visitor.token(), "hand": named(page)})
    assert (refused.status_code, named(refused.text)) == (409, ["3", "7", "9", "11"]), "a refusal takes nothing away"


def test_a_kept_hand_is_no_other_phones_loses_what_lies_open_and_ends_with_the_match(
    visitor: Visitor, server: Server, allowed: Table, quick: HintGiver
) -> None:
    place = f"/match/{allowed.id}/seat/A/hint"
    assert "Tapete remembers them in this phone" in visitor.get(place).text
    visitor.enter(place, hand=HAND)
    with Visitor(base_url=server.address, headers={"accept-language": "en"}, trust_env=False) as other:
        assert named(other.get(place).text) == [], "another browser at the same seat"
    assert named(visitor.get(place.replace("seat/A", "seat/B")).text) == []
    assert b"theft" not in allowed.export().lower()
    ruling = {"action": "ruling", "reason": "it was shown", "agreed": ["A", "B"]}
    allowed.submit({**ruling, "ops": [{"op": "set_used", "seat": "A", "spells": [3]}, {"op": "set_hand", "seat": "A", "hand": 4}]})
    assert named(visitor.get(place).text) == ["5", "7", "9", "11"]
    allowed.submit({"action": "concede", "seat": "A"})
    assert quick.kept(allowed, "A", "") == []
    assert quick._hands == {}, "nothing outlives its match"
    for number in range(MOST_KEPT + 3):
        quick.keep(allowed, "A", str(number), ())
    assert len(quick._hands) == MOST_KEPT
