"""Presses of a real window system, made while the window's process is stopped after a new prompt.

An X server without a screen, a table's real window on it, keys and clicks that the server itself makes and
stamps. What a press is judged by must be the moment at which it was made: one that was made 0.1 s after a
prompt was painted is not taken though it is handled a second later; without the stamps it is.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from tests.holds.driving import ROOT
from tests.holds.report import Harm

NEEDED: Final = ("Xvfb", "xdotool")
BADGE: Final = "0012345617"
STOPPED: Final = 0.9
"""Seconds for which the window's process stands."""
SOON: Final = 0.3
"""Seconds after a paint within which a press must have been made for its case to count; others are let go."""
TRIES: Final = 20
_PATIENCE: Final = 60.0


class Missed(Exception):
    """A machine was too slow for what was to be done: it is done again."""


# --- the window's process --------------------------------------------------------------------------


def _window() -> None:
    """A table in its window on this process's screen; lines in are the world's, lines out what came of it."""
    from PySide6.QtCore import QSocketNotifier, QTimer
    from PySide6.QtWidgets import QApplication

    from console.devices.model import DeviceRole
    from console.table.running.clock import SystemClock
    from console.table.running.station import Heard, Pressed, Shown
    from console.ui.hands.event_times import EventTimes
    from tests.ui.stands.straight import Straight

    application = QApplication([])
    clock = SystemClock()
    table = Straight("lt", "baccarat", clock=clock)
    guard, typed = table.window.dealer.guard, table.window.typed
    painted: list[float | None] = [None]

    def tell(**told: Any) -> None:
        print(msgspec.json.encode(told).decode(), flush=True)

    def dropped(drop: object, before: Any = guard.tell) -> None:
        before(drop)
        tell(dropped=str(drop))

    def turn() -> None:
        while table.line.said:
            line, pressed = table.line.said.popleft()
            if pressed:
                tell(said=msgspec.Raw(line))
            view = table.session.take(line)
            job = Pressed(line) if pressed else Heard(DeviceRole.READER, b"")
            table.window.show_table(Shown(view, table.session.table, None, job))
        if guard.painted_at != painted[0] and guard.painted_at is not None:
            painted[0] = guard.painted_at
            tell(painted=table.view.view.prompt.action)

    def hear() -> None:
        given = os.read(sys.stdin.fileno(), 65536)
        if not given:
            application.quit()
        for line in given.splitlines():
            order = msgspec.json.decode(line)
            if "stamped" in order:
                guard._times = EventTimes(lambda: clock.monotonic() / 1e9, stamped=order["stamped"])
            else:
                table.line.said.append((line, False))

    guard.tell = dropped
    typed.badge.connect(lambda number, _: tell(badge=number))
    turning = QTimer(interval=5)
    turning.timeout.connect(turn)
    turning.start()
    heard = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    heard.activated.connect(hear)
    key = table.window.dealer.bar.primary
    table.window.activateWindow()

    def place() -> None:
        middle = key.mapToGlobal(key.rect().center())
        tell(window=int(table.window.winId()), at=(middle.x(), middle.y()))

    QTimer.singleShot(500, place)
    application.exec()


# --- who presses it ---------------------------------------------------------------------------------


class Screen:
    """An X server without a screen, and the window on it."""

    def __init__(self, display: str) -> None:
        self._env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._window = subprocess.Popen(
            [sys.executable, "-m", "tests.holds.stamps"],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._rest = b""
        there = self.until("window")
        self.x(["mousemove", str(there["at"][0]), str(there["at"][1])])
        self.x(["windowfocus", str(there["window"])])
        self.x(["key", "Shift_L"])  # by which the two clocks are compared

    def x(self, args: list[str]) -> None:
        """The X server makes these events."""
        subprocess.run(["xdotool", *args], env=self._env, check=True, capture_output=True)

    def say(self, order: dict[str, Any]) -> None:
        """The world says something to the table."""
        assert self._window.stdin is not None
        self._window.stdin.write(msgspec.json.encode(order) + b"\n")
        self._window.stdin.flush()

    def heard(self, within: float) -> dict[str, Any] | None:
        """What the window tells next; None when it tells nothing for so long."""
        assert self._window.stdout is not None
        end = time.monotonic() + within
        while b"\n" not in self._rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._window.stdout], [], [], left)[0]:
                return None
            more = os.read(self._window.stdout.fileno(), 65536)
            if not more:
                raise RuntimeError("the window's process has ended")
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        told: dict[str, Any] = msgspec.json.decode(line)
        return told

    def until(self, what: str, value: object = None) -> dict[str, Any]:
        """What the window tells of this kind, and of this value."""
        end = time.monotonic() + _PATIENCE
        while (told := self.heard(max(0.0, end - time.monotonic()))) is not None:
            if what in told and value in (None, told[what]):
                return told
        raise RuntimeError(f"the window never told {what} {value or ''}")

    def nothing_but(self, within: float) -> list[dict[str, Any]]:
        """All that the window tells until it has told nothing for so long."""
        told = []
        while (one := self.heard(within)) is not None:
            told.append(one)
        return told

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The window's process stands still, whatever it is at."""
        os.kill(self._window.pid, signal.SIGSTOP)
        begun = time.monotonic()
        try:
            yield
            time.sleep(max(0.0, STOPPED - (time.monotonic() - begun)))
        finally:
            os.kill(self._window.pid, signal.SIGCONT)

    def close(self) -> None:
        """The window goes."""
        self._window.kill()
        self._window.communicate()


