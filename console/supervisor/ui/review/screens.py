"""All screens of the review: the log, and those that open from it, each made when first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QLocale, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words, why
from console.supervisor.review.documents import DocumentMaker, Progress
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.review.log.entry_words import entry_of, event_line, names_in
from console.supervisor.review.sources import NOT_FILMED, Heading, VideoSettings
from console.supervisor.review.story import Story
from console.supervisor.ui.review.guide_screen import GuideScreen
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.log.entry_detail import EntryOffers
from console.supervisor.ui.review.log.filters import KINDS
from console.supervisor.ui.review.log.log_screen import SOON, LogKey, LogScreen
from console.supervisor.ui.review.replay.replay_screen import ReplayScreen
from console.supervisor.ui.review.report.card_sets_screen import CardSetsScreen
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.report.report_screen import ReportScreen
from console.supervisor.ui.review.report.seal_screen import SealScreen
from console.supervisor.ui.review.report.wheel_screen import WheelScreen
from console.table.config import is_web
from console.table.core import Clock, Person
from console.table.journal import Filter, LogRow
from console.table.ui.hands import call_later
from console.table.ui.kit import (
    NOT_GUARDED,
    KeyCard,
    KeyedScreen,
    Menu,
    MenuRow,
    Surface,
    Work,
    fill,
    language_rows,
    loop,
    show_keys,
    theme,
)
from console.table.ui.page import AskPath, Page, SaveScreen, TableActs
from console.table.ui.signs import Sign


def open_in_browser(address: str) -> bool:
    """Have the system open an address of the web, and nothing else; returns whether it did."""
    if not is_web(address):
        return False
    return QDesktopServices.openUrl(QUrl(address))


_HEADED: Final = (CardSetsScreen, GuideScreen, SealScreen, WheelScreen)
"""The pages with the log's heading above them."""
_OF_REPORT: Final = (CardSetsScreen, HandoverScreen, WheelScreen)
"""The pages whose way back leads to the report; all others' leads to the log."""

P = TypeVar("P", bound=Page)


