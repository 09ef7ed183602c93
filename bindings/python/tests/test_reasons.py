"""Reasons, smaller problems, symmetries and the formats of other programs."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
import warnings
from typing import Callable

import dominox
import pytest
from dominox import ParseError, Problem, Solver, Stopped, Sudoku

WRONG = Sudoku("123....4........")
TWO = Sudoku("12..34..21..43..")


def test_a_puzzle_without_an_answer_is_explained() -> None:
    found = WRONG.explain()
    assert found is not None
    assert str(found) == "r1c1 = 1, r1c2 = 2 and r2c4 = 4 contradict each other"
    assert found.clues == ["r1c1 = 1", "r1c2 = 2", "r2c4 = 4"]
    assert set(found.options) < set(WRONG.givens)
    assert found.is_minimal and found.is_confirmed
    assert TWO.explain() is None
    assert "contradict" in repr(found)


def test_rules_are_clues_too() -> None:
    (puzzle,) = dominox.read("variant 4x4\n....\n....\n....\n....\nthermo r1c1 r1c2 r1c3 r1c4\nthermo r2c1 r2c2 r2c3 r2c4\n")
    found = puzzle.explain()
    assert found is not None
    assert len(found.clues) == 2
    assert found.options == ()


def test_a_problem_without_a_solution_is_explained() -> None:
    problem = Problem("a b c\na b\nb c\na c\n")
    found = problem.explain()
    assert found is not None
    assert sorted(found.items) == ["a", "b", "c"]
    assert found.is_minimal
    fine = Problem("a b\na\nb\na b\n")
    assert fine.explain() is None
    assumed = fine.explain(assume=[0], exclude=[1])
    assert assumed is not None
    assert (str(assumed), assumed.options) == ("with option 0 (`a`), there is no way to cover item `b`", (0,))
    with pytest.raises(IndexError):
        fine.explain(assume=[9])


def test_options_are_numbered_from_0() -> None:
    text = "a b c\na b\na c\nb\nc\n"
    words = "option 0 (`a b`) and option 1 (`a c`) contradict each other"
    (cover,) = dominox.read(text)
    for found in (Problem(text).explain(assume=[0, 1]), cover.explain(assume=[0, 1])):
        assert found is not None
        assert (str(found), found.options) == (words, (0, 1))
    (idle,) = dominox.read("a | x\na\nx\n")
    assert idle.warning == "option 1 has no primary item and is never chosen: x"


def test_what_decides_between_answers() -> None:
    answers = [answer.options for answer in TWO.solutions()]
    assert len(answers) > 1
    found = TWO.deciding(answers[0], fewest=True)
    assert found.is_fewest and found.is_minimal
    assert len(found.chosen) == len(found.options) == 2
    assert set(found.options) < set(answers[0])
    assert not any(set(found.options) <= set(answer) for answer in answers[1:])
    assert all(chosen.split(" = ")[0] in found.differing for chosen in found.chosen)
    only = Sudoku("1234341221434321")
    answer = only.solve()
    assert answer is not None
    assert only.deciding(answer.options).differing == []
    with pytest.raises(ValueError, match="missing|not covered|no"):
        TWO.deciding([])
    problem = Problem("a b c\na b\nc\na\nb c\nb\n")
    decided = problem.deciding((0, 1))
    assert (decided.chosen, decided.options) == (["option 0 (`a b`)"], (0,))
    assert {str(problem[option]) for option in decided.options} == {"('a', 'b')"}
    with pytest.raises(ValueError, match="option 0 and option 3 both take item `b`"):
        problem.deciding((0, 3))


def test_a_problem_is_reduced() -> None:
    problem = Problem("a b c d\na b\na b d\nc\nc\nd\nb d\n")
    reduction = problem.reduce()
    assert str(reduction.problem) == "a c d\na\na d\nc\nd\n"
    assert reduction.options == [(0,), (1,), (2, 3), (4,)]
    assert reduction.part.exclude == (5,)
    assert list(reduction.why) == [5]
    assert "no way to cover" in reduction.why[5]
    assert "| option 3 was 3 or 4\n" in str(reduction)
    solutions = list(Solver(reduction.problem))
    assert sum(map(reduction.factor, solutions)) == Solver(problem).count()
    for solution in solutions:
        problem.check(reduction.lift(solution))
    assert not reduction.is_contradictory and reduction.is_complete
    nothing = WRONG.reduce()
    assert nothing.is_contradictory and Solver(nothing.problem).count() == 0
    assert problem.reduce(assume=[0]).part.assume == (0, 4)
    with pytest.raises(IndexError):
        reduction.lift([7])
    wrong: list[int]
    for wrong in ([0], [0, 0], [0, 1, 2]):
        with pytest.raises(ValueError):
            reduction.lift(wrong)
        with pytest.raises(ValueError):
            reduction.factor(wrong)


def test_the_reduction_of_a_puzzle_has_its_answers() -> None:
    reduction = TWO.reduce()
    lifted = {reduction.lift(solution) for solution in Solver(reduction.problem)}
    assert lifted == {answer.options for answer in TWO.solutions()}


def test_symmetries() -> None:
    queens = dominox.model("queens 8")
    symmetries = queens.symmetries()
    assert (symmetries.order, symmetries.order_on_options, symmetries.is_complete) == (8, 8, True)
    assert symmetries.problem == queens.problem
    for symmetry in symmetries.generators:
        moved = list(itertools.chain.from_iterable(symmetry.options))
        assert len(moved) == len(set(moved))
        assert all(isinstance(name, str) for cycle in symmetry.items for name in cycle)
        assert symmetry.colors == []
    solver = queens.solver()
    assert solver.count_up_to_symmetry() == solver.count_up_to_symmetry(symmetries) == 12
    assert len(solver.solutions_up_to_symmetry(symmetries)) == 12
    for limit in (0, 1, 5):
        assert len(queens.solver(limit=limit).solutions_up_to_symmetry()) == limit
    assert queens.count_up_to_symmetry() == 12
    assert len(queens.solutions_up_to_symmetry()) == 12
    assert Problem("a b c\na b c\na c\nb c\n").symmetries().generators[0].items == [("a", "b")]
    assert Problem("a | x\na x:red\na x:blue\n").symmetries().order == 2


def test_symmetries_must_be_those_of_the_solver() -> None:
    problem = Problem.model("queens 6")
    with pytest.raises(ValueError, match="other options"):
        Solver(problem, assume=[1]).count_up_to_symmetry(problem.symmetries())
    with pytest.raises(ValueError, match="another problem"):
        Solver(problem).count_up_to_symmetry(Problem.model("queens 5").symmetries())
    fixed = problem.symmetries(exclude=[0])
    assert Solver(problem, exclude=[0]).count_up_to_symmetry(fixed) > 0
    with pytest.raises(ValueError, match="'full', 'own' or 'turns'"):
        dominox.model("queens 4").symmetries("all")  # type: ignore[arg-type]


def test_packings_up_to_symmetry() -> None:
    (packing,) = dominox.read("packing\npieces pentominoes\nboard 3x20\n")
    assert packing.kind == "packing"
    assert packing.count() == 8
    assert packing.count_up_to_symmetry() == 2
    assert [len(answer.board) > 0 for answer in packing.solutions_up_to_symmetry()] == [True, True]
    soma = dominox.model("soma")
    assert (soma.count_up_to_symmetry("own"), soma.count_up_to_symmetry("turns")) == (240, 480)
    assert soma.symmetries("turns").order == 24


def test_problems_in_other_formats() -> None:
    problem = Problem("a b c | x\na b x:red\nc x:red\n")
    assert problem.convert("dlx") == str(problem)
    for name in ("dlx", "miniexact", "json"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            text = problem.convert(name)
        assert Problem.from_format(text, name) == problem
    with pytest.warns(UserWarning, match="name"):
        assert problem.convert("xcc").startswith("p xcc")
    assert "p cnf" in problem.convert("cnf")
    with pytest.raises(ValueError, match="cannot hold this problem"):
        problem.convert("matrix")
    with pytest.raises(ValueError, match="no format 'zebra': expected one of 'dlx', "):
        problem.convert("zebra")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no format 'cnf'"):
        Problem.from_format("", "cnf")  # type: ignore[arg-type]
    with pytest.raises(ParseError) as caught:
        Problem.from_format("< a b >\na c;\n", "miniexact")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_puzzles_in_other_formats() -> None:
    left = Problem(TWO.convert("dlx"))
    assert Solver(left).count() == TWO.count()
    sudoku = Sudoku("." * 81)
    link = sudoku.convert("fpuzzles")
    assert link.startswith("https://www.f-puzzles.com/?load=")
    (again,) = dominox.read(link)
    assert again.kind == "variant"
    assert sudoku.convert("variant").startswith("variant")
    assert sudoku.convert("sudokupad").startswith("https://")
    with pytest.raises(ValueError, match="neither a Sudoku"):
        dominox.model("queens 4").convert("variant")
    with pytest.raises(ValueError, match="both take"):
        Sudoku("11..............").convert("dlx")


def interrupted_after(work: Callable[[], object]) -> float:
    """The seconds from a SIGINT to the KeyboardInterrupt that ends the work."""
    sent = []

    def interrupt() -> None:
        time.sleep(0.3)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    ended = time.monotonic()
    thread.join()
    return ended - sent[0]


# It has no solution, and no search proves that soon.
HARD = dominox.model("langford 29")


@pytest.mark.parametrize(
    "work",
    [
        lambda: HARD.explain(),
        lambda: HARD.count_up_to_symmetry(),
        lambda: dominox.model("queens 60").solutions_up_to_symmetry(),
        lambda: dominox.model("langford 200").reduce(),
        lambda: dominox.model("latin 40").symmetries(),
        lambda: dominox.model("packing octominoes in 60x60"),
        lambda: Problem.model("packing octominoes in 60x60"),
    ],
)
def test_an_interrupt_ends_it(work: Callable[[], object]) -> None:
    assert interrupted_after(work) < 0.5


def test_time_limits() -> None:
    with pytest.raises(Stopped) as caught:
        HARD.explain(timeout=0.1)
    assert caught.value.limit == "time"
    with pytest.raises(Stopped):
        HARD.count_up_to_symmetry(timeout=0.1)
    hard = dominox.model("langford 200")
    began = time.monotonic()
    assert len(hard.reduce(timeout=0.1).part.exclude) < len(hard.problem)
    assert time.monotonic() - began < 5
