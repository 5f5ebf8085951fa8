"""The commissioning on the screen: each proof is shown as it is made, and two people sign at the end.

The proofs are made in a process, and written and entered in threads: the window's own thread waits for none
of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.commissioning.certificate import Certificate
from console.commissioning.proof import Proof, Section
from console.commissioning.table_proofs import TableProofs
from console.devices.health import Health
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.table.state.commissioning_state import Commissioning
from console.ui.commissioning.certificate_signers import CertificateSigners
from console.ui.commissioning.device_course import DeviceCourse
from console.ui.commissioning.floor_course import FloorCourse
from console.ui.commissioning.last_certificate import LastCertificate
from console.ui.commissioning.link_course import LinkCourse
from console.ui.commissioning.panel.panel_page import PanelPage
from console.ui.commissioning.proof_list import SECTION, ProofList
from console.ui.commissioning.proof_surroundings import ProofSurroundings
from console.ui.commissioning.run_on_page import RunOnPage
from console.ui.commissioning.task_panel import TaskPanel
from console.ui.dealer.prompt import announce
from console.ui.hands.guard import PressGuard
from console.ui.kit.buttons import Tone
from console.ui.kit.keys import Keys, SmallKey, key_names, lay_row
from console.ui.kit.theme import ACTION_HEIGHT, MARGIN
from console.ui.kit.work import Work
from console.ui.review.page import TOP, Page
from console.ui.review.table_acts import TableActs
from console.ui.signs import states
from console.words import Words

_LEFT: Final = 470.0
"""The width of the sections' column."""


