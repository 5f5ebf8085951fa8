"""The prompt: a tile with its sign, who acts, the order, and the words to say aloud or the reason. It shows a
:class:`~console.table.ui.kit.prompt_parts.PromptText`; it does not decide the prompt's action.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import ClassVar, Final

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase
from console.table.core.state.roles import Actor
from console.table.core.state.views import View
from console.table.game.rule_values import Preparing
from console.table.ui.dealer.top_bar import MARKS
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import (
    DOT,
    advance,
    at_most,
    by_sentence,
    elide,
    fill_lines,
    fit_headline,
    set_in,
    shrunk,
    write,
    write_lines,
)
from console.table.ui.kit.prompt_parts import PromptColour, PromptText
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign

TEXT: Final = 228.0
"""The left edge of the words."""
_TILE: Final = QRectF(24, 22, 172, 172)
_RING: Final = _TILE.adjusted(-9, -9, 9, 9)
_ROUND: Final = 20.0
"""The radius of the ring's corners."""
_ORDER_TOP: Final = 40.0
"""The upper edge of the order's highest letter, whatever its size and lines."""
_ORDER_HEIGHT: Final = 138.0
"""The lower edge of actor and order if the order has two lines."""
_TOP: Final = attrgetter("actor", "clauses", "saving", "not_taken")
_GLOSS_LINE: Final = 25.0
"""The distance between two lines of a gloss."""
_BELOW: Final = attrgetter("say", "gloss", "note", "marked")
"""The words above the order, and those below it."""
_SAY: Final = (34, 32, 30, 28, 26, 24, 22)
"""The sizes of an announcement in one line."""
_SAY_LEFT: Final = 60.0
"""The width of the sign before an announcement."""
_OVER_TWO: Final = 30
"""The largest size of two lines of an order above an announcement that takes two as well."""
_OVERHANG: Final = 12.0
"""The width by which a last letter may reach beyond its advance."""
_KEPT: Final = 32
"""The most drawn prompts that are kept: as many as a round with seven seats needs."""
_ROOM: Final = 48 * 2**20
"""The most bytes of drawn prompts: one prompt is a megabyte on a screen of 1280 by 800, four on the largest.
"""

SIGNS: Final[Mapping[str, Sign]] = {
    Action.OPEN_TABLE: Sign("places.table"),
    Preparing.CHECK_SHOE: Sign("shoe.check_shoe"),
    Preparing.RECEIVE_DECKS: Sign("shoe.decks"),
    Preparing.INSPECT: Sign("shoe.inspect"),
    Preparing.PRESENT: Sign("shoe.present"),
    Preparing.WASH: Sign("shoe.wash"),
    Preparing.SHUFFLE: Sign("shoe.shuffle"),
    Preparing.SPLIT_PILES: Sign("shoe.split_piles"),
    Preparing.RIFFLE: Sign("shoe.riffle"),
    Preparing.SHUFFLE_1: Sign("shoe.shuffle_1"),
    Preparing.SHUFFLE_2: Sign("shoe.shuffle_2"),
    Preparing.SHUFFLE_3: Sign("shoe.shuffle_3"),
    Preparing.STACK: Sign("shoe.stack"),
    Preparing.CUT: Sign("shoe.cut_stack"),
    Preparing.PLACE_CUT_CARD: Sign("shoe.cut_card"),
    Preparing.LOAD: Sign("shoe.load"),
    Action.BURN_CARD: Sign("shoe.burn_card"),
    Action.BURN: Sign("shoe.burn"),
    Action.REPLACE_SHOE: Sign("shoe.replace_shoe"),
    Preparing.CHECK_WHEEL: Sign("wheel.check_wheel"),
    Preparing.CHECK_LEVEL: Sign("wheel.check_level"),
    Preparing.CHECK_RUN: Sign("wheel.check_run"),
    Preparing.CHECK_BALL: Sign("wheel.check_ball"),
    Action.SPIN: Sign("wheel.spin"),
    Action.REMOVE_BALL: Sign("wheel.remove_ball"),
    Action.AWAIT_NUMBER: Sign("states.hourglass"),
    Action.CONFIRM_NUMBER: Sign("wheel.number"),
    Action.ENTER_NUMBER: Sign("wheel.number"),
    Action.AWAIT_BETS: Sign("states.hourglass"),
    Action.AWAIT_SEATS: Sign("states.hourglass"),
    Action.AWAIT_DECISION: Sign("states.hourglass"),
    Action.PEEK: Sign("seats.peek"),
    Action.TURN_HOLE: Sign("seats.turn_hole"),
    Action.WAIT: Sign("play.bets"),
    Action.ANNOUNCE: Sign("play.speak"),
    Action.RESCAN: Sign("play.rescan"),
    Action.RESOLVE: Sign("states.decide"),
}
"""The sign of each action that has the same one at every table and in every phase."""


