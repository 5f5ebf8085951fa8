"""A record put into words, line by line; a step's name, a correction's row, and why a seal could not be made.
The zone of its times and the names of people are parameters; nothing here knows the page's width, or the
document that a line is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import groupby, pairwise
from typing import Final, Protocol

import msgspec

from console.base.plain_text import visible
from console.base.software import Software, digests, short
from console.base.words import Which, Words, date_text, distance, which_of
from console.supervisor.history.interventions import GivenFact, HaltEnd, InterventionKind, StepRecord
from console.supervisor.history.quick_steps import QuickStep
from console.supervisor.records.accounts.record import (
    UNREAD,
    Amendment,
    Correction,
    EnteredCard,
    Hands,
    Meaning,
    Origin,
    ReadBytes,
    Record,
    RecordedAnswer,
    RecordedNotification,
    RecordPlace,
    SideBet,
    SpinReport,
    WorksheetRecord,
)
from console.supervisor.records.accounts.seat_account import MOVED
from console.supervisor.records.accounts.spin_account import join_repeats
from console.supervisor.records.documents import spin_words
from console.supervisor.records.documents.origin_mark import origin_mark
from console.supervisor.records.documents.paper import (
    ActionRow,
    CardsOnPaper,
    Cell,
    LabelledText,
    Link,
    Part,
    Sheet,
    WorksheetPart,
    cell_text,
)
from console.table.config import Video
from console.table.core import (
    HALT_REASONS,
    TICKS,
    VIDEO_LEAD,
    Action,
    Actor,
    Contradiction,
    EventKind,
    HaltReason,
    IncidentState,
    IncidentStepView,
    IncidentView,
    NoteKind,
    Notification,
    Outlet,
    Phase,
    RoundStatus,
    SealTrouble,
    SetRounds,
    shown_with_set,
)
from console.table.devices import DeviceRole, ShoeResult, catalogue
from console.table.game import Card, Preparing, Result, has_wheel, present_rulebook
from console.table.game.blackjack import DEALER, Choice, is_blackjack, is_soft
from console.table.incidents import CHOICE, KIND, Fact, Kind
from console.table.journal import NOT_PRIVATE
from console.table.words import (
    answer_note,
    answer_text,
    answer_what,
    answered_facts,
    brought_in_text,
    clause_text,
    contradiction_heading,
    counted_text,
    fact_name,
    game_name,
    hand_name,
    inside,
    outcome_text,
    person_text,
    place_name,
    question_key,
    question_text,
    reason_of_answer,
    reason_text,
    role_name,
    rules_name,
    sentence,
    speech,
    statement_text,
    step_text,
    total_text,
    whom_text,
)

LEAD_IN: Final = float(VIDEO_LEAD)
"""Seconds of video before the event, by default."""

_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_COUNTS: Final = frozenset(("cards", "cards_to_move", "cards_to_remove"))


class RecordFormatter:
    """Puts a record into words, with times in one time zone and people by their names."""

    def __init__(
        self,
        words: Words,
        *,
        names: Mapping[str, str] | None = None,
        zone: tzinfo | None = None,
        lead_in: float = LEAD_IN,
        videos: Mapping[str, Video] | None = None,
    ) -> None:
        """``zone`` None is this machine's time zone, ``lead_in`` is in seconds; ``videos`` show where each
        table's video is, by the table's name.
        """
        self.words = words
        self._names = names or {}
        self._zone = zone
        self.lead_in = lead_in
        self._videos = videos or {}
        self.day: date | None = None
        """The day of all times shown without one; None if every time is shown without its day."""
        self._iso = False
        self._comma = words.text("access.list")

    def of_day(self, at: datetime) -> RecordFormatter:
        """A formatter that adds its day to each time on another day than ``at``."""
        formatter = copy(self)
        formatter.day = self.local(at).date()
        return formatter

    def for_programs(self) -> RecordFormatter:
        """A formatter with ISO 8601 days, not the language's: for JSON and CSV."""
        formatter = copy(self)
        formatter._iso = True
        return formatter

    def sheet(self, record: Record, made_at: datetime, version: str) -> Sheet:
        """The record in words; ``made_at`` is now, ``version`` this program's."""
        return self.of_day(record.happened)._sheet(record, made_at, version)

    def _sheet(self, record: Record, made_at: datetime, version: str) -> Sheet:
        text = self.words.text
        return Sheet(
            language=self.words.language,
            title=text(f"record.title.{record.sort}"),
            id=visible(record.id),
            kind=self.kind(record),
            outcome=self.outcome(record),
            basis=self._basis(record),
            sense=self._sense(record),
            of_rulebook=(
                *self.other_rulebook(record.origin.rules, record.origin.software),
                *self._asked_then(record),
            ),
            when=tuple(self._when(record)),
            facts=(*self._facts(record), *self._misplaced(record), *self._changed(record)),
            decided=tuple(self._decided(record)),
            hands=(
                self._lying(record, text("record.before"), record.before, record.proof.first - 1),
                self._lying(
                    record,
                    text("record.now" if record.open else "record.after"),
                    record.after,
                    record.proof.last,
                ),
            ),
            steps=tuple(self._step(record, step) for step in record.steps),
            corrections=tuple(self._corrections(record)),
            remarks=tuple(
                ActionRow(visible(each.text), self.clock(each.at), self.name(each.by))
                for each in record.remarks
            ),
            readings=tuple(self.reading(each) for each in join_repeats(_until_end(record))),
            sealed=text("record.sealed") if record.sealed else "",
            footer=self._footer(record, made_at, version),
            of_wheel=record.before.spin is not None,
            entered=True if are_entered(_until_end(record)) else msgspec.UNSET,
            spins=tuple(self.spin(each) for each in record.spins),
            worksheets=tuple(self.worksheets(record.worksheets, record.origin.rules, (record,))),
            answers=tuple(self.answer_row(each) for each in record.answers if _is_about(record, each)),
            side_bets=tuple(self.side_bet(each) for each in record.side_bets if _lies(record.before)),
            amended=(
                *self.contradictions(record.contradictions or ()),
                *self.quick_part(record.quick or ()),
                *self._amended(record),
            ),
            mark=origin_mark((record.origin.origin,), self.words),
        )

    def contradictions(self, found: Sequence[Contradiction]) -> Iterator[Part]:
        """The list of the contradictions, each with both sides and its answer; nothing if there are none."""
        words, named = self.words, self.name
        rows = list[tuple[Cell, ...]]()
        for each in found:
            answer = None
            if each.answer is not None:
                who = f"{named(each.answer.by)} {self.day_and_clock(each.answer.at)}"
                answer = words.label(who, reason_of_answer(words, visible(each.answer.reason)))
            clock = self.of_day(each.at).clock
            both = (statement_text(words, said, named, clock) for said in (each.first, each.second))
            about = words.side_by_side((visible(each.id), contradiction_heading(words, each)))
            rows.append((self.moment_cell(each.at), about, *both, answer))
        if rows:
            names = ("time", "what", "first_statement", "second_statement", "answer")
            columns = tuple(words.text(f"report.{name}") for name in names)
            yield Part("", words.text("report.contradictions"), columns, tuple(rows))

    def quick_part(self, found: Sequence[QuickStep]) -> Iterator[Part]:
        """The list of the steps that were pressed sooner than their work takes; nothing if there are none."""
        if found:
            columns = tuple(self.words.text(f"report.{name}") for name in QUICK)
            text = self.words.text
            yield Part(
                "", text("report.quick"), columns, tuple(map(self.quick_row, found)), text("finding.quick")
            )

    def quick_row(self, each: QuickStep) -> tuple[Cell, ...]:
        own, who = self.words.find(f"quick.{each.what}"), None if each.by is None else self.name(each.by)
        what = step_name(self.words, each.what) if own is None else own
        tenths = round(each.seconds * 1000) // 100  # It is not rounded up, which would show the limit itself.
        return (self.moment_cell(each.at), what, tenths / 10, each.least, who)

    def _amended(self, record: Record) -> Iterator[Part]:
        if rows := tuple(amendment_row(each, self) for each in record.amended or ()):
            columns = tuple(self.words.text(f"report.{name}") for name in AMENDED)
            yield Part("", self.words.text("report.amended"), columns, rows)

    def kind(self, record: Record) -> str:
        match record.sort:
            case InterventionKind.CORRECTION:
                return self.words.text("record.correction")
            case InterventionKind.HALT:
                why = self.halt(record.kind or HaltReason.DEVICE)
                fault = self._fault(record) if record.kind == HaltReason.DEVICE else None
                return self.words.text("record.halt", why=f"{why} ({fault})" if fault else why)
            case InterventionKind.INCIDENT if record.kind is None:
                return self.words.text("record.kind.none")
            case InterventionKind.INCIDENT:
                return self.words.text(f"incident.{record.kind}")

    def halt(self, reason: str) -> str:
        """The reason why play was halted, worded for the middle of a sentence."""
        if reason == Kind.SPUN_IN_BET_TIME:
            return inside(self.words, self.words.text(f"incident.{reason}"))
        return self.words.text(f"halt.note.{reason}")

    def _fault(self, record: Record) -> str | None:
        """The device that halted play and what it reported; None if the record has no such reading."""
        for reading in record.readings:
            if reading.at == record.reported and (fault := _fault_in(reading)) is not None:
                is_wheel = fault.event == EventKind.WHEEL_FAULTED
                said = spin_words.meaning_text(self.words, fault) if is_wheel else self._meaning(fault)
                device = "wheel" if is_wheel else reading.device
                return self.words.label(source_text(self.words, device, is_entered=False), said)
        return None

    def outcome(self, record: Record) -> str:
        """The incident's outcome; empty for a correction, whose own row has it."""
        if record.sort is InterventionKind.CORRECTION:
            return ""
        if record.outcome is None:
            return self.words.text("record.pending")
        if record.sort is InterventionKind.HALT and record.outcome == HaltEnd.WITHDRAWN:
            return self.withdrawn_halt(record.kind, wheel=record.before.spin is not None)
        if record.sort is InterventionKind.HALT and record.outcome != Result.VOID:
            return self.words.text(f"record.halted.{record.outcome}")
        if record.overtaken_by is not None:
            return self.words.text("outcome.came_to_nothing")
        if record.taken_back:
            return self.words.text("outcome.taken_back")
        return outcome_text(self.words, record.outcome, record.facts)

    def withdrawn_halt(self, reason: str | None, *, wheel: bool) -> str:
        """The end of a halt that was taken back; a card that caused it counts as not drawn."""
        no_card = wheel or reason not in _OF_CARDS
        return self.words.text("log.halt_withdrawn" if no_card else "record.halted.withdrawn")

    def name(self, who: str | None) -> str:
        """A person by name and id, or id alone; a trainee with the dealer beside. None is a device."""
        return self.words.text("record.device") if who is None else person_text(self.words, who, self._named)

    def _named(self, who: str) -> str:
        name = self._names.get(who)
        return visible(f"{name} ({who})" if name and name != who else str(who))

    def local(self, at: datetime) -> datetime:
        return at.astimezone(self._zone)

    def figure(self, figure: float) -> str:
        return cell_text(figure, self.words.language)

    def clock(self, at: datetime) -> str:
        return f"{self._other_day(at)}{self.local(at):%H:%M:%S}{self.which(at)}"

    def moment(self, at: datetime) -> str:
        """The time of day, to a thousandth of a second, with the language's decimal mark."""
        local = self.local(at)
        parts = f"{local:%H:%M:%S}{self.words.locale.point}{local.microsecond // 1000:03}"
        return f"{self._other_day(at)}{parts}{self.which(at)}"

    def day_text(self, day: date) -> str:
        return f"{day:%Y-%m-%d}" if self._iso else date_text(day, self.words.locale)

    def day_and_clock(self, at: datetime) -> str:
        local = self.local(at)
        return f"{self.day_text(local)} {local:%H:%M:%S}{self.which(at)}"

    def day_and_minute(self, at: datetime) -> str:
        local = self.local(at)
        return f"{self.day_text(local)} {local:%H:%M}"

    def shift(self, named: str | None) -> str:
        """A shift by its name, which is the local time of its beginning if a table has such shifts."""
        begun = _begun(named)
        return visible(named or "–") if begun is None else f"{self.day_text(begun)} {begun:%H:%M}"

    def noted_day(self, noted: str) -> str:
        """A day noted in ISO 8601, such as a licence's last; another text stays as it is."""
        try:
            return self.day_text(date.fromisoformat(noted))
        except ValueError:
            return visible(noted)

    def moment_cell(self, at: datetime) -> datetime:
        """Local day and time as a cell, to the second; with its turn if a clock shows it more than once."""
        local = self.local(at).replace(microsecond=0)
        which = self.which(at)
        # A fixed offset is kept, because a time without its day can't ask a zone.
        return local.replace(tzinfo=Which(which, local.utcoffset() or timedelta()) if which else None)

    def clock_cell(self, at: datetime) -> datetime | time:
        """The time of day as a cell, with its day if a formatter of one day needs it."""
        moment = self.moment_cell(at)
        return moment if self._other_day(at) else moment.timetz()

    def _other_day(self, at: datetime) -> str:
        local = self.local(at)
        return "" if self.day in (None, local.date()) else f"{self.day_text(local)} "

    def which(self, at: datetime) -> str:
        return which_of(at, self._zone)

    def span(self, first: datetime, last: datetime) -> str:
        """A span of local times with its zone, or both zones if the clocks changed, and a later end's day."""
        begin, end = zone_text(first), zone_text(last)
        zone = f" {begin}" if begin != end else ""
        day = f"{self.day_text(last)} " if last.date() != first.date() else ""
        return f"{self.day_text(first)} {first:%H:%M:%S}{zone} – {day}{last:%H:%M:%S} {end}"

    def zones(self, times: Iterable[datetime | None]) -> str:
        """The zones of a document's times: two if the clocks changed between them."""
        return " / ".join(sorted({zone_text(self.local(at)) for at in times if at is not None}))

    def video(self, record: Record) -> tuple[datetime, datetime]:
        """The video of the intervention, in local time to the second, from the lead-in to the end."""
        return self.video_of(record.filmed_from, record.closed or record.reported)

    def video_link(self, table: str, filmed_from: datetime) -> Link | str:
        """The second at which to start a table's video; a link if the video's address is known."""
        begin, _ = self.video_of(filmed_from, filmed_from)
        address, said = self.address_of(table, begin), self.clock(begin)
        # The recorder's clock may be in only one of the two repeated hours.
        said += which_of(filmed_from, UTC)
        return Link(said, address) if address else said

    def address_of(self, table: str, moment: datetime) -> str:
        video = self._videos.get(table)
        return video.at(moment) if video is not None else ""

    def table_video(self, table: str) -> Video | None:
        return self._videos.get(table)

    def video_of(self, first: datetime, last: datetime) -> tuple[datetime, datetime]:
        """The video's first and last moment for ``first`` to ``last``, in local time, with the lead-in."""
        begin = self.local(first - timedelta(seconds=self.lead_in)).replace(microsecond=0)
        return begin, self.local(last + timedelta(seconds=1)).replace(microsecond=0)

    def _sense(self, record: Record) -> str:
        """The clause in words; empty for a report that ended undecided: its orders were not carried out."""
        applied = None if record.is_undecided else record.clause
        return (clause_text(self.words, applied) or "") if applied else ""

    def _basis(self, record: Record) -> str:
        if record.is_undecided:
            return ""
        if record.clause is None:
            decided = record.sort is InterventionKind.INCIDENT and record.outcome not in (
                None,
                Result.RECORD_ONLY,
            )
            return self.words.text("record.no_clause") if decided else ""
        return self.words.text(f"outcome.basis.{record.basis}", clause=record.clause)

    def _when(self, record: Record) -> list[LabelledText]:
        where, origin, text = record.where, record.origin, self.words.text
        begin, end = self.video(record)
        closed = self.day_and_clock(record.closed) if record.closed else text("record.open")
        book = inside(self.words, rules_name(self.words, origin.rules))
        rules = self._comma.join((game_name(self.words, origin.game), book))
        return [
            LabelledText(text("record.happened"), self.day_and_clock(record.happened)),
            LabelledText(text("record.reported"), self.day_and_clock(record.reported)),
            LabelledText(text("record.closed"), closed),
            *self._set_clock(record),
            LabelledText(
                text("record.video"),
                f"{self.span(begin, end)} {which_of(record.filmed_from, UTC)}".rstrip(),
                self.address_of(origin.table, begin),
            ),
            *self._picture(record),
            LabelledText(text("record.round"), visible(where.round or "–")),
            LabelledText(text("record.table"), visible(origin.table)),
            LabelledText(text("record.rules"), rules),
            LabelledText(text("record.shift"), self.shift(where.shift)),
            self.shoe(where, origin.game),
        ]

    def _picture(self, record: Record) -> Iterator[LabelledText]:
        """The recorder's answer: a time in the video does not prove that it was kept."""
        if picture := record.picture:
            what = NoteKind.VIDEO_SEEN if picture.why is None else NoteKind.VIDEO_MISSING
            why = None if picture.why is None else self.words.text(f"video.{picture.why}")
            said = self.words.side_by_side((self.day_and_clock(picture.moment), why))
            yield LabelledText(self.words.text(f"log.noted.{what}"), said)

    def _set_clock(self, record: Record) -> Iterator[LabelledText]:
        """Each change of the clock, from one time to the other: times before it are by the old one."""
        for each in record.clock or ():
            label = self.words.text("log.noted.clock_set")
            yield LabelledText(label, self.set_clock(each.at, each.seconds))

    def set_clock(self, at: datetime, seconds: float) -> str:
        """The time that the clock showed before it was set by these seconds, and after, without turns."""
        at = at.astimezone(UTC)
        return f"{self.day_and_clock(at - timedelta(seconds=seconds))} → {self.day_and_clock(at)}"

    def shoe(self, where: RecordPlace, game: str) -> LabelledText:
        """The shoe's number, with what was typed of its card set; for a wheel the wheel."""
        if has_wheel(game):
            return LabelledText(self.words.text("wheel.heading"), visible(where.wheel or "–"))
        shoe = str(where.shoe) if where.shoe else "–"
        for row in shown_with_set(Outlet.RECORD):
            if isinstance(given := getattr(where, row.name), str):
                said = self.name(given) if row.is_person else visible(given)
                shoe = self.words.side_by_side((shoe, self.words.label(self.words.text(row.label), said)))
        return LabelledText(self.words.text("record.shoe"), shoe)

    def _facts(self, record: Record) -> Iterator[LabelledText]:
        """Each fact, a line for each time that a person gave it, or without a person if the table knew it;
        the kind once. A fact that came with the report was not asked: it has its name.
        """
        told = _told(record)
        kind = {KIND: record.kind} if KIND in told else {}
        for fact, value in answered_facts({**kind, **record.facts}).items():
            question, shown = self._question(record, fact), self.answer(fact, value)
            last, givings = told[fact][-1] if fact in told else (None, [])
            if last != value:
                yield LabelledText(question, shown)
                continue
            for given in givings:
                if given.at != record.reported or fact == KIND:
                    yield LabelledText(question, self._given(shown, given))
                    continue
                carried = self.words.side_by_side((shown, self.words.text("record.fact.with_report")))
                yield LabelledText(fact_name(self.words, fact), self._given(carried, given))

    def _misplaced(self, record: Record) -> Iterator[LabelledText]:
        """Each card that was laid at a wrong place, with the place where it belongs, as far as known."""
        label = self.words.text("record.misplaced")
        for each in record.misplaced:
            place = place_name(self.words, each.hand, each.card)
            yield LabelledText(
                label, self.words.text("record.misplaced.belongs", card=face(each.face), place=place)
            )
        if not record.misplaced and record.kind in MOVED and "cards_to_move" in record.facts:
            yield LabelledText(label, self.words.text("record.misplaced.unknown"))

    def side_bet(self, bet: SideBet) -> LabelledText:
        """A seat's side bet with its result, its combination, and the clauses."""
        text = self.words.text
        whose = self._comma.join((text("seat.number", seat=bet.seat), text(f"bet.{bet.bet}")))
        made = {"made": text(f"side.{bet.bet}.{bet.made}")} if bet.made else {}
        return LabelledText(
            whose, self.words.side_by_side((text(f"record.side_bet.{bet.state}", **made), *bet.clauses))
        )

    def answer(self, fact: str, value: Fact) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return self.words.count("count.cards", value) if fact in _COUNTS else str(value)
        return answer_text(self.words, fact, value)

    def _changed(self, record: Record) -> Iterator[LabelledText]:
        """Each answer that was changed: the old and the new one, by whom and when."""
        changes = [(fact, *pair) for fact, values in _told(record).items() for pair in pairwise(values)]
        changes.sort(key=lambda change: change[2][1][0].at)
        for fact, (before, earlier), (value, (given, *_)) in changes:
            question = self._question(record, fact)
            was = self._given(f"{question} {self.answer(fact, before)}", *earlier)
            age = self.prompt_age(given.seen_ms)
            became = self.words.side_by_side((self._given(self.answer(fact, value), given), age))
            yield LabelledText(self.words.text("record.changed"), f"{was} → {became}")

    def _question(self, record: Record, fact: str) -> str:
        """The question that asks for a fact; its name if the report's earlier kind asked for it."""
        if not self.words.has(question_key(record.kind, fact)):
            return fact_name(self.words, fact)
        return question_text(self.words, record.kind, fact, record.facts)

    def _given(self, answer: str, *givings: GivenFact) -> str:
        """An answer with those who gave it, and when."""
        by = (text for each in givings for text in (self.name(each.by), self.clock(each.at)))
        return self.words.side_by_side((answer, *by))

    def _decided(self, record: Record) -> list[LabelledText]:
        if record.sort is InterventionKind.CORRECTION:
            return []  # The row names person and time itself.
        text, by = self.words.text, record.authorised
        reporter = self.name(record.reported_by)
        reported = self.words.side_by_side((reporter, self.clock(record.reported)))
        lines = [LabelledText(text("record.reported"), reported)]
        if record.counted is not msgspec.UNSET:
            lines.append(LabelledText(text("answer.cause.count"), counted_text(self.words, record.counted)))
        if record.card_set is not msgspec.UNSET:
            lines.append(LabelledText(text("report.set"), visible(record.card_set)))
        lines += self._retracted(record)
        lines += self._refused_withdrawals(record)
        if by is not None:
            who = self.name(by.by) if by.by else text("record.by_dealer")
            lines.append(
                LabelledText(
                    text("record.authorised"),
                    self.words.side_by_side((who, self.press_text(by.at, by.seen_ms))),
                )
            )
            if (
                by.choice is not None and by.choice != record.outcome
            ):  # Two ways lead to one outcome (LT-BJ-2.3.3).
                lines.append(LabelledText(text("fact.name.choice"), self.answer(CHOICE, by.choice)))
            lines += (
                [LabelledText(text("record.reason"), reason_text(self.words, by.reason))] if by.reason else []
            )
            if record.brought_in is not None:
                lines.append(
                    LabelledText(text("brought_in.head"), brought_in_text(self.words, record.brought_in))
                )
            if record.set_rounds is not msgspec.UNSET:
                since = self.set_rounds(record.set_rounds)
                lines.append(LabelledText(text("record.head.set_rounds"), since))
                lines.append(LabelledText("", text("record.set_rounds.note")))
        elif record.closed is not None and record.overtaken_by is not None:
            after = text("report.came_to_nothing.why", incident=visible(record.overtaken_by))
            lines.append(LabelledText(text("record.closed"), self.clock(record.closed)))
            lines.append(LabelledText(text("record.reason"), after))
        elif record.closed is not None:
            withdrawn = record.taken_back or record.outcome == "withdrawn"
            label = text("record.withdrawn" if withdrawn else "record.closed")
            at = self.press_text(record.closed, record.closed_seen_ms)
            who = self.name(record.closed_by)
            lines.append(LabelledText(label, self.words.side_by_side((who, at))))
            why = record.closed_reason
            lines += [LabelledText(text("record.reason"), reason_text(self.words, why))] if why else []
        return [*lines, *self._notified(record)]

    def _retracted(self, record: Record) -> Iterator[LabelledText]:
        """Each decision that was taken back: by whom it was made and undone, and when."""
        side_by_side, text = self.words.side_by_side, self.words.text
        for each in record.retracted or ():
            who = self.name(each.by) if each.by else text("record.by_dealer")
            parts = (outcome_text(self.words, each.outcome), each.clause or "", who, self.clock(each.at))
            back = side_by_side((self.name(each.back_by), self.clock(each.back)))
            made = side_by_side(filter(None, parts))
            yield LabelledText(text("record.retracted"), f"{made} → {back}")

    def _refused_withdrawals(self, record: Record) -> Iterator[LabelledText]:
        for each in record.withdrawals or ():
            why = reason_text(self.words, each.reason) if each.reason else None
            said = self.words.side_by_side(filter(None, (self.name(each.by), self.clock(each.at), why)))
            yield LabelledText(
                self.words.text("record.withdrawn"), self.words.text("record.said.refused", said=said)
            )

    def _notified(self, record: Record) -> Iterator[LabelledText]:
        """Each office to inform, by when, and who confirmed it."""
        for each in record.notifications or ():
            until = self.words.text("notification.until", time=self.day_and_clock(each.until))
            ended = self.informed(each, each.withdrawn.at if each.withdrawn else None)
            said = self.words.side_by_side((whom_text(self.words, each.whom), until, *ended))
            yield LabelledText(self.words.text("handover.notification"), said)

    def informed(
        self, office: Notification | RecordedNotification, withdrawn: datetime | None
    ) -> Iterator[str]:
        """Who confirmed that an office was informed, each with the time, and by how much that was too late;
        or that nobody has to be informed any more.
        """
        for one in office.ticks:
            yield f"{self.name(one.by)} {self.day_and_clock(one.at)}"
        for one in office.ticks[TICKS - 1 : TICKS]:
            if (late := (one.at - office.until).total_seconds()) > 0:
                yield self.words.text("notification.late", minutes=max(1, round(late / 60)))
        if withdrawn is not None:
            yield self.words.text("notification.withdrawn", time=self.day_and_clock(withdrawn))

    def set_rounds(self, since: SetRounds) -> str:
        """The rounds since a wrong set came into play, how many of them its figures concern, and which."""
        concerned = self.words.figure(since.concerned)
        ids = self._comma.join(ranges_of(since.ids or ())) or "–"
        if since.ids is msgspec.UNSET:
            ids = "–".join(dict.fromkeys(map(visible, (since.first, since.last))))
        counted = self.words.count("count.set_rounds", since.rounds, concerned=concerned)
        return self.words.side_by_side((counted, ids))

    def press_text(self, at: datetime, seen_ms: int | None) -> str:
        """The time of a press, and how long the answered prompt had been shown, if known."""
        return self.words.side_by_side((self.clock(at), self.prompt_age(seen_ms)))

    def prompt_age(self, seen_ms: int | None) -> str:
        """How long the prompt had been shown, to a tenth of a second; empty if unknown."""
        return "" if seen_ms is None else after_text(self.words, seen_ms)

    def _lying(self, record: Record, heading: str, hands: Hands, last: int) -> CardsOnPaper:
        """The cards on the table after the entry ``last``; none once they were picked up."""
        words = self.words
        gone = _surrendered(record, last)
        lie = hands.hands if _lies(hands) else ()
        lines = [self._hand(hands, hand, surrendered=hand in gone) for hand in lie]
        lines += (
            spin_words.stood_lines(words, hands.spin, record.origin.rules) if hands.spin is not None else ()
        )
        if hands.held is not None:
            faces = " ".join(map(face, (hands.held, *(hands.besides or ()))))
            lines.append(LabelledText(words.text("halt.no_hand"), faces))
        if hands.status is not None:
            lines.append(LabelledText("", words.text(f"bets.{hands.bets}")))
        if hands.shoe_left is not None:
            lines.append(
                LabelledText(words.text("record.shoe"), words.count("count.cards_left", hands.shoe_left))
            )
        return CardsOnPaper(heading, tuple(lines))

    def _hand(self, hands: Hands, hand: str, *, surrendered: bool) -> LabelledText:
        cards = hands.hands[hand]
        lying = " ".join(face(card) for card in cards)
        label = hand_name(self.words, hand)
        total = total_text(self.words, hands.points.get(hand, 0), soft=_is_soft(hands, hand))
        text = f"{lying} = {total}" if cards else "–"
        doubled = self.words.text("seat.doubled") if hand in (hands.doubled or ()) else None
        back = self.words.text("seat.refunded") if hand in hands.back else None
        gone = self.words.text("seat.surrendered") if surrendered and back is None else None
        ends = (text, doubled, gone, back)
        return LabelledText(sentence(label), self.words.side_by_side(ends))

    def _step(self, record: Record, step: StepRecord) -> ActionRow:
        words = self.words
        state = words.text(f"record.step.{step.state}")
        by = role_name(words, _actor(step.actor)) if step.state == "due" else self.name(step.by)
        texts = [reason_text(words, each) for each in (step.reason, step.note) if each]
        damaged = words.text("step.check_ball.damaged") if step.damaged else None
        at = f"{self.clock(step.at)} {state}" if step.at else state
        more = words.side_by_side((*texts, damaged, self.prompt_age(step.seen_ms)))
        return ActionRow(step_text(words, incident_view(record), step.action), at, by, more)

    def _corrections(self, record: Record) -> list[ActionRow]:
        actions = []
        for each in record.corrections:
            more = self.words.side_by_side(
                (reason_text(self.words, each.reason or ""), self.prompt_age(each.seen_ms))
            )
            actions.append(ActionRow(self.corrected(each), self.clock(each.at), self.name(each.by), more))
        return actions

    def corrected(self, correction: Correction) -> str:
        """A corrected card's place, with its faces before and after."""
        place = place_name(self.words, correction.hand, correction.position)
        before, after = face(correction.before or UNREAD), face(correction.after)
        return self.words.text("record.corrected", place=place, before=before, after=after)

    def spin(self, report: SpinReport) -> ActionRow:
        """A person's report on the spin, and what the console decided from it."""
        judged = spin_words.judged_text(self.words, report)
        who = self.name(report.by)
        return ActionRow(spin_words.report_text(self.words, report), self.clock(report.at), who, judged)

    def answer_row(self, answer: RecordedAnswer) -> ActionRow:
        """A player's answer with its hand, its time to a thousandth of a second, and whether it counted."""
        hand = hand_name(self.words, f"{answer.seat}.{answer.hand}")
        note = visible(answer_note(self.words, answer, self.name))
        return ActionRow(answer_what(self.words, answer), self.moment(answer.at), sentence(hand), note)

    def worksheets(
        self, worksheets: Iterable[WorksheetRecord], rules: str, records: Sequence[Record]
    ) -> Iterator[WorksheetPart]:
        """A table for each worksheet that was no draft, and below it later decisions of ``records`` on its
        bets, whose sums are then not paid by it.
        """
        for each in worksheets:
            if not each.draft:
                who = self.name(each.by)
                part = spin_words.worksheet_part(self.words, each, rules, self.clock(each.at), who)
                later = dict.fromkeys(filter(None, (self._sent_back(record, each) for record in records)))
                yield msgspec.structs.replace(part, note=" ".join((*filter(None, (part.note,)), *later)))

    def _sent_back(self, record: Record, sheet: WorksheetRecord) -> str | None:
        """The decision by which a worksheet's bets went back later, and when; for a halt an incident may have
        made it.
        """
        is_void = record.after.status == RoundStatus.VOID != record.before.status
        if record.outcome not in (Result.VOID, Result.REFUND_HAND) and not (
            is_void and record.sort is InterventionKind.HALT
        ):
            return None
        at = record.closed if record.authorised is None else record.authorised.at
        if sheet.void or sheet.round != record.where.round or at is None or at <= sheet.at:
            return None
        said = self.words.text("outcome.void") if is_void else self.outcome(record)
        return self.words.side_by_side((said, self.clock(at)))

    def reading(self, reading: ReadBytes) -> ActionRow:
        """A device's reading with its bytes; for a wheel the lines as it sends them."""
        if reading.device == "wheel" or (reading.said and reading.said[0].event == "number_read"):
            device = self.words.text("log.device.wheel")
            lines = spin_words.reading_text(self.words, reading)
            return ActionRow(lines, self.moment(reading.at), device, spin_words.lines_text(reading))
        how = source_text(self.words, reading.device, is_entered=isinstance(reading, EnteredCard))
        meanings = self._comma.join(self._meaning(each, reading.hex) for each in reading.said)
        return ActionRow(meanings, self.moment(reading.at), how, reading.hex or "")

    def _meaning(self, meaning: Meaning, shown_bytes: str | None = None) -> str:
        """A reading's meaning; for a shoe's result with the winner in its bytes."""
        match meaning.event, meaning.card:
            case EventKind.SHOE_RESULTED, _ if winner := _winner_in(shown_bytes):
                text = self.words.text
                what = self.words.label(text("record.said.shoe_resulted"), text(f"result.{winner}"))
            case EventKind.DEVICE_FAULTED, str(code):
                what = f"{self.words.text('record.said.device_faulted')} {code}"
            case _, str(card):
                what = face(card)
            case event, _:
                what = self.words.text(f"record.said.{event}")
        return spin_words.accepted_or_not(self.words, meaning, what)

    def other_rulebook(self, rules: str, software: Iterable[Software]) -> Iterator[str]:
        """A line if another rulebook was in force then: the journal has the acts, and this machine's rulebook
        their consequences.
        """
        now = present_rulebook(rules)
        for then in dict.fromkeys(each.rulebook for each in software):
            if then and now and then != now:
                yield self.words.text("record.other_rulebook", now=short(now), then=short(then))

    def _asked_then(self, record: Record) -> Iterator[str]:
        """A line on the decision and the steps that the console asked for by the rulebook in force then."""
        if record.asked:
            words = self.words
            asked = (words.side_by_side((_order(words, each.action), *each.clauses)) for each in record.asked)
            yield words.text("record.asked_then", steps=words.list_of(asked))

    def software(self, origin: Origin) -> Iterator[str]:
        """The software that ran the table, a line each; nothing in an older journal."""
        for each in origin.software:
            known = {name: short(digest) or "–" for name, digest in digests(each).items()}
            yield self.words.text("record.software", version=visible(each.version), **known)

    def _footer(self, record: Record, made_at: datetime, version: str) -> tuple[str, ...]:
        times = (record.filmed_from, record.happened, record.reported, record.closed, made_at)
        proof, zone = record.proof, self.zones(times)
        slots = {"table": visible(record.origin.table), "chain": proof.chain}
        first, last = ends_of(proof)
        # A correction's proof, for instance, has a single entry.
        if proof.first == proof.last and proof.first_file == proof.last_file:
            entries = self.words.text("record.journal.one", entry=last, **slots)
        else:
            entries = self.words.text("record.journal", first=first, last=last, **slots)
        return (
            entries,
            *self.software(record.origin),
            self.words.text("record.made", time=self.day_and_clock(made_at), version=version, zone=zone),
        )


