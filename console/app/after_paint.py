"""Work for which the first paint does not wait: log, accessibility, garbage collection, and the due
rehearsals.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from console.app.console_at_table import Console
from console.base.words import Words
from console.config import LinkConfig
from console.link.errors import LinkError
from console.ui.window.table_window import TableWindow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from console.app.window_options import WindowOptions
    from console.records.proof import Proof
    from console.ui.commissioning.demonstration_page import DemonstrationPage
    from console.ui.window.heartbeat import Heartbeat


_SAMPLE_PAGES: Final = 3
"""Pages of the demonstration's sample that are shown."""


def ask_first(console: Console) -> None:
    """Offer, at a closed simulated table, to deal at once or to open it as on a shift."""
    from console.ui.window.first_screen import ask_first

    ask_first(console.window, console.bridge, console.line.send_line, partial(_demonstration, console))


def _demonstration(console: Console, window: QWidget) -> DemonstrationPage:
    """The page that shows how a table is commissioned; its modules are imported when it is asked for."""
    from console.commissioning.demonstration import SECTIONS, Demonstration, sample, sample_paper
    from console.table.running.clock import SystemClock
    from console.ui.commissioning.demonstration_page import DemonstrationPage
    from console.ui.paper.drawing_process import first_pages

    clock, config = SystemClock(), console.config

    def pages(proofs: Sequence[Proof], words: Words) -> tuple[bytes, ...]:
        return first_pages(sample_paper(sample(config, proofs, clock.utc()), words), _SAMPLE_PAGES)

    words = console.window.words
    begin = partial(Demonstration, config)
    return DemonstrationPage(words, clock, SECTIONS, begin=begin, sample=pages, parent=window)


def begin_heartbeat(heart: Heartbeat, console: Console) -> None:
    """Let the watch ask the table's thread too, once the table has been painted."""
    words = Words(console.config.language)
    heart.passes_through(console.station.beat, lambda: console.journal.is_written)
    heart.ready(words.text("service.works", table=console.config.name), words.text("service.slow_disk"))


def keep_table_log(link: LinkConfig | None) -> None:
    """Write warnings and errors to a file, without the link's token."""
    from console.errors.error_log import default_folder, keep_log
    from console.link.server import read_token
    from console.plain_text.secrets import Scrubber

    hidden: tuple[str, ...] = ()
    if link is not None and link.token_file is not None:
        with suppress(LinkError):  # said already, where the link is made
            hidden = (read_token(link.token_file).text,)
    keep_log(default_folder(), Scrubber(hidden))


def reach_everybody() -> None:
    """Prepare the window for screen readers and for touch."""
    from console.ui.kit.accessibility import install
    from console.ui.kit.keyboard import touch_typing

    install()
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)


def show_due(window: TableWindow, options: WindowOptions) -> None:
    """Show the rehearsals that are due for the person at a simulated table; a press begins one in a process
    of its own.

    A LIVE table's process never comes here: nothing of rehearsals is loaded there.
    """
    from console.commands.rehearsals import RehearsalOptions, due_today
    from console.ui.rehearsal.due_tab import DueTab

    def begin(language: str) -> None:
        import subprocess

        root = Path(__file__).parents[2]
        more = {"PYTHONPATH": os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))}
        asked = ("rehearsal", "--rules", options.rules, "--lang", language)
        full = ("--full-screen",) if options.full_screen else ()
        own = ("--table", str(options.table)) if options.table is not None else ()
        subprocess.Popen((sys.executable, "-m", "console", *asked, *own, *full), env={**os.environ, **more})

    due_texts = partial(due_today, RehearsalOptions(options.rules, options.language), game=options.game)
    DueTab(window, due_texts, begin)


def collect_garbage(application: QObject) -> None:
    """Collect garbage only among objects made after the start, and only in the window's thread."""
    from console.ui.kit.garbage import GarbageCollection

    GarbageCollection(application)
