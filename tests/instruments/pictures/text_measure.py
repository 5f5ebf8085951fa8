"""Every text that a screen paints, measured where it stands: what is over another, cut off, or too small.

All of a screen's text goes through one function of :mod:`console.table.ui.kit.lettering`; while a screen is
drawn here the function's painter is listened to. What lies beneath another part of the screen is not seen,
and not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from math import hypot
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintDevice, QPainter
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QLabel, QLineEdit, QWidget

from console.base.words.line_breaks import NEVER_FIRST
from console.table.ui.dealer.prompt import PromptPanel
from console.table.ui.kit import FOCUS, Button, ScaledWidget, Surface, theme
from tests.instruments.pictures.drawn import Undrawn, undrawn

LEAST: Final = 12
"""The least size of letters in pixels, at the smallest screen."""
_OPAQUE: Final = Qt.WidgetAttribute.WA_OpaquePaintEvent
_TOUCH: Final = 1.5
"""Pixels by which two texts may reach into each other's box: letters seldom fill it."""


APART: Final = 3.0
"""Pixels at the least between a text and what is another thing: a text in another size, a key, a line."""
_NEAR: Final = 0.12
"""The least between the tails of the upper and the capitals of the lower of two things, of the smaller
letters' size: from line to line of one text it is 0.16 and more.
"""
_CLEAR: Final = 0.35
"""From this on, between the letters as they are, it is enough all the same."""
_TAILS: Final = 0.21
"""The depth of a letter beneath its line, as a share of its size."""
_CAPITALS: Final = 0.73
"""The height of a capital, as a share of its size."""
_SHORT: Final = 12.0
"""A line that is no longer than this is a part of a sign."""
_MEETING: Final = 0.3
"""The same of two that stand a line apart, of their letters' size: an accent over a capital is as high."""


RING: Final = 5.0
"""Units of room around a chip of the log's filter, of which its key is a part."""


def is_named(part: QWidget | None, name: str) -> bool:
    """Whether a widget is of a class with this name: its part of the console may not be there."""
    return any(each.__name__ == name for each in type(part).__mro__)


class Stroke(NamedTuple):
    """A straight line across or down, in its place on the screen, in pixels."""

    box: QRectF
    part: QRectF


class Text(NamedTuple):
    """A text in its place on the screen, in pixels."""

    text: str
    box: QRectF
    size: float
    part: QRectF
    """The widget that it is painted on, as far as the painter may paint there: what is beyond is cut off."""
    base: float
    """On which height its letters stand."""
    upright: bool
    """Whether it stands level; a wheel's figures do not, and their boxes reach into one another."""
    scrolled: bool
    """Whether it can be scrolled into view."""
    covered: bool = False
    """Whether another part of the screen lies on a part of it."""
    shortened: bool = False
    """Whether it may end with "…": what somebody wrote, in a row whose detail has all of it."""
    touched: bool = False
    """Whether a key of which it is no part is nearer to it than :data:`APART`."""

    @property
    def seen(self) -> QRectF:
        """The part of its box that is painted."""
        return self.box.intersected(self.part)

    def moved(self, by: QPointF) -> Text:
        """The text, in the places of a part that lies around its widget."""
        box, part = self.box.translated(by), self.part.translated(by)
        return self._replace(box=box, part=part, base=self.base + by.y())


