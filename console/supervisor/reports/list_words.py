"""The lists of a shift report in words: devices, staff, shoes, checks, consumables, errata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from console.base.plain_text import visible
from console.base.software import digests, short
from console.base.words import Words, noted_day, noted_moment, sort_by_name
from console.supervisor.records.documents.action_words import action_text
from console.supervisor.records.documents.paper import Cell, Part
from console.supervisor.records.documents.record_words import (
    AMENDED,
    QUICK,
    RecordFormatter,
    amendment_row,
    step_name,
)
from console.supervisor.reports.card_sets import COLUMNS, set_row
from console.supervisor.reports.figures import DeviceFigures
from console.supervisor.reports.shift_report import TableReport
from console.table.core import CountedAs, Duty, NoteKind, row_of
from console.table.game import Erratum, has_wheel
from console.table.people import DealingBar, bar_logged, rights_logged
from console.table.words import compared_text, reason_text, whom_text

_HEADINGS = {"manual": "handover.manual"}
"""The headings that differ from their list's name: ``report.manual`` is a figure."""

Rows = Sequence[tuple[Cell, ...]]


class Lister:
    def __init__(self, table: TableReport, table_title: str, formatter: RecordFormatter) -> None:
        self._table, self._about, self._formatter = table, table_title, formatter
        self._text = formatter.words.text

    def part(self, heading: str, columns: Sequence[str], rows: Rows, more: str = "", note: str = "") -> Part:
        """A part with these columns; a last column ``why`` is left out if no row has a reason. ``more`` names
        a list that may have lost rows.
        """
        if columns[-1] == "why" and not any(row[-1] for row in rows):
            columns, rows = columns[:-1], [row[:-1] for row in rows]
        note = " ".join(each for each in (note, self._rest(more)) if each) if rows else ""
        names = tuple(self._text(f"report.{name}") for name in columns)
        named = self._text(_HEADINGS.get(heading, f"report.{heading}"))
        sheet = self._formatter.words.find(f"report.sheet.{heading}") or named
        return Part(self._about, named, names, tuple(rows), note, sheet)

    def _rest(self, name: str) -> str:
        left = self._table.lists.more.get(name, 0)
        return self._formatter.words.count("report.more", left) if left else ""

    def devices(self) -> Part:
        rows = [self._device(each) for each in self._table.devices]
        columns = ("device", "read", "unread", "faults", "error_rate", "lost", "silent")
        return self.part("devices", columns, rows)

    def _device(self, each: DeviceFigures) -> tuple[Cell, ...]:
        rate = None if each.error_rate is None else round(each.error_rate * 100, 2)
        words = self._formatter.words
        named = device_text(words, each.device)
        faults = words.text("access.list").join(
            words.label(self._fault(one.name), str(one.count)) for one in each.faults
        )
        read = each.read if each.device else None  # Cards of lines without a device are not counted.
        return (named, read, each.unread, faults or 0, rate, each.lost, each.silent)

    def _fault(self, name: str) -> str:
        """The meaning of a wheel's fault; for a shoe its display's number."""
        return self._formatter.words.find(f"wheel_figures.fault.{name}") or visible(name)

    def staffing(self) -> Part:
        """The dealers, each from when to when, and whose right to deal ended that; without sign-ins for a
        single decision.
        """
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        for each in self._table.lists.dealt:
            until = formatter.moment_cell(each.until) if each.until is not None else None
            bar, why = DealingBar.of(each.bar or ""), None
            if bar is not None and each.barred is not None:
                what = visible(bar_logged(formatter.words, bar))
                why = self._text("access.done_to", what=what, whom=formatter.name(each.barred))
            rows.append((formatter.name(each.who), formatter.moment_cell(each.since), until, why))
        changes = formatter.words.count("report.dealer_changes", self._table.dealer_changes)
        return self.part("staffing", ("dealer", "began", "until", "why"), rows, "dealt", changes)

    def failed_sign_ins(self) -> Part:
        """Refused sign-ins; for a person who may not deal with the reason."""
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        for each in self._table.lists.failed:
            bar = DealingBar.of(each.why)
            why = None if bar is None else visible(bar_logged(formatter.words, bar))
            rows.append((formatter.moment_cell(each.at), visible(each.who), why))
        return self.part("failed", ("time", "who", "why"), rows, "failed")

    def accounts(self) -> Part:
        """The changes to people's accounts: whose, by whom, and why."""
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        words = formatter.words
        for each in self._table.lists.accounts:
            done = self._text("access.done_to", what=self.doing(each.what), whom=formatter.name(each.who))
            until = visible(noted_day(each.until, words.locale))
            rights = rights_logged(words, each.rights)
            if not rights and until:  # A licence that has ended has no rights.
                rights = (self._text("people.rights.until", day=until),)
            what = visible(words.side_by_side((done, *rights)))
            if each.terminal is not None:
                made = noted_moment(each.made, words.locale) if each.made else ""
                user = self._text("access.list").join(filter(None, (each.terminal, made)))
                what = self._text("log.at_terminal", what=what, user=visible(user))
            by = None if each.by is None else formatter.name(each.by)
            bar = DealingBar.of(each.reason) if each.what == NoteKind.DEALING_REFUSED else None
            why = each.reason if bar is None else bar_logged(words, bar)
            rows.append((formatter.moment_cell(each.at), by, what, visible(why) or None))
        columns = tuple(self._text(f"report.{name}") for name in ("time", "who", "what", "why"))
        return Part(self._about, self._text("menu.people"), columns, tuple(rows), self._rest("accounts"))

    def shoes(self) -> Part:
        formatter, rows = self._formatter, []
        for each in self._table.lists.shoes:
            ready = formatter.clock_cell(each.ready) if each.ready is not None else None
            how = self._text(f"report.shoe.{each.how}")
            began = formatter.moment_cell(each.began)
            rows.append((each.number, how, began, ready, each.cards, each.left, each.rounds))
        columns = ("shoe", "how", "began", "ready", "cards", "left", "rounds_begun")
        shuffles = formatter.words.count("report.shuffles", self._table.shuffles)
        return self.part("shoes", columns, rows, "shoes", shuffles)

    def card_sets(self) -> Part:
        formatter, sets = self._formatter, self._table.card_sets
        columns = tuple(self._text(each) for each in COLUMNS)
        rows = tuple(set_row(each, formatter) for each in sets)
        note = self._text("record.set_rounds.note") if any(each.concerned for each in sets) else ""
        return Part(self._about, self._text("report.card_sets"), columns if rows else (), rows, note)

    def notifications(self) -> Part:
        """The offices to inform, each with its incident, its time, and who ticked it."""
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        for each in self._table.notifications:
            whom = whom_text(formatter.words, each.whom)
            listed = self._text("access.list").join(formatter.informed(each, each.withdrawn))
            rows.append((visible(each.incident), whom, formatter.day_and_clock(each.until), listed or None))
        return self.part("notifications", ("incident", "whom", "by_when", "ticks"), rows)

    def checks(self) -> Part:
        """The steps of preparing cards or the wheel, and how often each was done."""
        words = self._formatter.words
        by_name = sort_by_name(words, self._table.checks, lambda each: step_name(words, each.action))
        rows = [(step_name(words, each.action), each.done, each.missed) for each in by_name]
        return self.part("checks", ("step", "done", "missed"), rows)

    def skipped_steps(self) -> Part:
        formatter, rows = self._formatter, []
        for each in self._table.lists.skipped:
            why = (
                reason_text(self._formatter.words, each.reason)
                if each.reason
                else self._text("report.broken_off")
            )
            by = formatter.name(each.by) if each.by else None
            step = step_name(formatter.words, each.action, cards=each.cards)
            rows.append((formatter.moment_cell(each.at), step, by, why))
        return self.part("skipped", ("time", "step", "who", "why"), rows, "skipped")

    def quick(self) -> Part:
        note, rows = self._text("finding.quick"), [*map(self._formatter.quick_row, self._table.lists.quick)]
        return self.part("quick", QUICK, rows, "quick", note)

    def corrections(self) -> Part:
        """The misread cards that were corrected in play, each with its record's number."""
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        for each in self._table.lists.corrected:
            who, why = formatter.name(each.by), reason_text(formatter.words, each.reason or "")
            at, round_ = formatter.moment_cell(each.at), each.round and number_of(each.round)
            rows.append((each.id, at, round_, formatter.corrected(each), who, why or None))
        names = ["report.number", "report.time", "record.round", "report.what", "report.who", "report.why"]
        if not any(why for *_, why in rows):
            rows, names = [row[:-1] for row in rows], names[:-1]
        columns = tuple(map(self._text, names)) if rows else ()
        heading = self._text("record.head.corrections")
        return Part(self._about, heading, columns, tuple(rows), self._rest("corrected"))

    def amendments(self) -> Part:
        rows = [amendment_row(each, self._formatter) for each in self._table.lists.amended]
        return self.part("amended", AMENDED, rows, "amended")

    def events(self) -> Iterator[Part]:
        """The lists that the table rows of kinds of events name: who did what, and when."""
        formatter = self._formatter
        for name, presses in self._table.lists.events.items():
            rows = [
                (formatter.moment_cell(one.at), formatter.name(one.by), action_text(one, formatter))
                for one in presses
            ]
            yield self.part(name, ("time", "who", "what"), rows, name)

    def consumables(self) -> Part:
        formatter, rows = self._formatter, []
        for each in self._table.lists.consumables:
            step = step_name(formatter.words, each.action, cards=each.cards)
            at, note = formatter.moment_cell(each.at), reason_text(formatter.words, each.note) or None
            rows.append((at, step, note, formatter.name(each.by)))
        return self.part("consumables", ("time", "step", "note", "who"), rows, "consumables")

    def clock(self) -> Part:
        changes = self._table.lists.clock
        rows = [(self._formatter.moment_cell(each.at), round(each.seconds, 1)) for each in changes]
        return self.part("clock", ("time", "seconds"), rows, "clock")

    def doings(self) -> Part:
        rows = [(self.doing(each.name), each.count) for each in self._table.doings]
        return self.part("doings", ("what", "times"), rows)

    def doing(self, name: str) -> str:
        """A restart, lock, bug or changed account in words, by its name in the journal's notes."""
        words, (what, _, more) = self._formatter.words, name.partition(" ")
        row = row_of(what)
        if row is not None and row.counted_as is CountedAs.TEXT:
            return words.locale.colon.join((words.text(f"log.noted.{what}"), compared_text(words, more)))
        own = row is None or row.counted_as is CountedAs.REPORT  # A figure within a note has no row.
        phrase = words.find(f"report.doing.{name}" if own else f"log.noted.{name}")
        return words.text("log.noted.other", what=visible(name)) if phrase is None else phrase

    def software(self) -> Part:
        """The software that ran the table, and since when if it changed in the interval."""
        formatter, rows = self._formatter, list[tuple[Cell, ...]]()
        for each in self._table.lists.software:
            since = formatter.moment_cell(each.since) if each.since is not None else None
            named = (short(digest) or None for digest in digests(each.software).values())
            rows.append((since, visible(each.software.version), *named))
        columns = ("since", "version", "manifest", "rulebook", "configuration")
        return self.part("software", columns, rows, "software")

    def errata(self) -> Part:
        """The errata of the rulebook's document, and the readings that are applied instead."""
        rows = [(each.clause, self._applied(each)) for each in self._table.errata]
        return self.part("errata", ("clause", "applied"), rows)

    def _applied(self, erratum: Erratum) -> str:
        # It is None for a rulebook that is not one of ours.
        known = self._formatter.words.find(f"erratum.{erratum.about}")
        return known or f"{visible(erratum.written)} → {visible(erratum.applied)}"