class ReviewScreens(Surface):
    """Shows one screen at a time, and over it the reader's menu."""

    enter_presses = True

    left = Signal()
    """The review is over."""
    language_changed = Signal(object)
    """The :class:`Words` of the new language."""

    def __init__(
        self,
        inquiries: JournalInquiries,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        *,
        parent: QWidget | None = None,
        acts: TableActs | None = None,
        filmed: VideoSettings = NOT_FILMED,
        shows_keys: bool = True,
        touch: bool = True,
    ) -> None:
        """``acts`` acts on the journal's own table, if at work here; ``filmed`` is its video. ``shows_keys``:
        F1 shows the keys; over a wall F1 goes back to it. ``touch``: for fingers, else as dense as at a desk.
        """
        super().__init__(parent)
        self.at_desk = not touch
        self._inquiries, self.words, self._clock = inquiries, words, clock
        self._makes, self._acts, self._shows_keys = makes, acts, shows_keys
        self.setLocale(QLocale(words.language))
        self.save = SaveScreen(makes.folder, words, self)
        self.save.closed.connect(self.take_focus)
        self.save.language_requested.connect(self.next_language)
        self.ask_path: AskPath = self.save.ask
        self._stem = ""
        """The journal's file name, with which suggested names of papers begin."""
        self._filmed = filmed
        self.open_address: Callable[[str], bool] = open_in_browser
        """Opens an address on the web; returns whether it could."""
        self._person: Person | None = None
        self._close = "menu.quit"
        self.key_card: KeyCard | None = None
        """The card with the keys, which F1 shows; None before the first time."""
        lead_in = timedelta(seconds=filmed.lead_in)
        offers = EntryOffers(acts is not None, lead_in, filmed.videos.__contains__)
        self.log = LogScreen(inquiries, words, clock, self, offers=offers)
        self.replay: ReplayScreen | None = None
        self.report: ReportScreen | None = None
        self.pages: dict[type[Page], Page] = {}
        self.filing = Work(self, self._not_filed, self._show_written_share)
        """The round's file that is being written."""
        self._being_written = self._writing = ""
        self._share = 0.0
        self.menu = Menu(NOT_GUARDED, self, lambda: self.words, theme.STATUS_HEIGHT)
        self.menu.closed.connect(self.take_focus)
        self.show_recent: Callable[[], object] | None = None
        """Offers the recently opened journals; None if a person chooses none."""
        self._screens: list[QWidget] = []
        self._join(self.log, self.ask_to_leave)
        self._connect_log()

    def _connect_log(self) -> None:
        self.log.replay_asked.connect(self.replay_row)
        self.log.query.choices_read.connect(self._learn_names)
        self.log.keys[LogKey.REPORT].meant.connect(self.show_shift_report)
        self.log.keys[LogKey.SEAL].meant.connect(self.show_seal)
        self.log.detail.file_pressed.connect(self.write_round)
        self.log.pdf_asked.connect(self.write_rows)
        self.log.work_stopped.connect(self.filing.stop)
        self.log.detail.correction_pressed.connect(self.correct)
        self.log.detail.video_pressed.connect(self.show_video)

    def _join(self, screen: LogScreen | ReplayScreen | Page, back: Callable[[], None]) -> None:
        """Add a screen of the review; ``back`` is where it leads when left."""
        screen.left.connect(back)
        screen.menu_requested.connect(self.open_menu)
        screen.language_requested.connect(self.next_language)
        self.add(screen)

    def begin(self, person: Person | None, heading: Heading, *, close: str) -> None:
        """Show the newest entries; ``close`` is the phrase of the press that leaves the review."""
        self._person, self._close = person, close
        self.log.begin(person, heading)
        self._show(self.log)

    def name_after(self, files: Sequence[Path]) -> None:
        """Show the files that a person opened; suggested names begin with one's name."""
        self._stem = files[0].stem if len(files) == 1 else ""
        self.log.show_files(tuple(file.name for file in files))

    def _ask_name(self, name: str, kinds: tuple[str, ...], then: Callable[[WriteTarget], object]) -> None:
        self.ask_path("-".join(filter(None, (self._stem, name))), kinds, then)

    def say(self, key: str) -> None:
        """Show a phrase, by its key, where the visible screen reports a press's result."""
        match self._screen:
            case LogScreen() as log:
                log.warn(key)
            case Page() as page:
                page.say(key)
            case ReplayScreen() as replay:
                replay.say(self.words.text(key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 shows the visible screen's keys; F9 at the menu speaks the next language."""
        if event.key() == Qt.Key.Key_F1 and self._shows_keys and isinstance(self._screen, KeyedScreen):
            self.key_card = show_keys(self, self._screen.key_rows(self.words), self.words)
        elif event.key() == Qt.Key.Key_F9 and self.menu.isVisible():
            self.next_language()
        else:
            super().keyPressEvent(event)

    def put_away(self) -> None:
        """Close the menu, the keys and the question for a PIN; the screen beneath stays open."""
        self.menu.close_menu()
        if self.key_card is not None:
            self.key_card.close_card()
        for page in self.pages.values():
            page.end_sign_in()

    def take_focus(self) -> None:
        self._screen.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _screen(self) -> QWidget:
        return next((screen for screen in self._screens if not screen.isHidden()), self.log)

    def _show(self, screen: QWidget) -> None:
        for each in self._screens:
            each.setVisible(each is screen)
        screen.setGeometry(self.rect())
        screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def add(self, screen: QWidget) -> None:
        screen.setGeometry(self.rect())
        self._screens.append(screen)
        self.menu.raise_()

    def show_log(self) -> None:
        self._show(self.log)

    def show_rows(self, wanted: Filter) -> None:
        """Show the log with the matching rows, instead of its search."""
        self.show_log()
        self.log.query.look_for(wanted)

    # --- the replay -------------------------------------------------------------------------------

    def replay_row(self, row: LogRow) -> None:
        self._inquiries.ask("story", lambda reads: reads.story(row.place), self.show_story)

    def show_story(self, story: Story | None) -> None:
        if story is None:
            return
        market = Words(story.situation.rulebook.market)
        if self.replay is None:
            has_video = self._filmed.videos.__contains__
            self.replay = ReplayScreen(self.words, market, self._clock, self, has_video=has_video)
            self.replay.video_asked.connect(self.show_video)
            self.replay.file_asked.connect(self._write_chosen_round)
            self._join(self.replay, self.show_log)
        self.replay.set_words(self.words, market)
        self._show(self.replay)
        self.replay.show_story(story, self._person)

    def show_video(self, table: str, moment: datetime) -> None:
        """Open a table's video at a second, in the system's browser."""
        video = self._filmed.videos.get(table)
        address = video.at(moment) if video is not None else ""
        if not self.open_address(address):
            self._warn("review.video.not_opened", address=address)

    # --- the report, the handover, the seal, a correction -----------------------------------------

    def show_shift_report(self) -> None:
        if self.report is None:
            self.report = ReportScreen(self._makes, self.words, self._clock, self._ask_name, parent=self)
            self.report.handover_asked.connect(self.show_handover)
            self.report.wheel.meant.connect(self.show_wheel)
            self.report.sets.meant.connect(self.show_card_sets)
            self.report.rows_asked.connect(self.show_counted)
            self._join(self.report, self.show_log)
        self._show(self.report)
        if not self.report.work.busy:
            self.report.begin(self._person, self._names, self.log.query.filter_choices.shifts)

    def show_counted(self, shift: str, table: str, label: str, of: Sequence[LogFilter]) -> None:
        """Show in the log the rows behind a figure or list of a table's shift: of an incident its report,
        answers and outcome. A floor's log, too, distinguishes tables of one name by their labels.
        """
        table = label if label in self.log.query.filter_choices.tables else table
        kinds = frozenset[str]().union(*(KINDS[each] for each in of))
        self.show_rows(Filter(shifts=frozenset((shift,)), tables=frozenset((table,)), kinds=kinds))

    def _learn_names(self) -> None:
        """Hand names and shifts on to a report: from the wall it opens before the journals were asked."""
        if self.report is not None:
            self.report.learn(self._names, self.log.query.filter_choices.shifts)

    @property
    def _names(self) -> dict[str, str]:
        return {who: person.name for who, person in self.log.query.filter_choices.persons.items()}

    def show_handover(self) -> None:
        """Show what the report's shift leaves open."""
        table = self.report.table if self.report is not None else None
        if self.report is None or self.report.compared is None or table is None or table.handover is None:
            return
        shift = self.report.compared.report.interval.shift or ""
        page = self._page(HandoverScreen, lambda: HandoverScreen(self._acts, self.words, self._clock, self))
        page.show_page(self._person, (table.origin.table,))
        page.renew = self.report.present_handover
        page.begin(table.handover, shift, self._names)

    def show_seal(self) -> None:
        self._show_headed(SealScreen, acts=self._acts).begin()

    def show_wheel(self) -> None:
        self._show_headed(WheelScreen).begin()

    def show_card_sets(self) -> None:
        self._show_headed(CardSetsScreen, acts=self._acts).begin(self._names)

    def show_guides(self) -> None:
        self._show_headed(GuideScreen, ask_path=self.ask_path).begin()

    def _show_headed(self, kind: type[P], **made_with: Any) -> P:
        """Show a page of documents beneath the log's heading."""
        made: Callable[..., P] = kind
        page = self._page(kind, lambda: made(self._makes, self.words, self._clock, parent=self, **made_with))
        page.show_page(self._person, self.log.heading)
        return page

    def correct(self, row: LogRow) -> None:
        acts = self._acts
        if acts is None:
            return
        page = self._page(CorrectionScreen, lambda: CorrectionScreen(acts, self.words, self._clock, self))
        page.show_page(self._person, (row.table,))
        text = event_line(self.words, entry_of(row), names_in(row, self.log.query.person_name))
        page.begin(row, text, self.log.query.person_name, self._closed_file(row))

    def _closed_file(self, row: LogRow) -> str | None:
        """The closed file of a row; None for a row of the file that is still written."""
        files, at = self.log.query.filter_choices.files, row.place.journal
        return files[at] if at < len(files) - 1 else None

    def _page(self, kind: type[P], make_page: Callable[[], P]) -> P:
        """The page of a kind, in view; it is made when first asked for."""
        page = self.pages.get(kind)
        if not isinstance(page, kind):
            page = self.pages[kind] = make_page()
            self._join(page, self.show_shift_report if kind in _OF_REPORT else self.show_log)
        self._show(page)
        return page

    def _write_chosen_round(self) -> None:
        if self.log.row is not None:
            self.write_round(self.log.row)

    def write_round(self, row: LogRow) -> None:
        """Write everything about a row's round: a PDF, and beside it JSON with its proof."""
        name = (row.round or row.incident or f"entry-{row.number}").replace("/", "-")
        if not self.filing.busy:
            self._ask_name(f"{name}.pdf", ("pdf", "json"), lambda target: self._write_round(row, target))

    def _write_round(self, row: LogRow, target: WriteTarget) -> None:
        files = tuple(target._replace(path=target.path.with_suffix(end)) for end in (".json", ".pdf"))
        self.filing.begin(self._written(partial(self._makes.write_round, row), files))

    def write_rows(self, rows: ListedRows) -> None:
        write = partial(self._makes.write_rows, rows)
        if not self.filing.busy:
            begin = self.filing.begin
            self._ask_name("log.pdf", ("pdf",), lambda target: begin(self._written(write, (target,))))

    async def _written(
        self, write: Callable[[WriteTarget, Words, Progress], None], files: tuple[WriteTarget, ...]
    ) -> None:
        words = self.words
        for file in files:
            self._being_written, self._share = file.path.name, 0.0
            self._writing = self._written_share(0.0)
            self._show_result("shift.writing", file=self._being_written, share=0)
            shown = loop().call_later(SOON / 1000, self._show_writing)
            try:
                await self.filing.of(partial(write, file, words))
            finally:
                shown.cancel()
                self.log.progress.end()
        both = words.text("access.list").join(file.path.name for file in files)
        self._show_result("shift.written", file=both)

    def _show_writing(self) -> None:
        self.log.show_progress("shift.writing", file=self._being_written)
        self.log.progress.show_share(self._share)

    def _show_written_share(self, share: float) -> None:
        """Show it while the writing's first message is still shown; nothing reads out each share."""
        self._share = share
        self.log.progress.show_share(share)
        before, self._writing = self._writing, self._written_share(share)
        self.log.replace_message(before, self._writing)
        if self.replay is not None:
            self.replay.replace_message(before, self._writing)

    def _written_share(self, share: float) -> str:
        return self.words.text("shift.writing", file=self._being_written, share=int(share * 100))

    def _not_filed(self, error: Exception) -> None:
        self._warn("shift.not_written", why=why(error, self.words))

    def _show_result(self, key: str, **slots: object) -> None:
        self.log.show_result(key, **slots)
        self._say_in_replay(key, **slots)

    def _warn(self, key: str, **slots: object) -> None:
        self.log.warn(key, **slots)
        self._say_in_replay(key, **slots)

    def _say_in_replay(self, key: str, **slots: object) -> None:
        if self.replay is not None and self.replay is self._screen:
            self.replay.say(self.words.text(key, **slots))

    # --- the menu and the language ----------------------------------------------------------------

    def open_menu(self) -> None:
        """Show the languages, the guides, the recent journals, and the way out."""
        rows = [*language_rows(self.words.language, self.speak)]
        if self._makes.prints_guides:
            rows.append(MenuRow(self.words.text("guide.page"), Sign("outcomes.book"), self.show_guides))
        if self.show_recent is not None:
            show = partial(call_later, self, self.show_recent)  # It is called once this menu is closed.
            rows.append(MenuRow(self.words.text("review.recent"), Sign("review.document"), show))
        rows.append(MenuRow(self.words.text(self._close), Sign("places.leave"), self.left.emit))
        name = self._person.name if self._person is not None else ""
        self.menu.open(self.words.text("menu.title", name=name) if name else "", tuple(rows))

    def ask_to_leave(self) -> None:
        """Leave the review after a second press: a key meant for one screen back ends nothing."""
        text = self.words.text
        stay = MenuRow(text("button.cancel"), Sign("outcomes.back"), lambda: None)
        self.menu.open(
            text("review.leave"), (stay, MenuRow(text(self._close), Sign("places.leave"), self.left.emit))
        )

    def speak(self, language: str) -> None:
        """Show everything in another language; the screen stays the same."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.setLocale(QLocale(language))
        self.log.set_words(self.words)
        self.save.set_words(self.words)
        if self.report is not None:
            self.report.set_words(self.words)
        for kind, page in self.pages.items():
            if kind in _HEADED:
                page.about = self.log.heading
            page.set_words(self.words)
        if self.replay is not None and self.replay.story is not None:
            self.replay.set_words(self.words, Words(self.replay.story.situation.rulebook.market))
        self.language_changed.emit(self.words)

    def next_language(self) -> None:
        self.speak(self.words.next_language)

    # --- Qt ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.u = self.own_unit
        for screen in self._screens:
            screen.setGeometry(self.rect())
        self.save.setGeometry(self.rect())
        self.menu.setGeometry(self.rect())
        if self.key_card is not None:
            self.key_card.setGeometry(self.rect())
        self.menu.set_unit(self.u)

    def set_unit(self, u: float) -> None:
        """Its screens take the unit from their own size."""

    def paint(self, painter: QPainter) -> None:
        fill(painter, self.rect().toRectF(), theme.BG0)
