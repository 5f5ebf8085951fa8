"""The card sets of a table on the screen: their lives, and keys to sign release, return or destruction."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.card_sets import SetRow, TableSets, set_rows
from console.supervisor.review.documents import DocumentMaker
from console.supervisor.ui.review.report.left_out import say_left_out
from console.table.core import Clock, Outlet, Person, events, shown_with_set
from console.table.ui.kit import ACROSS, DOWN, Cell, Label, Panel, RowTable, SmallKey, TableColumn, theme
from console.table.ui.page import Page, TableActs
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign

_COLUMNS: Final = {
    "report.set": 180,
    "report.set.received": 220,
    "report.set.presented": 220,
    "report.rounds": 170,
    "report.set.put_aside": 200,
}
"""The columns and their widths; one more has what was typed of the set, who inspected it, the signatures."""
_SIGNED: Final = (
    *(row.label for row in shown_with_set(Outlet.SETS)),
    *(f"report.set.{what}" for what in ("inspected", *events.SetEnd)),
)


class CardSetsScreen(Page):
    title_key, back_to_key = "report.card_sets", "shift.title"

    def __init__(
        self,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        acts: TableActs | None = None,
    ) -> None:
        """``acts`` acts on the journal's own table, if at work here: only there are sets signed for."""
        super().__init__(Sign("shoe.decks"), words, clock, parent)
        self._makes, self._acts = makes, acts
        self.found: tuple[TableSets, ...] | None = None
        self._names = dict[str, str]()
        self._asked = events.SetEnd.RELEASED
        columns = [TableColumn[SetRow](key, wide, partial(self._cell, key)) for key, wide in _COLUMNS.items()]
        signed = TableColumn[SetRow]("", 210, lambda row: Cell(self._signed(row), theme.T1, 17))
        self.sets = RowTable(
            "card_sets", (*columns, signed), _life_of, row_height=64, wide=len(columns), grows=True
        )
        self.sets.chose.connect(self._show_keys)
        self.listed = self.sets
        self.keys = {what: SmallKey(Sign("states.tick")) for what in events.SetEnd}
        for what, key in self.keys.items():
            key.meant.connect(lambda what=what: self.ask(what))
        self._nothing = Label(20, theme.T0, bold=True)
        ends = Panel(ACROSS, None, *self.keys.values(), gap=12)
        self.body = Panel(DOWN, self._nothing, self.sets, ends, None, gap=12, shares=(0, 99))
        self.body.setParent(self)

    def begin(self, names: dict[str, str]) -> None:
        """Read the journals; ``names`` are people's by id."""
        self._names, self.message, self.found = names, "", None
        self.progress.begin("shift.working", self.words)
        self.work.begin(self._read())

    async def _read(self) -> None:
        self.show_sets(await self.work.of(self._makes.card_sets))
        say_left_out(self, self._makes.left_out)

    def show_sets(self, found: tuple[TableSets, ...]) -> None:
        self.found = found
        self.progress.end()
        self.refresh()

    @property
    def beneath(self) -> str:
        return "  ·  ".join(visible(each.table) for each in self.found or ())

    @property
    def standing(self) -> str:
        return "" if self._acts is not None else self.words.text("give.only_at_table")

    @staticmethod
    def _cell(key: str, row: SetRow) -> Cell:
        is_name = key == "report.set"
        return Cell(row.texts[key], theme.T0 if is_name else theme.T1, 17, bold=is_name)

    def _signed(self, row: SetRow) -> str:
        words = self.words
        said = (words.label(words.text(key), row.texts[key]) for key in _SIGNED if row.texts[key])
        return words.side_by_side(said)

    def refresh(self) -> None:
        """Show everything again, with the keys for what can be signed."""
        rows = set_rows(self.found or (), RecordFormatter(self.words, names=self._names))
        self._nothing.setText(self.words.text("card_sets.none"))
        self._nothing.setVisible(self.found is not None and not rows)
        self.sets.setVisible(bool(rows))
        self.sets.show_rows(rows, self.words)
        self.sets.setAccessibleName(self.words.text("report.card_sets"))
        for what, key in self.keys.items():
            key.show_label(self.words.text(f"card_sets.{what}"))
        self._show_keys()
        super().refresh()

    def _show_keys(self) -> None:
        for what, key in self.keys.items():
            key.setVisible(self._can_sign(what))

    def _can_sign(self, what: events.SetEnd) -> bool:
        row = self.sets.current
        return self._acts is not None and row is not None and what in row.signable

    def ask(self, what: events.SetEnd) -> None:
        """Ask for the PIN of the supervisor who releases the chosen set, or of the other signer."""
        if self._acts is None or self.work.busy or not self._can_sign(what):
            return
        self._asked = what
        purpose = Purpose.RELEASE if what is events.SetEnd.RELEASED else Purpose.AUTHORISE
        self.ask_whose_pin(self._acts, purpose, self._signing)

    def _signing(self, words: Words) -> tuple[str, str]:
        """The act that is signed, and its set: nobody takes a signature back."""
        row = self.sets.current
        number = "" if row is None else row.texts["report.set"]
        return words.text(f"card_sets.{self._asked}"), f"{words.text('report.set')} {number}"

    def signed_in(self, person: Person) -> None:
        row = self.sets.current
        if row is not None and row.number is not None and self.person is not None:
            self._names.setdefault(person.id, person.name)
            self.work.begin(self._sign(row.number, self._asked, self.person, person))

    async def _sign(self, number: str, what: events.SetEnd, by: Person, authorised_by: Person) -> None:
        assert self._acts is not None
        if await self._acts.sign_set(number, what, by, authorised_by) is not None:
            self.say("card_sets.refused")
            return
        self.message = ""
        await self._read()


def _life_of(row: SetRow) -> object:
    """The row's key, which keeps a set chosen while its signatures come: a number can come back later."""
    return row.number, row.received
