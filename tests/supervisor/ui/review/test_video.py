"""The way from an entry or a moment of a replay to its second of video, by the system's own opener."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review.sources import NOT_FILMED, VideoSettings
from console.supervisor.ui.review.screens import ReviewScreens, open_in_browser
from console.table.config import Video
from console.table.core import SetClock
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.night import work
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, night

VIDEO = Video("https://nvr.example/{camera}?t={time}", "T7", "cam-7", lead=20)
ON_SCREEN = Video("https://nvr.example/{camera}?t={time}", "7", "cam-7", lead=20)
"""The samples' table has another name on its screen than its journal has."""
FILMED = VideoSettings(20, {"T7": VIDEO, "7": ON_SCREEN})


class Opener:
    """Stands in for what the system opens the web with."""

    def __init__(self, *, opens: bool = True) -> None:
        self.opened: list[str] = []
        self.opens = opens

    def __call__(self, address: str) -> bool:
        self.opened.append(address)
        return self.opens


def screens_of(qtbot: QtBot, filmed: VideoSettings, language: str = "en") -> ReviewScreens:
    screens = ReviewScreens(inquiries_of(night()), work(), words(language), SetClock(), filmed=filmed)
    qtbot.addWidget(screens)
    screens.resize(1280, 800)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.show()
    return screens


@pytest.fixture
def screens(qtbot: QtBot) -> Iterator[ReviewScreens]:
    screens = screens_of(qtbot, FILMED)
    yield screens


def test_a_press_on_an_entry_opens_its_second_with_the_lead_in(screens: ReviewScreens) -> None:
    screens.open_address = opener = Opener()
    screens.log.list.choose(3)
    QTest.mouseClick(screens.log.detail.video, Qt.MouseButton.LeftButton)
    row = screens.log.row
    assert row is not None
    assert opener.opened == [VIDEO.at(row.at - timedelta(seconds=20))]


def test_a_replay_opens_the_second_that_is_looked_at(screens: ReviewScreens) -> None:
    screens.open_address = opener = Opener()
    round_ = next(
        at
        for at in range(screens.log.query.rows.count)
        if (row := screens.log.query.rows.row(at)) is not None and row.round
    )
    screens.log.list.choose(round_)
    QTest.keyClick(screens.log, Qt.Key.Key_Return)
    replay = screens.replay
    assert replay is not None and replay.story is not None
    begun = replay.story.moments[0].at
    for at in (0, len(replay.story.moments) - 1):
        replay.go_to(at)
        QTest.mouseClick(replay.video, Qt.MouseButton.LeftButton)
        moment = begun + timedelta(seconds=replay.playback.seconds)
        assert opener.opened.pop() == ON_SCREEN.at(moment) and moment >= replay.story.moments[at].at
    assert opener.opened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_video_that_could_not_be_opened_is_named_by_its_address(qtbot: QtBot, language: str) -> None:
    screens = screens_of(qtbot, FILMED, language)
    screens.open_address = Opener(opens=False)
    QTest.mouseClick(screens.log.detail.video, Qt.MouseButton.LeftButton)
    assert "https://nvr.example/cam-7?t=" in screens.log.head.text


def test_without_a_video_address_no_video_is_offered(qtbot: QtBot) -> None:
    screens = screens_of(qtbot, NOT_FILMED)
    assert screens.log.detail.video.isHidden()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "nvr.example/x", ""])
def test_nothing_but_the_web_reaches_the_systems_opener(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    asked: list[str] = []

    def opened(url: QUrl) -> bool:
        asked.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", opened)
    assert not open_in_browser(address)
    assert not asked
    assert open_in_browser("https://nvr.example/cam-7?t=2026-11-20T00:13:39Z")
    assert asked == ["https://nvr.example/cam-7?t=2026-11-20T00:13:39Z"]
