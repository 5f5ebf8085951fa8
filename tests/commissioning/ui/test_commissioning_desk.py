"""A LIVE table is commissioned in its own window: proofs as they come, two PINs, an entry in the journal."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import failures
from console.commissioning.certificate import EDITION, flaws
from console.commissioning.journal_entry import entry_of
from console.commissioning.proofs.panel_proofs import not_looked_at
from console.commissioning.ui.at_table import desk_of, proofs_of
from console.commissioning.ui.commissioning_screen import CommissioningDesk, CommissioningScreen
from console.commissioning.ui.proof_list import why
from console.supervisor.guide.edition import House
from console.supervisor.records import Section, Verdict
from console.table.core import Commissioning as TableCertificate
from console.table.core import Newer, NoteKind, Person, Phase, Role, events
from console.table.journal import review
from console.table.people import ListedPerson, table_people
from console.table.people.answers import PeopleEditor
from console.table.people.errors import NotPrivate
from console.table.ui.dealer import prompt_of
from console.table.ui.sign_in import Purpose
from tests.commissioning.certificates import FAILED, PROVED, read_certificate
from tests.commissioning.proving import TECHNICIAN, CommissioningOnCall
from tests.commissioning.ui.over_table import commissioning_over
from tests.table.people.kept import people_in
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.painted import painted

PINS = {"D1": "1111", "P1": "3333", "S1": "4444", "T1": "5555"}


def on_call(work: AtWork) -> CommissioningOnCall:
    """The table's commissioning, whose proofs come as they are let."""
    made = CommissioningOnCall(work.console.config, work.clock, link=work.console.link)
    work.window.overlays.makes_commissioning = partial(desk_of, made)
    return made


def called(work: AtWork) -> CommissioningOnCall:
    """The commissioning that :func:`on_call` gave the table."""
    makes = work.window.overlays.makes_commissioning
    assert isinstance(makes, partial)
    (made,) = makes.args
    assert isinstance(made, CommissioningOnCall)
    return made


def progress(screen: CommissioningScreen, section: Section) -> tuple[str, ...]:
    """The progress of a section, in words."""
    return screen.course.run.course(section).texts(screen.words)


def press(work: AtWork, key: QWidget) -> None:
    """Press a key once it has stood long enough to be meant."""
    painted()
    work.clock.advance(0.5)
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)


def enter_pin(work: AtWork, screen: QWidget, who: str) -> None:
    """Type id and PIN."""
    work.until(screen.isVisible)
    for text in (who, PINS[who]):
        QTest.keyClicks(screen, text)
        QTest.keyClick(screen, Qt.Key.Key_Return)
    work.until(lambda: not screen.is_verifying)  # type: ignore[attr-defined]


def offered(work: AtWork) -> list[str]:
    """The texts of the menu's keys."""
    work.window.open_menu()
    return [each.text() for each in menu_rows(work.window.menu)]


def choose(work: AtWork) -> None:
    """Press its row in the menu."""
    work.window.open_menu()
    key = menu_row(work.window.menu, work.window.words.text("menu.commission"))
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)


def open_desk(work: AtWork) -> CommissioningDesk:
    """Choose it in the menu, and enter a supervisor's PIN."""
    choose(work)
    enter_pin(work, work.window.sign_in.screen, "S1")
    desk = commissioning_over(work.window)
    work.until(lambda: desk.is_there)
    return desk


def sign(work: AtWork, desk: CommissioningDesk, who: str) -> None:
    """Press the primary, which asks for a PIN, and enter it."""
    press(work, desk.screen.primary)
    assert desk.screen.sign_in is not None
    enter_pin(work, desk.screen.sign_in, who)


def proved(work: AtWork, desk: CommissioningDesk) -> None:
    """Begin the proofs, and let them all come."""
    commissioning = called(work)
    before = len(commissioning.runs)
    press(work, desk.screen.primary)
    work.until(lambda: len(commissioning.runs) > before)
    commissioning.runs[-1].let(30)
    work.until(lambda: not desk.screen.work.busy)