class _Entries(Protocol):
    """The first and the last entry of a paper, and the closed files of a journal that have them."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def first_file(self) -> str | msgspec.UnsetType: ...
    @property
    def last_file(self) -> str | msgspec.UnsetType: ...


def ends_of(entries: _Entries) -> tuple[str, str]:
    """The numbers of the first and the last entry, each with its file's name; one file once."""
    begun = entries.first_file if entries.first_file != entries.last_file else None
    ends = ((entries.first, begun), (entries.last, entries.last_file))
    first, last = (f"{entry} ({visible(file)})" if file else str(entry) for entry, file in ends)
    return first, last


def _is_soft(hands: Hands, hand: str) -> bool:
    """Whether a blackjack hand's ace counts eleven without a blackjack, as in a round's file."""
    seat, dot, _ = hand.partition(".")
    if hand != DEALER and not dot:
        return False  # The figure belongs to another game.
    shown = tuple(Card(card) for card in hands.hands[hand] if card != UNREAD)
    is_split = dot and sum(name.startswith(f"{seat}.") for name in hands.hands) > 1
    return is_soft(shown) and (bool(is_split) or not is_blackjack(shown))


def _fault_in(reading: ReadBytes) -> Meaning | None:
    """The fault or the differing result in a device's bytes that halts play, or None."""
    faults = (EventKind.WHEEL_FAULTED, EventKind.DEVICE_FAULTED, EventKind.SHOE_RESULTED)
    return next((each for each in reading.said if each.event in faults), None)


