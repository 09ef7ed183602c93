#!/usr/bin/env python3
"""The page in a browser: real clicks and keys, from a file and from a server.

    bindings/web/tests/page.py PAGE [FOLDER]      FOLDER gets screenshots

It needs Playwright for Python and a Chromium: the one that is called `chromium`, or CHROMIUM.
"""

import base64
import functools
import http.server
import json
import os
import re
import shutil
import sys
import threading
import time
import zlib
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

PATIENCE = 20_000
STATUS = "#status"
# The second line has a character that is no digit.
WRONG = "53..7....\n6..1@5...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"


def opened(browser: Browser, url: str, **settings) -> Page:
    """The page, once it has read its first puzzle. What goes wrong in it fails the test."""
    context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | settings))
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    page.asked_for = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.faults.append(said.text))
    page.on("request", lambda request: page.asked_for.append(request.url))
    page.goto(url)
    expect(page.locator("#reading")).to_have_class("read", timeout=PATIENCE)
    return page


def closed(page: Page) -> None:
    """Closes the page, in which nothing went wrong and which asked for nothing."""
    assert not page.faults, page.faults
    strangers = [url for url in page.asked_for[1:] if not url.startswith(("blob:", "data:"))]
    assert not strangers, strangers
    page.context.close()


def write(page: Page, text: str, reads: str = "read") -> None:
    """Replaces the text, and waits until it is read."""
    page.fill("#text", text)
    expect(page.locator("#reading")).to_have_class(reads)
    page.wait_for_timeout(200)
    expect(page.locator("#reading")).to_have_class(reads)


def answer(page: Page, action: str, words: str) -> None:
    """Asks, and waits for an answer that begins with these words."""
    page.click(f"[data-do={action}]")
    expect(page.locator(STATUS)).to_contain_text(words, timeout=PATIENCE)


def beginning(text: str) -> re.Pattern:
    return re.compile("^" + re.escape(text))


def choose(page: Page, example: str) -> None:
    page.focus("#examples")
    page.select_option("#examples", label=example)
    expect(page.locator("#reading")).to_have_class("read")
    page.wait_for_timeout(150)


def solves_each_example(page: Page) -> None:
    examples = page.locator("#examples option").all_inner_texts()[1:]
    assert len(examples) > 15, examples
    for example in examples:
        choose(page, example)
        expected = "No answer" if "without" in example else "Solved"
        answer(page, "solve", expected)
        if expected == "Solved":
            assert page.locator("#result figure").count() == 1, example


def answers_all_questions(page: Page) -> None:
    choose(page, "Sudoku, easy")
    answer(page, "count", "1 answer")
    answer(page, "unique", "Unique")
    answer(page, "why", "There is an answer")
    answer(page, "hint", "The next step")
    expect(page.locator("#result .reason")).to_contain_text("single")
    answer(page, "rate", "Rated 1.")
    answer(page, "candidates", "What can stand")
    answer(page, "profile", "1 solution")
    answer(page, "sample", "The only answer")
    answer(page, "list", "The only answer")
    answer(page, "encode", "An exact-cover problem with 324 items")
    choose(page, "Sudoku without an answer")
    answer(page, "why", "No answer")
    expect(page.locator("#result .reason")).to_have_text("r1c2 = 3, r2c4 = 1, r2c5 = 9, r2c6 = 5 and r3c7 = 3 contradict each other.")
    assert page.locator(".cells .marked").count() == 5
    assert page.locator(".cells [aria-label$='in the contradiction']").count() == 5
    answer(page, "solve", "No answer")
    assert page.locator(".cells [aria-label$='in the contradiction']").count() == 0
    choose(page, "Eight queens")
    answer(page, "list", "Answers 1 to 12")
    assert page.locator("#result figure").count() == 12
    page.click("text=More answers")
    expect(page.locator(STATUS)).to_contain_text("Answers 13 to 24")
    answer(page, "sample", "A random answer of 92")
    write(page, "1234\n3412\n2143\n4321\n")
    for action in ["hint", "steps", "rate"]:
        answer(page, action, "The grid is full: no step is left")


def shows_steps(page: Page) -> None:
    choose(page, "Sudoku, easy")
    answer(page, "steps", "Solved in 51 steps")
    expect(page.locator(".step-number")).to_have_text("Step 1 of 51")
    expect(page.locator(".step-picture figure")).to_have_count(1)
    first = page.locator(".step-picture").inner_text()
    page.click("text=Next ▶")
    expect(page.locator(".step-number")).to_have_text("Step 2 of 51")
    expect(page.locator("[aria-label=Step]")).to_have_attribute("aria-valuetext", "Step 2 of 51")
    expect(page.locator(".step-picture")).not_to_have_text(first)
    page.click("text=◀ Back")
    expect(page.locator(".step-number")).to_have_text("Step 1 of 51")


