"""The charts of a shift, painted by our own code: bars, blocks to count, points with their intervals.

There is no legend, no second axis, and no colour without a meaning: only the unusual has a colour, and words
give its reason. Charts are light on dark on a screen; on paper dark on light, and readable without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words, sort_by_rank
from console.supervisor.records.documents.paper import Part
from console.supervisor.reports.charts import (
    CardCounts,
    ChartedPart,
    KindBar,
    Kinds,
    Pace,
    rate,
)
from console.supervisor.reports.figures import HOUR, Hour
from console.supervisor.reports.finding_rows import DealerRate, Dealers
from console.table.ui.kit import (
    Surface,
    advance,
    elide,
    fill,
    outline,
    pen,
    set_in,
    shrunk,
    theme,
    write,
    write_lines,
)
from console.table.ui.signs import kind_sign
from console.table.words import sentence, text_or, whole

_MOST_BLOCKS: Final = 12
_WHOLE: Final = 0.98
"""The share of an hour that counts as a whole one."""
_HEAD: Final = 36.0
"""The height above the rows of kinds."""
ROW: Final = 36.0
DEALERS_HEAD: Final = 48.0
DEALER: Final = 34.0


class Inks(NamedTuple):
    ground: QColor
    text: QColor
    more: QColor
    quiet: QColor
    line: QColor
    bar: QColor
    on_bar: QColor
    marked: QColor
    """The colour of the unusual bar."""
    on_marked: QColor
    reason: QColor
    span: QColor


SCREEN: Final = Inks(
    theme.BG0,
    theme.T0,
    theme.T1,
    theme.T2,
    theme.LINE,
    theme.CHART,
    theme.T0,
    theme.AMBER,
    theme.INK,
    theme.AMBER,
    theme.SLATE,
)
_BLACK, _WHITE = QColor("#14181A"), QColor("#FFFFFF")
_DARK, _GREY, _LIGHT = QColor("#3A4449"), QColor("#8D999F"), QColor("#C9D1D5")
PAPER: Final = Inks(
    _WHITE, _BLACK, _DARK, QColor("#5E6A70"), _LIGHT, _LIGHT, _BLACK, _DARK, _WHITE, _BLACK, _GREY
)


class ChartPlace(NamedTuple):
    """The place of a chart by its upper left corner, in units, with its colours and words."""

    wide: float
    high: float
    inks: Inks
    words: Words


def share(hour: Hour) -> float:
    """The open share of an hour: its bar's width, so that the area is the rounds."""
    return min(1.0, hour.open_seconds / HOUR)


def kind_name(bar: KindBar, words: Words) -> str:
    return text_or(words, f"incident.{bar.kind}", bar.kind) if bar.kind else words.text("record.kind.none")


def in_order(bars: Iterable[KindBar], words: Words) -> tuple[KindBar, ...]:
    """The most frequent kind first; kinds of equal count by their names."""
    return tuple(sort_by_rank(words, bars, lambda bar: -bar.count, lambda bar: kind_name(bar, words)))


def _head(painter: QPainter, on: ChartPlace, title: str, aside: str = "") -> None:
    fill(painter, QRectF(0, 0, on.wide, on.high), on.inks.ground)
    wide = advance(aside, theme.font(16)) + 16 if aside else 0
    face = shrunk(title, on.wide - wide, (20, 19, 18, 17, 16), bold=True)
    write(painter, elide(title, on.wide - wide, face), 0, 14, face, on.inks.text)
    write(painter, aside, on.wide, 14, shrunk(aside, 260, (16, 15, 14)), on.inks.quiet, align=1)


def paint_pace(
    painter: QPainter, on: ChartPlace, pace: Pace, note: str, clock: Callable[[datetime], str]
) -> None:
    """Rounds an hour: each hour's bar has its figure inside; the usual pace is dashed. ``note`` is why an
    hour was slow, ``clock`` words an hour.
    """
    words, usual = on.words, pace.usual
    aside = "" if usual is None else words.text("shift.usual", rate=words.figure(usual, 0))
    _head(painter, on, words.text("shift.pace"), aside)
    base, hours = on.high - 52, [hour for hour in pace.hours if rate(hour) is not None][-24:]
    fill(painter, QRectF(0, base, on.wide, 2), on.inks.quiet)
    if not hours:
        return
    rates = [rate(hour) or 0.0 for hour in hours]
    top, step = max(*rates, usual or 0, 1), on.wide / len(hours)
    for at, hour in enumerate(hours):
        slow = any(each.start == hour.start for each in pace.slow)
        lane = QRectF(at * step, 40, step, base - 40)
        _paint_hour(painter, on.inks, lane, rates[at], top, share(hour), slow=slow)
        write(
            painter, clock(hour.start), lane.center().x(), base + 17, theme.font(15), on.inks.quiet, align=0.5
        )
    if usual is not None:
        y = base - (base - 46) * usual / top
        painter.setPen(pen(on.inks.text, 1.5, dashes=[7, 4]))
        painter.drawLine(QPointF(0, y), QPointF(on.wide, y))
    if note:
        face = shrunk(note, on.wide, (16, 15, 14, 13))
        write(painter, note, on.wide / 2, on.high - 11, face, on.inks.reason, align=0.5)


