"""The form for a person's badge: one held to the reader replaces the one before, and none removes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing.screen_values import Person
from console.table.ui.people.person_form import PeopleForm
from console.table.ui.sign_in.badge_reader import TakesBadges

BADGE: Final = "people.badge.number"


class PersonsBadgeForm(PeopleForm, TakesBadges):
    """A badge's number, which nobody reads on the screen: a badge may be enough to decide."""

    stored = Signal(str, object)
    """The change, ``badge_given`` or ``badge_taken``, and the :class:`Person`, even if the form was left."""
    optional = (BADGE,)

    def __init__(
        self, store: Callable[[Person, str | None], Person], words: Words, parent: QWidget | None = None
    ) -> None:
        """``store`` gives the person this badge, or takes the badge away; a thread calls it."""
        super().__init__((BADGE,), words, parent, secret=(BADGE,))
        self._store = store
        self.person: Person | None = None
        """The person whose badge is asked for."""
        self._lay(self._asked(BADGE))
        self._inputs[BADGE].textChanged.connect(lambda: self._name_press())
        self.covers()
        self.set_words(words)

    def begin(self, person: Person) -> None:
        """Ask for a person's badge."""
        self.person, self._refused = person, None
        self._begun += 1
        self._inputs[BADGE].clear()
        self.set_words(self.words)
        self._inputs[BADGE].setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        self._begun += 1
        self._inputs[BADGE].clear()

    def read_badge(self, number: str) -> None:
        """Fill in a badge that was read; what it does is pressed."""
        self._inputs[BADGE].setText(number)

    def set_words(self, words: Words) -> None:
        super().set_words(words)
        self._name_press()

    def _name_press(self) -> None:
        press = "give" if self._inputs[BADGE].text() else "take"
        self.primary.show_label(self.words.text(f"people.badge.{press}"))

    @property
    def _title(self) -> str:
        if self.person is None:
            return ""
        return self.words.text("people.badge.title", name=self.person.name, id=self.person.id)

    def enter(self) -> None:
        person, number = self.person, self._inputs[BADGE].text().strip() or None
        if not self.work.busy and person is not None:
            change = "badge_taken" if number is None else "badge_given"
            self._begin_storing(
                lambda: self._store(person, number), lambda made: self.stored.emit(change, made)
            )
