"""The base of all painted parts: a widget that measures in units and paints itself.

It scales, places and fills, and knows whether another part covers one: Qt calls a part visible as long as
nobody has hidden it. It never knows the content.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial, wraps
from typing import Any, Final

import msgspec
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGuiApplication,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
    QScreen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from console.table.ui.kit import theme
from console.table.ui.kit.monitors import keep_screens_on, screen_of

SMOOTH: Final = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing


class Tint(msgspec.Struct, frozen=True):
    """A colour, and the fill of a place that is marked with it."""

    edge: QColor
    fill: QColor


DUE: Final = Tint(theme.NOW, theme.NOW_FILL)
REPLAYED: Final = Tint(theme.SLATE, theme.SLATE_FILL)
"""The colours of due parts in a replay, never those of live play."""
HELD_BACK: Final = Tint(theme.T2, theme.BG2)
"""The colours of parts that are due as soon as play goes on."""


_PLACED: Final = ("resizeEvent", "moveEvent", "showEvent", "hideEvent")


class PlacedPart:
    """A part or window whose errors as it is shown, hidden or placed are reported and go no further.

    Out of such an event PySide6 6.11.3 raises the error where ``show()`` was called, and a second one there
    ends the process.
    """

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for name in _PLACED:
            if name in vars(cls):
                setattr(cls, name, _reporting(vars(cls)[name]))


def _reporting(handle: Callable[..., None]) -> Callable[..., None]:
    @wraps(handle)
    def handled(part: object, *given: object) -> None:
        try:
            handle(part, *given)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)

    return handled


class ScaledWidget(PlacedPart):
    """The common base of surfaces and buttons: they measure in units of the screen."""

    u = 1.0
    at_desk: bool | None = None
    """Whether the part and its children are read at a desk and pressed by a mouse; None: as the parent."""
    enter_presses = False
    """Whether Enter presses the key in it that has the focus; elsewhere it is the primary's, wherever the
    focus is, so that a foot switch works.
    """
    tinted: Tint | None = None
    """The colours of due parts in this part and in its children; None: the parent's colours."""

    @property
    def tint(self) -> Tint:
        """The colour and the fill of due parts; slate in a replay, in which nothing is due."""
        at: object = self
        while isinstance(at, ScaledWidget):
            if at.tinted is not None:
                return at.tinted
            at = at._widget.parent()
        return DUE

    @property
    def _around(self) -> Iterator[ScaledWidget]:
        """The part itself, and the parts around it."""
        at: object = self._widget
        while isinstance(at, QWidget):
            if isinstance(at, ScaledWidget):
                yield at
            at = at.parent()

    @property
    def is_at_desk(self) -> bool:
        """Whether this part is at a desk; a part of a table is not."""
        return next((part.at_desk for part in self._around if part.at_desk is not None), False)

    @property
    def takes_enter(self) -> bool:
        return any(part.enter_presses for part in self._around)

    @property
    def own_unit(self) -> float:
        """The unit of a part that fills its window: it grows with the window, and at a desk it does not."""
        grown = theme.unit(self._widget.width(), self._widget.height())
        return min(theme.DESK, grown) if self.is_at_desk else grown

    @property
    def wide(self) -> float:
        return self._widget.width() / self.u

    @property
    def high(self) -> float:
        return self._widget.height() / self.u

    @property
    def _widget(self) -> QWidget:
        assert isinstance(self, QWidget)
        return self

    def set_unit(self, u: float) -> None:
        self.u = u
        for child in self._widget.children():
            if isinstance(child, ScaledWidget):
                child.set_unit(u)
        self.arrange()
        self._widget.update()

    def put(self, part: QWidget, rect: QRectF) -> None:
        """Give a child widget its rectangle, in the window's units."""
        x, y = round(rect.x() * self.u), round(rect.y() * self.u)
        part.setGeometry(x, y, round(rect.right() * self.u) - x, round(rect.bottom() * self.u) - y)

    def arrange(self) -> None:
        """Lay out the parts; called when size or unit change."""

    def painter(self, on: QPaintDevice | None = None) -> QPainter:
        """A painter that draws in units: here, or on a picture of this part."""
        painter = QPainter(on or self._widget)
        painter.setRenderHints(SMOOTH)
        painter.scale(self.u, self.u)
        return painter


_NO_WISH: Final = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)


