"""One table on the wall, opened: its felt and prompt as last read, and what the floor knows of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.errors import WordedError
from console.base.words import Words, why
from console.floor.alarms.items import AlarmLine
from console.floor.alarms.watch import Tile, TileState
from console.floor.self_report import TableStanding
from console.floor.texts import one_line
from console.floor.ui.appearance import (
    CALM,
    PRIORITIES,
    detail_text,
    look_text,
    of_item,
    span,
    state_sign,
    taken_text,
    what_text,
)
from console.floor.ui.desk_line import event_text
from console.floor.ui.frame import WallKey
from console.floor.ui.wall_review import Part
from console.floor.wall import Cosignature, FloorTable, Opener, SeenTable, TableUnread
from console.table.core import Outlet, Phase, Who, shown_with_set
from console.table.ui.kit import (
    REPLAYED,
    Column,
    Row,
    Surface,
    Tint,
    Work,
    clock_time,
    elide,
    fill,
    sentence,
    shrunk,
    theme,
    write,
)
from console.table.ui.signs import Sign
from console.table.words import game_name, person_text

if TYPE_CHECKING:
    from console.supervisor.ui.review import ShownPrompt
    from console.table.ui.felt import Felt

_OF_SET: Final = shown_with_set(Outlet.FLOOR)


class TableFacts(NamedTuple):
    seen_table: SeenTable | None
    """The table's last reading; None before the first."""
    opened: FloorTable | None
    """The table by its entries; None until they are read."""
    items: tuple[AlarmLine, ...]

    def named(self, words: Words) -> list[tuple[str, str]]:
        """The named values of the table's self-report, without missing ones."""
        seen = self.seen_table
        report = seen.report if seen is not None else None
        if seen is None or report is None:
            return []
        rows = [
            (words.text("floor.fact.round"), report.round),
            (words.text("role.dealer"), person_text(words, Who(report.dealer, report.beside), str)),
            (words.text("role.pit_boss"), report.pit_boss),
            (words.text("report.set"), one_line(report.set)),
            *((words.text(row.label), one_line(getattr(report, row.name))) for row in _OF_SET),
            (words.text("floor.fact.room"), one_line(seen.room)),
            (words.text("floor.fact.switch"), seen.switch),
            (words.text("floor.fact.incident"), report.incident.id if report.incident is not None else ""),
            (words.text("floor.fact.entry"), _entries(words, seen)),
        ]
        opened = self.opened
        if opened is not None:
            chain = "floor.chain.good" if opened.good else "floor.chain.bad"
            rows.append(
                (words.text("floor.fact.chain"), words.text(chain, number=words.figure(opened.number)))
            )
            if opened.cosigned is not None:
                rows.append((words.text("floor.fact.witness"), _witnessed(words, opened.cosigned)))
        if report.held_back:
            rows.append(
                (words.text("floor.fact.held_back"), words.count("floor.held_back", report.held_back))
            )
        return [(name, text) for name, text in rows if text]

    def rows(self, words: Words) -> list[Row]:
        """The alarms, the values and the last events; if room is short, the last ones go."""
        parts = [_alarm_rows(item, words) for item in self.items[:4]]
        parts += [[Row(text, name=name)] for name, text in self.named(words)]
        for at, event in enumerate(self.opened.events if self.opened is not None else ()):
            text, time = event_text(words, event.what, event.name, event.reason), clock_time(event.at, words)
            parts.append([Row(text, theme.LEAST, theme.T1, who=time, gap=8 if at else 24)])
        return [row._replace(spare=spare) for spare, part in enumerate(parts) for row in part]


def _entries(words: Words, seen_table: SeenTable) -> str:
    number = words.figure(seen_table.number)
    return f"{number} (−{words.figure(seen_table.backlog)})" if seen_table.backlog else number


def _witnessed(words: Words, cosigned: Cosignature) -> str:
    if not cosigned.fits:
        return words.text("floor.witness.unfit")
    return words.text(
        "floor.witness.fits", number=words.figure(cosigned.number), age=span(words, cosigned.age)
    )


