"""The floor's window: the wall, its lists sorted by need, and one table opened. Anybody nearby may watch it;
to take a call a person signs in with this machine's people file, and no PIN leaves it. The window passes each
press to its part, and never waits for the floor.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QLocale, QObject, QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import LANGUAGES, Words
from console.floor import texts
from console.floor.ui.announcements import WallAnnouncements
from console.floor.ui.desk_line import DeskLine
from console.floor.ui.frame import HEIGHT as KEYS_HEIGHT
from console.floor.ui.frame import FloorBar, Ground, KeyRow, ResultNote, summary_of
from console.floor.ui.preferences import NOBODY, Preferences, StoredPreferences
from console.floor.ui.wall_acts import AlarmActs, DutyActs, ReviewEntrance, WallParts, WallPresses, WallSignIn
from console.floor.ui.wall_keys import WallView
from console.floor.ui.wall_readings import FloorHistory, FloorReadings, HeadStore, HeardAlarms
from console.floor.ui.wall_review import HIGH as STRIP_HEIGHT
from console.floor.ui.wall_review import Part, ReviewOverWall, Reviews
from console.floor.ui.wall_tiles import GAP, WindowPlaces
from console.floor.ui.wall_views import SIDE, WallViews
from console.floor.wall import Opener
from console.table.core import Clock, Person, SystemClock
from console.table.people import BadgeForm, People, SignInObstacle
from console.table.ui.dealer import KeyboardBand
from console.table.ui.hands import HeldKeys, call_later
from console.table.ui.kit import (
    FrontPart,
    Menu,
    MenuRow,
    PlacedPart,
    end,
    is_press,
    language_rows,
    run,
    strike,
    theme,
    touch_typing,
    warn_if_dark,
    warn_if_silent,
)
from console.table.ui.signs import Sign

if TYPE_CHECKING:
    from console.floor.desk import PostgresDesk

_ROOMS: Final = 12
"""The most rooms to choose from."""


class WallMenu(QObject):
    language_chosen = Signal(str)
    second_asked = Signal()
    """The person wants the second window."""
    close_asked = Signal()

    def __init__(
        self,
        wall: WallParts,
        chosen: StoredPreferences,
        show: Callable[[WallView], None],
        review: ReviewEntrance,
        *,
        duty: DutyActs,
    ) -> None:
        """``show`` shows another view of the wall by its name."""
        super().__init__(wall.menu)
        self._duty = duty
        self._wall, self._chosen, self._show, self._review = wall, chosen, show, review

    def open(self, studio: str) -> None:
        """Show the menu; ``studio`` is its heading if nobody is signed in."""
        words, person = self._wall.words(), self._wall.sign_in.person
        listed = words.text("floor.menu.certificates")
        if count := sum(tile.uncertified for tile in self._wall.alarms.moment.tiles):
            listed = words.text("floor.key.counted", name=listed, count=count)
        has_rooms = len(self._wall.alarms.rooms) > 1
        reads = self._wall.alarms.watch.reading is not None
        sign_in, duty, guides = self._wall.sign_in, self._duty, partial(self._review.open, None, Part.GUIDES)
        offered: tuple[tuple[bool, str, str, Callable[[], object]], ...] = (
            (person is not None, words.text("menu.sign_out"), "places.leave", sign_in.sign_out),
            (person is None, words.text("floor.menu.sign_in"), "places.sign_in", self._next(sign_in.ask)),
            (reads, words.text("floor.menu.duty"), "places.sign_in", self._next(duty.begin)),
            (duty.is_held, words.text("floor.menu.duty_end"), "places.leave", self._next(duty.end)),
            (has_rooms, words.text("floor.menu.rooms"), "places.table", self._next(self.ask_rooms)),
            (True, listed, "urgency.uncertified", partial(self._show, WallView.CERTIFICATES)),
            (self._review.can_open, words.text("guide.page"), "outcomes.book", self._next(guides)),
            (True, words.text("floor.menu.second"), "states.eye", self.second_asked.emit),
            (True, words.text("floor.menu.close"), "outcomes.cross", self.close_asked.emit),
        )
        rows = [
            *language_rows(words.language, self.language_chosen.emit),
            *(MenuRow(text, Sign(sign), press) for shows, text, sign, press in offered if shows),
        ]
        name = person.name if person is not None else studio
        self._wall.menu.open(words.text("menu.title", name=name), tuple(rows))

    def _next(self, call: Callable[[], None]) -> Callable[[], None]:
        """A call that runs once the pressed menu has closed."""
        return partial(call_later, self._wall.menu, call)

    def ask_rooms(self) -> None:
        """Ask for the rooms whose alarms sound here and are listed under F3."""
        words, own = self._wall.words(), self._wall.alarms.watch.rooms
        rows = [
            MenuRow(texts.one_line(room), sign, partial(self.turn_room, room))
            for room in self._wall.alarms.rooms[:_ROOMS]
            for sign in [Sign("states.tick") if room in own else Sign("places.table")]
        ]
        every = MenuRow(
            words.text("floor.menu.all_rooms"),
            Sign("states.tick") if not own else Sign("places.table"),
            lambda: self.watch_rooms(()),
        )
        self._wall.menu.open(words.text("floor.menu.rooms"), (every, *rows))

    def turn_room(self, room: str) -> None:
        """Watch a room, or stop watching it; then ask again."""
        self.watch_rooms(self._wall.alarms.watch.rooms ^ {room})
        call_later(self._wall.menu, self.ask_rooms)

    def watch_rooms(self, rooms: Iterable[str]) -> None:
        """Watch these rooms from now on; stored for the signed-in person, else for the last one."""
        who = self._wall.sign_in.who or self._chosen.now.last or NOBODY
        self._chosen.change(self._chosen.now.with_rooms(who, rooms))
        self._wall.alarms.watch_rooms(rooms)
        self._wall.alarms.look()


class WallOptions(NamedTuple):
    """The parts of a wall besides its desk and its people, by this machine's files."""

    opener: Opener | None = None
    """Replays a table from its shipped entries, if this machine can."""
    reviews: Reviews | None = None
    """Gives the review's journals, if there is a review."""
    memory: HeadStore | None = None
    """Compares the floor with this window's earlier readings, if stored."""
    preferences: Preferences = Preferences()
    """The choices with which the wall begins."""
    keep: Callable[[Preferences], object] = lambda kept: None
    """Stores the choices with which the next start begins."""
    sign_in_obstacle: Callable[[], SignInObstacle | None] = lambda: None
    """The reason why nobody can sign in here, or None."""
    beep: Callable[[], None] = strike
    badges: BadgeForm | None = None
    """How the house's badge reader types, if measured."""


