"""The form that adds a person or gives a new PIN; the first run of a LIVE table uses it, too.

The form knows the question and the last refusal; it does not judge whether an id, a name or a PIN is good.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from console.table.showing.screen_values import Person
from console.table.state.roles import Role, Trade, role_or_trade
from console.ui.dealer.prompt import announce
from console.ui.hands.guard import PressGuard
from console.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.ui.kit.keys import ChoiceKey, Keys, show_keys
from console.ui.kit.lettering import advance, at_most, balance, break_lines, shrunk, write, write_lines
from console.ui.kit.surface import Surface, fill
from console.ui.kit.text_field import TextField
from console.ui.kit.theme import AMBER, BG0, HEIGHT, T0, T1, T2, WIDTH, font, unit
from console.ui.kit.work import Work
from console.ui.sign_in.badge_reader import NobodysBadges
from console.ui.sign_in.form import in_rows
from console.ui.signs.sign import Sign
from console.words import LANGUAGES, Words
from console.words.failures import foreseen, why
from console.words.locales import LOCALES
from console.words.names import role_name

_NAMED: Final = ("people.ask.id", "people.ask.name")
_SECRET: Final = ("people.ask.pin", "people.ask.pin_again")
_SAME_NAME: Final = "people.name.same"
_MOST: Final = 40
_LEFT: Final = 96.0
_ROWS: Final = (180.0, 304.0)
"""The upper edge of the fields, above the part that a touch screen's keyboard covers."""
_ROLES: Final = 414.0
_LANGUAGES: Final = 528.0
"""The place where roles and languages begin: above that keyboard, and beneath its upper edge; it
halves no key.
"""
_WIDE, _GAP = 1088.0, 10.0
"""The width of the form, and the gap between two of its choices."""
_BELOW: Final = 696.0


