"""What searches return are values: copied, pickled, compared, hashed."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

import dominox
import pytest
from dominox import Answer, Part, Problem, Solver, Sudoku, Zdd

QUEENS = Problem.model("queens 6")
COSTLY = QUEENS.with_costs(range(36))
SMALLER = Problem("a b c d\na b\na b d\nc\nc\nd\nb d\n")
FRAMED = Sudoku("12|34\n34|..\n--+--\n2.|..\n..|.1\n")
TWO = Sudoku("12..34..21..43..")


PLAN = dominox.split(Problem.model("queens 9"), 3)
RESULTS = [dominox.run(PLAN, 0), dominox.run(PLAN, 2, timeout=0)]


def first(zdd: Zdd) -> Zdd:
    return zdd.restrict(assume=zdd[0])


# What makes a value, and what makes another of the same type.
VALUES: list[tuple[Callable[[], Any], Callable[[], Any]]] = [
    (lambda: Solver(COSTLY).cheapest(3), lambda: Solver(COSTLY).cheapest(2)),
    (lambda: Solver(COSTLY, timeout=0).cheapest(3), lambda: Solver(COSTLY).cheapest(3)),
    (lambda: Solver(Problem.model("dominoes 20x20")).estimate(2, 1), lambda: Solver(QUEENS).estimate()),
    (lambda: Solver(QUEENS).estimate().solutions, lambda: Solver(QUEENS).estimate().nodes),
    (lambda: Solver(Problem.model("dominoes 20x20")).estimate(1, 1).nodes, lambda: Solver(QUEENS).estimate().nodes),
    (lambda: Solver(QUEENS).uniqueness(), lambda: Solver(QUEENS, timeout=0).uniqueness()),
    (lambda: SMALLER.reduce(), lambda: QUEENS.reduce()),
    (lambda: Sudoku("123....4........").reduce(), lambda: TWO.reduce()),
    (lambda: QUEENS.symmetries().generators[0], lambda: QUEENS.symmetries().generators[1]),
    (lambda: Problem("a | x\na x:red\na x:blue\n").symmetries().generators[0], lambda: QUEENS.symmetries().generators[1]),
    (lambda: Sudoku("123....4........").explain(), lambda: Problem("a\n").explain()),
    (lambda: TWO.deciding(next(TWO.solutions()).options), lambda: QUEENS.deciding(next(iter(Solver(QUEENS))))),
    (lambda: dominox.merge(PLAN, RESULTS), lambda: dominox.merge(PLAN, RESULTS[:1])),
    (lambda: Solver(QUEENS).zdd(), lambda: first(Solver(QUEENS).zdd())),
    (lambda: FRAMED.solve(), lambda: next(TWO.solutions())),
    (lambda: dominox.model("queens 6").solve(), lambda: FRAMED.solve()),
    (lambda: dominox.read("a b\na\nb\n")[0].solve(), lambda: FRAMED.solve()),
    (lambda: Part(assume=[1, 2], exclude=[3]), lambda: Part(assume=[1, 3], exclude=[2])),
]


def said(value: Any) -> list[Any]:
    """All that a value says of itself."""
    names = [name for name in dir(type(value)) if isinstance(getattr(type(value), name), property) or is_getter(value, name)]
    try:
        found = [str(value), repr(value)]
    except ValueError:
        found = [repr(value)]
    for name in names:
        try:
            found.append(getattr(value, name))
        except ValueError as error:
            found.append(str(error))
    return found


def is_getter(value: Any, name: str) -> bool:
    return type(getattr(type(value), name)).__name__ == "getset_descriptor" and not name.startswith("_")


@pytest.mark.parametrize(("make", "other"), VALUES)
def test_a_value_is_copied_and_compared(make: Callable[[], Any], other: Callable[[], Any]) -> None:
    value = make()
    for again in (make(), copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(again) is type(value)
        assert again == value and not again != value
        assert hash(again) == hash(value)
    assert said(pickle.loads(pickle.dumps(value))) == said(value)
    assert len(said(value)) > 3 or isinstance(value, Part)
    assert value != other()
    assert value != "value"


def test_results_come_back_from_other_processes() -> None:
    with get_context("spawn").Pool(1) as pool:
        assert pool.map(Sudoku.solve, [FRAMED]) == [FRAMED.solve()]
        assert pool.map(Problem.reduce, [SMALLER]) == [SMALLER.reduce()]


def test_symmetries_are_not_pickled() -> None:
    symmetries = QUEENS.symmetries()
    assert copy.copy(symmetries) is copy.deepcopy(symmetries) is symmetries
    with pytest.raises(TypeError, match="symmetries cannot be pickled"):
        pickle.dumps(symmetries)


def test_the_answer_of_a_puzzle_knows_its_number() -> None:
    text = "12..34..........\n2...............\n"
    answer = dominox.read(text)[1].solve()
    assert isinstance(answer, Answer)
    again = pickle.loads(pickle.dumps(answer))
    assert str(again) == str(answer)
    assert again.board == answer.board


def test_the_order_of_a_part_does_not_count() -> None:
    assert Part(assume=[1, 2], exclude=[4, 3]) == Part("+3 2 3 -4 5")
    assert len({Part(assume=[1, 2]), Part(assume=[2, 1]), Part(exclude=[1, 2])}) == 2


def test_estimates_differ_in_what_is_found_and_not_in_the_time() -> None:
    dominoes = Solver(Problem.model("dominoes 16x16"))
    one, same, other = dominoes.estimate(8, seed=1), dominoes.estimate(8, seed=1), dominoes.estimate(8, seed=2)
    assert one == same != other
    assert one.solutions == same.solutions != one.nodes


def test_diagrams_of_the_same_nodes_are_equal() -> None:
    whole = Solver(QUEENS).zdd()
    assert Zdd.parse("2: (~2?0:1)\n3: (~1?0:1)\n4: (~0?0:3)\n", 2) == Zdd.parse("2: (~1?0:1)\n3: (~0?0:2)\n", 2)
    one = Zdd.parse("2: (~3?0:1)\n3: (~2?0:1)\n4: (~1?2:3)\n5: (~0?0:4)\n", 3)
    assert one == Zdd.parse("2: (~2?0:1)\n3: (~3?0:1)\n4: (~1?3:2)\n5: (~0?0:4)\n", 3)
    assert one != Zdd.parse("2: (~2?0:1)\n3: (~3?0:1)\n4: (~1?2:3)\n5: (~0?0:4)\n", 3)
    assert one != Zdd.parse("2: (~3?0:1)\n3: (~2?0:1)\n4: (~1?2:3)\n5: (~0?0:4)\n", 4)
    assert Zdd.parse(whole.to_text(), whole.option_count) == whole
    assert whole.restrict(exclude=[whole[0][0]]) != whole.restrict(assume=[whole[0][0]])


def test_the_best_are_a_sequence() -> None:
    best = Solver(COSTLY).cheapest(3)
    assert list(best) == best.solutions
    assert [best[0], best[-1]] == [best.solutions[0], best.solutions[2]]
    for index in (3, -4):
        with pytest.raises(IndexError, match=f"solution {index}: there are 3"):
            best[index]
    (cost, solution), *_ = best
    assert cost == sum(solution)
