"""A document on pages of A4: as a PDF, or as pictures for a screen on which it is only read.

It sets a document's parts as strips, which :mod:`console.supervisor.ui.paper.pages` puts on pages: headings
stay with what they head, rows of a few lines stay whole, and a table's heads are repeated on each of its
pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import time
from functools import partial, reduce
from html import escape
from itertools import groupby, pairwise, zip_longest
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, Qt, QThread
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QTextBlock,
    QTextDocument,
    QTextOption,
    QTextTable,
    QTextTableCell,
)

from console.base.setup import debian
from console.base.words import LOCALES, Words, pieces
from console.supervisor.records.documents.export import ExportError, lines_of
from console.supervisor.records.documents.one_sheet import DENSITIES, shortened
from console.supervisor.records.documents.paper import (
    SOFT_HYPHEN,
    AnswerPart,
    Cell,
    Grouped,
    LabelledTexts,
    LeadPart,
    Link,
    Overleaf,
    Paper,
    PaperForm,
    Part,
    Pictured,
    ToSign,
    TwoColumns,
    WholePart,
    WorksheetPart,
    cell_text,
)
from console.supervisor.reports.charts import ChartedPart
from console.supervisor.ui.paper.pages import Placed, Strip, paginate
from console.supervisor.ui.paper.pdf_marks import OutlineEntry, PdfMarks, PlaceOnPage, with_marks
from console.supervisor.ui.paper.shift_charts import chart_height, draw_chart, says_note
from console.table.ui.kit import shorten, theme, with_whole_end
from console.table.words import inside

MARGIN: Final = 14.0
"""A page's margin on each side, in millimetres."""
DPI: Final = 300
"""Dots per inch, as an office printer prints."""
INK: Final = "#14181A"
QUIET: Final = "#5E6A70"
RULE: Final = "#C9CFD2"
LINKED: Final = "#1F4E79"
"""The colour of a link on a page that is read on a screen."""


class _Measures(NamedTuple):
    """A form's measures: letters in points, the share of a page's height below the text, the space above a
    heading in points, and around a cell in the document's pixels.
    """

    points: float
    foot: float
    over_heading: float = 8.0
    around_cell: int = 2
    across: bool = False
    size: QPageSize.PageSizeId = QPageSize.PageSizeId.A4
    margin: float = MARGIN
    """In millimetres."""
    title: float = 1.7
    """The size of a heading on each page, as a multiple of the letters."""
    label: tuple[float, float] = (22.0, 40.0)
    """The least and most width of labels in per cent, if several parts are in a column."""
    sheet: QPageSize.PageSizeId | None = None
    """The size of a sheet, across, with two pages side by side; None: a page is a sheet."""

    @property
    def layout(self) -> QPageLayout:
        turned = QPageLayout.Orientation.Landscape if self.across else QPageLayout.Orientation.Portrait
        margins = QMarginsF(*(self.margin,) * 4)
        return QPageLayout(QPageSize(self.size), turned, margins, QPageLayout.Unit.Millimeter)


_CARDS: Final = _Measures(
    11.0, 0.03, 10.0, 1, size=QPageSize.PageSizeId.A5, margin=9.0, title=1.6, label=(18.0, 28.0)
)
_MEASURES: Final = {
    PaperForm.REPORT: _Measures(8.5, 0.03),
    PaperForm.SHEET: _Measures(DENSITIES[0].points, 0.0, 5.0, 1),
    PaperForm.POSTER: _Measures(10.5, 0.045, across=True),  # At 70 cm they read like a newspaper's at 55.
    PaperForm.CARDS: _CARDS,  # A card is held at arm's length.
    PaperForm.TWO_UP: _CARDS._replace(sheet=QPageSize.PageSizeId.A4),
}
_ON_CARDS: Final = (PaperForm.CARDS, PaperForm.TWO_UP)
_CARD_POINTS: Final = (_CARDS.points, 10.0, 9.0, 8.0)
"""A card's letters in points: the largest with which it needs the fewest pages."""
_TITLED: Final = (PaperForm.POSTER, *_ON_CARDS)
"""Forms with their parts' heading, head and footer on each page."""
_CROWDED: Final = 0.77
"""The letters of a part of many columns, as a multiple of the others."""
ATTACHED: Final = "edition.json"
"""The name of the attachment of a PDF."""
_MANY: Final = 8
"""A part of more columns has smaller letters."""
_HEAD_SIZES: Final = (2.0, 1.3)
"""The sizes of a sheet's first lines, as multiples of its letters."""
_TO_SIGN: Final = 14
"""The room above a line to sign on, in points."""
_WHOLE: Final = 8
"""The most lines of a row or paragraph that stays on one page."""
_FOLDED: Final = 2
"""From this number on, lines of only zeros become one line."""
_ABREAST: Final = (15.0, 40.0, 13.0, 32.0)
"""The widths in per cent of two labels side by side, and their texts; a longest word may need more."""
_BETWEEN: Final = 12
"""The gap between two columns, in the document's pixels."""
_AROUND: Final = 8
"""The space above and below the rows of a grouped part, in the document's pixels."""
_POSTER_GAP: Final = "    "
"""The gap between the lines at a poster's foot, and before its number."""
_ANSWER: Final = 1.25
"""The text that people look for, as a multiple of the document's letters."""
_FEW: Final = 3
"""A group of at most so many rows stays on one page."""
_ID: Final = re.compile(r"\b[A-Z]{2,}(?:-[\w.]+)+(?: ◇)?")
"""A clause's id, with the mark behind it, which is not broken at its hyphens."""
_EDGE: Final = 1.0
"""The unpainted lower end of a strip, in dots, for the next strip's line."""

