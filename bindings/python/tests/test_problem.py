"""Problems: made, read, looked at, pickled."""

from __future__ import annotations

import pickle
from typing import Any

import dominox
import numpy
import pytest
from dominox import ParseError, Part, Problem, Solver

KNUTH = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"


def test_a_problem_from_text() -> None:
    problem = Problem(KNUTH)
    assert str(problem) == KNUTH
    assert problem == Problem.parse(KNUTH)
    assert (len(problem), problem[0], problem[-1]) == (6, ("c", "e"), ("d", "e", "g"))
    assert list(problem) == problem.options
    assert problem.option_text(1) == "a d g"
    assert list(Solver(problem)) == [(0, 3, 4)]


def test_a_fault_has_its_place() -> None:
    with pytest.raises(ParseError, match="^2:3: unknown item `c`") as caught:
        Problem("a b\na c\n")
    error = caught.value
    assert (error.line, error.column) == (2, 3)
    assert error.message == "unknown item `c`: it is not in the item line"
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, again.message, str(again)) == (2, 3, error.message, str(error))


def test_a_long_text_is_read_like_a_short_one() -> None:
    lines = ["a b"] + ["a", "b"] * 50_000
    problem = Problem("\n".join(lines))
    assert len(problem) == 100_000
    assert Solver(problem).count() == 50_000**2
    with pytest.raises(ParseError) as caught:
        Problem("\n".join([*lines, "c"]))
    assert caught.value.line == 100_002


def test_options_are_iterables_of_hashable_items() -> None:
    problem = Problem.from_options([[1, (0, "x")], iter([None]), {"b"}, ()])
    assert problem.items == ["1", "(0,'x')", "None", "b"]
    assert problem.options == [("1", "(0,'x')"), ("None",), ("b",), ()]
    assert list(Solver(problem)) == [(0, 1, 2)]
    assert problem.idle_options() == [3]


def test_secondary_items_and_colours() -> None:
    problem = Problem.from_options([["a", "x:red"], ["b", "x:red"], ["b", "x:blue"], ["a", "y"]], secondary=["y", "x"])
    assert (problem.primary, problem.secondary) == (["a", "b"], ["y", "x"])
    assert str(problem) == "a b | y x\na x:red\nb x:red\nb x:blue\na y\n"
    assert sorted(Solver(problem)) == [(0, 1), (1, 3), (2, 3)]


def test_a_colour_is_given_by_name() -> None:
    problem = Problem.from_options([["a", "1:red"], ["a", "(0, 'x'):blue"]], secondary=[1, (0, "x"), "y"])
    assert problem.options == [("a", "1:red"), ("a", "(0,'x'):blue")]
    assert problem.secondary == ["1", "(0,'x')", "y"]


def test_bounds() -> None:
    options = [[day, nurse] for day in ("mon", "tue", "wed") for nurse in ("ann", "ben", "cy")]
    problem = Problem.from_options(options, bounds={"mon": (1, 2), "ann": 2, "ben": (0, 2), "cy": (1, 1)})
    assert problem == Problem("1:2|mon 2|ann 0:2|ben cy tue wed\n" + "".join(f"{day} {nurse}\n" for day, nurse in options))
    assert problem.bounds == {"mon": (1, 2), "ann": (2, 2), "ben": (0, 2)}
    again = Problem.from_options(problem.options, problem.primary, bounds=problem.bounds)
    assert again == problem
    for solution in Solver(problem):
        chosen = [name for option in solution for name in options[option]]
        assert chosen.count("ann") == 2 and chosen.count("cy") == 1 and 1 <= chosen.count("mon") <= 2
    assert Solver(problem).count() > 0
    mixed = Problem.from_options([[(0, 1), "x"], [(0, 1)]], [None, (0, 1)], ["x"], bounds={(0, 1): 2, None: (0, 1)})
    assert (mixed.bounds, list(Solver(mixed))) == ({"None": (0, 1), "(0,1)": (2, 2)}, [(0, 1)])
    assert Problem(KNUTH).bounds == {}


