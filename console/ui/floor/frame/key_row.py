"""The keys beneath the wall: the views of F1 to F5, and the acts on the chosen alarm or table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from console.floor.alarms.items import AlarmKind, AlarmLine
from console.ui.floor.acts.wall_keys import ACT_KEYS, VIEW_KEYS, WallAct, WallView
from console.ui.floor.appearance.floor_words import take_text
from console.ui.kit.keys import PaintedKey
from console.ui.kit.lettering import advance, at_most, balance, write, write_lines
from console.ui.kit.surface import Surface, fill, outline, pen
from console.ui.kit.theme import AMBER, AMBER_FILL, BG0, BG1, BG2, EDGE, LINE, T0, T1, T2, font
from console.words import Words

HEIGHT: Final = 68.0


class WallKey(PaintedKey):
    """A word with its key; the chosen one has an outline, one for something urgent is amber."""

    def __init__(self, parent: QWidget, key: str, pressed: Callable[[], None]) -> None:
        super().__init__(parent, lambda: None)
        self._key, self._pressed = key, pressed
        self.amber = False
        self.clicked.connect(lambda _=False: pressed())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_label(self, label: str, *, chosen: bool, able: bool, amber: bool = False) -> None:
        """Show the key's label, and whether it can be pressed now."""
        shown = (label, chosen, able, amber)
        if shown == (self.text(), self.isChecked(), self.isEnabled(), self.amber):
            return
        self.amber = amber
        self.setCheckable(chosen)
        self.setChecked(chosen)
        self.setEnabled(able)
        self.name(label)

    def event(self, event: QEvent) -> bool:
        """Treat a press on a disabled key as its letter's: the window says why nothing is done.

        Qt takes such a press and tells nobody.
        """
        if event.type() is QEvent.Type.MouseButtonPress and not self.isEnabled():
            self._pressed()
        return super().event(event)

    def nextCheckState(self) -> None:
        """Do nothing: only the window reports the choice."""

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """The word, and above it its key in small letters."""
        ink = T0 if self.isEnabled() else T2
        if self.isChecked():
            fill(painter, box, BG0, 8)
            outline(painter, box, pen(T0, 2.5), 8)
        elif self.amber and self.isEnabled():
            fill(painter, box, AMBER_FILL, 8)
            outline(painter, box, pen(AMBER, 2.5), 8)
            ink = AMBER
        else:
            fill(painter, box, BG2 if self.isEnabled() else BG1, 8)
            outline(painter, box, pen(EDGE if self.isEnabled() else LINE, 1.5), 8)
        quiet = T1 if self.isEnabled() else T2
        write(painter, self._key, box.center().x(), box.top() + 12, font(12), quiet, align=0.5)
        place = QRectF(box.left(), box.top() + 18, box.width(), box.height() - 20)
        lines, face = _label(self.text(), box.width() - 12)
        write_lines(painter, lines, place, face, ink, align=0.5, leading=1.05)
        self.ring(painter, box)


def _label(text: str, room: float) -> tuple[tuple[str, ...], QFont]:
    """A key's word: large in one line, else in two, else in one as large as fits."""
    for most, sizes in ((1, (17, 16, 15)), (2, (14, 13)), (1, (14, 13, 12))):
        for size in sizes:
            face = font(size, bold=True)
            lines = balance(text, room, face)
            if len(lines) <= most and all(advance(line, face) <= room for line in lines):
                return lines, face
    return at_most(2, lines), face


class KeyRow(Surface):
    """The views at the left, the acts at the right."""

    view_pressed = Signal(object)
    """The :class:`WallView` to show."""
    act_pressed = Signal(object)
    """The :class:`WallAct` to do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        show, act = self.view_pressed.emit, self.act_pressed.emit
        self.views = {view: WallKey(self, key, partial(show, view)) for view, key in VIEW_KEYS.items()}
        self.acts = {each: WallKey(self, key, partial(act, each)) for each, key in ACT_KEYS.items()}
        self.covers()

    def show_views(
        self, words: Words, chosen: WallView | None, counts: Mapping[WallView, int], *, able: bool
    ) -> None:
        """Show the views, the chosen one, and their counts; ``able``: whether the review can be opened."""
        for view, key in self.views.items():
            label = words.text(f"floor.key.{view}")
            if counts.get(view):
                label = words.text("floor.key.counted", name=label, count=counts[view])
            key.show_label(label, chosen=view is chosen, able=able or view is not WallView.REVIEW)

    def show_acts(
        self,
        words: Words,
        item: AlarmLine | None,
        call: AlarmLine | None,
        *,
        own: bool,
        opens: bool,
        opened: bool,
        heard: bool = True,
    ) -> None:
        """Show the acts on the chosen alarm or table.

        ``call`` is the item whose call is taken; ``own``: the person here took it. ``opens``: there is
        something to open; ``opened``: a table is open. ``heard``: readings come; what the floor server would
        have to do can't be done without.
        """
        takes = heard and (own or (call is not None and call.to_take is not None))
        label = words.text("floor.release" if own else "floor.take")
        if call is not None and not own:
            label = take_text(words, call)
        self.acts[WallAct.TAKE].show_label(label, chosen=False, able=takes, amber=not own)
        label = words.text("floor.back" if opened else "floor.open")
        self.acts[WallAct.OPEN].show_label(label, chosen=False, able=opens or opened)
        sounds = item is not None and item.sounds
        self.acts[WallAct.QUIET].show_label(words.text("floor.quiet"), chosen=False, able=sounds)
        key = _last_act(item)
        able = heard and item is not None and (key != "floor.shelve" or item.can_shelve)
        self.acts[WallAct.SHELVE].show_label(words.text(key), chosen=False, able=able)

    def arrange(self) -> None:
        """All keys have one width, with a gap between the two kinds."""
        gap, between = 8.0, 28.0
        count = len(self.views) + len(self.acts)
        wide = min(190.0, (self.wide - 24 - between - gap * (count - 2)) / count)
        x = 12.0
        for key in self.views.values():
            self.put(key, QRectF(x, 8, wide, self.high - 16))
            x += wide + gap
        x = self.wide - 12 - len(self.acts) * (wide + gap) + gap
        for key in self.acts.values():
            self.put(key, QRectF(x, 8, wide, self.high - 16))
            x += wide + gap

    def paint(self, painter: QPainter) -> None:
        """The bar."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        fill(painter, QRectF(0, 0, self.wide, 1), LINE)


def _last_act(item: AlarmLine | None) -> str:
    """The phrase key of H's act with an alarm: end a dispute, shelve the alarm, or take it up again."""
    if item is None:
        return "floor.shelve"
    if item.what is AlarmKind.TWINS:
        return "floor.twins"
    if item.is_settled:
        return "floor.settle"
    return "floor.unshelve" if item.shelf is not None else "floor.shelve"
