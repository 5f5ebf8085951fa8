"""Somebody at a rehearsal's real windows: what is pressed is pressed there, nothing is said past them.

The person knows the rulebook's answer, or is wrong in one named way; the run is only looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from console.base.words import LANGUAGES, Words
from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.commands.rehearsals import Playing, RehearsalOptions, Repertoire
from console.rehearsals.exam import Exam
from console.rehearsals.proficiency.record_file import RehearsalRecords
from console.rehearsals.result import RehearsalResult, Way
from console.rehearsals.right_answer import true_report
from console.rehearsals.script import Rehearsal, built_in_rehearsals
from console.rehearsals.ui.rehearsal_session import RehearsalSession
from console.rehearsals.ui.rehearsal_window import RehearsalWindow
from console.table.core import Action, Actor, Person, Role, SetClock, lines
from console.table.game import load_rulebook
from console.table.people import people
from console.table.people.table_people import TrainingPeople
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import Button
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.painted import painted

MOST: Final = 1_500
"""Looks at a rehearsal until it has to be over."""
THINKS: Final = 0.9
"""Seconds from look to look."""


class Hands:
    """A person who rehearses, with eyes on the screen and the rulebook in mind."""

    def __init__(self, theatre: RehearsalSession, repertoire: Repertoire, clock: SetClock) -> None:
        self.theatre, self.repertoire, self.clock = theatre, repertoire, clock
        self.wrong = ""
        """The way in which the person is wrong: ``kind``, ``belief``, ``idle``; empty if all is right."""
        self.presses = 0

    @property
    def window(self) -> RehearsalWindow:
        assert self.theatre.window is not None, "a rehearsal is under way"
        return self.theatre.window

    @property
    def run(self) -> RehearsalRun:
        playing = self.theatre.playing
        assert isinstance(playing, Playing)
        return playing.run

    def begin(self, person: Person, name: str, part: str = "") -> None:
        """Sign in, choose, and begin, by the start's own presses."""
        desk = self.theatre.desk
        desk.sign_in.hide()
        desk.enter(person)
        desk.start.choose_offer(name)
        if part:
            desk.start.set_part(type(desk.start.part)(part))
        QTest.mouseClick(desk.start.primary, Qt.MouseButton.LeftButton)
        self.window.resize(1280, 800)

    def until_slipped(self) -> None:
        """Until it has gone wrong."""
        for _ in range(MOST):
            self.look()
            if self.run.mishaps.count or self.run.ended:
                return
            self.act()
        raise AssertionError("nothing goes wrong")

    def play(self) -> RehearsalResult:
        """Play a rehearsal to its end; in an exam the rehearsal that is under way."""
        run, window = self.run, self.window
        for _ in range(MOST):
            if self.theatre.window is not window:
                break
            self.look()
            if self.theatre.window is window:
                self.act()
        result = run.result
        assert result is not None, run.table.session.view().prompt
        return result

    def look(self) -> None:
        """Let time pass, and the windows show what came of it."""
        self.clock.advance(THINKS if self.wrong != "idle" or not self.run.mishaps.count else 5.0)
        for _ in range(20):
            if self.theatre.window is None or self.window.run.turn() > 0 or self.run.ended:
                break
        if self.theatre.window is not None:
            self.window.turn()
        QCoreApplication.processEvents()

    def press(self, target: QAbstractButton) -> None:
        """Touch it, where it can be touched."""
        assert target.isVisible() and target.isEnabled(), target.text()
        self.presses += 1
        QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        QCoreApplication.processEvents()

    # --- what is done ---------------------------------------------------------------------------

    def act(self) -> None:
        """Do what the screen asks for, if it asks this person for anything."""
        window, screen = self.window, self.window.dealer
        nothing = (
            self.run.mishaps.last is not None and self.run.mishaps.last.row.kind is None and not self.wrong
        )
        if screen.presses.confirmation.isVisible():
            self.clock.advance(0.5)
            self.press(menu_rows(screen.presses.confirmation)[-1])
        elif window.note.isVisible() and window.note.nothing_key.isVisible() and nothing:
            self.press(window.note.nothing_key)
        elif window.note.isVisible():
            self.press(window.note.close_key)
        elif window.belief.isVisible():
            self.believe()
        elif window.announced_key.isVisible():
            self.press(window.announced_key)
        elif self.wrong == "idle" and self.run.mishaps.count:
            return
        else:
            stage = screen.incident_stage
            act: dict[Stage, Callable[[], None]] = {
                Stage.KIND: self._choose_kind,
                Stage.FACT: self._answer,
                Stage.OUTCOME: self._authorise,
            }
            act.get(stage, self._follow)()

    def believe(self) -> None:
        belief = self.window.belief
        if belief.believed is not None:
            self.press(belief.primary)
            return
        right = self.right_outcomes()
        wanted = [
            at for at, each in enumerate(belief.outcomes_asked) if (each in right) != (self.wrong == "belief")
        ]
        self.press(belief.tiles[wanted[0]])

    def right_outcomes(self) -> tuple[str, ...]:
        answer = self.run.belief.answer()
        return answer.outcomes or ("play_on",)

    @property
    def truth(self) -> tuple[str, dict[str, Any]] | None:
        """The whole report that is due, its kind and facts, or None."""
        from msgspec.structs import replace

        run = self.run
        if run.mishaps.last is None:
            return None
        table = run.table.table
        bare = replace(table, incident=None, incidents=replace(table.incidents, waiting=()))
        return true_report(run.game, bare, run.mishaps.last)

    def _choose_kind(self) -> None:
        zone, truth, view = self.window.dealer.incident.zone, self.truth, self.window.people_here.view
        assert view is not None
        kinds = zone.kinds
        for _ in range(5):
            shown = kinds.page_kinds(view)
            there = [at for at, kind in enumerate(shown) if kind and kinds.tiles[at].isEnabled()]
            if self.wrong == "kind":
                there = [at for at in there if truth is None or shown[at] != truth[0]]
            elif truth is not None:
                there = [at for at in there if shown[at] == truth[0]]
            if there:
                self.press(kinds.tiles[there[0]])
                return
            if "" not in shown and not kinds.is_later_page:
                break
            painted()
            self.clock.advance(0.5)
            screen = self.window.dealer
            self.press(kinds.tiles[shown.index("")] if "" in shown else screen.incident.bar.back)
            painted()
            self.clock.advance(0.5)
        screen = self.window.dealer
        if screen.incident.bar.withdraw.isHidden():
            self.press(screen.incident.bar.back)
            return
        self.press(screen.incident.bar.withdraw)
        if screen.presses.confirmation.isVisible():
            self.press(screen.presses.confirmation.findChildren(Button)[-1])
            return
        self.press(screen.incident.zone.deciding.reasons[0])
        self.press(screen.incident.bar.primary)

    def _answer(self) -> None:
        facts, truth = self.window.dealer.incident.zone.facts, self.truth
        known = {} if truth is None else truth[1]
        slipped = self.run.mishaps.last
        known = {**known, **({} if slipped is None else slipped.facts)}
        if facts.ways:
            fitting = [at for at, way in enumerate(facts.ways) if way.items() <= known.items()]
            self.press(facts.answer_tiles[(fitting or [0])[0]])
            return
        fact = self.run.table.session.view().prompt.fact
        if facts.values:
            fitting = [at for at, value in enumerate(facts.values) if known.get(str(fact)) == value]
            self.press(facts.answer_tiles[(fitting or [0])[0]])
            return
        self._type(str(known.get(str(fact), 20)))

    def _type(self, figures: str) -> None:
        """Type a number and Enter, each key once all is painted: one that is let go makes another number."""
        painted()
        for figure in figures:
            self.clock.advance(0.5)
            QTest.keyClicks(self.window.dealer, figure)
        painted()
        self.clock.advance(0.5)
        QTest.keyClick(self.window.dealer, Qt.Key.Key_Return)
        self.presses += 1

    def _authorise(self) -> None:
        screen, view = self.window.dealer, self.window.people_here.view
        assert view is not None
        incident = view.view.incident
        if Role.PIT_BOSS not in self.run.people:
            return  # whom the console plays decides
        if incident is not None and incident.choices:
            deciding = screen.incident.zone.deciding
            ready = [key for key in screen.incident.bar.choices if key.isVisible() and key.isEnabled()]
            reasons = [tile for tile in deciding.reasons if tile.isVisible()]
            if ready:
                self.press(ready[0])
            elif deciding.reason is None and reasons:
                self.press(reasons[0])
            else:
                self.press(screen.incident.bar.primary)
        elif screen.incident.bar.primary.isVisible() and screen.incident.bar.primary.isEnabled():
            self.press(screen.incident.bar.primary)

    def _follow(self) -> None:
        """A dealer's or a pit boss's prompt, or what went wrong and waits to be reported."""
        run, screen = self.run, self.window.dealer
        view = run.table.session.view()
        prompt, table = view.prompt, run.table.table
        mine = prompt.actor is not Actor.SYSTEM and Role(prompt.actor) in run.people
        at_once = prompt.action == Action.REMOVE_BALL and Role.DEALER in run.people
        reports = run.is_held and table.incident is None and not at_once
        reported = reports and self.truth is not None
        invents = self.wrong == "kind" and self._reports_nothing()
        few = mine and prompt.action == Action.SPIN and self._few_turns()
        if _there(screen.bar.wrong) and (invents or reported or few):
            self.press(screen.bar.wrong)
        elif mine and prompt.action in (Action.ENTER_NUMBER, Action.CONFIRM_NUMBER):
            line = run.cast.by_person(view, table, run.mishaps.last)
            assert isinstance(line, lines.Number)
            self._type(str(line.number))
        elif mine and prompt.whole_count is not None:
            self._type(str(prompt.whole_count))
        elif mine and _there(screen.bar.primary):
            self.press(screen.bar.primary)

    def _reports_nothing(self) -> bool:
        """Whether nothing is to be reported of what went wrong, and nothing has been."""
        mishap, table = self.run.mishaps.last, self.run.table.table
        return mishap is not None and mishap.row.kind is None and table.incidents.reported == 0

    def _few_turns(self) -> bool:
        mishap = self.run.mishaps.last
        return mishap is not None and mishap.slip == "ball_few_turns" and self.run.is_held


