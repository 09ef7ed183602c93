"""Checks of the page: the text, the grid, and links that bring them back."""

import base64
import json
import re
import zlib

from playwright.sync_api import Browser, Page, expect

from pages import STATUS, WRONG, answer, beginning, choose, closed, opened, write


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


def begins_a_number_anew(page: Page) -> None:
    write(page, "variant 12x12\n" + ". . . . . . . . . . . .\n" * 12)
    cell = page.locator(".cells [role=gridcell]")

    def holds(symbol: str) -> None:
        expect(cell.nth(0)).to_have_attribute("aria-label", f"Row 1, column 1: {symbol}")

    cell.nth(0).click()
    for key, symbol in [("1", "1"), ("2", "12"), ("3", "3"), ("1", "1")]:
        page.keyboard.press(key)
        holds(symbol)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("2")
    holds("2")
    page.keyboard.press("1")
    holds("1")
    page.focus("#text")
    cell.nth(0).click()
    page.keyboard.press("0")
    holds("blank")
    for key, name in [("Control+End", "Row 12, column 12"), ("Control+Home", "Row 1, column 1")]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(name), key


def takes_changes_back(page: Page) -> None:
    choose(page, "Sudoku, easy")
    easy = page.input_value("#text")
    write(page, "1111\n1111\n1111\n1111\n")
    page.click("text=Read as a matrix")
    expect(page.locator("#reading")).to_contain_text("matrix")
    page.click("#undo")
    expect(page.locator("#text")).to_have_value(easy)
    expect(page.locator("#reading")).to_contain_text("A Sudoku.")
    page.click("#redo")
    expect(page.locator("#reading")).to_contain_text("matrix")
    assert page.locator("#redo").is_disabled()
    write(page, "queens 6")
    page.wait_for_timeout(1200)
    page.focus("#text")
    page.keyboard.press("End")
    page.keyboard.type("\n# a")
    page.wait_for_timeout(1200)
    page.keyboard.type("b")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("c")
    page.evaluate("document.execCommand('insertText', false, 'd')")
    for key, text in [
        ("Control+z", "queens 6\n# ab"),
        ("Control+z", "queens 6\n# a"),
        ("Control+z", "queens 6"),
        ("Control+Shift+z", "queens 6\n# a"),
        ("Control+y", "queens 6\n# ab"),
        ("Control+y", "queens 6\n# acd"),
    ]:
        page.keyboard.press(key)
        assert page.input_value("#text") == text, (key, page.input_value("#text"))
    page.keyboard.press("Control+z")
    page.keyboard.press("x")
    expect(page.locator("#redo")).to_be_disabled()
    assert page.input_value("#text").endswith("# abx")
    page.locator("#text").evaluate("text => text.dispatchEvent(new InputEvent('beforeinput', {inputType: 'historyUndo', cancelable: true}))")
    assert page.input_value("#text").endswith("# ab")


def go_to_the_third(page: Page) -> None:
    write(page, "12..34..........\n1234341221434321\n1...............\n")
    page.click("#after")
    page.click("#after")
    expect(page.locator("#number")).to_have_text("Puzzle 3")
    page.focus("#text")


def stays_at_its_puzzle(page: Page) -> None:
    go_to_the_third(page)
    page.keyboard.press("Control+End")
    page.keyboard.type("# the end")
    page.wait_for_timeout(500)
    expect(page.locator("#number")).to_have_text("Puzzle 3")
    page.keyboard.press("Control+End")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Backspace")
    expect(page.locator("#number")).to_have_text("Puzzle 2")
    write(page, "queens 6\n")
    expect(page.locator("#pager")).to_be_hidden()


def begins_a_collection_anew(page: Page) -> None:
    go_to_the_third(page)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(".1..............\n..1.............\n...1............\n....1...........\n")
    expect(page.locator("#number")).to_have_text("Puzzle 1")
    write(page, "1...............\n12@.............\n2...............\n", "read")
    page.click("#after")
    expect(page.locator("#reading")).to_contain_text("Line 2, column 3")
    page.click("#after")
    expect(page.locator("#reading")).to_have_class("read")
    write(page, "1...............\n12@.............\n", "read")
    page.click("#after")
    expect(page.locator("#reading")).to_contain_text("Line 2, column 3")
    expect(page.locator("#after")).to_be_disabled()
    write(page, "queens x", "error")
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


def goes_back_from_a_reading(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    write(page, "1..1\n....\n....\n1111\n")
    page.click("text=Read as a matrix")
    expect(page.locator("#reading")).to_contain_text("matrix")
    page.wait_for_timeout(800)
    page.reload()
    expect(page.locator("#reading")).to_contain_text("matrix")
    assert page.locator("#undo").is_disabled()
    assert page.locator("#reading button").count() == 0
    page.click("text=Read as a Sudoku")
    expect(page.locator("#reading")).to_have_text(beginning("A Sudoku."))
    expect(page.locator("#choices")).to_have_text("Read as a matrix")
    empty = ("." * 16 + "\n") * 16
    write(page, empty, "error")
    page.click("text=Read as 16×16")
    expect(page.locator(".cells [role=gridcell]")).to_have_count(256)
    page.click("text=Read as 4×4")
    expect(page.locator(".cells [role=gridcell]")).to_have_count(16)
    page.asked_for = [url for url in page.asked_for if not url.startswith(page.url.split("#")[0])]
    closed(page)


def says_when_the_layout_is_lost(page: Page) -> None:
    write(page, "let board = [[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]];\n")
    page.locator(".cells [role=gridcell]").nth(8).click()
    page.keyboard.press("2")
    expect(page.locator("#notice")).to_have_text("The text was rewritten; its layout is lost.")
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