def source_text(words: Words, device: str | None, *, is_entered: bool) -> str:
    """The source of a card: a person, or a device by name; a protocol's line names no device."""
    key = "record.entered" if is_entered else _SOURCES.get(device or "")
    return inside(words, words.text("review.by.device")) if key is None else words.text(key)


_SOURCES: Final = {"shoe": "log.device.shoe", "reader": "record.reader", "wheel": "log.device.wheel"}


def _told(record: Record) -> dict[str, list[tuple[Fact, list[GivenFact]]]]:
    """Each fact's values in turn, with the times that they were given; asking again gives none."""
    told: dict[str, list[tuple[Fact, list[GivenFact]]]] = {}
    for given in record.told:
        for fact, value in answered_facts(given.facts).items():
            values = told.setdefault(fact, [])
            if not values or values[-1][0] != value:
                values.append((value, []))
            values[-1][1].append(given)
    return told


def _winner_in(shown_bytes: str | None) -> str | None:
    """The shoe's winner in these hex bytes; None if they are hidden or in pieces."""
    _, read = catalogue.decoder_for(DeviceRole.SHOE).feed(bytes.fromhex(shown_bytes or ""))
    return next((each.winner for each in read if isinstance(each, ShoeResult)), None)


def ranges_of(ids: Iterable[str]) -> Iterator[str]:
    """Rounds by their ids, consecutive ones as one: ``7-2``, ``7-5–7-9``."""
    numbered = ((int(each.rpartition("-")[2]), visible(each)) for each in ids)
    for _, run in groupby(enumerate(numbered), key=lambda each: each[1][0] - each[0]):
        names = [name for _, (_, name) in run]
        yield "–".join(dict.fromkeys((names[0], names[-1])))


