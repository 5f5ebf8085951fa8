"""The score boards of baccarat as drawn: the bead plate, the big road, the derived roads, their marks.

The marks are the house's own, as in the rail: a ring means the player, a disc the banker, a bar a tie; on the
big road a tie is a slash through the coup before it. A dot at the upper left is the banker's pair, at the
lower right the player's; a diamond is a natural. Derived roads have the trade's own red and blue, and a form
each: ring, disc and slash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath

from console.base.words import Words
from console.table.game.baccarat.coup import Winner
from console.table.game.baccarat.roads import (
    ROWS,
    CoupResult,
    DerivedCell,
    RoadCell,
    bead_plate,
    big_road,
    derived_road,
    result_of,
)
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, sentence, shrunk, write, write_in
from console.table.ui.kit.surface import fill, outline, pen

_LETTERED: Final = 28.0
"""The smallest cell, in pixels, in which a mark has its letter: in a smaller one nobody could read it."""
MARKS: Final = ("roads.pair", "result.natural", "result.tie")
"""The phrases of the marks that a board explains; the last mark is only on the big road."""
DERIVED: Final = ("roads.big_eye_boy", "roads.small_road", "roads.cockroach_pig")
"""The phrases of the derived roads, by the distance of the columns that they compare, from 1."""
LEAST_CELL: Final = 20.0
"""The least side of a cell, in units: in a smaller one nobody at the table can tell one mark from another."""
LINES: Final = 13.5
"""The height of the derived roads' box in heights of a letter, in which a mark is 12 pixels high."""
_GAP: Final = 14.0
"""The room between the quarters."""


def draw_roads(
    painter: QPainter,
    boxes: tuple[QRectF, QRectF],
    results: Sequence[str],
    words: Words,
    u: float,
    size: int = 18,
) -> None:
    """Draw both boards with headings; ``u``: pixels of a unit, ``size``: of a heading's letters.

    The marks' meaning stands beside the big road's heading; without room, that of dot and diamond beside the
    bead plate's; else only that of the marks that these coups have.
    """
    plate, road = boxes
    coups = [result_of(result) for result in results]
    cells = _draw_board(painter, plate, words.text("roads.bead_plate"), size)
    _draw_beads(painter, cells, coups, words, u)
    _draw_road(painter, _draw_board(painter, road, words.text("roads.big_road"), size), coups, u)
    for on_plate, on_road in (((), MARKS), (MARKS[:-1], MARKS[-1:]), ((), _marks_of(coups))):
        beside = ((plate, "roads.bead_plate", on_plate), (road, "roads.big_road", on_road))
        faces = [_fitting(box, heading, marks, words, size) for box, heading, marks in beside]
        if None not in faces:
            for (box, _, marks), face in zip(beside, faces, strict=True):
                _draw_meaning(painter, box, marks, words, face)
            return


def draw_big_road(
    painter: QPainter,
    box: QRectF,
    results: Sequence[str],
    words: Words,
    u: float,
    size: int = 18,
    *,
    meant: tuple[str, ...] = MARKS,
) -> None:
    """Draw only the big road, with its heading and the meaning of its marks; without room for all of it, of
    the marks that these coups have.
    """
    coups = [result_of(result) for result in results]
    _draw_road(painter, _draw_board(painter, box, words.text("roads.big_road"), size), coups, u)
    for marks in (meant, tuple(mark for mark in _marks_of(coups) if mark in meant)):
        if (face := _fitting(box, "roads.big_road", marks, words, size)) is not None:
            _draw_meaning(painter, box, marks, words, face)
            return


def draw_derived_roads(
    painter: QPainter,
    boxes: tuple[QRectF, QRectF],
    results: Sequence[str],
    words: Words,
    u: float,
    size: int = 18,
) -> None:
    """Draw the big road in the second box; in the first, its three derived roads and each side's wins."""
    first, second = boxes
    draw_big_road(painter, second, results, words, u, size, meant=MARKS[:-1])
    coups = [result_of(result) for result in results]
    wide, high = (first.width() - _GAP) / 2, (first.height() - _GAP) / 2
    quarters = [
        QRectF(first.left() + across * (wide + _GAP), first.top() + down * (high + _GAP), wide, high)
        for down in (0, 1)
        for across in (0, 1)
    ]
    for distance, (key, box) in enumerate(zip(DERIVED, quarters, strict=False), start=1):
        cells = _draw_board(painter, box, words.text(key), size)
        _draw_derived(painter, cells, derived_road(coups, distance), distance)
    _draw_wins(painter, quarters[-1], coups, words, size)


def _draw_derived(painter: QPainter, cells: QRectF, road: Sequence[DerivedCell], form: int) -> None:
    side, begins = cells.height() / ROWS, _hidden(cells, road)
    for cell in road:
        if cell.column >= begins:
            x, y = cells.left() + (cell.column - begins) * side, cells.top() + cell.row * side
            _draw_change(painter, QRectF(x, y, side, side), form, red=cell.red)


