"""The whole way of a station, attract → choose → a match → end → attract: by finger, by keyboard, by the console's buttons alone."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.i18n import Language
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing
from tests.web.browser.conftest import Complaints, NewContext, Watched, settled, wait_for_text
from tests.web.browser.looking import at_every_size, in_both_languages, looks, resize, violations
from tests.web.browser.screens import SIZES
from tests.web.browser.stations import PATIENCE_MS, Stand, at_stage, at_step, bid_of, cards_of, heard, set_by_touch, stand

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

found = lessons.find("shazamm", 2)
assert found is not None
GUIDE: Guide = found

WORDS: dict[Language, dict[str, str]] = {
    "es": {
        "play": "¿A qué quieres jugar?",
        "done": "Hecho",
        "won": "gana la partida",
        "over": "Ya sabes jugar.",
        "left": "Lo dejaron aquí.",
        "there": "¿Hay alguien ahí?",
        "finish": "¿Terminar aquí?",
        "locked": "A ya ha fijado su apuesta",
    },
    "en": {
        "play": "What do you want to play?",
        "done": "Done",
        "won": "wins the match",
        "over": "Now you know",
        "left": "You stopped here.",
        "there": "Still there?",
        "finish": "Finish here?",
        "locked": "A has locked a bid",
    },
}


@in_both_languages("en")
@pytest.mark.long
def test_by_finger_through_the_guided_match(language: Language, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, language, simulated=False) as made:
        watched = Watched()
        width, height = SIZES["tablet"]
        page = watched.watch(new_context(has_touch=True, viewport={"width": width, "height": height}).new_page())
        page.goto(f"{made.address}/")
        at_stage(page, "attract")
        page.locator(".captions li").first.wait_for(timeout=PATIENCE_MS)
        page.locator(".at-rest").tap()
        at_stage(page, "choose")
        wait_for_text(page, "h1", WORDS[language]["play"])
        page.locator("#tile-shazamm").tap()
        page.locator("#tile-guided").tap()
        at_stage(page, "play")
        for number, instruction in enumerate(GUIDE.instructions):
            at_step(page, number)
            if not instruction.answers:
                done = page.locator("#b-do-done", has_text=WORDS[language]["done"])
                done.wait_for()
                settled(page)  # another button stood at its place
                done.tap()
                continue
            seat = instruction.whose[0]
            if instruction.answers[0]["action"] == "lock_bid":
                set_by_touch(page, bid_of(GUIDE, number))
            else:
                for card in cards_of(GUIDE, number):
                    page.locator(f"[id='t-{seat}.{card}'].wanted").wait_for()
                    settled(page)
                    page.locator(f"[id='t-{seat}.{card}']").tap()
                done = page.locator("#b-done-null.primary")
                done.wait_for()
                settled(page)
                # nowhere twice: a second tap at one place within half a second is for the question of the first
                done.tap(position={"x": 12 + 90 * (number % 2), "y": 12})
        wait_for_text(page, "#lesson", WORDS[language]["over"])
        assert made.table().state.wall == 3
        page.locator("#bar #b-do-stop").wait_for()
        settled(page)
        page.locator("#b-do-stop").tap()
        at_stage(page, "end")
        wait_for_text(page, ".result", WORDS[language]["left"])
        assert page.locator("svg.recap polyline").count() == 3  # two reserves and the wall
        page.locator("#station-back button").tap()
        at_stage(page, "attract")
        assert watched.complaints == []
        assert all(url.startswith(made.address) for url in watched.asked)


@pytest.mark.halves
@pytest.mark.long
@in_both_languages("es")
def test_by_keyboard_through_a_free_match(language: Language, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, language, simulated=False) as made:
        page = new_context(locale="en-GB" if language == "es" else "es-ES").new_page()  # the screen's own language counts

        def tab_to(where: str) -> None:
            page.locator(where).first.wait_for(timeout=PATIENCE_MS)
            for _ in range(120):
                if page.evaluate("where => document.activeElement.matches(where)", where):
                    return
                page.keyboard.press("Tab")
            raise AssertionError(f"the keyboard does not reach {where}")

        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        page.keyboard.press("Space")
        at_stage(page, "choose")
        page.keyboard.press("ArrowRight")
        page.locator("#tile-moriham.here").wait_for(timeout=PATIENCE_MS)
        page.keyboard.press("ArrowLeft")
        page.locator("#tile-shazamm.here").wait_for(timeout=PATIENCE_MS)
        page.keyboard.press("Enter")
        page.locator("#tile-guided.here").wait_for(timeout=PATIENCE_MS)
        page.keyboard.press("Escape")
        page.locator("#tile-shazamm.here").wait_for(timeout=PATIENCE_MS)
        page.keyboard.press("Enter")
        page.locator("#tile-guided.here").wait_for(timeout=PATIENCE_MS)
        tab_to("#tile-free")
        page.keyboard.press("Enter")
        at_stage(page, "play")
        tab_to("#bar .primary")
        page.keyboard.press("Enter")
        tab_to("#number")
        page.keyboard.press("Control+a")
        page.keyboard.type("60")
        page.keyboard.press("Enter")
        wait_for_text(page, "#asked.no", "SHZ-035")
        tab_to("#bar .primary")  # a refused secret is nowhere kept, and its sheet is closed
        page.keyboard.press("Enter")
        tab_to("#number")
        page.keyboard.press("Control+a")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        wait_for_text(page, "#told", WORDS[language]["locked"])
        tab_to("#b-more")
        page.keyboard.press("Enter")
        tab_to("[data-press=verb][data-value='\"concede\"']")
        page.keyboard.press("Enter")
        tab_to("#bar .grave")  # what ends a match does not look like the button of every turn
        page.keyboard.press("Enter")
        at_stage(page, "end")
        wait_for_text(page, ".result", WORDS[language]["won"])
        tab_to("#station-back button")
        page.keyboard.press("Enter")
        at_stage(page, "attract")


@pytest.mark.halves
@pytest.mark.long
@in_both_languages("es")
def test_by_console_buttons_alone_from_the_first_lesson_to_a_fall(language: Language, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, language, simulated=True, end_s=600) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        made.press_until(0, "plus", lambda: isinstance(made.station.kiosk.stage, Choosing))
        at_stage(page, "choose")
        for button, value in (("lock", "guided"), ("roll", "shazamm"), ("lock", "guided")):
            made.press_until(1, button, lambda value=value: made.station.kiosk.choices()[0].value == value)  # type: ignore[misc, arg-type]  # two of four
            page.locator(f"#tile-{value}.here").wait_for(timeout=PATIENCE_MS)
        made.press_until(0, "lock", lambda: isinstance(made.station.kiosk.stage, Playing))
        at_stage(page, "play")
        for number, instruction in enumerate(GUIDE.instructions):
            at_step(page, number)
            panel = "AB".index(instruction.whose[0]) if instruction.whose else 0
            if not instruction.answers:
                made.dark(panel)
                made.press_until(panel, "lock", functools.partial(past, made, number))
            elif instruction.answers[0]["action"] == "lock_bid":
                bid(made, panel, bid_of(GUIDE, number))
            else:
                show(made, panel, cards_of(GUIDE, number))
        wait_for_text(page, "#lesson", WORDS[language]["over"])
        wait_for_text(page, "#b-do-free", "LOCK")  # what plays on, and what finishes
        wait_for_text(page, "#b-do-stop", "ROLL")
        made.dark(1)
        made.press_until(1, "lock", lambda: made.station.lesson.progress() is None)
        turn = 1
        while made.table().result is None:  # A pushes until the bridge ends under B's feet
            wait_for_text(page, "#board", f" {turn}")
            bid(made, 0, 3)
            bid(made, 1, 2)
            show(made, 0, [])
            show(made, 1, [])
            turn += 1
        at_stage(page, "end")
        wait_for_text(page, ".result", WORDS[language]["won"])
        page.locator(".count").wait_for(timeout=PATIENCE_MS)
        made.press_until(1, "lock", lambda: isinstance(made.station.kiosk.stage, Attract))
        at_stage(page, "attract")


@pytest.mark.halves
@in_both_languages("en")
@pytest.mark.long
def test_by_console_buttons_alone_people_stop_in_the_middle(language: Language, tmp_path: Path, new_context: NewContext) -> None:
    with stand(tmp_path, language, simulated=True, end_s=600) as made:
        page = new_context(viewport={"width": 1920, "height": 1080}).new_page()
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        made.press_until(0, "plus", lambda: isinstance(made.station.kiosk.stage, Choosing))
        made.press_until(0, "lock", lambda: made.station.kiosk.choices()[0].value == "guided")
        made.press_until(0, "plus", lambda: getattr(made.station.kiosk.stage, "cursor", 0) == 1)
        made.press_until(0, "lock", lambda: isinstance(made.station.kiosk.stage, Playing))
        at_stage(page, "play")
        match = made.table().id
        wait_for_text(page, "#foot", "MINUS")
        made.set_number(1, 9)
        made.later(made.station.staff.settings.idle_s)  # nobody has heard of a number on its way
        page.locator("#still-title", has_text=WORDS[language]["there"]).wait_for(timeout=PATIENCE_MS)
        made.hold_until(1, ("minus", "plus"), lambda: made.station.kiosk.stage == Playing(match=match))
        page.locator(".still").wait_for(state="detached", timeout=PATIENCE_MS)
        made.later(10)
        made.hold_until(1, ("minus", "plus"), lambda: made.station.kiosk.stage == Playing(match=match, stopping=True))
        page.locator("#still-title", has_text=WORDS[language]["finish"]).wait_for(timeout=PATIENCE_MS)
        wait_for_text(page, "#still-told", "MINUS")
        made.press_until(0, "roll", lambda: made.station.kiosk.stage == Playing(match=match))
        page.locator(".still").wait_for(state="detached", timeout=PATIENCE_MS)
        bid(made, 1, 9)  # the number on its way is still there, and so is the match
        made.hold_until(0, ("plus", "minus"), lambda: made.station.kiosk.stage == Playing(match=match, stopping=True))
        made.hold_until(1, ("minus", "plus"), lambda: isinstance(made.station.kiosk.stage, Ended))
        at_stage(page, "end")
        wait_for_text(page, ".result", WORDS[language]["left"])
        wait_for_text(page, ".ending .code", resume_code.code_of(match))


def past(made: Stand, number: int) -> bool:
    """Whether the guide has left an instruction behind."""
    progress = made.station.lesson.progress()
    return progress is None or progress.number > number


def bid(made: Stand, panel: int, amount: int) -> None:
    """Set a bid on a panel and lock it."""
    table, seat = made.table(), "AB"[panel]
    turn = table.state.turn, table.state.round
    made.set_number(panel, amount)

    def locked() -> bool:
        step = table.state.agenda[-1]
        return (table.state.turn, table.state.round) != turn or seat in getattr(step, "ready", ()) or not hasattr(step, "ready")

    made.press_until(panel, "lock", locked)


def show(made: Stand, panel: int, cards: list[int]) -> None:
    """Enter the cards of a panel one by one, and say that these are all."""
    table, seat = made.table(), "AB"[panel]
    made.press_until(panel, "minus", lambda: any(owed.seat == seat and owed.meaning == "pick" for owed in table.awaiting()))
    for card in cards:
        made.set_number(panel, card)
        made.press_until(panel, "lock", lambda card=card: card in dict(table.drafts).get(seat, {}).get("numbers", ()))  # type: ignore[misc, call-overload]  # a letter
    made.press_until(panel, "roll", lambda: not any(owed.seat == seat and owed.meaning == "pick" for owed in table.awaiting()))


TOLD_LATE = """const at_once = window.fetch;
window.fetch = async (...asked) => {
  if (String(asked[1]?.body).includes("do=here")) await new Promise((go) => setTimeout(go, 400));
  return at_once(...asked);
};"""
"""The page tells the station of a touch 400 ms late."""


def test_idle_people_are_asked_and_a_code_brings_the_match_back(tmp_path: Path, page: Page) -> None:
    page.add_init_script(TOLD_LATE)
    with stand(tmp_path, "en", simulated=False) as made:
        page.goto(f"{made.address}/station")
        at_stage(page, "attract")
        page.keyboard.press("x")
        at_stage(page, "choose")
        page.locator("#tile-shazamm").click()
        page.locator("#tile-free").click()
        at_stage(page, "play")
        set_by_touch(page, 7)
        wait_for_text(page, "#told", "A has locked a bid")
        match = made.table().id
        heard(page)
        made.later(made.station.staff.settings.idle_s)
        page.locator(".still").wait_for(timeout=PATIENCE_MS)
        code = page.locator(".still .code").inner_text()
        assert code == resume_code.code_of(match)
        page.locator("#still-here").click()
        page.locator(".still").wait_for(state="detached", timeout=PATIENCE_MS)
        heard(page)
        made.later(made.station.staff.settings.idle_s + made.station.staff.settings.still_there_s)
        at_stage(page, "attract")
        page.keyboard.press("x")
        at_stage(page, "choose")
        page.locator("#tile-resume").click()
        page.locator("#tile-A").wait_for(timeout=PATIENCE_MS)
        for number, letter in enumerate(code):
            page.keyboard.press(letter.lower())
            if number < len(code) - 1:
                page.locator(".spelled .visually-hidden", has_text=code[: number + 1]).wait_for(state="attached", timeout=PATIENCE_MS)
        at_stage(page, "play")
        assert made.station.kiosk.stage == Playing(match=match)


def test_phones_join_by_qr_take_the_record_home_and_bring_a_match_back(
    tmp_path: Path, new_context: NewContext, complaints: Complaints
) -> None:
    complaints.expect("status of 403")
    with stand(tmp_path, "en", simulated=False, lan=True) as made:
        phone = new_context(locale="es", viewport={"width": 360, "height": 740}).new_page()
        assert phone.goto(f"{made.address}/station").status == 403  # type: ignore[union-attr]  # an answer came
        screen = new_context().new_page()
        keys = made.keys
        screen.goto(f"{made.address}/station?token={keys.table}")
        at_stage(screen, "attract")
        screen.locator("#station-start button").click()
        at_stage(screen, "choose")
        screen.locator("#tile-shazamm").click()
        screen.locator("#tile-free").click()
        at_stage(screen, "play")
        assert screen.locator("#phones .qr svg").count() == 2
        match = made.table().id
        phone.goto(f"{made.address}/match/{match}/seat/A?token={keys.seat(match, 'A')}")
        phone.locator("input[data-secret]").fill("7")
        phone.locator("#bar .primary").click()
        wait_for_text(screen, "#told", "A has locked a bid")
        assert phone.goto(f"{made.address}/station").status == 403  # type: ignore[union-attr]  # an answer came
        screen.locator("#station-stop").click()
        at_stage(screen, "end")
        assert screen.locator(".ending .qr svg").count() == 1
        phone.goto(f"{made.address}/record/{match}?token={keys.record(match)}")
        assert phone.locator("svg.recap").count() == 1
        with phone.expect_download() as saved:
            phone.get_by_role("link", name="Guardar la partida").click()
        assert saved.value.suggested_filename == f"shazamm-{match}.jsonl"
        screen.locator("#station-back button").click()
        at_stage(screen, "attract")
        phone.goto(f"{made.address}/station/again/{resume_code.code_of(match)}")
        phone.get_by_role("button").click()
        wait_for_text(phone, "[role=status]", "otra vez en la pantalla")
        at_stage(screen, "play")
        assert made.station.kiosk.stage == Playing(match=match)


@pytest.mark.halves
@pytest.mark.long
def test_no_station_page_has_an_axe_violation(tmp_path: Path, new_context: NewContext) -> None:
    found: list[tuple[str, str, str, tuple[str, list[str]]]] = []
    seen: set[str] = set()
    with stand(tmp_path, "es", simulated=False, lan=True) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station?token={made.keys.table}")

        def look(name: str) -> None:
            seen.add(name)
            for theme, size in looks(len(seen)):
                resize(page, size)
                page.goto(f"{made.address}{place}?theme={theme}")
                found.extend((name, theme, size, wrong) for wrong in violations(page))
            page.goto("about:blank")  # a station's page goes on by itself

        place = "/station"
        look("attract")
        made.station.visitors.touch()
        look("choose")
        made.station.visitors.choose("shazamm")
        look("lesson")
        made.station.visitors.choose("guided")
        look("guide")
        made.station.lesson.leave()
        made.table().submit({"action": "lock_bid", "seat": "A", "amount": 3})
        look("play")
        match = made.table().id
        made.station.visitors.stop()
        look("end")
        made.station.visitors.back()
        made.station.visitors.touch()
        made.station.visitors.choose("resume")
        look("code")
        place = f"/record/{match}"
        look("record")
        place = f"/station/again/{resume_code.code_of(match)}"
        look("again")
    assert found == []


FITS = """() => {
    const shown = [...document.querySelectorAll('main *')].filter(e => e.getClientRects().length && !e.closest('.visually-hidden'));
    const texts = shown.filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
    const size = e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getScreenCTM().a : 1);
    const pressed = shown.filter(e => e.matches('button, input:not([type=hidden]), select, summary') && !e.disabled);
    const small = pressed.map(e => (e.closest('.choice') || e).getBoundingClientRect()).filter(r => r.height < 36 || r.width < 36);
    return {
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        smallest: Math.min(...texts.filter(e => !e.closest('.board')).map(size)),
        small: small.length,
    };
}"""
"""What can be measured: how far a screen is too wide, its smallest text (boards have their own tests), controls too small to press."""


@in_both_languages("es")
@pytest.mark.long
def test_every_screen_fits_and_can_be_read_from_three_metres(language: Language, tmp_path: Path, new_context: NewContext) -> None:
    wrong = []
    with stand(tmp_path, language, simulated=False, lan=True) as made:
        page = new_context().new_page()
        page.goto(f"{made.address}/station?token={made.keys.table}")

        def look(name: str, place: str = "/station") -> None:
            for size in at_every_size(page, f"{made.address}{place}"):
                least = SIZES[size][1] / 40 if size == "television" else 9
                found = page.evaluate(FITS)
                if found["wide"] > 0 or found["smallest"] < least - 0.1 or found["small"]:
                    wrong.append((name, size, found))
            page.goto("about:blank")  # a station's page goes on by itself

        look("attract")
        made.station.visitors.touch()
        look("choose")
        made.station.visitors.choose("mamlejet")
        look("players")
        made.station.visitors.choose("2")
        made.station.visitors.choose("free")
        match = made.table().id
        made.station.visitors.stop()
        look("end")
        made.station.visitors.back()
        look("record", f"/record/{match}")
        look("again", f"/station/again/{resume_code.code_of(match)}")
    assert wrong == []
