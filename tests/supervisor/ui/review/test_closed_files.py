"""At the table the closed files of its journal are read along, and a correction names the one it is about."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from console.supervisor.review.live_table import files_of
from console.supervisor.ui.review.at_table import row_printer
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.table.commands.journal_copies import close_file
from console.table.core import SetClock, events
from console.table.journal import Filter, archives, review
from tests.supervisor.ui.review.over_table import review_over
from tests.supervisor.ui.review.test_review_desk import open_review
from tests.table.ui.harness.at_work import at_work


def closed_before(qtbot: QtBot, folder: Path) -> Path:
    """The closed file of a table's journal; it was closed after some steps."""
    with at_work(qtbot, folder) as work:
        for _ in range(4):
            work.follow()
    return close_file(folder / "journal.db", SetClock(), folder / "keys").file


def in_files(log: LogScreen) -> tuple[int, ...]:
    """In which of the files the oldest row and the newest are, once both are there."""
    ends = (log.query.rows.row(log.query.rows.count - 1), log.query.rows.row(0))
    return tuple(row.place.journal for row in ends if row is not None)


@pytest.mark.sweep
def test_a_row_of_a_closed_file_is_corrected_by_its_files_name(qtbot: QtBot, tmp_path: Path) -> None:
    closed = closed_before(qtbot, tmp_path)
    with at_work(qtbot, tmp_path, down=60) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        open_review(work, "S1")
        work.until(lambda: work.shown.table.role_of("S1") is not None)  # the entry that is the newest below
        screens = review_over(work.window).screens
        assert screens is not None
        log = screens.log
        work.until(
            lambda: log.query.found.done and log.row is not None and bool(log.query.filter_choices.files)
        )
        assert log.query.filter_choices.files == (closed.name, "journal.db")
        log.query.look_for(Filter(kinds=frozenset({"signed_in"})))
        work.until(lambda: log.query.found.done and in_files(log) == (0, 1))
        newest, oldest = log.query.rows.row(0), log.query.rows.row(log.query.rows.count - 1)
        assert newest is not None and oldest is not None
        screens.correct(oldest)
        page = screens.pages[CorrectionScreen]
        assert isinstance(page, CorrectionScreen)
        for name, text in (("what", "who it was"), ("after", "D2"), ("why", "the badge was another's")):
            page.fields[name].setText(text)
        page.press()
        work.type_pin(page.sign_in, "P1")
        done = page.words.text("amend.done", name="Astrid L.")
        work.until(lambda: page.message == done)
        review_over(work.window).close()
    with review(tmp_path / "journal.db") as journal:
        (kept,) = journal.of_a_kind("entry_corrected", "badge")
    correction = msgspec.json.decode(kept.event, type=events.EntryCorrected)
    assert (correction.file, correction.entry) == (closed.name, oldest.number)


def test_the_report_is_of_the_files_that_have_the_shift(qtbot: QtBot, tmp_path: Path) -> None:
    closed = closed_before(qtbot, tmp_path)
    with at_work(qtbot, tmp_path, down=60) as work:
        work.follow()
        makes = row_printer(work.console)
        night = makes.report_of_shift(None, lambda _: True)
        (table,) = night.report.tables  # both files are one journal
        assert table.origin.table == work.console.config.name
        with review(closed) as before, review(tmp_path / "journal.db") as after:
            ends = [each.bounds(None, None, None) for each in (before, after)]
        assert None not in ends and (table.first, table.last) == (ends[0][0], ends[1][1])  # type: ignore[index]
        empty = makes.report_of_shift("1999-01-01 06:00", lambda _: True)
        assert len(empty.report.tables) == 1 and not empty.report.tables[0].active
        assert makes.check(work.window.words, lambda _: True).file == f"{closed.name} – journal.db"


@pytest.mark.sweep
def test_a_closed_file_that_can_not_be_read_does_not_keep_the_others_from_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    closed, path = closed_before(qtbot, tmp_path), tmp_path / "journal.db"
    assert files_of(path) == archives.volumes(path) == [closed, path]
    closed.write_bytes(b"no journal at all")
    assert files_of(path) == [path]
    path.write_bytes(b"nor this")
    assert files_of(path) == [path]
