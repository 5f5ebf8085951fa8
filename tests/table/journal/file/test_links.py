"""A file that SQLite has open is read by its bytes, and no lock of SQLite's is lost by that."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from console.base.system import add_name
from console.table.core import SetClock
from console.table.custody.table_opening import beyond_rescue
from console.table.game import load_rulebook
from console.table.journal.file import links
from console.table.journal.file.connection import writing
from console.table.journal.file.errors import IsLink
from console.table.journal.rescue import quarantine, readable_journal
from tests.table.journal.entries import SV, written
from tests.table.journal.file.test_touched import CAN_BE_LOCKED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="how a lock is laid out differs")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(links, "_waiting", [])  # what an earlier test still has open is that test's
    return written(tmp_path / "table.journal", 3)


def is_locked(path: Path) -> bool:
    """Whether another program finds the locks of the process that has the journal open."""
    asked = [sys.executable, "-S", "-c", CAN_BE_LOCKED, str(path)]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split() == ["False"] * 2


@contextmanager
def being_read(path: Path) -> Iterator[None]:
    """Somebody reads the journal meanwhile, and has SQLite's locks on it."""
    with closing(writing(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entry").fetchone()
        yield
        reader.execute("COMMIT")


def closed_on_a_medium_without_second_names(path: Path, patched: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    patched.setattr(os, "link", refused)
    add_name(path, path.with_name("closed.journal"), links.whole_file_of)


def read_as_a_wreck(path: Path, _: pytest.MonkeyPatch) -> None:
    with readable_journal.readable_journal(path, path.with_name("none")) as found:
        assert found.beginning.last == 3


def measured_for_a_copy(path: Path, _: pytest.MonkeyPatch) -> None:
    assert quarantine._measured(path)[0] == path.stat().st_size


def asked_whether_it_is_beyond_rescue(path: Path, _: pytest.MonkeyPatch) -> None:
    assert beyond_rescue(path, SV, load_rulebook("sv"), SetClock()) is None


@pytest.mark.parametrize(
    "read",
    [
        closed_on_a_medium_without_second_names,
        read_as_a_wreck,
        measured_for_a_copy,
        asked_whether_it_is_beyond_rescue,
    ],
)
def test_a_copy_of_a_journal_releases_no_lock_of_its_reader(
    path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path, pytest.MonkeyPatch], None]
) -> None:
    with being_read(path):
        assert is_locked(path)
        read(path, monkeypatch)
        assert is_locked(path)
    with links.whole_file_of(path.with_name("table.journal.lock")):
        pass
    assert links._waiting == [], "what was read is closed once nobody else has it"


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_link_in_the_place_of_the_log_or_its_index_is_refused(path: Path, ending: str) -> None:
    """SQLite follows none of these, and reports no error."""
    elsewhere = path.with_name("elsewhere")
    elsewhere.write_text("mine", "utf-8")
    path.with_name(path.name + ending).symlink_to(elsewhere)
    with pytest.raises(IsLink):
        writing(path)
    assert elsewhere.read_text("utf-8") == "mine"


@pytest.mark.sweep(1)
@pytest.mark.filterwarnings("ignore:unclosed file")
@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_a_reading_that_was_abandoned_and_collected_stops_no_later_one(path: Path, order: slice) -> None:
    """The collector ends the reading, which leaves the file open, and then it closes the file itself."""

    def abandon() -> None:
        reading = links.whole_file_of(path)
        beside: list[object] = [reading.__enter__(), reading][order]
        beside.append(beside)

    with being_read(path):
        abandon()
        gc.collect()
    with links.whole_file_of(path) as file:
        assert file.read(6) == b"SQLite"


def test_a_file_without_other_readers_is_closed_at_once(path: Path) -> None:
    with links.whole_file_of(path) as file:
        assert file.read(6) == b"SQLite"
    assert file.closed


class ReadOnceClosed:
    """A file that waits to be closed; while it is, a thread begins to read a journal."""

    def __init__(self, file: Path, journal: Path, stack: ExitStack) -> None:
        self._file, self._journal, self._stack = file.open("rb"), journal, stack

    closed = False

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()
        self._stack.enter_context(being_read(self._journal))


def test_a_journal_that_is_opened_while_another_file_is_closed_keeps_its_locks(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"0")
    waiting: list[object] = []
    monkeypatch.setattr(links, "_waiting", waiting)
    with ExitStack() as stack:
        waiting += [ReadOnceClosed(other, path, stack), path.open("rb")]
        links._close_left()
        assert len(waiting) == 1
        assert is_locked(path)
    links._close_left()
    assert waiting == []


def test_a_journal_that_is_opened_while_its_first_bytes_are_read_keeps_its_locks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = links._descriptors
    with ExitStack() as stack:

        def listed_before() -> set[str]:
            found = listed()
            monkeypatch.setattr(links, "_descriptors", listed)
            stack.enter_context(open(os.devnull))  # it takes the number that the listing itself had
            stack.enter_context(being_read(path))
            return found

        monkeypatch.setattr(links, "_descriptors", listed_before)
        assert links.first_bytes(path, 6) == b"SQLite"
        assert is_locked(path)
    with links.whole_file_of(path):
        pass
    assert links._waiting == []
