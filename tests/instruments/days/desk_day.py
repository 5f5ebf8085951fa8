"""A supervisor's day at a desk, task by task: a journal, its incidents, records and figures; the people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.supervisor.commands.journal_review import opened
from console.supervisor.commands.video_options import table_options
from console.supervisor.review import Heading, Reviewing
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review import ReviewScreens
from console.supervisor.ui.review.log.filter_bar import ChipKey
from console.supervisor.ui.review.log.filters import FilterCondition
from console.supervisor.ui.review.log.log_screen import LogKey, LogScreen
from console.supervisor.ui.review.report.report_screen import ReportScreen
from console.supervisor.ui.review.review_window import ReviewWindow
from console.table.core import SetClock, SystemClock
from console.table.custody import open_session
from console.table.journal import Identity
from console.table.people import PeopleFile
from console.table.ui.kit import end
from console.table.ui.kit.desk_settings import desk_settings, keep_journals
from console.table.ui.people.people_list import REASON, PeopleScreen
from console.table.ui.people.person_form import DAY, NUMBER
from tests.instruments.days.hand import Hand, Way
from tests.supervisor.ui.review.night import SHIFT, START, Player
from tests.supervisor.ui.review.stories import folder as kept_folder
from tests.table.core.tables import book
from tests.table.people.kept import ANNA, JONAS, OTHER, studio
from tests.table.ui.harness.menu_rows import menu_row

CLOCK: Final = SystemClock()
CONTROL: Final = Qt.KeyboardModifier.ControlModifier
RETURN, DOWN, ESC = Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Escape
ENDS: Final = "2027-06-30"
NOON: Final = START + timedelta(hours=14)
LATER: Final = "2026-11-20 12:00"


def _shift(at: datetime) -> str:
    return SHIFT if at < NOON else LATER


@cache
def two_shifts() -> Path:
    """The journal of two shifts of twelve rounds each, in which a card fell in three."""
    clock = SetClock(START)
    with ExitStack() as stack:
        identity, path = Identity("7", "baccarat", "sv"), kept_folder("days-") / "days.db"
        session = open_session(path, identity, book("sv"), clock, stack, is_ready=True, shift=_shift).session
        player = Player(session, clock)
        player.shuffle()
        for number in range(24):
            if number == 12:
                clock.advance((NOON - clock.utc()).total_seconds())
            player.round("card_fell" if number in (4, 7, 17) else None)
    return path


def _opened(files: Sequence[Path]) -> tuple[Reviewing, Heading]:
    return opened(files, table_options(None, None), CLOCK, document_pdf)


class AtDesk:
    """The window of a review of a night, and the hand before it."""

    def __init__(self, way: Way, language: str, folder: Path) -> None:
        self.folder = folder
        for name in ("first.db", "second.db"):
            copy(two_shifts(), folder / name)
        keep_journals((folder / "first.db", folder / "second.db"))
        file = folder / "first.db"
        reviewing, heading = _opened((file,))
        shown = replace(reviewing, others=_opened, files=(file,))
        self.window = ReviewWindow(shown, Words(language), CLOCK, heading)
        self.window.show()
        self.hand = Hand(way, self.window)
        self.hand.until(self._is_read, "the rows of the journal")

    def _is_read(self) -> bool:
        return self.log.query.rows.count > 0 and bool(self.log.query.filter_choices.incident_counts)

    @property
    def screens(self) -> ReviewScreens:
        """The review's screens; another journal has its own."""
        return self.window.screens

    @property
    def log(self) -> LogScreen:
        return self.screens.log

    def search(self, text: str) -> None:
        """Search, and wait for fewer rows."""
        every, log = self.log.query.rows.count, self.log
        if self.hand.way is Way.KEYS:
            self.hand.key(Qt.Key.Key_F, CONTROL)
        else:
            self.hand.click(log.search)
        self.hand.type(text)
        self.hand.until(lambda: 0 < log.query.rows.count < every, f"the rows with {text}")

    def chip(self, condition: FilterCondition) -> ChipKey:
        keys = self.log.filters.chips.keys
        return next(key for key in keys if key.isVisible() and key.chip.condition is condition)

    def filter(self, condition: FilterCondition, row: int) -> None:
        """Choose one of a condition's choices, close their panel, and wait for fewer rows."""
        panel, query = self.log.filters.panel, self.log.query
        every = query.rows.count
        self.hand.press(self.chip(condition))
        self.hand.choose(panel.list, row)
        if self.hand.way is Way.KEYS:
            self.hand.key(Qt.Key.Key_Space)
        self.hand.press(panel.done, ESC)
        self.hand.until(lambda: 0 < query.rows.count < every, "the rows of the choice")

    def choose_row(self, row: int) -> None:
        """Go from the filters to the rows, choose one, and wait for its entry."""
        if self.hand.way is Way.KEYS:
            self.hand.key(DOWN)
        self.hand.choose(self.log.list, row)
        self.hand.until(self.log.detail.replay.isVisible, "the entry beside its row")

    def report(self) -> ReportScreen:
        """Open the shift's report, and wait for its figures."""
        self.hand.press(self.log.keys[LogKey.REPORT])
        self.hand.until(self._is_counted, "the report's figures")
        assert self.screens.report is not None
        return self.screens.report

    def _is_counted(self) -> bool:
        report = self.screens.report
        return report is not None and report.isVisible() and report.compared is not None

    def save(self) -> None:
        """Take the name that the screen suggests."""
        self.hand.until(self.screens.save.isVisible, "the question for a name")
        self.hand.press(self.screens.save.primary, RETURN)
        self.hand.until(self._writes, "a file that is written")

    def _writes(self) -> bool:
        """Whether the name was taken: how long a paper takes is the machine's affair, not a press's."""
        report = self.screens.report
        busy = self.screens.filing.busy or (report is not None and report.work.busy)
        return not self.screens.save.isVisible() and (busy or any(self.folder.glob("*.pdf")))


