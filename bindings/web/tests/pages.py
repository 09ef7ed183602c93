"""What all checks of the page share."""

import re

from playwright.sync_api import Browser, Page, expect

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
