"""A rehearsal as it is played: a simulated table of its own, the slip at its moment, whoever is not there.

It stands where a table's station stands: lines go in, what the table shows comes out. It has no thread;
whoever runs it gives it turns, and its clock. Its journal lies in a temporary folder and ends with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.game.blackjack.hands import Choice
from console.game.incident_cases import Result
from console.game.rule_values import TableLimits
from console.game.rulebook import Rulebook
from console.held_folder import held_folder
from console.incidents.facts import Fact
from console.journal import Identity, open_journal
from console.rehearsal.cast import Act, Cast
from console.rehearsal.colleague import FEW, SHOWN, Told, sentences_of
from console.rehearsal.concealment import is_whole, veiled_view
from console.rehearsal.occasions import is_occasion
from console.rehearsal.result import (
    PLAY_ON,
    Announced,
    Believed,
    Course,
    Decided,
    Due,
    End,
    Ended,
    Named,
    PlayersWaited,
    Pressed,
    RehearsalResult,
    Right,
    Slipped,
    Stepped,
    Way,
)
from console.rehearsal.right_answer import FactMissing, answer_of, right_answer
from console.rehearsal.score import score
from console.rehearsal.script import Mishap, Rehearsal, Script
from console.rehearsal.slips import Deed, Occasion
from console.table.games.game import Game
from console.table.games.registry import game_of
from console.table.judging.checkpoints import kept, ready
from console.table.judging.refusals import refusal
from console.table.judging.transition import advance
from console.table.protocol import lines
from console.table.running.clock import Clock
from console.table.running.session import Session
from console.table.running.station import Job, Shown, Station
from console.table.running.station import Pressed as LinePressed
from console.table.state import events
from console.table.state.actions import Action
from console.table.state.entries import Entry, Journal, NotRecorded, Unwritable
from console.table.state.open_incident import Incident, IncidentState
from console.table.state.phases import Phase
from console.table.state.reasons import Refusal
from console.table.state.roles import Actor, Role
from console.table.state.table import Table
from console.table.state.views import View

NAME: Final = "REHEARSAL"
"""What its table is called: on its screens, and in its journal."""
FOLDERS: Final = "dealer-console-rehearsal-"
"""How the names of rehearsals' temporary folders begin."""
PACE: Final = 1.6
"""Seconds that whoever the console plays takes for a move, and a device for a card."""
PATIENCE: Final = 30.0
"""Seconds after a slip until play goes on under time, or the console's pit boss takes it in hand."""
GIVES_UP: Final = 300.0
"""Seconds without a press, of a person who has one to make, after which a rehearsal is over."""
ALOUD: Final = 10.0
"""Seconds that a rehearsal waits at its end for the last announcement to be made."""
DISK_FULL: Final = 8.0
CLOCK_SET: Final = 120.0
"""Seconds that the disk is full, and by which the clock is set."""
_LOOK: Final = 0.25
_BRIEF: Final = 3
"""Bet time before the round in which it matters, in paces."""
_ENCODER: Final = msgspec.json.Encoder()
_OWN_SAYS: Final = frozenset(
    ("round_void", "no_spin", "play_goes_on", "shuffle_again", "hand_refunded", "number_corrected")
)
"""The announcements that an incident brings, which the pit boss makes; all others are a round's."""
_PLAYS: Final = frozenset(("done", "spin", "number"))
"""Lines by which a dealer plays on."""
_USUAL: Final = {Role.DEALER: "D1", Role.PIT_BOSS: "P1"}


class SetBackClock:
    """A clock that a slip can set."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.set_by = clock, 0.0

    def utc(self) -> datetime:
        """Now, by as much as it was set."""
        return self._clock.utc() + timedelta(seconds=self.set_by)

    def monotonic(self) -> int:
        """The same that nobody sets."""
        return self._clock.monotonic()


class FullDisk:
    """A journal that a slip can keep from being written."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self.full = journal, False

    @property
    def last(self) -> int:
        """The last entry's number."""
        return self._journal.last

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        """Keep them. Raises NotRecorded while the disk is full."""
        if self.full:
            raise NotRecorded(Unwritable.FULL)
        return self._journal.append(entries, checkpoint)


