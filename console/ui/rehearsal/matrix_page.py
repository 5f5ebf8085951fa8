"""The rehearsals of all people, for a supervisor: people by kinds, what they should do today, the most common
mistakes.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.proficiency.matrix import Matrix, MatrixCell
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.incident.incident_words import outcome_text
from console.ui.kit.buttons import lay
from console.ui.kit.keys import Keys, SmallKey, WordKey, key_wish, lay_row
from console.ui.kit.lettering import advance, at_most, shrunk, write, write_lines
from console.ui.kit.surface import fill
from console.ui.kit.theme import (
    ACTION_HEIGHT,
    AMBER,
    BG1,
    BG2,
    GREEN,
    LINE,
    MARGIN,
    PINK,
    PINK_FILL,
    T0,
    T1,
    T2,
    font,
)
from console.ui.kit.tiles import hyphenate
from console.ui.kit.times import short_day
from console.ui.rehearsal.score_words import PLAY_ON
from console.ui.review.page import TOP, Page
from console.ui.signs.incident_signs import kind_sign
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.collation import sort_by_name, sort_by_rank
from console.words.names import game_name, inside, role_name

_NAME: Final = 236.0
"""The width of a person's name."""
_COLUMNS: Final = 10
_ROWS: Final = 6
_HEAD: Final = 92.0
_TABS: Final = 56.0
_HOUSE: Final = 92.0
"""The height of the list of the house's most common mistakes, beneath the table."""
_UPPER: Final = 10.0
"""The distance of a row's upper line above its middle."""
_LOWER: Final = 11.0
"""The distance of a row's lower line beneath its middle."""


def kind_text(words: Words, kind: str) -> str:
    """A kind in the words of its tile; the name of a rehearsal in which nothing is to be reported."""
    named = words.find(f"incident.{kind}")
    if named is None:
        slip = kind.partition("-")[2].replace("-", "_")
        named = words.text(f"rehearsal.slip.{slip}")
    return named