def _alarm_rows(item: AlarmLine, words: Words) -> list[Row]:
    """An alarm with its wait, the person on the way and the reason, in a box of its urgency."""
    looks = of_item(item)
    box = Tint(looks.bar, looks.row if looks is not CALM else theme.BG0)
    sign, wait = PRIORITIES[item.priority], span(words, item.wait)
    first = Row(
        what_text(words, item), 22, looks.strong, True, sign, looks.row_ink, who=wait, gap=12, boxed=box
    )
    texts = (taken_text(words, item), detail_text(words, item))
    return [
        first,
        *(Row(sentence(text), theme.LEAST, looks.weak, gap=0, boxed=box) for text in texts if text),
    ]


PARTS: Final[Mapping[int, Part]] = {
    Qt.Key.Key_1: Part.LOG,
    Qt.Key.Key_2: Part.REPLAY,
    Qt.Key.Key_3: Part.ROUND,
    Qt.Key.Key_4: Part.INCIDENT,
    Qt.Key.Key_5: Part.REPORT,
}
"""The part of the table that a key opens for reading."""
_KEYS: Final = 150.0
_HEAD: Final = 64.0
_PROMPT: Final = 124.0
_UNSHOWN: Final = 44.0
"""The line over a felt that is older than the table's last message."""
_BESIDE: Final = 400.0
_FELT: Final = 0.74


