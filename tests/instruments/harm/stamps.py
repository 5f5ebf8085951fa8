"""Presses of a real window system, made while the window's process is stopped after a new prompt.

An X server without a screen, or a Wayland compositor in one; a table's real window on it; keys and clicks
that the server itself makes and stamps. A press must be judged by the moment at which it was made: one
that was made 0.1 s after a prompt was painted is not taken though it is handled a second later. So must
signs: a finger's, handled all at once, are no badge's.

Each case has its control, in which the window is as it was before: without the stamps the press is taken and
the finger's signs are a reader's; without the reader the Enter of a badge confirms the prompt.
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
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from itertools import count, pairwise
from typing import Any, Final, TypeAlias

import msgspec

from console.table.ui.hands.signs_typed import APART, HELD
from tests.instruments.harm.driving import ROOT
from tests.instruments.harm.report import Harm

X11: Final = ("Xvfb", "xdotool")
WAYLAND: Final = (*X11, "weston")
BADGE: Final = "0012345617"
FINGERED: Final = 120
"""Milliseconds between two signs of a quick finger."""
STOPPED: Final = 0.9
"""Seconds for which the window's process stands."""
SOON: Final = 0.3
"""Seconds after a paint within which a press must have been made for its case to count; others are let go."""
TRIES: Final = 20
CONTROLS: Final = 5
"""Times at most that a control is done."""
_PATIENCE: Final = 60.0


Server: TypeAlias = AbstractContextManager[dict[str, str]]


class Missed(Exception):
    """A machine was too slow for what was to be done: it is done again."""


# --- the window's process --------------------------------------------------------------------------


def _window() -> None:
    """A table in its window on this process's screen; lines in are the world's, lines out what came of it."""
    from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QApplication

    from console.table.core import BytesJob, LineJob, ShownTable, SystemClock
    from console.table.devices import DeviceRole
    from console.table.ui.hands.guard import EventTimes
    from console.table.ui.hands.signs_typed import TypedSigns
    from tests.table.ui.harness.straight import Straight

    application = QApplication([])
    clock = SystemClock()
    table = Straight("lt", "baccarat", clock=clock)
    guard, typed = table.window.dealer.guard, table.window.sign_in.badges.typed
    painted: list[float | None] = [None]
    made: list[int] = []
    reads = [True]

    def tell(**told: Any) -> None:
        print(msgspec.json.encode(told).decode(), flush=True)

    def dropped(drop: object, before: Any = guard.on_refused) -> None:
        before(drop)
        tell(dropped=str(drop))

    def takes(*given: Any, **how: Any) -> bool:
        return reads[0] and TypedSigns.takes(typed, *given, **how)

    def turn() -> None:
        while table.line.waiting:
            line, pressed = table.line.waiting.popleft()
            if pressed:
                tell(said=msgspec.Raw(line))
            view = table.session.take(line)
            job = LineJob(line) if pressed else BytesJob(DeviceRole.READER, b"")
            table.window.show_table(ShownTable(view, table.session.table, None, job))
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
                guard.times = EventTimes(lambda: clock.monotonic() / 1e9, stamped=order["stamped"])
                reads[0] = order["reader"]
            else:
                table.line.waiting.append((line, False))

    class Fence(QObject):
        """Tells that a Shift has come, and how far apart the signs before it were made."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            pressed = event.type() is QEvent.Type.KeyPress and watched.isWindowType()
            if not (pressed and isinstance(event, QKeyEvent)):
                return False
            if event.key() == Qt.Key.Key_Shift:
                tell(fence=[after - before for before, after in pairwise(made)])
                made.clear()
            else:
                made.append(event.timestamp())
            return False

    fence = Fence()
    application.installEventFilter(fence)
    guard.on_refused = dropped
    typed.takes = takes  # type: ignore[method-assign]
    typed.badge.connect(lambda number, *_: tell(badge=number))
    typed.dropped.connect(lambda: tell(dropped="signs"))
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


class PressedWindow:
    """An X server without a screen, and the window on it."""

    def __init__(self, env: dict[str, str]) -> None:
        """``env``: where the window is shown, and by what it is pressed."""
        self._env = {**os.environ, **env}
        self._window = subprocess.Popen(
            [sys.executable, "-m", "tests.instruments.harm.stamps"],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._rest = b""
        self.rounds = count()
        """The numbers of those that are played on it."""
        self._xcb = env["QT_QPA_PLATFORM"] == "xcb"

    def find(self) -> None:
        """Wait for the window, and point at its key."""
        there = self.until("window")
        self.x(["mousemove", str(there["at"][0]), str(there["at"][1])])
        if self._xcb:
            self.x(["windowfocus", str(there["window"])])

    def set_up(self, *, stamped: bool = True, reader: bool = True) -> None:
        """Set how the window judges from now on, and press a key by which the two clocks are compared."""
        self.say({"stamped": stamped, "reader": reader})
        self.fenced()

    def fenced(self) -> tuple[list[dict[str, Any]], list[int]]:
        """All messages of the window about the presses until now, and the milliseconds between its signs."""
        self.x(["key", "Shift_L"])
        *told, last = self._told_until("fence")
        return told, last["fence"]

    def x(self, args: list[str]) -> None:
        """The X server makes these events."""
        subprocess.run(["xdotool", *args], env=self._env, check=True, capture_output=True)

    def say(self, order: dict[str, Any]) -> None:
        """The world says something to the table."""
        assert self._window.stdin is not None
        self._window.stdin.write(msgspec.json.encode(order) + b"\n")
        self._window.stdin.flush()

    def heard(self, within: float) -> dict[str, Any] | None:
        """The window's next message; None if it is silent for so long."""
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

    def until(self, *kinds: str, value: object = None) -> dict[str, Any]:
        """The window's next message of one of these kinds, and with this value."""
        return self._told_until(*kinds, value=value)[-1]

    def _told_until(self, *kinds: str, value: object = None) -> list[dict[str, Any]]:
        told, end = [], time.monotonic() + _PATIENCE
        while (one := self.heard(max(0.0, end - time.monotonic()))) is not None:
            told.append(one)
            if any(kind in one and value in (None, one[kind]) for kind in kinds):
                return told
        raise RuntimeError(f"the window never told {' or '.join(kinds)} {value or ''}, but {told}")

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


