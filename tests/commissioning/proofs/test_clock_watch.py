"""A clock that is set while a table is commissioned is named; one that is steered a little is not."""

from __future__ import annotations

from datetime import datetime, timedelta

from console.commissioning.proof import Proof, Said, Section, Verdict
from console.commissioning.proofs.clock_watch import ClockWatch, with_clock
from console.commissioning.proofs.machine_proofs import clock_proof
from console.table.running.clock import SET, SetClock
from tests.commissioning.certificates import PROVED


def sets(proof: Proof) -> list[str]:
    assert isinstance(proof.found, Said)
    return str(proof.found.slots.get("sets_list", "")).splitlines()


def test_time_that_passes_sets_no_clock() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    for _ in range(3):
        watch.look()
        clock.advance(600)
    proof = watch.proof()
    assert (proof.verdict, proof.figures, sets(proof)) == (Verdict.PROVED, {}, [])


def test_a_clock_that_is_set_between_two_proofs_fails_and_is_told_from_when_to_when() -> None:
    clock = SetClock(datetime.fromisoformat("2026-01-01T03:00:00+00:00"))
    watch = ClockWatch(clock)
    watch.look()
    clock.advance(5)
    clock.set(90)
    proof = watch.proof()
    assert (proof.verdict, proof.figures) == (Verdict.FAILED, {"offset_s": 90.0})
    assert sets(proof) == ["2026-01-01 03:00:05 → 2026-01-01 03:01:35 UTC"]


def test_a_clock_that_is_set_and_set_back_is_told_as_well() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    for by in (0, -90, 90):
        clock.set(by)
        watch.look()
    assert len(sets(watch.proof())) == 2


def test_what_a_clock_is_steered_by_is_no_setting() -> None:
    clock = SetClock()
    watch = ClockWatch(clock)
    watch.look()
    clock.set(SET * 0.9)
    assert watch.proof().verdict is Verdict.PROVED


def test_both_clocks_are_read_of_one_moment_though_whoever_reads_had_to_wait_between() -> None:
    clock = SetClock()
    waits = iter((30.0, 0.0))

    class Slow:
        """A machine that does something else for half a minute after the first clock was read."""

        def utc(self) -> datetime:
            clock.advance(next(waits, 0.0))
            return clock.utc() - timedelta(0)

        def monotonic(self) -> int:
            return clock.monotonic()

    watch = ClockWatch(Slow())
    watch.look()
    assert watch.proof().verdict is Verdict.PROVED


def test_it_stands_at_the_end_of_the_computers_section() -> None:
    first = clock_proof(None)
    proofs = with_clock((PROVED, first), ClockWatch(SetClock()))
    assert [proof.section for proof in proofs] == [Section.MACHINE, Section.MACHINE, Section.RULES]
    assert proofs[0] == first and proofs[1].name == "machine clock set"
