"""The sign-in as it looks: title, fields, pads, note, languages, in both of its forms.

It knows what is seen and pressed; it never knows a PIN, only how many digits of it there are.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.people.answers import Given
from console.ui.lettering import balanced, broken, shrunk, write, write_lines
from console.ui.sign_in_entry import Field
from console.ui.sign_in_fields import PersonField, PinField
from console.ui.sign_in_keys import ENTER, ERASE, Choice, Key, Press, Tile
from console.ui.sign_in_layout import Layout, bar, cells, covered, full, raised
from console.ui.sign_in_notes import Note, given_text
from console.ui.signs import places, states
from console.ui.surface import Surface, fill, outline, pen
from console.ui.theme import AMBER, BG0, BG1, LINE, NOW, T0, T1, T2, VIOLET, font, unit
from console.words import LANGUAGES, Words
from console.words.names import OWN_NAMES, role_inside, role_name

_DIGITS: Final = "1234567890"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-"


class Seen(msgspec.Struct, frozen=True):
    """All that the form shows but for its words."""

    title: str = ""
    id: str = ""
    digits: int = 0
    field: Field = Field.ID
    note: Note = Note("")
    amber: bool = False
    back: bool = True
    overlay: bool = False
    asked: tuple[Given, ...] = ()
    """The people to practise as who may sign in here."""


class SignInForm(Surface):
    """The form fills its window, but takes presses only where it is seen."""

    typed = Signal(str)
    """A key of the pad: a letter, ``ERASE`` or ``ENTER``."""
    field_pressed = Signal(object)
    given_chosen = Signal(str)
    language_pressed = Signal(str)
    back_pressed = Signal()

    def __init__(self, given: tuple[Given, ...], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seen = Seen()
        self._words = words
        signs = {ERASE: places.backspace, ENTER: states.tick}
        press = self.typed.emit
        self.person = PersonField(self, lambda: self.field_pressed.emit(Field.ID))
        self.pin = PinField(self, lambda: self.field_pressed.emit(Field.PIN))
        self.number_keys = [Key(self, types, press, signs.get(types)) for types in (*_DIGITS, ERASE, ENTER)]
        self.letter_keys = [Key(self, types, press, signs.get(types)) for types in (*_LETTERS, ERASE, ENTER)]
        self.tiles = [Tile(self, one, self.given_chosen.emit) for one in given]
        self.languages = [
            Choice(self, OWN_NAMES[code], code, self.language_pressed.emit) for code in LANGUAGES
        ]
        self.back = Press(self, states.withdraw, self.back_pressed.emit)

    def show_words(self, words: Words) -> None:
        """Say what never changes but with the language."""
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

    def show_seen(self, seen: Seen) -> None:
        """Show what has been typed, and what came of it."""
        before = self.seen
        laid_anew = (seen.overlay, seen.asked, seen.field) != (before.overlay, before.asked, before.field)
        self.seen = seen
        self.setAccessibleName(seen.title)
        self.setAccessibleDescription(seen.note.text)
        self.person.show_person(seen.id, self._named(), self._words.text("sign_in.person.hint"))
        self.pin.show_digits(seen.digits, self._words.count("sign_in.digits", seen.digits))
        self.person.light(seen.field is Field.ID, amber=seen.amber)
        self.pin.light(seen.field is Field.PIN, amber=seen.amber)
        self.back.setVisible(seen.back)
        self._show_pad()
        if laid_anew:
            self.arrange()
        self.update()

    def _named(self) -> str:
        """The name at the id, where everybody may know it."""
        person = next((one.person for one in self.seen.asked if one.person.id == self.seen.id), None)
        if person is None:
            return ""
        return self._words.text("access.person", name=person.name, role=role_inside(self._words, person.role))

    def _show_pad(self) -> None:
        """Digits for a PIN; for an id the people to practise as, or letters."""
        asked = self.seen.field is Field.ID
        for tile in self.tiles:
            tile.setVisible(asked and tile.given in self.seen.asked)
        letters = asked and not self.tiles
        for keys, shown in ((self.letter_keys, letters), (self.number_keys, not asked)):
            for key in keys:
                key.accent = AMBER if self.seen.amber else NOW
                key.setVisible(shown)

    # --- where it stands ---------------------------------------------------------------------

    @property
    def framed(self) -> bool:
        """Whether the hatched frame of TRAINING stays in view around it."""
        return bool(self.tiles)

    def layout_(self) -> Layout:
        """The measures of the form that is shown."""
        if self.seen.overlay:
            return bar(self.wide, self.high, framed=self.framed, digits=self.seen.field is Field.PIN)
        return full(self.wide, self.high)

    def covered(self) -> QRectF:
        """What of the screen the form takes, in units."""
        return covered(self.wide, self.high, overlay=self.seen.overlay, framed=self.framed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the unit from the size."""
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Lay the parts out, and take presses only where there is something of them."""
        layout = self.layout_()
        self.put(self.person, layout.person)
        self.put(self.pin, layout.pin)
        self.put(self.back, layout.back)
        self._lay_pads(layout)
        for choice in self.languages:
            choice.setVisible(bool(layout.languages))
        for choice, box in zip(self.languages, layout.languages, strict=False):
            self.put(choice, box)
        mask = QRegion(self._pixels(self.covered()))
        if (up := self._raised) is not None:
            mask = mask.united(QRegion(self._pixels(up)))
        shrinks = not self.mask().subtracted(mask).isEmpty()
        self.setMask(mask)
        if shrinks and self.isVisible():
            QTimer.singleShot(0, self, self.uncover)

    def uncover(self) -> None:
        """Paint again what lay under this: of a window Qt leaves out the parts that cover their own place."""
        under = self.parentWidget()
        for part in under.findChildren(Surface) if under is not None else ():
            if part is not self:
                part.update()

    @property
    def _raised(self) -> QRectF | None:
        """What the digits take above the strip, while they are shown."""
        return raised(self.layout_()) if self.seen.field is Field.PIN else None

    def _lay_pads(self, layout: Layout) -> None:
        numbers = cells(layout.number_pad or layout.pad, layout.digits, layout.gap)
        # the nought stands between what erases and what moves on
        numbers = [*numbers[:9], numbers[10], numbers[9], numbers[11]]
        for key, box in zip(self.number_keys, numbers, strict=True):
            self.put(key, box)
        for key, box in zip(self.letter_keys, _letter_cells(layout), strict=True):
            self.put(key, box)
        asked = [tile for tile in self.tiles if tile.given in self.seen.asked]
        for tile, box in zip(asked, cells(layout.pad, layout.given, layout.gap), strict=False):
            self.put(tile, box)

    def _pixels(self, box: QRectF) -> QRect:
        return QRectF(
            box.x() * self.u, box.y() * self.u, box.width() * self.u, box.height() * self.u
        ).toRect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the keys changes nothing, and reaches nothing beneath."""

    # --- what is painted ---------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Ground, title, labels, note."""
        layout, box = self.layout_(), self.covered()
        fill(painter, box, BG1 if self.seen.overlay else BG0)
        if self.seen.overlay:
            fill(painter, QRectF(0, box.top(), self.wide, 1), LINE)
        if (up := self._raised) is not None:
            fill(painter, up, BG1)
            outline(painter, up.adjusted(0, 0, 0, 40), pen(LINE, 1), 8)
            fill(painter, QRectF(up.left() + 1, box.top(), up.width() - 1, box.height()), BG1)
        self._paint_title(painter, layout)
        self._paint_note(painter, layout)
        if layout.labels:
            self._paint_labels(painter, layout)

    def _paint_title(self, painter: QPainter, layout: Layout) -> None:
        title, box = self.seen.title, layout.title
        face = shrunk(title, box.width(), layout.title_sizes, bold=True)
        lines = balanced(title, box.width(), face)[:2]
        write_lines(painter, lines, box, face, AMBER if self.seen.amber else T0, leading=1.2)
        if layout.subtitle is not None:
            text, place = self._words.text("sign_in.your_language"), layout.subtitle
            write(painter, text, place.left(), place.center().y(), font(22), T1)

    def note_lines(self, layout: Layout) -> tuple[str, ...]:
        """The note as it is broken to its place."""
        room = layout.note.width() - (SIGN if self.seen.note.heed else 0)
        return broken(self.seen.note.text, room, font(layout.note_size))

    def _paint_note(self, painter: QPainter, layout: Layout) -> None:
        lines, box, face = self.note_lines(layout), layout.note, font(layout.note_size)
        ink = VIOLET if self._named() else T2
        if self.seen.note.heed:
            ink = AMBER
            top = box.center().y() - face.pixelSize() * layout.leading * (len(lines) - 1) / 2 - 12
            states.caution(painter, QRectF(box.left(), top, 24, 24), AMBER)
            box = box.adjusted(SIGN, 0, 0, 0)
        write_lines(painter, lines, box, face, ink, leading=layout.leading)

    def _paint_labels(self, painter: QPainter, layout: Layout) -> None:
        text, small = self._words.text, font(15, bold=True, track=104)
        heads = ((layout.person, "sign_in.person"), (layout.pin, "sign_in.pin"))
        for box, key in (*heads, (layout.languages[0], "sign_in.language")):
            write(painter, text(key).upper(), box.left(), box.top() - 18, small, T2)
        if self.tiles and self.seen.field is Field.ID:
            pad = layout.pad
            write(painter, text("sign_in.practice").upper(), pad.left(), pad.top() - 20, small, VIOLET)
        if layout.below_pad is not None:
            keys = (text("sign_in.keys"),)
            lines = keys if self.tiles else (*keys, text("sign_in.badge"))  # nobody given has a badge
            write_lines(painter, lines, layout.below_pad, font(17), T2, align=0.5, leading=1.5)


SIGN: Final = 30
"""Units that the sign takes from a note."""


def _letter_cells(layout: Layout) -> list[QRectF]:
    """Boxes for 37 letters, digits and the hyphen, what erases, and what moves on over what is left."""
    boxes = cells(layout.pad, layout.letters, layout.gap)
    if len(boxes) == 39:
        return boxes
    erase, enter = boxes[37].united(boxes[38]), boxes[39].united(boxes[-1])
    return [*boxes[:37], erase, enter]
