"""Hands at random over two windows of one table: whatever is pressed, only what was painted is answered.

Keys, fingers, digits, a badge reader, keys that are held down, double taps; a disk that takes its time, a
thread that paints late or comes to a press late, and cards and the game server's lines between. What stood on
the screen is known by the paint of its keys, watched from here: nothing is asked of what is tried.
"""

from __future__ import annotations

import random
import sys
from typing import Any, Final
from unittest.mock import patch

import msgspec
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from console.base.words import Words
from console.table.core import BytesJob, LineJob, Role, ShownTable, View, lines
from console.table.devices import DeviceRole
from console.table.game import load_rulebook
from console.table.ui.hands.guard import EventTimes
from console.table.ui.kit.surface import is_covered
from console.table.ui.sign_in import Purpose
from console.table.words import encode
from tests.instruments.harm.report import Harm
from tests.table.core import blackjack_at_random, wheel_at_random
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import Seen
from tests.table.ui.harness.at_work import FOR_A_PRESS
from tests.table.ui.harness.painting import stand_still
from tests.table.ui.harness.straight import PERSONS, Straight

ANSWERS: Final = frozenset(
    ("done", "number", "spin", "card", "open", "answer", "authorise", "withdraw", "void", "correct")
)
"""Lines of a person that answer a prompt, a question or an outcome."""
KEYS: Final = (
    Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_F2, Qt.Key.Key_F3,
    Qt.Key.Key_F4, Qt.Key.Key_F8, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_Space,
)  # fmt: skip
FACES: Final = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
MANY: Final = 30
"""Lines in which a table comes to something that is pressed, wherever it stands."""
SAID_EVERY: Final = 50
"""Nights after which it is said how far it came: all of them take an hour on a busy machine."""
BOOTED: Final = 86_400.0
"""Seconds that the window system's clock is ahead of the console's."""
TABLES: Final = (("lt", "baccarat"), ("sv", "roulette"), ("de", "blackjack"))


def answered_by_press(view: View) -> tuple[object, ...]:
    """All that a press at this view answers."""
    prompt, lying, incident = view.prompt, view.round, view.incident
    due = msgspec.structs.replace(prompt, seconds=None)
    course = None  # an incident that has ended takes no answer
    if incident is not None and incident.open:
        course = (incident.id, incident.state, incident.facts, incident.outcome)
    return (due, view.phase, None if lying is None else (lying.id, lying.status), course)


def _can_be_touched(key: QWidget) -> bool:
    """Whether a finger reaches a key: a covered one takes no press."""
    return key.isVisible() and key.isEnabled() and not is_covered(key)


class Press(msgspec.Struct, frozen=True):
    """An act of hands, and what stood painted before them then."""

    what: str
    stood: Any
    by_hand: bool = True
    """Whether it can mean anything: a reader's signs and a key that is held down can't."""
    coming: frozenset[str] = frozenset()
    """The person whose right PIN at this window the table has not taken yet: the press is theirs."""
    at: QWidget | None = None
    """The window."""


class Eyes(QObject):
    """The views of its table that one window has painted."""

    def __init__(self, table: Straight, parts: tuple[QWidget, ...]) -> None:
        super().__init__()
        self._table = table
        self.stood: object = None
        for part in parts:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """With the paint of a bar, or of the overview that lies over both, all of a view is on the screen."""
        if event.type() is QEvent.Type.Paint and self._table.window.people_here.shown_table is not None:
            self.stood = answered_by_press(self._table.window.people_here.shown_table.view)
        return False


