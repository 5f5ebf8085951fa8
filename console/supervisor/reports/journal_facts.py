"""The facts of a table's journal as rows: what a shift report counts and lists, each once, with its shift.

One pass over the entries, by the report's rules: each counted fact is a row, with entry and dealer, so that a
sum over a shift's rows is its report's figure. It has ids of people and no names; a card that may still come
from the shoe has no face, as in a round's file.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import msgspec

from console.base.software import software_of
from console.supervisor.history import interventions
from console.supervisor.history.contradiction_answers import ContradictionFold, as_seen
from console.supervisor.history.dealt_cards import CardFact, CardFold
from console.supervisor.history.devices import Trouble
from console.supervisor.history.facts import NOTHING, Facts, History
from console.supervisor.history.rounds import RoundFact
from console.supervisor.history.sequence import EntrySequence, is_quiet
from console.supervisor.history.shoes import ShoeFact
from console.supervisor.history.stays import Stay, who_stays
from console.supervisor.history.timeline import Moment, Progress, go_on, is_aside, noted_change
from console.supervisor.records.accounts.card_account import DealtCard, dealt_card
from console.supervisor.records.accounts.device_account import has_sealed_card, names_covered_card
from console.supervisor.records.accounts.incident_account import Completion, correction_of, notifications_of
from console.supervisor.records.accounts.lookup import find_round, in_newest_file
from console.supervisor.records.accounts.record import UNREAD, Correction
from console.supervisor.records.accounts.round_account import AFTER, BEFORE, MOST, NoSuchRecord, own_moments
from console.supervisor.records.accounts.round_file import last_table_of, result_of
from console.supervisor.records.accounts.spans import order_of_end
from console.supervisor.reports.counts import PREPARED, DeviceCounts, PlayCounts, by_hour, changed_account
from console.supervisor.reports.figures import HOUR, Tallies, Tally
from console.table.core import (
    DutyFold,
    Game,
    JournalEntry,
    NoteKind,
    Notification,
    Phase,
    Role,
    Table,
    events,
    may_be_put_right,
    start_between,
)
from console.table.custody import origin_of
from console.table.game import Result
from console.table.journal import seals

Row = dict[str, Any]
Emit = Callable[..., None]
ShiftId = Callable[[str | None], str]


class Rows(Protocol):
    """The rows of a table, in their order."""

    def append(self, row: Row, /) -> None:
        """Add a row at the end."""


class JournalFacts:
    """The rows of one journal, by table, from one pass over its entries."""

    def __init__(
        self, files: Sequence[Path], rows: Mapping[str, Rows] | None = None, progress: Progress = go_on
    ) -> None:
        """``files`` continue one another, the oldest first; ``rows`` takes each table's rows as they come.
        Raises JournalError, or ReportCancelled by ``progress``.
        """
        self.rows: Mapping[str, Any] = defaultdict[str, list[Row]](list) if rows is None else rows
        for each in files:
            seals.refuse_contradicted(each)
        self._sequence = EntrySequence(files)
        self._identity, self._game = self._sequence.identity, self._sequence.game
        self.table = self._identity.table
        self._shift_id = cache(lambda name: f"{self.table} {name or ''}".strip())
        self._rounds = _PassingRounds(self._game)
        self._files: dict[tuple[int, datetime | str], str] = {}
        """The files of entries listed by number and time: ticks, and a round's entries in another file; of
        notifications by number, office and incident.
        """
        self._shifts: dict[str, Row] = {}
        self._stretch: Row = {}
        self._stays: dict[tuple[str, Role, int | None], Stay] = {}
        self._interventions: dict[str, _Begun] = {}
        self._corrections = deque[_Mended]()
        self._unread = set[str]()
        """The rounds before the first entry, while no entry mentions them."""
        self._incidents = list[str]()
        self._contradictions: ContradictionFold | None = None
        self._answered: dict[str, Row] = {}
        """Where each contradiction was found and answered."""
        self._running: Row = {}
        self._by_hand: Row = {}
        """The present software and the manual mode that lasts; empty if none is known."""
        self._last: Moment | None = None
        self._notes = defaultdict[str, list[JournalEntry]](list)
        """The notes on informing offices of an incident."""
        with self._sequence.kept_open():  # Opening a file checks all of it.
            self._count(progress)
            self._end()

    def _add(self, table: str, **row: Any) -> None:
        self.rows[table].append(row)

    def _count(self, progress: Progress) -> None:
        identity = self._identity
        origin = origin_of(self._sequence.files[-1])
        self._add("game_table", id=self.table, game=identity.game, rules=identity.rules, origin=origin)
        fold, history = _Fold(self._count_row, self._shift_id), History(self._game)
        duties: DutyFold | None = None
        file = self._sequence.files[0]
        for moment in self._sequence.moments(0, progress, decoded=False):
            if not self._stays:
                self._stays = {
                    (each.who, each.role, each.place): each for each in history.stays.before(moment)
                }
            if duties is None:
                duties, self._unread = DutyFold(moment.before.console.last_duty), _rounds_of(moment.before)
            if isinstance(moment.event, events.Noted):  # No other entry concerns them.
                duties.follow(moment.event, moment.row.refused, moment.row.at)
            if moment.row.number == 1:
                file = self._sequence.files[self._sequence.file_at(moment.place)]
            facts = history.follow(moment)
            fold.count_moment(moment, facts)
            self._follow(moment, facts, file)
            self._follow_interventions(moment, facts)
            for each in self._rounds.follow(moment):
                self._round(each)
        fold.end()
        for stay in self._stays.values():
            parts = ("who", "role", "since", "place", "until", "until_place", "barred", "bar")
            told = {name: getattr(stay, name) for name in parts}
            self._add("stay", table_id=self.table, **told, how_ended=stay.how, beside=stay.who.beside)
        for duty in () if duties is None else duties.duties:
            self._add("duty", table_id=self.table, **msgspec.structs.asdict(duty))
        for trouble in history.troubles.open:
            self._trouble(trouble)
        if self._last is not None:
            self._contradicted(self._last.after)
            self._lasting("software", self._running)
            self._lasting("manual_mode", self._by_hand)
        if history.shoes.open is not None:
            self._shoe(history.shoes.open)
        for at, path in enumerate(self._sequence.files):
            with self._sequence.file(at) as journal:
                counted = {"first_place": self._sequence.earlier(at) + 1, "entries": journal.last}
            self._add("file", table_id=self.table, name=path.name, **counted)
        for (shift, dealer, hour), seconds in fold.times.items():
            start = datetime.fromtimestamp(hour * HOUR, UTC)
            self._add("time_spent", shift_id=shift, dealer=dealer, hour=start, **seconds)
        for (shift, device), counted in fold.devices.items():
            self._add("device", shift_id=shift, device=device, **counted)
        for (shift, faulted, name), count in fold.named.items():
            table = "doing" if faulted is None else "fault"
            of_device = {} if faulted is None else {"device": faulted}
            self._add(table, shift_id=shift, **of_device, name=name, count=count)

    def _end(self) -> None:
        """Add what the last entry leaves open, and what later entries could have added to."""
        self._end_stretch()
        for shift in self._shifts.values():
            self._add("shift", **shift)
        for round_ in self._rounds.end():
            self._round(round_)
        for begun in self._interventions.values():
            self._intervention(begun)
        for mended in self._corrections:
            self._correction(mended)
        for incident in self._incidents:
            self._notifications(incident)

    def _end_stretch(self) -> None:
        if self._stretch:
            self._add("stretch", **self._stretch)

    def _count_row(self, moment: Moment, shift: str, dealer: str | None, **row: Any) -> None:
        where = {"table_id": self.table, "shift_id": shift, "place": moment.place, "at": moment.row.at}
        self._add("figure", **where, dealer=dealer, **row)

    def _follow(self, moment: Moment, facts: Facts, file: Path) -> None:
        row, event, place = moment.row, moment.event, moment.place
        shift = self._shift_id(row.shift)
        own = self._rounds.file_of(row.round) or file
        if own is not file:
            self._files[row.number, row.at] = file.name
        if not is_aside(event):
            begun = {"id": shift, "table_id": self.table, "name": row.shift or "", "begun": row.at}
            self._shifts.setdefault(shift, begun)["ended"] = row.at
            if self._stretch.get("shift_id") != shift:
                self._end_stretch()
                self._stretch = {"shift_id": shift, "first_place": place, "begun": row.at}
            self._stretch["last_place"], self._stretch["ended"] = place, row.at
        if facts is NOTHING and type(event) is events.BytesReceived:
            # These are a third of all entries; there is nothing more to count.
            return
        self._last = moment
        self._follow_console(moment, shift)
        match event:
            case events.Noted(what=NoteKind.NOTIFICATION_DUE, text=str(text)):
                if (due := Notification.of(text)) is not None:
                    self._files[row.number, due.tick_text] = file.name
                    self._notes[due.incident].append(row)
            case events.Noted(
                what=NoteKind.NOTIFICATION_MADE | NoteKind.NOTIFICATION_WITHDRAWN, text=str(text)
            ):
                self._files[row.number, row.at] = file.name
                self._notes[text.partition(" ")[2]].append(row)
        for fact in facts.rounds:
            names = ("place", "opened", "closed", "known", "ended", "ending", "shoe", "dealer", "number")
            told = {"id": fact.id, "table_id": self.table} | {name: getattr(fact, name) for name in names}
            if (first := self._rounds.first_number(fact)) is not None:
                told["first_number"] = first
            self._rounds.add(moment, file, told | ({"shift_id": shift} if fact.ended_place == place else {}))
            self._unread.discard(fact.id)
        for each in facts.interventions:
            if isinstance(each, interventions.IncidentFact):
                known = {name: getattr(each, name) for name in ("kind", "clause", "outcome", "state")}
                how = None if each.ended is None else each.ended.how
                self._add("incident_change", incident_id=each.id, place=place, at=row.at, **known,
                          how_ended=how)  # fmt: skip
        for stay in facts.stays:
            self._stays[stay.who, stay.role, stay.place] = stay
            told = {"who": stay.who, "role": stay.role, "change": stay.how or "came"}
            if (stay.who, stay.role) not in who_stays(facts.stays):
                self._add("staffing", shift_id=shift, place=place, at=row.at, **told)
        for trouble in facts.troubles:
            if trouble.until is not None:
                self._trouble(trouble)
        for shoe in facts.shoes:
            if shoe.ended is not None:
                self._shoe(shoe)
        for quick in facts.quick:
            self._add("quick_step", shift_id=shift, place=place, **msgspec.structs.asdict(quick))
        if seconds := noted_change(event):
            self._add("clock_change", table_id=self.table, shift_id=shift, place=place, at=row.at,
                      seconds=seconds)  # fmt: skip
        if isinstance(event, events.Noted) and (changed := changed_account(event, moment)) is not None:
            self._add("account", shift_id=shift, place=place, **msgspec.structs.asdict(changed))
        where = {"shift_id": shift, "place": place, "at": row.at}
        for by, text in events.written_in(event) if moment.is_accepted else ():
            self._add("written", **where, what=row.kind, by=by, text=text)
        if isinstance(event, events.Remarked) and moment.is_accepted:
            self._add("remark", **where, by=event.by, text=event.text)
        if isinstance(event, events.HandoverSigned) and moment.is_accepted:
            signed = {"side": event.side, "by": event.by, "remarks": event.remarks}
            self._add("signature", **where, handed_over=event.shift, **signed)
        if isinstance(event, events.EntryCorrected) and moment.is_accepted:
            put_right = ("id", "entry", "what", "before", "after", "by", "authorised_by")
            amended = {name: getattr(event, name) for name in put_right} | {"file": event.file or file.name}
            self._add("amendment", shift_id=shift, place=place, at=row.at, **amended, reason=event.why)

    def _follow_console(self, moment: Moment, shift: str) -> None:
        """The contradictions, the software and manual mode, with the first moment's, and the restarts."""
        row, event, before, after = moment.row, moment.event, moment.before, moment.after
        now: Row = {"since": row.at, "place": moment.place}
        if self._contradictions is None:
            self._contradictions = ContradictionFold(before.contradictions.open)
            if (software := software_of(before.console.software)) is not None:
                self._running = msgspec.structs.asdict(software)
            if before.manual is not None:
                self._by_hand = {"since": before.manual.since, "by": before.manual.by}
        self._contradictions.follow(event, row.refused, row.at)
        where = {"shift_id": shift, "place": moment.place, "at": row.at}
        match event:
            case events.ContradictionFound(contradiction=found) if moment.is_accepted:
                self._answered[found.id] = {"shift_id": shift, "place": moment.place}
            case events.ContradictionAnswered(id=id) if moment.is_accepted:
                self._answered.setdefault(id, {})["until_place"] = moment.place
            case events.Noted(what=NoteKind.RESTARTED, text=text):
                self._add("restart", **where, off_since=text)
            case events.StepDone(counted=counted) if moment.is_accepted and counted is not None:
                typed = json.dumps(event.before) if event.before else None
                self._add("card_count", **where, by=event.by, counted=json.dumps(counted), typed_before=typed)
        if before.console.software != after.console.software:
            self._lasting("software", self._running, moment)
            used = software_of(after.console.software)
            self._running = {} if used is None else now | msgspec.structs.asdict(used)
        if (before.manual is None) is not (after.manual is None):
            self._lasting("manual_mode", self._by_hand, moment, until_by=moment.person)
            self._by_hand = {} if after.manual is None else now | {"by": after.manual.by}

    def _lasting(self, table: str, begun: Row, ended: Moment | None = None, **by: str | None) -> None:
        """Add what has lasted, if anything has, up to a moment or still."""
        until = {} if ended is None else {"until": ended.row.at, "until_place": ended.place, **by}
        if begun:
            self._add(table, table_id=self.table, **begun, **until)

    def _contradicted(self, last: Table) -> None:
        found = () if self._contradictions is None else self._contradictions.contradictions
        for each in as_seen(found, last):
            told = {name: getattr(each, name) for name in ("id", "kind", "hand", "card", "dealer", "kept_by")}
            for side in ("first", "second"):
                made = msgspec.structs.asdict(getattr(each, side))
                finding = made["finding"]
                made["finding"] = None if finding is None else msgspec.json.encode(finding).decode()
                told |= {f"{side}_{name}": value for name, value in made.items()}
            if each.answer is not None:
                told |= {"answered": each.answer.at, "answered_by": each.answer.by}
                told["answer_reason"] = each.answer.reason
            about = None if each.round in self._unread else each.round
            self._add("contradiction", table_id=self.table, round_id=about, **told,
                      **self._answered.get(each.id, {}))  # fmt: skip

    def _shoe(self, shoe: ShoeFact) -> None:
        self._add("shoe", table_id=self.table, **msgspec.structs.asdict(shoe))

    def _trouble(self, trouble: Trouble) -> None:
        self._add("trouble", table_id=self.table, **msgspec.structs.asdict(trouble))

    def _round(self, passing: _Passing) -> None:
        """Add a round with its cards. If several files have parts of it, or a card may have to be hidden, it
        is looked up as its file shows it.
        """
        number = passing.row["id"]
        if (gathered := passing.gathered) is None:
            try:
                # If a round's number was corrected in the next file, only that one may be exported.
                found = in_newest_file(passing.file, number, find_round)
            except NoSuchRecord:  # It opened in a file that is not among these.
                gathered = None, ()
            else:
                gathered = found.result, found.dealt
        result = None if gathered[0] is None else json.dumps(gathered[0], ensure_ascii=False)
        self._add("round", **passing.row, result=result)
        for card in gathered[1]:
            told = {name: value for name, value in msgspec.structs.asdict(card).items()
                    if value is not msgspec.UNSET}  # fmt: skip
            if "corrections" in told:
                told["corrections"] = msgspec.json.encode(card.corrections).decode()
            file = self._files.get((card.entry, card.at), passing.file.name)
            self._add("card", round_id=number, file=file, **told)

    def _follow_interventions(self, moment: Moment, facts: Facts) -> None:
        """Add the interventions that end with a moment, in the order in which records are listed."""
        for mended in self._corrections:
            mended.follow(moment)
        while self._corrections and self._corrections[0].is_known:
            self._correction(self._corrections.popleft())
        if facts is NOTHING:
            return
        now = {each.id: each for each in (*facts.unread, *facts.interventions)}
        for id in sorted(now.keys() - self._interventions.keys()):
            file = self._sequence.files[self._sequence.file_at(moment.place)]
            self._interventions[id] = _Begun(now[id], moment, file.name)
        for id, known in now.items():
            self._interventions[id].fact = known
        for fact in sorted(facts.interventions, key=order_of_end):
            if fact.ended is not None:
                self._intervention(self._interventions.pop(fact.id), moment.row.shift)

    def _intervention(self, begun: _Begun, closed_in: str | None = None) -> None:
        shift, closed = self._shift_id(begun.first.row.shift), self._shift_id(closed_in)
        about = begun.fact.about
        shared = {
            "shift_id": shift if shift in self._shifts else None,
            "round_id": None if about in self._unread else about,
        }
        match begun.fact:
            case interventions.CorrectionFact():
                self._corrections.append(_Mended(begun, shared))
            # Otherwise the incident's own row has it.
            case interventions.HaltFact() as fact if fact.outcome != interventions.HaltEnd.INCIDENT:
                names = ("id", "reason", "happened", "filmed_from", "outcome")
                told = {name: getattr(fact, name) for name in names}
                told["closed_shift_id"] = closed if fact.ended and closed in self._shifts else None
                self._add("halt", file=begun.file, **shared, **told, **_ending(fact, by="ended_by"))
            case interventions.IncidentFact() as fact:
                self._incidents.append(fact.id)
                self._incident(fact, begun, shared)

    def _correction(self, mended: _Mended) -> None:
        made, begun = mended.made, mended.begun
        told = {name: getattr(made, name) for name in ("at", "by", "hand", "position", "reason", "entry")}
        self._add("correction", file=begun.file, id=begun.fact.id, **mended.shared, **told,
                  face_before=made.before, face_after=made.after)  # fmt: skip

    def _incident(self, fact: interventions.IncidentFact, begun: _Begun, shared: Row) -> None:
        decided, seat, first = fact.authorised, fact.facts.get("seat"), begun.first
        overtaken = fact.ended and fact.ended.overtaken_by
        names = ("id", "kind", "clause", "outcome", "happened", "filmed_from")
        told = {name: getattr(fact, name) for name in names}
        self._add(
            "incident", table_id=self.table, **shared, **told, **_ending(fact, by="closed_by"),
            reported=first.row.at, reported_by=first.person, overtaken_by=overtaken,
            taken_back=fact.outcome == Result.RECORD_ONLY and decided is None and overtaken is None,
            authorised=decided and decided.at, authorised_by=decided and decided.by,
            choice=decided and decided.choice, reason=decided and decided.reason,
            seen_ms=decided and decided.seen_ms, seat=seat if type(seat) is int else None,
            facts=json.dumps(fact.facts, ensure_ascii=False),
        )  # fmt: skip
        for number, given in enumerate(fact.told, 1):
            facts = json.dumps(given.facts, ensure_ascii=False)
            self._add("told", incident_id=fact.id, number=number, at=given.at, by=given.by, facts=facts,
                      seen_ms=given.seen_ms)  # fmt: skip
        for number, step in enumerate(fact.steps, 1):
            parts = ("action", "actor", "state", "at", "by", "reason", "seen_ms")
            done = {name: getattr(step, name) for name in parts}
            self._add("step", incident_id=fact.id, number=number, **done)

    def _notifications(self, incident: str) -> None:
        for notified in notifications_of(incident, self._notes.get(incident, ())):
            office = {"incident_id": incident, "whom": notified.whom}
            gone = notified.withdrawn.at if notified.withdrawn else None
            file = self._files.get((notified.entry, f"{notified.whom} {incident}"))
            self._add("notification", **office, until=notified.until, file=file, entry=notified.entry,
                      withdrawn=gone)  # fmt: skip
            for tick in notified.ticks:
                file = self._files.get((tick.entry, tick.at))
                self._add("tick", **office, file=file, entry=tick.entry, at=tick.at, by=tick.by)


