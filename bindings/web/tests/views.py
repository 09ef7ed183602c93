"""Checks of the page: keys, names, colours and narrow screens."""

import re

from playwright.sync_api import Browser, Page, expect

from pages import STATUS, answer, choose, closed, opened, write


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


def names_its_buttons(page: Page) -> None:
    choose(page, "Eight queens")
    answer(page, "list", "Answers 1 to 12")
    expect(page.get_by_role("button", name="Copy text: Answer 3", exact=True)).to_have_count(1)
    expect(page.get_by_role("button", name="Save SVG: Answer 12", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Copy text: Answer 3", exact=True).click()
    expect(page.locator("#news")).to_have_text(re.compile("Copied|Not allowed here"))
    answer(page, "encode", "An exact-cover")
    assert page.locator("pre:not([role][aria-label])").count() == 0
    for verb in page.locator("[data-do]").all():
        about = verb.get_attribute("aria-describedby").split()
        assert all(page.locator(f"#{one}").text_content() for one in about), about
        assert ("unasked" in about) == verb.is_disabled(), about
    expect(page.locator("#unasked")).to_have_text("‘Hint’, ‘Steps’ and ‘Rate’ are for Sudokus and Sudominokus.")
    expect(page.locator("#about-rate")).to_be_hidden()
    page.click("text=What the buttons do")
    expect(page.locator("#about-rate")).to_have_text("How hard is it for a person?")
    page.click("text=What the buttons do")
    choose(page, "Sudoku, easy")
    expect(page.locator("#unasked")).to_be_empty()


def shows_the_focus_in_forced_colours(browser: Browser, url: str) -> None:
    page = opened(browser, url, forced_colors="active")
    page.locator(".cells [role=gridcell]").nth(2).click()
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    closed(page)


def marks_the_cell_under_the_mouse(browser: Browser, url: str, scheme: str) -> None:
    """WCAG 1.4.11: the mark has three times the contrast of its ground."""
    page = opened(browser, url, color_scheme=scheme)
    page.locator(".cells [role=gridcell]").nth(2).hover()
    mark = page.locator(".cells [role=gridcell]").nth(2).evaluate("cell => getComputedStyle(cell).boxShadow")
    ground = page.evaluate("getComputedStyle(document.querySelector('#board svg .dx-paper')).fill")

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([light(mark), light(ground)])
    assert (high + 0.05) / (low + 0.05) >= 3, (mark, ground)
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


def shows_the_board_on_a_telephone(browser: Browser, url: str) -> None:
    page = opened(browser, url, viewport={"width": 360, "height": 740}, has_touch=True)
    page.emulate_media(reduced_motion="reduce")
    in_view = "(() => { const { top, bottom } = document.querySelector('#board').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()"
    page.click("#maker summary")
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("A new puzzle", timeout=60_000)
    assert page.evaluate(in_view)
    choose(page, "Sudoku without an answer")
    page.locator("[data-do=why]").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    answer(page, "why", "No answer")
    assert page.evaluate(in_view)
    expect(page.locator("#notice")).to_contain_text("contradict each other")
    for size in [16, 25]:
        digits = " ".join("." * size)
        write(page, f"variant {size}x{size}\n" + f"{digits}\n" * size)
        cells = page.locator(".cells [role=gridcell]")
        expect(cells).to_have_count(size * size)
        width = cells.nth(0).evaluate("cell => cell.getBoundingClientRect().width")
        assert width >= 24, (size, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        height = page.locator("#board").bounding_box()["height"]
        page.locator("#text").press("@")
        expect(page.locator("#reading")).to_have_class("error")
        assert page.locator("#board").bounding_box()["height"] == height
        page.click("#undo")
        expect(page.locator("#reading")).to_have_class("read")
        cells.nth(0).click()
        page.keyboard.press("End")
        box = cells.nth(size - 1).bounding_box()
        assert box["x"] + box["width"] <= 360, box
    closed(page)
