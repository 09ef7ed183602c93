#!/usr/bin/env python3
"""The page in a browser: real clicks and keys, from a file and from a server.

    bindings/web/tests/page.py PAGE [FOLDER]      FOLDER gets screenshots

It needs Playwright for Python and a Chromium: the one that is called `chromium`, or CHROMIUM.
"""

import functools
import http.server
import os
import shutil
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from pages import PATIENCE, STATUS, WRONG, answer, choose, closed, opened, write
from questions import (
    answers_all_questions,
    keeps_what_was_found,
    lists_only_what_is_asked,
    makes_puzzles,
    marks_what_differs,
    says_of_which_text_an_answer_is,
    says_what_is_seen,
    shows_steps,
    solves_each_example,
    stops_at_once,
)
from editing import (
    asks_for_a_cell_first,
    begins_a_collection_anew,
    begins_a_number_anew,
    edits_the_grid,
    goes_back_from_a_reading,
    keeps_what_is_typed,
    leaves_out_cells_that_are_not_there,
    lets_choose_the_size,
    links_restore,
    says_when_the_layout_is_lost,
    shows_where_a_text_is_wrong,
    stays_at_its_puzzle,
    takes_changes_back,
)
from views import (
    changes_its_theme,
    fits_a_telephone,
    keeps_the_focus,
    marks_the_cell_under_the_mouse,
    names_its_buttons,
    prints_in_light,
    shows_the_board_on_a_telephone,
    shows_the_focus_in_forced_colours,
    works_by_keyboard,
)


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
        lists_only_what_is_asked,
        takes_changes_back,
        begins_a_number_anew,
        begins_a_collection_anew,
        keeps_what_was_found,
        names_its_buttons,
        says_what_is_seen,
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
    goes_back_from_a_reading(browser, url)
    fits_a_telephone(browser, url, 320)
    shows_the_board_on_a_telephone(browser, url)
    for scheme in ["light", "dark"]:
        marks_the_cell_under_the_mouse(browser, url, scheme)


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
