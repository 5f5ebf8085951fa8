"""The shift's report on the screen: its figures, its charts, its files; the handover is one press away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.game.games import has_wheel
from console.records.documents.record_words import RecordFormatter
from console.reports.charts import kinds, pace
from console.reports.figures import Figures
from console.reports.report_document import interval_text, slow_text, table_name
from console.reports.shift_report import TableReport
from console.review.documents import ComparedReport, DocumentMaker, WriteTarget
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.hands.guard import ENTERS
from console.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.ui.kit.keys import NOT_GUARDED, Keys, SmallKey, WordKey, key_names, with_control
from console.ui.kit.lettering import advance, at_most, balance, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill
from console.ui.kit.theme import ACTION_HEIGHT, BG0, BG1, LINE, MARGIN, STATUS_HEIGHT, T0, T1, T2, font, unit
from console.ui.kit.work import Work
from console.ui.paper.shift_charts import DealersChart, KindsChart, PaceChart, figure
from console.ui.review.log.filter_bar import ChoicePanel
from console.ui.review.log.filters import FilterCondition, Option
from console.ui.review.page import ProgressLine, ReviewBar
from console.ui.review.replay.replay_line import length
from console.ui.review.save_screen import AskPath
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.amounts import whole as number
from console.words.failures import why
from console.words.names import label_text


class ShiftFigure(NamedTuple):
    """One figure in words: its value, and what it counts."""

    value: str
    name: str


def figures_of(counted: Figures, words: Words) -> tuple[ShiftFigure, ...]:
    """The figures of a table's shift; a dash where there is nothing to measure."""
    to_result, waits, rate = counted.to_result.median, counted.waits.median, counted.rounds_an_hour
    seconds = None if to_result is None else words.text("shift.seconds", seconds=figure(to_result, words))
    values = {
        "rounds": number(counted.rounds, words),
        "rounds_an_hour": None if rate is None else figure(rate, words),
        "to_result": seconds,
        "incidents": str(counted.incident_count),
        "voids": str(counted.voids),
        "corrections": str(counted.corrections + counted.amended),
        "waits": None if waits is None else length(waits),
    }
    return tuple(ShiftFigure(value or "–", words.text(f"shift.{name}")) for name, value in values.items())


def paint_figures(painter: QPainter, figures: Sequence[ShiftFigure], box: QRectF) -> None:
    """Paint the figures side by side between two lines, each as wide as the others."""
    for y in (box.top(), box.bottom()):
        fill(painter, QRectF(box.left(), y, box.width(), 1), LINE)
    step = box.width() / max(1, len(figures))
    for at, (value, name) in enumerate(figures):
        x, room = box.left() + at * step, step - 14
        face = shrunk(value, step - 10, (34, 30, 26), bold=True)
        write(painter, value, x, box.top() + 30, face, T0)
        for size, most in ((15, 2), (14, 2), (13, 2), (12, 3)):
            lines = balance(name, room, font(size))
            if len(lines) <= most:
                break
        place = QRectF(x, box.top() + 47, room, 40)
        write_lines(painter, at_most(most, lines), place, font(size), T1, leading=1.22 if most == 2 else 1.1)


KINDS: Final = ("pdf", "csv", "xlsx")
_FIGURES: Final = 130.0
_CHARTS: Final = 232.0
_CHARTS_HIGH: Final = 240.0


