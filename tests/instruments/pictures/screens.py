"""Draws every screen in every language as a PNG: ``python3 -m tests pictures [FOLDER]``.

Made from sample views, without a table; the default folder is ``.pictures``.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from console.base.words import LANGUAGES
from console.table.ui.kit import theme
from tests.base.words.catalogues import words
from tests.commissioning.ui import samples as commissioning
from tests.floor.ui import samples as floor
from tests.instruments.pictures.text_measure import measured, small
from tests.rehearsals.ui import samples as rehearsal
from tests.supervisor.ui.review import samples as review
from tests.table.ui.harness.drawn import SIZE, Samples, let_go
from tests.table.ui.people import samples as people
from tests.table.ui.samples import screens as tables
from tests.table.ui.sign_in import samples as sign_in
from tests.table.ui.window import samples as window

ROOMS: Final = (tables, review, window, sign_in, people, commissioning, floor, rehearsal)
"""The rooms that have screens; each has its samples itself."""
_LARGER: Final = ((1920, 1080), (2560, 1440), (1280, 1024), (1024, 600))
_SIZES: Final = {
    "dealing": _LARGER,
    "ro-result": _LARGER,
    "ro-no-reader": _LARGER[2:],
    "ro-settle-rows": _LARGER[:3],
}
"""Further sizes for a state."""


@cache
def every_screen() -> Samples:
    """All screens, by the names of their pictures."""
    return {name: made for room in ROOMS for name, made in room.SCREENS.items()}


def draw(folder: Path, name: str, language: str, size: tuple[int, int] = SIZE) -> Path:
    """Draw one screen in one language; where the picture is."""
    screen = every_screen()[name](language, *size)
    beyond = "" if size == SIZE else f"-{size[0]}x{size[1]}"
    target = folder / f"{name}-{language}{beyond}.png"
    screen.grab().save(str(target))
    let_go(screen)
    return target


HOSTILE: Final = "floor-hostile"
"""Screens whose names no house has."""


def unmeant(name: str, flaws: Iterable[str]) -> list[str]:
    """The flaws of a screen without those that are meant: a name of 5,000 letters is cut."""
    return [flaw for flaw in flaws if not (name.startswith(HOSTILE) and flaw.startswith("elided: "))]


AT_TABLES: Final = (
    "start-menu", "start-sign-in", "start-simulated", "start-terminals", "start-trainee", "start-trouble",
    "rehearsal-belief", "rehearsal-said", "rehearsal-sign-in", "rehearsal-told",
)  # fmt: skip
"""The beginnings of the names of screens that a dealer or pit boss reads at a table, beside those at play;
the others stand on a desk.
"""


def least_of(name: str) -> int:
    """The least letters of a screen, in units."""
    return theme.LEAST if name in tables.SCREENS or name.startswith(AT_TABLES) else theme.DESK_LEAST


def small_texts() -> dict[str, int]:
    """The number of texts smaller than the least size of their screens, in the language in which the suite
    looks at each; the list says why they may be.
    """
    listed = (Path(__file__).parents[2] / "app" / "small_texts.tsv").read_text("utf-8").splitlines()
    return {name: int(count) for name, count, _ in (line.split("\t") for line in listed)}


def measure(only: str, languages: list[str]) -> int:
    """Measure every text of every state in every language; how many flaws there are, each a line."""
    found, may_be_small = 0, small_texts()
    for name, made in every_screen().items():
        for language in languages if name.startswith(only) else ():
            screen = made(language, *SIZE)
            sign = frozenset([words(language).text("felt.no_more_bets").upper()])
            texts, flawed = measured(screen, sign)
            if name not in may_be_small:
                least = least_of(name)
                flawed += [f"under {least} units: {text!r}" for text in small(texts, least)]
            for flaw in unmeant(name, flawed):
                print(f"{name} {language} {flaw}")
                found += 1
            let_go(screen)
    return found


def main(argv: Sequence[str]) -> int:
    """Draw all that was asked for; 1 if a text that was measured can't be read."""
    parser = argparse.ArgumentParser(prog="python3 -m tests pictures", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(".pictures"))
    parser.add_argument("--only", default="", help="states whose name begins so")
    parser.add_argument("--lang", default=",".join(LANGUAGES))
    parser.add_argument("--measure", action="store_true", help="draw nothing; say which texts can't be read")
    asked = parser.parse_args(argv)
    os.environ["TZ"] = "UTC"
    time.tzset()
    app = QApplication.instance() or QApplication([])
    if asked.measure:
        return 1 if measure(asked.only, asked.lang.split(",")) else 0
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in every_screen():
        for language in asked.lang.split(",") if name.startswith(asked.only) else ():
            for size in (SIZE, *(_SIZES.get(name, ()) if language == "en" else ())):
                draw(asked.folder, name, language, size)
    app.processEvents()
    return 0