class OpenedTable(Surface):
    """A head with the table's state, the felt with its prompt, and beside them its self-report."""

    part_asked = Signal(object)
    """The :class:`Part` of the table that the person wants to read."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self.table = ""
        self._seen: SeenTable | None = None
        self._tile: Tile | None = None
        self._items: tuple[AlarmLine, ...] = ()
        self.opened: FloorTable | None = None
        self.why_not = ""
        self._shown: tuple[object, ...] = ()
        self.tinted = REPLAYED
        self.prompt: ShownPrompt | None = None
        """The prompt; made, like the felt, with the first entries."""
        self.felt: Felt | None = None
        self.keys = {
            part: WallKey(self, chr(key), partial(self.part_asked.emit, part)) for key, part in PARTS.items()
        }
        self.covers()

    @property
    def called(self) -> str:
        """The table's name once shown, before that its id."""
        return self._tile.name if self._tile is not None and self._tile.table == self.table else self.table

    def open(self, table: str) -> None:
        """Begin with another table: nothing of the last one is shown."""
        if table != self.table:
            self.table, self.opened, self.why_not, self._shown = table, None, "", ()
            self._lay_felt(None)

    def show_table(
        self, seen_table: SeenTable, tile: Tile, items: tuple[AlarmLine, ...], words: Words
    ) -> None:
        waits = tuple((each.key, int(each.wait), each.priority, each.taken) for each in items)
        reading = (seen_table.report, seen_table.number, seen_table.part, tile, waits, words.language)
        if reading == self._shown:
            return
        language = self._words.language
        self._shown = reading
        before = bool(self.unshown), self.outdated
        self._seen, self._tile, self._items, self._words = seen_table, tile, items, words
        if before != (bool(self.unshown), self.outdated):
            self.arrange()
        if language != words.language and self.opened is not None:
            self.show_opened(self.opened, words)
        self.setAccessibleName(". ".join(text for text, _ in self._head(words)))
        self.update()

    def show_keys(self, words: Words, *, able: bool) -> None:
        for part, key in self.keys.items():
            key.show_label(words.text(f"floor.part.{part}"), chosen=False, able=able)

    def show_opened(self, opened: FloorTable | None, words: Words, why_not: str = "") -> None:
        """Show the felt as replayed from the entries; for None ``why_not`` is the reason."""
        before = self.opened
        self.opened, self._words, self.why_not = opened, words, why_not
        view = opened.view if opened is not None else None
        if view is not None:  # It shows one moment: a time that runs down would stand still in it.
            view = replace(view, countdown=replace(view.countdown, bet_seconds=None, seconds_left=None))
        if view is None or opened is None:
            self._lay_felt(None)
            self.update()
            return
        same = before is not None and before.view is not None and before.view.game == view.game
        if self.felt is None or not same:
            # The felt's modules are loaded with the first opened table: a wall's start does not wait for
            # them.
            from console.supervisor.ui.review import ShownPrompt
            from console.table.ui.felt import Felt

            self.prompt = self.prompt or ShownPrompt(self)
            self._lay_felt(Felt(self, scale=_FELT))
        assert self.felt is not None and self.prompt is not None
        self.prompt.show_view(view, opened.at, words, Words(opened.market))
        self.felt.show_view(view, words, band=False)
        self.arrange()
        self.update()

    def _lay_felt(self, felt: Felt | None) -> None:
        if self.felt is not None:
            self.felt.hide()
            self.felt.deleteLater()
        if self.prompt is not None and felt is None:
            self.prompt.hide()
        self.felt = felt
        if felt is not None:
            for part in (felt, self.prompt):
                if part is not None:
                    part.set_unit(self.u)
            felt.show()
            self.arrange()

    def arrange(self) -> None:
        """The prompt over the felt, and at the right the table's self-report."""
        wide = self.wide - _BESIDE
        if self.prompt is not None:
            self.put(self.prompt, QRectF(0, _HEAD, wide, _PROMPT))
            self.prompt.setVisible(self.felt is not None and not self.outdated)
        if self.felt is not None:
            top = self._below_prompt + (_UNSHOWN if self.unshown else 0)
            self.put(self.felt, QRectF(0, top, wide, self.high - top))
        left, top, gap = wide + 12.0, self.high - _KEYS + 12, 8.0
        share = (_BESIDE - 24 - 2 * gap) / 3
        for at, key in enumerate(self.keys.values()):
            row, column = divmod(at, 3)
            reach = share if row == 0 else (_BESIDE - 24 - gap) / 2
            self.put(key, QRectF(left + column * (reach + gap), top + row * 66, reach, 58))

    @property
    def unshown(self) -> str:
        """The note that the table has played on since the shown felt, if entries are held back; at a table
        without play, that something happened.
        """
        report = self._seen.report if self._seen is not None else None
        if report is None or not report.held_back:
            return ""
        goes_on = report.standing in (TableStanding.PLAYING, TableStanding.PREPARING)
        return self._words.count("floor.unshown" if goes_on else "floor.unshown.since", report.held_back)

    @property
    def outdated(self) -> bool:
        """Whether the prompt by the entries contradicts the table: play is halted, or nothing can be
        recorded, but that entry is held back.
        """
        report = self._seen.report if self._seen is not None else None
        view = self.opened.view if self.opened is not None else None
        if report is None or view is None or not report.held_back:
            return False
        return (
            report.standing in (TableStanding.HALTED, TableStanding.CANT_RECORD)
            and view.view.phase != Phase.HALTED
        )

    @property
    def _below_prompt(self) -> float:
        return _HEAD + (0 if self.outdated else _PROMPT)

    def _head(self, words: Words) -> list[tuple[str, bool]]:
        seen, tile = self._seen, self._tile
        if seen is None or tile is None:
            return [(self.table, True)]
        head = [(tile.name, True), (game_name(words, seen.game), False), (look_text(words, tile.look), True)]
        if tile.age is not None:
            head.append((words.text("floor.last_heard", age=span(words, tile.age)), False))
        return head

    @property
    def facts(self) -> TableFacts:
        return TableFacts(self._seen, self.opened, self._items)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        words = self._words
        self._paint_head(painter, words)
        if self.felt is None:
            text = self.why_not or words.text("floor.opening")
            room = self.wide - _BESIDE - 2 * theme.MARGIN
            row = Row(text, 24, theme.T1, sign=Sign("states.eye"), sign_ink=theme.T2)
            Column([row], room, self.high).paint(painter, theme.MARGIN, _HEAD + 36)
        if self.unshown and self.felt is not None:
            band = QRectF(0, self._below_prompt, self.wide - _BESIDE, _UNSHOWN)
            fill(painter, band, theme.AMBER_FILL)
            place = band.adjusted(theme.MARGIN, 0, -theme.MARGIN, 0)
            Column([Row(self.unshown, ink=theme.AMBER)], place.width(), place.height()).paint_in(
                painter, place
            )
        box = QRectF(self.wide - _BESIDE, _HEAD, _BESIDE, self.high - _HEAD)
        fill(painter, box, theme.BG1)
        fill(painter, QRectF(box.left(), box.top(), 1, box.height()), theme.LINE)
        box.adjust(0, 0, 0, -_KEYS)
        fill(painter, QRectF(box.left(), box.bottom(), box.width(), 1), theme.LINE)
        box.adjust(10, 16, -10, -16)
        Column(self.facts.rows(words), box.width(), box.height()).paint(painter, box.left(), box.top())

    def _paint_head(self, painter: QPainter, words: Words) -> None:
        tile = self._tile
        unheard = tile is not None and tile.look in (
            TileState.SILENT,
            TileState.CLOSED,
            TileState.NEVER,
            TileState.REFUSED,
        )
        fill(painter, QRectF(0, 0, self.wide, _HEAD), theme.BG1)
        fill(painter, QRectF(0, _HEAD - 1, self.wide, 1), theme.LINE)
        x = float(theme.MARGIN)
        if tile is not None:
            state_sign(tile)(painter, QRectF(x, _HEAD / 2 - 16, 32, 32), theme.T1 if unheard else theme.T0)
            x += 46
        for at, (text, bold) in enumerate(self._head(words)):
            room = self.wide - 270 - x
            if room < 40:
                break
            sizes = (30, 28, 26, 24, 22, 20) if at == 0 else (22, 20, 19, theme.LEAST)
            face = shrunk(text, room, sizes, bold=bold)
            ink = theme.T0 if at == 0 or (bold and not unheard) else theme.T1
            x = write(painter, elide(text, room, face), x, _HEAD / 2, face, ink) + 20
        if self.opened is not None:
            as_of = words.text("floor.as_of", time=clock_time(self.opened.at, words))
            place = QRectF(self.wide - theme.MARGIN - 230, 0, 230, _HEAD)
            Column([Row(as_of, ink=theme.SLATE, bold=True)], 230, _HEAD, align=1).paint_in(painter, place)