@pytest.mark.parametrize(
    ("bounds", "kind", "message"),
    [
        ({"a": (3, 2)}, ValueError, "the bounds of the item 'a' are 3 and 2: expected low <= high and high >= 1"),
        ({"a": 0}, ValueError, "the bounds of the item 'a' are 0 and 0"),
        ({"a": -1}, ValueError, "a bound of the item 'a' is -1: expected 0 to 4294967295"),
        ({"a": (0, 2**32)}, ValueError, "a bound of the item 'a' is 4294967296"),
        ({"a": "2:3"}, TypeError, "a bound of the item 'a' is of type str: expected an int"),
        ({"a": (1, 2, 3)}, TypeError, "a bound of the item 'a' is of type tuple"),
        ({"b": 2}, ValueError, "the item 'b' is in bounds, and neither in primary nor in an option"),
        ({"x": 2}, ValueError, "the item 'x' is secondary: only others have bounds"),
        ([("a", 2)], TypeError, "bounds is of type list: expected a mapping"),
    ],
)
def test_bad_bounds(bounds: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Problem.from_options([["a", "x"]], secondary=["x"], bounds=bounds)


def test_bounds_of_a_matrix() -> None:
    rows = [[1, 0, 1], [1, 1, 0], [0, 1, 1]]
    problem = Problem.from_matrix(rows, secondary=[2], bounds={0: 2, 1: (0, 1)})
    assert str(problem) == "2|c1 0:1|c2 | c3\nc1 c3\nc1 c2\nc2 c3\n"
    assert list(Solver(problem)) == [(0, 1)]
    cases: list[tuple[Any, type[Exception], str]] = [
        ({3: 2}, IndexError, "column 3: expected 0 to 2"),
        ({"c1": 2}, TypeError, "the column is of type str"),
        ({2: 2}, ValueError, "column 2 is secondary"),
    ]
    for bounds, kind, message in cases:
        with pytest.raises(kind, match=message):
            Problem.from_matrix(rows, secondary=[2], bounds=bounds)


def test_primary_items_in_their_order() -> None:
    problem = Problem.from_options([["a"]], primary=["b", "a"])
    assert problem.items == ["b", "a"]
    assert Solver(problem).count() == 0


@pytest.mark.parametrize(
    ("options", "named", "kind", "message"),
    [
        (["a b"], {}, TypeError, "option 0 is of type str: expected an iterable such as a list"),
        ([["a"], b"ab"], {}, TypeError, "option 1 is of type bytes"),
        ("a b", {}, TypeError, "options is of type str"),
        ([["a"], 7], {}, TypeError, "option 1 is of type int"),
        (7, {}, TypeError, "options is of type int"),
        (None, {}, TypeError, "options is of type NoneType"),
        ([[[]]], {}, TypeError, "option 0: .*unhashable"),
        ([["a", "a"]], {}, ValueError, "option 0: item `a` occurs twice"),
        ([[1, "1"]], {}, ValueError, "the items 1 and '1' have the same name `1`"),
        ([["a"], ["a|b"]], {}, ValueError, "^option 1: bad name"),
        ([["a"], ["a", " "]], {}, ValueError, "^option 1: a name is missing"),
        ([["a:red"]], {}, ValueError, "a colour on primary item `a`"),
        ([["a", "b"]], {"primary": ["a"]}, ValueError, "`b` is neither in primary nor in secondary"),
        ([["a"]], {"primary": ["a"], "secondary": ["a"]}, ValueError, "named before"),
        ([["a"]], {"secondary": [""]}, ValueError, "^secondary: a name is missing"),
        ([["a"]], {"primary": ["a", "b:c"]}, ValueError, "^primary: bad name"),
        ([["a"]], {"secondary": "a"}, TypeError, "secondary is of type str"),
        ([["a"]], {"secondary": 1}, TypeError, "secondary is of type int"),
        ([["a", "1:r"]], {"secondary": ["1", 1]}, ValueError, "have the same name"),
        ([["a"]], {"costs": []}, ValueError, "0 costs: expected 1"),
        ([["a"]], {"costs": [-1]}, ValueError, "a cost is -1"),
        ([["a"]], {"costs": [2**64]}, ValueError, "a cost is 18446744073709551616"),
        ([["a"]], {"costs": [0.5]}, TypeError, "a cost is of type float"),
        ([["\ud800"]], {}, UnicodeEncodeError, "surrogates not allowed"),
    ],
)
def test_bad_options(options: Any, named: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Problem.from_options(options, **named)


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 0, 0], [0, 1, 1], [1, 1, 0]],
        ([True, False, False], [False, True, True], [True, True, False]),
        numpy.array([[1, 0, 0], [0, 1, 1], [1, 1, 0]]),
        numpy.array([[1, 0, 0], [0, 1, 1], [1, 1, 0]], dtype=bool),
        [numpy.array([1.0, 0.0, 0.0]), numpy.array([0, 1, 1]), [1, 1, 0]],
    ],
)
def test_a_matrix(matrix: Any) -> None:
    problem = Problem.from_matrix(matrix)
    assert str(problem) == "c1 c2 c3\nc1\nc2 c3\nc1 c2\n"
    assert list(Solver(problem)) == [(0, 1)]
    partly = Problem.from_matrix(matrix, secondary=[1, 2])
    assert str(partly) == "c1 | c2 c3\nc1\nc2 c3\nc1 c2\n"
    assert sorted(Solver(partly)) == [(0,), (2,)]
    nothing = Problem.from_matrix(numpy.zeros((0, 3)))
    assert (str(nothing), Solver(nothing).count()) == ("c1 c2 c3\n", 0)
    assert Problem.from_format(problem.convert("matrix"), "matrix") == problem


