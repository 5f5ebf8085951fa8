"""A damaged journal is set aside, never overwritten; what can be read of it is recovered; play goes on."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from console.table.core import NoteKind, SetClock, encode_table, entries_lost, events
from console.table.custody import OpenedSession, open_session
from console.table.custody.table_opening import beyond_rescue
from console.table.custody.verdict import findings
from console.table.game import load_rulebook
from console.table.journal import (
    Identity,
    JournalError,
    LosesEntries,
    Unreachable,
    default_folder,
    seal_key,
    sibling,
    verify,
)
from console.table.journal.archives import go_on_in_new_file, volumes
from console.table.journal.file.schema import migrate
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.seals import seal
from console.table.journal.proof.succession import journals_in, verify_all
from console.table.journal.rescue import quarantine, readable_journal, recovery
from console.table.journal.rescue.readable_journal import ReadableJournal
from tests.instruments.harm.shifts import Shift, shift_of, timeless
from tests.table.core.tables import words
from tests.table.journal.entries import by_another_program

SV = Identity("T1", "baccarat", "sv")
PAGE = 4096
Harm = Callable[[bytearray], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def shift() -> Shift:
    return shift_of("baccarat", "sv", 120, 3)


def opened(
    path: Path, stack: ExitStack, clock: SetClock | None = None, *, may_lose: bool = True
) -> OpenedSession:
    rulebook = load_rulebook("sv")
    return open_session(path, SV, rulebook, clock or SetClock(), stack, is_ready=True, may_lose=may_lose)


def played_on(path: Path, shift: Shift, clock: SetClock | None = None) -> None:
    """The whole shift."""
    with ExitStack() as stack:
        session = opened(path, stack, clock)
        for line in shift.lines:
            session.session.take(line)


def read(path: Path, asked: str) -> list[Any]:
    """The rows of the file as SQLite reads them."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(asked).fetchall()


def harmed(path: Path, harm: Harm) -> bytes:
    held = bytearray(path.read_bytes())
    harm(held)
    path.write_bytes(held)
    return bytes(held)


def page_of(held: bytes, text: bytes, *, last: bool = False) -> int:
    """Where the page begins on which this text stands."""
    return (held.rindex(text) if last else held.index(text)) // PAGE * PAGE


def header(held: bytearray) -> None:
    held[:100] = bytes(100)


def first_page(held: bytearray) -> None:
    held[:PAGE] = bytes(PAGE)


def newest_rows(held: bytearray) -> None:
    at = page_of(bytes(held), b'"bets_closed"', last=True)
    held[at : at + PAGE] = b"\xff" * PAGE


def last_rows(held: bytearray) -> None:
    """Those at the end, with the note of a seal: nothing in the file says that there were more."""
    at = page_of(bytes(held), b'"journal_sealed"', last=True)
    held[at : at + PAGE] = b"\xff" * PAGE


def oldest_rows(held: bytearray) -> None:
    at = page_of(bytes(held), b'"bets_opened"')
    held[at : at + PAGE] = bytes(PAGE)


def page_of_itself(held: bytearray) -> None:
    """The one page on which it stands whose journal it is."""
    at = root_of("meta") * PAGE
    held[at : at + PAGE] = bytes(PAGE)


def first_two(held: bytearray) -> None:
    """Harm the pages that say where the tables are, and whose journal it is."""
    first_page(held)
    page_of_itself(held)


def root_of(table: str) -> int:
    """On which page a table of a new journal begins, counted from 0."""
    with closing(sqlite3.connect(":memory:")) as connection:
        migrate(connection)
        asked = "SELECT rootpage - 1 FROM sqlite_master WHERE name = ?"
        return int(connection.execute(asked, (table,)).fetchone()[0])