def sign_of(view: View, colour: PromptColour) -> Sign:
    """The sign of the prompt's action."""
    prompt = view.prompt
    if view.phase == Phase.HALTED and colour is PromptColour.RED:
        return Sign("states.halt")
    match prompt.action:
        case Action.SIGN_IN:
            return Sign("places.pit_boss") if prompt.actor is Actor.PIT_BOSS else Sign("places.sign_in")
        case Action.DEAL:
            return Sign("play.deal_crosswise") if prompt.crosswise else Sign("play.deal")
        case Action.COLLECT:
            return (
                Sign("play.pick_up_left")
                if prompt.direction == "right_to_left"
                else Sign("play.pick_up_right")
            )
        case action:
            return SIGNS.get(action, Sign("states.caution"))


def colour_of(colour: PromptColour) -> QColor:
    """The colour of the tile, the actor line and the place marked on the table."""
    match colour:
        case PromptColour.NOW:
            return theme.NOW
        case PromptColour.PIT_BOSS:
            return theme.AMBER
        case PromptColour.RED:
            return theme.RED
        case _:
            return theme.T1


class DrawnPrompt(msgspec.Struct, frozen=True):
    pixmap: QPixmap
    end: float
    """The right end of its longest line but for the first, in units."""

    @property
    def size(self) -> int:
        """Its bytes."""
        return 4 * self.pixmap.width() * self.pixmap.height()


