"""The course of a commissioning without a window: its states, what leads to the next, what ends it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject

from console.commissioning.certificate import Certificate, Signature, Stale
from console.commissioning.devices.device_under_test import DeviceUnderTest
from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.proofs.link_at_work import LinkAtWork
from console.commissioning.table_proofs import FloorTrial, ProofsIncomplete, Repeatable, Step
from console.commissioning.ui.commissioning_course import CommissioningCourse, CourseState, Entering, Trials
from console.supervisor.records import Proof, Section, Verdict
from console.table.core import Person, Role, Trade
from console.table.ui.kit import Work
from console.table.ui.page import TableActs
from tests.base.words.catalogues import words
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED, certificate
from tests.commissioning.ui.awaited import awaited

pytestmark = pytest.mark.usefixtures("qapp")
"""Of it alone the loop is needed: there is no window."""

TECHNICIAN = Person("T1", "Tomas V.", Trade.TECHNICIAN, "en")
SUPERVISOR = Person("S1", "Sara K.", Role.SUPERVISOR, "en")
LINKED = replace(PROVED, section=Section.LINK, name="link link")
FILES = ("commissioning.json",)


class GivenSteps:
    """Steps that are all there at once."""

    def __init__(self, steps: Sequence[Step], error: Exception | None = None) -> None:
        self.steps, self.error, self.stopped = list(steps), error, False

    def more(self) -> tuple[Step, ...]:
        """All of them; then nothing, or the error."""
        made, self.steps = tuple(self.steps), []
        if not made and self.error is not None:
            raise self.error
        return made

    def stop(self) -> None:
        """Nobody waits."""
        self.stopped = True


class GivenTable:
    """A table whose proofs are given, without a journal; and its session, which may refuse an entry."""

    lacks_technician, badges = False, None

    def __init__(self, *proofs: Proof) -> None:
        self.proofs: tuple[Proof, ...] = proofs or (PROVED, NOT_PROVED)
        self.begun: tuple[Section, ...] = (Section.MACHINE, Section.RULES, Section.HOLDING)
        self.later: tuple[Step, ...] = ()
        self.as_certified: Callable[[], object] = lambda: None
        """Called while the certificate is made."""
        self.error: Exception | None = None
        self.changed: tuple[Stale, ...] = ()
        self.refused: str | None = None
        self.runs: list[GivenSteps] = []
        self.again: list[frozenset[Section]] = []
        self.entered: list[Certificate] = []

    def devices(self) -> tuple[DeviceUnderTest, ...]:
        return ()

    def link(self) -> LinkAtWork:
        return cast(LinkAtWork, None)

    def floor(self) -> FloorTrial:
        return cast(FloorTrial, None)

    def begin(self) -> None:
        """It stands as it is."""

    def run(self, sections: frozenset[Section]) -> GivenSteps:
        self.again.append(sections)
        begun = (each for each in self.begun if each in sections)
        self.runs.append(GivenSteps((*begun, *self.proofs, *self.later), self.error))
        return self.runs[-1]

    def certificate(self, proofs: Sequence[Proof], of: Repeatable | None = None) -> Certificate:
        self.as_certified()
        return certificate(*proofs)

    def changes_since(self, _: Certificate) -> tuple[Stale, ...]:
        return self.changed

    def sign(self, made: Certificate, technician: Person, supervisor: Person) -> Certificate:
        sides = (("technician", technician), ("supervisor", supervisor))
        return replace(made, signatures=tuple(Signature(side, who.id, who.name) for side, who in sides))

    def write(self, made: Certificate, _: object) -> tuple[Path, ...]:
        return tuple(Path(name) for name in FILES)

    def enter(self, _: object, made: Certificate) -> None:
        self.entered.append(made)


class GivenActs:
    """Enters what it is given, unless its table refuses."""

    def __init__(self, table: GivenTable) -> None:
        self._table = table

    async def enter(self, act: object) -> str | None:
        if self._table.refused is None:
            act(None)  # type: ignore[operator]
        return self._table.refused


async def _no_device(_: DeviceUnderTest) -> tuple[Proof, ...]:
    return ()


async def _linked(_: LinkAtWork) -> tuple[Proof, ...]:
    return (LINKED,)


async def _no_floor(_: FloorTrial | None) -> AsyncIterator[Proof]:
    no_proofs: tuple[Proof, ...] = ()
    for proof in no_proofs:
        yield proof


def course_of(table: GivenTable) -> CommissioningCourse:
    """The course of a commissioning at a given table."""
    work = Work(QObject(), lambda error: None)
    trials, acts = Trials(_no_device, _linked, _no_floor), cast(TableActs, GivenActs(table))
    return CommissioningCourse(cast(TableCommissioning, table), acts, trials, work)


def proved(table: GivenTable) -> CommissioningCourse:
    """A course whose proofs were made."""
    course = course_of(table)
    awaited(course.prove())
    return course


def signed(table: GivenTable) -> CommissioningCourse:
    """One that a technician has signed."""
    course = proved(table)
    course.sign_as_technician(TECHNICIAN, b"")
    return course


def state(course: CommissioningCourse) -> CourseState:
    """Its present state: asked by a function, so that no type checker takes it for the earlier one."""
    return course.state


def enter(course: CommissioningCourse) -> Entering:
    return awaited(course.enter(SUPERVISOR, words("en")))


def test_the_course_goes_from_no_proof_to_its_entry_and_each_state_has_its_press() -> None:
    table, seen = GivenTable(), list[tuple[CourseState, str | None]]()
    course = course_of(table)

    def look() -> None:
        if seen[-1:] != [(course.state, course.next_press)]:
            seen.append((course.state, course.next_press))

    look()
    course.changed.connect(look)
    awaited(course.prove())
    look()
    course.sign_as_technician(TECHNICIAN, b"")
    look()
    assert enter(course) == Entering(FILES)
    look()
    assert seen == [
        (CourseState.UNPROVED, "begin"),
        (CourseState.PROVING, None),
        (CourseState.PROVED, "technician"),
        (CourseState.SIGNED, "supervisor"),
        (CourseState.ENTERED, "again"),
    ]
    (made,) = table.entered
    assert [each.id for each in made.signatures] == ["T1", "S1"]
    assert [each.name for each in made.proofs] == [LINKED.name, PROVED.name, NOT_PROVED.name]


def test_the_course_signals_each_section_it_proves_and_its_pause() -> None:
    table, told = GivenTable(), list[object]()
    course = course_of(table)
    course.proving.connect(told.append)
    course.paused.connect(lambda: told.append("paused"))
    awaited(course.prove())
    assert told == [None, None, *table.begun, "paused"]


def test_a_failed_course_cannot_be_signed_and_the_next_run_starts_over() -> None:
    table = GivenTable(PROVED, FAILED)
    course = proved(table)
    assert (course.state, course.next_press) == (CourseState.FAILED, "again")
    course.start_over()
    assert state(course) is CourseState.UNPROVED and not course.run.proofs
    table.proofs = (PROVED,)
    awaited(course.prove())
    assert state(course) is CourseState.PROVED


def test_proofs_that_end_with_an_error_leave_nothing_proved() -> None:
    table = GivenTable()
    table.error = OSError("the disk is gone")
    course = course_of(table)
    with pytest.raises(OSError, match="the disk"):
        awaited(course.prove())
    assert table.runs[-1].stopped and course.certificate is None
    assert state(course) is CourseState.UNPROVED


@pytest.mark.parametrize("dropped", [Section.MACHINE, Section.RULES, Section.HOLDING])
def test_a_failed_proof_that_is_dropped_while_others_are_made_leaves_no_certificate(dropped: Section) -> None:
    table = GivenTable(FAILED)
    table.later = (dropped, PROVED)
    course = course_of(table)
    course.proving.connect(lambda section: course.forget() if course.run.has_proof(FAILED.name) else None)
    with pytest.raises(ProofsIncomplete, match=FAILED.name):
        awaited(course.prove())
    assert course.certificate is None and state(course) is CourseState.UNPROVED


def test_a_failed_proof_that_is_dropped_is_missing_even_where_its_name_comes_again() -> None:
    table = GivenTable(FAILED)
    table.later = (Section.MACHINE, Section.RULES, Section.HOLDING, replace(FAILED, verdict=Verdict.LEFT_OUT))
    course = course_of(table)
    course.proving.connect(
        lambda section: (
            course.forget() if section is Section.MACHINE and course.run.has_proof(FAILED.name) else None
        )
    )
    with pytest.raises(ProofsIncomplete, match=FAILED.name):
        awaited(course.prove())


@pytest.mark.parametrize("left", [Section.MACHINE, Section.RULES, Section.HOLDING])
def test_proofs_that_end_before_each_section_was_begun_leave_no_certificate(left: Section) -> None:
    table = GivenTable()
    table.begun = tuple(each for each in table.begun if each is not left)
    course = course_of(table)
    with pytest.raises(ProofsIncomplete, match=left):
        awaited(course.prove())
    assert table.runs[-1].stopped and state(course) is CourseState.UNPROVED


def test_a_finding_that_comes_while_the_certificate_is_made_is_part_of_it() -> None:
    looked = replace(NOT_PROVED, section=Section.MACHINE, name="machine sound")
    table = GivenTable(PROVED, looked)
    course = course_of(table)
    table.as_certified = lambda: course.heed((replace(looked, verdict=Verdict.FAILED),))
    awaited(course.prove())
    assert state(course) is CourseState.FAILED


def test_a_change_since_the_proofs_is_named_and_no_certificate_is_entered() -> None:
    table = GivenTable()
    table.changed = (Stale.SOFTWARE,)
    course = signed(table)
    assert enter(course) == Entering(changed=("software",))
    assert not table.entered and not course.is_entered
    course.outlive()
    assert (course.state, course.technician) == (CourseState.UNPROVED, None)


def test_an_entry_that_the_table_refuses_leaves_the_signature_of_the_technician() -> None:
    table = GivenTable()
    table.refused = "round_open"
    course = signed(table)
    assert enter(course) == Entering(FILES), "the files are written before"
    assert state(course) is CourseState.SIGNED and not course.is_entered


@pytest.mark.parametrize("of", [proved, signed])
def test_a_round_that_begins_discards_proofs_that_were_not_entered(of: object) -> None:
    course: CommissioningCourse = of(GivenTable())  # type: ignore[operator]
    assert course.look_at_table(between_rounds=False)
    assert (course.state, course.technician, course.next_press) == (CourseState.UNPROVED, None, None)
    assert not course.look_at_table(between_rounds=True)
    assert course.next_press == "begin"


def test_a_round_that_begins_leaves_an_entry_as_it_is() -> None:
    course = signed(GivenTable())
    enter(course)
    assert not course.look_at_table(between_rounds=False)
    assert state(course) is CourseState.ENTERED and course.next_press is None


@pytest.mark.parametrize("other", ["T1", "t1"])
def test_the_technician_is_one_person_however_the_id_is_typed(other: str) -> None:
    course = signed(GivenTable())
    assert course.is_technician(replace(TECHNICIAN, id=other)) and not course.is_technician(SUPERVISOR)


def test_findings_on_the_panel_decide_with_the_others_whether_anybody_signs() -> None:
    looked = replace(NOT_PROVED, section=Section.MACHINE, name="machine sound")
    course = proved(GivenTable(PROVED, looked))
    assert course.may_be_looked_at and state(course) is CourseState.PROVED
    course.heed((replace(looked, verdict=Verdict.FAILED),))
    assert state(course) is CourseState.FAILED
    course.heed((replace(looked, verdict=Verdict.PROVED),))
    assert state(course) is CourseState.PROVED and looked not in course.proofs_to_read(words("en"))
    course.sign_as_technician(TECHNICIAN, b"")
    assert not course.may_be_looked_at


@pytest.mark.parametrize("is_entered", [False, True], ids=["failed", "entered"])
def test_a_new_beginning_has_no_findings_on_the_panel(is_entered: bool) -> None:
    looked = replace(NOT_PROVED, section=Section.MACHINE, name="machine sound")
    heard = Verdict.PROVED if is_entered else Verdict.FAILED
    course = signed(GivenTable(PROVED, looked))
    course.heed((replace(looked, verdict=heard),))
    if is_entered:
        enter(course)
    course.start_over()
    awaited(course.prove())
    assert course.certificate is not None and looked in course.certificate.proofs


def test_findings_on_the_panel_before_the_proofs_are_begun_are_part_of_them() -> None:
    looked = replace(NOT_PROVED, section=Section.MACHINE, name="machine sound")
    heard = replace(looked, verdict=Verdict.PROVED)
    course = course_of(GivenTable(PROVED, looked))
    course.heed((heard,))
    course.start_over()
    awaited(course.prove())
    assert course.certificate is not None and heard in course.certificate.proofs


def test_a_failed_repetition_is_repeated_alone_or_with_all_other_proofs() -> None:
    """The large key said that everything is tested again, and only a part of it was."""
    table = GivenTable(FAILED)
    course = course_of(table)
    course.last.show(Repeatable(certificate(), (Stale.SOFTWARE,), frozenset((Section.MACHINE,))))
    awaited(course.prove())
    assert state(course) is CourseState.FAILED
    assert course.next_press == "repeat"


def test_after_an_entry_everything_is_tested_again_until_it_is_looked_up() -> None:
    table = GivenTable()
    course = course_of(table)
    before = Repeatable(certificate(), (Stale.SOFTWARE,), frozenset((Section.MACHINE,)))
    course.last.show(before)
    awaited(course.prove())
    course.sign_as_technician(TECHNICIAN, b"")
    enter(course)
    assert course.next_press == "again" and course.last.again == frozenset(Section)
    course.last.show(before)
    assert course.next_press == "repeat"


def test_a_certificate_rests_on_its_tested_devices_until_it_is_entered() -> None:
    course = signed(GivenTable())
    assert not course.rests_on_device("shoe")
    course.surroundings.tested.add("shoe")
    assert course.rests_on_device("shoe")
    enter(course)
    assert not course.rests_on_device("shoe")


def test_only_changed_sections_are_proved_again_unless_all_are_asked_for() -> None:
    table = GivenTable()
    course = course_of(table)
    course.last.show(Repeatable(certificate(), (Stale.SOFTWARE,), frozenset((Section.MACHINE,))))
    assert course.next_press == "repeat"
    awaited(course.prove())
    assert course.next_press != "repeat"
    course.start_over()
    course.last.repeat_whole()
    assert course.next_press == "begin"
    awaited(course.prove())
    assert table.again == [{Section.MACHINE}, frozenset(Section)]
