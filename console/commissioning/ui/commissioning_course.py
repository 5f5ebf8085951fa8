"""The course of a commissioning: its proofs, its certificate, two signatures, and the entry in the journal.
It has no widget. Long work runs in threads; the screen draws the course again at each of its signals.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from console.base.errors import WordedError
from console.base.words import Words
from console.commissioning.certificate import Certificate, changes, dropped_proofs, seal
from console.commissioning.devices.device_under_test import DeviceUnderTest
from console.commissioning.table_proofs import FloorTrial, ProofsIncomplete, Repeatable, Step
from console.commissioning.ui.run_on_page import RunOnPage
from console.supervisor.records import Phrase, Proof, Section, Verdict
from console.table.core import Commissioning, Drift, Newer, NoteKind, Person
from console.table.ui.kit import Work
from console.table.ui.page import TableActs
from console.table.ui.sign_in import Purpose
from console.table.words import drift_text, sure

if TYPE_CHECKING:
    from console.commissioning.programme_at_table import TableCommissioning
    from console.commissioning.proofs.link_at_work import LinkAtWork


class LastCertificate:
    """The last certificate, with the changes since; empty before the first."""

    def __init__(self) -> None:
        self.of: Repeatable | None = None
        self._is_repeated_whole = False
        self._drifts: tuple[Drift, ...] = ()
        self._has_failed = False

    def show(
        self, of: Repeatable | None, drifts: tuple[Drift, ...] = (), *, has_failed: bool = False
    ) -> None:
        """Repeat the changed parts of this certificate from now on. A drifting device is tested again, and
        after a failed commissioning everything.
        """
        if of is not None and drifts:
            of = of._replace(again=of.again | {Section.DEVICES})
        self.of, self._is_repeated_whole, self._drifts = of, has_failed, drifts
        self._has_failed = has_failed

    def repeat_whole(self) -> None:
        """Prove everything again, though only a part has changed, until another certificate is looked up."""
        self._is_repeated_whole = True

    @property
    def repeats(self) -> Repeatable | None:
        """The certificate that is repeated in part; None if everything is proved."""
        return None if self._is_repeated_whole else self.of

    @property
    def again(self) -> frozenset[Section]:
        return frozenset(Section) if self.repeats is None else self.repeats.again

    @property
    def when(self) -> date | None:
        """The certificate's day, in this machine's time."""
        if self.of is None:
            return None
        return datetime.fromisoformat(self.of.certificate.made).astimezone().date()

    def note(self, words: Words) -> str:
        """The line about the table's changes since its certificate was signed; empty without one."""
        if self.of is None:
            return ""
        since = {Newer.DRIFT: bool(self._drifts), Newer.FAILED: self._has_failed}
        changed = (*self.of.changed, *(each for each, is_so in since.items() if is_so))
        what = words.list_of(words.text(f"commissioning.stale.{each}") for each in changed)
        key = "since" if changed else "since.none"
        return words.text(f"commissioning.window.{key}", when=self.when, what=what)

    def drifting(self, words: Words) -> tuple[Proof, ...]:
        """The readings of drifting devices, each with both figures and their certainty."""
        return tuple(
            Proof(
                section=Section.DEVICES,
                name=f"drift {drift.device} {drift.measure}",
                what=drift_text(words, drift),
                expected="",
                verdict=Verdict.NOT_PROVED,
                why=words.text("drift.repeat", what=sure(words, drift)),
            )
            for drift in self._drifts
        )

    def differences(self, now: Certificate | None) -> tuple[Proof, ...]:
        """The proofs with another verdict than last time, each with both."""
        return () if self.of is None or now is None else tuple(_differences(now, self.of.certificate))

    def count_line(self, now: Certificate, words: Words) -> str:
        """The line on how many results differ; empty without an earlier certificate."""
        if self.of is None:
            return ""
        count = len(self.differences(now))
        if not count:
            return words.text("commissioning.again.same", digest=self.of.certificate.digest[:16])
        return words.text("commissioning.window.differs", when=self.when, count=count)


def _differences(now: Certificate, before: Certificate) -> Iterator[Proof]:
    for each in changes(now, before):
        then = "commissioning.again.new" if each.before is None else _key(each.before)
        yield _came(each.proof, then, _key(each.proof.verdict))
    for proof in dropped_proofs(now, before):
        yield _came(proof, _key(proof.verdict), "commissioning.again.gone")


def _came(proof: Proof, before: str, now: str) -> Proof:
    """A proof with its verdicts then and now instead of its finding."""
    came = Phrase("commissioning.again.came", {"before_key": before, "now_key": now})
    return replace(proof, expected="", found=came, why=came)