class PromptPanel(Surface):
    """The upper part of every screen on which a table is played."""

    painted = Signal()
    """The panel has a prompt, which is on the screen in the loop's next turn; never sent by an empty panel,
    nor once nobody waits for it (:attr:`is_awaited`).
    """
    is_awaited = True
    """Whether somebody waits for a paint; a window's first paint ends it."""
    _kept: ClassVar[dict[object, DrawnPrompt]] = {}
    """The prompts that were drawn last, on whichever screen, by all that their pixels depend on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = PromptText(PromptColour.WAIT, "", "")
        self.sign: Sign = Sign("states.hourglass")
        self._drawn: tuple[object, DrawnPrompt] | None = None
        """The picture that is about to be painted, and what it is of; none is held longer."""
        self._shown_end: float | None = None
        """The ``end`` of the picture that was painted last."""
        self._end = 0.0
        """The right end of the longest line of the picture that is being drawn, but for the first line."""
        self.authority: float | None = None
        self._beside = 0.0
        self.covers()

    def show_text(self, text: PromptText, sign: Sign, aloud: str) -> None:
        """Show a prompt; one that differs is said ``aloud``, a halt and the end of bet time at once."""
        if text == self.text and sign == self.sign:
            return
        before, same_tile = self.text, text.colour is self.text.colour and sign == self.sign
        fresh = (text.headline, text.say) != (before.headline, before.say)
        shown_end = self._shown_end
        self.text, self.sign = text, sign
        if not self.isVisible():
            self.update()
        elif shown_end is None or not same_tile:
            self.repaint()
        else:
            self.repaint(self.pixels_of(self._changed(before, max(shown_end, self._picture().end))))
        self.setAccessibleName(aloud)
        if fresh:
            announce(self, aloud, at_once=text.urgent)

    def show_authority(self, left: float | None) -> None:
        """Show the share left of a pit boss's authority, as a ring around the tile; None without one."""
        if left != self.authority:
            self.authority = left
            self.update_part(_RING.adjusted(-4, -4, 4, 4))

    def _changed(self, before: PromptText, end: float) -> QRectF:
        """The box beside the same tile that differs from the prompt before it; ``end`` is the right end of
        the lines of both, but for the first.

        The less is copied to the screen, the sooner the order is there.
        """
        same_top, same_below = (of(self.text) == of(before) for of in (_TOP, _BELOW))
        # Words stand lower below two lines than below one.
        is_short = same_below and self.text.note is None and self.text.say is None
        left, top = TEXT - 8, _ORDER_TOP if same_top else 0.0
        right = end + _OVERHANG if same_top else self.wide
        return QRectF(left, top, right - left, (_ORDER_HEIGHT if is_short else self.high) - top)

    @property
    def text_width(self) -> float:
        return self.wide - TEXT - theme.MARGIN - self._beside

    def leave_room(self, beside: float) -> None:
        """Keep this width free at the right, in units, for a part that covers the panel there."""
        if beside != self._beside:
            self._beside = beside
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the prompt's last drawing: prompts come again, and drawing letters takes thrice as long."""
        if self._shown_end is None:
            self._shown_end = self._paint_first()
            painter = QPainter(self)
        else:
            painter = QPainter(self)
            picture = self._picture()
            self._drawn, self._shown_end = None, picture.end
            painter.drawPixmap(0, 0, picture.pixmap)
        if self.authority is not None:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing)
            painter.scale(self.u, self.u)
            _paint_ring(painter, self.authority)
        painter.end()
        if self.is_awaited and self.text.headline:
            self.painted.emit()

    def _paint_first(self) -> float:
        """Draw the window's first prompt without a picture, which would be a megabyte of a start; returns the
        ``end`` that its picture would have.
        """
        ground = QPainter(self)
        ground.setPen(Qt.PenStyle.NoPen)
        ground.setBrush(theme.BG0)
        ground.drawRect(self.rect())
        ground.end()
        painter = self.painter()
        self._end = 0.0
        try:
            self.paint(painter)
        finally:
            painter.end()
        return self._end

    def _picture(self) -> DrawnPrompt:
        """The prompt in pixels; a countdown is not kept: each picture is shown for a second only."""
        sharp = self.devicePixelRatioF()
        key = (self.text, self.sign, self.width(), self.height(), self.u, sharp, self._beside)
        if self._drawn is not None and self._drawn[0] == key:
            return self._drawn[1]
        drawn = self._kept.pop(key, None) or self._draw(sharp)
        self._drawn = key, drawn
        if self.text.colour is not PromptColour.WAIT:
            self._kept[key] = drawn
        while len(self._kept) > _KEPT or sum(each.size for each in self._kept.values()) > _ROOM:
            del self._kept[next(iter(self._kept))]
        return drawn

    def _draw(self, sharp: float) -> DrawnPrompt:
        pixmap = QPixmap(self.size() * sharp)
        pixmap.fill(theme.BG0)  # five times as quick as a painter's smooth box
        pixmap.setDevicePixelRatio(sharp)
        painter = self.painter(pixmap)
        self._end = 0.0
        self.paint(painter)
        painter.end()
        return DrawnPrompt(pixmap, self._end)

    def paint(self, painter: QPainter) -> None:
        ink = theme.BG0
        if self.text.colour is PromptColour.WAIT:
            outline(painter, _TILE, pen(theme.T2, 3), 14)
            ink = theme.T0
        else:
            fill(painter, _TILE, colour_of(self.text.colour), 14)
        self.sign(painter, _TILE.adjusted(22, 22, -22, -22), ink)
        self._paint_actor(painter)
        self._paint_headline(painter)
        if self.text.say is not None:
            self._paint_say(painter, self.text.say)
        elif self.text.note is not None:
            self._paint_note(painter, self.text.note)
        fill(painter, QRectF(0, self.high - 1, self.wide, 1), theme.LINE)

    def _paint_actor(self, painter: QPainter) -> None:
        colour = colour_of(self.text.colour)
        end = write(painter, self.text.actor, TEXT, 32, theme.font(18, bold=True, track=106), colour)
        right = self.wide - theme.MARGIN
        if self.text.not_taken is not None:
            self._paint_not_taken(painter, self.text.not_taken, right - end - 32)
            return
        clauses = DOT.join(self.text.clauses) if self.text.colour is PromptColour.PIT_BOSS else ""
        if (
            clauses and end + 24 + advance(clauses, theme.font(theme.LEAST)) < right
        ):  # a dealer finds them by F1, a pit boss here
            write(painter, clauses, right, 32, theme.font(theme.LEAST), theme.T2, align=1)
            right -= advance(clauses, theme.font(theme.LEAST)) + 24
        if self.text.saving:
            left = write(painter, self.text.saving, right, 32, theme.font(18, bold=True), theme.T0, align=1)
            left -= advance(self.text.saving, theme.font(18, bold=True)) + 32
            Sign("states.saving")(painter, QRectF(left, 20, 24, 24), theme.T0)

    def _paint_not_taken(self, painter: QPainter, meant: str, room: float) -> None:
        """One calm line in the place of the clauses; the next accepted press brings those back."""
        face = shrunk(meant, room, (theme.LEAST, 17, 16), bold=True)
        write(painter, elide(meant, room, face), self.wide - theme.MARGIN, 32, face, theme.T0, align=1)

    def _paint_headline(self, painter: QPainter) -> None:
        fit = fit_headline(self.text.headline, self.text_width)
        face, middle = theme.font(fit.size, bold=True), 86.0 if self.text.say is None else 83.0
        if len(fit.lines) == 1:
            self._write(painter, fit.lines[0], TEXT - 2, 84, face, theme.T0)
        else:
            if advance(self.text.say or "", theme.font(_SAY[-1])) > self.text_width - _SAY_LEFT:
                face, middle = theme.font(min(fit.size, _OVER_TWO), bold=True), 81.0
            box = QRectF(TEXT - 2, middle - 40, self.text_width, 80)
            write_lines(painter, fit.lines, box, face, theme.T0, leading=1.17)
            self._end = max(self._end, *(box.left() + advance(line, face) for line in fit.lines))

    def _paint_say(self, painter: QPainter, say: str) -> None:
        room = self.text_width - _SAY_LEFT
        face, middle, below = shrunk(say, room, _SAY), 144.0, 183.0
        lower = 4.0 * (len(fit_headline(self.text.headline, self.text_width).lines) - 1)
        lines: tuple[str, ...] = (say,)
        gloss, gloss_face = self._set_gloss(room)
        if advance(say, face) > room:  # if the result and the last hand are said together
            lines, face = set_in(say, room, (22, 21, 20, 19, 18))
            middle, below = 147.0, 191.0
        elif len(gloss) > 1:
            middle, below = 138.0, 170.0 - lower / 2
        if len(lines) == 1:
            middle, below = middle + lower, below + lower
        Sign("play.speech")(painter, QRectF(TEXT, middle - 16, 44, 44), theme.T0)
        for at, line in enumerate(lines):
            self._write(
                painter, line, TEXT + _SAY_LEFT, middle + (at - (len(lines) - 1) / 2) * 27, face, theme.T0
            )
        for at, line in enumerate(gloss):
            self._write(painter, line, TEXT + _SAY_LEFT, below + at * _GLOSS_LINE, gloss_face, theme.T1)

    def _set_gloss(self, room: float) -> tuple[tuple[str, ...], QFont]:
        """The gloss in one line; a long one in two, with each of its parts whole if they fit."""
        gloss = self.text.gloss or ""
        face = shrunk(gloss, room, (22, 20, theme.LEAST))
        lines: tuple[str, ...] = (gloss,)
        if advance(gloss, face) > room:
            lines = fill_lines(tuple(gloss.split(DOT)), room, face)
            if any(advance(line, face) > room for line in lines):
                lines, face = set_in(gloss, room, (theme.LEAST,))
        return (lines if gloss else ()), face

    def _paint_note(self, painter: QPainter, note: str) -> None:
        colour = theme.T1 if self.text.marked is None else MARKS[self.text.marked].ink
        for size in (24, 22, 20):
            lines = by_sentence(note, self.text_width, theme.font(size))
            if len(lines) <= 2:
                break
        middle = 146.0 if len(fit_headline(self.text.headline, self.text_width).lines) == 1 else 150.0
        for line in at_most(3, lines):
            self._write(painter, line, TEXT, middle, theme.font(size), colour)
            middle += size * 1.34

    def _write(
        self, painter: QPainter, text: str, x: float, middle: float, face: QFont, colour: QColor
    ) -> None:
        """Write a line of the order or below it, and keep its end."""
        self._end = max(self._end, write(painter, text, x, middle, face, colour))


