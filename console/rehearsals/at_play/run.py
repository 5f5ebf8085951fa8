"""A rehearsal at play: a simulated table, the slip at its moment, and the people who are not there. It takes
the place of a table's station: lines go in, views come out. It has no thread; the caller gives it turns, and
its clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from console.rehearsals.at_play.cast import Act, Cast
from console.rehearsals.at_play.jury import Jury
from console.rehearsals.at_play.mishaps import Mishaps
from console.rehearsals.at_play.rehearsed_table import NAME, RehearsedTable, SetBackClock, on_disk
from console.rehearsals.colleague import FEW, ColleagueWords
from console.rehearsals.concealment import is_whole, veiled_view
from console.rehearsals.result import PLAY_ON, End, Ended, RehearsalResult, Right, StatedOutcome, Way
from console.rehearsals.right_answer import answer_of
from console.rehearsals.score import score
from console.rehearsals.script import Mishap, Rehearsal, Script
from console.rehearsals.slips import Occasion, SlipAct
from console.table.core import (
    Action,
    Actor,
    Clock,
    Game,
    Incident,
    IncidentState,
    Journal,
    JournalOrigin,
    NoteKind,
    PersonAtTable,
    Phase,
    Refusal,
    Role,
    Session,
    ShownTable,
    Table,
    View,
    advance,
    events,
    game_of,
    lines,
    ready,
    refusal,
)
from console.table.game import GAMES, Result, Rulebook, TableLimits
from console.table.game.blackjack import Choice
from console.table.journal import Identity


class Belief:
    def __init__(self, table: RehearsedTable, mishaps: Mishaps, jury: Jury, way: Way) -> None:
        self._table, self._mishaps, self._jury, self._way = table, mishaps, jury, way
        self._is_stated = True
        self._held: deque[bytes] = deque()

    def expect(self) -> None:
        """Something goes wrong now: its outcome is not stated yet."""
        self._is_stated = False

    @property
    def holds_any(self) -> bool:
        """Whether a line waits for the person's statement."""
        return bool(self._held)

    @property
    def hides(self) -> bool:
        whole = is_whole(self._table.session.view())
        return self._way is not Way.GUIDED and not self._is_stated and whole

    @property
    def asks(self) -> tuple[str, ...]:
        """The outcomes from which the person must choose now; empty without a question."""
        return outcomes_of(self._table.game) if self._held or self.hides else ()

    def pass_line(self, line: bytes) -> None:
        """Let a person's line through, or hold it back until its outcome is stated."""
        if self._shows_outcome(line):
            self._held.append(line)
        else:
            self._table.station.submit(line)

    def _shows_outcome(self, line: bytes) -> bool:
        if self._way is Way.GUIDED or self._is_stated or not self._mishaps.count:
            return False
        self._table.drain()
        return self._comes_to(line) is not None

    def state_outcome(self, outcome: str) -> StatedOutcome:
        """Take the outcome that the person states, and let the held lines through."""
        answer, table = self.answer(), self._table
        believed = StatedOutcome(
            table.now, table.view.entry, outcome=outcome, right=answer.answers, clause=answer.clause
        )
        self._jury.put_down(believed)
        self._is_stated = True
        if outcome == PLAY_ON and outcome in believed.right:
            self._jury.play_on()
        while self._held:
            table.station.submit(self._held.popleft())
        table.station.show()
        return believed

    def answer(self) -> Right:
        table = self._table.table
        incident = self._comes_to(self._held[0]) if self._held else table.incident
        if incident is None or incident.case is None:
            return self._mishaps.right or Right(None)
        return answer_of(table, incident)

    def _comes_to(self, line: bytes) -> Incident | None:
        """The incident that a line would decide, if any."""
        table, game = self._table.table, self._table.game
        try:
            parsed = lines.parse(line)
        except lines.InvalidLine:
            return None
        match parsed:
            case lines.Authorise():
                return table.incident if table.incident is not None and table.incident.case else None
            case lines.Incident():
                event: events.AnyEvent = events.IncidentReported(
                    "-", parsed.by, parsed.kind, parsed.given_facts
                )
            case lines.Answer():
                event = events.IncidentAnswered(parsed.by, parsed.facts)
            case _:
                return None
        if refusal(game, table, event) is not None:
            return None
        incident = advance(game, table, event, None, self._table.utc).shown_incident
        decided = incident is not None and incident.state in (IncidentState.STEPS, IncidentState.CLOSED)
        return incident if decided and incident is not None and incident.case is not None else None


