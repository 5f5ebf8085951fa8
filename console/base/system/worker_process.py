"""A function called in a separate process, on another processor, while this one goes on. It is a new Python
and no copy of this process: a window's threads and locks can't be copied. An early end of the process, for
example for want of memory, is reported and is no result.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Final, Generic, Self, TypeVar, cast

T = TypeVar("T")

_LOOK: Final = 0.01
"""Seconds between two looks at whether the caller still waits."""


class WorkerEnded(Exception):
    """The process could not be started, or ended without a result."""


class WorkFailed(WorkerEnded):
    """The function raised an error: the message ends with the process's last words, its traceback."""


class WorkerProcess(Generic[T]):
    """A process that calls a function once; it ends when nobody waits for its result any more."""

    def __init__(self, work: Callable[..., T], *arguments: object) -> None:
        """Start it. ``work`` and each function among the arguments is a module's. Raises WorkerEnded."""
        import subprocess  # It is imported here so that a start does not load it.

        pipe, own = subprocess.PIPE, os.memfd_create("result")
        command = (sys.executable, "-m", __name__, str(os.getpid()), str(own))
        self._result = open(own, "rb")  # noqa: SIM115, as __exit__ closes it
        try:
            call = pickle.dumps((work, arguments))
            process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=subprocess.DEVNULL,  # The function, or a module, may print what it likes.
                stderr=pipe,
                cwd=Path(__file__).parents[3],
                pass_fds=[own],
            )
        except (pickle.PicklingError, AttributeError, TypeError, OSError) as error:
            self._result.close()
            raise WorkerEnded(f"no process can be started: {error}") from error
        self._process, self.number = process, process.pid
        assert process.stdin is not None, "it has a pipe"
        # communicate would begin with the call only when the result is asked for, and after a time-out it
        # writes no more of it: a pipe holds 64 KiB.
        self._calling = Thread(target=_write, args=(process.stdin, call), daemon=True)
        self._calling.start()
        process.stdin = None

    def result(self, going_on: Callable[[], object]) -> T:
        """The function's result. ``going_on`` is called meanwhile, and stops the wait by an error. Raises
        WorkerEnded, and WorkFailed for the function's own error.
        """
        from subprocess import TimeoutExpired

        while True:
            try:
                _, last_words = self._process.communicate(timeout=_LOOK)
                break
            except TimeoutExpired:
                going_on()
        if status := self._process.returncode:
            words = last_words.decode("utf-8", "replace").strip()
            if status > 0 and words:  # The status is negative if the system killed the process.
                raise WorkFailed(f"the process ended with {status}: {words}")
            raise WorkerEnded(f"the process ended with {status}")
        try:
            self._result.seek(0)  # The process wrote at the same place of the file.
            return cast(T, pickle.load(self._result))
        except (EOFError, pickle.UnpicklingError) as error:
            raise WorkerEnded("the process wrote no whole result") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process, self._result:
            process.kill()
        self._calling.join()


def _write(pipe: IO[bytes], call: bytes) -> None:
    """Hand a call over to a process, unless it ended early."""
    with suppress(BrokenPipeError), pipe:
        pipe.write(call)


def free_processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # The system does not report how many.
        return os.cpu_count() or 1


_NICE: Final = 10
"""By how much its priority is below that of other processes, of 19 at most."""
_callers: list[int] = []
"""The number of the process that started this one for its result; empty in every other process."""


def is_awaited() -> bool:
    """Whether the process that started this one is still there: a killed process ends no other."""
    return all(os.getppid() == each for each in _callers)


def main(caller: int, own: int) -> None:
    """Call what standard input names, for the process ``caller``, and write its result to the descriptor
    ``own``, which nothing that is printed reaches. It takes the processor's spare time: a table on this
    computer goes first.
    """
    with suppress(AttributeError):  # The system has no such priorities.
        os.nice(_NICE)
    _callers.append(caller)
    work, arguments = pickle.load(sys.stdin.buffer)
    with open(own, "wb") as result:
        pickle.dump(work(*arguments), result)


if __name__ == "__main__":
    # This is the module by the name under which the work knows it, not a second copy.
    from console.base.system import worker_process

    worker_process.main(*map(int, sys.argv[1:]))
