"""A handover in words: its open points as rows, the remarks, and the signatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from console.base.plain_text import visible
from console.supervisor.records.documents.origin_mark import origin_mark
from console.supervisor.records.documents.paper import Paper, Part, ToSign
from console.supervisor.records.documents.record_words import RecordFormatter, step_name, unsealed_text
from console.supervisor.reports.handover import (
    SIDES,
    Handover,
    HandoverSignature,
    PendingIncident,
    UncountedSet,
)
from console.supervisor.reports.list_words import device_text, duties_part
from console.supervisor.reports.shift_report import ShiftReport, TableReport
from console.table.core import Contradiction, Notification, Who
from console.table.words import (
    contradiction_text,
    inside,
    proven_drift_text,
    reason_text,
    sentence,
    unusual_text,
    whom_text,
)


def handover_parts(
    handover: Handover, table_title: str, formatter: RecordFormatter, shift: str | None
) -> Iterator[Part]:
    """The open points, the remarks, and the signatures; ``shift`` is the report's, if any."""
    text = formatter.words.text
    rows = tuple(open_points(handover, formatter))
    at = formatter.day_and_clock(handover.at)
    heading = text("handover.open", time=at) if rows else at  # Without rows it must not announce any.
    heads = (text("report.what"), text("handover.known"))
    yield Part(table_title, heading, heads, rows, "" if rows else text("handover.clear"), text("give.open"))
    if handover.duties is not None:
        yield duties_part(handover.duties, table_title, formatter)
    remarks = tuple(
        (formatter.moment_cell(each.at), formatter.name(each.by), visible(each.text))
        for each in handover.remarks
    )
    columns = tuple(text(f"report.{name}") for name in ("time", "who", "what"))
    if remarks:
        yield Part(table_title, text("record.head.remarks"), columns, remarks)
    yield from _signatures(handover, table_title, formatter, shift)


