"""One question, its answers as large choices with pictures; for a number a row of numbers.

It shows a question and reports which answer was chosen. The word beneath a picture is the answer; the picture
only illustrates it: a card that was seen or not, how many, which stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import NO_TABLE, DealerView
from console.table.core.state.views import Fact, HandsView
from console.table.game.cards import Suit
from console.table.incidents.known_kinds import Kind
from console.table.ui.felt.card_faces import draw_back, draw_place
from console.table.ui.felt.seats.shown_seats import seat_name
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident import incident_words, stage
from console.table.ui.incident.panels.kinds import answer_tone
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import lay
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.surface import Surface, corners, fill
from console.table.ui.kit.tiles import AnswerTile, Picture
from console.table.ui.signs.sign import Sign
from console.table.ui.signs.suits import draw_suit
from console.table.words.incident_phrases import answered_facts, choice_text
from console.table.words.names import total_text

if TYPE_CHECKING:
    from console.table.ui.felt.wheel.number_pad import NumberPick

_TURNED: Final = frozenset((Kind.CARD_TURNED_IN_SHUFFLE, Kind.BURN_CARD_SHOWN))
"""The kinds of incident whose cards lie face up."""
_MOST_CARDS: Final = 24
"""The most cards in a picture that a person can tell from each other."""


def picture_of(fact: str, value: Fact, kind: str = "", cards: Fact = 1) -> Picture | None:
    """The picture of an answer to a question about an incident of a kind, and how many ``cards`` the same
    press reports; None if words are read as fast.
    """
    match fact, value:
        case "cards", int() if kind in _TURNED:
            return lambda painter, box: _cards(painter, box, value, _face)
        case (("seen" | "shown"), bool()):
            return lambda painter, box: _paint_eye(painter, box, seen=value, cards=int(cards))
        case (("cards" | "cards_to_remove" | "drawn"), int()):
            return lambda painter, box: _cards(painter, box, value, draw_back)
        case "cards_to_move", int():
            return lambda painter, box: _paint_move(painter, box, value)
        case "stage", int():
            return _signed(
                (Sign("shoe.shuffle_1"), Sign("shoe.shuffle_2"), Sign("shoe.shuffle_3"))[
                    min(2, max(0, value - 1))
                ]
            )
        case "first_card", bool():
            return lambda painter, box: _first(painter, box, first=value)
        case "pit_boss_read", bool():
            return lambda painter, box: _paint_reader(painter, box, Sign("places.reader"), read=value)
        case "ball_damaged", bool():
            return _signed(Sign("wheel.damaged_ball") if value else Sign("wheel.whole_ball"))
        case "recorded", bool():
            return lambda painter, box: _paint_reader(painter, box, Sign("places.wheel"), read=value)
        case "result_known", bool():
            return lambda painter, box: _paint_reader(painter, box, Sign("outcomes.video"), read=value)
        case "ball_removed_in_time", bool():
            return _signed(Sign("wheel.remove_ball") if value else Sign("wheel.in_pocket"))
        case _, bool():
            return _signed(Sign("states.tick") if value else Sign("outcomes.cross"))
        case _:
            return _signed(_WORDS[value]) if isinstance(value, str) and value in _WORDS else None


_WORDS: dict[str, Sign] = {
    "round": Sign("states.hourglass"),
    "shuffle": Sign("shoe.shuffle"),
    "inspection": Sign("shoe.inspect"),
    "betting": Sign("outcomes.bets_stand"),
    "equipment": Sign("outcomes.service"),
    "premises": Sign("places.table"),
    "health": Sign("places.person"),
    "other": Sign("outcomes.question"),
    "aside": Sign("outcomes.struck_eye"),
    "shown": Sign("outcomes.eye"),
    "discarded": Sign("outcomes.discard"),
    "cards_changed": Sign("outcomes.move"),
    "card_peeked": Sign("outcomes.eye"),
    "advice_given": Sign("outcomes.question"),
    "few_turns": Sign("wheel.few_turns"),
    "same_direction": Sign("wheel.same_direction"),
    "wrong_direction": Sign("wheel.wrong_direction"),
    "wheel_stopped": Sign("wheel.wheel_stopped"),
    "ball_hangs": Sign("wheel.ball_hangs"),
    "ball_out": Sign("incidents.ball_out"),
    "foreign_object": Sign("incidents.foreign_object"),
    "track": Sign("wheel.on_track"),
    "pocket": Sign("wheel.in_pocket"),
}


def _signed(sign: Sign) -> Picture:
    def drawn(painter: QPainter, box: QRectF) -> None:
        side = min(112.0, box.height())
        sign(painter, QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side), theme.T0)

    return drawn


def _paint_eye(painter: QPainter, box: QRectF, *, seen: bool, cards: int) -> None:
    """An eye, and the camera's picture with the cards as they were; smaller if the tile has a row beneath."""
    size = min(1.0, box.height() / 150, (box.width() - 40) / 416)
    painter.save()
    painter.translate(box.center())
    painter.scale(size, size)
    (Sign("outcomes.eye") if seen else Sign("outcomes.struck_eye"))(
        painter, QRectF(-208, -56, 112, 112), theme.T0
    )
    frame = QRectF(-44, -75, 252, 150)
    inner = frame.adjusted(2, 2, -2, -2)
    fill(painter, inner, theme.FELT)
    corners(painter, inner, QPen(theme.T1, 4), 26)
    lying = QRectF(frame.center().x() - 120, frame.center().y() - 52.5, 240, 105)
    _cards(painter, lying, cards, _face if seen else draw_back)
    painter.restore()


