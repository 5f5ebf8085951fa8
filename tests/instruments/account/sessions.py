"""Sessions at random: a table's lines with their times, over three shifts and into a second file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from console.table.core import DealerView, NoteKind, SetClock
from console.table.custody import open_session
from console.table.game import Rulebook
from console.table.journal import Identity, archives
from console.table.words import encode
from tests.instruments.account.instant import Instant
from tests.instruments.account.live_screen import LiveScreen
from tests.instruments.account.rare_acts import ACTS, Act, Noted, SetBy
from tests.instruments.account.table_account import TableAccount
from tests.instruments.differ.cases import RULES
from tests.instruments.differ.comparing import as_object, first_difference, salient
from tests.instruments.differ.lines import Line, LinesAtRandom
from tests.instruments.differ.reference.table_values import GAMES
from tests.table.core.tables import book, words

LINES: Final = 240
BEGINS: Final = datetime(2026, 11, 30, 23, 50)
"""Local time: the month ends within each session."""
TROUBLES: Final = (0.03, 0.08, 0.15, 0.25)
WAITS: Final = (0.25, 0.5, 1, 1, 2, 2, 3, 5, 8, 12, 20, 58)
"""Seconds between two lines."""
JUST_BEFORE: Final = 0.0625
"""Seconds before the end of a time, when nobody is late yet."""
NEAR: Final = 90
"""Seconds before a bound in which a report, or the order to close, is likely."""
HARMED: Final = {True: 0.05, False: 0.008}
"""The chance before a line that the file is damaged, in a report and outside of one; twice a session."""
NOTED: Final = 0.1
"""The share of steps with a note."""
SECOND: Final = 1e9
"""Nanoseconds."""
RARE: Final = 0.06
"""The share of lines before which something rare is done."""
HEADER: Final = 100
"""Bytes of a database's header; without it every entry can still be read."""
RUNS_IN_BET_TIME: Final = ("ja", "is", "de")
"""The rulebooks that let the ball run while bets are open."""
CHOICES: Final = ("hit", "stand", "double", "split", "insure", "decline", "surrender", "timeout")


class SessionLines(LinesAtRandom):
    """Lines of a session: answers that come early, late or twice, and a table that is closed at times."""

    def odd(self, view: Line) -> Line | str:
        """More answers than elsewhere."""
        about = self.table.open_round
        if self.table.game == "blackjack" and about and about.seats and self.chance.random() < 0.5:
            return self.answer_of_a_seat(about.seats)
        return super().odd(view)

    def next(self, view: Line) -> str:
        """Some players answer once a pit boss has moved on without them."""
        late, self.late = self.late, None
        if late is not None and self.chance.random() < 0.6:
            return json.dumps({**late, "choice": self.chance.choice(CHOICES)})
        return super().next(view)

    late: Line | None = None
    """The hand that was given no answer just now."""

    def asked_line(self, prompt: Line, view: Line) -> Line:
        """Answer the question, or let the time pass as some players do."""
        if prompt["action"] == "await_decision" and self.chance.random() < 0.15:
            seat = prompt.get("seat") or self.chance.choice(prompt["seats"])
            return self.timed_out({"do": "decision", "seat": seat, "hand": prompt.get("hand", 1)})
        return super().asked_line(prompt, view)

    def value(self, name: str) -> object:
        """A seat is mostly one of the round's, since no other answer ends that question."""
        about = self.table.round
        if name == "seat" and about and about.seats and self.chance.random() < 0.8:
            return self.chance.choice(about.seats)
        return super().value(name)

    def answer_of_a_seat(self, seats: list[int]) -> Line:
        """An answer that need not be due."""
        line = {"do": "decision", "seat": self.chance.choice(seats), "hand": self.chance.choice((1, 1, 2))}
        if self.chance.random() < 0.2:
            return self.timed_out(line)
        return {**line, "choice": self.chance.choice(CHOICES)}

    def timed_out(self, line: Line) -> Line:
        """By the game server, or by a pit boss where that one is silent."""
        self.late = line
        if self.chance.random() < 0.3:
            return {**line, "choice": "timeout", "by": self.by("pit_boss"), "reason": "no answer came"}
        return {**line, "choice": "timeout"}