def _key(verdict: Verdict) -> str:
    return f"commissioning.verdict.{verdict}"


class ProofSurroundings:
    """The screens and devices of the proofs; none before the first proof."""

    def __init__(self) -> None:
        """No screen has been looked at, and no device tested."""
        self._seen: dict[str, Proof] = {}
        """A person's findings on the panel, by the names of the proofs."""
        self._screens: tuple[tuple[str, ...], ...] | None = None
        self.tested: set[str] = set()

    def look(self, proofs: Iterable[Proof]) -> None:
        """Keep a person's findings on the present screens and their parts."""
        self._screens = _screens()
        self._seen |= {proof.name: proof for proof in proofs}

    def with_findings(self, proofs: Iterable[Proof]) -> tuple[Proof, ...]:
        """These proofs, with a person's findings instead of the ones without a look."""
        return tuple(self._seen.get(proof.name, proof) for proof in proofs)

    def forget_screens(self) -> None:
        self._screens, self._seen = None, {}

    @property
    def has_other_screens(self) -> bool:
        """Whether the screens differ from those that a person looked at."""
        return self._screens not in (None, _screens())


def _screens() -> tuple[tuple[str, ...], ...]:
    """The screens' own names, with their ports and sizes."""
    return tuple(
        (each.name(), each.manufacturer(), each.model(), each.serialNumber(), str(each.size().toTuple()))
        for each in QGuiApplication.screens()
    )


class CourseState(Enum):
    UNPROVED = auto()
    """Nothing is proved: half a run of the proofs does not count."""
    PROVING = auto()
    FAILED = auto()
    """A proof failed: nobody signs."""
    PROVED = auto()
    """A technician signs next."""
    SIGNED = auto()
    """A technician has signed; another person, a supervisor, signs next."""
    ENTERED = auto()
    """The certificate is in the journal."""


class Trials(NamedTuple):
    """The trials that need a person, in turn; each leads the person through it."""

    device: Callable[[DeviceUnderTest], Awaitable[tuple[Proof, ...]]]
    link: Callable[[LinkAtWork], Awaitable[tuple[Proof, ...]]]
    floor: Callable[[FloorTrial | None], AsyncIterator[Proof]]


class Entering(NamedTuple):
    """The result of entering a certificate: the names of its files, or the parts changed since."""

    files: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """With any, nothing was signed: the last parts of ``commissioning.stale.NAME``."""


