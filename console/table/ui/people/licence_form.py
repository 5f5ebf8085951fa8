"""The form for a licence: number, last day, games, rehearsals before dealing, trainee, and why it changes.
The form knows the question and the last refusal; what a date or a rehearsal can be is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from console.base.words import Words, date_text, foreseen
from console.table.core.showing.screen_values import Person
from console.table.people.answers import REASON_MOST, ListedPerson
from console.table.people.dealing_rights import DealingRights, entered_rights
from console.table.ui.kit.panel import ACROSS, Panel
from console.table.ui.people.person_form import CHOICE_HEIGHT, DAY, NUMBER, GamesAsked, PeopleForm

REHEARSALS, REASON = "people.rights.rehearsals", "people.ask.reason"
_FIELDS: Final = (NUMBER, DAY, REHEARSALS, REASON)


class LicenceForm(PeopleForm):
    """A person's licence, as it is now, to be changed."""

    stored = Signal(object, object, str)
    """The :class:`Person`, the new :class:`DealingRights`, and the reason, even if the form was left."""

    def __init__(
        self,
        store: Callable[[ListedPerson, DealingRights, str], Person],
        words: Words,
        parent: QWidget | None = None,
        *,
        rehearsals: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        """``store`` keeps new conditions for a reason, of a person as listed when the form began; a thread
        calls it. ``rehearsals`` gives the names of those that may be asked for.
        """
        super().__init__(_FIELDS, words, parent, limit=REASON_MOST)
        self._store, self._rehearsals = store, rehearsals
        self.listed: ListedPerson | None = None
        """The person whose licence is asked for."""
        self.games = GamesAsked(self, words, high=CHOICE_HEIGHT)
        first = Panel(ACROSS, self._asked(NUMBER), self._asked(DAY), gap=40, shares=(1, 1))
        self._lay(first, self.games, self._asked(REHEARSALS), self._asked(REASON))
        self.covers()
        self.set_words(words)

    def begin(self, listed: ListedPerson) -> None:
        """Ask for a person's licence; the fields have it as it is."""
        rights = listed.rights
        self.listed, self._refused = listed, None
        self.games.begin(rights)
        self._begun += 1
        until = "" if rights.until is None else date_text(rights.until, self.words.locale)
        texts = (rights.licence, until, " ".join(rights.rehearsals), "")
        for key, text in zip(_FIELDS, texts, strict=True):
            self._inputs[key].setText(text)
        self.set_words(self.words)
        self._inputs[DAY].setFocus(Qt.FocusReason.OtherFocusReason)
        self._inputs[DAY].selectAll()

    def set_words(self, words: Words) -> None:
        self.games.set_words(words)
        self.primary.show_label(words.text("people.licence.press"))
        super().set_words(words)

    @property
    def _title(self) -> str:
        if self.listed is None:
            return ""
        person = self.listed.person
        return self.words.text("people.licence.title", name=person.name, id=person.id)

    def enter(self) -> None:
        if self.work.busy or self.listed is None:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        rehearsals = tuple(typed[REHEARSALS].replace(",", " ").split())
        listed, before = self.listed, self.listed.rights
        known = {*before.rehearsals, *(self._rehearsals() if rehearsals != before.rehearsals else ())}
        games = (*(key.code for key in self.games.keys), *before.games)
        try:
            rights = entered_rights(
                typed[NUMBER],
                typed[DAY],
                self.games.games,
                rehearsals,
                known_games=games,
                known_rehearsals=known,
                trainee=self.games.trainee,
            )
        except Exception as error:
            if not foreseen(error):
                raise
            self._refuse(error)
            return
        reason = typed[REASON]
        self._begin_storing(
            lambda: self._store(listed, rights, reason), lambda made: self.stored.emit(made, rights, reason)
        )
