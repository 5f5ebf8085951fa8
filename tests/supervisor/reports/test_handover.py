"""The handover: what one shift leaves to the next, and who signs for it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval, of_day
from console.supervisor.history.quick_steps import QuickStep
from console.supervisor.records import ToSign, lines_of
from console.supervisor.records.accounts.lookup import every, find_round
from console.supervisor.records.documents.record_words import RecordFormatter, unsealed_text
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.figures import Consumable, SkippedStep, WinnerFigures
from console.supervisor.reports.handover import (
    AstraySet,
    EndingLicence,
    FaultyDevice,
    Handover,
    ManualMode,
    MissingPicture,
    PendingIncident,
    TraineeDealing,
    UncountedSet,
    UnknownPreparer,
    WrongSet,
    open_at,
)
from console.supervisor.reports.handover_words import handover_paper, open_points
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.report_document import counted_parts, report_paper
from console.supervisor.reports.shift_report import ShiftReport
from console.supervisor.review import Paperwork
from console.table.core import (
    Claim,
    Commissioning,
    Contradiction,
    Drift,
    Measure,
    NoPicture,
    NoteKind,
    Notification,
    PeopleChange,
    ProbeAnswer,
    ProbedVideo,
    Session,
    SetClock,
    SetRounds,
    Statement,
    Table,
    UnusualWheel,
    Who,
    encode_table,
    table_of,
)
from console.table.core.state.contradictions import ContradictionKind
from console.table.custody import open_session
from console.table.journal import Identity, archives, open_journal
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen, book, device, frame
from tests.table.core.wheel_at_random import status, wheel_bytes
from tests.table.played import (
    CLOSED,
    DONE_D,
    DONE_P,
    OPEN,
    ROUND,
    START,
    card,
    incident,
    say,
    session_at,
    take,
    time_of_line,
    written,
)
from tests.table.ui.window.test_felt_question import FELT

SHIFT = "2026-11-20 06:00"
SUPERVISORS: tuple[Seen, ...] = tuple(
    {"do": "sign_in", "who": who, "role": "supervisor"} for who in ("S1", "S2")
)


def handover_of(path: Path, *lines: Seen) -> Handover:
    handover = table_report(written(path, *lines), Interval()).handover
    assert handover is not None
    return handover


def test_an_open_incident_the_report_behind_it_and_a_call_are_handed_over(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, incident("card_fell", cards=1), incident("damaged_card"))
    handover = handover_of(tmp_path / "J.db", *lines, {"do": "call", "by": "D1", "on": True})
    assert [(each.id, each.kind, each.state) for each in handover.incidents] == [
        ("T7-i1", "card_fell", "facts"),
        ("T7-i2", "damaged_card", "waiting"),
    ]
    assert (handover.round, handover.called, handover.halt) == ("T7-1", time_of_line(5), None)
    assert not handover.clear


def test_orders_manual_mode_a_halt_and_a_device_at_fault_are_handed_over(tmp_path: Path) -> None:
    lines: tuple[Seen, ...] = (
        OPEN,
        CLOSED,
        device(frame("1", "E", 0x42)),
        {"do": "reshuffle", "by": "P1", "new": True},
        {"do": "close", "by": "P1"},
        {"do": "manual", "by": "P1", "on": True},
    )
    handover = handover_of(tmp_path / "J.db", *lines)
    assert (handover.halt, handover.reshuffle, handover.close) == ("device", "new", True)
    assert handover.manual is not None and handover.manual.since == time_of_line(6)
    points = dict(open_points(handover, RecordFormatter(words("en"))))
    assert "In manual mode the card set is not checked." in points["Manual mode"]
    assert [(each.device, each.what) for each in handover.ailing] == [("shoe", "fault")]


def test_a_device_that_reads_again_is_not(tmp_path: Path) -> None:
    from tests.table.core.tables import card_frame

    lines = (OPEN, CLOSED, device(frame("1", "E", 0x42)), {"do": "withdraw", "by": "P1"})
    handover = handover_of(tmp_path / "J.db", *lines, device(card_frame("2", "player", 1, "9H")))
    assert handover.ailing == () and handover.open_points == 1, "the round"


def test_a_skipped_step_is_followed_up_with_its_reason(tmp_path: Path) -> None:
    skipped: Seen = {"do": "done", "by": "P1", "reason": "no card to be found"}
    lines = (OPEN, CLOSED, incident("card_fell", "P1", cards=1, seen=False), skipped)
    (step,) = handover_of(tmp_path / "J.db", *lines).follow_ups
    assert (step.action, step.by, step.reason, step.at) == (
        "put_back",
        "P1",
        "no card to be found",
        time_of_line(4),
    )


def prepare(session: Session, until: str) -> None:
    """Do the steps of the preparation until this action is due, or this phase is reached."""
    while until not in ((seen := session.view()).phase, seen.prompt.action):
        by_dealer = card("3C") if seen.prompt.action == "burn_card" else DONE_D
        take(session, DONE_P if seen.prompt.actor == "pit_boss" else by_dealer)


def test_a_step_that_a_close_broke_off_is_open_until_the_opened_table_does_it(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with ExitStack() as stack:
        session = signing(path, stack)

        def follow_ups() -> list[str]:
            report = table_report(path, Interval())
            assert report.handover is not None
            assert [each.action for each in report.lists.skipped] == abandoned, "it was not done then"
            return [each.action for each in report.handover.follow_ups]

        abandoned = ["cut", "place_cut_card", "load", "burn_card", "burn"]
        take(session, {"do": "reshuffle", "by": "P1"})
        prepare(session, "cut")
        take(session, {"do": "close", "by": "P1"})
        prepare(session, "closed")
        assert follow_ups() == abandoned
        take(session, {"do": "open", "by": "P1"})
        prepare(session, "load")
        assert follow_ups() == abandoned[2:]
        prepare(session, "betting")
        assert follow_ups() == []


def test_steps_that_a_close_broke_off_name_who_ordered_it(tmp_path: Path) -> None:
    """A close that is ordered in a halt begins as the dealer puts the fallen card back."""
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        take(session, {"do": "reshuffle", "by": "P1"}, DONE_D, incident("card_fell", "P1", cards=1))
        take(session, {"do": "close", "by": "P1"})
        assert session.view().prompt.actor == "dealer"
        take(session, DONE_D)
        assert session.view().prompt.action == "inspect"
    report = table_report(tmp_path / "J.db", Interval())
    assert report.handover is not None and report.handover.follow_ups
    assert {each.by for each in (*report.lists.skipped, *report.handover.follow_ups)} == {"P1"}


@pytest.mark.sweep
def test_steps_that_a_close_broke_off_are_handed_over_until_the_table_plays_again(tmp_path: Path) -> None:
    """The next shift of a table that stayed closed did not see them, however much was noted meanwhile."""
    path, clock = tmp_path / "J.db", SetClock(START)
    shifts = list[str]()

    def shift(at: datetime) -> str:
        return f"shift {(at - START) // timedelta(hours=8)}"

    def follow_ups() -> list[int]:
        handovers = (table_report(path, Interval(shift=each)).handover for each in shifts)
        return [len(handover.follow_ups) for handover in handovers if handover is not None]

    with session_at(path, clock, shift=shift) as session:
        take(session, {"do": "reshuffle", "by": "P1"})
        prepare(session, "cut")
        take(session, {"do": "close", "by": "P1"})
        prepare(session, "closed")
        shifts.append(shift(clock.utc()))
        for remarks in (1600, 1):
            clock.advance(8 * 3600)
            take(session, *[say("closed")] * remarks)
            shifts.append(shift(clock.utc()))
        assert follow_ups() == [5, 5, 5]
        last = table_report(path, Interval(shift=shifts[-1]))
        assert (last.lists.skipped, last.checks) == ((), ()), "they count where they were broken off"
        take(session, {"do": "open", "by": "P1"})
        prepare(session, "betting")
        clock.advance(8 * 3600)
        take(session, say("open"))
        shifts.append(shift(clock.utc()))
        assert follow_ups() == [5, 5, 0, 0]


def test_a_check_of_the_wheel_that_a_close_broke_off_was_not_done(tmp_path: Path) -> None:
    """A wheel closes without an inspection: the check that was due counted as done."""
    signed_in = (
        {"do": "sign_in", "who": who, "role": role} for who, role in (("D1", "dealer"), ("P1", "pit_boss"))
    )
    lines = (*signed_in, {"do": "open", "by": "P1"}, {"do": "close", "by": "P1"})
    report = table_report(
        written(tmp_path / "J.db", *lines, code="sv", game="roulette", is_ready=False), Interval()
    )
    assert report.handover is not None
    broken_off = [(each.action, 0, 1) for each in report.handover.follow_ups]
    assert broken_off and sorted(broken_off) == [
        (each.action, each.done, each.missed) for each in report.checks
    ]


def test_decks_that_go_back_are_for_the_storage(tmp_path: Path) -> None:
    """BAC-3.1.3."""
    with session_at(tmp_path / "J.db", rules="sv", is_ready=False) as session:
        for line in (
            {"do": "sign_in", "who": "D1", "role": "dealer"},
            {"do": "sign_in", "who": "P1", "role": "pit_boss"},
            {"do": "open", "by": "P1"},
            {"do": "done", "by": "D1"},
            {"do": "done", "by": "D1", "note": "decks 11 to 18"},
        ):
            assert session.take(msgspec.json.encode(line)).accepted
        seen = session.take(msgspec.json.encode(incident("damaged_card", "P1", cards=1)))
        while seen.incident is not None and seen.incident.open:
            note = "deck 13: torn" if seen.prompt.action == "return_decks" else None
            by = "P1" if seen.prompt.actor == "pit_boss" else "D1"
            seen = session.take(msgspec.json.encode({"do": "done", "by": by, "note": note, "counted": 416}))
            assert seen.accepted, seen.refused
    report = table_report(tmp_path / "J.db", Interval())
    assert report.handover is not None
    assert [(each.action, each.note) for each in report.handover.storage] == [
        ("return_decks", "deck 13: torn")
    ]
    assert report.lists.consumables[0].note == "decks 11 to 18"
    assert {each.action for each in report.checks} >= {"check_shoe", "receive_decks"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_open_point_of_a_handover_is_printed_in_every_language(tmp_path: Path, lang: str) -> None:
    lines = (OPEN, CLOSED, card("9H"), incident("card_fell", cards=1), say("Watch seat 3"))
    handover = handover_of(tmp_path / "J.db", *lines, {"do": "close", "by": "P1"})
    points = list(open_points(handover, RecordFormatter(words(lang), zone=UTC)))
    assert len(points) == 3 and all(label and details for label, details in points)
    assert [each.text for each in handover.remarks] == ["Watch seat 3"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_seal_that_could_not_be_made_is_open_until_one_is(tmp_path: Path, lang: str) -> None:
    path, why = tmp_path / "J.db", f"{SHIFT}: no key"
    with ExitStack() as stack:
        session = signing(path, stack)
        session.note(NoteKind.JOURNAL_NOT_SEALED, text=why)
        failed = table_report(path, Interval())
        session.note(NoteKind.JOURNAL_SEALED, text="1")
        made = table_report(path, Interval())
    assert failed.handover is not None and made.handover is not None
    assert (failed.handover.unsealed, failed.handover.clear) == (why, False)
    assert (made.handover.unsealed, made.handover.clear) == (None, True)
    text = words(lang).text
    points = list(open_points(failed.handover, RecordFormatter(words(lang), zone=UTC)))
    assert points == [(text("handover.unsealed"), unsealed_text(words(lang), why))]
    (doings,) = (
        part
        for part in counted_parts(made, "", RecordFormatter(words(lang), zone=UTC))
        if part.heading == text("report.doings")
    )
    assert (text("log.noted.journal_not_sealed"), 1) in doings.rows


# --- signatures ------------------------------------------------------------------------------------


def signing(path: Path, stack: ExitStack) -> Session:
    clock = SetClock(START)
    identity = Identity("T7", "baccarat", "lt")
    opened = open_session(path, identity, book("lt"), clock, stack, shift=lambda at: SHIFT, is_ready=True)
    for line in SUPERVISORS:
        assert opened.session.take(msgspec.json.encode(line)).accepted
    return opened.session


def test_both_shifts_sign_and_the_report_has_it(tmp_path: Path) -> None:
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        assert session.sign_handover("S1", SHIFT, "outgoing", "Deck 13 to storage").accepted
        report = table_report(tmp_path / "J.db", Interval(shift=SHIFT)).handover
        assert report is not None and report.missing() == ("incoming",)
        assert session.sign_handover("P1", SHIFT, "incoming").accepted
    report = table_report(tmp_path / "J.db", Interval(shift=SHIFT)).handover
    assert report is not None and report.missing() == ()
    assert [(each.side, each.by, each.remarks) for each in report.signatures] == [
        ("outgoing", "S1", "Deck 13 to storage"),
        ("incoming", "P1", ""),
    ]


NEXT = "2026-11-20 14:00"


def read(shift: str) -> str:
    """A shift's name as an English page has it."""
    return shift.replace("2026-11-20", "20/11/2026")