@pytest.mark.sweep(1)
@pytest.mark.parametrize("harm", [header, first_page, page_of_itself, first_two])
def test_a_lost_beginning_of_the_file_costs_no_entry(path: Path, shift: Shift, harm: Harm) -> None:
    played_on(path, shift)
    damaged = harmed(path, harm)
    with ExitStack() as stack:
        again = opened(path, stack)
        assert timeless(again.session.table) == shift.states[-1]
        assert again.salvage is not None
        assert (again.salvage.entries, again.salvage.lost) == (shift.entries[-1], 0)
        assert again.salvage.damaged.read_bytes() == damaged
        first = events.DECODER.decode(next(again.journal.recover().entries).event)
    assert isinstance(first, events.Noted) and first.what == NoteKind.JOURNAL_RECOVERED
    recovered, now = volumes(path)
    assert (verify(recovered).entries, verify(recovered).flaw) == (shift.entries[-1], None)
    assert (verify(now).entries, verify(now).flaw) == (1, None)


def test_a_changed_heading_is_repaired_from_its_mark(path: Path, shift: Shift) -> None:
    played_on(path, shift)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        asked = "SELECT sql FROM sqlite_master WHERE name = 'meta_no_update'"
        trigger = connection.execute(asked).fetchone()[0]
        connection.execute("DROP TRIGGER meta_no_update")
        connection.execute("UPDATE meta SET created = '2020-01-01T00:00:00.000000+00:00'")
        connection.execute(trigger)
    with ExitStack() as stack:
        again = opened(path, stack)
        assert timeless(again.session.table) == shift.states[-1]
        assert again.salvage is not None and again.salvage.entries == shift.entries[-1]
    assert [verify(each).flaw for each in volumes(path)] == [None, None]


def test_a_mark_of_another_journal_vouches_for_nothing(path: Path, shift: Shift, tmp_path: Path) -> None:
    played_on(path, shift)
    other, a_day_later = tmp_path / "other.db", SetClock()
    a_day_later.advance(86_400)
    played_on(other, shift, a_day_later)  # at one moment the same table would begin the same journal
    sibling(path, ".lock").write_bytes(sibling(other, ".lock").read_bytes())
    damaged = harmed(path, page_of_itself)
    with ExitStack() as stack, pytest.raises(JournalError):
        opened(path, stack)
    assert path.read_bytes() == damaged


def test_lost_rows_at_the_end_go_back_to_the_last_that_can_be_read(path: Path, shift: Shift) -> None:
    played_on(path, shift)
    harmed(path, newest_rows)
    with ExitStack() as stack:
        again = opened(path, stack)
        assert again.salvage is not None
        has = again.salvage.entries
        assert 0 < has < shift.entries[-1]
        line = max(line for line, entries in enumerate(shift.entries) if entries <= has)
        if shift.entries[line] == has:
            assert timeless(again.session.table) == shift.states[line]
        assert again.stopped is not None, "the screen says to compare the table"
    assert [verify(each).flaw for each in volumes(path)] == [None, None]
    said = f"Entries of a damaged journal that could not be recovered: {again.salvage.lost}"
    (table,) = verify_all(volumes(path))
    assert f"{path}: {said}" in [*findings(table, words("en"))]


def test_entries_after_a_loss_are_kept_in_a_file_beside(path: Path, shift: Shift) -> None:
    played_on(path, shift)
    events = dict(read(path, "SELECT number, event FROM entry"))
    harmed(path, oldest_rows)
    harmed(path, newest_rows)
    with ExitStack() as stack:
        started = opened(path, stack)
    done = started.salvage
    assert done is not None and done.beside > 0
    assert started.session.table.earlier == max(events), "no number comes again"
    rows = [
        json.loads(line) for line in sibling(done.recovered, ".rest.jsonl").read_text("utf-8").splitlines()
    ]
    assert len(rows) == done.beside
    assert [row["event"] for row in rows] == [events[row["number"]] for row in rows]


def test_a_journal_whose_tables_are_lost_is_refused_and_its_file_stays(path: Path, shift: Shift) -> None:
    played_on(path, shift)
    damaged = harmed(path, lambda held: held.__setitem__(slice(PAGE, None), bytes(len(held) - PAGE)))
    with ExitStack() as stack, pytest.raises(JournalError):
        opened(path, stack)
    assert path.read_bytes() == damaged
    assert sorted(file.name for file in path.parent.iterdir()) == ["table.db", "table.db.lock"]


