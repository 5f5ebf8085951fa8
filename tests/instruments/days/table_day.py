"""A pit boss's day at a table, task by task, each at a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from console.floor.ui.wall_keys import WallAct
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import Button
from console.table.ui.kit.buttons import PressArea
from console.table.ui.kit.keys import ENTER
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.ui.sign_in import SignInScreen
from tests.floor.nights import small_night
from tests.floor.ui.wall_at_work import TAKE, WallAtWork
from tests.instruments.days.hand import Hand, OutOfReachError, Way
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.harness.straight import Straight

PINS: Final = {"D1": "1111", "D2": "2222", "P1": "3333"}
OPEN: Final = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
NUMBER: Final = (
    *OPEN,
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "number", "number": 17, "source": "reader"},
    {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 20}, "by": "D1"},
)
_MOST: Final = 40


class AtTable:
    """The window of a table of one game, and the hand before it."""

    def __init__(self, way: Way, language: str, game: str) -> None:
        self.table = Straight("lt", game, language=language)
        self.window, self.dealer = self.table.window, self.table.window.dealer
        self.hand = Hand(way, self.window, self._see)

    def _see(self) -> None:
        self.window.sign_in.badges.typed.release()  # no reader of badges types as slowly as a hand
        self.table.clock.advance(0.5)
        self.table.settle()

    def take(self, *lines: dict[str, Any]) -> None:
        """An event of the world outside the table."""
        for line in lines:
            self.table.take(line)

    def sign(self, who: str) -> None:
        """Id and PIN, by the keyboard or by the keys on the screen."""
        screen = self.window.sign_in.screen
        self.hand.until(lambda: bool(screen.isVisible()), "the sign-in")
        sign(self.hand, screen, who, PINS[who])
        self.hand.until(self._signed, "the answer to a PIN")

    def _signed(self) -> bool:
        self._see()
        return not self.window.sign_in.screen.isVisible()

    def answer(self, until: Callable[[], bool]) -> None:
        """Press what the screen asks for until something is so: the large press, else the first answer."""
        for _ in range(_MOST):
            if until():
                return
            if self.window.sign_in.screen.isVisible():
                self.sign("P1")
                continue
            asked = self._asked()
            if asked is None:
                raise OutOfReachError("nothing on the screen is to be pressed")
            self.hand.press(asked, Qt.Key.Key_Return if asked in self._large else _key(asked))
        raise OutOfReachError("the questions never end")

    @property
    def _large(self) -> tuple[QAbstractButton, ...]:
        return (self.dealer.incident.bar.primary, self.dealer.bar.primary)

    def _asked(self) -> QAbstractButton | None:
        confirming = self.dealer.presses.confirmation
        if confirming.isVisible():
            return [row for row in confirming.findChildren(Button) if row.isVisible()][-1]
        for large in self._large:
            if large.isVisible() and large.isEnabled():
                return large
        bar = self.dealer.incident.bar
        offered = [key for key in bar.choices if key.isVisible()]
        answers = [key for key in self.dealer.incident.zone.findChildren(PressArea) if key.isVisible()]
        chosen = any(key.chosen for key in answers)
        return next(iter(offered if offered and (chosen or not answers) else answers), None)


def sign(hand: Hand, screen: SignInScreen, who: str, pin: str) -> None:
    """Enter id and PIN; a mouse takes the tile of a person to practise as, if there is one."""
    tiles = [tile for tile in screen.tiles if tile.isVisible() and tile.given.person.id == who]
    if hand.way is Way.MOUSE and tiles:
        hand.click(tiles[0])
    for text in (*((who,) if not screen.state.shown_id else ()), pin):
        if hand.way is Way.MOUSE:
            for letter in (*text, ENTER):
                hand.click(_pad_key(screen, letter))
        else:
            hand.type(text)
            hand.key(Qt.Key.Key_Return)


def _key(key: QAbstractButton) -> Qt.Key | None:
    printed = getattr(key, "key", "") or getattr(key, "digit", "")
    return Qt.Key(ord(printed)) if len(printed) == 1 and printed.isalnum() else None


def _pad_key(screen: SignInScreen, letter: str) -> QWidget:
    keys = (*screen.number_keys, *screen.letter_keys)
    found = next((key for key in keys if key.isVisible() and key.types == letter), None)
    if found is None:
        raise OutOfReachError(f"no key on the screen types {letter!r}")
    return found


@contextmanager
def at_table(way: Way, language: str, game: str = "baccarat") -> Iterator[AtTable]:
    """A table with its first round to come and its dealer; its window goes at the end."""
    made = AtTable(way, language, game)
    try:
        yield made
    finally:
        made.window.close()
        made.window.deleteLater()
        QCoreApplication.sendPostedEvents(made.window, QEvent.Type.DeferredDelete.value)


# --- tasks ----------------------------------------------------------------------------------------


def comes(way: Way, language: str) -> Hand:
    """A pit boss signs in at the table, and goes again."""
    with at_table(way, language) as at:
        at.hand.press(at.dealer.status.name, Qt.Key.Key_F10)
        at.hand.press(menu_row(at.window.menu, at.window.words.text("menu.pit_boss")))
        at.sign("P1")
        assert at.window.people_here.pit_boss_here() == "P1"
        page = at.window.findChild(PitBossScreen)
        bar = page.status if page is not None and page.isVisible() else at.dealer.status
        at.hand.press(bar.authority, Qt.Key.Key_F8)
        assert at.window.people_here.pit_boss_here() is None
        return at.hand


def decides_early_card(way: Way, language: str) -> Hand:
    """A card in bet time has halted the table: the pit boss decides by its clause, and play goes on."""
    with at_table(way, language) as at:
        at.take(OPEN[0], {"do": "card", "card": "9H"})
        at.answer(lambda: at.table.view.view.phase != "halted")
        return at.hand


def decides_fallen_card(way: Way, language: str) -> Hand:
    """The dealer reports that a card fell; the pit boss authorises the outcome and sees its steps done."""
    with at_table(way, language) as at:
        at.take(*OPEN, {"do": "card", "card": "9H"})
        at.hand.press(at.dealer.bar.wrong, Qt.Key.Key_F2)
        kinds = at.dealer.incident.zone.kinds
        tile = kinds.tiles[kinds.page_kinds(at.table.view).index("card_fell")]
        at.hand.press(tile, _key(tile))
        at.answer(lambda: at.dealer.incident_stage is Stage.PLAY)
        return at.hand


def voids(way: Way, language: str) -> Hand:
    """A card that the shoe must not hold has halted the table: the pit boss voids the round."""
    with at_table(way, language) as at:
        at.take(*OPEN, *({"do": "card", "card": card} for card in ("9H", "2C", "KD", "3S", "4C")))
        at.hand.press(at.dealer.bar.primary, Qt.Key.Key_Return)
        at.sign("P1")
        bar, label = at.dealer.bar, at.window.words.text("button.void")
        at.hand.press(next(key for key in (bar.second, bar.third) if key.text() == label))
        at.answer(lambda: at.table.view.view.bets == "refunded")
        return at.hand


def settles(way: Way, language: str) -> Hand:
    """The number was wrong: the pit boss settles the bets on the worksheet."""
    with at_table(way, language, "roulette") as at:
        at.take(*NUMBER)
        at.answer(lambda: at.dealer.incident.zone.is_settling)
        sheet = at.dealer.incident.zone.settling
        if way is Way.MOUSE:
            at.hand.click(sheet.pick.numbers[17])
            at.hand.click(next(tile for tile in sheet.pick.tiles if tile.isVisible()))
        else:
            at.hand.key(Qt.Key.Key_1)
            at.hand.key(Qt.Key.Key_7)
            at.hand.key(Qt.Key.Key_Return)
        for figure in "25":
            at.hand.press(sheet.pad.keys[figure], Qt.Key(ord(figure)))
        at.hand.press(sheet.pad.add, Qt.Key.Key_Return)
        assert sheet.wagers
        at.answer(lambda: at.dealer.incident_stage is Stage.PLAY)
        return at.hand


def relieves(way: Way, language: str) -> Hand:
    """A dealer is relieved by another one."""
    with at_table(way, language) as at:
        at.hand.press(at.dealer.status.name, Qt.Key.Key_F10)
        at.hand.press(menu_row(at.window.menu, at.window.words.text("menu.relief")))
        at.sign("D2")
        assert [person.who for person in at.table.session.table.people] == ["D2"]
        return at.hand


def takes_call(way: Way, language: str) -> Hand:
    """At the overview: takes a table's call, with id and PIN."""
    wall = WallAtWork(small_night(), language=language)

    def see() -> None:
        wall.window.sign_in.badges.typed.release()
        wall.see()

    try:
        hand, keys = Hand(way, wall.window, see), wall.window.keys
        hand.press(keys.acts[WallAct.TAKE], TAKE)
        hand.until(lambda: bool(wall.window.sign_in.screen.isVisible()), "the sign-in")
        sign(hand, wall.window.sign_in.screen, "P7", "4711")
        hand.until(lambda: wall.asked == [("take", "R8", "P7")], "the call that was taken")
        return hand
    finally:
        wall.window.close()