@pytest.mark.sweep
def test_two_who_type_the_same_pin_are_not_known_to_be_two(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    technician = TECHNICIAN.person
    same = (technician.id, technician.name, technician.role, PINS["S1"])
    others = tuple(each for each in table_people._GIVEN if each[0] != technician.id)
    monkeypatch.setattr(table_people, "_GIVEN", (*others, same))
    monkeypatch.setitem(PINS, "T1", PINS["S1"])
    with at_work(qtbot, tmp_path, device=False) as work:
        on_call(work)
        desk = open_desk(work)
        proved(work, desk)
        sign(work, desk, "T1")
        sign(work, desk, "S1")
        assert desk.screen.message == work.window.words.text("commissioning.same_pin")
        assert not desk.screen.course.is_entered and not [*tmp_path.glob("commissioning-*")]


def test_only_a_supervisor_opens_commissioning_and_a_pit_boss_sees_why(work: AtWork) -> None:
    on_call(work)
    choose(work)
    enter_pin(work, work.window.sign_in.screen, "P1")
    note = work.window.words.text("sign_in.needs.supervisor_alone")
    assert work.window.sign_in.screen.state.note.text == note
    assert not work.window.findChild(CommissioningDesk)


@pytest.mark.sweep
def test_each_section_says_how_far_it_is_while_the_window_goes_on(work: AtWork) -> None:
    commissioning, words = on_call(work), work.window.words
    screen = open_desk(work).screen
    press(work, screen.primary)
    work.until(lambda: bool(commissioning.runs))
    run = commissioning.runs[-1]
    run.let(2)
    work.until(lambda: progress(screen, Section.RULES) == (words.text("commissioning.window.under_way"),))
    assert progress(screen, Section.HOLDING) == (words.text("commissioning.window.waiting"),)
    assert screen.primary.isHidden() and not screen.progress.isHidden()
    run.let(2)
    work.until(lambda: len(screen.proofs_to_read) == 3)  # the other note: neither game server nor floor
    assert f"{words.text('commissioning.verdict.proved')}: 1" in progress(screen, Section.RULES)
    assert why(screen.proofs_to_read[0], words) == words.text("commissioning.why.player_screen")
    QTest.mouseClick(screen.progress.stop, Qt.MouseButton.LeftButton)
    work.until(lambda: run.stopped)
    work.until(lambda: not screen.primary.isHidden())
    assert screen.primary_label == words.text("commissioning.window.begin"), "half a proof counts for nothing"


def test_two_sign_by_pin_and_the_tables_own_session_enters_the_digest(work: AtWork) -> None:
    on_call(work)
    desk, words = open_desk(work), work.window.words
    proved(work, desk)
    assert desk.screen.primary_label == words.text("commissioning.window.technician")
    sign(work, desk, "T1")
    assert desk.screen.primary_label == words.text("commissioning.window.supervisor")
    journal = work.console.config.journal
    assert not list(journal.parent.glob("commissioning-*"))
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered)
    (file,) = journal.parent.glob("commissioning-*.json")
    (page,) = journal.parent.glob("commissioning-*.pdf")
    certificate = read_certificate(file)
    assert flaws(file.read_bytes()) == () and page.exists()
    assert [(each.side, each.id) for each in certificate.signatures] == [
        ("technician", "T1"),
        ("supervisor", "S1"),
    ]
    assert entry_of(journal, certificate.digest) is not None
    work.until(lambda: work.shown.table.commissioned is not None)  # the answer came before the table's view
    table = work.shown.table.commissioned
    assert table is not None and table.digest == certificate.digest
    assert file.name in desk.screen.message


@pytest.mark.sweep
def test_the_list_warns_a_supervisor_who_also_entered_the_technician(work: AtWork, tmp_path: Path) -> None:
    kept = people_in(tmp_path / "people.json")
    for person, by in ((Person("S1", "Lukas B.", Role.SUPERVISOR, "en"), ""), (TECHNICIAN.person, "S1")):
        kept.add(person, "482915", by=by)
    on_call(work)._config = replace(work.console.config, people=kept.path)
    desk, words = open_desk(work), work.window.words
    proved(work, desk)
    assert words.text("commissioning.entered.both_pins") not in [
        why(each, words) for each in desk.screen.proofs_to_read
    ]
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered)
    assert why(desk.screen.proofs_to_read[0], words) == words.text("commissioning.entered.both_pins")
    (file,) = work.console.config.journal.parent.glob("commissioning-*.json")
    made = read_certificate(file)
    assert made.knows_both_pins and made.edition == 3 and flaws(file.read_bytes()) == ()


