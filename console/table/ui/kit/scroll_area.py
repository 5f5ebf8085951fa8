"""Scrolling on a desk's screen: by a finger that drags, and by a bar in the screen's colours."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QScroller, QScrollerProperties

from console.table.ui.kit import theme
from console.table.ui.kit.panel import Panel
from console.table.ui.kit.surface import ScaledWidget

_LEAST: Final = 44.0
"""The least length of a scroll bar's handle, in units."""


def scroll_by_touch(area: QAbstractScrollArea) -> None:
    """A finger that drags anywhere scrolls, at the finger's pace: a mouse that drags chooses rows."""
    properties = QScrollerProperties()
    metric, never = QScrollerProperties.ScrollMetric, QScrollerProperties.OvershootPolicy.OvershootAlwaysOff
    properties.setScrollMetric(metric.VerticalOvershootPolicy, never)
    properties.setScrollMetric(metric.HorizontalOvershootPolicy, never)
    properties.setScrollMetric(metric.MaximumVelocity, 0.0)
    QScroller.grabGesture(area.viewport(), QScroller.ScrollerGestureType.TouchGesture)
    QScroller.scroller(area.viewport()).setScrollerProperties(properties)


def scroll_bars(ground: QColor, u: float) -> str:
    """The style of scroll bars on a ground; ``u`` is the screen's unit."""
    least = round(_LEAST * u)
    return (
        f"QScrollBar {{ background: {ground.name()}; width: {round(14 * u)}px; height: {round(14 * u)}px; }}"
        f"QScrollBar::handle {{ background: {theme.T2.name()}; border-radius: {round(4 * u)}px;"
        f" margin: {round(3 * u)}px; min-height: {least}px; min-width: {least}px; }}"
        "QScrollBar::sub-line, QScrollBar::add-line { width: 0; height: 0; }"
        f"QScrollBar::sub-page, QScrollBar::add-page {{ background: {theme.BG3.name()};"
        f" border-radius: {round(4 * u)}px; margin: {round(3 * u)}px; }}"
        # Qt disables a bar if all of it is in view
        "QScrollBar::handle:disabled, QScrollBar::sub-page:disabled, QScrollBar::add-page:disabled"
        f" {{ background: {ground.name()}; }}"
    )


class ScrolledPanel(ScaledWidget, QScrollArea):
    """A panel that scrolls if it is higher than its room."""

    ground = theme.BG0

    def __init__(self, of: Panel, name: str = "") -> None:
        """``name`` is that of the place to which Tab comes."""
        super().__init__()
        self._of = of
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(of)
        of.setAutoFillBackground(False)  # Qt lets a scrolled part fill its ground
        self.viewport().setAutoFillBackground(False)
        scroll_by_touch(self)
        self._take_keys(0, 0)
        self.verticalScrollBar().rangeChanged.connect(self._take_keys)

    def _take_keys(self, _: int, most: int) -> None:
        """Tab comes here only if there is more than fits."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if most else Qt.FocusPolicy.NoFocus)

    def set_unit(self, u: float) -> None:
        """Scale the panel, too: it is the child of Qt's viewport."""
        self._of.set_unit(u)
        super().set_unit(u)

    def arrange(self) -> None:
        if (bars := scroll_bars(self.ground, self.u)) != self.styleSheet():  # Qt styles all within once more
            self.setStyleSheet(bars)
