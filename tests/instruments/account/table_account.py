"""What happened at a table, by its lines and the protocol: answers, rounds, incidents, cards, prompts."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from tests.instruments.differ.comparing import as_object
from tests.instruments.differ.reference.reference_table import ReferenceTable
from tests.instruments.differ.reference.table_values import Report
from tests.instruments.differ.rounds import DECISION_SECONDS, Due, Shown

MISSED: Final = {
    "halted": "halt",
    "stale": "stale",
    "no_such_hand": "no_hand",
    "not_offered": "not_offered",
    "not_signed_in": "no_dealer",
}
"""Why an answer did not count, by its refusal; of one that was not due its question says it."""
SILENT: Final = 3
"""Seconds after the end of a time in which the game server's word may still be on its way."""
INSURANCE, PLAY = "insurance", "play"
Question = tuple[int, int, str]
"""Seat, hand, and which of the hand's two questions."""


@dataclass(frozen=True)
class Countdown:
    """The countdown on the screen: its start, and its seconds; none where ``since`` is None."""

    since: datetime | None = None
    lasts: int = 0

    def left(self, at: datetime) -> int | None:
        """The whole seconds that are left at a moment, rounded up."""
        if self.since is None:
            return None
        return max(0, ceil(self.lasts - (at - self.since).total_seconds()))

    @property
    def owed(self) -> datetime | None:
        """When the game server has been silent for too long."""
        return None if self.since is None else self.since + timedelta(seconds=self.lasts + SILENT)


@dataclass
class RoundAccount:
    """A round: when it opened, closed, was decided and ended; its answers; what was shown in it."""

    id: str
    times: dict[str, datetime | None]
    answers: list[Shown] = field(default_factory=list)
    screens: list[tuple[datetime, Shown]] = field(default_factory=list)
    """Each prompt, with the moment since when it stood on the dealer's screen."""
    countdowns: list[tuple[datetime, Countdown]] = field(default_factory=list)
    silences: list[tuple[datetime, bool]] = field(default_factory=list)
    """Since when the screen said that the game server does not answer, and since when no more."""
    shown: Shown = field(default_factory=dict)
    """The round as the last view showed it."""
    incidents: set[str] = field(default_factory=set)
    """The reports that were open at some moment of it."""
    file: int = 0
    """The file of the journal in which it began."""

    decided: bool = False
    """Whether no card and no answer is due any more."""
    settled_in: int | None = None
    """The journal's file in which it was over, its cards collected and nothing open."""
    ends: datetime = datetime.min
    """The time of its last line, before the next round."""


@dataclass
class IncidentAccount:
    """A report, as it stands."""

    id: str
    by: str
    reported: datetime
    kind: str | None = None
    clause: str | None = None
    outcome: str = "open"
    decided: str | None = None
    """The outcome, from the decision on."""
    closed: datetime | None = None


@dataclass
class ShiftAccount:
    """A shift: its rounds by how they ended, the shoes that were used, and the reports open in it."""

    name: str
    ended: dict[str, int] = field(default_factory=lambda: {"finished": 0, "void": 0, "unplayed": 0})
    shoes: list[int] = field(default_factory=list)
    """The cards left in each shoe when it was taken away, or when the shift ended."""
    incidents: dict[str, str] = field(default_factory=dict)
    """Each report's outcome at the end of the shift."""


@dataclass(frozen=True)
class Sent:
    """A line, and the table as it was shown after it."""

    at: datetime
    shift: str
    line: Shown
    view: Shown
    file: int = 0
    about: str | None = None
    """The report that it made or took back, else the one that was open when it came."""
    touched: frozenset[str] = frozenset()
    """The reports that it ended or opened."""
    entry: int = 0