def _there(button: Button) -> bool:
    return button.isVisible() and button.isEnabled()


# --- a rehearsal from its start to its end ------------------------------------------------------------


class RehearsalCase(NamedTuple):
    """A rehearsal, and how it is played."""

    name: str
    rules: str
    language: str
    part: str
    way: Way


WRONG: Final = ("kind", "idle", "belief")
"""The ways of being wrong: another kind is reported, nothing is done, another outcome is said."""
NOT_NAMED: Final = (("roulette-ball-in-bet-time", "dealer"), ("roulette-ball-with-wheel", "dealer"))
"""Where no kind is chosen and no outcome asked: by taking the ball out the dealer has reported it."""
GIVEN: Final = {"dealer": "D1", "pit_boss": "P1"}


def cases(rehearsals: Iterable[Rehearsal], *, every: bool = False) -> list[RehearsalCase]:
    """Each rehearsal once, or under ``every`` rulebook; languages, rulebooks, parts and ways by turns."""
    found = []
    for at, each in enumerate(rehearsals):
        rulebooks = each.rulebooks()
        for turn in range(at, at + len(rulebooks)) if every else (at,):
            part = ("pit_boss", "dealer")[turn % 2]
            way = (Way.GUIDED, Way.ALONE, Way.UNDER_TIME)[turn % 3]
            language, rules = LANGUAGES[turn % len(LANGUAGES)], rulebooks[turn % len(rulebooks)]
            found.append(RehearsalCase(each.name, rules, language, part, way))
    return found


