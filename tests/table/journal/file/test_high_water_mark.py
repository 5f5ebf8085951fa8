"""The mark of a journal's end beside it: a damaged mark is distinguished from a damaged journal."""

import shutil
from pathlib import Path

import pytest

from console.table.core import NoteKind
from console.table.journal import DamagedJournal, verify
from console.table.journal.file.high_water_mark import forget, marked_heading, read_mark
from console.table.journal.file.place import sibling
from console.table.journal.proof.flaws import Flaw
from tests.table.journal.entries import by_another_program, drawn, opened, written
from tests.table.journal.sealing import rechained
from tests.table.journal.test_opening import KilledConsole

NUMBER = range(33, 41)
"""The bytes of the mark's number in its file."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 5)


def turn(file: Path, byte: int, bit: int) -> None:
    """Turn one bit of a file."""
    held = bytearray(file.read_bytes())
    held[byte] ^= 1 << bit
    file.write_bytes(held)


def lose_end(path: Path) -> None:
    """Cut the last entry off, as a log that went bad does."""
    by_another_program(path, "DELETE FROM entry WHERE number = 5", "DELETE FROM stretch WHERE number = 5")


@pytest.mark.sweep
def test_each_bit_of_the_mark_is_found_or_the_mark_is_the_same(path: Path) -> None:
    lock = sibling(path, ".lock")
    whole, sound = lock.read_bytes(), read_mark(lock)
    assert sound is not None and sound.is_sound and sound.entries == 5
    for byte in range(1, len(whole)):
        for bit in range(8):
            lock.write_bytes(whole)
            turn(lock, byte, bit)
            found = read_mark(lock)
            assert found is not None and (not found.is_sound or found == sound), (byte, bit)


@pytest.mark.parametrize("bit", range(4))
def test_a_damaged_mark_is_no_damaged_journal(path: Path, bit: int) -> None:
    turn(sibling(path, ".lock"), NUMBER[-1], bit)
    verdict = verify(path)
    assert (verdict.flaw, verdict.name, verdict.entries) == (Flaw.MARK, "table.journal.lock", 5)
    with opened(path) as journal:
        assert journal.found_at_opening == (NoteKind.JOURNAL_MARK_DAMAGED,)
        journal.append([drawn(6)])
    assert verify(path).good


def test_the_heading_is_read_from_a_mark_whose_number_is_bad(path: Path) -> None:
    lock = sibling(path, ".lock")
    heading = marked_heading(lock)
    turn(lock, NUMBER[-1], 0)
    assert heading is not None and marked_heading(lock) == heading


def test_a_lost_end_is_found_by_verify_and_by_a_start(path: Path) -> None:
    lose_end(path)
    verdict = verify(path)
    assert (verdict.flaw, verdict.entry, verdict.name) == (Flaw.MARKED, 5, "table.journal.lock")
    with pytest.raises(DamagedJournal) as refused:
        opened(path)
    assert refused.value.slots["entry"] == "5"
    forget(sibling(path, ".lock"))
    assert verify(path).good


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a killed console left."""
    folder = tmp_path_factory.mktemp("killed")
    with KilledConsole(folder / "killed.journal"):
        pass
    return folder


@pytest.mark.sweep(2)
@pytest.mark.parametrize("byte", [0, 17, 31, 35, 100, 119])
def test_a_bad_bit_in_the_log_of_a_killed_console_is_found_by_verify(
    tmp_path: Path, left: Path, byte: int
) -> None:
    path = shutil.copytree(left, tmp_path / "left") / "killed.journal"
    assert verify(path).entries == 1
    turn(sibling(path, "-wal"), byte, 3)
    verdict = verify(path)
    assert (verdict.flaw, verdict.entry) == (Flaw.MARKED, 1)


def test_a_rechained_journal_is_not_the_one_of_the_mark(path: Path) -> None:
    mark = sibling(path, ".lock").read_bytes()
    rechained(path, 3, person="P9")
    sibling(path, ".lock").write_bytes(mark)
    verdict = verify(path)
    assert (verdict.flaw, verdict.entry) == (Flaw.MARKED, 5)
    with pytest.raises(DamagedJournal):
        opened(path)