def shows_where_a_text_is_wrong(page: Page) -> None:
    write(page, WRONG, "error")
    expect(page.locator("#reading")).to_contain_text("Line 2, column 5")
    assert page.locator("#underline mark").inner_text() == "@"
    box = page.locator("#underline mark").bounding_box()
    text = page.locator("#text").bounding_box()
    assert text["x"] < box["x"] < text["x"] + 80 and text["y"] + 20 < box["y"] < text["y"] + 60, (box, text)
    assert page.locator("[data-do=solve]").is_disabled()
    write(page, "a b c\na b\nc q\n", "error")
    assert page.locator("#underline mark").inner_text() == "q"
    write(page, "queens 8")
    assert page.locator("#underline mark").count() == 0


def marks_what_differs(page: Page) -> None:
    choose(page, "Sudoku with several answers")
    answer(page, "unique", "Not unique")
    assert page.locator("#result figure").count() == 2
    assert page.locator("#result figure svg .dx-blush").count() > 4


def stops_at_once(page: Page) -> None:
    write(page, "queens 20")
    # Its place is known before it has something to say.
    assert page.locator(STATUS).evaluate("status => status.checkVisibility()")
    page.click("[data-do=count]")
    expect(page.locator("#done")).to_contain_text("node")
    expect(page.locator(STATUS)).to_have_text("Searching …")
    page.wait_for_timeout(2500)
    before = page.locator("#done").inner_text()
    page.wait_for_timeout(500)
    assert page.locator("#done").inner_text() != before
    begun = time.monotonic()
    page.click("#stop")
    expect(page.locator(STATUS)).to_contain_text("Stopped")
    taken = time.monotonic() - begun
    assert taken < 1, f"stopped after {taken:.2f} s"
    expect(page.locator("#progress")).to_be_hidden()
    write(page, "queens 8")
    answer(page, "count", "92 answers")
    write(page, "dominoes 20x20")
    page.click("[data-do=count]")
    expect(page.locator(".number")).to_contain_text("1\u202f269\u202f984", timeout=60_000)


def edits_the_grid(page: Page) -> None:
    choose(page, "Sudoku, easy")
    cell = page.locator(".cells [role=gridcell]")
    cell.nth(2).click()
    page.keyboard.press("4")
    expect(page.locator("#text")).to_have_value(beginning("534|.7.|..."))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("6")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Backspace")
    expect(page.locator("#text")).to_have_value(beginning("534|67.|...\n6..|.95|..."))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Row 2, column 4")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value(beginning("53.|.7.|...\n6..|195|..."))
    cell.nth(2).click()
    page.click("#pad [aria-label='Digit 2']")
    expect(page.locator("#text")).to_have_value(beginning("532|.7.|..."))
    page.click("#pad [aria-label=Blank]")
    expect(page.locator("#text")).to_have_value(beginning("53.|.7.|..."))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Row 1, column 3")


def stays_at_its_puzzle(page: Page) -> None:
    write(page, "12..34..........\n1234341221434321\n1...............\n")
    page.click("#after")
    page.click("#after")
    expect(page.locator("#number")).to_have_text("Puzzle 3")
    page.focus("#text")
    page.keyboard.press("Control+End")
    page.keyboard.type("# the end")
    page.wait_for_timeout(500)
    expect(page.locator("#number")).to_have_text("Puzzle 3")
    write(page, "12..34..........\n1234341221434321\n")
    expect(page.locator("#number")).to_have_text("Puzzle 2")
    write(page, "queens 6\n")
    expect(page.locator("#pager")).to_be_hidden()


def lets_choose_the_size(page: Page) -> None:
    empty = ("." * 16 + "\n") * 16
    write(page, empty, "error")
    assert "--" not in page.inner_text("#reading")
    page.click("text=Read as 16×16")
    expect(page.locator("#reading")).to_have_class("read")
    expect(page.locator(".cells [role=gridcell]")).to_have_count(256)
    page.locator(".cells [role=gridcell]").nth(1).click()
    page.keyboard.press("c")
    expect(page.locator("#text")).to_have_value(beginning(".C.."))
    answer(page, "solve", "Solved")
    write(page, empty)
    write(page, "1..1\n....\n....\n1111\n")
    page.click("text=Read as a matrix")
    expect(page.locator("#reading")).to_contain_text("matrix")
    page.click("#maker summary")
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("A new puzzle")
    expect(page.locator(".cells [role=gridcell]")).to_have_count(81)
    page.click("#maker summary")
    choose(page, "Sudoku, easy")


