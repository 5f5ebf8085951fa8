"""The pit boss's worksheet for a round settled by hand: bets at the left, their results at the right.

After each bet that is added or removed, the table is asked again; the table calculates, and this panel only
shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.game.worksheet import Wager, Worksheet, WorksheetRow
from console.table.ui.felt.wheel.betting_layout import BetPlace
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.panels.bet_pad import BetPick, StakePad
from console.table.ui.incident.stage import open_incident
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import PressArea, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.lettering import advance, elide, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.signs.sign import Sign
from console.table.words.amounts import money, named_money
from console.table.words.names import bet_name, mistaken_head

_HEAD: Final = 50.0
_ROW: Final = 52.0
_FOOT: Final = 60.0
_REMOVE: Final = 48.0
_WIDE: Final = 106.0
"""The width of a column of amounts."""


class RemoveKey(PressArea):
    def ground(self, painter: QPainter, body: QRectF) -> None:
        outline(painter, body.adjusted(4, 4, -4, -4), pen(theme.EDGE, 1.5), 6)

    def draw(self, painter: QPainter, body: QRectF) -> None:
        Sign("outcomes.cross")(
            painter, QRectF(body.center().x() - 9, body.center().y() - 9, 18, 18), theme.T1
        )


class PageKey(PressArea):
    forward = True

    def draw(self, painter: QPainter, body: QRectF) -> None:
        sign = Sign("states.arrow_right") if self.forward else Sign("outcomes.back")
        sign(painter, QRectF(body.center().x() - 12, body.center().y() - 12, 24, 24), theme.T0)


class BetRow(Surface):
    def __init__(self, row: WorksheetRow, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row, self._words = row, words
        self._unit, self._paid = "", True

    def show_row(self, row: WorksheetRow, words: Words, unit: str, *, paid: bool) -> None:
        """Show it in the currency ``unit``; ``paid``: bets were paid by the wrong number."""
        self._row, self._words, self._unit, self._paid = row, words, unit, paid
        amounts = [words.text("sheet.stake"), money(row.stake, words, self._unit)]
        if credited := row.manual_credit(paid=paid):
            amounts += [words.text("sheet.credit"), money(credited, words, self._unit)]
        if kept := row.unreturned(paid=paid):
            amounts += [words.text("sheet.kept"), money(kept, words, self._unit)]
        if row.limit is not None:
            amounts.append(words.text(f"sheet.limit.{row.limit}"))
        self.setAccessibleName(words.label(bet_name(words, row), " ".join(amounts)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        row, words = self._row, self._words
        fill(painter, QRectF(0, self.high - 1, self.wide, 1), theme.LINE)
        columns, face, low = _columns(self.wide), theme.font(theme.LEAST), self.high / 2 + 12
        broken = "" if row.limit is None else words.text(f"sheet.limit.{row.limit}")
        room = self.wide - 16 - (advance(broken, face) + 12 if broken else 0)
        name = elide(bet_name(words, row), room, theme.font(theme.LEAST, bold=True))
        end = write(painter, name, 8, self.high / 2 - 11, theme.font(theme.LEAST, bold=True), theme.T0)
        write(painter, broken, end + 12, self.high / 2 - 11, face, theme.AMBER)
        x = self._warn(painter, 8.0, low) if broken else 8.0
        write(painter, money(row.stake, words, self._unit), x, low, face, theme.AMBER if broken else theme.T1)
        for x, amount in ((columns[0], row.back), (columns[1], row.by_mistake)):
            text = "–" if amount is None else money(amount, words, self._unit)
            write(painter, text, x, low, face, theme.T1, align=1)
        kept, credit = row.unreturned(paid=self._paid), row.manual_credit(paid=self._paid)
        text = money(kept or credit, words, self._unit) if kept or credit else "–"
        if kept:  # the foot names what is not taken back
            self._warn(painter, columns[2] - advance(text, theme.font(theme.LEAST, bold=True)) - 24, low)
        ink = theme.AMBER if kept else theme.T0 if credit else theme.T2
        write(
            painter, text, columns[2], low, theme.font(theme.LEAST, bold=bool(kept or credit)), ink, align=1
        )

    @staticmethod
    def _warn(painter: QPainter, x: float, middle: float) -> float:
        """A warning sign before an amount; returns the amount's left edge."""
        Sign("states.caution")(painter, QRectF(x, middle - 9, 18, 18), theme.AMBER)
        return x + 24


