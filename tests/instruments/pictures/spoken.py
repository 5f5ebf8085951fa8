"""A screen in a language that nobody speaks: words that are English still, and phrases cut short.

Every phrase of that language is accented and stands between ``‹`` and ``›``
(:mod:`tests.table.words.pseudo`), so what stands on a screen without an accent was never asked of a
catalogue. In a copy with such a language ``python3 -m tests.instruments.pictures.spoken CODE [EACH [FIRST]]``
measures each EACHth screen, and prints the flaws.
"""

from __future__ import annotations

import atexit
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from tests.floor.ui import samples as floor
from tests.instruments.pictures.screens import ROOMS
from tests.instruments.pictures.text_measure import flaws_of, listened, seen_of
from tests.rehearsals.ui import samples as rehearsal
from tests.table.ui.harness.drawn import SIZE

_WORD = re.compile(r"[A-Za-zÀ-ʯḀ-ỿ]{2,}")
_PLAIN = re.compile(r"[A-Za-z]+")
_NO_WORD = re.compile(
    r"\{\"do\":.*\}|\S*(?:/|://|\.toml|\.pdf|\.json|\.db)\S*|[A-Z]{2,3}(?:-[A-Z]+)?-\d[\w.-]*|\b[0-9a-f]{16}\b"
)
"""Lines of the table protocol; addresses and files; clauses; a digest in groups."""
TYPED = (
    "The chair was moved before the hand began, and the camera was not hidden for long",
    "It rolled under the chair",
    "service before eight; the reader was changed",
    "The shoe was silent twice after four.",
    "7♠ creased, deck 3",
    "zeppelin",
)
"""Texts that people and devices wrote in the samples: they stand on every screen as they were written."""
NAMES = frozenset(
    (
        *("rasa", "jonas", "ingrid", "ruta", "petras", "mikael", "aleksandra", "hohenfeld", "casino", "nord"),
        *("haruto", "astrid", "lukas", "hans", "joachim", "oberreitermayr", "mina", "kowalczyk"),
        *("enter", "esc", "tab"),
        *("table", "guest", "eur", "abc", "abcdefghij", "utc", "csv", "pdf", "xlsx"),
    )
)
"""People, tables and currencies of the samples; the letters on a key; kinds of files."""
_TECHNICAL = frozenset(("start-trouble", "start-commissioning-failed"))
"""Where a file's error, or a line of a scene, stands as it is read: with the file's own words."""


def flaws_in(screen: QWidget, sign: frozenset[str], *, technical: bool = False) -> tuple[list[str], int]:
    """The faults of a screen's texts in a language that nobody speaks, and the number of texts."""
    with listened() as heard:
        screen.grab()
    painted: dict[QWidget, list[str]] = {}
    for widget, text in heard:
        painted.setdefault(widget, []).append(text.text)
    found = flaws_of(seen_of(screen, heard), sign)
    found += [f"cut short: {texts}" for texts in painted.values() if _is_cut("".join(texts))]
    if not technical:
        said = {text for texts in painted.values() for text in texts} | set(_heard(screen))
        found += [f"English: {text!r}" for text in sorted(said) if _english(text)]
    return found, len(heard)


def _is_cut(texts: str) -> bool:
    return texts.count("‹") != texts.count("›")


def _english(text: str) -> list[str]:
    """The words of a text that neither the pseudo-language nor a name nor the market's language has."""
    for typed in TYPED:
        text = "" if text.strip("«»… \xa0") in typed else text.replace(typed, "")
    words = (word for word in _WORD.findall(_NO_WORD.sub("", text)) if _PLAIN.fullmatch(word))
    return [word for word in words if word.casefold() not in NAMES | _codes() | aloud()]


@cache
def _codes() -> frozenset[str]:
    own = (word.casefold() for row in LOCALES.values() for word in (*_WORD.findall(row.name), row.code))
    return frozenset(own)


def _heard(screen: QWidget) -> Iterator[str]:
    """The texts that are read aloud of the visible parts, and those in empty fields."""
    for part in (screen, *screen.findChildren(QWidget)):
        if part.isVisibleTo(screen):
            yield from (part.accessibleName(), part.accessibleDescription(), part.toolTip())
            if isinstance(part, QLabel):
                yield part.text()
            if isinstance(part, QLineEdit):
                yield part.placeholderText()


@cache
def aloud() -> frozenset[str]:
    """The words that are said aloud or to players: in the market's language, not in the screen's."""
    said = set[str]()
    for language in LANGUAGES:
        # What players are told begins with the incident's name. No market speaks English.
        for family in ("say.", "notice.", *(() if language == "en" else ("incident.",))):
            for _, text in Words(language).phrases(family):
                said |= {word.casefold() for word in _WORD.findall(text.replace("\u00ad", ""))}
    return frozenset(said)


def screens(code: str) -> dict[str, Callable[[], QWidget]]:
    """The screens in the language, by the names of their pictures, but the wall's and the rehearsals'."""
    return {
        name: partial(each, code, *SIZE)
        for room in ROOMS
        if room not in (floor, rehearsal)
        for name, each in room.SCREENS.items()
    }


def main(code: str, each: int = 1, first: int = 0) -> int:
    """Measure; print the flaws and at last how much was measured."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    app = QApplication([])
    sign = frozenset([Words(code).text("felt.no_more_bets").upper()])
    found, texts, measured = 0, 0, sorted(screens(code).items())[first::each]
    for name, made in measured:
        screen = made()
        flawed, count = flaws_in(screen, sign, technical=name in _TECHNICAL)
        for flaw in flawed:
            print(f"{name}: {flaw}")
        found, texts = found + len(flawed), texts + count
        screen.deleteLater()
    app.processEvents()
    print(f"{texts} texts on {len(measured)} screens")
    sys.stdout.flush()
    atexit._run_exitfuncs()  # folders for the screens' journals are removed
    os._exit(1 if found else 0)  # the windows that were never shown need no farewell


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