class Surface(ScaledWidget, QWidget):
    """A part of a screen; subclasses give :meth:`paint` and, if they have parts, :meth:`arrange`. A surface
    wishes for no size, so that a new text lays out no grid again.
    """

    keeps_place = False
    """Whether the part has a place of its own in the window, and does not fill it."""
    key_part: QWidget | None = None
    """The part in it that takes the keys while it covers another one; None: what fills it, or itself."""
    has_alarm = False
    """Whether it has 'Something went wrong' and 'Call pit boss': what opens by itself may not cover it."""
    paints_changes = False
    """Whether the part paints each change of its values by itself, apart from other paint requests."""
    read_last = False
    """Whether Tab comes to the keys in it after all others of their screen."""

    @property
    def first_stop(self) -> QWidget | None:
        """The part in it to which Tab comes first, wherever it stands; None: the first that is read."""
        return None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exposed = QRegion()
        self.when_painted: Callable[[], object] | None = None
        """Called after each paint of this part."""
        self.setSizePolicy(_NO_WISH)

    def paint(self, painter: QPainter) -> None:
        """Draw, in units."""

    def covers(self) -> None:
        """Declare that every paint fills the whole part, so that Qt does not paint the parts beneath."""
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Move the focus as the window is read, and never to what another part covers: Qt goes in the order
        in which the parts were made. True, also if there is no other part: a Tab that moves nothing is no
        key of what lies beneath.
        """
        window = self.window()
        here = window.focusWidget()
        gone = here is not None and not (here.isVisible() and here.isEnabled())
        if gone and (around := _key_part_around(here)) is not None:
            # Qt asks for a key that hides or is switched off, too. The first stop of the window may be any
            # key, which the next Enter would press.
            around.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        ring = tab_stops(window)
        at = ring.index(here) if here in ring else -1 if onward else len(ring)
        if ring:
            part = ring[(at + (1 if onward else -1)) % len(ring)]
            part.setFocus(Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason)
        return True

    def report_paint(self) -> None:
        """Paint soon, so that :attr:`when_painted` is called: all, or a pixel if all is painted anyway."""
        in_view = next(iter(self.visibleRegion()), None) if self.paints_changes else None  # type: ignore[call-overload]
        if in_view is None:
            self.update()
        else:
            self.update(QRect(in_view.topLeft(), QSize(1, 1)))

    def update_part(self, box: QRectF) -> None:
        """Paint only a box in units again."""
        self.update(self.pixels_of(box))

    def touches(self, box: QRectF, but: QRectF | None = None) -> bool:
        """Whether the present paint touches a box in units outside ``but``, a part of the box."""
        if but is None:
            return self._exposed.intersects(self.pixels_of(box))
        return (
            not self._exposed.intersected(self.pixels_of(box))
            .subtracted(QRegion(self.pixels_of(but)))
            .isEmpty()
        )

    def pixels_of(self, box: QRectF) -> QRect:
        u = self.u
        return QRectF(box.x() * u, box.y() * u, box.width() * u, box.height() * u).toAlignedRect()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the part, and end the painter even after a bug: Qt would not survive an open one."""
        self._exposed = event.region()
        painter = self.painter()
        try:
            self.paint(painter)
        finally:
            painter.end()
        if self.when_painted is not None:
            self.when_painted()


def pen(colour: QColor, width: float, *, dashes: list[float] | None = None) -> QPen:
    """A round pen in units; ``dashes`` in units too."""
    stroke = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if dashes:
        stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
        stroke.setDashPattern([dash / width for dash in dashes])
    return stroke


def fill(painter: QPainter, rect: QRectF, colour: QColor, radius: float = 0) -> None:
    """A filled box."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if radius:
        painter.drawRoundedRect(rect, radius, radius)
    else:
        # The same pixels as by fillRect, for which PySide6 makes an enum of 169 gradients first.
        painter.drawRect(rect)


def outline(painter: QPainter, rect: QRectF, stroke: QPen, radius: float = 0) -> None:
    """A box's edge, wholly inside the box."""
    half = stroke.widthF() / 2
    painter.setPen(stroke)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = rect.adjusted(half, half, -half, -half)
    painter.drawRoundedRect(inner, max(0, radius - half), max(0, radius - half))


def corners(painter: QPainter, box: QRectF, stroke: QPen, arm: float) -> None:
    """The four corners of a box, each with two arms along its edges, in mitred strokes."""
    stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroke.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(stroke)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for corner, dx, dy in (
        (box.topLeft(), arm, arm),
        (box.topRight(), -arm, arm),
        (box.bottomLeft(), arm, -arm),
        (box.bottomRight(), -arm, -arm),
    ):
        painter.drawPolyline([corner + QPointF(dx, 0), corner, corner + QPointF(0, dy)])