def _paint_hour(
    painter: QPainter, inks: Inks, lane: QRectF, pace: float, top: float, part: float, *, slow: bool
) -> None:
    """A bar as high as the pace, and as wide as the open share of the hour."""
    gap = min(12.0, lane.width() * 0.18)
    high, wide = (lane.height() - 6) * pace / top, max(4.0, (lane.width() - gap) * part)
    bar = QRectF(lane.center().x() - wide / 2, lane.bottom() - high, wide, high)
    fill(painter, bar, inks.marked if slow else inks.bar, 2)
    if part < _WHOLE:
        outline(painter, bar, pen(inks.quiet, 1.5, dashes=[4, 3]), 2)
    ink = inks.on_marked if slow else inks.on_bar
    face = theme.font(17 if lane.width() > 34 else 13, bold=slow)
    inside = high > 30 and advance(str(round(pace)), face) <= wide
    y, ink = (bar.top() + 18, ink) if inside else (bar.top() - 12, inks.more)
    write(painter, str(round(pace)), bar.center().x(), y, face, ink, align=0.5)


def _none_text(words: Words, undecided: int) -> str:
    """The words instead of bars: incidents count only once decided, so undecided ones are mentioned."""
    if undecided:
        return words.label(sentence(words.text("record.open")), whole(undecided, words))
    return words.text("shift.no_incident")