# The space above, in points:
_OVER_LINE: Final = 6.0
_OVER_TITLE: Final = 14.0
_OVER_NOTE: Final = 2.0
_OVER_FOOTER: Final = 8.0

_MARK_POINTS: Final = 9.0
"""The letters of a paper's mark."""
_SHARE: Final = 0.5
"""A picture's share of the printer's dots: a screen has no more."""
_NONE: Final[Mapping[str, int]] = {}
"""The pages of places while none is known."""
_INCH: Final = 0.0254
"""Metres."""


def application() -> QGuiApplication:
    """The application whose fonts are used, or a new one without a screen. Raises RuntimeError in any thread
    but the application's: a document made or dropped there can deadlock with the window's thread (see
    ``drawing_process``).
    """
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        if QThread.currentThread() != running.thread():
            raise RuntimeError("pages are drawn in the window's thread, or in a process of their own")
        return running
    return QGuiApplication(["dealer-console", "-platform", "offscreen"])


_ALIASES: Final = {"Monospace", "Sans Serif", "Serif"}
"""The families that are listed even if no font is installed."""
_JAPANESE: Final = re.compile(r"[\u3000-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]")


def _check_fonts(paper: Paper) -> None:
    """Raises ExportError if no installed font has the paper's letters, and its pages would be boxes: in an
    English one a name or a remark may be Japanese.
    """
    has_any = set(QFontDatabase.families()) - _ALIASES
    missing = [] if has_any else [debian.FONTS["NotoSans-Regular"]]
    if any(map(_JAPANESE.search, lines_of(paper))) and not theme.has_japanese():
        missing.append(debian.FONTS["NotoSansCJK"])
    if missing:
        raise ExportError("font.missing", fonts=", ".join(missing))


def pdf_of(paper: Paper) -> bytes:
    """The document as a PDF with its pages numbered. Raises ExportError."""
    application()
    _check_fonts(paper)
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = writer_to(buffer, paper.form)
    writer.setTitle(paper.title)
    writer.setCreator("dealer-console")
    if paper.attachment:
        # Without its type: Qt writes it at a place where no reader has it, and Ghostscript breaks the file.
        writer.addFileAttachment(ATTACHED, paper.attachment.encode())
    pages = pages_of(paper, writer)
    painter = QPainter(writer)
    abreast, half = _abreast(paper), writer.pageLayout().fullRectPixels(DPI).width() / 2
    for number, page in enumerate(pages):
        if number and number % abreast == 0:
            writer.newPage()
        if number % abreast:
            _paint_cut(painter, writer)
        painter.save()
        painter.translate(half * (number % abreast), 0)
        paint_page(painter, page)
        paint_mark(painter, paper)
        _paint_foot(painter, writer, paper, f"{number + 1} / {len(pages)}")
        painter.restore()
    painter.end()
    buffer.close()
    marks = PdfMarks(paper.language, _outline(paper, writer, pages), _places(paper, writer, pages))
    return with_marks(bytes(written.data()), marks)


def _abreast(paper: Paper) -> int:
    return 1 if _MEASURES[paper.form].sheet is None else 2


def _outline(paper: Paper, writer: QPdfWriter, pages: Sequence[Sequence[Placed]]) -> list[OutlineEntry]:
    top = _top_of(writer, paper)
    return [
        OutlineEntry(
            strip.entry.replace(SOFT_HYPHEN, ""), number // _abreast(paper), top - low * 72 / DPI, strip.inner
        )
        for number, page in enumerate(pages if len(pages) > 1 else ())
        for strip, low in page
        if strip.entry
    ]


def _top_of(writer: QPdfWriter, paper: Paper) -> float:
    """The upper end of the print, in points from a page's lower edge."""
    return writer.pageLayout().fullRectPoints().height() - _MEASURES[paper.form].margin * 72 / 25.4