def signature_rows(report: ShiftReport, *, only_handover: bool) -> list[tuple[object, ...]]:
    """The signatures on paper, each under its heading, without the lines to sign on."""
    formatter = RecordFormatter(words("en"), zone=UTC)
    paper = report_paper(report, formatter, "1")
    if only_handover:
        paper = handover_paper(report, formatter, "1", ("T7",))
    signed = [part for part in paper.parts if isinstance(part, ToSign)]
    return [(part.heading, *row[:3]) for part in signed for row in part.rows]


@pytest.fixture
def signed_shifts(tmp_path: Path) -> Path:
    """A morning that both sides signed, as the next shift had begun; that one has not been signed yet."""
    return two_shifts(tmp_path / "J.db", both=True)


def two_shifts(path: Path, *, both: bool) -> Path:
    """The journal of two shifts; of the first one's handover only the outgoing side may have signed."""
    clock = SetClock(START)
    with session_at(
        path, clock, shift=lambda at: NEXT if at >= START + timedelta(hours=5) else SHIFT
    ) as session:
        take(session, *SUPERVISORS)
        clock.advance(4 * 3600)
        assert session.sign_handover("S1", SHIFT, "outgoing", "Deck 13 to storage").accepted
        clock.advance(3600)
        assert session.take(msgspec.json.encode(say("good morning"))).accepted
        assert not both or session.sign_handover("P1", SHIFT, "incoming").accepted
    return path


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("both", "minutes", "offered"), [(False, 1, SHIFT), (True, 1, NEXT), (False, 61, NEXT)]
)
def test_the_shift_that_ended_is_offered_until_its_handover_is_signed(
    tmp_path: Path, both: bool, minutes: int, offered: str
) -> None:
    """A signature right after the change of shift was booked to the shift that had just begun."""
    now = datetime.fromisoformat(NEXT).astimezone() + timedelta(minutes=minutes)
    path = two_shifts(tmp_path / "J.db", both=both)
    makes = Paperwork((path,), {}, lambda: now, draw=lambda _: b"")
    assert makes.report_of_shift(None, lambda _: True).report.interval.shift == offered