class SheetList(Surface):
    removed = Signal(int)
    """A row is to be removed: its place, from 0."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._guard = guard
        self._sheet: Worksheet | None = None
        self._words = words
        self._heads = ("", "", "")
        self._unit = ""
        self._paid = True
        self._shown_at = 0
        self.page = 0
        self.rows: list[BetRow] = []
        self.crosses: list[RemoveKey] = []
        self.earlier, self.later = PageKey(guard, self), PageKey(guard, self)
        self.earlier.forward = False
        self.earlier.meant.connect(lambda: self._turn(-1))
        self.later.meant.connect(lambda: self._turn(1))

    def show_sheet(
        self, sheet: Worksheet | None, heads: tuple[str, str], words: Words, unit: str, *, paid: bool
    ) -> None:
        """Show the calculated amounts; ``heads`` name the credits and the payments by mistake, if ``paid``
        already.
        """
        more = sheet is not None and (self._sheet is None or len(sheet.bets) > len(self._sheet.bets))
        self._sheet, self._words, self._unit, self._paid = sheet, words, unit, paid
        self._shown_at = self._fitting
        self._heads = (*heads, words.text("sheet.comes"))
        self.page = self._pages - 1 if more else min(self.page, self._pages - 1)
        self.earlier.show_answer(words.text("sheet.earlier"))
        self.later.show_answer(words.text("sheet.later"))
        self._show_rows()

    @property
    def _bets(self) -> tuple[WorksheetRow, ...]:
        return () if self._sheet is None else self._sheet.bets

    @property
    def _fitting(self) -> int:
        return max(1, int((self.high - _HEAD - _FOOT - 4) / _ROW))

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._bets) // self._fitting))

    def _turn(self, by: int) -> None:
        self.page = min(self._pages - 1, max(0, self.page + by))
        self._show_rows()

    def _show_rows(self) -> None:
        words, first = self._words, self.page * self._fitting
        shown = self._bets[first : first + self._fitting]
        while len(self.rows) < len(shown):
            self._add_row(shown[len(self.rows)])
        for at, (row, cross) in enumerate(zip(self.rows, self.crosses, strict=True)):
            row.setVisible(at < len(shown))
            cross.setVisible(at < len(shown))
            if at < len(shown):
                row.show_row(shown[at], words, self._unit, paid=self._paid)
                cross.show_answer(words.text("sheet.remove", bet=bet_name(words, shown[at])))
        self.earlier.setVisible(self._pages > 1)
        self.later.setVisible(self._pages > 1)
        self.arrange()
        self.update()

    def _add_row(self, bet: WorksheetRow) -> None:
        at, row, cross = len(self.rows), BetRow(bet, self._words, self), RemoveKey(self._guard, self)
        row.u = cross.u = self.u
        cross.meant.connect(lambda: self.removed.emit(self.page * self._fitting + at))
        self.rows.append(row)
        self.crosses.append(cross)

    def arrange(self) -> None:
        """Rows with a cross each; the pages' arrows beneath."""
        if self._fitting != self._shown_at:
            self._shown_at, self.page = self._fitting, self._pages - 1
            self._show_rows()
            return
        for at, (row, cross) in enumerate(zip(self.rows, self.crosses, strict=True)):
            y = _HEAD + at * _ROW
            self.put(row, QRectF(0, y, self.wide - _REMOVE - 4, _ROW))
            lay(self, cross, QRectF(self.wide - _REMOVE, y + 2, _REMOVE, _REMOVE))
        lay(self, self.earlier, QRectF(6, self.high - 54, 48, 48))
        lay(self, self.later, QRectF(66, self.high - 54, 48, 48))

    def paint(self, painter: QPainter) -> None:
        """Headings, sums, what is broken together; what to do while there is nothing."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        words, sheet = self._words, self._sheet
        if sheet is None or not sheet.bets:
            box = QRectF(theme.MARGIN, 0, self.wide - 2 * theme.MARGIN, self.high)
            Column([Row(words.text("sheet.empty"), ink=theme.T2)], box.width(), box.height()).paint_in(
                painter, box
            )
            return
        for x, head in zip(_columns(self.wide - _REMOVE - 4), self._heads, strict=True):
            column = Column([Row(head, theme.LEAST, theme.T2)], _WIDE, _HEAD, align=1, least=theme.DESK_LEAST)
            column.paint_in(painter, QRectF(x - _WIDE, 0, _WIDE, _HEAD))
        write(painter, words.text("sheet.stake"), 8, _HEAD / 2, theme.font(theme.LEAST, bold=True), theme.T2)
        fill(painter, QRectF(0, _HEAD - 1, self.wide, 1), theme.LINE)
        self._paint_foot(painter, sheet, words)

    def _paint_foot(self, painter: QPainter, sheet: Worksheet, words: Words) -> None:
        fill(painter, QRectF(0, self.high - _FOOT, self.wide, 1), theme.T2)
        credit, stays = sheet.manual_credit(paid=self._paid), sheet.unreturned(paid=self._paid)
        total = f"{words.text('sheet.credit')}  {named_money(credit, words, self._unit)}"
        rows = [Row(total, bold=True)]
        if sheet.restriction is not None:
            rows.append(
                Row(
                    words.text("sheet.restriction", clause=sheet.restriction), theme.LEAST, theme.AMBER, gap=0
                )
            )
        elif stays:
            kept = f"{words.text('sheet.kept')}  {named_money(stays, words, self._unit)}"
            rows.append(Row(kept, theme.LEAST, theme.AMBER, gap=0))
        left = 128 if self._pages > 1 else 12
        box = QRectF(left, self.high - _FOOT, self.wide - left - 12, _FOOT)
        Column(rows, box.width(), _FOOT, align=1).paint_in(painter, box)


def _columns(width: float) -> tuple[float, float, float]:
    """The place where the three amounts end."""
    return width - 10 - 2 * (_WIDE + 8), width - 10 - _WIDE - 8, width - 10


_PICK = 722.0


def _wager_of(row: Wager) -> Wager:
    return Wager(**{field: getattr(row, field) for field in Wager.__struct_fields__})


def _same(rows: Sequence[Wager], wagers: Sequence[Wager]) -> bool:
    """Whether these rows are of these bets, in their order."""
    return list(map(_wager_of, rows)) == list(wagers)


class Settling(Surface):
    """The zone of table and rail while a round is settled by hand."""

    settling_asked = Signal(object)
    """The table is to settle these bets: a tuple of wagers."""
    entered = Signal()
    """A bet was begun, or is no longer being entered."""

    def __init__(self, guard: PressGuard, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._guard = guard
        self.wagers: tuple[Wager, ...] = ()
        """The bets up to now, in the order in which they were added."""
        self._for: str | None = None
        self._taken: Worksheet | None = None
        """The table's worksheet that this list was taken from, or that answered it."""
        self._asked: tuple[Wager, ...] | None = None
        """The bets that the table was asked about last; None once it has answered."""
        self.sheet: Worksheet | None = None
        """The table's last settlement of the bets."""
        self.pick = BetPick(guard, words, self)
        self.pad = StakePad(guard, words, self)
        self.list = SheetList(guard, words, self)
        self.pad.hide()
        self.pick.picked.connect(self._begin_amount)
        self.pick.typed.connect(self.entered)
        self.pad.added.connect(self._add_wager)
        self.pad.left.connect(self._show_pick)
        self.list.removed.connect(self._remove_wager)

    def show_view(self, view: DealerView, words: Words) -> None:
        """Show the bets of this incident's round: the table has one list, from whichever window it came."""
        incident, decided = open_incident(view), view.incident.decided
        about = None if incident is None else incident.id
        if about != self._for:
            self._for, self._asked, self._taken, self.wagers, self.sheet = about, None, None, (), None
            self._show_pick()
        self._take_list(None if decided is None else decided.worksheet)
        self._take_sheet(view.view.worksheet)
        unit = view.limits.currency if view.limits is not None else ""
        self.pick.show_words(words)
        right = None if incident is None else incident.facts.get("actual")
        wrong = () if decided is None else decided.mistakes
        self.pick.mark(wrong=wrong, right=right if isinstance(right, int) else None)
        self.pad.show_words(words, unit)
        paid = decided is not None and bool(decided.paid_by)
        self.list.show_sheet(self.sheet, self._heads(view, words), words, unit, paid=paid)

    def _take_list(self, known: Worksheet | None) -> None:
        """Go on with the table's list, unless an answer about a newer one is still to come."""
        if known is None:
            return
        if self._asked is not None and _same(known.bets, self._asked):
            self._asked = None
        if self._asked is None and known != self._taken:
            self._taken, self.wagers = known, tuple(map(_wager_of, known.bets))
            self._take_sheet(known)

    def _ask(self) -> None:
        self._asked = self.wagers
        self.settling_asked.emit(self.wagers)

    def _take_sheet(self, sheet: Worksheet | None) -> None:
        """Show a settlement of the present bets; another one is an earlier answer, or another window's."""
        if sheet is None or not _same(sheet.bets, self.wagers):
            return
        if self.sheet is not None and len(sheet.bets) < len(self.sheet.bets):
            self._guard.renew()  # the next row has moved up under the finger
        self.sheet = sheet if self.wagers else None

    @staticmethod
    def _heads(view: DealerView, words: Words) -> tuple[str, str]:
        """``by 17`` and ``recorded 23``; ``paid on 5 and 17`` if bets were paid by another one or two."""
        incident, decided = open_incident(view), view.incident.decided
        actual = None if incident is None else incident.facts.get("actual")
        recorded = None if decided is None else decided.wrong
        first = words.text("sheet.back") if actual is None else words.text("sheet.by", number=actual)
        return first, mistaken_head(words, recorded, () if decided is None else decided.paid_by) or "–"

    # --- what was touched -------------------------------------------------------------------------

    def _begin_amount(self, spot: BetPlace) -> None:
        self.pad.begin(spot)
        self._turn(self.pick, self.pad, next(iter(self.pad.keys.values())))
        self.entered.emit()

    def _show_pick(self) -> None:
        self._turn(self.pad, self.pick, self.pick.numbers[0])
        self.pick.begin()

    def _turn(self, before: Surface, after: Surface, first: QWidget) -> None:
        """Show one part in the other's place. Its first key takes the focus over: Qt would give it to the
        next key that is visible, which takes the first bet out.
        """
        focused = self.window().focusWidget()
        has_focus = focused is not None and before.isAncestorOf(focused)
        after.show()
        if has_focus:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        before.hide()

    def _add_wager(self, wager: Wager) -> None:
        self.wagers = (*self.wagers, wager)
        self._show_pick()
        self._ask()

    def _remove_wager(self, at: int) -> None:
        if not _same(() if self.sheet is None else self.sheet.bets, self.wagers):
            # The rows still show other bets, and the bet that is meant may be gone.
            self._ask()
            return
        self.wagers = (*self.wagers[:at], *self.wagers[at + 1 :])
        if not self.wagers:
            self.sheet = None
        self._ask()

    @property
    def on_digits(self) -> str:
        return "round.file.result" if self.pad.isHidden() else "sheet.stake"

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        """The keys of the bets that can be meant now, and their names."""
        return self.pick.offered if self.pad.isHidden() else ()

    @property
    def on_enter(self) -> str:
        """The effect of Enter on the bet that is being entered, in words; empty if it presses the primary."""
        return self.pick.on_enter if self.pad.isHidden() else self.pad.add.text()

    @property
    def is_entering(self) -> bool:
        """Whether a bet has been begun, which Escape leaves."""
        return not self.pad.isHidden() or bool(self.pick.on_enter)

    def takes(self, key: int, text: str) -> bool:
        """Take a key for the bet that is being entered."""
        return self.pick.takes(key) if self.pad.isHidden() else self.pad.takes(key, text)

    # --- layout -----------------------------------------------------------------------------------

    def arrange(self) -> None:
        wide = _PICK + max(0.0, self.wide - 1280) * 0.5
        left = QRectF(theme.MARGIN - 8, 4, wide + 16, self.high - 8)
        self.put(self.pick, left)
        self.put(self.pad, left)
        self.put(
            self.list, QRectF(theme.MARGIN + wide + 22, 0, self.wide - theme.MARGIN - wide - 34, self.high)
        )

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
