"""A wheel's figures on the screen: the count of each number in the wheel's order, and the tests' meaning.

A probability always stands beside its meaning in words: chance, too, makes figures that look strange.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.game.roulette.spin import WHEEL
from console.reports.wheel_figures import ChiSquare, Conclusion, WheelFigures, WheelReport
from console.reports.wheel_words import decimal, probability
from console.review.documents import DocumentMaker
from console.table.running.clock import Clock
from console.ui.felt.wheel.pockets import colour_of, pocket_shape
from console.ui.kit.lettering import advance, at_most, balance, shrunk, write
from console.ui.kit.surface import fill, pen
from console.ui.kit.theme import ACTION_HEIGHT, AMBER, CHART, MARGIN, T0, T1, T2, font
from console.ui.review.page import TOP, Page
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.amounts import whole
from console.words.names import label_text

_CHART: Final = 218.0
_TESTS: Final = ("numbers", "sectors", "arcs")


class WheelScreen(Page):
    """The figures of one wheel; Page Down shows the next one."""

    def __init__(
        self, makes: DocumentMaker, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("places.wheel"), words, clock, parent)
        self._makes = makes
        self.report: WheelReport | None = None
        self._at = 0

    def begin(self) -> None:
        """Count the wheel's numbers."""
        self.message, self.report = "", None
        self.progress.begin("shift.working", self.words)
        self.work.begin(self._count())

    async def _count(self) -> None:
        self.show_report(await self.work.of(self._makes.wheel))

    def show_report(self, report: WheelReport) -> None:
        self.report, self._at = report, 0
        self.progress.end()
        self.refresh()

    @property
    def wheel(self) -> WheelFigures | None:
        wheels = self.report.wheels if self.report is not None else ()
        return wheels[self._at] if wheels else None

    @property
    def title(self) -> str:
        """The wheel by its serial number."""
        wheel, text = self.wheel, self.words.text
        if wheel is None:
            return text("wheel_figures.none") if self.report is not None else text("log.device.wheel")
        return (
            text("wheel_figures.unnoted") if wheel.serial is None else text("rail.wheel", serial=wheel.serial)
        )

    @property
    def beneath(self) -> str:
        """The number of spins, and their time."""
        wheel = self.wheel
        if wheel is None:
            return ""
        days = [f"{each.astimezone():%Y-%m-%d %H:%M}" for each in (wheel.first, wheel.last) if each]
        return "  ·  ".join((self.words.count("wheel_figures.spins", wheel.spins), " – ".join(days)))

    @property
    def back_to(self) -> str:
        return self.words.text("shift.title")

    def refresh(self) -> None:
        """Show everything again, and give the counts to assistive tools."""
        super().refresh()
        wheel = self.wheel
        if wheel is not None:
            counts = self.words.text("access.list").join(
                label_text(self.words, str(number), str(wheel.counts[number])) for number in WHEEL
            )
            conclusions = " ".join(self._conclusion(test) for _, test in self._tests(wheel))
            self.setAccessibleName(f"{self.title}. {self.beneath}. {counts}. {conclusions}")

    @staticmethod
    def _tests(wheel: WheelFigures) -> tuple[tuple[str, ChiSquare], ...]:
        return tuple(zip(_TESTS, (wheel.by_number, wheel.by_sector, wheel.by_arc), strict=True))

    def _conclusion(self, test: ChiSquare) -> str:
        needed = self.words.figure(test.needed)
        return self.words.text(f"wheel_figures.conclusion.{test.conclusion}", needed=needed)

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """The counts above, the tests and the sectors below."""
        super().paint(painter)
        wheel = self.wheel
        if wheel is None:
            return
        self._paint_counts(painter, wheel)
        top, split = TOP + _CHART + 52, self.wide * 0.58
        self._paint_tests(painter, wheel, top, split - MARGIN - 40)
        self._paint_sectors(painter, wheel, split, top)

    def _paint_counts(self, painter: QPainter, wheel: WheelFigures) -> None:
        text = self.words.text
        write(painter, text("wheel_figures.head.numbers"), MARGIN, TOP + 12, font(19, bold=True), T0)
        expected = text("wheel_screen.expected", count=decimal(wheel.expected, 1, self.words))
        write(painter, expected, self.wide - MARGIN, TOP + 12, font(16), T2, align=1)
        base, top = TOP + _CHART, TOP + 38
        most = max(*wheel.counts, wheel.expected, 1)
        step = (self.wide - 2 * MARGIN) / len(WHEEL)
        for at, number in enumerate(WHEEL):
            count, x = wheel.counts[number], MARGIN + at * step
            high = (base - top) * count / most
            fill(painter, QRectF(x + 3, base - high, step - 6, high), CHART, 2)
            at_foot = base - 12 if high > 24 else base - high - 9
            write(painter, str(count), x + step / 2, at_foot, font(13, bold=True), T0, align=0.5)
            painter.fillPath(pocket_shape(QRectF(x + 2, base + 6, step - 4, 26), number), colour_of(number))
            write(painter, str(number), x + step / 2, base + 19, font(14, bold=True), T0, align=0.5)
        y = base - (base - top) * wheel.expected / most
        painter.setPen(pen(T0, 1.5, dashes=[7, 4]))
        painter.drawLine(QPointF(MARGIN, y), QPointF(self.wide - MARGIN, y))

    def _paint_tests(self, painter: QPainter, wheel: WheelFigures, y: float, room: float) -> None:
        text = self.words.text
        write(painter, text("wheel_figures.head.tests"), MARGIN, y, font(19, bold=True), T0)
        y += 30
        for name, test in self._tests(wheel):
            figures = text(
                "wheel_figures.test",
                value=decimal(test.statistic, 1, self.words),
                freedom=test.freedom,
                p=probability(test.p, self.words),
            )
            label = text(f"wheel_figures.test.{name}")
            write(painter, label, MARGIN, y, shrunk(label, 120, (17, 16, 15), bold=True), T1)
            write(painter, figures, MARGIN + 130, y, shrunk(figures, room - 130, (17, 16, 15, 14)), T1)
            ink = AMBER if test.conclusion is Conclusion.UNUSUAL else T2
            face = font(16)
            for line in at_most(2, balance(self._conclusion(test), room - 130, face)):
                y += 23
                write(painter, line, MARGIN + 130, y, face, ink)
            y += 31
            if y > self.high - ACTION_HEIGHT - 20:
                return

    def _paint_sectors(self, painter: QPainter, wheel: WheelFigures, x: float, y: float) -> None:
        text = self.words.text
        write(painter, text("wheel_figures.head.sectors"), x, y, font(19, bold=True), T0)
        for at, part in enumerate(wheel.sectors):
            middle = y + 32 + at * 34
            write(painter, text(f"wheel_figures.sector.{part.name}"), x, middle, font(17), T1)
            count = whole(part.count, self.words)
            end = write(painter, count, x + 300, middle, font(18, bold=True), T0, align=1)
            expected = decimal(part.expected, 1, self.words)
            write(painter, expected, max(end, x + 300) + 24, middle, font(16), T2)
        shows = self.report.detectable[0] if self.report is not None and self.report.detectable else None
        if shows is not None:
            number, sector = whole(shows.number, self.words), whole(shows.sector, self.words)
            note = text("wheel_figures.shows", per_cent=shows.per_cent, number=number, sector=sector)
            face, room = font(16), self.wide - MARGIN - x
            for at, line in enumerate(balance(note, room, face)[:4]):
                if advance(line, face):
                    write(painter, line, x, y + 160 + at * 24, face, T2)
