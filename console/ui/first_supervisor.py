"""The first run of a LIVE table: a form that makes its first supervisor.

It knows what is asked and what was refused; whether an id, a name or a PIN is good it never knows itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from console.people.answers import Known
from console.table.roles import Role
from console.table.views import Person
from console.ui.buttons import FOCUS, Button, PressGuard, Tone
from console.ui.lettering import balanced, broken, shrunk, write, write_lines
from console.ui.prompt import announce
from console.ui.sign_in_keys import Choice
from console.ui.sign_in_notes import foreseen, said
from console.ui.signs import places, states
from console.ui.surface import Surface, fill
from console.ui.theme import AMBER, BG0, BG2, HEIGHT, NOW, NOW_FILL, STRONG_EDGE, T0, T2, WIDTH, font, unit
from console.ui.verifying import Verifying
from console.words import LANGUAGES, Words
from console.words.names import OWN_NAMES

_FIELDS: Final = ("people.ask.id", "people.ask.name", "people.ask.pin", "people.ask.pin_again")
_SECRET: Final = ("people.ask.pin", "people.ask.pin_again")
_PLACES: Final = tuple(
    QRectF(96 + column * 564, 236 + row * 130, 524, 72) for row in (0, 1) for column in (0, 1)
)
_CHOICES: Final = tuple(QRectF(96 + at * 184, 520, 168, 54) for at in range(len(LANGUAGES)))
_PRIMARY: Final = QRectF(724, 680, 460, 80)
_NOTE: Final = QRectF(96, 680, 600, 80)


class FirstSupervisor(Surface):
    """Id, name, PIN twice; the language of the screen is the supervisor's."""

    made = Signal(object)
    """The :class:`Person` who is now in the people's file."""
    language_chosen = Signal(str)

    def __init__(
        self,
        make: Callable[[Person, str], Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``make`` keeps a person with a PIN; an error of it with ``key`` and ``slots`` is shown in words."""
        super().__init__(parent)
        self._make, self._words = make, words
        self._refused: Exception | str | None = None
        self._making = Verifying(self)
        self._making.answered.connect(self._take)
        self._inputs = {key: self._input(secret=key in _SECRET) for key in _FIELDS}
        self._languages = [Choice(self, OWN_NAMES[code], code, self._speak) for code in LANGUAGES]
        self.primary = Button(places.person, Tone.NOW, PressGuard(monotonic), self)
        self.primary.meant.connect(self.enter)
        self.set_words(words)

    def _input(self, *, secret: bool) -> QLineEdit:
        field = QLineEdit(self)
        field.setMaxLength(40)
        field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        if secret:
            field.setEchoMode(QLineEdit.EchoMode.Password)
        field.returnPressed.connect(self._next)
        return field

    def input(self, key: str) -> QLineEdit:
        """A field by the key of its label."""
        return self._inputs[key]

    def set_words(self, words: Words) -> None:
        """Say all of it in another language; what has been typed stays."""
        self._words = words
        self.setAccessibleName(words.text("people.first"))
        for key, field in self._inputs.items():
            field.setAccessibleName(words.text(key))
        for choice in self._languages:
            choice.setChecked(choice.code == words.language)
        self.primary.show_label(words.text("people.first.add"))
        self.update()

    def enter(self) -> None:
        """Make the supervisor of what has been typed."""
        if self._making.busy:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        pin, again = (typed[key] for key in _SECRET)
        if pin != again:
            self._refuse("people.pin.differ")
            return
        person = Person(
            typed["people.ask.id"].strip(), typed["people.ask.name"], Role.SUPERVISOR, self._words.language
        )
        self._making.ask(lambda: Known(self._make(person, pin)))

    def _next(self) -> None:
        """Enter goes to the next field; from the last it presses."""
        fields = list(self._inputs.values())
        at = next((number for number, field in enumerate(fields) if field.hasFocus()), len(fields) - 1)
        if at + 1 < len(fields):
            fields[at + 1].setFocus()
        else:
            self.enter()

    def _take(self, came: object) -> None:
        match came:
            case Known(person):
                for key in _SECRET:
                    self._inputs[key].clear()
                self.made.emit(person)
            case Exception():
                self._refuse(came)
                if not foreseen(came):
                    raise came

    def _refuse(self, reason: Exception | str) -> None:
        self._refused = reason
        for key in _SECRET:
            self._inputs[key].clear()
        self._inputs[_SECRET[0]].setFocus()
        announce(self, self._note(), at_once=True)
        self.update()

    def _note(self) -> str:
        match self._refused:
            case None:
                return ""
            case str(key):
                return self._words.text(key)
            case error:
                return said(self._words, error)

    def _speak(self, language: str) -> None:
        self.set_words(Words(language))
        self.language_chosen.emit(language)

    # --- how it looks ------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the unit from the size."""
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Two columns of fields, the languages, the press."""
        self.setStyleSheet(_style(self.u))
        for field, place in zip(self._inputs.values(), _PLACES, strict=True):
            field.setFont(_scaled(self.u))
            self.put(field, self._moved(place))
        for choice, place in zip(self._languages, _CHOICES, strict=True):
            self.put(choice, self._moved(place))
        self.put(self.primary, self._moved(_PRIMARY).adjusted(-FOCUS, -FOCUS, FOCUS, FOCUS))

    def _moved(self, box: QRectF) -> QRectF:
        """A box of a screen 1280 by 800, centred on this one."""
        return box.translated((self.wide - WIDTH) / 2, (self.high - HEIGHT) / 2)

    def paint(self, painter: QPainter) -> None:
        """Ground, title, labels, what was refused."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        title, box = self._words.text("people.first"), self._moved(QRectF(96, 84, 1088, 100))
        face = shrunk(title, box.width(), (44, 40, 36), bold=True)
        write_lines(painter, balanced(title, box.width(), face), box, face, T0, leading=1.2)
        small = font(17, bold=True)
        for key, place in zip(_FIELDS, _PLACES, strict=True):
            label = self._moved(place)
            write(painter, self._words.text(key), label.left(), label.top() - 20, small, T2)
        first = self._moved(_CHOICES[0])
        write(painter, self._words.text("sign_in.language"), first.left(), first.top() - 20, small, T2)
        if note := self._note():
            place = self._moved(_NOTE)
            lines = broken(note, place.width() - 44, font(18))
            top = place.center().y() - 18 * 1.3 * (len(lines) - 1) / 2 - 14
            states.caution(painter, QRectF(place.left(), top, 28, 28), AMBER)
            write_lines(painter, lines, place.adjusted(44, 0, 0, 0), font(18), AMBER, leading=1.3)


def _scaled(u: float) -> QFont:
    face = QFont(font(26))
    face.setPixelSize(round(26 * u))
    return face


def _style(u: float) -> str:
    """Qt's own field in the console's colours; it is kept for its input methods."""
    edge, radius, inside = round(2 * u), round(10 * u), round(16 * u)
    return (
        f"QLineEdit {{ background: {BG2.name()}; color: {T0.name()};"
        f" border: {edge}px solid {STRONG_EDGE.name()}; border-radius: {radius}px; padding: 0 {inside}px;"
        f" selection-background-color: {NOW.name()};"
        f" selection-color: {BG0.name()}; }}"
        f"QLineEdit:focus {{ background: {NOW_FILL.name()}; border: {2 * edge}px solid {NOW.name()}; }}"
    )