class CommissioningScreen(Page):
    """The sections at the left, the open proofs at the right, and the one press that comes next."""

    shows_keys = True

    def __init__(
        self,
        commissioning: TableProofs,
        acts: TableActs,
        words: Words,
        clock: Clock,
        *,
        parent: QWidget | None = None,
    ) -> None:
        """``acts`` are the acts on the table, by which a certificate is signed and entered."""
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        super().__init__(states.tick, words, clock, parent, guard=guard)
        guard.shown_on(self)
        self._clock = clock
        self._commissioning, self._acts = commissioning, acts
        self._mode = Mode.LIVE
        self._asks: str | None = None  # what the primary said last; None where a device asks
        self._between_rounds = True
        self.run = RunOnPage()
        self._certificate: Certificate | None = None
        """The certificate of all proofs, once they were made."""
        self.signs, self._list = CertificateSigners(), Work(self, self.tell_failure)
        self.heeded_list = ProofList(words, self)
        self.entered = False
        """Whether this certificate is in the journal."""
        self.devices = DeviceCourse(acts, words, guard, self)
        self.devices.changed.connect(self.refresh)
        self.task = TaskPanel(words, guard, self)
        self.link, self.floor = LinkCourse(self, self.task), FloorCourse(acts, self, self.task)
        self.last = LastCertificate()
        self.whole = SmallKey(states.tick, self)
        self.whole.meant.connect(self._prove_all)
        self._proved_on = ProofSurroundings()
        self._operator_panel: PanelPage | None = None
        self.look = SmallKey(states.eye, self)
        self.look.meant.connect(self.look_at_panel)
        self.left.disconnect(self.stop)  # who goes back to the table comes back to the proofs

    # --- what it says -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.words.text("menu.commission")

    @property
    def beneath(self) -> str:
        """The line beneath the headline: where the proofs are made, or what the certificate lacks."""
        note = self.signs.note(self.words) or self.last.note(self.words)
        return note or self.words.text("commissioning.window.beneath")

    @property
    def primary_label(self) -> str | None:
        """The words of the large key, which is the next step; None while proofs are made."""
        if not self._between_rounds:
            return None
        if self.devices.under_test is not None:
            return self.devices.panel.press_label or None
        if not self.progress.isHidden():
            return None
        if not self._may_be_signed:
            key = "again" if self.run.begun else "begin" if self.last.repeats is None else "repeat"
        else:
            key = self.signs.press
        return self.words.text(f"commissioning.window.{key}")

    @property
    def back_to(self) -> str:
        """Back to the table."""
        return self.words.text("record.table")

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def proofs_to_read(self) -> tuple[Proof, ...]:
        """The open proofs, the failed ones first; and the wheel's level, which every signer reads."""
        unproved = self.run.open_proofs
        before = self.signs.one_person_note if self.run.begun else self.last.drifting(self.words)
        level = None if self._certificate is None else self._certificate.level
        signed = () if level is None or level in unproved else (level,)
        return (*before, *self.last.differences(self._certificate), *signed, *unproved)

    @property
    def _may_be_signed(self) -> bool:
        return self._certificate is not None and self._certificate.holds and not self.entered

    def state(self, section: Section) -> tuple[str, ...]:
        """The progress of a section, in words."""
        return self.run.course(section).texts(self.words)

    # --- what is done -----------------------------------------------------------------------------

    def begin(self, person: Person, heading: str, last: Commissioning | None = None) -> None:
        """Show it to a supervisor, beneath the table's name; ``last`` is the commissioning in the journal."""
        self.show_page(person, (heading,))
        self._take_focus()
        self._list.begin(self._look_for_technician())
        if self.entered:  # what was made then is over, and the next one begins with it
            self._forget()
        if not (last is None or self.run.begun or self.work.busy):
            self.work.begin(self._look_back(last))

    async def _look_for_technician(self) -> None:
        """A technician may have been added since."""
        self.signs.lacks_technician = await self._list.of(lambda _: self._commissioning.lacks_technician)
        self.refresh()

    async def _look_back(self, last: Commissioning) -> None:
        found = await self.work.of(lambda _: self._commissioning.entered_last(last))
        self.last.see(found, last.drifts)
        self.refresh()

    def _prove_all(self) -> None:
        """Prove everything again, though only a part of the certificate needs it."""
        self.last.whole = True
        self.press()

    def show_mode(self, mode: Mode) -> None:
        """Show whether the table is LIVE."""
        if mode is not self._mode:
            self._mode = mode
            self.refresh()

    def show_table(self, *, between_rounds: bool) -> None:
        """Look at the table: when a round begins, proofs and signatures end, and all begins anew."""
        if between_rounds is self._between_rounds:
            return
        self._between_rounds = between_rounds
        if not between_rounds:
            self._proved_on.forget_screens()
            if self._operator_panel is not None:
                self._operator_panel.put_away()
        if not (between_rounds or self.entered) and (self.run.is_under_way or self.run.begun):
            self.end_sign_in()
            self._end_run()
            self._forget()
            self.say("commissioning.window.played")
        self.refresh()

    def press(self) -> None:
        """Begin, go on at a device, or sign."""
        if self.devices.under_test is not None:
            self.devices.press()
            return
        if self.work.busy or self.primary_label is None:
            return
        if self._may_be_signed:
            self.ask_whose_pin(self._acts, self.signs.purpose)
            return
        if self.entered:
            self._proved_on.forget_screens()
        self._forget()
        self.message = ""
        self.work.begin(self._prove())

    def _forget(self) -> None:
        """Drop the proofs that were made before."""
        self.run.forget()
        self._certificate, self.signs.technician = None, None
        self.entered, self.signs.knows_both_pins = False, False
        self._proved_on.forget_devices()

    def _outlive(self, changed: Sequence[str]) -> None:
        """Say which parts are no longer those that were proved; then nobody can sign."""
        self.end_sign_in()
        self._end_run()
        self._forget()
        self._proved_on.forget_screens()
        texts = (self.words.text(f"commissioning.stale.{each}") for each in changed)
        self.say("commissioning.window.outlived", what=self.words.list_of(texts))
        announce(self, self.message, at_once=True)
        self.refresh()

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again: after its test it may be another one by then."""
        self.devices.port_changed(role, health)
        is_proved = self._proved_on.was_tested(role) and not (self.entered or self.link.is_under_way)
        if health is Health.LOST and is_proved:
            self._outlive(("unplugged",))

    async def _prove(self) -> None:
        of, anew = self.last.repeats, self.last.anew
        steps = self._commissioning.run(anew)
        self.run.start(steps)
        sections = tuple(Section)
        self.progress.begin("commissioning.window.proving", self.words, section="–")
        self.refresh()
        try:
            await self.work.of(lambda _: self._commissioning.begin())
            if Section.DEVICES in anew:
                await self._test_devices()
            self.run.begun.append(Section.LINK)
            self.run.proofs += await self.link.through(self._commissioning.link())
            async for proof in self.floor.through(self._commissioning.floor()):
                self.run.proofs.append(proof)
                self.refresh()
            while made := await self.work.of(lambda _: steps.more()):
                for step in made:
                    if isinstance(step, Proof):
                        if not self.run.has_proof(step.name):  # what was tried here stays
                            self.run.proofs += self._proved_on.with_findings((step,))
                        continue
                    self.run.begun.append(step)  # a section again, whose other proofs are made already
                    about = self.words.text(f"commissioning.section.{step}")
                    self.progress.begin("commissioning.window.proving", self.words, section=about)
                    self.progress.show_share(sections.index(step) / len(sections))
                self.refresh()
            proofs = tuple(self.run.proofs)
            self._certificate = await self.work.of(lambda _: self._commissioning.certificate(proofs, of))
            self.run.proofs = [proof for proof in self._certificate.proofs if proof.section in anew]
        finally:
            self.run.end(steps)
            self.devices.end()
        self.progress.end()
        if self._certificate.holds:
            self.say("commissioning.holds")
            self.message = f"{self.message} {self.last.count_line(self._certificate, self.words)}".strip()
        else:
            self.say("commissioning.window.failed", file=await self._written(self._certificate))
        announce(self, self.message, at_once=True)
        self.refresh()

    def refresh(self) -> None:
        """Show everything again; the press at a device is plain where the device itself goes on."""
        asks = self.primary_label if self.devices.under_test is None else None
        if asks not in (None, self._asks):  # a press that was meant for what it said before is none now
            self.guard.renew()
        self._asks = asks
        super().refresh()
        self.guard.hand_over()
        panel = self.devices.panel
        sign, tone = (states.tick, Tone.NOW) if panel.tested is None else panel.press
        self.primary.show_label(self.primary.text(), sign, tone)

    # --- the devices ------------------------------------------------------------------------------

    async def _test_devices(self) -> None:
        """Each device of the table, by the table's own port: a person stands there, so they come first."""
        for tested in self._commissioning.devices():
            if Section.DEVICES not in self.run.begun:
                self.run.begun.append(Section.DEVICES)
            self.progress.end()
            self.run.proofs += await self.devices.through(tested)
            if tested.has_port:
                self._proved_on.test(tested.device.role)
            self.refresh()
        self.progress.begin("commissioning.window.proving", self.words, section="–")

    def leave_device(self) -> None:
        """End the test of a device or a cable whose person leaves: half a test counts for nothing."""
        if self.devices.under_test is not None or self.link.is_under_way:
            self.stop()

    def tell_failure(self, error: Exception) -> None:
        if self._certificate is None:
            self._forget()
        super().tell_failure(error)
        self.refresh()

    def stop(self) -> None:
        """End the proofs that are being made; a signed certificate is still entered."""
        if self.run.is_under_way:
            self._end_run()
            self._forget()
            self.say("night.stopped")
            self.refresh()

    def _end_run(self) -> None:
        self.work.stop()
        self.run.stop()

    def signed_in(self, person: Person) -> None:
        """The technician first, then another person."""
        technician = self.signs.technician
        if technician is None:
            self.signs.technician = person
            self.say("commissioning.window.signed", name=person.name)
        elif self.signs.is_technician(person):
            self.say("commissioning.two_people")
        else:
            self.work.begin(self._enter(technician, person))
        self.refresh()

    async def _enter(self, technician: Person, supervisor: Person) -> None:
        assert self._certificate is not None, "only what was proved is signed"
        certificate = self._certificate
        changed = await self.work.of(lambda _: self._commissioning.changes_since(certificate))
        if outlived := (*changed, *(("screen",) if self._proved_on.has_other_screens else ())):
            self._outlive(outlived)
            return
        signed = await self.work.of(lambda _: self._commissioning.sign(certificate, technician, supervisor))
        files = await self._written(signed)  # first, so that no entry names one that is not there
        refused = await self._acts.enter(lambda session: self._commissioning.enter(session, signed))
        self.entered = refused is None
        self.say("commissioning.window.entered" if self.entered else "commissioning.not_entered", file=files)
        self.signs.knows_both_pins = signed.knows_both_pins
        announce(self, self.message, at_once=True)
        self.refresh()

    async def _written(self, certificate: Certificate) -> tuple[str, ...]:
        """The names of the certificate's files, once they are beside the journal."""
        words = self.words
        files = await self.work.of(lambda _: self._commissioning.write(certificate, words))
        return tuple(file.name for file in files)

    # --- the panel --------------------------------------------------------------------------------

    @property
    def operator_panel(self) -> PanelPage:
        """The screen, touch, keyboard and sound, step by step, made when it is first opened."""
        if self._operator_panel is None:
            panel = self._operator_panel = PanelPage(self.words, self._clock, self)
            panel.proved.connect(self._heed_panel)
            panel.through.connect(self._say_panel_through)
            panel.language_requested.connect(self.language_requested)
        return self._operator_panel

    def _say_panel_through(self) -> None:
        if self._certificate is None:
            self.say("commissioning.panel.through")

    @property
    def may_be_looked_at(self) -> bool:
        """Whether a person's findings on the panel can still be part of the certificate."""
        return self._between_rounds and self.signs.technician is None and not self.entered

    def look_at_panel(self) -> None:
        """Have a person look at the panel; the proofs go on meanwhile."""
        self.operator_panel.open(self.about[0])

    def _heed_panel(self, proofs: Sequence[Proof]) -> None:
        """Put a person's findings in place of the proofs that say that nobody looked."""
        self._proved_on.look(proofs)
        self.run.proofs = [*self._proved_on.with_findings(self.run.proofs)]
        if self._certificate is not None:
            seen = self._proved_on.with_findings(self._certificate.proofs)
            self._certificate = replace(self._certificate, proofs=seen)
            self.say("commissioning.holds" if self._certificate.holds else "commissioning.not_signed")
        self.refresh()

    def set_words(self, words: Words) -> None:
        for panel in (self.devices.panel, self.task):
            panel.set_words(words)
        if self._operator_panel is not None:
            self._operator_panel.set_words(words)
        super().set_words(words)

    # --- the list ---------------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A turn of the mouse wheel moves the list by a proof."""
        self.heeded_list.move_by(-1 if event.angleDelta().y() > 0 else 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Page Up, Page Down in the list; the rest as on every page."""
        listed = self.heeded_list.takes(Qt.Key(event.key()))
        if listed or event.isAutoRepeat() or self.devices.panel.takes(event.key(), event.text()):
            event.accept()  # a digit or an Enter that is held is typed once
        else:
            super().keyPressEvent(event)

    def key_rows(self, words: Words) -> Keys:
        rows = (("↑  ↓", words.text("keys.rows")), (key_names(words, "pages"), words.text("keys.pages")))
        return (*rows, *super().key_rows(words))

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The sections' keys at the left; at the right the list, or the present task of a person."""
        super().arrange()
        self.look.setVisible(self.may_be_looked_at and self.devices.under_test is None)
        self.look.show_label(self.words.text("commissioning.screen"))
        self.whole.setVisible(self.last.repeats is not None and not self.run.begun)
        self.whole.show_label(self.words.text("commissioning.window.again"))
        left, y = MARGIN + _LEFT + 24, TOP + len(Section) * SECTION + 10
        lay_row(self, [] if self.look.isHidden() else [self.look], QRectF(MARGIN, y, _LEFT, 60))
        lay_row(self, [] if self.whole.isHidden() else [self.whole], QRectF(left, y, _LEFT, 60))
        box = QRectF(left, TOP, self.wide - MARGIN - left, self.high - ACTION_HEIGHT - 12 - TOP)
        self.put(self.devices.panel, box)
        self.put(self.task, QRectF(box.topLeft(), QPointF(box.right(), y + 60)))  # its key beside the other
        beneath = 0 if self.whole.isHidden() else 72  # a key, where not everything is tested
        self.put(self.heeded_list, box.adjusted(0, 0, 0, -beneath))
        self.heeded_list.setVisible(self.devices.under_test is None)
        self.heeded_list.show_proofs(self.proofs_to_read, self.words)

    def paint(self, painter: QPainter) -> None:
        """The sections."""
        super().paint(painter)
        for at, section in enumerate(Section):
            box = QRectF(MARGIN, TOP + at * SECTION, _LEFT, SECTION)
            self.run.course(section).paint(painter, box, self.words)