class MatrixPage(Page):
    """The table, a page of people and of kinds at a time."""

    save_asked = Signal(str)
    """The person wants a file: ``pdf`` or ``csv``."""

    def __init__(self, words: Words, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(Sign("review.save"), words, clock, parent)
        self.matrix: Matrix | None = None
        self.game = ""
        self._first = self._left = 0
        self._games: dict[str, WordKey] = {}
        self.more = SmallKey(Sign("review.following"), self)
        self.more.meant.connect(self.turn_page)
        self.people = SmallKey(Sign("places.person"), self)
        self.people.meant.connect(lambda: self.go_on(_ROWS))
        self.csv = SmallKey(Sign("review.document"), self)
        self.csv.meant.connect(lambda: self.save_asked.emit("csv"))

    def show_matrix(self, matrix: Matrix, person: Person | None, subject_texts: tuple[str, ...]) -> None:
        """Show the matrix to a person."""
        self.matrix, self._first, self._left = matrix, 0, 0
        games = tuple(dict.fromkeys(game for game, _ in matrix.kinds))
        for game in games:
            if game not in self._games:
                self._games[game] = WordKey(Sign("places.table"), self)
                self._games[game].meant.connect(lambda game=game: self.set_game(game))
                self._games[game].show()
        if self.game not in games and games:
            self.game = games[0]
        self.message = ""
        self.show_page(person, subject_texts)

    @property
    def mode(self) -> Mode:
        return Mode.REHEARSAL

    @property
    def title(self) -> str:
        return self.words.text("rehearsal.screen.matrix")

    @property
    def beneath(self) -> str:
        """The meaning of the signs."""
        return self.words.text("rehearsal.screen.matrix.note")

    @property
    def primary_label(self) -> str | None:
        """The label of the key that writes the page as a PDF."""
        return self.words.text("rehearsal.button.pdf")

    @property
    def back_label(self) -> str:
        return self.words.text("rehearsal.button.overview")

    @property
    def columns(self) -> tuple[int, ...]:
        """The kinds that are shown, by their place in the matrix."""
        return self._of_game[self._left : self._left + _COLUMNS]

    @property
    def _of_game(self) -> tuple[int, ...]:
        kinds = self.matrix.kinds if self.matrix is not None else ()
        here = [at for at, (game, _) in enumerate(kinds) if game == self.game]
        return tuple(sort_by_name(self.words, here, lambda at: kind_text(self.words, kinds[at][1])))

    def press(self) -> None:
        """Write it as a file with pages."""
        self.save_asked.emit("pdf")

    def set_game(self, game: str) -> None:
        """Another game's kinds were chosen."""
        self.game, self._left = game, 0
        self.refresh()

    def turn_page(self) -> None:
        """Show the next kinds; after the last the first."""
        self._left += _COLUMNS
        if self._left >= len(self._of_game):
            self._left = 0
        self.refresh()

    def go_on(self, by: int) -> None:
        """Show other people; after the last the first."""
        count = len(self.matrix.rows) if self.matrix is not None else 0
        self._first = self._first + by if self._first + by < count else 0
        self._first = max(0, self._first)
        self.refresh()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Show people further up or down."""
        step = -1 if event.angleDelta().y() > 0 else 1
        count = len(self.matrix.rows) if self.matrix is not None else 0
        self._first = max(0, min(self._first + step, max(0, count - _ROWS)))
        self.refresh()

    shows_keys = True

    def key_rows(self, words: Words) -> Keys:
        rows = (("↓", self.people), ("→", self.more))
        turns = tuple((key, button.text()) for key, button in rows if not button.isHidden())
        return (*turns, *super().key_rows(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down move among the people; Left and Right among the kinds."""
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_PageDown:
                self.go_on(_ROWS)
            case Qt.Key.Key_Right:
                self.turn_page()
            case _:
                super().keyPressEvent(event)

    def refresh(self) -> None:
        words = self.words
        for game, key in self._games.items():
            key.show_label(game_name(words, game))
            key.choose(game == self.game)
        pages = -(-len(self._of_game) // _COLUMNS)
        page = self._left // _COLUMNS + 1
        self.more.show_label(words.text("rehearsal.button.more_incidents", page=page, pages=max(1, pages)))
        self.more.setVisible(pages > 1)
        count = len(self.matrix.rows) if self.matrix is not None else 0
        sheets = -(-count // _ROWS)
        at = min(max(1, sheets), self._first // _ROWS + 1)
        self.people.show_label(words.text("rehearsal.button.more_people", page=at, pages=max(1, sheets)))
        self.people.setVisible(sheets > 1)
        self.csv.show_label(words.text("rehearsal.button.csv"))
        super().refresh()
        self.setAccessibleName(". ".join((self.title, *self._spoken())))

    def _spoken(self) -> list[str]:
        """The house's most common mistakes, and each visible person in a sentence."""
        words, matrix = self.words, self.matrix
        texts = list(self._house())
        for row in matrix.rows[self._first : self._first + _ROWS] if matrix is not None else ():
            due = [
                kind_text(words, matrix.kinds[at][1]).replace("\u00ad", "")  # type: ignore[union-attr]
                for at in self.columns
                if (cell := row.cells[at]) is not None and cell.is_due
            ]
            texts.append(words.text("access.list").join((row.person.name, *due)))
        return texts

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
                    "rehearsal.screen.house.said", outcome=words.quote(outcome_text(words, each.mistaken_for))
                )
            texts.append(text)
        return tuple(texts)

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The games above, the keys for files beside the way back."""
        super().arrange()
        x = MARGIN
        for key in self._games.values():
            lay(self, key, QRectF(x, TOP, 176, _TABS))
            x += 188
        turns, gap = [key for key in (self.people, self.more) if not key.isHidden()], 12.0
        right = self.wide - MARGIN
        reach = min(sum(key_wish(key.text()) + gap for key in turns) - gap, right - x - gap)
        lay_row(self, turns, QRectF(right - reach, TOP + 4, reach, 48), gap)
        free = self._free
        lay(self, self.csv, QRectF(free.left(), free.top() + 16, min(220.0, free.width()), 48))

    def paint(self, painter: QPainter) -> None:
        """Heads, rows, and the house's most common mistakes."""
        super().paint(painter)
        matrix, words = self.matrix, self.words
        if matrix is None:
            return
        left, top = MARGIN + _NAME, TOP + _TABS + 12
        wide = (self.wide - MARGIN - left) / _COLUMNS
        for at, column in enumerate(self.columns):
            self._head(painter, QRectF(left + at * wide, top, wide, _HEAD), matrix.kinds[column][1])
        bottom = self.high - ACTION_HEIGHT - 10 - _HOUSE
        high = (bottom - top - _HEAD) / _ROWS
        rows = matrix.rows[self._first : self._first + _ROWS]
        for at, row in enumerate(rows):
            box = QRectF(MARGIN, top + _HEAD + at * high, self.wide - 2 * MARGIN, high)
            box.setHeight(high - 3)
            fill(painter, box, BG1 if at % 2 else BG2, 4)
            self._person(painter, box, row.person)
            for place, column in enumerate(self.columns):
                cell = QRectF(left + place * wide, box.top(), wide, box.height())
                self._cell(painter, cell, row.cells[column])
        if not rows:
            note = words.text("rehearsal.screen.nobody")
            write(painter, note, MARGIN, top + _HEAD + 40, font(20), T1)
        self._paint_house(painter, QRectF(MARGIN, bottom + 6, self.wide - 2 * MARGIN, _HOUSE - 6))

    def _head(self, painter: QPainter, box: QRectF, kind: str) -> None:
        kind_sign(kind)(painter, QRectF(box.center().x() - 20, box.top(), 40, 40), T1)
        name = kind_text(self.words, kind)
        for size in (15, 14, 13, 12):
            lines = hyphenate(name, box.width() - 8, font(size))
            if len(lines) <= 3 and all(advance(line, font(size)) <= box.width() - 4 for line in lines):
                break
        place = QRectF(box.left() + 4, box.top() + 42, box.width() - 8, 48)
        write_lines(painter, at_most(3, lines), place, font(size), T1, align=0.5, leading=1.1)

    def _person(self, painter: QPainter, box: QRectF, person: Person) -> None:
        y, room = box.center().y(), _NAME - 20
        write(
            painter,
            person.name,
            box.left() + 10,
            y - _UPPER,
            shrunk(person.name, room, (18, 17, 16, 15, 14, 13), bold=True),
            T0,
        )
        below = f"{person.id}  {role_name(self.words, person.role)}"
        write(painter, below, box.left() + 10, y + _LOWER, shrunk(below, room, (14, 13, 12)), T2)

    def _cell(self, painter: QPainter, box: QRectF, cell: MatrixCell | None) -> None:
        """A tick or a cross with the day; on a pink ground where it should be done today, a dash where it
        never was.
        """
        if cell is None:
            write(painter, "–", box.center().x(), box.center().y(), font(18), T2, align=0.5)
            return
        if cell.is_due:
            fill(painter, box.adjusted(3, 3, -3, -3), PINK_FILL, 6)
            Sign("outcomes.clock")(painter, QRectF(box.right() - 26, box.top() + 6, 18, 18), PINK)
        sign, ink = (Sign("states.tick"), GREEN) if cell.passed else (Sign("outcomes.cross"), AMBER)
        x = box.center().x()
        sign(painter, QRectF(x - 26, box.center().y() - 22, 24, 24), ink)
        write(painter, str(cell.score), x + 4, box.center().y() - _UPPER, font(16, bold=True), T0)
        day = short_day(cell.last, self.words)
        face = shrunk(day, box.width() - 8, (14, 13, 12))
        write(painter, day, x, box.center().y() + _LOWER, face, T1, align=0.5)

    def _paint_house(self, painter: QPainter, box: QRectF) -> None:
        fill(painter, QRectF(box.left(), box.top() - 3, box.width(), 1), LINE)
        house = self._house()
        if not house:
            return
        head = self.words.text("rehearsal.screen.house.head").upper()
        write(painter, head, box.left(), box.top() + 10, font(14, bold=True), T2)
        y = box.top() + 32
        for text in house[:3]:
            write(painter, text, box.left(), y, shrunk(text, box.width(), (17, 16, 15, 14, 13, 12)), T1)
            y += 22
