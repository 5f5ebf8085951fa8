"""While somebody signs in at the wall the keys are the sign-in's; who is idle is signed out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from console.floor.ui.wall_keys import WallView
from tests.floor.ui.wall_at_work import ESC, JONAS, TAKE, TO_WALL, WallAtWork


def _has_the_keys(part: QWidget) -> bool:
    """Whether the focus is on a part or in it."""
    at = QApplication.focusWidget()
    return at is not None and (at is part or part.isAncestorOf(at))


def test_while_the_sign_in_is_up_no_key_reaches_the_wall_beneath(floor: WallAtWork) -> None:
    window, form = floor.window, floor.window.sign_in.screen
    window.presses.open_table("R8")
    QTest.keyClick(window, Qt.Key.Key_1)  # it waits for whether a reader types it
    QTest.keyClick(window, Qt.Key.Key_Return)  # with which the sign-in comes, on its way to the wall
    assert form.isVisible()
    assert window.views.open_table == "R8" and form.hasFocus()
    for key in (Qt.Key.Key_F2, Qt.Key.Key_F10, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_F5):
        floor.press(key)
        assert _has_the_keys(form)
    assert window.views.open_table == "R8" and window.menu.isHidden()
    floor.press(Qt.Key.Key_P)
    assert form.state.id == "P"
    floor.press(TO_WALL)
    assert form.isVisible() and window.views.open_table == "R8"
    floor.press(ESC)  # the card of its keys
    assert form.isVisible() and _has_the_keys(form)
    floor.press(ESC)
    assert not form.isVisible() and window.hasFocus() and window.views.open_table == "R8"


def test_nothing_takes_the_keys_from_the_sign_in(floor: WallAtWork) -> None:
    """An opened table in the tiles' own window does not, nor does the end of what lay over the wall."""
    window, form = floor.window, floor.window.sign_in.screen
    floor.press(TAKE)
    window.presses.open_table("B3")
    assert form.hasFocus()
    window.views.escape()  # to the table's tile, as when the table leaves this wall
    assert form.hasFocus()
    window.presses.show_view(WallView.LIST)
    assert form.hasFocus()
    window.take_focus()
    assert form.hasFocus()
    floor.sign_in()
    assert window.sign_in.person == JONAS and not form.isVisible() and window.views.list.hasFocus()


def test_a_person_idle_for_fifteen_minutes_is_signed_out(floor: WallAtWork) -> None:
    floor.press(TAKE)
    floor.sign_in()
    assert floor.window.sign_in.leaves.isActive()
    floor.window.sign_in.leaves.timeout.emit()
    assert floor.person is None