@contextmanager
def listened(strokes: list[tuple[QWidget, Stroke]] | None = None) -> Iterator[list[tuple[QWidget, Text]]]:
    """The texts that are painted meanwhile, each with its widget; and the straight lines, where asked for.

    Nothing is drawn meanwhile, but for the pictures that a part keeps of itself.
    """
    heard: list[tuple[QWidget, Text]] = []
    start, kinds = ScaledWidget.painter, (QPainter, Undrawn)
    draw: dict[type, Any] = {kind: kind.drawText for kind in kinds}
    line: dict[type, Any] = {kind: kind.drawLine for kind in kinds}
    lines: dict[type, Any] = {kind: kind.drawPolyline for kind in kinds}
    pictured: dict[int, tuple[QPainter, QWidget]] = {}

    def started(part: ScaledWidget, on: QPaintDevice | None = None) -> QPainter:
        if on is None:
            return undrawn(part)
        painter = start(part, on)  # a picture that is kept of it: prompt and felt are drawn so
        pictured[id(painter)] = painter, part._widget
        return painter

    def drawn(painter: QPainter, *given: Any) -> Any:
        widget = pictured[id(painter)][1] if id(painter) in pictured else painter.device()
        if isinstance(widget, QWidget) and len(given) == 2 and isinstance(given[0], QPointF):
            at, text = given
            metrics = QFontMetricsF(painter.font())
            turned = painter.transform()
            box = turned.mapRect(metrics.tightBoundingRect(text).translated(at))
            size = painter.font().pixelSize() * hypot(turned.m21(), turned.m22())
            upright = abs(turned.m21()) < 0.01
            base = turned.map(at).y()
            part = part_of(painter, widget)
            of_list = widget.parentWidget()
            scrolled = isinstance(of_list, QAbstractItemView)
            shortened = is_named(of_list, "LogList")
            told = Text(text, box, size, part, base, upright, scrolled, shortened=shortened)
            heard.append((widget, told))
        return draw[type(painter)](painter, *given)

    def part_of(painter: QPainter, widget: QWidget) -> QRectF:
        part = QRectF(widget.rect())
        if painter.hasClipping():
            part = part.intersected(painter.transform().mapRect(painter.clipBoundingRect()))
        return part

    def stroked(painter: QPainter, *ends: Any) -> Any:
        if len(ends) == 2 and all(isinstance(each, QPointF) for each in ends):
            stroke(painter, ends)
        return line[type(painter)](painter, *ends)

    def bent(painter: QPainter, *given: Any) -> Any:
        corners = given[0] if len(given) == 1 and isinstance(given[0], list) else []
        for ends in pairwise(corners):
            stroke(painter, ends)
        return lines[type(painter)](painter, *given)

    def stroke(painter: QPainter, ends: Any) -> None:
        widget = pictured[id(painter)][1] if id(painter) in pictured else painter.device()
        if strokes is None or not isinstance(widget, QWidget):
            return
        one, other = (painter.transform().map(end) for end in ends)
        box = QRectF(one, other).normalized()
        if min(box.width(), box.height()) < 1 and max(box.width(), box.height()) > _SHORT:
            turned = painter.transform()
            half = max(0.5, painter.pen().widthF() * hypot(turned.m21(), turned.m22()) / 2)
            strokes.append((widget, Stroke(box.adjusted(-half, -half, half, half), part_of(painter, widget))))

    for kind in kinds:
        kind.drawText = drawn  # type: ignore[method-assign, assignment]
        kind.drawLine = stroked  # type: ignore[method-assign]
        kind.drawPolyline = bent  # type: ignore[method-assign]
    ScaledWidget.painter = started  # type: ignore[method-assign, assignment]
    try:
        yield heard
    finally:
        ScaledWidget.painter = start  # type: ignore[method-assign]
        for kind in kinds:
            kind.drawText = draw[kind]  # type: ignore[method-assign]
            kind.drawLine = line[kind]  # type: ignore[method-assign]
            kind.drawPolyline = lines[kind]  # type: ignore[method-assign]


def texts_of(screen: QWidget) -> list[Text]:
    """The texts of a screen that are seen when it is drawn."""
    with listened() as heard:
        _draw(screen)
    return seen_of(screen, heard)


def _draw(screen: QWidget) -> None:
    """Draw it; a prompt draws its letters too, of which a picture that it kept would be copied."""
    for prompt in screen.findChildren(PromptPanel):
        prompt._drawn = None
        prompt._kept.clear()
    screen.grab()


