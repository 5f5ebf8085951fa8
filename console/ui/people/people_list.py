"""Everybody who may sign in, and what a supervisor can do: add, give a new PIN, block, unblock.

The list does not know where the people are stored; a listener records the changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from console.people.answers import ListedPerson, PeopleEditor
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.ui.dealer.prompt import announce
from console.ui.kit.buttons import Tone, lay
from console.ui.kit.keys import Keys, PaintedKey, SignKey, SmallKey, key_names, show_keys
from console.ui.kit.lettering import advance, shrunk, write
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import ACTION_HEIGHT, AMBER, BG1, BG2, EDGE, LINE, MARGIN, RADIUS, T0, T1, T2, font
from console.ui.people.person_form import PersonForm
from console.ui.review.page import TOP, Page
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.failures import foreseen, why
from console.words.locales import LOCALES
from console.words.names import role_name

_ROW: Final = 60.0
_RIGHT: Final = 440.0
"""The width of the column beside the list."""


class PersonInList(PaintedKey):
    """Somebody in the list."""

    def __init__(self, parent: QWidget, pressed: Callable[[], None]) -> None:
        super().__init__(parent, pressed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._listed: ListedPerson | None = None
        self._texts = ("", "")
        self._chosen = False

    def show_person(self, listed: ListedPerson, words: Words, *, chosen: bool) -> None:
        """Show the name, the role, and whether the person may sign in."""
        person = listed.person
        role, state = role_name(words, person.role), words.text(f"people.state.{listed.state}")
        self._listed, self._texts, self._chosen = listed, (role, state), chosen
        self.name(person.name, words.text("access.list").join((person.id, person.name, role, state)))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Id, name, role, state; the chosen person has the ivory edge."""
        if self._listed is None:
            return
        person, (role, state) = self._listed.person, self._texts
        fill(painter, box, BG2 if self._chosen else BG1)
        fill(painter, QRectF(box.left(), box.bottom() - 1, box.width(), 1), LINE)
        if self._chosen:
            fill(painter, QRectF(box.left(), box.top(), 6, box.height()), T0)
        active, y = self._listed.state == "active", box.center().y()
        ink = T0 if active else T2
        write(painter, person.id, 20, y, shrunk(person.id, 132, (19, 17, 15), bold=True), ink)
        name = shrunk(person.name, 270, (20, 18, 16, 14))
        write(painter, person.name, 164, y, name, ink)
        write(painter, role, 446, y, shrunk(role, 170, (18, 16, 15, 14)), T1 if active else T2)
        if not active:
            face = shrunk(state, box.width() - 640 - 48, (17, 16, 15, 14, 13))
            left = box.right() - 16 - advance(state, face)
            Sign("states.lock")(painter, QRectF(left - 32, y - 11, 22, 22), AMBER)
            write(painter, state, left, y, face, AMBER)