@pytest.mark.parametrize(
    "held",
    [b"Dear Sir,\n", b"SQLite format 3\0" + bytes(PAGE * 3 - 16), bytes(PAGE * 20)],
    ids=["a", "b", "c"],
)
def test_a_file_that_was_never_a_journal_stays_as_it_is(path: Path, held: bytes) -> None:
    path.write_bytes(held)
    with ExitStack() as stack, pytest.raises(JournalError):
        opened(path, stack)
    assert path.read_bytes() == held
    assert {file.name for file in path.parent.iterdir()} <= {"table.db", "table.db.lock"}


def test_a_folder_with_a_file_that_was_set_aside_has_no_gap(path: Path, shift: Shift) -> None:
    played_on(path, shift)
    by_another_program(path, "UPDATE entry SET person = 'D9' WHERE number = 40")
    with ExitStack() as stack:
        opened(path, stack)
    whole = journals_in(path.parent)
    (table,) = verify_all(whole, whole=whole)
    assert [each.path for each in table.members] == volumes(path) and table.broken is None
    (copy,) = table.copies
    assert (copy.path.name.split("-")[1], copy.copy_of) == ("damaged", volumes(path)[0])
    assert (copy.verdict.flaw, copy.verdict.entry) == (Flaw.ALTERED, 40)


@pytest.mark.parametrize("harm", [first_page, first_two])
def test_a_table_that_plays_goes_on_with_its_hand_though_its_journal_is_damaged(
    path: Path, shift: Shift, harm: Harm
) -> None:
    with ExitStack() as stack:
        again = opened(path, stack)
        for line in shift.lines[:60]:
            again.session.take(line)
        entries = again.journal.last
        again.journal._disconnect()
        damaged = harmed(path, harm)
        before = timeless(again.session.table)
        view = again.session.take(shift.lines[60])
        assert view.refused != "not_recorded"
        after = again.session.table
        assert timeless(after) == shift.states[61] != before
        assert after.earlier == entries, "the new file's entries come after those"
        kinds = [events.DECODER.decode(row.event) for row in again.journal.recover().entries]
    assert isinstance(kinds[0], events.Noted) and kinds[0].what == NoteKind.JOURNAL_RECOVERED
    assert any(file.read_bytes() == damaged for file in path.parent.glob("table-damaged-*.db"))
    assert [verify(each).flaw for each in volumes(path)] == [None, None]
    with ExitStack() as stack:
        assert timeless(opened(path, stack).session.table) == timeless(after)


