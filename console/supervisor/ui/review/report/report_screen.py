"""The shift's report on the screen: its figures, its charts, its files; the handover is one press away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from console.base.plain_text import WriteTarget
from console.base.words import Words
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.charts import kinds, pace
from console.supervisor.reports.figures import OPEN, Figures
from console.supervisor.reports.handover import Handover
from console.supervisor.reports.report_document import hour_names, interval_text, slow_text, table_name
from console.supervisor.reports.shift_report import TableReport
from console.supervisor.review.documents import ComparedReport, DocumentMaker
from console.supervisor.review.log.entry_rows import LogFilter
from console.supervisor.ui.paper.shift_charts import DealersChart, KindsChart, PaceChart
from console.supervisor.ui.review.log.filter_bar import ChoicePanel
from console.supervisor.ui.review.log.filters import FilterCondition, Option
from console.supervisor.ui.review.report.left_out import say_left_out
from console.table.core import Clock, Person
from console.table.game import has_wheel
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    FOCUS,
    NOT_GUARDED,
    Button,
    Keys,
    Label,
    Panel,
    SmallKey,
    Surface,
    Tone,
    WordKey,
    advance,
    at_most,
    balance,
    fill,
    key_names,
    lasting,
    outline,
    pen,
    shrunk,
    theme,
    write,
    write_lines,
)
from console.table.ui.page import AskPath, Page
from console.table.ui.signs import Sign
from console.table.words import whole as number


class ShiftFigure(NamedTuple):
    """One figure in words: its value, and what it counts."""

    value: str
    name: str
    rows: LogFilter | None = None
    """The filter for its rows in the log; None if it counts none."""


_ROWS: Final = {
    "rounds": LogFilter.ROUNDS,
    "incidents": LogFilter.INCIDENTS,
    "voids": LogFilter.VOIDS,
    "corrections": LogFilter.CORRECTIONS,
    "waits": LogFilter.CALLS,
}
"""The rows that each figure counts; the others are measured between rows."""


def figures_of(counted: Figures, words: Words) -> tuple[ShiftFigure, ...]:
    """The figures of a table's shift; a dash if there is nothing to measure."""
    to_result, waits, rate = counted.to_result.median, counted.waits.median, counted.rounds_an_hour
    seconds = None if to_result is None else words.text("shift.seconds", seconds=words.figure(to_result, 1))
    values = {
        "rounds": number(counted.rounds, words),
        "rounds_an_hour": None if rate is None else words.figure(rate, 1),
        "to_result": seconds,
        "incidents": str(counted.incident_count),
        "voids": str(counted.voids),
        "corrections": str(counted.corrections + counted.amended),
        "waits": None if waits is None else lasting(round(waits)),
    }
    return tuple(
        ShiftFigure(
            value or "–", words.text(f"shift.{name}"), _ROWS.get(name) if value not in _NONE else None
        )
        for name, value in values.items()
    )


_NONE: Final = (None, "0")
"""The values of figures without rows."""


class CountKey(Button):
    """A figure over its name; a press on one that counts rows opens them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Sign("review.only"), Tone.PLAIN, NOT_GUARDED, parent)
        self.figure = ShiftFigure("", "")

    def show_figure(self, figure: ShiftFigure, words: Words) -> None:
        self.figure = figure
        self.setEnabled(figure.rows is not None)
        self.setText(figure.value)
        self.setAccessibleName(words.label(figure.name, figure.value))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The figure, with the rows' sign beside one that opens them."""
        painter = self.painter()
        value, name, rows = self.figure
        x, room = 0.0, self.wide - 20
        if self.isDown():
            fill(painter, QRectF(0, 2, self.wide - 10, self.high - 4), theme.BG2, 6)
        face = shrunk(value, self.wide - 40, (34, 30, 26), bold=True)
        end = write(painter, value, x, 30, face, theme.T0)
        if rows is not None:
            Sign("review.only")(painter, QRectF(end + 8, 20, 20, 20), theme.T1)
        for size, most in ((15, 2), (14, 2), (13, 2), (12, 3)):
            lines = balance(name, room, theme.font(size))
            if len(lines) <= most and all(advance(line, theme.font(size)) <= room for line in lines):
                break  # Katakana words are not broken, so one line may be wider.
        leading = 1.22 if most == 2 else 1.1
        lines, place = at_most(most, lines), QRectF(x, 47, room, 40)
        write_lines(painter, lines, place, theme.font(size), theme.T1, leading=leading)
        if self.hasFocus():
            outline(painter, QRectF(-2, 2, self.wide - 6, self.high - 4), pen(theme.T0, 3), 8)
        painter.end()


