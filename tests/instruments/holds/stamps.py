"""Presses of a real window system, made while the window's process is stopped after a new prompt.

An X server without a screen, or a Wayland compositor in one; a table's real window on it; keys and clicks
that the server itself makes and stamps. A press must be judged by the moment at which it was made: one
that was made 0.1 s after a prompt was painted is not taken though it is handled a second later; without the
stamps it is.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TypeAlias

import msgspec

from tests.instruments.holds.driving import ROOT
from tests.instruments.holds.report import Harm

X11: Final = ("Xvfb", "xdotool")
WAYLAND: Final = (*X11, "weston")
BADGE: Final = "0012345617"
STOPPED: Final = 0.9
"""Seconds for which the window's process stands."""
SOON: Final = 0.3
"""Seconds after a paint within which a press must have been made for its case to count; others are let go."""
TRIES: Final = 20
_PATIENCE: Final = 60.0


Server: TypeAlias = AbstractContextManager[dict[str, str]]


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
    guard, typed = table.window.dealer.guard, table.window.sign_in.badges.typed
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

    def __init__(self, env: dict[str, str]) -> None:
        """``env``: where the window is shown, and by what it is pressed."""
        self._env = {**os.environ, **env}
        self._window = subprocess.Popen(
            [sys.executable, "-m", "tests.instruments.holds.stamps"],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._rest = b""
        there = self.until("window")
        self.x(["mousemove", str(there["at"][0]), str(there["at"][1])])
        if env["QT_QPA_PLATFORM"] == "xcb":
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
def x_server() -> Iterator[dict[str, str]]:
    """An X server; how a window comes to it."""
    read, write = os.pipe()
    made = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        yield {"DISPLAY": ":" + os.read(read, 16).decode().strip(), "QT_QPA_PLATFORM": "xcb"}
    finally:
        os.close(read)
        made.terminate()
        made.wait()


@contextmanager
def compositor() -> Iterator[dict[str, str]]:
    """A Wayland compositor whose screen is a window of an X server, by which it is pressed."""
    with x_server() as x, tempfile.TemporaryDirectory(prefix="dealer-console-wayland-") as folder:
        env = {**x, "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "stamps", "QT_QPA_PLATFORM": "wayland"}
        made = subprocess.Popen(
            [
                *("weston", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--no-config"),
                *("--socket=stamps", "--width=1280", "--height=800"),
            ],
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            end = time.monotonic() + _PATIENCE
            while not os.path.exists(os.path.join(folder, "stamps")):
                if time.monotonic() > end or made.poll() is not None:
                    raise RuntimeError("weston did not start")
                time.sleep(0.05)
            yield env
        finally:
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
    """So many keys and clicks in a stopped window, with the server's stamps and without; and badges."""
    yield from _on("X11", X11, x_server, times)
    yield from _on("Wayland", WAYLAND, compositor, times)


def _on(name: str, needed: tuple[str, ...], server: Callable[[], Server], times: int) -> Iterator[Harm]:
    kinds = {"a key": ["key", "Return"], "a click": ["click", "1"]}
    harms = [Harm(f"{kind}, made up to {STOPPED} s before it was handled, {name}") for kind in kinds]
    bare = Harm(f"the same key without the stamps, {name}")
    badges = Harm(f"a badge's signs and Enter, {name}")
    if missing := [each for each in needed if shutil.which(each) is None]:
        yield from (harm.skipped(f"needs {', '.join(missing)}") for harm in (*harms, bare, badges))
        return
    with server() as env:
        screen = Screen(env)
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