def hatch(painter: QPainter, rect: QRectF, stripe: QColor, ground: QColor, width: float, gap: float) -> None:
    step = (width + gap) * math.sqrt(2)
    _tiled(painter, rect, step, partial(_striped, stripe.rgba(), ground.rgba(), width / step))


def chequer(painter: QPainter, rect: QRectF, squares: QColor, ground: QColor, side: float) -> None:
    """Squares on a ground as on a chessboard, over a box: no stripe can be taken for them."""
    _tiled(painter, rect, 2 * side, partial(_squared, squares.rgba(), ground.rgba()))


def _tiled(painter: QPainter, rect: QRectF, side: float, tile: Callable[[int], QPixmap]) -> None:
    """Fill a box with a picture that repeats every ``side`` units, as near as whole pixels have it."""
    scale = math.sqrt(abs(painter.deviceTransform().determinant())) or 1.0
    pixels = max(2, 2 * round(side * scale / 2))
    brush = QBrush(tile(pixels))
    brush.setTransform(QTransform.fromTranslate(rect.left(), rect.top()).scale(1 / scale, 1 / scale))
    painter.fillRect(rect, brush)


@lru_cache(maxsize=32)
def _striped(stripe: int, ground: int, share: float, pixels: int) -> QPixmap:
    tile, painter = _started_tile(ground, pixels)
    line = QPen(QColor.fromRgba(stripe), share * pixels)
    line.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(line)
    for left in (-pixels, 0, pixels):  # the ends of one stripe stand in the tiles beside it
        at = QPointF(left - pixels, 2 * pixels)
        painter.drawLine(at, at + QPointF(3 * pixels, -3 * pixels))
    painter.end()
    return tile


@lru_cache(maxsize=32)
def _squared(squares: int, ground: int, pixels: int) -> QPixmap:
    tile, painter = _started_tile(ground, pixels)
    half = pixels // 2
    for at in (0, half):
        painter.fillRect(at, at, half, half, QColor.fromRgba(squares))
    painter.end()
    return tile


def _started_tile(ground: int, pixels: int) -> tuple[QPixmap, QPainter]:
    tile = QPixmap(pixels, pixels)
    tile.fill(QColor.fromRgba(ground))
    painter = QPainter(tile)
    painter.setRenderHints(SMOOTH)
    return tile, painter


def lay_over(parts: Sequence[QWidget]) -> None:
    """Lay siblings over all others of their parent, the last uppermost; does nothing if they lie so."""
    around = parts[0].parentWidget() if parts else None
    if around is None:
        return
    beside = [child for child in around.children() if isinstance(child, QWidget)]
    if beside[-len(parts) :] != [*parts]:
        for part in parts:
            part.raise_()


def is_covered(part: QWidget) -> bool:
    """Whether another part would get a press on this part's middle, or the middle of what its mask shows."""
    window, seen = part.window(), part.mask()
    middle = (part.rect() if seen.isEmpty() else seen.boundingRect()).center()
    place = part.mapTo(window, middle)
    upper = window.childAt(place)
    if upper is not None and getattr(upper, "unseen", False):
        upper = _beneath(window, place)  # it only holds up a second tap, no key and no screen reader
    return upper is not None and upper is not part and not part.isAncestorOf(upper)


def _beneath(around: QWidget, place: QPoint) -> QWidget:
    """The uppermost part at a place that can be seen."""
    for child in reversed(around.children()):
        if not isinstance(child, QWidget) or not child.isVisible() or getattr(child, "unseen", False):
            continue
        within, mask = child.mapFromParent(place), child.mask()
        if mask.contains(within) if not mask.isEmpty() else child.rect().contains(within):
            return _beneath(child, within)
    return around


# --- the order of Tab ------------------------------------------------------------------------------


def tab_stops(within: QWidget) -> list[QWidget]:
    """The parts to which Tab comes, as they are read: top to bottom, left to right, panel after panel."""
    found = list(_stops_in(within, within))
    return [within, *found] if _is_stop(within) else found


def _stops_in(around: QWidget, screen: QWidget) -> Iterator[QWidget]:
    shown = [part for part in around.children() if isinstance(part, QWidget) and part.isVisibleTo(around)]
    last = [part for part in shown if isinstance(part, Surface) and part.read_last]
    order = [*_as_read([part for part in shown if part not in last]), *_as_read(last)]
    found = [
        each for part in order for each in (*((part,) if _is_stop(part) else ()), *_stops_in(part, screen))
    ]
    first = around.first_stop if isinstance(around, Surface) else None
    if first in found:
        found.insert(0, found.pop(found.index(first)))
    return iter(found)


