"""A night in which people typed each fact that can be typed, as a word that stands nowhere else: every outlet
that a fact's row names shows the word, and no other does.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, timedelta
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest
from msgspec import inspect

from console.floor.self_report import SelfReport, encode_report
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.ui.one_table import TableFacts
from console.supervisor.history.card_sets import SetFact
from console.supervisor.history.interval import Interval
from console.supervisor.history.shoes import ShoeFact
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import every, find_round
from console.supervisor.records.accounts.record import RecordPlace
from console.supervisor.records.accounts.round_account import NoSuchRecord
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.card_sets import life_lines
from console.supervisor.reports.facts_database import fill
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report, tables_of
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_words import entry_of, event_line
from console.table.core import (
    PROSE,
    About,
    AmendmentRequest,
    ComparedReads,
    EventKind,
    JournalEntry,
    Mode,
    NoPicture,
    NoteKind,
    NoteText,
    Outlet,
    PeopleChange,
    ProbeAnswer,
    ProbedVideo,
    Session,
    SetClock,
    SetsAtTable,
    ShownTable,
    Situation,
    UnusualWheel,
    View,
    dealer_view,
    events,
    lines,
)
from console.table.core.state.typed_facts import OF_SET, SERIAL, TYPED, TypedFact
from console.table.custody import open_session
from console.table.game.rule_values import TableLimits
from console.table.journal import Filter, Identity, LogRow, review
from tests.base.words.catalogues import words
from tests.floor.readings import table as seen_table
from tests.supervisor.history.test_card_sets import PEOPLE, coup, done
from tests.supervisor.reports.test_contradictions import LIFTED
from tests.supervisor.review.test_journals import prepared
from tests.table.core.tables import Seen, book, device, frame, result_frame
from tests.table.played import AUTHORISE, CLOSED, DONE_D, DONE_P, OPEN, START, answer, card, incident, say

EN: Final = words("en")
ROWS: Final = "console/table/core/state/typed_facts.py"
WAYS: Final = {
    Outlet.SCREEN: "console/table/core/showing/dealer_view.py",
    Outlet.FLOOR: f"SelfReport in {SelfReport.__module__}",
    Outlet.LOG: f"event_line in {event_line.__module__}",
    Outlet.RECORD: f"Record or RecordPlace in {RecordPlace.__module__}",
    Outlet.ROUND: f"RoundFile beside {find_round.__module__}",
    Outlet.SETS: f"SetFact in {SetFact.__module__}",
    Outlet.REPORT: f"the lists of {shift_report.__module__}",
    Outlet.HANDOVER: f"open_points in {open_points.__module__}",
    Outlet.FACTS: f"TABLES in {fill.__module__}, and who fills them",
}
"""Where each outlet is made."""

Step = Seen | Callable[[Session], View]


def word(event: str, name: str) -> Any:
    """The word typed for a fact; the serial number of a wheel is the second of the two notes."""
    return word_of(next(each for each in TYPED if (each.event, each.name) == (event, name)))


def word_of(row: TypedFact) -> Any:
    match row.name:
        case "counted":
            return 923
        case "before" if row.event == "step_done":
            return [917]
        case "damaged":
            return True
        case name:
            return f"Zq{TYPED.index(row)}{row.event}{name}".replace("_", "")


def shown_as(row: TypedFact) -> str:
    """The typed word as people read it."""
    typed = word_of(row)
    if typed is True:
        return EN.text("step.check_ball.damaged")
    return str(typed[0] if isinstance(typed, list) else typed)


def reason(of: Seen, event: str) -> Seen:
    return {**of, "reason": word(event, "reason")}


def baccarat() -> Iterator[Step]:
    typed = {row.name: word_of(row) for row in TYPED if row.event == "step_done" and row.steps}
    counts = {name: typed.pop(name) for name in ("counted", "before")}
    yield from (*PEOPLE, done(note=word("step_done", "note")), done(**typed | {"note": None}), done(**counts))
    yield reason({"do": "withdraw", "by": "P1"}, "report_withdrawn")
    yield from (done(counted=416), done("P1"), *[done(**typed | {"note": None})] * 6)
    yield from (*coup("9H", "2S", "KD", "4C"), done(), done())
    yield from (OPEN, CLOSED, incident("card_fell", cards=1), answer(seen=False))
    yield from (reason(AUTHORISE, "outcome_authorised"), reason(DONE_P, "step_done"))
    yield say(word("remarked", "text"))
    parts = {name: word("entry_corrected", name) for name in ("what", "before", "after", "why")}
    amended = AmendmentRequest(entry=15, by="S1", authorised_by="S2", **parts)
    yield lambda session: session.correct_entry(amended)
    number = word("card_set_signed", "set")
    yield lambda session: session.sign_card_set(number, events.SetEnd.RETURNED, "S1", "S2")
    remarks = word("handover_signed", "remarks")
    yield lambda session: session.sign_handover("P1", session.shift, "outgoing", remarks)


def lifted() -> Iterator[Step]:
    for line in LIFTED:
        yield reason(line, "halt_withdrawn") if line["do"] == "withdraw" else line
    why = word("contradiction_answered", "reason")
    yield lambda session: session.answer_contradiction("R1-c1", "S1", why)


def wheel_checked() -> Iterator[Step]:
    yield from (*PEOPLE, {**DONE_P, "note": word_of(SERIAL)})


def ball_checked() -> Iterator[Step]:
    yield from (OPEN, CLOSED, {"do": "spin", "turns": 3, "direction": "against", "by": "D1"})
    yield from (incident("ball_out"), AUTHORISE, DONE_D, {**DONE_P, "damaged": True})


def blackjack() -> Iterator[Step]:
    yield from (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *map(card, ("9H", "5S", "4C", "3D")))
    silent: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "timeout", "by": "P1"}
    yield from (reason(silent, "player_answered"), DONE_D)


def orders() -> Iterator[Step]:
    """The acts of people, devices and the console in which nobody types."""
    call: Seen = {"do": "call", "by": "D1", "on": True}
    hand: Seen = {"do": "manual", "by": "P1", "on": True}
    yield lambda session: session.set_procedures(("LT-BAC-02",))
    yield lambda session: session.set_limits(TableLimits("EUR", 100, 500_000))
    yield lambda session: session.bar_sets({"Q-1": "T9"})
    yield lambda session: session.commission("c0ffee", "E1", "S1")
    yield from ({"do": "sign_in", "who": "P2", "role": "pit_boss"}, {"do": "sign_out", "who": "P2"})
    yield from (call, {**call, "on": False}, hand, {**hand, "on": False})
    yield lambda session: session.take(b"{}")
    yield OPEN
    for order in ("reshuffle", "close"):
        yield from ({"do": order, "by": "P1"}, {"do": order, "by": "P1", "on": False})
    yield from (CLOSED, device(frame("1", "E", 0x42)), {"do": "withdraw", "by": "P1"})
    yield from ({"do": "unread"}, *map(card, ("9H", "2S", "KD", "4C")))
    yield {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8H"}
    yield {"do": "settle", "by": "P1", "bets": [{"on": "player", "stake": 100}]}
    yield from (device(result_frame("2", "player")), DONE_D)
    yield from (OPEN, card("5H"), {"do": "void", "by": "P1"}, {"do": "cut_card", "by": "D1"})


def said() -> Iterator[Step]:
    number: Seen = {"do": "number", "number": 9, "source": "dealer", "by": "D1"}
    yield lambda session: session.set_decision_time(12)
    yield from (OPEN, CLOSED, {"do": "spin", "turns": 3, "direction": "against", "by": "D1"}, number, number)


def notes() -> Iterator[Step]:
    """Every kind of note within a round, each at a moment of its own."""
    yield OPEN
    for kind in NoteKind:
        who = "P1" if kind.row.about is About.PERSON else None
        yield partial(Session.note, kind=kind, who=who, text=NOTED.get(kind.row.text))
    yield from (CLOSED, *map(card, ("9H", "2S", "KD", "4C")), DONE_D, DONE_D)


NOTED: Final = {
    NoteText.DEVICE: "shoe",
    NoteText.MODEL: "shoe angel_eye",
    NoteText.PERSON: PeopleChange("D1", "dealer", 4, "2026-11-20T06:12:09+00:00").text,
    NoteText.BAR: "barred",
    NoteText.VIDEO: ProbedVideo(START, ProbeAnswer(NoPicture.SLOW), "T9-i1").text,
    NoteText.NOTIFICATION: "authority 24 T9-i1",
    NoteText.READS: ComparedReads("shoe", 57).text,
    NoteText.WHEEL: UnusualWheel("W-1", "equal", 3000).text,
}
"""The texts of notes."""

TABLES: Final = (
    ("T7", "baccarat", "sv", baccarat, False),
    ("R1", "roulette", "ja", lifted, True),
    ("R2", "roulette", "lt", wheel_checked, False),
    ("R3", "roulette", "sv", ball_checked, True),
    ("B1", "blackjack", "lt", blackjack, True),
    ("T8", "baccarat", "lt", orders, True),
    ("R4", "roulette", "sv", said, True),
    ("T9", "baccarat", "lt", notes, True),
)

REFUSED: Final = ("bad_input", "bets_open")
"""The refusals of a line that is no line, and of the card that halts a table."""


class Night:
    """The journals of a night's tables, and what each outlet showed, at any moment or at the end."""

    def __init__(self, folder: Path) -> None:
        self.said = defaultdict[Outlet, list[str]](list)
        self.entries = dict[Path, list[JournalEntry]]()
        self.begun = dict[Path, bytes | None]()
        """The state of each journal's table before its first entry."""
        self.typed = {*map(shown_as, TYPED), *(EN.text(row.label) for row in OF_SET)}
        self.found = set[str]()
        """Those of them that a search in the log finds."""
        for at, (name, game, rules, play, is_ready) in enumerate(TABLES):
            clock = SetClock(START + timedelta(minutes=10 * at))
            self._play(folder / f"{name}.db", Identity(name, game, rules), [*play()], clock, is_ready)
        self.paths = tuple(folder / f"{name}.db" for name, *_ in TABLES)
        self._read()

    def _play(
        self, path: Path, identity: Identity, steps: Sequence[Step], clock: SetClock, is_ready: bool
    ) -> None:
        rulebook = book(identity.rules)
        situation = Situation(
            mode=Mode.LIVE, name=identity.table, game=identity.game, rulebook=rulebook, persons={}
        )
        with ExitStack() as stack:
            session = open_session(path, identity, rulebook, clock, stack, is_ready=is_ready).session
            session.note(NoteKind.LIVE_TABLE)
            for step in steps:
                clock.advance(2)
                view = step(session) if callable(step) else session.take(msgspec.json.encode(step))
                assert view.accepted or view.refused in REFUSED, (step, view.refused, view.why)
                shown = dealer_view(session.view(), session.table, situation)
                report = self_report_of(
                    ShownTable(session.view(), session.table, None, None), START, OutsideFacts()
                )
                self.said[Outlet.SCREEN].append(repr(shown))
                overview = TableFacts(msgspec.structs.replace(seen_table(), report=report), None, ())
                self.said[Outlet.FLOOR] += [repr(encode_report(report)), *map(": ".join, overview.named(EN))]

    def _read(self) -> None:
        formatter, said = RecordFormatter(EN, zone=UTC), self.said
        for path in self.paths:
            with review(path) as journal:
                self.entries[path] = [*journal.entries(0)]
                self.begun[path] = journal.begin(0)[1]
            for record in every(path):
                sheet = formatter.sheet(record, START, "1")
                said[Outlet.RECORD] += [*lines_of(record_paper(sheet, EN)), as_json(record)]
            with suppress(NoSuchRecord):
                for number in range(1, 100):
                    file = find_round(path, f"{path.stem}-{number}")
                    said[Outlet.ROUND] += [*lines_of(round_paper(file, formatter, START, "1")), as_json(file)]
            with closing(sqlite3.connect(":memory:")) as made:
                fill(made, JournalFacts([path]).rows)
                said[Outlet.FACTS] += made.iterdump()
            with prepared([path]) as reads:
                said[Outlet.LOG] += [event_line(EN, entry_of(row), str) for row in found(reads, "")]
                self.found.update(each for each in self.typed if found(reads, each))
        report = shift_report(list(self.paths), Interval(), START)
        paper = report_paper(report, formatter, "1")
        said[Outlet.REPORT] += [*lines_of(paper), report_json(report, paper, {}).decode()]
        for kept in tables_of(self.paths, skips_wheels=True):
            said[Outlet.SETS] += [line for each in kept.sets for line in life_lines(each, formatter)]
        for table in report.tables:
            if table.handover is not None:
                said[Outlet.HANDOVER] += map(repr, open_points(table.handover, formatter))

    def outlets(self, text: str) -> set[Outlet]:
        """The outlets that show a word, not as a part of another."""
        sought = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        return {outlet for outlet, said in self.said.items() if any(map(sought.search, said))}