def outcomes_of(game: Game) -> tuple[str, ...]:
    """Every outcome of the rulebook at this game, in the decision table's order."""
    cases = (case for rows in game.rules.incidents.kinds.values() for case in rows)
    found = {case.outcome for case in cases}
    return tuple(outcome.value for outcome in Result if outcome in found)


def acts_of(mishap: Mishap, cast: Cast, table: RehearsedTable) -> list[Act]:
    """The acts of a mishap, none if a colleague only reported it. Clock and disk change here."""
    cards, wheel, prompt = cast.cards, cast.wheel, table.view.prompt
    match mishap.row.act:
        case SlipAct.CARD if cards is not None:
            return [cards.next_card(prompt)]
        case SlipAct.MISREAD if cards is not None and prompt.action == Action.DEAL:
            return [cards.next_card(prompt)]
        case SlipAct.TWICE if cards is not None and (face := _last_face(table)) is not None:
            return [cards.repeat(face, prompt)]
        case SlipAct.UNREAD if cards is not None:
            return [cards.unread()]
        case SlipAct.DEVICE_FAULT if wheel is not None:
            return [wheel.fails()]
        case SlipAct.DEVICE_FAULT if cards is not None and "shoe" in GAMES[table.game.name].devices:
            return [cards.shoe_fault()]
        case SlipAct.FEW_TURNS if wheel is not None:
            cast.turns = FEW
            return [wheel.ball()]
        case SlipAct.WITH_WHEEL if wheel is not None:
            return [wheel.ball(with_wheel=True)]
        case SlipAct.BALL if wheel is not None:
            return [wheel.ball()]
        case SlipAct.NUMBER if wheel is not None:
            return [wheel.lies()]
        case SlipAct.OTHER_NUMBER if wheel is not None:
            return [wheel.other_number(_actual(mishap, wheel.number))]
        case SlipAct.SILENCE:
            cast.silent = True
        case SlipAct.ANSWER_TWICE if (once := cast.decision(prompt)) is not None:
            return [once, once]
        case SlipAct.ANSWER_LATE if (late := cast.decision(prompt)) is not None:
            cast.late = late
            return [lines.Decision(late.seat, late.hand, Choice.TIMEOUT)]
        case SlipAct.CLOCK:
            table.set_clock()
        case SlipAct.DISK:
            table.fill_disk()
        case _:
            pass
    return []


def _last_face(table: RehearsedTable) -> Any:
    play = table.table.play
    return play.in_view[-1][1] if play.card_count else None


def _actual(mishap: Mishap, number: int) -> int:
    """The number in which the ball lies, by the file; or else another than the wheel gave."""
    actual = mishap.facts.get("actual")
    return actual if isinstance(actual, int) else (number + 1) % 37


PACE: Final = 1.6
"""Seconds that a person played by the console takes for a move, and a device for a card."""
PATIENCE: Final = 30.0
"""Seconds after a slip until play goes on under time, or the console's pit boss steps in."""
GIVES_UP: Final = 300.0
"""Seconds without a due press after which a rehearsal is over."""
ALOUD: Final = 10.0
"""Seconds that a rehearsal waits at its end for the last announcement."""
_LOOK: Final = 0.25
_BRIEF: Final = 3
"""Paces of bet time before the round in which it matters."""
_USUAL: Final = {Role.DEALER: "D1", Role.PIT_BOSS: "P1"}
JournalMaker: TypeAlias = Callable[[ExitStack, Identity, Table, Clock], tuple[Journal, Path]]
"""Makes the journal of a table that begins so; also gives its place until the stack is closed."""


