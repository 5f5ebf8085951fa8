"""The floor's window: the wall, its lists sorted by need, and one table opened.

Anybody nearby may watch it; to take a call a person signs in with the people's file of this machine, and no
PIN leaves the machine. The window puts the wall's parts together and passes each press to its part; it never
waits for the floor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.wall import Changes, FloorDesk, Opener, Reading
from console.people.answers import People
from console.table.running.clock import Clock
from console.table.showing.screen_values import Person
from console.ui.dealer.prompt import announce
from console.ui.floor.acts.at_wall import WallParts
from console.ui.floor.acts.calls import Calls
from console.ui.floor.acts.desk_line import DeskLine, DeskRequest
from console.ui.floor.acts.disputes import Disputes
from console.ui.floor.acts.refused_presses import quiet_text, refused_text
from console.ui.floor.acts.shelved_alarms import ShelvedAlarms
from console.ui.floor.acts.twin_consoles import TwinConsoles
from console.ui.floor.acts.wall_choices import WallAct, WallView
from console.ui.floor.acts.wall_sign_in import REVIEWS, WallSignIn
from console.ui.floor.floor_bar import FloorBar, summary_of
from console.ui.floor.floor_words import answer_text, deaf_text, is_not_done, place_text, what_inside
from console.ui.floor.key_row import HEIGHT as KEYS_HEIGHT
from console.ui.floor.key_row import KeyRow
from console.ui.floor.note import Ground, Note
from console.ui.floor.opened_table import PARTS
from console.ui.floor.preferences import Preferences, StoredPreferences
from console.ui.floor.readings.floor_history import FloorHistory, Memory, TurnedBack
from console.ui.floor.readings.heard_alarms import HeardAlarms
from console.ui.floor.readings.known_names import KnownNames
from console.ui.floor.readings.prepared_days import PREPARE, PreparedDays
from console.ui.floor.tiles.second_wall import GAP, WindowPlaces
from console.ui.floor.wall_menu import WallMenu
from console.ui.floor.wall_review.alarm_strip import HIGH as STRIP_HEIGHT
from console.ui.floor.wall_review.review_over_wall import ReviewOverWall, Reviews
from console.ui.floor.wall_review.review_request import Part, wish_of
from console.ui.floor.wall_views import SIDE, WallViews
from console.ui.hands.guard import ENTERS, PressRefusal
from console.ui.kit.buttons import is_press
from console.ui.kit.keyboard import touch_typing
from console.ui.kit.menu import Menu
from console.ui.kit.theme import STATUS_HEIGHT, unit
from console.words import LANGUAGES, Words


class WallOptions(NamedTuple):
    """The parts of a wall beside its desk and its people, by this machine's files."""

    opener: Opener | None = None
    """Replays a table from its shipped entries; None where this machine can't."""
    reviews: Reviews | None = None
    """Gives the review's journals; None where nothing is reviewed."""
    memory: Memory | None = None
    """Compares the floor with this window's earlier readings; None where none are stored."""
    preferences: Preferences = Preferences()
    """The choices with which the wall begins."""
    keep: Callable[[Preferences], object] = lambda kept: None
    """Stores the choices with which the next start begins."""
    learn: Callable[[str, str], object] = lambda who, name: None
    """Called with a person's id and name as a table gives them."""
    lacks: Callable[[], str] = str
    """Says why nobody can sign in here; empty where somebody can."""
    beep: Callable[[], None] = QApplication.beep


