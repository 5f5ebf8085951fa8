"""A supervisor's day by keys and mouse alone: an incident's card, video, record, dealer and export; the
handover of a shift; a person who comes and one who goes.

Each press and each typed letter is counted: a screen that asks for more fails here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shutil import copy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.supervisor.review import Paperwork
from console.supervisor.review.sources import VideoSettings
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review.log.filter_bar import ChipKey
from console.supervisor.ui.review.log.log_screen import LogKey
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.config import Video
from console.table.core import SetClock, events
from console.table.journal import review
from console.table.ui.page import Side
from tests.supervisor.ui.review.night import MADE, NAMES
from tests.supervisor.ui.review.over_table import review_over
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of, night
from tests.supervisor.ui.review.test_review_desk import has_signed
from tests.table.people.kept import AT_TABLE, JONAS, OTHER, PIN, RASA, people_in
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_row

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LATER = ("ja", "de")
FILMED = VideoSettings(20, {"T7": Video("https://nvr.example/{camera}?t={time}", "T7", "cam-7", lead=20)})

PINS = {"D1": "1111", "P1": "3333", "S1": "4444"}


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
        if text.isascii():
            QTest.keyClicks(target, text)
        else:  # QTest aborts at such a letter: an input method brings it
            committed = QInputMethodEvent()
            committed.setCommitString(text)
            QApplication.sendEvent(target, committed)
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
    inquiries.stop()


@pytest.mark.sweep
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


@pytest.fixture(params=LATER)
def table(qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[AtWork]:
    """A table with its shoe ready and a dealer, whose people are kept."""
    with at_work(qtbot, tmp_path, language=request.param, ready=True) as work:
        work.window.overlays.keeps = people = people_in(tmp_path / "kept" / "people.json")
        for person in (RASA, JONAS, AT_TABLE):
            people.add(person, PIN)
        yield work


def come(work: AtWork, hand: Hand, row: str) -> None:
    """Choose a row of the table's menu by its phrase, and sign in for it as the supervisor."""
    window = work.window
    hand.key(window.dealer, Qt.Key.Key_F10)
    hand.click(menu_row(window.menu, window.words.text(row)))
    work.until(window.sign_in.screen.isVisible)
    sign(work, hand, window.sign_in.screen, "S1")


def sign(work: AtWork, hand: Hand, screen: QWidget, who: str) -> None:
    """Type id and PIN."""
    for text in (who, PINS[who]):
        hand.type(screen, text)
        hand.key(screen, Qt.Key.Key_Return)
    work.until(lambda: not screen.isVisible())


@pytest.mark.sweep
def test_a_shift_is_handed_over_and_people_come_and_go(table: AtWork) -> None:
    work, hand = table, Hand()
    # the handover, signed by both sides
    come(work, hand, "menu.review")
    screens = review_over(work.window).screens
    assert screens is not None
    work.until(lambda: screens.log.query.filter_choices.last is not None)
    hand.click(screens.log.keys[LogKey.REPORT])
    work.until(lambda: screens.report is not None and screens.report.compared is not None)
    assert screens.report is not None
    hand.key(screens.report, Qt.Key.Key_Return)
    work.until(lambda: HandoverScreen in screens.pages)
    page = screens.pages[HandoverScreen]
    assert isinstance(page, HandoverScreen) and page.isVisible()
    sides: tuple[tuple[Side, str], ...] = (("outgoing", "P1"), ("incoming", "S1"))
    for side, who in sides:
        hand.click(page.keys[side])
        assert page.sign_in is not None
        sign(work, hand, page.sign_in, who)
        work.until(partial(has_signed, page, side))
    hand.key(page, Qt.Key.Key_Escape)
    hand.key(screens.report, Qt.Key.Key_Escape)
    hand.key(screens.log.list, Qt.Key.Key_Escape)
    hand.click(menu_row(screens.menu, screens.words.text("review.back")))
    work.until(lambda: not review_over(work.window).is_there)
    over = hand.presses, hand.letters
    # a new person
    come(work, hand, "menu.people")
    people = work.window.overlays.people_desk.screen
    hand.key(people.table, Qt.Key.Key_Return)
    for key, text in (("id", "D-9"), ("name", "山田花子"), ("pin", OTHER), ("pin_again", OTHER)):
        field = people.form.input(f"people.ask.{key}")
        assert field.hasFocus()
        hand.type(field, text)
        hand.key(field, Qt.Key.Key_Return)
    work.until(lambda: not people.form.isVisible())
    assert people.selection is not None and people.selection.person.id == "D-9"
    added = hand.presses - over[0], hand.letters - over[1]
    # and a dismissed one, found by letters
    hand.type(people.table, "jon")
    # the window waits 80 ms for each letter outside a field: a badge reader types faster
    work.until(lambda: people.selection is not None and people.selection.person == JONAS)
    hand.click(people.block)
    work.until(lambda: people.selection is not None and people.selection.state == "disabled")
    hand.key(people.table, Qt.Key.Key_Escape)
    assert work.window.dealer.isVisible() and not work.window.overlays.people_desk.is_there
    out = hand.presses - over[0] - added[0], hand.letters - over[1] - added[1]
    assert {"hand over": over, "add": added, "dismiss": out} == {
        "hand over": (16, 18), "add": (9, 21), "dismiss": (2, 3)
    }  # fmt: skip
    # all of it is on record
    work.until(work.is_settled)
    assert work.shown.table.handover is not None
    assert dict(work.shown.table.handover.signed) == {"outgoing": "P1", "incoming": "S1"}
    with review(work.console.config.journal) as journal:
        kinds = ("people_added", "people_disabled")
        kept = [
            events.DECODER.decode(each.event) for kind in kinds for each in journal.of_a_kind("noted", kind)
        ]
    texts = [(each.who, each.text) for each in kept if isinstance(each, events.Noted)]
    assert texts == [("S1", "D-9 dealer"), ("S1", f"{JONAS.id} pit_boss")]
