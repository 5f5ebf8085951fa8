"""A supervisor looks into an incident by keys and mouse alone: card, video, record, dealer, export.

Each press and each typed letter is counted: a screen that asks for more fails here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.records.documents.video import Video
from console.review.paperwork import Paperwork
from console.review.sources import VideoSettings
from console.table.running.clock import SetClock
from console.ui.paper.drawing_process import document_pdf
from console.ui.review.log.filter_bar import ChipKey
from console.ui.review.screens import ReviewScreens
from console.words import Words
from tests.ui.samples.night import MADE, NAMES
from tests.ui.samples.stories import SUPERVISOR, inquiries_of, night

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LATER = ("ja", "de")
FILMED = VideoSettings(20, {"T7": Video("https://nvr.example/{camera}?t={time}", "T7", "cam-7", lead=20)})


class Hand:
    """A supervisor's hand: it presses only what is in view, and counts."""

    def __init__(self) -> None:
        self.presses = self.letters = 0

    def key(self, target: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        assert target.isVisible()
        QTest.keyClick(target, key, held)
        self.presses += 1

    def click(self, target: QWidget) -> None:
        assert target.isVisible() and target.isEnabled()
        QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        self.presses += 1

    def type(self, target: QWidget, text: str) -> None:
        assert target.isVisible()
        QTest.keyClicks(target, text)
        self.letters += len(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy(night(), tmp_path / "night.db")
    return tmp_path


@pytest.fixture(params=LATER)
def screens(qtbot: QtBot, folder: Path, request: pytest.FixtureRequest) -> Iterator[ReviewScreens]:
    path = folder / "night.db"
    inquiries = inquiries_of(path)
    makes = Paperwork((path,), NAMES, lambda: MADE, draw=document_pdf)
    made = ReviewScreens(inquiries, makes, Words(request.param), SetClock(), filmed=FILMED)
    qtbot.addWidget(made)
    made.save.folder = folder
    made.resize(1280, 800)
    made.begin(SUPERVISOR, lambda _: ("7",), close="menu.quit")
    made.show()
    yield made
    made.log._glance_due.stop()
    inquiries.reads.close()


def test_an_incident_is_found_by_its_card_compared_with_the_video_printed_and_listed(
    qtbot: QtBot, screens: ReviewScreens, folder: Path
) -> None:
    hand, log, opened = Hand(), screens.log, list[str]()

    def open_address(address: str) -> bool:
        opened.append(address)
        return True

    screens.open_address = open_address
    # the incident, by a card of its round
    hand.key(log.list, Qt.Key.Key_F, CONTROL)
    assert log.search.hasFocus()
    hand.type(log.search, "9H")
    hand.key(log.search, Qt.Key.Key_Return)
    assert 0 < log.query.rows.count < 20
    hand.key(log.search, Qt.Key.Key_Down)
    assert log.list.hasFocus() and log.row is not None and log.row.round
    searched = log.row.round
    # the replay beside the video
    hand.key(log.list, Qt.Key.Key_Return)
    replay = screens.replay
    assert replay is not None and replay.isVisible()
    hand.click(replay.video)
    assert len(opened) == 1 and opened[0].startswith("https://nvr.example/cam-7?t=")
    # its record
    hand.key(replay, Qt.Key.Key_P, CONTROL)
    hand.key(screens.save.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not screens.filing.busy)
    stem = searched.replace("/", "-")
    assert (folder / f"{stem}.pdf").read_bytes()[:4] == b"%PDF" and (folder / f"{stem}.json").exists()
    hand.key(replay, Qt.Key.Key_Escape)
    # the rows of one dealer
    assert log.isVisible()
    text = screens.words.text
    chips = {key.accessibleName() or key.text(): key for key in log.findChildren(ChipKey) if key.isVisible()}
    dealer = next(key for name, key in chips.items() if text("review.filter.dealer") in name)
    hand.click(dealer)
    hand.key(log.filters.panel.list, Qt.Key.Key_Space)
    hand.key(log.filters.panel.list, Qt.Key.Key_Escape)
    assert len(log.query.wanted.dealers) == 1 and log.query.rows.count
    # the export
    hand.key(log.list, Qt.Key.Key_S, CONTROL)
    hand.key(screens.save.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not screens.filing.busy)
    assert (folder / "log.pdf").read_bytes()[:4] == b"%PDF"
    assert (hand.presses, hand.letters) == (13, 2)