@contextmanager
def at_desk(way: Way, language: str) -> Iterator[AtDesk]:
    """A review of a night's journal; its window goes at the end."""
    with TemporaryDirectory() as folder:
        made = AtDesk(way, language, Path(folder))
        made.screens.save.folder = Path(folder)
        try:
            yield made
        finally:
            _let_go(made.window)
            desk_settings().clear()


_GONE: Final = list[QWidget]()
"""The windows of tasks that are over: what they still write must find them."""


def _let_go(window: QWidget) -> None:
    window.close()
    end()
    _GONE.append(window)


# --- tasks ----------------------------------------------------------------------------------------


def opens(way: Way, language: str) -> Hand:
    """Opens another of the journals that were opened last."""
    with at_desk(way, language) as at:
        before, hand = at.screens, at.hand
        if way is Way.KEYS:
            hand.key(Qt.Key.Key_O, CONTROL)
        else:
            hand.click(before.log.bar.name)
            hand.click(menu_row(before.menu, before.words.text("review.recent")))
        hand.press(menu_row(before.menu, "second.db"))
        hand.until(lambda: at.screens is not before and at.log.query.rows.count > 0, "the other journal")
        return hand


def searches(way: Way, language: str) -> Hand:
    """Searches a card, and begins another search."""
    with at_desk(way, language) as at:
        at.search("9H")
        if way is Way.KEYS:
            at.hand.key(ESC)
        else:
            at.hand.click(at.log.search)
        return at.hand


def filters(way: Way, language: str) -> Hand:
    """Filters the rows of an incident."""
    with at_desk(way, language) as at:
        at.filter(FilterCondition.INCIDENT, 0)
        return at.hand


def records(way: Way, language: str) -> Hand:
    """Finds an incident, replays its round step by step, and saves its record as a PDF."""
    with at_desk(way, language) as at:
        at.filter(FilterCondition.INCIDENT, 0)
        at.choose_row(1)
        at.hand.press(at.log.detail.replay, RETURN)
        at.hand.until(lambda: at.screens.replay is not None and at.screens.replay.isVisible(), "the replay")
        replay = at.screens.replay
        assert replay is not None
        for _ in range(2):
            at.hand.press(replay.following, Qt.Key.Key_Right)
        at.hand.press(replay.file, Qt.Key.Key_P, CONTROL)
        at.save()
        at.hand.press(replay.back, ESC)
        at.hand.until(at.log.isVisible, "the log")
        return at.hand


def reports(way: Way, language: str) -> Hand:
    """Opens the shift's report, follows a figure to its rows, comes back and saves the report."""
    with at_desk(way, language) as at:
        report = at.report()
        at.hand.press(next(key for key in report.figures.keys if key.figure.rows is LogFilter.INCIDENTS))
        at.hand.until(at.log.isVisible, "the rows of a figure")
        report = at.report()
        at.hand.press(report.files["pdf"], Qt.Key.Key_P, CONTROL)
        at.save()
        return at.hand


