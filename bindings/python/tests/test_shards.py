"""Searches divided into shards: plans, results, and what puts them together."""

from __future__ import annotations

import json
import pickle

import pytest
from dominox import Part, Plan, Problem, ShardResult, Solver, Sudominoku, Sudoku, merge, model, run, split

QUEENS = Problem.model("queens 9")
CASE = "5\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n"


def test_shards_add_up() -> None:
    plan = split(QUEENS, 5, name="nine queens")
    assert (len(plan), plan.name, plan.problem) == (5, "nine queens", QUEENS)
    plan.check()
    assert split(QUEENS, 5, name="nine queens") == plan
    results = [run(plan, number) for number in range(5)]
    assert all(result.is_done for result in results)
    merged = merge(plan, results)
    assert (merged.is_complete, merged.count, merged.missing, merged.stopped) == (True, 352, [], [])
    assert merged.nodes == sum(result.nodes for result in results)
    found = [s for shard in plan for s in shard.list(QUEENS)[1]]
    assert sorted(found) == sorted(Solver(QUEENS))


def test_a_shard_is_its_parts() -> None:
    plan = split(QUEENS, 4)
    shard = plan[-1]
    assert (shard, shard.number, shard.plan) == (plan[3], 3, plan.digest)
    assert sum(Solver(QUEENS, part=part).count() for part in shard.parts) == run(plan, 3).count
    for number in (4, -5, 10**6):
        with pytest.raises(IndexError, match=f"shard {number}: the plan has 4"):
            plan[number]
    for other in (Problem("a b\na\nb\na b\na b\n"), Problem("a\n" + "a\n" * 64)):
        with pytest.raises(ValueError, match="this problem is not the problem of the shard"):
            shard.run(other)
        with pytest.raises(ValueError, match="this problem is not the problem of the shard"):
            shard.list(other)


def test_texts_and_pickles() -> None:
    plan = split(QUEENS, 3)
    again = Plan.parse(plan.to_text())
    assert again == plan and again.to_text() == plan.to_text()
    assert pickle.loads(pickle.dumps(plan)) == plan
    shard = pickle.loads(pickle.dumps(plan[1]))
    assert shard == plan[1]
    result = shard.run(QUEENS)
    assert ShardResult.parse(result.to_text()) == result == pickle.loads(pickle.dumps(result))
    line = json.loads(result.to_text().splitlines()[0])
    assert (line["shard"], line["count"], line["plan"]) == (2, str(result.count), plan.digest)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kernel", [None, "links", "lanes", "rows"])
def test_results_do_not_depend_on_how_it_is_searched(threads: int, kernel: str | None) -> None:
    plan = split(QUEENS, 2)
    result = run(plan, 0, threads=threads, kernel=kernel)  # type: ignore[arg-type]
    assert (result.count, result.checksum) == (run(plan, 0).count, run(plan, 0).checksum)


def test_what_does_not_fit_is_refused() -> None:
    plan, other = split(QUEENS, 4), split(Problem.model("queens 10"), 4)
    results = [run(plan, number) for number in range(4)]
    part = merge(plan, results[:2])
    assert (part.is_complete, part.count, part.missing) == (False, None, [2, 3])
    assert part.at_least == results[0].count + results[1].count
    for bad, reason in [
        ([results[0], results[0]], r"results\[1\]: shard 0 is given twice"),
        ([run(other, 1)], r"results\[0\]: this result belongs to another plan"),
    ]:
        with pytest.raises(ValueError, match=reason):
            merge(plan, bad)
    text = results[0].to_text()
    for bad_text, reason in [
        (text[:-9], "the result is truncated"),
        (text.replace('"count":"', '"count":"1', 1), "the result was altered"),
        (plan.to_text(), "this is not a result of dominox"),
        ("352\n", "this is not a result of dominox"),
        (text.replace('"version":1', '"version":2'), "another version"),
    ]:
        with pytest.raises(ValueError, match=reason):
            ShardResult.parse(bad_text)
    with pytest.raises(ValueError, match="the plan was altered"):
        Plan.parse(plan.to_text().replace('"shard":1,"leaves":[', '"shard":1,"leaves":[7,'))
    with pytest.raises(TypeError):
        merge(plan, ["a"])  # type: ignore[list-item]
    for into in (0, -1, 2**40):
        with pytest.raises(ValueError, match="into is"):
            split(QUEENS, into)
    with pytest.raises(TypeError, match="of type str: expected a Problem or a Puzzle"):
        split("queens 8", 2)  # type: ignore[arg-type]


def test_what_is_left_is_divided_again() -> None:
    plan = split(QUEENS, 3)
    stopped = run(plan, 1, timeout=0)
    assert (stopped.is_done, stopped.parts_done, stopped.count) == (False, 0, 0)
    part = merge(plan, [run(plan, 0), stopped])
    assert (part.missing, part.stopped) == ([2], [1])
    rest = part.rest(4)
    rest.check()
    assert len(rest) == 4
    assert merge(rest, [shard.run(rest.problem) for shard in rest]).count == 352


def test_what_stopped_shards_left_is_divided_while_others_run() -> None:
    plan = split(QUEENS, 3)
    first, last = run(plan, 0), run(plan, 2)
    # As many solutions as the first part has.
    most = Solver(QUEENS, part=plan[1].parts[0]).count()
    stopped = plan[1].list(QUEENS, most=most)
    assert stopped[0].parts_done > 0 and not stopped[0].is_done
    assert stopped[0].count == len(stopped[1]) == most
    again = merge(plan, [stopped[0]]).rest_of_stopped(2)
    assert (len(again), len(again[1].parts)) == (5, 0)
    assert [again[0].parts, again[2].parts] == [plan[0].parts, plan[2].parts]
    # And once more, with a result of the first plan.
    more = merge(again, [run(again, 3, timeout=0), last]).rest_of_stopped(2)
    merged = merge(more, [first, *(run(more, number) for number in range(4, len(more)))])
    assert (merged.count, merged.missing) == (352, [])
    with pytest.raises(ValueError, match="the parts are not those of the plan"):
        merge(more, [run(plan, 1)])
    assert Plan.parse(more.to_text()) == more


def test_answers_of_a_sudominoku_are_counted_once() -> None:
    puzzle = Sudominoku(CASE)
    plan = split(puzzle, 4)
    assert len(plan) == 4
    assert merge(plan, [run(plan, number) for number in range(4)]).count == puzzle.count() == 136


def test_givens() -> None:
    puzzle = Sudoku("1..............." )
    options = puzzle.problem.options_of(Part(assume=puzzle.givens))
    plan = split(puzzle, 3)
    assert plan.problem == puzzle.problem.restricted_to(options)
    assert merge(plan, [run(plan, number) for number in range(len(plan))]).count == 72
    assert merge(split(model("queens 3"), 2), []).at_least == 0
    with pytest.raises(ValueError, match="contradict"):
        split(Sudoku("11.............."), 2)
    with pytest.raises(ValueError, match="option 0 and option 1 both take item"):
        QUEENS.options_of(Part(assume=[0, 1]))
    with pytest.raises(IndexError):
        QUEENS.restricted_to([81])


def test_items_that_are_covered_several_times() -> None:
    plan = split(Problem("2:3|a 0:2|b\na b\na\na\nb\n"), 2)
    count = Solver(Problem("2:3|a 0:2|b\na b\na\na\nb\n")).count()
    assert merge(plan, [run(plan, number) for number in range(len(plan))]).count == count == 8