def says_when_the_layout_is_lost(page: Page) -> None:
    write(page, "let board = [[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]];\n")
    page.locator(".cells [role=gridcell]").nth(8).click()
    page.keyboard.press("2")
    expect(page.locator("#notice")).to_have_text("The text was written anew.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator("#text")).to_have_value("12|34\n34|12\n--+--\n21|..\n..|..\n")
    expect(page.locator("#notice")).to_be_empty()


def asks_for_a_cell_first(page: Page) -> None:
    choose(page, "Sudoku, easy")
    before = page.input_value("#text")
    page.click("#pad [aria-label='Digit 2']")
    expect(page.locator("#notice")).to_have_text("Choose a cell first.")
    assert page.input_value("#text") == before
    page.locator(".cells [role=gridcell]").nth(2).click()
    expect(page.locator("#notice")).to_be_empty()
    page.focus("#pad [aria-label='Digit 2']")
    expect(page.locator("#pad")).to_have_attribute("aria-label", "Digits for row 1, column 3")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(beginning("532"))
    selected = page.locator(".cells [aria-selected=true]")
    expect(selected).to_have_attribute("aria-label", "Row 1, column 3: 2")
    assert selected.evaluate("cell => getComputedStyle(cell).outlineStyle") == "dashed"
    choose(page, "Sudoku, hard")
    expect(selected).to_have_count(0)
    page.click("#pad [aria-label='Digit 2']")
    expect(page.locator("#notice")).to_have_text("Choose a cell first.")
    choose(page, "Eight queens")
    expect(page.locator("#notice")).to_be_empty()


def leaves_out_cells_that_are_not_there(page: Page) -> None:
    choose(page, "Two grids that overlap")
    cells = page.locator(".cells [role=gridcell]")
    assert cells.nth(4).evaluate("cell => cell.tabIndex") == -1 and not cells.nth(4).is_visible()
    box = page.locator(".cells").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 12)
    focus = "document.activeElement.getAttribute('aria-label')?.split(':')[0]"
    assert page.evaluate(focus) is None
    cells.nth(0).click()
    for key, name in [("End", "Row 1, column 4"), ("PageDown", "Row 6, column 4"), ("Home", "Row 6, column 3"), ("PageUp", "Row 1, column 3")]:
        page.keyboard.press(key)
        assert page.evaluate(focus) == name, (key, page.evaluate(focus))


def says_of_which_text_an_answer_is(page: Page) -> None:
    choose(page, "Sudoku, easy")
    answer(page, "unique", "Unique")
    page.locator(".cells [role=gridcell]").nth(2).click()
    page.keyboard.press("4")
    expect(page.locator(STATUS)).to_have_text(beginning("Before the change: Unique"))
    page.keyboard.press("5")
    expect(page.locator("#text")).to_have_value(beginning("535"))
    expect(page.locator(STATUS)).to_have_text(beginning("Before the change: Unique"))
    answer(page, "solve", "No answer")
    write(page, "12..34..........\n1234341221434321\n")
    expect(page.locator(STATUS)).to_have_text(beginning("Before the change: No answer"))
    answer(page, "count", "12 answers")
    page.click("#after")
    expect(page.locator(STATUS)).to_have_text(beginning("Of puzzle 1: 12 answers"))
    choose(page, "Eight queens")
    expect(page.locator(STATUS)).to_be_empty()


def works_by_keyboard(page: Page) -> None:
    """No mouse: from the top of the page to an answer and the next step of a walk."""
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.id || document.activeElement.dataset.do || document.activeElement.getAttribute('role')")
        seen.append(name)
        outline = page.evaluate(
            "(() => { const one = document.activeElement; const own = getComputedStyle(one);"
            " const around = one.id === 'text' ? getComputedStyle(one.parentElement) : own;"
            " return around.outlineStyle !== 'none' || around.boxShadow !== 'none'; })()"
        )
        assert outline, f"no mark of the focus at {name}"
        if name == "solve":
            break
    for name in ["link", "theme", "examples", "text", "gridcell", "solve"]:
        assert name in seen, (name, seen)
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("Solved")
    page.focus("#text")
    page.keyboard.press("Control+Enter")
    expect(page.locator(STATUS)).to_contain_text("Solved")
    write(page, "queens 20")
    page.focus("[data-do=count]")
    page.keyboard.press("Space")
    expect(page.locator("#progress")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(STATUS)).to_contain_text("Stopped")