def _round(number: int) -> list[dict[str, str]]:
    """A round that ends with four cards; the first 64 of a shoe of eight decks, no card too often."""
    nine, two, four = "924" if number < 32 else "8A5"
    suit, king = "HSDC"[number % 4], "KQJT"[number // 4 % 4]
    bets = [{"do": "bets", "state": state} for state in ("open", "closed")]
    return [*bets, *({"do": "card", "card": rank + suit} for rank in (nine, two, king, four))]


def _to_the_announcement(screen: PressedWindow) -> None:
    for line in _round(next(screen.rounds)):
        screen.say(line)
    screen.until("painted", value="announce")
    time.sleep(0.6)


def _to_the_end(screen: PressedWindow, *prompts: str) -> None:
    """Confirm what is due until these have come up."""
    for prompt in prompts:
        time.sleep(0.6)
        screen.x(["key", "Return"])
        screen.until("painted", value=prompt)


def _pressed(screen: PressedWindow, how: list[str], *, stamped: bool) -> tuple[bool, int | None]:
    """Press what comes up, while the process stands: whether it was taken, and for how long it was seen.

    Raises Missed if this machine was too slow to press soon enough.
    """
    screen.set_up(stamped=stamped)
    _to_the_announcement(screen)
    screen.x(["key", "Return"])
    screen.until("painted", value="collect")
    came = time.monotonic()
    with screen.stopped():
        screen.x(how)
        took = time.monotonic() - came
    told = screen.until("said", "dropped")
    if "said" in told:
        screen.until("painted", value="await_bets")
    else:
        _to_the_end(screen, "await_bets")
    if took > SOON:
        raise Missed
    return "said" in told, told["said"]["seen"]["ms"] if "said" in told else None


def _badge(screen: PressedWindow, *, reader: bool) -> str | None:
    """A badge is read at a prompt of the dealer's; what came of it, None if a badge and no press did.

    Raises Missed if they came slower than a reader's.
    """
    screen.set_up(reader=reader)
    _to_the_announcement(screen)
    screen.x(["key", "--delay", "5", *BADGE, "Return"])  # typed as a text, its last sign would be no Enter
    told, apart = screen.fenced()
    said = [one["said"]["do"] for one in told if "said" in one]
    screen.x(["key", "Escape"])  # the sign-in goes; a finger's Enter counts as ever
    _to_the_end(screen, *(("await_bets",) if said else ("collect", "await_bets")))
    if max(apart) > APART * 1000:
        raise Missed
    return f"{told}" if said or {"badge": BADGE} not in told else None


def _fingered(screen: PressedWindow, *, stamped: bool) -> str | None:
    """A finger types digits while the process stands: what was taken for a reader's, if anything was.

    Raises Missed if two of them came as soon as a reader's.
    """
    screen.set_up(stamped=stamped)
    _to_the_announcement(screen)
    with screen.stopped():
        screen.x(["key", "--delay", str(FINGERED), *BADGE])
    told, apart = screen.fenced()
    time.sleep(2 * HELD / 1000)  # signs that wait for the next one act
    told += screen.fenced()[0]
    read = [one for one in told if "badge" in one or one.get("dropped") == "signs"]
    if read:
        screen.x(["key", "Escape"])
    _to_the_end(screen, "collect", "await_bets")
    if min(apart) <= APART * 1000:
        raise Missed
    return f"{read}" if read else None


def stamped(times: int) -> Iterator[Harm]:
    """Give a stopped window ``times`` keys, clicks, badges and fingers' digits, and controls of each."""
    yield from _on("X11", X11, x_server, times)
    yield from _on("Wayland", WAYLAND, compositor, times)


def _on(name: str, needed: tuple[str, ...], server: Callable[[], Server], times: int) -> Iterator[Harm]:
    cases = _cases(min(times, CONTROLS), times)
    harms = [Harm(f"{what}, {name}") for what, *_ in cases]
    if missing := [each for each in needed if shutil.which(each) is None]:
        yield from (harm.skipped(f"needs {', '.join(missing)}") for harm in harms)
        return
    with server() as env:
        for harm, (_, done, often, shows) in zip(harms, cases, strict=True):
            with closing(PressedWindow(env)) as screen:
                screen.find()
                for _ in range(often):
                    came = _again(partial(done, screen))
                    if shows:
                        harm.done(1, () if came else ["nothing came of it: the case beside it shows nothing"])
                        harm.note = shows
                    else:
                        harm.done(1, [came] if came else ())
            yield harm


Case: TypeAlias = tuple[str, Callable[[PressedWindow], "str | None"], int, str]


def _cases(few: int, times: int) -> tuple[Case, ...]:
    """The cases: what is done, what comes of it, how often, and what a control shows."""
    key, click = (partial(_taken, how=how.split()) for how in ("key Return", "click 1"))
    late = f"made up to {STOPPED} s before it was handled"
    return (
        (f"a key, {late}", partial(key, stamped=True), times, ""),
        (f"a click, {late}", partial(click, stamped=True), times, ""),
        ("control: that key, no stamps", partial(key, stamped=False), few, "taken each time"),
        ("control: that click, no stamps", partial(click, stamped=False), few, "taken each time"),
        ("a badge's signs and Enter", partial(_badge, reader=True), times, ""),
        ("control: that badge, no reader", partial(_badge, reader=False), few, "its Enter confirmed"),
        ("a finger's digits, handled at once", partial(_fingered, stamped=True), times, ""),
        ("control: those digits, no stamps", partial(_fingered, stamped=False), few, "a badge each time"),
    )


def _taken(screen: PressedWindow, *, how: list[str], stamped: bool) -> str | None:
    took, ms = _pressed(screen, how, stamped=stamped)
    return f"taken, seen for {ms} ms" if took else None


def _again(done: Callable[[], str | None]) -> str | None:
    for _ in range(TRIES):
        try:
            return done()
        except Missed:
            continue
    raise RuntimeError(f"this machine was too slow for it {TRIES} times")


if __name__ == "__main__":
    _window()
