"""The shift's report, the handover, the seal and a correction, as a supervisor uses them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console import cli
from console.base.plain_text import WriteTarget
from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.reports.charts import KindBar
from console.supervisor.reports.handover import Handover, HandoverSignature
from console.supervisor.reports.journal_reports import shift_report
from console.supervisor.review import ComparedReport, Paperwork
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.paper.shift_charts import KindsChart
from console.supervisor.ui.review import KINDS as KINDS_OF
from console.supervisor.ui.review import ReviewScreens
from console.supervisor.ui.review.log.filters import FilterCondition
from console.supervisor.ui.review.log.log_screen import LogKey
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.report.report_screen import KINDS, ReportScreen
from console.supervisor.ui.review.report.seal_screen import SealScreen
from console.supervisor.ui.review.report.wheel_screen import WheelBars, WheelScreen
from console.table.core import (
    Claim,
    Contradiction,
    NoteKind,
    Notification,
    NotRecorded,
    SetClock,
    Statement,
    Unwritable,
    events,
)
from console.table.core.state.contradictions import ContradictionKind
from console.table.game import SetFinding
from console.table.game.card_set import FindingKind
from console.table.journal import Filter, review, sibling
from console.table.ui.incident import kind_name
from console.table.ui.kit import SmallKey
from console.table.words import whole
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import flaws, measured
from tests.supervisor.ui.review.night import MADE, NAMES, SHIFT, counted, long_night, work
from tests.supervisor.ui.review.over_table import review_over
from tests.supervisor.ui.review.samples import HOUSE, OPEN, _Acts
from tests.supervisor.ui.review.stories import SUPERVISOR, inquiries_of
from tests.supervisor.ui.review.stories_of_games import spins
from tests.supervisor.ui.review.test_review_desk import open_review
from tests.table.incidents.rows import committed
from tests.table.played import FELL, ROUND, START, VOID, WITHDRAW, card, written
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import labels_of


def night_screen(qtbot: QtBot, folder: Path, language: str = "en") -> ReportScreen:
    def ask(name: str, _: tuple[str, ...], then: Callable[[WriteTarget], object]) -> None:
        then(WriteTarget(folder / name))

    screen = ReportScreen(work(), words(language), SetClock(), ask)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    show_night(screen, (SHIFT,))
    return screen


def show_night(screen: ReportScreen, shifts: tuple[str, ...]) -> None:
    """Show the night as one of these shifts, as if it had been counted."""
    screen.show_shift_report(replace(counted(), dealers=HOUSE))
    screen.begin(None, dict(NAMES), shifts)
    screen.refresh()


def card_of(key: QWidget) -> QWidget:
    """The card of the side that signs by this key."""
    card = key.parentWidget()
    assert card is not None
    return card


def signed_sides(page: HandoverScreen) -> set[str]:
    """The sides of whose signature the page shows who gave it, and when."""
    shown = {side: labels_of(card_of(key)) for side, key in page.keys.items()}
    return {side for side, labels in shown.items() if len(labels) > 1}


@pytest.mark.sweep
def test_the_last_shift_is_counted_in_another_thread_with_its_progress(qtbot: QtBot, tmp_path: Path) -> None:
    screen = ReportScreen(work(), words("en"), SetClock(), lambda *_: None)
    qtbot.addWidget(screen)
    shares: list[float] = []
    screen.work._progressed = shares.append
    screen.begin(SUPERVISOR, dict(NAMES), (SHIFT,))
    assert not screen.progress.isHidden()
    qtbot.waitUntil(lambda: screen.compared is not None)
    assert screen.progress.isHidden()
    assert shares[0] < 0.5 and max(shares) > 0.5 and shares == sorted(shares)


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_says_in_words_what_it_shows(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    screen, text = night_screen(qtbot, tmp_path, language), words(language).text
    assert text("shift.pace") in screen.pace.accessibleName()
    assert text("access.told", name="22", said="") in screen.pace.accessibleName()
    assert text("access.told", name="", said="3") in screen.kinds.accessibleName()
    name = screen.dealers.accessibleName()
    assert text("shift.verdict.too_few") in name and text("shift.verdict.above") in name


@pytest.mark.sweep
def test_a_dealer_with_a_handful_of_rounds_is_not_compared() -> None:
    assert {each.verdict for each in counted().dealers.dealers} == {"too_few"}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", KINDS)
def test_a_press_writes_the_report(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    screen = night_screen(qtbot, tmp_path)
    QTest.mouseClick(screen.files[kind], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(screen.message))
    (written,) = tmp_path.iterdir()
    assert written.suffix == f".{kind}"
    assert written.name in screen.message
    assert written.read_bytes()[:4] in (b"%PDF", b"PK\x03\x04", "\ufeff".encode() + b"S", b'\xef\xbb\xbf"')


def test_an_existing_report_is_not_overwritten(qtbot: QtBot, tmp_path: Path) -> None:
    screen = night_screen(qtbot, tmp_path)
    there = tmp_path / "shift-2026-11-19-2200.pdf"
    there.write_bytes(b"mine")
    screen.write("pdf")
    qtbot.waitUntil(lambda: bool(screen.message))
    assert there.read_bytes() == b"mine"
    assert there.name in screen.message


def test_a_seal_is_checked_with_progress_and_says_what_it_can_not_show(qtbot: QtBot) -> None:
    screen = SealScreen(work(), words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.begin()
    qtbot.waitUntil(lambda: screen.known is not None)
    assert screen.verdict == words("en").text("sealed.not_checked")
    screen.press()
    qtbot.waitUntil(lambda: screen.checked)
    assert screen.verdict == words("en").text("sealed.intact")
    assert screen.known is not None and screen.known.limits


def test_a_changed_byte_is_reported_at_its_entry(qtbot: QtBot, tmp_path: Path) -> None:
    changed = tmp_path / "night.db"
    content = bytearray(long_night().read_bytes())
    at = content.rindex(b'"card":"')
    content[at + 8 : at + 10] = b"AS" if content[at + 8 : at + 10] != b"AS" else b"KS"
    changed.write_bytes(content)
    makes = Paperwork((changed,), NAMES, lambda: counted().report.made, draw=document_pdf)
    checked = makes.check(words("en"), lambda _: True)
    assert not checked.good
    assert any("night.db: entry " in line for line in checked.proves)


def test_a_journal_put_back_is_reported_as_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest seal, which is kept beside the key, is not in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    path = written(tmp_path / "T7.db", *ROUND)
    before = {each: each.read_bytes() for each in (path, sibling(path, ".lock"))}
    assert cli.main(["journal", "seal", str(path)]) == 0
    for each, content in before.items():
        each.write_bytes(content)
    makes = Paperwork((path,), NAMES, lambda: counted().report.made, draw=document_pdf)
    checked = makes.check(words("en"), lambda _: True)
    assert not checked.good
    assert any("seal 1" in line and "older copy" in line for line in checked.proves)


def test_a_copys_handover_cannot_be_signed(qtbot: QtBot) -> None:
    screen = HandoverScreen(None, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    screen.begin(OPEN, SHIFT, dict(NAMES))
    assert all(key.isHidden() for key in screen.keys.values())
    assert screen.remarks.isHidden()


def test_a_side_that_signed_before_a_point_came_has_its_key_again(qtbot: QtBot) -> None:
    screen = HandoverScreen(_Acts(), words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    early = HandoverSignature("outgoing", "P1", MADE, 7, "", SHIFT, uncovered=replace(OPEN, halt=None))
    stands = HandoverSignature("incoming", "S1", MADE, 9, "", SHIFT)
    screen.begin(replace(OPEN, signatures=(early, stands)), SHIFT, dict(NAMES))
    assert [side for side, key in screen.keys.items() if not key.isHidden()] == ["outgoing"]
    assert signed_sides(screen) == {"outgoing", "incoming"}, "the early signature is still named"


def test_a_note_stays_on_the_screen_though_its_side_signs_again(qtbot: QtBot) -> None:
    screen = HandoverScreen(_Acts(), words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.show_page(SUPERVISOR, ("7",))
    signed = (
        HandoverSignature("outgoing", "S1", MADE, entry, note, SHIFT)
        for entry, note in ((7, "Deck 13"), (9, ""))
    )
    screen.begin(replace(OPEN, signatures=tuple(signed)), SHIFT, dict(NAMES))
    notes = [row for row in screen.points.of.rows if row[0] in ("Outgoing shift", "Incoming shift")]
    assert notes == [("Outgoing shift", "Deck 13")]


def fails(*_: object, **_also: object) -> NoReturn:
    """A journal's disk that takes nothing."""
    raise NotRecorded(Unwritable.FULL)


