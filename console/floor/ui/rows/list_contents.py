"""The content of the wall's list, by view: alarms, shelved alarms, or the tables that a search found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from console.base.words import Words
from console.floor.alarms.items import AlarmLine, Priority
from console.floor.ui.desk_line import unreached_text
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.floor_lines import (
    CALM,
    AlarmRow,
    alarm_lines,
    calm_line,
    calm_tiles,
    certificate_lines,
    found_tiles,
    most_urgent_rows,
    shelved_lines,
    table_line,
)
from console.floor.ui.rows.name_search import search_form
from console.floor.ui.rows.urgency_list import UrgencyList
from console.floor.ui.wall_keys import WallView
from console.floor.ui.wall_readings import HeardAlarms
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
            found = found_tiles(self._alarms.moment.tiles, tables, looked_for)
            lines = [table_line(words, tile, tables.get(tile.table)) for tile in found]
            # of an empty search nobody can say that it found nothing: it says what can be looked for
            none = "floor.none_found" if search_form(looked_for) else "floor.search.hint"
            heading, note = words.text("floor.search"), words.text(none)
        elif view is WallView.SHELVED:
            lines = shelved_lines(words, self._alarms.moment.shelved, now)
            heading, note = words.text("floor.key.shelved"), words.text("floor.none_shelved")
        elif view is WallView.CERTIFICATES:
            lines = certificate_lines(words, self._alarms.moment.tiles, self._alarms.tables)
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
        # a heading over the note that there is nothing would say the contrary
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
            rows = [AlarmRow(item) for item in pressing]
        else:
            rows = most_urgent_rows(pressing, self._list.key_by_hand)
        lines = alarm_lines(words, rows, tables, own_boss_id, self._unfolded, why)
        calm = calm_tiles(tiles)
        if view is WallView.LIST and calm:
            lines.append(calm_line(words, len(calm)))
            if self._calm_unfolded:
                lines += [table_line(words, tile, tables.get(tile.table)) for tile in calm]
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
        return line is not None and (line.key == CALM or (item is not None and bool(item.parts)))

    def unfold(self) -> None:
        """Show the tables of the chosen row, or hide them again."""
        line, item = self._chosen, self.item
        if item is not None and item.parts:
            self._unfolded = "" if self._unfolded == item.key else item.key
        elif line is not None and line.key == CALM:
            self._calm_unfolded = not self._calm_unfolded
        else:
            return
        self._list.unfold()


def _took(item: AlarmLine, own_boss_id: str | None) -> bool:
    return item.taken is not None and item.taken.who == own_boss_id