def test_a_shift_of_a_clock_that_was_ahead_is_not_the_one_to_hand_over(tmp_path: Path) -> None:
    """It was offered on every day of the year until then, and its handover was what people signed."""
    path, clock = tmp_path / "J.db", SetClock(START + timedelta(days=365))
    with session_at(path, clock, shift=lambda at: f"{at:%Y-%m-%d} 06:00") as session:
        take(session, say("a year ahead"))
        clock.set(-365 * 86_400)
        take(session, say("put right"))
    makes = Paperwork((path,), {}, lambda: START + timedelta(hours=3), draw=lambda _: b"")
    assert makes.report_of_shift(None, lambda _: True).report.interval.shift == SHIFT


@pytest.mark.parametrize("only_handover", [False, True], ids=["report", "handover"])
def test_a_report_of_any_time_names_whose_handover_was_signed(
    signed_shifts: Path, only_handover: bool
) -> None:
    of_both = ("Outgoing shift", "Incoming shift")
    outgoing, incoming = (
        (
            f"Signatures · Shift {read(SHIFT)}",
            "Outgoing shift",
            "S1 · 20/11/2026 13:00:00",
            "Deck 13 to storage",
        ),
        (f"Signatures · Shift {read(SHIFT)}", "Incoming shift", "P1 · 20/11/2026 14:00:00", None),
    )
    of_next = [(f"Signatures · Shift {read(NEXT)}", side, "not signed", None) for side in of_both]
    noon, afternoon = START + timedelta(hours=3), START + timedelta(hours=5)
    for interval, rows in (
        (Interval(), [outgoing, incoming, *of_next]),
        (of_day(START.date(), UTC), [outgoing, incoming, *of_next]),
        (Interval(afternoon, None), [incoming, *of_next]),
        (Interval(None, noon), [outgoing, incoming]),
        (Interval(shift=SHIFT), [("Signatures", *outgoing[1:]), ("Signatures", *incoming[1:])]),
        (Interval(shift=NEXT), [("Signatures", side, "not signed", None) for side in of_both]),
    ):
        report = shift_report([signed_shifts], interval, START)
        assert signature_rows(report, only_handover=only_handover) == rows, interval


