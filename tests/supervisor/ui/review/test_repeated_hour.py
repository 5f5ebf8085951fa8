"""Every screen of the review says which one a time is that comes twice as summer time ends."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.supervisor.ui.review import ReplayScreen
from console.supervisor.ui.review.log.filters import FilterCondition, chips
from console.supervisor.ui.review.log.log_query import LogQuery
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.supervisor.ui.review.replay.replay_line import line_of, timeline_of
from console.table.core import SetClock
from console.table.core.running.replay import ReplayPart
from console.table.journal import Filter
from console.table.ui.kit import moment_text
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, story_of
from tests.table.played import FELL, written

BEGUN = datetime(2026, 10, 25, 0, 59, 50, tzinfo=UTC)
"""Ten seconds before Vilnius sets its clocks back from 4 to 3."""


def test_the_log_shows_which_time_it_is_that_comes_twice(in_vilnius: None, tmp_path: Path) -> None:
    query = LogQuery(inquiries_of(written(tmp_path / "J.db", *FELL, start=BEGUN)), words("en"))
    query.begin()
    query.set_words(words("en"))
    query.fetch(0, query.rows.count - 1)
    times = [query.rows.cells(line)[0] for line in range(query.rows.count)]
    assert times[0].endswith("+02:00") and times[-1] == "03:59:52+03:00"
    assert moment_text(BEGUN, words("en")) == "03:59:50+03:00, 25 Oct"
    of = chips(Filter(since=BEGUN), query.filter_choices, words("en"))
    assert any(each.condition is FilterCondition.TIME and "03:59+03:00" in each.text for each in of)


@pytest.mark.sweep
def test_a_searched_time_that_comes_twice_is_asked_for_again_with_both(
    in_vilnius: None, tmp_path: Path, qtbot: QtBot
) -> None:
    """The search listed the second one, and said nothing of the first."""
    inquiries = inquiries_of(written(tmp_path / "J.db", *FELL, start=BEGUN))
    screen = LogScreen(inquiries, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.begin(SUPERVISOR, lambda _: ())
    both = "This time comes twice. Write 03:00+03:00 or 03:00+02:00."
    for typed, asked in (("03:00", True), ("03:00+02:00", False), ("03:59:52", False), ("03:00", True)):
        screen.query.seek(typed)
        assert (screen.head.text == both) is asked and screen.query.rows.count, typed
    screen.query.refine(replace(screen.query.wanted, until=BEGUN))
    assert screen.head.text != both, "of the span, only the first is searched"
    inquiries.stop()


def test_the_replay_shows_which_time_it_is_that_comes_twice(
    in_vilnius: None, tmp_path: Path, qtbot: QtBot
) -> None:
    path = written(tmp_path / "J.db", *FELL, start=BEGUN)
    story = story_of(path, "lt", ReplayPart(1, 99))
    marks = line_of(timeline_of(story.moments), story.moments, words("en"))
    assert marks.first == "03:59:52+03:00" and marks.last.endswith("+02:00")
    screen = ReplayScreen(words("en"), words("lt"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_story(story, SUPERVISOR)
    assert "+03:00" in screen.prompt.text.actor and "+03:00" in screen.scrubber.accessibleName()