class RehearsalRun:
    def __init__(
        self,
        rehearsal: Rehearsal,
        rulebook: Rulebook,
        clock: Clock,
        stack: ExitStack,
        on_shown: Callable[[ShownTable], None] = lambda shown: None,
        failed: Callable[[Exception], None] | None = None,
        *,
        people: dict[Role, str] | None = None,
        way: Way = Way.GUIDED,
        pace: float = PACE,
        patience: float | None = None,
        procedures_off: Collection[str] = (),
        limits: TableLimits | None = None,
        keeps: JournalMaker = on_disk,
    ) -> None:
        """``stack`` removes the table again. ``people`` are the ids of those who rehearse, by their part; the
        console plays the others.

        After ``patience`` seconds play goes on although nobody has done anything about a slip; None means
        :data:`PATIENCE` under time, else no limit. ``procedures_off`` are the clauses whose house procedure
        the studio has turned off; ``limits`` are the table's own. Raises JournalError, NotRecorded.
        """
        self.rehearsal, self.rulebook, self.way = rehearsal, rulebook, way
        self.script: Script = rehearsal.script
        self.game: Game = game_of(rulebook, self.script.game)
        self.people = dict(people or {})
        """The people who rehearse, by the part of each."""
        every = {**_USUAL, **self.people}
        self._pace, self._sink = pace, on_shown
        self._patience = PATIENCE if patience is None and way is Way.UNDER_TIME else patience
        own_clock = SetBackClock(clock)
        begun = beginning(self.game, self.script, every)
        identity = Identity(NAME, self.script.game, rulebook.id)
        journal, self.journal = keeps(stack, identity, begun, own_clock)
        self.table = RehearsedTable(self.game, begun, own_clock, journal, self._on_shown, failed or _raise)
        self.table.begin(procedures_off, limits)
        self.cast = Cast(self.game, self.script, begun, every)
        self.mishaps = Mishaps(self.script, self.table)
        self.jury = Jury(self.table, self.mishaps, self.people)
        self.belief = Belief(self.table, self.mishaps, self.jury, way)
        self.result: RehearsalResult | None = None
        self._asked: tuple[object, ...] = ()
        self._asked_at = self._touched_at = 0.0

    # --- where a station stands -------------------------------------------------------------------

    @property
    def busy_since(self) -> int | None:
        """None: nothing takes long here."""
        return None

    @property
    def unanswered(self) -> float:
        """None either: its table has no thread of its own."""
        return 0.0

    def submit(self, line: bytes) -> None:
        """Give a person's line; it is taken with the next turn, or once its outcome has been stated."""
        self._touched_at = self.table.now
        if not self.ended:
            self.belief.pass_line(line)

    def ask(
        self, request: Callable[[Session], View], passed_over: Callable[[], object] = lambda: None
    ) -> None:
        """Ask the session for something that no line can; ``passed_over`` is as a station's."""
        self.table.station.ask(request, passed_over)

    def note(
        self, kind: NoteKind, who: str | None = None, text: str | None = None, terminal: str | None = None
    ) -> None:
        """Record the console's own act in the rehearsal's journal."""
        self.table.station.note(kind, who, text, terminal)

    def show(self) -> None:
        self.table.station.show()

    def _on_shown(self, shown_table: ShownTable, before: Table, view_before: View) -> None:
        if shown_table.job is not None:
            self.jury.judge(shown_table.job, shown_table, before, view_before)
            self.cast.look(shown_table.view)
            if (sent := self.cast.at_once(shown_table.view)) is not None:
                self.table.station.receive(*sent)
        self._sink(replace(shown_table, view=veiled_view(shown_table.view)) if self.hides else shown_table)

    # --- what only a rehearsal has ----------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """Whether the rehearsal is over, and has its :attr:`result`."""
        return self.result is not None

    @property
    def reports(self) -> tuple[ColleagueWords, ...]:
        return self.mishaps.reports

    @property
    def hides(self) -> bool:
        """Whether outcome and clause must be hidden now."""
        return self.belief.hides

    @property
    def asks_outcome(self) -> tuple[str, ...]:
        """The outcomes from which the person must choose now; empty without a question."""
        return self.belief.asks

    @property
    def asks_whether(self) -> bool:
        """Whether something went wrong, and nobody has said yet whether it must be reported."""
        return bool(self.people) and not self.ended and not self.mishaps.is_handled

    @property
    def due(self) -> str | None:
        return self.jury.due

    @property
    def awaits_person(self) -> bool:
        """Whether it is a person's move: nothing goes on without a press."""
        if self.ended or not self.people:
            return False
        if self.asks_outcome or self._awaits_words or (self.is_held and self._patience is None):
            return True
        prompt = self.table.view.prompt
        if prompt.actor is Actor.SYSTEM or Role(prompt.actor) not in self.people:
            return False
        return self.cast.by_person(self.table.view, self.table.table, self.mishaps.last) is not None

    def believe(self, outcome: str) -> StatedOutcome:
        """Take the outcome that the person states, and let the held lines through."""
        self._touched_at = self.table.now
        return self.belief.state_outcome(outcome)

    def announce(self) -> None:
        if self.due is not None:
            self._touched_at = self.table.now
            self.jury.announce()

    def leave(self) -> None:
        self._end("left")

    def turn(self) -> float:
        """Do what is due; returns the seconds until something may be due again."""
        self.table.drain()
        if self.ended:
            return GIVES_UP
        self.table.look_after_disk()
        self._slip_if_due()
        if self._is_over():
            self._end("played")
            return GIVES_UP
        if self._waits_in_vain():
            self._end("out_of_time")
            return GIVES_UP
        return self._act()

    def _slip_if_due(self) -> None:
        """Make the next mishap happen if its moment has come: by its device, or by a report."""
        if not self.mishaps.is_due:
            return
        mishap, place = self.mishaps.begin(), self.jury.expect()
        self.belief.expect()
        for act in acts_of(mishap, self.cast, self.table):
            self.table.do(act)
        self.table.drain()
        self.jury.put_down(self.mishaps.judge(), place)
        if mishap.row.kind is None and not self.people:
            self.mishaps.is_handled = True
        self.table.station.show()

    # --- its time -----------------------------------------------------------------------------------

    def _act(self) -> float:
        """Let devices and the console's people act, each a pace after its act became due."""
        if self.table.view.refused == Refusal.NOT_RECORDED and self.table.disk_is_full:
            return _LOOK  # An unrecorded event waits already and would come twice.
        if self._awaits_words and not self._bet_time_is_over:
            return _LOOK
        asked, now = self._question(), self.table.now
        if asked != self._asked:
            self._asked, self._asked_at = asked, now
        wait = self._asked_at + self._length() - now
        if wait > 0:
            return min(wait, _LOOK) if self._patience is not None else min(wait, self._pace)
        act = self._next_act()
        if act is None:
            return _LOOK
        self.table.do(act)
        self._slip_if_due()
        return 0.0

    def _question(self) -> tuple[object, ...]:
        view, cast = self.table.view, self.cast
        state = None if view.incident is None else (view.incident.id, view.incident.state)
        running = cast.wheel is not None and cast.wheel.runs
        return view.prompt, view.phase, view.bets, state, running, cast.late is not None

    def _length(self) -> float:
        """Seconds from a prompt to the act that answers it."""
        table = self.table.table
        if self.table.view.prompt.action != Action.WAIT or table.round is None:
            return self._pace
        matters = any(
            each.occasion_in(self.game.name) is Occasion.BET_TIME and each.round == table.round_number
            for each in self.script.wrong
        )
        whole = self.way is Way.UNDER_TIME or matters
        return float(table.round.lasts) if whole else self._pace * _BRIEF

    def _next_act(self) -> Act | None:
        """The console's act now; None if it waits for a person."""
        view, table, cast = self.table.view, self.table.table, self.cast
        if cast.late is not None:
            late, cast.late = cast.late, None
            return late
        if self._bet_time_is_over:
            return lines.Bets("closed")
        if self.is_held:
            return self._takes_in_hand()
        prompt = view.prompt
        role = None if prompt.actor is Actor.SYSTEM else Role(prompt.actor)
        unsaid = prompt.action == Action.AUTHORISE and bool(self.asks_outcome)
        if role is not None and role not in self.people and not unsaid:
            line = cast.by_person(view, table, self.mishaps.last)
            if line is not None:
                return line
        return cast.by_itself(view)

    @property
    def _bet_time_is_over(self) -> bool:
        """Whether a real game server would close the bets now: under time it waits for nobody."""
        table = self.table.table
        if self.way is not Way.UNDER_TIME or not table.bet_time or table.round is None:
            return False
        return table.round.passed(self.table.utc) >= table.round.lasts

    @property
    def is_held(self) -> bool:
        """Whether play is stopped because something went wrong and nobody has done anything about it."""
        if self.mishaps.is_handled or self.mishaps.last is None:
            return False
        if self._patience is None or not self.people:
            return True
        return self.table.table.halted or self.table.now - self.mishaps.at < self._patience

    @property
    def _awaits_words(self) -> bool:
        """Whether play waits for the pit boss's due announcement to the players."""
        if self.due is None or self.ended:
            return False
        return self._patience is None or self.table.now - self.jury.due_at < ALOUD

    def _takes_in_hand(self) -> Act | None:
        """The report by the console's dealer, if no dealer rehearses; else, late, by its pit boss."""
        view, table, cast = self.table.view, self.table.table, self.cast
        late = self._patience is not None and self.table.now - self.mishaps.at >= self._patience
        if not self.people:
            by = Role.DEALER
        elif late and Role.PIT_BOSS not in self.people:
            by = Role.PIT_BOSS
        else:
            return None
        if view.prompt.action in (Action.REMOVE_BALL, Action.SPIN) and by is Role.DEALER:
            return cast.by_person(view, table, self.mishaps.last)
        return cast.report(table, self.mishaps.last, cast.people[by])

    # --- its end --------------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        """Whether every mishap has happened and is settled, and its round is over."""
        table = self.table.table
        if not self.mishaps.count or not self.mishaps.are_over or self.belief.holds_any:
            return False
        if table.halted or table.incidents.waiting or self.table.disk_is_full or self.cast.late is not None:
            return False
        if self._awaits_words:
            return False
        if table.phase in (Phase.SHOE, Phase.WHEEL, Phase.CLOSED):
            return self.mishaps.is_handled
        if self.table.view.prompt.action != Action.AWAIT_BETS or self.is_held:
            return False
        return not self.mishaps.waits_for_round

    def _waits_in_vain(self) -> bool:
        since = max(self._touched_at, self.mishaps.at, self._asked_at)
        return self.table.now - since > GIVES_UP

    def _end(self, how: End) -> None:
        if not self.ended:
            self.jury.put_down(Ended(self.table.now, self.table.view.entry, how=how))
            self.result = self._result(how)

    @property
    def abandoned_result(self) -> RehearsalResult:
        """The result if nobody ends the rehearsal, without its duration."""
        return replace(self._result("left"), lasted=0.0)

    def _result(self, how: End) -> RehearsalResult:
        course = self.jury.course
        done = score(course)
        return RehearsalResult(
            rehearsal=self.rehearsal.name,
            kind=self.script.kind,
            game=self.script.game,
            rules=self.rulebook.id,
            way=self.way,
            people=self.people,
            began=self.table.began.astimezone(UTC),
            lasted=self.table.now,
            passed=done.passed,
            score=done.points,
            lines=done.lines,
            course=course,
            ended=how,
        )


def beginning(game: Game, script: Script, people: dict[Role, str]) -> Table:
    """The table at the beginning of a rehearsal: about to open, or closed if its preparation is rehearsed."""
    signed_in = tuple(PersonAtTable(people[role], role) for role in (Role.DEALER, Role.PIT_BOSS))
    prepared = any(
        each.occasion_in(game.name) in (Occasion.SHUFFLE, Occasion.INSPECTION) for each in script.wrong
    )
    table = replace(Table() if prepared else ready(game), people=signed_in)
    table = replace(table, console=replace(table.console, origin=JournalOrigin.REHEARSAL))
    if prepared or game.cards is None or script.left is None:
        return table
    return replace(table, shoe=table.shoe.draw_unseen(max(0, table.shoe.left - script.left)))


def _raise(error: Exception) -> None:
    raise error