def authority_share(view: DealerView) -> float | None:
    """The share that is left of a pit boss's authority at this screen; None without one."""
    if view.pit_boss is None or view.screen.step_up_left is None:
        return None
    return min(1.0, view.screen.step_up_left / max(1, view.screen.step_up_lasts))


def _paint_ring(painter: QPainter, left: float) -> None:
    """A ring around the tile that empties from the top, clockwise."""
    path = QPainterPath(QPointF(_RING.center().x(), _RING.top()))
    path.lineTo(_RING.right() - _ROUND, _RING.top())
    for x, y, begin in (
        (_RING.right() - 2 * _ROUND, _RING.top(), 90),
        (_RING.right() - 2 * _ROUND, _RING.bottom() - 2 * _ROUND, 0),
        (_RING.left(), _RING.bottom() - 2 * _ROUND, 270),
        (_RING.left(), _RING.top(), 180),
    ):
        path.arcTo(QRectF(x, y, 2 * _ROUND, 2 * _ROUND), begin, -90)
    path.closeSubpath()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.BG3, 6))
    painter.drawPath(path)
    reach = path.length()
    if left > 0:
        painter.setPen(pen(theme.AMBER, 6, dashes=[reach * left, 2 * reach]))
        painter.drawPath(path)


def announce(widget: QWidget, text: str, *, at_once: bool) -> None:
    """Have assistive tools say a text: at once, or when they have finished the text before."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    urgent = QAccessible.AnnouncementPoliteness.Assertive
    event.setPoliteness(urgent if at_once else QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)