@pytest.mark.parametrize("only_handover", [False, True], ids=["report", "handover"])
def test_the_lines_of_a_remark_are_lines_on_paper(tmp_path: Path, only_handover: bool) -> None:
    path, remark = tmp_path / "J.db", "Deck 13 is torn.\n\nReader 2: slow\x1b"
    with ExitStack() as stack:
        session = signing(path, stack)
        assert session.sign_handover("S1", SHIFT, "outgoing", remark).accepted
    report = shift_report([path], Interval(shift=SHIFT), START)
    outgoing, _ = signature_rows(report, only_handover=only_handover)
    assert outgoing[-1] == "Deck 13 is torn.\n\nReader 2: slow<U+001B>"


def test_the_lines_of_a_remark_are_lines_in_the_file_of_its_round(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with ExitStack() as stack:
        session = signing(path, stack)
        session.take(msgspec.json.encode(OPEN))
        assert session.sign_handover("S1", SHIFT, "outgoing", "Deck 13\nis torn").accepted
        take(session, *ROUND[1:])
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC), START, "1")
    notes = [row[-1] for part in paper.parts for row in part.rows]
    assert "Deck 13\nis torn" in notes


def test_no_person_signs_a_handover_for_both_sides(tmp_path: Path) -> None:
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        assert session.sign_handover("S1", SHIFT, "outgoing").accepted
        assert session.sign_handover("S1", SHIFT, "incoming").refused == "not_authorised"
        assert session.sign_handover("D1", SHIFT, "incoming").refused == "not_authorised"
        assert session.sign_handover("X9", SHIFT, "incoming").refused == "not_signed_in"
        assert session.sign_handover("S1", "the next", "incoming").accepted


def test_a_signature_stands_by_the_time_that_passed_however_the_clock_was_set(tmp_path: Path) -> None:
    """Three hours of play after it were none by a clock that was set back by so much."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock, shift=lambda at: SHIFT) as session:
        take(session, *SUPERVISORS)
        assert session.sign_handover("S1", SHIFT, "outgoing").accepted
        clock.set(-3 * 3600)
        for _ in range(3):
            clock.advance(3600)
            take(session, say("played"))
    handover = table_report(path, Interval(shift=SHIFT)).handover
    assert handover is not None
    assert [(each.side, each.early) for each in handover.signatures] == [("outgoing", True)]


def test_what_the_console_notes_at_a_closed_table_makes_no_signature_too_early(tmp_path: Path) -> None:
    """The supervisor on duty changed on the wall: both sides were asked again."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock, shift=lambda at: SHIFT) as session:
        take(session, *SUPERVISORS, {"do": "close", "by": "P1"})
        prepare(session, "closed")
        for side, who in (("outgoing", "S1"), ("incoming", "P1")):
            assert session.sign_handover(who, SHIFT, side).accepted  # type: ignore[arg-type]
        for seconds, missing in ((2 * 3600, ()), (1, ("outgoing", "incoming"))):
            clock.advance(seconds)
            if missing:
                take(session, {"do": "open", "by": "P1"})
            session.set_on_duty("S2", clock.utc())
            handover = table_report(path, Interval(shift=SHIFT)).handover
            assert handover is not None
            assert handover.missing() == missing