def _until_end(record: Record) -> tuple[ReadBytes, ...]:
    """The readings up to the record's end: a later one belongs to what followed."""
    is_split = record.proof.last_file is not msgspec.UNSET
    return tuple(each for each in record.readings if is_split or each.entry <= record.proof.last)


_PICKED_UP: Final = frozenset((Phase.BETTING, Phase.SHOE, Phase.WHEEL, Phase.CLOSED))
"""The phases in which no card of the last round lies on the table."""


def _lies(hands: Hands) -> bool:
    return hands.status == RoundStatus.OPEN or hands.phase not in _PICKED_UP


def _surrendered(record: Record, last: int) -> frozenset[str]:
    """The hands that their players had given up by this entry."""
    taken = (each for each in record.answers if each.entry <= last and each.missed is None)
    return frozenset(f"{each.seat}.{each.hand}" for each in taken if each.choice is Choice.SURRENDER)


def _is_about(record: Record, answer: RecordedAnswer) -> bool:
    """Whether an answer belongs to a record: to its seat if it names one, and not to a round whose cards had
    been picked up.
    """
    seat = record.facts.get("seat")
    return _lies(record.before) and (seat is None or answer.seat == seat)


def face(card: str) -> str:
    """A card as it is printed: ``10♥``; ``??`` and a pocket's number stay as they are."""
    if card == UNREAD or card.isdigit():
        return card
    return ("10" if card[0] == "T" else card[0]) + _SUITS[card[1]]