def found(reads: JournalReads, typed: str) -> Sequence[LogRow]:
    """The rows of the log that a search finds."""
    reads.look_for(Filter(words=reads.words_of(typed, "en")))
    while not reads.count().done:
        pass
    return reads.rows(0, 1000)


def as_json(record: object) -> str:
    return msgspec.json.encode(record, enc_hook=str).decode()


@cache
def night() -> Night:
    with TemporaryDirectory() as folder:
        return Night(Path(folder))


@pytest.mark.parametrize("row", TYPED, ids=lambda row: f"{row.event}-{row.name}")
def test_a_typed_fact_is_shown_by_the_outlets_of_its_row_and_by_no_other(row: TypedFact) -> None:
    shown, named = night().outlets(shown_as(row)), f"{row.event}.{row.name}"
    missing = [f"{each}: show it by {WAYS[each]}" for each in sorted(row.outlets - shown)]
    assert not missing, f"{named} is not shown where its row in {ROWS} says it is, at {', '.join(missing)}"
    more = ", ".join(sorted(shown - row.outlets))
    assert not more, f"{named} is shown by {more}: its row in {ROWS} does not say so"
    assert row.outlets, f"{named} is typed and read by nobody: name an outlet in {ROWS}, and show it there"


@pytest.mark.parametrize("row", OF_SET, ids=lambda row: row.name)
def test_a_typed_fact_of_a_set_stands_behind_its_name(row: TypedFact) -> None:
    named = f"{EN.text(row.label)}: {shown_as(row)}"
    for outlet in row.outlets & {Outlet.LOG, Outlet.FLOOR, Outlet.RECORD, Outlet.SETS}:
        assert any(named in line.replace("\xa0", " ") for line in night().said[outlet]), outlet


