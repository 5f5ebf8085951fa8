"""A clock that is set while a table is commissioned is named; one that is steered a little is not."""

from __future__ import annotations

import threading
from datetime import datetime
from itertools import count
from typing import cast

import pytest

from console.commissioning.programme_at_table import ProofRun, WatchedRun
from console.commissioning.proofs import clock_watch
from console.commissioning.proofs.clock_watch import ClockWatch, with_clock
from console.commissioning.proofs.machine_proofs import clock_proof
from console.supervisor.records import Phrase, Proof, Section, Verdict
from console.table.core import SET, SetClock
from tests.commissioning.certificates import PROVED


def sets(proof: Proof) -> list[str]:
    assert isinstance(proof.found, Phrase)
    return str(proof.found.slots.get("sets_list", "")).splitlines()


def test_time_that_passes_sets_no_clock() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    for _ in range(3):
        watch.look()
        clock.advance(600)
    proof = watch.proof()
    assert (proof.verdict, proof.figures, sets(proof)) == (Verdict.PROVED, {}, [])


def test_a_clock_set_between_two_proofs_fails_with_both_times() -> None:
    clock = SetClock(datetime.fromisoformat("2026-01-01T03:00:00+00:00"))
    watch = ClockWatch(clock)
    watch.look()
    clock.advance(5)
    clock.set(90)
    proof = watch.proof()
    assert (proof.verdict, proof.figures) == (Verdict.FAILED, {"offset_s": 90.0})
    assert sets(proof) == ["2026-01-01 03:00:05 → 2026-01-01 03:01:35 UTC"]


def test_a_clock_set_and_set_back_counts_as_set_twice() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    for by in (0, -90, 90):
        clock.set(by)
        watch.look()
    assert len(sets(watch.proof())) == 2


def test_the_first_four_settings_of_a_clock_are_listed() -> None:
    clock = SetClock(datetime.fromisoformat("2026-01-01T03:00:00+00:00"))
    watch = ClockWatch(clock)
    for by in (0, 10, 20, 30, 40, 50):
        clock.set(by)
        watch.look()
    assert [each[-12:-4] for each in sets(watch.proof())] == ["03:00:10", "03:00:30", "03:01:00", "03:01:40"]
    assert watch.proof().figures == {"offset_s": 50.0}


def test_a_steered_clock_does_not_count_as_set() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    watch.look()
    clock.set(SET * 0.9)
    assert watch.proof().verdict is Verdict.PROVED


@pytest.mark.parametrize("step", [0.9, -0.9])
def test_many_small_steps_count_as_a_setting_once_they_sum_to_a_second(step: float) -> None:
    """A hundred of them, each too small to be noticed by itself, set a clock by a minute and a half."""
    clock = SetClock()
    watch = ClockWatch(clock)
    watch.look()
    clock.set(step)
    watch.look()
    assert watch.proof().verdict is Verdict.PROVED
    clock.set(step)
    assert watch.proof().figures == {"offset_s": pytest.approx(1.8)}
    for _ in range(98):
        clock.advance(0.5)
        clock.set(step)
        watch.look()
    assert [by for _, by in watch._sets] == pytest.approx([2 * step] * 50), "each of them once"


def is_watched() -> bool:
    """Whether a thread looks at a clock."""
    return "clock watch" in {each.name for each in threading.enumerate()}


class LookedAt(SetClock):
    """A clock that says when a thread has read it, and which one did."""

    def __init__(self) -> None:
        super().__init__()
        self.read = threading.Semaphore(0)
        self.readers: set[str] = set()

    def utc(self) -> datetime:
        found = super().utc()
        if threading.current_thread() is not threading.main_thread():
            self.readers.add(threading.current_thread().name)
            self.read.release()
        return found

    def is_looked_at(self) -> None:
        """Wait until the thread has read it, and has looked again since: the first of both is done then."""
        while self.read.acquire(blocking=False):
            pass
        for _ in range(2):
            assert self.read.acquire(timeout=30), "nobody looks at the clock"


def test_the_watching_thread_sees_a_clock_that_is_set_and_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else sees what lies between two looks: the proof itself finds the clock right again."""
    monkeypatch.setattr(clock_watch, "_EVERY", 0.005)
    clock = LookedAt()
    with ClockWatch(clock) as watch:
        clock.is_looked_at()
        for by in (90, -90):
            clock.set(by)
            clock.is_looked_at()
    assert not is_watched()
    while clock.read.acquire(blocking=False):
        pass
    proof = watch.proof()
    assert [by for _, by in watch._sets] == [90, -90]
    assert (proof.verdict, proof.figures) == (Verdict.FAILED, {"offset_s": 90.0})
    assert clock.readers == {"clock watch"} and not clock.read.acquire(blocking=False)


def test_the_clock_is_watched_while_a_run_waits_for_its_proofs_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock_watch, "_EVERY", 0.005)
    clock = LookedAt()
    watch, stopped = ClockWatch(clock), list[bool]()

    class Proofs:
        """Proofs that come as soon as the clock was looked at."""

        def more(self) -> tuple[Proof, ...]:
            clock.is_looked_at()
            return ()

        def stop(self) -> None:
            stopped.append(is_watched())

    run = WatchedRun(cast(ProofRun, Proofs()), watch)
    assert run.more() == ()
    run.stop()
    assert stopped == [False]


@pytest.mark.parametrize(("wait", "read"), [(30.0, 2), (0.1, 2), (0.099_999_999, 1)])
def test_both_clocks_are_read_again_after_a_wait_of_a_tenth_of_a_second(wait: float, read: int) -> None:
    """A wait between them would look like a setting of the clock."""
    clock = SetClock()
    waits, times = iter((wait,)), count(1)

    class Slow:
        """A machine that does something else after the first clock was read."""

        def utc(self) -> datetime:
            self.read = next(times)
            clock.advance(next(waits, 0.0))
            return clock.utc()

        def monotonic(self) -> int:
            return clock.monotonic()

    slow = Slow()
    watch = ClockWatch(slow)
    watch.look()
    assert slow.read == read
    assert watch.proof().verdict is Verdict.PROVED


def test_the_clock_watch_stands_at_the_end_of_the_computers_section() -> None:
    first = clock_proof(None)
    proofs = with_clock((PROVED, first), ClockWatch(SetClock()))
    assert [proof.section for proof in proofs] == [Section.MACHINE, Section.MACHINE, Section.RULES]
    assert proofs[0] == first and proofs[1].name == "machine clock set"