def _face(painter: QPainter, card: QRectF) -> None:
    """The face of no real card: a real one would be taken for the card that the question is about."""
    fill(painter, card, theme.FACE, 0.08 * card.width())
    side = 0.34 * card.width()
    for at, suit in enumerate(Suit):
        column, row = at % 2, at // 2
        x = card.left() + card.width() * (0.28 + 0.44 * column) - side / 2
        y = card.top() + card.height() * (0.3 + 0.4 * row) - side / 2
        draw_suit(painter, suit, QRectF(x, y, side, side), theme.SUIT_RED if suit.is_red else theme.INK)


def _cards(painter: QPainter, box: QRectF, count: int, draw: Picture) -> None:
    """So many cards, side by side as far as there is room; beyond that their number in words has to do."""
    count = min(max(1, count), _MOST_CARDS)
    high = min(126.0, box.height())
    wide = high / 1.4
    step = min(wide + 10, (box.width() - 60 - wide) / max(1, count - 1)) if count > 1 else 0.0
    left = box.center().x() - (wide + step * (count - 1)) / 2
    for at in range(count):
        draw(painter, QRectF(left + at * step, box.center().y() - high / 2, wide, high))


def _paint_move(painter: QPainter, box: QRectF, count: int) -> None:
    """The places where the cards lie, an arrow, and the places where they belong."""
    count = min(max(1, count), _MOST_CARDS)
    high = min(96.0, box.height())
    wide, middle = high / 1.4, box.center().y()
    step = min(20.0, 60.0 / count)
    reach = 2 * (wide + step * (count - 1)) + 76
    left = box.center().x() - reach / 2
    for at in range(count):
        draw_back(painter, QRectF(left + at * step, middle - high / 2, wide, high))
    arrow = left + wide + step * (count - 1) + 14
    Sign("states.arrow_right")(painter, QRectF(arrow, middle - 24, 48, 48), theme.NOW)
    for at in range(count):
        place = QRectF(arrow + 64 + at * step, middle - high / 2, wide, high)
        draw_place(painter, place, theme.T2, 2, dashed=True)