def seen_of(screen: QWidget, heard: list[tuple[QWidget, Text]]) -> list[Text]:
    """Those of the texts that are seen, each where it stands on the screen."""
    seen = []
    for widget, text in heard:
        moved = text.moved(QPointF(widget.mapTo(screen, widget.rect().topLeft())))
        lies_beyond = moved.scrolled and moved.seen.height() < 1
        if text.text.strip() and not lies_beyond and _is_seen(screen, widget, _middle(moved)):
            covered = _is_cut_into(screen, widget, moved)
            seen.append(moved._replace(covered=covered, touched=_is_touched(screen, widget, moved)))
    return seen


def _is_seen(screen: QWidget, widget: QWidget, at: QPointF) -> bool:
    """Whether what a widget paints at a place, a text's middle, lies beneath no other part."""
    above = screen.childAt(at.toPoint())
    return (
        above is None
        or above is widget
        or above.isAncestorOf(widget)
        or (widget.isAncestorOf(above) and _over(screen, widget, at) is None)
    )


def _is_cut_into(screen: QWidget, widget: QWidget, text: Text) -> bool:
    """Whether a press or a part that fills its box lies on one of a text's ends; a drawer may."""
    box, near = text.box, min(4.0, text.box.width() / 2)
    ends = [QPointF(x, _middle(text).y()) for x in (box.left() + near, box.right() - near)]
    if not text.scrolled:  # its tails too: the box is of these very letters
        ends += [QPointF(_middle(text).x(), box.bottom() - 0.5)]
    over = [part for at in ends if (part := _over(screen, widget, at)) is not None]
    return any(not _is_drawer_over(part, widget) for part in over)


def _is_touched(screen: QWidget, widget: QWidget, text: Text) -> bool:
    """Whether a key beside it is too near: one beneath it, or to its left or right.

    A scrolled part ends at an edge of its own, and a drawer's keys may cover other parts.
    """
    if text.scrolled:
        return False
    around = text.seen.adjusted(-APART, -APART, APART, APART)
    across = (around.left(), around.center().x(), around.right())
    for at in (QPointF(x, y) for x in across for y in (around.top(), around.bottom())):
        part = screen.childAt(at.toPoint())
        while part is not None and not isinstance(part, QAbstractButton):
            part = part.parentWidget()
        if part is None or part is widget or part.isAncestorOf(widget) or _is_drawer_over(part, widget):
            continue
        if body_of(part, screen).contains(at):
            return True
    return False


def body_of(part: QWidget, screen: QWidget) -> QRectF:
    """The visible part of a widget, in its place on the screen: around a key is room for the focus's ring."""
    around = FOCUS if isinstance(part, Button) else RING if is_named(part, "ChipKey") else 0
    ring = part.u * around if isinstance(part, ScaledWidget) else 0
    place = QRectF(part.rect()).translated(QPointF(part.mapTo(screen, part.rect().topLeft())))
    return place.adjusted(ring, ring, -ring, -ring)


def _is_drawer_over(part: QWidget | None, widget: QWidget) -> bool:
    """Whether a part is in a drawer that lies over a widget for as long as it is wanted."""
    while part is not None and part is not widget and not part.isAncestorOf(widget):
        if isinstance(part, Surface) and part.keeps_place:
            return True
        part = part.parentWidget()
    return False


def _middle(text: Text) -> QPointF:
    return (text.seen if text.scrolled else text.box).center()


def _over(screen: QWidget, widget: QWidget, at: QPointF) -> QWidget | None:
    """The part over a widget that hides what it paints at a place."""
    part = screen.childAt(at.toPoint())
    while part is not None and part is not widget and not part.isAncestorOf(widget):
        if part.testAttribute(_OPAQUE) or isinstance(part, QLineEdit):
            return part
        if isinstance(part, QAbstractButton) and body_of(part, screen).contains(at):
            return part
        part = part.parentWidget()
    return None


def flaws(screen: QWidget, covered: frozenset[str] = frozenset()) -> list[str]:
    """The faults of a screen's texts, a line each; beneath the ``covered`` ones others may lie."""
    return measured(screen, covered)[1]