def _rounds_of(table: Table) -> set[str]:
    last = table.wheel.last_numbered
    return {each for each in (table.round and table.round.id, last and last.round) if each}


def _ending(fact: interventions.HaltFact | interventions.IncidentFact, *, by: str) -> Row:
    end = fact.ended
    return {"closed": end and end.at, by: end and end.by, "closed_reason": end and end.reason}


class _Begun(msgspec.Struct):
    """An intervention as known so far, its first moment, and that one's file."""

    fact: interventions.Intervention
    first: Moment
    file: str


class _Mended:
    """A correction; a face-down card's faces are known once everybody has seen it."""

    def __init__(self, begun: _Begun, shared: Row) -> None:
        self.begun, self.shared = begun, shared
        self._completion = Completion(begun.first)
        self.made = self._as_seen_at(begun.first)
        self.is_known = self.made.after != UNREAD

    def _as_seen_at(self, moment: Moment) -> Correction:
        first = self.begun.first
        return correction_of(first, hidden=names_covered_card(first, moment.after))

    def follow(self, moment: Moment) -> None:
        if not self.is_known:
            self.is_known, self.made = self._completion.comes_with(moment), self._as_seen_at(moment)


class _Passing:
    """A round that is followed up to the last moment that its file looks at."""

    def __init__(self, moment: Moment, file: Path) -> None:
        self.row: Row = {}
        self.file = file
        self.gathered: tuple[dict[str, Any] | None, tuple[DealtCard, ...]] | None = None
        """The result and the cards; None while they may change, and if the round's file must be read."""
        self.first, self._number = moment.place, moment.after.round_number

    def is_past(self, moment: Moment) -> bool:
        after = moment.after
        return after.round_number > self._number + AFTER and not may_be_put_right(after, self.row["id"])

    def _goes_on_in(self, later: Sequence[Moment]) -> bool:
        """Whether the round continues in the next files, which have these moments."""
        table, id = later[0].before, self.row["id"]
        of_round = takewhile(lambda each: each.row.round == id, later)
        is_last = table.round is not None and table.round.id == id
        return is_last and (table.open_round or not is_quiet(table) or any(own_moments(of_round)))

    def is_settled(self, moment: Moment) -> bool:
        """Whether no later moment is about the round."""
        last = moment.after.wheel.last_numbered
        return self.is_past(moment) and (last is None or last.round != self.row["id"])

    def gather(self, game: Game, moments: Sequence[Moment], cards: Sequence[tuple[int, CardFact]]) -> None:
        """Gather result and cards, unless it has two files or a card may have to be hidden; ``cards`` are
        those that changed, each with the place.
        """
        first = moments[0]
        earlier = first.place - first.row.number
        if moments[-1].place - moments[-1].row.number != earlier:
            later = [each for each in moments if each.place - each.row.number != earlier]
            if game.wheel is not None or self._goes_on_in(later):
                return
            moments = moments[: -len(later)]  # The round's file looks no further.
        of_round = (each for each in moments if each.row.round == self.row["id"])
        end = max(each.place for each in own_moments(of_round))
        if has_sealed_card(moments, tuple(moments[: end - first.place + 1])):
            return
        dealt = {
            (card.place, card.hand, card.position): card
            for at, card in cards
            if first.place <= card.place and at <= end
        }
        result = result_of(game, last_table_of(first, moments), moments)
        self.gathered = result, tuple(dealt_card(each) for each in dealt.values())


