"""The console's own sound: the first player that plays it, the system's bell without one."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.system import resource_folder
from console.table.ui.kit import sound
from tests.base.words.catalogues import words

RATE, LONG = 22_050, 0.2
PARTIALS = ((880.0, 0.55, 14.0), (1_760.0, 0.2, 20.0), (2_430.0, 0.1, 34.0))
"""The strike's tones: Hz, share of the full height, and how fast it fades."""


def drawn() -> bytes:
    """The sound as it is made: the partials of a small bell, each fading."""
    samples = array("h")
    for at in range(round(RATE * LONG)):
        t = at / RATE
        rises = min(1.0, t / 0.002)
        height = sum(
            share * math.exp(-fades * t) * math.sin(math.tau * hz * t) for hz, share, fades in PARTIALS
        )
        samples.append(round(32_000 * rises * height))
    return samples.tobytes()


@pytest.fixture
def played(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the only programs, on a platform that has screens; a player writes what it is given."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(sound, "PLAYERS", tuple((f"own-{each[0]}", *each[1:]) for each in sound.PLAYERS))
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    sound._players.cache_clear()
    return tmp_path


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """The bell's strokes."""
    strokes: list[None] = []
    monkeypatch.setattr(QApplication, "beep", lambda: strokes.append(None))
    return strokes


def player(folder: Path, name: str, status: int) -> None:
    file = folder / f"own-{name}"
    file.write_text(f'#!/bin/sh\necho "{name} $@" >> {folder}/played\nexit {status}\n', "utf-8")
    file.chmod(0o755)


def test_a_player_whose_server_is_not_there_gives_way_to_the_next(
    qtbot: QtBot, played: Path, rung: list[None]
) -> None:
    player(played, "pw-play", 1)
    player(played, "aplay", 0)
    sound.strike()
    file = resource_folder("sounds") / "strike.wav"
    expected = f"pw-play {file}\naplay -q {file}\n"
    qtbot.waitUntil(lambda: (played / "played").exists() and (played / "played").read_text() == expected)
    assert not rung


def test_the_bell_rings_where_no_player_plays(
    qtbot: QtBot, played: Path, rung: list[None], capsys: pytest.CaptureFixture[str]
) -> None:
    sound.strike()
    assert len(rung) == 1
    sound.warn_if_silent(words("ja"))
    assert capsys.readouterr().err == words("ja").text("sound.none") + "\n"
    player(played, "aplay", 1)
    sound._players.cache_clear()
    sound.strike()
    qtbot.waitUntil(lambda: len(rung) == 2)
    sound.warn_if_silent(words("ja"))
    assert not capsys.readouterr().err, "there is one; whether it plays is known only by playing"


def test_the_sound_is_the_one_that_is_written_here() -> None:
    with wave.open(str(resource_folder("sounds") / "strike.wav"), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        frames = file.readframes(file.getnframes())
    there, made = array("h"), array("h")
    there.frombytes(frames)
    made.frombytes(drawn())
    assert len(there) == len(made) and max(abs(a - b) for a, b in zip(there, made, strict=True)) <= 1
    assert max(map(abs, there)) > 16_000, "loud"