@contextmanager
def theatre_of(rules: str, language: str, way: Way = Way.GUIDED) -> Iterator[Hands]:
    """A desk with what can be rehearsed under a rulebook, a clock that is moved, and hands."""
    clock = SetClock()
    options, listed = RehearsalOptions(rules, language, way=way), people(language)
    with TemporaryDirectory() as folder:
        records = RehearsalRecords(Path(folder) / "people.rehearsals")
        repertoire = Repertoire(options, load_rulebook(rules), clock, listed, records, lambda paper: b"%PDF")
        yield from _opened(repertoire, listed, language, clock)


def _opened(
    repertoire: Repertoire, listed: TrainingPeople, language: str, clock: SetClock
) -> Iterator[Hands]:
    theatre = RehearsalSession(repertoire, listed, Words(language))
    theatre.open()
    theatre.desk.resize(1280, 800)
    try:
        yield Hands(theatre, repertoire, clock)
    finally:
        theatre.close()
        theatre.desk.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def given(language: str, who: str) -> Person:
    """Somebody to practise as."""
    return next(each.person for each in people(language).practice_people if each.person.id == who)


def result_by_hands(case: RehearsalCase, wrong: str = "") -> RehearsalResult:
    """The result of a rehearsal that is played by its windows' own presses.

    Where nothing is to be reported there is one way of being wrong: to report something.
    """
    nothing = next(each.script.kind is None for each in built_in_rehearsals() if each.name == case.name)
    wrong = "kind" if wrong and nothing else wrong
    if wrong in ("kind", "belief") and (case.name, case.part) in NOT_NAMED:
        wrong = "idle"
    way = Way.ALONE if wrong == "belief" and case.way is Way.GUIDED else case.way
    with theatre_of(case.rules, case.language, way) as hands:
        hands.wrong = wrong
        hands.repertoire.series = lambda person, first: Exam((first,))  # type: ignore[method-assign]
        hands.begin(given(case.language, GIVEN[case.part]), case.name)
        return hands.play()
