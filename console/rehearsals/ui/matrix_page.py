"""All people's rehearsals, for a supervisor: people by kinds, what is due today, the most common mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words, sort_by_name, sort_by_rank, sort_key
from console.rehearsals.proficiency.matrix import Matrix, MatrixRow
from console.rehearsals.result import PLAY_ON
from console.rehearsals.ui.debriefing_page import mark_of
from console.table.core import Clock, Mode, Person
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    SMOOTH,
    Cell,
    Keys,
    Label,
    Panel,
    Row,
    RowTable,
    SmallKey,
    TableColumn,
    TitleRow,
    WordKey,
    lay,
    short_day,
    theme,
)
from console.table.ui.kit import Column as TextColumn
from console.table.ui.page import Page
from console.table.ui.signs import Sign, kind_sign
from console.table.words import game_name, inside, rehearsed_text, role_name

_NAME: Final = 298.0
"""The width of a person's name."""
_KIND: Final = 130.0
_COLUMNS: Final = 7
_HEAD: Final = 92.0
_TAB, _TABS = 188.0, 62.0
"""The width and height of a game's key."""


def kind_text(words: Words, kind: str) -> str:
    """A kind in its tile's words; the name of a rehearsal without a report."""
    return words.text(kind_key(words, kind))


def kind_key(words: Words, kind: str) -> str:
    if words.find(f"incident.{kind}") is not None:
        return f"incident.{kind}"
    return f"rehearsal.slip.{kind.partition('-')[2].replace('-', '_')}"


class KindTitles(TitleRow):
    def __init__(self, table: MatrixTable) -> None:
        super().__init__(table)
        self._table = table

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        kind = self._table.kinds[logicalIndex - 1][1] if logicalIndex else None
        if kind is None:
            super().paintSection(painter, rect, logicalIndex)
            return
        u = self._table.u
        painter.save()
        painter.setRenderHints(SMOOTH)
        painter.translate(rect.topLeft())
        painter.scale(u, u)
        wide = rect.width() / u
        kind_sign(kind)(painter, QRectF(wide / 2 - 20, 0, 40, 40), theme.T1)
        name = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal))
        place = QRectF(4, 40, wide - 8, 50)
        column = TextColumn([Row(name, 15, theme.T1)], wide - 8, 50, align=0.5, least=theme.DESK_LEAST)
        column.paint_in(painter, place)
        painter.restore()


class MatrixTable(RowTable[MatrixRow]):
    """The people by the kinds of one game; some kinds at a time."""

    head_height = _HEAD

    def __init__(self, game: str, kinds: Sequence[tuple[int, str]], words: Words) -> None:
        """``kinds`` are those of the game, each with its place in the matrix."""
        self.kinds, self._words = tuple(kinds), words

        def by_name(row: MatrixRow) -> object:
            return sort_key(words.language, row.person.name)

        columns = [TableColumn("people.ask.name", _NAME, self._person, by_name)]
        columns += [
            TableColumn(kind_key(words, kind), _KIND, partial(self._cell, at)) for at, kind in self.kinds
        ]
        super().__init__(f"matrix-{game}", columns, lambda row: row.person.id, row_height=43)
        titles = KindTitles(self)
        titles.setSectionsClickable(True)
        self.setHorizontalHeader(titles)

    def _column_name(self, column: int) -> str:
        return "" if column else super()._column_name(column)  # A kind's name has several lines.

    def show_kinds(self, first: int) -> None:
        for at in range(len(self.kinds)):
            self.setColumnHidden(at + 1, not first <= at < first + _COLUMNS)
        self.arrange()

    def _person(self, row: MatrixRow) -> Cell:
        person = row.person
        beneath = f"{person.id}  {role_name(self._words, person.role)}"
        return Cell(person.name, theme.T0, 18, bold=True, beneath=beneath)

    def _cell(self, at: int, row: MatrixRow) -> Cell:
        """A tick or a cross with points and day, marked if it is due today; a dash without a rehearsal."""
        cell, text = row.cells[at], self._words.text
        if cell is None:
            return Cell("–", theme.T2, 18)
        sign, ink = mark_of(cell.passed)
        heard = [text("rehearsal.pass" if cell.passed else "rehearsal.fail")]
        heard += [text("rehearsal.record.due.today")] if cell.is_due else []
        return Cell(
            str(cell.score), theme.T0, 16, bold=True, beneath=short_day(cell.last, self._words), sign=sign,
            sign_ink=ink, mark=Sign("outcomes.clock") if cell.is_due else None, heard=". ".join(heard),
        )  # fmt: skip

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Right shows the next kinds: that is the page's."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


