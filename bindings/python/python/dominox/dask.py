"""Searches on a cluster of Dask workers: on one machine, or on the sites that Dask runs on (Slurm, PBS, HTCondor, Kubernetes).

>>> from dask.distributed import Client, LocalCluster                                           # doctest: +SKIP
>>> client = Client(LocalCluster())                                                             # doctest: +SKIP
>>> dominox.dask.count(client, dominox.Problem.model("queens 14"))                              # doctest: +SKIP
365596

The search is divided into shards, each of which is a task. A task runs again if its worker is lost. It returns when its time is over,
and the work that it left becomes new shards. At the end, dominox proves that the results cover the whole search.

Dask's dashboard shows how many shards are done: they are the tasks ``count-shard`` or ``list-shard``. All workers need dominox.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union, overload
from uuid import uuid4

from ._dominox import Answer, Part, Plan, Problem, Puzzle, Shard, ShardResult, merge, split

try:
    from distributed import KilledWorker, as_completed
except ImportError as _error:
    raise ImportError("dominox.dask needs Dask: pip install 'dominox[dask]'") from _error

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["count", "solutions"]

_SHARDS_PER_THREAD = 8
"""Shards for each thread of the workers, unless their number is given."""
_AHEAD_PER_THREAD = 2
"""Shards for each thread that are listed ahead of the caller; when fewer are waiting, the work left by stopped shards is divided."""
_MOST_SOLUTIONS = 100_000
"""Solutions that one task returns; doubled for parts that cannot be divided."""

_Listed = list[tuple[int, ...]]
_Work = tuple[ShardResult, Optional[_Listed]]


def count(
    client: Client,
    problem: Union[Problem, Puzzle],
    *,
    shards: Optional[int] = None,
    timeout: float = 60.0,
    threads: int = 1,
    kernel: Optional[str] = None,
    retries: int = 3,
) -> int:
    """The number of answers, counted on a cluster by search.

    Answers are solutions, except for Sudominokus, whose answers are grids.

    Args:
        client: the client of the cluster.
        problem: a problem, or a puzzle with its givens.
        shards: the number of shards; by default 8 for each thread of the workers.
        timeout: the seconds after which a shard returns; the work that it left is divided again.
        threads: how many threads search each shard. Dask does not count them.
        kernel: the kernel that searches; by default the one that should be fastest.
        retries: how often a shard that failed, or whose worker was lost, is tried again.

    Raises:
        ValueError: if `timeout` is not above 0.
        Unsupported: if no kernel supports the problem.
        distributed.KilledWorker: if the workers of a shard were lost too often.
    """
    if _options_left(problem) is None:
        return 0
    search = _Search(client, problem, False, (shards, timeout, threads, kernel, retries))
    for _ in search.run():
        pass
    return search.total()


@overload
def solutions(
    client: Client,
    problem: Problem,
    *,
    shards: Optional[int] = ...,
    timeout: float = ...,
    threads: int = ...,
    kernel: Optional[str] = ...,
    retries: int = ...,
) -> Iterator[tuple[int, ...]]: ...
@overload
def solutions(
    client: Client,
    problem: Puzzle,
    *,
    shards: Optional[int] = ...,
    timeout: float = ...,
    threads: int = ...,
    kernel: Optional[str] = ...,
    retries: int = ...,
) -> Iterator[Answer]: ...
def solutions(
    client: Client,
    problem: Union[Problem, Puzzle],
    *,
    shards: Optional[int] = None,
    timeout: float = 60.0,
    threads: int = 1,
    kernel: Optional[str] = None,
    retries: int = 3,
) -> Union[Iterator[tuple[int, ...]], Iterator[Answer]]:
    """An iterator over all answers, found on a cluster: each once, in no particular order.

    For a problem, an answer is a solution, a tuple of options; for a puzzle, it is an `Answer`. For each thread of the workers, some shards
    are searched ahead of the caller. If the iterator is closed early, the tasks are cancelled.

    Args:
        client: the client of the cluster.
        problem: a problem, or a puzzle with its givens.
        shards: the number of shards; by default 8 for each thread of the workers.
        timeout: the seconds after which a shard returns; the work that it left is divided again.
        threads: how many threads search each shard. Dask does not count them.
        kernel: the kernel that searches; by default the one that should be fastest.
        retries: how often a shard that failed, or whose worker was lost, is tried again.

    Raises:
        ValueError: if `timeout` is not above 0.
        Unsupported: if no kernel supports the problem.
        distributed.KilledWorker: if the workers of a shard were lost too often.
    """
    listed = _listed(client, problem, (shards, timeout, threads, kernel, retries))
    if isinstance(problem, Puzzle):
        return map(problem.answer, listed)
    return listed


_Settings = tuple[Optional[int], float, int, Optional[str], int]


def _listed(client: Client, problem: Union[Problem, Puzzle], settings: _Settings) -> Iterator[tuple[int, ...]]:
    options = _options_left(problem)
    if options is None:
        return
    search = _Search(client, problem, True, settings)
    found = 0
    for solution in search.run():
        found += 1
        yield tuple(options[option] for option in solution)
    if search.total() != found:
        raise RuntimeError(f"{found} solutions were listed, and {search.total()} counted")


def _options_left(problem: Union[Problem, Puzzle]) -> Optional[Sequence[int]]:
    """The options that the givens of a puzzle leave, which are the options of its plan. None if the givens contradict each other."""
    if not isinstance(problem, Puzzle):
        return range(len(problem))
    try:
        return problem.problem.options_of(Part(assume=problem.givens))
    except ValueError:
        return None


def _run(shard: Shard, problem: Problem, timeout: float, most: Optional[int], threads: int, kernel: Any) -> _Work:
    """The task: searches a shard; with ``most``, also returns its solutions, at most that number."""
    if most is None:
        return shard.run(problem, timeout=timeout, threads=threads, kernel=kernel), None
    return shard.list(problem, most=most, timeout=timeout, threads=threads, kernel=kernel)


class _Search:
    """A plan under way on a cluster."""

    def __init__(self, client: Client, problem: Union[Problem, Puzzle], is_listing: bool, settings: _Settings) -> None:
        shards, self.timeout, self.threads, self.kernel, self.retries = settings
        if not self.timeout > 0:
            # Nothing would be searched, however often a shard is tried.
            raise ValueError(f"timeout is {self.timeout}: expected more than 0")
        self.client, self.is_listing = client, is_listing
        self.workers = max(1, sum(client.nthreads().values()))
        self.plan: Plan = split(problem, _SHARDS_PER_THREAD * self.workers if shards is None else shards)
        self.name = f"{'list' if is_listing else 'count'}-shard-{uuid4().hex[:8]}"
        self.waiting = list(range(len(self.plan)))[::-1]
        # What a shard may take, in multiples of the time limit and of the number of solutions, if that is not 1.
        self.allowance: dict[int, int] = {}
        self.tries: dict[int, int] = {}
        self.running: dict[Future[Any], int] = {}
        self.done: list[ShardResult] = []
        self.stopped: list[ShardResult] = []
        self.scattered: Any = None

    def total(self) -> int:
        """The number of answers, after a proof that the results cover the whole search."""
        merged = merge(self.plan, self.done)
        if merged.count is None:
            raise RuntimeError(f"shards without a result: {merged.missing}")
        return merged.count

    def run(self) -> Iterator[tuple[int, ...]]:
        """Runs all shards, and yields the solutions if they are wanted."""
        finished = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)
        try:
            while self.waiting or self.running or self.stopped:
                self.divide_again()
                finished.update(self.submit())
                future, outcome = next(finished)
                number = self.running.pop(future)
                if future.status != "finished":
                    self.lost(number, future, outcome)
                    continue
                result, listed = outcome
                del future, outcome
                (self.done if result.is_done else self.stopped).append(result)
                yield from listed or ()
        finally:
            if self.running:
                self.client.cancel(list(self.running))

    def submit(self) -> list[Future[Any]]:
        """Hands shards to the workers: all of them, or some ahead of the caller."""
        new = []
        most = _AHEAD_PER_THREAD * self.workers if self.is_listing else len(self.waiting) + len(self.running)
        while self.waiting and len(self.running) < most:
            number = self.waiting.pop()
            times = self.allowance.get(number, 1)
            tries = self.tries.get(number, 0)
            if self.scattered is None:
                self.scattered = self.client.scatter(self.plan.problem, broadcast=True, hash=False)
            future = self.client.submit(
                _run,
                self.plan[number],
                self.scattered,
                self.timeout * times,
                _MOST_SOLUTIONS * times if self.is_listing else None,
                self.threads,
                self.kernel,
                key=f"{self.name}-{number}" + (f"-{tries}" if tries else ""),
                pure=False,
                retries=self.retries,
            )
            self.running[future] = number
            new.append(future)
        return new

    def lost(self, number: int, future: Future[Any], outcome: Any) -> None:
        """Retries a shard without a result, unless the shard itself is at fault."""
        self.tries[number] = self.tries.get(number, 0) + 1
        error = future.exception() if future.status == "error" else None
        is_lost = error is None or isinstance(error, KilledWorker)
        if not is_lost or self.tries[number] > self.retries:
            raise error if error is not None else RuntimeError(f"shard {number} was cancelled: {outcome}")
        # Perhaps the problem was lost with its workers.
        self.scattered = None
        self.waiting.append(number)

    def divide_again(self) -> None:
        """Makes new shards of the work that stopped shards left, when the workers would run out of shards."""
        if not self.stopped or len(self.waiting) + len(self.running) >= _AHEAD_PER_THREAD * self.workers:
            return
        # Nothing came of a shard whose first part takes longer: then its parts get more time, in case they cannot be divided.
        times = max(self.allowance.get(r.number, 1) * (1 if r.parts_done else 2) for r in self.stopped)
        before = len(self.plan)
        self.plan = merge(self.plan, self.stopped).rest_of_stopped(_AHEAD_PER_THREAD * self.workers)
        self.stopped = []
        new = range(before, len(self.plan))
        self.allowance.update(dict.fromkeys(new, times))
        self.waiting[:0] = reversed(new)