def test_a_technician_signs_first_and_only_a_supervisor_after(work: AtWork) -> None:
    on_call(work)
    desk, words = open_desk(work), work.window.words
    proved(work, desk)
    for who in ("D1", "P1", "S1"):
        sign(work, desk, who)
        assert desk.screen.sign_in is not None
        assert desk.screen.sign_in.state.note.text == words.text("sign_in.needs.technician")
        QTest.keyClick(desk.screen.sign_in, Qt.Key.Key_Escape)
    assert desk.screen.primary_label == words.text("commissioning.window.technician")
    sign(work, desk, "T1")
    sign(work, desk, "T1")
    assert desk.screen.sign_in is not None
    assert desk.screen.sign_in.state.note.text == words.text("sign_in.needs.supervisor_alone")
    assert not desk.screen.course.is_entered
    assert not list(work.console.config.journal.parent.glob("commissioning-*"))


def test_a_technician_signs_in_nowhere_at_the_table(work: AtWork) -> None:
    screen = work.window.sign_in.screen
    entry = work.view.entry
    for purpose in (
        Purpose.DEALER,
        Purpose.PIT_BOSS,
        Purpose.REVIEW,
        Purpose.PEOPLE,
        Purpose.COMMISSION,
    ):
        work.window.sign_in.ask(purpose)
        enter_pin(work, screen, "T1")
        assert screen.state.note.heed and screen.isVisible(), "it is said whose PIN is needed"
        QTest.keyClick(screen, Qt.Key.Key_Escape)
    work.until(lambda: work.view.entry >= entry + 5)
    assert work.shown.table.people == ()


@pytest.mark.sweep
def test_a_table_without_a_technician_says_where_one_is_added(work: AtWork) -> None:
    commissioning, words = on_call(work), work.window.words
    commissioning.technicians = 0
    desk = open_desk(work)
    choice = words.quote(words.text("menu.people"))
    note = words.text("commissioning.window.no_technician", choice=choice)
    work.until(lambda: desk.screen.beneath == note)
    QTest.keyClick(desk.screen, Qt.Key.Key_Escape)
    commissioning.technicians = 1  # a supervisor has added one
    screen = open_desk(work).screen
    work.until(lambda: screen.beneath == words.text("commissioning.window.beneath"))


class Kept:
    """The people of a table whose first supervisor has just been entered."""

    listed = (ListedPerson(Person("S1", "Lukas B.", Role.SUPERVISOR, "en"), "active"),)


@pytest.mark.sweep
def test_a_new_tables_first_supervisor_goes_on_from_the_people_to_the_commissioning(work: AtWork) -> None:
    on_call(work)
    over, words = work.window.overlays, work.window.words
    over.keeps = cast(PeopleEditor, Kept())
    work.window.arrivals.open_people(Kept.listed[0].person)
    key = over.people_desk.screen.commission
    assert key.text() == words.text("menu.commission") and not key.isHidden()
    press(work, key)
    assert not over.people_desk.is_there
    screen = work.window.sign_in.screen
    work.until(screen.isVisible)
    QTest.keyClicks(screen, PINS["S1"])
    QTest.keyClick(screen, Qt.Key.Key_Return)
    work.until(lambda: any(desk.is_there for desk in work.window.findChildren(CommissioningDesk)))
    assert commissioning_over(work.window).screen.person == Kept.listed[0].person


def test_a_badge_alone_signs_no_certificate_even_where_one_suffices(work: AtWork) -> None:
    over = work.window.overlays
    on_call(work)
    setup = over._workplace.setup
    suffices = replace(setup, config=replace(setup.config, badge_suffices=True))
    over._workplace = replace(over._workplace, setup=suffices)
    desk = open_desk(work)
    proved(work, desk)
    press(work, desk.screen.primary)
    assert desk.screen.sign_in is not None and not desk.screen.sign_in._badge_suffices


def test_a_failed_proof_leaves_the_certificate_unsigned(work: AtWork) -> None:
    on_call(work).proofs = (PROVED, FAILED)
    desk, words = open_desk(work), work.window.words
    proved(work, desk)
    (file,) = work.console.config.journal.parent.glob("commissioning-*.json")
    pages = work.console.config.journal.parent.glob("commissioning-*.pdf")
    names = (file.name, *(each.name for each in pages))
    assert desk.screen.message == words.text("commissioning.window.failed", file=names)
    written = read_certificate(file)
    assert not written.holds and not written.signatures and flaws(file.read_bytes()) == ()
    assert desk.screen.primary_label == words.text("commissioning.window.again")
    assert "line 14" in why(desk.screen.proofs_to_read[0], words)
    assert noted_failures(work) == [written.digest]


