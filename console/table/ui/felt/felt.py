"""The table as the dealer sees it: half-round, the round's cards, a card in no hand, the cut card, the halt.

The same widget is used in live play, after a restart and in a replay, for every game: the game's own part
places its cards (:mod:`console.table.ui.felt.scene`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.ui.felt import condition
from console.table.ui.felt.card_faces import CardFace, LaidThing, PlaceFace
from console.table.ui.felt.games import on_screen
from console.table.ui.felt.scene import FeltGame, FeltScene
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, hyphenate, sentence, write
from console.table.ui.kit.surface import Surface, fill
from console.table.words.speech import seconds_left_text

_ASIDE: Final = 73.0
"""The width for the name of the cards set aside: between a third card and the felt's edge."""
EDGE_WIDTH: Final = 8.0
"""The width of the table's edge, in units."""
_HALF: Final = 500
"""Milliseconds of each second in which a blinking timer is red: it blinks once a second, no faster."""


class Felt(Surface):
    """The table zone in play; a ``scale`` below 1 draws it smaller beside a list or a pad."""

    touched = Signal(str, int)
    """A card was touched: its hand and its position from 1."""

    def __init__(self, parent: QWidget | None = None, *, scale: float = 1) -> None:
        super().__init__(parent)
        self.scale = scale
        self._game = ""
        self._scene = FeltScene(0, 0)
        self._still: object = None
        self.covers()
        self.on: FeltGame | None = None
        """The game that is shown here, once a view has named it."""
        self.held = CardFace(self)
        self.cut_card = CardFace(self)
        self.aside = CardFace(self)
        """The cards that were drawn early; the next round begins with them."""
        self._aside_name = ""
        self._second: int | None = None
        self._blink = QTimer(self, singleShot=True, interval=_HALF, timerType=Qt.TimerType.PreciseTimer)
        self._blink.timeout.connect(self._turn_pale)

    def set_unit(self, u: float) -> None:
        """Scale this part, but keep its small letters as large as elsewhere."""
        super().set_unit(u * self.scale)

    def show_view(
        self,
        view: DealerView,
        words: Words,
        *,
        band: bool,
        dimmed: bool = False,
        caption: str = "",
        chosen: tuple[str, int] | None = None,
        foot: float = 0,
    ) -> None:
        """Show the table; ``band`` says that a band with words covers its upper edge. The others are as in a
        :class:`FeltScene`, but ``foot`` is in units of the screen.
        """
        self._scene = FeltScene(
            wide=self.wide,
            high=self.high,
            scale=self.scale,
            band=band,
            lies=condition.lies_on_table(view),
            counting=condition.is_counting(view),
            alarm=self._is_red(view),
            halted=condition.shows_halt(view),
            dimmed=dimmed,
            caption=caption,
            chosen=chosen,
            foot=foot / self.scale,
        )
        on = self._game_of(view, words)
        on.show(view, words, self._scene)
        self._name_zone(on, view, words)
        self.held.show_card(condition.held_card(view.halt), condition.held_name(view.halt, words))
        self.cut_card.show_card(PlaceFace(LaidThing.CUT_CARD), words.text("rail.cut_card_out"))
        self.aside.show_card(PlaceFace(LaidThing.BACK), words.count("access.set_aside", view.cards.set_aside))
        self.aside.setVisible(view.cards.set_aside > 0)
        self._aside_name = words.text("felt.set_aside") if view.cards.set_aside else ""
        self.held.setVisible(view.halt.held is not None)
        self.cut_card.setVisible(view.cards.cut_card_out)
        self.arrange()
        self._update_what_changed(on, view, words)

    def _is_red(self, view: DealerView) -> bool:
        """Whether the timer is red now: a blinking one is red for half of each second (BAC-3.4.2)."""
        if not condition.blinking(view):
            self._blink.stop()
            self._second = None
            return condition.red_ending(view)
        if view.countdown.seconds_left != self._second:
            self._second = view.countdown.seconds_left
            self._blink.start()
        return self._blink.isActive()

    def _turn_pale(self) -> None:
        """Show the second half of a second: the figure keeps the colour that it had before it was red."""
        self._scene = replace(self._scene, alarm=False)
        if self.on is not None:
            self.on.arrange(self._scene)
            for box in self.on.changing:
                self.update_part(box)

    def _game_of(self, view: DealerView, words: Words) -> FeltGame:
        """The part of this felt that draws the view's game; a table keeps one game for its whole life."""
        if self.on is None or view.game != self._game:
            assert self.on is None, "a felt is one table's, and a table has one game"
            self._game = view.game
            self.on = on_screen(view.game).lay(self, view, words, self._scene)
            super().set_unit(self.u)
            self.held.raise_()
            self.cut_card.raise_()
            self.aside.raise_()
        return self.on

    def _update_what_changed(self, on: FeltGame, view: DealerView, words: Words) -> None:
        """Paint again only the parts that a card or a second changes; all of it only if more has changed."""
        still = (
            replace(self._scene, alarm=False),
            on.fingerprint,
            view.halt.held,
            view.cards.cut_card_out,
            view.cards.set_aside,
            words.language,
            self.u,
            view.view.prompt.places,
        )
        if still != self._still or view.halt.held is not None:
            self._still = still
            self.update()
            return
        for box in on.changing:
            self.update_part(box)

    @property
    def cards(self) -> tuple[tuple[str, int], ...]:
        return () if self.on is None else self.on.cards

    def _name_zone(self, on: FeltGame, view: DealerView, words: Words) -> None:
        """Name the whole zone in one sentence for assistive tools."""
        texts = [words.text("access.table"), *on.speech(words)]
        if view.countdown.seconds_left is not None:
            bet_time = view.view.prompt.action != Action.AWAIT_DECISION
            texts.append(words.text("access.countdown" if bet_time else "access.answer_time"))
            texts.append(seconds_left_text(words, view.countdown.seconds_left))
        self.setAccessibleName(". ".join(texts))

    def arrange(self) -> None:
        if self.on is None:
            return
        self._scene = replace(self._scene, wide=self.wide, high=self.high, scale=self.scale)
        self.on.arrange(self._scene)
        self.held.lay(self.on.card_apart)
        self.cut_card.lay(self.on.cut_card)
        self.aside.lay(self._aside)

    @property
    def _aside(self) -> QRectF:
        """The place of the early cards: beside the shoe, above the cut card."""
        cut = QRectF() if self.on is None else self.on.cut_card
        return cut.translated(0, -cut.height() - 44)

    def paint(self, painter: QPainter) -> None:
        """Paint the texts on the felt; cards paint themselves."""
        if self.on is None:
            return
        self.on.paint(painter)
        if self._aside_name:
            name, box = sentence(self._aside_name), self._aside
            face = theme.font(self._scene.size(theme.LEAST))
            for at, line in enumerate(hyphenate(name, _ASIDE, face)):
                long, edge = advance(line, face), self.wide - 24
                x = min(edge, max(edge - _ASIDE + long, box.center().x() + long / 2))
                y = box.bottom() + 13 + at * face.pixelSize() * 1.1  # Two lines stay above the cut card.
                write(painter, line, x, y, face, theme.T1, align=1)
        if self._scene.halted:
            top = theme.BAND_HEIGHT if self._scene.band else 0
            fill(painter, QRectF(0, top, self.wide, 6), theme.RED)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the empty table box by box: Qt copies fast under a box, slowly under a region."""
        painter, table, sharp = QPainter(self), self._table(), self.devicePixelRatioF()
        for box in event.region():  # type: ignore[attr-defined]  # the stubs have no iteration
            painter.setClipRect(box)
            painter.drawImage(box, table, QRect(box.topLeft() * sharp, box.size() * sharp))
        painter.end()
        super().paintEvent(event)

    def _table(self) -> QImage:
        crown = 10 if self.on is None else self.on.crown
        return _empty_table(crown, self.width(), self.height(), self.u, self.devicePixelRatioF())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Report which card was touched; a screen that asks for no card does not listen."""
        place = None if self.on is None else self.on.at(event.position() / self.u)
        if place is not None:
            self.touched.emit(*place)