def measured(screen: QWidget, covered: frozenset[str] = frozenset()) -> tuple[list[Text], list[str]]:
    """The texts of a screen that are seen, and what is wrong with them."""
    strokes: list[tuple[QWidget, Stroke]] = []
    for _ in range(3):  # a panel that scrolls lays out its parts after itself
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    with listened(strokes) as heard:
        _draw(screen)
    texts = seen_of(screen, heard)
    found = flaws_of(texts, covered)
    lines = lines_of(screen, strokes)
    for text in texts:
        if text.upright and any(_crosses(line, at, text, screen) for line, at in lines):
            found.append(f"over a line: {text.text!r}")
    return texts, found + list(without_room(screen))


def small(texts: list[Text], least: int = theme.LEAST) -> list[str]:
    """The texts that are smaller than can be read where the screen stands, at 1280x800: from 70 cm on the
    reference panel, or at a desk.

    A wheel's turned figures are a picture: the number that counts stands beside it.
    """
    return [text.text for text in texts if text.upright and text.size < least - 0.51]


def without_room(screen: QWidget) -> Iterator[str]:
    """The texts that Qt itself paints, of labels and of tables' titles, and that have no room."""
    for label in screen.findChildren(QLabel):
        if label.isVisibleTo(screen) and label.text():
            # Japanese breaks after any letter, a line of the protocol at spaces of no width.
            words = label.text().replace("\N{ZERO WIDTH SPACE}", " ").split()
            whole_words = [word for word in words if max(word) < "\u3000"]
            widest = max(map(label.fontMetrics().horizontalAdvance, whole_words), default=0)
            high = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
            whole = label.wordWrap() or label.sizeHint().width() <= label.width() + 1
            if not whole or widest > label.width() + 1 or high > label.height() + 1:
                yield f"cut off: {label.text()!r}"
    for header in screen.findChildren(QHeaderView):
        count = 1 if is_named(header, "KindTitles") else header.count()  # it writes the kinds' titles itself
        for at in range(count if header.isVisibleTo(screen) else 0):
            title = str(header.model().headerData(at, header.orientation()) or "")
            if header.fontMetrics().horizontalAdvance(title) > header.sectionSize(at) - APART:
                yield f"cut off: {title!r}"


def lines_of(screen: QWidget, strokes: list[tuple[QWidget, Stroke]]) -> list[tuple[QWidget, QRectF]]:
    """The lines that are painted on parts in view, each in its place on the screen."""
    lines = []
    for widget, stroke in strokes:
        if widget is screen or widget.isVisibleTo(screen):
            at = QPointF(widget.mapTo(screen, widget.rect().topLeft()))
            lines.append((widget, stroke.box.intersected(stroke.part).translated(at)))
    return lines


def _crosses(widget: QWidget, line: QRectF, text: Text, screen: QWidget) -> bool:
    """Whether a line runs through a text's letters or along them, and is seen there."""
    around = text.seen.adjusted(-1, 0, 1, 0)
    return line.intersects(around) and _is_seen(screen, widget, line.intersected(around).center())


def flaws_of(texts: list[Text], covered: frozenset[str] = frozenset()) -> list[str]:
    """The faults of texts in their places, a line each."""
    plates = [each for each in texts if each.text in covered]
    texts = [each for each in texts if each in plates or not any(_lies_under(each, one) for one in plates)]
    small = [each for each in texts if each.size < LEAST - 0.51]
    found = [f"under {LEAST} px: {each.text!r} ({each.size:.1f})" for each in small]
    found += [f"cut off: {each.text!r}" for each in texts if _beyond(each)]
    found += [f"half covered: {each.text!r}" for each in texts if each.covered]
    found += [f"elided: {each.text!r}" for each in texts if _is_elided(each)]
    found += [f"touches a key: {each.text!r}" for each in texts if each.touched]
    found += [f"begins a line: {each.text!r}" for each in texts if _begins_wrongly(each.text)]
    for one, other in _neighbours([each for each in texts if each.upright]):
        both = one.seen.intersected(other.seen)
        same = one.text == other.text  # drawn once more, larger, where it counts
        if min(both.width(), both.height()) > _touch(one, other) and not same:
            found.append(f"over one another: {one.text!r}, {other.text!r}")
        elif not same and _too_near(one, other):
            found.append(f"too near: {one.text!r}, {other.text!r}")
    return found