class _PassingRounds:
    """The rounds that entries may still be about, in order."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cards = CardFold()
        self._passing: dict[str, _Passing] = {}
        self._open = list[_Passing]()
        """Those that are not gathered yet, with all moments since the first of them opened."""
        self._moments, self._changed = list[Moment](), list[tuple[int, CardFact]]()

    def add(self, moment: Moment, file: Path, row: Row) -> None:
        """Keep what is known of a round at a moment; a new round is in this file."""
        event, id = moment.event, row["id"]
        if id not in self._passing:
            self._passing[id] = _Passing(moment, file)
            if isinstance(event, events.BetsOpened) and event.round == id and moment.is_accepted:
                self._cards.forget(moment.place - BEFORE)
                self._open.append(self._passing[id])
        self._passing[id].row |= row

    def first_number(self, fact: RoundFact) -> int | None:
        """The number with which a round ended first, whatever was put right afterwards."""
        known = self._passing.get(fact.id)
        first: int | None = None if known is None else known.row.get("first_number")
        return fact.number if first is None and fact.ended is not None else first

    def file_of(self, id: str | None) -> Path | None:
        """The file of a round; None if it is over or unknown."""
        found = None if id is None else self._passing.get(id)
        return None if found is None else found.file

    def follow(self, moment: Moment) -> Iterator[_Passing]:
        """Go on to the next moment; the rounds that are settled with it."""
        if moment.row.number == 1:  # A round's file knows only the readings of its own journal file.
            self._cards = CardFold()
        changed = self._cards.follow(moment)
        if self._open:
            self._moments.append(moment)
            self._changed += [(moment.place, each) for each in changed]
            for each in tuple(self._open):
                if each.is_past(moment) or moment.place > each.first + MOST:
                    self._gather(each)
        while self._passing and (first := next(iter(self._passing.values()))).is_settled(moment):
            yield self._passing.pop(first.row["id"])

    def end(self) -> Iterator[_Passing]:
        """The rounds left after the last moment."""
        for each in tuple(self._open):
            self._gather(each)
        yield from self._passing.values()

    def _gather(self, passing: _Passing) -> None:
        begin = self._moments[0].place
        passing.gather(self._game, self._moments[passing.first - begin :], self._changed)
        self._open.remove(passing)
        first = self._open[0].first if self._open else self._moments[-1].place + 1
        del self._moments[: first - begin]
        self._changed = [each for each in self._changed if each[0] >= first]


class _Figures(dict[Any, float]):
    """Figures of a tally; passes each change on as a row."""

    def __init__(self, emit: Callable[[Any, float], None]) -> None:
        super().__init__()
        self._emit = emit

    def __missing__(self, key: Any) -> float:
        return 0

    def __setitem__(self, key: Any, value: float) -> None:
        if changed := value - self.get(key, 0):
            self._emit(key, changed)
        super().__setitem__(key, value)


class _FactTally(Tally):
    """The tally of a dealer, or of the time without one, that passes its changes on."""

    def __init__(self, emit: Emit) -> None:
        self.counts = _Figures(lambda name, by: emit(name=name, amount=by))  # type: ignore[assignment]
        self.halts = _Figures(lambda name, by: emit(name="halts", kind=str(name), amount=by))  # type: ignore[assignment]
        self.incidents = _Figures(  # type: ignore[assignment]
            lambda what, by: emit(
                name="incidents", kind=what[0], clause=what[1], outcome=str(what[2]), amount=by
            )
        )
        for name in ("to_result", "waits", "to_take", "to_arrive", "after_signal"):
            setattr(self, name, SimpleNamespace(add=lambda by, name=name: emit(name=name, amount=by)))


class _FactTallies(Tallies):
    """The dealers' tallies; the table's is their sum, passed on only for events without a dealer."""

    def __init__(self, emit: Emit) -> None:
        super().__init__()
        self._emit = emit
        self.whole = _FactTally(lambda **row: emit(None, **row))
        self._own: dict[str | None, _FactTally] = {}

    def of(self, dealer: str | None) -> tuple[Tally, ...]:  # type: ignore[override]
        """The dealer's alone: each row also counts for the table."""
        if dealer not in self._own:
            self._own[dealer] = _FactTally(lambda **row: self._emit(dealer, **row))
        return (self._own[dealer],)


