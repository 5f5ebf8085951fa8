"""The check of a printed guide on the screen: eight characters are typed or scanned, a verdict is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core import Clock, Mode, Person
from console.table.ui.dealer import announce
from console.table.ui.kit import ACROSS, DOWN, Label, Panel, SignWithWords, TextField, theme
from console.table.ui.page import AtTable, Page, PageDesk
from console.table.ui.signs import Sign

if TYPE_CHECKING:
    from console.supervisor.records.documents.edition_check import EditionCheck

CheckEdition: TypeAlias = "Callable[[str], EditionCheck]"
"""Looks for typed characters among the editions in force at a table."""

_MOST: Final = 12
"""Letters of the field: eight characters, and spaces between them."""
_SIGNS: Final = {True: (Sign("states.tick"), theme.GREEN), False: (Sign("states.caution"), theme.AMBER)}
_EDITION: Final = re.compile(r"[0-9A-Fa-f]{8}")


class EditionScreen(Page):
    title_key, beneath_key = "guide.check", "guide.check.ask"
    primary_key, back_key = "guide.check.press", "review.back"
    mode = Mode.LIVE

    def __init__(
        self, check: CheckEdition, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("states.tick"), words, clock, parent)
        self._compare = check
        self.found: EditionCheck | None = None
        self.field = TextField(self, limit=_MOST)
        self.field.returnPressed.connect(self.press)
        self.field.textEdited.connect(lambda _: self._forget())
        self.setFocusProxy(self.field)
        self._mark = SignWithWords(48)
        self._verdict = Label(32, theme.T0, bold=True)
        self._meaning = Label(22)
        self._card = Panel(
            ACROSS, self._mark, self._verdict, sides=24, ends=24, gap=24, shares=(0, 1), edge=theme.EDGE
        )
        asked = Panel(DOWN, Panel(DOWN, self.field, high=72), None, ends=14)
        found = Panel(DOWN, self._card, self._meaning, None, gap=16)
        self.body = Panel(ACROSS, asked, found, gap=32, shares=(3, 7))
        self.body.setParent(self)

    def begin(self) -> None:
        self.field.clear()
        self._forget()
        self.setFocus()

    def _forget(self) -> None:
        """Drop the verdict, which is about other characters."""
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
        self.progress.end()
        self.found = found
        self.field.selectAll()
        self.refresh()
        announce(self, f"{found.verdict(self.words)}. {found.text(self.words)}", at_once=True)

    def refresh(self) -> None:
        self.field.setAccessibleName(self.beneath)
        found = self.found
        for part in (self._card, self._meaning):
            part.setVisible(found is not None)
        if found is not None:
            self._mark.show_sign(*_SIGNS[found.is_in_force])
            self._verdict.setText(found.verdict(self.words))
            self._meaning.setText(found.text(self.words))
        super().refresh()


class EditionDesk(PageDesk[EditionScreen]):
    def __init__(self, at: AtTable, check: CheckEdition, clock: Clock) -> None:
        super().__init__(at, lambda desk: EditionScreen(check, at.words, clock, desk))

    def open(self, person: Person | None, table: str) -> None:
        """Ask for an edition at a table; ``person`` is the one at the screen."""
        self.show()
        self.screen.show_page(person, (table,))
        self.screen.begin()

    def put_away(self) -> None:
        self.screen.begin()