class FloorWindow(PlacedPart, QWidget):
    """The wall of all tables, with the lists and pages that open over it."""

    def __init__(
        self,
        desk: PostgresDesk,
        people: People,
        words: Words,
        studio: str,
        *,
        clock: Clock,
        options: WallOptions,
    ) -> None:
        super().__init__()
        self.clock, self.words, self._studio = clock, words, studio
        self.chosen = StoredPreferences(options.preferences, options.keep)
        self.alarms = HeardAlarms(
            clock,
            self,
            rooms=self.chosen.now.watched,
            beep=options.beep,
            sign_in_obstacle=options.sign_in_obstacle,
        )
        self.line = DeskLine(desk, self)
        self.history = FloorHistory(options.memory, self)
        self.readings = FloorReadings(self.line, self.alarms, self.history)
        touch_typing(application())
        reviews = options.reviews
        self.reviewed = None if reviews is None else ReviewOverWall(self, words, reviews, clock)
        self._build(people, options)
        self._connect()
        FrontPart(self, ())
        application().installEventFilter(self)
        self.setWindowTitle(f"{studio}  {words.text('floor.title')}")
        self.alarms.look()

    def _build(self, people: People, options: WallOptions) -> None:
        def words() -> Words:
            return self.words

        self.ground, self._keyboard = Ground(self), KeyboardBand(self)
        self.bar = FloorBar(self.clock.utc, self.words, self)
        self.views = WallViews(self, self.alarms, options.opener, words)
        self.keys = KeyRow(self)
        self.note = ResultNote(self)
        self.sign_in = WallSignIn(
            people,
            self.words,
            self,
            now=lambda: self.alarms.now,
            somebody_can=self.alarms.somebody_can_sign_in,
            badges=options.badges,
        )
        self.menu = Menu(self.sign_in.guard, self, words, theme.STATUS_HEIGHT)
        self._wall = wall = WallParts(self.line, self.alarms, self.sign_in, self.menu, self.note, words)
        self.acts = AlarmActs(wall, self.history)
        self.review = ReviewEntrance(wall, self.reviewed, self._studio)
        self.presses = WallPresses(wall, self.views, self.keys, acts=self.acts, review=self.review)
        self.wall_menu = WallMenu(wall, self.chosen, self.presses.show_view, self.review, duty=self.acts.duty)
        self.places = WindowPlaces(self, self.clock, self.chosen, self.presses.open_table)
        WallAnnouncements(wall, self.views, self.history, clock=self.clock, spoken_at=self.bar)

    def _connect(self) -> None:
        self.alarms.tiles_changed.connect(self.views.show_changed)
        self.alarms.changed.connect(self._show)
        self.bar.menu_requested.connect(self.open_menu)
        self.note.changed.connect(self._lay_note)
        for turned in (self.views.changed, self.review.turned):
            turned.connect(self._lay)
            turned.connect(self.alarms.look)
        question = self.acts.disputes.question
        question.language_requested.connect(self._speak_next)
        for over in (
            *(self.views.focus_left, self.review.left),
            *(self.menu.closed, question.closed, self.sign_in.left),
        ):
            over.connect(self.take_focus)
        self.sign_in.signed_in.connect(self._signed_in)
        self.sign_in.signed_out.connect(self.menu.close_menu)
        self.sign_in.signed_out.connect(self.alarms.look)
        self.sign_in.badge_read.connect(self.menu.close_menu)
        self.sign_in.screen.language_chosen.connect(self.speak)
        self.wall_menu.language_chosen.connect(self.speak)
        self.wall_menu.second_asked.connect(self.open_second_wall)
        self.wall_menu.close_asked.connect(self.close)

    def start(self) -> None:
        self.readings.start()
        self.take_focus()

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the present state; each part paints only its changes, the tiles first."""
        self.views.show_moment(self.sign_in.who, self.clock.utc())
        words, alarms, summary = self.words, self.alarms, summary_of(self._studio, self.alarms)
        self.places.show_tiles(summary, alarms.moment.tiles, words)
        self.bar.show_summary(summary, self.sign_in.person, words)
        self.review.show_alarms()
        self.presses.show_keys()
        self.note.follow(words)

    # --- who is here, the language ----------------------------------------------------------------

    def _signed_in(self, person: Person) -> None:
        if person.language in LANGUAGES:
            self.speak(person.language)
        kept = self.chosen.now
        if person.id in kept.rooms and kept.last != person.id:
            self.chosen.change(replace(kept, last=person.id))
            self.alarms.watch_rooms(self.chosen.now.watched)
        self.alarms.look()
        self.take_focus()

    def open_menu(self) -> None:
        self._wall.touched()
        self.wall_menu.open(self._studio)

    def speak(self, language: str) -> None:
        if language == self.words.language:
            return
        self.words = Words(language)
        self.setLocale(QLocale(language))
        self.sign_in.screen.set_words(self.words)
        if self.acts.disputes.question.isVisible():
            self.acts.disputes.question.set_words(self.words)
        self.views.search.ask(self.words.text("floor.search.hint"))
        self.setWindowTitle(f"{self._studio}  {self.words.text('floor.title')}")
        self._follow_keyboard()
        self.alarms.look()
        self.ground.update()

    def _speak_next(self) -> None:
        self.speak(self.words.next_language)

    def open_second_wall(self) -> None:
        """Show only the tiles in a window of their own: on the other screen, if there is one."""
        if self.places.open_second(self.words) and self.views.view is WallView.WALL:
            self.views.turn(WallView.LIST, again=False)  # The other screen shows the tiles.
        self.alarms.look()

    def show_where_it_was(self) -> None:
        """Show the window in its last place, and the tiles' own window if it was open."""
        self.places.show_where_it_was()
        if self.chosen.now.second:
            self.open_second_wall()

    # --- Qt ---------------------------------------------------------------------------------------

    @property
    def _asking(self) -> QWidget | None:
        """The part that covers the wall and is answered first, if any."""
        parts = (self.sign_in.screen, self.menu, self.acts.disputes.question)
        return next((part for part in parts if part.isVisible()), None)

    def take_focus(self) -> None:
        """Give the focus to the part in front: no key works beneath a part that covers the wall."""
        asking, focused = self._asking, self.focusWidget()
        if asking is not None:
            if focused is not asking and not (focused is not None and asking.isAncestorOf(focused)):
                asking.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self.review.take_focus():
            self.views.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The wall's keys; F9 for the next language, F10 for the menu, F11 for the full screen."""
        asking = self._asking
        if asking is not None or self.presses.takes(event):
            if asking is self.menu and event.key() == Qt.Key.Key_F9:
                self._speak_next()
            return
        match event.key():
            case Qt.Key.Key_F9:
                self._speak_next()
            case Qt.Key.Key_F10:
                self.open_menu()
            case Qt.Key.Key_F11:
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case _:
                super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A badge is accepted in each window, even in that of the tiles."""
        if is_press(event) and isinstance(watched, QWidget):
            window, second = watched.window(), self.places.second
            if window is self or (second is not None and window is second):
                return self.sign_in.badges.holds(watched, event)
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange:
            self._follow_keyboard()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        wide, high = self.width(), self.height()
        u = theme.unit(wide, high)
        top, foot = round(theme.STATUS_HEIGHT * u), round(KEYS_HEIGHT * u)
        self.bar.setGeometry(0, 0, wide, top)
        self.keys.setGeometry(0, high - foot, wide, foot)
        self.views.lay(QRect(0, top, wide, high - top - foot), u)
        self._lay_note()
        question = self.acts.disputes.question
        for part in (self.ground, self.menu, question, self.sign_in.screen, self.reviewed):
            if part is not None:
                part.setGeometry(self.rect())
        for each in (self.ground, self.bar, self.keys, self.note, self.menu, question):
            each.set_unit(u)
        self._follow_keyboard()

    def _follow_keyboard(self) -> None:
        """Cover the keys while another window gets them."""
        self._keyboard.follow(self.words, self.keys.geometry(), self.keys.u)

    def _lay_note(self) -> None:
        """Lay the note at the foot of the list, or of an opened table's felt, whose keys are at the right;
        over the review beneath its strip, where nothing can be pressed.
        """
        u = theme.unit(self.width(), self.height())
        gap, side = round(GAP * u), round(SIDE * self.width())
        high, wide = round(self.note.wish * u), side - 2 * gap
        if self.review.is_open:
            self.note.setGeometry((self.width() - wide) // 2, round(STRIP_HEIGHT * u) + gap // 2, wide, high)
        else:
            top = self.height() - round(KEYS_HEIGHT * u) - high - gap
            left = self.width() - side + gap if self.views.open_table is None else gap
            self.note.setGeometry(left, top, wide, high)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop reading, without waiting for the desk's current work."""
        application().removeEventFilter(self)
        self.places.close()
        self.views.reader.stop()
        self.readings.stop()
        self.review.close()


def application() -> QApplication:
    running = QApplication.instance()
    assert isinstance(running, QApplication), "a window is made by an application"
    return running


def shown(window: FloorWindow) -> int:
    """Show the window until it is closed or the process gets a signal; returns the exit status."""
    running = application()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: running.quit())
    window.show_where_it_was()
    window.start()
    done = run(running)
    window.close()
    end()
    return done


def run_wall(desk: PostgresDesk, people: People, words: Words, studio: str, options: WallOptions) -> int:
    """Run a studio's wall in an application of its own; returns its exit status."""
    if QApplication.instance() is None:
        HeldKeys(QApplication(sys.argv[:1]))
    warn_if_dark(words)
    warn_if_silent(words)
    return shown(FloorWindow(desk, people, words, studio, clock=SystemClock(), options=options))
