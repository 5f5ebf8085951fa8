"""The handover on the screen: open points, remarks, and a signature of each shift by PIN."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QContextMenuEvent, QPainter
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from console.records.documents.record_words import RecordFormatter
from console.reports.handover import Handover, HandoverSignature
from console.reports.handover_words import open_points
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.ui.kit.buttons import lay
from console.ui.kit.keys import SmallKey
from console.ui.kit.lettering import at_most, break_lines, elide, shrunk, write
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.text_field import field_menu
from console.ui.kit.theme import ACTION_HEIGHT, BG1, BG2, EDGE, GREEN, LINE, MARGIN, T0, T1, T2, font, unit
from console.ui.review.page import TOP, Page
from console.ui.review.table_acts import Side, TableActs
from console.ui.sign_in.purpose import Purpose
from console.ui.signs.sign import Sign
from console.words import Words

_SIDES: Final[tuple[Side, ...]] = ("outgoing", "incoming")
_RIGHT: Final = 480.0
_MOST: Final = 2_000
"""Letters of a remark."""


class RemarksField(QPlainTextEdit):
    """The remarks; several lines."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of every text field."""
        field_menu(self, unit(self.window().width(), self.window().height())).popup(event.globalPos())


class HandoverScreen(Page):
    """The points that one shift leaves to the next."""

    def __init__(
        self, acts: TableActs | None, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("review.handover"), words, clock, parent)
        self._acts, self._clock = acts, clock
        self._handover: Handover | None = None
        self._shift, self._names = "", dict[str, str]()
        self._of: tuple[str, tuple[str, ...]] = ("", ())
        """The shift and the table for which remarks are typed."""
        self._signed: dict[Side, str] = {}
        self._side: Side = "outgoing"
        self.remarks = RemarksField(self)
        self.keys: dict[Side, SmallKey] = {side: SmallKey(Sign("states.tick"), self) for side in _SIDES}
        for side, key in self.keys.items():
            key.meant.connect(lambda side=side: self.ask(side))

    def begin(self, handover: Handover, shift: str, names: dict[str, str]) -> None:
        """Show the open points at the end of a shift; remarks that are being typed for it are kept."""
        if (shift, self.about) != self._of:
            self.remarks.clear()
            self._signed = {}
            self.work.stop()
        self._of = (shift, self.about)
        self._handover, self._shift, self._names = handover, shift, names
        self._signed |= {each.side: self._signature(each) for each in handover.signatures}
        self.message = ""
        self.refresh()

    def _signature(self, each: HandoverSignature) -> str:
        name = self._names.get(each.by, each.by)
        return self.words.text("give.signed", by=name, time=self.formatter.day_and_clock(each.at))

    @property
    def formatter(self) -> RecordFormatter:
        """The object that puts the handover into words."""
        return RecordFormatter(self.words, names=self._names)

    @property
    def title(self) -> str:
        return self.words.text("give.title")

    @property
    def beneath(self) -> str:
        """The shift, and the end of its interval."""
        if self._handover is None:
            return ""
        at = self.formatter.day_and_clock(self._handover.at)
        return f"{self.words.text('record.shift')} {self._shift}  ·  {at}"

    @property
    def back_to(self) -> str:
        return self.words.text("shift.title")

    def refresh(self) -> None:
        """Show everything again, with a key for each side that has not signed."""
        self.remarks.setAccessibleName(self.words.text("give.remarks"))
        self.remarks.setVisible(self._acts is not None)
        for side, key in self.keys.items():
            key.show_label(self.words.text(f"give.sign.{side}"))
            key.setVisible(self._acts is not None and side not in self._signed)
        super().refresh()

    # --- signing ----------------------------------------------------------------------------------

    def ask(self, side: Side) -> None:
        """Ask for the PIN of the person who signs for a side."""
        if self._acts is None or self.work.busy:
            return
        self._side = side
        self.ask_whose_pin(self._acts, Purpose.SIGNATURE)

    def signed_in(self, person: Person) -> None:
        """Sign for the side that was asked for."""
        self._names.setdefault(person.id, person.name)
        self.work.begin(self._sign(person, self._side))

    async def _sign(self, person: Person, side: Side) -> None:
        assert self._acts is not None
        remarks = self.remarks.toPlainText()[:_MOST].strip()
        if await self._acts.sign(person, self._shift, side, remarks) is None:
            at = self.formatter.day_and_clock(self._clock.utc())
            self._signed[side] = self.words.text("give.signed", by=person.name, time=at)
            self.message = ""
        else:
            self.message = self.words.text("give.same_person")
        self.refresh()

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The list at the left; remarks and signatures at the right."""
        super().arrange()
        x, bottom = self.wide - MARGIN - _RIGHT, self.high - ACTION_HEIGHT
        self.put(self.remarks, QRectF(x, TOP + 40, _RIGHT, bottom - TOP - 40 - 250))
        edge, size = max(1, round(2 * self.u)), round(18 * self.u)
        self.remarks.setFont(font(size))
        self.remarks.setStyleSheet(
            f"QPlainTextEdit {{ background: {BG1.name()}; color: {T0.name()}; font-size: {size}px;"
            f" border: {edge}px solid {EDGE.name()}; border-radius: {round(8 * self.u)}px;"
            f" padding: {round(8 * self.u)}px; }}"
            f"QPlainTextEdit:focus {{ border-color: {T0.name()}; }}"
        )
        for at, side in enumerate(_SIDES):
            lay(self, self.keys[side], QRectF(x + 12, bottom - 226 + at * 108 + 42, _RIGHT - 24, 48))

    def paint(self, painter: QPainter) -> None:
        """The open points and the signatures."""
        super().paint(painter)
        words = self.words
        left = self.wide - MARGIN - _RIGHT
        if self._acts is not None:
            write(painter, words.text("give.remarks"), left, TOP + 16, font(20, bold=True), T0)
        self._paint_open(painter, left - 48 - MARGIN)
        bottom = self.high - ACTION_HEIGHT
        for at, side in enumerate(_SIDES):
            self._paint_side(painter, side, QRectF(left, bottom - 226 + at * 108, _RIGHT, 100))

    def _paint_open(self, painter: QPainter, room: float) -> None:
        points = [] if self._handover is None else list(open_points(self._handover, self.formatter))
        heading = self.words.text("give.open" if points else "handover.clear")
        write(painter, heading, MARGIN, TOP + 16, font(20, bold=True), T0)
        y = TOP + 44
        for label, text in points:
            face = shrunk(label, 190, (17, 16, 15, 14), bold=True)
            names = at_most(3, break_lines(label, 190, face))
            lines = at_most(3, break_lines(text, room - 210, font(17)))
            for at, line in enumerate(names):
                write(painter, elide(line, 190, face), MARGIN, y + 22 + at * 24, face, T0)
            for at, line in enumerate(lines):
                write(painter, line, MARGIN + 210, y + 22 + at * 24, font(17), T1)
            y += 44 + 24 * (max(len(names), len(lines)) - 1)
            fill(painter, QRectF(MARGIN, y, room, 1), LINE)
            if y > self.high - ACTION_HEIGHT - 60:
                return

    def _paint_side(self, painter: QPainter, side: Side, box: QRectF) -> None:
        words, signed = self.words, self._signed.get(side)
        fill(painter, box, BG2, 10)
        if signed is None:
            outline(painter, box, pen(EDGE, 1.5, dashes=[8, 6]), 10)
        name = words.text(f"handover.{side}")
        face = shrunk(name, box.width() - 40, (17, 16, 15), bold=True)
        write(painter, name, box.left() + 16, box.top() + 22, face, T1)
        if signed is not None:
            Sign("states.tick")(painter, QRectF(box.left() + 16, box.top() + 50, 26, 26), GREEN)
            face = shrunk(signed, box.width() - 72, (19, 18, 17, 16, 15))
            write(painter, elide(signed, box.width() - 72, face), box.left() + 54, box.top() + 63, face, T0)
        elif self._acts is None:
            text = words.text("give.only_at_table")
            write(painter, text, box.left() + 16, box.top() + 62, shrunk(text, 440, (17, 16, 15)), T2)