def open_points(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    """Each open point: its subject, details for the next shift, and whether it came after a signature."""
    formatter = formatter.of_day(handover.at)
    newest = {each.side: each for each in handover.signatures if each.shift == handover.shift}
    after = dict[tuple[str, str], HandoverSignature]()
    for each in sorted(newest.values(), key=lambda signature: signature.at):
        if each.uncovered is not None:
            after |= dict.fromkeys(_points(each.uncovered, formatter), each)
    for subject, details in _points(handover, formatter):
        signed = after.get((subject, details))
        if signed is not None:
            time = formatter.day_and_clock(signed.at)
            came = formatter.words.text("handover.after_signature", time=time)
            details = _in_a_row((details, came), formatter)
        yield subject, details


def _points(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    yield from _at_play(handover, formatter)
    yield from _orders(handover, formatter)
    yield from _at_machine(handover, formatter)
    for _, point in notification_points(handover, formatter):
        yield point
    for _, point in contradiction_points(handover, formatter):
        yield point
    yield from _of_cards(handover, formatter)
    yield from _of_people(handover, formatter)
    yield from _left_open(handover, formatter)


def _at_play(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    for incident in handover.incidents:
        yield text("handover.incident"), _incident(incident, formatter)
    if handover.halt is not None:
        at = None if handover.halted_at is None else formatter.clock(handover.halted_at)
        yield text("handover.halt"), _in_a_row((formatter.halt(handover.halt), at), formatter)
    if handover.round is not None:
        yield text("handover.round"), visible(handover.round)
    if handover.called is not None:
        yield text("handover.called"), formatter.day_and_clock(handover.called)
    if (manual := handover.manual) is not None:
        since = text(
            "mode.manual.since", time=formatter.day_and_clock(manual.since), name=formatter.name(manual.by)
        )
        yield (
            text("handover.manual"),
            formatter.words.side_by_side(
                (since, formatter.words.count("count.cards", manual.cards), text("mode.manual.unwatched"))
            ),
        )


def _at_machine(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    if handover.felt_differs is not None:
        yield text("log.noted.felt_differs"), formatter.day_and_clock(handover.felt_differs)
    if handover.not_commissioned:
        yield text("handover.not_commissioned"), text("handover.not_commissioned.known")
    for device in handover.ailing:
        named = device_text(formatter.words, device.device)
        yield (
            text("handover.device"),
            formatter.words.label(named, inside(formatter.words, _ails(device.what, formatter))),
        )
    for drift in handover.drifts:
        yield text("log.noted.certificate_drift"), proven_drift_text(formatter.words, drift)
    for each in handover.unusual:
        yield text("log.noted.wheel_unusual"), unusual_text(formatter.words, each, formatter.name)
    for ball in handover.short_balls:
        seconds, least = formatter.words.figure(ball.seconds, 1), formatter.words.figure(ball.least)
        known = text("finding.short_ball.known", seconds=seconds, least=least)
        about = (formatter.day_and_clock(ball.at), known)
        yield text("finding.short_ball"), _in_a_row(about, formatter)
    for run in handover.long_runs:
        rounds = formatter.words.figure(run.once_in or 0)
        known = text("finding.run.known", run=formatter.words.figure(run.longest), rounds=rounds)
        yield text("finding.run"), formatter.words.label(text(f"bet.{run.winner}"), known)
    for missing in handover.no_pictures:
        at = None if missing.moment is None else formatter.day_and_clock(missing.moment)
        parts = (visible(missing.incident), at, text(f"video.{missing.why}"))
        yield text("log.noted.video_missing"), _in_a_row(parts, formatter)


def _of_cards(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    for taken in handover.storage:
        order = step_name(formatter.words, taken.action, cards=taken.cards)
        more = (formatter.day_and_clock(taken.at), order, _noted(taken.note, formatter))
        yield text("handover.storage"), _in_a_row(more, formatter)
    for each in handover.uncounted:
        yield text("handover.uncounted"), _uncounted(each, formatter)
    for astray in handover.astray:
        what = "handover.unnumbered" if astray.number is None else "handover.astray"
        last = visible(astray.round or "–")
        last = formatter.words.label(text("record.round"), last)
        number = text("report.set.unnoted") if astray.number is None else visible(astray.number)
        yield text(what), _in_a_row((number, last, _prepared(astray.prepared, formatter)), formatter)
    for found in handover.wrong_sets:
        rounds = formatter.set_rounds(found.rounds)
        since = formatter.words.label(text("record.head.set_rounds"), rounds)
        note = text("record.set_rounds.note")
        prepared = _prepared(found.prepared, formatter)
        known = (formatter.day_and_clock(found.at), visible(found.id), since, prepared, note)
        yield text("incident.wrong_card_set"), _in_a_row(known, formatter)


def _uncounted(each: UncountedSet, formatter: RecordFormatter) -> str:
    number = None if each.number is None else visible(each.number)
    prepared = _prepared(each.prepared, formatter)
    return _in_a_row((number, formatter.day_and_clock(each.at), formatter.name(each.by), prepared), formatter)


def _prepared(by: str | None, formatter: RecordFormatter) -> str | None:
    text = formatter.words.text
    return None if by is None else formatter.words.label(text("report.set.prepared"), formatter.name(by))


def _of_people(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    for trainee in handover.trainees:
        yield text("handover.trainee"), formatter.name(Who(trainee.who, trainee.beside))
    for who in handover.unlicensed:
        yield text("log.noted.no_licence"), formatter.name(who)
    for each in handover.preparers:
        number = None if each.number is None else visible(each.number)
        known = (number, _prepared(each.prepared, formatter))
        yield text(f"log.noted.{each.note}"), _in_a_row(known, formatter)
    for licence in handover.licences:
        who, day = formatter.name(licence.who), formatter.noted_day(licence.until)
        if licence.until < formatter.local(handover.at).date().isoformat():
            yield sentence(text("log.barred.expired", what=day)), who
        else:
            until = text("people.rights.until", day=day)
            yield text("handover.licence"), _in_a_row((who, until), formatter)


def _left_open(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    for step in handover.follow_ups:
        why = reason_text(formatter.words, step.reason) if step.reason else text("report.broken_off")
        parts = (
            formatter.day_and_clock(step.at),
            step_name(formatter.words, step.action, cards=step.cards),
            why,
        )
        yield text("handover.follow_up"), _in_a_row(parts, formatter)
    if handover.lost_entries:
        lost = formatter.words.label(
            text("report.doing.entries_lost"), formatter.words.figure(handover.lost_entries)
        )
        yield text("log.noted.journal_recovered"), lost
    if handover.unsealed is not None:
        yield text("handover.unsealed"), visible(unsealed_text(formatter.words, handover.unsealed))
    if handover.procedures_off:
        yield text("handover.procedures_off"), formatter.words.list_of(handover.procedures_off)


def notification_points(
    handover: Handover, formatter: RecordFormatter
) -> Iterator[tuple[Notification, tuple[str, str]]]:
    """Each office to inform, with its open point."""
    subject = formatter.words.text("handover.notification")
    for each in handover.notifications:
        yield each, (subject, _in_a_row(_notification(each, handover.at, formatter), formatter))


def contradiction_points(
    handover: Handover, formatter: RecordFormatter
) -> Iterator[tuple[Contradiction, tuple[str, str]]]:
    """Each contradiction with its open point: both sides."""
    subject = formatter.words.text("handover.contradiction")
    for each in handover.contradictions:
        clock = formatter.of_day(each.at).clock
        said = contradiction_text(formatter.words, each, formatter.name, clock)
        about = (visible(each.id), formatter.day_text(formatter.local(each.at)), said)
        yield each, (subject, _in_a_row(about, formatter))


def _notification(each: Notification, at: datetime, formatter: RecordFormatter) -> Iterator[str]:
    yield whom_text(formatter.words, each.whom)
    yield visible(each.incident)
    until = formatter.day_and_clock(each.until)
    overdue = each.is_open and each.until < at
    yield formatter.words.text("notification.overdue" if overdue else "notification.until", time=until)
    for tick in each.ticks:
        yield formatter.words.text("notification.ticked", name=formatter.name(tick.by))
    if each.withdrawn is not None:
        yield formatter.words.text("notification.withdrawn", time=formatter.day_and_clock(each.withdrawn))


def _noted(note: str, formatter: RecordFormatter) -> str:
    """A note under its name, since a note of a few figures means nothing alone."""
    return formatter.words.label(formatter.words.text("report.note"), visible(note)) if note else ""


def _orders(handover: Handover, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    text = formatter.words.text
    if handover.reshuffle is not None:
        yield text("handover.order"), text(f"handover.reshuffle.{handover.reshuffle}")
    if handover.change_shoe:
        yield text("handover.order"), text("outcome.change_shoe_after")
    if handover.close:
        yield text("handover.order"), text("handover.close")


def _ails(what: str, formatter: RecordFormatter) -> str:
    match what:
        case "lost":
            return formatter.words.text("report.lost")
        case "silent":
            return formatter.words.text("report.silent")
        case _:
            return formatter.words.text("report.faults")


def _incident(incident: PendingIncident, formatter: RecordFormatter) -> str:
    text = formatter.words.text
    kind = text(f"incident.{incident.kind}") if incident.kind else text("record.kind.none")
    state = text(f"handover.state.{incident.state}")
    due = step_name(formatter.words, incident.due, cards=incident.cards) if incident.due else ""
    parts = (
        visible(incident.id),
        kind,
        incident.clause or "",
        state,
        due,
        formatter.clock(incident.reported),
    )
    return _in_a_row(parts, formatter)


def _in_a_row(texts: Iterable[str | None], formatter: RecordFormatter) -> str:
    """Several statements in a line; no line begins with the mark between them."""
    return formatter.words.locale.dot.replace(" ", "\u00a0", 1).join(filter(None, texts))


def _signatures(
    handover: Handover, table_title: str, formatter: RecordFormatter, shift: str | None
) -> Iterator[Part]:
    """The signatures at a screen, by PIN or badge, and for both sides a line to sign on if printed; the last
    shift's come last. A side's earlier signatures are listed if they have a note. A report of another time
    has each shift's under its name.
    """
    text, side_by_side = formatter.words.text, formatter.words.side_by_side
    newest = {(each.shift, each.side): each for each in handover.signatures}
    own = handover.shift or ""
    heads = ("handover.side", "handover.by_screen", "report.note", "handover.by_hand", "handover.date")
    for of in (*(each for each in dict.fromkeys(of for of, _ in newest) if each != own), own):
        rows = list[tuple[str | None, ...]]()
        for side in (each for each in SIDES if of == own or (of, each) in newest):
            last, name = newest.get((of, side)), text(f"handover.{side}")
            for each in handover.signatures:
                if (each.shift, each.side) == (of, side) and (each.remarks or each is last):
                    signed = side_by_side((formatter.name(each.by), formatter.day_and_clock(each.at)))
                    lines = ("", "") if each is last else (None, None)
                    rows.append((name, signed, visible(each.remarks, "\n") or None, *lines))
            if last is None:
                rows.append((name, text("handover.unsigned"), None, "", ""))
        named = f"{text('record.shift')} {formatter.shift(of)}" if shift is None and of else ""
        heading = side_by_side((text("handover.signatures"), named))
        yield ToSign(table_title, heading, tuple(map(text, heads)), tuple(rows))


def gap_parts(table: TableReport, table_title: str, formatter: RecordFormatter) -> Iterator[Part]:
    """The message that the shift's beginning may be in a file that was not found."""
    if (gap := table.gap) is not None:
        key = "journal.follow.gap" if gap.reader is None else "journal.follow.older"
        slots = {"file": visible(gap.file), "before": visible(gap.before), "reader": gap.reader}
        yield Part(table_title, "", note=formatter.words.text(key, **slots))


def handover_paper(
    report: ShiftReport, formatter: RecordFormatter, version: str, table_titles: tuple[str, ...]
) -> Paper:
    """The handovers of a report's tables as a document of their own; ``table_titles`` are their names."""
    words = formatter.words
    parts = list[Part]()
    for table, name in zip(report.tables, table_titles, strict=True):
        parts += gap_parts(table, name, formatter)
        if table.handover is not None:
            parts += handover_parts(table.handover, name, formatter, report.interval.shift)
    if not any(table.handover for table in report.tables):
        parts.append(Part("", words.text("handover.title"), (), (), words.text("report.no_activity")))
    ends = [end for table in report.tables for end in (table.begun, table.ended)]
    zone, made = formatter.zones((*ends, report.made)), formatter.day_and_clock(report.made)
    line = words.text("record.made", time=made, version=version, zone=zone)
    of = report.interval.shift
    shift = f"{words.text('record.shift')} {formatter.shift(of)}" if of else ""
    head = tuple(each for each in (report.casino, *table_titles, shift, line) if each)
    mark = origin_mark((table.origin.origin for table in report.tables), words)
    return Paper(words.language, words.text("handover.title"), head, tuple(parts), (), mark=mark)