class FloorWindow(QWidget):
    """One window of the floor."""

    def __init__(
        self,
        desk: FloorDesk,
        people: People,
        words: Words,
        studio: str,
        *,
        clock: Clock,
        options: WallOptions,
    ) -> None:
        super().__init__()
        self._clock, self.words, self._studio = clock, words, studio
        self._names = KnownNames(options.learn)
        self.chosen = StoredPreferences(options.preferences, options.keep)
        self.alarms = HeardAlarms(
            clock, self, rooms=self.chosen.now.watched, beep=options.beep, sign_in_obstacle=options.lacks
        )
        self.line = DeskLine(desk, self)
        self.history = FloorHistory(options.memory, self)
        touch_typing(application())
        self.reviewed = ReviewOverWall(self, options.reviews, clock) if options.reviews is not None else None
        self._build(people, options.opener)
        self._connect()
        application().installEventFilter(self)
        self.setWindowTitle(f"{studio}  {words.text('floor.title')}")
        self.alarms.look()

    def _build(self, people: People, opener: Opener | None) -> None:
        def words() -> Words:
            return self.words

        self.ground = Ground(self)
        self.bar = FloorBar(self._clock.utc, self)
        self.views = WallViews(self, self.alarms, opener, words)
        self.keys = KeyRow(self.show_view, self.act, self)
        self.note = Note(self)
        self.sign_in = WallSignIn(
            people, self.words, self, now=lambda: self.alarms.now, somebody_can=self._somebody_can
        )
        self.menu = Menu(self.sign_in.guard, self, words, STATUS_HEIGHT)
        wall = WallParts(self.line, self.alarms, self.sign_in, self.menu, self.note, words)
        self.calls, self.shelved, self.twins = Calls(wall), ShelvedAlarms(wall), TwinConsoles(wall)
        self.disputes = Disputes(wall, self.history)
        self.choices = WallMenu(wall, self.chosen, self.show_view)
        self.places = WindowPlaces(self, self._clock, self.chosen, self.open_table)
        self._days = PreparedDays(self.line, self)

    def _connect(self) -> None:
        self.line.reading_came.connect(self.hear)
        self.line.changed.connect(self.hear_changes)
        self.line.missed.connect(self.alarms.miss)
        self.line.answered.connect(self._answered)
        self.alarms.changed.connect(self._show)
        self.alarms.rang.connect(self._say_rung)
        self.history.found.connect(self._remember)
        self.bar.menu_requested.connect(self.open_menu)
        views = self.views
        views.changed.connect(self._lay)
        views.changed.connect(self.alarms.look)
        views.focus_left.connect(self.take_focus)
        views.wall.opened.connect(self.open_table)
        views.wall.looked_at.connect(lambda _: self._show_keys())
        views.list.opened.connect(lambda _: self.act(WallAct.OPEN))
        views.list.taken.connect(lambda _: self._press_row_key())
        views.list.chose.connect(lambda _: self._show_keys())
        views.search.found.connect(self.open_table)
        views.gone.connect(lambda at: self.note.say(self.words.text("floor.said.gone", table=at), stays=True))
        views.opened.asked.connect(lambda part: self.open_review(Part(part)))
        self.menu.closed.connect(self.take_focus)
        self.note.grew.connect(self._lay)
        self.disputes.question.closed.connect(self.take_focus)
        if self.reviewed is not None:
            self.reviewed.left.connect(self._left_review)
            self.reviewed.strip.taken.connect(lambda: self.calls.press(self.item))
        self.sign_in.signed_in.connect(self._signed_in)
        self.sign_in.signed_out.connect(self.menu.close_menu)
        self.sign_in.signed_out.connect(self.alarms.look)
        self.sign_in.left.connect(self.take_focus)
        self.sign_in.badge_read.connect(self.menu.close_menu)
        self.sign_in.refused.connect(lambda key: self.note.say(self.words.text(key)))
        self.sign_in.badges.typed.dropped.connect(lambda: self._say_dropped(PressRefusal.SIGNS))
        self.sign_in.guard.tell = self._say_dropped
        self.sign_in.screen.language_chosen.connect(self.speak)
        self.choices.language_chosen.connect(self.speak)
        self.choices.second_asked.connect(self.open_second_wall)
        self.choices.close_asked.connect(self.close)
        self._days.lacked.connect(self.alarms.lack_days)

    def start(self) -> None:
        """Begin to read the floor."""
        self.line.start()
        self.alarms.start()
        self._days.start()
        self.history.start()
        self.take_focus()

    # --- what comes in ----------------------------------------------------------------------------

    def hear(self, reading: Reading) -> None:
        """A reading came; it also names the people at the tables."""
        self.alarms.hear(self._names.named(reading))

    def hear_changes(self, changes: Changes) -> None:
        """Tables changed after the reading that came last."""
        self.alarms.hear_changes(self._names.named_changes(changes))

    def _say_rung(self, first: AlarmLine) -> None:
        texts = (place_text(self.words, first), what_inside(self.words, first))
        text = self.words.text("access.list").join(each for each in texts if each)
        announce(self.bar, text, at_once=first.priority is Priority.HIGH)

    def _remember(self, turned_back: tuple[TurnedBack, ...]) -> None:
        for each in turned_back:
            if each.table not in self.alarms.watch.turned:
                self.note.say(self.words.text(each.key, **each.slots))
        self.alarms.remember(each.table for each in turned_back)

    def _say_dropped(self, drop: PressRefusal) -> None:
        self.note.say(self.words.text(f"press.{drop}"))

    def _answered(self, request: DeskRequest, came: object) -> None:
        """A request to the desk was done or refused; a refusal stays visible."""
        if request.act != PREPARE:
            table, own, now = self.alarms.called(request.table), self.sign_in.who, self._clock.utc()
            self.note.say(
                answer_text(self.words, request.act, table, came, own, now), stays=is_not_done(came)
            )

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the present state; each part paints only its changes, the tiles first."""
        self.views.show_moment(self.sign_in.who, self._clock.utc())
        words, alarms, summary = self.words, self.alarms, summary_of(self._studio, self.alarms)
        self.places.show_tiles(summary, alarms.moment.tiles, words)
        self.bar.show_summary(summary, self.sign_in.person, words)
        if self.reviewed is not None and self._reads:
            self.reviewed.show_alarms(alarms.pressing, deaf_text(words, summary.deaf_since), words)
        self._show_keys()

    def _show_keys(self) -> None:
        words, item, views = self.words, self.item, self.views
        able, opened = self.reviewed is not None, views.open_table is not None
        self.keys.show_views(words, views.chosen_view, self.alarms.counts, able=able)
        own = self.sign_in.has_taken(call := self.alarms.call_of(item))
        heard = self.alarms.deaf_since is None
        self.keys.show_acts(words, item, call, own=own, opens=views.can_open, opened=opened, heard=heard)
        views.opened.show_keys(words, able=able)

    @property
    def item(self) -> AlarmLine | None:
        """The alarm that a press belongs to: the strip's over the review, else the shown part's."""
        if self.reviewed is None or not self._reads:
            return self.views.item
        shown = self.reviewed.strip.item
        pressing = self.alarms.pressing
        return next((item for item in pressing if shown is not None and item.key == shown.key), None)

    @property
    def _reads(self) -> bool:
        """Whether the review covers the wall."""
        return self.reviewed is not None and not self.reviewed.isHidden()

    # --- presses ----------------------------------------------------------------------------------

    def show_view(self, view: WallView) -> None:
        """Show the wall, a list, the review, or the search."""
        self._touched()
        if view is WallView.REVIEW:
            self.open_review()
            return
        read = self._reads
        self._show_wall()
        if view is WallView.SEARCH:
            self.views.begin_search()
        else:
            self.views.turn(view, again=not read)

    def _show_wall(self) -> None:
        """Put the review away: what is shown on the wall now is not covered by it."""
        if self.reviewed is not None:
            self.reviewed.give_way()

    def act(self, act: WallAct) -> None:
        """Do an act with the chosen alarm or table, or say why it can't be done."""
        self._touched()
        self._show_keys()
        item = self.item
        match act:
            case _ if not (self.keys.acts[act].isEnabled() or (act is WallAct.QUIET and item is not None)):
                of = self.alarms.call_of(item) if act is WallAct.TAKE else item
                over, deaf = self.views.list.is_over, self.alarms.deaf_since
                if why := refused_text(self.words, act, of, over=over, deaf_since=deaf):
                    self.note.say(why, stays=True)
            case WallAct.TAKE:
                self.calls.press(item)
            case WallAct.OPEN:
                if (table := self.views.open_chosen()) is not None:
                    self.open_table(table)
            case WallAct.QUIET if item is not None:
                self.note.say(quiet_text(self.words, item))
                self.alarms.quiet(item)
            case WallAct.SHELVE if item is not None:
                self._end_alarm(item)

    def _end_alarm(self, item: AlarmLine) -> None:
        """Do H's act with an alarm: each kind ends in its own way."""
        if item.what is AlarmKind.TWINS:
            self.twins.press(item)
        elif item.is_settled:
            self.disputes.press(item)
        else:
            self.shelved.press(item)

    def _press_row_key(self) -> None:
        """The key at the end of a row: take, give back, or take up again."""
        item = self.item
        if self.views.shown is WallView.SHELVED and item is not None:
            self._end_alarm(item)
        else:
            self.calls.press(item)

    def open_table(self, table: str) -> None:
        """Show one table instead of the wall; its tile may stand on the second screen, beside a review."""
        self._touched()
        self._show_wall()
        self.views.open(table)

    def open_review(self, part: Part = Part.LOG) -> None:
        """Show the review of all tables, or of the opened one, to a person who may read it."""
        reviewed, table = self.reviewed, self.views.open_table
        if reviewed is None or self._reads:
            return
        wish = wish_of(table, part, None if table is None else self.alarms.tables.get(table))
        named = None if table is None else self.alarms.called(table)

        def heading(words: Words) -> tuple[str, ...]:
            return (self._studio, words.text("review.floor")) if named is None else (named, self._studio)

        def show(person: Person) -> None:
            reviewed.open(person, self.words, heading, wish)
            self._lay()
            self.alarms.look()

        self.sign_in.do(REVIEWS, show)

    def _left_review(self) -> None:
        self._lay()
        self.alarms.look()
        self.take_focus()

    # --- who is here, the language ----------------------------------------------------------------

    def _somebody_can(self) -> bool:
        """Whether anybody can sign in here; if nobody can, say why."""
        self.alarms.look_for_people()
        why, _, file = self.alarms.watch.lacks.partition(" ")
        if not why:
            return True
        text = self.words.text
        texts = (text("floor.what.nobody"), text(f"floor.nobody_here.{why}", file=file))
        self.note.say(self.words.locale.colon.join(texts), stays=True)
        return False

    def _signed_in(self, person: Person) -> None:
        if person.language in LANGUAGES:
            self.speak(person.language)
        kept = self.chosen.now
        if person.id in kept.rooms and kept.last != person.id:
            self.chosen.change(replace(kept, last=person.id))
            self.alarms.watch_rooms(self.chosen.now.watched)
        self.alarms.look()
        self.take_focus()

    def _touched(self) -> None:
        self.note.hide()
        self.sign_in.stay()

    def open_menu(self) -> None:
        """Show the menu of further choices."""
        self._touched()
        self.choices.open(self._studio)

    def speak(self, language: str) -> None:
        """Show everything in another language."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.sign_in.screen.set_words(self.words)
        self.views.search.ask(self.words.text("floor.search.hint"))
        self.setWindowTitle(f"{self._studio}  {self.words.text('floor.title')}")
        self.alarms.look()
        self.ground.update()

    def open_second_wall(self) -> None:
        """Show only the tiles in a window of their own: on the other screen, if there is one."""
        if self.places.open_second() and self.views.shown is WallView.WALL:
            self.views.turn(WallView.LIST, again=False)  # the other screen shows the tiles
        self.alarms.look()

    def show_where_it_was(self) -> None:
        """Show the window in its last place, and the tiles' own window if it was open."""
        self.places.show_where_it_was()
        if self.chosen.now.second:
            self.open_second_wall()

    # --- Qt ---------------------------------------------------------------------------------------

    @property
    def _asking(self) -> QWidget | None:
        """The part that covers the wall and is answered first; None where nothing is asked."""
        parts = (self.sign_in.screen, self.menu, self.disputes.question)
        return next((part for part in parts if part.isVisible()), None)

    def take_focus(self) -> None:
        """Give the keyboard's focus to the part in front: no key works beneath a part that covers the wall."""
        asking, focused = self._asking, self.focusWidget()
        if asking is not None:
            if focused is not asking and not (focused is not None and asking.isAncestorOf(focused)):
                asking.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.reviewed is not None and self.reviewed.screens is not None and self._reads:
            self.reviewed.screens.take_focus()
        else:
            self.views.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 to F5, slash, T, A, H, Enter, Esc; F9 for the next language, F11 for the full screen."""
        if self._asking is not None:
            return
        self.views.list.steady.give_way()
        key = event.key()
        view = _VIEW_KEYS.get(Qt.Key(key))
        act = _ACT_KEYS.get(Qt.Key(key))
        part = None if self.views.open_table is None or self._reads else PARTS.get(Qt.Key(key))
        if view is not None:
            self.show_view(view)
        elif part is not None and not event.isAutoRepeat():
            self.open_review(part)
        elif act is not None and not event.isAutoRepeat():
            self.act(act)
        elif key in ENTERS and not event.isAutoRepeat() and not self._reads:
            self.act(WallAct.OPEN)
        elif key == Qt.Key.Key_Escape:
            if self.reviewed is not None and self._reads:
                self.reviewed.give_way()
            else:
                self.views.escape()
        elif key == Qt.Key.Key_F9:
            at = LANGUAGES.index(self.words.language)
            self.speak(LANGUAGES[(at + 1) % len(LANGUAGES)])
        elif key == Qt.Key.Key_F10:
            self.open_menu()
        elif key == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A badge is accepted in each window, also in that of the tiles."""
        if is_press(event) and isinstance(watched, QWidget):
            window, second = watched.window(), self.places.second
            if window is self or (second is not None and window is second):
                return self.sign_in.badges.holds(watched, event)
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the unit from the size."""
        self._lay()

    def _lay(self) -> None:
        """Lay out bar, content and keys, and the parts over them."""
        wide, high = self.width(), self.height()
        u = unit(wide, high)
        top, foot = round(STATUS_HEIGHT * u), round(KEYS_HEIGHT * u)
        self.bar.setGeometry(0, 0, wide, top)
        self.keys.setGeometry(0, high - foot, wide, foot)
        self.views.lay(QRect(0, top, wide, high - top - foot), u)
        self._lay_note(u, foot)
        question = self.disputes.question
        for part in (self.ground, self.menu, question, self.sign_in.screen, self.reviewed):
            if part is not None:
                part.setGeometry(self.rect())
        for each in (self.ground, self.bar, self.keys, self.note, self.menu, question):
            each.set_unit(u)

    def _lay_note(self, u: float, foot: int) -> None:
        """Lay the note at the foot of the list; over the review beneath its strip, where nothing can be
        pressed.
        """
        gap, side = round(GAP * u), round(SIDE * self.width())
        high, wide = round(self.note.wish * u), side - 2 * gap
        if self._reads:
            self.note.setGeometry((self.width() - wide) // 2, round(STRIP_HEIGHT * u) + gap // 2, wide, high)
        else:
            top = self.height() - foot - high - gap
            self.note.setGeometry(self.width() - side + gap, top, wide, high)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Read no more; nobody waits for the desk's present work."""
        application().removeEventFilter(self)
        self.places.close()
        for part in (self._days, self.alarms, self.views.reader, self.history, self.line):
            part.stop()
        if self.reviewed is not None:
            self.reviewed.close_review()


_VIEW_KEYS: Final = {
    Qt.Key.Key_F1: WallView.WALL,
    Qt.Key.Key_F2: WallView.LIST,
    Qt.Key.Key_F3: WallView.MINE,
    Qt.Key.Key_F4: WallView.SHELVED,
    Qt.Key.Key_F5: WallView.REVIEW,
    Qt.Key.Key_Slash: WallView.SEARCH,
}
_ACT_KEYS: Final = {
    Qt.Key.Key_T: WallAct.TAKE,
    Qt.Key.Key_A: WallAct.QUIET,
    Qt.Key.Key_H: WallAct.SHELVE,
}


def application() -> QApplication:
    """The application in which the window is made."""
    running = QApplication.instance()
    assert isinstance(running, QApplication), "a window is made by an application"
    return running