class FiguresStrip(Surface):
    """The figures side by side between two lines, equally wide."""

    opened = Signal(object)
    """A figure's rows are wanted: a :class:`LogFilter`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys: list[CountKey] = []

    def show_figures(self, figures: Sequence[ShiftFigure], words: Words) -> None:
        while len(self.keys) < len(figures):
            key = CountKey(self)
            key.u = self.u
            key.meant.connect(lambda key=key: self.opened.emit(key.figure.rows))
            self.keys.append(key)
        for at, key in enumerate(self.keys):
            key.setVisible(at < len(figures))
            if at < len(figures):
                key.show_figure(figures[at], words)
        self.arrange()

    def arrange(self) -> None:
        shown = [key for key in self.keys if not key.isHidden()]
        step = self.wide / max(1, len(shown))
        for at, key in enumerate(shown):
            self.put(key, QRectF(at * step, 1, step, self.high - 2))

    def paint(self, painter: QPainter) -> None:
        for y in (0.0, self.high - 1):
            fill(painter, QRectF(0, y, self.wide, 1), theme.LINE)


KINDS: Final = ("pdf", "csv", "xlsx")


class ReportScreen(Page):
    """The report of one table's shift, or of several tables in turn."""

    title_key, back_key = "shift.title", "review.back_to_log"
    least = 300.0  # The files' keys and the progress have their place beside it.
    handover_asked = Signal()
    rows_asked = Signal(str, str, str, object)
    """Rows are wanted: of the shift, the table, and its label, by each :class:`LogFilter`."""

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        ask_path: AskPath,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Sign("review.handover"), words, clock, parent)
        self._makes, self._ask_path = makes, ask_path
        self._names: dict[str, str] = {}
        self._shifts: tuple[str, ...] = ()
        self.compared: ComparedReport | None = None
        self._counted: object = None
        """The journals' extent at the count; another extent makes the report outdated."""
        self._table = 0
        self.files = {kind: WordKey(Sign("review.save")) for kind in KINDS}
        self.shift = SmallKey(Sign("outcomes.clock"))
        self.incidents = SmallKey(Sign("states.caution"))
        self.wheel = SmallKey(Sign("places.wheel"))
        self.sets = SmallKey(Sign("shoe.decks"))
        self.other = SmallKey(Sign("places.table"))
        self._lay_out()
        self.shift_panel = ChoicePanel(self)
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        """Keys beside the headline, figures, charts; the files' keys beside the way back."""
        self.figures, self._nothing = FiguresStrip(), Label(28, bold=True)
        self.pace = PaceChart(self.words)
        self.kinds = KindsChart(self.words)
        self.dealers = DealersChart(self.words)
        charts = Panel(ACROSS, self.pace, self.kinds, gap=60, shares=(8, 5))
        self._charts = Panel(DOWN, charts, self.dealers, gap=8, shares=(22, 19))
        figures = Panel(DOWN, self.figures, high=90)
        self.body = Panel(DOWN, self._nothing, figures, self._charts, None, gap=8, shares=(0, 0, 99))
        self._aside = Panel(
            ACROSS, None, self.other, self.wheel, self.sets, self.incidents, self.shift, gap=0
        )
        self._files = Panel(ACROSS, *self.files.values(), high=80 + 2 * FOCUS, gap=0)
        for part in (self.body, self._aside, self._files):
            part.setParent(self)

    def _connect(self) -> None:
        self.shift.meant.connect(self._choose_shift)
        self.incidents.meant.connect(partial(self._ask_rows, LogFilter.INCIDENTS, LogFilter.VOIDS))
        self.figures.opened.connect(self._ask_rows)
        self.other.meant.connect(lambda: self.turn(1))
        self.shift_panel.turned.connect(self._take_shift)
        self.shift_panel.closed.connect(self._take_focus)
        for kind, key in self.files.items():
            key.meant.connect(lambda kind=kind: self.write(kind))

    # --- what is shown ----------------------------------------------------------------------------

    def begin(self, person: Person | None, names: dict[str, str], shifts: tuple[str, ...]) -> None:
        """Count the shift to hand over, or the shown one again if more was written since; ``names`` are
        people's, by id.
        """
        self.person, self._names, self._shifts = person, names, shifts
        if self.compared is None or self._is_outdated:
            self.count(self._shown_shift)

    def learn(self, names: dict[str, str], shifts: tuple[str, ...]) -> None:
        """Take names and shifts that became known during the count or later."""
        self._names, self._shifts = names, shifts
        self.refresh()

    @property
    def _shown_shift(self) -> str | None:
        return None if self.compared is None else self.compared.report.interval.shift

    @property
    def _is_outdated(self) -> bool:
        """Whether anything, even a signature, was written to the journals since the count."""
        return self._makes.written != self._counted

    def count(self, shift: str | None) -> None:
        self.message = ""
        self.progress.begin("shift.working", self.words)
        self.work.begin(self._count(shift))

    async def _count(self, shift: str | None) -> None:
        written = self._makes.written  # It is read first: entries that come meanwhile may be missing.
        found = await self.work.of(lambda going_on: self._makes.report_of_shift(shift, going_on))
        self.show_shift_report(found, written)

    async def present_handover(self) -> Handover | None:
        if self._is_outdated:
            await self._count(self._shown_shift)
        return None if self.table is None else self.table.handover

    def show_shift_report(self, compared: ComparedReport, written: object = None) -> None:
        """Show a shift, counted as so much was ``written`` to the journals (default: now)."""
        if compared.report.interval.shift != self._shown_shift:
            self._table = 0
        self.compared, self._counted = compared, written or self._makes.written
        self.progress.end()
        say_left_out(self, compared.left_out)
        self.refresh()

    @property
    def formatter(self) -> RecordFormatter:
        return RecordFormatter(self.words, names=self._names)

    @property
    def table(self) -> TableReport | None:
        tables = self.compared.report.tables if self.compared else ()
        return tables[self._table] if self._table < len(tables) else None

    @property
    def beneath(self) -> str:
        if self.compared is None:
            return ""
        formatter, report = self.formatter, self.compared.report
        # If another shift can be chosen, this one's name is on that key.
        interval = report.interval if self.shift.isHidden() else replace(report.interval, shift=None)
        about = interval_text(interval, report.tables, formatter)
        return f"{about}  ·  {self.words.text('shift.made', time=formatter.day_and_clock(report.made))}"

    @property
    def primary_label(self) -> str | None:
        """The handover of a table at which something happened."""
        return None if self.table is None or not self.table.active else self.words.text("shift.handover")

    @property
    def standing(self) -> str:
        if self.table is None or not self.table.active:
            return ""
        count = self.open_points
        return self.words.count("shift.open_points", count) if count else self.words.text("shift.all_clear")

    def refresh(self) -> None:
        words, table, compared = self.words, self.table, self.compared
        title = table_name(table, self.formatter) if table is not None else words.text("shift.title")
        casino = compared.report.casino if compared is not None and compared.report.casino else ""
        self.about = tuple(part for part in (casino, title) if part)
        shift = compared.report.interval.shift if compared is not None else None
        self.shift.show_label(words.text("shift.other_shift", shift=self.formatter.shift(shift)))
        self.wheel.show_label(words.text("log.device.wheel").capitalize())
        self.wheel.setVisible(table is not None and has_wheel(table.origin.game))
        self.sets.show_label(words.text("report.card_sets"))
        self.sets.setVisible(table is not None and not has_wheel(table.origin.game))
        count = len(compared.report.tables) if compared is not None else 0
        self.other.show_label(f"{words.text('record.table')} {self._table + 1}/{count}")
        self.other.setVisible(count > 1)
        self.shift.setVisible(len(self._shifts) > 1 and compared is not None)
        self.incidents.show_label(words.text("report.happened"))
        happened = table is not None and (table.incidents or table.lists.halts) and shift is not None
        self.incidents.setVisible(bool(happened))
        shown = table is not None and table.active
        for part in (self.figures, self.pace, self.kinds, self.dealers, *self.files.values()):
            part.setVisible(shown)
        for kind, key in self.files.items():
            key.show_label(kind.upper())
        self._nothing.setVisible(table is not None and not shown)
        self._nothing.setText(words.text("report.no_activity"))
        figures = self._figures()
        self.figures.show_figures(figures, words)
        if table is not None and compared is not None and shown:
            charted = pace(table.hours)
            slow = slow_text(charted.slow, hour_names(charted.hours, self.formatter), self.formatter)
            self.pace.show_pace(charted, slow, words)
            undecided = sum(each.outcome == OPEN for each in table.incidents)
            self.kinds.show_kinds(kinds(table.whole), words, undecided=undecided)
            self.dealers.show_dealers(compared.dealers, self._names, words)
        super().refresh()
        named = (words.label(figure.name, figure.value) for figure in figures)
        self.setAccessibleName(f"{self.title}. {'. '.join(named)}")

    def _figures(self) -> tuple[ShiftFigure, ...]:
        table = self.table
        return () if table is None or not table.active else figures_of(table.whole, self.words)

    @property
    def open_points(self) -> int:
        handover = self.table.handover if self.table is not None else None
        return 0 if handover is None else handover.open_points

    # --- presses ----------------------------------------------------------------------------------

    def press(self) -> None:
        """Ask for the present handover: who signs it signs for what is open."""
        if self.compared is None or not self._is_outdated:
            self.handover_asked.emit()
        elif not self.work.busy:
            self.progress.begin("shift.working", self.words)
            self.work.begin(self._ask_handover())

    async def _ask_handover(self) -> None:
        await self._count(self._shown_shift)
        self.handover_asked.emit()

    @property
    def prints(self) -> bool:
        """Ctrl+P writes the PDF."""
        return self.table is not None and self.table.active

    def print_seen(self) -> None:
        self.write("pdf")

    def write(self, kind: str) -> None:
        compared = self.compared
        if compared is None or self.work.busy:
            return
        shift = (compared.report.interval.shift or "shift").replace(":", "").replace(" ", "-")
        self._ask_path(f"shift-{shift}.{kind}", (kind,), lambda target: self._write(compared, target))

    def _write(self, compared: ComparedReport, target: WriteTarget) -> None:
        self.progress.begin("shift.writing", self.words, file=target.path.suffix[1:].upper())
        self.work.begin(self._write_report(compared, target))

    async def _write_report(self, compared: ComparedReport, target: WriteTarget) -> None:
        words = self.words
        if self._is_outdated and self.compared is compared:
            await self._count(self._shown_shift)
            compared = self.compared
            self.progress.begin("shift.writing", words, file=target.path.suffix[1:].upper())
        await self.work.of(lambda going_on: self._makes.write_report(compared, target, words, going_on))
        self.say("shift.written", file=target.path.name)

    def show_failure(self, error: Exception) -> None:
        self.say_why("shift.not_written", error)

    def _ask_rows(self, *of: LogFilter) -> None:
        shift = self.compared.report.interval.shift if self.compared is not None else None
        if shift is not None and self.table is not None:
            self.rows_asked.emit(shift, self.table.origin.table, self.table.origin.label, of)

    def _choose_shift(self) -> None:
        shift = self.compared.report.interval.shift if self.compared is not None else None
        options = [Option(each, each, each == shift) for each in self._shifts]
        self.shift_panel.open(FilterCondition.SHIFT, options, self.words)
        self.shift_panel.any.hide()

    def _take_shift(self, _: FilterCondition, shift: str) -> None:
        self.shift_panel.close_panel()
        self.count(shift)

    def turn(self, by: int) -> None:
        count = len(self.compared.report.tables) if self.compared is not None else 0
        if count > 1:
            self._table = (self._table + by) % count
            self.refresh()

    # --- layout and keys --------------------------------------------------------------------------

    def arrange(self) -> None:
        super().arrange()
        edge = self.wide - theme.MARGIN + FOCUS
        self.put(self._aside, QRectF(theme.MARGIN, theme.STATUS_HEIGHT + 6, edge - theme.MARGIN, 62))
        free = self._free
        self.put(self._files, free.adjusted(-FOCUS - 12, -FOCUS, 300 - FOCUS - 12 - free.width(), FOCUS))
        self._free = free.adjusted(300, 0, 0, 0)
        self.put(self.progress, self._free.adjusted(0, 0, FOCUS, 0))
        top = theme.STATUS_HEIGHT + 70
        self.put(self.shift_panel, QRectF(0, top, self.wide, self.high - top))

    def key_rows(self, words: Words) -> Keys:
        return ((key_names(words, "pages"), words.text("keys.tables")), *super().key_rows(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page Up and Page Down change the table; the rest is as on every page."""
        if event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.turn(1 if event.key() == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)