def _as_read(parts: Sequence[QWidget]) -> Iterator[QWidget]:
    """Parts in rows: one belongs to a row if its middle lies above the bottom of the row's first. Beside a
    high part at the left stand rows of their own.
    """
    left = sorted(parts, key=lambda part: (part.y(), part.x()))
    while left:
        bottom = left[0].y() + left[0].height()
        row = [part for part in left if part.y() + part.height() / 2 <= bottom]
        outermost = min(row, key=QWidget.x)
        yield outermost
        yield from _as_read([part for part in row if part is not outermost])
        left = [part for part in left if part not in row]


def _key_part_around(part: QWidget | None) -> QWidget | None:
    """The nearest part around it, in view, that takes keys; None if there is none."""
    around = part.parentWidget() if part is not None else None
    while around is not None and not (
        isinstance(around, Surface)
        and around.focusPolicy() is not Qt.FocusPolicy.NoFocus
        and around.isVisible()
        and around.isEnabled()
        and not is_covered(around)
    ):
        around = around.parentWidget()
    return around


def _is_stop(part: QWidget) -> bool:
    takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isEnabled() and part.focusProxy() is None
    return bool(takes) and not is_covered(_seen_part(part))


def _seen_part(part: QWidget) -> QWidget:
    """The part itself, or the part around it that has scrolled it out of view: Tab scrolls it back."""
    seen = part
    while (around := seen.parentWidget()) is not None and not part.isWindow():
        if not around.rect().contains(part.mapTo(around, part.rect().center())):
            part = around
        seen = around
    return part


# --- a window's size: as large as the design, and never larger than what its screen has free ------


_FRAMED: Final = 250
"""Milliseconds between two looks for a window manager's frame around a window."""
_LOOKS: Final = 40
"""The most looks: on a busy machine the frame comes late, and without a window manager never."""
_NOBODYS: Final = ("offscreen", "minimal")
"""Platforms without a real screen, whose size means nothing."""


def show_fitting(window: QWidget) -> None:
    """Show a window as on a desk, and keep its screen on; once framed, move it into the free space."""
    keep_screens_on()
    window.resize(theme.WIDTH, theme.HEIGHT)
    window.show()
    if QGuiApplication.platformName() not in _NOBODYS:
        QTimer.singleShot(_FRAMED, window, lambda: _draw_in(window, _LOOKS))


def fill_screen(window: QWidget, screen: QScreen | None = None) -> None:
    """Show a window over a whole screen, its own if none is given; keep it as large as that is, and on."""
    keep_screens_on()
    window.setGeometry((screen or screen_of(window)).geometry())
    window.showFullScreen()
    if window.findChild(_ScreenFiller) is None:
        _ScreenFiller(window)


class _ScreenFiller(QObject):
    """Makes a full-screen window as large as its screen whenever that changes; a kiosk's manager may not."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication), "a window is shown"
        application.screenAdded.connect(self._follow)
        application.screenRemoved.connect(self._fill)
        for screen in application.screens():
            self._follow(screen)

    def _follow(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        if self._window.isFullScreen():  # the widget's own setGeometry would end that
            self._window.windowHandle().setGeometry(screen_of(self._window).geometry())


def room_in(window: QWidget) -> QRect:
    """The part that a screen over a window fills: only the table's room, if a strip lies beside the table."""
    room = getattr(window, "room", None)
    return room if isinstance(room, QRect) else window.rect()


def _draw_in(window: QWidget, looks: int) -> None:
    """Move a window into the free space, and again once it has a frame; Qt has no event for the frame."""
    if window.isFullScreen() or window.isMaximized():
        return
    frame, body = window.frameGeometry(), window.geometry()
    place = fit_frame(screen_of(window).availableGeometry(), frame, body)
    if place != body:
        window.setGeometry(place)
    if frame == body and looks:
        QTimer.singleShot(_FRAMED, window, lambda: _draw_in(window, looks - 1))


def fit_frame(free: QRect, frame: QRect, body: QRect) -> QRect:
    """The place of a window's body so that its frame lies within the free space; unchanged if it fits."""
    left, right = body.left() - frame.left(), frame.right() - body.right()
    above, below = body.top() - frame.top(), frame.bottom() - body.bottom()
    wide = min(body.width(), free.width() - left - right)
    high = min(body.height(), free.height() - above - below)
    x = max(free.left() + left, min(body.left(), free.right() + 1 - right - wide))
    y = max(free.top() + above, min(body.top(), free.bottom() + 1 - below - high))
    return QRect(x, y, wide, high)
