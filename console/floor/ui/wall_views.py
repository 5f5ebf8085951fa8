"""The content between the wall's bar and its keys: the tiles, the list, the search, or one opened table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.floor.alarms.items import AlarmLine, Priority
from console.floor.alarms.watch import Tile
from console.floor.ui.desk_line import unreached_text
from console.floor.ui.one_table import OpenedReader, OpenedTable
from console.floor.ui.rows import floor_lines
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.name_search import search_form
from console.floor.ui.rows.urgency_list import UrgencyList
from console.floor.ui.wall_keys import WallView
from console.floor.ui.wall_readings import HeardAlarms
from console.floor.ui.wall_tiles import GAP, TileWall
from console.floor.wall import Opener
from console.table.ui.kit import SearchField
from console.table.ui.signs import Sign
from console.table.words import sentence

_COLUMNS: Final = tuple(
    f"floor.column.{column}" for column in ("wait", "table", "what", "why", "round", "dealer", "by", "behind")
)
_OF_SHELVED: Final = tuple(
    "floor.laid_aside" if column == "floor.column.by" else column for column in _COLUMNS
)
_OF_CERTIFICATES: Final = (
    *("", "floor.column.table", "floor.column.certificate", "floor.column.changed", "floor.column.signed"),
    *("commissioning.side.technician", "commissioning.side.supervisor", ""),
)


class ListContents:
    """Fills one list, and gives the choice in it; it knows the unfolded rows."""

    def __init__(self, on: UrgencyList, alarms: HeardAlarms) -> None:
        self._list, self._alarms = on, alarms
        self._unfolded, self._calm_unfolded = "", False

    def show(
        self, view: WallView, own_boss_id: str | None, looked_for: str | None, now: datetime, words: Words
    ) -> None:
        """Show a view's rows, or the sought tables; ``own_boss_id`` is the id of the person here."""
        lines: Sequence[Line]
        self._alarms.give_room(self._list.most_rows)
        if looked_for is not None:
            tables = self._alarms.tables
            found = floor_lines.found_tiles(self._alarms.moment.tiles, tables, looked_for)
            lines = [floor_lines.table_line(words, tile, tables.get(tile.table)) for tile in found]
            # of an empty search nobody can say that it found nothing: it says what can be looked for
            none = "floor.none_found" if search_form(looked_for) else "floor.search.hint"
            heading, note = words.text("floor.search"), words.text(none)
        elif view is WallView.SHELVED:
            lines = floor_lines.shelved_lines(words, self._alarms.moment.shelved, now)
            heading, note = words.text("floor.key.shelved"), words.text("floor.none_shelved")
        elif view is WallView.CERTIFICATES:
            lines = floor_lines.certificate_lines(words, self._alarms.moment.tiles, self._alarms.tables)
            heading, note = words.text("floor.certificates"), words.text("floor.all_certified")
        else:
            lines, heading = self._needed(view, own_boss_id, words), words.text("floor.needed")
            note = self._nobody_needed(view, words)
            if self._alarms.watch.reading is None and self._alarms.missed is not None:
                lines = []  # the note shows that nothing was heard, and why
        if self._alarms.watch.reading is None:  # it is not known yet which tables are set aside or certified
            note = self._nobody_needed(view, words)
        columns = _COLUMNS
        if looked_for is None:
            columns = {WallView.CERTIFICATES: _OF_CERTIFICATES, WallView.SHELVED: _OF_SHELVED}.get(
                view, _COLUMNS
            )
        titles = [words.text(column) if column else "" for column in columns]
        # Without lines the note alone stands there: a heading would announce lines.
        self._list.show_lines(tuple(lines), words, heading if lines else "", note, titles)

    def _needed(self, view: WallView, own_boss_id: str | None, words: Words) -> list[Line]:
        """The alarms: all, or those of the person's own rooms and own calls."""
        tables, tiles = self._alarms.tables, self._alarms.moment.tiles
        items = self._alarms.moment.items
        if view is WallView.MINE:
            items = tuple(item for item in items if item.mine or _took(item, own_boss_id))
        pressing = [item for item in items if item.priority > Priority.INFO or view is not WallView.WALL]
        missed = self._alarms.missed
        why = unreached_text(words, missed, before=True) if missed is not None else ""
        if view is WallView.LIST:
            rows = [floor_lines.AlarmRow(item) for item in pressing]
        else:
            rows = floor_lines.most_urgent_rows(pressing, self._list.key_by_hand)
        lines = floor_lines.alarm_lines(words, rows, tables, own_boss_id, self._unfolded, why)
        calm = floor_lines.calm_tiles(tiles)
        if view is WallView.LIST and calm:
            lines.append(floor_lines.calm_line(words, len(calm)))
            if self._calm_unfolded:
                lines += [floor_lines.table_line(words, tile, tables.get(tile.table)) for tile in calm]
        return lines

    def _nobody_needed(self, view: WallView, words: Words) -> str:
        """The text in place of alarms: the number of shelved ones, whose tables still need somebody."""
        if self._alarms.watch.reading is not None:
            aside = sum(item.mine or view is not WallView.MINE for item in self._alarms.moment.shelved)
            text = words.count("floor.shelved", aside) if aside else words.text("floor.nobody_needed")
            return sentence(text)
        missed = self._alarms.missed
        return unreached_text(words, missed) if missed is not None else words.text("floor.first")

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def _chosen(self) -> Line | None:
        return self._list.chosen if not self._list.isHidden() else None

    @property
    def item(self) -> AlarmLine | None:
        line = self._chosen
        if line is None:
            return None
        return self._alarms.item_of(line.table) if line.table else line.item

    @property
    def table(self) -> str | None:
        line = self._chosen
        if line is None:
            return None
        if line.table:
            return line.table
        return line.item.tables[0] if line.item is not None and len(line.item.tables) == 1 else None

    @property
    def can_unfold(self) -> bool:
        line, item = self._chosen, self.item
        return line is not None and (line.key == floor_lines.CALM or (item is not None and bool(item.parts)))

    def unfold(self) -> None:
        """Show the tables of the chosen row, or hide them again."""
        line, item = self._chosen, self.item
        if item is not None and item.parts:
            self._unfolded = "" if self._unfolded == item.key else item.key
        elif line is not None and line.key == floor_lines.CALM:
            self._calm_unfolded = not self._calm_unfolded
        else:
            return
        self._list.unfold()


