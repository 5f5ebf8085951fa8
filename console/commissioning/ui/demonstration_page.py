"""The demonstration of a commissioning: its proofs, its planted fault, and a sample of the certificate. The
page lies over the first screen of a simulated table, which it does not affect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.table_proofs import Steps
from console.commissioning.ui.proof_list import proof_table, section_table
from console.commissioning.ui.run_on_page import RunOnPage
from console.supervisor.records import Proof, Section
from console.table.core import Clock, Mode
from console.table.ui.dealer import announce
from console.table.ui.kit import ACROSS, Keys, Panel, key_names, room_in
from console.table.ui.page import Page
from console.table.ui.signs import Sign

_SHEET: Final = 1000.0
"""The width of a page of the sample, in units."""
_LINE: Final = 60.0
"""How far a turn of the mouse wheel moves the sample, in units."""


class DemonstrationPage(Page):
    back_key = "button.back"
    mode = Mode.TRAINING
    shows_keys = True
    has_menu = False

    def __init__(
        self,
        words: Words,
        clock: Clock,
        sections: Sequence[Section],
        *,
        begin: Callable[[], Steps],
        sample: Callable[[Sequence[Proof], Words], tuple[bytes, ...]],
        parent: QWidget | None = None,
    ) -> None:
        """``begin`` makes the proofs; ``sample``, in a thread, gives their certificate's pages as PNG."""
        super().__init__(Sign("states.tick"), words, clock, parent)
        self._sections, self._begin, self._sample = tuple(sections), begin, sample
        self.run = RunOnPage()
        self.pages: tuple[QImage, ...] = ()
        """The pages of the sample, once read."""
        self._down = 0.0
        self._reading = False
        self.left.connect(self.end)
        self.findings, self.sections_list = proof_table(lambda: self.words), section_table(lambda: self.words)
        self.listed = self.findings
        self.body: Panel = Panel(ACROSS, self.sections_list, self.findings, gap=24, shares=(3, 5))
        self.body.setParent(self)
        self.covers()
        self.hide()

    # --- what it says -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.words.text("commissioning.demonstration.sample" if self.pages else "first.demonstration")

    @property
    def beneath(self) -> str:
        if self.pages:
            return self.words.text("commissioning.demonstration.marked")
        stage = "over" if self.is_over else self.run.begun[-1] if self.run.begun else "before"
        return self.words.text(f"commissioning.demonstration.{stage}")

    @property
    def primary_label(self) -> str | None:
        if self.run.is_under_way or self._reading or self.pages:
            return None
        return self.words.text(f"commissioning.demonstration.{'show' if self.run.begun else 'begin'}")

    @property
    def is_over(self) -> bool:
        return bool(self.run.begun) and not self.run.is_under_way

    @property
    def proofs_to_read(self) -> tuple[Proof, ...]:
        """The failed proofs, then those that are not proved or were left out."""
        return self.run.open_proofs

    # --- what is done -----------------------------------------------------------------------------

    def open(self) -> None:
        if (parent := self.parentWidget()) is not None:
            self.setGeometry(room_in(parent))
        self.run.forget()
        self.pages, self._down, self._reading, self.message = (), 0.0, False, ""
        self.show_page(None, ())
        self.show()
        self.raise_()
        self._take_focus()

    def press(self) -> None:
        if self.primary_label is None:
            return
        self.work.begin(self._draw_pages() if self.run.begun else self._watch())

    async def _watch(self) -> None:
        steps = self._begin()
        self.run.start(steps)
        self.progress.begin("commissioning.window.proving", self.words, section="–")
        self.refresh()
        try:
            while made := await self.work.of(lambda _: steps.more()):
                for step in made:
                    if isinstance(step, Proof):
                        self.run.add(step)
                        continue
                    self.run.begin_section(step)
                    about = self.words.text(f"commissioning.section.{step}")
                    self.progress.begin("commissioning.window.proving", self.words, section=about)
                    self.progress.show_share(self._sections.index(step) / len(self._sections))
                self.refresh()
        finally:
            self.run.end(steps)
        self.progress.end()
        announce(self, self.beneath, at_once=True)
        self.refresh()

    async def _draw_pages(self) -> None:
        proofs, words, self._reading = self.run.proofs, self.words, True
        self.say("commissioning.demonstration.drawing")
        self.refresh()
        pictures = await self.work.of(lambda _: self._sample(proofs, words))
        self.pages = tuple(map(QImage.fromData, pictures))
        self.message, self._reading = "", False
        self.refresh()

    def show_failure(self, error: Exception) -> None:
        self._reading = False
        super().show_failure(error)
        self.refresh()

    def stop(self) -> None:
        was_under_way = self.run.is_under_way
        self.work.stop()
        self.run.stop()
        if was_under_way:
            self.run.forget()
            self.say("shift.stopped")
            self.refresh()

    def end(self) -> None:
        """Go back to the first screen; nothing is kept."""
        self.stop()
        self.hide()

    # --- moving in the sample ---------------------------------------------------------------------

    def _move(self, by: float) -> None:
        whole = sum(self._height(page) for page in self.pages)
        self._down = max(0.0, min(self._down + by, whole - self.room.height()))
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A turn of the mouse wheel moves the sample."""
        self._move(-_LINE if event.angleDelta().y() > 0 else _LINE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Page Up, Page Down in the sample; the rest as on every page."""
        keys, whole = Qt.Key, self.room.height() * 0.9
        moves = {keys.Key_Up: -_LINE, keys.Key_Down: _LINE, keys.Key_PageUp: -whole, keys.Key_PageDown: whole}
        key = Qt.Key(event.key())
        if self.pages and key in moves:
            self._move(moves[key])
        else:
            super().keyPressEvent(event)

    def key_rows(self, words: Words) -> Keys:
        rows = (("↑  ↓", words.text("keys.rows")), (key_names(words, "pages"), words.text("keys.pages")))
        return (*rows, *super().key_rows(words)) if self.pages else super().key_rows(words)

    # --- painting ---------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._move(0)

    def refresh(self) -> None:
        """Show the sections and their findings, until the sample is shown."""
        super().refresh()
        self.body.setVisible(not self.pages)
        self.findings.show_rows(self.proofs_to_read, self.words)
        self.findings.setAccessibleName(self.title)
        self.sections_list.setAccessibleName(self.words.text("commissioning.column.section"))
        self.sections_list.show_rows([self.run.course(section) for section in self._sections], self.words)

    def _height(self, page: QImage) -> float:
        return page.height() * _SHEET / page.width()

    def paint(self, painter: QPainter) -> None:
        super().paint(painter)
        room = self.room
        painter.save()
        painter.setClipRect(room)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        y = room.top() - self._down
        for page in self.pages:
            high = self._height(page)
            painter.drawImage(QRectF(room.center().x() - _SHEET / 2, y, _SHEET, high), page)
            y += high
        painter.restore()
