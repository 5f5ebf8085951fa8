"""The commissioning on the screen: each proof is shown as it is made, and two people sign at the end. The
proofs are made in a process, and written and entered in threads: the window's own thread waits for none of
this.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from console.base.words import Words
from console.commissioning.table_proofs import NO_FLOOR, FloorTrial, LinkStep
from console.commissioning.ui.commissioning_course import CommissioningCourse, CourseState, Trials
from console.commissioning.ui.device_course import DeviceCourse
from console.commissioning.ui.panel.panel_page import PanelPage
from console.commissioning.ui.proof_list import proof_table, section_table
from console.commissioning.ui.task_panel import TaskPanel
from console.supervisor.records import Proof, Section, Verdict
from console.table.core import Clock, Commissioning, Mode, NoteKind, Person, ShownTable
from console.table.devices import Health
from console.table.ui.dealer import announce
from console.table.ui.hands import PressGuard, key_of, text_of
from console.table.ui.kit import ACROSS, DOWN, Panel, Progress, SmallKey, Tone, Work
from console.table.ui.page import AtTable, Page, PageDesk, TableActs
from console.table.ui.signs import Sign

if TYPE_CHECKING:
    from console.commissioning.programme_at_table import TableCommissioning
    from console.commissioning.proofs.link_at_work import LinkAtWork

_SECTION: Final = f"commissioning.section.{Section.LINK}"


class LinkCourse:
    def __init__(self, page: Page, task: TaskPanel) -> None:
        """``page`` shows the progress, and ``task`` a person's task."""
        self._page, self._task = page, task
        self._under_way: object = None
        """The present trial, if any."""

    @property
    def is_under_way(self) -> bool:
        return self._under_way is not None

    async def through(self, link: LinkAtWork) -> tuple[Proof, ...]:
        """The result after every step."""
        loop, page = asyncio.get_running_loop(), self._page
        this = self._under_way = object()

        def show(step: LinkStep) -> None:
            if self._under_way is this:  # A late report belongs to a trial that was stopped.
                self._show(step, link.out)

        def show_soon(step: LinkStep) -> None:
            loop.call_soon_threadsafe(show, step)

        try:
            return await page.work.of(lambda going_on: link.proofs(going_on, show_soon))
        finally:
            if self._under_way is this:
                self._under_way = None
                self._task.end()

    def _show(self, step: LinkStep, out: float) -> None:
        page = self._page
        if step.is_a_persons:
            self._task.ask(f"commissioning.window.link.{step}", out if step is LinkStep.OUT else None)
            page.progress.begin("commissioning.window.proving", page.words, section=page.words.text(_SECTION))
        else:
            self._task.end()
            page.progress.begin(f"commissioning.window.link.{step}", page.words)
        page.refresh()


class FloorCourse:
    """The floor, tried by the table's own session and its own line."""

    def __init__(self, acts: TableActs, page: Page, task: TaskPanel) -> None:
        """``page`` shows the progress, and ``task`` a person's task."""
        self._acts, self._page, self._task = acts, page, task

    async def through(self, floor: FloorTrial | None) -> AsyncIterator[Proof]:
        page, words = self._page, self._page.words
        if floor is None:
            yield NO_FLOOR
            return
        if (untried := floor.obstacle) is not None:
            yield untried
            return
        page.progress.begin("commissioning.window.proving", words, section=words.text(_SECTION))
        entry = await self._acts.note_entry(NoteKind.FLOOR_TRIED)
        shipped = await page.work.of(lambda going_on: floor.receipt_proof(entry, going_on))
        yield shipped
        is_there = shipped.verdict is Verdict.PROVED
        if is_there and floor.witness_notes is not None:
            key, folder = "commissioning.window.witness", str(floor.witness_notes)
            self._task.ask(key, floor.witness_within, may_leave=True, folder=folder)
        yield await self._waited(partial(floor.witness_proof, entry), is_there=is_there)
        if not is_there:
            yield floor.missing_call_proof
            return
        self._task.ask("commissioning.window.calling", floor.comes_within, may_leave=True)
        yield await self._waited(partial(floor.call_proof, entry))

    async def _waited(self, tried: Callable[[Progress], Proof], *, is_there: bool = True) -> Proof:
        """The proof of a task that somebody does; the key beneath it skips that. ``is_there``: the
        certificate to sign is on the floor, or nobody waits.
        """
        task = self._task

        def going_on(of: Progress, share: float) -> bool:
            return of(share) and is_there and not task.is_left

        try:
            return await self._page.work.of(lambda of: tried(partial(going_on, of)))
        finally:
            task.end()


