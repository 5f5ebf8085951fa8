"""The form for a person's licence: number, last day, games, rehearsals before dealing, and why it changes.

The form knows the question and the last refusal; what a date or a rehearsal can be is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from console.game.games import GAMES
from console.people.answers import REASON_MOST, ListedPerson
from console.people.dealing_rights import DealingRights, entered_rights
from console.table.showing.screen_values import Person
from console.ui.kit.keys import ChoiceKey
from console.ui.kit.panel import ACROSS, DOWN, Label, Panel
from console.ui.kit.theme import T2
from console.ui.people.person_form import CHOICE_HEIGHT, PeopleForm
from console.words import Words
from console.words.failures import foreseen
from console.words.names import game_name

NUMBER, DAY, REHEARSALS, REASON = _FIELDS = (
    "people.ask.licence",
    "people.ask.until",
    "people.rights.rehearsals",
    "people.ask.reason",
)
_GAMES: Final = "people.ask.games"


class LicenceForm(PeopleForm):
    """A person's licence, as it is now, to be changed."""

    stored = Signal(object, object, str)
    """The :class:`Person`, the new :class:`DealingRights`, and the reason, even if the form was left
    meanwhile.
    """

    def __init__(
        self,
        store: Callable[[Person, DealingRights, str], Person],
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        """``store`` keeps a person's new conditions for a reason; it is called in a thread."""
        super().__init__(_FIELDS, words, parent, limit=REASON_MOST)
        self._store = store
        self.listed: ListedPerson | None = None
        """The person whose licence is asked for."""
        self._games: tuple[str, ...] = ()
        self._keys = [
            ChoiceKey(self, "", name, self.turn_game) for name, row in GAMES.items() if not row.is_example
        ]
        self._labels[_GAMES] = Label(17, T2, bold=True)
        games = Panel(
            DOWN, self._labels[_GAMES], Panel(ACROSS, *self._keys, high=CHOICE_HEIGHT, gap=10), gap=4
        )
        first = Panel(ACROSS, self._asked(NUMBER), self._asked(DAY), gap=40, shares=(1, 1))
        self._lay(first, games, self._asked(REHEARSALS), self._asked(REASON))
        self.covers()
        self.set_words(words)

    def begin(self, listed: ListedPerson) -> None:
        """Ask for a person's licence; the fields have it as it is."""
        rights = listed.rights
        self.listed, self._refused, self._games = listed, None, rights.games
        self._begun += 1
        until = "" if rights.until is None else rights.until.isoformat()
        texts = (rights.licence, until, " ".join(rights.rehearsals), "")
        for key, text in zip(_FIELDS, texts, strict=True):
            self._inputs[key].setText(text)
        self.set_words(self.words)
        self._inputs[DAY].setFocus(Qt.FocusReason.OtherFocusReason)
        self._inputs[DAY].selectAll()

    def turn_game(self, game: str) -> None:
        """Add a game to the licence, or take it out; without any it covers all."""
        there = {each.code for each in self._keys}
        chosen = {*self._games} ^ {game}
        kept = (each for each in self._games if each not in there)  # of a house's own game
        self._games = (*(each.code for each in self._keys if each.code in chosen), *kept)
        self.set_words(self.words)

    def set_words(self, words: Words) -> None:
        for key in self._keys:
            key.name(game_name(words, key.code))
            key.setChecked(key.code in self._games)
        self.primary.show_label(words.text("people.licence.press"))
        super().set_words(words)

    @property
    def _title(self) -> str:
        if self.listed is None:
            return ""
        person = self.listed.person
        return self.words.text("people.licence.title", name=person.name, id=person.id)

    def enter(self) -> None:
        if self._making.busy or self.listed is None:
            return
        typed = {key: field.text() for key, field in self._inputs.items()}
        rehearsals = tuple(typed[REHEARSALS].replace(",", " ").split())
        person, before = self.listed.person, self.listed.rights
        known = {*before.rehearsals, *(_shipped_rehearsals() if rehearsals != before.rehearsals else ())}
        games = (*(key.code for key in self._keys), *before.games)
        try:
            rights = entered_rights(
                typed[NUMBER],
                typed[DAY],
                self._games,
                rehearsals,
                known_games=games,
                known_rehearsals=known,
            )
        except Exception as error:
            if not foreseen(error):
                raise
            self._refuse(error)
            return
        self._making.begin(self._keep(person, rights, typed[REASON], self._begun))

    async def _keep(self, person: Person, rights: DealingRights, reason: str, begun: int) -> None:
        """Store the licence of a person who was asked for when the form had ``begun`` so often."""
        try:
            made = await self._making.of(lambda _: self._store(person, rights, reason))
        except Exception as error:
            if begun == self._begun or not foreseen(error):
                raise
            return  # who left the form has changed nothing
        self.stored.emit(made, rights, reason)
        if begun == self._begun:
            self.made.emit(made)


def _shipped_rehearsals() -> frozenset[str]:
    from console.rehearsal.script import built_in_rehearsals  # no list is opened for them

    return frozenset(each.name for each in built_in_rehearsals())
