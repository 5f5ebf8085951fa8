"""A table's thread that asks the recorder: the table never waits for it, and its entries say what came."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.alarms.items import AlarmKind, Priority
from console.floor.alarms.watch import Watch
from console.floor.recorder.video_watch import TRIES, VideoWatch
from console.floor.ui.appearance import reason_and_act, what_text
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import EventKind, NoPicture, NoteKind, ProbeAnswer, ProbedVideo, SetClock, ShownTable
from tests.base.words.catalogues import words
from tests.floor.readings import reading, table
from tests.floor.test_notifications import report_of
from tests.table.core.tables import Driven
from tests.table.played import OPEN, START, incident


class Asked:
    """A recorder that answers when the test lets it, and the time that the watch reads."""

    def __init__(self, answer: ProbeAnswer, utc: datetime = START) -> None:
        self.answer, self.now = answer, 0.0
        self.moments: list[datetime] = []
        self.may = threading.Event()
        self.notes: list[tuple[NoteKind, str]] = []
        noted = self.notes
        self.watch = VideoWatch(
            self._ask, lambda kind, text: noted.append((kind, text)), SetClock(utc), lambda: self.now
        )

    def _ask(self, moment: datetime) -> ProbeAnswer:
        self.moments.append(moment)
        self.may.wait(30)
        return self.answer


def shown(driven: Driven) -> ShownTable:
    return ShownTable(driven.session.view(), driven.table, None, None)


def fallen() -> Driven:
    driven = Driven("lt")
    driven.take(OPEN)
    assert driven.take(incident("technical_fault", "P1"))["accepted"]
    return driven


def test_a_recorder_that_hangs_keeps_neither_the_table_nor_the_end_of_the_console(qtbot: QtBot) -> None:
    driven, asked = Driven("lt"), Asked(ProbeAnswer(None))
    asked.watch.start()
    asked.watch.look(shown(driven))
    qtbot.waitUntil(lambda: len(asked.moments) == 1)
    for _ in range(3):
        asked.watch.look(shown(driven))
    asked.watch.stop()
    asked.may.set()
    assert asked.notes == []


def test_an_incident_is_asked_for_at_its_own_second(qtbot: QtBot) -> None:
    driven = fallen()
    (report,) = driven.table.incidents.past
    asked = Asked(ProbeAnswer(None, 2), report.at)
    asked.may.set()
    asked.watch.start()
    asked.watch.look(shown(driven))
    qtbot.waitUntil(lambda: len(asked.moments) == 1)
    asked.now = TRIES[0] + 1
    asked.watch.look(shown(driven))
    qtbot.waitUntil(lambda: bool(asked.notes))
    asked.watch.stop()
    kind, text = asked.notes[0]
    moment = report.at.replace(microsecond=0)
    assert (kind, ProbedVideo.of(text)) == (
        NoteKind.VIDEO_SEEN,
        ProbedVideo(moment, ProbeAnswer(None, 2), report.id),
    )


@pytest.mark.parametrize("off", [timedelta(hours=1), timedelta(days=2), timedelta(days=31)])
def test_a_start_asks_once_for_an_incident_that_has_no_answer_yet(qtbot: QtBot, off: timedelta) -> None:
    """A console that was off after the report asks late; one that has noted an answer does not ask again."""
    driven = fallen()
    (report,) = driven.table.incidents.past
    after = report.at + off
    late = Asked(ProbeAnswer(None), after)
    late.may.set()
    late.watch.start()
    late.watch.look(shown(driven))
    qtbot.waitUntil(lambda: len(late.moments) == 1)  # the hourly one: the incident's is due in a minute
    late.now = TRIES[0] + 1
    late.watch.look(shown(driven))
    qtbot.waitUntil(lambda: bool(late.notes))
    late.watch.stop()
    assert late.moments[-1] == report.at.replace(microsecond=0)
    assert_not_asked(qtbot, driven, after + timedelta(days=31, seconds=1))
    driven.session.note(*late.notes[0][:1], text=late.notes[0][1])
    assert_not_asked(qtbot, driven, after)


def assert_not_asked(qtbot: QtBot, driven: Driven, utc: datetime) -> None:
    """A console that starts at a time asks the two hourly questions, and for no incident."""
    again = Asked(ProbeAnswer(None), utc)
    again.may.set()
    again.watch.start()
    again.watch.look(shown(driven))
    qtbot.waitUntil(lambda: len(again.moments) == 1)
    again.now = 3_601
    again.watch.look(shown(driven))
    qtbot.waitUntil(lambda: len(again.moments) == 2)
    again.watch.stop()
    assert again.moments == [utc.replace(microsecond=0) - timedelta(minutes=2)] * 2


# --- what the entries say --------------------------------------------------------------------------------


def note(driven: Driven, why: NoPicture | None, offset: int | None = None, about: str = "") -> None:
    kind = NoteKind.VIDEO_SEEN if why is None else NoteKind.VIDEO_MISSING
    driven.session.note(kind, text=ProbedVideo(START, ProbeAnswer(why, offset), about).text)


def test_no_picture_is_one_alarm_with_its_act_until_the_picture_is_back() -> None:
    driven = Driven("lt")
    note(driven, NoPicture.SIGN_IN)
    note(driven, NoPicture.UNREACHED, about="T1-i1")
    report = report_of(driven)
    assert report.video_missing == "unreached"
    driven.restart()
    assert report_of(driven).video_missing == "unreached"
    seen = reading(table("B1", video_missing=report.video_missing))
    (item,) = Watch.new_watch(0.0).after_reading(seen, 0.0).moment(0.0).items
    assert (item.what, item.priority) == (AlarmKind.NO_PICTURE, Priority.LOW)
    for language in LANGUAGES:
        said = reason_and_act(words(language), item)
        assert what_text(words(language), item)
        assert words(language).text("video.unreached") in said
        assert words(language).text("floor.act.no_picture") in said
    note(driven, None)
    assert report_of(driven).video_missing == ""


def test_the_log_says_the_incident_the_reason_and_the_offset_in_every_language() -> None:
    for language in LANGUAGES:
        for why in (None, *NoPicture):
            kind = NoteKind.VIDEO_SEEN if why is None else NoteKind.VIDEO_MISSING
            text = ProbedVideo(START, ProbeAnswer(why, -90), "T1-i1").text
            said = event_line(
                words(language), LoggedEntry(EventKind.NOTED, {"what": kind, "text": text}), str
            )
            assert words(language).text(f"log.noted.{kind}") in said
            assert "T1-i1" in said and "-90" in said
            assert why is None or words(language).text(f"video.{why}") in said


def test_a_note_changes_nothing_at_the_table() -> None:
    driven = fallen()
    before = driven.view()
    note(driven, NoPicture.SLOW)
    after = driven.view()
    assert {**after, "entry": 0} == {**before, "entry": 0}
