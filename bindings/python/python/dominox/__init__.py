"""dominox solves exact-cover problems: choose options so that every item is covered exactly once.

>>> import dominox
>>> problem = dominox.Problem.from_options(map(list, ["ce", "adg", "bcf", "adf", "bg", "deg"]))
>>> for solution in dominox.Solver(problem):
...     print(solution, [problem.option_text(option) for option in solution])
(0, 3, 4) ['c e', 'a d f', 'b g']

Options are numbered from 0 in the order of the problem, and a solution is a tuple of numbers, ascending. Every search
releases the interpreter's lock and ends soon after Ctrl-C.
"""

from ._dominox import (
    Answer,
    Answers,
    Best,
    Contradiction,
    Deciding,
    Estimate,
    Interval,
    Merged,
    ParseError,
    Part,
    Plan,
    Problem,
    Puzzle,
    Reduction,
    Shard,
    ShardResult,
    Solutions,
    Solver,
    Stopped,
    Sudominoku,
    Sudoku,
    Symmetries,
    Symmetry,
    Uniqueness,
    Unsupported,
    Zdd,
    ZddSolutions,
    __version__,
    merge,
    model,
    read,
    run,
    split,
)

__all__ = [
    "Answer",
    "Answers",
    "Best",
    "Contradiction",
    "Deciding",
    "Estimate",
    "Interval",
    "Merged",
    "ParseError",
    "Part",
    "Plan",
    "Problem",
    "Puzzle",
    "Reduction",
    "Shard",
    "ShardResult",
    "Solutions",
    "Solver",
    "Stopped",
    "Sudominoku",
    "Sudoku",
    "Symmetries",
    "Symmetry",
    "Uniqueness",
    "Unsupported",
    "Zdd",
    "ZddSolutions",
    "__version__",
    "merge",
    "model",
    "read",
    "run",
    "split",
]
