"""Qt, PySide6 and qasync, as the screens and the papers rely on them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter, QPdfWriter, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot


class Speaker(QObject):
    counted = Signal(int)
    told = Signal(object)


@pytest.mark.filterwarnings("ignore")
def test_a_signal_of_a_whole_number_turns_over_at_31_bits(
    qtbot: QtBot,
) -> None:
    speaker, heard = Speaker(), list[Any]()
    speaker.counted.connect(heard.append)
    speaker.told.connect(heard.append)
    with capture_exceptions():
        speaker.counted.emit(2**31)
    speaker.told.emit(2**31)
    assert heard == [-(2**31), 2**31]


def two_parts(qtbot: QtBot) -> tuple[QWidget, QLineEdit, QPushButton]:
    window, field, key = QWidget(), QLineEdit(), QPushButton("press")
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(key)
    window.show()
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    return window, field, key


def test_a_part_that_is_hidden_gives_its_focus_to_the_next_one(qtbot: QtBot) -> None:
    _, field, key = two_parts(qtbot)
    field.hide()
    qtbot.waitUntil(key.hasFocus)


def test_a_covered_part_is_called_visible_and_keeps_the_focus(qtbot: QtBot) -> None:
    window, field, _ = two_parts(qtbot)
    cover = QWidget(window)
    cover.setGeometry(window.rect())
    cover.show()
    cover.raise_()
    qtbot.wait(0)
    assert field.isVisible() and field.hasFocus()


def test_a_text_document_makes_plain_blanks_and_lines_of_other_ones(qtbot: QtBot) -> None:
    document = QTextDocument()
    document.setPlainText("a\u2029b\u2028c\u00a0d")
    assert document.toPlainText() == "a\nb\nc d"


def test_an_error_in_a_slot_ends_no_loop_and_reaches_the_hook(qtbot: QtBot) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    with capture_exceptions() as caught:
        QTimer.singleShot(0, fails)
        qtbot.waitUntil(lambda: bool(caught))
    assert [each[0] for each in caught] == [ZeroDivisionError]


def test_an_error_as_a_part_is_shown_is_raised_where_show_was_called(qtbot: QtBot) -> None:
    class Part(QWidget):
        def resizeEvent(self, event: QResizeEvent) -> None:
            raise ZeroDivisionError

    part = Part()
    qtbot.addWidget(part)
    with pytest.raises(ZeroDivisionError):
        part.show()


def test_two_equal_papers_differ_in_their_bytes(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        writer = QPdfWriter(str(tmp_path / name))
        painter = QPainter(writer)
        painter.drawText(100, 100, "a paper")
        painter.end()
    one, other = ((tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf"))
    assert one != other


def ended(program: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False, timeout=60
    )


CAUGHT = """
from PySide6.QtWidgets import QApplication
try:
    QApplication([])
finally:
    print("caught")
"""


def test_a_platform_that_is_not_there_aborts_the_process_without_an_exception() -> None:
    done = ended(CAUGHT, QT_QPA_PLATFORM="none_such", HOME="/")
    assert (done.returncode, done.stdout) == (-6, "")


WAITS = """
import PySide6.QtCore, asyncio, qasync
loop = qasync.QEventLoop(PySide6.QtCore.QCoreApplication([]))
started = []
async def waits():
    for _ in range(40):
        began = loop.time()
        await asyncio.sleep(0.0207)
        started.append(loop.time() - began < 0.0207)
with loop:
    loop.run_until_complete(waits())
print(any(started))
"""


def test_a_timer_of_qasync_may_fire_before_its_time() -> None:
    assert ended(WAITS).stdout.split() == ["True"]


FIRES = """
import PySide6.QtCore, asyncio, qasync, warnings
loop = qasync.QEventLoop(PySide6.QtCore.QCoreApplication([]))
with loop, warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    loop.run_until_complete(asyncio.sleep(0.001))
for each in said:
    print(each.message)
"""


def test_a_timer_of_qasync_calls_nothing_that_this_python_has_ended() -> None:
    """Python says until when it has it; its name is let off in pyproject.toml."""
    done = ended(FIRES)
    assert (done.returncode, done.stderr) == (0, "")
    for warning in done.stdout.splitlines():
        assert re.fullmatch(r"'asyncio\.iscoroutinefunction' is deprecated .* Python 3\.16; .*", warning)
