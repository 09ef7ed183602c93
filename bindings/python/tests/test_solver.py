"""Searches: what they return, and what stops them."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from dominox import Part, Problem, Solver, Stopped, Unsupported, Zdd, read

QUEENS = Problem.model("queens 8")
LARGE = Problem.model("queens 20")
HARD = Problem.model("queens 28").with_costs([(i * i * 7919) % 1009 for i in range(28 * 28)])


def test_each_iterator_begins_at_the_first_solution() -> None:
    solver = Solver(QUEENS)
    first = list(solver)
    assert len(first) == len(set(first)) == 92
    assert list(solver) == first
    one, other = iter(solver), iter(solver)
    assert [next(one), next(one), next(other)] == [first[0], first[1], first[0]]
    assert solver.count() == 92
    assert next(one) == first[2]
    for solution in first:
        QUEENS.check(solution)


@pytest.mark.parametrize("kernel", ["links", "lanes", "rows", None])
@pytest.mark.parametrize("method", ["auto", "search", "table"])
def test_counts_agree(kernel: Any, method: Any) -> None:
    assert Solver(QUEENS, kernel=kernel).count(method) == 92
    assert set(Solver(QUEENS, kernel=kernel)) == set(Solver(QUEENS))


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_threads_find_the_same_in_the_same_order(threads: int | None) -> None:
    langford = Problem.model("langford 8")
    assert list(Solver(langford, threads=threads)) == list(Solver(langford, threads=1))
    queens = Problem.model("queens 11")
    one, several = Solver(queens, threads=1), Solver(queens, threads=threads)
    assert several.count("search") == one.count("search") == 2680
    assert several.nodes == one.nodes
    with pytest.raises(Stopped) as stopped:
        Solver(queens, threads=threads, max_nodes=5000).count()
    with pytest.raises(Stopped) as expected:
        Solver(queens, threads=1, max_nodes=5000).count()
    assert stopped.value.at_least == expected.value.at_least


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="only Linux lists the threads")
def test_as_many_threads_search_as_asked_for() -> None:
    def most(threads: int) -> int:
        seen = 0
        search = threading.Thread(target=lambda: stopped(Solver(LARGE, threads=threads, timeout=0.5)))
        search.start()
        while search.is_alive():
            seen = max(seen, len(os.listdir("/proc/self/task")))
            time.sleep(0.01)
        return seen

    def stopped(solver: Solver) -> None:
        with pytest.raises(Stopped):
            solver.count("search")

    assert most(5) == most(1) + 4


def test_a_count_is_an_int_of_any_size() -> None:
    count = Solver(Problem.model("dominoes 20x20")).count()
    assert count == 1269984011256235834242602753102293934298576249856


def test_assumed_and_excluded_options() -> None:
    with_first = [s for s in Solver(QUEENS) if 3 in s]
    assert sorted(Solver(QUEENS, assume=[3])) == sorted(with_first)
    assert Solver(QUEENS, exclude=(3,)).count() == 92 - len(with_first)
    assert Solver(QUEENS, part=Part(assume=[3])).count() == len(with_first)
    assert Solver(QUEENS, assume=[3, 4]).count() == 0
    assert Solver(QUEENS, assume=[3], exclude=[3]).count() == 0


def test_a_solution_and_uniqueness() -> None:
    solver = Solver(QUEENS)
    solution = solver.solve()
    assert solution is not None
    QUEENS.check(solution)
    assert solver.solve() == solution
    assert not solver.is_unique()
    result = solver.uniqueness()
    assert result.verdict == "multiple"
    assert len(set(result.solutions)) == 2
    none = Solver(Problem.model("queens 3"))
    assert (none.solve(), none.is_unique(), none.uniqueness().verdict) == (None, False, "none")
    assert none.status == "exhausted"
    one = Solver(Problem("a b\na\nb\n"))
    assert (one.is_unique(), one.uniqueness().solutions) == (True, [(0, 1)])


def test_the_limit_of_solutions_ends_an_iterator() -> None:
    solver = Solver(QUEENS, limit=5)
    assert len(list(solver)) == 5
    assert (solver.found, solver.status, solver.stopped_by) == (5, "stopped", "solutions")
    with pytest.raises(Stopped, match="limit of solutions") as caught:
        Solver(QUEENS, limit=5).count()
    assert (caught.value.limit, caught.value.at_least) == ("solutions", 5)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.limit, again.at_least) == ("solutions", 5)
    assert list(Solver(QUEENS, limit=0)) == []


@pytest.mark.parametrize(
    "verb",
    [
        lambda: Solver(LARGE, timeout=0.05).count(),
        lambda: Solver(LARGE, timeout=0.05).count("table"),
        lambda: Solver(LARGE, timeout=0.05).zdd(),
        lambda: list(Solver(LARGE, timeout=0.05)),
        lambda: Solver(Problem.model("langford 30"), timeout=0.05).is_unique(),
        lambda: Solver(Problem.model("langford 30"), timeout=0.001).is_unique(),
        lambda: Solver(LARGE, timeout=0).solve(),
    ],
)
def test_limits_stop_with_an_exception(verb: Callable[[], object]) -> None:
    began = time.monotonic()
    with pytest.raises(Stopped, match="limit of time") as caught:
        verb()
    assert caught.value.limit == "time"
    assert time.monotonic() - began < 1


def test_what_a_limit_leaves_unknown() -> None:
    assert Solver(LARGE, timeout=0).uniqueness().verdict == "undecided"
    assert set(Solver(LARGE, timeout=0).occurrences()) == {None}


@pytest.mark.parametrize("timeout", [0.001, 0.02, 0.1])
def test_a_stopped_count_goes_on(timeout: float) -> None:
    queens = Problem.model("queens 11")
    methods: list[Any] = ["search", "auto", "table"]
    for method in methods:
        solver = Solver(queens, timeout=timeout)
        for _ in range(10_000):
            try:
                assert solver.count(method) == 2680
                break
            except Stopped as stopped:
                assert stopped.at_least is not None and stopped.at_least <= 2680
        else:
            pytest.fail("it never ends")


def test_a_stopped_iterator_goes_on() -> None:
    solutions = Solver(QUEENS, max_nodes=20).solutions()
    found = []
    stops = 0
    while True:
        try:
            found.append(next(solutions))
        except Stopped as stopped:
            assert stopped.limit == "nodes"
            stops += 1
        except StopIteration:
            break
    assert stops > 3
    assert found == list(Solver(QUEENS))


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 50, 91, 92])
def test_what_an_iterator_leaves(taken: int) -> None:
    solver = Solver(QUEENS)
    solutions = solver.solutions()
    found = [next(solutions) for _ in range(taken)]
    assert solver.found == taken
    rest = [s for part in solver.remaining() for s in Solver(QUEENS, part=Part(str(part)))]
    assert len(rest) == 92 - taken
    assert sorted(found + rest) == sorted(Solver(QUEENS))


def test_what_an_iterator_leaves_where_items_have_bounds() -> None:
    problem = Problem("0:1|x 0:1|y 0:1|z 1:2|p\np\nx\ny\nz\np z\n")
    whole = list(Solver(problem))
    for taken in range(len(whole) + 1):
        solver = Solver(problem)
        solutions = solver.solutions()
        found = [next(solutions) for _ in range(taken)]
        rest = [s for part in solver.remaining() for s in Solver(problem, part=part)]
        assert sorted(found + rest) == sorted(whole)


def test_a_look_at_what_is_left_changes_nothing() -> None:
    whole = list(Solver(QUEENS))
    solver = Solver(QUEENS, limit=20)
    solutions = solver.solutions()
    found = []
    for solution in solutions:
        found.append(solution)
        left = sum(Solver(QUEENS, part=part).count() for part in solver.remaining())
        assert left == 92 - len(found)
    assert found == whole[:20]

    def within_nodes(looks: bool) -> list[tuple[int, ...]]:
        solver, found = Solver(QUEENS, max_nodes=100), []
        with pytest.raises(Stopped):
            for solution in solver:
                found.append(solution)
                if looks:
                    solver.remaining()
        return found

    assert within_nodes(True) == within_nodes(False)
    assert 0 < len(within_nodes(True)) < 92


def test_what_a_count_leaves() -> None:
    for nodes in range(0, 400, 7):
        solver = Solver(QUEENS, max_nodes=nodes)
        try:
            found = solver.count()
        except Stopped as stopped:
            assert (stopped.limit, stopped.at_least) == ("nodes", solver.found)
            found = solver.found
        assert found + sum(Solver(QUEENS, part=part).count() for part in solver.remaining()) == 92


def test_costs() -> None:
    costs = [(7 * index) % 31 for index in range(64)]
    problem = QUEENS.with_costs(costs)
    ranked = sorted(sum(costs[option] for option in solution) for solution in Solver(QUEENS))
    best = Solver(problem).cheapest(5)
    assert [cost for cost, _ in best.solutions] == ranked[:5]
    assert (best.is_proven, best.bound, len(best)) == (True, None, 5)
    most = Solver(problem).most_expensive(3)
    assert [cost for cost, _ in most.solutions] == ranked[:-4:-1]
    zdd = Solver(QUEENS).zdd()
    first = zdd[0]
    assert first in zdd and reversed(first) in zdd
    for other in ((), first[1:], first + first[:1], (0, 1, 2), (10**9,), None, "x"):
        assert other not in zdd
    assert [cost for cost, _ in zdd.cheapest(5, costs)] == ranked[:5]
    assert [cost for cost, _ in zdd.most_expensive(3, costs)] == ranked[:-4:-1]
    for cost, solution in best.solutions:
        QUEENS.check(solution)
        assert cost == sum(costs[option] for option in solution)
    assert not Solver(HARD, timeout=0).cheapest().is_proven
    assert Solver(QUEENS).cheapest(1000).solutions[0][0] == 0


def test_a_large_cost() -> None:
    problem = Problem.from_options([["a"], ["b"]], costs=[2**64 - 1, 2**64 - 1])
    assert Solver(problem).cheapest().solutions == [(2**65 - 2, (0, 1))]


def test_diagrams() -> None:
    zdd = Solver(QUEENS).zdd()
    solutions = list(zdd)
    assert sorted(solutions) == sorted(Solver(QUEENS))
    assert zdd.count() == 92
    assert (zdd[0], zdd[91], zdd[-1], zdd.nth(5)) == (solutions[0], solutions[91], solutions[91], solutions[5])
    for index in (92, -93, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            zdd[index]
    assert zdd.option_counts() == [sum(o in s for s in solutions) for o in range(64)]
    assert zdd.options == [o for o, n in enumerate(zdd.option_counts()) if n]
    some = zdd.restrict(assume=[3], exclude=[60])
    assert set(some) == {s for s in solutions if 3 in s and 60 not in s}
    again = Zdd.parse(zdd.to_text(), zdd.option_count)
    assert set(again) == set(solutions)
    assert not zdd.restrict(assume=[0, 1])
    assert pickle.loads(pickle.dumps(zdd)).count() == 92
    assert '"options":64' in zdd.to_json().replace(" ", "")
    assert zdd.to_dot().startswith("digraph")
    with pytest.raises(Stopped, match="the diagram would need"):
        Solver(Problem.model("queens 12"), memory=100_000).zdd()


def test_a_diagram_of_too_many_options() -> None:
    for count in (-1, 2**31, 10**30):
        with pytest.raises(ValueError, match="option_count is"):
            Zdd.parse("2: (~0?0:1)\n", count)


def test_a_large_diagram_has_large_indices() -> None:
    zdd = Solver(Problem.model("dominoes 12x12")).zdd()
    count = zdd.count()
    assert count == 53060477521960000
    assert zdd[count - 1] == zdd[-1]
    with pytest.raises(IndexError):
        zdd[count]


def test_samples() -> None:
    solutions = set(Solver(QUEENS))
    sample = Solver(QUEENS).sample(3000, seed=1)
    assert len(sample) == 3000
    assert set(sample) == solutions
    assert Solver(QUEENS).zdd().sample(3000, seed=1) == sample
    assert Solver(QUEENS).sample(50, seed=2) != sample[:50]
    assert Solver(Problem.model("queens 3")).sample(5) == []
    assert Solver(QUEENS).sample(0) == []
    for n, seed in ((-1, 0), (1, -1), (1, 2**64)):
        with pytest.raises(ValueError):
            Solver(QUEENS).sample(n, seed)


def test_estimates() -> None:
    estimate = Solver(QUEENS).estimate()
    assert (estimate.is_exact, estimate.solutions.mean, estimate.solutions.high) == (True, 92, 92)
    solver = Solver(Problem.model("dominoes 16x16"))
    one, other = (solver.estimate(16, seed=7) for _ in range(2))
    assert (one.solutions.mean, one.probes) == (other.solutions.mean, 16)
    assert 10**28 < one.solutions.mean < 10**33
    assert one.solutions.high is not None and one.solutions.low <= one.solutions.mean <= one.solutions.high


def test_occurrences() -> None:
    problem = Problem("a b c\na b\nc\nb\na c\nb c\n")
    assert Solver(problem).occurrences() == [True, True, True, True, False]


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"kernel": "lnks"}, ValueError, "no kernel 'lnks': expected one of 'links'"),
        ({"kernel": "units"}, Unsupported, "units"),
        ({"timeout": -1}, ValueError, "timeout is -1"),
        ({"timeout": float("nan")}, ValueError, "timeout is NaN"),
        ({"timeout": "1"}, TypeError, "timeout is of type str"),
        ({"max_nodes": -1}, ValueError, "max_nodes is -1"),
        ({"max_nodes": 1.5}, TypeError, "max_nodes is of type float"),
        ({"limit": -5}, ValueError, "limit is -5"),
        ({"memory": -5}, ValueError, "memory is -5"),
        ({"memory": "1GiB"}, TypeError, "memory is of type str"),
        ({"assume": 5}, TypeError, "not iterable"),
        ({"assume": ["a"]}, TypeError, "of type str"),
        ({"exclude": [64]}, IndexError, "option 64: expected 0 to 63"),
        ({"exclude": [-1]}, IndexError, "option -1: expected 0 to 63"),
        ({"part": "+1"}, TypeError, "Part"),
        ({"threads": 0}, ValueError, "threads is 0: expected 1 to 1024"),
        ({"threads": -1}, ValueError, "threads is -1: expected 1 to 1024"),
        ({"threads": 2**64}, ValueError, "threads is 18446744073709551616"),
        ({"threads": 1025}, ValueError, "threads is 1025"),
        ({"threads": "2"}, TypeError, "threads is of type str"),
    ],
)
def test_bad_settings(settings: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        Solver(QUEENS, **settings)


def test_items_that_are_covered_several_times() -> None:
    problem = Problem("2:3|a 1|b\na b |2\na\na |1\nb a |5\n")
    solutions = {frozenset(options) for options in Solver(problem)}
    assert solutions == {frozenset(s) for s in ([0, 1], [0, 2], [0, 1, 2], [1, 3], [2, 3], [1, 2, 3])}
    assert Solver(problem).count("search") == Solver(problem).count("table") == Solver(problem).count() == 6
    best = Solver(problem).cheapest(2)
    assert [cost for cost, _ in best.solutions] == [2, 3]
    with pytest.raises(Unsupported, match="item `a` is to be covered 2 to 3 times: `lanes` needs"):
        Solver(problem, kernel="lanes")


def test_large_settings_are_no_limits() -> None:
    huge = 10**30
    assert Solver(QUEENS, timeout=float("inf"), max_nodes=huge, limit=huge, memory=2**40).count() == 92
    assert Solver(QUEENS, timeout=1e300).count() == 92
    assert Solver(QUEENS, timeout=10**400).count() == 92
    with pytest.raises(ValueError, match="no method"):
        Solver(QUEENS).count("tabel")  # type: ignore[arg-type]


def interrupted_after(work: Callable[[], object], pause: float = 0.3) -> float:
    """The seconds from a SIGINT, after a pause, to the KeyboardInterrupt that ends the work."""
    sent = 0.0

    def send() -> None:
        nonlocal sent
        sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(pause, send)
    timer.start()
    is_early = False
    try:
        work()
        is_early = True
        timer.join()
        time.sleep(1)
    except KeyboardInterrupt:
        took = time.monotonic() - sent
    timer.join()
    assert not is_early, "the work was over before the signal came"
    return took


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        lambda: Solver(LARGE).count("search"),
        lambda: Solver(LARGE).count("table"),
        lambda: Solver(LARGE).count(),
        lambda: Solver(LARGE, memory=4 << 30).zdd(),
        lambda: sum(1 for _ in Solver(LARGE)),
        lambda: sum(map(len, Solver(LARGE))),
        lambda: Solver(HARD).cheapest(),
        lambda: Solver(LARGE).estimate(10**9),
        lambda: Solver(Problem.model("langford 30")).is_unique(),
        # If the interrupt is missed, the samples take a gigabyte.
        lambda: Solver(QUEENS).zdd().sample(10**7),
        lambda: [Zdd for _ in iter(lambda: Solver(Problem.model("dominoes 8x8")).zdd().count(), 0)],
        lambda: read("." * 81 + "\n" + ("1" + "." * 80 + "\n") * 400_000),
    ],
)
def test_an_interrupt_ends_it(work: Callable[[], object]) -> None:
    # On an idle machine it takes less than 0.1 seconds.
    assert interrupted_after(work) < 0.5


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_count_goes_on_after_an_interrupt() -> None:
    queens = Problem.model("queens 15")
    solver = Solver(queens)
    interrupted_after(lambda: solver.count("search"), 0.05)
    assert (solver.status, solver.stopped_by) == ("stopped", "cancelled")
    found = solver.found
    assert found + sum(Solver(queens, part=part).count("search") for part in solver.remaining()) == 2279184
    assert solver.count("search") == 2279184


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.is_set():
            ticks += 1
            time.sleep(0.005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.raises(Stopped):
        Solver(LARGE, timeout=0.5).count("search")
    is_over.set()
    ticker.join()
    assert ticks > 20


def test_two_threads_search_at_once() -> None:
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(Solver(QUEENS).count())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [92] * 8


def test_a_solver_works_in_one_thread_at_a_time() -> None:
    solver = Solver(LARGE, timeout=0.5)
    errors: list[BaseException] = []

    def count() -> None:
        try:
            solver.count("search")
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=count)
    thread.start()
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="at work in another thread"):
        solver.is_unique()
    assert "at work" in repr(solver)
    thread.join()
    assert [type(error) for error in errors] == [Stopped]