class CommissioningCourse(QObject):
    """One commissioning after the other, at one table."""

    changed = Signal()
    proving = Signal(object)
    """Proofs that need nobody are being made, of this :class:`Section`; None: none yet."""
    paused = Signal()
    """A person is needed, or all proofs were made."""

    def __init__(
        self,
        commissioning: TableCommissioning,
        acts: TableActs,
        trials: Trials,
        work: Work,
        *,
        parent: QObject | None = None,
    ) -> None:
        """``acts`` enters the certificate; ``work`` runs :meth:`prove` and :meth:`enter`."""
        super().__init__(parent)
        self._commissioning, self._acts, self._trials, self._work = commissioning, acts, trials, work
        self.run = RunOnPage()
        self.last = LastCertificate()
        self.surroundings = ProofSurroundings()
        self.certificate: Certificate | None = None
        """The certificate of all proofs, once made."""
        self.technician: Person | None = None
        self._pin_mark = b""
        self.is_entered = False
        self.has_recorded_failure = False
        """Whether the journal has the failure of a test."""
        self.knows_both_pins = False
        """Whether one of the two signers may know the other's PIN."""
        self.was_cut_off = False
        """Whether the console was killed during the last commissioning, which does not count."""
        self.lacks_technician = False
        """Whether nobody on the table's list of people may sign as technician."""
        self.between_rounds = True

    # --- how far it is ----------------------------------------------------------------------------

    @property
    def state(self) -> CourseState:
        if self.run.is_under_way:
            return CourseState.PROVING
        if self.certificate is None:
            return CourseState.UNPROVED
        if self.is_entered:
            return CourseState.ENTERED
        if not self.certificate.holds:
            return CourseState.FAILED
        return CourseState.PROVED if self.technician is None else CourseState.SIGNED

    @property
    def next_press(self) -> str | None:
        """The last part of the next press's phrase, ``commissioning.window.NAME``; None without a press."""
        match self.state:
            case _ if not self.between_rounds:
                return None
            case CourseState.PROVING:
                return None
            case CourseState.PROVED:
                return "technician"
            case CourseState.SIGNED:
                return "supervisor"
            case _ if self.last.repeats is not None:
                return "repeat"
            case CourseState.UNPROVED:
                return "begin"
            case CourseState.FAILED | CourseState.ENTERED:
                return "again"

    @property
    def purpose(self) -> Purpose:
        return Purpose.TECHNICIAN if self.technician is None else Purpose.CERTIFY

    @property
    def may_be_looked_at(self) -> bool:
        """Whether a person's findings on the panel can still become part of the certificate."""
        return self.between_rounds and self.technician is None and not self.is_entered

    def rests_on_device(self, role: str) -> bool:
        """Whether this role's device was tested for a certificate not yet in the journal."""
        return role in self.surroundings.tested and not self.is_entered

    def note(self, words: Words) -> str:
        """The certificate's gaps, or the changes since the last one; empty without any."""
        if self.lacks_technician:
            choice = words.quote(words.text("menu.people"))
            return words.text("commissioning.window.no_technician", choice=choice)
        cut_off = words.text("commissioning.cut_off") if self.was_cut_off else ""
        return f"{cut_off} {self.last.note(words)}".strip()

    def proofs_to_read(self, words: Words) -> tuple[Proof, ...]:
        """The open proofs, the failed ones first; and the wheel's level, which every signer reads."""
        unproved = self.run.open_proofs
        drifts = self.last.drifting(words) if self._is_repeatable else ()
        before = (*self._one_person_note, *drifts)
        level = None if self.certificate is None else self.certificate.level
        signed = () if level is None or level in unproved else (level,)
        failed = tuple(each for each in unproved if each.verdict is Verdict.FAILED)
        others = unproved[len(failed) :]
        return (*before, *self.last.differences(self.certificate), *failed, *signed, *others)

    @property
    def _is_repeatable(self) -> bool:
        """Whether nothing was proved since the certificate in the journal was looked up."""
        return self.state is CourseState.UNPROVED or (self.is_entered and self.last.repeats is not None)

    @property
    def _one_person_note(self) -> tuple[Proof, ...]:
        """The note that one person may know both PINs; empty if two people are known."""
        if not self.knows_both_pins:
            return ()
        return (
            Proof(
                section=Section.HOLDING,
                name="signatures",
                what=Phrase("commissioning.signed"),
                expected="",
                verdict=Verdict.NOT_PROVED,
                why=Phrase("commissioning.entered.both_pins"),
            ),
        )

    # --- what ends it -----------------------------------------------------------------------------

    def forget(self) -> None:
        """Drop the earlier proofs, and their signature."""
        self.run.forget()
        self.certificate, self.technician = None, None
        self.is_entered, self.has_recorded_failure, self.knows_both_pins = False, False, False
        self.surroundings.tested.clear()

    def end(self) -> None:
        self._work.stop()
        self.run.stop()
        self.forget()

    def outlive(self) -> None:
        """End the course, with the findings on the panel: the table has changed since its proofs."""
        self.end()
        self.surroundings.forget_screens()

    def look_at_table(self, *, between_rounds: bool) -> bool:
        """Check whether a round is open. Returns whether its beginning ended proofs or signatures."""
        self.between_rounds = between_rounds
        if not between_rounds:
            self.surroundings.forget_screens()
        if between_rounds or self.state in (CourseState.UNPROVED, CourseState.ENTERED):
            return False
        self.end()
        return True

    # --- the proofs -------------------------------------------------------------------------------

    def start_over(self) -> None:
        """Drop all earlier findings; those on the panel only if they are part of a certificate."""
        if self.certificate is not None:
            self.surroundings.forget_screens()
        self.forget()

    async def look_at_files(self, work: Work) -> None:
        """Look again whether there is a technician, since one may have been added, and remove what a killed
        commissioning left. Raises PeopleError.
        """
        if await work.of(lambda _: self._commissioning.clear_cut_off()):
            self.was_cut_off = True
        self.lacks_technician = await work.of(lambda _: self._commissioning.lacks_technician)
        self.changed.emit()

    async def look_back(self, last: Commissioning) -> None:
        """Look up the certificate of the table's last commissioning. Raises OSError, RulebookError."""
        found = await self._work.of(lambda _: self._commissioning.entered_last(last))
        self.last.show(found, last.drifts, has_failed=last.has_failed)
        self.changed.emit()

    async def prove(self) -> Certificate:
        """Make all proofs and the certificate. Raises a proof's errors; ProofsIncomplete if one is
        lacking.
        """
        self.was_cut_off = False
        of, again = self.last.repeats, self.last.again
        steps = self._commissioning.run(again)
        self.run.start(steps)
        self.proving.emit(None)
        self.changed.emit()
        try:
            await self._work.of(lambda _: self._commissioning.begin())
            if Section.DEVICES in again:
                await self._test_devices()
            self.run.begin_section(Section.LINK)
            self.run.add(*await self._trials.link(self._commissioning.link()))
            async for proof in self._trials.floor(self._commissioning.floor()):
                self.run.add(proof)
                self.changed.emit()
            while made := await self._work.of(lambda _: steps.more()):
                for step in made:
                    self._take(step)
                self.changed.emit()
            proofs = self.run.proofs
            made_of = await self._work.of(lambda _: self._commissioning.certificate(proofs, of))
            # A missing proof may have failed while the rest is good; a table may have no device.
            if missing := self.run.missing(again - {Section.DEVICES}):
                raise ProofsIncomplete(", ".join(missing))
            # A person may have looked at the panel meanwhile.
            made_of = replace(made_of, proofs=self.surroundings.with_findings(made_of.proofs))
            self.certificate = made_of
            self.run.show_only(proof for proof in made_of.proofs if proof.section in again)
        finally:
            self.run.end(steps)
        self.paused.emit()
        return made_of

    async def _test_devices(self) -> None:
        """Each device of the table, by its own port: a person stands there, so they come first."""
        for tested in self._commissioning.devices():
            if Section.DEVICES not in self.run.begun:
                self.run.begin_section(Section.DEVICES)
            self.paused.emit()
            self.run.add(*await self._trials.device(tested))
            if tested.has_port:
                self.surroundings.tested.add(tested.device.role)
            self.changed.emit()
        self.proving.emit(None)

    def _take(self, step: Step) -> None:
        """Take a proof, or the beginning of a section, maybe again: its other proofs are made already."""
        if isinstance(step, Section):
            self.run.begin_section(step)
            self.proving.emit(step)
        elif not self.run.has_proof(step.name):  # A proof that was made here is kept.
            self.run.add(*self.surroundings.with_findings((step,)))

    def heed(self, findings: Sequence[Proof]) -> None:
        """Put a person's findings on the panel in place of the proofs that nobody looked."""
        self.surroundings.look(findings)
        self.run.show_only(self.surroundings.with_findings(self.run.proofs))
        if self.certificate is not None:
            seen = self.surroundings.with_findings(self.certificate.proofs)
            self.certificate = replace(self.certificate, proofs=seen)

    # --- the signatures ---------------------------------------------------------------------------

    def sign_as_technician(self, person: Person, pin_mark: bytes) -> None:
        """A person signs as technician by the right PIN; ``pin_mark`` is its mark."""
        self.technician, self._pin_mark = person, pin_mark

    def is_same_pin(self, pin_mark: bytes) -> bool:
        """Whether the technician signed with the PIN of this mark."""
        return bool(pin_mark) and pin_mark == self._pin_mark

    def is_technician(self, person: Person) -> bool:
        return self.technician is not None and self.technician.id.casefold() == person.id.casefold()

    async def enter(self, supervisor: Person, words: Words) -> Entering:
        """Sign for both, write the certificate's files, and enter it in the journal; the state shows whether
        it is there. Raises OSError, RulebookError, PeopleError, ExportError.
        """
        certificate, technician = self.certificate, self.technician
        assert certificate is not None and technician is not None, "only what was proved is signed"
        changed = await self._work.of(lambda _: self._commissioning.changes_since(certificate))
        if outlived := (*changed, *(("screen",) if self.surroundings.has_other_screens else ())):
            return Entering(changed=outlived)
        try:
            signed = await self._work.of(
                lambda _: self._commissioning.sign(certificate, technician, supervisor)
            )
        except WordedError:
            self.technician = None  # A technician who lost the right has not signed.
            raise
        # They are written before its entry, so that no entry names a missing file.
        files = await self.write(signed, words)
        refused = await self._acts.enter(lambda session: self._commissioning.enter(session, signed))
        self.is_entered = refused is None
        self.knows_both_pins = signed.knows_both_pins
        if self.is_entered:  # Changes since this certificate are looked up later.
            self.last.repeat_whole()
        return Entering(files)

    async def record_failure(self, words: Words) -> tuple[str, ...]:
        """The names of the failed certificate's files, once the failure is in the journal. Raises
        ExportError, ActNotRecorded.
        """
        assert self.certificate is not None, "all was proved"
        sealed = seal(self.certificate)
        await self._acts.note_entry(NoteKind.CERTIFICATE_FAILED, sealed.digest)
        self.has_recorded_failure = True
        return await self.write(sealed, words)

    async def write(self, certificate: Certificate, words: Words) -> tuple[str, ...]:
        """The names of the certificate's files, once they are beside the journal. Raises ExportError."""
        files = await self._work.of(lambda _: self._commissioning.write(certificate, words))
        return tuple(file.name for file in files)