class ReportScreen(Surface):
    """The report of one table's shift; with several tables, one after the other."""

    left = Signal()
    handover_asked = Signal()
    incidents_asked = Signal(str, str)
    """The log of incidents is wanted: the shift and the table."""
    wheel_asked = Signal()
    menu_requested = Signal()
    language_requested = Signal()

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        ask_path: AskPath,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._makes, self._words, self._ask_path = makes, words, ask_path
        self._person: Person | None = None
        self._names: dict[str, str] = {}
        self._shifts: tuple[str, ...] = ()
        self.compared: ComparedReport | None = None
        self._table = 0
        self.message = ""
        """The result of the last press: a file that was written, or the reason why it was not."""
        self._build(clock)
        self.work = Work(self, self._show_failure, self.progress.show_share)
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_words(words)

    def _build(self, clock: Clock) -> None:
        self.bar = ReviewBar(clock.utc, self)
        self.pace, self.kinds, self.dealers = PaceChart(self), KindsChart(self), DealersChart(self)
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, NOT_GUARDED, self)
        self.files = {kind: WordKey(Sign("review.save"), self) for kind in KINDS}
        self.handover = Button(Sign("review.handover"), Tone.NOW, NOT_GUARDED, self)
        self.shift = SmallKey(Sign("outcomes.clock"), self)
        self.incidents = SmallKey(Sign("states.caution"), self)
        self.wheel = SmallKey(Sign("places.wheel"), self)
        self.other = SmallKey(Sign("places.table"), self)
        self.progress = ProgressLine(self)
        self.shift_panel = ChoicePanel(self)

    def _connect(self) -> None:
        self.bar.menu_requested.connect(self.menu_requested)
        self.back.meant.connect(self.left)
        self.handover.meant.connect(self.handover_asked)
        self.shift.meant.connect(self._choose_shift)
        self.wheel.meant.connect(self.wheel_asked)
        self.incidents.meant.connect(self._ask_incidents)
        self.other.meant.connect(lambda: self.turn(1))
        self.shift_panel.turned.connect(self._take_shift)
        self.shift_panel.closed.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))
        for kind, key in self.files.items():
            key.meant.connect(lambda kind=kind: self.write(kind))
        self.progress.stop.meant.connect(self.stop)
        self.left.connect(self.stop)

    # --- what is shown ----------------------------------------------------------------------------

    def begin(self, person: Person | None, names: dict[str, str], shifts: tuple[str, ...]) -> None:
        """Count the last shift if none is shown; ``names`` are people's by id, ``shifts`` all shifts."""
        self._person, self._names, self._shifts = person, names, shifts
        if self.compared is None:
            self.count(shifts[0] if shifts else None)

    def count(self, shift: str | None) -> None:
        """Count a shift, and show it once that is done."""
        self.message = ""
        self.progress.begin("shift.working", self._words)
        self.work.begin(self._count(shift))

    async def _count(self, shift: str | None) -> None:
        self.show_shift_report(
            await self.work.of(lambda going_on: self._makes.report_of_shift(shift, going_on))
        )

    def show_shift_report(self, compared: ComparedReport) -> None:
        """Show a shift that was counted."""
        self.compared, self._table = compared, 0
        self.progress.end()
        self._show()

    def set_words(self, words: Words) -> None:
        """Say all of it in another language."""
        self._words = words
        for kind, key in self.files.items():
            key.show_label(kind.upper())
        self.back.show_label(words.text("review.back_to_log"))
        self.handover.show_label(words.text("shift.handover"))
        self.progress.set_words(words)
        self._show()

    @property
    def formatter(self) -> RecordFormatter:
        """The object that puts the report into words."""
        return RecordFormatter(self._words, names=self._names)

    @property
    def table(self) -> TableReport | None:
        tables = self.compared.report.tables if self.compared else ()
        return tables[self._table] if self._table < len(tables) else None

    def _show(self) -> None:
        words, table, compared = self._words, self.table, self.compared
        title = table_name(table, self.formatter) if table is not None else words.text("shift.title")
        casino = compared.report.casino if compared is not None and compared.report.casino else ""
        self.bar.show_reading(Mode.REVIEW, [part for part in (casino, title) if part], self._person, words)
        shift = compared.report.interval.shift if compared is not None else None
        self.shift.show_label(words.text("shift.other_shift", shift=shift or "–"))
        self.wheel.show_label(words.text("log.device.wheel").capitalize())
        self.wheel.setVisible(table is not None and has_wheel(table.origin.game))
        count = len(compared.report.tables) if compared is not None else 0
        self.other.show_label(f"{words.text('record.table')} {self._table + 1}/{count}")
        self.other.setVisible(count > 1)
        self.shift.setVisible(len(self._shifts) > 1 and compared is not None)
        shown = table is not None and table.active
        self.incidents.show_label(words.text("report.happened"))
        has_incidents = table is not None and bool(table.incidents) and shift is not None
        self.incidents.setVisible(has_incidents)
        for part in (self.pace, self.kinds, self.dealers, self.handover, *self.files.values()):
            part.setVisible(shown)
        if table is not None and compared is not None and shown:
            charted = pace(table.hours)
            slow = slow_text(charted.slow, self.formatter) if charted.slow is not None else ""
            self.pace.show_pace(charted, slow, words)
            self.kinds.show_kinds(kinds(table.whole), words)
            self.dealers.show_dealers(compared.dealers, self._names, words)
        self._name()
        self.arrange()
        self.update()

    def _name(self) -> None:
        figures = (label_text(self._words, name, value) for value, name in self._figures())
        self.setAccessibleName(f"{self._words.text('shift.title')}. {'. '.join(figures)}")

    def _figures(self) -> tuple[ShiftFigure, ...]:
        table = self.table
        return () if table is None or not table.active else figures_of(table.whole, self._words)

    @property
    def open_points(self) -> int:
        """The number of open points at the shift's end."""
        handover = self.table.handover if self.table is not None else None
        return 0 if handover is None else handover.open_points

    # --- presses ----------------------------------------------------------------------------------

    def write(self, kind: str) -> None:
        """Write the report as a file of a kind."""
        compared = self.compared
        if compared is None or self.work.busy:
            return
        shift = (compared.report.interval.shift or "shift").replace(":", "").replace(" ", "-")
        self._ask_path(f"shift-{shift}.{kind}", (kind,), lambda target: self._write(compared, target))

    def _write(self, compared: ComparedReport, target: WriteTarget) -> None:
        self.progress.begin("shift.writing", self._words, file=target.path.suffix[1:].upper())
        self.work.begin(self._write_report(compared, target))

    async def _write_report(self, compared: ComparedReport, target: WriteTarget) -> None:
        words = self._words
        await self.work.of(lambda going_on: self._makes.write_report(compared, target, words, going_on))
        self._show_message("shift.written", file=target.path.name)

    def stop(self) -> None:
        """Stop counting or writing. No part of an unfinished file stays."""
        if self.work.stop():
            self._show_message("shift.stopped")

    def _show_failure(self, error: Exception) -> None:
        self._show_message("shift.not_written", why=why(error, self._words))

    def _show_message(self, key: str, **slots: object) -> None:
        self.progress.end()
        self.message = self._words.text(key, **slots)
        self.update()

    def _ask_incidents(self) -> None:
        shift = self.compared.report.interval.shift if self.compared is not None else None
        if shift is not None and self.table is not None:
            self.incidents_asked.emit(shift, self.table.origin.table)

    def _choose_shift(self) -> None:
        shift = self.compared.report.interval.shift if self.compared is not None else None
        options = [Option(each, each, each == shift) for each in self._shifts]
        self.shift_panel.open(FilterCondition.SHIFT, options, self._words)
        self.shift_panel.any.hide()

    def _take_shift(self, _: FilterCondition, shift: str) -> None:
        self.shift_panel.close_panel()
        self.count(shift)

    def turn(self, by: int) -> None:
        """Show another table of the same shift."""
        count = len(self.compared.report.tables) if self.compared is not None else 0
        if count > 1:
            self._table = (self._table + by) % count
            self._show()

    # --- layout -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Heading, figures, charts, keys."""
        wide, high = self.wide, self.high
        bottom = high - ACTION_HEIGHT
        self.put(self.bar, QRectF(0, 0, wide, STATUS_HEIGHT))
        reach = advance(self.shift.text(), font(18, bold=True)) + 84
        lay(self, self.shift, QRectF(wide - MARGIN - reach, STATUS_HEIGHT + 14, reach, 48))
        left = wide - MARGIN - (reach if not self.shift.isHidden() else -12)
        asked = advance(self.incidents.text(), font(18, bold=True)) + 84
        for key, room in ((self.incidents, asked), (self.wheel, 130.0), (self.other, 170.0)):
            if not key.isHidden():
                left -= room + 12
                lay(self, key, QRectF(left, STATUS_HEIGHT + 14, room, 48))
        split = wide * 0.61
        self.put(self.pace, QRectF(MARGIN, _CHARTS, split - MARGIN - 20, _CHARTS_HIGH))
        self.put(self.kinds, QRectF(split + 40, _CHARTS, wide - split - 40 - MARGIN, _CHARTS_HIGH))
        top = _CHARTS + _CHARTS_HIGH + 12
        self.put(self.dealers, QRectF(MARGIN, top, wide - 2 * MARGIN, bottom - top - 6))
        self.put(self.shift_panel, QRectF(0, STATUS_HEIGHT + 70, wide, high - STATUS_HEIGHT - 70))
        self._arrange_keys(QRectF(MARGIN, bottom + 16, wide - 2 * MARGIN, 80))

    def _arrange_keys(self, row: QRectF) -> None:
        back = self.back.wish(260) - 14
        lay(self, self.back, QRectF(row.left(), row.top(), back, 80))
        x = row.left() + back + 12
        for key in self.files.values():
            lay(self, key, QRectF(x, row.top(), 96, 80))
            x += 108
        wide = max(300.0, self.handover.wish(420) - 14)
        lay(self, self.handover, QRectF(row.right() - wide, row.top(), wide, 80))
        self._free = QRectF(x + 14, row.top(), row.right() - wide - 20 - x - 14, 80)
        self.put(self.progress, self._free.adjusted(0, 0, FOCUS, 0))

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Heading, figures, open points; the charts paint themselves."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        bar = QRectF(0, self.high - ACTION_HEIGHT, self.wide, ACTION_HEIGHT)
        fill(painter, bar, BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), LINE)
        self._paint_heading(painter)
        if self.table is not None and not self.table.active:
            write(painter, self._words.text("report.no_activity"), MARGIN, 180, font(28, bold=True), T1)
        paint_figures(painter, self._figures(), QRectF(MARGIN, _FIGURES, self.wide - 2 * MARGIN, 88))
        if self.progress.isHidden():
            self._paint_message(painter)

    def _paint_heading(self, painter: QPainter) -> None:
        words, compared = self._words, self.compared
        title = words.text("shift.title")
        face = shrunk(title, 420, (38, 36, 34, 32, 30), bold=True)
        x = write(painter, title, MARGIN, STATUS_HEIGHT + 38, face, T0) + 28
        if compared is None:
            return
        formatter, report = self.formatter, compared.report
        keys = [key.x() / self.u for key in self._beside_the_title if not key.isHidden()]
        room = min([*keys, self.wide - MARGIN]) - 12 - x
        # Where another shift can be chosen, this one's name is on that key.
        interval = report.interval if self.shift.isHidden() else replace(report.interval, shift=None)
        about = interval_text(interval, report.tables, formatter)
        made = words.text("shift.made", time=formatter.day_and_clock(report.made))
        write(painter, about, x, STATUS_HEIGHT + 24, shrunk(about, room, (18, 17, 16, 15, 14, 13)), T1)
        write(painter, made, x, STATUS_HEIGHT + 50, shrunk(made, room, (16, 15, 14, 13)), T2)

    @property
    def _beside_the_title(self) -> tuple[SmallKey, ...]:
        return (self.incidents, self.other, self.wheel, self.shift)

    def _paint_message(self, painter: QPainter) -> None:
        words, box = self._words, self._free
        count = self.open_points
        upper = self.message
        if not upper and self.table is not None and self.table.active:
            upper = words.count("shift.open_points", count) if count else words.text("shift.all_clear")
        face = shrunk(upper, box.width(), (18, 17, 16, 15), bold=True)
        lines = at_most(3, balance(upper, box.width(), face))
        write_lines(painter, lines, box, face, T0 if self.message or count else T1, leading=1.3)

    # --- keys -------------------------------------------------------------------------------------

    def key_rows(self, words: Words) -> Keys:
        text = words.text
        first = () if self.handover.isHidden() else (("Enter", self.handover.text()),)
        return (
            *first,
            (key_names(words, "pages"), text("keys.tables")),
            (with_control(words, "P"), text("keys.print")),
            ("Esc", text("button.back")),
            ("F9", text("keys.language")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter the handover, Esc back, Page Up and Page Down the next table, Ctrl+P the PDF, F9."""
        match event.key():
            case key if key in ENTERS and not self.handover.isHidden():
                self.handover_asked.emit()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_PageDown:
                self.turn(1)
            case Qt.Key.Key_PageUp:
                self.turn(-1)
            case Qt.Key.Key_P if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.files["pdf"].click()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case _:
                super().keyPressEvent(event)
