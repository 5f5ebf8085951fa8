"""A little of the long harm, and that it would find what is lost: `python3 -m tests harm` does it all."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.instruments.harm.attacks import night
from tests.instruments.harm.damage import KINDS as DAMAGES
from tests.instruments.harm.damage import damaged
from tests.instruments.harm.disks import entries
from tests.instruments.harm.driving import driven, wrong
from tests.instruments.harm.header_bits import BITS, changed
from tests.instruments.harm.kill_points import killed_at_each_call
from tests.instruments.harm.killing import killed, stopped
from tests.instruments.harm.pages import KINDS as PAGE_KINDS
from tests.instruments.harm.pages import pages_of, spoiled
from tests.instruments.harm.power import Call, Disk, NotTraced, cut_off, traced
from tests.instruments.harm.report import Harm, table
from tests.instruments.harm.shifts import TABLES, shift_of
from tests.instruments.harm.troubles import KINDS, troubled
from tests.sweep import sampled, times
from tests.warmed import Warmed

QUICK_DISKS = ("disk full", "sync fails", "moved away, put back", "file and log deleted")


def nothing_lost(harm: Harm) -> Harm:
    if harm.note.startswith("not done"):
        pytest.skip(harm.note)
    assert harm.lost == []
    return harm


def test_killed_at_any_moment_nothing_is_lost_or_twice(tmp_path: Path) -> None:
    with Warmed() as warmed:
        done = killed(tmp_path, times(20, 10), (signal.SIGKILL,), "kill -9", warmed=warmed)
        assert nothing_lost(done).checked > 40


@pytest.mark.sweep
def test_ended_by_the_system_nothing_is_lost(tmp_path: Path) -> None:
    nothing_lost(killed(tmp_path, 2, (signal.SIGTERM, signal.SIGHUP), "ended"))


@pytest.mark.sweep
def test_suspended_and_woken_every_line_is_answered(tmp_path: Path) -> None:
    nothing_lost(stopped(tmp_path, 1))


def test_cut_off_at_writes_the_journal_has_what_was_acknowledged(tmp_path: Path) -> None:
    nothing_lost(cut_off(tmp_path, "baccarat", "sv", 8, 5))


def test_killed_while_a_file_is_closed_upgraded_or_restored_the_same_table_starts(tmp_path: Path) -> None:
    """Each work at a sixth of the kinds of calls, each kind in one work."""
    for harm in killed_at_each_call(tmp_path, times(1, 61), times(1, 6)):
        assert nothing_lost(harm).times


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.name in QUICK_DISKS], ids=lambda kind: kind.name
)
def test_a_disk_in_trouble_takes_nothing_or_keeps_it(tmp_path: Path, kind: object) -> None:
    from tests.instruments.harm.troubles import Kind

    assert isinstance(kind, Kind)
    nothing_lost(troubled(tmp_path / "trouble", kind, 1))


def test_a_bit_of_the_header_is_found_or_the_journal_records_as_before(tmp_path: Path) -> None:
    """One of each kind that was once silent, refused for ever or recovered in part, and some others."""
    silent = (144, 256, 300, 376, 420, 480, 507, 515)
    made = night(tmp_path / "night", "baccarat", "sv", 40)
    done = nothing_lost(changed(tmp_path, made, sampled(BITS, [*BITS[::181], *silent])))
    assert len(done.ends) == 2, done.note


def test_a_damaged_page_loses_only_its_own_entries(tmp_path: Path) -> None:
    """The roots of the migrations, entries, states and seals, a page of the schema's text, one of entries."""
    made = night(tmp_path / "night", "baccarat", "sv", 40)
    pages = sampled(pages_of(made), [2, 5, 6, 7, 9, 18])
    done = nothing_lost(spoiled(tmp_path, made, pages, sampled(PAGE_KINDS, ["zeros"])))
    assert len(done.ends) == 2, done.note


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_bytes_are_kept_and_the_table_goes_on_with_the_rest(tmp_path: Path, name: str) -> None:
    nothing_lost(damaged(tmp_path / "damage", name, 1))


# --- that it would find a loss --------------------------------------------------------------------


@pytest.mark.sweep
def test_an_acknowledged_line_that_is_missing_is_found(tmp_path: Path) -> None:
    shift, journal = shift_of(*TABLES[0], 30, 1), tmp_path / "journal.db"
    with driven(shift, journal) as console:
        for line in shift.lines[:5]:
            console.take(line)
        console.end()
    assert wrong(shift, journal, 5, 5) == (5, [])
    assert wrong(shift, journal, 6, 6)[1], "one more was acknowledged"
    assert wrong(shift, journal, 4, 4)[1], "one more is there than was sent"
    other = shift_of(*TABLES[0], 30, 2)
    assert wrong(other, journal, 5, 5)[1], "other lines were sent"
    assert entries(journal) == shift.entries[5]


@pytest.mark.sweep
def test_a_view_before_its_sync_is_found(tmp_path: Path) -> None:
    shift = shift_of(*TABLES[0], 8, 7)
    try:
        before, calls = traced(shift, tmp_path / "traced")
    except NotTraced as why:
        pytest.skip(str(why))
    disk = Disk(before)
    for call in calls:
        if call.name != "synced":
            disk.take(call)
        if disk.acknowledged == 5:
            break
    for name, held in disk.sure.items():
        (tmp_path / name).write_bytes(held)
    assert wrong(shift, tmp_path / "traced.db", disk.acknowledged, 8)[1]


def test_a_torn_write_has_whole_sectors(tmp_path: Path) -> None:
    disk = Disk({"a": b""})
    disk.take(Call("pwrite64", "a", 0, b"x" * 4096))
    sizes = {len(disk.torn(random.Random(seed))["a"].strip(b"\0")) for seed in range(40)}
    assert len(sizes) > 3 and all(size % 512 == 0 for size in sizes)


def test_the_table_says_what_was_done_how_often_and_what_was_lost() -> None:
    harm = Harm("kill -9")
    harm.done(12)
    harm.done(8, ["no. 2: a line is missing"])
    assert table([harm]).splitlines()[1].split() == ["kill", "-9", "2", "20", "1"]