class _FactCounts(PlayCounts):
    """Counts play over all shifts, and passes each change of a figure on."""

    def __init__(self, emit: Emit) -> None:
        super().__init__()
        self.shift = ""
        """The shift that rows get."""
        self._halted_in = ""
        """The shift in which the last halt began."""
        self.tallies = _FactTallies(emit)

    def _halt(self, moment: Moment, fact: interventions.HaltFact, tallies: tuple[Tally, ...]) -> None:
        """A shift's report counts a halt by the reason known at the shift's end."""
        if fact.place == moment.place:
            self._halted_in = self.shift
        if self._halted_in == self.shift:
            super()._halt(moment, fact, tallies)

    def _key(self, fact: interventions.IncidentFact) -> object:
        """An incident is carried over into each shift except the one of its report."""
        return self.shift, fact.id


class _Fold:
    def __init__(self, emit: Emit, shift_id: ShiftId) -> None:
        self._emit, self._shift_id = emit, shift_id
        self._play = _FactCounts(self._change)
        self._notes = DeviceCounts()
        self.times: defaultdict[tuple[str, str | None, int], defaultdict[str, float]] = defaultdict(
            lambda: defaultdict(float)
        )
        self.devices: dict[tuple[str, str], dict[str, int]] = {}
        self.named: dict[tuple[str, str | None, str], int] = {}
        """The faults of devices, and the console's notes (without a device), by shift."""
        self._told: dict[Any, int] = {}
        """The counts at the beginning of the present shift."""
        self._at: Moment | None = None
        self._before: Moment | None = None

    def _change(self, dealer: str | None, **row: Any) -> None:
        assert self._at is not None
        self._emit(self._at, self._play.shift, dealer, **row)

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        shift, before = self._shift_id(moment.row.shift), self._before
        self._at = moment
        if not is_aside(moment.event):
            if before is not None and before.row.shift != moment.row.shift:
                self._keep_notes()
            if before is not None:
                self._pass_time(before, moment)
            self._before, self._play.shift = moment, shift
            self._play.count_moment(moment, facts, counting=True)
        self._notes.count_moment(moment, facts.troubles, counting=True)

    def end(self) -> None:
        if self._before is not None:
            self._keep_notes()

    def _keep_notes(self) -> None:
        """The counts of devices and notes since the last change of shift."""
        assert self._before is not None
        shift = self._shift_id(self._before.row.shift)
        for each in self._notes.devices:
            counted = self.devices.setdefault((shift, each.device), defaultdict(int))
            for name in ("read", "unread", "lost", "silent"):
                counted[name] += self._since((each.device, name), getattr(each, name))
            for fault in each.faults:
                self._keep(shift, each.device, fault.name, fault.count)
        for doing in self._notes.doings:
            self._keep(shift, None, doing.name, doing.count)

    def _keep(self, shift: str, device: str | None, name: str, count: int) -> None:
        if more := self._since((device, None, name), count):
            self.named[shift, device, name] = self.named.get((shift, device, name), 0) + more

    def _since(self, key: Any, count: int) -> int:
        before, self._told[key] = self._told.get(key, 0), count
        return count - before

    def _pass_time(self, before: Moment, moment: Moment) -> None:
        """Count the time between two moments by shift; at a change of shift only if the console was on."""
        since, until = moment.since, moment.row.at
        old, new = self._shift_id(before.row.shift), self._shift_id(moment.row.shift)
        if old != new:
            if moment.was_off:
                return
            bound = start_between(moment.row.shift or "", before.row.at, moment.row.at)
            to_bound = min(since, max(0.0, (bound - before.row.at).total_seconds()))
            self._spend(old, moment, bound, to_bound)
            self._spend(new, moment, until, since - to_bound, bound)
        else:
            self._spend(new, moment, until, since)

    def _spend(
        self, shift: str, moment: Moment, until: datetime, seconds: float, bound: datetime | None = None
    ) -> None:
        table, halted = moment.before, moment.before.halted
        for hour, part in by_hour(until, seconds, bound):
            spent = self.times[shift, moment.dealer, hour]
            spent["open_seconds"] += part if table.phase is not Phase.CLOSED else 0
            spent["stood_seconds"] += part if halted else 0
            spent["manual_seconds"] += part if table.manual is not None else 0
            goes_on = not halted and not moment.was_off
            spent["prepared_seconds"] += part if goes_on and table.phase in PREPARED else 0