def keeps_the_focus(page: Page) -> None:
    focus = "document.activeElement.id || document.activeElement.textContent"
    write(page, "queens 20")
    page.click("[data-do=count]")
    page.focus("#stop")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("Stopped")
    assert page.evaluate(focus) == "status"
    write(page, "12..34..........\n1234341221434321\n")
    page.focus("#after")
    page.keyboard.press("Enter")
    expect(page.locator("#after")).to_be_disabled()
    assert page.evaluate(focus) == "before"
    choose(page, "Eight queens")
    answer(page, "list", "Answers 1")
    page.focus("text=More answers")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("Answers 13")
    assert page.evaluate(focus) == "status"
    choose(page, "Sudoku, easy")
    answer(page, "steps", "Solved in")
    page.focus("[aria-label=Step]")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.focus("text=Next ▶")
    page.keyboard.press("Enter")
    expect(page.locator(".step-number")).to_have_text("At the end")
    assert page.evaluate(focus) == "◀ Back"


def shows_the_focus_in_forced_colours(browser: Browser, url: str) -> None:
    page = opened(browser, url, forced_colors="active")
    page.locator(".cells [role=gridcell]").nth(2).click()
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    closed(page)


def makes_puzzles(page: Page) -> None:
    page.click("#maker summary")
    page.fill("#making [name=seed]", "7")
    page.select_option("#making [name=rating]", label="easy")
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("A new puzzle", timeout=60_000)
    expect(page.locator(STATUS)).to_contain_text("seed 7")
    expect(page.locator("#reading")).to_have_class("read")
    answer(page, "rate", "Rated 1.")
    page.select_option("#making [name=kind]", label="Sudominoku")
    assert page.locator("#making [name=rating]").is_disabled()
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("dominoes", timeout=60_000)
    expect(page.locator("#reading")).to_contain_text("Sudominoku")
    page.click("#undo")
    expect(page.locator("#reading")).to_contain_text("A Sudoku.")


def link_of(state: dict) -> str:
    deflate = zlib.compressobj(wbits=-15)
    packed = deflate.compress(json.dumps(state).encode()) + deflate.flush()
    return "#1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def links_restore(page: Page, browser: Browser, url: str) -> None:
    text = "# äöü 🁫\n12..34..........\n"
    write(page, text)
    answer(page, "unique", "Not unique")
    expect(page).to_have_url(re.compile("#1.{10}"))
    link = page.evaluate("location.hash")
    other = opened(browser, url + link)
    expect(other.locator(STATUS)).to_contain_text("Not unique")
    assert other.input_value("#text") == text
    closed(other)
    for ask, words in [
        ({"do": "count", "text": "queens 4"}, "92 answers"),
        ({"do": "read"}, ""),
        ({"do": "list", "limit": 0}, "limit: expected a number"),
    ]:
        crafted = opened(browser, url + link_of({"text": "queens 8", "ask": ask}))
        expect(crafted.locator(STATUS)).to_contain_text(words)
        assert "undefined" not in crafted.inner_text(STATUS)
        closed(crafted)
    broken = opened(browser, url + link[:-9])
    expect(broken.locator(STATUS)).to_contain_text("damaged")
    closed(broken)