class MatrixPage(Page):
    """The table, a page of people and of kinds at a time."""

    title_key = "rehearsal.screen.matrix"
    primary_key, back_key = "rehearsal.button.pdf", "rehearsal.button.overview"
    mode = Mode.REHEARSAL
    shows_keys = prints = True

    save_asked = Signal(str)
    """The person wants a file: ``pdf`` or ``csv``."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.save"), words, clock, parent)
        self.matrix: Matrix | None = None
        self.game = ""
        self._left = 0
        self.table: MatrixTable | None = None
        self.games: dict[str, WordKey] = {}
        self.more = SmallKey(Sign("review.following"))
        self.more.meant.connect(self.turn_page)
        self._tabs, self._listed = Panel(ACROSS, high=_TABS, gap=0), Panel(DOWN)
        self._head, self._worst = Label(16, theme.T2, bold=True), Label(17)
        above = Panel(ACROSS, self._tabs, None, self.more)
        self.body = Panel(DOWN, above, self._listed, self._head, self._worst, gap=2, shares=(0, 1))
        self.body.setParent(self)
        self.csv = SmallKey(Sign("review.document"), self)
        self.csv.meant.connect(lambda: self.save_asked.emit("csv"))

    def show_matrix(self, matrix: Matrix, person: Person | None, subject_texts: tuple[str, ...]) -> None:
        self.matrix, self._left = matrix, 0
        games = tuple(dict.fromkeys(game for game, _ in matrix.kinds))
        for game in games:
            if game not in self.games:
                self.games[game] = key = WordKey(Sign("places.table"))
                key.meant.connect(lambda game=game: self.set_game(game))
                self._tabs.add(key)
        if self.game not in games and games:
            self.game = games[0]
        self.message = ""
        self._make_table()
        self.show_page(person, subject_texts)

    @property
    def beneath(self) -> str:
        """The meaning of the signs, or that nobody has rehearsed."""
        if self.matrix is not None and not self.matrix.rows:
            return self.words.text("rehearsal.screen.nobody")
        return self.words.text("rehearsal.screen.matrix.note")

    @property
    def _of_game(self) -> tuple[int, ...]:
        kinds = self.matrix.kinds if self.matrix is not None else ()
        here = [at for at, (game, _) in enumerate(kinds) if game == self.game]
        return tuple(sort_by_name(self.words, here, lambda at: kind_text(self.words, kinds[at][1])))

    def press(self) -> None:
        self.save_asked.emit("pdf")

    def set_game(self, game: str) -> None:
        self.game, self._left = game, 0
        self._make_table()
        self.refresh()

    def set_words(self, words: Words) -> None:
        self.words = words
        self._make_table()
        super().set_words(words)

    def _make_table(self) -> None:
        """List the kinds of the game, by their names in this language."""
        if self.table is not None:
            self.table.hide()
            self.table.deleteLater()
        matrix = self.matrix
        if matrix is None:
            return
        kinds = [(at, matrix.kinds[at][1]) for at in self._of_game]
        self.listed = self.table = MatrixTable(self.game, kinds, self.words)
        self._listed.add(self.table)
        self.setFocusProxy(self.table)
        self.table.show_rows(matrix.rows, self.words)
        self.table.choose(0)
        self.table.set_unit(self.u)

    def turn_page(self) -> None:
        """Show the next kinds; after the last the first."""
        self._left += _COLUMNS
        if self._left >= len(self._of_game):
            self._left = 0
        self.refresh()

    def key_rows(self, words: Words) -> Keys:
        turns = () if self.more.isHidden() else (("→", self.more.text()),)
        return (*turns, *super().key_rows(words))

    def print_seen(self) -> None:
        self.press()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Right:
            self.turn_page()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        words = self.words
        for game, key in self.games.items():
            key.show_label(game_name(words, game))
            key.choose(game == self.game)
        pages = -(-len(self._of_game) // _COLUMNS)
        page = self._left // _COLUMNS + 1
        self.more.show_label(words.text("rehearsal.button.more_incidents", page=page, pages=max(1, pages)))
        self.more.setVisible(pages > 1)
        self.csv.show_label(words.text("rehearsal.button.csv"))
        if self.table is not None:
            self.table.show_kinds(self._left)
            self.table.setAccessibleName(self.title)
        house = self._house()
        self._head.setText(words.text("rehearsal.screen.house.head").upper())
        self._worst.setText("\n".join(house))
        self._head.setVisible(bool(house))
        self._worst.setVisible(bool(house))
        super().refresh()
        self.setAccessibleName(". ".join((self.title, *house)))

    def _house(self) -> tuple[str, ...]:
        words, matrix = self.words, self.matrix
        failed = [each for each in (matrix.house if matrix is not None else ()) if each.failed]
        worst = sort_by_rank(words, failed, lambda each: each.rank, lambda each: kind_text(words, each.kind))[
            :3
        ]
        texts = []
        for each in worst:
            kind = inside(words, kind_text(words, each.kind).replace("\u00ad", ""))
            text = words.text(
                "rehearsal.screen.house", kind=kind, failed=each.failed, times=each.times,
                game=game_name(words, each.game),
            )  # fmt: skip
            if each.mistaken_for is not None and each.mistaken_for != PLAY_ON:
                text += words.text("access.list") + words.text(
                    "rehearsal.screen.house.said",
                    outcome=words.quote(rehearsed_text(words, each.mistaken_for)),
                )
            texts.append(text)
        return tuple(texts)

    def arrange(self) -> None:
        """The games above, the keys for files beside the way back."""
        self._tabs.set_unit(self.u)
        for key in self.games.values():
            key.setFixedWidth(round(_TAB * self.u))
        super().arrange()
        free = self._free
        lay(self, self.csv, QRectF(free.left(), free.top() + 16, min(220.0, free.width()), 48))
