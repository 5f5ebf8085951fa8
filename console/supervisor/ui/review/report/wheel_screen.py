"""A wheel's figures on the screen: each number's count in the wheel's order, and the tests' meaning. A
probability has its meaning in words beside it: chance, too, makes figures that look strange.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.supervisor.reports import wheel_words
from console.supervisor.reports.wheel_figures import (
    ChiSquare,
    Conclusion,
    PocketGroup,
    WheelFigures,
    WheelReport,
)
from console.supervisor.review.documents import DocumentMaker
from console.supervisor.ui.review.report.left_out import say_left_out
from console.table.core import Clock
from console.table.game.roulette import WHEEL
from console.table.ui.felt import colour_of, pocket_shape
from console.table.ui.kit import ACROSS, DOWN, Grid, Label, Panel, Surface, fill, pen, theme, write
from console.table.ui.page import Page
from console.table.ui.signs import Sign
from console.table.words import whole

_TESTS: Final = ("numbers", "sectors", "arcs", "steps")


class WheelScreen(Page):
    """The figures of one wheel; Page Down shows the next one."""

    back_to_key = "shift.title"

    def __init__(
        self, makes: DocumentMaker, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("places.wheel"), words, clock, parent)
        self._makes = makes
        self.report: WheelReport | None = None
        self._at = 0

    def begin(self) -> None:
        self.message, self.report = "", None
        self.progress.begin("shift.working", self.words)
        self.work.begin(self._count())

    async def _count(self) -> None:
        self.show_report(await self.work.of(self._makes.wheel))
        say_left_out(self, self._makes.left_out)

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
        wheel, text = self.wheel, self.words.text
        if wheel is None:
            return text("wheel_figures.none") if self.report is not None else text("log.device.wheel")
        return (
            text("wheel_figures.unnoted") if wheel.serial is None else text("rail.wheel", serial=wheel.serial)
        )

    @property
    def beneath(self) -> str:
        wheel = self.wheel
        if wheel is None:
            return ""
        spins = self.words.count("wheel_figures.spins", wheel.spins)
        return "  ·  ".join(
            (spins, wheel_words.period(wheel, self.words), *wheel_words.stands(wheel, self.words))
        )

    def refresh(self) -> None:
        """Show everything again, and give the counts to assistive tools."""
        wheel = self.wheel
        self.replace_body(None if wheel is None else self._lay_out(wheel))
        super().refresh()
        if wheel is not None:
            counts = self.words.text("access.list").join(
                self.words.label(str(number), str(wheel.counts[number])) for number in WHEEL
            )
            conclusions = " ".join(self._conclusion(test) for _, test in self._tests(wheel))
            self.setAccessibleName(f"{self.title}. {self.beneath}. {counts}. {conclusions}")

    @staticmethod
    def _tests(wheel: WheelFigures) -> tuple[tuple[str, ChiSquare], ...]:
        counts = (wheel.by_number, wheel.by_sector, wheel.by_arc, wheel.by_step)
        return tuple(zip(_TESTS, counts, strict=True))

    def _conclusion(self, test: ChiSquare) -> str:
        needed = self.words.figure(test.needed)
        return self.words.text(f"wheel_figures.conclusion.{test.conclusion}", needed=needed)

    def _lay_out(self, wheel: WheelFigures) -> Panel:
        """The counts above, the tests and the sectors below."""
        text = self.words.text
        dashes = text("wheel_screen.expected", count=wheel_words.decimal(wheel.expected, 1, self.words))
        expected = Label(16, theme.T2, dashes, wraps=False)
        head = Panel(ACROSS, _title(text("wheel_figures.head.numbers")), expected, shares=(1, 0))
        tests = Grid(*self._rows(wheel), gap=14)
        sectors = Grid(*map(self._sector, wheel.sectors))
        left = Panel(DOWN, _title(text("wheel_figures.head.tests")), tests, None, gap=8)
        right = Panel(DOWN, _title(text("wheel_figures.head.sectors")), sectors, gap=8)
        shows = self.report.detectable[0] if self.report is not None and self.report.detectable else None
        if shows is not None:
            number, sector = whole(shows.number, self.words), whole(shows.sector, self.words)
            note = text("wheel_figures.shows", per_cent=shows.per_cent, number=number, sector=sector)
            right.box.addSpacing(16)
            right.add(Label(16, theme.T2, note))
        right.box.addStretch(1)
        below = Panel(ACROSS, left, right, gap=40, shares=(63, 37))
        return Panel(DOWN, head, WheelBars(wheel), below, shares=(0, 1))

    def _rows(self, wheel: WheelFigures) -> Iterator[tuple[QWidget, ...]]:
        """Each test; a meaning shared by consecutive ones is under the last: the bars need the room."""
        said = list(self._judged(wheel))
        for (name, figures, conclusion, means), after in zip(said, [*said[1:], None], strict=True):
            ink = theme.AMBER if conclusion is Conclusion.UNUSUAL else theme.T2
            is_last = after is None or after[-1] != means
            parts = (Label(17, theme.T1, figures), *((Label(16, ink, means),) if is_last else ()))
            named = self.words.text(f"wheel_figures.test.{name}")
            yield Label(17, theme.T1, named, bold=True, wraps=False), Panel(DOWN, *parts, gap=0)

    def _judged(self, wheel: WheelFigures) -> Iterator[tuple[str, str, Conclusion, str]]:
        """Each test's name, figures, conclusion, and its meaning."""
        words, text = self.words, self.words.text
        for name, test in self._tests(wheel):
            value, p = wheel_words.decimal(test.statistic, 1, words), wheel_words.probability(test.p, words)
            figures = text("wheel_figures.test", value=value, freedom=test.freedom, p=p)
            yield name, figures, test.conclusion, self._conclusion(test)
        equal, repeated, needed = wheel.equal, wheel.repeated, words.figure(wheel.by_step.needed)
        means = text(f"wheel_figures.conclusion.{equal.conclusion}", needed=needed)
        yield "equal", wheel_words.equal_text(equal, words), equal.conclusion, means
        means = text(f"wheel_figures.repeated.{repeated.conclusion}")
        yield "repeated", wheel_words.repeated_text(repeated, words), repeated.conclusion, means

    def _sector(self, part: PocketGroup) -> tuple[QWidget, ...]:
        count = Label(18, theme.T0, whole(part.count, self.words), bold=True)
        count.setAlignment(Qt.AlignmentFlag.AlignRight)
        name = Label(17, theme.T1, self.words.text(f"wheel_figures.sector.{part.name}"), wraps=False)
        return name, count, Label(16, theme.T2, wheel_words.decimal(part.expected, 1, self.words))


