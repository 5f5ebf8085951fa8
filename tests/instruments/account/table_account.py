"""The history of a table by its lines and the protocol: answers, rounds, incidents, cards, prompts."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from operator import itemgetter
from typing import Any, Final, NamedTuple

from tests.instruments.account.contradicted import ContradictedTable, Known, Stated, reporters_side
from tests.instruments.account.instant import Instant, Repeat, passed_by, plain
from tests.instruments.account.rare_acts import Noted
from tests.instruments.account.shift_account import (
    USED_UP,
    IncidentAccount,
    ShiftAccount,
    ShoeAccount,
    hour_of,
)
from tests.instruments.differ.cases import RULEBOOKS
from tests.instruments.differ.comparing import as_object
from tests.instruments.differ.reference.line_form import parse
from tests.instruments.differ.reference.table_values import CARDS_IN_A_SHOE, Halt, Refused, Report, Round
from tests.instruments.differ.rounds import DECISION_SECONDS, Due, Shown
from tests.instruments.differ.wires import ReaderBytes, Status, WheelBytes

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
BALL_RUNS: Final = 3
"""The state of a wheel whose ball is in its track."""
INSURANCE, PLAY = "insurance", "play"
Question = tuple[int, int, str]
"""Seat, hand, and which of the hand's two questions."""


@dataclass(frozen=True)
class Countdown:
    """The countdown on the screen: its start, and its seconds; none if ``since`` is None."""

    since: datetime | None = None
    lasts: int = 0

    def left(self, at: datetime) -> int | None:
        """The whole seconds that are left at a moment, rounded up."""
        if self.since is None:
            return None
        return max(0, ceil(self.lasts - (at - self.since).total_seconds()))

    @property
    def over(self) -> datetime | None:
        """When the time is over."""
        return None if self.since is None else self.since + timedelta(seconds=self.lasts)


class Press(NamedTuple):
    """An act of a person, whether or not it was taken."""

    at: datetime
    by: str
    refused: str | None
    seen_ms: int | None
    beside: str | None = None
    """The dealer who stood beside, if it is a trainee."""


@dataclass
class RoundAccount:
    """A round: when it opened, closed, was decided and ended; its answers; what was shown in it."""

    id: str
    times: dict[str, datetime | None]
    answers: list[Shown] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    worksheets: list[Shown] = field(default_factory=list)
    """Each with its time, who asked for it, and by which number it was worked out."""
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

    result: object = None
    """The outcome and the points that its views showed last once its result was known."""
    decided: bool = False
    """Whether no card and no answer is due any more."""
    ends: datetime = datetime.min
    """The time of its last line, before the next round."""
    stays: list[list[Any]] = field(default_factory=list)
    """Each stay of a person: who, as what, from when, until when, if it goes on, a trainee beside whom;
    None if nobody stands there, empty if it is no trainee.
    """
    last: datetime | None = None
    """The time of its last entry: at a closed table, of the last doing of somebody who is still there."""
    is_clock_set: bool = False
    """Whether the clock was set in it: one time may be that of two moments."""
    is_closed: bool = False
    """Whether the table was closed after that."""
    is_over: bool = False
    """Whether somebody else has come to the closed table, or it was opened again."""


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
    stage: str = ""
    """The phase after it, which a halt may hide."""
    results: tuple[str, ...] = ()
    """The winners of the coups from this shoe."""
    due: Due = field(default_factory=lambda: Due("nothing"))
    """The next thing in the round, which a halt may hide, too."""
    lies_unread: bool = False
    """Whether a card that was not read lies where the next one belongs."""
    stated: tuple[Stated, ...] = ()
    """Contradictions: the kind of each, its round, and the values of both sides."""
    prepares: bool = False
    """Whether cards were shuffled or the wheel was checked as it came: the last round is over then."""

    @property
    def round(self) -> str | None:
        """The round that the log has it under."""
        return None if self.prepares or not self.view["round"] else str(self.view["round"]["id"])


_QUICKEST: Final = {"inspect": "inspect", "wash": "wash"} | dict.fromkeys(
    ("shuffle", "riffle", "shuffle_1", "shuffle_2", "shuffle_3"), "shuffle"
)
"""The limit of each step of a preparation that has one."""
_PREPARES: Final = {"shoe", "wheel"}
"""The stages in which nothing is of the last round any more."""


READ: Final = ("deal", "rescan", "burn_card", "scan_card")
"""The prompts that a card of a shoe or a reader ends."""


class Before(NamedTuple):
    """The table before a line."""

    round: Round | None
    stage: str
    bets: str
    left: int
    manual: bool
    report: Report | None
    shoes: int


def why_it_stops(halt: Halt) -> str:
    """The reason of a halt; a wheel that reports the dealer's wrong spin has no fault of its own."""
    told = halt.offer[0] if halt.reason == "device" and halt.offer is not None else ""
    if told in ("no_spin", "spun_in_bet_time"):
        return told
    return "rescan" if halt.tries else halt.reason


