"""Checks of the page: questions and their answers."""

import re
import time

from playwright.sync_api import Page, expect

from pages import STATUS, answer, beginning, choose, write


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
    answer(page, "candidates", "What some answer has")
    answer(page, "profile", "1 answer")
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
    answer(page, "sample", "One of 92 answers, drawn at random")
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


def marks_what_differs(page: Page) -> None:
    choose(page, "Sudoku with several answers")
    answer(page, "unique", "Not unique")
    assert page.locator("#result figure").count() == 2
    assert page.locator("#result figure svg .dx-blush").count() > 4


def says_what_is_seen(page: Page) -> None:
    choose(page, "Knuth's example")
    answer(page, "profile", "1 solution: how many of them have each option")
    answer(page, "candidates", "The options that are in some solution")
    choose(page, "Eight queens")
    answer(page, "profile", "92 answers: the stronger the colour of a background")
    choose(page, "Scott's pentominoes")
    answer(page, "profile", "520 answers: how many of them have each option")
    expect(page.locator("#result pre")).to_have_count(1)
    choose(page, "Sudoku, easy")
    answer(page, "rate", "Rated 1.")
    expect(page.locator("#result")).to_contain_text("2.6 to 6.4 with pencil marks")


def lists_only_what_is_asked(page: Page) -> None:
    choose(page, "Eight queens")
    answer(page, "list", "Answers 1 to 12")
    write(page, "queens 6")
    expect(page.locator("text=More answers")).to_have_count(0)
    write(page, "1...............\n1234341221434321\n")
    answer(page, "list", "Answers 1 to 12")
    page.click("#after")
    expect(page.locator(STATUS)).to_have_text(beginning("Of puzzle 1: Answers 1 to 12"))
    expect(page.locator("text=More answers")).to_have_count(0)


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


def keeps_what_was_found(page: Page) -> None:
    write(page, "queens 20")
    page.click("[data-do=count]")
    expect(page.locator("#done")).to_contain_text("found")
    with_question = page.evaluate("location.hash")
    page.click("#stop")
    expect(page.locator(STATUS)).to_have_text(re.compile(r"^Stopped: at least [\d\u202f]+ answers$"))
    page.wait_for_timeout(100)
    assert page.evaluate("location.hash") != with_question
    page.reload()
    page.wait_for_timeout(800)
    expect(page.locator(STATUS)).to_be_empty()
    page.asked_for = page.asked_for[:1]
    choose(page, "Eight queens")
    answer(page, "list", "Answers 1 to 12")
    page.evaluate("document.getElementById('more').click(); document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
    expect(page.locator(STATUS)).to_have_text("Stopped after answer 12; there may be more")
    expect(page.locator("#result figure")).to_have_count(12)
    page.click("#more")
    expect(page.locator(STATUS)).to_contain_text("Answers 13 to 24")
    page.click("#more")
    expect(page.locator(STATUS)).to_contain_text("Answers 25 to 36")
    write(page, "queens 20")
    page.click("[data-do=count]")
    choose(page, "Sudoku, easy")
    page.wait_for_timeout(300)
    expect(page.locator(STATUS)).to_be_empty()
    answer(page, "solve", "Solved")
    page.evaluate("location.hash = '#1abc'")
    expect(page.locator(STATUS)).to_contain_text("damaged")
    expect(page.locator("#result figure")).to_have_count(0)


def makes_puzzles(page: Page) -> None:
    page.click("#maker summary")
    page.fill("#making [name=seed]", "7")
    page.select_option("#making [name=rating]", label="easy, 1.0 to 1.6")
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("A new puzzle", timeout=60_000)
    expect(page.locator(STATUS)).to_contain_text("seed 7")
    expect(page.locator("#reading")).to_have_class("read")
    answer(page, "rate", "Rated 1.")
    page.select_option("#making [name=kind]", label="Sudominoku")
    assert page.locator("#making [name=rating]").is_disabled()
    chosen = "rating => rating.selectedOptions[0].textContent"
    assert page.locator("#making [name=rating]").evaluate(chosen) == "no choice"
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("dominoes", timeout=60_000)
    expect(page.locator("#reading")).to_contain_text("Sudominoku")
    page.click("#undo")
    expect(page.locator("#reading")).to_contain_text("A Sudoku.")
    page.select_option("#making [name=kind]", label="Sudoku 4×4")
    assert page.locator("#making [name=rating]").evaluate(chosen) == "easy, 1.0 to 1.6"
    answer(page, "solve", "Solved")
    for seed in ["18446744073709551616", "1x"]:
        page.fill("#making [name=seed]", seed)
        page.click("#making [type=submit]")
        message = page.locator("#making [name=seed]").evaluate("seed => seed.validationMessage")
        assert "up to 18446744073709551615" in message, message
    page.wait_for_timeout(300)
    expect(page.locator(STATUS)).to_contain_text("Solved")
    page.fill("#making [name=seed]", "18446744073709551615")
    page.click("#making [type=submit]")
    expect(page.locator(STATUS)).to_contain_text("seed 18446744073709551615")