def noted_failures(work: AtWork) -> list[str | None]:
    """The digests of the failed certificates in the journal."""
    with review(work.console.config.journal) as journal:
        decoded = [
            events.DECODER.decode(each.event)
            for each in journal.of_a_kind("noted", NoteKind.CERTIFICATE_FAILED)
        ]
    return [each.text for each in decoded if isinstance(each, events.Noted)]


@pytest.mark.sweep
def test_after_a_failure_no_earlier_certificate_is_valid_and_all_is_proved_again(
    work: AtWork,
) -> None:
    def entered() -> TableCertificate:
        assert work.shown.table.commissioned is not None
        return work.shown.table.commissioned

    commissioning, words = on_call(work), work.window.words
    desk = open_desk(work)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered and work.shown.table.commissioned is not None)
    commissioning.proofs = (PROVED, FAILED)
    proved(work, desk)
    work.until(lambda: entered().has_failed)
    installed = entered().installed
    assert installed is not None and Newer.FAILED in entered().older_than(installed)
    desk.close()
    desk.screen.course.forget()
    desk = open_desk(work)
    work.until(lambda: desk.screen.course.last.of is not None and not desk.screen.work.busy)
    assert words.text("commissioning.stale.failed") in desk.screen.beneath
    assert desk.screen.course.last.again == frozenset(Section)
    commissioning.proofs = (PROVED,)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: not entered().has_failed)


@pytest.mark.sweep
def test_a_failed_answer_about_the_panel_is_a_failure_once_its_person_leaves(work: AtWork) -> None:
    on_call(work).proofs = (PROVED, *not_looked_at())
    desk = open_desk(work)
    proved(work, desk)
    asked = next(not_looked_at())
    desk.screen.operator_panel.proved.emit((replace(asked, verdict=Verdict.FAILED),))
    assert noted_failures(work) == [], "it can be answered again"
    screen = desk.screen
    for _ in range(2):
        desk.close()
        work.until(lambda: not screen.work.busy)
        open_desk(work)
    (file,) = work.console.config.journal.parent.glob("commissioning-*.json")
    assert noted_failures(work) == [read_certificate(file).digest]


@pytest.mark.sweep
def test_remains_of_a_killed_commissioning_are_removed_and_reported(work: AtWork) -> None:
    on_call(work)
    left = work.console.config.journal.parent / ".commissioning-left"
    left.mkdir()
    (left / "held").touch()
    desk = open_desk(work)
    work.until(lambda: work.window.words.text("commissioning.cut_off") in desk.screen.beneath)
    assert not left.exists()
    proved(work, desk)
    assert not desk.screen.course.was_cut_off


@pytest.mark.sweep
def test_finished_proofs_are_still_there_after_leaving_and_coming_back(work: AtWork) -> None:
    commissioning = on_call(work)
    desk = open_desk(work)
    press(work, desk.screen.primary)
    work.until(lambda: bool(commissioning.runs))
    commissioning.runs[-1].let(3)
    # the link comes before: who leaves that ends it
    work.until(lambda: Section.RULES in desk.screen.course.run.begun)
    QTest.keyClick(desk.screen, Qt.Key.Key_Escape)
    assert not desk.is_there and not commissioning.runs[-1].stopped
    commissioning.runs[-1].let(10)
    work.until(lambda: not desk.screen.work.busy)
    assert open_desk(work).screen.primary_label == work.window.words.text("commissioning.window.technician")


@pytest.mark.sweep
def test_entered_findings_stay_for_a_return_until_a_new_course_begins(work: AtWork) -> None:
    """Opening the page dropped it, except for the findings on the panel: the next certificate had them."""
    looked = tuple(not_looked_at())
    on_call(work).proofs = looked
    desk, words = open_desk(work), work.window.words
    screen = desk.screen
    heard = tuple(replace(proof, verdict=Verdict.PROVED, why="") for proof in looked)
    screen.course.heed(heard)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: screen.course.is_entered and work.shown.table.commissioned is not None)
    found = [progress(screen, section) for section in Section]
    desk.close()
    open_desk(work)
    work.until(lambda: screen.course.last.of is not None and not screen.work.busy)
    assert [progress(screen, section) for section in Section] == found
    assert screen.primary_label == words.text("commissioning.window.repeat") and not screen.whole.isHidden()
    proved(work, desk)
    made = screen.course.certificate
    assert made is not None
    assert {*map(str, looked)} <= {*map(str, made.proofs)}, "the proof looks again"