class WatchedTable(ContradictedTable):
    """The reference, with what it does in passing: reports that end, shoes that are taken away."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        super().__init__(game, rules, ready=ready)
        self.over: list[tuple[Report, Shown]] = []
        self.stops: list[str] = []
        """Why the line stopped play."""
        self.shoe: ShoeAccount | None = None
        """The shoe in use."""
        self.taken_away: list[ShoeAccount] = []
        """The shoes that the line took away."""
        self.was_ready = False
        """Whether the line took away a shoe that was in use, and not in preparation any more."""
        self.takes_decks = False
        """Whether decks were received for the shuffle that goes on, or are to be."""
        self.brought = 0
        self.changed: int | None = None
        """The cards left in the shoe that is changed by the step which is done now."""
        self.kept: str | None = None
        """The report whose shoe was not changed by the step that was skipped just now."""
        self.ended_steps: list[tuple[str, int, str]] = []
        """The steps that the line ended: the report, the step's number from 0, and whether it was skipped."""
        self.skips = False
        self.ball: list[tuple[str, int]] = []
        """Each game of the wheel in which the line told of the ball: that it runs, or of its number."""
        self.beside: dict[str, str | None] = {}
        """The trainee who deals, and the dealer who stands beside; None if that one has left."""
        self.ailing: dict[str, str] = {}
        """The devices that are lost or silent."""
        self.ailing_since: dict[str, datetime] = {}
        self.at: datetime | None = None
        """The time of the line."""
        self.opened: datetime | None = None
        """When the last bets opened."""
        if ready and self.of_cards:
            self.bring("there")

    def silent_readers(self) -> list[str]:
        """The devices that read cards, if cards are read and one is lost or silent."""
        return [] if self.manual else [name for name in ("shoe", "reader") if name in self.ailing]

    def held_back(self) -> list[str] | None:
        """Why the table would not open bets by the clock, with the devices that notes alone name
        (E4-ready). A wheel that was quiet before a dealer opened bets does not keep the next ones back.
        """
        since = self.ailing_since.get("wheel")
        quiet = since is not None and (self.opened is None or self.opened <= since)
        held = [*(["wheel_silent"] if quiet else []), *(super().held_back() or [])]
        return [*held, *(["reader_silent"] if self.silent_readers() else [])] or None

    def do_bets(self, line: Shown) -> None:
        """Note when bets open."""
        super().do_bets(line)
        self.opened = self.at if line["state"] == "open" else self.opened

    def do_sign_in(self, line: Shown) -> None:
        """A trainee signs in, beside a dealer who has no role here: two people, who do not deal so already.
        Anybody who takes a role stands beside nobody any more.
        """
        who, beside = line["who"], line.get("beside")
        if beside is None:
            super().do_sign_in(line)
        elif who == beside:
            raise Refused("not_authorised")
        else:
            roles = {self.people.get(each, "dealer") for each in (who, beside)}
            if roles != {"dealer"} or (who in self.people and self.beside.get(who) == beside):
                raise Refused("already_signed_in")
            self.people.pop(who, None)
            super().do_sign_in(line)
        self.leaves_beside(who)
        self.beside = {each: other for each, other in self.beside.items() if each in self.people}
        if line["role"] == "dealer":
            self.beside = {} if beside is None else {who: beside}

    def do_sign_out(self, line: Shown) -> None:
        """A trainee leaves, too."""
        super().do_sign_out(line)
        self.beside.pop(line["who"], None)

    def leaves_beside(self, who: str) -> None:
        """Nobody stands beside the trainee any more if it was this dealer."""
        self.beside = {each: None if beside == who else beside for each, beside in self.beside.items()}

    def end(self, report: Report, state: str) -> None:
        """Note the report as it ended."""
        super().end(report, state)
        self.over.append((report, self.shown(report)))

    def halted_by(self, halt: Halt) -> None:
        """Note why play stops."""
        super().halted_by(halt)
        self.stops.append(why_it_stops(halt))

    def strays_end(self, report: Report) -> None:
        """Note why play stops if the halt comes back that was under a dealer's outcome."""
        was, noted = self.halt, len(self.stops)
        super().strays_end(report)
        if self.halt is not None and self.halt is not was and len(self.stops) == noted:
            self.stops.append(why_it_stops(self.halt))

    def wheel_says(self, status: Status) -> None:
        """Note that the ball runs, or that its number was read."""
        about = self.open_round
        is_unread = about is not None and about.recorded is None
        try:
            super().wheel_says(status)
        finally:
            if status.state == BALL_RUNS:
                self.ball.append(("sent", self.wheel_game))
            if is_unread and about is not None and about.recorded is not None:
                self.ball.append(("fell", self.wheel_game))

    def bring(self, how: str) -> None:
        """Put another shoe into use."""
        self.brought += 1
        self.shoe = ShoeAccount(self.brought, how, CARDS_IN_A_SHOE)

    def take_away(self, left: int) -> None:
        """End the use of the shoe, with this many cards in it."""
        if self.shoe is not None:
            self.taken_away.append(replace(self.shoe, left=left))
        self.shoe = None

    def prepare(self, steps: list[str]) -> None:
        """Take the shoe away, for another one or the closing inspection; not where a shuffle starts over."""
        was, left = self.stage, self.left
        super().prepare(steps)
        if steps == ["inspect"]:
            self.take_away(left)
        elif was != "shoe":
            self.was_ready = self.shoe is not None
            self.take_away(left)
            how = "other_shoe" if "replace_shoe" in steps else "same_cards"
            how = "new_decks" if "receive_decks" in steps else how
            self.bring("opening" if was == "closed" else how)
        elif "receive_decks" in steps and self.shoe is not None and not self.takes_decks:
            self.shoe.how = "new_decks"
        self.takes_decks = "receive_decks" in steps or (was == "shoe" and self.takes_decks)

    def done_step(self, report: Report, *, skips: bool, damaged: bool | None) -> None:
        """Note the cards that are left in a shoe that is changed."""
        changes = self.next_step(report)[1]["action"] == "change_shoe"
        self.changed = self.left if changes and not skips else None
        self.kept = report.id if changes and skips else None
        self.skips = skips
        super().done_step(report, skips=skips, damaged=damaged)

    def step_done(self, report: Report) -> None:
        """Note the step; change the shoe where that is it."""
        number, _ = self.next_step(report)
        self.ended_steps.append((report.id, number - 1, "skipped" if self.skips else "done"))
        if self.changed is not None:
            self.take_away(self.changed)
            self.bring("changed")
            self.changed = None
        super().step_done(report)


def doer_of(text: str, refused: str | None) -> object:
    """The person who did what a line says; None of a line that is none of this game or has a wrong form:
    nobody is read in it.
    """
    try:
        line = parse(text)
    except Refused:
        return None
    is_line = refused != "not_this_game" or line["do"] in ("incident", "settle")
    return line.get("by") or line.get("who") if is_line else None