class HandsAtTable:
    """One table, its two windows, and somebody whose hands do anything."""

    def __init__(self, rules: str, game: str, seed: int, *, seen: bool = True) -> None:
        """Without ``seen`` the table does not learn what was painted: the windows alone must hold."""
        self.seen = seen
        self._said, self._market = Words("en"), Words(load_rulebook(rules).market)
        self.table = table = Straight(rules, game, devices=game != "roulette")
        self.chance = random.Random(seed)
        self.course: list[str] = []
        self.found: list[str] = []
        self.checked = 0
        window = table.window
        with patch.object(QApplication, "screens", staticmethod(lambda: [None, None])):
            # A desk that is put in its place by hand is shown no view.
            window.pit.open_desk(window.sign_in)
        assert window.pit.desk is not None
        window.pit.desk.resize(1280, 800)
        window.pit.desk.show()
        window.refresh()
        for screen in (window.dealer, window.pit.desk.table):
            _ = screen.incident.bar
        for screen in (window.dealer, window.pit.desk.table):
            screen.guard.times = EventTimes(self._now, stamped=True)
        self.eyes = {
            window: Eyes(table, (window.dealer.bar, window.dealer.incident.bar)),
            window.pit.desk: Eyes(
                table,
                (window.pit.desk.table.bar, window.pit.desk.table.incident.bar, window.pit.desk.page),
            ),
        }
        self._press: Press | None = None
        self._digit: Press | None = None
        self._presses: list[Press | None] = []
        said = table.line.send_line

        def say(line: lines.AnyLine) -> None:
            said(line)
            while len(self._presses) < len(table.line.waiting):
                self._presses.append(self._press)

        table.line.send_line = say  # type: ignore[method-assign]
        self.world({"do": "view"})
        self.settle(all_of_it=True)
        self.paint()

    # --- the world --------------------------------------------------------------------------------

    def world(self, line: dict[str, Any]) -> None:
        """A device or the game server says something."""
        self.table.line.waiting.append((msgspec.json.encode(line), False))
        self._presses.append(None)

    def goes_on(self) -> None:
        """The world gives the table what it waits for."""
        if not self.seen:
            self.settle(all_of_it=True)  # what comes between only the table can tell
        prompt = self.table.session.view().prompt
        match prompt.action:
            case "await_bets":
                self.world({"do": "bets", "state": "open"})
                if self.table.session.game.name == "blackjack":
                    self.world({"do": "seats", "seats": [1, 3]})
            case "wait":
                self.world({"do": "bets", "state": "closed"})
            case "await_decision":
                choice = "stand" if "stand" in (prompt.offers or ()) else "decline"
                for seat in prompt.seats or (prompt.seat,):
                    self.world({"do": "decision", "seat": seat, "hand": prompt.hand or 1, "choice": choice})
            case "deal" | "rescan" | "scan_card":
                self.world({"do": "card", "card": self.chance.choice(FACES)})
            case _ if self.chance.random() < 0.2:
                self.world({"do": "card", "card": "8D"})
        if not self.seen:
            self.settle(all_of_it=True)

    def settle(self, *, all_of_it: bool = False) -> None:
        """The disk takes what waits: one line, or all of it; and what each press answers is looked at."""
        while self.table.line.waiting:
            (line, pressed), press = self.table.line.waiting.popleft(), self._presses.pop(0)
            before, entry = answered_by_press(self.table.session.view()), self.table.session.view().entry
            said = msgspec.json.decode(line)
            if not self.seen:
                said.pop("seen", None)
            view = self.table.session.take(msgspec.json.encode(said))
            if pressed and view.accepted and view.entry > entry and press is not None:
                self._look(press, said, before)
            job = LineJob(line) if pressed else BytesJob(DeviceRole.READER, b"")
            self._press = press
            session = self.table.session
            self.table.window.show_table(ShownTable(view, session.table, None, job, came_in=session.came_in))
            self._press = None
            if not all_of_it:
                return

    def _look(self, press: Press, said: dict[str, Any], before: object) -> None:
        self.checked += 1
        if not press.by_hand and said["do"] not in ("sign_in", "sign_out"):
            self.found.append(f"{said} by {press.what}: {self.course[-30:]}")
        elif said["do"] in ANSWERS and press.stood != before:
            self.found.append(f"{said} answers {before}, seen was {press.stood}: {self.course[-30:]}")
        elif said["do"] in ANSWERS and press.coming and said.get("by") not in press.coming:
            self.found.append(f"{said} was pressed by {set(press.coming)}: {self.course[-30:]}")

    def other_hand(self) -> Seen:
        """Somebody else's line: another answer to what was asked, else what the prompt asks for."""
        incident = self.table.session.view().incident
        if incident is not None and incident.open:
            told = {fact: not value for fact, value in incident.facts.items() if isinstance(value, bool)}
            if told and self.chance.random() < 0.7:
                fact = self.chance.choice(sorted(told))
                return {"do": "answer", "by": self.chance.choice(("D1", "P1")), "facts": {fact: told[fact]}}
        return self._due()

    def _due(self) -> Seen:
        """The line that the prompt asks for."""
        table, number = self.table.session.table, self.chance.randrange(1 << 16)
        shown: Seen = msgspec.json.decode(encode(self.table.session.view(), self._said, self._market))
        face = self.chance.choice(FACES)
        match self.table.session.game.name:
            case "roulette":
                return wheel_at_random.line_at_wheel(table, shown, number)
            case "blackjack":
                return blackjack_at_random.line_at_blackjack(table, shown, face, number)
            case _:
                return obeyed(table, shown, face, number)

    # --- the window's thread ----------------------------------------------------------------------

    def paint(self) -> None:
        """Everything that waits for it is painted."""
        QApplication.processEvents()

    # --- hands ------------------------------------------------------------------------------------

    def begin(self, what: str, window: QWidget, *, by_hand: bool = True) -> Press:
        """Something is pressed now."""
        self.course.append(what)
        self._press = Press(what, self.eyes[window].stood, by_hand, self._coming(window), window)
        return self._press

    def _coming(self, window: QWidget) -> frozenset[str]:
        waiting = zip(self.table.line.waiting, self._presses, strict=True)
        said = (msgspec.json.decode(line) for (line, _), press in waiting if press and press.at is window)
        return frozenset(each["who"] for each in said if each["do"] == "sign_in")

    @property
    def _keyed(self) -> QWidget:
        """The part of the table's window that has the keys. What covers the dealer's screen takes them, and
        keeps them in a window that is active, which none is here.
        """
        window = self.table.window
        cover, at = window.front.cover, window.focusWidget() or window.dealer
        return at if cover is None or cover is at or cover.isAncestorOf(at) else cover

    def touch(self) -> None:
        """A finger on any button of either window, once, twice, or thrice."""
        window, target = self._chosen()
        if target is None:
            return
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            if _can_be_touched(target):
                self.let_go()
                self.begin(f"touch {target.text() or type(target).__name__}", window)
                self._click(target, self._now())
            self._press = None
            self._passes(self.chance.choice((0.05, 0.15, 0.45)))
            if self.chance.random() < 0.5:
                self.paint()

    def late(self) -> None:
        """A finger, while the window's thread stands: its press is handled once something else is painted."""
        self._often_at_a_press()
        window, target = self._chosen()
        if self.chance.random() < 0.5 and _can_be_touched(self.table.window.dealer.bar.primary):
            window, target = self.table.window, self.table.window.dealer.bar.primary
            self._primary()
        if target is None:
            return
        self.let_go()
        made, press = self._now(), self.begin("touch, late", window)
        self._times_known()
        self._press = None
        for _ in range(self.chance.choice((1, 2, 4))):
            self.settle()
        self.paint()
        self._passes(self.chance.choice((0.2, 0.5, 0.9)))
        if _can_be_touched(target):
            self._press = press
            self.course.append(f"late {target.text() or type(target).__name__}")
            self._click(target, made)
        self._press = None

    def _chosen(self) -> tuple[QWidget, QAbstractButton | None]:
        window = self.chance.choice((self.table.window, self.table.window, self.table.window.pit.desk))
        assert window is not None
        there = [one for one in window.findChildren(QAbstractButton) if _can_be_touched(one)]
        screens = [one for one in there if type(one).__module__.startswith("console.table.ui.kit")]
        there = screens or there
        return window, self.chance.choice(there) if there else None

    def _click(self, target: QAbstractButton, made: float) -> None:
        """A finger that came down at a moment; its events are handled now."""
        self._times_known()
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            QApplication.sendEvent(target, self._mouse(kind, target, made))

    def _mouse(self, kind: QEvent.Type, target: QWidget, made: float) -> QMouseEvent:
        middle, button = QPointF(target.rect().center()), Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, middle, target.mapToGlobal(middle), button, button, none)
        event.setTimestamp(round((made + BOOTED) * 1000))
        return event

    def _times_known(self) -> None:
        """Tell every screen how far the window system's clock is from the console's, as any press does."""
        window = self.table.window
        assert window.pit.desk is not None
        for screen in (window.dealer, window.pit.desk.table):
            screen.guard.time_of(self._mouse(QEvent.Type.MouseButtonPress, screen, self._now()))

    def _now(self) -> float:
        return self.table.clock.monotonic() / 1e9

    def key(self) -> None:
        """A key, once or twice, or held down."""
        key, held = self.chance.choice(KEYS), self.chance.random() < 0.15
        to = self._keyed
        for at in range(self.chance.choice((1, 1, 2))):
            press = self.begin(f"key {key.name}", self.table.window)
            if key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
                self._digit = press
            QTest.keyClick(to, key)
            self._press = None
            self._passes(self.chance.choice((0.1, 0.3, 0.5)))
            if at == 0 and held:
                self.begin(f"held {key.name}", self.table.window, by_hand=False)
                event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
                QApplication.sendEvent(to, event)
                self._press = None

    def hold(self) -> None:
        """A key that stays down, while the table goes on."""
        self._often_at_a_press()
        key = self.chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Escape))
        to = self._keyed
        press = self.begin(f"key {key.name}", self.table.window)
        if key is Qt.Key.Key_1:
            self._digit = press
        QTest.keyPress(to, key)
        for _ in range(4):
            self._press = None
            self.settle()
            self.paint()
            self._passes(0.45)
            self.begin(f"held {key.name}", self.table.window, by_hand=False)
            event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
            QApplication.sendEvent(to, event)
        self._press = None
        QTest.keyRelease(to, key)

    def digits(self) -> None:
        """A number, digit by digit, and Enter, once or twice, on a disk that takes its time."""
        to = self._keyed
        for sign in self.chance.choice(("1", "17", "22", "36")):
            self.let_go()
            self._digit = self.begin(f"digit {sign}", self.table.window)
            QTest.keyClicks(to, sign)
            self._press = None
            self._passes(0.3)
            self.let_go()
        for _ in range(self.chance.choice((1, 2))):
            self.begin("key Key_Return", self.table.window)
            QTest.keyClick(to, Qt.Key.Key_Return)
            self._press = None
            self._passes(self.chance.choice((0.1, 0.5)))
            if self.chance.random() < 0.5:
                self.settle()

    def badge(self) -> None:
        """A reader types ten digits and an Enter."""
        self._often_at_a_press()
        self.let_go()
        for sign in "".join(self.chance.choice("0123456789") for _ in range(10)):
            self.begin("badge", self.table.window, by_hand=False)
            QTest.keyClicks(self._keyed, sign)
            self._passes(0.01)
        QTest.keyClick(self._keyed, Qt.Key.Key_Return)
        self._press = None
        if self.table.window.sign_in.is_asking:
            self.table.window.sign_in.screen.cancel()

    def blind(self) -> None:
        """Hands press what is due, and again while that is saved, or saved and not painted yet."""
        self._comes_to_a_press()
        for _ in range(3):
            self._primary()
            if self.chance.random() < 0.6:
                self.settle(all_of_it=True)
            self._passes(self.chance.choice((0.45, 0.9)))

    def crossed(self) -> None:
        """Hands press what is due, while the disk still saves what somebody else said of it."""
        if not self.seen:
            return  # what comes between only the table can tell
        self._comes_to_a_press()
        self.world(self.other_hand())
        self._primary()
        self.settle(all_of_it=True)

    def _comes_to_a_press(self) -> None:
        """The table goes on, by anybody's acts, until a press is due and everybody has seen it."""
        self.settle(all_of_it=True)
        for _ in range(MANY):
            view, table = self.table.session.view(), self.table.session.table
            prompt = view.prompt
            if prompt.action in FOR_A_PRESS or prompt.action == "authorise":
                break
            if prompt.action == "sign_in" and table.has(Role.DEALER):
                self.begin("sign in", self.table.window)
                self.table.window.sign_in.ask(Purpose.PIT_BOSS)
                self.pin()
            elif prompt.action == "await_bets" and self.chance.random() < 0.25:
                self._ask_for_a_shuffle()
            else:
                self.world(self._due())
            self._press = None
            self.settle(all_of_it=True)
        self._stands()

    def _often_at_a_press(self) -> None:
        """Every second time a press is due."""
        if self.chance.random() < 0.5:
            self._comes_to_a_press()

    def _ask_for_a_shuffle(self) -> None:
        """A pit boss orders it and goes: with it come steps that are a press each."""
        for line in (
            {"do": "sign_in", "who": "P1", "role": "pit_boss"},
            {"do": "reshuffle", "by": "P1", "on": True},
            {"do": "sign_out", "who": "P1"},
        ):
            self.world(line)

    def _stands(self) -> None:
        """All is painted, and has stood for long enough to be meant."""
        self.settle(all_of_it=True)
        self.paint()
        self._passes(0.5)

    def _primary(self) -> None:
        """Press what is due: by Enter, or with a finger at either window."""
        window = self.table.window
        desk = window.pit.desk
        assert desk is not None
        at, screen = self.chance.choice(
            ((window, window.dealer), (window, window.dealer), (desk, desk.table))
        )
        target = (screen.incident.bar if screen.incident.has_bar else screen.bar).primary
        self.let_go()
        if at is window and self.chance.random() < 0.5:
            self.begin("key Key_Return", window)
            QTest.keyClick(self._keyed, Qt.Key.Key_Return)
        elif _can_be_touched(target):
            self.begin(f"touch {target.text()}", at)
            self._click(target, self._now())
        self._press = None

    def pin(self) -> None:
        """The person who is asked enters the PIN."""
        window = self.table.window
        own = window.sign_in.screen if window.sign_in.is_made else None
        desk = window.pit.desk
        for asking, form in ((window, own), (desk, desk.sign_in if desk is not None else None)):
            if form is not None and form.isVisible():
                who = "P1" if form.purpose is Purpose.PIT_BOSS else "D1"
                dealers = (Purpose.DEALER, Purpose.UNLOCK, Purpose.RELIEF)
                self.begin("pin", asking)  # type: ignore[arg-type]
                if PERSONS[who].role is Role.PIT_BOSS or form.purpose in dealers:
                    form.verified.emit(PERSONS[who])
                else:
                    form.cancel()
                self._press = None

    def let_go(self) -> None:
        """A sign that waited for another acts, as it was pressed."""
        self._press = self._digit
        self.table.window.sign_in.badges.typed.release()
        self._press = None

    def _passes(self, seconds: float) -> None:
        stand_still(self.table.clock, seconds)

    def passes(self) -> None:
        """Time passes, and the window looks at it."""
        self._passes(self.chance.choice((0.1, 0.3, 0.5, 0.5, 20.0)))
        self.begin("time", self.table.window, by_hand=False)
        self.table.window.tick()
        self._press = None

    def go(self, acts: int) -> None:
        """Do ``acts`` acts, one after the other, until something was answered that nobody saw."""
        doing = (
            (self.goes_on, 5), (self.settle, 6), (self.paint, 6), (self.touch, 6), (self.key, 5),
            (self.badge, 1), (self.pin, 2), (self.let_go, 3), (self.passes, 3), (self.late, 3),
            (self.hold, 1), (self.digits, 1), (self.blind, 2), (self.crossed, 2),
        )  # fmt: skip
        for _ in range(acts):
            act = self.chance.choices([one for one, _ in doing], [often for _, often in doing])[0]
            self.course.append(act.__name__)
            act()
            if self.found:
                return
        self.settle(all_of_it=True)

    def close(self) -> None:
        """Both windows go."""
        window = self.table.window
        if window.pit.desk is not None:
            window.pit.desk.close()
        window.pit.desk = None
        window.close()
        window.deleteLater()


def pressed(nights: int, acts: int = 60, first: int = 0, *, seen: bool = True) -> Harm:
    """Play ``nights`` nights of presses at random; a press that answered what was not painted is lost."""
    harm = Harm("presses at random")
    for seed in range(first, first + nights):
        night = HandsAtTable(*TABLES[seed % len(TABLES)], seed, seen=seen)
        try:
            night.go(acts)
        finally:
            night.close()
        harm.done(night.checked, (f"seed {seed}: {each}" for each in night.found))
        if harm.times % SAID_EVERY == 0:
            said = f"hands: {harm.times} of {nights} nights, {harm.checked} presses, lost {len(harm.lost)}"
            print(said, file=sys.stderr, flush=True)
    return harm