def _places(paper: Paper, writer: QPdfWriter, pages: Sequence[Sequence[Placed]]) -> dict[str, PlaceOnPage]:
    top = _top_of(writer, paper)
    return {
        strip.place: PlaceOnPage(number // _abreast(paper), top - low * 72 / DPI)
        for number, page in enumerate(pages)
        for strip, low in page
        if strip.place
    }


def page_images(paper: Paper, limit: int) -> tuple[QImage, ...]:
    """At most ``limit`` pages, each with its margin; only in the window's thread."""
    application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = writer_to(buffer, paper.form)
    layout = _MEASURES[paper.form].layout
    images = []
    for page in pages_of(paper, writer)[:limit]:
        image = QImage(layout.fullRectPixels(DPI).size() * _SHARE, QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(round(DPI / _INCH))  # Letters are then as large as they were laid out.
        image.setDotsPerMeterY(round(DPI / _INCH))
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(_SHARE, _SHARE)
        painter.translate(QPointF(layout.paintRectPixels(DPI).topLeft()))
        paint_page(painter, page)
        paint_mark(painter, paper)
        painter.end()
        images.append(image)
    return tuple(images)


def page_pictures(paper: Paper, limit: int) -> tuple[bytes, ...]:
    """A paper's pages as PNG files, which another process can read."""
    return tuple(map(_png, page_images(paper, limit)))


def _png(image: QImage) -> bytes:
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(written.data())


def writer_to(buffer: QBuffer, form: PaperForm = PaperForm.REPORT) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    measures = _MEASURES[form]
    sheet = measures if measures.sheet is None else measures._replace(size=measures.sheet, across=True)
    writer.setPageLayout(sheet.layout)
    return writer


def pages_of(paper: Paper, writer: QPdfWriter) -> list[list[Placed]]:
    measures = _MEASURES[paper.form]
    page = measures.layout.paintRectPixels(DPI)
    room = page.height() * (1 - measures.foot)

    def pages(paper: Paper, points: float, numbers: Mapping[str, int] = _NONE) -> list[list[Placed]]:
        return paginate(Setting(paper, writer, page.width(), points, numbers=numbers).strips(), room)

    def cards(numbers: Mapping[str, int] = _NONE) -> list[list[Placed]]:
        made = list[list[Placed]]()
        for _, parts in groupby(paper.parts, key=lambda part: part.about):
            card = replace(paper, parts=tuple(parts))
            settings = [pages(card, points, numbers) for points in _CARD_POINTS]
            made += next(each for each in settings if len(each) == min(map(len, settings)))
        return made

    if paper.form is not PaperForm.SHEET:
        set_ = cards if paper.form in _ON_CARDS else partial(pages, paper, measures.points)
        made = set_()
        numbers = {strip.place: number for number, on in enumerate(made, 1) for strip, _ in on if strip.place}
        return set_(numbers) if numbers else made
    for density in DENSITIES:
        made = pages(shortened(paper, density), density.points)
        if len(made) == 1:
            break
    return made


def paint_page(painter: QPainter, page: Sequence[Placed]) -> None:
    for strip, top in page:
        painter.save()
        painter.translate(0, top)
        strip.paint(painter)
        painter.restore()


def paint_mark(painter: QPainter, paper: Paper) -> None:
    """Paint the paper's mark, if it has one, in a page's upper margin, where it takes no room of the text."""
    if not paper.mark:
        return
    layout = _MEASURES[paper.form].layout
    margin, wide = layout.paintRectPixels(DPI).top(), layout.paintRectPixels(DPI).width()
    band = QRectF(0, -margin * 0.75, wide, margin * 0.5)
    painter.fillRect(band, QColor(INK))
    painter.setPen(QColor(Qt.GlobalColor.white))
    face = _face(_MARK_POINTS)
    writer = painter.device()
    assert writer is not None, "it paints"
    wanted = QFontMetricsF(face, writer).horizontalAdvance(paper.mark)
    painter.setFont(_face(_MARK_POINTS * min(1.0, wide * 0.96 / wanted)))
    painter.drawText(band, Qt.AlignmentFlag.AlignCenter, paper.mark)


def _paint_cut(painter: QPainter, writer: QPdfWriter) -> None:
    """The line in a sheet's middle along which it is cut."""
    layout = writer.pageLayout()
    painter.setPen(QPen(QColor(RULE), DPI / 144, Qt.PenStyle.DashLine))
    middle = layout.fullRectPixels(DPI).width() / 2 - layout.paintRectPixels(DPI).left()
    painter.drawLine(QPointF(middle, 0), QPointF(middle, layout.paintRectPixels(DPI).height()))


def _paint_foot(painter: QPainter, writer: QPdfWriter, paper: Paper, number: str) -> None:
    measures = _MEASURES[paper.form]
    page = measures.layout.paintRectPixels(DPI)
    below = QRectF(0, page.height() * (1 - measures.foot), page.width(), page.height() * measures.foot)
    bottom = Qt.AlignmentFlag.AlignBottom
    painter.setFont(_face(measures.points))
    painter.setPen(QColor(QUIET))
    if paper.form is not PaperForm.SHEET:
        painter.drawText(below, Qt.AlignmentFlag.AlignRight | bottom, number)
    if paper.form in _TITLED:
        text = _POSTER_GAP.join((*paper.head, *paper.footer))
        room = page.width() - QFontMetricsF(painter.font(), writer).horizontalAdvance(_POSTER_GAP + number)
        painter.setFont(fitting_face(text, room, measures.points, writer))
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft | bottom, text)


def fitting_face(text: str, room: float, points: float, writer: QPdfWriter) -> QFont:
    """Letters of this size, or smaller ones in which a line fits its room."""
    wide = QFontMetricsF(_face(points), writer).horizontalAdvance(text)
    return _face(points * room / max(room, wide))


def _face(points: float) -> QFont:
    face = QFont()
    face.setFamilies(theme.families())
    face.setPointSizeF(points)
    return face


def empty_document(writer: QPdfWriter, points: float) -> QTextDocument:
    """An empty text, set for its printer, with letters of a size."""
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setDocumentMargin(0)
    document.setDefaultFont(_face(points))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document


def fold_rows(part: Part, language: str) -> Part:
    """The printed part: rows of 0 become one line; rows without a value go, unless all are."""
    if isinstance(part, WholePart):
        return part
    filled = tuple(row for row in part.rows if any(cell is not None for cell in row[1:] or row))
    part = replace(part, rows=filled)
    zeros = [row for row in part.rows if _is_zero(row)]
    if len(zeros) < _FOLDED:
        return part
    words = Words(language)
    names = (inside(words, str(row[0])) for row in zeros)  # Some names contain a comma: “open, hours”.
    several = reduce(lambda joined, more: words.text("access.more", said=joined, more=more), names)
    named = words.text("report.zeros", names=several)
    rows = tuple(row for row in part.rows if not _is_zero(row))
    return replace(part, rows=rows, note=words.side_by_side((named, part.note)))


def _is_zero(row: Sequence[Cell]) -> bool:
    figures = row[1:]
    return isinstance(row[0], str) and 0 in figures and all(each in (0, None) for each in figures)


class _Slice(NamedTuple):
    """The part of a text between two heights, perhaps under a thin line."""

    text: QTextDocument
    top: float
    bottom: float
    line: str = ""

    def paint(self, painter: QPainter) -> None:
        wide, high = self.text.textWidth(), self.bottom - self.top
        if self.line:
            painter.fillRect(QRectF(0, 0, wide, DPI / 96), QColor(self.line))
        view = QRectF(0, self.top, wide, high - _EDGE)
        painter.translate(0, -self.top)
        painter.setClipRect(view)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = view
        self.text.documentLayout().draw(painter, context)


class Setting:
    """Sets a document for a printer, in letters of one size, as wide as its page."""

    def __init__(
        self,
        paper: Paper,
        writer: QPdfWriter,
        wide: float,
        points: float,
        *,
        numbers: Mapping[str, int] = _NONE,
    ) -> None:
        """``numbers`` are the known pages, from 1, of the document's places."""
        self._paper, self._language, self._measures = paper, paper.language, _MEASURES[paper.form]
        self._writer, self._wide, self._points, self._numbers = writer, wide, points, numbers
        self._between = 2 * _AROUND * DPI / 72  # Qt takes 72 or 96 pixels for an inch, as the screen does.
        labels = (
            str(row[0])
            for part in paper.parts
            if isinstance(part, LabelledTexts) and not isinstance(part, TwoColumns)
            for row in part.rows
        )
        longest = max(map(self._metrics(bold=False).horizontalAdvance, labels), default=0.0)
        least, most = self._measures.label
        self._label = min(max(least, 100 * (longest + self._between) / self._wide), most)

    def strips(self) -> Iterator[Strip]:
        paper = self._paper
        if paper.form in _TITLED:
            for about, parts in groupby(paper.parts, key=lambda part: part.about):
                yield from self._poster(about, parts)
            return
        yield from self._head(paper)
        about = ""
        for part in (fold_rows(each, self._language) for each in paper.parts):
            turns = isinstance(part, Overleaf)
            if part.about != about:
                about = part.about
                title = self._paragraph(about, size=1.3, bold=True, above=_OVER_TITLE, keeps=True)
                yield from _begun(title, about, turns=turns)
                turns = False
            strips = _named(self._part(part), part.place)
            yield from _begun(strips, part.heading, turns=turns, inner=bool(about))
        size, between = (0.85, 0.0) if paper.form is PaperForm.SHEET else (1.0, _OVER_LINE)
        for number, line in enumerate(paper.footer):
            above = between if number else _OVER_FOOTER
            yield from self._paragraph(line, size=size, colour=QUIET, above=above)

    def _head(self, paper: Paper) -> Iterator[Strip]:
        """The title and the lines under it; a sheet's lines matter more than its title."""
        if paper.form is PaperForm.SHEET:
            yield from self._paragraph(paper.title, colour=QUIET)
            for number, line in enumerate(paper.head):
                size = _HEAD_SIZES[number] if number < len(_HEAD_SIZES) else 1.0
                yield from self._paragraph(line, size=size, bold=size > 1.0)
            return
        yield from self._paragraph(paper.title, size=2.0, bold=True)
        for line in paper.head:
            yield from self._paragraph(line, above=_OVER_LINE)

    def _poster(self, about: str, parts: Iterable[Part]) -> Iterator[Strip]:
        """Parts on pages of their own, each under their title."""
        title = tuple(self._paragraph(about, size=self._measures.title, bold=True, keeps=True))
        own = tuple(parts)
        places = (part.place for part in own if part.place)
        is_card = isinstance(own[0], LabelledTexts)  # The card lies under the index before it.
        yield from _named(_begun(iter(title), about, turns=True, inner=is_card), next(places, ""))
        for part in own:
            for strip in self._part(part):
                yield strip._replace(over=(*title, *strip.over))

    def _part(self, part: Part) -> Iterator[Strip]:
        """A heading under a thin line, or its chart; the rows, and the note below."""
        note, is_answer = part.note if not says_note(part) else "", isinstance(part, AnswerPart)
        if isinstance(part, ChartedPart):
            yield self._chart(part, keeps=bool(part.rows))
        elif part.heading:
            keeps = bool(part.rows or note) or isinstance(part, Pictured)
            yield from self._paragraph(
                with_whole_end(part.heading) if is_answer else part.heading,
                bold=True,
                colour=INK if is_answer else QUIET,
                above=self._measures.over_heading,
                keeps=keeps,
                line=INK if is_answer else RULE,
            )
        if isinstance(part, Pictured):
            yield self._picture(part)
        if isinstance(part, Grouped):
            yield from self._groups(part)
        elif part.rows:
            yield from self._table(part, keeps=bool(note))
        if note:
            yield from self._paragraph(with_whole_end(note), colour=QUIET, above=_OVER_NOTE)

    def _chart(self, part: ChartedPart, *, keeps: bool) -> Strip:
        words = Words(self._language)

        def paint(painter: QPainter) -> None:
            draw_chart(painter, part, self._wide, words)

        return Strip(paint, chart_height(part, self._wide), self._dots(self._measures.over_heading), keeps)

    def _picture(self, part: Pictured) -> Strip:
        """The picture as wide as the page; it stays on the page of what follows."""
        image = QImage.fromData(part.picture)
        high = self._wide * image.height() / max(image.width(), 1)

        def paint(painter: QPainter) -> None:
            painter.drawImage(QRectF(0, 0, self._wide, high), image)

        return Strip(paint, high, self._dots(_OVER_NOTE), keeps=True)

    def _paragraph(
        self,
        text: str,
        *,
        size: float = 1.0,
        bold: bool = False,
        colour: str = INK,
        above: float = 0.0,
        keeps: bool = False,
        line: str = "",
    ) -> Iterator[Strip]:
        """A paragraph, ``size`` times as large as the document's letters, perhaps under a thin line."""
        style = f"font-size:{self._points * size}pt; color:{colour}; margin-top:{2 if line else 0}pt"
        written = escape(text)
        laid = self._laid(f'<p style="{style}">{f"<b>{written}</b>" if bold else written}</p>')
        slices = _sliced(laid, [_lines(laid, [laid.firstBlock()])], 0.0, laid.size().height())
        yield from self._kept(slices, above, keeps=keeps, line=line)

    def _table(self, part: Part, *, keeps: bool) -> Iterator[Strip]:
        """The rows under their heads; ``keeps`` the last one on the page of what follows."""
        heads = bool(any(part.columns))
        is_step = self._paper.form in _ON_CARDS and isinstance(part, LabelledTexts)
        whole = is_step or isinstance(part, ToSign)
        rows = _rows(self._laid(self._html(part)))
        over: tuple[Strip, ...] = ()
        if heads:
            over = tuple(self._kept(rows[0], keeps=True))
            yield from over
        told = _told_apart(part, self._language)[1] if isinstance(part, LeadPart) else [""] * len(part.rows)
        goes_on = [bool(each) for sentences in told for each in ([sentences, ""] if sentences else [""])]
        for number, row in enumerate(rows[heads:], 1):
            stays = keeps if number == len(rows) - heads else whole or goes_on[number - 1]
            yield from (strip._replace(over=over) for strip in self._kept(row, keeps=stays))

    def _groups(self, part: Grouped) -> Iterator[Strip]:
        """The rows under their heads and lines; a group's name if it or a page begins."""
        sizes = [len(tuple(rows)) for _, rows in groupby(part.rows, key=lambda row: row[0])]
        begins = [at == 0 for size in sizes for at in range(size)]
        bound = [size <= _FEW and at < size - 1 for size in sizes for at in range(size)]
        named, once = (
            _rows(self._laid(self._grouped(part, shown))) for shown in ([True] * len(begins), begins)
        )
        over = tuple(self._kept(once[0], above=self._measures.over_heading, keeps=True, line=INK))
        yield from over
        for at, row in enumerate(part.rows):
            keeps = bound[at] or not any(row[2:])  # The row only names the one after it.
            line = QUIET if begins[at] else RULE
            top, *_ = self._kept(named[at + 1], keeps=keeps, line=QUIET)
            entry = str(row[0]) if begins[at] else ""
            for strip in self._kept(once[at + 1], keeps=keeps, line=line):
                first = top._replace(entry=entry, inner=True)
                yield strip._replace(over=over, at_top=first, entry=entry, inner=True)
                entry = ""

    def _grouped(self, part: Grouped, shown: Sequence[bool]) -> str:
        rows = [[_muted(escape(each)) for each in part.columns]]
        for row, is_shown in zip(part.rows, shown, strict=True):
            cells = [_cell(cell, self._language, self._numbers) for cell in row]
            cells[0] = f"<b>{cells[0]}</b>" if is_shown else ""
            cells[part.answer] = f"<b>{cells[part.answer]}</b>"
            rows.append(cells)
        around = f"padding:{_AROUND}px {2 * _AROUND}px {_AROUND}px 0"
        columns = [f'<td width="{width:.2f}%" style="{around}">' for width in self._widths(part)]
        written = "".join(
            f"<tr>{''.join(f'{begin}{cell}</td>' for begin, cell in zip(columns, row, strict=True))}</tr>"
            for row in rows
        )
        return f'<table width="100%" cellspacing="0" cellpadding="0">{written}</table>'

    def _metrics(self, *, bold: bool) -> QFontMetricsF:
        face = _face(self._points)
        face.setBold(bold)
        return QFontMetricsF(face, self._writer)

    def _widths(self, part: Grouped) -> list[float]:
        """The columns' widths in per cent: each its share, but at least its longest word. A wider column
        takes from each other one what that can spare.
        """
        metrics = self._metrics(bold=True)
        least = []
        for column in zip(part.columns, *part.rows, strict=True):
            texts = (_ID.sub(_whole, str(cell)) for cell in column)
            words = {piece.strip() for text in texts for piece in pieces(text.replace("\n", " "))}
            least.append((max(map(metrics.horizontalAdvance, words)) + self._between) * 100 / self._wide)
        wanted = [share * 100 / sum(part.shares) for share in part.shares]
        over = sum(max(0.0, low - each) for low, each in zip(least, wanted, strict=True))
        spare = [max(0.0, each - low) for low, each in zip(least, wanted, strict=True)]
        part_of = min(1.0, over / sum(spare)) if sum(spare) else 0.0
        return [max(low, each) - give * part_of for low, each, give in zip(least, wanted, spare, strict=True)]

    def _by_content(self, part: Part) -> list[float]:
        """The columns' widths in per cent by their texts: at least the longest word or time; the rest is
        shared so that short texts stand in one line, and the longest get what is left.
        """
        metrics, per_cent = self._metrics(bold=False), 100 / self._wide
        least, whole = list[float](), list[float]()
        for head, *cells in zip(part.columns, *part.rows, strict=True):
            texts = ["" if each is None else _plain_text(each, self._language) for each in cells]
            words = [
                piece.strip()
                for cell, text in zip(cells, texts, strict=True)
                for piece in ([text] if isinstance(cell, time) else pieces(text.replace("\n", " ")))
            ]
            named = max((metrics.horizontalAdvance(each.strip()) for each in pieces(str(head))), default=0.0)
            longest = max(map(metrics.horizontalAdvance, words), default=0.0)
            lines = [line for text in texts for line in text.split("\n")]
            least.append((max(named * _CROWDED, longest) + self._between) * per_cent)
            whole.append((max(map(metrics.horizontalAdvance, lines), default=0.0) + self._between) * per_cent)
        left, widths = 100 - sum(least), list(least)
        needs = sorted(range(len(least)), key=lambda at: whole[at] - least[at])
        for taken, at in enumerate(needs):
            more = max(0.0, min(whole[at] - least[at], left / (len(needs) - taken)))
            widths[at] += more
            left -= more
        if left > 0 and needs:
            widths[needs[-1]] += left
        return [each * 100 / sum(widths) for each in widths]

    def _abreast(self, rows: Sequence[Sequence[Cell]], half: int) -> list[float]:
        """The widths in per cent of two labels with their texts, which yield to the labels' longest words."""
        widths = list(_ABREAST)
        for at, beside in ((0, rows[:half]), (2, rows[half:])):
            words = (piece.strip() for label, *_ in beside for piece in pieces(str(label)))
            longest = max(map(self._metrics(bold=False).horizontalAdvance, words), default=0.0)
            more = max(0.0, (longest + self._between) * 100 / self._wide - widths[at])
            widths[at] += more
            widths[at + 1] -= more
        return widths

    def _kept(
        self, slices: Sequence[_Slice], above: float = 0.0, *, keeps: bool, line: str = ""
    ) -> Iterator[Strip]:
        """The strips of a row or a paragraph; no line of a long one is alone at a page's end or top."""
        last = len(slices) - 1
        for at, each in enumerate(slices):
            stays = keeps if at == last else at in (0, last - 1)
            paint = each._replace(line="" if at else line).paint
            yield Strip(paint, each.bottom - each.top, 0.0 if at else self._dots(above), stays)

    def _dots(self, points: float) -> float:
        return points * DPI / 72

    def _laid(self, html: str) -> QTextDocument:
        """A text without pages, as wide as a page."""
        document = empty_document(self._writer, self._points)
        document.setHtml(f'<html><body style="color:{INK}" lang="{self._language}">{html}</body></html>')
        document.setTextWidth(self._wide)
        return document

    def _html(self, part: Part) -> str:
        """A part's heads and rows as a table. Figures are on the right of their columns; if somebody signs,
        an empty cell is a line to sign on.
        """
        crowded = not isinstance(part, LeadPart) and max(len(row) for row in part.rows) > _MANY
        size = self._points * (_CROWDED if crowded else 1.0)
        widths, told = [""] * len(part.rows[0]), [""] * len(part.rows)
        if isinstance(part, LeadPart):
            part, told = _told_apart(part, self._language)
        rows = [[_cell(cell, self._language, self._numbers) for cell in row] for row in part.rows]
        if isinstance(part, LabelledTexts):
            widths[0] = f' width="{self._label}%"'
            rows = [[_muted(label), *texts] for label, *texts in rows]
        if isinstance(part, AnswerPart):
            size_of = f"font-size:{size * _ANSWER}pt"
            rows[0][1:] = [f'<b style="{size_of}">{text}</b>' for text in rows[0][1:]]
        figures = [
            any(isinstance(cell, int | float) for cell in column) for column in zip(*part.rows, strict=True)
        ]
        if isinstance(part, WorksheetPart):
            figures = [False, *(True for _ in part.columns[1:])]
            rows[-1] = [f"<b>{cell}</b>" for cell in rows[-1]]
        if isinstance(part, LeadPart) and len(part.columns) > 1:
            widths = [f' width="{each:.2f}%"' for each in self._by_content(part)]
        if isinstance(part, TwoColumns):
            half = (len(rows) + 1) // 2
            rows = [
                [*one, *other] for one, other in zip_longest(rows[:half], rows[half:], fillvalue=["", ""])
            ]
            widths = [f' width="{each:.2f}%"' for each in self._abreast(part.rows, half)]
            figures = [False] * 4
        signs, pad = isinstance(part, ToSign), self._measures.around_cell
        written = [_row(row, figures, widths, size, signs=signs) for row in rows]
        if any(told):
            across = f'<tr style="font-size:{size}pt"><td></td><td colspan="{len(widths) - 1}">'
            written = [
                f"{row}{across}{escape(more)}</td></tr>" if more else row
                for row, more in zip(written, told, strict=True)
            ]
        if any(part.columns):
            heads = [_muted(escape(each)) for each in part.columns]
            # No column's head may be broken within a word.
            small = _CROWDED if isinstance(part, LeadPart) else 1.0
            written.insert(0, _row(heads, figures, widths, size * small))
        return f'<table width="100%" cellspacing="0" cellpadding="{pad}">{"".join(written)}</table>'


def _told_apart(part: LeadPart, language: str) -> tuple[LeadPart, list[str]]:
    """The part with one sentence in each cell, and each row's further sentences, which stand beneath it over
    the whole width, since no column has room for them.
    """
    dot, rows, told = LOCALES[language].dot, list[tuple[Cell, ...]](), list[str]()
    for row in part.rows:
        first, _, more = str(row[part.told]).partition(dot)
        rows.append((*row[: part.told], first, *row[part.told + 1 :]))
        told.append(more)
    return replace(part, rows=tuple(rows)), told


def _muted(html: str) -> str:
    return f'<span style="color:{QUIET}">{html}</span>'


def _cell(cell: Cell, language: str, numbers: Mapping[str, int] = _NONE) -> str:
    """A cell as people read it; an address is a link. ``numbers`` are the pages of places."""
    if cell == "":
        return ""
    if isinstance(cell, Link):
        text = escape(cell.text or str(numbers.get(cell.place or "", "")))
        return f'<a href="{escape(cell.address)}" style="color:{LINKED}">{text}</a>'
    text = _ID.sub(_whole, with_whole_end(shorten(cell_text(cell, language))))
    return escape(text).replace("\n", "<br>")


def _plain_text(cell: Cell, language: str) -> str:
    return cell.text if isinstance(cell, Link) else _ID.sub(_whole, shorten(cell_text(cell, language)))


def _whole(found: re.Match[str]) -> str:
    return found[0].replace("-", "\u2060-\u2060").replace(" ", "\u00a0")


def _begun(strips: Iterator[Strip], entry: str, *, turns: bool, inner: bool = False) -> Iterator[Strip]:
    """The strips; the first is an entry of the outline, and begins a page if it ``turns``."""
    yield next(strips)._replace(turns=turns, entry=entry, inner=inner)
    yield from strips


def _named(strips: Iterator[Strip], place: str) -> Iterator[Strip]:
    """The strips; links lead to the first."""
    yield next(strips)._replace(place=place)
    yield from strips


def _rows(laid: QTextDocument) -> list[list[_Slice]]:
    (table,) = (each for each in laid.rootFrame().childFrames() if isinstance(each, QTextTable))
    columns = range(table.columns())
    rows = [[_lines(laid, _blocks(table.cellAt(row, at))) for at in columns] for row in range(table.rows())]
    firsts = [min(lines[0].top for lines in row) for row in rows]
    tops = [first - firsts[0] for first in firsts]  # Every row has the same space above its letters.
    return [_sliced(laid, *row) for row in zip(rows, tops, [*tops[1:], laid.size().height()], strict=True)]


def _sliced(laid: QTextDocument, cells: Sequence[Sequence[_Line]], top: float, bottom: float) -> list[_Slice]:
    """A row of a few lines as one slice, another as slices of about a line each. Cuts go between the lines of
    the longest cell, and through lines of another cell only if a slice would be high otherwise: one
    language's letters are higher than another's.
    """
    longest = max(cells, key=len)
    if len(longest) <= _WHOLE:
        return [_Slice(laid, top, bottom)]
    every = [line.bottom for line in longest[:-1]]
    lines = [line for cell in cells for line in cell]
    clean = [cut for cut in every if not any(line.top + _EDGE < cut < line.bottom - _EDGE for line in lines)]
    high = max(other - one for one, other in pairwise((top, *clean, bottom)))
    cuts = clean if high <= (bottom - top) * _WHOLE / len(longest) else every
    return [_Slice(laid, *ends) for ends in pairwise((top, *cuts, bottom))]


class _Line(NamedTuple):
    """The upper and the lower edge of a line of letters."""

    top: float
    bottom: float


def _lines(laid: QTextDocument, blocks: Iterable[QTextBlock]) -> list[_Line]:
    layout, found = laid.documentLayout(), list[_Line]()
    for block in blocks:
        top, lines = layout.blockBoundingRect(block).top(), block.layout()
        for line in (lines.lineAt(at) for at in range(lines.lineCount())):
            found.append(_Line(top + line.y(), top + line.y() + line.height()))
    return found


def _blocks(cell: QTextTableCell) -> Iterator[QTextBlock]:
    block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    while block != last:
        yield block
        block = block.next()
    yield last


def _row(
    cells: Sequence[str], figures: Sequence[bool], widths: Sequence[str], size: float, *, signs: bool = False
) -> str:
    """A row of a table; if somebody ``signs``, an empty cell is a line to sign on."""
    line = f"; border-bottom:1px solid {INK}"
    room = f'<p style="font-size:{_TO_SIGN}pt; margin:0">&nbsp;</p>' if signs else ""
    set_ = (
        f'<td style="padding-right:{_BETWEEN}px{line if signs and not cell else ""}"'
        f' align="{"right" if figure else "left"}"{width}>{room}{cell}</td>'
        for cell, figure, width in zip(cells, figures, widths, strict=True)
    )
    return f'<tr style="font-size:{size}pt">{"".join(set_)}</tr>'
