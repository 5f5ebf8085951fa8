"""The rail beneath the table: how much of the shoe is dealt, and the last results or what comes next. It
counts nothing itself and shows no card that is still in the shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.phases import Bets, Phase
from console.table.game.shoe import CARDS
from console.table.ui.dealer.prompt_words import bets_left, order_phrase
from console.table.ui.felt.games import on_screen
from console.table.ui.hands.guard import PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.lettering import advance, sentence, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign
from console.table.words.speech import cards_left_text, last_card_text

if TYPE_CHECKING:
    from console.table.ui.felt.wheel.wheel_rail import WheelHealth

_MOST: Final = 14
_BETWEEN: Final = 3.0


class ResultMark(Surface):
    """The end of a round, drawn as its game's mark."""

    _shown: tuple[str, str, Words] | None = None

    def show_result(self, game: str, result: str, words: Words) -> None:
        self._shown = (game, result, words)
        self.setAccessibleName(on_screen(game).result_name(result, words))
        self.update()

    def paint(self, painter: QPainter) -> None:
        if self._shown is not None:
            game, result, words = self._shown
            on_screen(game).draw_result(painter, result, words)


class Rail(Surface):
    """The strip between table and action bar."""

    def __init__(
        self,
        guard: PressGuard,
        words: Words,
        parent: QWidget | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        """``now`` is the time against which the age of a wheel's last message is shown."""
        super().__init__(parent)
        self._view, self._words = NO_TABLE, words
        self._now = now
        self.health: WheelHealth | None = None
        """The wheel's health, at a table that has one."""
        self.marks = [ResultMark(self) for _ in range(_MOST)]
        self._still: object = None
        self.cut_card = Button(Sign("shoe.cut_card"), Tone.PLAIN, guard, self)
        """Reports the cut card, at a table whose devices can't see it."""
        self.covers()

    def show_view(self, view: DealerView, words: Words) -> None:
        self._view, self._words = view, words
        self._show_health(view, words)
        self.cut_card.show_label(sentence(words.text("felt.cut_card")))
        self.cut_card.setAccessibleName(words.text("rail.cut_card"))
        self.cut_card.setVisible(view.cards.cut_card_by_hand and not view.screen.locked)
        left = view.view.shoe
        self.setAccessibleName(self._spoken(view, words))
        last = left is not None and left.last_hand
        still = (
            view.results,
            last,
            view.view.phase,
            self._aside(view, words),
            words.language,
            view.cards.cut_card_out,
            view.cards.cut_card_by_hand,
            view.screen.locked,
        )
        if still == self._still:
            self.update_part(QRectF(0, 0, self._left_end(view, words) + 60, self.high))
            return
        self._still = still
        for mark, result in zip(self.marks, view.results[-_MOST:][::-1], strict=False):
            mark.show_result(view.game, result, words)
        self.arrange()
        self.update()

    def _spoken(self, view: DealerView, words: Words) -> str:
        """The rail in words for assistive tools: the wheel, or the shoe with its cards."""
        if self.health is not None:
            return words.text("wheel.heading")
        name, left = words.text("access.shoe"), view.view.shoe
        return name if left is None else words.label(name, cards_left_text(words, left.left))

    def _show_health(self, view: DealerView, words: Words) -> None:
        if view.wheel is None or self._now is None:
            return
        if self.health is None:
            from console.table.ui.felt.wheel.wheel_rail import WheelHealth

            self.health = WheelHealth(view.wheel, words, self, now=self._now, relaid=self._lay_again)
            self.health.u = self.u
            self.health.show()
        self.health.show_wheel(view.wheel, words)

    def _lay_again(self) -> None:
        """Lay the wheel's words out again: the time since its last message has changed them."""
        self.arrange()
        self.update()

    def arrange(self) -> None:
        """The newest result at the right, as many as fit beside the heading; numbers from the newest on."""
        view, words = self._view, self._words
        if view is NO_TABLE:  # no game yet that says how wide a result is
            return
        if self.health is not None:
            self.put(self.health, QRectF(24, 2, self.health.wish, self.high - 4))
        if not self.cut_card.isHidden():
            lay(self, self.cut_card, QRectF(self._gauge_end(view, words) + 16, 4, self._press_width, 48))
        game = on_screen(view.game)
        wide, step = game.result_width, game.result_width + _BETWEEN
        wanted = 0 if self._aside(view, words) else min(len(view.results), self._fitting(view, words))
        for at, mark in enumerate(self.marks):
            mark.setVisible(at < wanted)
            place = wanted - 1 - at if game.newest_first else at
            self.put(mark, QRectF(self.wide - theme.MARGIN - wide - 2 - place * step, 14, wide, 28))

    def _fitting(self, view: DealerView, words: Words) -> int:
        game = on_screen(view.game)
        heading = advance(self._heading(view, words), theme.font(theme.LEAST, bold=True))
        room = self.wide - theme.MARGIN - self._left_end(view, words) - heading - 60
        return max(0, min(game.most_results, int(room / (game.result_width + _BETWEEN))))

    @staticmethod
    def _heading(view: DealerView, words: Words) -> str:
        return words.text(on_screen(view.game).heading).upper()

    def paint(self, painter: QPainter) -> None:
        """Gauge, count, and the cut card's chip; at the right what comes next, else the results' heading."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.RAIL)
        fill(painter, QRectF(0, 0, self.wide, 1), theme.LINE)
        view, words = self._view, self._words
        if view.view.shoe is not None and view.view.phase != Phase.CLOSED:
            behind = None if view.cards.cut_card_out else view.preparation.cut_card_from_end
            self._paint_gauge(painter, view.view.shoe.left, behind)
            self._paint_count(painter, cards_left_text(words, view.view.shoe.left), view.view.shoe.left)
            if view.view.shoe.last_hand:
                self._paint_chip(painter, view, words)
        aside = self._aside(view, words)
        if aside is not None:
            self._paint_aside(painter, *aside, self._left_end(view, words))
        elif view.results:
            shown, wide = sum(not mark.isHidden() for mark in self.marks), on_screen(view.game).result_width
            if shown:
                right = self.wide - theme.MARGIN - wide - 2 - (shown - 1) * (wide + _BETWEEN) - 18
                face = theme.font(theme.LEAST, bold=True)
                write(painter, self._heading(view, words), right, 28, face, theme.T2, align=1)

    def _paint_gauge(self, painter: QPainter, remaining: int, behind: int | None) -> None:
        Sign("shoe.shoe")(painter, QRectF(24, 15, 26, 26), theme.T2)
        bar = QRectF(62, 24, 190, 8)
        fill(painter, bar, theme.BG3, 2)
        fill(
            painter, QRectF(bar.left(), bar.top(), max(2.0, bar.width() * remaining / CARDS), 8), theme.T2, 2
        )
        if behind is not None:
            fill(painter, QRectF(bar.left() + bar.width() * behind / CARDS, 17, 4, 22), theme.T0, 1)

    def _paint_count(self, painter: QPainter, text: str, remaining: int) -> float:
        before, figure, after = text.partition(str(remaining))
        x = write(painter, before, 266, 28, theme.font(theme.LEAST), theme.T2)
        x = write(painter, figure, x, 28, theme.font(20, bold=True), theme.T0)
        return write(painter, after, x + 2, 28, theme.font(theme.LEAST), theme.T2)

    def _count_end(self, view: DealerView, words: Words) -> float:
        if self.health is not None:
            return 24 + self.health.wish
        if view.view.shoe is None:
            return 266
        before, figure, after = cards_left_text(words, view.view.shoe.left).partition(
            str(view.view.shoe.left)
        )
        return (
            266
            + advance(before + after, theme.font(theme.LEAST))
            + advance(figure, theme.font(20, bold=True))
        )

    @property
    def _press_width(self) -> float:
        return self.cut_card.wish(320) - 2 * FOCUS

    def _left_end(self, view: DealerView, words: Words) -> float:
        end = self._gauge_end(view, words)
        return end if self.cut_card.isHidden() else end + 16 + self._press_width

    def _gauge_end(self, view: DealerView, words: Words) -> float:
        end = self._count_end(view, words)
        if view.view.shoe is None or not view.view.shoe.last_hand:
            return end
        return (
            end
            + 16
            + 42
            + advance(sentence(words.text("rail.last_hand")), theme.font(theme.LEAST, bold=True))
        )

    def _paint_chip(self, painter: QPainter, view: DealerView, words: Words) -> None:
        text = sentence(words.text("rail.last_hand"))
        box = QRectF(
            self._count_end(view, words) + 16, 13, 44 + advance(text, theme.font(theme.LEAST, bold=True)), 30
        )
        outline(painter, box, pen(theme.T0, 2), 5)
        Sign("shoe.cut_card")(painter, QRectF(box.left() + 9, 18, 20, 20), theme.T0)
        write(painter, text, box.left() + 33, 28, theme.font(theme.LEAST, bold=True), theme.T0)

    @classmethod
    def _aside(cls, view: DealerView, words: Words) -> tuple[Sign | None, str] | None:
        """The most urgent notice that takes the place of the results at the right, with its sign."""
        if view.screen.locked:
            return Sign("states.lock"), words.text("mode.locked")
        if (left := bets_left(view, words)) is not None:
            return Sign("states.hourglass"), left
        text = cls._remark(view, words)
        return None if text is None else (None, sentence(text))

    @staticmethod
    def _remark(view: DealerView, words: Words) -> str | None:
        """The remark: manual mode, the last event, or an order."""
        if view.view.phase == Phase.HALTED:
            stand = view.view.bets in (Bets.STAND, Bets.CLOSED) and view.view.round is not None
            return words.text("rail.bets_stand") if stand else None
        if view.console.recovered is not None and view.cards.last_card is not None:
            return last_card_text(words, view.cards.last_card)
        ordered = order_phrase(view)
        return None if ordered is None else words.text(ordered)

    def _paint_aside(self, painter: QPainter, sign: Sign | None, text: str, left: float) -> None:
        face = shrunk(text, self.wide - theme.MARGIN - left - 70, (20, theme.LEAST))
        write(painter, text, self.wide - theme.MARGIN, 28, face, theme.T1, align=1)
        if sign is not None:
            sign(painter, QRectF(self.wide - theme.MARGIN - advance(text, face) - 38, 15, 26, 26), theme.T1)