def paint_kinds(painter: QPainter, on: ChartPlace, bars: tuple[KindBar, ...], none: str = "") -> None:
    """Incidents by kind, as blocks that can be counted; ``none`` replaces no bars."""
    words = on.words
    _head(painter, on, words.text("shift.kinds"))
    if not bars:
        write(painter, none, 0, 60, theme.font(18), on.inks.quiet)
        return
    room = int((on.high - _HEAD + 2) // ROW)
    bars = in_order(bars, words)
    shown = bars if len(bars) <= room else bars[: room - 1]
    for at, bar in enumerate(shown):
        _paint_kind(painter, on, bar, _HEAD + at * ROW + ROW / 2)
    rest = len(bars) - len(shown)
    if rest:
        y = _HEAD + len(shown) * ROW + ROW / 2
        write(painter, words.text("shift.kinds.more", count=rest), 38, y, theme.font(16), on.inks.quiet)


def _paint_kind(painter: QPainter, on: ChartPlace, bar: KindBar, y: float) -> None:
    left, name = max(min(206.0, on.wide * 0.48), on.wide * 0.38), kind_name(bar, on.words)
    kind_sign(bar.kind or None)(painter, QRectF(0, y - 13, 26, 26), on.inks.more)
    lines, face = set_in(name, left - 50, (17, 16, 15, 14), limit=1)
    if lines != (name,):
        lines, face = set_in(name, left - 50, (14, 13, 12))
    write_lines(painter, lines, QRectF(38, y - ROW / 2, left - 50, ROW), face, on.inks.more, leading=1.15)
    room = on.wide - left - 44
    step = min(46.0, room / min(max(bar.count, 1), _MOST_BLOCKS))
    blocks = min(bar.count, _MOST_BLOCKS)
    for at in range(blocks):
        fill(painter, QRectF(left + at * step, y - 11, step - 4, 22), on.inks.bar, 2)
    write(painter, str(bar.count), left + blocks * step + 8, y, theme.font(17, bold=True), on.inks.text)


def paint_cards(painter: QPainter, on: ChartPlace, cards: CardCounts, ranks: Sequence[str]) -> None:
    """A bar for each card, suit by suit, with its rank beneath; dashes at the count by chance."""
    base, step, inks = on.high - 24, on.wide / max(1, len(cards.counts)), on.inks
    top = max(*cards.counts, cards.expected, 1)
    fill(painter, QRectF(0, base, on.wide, 2), inks.quiet)
    for at, count in enumerate(cards.counts):
        left, high = at * step, (base - 24) * count / top
        fill(painter, QRectF(left + 2, base - high, step - 4, high), inks.bar, 2)
        write(painter, str(count), left + step / 2, base - high - 9, theme.font(12), inks.more, align=0.5)
        rank = ranks[at % len(ranks)]
        write(painter, rank, left + step / 2, base + 13, theme.font(13), inks.quiet, align=0.5)
    y = base - (base - 24) * cards.expected / top
    painter.setPen(pen(inks.text, 1.5, dashes=[7, 4]))
    painter.drawLine(QPointF(0, y), QPointF(on.wide, y))
    for suit in range(1, len(cards.counts) // max(1, len(ranks))):
        fill(painter, QRectF(suit * len(ranks) * step - 0.5, 8, 1, base - 8), inks.line)


def paint_dealers(painter: QPainter, on: ChartPlace, dealers: Dealers, name_of: Callable[[str], str]) -> None:
    """A row for each dealer, and across all the house's line; ``name_of`` names an id."""
    words, inks = on.words, on.inks
    sure = words.text("shift.interval", sure=round(dealers.sure * 100))
    _head(painter, on, words.text("shift.against"), sure)
    names = max((advance(name_of(each.who), theme.font(16)) for each in dealers.dealers), default=0.0)
    left, right = 116.0 + max(190.0, min(names + 2, 280.0)), on.wide - 300.0
    write(painter, words.text("shift.rounds"), left - 24, 36, theme.font(15), inks.quiet, align=1)
    shown = dealers.dealers[: int((on.high - DEALERS_HEAD) // DEALER)]
    top = max([each.high or 0 for each in shown] + [dealers.house or 0, 1])
    if dealers.house is not None and any(each.rate is not None for each in shown):
        x = left + (right - left) * dealers.house / top
        painter.setPen(pen(inks.text, 1.5, dashes=[6, 4]))
        painter.drawLine(QPointF(x, DEALERS_HEAD), QPointF(x, DEALERS_HEAD + len(shown) * DEALER))
        house = words.text("shift.house", rate=words.figure(dealers.house, 1))
        write(painter, house, x, 36, theme.font(15), inks.more, align=0.5)
    for at, each in enumerate(shown):
        y = DEALERS_HEAD + at * DEALER + DEALER / 2
        _paint_dealer(painter, on, each, name_of(each.who), y, (left, right, top))
    if len(dealers.dealers) > len(shown):
        more = words.text("shift.more_dealers", count=len(dealers.dealers) - len(shown))
        write(painter, more, on.wide, 36, theme.font(15), inks.quiet, align=1)


def _paint_dealer(
    painter: QPainter,
    on: ChartPlace,
    each: DealerRate,
    name: str,
    y: float,
    scale: tuple[float, float, float],
) -> None:
    words, inks, (left, right, top) = on.words, on.inks, scale
    room = left - 116
    face = shrunk(name, room, (18, 17, 16, 15, 14))
    write(painter, elide(name, room, face), 0, y, face, inks.more)
    write(painter, whole(each.rounds, words), left - 24, y, theme.font(17), inks.more, align=1)
    fill(painter, QRectF(left, y + 16, on.wide - left, 1), inks.line)
    verdict = words.text(f"shift.verdict.{each.verdict}")
    if each.rate is None or each.low is None or each.high is None:
        # The dashed line ends here.
        fill(painter, QRectF(left, y - 14, advance(verdict, theme.font(16)) + 12, 28), inks.ground)
        write(painter, verdict, left + 6, y, theme.font(16), inks.quiet)
        return

    def x(value: float) -> float:
        return left + (right - left) * min(value, top) / top

    fill(painter, QRectF(x(each.low), y - 2.5, max(3.0, x(each.high) - x(each.low)), 5), inks.span, 2)
    fill(painter, QRectF(x(each.rate) - 8, y - 8, 16, 16), inks.text, 8)
    above = each.verdict == "above"
    text, ink = f"{words.figure(each.rate, 1)}   {verdict}", inks.reason if above else inks.more
    face = shrunk(text, 284, (17, 16, 15, 14), bold=above)
    write(painter, text, max(x(each.high) + 14, left + 6), y, face, ink)


class Chart(Surface):
    """A heading, at its right a quiet note, and the chart beneath."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.covers()

    def paint(self, painter: QPainter) -> None:
        self._paint_chart(painter, ChartPlace(self.wide, self.high, SCREEN, self._words))

    def _paint_chart(self, painter: QPainter, on: ChartPlace) -> None:
        """Paint the chart; for subclasses."""


class PaceChart(Chart):
    """Rounds an hour: a bar for each hour, the usual pace as a dashed line."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._pace = Pace((), None, ())
        self._note = ""

    def show_pace(self, pace: Pace, note: str, words: Words) -> None:
        """Show these hours; ``note`` is why one was slow."""
        self._pace, self._note, self._words = pace, note, words
        hours = words.text("access.list").join(
            words.label(self._hour(each.start), words.figure(found, 0))
            for each in pace.hours
            if (found := rate(each)) is not None
        )
        self.setAccessibleName(". ".join(part for part in (words.text("shift.pace"), hours, note) if part))
        self.update()

    @staticmethod
    def _hour(start: datetime) -> str:
        return f"{start.astimezone():%H}"

    def _paint_chart(self, painter: QPainter, on: ChartPlace) -> None:
        paint_pace(painter, on, self._pace, self._note, self._hour)


class KindsChart(Chart):
    _bars: tuple[KindBar, ...] = ()
    _none = ""

    def show_kinds(self, bars: tuple[KindBar, ...], words: Words, *, undecided: int = 0) -> None:
        """Show how often each kind came, the most frequent first; ``undecided`` incidents have no bar."""
        self._bars, self._words = in_order(bars, words), words
        self._none = _none_text(words, undecided)
        counts = (words.label(kind_name(bar, words), str(bar.count)) for bar in self._bars)
        text = words.text("access.list").join(counts)
        self.setAccessibleName(f"{words.text('shift.kinds')}. {text or self._none}")
        self.update()

    def _paint_chart(self, painter: QPainter, on: ChartPlace) -> None:
        paint_kinds(painter, on, self._bars, self._none)


class DealersChart(Chart):
    """Dealers against the house: for each a point and its interval, with the number of rounds."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._dealers = Dealers(None, None, 0, ())
        self._names: dict[str, str] = {}

    def show_dealers(self, dealers: Dealers, names: dict[str, str], words: Words) -> None:
        self._dealers, self._names, self._words = dealers, names, words

        def verdict_of(each: DealerRate) -> str:
            verdict = words.text(f"shift.verdict.{each.verdict}")
            who = words.text("access.list").join((self._name(each.who), str(each.rounds)))
            return words.label(who, verdict)

        self.setAccessibleName(". ".join((words.text("shift.against"), *map(verdict_of, dealers.dealers))))
        self.update()

    def _name(self, who: str) -> str:
        return self._names.get(who, who)

    def _paint_chart(self, painter: QPainter, on: ChartPlace) -> None:
        paint_dealers(painter, on, self._dealers, self._name)


WIDE: Final = 1000.0
"""The width of a page's text, in a chart's units: its small letters are then as large as a table's."""
_PACE: Final = 240.0
_MOST: Final = 700.0
"""The most height of a chart: most of a page's lower half."""
_HEADING, _BELOW = 32.0, 14.0


def says_note(part: Part) -> bool:
    return isinstance(part, ChartedPart) and isinstance(part.chart, Pace)


def chart_height(part: ChartedPart, wide: float) -> float:
    """The height of a part's chart under its heading, as wide as the text."""
    return (_HEADING + _high(part) + _BELOW) * wide / WIDE


def draw_chart(painter: QPainter, part: ChartedPart, wide: float, words: Words) -> None:
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(wide / WIDE, wide / WIDE)
    fill(painter, QRectF(0, 0, WIDE, 1), PAPER.line)
    write(painter, part.heading, 0, 13, theme.font(16, bold=True), PAPER.quiet)
    painter.translate(0, _HEADING)
    paint(painter, part, ChartPlace(WIDE, _high(part), PAPER, words))


def _high(part: ChartedPart) -> float:
    match part.chart:
        case Pace():
            return _PACE
        case Kinds(bars):
            return min(_MOST, _HEAD + ROW * max(1, len(bars)))
        case Dealers() as dealers:
            return min(_MOST, DEALERS_HEAD + DEALER * max(1, len(dealers.dealers)))
        case CardCounts():
            return _PACE


def paint(painter: QPainter, part: ChartedPart, on: ChartPlace) -> None:
    """Paint a part's chart; the words beside it are the part's own note."""
    match part.chart:
        case Pace(hours) as pace:
            clock = dict(zip((each.start for each in hours), part.said, strict=True))
            paint_pace(painter, on, pace, part.note, clock.__getitem__)
        case Kinds(bars):
            paint_kinds(painter, on, bars)
        case Dealers(dealers=compared) as dealers:
            names = dict(zip((each.who for each in compared), part.said, strict=True))
            paint_dealers(painter, on, dealers, names.__getitem__)
        case CardCounts() as cards:
            paint_cards(painter, on, cards, part.said)