class DisputedLines(SessionLines):
    """Lines in which a device and a person, or two counts, contradict each other more often."""

    def oddities(self) -> list[Any]:
        """The pit boss enters cards by hand more often than elsewhere."""
        manual = {"do": "manual", "by": self.by("pit_boss"), "on": True}
        by_hand: list[Any] = [lambda _: manual] * 3 if self.table.game != "roulette" else []
        return [*super().oddities(), *by_hand]

    def face(self) -> str:
        """By hand mostly the card that was read just now, or that is read next."""
        if self.table.manual and self.last_face and self.chance.random() < 0.6:
            return self.last_face
        self.last_face = super().face()
        return self.last_face

    def wheel_line(self, view: Line) -> bytes:
        """Where the ball may run in bet time the wheel may close the bets before the table does."""
        state, game, number = self.status
        runs = self.table.rules in RUNS_IN_BET_TIME and view["bets"] == "open" and state in (2, 3)
        if not runs or self.chance.random() < 0.5:
            return super().wheel_line(view)
        self.status = (state + 1, game, number)
        return f"*X;{state + 1};{game:03};{number:2};0;141;0\r\n".encode()

    def counted(self) -> Line:
        """Some counts were typed before."""
        before = {"before": [self.chance.choice((414, 415, 416))]} if self.chance.random() < 0.3 else {}
        return {**super().counted(), **before}


@dataclass
class Played:
    """A session that was played: its account, its files, and where a view was another than the account's."""

    seed: int
    game: str
    rules: str
    account: TableAccount
    files: list[Path]
    lines: list[str] = field(default_factory=list)
    screens: list[DealerView] = field(default_factory=list)
    """The dealer's screen after each line."""
    found: list[str] = field(default_factory=list)


