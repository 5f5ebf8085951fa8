"""The pages around a rehearsal: the sign-in, the choice, the result, in one window, one at a time. It reports
the choice, and is given the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLocale, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QResizeEvent

from console.base.words import Words
from console.rehearsals.exam import Exam
from console.rehearsals.result import RehearsalResult, Way
from console.rehearsals.ui.debriefing_page import DebriefingPage
from console.rehearsals.ui.exam_page import ExamPage
from console.rehearsals.ui.score_words import scored_note
from console.rehearsals.ui.start_page import OfferedRehearsal, PlayedPart, StartPage, offer_name
from console.supervisor.review import Story
from console.supervisor.ui.review import ReplayScreen
from console.table.core import Clock, Mode, Person, Role
from console.table.people import BadgeForm, People
from console.table.ui.dealer import ModeFrame, paint_bar, paint_mode
from console.table.ui.hands import PressGuard
from console.table.ui.kit import NOT_GUARDED, Menu, MenuRow, Surface, fill, language_rows, show_keys, theme
from console.table.ui.page import Page
from console.table.ui.sign_in import IgnoredBadges, Purpose, SignInScreen
from console.table.ui.signs import Sign


class RehearsalChoice(NamedTuple):
    """A person's choice: the rehearsal, the way of playing it, and the player of each part."""

    offer: OfferedRehearsal
    way: Way
    people: dict[Role, Person]


class DebriefReplay(ReplayScreen):
    """The replay of a rehearsal, marked as one, with the score's lines at their moments."""

    mode = Mode.REHEARSAL
    filmed = False
    back_key = "rehearsal.button.debriefing"
    result: RehearsalResult | None = None
    _saying = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 shows the keys; the rest as in every replay."""
        if event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self._words), self._words)
        else:
            super().keyPressEvent(event)

    def go_to(self, moment: int) -> None:
        super().go_to(moment)
        note = self._note()
        if note and not self._saying:
            self._saying = True
            self.say(note)
            self._saying = False

    def set_words(self, words: Words, market: Words) -> None:
        super().set_words(words, market)
        if self.story is not None:
            self.go_to(self.playback.moment)

    def _note(self) -> str:
        """The score's line for the shown moment, the last one if there are several."""
        if self.result is None or self.story is None:
            return ""
        numbers, at = [moment.number for moment in self.story.moments], self.playback.moment
        following = numbers[at + 1] if at + 1 < len(numbers) else float("inf")
        there = [each for each in self.result.course if numbers[at] <= each.entry < following]
        notes = [note for note in (scored_note(self._words, each) for each in there) if note]
        return notes[-1] if notes else ""


class _Top(Surface):
    """The bar of a rehearsal over the sign-in screen, which has none of its own."""

    def __init__(self, words: Words, parent: Surface) -> None:
        super().__init__(parent)
        self.words = words
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paint(self, painter: QPainter) -> None:
        paint_bar(painter, QRectF(0, 0, self.wide, self.high), Mode.REHEARSAL)
        paint_mode(painter, Mode.REHEARSAL, self.high, self.words)


