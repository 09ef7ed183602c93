"""Searches on a cluster of Dask workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

import dominox.dask
import psutil
import pytest
from dask.utils import key_split
from distributed import Client, LocalCluster
from dominox import Problem, Solver, Sudominoku, Unsupported, model

CASE = "5\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Two workers, in threads of this process."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


def test_counts(client: Client) -> None:
    assert dominox.dask.count(client, Problem.model("queens 10")) == 724
    assert dominox.dask.count(client, model("langford 8"), shards=3, threads=2) == 300
    assert dominox.dask.count(client, Problem.model("queens 3")) == 0
    assert dominox.dask.count(client, dominox.Sudoku("11..............")) == 0
    assert dominox.dask.count(client, dominox.Sudoku("1...............")) == 72


def test_solutions(client: Client) -> None:
    queens = Problem.model("queens 9")
    listed = list(dominox.dask.solutions(client, queens))
    assert len(listed) == 352
    assert sorted(listed) == sorted(Solver(queens))
    assert list(dominox.dask.solutions(client, dominox.Sudoku("11.............."))) == []


def test_answers_of_a_sudominoku(client: Client) -> None:
    puzzle = Sudominoku(CASE)
    grids = [str(answer.grid) for answer in dominox.dask.solutions(client, puzzle, shards=5)]
    assert len(grids) == 136
    assert set(grids) == {str(answer.grid) for answer in puzzle.solutions()}


def test_what_a_stopped_shard_left_is_divided_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = []

    def seen(plan: Any, results: Any) -> Any:
        plans.append(plan)
        return dominox.merge(plan, results)

    monkeypatch.setattr(dominox.dask, "merge", seen)
    # Half of the search takes longer, on any machine.
    assert dominox.dask.count(client, Problem.model("queens 13"), shards=2, timeout=0.002) == 73712
    assert len(plans[-1]) > len(plans[0]) == 2
    plans.clear()
    monkeypatch.setattr(dominox.dask, "_MOST_SOLUTIONS", 1)
    queens = Problem.model("queens 8")
    assert sorted(dominox.dask.solutions(client, queens, shards=2)) == sorted(Solver(queens))
    assert len(plans) > 2


def test_a_listing_is_searched_as_it_is_consumed(client: Client) -> None:
    solutions = dominox.dask.solutions(client, Problem.model("queens 11"), shards=60)
    first = next(solutions)
    Problem.model("queens 11").check(first)
    tasks = [key for key in client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.tasks)) if "shard" in key]
    assert 0 < len(tasks) < 10
    assert {key_split(key) for key in tasks} == {"list-shard"}
    solutions.close()  # type: ignore[attr-defined]


def test_errors_are_those_of_dominox(client: Client) -> None:
    with pytest.raises(Unsupported):
        dominox.dask.count(client, Problem("2:3|a b\na b\na\n"), kernel="lanes")
    with pytest.raises(ValueError, match="no kernel 'lnks'"):
        dominox.dask.count(client, Problem.model("queens 8"), kernel="lnks", retries=0)
    for timeout in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="timeout is .*: expected more than 0"):
            dominox.dask.count(client, Problem.model("queens 8"), timeout=timeout)


KILLED = """
    import os, signal, sys, threading, time
    import dominox.dask
    from distributed import Client, LocalCluster

    def kill(client, pid):
        \"\"\"Kills a worker when some shards are done, and some are not.\"\"\"
        def done(dask_scheduler):
            tasks = [t for t in dask_scheduler.tasks.values() if "shard" in t.key]
            return sum(t.state == "memory" for t in tasks), len(tasks)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            done_now, tasks = client.run_on_scheduler(done)
            if tasks and done_now >= 1:
                break
            time.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        print("killed", flush=True)

    if __name__ == "__main__":
        workers = int(sys.argv[1])
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                pids = sorted(client.run(os.getpid).values())
                assert len(set(pids)) == workers
                killer = threading.Thread(target=kill, args=(client, pids[0]))
                killer.start()
                count = dominox.dask.count(client, dominox.Problem.model("queens 14"), shards=40)
                is_over = not killer.is_alive()
                killer.join()
                print("counted", count, "after the kill" if is_over else "before it", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals")
@pytest.mark.parametrize("workers", [4, 1])
def test_a_worker_is_killed(tmp_path: Any, workers: int) -> None:
    # With the only worker, the problem is lost as well.
    script = tmp_path / "killed.py"
    script.write_text(textwrap.dedent(KILLED))
    process = subprocess.Popen(
        [sys.executable, str(script), str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert out.splitlines() == ["killed", "counted 365596 after the kill"], err
    left = [p for p in psutil.process_iter() if session_of(p.pid) == process.pid]
    psutil.wait_procs(left, timeout=5)
    assert not [p for p in left if p.is_running()]


def session_of(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return -1