class Sitting:
    """One table at which a session is played."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        games: Sequence[str] = GAMES,
        rules: Sequence[str] = RULES,
        *,
        harmed: bool = False,
        rare: bool = False,
        disputed: bool = False,
    ) -> None:
        """``harmed``: the journal's file is damaged at times, and the next start salvages it. ``rare``: what
        a shift seldom sees is done, too. ``disputed``: more statements contradict each other.
        """
        self.seed, self.chance = seed, Random(seed)
        chance = self.chance
        self.path = folder / "T1.db"
        self.game, self.rules = chance.choice(games), chance.choice(rules)
        self.rulebook = self._rulebook()
        self.account = TableAccount(self.game, self.rules, ready=True)
        made = DisputedLines if disputed else SessionLines
        self.lines = made(chance, self.account.table, trouble=chance.choice(TROUBLES))
        begins = BEGINS.astimezone() + timedelta(seconds=chance.randrange(300))
        self.clock = SetClock(begins)
        after = sorted(chance.sample(range(3, 25), 2))
        whole = begins.replace(second=0)
        self.is_next_month = False
        """Whether the journal went on in the new month's file."""
        self.bounds = [whole + timedelta(minutes=minutes) for minutes in after]
        self.glances = Random(seed)  # its own, so that the lines of a session stay as they are
        self.harm, self.harms = Random(seed), 2 if harmed else 0
        """Its own, too; and how often the file is still damaged."""
        self.rare = Random(seed) if rare else None
        self.set_over: set[datetime] = set()
        """The bounds of shifts over which the clock was set back."""
        self.stack = ExitStack()
        self.found: list[str] = []
        """Where the clock showed on the screen what the account has not."""
        self.missed: list[str] = []
        """The views that did not go out to the game server."""
        self.screen = self._opened()

    def play(self, count: int) -> Played:
        """Play so many lines."""
        played = Played(self.seed, self.game, self.rules, self.account, [], found=self.found)
        with self.stack:
            while len(played.lines) < count:
                self._pass_time(self.account.table.view())
                self._harm_file()
                self._go_on_in_new_file()
                if self.rare is not None and self.rare.random() < RARE:
                    self._do(self._rare_act(self.rare), played)
                if played.found or not self._take(self._next(self.account.table.view()), played):
                    break
        self.account.end_shift()
        played.files = archives.volumes(self.path)
        return played

    def _pass_time(self, view: Line) -> None:
        """Let some seconds pass; with a report open, or a table that is being closed, often up to a bound."""
        wait = self.chance.choice(WAITS)
        closes = view["prompt"]["action"] in ("inspect", "open_table")
        if (self.account.table.report or closes) and self.chance.random() < 0.5:
            wait = max(wait, self._to_bound() or 0.0)
        if view["prompt"]["action"] == "await_decision" and self.chance.random() < 0.1:
            wait = max(wait, 15.0)
        self._let_pass(wait)

    def _let_pass(self, wait: float) -> None:
        """Let seconds pass. Where the game server owes its word, that is noted as a table's window does."""
        until = self._now() + timedelta(seconds=wait)
        owed = self.account.owed()
        if owed is not None and owed <= until:
            left = (owed - self._now()).total_seconds()
            if left > 0:
                self.clock.advance(left - JUST_BEFORE)
                self._look(silent=False)
                self.clock.advance(JUST_BEFORE)
            self._look(silent=True)
            self.account.silent(self._now(), self._shift(self._now()))
        self.clock.advance((until - self._now()).total_seconds())
        self._look(silent=False)
        its, mine = self.screen.clock(), self.account.clock(self._now())
        if its != mine:
            self.found.append(f"screen, line {len(self.account.sent)}, seconds left and silence: "
                              f"the console {its}, the account {mine}")  # fmt: skip

    def _look(self, *, silent: bool) -> None:
        """Have the window look at the clock: whether the game server is silent, as the account has it."""
        if self.screen.note_silence() is not silent:
            word = "not silent" if silent else "silent"
            self.found.append(
                f"screen, line {len(self.account.sent)}: the game server is {word}: "
                f"{self.account.table.prompt()}"
            )

    def _now(self) -> Instant:
        return Instant.of(self.clock.utc(), self.clock.monotonic() / SECOND)

    def _to_bound(self) -> float | None:
        """The seconds to the next bound of a shift or of the month, if it is near."""
        month = BEGINS.astimezone() + timedelta(minutes=10)
        left = [(bound - self.clock.utc()).total_seconds() for bound in (month, *self.bounds)]
        return min((each for each in left if 0 < each < NEAR), default=None)

    def _next(self, view: Line) -> str:
        """The next line; near a bound often a report, or the order to close."""
        if self._to_bound() and not self.account.table.report and self.chance.random() < 0.3:
            boss = self.lines.by("pit_boss")
            closes = {"do": "close", "by": boss, "on": True}
            return json.dumps(self.chance.choice((self.lines.incident(), closes)))
        return self._named(self.lines.next(view))

    def _named(self, text: str) -> str:
        """A line; some decisions name their round, or the entry of the view that they answer."""
        if self.rare is not None and as_object(text).get("do") == "done" and self.rare.random() < NOTED:
            text = json.dumps({"note": self.rare.choice(("no. 7", "cracked")), **as_object(text)})
        line, about, last = as_object(text), self.account.table.round, self.account.table.entry
        if (
            line.get("do") in ("incident", "answer", "authorise", "done")
            and "seen" not in line
            and line.get("by")
        ):
            return json.dumps({**line, "seen": {"entry": last, "ms": self.glances.randrange(400, 9000)}})
        if line.get("do") != "decision" or about is None or self.chance.random() < 0.8:
            return text
        if self.chance.random() < 0.4:
            round_id = self.chance.choice((about.id, about.id, f"T1-{about.number_of - 1}"))
            return json.dumps({**line, "round": round_id})
        entry = max(0, last - self.chance.choice((0, 0, 1, 2, 4)))
        return json.dumps({**line, "seen": {"entry": entry, "ms": 800}})

    def _rulebook(self) -> Rulebook:
        return book(self.rules)

    def _opened(self) -> LiveScreen:
        self.stack.close()
        opened = open_session(
            self.path,
            Identity("T1", self.game, self.rules),
            self.rulebook,
            self.clock,
            self.stack,
            shift=self._shift,
            is_ready=True,
            closing=archives.Closing(monthly=True, keys=self.path.parent / "keys"),
        )
        if opened.stopped is not None:
            opened.session.note(NoteKind.RESTARTED, text=opened.stopped.isoformat())
        return LiveScreen(opened.session, self.rules, self.clock, self.missed)

    def _shift(self, at: datetime) -> str:
        """The shift is named by its beginning, as a studio's are."""
        begins = max((bound for bound in self.bounds if bound <= at), default=BEGINS)
        return begins.replace(tzinfo=None).isoformat(" ", "minutes")

    def _go_on_in_new_file(self) -> None:
        """The console starts again after the month's end, as soon as no card is hidden; once."""
        is_over = not self.is_next_month and self.clock.utc().astimezone().month == 12
        if is_over and self.chance.random() < (0.9 if self.account.table.report else 0.2):
            files = self.account.file
            self._start_again()
            self.is_next_month = self.account.file > files

    def _start_again(self, *, harmed: bool = False) -> None:
        """Start the console again, with a file that is ``harmed`` meanwhile; after the month's end it goes on
        in a new file if no card is hidden.
        """
        before = len(archives.volumes(self.path))
        if harmed:
            self.stack.close()
            self.path.write_bytes(bytes(HEADER) + self.path.read_bytes()[HEADER:])
        self.screen = self._opened()
        entry, at = self.screen.session.view().entry, self._now()
        is_other = len(archives.volumes(self.path)) > before
        self.account.restarted(at, self._shift(at), entry, other_file=is_other)

    def _harm_file(self) -> None:
        """Twice, more often while a report is open, a file is damaged and salvaged."""
        if self.harms and self.harm.random() < HARMED[self.account.table.report is not None]:
            self.harms -= 1
            self._start_again(harmed=True)

    def _take(self, text: str, played: Played) -> bool:
        """Send a line; whether its view is the account's."""
        played.lines.append(text)
        view = self.account.take(text, self._now(), self._shift(self._now()))
        theirs = self._seen(text)
        played.screens.append(self.screen.view())
        self.account.written(theirs["entry"])
        if found := difference(theirs, view):
            played.found.append(f"view, line {len(played.lines)} {text}: {found}")
        return not found

    def _rare_act(self, chance: Random) -> Act:
        """Something that a shift seldom sees; once after each bound, sometimes, the clock is set back over
        it.
        """
        for bound in self.bounds:
            is_near = timedelta(seconds=20) < self.clock.utc() - bound < timedelta(seconds=180)
            if is_near and bound not in self.set_over and chance.random() < 0.5:
                self.set_over.add(bound)
                return SetBy(-200)
        return chance.choice(ACTS)(chance)

    def _do(self, act: Act, played: Played) -> None:
        """Do something beside the play."""
        if isinstance(act, SetBy):
            self.clock.set(act.seconds)
            self.account.set_clock(act.seconds, self._now(), self._shift(self._now()))
        if not isinstance(act, Noted):
            self._take(act.line, played)
            self._let_pass(WAITS[0])
            return
        entry = self.screen.note(act.kind, act.who, act.text, act.terminal)
        self.account.noted(act, entry, self._now(), self._shift(self._now()))

    def _seen(self, text: str) -> dict[str, Any]:
        line = as_object(text)
        if "beside" in line:
            view = self.screen.sign_in_beside(line["who"], line["beside"])
        else:
            view = self.screen.take(text.encode())
        seen: dict[str, Any] = msgspec.json.decode(encode(view, words("en"), words(book(self.rules).market)))
        return seen


def difference(theirs: dict[str, Any], ours: dict[str, Any]) -> str | None:
    """Where a view is another than the account's."""
    one, other = salient(theirs), salient(ours)
    for hands in ((one.get("round") or {}).get("seats") or {}).values():
        for hand in hands:
            hand.pop("timed_out", None)
    found = first_difference(one, other)
    return None if found is None else f"{found[0]}: the console {found[1]!r}, the account {found[2]!r}"