class RehearsalDesk(Surface):
    """Sign-in, start, result and its replay, in the frame of a rehearsal."""

    began = Signal(object)
    """A person wants to rehearse, as a :class:`RehearsalChoice` says."""
    matrix_asked = Signal(object)
    """A supervisor wants to see who has rehearsed what."""
    certificate_asked = Signal(object)
    """A person wants a page of what they have passed."""
    quit_asked = Signal()

    def __init__(
        self,
        people: People,
        words: Words,
        clock: Clock,
        *,
        offers: Callable[[Person], Iterable[OfferedRehearsal]],
        about: Callable[[Words], tuple[str, ...]],
        badges: BadgeForm | None = None,
    ) -> None:
        """``offers`` gives all rehearsals, with a person's due ones; ``about`` gives the rules, for the bar.
        ``badges``: how the house's reader types, if measured.
        """
        super().__init__()
        self.words, self._offers, self._about, self._clock = words, offers, about, clock
        self.person: Person | None = None
        self.wanted: RehearsalChoice | None = None
        """The last begun rehearsal, as it was wanted."""
        self._story: Callable[[], Story | None] = lambda: None
        self.sign_in = SignInScreen(people, words, self)
        self.start = StartPage(words, clock, self)
        self.debriefing = DebriefingPage(words, clock, self)
        self.exam_page = ExamPage(words, clock, self)
        self._stories: Sequence[Callable[[], Story | None]] = ()
        """The rehearsals of the shown exam."""
        self.replay: DebriefReplay | None = None
        self.pages: list[Surface] = [self.start, self.debriefing, self.exam_page]
        self.menu = Menu(NOT_GUARDED, self, lambda: self.words, theme.STATUS_HEIGHT)
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        self.badges = IgnoredBadges(self, guard, self._say_on_page, badges)
        self._top = _Top(words, self)
        self._frame = ModeFrame(self)
        self._frame.show_mode(Mode.REHEARSAL)
        self._asked: tuple[OfferedRehearsal, Way, PlayedPart] | None = None
        self.setWindowTitle(words.text("mode.rehearsal"))
        self._connect()
        for page in self.pages:
            page.hide()

    def _connect(self) -> None:
        self.sign_in.verified.connect(self._take_sign_in)
        self.sign_in.cancelled.connect(self._not_signed_in)
        self.sign_in.language_chosen.connect(self.speak)
        self.start.began.connect(self._wants)
        self.start.quit_asked.connect(self.quit_asked)
        self.start.matrix_asked.connect(lambda: self.matrix_asked.emit(self.person))
        self.start.certificate_asked.connect(lambda: self.certificate_asked.emit(self.person))
        self.debriefing.left.connect(self._leave_debriefing)
        self.exam_page.left.connect(self.show_start)
        self.exam_page.result_asked.connect(self._look)
        self.debriefing.again.meant.connect(self.play_again)
        self.debriefing.next_asked.connect(self.next)
        self.debriefing.moment_asked.connect(self.show_replay)
        for page in (self.start, self.debriefing, self.exam_page):
            page.menu_requested.connect(self.open_menu)
            page.language_requested.connect(self._next_language)

    # --- who, and what ------------------------------------------------------------------------

    def begin(self) -> None:
        self.person = None
        self.show_page(None)
        self.sign_in.set_words(self.words)
        self.sign_in.setGeometry(self.rect())
        self.sign_in.ask(Purpose.REHEARSAL)
        self._raise()

    def choose(self, name: str, way: Way, part: str | None) -> None:
        """Choose this rehearsal once a person has signed in; an empty name means today's first."""
        self.start.way = way
        if part is not None:
            self.start.part = PlayedPart(part)
        self._first = name

    _first = ""

    def enter(self, person: Person) -> None:
        self.person = person
        self.speak(person.language)
        self.show_start()
        if self._first:
            self.start.choose_offer(self._first)

    def _take_sign_in(self, person: Person) -> None:
        asked = self._asked
        if asked is None or self.person is None:
            self.sign_in.hide()
            self.enter(person)
            return
        if person.id == self.person.id or person.role is self.person.role:
            self.sign_in.ask(Purpose.PARTNER)  # The partner plays the other of the two parts.
            return
        self.sign_in.hide()
        self._asked = None
        people = {Role(each.role): each for each in (self.person, person)}
        self._begin(RehearsalChoice(asked[0], asked[1], people))

    def _not_signed_in(self) -> None:
        if self._asked is not None:
            self._asked = None
            self.show_start()
        else:
            self.quit_asked.emit()

    def show_start(self) -> None:
        assert self.person is not None, "somebody has signed in"
        self.start.show_offers(self.person, self._offers(self.person), self._subject)
        self.show_page(self.start)

    def _wants(self, offer: OfferedRehearsal, way: str, part: str) -> None:
        """A person wants to rehearse; if two people play both parts, the other one signs in too."""
        assert self.person is not None, "somebody has signed in"
        if part == PlayedPart.BOTH:
            self._asked = (offer, Way(way), PlayedPart(part))
            self.sign_in.setGeometry(self.rect())
            self.sign_in.ask(Purpose.PARTNER)
            self._raise()
            return
        self._begin(RehearsalChoice(offer, Way(way), {Role(part): self.person}))

    def _begin(self, choice: RehearsalChoice) -> None:
        self.wanted = choice
        self.began.emit(choice)

    # --- afterwards ---------------------------------------------------------------------------

    def show_result(self, result: RehearsalResult, story: Callable[[], Story | None]) -> None:
        """Show the result of a rehearsal; ``story`` replays it."""
        self._story = story
        name = self._following_name(result)
        self.debriefing.show_result(result, self.person, self._subject, name)
        self.show_page(self.debriefing)

    def show_exam(self, exam: Exam, stories: Sequence[Callable[[], Story | None]]) -> None:
        """Show the result of a series; ``stories`` replay its rehearsals, as many as were played."""
        assert self.person is not None, "somebody has signed in"
        self._stories = stories
        offers = {each.name: each for each in self._offers(self.person)}
        listed = [offers[name] for name in exam.rehearsals]
        self.exam_page.show_exam(exam, listed, self.person, self._subject)
        self.show_page(self.exam_page)

    def _look(self, at: int) -> None:
        exam = self.exam_page.exam
        if exam is not None:
            self._story = self._stories[at]
            self.debriefing.show_result(exam.results[at], self.person, self._subject, of_exam=True)
            self.show_page(self.debriefing)

    def _leave_debriefing(self) -> None:
        if self.debriefing.of_exam:
            self.show_page(self.exam_page)
        else:
            self.show_start()

    @property
    def _subject(self) -> tuple[str, ...]:
        return self._about(self.words)

    def _following_name(self, result: RehearsalResult) -> str:
        """The name of the next rehearsal; only after a guided one it says what will happen."""
        following = self._following(result)
        if following is None:
            return ""
        if result.way is not Way.GUIDED:
            return self.words.text("rehearsal.screen.unnamed")
        return offer_name(following, self.words)

    def _following(self, result: RehearsalResult) -> OfferedRehearsal | None:
        if self.person is None:
            return None
        offers = self._offers(self.person)
        return next((each for each in offers if each.due and each.name != result.rehearsal), None)

    def play_again(self) -> None:
        if self.wanted is not None:
            self._begin(self.wanted)

    def next(self) -> None:
        """Play today's next one, with the same people in the same way."""
        result = self.debriefing.result
        following = self._following(result) if result is not None else None
        if following is None or self.wanted is None:
            self.show_start()
        else:
            self._begin(self.wanted._replace(offer=following))

    def show_replay(self, seconds: float) -> None:
        story, result = self._story(), self.debriefing.result
        if story is None or result is None or not story.moments:
            return
        if self.replay is None:
            market = Words(story.situation.rulebook.market)
            self.replay = DebriefReplay(self.words, market, self._clock, self)
            self.replay.file.hide()
            self.replay.left.connect(lambda: self.show_page(self.debriefing))
            self.replay.menu_requested.connect(self.open_menu)
            self.replay.language_requested.connect(self._next_language)
            self.pages.append(self.replay)
        self.replay.setGeometry(self.rect())
        self.replay.result = result
        self.replay.show_story(story, self.person)
        moment = max(
            (
                at
                for at, each in enumerate(story.moments)
                if (each.at - result.began).total_seconds() <= seconds + 0.001
            ),
            default=0,
        )
        self.replay.go_to(moment)
        self.show_page(self.replay)

    # --- pages and languages --------------------------------------------------------------------

    def add_page(self, page: Surface) -> None:
        page.setParent(self)
        page.hide()
        self.pages.append(page)

    def show_page(self, page: Surface | None) -> None:
        """Show one of the pages; None: only the sign-in."""
        for each in self.pages:
            each.setVisible(each is page)
        if page is not None:
            page.setGeometry(self.rect())
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        self._raise()

    def _say_on_page(self, key: str) -> None:
        for page in self.pages:
            if page.isVisible() and isinstance(page, Page):
                page.say(key)
            elif page.isVisible() and isinstance(page, ReplayScreen):
                page.say(self.words.text(key))

    def open_menu(self) -> None:
        """The menu: the languages, another person, the way out."""
        text = self.words.text
        rows = [*language_rows(self.words.language, self.speak)]
        rows.append(MenuRow(text("rehearsal.button.somebody_else"), Sign("places.sign_in"), self.begin))
        rows.append(MenuRow(text("menu.quit"), Sign("places.leave"), self.quit_asked.emit))
        heading = text("menu.title", name=self.person.name) if self.person is not None else ""
        self.menu.setGeometry(self.rect())
        self.menu.set_unit(theme.unit(self.width(), self.height()))
        self.menu.open(heading, tuple(rows))
        self._raise()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F9 at the menu speaks the next language, as on the pages beneath."""
        if event.key() == Qt.Key.Key_F9 and self.menu.isVisible():
            self._next_language()
        else:
            super().keyPressEvent(event)

    def _next_language(self) -> None:
        self.speak(self.words.next_language)

    def speak(self, language: str) -> None:
        self.words = Words(language)
        self.setLocale(QLocale(language))
        self.setWindowTitle(self.words.text("mode.rehearsal"))
        self._top.words = self.words
        self._top.update()
        debriefed = self.debriefing.result
        if debriefed is not None and self.debriefing.following:
            self.debriefing.following = self._following_name(debriefed)
        for page in self.pages:
            if isinstance(page, Page):
                page.about = self._subject if page.about else ()
                page.set_words(self.words)
        if self.replay is not None and self.replay.story is not None:
            self.replay.set_words(self.words, Words(self.replay.story.situation.rulebook.market))

    # --- Qt -------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))
        for page in (*self.pages, self.sign_in, self.menu):
            page.setGeometry(self.rect())
        self.put(self._top, QRectF(0, 0, self.wide, theme.STATUS_HEIGHT))
        self._raise()

    def _raise(self) -> None:
        self._frame.surround(QRectF(0, theme.STATUS_HEIGHT, self.wide, self.high - theme.STATUS_HEIGHT))
        self._frame.raise_all()
        self._top.words = self.words
        self._top.setVisible(not self.sign_in.isHidden())
        self._top.raise_()

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)

    def closeEvent(self, event: QCloseEvent) -> None:
        """A window that the window system closes quits."""
        self.quit_asked.emit()