def test_points_after_a_signature_are_marked_and_that_side_signs_again(tmp_path: Path) -> None:
    """A signature right after the change was for the shift that had just begun, and closed it for good."""
    path, clock = tmp_path / "J.db", SetClock(START)
    formatter = RecordFormatter(words("en"), zone=UTC)

    def handover() -> Handover:
        counted = table_report(path, Interval(shift=SHIFT)).handover
        assert counted is not None
        return counted

    with session_at(path, clock, shift=lambda at: SHIFT) as session:
        take(session, *SUPERVISORS, OPEN, CLOSED)
        assert session.sign_handover("S1", SHIFT, "outgoing").accepted
        clock.advance(60)
        assert session.take(msgspec.json.encode(incident("card_fell", cards=1))).accepted
        assert session.sign_handover("S2", SHIFT, "incoming").accepted
        assert handover().missing() == ("outgoing",)
        details = dict(open_points(handover(), formatter))
        assert details["Incident"].endswith("after the signature of 20/11/2026 09:00:00")
        assert "signature" not in details["Round in play"], "the game goes on"
        clock.advance(7 * 3600)
        assert session.take(msgspec.json.encode(say("seven hours later"))).accepted
        assert handover().missing() == ("outgoing", "incoming")
        assert session.sign_handover("S2", SHIFT, "outgoing").accepted
        assert session.sign_handover("P1", SHIFT, "incoming").accepted
    assert handover().missing() == ()
    assert not any("signature" in text for _, text in open_points(handover(), formatter))


def test_another_halt_for_the_same_reason_comes_after_a_signature(tmp_path: Path) -> None:
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock, shift=lambda at: SHIFT) as session:
        session.take(msgspec.json.encode(OPEN))
        for lifts in (False, True):
            clock.advance(60)
            if lifts:
                assert session.take(msgspec.json.encode({"do": "withdraw", "by": "P1"})).accepted
            session.take(msgspec.json.encode(card("9H")))
            handover = table_report(path, Interval(shift=SHIFT)).handover
            assert handover is not None and handover.halt == "bets_open"
            if not lifts:
                assert session.sign_handover("P1", SHIFT, "outgoing").accepted
    assert handover is not None and handover.missing() == ("outgoing", "incoming")
    details = dict(open_points(handover, RecordFormatter(words("en"), zone=UTC)))["Play halted"]
    assert "09:02:00" in details and details.endswith("after the signature of 20/11/2026 09:01:00")


def test_a_note_stays_on_paper_though_its_side_signs_again(tmp_path: Path) -> None:
    """A point that comes later asks for the signature again: the note of the first one was gone."""
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        for by, note in (("S1", "Deck 13 to storage"), ("S2", ""), ("P1", "")):
            assert session.sign_handover(by, SHIFT, "outgoing", note).accepted
    rows = signature_rows(shift_report([tmp_path / "J.db"], Interval(shift=SHIFT), START), only_handover=True)
    signed = [(by, note) for _, _, by, note in rows]
    assert signed == [
        ("S1 · 20/11/2026 09:00:00", "Deck 13 to storage"),
        ("P1 · 20/11/2026 09:00:00", None),
        ("not signed", None),
    ]


def test_a_signature_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        session.take(msgspec.json.encode(OPEN))
        before = session.view()
        after = session.sign_handover("S1", SHIFT, "outgoing")
        assert (after.phase, after.say, after.prompt) == (before.phase, before.say, before.prompt)


DRIFT = Drift("shoe", Measure.UNREAD, 1.2, 24.4, 1e-9, 812)


def test_a_device_that_reads_worse_than_it_did_is_handed_over_once() -> None:
    """The next shift read 'Nothing outstanding'; later reads of the same device are no news."""
    made = Commissioning(at=START, digest="ab" * 32, by="T1", authorised_by="S1", drifts=(DRIFT,))
    handover = open_at(Table(commissioned=made), START, {})
    ((_, details),) = open_points(handover, RecordFormatter(words("en"), zone=UTC))
    assert "1.2 after commissioning, 24.4 now" in details
    later = replace(handover, drifts=(replace(DRIFT, now=30.0),))
    assert later.since(handover) is None and handover.since(Handover(START)) is not None


SOME: dict[str, object] = {
    "incidents": (PendingIncident("T7-i1", "card_fell", None, "facts", None, time_of_line(1), "D1"),) * 2,
    "halt": "out_of_turn",
    "round": "T7-2",
    "called": time_of_line(1),
    "manual": ManualMode("P1", time_of_line(1), 2),
    "reshuffle": "new",
    "close": True,
    "change_shoe": True,
    "ailing": (FaultyDevice("shoe", "lost"),),
    "drifts": (DRIFT,),
    "felt_differs": time_of_line(1),
    "procedures_off": ("daily_check",),
    "no_pictures": (MissingPicture("unreached", None), MissingPicture("slow", time_of_line(1), "T7-i1")),
    "notifications": (Notification("T7-i1", "authority", time_of_line(1), 24),),
    "contradictions": (
        Contradiction(
            "T7-c1",
            ContradictionKind.COUNT,
            Statement(Claim.COUNT, time_of_line(1), "D1", value="415"),
            Statement(Claim.COUNT, time_of_line(2), "D1", value="416"),
        ),
    ),
    "storage": (Consumable(time_of_line(1), "return_decks", Who("D1"), ""),),
    "wrong_sets": (WrongSet("T7-i1", time_of_line(1), SetRounds(5, 2, "T7-1", "T7-5")),),
    "trainees": (TraineeDealing("T7", "D1"),),
    "uncounted": (UncountedSet("A-17", Who("D1"), time_of_line(1)),),
    "astray": (AstraySet("A-17", "T7-9"),),
    "unlicensed": ("D2",),
    "preparers": (UnknownPreparer("A-17", "X9", "preparer_unlisted"),),
    "unusual": (UnusualWheel("W-17", "equal", 3000),),
    "short_balls": (QuickStep(7, time_of_line(1), "ball", 5.2, 8, None),),
    "long_runs": (WinnerFigures("banker", 60, 26, 1e-9, 1e9),),
    "not_commissioned": True,
    "licences": (EndingLicence("D1", "2026-12-10"),),
    "follow_ups": (SkippedStep(time_of_line(1), "inspect", Who("P1"), "late"),),
    "lost_entries": 24,
    "unsealed": "no key",
}


