"""A process of its own gives its result, or an error that says that it ended without one."""

import os
import signal
import time
from pathlib import Path

import pytest

from console.base.system.worker_process import (
    WorkerEnded,
    WorkerProcess,
    WorkFailed,
    free_processors,
    is_awaited,
)

LONG = 600.0
"""Seconds that no test waits."""


def go_on() -> None:
    """Wait on."""


def stop() -> None:
    """Wait no longer."""
    raise KeyboardInterrupt


def test_a_worker_returns_the_functions_result() -> None:
    with WorkerProcess(sorted, (3, 1, 2)) as process:
        assert process.result(go_on) == [1, 2, 3]


def test_a_worker_is_another_process() -> None:
    with WorkerProcess(os.getpid) as process:
        assert process.result(go_on) == process.number != os.getpid()


def test_a_process_forked_outside_a_worker_counts_as_awaited() -> None:
    """Even if it was forked from another after the module was loaded, as the suite's are."""
    child = os.fork()
    if not child:
        os._exit(0 if is_awaited() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_worker_runs_at_a_lower_priority_on_this_computer() -> None:
    with WorkerProcess(os.nice, 0) as process:
        assert process.result(go_on) == min(19, os.nice(0) + 10)


def test_a_worker_is_awaited_while_its_starter_lives() -> None:
    with WorkerProcess(is_awaited) as process:
        assert process.result(go_on) is True


def test_a_killed_worker_has_no_result() -> None:
    with WorkerProcess(time.sleep, LONG) as process:
        os.kill(process.number, signal.SIGKILL)
        with pytest.raises(WorkerEnded, match=r"ended with -9\Z") as caught:
            process.result(go_on)
        assert not isinstance(caught.value, WorkFailed), "no error of the function's"


def test_a_worker_ends_when_its_caller_stops_waiting() -> None:
    with pytest.raises(KeyboardInterrupt), WorkerProcess(time.sleep, LONG) as process:
        process.result(stop)
    with pytest.raises(ProcessLookupError):
        os.kill(process.number, 0)


def test_a_long_call_is_handed_over_whole() -> None:
    """Longer than a pipe holds, so that not all of it goes before the result is asked for."""
    with WorkerProcess(len, bytes(10_000_000)) as process:
        assert process.result(go_on) == 10_000_000


def test_a_worker_begins_before_its_result_is_asked_for(tmp_path: Path) -> None:
    with WorkerProcess(Path.touch, tmp_path / "begun"):
        deadline = time.monotonic() + LONG
        while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert (tmp_path / "begun").exists()


def test_a_stopped_worker_that_reads_nothing_can_be_interrupted() -> None:
    """Stopped by the computer before it reads its call."""
    with WorkerProcess(len, bytes(10_000_000)) as process:
        os.kill(process.number, signal.SIGSTOP)
        with pytest.raises(KeyboardInterrupt):
            process.result(stop)


PRINTS = """[
    print(text), __import__("os").write(1, text.encode()), __import__("atexit").register(print, text), 9
][-1]"""
"""An expression that prints before and after its value, through Python and past it."""


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("text", ["c1\nd2", "." * 200_000])
def test_what_a_worker_prints_never_reaches_its_result(
    text: str, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with WorkerProcess(eval, PRINTS, {"text": text}) as process:
        assert process.result(go_on) == 9


def test_a_process_that_ends_well_without_a_result_is_reported() -> None:
    with WorkerProcess(os._exit, 0) as process, pytest.raises(WorkerEnded, match="no whole result"):
        process.result(go_on)


def test_a_failed_function_is_reported_with_its_last_words() -> None:
    with WorkerProcess(int, "no number") as process, pytest.raises(WorkFailed, match="'no number'"):
        process.result(go_on)


def test_a_function_that_no_other_process_can_find_is_refused() -> None:
    with pytest.raises(WorkerEnded, match="no process can be started"):
        WorkerProcess(lambda: 1)


def test_free_processors_is_at_least_one() -> None:
    assert free_processors() >= 1