_LISTED: Final = tuple(
    getattr(Qt.Key, f"Key_{name}") for name in ("Up", "Down", "PageUp", "PageDown", "Home", "End")
)


class CommissioningScreen(Page):
    """The sections at the left, the open proofs at the right, and the one press that comes next."""

    title_key, back_to_key = "menu.commission", "record.table"
    mode = Mode.LIVE
    shows_keys = True

    def __init__(
        self,
        commissioning: TableCommissioning,
        acts: TableActs,
        words: Words,
        clock: Clock,
        *,
        parent: QWidget | None = None,
    ) -> None:
        """``acts`` are the acts on the table, by which a certificate is signed and entered."""
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        super().__init__(Sign("states.tick"), words, clock, parent, guard=guard)
        guard.shown_on(self)
        self._clock = clock
        self._acts, self._badges = acts, commissioning.badges
        self._asks: str | None = None  # It is the last text of the large key; None if a device asks.
        self.devices = DeviceCourse(acts, words, guard, self)
        self.devices.changed.connect(self.refresh)
        self.devices.played.connect(self._end_for_play)
        self.task = TaskPanel(words, guard, self)
        self.link, floor = LinkCourse(self, self.task), FloorCourse(acts, self, self.task)
        trials = Trials(self.devices.through, self.link.through, floor.through)
        self.course = CommissioningCourse(commissioning, acts, trials, self.work, parent=self)
        self.course.changed.connect(self.refresh)
        self.course.proving.connect(self._show_progress)
        self.course.paused.connect(self.progress.end)
        self._list = Work(self, self._show_failed_look)
        self.listed = self.heeded_list = proof_table(lambda: self.words)
        self.sections = section_table(lambda: self.words)
        self.whole = SmallKey(Sign("states.tick"))
        self.whole.meant.connect(self._prove_everything)
        self._operator_panel: PanelPage | None = None
        self.look = SmallKey(Sign("states.eye"))
        self.look.meant.connect(self.look_at_panel)
        self._lay_out()
        self.left.disconnect(self.stop)  # A person who returns to the table will come back to the proofs.

    def _lay_out(self) -> None:
        """The sections at the left; at the right the list, or a person's present task over it."""
        left, right = Panel(DOWN, self.sections, self.look, shares=(1,)), Panel(DOWN, self.whole)
        for column, key in ((left, self.look), (right, self.whole)):
            column.box.setAlignment(key, Qt.AlignmentFlag.AlignLeft)
        shown = QStackedLayout()
        shown.setStackingMode(QStackedLayout.StackingMode.StackAll)
        # It is added before its parts, since the first one it shows must not become a window.
        right.box.insertLayout(0, shown, 1)
        for part in (self.heeded_list, self.task, self.devices.panel):
            shown.addWidget(part)
        self.body = Panel(ACROSS, left, right, gap=24, shares=(1, 2))
        self.body.setParent(self)

    # --- what it says -----------------------------------------------------------------------------

    @property
    def beneath(self) -> str:
        """The line beneath the headline: where the proofs are made, or what the certificate lacks."""
        return self.course.note(self.words) or self.words.text("commissioning.window.beneath")

    @property
    def primary_label(self) -> str | None:
        """The words of the large key, which is the next step; None while proofs are made."""
        if self.course.between_rounds and self.devices.under_test is not None:
            return self.devices.panel.press_label or None
        press = self.course.next_press
        return None if press is None else self.words.text(f"commissioning.window.{press}")

    @property
    def proofs_to_read(self) -> tuple[Proof, ...]:
        return self.course.proofs_to_read(self.words)

    # --- what is done -----------------------------------------------------------------------------

    def begin(self, person: Person, heading: str, last: Commissioning | None = None) -> None:
        """Show it to a supervisor, beneath the table's name; ``last`` is the commissioning in the journal."""
        self.show_page(person, (heading,))
        self._take_focus()
        self._list.begin(self.course.look_at_files(self._list))
        is_over = self.course.state in (CourseState.UNPROVED, CourseState.ENTERED)
        if last is not None and is_over and not self.work.busy:
            self.work.begin(self.course.look_back(last))

    def _prove_everything(self) -> None:
        """Prove everything again, though only a part of the certificate needs it."""
        self.course.last.repeat_whole()
        self.press()

    def show_table(self, *, between_rounds: bool) -> None:
        """Look at the table: when a round begins, proofs and signatures end, and all begins again."""
        if between_rounds is self.course.between_rounds:
            return
        if not between_rounds and self._operator_panel is not None:
            self._operator_panel.put_away()
        if self.course.look_at_table(between_rounds=between_rounds):
            self._say_played()
        self.refresh()

    def _end_for_play(self) -> None:
        self.course.end()
        self._say_played()
        self.refresh()

    def _say_played(self) -> None:
        self.end_sign_in()
        self.say("commissioning.window.played")
        announce(self, self.message, at_once=True)

    def press(self) -> None:
        if self.devices.under_test is not None:
            self.devices.press(self.person)
        elif self.work.busy or self.primary_label is None:
            return
        elif self.course.state in (CourseState.PROVED, CourseState.SIGNED):
            self.ask_whose_pin(self._acts, self.course.purpose)
        else:
            self.course.start_over()
            self.message = ""
            self.work.begin(self._prove())

    def _outlive(self, changed: Sequence[str]) -> None:
        """Show which parts have changed since their proofs; then nobody can sign."""
        self.end_sign_in()
        self.course.outlive()

        def said(words: Words) -> str:
            texts = (words.text(f"commissioning.stale.{each}") for each in changed)
            return words.text("commissioning.window.outlived", what=words.list_of(texts))

        self.say_in(said)
        announce(self, self.message, at_once=True)
        self.refresh()

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again, perhaps with another device after its test."""
        self.devices.port_changed(role, health)
        if health is Health.LOST and self.course.rests_on_device(role) and not self.link.is_under_way:
            self._outlive(("unplugged",))

    async def _prove(self) -> None:
        certificate, last = await self.course.prove(), self.course.last
        if certificate.holds:
            self.say_in(
                lambda words: (
                    f"{words.text('commissioning.holds')} {last.count_line(certificate, words)}".strip()
                )
            )
        else:
            await self._record_failure()
        announce(self, self.message, at_once=True)
        self.refresh()

    async def _record_failure(self) -> None:
        files = await self.course.record_failure(self.words)
        self.say("commissioning.window.failed", file=files)

    def _show_progress(self, section: Section | None) -> None:
        about = "–" if section is None else self.words.text(f"commissioning.section.{section}")
        self.progress.begin("commissioning.window.proving", self.words, section=about)
        if section is not None:
            sections = tuple(Section)
            self.progress.show_share(sections.index(section) / len(sections))

    def refresh(self) -> None:
        """Show everything again; the press at a device is plain if the device itself goes on."""
        asks = self.primary_label if self.devices.under_test is None else None
        if asks not in (None, self._asks):  # A press meant for the key's earlier text does not count.
            self.guard.renew()
        self._asks = asks
        self.look.setVisible(self.course.may_be_looked_at and self.devices.under_test is None)
        self.look.show_label(self.words.text("commissioning.screen"))
        # It is shown if a part of the certificate is repeated.
        self.whole.setVisible(self.course.next_press == "repeat")
        self.whole.show_label(self.words.text("commissioning.window.again"))
        self.heeded_list.setVisible(self.devices.under_test is None)
        self.heeded_list.show_rows(self.proofs_to_read, self.words)
        self.heeded_list.setAccessibleName(self.title)
        self.sections.setAccessibleName(self.words.text("commissioning.column.section"))
        self.sections.show_rows([self.course.run.course(section) for section in Section], self.words)
        super().refresh()
        self.guard.hand_over()
        panel = self.devices.panel
        sign, tone = (Sign("states.tick"), Tone.NOW) if panel.tested is None else panel.press
        self.primary.show_label(self.primary.text(), sign, tone)

    def leave_person(self) -> None:
        """End the look at the panel, and the test of a device or a cable, as its person leaves: half a test
        does not count. A failed answer about the panel counts once nobody can change it.
        """
        if self._operator_panel is not None:
            self._operator_panel.put_away()
        if self.course.state is CourseState.FAILED and not self.course.has_recorded_failure:
            self.work.begin(self._record_failure())
        if self.devices.under_test is not None or self.link.is_under_way:
            self.stop()

    def show_failure(self, error: Exception) -> None:
        if self.course.certificate is None:
            self.course.forget()
        super().show_failure(error)
        self.refresh()

    def _show_failed_look(self, error: Exception) -> None:
        """Show why it is unknown whether there is a technician; all proofs stay."""
        super().show_failure(error)
        self.refresh()

    def stop(self) -> None:
        """Stop making proofs; a signed certificate is still entered."""
        if self.course.state is CourseState.PROVING:
            self.course.end()
            self.say("shift.stopped")
            self.refresh()

    def signed_in(self, person: Person) -> None:
        """The technician first, then another person."""
        pin_mark = b"" if self.sign_in is None else self.sign_in.pin_mark
        if self.course.technician is None:
            self.course.sign_as_technician(person, pin_mark)
            self.say("commissioning.window.signed", name=person.name)
        elif self.course.is_technician(person):
            self.say("commissioning.two_people")
        elif self.course.is_same_pin(pin_mark):
            self.say("commissioning.same_pin")
        else:
            self.work.begin(self._enter(person))
        self.refresh()

    async def _enter(self, supervisor: Person) -> None:
        entering = await self.course.enter(supervisor, self.words)
        if entering.changed:
            self._outlive(entering.changed)
            return
        is_entered = self.course.is_entered
        key = "commissioning.window.entered" if is_entered else "commissioning.not_entered"
        self.say(key, file=entering.files)
        announce(self, self.message, at_once=True)
        self.refresh()

    # --- the panel --------------------------------------------------------------------------------

    @property
    def operator_panel(self) -> PanelPage:
        """The screen, touch, keyboard and sound, step by step, made when first opened."""
        if self._operator_panel is None:
            panel = self._operator_panel = PanelPage(self.words, self._clock, self, self._badges)
            panel.proved.connect(self._heed_panel)
            panel.through.connect(self._say_panel_through)
            panel.language_requested.connect(self.language_requested)
        return self._operator_panel

    def _say_panel_through(self) -> None:
        if self.course.certificate is None:
            self.say("commissioning.panel.through")

    def look_at_panel(self) -> None:
        """Have a person look at the panel; the proofs go on meanwhile."""
        self.operator_panel.open(self.about[0])

    def _heed_panel(self, findings: Sequence[Proof]) -> None:
        self.course.heed(findings)
        if self.course.certificate is not None:
            self.say("commissioning.holds" if self.course.certificate.holds else "commissioning.not_signed")
        self.refresh()

    def set_words(self, words: Words) -> None:
        for panel in (self.devices.panel, self.task):
            panel.set_words(words)
        if self._operator_panel is not None:
            self._operator_panel.set_words(words)
        super().set_words(words)

    # --- the list ---------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the list, wherever the focus is; the rest as on every page."""
        if event.key() in _LISTED and self.heeded_list.isVisible() and not self.heeded_list.hasFocus():
            self.heeded_list.setFocus(Qt.FocusReason.OtherFocusReason)
            # The list is called without Qt, which would send a key that leads nowhere in the list back here,
            # again and again if this page keeps the focus, as when the key that had it has just gone.
            self.heeded_list.keyPressEvent(event)
        elif event.isAutoRepeat() or self.devices.panel.takes(key_of(event), text_of(event)):
            event.accept()  # A held digit or Enter is typed once.
        else:
            super().keyPressEvent(event)