def not_recorded() -> str:
    return words("en").text("refusal.not_recorded")


def signed(work: AtWork) -> tuple[str, ...]:
    """The sides that have signed the handover, as the table shows it."""
    handed = work.shown.table.handover
    return () if handed is None else tuple(handed.signed)


@pytest.fixture(name="work")
def supervised(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    """A table three steps on; S1, who may review it, has a PIN."""
    with at_work(qtbot, tmp_path) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        for _ in range(3):
            work.follow()
        yield work


def test_both_shifts_sign_at_the_table_each_with_a_pin_of_its_own(
    work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = handover_over(work)
    page.remarks.setPlainText("The chair\nis broken.")

    def sign(side: str, who: str) -> None:
        QTest.mouseClick(page.keys[side], Qt.MouseButton.LeftButton)  # type: ignore[index]
        work.type_pin(page.sign_in, who)
        work.until(lambda: page.sign_in is not None and not page.sign_in.isVisible())
        work.until(lambda: not page.work.busy)

    with monkeypatch.context() as disk:
        disk.setattr(work.console.journal, "append", fails)
        for _ in range(2):  # the second time other entries wait, and the table does not even try
            page.message = ""
            sign("outgoing", "S1")
            assert (signed_sides(page), page.message) == (set(), not_recorded())
    work.until(lambda: work.shown.unwritable is None)
    sign("outgoing", "S1")
    assert signed_sides(page) == {"outgoing"}
    assert page.remarks.toPlainText() == "", "they were the outgoing side's"
    outgoing = words("en").text("handover.outgoing")
    assert (outgoing, "The chair · is broken.") in page.points.of.rows
    sign("incoming", "S1")
    assert signed_sides(page) == {"outgoing"}
    assert page.message == words("en").text("give.same_person")
    sign("incoming", "P1")
    assert signed_sides(page) == {"outgoing", "incoming"}
    work.until(lambda: set(signed(work)) == {"outgoing", "incoming"})
    sides = (outgoing, words("en").text("handover.incoming"))
    noted = [row for row in page.points.of.rows if row[0] in sides]
    assert noted == [(outgoing, "The chair · is broken.")]


def handover_with(qtbot: QtBot, language: str, handover: Handover, point: str) -> HandoverScreen:
    """The handover on a whole screen with one open point, which is chosen."""
    screen = HandoverScreen(_Acts(), words(language), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    screen.begin(handover, SHIFT, dict(NAMES))
    screen.show()
    choose(screen, point)
    assert is_drawn(screen)
    assert not flaws(screen)
    return screen


def choose(page: HandoverScreen, point: str) -> None:
    """Choose the first open point of a sort."""
    named = page.words.text(point)
    page.points.choose([row[0] for row in page.points.of.rows].index(named))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_office_to_inform_and_its_key_are_whole_in_every_language(qtbot: QtBot, language: str) -> None:
    due = Notification("T7-i1", "authority", MADE, 24).with_tick("S1", MADE)
    screen = handover_with(qtbot, language, replace(OPEN, notifications=(due,)), "handover.notification")
    assert screen.tick.isVisible()


def report_over(work: AtWork) -> tuple[ReviewScreens, ReportScreen]:
    """The review that S1 opened over a table, and the report that it shows."""
    open_review(work, "S1")
    screens = review_over(work.window).screens
    assert screens is not None
    work.until(lambda: bool(screens.log.query.filter_choices.shifts))
    screens.show_shift_report()
    report = screens.report
    assert report is not None
    work.until(lambda: report.compared is not None)
    return screens, report


def handover_over(work: AtWork) -> HandoverScreen:
    """The handover in that review; nothing is chosen."""
    screens, _ = report_over(work)
    screens.show_handover()
    page = screens.pages[HandoverScreen]
    assert isinstance(page, HandoverScreen)
    assert not page.tick.isVisible() and not page.answer.isVisible()
    return page


def press_by_pin(work: AtWork, page: HandoverScreen, key: SmallKey, title: str, who: str) -> None:
    """Press a key that asks for a PIN under this title, and enter somebody's."""
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    assert page.sign_in is not None and page.sign_in.isVisible()
    assert page.sign_in.state.title == words("en").text(title)
    work.type_pin(page.sign_in, who)
    work.until(lambda: page.sign_in is not None and not page.sign_in.isVisible())
    work.until(lambda: not page.work.busy)


@pytest.mark.sweep
def test_two_people_tick_at_the_table_that_an_office_was_informed(work: AtWork) -> None:
    due = Notification("T1-i1", "authority", work.clock.utc(), 24)
    work.console.line.note(NoteKind.NOTIFICATION_DUE, text=due.text)
    work.until(lambda: bool(work.shown.table.notifications))
    page = handover_over(work)

    def tick(who: str) -> None:
        choose(page, "handover.notification")
        press_by_pin(work, page, page.tick, "notification.tick", who)

    tick("S1")
    work.until(lambda: len(work.shown.table.notifications[0].ticks) == 1)
    tick("S1")
    assert page.message == words("en").text("notification.refused")
    tick("P1")
    assert page.message == ""
    work.until(lambda: not work.shown.table.notifications)
    assert words("en").text("handover.notification") not in [row[0] for row in page.points.of.rows]
    assert not page.tick.isVisible()


def contradicted(at: datetime) -> Contradiction:
    """P1 dismissed a finding about the card set."""
    finding = SetFinding(FindingKind.FACTORY, 9, 1, 1e-6)
    found = Statement(Claim.FINDING, at, finding=finding)
    dismissed = Statement(Claim.DISMISSED, at, by="P1", reason="ok")
    return Contradiction("T1-c1", ContradictionKind.CARD_SET, found, dismissed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contradiction_and_its_answer_are_whole_in_every_language(qtbot: QtBot, language: str) -> None:
    open_point = replace(OPEN, contradictions=(contradicted(MADE),))
    screen = handover_with(qtbot, language, open_point, "handover.contradiction")
    assert screen.answer.isVisible() and screen.reason.isVisible() and screen.tick.isHidden()
    screen.reason.setText("as the video shows")
    screen.begin(OPEN, "another", dict(NAMES))
    assert not screen.reason.text(), "it was typed for another shift"


@pytest.mark.sweep
def test_somebody_who_is_neither_side_answers_a_contradiction_by_pin(work: AtWork, tmp_path: Path) -> None:
    found = events.ContradictionFound(contradicted(work.clock.utc()))
    work.console.line.ask(lambda session: session._record_event(found), lambda: None)
    work.until(lambda: bool(work.shown.table.contradictions.open))
    page = handover_over(work)
    refused = words("en").text("contradiction.refused")
    choose(page, "handover.contradiction")
    QTest.mouseClick(page.answer, Qt.MouseButton.LeftButton)
    assert page.message == refused, "without a reason nobody's PIN is asked for"

    def answer(who: str, reason: str) -> None:
        choose(page, "handover.contradiction")
        page.reason.setText(reason)
        page.message = ""
        press_by_pin(work, page, page.answer, "contradiction.answer", who)

    answer("P1", "it was ours")
    assert page.message == refused and work.shown.table.contradictions.open
    answer("S1", "the set was looked at: whole")
    assert page.message == ""
    work.until(lambda: not work.shown.table.contradictions.open)
    assert words("en").text("handover.contradiction") not in [row[0] for row in page.points.of.rows]
    assert not page.answer.isVisible()
    with review(tmp_path / "journal.db") as file:
        answers = [each for each in file.entries(0) if each.kind == "contradiction_answered"]
    assert [(each.person, each.refused) for each in answers] == [("P1", "not_authorised"), ("S1", None)]


@pytest.mark.sweep
def test_what_was_signed_and_what_came_since_stand_on_the_screen_and_in_the_file(
    work: AtWork, tmp_path: Path
) -> None:
    """A report that was counted before a signature said 'not signed' in its file, and back at the handover
    the duty and the signature were gone; one who came back later signed for points that were not listed.
    """
    screens, report = report_over(work)
    due = Notification("T1-i1", "authority", work.clock.utc(), 24)
    work.console.line.note(NoteKind.NOTIFICATION_DUE, text=due.text)
    work.until(lambda: bool(work.shown.table.notifications))

    def handover() -> HandoverScreen:
        before = report.compared
        QTest.keyClick(report, Qt.Key.Key_Return)
        work.until(lambda: report.compared is not before and HandoverScreen in screens.pages)
        page = screens.pages[HandoverScreen]
        assert isinstance(page, HandoverScreen)
        work.until(page.isVisible)
        return page

    def with_pin(page: HandoverScreen, who: str) -> None:
        work.type_pin(page.sign_in, who)
        work.until(lambda: page.sign_in is not None and not page.sign_in.isVisible())
        work.until(lambda: not page.work.busy)

    page = handover()
    assert words("en").text("handover.notification") in [row[0] for row in page.points.of.rows]
    later = replace(due, incident="T1-i2")
    work.console.line.note(NoteKind.NOTIFICATION_DUE, text=later.text)
    work.until(lambda: len(work.shown.table.notifications) == 2)
    for told, sides in ((words("en").text("give.news"), set()), ("", {"outgoing"})):
        QTest.mouseClick(page.keys["outgoing"], Qt.MouseButton.LeftButton)
        with_pin(page, "S1")
        assert (page.message, signed_sides(page)) == (told, sides)
        assert any("T1-i2" in row[1] for row in page.points.of.rows)
    QTest.mouseClick(page.duty, Qt.MouseButton.LeftButton)
    with_pin(page, "S1")
    screens.save.folder = tmp_path
    report.write("json")
    screens.save.primary.click()
    work.until(lambda: bool([*tmp_path.glob("shift-*.json")]) and not report.work.busy)
    (written,) = tmp_path.glob("shift-*.json")
    told = json.loads(written.read_bytes())["tables"][0]["handover"]
    assert [each["side"] for each in told["signatures"]] == ["outgoing"]
    assert [each["who"] for each in told["duties"]] == ["S1"]
    QTest.keyClick(page, Qt.Key.Key_Escape)
    work.until(lambda: report.isVisible() and not report.work.busy)
    QTest.keyClick(report, Qt.Key.Key_Return)
    work.until(page.isVisible)
    assert signed_sides(page) == {"outgoing"}
    assert words("en").text("duty.nobody") not in [row[1] for row in page.points.of.rows]


@pytest.mark.parametrize(
    ("language", "written"), [("en", "66.0"), ("de", "66,0"), ("lt", "66,0"), ("ja", "66.0")]
)
def test_a_figure_is_written_as_the_language_writes_it(language: str, written: str) -> None:
    assert words(language).figure(66.0, 1) == written
    apart = {"en": "8,412", "de": "8.412", "lt": "8\u00a0412", "ja": "8,412"}
    assert whole(8412, words(language)) == apart[language]


def test_another_shift_is_one_press_away(qtbot: QtBot, tmp_path: Path) -> None:
    screen = night_screen(qtbot, tmp_path)
    show_night(screen, (SHIFT, "2026-11-19 14:00"))
    assert not screen.shift.isHidden()
    QTest.mouseClick(screen.shift, Qt.MouseButton.LeftButton)
    asked: list[str | None] = []
    screen.count = asked.append  # type: ignore[method-assign, assignment]
    screen.shift_panel.turned.emit(FilterCondition.SHIFT, "2026-11-19 14:00")
    assert asked == ["2026-11-19 14:00"]


def test_a_shift_without_activity_is_drawn_without_figures(qtbot: QtBot, tmp_path: Path) -> None:
    screen = night_screen(qtbot, tmp_path)
    empty: ComparedReport = work().report_of_shift("1999-01-01 06:00", lambda _: True)
    screen.show_shift_report(empty)
    assert screen.pace.isHidden() and screen.primary.isHidden()
    assert is_drawn(screen)


@pytest.mark.sweep
def test_a_wheels_numbers_stand_with_an_honest_reading(qtbot: QtBot) -> None:
    makes = Paperwork((spins(),), NAMES, lambda: counted().report.made, draw=document_pdf)
    screen = WheelScreen(makes, words("en"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    screen.begin()
    qtbot.waitUntil(lambda: screen.wheel is not None)
    assert screen.wheel is not None and screen.wheel.spins == 600
    name = screen.accessibleName()
    assert words("en").text("wheel_figures.conclusion.as_chance") in name
    assert all(f"{number}: " in name for number in range(37))
    for language in LANGUAGES:
        screen.set_words(words(language))
        assert flaws(screen) == [], language
        bars = screen.findChild(WheelBars)
        assert bars is not None and bars.height() > 100, "six tests' words left the bars no room"


@pytest.mark.sweep
def test_another_person_authorises_a_correction_and_the_entry_stays(
    work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_review(work, "S1")
    screens = review_over(work.window).screens
    assert screens is not None
    work.until(lambda: screens.log.row is not None)
    row = screens.log.row
    assert row is not None
    screens.correct(row)
    page = screens.pages[CorrectionScreen]
    assert isinstance(page, CorrectionScreen)
    for name, text in (
        ("what", "by"),
        ("before", "P1"),
        ("after", "P2"),
        ("why", "signed for a colleague"),
    ):
        page.fields[name].setText(text)

    def authorise(who: str) -> None:
        page.press()
        work.type_pin(page.sign_in, who)
        work.until(lambda: bool(page.message))

    authorise("S1")
    assert page.message == words("en").text("amend.refused")
    with monkeypatch.context() as disk:
        disk.setattr(work.console.journal, "append", fails)
        for _ in range(2):
            page.message = ""
            authorise("P1")
            assert page.message == not_recorded()
    work.until(lambda: work.shown.unwritable is None)
    page.message = ""
    authorise("P1")
    assert page.primary.isHidden()
    screens.show_log()
    kinds = KINDS_OF["corrections"]
    screens.log.query.look_for(Filter(kinds=frozenset(kinds)))
    work.until(lambda: screens.log.row is not None and screens.log.row.kind in kinds)
    assert screens.log.row is not None
    assert screens.log.row.figures["entry"] == row.number


def test_a_press_shows_the_next_of_several_tables(qtbot: QtBot, tmp_path: Path) -> None:
    screen = night_screen(qtbot, tmp_path)
    assert screen.other.isHidden()
    night = counted()
    (table,) = night.report.tables
    other = replace(table, origin=replace(table.origin, table="8"))
    screen.show_shift_report(replace(night, report=replace(night.report, tables=(table, other))))
    assert not screen.other.isHidden()
    QTest.mouseClick(screen.other, Qt.MouseButton.LeftButton)
    assert screen.table == other


@pytest.mark.sweep
def test_a_table_without_any_activity_is_still_in_the_report() -> None:
    both = Paperwork((long_night(), spins()), NAMES, lambda: MADE, draw=document_pdf)
    quiet, played = both.report_of_shift(SHIFT, lambda _: True).report.tables
    assert (played.origin.game, quiet.origin.game) == ("baccarat", "roulette")
    assert played.whole.rounds and not quiet.whole.rounds


def test_an_existing_file_is_named_in_the_languages_words(qtbot: QtBot, tmp_path: Path) -> None:
    screen = night_screen(qtbot, tmp_path, "de")
    (tmp_path / "shift-2026-11-19-2200.csv").write_bytes(b"mine")
    screen.write("csv")
    qtbot.waitUntil(lambda: bool(screen.message))
    assert screen.message.startswith(words("de").text("shift.not_written", why="").strip())


@pytest.mark.sweep
def test_the_report_leads_to_what_happened_in_the_log(qtbot: QtBot) -> None:
    inquiries = inquiries_of(long_night())
    screens = ReviewScreens(inquiries, work(), words("en"), SetClock())
    qtbot.addWidget(screens)
    screens.resize(1280, 800)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.show()
    QTest.keyClicks(screens.log.search, "hidden")
    QTest.keyClick(screens.log.search, Qt.Key.Key_Return)
    QTest.mouseClick(screens.log.keys[LogKey.REPORT], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: screens.report is not None and screens.report.compared is not None)
    assert screens.report is not None
    QTest.mouseClick(screens.report.incidents, Qt.MouseButton.LeftButton)
    assert screens.log.isVisible() and screens.log.query.wanted.shifts == {SHIFT}
    assert screens.log.search.text() == "", "nor is the list filtered by these words any more"
    rows = [screens.log.query.rows.row(at) for at in range(screens.log.query.rows.count)]
    assert [row.kind for row in rows if row is not None].count("incident_reported") == 3


def test_what_happened_in_the_log_has_the_round_voided_out_of_a_halt_as_on_paper(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = written(tmp_path / "J.db", *ROUND[:6], card("8D"), VOID, refused=("out_of_turn",))
    inquiries = inquiries_of(path)
    makes = Paperwork((path,), NAMES, lambda: MADE, draw=document_pdf)
    screens = ReviewScreens(inquiries, makes, words("en"), SetClock())
    qtbot.addWidget(screens)
    screens.begin(SUPERVISOR, lambda _: ("Casino Nord",), close="review.menu.close")
    screens.show()
    qtbot.waitUntil(lambda: screens.log.query.filter_choices.last is not None)
    screens.show_shift_report()
    qtbot.waitUntil(lambda: screens.report is not None and screens.report.compared is not None)
    assert screens.report is not None and screens.report.table is not None
    assert [each.id for each in screens.report.table.lists.halts]
    QTest.mouseClick(screens.report.incidents, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: screens.log.query.rows.count > 0)
    rows = [screens.log.query.rows.row(at) for at in range(screens.log.query.rows.count)]
    assert "round_voided" in [row.kind for row in rows if row is not None]


def test_remarks_being_typed_are_kept_for_each_table(qtbot: QtBot) -> None:
    screen = HandoverScreen(_Acts(), words("en"), SetClock())
    qtbot.addWidget(screen)
    for table, typed, kept in (("7", "Shoe 2 sticks", "Shoe 2 sticks"), ("8", "", "")):
        screen.show_page(SUPERVISOR, (table,))
        screen.begin(OPEN, SHIFT, dict(NAMES))
        screen.remarks.setPlainText(typed)
        screen.begin(OPEN, SHIFT, dict(NAMES))
        assert screen.remarks.toPlainText() == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_no_kind_is_cut_in_the_report(qtbot: QtBot, language: str) -> None:
    """In German it ended with 'Nicht zum Zug gekom…'."""
    chart = KindsChart(words(language))
    qtbot.addWidget(chart)
    chart.resize(432, 200)
    kinds = sorted({row.kind for row in committed()})
    for kind in kinds:
        chart.show_kinds((KindBar(kind, 3),), words(language))
        texts, found = measured(chart)
        assert found == [], kind
        named = "".join(kind_name(words(language), kind).split()).replace("\u00ad", "")
        assert named in "".join("".join(each.text.split()) for each in texts), kind


@pytest.mark.parametrize(("language", "said"), [("en", "Still open: 1"), ("de", "Noch offen: 1")])
def test_the_chart_of_kinds_denies_no_incident_that_is_open(
    qtbot: QtBot, tmp_path: Path, language: str, said: str
) -> None:
    """A kind is counted once it is decided: until then the chart said that there was no incident."""
    screen = night_screen(qtbot, tmp_path, language)
    for lines, text in (
        (FELL[:4], words(language).text("shift.no_incident")),
        (FELL[:5], said),
        ((*FELL[:5], WITHDRAW), words(language).text("shift.no_incident")),
    ):
        path = written(tmp_path / f"{len(lines)}-{len(text)}.db", *lines)
        (table,) = shift_report([path], Interval(), START).tables
        assert screen.compared is not None
        report = replace(screen.compared.report, tables=(table,))
        screen.show_shift_report(replace(screen.compared, report=report))
        assert screen.kinds.accessibleName().endswith(text)
        assert [each.text for each in measured(screen.kinds)[0]][-1] == text


@pytest.mark.sweep
def test_a_supervisor_begins_and_ends_the_duty_at_a_table_without_a_floor(work: AtWork) -> None:
    page = handover_over(work)
    text = words("en").text
    assert text("report.duties") not in [what for what, _ in page.points.of.rows]

    def change(who: str) -> None:
        QTest.mouseClick(page.duty, Qt.MouseButton.LeftButton)
        assert page.sign_in is not None and page.sign_in.isVisible()
        assert page.sign_in.state.title == text("sign_in.duty")
        work.type_pin(page.sign_in, who)

    change("P1")
    assert page.sign_in is not None
    work.until(lambda: page.sign_in is not None and bool(page.sign_in.state.note.heed))
    assert work.shown.table.console.on_duty is None, "a pit boss is no supervisor"
    page.end_sign_in()
    change("S1")
    work.until(lambda: work.shown.table.console.on_duty is not None)
    present = work.shown.table.console.on_duty
    assert present is not None and present.who == "S1"
    work.until(lambda: not page.work.busy)
    (said,) = [told for what, told in page.points.of.rows if what == text("report.duties")]
    assert said.endswith(text("duty.since", time=page.formatter.day_and_clock(present.since)))
    change("S1")
    work.until(lambda: work.shown.table.console.on_duty is None)
    work.until(lambda: not page.work.busy)
    (said,) = [told for what, told in page.points.of.rows if what == text("report.duties")]
    assert text("duty.until", time="").strip() in said