def _draw_change(painter: QPainter, box: QRectF, form: int, *, red: bool) -> None:
    """Draw a mark of the derived road of this distance: a ring, a disc or a slash."""
    mark, ink = box.adjusted(1, 1, -1, -1), theme.ROAD_RED if red else theme.ROAD_BLUE
    if form == 2:
        fill(painter, mark, ink, mark.width() / 2)
        return
    line = pen(ink, max(2.0, box.width() * 0.16))
    if form == 1:
        outline(painter, mark, line, mark.width() / 2)
    else:
        painter.setPen(line)
        painter.drawLine(mark.bottomLeft(), mark.topRight())


def _draw_wins(painter: QPainter, box: QRectF, coups: Sequence[CoupResult], words: Words, size: int) -> None:
    """Each side's wins and the ties, with their marks; then the meaning of those marks on a derived road."""
    winners = [coup.winner for coup in coups]
    step, before = box.height() / 4, size * 1.4
    for row, winner in enumerate((Winner.PLAYER, Winner.BANKER, Winner.TIE)):
        y = box.top() + step * (row + 0.5)
        side = QRectF(box.left(), y - size / 2, size, size)
        if winner is Winner.TIE:
            _draw_cell(painter, side, RoadCell(0, 0, None, 1), 0)
        else:
            _draw_coup(painter, side, CoupResult(winner), "")
        figure, face = str(winners.count(winner)), theme.font(size + 2, bold=True)
        write(painter, figure, box.right(), y, face, theme.T0, align=1)
        name = sentence(words.text(f"result.{winner}"))
        room = box.width() - before - advance(figure, face) - 12
        write(painter, name, box.left() + before, y, shrunk(name, room, (size + 2, size)), theme.T1)
    x, y = box.left(), box.top() + step * 3.5
    for red, key in ((True, "roads.red"), (False, "roads.blue")):
        _draw_change(painter, QRectF(x, y - size / 2, size, size), 2, red=red)
        x = write(painter, words.text(key), x + before, y, theme.font(size), theme.T2) + 10


def _hidden(cells: QRectF, road: Sequence[RoadCell] | Sequence[DerivedCell]) -> int:
    """The number of a road's first columns for which these cells have no room."""
    return max(0, max((cell.column for cell in road), default=0) + 1 - _columns(cells))


def _marks_of(coups: Sequence[CoupResult]) -> tuple[str, ...]:
    """The marks that these coups have on the big road."""
    shown = {
        "roads.pair": any(coup.banker_pair or coup.player_pair for coup in coups),
        "result.natural": any(coup.natural for coup in coups),
        "result.tie": any(coup.winner is Winner.TIE for coup in coups),
    }
    return tuple(mark for mark in MARKS if shown[mark])


def heading_height(size: int) -> float:
    """The height of the heading over a board, in units."""
    return size * 5 / 3


def _columns(cells: QRectF) -> int:
    return max(1, int(cells.width() * ROWS / cells.height() + 0.01))


def _draw_board(painter: QPainter, box: QRectF, heading: str, size: int) -> QRectF:
    """Draw a board without its coups; returns the box of its cells."""
    face = shrunk(sentence(heading), box.width(), (size, size - 2, size - 4), bold=True)
    write(painter, sentence(heading), box.left(), _line_of(box, size), face, theme.T1)
    cells = box.adjusted(0, heading_height(size), 0, 0)
    side, columns = cells.height() / ROWS, _columns(cells)
    painter.setPen(pen(theme.QUIET_PRINT, 1))
    for column in range(columns + 1):
        x = cells.left() + column * side
        painter.drawLine(QPointF(x, cells.top()), QPointF(x, cells.bottom()))
    for row in range(ROWS + 1):
        y = cells.top() + row * side
        painter.drawLine(QPointF(cells.left(), y), QPointF(cells.left() + columns * side, y))
    return cells


def _line_of(box: QRectF, size: int) -> float:
    """The middle of a heading's line."""
    return box.top() + heading_height(size) * 0.42


def _draw_beads(
    painter: QPainter, cells: QRectF, coups: Sequence[CoupResult], words: Words, u: float
) -> None:
    side = cells.height() / ROWS
    for column, filled in enumerate(bead_plate(coups, _columns(cells))):
        for row, coup in enumerate(filled):
            box = QRectF(cells.left() + column * side, cells.top() + row * side, side, side)
            tie = coup.winner is Winner.TIE
            letter = "=" if tie else words.text(f"result.letter.{coup.winner}")
            _draw_coup(painter, box, coup, letter if side * u >= _LETTERED else "")


def _draw_road(painter: QPainter, cells: QRectF, coups: Sequence[CoupResult], u: float) -> None:
    side, road = cells.height() / ROWS, big_road(coups)
    begins = _hidden(cells, road)
    for cell in road:
        if cell.column < begins:
            continue
        x, y = cells.left() + (cell.column - begins) * side, cells.top() + cell.row * side
        _draw_cell(painter, QRectF(x, y, side, side), cell, u)