def test_a_file_that_is_left_during_play_says_how_many_entries_it_lost(path: Path, shift: Shift) -> None:
    """The note goes on with the harm that was found: the papers read it as one of a file without a loss."""
    with ExitStack() as stack:
        again = opened(path, stack)
        for line in shift.lines:
            again.session.take(line)
            if again.session.table.between_rounds and again.journal.last > 60:
                break
        entries = again.journal.last
        again.journal._disconnect()
        harmed(path, newest_rows)
        again.session.continue_in_new_file("page 7")
        (note, *_) = (events.DECODER.decode(row.event) for row in again.journal.recover().entries)
    recovered, _ = volumes(path)
    beside = sibling(recovered, ".rest.jsonl").read_text("utf-8").splitlines()
    lost = entries - (verify(recovered).entries or 0) - len(beside)
    assert lost > 0 and isinstance(note, events.Noted)
    said = f"Entries of a damaged journal that could not be recovered: {lost}"
    (table,) = verify_all(volumes(path))
    assert f"{path}: {said}" in [*findings(table, words("en"))]
    assert entries_lost(note.text) == lost


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", ["table.db", "table [1].db"])
@pytest.mark.parametrize("stop", ["build", "put", "put_aside"])
def test_a_recovery_that_was_cut_short_is_begun_again(
    tmp_path: Path, shift: Shift, stop: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the last entries in a log that is set aside before the new journal is in its place."""
    path = tmp_path / name
    held = log_kept(path, shift)

    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, ExitStack() as stack, pytest.raises(KeyboardInterrupt):
        patch.setattr(recovery, stop, cut)
        opened(path, stack)
    assert path.read_bytes() == held
    later = SetClock()
    later.advance(3600)
    with ExitStack() as stack:
        assert timeless(opened(path, stack, later).session.table) == shift.states[-1]
    set_aside, recovered = (
        [each for each in path.parent.iterdir() if f"-{what}-" in each.name and each.suffix == ".db"]
        for what in ("damaged", "recovered")
    )
    assert (len(set_aside), recovered) == (1, volumes(path)[:1]), "nothing is there twice"
    (table,) = verify_all([*recovered, path])
    assert table.good


def log_kept(path: Path, shift: Shift) -> bytes:
    """A killed console's journal without its first page: the last entries are in the log alone."""
    with ExitStack() as stack:
        session = opened(path, stack)
        for line in shift.lines:
            session.session.take(line)
        file, log = path.read_bytes(), sibling(path, "-wal").read_bytes()
    path.write_bytes(file)
    sibling(path, "-wal").write_bytes(log)
    return harmed(path, first_page)


def test_a_full_disk_that_stops_a_new_journal_is_reported(
    path: Path, shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(path, shift)
    held = harmed(path, header)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(quarantine, "build", full)
    with pytest.raises(Unreachable, match="disk is full"):
        quarantine.set_aside(path, SV, SetClock().utc(), lambda _: None)
    assert path.read_bytes() == held
    assert not list(path.parent.glob("table-damaged-*"))


def test_a_journal_that_only_lacks_disk_space_is_not_called_beyond_rescue(
    path: Path, shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its supervisor would set it aside, with its open round."""
    import resource

    played_on(path, shift)
    held = harmed(path, header)
    recover = recovery._recover

    def without_room(found: ReadableJournal, recovered: Path) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20 * PAGE, limits[1]))  # an empty journal has 15 pages
        try:
            recover(found, recovered)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, ignored)

    with monkeypatch.context() as patch, ExitStack() as stack:
        patch.setattr(recovery, "_recover", without_room)
        with pytest.raises(Unreachable):
            opened(path, stack)
    assert path.read_bytes() == held
    with ExitStack() as stack:
        assert timeless(opened(path, stack).session.table) == shift.states[-1]


def test_a_disk_without_room_for_the_rows_is_no_bug(
    path: Path, shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of a large journal are gathered in a file of the system's temporary folder."""
    played_on(path, shift)
    held = harmed(path, header)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch, ExitStack() as stack:
        patch.setattr(readable_journal, "_put", full)
        with pytest.raises(Unreachable, match="disk is full"):
            opened(path, stack)
    assert path.read_bytes() == held
    with ExitStack() as stack:
        assert timeless(opened(path, stack).session.table) == shift.states[-1]


@pytest.mark.parametrize("harm", [newest_rows, oldest_rows])
def test_a_start_that_may_lose_no_entry_changes_nothing_and_says_how_many_it_would(
    path: Path, shift: Shift, harm: Harm
) -> None:
    """After a loss the table goes on with a later kept state and its entries; without one, it loses all."""
    played_on(path, shift)
    ((state,),) = read(path, "SELECT max(number) FROM checkpoint")
    damaged = harmed(path, harm)
    with ExitStack() as stack, pytest.raises(LosesEntries) as asked:
        opened(path, stack, may_lose=False)
    assert path.read_bytes() == damaged
    assert sorted(file.name for file in path.parent.iterdir()) == ["table.db", "table.db.lock"]
    with ExitStack() as stack:
        done = opened(path, stack).salvage
    assert done is not None
    is_in_state = state >= done.entries + done.lost
    assert is_in_state == (harm is oldest_rows)
    without = done.lost if is_in_state else shift.entries[-1] - done.entries
    assert int(asked.value.slots["entries"]) == without >= done.lost > 0


def test_a_lost_end_under_a_seal_is_a_loss_where_the_mark_is_damaged(path: Path, shift: Shift) -> None:
    """The newest seal, which is kept beside the key, says how many entries there were."""
    played_on(path, shift)
    with ExitStack() as stack:
        seal(opened(path, stack).journal, seal_key(default_folder()), SetClock())
    harmed(path, last_rows)
    harmed(sibling(path, ".lock"), lambda held: held.__setitem__(40, held[40] ^ 1))
    with ExitStack() as stack, pytest.raises(LosesEntries):
        opened(path, stack, may_lose=False)


def test_a_lost_end_of_the_log_is_a_loss_as_the_mark_says(path: Path, shift: Shift) -> None:
    log_kept(path, shift)
    log = sibling(path, "-wal")
    log.write_bytes(log.read_bytes()[: -3 * PAGE])
    with ExitStack() as stack, pytest.raises(LosesEntries):
        opened(path, stack, may_lose=False)
    with ExitStack() as stack:
        done = opened(path, stack).salvage
    assert done is not None and done.lost > 0
    assert done.entries + done.beside + done.lost == shift.entries[-1]


def test_the_newest_frames_of_a_log_that_was_begun_again_are_used(path: Path, shift: Shift) -> None:
    """After them lie those that it had before: more of them, and older."""
    with ExitStack() as stack:
        session = opened(path, stack)
        for number, line in enumerate(shift.lines):
            if number == len(shift.lines) - 2:
                with closing(sqlite3.connect(path)) as other:
                    other.execute("PRAGMA wal_checkpoint(RESTART)")
            session.session.take(line)
        file, log = path.read_bytes(), sibling(path, "-wal").read_bytes()
    path.write_bytes(file)
    sibling(path, "-wal").write_bytes(log)
    harmed(path, first_page)
    with ExitStack() as stack:
        again = opened(path, stack, may_lose=False)
        assert timeless(again.session.table) == shift.states[-1]


def test_a_lost_first_state_is_taken_from_the_file_before(path: Path, shift: Shift) -> None:
    with ExitStack() as stack:
        session = opened(path, stack)
        for line in shift.lines[:60]:
            session.session.take(line)
        go_on_in_new_file(session.journal, encode_table(session.session.table), SetClock().utc())
        for line in shift.lines[60:]:
            session.session.take(line)
        entries = session.journal.last
    at = root_of("checkpoint") * PAGE
    harmed(path, lambda held: held.__setitem__(slice(at, at + PAGE), bytes(PAGE)))
    with ExitStack() as stack:
        again = opened(path, stack, may_lose=False)
        assert timeless(again.session.table) == shift.states[-1]
        assert again.salvage is not None and again.salvage.entries == entries
    assert [verify(each).flaw for each in volumes(path)] == [None] * 3


@pytest.mark.parametrize("lost", ["number > 0", "number = (SELECT max(number) FROM checkpoint)"])
def test_a_lost_state_that_an_entry_names_is_computed_again(path: Path, lost: str) -> None:
    def opened_at_blackjack(stack: ExitStack) -> OpenedSession:
        identity = Identity("T1", "blackjack", "ja")
        return open_session(path, identity, load_rulebook("ja"), SetClock(), stack, is_ready=True)

    with ExitStack() as stack:
        session = opened_at_blackjack(stack)
        for line in shift_of("blackjack", "ja", 400, 1).lines:
            session.session.take(line)
    with closing(sqlite3.connect(path)) as connection:
        named = connection.execute("SELECT number FROM entry WHERE state IS NOT NULL").fetchall()
        last = connection.execute("SELECT max(number) FROM entry").fetchone()
    assert len(named) > 1 and named[-1] < last, "play goes on from the state that is computed"
    by_another_program(path, f"DELETE FROM checkpoint WHERE {lost}")
    harmed(path, header)
    with ExitStack() as stack:
        assert opened_at_blackjack(stack).salvage is not None
    assert [verify(each).flaw for each in volumes(path)] == [None] * 2


def test_a_rescue_that_cannot_write_beside_the_journal_reports_the_reason(
    path: Path, shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(path, shift)
    harmed(path, header)

    def refused(*_: object, **__: object) -> str:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.mkdtemp", refused)
    with pytest.raises(Unreachable, match="Read-only"):
        beyond_rescue(path, SV, load_rulebook("sv"), SetClock())