def keeps_what_is_typed(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    page.wait_for_timeout(800)
    assert "#" not in page.url, page.url
    page.locator(".cells [role=gridcell]").nth(2).click()
    page.keyboard.press("4")
    expect(page).to_have_url(re.compile("#1.{10}"))
    page.reload()
    expect(page.locator("#text")).to_have_value(beginning("534|.7.|..."))
    write(page, "# " + "long " * 25_000 + "\nqueens 4\n")
    page.wait_for_timeout(800)
    assert len(page.url) < 1000, len(page.url)
    warnings = []
    page.on("dialog", lambda dialog: (warnings.append(dialog.type), dialog.accept()))
    page.reload()
    expect(page.locator("#text")).to_have_value(beginning("534|.7.|..."))
    assert warnings == ["beforeunload"], warnings
    page.asked_for = [url for url in page.asked_for if not url.startswith(page.url.split("#")[0])]
    closed(page)


def fits_a_telephone(browser: Browser, url: str, width: int) -> None:
    page = opened(browser, url, viewport={"width": width, "height": 640}, has_touch=True)

    def no_overflow(where: str) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{where}: {wide} px wide of {width}"

    no_overflow("begin")
    for action, words in [("steps", "Solved"), ("unique", "Unique"), ("encode", "An exact-cover"), ("candidates", "What")]:
        answer(page, action, words)
        no_overflow(action)
    page.click("#maker summary")
    no_overflow("maker")
    write(page, "a" * 300, "error")
    no_overflow("long line")
    write(page, "dominoes 30x30")
    page.click("[data-do=count]")
    no_overflow("progress")
    page.click("#stop")
    closed(page)


def changes_its_theme(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    paper = "getComputedStyle(document.querySelector('#board svg .dx-paper')).fill"
    before = page.evaluate(f"[{ground}, {paper}]")
    page.click("#theme")
    page.click("#theme")
    assert page.inner_text("#theme") == "Theme: dark"
    after = page.evaluate(f"[{ground}, {paper}]")
    assert before[0] != after[0] and before[1] != after[1], (before, after)
    page.click("#theme")


def prints_in_light(browser: Browser, url: str) -> None:
    page = opened(browser, url, color_scheme="dark")
    paper = "getComputedStyle(document.querySelector('#board svg .dx-paper')).fill"
    before = page.evaluate(paper)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(paper) != before
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(27, 30, 35)"
    for hidden in ["#pad", "#board-hint", "#examples"]:
        assert not page.is_visible(hidden), hidden
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(paper) == before
    closed(page)


def takes_screenshots(browser: Browser, url: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    views = [
        ("start", None, None),
        ("solved", "Sudoku, easy", "solve"),
        ("steps", "Sudoku, hard", "steps"),
        ("unique", "Sudoku with several answers", "unique"),
        ("why", "Sudoku without an answer", "why"),
        ("candidates", "Sudoku with several answers", "candidates"),
        ("frequencies", "Sudoku with several answers", "profile"),
        ("killer", "Killer", "solve"),
        ("sudominoku", "Sudominoku", "solve"),
        ("pentominoes", "Pentominoes 6×10", "list"),
        ("cover", "Knuth's example", "solve"),
        ("count", "Dominoes 8×8", "count"),
    ]
    for scheme in ["light", "dark"]:
        for width in [1280, 320]:
            page = opened(browser, url, viewport={"width": width, "height": 800}, color_scheme=scheme)
            for name, example, action in views:
                if example:
                    choose(page, example)
                if action:
                    page.click(f"[data-do={action}]")
                    expect(page.locator(STATUS)).not_to_be_empty()
                    expect(page.locator("#progress")).to_be_hidden()
                    page.wait_for_timeout(150)
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            write(page, WRONG, "error")
            page.screenshot(path=folder / f"wrong-{width}-{scheme}.png")
            closed(page)


def all_of_it(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    for check in [
        solves_each_example,
        answers_all_questions,
        shows_steps,
        shows_where_a_text_is_wrong,
        marks_what_differs,
        edits_the_grid,
        stays_at_its_puzzle,
        lets_choose_the_size,
        says_when_the_layout_is_lost,
        asks_for_a_cell_first,
        leaves_out_cells_that_are_not_there,
        says_of_which_text_an_answer_is,
        makes_puzzles,
        changes_its_theme,
        stops_at_once,
    ]:
        begun = time.monotonic()
        check(page)
        print(f"  {check.__name__} {time.monotonic() - begun:.1f} s", flush=True)
    links_restore(page, browser, url)
    closed(page)
    page = opened(browser, url)
    works_by_keyboard(page)
    keeps_the_focus(page)
    closed(page)
    shows_the_focus_in_forced_colours(browser, url)
    prints_in_light(browser, url)
    keeps_what_is_typed(browser, url)
    fits_a_telephone(browser, url, 320)


def some_of_it(browser: Browser, url: str) -> None:
    """Enough to see that the page works from elsewhere, too."""
    page = opened(browser, url)
    answer(page, "solve", "Solved")
    stops_at_once(page)
    links_restore(page, browser, url)
    closed(page)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_words) -> None:
        pass


@contextmanager
def served(folder: Path):
    """A server of the folder on this machine; its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def main() -> None:
    file = Path(sys.argv[1]).resolve()
    browser_file = os.environ.get("CHROMIUM") or shutil.which("chromium")
    begun = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_file, args=["--no-sandbox"])
        expect.set_options(timeout=PATIENCE)
        if len(sys.argv) > 2:
            takes_screenshots(browser, file.as_uri(), Path(sys.argv[2]))
            return
        print("from a file", flush=True)
        all_of_it(browser, file.as_uri())
        print("from a server", flush=True)
        with served(file.parent) as address:
            some_of_it(browser, f"{address}/{file.name}")
        browser.close()
    print(f"the page passed in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