@contextmanager
def server() -> Iterator[str]:
    """An X server; what it is called."""
    read, write = os.pipe()
    made = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        yield ":" + os.read(read, 16).decode().strip()
    finally:
        os.close(read)
        made.terminate()
        made.wait()


ROUND: Final = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")),
)


def _to_the_announcement(screen: Screen) -> None:
    for line in ROUND:
        screen.say(dict(line))
    screen.until("painted", "announce")


def _pressed(screen: Screen, how: list[str], *, stamped: bool) -> tuple[bool, int | None]:
    """Press what comes up, while the process stands: whether it was taken, and for how long it was seen.

    Raises Missed where this machine was too slow to press soon enough.
    """
    screen.say({"stamped": stamped})
    screen.x(["key", "Shift_L"])
    _to_the_announcement(screen)
    time.sleep(0.6)
    screen.x(["key", "Return"])
    screen.until("painted", "collect")
    came = time.monotonic()
    with screen.stopped():
        screen.x(how)
        took = time.monotonic() - came
    told = screen.nothing_but(0.5)
    said = [one["said"] for one in told if "said" in one]
    if not said:
        time.sleep(0.6)
        screen.x(["key", "Return"])
        screen.until("said")
    screen.nothing_but(0.3)
    if took > SOON:
        raise Missed
    return bool(said), said[0]["seen"]["ms"] if said else None


def _badge(screen: Screen) -> str | None:
    """A badge is read at a prompt of the dealer's; what was wrong with that, if anything."""
    screen.say({"stamped": True})
    screen.x(["key", "Shift_L"])
    _to_the_announcement(screen)
    time.sleep(0.6)
    screen.x(["type", "--delay", "5", BADGE + "\n"])
    told = screen.nothing_but(3.0)
    said = [one["said"]["do"] for one in told if "said" in one]
    screen.x(["key", "Escape"])  # the sign-in goes; a finger's Enter counts as ever
    for asked in ("collect", "await_bets"):
        time.sleep(0.8)
        screen.x(["key", "Return"])
        screen.until("painted", asked)
    return f"{told}" if said or {"badge": BADGE} not in told else None


def stamped(times: int) -> Iterator[Harm]:
    """Keys and clicks made in a stopped window, so many of each, with the server's stamps and without."""
    kinds = {"a key": ["key", "Return"], "a click": ["click", "1"]}
    harms = [Harm(f"{name}, made {STOPPED} s before it was handled, X11") for name in kinds]
    badges, bare = Harm("a badge's signs and Enter, X11"), Harm("the same keys without the stamps, X11")
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        yield from (harm.skipped(f"needs {', '.join(missing)}") for harm in (*harms, badges, bare))
        return
    with server() as display:
        screen = Screen(display)
        try:
            for harm, how in zip(harms, kinds.values(), strict=True):
                for _ in range(times):
                    took, ms = _again(screen, how, stamped=True)
                    harm.done(1, [f"taken, seen for {ms} ms"] if took else ())
                yield harm
            taken, _ = _again(screen, kinds["a key"], stamped=False)
            bare.done(1, () if taken else ["not taken: the case shows nothing"])
            bare.note = "taken, as it must be where nothing tells when it was made"
            yield bare
            for _ in range(times):
                wrong = _badge(screen)
                badges.done(1, [wrong] if wrong else ())
            yield badges
        finally:
            screen.close()


def _again(screen: Screen, how: list[str], *, stamped: bool) -> tuple[bool, int | None]:
    for _ in range(TRIES):
        try:
            return _pressed(screen, how, stamped=stamped)
        except Missed:
            continue
    raise RuntimeError(f"no press came within {SOON} s of its prompt in {TRIES} tries")


if __name__ == "__main__":
    _window()