def _first(painter: QPainter, box: QRectF, *, first: bool) -> None:
    """The card alone, or with others that lay before it."""
    high = min(120.0, box.height())
    wide, middle = high / 1.4, box.center().y()
    cards = 1 if first else 3
    left = box.center().x() - (3 * wide + 24) / 2
    for at in range(3):
        place = QRectF(left + at * (wide + 12), middle - high / 2, wide, high)
        if at < cards:
            draw_back(painter, place)
        else:
            draw_place(painter, place, theme.T2, 2, dashed=True)
    marked = left + (cards - 1) * (wide + 12)
    painter.setPen(QPen(theme.NOW, 4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(marked - 5, middle - high / 2 - 5, wide + 10, high + 10), 10, 10)


def _paint_reader(painter: QPainter, box: QRectF, sign: Sign, *, read: bool) -> None:
    middle = box.center()
    sign(painter, QRectF(middle.x() - 130, middle.y() - 56, 112, 112), theme.T0)
    mark = QRectF(middle.x() + 24, middle.y() - 44, 88, 88)
    (Sign("states.tick") if read else Sign("outcomes.cross"))(
        painter, mark, theme.GREEN if read else theme.T1
    )


_MOST: Final = 40
_GAP: Final = 20.0
_COUNT: Final = 300.0
"""The widest choice for a count of cards."""
_LARGE: Final = 3
"""The most answers in one row, and the most numbers with pictures."""
_ONE_ROW: Final = 4
"""The most numbers in one row: else the fourth would be alone beneath."""


def _totals(view: DealerView, words: Words, seat: int, only: int | None = None) -> str | None:
    """The totals of a seat's hands, or of one, so that nobody has to look for them on the table."""
    lying = view.view.round
    hands = lying.seats.get(str(seat), ()) if isinstance(lying, HandsView) else ()
    totals = [
        total_text(words, hand.total, soft=hand.soft)
        for number, hand in enumerate(hands, 1)
        if hand.cards and only in (None, number)
    ]
    return words.text("access.list").join(totals) or None


class FactChoices(Surface):
    """The zone of table and rail while a fact is asked."""

    chosen = Signal(str, object)
    """The fact and its value."""
    way_chosen = Signal(dict)
    """Several facts at once, by one press."""
    typed = Signal()
    """Another number was typed."""

    def __init__(self, guard: PressGuard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covers()
        self._guard = guard
        self._asked, self._numbers = "", False
        self._about: object = None
        """The id of the report whose fact is asked."""
        self.numbers: NumberPick | None = None
        """The numbers of the wheel, once one of them was asked for."""
        self.values: tuple[Fact, ...] = ()
        self.ways: tuple[dict[str, Fact], ...] = ()
        """The facts of each press, if more than one fact is lacking."""
        self._count = 0
        self._view = NO_TABLE
        self._facts: Mapping[str, Fact] = {}
        """The answers so far, if one of them is asked again."""
        self._answered: tuple[bool, Fact | None] = (False, None)
        """Whether the fact that is asked again was answered before, and its answer, which is marked."""
        self.answer_tiles: list[AnswerTile] = []

    def show_view(self, view: DealerView, open_parts: stage.OpenParts, words: Words) -> None:
        asked, incident = stage.question_of(view, open_parts), view.view.incident
        self._view = view
        about = (None if incident is None else incident.id, view.pit_boss or view.dealer)
        if about != self._about and self.numbers is not None:
            self.numbers.clear()  # it belongs to another report, or another person typed it
        self._about = about
        self._facts = {}
        if incident is not None and open_parts.again is not None:
            self._facts = answered_facts(incident.facts)
        self._answered = (asked.fact in self._facts, self._facts.get(asked.fact))
        self._show_numbers(view, words, wanted=asked.fact == stage.POCKET)
        self._asked, self._numbers = asked.fact, asked.answers is None
        self.ways = stage.ways_of(view, open_parts)
        self.values = incident_words.possible_values(view, asked) if not self.ways else ()
        self._count = min(_MOST, len(self.values) + len(self.ways))
        while len(self.answer_tiles) < self._count:
            self._add_choice()
        for at, choice in enumerate(self.answer_tiles):
            choice.setVisible(at < self._count)
            if at < self._count:
                choice.tone = answer_tone(view)
                self._show_choice(choice, at, words)
        self.arrange()

    @property
    def _kind(self) -> str:
        """The kind of the incident that is asked about; empty if none is."""
        incident = self._view.view.incident
        return "" if incident is None else incident.kind or ""

    def _show_numbers(self, view: DealerView, words: Words, *, wanted: bool) -> None:
        """The numbers as on the layout, if one of them is the answer."""
        if wanted and self.numbers is None:
            self.numbers = self._made_numbers()
        if self.numbers is not None:
            self.numbers.setVisible(wanted)
            if wanted:
                wrong = stage.recorded_wrong(view)
                note = "" if wrong is None else words.text("wheel.wrong", number=wrong)
                self.numbers.show_words(words, tone=answer_tone(view), wrong=wrong, note=note)
            else:
                self.numbers.clear()

    def _made_numbers(self) -> NumberPick:
        from console.table.ui.felt.wheel.number_pad import NumberPick

        numbers = NumberPick(self._guard, self, ground=theme.BG0)
        numbers.u = self.u
        numbers.touched.connect(lambda number: self.chosen.emit(stage.POCKET, number))
        numbers.typed.connect(self.typed)
        return numbers

    @property
    def number(self) -> int | None:
        """The number that was typed and waits for Enter."""
        return self.numbers.number if self.numbers is not None and self.asks_number else None

    def _add_choice(self) -> None:
        at = len(self.answer_tiles)
        choice = AnswerTile(self._guard, self)
        choice.u = self.u
        choice.meant.connect(lambda: self.press(at))
        self.answer_tiles.append(choice)

    def _show_choice(self, choice: AnswerTile, at: int, words: Words) -> None:
        if self.ways:
            self._show_way(choice, at, words)
            return
        value = self.values[at]
        choice.picture = picture_of(self._asked, value, self._kind)
        few = not self._numbers or at < _LARGE or len(self.values) <= _ONE_ROW
        text = choice_text(words, self._asked, value) if few else str(value)
        hint, key = incident_words.choice_hint(words, self._asked, value), str(at + 1) if at < 9 else ""
        known: tuple[str, ...] = ()
        if self._asked == stage.SEAT:
            text, hint, key = seat_name(words, int(value)), _totals(self._view, words, int(value)), str(value)
            known = incident_words.seat_answers(words, self._view.server, int(value))
        if self._asked == stage.HAND:
            seat, hand = incident_words.seat_asked(self._view), int(value)
            text, hint = sentence(words.text("seat.hand", hand=hand)), _totals(self._view, words, seat, hand)
            known, key = incident_words.seat_answers(words, self._view.server, seat, hand), str(hand)
        choice.notes = known
        choice.show_answer(text, hint, key, chosen=(True, value) == self._answered)
        if not few:
            choice.setAccessibleName(choice_text(words, self._asked, value))  # the first row says of what
        choice.update()

    def _show_way(self, choice: AnswerTile, at: int, words: Words) -> None:
        way = self.ways[at]
        fact, value = list(way.items())[-1]
        small = _small(self.ways)[at]
        choice.picture = None if small else picture_of(fact, value, self._kind, way.get("cards", 1))
        text, hint = incident_words.way_text(words, way, short=small)
        choice.notes = ()
        chosen = way.items() <= self._facts.items()
        choice.show_answer(text, hint, _keys(self.ways)[at], chosen=chosen)
        choice.update()

    def press(self, at: int) -> None:
        if at < len(self.ways):
            self.way_chosen.emit(dict(self.ways[at]))
        elif at < len(self.values):
            self.chosen.emit(self._asked, self.values[at])

    def press_key(self, text: str) -> bool:
        """Press the tile that has this key; whether one has."""
        tiles = (tile for tile in self.answer_tiles[: self._count] if tile.key == text.upper())
        tile = next(tiles, None)
        if tile is not None:
            tile.click()
        return tile is not None

    @property
    def asks_number(self) -> bool:
        """Whether a number of the wheel is typed here."""
        return self.numbers is not None and not self.numbers.isHidden()

    def takes(self, key: int, text: str) -> bool:
        """Take a digit of a number of the wheel; other answers have a key each."""
        return self.numbers is not None and self.asks_number and self.numbers.takes(key, text)

    def arrange(self) -> None:
        """Two or three side by side over the whole height; more in rows."""
        if self.numbers is not None:
            self.put(
                self.numbers, QRectF(theme.MARGIN - 8, 16, self.wide - 2 * theme.MARGIN + 16, self.high - 32)
            )
        boxes = (
            _boxes_of_ways(self.ways, self.wide, self.high)
            if self.ways
            else _row(
                QRectF(theme.MARGIN, 20, self.wide - 2 * theme.MARGIN, self.high - 40), len(self.values), 12
            )
            if self._asked == stage.SEAT and self.values
            else _boxes(len(self.values), self.wide, self.high, numbers=self._numbers)
        )
        placed = list(zip(self.answer_tiles, boxes, strict=False))
        for tile, box in placed:
            lay(self, tile, box)
            tile.most = 1.0
        factors = [(box.size(), tile.words(box).factor) for tile, box in placed]
        for tile, box in placed:
            tile.most = min(factor for size, factor in factors if size == box.size())

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)


def _boxes_of_ways(ways: tuple[dict[str, Fact], ...], width: float, height: float) -> list[QRectF]:
    """The places of ways: those with words large, counts that come to the same in a lower row."""
    whole = QRectF(theme.MARGIN, 20, width - 2 * theme.MARGIN, height - 40)
    small = sum(_small(ways))
    if not small:
        return _row(whole, len(ways), _GAP)
    upper = QRectF(whole.left(), whole.top(), whole.width(), whole.height() * 0.7)
    lower = QRectF(whole.left(), upper.bottom() + 14, whole.width(), whole.height() * 0.3 - 14)
    lower.setWidth(min(lower.width(), small * _COUNT + (small - 1) * 12))
    large, low = _row(upper, len(ways) - small, 14), _row(lower, small, 12)
    return [low.pop(0) if is_small else large.pop(0) for is_small in _small(ways)]


def _keys(ways: tuple[dict[str, Fact], ...]) -> list[str]:
    """A number of cards has its digit; beside numbers any other answer has a letter."""
    lasts = [list(way.values())[-1] for way in ways]
    counted = any(type(last) is int for last in lasts)
    rest = iter(ascii_uppercase if counted else digits[1:] + ascii_uppercase)
    return [str(last) if type(last) is int else next(rest) for last in lasts]


def _small(ways: tuple[dict[str, Fact], ...]) -> list[bool]:
    """The answers shown small in the lower row; a single one stays among the large ones."""
    small = [incident_words.is_large_number(way) for way in ways]
    return small if sum(small) > 1 else [False] * len(ways)


def _boxes(count: int, width: float, height: float, *, numbers: bool) -> list[QRectF]:
    """The places of answers: the first three numbers large, those that follow in a lower row."""
    whole = QRectF(theme.MARGIN, 20, width - 2 * theme.MARGIN, height - 40)
    if numbers and _ONE_ROW < count <= 9:
        upper = QRectF(whole.left(), whole.top(), whole.width(), whole.height() * 0.68)
        lower = QRectF(whole.left(), upper.bottom() + 14, whole.width(), whole.height() * 0.32 - 14)
        return [*_row(upper, _LARGE, _GAP), *_row(lower, count - _LARGE, 12)]
    if count <= _LARGE or (numbers and count <= _ONE_ROW):
        return _row(whole, max(1, count), _GAP)
    return _rows(whole, count)


def _rows(whole: QRectF, count: int) -> list[QRectF]:
    """Rows as even as can be, no last tile alone; up to eight in two, which are high enough for pictures."""
    rows = 2 if count <= 2 * _ONE_ROW else 3 if count <= 9 else -(-count // 10)
    least, longer = divmod(count, rows)
    columns = least + (longer > 0)
    step = (whole.height() + 14) / rows
    lines = [QRectF(whole.left(), whole.top() + row * step, whole.width(), step - 14) for row in range(rows)]
    return [
        box for row, line in enumerate(lines) for box in _row(line, columns, 14)[: least + (row < longer)]
    ]


def _row(box: QRectF, count: int, gap: float) -> list[QRectF]:
    each = (box.width() - (count - 1) * gap) / count
    return [QRectF(box.left() + at * (each + gap), box.top(), each, box.height()) for at in range(count)]
