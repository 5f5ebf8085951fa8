"""Texts and clocks of no sensible size, in the log, on paper and in the counts."""

from __future__ import annotations

from datetime import UTC, datetime

from pytestqt.qtbot import QtBot

from console.supervisor.reports.counts import HourCounts
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.supervisor.ui.paper import document
from console.supervisor.ui.review.log.entry_detail import FactRows
from console.table.core import ready
from console.table.ui.kit import Label
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven


def test_a_remark_of_eight_megabytes_is_shown_cut_with_where_the_whole_is(qtbot: QtBot) -> None:
    """A line's text has 2,000 characters at most now; an older journal may hold a remark as long as a whole
    line.
    """
    for remark in ("x" * (1 << 23), "so " * (1 << 21), "札" * (1 << 21)):
        text = event_line(words("en"), LoggedEntry("remarked", {"text": remark}), str)
        assert len(text) < 2_200 and text.endswith("… [JSON]")
        assert len(document._cell(remark, "en")) < 2_200
        shown = FactRows()
        qtbot.addWidget(shown)
        shown.resize(600, 300)
        shown.show_facts([("remark", remark, False)], is_another=True)
        shown.grab()
        assert max(len(label.accessibleName()) for label in shown.findChildren(Label)) < 2_200
    for whole in ("x" * 2_000, "札" * 2_000):
        assert event_line(words("en"), LoggedEntry("remarked", {"text": whole}), str).count(whole)


def test_a_clock_that_was_decades_wrong_makes_a_month_of_hours_at_most() -> None:
    """A machine whose battery is empty begins in 1970; a restart then goes by the wall clock."""
    table = ready(Driven("sv").game)
    for seconds in (90.0, 86_400.0, 56 * 365 * 86_400.0, float(2**63 // 10**9)):
        counted = HourCounts()
        counted.pass_time(table, datetime(2026, 11, 20, 3, tzinfo=UTC), seconds)
        assert len(counted.hours) <= 31 * 24 + 1
        assert sum(hour.open_seconds for hour in counted.hours) == min(seconds, 31 * 86_400)