def test_as_much_is_counted_as_open_as_the_handover_lists() -> None:
    """The report's 'No open points' and the handover's list are one reckoning, whatever is open."""
    no_point = {"at", "shift", "halted_at", "duties", "remarks", "signatures"}
    assert SOME.keys() == {each.name for each in msgspec.structs.fields(Handover)} - no_point
    formatter = RecordFormatter(words("en"), zone=UTC)
    for name, value in SOME.items():
        handover = Handover(time_of_line(9), **{name: value})  # type: ignore[arg-type]
        assert handover.open_points == len(list(open_points(handover, formatter))) > 0, name
        assert not handover.clear
    every = Handover(time_of_line(9), **SOME)  # type: ignore[arg-type]
    assert every.open_points == len(list(open_points(every, formatter))) == len(SOME) + 2
    assert Handover(time_of_line(9)).clear and not list(open_points(Handover(time_of_line(9)), formatter))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("closings", [1, 2])
def test_steps_that_a_close_broke_off_are_handed_over_in_the_next_file(tmp_path: Path, closings: int) -> None:
    """At a terminal and in the review; a table that stays closed goes on in another file each month."""
    path, identity, clock = tmp_path / "J.db", Identity("T7", "baccarat", "lt"), SetClock(START)
    with ExitStack() as stack:
        session = signing(path, stack)
        take(session, {"do": "reshuffle", "by": "P1"})
        prepare(session, "cut")
        take(session, {"do": "close", "by": "P1"})
        prepare(session, "closed")
        state = encode_table(session.table)
    clock.advance(8 * 3600)
    for _ in range(closings):
        with open_journal(path, identity) as journal:
            archives.go_on_in_new_file(journal, state, clock.utc())
    with session_at(path, clock, is_ready=False, shift=lambda at: "the next") as session:
        take(session, say("closed"))
    (table,) = shift_report([path], Interval(), clock.utc(), from_shift_start=True).tables
    review = Paperwork((path,), {}, clock.utc, draw=lambda paper: b"")
    (reviewed,) = review.report_of_shift("the next", lambda _: True).report.tables
    for each in (table, reviewed):
        assert each.handover is not None
        assert [step.action for step in each.handover.follow_ups][:2] == ["cut", "place_cut_card"]
        assert [remark.text for remark in each.lists.remarks] == ["closed"]
        assert each.lists.skipped == () and each.begun == clock.utc()


def test_a_side_that_signed_before_the_file_was_closed_has_signed(tmp_path: Path) -> None:
    path, identity = tmp_path / "J.db", Identity("T7", "baccarat", "lt")
    with ExitStack() as stack:
        session = signing(path, stack)
        assert session.sign_handover("S1", SHIFT, "outgoing").accepted
        state = encode_table(session.table)
    with open_journal(path, identity) as journal:
        older = archives.go_on_in_new_file(journal, state, START + timedelta(minutes=1))
    with session_at(path, SetClock(START + timedelta(minutes=2)), shift=lambda at: SHIFT) as session:
        assert session.sign_handover("P1", SHIFT, "incoming").accepted
    for interval in (Interval(shift=SHIFT), Interval(), Interval(None, START + timedelta(minutes=1))):
        (table,) = shift_report([older, path], interval, START).tables
        assert table.handover is not None and table.handover.missing() == ()
        assert [each.by for each in table.handover.signatures] == ["S1", "P1"]


@pytest.mark.parametrize("bits", [0, 2])
def test_a_spin_that_the_wheel_reports_as_wrong_is_no_fault_of_the_wheel(bits: int, tmp_path: Path) -> None:
    """LT-ROU-25, LT-ROU-31a: record, count and handover name what the dealer did."""
    told, why = "spun_in_bet_time", "ball too early"
    path = tmp_path / "J.db"
    written(path, OPEN, wheel_bytes(status(2, 1, 0)), wheel_bytes(status(3, 1, 0, bits)), game="roulette")
    (record,) = every(path)
    formatter = RecordFormatter(words("en"), zone=UTC)
    assert (record.kind, formatter.kind(record)) == (told, f"Halt: {why}")
    table = table_report(path, Interval())
    assert [(each.name, each.count) for each in table.whole.halts] == [(told, 1)]
    assert table.handover is not None and table.handover.ailing == ()
    assert dict(open_points(table.handover, formatter))[words("en").text("handover.halt")].startswith(why)


