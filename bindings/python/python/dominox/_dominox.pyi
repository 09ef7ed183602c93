"""The compiled part of dominox."""

import builtins
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal, SupportsFloat, SupportsIndex, final, overload

__all__ = [
    "Solutions",
    "Part",
    "Problem",
    "Answer",
    "Answers",
    "Puzzle",
    "model",
    "read",
    "_restore",
    "Contradiction",
    "Deciding",
    "Best",
    "Estimate",
    "Interval",
    "Uniqueness",
    "Merged",
    "Plan",
    "Shard",
    "ShardResult",
    "merge",
    "run",
    "split",
    "Reduction",
    "Solver",
    "Sudoku",
    "Sudominoku",
    "Symmetries",
    "Symmetry",
    "Zdd",
    "ZddSolutions",
    "__version__",
    "ParseError",
    "Stopped",
    "Unsupported",
]

__version__: str

_Solution = tuple[int, ...]
_Bounds = SupportsIndex | tuple[SupportsIndex, SupportsIndex]
_Kernel = Literal["links", "lanes", "rows", "units"]
_Method = Literal["auto", "search", "table"]
_Kind = Literal["sudoku", "sudominoku", "cover", "matrix", "variant", "packing"]
_Which = Literal["full", "own", "turns"]
_ReadFormat = Literal["dlx", "miniexact", "xcc", "json", "matrix", "ec"]
_Format = Literal["dlx", "miniexact", "xcc", "libexact", "cnf", "lp", "mzn", "opb", "json", "matrix", "ec"]
_PuzzleFormat = Literal[
    "dlx", "miniexact", "xcc", "libexact", "cnf", "lp", "mzn", "opb", "json", "matrix", "ec", "variant", "fpuzzles", "sudokupad"
]
_Limit = Literal["solutions", "nodes", "time", "memory", "cancelled"]

class ParseError(ValueError):
    """A text cannot be read: ``line`` and ``column``, from 1, say where, and ``message`` says what is wrong."""

    line: int
    """The line of the fault, from 1."""
    column: int
    """The column of the fault in characters, from 1."""
    message: str
    """What is wrong, without its place."""

class Stopped(Exception):
    """A limit stopped a search: ``limit`` says which one, and ``at_least`` is a lower bound on the number of solutions."""

    limit: _Limit
    """The limit that was reached."""
    at_least: int | None
    """A lower bound on the number of solutions; None if the search was not counting."""

class Unsupported(ValueError):
    """The requested kernel or engine does not support the problem."""