log = logging.getLogger(__name__)

_AGAIN: Final = 2_000
"""Milliseconds after which the entries are read again."""


class OpenedReader(QObject):
    """Gives the panel the state of its table by the table's entries."""

    def __init__(self, panel: OpenedTable, opener: Opener | None, words: Callable[[], Words]) -> None:
        """``opener`` reads a table's entries, if this machine can."""
        super().__init__(panel)
        self._panel, self._opener, self._words = panel, opener, words
        self._table = ""
        """The table whose entries are being read."""
        self._unread = ""
        """The table that could not be read at the last try."""
        self._again = QTimer(self, interval=_AGAIN)
        self._again.timeout.connect(self._read_table)
        self._work = Work(self, self._failed)

    def begin(self) -> None:
        self._read_table()
        self._again.start()

    def pause(self) -> None:
        """Begin no further reading; a present one is shown if the table is still open."""
        self._again.stop()

    def stop(self) -> None:
        self._again.stop()
        self._work.stop()

    def _read_table(self) -> None:
        table, opener = self._panel.table, self._opener
        if self._panel.isHidden():
            self._again.stop()
        elif opener is None:
            self._show_unopened()
        elif not self._work.busy or self._table != table:
            self._table = table
            self._work.begin(self._open_table(table, opener))

    async def _open_table(self, table: str, opener: Opener) -> None:
        try:
            opened = await self._work.of(lambda _: opener(table))
        except TableUnread as error:
            if self._unread != table:  # It is shown once, not at each try.
                log.warning("the table %s is not read: %s", table, error)
            self._unread = table
            self._failed(error)
        else:
            self._unread = ""
            self.show(opened)

    def show(self, opened: FloorTable) -> None:
        """Show a read state, if its table is still the open one."""
        if not self._panel.isHidden() and opened.table == self._panel.table:
            words = self._words()
            why_not = "" if opened.view is not None else words.text("floor.no_entry")
            self._panel.show_opened(opened, words, why_not)

    def _failed(self, error: Exception) -> None:
        if self._panel.opened is None:
            self._show_unopened(error.__cause__)

    def _show_unopened(self, cause: BaseException | None = None) -> None:
        words = self._words()
        reason = why(cause, words) if isinstance(cause, WordedError) else ""
        self._panel.show_opened(None, words, reason or words.text("floor.not_told"))
