"""Runs rehearsals in their windows until the person quits: the desk, and a window for each rehearsal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import msgspec
from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtWidgets import QWidget

from console.base.errors import WordedError
from console.base.plain_text import WriteTarget
from console.base.words import Words
from console.rehearsals.commands.rehearsals import Failure, Playing, Repertoire
from console.rehearsals.exam import Exam
from console.rehearsals.result import RehearsalResult, Way
from console.rehearsals.ui.matrix_page import MatrixPage
from console.rehearsals.ui.rehearsal_desk import RehearsalChoice, RehearsalDesk
from console.rehearsals.ui.rehearsal_window import RehearsalWindow
from console.rehearsals.ui.start_page import OfferedRehearsal
from console.table.core import Person, Role
from console.table.people import People
from console.table.ui.kit import fill_screen, show_fitting
from console.table.ui.page import Page, SaveScreen
from console.table.ui.window import Bridge, TableSetup


class RehearsalSession(QObject):
    def __init__(self, house: Repertoire, people: People, words: Words) -> None:
        super().__init__()
        self._house, self._people = house, people
        self.desk = RehearsalDesk(
            people, words, house.clock, offers=self._offers, about=house.about, badges=house.badges
        )
        for page in (self.desk.start, self.desk.debriefing, self.desk.exam_page):
            page.printer = house.printer
        self.desk.began.connect(self.play)
        self.desk.matrix_asked.connect(self._show_matrix)
        self.desk.certificate_asked.connect(self._save_certificate)
        name, way, part = house.choice
        self.desk.choose(name, way, part)
        self.playing: Playing | None = None
        """The last begun rehearsal; its table exists until the next one begins."""
        self.exam: Exam | None = None
        """The series that it belongs to, if any."""
        self._played: list[Playing] = []
        """The finished ones of the series; their tables exist until another series begins."""
        self._failure: Failure | None = None
        self.window: RehearsalWindow | None = None

    # --- what the desk asks ---------------------------------------------------------------------

    def _offers(self, person: Person) -> tuple[OfferedRehearsal, ...]:
        """All rehearsals, with those that a person should do today."""
        due = self._house.due(person)
        every = sorted(self._house.every, key=lambda each: due.index(each.name) if each.name in due else 999)
        return tuple(
            OfferedRehearsal(
                each.name,
                each.script.game,
                each.script.kind,
                str(each.script.wrong[0].slip),
                each.script.minutes,
                each.name in due,
                tuple(each.script.wrong[0].facts.items()),
            )
            for each in every
        )

    # --- a rehearsal ----------------------------------------------------------------------------

    def open(self) -> None:
        self._show(self.desk)
        self.desk.begin()

    def play(self, choice: RehearsalChoice) -> None:
        """Play the chosen rehearsal; with a time limit, a series that begins with it."""
        self._let_go()
        self.exam, self._failure = None, None
        if choice.way is Way.UNDER_TIME and self.desk.person is not None:
            self.exam = self._house.series(self.desk.person, choice.offer.name)
        name = choice.offer.name if self.exam is None else self.exam.following
        assert name is not None, "an exam has a first one"
        self._play(name, choice.way, choice.people)

    def _play(self, name: str, way: Way, people: dict[Role, Person], place: QRect | None = None) -> None:
        """Play one, in its own window over the desk, or in the place of the one before it."""
        bridge, words = Bridge(), self.desk.words
        people = {role: self._as_spoken(person) for role, person in people.items()}
        language = next(iter(people.values())).language if people else words.language
        playing = self.playing = self._house.begin(
            name, way, people, bridge.table_shown.emit, bridge.fail, language, exam=self.exam
        )
        setup = TableSetup(
            playing.config, self._house.rulebook, self._house.clock, self._people, dict(playing.persons)
        )
        self.window = RehearsalWindow(playing.run, bridge, setup, played=people, language=words.language)
        self.window.ended.connect(self._over)
        if self.exam is not None:
            self.window.count(self.exam.number, len(self.exam.rehearsals))
        self._show(self.window)
        if place is not None:
            self.window.setGeometry(place)
        self.desk.hide()
        self.window.begin()

    def _as_spoken(self, person: Person) -> Person:
        """The person with the language chosen at the desk: a table speaks to each in theirs."""
        at_desk = self.desk.person
        if at_desk is None or person.id != at_desk.id:
            return person
        return msgspec.structs.replace(person, language=self.desk.words.language)

    def _over(self, result: RehearsalResult | None) -> None:
        """The rehearsal is over: store its result and show it."""
        window, playing = self.window, self.playing
        assert window is not None and playing is not None, "one was under way"
        if result is not None and self.exam is not None:
            result = msgspec.structs.replace(result, sitting=self.exam.sitting)
        self.desk.resize(window.size())
        if window.words.language != self.desk.words.language:
            self.desk.speak(window.words.language)
        exam = self.exam if self.exam is None or result is None else self.exam.with_result(result)
        goes_on = None if exam is None or result is None else exam.following
        if goes_on is None:
            self._show(self.desk)
        place = window.geometry()
        window.put_down()
        window.hide()
        QTimer.singleShot(0, window, window.deleteLater)
        self.window = None
        if result is None:
            self.desk.show_start()
            return
        self._failure = self._house.keep(result) or self._failure
        if exam is None:
            self.desk.show_result(result, playing.story)
            page: Page = self.desk.debriefing
        else:
            self.exam = exam
            self._played.append(playing)
            if goes_on is not None:
                self._play(goes_on, result.way, window.played, place)
                return
            self.desk.show_exam(exam, [each.story for each in self._played])
            page = self.desk.exam_page
        if self._failure is not None:
            page.say(self._failure[0], **self._failure[1])

    # --- what is saved ----------------------------------------------------------------------------

    def _show_matrix(self, person: Person) -> None:
        page = self.matrix
        page.set_words(self.desk.words)
        try:
            page.show_matrix(self._house.matrix(), person, self._house.about(self.desk.words))
        # The records or the people are unreadable: the message stands where they were asked for.
        except WordedError as error:
            self.desk.start.say(error.key, **error.slots)
            return
        self.desk.show_page(page)

    @cached_property
    def matrix(self) -> MatrixPage:
        page = MatrixPage(self.desk.words, self._house.clock, self.desk)
        self.desk.add_page(page)
        page.left.connect(self.desk.show_start)
        page.menu_requested.connect(self.desk.open_menu)
        page.save_asked.connect(self._save_matrix)
        return page

    @cached_property
    def save(self) -> SaveScreen:
        screen = SaveScreen(self._house.folder, self.desk.words, self.desk)
        screen.set_unit(self.desk.u)
        screen.language_requested.connect(self._speak_next)
        return screen

    def _speak_next(self) -> None:
        self.desk.speak(self.desk.words.next_language)
        self.save.set_words(self.desk.words)

    def _save_matrix(self, kind: str) -> None:
        self._ask(f"rehearsals.{kind}", kind, self.matrix, self._house.write_matrix)

    def _save_certificate(self, person: Person) -> None:
        words = self.desk.words
        self._ask(
            f"{person.id}.pdf", "pdf", self.desk.start,
            lambda target, _: self._house.write_certificate(person, target, words),
        )  # fmt: skip

    def _ask(
        self, name: str, kind: str, page: Page, write: Callable[[WriteTarget, Words], Failure | None]
    ) -> None:
        def wrote(target: WriteTarget) -> None:
            failure = write(target, self.desk.words)
            if failure is None:
                page.say("rehearsal.screen.saved", file=target.path.name)
            else:
                page.say(failure[0], **failure[1])

        self.save.set_words(self.desk.words)
        self.save.ask(name, (kind,), wrote)

    def _show(self, window: QWidget) -> None:
        if self._house.full_screen:
            fill_screen(window)
        elif not window.isVisible():
            show_fitting(window)
        window.activateWindow()  # Without a window manager nobody else activates it.

    def _let_go(self) -> None:
        for playing in {
            id(each): each for each in (*self._played, self.playing) if each is not None
        }.values():
            playing.close()
        self.playing, self._played = None, []

    def close(self) -> None:
        """Close everything; a rehearsal that is still played was left, which is on record."""
        if self.window is not None:
            self.window.leave()
        self.desk.hide()
        self._let_go()


def run_rehearsals(house: Repertoire, people: People, words: Words) -> int:
    """Show rehearsals until the person quits; returns how the application ended."""
    from console.supervisor.ui.review import application
    from console.table.ui.kit import end, install, run, touch_typing

    running = application()
    running.setQuitOnLastWindowClosed(False)  # The desk hides for a table, and is shown again after it.
    touch_typing(running)
    install()
    theatre = RehearsalSession(house, people, words)
    theatre.desk.quit_asked.connect(partial(running.exit, 0))
    theatre.open()
    done = run(running)
    theatre.close()
    end()
    return done