@final
class Problem:
    """An exact-cover problem: items, and options that cover some of them.

    A solution is a choice of options that covers each primary item exactly once, or as often as its bounds say, and each
    secondary item at most once or in one colour. A problem is immutable. ``problem[i]`` is option i as a tuple of its
    items, and ``len(problem)`` the number of options.

    Read a problem in the text format of Knuth's programs: the items in the first line, then one option per line.

    Raises:
        ParseError: at the first fault.
    """

    def __new__(cls, text: str) -> Problem: ...

    @staticmethod
    def parse(text: str) -> Problem:
        """As ``Problem(text)``."""

    @staticmethod
    def model(spec: str) -> Problem:
        """The problem of a model, such as ``"queens 8"``; see `dominox.model`.

        Raises:
            ValueError: if there is no such model.
        """

    @staticmethod
    def from_options(
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        *,
        costs: Iterable[SupportsIndex] | None = None,
        bounds: Mapping[Any, _Bounds] | None = None,
    ) -> Problem:
        """A problem from options, each of which is an iterable of items.

        An item is any hashable value. Its name is its ``str()`` without blanks, in which ``:``, ``|`` and control characters
        are not allowed. A string ``"x:red"`` in an option is the secondary item named ``x`` in the colour ``"red"``, whatever
        the type of that item: ``"1:red"`` is the item 1 in red.

        Args:
            options: the options; they are numbered from 0.
            primary: the items that must be covered, in their order. By default, all items of the options that are not
                secondary, in the order in which they first occur.
            secondary: the items that may stay uncovered.
            costs: a number from 0 to 2**64 - 1 for each option.
            bounds: how often items must be covered, where it is not exactly once: a number, or a pair of the least and the
                greatest number.

        Raises:
            TypeError: if an option is not an iterable, or is a string, or if an item is not hashable.
            ValueError: if two items have the same name, an option has an item twice or an item that is neither primary nor
                secondary, a primary item has a colour, the number of costs is wrong, or the bounds are not valid.
        """

    @staticmethod
    def from_matrix(
        matrix: Iterable[Iterable[Any]] | Any,
        *,
        secondary: Iterable[SupportsIndex] | None = None,
        bounds: Mapping[Any, _Bounds] | None = None,
    ) -> Problem:
        """A problem from a matrix of 0 and 1: each row is an option, each column an item. Column 0 is named ``c1``, as in
        every text, column 1 ``c2``, and so on.

        Args:
            matrix: rows of equal length, of bools or of the numbers 0 and 1; or a two-dimensional numpy array.
            secondary: the columns, from 0, that may stay uncovered.
            bounds: how often columns, from 0, must be covered, where it is not exactly once; as for `from_options`.

        Raises:
            TypeError: if the matrix does not consist of rows.
            ValueError: if a cell is neither 0 nor 1, the rows differ in length, or the bounds are not valid.
            IndexError: if there is no such column.
        """

    @property
    def items(self) -> list[str]:
        """The names of all items, primary ones first."""

    @property
    def primary(self) -> list[str]:
        """The names of the items that must be covered."""

    @property
    def secondary(self) -> list[str]:
        """The names of the items that may stay uncovered."""

    @property
    def bounds(self) -> dict[str, tuple[int, int]]:
        """How often items must be covered, by their names: the least and the greatest number. Secondary items, and items that
        are covered exactly once, are left out.
        """

    @property
    def options(self) -> list[tuple[str, ...]]:
        """All options, each as a tuple of its items; a coloured one is ``"x:red"``."""

    @property
    def costs(self) -> list[int]:
        """The costs of all options; 0 for an option without a cost."""

    def option_text(self, option: SupportsIndex) -> str:
        """The text of an option, without its cost: ``"a b x:red"``.

        Raises:
            IndexError: if there is no such option.
        """

    def with_costs(self, costs: Iterable[SupportsIndex]) -> Problem:
        """The problem with these costs, one for each option, instead of its own.

        Raises:
            ValueError: if there is not one cost for each option, or a cost is not in the range 0 to 2**64 - 1.
        """

    def check(self, options: Iterable[SupportsIndex]) -> None:
        """Check that these options, in any order, are a solution. The check shares no code with the search.

        Raises:
            ValueError: if they are not a solution; the message says why.
            IndexError: if there is no such option.
        """

    def options_of(self, part: Part) -> list[int]:
        """The options that are left in a part, ascending: those that can be chosen together with all options that the part
        assumes, without those that it excludes.

        Raises:
            ValueError: if two options that the part assumes cannot be chosen together.
            IndexError: if the problem has no such option.
        """

    def restricted_to(self, options: Iterable[SupportsIndex]) -> Problem:
        """The problem with all its items, and only these options, in this order.

        Raises:
            IndexError: if the problem has no such option.
        """

    def idle_options(self) -> list[int]:
        """The options without a primary item: they are in no solution."""

    def explain(
        self,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Contradiction | None:
        """Why the problem has no solution, or None if it has one.

        The reason consists of items that cannot all be covered, and of assumed options.

        Args:
            assume: only solutions with these options.
            exclude: only solutions without these.
            timeout: a number of seconds. A reason found by then may not be minimal.

        Raises:
            Stopped: if it was not known by then whether there is a solution.
            IndexError: if there is no such option.
        """

    def deciding(
        self, options: Iterable[SupportsIndex], *, fewest: bool = False, timeout: SupportsFloat | SupportsIndex | None = None
    ) -> Deciding:
        """What distinguishes a solution from all others: where the others differ from it, and a set of its parts that no other
        solution contains.

        Solutions that contain this solution and more are ignored. They exist only with bounds such as ``0:2``.

        Args:
            options: the solution.
            fewest: look for a smallest such set, not only for a minimal one.
            timeout: a number of seconds.

        Raises:
            Stopped: if no set was found by then.
            ValueError: if the options are not a solution.
            IndexError: if there is no such option.
        """

    def reduce(
        self,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Reduction:
        """The problem without the options and items that cannot matter to a solution.

        Args:
            assume: only solutions with these options.
            exclude: only solutions without these.
            timeout: a number of seconds. Options that were not tried by then stay.

        Raises:
            IndexError: if there is no such option.
        """

    def symmetries(
        self,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Symmetries:
        """The symmetries of the problem that keep these options.

        Args:
            assume: options that may only be mapped to each other.
            exclude: other options that may only be mapped to each other.
            timeout: a number of seconds.

        Raises:
            Stopped: if the symmetries were not found by then.
            IndexError: if there is no such option.
        """

    def convert(self, to: _Format) -> str:
        """The problem in the format of another program, which has the same solutions, option by option. A UserWarning says what
        the format cannot hold, such as names.

        Args:
            to: the format.

        Raises:
            ValueError: if there is no such format, or it cannot hold the problem.
        """

    @staticmethod
    def from_format(text: str, format: _ReadFormat) -> Problem:
        """The problem of a text in the format of another program.

        Raises:
            ParseError: at the first fault.
            ValueError: if there is no such format, or dominox only writes it.
        """

    def __len__(self) -> int: ...
    def __getitem__(self, option: SupportsIndex, /) -> tuple[str, ...]: ...
    def __iter__(self) -> Iterator[tuple[str, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Contradiction:
    """Why a puzzle has no answer. ``str(contradiction)`` is a sentence, in which options are numbered from 0, and rows,
    columns and cells from 1.
    """

    @property
    def clues(self) -> list[str]:
        """Givens and rules, in words."""

    @property
    def items(self) -> list[str]:
        """The names of items that cannot all be covered, if there are no clues."""

    @property
    def options(self) -> _Solution:
        """The options that contradict each other: givens, or those that are assumed."""

    @property
    def is_minimal(self) -> bool:
        """Whether no part of the reason can be left out."""

    @property
    def is_confirmed(self) -> bool:
        """Whether a second search, with another method, found no answer either."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Deciding:
    """What distinguishes an answer from all others."""

    @property
    def differing(self) -> list[str]:
        """Where the answers differ: cells such as ``"r1c3"``, or options; empty if there is only one answer."""

    @property
    def chosen(self) -> list[str]:
        """A set that no other answer contains in full: cells with their texts, such as ``"r1c3 = 4"``, or options."""

    @property
    def options(self) -> _Solution:
        """The options of the answer that correspond to ``chosen``, ascending."""

    @property
    def is_complete(self) -> bool:
        """Whether all places where the answers differ are known; False if the time ran out first."""

    @property
    def is_minimal(self) -> bool:
        """Whether each element of ``chosen`` is needed."""

    @property
    def is_fewest(self) -> bool:
        """Whether no smaller set would be enough."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Reduction:
    """A smaller problem, without what cannot be in a solution, and how its options correspond to those of the original
    problem.

    ``str(reduction)`` is the text of the smaller problem, after comments that say what was removed. In this text, options
    are numbered from 1.
    """

    @property
    def problem(self) -> Problem:
        """The smaller problem. If it is certain that there is no solution, this problem has one item and no options."""

    @property
    def part(self) -> Part:
        """The options that are in every solution, and those that are in none."""

    @property
    def options(self) -> list[_Solution]:
        """For each option of the smaller problem, the original options that it stands for; a solution has any one of these."""

    @property
    def why(self) -> dict[int, str]:
        """The reasons why options are in no solution, by option. Options without a primary item are left out, and so are options
        that were excluded or that disagree with options in every solution.
        """

    @property
    def is_contradictory(self) -> bool:
        """Whether it is certain that there is no solution."""

    @property
    def is_complete(self) -> bool:
        """Whether all options were tried; False if a time limit came first. Options that were not tried are kept."""

    def lift(self, options: Iterable[SupportsIndex]) -> _Solution:
        """The first solution of the original problem that a solution of the smaller problem stands for.

        Raises:
            ValueError: if the options are not a solution of the smaller problem.
            IndexError: if the smaller problem has no such option.
        """

    def factor(self, options: Iterable[SupportsIndex]) -> int:
        """The number of solutions of the original problem that a solution of the smaller problem stands for.

        Raises:
            ValueError: if the options are not a solution of the smaller problem.
            IndexError: if the smaller problem has no such option.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Symmetries:
    """The symmetries of a problem: a group, given by generators. The group cannot be pickled, but its generators can."""

    @property
    def problem(self) -> Problem:
        """The problem."""

    @property
    def order(self) -> int:
        """The number of symmetries."""

    @property
    def order_on_options(self) -> int:
        """The number of different permutations of the options: some symmetries may move only items."""

    @property
    def generators(self) -> list[Symmetry]:
        """Symmetries that generate all others."""

    @property
    def is_complete(self) -> bool:
        """Whether these are all symmetries. If not, the search for them was abandoned."""

    def __copy__(self) -> Symmetries: ...
    def __deepcopy__(self, _memo: Any, /) -> Symmetries: ...

@final
class Symmetry:
    """A symmetry, as cycles: a cycle maps each item or option to the next one, and the last to the first."""

    @property
    def options(self) -> list[tuple[int, ...]]:
        """The cycles of options."""

    @property
    def items(self) -> list[tuple[str, ...]]:
        """The cycles of items, by their names."""

    @property
    def colors(self) -> list[tuple[str, ...]]:
        """The cycles of items in their colours: ``"x:red"``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Part:
    """Some of a problem's solutions: those that have all options of ``assume`` and none of ``exclude``.

    Its text is a line such as ``+3 17 -5 9``, in which options are numbered from 1, as in every text of dominox; the
    whole problem is ``+``. ``str(part)`` is this line.

    A part from its text, or from options, which are numbered from 0, or from both. Two parts are equal if they have the
    same options, in any order.

    Raises:
        ValueError: if the text does not describe a part.
        IndexError: if an option is negative.
    """

    def __new__(
        cls,
        text: str | None = None,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
    ) -> Part: ...

    @property
    def assume(self) -> tuple[int, ...]:
        """The options in every solution of the part."""

    @property
    def exclude(self) -> tuple[int, ...]:
        """The options in no solution of the part."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solver:
    """A search for the solutions of a problem.

    ``for solution in solver`` gives each solution as a tuple of options, ascending, always in the same order. Each iterator
    begins at the first solution.

    The limits hold for each call of a method, and for an iterator as a whole. If a limit or Ctrl-C stopped a count, the
    next call resumes it. So do an iterator, `is_unique`, `uniqueness` and `solve`; the other methods start again. Only
    one thread at a time can use a solver; others get a RuntimeError. Make a solver for each thread.

    Args:
        problem: the problem; or a puzzle, whose givens are in every solution.
        kernel: the kernel that searches; by default the one that should be fastest.
        assume: options in every solution.
        exclude: options in no solution.
        part: only the solutions of this part, in addition to ``assume`` and ``exclude``.
        timeout: a number of seconds.
        max_nodes: a number of nodes of the search. With it, `count` only searches.
        limit: a number of solutions. With it, `count` only searches.
        memory: the bytes that tables and diagrams may take, 1 GiB by default.
        threads: how many threads search, from 1 to 1024; by default as many as this process may use. The solutions and
            their order do not depend on it.

    Raises:
        IndexError: if the problem has no such option.
        ValueError: if there is no such kernel, a limit is negative, or the number of threads is out of range.
        Unsupported: if no kernel, or not the requested one, supports the problem.
    """

    def __new__(
        cls,
        problem: Problem | Puzzle,
        *,
        kernel: _Kernel | None = None,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        part: Part | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
        max_nodes: SupportsIndex | None = None,
        limit: SupportsIndex | None = None,
        memory: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
    ) -> Solver: ...

    @property
    def problem(self) -> Problem:
        """The problem."""

    @property
    def kernel(self) -> _Kernel:
        """The kernel that searches."""

    @property
    def status(self) -> Literal["open", "exhausted", "stopped"]:
        """How the last method or iterator ended: ``"exhausted"`` if the search is complete, ``"stopped"`` if a limit or Ctrl-C
        stopped it, ``"open"`` before the first search and after a solution.
        """

    @property
    def stopped_by(self) -> _Limit | None:
        """The limit that stopped the last method or iterator, or None."""

    @property
    def found(self) -> int:
        """The number of solutions found since the search began; of an iterator, of those that it returned."""

    @property
    def nodes(self) -> int:
        """The number of nodes entered. An iterator searches a little ahead."""

    def solutions(self) -> Solutions:
        """An iterator over all solutions, from the first one on.

        It ends after ``limit`` solutions. If the time or the nodes are used up, it raises Stopped; the next call resumes with
        fresh limits.
        """

    def answers(self) -> Solutions:
        """Like `solutions`, but one solution for each answer. They differ only for Sudominokus, whose answers are grids."""

    def __iter__(self) -> Solutions: ...
    def solve(self) -> _Solution | None:
        """A solution, whichever is found first, or None if there is none. It is the same solution each time.

        Raises:
            Stopped: if a limit was reached before it was known.
        """

    def count(self, method: _Method = "auto") -> int:
        """The number of solutions, which is exact.

        Args:
            method: ``"search"`` goes through the solutions, ``"table"`` through the states of a table, with ``"auto"`` the
                two take turns, and the first to finish gives the number. With a kernel, ``"auto"`` only searches.

        Raises:
            Stopped: if a limit was reached; ``at_least`` is the number counted so far, in all calls together.
        """

    def count_answers(self, method: _Method = "auto") -> int:
        """Like `count`, but counts answers. The two differ only for Sudominokus, whose answers are grids."""

    def count_up_to_symmetry(self, symmetries: Symmetries | None = None, method: _Method = "auto") -> int:
        """The number of solutions up to symmetry: solutions that symmetries map to each other count once. Each call starts
        again.

        Args:
            symmetries: symmetries of the same problem that preserve the same assumed and excluded options; by default, all of
                them.
            method: as for `count`.

        Raises:
            Stopped: if a limit was reached; with ``limit`` ``"memory"`` also if there are too many symmetries.
            ValueError: if the symmetries belong to another problem, or preserve other options.
        """

    def solutions_up_to_symmetry(self, symmetries: Symmetries | None = None) -> list[_Solution]:
        """One solution of each orbit: solutions that symmetries map to each other form an orbit. Ends after ``limit`` solutions.

        Args:
            symmetries: symmetries of the same problem that preserve the same assumed and excluded options; by default, all of
                them.

        Raises:
            Stopped: if another limit was reached.
            ValueError: if the symmetries belong to another problem, or preserve other options.
        """

    def is_unique(self) -> bool:
        """Whether there is exactly one answer. Stops at the second one.

        Raises:
            Stopped: if a limit was reached before it was known.
        """

    def uniqueness(self) -> Uniqueness:
        """Whether there is no answer, one, or more than one, with the solutions that prove it."""

    def sample(self, n: SupportsIndex | None = None, seed: SupportsIndex | None = None) -> list[_Solution]:
        """Solutions drawn at random, each as likely as any other; the same solution can be drawn again.

        Each call builds a diagram: to draw several times, keep the result of `zdd`.

        Args:
            n: how many solutions to draw, 1 by default.
            seed: the same seed draws the same solutions. By default, they differ each time.

        Returns:
            n solutions; an empty list if the problem has none.

        Raises:
            Stopped: if a limit was reached.
        """

    def cheapest(self, k: SupportsIndex | None = None) -> Best:
        """The k solutions of least cost (by default, one), or all if there are fewer.

        If a limit stops the search, the result has the best solutions so far, which are not proven to be the best.
        """

    def most_expensive(self, k: SupportsIndex | None = None) -> Best:
        """Like `cheapest`: the k solutions of greatest cost, the most expensive first."""

    def estimate(self, probes: SupportsIndex | None = None, seed: SupportsIndex | None = None) -> Estimate:
        """An estimate of the number of solutions, and of the nodes of a search for all of them.

        Args:
            probes: the number of random probes; four times as many halve the error. By default 64, or fewer if they take
                more than some seconds of processor time.
            seed: the same seed gives the same estimate. By default, the seed differs each time.
        """

    def occurrences(self) -> list[bool | None]:
        """For each option, whether it is in some solution; None if a limit came before that was known."""

    def zdd(self, method: _Method = "auto") -> Zdd:
        """The diagram of all solutions.

        Raises:
            Stopped: if the diagram needs more memory or time than the limits allow.
        """

    def remaining(self) -> list[Part]:
        """What is left of the last count by search, or of the last iterator, as disjoint parts.

        Together, they contain the solutions that were not found or returned yet. If nothing was searched, or the last method
        was another one, the only part is the whole problem.
        """

@final
class Solutions:
    """An iterator over solutions, each a tuple of options, ascending. Made by `Solver.solutions`."""

    def __iter__(self) -> Solutions: ...
    def __next__(self) -> _Solution: ...

@final
class Uniqueness:
    """Whether there is no answer, one, or more than one."""

    @property
    def verdict(self) -> Literal["none", "unique", "multiple", "undecided"]:
        """``"undecided"`` if a limit was reached before it was known."""

    @property
    def solutions(self) -> list[_Solution]:
        """The solutions that prove it: at most two, of different answers."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Best:
    """The best solutions by cost, and whether they are proven to be the best. ``best[i]``, and each element of an iteration,
    is a pair of a cost and a solution.
    """

    @property
    def solutions(self) -> list[tuple[int, _Solution]]:
        """Pairs of a cost and a solution, the best first."""

    @property
    def bound(self) -> int | None:
        """If a limit stopped the search, a bound on the cost of all other solutions: none is better. None if these are proven to
        be the best.
        """

    @property
    def is_proven(self) -> bool:
        """Whether these are proven to be the best."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> tuple[int, _Solution]: ...
    def __iter__(self) -> Iterator[tuple[int, _Solution]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Interval:
    """An estimated number, and an interval that contains the true one with a probability of about 95 %."""

    @property
    def mean(self) -> int:
        """The estimate."""

    @property
    def low(self) -> int:
        """The lower end."""

    @property
    def high(self) -> int | None:
        """The upper end; None if there were too few probes."""

    @property
    def largest_share(self) -> float:
        """The share of the estimate, from 0 to 1, that the largest probe contributes. If it is large, the interval may be too
        narrow.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Estimate:
    """How many solutions there are, and how large a search for them is. Two estimates are equal if everything but the
    measured time is equal.
    """

    @property
    def solutions(self) -> Interval:
        """The number of solutions."""

    @property
    def nodes(self) -> Interval:
        """The number of nodes that a search for all solutions enters."""

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are exact, because the whole search was run."""

    @property
    def probes(self) -> int:
        """The number of probes."""

    @property
    def met(self) -> int:
        """The number of solutions that the probes met."""

    @property
    def seconds_per_node(self) -> float:
        """The seconds that a node takes."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Zdd:
    """All solutions of a problem in memory, as a decision diagram. Made by `Solver.zdd`.

    ``for solution in zdd`` gives each solution in the order of the diagram, and ``zdd[i]`` is one of them, for an index
    of any size; a negative one counts from the end. ``options in zdd`` says whether the options, in any order, are a
    solution. A diagram without solutions is false. Two diagrams are equal if they have the same nodes; diagrams that ask
    for the options in different orders differ, even if their solutions are the same.
    """

    @staticmethod
    def parse(text: str, option_count: SupportsIndex) -> Zdd:
        """Read the text of `to_text`, for a problem with this number of options.

        Raises:
            ParseError: at the first fault.
        """

    def count(self) -> int:
        """The number of solutions."""

    @property
    def node_count(self) -> int:
        """The number of nodes, without the two constants."""

    @property
    def option_count(self) -> int:
        """The number of options of the problem."""

    @property
    def options(self) -> list[int]:
        """The options that some solution contains, ascending."""

    def nth(self, index: SupportsIndex) -> _Solution:
        """The solution with this index, from 0.

        Raises:
            IndexError: if there are not that many solutions, or the index is negative.
        """

    def __getitem__(self, index: SupportsIndex, /) -> _Solution: ...
    def __contains__(self, options: object, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> ZddSolutions: ...
    def sample(self, n: SupportsIndex | None = None, seed: SupportsIndex | None = None) -> list[_Solution]:
        """Like `Solver.sample`."""

    def option_counts(self) -> list[int]:
        """For each option, the number of solutions that contain it."""

    def cheapest(
        self, k: SupportsIndex | None = None, costs: Iterable[SupportsIndex] | None = None
    ) -> list[tuple[int, _Solution]]:
        """The k cheapest solutions (by default, one), as pairs of a cost and a solution.

        Args:
            k: how many solutions.
            costs: the cost of each option, from 0 to 2**64 - 1; by default, those of the problem.
        """

    def most_expensive(
        self, k: SupportsIndex | None = None, costs: Iterable[SupportsIndex] | None = None
    ) -> list[tuple[int, _Solution]]:
        """Like `cheapest`, but the most expensive solutions, the most expensive first."""

    def restrict(
        self, assume: Iterable[SupportsIndex] | None = None, exclude: Iterable[SupportsIndex] | None = None
    ) -> Zdd:
        """The diagram of the solutions with all options of ``assume`` and none of ``exclude``.

        Raises:
            IndexError: if there is no such option.
        """

    def to_text(self) -> str:
        """The diagram in Knuth's notation, one node per line."""

    def to_json(self) -> str:
        """The diagram as JSON."""

    def to_dot(self) -> str:
        """The diagram in the language of Graphviz."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ZddSolutions:
    """An iterator over the solutions of a diagram."""

    def __iter__(self) -> ZddSolutions: ...
    def __next__(self) -> _Solution: ...

class Puzzle:
    """A puzzle: an exact-cover problem with some given options. Its answers have the layout of the question.

    Made by `read` and `model`. ``str(puzzle)`` is the question.
    """

    @property
    def kind(self) -> Literal["sudoku", "sudominoku", "cover", "matrix", "variant", "packing", "model"]:
        """The kind of the puzzle."""

    @property
    def number(self) -> int:
        """The number of the puzzle in its text, from 1."""

    @property
    def line(self) -> int | None:
        """The line of the text where the puzzle begins, from 1; None if the puzzle was not read from a text."""

    @property
    def problem(self) -> Problem:
        """The exact-cover problem of the rules, without the givens."""

    @property
    def givens(self) -> tuple[int, ...]:
        """The given options."""

    @property
    def grid(self) -> list[list[int]]:
        """The given digits of a Sudoku, of a Sudominoku, or of a variant of one grid, row by row; 0 is a blank.

        Raises:
            ValueError: if the puzzle is of another kind.
        """

    @property
    def warning(self) -> str | None:
        """A warning for the author of the puzzle, although it can be answered."""

    def why(self) -> str | None:
        """Why the puzzle has no answer, in words, if a reason is found without a search."""

    def explain(
        self,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Contradiction | None:
        """Why the puzzle has no answer, or None if it has one.

        The reason consists of givens and rules that contradict each other; if the puzzle has none, of items.

        Args:
            assume: only solutions with these options.
            exclude: only solutions without these.
            timeout: a number of seconds. A reason found by then may not be minimal.

        Raises:
            Stopped: if it was not known by then whether there is a solution.
            IndexError: if there is no such option.
        """

    def deciding(
        self, options: Iterable[SupportsIndex], *, fewest: bool = False, timeout: SupportsFloat | SupportsIndex | None = None
    ) -> Deciding:
        """What distinguishes a solution from all others: where the others differ from it, and a set of its parts that no other
        solution contains.

        Solutions that contain this solution and more are ignored. They exist only with bounds such as ``0:2``.

        Args:
            options: the solution.
            fewest: look for a smallest such set, not only for a minimal one.
            timeout: a number of seconds.

        Raises:
            Stopped: if no set was found by then.
            ValueError: if the options are not a solution.
            IndexError: if there is no such option.
        """

    def reduce(
        self,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Reduction:
        """The problem without what cannot be in a solution that has the givens.

        Args:
            assume: only solutions with these options.
            exclude: only solutions without these.
            timeout: a number of seconds. Options that were not tried by then stay.

        Raises:
            IndexError: if there is no such option.
        """

    def symmetries(
        self,
        which: _Which | None = None,
        *,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
    ) -> Symmetries:
        """The symmetries of the puzzle that keep its givens and these options.

        Args:
            which: ``"full"`` for all symmetries of the problem; ``"own"`` for those of the puzzle's rules: for a packing, the
                movements of the board; ``"turns"`` for those without reflections in space. The default is ``"own"`` for a
                packing, and ``"full"`` for everything else.
            assume: options that may only be mapped to each other.
            exclude: other options that may only be mapped to each other.
            timeout: a number of seconds.

        Raises:
            Stopped: if the symmetries were not found by then.
            ValueError: if ``which`` is something else.
            IndexError: if there is no such option.
        """

    def count_up_to_symmetry(self, which: _Which | None = None, *, timeout: SupportsFloat | SupportsIndex | None = None) -> int:
        """The number of solutions up to symmetry: solutions that symmetries map to each other count once.

        Args:
            which: the symmetries, as for `symmetries`.
            timeout: a number of seconds for the symmetries, and again for the count.

        Raises:
            Stopped: after ``timeout`` seconds, or if there are too many symmetries for the memory.
        """

    def solutions_up_to_symmetry(self, which: _Which | None = None, *, timeout: SupportsFloat | SupportsIndex | None = None) -> list[Answer]:
        """One answer of each orbit: answers that symmetries map to each other form an orbit.

        Args:
            which: the symmetries, as for `symmetries`.
            timeout: a number of seconds for the symmetries, and again for the search.

        Raises:
            Stopped: after ``timeout`` seconds, or if there are too many symmetries for the memory.
        """

    def convert(self, to: _PuzzleFormat) -> str:
        """The puzzle in the format of another program: the problem that its givens leave. For a Sudoku or a variant, ``to`` can
        also be ``"variant"``, its text, and ``"fpuzzles"`` or ``"sudokupad"``, a link. A UserWarning says what the format
        cannot hold, such as names.

        Args:
            to: the format.

        Raises:
            ValueError: if there is no such format, it cannot hold the puzzle, or the givens contradict each other.
        """

    def solver(
        self,
        *,
        kernel: _Kernel | None = None,
        assume: Iterable[SupportsIndex] | None = None,
        exclude: Iterable[SupportsIndex] | None = None,
        part: Part | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
        max_nodes: SupportsIndex | None = None,
        limit: SupportsIndex | None = None,
        memory: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
    ) -> Solver:
        """A solver for the puzzle, with its givens assumed; see `Solver`."""

    def answer(self, options: Iterable[SupportsIndex]) -> Answer:
        """The answer that consists of these options, in any order.

        Raises:
            ValueError: if they are not a solution that has the givens; the message says why.
            IndexError: if there is no such option.
        """

    def solve(self, *, timeout: SupportsFloat | SupportsIndex | None = None) -> Answer | None:
        """An answer, whichever is found first, or None if there is none.

        Raises:
            Stopped: after ``timeout`` seconds.
        """

    def solutions(self, *, timeout: SupportsFloat | SupportsIndex | None = None) -> Answers:
        """An iterator over all answers."""

    def count(self, *, timeout: SupportsFloat | SupportsIndex | None = None) -> int:
        """The number of answers.

        Raises:
            Stopped: after ``timeout`` seconds.
        """

    def is_unique(self, *, timeout: SupportsFloat | SupportsIndex | None = None) -> bool:
        """Whether there is exactly one answer.

        Raises:
            Stopped: after ``timeout`` seconds.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Sudoku(Puzzle):
    """A Sudoku of 4×4 to 36×36 cells.

    Read one Sudoku in any layout that dominox knows.

    Args:
        text: the puzzle.
        box: the rows and the columns of a box, if they are not the default for the size.

    Raises:
        ParseError: if the text is not one Sudoku.
        ValueError: if a box cannot have this shape.
    """

    def __new__(cls, text: str, *, box: tuple[int, int] | None = None) -> Sudoku: ...

    @staticmethod
    def from_grid(rows: Iterable[Iterable[SupportsIndex | None]], *, box: tuple[int, int] | None = None) -> Sudoku:
        """A Sudoku from rows of digits, in which 0 and None are blanks; a list of lists, or a numpy array.

        Raises:
            ValueError: if the rows are not a grid of a possible size.
        """

    @property
    def size(self) -> int:
        """The number of rows."""

    @property
    def box(self) -> tuple[int, int]:
        """The rows and the columns of a box."""

@final
class Sudominoku(Puzzle):
    """A Sudoku whose cells are covered by 36 dominoes and nine single digits; an answer is a grid.

    Read one Sudominoku.

    Raises:
        ParseError: if the text is not one Sudominoku.
    """

    def __new__(cls, text: str) -> Sudominoku: ...

@final
class Answer:
    """An answer of a puzzle. ``str(answer)`` is in the layout of the question."""

    @property
    def options(self) -> _Solution:
        """The options of the answer."""

    @property
    def grid(self) -> list[list[int]]:
        """The digits of a Sudoku, of a Sudominoku, or of a variant of one grid, row by row.

        Raises:
            ValueError: if the puzzle is of another kind.
        """

    @property
    def board(self) -> str:
        """The answer as a drawn board; the empty string if there is nothing to draw."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Answers:
    """An iterator over the answers of a puzzle."""

    def __iter__(self) -> Answers: ...
    def __next__(self) -> Answer: ...

def model(spec: str) -> Puzzle:
    """The puzzle of a model, such as ``"queens 8"``, ``"pentominoes 6x10"``, ``"langford 8"`` or ``"soma"``.

    Raises:
        ValueError: if there is no such model.
    """

@overload
def read(
    text: str | bytes,
    *,
    kind: _Kind | None = None,
    box: tuple[int, int] | None = None,
    column: str | int | None = None,
    errors: Literal["raise"] = "raise",
) -> list[Puzzle]: ...
@overload
def read(
    text: str | bytes,
    *,
    kind: _Kind | None = None,
    box: tuple[int, int] | None = None,
    column: str | int | None = None,
    errors: Literal["return"],
) -> list[Puzzle | ParseError]:
    """Read all puzzles of a text.

    Args:
        text: puzzles of one kind.
        kind: the kind, if it cannot be detected.
        box: the rows and the columns of the boxes of Sudokus.
        column: the column of a table, by its name or its number from 1, that holds the puzzles.
        errors: with ``"return"``, a bad puzzle does not affect the others: its ParseError takes its place in the list.

    Raises:
        ParseError: at the first bad puzzle.
    """

def _restore(text: str, kind: str, box: tuple[int, int] | None, number: int, line: int | None) -> Puzzle: ...

@final
class Merged:
    """The results of shards, put together. Made by `merge`."""

    @property
    def plan(self) -> Plan:
        """The plan."""

    @property
    def is_complete(self) -> bool:
        """Whether every shard was searched to its end."""

    @property
    def count(self) -> int | None:
        """The number of answers; None unless every shard was searched to its end."""

    @property
    def at_least(self) -> int:
        """The number of answers found so far."""

    @property
    def checksum(self) -> str:
        """The checksum of the answers found so far, 16 hexadecimal digits."""

    @property
    def nodes(self) -> int:
        """The number of nodes entered."""

    @property
    def seconds(self) -> float:
        """The time that all shards took together, in seconds."""

    @property
    def missing(self) -> list[int]:
        """The numbers of the shards without a result."""

    @property
    def stopped(self) -> list[int]:
        """The numbers of the shards that were stopped."""

    def rest(self, into: SupportsIndex) -> Plan:
        """A plan of this number of shards for everything that is left. It includes what was found, so the results are no longer
        needed.
        """

    def rest_of_stopped(self, into: SupportsIndex) -> Plan:
        """Like `rest`, but only for what stopped shards left, while others are still being searched.

        The other shards keep their numbers and their parts, and their results fit the new plan. In it, shards that have a
        result are empty, and the new shards come last.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Plan:
    """A search divided into shards: disjoint parts that together cover it. Made by `split`.

    ``plan[i]`` is a shard, and ``len(plan)`` their number. A plan is self-contained: it holds the problem. Its text is
    that of the files that the commands ``dominox split``, ``run`` and ``merge`` write and read, where shards are numbered
    from 1.
    """

    @staticmethod
    def parse(text: str) -> Plan:
        """Read the text of a plan.

        Raises:
            ValueError: if it is truncated, was altered, or is something else.
        """

    def to_text(self) -> str:
        """The text of the plan: JSON lines, the last with a digest of the others."""

    @property
    def name(self) -> str:
        """What was divided, for messages."""

    @property
    def problem(self) -> Problem:
        """The problem whose answers are counted."""

    @property
    def digest(self) -> str:
        """A digest that identifies the plan."""

    @property
    def nodes(self) -> int:
        """Roughly the number of nodes of the whole search."""

    def check(self) -> None:
        """Prove, from the problem alone, that the shards cover the whole search and do not overlap.

        Raises:
            ValueError: if they do not.
        """

    def __len__(self) -> int: ...
    def __getitem__(self, number: SupportsIndex, /) -> Shard: ...
    def __iter__(self) -> Iterator[Shard]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Shard:
    """A shard of a plan: a piece of work that needs only the problem, and can be pickled."""

    @property
    def plan(self) -> str:
        """The digest of the plan."""

    @property
    def number(self) -> int:
        """The number of the shard, from 0."""

    @property
    def parts(self) -> builtins.list[Part]:
        """Its parts."""

    def run(
        self,
        problem: Problem,
        *,
        threads: SupportsIndex | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
        kernel: _Kernel | None = None,
    ) -> ShardResult:
        """Count the answers in the shard.

        Args:
            problem: the problem of the plan.
            threads: how many threads search; by default one.
            timeout: a number of seconds. A part that is not finished by then counts as not searched.
            kernel: the kernel that searches; by default the one that should be fastest.

        Raises:
            ValueError: if there is no such kernel, a limit is negative, or the problem is not that of the plan.
        """

    def list(
        self,
        problem: Problem,
        *,
        most: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        timeout: SupportsFloat | SupportsIndex | None = None,
        kernel: _Kernel | None = None,
    ) -> tuple[ShardResult, builtins.list[_Solution]]:
        """List the answers in the shard: one solution of each.

        Args:
            problem: the problem of the plan.
            most: the maximum number of solutions. A part that would exceed it counts as not searched.
            threads: how many threads search; by default one.
            timeout: a number of seconds. A part that is not finished by then counts as not searched.
            kernel: the kernel that searches; by default the one that should be fastest.

        Returns:
            The result and the solutions in the parts that were searched.

        Raises:
            ValueError: if there is no such kernel, a limit is negative, or the problem is not that of the plan.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class ShardResult:
    """The result of a shard. Made by `run`; its text is that of a file that ``dominox run`` writes."""

    @staticmethod
    def parse(text: str) -> ShardResult:
        """Read the text of a result.

        Raises:
            ValueError: if it is truncated, was altered, or is something else.
        """

    def to_text(self) -> str:
        """The text of the result: JSON lines, the last with a digest of the others."""

    @property
    def plan(self) -> str:
        """The digest of the plan."""

    @property
    def number(self) -> int:
        """The number of the shard, from 0."""

    @property
    def is_done(self) -> bool:
        """Whether the whole shard was searched."""

    @property
    def parts_done(self) -> int:
        """The number of parts that were searched."""

    @property
    def count(self) -> int:
        """The number of answers in the parts that were searched."""

    @property
    def checksum(self) -> str:
        """The checksum of these answers, 16 hexadecimal digits."""

    @property
    def nodes(self) -> int:
        """The number of nodes entered in these parts."""

    @property
    def seconds(self) -> float:
        """The time that the search took, in seconds."""

    @property
    def kernel(self) -> str:
        """The kernel that searched, and its instruction set."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def split(problem: Problem | Puzzle, into: SupportsIndex, *, name: str = "problem") -> Plan:
    """Divide the search for all answers of a problem into shards of about equal size.

    Args:
        problem: a problem, or a puzzle; for a puzzle, the problem of the plan is the part that the givens leave.
        into: the number of shards; fewer are made if the search is small.
        name: what is divided, for messages.

    Raises:
        ValueError: if the givens of the puzzle contradict each other, or ``into`` is not at least 1.
        Unsupported: if no kernel supports the problem.
    """

def run(
    plan: Plan,
    number: SupportsIndex,
    *,
    threads: SupportsIndex | None = None,
    timeout: SupportsFloat | SupportsIndex | None = None,
    kernel: _Kernel | None = None,
) -> ShardResult:
    """Search a shard of a plan: ``plan[number].run(plan.problem, …)``.

    Raises:
        IndexError: if there is no such shard.
    """

def merge(plan: Plan, results: Iterable[ShardResult]) -> Merged:
    """Put the results of shards together. First prove, from the problem alone, that the shards cover the whole search and do
    not overlap.

    Raises:
        ValueError: if the plan is not a partition of the search, or a result belongs to another plan, has other parts, or
            is the second one of a shard.
    """
