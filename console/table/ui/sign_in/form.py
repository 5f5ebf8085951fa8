"""The sign-in's form: title, fields, pads, note, languages, in both of its sizes.

It lies over the whole screen, or in place of rail and action bar, in units of a screen 1280 wide. It knows
its content and its presses; it does not know a PIN, only the number of its typed digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from console.table.people.answers import PIN_LEAST, PIN_MOST, PracticePerson
from console.table.ui.hands.deferred_call import call_later
from console.table.ui.kit import theme
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import ENTER, ERASE, ChoiceKey, Key, PaintedKey, PersonTile, PlainKey
from console.table.ui.kit.lettering import advance, shrunk, write
from console.table.ui.kit.surface import Surface, fill, outline, pen
from console.table.ui.sign_in.credentials import Field
from console.table.ui.sign_in.notes import SignInNote, given_text
from console.table.ui.signs.sign import Sign
from console.table.words.names import role_inside, role_name

BAR_HEIGHT: Final = theme.RAIL_HEIGHT + theme.ACTION_HEIGHT + 24
"""The strip's height: table and prompt stay visible above it, except the empty felt under the cards."""
_PAD_WIDTH: Final = 498.0
"""The width of the strip's digits: 1 to 9 in the usual order, the rest in a fourth column."""
FRAME: Final = 10
"""The distance from the screen's edges to the hatched frame of TRAINING."""


class FormLayout(msgspec.Struct, frozen=True):
    """The boxes of one of the two forms; ``letters`` and ``digits`` are columns and rows of the pads."""

    head: QRectF
    """The place of the title."""
    title: int
    """The letters of the title, in units."""
    person: QRectF
    pin: QRectF
    note: QRectF | None
    """The place of the note; None: it stands beneath the title, which goes if both have no room."""
    back: QRectF
    pad: QRectF
    gap: float
    digits: tuple[int, int]
    letters: tuple[int, int]
    given: tuple[int, int]
    number_pad: QRectF | None = None
    """The box of the digits, if not in the letters' place."""
    languages: tuple[QRectF, ...] = ()
    below_pad: QRectF | None = None
    labels: bool = True


def full(width: float, height: float) -> FormLayout:
    """The form of a free table: everything, centred below the status bar."""
    x = (width - theme.WIDTH) / 2
    y = (height - theme.HEIGHT) / 2
    return FormLayout(
        head=QRectF(x + 96, y + 96, 600, 112),
        title=52,
        person=QRectF(x + 96, y + 246, 480, 76),
        pin=QRectF(x + 96, y + 372, 480, 76),
        note=QRectF(x + 96, y + 452, 600, 110),
        back=QRectF(x + 96, y + 724, 232, 56),
        pad=QRectF(x + 724, y + 104, 448, 506),
        gap=14,
        digits=(3, 4),
        letters=(6, 7),
        given=(1, 4),
        languages=in_rows(QRectF(x + 96, y + 592, 480, 118), len(LANGUAGES), rows=2, gap=12),
        below_pad=QRectF(x + 668, y + 622, 560, 64),
    )


def bar(width: float, height: float, *, framed: bool, digits: bool = False) -> FormLayout:
    """The form over a running table: one strip, with the pad at its right; ``digits`` leave more room."""
    y = _bar_top(height, framed=framed)
    field = width - 24 - _PAD_WIDTH - 24 - 332 if digits else 218.0
    return FormLayout(
        head=QRectF(24, y + 3, 298, 132),
        title=24,
        person=QRectF(332, y + 12, field, 78),
        pin=QRectF(332, y + 102, field, 78),
        note=None,
        back=QRectF(24, y + 140, 180, 48),
        pad=QRectF(560, y + 12, width - 560 - 24, BAR_HEIGHT - 24),
        gap=6,
        digits=(4, 3),
        number_pad=QRectF(width - 24 - _PAD_WIDTH, y + 12, _PAD_WIDTH, BAR_HEIGHT - 24),
        letters=(13, 3),
        given=(2, 2),
        labels=False,
    )


