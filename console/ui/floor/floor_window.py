"""The floor's window: the wall with who needs somebody first, lists of it, and one table opened.

Whoever is near may watch it; to take a call somebody signs in by the people's file of this machine, and no
PIN leaves it. It knows what it heard and when, by its own clock; it never waits for the floor.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.floor import texts
from console.floor.alarms.items import SETTLED, Item, Priority, What
from console.floor.alarms.watch import LONGEST_SHELF, Moment, Tile, Watch
from console.floor.wall import Boss, FloorDesk, Opened, Opener, Reading, SeenTable, Taking
from console.people.answers import People
from console.table.running.clock import Clock, SystemClock
from console.table.showing.screen_values import Person
from console.table.state.roles import Role
from console.ui.dealer.prompt import announce
from console.ui.floor.desk_line import DeskLine
from console.ui.floor.dispute import Settlement
from console.ui.floor.floor_bar import FloorBar, Summary, summary_of
from console.ui.floor.floor_words import (
    detail_text,
    place_text,
    span,
    unreached_text,
    what_inside,
    what_text,
)
from console.ui.floor.key_row import HEIGHT as KEYS_HEIGHT
from console.ui.floor.key_row import KeyRow
from console.ui.floor.opened_table import PARTS, OpenedTable
from console.ui.floor.preferences import NOBODY, Place, Preferences
from console.ui.floor.review_over_wall import HIGH as STRIP_HEIGHT
from console.ui.floor.review_over_wall import Part, ReviewOverWall, Reviews, Wish, deaf_text
from console.ui.floor.rows.alarm_line import Line
from console.ui.floor.rows.floor_lines import (
    CALM,
    alarm_lines,
    calm_line,
    calm_tiles,
    found_tiles,
    shelved_lines,
    table_line,
)
from console.ui.floor.rows.urgency_list import UrgencyList
from console.ui.floor.tile_wall import TileWall
from console.ui.floor.tones import Tones
from console.ui.hands.guard import ENTERS, PressGuard
from console.ui.hands.later import later
from console.ui.kit.buttons import is_press
from console.ui.kit.keyboard import touch_typing
from console.ui.kit.keys import NOT_GUARDED
from console.ui.kit.lettering import advance, set_in, write_lines
from console.ui.kit.menu import Menu, Row
from console.ui.kit.surface import Surface, fill, outline, pen, show_fitting, within
from console.ui.kit.text_field import SearchField
from console.ui.kit.theme import BG0, BG2, STATUS_HEIGHT, STRONG_EDGE, T0, unit
from console.ui.kit.work import Work, end
from console.ui.sign_in.badge_reader import BadgeReader
from console.ui.sign_in.sign_in_screen import SignInScreen
from console.ui.signs import outcomes, places, review, states, urgency
from console.words import LANGUAGES, Words
from console.words.locales import LOCALES
from console.words.names import inside

log = logging.getLogger(__name__)


class TurnedBack(NamedTuple):
    """A table of which the floor shows another history than the window saw; the phrase that says it."""

    table: str
    key: str
    slots: dict[str, object]


class Memory(NamedTuple):
    """The window's own memory of the floor's heads. Both calls block."""

    looks: Callable[[], Sequence[TurnedBack]]
    """Looks at the floor's heads; what is not as it was seen."""
    forgets: Callable[[str], object]
    """Begins anew with a table, because a supervisor said what it was that was turned back."""


_TICK: Final = 250
_SIDE: Final = 0.38
"""What the list takes of the width beside the wall."""
_GAP: Final = 10.0
_SAID: Final = 8_000
"""Milliseconds that what came of a press stays."""
_STAYS: Final = 15 * 60_000
"""Milliseconds after the last press until whoever is signed in is not any more."""
_LOOKS: Final = 5_000
"""Milliseconds between two looks at the floor's heads."""
_PEOPLE: Final = 5
"""Seconds between two looks at who may sign in."""
_HOUR: Final = 3_600_000
_AGAIN: Final = 2_000
"""Milliseconds after which an opened table is told again."""
_REASONS: Final = ("technician", "known", "planned", "training")
_MINUTES: Final = (15, 30, 60)
_COLUMNS: Final = ("wait", "table", "what", "why", "round", "dealer", "by", "behind")
_SECOND: Final = 1_000_000_000


class Asked(NamedTuple):
    """What the desk was asked for: ``take``, ``release``, ``shelve``, ``prepare`` and their like; where."""

    act: str
    table: str


class Note(Surface):
    """What came of the last press, over the foot of what is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = ""
        self._timer = QTimer(self, singleShot=True, interval=_SAID)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # what lies beneath is pressed
        self.hide()

    def say(self, text: str, *, stays: bool = False) -> None:
        """Say it, to who sees and who hears; what was not done stays until the next press."""
        self.text = text
        self.setAccessibleName(text)
        announce(self, text, at_once=False)
        self.show()
        self.raise_()
        self.update()
        self._timer.stop() if stays else self._timer.start()

    def paint(self, painter: QPainter) -> None:
        """A line in a box."""
        box = QRectF(0, 0, self.wide, self.high)
        fill(painter, box, BG2, 8)
        outline(painter, box, pen(STRONG_EDGE, 2), 8)
        room = self.wide - 32
        for sizes, most in (((22, 20, 18), 1), ((17, 16, 15, 14), 2), ((13, 12, 11), 3)):
            lines, face = set_in(self.text, room, sizes, most=most, bold=True)
            if "…" not in lines[-1] and all(advance(line, face) <= room for line in lines):
                break
        write_lines(painter, lines, box.adjusted(16, 2, -16, -2), face, T0, leading=1.12)


class Ground(Surface):
    """What lies behind the wall."""

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)


class WallWindow(QWidget):
    """The tiles alone, for a screen on the wall: bar and tiles, nothing to press."""

    def __init__(self, clock: Clock, title: str, opened: Callable[[str], None]) -> None:
        super().__init__()
        self.setWindowTitle(title)
        self.ground = Ground(self)
        self.bar = FloorBar(clock.utc, self)
        self.wall = TileWall(self)
        self.wall.opened.connect(opened)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bar above, tiles below."""
        u = unit(self.width(), self.height())
        self.ground.setGeometry(self.rect())
        top = round(STATUS_HEIGHT * u)
        gap = round(_GAP * u)
        self.bar.setGeometry(0, 0, self.width(), top)
        self.wall.setGeometry(gap, top + gap, self.width() - 2 * gap, self.height() - top - 2 * gap)
        for part in (self.ground, self.bar, self.wall):
            part.set_unit(u)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it, F11 fills the screen."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_F11:
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case _:
                super().keyPressEvent(event)