def test_the_logs_search_finds_each_typed_fact_by_its_word_and_its_name() -> None:
    lost = night().typed - night().found
    assert not lost, f"the log's search does not find {lost}: see PROSE in {ROWS}, or show it in the row"


def test_each_field_in_which_a_person_types_is_a_typed_fact() -> None:
    """Of lines the texts that are no ids, and the counts; of other events the fields of prose."""
    lacking = [
        f"{form.__struct_config__.tag}.{field.name}"
        for form in get_args(lines.AnyLine)
        if issubclass(form, lines.OfPerson)
        for field in inspect.type_info(form).fields  # type: ignore[attr-defined]
        if get_type_hints(form, include_extras=True)[field.name] not in OF_IDS and _is_typed(field.type)
        if field.name not in [row.name for row in lines.typed_in(form)]
    ]
    known = {(each.event, each.name) for each in TYPED}
    lacking += [
        f"{kind}.{name}"
        for kind in EventKind
        if kind not in (EventKind.NOTED, EventKind.LINE_REJECTED)
        for name in {*PROSE} & {*kind.row.struct.__struct_fields__}
        if (str(kind), name) not in known
    ]
    assert not lacking, f"each needs a row in {ROWS}: {', '.join(lacking)}"


OF_IDS: Final = (lines.Name, lines.Name | None, lines.Round)


