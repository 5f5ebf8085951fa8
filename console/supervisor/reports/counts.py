"""The events of an interval, counted moment by moment: rounds, hours, incidents, devices, shoes, staff.

Counting follows the table from before the interval, so that an earlier beginning is known at the end, and
counts only if its caller asks for it. Every game is counted alike: a device is known by its name alone, and a
wheel's check is a preparation. An incident is counted once, where it ends, so that the figures of shifts add
up. It is listed in each interval in which it is open, as known at the interval's end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from console.supervisor.history.devices import Trouble, TroubleKind
from console.supervisor.history.facts import NOTHING, Facts
from console.supervisor.history.interventions import (
    Authorisation,
    CorrectionFact,
    End,
    HaltEnd,
    HaltFact,
    IncidentFact,
    Intervention,
)
from console.supervisor.history.pit_boss_waits import WaitKind
from console.supervisor.history.rounds import Ending, RoundFact
from console.supervisor.history.shoes import PreparedStep, ShoeFact, prepared_steps
from console.supervisor.history.stays import Stay, dealing_bar, who_stays
from console.supervisor.history.timeline import Moment
from console.supervisor.reports.figures import (
    HOUR,
    ChangedAccount,
    CheckCount,
    Consumable,
    DeviceFigures,
    FailedSignIn,
    FirstRows,
    Hour,
    ListedIncident,
    NamedCount,
    PitBossFigures,
    SkippedStep,
    Staffing,
    Tallies,
    Tally,
    WinnerFigures,
    counts,
)
from console.supervisor.reports.handover import UnknownPreparer, cards_in_step
from console.table.core import (
    CountedAs,
    Game,
    NoteKind,
    PeopleChange,
    Phase,
    Role,
    Table,
    Trade,
    Who,
    entries_lost,
    events,
    guidance,
    is_card_out,
    prompt_due,
    row_of,
)
from console.table.game import Result


class PlayCounts:
    """Counts rounds, incidents, halts, corrections, manual mode and calls, for the table and its dealers."""

    def __init__(self) -> None:
        self.tallies = Tallies()
        self._halted: tuple[str | None, tuple[Tally, ...]] = None, ()
        """The reason under which the present halt is counted, and the tallies."""
        self._own: set[object] = set()
        """The incidents that are not over and were reported in the interval."""

    def count_moment(self, moment: Moment, facts: Facts, *, counting: bool) -> None:
        """Count one moment; ``counting`` says whether it is in the interval."""
        if facts is NOTHING and type(moment.event) is events.BytesReceived:
            return
        if facts is not NOTHING:
            if counting:
                self._rounds(moment, facts)
            self._incidents(moment, facts, counting=counting)
            for each in facts.interventions:
                if isinstance(each, HaltFact):
                    self._halt(moment, each, self.tallies.of(moment.dealer) if counting else ())
                elif counting and isinstance(each, CorrectionFact):
                    self._count(moment, "corrections")
            for wait in facts.waits if counting else ():
                for tally in self.tallies.of(wait.dealer):
                    _LENGTHS[wait.what](tally).add(wait.seconds)
        if not counting or moment.row.refused is not None:
            return
        if moment.before.wheel.signal_at is not None and moment.before.bet_time:
            self._late_close(moment)
        if isinstance(moment.event, events.EntryCorrected):
            self.tallies.whole.counts["amended"] += 1  # The dealer now at the table had no part in it.
        elif (press := _press(moment)) is not None:
            self._count(moment, press)

    def _count(self, moment: Moment, figure: str) -> None:
        for tally in self.tallies.of(moment.dealer):
            tally.counts[figure] += 1

    def _late_close(self, moment: Moment) -> None:
        """Bets that are closed after the wheel's own 'no more bets' by more than the rulebook's limit."""
        signal = moment.before.wheel.signal_at
        if moment.after.bet_time or signal is None:
            return
        seconds = (moment.row.at - signal).total_seconds()
        if seconds > moment.before.wheel.signal_allows:
            for tally in self.tallies.of(moment.dealer):
                tally.after_signal.add(seconds)

    def pass_time(self, table: Table, dealer: str | None, seconds: float) -> None:
        for tally in self.tallies.of(dealer):
            if table.phase is not Phase.CLOSED:
                tally.seconds["open_seconds"] += seconds
            if table.halted:
                tally.seconds["stood_seconds"] += seconds
            if table.manual is not None:
                tally.seconds["manual_seconds"] += seconds

    def _halt(self, moment: Moment, fact: HaltFact, tallies: tuple[Tally, ...]) -> None:
        """Count a halt that begins; if its reason turns out to be another, count it under that."""
        if fact.place == moment.place:
            self._halted = None, tallies
        before, where = self._halted
        if fact.ended is not None or fact.reason == before:
            return
        self._halted = fact.reason, where
        for tally in where:
            tally.halts[fact.reason] += 1
            if before is not None:
                tally.halts[before] -= 1

    def _rounds(self, moment: Moment, facts: Facts) -> None:
        for fact in ended_rounds(moment, facts):
            for tally in self.tallies.of(fact.dealer):
                tally.counts[_NAMES[fact.ending]] += 1
                if fact.to_result is not None:
                    tally.to_result.add(fact.to_result)

    def _incidents(self, moment: Moment, facts: Facts, *, counting: bool) -> None:
        for fact in facts.interventions:
            if not isinstance(fact, IncidentFact):
                continue
            if counting and fact.place == moment.place:
                self._own.add(self._key(fact))
            if fact.ended is None:
                continue
            if counting:
                self._settle(fact)
            self._own.discard(self._key(fact))

    def _key(self, fact: IncidentFact) -> object:
        """The incident within its interval; a subclass for several intervals adds which one."""
        return fact.id

    def _settle(self, fact: IncidentFact) -> None:
        for tally in self.tallies.of(fact.dealer):
            if fact.undecided is not None:
                tally.counts[fact.undecided] += 1
                continue
            tally.incidents[fact.kind or "", fact.clause or "", fact.outcome or ""] += 1
            tally.counts["carried_over"] += self._key(fact) not in self._own
            tally.counts["refunds"] += fact.seat_back is not None


_LENGTHS: Final = {each: attrgetter(each.value) for each in WaitKind}
_NAMES: Final[dict[Ending | None, str]] = {"finished": "rounds", "void": "voids", "unplayed": "unplayed"}


def ended_rounds(moment: Moment, facts: Facts) -> Iterator[RoundFact]:
    return (each for each in facts.rounds if each.ended_place == moment.place)


def _press(moment: Moment) -> str | None:
    """The figure under which an accepted entry itself counts."""
    match moment.event:
        case events.CardDrawn(by=by):
            return None if by is None else "manual_cards"
        case events.ManualSet(on=True) if moment.before.manual is None:
            return "manual"
        case events.NumberRead(of_round="", held=False, last=False):
            return "outside"
    return None


class PitBossCounts:
    """Counts by pit boss the acts on a result that only a pit boss can do."""

    def __init__(self) -> None:
        self._counts = defaultdict[str, Counter[str]](Counter)
        self._seats = defaultdict[str, tuple[int, ...]](tuple)
        self._rounds, self._duties = Counter[str | None](), Counter[str]()
        """Rounds by shift, and by the person on duty at the overview when they ended."""
        self._came = dict[tuple[str, str | None], None]()
        """Who came in which shift, or acted in it."""

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        for person in moment.after.people:
            if person.role is Role.PIT_BOSS:
                self._came[person.who, moment.row.shift] = None
        if facts is NOTHING:
            return
        for fact in ended_rounds(moment, facts):
            if fact.ending != "unplayed":
                self._rounds[moment.row.shift] += 1
                if (duty := moment.before.console.on_duty) is not None:
                    self._duties[duty.who] += 1
            # Where the only seat gets its bet back, the refund ends the round: it is one act.
            is_refund = any(getattr(each, "seat_back", None) is not None for each in facts.interventions)
            is_known = is_card_out(moment.before) or fact.known is not None
            if fact.ending == "void" and is_known and not is_refund:
                self._add("voids", moment.person, moment)
        for each in facts.interventions:
            self._intervention(each, moment)

    def _intervention(self, fact: Intervention, moment: Moment) -> None:
        match fact:
            case IncidentFact(ended=End(), undecided=None, authorised=Authorisation(by=str() as by)):
                # Only a pit boss has authorised it, who may have left before its last step.
                if fact.seat_back is not None:
                    self._count("refunds", by, moment)
                    self._seats[str(by)] += (fact.seat_back,)
                elif fact.outcome == Result.SETTLE_BY_HAND:
                    self._count("changed", by, moment)
            case CorrectionFact(ended=ended):
                self._add("changed", ended.by, moment)
            case HaltFact(ended=End(how=HaltEnd.WITHDRAWN, by=by)):
                self._add("lifted", by, moment)
            case _:
                pass

    def _add(self, what: str, who: str | None, moment: Moment) -> None:
        """Count an act if a pit boss did it, and not a device or the dealer alone."""
        if who is not None and moment.before.role_of(who) is Role.PIT_BOSS:
            self._count(what, who, moment)

    def _count(self, what: str, who: str, moment: Moment) -> None:
        self._counts[str(who)][what] += 1
        self._came[str(who), moment.row.shift] = None

    @property
    def figures(self) -> tuple[PitBossFigures, ...]:
        charge = Counter[str]()
        for who, shift in self._came:
            charge[who] += self._rounds[shift]
        charge.update({who: rounds - charge[who] for who, rounds in self._duties.items() if who in charge})
        return tuple(
            PitBossFigures(who, charge[who], **self._counts[who], seats=self._seats[who])
            for who in sorted(charge)
        )


_SHARES: Final = {"banker": 0.458597, "player": 0.446247, "tie": 0.095156}
"""How often each wins at baccarat with eight decks."""


class WinnerCounts:
    """Counts the winners of rounds, and each one's longest run of wins."""

    def __init__(self) -> None:
        self._rounds, self._longest = Counter[str](), Counter[str]()
        self._run: tuple[str, int] = "", 0

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        for fact in ended_rounds(moment, facts) if facts is not NOTHING else ():
            if (winner := fact.winner) is not None:
                self._rounds[winner] += 1
                self._run = winner, self._run[1] + 1 if self._run[0] == winner else 1
                self._longest[winner] = max(self._longest[winner], self._run[1])

    @property
    def figures(self) -> tuple[WinnerFigures, ...]:
        """Those who won most often first."""
        every = self._rounds.total()
        return tuple(
            WinnerFigures(
                *(winner, rounds, longest := self._longest[winner], _chance(winner, longest, every)),
                None if (share := _SHARES.get(winner)) is None else share ** -min(longest, 100),
            )
            for winner, rounds in self._rounds.most_common()
        )


