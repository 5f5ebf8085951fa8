"""Draws every screen in every language as a PNG: ``python3 -m tests pictures [FOLDER]``.

Made from sample views, without a table; the default folder is ``.pictures``.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import LANGUAGES
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.kit.theme import DESK_LEAST, LEAST
from console.ui.pit.pit_boss_screen import PitBossScreen
from tests.ui.harness.incident_calls import IncidentCalls
from tests.ui.samples.duels import DUEL_SAMPLES
from tests.ui.samples.incidents import INCIDENT_SAMPLES, PIT_BOSS_SAMPLES
from tests.ui.samples.seats import SEAT_SAMPLES
from tests.ui.samples.tables import SAMPLES, clock
from tests.ui.samples.wheels import WHEEL_ACTS, WHEEL_SAMPLES
from tests.words.catalogues import words

ALL = {**SAMPLES, **INCIDENT_SAMPLES, **PIT_BOSS_SAMPLES, **SEAT_SAMPLES, **WHEEL_SAMPLES, **DUEL_SAMPLES}
_LARGER = ((1920, 1080), (2560, 1440), (1280, 1024), (1024, 600))
SIZES = {"dealing": _LARGER, "ro-result": _LARGER, "ro-no-reader": _LARGER[2:], "ro-settle-rows": _LARGER[:3]}
"""Further sizes for a state."""


def screen_of(name: str, language: str, size: tuple[int, int] = (1280, 800)) -> DealerScreen | PitBossScreen:
    """The screen of one state in one language."""
    view = ALL[name]
    screen: DealerScreen | PitBossScreen = (
        PitBossScreen(words(language), clock())
        if name in PIT_BOSS_SAMPLES or name.startswith(("bj-p0", "ro-p0"))
        else DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
    )
    screen.resize(*size)
    screen.show_view(view)
    if name in WHEEL_ACTS and isinstance(screen, DealerScreen):
        WHEEL_ACTS[name](screen)
    return screen


def draw(folder: Path, name: str, language: str, size: tuple[int, int] = (1280, 800)) -> Path:
    """Draw one state in one language; where the picture is."""
    screen = screen_of(name, language, size)
    beyond = "" if size == (1280, 800) else f"-{size[0]}x{size[1]}"
    target = folder / f"{name}-{language}{beyond}.png"
    screen.grab().save(str(target))
    let_go(screen)
    return target


def every_screen() -> dict[str, Callable[[str], QWidget]]:
    """All screens by the name of their picture: a table's, the review's and those at the start."""
    from tests.instruments.pictures.floor_screens import FLOOR
    from tests.instruments.pictures.rehearsal_screens import REHEARSALS
    from tests.instruments.pictures.review_screens import REVIEW  # made from journals that are played for it
    from tests.instruments.pictures.start_screens import START

    around = {**REVIEW, **START, **FLOOR, **REHEARSALS}
    return {
        **{name: partial(screen_of, name) for name in ALL},
        **{name: partial(_around_the_table, made) for name, made in around.items()},
    }


def _around_the_table(made: Callable[[str, int, int], QWidget], language: str) -> QWidget:
    return made(language, 1280, 800)


HOSTILE: Final = "floor-hostile"
"""Screens whose names no house has."""


def unmeant(name: str, flaws: Iterable[str]) -> list[str]:
    """The flaws of a screen without those that are meant: a name of 5,000 letters is cut."""
    return [flaw for flaw in flaws if not (name.startswith(HOSTILE) and flaw.startswith("elided: "))]


AT_TABLES: Final = (
    "start-menu", "start-sign-in", "start-simulated", "start-terminals", "start-trainee", "start-trouble",
    "rehearsal-belief", "rehearsal-said", "rehearsal-sign-in", "rehearsal-told",
)  # fmt: skip
"""The beginnings of the names of screens that a dealer or pit boss reads at a table, beside those in
:data:`ALL`; the others stand on a desk.
"""


def least_of(name: str) -> int:
    """The least letters of a screen, in units."""
    return LEAST if name in ALL or name.startswith(AT_TABLES) else DESK_LEAST


def small_texts() -> dict[str, int]:
    """The number of texts smaller than the least size of their screens, in the language in which the suite
    looks at each; the list says why they may be.
    """
    listed = (Path(__file__).parents[2] / "ui" / "small_texts.tsv").read_text("utf-8").splitlines()
    return {name: int(count) for name, count, _ in (line.split("\t") for line in listed)}


def measure(only: str, languages: list[str]) -> int:
    """Measure every text of every state in every language; how many flaws there are, each a line."""
    from tests.instruments.pictures.text_measure import measured, small

    found, may_be_small = 0, small_texts()
    for name, made in every_screen().items():
        for language in languages if name.startswith(only) else ():
            screen = made(language)
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


def draw_review(folder: Path, only: str, languages: list[str]) -> None:
    """Draw the screens that no view of a table makes."""
    for name, made in every_screen().items():
        for language in languages if name.startswith(only) and name not in ALL else ():
            screen = made(language)
            screen.grab().save(str(folder / f"{name}-{language}.png"))
            let_go(screen)


def let_go(screen: QWidget) -> None:
    """Free it at once: no event loop runs that would."""
    screen.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


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
    for name in ALL:
        for language in asked.lang.split(",") if name.startswith(asked.only) else ():
            draw(asked.folder, name, language)
            for size in SIZES.get(name, ()) if language == "en" else ():
                draw(asked.folder, name, language, size)
    draw_review(asked.folder, asked.only, asked.lang.split(","))
    app.processEvents()
    return 0