@pytest.mark.sweep
def test_people_who_cannot_be_read_meanwhile_drop_no_failed_proof(work: AtWork) -> None:
    commissioning, words = on_call(work), work.window.words
    commissioning.proofs = (FAILED, PROVED)
    desk = open_desk(work)
    screen = desk.screen
    press(work, screen.primary)
    work.until(lambda: bool(commissioning.runs))
    commissioning.runs[-1].let(3)
    work.until(lambda: screen.course.run.has_proof(FAILED.name))
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    commissioning.people_error = error = NotPrivate("people.toml")
    open_desk(work)
    work.until(lambda: screen.message == words.text("review.failed", why=failures.why(error, words)))
    assert screen.course.run.has_proof(FAILED.name)
    commissioning.people_error = None
    commissioning.runs[-1].let(10)
    work.until(lambda: not screen.work.busy)
    assert screen.course.certificate is not None and not screen.course.certificate.holds
    assert screen.primary_label == words.text("commissioning.window.again")


@pytest.mark.sweep
def test_a_round_that_begins_stops_the_proofs_and_hides_commissioning(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        commissioning, words = on_call(work), work.window.words
        while work.due != "await_bets":
            work.follow()
        desk = open_desk(work)
        press(work, desk.screen.primary)
        work.until(lambda: bool(commissioning.runs))
        work.follow()
        assert work.view.phase == Phase.BETTING and work.shown.table.open_round
        work.until(lambda: commissioning.runs[-1].stopped)
        assert desk.screen.message == words.text("commissioning.window.played")
        assert desk.screen.primary.isHidden() and not desk.screen.course.run.begun
        desk.close()
        assert words.text("menu.commission") not in offered(work)


def test_a_simulated_table_is_not_commissioned(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        assert work.window.words.text("menu.commission") not in offered(work)


@pytest.mark.sweep
def test_a_closed_table_without_a_certificate_says_where_it_is_made(work: AtWork) -> None:
    """The first supervisor of a new table finds it in the menu."""
    on_call(work)
    words = work.window.words

    def note() -> str | None:
        assert work.window.people_here.view is not None, "the table was shown"
        return prompt_of(work.window.people_here.view, words, words).note

    choice = words.text("menu.commission")
    assert note() == words.text("note.open_table.no_certificate", choice=words.quote(choice))
    assert choice in offered(work)
    work.window.menu.hide()
    desk = open_desk(work)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: work.shown.table.commissioned is not None)
    assert choice not in (note() or "")


@pytest.mark.sweep
def test_a_certificate_of_the_window_names_the_printed_guides_in_force(work: AtWork) -> None:
    """A process of its own finds them."""
    found = proofs_of(work.console).certificate(())
    house = House.installed(work.console.config.rules)
    assert found.guides == house.in_force(work.console.config.game) and found.edition == EDITION


@pytest.mark.sweep
def test_an_opening_under_a_certificate_that_is_no_longer_valid_says_so_and_why(work: AtWork) -> None:
    """LIVE: software and a rulebook that the certificate lacks, and a commissioning that failed since."""
    on_call(work)
    window = work.window
    words, console = window.words, work.console
    work.until(lambda: console.installed is not None)

    def note() -> str | None:
        assert window.people_here.view is not None, "the table was shown"
        return prompt_of(window.people_here.view, words, words).note

    def says(*changed: Newer) -> bool:
        what = words.list_of(words.text(f"commissioning.stale.{each}") for each in changed)
        choice = words.quote(words.text("menu.commission"))
        due = words.text("note.open_table.old_certificate", what=what, choice=choice)
        return note() == due

    desk = open_desk(work)
    proved(work, desk)
    sign(work, desk, "T1")
    sign(work, desk, "S1")
    work.until(lambda: desk.screen.course.is_entered and work.shown.table.commissioned is not None)
    assert words.text("menu.commission") not in (note() or ""), "nothing has changed"
    desk.close()
    assert console.installed is not None
    other = replace(console.installed, manifest="0" * 64, rulebook="0" * 64)
    work.console.bridge.equipment_known.emit(other)
    work.let_pass(1.0)
    assert says(Newer.SOFTWARE, Newer.RULEBOOK), note()
    work.after(partial(work.console.station.note, NoteKind.CERTIFICATE_FAILED))
    assert says(Newer.SOFTWARE, Newer.RULEBOOK, Newer.FAILED), note()