def are_entered(readings: Iterable[object]) -> bool:
    return any(isinstance(each, EnteredCard) for each in readings)


def _begun(shift: str | None) -> datetime | None:
    """The local time that a shift's name is, or None."""
    try:
        begun = datetime.fromisoformat(shift or "")
    except ValueError:
        return None
    return begun if begun.isoformat(" ", "minutes") == shift else None


def zone_text(at: datetime) -> str:
    """A moment's zone by its distance from UTC: ``UTC+02:00``."""
    return f"UTC{distance(at)}" if at.utcoffset() else "UTC"


def _actor(actor: str) -> Actor:
    return Actor.DEALER if actor == "dealer" else Actor.PIT_BOSS


def incident_view(record: Record) -> IncidentView:
    """The record's incident as its steps' words need it: kind and facts give the number of cards."""
    steps = (IncidentStepView(each.action, Actor(each.actor), each.state != "due") for each in record.steps)
    return IncidentView(
        id=record.id,
        kind=record.kind,
        round=record.where.round,
        facts=record.facts,
        clause=record.clause,
        basis=record.basis,
        outcome=record.outcome,
        authority=None,
        state=IncidentState.CLOSED,
        choices=(),
        steps=tuple(steps),
        open=record.open,
        queued=0,
    )


_OF_CARDS: Final = frozenset((*HALT_REASONS.values(), HaltReason.RESCAN))
"""The reasons of a halt by a card, which counts as not drawn if the halt is taken back."""
_AS_PROMPTED = frozenset(
    (*Preparing, Action.BURN_CARD, Action.REPLACE_SHOE, Action.RESCAN, Action.PEEK, Action.TURN_HOLE)
)
_OF_OUTCOMES: Final = (Action.REMOVE_CARDS, Action.BURN)
"""The actions with a shorter phrase that can also be an outcome's step, whose words they then have."""

