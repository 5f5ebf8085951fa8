"""The keys for the games that a person may deal, and for a trainee."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.game.games import GAMES
from console.table.people.dealing_rights import DealingRights
from console.table.ui.kit import theme
from console.table.ui.kit.keys import ChoiceKey
from console.table.ui.kit.panel import ACROSS, DOWN, Label, Panel
from console.table.words.names import game_name

_LABEL: Final = "people.ask.games"
_TRAINEE: Final = "trainee"


class GamesAsked(Panel):
    """A key for each game beneath their label, and one for a trainee beneath its own: a trainee is no game.
    Each turns what it says on or off.
    """

    def __init__(self, parent: QWidget, words: Words, *, high: float) -> None:
        """``high`` is the keys' height in units."""
        self._words = words
        self.games: tuple[str, ...] = ()
        """The games that are chosen; without any the person may deal all."""
        self.trainee = False
        self._label, self._about_trainee = Label(17, theme.T2, bold=True), Label(17, theme.T2, bold=True)
        self.keys = [
            ChoiceKey(parent, "", name, self.turn_game, turns=True)
            for name, row in GAMES.items()
            if not row.is_example
        ]
        self.training = ChoiceKey(parent, "", _TRAINEE, self.turn_trainee, turns=True)
        games = Panel(DOWN, self._label, Panel(ACROSS, *self.keys, high=high, gap=10), gap=4)
        training = Panel(DOWN, self._about_trainee, Panel(ACROSS, self.training, high=high), gap=4)
        super().__init__(ACROSS, games, training, gap=40, shares=(3, 2))

    def begin(self, rights: DealingRights) -> None:
        self.games, self.trainee = rights.games, rights.trainee
        self.set_words(self._words)

    def turn_game(self, game: str) -> None:
        there = {each.code for each in self.keys}
        chosen = {*self.games} ^ {game}
        kept = (each for each in self.games if each not in there)  # other games are the house's own
        self.games = (*(each.code for each in self.keys if each.code in chosen), *kept)
        self.set_words(self._words)

    def turn_trainee(self, _: str) -> None:
        """The person is a trainee, or no longer one."""
        self.trainee = not self.trainee
        self.set_words(self._words)

    def set_words(self, words: Words) -> None:
        self._words = words
        self._label.setText(words.text(_LABEL))
        self._about_trainee.setText(words.text("people.rights.trainee"))
        for key in self.keys:
            key.name(game_name(words, key.code))
            key.setChecked(key.code in self.games)
        self.training.name(words.text("people.trainee"))
        self.training.setChecked(self.trainee)
