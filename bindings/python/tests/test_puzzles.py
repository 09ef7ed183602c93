"""Puzzles: read, answered in the layout of the question, pickled."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import dominox
import numpy
import pytest
from dominox import Answer, ParseError, Puzzle, Stopped, Sudominoku, Sudoku

DATA = Path(__file__).parents[3] / "tests" / "data"
FRAMED = "12|34\n34|..\n--+--\n2.|..\n..|.1\n"
OVERLAPPING = "variant 6x6\ngrids 4 r1c1 r3c3\n....~~\n....~~\n......\n......\n~~....\n~~....\n"
CASE = (DATA / "sudominoku.in").read_text()


def test_a_sudoku_is_answered_in_its_layout() -> None:
    sudoku = Sudoku(FRAMED)
    answer = sudoku.solve()
    assert answer is not None
    assert str(answer) == "12|34\n34|12\n--+--\n21|43\n43|21\n"
    assert answer.grid == [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    assert (sudoku.size, sudoku.box, sudoku.count(), sudoku.is_unique()) == (4, (2, 2), 1, True)
    assert sudoku.grid[1] == [3, 4, 0, 0]
    assert str(sudoku) == FRAMED
    assert answer.board.startswith("┌")
    assert list(sudoku.solutions()) == [answer]


@pytest.mark.parametrize("name", ["boj2580.in", "board.json", "board-hard.json"])
def test_files_are_read(name: str) -> None:
    for puzzle in dominox.read((DATA / name).read_bytes()):
        assert isinstance(puzzle, Sudoku)
        answer = puzzle.solve()
        assert answer is not None
        assert all(sorted(row) == list(range(1, 10)) for row in answer.grid)


def test_a_sudoku_from_a_grid() -> None:
    rows: list[list[int | None]] = [[1, 2, 0, 0], [3, None, 0, 0], [0] * 4, [0] * 4]
    sudoku = Sudoku.from_grid(rows)
    assert sudoku.grid[1] == [3, 0, 0, 0]
    assert sudoku.count() == Sudoku("12..3...........").count()
    assert Sudoku.from_grid(numpy.array(sudoku.grid)) == sudoku
    assert Sudoku.from_grid([[0] * 6] * 6, box=(3, 2)).box == (3, 2)
    assert (sudoku.line, sudoku.number, Sudoku("12..3...........").line) == (None, 1, 1)


@pytest.mark.parametrize(
    ("rows", "kind", "message"),
    [
        ([], ValueError, "no Sudoku has 0 rows"),
        ([[0] * 7] * 7, ValueError, "no Sudoku has 7 rows"),
        ([[0] * 4] * 3, ValueError, "no Sudoku has 3 rows"),
        ([[0] * 3] * 4, ValueError, "row 0 has 3 cells: expected 4"),
        ([[5, 0, 0, 0]] * 4, ValueError, "row 0, column 0 is 5: expected 0 to 4"),
        ([[-1, 0, 0, 0]] * 4, ValueError, "row 0, column 0 is -1: expected 0 to 4"),
        ([["1", 0, 0, 0]] * 4, TypeError, "row 0, column 0 is of type str: expected an int"),
        ([[0] * 4] * 3 + [[0, 0, 2**70, 0]], ValueError, "row 3, column 2 is 1180591620717411303424"),
        ([[0] * 4, 7], TypeError, "row 1 is of type int: expected an iterable"),
        (None, TypeError, "rows is of type NoneType: expected an iterable"),
    ],
)
def test_bad_grids(rows: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Sudoku.from_grid(rows)


def test_boxes() -> None:
    text = "\n".join(["." * 6] * 6)
    assert (Sudoku(text).box, Sudoku(text, box=(3, 2)).box) == ((2, 3), (3, 2))
    wide: Any
    for wide in ((1, 6), (7, 7), (0, 0)):
        with pytest.raises(ValueError):
            Sudoku(text, box=wide)
    with pytest.raises(ValueError, match="the rows of a box is -1: expected 0 or more"):
        Sudoku(text, box=(-1, 2))
    for wide in ("2x3", (2,), 6, (1.5, 2)):
        with pytest.raises(TypeError, match="expected a"):
            Sudoku(text, box=wide)
    with pytest.raises(ParseError):
        Sudoku(text, box=(3, 3))


@pytest.mark.parametrize("text", ["", "x", "12..", "123", FRAMED + FRAMED, "!" * 81])
def test_what_is_no_sudoku(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku(text)
    assert caught.value.line >= 1


def test_no_answer_and_why() -> None:
    sudoku = Sudoku("44..............")
    assert (sudoku.solve(), sudoku.count(), sudoku.is_unique()) == (None, 0, False)
    assert sudoku.why() == "4 at row 1, column 1 and 4 at row 1, column 2 both take digit 4 in row 1"
    assert Sudoku(FRAMED).why() is None


def test_a_timeout() -> None:
    with pytest.raises(Stopped) as caught:
        Sudoku("." * 81).count(timeout=0.05)
    assert caught.value.limit == "time"
    assert caught.value.at_least is not None
    with pytest.raises(ValueError):
        Sudoku(FRAMED).solve(timeout=-1)


def test_the_solver_of_a_puzzle() -> None:
    sudoku = Sudoku("12..34..........")
    solver = sudoku.solver(limit=2)
    grids = [sudoku.answer(solution).grid for solution in solver]
    assert len(grids) == 2
    assert sudoku.solver(assume=[2]).count() + sudoku.solver(exclude=[2]).count() == sudoku.count()
    with pytest.raises(TypeError):
        sudoku.solver(threds=2)  # type: ignore[call-arg]
    with pytest.raises(IndexError):
        sudoku.answer([64])
    assert dominox.Solver(sudoku).count() == sudoku.count()
    assert dominox.Solver(sudoku, assume=[2], limit=1).solve() == sudoku.solver(assume=[2]).solve()
    with pytest.raises(TypeError, match="the problem is of type str: expected a Problem or a Puzzle"):
        dominox.Solver("queens 8")  # type: ignore[arg-type]


def test_an_answer_is_a_solution() -> None:
    sudoku = Sudoku("12..34..........")
    answer = sudoku.solve()
    assert answer is not None
    assert sudoku.answer(reversed(answer.options)) == answer
    for options, message in [
        (answer.options[1:], "1 at row 1, column 1 is given"),
        (answer.options[:-1], "missing"),
        (answer.options + answer.options[:1], "1 at row 1, column 1 occurs twice"),
        ((*answer.options, 63), "both take"),
    ]:
        with pytest.raises(ValueError, match=message):
            sudoku.answer(options)


def test_the_grid_of_a_variant() -> None:
    one, two = dominox.read("variant 4x4 rising\n1...\n....\n....\n....\n") + dominox.read(OVERLAPPING)
    answer = one.solve()
    assert answer is not None
    assert one.grid == [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    assert "".join(str(digit) for row in answer.grid for digit in row) == "".join(str(answer).split())
    for puzzle in (two, dominox.model("queens 4")):
        with pytest.raises(ValueError, match="no grid of digits"):
            puzzle.grid
    with pytest.raises(ValueError, match="no grid of digits"):
        next(two.solutions()).grid


def test_the_answers_of_a_sudominoku_are_grids() -> None:
    first, second = dominox.read(CASE)
    assert isinstance(second, Sudominoku)
    assert (second.number, second.kind) == (2, "sudominoku")
    assert (second.count(), second.solver().count()) == (1, 2)
    answers = list(second.solutions())
    assert len(answers) == 1
    assert str(answers[0]).startswith("Puzzle 2\n")
    assert second.is_unique()
    assert len(list(second.solver().answers())) == 1
    alone = Sudominoku(str(first))
    assert alone == first
    assert alone.solve() == first.solve()
    with pytest.raises(ParseError):
        Sudominoku("1\nB2")


def test_several_puzzles_and_a_bad_one() -> None:
    text = "12..34..........\n12..34.........?\n1...............\n"
    with pytest.raises(ParseError) as caught:
        dominox.read(text)
    assert (caught.value.line, caught.value.column) == (2, 16)
    found = dominox.read(text, errors="return")
    assert [type(one) for one in found] == [Sudoku, ParseError, Sudoku]
    last = found[2]
    assert isinstance(last, Sudoku)
    assert (last.number, last.line) == (3, 3)


def test_kinds() -> None:
    (cover,) = dominox.read("a b c\na b\nc\n")
    assert (type(cover), cover.kind) == (Puzzle, "cover")
    assert str(cover.solve()) == "a b\nc\n"
    (matrix,) = dominox.read("1001\n0110\n0100\n")
    assert (matrix.kind, str(matrix.solve())) == ("matrix", "1 2\n")
    (as_sudoku,) = dominox.read("1001\n0110\n0100\n0000\n", kind="sudoku")
    assert as_sudoku.kind == "sudoku"
    (column,) = dominox.read("first,second\n12..34..........,21..43..........\n", column="second")
    assert column.givens[0] == 1
    number: Any
    for number in (0, -1, 2**70):
        with pytest.raises(ValueError, match="the column is .*: expected 1 to 4294967295"):
            dominox.read("12..34..........", column=number)
    for number in (1.5, [2]):
        with pytest.raises(TypeError, match="the column is of type"):
            dominox.read("12..34..........", column=number)
    with pytest.raises(ValueError, match="no grid of digits"):
        cover.answer([0, 1]).grid
    with pytest.raises(ValueError, match="no kind 'sudku'"):
        dominox.read("x", kind="sudku")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="errors is 'ignore'"):
        dominox.read("x", errors="ignore")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "name the kind: sudoku, "),
        ("a b", 'use kind="cover"'),
        ('{"primary":["a"]}', "in the format 'json': Problem.from_format reads it"),
        ('{"dominox":"plan",', "this is a plan of shards, not a puzzle"),
        ("\n".join(["." * 16] * 16), r"choose with box=\(2, 2\) or box=\(4, 4\)"),
        ("variant 4x4 risin\n", "risin"),
    ],
)
def test_messages_name_what_python_has(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        dominox.read(text)
    assert "--" not in str(caught.value) and "`dominox" not in str(caught.value)


def test_a_warning_names_what_python_has() -> None:
    (puzzle,) = dominox.read("1001\n0110\n0100\n0000\n", kind="sudoku")
    assert puzzle.warning is not None and puzzle.warning.endswith('use kind="matrix"')
    with pytest.raises(ParseError, match=r"choose with box=\(2, 2\) or box=\(4, 4\)"):
        Sudoku("\n".join(["." * 16] * 16))
    with pytest.raises(ParseError) as caught:
        Sudoku(" ")
    assert (caught.value.line, caught.value.column) == (1, 1)


@pytest.mark.parametrize("text", ["", "\n\n", b"\xff\xfe\x00", "hello world\n"])
def test_nothing_to_read(text: str | bytes) -> None:
    with pytest.raises(ParseError):
        dominox.read(text)


def test_a_text_of_a_wrong_type() -> None:
    wrong: Any
    for wrong in (None, 7, ["1"]):
        with pytest.raises(TypeError):
            dominox.read(wrong)


def test_models_are_drawn() -> None:
    queens = dominox.model("queens 6")
    answer = queens.solve()
    assert answer is not None
    assert answer.board.count("┼") == 25
    assert (queens.count(), queens.line, str(queens)) == (4, None, "queens 6")
    with pytest.raises(ValueError):
        dominox.model("queens six")


@pytest.mark.parametrize(
    "puzzle",
    [
        Sudoku(FRAMED),
        Sudoku("\n".join(["." * 6] * 6), box=(3, 2)),
        Sudoku.from_grid([[1, 2, 0, 0], [3, 4, 0, 0], [0] * 4, [0] * 4]),
        *dominox.read(CASE),
        *dominox.read("a b c | x\na b x:red\nc\n"),
        *dominox.read("1001\n0110\n0100\n"),
        *dominox.read("variant 4x4 rising\nwhite r1c1 r1c2\n1...\n....\n....\n....\n"),
        dominox.model("langford 7"),
        dominox.model("packing pentominoes in 3x20"),
    ],
)
def test_a_puzzle_survives_pickling(puzzle: Puzzle) -> None:
    again = pickle.loads(pickle.dumps(puzzle))
    assert type(again) is type(puzzle)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert (str(again), again.number, again.line) == (str(puzzle), puzzle.number, puzzle.line)
    answer, same = puzzle.solve(), again.solve()
    assert isinstance(answer, Answer)
    assert (same, str(same)) == (answer, str(answer))


def test_puzzles_differ() -> None:
    assert Sudoku(FRAMED) != Sudoku("12..34..........")
    assert Sudoku(FRAMED) != FRAMED
    assert dominox.model("queens 6") != dominox.model("queens 7")
