"""The desk in its threads: it may hang, fail and come back; the window hears, asks and ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from console.floor.ui.desk_line import DeskAct, DeskLine, DeskRequest
from console.floor.wall import Changes
from tests.floor.nights import FakeDesk, calm
from tests.floor.readings import AT, reading


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(reading(*calm(3)))


@pytest.fixture
def line(desk: FakeDesk, qtbot: QtBot) -> Iterator[DeskLine]:
    made = DeskLine(desk, poll=600.0)
    yield made
    made.stop()


def test_the_desk_line_reads_at_once_and_again_after_a_hint(
    line: DeskLine, desk: FakeDesk, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(line.reading_came):
        line.start()
    with qtbot.waitSignal(line.reading_came):
        desk.hint()


def test_a_hint_brings_the_changes_without_a_full_reading(
    line: DeskLine, desk: FakeDesk, qtbot: QtBot
) -> None:
    desk.changed = Changes(since=AT, tables=())
    with qtbot.waitSignal(line.reading_came):
        line.start()
    with qtbot.waitSignal(line.changed) as came:
        desk.hint()
    assert came.args == [desk.changed]
    assert desk.read_count == 1


def test_a_desk_that_fails_is_asked_again(line: DeskLine, desk: FakeDesk, qtbot: QtBot) -> None:
    desk.fails = OSError("gone")
    with qtbot.waitSignal(line.missed):
        line.start()
    desk.fails = None
    with qtbot.waitSignal(line.reading_came):
        desk.hint()


def test_a_silent_floor_is_logged_once_until_it_is_heard_again(
    desk: FakeDesk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that stays away for two minutes would fill the terminal with 120 lines."""
    desk.fails = OSError("gone")
    line = DeskLine(desk, poll=0.01)
    with qtbot.waitSignals([line.missed] * 4):
        line.start()
    assert caplog.messages == ["the floor is not heard: gone"]
    with qtbot.waitSignal(line.reading_came):
        desk.fails = None
    with qtbot.waitSignals([line.missed] * 4):
        desk.fails = OSError("gone again")
    line.stop()
    assert caplog.messages[1:] == ["the floor is not heard: gone again"]


def test_a_request_is_answered_and_followed_by_a_reading(
    line: DeskLine, desk: FakeDesk, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(line.reading_came):
        line.start()
    with qtbot.waitSignal(line.reading_came), qtbot.waitSignal(line.answered) as came:
        line.ask(DeskRequest(DeskAct.COUNT, "B1"), lambda: 7)
    assert came.args == [DeskRequest(DeskAct.COUNT, "B1"), 7]


def test_an_error_is_an_answer(line: DeskLine, qtbot: QtBot) -> None:
    def fails() -> object:
        raise LookupError("over")

    line.start()
    with qtbot.waitSignal(line.answered) as came:
        line.ask(DeskRequest(DeskAct.TAKE, "B1"), fails)
    assert isinstance(came.args[1], LookupError)


def test_a_desk_that_hangs_delays_no_stop(line: DeskLine, desk: FakeDesk, qtbot: QtBot) -> None:
    desk.hangs.set()
    desk.keeps = True
    line.start()
    line.ask(DeskRequest(DeskAct.TAKE, "B1"), desk.read)
    assert desk.held.wait(60)
    line.stop(timeout=0.01)
    assert desk.closed
    assert line._threads[0].is_alive(), "nobody has waited for it"
    desk.freed.set()
    line._threads[0].join(60)