def _chance(winner: str, run: int, rounds: int) -> float | None:
    share = _SHARES.get(winner)
    return None if share is None else min(1.0, (rounds - run + 1) * share**run)


LONGEST: Final = 31 * 24 * HOUR
"""The longest time, in seconds, for which a table counts as unchanged: a journal continues in another file
each month. A clock that was wrong by decades adds no more hours than this.
"""
PREPARED: Final = frozenset((Phase.SHOE, Phase.WHEEL))


class HourCounts:
    def __init__(self) -> None:
        self._hours: dict[int, defaultdict[str, float]] = {}

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        if facts is NOTHING:
            return
        if any(each.ending == "finished" for each in ended_rounds(moment, facts)):
            self._at(moment.row.at)["rounds"] += 1
        if any(isinstance(fact, HaltFact) and fact.place == moment.place for fact in facts.interventions):
            self._at(moment.row.at)["halts"] += 1

    def pass_time(
        self,
        table: Table,
        until: datetime,
        seconds: float,
        bound: datetime | None = None,
        *,
        was_off: bool = False,
    ) -> None:
        """Count the time for which the table stayed as it is, divided as by :func:`by_hour`; ``was_off``:
        whether the console was off.
        """
        if table.phase is Phase.CLOSED:
            return
        for hour, part in by_hour(until, min(seconds, LONGEST), bound):
            counted = self._hours.setdefault(hour, defaultdict(float))
            counted["open_seconds"] += part
            if table.halted:
                counted["stood_seconds"] += part
            elif was_off:
                counted["off_seconds"] += part
            elif table.phase in PREPARED:
                counted["prepared_seconds"] += part

    @property
    def hours(self) -> tuple[Hour, ...]:
        """The hours in which the table was open, the earliest first."""
        return tuple(_hour(number, self._hours[number]) for number in sorted(self._hours))

    def _at(self, at: datetime) -> defaultdict[str, float]:
        return self._hours.setdefault(int(at.timestamp() // HOUR), defaultdict(float))


def by_hour(until: datetime, seconds: float, bound: datetime | None = None) -> Iterator[tuple[int, float]]:
    """A length of time that ends at a moment, divided at full hours; the latest part first. None of it lies
    before ``bound``: after a clock was set, less time lies between the two by the clock than passed, and the
    rest comes after the moment.
    """
    end = until.timestamp()
    if bound is None:
        return _divided(end, seconds)
    by_clock = min(seconds, max(0.0, (until - bound).total_seconds()))
    return chain(_divided(end, by_clock), _divided(end + seconds - by_clock, seconds - by_clock))


def _divided(until: float, seconds: float) -> Iterator[tuple[int, float]]:
    while seconds >= 1e-6:  # Entries' times have microseconds, and a float of today's time no more.
        hour = int(until // HOUR)
        part = min(seconds, until - hour * HOUR)
        if part <= 0:
            hour, part = hour - 1, min(seconds, HOUR)
        yield hour, part
        until, seconds = until - part, seconds - part


def _hour(number: int, counted: defaultdict[str, float]) -> Hour:
    start = datetime.fromtimestamp(number * HOUR, UTC)
    lengths = (counted[f"{name}_seconds"] for name in ("open", "stood", "prepared", "off"))
    return Hour(start, int(counted["rounds"]), int(counted["halts"]), *lengths)


class IncidentList:
    """Lists the incidents that were open in the interval, in the order of their reports, and the halts that
    ended without one.
    """

    def __init__(self) -> None:
        self._listed: FirstRows[str] = FirstRows()
        self._known: dict[str, ListedIncident] = {}
        self._open: set[str] = set()
        """The incidents that are not over and were open in the interval."""
        self.halts: FirstRows[HaltFact] = FirstRows()

    def list_facts(self, moment: Moment, facts: Facts, *, counting: bool) -> None:
        """List what one moment changed; ``counting`` says whether it is in the interval."""
        if counting:
            self.carry_over(facts.unread)
        for each in facts.interventions:
            if isinstance(each, HaltFact) and counting and _is_decided(moment, each):
                self.halts.add(each)
            if not isinstance(each, IncidentFact):
                continue
            over = each.ended is not None
            if counting and each.place == moment.place:
                self._list(ListedIncident(each, None, over))
            elif each.id in self._known:
                known = self._known[each.id]
                if known.carried_over and each.authorised != known.fact.authorised:
                    known = replace(known, carried_over="reported")  # The earlier decision no longer holds.
                self._known[each.id] = replace(known, fact=each, counted=counting and over)
            if over:
                self._open.discard(each.id)

    def carry_over(self, opened: Iterable[IncidentFact]) -> None:
        """List the incidents that are open as the interval begins, or continues."""
        for fact in opened:
            if fact.id not in self._open:
                self._list(ListedIncident(fact, "reported" if fact.authorised is None else "authorised"))

    def _list(self, listed: ListedIncident) -> None:
        id = listed.fact.id
        self._open.add(id)
        self._listed.add(id)
        if not self._listed.more or id in self._listed.rows:
            self._known[id] = listed

    @property
    def incidents(self) -> tuple[ListedIncident, ...]:
        return tuple(self._known[number] for number in self._listed.rows)

    @property
    def more(self) -> int:
        """How many incidents the full list leaves out."""
        return self._listed.more


def _is_decided(moment: Moment, fact: HaltFact) -> bool:
    """Whether a pit boss voided the round, or took a halt back with a reason, without an incident."""
    event, ended = moment.event, fact.ended
    if ended is None:
        return False
    if isinstance(event, events.HaltWithdrawn):
        return ended.how == HaltEnd.WITHDRAWN and ended.reason is not None
    return isinstance(event, events.RoundVoided) and event.report is None


_NO_RESULT: Final = (events.BytesReceived, events.DeviceNoted, events.BallSent)


SEALINGS: Final = (NoteKind.JOURNAL_SEALED, NoteKind.JOURNAL_NOT_SEALED)


class DeviceCounts:
    def __init__(self) -> None:
        self._devices: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._doings: Counter[str] = Counter()
        self.unsealed: str | None = None
        """For which shift the journal is still unsealed, and why."""
        self.failed: str | None = None
        """The device that failed at this moment, if any."""
        self._begun: set[str | None] = set()
        """The shifts that began before the interval, or whose beginning is noted."""

    def count_moment(self, moment: Moment, troubles: Iterable[Trouble], *, counting: bool) -> None:
        """Count one moment, and the troubles begun or ended; ``counting`` if it is in the interval."""
        event, self.failed = moment.event, None
        if not counting:
            self._begun.add(moment.row.shift)
        if isinstance(event, events.Noted):
            self._count_note(event, moment, counting=counting)
        elif not isinstance(event, _NO_RESULT) and (device := _device(event)) is not None:
            result = _result_of(event)
            self.failed = device if result in ("unread", "fault") else None
            if counting:
                self._devices[device][result] += 1
                if result == "fault":
                    self._faults[device][fault_name(event)] += 1
        for device, what in failures(moment, troubles):
            self.failed = device
            if counting:
                self._devices[device][what] += 1

    def note_sealing(self, event: events.Noted) -> None:
        if event.what in SEALINGS:
            self.unsealed = (event.text or "–") if event.what == NoteKind.JOURNAL_NOT_SEALED else None

    @property
    def devices(self) -> tuple[DeviceFigures, ...]:
        return tuple(self._figures(name) for name in sorted(self._devices))

    @property
    def doings(self) -> tuple[NamedCount, ...]:
        """The console's own notes: restarts, locks, bugs, by name."""
        return counts(self._doings)

    @property
    def entries_lost(self) -> int:
        """The entries that recoveries of damaged journals lost."""
        return self._doings["entries_lost"]

    def _figures(self, name: str) -> DeviceFigures:
        counted = self._devices[name]
        faults = counts(self._faults[name])
        return DeviceFigures(
            name, counted["read"], counted["unread"], faults, counted["lost"], counted["silent"]
        )

    def _count_note(self, event: events.Noted, moment: Moment, *, counting: bool) -> None:
        self.note_sealing(event)
        if event.what == NoteKind.SHIFT_BEGAN:  # Each start notes it again, with the clock as it is then.
            counting = counting and moment.row.shift not in self._begun
            self._begun.add(moment.row.shift)
        if counting and event.what == NoteKind.JOURNAL_RECOVERED:
            self._doings["entries_lost"] += entries_lost(event.text)
        row = row_of(event.what)
        counted_as = CountedAs.LOG if row is None else row.counted_as  # None if another version wrote it
        if counted_as is not CountedAs.NONE:
            self._doings[f"{event.what} {event.text}" if counted_as is CountedAs.TEXT else event.what] += (
                counting
            )


def failures(moment: Moment, troubles: Iterable[Trouble]) -> Iterator[tuple[str, TroubleKind]]:
    """The devices that are lost or silent by this moment, and which of the two."""
    for each in troubles:
        if each.place == moment.place and each.until is None and each.what is not TroubleKind.FAULT:
            yield each.device, each.what


def _device(event: events.AnyEvent) -> str | None:
    """The device of an event, or None; "" for an unread draw that came in a line."""
    if isinstance(event, events.CardUnread):
        return event.device or ""
    return event.device


def _result_of(event: events.AnyEvent) -> str:
    if isinstance(event, events.CardUnread):
        return "unread"
    if isinstance(event, events.ShoeResulted):
        # A result is no card: otherwise a shoe that reports results would seem to fail less often than a
        # reader.
        return "result"
    return "fault" if isinstance(event, events.DeviceFaulted | events.WheelFaulted) else "read"


def fault_name(event: events.AnyEvent) -> str:
    match event:
        case events.DeviceFaulted():
            return str(event.code)
        case events.WheelFaulted():
            return str(event.meaning)
    return ""


USED_UP: Final = frozenset(
    (
        "receive_decks",
        "replace_shoe",
        "change_shoe",
        "replace_decks",
        "return_decks",
        "replace_card",
        "replace_reader",
        "replace_ball",
    )
)
"""The steps that put decks, a shoe, a reader or a ball into play, or take them out of play."""


class ShoeCounts:
    """Lists shoes, checks, skipped steps and consumables of one table."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.shoes: FirstRows[ShoeFact] = FirstRows()
        self.skipped: FirstRows[SkippedStep] = FirstRows()
        self.consumables: FirstRows[Consumable] = FirstRows()
        self.shuffles = 0
        self._done: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._abandoned: dict[str, SkippedStep] = {}
        """The steps that were abandoned and not done since, by action; some from before the interval, if the
        table has not played since.
        """
        self._closed_by: Who | None = None
        """The person who ordered the close: somebody else's act may end the halt, and the steps with it."""
        self._shoe: ShoeFact | None = None
        """The shoe within the interval: its rounds, and its cards at the beginning."""
        self._known: ShoeFact | None = None
        """The listed shoe, as last known."""

    def begin(self, shoe: ShoeFact | None, table: Table, at: datetime) -> None:
        self._known = shoe
        self._shoe = None if shoe is None else ShoeFact(shoe.number, None, "there", at, table.shoe.left)

    def go_on(self, then: Table, shoe: ShoeFact | None, now: Table, at: datetime) -> None:
        """Continue the interval, which was left when the table was ``then``."""
        known, self._known = self._known, shoe
        if (known is None) is not (shoe is None) or (known and shoe and known.number != shoe.number):
            self.end(then)
            self.begin(shoe, now, at)

    def follow_steps(self, moment: Moment, *, counting: bool) -> None:
        """Note the steps that are abandoned, and those done since, if ``counting``: in the interval."""
        if moment.is_accepted and isinstance(moment.event, events.CloseOrdered):
            self._closed_by = moment.person
        for step in prepared_steps(moment):
            if step.is_done:
                self._abandoned.pop(step.action, None)
            else:
                self._abandoned.setdefault(step.action, self._broken_off(step))
        if not counting and moment.after.preparation is None and moment.after.is_open:
            self._abandoned.clear()

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        for fact in facts.shoes:
            self._list(fact, moment)
        for step in prepared_steps(moment):
            self._count_step(step)
        if moment.is_accepted and isinstance(moment.event, events.StepDone):
            self._count_press(moment, moment.event)

    def _list(self, fact: ShoeFact, moment: Moment) -> None:
        known, shoe = self._known, self._shoe
        if fact.place == moment.place:
            self._shoe = fact
        elif shoe is not None and known is not None:
            shoe = replace(shoe, rounds=shoe.rounds + fact.rounds - known.rounds)
            shoe = shoe if fact.how == known.how else replace(shoe, how=fact.how)
            self._shoe = shoe if fact.ready == known.ready else replace(shoe, ready=fact.ready)
        self._known = fact
        if fact.ended is not None and self._shoe is not None:
            self.shoes.add(replace(self._shoe, ended=fact.ended, left=fact.left or 0))
            self._shoe = self._known = None

    def end(self, table: Table) -> None:
        if self._shoe is not None:
            self.shoes.add(replace(self._shoe, left=table.shoe.left))

    @property
    def checks(self) -> tuple[CheckCount, ...]:
        """The steps that were due in the interval, by action."""
        actions = sorted({*self._done, *self._missed})
        return tuple(CheckCount(each, self._done[each], self._missed[each]) for each in actions)

    @property
    def follow_ups(self) -> tuple[SkippedStep, ...]:
        """The steps that were skipped with a reason, or abandoned and not done since."""
        skipped = (each for each in self.skipped.rows if each.reason is not None)
        return tuple(sorted((*skipped, *self._abandoned.values()), key=lambda step: step.at))

    def _count_step(self, step: PreparedStep) -> None:
        if step.is_done:
            self._done[step.action] += 1
            self.shuffles += step.loads
        else:
            self._missed[step.action] += 1
            self.skipped.add(self._broken_off(step))

    def _broken_off(self, step: PreparedStep) -> SkippedStep:
        return SkippedStep(step.at, step.action, self._closed_by, None)

    def _count_press(self, moment: Moment, event: events.StepDone) -> None:
        at = moment.row.at
        step = guidance.step_due(moment.before)
        if step is not None and guidance.skips(moment.before, event):
            cards = cards_in_step(moment.before, step.action)
            self.skipped.add(SkippedStep(at, step.action, moment.person, event.reason, cards))
            return
        before = moment.before
        has_steps = before.preparation is not None or before.incident is not None  # one may use something up
        due = prompt_due(self._game, before).action if event.note or has_steps else ""
        if event.note or due in USED_UP:
            cards = cards_in_step(before, due)
            self.consumables.add(Consumable(at, due, event.person, event.note or "", cards))


class StaffCounts:
    """Lists sign-ins and sign-outs, and counts the changes of dealer."""

    def __init__(self) -> None:
        self.staffing: FirstRows[Staffing] = FirstRows()
        self.failed: FirstRows[FailedSignIn] = FirstRows()
        self.accounts: FirstRows[ChangedAccount] = FirstRows()
        self.dealt: FirstRows[Stay] = FirstRows()
        self.unlicensed: dict[str, None] = {}
        """The ids of people who dealt without a licence in the list."""
        self.preparers: dict[UnknownPreparer, None] = {}
        self.licences: dict[str, str] = {}
        """The last days of licences that end soon, by the ids of those who signed in."""
        self._ending: dict[str, str] = {}
        """Those that were noted: the table may learn of a change after it read the list."""
        self.sign_ins = self.dealer_changes = 0
        self._dealer: str | None = None
        self._here: frozenset[Stay] = frozenset()
        """The stays that are listed and last."""

    def enter(
        self, here: Sequence[Stay], at: datetime, left: datetime | None = None, *, is_open: bool = True
    ) -> None:
        """Begin the interval with the people present, or go on without what others did since ``left``."""
        if left is not None and any(each.role is Role.DEALER for each in self._here.difference(here)):
            self._end_turn(left)
        known = {(each.who, each.role) for each in self._here}
        for stay in here:
            if stay in self._here:
                continue
            if (stay.who, stay.role) not in known:  # Otherwise another dealer has joined a trainee.
                self.staffing.add(Staffing(at, stay.who, stay.role, "there"))
            if is_open:
                self._deals(stay, at)
        self._here = frozenset(here)

    def count_moment(self, moment: Moment, facts: Facts) -> None:
        event, at = moment.event, moment.row.at
        if isinstance(event, events.Noted):
            self._count_note(event, moment)
        if moment.before.is_open and not moment.after.is_open:
            self._end_turn(at)  # Who is still signed in may deal elsewhere.
        elif moment.after.is_open and not moment.before.is_open:
            for each in sorted(self._here, key=lambda stay: stay.since):
                self._deals(each, at)
        elif moment.before.play is not moment.after.play and moment.is_accepted:
            self.dealt.mend(lambda last: last if last.until is not None else _has_dealt(last, at))
        stays = who_stays(facts.stays) if facts.stays else ()
        for stay in facts.stays:
            if stay.how is not None:
                if stay.how != "stays":
                    self.staffing.add(Staffing(at, stay.who, stay.role, stay.how))
                if stay.role is Role.DEALER:
                    self._end_turn(at, stay)
                self._here -= {replace(stay, until=None, until_place=None, how=None, barred=None, bar=None)}
                continue
            if (stay.who, stay.role) not in stays:
                self.staffing.add(Staffing(at, stay.who, stay.role, "came"))
            self.sign_ins += isinstance(event, events.SignedIn)
            self.dealer_changes += stay.role is Role.DEALER and self._dealer not in (None, stay.who)
            if moment.after.is_open:
                self._deals(stay, at)
            self._here |= {stay}

    def _count_note(self, noted: events.Noted, moment: Moment) -> None:
        who, at = noted.who or "", moment.row.at
        if (changed := changed_account(noted, moment)) is not None:
            self.accounts.add(changed)
        match noted.what:
            case NoteKind.SIGN_IN_FAILED:
                self.failed.add(FailedSignIn(at, who))
            case NoteKind.DEALING_REFUSED if changed is None:
                self.failed.add(FailedSignIn(at, who, noted.text or ""))
            case NoteKind.LICENCE_ENDS:
                self.licences[who] = self._ending[who] = noted.text or ""
            case NoteKind.NO_LICENCE:
                self.unlicensed[who] = None
            case NoteKind.PREPARER_UNLISTED | NoteKind.PREPARER_NO_SHUFFLER | NoteKind.PREPARER_DISABLED:
                self.preparers[UnknownPreparer(noted.text, who, noted.what)] = None
            case NoteKind.PEOPLE_ADDED | NoteKind.PEOPLE_ENABLED:
                change = PeopleChange.of(noted.text or "")
                if change.role == Trade.SHUFFLER:
                    id, known = change.id.casefold(), self.preparers
                    self.preparers = {each: None for each in known if each.prepared.casefold() != id}
            case NoteKind.PEOPLE_LICENSED:
                change = PeopleChange.of(noted.text or "")
                self.unlicensed.pop(change.id, None)
                if (day := self._ending.get(change.id, "")) in change.rights.split():
                    self.licences[change.id] = day
                else:
                    self.licences.pop(change.id, None)  # The licence has another last day now.

    def _deals(self, stay: Stay, at: datetime) -> None:
        if stay.role is Role.DEALER:
            self._dealer = stay.who
            self.dealt.add(replace(stay, since=at))

    def _end_turn(self, at: datetime, ended: Stay | None = None) -> None:
        """End the last listed turn; ``ended`` is the stay with its reason, if known."""
        why = {} if ended is None else {"barred": ended.barred, "bar": ended.bar}
        self.dealt.mend(lambda last: replace(last, until=at, **why) if last.until is None else last)


def _has_dealt(stay: Stay, at: datetime) -> Stay:
    return replace(stay, dealt=(at if stay.dealt is None else stay.dealt[0], at))


def changed_account(noted: events.Noted, moment: Moment) -> ChangedAccount | None:
    """The change to an account in a note, or why a dealer may not go on; else None."""
    at, who = moment.row.at, noted.who or ""
    if noted.what == NoteKind.DEALING_REFUSED and dealing_bar(noted, moment) is not None:
        return ChangedAccount(at, noted.what, who, reason=noted.text or "")
    if noted.what in (NoteKind.DEALING_ENDED, NoteKind.TRAINING_ENDED):
        return ChangedAccount(at, noted.what, who, until=noted.text or "")
    row = row_of(noted.what)
    if row is None or not row.is_about_people:
        return None
    change = PeopleChange.of(noted.text or "")
    _, until, *_ = (*change.rights.split(), "", "")
    last_day = "" if until == "-" else until
    told = (noted.who, noted.terminal, change.at, last_day, change.reason, change.rights)
    return ChangedAccount(at, noted.what, change.id, *told)