class TableAccount:
    """A table of the protocol, and the book that is kept beside it."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        self.table = WatchedTable(game, rules, ready=ready)
        self.rounds: dict[str, RoundAccount] = {}
        self.numbers: dict[str, int | None] = {}
        """The number that counts, of each round of the wheel."""
        self.incidents: dict[str, IncidentAccount] = {}
        self.shifts: dict[str, ShiftAccount] = {}
        self.sent: list[Sent] = []
        self.notes = list[tuple[int, int, datetime, str, Noted]]()
        """The acts beside the play: the file and the entry of each, when, in which shift."""
        self.decisions = set[tuple[int, str | None]]()
        """Each line by which an incident was decided, and the outcome: one line may decide two alike."""
        self.file = 0
        """The number of the journal's file."""
        self.asked: Question | None = None
        self.since: datetime | None = None
        """Since when that question is asked; a halt, and a dealer who leaves, end it."""
        self.answered: dict[Question, tuple[str, datetime]] = {}
        """The last answer that counted to each question of the round: the choice, and when it was over."""
        self.shift = ""
        """The shift of the last entry."""
        self.last: datetime | None = None
        self.repeats: list[Repeat] = []
        """The time of the last entry of the journal."""
        self.halted_at: datetime | None = None
        """Since when a reading halts the table."""
        self.stopped: tuple[ShiftAccount, str] | None = None
        """The shift that the last halt was counted in, and for which reason."""
        self.opened: datetime | None = None
        """Since when the report that is open is: play stood still before, where another one was."""
        self.beside: dict[str, str] = {}
        """The trainee who dealt as the line came, and the dealer who stood beside."""
        self.called: datetime | None = None
        """Since when the pit boss has been called."""
        self.manual: tuple[str, datetime, int] | None = None
        """Who ordered manual mode, since when, and the cards that were entered in it."""
        self.failed: datetime | None = None
        """The first failed scan of the card that is due."""
        self.read: datetime | None = None
        """The last card of the round that was read."""
        self.seats_since: datetime | None = None
        """Since when the seats are waited for."""
        self.restart: datetime | None = None
        """When the console was started again: it waits as long as ever for what was due before."""
        self.results: tuple[str, ...] = ()
        """The winners of the coups from this shoe."""
        self.broken_off = dict[str, tuple[datetime, str, str | None]]()
        """The steps that a close broke off, and that are not done since: when, which, and by whose order."""
        self.closed_by: str | None = None
        """The person who ordered the close, even if another's act ends the halt in which it has to wait."""
        self.played = set[str]()
        """Those since which the table has played."""
        found = tomllib.loads((RULEBOOKS / f"{rules}.toml").read_text("utf-8"))
        self.quickest: dict[str, int] = found[game].get("quickest", {})
        """The seconds that each step takes at least."""
        self.may_run = found[game].get("ball_in_bet_time", {}).get("allowed", False)
        self.over = 0.0
        """The seconds that the steps before had over: a press shows work that was done before it."""
        self.begun: dict[str, datetime] = {}
        """Since when a preparation's step is due, and since when no bets are taken: without the halts since.
        """
        self.ball_sent: tuple[int, datetime] | None = None
        """The wheel's game, and since when its ball runs."""
        self.stands: datetime | None = None
        """Since when play stands still."""
        self.sends_again = False
        """Whether the ball is sent again after the present halt, by a report in it."""
        self.against: tuple[str, Known] | None = None
        """The facts that the table knows against the open report, by that report's id."""
        self.early_at: dict[int, datetime] = {}
        """When each number that is no one's was read, by its entry."""
        self.known_at: dict[str, datetime] = {}
        """Since when the number of each round of the wheel was known."""

    def take(self, text: str, at: datetime, shift: str) -> Shown:
        """A line, at its time; the view after it."""
        table, line = self.table, as_object(text)
        was_open, was_due, was = self._reports(), table.due(), self._state()
        asked = table.prompt()["action"]
        steps, due = table.preparation, [*table.preparation]
        self.beside = {who: beside for who, beside in table.beside.items() if beside is not None}
        table.over, table.taken_away, table.stops, table.stated, table.kept = [], [], [], [], None
        was_known = table.round and (table.round.told, table.round.recorded)
        stood, table.ball = table.halted, []
        table.ended_steps, table.skips, table.was_ready = [], False, False
        answering = line.get("do") == "decision" and table.game == "blackjack"
        is_written = line.get("do") != "view"
        book = self.entry(at, shift) if is_written else ShiftAccount(shift, at, at)
        table.at = at
        view = table.take(text)
        if answering and view["refused"] not in ("bad_input", "not_this_game"):
            self._answer(line, view["refused"], at, was_due)
        self._ask(at)
        waits = view["prompt"]["action"] == "await_seats"
        self.seats_since = (self.seats_since or at) if waits else None
        # A device's bytes may deal a card although what follows it in them is refused.
        if line.get("do") in ("card", "device") and was.left != table.left:
            self.read = at
        if table.round is not None and table.round.number is not None:  # a report may be about that number
            self.known_at.setdefault(table.round.id, at)
        self._incidents(line if view["accepted"] else {}, at, was, was_open, book)
        self._lay(view, at, was_open)
        self._round(view, at, was, book)
        self._note_waits(view)
        if is_written:
            doer = doer_of(text, view["refused"])
            self._stay(at, doer)
            self._note(line, view, at, doer)
            if line.get("do") == "close" and view["accepted"]:
                self.closed_by = line["by"]
            self._follow_preparation(steps, due, was.stage, at, book)
            if line.get("do") == "done" and view["accepted"]:
                self._step(line, at, asked, book)
            told = line.get("do") == "number" and line.get("source") == "dealer" and view["accepted"]
            is_first = told and not stood and was_known == (None, None)
            self._look_for_quick(line if view["accepted"] else {}, at, steps, due, was, is_first, book)
        self._count(line, view, at, was, book)
        about = was_open[0].id if was_open else None
        if line.get("do") == "incident" and view["accepted"]:
            about = f"T1-i{table.incidents}"
        if line.get("do") == "withdraw" and view["accepted"]:
            about = self._taken_back(view)
        touched = {report.id for report, _ in table.over}
        touched |= {table.report.id} if table.report else set()
        touched |= {each.id for each in was_open} - {each.id for each in self._reports()}
        sent = Sent(at, shift, line, view, self.file, about, frozenset(touched))
        is_apart = table.halt is not None and table.halt.of_report  # it came under a report: in no place
        lies_unread = None in table.apart()[:1] and not is_apart
        prepares = was.stage in ("shoe", "wheel")
        done = replace(sent, stage=table.stage, results=self.results, due=table.due(), prepares=prepares)
        stated = *((at, *each) for each in table.stated), *self._against(at)
        done = replace(done, lies_unread=lies_unread, stated=stated)
        self.sent.append(done)
        return view

    def _note_waits(self, view: Shown) -> None:
        """Put into the view that the round waits for a device or the game server, which notes alone show
        (E4-wait).
        """
        table, due = self.table, view["prompt"]["action"]
        waits = {"spin": ["wheel"] if "wheel" in table.ailing else []}
        waits |= dict.fromkeys(READ, table.silent_readers())
        if table.open_round is not None and (self._is_silent or waits.get(due)):
            view["notice"] = "please_wait"

    def _against(self, at: datetime) -> Iterator[Stated]:
        """The facts that the table knows since this line against the report that awaits a pit boss."""
        table, report = self.table, self.table.report
        about = None if report is None else report.about
        for each in table.round.early if table.round is not None else ():
            self.early_at.setdefault(each["entry"], at)
        was, known = self.against, table.held_against()
        if report is not None and report.state == "steps" and was is not None and was[0] == report.id:
            return  # it was decided against what is known
        self.against = None if report is None or known is None else (report.id, known)
        if self.against in (None, was) or report is None or about is None or known is None:
            return
        made = self.incidents[report.id].reported
        told = self.early_at[known.entry] if known.entry else made
        theirs = reporters_side(report)
        is_known_first = known.entry == 0 or told < made
        sides = (known.value, theirs) if is_known_first else (theirs, known.value)
        yield max(made, told), "report", about.id, *sides

    def entry(self, at: datetime, shift: str, *, was_off: bool = False) -> ShiftAccount:
        """An entry of the journal: the time up to it is its shift's, from the shift's beginning on; none
        where the console was off before it.
        """
        if self.last is not None and plain(self.last) - plain(at) >= timedelta(seconds=1):
            since, until = (plain(each).replace(second=0, microsecond=0) for each in (at, self.last))
            self.repeats.append(Repeat(passed_by(at) or 0.0, since, until + timedelta(minutes=1)))
        if shift != self.shift:
            begins = self._hand_over(at, datetime.fromisoformat(shift).astimezone(at.tzinfo), was_off=was_off)
            self.end_shift()
            is_known, self.shift = shift in self.shifts, shift
            self.broken_off = {id: each for id, each in self.broken_off.items() if id not in self.played}
            book = self.shifts.setdefault(shift, ShiftAccount(shift, begins, at))
            book.repeats = self.repeats
            left, begins = book.left or book.until, at if was_off else begins
            bound = datetime.fromisoformat(shift).astimezone(at.tzinfo)
            # A bound is no entry's time and has no number, but a start of the console at the bound is one.
            shown = bound if plain(begins) == bound and not was_off else at
            if (shoe := self.table.shoe) is not None:
                there = replace(shoe, how="there", cards=self.table.left, began=shown, ready=None, rounds=0)
                is_same = book.shoes and book.shoes[-1].number == shoe.number
                self.table.shoe = book.shoes.pop() if is_same else there
            book.is_open = self._is_open
            if is_known:
                book.go_on(self.table.people, shown, left, self.table.beside)
            else:
                book.follow_people(self.table.people, shown, "left", self.table.beside)
            known = {each.id: self.incidents[each.id].authorised for each in self._reports()}
            book.decided = known | book.decided
            book.incidents |= {each.id: replace(self.incidents[each.id]) for each in self._reports()}
            self.last = begins
        if self.last is not None:
            self.shifts[shift].pass_time(self.table, self.last, at, was_off=was_off)
        self.shifts[shift].until = self.last = at
        return self.shifts[shift]

    def _hand_over(self, at: datetime, begins: datetime, *, was_off: bool) -> datetime:
        """The beginning of the next shift, up to which the time is the last one's unless the console was
        off.
        """
        if self.last is None:
            return at
        if at < plain(self.last):  # the clock was set back: when since the last entry, nobody knows
            begins = Instant.of(at, passed_by(self.last))
        elif not self.last < begins <= at:
            begins = at
        else:  # a clock that was set may have shown it at once
            begins = Instant.of(begins, passed_by(self.last + min(at - self.last, begins - plain(self.last))))
        last = self.shifts[self.shift]
        last.left = max(plain(begins), plain(self.last))
        if not was_off:
            last.pass_time(self.table, self.last, begins)
        last.until = begins
        return begins

    def _state(self) -> Before:
        table = self.table
        return Before(
            table.round, table.stage, table.bets, table.left, table.manual, table.report, table.brought
        )

    def _taken_back(self, view: Shown) -> str | None:
        """The report that a withdraw took back."""
        return next((report.id for report, _ in self.table.over), view["ended"])

    def written(self, entry: int) -> None:
        """The last line is this entry of the journal's file, and those before it up to the one before."""
        self.sent[-1] = replace(self.sent[-1], entry=entry)
        self.table.entered(entry)

    def as_filed(self, round_: RoundAccount) -> RoundAccount:
        """A round as its file has it: an answer after its last entry is no part of it."""
        answers = [each for each in round_.answers if round_.last is None or each["at"] <= round_.last]
        presses = [each for each in round_.presses if round_.last is None or each.at <= round_.last]
        return replace(round_, answers=answers, presses=presses)

    def restarted(self, at: datetime, shift: str, entry: int, *, other_file: bool) -> None:
        """The console was started again, and waits as long as ever for what was due before. What is pressed
        then answers the view that it shows, which has no ended incident any more.

        Where the journal goes on in another file, the old one ends with a seal, which takes no time.
        """
        table, about = self.table, self.table.round
        if other_file:
            self.file += 1
            table.other_file(entry)
        else:
            table.entered(entry)
        self.entry(at, shift, was_off=True)
        self.table.ailing.clear()
        self.table.ailing_since.clear()  # a console that was started knows of none
        if about is not None:
            self._stay(at)
        self.restart = at
        for device in ("wheel", "reader", "shoe"):
            self._lost(device)
        if about is not None and self._is_silent:
            self.rounds[about.id].silences.append((at, False))
        if about is not None and self.asked is not None:  # players have the whole time again
            self.since = at
            self.rounds[about.id].countdowns.append((at, self._countdown()))

    def owed(self) -> datetime | None:
        """When the screen says that the game server is silent; None while it owes nothing, or says so."""
        prompt, about = self.table.prompt(), self.table.round
        if prompt["action"] not in ("wait", "await_decision", "await_seats") or about is None:
            return None
        over = self.seats_since if prompt["action"] == "await_seats" else self._countdown().over
        if over is None or self._is_silent:
            return None
        return (over if self.restart is None else max(over, self.restart)) + timedelta(seconds=SILENT)

    def clock(self, at: datetime) -> tuple[int | None, bool]:
        """The changes of the screen by the clock alone: the seconds that are left, and a silent game
        server.
        """
        return self._countdown().left(at), self._is_silent

    @property
    def _is_silent(self) -> bool:
        about = self.table.round
        said = self.rounds[about.id].silences if about is not None else []
        return bool(said) and said[-1][1]

    def silent(self, at: datetime, shift: str) -> None:
        """From now on the screen says that the game server does not answer, until something else is due."""
        assert self.table.round
        self.entry(at, shift)
        self.rounds[self.table.round.id].silences.append((at, True))

    def set_clock(self, seconds: int, at: datetime, shift: str) -> None:
        """The clock was set: the shift that it leaves by that has it, too."""
        left, is_first = self.shifts.get(self.shift), self.last is None
        self.begun, self.ball_sent = {}, None  # how long they took nobody knows
        book = self.entry(at, shift)
        if is_first:  # there is nothing beside which it shows
            return
        for each in (book,) if left in (None, book) else (left, book):
            each.clock.append((at, seconds))
        if self.table.round is not None:
            self.rounds[self.table.round.id].is_clock_set = True

    def _lost(self, device: str) -> None:
        """A message that the device had begun is over, and no wheel's line is compared with one before."""
        match device:
            case "wheel":
                self.table.wheel_gap, self.table.wheel_bytes = True, WheelBytes()
            case "reader":
                self.table.reader_bytes = ReaderBytes()
            case "shoe":
                self.table.shoe_bytes.rest = b""

    def noted(self, noted: Noted, entry: int, at: datetime, shift: str) -> None:
        """Something beside the play is an entry of its own, and changes nothing of it."""
        book, table = self.entry(at, shift), self.table
        dealer = next((who for who, role in table.people.items() if role == "dealer"), None)
        deal = {dealer, table.beside.get(dealer)} if dealer is not None else set()
        book.note(noted, at, is_dealing=noted.who in deal)
        if noted.kind == "beside_left":
            table.leaves_beside(noted.who or "")
        elif noted.device is not None:
            self.table.ailing.pop(noted.device, None)
            if noted.kind == "device_connected":
                self.table.ailing_since.pop(noted.device, None)
            else:
                self.table.ailing_since.setdefault(noted.device, at)
                self.table.ailing[noted.device] = str(noted.kind).removeprefix("device_")
            if noted.kind == "device_lost":
                self._lost(noted.device)
        elif noted.kind == "training_ended":
            table.beside.pop(noted.who or "", None)
        book.is_open = self._is_open
        book.follow_dealer(table.people, at, table.beside)
        self._stay(at, noted.who)
        self.notes.append((self.file, entry, at, shift, noted))
        self.table.entered(entry)

    def _countdown(self) -> Countdown:
        table = self.table
        if table.bet_time and table.round is not None:
            return Countdown(self.rounds[table.round.id].times["opened"], table.seconds or 0)
        asks = table.prompt()["action"] == "await_decision"
        return Countdown(self.since, DECISION_SECONDS) if asks else Countdown()

    def _step(self, line: Shown, at: datetime, asked: str, book: ShiftAccount) -> None:
        """Note a step that is skipped, or by which something comes or goes."""
        for id, number, how in self.table.ended_steps:
            if how == "skipped":
                book.skipped.append((at, self.incidents[id].steps[number][0], line["by"], line["reason"]))
                return
        if line.get("note") or asked in USED_UP:
            book.used.append((at, asked, line["by"], line.get("note") or ""))

    def _follow_preparation(
        self, steps: list[str], due: list[str], was: str, at: datetime, book: ShiftAccount
    ) -> None:
        """Note the steps of a preparation that are done, and those that the table's close breaks off: these
        are handed over until they are done, or the table has played by the next shift.
        """
        table = self.table
        if was in _PREPARES and due and (was, due) != ("shoe", ["inspect"]):
            closes = table.stage == "closed" or (table.stage == "shoe" and table.preparation == ["inspect"])
            if table.preparation is steps:
                for step in due[: len(due) - len(steps)]:
                    self.broken_off.pop(step, None)
            elif closes:
                told = [(at, step, self.closed_by) for step in due]
                book.broken_off += told
                self.broken_off = {each[1]: each for each in told} | self.broken_off
        elif (was, due) == ("shoe", ["inspect"]) and table.stage == "closed":
            self.broken_off.pop("inspect", None)
        if table.stage not in (*_PREPARES, "closed"):
            self.played |= self.broken_off.keys()
        self.played &= self.broken_off.keys()

    @property
    def _is_open(self) -> bool:
        """Whether the table is neither closed nor in the inspection that closes it (BAC-1.3.3)."""
        table = self.table
        return table.stage != "closed" and (table.stage, table.preparation) != ("shoe", ["inspect"])

    def _look_for_quick(
        self, line: Shown, at: datetime, steps: list[str], due: list[str], was: Before, is_number: bool,
        book: ShiftAccount,
    ) -> None:  # fmt: skip
        """Note a step that ended and was quicker than its limit; ``is_number``: a dealer told the number for
        the first time. A halt is no time of a step, and in a respin the ball is sent again.
        """
        table, about = self.table, self.table.open_round
        self.sends_again |= any(report.outcome == "respin" for report, _ in table.over)
        if self.stands is not None and not table.halted:
            ended = {name: since + (at - max(self.stands, since)) for name, since in self.begun.items()}
            again = about is not None and self.sends_again and not about.spun
            is_known = about is None or (about.told, about.recorded) != (None, None)
            self.begun = ended | ({"closed": at} if again and not is_known else {})
        self.stands = None if not table.halted else self.stands or at
        self.sends_again &= table.halted
        if was.bets == "open" != table.bets:
            self.begun["closed"] = at
        if due and (table.preparation is not steps or len(steps) < len(due)):
            is_done = table.preparation is steps or table.stage == "closed"
            since, limit = self.begun.get("step"), _QUICKEST.get(due[0])
            over = self.over
            if is_done and since is not None:
                least = self.quickest.get(limit or "") or 0
                self.over = max(0.0, over + (at - since).total_seconds() - least)
            if is_done and line.get("do") == "done" and not line.get("reason") and limit is not None:
                self._judge(limit, due[0], since, at, line["by"], book, over)
        if table.preparation is not steps:
            self.over = 0.0
        if table.preparation is not steps or len(steps) != len(due):
            self.begun["step"] = at
        if is_number and not self.may_run:
            self._judge("number", "number", self.begun.get("closed"), at, line["by"], book)
        for what, game in table.ball:
            is_other = self.ball_sent is None or self.ball_sent[0] != game
            if what == "sent" and is_other:
                self.ball_sent = game, at
            elif what == "fell" and self.ball_sent is not None and not is_other:
                self._judge("ball", "ball", self.ball_sent[1], at, None, book)

    def _judge(
        self, limit: str, what: str, since: datetime | None, at: datetime, by: str | None, book: ShiftAccount,
        over: float = 0.0,
    ) -> None:  # fmt: skip
        least = self.quickest.get(limit)
        if since is not None and least is not None:
            seconds = round((at - since).total_seconds(), 3)
            book.quick += [(at, what, seconds, least, by)] if seconds + over < least else []

    def _note(self, line: Shown, view: Shown, at: datetime, doer: object) -> None:
        """Note a person's press in its round, and a worksheet in the one that it is about."""
        table, seen = self.table, line.get("seen")
        if doer is not None and table.round is not None and not self.rounds[table.round.id].is_over:
            ms = seen["ms"] if seen and line["do"] != "incident" else None  # a report answers no prompt
            beside = line.get("beside") if line["do"] == "sign_in" else self.beside.get(str(doer))
            press = Press(at, str(doer), view["refused"], ms, beside)
            self.rounds[table.round.id].presses.append(press)
        if line.get("do") != "settle" or not view["accepted"]:
            return
        about = table.report.about if table.report and table.step_due("settle") else table.round
        if about is not None:
            sheet = {"at": at, "by": line["by"], "void": about.status == "void", "number": about.number}
            sheet |= {"paid": bool(about.paid), "worksheet": view["worksheet"]}
            self.rounds[about.id].worksheets.append(sheet)

    def end_shift(self) -> None:
        """The shoe in use, and what is open, are left to the next shift, or stand there at the end."""
        for ended in [self.shifts[self.shift]] if self.shift in self.shifts else ():
            ended.incidents = {id: replace(self.incidents[id]) for id in ended.incidents}
            ended.handed_over = self._open_points() | {"licences": ended.licences}
            ended.handed_over["follow_ups"] = sorted(
                [*ended.skipped, *self.broken_off.values()], key=itemgetter(0, 1)
            )
            ended.handed_over["storage"] = [each for each in ended.used if each[1] == "return_decks"]
            link = {"link": "silent"} if self._is_silent else {}
            ended.handed_over["ailing"] = sorted({**self.table.ailing, **link}.items())
            if self.table.shoe is not None:
                ended.shoes.append(replace(self.table.shoe, left=self.table.left))

    def _open_points(self) -> Shown:
        table, about = self.table, self.table.open_round
        reports = list[Shown]()
        for each in self._reports():
            known, waits = self.incidents[each.id], each in table.queue
            row = {"id": each.id, "kind": each.kind, "by": each.by, "reported": known.reported}
            row |= {"state": "waiting" if waits else each.state, "clause": known.clause}
            row |= {"due": None if waits or each.state != "steps" else table.next_step(each)[1]["action"]}
            reports.append(row)
        return {
            "incidents": reports,
            "round": None if about is None else about.id,
            "halted_at": None if table.halt is None or table.report else self.halted_at,
            "called": self.called,
            "manual": self.manual,
            "close": table.close and (table.stage, table.preparation) != ("shoe", ["inspect"]),
            "reshuffle": table.reshuffle is not None,
            "trainees": [*table.beside.items()],
        }

    def _count(self, line: Shown, view: Shown, at: datetime, was: Before, book: ShiftAccount) -> None:
        """Count what a line did in its shift: halts, presses, shoes, who deals; and since when it stands."""
        table, do = self.table, line.get("do")
        for reason in table.stops[-1:] if table.halt is not None else ():  # otherwise nobody saw the card
            book.halts[reason] += 1
            book.hours[hour_of(at)].halts += 1
            self.stopped = book, reason
        if table.halt is not None and self.stopped is not None and self.stopped[0] is book:
            book.halts[self.stopped[1]] -= 1
            self.stopped = book, why_it_stops(table.halt)
            book.halts[self.stopped[1]] += 1
            book.halts += Counter()  # without the reason that it was not
        self.halted_at = None if table.halt is None else at if table.stops else self.halted_at
        if table.report is not was.report:
            self.opened = None if table.report is None else at
        fails = table.tries > 0 or (table.halt is not None and table.halt.tries)
        another = table.tries == 1 and table.left < was.left  # a card came, then this scan failed
        self.failed = (at if another else self.failed or at) if fails else None
        if view["accepted"]:
            if do == "correct":
                now, place = view["round"], (line["hand"], line["card"])
                was_face, face = (hands_of(shown)[place] for shown in (self.sent[-1].view["round"], now))
                if was_face != face or face == "??":
                    book.pressed["corrected"] += 1
                    book.corrected.append((at, line["by"], now["id"], *place, was_face, face))
            book.pressed["manual"] += do == "manual" and line["on"] and not was.manual
            book.pressed["by_hand"] += do == "card" and "by" in line
        self.called = (self.called or at) if table.call else None
        if table.manual and not was.manual:
            self.manual = line["by"], at, 0
        elif table.manual and self.manual is not None and view["accepted"] and do == "card" and "by" in line:
            self.manual = *self.manual[:2], self.manual[2] + 1
        self.manual = self.manual if table.manual else None
        shoe = table.shoe
        for each in (*table.taken_away, *([shoe] if shoe is not None else [])):
            each.began = each.began or at
            if table.was_ready and was.stage == "shoe" and each.number == was.shoes:
                each.ready = at  # the last card burnt and the cut card came in one
        book.shoes += table.taken_away
        if table.brought != was.shoes:
            self.results = ()
        if shoe is not None:
            shoe.rounds += table.round is not was.round
            if was.stage == "shoe" != table.stage and shoe.how != "changed":
                shoe.ready = at  # one that is brought out of the burn was prepared elsewhere, before
        leaving = "left" if do == "sign_out" else "relieved"
        book.is_open = self._is_open
        book.follow_people(table.people, at, leaving, table.beside)

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
            self.answered[question] = choice, at - timedelta(seconds=late)
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

    def _incidents(
        self, line: Shown, at: datetime, was: Before, was_open: list[Report], book: ShiftAccount
    ) -> None:
        now_open, table = self._reports(), self.table
        # A round that the report ends at once is over, and an ordered close is carried out by then.
        about = table.round if was.stage in _PREPARES or table.stage not in _PREPARES else was.round
        ended = {report.id: shown for report, shown in table.over}
        every = {each.id: each for each in (*was_open, *now_open, *(report for report, _ in table.over))}
        for id, report in every.items():
            known = self.incidents.get(id)
            if known is None:
                moments = (at, self.halted_at, self.opened, self.failed)
                stopped = [each for each in moments if each is not None]
                known = self.incidents[id] = IncidentAccount(
                    id,
                    report.by,
                    at,
                    book.name,
                    at if was_open else self.halted_at or at,  # that halt is of the one before it
                    min(stopped),
                    self.read,
                    None if about is None or {was.stage, table.stage} <= _PREPARES else about.id,
                    pit_boss=report.by if report.role == "pit_boss" else None,
                    beside=self.beside.get(report.by),
                )
                if known.beside is not None:
                    known.told_beside.append((at, known.by, known.beside))
                itself: Shown = {"kind": report.kind, "facts": report.facts}
                said = line if line["do"] == "incident" else itself
                facts = ({"kind": said["kind"]} if said.get("kind") else {}) | said.get("facts", {})
                known.told += [(at, report.by, facts, None)] if facts else []
            known.kind = report.kind
            self._press(known, report, line, at, was_open)
            shown = ended.get(id)
            if shown is None and table.report is not None and table.report.id == id:
                shown = table.shown(table.report)
            waits = shown is None and not known.is_opened and known.number_known is None
            numbered = table.round_of_number() if waits else None
            if numbered is not None and known.kind == "wrong_number_recorded":  # at its moment
                known.round, known.number_known = numbered.id, self.known_at[numbered.id]
            if shown is not None:
                known.is_opened = True
                known.kind, known.clause = shown["kind"], shown["clause"]
                if known.round is not None or known.kind == "wrong_number_recorded":
                    known.round = shown["round"] or known.round
                known.seat, known.hand = shown["facts"].get("seat"), shown["facts"].get("hand")
                known.cards = shown["facts"].get("cards")
                if known.kind == "wrong_number_recorded" and known.round in self.known_at:
                    known.number_known = self.known_at[known.round]
                decided, known.decided = known.decided, None
                if shown["state"] in ("steps", "closed"):
                    known.decided = shown["outcome"]
                if known.decided not in (None, "record_only", decided):
                    self.decisions.add((len(self.sent), known.decided))
                    self._decided(known, report, line, at, was_open, book)
            if id not in {each.id for each in now_open}:
                known.outcome = known.decided or "record_only"
                known.closed, known.closed_in = at, book.name
            known.brings_shoe = known.brings_shoe and id != table.kept
            book.incidents[id] = replace(known)
        self._withdrawn(line, was_open, book)
        for known in map(self.incidents.__getitem__, every.keys() - {each.id for each in now_open}):
            if known.outcome == "record_only":  # nobody decided: the log is searched by why
                undecided = "came_to_nothing" if known.taken_back_by is None else "taken_back"
                self.decisions.add((len(self.sent), undecided))

    def _decided(
        self, known: IncidentAccount, report: Report, line: Shown, at: datetime, was_open: list[Report],
        book: ShiftAccount,
    ) -> None:  # fmt: skip
        """Note when it was decided, and by whom: by the person who authorised it, else by the pit boss who
        reported or answered it last; by no pit boss if that was a dealer.
        """
        known.authorised, known.seen_ms = at, known.pressed_ms
        known.brings_shoe = any(step["action"] == "change_shoe" for step in report.steps)
        do = line.get("do") if was_open[:1] == [report] else None
        known.authorised_by = line["by"] if do == "authorise" else known.pit_boss
        known.reason = line.get("reason") if do == "authorise" else None

    def _press(
        self, known: IncidentAccount, report: Report, line: Shown, at: datetime, was_open: list[Report]
    ) -> None:
        """Note how long the prompt had stood there for a press of its own, and the steps that were done."""
        if line.get("do") in ("answer", "authorise") and was_open[:1] == [report]:
            known.pressed_ms = (line.get("seen") or {}).get("ms")  # a report answers no prompt
            if (beside := self.beside.get(line["by"])) is not None:
                known.told_beside.append((at, line["by"], beside))
            if line.get("facts"):
                known.told.append((at, line["by"], line["facts"], known.pressed_ms))
            is_pit_boss = self.table.people.get(line["by"]) == "pit_boss"
            known.pit_boss = line["by"] if is_pit_boss else None
        if report.state not in ("steps", "closed") or known.decided is None:
            known.steps.clear()  # offered ones: an answer, or the reader's number, has changed them
        for number, step in enumerate(report.steps):
            if number == len(known.steps):
                state = ("done", known.by) if step["done"] else ("due", None)  # the report was the press
                known.steps.append((step["action"], *state))
        for about, number, how in self.table.ended_steps:
            if about == known.id:
                known.steps[number] = known.steps[number][0], how, line.get("by")

    def _lay(self, view: Shown, at: datetime, was_open: list[Report]) -> None:
        """Note what lay there before a report, and as it ended."""
        known, now = {each.id for each in was_open}, {each.id for each in self._reports()}
        over = {report.id for report, _ in self.table.over}
        for id in (now | over) - known:
            self.incidents[id].before = self.sent[-1].view if self.sent else None
        ended = (known | over) - now
        decided = {id for id, each in self.incidents.items() if each.authorised == at}
        for id in ended if len(ended | decided) == 1 else ():
            self.incidents[id].after = view

    def _withdrawn(self, line: Shown, was_open: list[Report], book: ShiftAccount) -> None:
        """Note who took a report back, and why."""
        if line.get("do") != "withdraw":
            return
        now_open = {each.id for each in self._reports()}
        waiting = [each.id for each in was_open if each.id not in now_open]
        over = [report.id for report, shown in self.table.over if shown["outcome"] == "record_only"]
        for id in (over or waiting)[:1]:
            known = self.incidents[id]
            known.taken_back_by, known.reason = line["by"], line.get("reason")
            known.taken_back_beside = self.beside.get(line["by"])
            book.incidents[id] = replace(known)

    def _open_now(self) -> set[str]:
        """The reports that are open, or ended by the last line."""
        return {*(each.id for each in self._reports()), *(report.id for report, _ in self.table.over)}

    # --- rounds -----------------------------------------------------------------------------------

    def _round(self, view: Shown, at: datetime, was: Before, book: ShiftAccount) -> None:
        table, now = self.table, self.table.round
        for each in (table.round, table.before, table.numbered):
            if each is not None:
                self.numbers[each.id] = None if each.status == "void" else each.number
        for each in filter(None, (table.before, table.numbered)):
            late = self.rounds.get(each.id)  # its number may be put right in the next round (LT-ROU-33)
            if late is not None and "number" in late.shown:
                late.shown = table.round_shown(each) or late.shown
        if now is None:
            return
        if now is not was.round:
            times = dict.fromkeys(("opened", "closed", "known", "announced"))
            self.rounds[now.id] = RoundAccount(now.id, {**times, "opened": at}, file=self.file)
            self.answered, self.asked, self.since, self.read = {}, None, None, None
        round_ = self.rounds[now.id]
        was_open = round_.times["announced"] is None
        if was.bets == "open" != table.bets:
            round_.times["closed"] = at
        in_one = was_open and now.status != "open" and was.stage == "dealing"  # a shoe's card and its result
        if table.stage == "result" or (in_one and now.status == "finished"):
            found = result_in(view["round"])
            if was.stage != "result" or found != round_.result:  # a correction made another one of it
                round_.times["known"] = at
            round_.result = found
        if was_open and now.status != "open":
            round_.times["announced"] = at
            nobody = now.status == "void" and not now.seats and table.game == "blackjack"
            book.ended["unplayed" if nobody and view["say"] != "round_void" else now.status] += 1
            if now.status == "finished":
                self._finished(round_.times, at, book)
                if won := view["round"].get("outcome"):
                    self.results = (*self.results, won["winner"])
        round_.shown, round_.ends = view["round"], at
        round_.decided = now.status == "finished" or table.stage == "result"
        if not round_.is_over:
            round_.incidents |= self._open_now()
        prompt = view["prompt"]
        is_other = not round_.screens or awaited(round_.screens[-1][1]) != awaited(prompt)
        if is_other and round_.silences and round_.silences[-1][1]:
            round_.silences.append((at, False))
        if not round_.countdowns or round_.countdowns[-1][1] != self._countdown():
            round_.countdowns.append((at, self._countdown()))
        is_left = round_.is_closed and table.stage != "closed"  # it is opened again: the round is over
        if not is_left and (not round_.screens or round_.screens[-1][1] != prompt):
            round_.screens.append((at, prompt))

    def _stay(self, at: datetime, doer: object = None) -> None:
        """The people who are at the table with this entry, and those who left with it; once the table is
        closed, by what one of them did.
        """
        table = self.table
        if table.round is None or self.rounds[table.round.id].is_over:
            return
        round_ = self.rounds[table.round.id]
        here = [each for each in round_.stays if each[4]]
        known = {(each[0], each[1], each[5]) for each in here}
        present = [(who, role, table.beside.get(who, "")) for who, role in table.people.items()]
        coming = [each for each in present if each not in known]
        if round_.is_closed:
            round_.is_over = bool(coming) or table.stage != "closed"
            if round_.is_over or doer not in [each[0] for each in here]:
                return
        for each in here:
            each[3], each[4] = at, (each[0], each[1], each[5]) in present
        round_.stays += [[who, role, at, at, True, beside] for who, role, beside in coming]
        round_.last, round_.is_closed = at, table.stage == "closed"

    @staticmethod
    def _finished(times: dict[str, datetime | None], at: datetime, book: ShiftAccount) -> None:
        book.hours[hour_of(at)].rounds += 1
        if (closed := times["closed"]) is not None:
            book.to_result.append(((times["known"] or at) - closed).total_seconds())