class RehearsalRun:
    """One rehearsal under one rulebook; ``stack`` takes its table down again."""

    def __init__(
        self,
        rehearsal: Rehearsal,
        rulebook: Rulebook,
        clock: Clock,
        stack: ExitStack,
        shown: Callable[[Shown], None] = lambda shown: None,
        failed: Callable[[Exception], None] | None = None,
        *,
        people: dict[Role, str] | None = None,
        way: Way = Way.GUIDED,
        pace: float = PACE,
        patience: float | None = None,
        off: Collection[str] = (),
        limits: TableLimits | None = None,
    ) -> None:
        """``people`` are the ids of those who rehearse, by their part; the console plays the others.

        ``patience`` is the seconds after which play goes on although nobody has done anything about a slip:
        under time :data:`PATIENCE` where None is given, else as long as it takes. ``off`` are the clauses
        whose house procedure the studio has turned off; ``limits`` are the table's own. Raises
        JournalError, NotRecorded.
        """
        self.rehearsal, self.rulebook, self.way = rehearsal, rulebook, way
        self.script: Script = rehearsal.script
        self.game: Game = game_of(rulebook, self.script.game)
        self.people = dict(people or {})
        """Who rehearses."""
        every = {**_USUAL, **self.people}
        self._pace = pace
        self._patience = PATIENCE if patience is None and way is Way.UNDER_TIME else patience
        self._clock = SetBackClock(clock)
        self._sink = shown
        begun = beginning(self.game, self.script, every)
        self._disk = FullDisk(self._opened(stack, begun))
        self.session = Session(self.game, self._disk, self._clock, table=begun, name=NAME)
        self.session.set_procedures(off)
        self.session.set_limits(limits)
        self._cast = Cast(self.game, self.script, begun, every)
        self.station = Station(self.session, self._clock, self._on_shown, failed or _raise)
        self.began = self._clock.utc()
        self._zero = self._clock.monotonic()
        self._course: list[Any] = []
        self._mishaps = list(self.script.wrong)
        self.assumed: tuple[FactMissing, ...] = ()
        """The facts that the file does not say and that had to be assumed: `check` names them."""
        self.told: tuple[Told, ...] = ()
        """What a colleague has told so far."""
        self.result: RehearsalResult | None = None
        self.slipped = 0
        """How many things have gone wrong."""
        self.due: str | None = None
        """The announcement that is to be made aloud, by its key; None: none, or the pit boss is no person."""
        self._due_at = 0.0
        self._view: View = self.session.view()
        self._before: Table = self.session.table
        self._job_by_console = False
        self._slip_at, self._slip_round = 0.0, 0
        self._right: Right | None = None
        self._decided: set[str] = set()
        self._named: tuple[str | None, dict[str, Fact]] | None = None
        self._handled = True
        self._believed = True
        self._held: deque[bytes] = deque()
        self._asked: tuple[object, ...] = ()
        self._asked_at = 0.0
        self._touched_at = 0.0
        self._disk_back: float | None = None
        self._late: lines.Decision | None = None

    # --- where a station stands -------------------------------------------------------------------

    @property
    def busy_since(self) -> int | None:
        """Nothing takes long here."""
        return None

    def submit(self, line: bytes) -> None:
        """Give a person's line; it is taken with the next turn, or once its outcome has been said."""
        self._touched_at = self.now
        if not self.ended:
            self._held.append(line) if self._holds(line) else self.station.submit(line)

    def ask(self, of: Callable[[Session], View]) -> None:
        """Ask the session for something that no line says."""
        self.station.ask(of)

    def note(
        self, what: str, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        """Record the console's own doing in the rehearsal's journal."""
        self.station.note(what, who, text, terminal)

    def show(self) -> None:
        """Show the table as it is."""
        self.station.show()

    def _opened(self, stack: ExitStack, begun: Table) -> Journal:
        """The journal of its table, which goes with the stack."""
        self.journal = held_folder(stack, FOLDERS) / "journal.db"
        """Where what happens is kept until the stack is closed: a debriefing replays it."""
        identity = Identity(NAME, self.script.game, self.rulebook.id)
        journal = open_journal(self.journal, identity, now=self._clock.utc, begin=lambda: kept(begun))
        stack.callback(journal.close)
        journal.recover(checked=True)
        return journal

    # --- what only a rehearsal has ----------------------------------------------------------------

    @property
    def now(self) -> float:
        """Seconds since it began."""
        return (self._clock.monotonic() - self._zero) / 1e9

    @property
    def ended(self) -> bool:
        """Whether it is over, and :attr:`result` is there."""
        return self.result is not None

    @property
    def course(self) -> Course:
        """What has happened so far."""
        return tuple(self._course)

    @property
    def mishap(self) -> Mishap | None:
        """What has gone wrong last; None while nothing has."""
        return self._mishaps[self.slipped - 1] if self.slipped else None

    @property
    def hides(self) -> bool:
        """Whether outcome and clause are not to be shown now."""
        return self.way is not Way.GUIDED and not self._believed and is_whole(self.session.view())

    @property
    def asks_outcome(self) -> tuple[str, ...]:
        """The outcomes of which the person is to say one now; empty where nothing is asked."""
        return outcomes_of(self.game) if self._held or self.hides else ()

    @property
    def awaits_person(self) -> bool:
        """Whether it is a person's move: nothing goes on by itself until somebody has pressed something."""
        if self.ended or not self.people:
            return False
        if self.asks_outcome or self._awaits_words or (self._is_held and self._patience is None):
            return True
        prompt = self._view.prompt
        if prompt.actor is Actor.SYSTEM or Role(prompt.actor) not in self.people:
            return False
        return self._cast.by_person(self._view, self.session.table, self.mishap) is not None

    def believe(self, outcome: str) -> Believed:
        """The person says which outcome it is; what was held back is then let through."""
        answer = self._answer_asked()
        said = Believed(self.now, self._entry, outcome=outcome, right=answer.answers, clause=answer.clause)
        self._course.append(said)
        self._believed, self._touched_at = True, self.now
        if outcome == PLAY_ON and outcome in said.right:
            self._plays_on()
        while self._held:
            self.station.submit(self._held.popleft())
        self.station.show()
        return said

    @property
    def asks_whether(self) -> bool:
        """Whether something has gone wrong, and nobody has said yet whether it is to be reported."""
        return bool(self.people) and not self.ended and not self._handled

    def announce(self) -> None:
        """The pit boss has made the announcement that was due."""
        if self.due is not None:
            self._course.append(Announced(self.now, self._entry, key=self.due))
            self.due, self._touched_at = None, self.now

    def leave(self) -> None:
        """End it before its end."""
        self._end("left")

    def turn(self) -> float:
        """Do what is due; the seconds until something may be due again."""
        self._drain()
        if self.ended:
            return GIVES_UP
        self._look_after_disk()
        if self._may_slip():
            self._slip()
        if self._is_over():
            self._end("played")
            return GIVES_UP
        if self._waits_in_vain():
            self._end("out_of_time")
            return GIVES_UP
        return self._act()

    # --- its time -----------------------------------------------------------------------------------

    def _act(self) -> float:
        """What devices and the console's people do, each a pace after it came to be due."""
        if self._view.refused == Refusal.NOT_RECORDED and self._disk.full:
            return _LOOK  # what was not recorded waits already, and would come twice
        if self._awaits_words and not self._bet_time_is_over(self.session.table):
            return _LOOK
        asked = self._question()
        if asked != self._asked:
            self._asked, self._asked_at = asked, self.now
        wait = self._asked_at + self._length() - self.now
        if wait > 0:
            return min(wait, _LOOK) if self._patience is not None else min(wait, self._pace)
        act = self._next_act()
        if act is None:
            return _LOOK
        self._do(act)
        if self._may_slip():
            self._slip()
        return 0.0

    def _question(self) -> tuple[object, ...]:
        view = self._view
        state = None if view.incident is None else (view.incident.id, view.incident.state)
        running = self._cast.wheel is not None and self._cast.wheel.runs
        return view.prompt, view.phase, view.bets, state, running, self._late is not None

    def _length(self) -> float:
        """Seconds from a prompt to what is done about it."""
        table = self.session.table
        if self._view.prompt.action != Action.WAIT or table.round is None:
            return self._pace
        matters = any(
            each.occasion is Occasion.BET_TIME and each.round == table.round_number
            for each in self.script.wrong
        )
        whole = self.way is Way.UNDER_TIME or matters
        return float(table.round.lasts) if whole else self._pace * _BRIEF

    def _next_act(self) -> Act | None:
        """What the console does now; None where it waits for a person."""
        view, table = self._view, self.session.table
        if self._late is not None:
            late, self._late = self._late, None
            return late
        if self._bet_time_is_over(table):
            return lines.Bets("closed")
        if self._is_held:
            return self._takes_in_hand(view, table)
        prompt = view.prompt
        role = None if prompt.actor is Actor.SYSTEM else Role(prompt.actor)
        unsaid = prompt.action == Action.AUTHORISE and bool(self.asks_outcome)
        if role is not None and role not in self.people and not unsaid:
            line = self._cast.by_person(view, table, self.mishap)
            if line is not None:
                return line
        return self._cast.by_itself(view)

    def _bet_time_is_over(self, table: Table) -> bool:
        """Whether a real game server would close the bets now: under time it waits for nobody."""
        if self.way is not Way.UNDER_TIME or not table.bet_time or table.round is None:
            return False
        return (self._clock.utc() - table.round.opened).total_seconds() >= table.round.lasts

    @property
    def _is_held(self) -> bool:
        """Whether play stands still because something went wrong and nobody has done anything about it."""
        if self._handled or self.mishap is None:
            return False
        if self._patience is None or not self.people:
            return True
        halted = self.session.table.halted
        return halted or self.now - self._slip_at < self._patience

    @property
    def _awaits_words(self) -> bool:
        """Whether play waits until the pit boss has told the players what is due."""
        if self.due is None or self.ended:
            return False
        return self._patience is None or self.now - self._due_at < ALOUD

    def _takes_in_hand(self, view: View, table: Table) -> Act | None:
        """Where nobody rehearses the console's dealer reports it; else a pit boss of its own, late."""
        late = self._patience is not None and self.now - self._slip_at >= self._patience
        if not self.people:
            by = Role.DEALER
        elif late and Role.PIT_BOSS not in self.people:
            by = Role.PIT_BOSS
        else:
            return None
        prompt = view.prompt
        if prompt.action in (Action.REMOVE_BALL, Action.SPIN) and by is Role.DEALER:
            return self._cast.by_person(view, table, self.mishap)
        return self._cast.report(table, self.mishap, self._cast.people[by])

    def _do(self, act: Act) -> None:
        self._drain()
        self._job_by_console = True
        if isinstance(act, tuple):
            self.station.hear(*act)
        else:
            self.station.submit(_ENCODER.encode(act))
        self._drain()
        self._job_by_console = False

    def _drain(self) -> None:
        while self.station.step():
            pass

    # --- what goes wrong ------------------------------------------------------------------------------

    def _may_slip(self) -> bool:
        if self.slipped == len(self.script.wrong) or not self._handled:
            return False
        mishap = self.script.wrong[self.slipped]
        return is_occasion(mishap, self.game, self.session.table, self._view)

    def _slip(self) -> None:
        """Let it happen: by its device, or by being told."""
        mishap = self.script.wrong[self.slipped]
        number = self.slipped
        self.slipped += 1
        self._handled = self._believed = False
        self._named, self._slip_at = None, self.now
        self._slip_round = self.session.table.round_number
        before = len(self._course)
        self._perform(mishap)
        self._drain()
        seen = self.session.table.halted
        self._right = self._answer_now()
        mishap = self._mishaps[number]
        right = self._right or Right(mishap.row.kind)
        slipped = Slipped(
            self._slip_at,
            self._entry,
            number=number,
            slip=mishap.slip,
            facts=mishap.facts,
            right=right,
            seen=seen,
        )
        self._course.insert(before, slipped)
        if mishap.row.kind is None and not self.people:
            self._handled = True
        if mishap.row.deed not in SHOWN or mishap.facts or not seen:
            told = Told(self.now, number, mishap.slip, mishap.facts, sentences_of(mishap))
            self.told = (*self.told, told)
        self.station.show()

    def _answer_now(self) -> Right | None:
        """What is right; a fact that the file does not say, and that is asked for, is its first answer."""
        while True:
            try:
                return right_answer(self.game, self.session.table, self._mishaps[self.slipped - 1])
            except FactMissing as missing:
                self.assumed = (*self.assumed, missing)
                mishap = self._mishaps[self.slipped - 1]
                value = missing.answers[0] if missing.answers else 1
                self._mishaps[self.slipped - 1] = replace(mishap, facts={**mishap.facts, missing.fact: value})

    def _perform(self, mishap: Mishap) -> None:
        cast, view = self._cast, self._view
        for act in self._acts_of(mishap.row.deed, cast, view, mishap):
            self._do(act)

    def _acts_of(self, deed: Deed, cast: Cast, view: View, mishap: Mishap) -> list[Act]:
        """What is done by a device, a player, the clock or the disk; nothing for what is only told."""
        cards, wheel = cast.cards, cast.wheel
        match deed:
            case Deed.CARD if cards is not None:
                return [cards.next_card(view.prompt)]
            case Deed.MISREAD if cards is not None and view.prompt.action == Action.DEAL:
                return [cards.next_card(view.prompt)]
            case Deed.TWICE if cards is not None and self._last_face is not None:
                return [cards.again(self._last_face, view.prompt)]
            case Deed.UNREAD if cards is not None:
                return [cards.unread()]
            case Deed.DEVICE_FAULT if wheel is not None:
                return [wheel.fails()]
            case Deed.DEVICE_FAULT if cards is not None and self.script.game == "baccarat":
                return [cards.shoe_fault()]
            case Deed.FEW_TURNS if wheel is not None:
                cast.turns = FEW
                return [wheel.ball()]
            case Deed.WITH_WHEEL if wheel is not None:
                return [wheel.ball(with_wheel=True)]
            case Deed.BALL if wheel is not None:
                return [wheel.ball()]
            case Deed.NUMBER if wheel is not None:
                return [wheel.lies()]
            case Deed.OTHER_NUMBER if wheel is not None:
                return [wheel.other_number(_actual(mishap, wheel.number))]
            case Deed.SILENCE:
                cast.silent = True
            case Deed.ANSWER_TWICE if (once := cast.decision(view.prompt)) is not None:
                return [once, once]
            case Deed.ANSWER_LATE if (late := cast.decision(view.prompt)) is not None:
                self._late = late
                return [lines.Decision(late.seat, late.hand, Choice.TIMEOUT)]
            case Deed.CLOCK:
                self._clock.set_by += CLOCK_SET
            case Deed.DISK:
                self._disk.full, self._disk_back = True, self.now + DISK_FULL
            case _:
                pass
        return []

    @property
    def _last_face(self) -> Any:
        play = self.session.table.play
        return play.in_view[-1][1] if play.dealt else None

    def _look_after_disk(self) -> None:
        if self._disk_back is not None and self.now >= self._disk_back:
            self._disk.full, self._disk_back = False, None

    # --- its end --------------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        """Whether all has gone wrong, nothing of it is open, and the round is over that it went wrong in."""
        table, mishap = self.session.table, self.mishap
        if mishap is None or self.slipped < len(self.script.wrong) or self._held:
            return False
        if table.halted or table.queue or self._disk.full or self._late is not None:
            return False
        if self._awaits_words:
            return False
        if table.phase in (Phase.SHOE, Phase.WHEEL, Phase.CLOSED):
            return self._handled
        if self._view.prompt.action != Action.AWAIT_BETS or self._is_held:
            return False
        missed = mishap.occasion in (Occasion.BURNED, Occasion.BETWEEN) and not self._handled
        return not missed or table.round_number > self._slip_round

    def _waits_in_vain(self) -> bool:
        since = max(self._touched_at, self._slip_at, self._asked_at)
        return self.now - since > GIVES_UP

    def _end(self, how: End) -> None:
        if self.ended:
            return
        self._course.append(Ended(self.now, self._entry, how=how))
        self.result = self._result(how)

    @property
    def left(self) -> RehearsalResult:
        """What it comes to if nobody ends it."""
        return self._result("left")

    def _result(self, how: End) -> RehearsalResult:
        course = self.course
        done = score(course)
        return RehearsalResult(
            rehearsal=self.rehearsal.name,
            kind=self.script.kind,
            game=self.script.game,
            rules=self.rulebook.id,
            way=self.way,
            people=self.people,
            began=self.began.astimezone(UTC),
            lasted=self.now,
            passed=done.passed,
            score=done.points,
            lines=done.lines,
            course=course,
            ended=how,
        )

    # --- what is held back ------------------------------------------------------------------------------

    def _holds(self, line: bytes) -> bool:
        """Whether a line would show an outcome before the person has said which it is."""
        if self.way is Way.GUIDED or self._believed or not self.slipped:
            return False
        self._drain()
        return self._comes_to(line) is not None

    def _comes_to(self, line: bytes) -> Incident | None:
        """The incident that a line would decide; None where it decides none."""
        table = self.session.table
        try:
            said = lines.parse(line)
        except lines.Misfit:
            return None
        match said:
            case lines.Authorise():
                return table.incident if table.incident is not None and table.incident.case else None
            case lines.Incident():
                event: events.Any = events.IncidentReported("-", said.by, said.kind, said.told)
            case lines.Answer():
                event = events.IncidentAnswered(said.by, said.facts)
            case _:
                return None
        if refusal(self.game, table, event) is not None:
            return None
        after = advance(self.game, table, event, None, self._clock.utc())
        incident = after.incident or after.ended
        decided = incident is not None and incident.state in (IncidentState.STEPS, IncidentState.CLOSED)
        return incident if decided and incident is not None and incident.case is not None else None

    def _answer_asked(self) -> Right:
        """What the table has for what was told."""
        table = self.session.table
        incident = self._comes_to(self._held[0]) if self._held else table.incident
        if incident is None or incident.case is None:
            return self._right or Right(None)
        return answer_of(table, incident)

    # --- what happened ------------------------------------------------------------------------------------

    @property
    def _entry(self) -> int:
        return self._view.entry

    def _on_shown(self, shown: Shown) -> None:
        before, after = self._before, shown.table
        view_before, self._view = self._view, shown.view
        self._before = after
        if shown.job is not None:
            self._record(shown.job, shown.view, before, after, view_before)
            self._cast.look(shown.view)
        if self.hides:
            shown = replace(shown, view=veiled_view(shown.view))
        self._sink(shown)

    def _record(self, job: Job, view: View, before: Table, after: Table, view_before: View) -> None:
        """Put down what a line or a reading came to."""
        line = _parsed(job)
        if line is not None and not isinstance(line, lines.View):
            self._pressed(line, view)
        if before.halted != after.halted:
            self._course.append(PlayersWaited(self.now, view.entry, on=after.halted))
        if not self.slipped:
            return
        self._name(after)
        self._decide(line, view, before, after, view_before)
        self._step(line, view, before, after)
        self._say(view, view_before, after)

    def _pressed(self, line: lines.Line, view: View) -> None:
        by = getattr(line, "by", None) or getattr(line, "who", None)
        role = None if by is None else self.session.table.role_of(by)
        do = str(line.__struct_config__.tag)
        self._course.append(
            Pressed(
                self.now,
                view.entry,
                do=do,
                by=by,
                role=role,
                by_console=self._job_by_console,
                refused=view.refused,
            )
        )
        mishap, own = self.mishap, not self._job_by_console and view.refused is None
        if own and do in _PLAYS and mishap is not None and mishap.row.kind is None:
            self._plays_on()

    def _plays_on(self) -> None:
        """Nothing is to be reported of what went wrong last, and somebody has said or shown so."""
        if not self._handled:
            self._handled = True
            right = self._right or Right(None)
            number = self.slipped - 1
            self._course.append(Decided(self.now, self._entry, outcome=PLAY_ON, right=right, number=number))

    def _name(self, after: Table) -> None:
        incident = after.incident or after.ended
        if incident is None or incident.report.id in self._decided:
            return
        if incident is after.incident:
            self._handled = True
        named = incident.report.kind, incident.report.facts
        if named != self._named:
            self._named = named
            by_console = self._job_by_console
            self._course.append(
                Named(self.now, self._entry, kind=named[0], facts=named[1], by_console=by_console)
            )

    def _decide(self, line: Any, view: View, before: Table, after: Table, view_before: View) -> None:
        """An outcome was decided, by an incident or by the press that ended a halt."""
        incident = after.incident if _is_decided(after.incident) else after.ended
        if incident is not None and incident.report.id not in self._decided:
            self._decided.add(incident.report.id)
            self._outcome(before, after, str(incident.outcome), incident)
        elif (
            before.halt is not None
            and after.halt is None
            and before.incident is None
            and after.incident is None
        ):
            offer = view_before.offer
            kind, facts = (offer.kind, offer.facts) if offer is not None else (None, {})
            void = isinstance(line, lines.Void)
            outcome = "void" if void else "withdrawn" if isinstance(line, lines.Withdraw) else "go_on"
            self._outcome(before, after, outcome, None, kind, facts)

    def _outcome(
        self,
        before: Table,
        after: Table,
        outcome: str,
        incident: Incident | None,
        kind: str | None = None,
        facts: dict[str, Fact] | None = None,
    ) -> None:
        mishap = self.mishap
        assert mishap is not None, "something has gone wrong"
        choice = None if incident is None else incident.choice
        try:
            now = right_answer(self.game, before, mishap, choice)
        except FactMissing:  # since it went wrong the table has come to where more is asked
            now = None
        right = now or self._right or Right(mishap.row.kind)
        if incident is not None:
            kind, facts = incident.report.kind, incident.facts
        self._handled = True
        clause = incident.case.clause if incident is not None and incident.case is not None else None
        self._course.append(
            Decided(
                self.now,
                self._entry,
                outcome=outcome,
                kind=kind,
                facts=facts or {},
                clause=clause,
                right=right,
                number=self.slipped - 1,
                by_console=self._reported_by_console(incident),
            )
        )

    def _reported_by_console(self, incident: Incident | None) -> bool:
        """Whether whoever the console plays had to report it, or to end the halt."""
        if incident is None:
            return self._job_by_console
        return incident.report.role not in self.people

    def _step(self, line: Any, view: View, before: Table, after: Table) -> None:
        """Steps that this line has ended."""
        incident, was = after.incident or after.ended, before.incident or before.ended
        if incident is None:
            return
        same = was is not None and was.report.id == incident.report.id
        done = {step.action for step in was.steps if step.done} if same and was is not None else set()
        skipped = isinstance(line, lines.Done) and bool((line.reason or "").strip())
        for step in incident.steps:
            if step.done and step.action not in done:
                self._course.append(
                    Stepped(
                        self.now,
                        view.entry,
                        action=step.action,
                        actor=step.actor,
                        skipped=skipped,
                        by_console=self._job_by_console,
                    )
                )

    def _say(self, view: View, view_before: View, after: Table) -> None:
        say = view.say
        if say is None or say.key != self.due:
            self.due = None  # its words have gone: what is said later is said beside others
        if say is None or say == view_before.say or not _is_own(say.key, after):
            return
        if Role.PIT_BOSS in self.people:
            self.due, self._due_at = say.key, self.now
            self._course.append(Due(self.now, view.entry, key=say.key))


def beginning(game: Game, script: Script, people: dict[Role, str]) -> Table:
    """The table as a rehearsal begins: about to open, or closed where its preparation is rehearsed."""
    signed_in = tuple(events.SignedIn(people[role], role) for role in (Role.DEALER, Role.PIT_BOSS))
    prepared = any(each.occasion in (Occasion.SHUFFLE, Occasion.INSPECTION) for each in script.wrong)
    table = replace(Table() if prepared else ready(game), people=signed_in)
    if prepared or game.cards is None or script.left is None:
        return table
    gone = max(0, table.shoe.left - script.left)
    return replace(table, shoe=table.shoe.draw_unseen(gone))


def outcomes_of(game: Game) -> tuple[str, ...]:
    """Every outcome that the rulebook has at this game, in the decision table's order."""
    cases = (case for rows in game.rules.incidents.kinds.values() for case in rows)
    found = {case.outcome for case in cases}
    return tuple(outcome.value for outcome in Result if outcome in found)


def _is_decided(incident: Incident | None) -> bool:
    return incident is not None and incident.state == IncidentState.STEPS


def _is_own(key: str, table: Table) -> bool:
    """Whether an incident brings this announcement: a number, where it was settled by hand (LT-ROU-33)."""
    incident = table.incident or table.ended
    by_hand = incident is not None and incident.outcome == Result.SETTLE_BY_HAND
    return key in _OWN_SAYS or (key == "number" and by_hand)


def _parsed(job: Job) -> lines.Line | None:
    if not isinstance(job, LinePressed):
        return None
    try:
        return lines.parse(job.line)
    except lines.Misfit:
        return None


def _actual(mishap: Mishap, number: int) -> int:
    """The number where the ball lies, by the file; another than was told if it says none."""
    said = mishap.facts.get("actual")
    return said if isinstance(said, int) else (number + 1) % 37


def _raise(error: Exception) -> None:
    raise error