def list_parts(table: TableReport, table_title: str, formatter: RecordFormatter) -> Iterator[Part]:
    lister = Lister(table, table_title, formatter)
    yield lister.devices()
    yield lister.staffing()
    yield lister.failed_sign_ins()
    if table.lists.accounts:
        yield lister.accounts()
    yield lister.shoes()
    if table.card_sets:
        yield lister.card_sets()
    if table.notifications:
        yield lister.notifications()
    for part in formatter.contradictions(table.contradictions):
        yield replace(part, about=table_title)
    yield lister.checks()
    yield lister.skipped_steps()
    if table.lists.quick:
        yield lister.quick()
    if not has_wheel(table.origin.game):
        yield lister.corrections()
    yield lister.amendments()
    yield from lister.events()
    yield lister.consumables()
    yield lister.clock()
    yield lister.doings()
    if table.lists.software:  # An old journal does not record the software.
        yield lister.software()
    yield lister.errata()


def number_of(number: str) -> str:
    """A round's or an incident's number within its table."""
    return visible(number.rpartition("-")[2])


def duties_part(duties: Iterable[Duty], table_title: str, formatter: RecordFormatter) -> Part:
    """The supervisors on duty, from when to when; a present duty has no end."""
    text = formatter.words.text
    rows = tuple(
        (
            formatter.words.side_by_side((formatter.name(each.who), *duty_remarks(each, formatter.words))),
            formatter.moment_cell(each.since),
            None if each.until is None else formatter.moment_cell(each.until),
        )
        for each in duties
    )
    columns = tuple(text(f"report.{name}") for name in ("who", "began", "until")) if rows else ()
    return Part(table_title, text("report.duties"), columns, rows, "" if rows else text("duty.nobody"))


def duty_remarks(duty: Duty, words: Words) -> Iterator[str]:
    if duty.disabled:
        yield words.text("log.noted.supervisor_disabled")
    if duty.clock_set:
        yield words.text("log.noted.clock_set")


def device_text(words: Words, device: str) -> str:
    """A device by its name; "" stands for a line that names none."""
    match device:
        case "":
            return words.text("review.by.device")
        case "link":
            return words.text("report.link")
        case _:
            return words.find(f"report.device.{device}") or visible(device)
