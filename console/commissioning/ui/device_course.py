"""The test of a device over the commissioning's page: the table's inputs lead from step to step. The table's
own links keep the ports, and its session records each byte before it is a step here. During a test the
device's readings are no part of play; play that goes on ends the test.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.devices.device_under_test import DeviceUnderTest, PersonTask
from console.supervisor.records import Proof
from console.table.core import BytesJob, NoteKind, Person, Refusal, ShownTable
from console.table.devices import CardRead, CardUnread, CutCardRead, DeviceRole, Health, Reading, WheelNumber
from console.table.game import DECK, Card, Preparing
from console.table.ui.dealer import FRAME, WHEEL_PICTURES, announce
from console.table.ui.felt import NumberPick, draw_face
from console.table.ui.hands import PressGuard, call_later
from console.table.ui.kit import (
    NOT_GUARDED,
    SmallKey,
    Surface,
    Tone,
    at_most,
    balance,
    fill,
    lay_row,
    outline,
    pen,
    set_in,
    shrunk,
    theme,
    write,
    write_lines,
)
from console.table.ui.page import TableActs
from console.table.ui.signs import Sign, draw_suit
from console.table.words import card_name, number_name

_ASIDE: Final = 132.0
"""The width of the ordered card at the right."""
_ORDER: Final = 34.0
_CAME: Final = 142.0
_GRID: Final = 176.0
_LEVEL: Final = 140.0
_KEYS: Final = 56.0
_SUITED: Final = 13
"""How many cards a suit has."""
_TOUCHED: Final = frozenset((PersonTask.HOLD, PersonTask.LEVEL, PersonTask.NUMBER))
"""Orders that a press reports as done; others end with the device, or a press that nothing came."""


class DevicePanel(Surface):
    """The panel that the person at the device reads."""

    levelled = Signal(object)
    """The wheel is not level (False), or nobody measures it (None)."""

    def __init__(self, words: Words, guard: PressGuard, parent: QWidget) -> None:
        """``guard`` is the page's, and restarts with each question."""
        super().__init__(parent)
        self.covers()
        self._words, self._guard = words, guard
        self._arrived: list[int] = []
        self._asked = ""
        """The last question: a press meant for it answers no other."""
        self.tested: DeviceUnderTest | None = None
        self.order = SmallKey(Sign("shoe.stack"), self, guard)
        self.omit = SmallKey(Sign("outcomes.skip"), self, guard)
        self.slopes = SmallKey(Sign("outcomes.cross"), self, guard)
        self.unmeasured = SmallKey(Sign("outcomes.crossed_ring"), self, guard)
        self.numbers = NumberPick(NOT_GUARDED, self, theme.BG0)
        self.numbers.touched.connect(self.numbers.choose)
        self.numbers.typed.connect(self.refresh)
        self.slopes.meant.connect(lambda: self.levelled.emit(False))
        self.unmeasured.meant.connect(lambda: self.levelled.emit(None))
        self.hide()

    def begin(self, tested: DeviceUnderTest) -> None:
        self.tested, self._arrived, self._asked = tested, [], ""
        self.numbers.clear()
        self.show()
        self.raise_()
        self.refresh()

    def end(self) -> None:
        self.tested = None
        self.hide()

    def set_words(self, words: Words) -> None:
        self._words = words
        self.refresh()

    def takes(self, key: int, text: str) -> bool:
        """Take a digit of the ball's number, if one must be confirmed."""
        confirms = self.tested is not None and self.tested.asked is PersonTask.NUMBER
        return confirms and self.numbers.takes(key, text)

    def note_arrival(self, at: int) -> None:
        """Bytes that came at ``at`` (``perf_counter_ns``) gave a reading, which is painted next."""
        self._arrived.append(at)
        self.refresh()

    # --- what it says -----------------------------------------------------------------------------

    @property
    def order_text(self) -> str:
        tested, text = self.tested, self._words.text
        if tested is None:
            return ""
        match tested.asked:
            case PersonTask.DRAW if tested.card is not None:
                return text("commissioning.ask.card", card=card_name(self._words, tested.card))
            case PersonTask.DRAW if tested.asks_cut_card:
                return text("commissioning.ask.cut_card")
            case PersonTask.DRAW:
                return text(f"commissioning.ask.{tested.device.role}")
            case PersonTask.SPIN:
                done, of = tested.progress
                return text("commissioning.ask.spin", at=done + 1, of=of)
            case PersonTask.NUMBER:
                return text("commissioning.ask.seen", number=number_name(self._words, tested.number or 0))
            case PersonTask.OVER:
                return ""
            case PersonTask.HOLD | PersonTask.DRAW_OUT | PersonTask.DRAW_ONE if (
                tested.device.role is DeviceRole.READER
            ):
                return text(f"commissioning.ask.{tested.asked}.reader")  # No card comes out of a scanner.
            case asked:
                return text(f"commissioning.ask.{asked}")

    @property
    def press_label(self) -> str:
        tested = self.tested
        if tested is None or tested.asked is PersonTask.OVER:
            return ""
        if tested.asked is PersonTask.NUMBER:
            return self._words.text("commissioning.press.number", number=self.numbers.lit_number)
        named = "card" if tested.asks_one_by_one else tested.asked
        return self._words.text(f"commissioning.press.{named}")

    @property
    def press(self) -> tuple[Sign, Tone]:
        """The press's sign and tone: a tick for a finished order; plain if the device itself goes on."""
        done = self.tested is not None and self.tested.asked in _TOUCHED
        return (Sign("states.tick"), Tone.NOW) if done else (Sign("outcomes.skip"), Tone.PLAIN)

    @property
    def came(self) -> str:
        last = None if self.tested is None else self.tested.last
        other = None if self.tested is None else self.tested.findings.sounds_like
        if other is not None:
            return self._words.text(f"lamp.exchanged.{other}")
        if last is None:
            return self._words.text("commissioning.came.nothing")
        return self._words.text("commissioning.came", what=self._named(last))

    def _named(self, reading: Reading) -> str:
        match reading:
            case CardRead(card=card):
                return card_name(self._words, card)
            case CardUnread():
                return self._words.text("commissioning.came.unread")
            case CutCardRead():
                return self._words.text("commissioning.came.cut_card")
            case WheelNumber(number=number):
                return number_name(self._words, number)
            case _:
                return "–"

    def refresh(self) -> None:
        tested, text = self.tested, self._words.text
        if tested is None:
            return
        if (asked := self.order_text) != self._asked:
            self._asked = asked
            self._guard.renew()
        self.order.show_label(text(f"commissioning.order.{'any' if tested.in_order else 'one_by_one'}"))
        self.order.setVisible(tested.of_cards and tested.may_change_order)
        self.omit.show_label(text("commissioning.omit"))
        self.omit.setVisible(tested.has_port)
        for key, answer in ((self.slopes, "slopes"), (self.unmeasured, "unmeasured")):
            key.show_label(text(f"commissioning.level.key.{answer}"))
            key.setVisible(tested.asked is PersonTask.LEVEL)
        confirms = tested.asked is PersonTask.NUMBER
        self.numbers.setVisible(confirms)
        if confirms:
            self.numbers.show_words(self._words, to_confirm=tested.number)
        self.setAccessibleName(self.order_text)
        self.setAccessibleDescription(self.came)
        self.arrange()
        self.update()

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """Lay out the keys beneath, and the numbers if one must be confirmed."""
        keys = [key for key in (self.order, self.slopes, self.unmeasured, self.omit) if not key.isHidden()]
        lay_row(self, keys, QRectF(0, self.high - _KEYS + 4, self.wide, 48))
        self.put(self.numbers, QRectF(0, _GRID, self.wide, self.high - _GRID - _KEYS - 8))

    def paint(self, painter: QPainter) -> None:
        """The order, the last reading, and the test's progress."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        tested = self.tested
        if tested is None:
            return
        self._paint_head(painter, tested)
        room = self.wide
        if tested.card is not None:
            room -= _ASIDE
            draw_face(painter, QRectF(self.wide - 104, _ORDER - 2, 92, 128), tested.card)
        _, face = set_in(self.order_text, room - 2, (38, 36, 34, 32, 30, 28, 26, 24, 22, 20), bold=True)
        lines = at_most(2, balance(self.order_text, room - 2, face))
        # A large letter's accent reaches two units to the left of its place.
        write_lines(painter, lines, QRectF(2, _ORDER, room - 2, 96), face, theme.T0, leading=1.2)
        if tested.asked is PersonTask.LEVEL:
            self._paint_level(painter)
            return
        write(painter, self.came, 0, _CAME + 10, shrunk(self.came, room, (20, 19, 18, 17, 16)), theme.NOW)
        if tested.asked is PersonTask.NUMBER:
            pass
        elif tested.of_cards:
            self._paint_deck(painter, tested)
        else:
            self._paint_numbers(painter, tested.numbers)
        if self._arrived:
            arrived, self._arrived = tuple(self._arrived), []
            call_later(self, lambda: _note_paint(tested, arrived))

    def _paint_head(self, painter: QPainter, tested: DeviceUnderTest) -> None:
        levels = tested.asked is PersonTask.LEVEL
        what = self._words.text(
            "commissioning.level" if levels else f"commissioning.device.{tested.device.role}"
        )
        write(painter, what, 0, 14, shrunk(what, self.wide - 190, (18, 17, 16, 15), bold=True), theme.T1)
        if not levels:
            done, of = tested.progress
            share = self._words.text("commissioning.came.of", done=done, of=of, left=of - done)
            write(painter, share, self.wide, 14, theme.font(18, bold=True), theme.T0, align=1.0)

    def _paint_level(self, painter: QPainter) -> None:
        """The picture of the opening's step: a spirit level on the rim, its bubble in the middle."""
        room = self.high - _LEVEL - _KEYS - 16
        scale = min(room / FRAME.height(), self.wide / FRAME.width())
        painter.save()
        painter.translate((self.wide - FRAME.width() * scale) / 2, _LEVEL)
        painter.scale(scale, scale)
        WHEEL_PICTURES[Preparing.CHECK_LEVEL](painter, theme.NOW)
        painter.restore()

    def _paint_deck(self, painter: QPainter, tested: DeviceUnderTest) -> None:
        """Each card of the deck: lit if it came, amber if it came more than once."""
        came, wide = tested.faces, self.wide / _SUITED
        high = min(64.0, (self.high - _GRID - _KEYS - 12) / 4)
        for at, card in enumerate(DECK):
            row, column = divmod(at, _SUITED)
            box = QRectF(column * wide, _GRID + row * high, wide - 5, high - 6)
            _paint_card(painter, box, card, came[card], asked=card == tested.card)

    def _paint_numbers(self, painter: QPainter, numbers: tuple[int, ...]) -> None:
        _, of = self.tested.progress if self.tested is not None else (0, 1)
        wide = self.wide / of
        for at in range(of):
            box = QRectF(at * wide, _GRID + 40, wide - 6, 64)
            outline(painter, box, pen(theme.GREEN if at < len(numbers) else theme.EDGE, 2), 8)
            if at < len(numbers):
                face, middle = theme.font(28, bold=True), box.center()
                write(painter, str(numbers[at]), middle.x(), middle.y(), face, theme.T0, align=0.5)


