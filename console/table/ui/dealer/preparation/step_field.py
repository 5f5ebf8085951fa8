"""A field beneath a step's picture for what is noted with the step: the wheel's serial number at its check,
the card set's number, and who prepared it, as its decks are received.

A field keeps what was typed until the step is over. The figures of wheels are kept by serial number, and not
by table; the life of a card set by the set's number.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.base.plain_text import name_key, stripped
from console.base.words import Words
from console.table.core.showing.screen_values import DealerView
from console.table.core.state.actions import Action
from console.table.core.state.typed_facts import PREPARED, SERIAL, SET, TypedFact
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.signs_typed import SCANS
from console.table.ui.kit import theme
from console.table.ui.kit.lettering import advance, shrunk, write
from console.table.ui.kit.surface import Surface
from console.table.ui.kit.text_field import ReasonField

_EDGES: Final = 12
"""The width of the field's edges, and of the margins that Qt leaves inside."""
_BETWEEN: Final = 12
_SHARE: Final = 0.645
"""The number's share of the width, at which its hint has room in each language."""


class StepField(Surface):
    """The field of a fact that is typed; a scanner types into it, too, but not a wheel's serial."""

    ink = theme.T1

    def __init__(self, typed: TypedFact, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.typed = typed
        self._name, self._hint, self._short = "", "", ""
        self._room = 0.0
        """The field's width, if something else stands beside it."""
        self.field = ReasonField(self)
        self.field.setMaxLength(typed.ceiling)
        self.field.setProperty(SCANS, typed is not SERIAL)
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def text(self) -> str | None:
        return stripped(self.field.text()) or None

    def show_name(self, name: str, hint: str = "", short: str = "") -> None:
        """Name the field, ``short`` if there is no room; the hint stands in it while empty, if it fits."""
        self._name, self._hint, self._short = name, hint, short or name
        self._show_hint()
        self.field.setAccessibleName(name)
        self.field.setAccessibleDescription(hint)
        self.update()

    def arrange(self) -> None:
        self.put(self.field, QRectF(0, 32, self._room or self.wide, 52))
        self._show_hint()

    def _show_hint(self) -> None:
        """Show the hint only if it fits whole: half an order would be a wrong one."""
        room = (self._room or self.wide) - self.field.before - self.field.after - _EDGES
        fits = advance(self._hint, theme.font(self.field.letters)) <= room
        self.field.setPlaceholderText(self._hint if fits else "")

    def paint(self, painter: QPainter) -> None:
        room = self._room or self.wide
        name = self._name if advance(self._name, theme.font(18)) <= room else self._short
        write(painter, name, 2, 12, shrunk(name, room, (18, 17, 16)), self.ink)


class FieldAlone(StepField):
    """A field beneath a step's picture: empty, but for a wheel's serial, until something is typed."""

    _known: str | None = None

    def show_view(self, view: DealerView, words: Words) -> None:
        """Begin with the serial that is configured, or was noted last."""
        known = view.wheel.serial if view.wheel is not None and self.typed is SERIAL else None
        if known != self._known:
            self._known = known
            self.field.setText(known or "")
        self.show_name(words.text(self.typed.label), words.text(self.typed.hint) if self.typed.hint else "")

    def clear(self) -> None:
        """Drop what somebody else typed: the serial that is known stands there."""
        self.field.setText(self._known or "")


class SetField(StepField):
    """The number of the card set that comes, and who prepared it: a person by id, or a machine with the
    number of its receipt. A scanner types into the fields, too.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(SET, parent)
        self._words = words
        self._goes = False
        self._known: tuple[str, ...] = ()
        self._asked = ""
        """The phrase by which a typed number is asked about; empty if none is."""
        self.field.textEdited.connect(lambda: self._ask(""))
        self.prepared = StepField(PREPARED, self)

    def show_view(self, view: DealerView, words: Words) -> None:
        self._words, self._known = words, view.known_sets
        self._goes = view.view.prompt.action == Action.QUARANTINE_SET
        if self._goes:
            self.prepared.field.clear()
        self._show()

    def clear(self) -> None:
        self.field.clear()
        self.prepared.field.clear()
        self._ask("")

    def arrange(self) -> None:
        """The two fields side by side; a set that goes, or a number that is asked again, stands alone."""
        both = self.wide - _BETWEEN
        self._room = wide = self.wide if self.prepared.isHidden() else both * _SHARE
        self.put(self.prepared, QRectF(wide + _BETWEEN, 0, both - wide, self.high))
        super().arrange()

    def refuses(self) -> bool:
        """Whether something was typed of which nothing can be seen, or a known number with other capitals or
        spaces: the field says so then, and is empty, or has the number as it is known for the next press.
        """
        asked, typed = "", self.text
        if typed is not None and typed not in self._known:
            known = next((each for each in self._known if name_key(each) == name_key(typed)), None)
            if known is not None:
                self.field.setText(known)
                asked = "picture.set.alike"
        elif typed is None and self.field.text().strip():
            self.field.clear()
            asked = "refusal.set_number"
        self._ask(asked)
        if asked:
            announce(self.field, self._words.text(asked), at_once=True)
        return bool(asked)

    def _ask(self, asked: str) -> None:
        if asked != self._asked:
            self._asked = asked
            self._show()

    def _show(self) -> None:
        self.ink = theme.AMBER if self._asked else theme.T1
        self.prepared.setHidden(self._goes or bool(self._asked))
        text = self._words.text
        self.show_name(text(self._asked or "picture.set"), text(SET.hint), text(SET.label))
        self.prepared.show_name(text(PREPARED.label), text(PREPARED.hint))
        self.arrange()