def _neighbours(texts: list[Text]) -> Iterator[tuple[Text, Text]]:
    """The pairs that may lie over one another or too near, each in the order of the texts.

    A screen has tens of thousands that can not: each text is held against those alone that begin before it
    ends.
    """
    placed = [
        (b.top(), at, b.left(), b.right(), b.bottom(), each.size)
        for at, each in enumerate(texts)
        for b in (each.box,)
    ]
    placed.sort()
    found = []
    for turn, (_, at, left, right, bottom, size) in enumerate(placed, 1):
        for its_top, its, its_left, its_right, _, its_size in islice(placed, turn, None):
            if its_top - bottom >= _CLEAR * size:
                break  # so do all further down
            if left < its_right and its_left < right and its_top - bottom < _CLEAR * min(size, its_size):
                found.append((min(at, its), max(at, its)))
    for one, other in sorted(found):
        yield texts[one], texts[other]


def _is_elided(text: Text) -> bool:
    return text.text.endswith("…") and len(text.text) > 1 and not text.shortened


def _begins_wrongly(text: str) -> bool:
    """Whether a line begins with a mark that begins none.

    Marks alone are a sign, and so is one letter; a dot before letters is a file's ending, and Swedish opens
    with what others close with.
    """
    begins = text.strip()
    first, then = begins[:1], begins[1:2]
    ending = first == "." and then.isascii() and then.isalnum()
    signs = not any(letter.isalnum() for letter in begins)
    return bool(then) and first in NEVER_FIRST - {"”"} and not (ending or signs or then.isdecimal())


def _too_near(one: Text, other: Text) -> bool:
    """Whether two different things nearly touch: texts of two sizes one above the other, in no one column."""
    if abs(one.size - other.size) < 0.5:
        return False
    beside = min(one.box.right(), other.box.right()) - max(one.box.left(), other.box.left())
    if beside <= 2:
        return False
    of_one_block = any(
        abs(mine - its) < 4
        for mine, its in (
            (one.box.left(), other.box.left()),
            (one.box.right(), other.box.right()),
            (one.box.center().x(), other.box.center().x()),
        )
    )
    upper, lower = sorted((one, other), key=lambda each: each.base)
    apart = lower.base - upper.base
    gap = apart - _TAILS * upper.size - _CAPITALS * lower.size
    beneath = apart > min(one.size, other.size) / 2
    clear = lower.box.top() - upper.box.bottom()  # figures have no tails
    least = min(one.size, other.size)
    return not of_one_block and beneath and gap < _NEAR * least and clear < _CLEAR * least


def _touch(one: Text, other: Text) -> float:
    """The overlap that two texts' boxes may have.

    Texts a line apart may meet where an accent of the one comes under a tail of the other.
    """
    apart = abs(one.base - other.base) >= max(one.size, other.size)
    return _MEETING * min(one.size, other.size) if apart and one.part == other.part else _TOUCH


def _lies_under(text: Text, plate: Text) -> bool:
    """Whether a text lies under a sign, whose plate reaches beyond its words."""
    room = plate.box.height()
    return plate.box.adjusted(-3 * room, -room, 3 * room, room).intersects(text.box)


def _beyond(text: Text) -> bool:
    beside, beneath = 1.0, 0.4
    box = text.seen if text.scrolled else text.box
    around = text.part.adjusted(-beside, -beneath, beside, beneath)
    return not around.contains(box) or text.box.left() < around.left() or text.box.right() > around.right()
