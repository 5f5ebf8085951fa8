"""The session: it takes a line, records it in the journal, and returns the view. All input passes here.

Headless use, the game server's link and the window all speak to a :class:`Session`. It runs in one thread,
and waits for the journal alone: for each commit, and seldom for a look back or a rescue.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from console.base.plain_text import stripped
from console.table.core.games.game import Game
from console.table.core.incident.guidance import LACKING, missing_fact
from console.table.core.incident.onset import Onset
from console.table.core.judging.explanations import BUG, NOT_RECORDED
from console.table.core.judging.judgement import (
    EventResult,
    Instant,
    judge,
    judge_again,
    judge_bytes,
    with_brought,
)
from console.table.core.play.card_set_watch import WaitingFinding, can_halt, waiting_after
from console.table.core.play.corrections import AmendmentRequest
from console.table.core.play.decoders import SILENCE, decoder_of, read_on
from console.table.core.play.outage import held_back
from console.table.core.play.shifts import ShiftByMinute, shift_at
from console.table.core.play.wheel_run import runs_on, still_warned_of
from console.table.core.protocol import lines
from console.table.core.protocol.line_faults import with_misspelt
from console.table.core.running import table_journal
from console.table.core.running.came_in import came_in_before, with_report
from console.table.core.running.clock import SECOND, Clock, Timekeeping
from console.table.core.running.last_changes import LastChanges
from console.table.core.running.line_events import LineMeaning, meaning_of, step_report
from console.table.core.showing.dealer_view import view_of
from console.table.core.showing.previous_round import PreviousRounds
from console.table.core.state import editions, events
from console.table.core.state.commissioning_state import Equipment, LevelFinding
from console.table.core.state.entries import Entry, Journal, NotRecorded, Unwritable
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.notifications import Notification
from console.table.core.state.phases import HeldBack, Phase
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Role
from console.table.core.state.table import Table
from console.table.core.state.views import Prompt, View
from console.table.devices.catalogue import AttachedDevice
from console.table.devices.health import LossReason
from console.table.devices.model import DeviceRole, WheelDecoder
from console.table.game.rule_values import TableLimits

AT_MOST: Final = 20
"""The number of refused lines in a second that get entries of their own."""
_NAMED: Final = frozenset(
    (events.IncidentReported, events.OutcomeAuthorised, events.RoundVoided, events.NumberRead)
)
"""The events that a view may name by the number of their entry."""
_ANY_TIME: Final = datetime.min.replace(tzinfo=UTC)
WELL_AFTER: Final = 10
"""Seconds without one too many after which a link is in order again."""


class RefusedLines:
    """The refused lines of one link; times are monotonic, in nanoseconds."""

    def __init__(self) -> None:
        self._since = self._more_since = self._came = 0
        self._last: int | None = None
        self.uncounted = 0
        """The number of lines that are in no entry yet."""

    def count(self, now: int) -> bool:
        """Count one more refused line. True if it gets no entry of its own."""
        if now - self._since >= SECOND:
            self._since, self._came = now, 0
        self._came += 1
        if self._came <= AT_MOST:
            return False
        self._more_since = self._more_since if self.uncounted else now
        self.uncounted, self._last = self.uncounted + 1, now
        return True

    def is_due(self, now: int) -> bool:
        """Whether it is time for the entry that counts the refused lines without an entry of their own."""
        return self.uncounted > 0 and now - self._more_since >= SECOND

    def note_count(self, counted: int) -> None:
        self.uncounted -= counted

    def misbehaves(self, now: int) -> bool:
        """Whether the link sends too many refused lines, or did a moment ago."""
        return self._last is not None and now - self._last < WELL_AFTER * SECOND


class Resumption(msgspec.Struct, frozen=True):
    """The point from which a table goes on at a start."""

    table: Table
    since_checkpoint: int = 0
    """The number of entries since the last checkpoint."""
    stopped: datetime | None = None
    """The time of the last entry before, or None."""


class Session:
    """A table in play: its game, its state, its journal."""

    def __init__(
        self,
        game: Game,
        journal: Journal,
        clock: Clock,
        begun: Resumption | None = None,
        *,
        name: str = "T1",
        shift: Callable[[datetime], str] | None = None,
        terminal: str | None = None,
        care: table_journal.JournalCare | None = None,
        watches_set: bool = True,
        journal_id: str | None = None,
    ) -> None:
        """Go on from ``begun`` (from a closed table if None); ``name`` is the first part of its rounds' ids.

        ``terminal`` is the system's user in entries that a terminal makes for a closed table. Without
        ``care`` a damaged journal stays as it is. ``journal_id`` is drawn if left out. ``watches_set``:
        whether a finding on the card set may halt the table; a rehearsal orders its cards.
        """
        begun, care = begun or Resumption(Table()), care or table_journal.NoCare()
        self.game = game
        self.table = replace(begun.table, edition=editions.EDITION)
        self._edition = begun.table.edition
        """The edition of the last entry: the next one names another."""
        self.name = name
        self.journal_id = journal_id or table_journal.new_journal_id()
        """The id of the journal: 8 hex digits, the same in all its files and copies."""
        self._journal = table_journal.TableJournal(journal, care, begun.since_checkpoint, self.journal_id)
        self._clock = clock
        self._shift = ShiftByMinute(shift or (lambda at: shift_at(at.astimezone())))
        self._timekeeping = Timekeeping(begun.stopped)
        self._terminal = terminal
        self._watches_set = watches_set and game.cards is not None
        self.changes = LastChanges(game, view_of(game, self.table, journal.last), care.stretch_to)
        self._refused = RefusedLines()
        before = came_in_before(game, self.table, journal.last, care.stretch_to)
        self.came_in, self._onset, self._found = before
        """The devices' reports since play stopped, the onset of a report, and a set finding that waits."""
        self.pressed_at: datetime | None = None
        """The time of the last entry by which a person moved the table; None before any here."""
        self._previous = PreviousRounds(game)
        self._viewed: tuple[Table, int, View] | None = None
        """The last view and its table, shown again without work: a table is a value."""

    @property
    def onset(self) -> Onset | None:
        return self._onset.of_open(self.table)

    @property
    def unwritable(self) -> Unwritable | None:
        """The reason why the journal could not be written when it was last tried; None if it could."""
        return self._journal.unwritable

    @property
    def set_aside(self) -> int:
        """How many damaged files of its journal were set aside; after each it goes on in a new one."""
        return self._journal.set_aside

    def take(self, line: bytes, *, by_link: bool = False, by_clock: bool = False) -> View:
        """The view after one line of the protocol, once its entry is on disk.

        ``by_link``: it came over the game server's link, which may send only a few; ``by_clock``: the console
        sends it itself, and no person pressed.
        """
        meant = meaning_of(
            line, self.game, self.table, self.name, self._stale, by_link=by_link, by_clock=by_clock
        )
        match meant:
            case lines.View():
                return self.view()
            case lines.Device():
                data = bytes.fromhex(meant.hex)
                return self.receive(DeviceRole(meant.name), data, line, fresh=meant.opened, after=meant.after)
            case LineMeaning():
                view = self._record_event(meant.event, line, meant.refused, meant.why, by_link=by_link)
                return replace(view, why=with_misspelt(view.why, line)) if view.why else view

    def receive(
        self,
        device: DeviceRole,
        data: bytes,
        line: bytes | None = None,
        *,
        fresh: bool = False,
        after: int | None = None,
    ) -> View:
        """The view after a device's bytes, each reading applied; ``fresh`` if its port was just opened.
        ``after``: the milliseconds since its bytes before them, if they are known.
        """
        when = self._now()
        if line is None and not self.waits(device, after):
            is_packet = after is not None and after > SILENCE and device is not DeviceRole.WHEEL
            after = after if is_packet and len(decoder_of(self.table, device).feed(data)[1]) > 1 else None
        received = events.BytesReceived(device, data, after, fresh)
        return self._record([*judge_bytes(self.game, self.table, received, when)], line, when)

    def waits(self, device: DeviceRole, after: int | None) -> bool:
        """Whether a wheel's bytes come after a silence, or lines since one still wait for others."""
        if device is not DeviceRole.WHEEL or after is None:
            return False
        return after > SILENCE or self.table.wheel.waiting is not None

    def has_reading(
        self, device: DeviceRole, data: bytes, after: int | None = None, *, fresh: bool = False
    ) -> bool:
        """Whether these bytes, after the earlier ones, make a whole reading, or their time matters."""
        if device is DeviceRole.WHEEL and (fresh or self.waits(device, after)):
            return True
        before = decoder_of(self.table, device)
        after_them, found = before.feed(data)
        if self.table.is_tested(device) and isinstance(before, WheelDecoder):
            # A person who tests the wheel sees each of its states as it comes.
            return bool(found) or before.successor(data).last != before.last
        if found or runs_on(self.game, self.table, before, after_them):
            return True
        if still_warned_of(self.table, before, after_them):
            return True
        moved = read_on(self.table, events.BytesReceived(device, data), _ANY_TIME)
        return held_back(moved) != held_back(self.table)

    def note(
        self,
        kind: NoteKind,
        who: str | None = None,
        text: str | None = None,
        terminal: str | None = None,
        reason: LossReason | None = None,
    ) -> View:
        """Record the console's own note, by a ``terminal``'s user if any; ``reason``: of a device's loss."""
        return self._record_event(events.Noted(kind, who, text, terminal or self._terminal, reason))

    def note_overdue(self, kind: NoteKind, device: str | None, entry: int) -> View:
        """Record what a screen found overdue at the view of this entry, if nothing has happened since."""
        return self.note(kind, text=device) if self.view().entry == entry else self.view()

    @property
    def link_misbehaves(self) -> bool:
        """Whether the game server sends too many refused lines, so that they are only counted."""
        return self._refused.misbehaves(self._clock.monotonic())

    def record_refused_lines(self, *, at_once: bool = False) -> View | None:
        """Record, once a second, how many refused lines of the game server have no entry; None for none."""
        many = self._refused.uncounted
        if not many or not (at_once or self._refused.is_due(self._clock.monotonic())):
            return None
        view = self.note(NoteKind.LINK_LINES_REFUSED, text=str(many))
        if view.refused is None:
            self._refused.note_count(many)
        return view

    def continue_in_new_file(self, harm: str) -> View:
        """Continue in a new file after damage, and record it; the old file's readable part stays beside it.
        Nothing is done while a round is open: the next check finds the damage again.
        """
        if self.table.open_round:
            return self.view()
        found = self._begin_again()
        if found is not None:
            text = f"{found.note}: {harm}"
            view = self.note(NoteKind.JOURNAL_RECOVERED, text=text)
            if view.refused is Refusal.NOT_RECORDED:
                self._journal.unwritten_notes.append(text)
            return view
        is_news = self._journal.is_news(harm)
        return self.note(NoteKind.JOURNAL_HARMED, text=harm) if is_news else self.view()

    def sign_in_beside(self, who: str, beside: str) -> View:
        """Record that a trainee deals beside a dealer, from now on or beside another one than before; the
        view says if that was refused. Whether the two may do so is checked before.
        """
        return self._record_event(events.SignedIn(who, Role.DEALER, beside))

    def open_bets(self) -> View:
        """Open the bets by the dealer's press, at a table whose own clock waits for what holds them back."""
        event = events.BetsOpened(
            f"{self.name}-{self.table.round_number + 1}",
            self.game.rules.bet_time.seconds,
            hears=True,
            despite=tuple(each for each in held_back(self.table) if each is not HeldBack.LOCKED),
        )
        return self._record_event(event)

    def sign_handover(
        self, by: str, shift: str, side: Literal["outgoing", "incoming"], remarks: str = ""
    ) -> View:
        """Record that a side of the handover of ``shift`` has signed; the view says if it was refused."""
        return self._record_event(events.HandoverSigned(by, shift, side, remarks))

    def sign_card_set(self, number: str, what: events.SetEnd, by: str, authorised_by: str) -> View:
        """Record that a supervisor releases a card set that was put aside, or that two people sign that it
        rests, its return or its destruction.

        Refused if nothing of the number can be seen, if a set to release was not put aside here, or if one
        person signs any but a release twice. Whether the people may do it is checked before.
        """
        return self._record_event(events.CardSetSigned(stripped(number), what, by, authorised_by))

    def tick_notification(self, ticked: Notification, by: str) -> View:
        """Record that a person confirms that the office was informed of an incident. Refused if that is not
        open here, or confirmed by the same person. Permission is checked before.
        """
        event = events.Noted(NoteKind.NOTIFICATION_MADE, by, ticked.tick_text, self._terminal)
        return self._record_event(event)

    def answer_contradiction(self, id: str, by: str, reason: str) -> View:
        """Record a person's answer to a contradiction.

        Refused if nothing of the reason can be seen, if that contradiction is not open, or if the person made
        one of its statements. Whether the person may do it is checked before.
        """
        return self._record_event(events.ContradictionAnswered(id, by, stripped(reason)))

    def set_on_duty(self, who: str, since: datetime | None = None) -> View:
        """Record the supervisor on duty if new (empty: nobody); ``since`` is when, if the floor said it."""
        present = self.table.console.on_duty
        if who == ("" if present is None else present.who):
            return self.view()
        kind = NoteKind.SUPERVISOR_ON_DUTY if who else NoteKind.SUPERVISOR_OFF_DUTY
        person = who or ("" if present is None else present.who)
        return self.note(kind, who=person, text=None if since is None else since.isoformat())

    def bar_sets(self, sets: Mapping[str, str]) -> View:
        """Take the card sets that the floor's other tables have put aside; recorded if they have changed."""
        numbers = tuple(sorted(sets))
        tables = tuple(sets[each] for each in numbers) if any(sets.values()) else ()
        event = events.CardSetsBarred(numbers, tables)
        return self.view() if event.sets == self.table.sets.barred else self._record_event(event)

    def correct_entry(self, amended: AmendmentRequest) -> View:
        """Record a correction after the fact; the table stays as it is, whatever the correction is about.

        Refused if one person makes and authorises it, without a reason or change, or if the file that had the
        entry was set aside since it was read. Whether the two people may do so is checked before.
        """
        refused = None if self._journal.has_entry(amended) else Refusal.BAD_INPUT
        return self._record_event(amended.event(self.name, self._clock.utc()), None, refused)

    def commission(
        self,
        digest: str,
        by: str,
        authorised_by: str,
        installed: Equipment | None = None,
        level: LevelFinding | None = None,
        made_at: datetime | None = None,
    ) -> View:
        """Record that two people have signed the certificate of this digest.

        With it are recorded the equipment at work, the finding on the wheel's level, and when it was made.
        The identity of the two people is checked before. Refused unless it is between rounds.
        """
        entered = events.Commissioned(digest, by, authorised_by, self._terminal, installed, level, made_at)
        return self._record_event(entered)

    def set_procedures(self, procedures_off: Collection[str]) -> View:
        """Turn off the house procedures of these clauses; recorded if the set has changed."""
        event = events.ProceduresSet(tuple(sorted(procedures_off)))
        return self.view() if event.off == self.table.procedures_off else self._record_event(event)

    def set_limits(self, limits: TableLimits | None) -> View:
        return self.view() if limits == self.table.limits else self._record_event(events.LimitsSet(limits))

    def set_decision_time(self, seconds: int | None) -> View:
        """Set the table's own time for a player's answer (BJ-3.5-ii); recorded if it has changed."""
        event = events.DecisionTimeSet(seconds)
        return self.view() if seconds == self.table.decision_time else self._record_event(event)

    def attach(self, device: AttachedDevice) -> View:
        """Read the bytes of this role's device as this model's; recorded if it has changed."""
        if decoder_of(self.table, device.role).reads_as(device.decoder):
            return self.view()
        return self.note(NoteKind.DEVICE_MODEL, text=device.note)

    @property
    def shift(self) -> str:
        return self._shift(self._clock.utc())

    def view(self) -> View:
        """The table's present view, without an incident that has just ended."""
        entry = self._journal.last
        if self._viewed is None or self._viewed[0] is not self.table or self._viewed[1] != entry:
            self._viewed = self.table, entry, self._view_of(self.table.without_ended)
        return self._viewed[2]

    def view_after_bug(self, trace: str) -> View:
        """The view after a line that met an error of the program, recorded; the table is as before."""
        noted = self.note(NoteKind.BUG, text=trace)
        if noted.refused is not None:
            return noted
        return self._view_of(self.table.without_ended, Refusal.BUG, reason=BUG)

    def unrecorded_view(self) -> View:
        """The table's view after a line that could not be recorded: the line has changed nothing."""
        return self._view_of(self.table.without_ended, Refusal.NOT_RECORDED, reason=NOT_RECORDED)

    def _view_of(
        self,
        table: Table,
        refused: Refusal | None = None,
        fact: str | None = None,
        prompt: Prompt | None = None,
        reason: str | None = None,
    ) -> View:
        """See :func:`view_of`; the view names the file of its last entry."""
        view = view_of(
            self.game,
            table,
            self._journal.last,
            refused,
            fact,
            prompt,
            reason,
            previous=self._previous.of(table),
            journal=self.journal_id,
        )
        return replace(view, file=self.set_aside) if self.set_aside else view

    def _view_after(self, results: list[EventResult]) -> View:
        """The view after these events, with a worksheet or the fact that a refused line lacked."""
        first = next((each for each in results if each.refused), None)
        fact = None
        if first is not None and isinstance(first.event, LACKING):
            fact = (
                missing_fact(self.game, first.after, first.event)
                if first.refused == Refusal.FACT_NEEDED
                else None
            )
        refused, prompt = first.refused if first else None, results[-1].prompt
        reason = first.why if first else None
        view = self._view_of(self.table, refused, fact, prompt, reason)
        if first is None and self.table.incidents.ended is None:
            self._viewed = self.table, view.entry, view
        asked = results[-1].event
        return replace(view, worksheet=asked.worksheet) if isinstance(asked, events.WorksheetMade) else view

    def _stale(self, line: lines.AnyLine) -> str | None:
        return self.changes.why_stale(line, self.view())

    def _now(self) -> Instant:
        return Instant(self._clock.utc(), self._clock.monotonic())

    def _record_event(
        self,
        event: events.AnyEvent,
        line: bytes | None = None,
        refused: Refusal | None = None,
        reason: str | None = None,
        *,
        by_link: bool = False,
    ) -> View:
        when = self._now()
        results = [judge(self.game, self.table, event, when, refused, reason)]
        if isinstance(event, events.StepDone) and results[0].refused is None:
            reported = step_report(event, self.game, self.table, self.name)
            if reported is not None:
                results.append(judge(self.game, results[0].after, reported, when))
        return self._record(results, line, when, by_link=by_link)

    def _record(
        self, results: list[EventResult], line: bytes | None, when: Instant, *, by_link: bool = False
    ) -> View:
        """Record the events in one transaction; only then the table takes their state. If the game server
        sends refused lines without end, those that come ``by_link`` are only counted.
        """
        refused = by_link and results[0].refused and results[-1].after == self.table
        # Counted before the clocks are compared: else a flood could write entries about a clock that was set.
        if refused and self._refused.count(when.monotonic):
            return self._view_after(results)
        clock_notes = []
        if set_by := self._timekeeping.set_by(*when):
            clock_set = events.Noted(NoteKind.CLOCK_SET, text=f"{set_by:+.3f}", terminal=self._terminal)
            clock_notes.append(judge(self.game, self.table, clock_set, when))
            # The note takes effect first: a player's seconds to answer are counted by the clock as it is now.
            results = judge_again(self.game, clock_notes[-1].after, results)
        results = self._numbered(results, len(clock_notes))
        results = with_brought(self.game, self.name, self.table, results)
        found = self._found
        if self._watches_set:
            results, found = self._with_finding(results, when)
        try:
            results = self._keep_entries(clock_notes, results, line)
        except NotRecorded:
            return self.unrecorded_view()
        # Only now, with the entry on disk: a finding that could not be written must be tried again.
        self._found = found
        for each in (*clock_notes, *results):
            if each.refused is None and each.event.by is not None:
                self.pressed_at = each.when.at
            # The table comes last, since the two lines before compare it with what it becomes.
            self.came_in = with_report(
                self.came_in, self.table, each.event, each.refused, each.after, each.when.at
            )
            self._onset.follow(each.event, each.refused, each.when.at, self.table, each.after)
            self.table = each.after
        # Only now: a clock that was set while nothing could be written is noted with the next entry.
        self._timekeeping.goes_on(*when)
        view = self._view_after(results)
        self.changes.follow(view, [each.event for each in results])
        return view

    def _numbered(self, results: list[EventResult], before: int) -> list[EventResult]:
        """The events, those that a view may name by their entry with its number; ``before`` are the notes
        before them.
        """
        if not self.table.holds(editions.UNSEEN, of=self.table):
            return results
        first = self._journal.last + len(self._journal.unwritten_notes) + before + 1
        for at, each in enumerate(results):
            if type(each.event) in _NAMED and each.refused is None:
                numbered = replace(each, event=replace(each.event, at_entry=first + at))
                table = results[at - 1].after if at else self.table
                again = judge_again(self.game, table, [numbered, *results[at + 1 :]])
                results = [*results[:at], *again]
        return results

    def _with_finding(
        self, results: list[EventResult], when: Instant
    ) -> tuple[list[EventResult], WaitingFinding | None]:
        """The events, with the finding that they bring, or that had to wait until now; and what waits on."""
        waiting, before = self._found, self.table
        for each in results:
            waiting = waiting_after(self.game, waiting, before, each.after, each.event, each.refused)
            before = each.after
        if waiting is None:
            return results, None
        if not can_halt(before) and before.phase is not Phase.CLOSED:
            return results, waiting
        return [*results, judge(self.game, before, events.CardSetFound(waiting[0]), when)], None

    def _keep_entries(
        self, clock_notes: list[EventResult], results: list[EventResult], line: bytes | None
    ) -> list[EventResult]:
        """Have the journal keep the events, those of the clock first; returns the results, as they were kept.

        If the journal's file is damaged it is set aside, if that is possible, and a new one keeps them.
        Raises NotRecorded.
        """
        try:
            self._append(clock_notes, results, line)
        except NotRecorded as error:
            found = self._begin_again() if error.reason is Unwritable.DAMAGED else None
            if found is None:
                raise
            self._journal.unwritten_notes.append(found.note)
            clock_notes[:], results = (
                map(self._for_new_file, clock_notes),
                [*map(self._for_new_file, results)],
            )
            self._append(clock_notes, results, line)
        return results

    def _append(self, clock_notes: list[EventResult], results: list[EventResult], line: bytes | None) -> None:
        """Append the events' entries after unwritten notes on files set aside. Raises NotRecorded."""
        first, last = results[0], results[-1]
        shift = self._shift(last.when.at)
        notes = [
            judge(self.game, self.table, events.Noted(NoteKind.JOURNAL_RECOVERED, text=text), last.when)
            for text in self._journal.unwritten_notes
        ]
        entries, before, here = list[Entry](), self.table, self.table.edition
        for each in (*notes, *clock_notes, *results):
            is_named = each.after.begins(before) or (not entries and self._edition != here)
            of_line = line if each is first else None
            entries.append(each.entry(shift, of_line, edition=here if is_named else 0))
            before = each.after
        self._journal.append(entries, self.table, last.after)
        self._edition = here

    def _for_new_file(self, result: EventResult) -> EventResult:
        """The event for the new file, with its id; a correction of the old file's entry is refused."""
        event = result.event
        after = replace(result.after, journal=self.table.journal, earlier=self.table.earlier)
        result = replace(result, after=after)
        if not isinstance(event, events.EntryCorrected) or event.file is not None:
            return result
        return judge(self.game, result.after, event, result.when, result.refused or Refusal.BAD_INPUT)

    def _begin_again(self) -> table_journal.SetAsideFile | None:
        """Go on in another file from entry 1, or None; a line for a view of the old one is stale now."""
        begun = self._journal.begin_again(self.table)
        if begun is None:
            return None
        found, self.table = begun
        self._viewed = None
        self.changes.begin(self._view_of(self.table))
        return found
