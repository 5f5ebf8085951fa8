"""Every sign that the console writes, language by language, as this screen draws it."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter, QRawFont
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from console.commissioning.proofs.panel_proofs import signs_proof
from console.commissioning.ui.panel.step import PanelStep
from console.table.ui.kit import WordKey, advance, lay, theme, write
from console.table.ui.signs import Sign

_NAME: Final = 176.0
"""The width of the languages' keys with the gap behind them, in units."""
_LINE: Final = 1.3
_SIZES: Final = (17, 16, 15, 14, 13, 12)
"""The letters' sizes, of which the largest that has room for the last language is taken."""
_APART: Final = 3.0
"""Units between two signs."""
_LEAST: Final = 46.0
"""The least height of a language, for its key."""
_NOT_DRAWN: Final = "\u00ad\u200b\u2060\u2066\u2067\u2068\u2069"
"""Marks for breaks and directions, which have no form."""


@cache
def signs_of(language: str) -> str:
    """Every sign of a language's phrases, its letters in both cases, figures and quotation marks, by their
    numbers in Unicode.
    """
    locale = LOCALES[language]
    used = {sign for _, text in Words(language).phrases("") for sign in text}
    letters = locale.alphabet + "".join(locale.keys)
    used.update(letters, letters.upper(), *locale.quotes)
    return "".join(sorted(sign for sign in used if not sign.isspace() and sign not in _NOT_DRAWN))


def lacking(signs: str) -> str:
    faces = [QRawFont.fromFont(QFont([family])) for family in theme.families()]
    return "".join(sign for sign in signs if not any(face.supportsCharacter(ord(sign)) for face in faces))


class LanguageSigns(PanelStep):
    """The signs of each language beside its name; a press on the name reports them as wrong."""

    name = "signs"

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.wrong: list[str] = []
        """The languages whose signs are not right."""
        self._size = _SIZES[0]
        self._laid: dict[str, tuple[float, list[str]]] = {}
        """Each language's place from above, and its signs in lines."""
        self.keys = {language: WordKey(Sign("places.globe"), self) for language in LANGUAGES}
        for language, key in self.keys.items():
            key.show_label(LOCALES[language].name)
            key.meant.connect(lambda language=language: self.choose(language))

    def choose(self, language: str) -> None:
        """Report the signs of a language as wrong, or as right."""
        wrong = {*self.wrong} ^ {language}
        self.wrong = [each for each in LANGUAGES if each in wrong]
        for each, key in self.keys.items():
            key.choose(each in wrong)
        self.changed.emit()

    def begin(self) -> None:
        for language in self.wrong:
            self.keys[language].choose(False)
        self.wrong = []

    @property
    def answers(self) -> tuple[str, ...]:
        if not self.wrong:
            return (self.words.text("commissioning.signs.yes"),)
        return (self.words.text("commissioning.signs.no", languages=self._wrong),)

    @property
    def sign(self) -> Sign:
        return Sign("outcomes.cross") if self.wrong else Sign("states.tick")

    @property
    def _wrong(self) -> tuple[str, ...]:
        return tuple(LOCALES[language].name for language in self.wrong)

    def answer(self, at: int) -> None:
        every = "".join(sorted({sign for language in LANGUAGES for sign in signs_of(language)}))
        self.prove([signs_proof(len(every), lacking(every), self._wrong)])

    # --- layout and painting ----------------------------------------------------------------------

    def _lines(self, language: str, size: int) -> list[str]:
        """The signs in lines that fit the width; only the first language has ASCII's."""
        shared = "" if language == LANGUAGES[0] else signs_of(LANGUAGES[0])
        room, face, lines = self.wide - _NAME - 24, theme.font(size), [""]
        reach = 0.0
        for sign in signs_of(language):
            if sign in shared and sign.isascii():
                continue
            wide = advance(sign, face) + _APART
            if reach + wide > room:
                lines.append("")
                reach = 0.0
            lines[-1] += sign
            reach += wide
        return lines

    def _set_in(self, size: int) -> float:
        """Break the signs of every language into lines of this size; returns their whole height."""
        self._size, y = size, 0.0
        for language in self.keys:
            lines = self._lines(language, size)
            self._laid[language] = (y, lines)
            y += max(_LEAST, len(lines) * _LINE * size + 8)
        return y

    def arrange(self) -> None:
        if self.wide <= _NAME or self.high <= 0:
            return  # The page is not laid out yet.
        for size in _SIZES:
            if self._set_in(size) <= self.high:
                break
        for language, key in self.keys.items():
            lay(self, key, QRectF(7, self._laid[language][0], _NAME - 24, 40))

    def paint(self, painter: QPainter) -> None:
        face, high = theme.font(self._size), _LINE * self._size
        for top, lines in self._laid.values():
            y = top + 9 + high / 2
            for line in lines:
                x = _NAME
                for sign in line:
                    write(painter, sign, x, y, face, theme.T0)
                    x += advance(sign, face) + _APART
                y += high