def _paint_card(painter: QPainter, box: QRectF, card: Card, came: int, *, asked: bool) -> None:
    ink = theme.T2 if not came else theme.AMBER if came > 1 else theme.T0
    fill(painter, box, theme.BG3 if came else theme.BG0, 6)
    outline(painter, box, pen(theme.NOW if asked else ink if came else theme.EDGE, 3 if asked else 1), 6)
    middle = box.center().y()
    rank = "10" if card.rank == "T" else str(card.rank)
    write(painter, rank, box.left() + 6, middle, theme.font(18, bold=came > 0), ink)
    draw_suit(painter, card.suit, QRectF(box.right() - 24, middle - 9, 18, 18), ink)
    if came > 1:
        Sign("states.caution")(painter, QRectF(box.right() - 14, box.top() - 2, 14, 14), theme.AMBER)
    elif came:
        Sign("states.tick")(painter, QRectF(box.right() - 14, box.top() + 1, 12, 12), theme.GREEN)


def _note_paint(tested: DeviceUnderTest, arrived: tuple[int, ...]) -> None:
    """Note the time to the paint; called at the loop's next turn, when the paint is on the screen."""
    now = time.perf_counter_ns()
    tested.findings.painted += [(now - at) / 1e6 for at in arrived]



class DeviceCourse(QObject):
    """One device after the other, each from its first step to its last."""

    changed = Signal()
    """The order or the press's label has changed."""
    played = Signal()
    """Play at the table went on, which ends the test."""

    def __init__(self, acts: TableActs, words: Words, guard: PressGuard, page: QWidget) -> None:
        """``acts`` are the acts on the table, which note that a device is tested; ``guard`` is the page's."""
        super().__init__(page)
        self._acts = acts
        self.panel = DevicePanel(words, guard, page)
        self.panel.omit.meant.connect(lambda: self._do(DeviceUnderTest.leave_out))
        self.panel.order.meant.connect(lambda: self._do(DeviceUnderTest.change_order))
        self.panel.levelled.connect(lambda is_level: self._do(lambda tested: tested.say_level(is_level)))
        self.panel.numbers.typed.connect(self.changed)
        self._test_ended: asyncio.Future[None] | None = None
        self._begun = 0
        """The number of the entry with which the test began."""
        self._shown: ShownTable | None = None

    @property
    def under_test(self) -> DeviceUnderTest | None:
        return self.panel.tested

    async def through(self, tested: DeviceUnderTest) -> tuple[Proof, ...]:
        """Lead through the test of a device; returns its proofs. When it ends, or is abandoned, the device's
        readings are the table's again.
        """
        role = str(tested.device.role)
        try:
            self._begun = await self._acts.note_entry(NoteKind.DEVICE_TEST_BEGAN, role)
            ended = self._test_ended = asyncio.get_running_loop().create_future()
            self.panel.begin(tested)
            self.changed.emit()
            self._look_for_play()
            await ended
        finally:  # Its beginning may be noted later, if nobody waited for the answer.
            self._acts.note(NoteKind.DEVICE_TEST_ENDED, role)
            self.panel.end()
        return tuple(tested.proofs())

    def update_table(self, shown_table: ShownTable) -> None:
        """Take the table's last input: bytes of the device under test are a step of its test. They are on
        disk by then; unrecorded bytes come again later. Once play goes on, bytes are the table's, and the
        test is over.
        """
        self._shown = shown_table
        if self._look_for_play():
            return
        tested, job = self.under_test, shown_table.job
        if tested is None or not isinstance(job, BytesJob) or job.device != tested.device.role:
            return
        if shown_table.view.refused != Refusal.NOT_RECORDED and shown_table.table.is_tested(job.device):
            if tested.receive(job.received, job.at) and job.at is not None:
                self.panel.note_arrival(job.at)
            self._went_on(tested)

    def _look_for_play(self) -> bool:
        """Whether play has gone on since the test began: the table no longer tests the device."""
        tested, shown = self.under_test, self._shown
        if tested is None or shown is None or shown.view.entry < self._begun:
            return False
        if shown.table.is_tested(tested.device.role):
            return False
        self.played.emit()
        return True

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        if self.under_test is not None and self.under_test.device.role == role:
            self.under_test.port(health)
            self._went_on(self.under_test)

    def press(self, person: Person | None) -> None:
        """The person did what the step asks, or reports that nothing came."""
        tested = self.under_test
        if tested is not None and tested.asked is PersonTask.NUMBER:
            tested.confirm(self.panel.numbers.lit_number)
            self._went_on(tested)
        else:
            by, at = None if person is None else (person.name, person.id), time.perf_counter_ns()
            self._do(lambda tested: tested.go_on(by, at))

    def _do(self, what: Callable[[DeviceUnderTest], None]) -> None:
        if self.under_test is not None:
            what(self.under_test)
            self._went_on(self.under_test)

    def _went_on(self, tested: DeviceUnderTest) -> None:
        before = self.panel.accessibleName()
        self.panel.refresh()
        if self.panel.accessibleName() != before:
            announce(self.panel, self.panel.order_text, at_once=True)
        if tested.asked is PersonTask.OVER and self._test_ended is not None and not self._test_ended.done():
            self._test_ended.set_result(None)
        self.changed.emit()
