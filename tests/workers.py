"""Processes of the whole suite, each forked from one process that has loaded all tests.

To load the console, Qt and the tests takes seconds, at the same time in each process. Here one does so while
the checks run. What pytest starts hands its pipes to that one, and ends when the forked process has ended.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

LOADED: Final = b"!"
"""The line that the process which has loaded all tests writes once it has."""
COLLECTED: Final = ("--collect-only", "-p", "no:terminal", "-p", "no:cacheprovider")


@contextmanager
def loading(count: int, collected: Sequence[str] = COLLECTED) -> Iterator[Callable[[], tuple[str, ...]]]:
    """Load the tests in a process of their own, which lasts as long as this context.

    Yields a function that waits until they are loaded; its value are pytest's arguments for ``count``
    processes that are forked from it, or for new ones where that process has ended.
    """
    with TemporaryDirectory(prefix="workers-", ignore_cleanup_errors=True) as folder:
        address = Path(folder, "loaded")
        command = [sys.executable, "-m", "tests.workers", str(address)]
        process = subprocess.Popen([*command, *collected], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None

        def arguments() -> tuple[str, ...]:
            assert process.stdout is not None
            if process.stdout.read(1) == LOADED:
                return ("--tx", f"{count}*popen//python={shlex.join(command)}")
            print("tests: what was to load all tests has ended: each process loads them itself", flush=True)
            return ("-n", str(count))

        with process:  # at the end its input is closed, by which it knows that it is to end
            yield arguments


def load(address: str, collected: Sequence[str]) -> None:
    """Load all tests, then fork a process for each that asks, until the standard input ends."""
    import pytest

    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    errors = os.dup(2)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    pytest.main([*collected])
    from hypothesis import strategies  # pytest warns of one that is loaded before it

    strategies.text().validate()  # it finds out which characters there are, for seconds
    os.dup2(errors, 2)
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # what all have in common is searched by none
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the run stops what was forked
    with socket.socket(socket.AF_UNIX) as asked:
        asked.bind(address)
        asked.listen()
        os.write(out, LOADED)
        ours = (out, nothing, errors, asked.fileno())
        while asked.fileno() in select.select([0, asked.fileno()], [], [])[0]:
            asking, _ = asked.accept()
            with asking:
                _, streams, _, _ = socket.recv_fds(asking, 1, 3)
                forked = os.fork() == 0
                if forked:
                    for handle in ours:
                        os.close(handle)
                    work(streams, asking)
                for handle in streams:
                    os.close(handle)


def work(streams: Sequence[int], asking: socket.socket) -> None:
    """Be the process that xdist started, with its streams; what it is to do comes by the standard input.

    It ends without taking apart what is loaded.
    """
    from tests.conftest import have_own_folder

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.argv = ["-c"]
    sys.stdin = os.fdopen(0, closefd=False)
    have_own_folder()
    status = 1
    try:
        exec(eval(sys.stdin.readline()), {"__name__": "__main__"})
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        asking.send(bytes([status]))
        os._exit(status)


def ask(address: str) -> int:
    """Have a process forked that has these streams; its exit status, once it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(address)
        socket.send_fds(asking, [b"?"], [0, 1, 2])
        for stream in (0, 1):
            os.close(stream)  # otherwise it would never see that the other process ended
        return (asking.recv(1) or b"\1")[0]


if __name__ == "__main__":
    place, *rest = sys.argv[1:]
    if rest[:2] == ["-u", "-c"]:  # xdist starts this as if it were Python
        sys.exit(ask(place))
    load(place, rest)
