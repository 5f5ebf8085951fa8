"""The check of a printed guide on the screen: eight characters are typed or scanned, a verdict is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.table.running.clock import Clock
from console.table.showing.screen_values import DealerView, Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.kit.lettering import shrunk, write
from console.ui.kit.surface import fill
from console.ui.kit.text_field import TextField
from console.ui.kit.theme import AMBER, BG2, GREEN, MARGIN, T0
from console.ui.review.page import TOP, Page, paragraph
from console.ui.review.page_desk import AtTable, PageDesk
from console.ui.signs.sign import Sign
from console.words import Words

if TYPE_CHECKING:
    from console.records.documents.edition_check import EditionCheck

CheckEdition: TypeAlias = "Callable[[str], EditionCheck]"
"""Looks for typed characters among the editions in force at a table."""

_MOST: Final = 12
"""Letters of the field: eight characters, and the spaces that somebody types between them."""
_EDITION: Final = re.compile(r"[0-9A-Fa-f]{8}")
_FIELD: Final = 360.0


class EditionScreen(Page):
    """The check of one printed guide after the other."""

    def __init__(
        self, check: CheckEdition, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("states.tick"), words, clock, parent)
        self._compare, self._mode = check, Mode.LIVE
        self.found: EditionCheck | None = None
        self.field = TextField(self, limit=_MOST)
        self.field.returnPressed.connect(self.press)
        self.field.textEdited.connect(lambda _: self._forget())
        self.setFocusProxy(self.field)

    def begin(self) -> None:
        """Ask for the characters of a guide."""
        self.field.clear()
        self._forget()
        self.setFocus()

    def _forget(self) -> None:
        """The shown verdict is about other characters."""
        self.stop()
        self.message, self.found = "", None
        self.refresh()

    def press(self) -> None:
        """Compare the typed characters with the editions in force."""
        typed = "".join(self.field.text().split())
        if self.work.busy:
            return
        self.found = None
        if not _EDITION.fullmatch(typed):
            self.say("guide.check.incomplete")
            announce(self, self.message, at_once=True)
            return
        self.message = ""
        self.progress.begin("guide.check.working", self.words)
        self.work.begin(self._check(typed))

    async def _check(self, typed: str) -> None:
        self.show_found(await self.work.of(lambda _: self._compare(typed)))

    def show_found(self, found: EditionCheck) -> None:
        """Show the verdict on an edition."""
        self.progress.end()
        self.found = found
        self.field.selectAll()
        self.refresh()
        announce(self, f"{found.verdict(self.words)}. {found.text(self.words)}", at_once=True)

    def show_mode(self, mode: Mode) -> None:
        """Show in the bar whether the table is LIVE."""
        if mode is not self._mode:
            self._mode = mode
            self.refresh()

    # --- what it says -----------------------------------------------------------------------------

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def title(self) -> str:
        return self.words.text("guide.check")

    @property
    def beneath(self) -> str:
        return self.words.text("guide.check.ask")

    @property
    def primary_label(self) -> str:
        return self.words.text("guide.check.press")

    @property
    def back_label(self) -> str:
        return self.words.text("review.back")

    def refresh(self) -> None:
        self.field.setAccessibleName(self.beneath)
        super().refresh()

    def arrange(self) -> None:
        """The field at the left, the verdict beside it."""
        super().arrange()
        self.put(self.field, QRectF(MARGIN, TOP + 14, _FIELD, 72))

    def paint(self, painter: QPainter) -> None:
        """The verdict in a few words, and what it means."""
        super().paint(painter)
        found = self.found
        if found is None:
            return
        left, room = MARGIN + _FIELD + 32, self.wide - 2 * MARGIN - _FIELD - 32
        box = QRectF(left, TOP, room, 100)
        fill(painter, box, BG2, 12)
        sign, ink = (Sign("states.tick"), GREEN) if found.is_in_force else (Sign("states.caution"), AMBER)
        sign(painter, QRectF(left + 24, box.top() + 26, 48, 48), ink)
        verdict = found.verdict(self.words)
        face = shrunk(verdict, room - 120, (34, 32, 30, 28, 26, 24, 22), bold=True)
        write(painter, verdict, left + 96, box.center().y(), face, T0)
        paragraph(painter, found.text(self.words), left, box.bottom() + 16, room, 22)


class EditionDesk(PageDesk):
    """The check over one table's window."""

    def __init__(self, at: AtTable, check: CheckEdition, clock: Clock) -> None:
        super().__init__(at, lambda desk: EditionScreen(check, at.words, clock, desk))

    @property
    def screen(self) -> EditionScreen:
        assert isinstance(self.page, EditionScreen), "made so"
        return self.page

    def open(self, person: Person | None, table: str) -> None:
        """Ask for an edition at a table; ``person`` is the one at the screen."""
        self.show()
        self.screen.show_page(person, (table,))
        self.screen.begin()

    def show_table(self, view: DealerView) -> None:
        self.screen.show_mode(view.mode)

    def put_away(self) -> None:
        """Stop a check under way."""
        self.screen.begin()
