"""A whole evening by the forms of the pages, without a script: eight entrants, three rounds, a late one, a drop, a corrected result."""

from __future__ import annotations

import re

import pytest

from tests.league.server.conftest import FRIDAY, Served, Visitor

pytestmark = [pytest.mark.league]

NAMES = "Ana\nBruno\nCarla\nDaniel\nElena\nFidel\nGema\nHugo"
NEW = {"name": "Friday", "game": "shazamm", "table": "two", "system": "swiss", "rounds": "3", "minutes": "50"}
POINTS = {"points.win": "3", "points.draw": "1", "points.loss": "0", "points.bye": "3", "points.absent": "0"}
BREAKS = {"tiebreak.opponents_wins": "1", "tiebreak.buchholz": "2", "tiebreak.wins": "3"}


def decide(page: Visitor, do: str, **fields: object) -> str:
    """Decide something by its form; the page that follows."""
    said = page.enter(FRIDAY, f"{FRIDAY}/decide", do=do, go="do", **fields)
    assert said.status_code == 200, said.text
    return said.text


def pair(page: Visitor) -> None:
    """Take the round as it is proposed."""
    proposed = page.enter(FRIDAY, f"{FRIDAY}/decide", do="propose")
    assert proposed.status_code == 200, proposed.text
    found = re.search(r'<textarea id="pairings"[^>]*>([^<]+)</textarea>', proposed.text)
    assert found is not None
    number = re.search(r'name="round" value="(\d+)"', proposed.text)
    assert number is not None
    decide(page, "pair_round", round=number[1], pairings=found[1])
    decide(page, "publish_round", round=number[1])


def results(page: Visitor, number: int, *words: str) -> None:
    for table, word in enumerate(words, 1):
        decide(page, "set_result", round=number, pairing=table, result=word)


def test_an_evening_from_beginning_to_end(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        begun = page.enter("/", "/events/shop", **NEW, **POINTS, **BREAKS)
        assert begun.url.path == FRIDAY, begun.text
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names=NAMES)
        assert "Look at the pairs of round 1" in page.get(FRIDAY).text
        pair(page)
        decide(page, "start_round", round=1)
        results(page, 1, "A", "B", "draw", "A")
        assert "All results of round 1 are there" in page.get(FRIDAY).text
        decide(page, "close_round", round=1)

        late = page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Inma")
        assert late.status_code == 422
        assert "needs a reason" in late.text
        assert "Inma" in page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Inma", why="the bus was late").text
        pair(page)
        assert "bye" in page.get(FRIDAY).text
        results(page, 2, "A", "A", "A", "B")

        looked = page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=1, result="B")
        assert "What changes in the standings" in looked.text
        refused = page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=1, result="B", go="do")
        assert refused.status_code == 422
        assert "needs a reason" in refused.text
        decide(page, "set_result", round=1, pairing=1, result="B", why="the slip was read upside down")
        decide(page, "close_round", round=2)
        decide(page, "drop_entrant", entrant=1, why="goes home")
        pair(page)
        results(page, 3, "A", "B", "A", "draw")
        decide(page, "close_round", round=3)
        over = decide(page, "close_tournament")
        assert "These are the final places." in over
        assert "upside down" in over, "the reason stands in the log"
        assert "Wins" in over


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("", "A name is missing"),
        ("Ana\nana", "ana is there already"),
        ("Ann\n\u0410nn", "looks like “Ann”"),
        ("José\nJose", "looks like “José”"),
        ("😀" * 41, "is too long for a name"),
        ("x" * 41, "is too long for a name"),
        ("—", "A name needs a letter"),
        ("\u3164", "A name needs a letter"),
        ("\n".join(f"n{i}" for i in range(501)), "more than 500 lines"),
        ("tapete-person:nobody", "Nobody here has this code"),
    ],
)
def test_a_list_that_cannot_be_entered(served: Served, names: str, says: str) -> None:
    served.friday()
    with served.visitor("organiser") as page:
        said = page.enter(FRIDAY, f"{FRIDAY}/entrants", names=names)
        assert said.status_code == 422
        assert says in said.text
        entered = 1 if names.count("\n") == 1 else 0  # of two that are taken for one another the first
        assert len(served.within(lambda league: league.store.load("shop", "friday")).entrants) == entered


def test_one_bad_line_keeps_nobody_out_and_stays_in_its_field(served: Served) -> None:
    """Forty names, one of them too long and one that is entered already: thirty-eight are in, two lines are left to be put right."""
    served.friday(1)
    names = [f"Someone {number}" for number in range(40)]
    names[7], names[20] = "Somebody whose name does not end for so long that no label has room for it", "Name 1"
    with served.visitor("organiser") as page:
        said = page.enter(FRIDAY, f"{FRIDAY}/entrants", names="\n".join(names))
        assert said.status_code == 422
        field = re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", said.text, re.DOTALL)
        assert field is not None
        assert field[1].splitlines() == [names[7], names[20]]
        assert 'aria-invalid="true"' in field[0]
        assert "38 names are entered." in said.text
        assert said.text.count("<li><bdi>“") == 2
        assert len(served.within(lambda league: league.store.load("shop", "friday")).entrants) == 39
        again = page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Somebody\nName 41")
        assert again.status_code == 200
        assert "Somebody" in again.text


