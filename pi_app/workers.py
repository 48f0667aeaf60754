"""Work in several processes that leave Ctrl-C to the one that started them."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from types import TracebackType
from typing import Self, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """For the main thread only. Processes started meanwhile never hear Ctrl-C.

    What is blocked here stays blocked in them; another thread here may still be the one to hear it.
    """
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """Up to ``jobs`` processes, started when there is work for more than one.

    For the main thread only.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def results(
        self, function: Callable[[Item], Result], items: Iterable[Item], count: int
    ) -> Iterator[Result]:
        """Of each item the result, in order. Of the ``count`` items only the next few wait here."""
        if self.jobs == 1 or count < 2:
            yield from map(function, items)
            return
        waiting: deque[Future[Result]] = deque()
        for item in items:
            waiting.append(self._submit(function, item))
            if len(waiting) > 2 * self.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _submit(self, function: Callable[[Item], Result], item: Item) -> Future[Result]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"))
        with ctrl_c_waits():
            return self._pool.submit(function, item)