def _is_typed(kind: inspect.Type) -> bool:
    match kind:
        case inspect.UnionType(types=types):
            return any(map(_is_typed, types))
        case inspect.ListType(item_type=inspect.IntType(le=lines.MOST_COUNTED)):
            return True
        case inspect.StrType(max_length=int()) | inspect.IntType(le=lines.MOST_COUNTED):
            return True
        case _:
            return False


HELD: Final = (
    (SetsAtTable, "name", None), (RecordPlace, "name", Outlet.RECORD), (ShoeFact, "column", Outlet.FACTS),
    (SetFact, "name", Outlet.SETS), (SelfReport, "name", Outlet.FLOOR),
)  # fmt: skip
"""The values that hold what was typed of a set: how the row names their field, and for which outlet."""


@pytest.mark.parametrize("row", TYPED, ids=lambda row: f"{row.event}-{row.name}")
def test_a_typed_fact_has_its_field_in_every_value_that_holds_it(row: TypedFact) -> None:
    kinds = {str(kind): kind.row.struct for kind in EventKind}
    assert row.name in kinds[row.event].__struct_fields__, f"{kinds[row.event]} needs a field {row.name}"
    lacking = [
        f"{held.__name__} in {held.__module__}"
        for held, name, outlet in (HELD if row.is_of_set else ())
        if (outlet is None or outlet in row.outlets) and getattr(row, name) not in held.__struct_fields__
    ]
    assert not lacking, f"{row.event}.{row.name} needs a field of {', '.join(lacking)}"