def _took(item: AlarmLine, own_boss_id: str | None) -> bool:
    return item.taken is not None and item.taken.who == own_boss_id


class TableSearch(SearchField):
    """Shown while a person looks for a table; Enter opens the chosen one, else the first."""

    changed = Signal()
    """The searched text has changed."""
    found = Signal(str)
    """The table to open."""
    ended = Signal()

    def __init__(self, results: UrgencyList, parent: QWidget) -> None:
        super().__init__(Sign("review.search"), parent)
        self._results = results
        self.textEdited.connect(lambda _: results.reorder())
        self.textEdited.connect(self.changed)
        self.entered.connect(lambda _: self._open())
        self.left.connect(self._go_on)
        self.hide()

    @property
    def looked_for(self) -> str | None:
        """The typed text; None while nothing is looked for."""
        return None if self.isHidden() else self.text()

    def begin(self, words: Words) -> None:
        self.ask(words.text("floor.search.hint"))
        self.show()
        self._results.reorder()

    def put_away(self) -> None:
        self.hide()
        self.clear()

    def leave(self) -> None:
        self.put_away()
        self._results.reorder()
        self.ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key; a step down without a found table goes nowhere."""
        if event.key() != Qt.Key.Key_Down or (self.text() and self._results.lines):
            super().keyPressEvent(event)

    def _open(self) -> None:
        chosen = self._results.chosen
        lines = ((chosen,) if chosen is not None and chosen.table else ()) + self._results.lines
        if (table := next((line.table for line in lines if line.table), None)) is not None:
            self.found.emit(table)

    def _go_on(self) -> None:
        """Esc ends the search; an arrow down goes to the found tables."""
        if self.text() and self._results.lines:
            self._results.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.leave()


SIDE: Final = 0.38
"""The share of the width that the list takes beside the wall."""
_FIELD: Final = 56.0


class WallViews(QObject):
    changed = Signal()
    """Other views are shown now: the window lays them out and fills them."""
    focus_left = Signal()
    """The part that had the keyboard's focus may be gone: the window gives it to the part in front."""
    gone = Signal(str)
    """The name of an opened table that has left this wall: it was retired, or moved to another studio."""

    def __init__(
        self, window: QWidget, alarms: HeardAlarms, opener: Opener | None, words: Callable[[], Words]
    ) -> None:
        """``opener`` reads a table's entries; None if this machine can't."""
        super().__init__(window)
        self._window, self._alarms, self._words = window, alarms, words
        self.view = WallView.WALL
        self._beside = True
        """Whether the list lies beside the wall."""
        self.wall = TileWall(words(), window)
        self.list = UrgencyList(window)
        self.contents = ListContents(self.list, alarms)
        self.opened = OpenedTable(words(), window)
        self.opened.hide()
        self.reader = OpenedReader(self.opened, opener, words)
        self.search = TableSearch(self.list, window)
        self.search.changed.connect(alarms.look)
        self.search.ended.connect(self._change)

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def chosen_view(self) -> WallView | None:
        """The view whose key is highlighted; None while a table is open or the search is."""
        return self.view if self.opened.isHidden() and self.search.isHidden() else None

    @property
    def item(self) -> AlarmLine | None:
        """The alarm that a press belongs to: of the opened table, of the focused tile, else of the list."""
        if not self.opened.isHidden():
            return self._alarms.item_of(self.opened.table)
        if not self.wall.isHidden() and (table := self.wall.chosen) is not None:
            return self._alarms.item_of(table)
        return self.contents.item

    @property
    def _table(self) -> str | None:
        if not self.wall.isHidden() and (table := self.wall.chosen) is not None:
            return table
        return self.contents.table

    @property
    def can_open(self) -> bool:
        """Whether there is a table to open, or a row of several tables to unfold."""
        return self._table is not None or self.contents.can_unfold

    @property
    def open_table(self) -> str | None:
        return None if self.opened.isHidden() else self.opened.table

    # --- what is shown ----------------------------------------------------------------------------

    def turn(self, view: WallView, *, again: bool) -> None:
        """Turn to a view; ``again``: a second press on the wall shows or hides the list beside it."""
        if view is WallView.WALL and again and self.chosen_view is WallView.WALL:
            self._beside = not self._beside
        self._close_table()
        self.search.put_away()
        if view is not self.view:
            self.list.turn_over()
        self.view = view
        self._change()

    def begin_search(self) -> None:
        self._close_table()
        self.search.begin(self._words())
        self.changed.emit()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def open(self, table: str) -> None:
        self.search.put_away()
        self.opened.open(table)
        self.opened.show()
        self._change()
        self.reader.begin()

    def open_chosen(self) -> str | None:
        """The table to open; None if the chosen row was unfolded, or an open table was closed."""
        if not self.opened.isHidden():
            self._back()
        elif (table := self._table) is not None:
            return table
        else:
            self.contents.unfold()
            self._alarms.look()
        return None

    def escape(self) -> None:
        if not self.opened.isHidden():
            self._back()
        elif not self.search.isHidden():
            self.search.leave()
        elif self.view is not WallView.WALL:
            self.turn(WallView.WALL, again=False)

    def _close_table(self) -> None:
        self.reader.pause()
        self.opened.hide()

    def _back(self) -> None:
        """Return to the former view, and to the table's tile there."""
        table = self.opened.table
        self._close_table()
        self._change()
        tile = self.wall.tile_of(table)
        if not self.wall.isHidden() and tile is not None:
            tile.setFocus(Qt.FocusReason.OtherFocusReason)

    def _change(self) -> None:
        self.changed.emit()
        self.focus_left.emit()

    def take_focus(self) -> None:
        """Give the keyboard's focus to the shown part: first to the list, since it is sorted by need."""
        if not self.opened.isHidden():
            self._window.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self.list.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.wall.take_focus()

    def choose_first_tile(self) -> bool:
        """Let an arrow come to the tiles if no tile or row is chosen; returns whether one now is."""
        if self.wall.isHidden() or self.wall.chosen is not None:
            return False
        if not self.list.isHidden() and self.list.lines:
            return False
        self.wall.take_focus()
        return self.wall.chosen is not None

    def show_changed(self, tiles: tuple[Tile, ...]) -> None:
        """Show tables that changed, before all else is found out that the change means."""
        if not self.wall.isHidden():
            self.wall.show_changed(tiles, self._words())

    def show_moment(self, own_boss_id: str | None, now: datetime) -> None:
        """Show the present values; ``own_boss_id`` is the id of the person here."""
        words, alarms = self._words(), self._alarms
        if not self.wall.isHidden():
            self.wall.show_tiles(alarms.moment.tiles, words)
        if not self.list.isHidden():
            self.contents.show(self.view, own_boss_id, self.search.looked_for, now, words)
        if (table := self.open_table) is not None:
            seen, tile = alarms.tables.get(table), alarms.tile_of(table)
            if seen is not None and tile is not None:
                self.opened.show_table(seen, tile, alarms.items_of(table), words)
            elif alarms.watch.reading is not None:
                self._back()
                self.gone.emit(self.opened.called)

    def lay(self, body: QRect, u: float) -> None:
        """Lay out the shown parts in a box of the window, each at the size of its unit."""
        wide, high, top, gap = body.width(), body.height(), body.top(), round(GAP * u)
        side = round(SIDE * wide)
        opened, searched = not self.opened.isHidden(), not self.search.isHidden()
        self.opened.setGeometry(body)
        beside = self._beside or searched
        self.wall.setVisible(self.view is WallView.WALL and not opened)
        self.list.setVisible(not opened and (self.view is not WallView.WALL or beside))
        width = wide - side if beside else wide
        self.wall.setGeometry(gap, top + gap, width - 2 * gap, high - 2 * gap)
        field = round(_FIELD * u) if searched else 0
        left = wide - side if self.view is WallView.WALL else 0
        self.search.setGeometry(left + gap, top + gap, wide - left - 2 * gap, max(1, field - gap))
        self.list.setGeometry(left, top + field, wide - left, high - field)
        for part in (self.opened, self.wall, self.list, self.search):
            part.set_unit(u)