class FloorWindow(QWidget):
    """One window of the floor."""

    def __init__(
        self,
        desk: FloorDesk,
        people: People,
        words: Words,
        clock: Clock,
        studio: str,
        *,
        rooms: Iterable[str] = (),
        opener: Opener | None = None,
        reviews: Reviews | None = None,
        memory: Memory | None = None,
        preferences: Preferences | None = None,
        keep: Callable[[Preferences], object] = lambda kept: None,
        beep: Callable[[], None] = QApplication.beep,
        learn: Callable[[str, str], object] = lambda who, name: None,
        lacks: Callable[[], str] = str,
    ) -> None:
        """``opener`` tells a table again of what it shipped, ``reviews`` what the review reads, ``memory``
        compares the floor with what this window saw of it before. ``keep`` keeps what is chosen, from which
        the next start begins: ``rooms`` are watched where nothing was chosen before. ``learn`` is told what
        somebody at a table is called, by the id; ``lacks`` says why nobody can sign in.
        """
        super().__init__()
        self._desk, self._clock, self.words = desk, clock, words
        self._studio, self._tones = studio, Tones(beep, self)
        self._opener, self._memory = opener, memory
        self._learn, self._lacks = learn, lacks
        self.preferences, self._keep = preferences or Preferences(), keep
        self.watch = Watch.opened(self._now(), self.preferences.watched or rooms)
        self.moment = self.watch.moment(self._now())
        """What is shown now."""
        self._heard_at = clock.utc()
        self.person: Person | None = None
        self._pending: Callable[[Person], None] | None = None
        self._for: str | None = None
        """The item for which somebody is asked to sign in, by its key."""
        self._signed_for: tuple[str, Person] | None = None
        """The item for which somebody signed in last, and who."""
        self.shown = "wall"
        self._beside = True
        """Whether the list lies beside the wall."""
        self._unfolded, self._calm_unfolded = "", False
        self._second = 0
        self._missed: Exception | None = None
        """Why the last reading that was asked for did not come."""
        self._told_of = ""
        """The table that is being told again."""
        self.second_wall: WallWindow | None = None
        self.line = DeskLine(desk, self)
        touch_typing(_application())
        self.reviewed = ReviewOverWall(self, reviews, clock) if reviews is not None else None
        self._build(people)
        self._connect()
        _application().installEventFilter(self)
        self.setWindowTitle(f"{studio}  {words.text('floor.title')}")
        self._show()

    def _build(self, people: People) -> None:
        self.ground = Ground(self)
        self.bar = FloorBar(self._clock.utc, self)
        self.wall = TileWall(self)
        self.list = UrgencyList(self)
        self.opened = OpenedTable(self)
        self.opened.hide()
        self.search = SearchField(review.search, self)
        self.search.hide()
        self.keys = KeyRow(self.show_view, self.act, self)
        self.note = Note(self)
        self.menu = Menu(NOT_GUARDED, self, lambda: self.words)
        self.settlement = Settlement(self)
        self.sign_in = SignInScreen(people, self.words, self, now=self._now)
        self.badges = BadgeReader(self, PressGuard(self._now), self._asked_by_badge)
        self._ticks = QTimer(self, interval=_TICK)
        self._again = QTimer(self, interval=_AGAIN)
        self._leaves = QTimer(self, singleShot=True, interval=_STAYS)
        self._looks = QTimer(self, interval=_LOOKS)
        self._prepares = QTimer(self, interval=_HOUR)
        self.telling = Work(self, self._not_told)
        """The opened table that is being told again."""
        self.looking = Work(self, lambda error: log.warning("the floor's heads are not looked at: %s", error))

    def _connect(self) -> None:
        self.line.heard.connect(self.hear)
        self.line.missed.connect(self._miss)
        self.line.answered.connect(self._answered)
        self.bar.menu_requested.connect(self.open_menu)
        self.wall.opened.connect(self.open_table)
        self.wall.looked_at.connect(lambda _: self._show_keys())
        self.list.opened.connect(lambda _: self.act("open"))
        self.list.taken.connect(self._press_key)
        self.list.chose.connect(lambda _: self._show_keys())
        self.search.textEdited.connect(lambda _: self._look_for())
        self.search.entered.connect(lambda _: self._open_found())
        self.search.left.connect(self._end_search)
        self.menu.closed.connect(self.take_focus)
        self.settlement.closed.connect(self.take_focus)
        self.opened.asked.connect(lambda part: self.open_review(Part(part)))
        if self.reviewed is not None:
            self.reviewed.left.connect(self._left_review)
            self.reviewed.strip.taken.connect(self._take)
        self.sign_in.verified.connect(self._verified)
        self.sign_in.cancelled.connect(self._not_signed_in)
        self.sign_in.recognised.connect(self._recognised)
        self.badges.typed.dropped.connect(lambda: self.note.say(self.words.text("press.signs")))
        self.sign_in.language_chosen.connect(self.speak)
        self._ticks.timeout.connect(self.tick)
        self._again.timeout.connect(self._tell_again)
        self._leaves.timeout.connect(self.sign_out)
        self._looks.timeout.connect(self._look_back)
        self._prepares.timeout.connect(self._prepare)

    def start(self) -> None:
        """Begin to read the floor."""
        self._look_for_people()
        self.line.start()
        self._ticks.start()
        self._prepare()
        self._prepares.start()
        if self._memory is not None:
            self._looks.start()
        self.take_focus()

    def _prepare(self) -> None:
        """Have the floor make its coming days; each window does, so that one is always there to."""
        self.line.ask(Asked("prepare", ""), self._desk.prepare)

    def _look_back(self) -> None:
        if not self.looking.busy:
            self.looking.begin(self._look())

    async def _look(self) -> None:
        memory = self._memory
        assert memory is not None, "it is looked by what remembers"
        found = await self.looking.of(lambda _: memory.looks())
        for each in found:
            if each.table not in self.watch.turned:
                self.note.say(self.words.text(each.key, **each.slots))
        self.watch = self.watch.remembering(each.table for each in found)

    def _now(self) -> float:
        return self._clock.monotonic() / _SECOND

    # --- what comes in ----------------------------------------------------------------------------

    def hear(self, reading: Reading) -> None:
        """A reading came; who is who at the tables comes with it."""
        for seen in reading.tables:
            for who, name in seen.told.people.items() if seen.told is not None else ():
                self._learn(who, name)
        self.watch = self.watch.hear(reading, self._now())
        self._heard_at = self._clock.utc()
        self.count_on()

    def _miss(self, error: Exception) -> None:
        """A reading did not come: before the first one that is all that can be shown, with its reason."""
        self._missed = error
        if self.watch.reading is None:
            self._show()

    def tick(self) -> None:
        """Look at the clock: every whole second all that waits counts on."""
        if int(self._now()) != self._second:
            if int(self._now()) % _PEOPLE == 0:
                self._look_for_people()
            self.count_on()

    def count_on(self) -> None:
        """Let what waits count on, and sound what is new or has risen."""
        now = self._now()
        self._second = int(now)
        moment = self.watch.moment(now)
        self.watch, rung = self.watch.rung(now, moment)
        if rung:
            self._tones.play(max(item.priority for item in rung))
            first = rung[0]
            told = (place_text(self.words, first), what_inside(self.words, first))
            text = self.words.text("access.list").join(each for each in told if each)
            announce(self.bar, text, at_once=first.priority is Priority.HIGH)
        self._show(moment)  # what has sounded changes nothing of it

    def _called(self, table: str) -> str:
        """What a table is called, by its id."""
        return self.watch.names.get(table, table)

    def _answered(self, asked: Asked, came: object) -> None:
        """Something that was asked of the desk was done, or was not."""
        words = self.words
        table = self._called(asked.table)
        match asked.act, came:
            case ("prepare", bool() as outside):
                self.watch = self.watch.lacking_days(outside)
            case ("prepare", _):
                pass
            case ("settle", Exception()):
                self.note.say(words.text("floor.said.not_settled", table=table), stays=True)
            case (_, LookupError()):
                self.note.say(words.text("floor.said.over", table=table), stays=True)
            case (_, Exception()):
                self.note.say(words.text("floor.said.failed", table=table), stays=True)
            case ("take", Taking() as taking):
                own = self.person is not None and taking.who == self.person.id
                key = "floor.said.taken" if own else "floor.said.earlier"
                self.note.say(words.text(key, table=table, name=taking.name))
            case (act, _):
                self.note.say(words.text(f"floor.said.{act}", table=table))

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self, moment: Moment | None = None) -> None:
        """Everything as it is now, at this moment; each part paints only what has changed."""
        now, words = self._now(), self.words
        self.moment = moment = moment or self.watch.moment(now)
        summary = self._summary(now)
        self.bar.show_summary(summary, self.person, words)
        if not self.wall.isHidden():
            self.wall.show_tiles(moment.tiles, words)
        if self.second_wall is not None and self.second_wall.isVisible():
            self.second_wall.bar.show_summary(summary, None, words)
            self.second_wall.wall.show_tiles(moment.tiles, words)
        if not self.list.isHidden():
            self._show_list()
        if not self.opened.isHidden():
            self._show_table()
        if self.reviewed is not None and self._reads:
            self.reviewed.show_alarms(self._pressing, deaf_text(words, summary.deaf_since), words)
        self._show_keys()

    @property
    def _pressing(self) -> tuple[Item, ...]:
        """What needs somebody, of all that is this window's."""
        return tuple(item for item in self.moment.items if item.mine and item.priority > Priority.INFO)

    def _summary(self, now: float) -> Summary:
        watch, reading = self.watch, self.watch.reading
        told = [seen.told for seen in reading.tables if seen.told is not None] if reading is not None else []
        training = bool(told) and all(each.mode == "training" for each in told)
        deaf = self._heard_at if watch.is_deaf(now) else None
        shelved, heard = len(self.moment.shelved), watch.since_heard(now)
        return summary_of(self._studio, training, self.moment.counts, shelved, heard, deaf)

    @property
    def _tables(self) -> dict[str, SeenTable]:
        reading = self.watch.reading
        return {seen.table: seen for seen in reading.tables} if reading is not None else {}

    def _items(self) -> tuple[Item, ...]:
        """The items of what is shown: all, or those of one's own rooms and what one took."""
        items = self.moment.items
        if self.shown != "mine":
            return items
        own = self.person.id if self.person is not None else None
        return tuple(
            item for item in items if item.mine or (item.taken is not None and item.taken.who == own)
        )

    def _show_list(self) -> None:
        words, watch, moment = self.words, self.watch, self.moment
        titles = [words.text(f"floor.column.{column}") for column in _COLUMNS]
        own = self.person.id if self.person is not None else None
        tables = self._tables
        lines: Sequence[Line]
        if not self.search.isHidden():
            found = found_tiles(moment.tiles, tables, self.search.text())
            lines = [table_line(words, tile, tables.get(tile.table)) for tile in found]
            heading, note = words.text("floor.search"), words.text("floor.none_found")
        elif self.shown == "shelved":
            lines = shelved_lines(words, moment.shelved, self._clock.utc())
            heading, note = words.text("floor.key.shelved"), words.text("floor.none_shelved")
        else:
            items = self._items()
            pressing = [item for item in items if item.priority > Priority.INFO or self.shown != "wall"]
            lines = alarm_lines(words, pressing, tables, own, self._unfolded)
            calm = calm_tiles(moment.tiles)
            if self.shown == "list" and calm:
                lines.append(calm_line(words, len(calm)))
                if self._calm_unfolded:
                    lines += [table_line(words, tile, tables.get(tile.table)) for tile in calm]
            heading = words.text("floor.needed")
            note = words.text("floor.nobody_needed" if watch.reading is not None else "floor.first")
            if watch.reading is None and self._missed is not None:
                note = unreached_text(words, self._missed)
                lines = []  # that nothing was heard is said here, with its reason
        # a heading over the note that there is nothing would say the contrary
        self.list.show_lines(tuple(lines), words, heading if lines else "", note, titles)

    def _show_table(self) -> None:
        table = self.opened.table
        seen = self._tables.get(table)
        tile = self._tile_of(table)
        if seen is None or tile is None:
            return
        items = [
            part
            for item in (*self.moment.items, *self.moment.shelved)
            for part in (item.parts or (item,))
            if part.tables == (table,)
        ]
        self.opened.show_table(seen, tile, tuple(items), self.words)

    def _show_keys(self) -> None:
        words = self.words
        counts = {"mine": len(self._pressing), "shelved": len(self.moment.shelved)}
        for name, key in self.keys.views.items():
            label = words.text(f"floor.key.{name}")
            if counts.get(name):
                label = words.text("floor.key.counted", name=label, count=counts[name])
            chosen = name == self.shown and self.opened.isHidden() and self.search.isHidden()
            able = name != "review" or self.reviewed is not None
            key.show_label(label, chosen=chosen, able=able)
        item = self.item
        target = _takeable(item)
        own = self._is_own(item)
        acts = self.keys.acts
        label = words.text("floor.release" if own else "floor.take")
        acts["take"].show_label(label, chosen=False, able=own or target is not None, amber=not own)
        opened = not self.opened.isHidden()
        able = self.chosen_table is not None or (item is not None and bool(item.parts)) or self._at_calm
        label = words.text("floor.back" if opened else "floor.open")
        acts["open"].show_label(label, chosen=False, able=able or opened)
        acts["quiet"].show_label(words.text("floor.quiet"), chosen=False, able=_sounds(item))
        laid = item is not None and item.shelf is not None
        settles = _settles(item)
        twins = item is not None and item.what is What.TWINS
        label = words.text(
            "floor.twins"
            if twins
            else "floor.settle"
            if settles
            else "floor.unshelve"
            if laid
            else "floor.shelve"
        )
        able = item is not None and (twins or settles or laid or item.can_shelve)
        acts["shelve"].show_label(label, chosen=False, able=able)
        self.opened.show_keys(words, able=self.reviewed is not None)

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def item(self) -> Item | None:
        """The alarm that a press is for: of the strip over the review, of the opened table, of the tile with
        the keys, else of the list.
        """
        if self.reviewed is not None and self._reads:
            shown = self.reviewed.strip.item
            return next(
                (item for item in self._pressing if shown is not None and item.key == shown.key), None
            )
        if not self.opened.isHidden():
            return self._item_of(self.opened.table)
        if not self.wall.isHidden() and (table := self.wall.chosen) is not None:
            return self._item_of(table)
        line = self.list.chosen if not self.list.isHidden() else None
        if line is None:
            return None
        if line.key.startswith("table "):
            return self._item_of(line.key.removeprefix("table "))
        return line.item

    @property
    def _is_bare(self) -> bool:
        """Whether the wall is shown, and nothing over it."""
        over = self._reads or not self.opened.isHidden() or not self.search.isHidden()
        return self.shown == "wall" and not over

    @property
    def _reads(self) -> bool:
        """Whether the review lies over the wall."""
        return self.reviewed is not None and not self.reviewed.isHidden()

    def _tile_of(self, table: str) -> Tile | None:
        return next((each for each in self.moment.tiles if each.table == table), None)

    def _item_of(self, table: str) -> Item | None:
        tile = self._tile_of(table)
        if tile is not None and tile.item is not None:
            return tile.item
        return next((item for item in self.moment.shelved if table in item.tables), None)

    @property
    def chosen_table(self) -> str | None:
        """The table that Enter opens."""
        if not self.wall.isHidden() and (table := self.wall.chosen) is not None:
            return table
        line = self.list.chosen if not self.list.isHidden() else None
        if line is None:
            return None
        if line.key.startswith("table "):
            return line.key.removeprefix("table ")
        return line.item.tables[0] if line.item is not None and len(line.item.tables) == 1 else None

    @property
    def _at_calm(self) -> bool:
        line = self.list.chosen if not self.list.isHidden() else None
        return line is not None and line.key == CALM

    def _is_own(self, item: Item | None) -> bool:
        """Whether who is here took it; with nobody here, who signed in for it here before."""
        taken, person = item.taken if item is not None else None, self.person
        if person is None and item is not None and self._signed_for is not None:
            person = self._signed_for[1] if self._signed_for[0] == item.key else None
        return taken is not None and not taken.arrived and person is not None and taken.who == person.id

    # --- presses ----------------------------------------------------------------------------------

    def show_view(self, name: str) -> None:
        """Show the wall, a list, the review, or what is looked for."""
        self._touched()
        match name:
            case "review":
                self.open_review()
                return
            case "search":
                self._begin_search()
                return
            case "wall" if self._is_bare:
                self._beside = not self._beside
        if self.reviewed is not None:
            self.reviewed.give_way()
        self._close_table()
        self.search.hide()
        self.search.clear()
        if name != self.shown:
            self.list.show_anew()
        self.shown = name
        self._lay()
        self._show()
        self.take_focus()

    def act(self, name: str) -> None:
        """Do something with what is chosen."""
        self._touched()
        match name:
            case "take":
                self._take()
            case "open":
                self._open()
            case "quiet" if self.item is not None:
                self.watch = self.watch.quiet(self.item, self._now())
                self._tones.stop()
                self._show()
            case "shelve":
                self._shelve()

    def _press_key(self, key: str) -> None:
        """The key at a row's end: take, give back, or take up again."""
        if self.shown == "shelved":
            self._shelve()
        else:
            self._take()

    def _take(self) -> None:
        item = self.item
        if item is not None and self._is_own(item):
            self._with_boss(partial(self._ask_release, item), item)
            return
        target = _takeable(item)
        if target is not None:
            self._with_boss(partial(self._ask_take, target), target)

    def _ask_take(self, item: Item, person: Person) -> None:
        table = item.tables[0]
        seen = self._tables.get(table)
        if seen is None or seen.call is None or seen.call.number != item.call:
            self.note.say(self.words.text("floor.said.over", table=self._called(table)), stays=True)
            return
        call = seen.call
        self.line.ask(Asked("take", table), lambda: self._desk.take(table, call, _boss(person)))

    def _ask_release(self, item: Item, person: Person) -> None:
        table = item.tables[0]
        seen = self._tables.get(table)
        if seen is not None and seen.call is not None:
            call = seen.call
            self.line.ask(Asked("release", table), lambda: self._desk.release(table, call, _boss(person)))

    def _open(self) -> None:
        if not self.opened.isHidden():
            self._back()
            return
        item, table = self.item, self.chosen_table
        if table is not None:
            self.open_table(table)
        elif item is not None and item.parts:
            self._unfolded = "" if self._unfolded == item.key else item.key
            self.list.unfold()
            self._show()
        elif self._at_calm:
            self._calm_unfolded = not self._calm_unfolded
            self.list.unfold()
            self._show()

    def _shelve(self) -> None:
        item = self.item
        if item is None:
            return
        if item.what is What.TWINS:
            self._with(_COUNTS, partial(self._ask_which_counts, item), item)
        elif _settles(item):
            self._with(_SETTLES, partial(self._ask_what_it_was, item))
        elif item.shelf is not None:
            self._with_boss(partial(self._ask_unshelve, item), item)
        elif item.can_shelve:
            self._with_boss(lambda person: self._ask_reason(item, person), item)

    def _ask_reason(self, item: Item, person: Person) -> None:
        """Why, then for how long; each is one press."""
        words = self.words
        rows = [
            Row(
                words.text(f"floor.reason.{reason}"),
                urgency.laid_aside,
                partial(self._later, partial(self._ask_minutes, item, reason, person)),
            )
            for reason in _REASONS
        ]
        rows.append(Row(words.text("button.cancel"), outcomes.back, lambda: None))
        named = words.text("floor.shelve.what", table=place_text(words, item), what=what_text(words, item))
        self.menu.open(named, tuple(rows))

    def _later(self, call: Callable[[], None]) -> None:
        """Do it once the menu that was pressed has gone."""
        later(self, call)

    def _ask_minutes(self, item: Item, reason: str, person: Person) -> None:
        words = self.words
        rows = [
            Row(
                words.count("floor.shelve.minutes", minutes),
                outcomes.clock,
                partial(self._ask_shelve, item, reason, min(60.0 * minutes, LONGEST_SHELF), person),
            )
            for minutes in _MINUTES
        ]
        rows.append(Row(words.text("button.cancel"), outcomes.back, lambda: None))
        self.menu.open(words.text(f"floor.reason.{reason}"), tuple(rows))

    def _ask_shelve(self, item: Item, reason: str, seconds: float, person: Person) -> None:
        boss, what = _boss(person), item.what.value
        for table in item.tables:
            call = partial(self._desk.shelve, table, what, boss, reason, seconds)
            self.line.ask(Asked("shelve", place_text(self.words, item)), call)

    def _ask_which_counts(self, item: Item, person: Person) -> None:
        """Of two consoles that play as one table: the one that counts, by its address and since when."""
        words, boss, table = self.words, _boss(person), item.tables[0]
        seen = self._tables.get(table)
        consoles = seen.twins.consoles if seen is not None and seen.twins is not None else ()
        rows = [
            Row(
                words.text(
                    "floor.twins.counts", address=each.address or each.id[:8], age=span(words, each.age)
                ),
                places.table,
                partial(self.line.ask, Asked("count", table), partial(self._count, table, each.id, boss)),
            )
            for each in consoles
        ]
        rows.append(Row(words.text("button.cancel"), outcomes.back, lambda: None))
        self.menu.open(f"{place_text(words, item)}  {what_text(words, item)}", tuple(rows))

    def _count(self, table: str, console: str, boss: Boss) -> None:
        """Blocks. Raises LookupError where it is settled already."""
        if not self._desk.count(table, console, boss, _CHOSEN_HERE):
            raise LookupError(table)

    def _ask_unshelve(self, item: Item, person: Person) -> None:
        table, what = item.tables[0], item.what.value
        self.line.ask(Asked("unshelve", table), partial(self._desk.unshelve, table, what, _boss(person)))

    def _ask_what_it_was(self, item: Item, person: Person) -> None:
        """A dispute's end: what did not fit, said by a supervisor."""
        why = tuple(inside(self.words, told(self.words, item)) for told in (what_text, detail_text))
        told = (place_text(self.words, item), *why)
        what = self.words.text("access.list").join(each for each in told if each)
        self.settlement.setGeometry(self.rect())
        self.settlement.ask(what, self.words, partial(self._ask_settle, item, person))

    def _ask_settle(self, item: Item, person: Person, reason: str) -> None:
        boss, memory = _boss(person), self._memory

        def settle() -> None:
            for table in item.tables:
                self._desk.settle(table, boss, reason)
                if memory is not None and item.what is What.TURNED_BACK:
                    memory.forgets(table)
            if memory is not None and item.is_of_diary:
                memory.forgets(item.detail)

        self.line.ask(Asked("settle", place_text(self.words, item)), settle)

    # --- one table --------------------------------------------------------------------------------

    def open_table(self, table: str) -> None:
        """Show one table in place of the wall."""
        self._touched()
        self.search.hide()
        self.search.clear()
        self.opened.open(table)
        self.opened.show()
        self._lay()
        self._show()
        self._tell_again()
        self._again.start()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_again(self) -> None:
        """Have the opened table told of what has come since."""
        table, opener = self.opened.table, self._opener
        if self.opened.isHidden():
            self._again.stop()
        elif opener is None:
            self.opened.show_opened(None, self.words, self.words.text("floor.not_told"))
        elif not self.telling.busy or self._told_of != table:
            self._told_of = table
            self.telling.begin(self._told_again(table, opener))

    async def _told_again(self, table: str, opener: Opener) -> None:
        self.show_opened(await self.telling.of(lambda _: opener(table)))

    def show_opened(self, opened: Opened) -> None:
        """Show the opened table as it was told again."""
        if not self.opened.isHidden() and opened.table == self.opened.table:
            why = "" if opened.view is not None else self.words.text("floor.no_entry")
            self.opened.show_opened(opened, self.words, why)

    def _not_told(self, error: Exception) -> None:
        if self.opened.opened is None:
            self.opened.show_opened(None, self.words, self.words.text("floor.not_told"))

    def _close_table(self) -> None:
        self._again.stop()
        self.opened.hide()

    def _back(self) -> None:
        """Back to what was shown."""
        table = self.opened.table
        self._close_table()
        self._lay()
        self._show()
        tile = self.wall.tile_of(table)
        if not self.wall.isHidden() and tile is not None:
            tile.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.take_focus()

    # --- what is looked for -----------------------------------------------------------------------

    def _begin_search(self) -> None:
        self._close_table()
        self.search.ask(self.words.text("floor.search.hint"))
        self.search.show()
        self.list.show_anew()
        self._lay()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show()

    def _look_for(self) -> None:
        self.list.show_anew()
        self._show()

    def _open_found(self) -> None:
        table = self.chosen_table or next(
            (line.key.removeprefix("table ") for line in self.list.lines if line.key.startswith("table ")),
            None,
        )
        if table is not None:
            self.open_table(table)

    def _end_search(self) -> None:
        """Esc ends it; an arrow down goes into what was found."""
        if self.search.text() and self.list.lines:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.search.clear()
        self.search.hide()
        self.list.show_anew()
        self._lay()
        self._show()
        self.take_focus()

    # --- who is here ------------------------------------------------------------------------------

    def _with(self, asked: _Purpose, then: Callable[[Person], None], item: Item | None = None) -> None:
        """Do something in somebody's name: who is signed in and may, else who signs in for it.

        Who signed in for the same ``item`` before is asked by name, for the PIN or the badge alone.
        """
        if self.person is not None and self.person.role in asked.roles:
            then(self.person)
            return
        self._look_for_people()
        if self.watch.lacks:
            why, _, file = self.watch.lacks.partition(" ")
            told = (
                self.words.text("floor.what.nobody"),
                self.words.text(f"floor.nobody_here.{why}", file=file),
            )
            self.note.say("  ".join(told), stays=True)
            return
        before = self._signed_for
        again = before is not None and item is not None and before[0] == item.key
        self._ask(asked, before[1] if before is not None and again else None, again=again)
        self._pending, self._for = then, item.key if item is not None else None

    def _ask(self, asked: _Purpose, person: Person | None = None, *, again: bool = False) -> None:
        self._pending = self._for = None
        self.sign_in.setGeometry(self.rect())
        self.sign_in.ask(asked.purpose, person=person, again=again)

    def _look_for_people(self) -> None:
        """Whether anybody can sign in here, by the files as they are now."""
        self.watch = self.watch.without_people(self._lacks())

    def _with_boss(self, then: Callable[[Person], None], item: Item | None = None) -> None:
        self._with(_TAKES, then, item)

    def _asked_by_badge(self) -> SignInScreen:
        """The sign-in, opened by a badge where nobody is asked."""
        if not self.sign_in.isVisible():
            self.menu.close_menu()
            self._pending = self._for = None
            self.sign_in.setGeometry(self.rect())
            self.sign_in.ask("badge")
        return self.sign_in

    def _recognised(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for what this person may do here, by the PIN."""
        asked = {Role.PIT_BOSS: _TAKES, Role.SUPERVISOR: _REVIEWS}.get(person.role)
        if self.person is not None and self.person.id == person.id:
            self._touched()
            self.sign_in.cancel()  # who is here is here
        elif asked is None:
            self.sign_in.cancel()
            self.note.say(self.words.text("sign_in.needs.pit_boss"))
        else:
            self._ask(asked, person)

    def _verified(self, person: Person) -> None:
        self.sign_in.hide()
        self.person = person
        if person.language in LANGUAGES:
            self.speak(person.language)
        self._leaves.start()
        if person.id in self.preferences.rooms and self.preferences.last != person.id:
            self.preferences = replace(self.preferences, last=person.id)
            self._keep(self.preferences)
            self.watch = self.watch.watching(self.preferences.watched)
        pending, self._pending = self._pending, None
        if self._for is not None:
            self._signed_for = (self._for, person)
        self._show()
        self.take_focus()
        if pending is not None:
            pending(person)

    def _not_signed_in(self) -> None:
        self._pending = self._for = None
        self.take_focus()

    def sign_out(self) -> None:
        """The wall can be watched on."""
        self.person = None
        self._leaves.stop()
        self.menu.close_menu()
        self._show()

    def _touched(self) -> None:
        self.note.hide()
        if self.person is not None:
            self._leaves.start()

    # --- the menu, the language, another screen ---------------------------------------------------

    def open_menu(self) -> None:
        """Languages, who is here, whose rooms, the other screen, the way out."""
        self._touched()
        words = self.words
        rows = [Row(LOCALES[code].name, places.globe, partial(self.speak, code)) for code in LANGUAGES]
        if self.person is not None:
            rows.append(Row(words.text("menu.sign_out"), places.leave, self.sign_out))
        else:
            rows.append(Row(words.text("floor.menu.sign_in"), places.sign_in, self._ask_sign_in))
        if len(self._rooms) > 1:
            rows.append(
                Row(words.text("floor.menu.rooms"), places.table, partial(self._later, self._ask_rooms))
            )
        rows.append(Row(words.text("floor.menu.second"), states.eye, self.open_second_wall))
        rows.append(Row(words.text("floor.menu.close"), outcomes.cross, self.close))
        name = self.person.name if self.person is not None else self._studio
        self.menu.open(words.text("menu.title", name=name), tuple(rows))

    def _ask_sign_in(self) -> None:
        self._later(lambda: self._with_boss(lambda person: None))

    @property
    def _rooms(self) -> list[str]:
        return sorted({seen.room for seen in self._tables.values() if seen.room})

    def _ask_rooms(self) -> None:
        """Whose alarms sound here, and stand under F3."""
        own = self.watch.rooms
        rows = [
            Row(texts.shown(room), sign, partial(self._turn_room, room))
            for room in self._rooms[:12]
            for sign in [states.tick if room in own else places.table]
        ]
        every = Row(
            self.words.text("floor.menu.all_rooms"),
            states.tick if not own else places.table,
            lambda: self._watch_rooms(()),
        )
        self.menu.open(self.words.text("floor.menu.rooms"), (every, *rows))

    def _turn_room(self, room: str) -> None:
        self._watch_rooms(self.watch.rooms ^ {room})
        self._later(self._ask_rooms)

    def _watch_rooms(self, rooms: Iterable[str]) -> None:
        """Watch these from now on; they are kept for who is signed in, else for who was last."""
        who = self.person.id if self.person is not None else self.preferences.last or NOBODY
        self.preferences = self.preferences.with_rooms(who, rooms)
        self._keep(self.preferences)
        self.watch = self.watch.watching(rooms)
        self._show()

    def speak(self, language: str) -> None:
        """Say everything in another language."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.sign_in.set_words(self.words)
        self.search.ask(self.words.text("floor.search.hint"))
        self.setWindowTitle(f"{self._studio}  {self.words.text('floor.title')}")
        self._show()
        self.ground.update()

    def open_second_wall(self) -> None:
        """The tiles alone in a window of their own: on the other screen, where there is one."""
        if self.second_wall is None:
            self.second_wall = WallWindow(self._clock, self.windowTitle(), self.open_table)
        from console.ui.pit.pit_window import other_screen  # with which much of a table's window is loaded

        wall, screen, kept = self.second_wall, other_screen(self), self.preferences.places.get(SECOND)
        if kept is None or not _put(wall, kept):
            if screen is not None:
                wall.setGeometry(screen.geometry())
                wall.showFullScreen()
            else:
                show_fitting(wall)
        if wall.screen() is not self.screen() and self.shown == "wall":
            self.show_view("list")  # the tiles stand on the other screen
        self._show()

    def show_where_it_was(self) -> None:
        """Show it, and the tiles' own window where that was open, as they stood at the last end."""
        kept = self.preferences.places.get(FIRST)
        if kept is None or not _put(self, kept):
            show_fitting(self)
        if self.preferences.second:
            self.open_second_wall()

    def _keep_places(self) -> None:
        """Keep where the windows stand, for the next start."""
        wall = self.second_wall
        second = wall is not None and wall.isVisible()
        kept = replace(self.preferences.with_place(FIRST, _place(self)), second=second)
        if wall is not None and second:
            kept = kept.with_place(SECOND, _place(wall))
        if kept != self.preferences:
            self.preferences = kept
            self._keep(kept)

    def open_review(self, part: Part = Part.LOG) -> None:
        """The review over all tables, or over the one that is opened, for who may read it."""
        reviewed = self.reviewed
        if reviewed is None or self._reads:
            return
        wish = Wish()
        if not self.opened.isHidden():
            seen = self._tables.get(self.opened.table)
            told = seen.told if seen is not None else None
            incident = told.incident.id if told is not None and told.incident is not None else ""
            wish = Wish(self.opened.table, part, told.round if told is not None else "", incident)

        def show(person: Person) -> None:
            table = None if wish.table is None else self._called(wish.table)

            def heading(words: Words) -> tuple[str, ...]:
                return (self._studio, words.text("review.floor")) if table is None else (table, self._studio)

            reviewed.open(person, self.words, heading, wish)
            self._lay()
            self._show()

        self._with(_REVIEWS, show)

    def _left_review(self) -> None:
        self._lay()
        self._show()
        self.take_focus()

    # --- Qt ---------------------------------------------------------------------------------------

    def take_focus(self) -> None:
        """Let the keys come to what is shown: the list first, since it is in the order of need."""
        if self.reviewed is not None and self.reviewed.screens is not None and self._reads:
            self.reviewed.screens.take_focus()
        elif not self.opened.isHidden():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self.list.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.wall.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 to F5, slash, T, A, H, Enter, Esc; F9 the next language, F11 all of the screen."""
        if self.menu.isVisible() or self.settlement.isVisible():
            return  # what lies over it is answered first
        key = event.key()
        view = _VIEW_KEYS.get(Qt.Key(key))
        act = _ACT_KEYS.get(Qt.Key(key))
        part = None if self.opened.isHidden() or self._reads else PARTS.get(Qt.Key(key))
        if view is not None:
            self.show_view(view)
        elif part is not None and not event.isAutoRepeat():
            self.open_review(part)
        elif act is not None and not event.isAutoRepeat():
            self.act(act)
        elif key in ENTERS and not event.isAutoRepeat() and not self._reads:
            self.act("open")
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif key == Qt.Key.Key_F9:
            at = LANGUAGES.index(self.words.language)
            self.speak(LANGUAGES[(at + 1) % len(LANGUAGES)])
        elif key == Qt.Key.Key_F10:
            self.open_menu()
        elif key == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        else:
            super().keyPressEvent(event)

    def _escape(self) -> None:
        if self.reviewed is not None and self._reads:
            self.reviewed.give_way()
        elif not self.opened.isHidden():
            self._back()
        elif not self.search.isHidden():
            self.search.clear()
            self._end_search()
        elif self.shown != "wall":
            self.show_view("wall")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A badge is one wherever it is held to the reader, at the tiles' own window too."""
        if is_press(event) and isinstance(watched, QWidget):
            window = watched.window()
            if window is self or (self.second_wall is not None and window is self.second_wall):
                return self.badges.holds(watched, event)
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the unit from the size."""
        self._lay()

    def _lay(self) -> None:
        """Bar, what is shown, keys."""
        wide, high = self.width(), self.height()
        u = unit(wide, high)
        top, foot, gap = round(STATUS_HEIGHT * u), round(KEYS_HEIGHT * u), round(_GAP * u)
        side = round(_SIDE * wide)
        middle = high - top - foot
        opened, searched = not self.opened.isHidden(), not self.search.isHidden()
        self.ground.setGeometry(self.rect())
        self.bar.setGeometry(0, 0, wide, top)
        self.keys.setGeometry(0, high - foot, wide, foot)
        self.opened.setGeometry(0, top, wide, middle)
        on_wall = self.shown == "wall" and not opened
        beside = self._beside or searched
        self.wall.setVisible(on_wall)
        self.list.setVisible(not opened and (self.shown != "wall" or beside))
        width = wide - side if beside else wide
        self.wall.setGeometry(gap, top + gap, width - 2 * gap, middle - 2 * gap)
        field = round(56 * u) if searched else 0
        left = wide - side if self.shown == "wall" else 0
        self.search.setGeometry(left + gap, top + gap, wide - left - 2 * gap, max(1, field - gap))
        self.list.setGeometry(left, top + field, wide - left, middle - field)
        self._lay_note(u, foot, side, gap)
        for part in (self.ground, self.bar, self.keys, self.opened, self.wall, self.list, self.note):
            part.set_unit(u)
        self.search.set_unit(u)
        self.menu.setGeometry(self.rect())
        self.menu.set_unit(u)
        self.settlement.setGeometry(self.rect())
        self.settlement.set_unit(u)
        self.sign_in.setGeometry(self.rect())
        if self.reviewed is not None:
            self.reviewed.setGeometry(self.rect())

    def _lay_note(self, u: float, foot: int, side: int, gap: int) -> None:
        """At the foot of the list; over the review beneath its strip, where nothing is pressed."""
        high, wide = round(52 * u), side - 2 * gap
        if self._reads:
            self.note.setGeometry((self.width() - wide) // 2, round(STRIP_HEIGHT * u) + gap // 2, wide, high)
        else:
            top = self.height() - foot - high - gap
            self.note.setGeometry(self.width() - side + gap, top, wide, high)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Read no more: whatever the desk is at, nobody waits for it."""
        self._keep_places()
        _application().removeEventFilter(self)
        for timer in (self._ticks, self._again, self._looks, self._prepares):
            timer.stop()
        self.telling.stop()
        self.looking.stop()
        if self.second_wall is not None:
            self.second_wall.close()
        if self.reviewed is not None:
            self.reviewed.close_review()
        self.line.stop()


_VIEW_KEYS: Final = {
    Qt.Key.Key_F1: "wall",
    Qt.Key.Key_F2: "list",
    Qt.Key.Key_F3: "mine",
    Qt.Key.Key_F4: "shelved",
    Qt.Key.Key_F5: "review",
    Qt.Key.Key_Slash: "search",
}
_ACT_KEYS: Final = {Qt.Key.Key_T: "take", Qt.Key.Key_A: "quiet", Qt.Key.Key_H: "shelve"}


class _Purpose(NamedTuple):
    """What somebody is asked to sign in for, and who of those that are signed in already may do it too."""

    purpose: Literal["pit_boss", "review", "settle"]
    roles: tuple[Role, ...]


_TAKES: Final = _Purpose("pit_boss", (Role.PIT_BOSS,))
_REVIEWS: Final = _Purpose("review", (Role.PIT_BOSS, Role.SUPERVISOR))
_COUNTS: Final = _Purpose("pit_boss", (Role.PIT_BOSS, Role.SUPERVISOR))
_CHOSEN_HERE: Final = "wall"
"""The diary's reason, said in words by `floor.settle.wall`: who chose stands beside it."""
_SETTLES: Final = _Purpose("settle", (Role.SUPERVISOR,))


def _settles(item: Item | None) -> bool:
    """Whether it is a dispute, which ends by a supervisor's word alone; of several each has its own."""
    several = item is not None and item.cause is not None and item.cause.of == "supervisor"
    return item is not None and item.what in SETTLED and not several


def _takeable(item: Item | None) -> Item | None:
    """What a press on 'take' takes: the item, or of several the one that presses most."""
    if item is None:
        return None
    return next((each for each in (item, *item.parts) if each.can_take), None)


def _sounds(item: Item | None) -> bool:
    return item is not None and item.priority > Priority.INFO and not item.quiet


def _boss(person: Person) -> Boss:
    return Boss(person.id, person.name, person.role.value)


FIRST, SECOND = "first", "second"
"""What the windows are called where their places are kept."""


def _place(window: QWidget) -> Place:
    body = window.geometry()
    full = window.isFullScreen()
    return Place(window.screen().name(), body.left(), body.top(), body.width(), body.height(), full)


def _put(window: QWidget, place: Place) -> bool:
    """Show a window where it stood; False where that screen is not there any more, or stands elsewhere."""
    screen = next((each for each in QGuiApplication.screens() if each.name() == place.screen), None)
    body = QRect(place.left, place.top, place.wide, place.high)
    if screen is None or not screen.geometry().intersects(body):
        return False
    if place.full:
        window.setGeometry(screen.geometry())
        window.showFullScreen()
    else:
        window.setGeometry(within(screen.availableGeometry(), body, body))
        window.show()
    return True


def _application() -> QApplication:
    running = QApplication.instance()
    assert isinstance(running, QApplication), "a window is made by an application"
    return running


def shown(window: FloorWindow) -> int:
    """Show it until it is closed, or the process is told to end; how the application ended."""
    running = _application()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: running.quit())
    window.show_where_it_was()
    window.start()
    done = running.exec()
    window.close()
    end()
    return done


def watched(
    desk: FloorDesk,
    people: People,
    words: Words,
    studio: str,
    opener: Opener | None = None,
    reviews: Reviews | None = None,
    memory: Memory | None = None,
    preferences: Preferences | None = None,
    keep: Callable[[Preferences], object] = lambda kept: None,
    learn: Callable[[str, str], object] = lambda who, name: None,
    lacks: Callable[[], str] = str,
) -> int:
    """A studio's wall in an application of its own, until it is closed; how that ended."""
    if QApplication.instance() is None:
        QApplication(sys.argv[:1])
    made = FloorWindow(
        *(desk, people, words, SystemClock(), studio),
        opener=opener,
        reviews=reviews,
        memory=memory,
        preferences=preferences,
        keep=keep,
        learn=learn,
        lacks=lacks,
    )
    return shown(made)