def test_a_licence_that_ends_soon_is_handed_over_until_its_date_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "J.db"
    with ExitStack() as stack:
        session = signing(path, stack)
        for who, day in (("D1", "2026-12-10"), ("D2", "2026-11-21"), ("D1", "2026-12-10")):
            session.note(NoteKind.LICENCE_ENDS, who=who, text=day)
        changes = (
            PeopleChange("D2", "dealer", rights="4711 2027-11-21 - -", reason="renewed"),
            PeopleChange("D1", "dealer", rights="4712 2026-12-10 baccarat -", reason="the games"),
        )
        for change in changes:
            session.note(NoteKind.PEOPLE_LICENSED, who="S1", text=change.text)
    handover = table_report(path, Interval()).handover
    assert handover is not None and handover.licences == (EndingLicence("D1", "2026-12-10"),)
    (point,) = open_points(handover, RecordFormatter(words("en"), zone=UTC))
    assert point[0] == "Licence ends soon" and "10/12/2026" in point[1] and "D1" in point[1]


@pytest.mark.parametrize(("counted", "points"), [(None, 1), (416, 0)])
def test_a_set_into_which_fallen_cards_were_put_back_is_open_until_it_is_counted(
    tmp_path: Path, counted: int | None, points: int
) -> None:
    """LT-BAC-18b; South Dakota 2013: a king of diamonds stayed in a stool for twelve hours."""
    fell: Seen = {"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "P1"}
    lines: list[Seen] = [*ROUND[:3], fell, DONE_D, DONE_D]
    if counted is not None:
        lines += [{"do": "close", "by": "P1"}, {**DONE_D, "counted": counted}]
    handover = table_report(written(tmp_path / "J.db", *lines), Interval()).handover
    assert handover is not None and len(handover.uncounted) == points
    heads = [what for what, _ in open_points(handover, RecordFormatter(words("en"), zone=UTC))]
    assert heads.count("Fallen cards put back, set not counted since") == points


def test_a_dealer_without_a_licence_is_handed_over_until_one_is_entered(tmp_path: Path) -> None:
    """Nova Scotia 2005 to 2007: no paper said that none was kept."""
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        for who in ("D1", "D2"):
            session.note(NoteKind.NO_LICENCE, who=who)
        change = PeopleChange("D2", "dealer", rights="4711 2027-11-21 - -", reason="entered")
        session.note(NoteKind.PEOPLE_LICENSED, who="S1", text=change.text)
    handover = table_report(tmp_path / "J.db", Interval()).handover
    assert handover is not None and handover.unlicensed == ("D1",)
    points = [*open_points(handover, RecordFormatter(words("en"), zone=UTC))]
    assert points == [("No licence on record", "D1")]


def test_an_unknown_preparer_is_handed_over_until_the_list_has_a_shuffler_of_that_id(tmp_path: Path) -> None:
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        session.note(NoteKind.PREPARER_UNLISTED, who="x7", text="A-17")
        session.note(NoteKind.PREPARER_UNLISTED, who="X9", text="B-2")
        session.note(NoteKind.PREPARER_NO_SHUFFLER, who="D2")
        session.note(NoteKind.PREPARER_DISABLED, who="X5", text="C-1")
        session.note(NoteKind.PREPARER_DISABLED, who="X6", text="D-1")
        for change in (PeopleChange("X7", "shuffler"), PeopleChange("X9", "dealer")):
            session.note(NoteKind.PEOPLE_ADDED, who="S1", text=change.text)
        session.note(NoteKind.PEOPLE_ENABLED, who="S1", text=PeopleChange("X6", "shuffler").text)
    handover = table_report(tmp_path / "J.db", Interval()).handover
    assert handover is not None
    assert [*open_points(handover, RecordFormatter(words("en"), zone=UTC))] == [
        ("Card set’s preparer not in the list of people", "B-2\u00a0· Prepared by: X9"),
        ("Card set’s preparer not listed as a shuffler", "Prepared by: D2"),
        ("Card set’s preparer blocked", "C-1\u00a0· Prepared by: X5"),
    ]


@pytest.mark.parametrize(
    ("live", "commissioned", "told"), [(True, False, 1), (True, True, 0), (False, False, 0)]
)
def test_a_live_table_that_was_never_commissioned_says_so(live: bool, commissioned: bool, told: int) -> None:
    """New Jersey 2023: the felt had said another rule for 26 hours."""
    table = Table()
    table = replace(table, console=replace(table.console, live=live))
    if commissioned:
        table = replace(table, commissioned=Commissioning(at=START, digest="", by="S1", authorised_by="S2"))
    points = [*open_points(open_at(table, START, {}), RecordFormatter(words("en"), zone=UTC))]
    assert [what for what, _ in points] == ["Table never commissioned"] * told


def test_a_licence_that_a_terminal_changed_twice_is_handed_over_by_its_last_day(tmp_path: Path) -> None:
    """The table sees the list at once, and learns of both changes at the next sign-in: the first of them
    took the last day from the handover.
    """
    days = ("2026-12-05", "2026-12-10")
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        session.note(NoteKind.LICENCE_ENDS, who="D1", text=days[-1])
        for number, day in enumerate(days, 4):
            change = PeopleChange(
                "D1", "dealer", number, "2026-11-20T06:12:09+00:00", f"4711 {day} - -", "typed"
            )
            session.note(NoteKind.PEOPLE_LICENSED, text=change.text, terminal="anna")
    handover = table_report(tmp_path / "J.db", Interval()).handover
    assert handover is not None and handover.licences == (EndingLicence("D1", days[-1]),)


@pytest.mark.parametrize(
    ("until", "subject"), [(19, "Licence ended on 19/11/2026"), (20, "Licence ends soon")]
)
def test_a_licence_that_has_ended_by_the_handover_does_not_end_soon(until: int, subject: str) -> None:
    """It was to end soon as its dealer signed in, before midnight."""
    at = datetime(2026, 11, 20, 6, tzinfo=UTC)
    handover = Handover(at, licences=(EndingLicence("D1", f"2026-11-{until}"),))
    ((what, who),) = open_points(handover, RecordFormatter(words("en"), zone=UTC))
    assert what == subject and who.startswith("D1")


def pictures_at(*answers: tuple[str, NoPicture | None], path: Path) -> tuple[MissingPicture, ...]:
    """The missing pictures of the handover after these answers of the recorder, each with its incident."""
    with ExitStack() as stack:
        session = signing(path, stack)
        for number, (incident_id, why) in enumerate(answers):
            kind = NoteKind.VIDEO_SEEN if why is None else NoteKind.VIDEO_MISSING
            probed = ProbedVideo(START + timedelta(minutes=number), ProbeAnswer(why), incident_id)
            session.note(kind, text=probed.text)
    handover = table_report(path, Interval()).handover
    assert handover is not None
    return handover.no_pictures


def test_a_recorder_without_a_picture_is_handed_over_until_it_answers(tmp_path: Path) -> None:
    outage = pictures_at(("", NoPicture.UNREACHED), ("", NoPicture.SLOW), path=tmp_path / "a.db")
    assert outage == (MissingPicture("slow", START + timedelta(minutes=1)),)
    assert pictures_at(("", NoPicture.UNREACHED), ("", None), path=tmp_path / "b.db") == ()


def test_an_incident_without_a_picture_is_handed_over_even_if_the_recorder_is_back(tmp_path: Path) -> None:
    answers = (("T7-i1", NoPicture.OTHER_MINUTE), ("T7-i2", None), ("T7-i3", NoPicture.SLOW), ("", None))
    missing = pictures_at(*answers, path=tmp_path / "a.db")
    assert [(each.incident, each.why) for each in missing] == [("T7-i1", "other_minute"), ("T7-i3", "slow")]
    rows = [*open_points(Handover(START, no_pictures=missing), RecordFormatter(words("en"), zone=UTC))]
    assert [what for what, _ in rows] == ["The recorder has no picture"] * 2
    assert "T7-i1" in rows[0][1] and rows[0][1].endswith("picture not of this minute")


def test_an_outage_from_before_the_shift_is_handed_over_without_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    pictures_at(("", NoPicture.UNREACHED), path=path)
    with session_at(
        path, SetClock(START + timedelta(hours=10)), is_ready=False, shift=lambda at: "next"
    ) as session:
        session.note(NoteKind.LOCKED)
    handover = table_report(path, Interval(shift="next")).handover
    assert handover is not None and handover.no_pictures == (MissingPicture("unreached", None),)


def test_a_card_that_waits_for_the_end_of_bet_time_is_the_step_handed_over(tmp_path: Path) -> None:
    """LT-BAC-25a: nobody can scan it yet. The paper had 'step due' and no step."""
    early = incident("early_deal", seen=False, first_card=True)
    (left,) = handover_of(tmp_path / "J.db", OPEN, early, {"do": "authorise", "by": "P1"}).incidents
    assert (left.clause, left.state, left.due) == ("LT-BAC-25a", "steps", "scan_card")


@pytest.mark.parametrize("cards", [1, 2])
def test_a_step_of_one_card_is_handed_over_and_listed_as_of_one(tmp_path: Path, cards: int) -> None:
    """LT-BAC-29: due, done with a note, and skipped, the step has the number of its cards."""
    damaged = incident("damaged_card", "P1", where="round", cards=cards)
    named, other = (words("en").count("step.replace_card", each) for each in (cards, 3 - cards))
    for name, doing in (("due", ()), ("done", ("note", "creased")), ("skipped", ("reason", "none left"))):
        pressed = [{**DONE_P, doing[0]: doing[1]}] if doing else []
        path = written(tmp_path / f"{name}.db", OPEN, CLOSED, card("9H"), damaged, *pressed)
        report = shift_report([path], Interval(), START)
        printed = "\n".join(lines_of(report_paper(report, RecordFormatter(words("en"), zone=UTC), "1.1")))
        assert named in printed and other not in printed, name


def test_a_commissioning_another_felt_or_rulebook_ask_again_and_a_reading_ends_it(tmp_path: Path) -> None:
    """A restart forgets none of it: the table's state has it."""
    with ExitStack() as stack:
        session = signing(tmp_path / "J.db", stack)
        assert not session.table.console.felt_unread, "a table that was never commissioned"
        changes: list[Callable[[], object]] = [lambda: session.commission("ab" * 32, "T1", "S1")]
        changes += [partial(session.note, kind) for kind in (NoteKind.CERTIFICATE_RULEBOOK, *FELT[1:])]
        for change in changes:
            session.note(NoteKind.FELT_READ, who="P1", text="banker=commission tie=8:1")
            assert not session.table.console.felt_unread
            change()
            assert session.table.console.felt_unread
        assert table_of(encode_table(session.table)).console.felt_unread