def _title(text: str) -> Label:
    return Label(19, theme.T0, text, bold=True)


class WheelBars(Surface):
    """Each number's count as a bar, in the wheel's order; dashes at the expected one."""

    def __init__(self, wheel: WheelFigures) -> None:
        super().__init__()
        self._wheel = wheel

    def paint(self, painter: QPainter) -> None:
        wheel, base = self._wheel, self.high - 34
        most = max(*wheel.counts, wheel.expected, 1)
        step = self.wide / len(WHEEL)
        for at, number in enumerate(WHEEL):
            count, x = wheel.counts[number], at * step
            high = base * count / most
            fill(painter, QRectF(x + 3, base - high, step - 6, high), theme.CHART, 2)
            at_foot = base - 12 if high > 24 else base - high - 9
            write(painter, str(count), x + step / 2, at_foot, theme.font(13, bold=True), theme.T0, align=0.5)
            painter.fillPath(pocket_shape(QRectF(x + 2, base + 6, step - 4, 26), number), colour_of(number))
            write(
                painter, str(number), x + step / 2, base + 19, theme.font(14, bold=True), theme.T0, align=0.5
            )
        y = base * (1 - wheel.expected / most)
        painter.setPen(pen(theme.T0, 1.5, dashes=[7, 4]))
        painter.drawLine(QPointF(0, y), QPointF(self.wide, y))
