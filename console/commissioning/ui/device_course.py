"""The test of a device over the commissioning's page: the table's inputs lead from step to step.

The table's own links keep the ports, and its session records each byte before it is a step here. During a
test the device's readings are no part of play; play that goes on ends the test.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.commissioning.devices.device_under_test import DeviceUnderTest, PersonTask
from console.commissioning.ui.device_panel import DevicePanel
from console.supervisor.records import Proof
from console.table.core import BytesJob, NoteKind, Person, Refusal, ShownTable
from console.table.devices import Health
from console.table.ui.dealer import announce
from console.table.ui.hands import PressGuard
from console.table.ui.page import TableActs


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
        """Lead through the test of a device; its proofs. From its end on, even if nobody waits any
        more, the device's readings are the table's again.
        """
        role = str(tested.device.role)
        try:
            self._begun = await self._acts.note_entry(NoteKind.DEVICE_TEST_BEGAN, role)
            ended = self._test_ended = asyncio.get_running_loop().create_future()
            self.panel.begin(tested)
            self.changed.emit()
            self._look_for_play()
            await ended
        finally:  # its beginning may be noted later, if nobody waited for the answer
            self._acts.note(NoteKind.DEVICE_TEST_ENDED, role)
            self.panel.end()
        return tuple(tested.proofs())

    def update_table(self, shown_table: ShownTable) -> None:
        """Take the table's last input: bytes of the device under test are a step of its test.

        The bytes are on disk by then; bytes that were not recorded come again once they are. Once play goes
        on, bytes are the table's, and the test is over.
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
        """Whether play has gone on since the test began: the table itself no longer tests the device."""
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
        """The person did what the step asks, or says that nothing came."""
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