class PersonForm(Surface):
    """Id, name, PIN twice, role and language; for a person who exists already, only the PIN."""

    made = Signal(object)
    """The :class:`Person` as now stored in the people's file, while the form still asks for this person."""
    stored = Signal(object, bool)
    """The same person, and whether it is a new one, even if the form was left meanwhile."""
    left = Signal()
    """The supervisor adds nobody now."""

    title_key = "people.add.title"
    press_key = "people.add.press"
    back_key = "button.cancel"
    back_sign = Sign("outcomes.back")
    roles: tuple[Role | Trade, ...] = (*Role, *Trade)

    def __init__(
        self,
        make: Callable[..., Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        reset: Callable[[Person, str], Person] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``make`` stores a new person with a PIN (with ``same_name``, even if somebody has the name),
        ``reset`` a new PIN of one who exists; if an error of theirs has ``key`` and ``slots``, they are shown
        in words.
        """
        super().__init__(parent)
        self._make, self._reset, self.words = make, reset, words
        self._refused: Exception | str | None = None
        self.person: Person | None = None
        """The person whose new PIN is asked; None where a person is added."""
        self._entered: Person | None = None
        """The person of the last press."""
        self._language, self._role = words.language, self.roles[0]
        self._making = Work(self, self._refuse)
        self._begun = 0
        """How often the form has asked from the beginning."""
        self._inputs = {
            key: TextField(self, limit=_MOST, secret=key in _SECRET) for key in (*_NAMED, *_SECRET)
        }
        for field in self._inputs.values():
            field.returnPressed.connect(self._next)
        self._roles = [ChoiceKey(self, "", role.value, self.choose_role) for role in self.roles]
        self._languages = [
            ChoiceKey(self, LOCALES[code].name, code, self.choose_language) for code in LANGUAGES
        ]
        guard = PressGuard(monotonic)
        self.primary = Button(Sign("places.person"), Tone.NOW, guard, self)
        self.primary.meant.connect(self.enter)
        self.back = Button(self.back_sign, Tone.PLAIN, guard, self)
        self.back.meant.connect(self.left)
        self.covers()
        self.set_words(words)

    # --- what is asked ----------------------------------------------------------------------------

    def input(self, key: str) -> QLineEdit:
        """A field by the key of its label."""
        return self._inputs[key]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are asked for now."""
        return _SECRET if self.person is not None else (*_NAMED, *_SECRET)

    def begin(self, person: Person | None = None) -> None:
        """Ask from the beginning: for another person, or for the PIN of this one."""
        self.person, self._refused = person, None
        self._begun += 1  # the save still completes, and the user is informed
        for field in self._inputs.values():
            field.clear()
        self.set_words(self.words)
        self._inputs[self.fields[0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_role(self, role: str) -> None:
        """The role of the new person."""
        self._role = role_or_trade(role)
        self.set_words(self.words)

    def choose_language(self, language: str) -> None:
        """The language of the person's screen."""
        self._language = language
        self.set_words(self.words)

    def set_words(self, words: Words) -> None:
        """Show all of it in another language; what has been typed stays."""
        self.words = words
        for key, field in self._inputs.items():
            field.setAccessibleName(words.text(key))
            field.setVisible(key in self.fields)
        for role in self._roles:
            role.name(role_name(words, role_or_trade(role.code)))
            role.setChecked(role.code == self._role)
            role.setVisible(self.person is None and len(self._roles) > 1)
        for language in self._languages:
            language.setChecked(language.code == self._language)
            language.setVisible(self.person is None)
        self.setAccessibleName(self._title)
        self.primary.show_label(words.text(self.press_key if self.person is None else "people.pin.press"))
        self.back.show_label(words.text(self.back_key))
        self.arrange()
        self.update()

    @property
    def _title(self) -> str:
        person = self.person
        if person is None:
            return self.words.text(self.title_key)
        return self.words.text("people.pin.title", name=person.name, id=person.id)

    # --- what is pressed --------------------------------------------------------------------------

    def enter(self) -> None:
        """Store what has been typed."""
        if self._making.busy:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        pin, again = (typed[key] for key in _SECRET)
        if pin != again:
            self._refuse("people.pin.differ")
            return
        person = self.person or Person(
            typed["people.ask.id"].strip(), typed["people.ask.name"], self._role, self._language
        )
        # A second press for the same person answers whether somebody else has the name.
        same = getattr(self._refused, "key", "") == _SAME_NAME and person == self._entered
        self._entered = person
        self._making.begin(self._keep(person, pin, self._begun, new=self.person is None, same_name=same))

    async def _keep(
        self, person: Person, pin: str, begun: int, *, new: bool, same_name: bool = False
    ) -> None:
        """Store a person who was asked for when the form had ``begun`` so often."""
        store = self._make if new or self._reset is None else self._reset
        if same_name:
            store = partial(self._make, same_name=True)
        try:
            made = await self._making.of(lambda _: store(person, pin))
        except Exception as error:
            if begun == self._begun or not foreseen(error):
                raise
            return  # who left the form has changed nothing, and the form asks for another person now
        self.stored.emit(made, new)
        if begun == self._begun:
            for key in _SECRET:
                self._inputs[key].clear()
            self.made.emit(made)

    def _next(self) -> None:
        """Enter goes to the next field; in the last one it presses the primary."""
        fields = [self._inputs[key] for key in self.fields]
        at = next((number for number, field in enumerate(fields) if field.hasFocus()), len(fields) - 1)
        if at + 1 < len(fields):
            fields[at + 1].setFocus()
        else:
            self.enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back, F1 shows the keys; the field has taken Enter, and the table the alarms."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self.words), self.words)
        else:
            event.setAccepted(event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3))

    def key_rows(self, words: Words) -> Keys:
        """The keys of the form."""
        return (
            ("Tab", words.text("keys.fields")),
            ("Enter", words.text("keys.fields.enter", press=self.primary.text())),
            ("Esc", words.text("button.back")),
        )

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
                return self.words.text(key)
            case error:
                return why(error, self.words)

    # --- how it looks -----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(unit(self.width(), self.height()))

    def arrange(self) -> None:
        """Two columns of fields, roles, languages, the way back and the primary."""
        for at, key in enumerate(self.fields):
            row, column = divmod(at, 2)
            self.put(self._inputs[key], self._moved(QRectF(_LEFT + column * 564, _ROWS[row], 524, 72)))
        for at, role in enumerate(self._roles):
            step = (_WIDE + _GAP) / len(self._roles)
            self.put(role, self._moved(QRectF(_LEFT + at * step, _ROLES, step - _GAP, 54)))
        languages = QRectF(_LEFT, _LANGUAGES, _WIDE, 54)
        for language, box in zip(self._languages, in_rows(languages, len(self._languages)), strict=True):
            self.put(language, self._moved(box))
        self._place_button(self.primary, QRectF(724, _BELOW, 460, 80))
        back = max(220.0, self.back.wish(460) - 2 * FOCUS)
        self._place_button(self.back, QRectF(_LEFT, _BELOW, back, 80))

    def _place_button(self, button: Button, body: QRectF) -> None:
        lay(self, button, self._moved(body))

    def _moved(self, box: QRectF) -> QRectF:
        """A box of a screen 1280 by 800, moved to the middle of this one."""
        return box.translated((self.wide - WIDTH) / 2, (self.high - HEIGHT) / 2)

    def paint(self, painter: QPainter) -> None:
        """Ground, title, labels, what was refused."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG0)
        self._paint_title(painter)
        for at, key in enumerate(self.fields):
            row, column = divmod(at, 2)
            self._label(painter, key, _LEFT + column * 564, _ROWS[row])
        if self.person is None:
            if len(self.roles) > 1:
                self._label(painter, "people.ask.role_of", _LEFT, _ROLES)
            self._label(painter, "sign_in.language", _LEFT, _LANGUAGES)
            self._paint_scripts(painter)

    def _label(self, painter: QPainter, key: str, left: float, top: float) -> None:
        place = self._moved(QRectF(left, top - 20, 0, 0))
        write(painter, self.words.text(key), place.left(), place.top(), font(17, bold=True), T2)

    def _paint_scripts(self, painter: QPainter) -> None:
        """Paint how to type letters that no key here has: kanji need a connected keyboard."""
        if not self.words.locale.types_elsewhere:
            return
        text = self.words.text("people.ask.name.script")
        place = self._moved(QRectF(_LEFT + 564, _ROWS[0] - 20, 524, 0))
        room = place.width() - advance(self.words.text("people.ask.name"), font(17, bold=True)) - 20
        write(painter, text, place.right(), place.top(), shrunk(text, room, (16, 15, 14)), T1, align=1)

    def _paint_title(self, painter: QPainter) -> None:
        """The question; beneath it what was refused, where the keyboard does not cover it."""
        note, title = self._note(), self._title
        box = self._moved(QRectF(_LEFT, 40, 1088, 44 if note else 96))
        face = shrunk(title, box.width(), (26, 23, 20) if note else (44, 40, 36, 32), bold=True)
        lines = (title,) if note else at_most(2, balance(title, box.width(), face))
        write_lines(painter, lines, box, face, T1 if note else T0, leading=1.2)
        if note:
            place = self._moved(QRectF(_LEFT, 84, 1088, 60))
            lines = at_most(2, break_lines(note, place.width() - 48, font(22, bold=True)))
            Sign("states.caution")(painter, QRectF(place.left(), place.center().y() - 16, 32, 32), AMBER)
            write_lines(painter, lines, place.adjusted(48, 0, 0, 0), font(22, bold=True), AMBER, leading=1.3)


class FirstSupervisor(PersonForm):
    """The first run of a LIVE table asks for its first supervisor, in the language of the screen."""

    title_key = "people.first"
    press_key = "people.first.add"
    back_key = "menu.quit"
    back_sign = Sign("places.leave")
    roles = (Role.SUPERVISOR,)

    language_chosen = Signal(str)

    def __init__(
        self,
        make: Callable[..., Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(make, words, parent, monotonic=monotonic)
        self.badges = NobodysBadges(self, PressGuard(monotonic), self._show_refusal)

    def _show_refusal(self, key: str) -> None:
        self._refused = key
        announce(self, self._note(), at_once=True)
        self.update()

    def choose_language(self, language: str) -> None:
        """The screen uses this language from now on."""
        self.set_words(Words(language))
        self.language_chosen.emit(language)

    def set_words(self, words: Words) -> None:
        """The language of the screen is the supervisor's."""
        self._language = words.language
        super().set_words(words)
        self.setWindowTitle(words.text("people.first.add"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Only its own press ends it; F1 shows the keys."""
        if event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self.words), self.words)
        event.accept()

    def key_rows(self, words: Words) -> Keys:
        """The keys of the form, which has no way back."""
        return tuple(row for row in super().key_rows(words) if row[0] != "Esc")