class PeopleScreen(Page):
    """The list at the left, the chosen person at the right, the form over it."""

    changed = Signal(str, object)
    """The change (``added``, ``reset``, ``disabled``, ``enabled``) and its :class:`Person`."""

    commission_asked = Signal()
    """The supervisor goes on to the table's commissioning."""

    def __init__(
        self, keeps: PeopleEditor, words: Words, clock: Clock, parent: QWidget | None = None
    ) -> None:
        super().__init__(Sign("places.person"), words, clock, parent)
        self._keeps = keeps
        self._all: tuple[ListedPerson, ...] = ()
        self._chosen: str | None = None
        self._first = 0
        self._mode = Mode.LIVE
        self._rows: list[PersonInList] = []
        self.pin = SmallKey(Sign("review.pencil"), self)
        self.block = SmallKey(Sign("states.lock"), self)
        self.commission = SmallKey(Sign("states.tick"), self)
        self.commission.meant.connect(self.commission_asked)
        self._commissions = False
        self.up, self.down = (
            SignKey(Sign("review.previous"), Tone.PLAIN, self),
            SignKey(Sign("review.following"), Tone.PLAIN, self),
        )
        self.pin.meant.connect(self.ask_pin)
        self.block.meant.connect(self.turn_block)
        self.up.meant.connect(lambda: self.turn_page(-1))
        self.down.meant.connect(lambda: self.turn_page(1))
        self.form = PersonForm(self._add, words, self, reset=self._reset)
        self.form.stored.connect(lambda person, new: self._show_change("added" if new else "reset", person))
        self.form.made.connect(self.close_form)
        self.form.left.connect(self.close_form)
        self.form.hide()

    # --- what it says -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.words.text("people.title")

    @property
    def beneath(self) -> str:
        """The number of people, and that each change is recorded."""
        count = self.words.count("people.count", len(self._all))
        return f"{count}  ·  {self.words.text('people.recorded')}"

    @property
    def primary_label(self) -> str | None:
        """Add a person."""
        return self.words.text("people.add")

    @property
    def back_to(self) -> str:
        """Go back to the table."""
        return self.words.text("record.table")

    @property
    def selection(self) -> ListedPerson | None:
        """The chosen person."""
        return next((each for each in self._all if each.person.id == self._chosen), None)

    def begin(self, person: Person, heading: str, *, commissions: bool = False) -> None:
        """Show everybody to a supervisor, beneath the table's name.

        ``commissions``: whether the table is still to be commissioned.
        """
        self._commissions = commissions
        self.person, self.message, self.about = person, "", (heading,)
        self._chosen, self._first = None, 0
        self.close_form()
        self.reload()

    def show_mode(self, mode: Mode) -> None:
        """Show whether the table at which these people sign in is LIVE."""
        if mode is not self._mode:
            self._mode = mode
            self.refresh()

    @property
    def mode(self) -> Mode:
        return self._mode

    def reload(self) -> None:
        """Read the list of people and show it."""
        try:
            self._all = self._keeps.listed
        except Exception as error:
            if not foreseen(error):
                raise
            self._all, self.message = (), why(error, self.words)
        if self.selection is None and self._all:
            self._chosen = self._all[0].person.id
        self.refresh()

    def set_words(self, words: Words) -> None:
        self.form.set_words(words)
        super().set_words(words)

    def refresh(self) -> None:
        """Show list and choice again."""
        chosen, text = self.selection, self.words.text
        for key in (self.pin, self.block):
            key.setVisible(chosen is not None)
        if chosen is not None:
            self.pin.show_label(text("people.new_pin"))
            blocked = chosen.state == "disabled"
            label = text("people.enable" if blocked else "people.disable")
            self.block.show_label(label, Sign("states.tick") if blocked else Sign("states.lock"))
        self.commission.setVisible(self._commissions)
        self.commission.show_label(text("menu.commission"))
        self.up.setAccessibleName(text("people.earlier"))
        self.down.setAccessibleName(text("people.later"))
        super().refresh()

    # --- what is done -----------------------------------------------------------------------------

    def press(self) -> None:
        """Open the form for a new person."""
        self._open_form(None)

    def ask_pin(self) -> None:
        """Open the form for a new PIN of the chosen person."""
        if self.selection is not None:
            self._open_form(self.selection.person)

    def _open_form(self, person: Person | None) -> None:
        self.message = ""
        self.form.setGeometry(self.rect())
        self.form.show()
        self.form.raise_()
        self.form.begin(person)

    def close_form(self) -> None:
        """Back to the list."""
        self.form.hide()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _by(self) -> str:
        """The id of the supervisor who changes the list."""
        return "" if self.person is None else self.person.id

    def _add(self, person: Person, pin: str, *, same_name: bool = False) -> Person:
        """Store a new person, in a thread of the form's."""
        return self._keeps.add(person, pin, by=self._by, asks_same_name=not same_name)

    def _reset(self, person: Person, pin: str) -> Person:
        """Store a new PIN, in a thread of the form's."""
        return self._keeps.reset(person.id, pin, by=self._by)

    def turn_block(self) -> None:
        """Block the chosen person, or unblock them."""
        chosen = self.selection
        if chosen is None or self.work.busy:
            return
        enables = chosen.state == "disabled"
        self.work.begin(self._turn(chosen.person.id, enables=enables))

    async def _turn(self, id: str, *, enables: bool) -> None:
        act = self._keeps.enable if enables else self._keeps.disable
        self._show_change("enabled" if enables else "disabled", await self.work.of(lambda _: act(id)))

    def tell_failure(self, error: Exception) -> None:
        """Say why no account was changed."""
        self.message = why(error, self.words)
        announce(self, self.message, at_once=True)
        self.update()

    def _show_change(self, what: str, person: Person) -> None:
        self._chosen = person.id
        role = role_name(self.words, person.role)
        self.message = self.words.text(f"people.{what}", name=person.name, id=person.id, role=role)
        announce(self, self.message, at_once=False)
        self.changed.emit(what, person)
        self.reload()
        self._bring_into_view()

    # --- the list ---------------------------------------------------------------------------------

    @property
    def _fits(self) -> int:
        """The number of rows that fit."""
        return max(1, int((self.high - ACTION_HEIGHT - 12 - TOP) / _ROW))

    def turn_page(self, by: int) -> None:
        """The next page of the list, or the one before."""
        self._first = max(0, min(self._first + by * self._fits, len(self._all) - self._fits))
        self.arrange()
        self.update()

    def choose(self, at: int) -> None:
        """Choose a person by the place in the whole list."""
        if 0 <= at < len(self._all):
            self._chosen, self.message = self._all[at].person.id, ""
            self._bring_into_view()
            self.refresh()

    def _chooser(self, at: int) -> Callable[[], None]:
        return lambda: self.choose(self._first + at)

    def _bring_into_view(self) -> None:
        at = next((n for n, each in enumerate(self._all) if each.person.id == self._chosen), 0)
        self._first = max(0, min(max(self._first, at - self._fits + 1), at))
        self.arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A turn of the mouse wheel moves the list by a row."""
        by = -1 if event.angleDelta().y() > 0 else 1
        self._first = max(0, min(self._first + by, len(self._all) - self._fits))
        self.arrange()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down, Page Up, Page Down in the list, F1 the keys; the rest as on every page."""
        at = next((n for n, each in enumerate(self._all) if each.person.id == self._chosen), 0)
        match event.key():
            case Qt.Key.Key_Up:
                self.choose(at - 1)
            case Qt.Key.Key_Down:
                self.choose(at + 1)
            case Qt.Key.Key_PageUp:
                self.turn_page(-1)
            case Qt.Key.Key_PageDown:
                self.turn_page(1)
            case Qt.Key.Key_F1:
                show_keys(self, self.key_rows(self.words), self.words)
            case _:
                super().keyPressEvent(event)

    def key_rows(self, words: Words) -> Keys:
        """The keys of the list."""
        rows = (("↑  ↓", words.text("keys.rows")), (key_names(words, "pages"), words.text("keys.pages")))
        return (*rows, *super().key_rows(words))

    # --- layout and painting ----------------------------------------------------------------------

    def resizeEvent(self, event: object) -> None:
        """Make the form fill it."""
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt gives a QResizeEvent
        self.form.setGeometry(self.rect())

    @property
    def _list(self) -> QRectF:
        return QRectF(MARGIN, TOP, self.wide - 3 * MARGIN - _RIGHT, self._fits * _ROW)

    def arrange(self) -> None:
        """The visible rows; the keys beside them."""
        super().arrange()
        box = self._list
        count = min(self._fits, max(0, len(self._all) - self._first))
        while len(self._rows) < count:
            at = len(self._rows)
            row = PersonInList(self, self._chooser(at))
            row.u = self.u
            self._rows.append(row)
        for at, row in enumerate(self._rows):
            row.setVisible(at < count)
            if at < count:
                each = self._all[self._first + at]
                row.show_person(each, self.words, chosen=each.person.id == self._chosen)
                self.put(row, QRectF(box.left(), box.top() + at * _ROW, box.width(), _ROW))
        right = self.wide - MARGIN - _RIGHT
        lay(self, self.pin, QRectF(right + 16, TOP + 206, _RIGHT - 32, 60))
        lay(self, self.block, QRectF(right + 16, TOP + 278, _RIGHT - 32, 60))
        lay(self, self.commission, QRectF(right, TOP + 366, _RIGHT, 60))
        several = len(self._all) > self._fits
        for at, key in enumerate((self.up, self.down)):
            key.setVisible(several)
            lay(self, key, QRectF(right + at * 92, box.bottom() - 72, 80, 60))
        self.form.raise_()

    def paint(self, painter: QPainter) -> None:
        """The chosen person."""
        super().paint(painter)
        chosen = self.selection
        if chosen is None:
            return
        box = QRectF(self.wide - MARGIN - _RIGHT, TOP, _RIGHT, 354)
        fill(painter, box, BG1, RADIUS)
        outline(painter, box, pen(EDGE, 1.5), RADIUS)
        person, words, room = chosen.person, self.words, _RIGHT - 32
        x = box.left() + 16
        write(
            painter,
            person.name,
            x,
            box.top() + 34,
            shrunk(person.name, room, (26, 23, 20, 17), bold=True),
            T0,
        )
        lines = (
            f"{person.id}  ·  {role_name(words, person.role)}",
            LOCALES[person.language].name,
            words.text(f"people.state.{chosen.state}"),
        )
        for at, line in enumerate(lines):
            write(painter, line, x, box.top() + 76 + at * 34, shrunk(line, room, (20, 18, 16, 14)), T1)
        if len(self._all) > self._fits:
            self._paint_range(painter)

    def _paint_range(self, painter: QPainter) -> None:
        last = min(len(self._all), self._first + self._fits)
        text = f"{self._first + 1}–{last} / {len(self._all)}"
        x = self.wide - MARGIN - _RIGHT + 200
        write(painter, text, x, self._list.bottom() - 42, font(18), T2)