def table_edge(width: float, height: float, crown: float, inset: float) -> QPainterPath:
    """The half-round outline of a table, open towards the dealer, its upper edge at ``crown``."""
    left, right, bottom = 10 + inset, width - 10 - inset, height + 20
    top, middle = crown + inset, width / 2
    # High enough for the outer seats and the boards' headings to lie on the table.
    side = top + min((height - top) * 0.45, 100)
    reach, rise = (right - left) / 2 * 0.85, top + (side - top) * 0.08
    path = QPainterPath(QPointF(left, bottom))
    path.lineTo(left, side)
    path.cubicTo(left, rise, middle - reach, top, middle, top)
    path.cubicTo(middle + reach, top, right, rise, right, side)
    path.lineTo(right, bottom)
    return path


@lru_cache(maxsize=4)
def _empty_table(crown: float | None, wide: int, high: int, u: float, sharp: float) -> QImage:
    """An empty table, drawn once for each size and upper edge, whichever window shows it."""
    size = QSize(wide, high)
    image = QImage(size * sharp, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(sharp)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRect(QPoint(), size), theme.BG0)
    painter.scale(u, u)
    _paint_table(painter, crown, wide / u, high / u)
    painter.end()
    return image


def _paint_table(painter: QPainter, crown: float | None, wide: float, high: float) -> None:
    if crown is None:
        fill(painter, QRectF(0, 0, wide, high), theme.FELT)
        return
    for inset, colour in ((0.0, theme.RIM), (EDGE_WIDTH, theme.FELT)):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPath(table_edge(wide, high, crown, inset))