@pytest.mark.parametrize(
    ("matrix", "kind", "message"),
    [
        ([[1, 2]], ValueError, "row 0, column 1 is 2"),
        ([[1, None]], ValueError, "row 0, column 1 is None"),
        ([[1], [1, 0]], ValueError, "row 1 has 2 columns: expected 1"),
        ([1, 0], TypeError, "row 0 is of type int"),
        (["10"], TypeError, "row 0 is of type str"),
        (None, TypeError, "the matrix is of type NoneType"),
        (numpy.array(1), TypeError, "the matrix is of type int"),
        (numpy.zeros((1, 1, 1)), ValueError, "row 0, column 0"),
    ],
)
def test_bad_matrices(matrix: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Problem.from_matrix(matrix)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(IndexError, match="column 2: expected 0 to 1"):
        Problem.from_matrix([[1, 0]], secondary=[2])


@pytest.mark.parametrize("empty", [Problem.from_options([]), Problem.from_matrix([])])
def test_nothing_to_cover_is_one_solution(empty: Problem) -> None:
    assert (len(empty), list(Solver(empty)), Solver(empty).count()) == (0, [()], 1)
    assert Solver(empty).zdd().count() == 1
    assert Solver(empty).is_unique()
    assert pickle.loads(pickle.dumps(empty)) == empty


def test_models() -> None:
    assert Solver(Problem.model("queens 8")).count() == 92
    with pytest.raises(ValueError, match="quens"):
        Problem.model("quens 8")
    with pytest.raises(ValueError):
        Problem.model("")


def test_checking_a_solution() -> None:
    problem = Problem(KNUTH)
    problem.check((4, 0, 3))
    faults = {(0, 3): "item `b` is missing", (0, 1, 2): "option 0 and option 2 both take item `c`", (0, 0): "option 0 occurs twice"}
    for options, message in faults.items():
        with pytest.raises(ValueError, match=message):
            problem.check(options)
    with pytest.raises(IndexError):
        problem.check([6])


@pytest.mark.parametrize("index", [6, -7, 2**70, -(2**70)])
def test_indices_out_of_range(index: int) -> None:
    problem = Problem(KNUTH)
    with pytest.raises(IndexError):
        problem[index]
    with pytest.raises(IndexError):
        problem.option_text(index)
    with pytest.raises(IndexError):
        Solver(problem, assume=[index])


@pytest.mark.parametrize("index", [None, "1", 1.0, [1]])
def test_indices_of_a_wrong_type(index: Any) -> None:
    problem = Problem(KNUTH)
    with pytest.raises(TypeError):
        problem[index]
    with pytest.raises(TypeError):
        Solver(problem, exclude=[index])


def test_an_error_of_an_index_is_raised_as_it_is() -> None:
    class Broken:
        def __index__(self) -> int:
            raise KeyError("broken")

    with pytest.raises(KeyError):
        Problem(KNUTH)[Broken()]


def test_numpy_integers_are_indices() -> None:
    problem = Problem(KNUTH)
    assert problem[numpy.int64(1)] == ("a", "d", "g")
    assert Solver(problem, assume=numpy.array([3])).count() == 1


@pytest.mark.parametrize(
    "problem",
    [
        Problem(KNUTH),
        Problem("2:3|a b 0:2|c | x y\na b x:red |5\nb x:blue y\nc y:red\n"),
        Problem.from_options([["x:blue"], ["a", "x:red"], []], secondary=["x"]),
        Problem.from_options([["x"], []], secondary=["x", "y"]),
        Problem.model("langford 7"),
        dominox.Sudominoku("1\n1 A1 2 A2\nB1 B2 B3 B4 B5 B6 B7 B8 B9\n").problem,
    ],
)
def test_a_problem_survives_pickling(problem: Problem) -> None:
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert hash(again) == hash(problem)
    assert str(again) == str(problem)


def test_problems_differ() -> None:
    one = Problem("a\na\n")
    assert one != Problem("b\nb\n")
    assert one != "a\na\n"
    assert one.with_costs([7]) != one
    assert one.with_costs([7]).costs == [7]


def test_bad_texts() -> None:
    wrong: Any
    for wrong in (None, 7, b"a\na\n"):
        with pytest.raises(TypeError):
            Problem(wrong)
    for text in ("", "|", "a\nb", "a a", "a|b", "\x00"):
        with pytest.raises(ParseError):
            Problem(text)
    with pytest.raises(ValueError):
        Problem("\ud800")


def test_parts() -> None:
    part = Part("+3 17 -5 9")
    assert (part.assume, part.exclude) == ((2, 16), (4, 8))
    assert str(part) == "+3 17 -5 9"
    assert part == Part(assume=[2, 16], exclude=[4, 8])
    assert pickle.loads(pickle.dumps(part)) == part
    assert hash(part) == hash(Part("+3 17 -5 9"))
    assert str(Part()) == "+"
    for text in ("", "3", "+0", "+x", "+3 -"  "-4", "+99999999999"):
        with pytest.raises(ValueError):
            Part(text)
    with pytest.raises(IndexError):
        Part(assume=[-1])
    with pytest.raises(IndexError, match="option 16 of the part"):
        Solver(Problem(KNUTH), part=part)