@pytest.mark.parametrize("wrong", ["no reason", "no text", "nobody"])
def test_a_list_that_is_refused_as_a_whole_stays_in_its_field(wrong: str, served: Served) -> None:
    from tapete.league.decisions import PublishRound
    from tapete.league.pairing import propose
    from tapete.league.server.shared import League

    served.friday(4)

    async def pair(league: League) -> None:
        for what in (propose(await league.store.load("shop", "friday")).what, PublishRound(1)):
            await league.decide("shop", "friday", what, who="organiser")

    served.within(pair)
    with served.visitor("organiser") as page:
        token = re.search(r'name="csrf" value="([^"]+)"', page.get(FRIDAY).text)
        assert token is not None
        given = {"csrf": token[1], "names": " " if wrong == "nobody" else "Inma\nJulia", "why": "" if wrong == "no reason" else "late"}
        file = {"file": ("x", b"\xff\xfe\x00" if wrong == "no text" else b"", "text/csv")}
        said = page.post(f"{FRIDAY}/entrants", data=given, files=file if wrong == "no text" else None)
        assert said.status_code in (400, 422)
        assert "refusals" in said.text
        assert wrong == "nobody" or re.search(r"<textarea[^>]*>\s*Inma\nJulia</textarea>", said.text), said.text
        assert wrong == "no reason" or re.search(r'id="why-late"[^>]* value="late"', said.text)
        assert len(served.within(lambda league: league.store.load("shop", "friday")).entrants) == 4


def test_a_name_that_is_refused_stays_in_its_field(served: Served) -> None:
    served.friday(2)
    with served.visitor("organiser") as page:
        said = page.enter(FRIDAY, f"{FRIDAY}/person", entrant="1", name="Name 2")
        assert said.status_code == 422
        assert re.search(r'id="rename-1"[^>]* value="Name 2"[^>]* aria-invalid="true"', said.text)


def test_a_file_and_a_list_are_entered_together(served: Served) -> None:
    served.friday()
    with served.visitor("organiser") as page:
        token = re.search(r'name="csrf" value="([^"]+)"', page.get(FRIDAY).text)
        assert token is not None
        file = {"file": ("list.csv", "Carla;1800\r\nDaniel;1200\r\n".encode("utf-8-sig"), "text/csv")}
        said = page.post(f"{FRIDAY}/entrants", data={"csrf": token[1], "names": "Ana"}, files=file)
        assert said.status_code == 200, said.text
        strength = {one.person: one.strength for one in served.within(lambda league: league.store.load("shop", "friday")).entrants}
        assert sorted(strength.values()) == [0, 1200, 1800]
        bad = page.post(f"{FRIDAY}/entrants", data={"csrf": token[1]}, files={"file": ("x", b"\xff\xfe\x00", "text/csv")})
        assert bad.status_code == 400


def test_who_decides_on_an_old_page_is_told(served: Served) -> None:
    served.friday(4)
    with served.visitor("organiser") as page:
        token = re.search(r'name="csrf" value="([^"]+)"', page.get(FRIDAY).text)
        assert token is not None
        form = {"csrf": token[1], "expected_version": "3", "do": "drop_entrant", "entrant": "1", "why": "x", "go": "do"}
        said = page.post(f"{FRIDAY}/decide", data=form)
        assert said.status_code == 409
        assert "Meanwhile another person has decided something here" in said.text
        assert 'name="expected_version" value="4"' in said.text, "the form that follows knows the newest version"


def test_pairs_by_hand_are_judged(served: Served) -> None:
    served.friday(4)
    with served.visitor("organiser") as page:
        wrong = page.enter(FRIDAY, f"{FRIDAY}/decide", do="pair_round", round="1", pairings="1 2\n2 3")
        assert "Number 2 sits twice in this round." in wrong.text
        assert "Number 4 plays and has no place in this round." in wrong.text
        assert page.enter(FRIDAY, f"{FRIDAY}/decide", do="pair_round", round="1", pairings="one two", go="do").status_code == 422
        decide(page, "pair_round", round="1", pairings="4 1\n2 3")
        assert served.within(lambda league: league.store.load("shop", "friday")).rounds[0].placed[0].pairing.entrants == (4, 1)


def test_a_judge_sees_no_form_of_the_organisers(served: Served) -> None:
    served.friday(4)
    with served.visitor("judge") as page:
        shown = page.get(f"{FRIDAY}/judge").text
        assert "do-pair" not in shown
        assert "form-enter" not in shown
        assert page.get(FRIDAY).status_code == 403
        assert page.enter(f"{FRIDAY}/judge", f"{FRIDAY}/decide", do="propose").status_code == 403


