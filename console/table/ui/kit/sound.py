"""The console's own sound, played by the system's player: a kiosk's compositor has no bell for Qt to ring."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from console.base.system import resource_folder
from console.base.words import Words
from console.table.ui.kit.monitors import has_screens

PLAYERS: Final = (("pw-play",), ("paplay",), ("aplay", "-q"))
"""The commands that play a file, in the order of trial: PipeWire's, PulseAudio's, ALSA's."""


APART: Final = 220
"""Milliseconds between two strikes of a tone."""


def strike() -> None:
    """Play the sound once, without waiting for its end; the system's bell where no player can."""
    _play(_players() if has_screens() else ())


def warn_if_silent(words: Words) -> None:
    """Print that no player is installed."""
    if has_screens() and not _players():
        print(words.text("sound.none"), file=sys.stderr)


@cache
def _players() -> tuple[Sequence[str], ...]:
    return tuple(each for each in PLAYERS if shutil.which(each[0]))


def _play(players: Sequence[Sequence[str]]) -> None:
    """Play by the first of these players, or by the next if it fails, as one does without its server."""
    if not players:
        QApplication.beep()
        return
    (program, *options), *others = players
    playing = QProcess(QGuiApplication.instance())

    def end(status: int) -> None:
        playing.deleteLater()
        if status:
            _play(others)

    playing.finished.connect(end)
    playing.start(program, [*options, str(resource_folder("sounds") / "strike.wav")])


class Tones(QObject):
    """Plays an urgency's strikes, so that it is known by its rhythm; a greater one ends a lesser one."""

    def __init__(self, strike: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._strike = strike
        self._left = self._of = 0
        self._next = QTimer(self, interval=APART)
        self._next.timeout.connect(self._go_on)

    def play(self, strikes: int) -> None:
        if not strikes or (self._left and strikes <= self._of):
            return
        self._left = self._of = strikes
        self._go_on()

    def _go_on(self) -> None:
        if not self._left:
            self._next.stop()
            return
        self._left -= 1
        self._strike()
        self._next.start()

    def stop(self) -> None:
        self._left = 0
        self._next.stop()