def _bar_top(height: float, *, framed: bool) -> float:
    return height - BAR_HEIGHT - (FRAME if framed else 0)


def form_area(width: float, height: float, *, overlay: bool, framed: bool) -> QRectF:
    """The part of the screen that the form takes; the rest stays the table's, visible and touchable."""
    edge = FRAME if framed else 0
    top = _bar_top(height, framed=framed) if overlay else theme.STATUS_HEIGHT
    return QRectF(edge, top, width - 2 * edge, height - top - edge)


def strip(height: float, *, framed: bool) -> float:
    """The height of the screen's foot that a strip takes."""
    return height - _bar_top(height, framed=framed)


def in_rows(box: QRectF, count: int, *, rows: int = 1, gap: float = 16) -> tuple[QRectF, ...]:
    """Boxes for this number of choices: 54 high and at most 168 wide, narrower if they are many."""
    columns = -(-count // rows)
    wide = min(168.0, (box.width() - (columns - 1) * gap) / columns)
    return tuple(
        QRectF(box.left() + at % columns * (wide + gap), box.top() + at // columns * 64, wide, 54)
        for at in range(count)
    )


def cells(box: QRectF, grid: tuple[int, int], gap: float) -> list[QRectF]:
    columns, rows = grid
    width = (box.width() - (columns - 1) * gap) / columns
    height = (box.height() - (rows - 1) * gap) / rows
    return [
        QRectF(box.left() + column * (width + gap), box.top() + row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


_ROOMY: Final = 300.0
"""The field's width from which its sign and rings have full size; a strip's id fields are narrower."""


class _Field(PaintedKey):
    """A box that is highlighted while the next key goes into it."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._lit = False
        self._amber = False

    def light(self, lit: bool, *, amber: bool) -> None:
        """Show whether the next key goes here; amber for the pit boss's id or PIN."""
        if (lit, amber) != (self._lit, self._amber):
            self._lit, self._amber = lit, amber
            self.update()

    def _box(self, painter: QPainter, box: QRectF) -> None:
        if self._lit:
            fill(painter, box, theme.AMBER_FILL if self._amber else theme.NOW_FILL, theme.RADIUS)
            outline(painter, box, pen(theme.AMBER if self._amber else theme.NOW, 4), theme.RADIUS)
        else:
            fill(painter, box, theme.BG2, theme.RADIUS)
            outline(painter, box, pen(theme.STRONG_EDGE, 2), theme.RADIUS)


class PersonField(_Field):
    """The id as typed; and the name if anybody may see it."""

    _shown = ("", "", "")

    def show_person(self, id: str, name: str, hint: str) -> None:
        """``name`` stands at the right, ``hint`` in the place of an id that is not typed yet."""
        if self._shown != (id, name, hint):
            self._shown = (id, name, hint)
            self.setAccessibleDescription(id or hint)
            self.update()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        self._box(painter, box)
        id, named, hint = self._shown
        middle = box.center().y()
        side = 34.0 if box.width() > _ROOMY else 28.0
        Sign("places.person")(painter, QRectF(box.left() + 20, middle - side / 2, side, side), theme.T1)
        x, room = box.left() + 36 + side, box.width() - side - 56
        if not id:
            place = QRectF(x, box.top(), room, box.height())
            Column([Row(hint, 22, theme.T1)], room, box.height()).paint_in(painter, place)
            return
        face = shrunk(id, room, (32, 28, 24, 20, theme.LEAST), bold=True)
        x = write(painter, id, x, middle, face, theme.T0)
        small = shrunk(named, box.right() - 20 - x - 16, (20, theme.LEAST))
        if advance(named, small) <= box.right() - 20 - x - 16:
            write(painter, named, box.right() - 20, middle, small, theme.T1, align=1)


class PinField(_Field):
    _digits = 0
    labelled = True
    """Whether its name stands above it; else it stands in the place of the digits that are not typed yet."""

    def show_digits(self, digits: int, spoken: str) -> None:
        self.setAccessibleDescription(spoken)
        if digits != self._digits:
            self._digits = digits
            self.update()

    @property
    def rings(self) -> int:
        """The number of rings: the typed digits, and one more; nothing here knows how long the PIN is."""
        return min(PIN_MOST, self._digits + 1)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint a filled ring for each typed digit and an empty one for the next; eight have room."""
        self._box(painter, box)
        radius, edge = (13.0, 32.0) if box.width() > _ROOMY else (9.0, 22.0)
        left, step = box.left() + edge, min(54.0, (box.width() - 2 * edge) / (PIN_MOST - 1))
        for number in range(self.rings):
            place = QPointF(left + number * step, box.center().y())
            _dot(
                painter,
                place,
                radius,
                filled=number < self._digits,
                ink=theme.T2 if self._lit else theme.EDGE,
            )
        if not self._digits and not self.labelled:
            free = box.adjusted(2 * edge + radius, 0, -edge, 0)
            column = Column([Row(self.accessibleName(), 22, theme.T1)], free.width(), free.height())
            column.paint_in(painter, free)


def _dot(painter: QPainter, place: QPointF, radius: float, *, filled: bool, ink: QColor) -> None:
    if filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.T0)
    else:
        painter.setPen(pen(ink, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius -= 1
    painter.drawEllipse(place, radius, radius)


_DIGITS: Final = "1234567890"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-"


class FormState(msgspec.Struct, frozen=True):
    """The form's state: all that it shows except its words."""

    title: str = ""
    subtitle: str = ""
    """The line beneath the title, in place of what it says otherwise: that the language changes."""
    id: str = ""
    digits: int = 0
    field: Field = Field.ID
    note: SignInNote = SignInNote("")
    amber: bool = False
    back: bool = True
    overlay: bool = False
    asked: tuple[PracticePerson, ...] = ()
    """The people to practise as who may sign in here."""

    @property
    def shown_id(self) -> str:
        """The id as it is shown: dots for as many digits at its end as a PIN has, which may be one that was
        typed too early, alone or right behind the id.
        """
        before = self.id.rstrip(_DIGITS)
        end = len(self.id) - len(before)
        return before + "•" * end if end >= PIN_LEAST else self.id


class SignInForm(Surface):
    """Fills its window, but takes presses only where it is visible."""

    typed = Signal(str)
    """A key of the pad: a letter, ``ERASE`` or ``ENTER``."""
    field_pressed = Signal(object)
    given_chosen = Signal(str)
    language_pressed = Signal(str)
    back_pressed = Signal()

    def __init__(
        self, people: tuple[PracticePerson, ...], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.state = FormState()
        self.over_frame = True
        """Whether the window has a hatched frame while its people practise; the wall of tables has none."""
        self._words = words
        signs = {ERASE: Sign("places.backspace"), ENTER: Sign("states.tick")}
        press = self.typed.emit
        self.person = PersonField(self, lambda: self.field_pressed.emit(Field.ID))
        self.pin = PinField(self, lambda: self.field_pressed.emit(Field.PIN))
        self.number_keys = [Key(self, types, press, signs.get(types)) for types in (*_DIGITS, ERASE, ENTER)]
        letters = () if people else (*_LETTERS, ERASE, ENTER)  # a tile is pressed to practise as somebody
        self.letter_keys = [Key(self, types, press, signs.get(types)) for types in letters]
        self.tiles = [PersonTile(self, one, self.given_chosen.emit) for one in people]
        self.languages = [
            ChoiceKey(self, LOCALES[code].name, code, self.language_pressed.emit) for code in LANGUAGES
        ]
        self.back = PlainKey(self, Sign("states.withdraw"), self.back_pressed.emit)

    def show_words(self, words: Words) -> None:
        self._words, text = words, words.text
        self.person.setAccessibleName(text("sign_in.person"))
        self.pin.setAccessibleName(text("sign_in.pin"))
        self.back.name(text("button.back"))
        for key in (*self.number_keys, *self.letter_keys):
            if key.types in (ERASE, ENTER):
                key.setAccessibleName(text("sign_in.erase" if key.types == ERASE else "button.confirm"))
        for tile in self.tiles:
            role = role_name(words, tile.given.person.role)
            tile.show_role(role, f"{text('sign_in.pin')} {tile.given.pin}", given_text(words, tile.given))
        for choice in self.languages:
            choice.setChecked(choice.code == words.language)

    def show_seen(self, state: FormState) -> None:
        before = self.state
        rearranged = (state.overlay, state.asked, state.field) != (before.overlay, before.asked, before.field)
        self.state = state
        self.setAccessibleName(f"{state.title}. {state.subtitle}" if state.subtitle else state.title)
        self.setAccessibleDescription(state.note.text)
        self.person.show_person(state.shown_id, self._named(), self._words.text("sign_in.person.hint"))
        self.pin.show_digits(state.digits, self._words.count("sign_in.digits", state.digits))
        self.person.light(state.field is Field.ID, amber=state.amber)
        self.pin.light(state.field is Field.PIN, amber=state.amber)
        self.back.setVisible(state.back)
        asked = self.state.field is Field.ID
        for tile in self.tiles:
            tile.setVisible(asked and tile.given in self.state.asked)
        for keys, shown in ((self.letter_keys, asked), (self.number_keys, not asked)):
            for key in keys:
                key.accent = theme.AMBER if self.state.amber else theme.NOW
                key.setVisible(shown)
        if rearranged:
            self.arrange()
        self.update()

    def _named(self) -> str:
        """The name beside the id, if anybody may see it."""
        person = next((one.person for one in self.state.asked if one.person.id == self.state.id), None)
        if person is None:
            return ""
        return self._words.text("access.person", name=person.name, role=role_inside(self._words, person.role))

    # --- where it stands ---------------------------------------------------------------------

    @property
    def framed(self) -> bool:
        """Whether the hatched frame of TRAINING stays in view around it."""
        return bool(self.tiles) and self.over_frame

    @property
    def measures(self) -> FormLayout:
        if self.state.overlay:
            return bar(self.wide, self.high, framed=self.framed, digits=self.state.field is Field.PIN)
        return full(self.wide, self.high)

    def area(self) -> QRectF:
        return form_area(self.wide, self.high, overlay=self.state.overlay, framed=self.framed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Place the parts, and take presses only where one of them is."""
        layout = self.measures
        self.put(self.person, layout.person)
        self.put(self.pin, layout.pin)
        self.pin.labelled = layout.labels
        self.put(self.back, layout.back)
        self._lay_pads(layout)
        for choice in self.languages:
            choice.setVisible(bool(layout.languages))
        for choice, box in zip(self.languages, layout.languages, strict=False):
            self.put(choice, box)
        mask = QRegion(self._pixels(self.area()))
        shrinks = not self.mask().subtracted(mask).isEmpty()
        self.setMask(mask)
        if shrinks and self.isVisible():
            call_later(self, self.uncover)

    def uncover(self) -> None:
        """Paint again the parts beneath: Qt leaves out the parts of a window that cover their whole place."""
        under = self.parentWidget()
        for part in under.findChildren(Surface) if under is not None else ():
            if part is not self:
                part.update()

    def _lay_pads(self, layout: FormLayout) -> None:
        numbers = cells(layout.number_pad or layout.pad, layout.digits, layout.gap)
        if layout.digits == (4, 3):  # 1 to 9 in three columns, beside them the key that erases, 0, and Enter
            numbers = [*numbers[:3], *numbers[4:7], *numbers[8:11], numbers[7], numbers[3], numbers[11]]
        else:  # 0 stands between the keys that erase and move on
            numbers = [*numbers[:9], numbers[10], numbers[9], numbers[11]]
        for key, box in zip(self.number_keys, numbers, strict=True):
            self.put(key, box)
        for key, box in zip(self.letter_keys, _letter_cells(layout), strict=False):
            self.put(key, box)
        asked = [tile for tile in self.tiles if tile.given in self.state.asked]
        for tile, box in zip(asked, cells(layout.pad, layout.given, layout.gap), strict=False):
            self.put(tile, box)

    def _pixels(self, box: QRectF) -> QRect:
        return QRectF(
            box.x() * self.u, box.y() * self.u, box.width() * self.u, box.height() * self.u
        ).toRect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the keys does nothing, and does not reach what lies beneath."""

    # --- what is painted ---------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        layout, box = self.measures, self.area()
        fill(painter, box, theme.BG1 if self.state.overlay else theme.BG0)
        if self.state.overlay:
            fill(painter, QRectF(0, box.top(), self.wide, 1), theme.LINE)
        head, note = self._rows(layout)
        box, beneath = layout.head, [] if layout.note is not None else note
        column = Column([*head, *beneath], box.width(), box.height())
        if not column.fits:  # what is wrong with a file: a technician reads it, and not from afar
            column = Column(note, box.width(), box.height(), least=theme.DESK_LEAST)
        column.paint(painter, box.left(), box.top())
        if layout.note is not None:
            Column(note, layout.note.width(), layout.note.height()).paint_in(painter, layout.note)
        if layout.labels:
            self._paint_labels(painter, layout)

    def _rows(self, layout: FormLayout) -> tuple[list[Row], list[Row]]:
        """The title with what stands beneath it, and the note."""
        state, text = self.state, self._words.text
        ink = theme.AMBER if state.note.heed else theme.VIOLET if self._named() else theme.T2
        sign = Sign("states.caution") if state.note.heed else None
        title = Row(state.title, layout.title, theme.AMBER if state.amber else theme.T0, bold=True, spare=1)
        note = [Row(state.note.text, 20, ink)] if state.note.text else []
        if layout.note is None:  # the sign would take a sixth of the note's width
            return [title._replace(sign=sign, sign_ink=theme.AMBER)], note
        beneath = Row(state.subtitle or text("sign_in.your_language"), 22, theme.T1)
        return [title, beneath], [row._replace(sign=sign) for row in note]

    def _paint_labels(self, painter: QPainter, layout: FormLayout) -> None:
        text, small = self._words.text, theme.font(theme.LEAST, bold=True, track=104)
        heads = ((layout.person, "sign_in.person"), (layout.pin, "sign_in.pin"))
        for box, key in (*heads, (layout.languages[0], "sign_in.language")):
            write(painter, text(key).upper(), box.left(), box.top() - 18, small, theme.T2)
        if self.tiles and self.state.field is Field.ID:
            pad = layout.pad
            write(painter, text("sign_in.practice").upper(), pad.left(), pad.top() - 20, small, theme.VIOLET)
        if layout.below_pad is not None:
            # none of the given people has a badge
            keys = ("sign_in.keys",) if self.tiles else ("sign_in.keys", "sign_in.badge")
            place = layout.below_pad
            rows = [Row(text(key), theme.LEAST, theme.T2, gap=4) for key in keys]
            Column(rows, place.width(), place.height(), align=0.5).paint_in(painter, place)


def _letter_cells(layout: FormLayout) -> list[QRectF]:
    """Boxes for letters, digits and the hyphen; the keys that erase and move on share the last row's rest."""
    boxes = cells(layout.pad, layout.letters, layout.gap)
    signs, rest = boxes[: len(_LETTERS)], boxes[len(_LETTERS) :]
    if len(rest) == 2:
        return boxes
    return [*signs, rest[0].united(rest[1]), rest[2].united(rest[-1])]
