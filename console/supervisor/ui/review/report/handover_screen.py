"""The handover on the screen: open points, remarks, and a signature of each shift by PIN."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from console.base.plain_text import stripped, visible
from console.base.words import Words
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover import Handover, HandoverSignature
from console.supervisor.reports.handover_words import contradiction_points, notification_points, open_points
from console.supervisor.reports.list_words import duty_remarks
from console.table.core import Clock, Contradiction, Notification, Person
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    Cell,
    Label,
    Panel,
    RowTable,
    ScaledWidget,
    SearchField,
    SignWithWords,
    SmallKey,
    TableColumn,
    field_menu,
    theme,
)
from console.table.ui.page import Page, Side, TableActs
from console.table.ui.sign_in import Purpose
from console.table.ui.signs import Sign
from console.table.words import contradiction_heading, whom_text

_SIDES: Final[tuple[Side, ...]] = ("outgoing", "incoming")
_MOST: Final = 2_000
"""The most letters of a remark."""


class RemarksField(ScaledWidget, QPlainTextEdit):
    """The remarks; several lines."""

    def arrange(self) -> None:
        edge, size, eight = max(1, round(2 * self.u)), round(18 * self.u), round(8 * self.u)
        self.setFont(theme.font(size))
        self.setStyleSheet(
            f"QPlainTextEdit {{ background: {theme.BG1.name()}; color: {theme.T0.name()};"
            f" border: {edge}px solid {theme.EDGE.name()}; border-radius: {eight}px;"
            f" padding: {eight}px; font-size: {size}px; }}"
            f"QPlainTextEdit:focus {{ border-color: {theme.T0.name()}; }}"
        )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        field_menu(self, self.u).popup(event.globalPos())


class SideCard(Panel):
    def __init__(self) -> None:
        self.key = SmallKey(Sign("states.tick"))
        self._name, self._signed = Label(17, bold=True), Label(19, theme.T0)
        self._tick = SignWithWords(26, Sign("states.tick"), theme.GREEN)
        signed = Panel(ACROSS, self._tick, self._signed, shares=(0, 1))
        super().__init__(DOWN, self._name, signed, self.key, sides=14, ends=10, gap=4, edge=theme.EDGE)

    def show_side(
        self, words: Words, side: Side, signed: str | None, *, missing: bool, signs_here: bool
    ) -> None:
        """``missing``: its signature is wanted, even if there is an earlier one."""
        self._name.setText(words.text(f"handover.{side}"))
        self._tick.setVisible(not missing)
        self._signed.setText(signed or words.text("give.only_at_table"))
        self._signed.setVisible(signed is not None or not signs_here)
        self.key.show_label(words.text(f"give.sign.{side}"))
        self.key.setVisible(missing and signs_here)


class HandoverScreen(Page):
    title_key, back_to_key = "give.title", "shift.title"

    def __init__(
        self, acts: TableActs | None, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("review.handover"), words, clock, parent)
        self._acts, self._clock = acts, clock
        self._handover: Handover | None = None
        self._shift, self._names = "", dict[str, str]()
        self._of: tuple[str, tuple[str, ...]] = ("", ())
        """The shift and the table for which remarks are typed."""
        self._signed_here: dict[Side, HandoverSignature] = {}
        """The signatures made since the handover was counted."""
        self.renew: Callable[[], Awaitable[Handover | None]] | None = None
        """Counts what is open now: nobody signs for points that came later than the page."""
        self._act: Callable[[Person], Coroutine[Any, Any, None]] | None = None
        """The act for which a PIN is asked."""
        self._open, self._above = Label(20, theme.T0, bold=True), Label(20, theme.T0, bold=True)
        columns: tuple[TableColumn[tuple[str, str]], ...] = (
            TableColumn("report.what", 210, lambda point: Cell(point[0], theme.T0, 17, bold=True)),
            TableColumn("handover.known", 480, lambda point: Cell(point[1], theme.T1, 17)),
        )
        self.points = RowTable("handover", columns, lambda point: point, row_height=48, wide=1, grows=True)
        self.listed = self.points
        self.remarks = RemarksField()
        self._cards: dict[Side, SideCard] = {side: SideCard() for side in _SIDES}
        self.keys: dict[Side, SmallKey] = {side: card.key for side, card in self._cards.items()}
        for side, key in self.keys.items():
            key.meant.connect(lambda side=side: self.ask(side))
        self.tick = SmallKey(Sign("states.tick"))
        self.tick.meant.connect(self.ask_tick)
        self.points.chose.connect(self._show_tick)
        self.reason = SearchField(Sign("review.pencil"), self)
        self.reason.setMaxLength(500)
        self.reason.escape_empties = False  # Escape empties only a search field.
        self.reason.left.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))
        self.reason.entered.connect(lambda _: self.ask_answer())
        self.answer = SmallKey(Sign("states.tick"))
        self.answer.meant.connect(self.ask_answer)
        self.duty = SmallKey(Sign("places.sign_in"))
        self.duty.meant.connect(self.ask_duty)
        self._asked = Panel(DOWN, Panel(DOWN, self.reason, high=52), self.answer, gap=8)
        left = Panel(DOWN, self._open, self.points, self.tick, self._asked, self.duty, None, shares=(0, 99))
        right = Panel(DOWN, self._above, self.remarks, None, *self._cards.values(), shares=(0, 99))
        self.body = Panel(ACROSS, left, right, gap=48, shares=(3, 2))
        self.body.setParent(self)

    def begin(self, handover: Handover, shift: str, names: dict[str, str]) -> None:
        """Show the open points at the end of a shift; remarks typed for it stay."""
        if (shift, self.about) != self._of:
            self.remarks.clear()
            self.reason.clear()
            self.work.stop()
        if (shift, self.about) != self._of or handover is not self._handover:
            self._signed_here = {}
        self._of = (shift, self.about)
        self._handover, self._shift, self._names = handover, shift, names
        self.message = ""
        self.refresh()

    @property
    def _signed(self) -> dict[Side, str]:
        return {each.side: self._signature(each) for each in self._signatures}

    @property
    def _signatures(self) -> tuple[HandoverSignature, ...]:
        kept = self._handover.signatures if self._handover is not None else ()
        return (*kept, *self._signed_here.values())

    def _notes(self) -> Iterator[tuple[str, str]]:
        """The signed remarks, which the other side reads first; a side's later signature removes none."""
        for each in self._signatures:
            if each.remarks:
                lines = map(visible, each.remarks.splitlines())
                yield self.words.text(f"handover.{each.side}"), self.words.side_by_side(lines)

    def _duty_rows(self) -> Iterator[tuple[str, str]]:
        """The supervisors on duty in the shift, or that nobody was; nothing if the table never had one."""
        if self._handover is None or self._handover.duties is None:
            return
        text, moment = self.words.text, self.formatter.day_and_clock
        for each in self._handover.duties:
            since = text("duty.since", time=moment(each.since))
            until = "" if each.until is None else text("duty.until", time=moment(each.until))
            parts = (self.formatter.name(each.who), since, until, *duty_remarks(each, self.words))
            yield text("report.duties"), self.words.side_by_side(filter(None, parts))
        if not self._handover.duties:
            yield text("report.duties"), text("duty.nobody")

    def _signature(self, each: HandoverSignature) -> str:
        name = self._names.get(each.by, each.by)
        return self.words.text("give.signed", by=name, time=self.formatter.day_and_clock(each.at))

    @property
    def formatter(self) -> RecordFormatter:
        return RecordFormatter(self.words, names=self._names)

    @property
    def beneath(self) -> str:
        if self._handover is None:
            return ""
        at = self.formatter.day_and_clock(self._handover.at)
        return f"{self.words.text('record.shift')} {self.formatter.shift(self._shift)}  ·  {at}"

    def refresh(self) -> None:
        """Show everything again, with a key for each side that has not signed."""
        handover, text, signs_here = self._handover, self.words.text, self._acts is not None
        points = () if handover is None else tuple(open_points(handover, self.formatter))
        rows = (*points, *self._duty_rows(), *self._notes())
        self._open.setText(text("give.open" if points else "handover.clear"))
        self.points.setVisible(bool(rows))
        self.points.show_rows(rows, self.words)
        self.points.setAccessibleName(text("give.open"))
        self.tick.show_label(text("notification.tick"))
        self.answer.show_label(text("contradiction.answer"))
        self.reason.setPlaceholderText(text("contradiction.reason"))
        self.reason.setAccessibleName(text("contradiction.reason"))
        self._show_tick()
        self.duty.show_label(text("duty.change"))
        self.duty.setVisible(self._acts is not None and self._acts.keeps_duty)
        self._above.setText(text("give.remarks"))
        self.remarks.setAccessibleName(text("give.remarks"))
        for part in (self._above, self.remarks):
            part.setVisible(signs_here)
        signed = self._signed
        wanted = () if handover is None else handover.missing()
        missing = [side for side in wanted if side not in self._signed_here]
        for side, card in self._cards.items():
            card.show_side(self.words, side, signed.get(side), missing=side in missing, signs_here=signs_here)
        super().refresh()

    def _show_tick(self) -> None:
        self.tick.setVisible(self._acts is not None and self.chosen is not None)
        self._asked.setVisible(self._acts is not None and self.contradiction is not None)

    @property
    def chosen(self) -> Notification | None:
        handover, point = self._handover, self.points.current
        if handover is None or point is None:
            return None
        rows = notification_points(handover, self.formatter)
        return next((each for each, row in rows if row == point and each.is_open), None)

    @property
    def contradiction(self) -> Contradiction | None:
        handover, point = self._handover, self.points.current
        if handover is None or point is None:
            return None
        rows = contradiction_points(handover, self.formatter)
        return next((each for each, row in rows if row == point), None)

    # --- signing ----------------------------------------------------------------------------------

    def _ask(
        self,
        act: Callable[[Person], Coroutine[Any, Any, None]],
        purpose: Purpose = Purpose.SIGNATURE,
        named: Callable[[Words], tuple[str, str]] | None = None,
    ) -> None:
        if self._acts is not None and not self.work.busy:
            self._act = act
            self.ask_whose_pin(self._acts, purpose, named)

    def ask(self, side: Side) -> None:
        def named(words: Words) -> tuple[str, str]:
            """The side that signs, and its shift: nobody takes a signature back."""
            shift = self.formatter.shift(self._shift)
            return words.text(f"give.sign.{side}"), f"{words.text('record.shift')} {shift}"

        self._ask(partial(self._sign, side), named=named)

    def ask_tick(self) -> None:
        """Ask for the PIN of a person who confirms that the chosen office was informed."""
        if (ticked := self.chosen) is not None:
            self._ask(
                partial(self._tick, ticked),
                named=lambda words: (words.text("notification.tick"), whom_text(words, ticked.whom)),
            )

    def ask_answer(self) -> None:
        """Ask for the PIN of a person who answers the chosen contradiction with the typed reason."""
        found, reason = self.contradiction, stripped(self.reason.text())
        if found is not None and not reason:
            self.say("contradiction.refused")
        elif found is not None:
            self._ask(
                partial(self._answer, found, reason),
                named=lambda words: (words.text("contradiction.answer"), contradiction_heading(words, found)),
            )

    def ask_duty(self) -> None:
        """Ask for the PIN of a supervisor who begins or ends the duty."""
        self._ask(self._change_duty, Purpose.DUTY)

    def signed_in(self, person: Person) -> None:
        """Do for a person what the PIN was for."""
        self._names.setdefault(person.id, person.name)
        act, self._act = self._act, None
        if act is not None:
            self.work.begin(act(person))

    async def _tick(self, ticked: Notification, person: Person) -> None:
        assert self._acts is not None and self._handover is not None
        if await self._acts.tick(ticked, person) is not None:
            self.say("notification.refused")
        else:
            after = ticked.with_tick(person.id, self._clock.utc())
            kept = (after if each == ticked else each for each in self._handover.notifications)
            still = tuple(each for each in kept if each.is_open or each.withdrawn is not None)
            self._handover = replace(self._handover, notifications=still)
            self.message = ""
        self.refresh()

    async def _answer(self, found: Contradiction, reason: str, person: Person) -> None:
        assert self._acts is not None and self._handover is not None
        if await self._acts.answer_contradiction(found.id, person, reason) is not None:
            self.say("contradiction.refused")
        else:
            still = tuple(each for each in self._handover.contradictions if each.id != found.id)
            self._handover = replace(self._handover, contradictions=still)
            self.reason.clear()
            self.message = ""
        self.refresh()

    async def _change_duty(self, person: Person) -> None:
        assert self._acts is not None and self._handover is not None
        duty = await self._acts.change_duty(person)
        past, now = self._handover.duties or (), self._clock.utc()
        if past and past[-1].until is None and past[-1] != duty:
            past = (*past[:-1], replace(past[-1], until=now))
        more = () if duty is None or duty in past else (duty,)
        self._handover = replace(self._handover, duties=(*past, *more))
        self.message = ""
        self.refresh()

    async def _sign(self, side: Side, person: Person) -> None:
        assert self._acts is not None
        now = None if self.renew is None else await self.renew()
        if now is not None and self._handover is not None and now.since(self._handover) is not None:
            self._handover, self._signed_here = now, {}
            self.say("give.news")
            self.refresh()
            return
        remarks = stripped(self.remarks.toPlainText()[:_MOST])
        if await self._acts.sign(person, self._shift, side, remarks) is None:
            signed = HandoverSignature(side, person.id, self._clock.utc(), 0, remarks, self._shift)
            self._signed_here[side] = signed
            self.remarks.clear()  # The remarks are this side's: the other side signs its own.
            self.message = ""
        else:
            self.say("give.same_person")
        self.refresh()