class WatchedTable(ReferenceTable):
    """The reference, with what it does in passing: reports that end, shoes that are taken away."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        super().__init__(game, rules, ready=ready)
        self.over: list[Shown] = []
        self.taken_away: list[int] = []
        """The cards left in each shoe that a line took away."""
        self.has_shoe = ready and self.of_cards

    def end(self, report: Report, state: str) -> None:
        """Note the report as it ended."""
        super().end(report, state)
        self.over.append(self.shown(report))

    def prepare(self, steps: list[str]) -> None:
        """Take the shoe away, for another one or the closing inspection; not where a shuffle starts over."""
        if self.has_shoe and (self.stage != "shoe" or steps == ["inspect"]):
            self.taken_away.append(self.left)
        super().prepare(steps)
        self.has_shoe = steps != ["inspect"]

    def done_step(self, report: Report, *, skips: bool, damaged: bool) -> None:
        """Bring another shoe where that is the step."""
        changes = self.next_step(report)[1]["action"] == "change_shoe" and not skips
        left = self.left
        super().done_step(report, skips=skips, damaged=damaged)
        if changes:
            self.taken_away.insert(0, left)


class TableAccount:
    """A table of the protocol, and the book that is kept beside it."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        self.table = WatchedTable(game, rules, ready=ready)
        self.rounds: dict[str, RoundAccount] = {}
        self.filed: dict[str, RoundAccount] = {}
        """Rounds that were over in one file of the journal, as the next one found them."""
        self.mended: set[str] = set()
        """Rounds whose number was put right in another file than the one in which they were over."""
        self.numbers: dict[str, int | None] = {}
        """The number that counts, of each round of the wheel."""
        self.incidents: dict[str, IncidentAccount] = {}
        self.shifts: dict[str, ShiftAccount] = {}
        self.sent: list[Sent] = []
        self.decisions = set[tuple[int, str | None]]()
        """Each line by which an incident was decided, and the outcome: one line may decide two alike."""
        self.file = 0
        """The number of the journal's file."""
        self.asked: Question | None = None
        self.since: datetime | None = None
        """Since when that question is asked; a halt, and a dealer who leaves, end it."""
        self.answered: dict[Question, tuple[str, datetime]] = {}
        """The last answer that counted to each question of the round: the choice, and when it was over."""

    def take(self, text: str, at: datetime, shift: str) -> Shown:
        """A line, at its time; the view after it."""
        table, line = self.table, as_object(text)
        was_open, was_due, stage, bets = self._reports(), table.due(), table.stage, table.bets
        before = table.round
        table.over, table.taken_away = [], []
        answering = line.get("do") == "decision" and table.game == "blackjack"
        book = self._shift(shift)
        view = table.take(text)
        if answering and view["refused"] not in ("bad_input", "not_this_game"):
            self._answer(line, view["refused"], at, was_due)
        self._ask(at)
        self._incidents(line.get("by", ""), at, was_open, book)
        self._round(view, at, before, stage, bets, book)
        book.shoes += table.taken_away
        about = was_open[0].id if was_open else None
        if line.get("do") == "incident" and view["accepted"]:
            about = f"T1-i{table.incidents}"
        if line.get("do") == "withdraw" and view["accepted"]:
            about = next((each["id"] for each in table.over), view["ended"])
        touched = {each["id"] for each in table.over}
        touched |= {table.report.id} if table.report else set()
        touched |= {each.id for each in was_open} - {each.id for each in self._reports()}
        self.sent.append(Sent(at, shift, line, view, self.file, about, frozenset(touched)))
        return view

    def written(self, entry: int) -> None:
        """The last line is this entry of the journal's file, and those before it up to the one before."""
        self.sent[-1] = replace(self.sent[-1], entry=entry)
        self.table.entered(entry)

    def as_filed(self, round_: RoundAccount) -> RoundAccount:
        """A round as its file has it: what another file of the journal says after its end is no part of it,
        but for a number that is put right.
        """
        return round_ if round_.id in self.mended else self.filed.get(round_.id, round_)

    def other_file(self, entry: int) -> None:
        """The journal goes on in another file, and so does the last round if play stands still."""
        if self.table.halted and self.table.round is not None:
            self.rounds[self.table.round.id].settled_in = None
        self.file += 1
        self.table.other_file(entry)

    def owed(self) -> datetime | None:
        """When the screen says that the game server is silent; None while it owes nothing, or says so."""
        prompt, about = self.table.prompt(), self.table.round
        if prompt["action"] not in ("wait", "await_decision") or about is None:
            return None
        said = self.rounds[about.id].silences
        return None if said and said[-1][1] else self._countdown().owed

    def silent(self, at: datetime) -> None:
        """From now on the screen says that the game server does not answer, until something else is due."""
        assert self.table.round
        self.rounds[self.table.round.id].silences.append((at, True))

    def _countdown(self) -> Countdown:
        table = self.table
        if table.bet_time and table.round is not None:
            return Countdown(self.rounds[table.round.id].times["opened"], table.seconds or 0)
        asks = table.prompt()["action"] == "await_decision"
        return Countdown(self.since, DECISION_SECONDS) if asks else Countdown()

    def end_shift(self) -> None:
        """The shoe in use is left to the next shift, or stands there at the end."""
        if self.shifts and self.table.has_shoe:
            [*self.shifts.values()][-1].shoes.append(self.table.left)

    def _shift(self, name: str) -> ShiftAccount:
        if name not in self.shifts:
            self.end_shift()
            self.shifts[name] = ShiftAccount(name)
        return self.shifts[name]

    # --- answers ----------------------------------------------------------------------------------

    def _question(self) -> Question | None:
        """The question to a player: none while play stands still or nobody deals."""
        table = self.table
        if table.halted or table.tries or not table.role("dealer") or table.stage != "deciding":
            return None
        due = table.due()
        if due.what == "insurance":
            return 0, 0, INSURANCE
        return (due.fields["seat"], due.fields["hand"], PLAY) if due.what == "decide" else None

    def _ask(self, at: datetime) -> None:
        asked = self._question()
        if asked != self.asked:
            self.asked, self.since = asked, None if asked is None else at

    def _answer(self, line: Shown, refused: str | None, at: datetime, due: Due) -> None:
        """Write an answer down: to which question, with how much time left, or why it did not count."""
        seat, hand, choice = line["seat"], line["hand"], line["choice"]
        question, asked = self._answers_what(seat, hand, choice, due)
        since = self.since if asked else None
        over = None if since is None else (at - since).total_seconds()
        missed, behind = None, None
        if refused is None:
            late = 0.0 if over is None or choice != "timeout" else max(0.0, over - DECISION_SECONDS)
            self.answered[question] = choice, datetime.fromtimestamp(at.timestamp() - late, at.tzinfo)
        else:
            missed = "no_dealer" if refused == "not_signed_in" and "by" not in line else None
            missed = missed or (MISSED.get(refused) if refused != "not_signed_in" else None) or "other"
            if refused == "out_of_turn":
                counted = self.answered.get(question)
                missed = "early" if counted is None else "late" if counted[0] == "timeout" else "twice"
                behind = None if counted is None else round((at - counted[1]).total_seconds(), 3)
        about = self.table.round
        round_ = self.rounds.get(about.id) if about is not None else None
        if round_ is not None:
            if round_.settled_in not in (None, self.file):
                self.filed.setdefault(round_.id, deepcopy(round_))
            round_.answers.append(
                {
                    "at": at,
                    "seat": seat,
                    "hand": hand,
                    "choice": choice,
                    "insurance": question[2] == INSURANCE,
                    "left": None if over is None else round(DECISION_SECONDS - over, 3),
                    "by": line.get("by"),
                    "reason": line.get("reason"),
                    "refused": refused,
                    "missed": missed,
                    "behind": behind,
                }
            )

    def _answers_what(self, seat: int, hand: int, choice: str, due: Due) -> tuple[Question, bool]:
        """The question that an answer belongs to, and whether that is being asked.

        Where its hand is asked nothing, the choice says which of its two questions it means; a time-out
        means the last one that the hand was asked.
        """
        insures = due.what == "insurance" and seat in due.fields["seats"]
        if insures or self.asked == (seat, hand, PLAY):
            return (seat, hand, INSURANCE if insures else PLAY), insures or self.since is not None
        of_insurance = ("insure", "decline", *(["surrender"] if self.table.rules == "lt" else []))
        if choice == "timeout":
            insured = (seat, hand, INSURANCE) in self.answered or due.what == "insurance"
            means = INSURANCE if insured and (seat, hand, PLAY) not in self.answered else PLAY
        else:
            means = INSURANCE if choice in of_insurance else PLAY
        return (seat, hand, means), False

    # --- incidents --------------------------------------------------------------------------------

    def _reports(self) -> list[Report]:
        return [*([self.table.report] if self.table.report else []), *self.table.queue]

    def _incidents(self, by: str, at: datetime, was_open: list[Report], book: ShiftAccount) -> None:
        now_open, table = self._reports(), self.table
        ended = {each["id"]: each for each in table.over}
        touched = dict.fromkeys([*(each.id for each in (*was_open, *now_open)), *ended])
        for report in (*was_open, *now_open):
            if report.id not in self.incidents:
                self.incidents[report.id] = IncidentAccount(report.id, report.by, at)
            known = self.incidents[report.id]
            known.kind = report.kind
        for id in touched:
            known = self.incidents.setdefault(id, IncidentAccount(id, by, at))
            shown = ended.get(id)
            if shown is None and table.report is not None and table.report.id == id:
                shown = table.shown(table.report)
            if shown is not None:
                known.kind, known.clause = shown["kind"], shown["clause"]
                was, known.decided = known.decided, None
                if shown["state"] in ("steps", "closed"):
                    known.decided = shown["outcome"]
                if known.decided not in (None, was):
                    self.decisions.add((len(self.sent), known.decided))
            if id not in {each.id for each in now_open}:
                known.outcome = known.decided or "record_only"
                known.closed = at
                if known.decided is None:  # it waited, and was taken back or can no longer be
                    self.decisions.add((len(self.sent), known.outcome))
            book.incidents[id] = known.outcome

    def _open_now(self) -> set[str]:
        """The reports that are open, or ended by the last line."""
        return {*(each.id for each in self._reports()), *(each["id"] for each in self.table.over)}

    # --- rounds -----------------------------------------------------------------------------------

    def _round(
        self, view: Shown, at: datetime, before: object, stage: str, bets: str, book: ShiftAccount
    ) -> None:
        table, now = self.table, self.table.round
        for each in (table.round, table.before, table.numbered):
            if each is not None:
                self.numbers[each.id] = None if each.status == "void" else each.number
        if now is None:
            return
        if now is not before:
            times = dict.fromkeys(("opened", "closed", "known", "announced"))
            self.rounds[now.id] = RoundAccount(now.id, {**times, "opened": at}, file=self.file)
            self.answered, self.asked, self.since = {}, None, None
        round_ = self.rounds[now.id]
        wrong = table.report.about if table.report and table.report.kind == "wrong_number_recorded" else None
        if wrong is not None and self.rounds[wrong.id].settled_in not in (None, self.file):
            self.mended.add(wrong.id)
        if round_.settled_in not in (None, self.file) and now.id not in self.filed:
            self.filed[now.id] = deepcopy(round_)
        was_open = round_.times["announced"] is None
        if bets == "open" != table.bets:
            round_.times["closed"] = at
        if stage != "result" == table.stage:
            round_.times["known"] = at
        if was_open and now.status != "open":
            round_.times["announced"] = at
            nobody = now.status == "void" and not now.seats and table.game == "blackjack"
            book.ended["unplayed" if nobody and view["say"] != "round_void" else now.status] += 1
        round_.shown, round_.ends = view["round"], at
        round_.decided = now.status == "finished" or table.stage == "result"
        if round_.settled_in is None and now.status != "open" and not table.halted:
            round_.settled_in = self.file if table.stage not in ("result", "collecting") else None
        round_.incidents |= self._open_now()
        prompt = view["prompt"]
        is_other = not round_.screens or awaited(round_.screens[-1][1]) != awaited(prompt)
        if is_other and round_.silences and round_.silences[-1][1]:
            round_.silences.append((at, False))
        if not round_.countdowns or round_.countdowns[-1][1] != self._countdown():
            round_.countdowns.append((at, self._countdown()))
        if not round_.screens or round_.screens[-1][1] != prompt:
            round_.screens.append((at, prompt))


def awaited(prompt: Shown) -> tuple[object, ...]:
    """The event that a prompt waits for: the same while seats answer in turn, or a draw is repeated."""
    return tuple(prompt.get(name) for name in ("action", "stage", "seat", "hand", "card"))


def screen_at(screens: list[tuple[datetime, Any]], at: datetime) -> Any:
    """What stood there at a moment: the last one that came by then."""
    return next((shown for since, shown in reversed(screens) if since <= at), None)


def seconds(begin: datetime, end: datetime) -> Iterator[datetime]:
    """Each second from one moment to another."""
    for number in range(int((end - begin).total_seconds()) + 1):
        yield datetime.fromtimestamp(begin.timestamp() + number, begin.tzinfo)