def compares(way: Way, language: str) -> Hand:
    """Chooses the day whose shift is reported."""
    with at_desk(way, language) as at:
        report = at.report()
        before = report.compared
        at.hand.press(report.shift)
        at.hand.choose(report.shift_panel.list, 1)
        if way is Way.KEYS:
            at.hand.key(Qt.Key.Key_Space)
        at.hand.until(lambda: report.compared is not before and at._is_counted(), "the other day")
        return at.hand


def follows(way: Way, language: str) -> Hand:
    """Finds an incident, and keeps the rows of its round alone, in the menu of its row."""
    with at_desk(way, language) as at:
        log = at.log
        at.filter(FilterCondition.INCIDENT, 0)
        at.choose_row(1)
        at.hand.act(log.list, log.detail.onlys[FilterCondition.ROUND].text())
        at.hand.until(lambda: bool(log.query.wanted.round), "the rows of the round")
        return at.hand


def seeks_person(way: Way, language: str) -> Hand:
    """Searches what a pit boss did, by the id."""
    with at_desk(way, language) as at:
        at.search("P1")
        return at.hand


class AtPeople:
    """The list of people, and the hand before it."""

    def __init__(self, way: Way, language: str, folder: Path) -> None:
        self.keeps: PeopleFile = studio(folder)
        self.screen = PeopleScreen(self.keeps, Words(language), CLOCK)
        self.screen.resize(1280, 800)
        self.screen.begin(ANNA, "Casino Nord")
        self.screen.show()
        self.hand = Hand(way, self.screen)
        self.screen.table.setFocus()


@contextmanager
def at_people(way: Way, language: str) -> Iterator[AtPeople]:
    """A list of three people; its window goes at the end."""
    with TemporaryDirectory() as folder:
        made = AtPeople(way, language, Path(folder))
        try:
            yield made
        finally:
            _let_go(made.screen)


def adds(way: Way, language: str) -> Hand:
    """Adds a dealer with a licence."""
    with at_people(way, language) as at:
        hand, form = at.hand, at.screen.form
        hand.press(at.screen.primary, RETURN)
        typed = {
            "people.ask.id": "D-9", "people.ask.name": "山田花子", NUMBER: "LT 4711", DAY: ENDS,
            "people.ask.pin": OTHER, "people.ask.pin_again": OTHER,
        }  # fmt: skip
        for key in form.fields:
            _fill(hand, form.input(key), typed[key])
        hand.press(form.primary, RETURN)
        hand.until(lambda: not form.isVisible(), "the new person")
        found = next(each for each in at.keeps.listed if each.person.id == "D-9")
        assert str(found.rights.until) == ENDS
        return hand


def finds(way: Way, language: str) -> Hand:
    """Finds a person in the list of people: by the first letters of the name, or with the eyes."""
    with at_people(way, language) as at:
        table = at.screen.table
        if way is Way.KEYS:
            at.hand.type("Jo")
        else:
            at.hand.choose(table, next(n for n, each in enumerate(table.of.rows) if each.person == JONAS))
        assert at.screen.selection is not None and at.screen.selection.person == JONAS
        return at.hand


def corrects(way: Way, language: str) -> Hand:
    """Corrects the last day of a licence, gives the reason, and saves it."""
    with at_people(way, language) as at:
        hand, form = at.hand, at.screen.licence_form
        row = next(n for n, each in enumerate(at.screen.table.of.rows) if each.person == JONAS)
        hand.choose(at.screen.table, row)
        hand.press(at.screen.licence)
        _fill(hand, form.input(DAY), ENDS)
        while way is Way.KEYS and not form.input(REASON).hasFocus():
            hand.key(RETURN)
        _fill(hand, form.input(REASON), "Renewed")
        hand.press(form.primary, RETURN)
        hand.until(lambda: not form.isVisible(), "the licence that was changed")
        found = next(each for each in at.keeps.listed if each.person.id == JONAS.id)
        assert str(found.rights.until) == ENDS
        return hand


def _fill(hand: Hand, field: QWidget, text: str) -> None:
    hand.go_to(field)
    hand.type(text)