class CommissioningDesk(PageDesk[CommissioningScreen]):
    """The commissioning over one window: it goes on beneath the table, and ends when a round begins."""

    def __init__(self, at: AtTable, commissioning: TableCommissioning, acts: TableActs, clock: Clock) -> None:
        """``acts`` are the acts on this table."""

        def made(desk: QWidget) -> CommissioningScreen:
            return CommissioningScreen(commissioning, acts, at.words, clock, parent=desk)

        super().__init__(at, made)

    def open(self, person: Person, heading: str, last: Commissioning | None = None) -> None:
        """Show the commissioning to a supervisor whose PIN was right, with the earlier proofs; ``last`` is
        the last one, by the table's journal.
        """
        self.show()
        self.screen.begin(person, heading, last)

    def look_at(self, *, between_rounds: bool) -> None:
        """Look at the table, even while the screen is closed: no proof is made during a round."""
        self.screen.show_table(between_rounds=between_rounds)

    def update_table(self, shown_table: ShownTable) -> None:
        """Take the table's last input: bytes of the device under test are a step of its test."""
        self.screen.devices.update_table(shown_table)

    def port_changed(self, role: str, health: Health) -> None:
        """A device's port was lost, or is open again."""
        self.screen.port_changed(role, health)

    def stop(self) -> None:
        """End the proofs, because the window closes."""
        self.screen.stop()

    def put_away(self) -> None:
        """Forget the digits of a PIN, and end what needs a person; other proofs go on."""
        self.screen.end_sign_in()
        self.screen.leave_person()