QUICK: Final = ("time", "step", "seconds", "least", "who")
AMENDED = ("time", "entry", "what", "before", "after", "who", "authorised", "why")
"""The columns of the list of corrections after the fact."""


def amendment_row(each: Amendment, formatter: RecordFormatter) -> tuple[Cell, ...]:
    changed = (visible(text) for text in (each.what, each.before, each.after))
    who = (formatter.name(each.by), formatter.name(each.authorised_by))
    about: Cell = each.about
    if each.file:
        about = formatter.words.side_by_side((str(each.about), visible(each.file)))
    return (formatter.moment_cell(each.at), about, *changed, *who, visible(each.why))


def step_name(
    words: Words, action: str, incident: IncidentView | None = None, *, cards: int | None = None
) -> str:
    """A step in the words of its prompt, or by its name in the journal. A step of an ``incident``'s outcome
    has the number of its cards; ``cards`` is that number if nothing else is known.
    """
    if cards is not None:
        return words.count(f"step.{action}", cards)
    brief = words.find(f"round.file.asked.{action}")  # The full prompt of these needs more than a record has.
    if brief is not None and (incident is None or action not in _OF_OUTCOMES):
        return brief
    order = speech.order_text(words, action) if action in _AS_PROMPTED else None
    return order or visible(step_text(words, incident, action))


def _order(words: Words, action: str) -> str:
    own = speech.order_text(words, action) or speech.order_text(words, f"{action}.{Actor.DEALER}")
    return step_name(words, action) if own is None else own


def unsealed_text(words: Words, noted: str) -> str:
    """The shift or file that is not sealed, and why; a reason without a phrase as recorded."""
    trouble = SealTrouble.of(noted)
    file, found, rest = trouble.reason.partition(f": {NOT_PRIVATE}")
    has_phrase, begun = bool(found) and not rest, _begun(trouble.subject)
    if begun is None and not has_phrase:
        return noted
    of = trouble.subject if begun is None else f"{date_text(begun, words.locale)} {begun:%H:%M}"
    why = words.text("seal.key.not_private", file=file) if has_phrase else trouble.reason
    return words.label(of, why)


def after_text(words: Words, seen_ms: int) -> str:
    """The time from prompt to press, in seconds with one decimal."""
    return words.text("record.after_shown", seconds=words.figure(seen_ms / 1000, 1))