def hands_of(shown: Shown) -> dict[tuple[str, int], str]:
    """The cards of a round as a view shows it, by hand and position."""
    hands: Shown = {name: shown[name] for name in ("player", "banker") if name in shown}
    hands |= {"dealer": shown["dealer"]["cards"]} if "dealer" in shown else {}
    for seat, own in shown.get("seats", {}).items():
        hands |= {f"{seat}.{number}": hand["cards"] for number, hand in enumerate(own, 1)}
    return {(name, at): face for name, cards in hands.items() for at, face in enumerate(cards, 1)}


def result_in(shown: Shown) -> object:
    """The outcome of a round as a view shows it, with the number, or the points of each hand."""
    hands = [hand["total"] for seat in shown.get("seats", {}).values() for hand in seat]
    dealer = (shown.get("dealer") or {}).get("total")
    return shown.get("outcome"), shown.get("number"), shown.get("points"), hands, dealer


def awaited(prompt: Shown) -> tuple[object, ...]:
    """The event that a prompt waits for: the same while seats answer in turn, or a draw is repeated."""
    return tuple(prompt.get(name) for name in ("action", "stage", "seat", "hand", "card"))


def screen_at(screens: list[tuple[datetime, Any]], at: datetime) -> Any:
    """The value at a moment: the last one that came by then."""
    return next((shown for since, shown in reversed(screens) if since <= at), None)


def seconds(begin: datetime, end: datetime) -> Iterator[datetime]:
    """Each second from one moment to another."""
    for number in range(int((end - begin).total_seconds()) + 1):
        yield datetime.fromtimestamp(begin.timestamp() + number, begin.tzinfo)
