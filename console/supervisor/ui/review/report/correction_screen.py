"""A correction after the fact: its subject, the old and the new value, the reason, its maker, and another
person's PIN. It is an entry that names the corrected one, which stays in the log.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from console.base.plain_text import stripped
from console.base.words import Words
from console.supervisor.review.log.entry_words import Named, entry_of, event_line, names_in
from console.table.core import AmendmentRequest, Clock, Person
from console.table.journal import LogRow
from console.table.ui.kit import ACROSS, DOWN, Label, Panel, SearchField, theme
from console.table.ui.page import Page, TableActs
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign

_FIELDS: Final = ("what", "before", "after", "why")


class CorrectionScreen(Page):
    title_key = "amend.title"

    def __init__(self, acts: TableActs, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("states.lock"), words, clock, parent)
        self._acts = acts
        self._row: LogRow | None = None
        self._named: Named = str
        self._file: str | None = None
        self._authorised = ""
        self.fields = {name: SearchField(Sign("review.pencil"), self) for name in _FIELDS}
        for name, field in self.fields.items():
            field.entered.connect(lambda _, name=name: self._next(name))
            field.left.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))
            field.setMaxLength(500)
            field.escape_empties = False  # Escape empties only a search field.
        self._names = {name: Label(17, theme.T1, bold=True) for name in _FIELDS}
        self._maker, self._kept = Label(18), Label(17, theme.T2)
        asked = (
            Panel(DOWN, self._names[each], Panel(DOWN, self.fields[each], high=52), gap=4) for each in _FIELDS
        )
        form = Panel(DOWN, *asked, self._maker, self._kept, None, gap=16)
        self.body = Panel(ACROSS, form, None, shares=(2, 1))
        self.body.setParent(self)

    def begin(self, row: LogRow, before: str, name_of: Named, file: str | None = None) -> None:
        """Ask what is wrong with a row; ``before`` is its present value, ``file`` its closed file, if any. An
        unauthorised text typed for it before is kept.
        """
        goes_on = self._row is not None and self._row.place == row.place and not self._authorised
        self._row, self._named, self._file = row, names_in(row, name_of), file
        if goes_on:
            self.refresh()
            return
        self.work.stop()
        self.message = self._authorised = ""
        for field in self.fields.values():
            field.clear()
        self.fields["before"].setText(before)
        self.refresh()
        self.fields["what"].setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def beneath(self) -> str:
        if self._row is None:
            return ""
        text = event_line(self.words, entry_of(self._row), self._named)
        return self.words.text("amend.of", entry=self._row.number, said=text)

    @property
    def primary_label(self) -> str | None:
        """The key's label, to have the correction authorised."""
        return None if self._authorised else self.words.text("amend.authorise")

    def refresh(self) -> None:
        for name, field in self.fields.items():
            self._names[name].setText(self.words.text(f"amend.{name}"))
            field.setAccessibleName(self.words.text(f"amend.{name}"))
        if self.person is not None:
            self._maker.setText(self.words.text("amend.by", name=self.person.name))
        self._kept.setText(self.words.text("amend.kept"))
        super().refresh()

    def _next(self, name: str) -> None:
        at = _FIELDS.index(name) + 1
        if at < len(_FIELDS):
            self.fields[_FIELDS[at]].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.press()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters go into the first empty field, or into the reason's."""
        text = event.text()
        if (
            text.isprintable()
            and text.strip()
            and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            empty = (field for field in self.fields.values() if not field.text())
            field = next(empty, self.fields["why"])
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.insert(text)
        else:
            super().keyPressEvent(event)

    @property
    def is_whole(self) -> bool:
        texts = {name: stripped(field.text()) for name, field in self.fields.items()}
        return all(texts.values()) and texts["before"] != texts["after"]

    def press(self) -> None:
        if self.primary_label is None or self.work.busy:
            return
        if not self.is_whole or self.person is None:
            self.say("amend.refused")
            return
        self.ask_whose_pin(self._acts, Purpose.AUTHORISE)

    def signed_in(self, authorises: Person) -> None:
        assert self._row is not None and self.person is not None
        texts = {name: stripped(field.text()) for name, field in self.fields.items()}
        amended = AmendmentRequest(
            entry=self._row.number,
            by=self.person.id,
            authorised_by=authorises.id,
            file=self._file,
            made_at=self._row.at,
            **texts,
        )
        self.work.begin(self._amend(amended, authorises))

    async def _amend(self, amended: AmendmentRequest, authorises: Person) -> None:
        if await self._acts.amend(amended) is not None:
            self.say("amend.refused")
            return
        self._authorised = authorises.name
        self.say("amend.done", name=authorises.name)
        self.refresh()