def test_a_name_is_put_right_and_forgotten(served: Served) -> None:
    served.friday(2)
    with served.visitor("organiser") as page:
        assert "Ana María" in page.enter(FRIDAY, f"{FRIDAY}/person", entrant="1", name=" Ana  María ").text
        assert "is there already" in page.enter(FRIDAY, f"{FRIDAY}/person", entrant="2", name="ana maría").text
        shown = page.enter(FRIDAY, f"{FRIDAY}/person", entrant="1", forget="yes").text
        assert "Ana María" not in shown
        assert "(forgotten)" in shown


def test_a_link_is_shown_once(served: Served) -> None:
    served.friday(2)
    with served.visitor("organiser") as page:
        shown = page.enter(FRIDAY, f"{FRIDAY}/links", role="judge", label="Marta").text
        key = re.search(r"/in/([\w-]{24})<", shown)
        assert key is not None
        with served.visitor(key=key[1]) as judge:
            judge.enter(f"{FRIDAY}/judge", f"{FRIDAY}/decide", do="drop_entrant", entrant="1", why="ill", go="do")
        assert "judge Marta" in page.get(FRIDAY).text


def test_a_table_is_connected_gets_a_new_address_and_goes(served: Served) -> None:
    from tapete.league.joining.address import read_address

    served.friday(4)
    with served.visitor("organiser") as page:

        def address(said: str) -> str:
            found = re.search(r'id="address">([^<]+)<', said)
            assert found is not None, said
            return found[1]

        first = read_address(address(page.enter(FRIDAY, f"{FRIDAY}/tables", task="add", place="3").text))
        assert "Table 3" in page.get(FRIDAY).text
        assert "not heard yet" in page.get(FRIDAY).text
        assert page.enter(FRIDAY, f"{FRIDAY}/tables", task="add", place="3").status_code == 422
        second = read_address(address(page.enter(FRIDAY, f"{FRIDAY}/tables", task="renew", host=first.host).text))
        assert (second.host, second.key_no) == (first.host, 2)
        assert second.key != first.key
        assert "Table 3" not in page.enter(FRIDAY, f"{FRIDAY}/tables", task="retire", host=first.host).text
        assert page.enter(FRIDAY, f"{FRIDAY}/tables", task="renew", host="another").status_code == 422


def test_a_ladder_by_its_pages(served: Served) -> None:
    with served.visitor("organiser", None) as page:
        begun = page.enter("/", "/events/shop", **{**NEW, "system": "ladder", "reach": "2"}, **POINTS, **BREAKS)
        assert begun.url.path == FRIDAY, begun.text
        page.enter(FRIDAY, f"{FRIDAY}/entrants", names="Ana, 9\nBruno, 8\nCarla, 7\nDaniel, 6")
        assert "Challenge anybody up to 2 places above you" in page.get(FRIDAY).text
        with served.visitor(key=served.player(4)) as player:
            shown = player.get(f"{FRIDAY}/player").text
            assert "<strong>Carla, Bruno</strong>" in shown
        far = page.enter(FRIDAY, f"{FRIDAY}/decide", do="pair_round", round="1", pairings="4 1")
        assert "stand 3 places apart; up to 2 may be challenged" in far.text
        pair(page)
        decide(page, "take_back_round", round=1, why="Daniel challenges Bruno")
        decide(page, "pair_round", round=1, pairings="4 2")
        decide(page, "publish_round", round=1)
        looked = page.enter(FRIDAY, f"{FRIDAY}/decide", do="set_result", round=1, pairing=1, result="A")
        assert re.search(r"Daniel</td>.*?4 → <strong>2</strong>", looked.text, re.S), "what changes is seen before it counts"
        decide(page, "set_result", round=1, pairing=1, result="A")
        decide(page, "close_round", round=1)
        over = page.get(f"{FRIDAY}/standings").text
        assert over.index("Ana") < over.index("Daniel") < over.index("Carla") < over.index("Bruno")
        assert page.get(f"{FRIDAY}/export.csv").status_code == 200
        assert page.get(f"{FRIDAY}/export.trf").status_code == 200


@pytest.mark.parametrize("hints", ["yes", ""])
def test_the_organiser_says_at_the_beginning_whether_tables_may_agree_on_hints(served: Served, hints: str) -> None:
    with served.visitor("organiser", None) as page:
        assert "A table may agree on hints by the robot" in page.get("/").text
        begun = page.enter("/", "/events/shop", **{**NEW, **({"hints": hints} if hints else {})}, **POINTS, **BREAKS)
        assert ("hints where a table agrees" in begun.text) is bool(hints)
    assert served.within(lambda league: league.store.load("shop", "friday")).settings.hints is bool(hints)