def _draw_cell(painter: QPainter, box: QRectF, cell: RoadCell, u: float) -> None:
    """Draw a coup of the big road, with the ties that followed it."""
    if cell.result is not None:
        _draw_coup(painter, box, cell.result, "")
    if not cell.ties:
        return
    inset = box.width() * 0.12
    painter.setPen(pen(theme.FELT, box.width() * 0.2))
    ends = (box.bottomLeft() + QPointF(inset, -inset), box.topRight() + QPointF(-inset, inset))
    painter.drawLine(*ends)
    painter.setPen(pen(theme.T0, box.width() * 0.09))
    painter.drawLine(*ends)
    if cell.ties > 1 and box.width() * u >= _LETTERED:
        face = theme.font(round(box.width() * 0.7), bold=True)
        at = box.center() + QPointF(box.width() * 0.24, box.height() * 0.2)
        fill(painter, QRectF(at.x() - box.width() * 0.22, at.y() - box.height() * 0.26, box.width() * 0.44,
                             box.height() * 0.52), theme.FELT, 3)  # fmt: skip
        write(painter, str(cell.ties), at.x(), at.y(), face, theme.T0, align=0.5)


def _draw_coup(painter: QPainter, box: QRectF, coup: CoupResult, letter: str) -> None:
    """Draw a coup's mark: who won, with its letter, its pairs and whether it was a natural."""
    side = box.width()
    mark = box.adjusted(side * 0.1, side * 0.1, -side * 0.1, -side * 0.1)
    ink = theme.T0
    match coup.winner:
        case Winner.BANKER:
            fill(painter, mark, theme.T1, mark.width() / 2)
            ink = theme.BG0
        case Winner.PLAYER:
            outline(painter, mark, pen(theme.T1, max(2.0, side * 0.08)), mark.width() / 2)
        case Winner.TIE:
            bar = mark.adjusted(0, side * 0.18, 0, -side * 0.18)
            outline(painter, bar, pen(theme.T1, max(2.0, side * 0.08)), 3)
    if coup.natural:
        if letter:  # the letter has the middle
            _diamond(painter, mark.topRight() - QPointF(side * 0.06, -side * 0.06), side * 0.2, theme.FELT)
            _diamond(painter, mark.topRight() - QPointF(side * 0.06, -side * 0.06), side * 0.13, theme.T0)
        else:
            _diamond(painter, box.center(), side * 0.13, ink)
    if letter:
        write_in(painter, letter, box, theme.font(round(side * 0.64), bold=True), ink)
    for has, corner in (
        (coup.banker_pair, box.topLeft() + QPointF(side * 0.2, side * 0.2)),
        (coup.player_pair, box.bottomRight() - QPointF(side * 0.2, side * 0.2)),
    ):
        if has:
            _dot(painter, corner, side * 0.13)


def _dot(painter: QPainter, at: QPointF, radius: float) -> None:
    """A pair: a dot with an edge in the felt's colour, seen apart from the ring that it lies on."""
    painter.setPen(pen(theme.FELT, radius * 0.9))
    painter.setBrush(theme.T0)
    painter.drawEllipse(at, radius, radius)


def _diamond(painter: QPainter, at: QPointF, half: float, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    x, y = at.x(), at.y()
    path = QPainterPath(QPointF(x, y - half))
    for corner in (QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)):
        path.lineTo(corner)
    painter.drawPath(path)


def _fitting(box: QRectF, heading: str, marks: Sequence[str], words: Words, size: int) -> QFont | None:
    """The letters of the meaning of marks if it has room behind a board's heading, else None."""
    room = box.width() - advance(sentence(words.text(heading)), theme.font(size, bold=True)) - 24
    texts, face = [words.text(mark) for mark in marks], theme.font(size)
    return face if _reach(texts, face) <= room else None


def _draw_meaning(
    painter: QPainter, box: QRectF, marks: Sequence[str], words: Words, face: QFont | None
) -> None:
    """The meaning of marks, at the right end of a heading's line."""
    if face is None or not marks:
        return
    texts = [words.text(mark) for mark in marks]
    x, y = box.right() - _reach(texts, face), _line_of(box, face.pixelSize())
    for mark, text in zip(marks, texts, strict=True):
        at = QPointF(x + 9, y)
        if mark == "roads.pair":
            _dot(painter, at, 5)
        elif mark == "result.natural":
            _diamond(painter, at, 6, theme.T0)
        else:
            painter.setPen(pen(theme.T0, 2))
            painter.drawLine(at + QPointF(-6, 6), at + QPointF(6, -6))
        x = write(painter, text, x + 24, y, face, theme.T2) + 16


def _reach(texts: Sequence[str], face: QFont) -> float:
    return sum(24 + advance(text, face) + 16 for text in texts) - 16


def spoken_boards(results: Sequence[str], words: Words) -> str:
    """The boards for assistive tools: each side's wins, and the ties."""
    winners = [result_of(result).winner for result in results]
    return words.text(
        "access.roads",
        player=winners.count(Winner.PLAYER),
        banker=winners.count(Winner.BANKER),
        tie=winners.count(Winner.TIE),
    )
